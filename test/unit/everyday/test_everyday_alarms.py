"""Alarms: what is said to set, find, skip and put off one, and when it rings, whatever the clock does."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from ovos_phal_plugin_jarvis.sdk import NotMeant, RequestInformation, set_backend
from ovos_phal_plugin_jarvis.stores import open_stores
from ovos_toolbox_everyday.alarms import AlarmService
from ovos_toolbox_everyday.alarms.alarm import Alarm
from ovos_toolbox_everyday.alarms.alarm_service import MAX_ALARMS
from ovos_toolbox_everyday.alarms.alarm_tools import CancelAlarm, ListAlarms, SetAlarm, SkipAlarm, SnoozeAlarm
from ovos_toolbox_everyday.recurrence import REPEATS, When, first_day
from ovos_toolbox_everyday.reminders import ReminderService
from ovos_toolbox_everyday.request_scope import RequestScope, request_scope
from ovos_toolbox_everyday.ringing import Ringing
from ovos_toolbox_everyday.settings import EverydaySettings
from ovos_toolbox_everyday.timers import TimerService

BERLIN, NEW_YORK, LISBON = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York"), ZoneInfo("Europe/Lisbon")
MONDAY = datetime(2026, 3, 2, 12, tzinfo=BERLIN)


class House:
    """A device with its clocks and zone moved by the test, its tools, and what rang when."""

    def __init__(self, now: datetime = MONDAY) -> None:
        self.wall, self.steady, self.zone = now.timestamp(), 500.0, now.tzinfo
        self.rang: list[str] = []
        self.start()

    def start(self) -> None:
        clocks: Any = {
            "zone": lambda: self.zone,
            "wall": lambda: self.wall,
            "steady": lambda: self.steady,
        }
        self.alarms, self.reminders = AlarmService(**clocks), ReminderService(**clocks)
        self.ringing = Ringing(lambda message: None, "ding.wav", 5, clock=lambda: self.steady)
        settings = EverydaySettings()
        self.tools = {
            "set": SetAlarm(self.alarms, settings),
            "list": ListAlarms(self.alarms, settings),
            "cancel": CancelAlarm(self.alarms, settings, self.ringing),
            "skip": SkipAlarm(self.alarms, settings),
            "snooze": SnoozeAlarm(self.alarms, self.reminders, TimerService(), self.ringing, settings),
        }
        self.alarms.begin(self.announce)

    def announce(self, alarm: Any, late: float) -> bool:
        self.rang.append(f"{datetime.fromtimestamp(self.wall - late, self.zone):%m-%d %H:%M}")
        return True

    def say(self, tool: str, lang: str = "en-us", **arguments: Any) -> str:
        """What a tool answers."""
        command: Any = self.tools[tool]
        refused = command.validate_call(**arguments)
        if refused:
            return str(refused[0].message)
        with request_scope(RequestScope({}, lang)):
            response = command.run(RequestInformation("", "default"), **arguments)
        errors = (response.context_data or {}).get("errors")
        return str(errors[0]["message"] if errors else (response.context_data or {})["message"])

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds
        self.alarms.tick()

    def pass_to(self, moment: datetime, step: float = 600) -> list[str]:
        """What rings until then, looked at every *step* seconds."""
        before = len(self.rang)
        while self.wall < moment.timestamp():
            self.pass_time(min(step, moment.timestamp() - self.wall))
        return self.rang[before:]


@pytest.fixture
def house(tmp_path: Path) -> Any:
    with open_stores(tmp_path / "stores") as opened:
        set_backend(opened.backend())
        made = House()
        yield made
        made.ringing.close()
        set_backend(None)


def test_what_is_said_of_alarms(house: House) -> None:
    assert house.say("list") == "You have no alarms set."
    assert house.say("set", time="07:00") == "Alarm set for tomorrow at 7:00 AM."
    assert house.say("set", time="18:30") == "Alarm set for today at 6:30 PM."
    assert house.say("set", time="06:30", repeat="weekdays", label="gym") == (
        "Alarm gym set for every weekday at 6:30 AM."
    )
    assert house.say("set", time="09:00", day="2026-03-07") == "Alarm set for Saturday at 9:00 AM."
    listed = house.say("list")
    assert listed.startswith(
        "You have 4 alarms: today at 6:30 PM; gym, every weekday at 6:30 AM; tomorrow at 7:00 AM; "
    )
    assert house.say("list", day="2026-03-04") == "You have one alarm: gym, every weekday at 6:30 AM."
    assert house.say("list", day="2026-03-08") == "There is no alarm Sunday."
    assert house.say("cancel") == (
        "Which alarm do you mean: 6:30 PM alarm, gym alarm at 6:30 AM, 7:00 AM alarm or 9:00 AM alarm?"
    )
    assert house.say("cancel", label="gym").startswith("Removed your gym alarm at 6:30 AM")
    assert house.say("cancel", time="06:30") == "Removed your 6:30 PM alarm, today at 6:30 PM."  # the only such
    assert house.say("cancel", time="05:00").startswith("There is no such alarm. Set: tomorrow at 7:00 AM")
    assert house.say("cancel", all_alarms=True) == "Removed 2 alarms."
    assert house.say("cancel") == "You have no alarms set."


def test_german_is_german(house: House) -> None:
    said = house.say("set", "de-de", time="07:00", repeat="friday")
    assert said == "Wecker gestellt: jeden Freitag um 07:00 Uhr."
    assert house.say("skip", "de-de") == (
        "Dein Wecker um 07:00 Uhr klingelt nicht: Freitag. Das nächste Mal: Freitag, der 13. März 2026, 07:00 Uhr."
    )


def test_what_can_not_be_is_told(house: House) -> None:
    assert house.say("set", time="07:00", day="2026-03-01") == "That time is over already. When instead?"
    assert house.say("set", time="11:00", day="2026-03-02") == "That time is over already. When instead?"
    assert house.say("set", time="11:00", day="2052-03-02").startswith("That is too far ahead")
    assert "60 characters" in house.say("set", time="07:00", label="x" * 61)
    assert house.say("set", time="25:00") and house.say("set", time="07:00", day="2026-02-30")
    assert house.alarms.all() == []
    assert house.say("snooze") == "Nothing is ringing."
    assert house.say("snooze", duration_seconds=-5).startswith("It can be put off by")
    assert house.say("skip") == "You have no alarms set."


def test_the_same_alarm_is_set_once_and_at_most_so_many(house: House) -> None:
    for _ in range(2):
        house.say("set", time="07:00", repeat="daily")
    assert len(house.alarms.all()) == 1
    set_backend(None)
    house.start()
    for minute in range(MAX_ALARMS):
        house.alarms.add(When(time=time(7, minute % 60), day=MONDAY.date() + timedelta(days=2 + minute)))
    assert house.say("set", time="23:00") == "There are already 100 alarms. Remove one first."


@pytest.mark.parametrize("text", ["🎉🏃‍♀️", "צלצול בוקר", "a\nb\x00c", "x" * 60])
def test_any_label_is_kept_as_it_is(house: House, text: str) -> None:
    house.say("set", time="07:00", label=text)
    house.start()
    assert [alarm.text for alarm in house.alarms.all()] == [" ".join(text.split())]


def test_one_is_skipped_once(house: House) -> None:
    house.say("set", time="07:00", repeat="weekdays")
    assert house.say("skip") == "Your 7:00 AM alarm won't ring tomorrow. The next time is Wednesday at 7:00 AM."
    assert house.say("skip", day="2026-03-05").startswith("Your 7:00 AM alarm won't ring Thursday.")
    assert house.pass_to(datetime(2026, 3, 10, 12, tzinfo=BERLIN)) == [
        "03-04 07:00",
        "03-06 07:00",
        "03-09 07:00",
        "03-10 07:00",
    ]
    house.say("set", time="18:00")
    assert house.say("skip", time="18:00") == "Your 6:00 PM alarm won't ring today."
    assert len(house.alarms.all()) == 1


def test_what_rings_is_put_off_and_rings_again(house: House) -> None:
    house.say("set", time="13:00", label="cake")
    assert house.pass_to(MONDAY + timedelta(hours=1)) == ["03-02 13:00"]
    house.ringing.begin(house.alarms.ended()[0])
    assert house.say("snooze", duration_seconds=300) == "All right, again in 5 minutes."
    assert not house.ringing.rings("default")
    house.start()  # over a restart
    assert house.pass_to(MONDAY + timedelta(hours=2)) == ["03-02 13:05"]
    assert house.say("snooze", duration_seconds=300) == "Nothing is ringing."  # too long ago
    assert house.pass_to(MONDAY + timedelta(hours=4)) == [] and house.alarms.all() == []


def test_one_that_recurs_is_put_off_and_rings_as_before(house: House) -> None:
    house.say("set", time="13:00", repeat="daily")
    house.pass_to(MONDAY + timedelta(hours=1))
    house.say("snooze")
    assert house.pass_to(MONDAY + timedelta(hours=26)) == ["03-02 13:10", "03-03 13:00"]


def test_what_rings_is_stopped_by_cancelling_it_and_comes_again_where_it_recurs(house: House) -> None:
    house.say("set", time="13:00", repeat="daily")
    house.pass_to(MONDAY + timedelta(hours=1))
    house.ringing.begin(house.alarms.all()[0])
    assert house.say("cancel") == "All right, I stopped the ringing."
    assert len(house.alarms.all()) == 1


def test_in_spring_an_hour_is_missing_and_nothing_is_lost() -> None:
    house = House(datetime(2026, 3, 28, 12, tzinfo=BERLIN))
    house.alarms.add(When(time=time(2, 30), day=house.alarms.now().date(), repeat="daily"))
    house.alarms.add(When(time=time(7), day=house.alarms.now().date(), repeat="daily"))
    assert house.pass_to(datetime(2026, 3, 30, 12, tzinfo=BERLIN)) == [
        "03-29 03:30",  # 02:30 does not exist
        "03-29 07:00",
        "03-30 02:30",
        "03-30 07:00",
    ]


def test_in_autumn_an_hour_comes_twice_and_rings_once() -> None:
    house = House(datetime(2026, 10, 24, 12, tzinfo=BERLIN))
    house.alarms.add(When(time=time(2, 30), day=house.alarms.now().date(), repeat="daily"))
    assert house.pass_to(datetime(2026, 10, 26, 12, tzinfo=BERLIN)) == ["10-25 02:30", "10-26 02:30"]
    assert first_day(time(2, 30), datetime(2026, 10, 25, 2, 40, tzinfo=BERLIN)).day == 26


def test_a_leap_day_and_short_months() -> None:
    house = House(datetime(2028, 1, 31, 8, tzinfo=BERLIN))
    house.alarms.add(When(time=time(9), day=house.alarms.now().date(), repeat="monthly"))
    rang = house.pass_to(datetime(2028, 4, 30, 12, tzinfo=BERLIN), 10_800)
    assert rang == ["01-31 09:00", "02-29 09:00", "03-31 09:00", "04-30 09:00"]


def test_a_wall_time_is_one_wherever_the_device_is() -> None:
    house = House()
    house.alarms.add(When(time=time(7), day=house.alarms.now().date(), repeat="daily"))
    assert house.pass_to(datetime(2026, 3, 3, 8, tzinfo=BERLIN)) == ["03-03 07:00"]
    house.zone = NEW_YORK  # it is two in the morning there, and seven is still to come
    assert house.pass_to(datetime(2026, 3, 4, 8, tzinfo=NEW_YORK)) == ["03-03 07:00", "03-04 07:00"]


def test_one_of_a_satellite_elsewhere_goes_by_its_own_zone() -> None:
    house = House()
    house.alarms.add(When(time=time(7), day=house.alarms.now().date(), repeat="daily"), zone="America/New_York")
    assert house.pass_to(datetime(2026, 3, 3, 23, tzinfo=BERLIN)) == ["03-02 13:00", "03-03 13:00"]


def test_a_clock_that_is_set_back_a_little_rings_nothing_twice(house: House) -> None:
    house.say("set", time="13:00", repeat="daily")
    house.pass_to(MONDAY + timedelta(minutes=70))
    house.wall -= 1800
    assert house.pass_to(MONDAY + timedelta(hours=3)) == []
    assert house.pass_to(MONDAY + timedelta(hours=25)) == ["03-03 13:00"]


def test_a_clock_that_was_years_ahead_and_is_set_right_loses_no_alarm(house: House) -> None:
    right, house.wall = house.wall, house.wall + 4 * 365 * 86_400
    house.alarms.add(When(time=time(13), day=MONDAY.date(), repeat="daily"))
    house.pass_time(86_400)
    house.wall, told = right, len(house.rang)
    house.pass_time(1)
    assert house.pass_to(MONDAY + timedelta(hours=2))[0] == "03-02 13:00" and told


def test_a_clock_that_is_set_forward_tells_once_what_it_passed_over(house: House) -> None:
    house.say("set", time="13:00", repeat="daily")
    house.wall += 3 * 86_400
    house.pass_time(1)
    house.pass_time(1)
    assert house.rang == ["03-04 13:00"]


@pytest.mark.parametrize("repeat", REPEATS)
@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Pacific/Apia")])
def test_after_and_latest_agree_over_a_year(repeat: str, zone: ZoneInfo) -> None:
    start = datetime(2026, 2, 20, 12, tzinfo=zone)
    when = When(time=time(2, 15), day=start.date(), repeat=repeat)
    floor, end, seen = start.timestamp(), datetime(2027, 2, 1, tzinfo=zone).timestamp(), 0
    while (due := when.after(floor, zone)) is not None and due < end:
        assert due > floor and when.latest(floor, due, zone) == due == when.latest(floor, due + 1, zone)
        assert when.latest(floor, due - 1, zone) is None
        floor, seen = due, seen + 1
    assert seen >= {"monthly": 11, "daily": 340, "weekdays": 240, "weekends": 95}.get(repeat, 48)


def test_what_is_no_appointment_is_refused() -> None:
    for wrong in ({}, {"at": 5.0, "time": time(7)}, {"time": time(7)}, {"at": 5.0, "repeat": "daily"}):
        with pytest.raises(ValueError):
            When(**wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hourly"):
        When(time=time(7), day=MONDAY.date(), repeat="hourly")
    with pytest.raises(ValueError, match="alarm"):
        Alarm.from_record({"id": "x", "when": {"at": 5}, "created": 1})


@pytest.mark.parametrize("said", ["let my alarm go off at ten each saturday", "the alarm should ring at nine"])
def test_an_alarm_that_is_to_ring_is_not_removed(said: str) -> None:
    house = House()
    with pytest.raises(NotMeant):
        house.tools["cancel"].post_process_tool_call({"time": "09:00"}, said)
    kept = house.tools["cancel"].post_process_tool_call({"time": "09:00"}, "don't let the alarm ring at nine")
    assert kept == {"time": "09:00"}


def test_the_unit_of_a_length_of_time_is_no_name() -> None:
    tool = House().tools["set"]
    with pytest.raises(NotMeant):
        tool.post_process_tool_call({"time": "five", "label": "hours"}, "an alarm for five and a half hours")
    named = {"time": "05:00", "label": "happy hour"}
    assert tool.post_process_tool_call(named, "an alarm at five called happy hour") == named
