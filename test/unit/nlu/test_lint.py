"""The linter for authors: each kind of mistake is told, and a good tool has none of them."""

from __future__ import annotations

from datetime import datetime, timezone

from dialogue_tools import ENGLISH, tool

from ovos_phal_plugin_jarvis.nlu.lint import Report, check_tool
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter

NOW = datetime(2026, 11, 21, 10, tzinfo=timezone.utc)


def codes(report: Report) -> set[str]:
    return {finding.code for finding in report.findings}


def test_a_tool_that_is_well_declared() -> None:
    report = check_tool(ENGLISH[0], ENGLISH[:2], NOW)
    assert not report.made and report.understood == len(ENGLISH[0].examples)
    assert "contradiction" not in codes(report) and "parameter" not in codes(report)


def test_examples_that_contradict_each_other() -> None:
    level = [ToolParameter("level", "int", True)]
    bad = tool("set_level", "Set the level.", level, {"level low": {"level": 1}, "Level, low!": {"level": 2, "x": 1}})
    said = [finding.text for finding in check_tool(bad, [bad], NOW).findings if finding.code == "contradiction"]
    assert len(said) == 2 and "'x', which is no parameter" in said[1]


def test_what_no_words_can_fill() -> None:
    parameters = (
        ToolParameter("entity_id", "string", True),
        ToolParameter("options", "dict"),
        ToolParameter("x1", "string"),
    )
    plain = ToolDefinition("do", "", "box", {}, {}, parameters=parameters)
    report = check_tool(plain, [plain], NOW)
    told = " ".join(finding.text for finding in report.findings)
    assert report.made and report.sentences
    assert "'entity_id' can't be filled from words and the tool needs it" in told
    assert "'options'" in told and "'x1'" in told and {"name", "description"} <= codes(report)


def test_what_collides_with_an_installed_tool() -> None:
    other = tool("stop_clock", "Stop a running timer.", [], {"stop the timer": {}, "halt the clock": {}})
    report = check_tool(other, ENGLISH[:2], NOW)
    assert any("cancel_timer" in finding.text for finding in report.findings if finding.code == "collision")


def test_bad_input_is_told_and_never_raises() -> None:
    odd = ToolDefinition(
        "🙂",
        "x" * 5000,
        "box",
        {},
        {},
        parameters=(ToolParameter("v", "string", enum_values=tuple(map(str, range(600)))),),
    )
    report = check_tool(odd, [odd, *ENGLISH[:1]], NOW)
    assert {"name", "description", "parameter"} <= codes(report)


def test_the_examples_of_a_language_are_checked_by_themselves() -> None:
    lamp = ToolDefinition(
        "dim_lamp",
        "Dim the lamp.",
        "lamps",
        {},
        {},
        examples=(ToolExample("dim the lamp"),),
        examples_by_language={"de-de": (ToolExample("dimm die lampe", {"how": "much"}),)},
    )
    german = check_tool(lamp, [lamp], datetime(2026, 11, 21, tzinfo=timezone.utc), "de-de")
    assert german.sentences == ("dimm die lampe",) and "contradiction" in {found.code for found in german.findings}
    english = check_tool(lamp, [lamp], datetime(2026, 11, 21, tzinfo=timezone.utc), "en-us")
    assert english.sentences == ("dim the lamp",)
