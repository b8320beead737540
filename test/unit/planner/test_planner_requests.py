"""Whole requests to the planner, as different people put them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planner_person import NOW

from ovos_phal_plugin_jarvis.sdk import NotMeant
from ovos_toolbox_planner import PlannerToolBox
from ovos_toolbox_planner.days import Asker
from ovos_toolbox_planner.reading import Planned, read_request

MUST, NICE = {"task_type": "must-win"}, {"task_type": "nice-to-do"}
TOMORROW = ("date_shift", {"days": 1})


def on(day: str) -> tuple[str, dict[str, Any]]:
    return "date_set", {"ymd": f"next_{day}"}


@pytest.mark.parametrize(
    ("said", "title", "more", "day"),
    [
        ("task oil the hinges", "oil the hinges", {}, None),
        ("new task oil the hinges please", "oil the hinges", {}, None),
        ("can you add a task to oil the hinges", "oil the hinges", {}, None),
        ("add a must win task on thursday oil the hinges", "oil the hinges", MUST, on("thursday")),
        ("new task oil the hinges but it's only a nice to do", "oil the hinges", NICE, None),
        ("make a task called oil the hinges and mark it as must win", "oil the hinges", MUST, None),
        ("add a task to oil the hinges tomorrow in my planner", "oil the hinges", {}, TOMORROW),
        ("add a task to oil the hinges to my planner for tomorrow", "oil the hinges", {}, TOMORROW),
        ("make one task for tomorrow in planner oil the hinges", "oil the hinges", {}, TOMORROW),
        ("put oil the hinges on my tasks for tomorrow", "oil the hinges", {}, TOMORROW),
        ("in three weeks add a task oil the hinges", "oil the hinges", {}, ("date_shift", {"days": 21})),
        ("for tomorrow i've a task oil the hinges", "oil the hinges", {}, TOMORROW),
        ("oil the hinges that has to be a task", None, {}, None),
        ("oiling the hinges make that a task", "oiling the hinges", {}, None),
        ("oil the hinges needs doing on monday stick it in the planner", "oil the hinges", {}, on("monday")),
        ("oil the hinges would be a nice to do task for sunday", "oil the hinges", NICE, on("sunday")),
        ("oil the hinges stick that in the planner for friday", "oil the hinges", {}, on("friday")),
        ("oil the hinges is a must win put it down for friday", "oil the hinges", MUST, on("friday")),
        ("jot down as a task oil the hinges", "oil the hinges", {}, None),
        ("write down oil the hinges as a task", "oil the hinges", {}, None),
        ("plan in oil the hinges as a task for friday", "oil the hinges", {}, on("friday")),
        ("get oil the hinges down as a task", "oil the hinges", {}, None),
        ("log oil the hinges as a task", None, {}, None),
        ("planner needs oil the hinges as a task", None, {}, None),
        ("put in a new hinge as a task", None, {}, None),
        ("task oil the hinges due tomorrow", "oil the hinges", {}, TOMORROW),
        ("on friday's plan put hinges", "hinges", {}, on("friday")),
        ("put oil the hinges on friday's tasks", "oil the hinges", {}, on("friday")),
        ("tomorrow's task is oil the hinges", "oil the hinges", {}, TOMORROW),
        ("i'd call oiling the hinges a nice to do", "oiling the hinges", NICE, None),
        ("oiling the hinges is my must win", "oiling the hinges", MUST, None),
        ("in my planner for friday put oil the hinges", "oil the hinges", {}, on("friday")),
        # What else may be meant is left to others.
        ("task oil the hinges no sorry the gate", None, {}, None),
        ("add a task oil the hinges because they squeak", None, {}, None),
        ("add a task prepare friday's lunch", None, {}, None),
        ("a task force was formed", None, {}, None),
        ("task management is hard work", None, {}, None),
        ("don't add a task oil the hinges", None, {}, None),
        ("oiling the hinges would be a task for a giant", None, {}, None),
        ("put milk on my list", None, {}, None),
        ("add a task for tomorrow", None, {}, None),
        ("add a task to the planner", None, {}, None),
        ("add a task oil the hinges and another one feed the fish", None, {}, None),
    ],
)
def test_a_new_task(said: str, title: str | None, more: dict[str, Any], day: Any) -> None:
    assert read_request(said) == (None if title is None else Planned("task_create", {"title": title, **more}, day))


@pytest.mark.parametrize(
    ("said", "title", "completed"),
    [
        ("gutter task's done", "gutter", True),
        ("the gutter task has finally been completed", "gutter", True),
        ("gutter task finished at last tick it off", "gutter", True),
        ("the task of the gutters is finished", "gutters", True),
        ("my task about the old gutters is done put it down as done", "old gutters", True),
        ("clear gutters that task you can check off", "clear gutters", True),
        ("the gutters are done so mark that task as finished", "gutters", True),
        ("i've finished the gutter task", "gutter", True),
        ("the gutter one's done so mark that task", "gutter", True),
        ("the gutter task that's done and dusted", "gutter", True),
        ("i ticked off the gutter task by mistake it's still open", "gutter", False),
        ("mark the task gutters like complete", "gutters", True),
        ("the gutter task isn't done yet open it again", "gutter", False),
        ("reopen the gutter task", "gutter", False),
        ("un tick the gutter task", "gutter", False),
        ("the gutter task needs reopening", "gutter", False),
        ("gutter task tick", "gutter", True),
        ("gutter task i have completed", "gutter", True),
        ("the gutters are cleared check off the task", "gutters", True),
        ("consider the gutter task finished", "gutter", True),
        ("tick off the gutter task in my planner", "gutter", True),
        ("can we call the gutter task done", "gutter", True),
        ("finally got round to the gutter task so tick it", None, None),
        ("only the gutter task is done", None, None),
        ("un complete the gutter task", "gutter", False),
        ("get the gutter task finished", None, None),
        ("i said i did the gutter task but i didn't so untick it", "gutter", False),
        ("the soap and towels task is done", "soap and towels", True),
        ("the gutters are done", None, None),
        ("the task is done", None, None),
        ("the gutter task isn't done", None, None),
        ("the gutter task will be done", None, None),
        ("is the gutter task done", None, None),
        ("i think the gutter task is done", None, None),
        ("what tasks are done", None, None),
    ],
)
def test_what_became_of_a_task(said: str, title: str | None, completed: bool | None) -> None:
    asked = None if title is None else Planned("task_set_completed", {"title": title, "completed": completed})
    found = read_request(said)
    assert found == asked or (title is None and found is not None and found.tool == "list_tasks")


@pytest.mark.parametrize(
    ("said", "title", "day"),
    [
        ("you can take oil the hinges off my tasks the door is gone", "oil the hinges", None),
        ("drop the task about the loft we sold it", "loft", None),
        ("get rid of the loft task we are moving out", "loft", None),
        ("take the clear the loft task out of my planner", "clear the loft", None),
        ("pull the loft task off tuesday my brother can't come", "loft", on("tuesday")),
        ("task clear the loft delete it please", "clear the loft", None),
        ("the task with the loft you can drop", "loft", None),
        ("remove from my planner the task about the loft", "loft", None),
        ("the loft task can go there's a skip outside", "loft", None),
        ("the loft task can be binned now", "loft", None),
        ("the loft task can be deleted once it is done", None, None),
        ("can the loft task be deleted", None, None),
        ("delete the loft task unless it is done", None, None),
        ("delete the loft task and the attic task", None, None),
        ("delete the loft and the attic task", None, None),
        ("don't delete the loft task", None, None),
        ("delete the task", None, None),
        ("delete that task again", None, None),
        ("take the loft off", None, None),
    ],
)
def test_a_task_that_goes(said: str, title: str | None, day: Any) -> None:
    assert read_request(said) == (None if title is None else Planned("task_delete", {"title": title}, day))


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        ("begin tracking cold showers as a daily habit", "habit_create", {"name": "cold showers"}),
        ("start keeping track of an evening stroll every day", "habit_create", {"name": "evening stroll"}),
        ("make singing in the car a habit", "habit_create", {"name": "singing in the car"}),
        ("cold showers i'd like to do every day make a habit of it", "habit_create", {"name": "cold showers"}),
        ("i want to do ten squats daily so track that as a habit", "habit_create", {"name": "ten squats"}),
        ("singing in the car make that a habit", "habit_create", {"name": "singing in the car"}),
        ("new habit for me cold showers", "habit_create", {"name": "cold showers"}),
        ("squats habit yes i did it today", "habit_set_completed", {"name": "squats", "completed": True}),
        ("the habit of squats i have done today mark it", "habit_set_completed", {"name": "squats", "completed": True}),
        ("squats habit done for today", "habit_set_completed", {"name": "squats", "completed": True}),
        ("my squats habit no i didn't do it", "habit_set_completed", {"name": "squats", "completed": False}),
        ("no squats today mark the habit as missed", "habit_set_completed", {"name": "squats", "completed": False}),
        ("i didn't manage the squats habit today", "habit_set_completed", {"name": "squats", "completed": False}),
        ("track squats for me every day", "habit_create", {"name": "squats"}),
        ("start a new habit of mine squats", "habit_create", {"name": "squats"}),
        ("throw out my diary entry and have it say rain at last", "reflection_set", {"text": "rain at last"}),
        ("squats habit status", "habit_progress", {"name": "squats"}),
        ("squats habit how's it going", "habit_progress", {"name": "squats"}),
        ("put this in my diary the plums are ripe", "reflection_append", {"text": "the plums are ripe"}),
        ("make a journal entry the plums are ripe", "reflection_append", {"text": "the plums are ripe"}),
        ("what's my latest streak with squats", "habit_progress", {"name": "squats"}),
        ("how fares my squats habit", "habit_progress", {"name": "squats"}),
        ("write in my diary of today that the plums are ripe", "reflection_append", {"text": "the plums are ripe"}),
        ("journal this the plums are ripe", "reflection_append", {"text": "the plums are ripe"}),
        ("for the reflection the plums are ripe", "reflection_append", {"text": "the plums are ripe"}),
        ("diary today we saw a fox", "reflection_append", {"text": "today we saw a fox"}),
        ("let my journal say the plums are ripe", "reflection_set", {"text": "the plums are ripe"}),
        ("empty today's reflection i don't want any of it", "reflection_set", {"text": ""}),
        ("make my journal empty", "reflection_set", {"text": ""}),
        ("clear the day note", "reflection_set", {"text": ""}),
        ("erase my diary entry i don't need a line of it kept", "reflection_set", {"text": ""}),
        (
            "scrap the day note and have it say instead the plums are ripe",
            "reflection_set",
            {"text": "the plums are ripe"},
        ),
        ("hooray hinge oil task done", "task_set_completed", {"title": "hinge oil", "completed": True}),
        ("scrub my journal and have it say the plums are ripe", "reflection_set", {"text": "the plums are ripe"}),
        ("replace today's note with the plums are ripe instead", "reflection_set", {"text": "the plums are ripe"}),
        ("which of my tasks are still not done", "list_tasks", {}),
        ("what duties have i got in the planner today", "list_tasks", {}),
        ("oops i didn't mean that task change take it back", "planner_undo", {}),
        ("turn the planner forward two weeks", "date_shift", {"days": 14}),
        ("wednesday in the planner please open it", "date_set", {"ymd": "next_wednesday"}),
        ("planner to the day before yesterday", "date_shift", {"days": -2}),
        ("go to the following day in the planner", "date_shift", {"days": 1}),
        ("previous day in my planner", "date_shift", {"days": -1}),
        ("change the whole note of the day to only one line it rained", "reflection_set", {"text": "it rained"}),
        ("put down in my journal the kiln is mended", "reflection_append", {"text": "the kiln is mended"}),
        ("dear diary put this in the journal then we sold a vase", "reflection_append", {"text": "we sold a vase"}),
        ("write in the note of the day we went to the kiln", "reflection_append", {"text": "we went to the kiln"}),
        ("rewrite my note of the day to a day at the kiln", "reflection_set", {"text": "a day at the kiln"}),
        ("add polishing the kiln to me habits", "habit_create", {"name": "polishing the kiln"}),
        (
            "i've glazed the vases you can tick that task",
            "task_set_completed",
            {"title": "vases", "completed": True},
        ),
        ("clear today's note entirely and have it say it rained", "reflection_set", {"text": "it rained"}),
    ],
)
def test_anything_else(said: str, tool: str, arguments: dict[str, Any]) -> None:
    found = read_request(said)
    assert found is not None
    assert (found.tool, found.arguments) == (tool, arguments)


@pytest.mark.parametrize(
    "said",
    [
        "smoking is a bad habit",
        "the habit of smoking is hard to break",
        "she made it a habit",
        "in the diary of samuel pepys there is a fire",
        "for a journal like that one pays a lot",
        "the travel journal is nice",
        "my planner has stickers on it",
        "friday is the day i buy a planner for anna",
        "what is a task",
        "take the note back to the teacher",
        "go back to the shop on friday",
        "write a note for the teacher",
        "keep track of the parcel",
        "add to my journal please",
        "change my journal to the next page",
        "change the note of the day to monday",
        "put a book on habits on the shelf",
    ],
)
def test_nothing(said: str) -> None:
    assert read_request(said) is None


WORDS = st.sampled_from(
    ["wash", "paint", "boat", "fence", "rusty", "green", "seven", "leo's", "cups", "ladder", "sell", "shed", "roof"]
)
TITLES = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
TAILS = st.sampled_from(["", " please", " now", " for me", " would you", " please thanks"])
FORMS = {
    "new task {}": "task_create",
    "put {} on my tasks": "task_create",
    "make {} a task": "task_create",
    "{} needs doing put it in the planner": "task_create",
    "{} task's done": "task_set_completed",
    "the task of {} is finished tick it off": "task_set_completed",
    "the {} task isn't done reopen it": "task_set_completed",
    "delete the {} task": "task_delete",
    "the task {} you can remove": "task_delete",
    "start a habit {}": "habit_create",
    "track {} as a daily habit": "habit_create",
    "my {} habit i did it today": "habit_set_completed",
    "what's my streak for {}": "habit_progress",
}


@settings(deadline=None, max_examples=60)
@given(TITLES, st.sampled_from(sorted(FORMS)), TAILS)
def test_a_title_is_all_that_was_said_of_it(title: str, form: str, tail: str) -> None:
    found = read_request(form.format(title) + tail)
    assert found is not None
    assert found.tool == FORMS[form]
    assert title in (found.arguments.get("title"), found.arguments.get("name"))


SAID = """
    the my task habit planner journal done isn't delete it add a of for today tomorrow friday tick mark wash boat please
    because must win not put in note write empty every day did i
"""


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.sampled_from(SAID.split()),
        max_size=14,
    ).map(" ".join)
)
def test_whatever_is_said_a_title_was_said_and_holds_no_word_of_the_request(said: str) -> None:
    found = read_request(said)
    title = found.arguments.get("title", found.arguments.get("name")) if found is not None else None
    assert title is None or f" {title}" in f" {said}"
    assert not {"task", "habit", "planner", "journal", "it", "today", "friday"} & set((title or "").split())


def test_the_day_of_a_task_is_gone_to_first_and_today_only_from_elsewhere(box: PlannerToolBox) -> None:
    command = box._commands["task_create"]
    claimed = command.pre_route("put oil the hinges on my tasks for friday")
    assert (claimed.arguments, list(claimed.before)) == ({"title": "oil the hinges"}, [on("friday")])
    said = "put oil the hinges on my tasks for today"
    assert list(command.pre_route(said).before) == []
    command.desk.days.move(Asker("anna", "kitchen"), date(NOW.year + 1, 1, 1))
    assert list(command.pre_route(said).before) == [("date_shift", {"days": 0})]
    assert command.pre_route(said, disabled_pattern_ids={"task_create.request"}) is None


def test_what_a_translator_made_of_it_is_mended(box: PlannerToolBox) -> None:
    task, note = box._commands["task_delete"], box._commands["reflection_append"]
    assert task.post_process_tool_call({"title": "with the loft please"}, "…") == {"title": "loft"}
    for title, said, meant in (
        ("planner pulire il forno", "nuova attività nel planner pulire il forno", "pulire il forno"),
        ("au planning laver la voiture", "ajoute une tâche au planning laver la voiture", "laver la voiture"),
        ("agenda kopen", "nieuwe taak agenda kopen", "agenda kopen"),
    ):
        assert task.post_process_tool_call({"title": title}, said) == {"title": meant}
    said = "journal this the plums fell when it rained"
    assert note.post_process_tool_call({"text": "this the plums fell"}, said) == {
        "text": "the plums fell when it rained"
    }
    with pytest.raises(NotMeant):
        task.post_process_tool_call({"title": "robots"}, "that task is done by robots")
    with pytest.raises(NotMeant):
        task.post_process_tool_call({"title": "in the garden"}, "we finished the task in the garden")
    with pytest.raises(NotMeant):
        note.post_process_tool_call({"text": "of samuel pepys"}, "in the diary of samuel pepys")


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("make the loft task a must win", "make the loft"),
        ("move the loft task to friday", "move the loft"),
        ("could you rename my loft task", "rename"),
        ("put down a deposit as a task", "down a deposit"),
        ("add every task", "every"),
        ("add a task visit ada and boris", "ada and boris"),
    ],
)
def test_what_makes_no_task(box: PlannerToolBox, said: str, title: str) -> None:
    with pytest.raises(NotMeant):
        box._commands["task_create"].post_process_tool_call({"title": title}, said)


@pytest.mark.parametrize(
    "said", ["make clear the loft a must win task", "a task move the loft ladder", "add the loft task"]
)
def test_what_makes_one_all_the_same(box: PlannerToolBox, said: str) -> None:
    made = {"title": "loft"}
    assert box._commands["task_create"].post_process_tool_call(made, said)["title"]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("i forgot my squats today", False),
        ("i never did my squats", False),
        ("i'll be done with my squats soon", False),
        ("undo the tick on my squats", False),
        ("get my squats done", False),
        ("i want my squats marked as done", True),
        ("my squats must be done by noon", False),
        ("i did my squats i forgot to say", True),
        ("i did my never squats", True),
    ],
)
def test_nobody_says_that_something_is_done_who_has_not_done_it(box: PlannerToolBox, said: str, done: bool) -> None:
    name = "never squats" if "never squats" in said else "squats"
    made = box._commands["habit_set_completed"].post_process_tool_call({"name": name, "completed": True}, said)
    assert made == ({"name": name, "completed": True} if done else {"name": name})


def test_talk_and_a_task_that_moves_are_not_meant(box: PlannerToolBox) -> None:
    supper = {"title": "supper", "completed": False}
    ticks, day = box._commands["task_set_completed"], box._commands["date_set"]
    for tool, taken, words in (
        (ticks, supper, "supper isn't ready yet"),
        (day, {"ymd": "next_sunday"}, "move that to sunday"),
        (day, {"ymd": "next_sunday"}, "please push oiling the hinges to sunday"),
    ):
        with pytest.raises(NotMeant):
            tool.post_process_tool_call(dict(taken), words)
    assert ticks.post_process_tool_call(dict(supper), "the supper task isn't done yet") == supper
    for words in ("move on to sunday", "move the planner to sunday"):
        assert day.post_process_tool_call({"ymd": "next_sunday"}, words) == {"ymd": "next_sunday"}


def test_a_thing_is_no_habit_and_nothing_is_told_or_undone_where_all_shall_go(box: PlannerToolBox) -> None:
    with pytest.raises(NotMeant):
        box._commands["habit_create"].post_process_tool_call({"name": "my parcel"}, "track my parcel")
    for name in ("list_tasks", "planner_undo"):
        with pytest.raises(NotMeant):
            box._commands[name].post_process_tool_call({}, "please clear all of the planner")
    assert box._commands["planner_undo"].post_process_tool_call({}, "remove my last change") == {}
    assert box._commands["task_delete"].post_process_tool_call({}, "delete the task") == {}


def test_the_day_of_a_note_is_none_of_its_words(box: PlannerToolBox) -> None:
    yesterday = ("date_shift", {"days": -1})
    asked = Planned("reflection_append", {"text": "rain at last"}, yesterday)
    assert read_request("put in my journal for yesterday rain at last") == asked
    with pytest.raises(NotMeant):
        box._commands["reflection_append"].post_process_tool_call({"text": "for yesterday rain at last"}, "…")


def test_a_note_is_emptied_only_where_somebody_says_so(box: PlannerToolBox) -> None:
    note = box._commands["reflection_set"]
    assert note.post_process_tool_call({"text": ""}, "wipe my note") == {"text": ""}
    assert note.post_process_tool_call({"text": ""}, "change what my note says to rain at last") == {}


@pytest.mark.parametrize("behind", ["a" * 200 + " !", "ab-'c" * 40 + " timer x", "ab " * 60 + "timer"])
def test_a_reason_of_any_length_is_read_or_left(behind: str) -> None:
    # In so many ways that it never ended, once.
    assert read_request(f"delete the laundry task because i {behind}") in (
        None,
        Planned("task_delete", {"title": "laundry"}, None),
    )


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("whether i stretch", "stretch"),
        ("whether stretch", "stretch"),
        ("how often i water the ferns", "water the ferns"),
        ("ob ich lese", "lese"),
        ("combien de fois je nage", "nage"),
        ("se laver les dents", "se laver les dents"),
        ("my coach told me to drink a glass of milk every day", "drink a glass of milk"),
        ("dentist says floss daily", "floss"),
        ("mein trainer hat mir geraten jeden tag zu dehnen", "jeden tag zu dehnen"),
        ("die zahnärztin sagt ich soll zahnseide benutzen täglich", "zahnseide benutzen"),
        ("mi entrenadora me aconsejó estirar todos los días", "estirar"),
        ("mon médecin m'a dit de marcher chaque matin", "marcher"),
        ("la kiné m'a conseillé d'étirer le dos", "étirer le dos"),
        ("il mio dottore mi ha detto di bere più acqua ogni giorno", "bere più acqua"),
        ("de fysio raadt me aan om te wandelen elke dag", "wandelen"),
        ("a minha médica disse-me para caminhar todos os dias", "caminhar"),
        ("leer lo que dice el libro", "leer lo que dice el libro"),
        ("reading", "reading"),
        ("sit up straight every morning", "sit up straight every morning"),
    ],
)
def test_a_habit_is_called_what_is_done(box: PlannerToolBox, name: str, kept: str) -> None:
    assert (
        box._commands["habit_create"].post_process_tool_call({"name": name}, f"make it a habit {name}")["name"] == kept
    )


@pytest.mark.parametrize("name", ["how often", "daily", "every morning", "jeden tag", "todos os dias", "dagelijks"])
def test_how_often_is_no_habit(box: PlannerToolBox, name: str) -> None:
    with pytest.raises(NotMeant):
        box._commands["habit_create"].post_process_tool_call({"name": name}, f"track {name}")


@pytest.mark.parametrize(
    "said",
    ["she's out of the habit of sewing", "we got into an old habit of eating late", "he's in the habit of snoring"],
)
def test_who_has_a_habit_or_lost_it_asks_for_no_progress(box: PlannerToolBox, said: str) -> None:
    with pytest.raises(NotMeant):
        box._commands["habit_progress"].post_process_tool_call({"name": "sewing"}, said)


def test_what_somebody_begins_with_is_no_part_of_a_name(box: PlannerToolBox) -> None:
    tick, begin = box._commands["task_set_completed"], box._commands["habit_create"]
    said = "nope the loft isn't done open that task again"
    given = {"title": "nope the loft", "completed": False}
    assert tick.post_process_tool_call(given, said) == {"title": "loft", "completed": False}
    assert begin.post_process_tool_call({"name": "trying to hum"}, "i'm trying to hum make that a habit") == {
        "name": "hum"
    }


@pytest.mark.parametrize(
    ("said", "name", "kept"),
    [
        ("begin a habit sketching every day", "sketching every day", "sketching"),
        ("nuevo hábito dibujar a diario", "dibujar a diario", "dibujar"),
        ("nouvelle habitude dessiner quotidiennement", "dessiner quotidiennement", "dessiner"),
        ("begin a habit sketching every evening", "sketching every evening", "sketching every evening"),
        ("i want to track sketching each day make it a habit", "track sketching every day", "sketching"),
        ("i'd like to keep track of my naps turn that into a habit", "keep track of my naps", "naps"),
        ("new habit track my spending", "track my spending", "track my spending"),
        ("i want to train for the track make it a habit", "train for the track", "train for the track"),
    ],
)
def test_to_track_is_no_part_of_what_is_tracked(box: PlannerToolBox, said: str, name: str, kept: str) -> None:
    begin = box._commands["habit_create"]
    assert begin.post_process_tool_call({"name": name}, said)["name"] == kept
    claimed = begin.pre_route(said)
    assert claimed is None or claimed.arguments == {"name": kept}
