"""What others were told, want, do or did is no order, and what is said to the assistant about them is one."""

from __future__ import annotations

import pytest
from dialogue_tools import ENGLISH, tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts import acts_of
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

GATE = tool(
    "lock_gate",
    "Lock the gate of the garden.",
    [],
    {"lock the gate": {}, "close the gate": {}, "shut the gate please": {}, "bolt the gate": {}},
)
NUDGE = tool(
    "remind_me",
    "Remind whoever speaks to do something.",
    [ToolParameter("text", "string", True, "What they are to be reminded to do")],
    {
        "remind me to phone the bank": {"text": "phone the bank"},
        "remind me to water the ferns": {"text": "water the ferns"},
        "remind me to buy stamps": {"text": "buy stamps"},
        "give me a nudge to feed the cat": {"text": "feed the cat"},
    },
)


@pytest.fixture(scope="module")
def garden() -> ExampleTranslator:
    used = {"set_timer", "cancel_timer", "switch_device"}
    return having_learned((*(each for each in ENGLISH if each.name in used), GATE, NUDGE))


@pytest.mark.parametrize(
    "said",
    [
        "i told him to lock the gate",
        "i already told maria to lock the gate",
        "she wants me to lock the gate",
        "our neighbours want us to lock the gate",
        "i hate when you lock the gate",
        "thanks for locking the gate",
        "thank you for switching on the lamp",
        "you locked the gate",
        "somebody locked the gate",
        "grandpa will lock the gate",
        "locking the gate doesn't keep the fox out",
        "lock the gate is what she said",
        "guess who locked the gate",
        "i'm afraid i locked the gate",
        "tell me before you lock the gate",
        "wait before you lock the gate",
        "remind maria to buy stamps",
        "remind me if it rains to buy stamps",
        "you always lock the gate",
        "grandpa locks the gate at eight",
        "let maria lock the gate",
        "i'll lock the gate myself",
        "do you want me to lock the gate",
    ],
)
def test_what_is_said_of_others_is_not_done(garden: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert not garden.translate(said, context).calls


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("lock the gate", "lock_gate"),
        ("i want you to lock the gate", "lock_gate"),
        ("i told you to lock the gate", "lock_gate"),
        ("could you lock the gate", "lock_gate"),
        ("thanks now lock the gate", "lock_gate"),
        ("thanks for the help lock the gate", "lock_gate"),
        ("somebody is coming lock the gate", "lock_gate"),
        ("lock the gate grandpa will be late", "lock_gate"),
        ("you turned it up too much lock the gate", "lock_gate"),
        ("have the gate locked", "lock_gate"),
        ("would you always lock the gate", "lock_gate"),
        ("lock the gate before you turn off the lamp", "lock_gate"),
        ("remind me to buy stamps", "remind_me"),
        ("remind me to tell maria she locked the gate", "remind_me"),
    ],
)
def test_what_is_said_to_it_is_done(
    garden: ExampleTranslator, context: TranslationContext, said: str, name: str
) -> None:
    assert name in [call.name for call in garden.translate(said, context).calls]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de-de", "ich habe ihr gesagt sie soll das tor abschließen"),
        ("de-de", "mein chef will dass ich das tor abschließe"),
        ("de-de", "danke dass du das tor abgeschlossen hast"),
        ("de-de", "du hast das tor abgeschlossen"),
        ("de-de", "rate mal wer das tor abgeschlossen hat"),
        ("es-es", "mi jefe quiere que cierre la puerta"),
        ("es-es", "gracias por cerrar la puerta"),
        ("fr-fr", "mon chef veut que je ferme le portail"),
        ("fr-fr", "merci d'avoir fermé le portail"),
        ("fr-fr", "je lui ai dit de fermer le portail"),
        ("it-it", "il mio capo vuole che chiuda il cancello"),
        ("it-it", "grazie per aver chiuso il cancello"),
        ("nl-nl", "mijn baas wil dat ik het hek sluit"),
        ("nl-nl", "bedankt voor het sluiten van het hek"),
        ("pt-pt", "o meu chefe quer que feche o portão"),
        ("pt-pt", "obrigada por fechar o portão"),
    ],
)
def test_it_is_known_in_each_language(lang: str, said: str) -> None:
    assert acts_of(said, lang).is_unwanted


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de-de", "ich will dass du das tor abschließt"),
        ("de-de", "danke schließ das tor ab"),
        ("es-es", "quiero que cierres la puerta"),
        ("es-es", "gracias por la ayuda cierra la puerta"),
        ("fr-fr", "je veux que tu fermes le portail"),
        ("fr-fr", "merci de fermer le portail"),
        ("it-it", "voglio che chiudi il cancello"),
        ("nl-nl", "ik wil dat je het hek sluit"),
        ("pt-pt", "quero que feches o portão"),
        ("en-us", "running late can you lock the gate"),
    ],
)
def test_an_order_is_none_of_these(lang: str, said: str) -> None:
    assert not acts_of(said, lang).is_unwanted
