"""What the tools do and say: days, titles, habits, notes, undo, users and languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from planner_person import NOW, Person

from ovos_phal_plugin_jarvis.sdk.locale import Spoken
from ovos_phal_plugin_jarvis.tools.errors import ToolFailed
from ovos_toolbox_planner import PlannerToolBox
from ovos_toolbox_planner import days as days_module
from ovos_toolbox_planner.days import HELD_SECONDS, Asker, ExecutionDays
from ovos_toolbox_planner.matching import clamped, matching

LANGUAGES = ("en-us", "de-de", "es-es", "fr-fr", "it-it", "nl-nl", "pt-pt")


def test_every_tool_is_there_with_examples_in_peoples_words(box: PlannerToolBox) -> None:
    assert not box.failed
    tools = [box.loaded_tool(tool).definition for tool in box.discover_tools()]
    for tool in tools:
        assert len(tool.examples) >= 12, tool.name
        assert {p.name for p in tool.parameters} >= {name for example in tool.examples for name in example.arguments}
    assert {(p.name, p.role) for tool in tools for p in tool.parameters if p.role} == {
        ("days", "date_context"),
        ("ymd", "date_context"),
    }
    said = [example.utterance for tool in tools for example in tool.examples]
    assert len(said) == len(set(said)), "one sentence is for one tool"


# The day


def test_tomorrow_is_for_its_plan_only(anna: Person) -> None:
    moved, added = anna.plan(("date_shift", {"days": 1}), ("task_create", {"title": "renew passport"}))
    assert moved.context_data["day"] == added.context_data["day"] == "2026-01-06"
    assert added.message == "Added for tomorrow: renew passport."
    assert anna.call("task_create", title="call mom").context_data["day"] == "2026-01-05"
    again = anna.plan(("date_shift", {"days": 1}), ("list_tasks", {}))[1]
    assert [task["title"] for task in again.context_data["tasks"]] == ["renew passport"], "tomorrow is tomorrow again"


def test_days_of_a_plan_are_counted_in_order(anna: Person) -> None:
    answers = anna.plan(
        ("date_shift", {"days": -1}),
        ("task_create", {"title": "a"}),
        ("date_shift", {"days": 2}),
        ("task_create", {"title": "b"}),
        ("date_set", {"ymd": "2026-03-01"}),
        ("task_create", {"title": "c"}),
        ("date_shift", {"days": 0}),
        ("task_create", {"title": "d"}),
    )
    days = [answer.context_data["day"] for answer in answers[1::2]]
    assert days == ["2026-01-04", "2026-01-06", "2026-03-01", "2026-01-05"]


def test_a_conversation_that_goes_to_a_day_stays_there_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    days = ExecutionDays(lambda: clock[0])
    today = NOW.date()
    friday, anna = today + timedelta(days=4), Asker("household", "kitchen")

    def asker(plan: str) -> Asker:
        return replace(anna, plan=plan)

    days.move(asker("1"), friday)
    assert days.acting(asker("2"), today) == friday
    clock[0] += HELD_SECONDS - 1
    assert days.acting(asker("3"), today) == friday
    days.move(asker("4"), today)
    assert days.acting(asker("4"), today) == today
    assert days.acting(asker("5"), today) == friday, "a plan's own day does not move the conversation"
    assert days.acting(replace(asker("5"), conversation="hall"), today) == today
    assert days.acting(replace(asker("5"), owner="user 7"), today) == today
    clock[0] += HELD_SECONDS + 1
    assert days.acting(asker("6"), today) == today
    monkeypatch.setattr(days_module, "MAX_CONVERSATIONS", 3)
    for number in range(9):
        days.move(Asker("household", str(number)), friday)
    assert len(days._places) == 3


def test_days_that_do_not_exist_are_told(anna: Person) -> None:
    for wrong in ("2026-02-30", "soon", "", "2026-13-01"):
        refused = anna.asked("date_set", ymd=wrong)
        assert refused["param"] == "ymd" and refused["message"].startswith("There is no day like")
    for days in (366, -366, 10**30):
        assert anna.asked("date_shift", days=days)["message"] == "I can go 365 days forward or back at most."
    anna.call("date_set", ymd="9999-12-30")
    assert "365" in anna.asked("date_shift", days=300)["message"], "behind the end of the calendar"
    assert anna.call("task_create", title="the end").context_data["day"] == "9999-12-30"
    anna.plan(("date_set", {"ymd": "0001-01-01"}), ("habit_progress", {}))
    anna.plan(("date_set", {"ymd": "9999-12-31"}), ("habit_progress", {}))


def test_what_continues_is_for_the_same_day(anna: Person) -> None:
    anna.plan(
        ("date_shift", {"days": 1}), ("task_create", {"title": "call mom"}), utterance="tomorrow add task call mom"
    )
    more = anna.plan(("task_create", {"title": "buy milk"}), utterance="and buy milk")[0]
    assert more.context_data["day"] == "2026-01-06"
    other = anna.plan(("task_create", {"title": "sing"}), utterance="add task sing")[0]
    assert other.context_data["day"] == "2026-01-05"
    german = Person(anna.box, "de-de", session="hall")
    german.plan(("date_shift", {"days": 1}), ("task_create", {"title": "a"}), utterance="morgen aufgabe a")
    assert german.plan(("task_create", {"title": "b"}), utterance="und b")[0].context_data["day"] == "2026-01-06"


def test_it_is_the_task_that_was_spoken_of(anna: Person) -> None:
    anna.plan(("date_shift", {"days": 1}), ("task_create", {"title": "call mom"}))
    assert anna.say("task_set_completed", title="call mom", completed=True) == "Done for tomorrow: call mom."
    anna.call("task_create", title="call mom")
    assert anna.say("task_delete", title="call mom") == "Deleted for today: call mom.", "the day's own first"
    assert "not found" in Person(anna.box, session="hall").say("task_delete", title="call mom")


# Titles


def test_matching_is_exact_without_case_then_containment_the_shortest_first() -> None:
    titles = ["Call mom back", "call MOM", "Buy milk", "buy oat milk for mom"]
    assert matching(titles, "call mom", str) == ["call MOM"]
    assert matching(titles, " MOM ", str) == ["call MOM", "Call mom back", "buy oat milk for mom"]
    assert matching(titles, "dentist", str) == matching(titles, "", str) == []
    assert matching(["STRASSE", "ｆｕｌｌ"], "straße", str) == ["STRASSE"]
    assert matching(["ｆｕｌｌ"], "FULL", str) == ["ｆｕｌｌ"]


def test_several_candidates_are_asked_about_and_the_answer_is_for_the_same_day(anna: Person) -> None:
    for title in ("call mom back", "call mom", "call bob"):
        anna.plan(("date_shift", {"days": 1}), ("task_create", {"title": title}))
    anna.call("task_create", title="call bob")
    with pytest.raises(Exception, match="Which task do you mean: call bob, call mom or call mom back") as refused:
        anna.plan(("date_shift", {"days": 1}), ("task_set_completed", {"title": "call", "completed": True}))
    assert refused.value.details[0]["valid_values"] == ["call bob", "call mom", "call mom back"]  # type: ignore[attr-defined]
    answer = anna.call("task_set_completed", title="call bob", completed=True)
    assert answer.context_data["day"] == "2026-01-06", "the one of tomorrow, which was asked about"
    assert anna.call("task_set_completed", title="call bob", completed=True).context_data["day"] == "2026-01-05"


def test_two_tasks_of_one_name(anna: Person) -> None:
    anna.call("task_create", title="water the plants")
    assert "There are 2 of that name" in anna.say("task_create", title="Water the plants")
    assert anna.say("task_set_completed", title="water the plants", completed=True).startswith("Done for today")
    assert anna.tasks() == [("water the plants", True), ("Water the plants", False)]
    assert anna.say("task_set_completed", title="water the plants", completed=True).startswith("Done for today")
    assert "already" in anna.say("task_set_completed", title="water the plants", completed=True)
    assert "1 left" in anna.say("task_delete", title="water the plants")
    assert anna.tasks() == [("Water the plants", True)]


def test_two_tasks_of_one_name_that_are_not_alike_are_told_apart(anna: Person) -> None:
    anna.call("task_create", title="report")
    anna.call("task_create", title="report", task_type="must-win")
    refused = anna.asked("task_delete", title="report")
    assert refused["valid_values"] == ["report – ordinary", "report – must win"]
    assert anna.call("task_delete", title="report – must win").context_data["task_type"] == "must-win"
    anna.call("task_create", title="report")
    anna.call("task_set_completed", title="report", completed=True)
    refused = anna.asked("task_delete", title="report")
    assert refused["valid_values"] == ["report – done", "report – open"]
    anna.call("task_delete", title="report – done")
    assert anna.tasks() == [("report", False)]


def test_what_is_not_there_is_told_with_title_and_date_and_is_not_fatal(anna: Person) -> None:
    with pytest.raises(ToolFailed) as failed:
        anna.call("task_set_completed", title="feed the dragon", completed=True)
    assert str(failed.value) == "Task not found: feed the dragon, on Monday, January 5, 2026."
    assert type(failed.value.spoken) is Spoken
    assert anna.say("habit_set_completed", name="gym", completed=True) == (
        "Habit not found: gym, on Monday, January 5, 2026."
    )
    assert "Task not found: x" in anna.say("task_delete", title="x")
    assert anna.tasks() == []


@pytest.mark.parametrize(
    "title", ["🎉 party 👨‍👩‍👧", "לקנות חלב", "اتصل بأمي", "a‮txt", "日本語の宿題", "{title} %s <b>"]
)
def test_titles_of_any_script(anna: Person, title: str) -> None:
    assert title in anna.say("task_create", title=title)
    assert anna.call("task_set_completed", title=title[1:-1], completed=True).context_data["title"] == title
    assert anna.tasks() == [(title, True)]


def test_long_texts_are_cut_and_that_is_told(anna: Person) -> None:
    said = anna.say("task_create", title="x" * 500)
    assert said.endswith("I kept its first 140 characters.") and anna.tasks() == [("x" * 140, False)]
    assert anna.call("task_set_completed", title="x" * 500, completed=True).context_data["changed"]
    assert "1500" in anna.say("reflection_append", text="y" * 2000)
    assert len(anna.call("read_reflection").context_data["reflection"]) == 1500
    assert clamped("ab👨‍👩‍👧", 4) == "ab"


def test_what_says_nothing_is_asked_for(anna: Person) -> None:
    assert anna.asked("task_create", title="  ")["message"] == "What is the task called?"
    assert anna.asked("habit_create", name="")["message"] == "What is the habit called?"
    assert anna.asked("reflection_append", text="\n")["message"] == "What shall I note?"


# Reading back


def test_the_tasks_of_a_day_are_read_what_must_be_done_first(anna: Person) -> None:
    assert anna.say("list_tasks") == "No tasks for today."
    for title, kind in (("a", None), ("b", "nice-to-do"), ("c", "must-win")):
        anna.call("task_create", title=title, **({"task_type": kind} if kind else {}))
    anna.call("task_set_completed", title="a", completed=True)
    assert anna.say("list_tasks") == "Must win for today: c. Left to do for today: b. Done: a."
    for title in "bc":
        anna.call("task_set_completed", title=title, completed=True)
    assert anna.say("list_tasks").startswith("Everything for today is done.")
    for number in range(30):
        anna.call("task_create", title=f"task {number}")
    answer = anna.call("list_tasks")
    assert "task 9, and 20 more" in answer.message and answer.context_data["open"] == 30


def test_streaks_and_the_week_of_a_habit(make_box: Callable[..., PlannerToolBox]) -> None:
    anna = Person(make_box(now=NOW + timedelta(days=3)))  # a Thursday
    assert anna.say("habit_progress") == "You have no habits yet."
    anna.call("habit_create", name="reading")
    assert anna.say("habit_create", name=" READING ") == "You have that habit already: reading."
    assert anna.say("habit_progress", name="read") == "reading: not done so far."
    for back in (1, 2, 3, 4, 6):
        anna.plan(("date_shift", {"days": -back}), ("habit_set_completed", {"name": "reading", "completed": True}))
    assert anna.say("habit_progress") == "reading: 4 days in a row, this week 3 of 4."
    anna.call("habit_set_completed", name="reading", completed=True)
    answer = anna.call("habit_progress", name="Reading")
    assert answer.message == "reading: 5 days in a row, this week 4 of 4."
    assert answer.context_data["habits"][0] == {
        "name": "reading",
        "streak": 5,
        "longest_streak": 5,
        "this_week": 4,
        "days_of_week": 4,
        "last": "2026-01-08",
    }
    assert "already" in anna.say("habit_set_completed", name="reading", completed=True)
    anna.call("habit_set_completed", name="reading", completed=False)
    anna.plan(("date_shift", {"days": -1}), ("habit_set_completed", {"name": "reading", "completed": False}))
    assert anna.say("habit_progress") == "reading: no streak at the moment, this week 2 of 4."
    anna.call("habit_create", name="reading the news")
    assert anna.asked("habit_set_completed", name="rea", completed=True)["valid_values"] == [
        "reading",
        "reading the news",
    ]
    anna.call("habit_set_completed", name="reading", completed=True)
    assert anna.call("habit_progress", name="reading").context_data["habits"][0]["streak"] == 1


def test_a_note_is_appended_with_a_newline_and_replaced(anna: Person) -> None:
    assert anna.say("read_reflection") == "There is no note for today."
    anna.call("reflection_append", text="shipped v1")
    assert anna.call("reflection_append", text="slept well").context_data["reflection"] == "shipped v1\nslept well"
    assert anna.say("read_reflection") == "The note for today: shipped v1\nslept well"
    anna.call("reflection_set", text="all new")
    assert anna.call("read_reflection").context_data["reflection"] == "all new"
    assert anna.say("reflection_set", text="") == "The note for today is empty now."
    for _ in range(13):
        anna.call("reflection_append", text="z" * 1500)
    assert "is full" in anna.say("reflection_append", text="z" * 1500)
    assert len(anna.call("read_reflection").context_data["reflection"]) == 13 * 1501 - 1


# Undo


def test_the_last_change_is_undone_and_the_one_before(anna: Person) -> None:
    steps = [
        (
            "task_create",
            {"title": "call mom", "task_type": "must-win"},
            "This is off the list for today again: call mom.",
        ),
        ("task_set_completed", {"title": "call mom", "completed": True}, "This is open again for today: call mom."),
        ("task_set_completed", {"title": "call mom", "completed": False}, "This is done again for today: call mom."),
        ("task_delete", {"title": "call mom"}, "This is back on the list for today: call mom."),
        ("habit_create", {"name": "yoga"}, "I no longer track this habit: yoga."),
        ("habit_set_completed", {"name": "yoga", "completed": True}, "Not done, today: yoga."),
        ("habit_set_completed", {"name": "yoga", "completed": False}, "Done again, today: yoga."),
        ("reflection_append", {"text": "one"}, "The note for today is as it was before."),
        ("reflection_append", {"text": "two"}, "The note for today is as it was before."),
        ("reflection_set", {"text": "three"}, "The note for today is as it was before."),
        ("reflection_set", {"text": ""}, "The note for today is as it was before."),
    ]
    assert anna.say("planner_undo") == "There is nothing to undo."
    states = []
    for name, arguments, _ in steps:
        states.append(_everything(anna))
        anna.call(name, **arguments)
    for _, _, told in reversed(steps):
        assert anna.say("planner_undo") == f"Undone. {told}"
        assert _everything(anna) == states.pop()
    assert anna.say("planner_undo") == "There is nothing to undo."


def test_what_changed_nothing_is_nothing_to_undo(anna: Person) -> None:
    anna.call("task_create", title="a")
    anna.call("task_set_completed", title="a", completed=False)
    anna.say("task_delete", title="b")
    assert "off the list" in anna.say("planner_undo")


def _everything(person: Person) -> object:
    return (
        person.call("list_tasks").context_data["tasks"],
        person.call("habit_progress").context_data["habits"],
        person.call("read_reflection").context_data["reflection"],
    )


# Users, languages, consent


def test_each_user_has_a_planner_of_their_own(box: PlannerToolBox) -> None:
    anna, ben, house = Person(box, user=1), Person(box, user=2), Person(box)
    anna.call("task_create", title="secret")
    assert ben.tasks() == house.tasks() == []
    assert ben.say("planner_undo") == house.say("planner_undo") == "There is nothing to undo."
    assert "not found" in ben.say("task_delete", title="secret")
    assert anna.tasks() == [("secret", False)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_the_language_of_the_request(box: PlannerToolBox, lang: str) -> None:
    person = Person(box, lang, user=len(lang) + LANGUAGES.index(lang))
    calls = [
        ("task_create", {"title": "x"}),
        ("task_create", {"title": "x"}),
        ("task_set_completed", {"title": "x", "completed": True}),
        ("list_tasks", {}),
        ("task_delete", {"title": "x – " + {"en": "done", "de": "erledigt", "es": "hecha", "fr": "faite", "it": "fatta",
                                            "nl": "gedaan", "pt": "feita"}[lang[:2]]}),
        ("planner_undo", {}),
        ("date_shift", {"days": 1}),
        ("habit_create", {"name": "y"}),
        ("habit_set_completed", {"name": "y", "completed": True}),
        ("habit_progress", {}),
        ("reflection_append", {"text": "z"}),
        ("read_reflection", {}),
        ("reflection_set", {"text": ""}),
        ("planner_undo", {}),
    ]  # fmt: skip
    for name, arguments in calls:
        spoken = person.call(name, **arguments).spoken
        assert spoken is not None and spoken.lang in (lang, "") and spoken.sayable(lang), (name, spoken)
        assert all(spoken.sayable(other) for other in LANGUAGES), name


def test_what_destroys_asks_and_the_rest_does_not(box: PlannerToolBox) -> None:
    from ovos_phal_plugin_jarvis.consent.risk import risk

    tools = {tool.name: box.loaded_tool(tool).definition for tool in box.discover_tools()}
    assert {name for name, tool in tools.items() if risk(tool).decision == "ask"} == {"task_delete", "reflection_set"}
    for name, tool in tools.items():
        assert set(tool.spoken_names) == {lang[:3] + lang[3:].upper() for lang in LANGUAGES}, name


def test_a_setting_of_the_wrong_kind_is_named() -> None:
    with pytest.raises(ValueError, match="'database' must be the path of a file, got 7"):
        PlannerToolBox({"database": 7})
