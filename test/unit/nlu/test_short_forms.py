"""Values that authors write as short forms: sizes, directions, languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.spelt_out import spelt_out
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
_SHIRT = tool(
    "print_shirt",
    "Print a shirt of the team with a name on it.",
    [
        ToolParameter("name", required=True, description="Whose name"),
        ToolParameter("size", required=True, enum_values=("S", "M", "L", "XL"), description="Size of the shirt"),
        ToolParameter("motto", enum_values=("de", "en", "fr"), description="Language of the motto on the back"),
    ],
    {
        "print a small shirt for robin": {"name": "robin", "size": "S"},
        "a large shirt with the name ada please": {"name": "ada", "size": "L"},
        "small shirt for kim with a french motto": {"name": "kim", "size": "S", "motto": "fr"},
        "print niko on a large shirt": {"name": "niko", "size": "L"},
        "a shirt for tove size small": {"name": "tove", "size": "S"},
        "large shirt for emil motto in english": {"name": "emil", "size": "L", "motto": "en"},
    },
)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("print a medium shirt for joan", {"name": "joan", "size": "M"}),
        ("an extra large shirt with the name ravi please", {"name": "ravi", "size": "XL"}),
        ("small shirt for lou with a german motto", {"name": "lou", "size": "S", "motto": "de"}),
    ],
)
def test_what_no_example_says(said: str, wanted: dict[str, str]) -> None:
    (call,) = having_learned([_SHIRT]).translate(said, CONTEXT).calls

    assert dict(call.arguments) == wanted


def test_without_examples() -> None:
    (call,) = having_learned([replace(_SHIRT, examples=())]).translate("print a medium shirt for joan", CONTEXT).calls

    assert call.arguments["size"] == "M"


@pytest.mark.parametrize(
    ("values", "lang", "known"),
    [
        (("xs", "s", "m"), "en", {"xs", "s", "m"}),
        (("m", "km"), "en", set()),
        (("m", "f"), "en", set()),
        (("h", "m", "s"), "en", set()),
        (("N", "S"), "de", {"N", "S"}),
        (("de", "it", "auto"), "es", {"de", "it"}),
        (("it", "is", "no"), "en", set()),
    ],
)
def test_short_forms_of_one_kind(values: tuple[str, ...], lang: str, known: set[str]) -> None:
    assert spelt_out(values, language(lang)).keys() == known
