"""Ways to say something of the last request, with tools of nobody here."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool
from hypothesis import given
from hypothesis import strategies as st

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, State
from ovos_phal_plugin_jarvis.nlu.lang import language, languages
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.recast import Recasts
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
TIDE = replace(
    tool(
        "tell_tide",
        "Tell when the tide is high or low at a harbour.",
        [
            ToolParameter("harbour", "string", False, "Which harbour; left out for the user's own"),
            ToolParameter("side", "string", True, "Which tide", enum_values=("high", "low")),
        ],
        {
            "when is high tide in bergen": {"harbour": "bergen", "side": "high"},
            "when is low tide in porto": {"harbour": "porto", "side": "low"},
            "when is the tide high": {"side": "high"},
            "tell me when low tide is in dublin": {"harbour": "dublin", "side": "low"},
            "high tide in lisbon please": {"harbour": "lisbon", "side": "high"},
            "what time is low water in genoa": {"harbour": "genoa", "side": "low"},
            "when is low tide": {"side": "low"},
            "what time is the tide high in oslo": {"harbour": "oslo", "side": "high"},
        },
    ),
    annotations={"readOnlyHint": True},
)
MOOR = tool(
    "moor_boat",
    "Give a boat a berth in the harbour.",
    [
        ToolParameter("boat", "string", True, "Which boat"),
        ToolParameter("berth", "int", False, "The number of the berth"),
        ToolParameter("kind", "string", False, "For how long", enum_values=("overnight", "seasonal")),
    ],
    {
        "moor the gull at berth five": {"boat": "gull", "berth": 5},
        "give the heron berth two": {"boat": "heron", "berth": 2},
        "moor the tern overnight": {"boat": "tern", "kind": "overnight"},
        "the puffin gets berth nine": {"boat": "puffin", "berth": 9},
        "put the curlew on berth twelve overnight": {"boat": "curlew", "berth": 12, "kind": "overnight"},
        "a seasonal berth for the plover": {"boat": "plover", "kind": "seasonal"},
        "moor the swift at berth four please": {"boat": "swift", "berth": 4},
        "find the dunlin a berth": {"boat": "dunlin"},
    },
)


@pytest.fixture(scope="module")
def harbour() -> ExampleTranslator:
    return having_learned([TIDE, MOOR], lang="en")


def then(harbour: ExampleTranslator, before: str, said: str) -> list[tuple[str, dict[str, Any]]]:
    """What *said* asks for behind *before*, but for what it takes back."""
    (first,) = harbour.translate(before, TranslationContext(NOW)).calls
    last = replace(first, said=before)
    calls = harbour.translate(said, TranslationContext(NOW, last_call=last, last_result={}, done=(last,))).calls
    return [(call.name, dict(call.arguments)) for call in calls if not call.takes_back]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("and here", {"side": "high"}),
        ("what about over here", {"side": "high"}),
        ("same question for oslo", {"harbour": "oslo", "side": "high"}),
    ],
)
def test_a_stranger_s_tool_is_asked_once_more(harbour: ExampleTranslator, said: str, wanted: dict[str, Any]) -> None:
    assert then(harbour, "when is high tide in bergen", said) == [("tell_tide", wanted)]


@pytest.mark.parametrize(
    ("before", "said", "wanted"),
    [
        ("find the dunlin a berth", "that's a seasonal", {"boat": "dunlin", "kind": "seasonal"}),
        ("moor the gull at berth five", "six not five", {"boat": "gull", "berth": 6}),
    ],
)
def test_what_was_done_is_changed(harbour: ExampleTranslator, before: str, said: str, wanted: dict[str, Any]) -> None:
    assert then(harbour, before, said) == [("moor_boat", wanted)]


@pytest.mark.parametrize(
    "said",
    [
        "that's a shame",
        "that's a big one",
        "here we go",
        "the gull not the heron is mine",
        "and the crew is ashore",
        "that'll be the fog",
        "everything is wet",
        "forget it she says",
    ],
)
def test_a_remark_changes_nothing(harbour: ExampleTranslator, said: str) -> None:
    assert then(harbour, "moor the gull at berth five", said) == []
    assert then(harbour, "when is high tide in bergen", said) == []


def test_nothing_that_was_said_is_lost_by_it(harbour: ExampleTranslator) -> None:
    calls = then(harbour, "moor the gull at berth five", "that's a seasonal")
    assert all(arguments.get("berth") == 5 for _, arguments in calls)


def test_it_asks_before_it_changes_anything(harbour: ExampleTranslator) -> None:
    last = ToolCall("moor_boat", {"boat": "dunlin"}, "box", said="find the dunlin a berth")
    found = harbour.translate("that's a seasonal", TranslationContext(NOW, last_call=last, done=(last,)))
    assert found.calls and found.confidence <= 0.6


def test_a_tool_that_is_no_longer_there_is_gone_on_from_by_nothing(harbour: ExampleTranslator) -> None:
    gone = ToolCall("scrub_deck", {"deck": "upper"}, "box", said="scrub the upper deck")
    for said in ("and here", "there's no need", "great but that one's a seasonal", "the crew is tired so leave it"):
        assert not harbour.translate(said, TranslationContext(NOW, last_call=gone, done=(gone,))).calls


@pytest.mark.parametrize("lang", languages())
def test_each_way_to_say_it_names_what_is_said_where_it_is_needed(lang: str) -> None:
    for short, long in language(lang).recasts.items():
        if "{}" in short:
            assert all(frame.count("{}") == 1 for frame in long), short
        else:
            assert not any("{}" in frame for frame in long), short


@given(st.text(max_size=60))
def test_any_text_is_said_again_or_not(text: str) -> None:
    translator = having_learned([TIDE, MOOR], lang="en")
    reader = Reader(translator._model(), "en-us", NOW)
    last = ToolCall("tell_tide", {"harbour": "bergen", "side": "high"}, "box", said="when is high tide in bergen")
    recasts = Recasts(reader, Dialogue(reader, "en-us"), State(last))
    assert all(isinstance(said, str) and said for _, said in recasts.of(text))
    recasts.here(text), recasts.denied(text), recasts.unneeded(text)
