"""A text begins behind the word that its argument is called by, and may be a letter where examples have letters."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
_SHELF = tool(
    "store_box",
    "Store a box of the archive on a shelf.",
    [
        ToolParameter("owner", required=True, description="Whose box it is"),
        ToolParameter("aisle", required=True, description="Letter of the aisle"),
        ToolParameter("boxes", "int", description="How many boxes"),
    ],
    {
        "store two boxes of mertens in aisle c": {"owner": "mertens", "aisle": "c", "boxes": 2},
        "aisle f gets a box of the choir": {"owner": "choir", "aisle": "f"},
        "put three boxes for lindqvist into aisle b": {"owner": "lindqvist", "aisle": "b", "boxes": 3},
        "a box of the rowing club goes to aisle h": {"owner": "rowing club", "aisle": "h"},
        "store the box of okafor in d": {"owner": "okafor", "aisle": "d"},
        "in aisle k store four boxes of the brass band": {"owner": "brass band", "aisle": "k", "boxes": 4},
        "one box of petrov aisle g": {"owner": "petrov", "aisle": "g", "boxes": 1},
        "find room for the box of the scouts in aisle m": {"owner": "scouts", "aisle": "m"},
        "two boxes of haas please aisle e": {"owner": "haas", "aisle": "e", "boxes": 2},
        "store a box of nakamura in aisle l": {"owner": "nakamura", "aisle": "l"},
    },
)


@pytest.fixture(scope="module")
def archive() -> ExampleTranslator:
    return having_learned([_SHELF])


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("store two boxes of sorensen in aisle n", {"owner": "sorensen", "aisle": "n", "boxes": 2}),
        ("aisle j gets a box of the bakery", {"owner": "bakery", "aisle": "j"}),
        ("store the box of owner brandt in aisle p", {"owner": "brandt", "aisle": "p"}),
        ("put the box of yilmaz away and make it aisle q", {"owner": "yilmaz", "aisle": "q"}),
    ],
)
def test_begins_behind_its_name(archive: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    (call,) = archive.translate(said, CONTEXT).calls

    assert {key: call.arguments.get(key) for key in wanted} == wanted
