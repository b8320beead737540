"""Examples by language: a session is understood by those in its own, which are learned when it is first spoken."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Annotated, Any

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis import CommandToolBox, FunctionToolBox
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.learning.cache import fingerprint
from ovos_phal_plugin_jarvis.sdk import CommandExample, Param, Tool, tool
from ovos_phal_plugin_jarvis.tools.bounds import in_language
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)

WATER_DE = {
    "gieß den garten": {},
    "bewässere den garten zehn minuten lang": {"minutes": 10},
    "lass den rasensprenger zwanzig minuten laufen": {"minutes": 20},
    "der garten braucht eine viertelstunde wasser": {"minutes": 15},
    "gieß bitte fünf minuten": {"minutes": 5},
    "rasensprenger an": {},
    "wässere die beete eine halbe stunde": {"minutes": 30},
    "kannst du den garten sprengen": {},
}
COVER_DE = {
    "mach die markise zu": {"open": False},
    "fahr die markise ein": {"open": False},
    "fahr die markise aus": {"open": True},
    "markise auf": {"open": True},
    "mach die markise bitte auf": {"open": True},
    "markise einfahren": {"open": False},
    "öffne die markise": {"open": True},
    "schließ die markise": {"open": False},
}


class Garden(FunctionToolBox):
    """An author's own package, with German beside what it has always had."""

    toolbox_id = "garden"

    @tool(
        examples={
            "water the garden": {},
            "water the garden for ten minutes": {"minutes": 10},
            "let the sprinkler run for twenty minutes": {"minutes": 20},
            "the beds need a quarter of an hour of water": {"minutes": 15},
            "turn the sprinkler on": {},
        },
        examples_by_language={"de-de": WATER_DE},
    )
    def water_garden(self, minutes: Annotated[int, Param("For how many minutes", ge=1, le=60)] = 10) -> str:
        """Water the garden."""
        return f"{minutes}"

    @tool(
        examples=[
            CommandExample("open the awning", {"open": True}),
            CommandExample("close the awning", {"open": False}),
            CommandExample("roll the awning in", {"open": False}),
            CommandExample("awning out please", {"open": True}),
            *(CommandExample(said, given, lang="de-de") for said, given in COVER_DE.items()),
        ]
    )
    def move_awning(self, open: Annotated[bool, "Whether to open it"]) -> str:
        """Open or close the awning."""
        return f"{open}"

    @tool(examples={"count the frogs": {}, "how many frogs are there": {}})
    def count_frogs(self) -> str:
        """Count the frogs in the pond."""
        return "3"


def definitions(*toolboxes: Any) -> list[ToolDefinition]:
    return [loaded.definition for box in toolboxes for loaded in load_toolbox("box", box).tools]


GARDEN = definitions(Garden())


def context(lang: str) -> TranslationContext:
    return TranslationContext(NOW, lang)


def calls(found: Translation) -> list[tuple[str, dict[str, Any]]]:
    return [(call.name, dict(call.arguments)) for call in found.calls]


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    return having_learned(GARDEN)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("bewässere den garten zwölf minuten lang", [("water_garden", {"minutes": 12})]),
        ("lass den rasensprenger eine halbe stunde laufen", [("water_garden", {"minutes": 30})]),
        ("fahr bitte die markise aus", [("move_awning", {"open": True})]),
        ("kannst du die markise einfahren", [("move_awning", {"open": False})]),
        ("die markise war früher grün", []),
        ("wer hat den rasensprenger erfunden", []),
    ],
)
@pytest.mark.parametrize("lang", ["de-de", "de-at", "de"])
def test_a_package_with_german_examples_is_spoken_german_to(
    translator: ExampleTranslator, lang: str, said: str, wanted: list[tuple[str, dict[str, Any]]]
) -> None:
    assert calls(translator.translate(said, context(lang))) == wanted


def test_english_is_what_it_was(translator: ExampleTranslator) -> None:
    before = tuple(replace(definition, examples_by_language={}) for definition in GARDEN)
    assert [repr(d) for d in in_language(GARDEN, "en-us")] == [repr(d) for d in before]
    learned = fingerprint("all", in_language(GARDEN, "en-us"), "en-us")
    assert learned == fingerprint("all", before, "en-us")
    alone = having_learned(before)
    for said in ("water the garden for seven minutes", "roll the awning in please", "how many frogs are there"):
        assert translator.translate(said, context("en-us")) == alone.translate(said, context("en-us"))


def test_only_what_is_spoken_is_learned(tmp_path: Path) -> None:
    translator = ExampleTranslator(GARDEN, cache_dir=tmp_path)
    translator.translate("water the garden", context("en-us"))
    english = set(tmp_path.rglob("*.safetensors"))
    assert english and not translator._others
    translator.translate("gieß den garten", context("de-de"))
    assert english < set(tmp_path.rglob("*.safetensors")) and len(translator._others) == 1
    translator.translate("gieß den garten", context("de-at"))
    translator.translate("vattna trädgården", context("sv-se"))  # nobody knows what its words are: as in English
    assert len(translator._others) == 1
    translator.translate("arrosez le jardin", context("fr-fr"))  # no tool has French: by what its words are in English
    assert len(translator._others) == 2


def test_another_language_is_learned_behind_its_first_request() -> None:
    begun = []
    translator = ExampleTranslator(GARDEN, waits=False, begin=begun.append)
    translator.train()
    assert not begun
    said = "lass den rasensprenger im garten acht minuten laufen"
    assert translator.translate(said, context("de-de")).unsure and len(begun) == 1
    assert translator.translate("rasensprenger an", context("de-de")).calls and len(begun) == 1
    told: list[str] = []
    translator.when_learned(lambda: told.append("german"), "de-de")
    translator.when_learned(lambda: told.append("english"), "en-us")
    assert told == ["english"]
    begun[0]()
    found = translator.translate(said, context("de-de"))
    assert calls(found) == [("water_garden", {"minutes": 8})] and not found.unsure and told == ["english", "german"]


def test_what_was_learned_before_a_reload_answers_until_it_is_learned_anew() -> None:
    first = having_learned(GARDEN)
    first.translate("rasensprenger an", context("de-de"))
    second = ExampleTranslator(GARDEN, waits=False, before=first, begin=lambda learn: None)
    found = second.translate("lass den rasensprenger im garten acht minuten laufen", context("de-de"))
    assert calls(found) == [("water_garden", {"minutes": 8})]


def test_a_device_that_speaks_german_is_also_spoken_english_to() -> None:
    translator = having_learned(GARDEN, lang="de-de")
    assert calls(translator.translate("bitte fahr die markise ein", context("de-de")))
    assert calls(translator.translate("please roll the awning in", context("en-us"))) == [
        ("move_awning", {"open": False})
    ]


def test_few_languages_are_kept_in_memory() -> None:
    sample = {f"{tag}-{tag}": {f"{tag} mow": {}} for tag in ("de", "es", "fr", "it", "nl")}
    found = [replace(GARDEN[0], examples_by_language=definitions_of(sample))]
    translator = ExampleTranslator(found)
    for tag in sample:
        translator.translate("hello", context(tag))
    assert len(translator._others) == 3


def definitions_of(sample: dict[str, Any]) -> Any:
    class Mow(Tool):
        """Mow the lawn."""

        examples_by_language = sample

        def __call__(self) -> str:
            return ""

    return definitions(CommandToolBox("mow", [Mow()]))[0].examples_by_language


class Filed(Tool):
    """Rake the leaves."""

    examples = {"rake the leaves": {}, "rake the leaves by the fence": {"place": "the fence"}}

    def __call__(self, place: Annotated[str | None, "Where"] = None) -> str:
        return ""


def filed(folder: Path) -> ToolDefinition:
    rake = type("RakeLeaves", (Filed,), {"examples_by_language": folder, "command_name": "rake_leaves"})
    return definitions(CommandToolBox("rake", [rake()]))[0]


def test_a_folder_holds_a_file_for_each_language_that_is_read_when_it_is_spoken(tmp_path: Path) -> None:
    (tmp_path / "de-de.yaml").write_text("rake_leaves:\n  harke das laub: {}\n  harke am zaun: {place: zaun}\n")
    (tmp_path / "fr-fr.yaml").write_text("rake_leaves: [nothing of the kind")
    (tmp_path / "it-it.yaml").write_text("another_tool:\n  rastrella: {}\n")
    definition = filed(tmp_path)
    assert [e.utterance for e in definition.in_language("de-ch").examples] == ["harke das laub", "harke am zaun"]
    assert definition.in_language("en-us").examples == definition.examples
    french = definition.in_language("fr-fr")
    assert french.examples == definition.examples and "fr-fr.yaml" in french.unread[-1]
    assert definition.in_language("it-it").examples == definition.examples
    assert definition == filed(tmp_path)
    (tmp_path / "de-de.yaml").write_text("rake_leaves:\n  reche das laub: {}\n  und noch eins: {}\n  und: {}\n")
    assert definition != filed(tmp_path)


def test_the_bus_tells_of_them(tmp_path: Path) -> None:
    (tmp_path / "de-de.yaml").write_text("rake_leaves:\n  harke am zaun: {place: zaun}\n")
    told = filed(tmp_path).details()
    assert told["examples"][0] == {"utterance": "rake the leaves", "arguments": {}}
    assert told["examples_by_language"] == {"de-de": [{"utterance": "harke am zaun", "arguments": {"place": "zaun"}}]}
    json.dumps(told)


@pytest.mark.parametrize("given", [["de-de"], {"": {"harke": {}}}, {"de-de": {"harke": "nothing"}}, {"de-de": "harke"}])
def test_what_is_no_examples_is_told_to_its_author(given: Any) -> None:
    class Rake(Filed):
        """Rake."""

        examples_by_language = given

    box = CommandToolBox("rake", [Rake()])
    assert not box.discover_tools() and "UnreadableExamples" in str(box.failed)


def shown(name: str, description: str, parameter: ToolParameter | None, **examples: dict[str, Any]) -> ToolDefinition:
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    given = {f"{lang}-{lang}": tuple(ToolExample(s, a) for s, a in rows.items()) for lang, rows in examples.items()}
    parameters = (parameter,) if parameter else ()
    return ToolDefinition(name, description, "house", schema, schema, parameters, examples_by_language=given)


HOUSE = [
    shown(
        "tell_forecast",
        "Tell the weather forecast.",
        ToolParameter("place", "string", False, "Where"),
        it={
            "che tempo fa": {},
            "com'è il tempo": {},
            "che tempo fa a roma": {"place": "roma"},
            "che tempo fa a vienna": {"place": "vienna"},
            "com'è il tempo a parigi": {"place": "parigi"},
            "previsioni per domani": {},
            "dimmi il tempo a lisbona": {"place": "lisbona"},
            "piove": {},
        },
    ),
    shown(
        "light_stove",
        "Light the stove.",
        None,
        it={
            f"{said} la stufa": {}
            for said in ("accendi", "avvia", "fai partire", "accendi per favore", "metti in moto")
        },
        nl={f"{said} de kachel": {} for said in ("steek", "start", "ontsteek", "doe iets met", "begin met")},
    ),
    shown(
        "ring_bell",
        "Ring the bell at a time.",
        ToolParameter("time", "time", True, "When"),
        nl={
            "zet de bel op zeven uur": {"time": "07:00"},
            "laat de bel om half acht luiden": {"time": "07:30"},
            "bel van negen uur": {"time": "09:00"},
            "luid om kwart voor tien": {"time": "09:45"},
            "de bel moet om elf uur gaan": {"time": "11:00"},
        },
    ),
]


@pytest.mark.parametrize(
    ("lang", "said", "wanted"),
    [
        ("it-it", "che tempo fa a madrid", [("tell_forecast", {"place": "madrid"})]),
        ("it-it", "accendi la stufa", [("light_stove", {})]),
        ("it-it", "mia nonna accendeva la stufa", []),  # how it was
        ("nl-nl", "start de kachel", [("light_stove", {})]),
        ("nl-nl", "start de kachel niet", []),  # the negation stands behind
        ("nl-nl", "zet de bel op acht uur", [("ring_bell", {"time": "08:00"})]),  # no length of eight hours
    ],
)
def test_what_few_examples_of_a_language_have_to_tell(
    lang: str, said: str, wanted: list[tuple[str, dict[str, Any]]]
) -> None:
    assert calls(having_learned(HOUSE).translate(said, context(lang))) == wanted
