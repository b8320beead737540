"""What each command answers, with the clock in the test's hand."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from ovos_config import Configuration

from ovos_phal_plugin_jarvis.sdk import CommandResponse, IJarvisCommand, RequestInformation
from ovos_toolbox_everyday.get_date import GetDate
from ovos_toolbox_everyday.get_time import GetTime
from ovos_toolbox_everyday.request_scope import RequestScope, request_scope
from ovos_toolbox_everyday.settings import EverydaySettings
from ovos_toolbox_everyday.speech import say_time
from ovos_toolbox_everyday.sums.calculate import Calculate as CalculateCommand
from ovos_toolbox_everyday.timers.cancel_timer import CancelTimer
from ovos_toolbox_everyday.timers.list_timers import ListTimers
from ovos_toolbox_everyday.timers.set_timer import SetTimer
from ovos_toolbox_everyday.timers.timer_service import MAX_SECONDS, MAX_TIMERS, TimerService
from ovos_toolbox_everyday.timers.timer_store import TimerStore

NOON = datetime(2026, 3, 4, 12, 5, tzinfo=timezone.utc)  # a Wednesday
LISBON = EverydaySettings(timezone="Europe/Lisbon", time_format="half")


def ask(command: IJarvisCommand, said: str = "", conversation: str = "c", **arguments: Any) -> CommandResponse:
    return command.execute(RequestInformation(said, conversation), **arguments)


def message(response: CommandResponse) -> str:
    assert response.success, response.error_details
    assert response.context_data is not None
    return str(response.context_data["message"])


def refusal(response: CommandResponse) -> dict[str, Any]:
    assert not response.success
    assert response.context_data is not None
    [error] = response.context_data["errors"]
    return dict(error)


# -- get_time, get_date --


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "It's 12:05 PM."),
        ({"location": ""}, "It's 12:05 PM."),
        ({"location": "here"}, "It's 12:05 PM."),
        ({"location": "Tokyo"}, "It's 9:05 PM in Tokyo."),
        ({"location": "new york"}, "It's 7:05 AM in New York City."),
        ({"location": "Auckland"}, "It's 1:05 AM on Thursday in Auckland."),
        ({"location": "Asia/Kathmandu"}, "It's 5:50 PM in Kathmandu."),
    ],
)
def test_the_time(arguments: dict[str, Any], said: str) -> None:
    assert message(ask(GetTime(LISBON, lambda: NOON), **arguments)) == said


def test_the_time_in_24_hours_and_as_data() -> None:
    command = GetTime(EverydaySettings(time_format="full"), lambda: NOON)
    response = ask(command, location="Tokyo")
    assert message(response) == "It's 21:05 in Tokyo."
    assert response.context_data is not None
    assert response.context_data["time"] == "21:05"
    assert response.context_data["iso"] == "2026-03-04T21:05:00+09:00"
    assert response.wait_for_input is False


def test_the_users_own_time_is_that_of_mycroft_conf_unless_it_is_the_packaged_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command = GetTime(EverydaySettings(time_format="half"), lambda: NOON)
    packaged = Configuration.default["location"]
    chosen = {**packaged, "timezone": {"code": "Asia/Kolkata"}}
    monkeypatch.setattr("ovos_phal_plugin_jarvis.sdk.clock.Configuration", FakeConfiguration({"location": chosen}))
    assert message(ask(command)) == "It's 5:35 PM."
    monkeypatch.setattr("ovos_phal_plugin_jarvis.sdk.clock.Configuration", FakeConfiguration({"location": packaged}))
    here = NOON.astimezone()
    assert message(ask(command)) == f"It's {say_time(here, full=False)}."


class FakeConfiguration:
    """What mycroft.conf says, without files: the packaged defaults are the real ones."""

    default = Configuration.default

    def __init__(self, merged: dict[str, Any]) -> None:
        self.merged = merged

    def __call__(self) -> dict[str, Any]:
        return self.merged


def test_the_session_says_which_clock_where_the_setting_does_not() -> None:
    session = {"session": {"time_format": "full"}}
    with request_scope(RequestScope(session)):
        assert message(ask(GetTime(EverydaySettings(), lambda: NOON), location="Tokyo")) == ("It's 21:05 in Tokyo.")
        assert message(ask(GetTime(LISBON, lambda: NOON), location="Tokyo")) == "It's 9:05 PM in Tokyo."


def test_a_place_that_is_unclear_is_asked_for() -> None:
    command = GetTime(LISBON, lambda: NOON)
    wide = refusal(ask(command, location="the united states"))
    assert (wide["param"], "Chicago" in wide["valid_values"]) == ("location", True)
    assert "more than one time" in wide["message"]
    misspelt = refusal(ask(command, location="tokyyo"))
    assert misspelt["valid_values"] == ["Tokyo"]
    assert misspelt["message"] == "I don't know where tokyyo is. Did you mean Tokyo?"
    assert refusal(ask(command, location="xyzzy"))["valid_values"] is None
    for choice in wide["valid_values"]:
        assert ask(command, location=choice).success


def test_the_users_own_time_comes_from_the_session_then_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    command = GetTime(LISBON, lambda: NOON)
    session = {"session_id": "s", "location": {"timezone": {"code": "Asia/Tokyo"}}}
    with request_scope(RequestScope({"session": session})):
        assert message(ask(command)) == "It's 9:05 PM."
    # The location in OVOS's packaged default says nothing about where the user is.
    with request_scope(RequestScope({"session": {"location": dict(Configuration.default["location"])}})):
        assert message(ask(command)) == "It's 12:05 PM."
    sent = {"lat": 38.971669, "lon": -95.23525, "tz": "America/Chicago", "timezone": {"code": "America/Chicago"}}
    with request_scope(RequestScope({"session": {"location": sent}})):
        assert message(ask(command)) == "It's 12:05 PM."
    elsewhere = {**sent, "lat": 41.88, "lon": -87.63}
    with request_scope(RequestScope({"session": {"location": elsewhere}})):
        assert message(ask(command)) == "It's 6:05 AM."
    # Who sets the time zone alone keeps the packaged coordinates.
    with request_scope(RequestScope({"session": {"location": {**sent, "timezone": {"code": "Asia/Tokyo"}}}})):
        assert message(ask(command)) == "It's 9:05 PM."
    for rubbish in (
        {"session": 5},
        {"session": {"location": 7}},
        {"session": {"location": {"timezone": {"code": "x/y"}}}},
    ):
        with request_scope(RequestScope(rubbish)):
            assert message(ask(command)) == "It's 12:05 PM."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "It's Wednesday, March 4, 2026."),
        ({"location": "Kiritimati"}, "It's Thursday, March 5, 2026 in Kiritimati."),
        ({"resolved_datetimes": ["2026-03-04"]}, "It's Wednesday, March 4, 2026."),
        ({"resolved_datetimes": ["2026-03-09"]}, "That is Monday, March 9, 2026."),
        ({"resolved_datetimes": ["2026-03-09T00:00:00+00:00"]}, "That is Monday, March 9, 2026."),
        ({"resolved_datetimes": ["2026-03-03"]}, "That was Tuesday, March 3, 2026."),
        (
            {"resolved_datetimes": ["2026-03-08", "2026-03-07"]},
            "From Saturday, March 7, 2026 to Sunday, March 8, 2026.",
        ),
    ],
)
def test_the_date(arguments: dict[str, Any], said: str) -> None:
    assert message(ask(GetDate(LISBON, lambda: NOON), **arguments)) == said


def test_a_day_that_is_none_is_asked_for() -> None:
    error = refusal(ask(GetDate(LISBON, lambda: NOON), resolved_datetimes=["someday"]))
    assert error["param"] == "resolved_datetimes"
    assert "tomorrow" in error["message"]


# -- calculate --


@pytest.mark.parametrize(
    ("arguments", "said", "result"),
    [
        ({"num1": 12, "num2": 12, "operation": "multiply"}, "12 times 12 is 144.", 144),
        ({"num1": 5.0, "num2": 3.0, "operation": "add"}, "5 plus 3 is 8.", 8),
        ({"num1": 7, "num2": 2, "operation": "divide"}, "7 divided by 2 is 3.5.", 3.5),
        ({"num1": 15, "num2": 80, "operation": "percent"}, "15 percent of 80 is 12.", 12),
        ({"num1": 81, "operation": "square_root"}, "The square root of 81 is 9.", 9),
        ({"num1": 81, "num2": 2, "operation": "square_root"}, "The square root of 81 is 9.", 9),
        ({"num1": 17, "num2": 5, "operation": "modulo"}, "The remainder of 17 divided by 5 is 2.", 2),
        (
            {"num1": 2, "num2": 100, "operation": "power"},
            "2 to the power of 100 is 1.2677 times 10 to the power of 30.",
            2**100,
        ),
    ],
)
def test_sums(arguments: dict[str, Any], said: str, result: float) -> None:
    response = ask(CalculateCommand(), **arguments)
    assert message(response) == said
    assert response.context_data is not None
    assert response.context_data["result"] == result
    assert response.wait_for_input is True


def test_sums_that_cannot_be_done_say_why() -> None:
    by_zero = ask(CalculateCommand(), num1=1, num2=0, operation="divide")
    assert (by_zero.success, by_zero.error_details) == (False, "I can't divide by zero.")
    huge = ask(CalculateCommand(), num1=9, num2=10**9, operation="power")
    assert (huge.success, huge.error_details) == (False, "That number is too large for me.")
    assert refusal(ask(CalculateCommand(), num1=1, operation="add"))["param"] == "num2"
    assert "add" in refusal(ask(CalculateCommand(), num1=1, num2=2, operation="guess"))["valid_values"]


# -- timers --


class TimerCommands:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.service = TimerService(TimerStore(), wall=lambda: self.now, steady=lambda: self.now)
        self.set = SetTimer(self.service)
        self.list = ListTimers(self.service)
        self.cancel = CancelTimer(self.service)


@pytest.fixture
def timers() -> TimerCommands:
    return TimerCommands()


def test_one_that_is_named_is_not_all_of_them(timers: TimerCommands) -> None:
    mend = timers.cancel.post_process_tool_call
    both = {"all_timers": True, "duration_seconds": 300}
    assert mend(both, "cancel it") == {"duration_seconds": 300}
    assert mend(both, "cancel all the five minute timers") == both


def test_setting_timers(timers: TimerCommands) -> None:
    response = ask(timers.set, duration_seconds=300)
    assert message(response) == "Timer set for 5 minutes."
    assert response.context_data is not None
    assert response.context_data["ends_at"] == "2027-01-15T08:05:00+00:00"
    assert response.wait_for_input is False
    assert message(ask(timers.set, duration_seconds=480, label="Pasta")) == "Pasta timer set for 8 minutes."
    assert message(ask(timers.set, duration_seconds=60, label="my tea timer")) == "Tea timer set for 1 minute."
    assert message(ask(timers.set, duration_seconds=60, label="  timer ")) == "Timer set for 1 minute."


@pytest.mark.parametrize(
    ("seconds", "fine"),
    [(0, False), (-5, False), (1, True), (MAX_SECONDS, True), (MAX_SECONDS + 1, False), (10**30, False)],
)
def test_the_bounds_of_a_timer(timers: TimerCommands, seconds: int, fine: bool) -> None:
    response = ask(timers.set, duration_seconds=seconds)
    assert response.success is fine
    if not fine:
        assert refusal(response)["message"] == "A timer can run from one second to seven days."


def test_a_label_is_bounded_and_cleaned(timers: TimerCommands) -> None:
    assert "60 characters" in refusal(ask(timers.set, duration_seconds=5, label="x" * 61))["message"]
    assert message(ask(timers.set, duration_seconds=5, label="a\x00b\n c")) == "A b c timer set for 5 seconds."


def test_one_timer_too_many_is_refused_in_words(timers: TimerCommands) -> None:
    for _ in range(MAX_TIMERS):
        assert ask(timers.set, duration_seconds=60).success
    response = ask(timers.set, duration_seconds=60)
    assert response.error_details == "There are already 100 timers. Cancel one first."


def test_make_it_ten_minutes_corrects_the_timer_of_this_conversation(timers: TimerCommands) -> None:
    ask(timers.set, "set a timer for five minutes", duration_seconds=300)
    ask(timers.set, "set a timer for an hour", conversation="other", duration_seconds=3600)
    assert message(ask(timers.set, "make it ten minutes", duration_seconds=600)) == "OK, 10 minutes instead."
    assert [timer.duration_seconds for timer in timers.service.running()] == [600, 3600]
    # With nothing to correct it is a timer like any other.
    assert message(ask(timers.set, "make it one minute", conversation="new", duration_seconds=60)) == (
        "Timer set for 1 minute."
    )


def test_listing_timers(timers: TimerCommands) -> None:
    assert message(ask(timers.list)) == "You have no timers running."
    ask(timers.set, duration_seconds=300)
    timers.now += 10
    assert message(ask(timers.list)) == "Your 5 minute timer has 4 minutes and 50 seconds left."
    ask(timers.set, duration_seconds=60, label="tea")
    response = ask(timers.list)
    assert message(response) == (
        "You have 2 timers: tea timer, 1 minute left; 5 minute timer, 4 minutes and 50 seconds left."
    )
    assert response.context_data is not None
    assert [timer["remaining_seconds"] for timer in response.context_data["timers"]] == [60, 290]
    assert [item.label for item in response.referenceable_items or []] == ["tea timer", "5 minute timer"]
    assert message(ask(timers.list, label="tea")) == "Your tea timer has 1 minute left."
    assert message(ask(timers.list, duration_seconds=300)).startswith("Your 5 minute timer has")
    assert message(ask(timers.list, label="pizza")) == (
        "There is no such timer. Running: tea timer and 5 minute timer."
    )
    for _ in range(6):
        ask(timers.set, duration_seconds=7200)
    assert message(ask(timers.list)).endswith("; and 3 more.")


@pytest.mark.parametrize(
    "arguments",
    [
        {"label": "pasta"},
        {"label": "the pasta timer"},
        {"label": "PASTA"},
        {"label": "pastor"},
        {"duration_seconds": 480},
        {"label": "pasta", "duration_seconds": 480},
        {"label": "eight minutes"},
        {"label": "8 minute timer"},
        {"label": "carbonara pasta"},
        {"label": "carbonara"},
    ],
)
def test_cancelling_one_of_several(timers: TimerCommands, arguments: dict[str, Any]) -> None:
    label = "carbonara pasta" if "carbonara" in str(arguments) else "pasta"
    ask(timers.set, duration_seconds=480, label=label)
    ask(timers.set, duration_seconds=300)
    if arguments == {"label": "pastor"}:  # misheard, and too far off to be sure
        assert refusal(ask(timers.cancel, **arguments))["valid_values"] == ["5 minute timer", "pasta timer"]
        return
    assert message(ask(timers.cancel, **arguments)) == f"Cancelled your {label} timer."
    assert [timer.label for timer in timers.service.running()] == [None]


def test_cancelling_without_saying_which(timers: TimerCommands) -> None:
    assert message(ask(timers.cancel)) == "You have no timers running."
    assert message(ask(timers.cancel, all_timers=True)) == "You have no timers running."
    ask(timers.set, duration_seconds=300)
    assert message(ask(timers.cancel)) == "Cancelled your 5 minute timer."


def test_cancelling_asks_where_several_are_meant_and_each_answer_does(timers: TimerCommands) -> None:
    for _ in range(2):
        ask(timers.set, duration_seconds=300)
    ask(timers.set, duration_seconds=60, label="tea")
    asked = refusal(ask(timers.cancel))
    assert asked["param"] == "label"
    assert asked["message"] == (
        "Which one do you mean: the tea timer, the first 5 minute timer or the second 5 minute timer?"
    )
    assert refusal(ask(timers.cancel, duration_seconds=300))["valid_values"] == [
        "first 5 minute timer",
        "second 5 minute timer",
    ]
    assert refusal(ask(timers.cancel, label="five minute timer"))["valid_values"] == [
        "first 5 minute timer",
        "second 5 minute timer",
    ]
    assert "no such timer" in refusal(ask(timers.cancel, label="pizza"))["message"]
    second = ask(timers.cancel, label="second 5 minute timer")
    assert message(second) == "Cancelled your second 5 minute timer."
    assert message(ask(timers.cancel, label="the 5 minute one")) == "Cancelled your 5 minute timer."
    assert message(ask(timers.cancel, label="tea timer")) == "Cancelled your tea timer."


@pytest.mark.parametrize("arguments", [{"all_timers": True}, {"label": "all"}, {"label": "All timers"}])
def test_cancelling_all(timers: TimerCommands, arguments: dict[str, Any]) -> None:
    for seconds in (60, 120, 180):
        ask(timers.set, duration_seconds=seconds)
    assert message(ask(timers.cancel, **arguments)) == "Cancelled 3 timers."
    assert timers.service.running() == []
