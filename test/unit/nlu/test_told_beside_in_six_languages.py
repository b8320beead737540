"""What is told beside a request without a word between, in languages of which no dictionary knows the words."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts import acts_of, remark_of
from ovos_phal_plugin_jarvis.nlu.acts.words import ordering_form
from ovos_phal_plugin_jarvis.nlu.entities import find_mentions
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        # A name without an article, and what it does or has done.
        ("de-de", "opa schnarcht"),
        ("de-de", "tante hat schon eins geholt"),
        ("nl-nl", "opa snurkt"),
        ("nl-nl", "tante heeft ze al gehaald"),
        ("fr-fr", "papi en a trouvé"),
        ("it-it", "nonno l'ha già trovato"),
        # A pronoun for what something is done to, between who does it and the verb.
        ("fr-fr", "j'en ai trouvé hier"),
        ("fr-fr", "il en reste"),
        ("es-es", "mi tía lo ha vendido"),
        ("it-it", "la zia le ha già vendute"),
        ("it-it", "l'ha venduto zia"),
        # The same behind what only joins it.
        ("es-es", "que ya ha llegado"),
        ("pt-pt", "que já lá estive"),
        ("pt-pt", "que a tia já trouxe"),
        ("it-it", "che l'ha già venduto zia"),
    ],
)
def test_what_tells_why_is_a_remark(lang: str, said: str) -> None:
    assert remark_of(said, lang) is not None


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de-de", "kaum sagen"),  # what a verb stands behind that is not finite
        ("de-de", "kartoffeln kochen"),
        ("nl-nl", "aardappels koken"),
        ("de-de", "zwei eier"),
        ("fr-fr", "la ferme la porte"),  # two things, no farm that carries it
        ("it-it", "la spesa"),
        ("es-es", "la lista la leche"),
        ("pt-pt", "a lista a fruta"),
        ("pt-pt", "que comprei"),  # tells which thing it is
        ("es-es", "que compramos"),
    ],
)
def test_a_thing_and_what_is_to_be_done_are_none(lang: str, said: str) -> None:
    assert remark_of(said, lang) is None


@pytest.mark.parametrize("said", ["je la vendrai pas", "je ne le vendrai pas"])
def test_what_somebody_will_not_do_is_one_only_where_that_may_be_said(said: str) -> None:
    assert remark_of(said, "fr-fr") is None
    assert remark_of(said, "fr-fr", negated=True) is not None


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es-es", "todas las noches a las dos ladra el perro"),
        ("de-de", "jeden morgen um fünf bellt der hund"),
        ("it-it", "tutte le sere alle nove piange il bambino"),
        ("pt-pt", "todas as noites às duas ladra o cão"),
        ("nl-nl", "elke nacht om twee uur blaft de hond"),
        ("fr-fr", "toutes les nuits à deux heures aboie le chien"),
    ],
)
def test_what_happens_each_day_is_told(lang: str, said: str) -> None:
    assert acts_of(said, lang).statement is not None


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es-es", "todas las noches a las dos apaga la bomba"),
        ("es-es", "todas las noches a las dos los perros"),
        ("de-de", "jeden morgen um fünf weck den hund"),
        ("it-it", "tutte le sere alle nove le gocce"),
        ("pt-pt", "todas as noites às duas o xarope"),
    ],
)
def test_what_is_to_be_done_each_day_is_not(lang: str, said: str) -> None:
    assert acts_of(said, lang).statement is None


def test_a_word_of_grammar_is_no_order_with_a_pronoun() -> None:
    assert ordering_form("da", language("pt")) == ""
    assert ordering_form("tiralo", language("pt")) == "tira"


@pytest.mark.parametrize(
    ("lang", "said", "key", "hour"),
    [
        ("de-de", "am dienstagabend um sieben", "next_tuesday", 19),
        ("de-de", "samstagmorgen um sieben", "next_saturday", 7),
        ("nl-nl", "dinsdagavond om zeven uur", "next_tuesday", 19),
        ("nl-nl", "zaterdagochtend om zeven uur", "next_saturday", 7),
    ],
)
def test_a_day_in_one_word_with_a_part_of_it(lang: str, said: str, key: str, hour: int) -> None:
    found = {mention.kind: mention.value for mention in find_mentions(said.split(), lang, NOW)}
    assert found["date"].keys == (key,)
    assert found["time"].hour == hour


@pytest.mark.parametrize("said", ["montagsmaler", "abendmontag", "montagabendbrot"])
def test_any_other_word_with_a_day_in_it_is_none(said: str) -> None:
    assert not find_mentions([said], "de-de", NOW)


def _tool(name: str, parameters: tuple[ToolParameter, ...], *examples: tuple[str, dict[str, object]]) -> ToolDefinition:
    shown = tuple(ToolExample(said, given) for said, given in examples)
    return ToolDefinition(name, name, "box", {"type": "object"}, {}, parameters=parameters, examples=shown)


@pytest.fixture(scope="module")
def german() -> ExampleTranslator:
    pumps = _tool(
        "stop_pump",
        (),
        ("halt die pumpe an", {}),
        ("stell die pumpe ab", {}),
        ("schalt die pumpe aus", {}),
        ("pumpe aus", {}),
        ("kannst du die pumpe abstellen", {}),
    )
    rounds = _tool(
        "plan_round",
        (ToolParameter("work", "string", required=True, description="what is done"),),
        ("ich will jeden tag schafe zählen nimm das in den rundgang auf", {"work": "schafe zählen"}),
        ("nimm zäune prüfen in den rundgang auf", {"work": "zäune prüfen"}),
        ("in den rundgang kommt brunnen messen", {"work": "brunnen messen"}),
        ("neuer rundgang tore ölen", {"work": "tore ölen"}),
        ("ich will jeden morgen enten füttern nimm das in den rundgang auf", {"work": "enten füttern"}),
    )
    kept = _tool(
        "mark_round",
        (
            ToolParameter("work", "string", required=True, description="what is done"),
            ToolParameter("done", "bool", required=True, description="whether it was done"),
        ),
        ("heute keine zäune trag die runde als nicht gemacht ein", {"work": "zäune", "done": False}),
        ("trag die runde brunnen als gemacht ein", {"work": "brunnen", "done": True}),
        ("trag die runde tore als nicht gemacht ein", {"work": "tore", "done": False}),
        ("die runde schafe ist gemacht", {"work": "schafe", "done": True}),
        ("die runde enten ist nicht gemacht", {"work": "enten", "done": False}),
    )
    return having_learned((pumps, rounds, kept), lang="de-de")


def _calls(translator: ExampleTranslator, said: str) -> list[tuple[str, dict[str, object]]]:
    found = translator.translate(said, TranslationContext(NOW, lang="de-de"))
    return [(call.name, dict(call.arguments)) for call in found.calls]


@pytest.mark.parametrize(
    "said",
    [
        "stell die pumpe ab opa schläft schon",
        "stell die pumpe ab tante hat das becken gefüllt",
        "stell die pumpe ab wir finden die ente nicht",
    ],
)
def test_a_request_is_done_without_what_is_told_beside_it(german: ExampleTranslator, said: str) -> None:
    assert _calls(german, said) == [("stop_pump", {})]


@pytest.mark.parametrize("said", ["opa schläft schon", "tante hat die pumpe abgestellt", "stell die pumpe ab nicht"])
def test_what_is_only_told_does_nothing(german: ExampleTranslator, said: str) -> None:
    assert _calls(german, said) == []


def test_none_of_a_thing_may_be_what_is_noted_of_it(german: ExampleTranslator) -> None:
    calls = _calls(german, "heute keine gänse trag die runde als nicht gemacht ein")
    assert calls == [("mark_round", {"work": "gänse", "done": False})]
    assert _calls(german, "keine gänse heute stell die pumpe nicht ab") == []


def test_a_text_begins_behind_what_says_how_often(german: ExampleTranslator) -> None:
    calls = _calls(german, "ich will jeden abend gänse rufen nimm das in den rundgang auf")
    assert calls == [("plan_round", {"work": "gänse rufen"})]
