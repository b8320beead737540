"""A day beside a request: the tool that moves the day comes first, and nothing is moved for words that nobody knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.consent.policy import SURE
from ovos_phal_plugin_jarvis.nlu.translator import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext


def tool(
    name: str,
    description: str,
    examples: Mapping[str, Mapping[str, Any]],
    *parameters: ToolParameter,
    toolbox: str = "p",
) -> ToolDefinition:
    said = tuple(ToolExample(words, given) for words, given in examples.items())
    return ToolDefinition(name, description, toolbox, {}, {}, parameters=parameters, examples=said)


TOOLS = (
    tool(
        "move_day",
        "Go some days forward or back.",
        {
            "tomorrow": {"days": 1},
            "yesterday": {"days": -1},
            "in two days": {"days": 2},
            "go to tomorrow": {"days": 1},
            "the day after tomorrow": {"days": 2},
            "three days ago": {"days": -3},
        },
        ToolParameter("days", "int", True, role="date_context"),
    ),
    tool(
        "go_to_day",
        "Go to a named day.",
        {
            "on friday": {"day": "next_friday"},
            "next monday": {"day": "next_monday"},
            "go to wednesday": {"day": "next_wednesday"},
            "on saturday": {"day": "next_saturday"},
        },
        ToolParameter("day", "date", True, role="date_context"),
    ),
    tool(
        "add_job",
        "Add a job.",
        {
            f"add job {title}": {"title": title}
            for title in ("feed the hens", "mow the lawn", "oil the gate", "clean the pond", "stack the wood")
        },
        ToolParameter("title", "string", True),
    ),
    replace(
        tool(
            "list_jobs",
            "Tell the jobs.",
            {"what's on": {}, "list my jobs": {}, "which jobs are there": {}, "my jobs": {}},
        ),
        annotations={"readOnlyHint": True},
    ),
    tool(
        "undo_job", "Undo what was done last.", {"undo that": {}, "undo": {}, "take that back": {}, "oops undo it": {}}
    ),
    tool(
        "write_diary",
        "Write in the diary.",
        {
            "diary: it rained all day": {"text": "it rained all day"},
            "diary: we leave tomorrow": {"text": "we leave tomorrow"},
            "diary: the hens were loud today": {"text": "the hens were loud today"},
            "diary: a fox came by": {"text": "a fox came by"},
            "empty the diary": {"text": ""},
            "wipe the diary": {"text": ""},
            "erase the diary": {"text": ""},
        },
        ToolParameter("text", "string", True),
    ),
)
SIREN = tool(
    "test_siren",
    "Sound the siren for a test.",
    {"test the siren": {}, "sound the siren": {}, "give the siren a try": {}, "siren test please": {}},
    toolbox="fire brigade",
)
JOB = ("add_job", {"title": "shear the sheep"})


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    return having_learned(TOOLS)


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        ("tomorrow add job shear the sheep", [("move_day", {"days": 1}), JOB]),
        ("add job shear the sheep in two days", [("move_day", {"days": 2}), JOB]),
        ("add job shear the sheep for tomorrow", [("move_day", {"days": 1}), JOB]),
        ("on friday add job shear the sheep", [("go_to_day", {"day": "next_friday"}), JOB]),
        ("what's on for tomorrow", [("move_day", {"days": 1}), ("list_jobs", {})]),
        ("tomorrow add job shear the sheep and add job paint the barn",
         [("move_day", {"days": 1}), JOB, ("add_job", {"title": "paint the barn"})]),
        ("yesterday add job shear the sheep and tomorrow add job paint the barn",
         [("move_day", {"days": -1}), JOB, ("move_day", {"days": 2}), ("add_job", {"title": "paint the barn"})]),
        ("add job shear the sheep tomorrow and add job paint the barn tomorrow",
         [("move_day", {"days": 1}), JOB, ("add_job", {"title": "paint the barn"})]),
        ("add job shear the sheep because the fair is tomorrow", [JOB]),
        ("tomorrow add job shear the sheep because the fair is on friday", [("move_day", {"days": 1}), JOB]),
        ("list tomorrow's jobs", [("move_day", {"days": 1}), ("list_jobs", {})]),
        ("tomorrow's jobs list them", [("move_day", {"days": 1}), ("list_jobs", {})]),
        ("add job for friday shear the sheep", [("go_to_day", {"day": "next_friday"}), JOB]),
        ("tomorrow", [("move_day", {"days": 1})]),
        ("go to friday", [("go_to_day", {"day": "next_friday"})]),
        ("diary: we sold the sheep today", [("write_diary", {"text": "we sold the sheep today"})]),
        ("empty the diary", [("write_diary", {"text": ""})]),
        ("tomorrow borrow a trumpet from the neighbour", []),
    ],
)  # fmt: skip
def test_a_day_is_moved_to_before_what_it_is_for(
    translator: ExampleTranslator, context: TranslationContext, said: str, calls: list[tuple[str, dict[str, Any]]]
) -> None:
    assert [(c.name, dict(c.arguments)) for c in translator.translate(said, context).calls] == calls


@pytest.mark.parametrize(
    "said", ["what's on for tomorrow", "what's on tomorrow", "list my jobs on the day after tomorrow"]
)
def test_a_day_is_as_sure_as_it_is_without_the_word_before_it(
    translator: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    found = translator.translate(said, context)
    assert [call.name for call in found.calls] == ["move_day", "list_jobs"]
    assert found.confidence >= SURE, "nothing is asked first"


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        # What is dictated speaks of no day, and is one text.
        ("diary: better than yesterday, but we were tired",
         [("write_diary", "better than yesterday, but we were tired")]),
        ("on friday add job: ask tom about monday", [("go_to_day", None), ("add_job", "ask tom about monday")]),
        ("add job: shear the sheep and list my jobs", [("add_job", "shear the sheep"), ("list_jobs", None)]),
        ('add job "come home, but not before noon"', [("add_job", "come home, but not before noon")]),
        # Several of one kind.
        ("add jobs shear the sheep and paint the barn",
         [("add_job", "shear the sheep"), ("add_job", "paint the barn")]),
        ("add two jobs shear the sheep and paint the barn",
         [("add_job", "shear the sheep"), ("add_job", "paint the barn")]),
        # Where nothing was moved, it is today.
        ("add job shear the sheep today", [("add_job", "shear the sheep")]),
    ],
)  # fmt: skip
def test_what_is_dictated_stays_whole_and_what_is_enumerated_does_not(
    translator: ExampleTranslator, context: TranslationContext, said: str, calls: list[tuple[str, str | None]]
) -> None:
    made = translator.translate(said, context).calls
    assert [(c.name, c.arguments.get("title", c.arguments.get("text"))) for c in made] == calls


@pytest.mark.parametrize("said", ["diary: the pond froze", "on friday diary: the pond froze", "add job fix the fence"])
def test_what_is_put_as_the_examples_put_it_is_sure(
    translator: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    translation = translator.translate(said, context)
    assert translation.calls and translation.confidence >= SURE


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ('add job "the fence" now', "the fence"),
        ('add job "mend fence" pls', "mend fence"),
        ('add job "the fence" painting', '"the fence" painting'),
    ],
)
def test_quotes_hold_all_of_a_text_but_for_words_with_meaning(
    translator: ExampleTranslator, context: TranslationContext, said: str, title: str
) -> None:
    assert [c.arguments for c in translator.translate(said, context).calls] == [{"title": title}]


def test_no_day_is_moved_for_a_tool_of_somebody_else(context: TranslationContext) -> None:
    translator = having_learned((*TOOLS, SIREN))
    assert [c.name for c in translator.translate("test the siren", context).calls] == ["test_siren"]
    found = translator.translate("test the siren for tomorrow", context)
    assert found.calls == (), "it would sound today"


def test_a_day_within_a_title_moves_nothing(translator: ExampleTranslator, context: TranslationContext) -> None:
    translation = translator.translate("add job ring lena about friday's market", context)
    assert [c.name for c in translation.calls] in (["add_job"], [])
    assert "friday" in str([c.arguments for c in translation.calls]) + translation.say


def test_a_week_is_no_day_and_is_told(translator: ExampleTranslator, context: TranslationContext) -> None:
    translation = translator.translate("what's on next week", context)
    assert [c.name for c in translation.calls] in (["list_jobs"], [])
    assert not translation.calls or "next week" in translation.say


@pytest.mark.parametrize(
    ("last", "said", "calls"),
    [
        (("list_jobs", {}), "and on friday", [("go_to_day", {"day": "next_friday"}), ("list_jobs", {})]),
        (("list_jobs", {}), "what about yesterday", [("move_day", {"days": -1}), ("list_jobs", {})]),
        (JOB, "and on friday", []),
        (JOB, "undo that", [("undo_job", {})]),
    ],
)  # fmt: skip
def test_a_day_or_that_after_what_was_done(
    translator: ExampleTranslator,
    context: TranslationContext,
    last: tuple[str, dict[str, Any]],
    said: str,
    calls: list[tuple[str, dict[str, Any]]],
) -> None:
    after = replace(context, last_call=ToolCall(*last, toolbox_id="p"))
    assert [(c.name, dict(c.arguments)) for c in translator.translate(said, after).calls] == calls


@pytest.mark.parametrize(
    ("turns", "moves"),
    [
        (["add job fix the fence"], 0),
        (["on friday add job fix the fence"], 1),
        (["add job fix the fence"] * 8, 1),  # what was said before is forgotten
    ],
)
def test_today_is_gone_to_only_where_another_day_was_said(
    translator: ExampleTranslator, context: TranslationContext, turns: list[str], moves: int
) -> None:
    last = ToolCall("add_job", {"title": "fix the fence"}, toolbox_id="p")
    after = replace(context, last_call=last, turns=tuple(("user", turn) for turn in turns))
    calls = translator.translate("add job shear the sheep today", after).calls
    assert [call.name for call in calls][moves:] == ["add_job"]
    assert len(calls) == 1 + moves
