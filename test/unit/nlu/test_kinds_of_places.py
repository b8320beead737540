"""Countries, parts of them and towns are told apart where a tool's examples do, by names that no example has; and what
words are like is known of words that no example has."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.entities.places import kinds_of_places
from ovos_phal_plugin_jarvis.nlu.knowledge import WordClasses, english_word_classes
from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.place_kinds import PlaceKinds
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

_NOW = datetime(2026, 11, 27, 10, 0, tzinfo=timezone.utc)
_TOWNS = ("bergen", "hobart", "quito", "galway", "tromso", "naples", "dakar", "malmo", "perth", "leeds")
_LANDS = ("Kenya", "Norway", "Peru", "Ireland", "Fiji", "Malta", "Ghana", "Chile", "Nepal", "Cuba")
_PARTS = ("Texas", "Ohio", "Maine", "Utah", "Iowa", "Idaho", "Oregon", "Nevada", "Kansas", "Alabama")


def _pollen() -> ToolDefinition:
    said: dict[str, dict[str, Any]] = {}
    for town, land, part in zip(_TOWNS, _LANDS, _PARTS, strict=True):
        said[f"how is the pollen in {town}"] = {"town": town}
        said[f"pollen for {land.lower()} please"] = {"country": land.lower()}
        said[f"is there much pollen in {part.lower()}"] = {"state": part.lower()}
        said[f"pollen in {town} {land.lower()}"] = {"town": town, "country": land.lower()}
        said[f"what pollen is about in {land.lower()}"] = {"country": land.lower()}
        said[f"tell me the pollen in {part.lower()}"] = {"state": part.lower()}
        said[f"pollen around {town}"] = {"town": town}
    parameters = [ToolParameter("town"), ToolParameter("state"), ToolParameter("country")]
    return tool("get_pollen", "Tell how much pollen is in the air.", parameters, said)


def _ferry() -> ToolDefinition:
    said = {
        f"{lead} {town}": {"port": town}
        for town in _TOWNS
        for lead in (
            "is the ferry running to",
            "when is the boat to",
            "how late is the ferry at",
            "any boats out of",
            "the ferry for",
            "are there boats near",
            "ferry to",
        )
    }
    return tool("get_ferry", "Tell how late the ferry is.", [ToolParameter("port", required=True)], said)


def _call(definition: ToolDefinition, said: str) -> dict[str, Any]:
    found = having_learned([definition]).translate(said, TranslationContext(_NOW))
    assert len(found.calls) == 1, said
    return dict(found.calls[0].arguments)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("how is the pollen in latvia", {"country": "latvia"}),
        ("what pollen is about in nebraska", {"state": "nebraska"}),
        ("is there much pollen in zambia", {"country": "zambia"}),
        ("tell me the pollen in new hampshire", {"state": "new hampshire"}),
        ("is there much pollen in aarhus", {"town": "aarhus"}),
        ("pollen in ghent belgium", {"town": "ghent", "country": "belgium"}),
    ],
)
def test_a_name_of_a_place_is_of_its_kind(said: str, wanted: dict[str, str]) -> None:
    assert _call(_pollen(), said) == wanted


@pytest.mark.parametrize("port", ["san francisco", "port of spain", "le havre"])
def test_the_only_text_that_is_a_place_is_the_whole_place(port: str) -> None:
    assert _call(_ferry(), f"when do i have a boat that goes to {port}") == {"port": port}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("cork ireland", {(0, 1, "town"), (1, 2, "country")}),
        ("in new south wales", {(1, 4, "part")}),
        ("georgia", {(0, 1, "country"), (0, 1, "part")}),
        ("the glum walrus", set()),
        ("", set()),
    ],
)
def test_the_kinds_of_places_that_words_name(said: str, wanted: set[tuple[int, int, str]]) -> None:
    assert wanted <= set(kinds_of_places(said.split(), "en-us"))
    assert bool(wanted) == bool(kinds_of_places(said.split(), "en-us"))


def test_other_languages_know_their_names_of_countries() -> None:
    assert (1, 2, "country") in kinds_of_places(["in", "norwegen"], "de-de")
    assert (1, 2, "country") in kinds_of_places(["en", "noruega"], "es-es")


def test_words_that_stand_near_the_same_words_are_of_one_class() -> None:
    classes = english_word_classes()
    assert classes is not None
    assert classes.of("tuesday") == classes.of("thursday") != classes.of("spoon")
    assert classes.of("blorptangle") is None
    assert classes.of("") is None


def test_classes_that_are_none_are_refused_by_name(tmp_path: Path) -> None:
    broken = tmp_path / "classes.npz"
    with pytest.raises(KnowledgeError, match=r"classes\.npz"):
        WordClasses(broken)
    broken.write_bytes(b"no zip")
    with pytest.raises(KnowledgeError, match=r"classes\.npz"):
        WordClasses(broken)
    words = {"words": np.frombuffer(b"ab", np.uint8), "word_starts": np.array([0, 1, 2], np.int32)}
    coarse = np.zeros(3, np.uint8)
    for fine in ([0], [0, 7], [0, 1, 2]):
        np.savez(broken, format=np.array([1]), fine=np.array(fine, np.uint16), coarse=coarse, **words)
        with pytest.raises(KnowledgeError, match="not a class for each word"):
            WordClasses(broken)
    np.savez(broken, format=np.array([9]), fine=np.zeros(2, np.uint16), coarse=coarse, **words)
    with pytest.raises(KnowledgeError, match="format 9"):
        WordClasses(broken)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("trips from mexico", {"from_city": "mexico"}),
        ("trips from georgia to spain", {"from_city": "georgia", "to_country": "spain"}),
    ],
)
def test_places_of_two_roles_are_no_town_and_its_land(said: str, wanted: dict[str, str]) -> None:
    trips = tool(
        "find_trip",
        "Find a trip from a city to a country.",
        [ToolParameter("from_city"), ToolParameter("to_country")],
        {
            "find trips from rome to kenya": {"from_city": "rome", "to_country": "kenya"},
            "trips from oslo": {"from_city": "oslo"},
            "a trip to peru": {"to_country": "peru"},
            "which trips go from lima to chile": {"from_city": "lima", "to_country": "chile"},
        },
    )
    assert _call(trips, said) == wanted


@pytest.mark.parametrize(
    ("said", "start", "end", "left"),
    [
        ("lunch at ruby tuesday on friday", 2, 4, "ruby tuesday"),
        ("lunch in berlin on friday", 2, 5, "berlin"),
        ("lunch in berlin tomorrow at noon", 2, 6, "berlin"),
        ("lunch in berlin", 2, 3, "berlin"),
    ],
)
def test_a_place_ends_before_the_only_day(said: str, start: int, end: int, left: str) -> None:
    heard, filled = hear(said, "en-us", _NOW), Filled()
    filled.move("location", start, end, heard)
    definition = tool("add_lunch", "Write down where lunch is.", [ToolParameter("location")], {})
    PlaceKinds(definition, language("en-us")).mend(heard, filled)
    assert filled.arguments == {"location": left}
