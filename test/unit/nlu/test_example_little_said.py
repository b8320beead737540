"""What says too little to act on, and a tool whose description only mentions a day."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(now=datetime(2026, 1, 1, tzinfo=timezone.utc))


def tool(name, *utterances, description="Does it."):
    return ToolDefinition(
        name,
        description,
        "box",
        {"type": "object"},
        {},
        examples=tuple(ToolExample(u) for u in utterances),
        keywords=("radio", "lamp"),
    )


@pytest.fixture(scope="module")
def translator():
    return having_learned(
        [
            tool("get_weather", "what's the weather", "how's the weather today", "tell me the weather please"),
            tool("start_radio", "turn the radio on", "start the radio", "play the radio", "radio on please"),
            tool("stop_radio", "turn the radio off", "stop the radio", "switch the radio off", "hush"),
        ]
    )


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("weather", ["get_weather"]),
        ("hush", ["stop_radio"]),
        ("radio", []),
        ("stop", []),
        ("lamp", []),
    ],
)
def test_one_word_is_enough_only_where_an_example_or_a_name_is_no_more(translator, said, called):
    assert [call.name for call in translator.translate(said, CONTEXT).calls] == called


@pytest.mark.parametrize(
    ("role", "names"),
    [("", []), ("date_context", ["mover", "add_task"])],
)
def test_only_a_tool_that_declares_to_move_the_date_comes_first_for_a_day_that_no_other_takes(role, names):
    day = ToolParameter("days", "array<datetime>", required=True, role=role)
    said = {
        "go to tomorrow": "tomorrow",
        "switch to yesterday": "yesterday",
        "move on to tomorrow": "tomorrow",
        "tomorrow": "tomorrow",
        "today": "today",
        "yesterday please": "yesterday",
    }
    mover = ToolDefinition(
        "mover",
        "Move the selected date.",
        "box",
        {"type": "object"},
        {},
        parameters=(day,),
        examples=tuple(ToolExample(text, {"days": [key]}) for text, key in said.items()),
    )
    translator = having_learned(
        [mover, tool("add_task", "add a task", "make a new task", "put a task on the list", "create a task please")]
    )
    calls = translator.translate("tomorrow add a task", CONTEXT).calls
    assert [call.name for call in calls] == names
