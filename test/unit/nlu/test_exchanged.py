"""Examples with the values of one another."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from dialogue_tools import ENGLISH, tool
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.nlu.learning.alignment import align
from ovos_phal_plugin_jarvis.nlu.learning.exchanged import exchanged
from ovos_phal_plugin_jarvis.nlu.lint import check_tool
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

NOW = datetime(2026, 11, 21, 10, tzinfo=timezone.utc)
PARAMETERS = [
    ToolParameter("count", "int", True, "How many"),
    ToolParameter("keeper", "string", False, "For whom"),
]


def _loaves(said: dict[str, dict[str, Any]]) -> ToolDefinition:
    return tool("keep_loaves", "Keep loaves back.", PARAMETERS, said)


def _made(said: dict[str, dict[str, Any]], most: int = 9) -> list[tuple[str, dict[str, Any]]]:
    return [(each.utterance, dict(each.arguments)) for each in exchanged(align(_loaves(said), "en").examples, most)]


def test_values_are_those_of_the_next_example_that_says_others() -> None:
    said: dict[str, dict[str, Any]] = {
        "keep two loaves for Ann": {"count": 2, "keeper": "Ann"},
        "put by two": {"count": 2},
        "leave six loaves back for Old Tom": {"count": 6, "keeper": "Old Tom"},
    }
    assert _made(said) == [
        ("keep six loaves for Old Tom", {"count": 6, "keeper": "Old Tom"}),
        ("put by six", {"count": 6}),
        ("leave two loaves back for Ann", {"count": 2, "keeper": "Ann"}),
    ]
    assert len(_made(said, 2)) == 2


def test_what_is_not_said_or_the_same_is_not_exchanged() -> None:
    assert _made({"keep the usual loaves": {"count": 3}, "keep four loaves": {"count": 4}}) == []
    assert _made({"keep four loaves": {"count": 4}, "put by four": {"count": 4}}) == []
    assert _made({"keep four loaves": {"count": 4}}) == []


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=30), st.integers(0, 9), st.text(max_size=8)), max_size=4))
def test_anything_may_stand_in_examples(lines: list[tuple[str, int, str]]) -> None:
    said: dict[str, dict[str, Any]] = {text: {"count": n, "keeper": who} for text, n, who in lines}
    for utterance, arguments in _made(said):
        assert isinstance(utterance, str)
        assert set(arguments) <= {"count", "keeper"}


def test_the_check_tells_which_values_are_not_understood() -> None:
    timer = next(each for each in ENGLISH if each.name == "set_timer")
    report = check_tool(timer, ENGLISH, NOW)
    assert report.exchanged == report.exchanged_understood > 3
    assert "exchanged" not in {finding.code for finding in report.findings}


def test_the_check_tells_which_are_read_otherwise() -> None:
    """Texts that the words around them may belong to as well."""
    parameters = [ToolParameter("what", "string", True, "What"), ToolParameter("keeper", "string", False, "For whom")]
    said: dict[str, dict[str, Any]] = {
        "keep bread for sunday and for ann": {"what": "bread for sunday", "keeper": "ann"},
        "keep jam for and for tom": {"what": "jam for", "keeper": "tom"},
        "keep and for eve": {"what": "and", "keeper": "eve"},
    }
    odd = tool("keep_food", "Keep food back.", parameters, said)
    report = check_tool(odd, [odd], NOW)
    told = [finding.text for finding in report.findings if finding.code == "exchanged"]
    assert len(told) == report.exchanged - report.exchanged_understood > 0
    assert all("values of another example" in text for text in told)
