"""A timer as a value, how it is called aloud, and finding the one that a user means."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, Spoken, duration
from ovos_toolbox_everyday.speech import SENTENCES
from ovos_toolbox_everyday.spoken_numbers import parse_duration

_ORDINALS = 10
"""That have a word."""
_AROUND_NAME = re.compile(
    r"\b(timers?|minuteurs?|temporizador(es)?|the|my|called|named|for|one|der|die|das|den|dem|über|namens|le|la|el|il|de|di|van|o)"
    r"\b|,",
    re.IGNORECASE,
)
_NEARLY = 85
"""Likeness of 100 from which a misheard label counts as the label."""


@dataclass(frozen=True)
class Timer:
    """A timer that runs or is paused."""

    kind: ClassVar[str] = "timer"
    topic: ClassVar[str] = "ovos.jarvis.timer.expired"
    late_seconds: ClassVar[float] = 60.0

    id: str
    duration_seconds: int
    deadline: float
    """When it ends, in seconds since the epoch."""
    label: str | None = None
    context: Mapping[str, Any] = field(default_factory=dict)
    """Of the bus message that set it, as far as an announcement needs it: session and routing."""
    lang: str = "en-us"
    set_for: int | None = None
    """What it was set for at first, where it was changed since: it may still be called so."""
    paused_left: float | None = None
    """Seconds that are left, where it is paused."""
    created: float = 0.0
    """When it was set, in seconds since the epoch."""

    def name_in(self, lang: str) -> Spoken:
        """ "pasta timer", "5 minute timer"."""
        if self.label:
            return SENTENCES.say("timer_called", lang, label=self.label)
        return SENTENCES.say("timer_of", lang, duration=duration(self.duration_seconds, lang, "name"))

    @property
    def name(self) -> str:
        """How programs and the log call it: in English."""
        return self.name_in(ENGLISH)

    def announcement(self, late: float, full_clock: bool = False) -> Spoken:
        """ "Your pasta timer is done.", or "Your pasta timer ended 12 minutes ago."."""
        name = self.name_in(self.lang)
        if late < self.late_seconds:
            return SENTENCES.say("timer_done", self.lang, name=name)
        about = duration(max(1, int(late)), self.lang, "largest")
        return SENTENCES.say("timer_ended_ago", self.lang, name=name, duration=about)

    def data(self) -> dict[str, Any]:
        """The timer as data for programs."""
        return {"timer_id": self.id, "label": self.label, "duration_seconds": self.duration_seconds}

    def record(self) -> dict[str, Any]:
        """The timer as it is stored."""
        return {
            "id": self.id,
            "duration_seconds": self.duration_seconds,
            "deadline": self.deadline,
            "label": self.label,
            "context": dict(self.context),
            "lang": self.lang,
            "set_for": self.set_for,
            "paused_left": self.paused_left,
            "created": self.created,
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Timer:
        """The timer that *record* holds.

        Raises:
            ValueError: where it holds none: another version wrote it, or it is damaged.
        """
        try:
            label = record.get("label")
            return cls(
                id=str(record["id"]),
                duration_seconds=int(record["duration_seconds"]),
                deadline=float(record["deadline"]),
                label=None if label is None else str(label),
                context=dict(record.get("context") or {}),
                lang=str(record.get("lang") or "en-us"),
                set_for=None if record.get("set_for") is None else int(record["set_for"]),
                paused_left=None if record.get("paused_left") is None else float(record["paused_left"]),
                created=float(record.get("created") or 0),
            )
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"no timer: {error!r}") from None


def distinct_names(timers: Sequence[Timer], lang: str = ENGLISH) -> list[Spoken]:
    """A name for each timer; those that share one are counted: "first 5 minute timer", "second 5 …"."""
    called = [timer.name_in(lang) for timer in timers]
    shared, counted = Counter(called), Counter[str]()
    names = []
    for name in called:
        if shared[name] > 1:
            counted[name] += 1
            name = SENTENCES.say("timer_counted", lang, ordinal=_ordinal(counted[name], lang), name=name)
        names.append(name)
    return names


def _ordinal(number: int, lang: str) -> Spoken:
    if number <= _ORDINALS:
        return SENTENCES.named("ordinal", number - 1, lang)
    return SENTENCES.say("number_of", lang, number=number)


def choose(
    timers: Sequence[Timer], label: str | None, duration_seconds: int | None, lang: str = ENGLISH
) -> list[Timer]:
    """Those of *timers* that fit both the words and the duration; all of them where neither is given.

    Args:
        timers: in the order of :func:`distinct_names`.
        label: a label, a name such as "five minute timer" or "second 5 minute timer", or part of one.
        duration_seconds: what the timer was set for.
        lang: in which its name may be said, beside English.
    """
    fitting = list(timers)
    if duration_seconds is not None:
        fitting = [timer for timer in fitting if duration_seconds in (timer.duration_seconds, timer.set_for)]
    wanted = _bare(label or "")
    if not wanted:
        return fitting
    ids = [timer.id for timer in timers]
    names = dict(zip(ids, map(_bare, distinct_names(timers)), strict=True))
    others = dict(zip(ids, map(_bare, distinct_names(timers, lang)), strict=True))
    said = {t.id: (names[t.id], others[t.id], _bare(t.name), _bare(t.name_in(lang))) for t in fitting}
    exact = [timer for timer in fitting if wanted in said[timer.id]]
    if exact:
        return exact
    seconds = parse_duration(wanted)
    if seconds is not None:
        return [timer for timer in fitting if seconds in (timer.duration_seconds, timer.set_for)]
    if fitting and SENTENCES.hears("last", wanted, lang):
        return [max(fitting, key=lambda timer: timer.created)]
    words = set(wanted.split())
    part = [t for t in fitting if words <= set(names[t.id].split()) or words <= set(others[t.id].split())]
    if part:
        return part
    from rapidfuzz import fuzz  # only a label that was misheard pays for it

    return [timer for timer in fitting if timer.label and fuzz.ratio(wanted, _bare(timer.label)) >= _NEARLY]


def _bare(name: str) -> str:
    return " ".join(_AROUND_NAME.sub(" ", name.lower().replace("-", " ")).split())
