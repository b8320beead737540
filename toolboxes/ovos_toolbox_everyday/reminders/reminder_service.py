"""Reminders of this device, for the commands of this toolbox and for packages: what
``services.reminder_service.get_reminder_service()`` of a Jarvis node offers, in the user's time zone."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any

from ovos_phal_plugin_jarvis.sdk.clock import home_zone
from ovos_phal_plugin_jarvis.sdk.date_keys import KNOWN_DATE_KEYS, days_of
from ovos_phal_plugin_jarvis.sdk.iso import parse_iso
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, full_date
from ovos_toolbox_everyday.appointments import AppointmentService
from ovos_toolbox_everyday.recurrence import When
from ovos_toolbox_everyday.reminders.reminder import Reminder, ReminderRecord, iso
from ovos_toolbox_everyday.speech import SENTENCES

STORAGE_NAME = "set_reminder"
MAX_REMINDERS = 500
SNOOZE_MINUTES = 10
_EXPIRED_SECONDS = 300.0
"""After which packages expect that one which was announced is gone."""
_HOURS = (
    ("morning", time(7)),
    ("afternoon", time(14)),
    ("evening", time(19)),
    ("tonight", time(20)),
    ("night", time(21)),
)
_HOUR = time(9)
"""Where nothing says when in the day."""


class ReminderService(AppointmentService[Reminder]):
    """Keeps reminders and lets them be told when they are due.

    The methods with ``reminder`` in their names are the ones that packages call; they give records.
    """

    def __init__(self, **clocks: Any) -> None:
        """
        Args:
            clocks: as :class:`~ovos_toolbox_everyday.appointments.AppointmentService` takes them.
        """
        super().__init__(STORAGE_NAME, Reminder, MAX_REMINDERS, **clocks)

    def _new_id(self) -> str:
        return f"rem_{uuid.uuid4().hex[:8]}"

    # -- as packages call it --

    def create_reminder(
        self, text: str, due_at: datetime | str, recurrence: str | None = None, **more: Any
    ) -> ReminderRecord:
        """Keep a new reminder.

        Args:
            text: what it says.
            due_at: when, as a datetime or in ISO; without an offset it is the user's own time.
            recurrence: daily, weekdays, weekly, monthly (the last day of a month that is too short) or None.
            more: as ``add`` takes it.

        Raises:
            ValueError: no text, no such time, or no such recurrence.
            TooManyError: there are as many as may be.
        """
        if not text.strip():
            raise ValueError("a reminder needs a text")
        due = parse_iso(due_at) if isinstance(due_at, str) else due_at
        local = due if due.tzinfo is None else due.astimezone(self.now().tzinfo)
        if recurrence:
            when = When(time=local.time(), day=local.date(), repeat=recurrence)
        else:
            when = When(at=local.timestamp() if local.tzinfo else local.replace(tzinfo=self.now().tzinfo).timestamp())
        return self._record(self.add(when, text.strip(), **more))

    def get_reminder(self, reminder_id: str) -> ReminderRecord | None:
        """The reminder with this id."""
        item = self.get(reminder_id)
        return None if item is None else self._record(item)

    def get_all_reminders(self, include_announced: bool = False) -> list[ReminderRecord]:
        """Those to come by the time they are due; with *include_announced* those that are over besides."""
        found = self.all()
        if include_announced:
            found = [*(item for item in self._store.all() if item.over), *found]
        return sorted((self._record(item) for item in found), key=lambda record: parse_iso(record.due_at))

    def get_due_reminders(self) -> list[ReminderRecord]:
        """Those that are due and were not announced."""
        now = self.now()
        return [self._record(item) for item in self.all() if (due := self.due(item)) is not None and due <= now]

    def mark_announced(self, reminder_id: str) -> ReminderRecord | None:
        """The reminder was announced: one that recurs moves on to its next time. None where there is none."""
        item = self.get(reminder_id)
        marked = None if item is None else self.mark_told(item)
        return None if marked is None else self._record(marked)

    def snooze_reminder(self, reminder_id: str, minutes: float = SNOOZE_MINUTES) -> ReminderRecord | None:
        """Put the reminder off. None where there is none.

        Raises:
            ValueError: *minutes* are not more than nothing.
        """
        if minutes <= 0:
            raise ValueError("a reminder is put off by more than nothing")
        item = self.get(reminder_id)
        put_off = None if item is None else self.snooze(item, minutes * 60)
        return None if put_off is None else self._record(put_off)

    def delete_reminder(self, reminder_id: str) -> bool:
        """Forget the reminder. False where there is none."""
        item = self.get(reminder_id)
        return item is not None and self.cancel(item)

    def delete_all_reminders(self) -> int:
        """Forget every reminder; how many there were."""
        return sum(self.cancel(item) for item in self._store.all())

    def find_by_text(self, text: str) -> ReminderRecord | None:
        """The reminder with this text, else the first that contains it; in any case."""
        found = matching(self.all(), text)
        return self._record(found[0]) if found else None

    def find_most_recently_announced(self, window_minutes: float = 5) -> ReminderRecord | None:
        """The last one that was announced within so many minutes."""
        found = self.ended(window_minutes * 60)
        return self._record(found[0]) if found else None

    def restore_reminders(self) -> int:
        """How many are stored: they need no restoring."""
        return len(self.all())

    def cleanup_expired(self) -> int:
        """Forget those that were announced over five minutes ago and do not recur; how many that were."""
        recent = {item.id for item in self.ended(_EXPIRED_SECONDS)}
        return sum(self.cancel(item) for item in self._store.all() if item.over and item.id not in recent)

    @staticmethod
    def resolve_due_at(
        date_keys: Sequence[str] | str | None = None,
        time_str: str | None = None,
        relative_minutes: float | None = None,
        *,
        now: datetime | None = None,
    ) -> datetime | None:
        """When a reminder is due, in the user's time zone; None where nothing says when.

        Args:
            date_keys: the first counts: a date key or an ISO date or date-time; an unknown key is today.
            time_str: ``HH:MM``; alone it is today, or tomorrow when that is past.
            relative_minutes: from now; counts where there is no key and no time.
            now: the present moment in the user's time zone.
        """
        now = now or datetime.now(home_zone())
        at = _time_of(time_str)
        keys = [date_keys] if isinstance(date_keys, str) else list(date_keys or ())
        if keys:
            return _on(str(keys[0]), at, now)
        if at is not None:
            due = datetime.combine(now.date(), at, now.tzinfo)
            return due if due > now else datetime.combine(now.date() + timedelta(days=1), at, now.tzinfo)
        if relative_minutes is not None and relative_minutes > 0:
            moment = now.timestamp() + relative_minutes * 60
            return datetime.fromtimestamp(moment, now.tzinfo)
        return None

    @staticmethod
    def format_due_at_human(due_at: str, lang: str = ENGLISH) -> str:
        """The time *due_at*, in ISO, as it is told: "Monday, March 2, 2026, 09:00"."""
        due = parse_iso(due_at)
        local = due if due.tzinfo is None else due.astimezone(home_zone())
        return SENTENCES.say("moment", lang, date=full_date(local.date(), lang), time=f"{local:%H:%M}")

    def _record(self, item: Reminder) -> ReminderRecord:
        due = self.due(item)
        last = item.told if item.told is not None else item.when.once(self.zone_of(item))
        return ReminderRecord(
            reminder_id=item.id,
            text=item.text,
            due_at=due.isoformat() if due else datetime.fromtimestamp(last or 0.0, self.zone_of(item)).isoformat(),
            created_at=iso(item.created),
            recurrence=item.when.repeat,
            announced=item.over,
            snooze_until=None if item.snooze_until is None else iso(item.snooze_until),
            announce_count=item.count,
            last_announced_at=None if item.told_at is None else iso(item.told_at),
        )


def matching(reminders: Sequence[Reminder], text: str) -> list[Reminder]:
    """Those whose text is *text*, else those that contain it; in any case."""
    wanted = " ".join(text.casefold().split())
    if not wanted:
        return []
    texts = {item.id: " ".join(item.text.casefold().split()) for item in reminders}
    return [item for item in reminders if texts[item.id] == wanted] or [
        item for item in reminders if wanted in texts[item.id]
    ]


def _time_of(text: str | None) -> time | None:
    if not text:
        return None
    try:
        return time.fromisoformat(text.strip().zfill(5))
    except ValueError:
        return None


def _on(key: str, at: time | None, now: datetime) -> datetime:
    name = key.strip().lower().replace("-", "_").replace(" ", "_")
    if name == "this_weekend":
        day = days_of(name, now.date())[0][0]
        return datetime.combine(day, at or _HOUR, now.tzinfo)
    if name in KNOWN_DATE_KEYS:
        day = days_of(name, now.date())[0][0]
        hour = next((hour for part, hour in _HOURS if part in name), _HOUR)
        return datetime.combine(day, at or hour, now.tzinfo)
    try:
        moment = parse_iso(key.strip())
    except ValueError:
        return datetime.combine(now.date(), at or _HOUR, now.tzinfo)
    if moment.tzinfo is not None:
        moment = moment.astimezone(now.tzinfo)
    elif at is None and len(key.strip()) > 10:
        return moment.replace(tzinfo=now.tzinfo)
    if at is None and len(key.strip()) > 10:
        return moment
    return datetime.combine(moment.date(), at or _HOUR, now.tzinfo)
