"""What is said of reminders and of timers that are changed, and what English words say beyond doubt."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from ovos_phal_plugin_jarvis.sdk import NotMeant, RequestInformation
from ovos_toolbox_everyday.heard.everything import says_all
from ovos_toolbox_everyday.heard.hours import mend_hour
from ovos_toolbox_everyday.heard.month_days import mend_day_of_month
from ovos_toolbox_everyday.heard.names import name_said
from ovos_toolbox_everyday.heard.repeats import mend_repeat, repeat_said
from ovos_toolbox_everyday.heard.timers import change_said, holds_another
from ovos_toolbox_everyday.heard.weekdays import mend_day
from ovos_toolbox_everyday.recurrence import REPEATS
from ovos_toolbox_everyday.reminders import ReminderService
from ovos_toolbox_everyday.reminders.reminder_tools import CancelReminder, ListReminders, SetReminder
from ovos_toolbox_everyday.request_scope import RequestScope, request_scope
from ovos_toolbox_everyday.ringing import Ringing
from ovos_toolbox_everyday.timers import TimerService
from ovos_toolbox_everyday.timers.change_timer import ChangeTimer, PauseTimer, ResumeTimer
from ovos_toolbox_everyday.timers.list_timers import ListTimers

MONDAY = datetime(2026, 3, 2, 12, tzinfo=ZoneInfo("Europe/Berlin"))


class Kitchen:
    """The tools over services whose clock stands still until it is moved."""

    def __init__(self) -> None:
        self.now = MONDAY.timestamp()
        clocks: Any = {"wall": lambda: self.now, "steady": lambda: self.now}
        self.timers = TimerService(**clocks)
        self.reminders = ReminderService(zone=lambda: MONDAY.tzinfo, **clocks)
        self.ringing = Ringing(lambda message: None, "ding.wav", 5)
        self.tools: dict[str, Any] = {
            "remind": SetReminder(self.reminders),
            "reminders": ListReminders(self.reminders),
            "forget": CancelReminder(self.reminders, None, self.ringing),
            "change": ChangeTimer(self.timers),
            "pause": PauseTimer(self.timers),
            "resume": ResumeTimer(self.timers),
            "timers": ListTimers(self.timers),
        }

    def say(self, tool: str, lang: str = "en-us", words: str = "", **arguments: Any) -> str:
        command = self.tools[tool]
        with request_scope(RequestScope({}, lang)):
            refused = command.validate_call(**arguments)
            if refused:
                return str(refused[0].message)
            data = command.run(RequestInformation(words, "default"), **arguments).context_data or {}
        return str(data["errors"][0]["message"] if "errors" in data else data["message"])


@pytest.fixture
def kitchen() -> Any:
    made = Kitchen()
    yield made
    made.ringing.close()


def test_what_is_said_of_reminders(kitchen: Kitchen) -> None:
    assert kitchen.say("reminders") == "You have no reminders."
    assert kitchen.say("remind", text="call mum", time="18:00") == "I'll remind you today at 6:00 PM: call mum."
    assert kitchen.say("remind", text="oven", in_seconds=600) == "I'll remind you today at 12:10 PM: oven."
    assert kitchen.say("remind", text="rent", day="2026-03-03") == "I'll remind you tomorrow at 9:00 AM: rent."
    assert kitchen.say("remind", text="bins", repeat="monday") == "I'll remind you every Monday at 9:00 AM: bins."
    assert (
        kitchen.say("remind", text="book", day="2026-03-02T21:00:00+01:00") == "I'll remind you today at 9:00 PM: book."
    )
    assert kitchen.say("remind", text="tax", time="08:00", repeat="monthly").startswith(
        "I'll remind you every month on day 2 at 8:00 AM"
    )
    assert kitchen.say("reminders", day="2026-03-09") == "You have one reminder: bins, every Monday at 9:00 AM."
    assert kitchen.say("reminders", day="2026-03-04") == "There is no reminder Wednesday."
    assert kitchen.say("reminders").startswith("You have 6 reminders: oven, today at 12:10 PM; call mum, ")
    assert kitchen.say("reminders").endswith("; and 1 more.")
    assert kitchen.say("forget", text="Call Mum") == "I won't remind you: call mum."
    assert kitchen.say("forget", text="the bin") == "I won't remind you: bins."
    assert kitchen.say("forget", text="dentist").startswith("There is no such reminder. Which one do you mean: oven, ")
    assert kitchen.say("forget").startswith("Which reminder do you mean: ")
    assert kitchen.say("forget", all_reminders=True) == "Removed 4 reminders."
    assert kitchen.say("forget") == "You have no reminders."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"text": "x"}, "When shall I remind you?"),
        ({"text": "it", "time": "18:00"}, "What shall I remind you of?"),
        ({"text": "x", "in_seconds": -600}, "A reminder can come in one second to five years."),
        ({"text": "x", "in_seconds": 10**12}, "A reminder can come in one second to five years."),
        ({"text": "x" * 301, "time": "18:00"}, "A reminder can have at most 300 characters."),
        ({"text": "x", "day": "2026-03-01"}, "That time is over already. When instead?"),
        ({"text": "x", "day": "2026-03-02", "time": "11:00"}, "That time is over already. When instead?"),
        ({"text": "x", "day": "2026-03-02"}, "When shall I remind you?"),
        ({"text": "x", "day": "2099-03-02"}, "That is too far ahead. Five years is the most."),
        ({"text": "x", "time": "18:00", "in_seconds": 600}, "When shall I remind you?"),
    ],
)
def test_what_can_not_be_is_told_and_nothing_is_kept(kitchen: Kitchen, arguments: dict[str, Any], said: str) -> None:
    assert kitchen.say("remind", **arguments) == said
    assert kitchen.reminders.all() == []


def test_the_reminder_that_rings_is_stopped_before_another_is_removed(kitchen: Kitchen) -> None:
    kitchen.say("remind", text="tea", in_seconds=600)
    kitchen.ringing.begin(kitchen.reminders.all()[0])
    assert kitchen.say("forget") == "All right, I stopped the ringing."
    assert len(kitchen.reminders.all()) == 1


def test_what_is_said_of_timers_that_are_changed(kitchen: Kitchen) -> None:
    assert kitchen.say("change", change="extend", duration_seconds=60) == "You have no timers running."
    assert kitchen.say("resume") == "You have no timers running."
    kitchen.timers.add(300, "tea")
    assert kitchen.say("change", change="extend", duration_seconds=60) == "Your tea timer has 6 minutes left now."
    assert kitchen.say("change", change="shorten", duration_seconds=60) == "Your tea timer has 5 minutes left now."
    assert kitchen.say("change", change="shorten", duration_seconds=300) == "Your tea timer has only 5 minutes left."
    assert kitchen.say("change", change="set", duration_seconds=0) == "A timer can run from one second to seven days."
    assert kitchen.say("change", change="extend", duration_seconds=604_800).startswith("A timer can run from")
    kitchen.timers.add(600, "egg")
    assert kitchen.say("pause").startswith("Which one do you mean: the tea timer or the egg timer?")
    assert kitchen.say("pause", label="music").startswith("There is no such timer.")
    assert kitchen.say("pause", label="egg") == "Paused your egg timer, 10 minutes left."
    kitchen.now += 60
    assert kitchen.say("timers") == (
        "You have 2 timers: tea timer, 4 minutes left; egg timer, paused, 10 minutes left."
    )
    assert kitchen.say("resume") == "Your egg timer goes on, 10 minutes left."
    assert kitchen.say("resume") == "No timer is paused."
    assert kitchen.say("pause", "de-de", label="tea") == "Dein Timer tea ist angehalten, noch 4 Minuten."


@pytest.mark.parametrize(
    ("words", "repeat"),
    [
        ("wake me every day at nine", "daily"),
        ("every friday at five", "friday"),
        ("on mondays", "monday"),
        ("on friday", None),
        ("at six on weekdays", "weekdays"),
        ("monday to friday", "weekdays"),
        ("this weekend", None),
        ("at weekends", "weekends"),
        ("each month", "monthly"),
        ("alarm at seven", None),
    ],
)
def test_how_often_is_heard(words: str, repeat: str | None) -> None:
    assert repeat_said(words) == repeat


def test_a_repeat_is_no_day_and_a_day_no_repeat() -> None:
    assert mend_repeat({"repeat": "friday"}, "wake me on friday", REPEATS) == {"day": "next_friday"}
    assert mend_repeat({"day": "next_friday"}, "every friday", REPEATS) == {"repeat": "friday"}
    assert mend_repeat({"label": "daily"}, "a daily alarm", REPEATS) == {"repeat": "daily"}
    given = {"text": "take the daily pill", "day": "tomorrow"}
    assert mend_repeat(given, "remind me tomorrow to take the daily pill", REPEATS) == given


def test_at_four_is_in_the_afternoon_and_a_weekday_the_next_one() -> None:
    four = {"time": "04:00"}
    for words in ("remind me at four", "every friday at 4 to go"):
        assert mend_hour(four, words) == {"time": "16:00"}, words
    for words in ("at four in the morning", "at 4 am", "at 4:00", "um vier uhr", "at six", "tomorrow morning at four"):
        assert mend_hour(four, words) == four, words
    assert mend_day({"day": "thursday"}) == {"day": "next_thursday"} and mend_day({"day": "song"}) == {"day": "song"}


@pytest.mark.parametrize(
    ("text", "kept", "day"),
    [
        ("pay on may 3", "pay", "2026-05-03"),
        ("pay rent on the 1st of march", "pay rent", "2027-03-01"),
        ("party on february 29", "party", "2028-02-29"),
        ("pay rent on 31 april", "pay rent", "31 april"),
        ("pay on the 45th of march", "pay", "45th of march"),
        ("30 february", "", "30 february"),
        ("plan the june 3 party", "plan the june 3 party", None),
        ("read chapter 3", "read chapter 3", None),
    ],
)
def test_a_day_is_no_part_of_what_it_is_about(text: str, kept: str, day: str | None) -> None:
    mended = mend_day_of_month({"text": text, "time": "09:00"}, "text", MONDAY.date())
    assert (mended["text"], mended.get("day")) == (kept, day)
    given = {"text": text, "day": "tomorrow"}
    assert mend_day_of_month(given, "text", MONDAY.date()) == given


@pytest.mark.parametrize(
    ("words", "time", "said"),
    [
        ("remind me at six to eat", "06:00", "today at 6:00 PM"),
        ("remind me at six in the morning to eat", "06:00", "tomorrow at 6:00 AM"),
        ("remind me at 6:00 to eat", "06:00", "tomorrow at 6:00 AM"),
        ("remind me at two to eat", "14:00", "today at 2:00 PM"),
        ("", "06:00", "tomorrow at 6:00 AM"),
    ],
)
def test_at_six_is_the_next_six_where_nobody_said_which(kitchen: Kitchen, words: str, time: str, said: str) -> None:
    assert kitchen.say("remind", words=words, text="eat", time=time) == f"I'll remind you {said}: eat."


@pytest.mark.parametrize(
    ("words", "change"),
    [
        ("take a minute off the timer", "shorten"),
        ("add five", "extend"),
        ("two minutes less", "shorten"),
        ("change my timer to ten minutes", "set"),
        ("the timer", None),
        ("add less", None),
    ],
)
def test_more_and_less_are_heard(words: str, change: str | None) -> None:
    assert change_said(words) == change


def test_all_is_heard_and_every_weekday_is_not_all() -> None:
    for words in ("delete all my alarms", "cancel every alarm", "no more alarms"):
        assert says_all(words, "alarms")
    for words in ("cancel my alarm", "cancel my every weekday alarm", "all right cancel the alarm"):
        assert not says_all(words, "alarms")


@pytest.mark.parametrize("tool", [PauseTimer, ResumeTimer])
def test_what_is_no_timer_is_not_held(tool: Any) -> None:
    assert holds_another("pause the music")
    for words in ("pause the tea timer", "resume it", "pause", "hold on", "let the timer go on"):
        assert not holds_another(words), words
    with pytest.raises(NotMeant):
        tool(TimerService()).post_process_tool_call({}, "resume the podcast please")
    assert tool(TimerService()).post_process_tool_call({"label": "tea"}, "pause the tea timer") == {"label": "tea"}


@pytest.mark.parametrize(
    ("words", "seconds", "kept"),
    [
        ("don't let me forget to multiply the dose by two", 2, False),
        ("remind me in thirty seconds to turn the eggs", 30, True),
        ("erinnere mich in 20 Sekunden", 20, True),
        ("remind me in half a minute", 30, True),
        ("remind me in two hours", 7200, True),
    ],
)
def test_a_number_alone_is_no_time(kitchen: Any, words: str, seconds: int, kept: bool) -> None:
    args = SetReminder(kitchen.reminders).post_process_tool_call({"text": "x", "in_seconds": seconds}, words)
    assert ("in_seconds" in args) is kept


@pytest.mark.parametrize(
    ("text", "words", "kept"),
    [
        ("call mum at", "remind me to call mum at 6", "call mum"),
        ("call mum at", "remind me to call mum at six", "call mum"),
        ("anrufen um", "erinnere mich anrufen um 18 Uhr", "anrufen"),
        ("see what they are at", "remind me to see what they are at tomorrow", "see what they are at"),
        ("call mum", "remind me at 6 to call mum", "call mum"),
    ],
)
def test_the_lead_of_a_time_is_no_part_of_the_text(kitchen: Any, text: str, words: str, kept: str) -> None:
    args = SetReminder(kitchen.reminders).post_process_tool_call({"text": text, "time": "18:00"}, words)
    assert args["text"] == kept


def test_a_reminder_that_another_removed_at_this_moment_is_told_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    kitchen = Kitchen()
    kitchen.say("remind", text="water the fern", in_seconds=600)
    cancel = kitchen.reminders.cancel
    monkeypatch.setattr(kitchen.reminders, "cancel", lambda item: cancel(item) and False)
    assert kitchen.say("forget", text="water the fern") == kitchen.say("reminders")


def test_a_reminder_in_some_days_comes_in_the_morning_and_one_in_some_hours_by_the_clock() -> None:
    remind = Kitchen().tools["remind"]
    for words, seconds, kept in (
        ("remind me in four days to wax the skis", 345_600, {"day": "2026-03-06"}),
        ("remind me in 48 hours to wax the skis", 172_800, {"in_seconds": 172_800}),
    ):
        mended = remind.post_process_tool_call({"text": "wax the skis", "in_seconds": seconds}, words)
        assert mended == {"text": "wax the skis", **kept}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("alarm 5:10 am label it ferry", "ferry"),
        ("every day at nine sound an alarm called eye drops", "eye drops"),
        ("a timer named long walk for two hours", "long walk"),
        ("start a timer called stew forty minutes", "stew"),
        ("cancel the alarm called rowing i'm not fit", "rowing"),
        ("cancel the alarm called mum's pills", "mum's pills"),
        ("a timer named two eggs an hour and a half", "two eggs"),
        ("wake me at six", None),
    ],
)
def test_a_name_is_what_stands_behind_called_and_its_like(words: str, name: str | None) -> None:
    assert name_said(words) == name


def test_half_past_three_is_in_the_afternoon_where_nothing_says_otherwise() -> None:
    assert mend_hour({"time": "03:30"}, "remind me at half past three to eat") == {"time": "15:30"}
    assert mend_hour({"time": "03:30"}, "remind me at half past three in the morning") == {"time": "03:30"}


def test_what_is_said_to_whoever_listens_is_no_part_of_a_reminder(kitchen: Any) -> None:
    cancel = CancelReminder(kitchen.reminders)
    for text in ("the lease would you it's signed", "the lease please", "the lease, could you", "the lease"):
        assert cancel.post_process_tool_call({"text": text}, f"forget the reminder about {text}") == {
            "text": "the lease"
        }


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ("remind me in the morning to open the windows", {"text": "open the windows", "day": "tomorrow_morning"}),
        ("remind me to open the windows in the evening please", {"text": "open the windows", "day": "this_evening"}),
        ("in the afternoon remind me about the cake", {"text": "the cake", "day": "this_afternoon"}),
        ("remind me in the morning to pay and ring tom", None),
        ("remind me in the morning at nine to pay", None),
        ("remind me to pay on friday in the morning", None),
        ("remind me to tell her in the morning she snores", None),
        ("he reminded me in the morning to pay", None),
    ],
)
def test_a_part_of_the_day_alone_tells_when(words: str, arguments: dict[str, Any] | None) -> None:
    claimed = Kitchen().tools["remind"].pre_route(words)
    assert (claimed and claimed.arguments) == arguments


@pytest.mark.parametrize(
    ("words", "given", "mended"),
    [
        ("on friday evening remind me to ring", {"text": "ring", "day": "next_friday"}, {"time": "18:00"}),
        ("remind me every night to lock up", {"text": "lock up", "repeat": "daily"}, {"time": "21:00"}),
        ("remind me on friday to iron the evening gown", {"text": "iron the evening gown"}, {}),
        ("friday evening at seven remind me to ring", {"text": "ring", "time": "19:00"}, {}),
        (
            "remind me in the morning to ring",
            {"text": "in the morning to ring"},
            {"text": "ring", "day": "tomorrow_morning"},
        ),
    ],
)
def test_a_part_of_the_day_beside_a_day_is_no_nine_in_the_morning(
    words: str, given: dict[str, Any], mended: dict[str, Any]
) -> None:
    with request_scope(RequestScope({}, "en-us")):
        assert Kitchen().tools["remind"].post_process_tool_call(given, words) == {**given, **mended}


def test_a_part_of_the_day_is_nothing_to_be_reminded_of() -> None:
    tool = Kitchen().tools["remind"]
    with request_scope(RequestScope({}, "en-us")):
        for text in ("in the morning", "the morning to ring and in the evening to pay"):
            with pytest.raises(NotMeant):
                tool.post_process_tool_call({"text": text}, "in the morning")


@pytest.mark.parametrize(
    ("words", "given", "text"),
    [
        ("on monday i have a meeting remind me at six to pack", {"text": "have a meeting", "time": "06:00"}, "pack"),
        ("i have a meeting monday remind me to pack at six", {"text": "i have a meeting", "time": "06:00"}, "pack"),
        (
            "i have a meeting on monday remind me",
            {"text": "i have a meeting", "day": "next_monday"},
            "i have a meeting",
        ),
        ("remind me to pack for the meeting", {"text": "pack for the meeting"}, "pack for the meeting"),
    ],
)
def test_what_is_told_before_is_not_what_one_is_reminded_of(words: str, given: dict[str, Any], text: str) -> None:
    with request_scope(RequestScope({}, "en-us")):
        assert Kitchen().tools["remind"].post_process_tool_call(given, words)["text"] == text


@pytest.mark.parametrize(
    ("words", "given", "mended"),
    [
        ("wipe all my reminders i need a rest", {"text": "need a rest"}, {"all_reminders": True}),
        ("reminders wipe all of them", {}, {"all_reminders": True}),
        ("wipe all the reminders about the boat", {"text": "boat", "all_reminders": True}, None),
        ("wipe the reminder about the boat", {"text": "boat"}, None),
    ],
)
def test_all_reminders_are_about_nothing_that_is_told_beside(
    words: str, given: dict[str, Any], mended: dict[str, Any] | None
) -> None:
    assert Kitchen().tools["forget"].post_process_tool_call(given, words) == (mended or given)


@pytest.mark.parametrize(
    ("text", "words", "bare"),
    [
        (
            "noch die hecke schneiden muss",
            "sag mir um sechs dass ich noch die hecke schneiden muss",
            "die hecke schneiden",
        ),
        ("recordar podar el seto", "me tienes que recordar podar el seto", "podar el seto"),
        ("de heg moet snoeien", "herinner me eraan dat ik de heg moet snoeien", "de heg snoeien"),
        ("lembrar de podar a sebe", "tens de me lembrar de podar a sebe", "podar a sebe"),
        ("find where the will", "tell me at six to find where the will", "find where the will"),
    ],
)
def test_no_clause_stands_around_a_text(kitchen: Kitchen, text: str, words: str, bare: str) -> None:
    args = SetReminder(kitchen.reminders).post_process_tool_call({"text": text, "time": "18:00"}, words)
    assert args["text"] == bare


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"text": "contar todo", "day": "today"}, "hoy me tienes que contar todo"),
        ({"text": "raccontare", "day": "today"}, "oggi mi devi raccontare tutto"),
        ({"text": "erzählen", "day": "today"}, "du musst mir heute alles erzählen"),
        ({"text": "ton oncle"}, "tu me rappelles ton oncle"),
        ({"text": "tio"}, "lembras me o meu tio"),
        ({"text": "mi tío"}, "me recuerdas a mi tío"),
    ],
)
def test_nobody_is_reminded_of_what_is_only_said_of_somebody(
    kitchen: Kitchen, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(NotMeant):
        SetReminder(kitchen.reminders).post_process_tool_call(given, words)


@pytest.mark.parametrize(
    ("label", "bare"),
    [("soeptimer", {"label": "soep"}), ("soep", {"label": "soep"}), ("kooktimer", {}), ("timer", {"label": "timer"})],
)
def test_a_timer_is_called_without_the_word_for_one(kitchen: Any, label: str, bare: dict[str, Any]) -> None:
    words = f"hoeveel tijd heeft de {label} nog"
    found = ListTimers(kitchen.timers).post_process_tool_call({"label": label}, words)
    assert found == bare
