"""Reminders as packages set them, and when they are told: over restarts, clocks that are set, and other time zones."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from ovos_phal_plugin_jarvis.sdk import JarvisStorage, set_backend
from ovos_phal_plugin_jarvis.stores import open_stores
from ovos_toolbox_everyday.reminders import ReminderService
from ovos_toolbox_everyday.reminders.reminder_service import MAX_REMINDERS, STORAGE_NAME

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
MONDAY = datetime(2026, 3, 2, 12, tzinfo=BERLIN)


class Device:
    """A device with clocks, a zone and what it said, all moved by the test."""

    def __init__(self, now: datetime = MONDAY) -> None:
        self.wall, self.steady, self.zone = now.timestamp(), 500.0, now.tzinfo
        self.said: list[tuple[str, float]] = []
        self.taken = True
        self.start()

    def start(self) -> None:
        """A process of its own begins."""
        self.service = ReminderService(zone=lambda: self.zone, wall=lambda: self.wall, steady=lambda: self.steady)
        self.service.begin(self.announce)

    def announce(self, item: Any, late: float) -> bool:
        if self.taken:
            self.said.append((item.text, late))
        return self.taken

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds
        self.service.tick()

    def pass_to(self, moment: datetime, step: float = 1800) -> None:
        while self.wall < moment.timestamp():
            self.pass_time(min(step, moment.timestamp() - self.wall))

    @property
    def now(self) -> datetime:
        return datetime.fromtimestamp(self.wall, self.zone)


@pytest.fixture
def device(tmp_path: Path) -> Any:
    with open_stores(tmp_path / "stores") as opened:
        set_backend(opened.backend())
        yield Device()
        set_backend(None)


def test_a_package_sets_reads_and_forgets_one(device: Device) -> None:
    service = device.service
    due = device.now + timedelta(hours=2)
    made = service.create_reminder("Call mum", due)
    assert made.reminder_id.startswith("rem_") and len(made.reminder_id) == 12
    assert (made.text, made.recurrence, made.announced, made.is_recurring) == ("Call mum", None, False, False)
    assert datetime.fromisoformat(made.due_at) == due
    assert service.get_reminder(made.reminder_id) == made == service.find_by_text("call MUM")
    assert service.find_by_text("mum") == made and service.find_by_text("dad") is None
    assert service.get_all_reminders() == [made] and service.get_due_reminders() == []
    assert service.restore_reminders() == 1
    assert service.delete_reminder(made.reminder_id) and not service.delete_reminder(made.reminder_id)
    assert service.get_reminder(made.reminder_id) is None
    service.create_reminder("a", due)
    service.create_reminder("b", due.isoformat(), "daily")
    assert service.delete_all_reminders() == 2


def test_it_is_told_once_when_it_is_due_and_can_be_put_off(device: Device) -> None:
    made = device.service.create_reminder("tea", device.now + timedelta(minutes=5))
    device.pass_time(299)
    assert device.said == []
    device.pass_time(1)
    device.pass_time(30)
    assert device.said == [("tea", 0)]
    told = device.service.get_reminder(made.reminder_id)
    assert told is not None and told.announced and told.announce_count == 1 and told.last_announced_at
    assert device.service.find_most_recently_announced() == told
    assert device.service.get_all_reminders() == [] and device.service.get_all_reminders(True) == [told]
    later = device.service.snooze_reminder(made.reminder_id)
    assert later is not None and later.snooze_until is not None and not later.announced
    device.pass_time(599)
    assert len(device.said) == 1
    device.pass_time(1)
    assert device.said == [("tea", 0), ("tea", 0)]
    device.pass_time(200)
    assert device.service.cleanup_expired() == 0
    device.pass_time(200)
    assert device.service.cleanup_expired() == 1 and device.service.get_reminder(made.reminder_id) is None
    assert device.service.snooze_reminder(made.reminder_id) is None


def test_one_that_a_package_tells_of_is_not_told_again(device: Device) -> None:
    device.service.begin(None)
    made = device.service.create_reminder("pills", device.now + timedelta(minutes=5), "daily")
    device.pass_time(300)
    assert [record.reminder_id for record in device.service.get_due_reminders()] == [made.reminder_id]
    moved = device.service.mark_announced(made.reminder_id)
    assert moved is not None and not moved.announced
    assert datetime.fromisoformat(moved.due_at) == datetime.fromisoformat(made.due_at) + timedelta(days=1)
    device.service.begin(device.announce)
    device.pass_time(1)
    assert device.said == [] and device.service.mark_announced("rem_none") is None


@pytest.mark.parametrize(
    ("recurrence", "days"),
    [
        ("daily", ["2026-03-02", "2026-03-03", "2026-03-04"]),
        ("weekly", ["2026-03-02", "2026-03-09", "2026-03-16"]),
        ("weekdays", ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06", "2026-03-09"]),
        ("monthly", ["2026-03-02", "2026-04-02", "2026-05-02"]),
    ],
)
def test_one_that_recurs_is_told_each_time(device: Device, recurrence: str, days: list[str]) -> None:
    due = datetime(2026, 3, 2, 18, 30)
    device.service.create_reminder("bins", due, recurrence)
    heard = []
    while len(heard) < len(days):
        before = len(device.said)
        device.pass_time(10_800)
        heard += [f"{device.now - timedelta(seconds=late):%Y-%m-%dT%H:%M}" for _text, late in device.said[before:]]
    assert heard == [f"{day}T18:30" for day in days]


def test_wrong_ones_are_refused(device: Device) -> None:
    with pytest.raises(ValueError, match="text"):
        device.service.create_reminder("  ", device.now)
    with pytest.raises(ValueError, match="hourly"):
        device.service.create_reminder("x", device.now, "hourly")
    with pytest.raises(ValueError):
        device.service.create_reminder("x", "soon")
    made = device.service.create_reminder("x", device.now)
    with pytest.raises(ValueError):
        device.service.snooze_reminder(made.reminder_id, 0)


def test_at_most_so_many() -> None:
    device = Device()  # without a storage
    for number in range(MAX_REMINDERS):
        device.service.create_reminder(str(number), device.now + timedelta(hours=1))
    with pytest.raises(ValueError, match=str(MAX_REMINDERS)):
        device.service.create_reminder("one more", device.now)
    device.pass_time(3600)
    device.service.create_reminder("room again", device.now + timedelta(hours=1))


def test_what_was_due_while_the_device_was_off_is_told_late_and_the_last_time_only(device: Device) -> None:
    device.service.create_reminder("once", device.now + timedelta(minutes=5))
    device.service.create_reminder("daily", datetime(2026, 3, 2, 13), "daily")
    device.wall += 3 * 86_400
    device.steady = 3.0
    device.start()
    device.pass_time(1)
    device.pass_time(1)
    assert sorted((text, round(late)) for text, late in device.said) == [
        ("daily", 23 * 3600 + 1),
        ("once", 3 * 86_400 - 300 + 1),
    ]


def test_what_the_bus_did_not_take_is_told_again_also_after_a_restart(device: Device) -> None:
    device.service.create_reminder("tea", device.now + timedelta(minutes=5))
    device.taken = False
    device.pass_time(300)
    assert device.service.tick() <= 1 and device.said == []
    device.start()  # the process died while it was about to tell
    device.taken = True
    device.pass_time(61)
    assert device.said == [("tea", 61)]


def test_of_two_serving_processes_one_tells(device: Device) -> None:
    device.service.create_reminder("tea", device.now + timedelta(minutes=5))
    first = device.service
    device.start()
    device.pass_time(300)
    first.tick()
    assert device.said == [("tea", 0)]


def test_a_time_without_an_offset_is_the_users_own(device: Device) -> None:
    made = device.service.create_reminder("x", "2026-03-02T18:30:00")
    assert datetime.fromisoformat(made.due_at) == datetime(2026, 3, 2, 18, 30, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("keys", "at", "minutes", "due"),
    [
        (["tomorrow"], None, None, "2026-03-03T09:00"),
        (["tomorrow"], "18:15", None, "2026-03-03T18:15"),
        (["tomorrow_morning"], None, None, "2026-03-03T07:00"),
        ("tomorrow_afternoon", None, None, "2026-03-03T14:00"),
        (["tonight"], None, 5, "2026-03-02T20:00"),
        (["tomorrow_night"], None, None, "2026-03-03T21:00"),
        (["this_weekend"], None, None, "2026-03-07T09:00"),
        (["whenever"], "17:00", None, "2026-03-02T17:00"),
        (["2026-05-01"], None, None, "2026-05-01T09:00"),
        (["2026-05-01T10:30:00"], None, None, "2026-05-01T10:30"),
        (None, "18:00", None, "2026-03-02T18:00"),
        (None, "9:30", None, "2026-03-03T09:30"),
        ([], None, 45, "2026-03-02T12:45"),
        (None, None, 0, None),
        (None, "soon", None, None),
    ],
)
def test_how_a_time_is_found(keys: Any, at: str | None, minutes: int | None, due: str | None) -> None:
    found = ReminderService.resolve_due_at(keys, at, minutes, now=MONDAY)
    assert (found and found.isoformat()[:16]) == due


def test_how_a_time_is_told() -> None:
    assert ReminderService.format_due_at_human("2026-03-02T18:05:00") == "Monday, March 2, 2026, 18:05"


def test_what_a_jarvis_node_kept_is_read(device: Device) -> None:
    record = {
        "reminder_id": "rem_12345678",
        "text": "water the plants",
        "due_at": (device.now + timedelta(hours=1)).isoformat(),
        "created_at": device.now.isoformat(),
        "recurrence": "weekly",
        "announced": False,
        "snooze_until": None,
        "announce_count": 0,
        "last_announced_at": None,
    }
    JarvisStorage(STORAGE_NAME).save("rem_12345678", record)
    JarvisStorage(STORAGE_NAME).save("rem_x", {**record, "reminder_id": "rem_x", "due_at": "soon"})
    [found] = device.service.get_all_reminders()
    assert (found.text, found.is_recurring) == ("water the plants", True)
    device.pass_time(3600)
    assert device.said == [("water the plants", 0)]


@pytest.mark.parametrize(
    "damage",
    [
        {"when": {"at": 1e18}},
        {"when": {"at": float("nan")}},
        {"when": {"time": "07:00", "day": "9999-12-31", "repeat": "daily"}},
        {"when": {"time": "07:00", "day": "2026-03-02", "repeat": "hourly"}},
        {"told": 1e300},
        {"created": 1e300},
        {"snooze_until": 1e300},
        {"zone": "Mars/Olympus"},
        {"skipped": 5},
        {"id": None, "when": None},
    ],
)
def test_a_damaged_record_stops_no_other(device: Device, damage: dict[str, Any]) -> None:
    good = device.service.create_reminder("good", device.now + timedelta(minutes=5))
    record = JarvisStorage(STORAGE_NAME).get(good.reminder_id) or {}
    when = {"time": "13:00", "day": "2026-03-02", "repeat": "daily"}
    JarvisStorage(STORAGE_NAME).save("bad", {**record, "id": "bad", "text": "bad", "when": when, **damage})
    device.start()
    device.pass_time(300)
    assert "good" in [text for text, _late in device.said]
    device.service.get_all_reminders(True)
