"""Which tools a prompt describes."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.llm.retrieval import Retrieval
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

SCHEMA = {"type": "object", "properties": {}}
TOOLS = [ToolDefinition(f"tool_{n}", "Does a thing. " * 20, "box", SCHEMA, {}) for n in range(40)]


def test_a_name_that_is_ranked_twice_takes_its_room_once() -> None:
    retrieval = Retrieval(TOOLS, 4096)
    once = retrieval.likely(["tool_30", "tool_20", "tool_10"])
    assert retrieval.likely(["tool_30", "tool_30", "tool_30", "tool_20", "tool_10", "tool_20"]) == once
    assert {"tool_30", "tool_20", "tool_10"} < once


def test_a_second_look_has_more_room_but_not_more_than_the_context() -> None:
    ranked = [f"tool_{n}" for n in range(40)]
    retrieval = Retrieval(TOOLS, 4096)
    first = retrieval.likely(ranked)
    second = retrieval.likely(ranked, without=first, again=True)
    assert not first & second and len(second) == pytest.approx(2 * len(first), abs=1)
    narrow = Retrieval(TOOLS, 1200)
    assert len(narrow.likely(ranked, again=True)) == len(narrow.likely(ranked))


def test_what_is_ranked_and_not_there_takes_no_room() -> None:
    retrieval = Retrieval(TOOLS, 4096)
    assert retrieval.likely(["gone", "tool_30"]) == retrieval.likely(["tool_30"])
    assert "tool_30" not in retrieval.likely(["tool_30"], without={"tool_30"})
