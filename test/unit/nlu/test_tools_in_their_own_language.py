"""Tools that are described in another language than English: each is read in that, and put into English, where more is
known of words."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import align
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.spoken_in import understood
from ovos_phal_plugin_jarvis.nlu.learning.translated import TranslatedTool, translated
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

NOW = datetime(2026, 11, 27, 12, tzinfo=timezone.utc)
ROOMS = ("werkstatt", "waschküche", "dachboden")
GERMAN = (
    tool(
        "luefter_einschalten",
        "Schaltet den Lüfter in einem Raum ein.",
        [
            ToolParameter("raum", "string", True, "Raum, in dem der Lüfter ist", enum_values=ROOMS),
            ToolParameter("dauer", "int", False, "Wie lange er läuft, in Minuten"),
        ],
        {},
    ),
    tool(
        "paket_melden",
        "Meldet ein beschädigtes Paket bei der Post.",
        [ToolParameter("nummer", "int", True, "Nummer der Sendung")],
        {},
    ),
)
FRENCH = (
    tool(
        "ranger_outil",
        "Note où un outil est rangé.",
        [
            ToolParameter("outil", "string", True, "L'outil qui est rangé"),
            ToolParameter("endroit", "string", True, "Où il est", enum_values=("garage", "grenier", "cabane")),
        ],
        {
            "range le marteau dans le garage": {"outil": "marteau", "endroit": "garage"},
            "range la scie au grenier": {"outil": "scie", "endroit": "grenier"},
            "range les clous dans la cabane": {"outil": "clous", "endroit": "cabane"},
            "la perceuse est dans le garage": {"outil": "perceuse", "endroit": "garage"},
            "le tournevis est au grenier": {"outil": "tournevis", "endroit": "grenier"},
        },
    ),
    tool(
        "arroser_serre",
        "Arrose la serre pendant quelques minutes.",
        [ToolParameter("duree", "int", True, "Durée en minutes")],
        {
            "arrose la serre pendant dix minutes": {"duree": 10},
            "arrose la serre cinq minutes": {"duree": 5},
            "un quart d'heure d'eau dans la serre": {"duree": 15},
            "la serre a besoin d'eau vingt minutes": {"duree": 20},
        },
    ),
)


def context(lang: str) -> TranslationContext:
    return TranslationContext(NOW, f"{lang}-{lang}")


def calls(found: Translation) -> list[tuple[str, dict[str, Any]]]:
    return [(call.name, dict(call.arguments)) for call in found.calls]


@pytest.fixture(scope="module")
def german() -> ExampleTranslator:
    return having_learned(GERMAN, lang="de-de")


@pytest.fixture(scope="module")
def french() -> ExampleTranslator:
    return having_learned(FRENCH, lang="fr-fr")


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("schalte den lüfter in der waschküche ein", {"raum": "waschküche"}),
        ("mach in der werkstatt den ventilator an", {"raum": "werkstatt"}),
        ("schalte den lüfter auf dem dachboden für zwanzig minuten ein", {"raum": "dachboden", "dauer": 20}),
    ],
)
def test_a_tool_without_an_example_is_understood(german: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    assert calls(german.translate(said, context("de"))) == [("luefter_einschalten", wanted)]


@pytest.mark.parametrize(
    "said",
    [
        "schalte den lüfter in der waschküche nicht ein",
        "schalte den lüfter in der waschküche aus",
        "der lüfter in der waschküche ist laut",
        "gestern hat mein bruder den lüfter in der werkstatt eingeschaltet",
        "die post kommt heute wieder spät",
    ],
)
def test_what_does_not_ask_for_it_does_nothing(german: ExampleTranslator, said: str) -> None:
    found = german.translate(said, context("de"))
    assert not found.calls and found.question is None


def test_what_is_missing_is_asked_for_by_the_values_of_the_tool(german: ExampleTranslator) -> None:
    found = german.translate("schalte den lüfter ein", context("de"))
    assert found.question is not None and found.question.parameter == "raum" and found.question.choices == ROOMS
    answered = german.translate("in der werkstatt", replace(context("de"), question=found.question))
    assert calls(answered) == [("luefter_einschalten", {"raum": "werkstatt"})]


def test_before_anything_is_learned_it_is_understood_too() -> None:
    translator = ExampleTranslator(GERMAN, lang="de-de", waits=False, begin=lambda learn: None)
    found = translator.translate("schalte den lüfter in der waschküche ein", context("de"))
    assert calls(found) == [("luefter_einschalten", {"raum": "waschküche"})]


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        # as an example has it
        ("range la hache dans la cabane", "ranger_outil", {"outil": "hache", "endroit": "cabane"}),
        # by a verb that none has, and that is the same in English
        ("mets la hache dans la cabane", "ranger_outil", {"outil": "hache", "endroit": "cabane"}),
        ("donne de l'eau à la serre pendant douze minutes", "arroser_serre", {"duree": 12}),
        # a text that an example has
        ("mets le marteau dans la cabane", "ranger_outil", {"outil": "marteau", "endroit": "cabane"}),
    ],
)
def test_a_few_examples_reach_as_far_as_english_does(
    french: ExampleTranslator, said: str, name: str, arguments: dict[str, Any]
) -> None:
    assert calls(french.translate(said, context("fr"))) == [(name, arguments)]


@pytest.mark.parametrize(
    "said", ["n'arrose pas la serre pendant douze minutes", "la serre est à vendre", "donne de l'eau au chien"]
)
def test_what_is_for_none_of_them_does_nothing(french: ExampleTranslator, said: str) -> None:
    found = french.translate(said, context("fr"))
    assert not found.calls and found.question is None


def put(definition: ToolDefinition, lang: str) -> TranslatedTool:
    known = lexicon(language(lang))
    assert known is not None
    return translated(definition, align(definition, lang).examples, known, lang)


def test_all_that_is_said_of_it_is_in_english_and_its_names_stay() -> None:
    english = put(FRENCH[1], "fr").definition
    assert english.name == "arroser_serre" and english.named.endswith("_greenhouse")
    assert [(p.name, p.named) for p in english.parameters] == [("duree", "duration")]
    assert [dict(example.arguments) for example in english.examples] == [{"duree": each} for each in (10, 5, 15, 20)]
    assert "10 minutes" in english.examples[0].utterance and "15 minutes" in english.examples[2].utterance


def test_texts_of_its_examples_are_as_they_are_said_there() -> None:
    english = put(FRENCH[0], "fr").definition
    assert english.examples[0].arguments["outil"] == "hammer" and "hammer" in english.examples[0].utterance


def test_its_own_values_come_back() -> None:
    told = put(GERMAN[0], "de")
    english = told.definition.parameters[0].enum_values
    assert english is not None and english[1:] == ("wash kitchen", "attic")
    heard = hear("an", "de", NOW)
    found = told.restored(Filled({"raum": "attic", "dauer": 5}, supposed={"raum": "wash kitchen"}), heard)
    assert found.arguments == {"raum": "dachboden", "dauer": 5} and found.supposed == {"raum": "waschküche"}


def test_a_text_is_what_was_said_also_where_an_example_has_it() -> None:
    said = {"porto nach wien": {"ziel": "wien"}, "was kostet ein paket nach köln": {"ziel": "köln"}}
    parameters = [
        ToolParameter("ziel", "string", True, "Wohin das Paket geht"),
        ToolParameter("gewicht", "float", False, "Das Gewicht (kg)"),
    ]
    own = tool("porto_berechnen", "Berechnet das Porto für ein Paket.", parameters, said)
    found = having_learned([own], lang="de-de").translate("bitte mal das porto für 3 kilo nach wien", context("de"))
    assert calls(found) == [("porto_berechnen", {"ziel": "wien", "gewicht": 3.0})]


def test_the_unit_of_an_argument_is_known_in_english_too() -> None:
    english = put(tool("wiegen", "Wiegt ein Paket.", [ToolParameter("last", "float", True, "Last (kg)")], {}), "de")
    assert english.definition.parameters[0].description.endswith("(kilogram)")


def test_values_that_english_does_not_tell_apart_stay_as_they_are() -> None:
    parameter = ToolParameter("ort", "string", True, "Ort", enum_values=("rechner", "computer", "keller"))
    told = put(tool("rechner_suchen", "Sucht einen Rechner.", [parameter], {}), "de")
    english = told.definition.parameters[0].enum_values
    assert english is not None and len(set(english)) == 3 and {"rechner", "computer"} <= {*english}


@pytest.mark.parametrize("values", [("rat", "ratschlag", "ratte"), ("rechner", "computer", "keller", "verlies")])
def test_each_value_is_said_in_its_own_words(values: tuple[str, ...]) -> None:
    told = put(
        tool("suchen", "Sucht etwas.", [ToolParameter("was", "string", True, "Was", enum_values=values)], {}), "de"
    )
    assert sorted(told.values["was"].values()) == sorted(values)


def test_a_default_is_one_of_the_values() -> None:
    parameter = ToolParameter("ort", "string", False, "Wo", enum_values=("keller", "garten"), default="garten")
    english = put(tool("suchen", "Sucht etwas.", [parameter], {}), "de").definition.parameters[0]
    assert english.enum_values is not None and english.default in english.enum_values


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("zahle 12345,67 euro", "12345.67 euro"),
        ("zahle 1234567 euro", "1234567 euro"),
        ("zahle anderthalb euro", "1.5 euro"),
        ("zahle in drei tagen", "3 day"),
        ("zahle morgen um halb acht", "tomorrow at 7:30"),
    ],
)
def test_what_is_counted_is_the_same_in_english(said: str, wanted: str) -> None:
    english = put(tool("zahlen", "Zahlt.", [], {said: {}}), "de").definition
    assert wanted in english.examples[0].utterance


@pytest.mark.parametrize(("said", "value"), [("schalte das licht im keller aus", "aus"), ("licht im flur an", "an")])
def test_a_value_that_is_lost_word_for_word_is_found_as_it_was_said(said: str, value: str) -> None:
    parameters = [
        ToolParameter("raum", "string", True, "Raum", enum_values=("keller", "flur", "küche")),
        ToolParameter("zustand", "string", True, "Ob es an oder aus ist", enum_values=("an", "aus")),
    ]
    light = having_learned([tool("licht_schalten", "Schaltet das Licht in einem Raum.", parameters, {})], lang="de-de")
    found = light.translate(said, context("de"))
    assert [call.arguments.get("zustand") for call in found.calls] == [value]


def test_what_was_said_in_english_is_compared_with_no_other_words() -> None:
    shown = {"licht an": {}, "mach das licht an": {}}
    tools = (
        tool("turn_on_light", "Turns on the light.", [], shown),
        tool("switch_on_light", "Turns on the light.", [], {}),
    )
    having_learned(tools, lang="de-de").translate("please licht on", context("de"))


def test_a_name_without_end_is_no_trouble() -> None:
    known = lexicon(language("de"))
    assert known is not None and known.respelt("ae" * 500) == "ae" * 500


def test_what_is_described_in_english_is_understood_by_its_examples_alone() -> None:
    said = {"füttere den hund um acht uhr": {"time": "08:00"}, "gib dem hund um sechs futter": {"time": "06:00"}}
    own = tool("feed_dog", "Feeds the dog.", [ToolParameter("time", "time", True, "When it is fed")], said)
    _, english = understood([own, *GERMAN], "de-de")
    assert english is not None
    assert english.only == english.described == {"luefter_einschalten", "paket_melden"}


@pytest.mark.parametrize(
    ("lang", "name", "word"),
    [
        ("de", "kueche", "küche"),
        ("de", "lautstaerke", "lautstärke"),
        ("fr", "lumiere", "lumière"),
        ("es", "habitacion", "habitación"),
        ("pt", "musica", "música"),
        ("de", "lampe", "lampe"),
        ("de", "xyzzy", "xyzzy"),
    ],
)
def test_names_in_plain_letters_are_known_as_they_are_written_else(lang: str, name: str, word: str) -> None:
    known = lexicon(language(lang))
    assert known is not None and known.respelt(name) == word


def lone(lang: str, name: str, description: str, *parameters: ToolParameter) -> ExampleTranslator:
    return having_learned([tool(name, description, list(parameters), {})], lang=f"{lang}-{lang}")


def test_a_value_in_the_tools_own_words_is_none_of_what_they_are_in_english() -> None:
    person = ToolParameter("person", "string", True, "Für wen", enum_values=("chef", "boss", "koch"))
    order = lone("de", "essen_bestellen", "Bestellt ein Essen für jemanden aus dem Betrieb.", person)
    found = order.translate("bestell ein essen für den chef", context("de"))
    assert calls(found) == [("essen_bestellen", {"person": "chef"})]


@pytest.mark.parametrize(
    ("lang", "name", "description", "parameter", "said"),
    [
        # the kitchen is a room, and no "camera" but one
        (
            *("it", "accendere_luce", "Accende la luce in una stanza della casa."),
            ToolParameter("stanza", "string", True, "La stanza", enum_values=("camera", "salotto")),
            "accendi la luce in cucina",
        ),
        # a verb of which the tool knows nothing
        (
            *("fr", "minuteur_lancer", "Lance un minuteur."),
            ToolParameter("minutes", "int", True, "Durée en minutes"),
            "arrête le minuteur de dix minutes",
        ),
        ("de", "alarm_setzen", "Schaltet die Alarmanlage scharf.", None, "deaktiviere die alarmanlage"),
        ("de", "tor_aufmachen", "Öffnet das Garagentor.", None, "wasch das garagentor"),
        # English, in a service that speaks German
        (
            *("de", "lampe_dimmen", "Dimmt die Lampe in einem Raum."),
            ToolParameter("raum", "string", True, "Raum", enum_values=("büro", "flur", "küche")),
            "the lamp in the kitchen is dimmed",
        ),
    ],
)
def test_what_is_only_near_to_it_is_not_done_unasked(
    lang: str, name: str, description: str, parameter: ToolParameter | None, said: str
) -> None:
    found = lone(lang, name, description, *([parameter] if parameter else [])).translate(said, context(lang))
    assert not found.calls or found.certain <= 0.7


def test_it_is_read_beside_a_tool_that_is_sure_in_its_own_language() -> None:
    shown = {
        "würfle mit zwei würfeln": {"anzahl": 2},
        "wirf drei würfel": {"anzahl": 3},
        "würfle mit vier": {"anzahl": 4},
    }
    count = ToolParameter("anzahl", "int", True, "Number of dice")
    tools = (
        tool("roll_dice", "Rolls dice.", [count], shown),
        tool("tee_kochen", "Kocht Tee einer Sorte.", [ToolParameter("sorte", "string", True, "Welcher Tee")], {}),
    )
    found = having_learned(tools, lang="de-de").candidates("würfle mit zwei würfeln", context("de"))
    assert {candidate.definition.name for candidate in found} == {"roll_dice", "tee_kochen"}
