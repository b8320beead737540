"""An alarm as a value, and how it is called aloud."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ovos_phal_plugin_jarvis.sdk.locale import Spoken, duration
from ovos_toolbox_everyday.appointments import Appointment
from ovos_toolbox_everyday.speech import SENTENCES, clock_time

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True)
class Alarm(Appointment):
    """A time of day to be woken at. Its text is a label, mostly empty."""

    kind: ClassVar[str] = "alarm"
    topic: ClassVar[str] = "ovos.jarvis.alarm.due"
    late_seconds: ClassVar[float] = 900.0
    """A device that was off at seven still wakes at five past."""

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """What *record* holds.

        Raises:
            ValueError: it holds none.
        """
        alarm = super().from_record(record)
        if alarm.when.time is None:
            raise ValueError("no alarm: it has no time of day")
        return alarm

    @property
    def name(self) -> str:
        """How the log calls it."""
        return f"alarm {self.id}"

    def name_in(self, lang: str, full_clock: bool) -> Spoken:
        """ "7:00 AM alarm", "gym alarm at 7:00 AM"."""
        assert self.when.time is not None
        at = clock_time(self.when.time, lang, full=full_clock)
        if self.text:
            return SENTENCES.say("alarm_called", lang, label=self.text, time=at)
        return SENTENCES.say("alarm_of", lang, time=at)

    def announcement(self, late: float, full_clock: bool = False) -> Spoken:
        """ "Your 7:00 AM alarm.", or "Your 7:00 AM alarm was 2 hours ago."."""
        name = self.name_in(self.lang, full_clock)
        if late < self.late_seconds:
            return SENTENCES.say("alarm_due", self.lang, name=name)
        about = duration(int(late), self.lang, "largest")
        return SENTENCES.say("alarm_was_due", self.lang, name=name, duration=about)

    def data(self) -> dict[str, Any]:
        """The alarm as data for programs."""
        at = None if self.when.time is None else f"{self.when.time:%H:%M}"
        return {"alarm_id": self.id, "label": self.text or None, "time": at, "repeat": self.when.repeat}
