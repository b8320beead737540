"""Words that leave open which value is meant, or name what is not wanted: no part of them is taken for all."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts.exclusions import excluded_within, leaves_out
from ovos_phal_plugin_jarvis.nlu.acts.hearsay import passes_on
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

KILN = tool(
    "fire_kiln",
    "Fire the kiln for a time, with a name for what is in it.",
    [
        ToolParameter("duration_seconds", "int", True, "How long, in seconds"),
        ToolParameter("label", "string", False, "What is in it"),
    ],
    {
        "fire the kiln for ten minutes": {"duration_seconds": 600},
        "fire the kiln for an hour and a half": {"duration_seconds": 5400},
        "fire the vase kiln for two hours": {"duration_seconds": 7200, "label": "vase"},
        "fire the tile kiln for forty minutes": {"duration_seconds": 2400, "label": "tile"},
        "fire the bowl kiln for three hours": {"duration_seconds": 10800, "label": "bowl"},
        "heat the kiln for half an hour": {"duration_seconds": 1800},
        "thirty minutes of kiln for the mugs": {"duration_seconds": 1800, "label": "mugs"},
        "kiln for twenty minutes": {"duration_seconds": 1200},
        "heat the plate kiln for an hour": {"duration_seconds": 3600, "label": "plate"},
        "fire the kiln five minutes": {"duration_seconds": 300},
    },
)
CRATE = tool(
    "pack_crate",
    "Pack things into the crate.",
    [ToolParameter("things", "array<string>", True, "Which things")],
    {
        "pack the cups into the crate": {"things": ["cups"]},
        "pack plates and bowls into the crate": {"things": ["plates", "bowls"]},
        "put a vase into the crate": {"things": ["vase"]},
        "put two jugs and a lid into the crate": {"things": ["two jugs", "lid"]},
        "the crate gets some tiles": {"things": ["tiles"]},
        "add glaze to the crate": {"things": ["glaze"]},
        "add brushes sponges and wax to the crate": {"things": ["brushes", "sponges", "wax"]},
        "into the crate with the teapot": {"things": ["teapot"]},
        "crate three saucers": {"things": ["three saucers"]},
        "pack everything blue into the crate": {"things": ["everything blue"]},
    },
)


@pytest.fixture(scope="module")
def pottery() -> ExampleTranslator:
    return having_learned((KILN, CRATE))


@pytest.mark.parametrize(
    "said",
    [
        "fire the kiln for five or six minutes",
        "fire the kiln for ten to fifteen minutes",
        "fire the kiln for twenty minutes or thirty minutes",
        "fire the kiln for 40-50 minutes",
        "fire the kiln for 40/50 minutes",
        "fire the kiln for 2x40 minutes",
        "fire the kiln for 4² minutes",
        "fire the kiln two hours before sunrise",
        "fire the kiln until nine",
        "fire the kiln ten fifteen minutes",
        "twenty thirty minutes of kiln",
        "my uncle fired the kiln for ten minutes",
        "tell my uncle to fire the kiln for ten minutes",
        "put everything except the vase into the crate",
        "they packed cups into the crate",
    ],
)
def test_no_part_is_taken_for_what_was_said(pottery: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert not pottery.translate(said, context).calls


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("fire the kiln for six minutes", {"duration_seconds": 360}),
        ("fire the 7-b kiln for 50 minutes", {"duration_seconds": 3000, "label": "7-b"}),
        ("pack cups instead of plates into the crate", {"things": ["cups"]}),
        ("pack cups and plates into the crate", {"things": ["cups", "plates"]}),
    ],
)
def test_what_is_settled_is_done(
    pottery: ExampleTranslator, context: TranslationContext, said: str, wanted: dict[str, Any]
) -> None:
    assert [dict(call.arguments) for call in pottery.translate(said, context).calls] == [wanted]


@pytest.mark.parametrize("thing", ["cups", "mugs", "egg cups"])
def test_what_is_not_to_be_packed_is_not(pottery: ExampleTranslator, context: TranslationContext, thing: str) -> None:
    found = pottery.translate(f"pack {thing} not plates into the crate", context)
    assert [dict(call.arguments) for call in found.calls] in ([], [{"things": [thing]}])
    assert found.calls or found.say


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "cups not plates"),
        ("en", "all but the cups"),
        ("de", "tassen aber keine teller"),
        ("de", "alles außer tassen"),
        ("es", "tazas en vez de platos"),
        ("fr", "des tasses mais pas d'assiettes"),
        ("it", "tutto tranne le tazze"),
        ("nl", "kopjes in plaats van borden"),
        ("pt", "chávenas mas não pratos"),
    ],
)
def test_a_name_with_what_is_not_meant(code: str, said: str) -> None:
    assert excluded_within(said, language(code))


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "soap without scent"), ("en", "not your average tea"), ("de", "tee ohne zucker"), ("es", "té sin azúcar")],
)
def test_what_a_thing_goes_without_describes_it(code: str, said: str) -> None:
    assert not excluded_within(said, language(code))


@pytest.mark.parametrize(
    ("code", "said", "left_out"),
    [
        ("en", "but not on sunday", True),
        ("en", "and not the eggs", True),
        ("en", "no seven", False),
        ("de", "aber nicht am sonntag", True),
        ("de", "nein um sieben", False),
        ("fr", "mais pas le dimanche", True),
        ("it", "no alle sette", False),
        ("pt", "mas não ao domingo", True),
    ],
)
def test_a_follow_up_that_leaves_out(code: str, said: str, left_out: bool) -> None:
    assert leaves_out(said, code) is left_out


def test_what_somebody_else_is_to_do_is_taken_only_as_a_whole() -> None:
    relay = passes_on("tell my uncle to fire the kiln", "en")
    assert relay is not None
    assert not relay.is_taken(["uncle"], "en")
    assert relay.is_taken(["my uncle", "fire the kiln"], "en")
    assert relay.is_taken([["my uncle"], "fire the kiln", {"loud": True}, None], "en")
