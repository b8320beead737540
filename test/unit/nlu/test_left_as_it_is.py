"""What is said apart from an order and limits it: what is to be left as it is, and that it is not to be done now."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import tool
from test_what_becomes_of_the_last import talk

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts.sparing import spared
from ovos_phal_plugin_jarvis.nlu.moments import When, moments
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

KILNS = tool(
    "stop_kiln",
    "Stop a kiln, or every kiln of the pottery.",
    [
        ToolParameter("kiln", "string", False, "Which kiln"),
        ToolParameter("all_kilns", "bool", False, "Whether every kiln is meant"),
    ],
    {
        "stop the kiln": {},
        "turn the kiln off": {},
        "stop the east kiln": {"kiln": "east"},
        "shut down the raku kiln": {"kiln": "raku"},
        "stop all kilns": {"all_kilns": True},
        "shut every kiln down": {"all_kilns": True},
        "stop the glaze kiln": {"kiln": "glaze"},
    },
)
WHEEL = tool(
    "stop_wheel",
    "Stop the potter's wheel.",
    [],
    {"stop the wheel": {}, "halt the wheel": {}, "bring the wheel to a stop": {}, "the wheel can stop": {}},
)
FAN = tool(
    "set_fan",
    "Set how fast the fan of the pottery runs.",
    [ToolParameter("speed", "int", True, "How fast", minimum=0, maximum=20)],
    {"set the fan to 5": {"speed": 5}, "fan at 8": {"speed": 8}, "run the fan at 12": {"speed": 12}},
)
NOTES = tool(
    "write_note",
    "Write down a note.",
    [ToolParameter("text", "string", True, "What is to be written down")],
    {
        "note that the clay is dry": {"text": "the clay is dry"},
        "write down order more glaze": {"text": "order more glaze"},
        "make a note to call the supplier": {"text": "call the supplier"},
        "note buy sponges": {"text": "buy sponges"},
    },
)
FIRING = tool(
    "plan_firing",
    "Plan a firing at a time, once or again and again.",
    [
        ToolParameter("time", "time", True, "When it begins"),
        ToolParameter("day", "datetime", False, "On which day"),
        ToolParameter("repeat", "string", False, "How often", enum_values=("daily", "weekly", "weekends")),
    ],
    {
        "plan a firing at six": {"time": "06:00"},
        "plan a firing at half past nine tomorrow": {"time": "09:30", "day": "tomorrow"},
        "fire at eight every day": {"time": "08:00", "repeat": "daily"},
        "plan a firing at ten every week": {"time": "10:00", "repeat": "weekly"},
        "plan a firing at seven on friday": {"time": "07:00", "day": "next_friday"},
    },
)
CLAY = tool(
    "order_clay",
    "Order clay.",
    [
        ToolParameter("amount", "string", False, "How much", enum_values=("a bag", "a crate")),
        ToolParameter("additions", "array<string>", False, "What is mixed into it"),
    ],
    {
        "order clay": {},
        "order a bag of clay": {"amount": "a bag"},
        "get me a crate of clay with grog": {"amount": "a crate", "additions": ["grog"]},
        "order clay with sand and iron": {"additions": ["sand", "iron"]},
        "order a crate of clay please": {"amount": "a crate"},
    },
)


@pytest.fixture(scope="module")
def pottery() -> ExampleTranslator:
    return having_learned((KILNS, WHEEL, FAN, NOTES, FIRING, CLAY))


def calls(found: Translation) -> list[tuple[str, dict[str, Any]]]:
    return [(call.name, dict(call.arguments)) for call in found.calls]


@pytest.mark.parametrize(
    "said",
    [
        "stop all kilns. not the raku one",
        "stop all kilns, the raku one stays",
        "stop all kilns but keep the raku one",
        "stop all kilns. i still need the raku one",
        "stop every kiln but the raku one",
        "stop all kilns but leave the wheel",
        "stop the kiln and not the wheel",
        "plan a firing at six on every day but sunday",
    ],
)
def test_what_is_to_be_left_alone_is(pottery: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert calls(pottery.translate(said, context)) == []


def test_the_other_one_is_left_alone(pottery: ExampleTranslator, context: TranslationContext) -> None:
    assert calls(pottery.translate("stop the kiln not the wheel", context)) == [("stop_kiln", {})]


@pytest.mark.parametrize(
    "said",
    [
        "stop the wheel later",
        "stop the wheel soon",
        "stop the raku kiln some other time",
        "stop the wheel in ten minutes",
        "stop the wheel in an hour",
        "stop the wheel in the evening",
        "stop the wheel every night",
        "set the fan to 5 every morning",
        "plan a firing at six on the first of every month",
        "stop it when it's done",
        "order a bag of clay for later",
    ],
)
def test_nothing_is_done_now_that_is_to_be_done_then(
    pottery: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert calls(pottery.translate(said, context)) == []


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("stop all kilns", ("stop_kiln", {"all_kilns": True})),
        ("stop the raku kiln", ("stop_kiln", {"kiln": "raku"})),
        ("stop the wheel right now", ("stop_wheel", {})),
        ("stop the wheel we are late", ("stop_wheel", {})),
        ("note buy clay not the red kind", ("write_note", {"text": "buy clay not the red kind"})),
        ("write down order more glaze later", ("write_note", {"text": "order more glaze later"})),
        ("plan a firing at six in the morning", ("plan_firing", {"time": "06:00"})),
        ("fire at nine every day", ("plan_firing", {"time": "09:00", "repeat": "daily"})),
        ("set the fan to 5", ("set_fan", {"speed": 5})),
    ],
)
def test_what_is_said_whole_is_done(
    pottery: ExampleTranslator, context: TranslationContext, said: str, wanted: tuple[str, dict[str, Any]]
) -> None:
    assert calls(pottery.translate(said, context)) == [wanted]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("order a bag of clay", "no grog"),
        ("stop the wheel", "not the raku kiln"),
        ("order clay", "when it's done stop the wheel"),
    ],
)
def test_a_follow_up_does_nothing_to_what_it_denies(
    pottery: ExampleTranslator, context: TranslationContext, first: str, then: str
) -> None:
    assert calls(talk(pottery, context, first, then)) == []


def test_a_follow_up_adds_what_it_wants(pottery: ExampleTranslator, context: TranslationContext) -> None:
    wanted = {"amount": "a bag", "additions": ["grog"]}
    assert ("order_clay", wanted) in calls(talk(pottery, context, "order a bag of clay", "with grog"))


@pytest.mark.parametrize(
    ("lang", "said", "word"),
    [
        ("de-de", "stell alle lampen ab, die im flur bleibt an", "bleibt"),
        ("de-de", "lösch alle notizen außer der letzten", "außer"),
        ("de-de", "lösch alle notizen aber behalte die letzte", "behalte"),
        ("es-es", "borra todas las notas pero deja la última", "deja"),
        ("es-es", "borra todas las notas menos la última", "menos"),
        ("fr-fr", "efface toutes les notes mais garde la dernière", "garde"),
        ("fr-fr", "efface toutes les notes sauf la dernière", "sauf"),
        ("it-it", "cancella tutte le note ma tieni l'ultima", "tieni"),
        ("nl-nl", "wis alle notities maar bewaar de laatste", "bewaar"),
        ("pt-pt", "apaga todas as notas mas guarda a última", "guarda"),
        ("en-us", "delete all notes but the last one", "but"),
        ("en-us", "delete the note and not the list", "and not"),
    ],
)
def test_what_is_spared_is_named_in_each_language(lang: str, said: str, word: str) -> None:
    assert word in [each.word for each in spared(said, lang)]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-us", "keep the volume down"),
        ("en-us", "the kiln is not needed any longer"),
        ("en-us", "leave me a note and keep me posted"),
        ("en-us", "set it to ten not twelve"),
        ("en-us", "everything is fine but i want the lamp on"),
        ("de-de", "behalte die liste"),
        ("de-de", "stell den wecker nicht auf sieben"),
        ("es-es", "deja la luz encendida"),
        ("fr-fr", "n'oublie pas le pain"),
        ("it-it", "tieni accesa la luce"),
        ("nl-nl", "laat het licht aan"),
        ("pt-pt", "deixa a luz acesa"),
    ],
)
def test_nothing_is_spared_where_only_one_thing_is_said(lang: str, said: str) -> None:
    assert list(spared(said, lang)) == []


@pytest.mark.parametrize(
    ("lang", "said", "when"),
    [
        ("en-us", "water the lawn later", When.LATER),
        ("en-us", "water the lawn in half an hour", When.AHEAD),
        ("en-us", "water the lawn every evening", When.OFTEN),
        ("en-us", "water the lawn every friday", When.OFTEN),
        ("en-us", "water the lawn in the morning", When.PART),
        ("de-de", "gieß den rasen später", When.LATER),
        ("de-de", "gieß den rasen in zehn minuten", When.AHEAD),
        ("de-de", "gieß den rasen jeden abend", When.OFTEN),
        ("es-es", "riega el césped más tarde", When.LATER),
        ("es-es", "riega el césped dentro de diez minutos", When.AHEAD),
        ("es-es", "riega el césped por la mañana", When.PART),
        ("fr-fr", "arrose la pelouse plus tard", When.LATER),
        ("fr-fr", "arrose la pelouse dans dix minutes", When.AHEAD),
        ("it-it", "innaffia il prato più tardi", When.LATER),
        ("it-it", "innaffia il prato tra dieci minuti", When.AHEAD),
        ("nl-nl", "sproei het gazon straks", When.LATER),
        ("nl-nl", "sproei het gazon over tien minuten", When.AHEAD),
        ("pt-pt", "rega a relva mais tarde", When.LATER),
        ("pt-pt", "rega a relva todas as noites", When.OFTEN),
    ],
)
def test_when_is_known_in_each_language(lang: str, said: str, when: When) -> None:
    assert when in [each.when for each in moments(hear(said, lang, EPOCH))]


@pytest.mark.parametrize(
    "said", ["make it ten minutes later", "a bit later", "send the weekly report", "water the lawn as soon as possible"]
)
def test_no_moment_is_heard(said: str) -> None:
    assert list(moments(hear(said, "en-us", EPOCH))) == []
