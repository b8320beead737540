"""A reminder as a value: as it is stored, and as packages see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, ClassVar

from ovos_phal_plugin_jarvis.sdk.iso import parse_iso
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, duration
from ovos_toolbox_everyday.appointments import Appointment
from ovos_toolbox_everyday.recurrence import When
from ovos_toolbox_everyday.speech import SENTENCES

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True)
class Reminder(Appointment):
    """Something to be told at a time. Its text is never empty."""

    kind: ClassVar[str] = "reminder"
    topic: ClassVar[str] = "ovos.jarvis.reminder.due"
    late_seconds: ClassVar[float] = 300.0

    @property
    def name(self) -> str:
        """How the log calls it."""
        return f"reminder {self.id}"

    def announcement(self, late: float, full_clock: bool = False) -> Spoken:
        """ "Reminder: call mum.", or "Reminder of 2 hours ago: call mum."."""
        if late < self.late_seconds:
            return SENTENCES.say("reminder_due", self.lang, text=self.text)
        about = duration(int(late), self.lang, "largest")
        return SENTENCES.say("reminder_was_due", self.lang, duration=about, text=self.text)

    def data(self) -> dict[str, Any]:
        """The reminder as data for programs."""
        return {"reminder_id": self.id, "text": self.text, "recurrence": self.when.repeat}

    def record(self) -> dict[str, Any]:
        """It as it is stored, with the id and the repeat under the names that packages read."""
        return {**super().record(), "reminder_id": self.id, "recurrence": self.when.repeat}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """What *record* holds; one that a Jarvis node wrote is read as well.

        Raises:
            ValueError: it holds none.
        """
        if "when" in record or "due_at" not in record:
            return super().from_record(record)
        try:
            due = parse_iso(record["due_at"])
            repeat = record.get("recurrence")
            when = When(time=due.time(), day=due.date(), repeat=repeat) if repeat else When(at=_moment(due))
            created = record.get("created_at")
            told = _moment(due) if record.get("announced") else None
            return cls(
                id=str(record["reminder_id"]),
                when=when,
                text=str(record["text"]),
                created=0.0 if created is None else _moment(parse_iso(created)),
                told=told,
                told_at=told,
                count=int(record.get("announce_count") or 0),
            )
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
            raise ValueError(f"no reminder: {error!r}") from None


@dataclass(frozen=True)
class ReminderRecord:
    """A reminder as ``services.reminder_service`` gives it to packages. Times are ISO, with their offset."""

    reminder_id: str
    text: str
    due_at: str
    """When it is due next; of one that is over, when it was."""
    created_at: str
    recurrence: str | None = None
    announced: bool = False
    snooze_until: str | None = None
    announce_count: int = 0
    last_announced_at: str | None = None

    @property
    def is_recurring(self) -> bool:
        """Whether it comes again."""
        return self.recurrence is not None

    def to_dict(self) -> dict[str, Any]:
        """It as JSON."""
        return dict(vars(self))


def _moment(of: datetime) -> float:
    return of.timestamp() if of.tzinfo else of.astimezone().timestamp()


def iso(moment: float) -> str:
    """*moment*, in seconds since the epoch, in UTC."""
    return datetime.fromtimestamp(moment, timezone.utc).isoformat()
