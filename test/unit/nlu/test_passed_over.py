"""Requests with nothing between them, of which no tool takes some: each is done or told, in every language."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_said_in_one_breath import HOUSE

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.nlu.segmentation import Segmenter
from ovos_phal_plugin_jarvis.nlu.segmentation.begun import begun
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

Calls = list[tuple[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def house() -> ExampleTranslator:
    return having_learned(HOUSE)


def calls(translation: Translation) -> Calls:
    return [(call.name, dict(call.arguments)) for call in translation.calls]


@pytest.mark.parametrize(
    ("lang", "said", "wanted"),
    [
        ("en-us", "lock the door open the blinds", ["open"]),
        ("en-us", "what's the news play some jazz", ["play"]),
        ("en-us", "turn it off what time is it", ["what"]),
        ("en-us", "when does the sun set order a pizza", ["order"]),
        ("en-us", "lock the door and turn on the radio", ["turn"]),
        ("de-de", "ruf anna an mach den bildschirm heller", ["mach"]),
        ("de-de", "lies die nachrichten wie spät ist es", ["wie"]),
        ("de-de", "öffne das fenster welche wecker sind gestellt", ["welche"]),
        ("es-es", "baja el volumen llama a pedro", ["llama"]),
        ("es-es", "abre la puerta qué hora es", ["qué"]),
        ("fr-fr", "baisse le son ajoute du lait", ["ajoute"]),
        ("fr-fr", "quel temps fait-il ouvre les volets", ["ouvre"]),
        ("fr-fr", "ouvre la porte qu'est-ce qu'il y a à la télé", ["qu'"]),
        ("it-it", "apri le tende che ore sono", ["che"]),
        ("it-it", "chiudi la porta chiama anna", ["chiama"]),
        ("nl-nl", "gooi een munt op zet een wekker", ["zet"]),
        ("nl-nl", "bel anna hoe laat is het", ["hoe"]),
        ("pt-pt", "fecha a porta que horas são", ["que"]),
        ("pt-pt", "abre a janela o que está na lista", ["o"]),
        # one request
        ("en-us", "when does the sun set that day", []),
        ("en-us", "how many days remain until the tenth of may", []),
        ("en-us", "could you help me set a timer", []),
        ("en-us", "wake me at six so i can walk the dog", []),
        ("en-us", "let me know what the time is", []),
        ("en-us", "how many times did we water the roses", []),
        ("en-us", "how often have you read the manual", []),
        ("en-us", "read the christmas list to us", []),
        ("en-us", "put twine on the garden list before i forget", []),
        ("en-us", "take grit off the farm list nobody buys it", []),
        ("en-us", "switch off the garden light list my alarms", ["list"]),
        ("en-us", "i would like to open the blinds", []),
        ("en-us", "the children set the table", []),
        ("de-de", "sag mir was auf der liste steht", []),
        ("de-de", "stell einen timer der um acht klingelt", []),
        ("es-es", "quiero que pongas la radio", []),
        ("fr-fr", "je veux que tu mettes la radio", []),
        ("it-it", "leggi la lista che ho scritto", []),
        ("nl-nl", "zeg me wat er op de lijst staat", []),
        ("pt-pt", "lê a lista que eu escrevi", []),
    ],
)
def test_where_a_request_begins(lang: str, said: str, wanted: list[str]) -> None:
    heard = hear(said, lang, EPOCH, strip=False)
    assert [heard.words[at] for at in begun(heard)] == wanted


@pytest.mark.parametrize(
    ("said", "wanted", "left"),
    [
        ("lock the door dim the lamp", [("dim_lamp", {"direction": "down"})], ["lock the door"]),
        ("dim the lamp lock the door", [("dim_lamp", {"direction": "down"})], ["lock the door"]),
        ("when does the sun set order a pizza", [("sun_times", {"event": "sunset"})], ["order a pizza"]),
        (
            "wake me at six play some jazz brighten the lamp",
            [("set_alarm", {"time": "06:00"}), ("dim_lamp", {"direction": "up"})],
            ["play some jazz"],
        ),
        # an order is none of the things of a list
        ("call anna add soap to the bath list", [("add_to_list", {"items": ["soap"], "list_name": "bath"})], ["call"]),
        # none is passed over where the joints tell nothing
        (
            "when does the sun rise what is the date clear my list",
            [("sun_times", {"event": "sunrise"}), ("tell_date", {}), ("clear_list", {})],
            [],
        ),
    ],
)
def test_what_another_request_passes_over_is_told(
    house: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls, left: list[str]
) -> None:
    found = house.translate(said, context)
    assert calls(found) == wanted
    assert len(found.left) == len(left) and all(part in (found.say or "") for part in left)


@pytest.mark.parametrize(
    "said",
    [
        "dim the lamp i have to call anna",
        "wake me at six i want to catch the train",
        "could you please help me dim the lamp",
        "dim the lamp my eyes hurt",
    ],
)
def test_a_reason_is_no_request_that_is_passed_over(
    house: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    found = house.translate(said, context)
    assert len(found.calls) == 1 and not found.left


_DONE = [
    "dim the lamp", "wake me at six", "clear my list", "when does the sun set", "set the heater to 30",
    "add soap to the bath list", "what is the date",
]  # fmt: skip
_NOT_DONE = ["lock the door", "play some jazz", "order a pizza", "what's the weather", "call anna", "open the blinds"]


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    done=st.lists(st.sampled_from(_DONE), min_size=1, max_size=2, unique=True),
    other=st.sampled_from(_NOT_DONE),
    first=st.booleans(),
)
def test_no_request_is_lost_in_silence(
    house: ExampleTranslator, context: TranslationContext, done: list[str], other: str, first: bool
) -> None:
    parts = [other, *done] if first else [done[0], other, *done[1:]]
    found = house.translate(" ".join(parts), context)
    if not found.calls:
        return
    told = found.say or ""
    assert other in told
    for part in done:
        assert house.translate(part, context).calls[0].name in {call.name for call in found.calls} or part in told


@pytest.mark.parametrize("text", ["", "  ", "'"])
def test_no_words_ask_for_nothing(english: ExampleTranslator, context: TranslationContext, text: str) -> None:
    """What is left of "and saturday's" once the day is taken off; nobody was answered."""
    reader = english._reader(context)
    plan = Segmenter(reader, Dialogue(reader, "en-us")).plan(text)
    assert not plan.requests
