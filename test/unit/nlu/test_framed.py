"""Names that no tagger has seen, where a tool's examples have one."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import tool

from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import align
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.framed import Frames
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

PUMPS = {
    "en": ("stop the {} pump", "turn the {} pump off", "no more worrying about the {}", "run it for {}"),
    "de": ("stell die {} pumpe ab", "halte die {} pumpe an", "nie mehr sorgen um den {}", "lass sie laufen für {}"),
}
LENGTHS: dict[str, dict[str, dict[str, Any]]] = {
    "en": {
        "stop it for five minutes and let the garden rest": {"minutes": 5},
        "no pumping for twenty minutes": {"minutes": 20},
        "a rest for an hour": {"minutes": 60},
    }
}
NAMES = {"en": ("garden", "cellar", "pond", "roof"), "de": ("garten", "keller", "teich", "dach")}


def filled(said: str, lang: str, given: dict[str, Any] | None = None) -> dict[str, Any]:
    pump = tool(
        "stop_pump",
        "Stop a pump.",
        [ToolParameter("pump", "string", False, "Which one"), ToolParameter("minutes", "int", False, "For how long")],
        {form.format(name): {"pump": name} for form in PUMPS[lang] for name in NAMES[lang]} | LENGTHS.get(lang, {}),
    )
    found = align(pump, lang)
    arguments = Filled(dict(given or {}))
    Frames(pump, found.examples, found.profiles, language(lang)).place(hear(said, lang, EPOCH, strip=False), arguments)
    return arguments.arguments


@pytest.mark.parametrize(
    ("said", "lang", "wanted"),
    [
        ("stop my zumba pump", "en", {"pump": "zumba"}),
        ("do stop our pilates pump now", "en", {"pump": "pilates"}),
        ("no more worrying about zoltan any longer", "en", {"pump": "zoltan"}),
        # "For" has names or lengths behind it; a town's name may be any other thing's, an example's word a part of one.
        ("run it for zoltan", "en", {"pump": "zoltan"}),
        ("stop it five minutes for zoltan", "en", {"pump": "zoltan"}),
        ("run it for reading", "en", {"pump": "reading"}),
        ("run it for mum", "en", {"pump": "mum"}),
        ("run it for good", "en", {}),
        ("run it for ten minutes", "en", {}),
        ("stop my garden pump", "en", {"pump": "garden"}),
        ("stop my resting pump", "en", {}),
        ("stell meine zumba pumpe ab", "de", {"pump": "zumba"}),
        ("nie mehr sorgen um zoltan", "de", {"pump": "zoltan"}),
        # Neither what only says how it is, nor what stands where no example has a name, nor one of two.
        ("stop the stupid pump", "en", {}),
        ("stop the pump zoltan", "en", {}),
        ("stop the pump with zoltan", "en", {}),
        ("stop the zumba pump and the pilates pump", "en", {}),
        ("stop the second pump", "en", {}),
        ("stop the pump", "en", {}),
    ],
)
def test_a_name_is_taken_where_examples_have_one(said: str, lang: str, wanted: dict[str, Any]) -> None:
    assert filled(said, lang) == wanted


def test_what_is_named_already_is_named_once() -> None:
    assert filled("stop the zumba pump", "en", {"pump": "pond"}) == {"pump": "pond"}
