"""The day that calls are about: carried through a plan, and kept for a moment where it was all that was asked for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from threading import Lock

from ovos_toolbox_planner.matching import folded

HELD_SECONDS = 120.0
"""For how long a conversation stays on a day that it went to ("go to friday") and does nothing."""
MAX_CONVERSATIONS = 500
MAX_NAMED = 8
"""Entries of which a conversation knows the day."""


@dataclass(frozen=True)
class Asker:
    """Whose call it is."""

    owner: str
    conversation: str
    plan: str | None = None
    """What the calls of one request share; None where the caller tells nothing of plans."""


@dataclass
class _Place:
    plan: str | None = None
    """The plan that has moved the day."""
    plan_day: date | None = None
    day: date | None = None
    """Where the conversation is."""
    until: float = 0.0
    before: tuple[date | None, float] = (None, 0.0)
    """Where it was before that plan."""
    asked: date | None = None
    """The day of what a question was asked about."""
    asked_until: float = 0.0
    choices: frozenset[str] = frozenset()
    acted: date | None = None
    """The day of the last action."""
    acted_until: float = 0.0
    named: dict[str, date] = field(default_factory=dict)
    """What actions were about → its day; the last few."""


class ExecutionDays:
    """Where each conversation is. Calls may come from any thread.

    A date command moves the calls after it in the same plan. "Tomorrow add a task" is over with its plan: the next
    "tomorrow" is tomorrow again. A plan that only moves ("go to friday") moves the conversation, until nothing was
    asked for ``HELD_SECONDS``.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """
        Args:
            clock: seconds.
        """
        self._clock = clock
        self._places: OrderedDict[tuple[str, str], _Place] = OrderedDict()
        self._lock = Lock()

    def move(self, asker: Asker, day: date) -> None:
        """Go to *day*."""
        with self._lock:
            place = self._place(asker)
            if asker.plan is None or place.plan != asker.plan:
                place.before = (place.day, place.until)
            place.plan, place.plan_day = asker.plan, day
            place.day, place.until = day, self._clock() + HELD_SECONDS

    def day(self, asker: Asker, today: date) -> date:
        """The day that a shift is counted from."""
        with self._lock:
            return self._day(self._places.get((asker.owner, asker.conversation)), asker, today)

    def may_be_away(self, today: date) -> bool:
        """Whether any conversation is, or was a moment ago, on another day than *today*."""
        with self._lock:
            held = [
                day
                for place in self._places.values()
                for day, until in ((place.day, place.until), (place.acted, place.acted_until))
                if day is not None and self._lasts(until)
            ]
            return any(day != today for day in held)

    def ask(self, asker: Asker, day: date, choices: Iterable[str]) -> None:
        """Note that it is asked which of some entries of *day* is meant: the call that names one is for that day."""
        with self._lock:
            place = self._place(asker)
            place.asked, place.choices = day, frozenset(map(folded, choices))
            place.asked_until = self._clock() + HELD_SECONDS
            if asker.plan is not None and place.plan == asker.plan:
                place.day, place.until = place.before

    def acting(
        self,
        asker: Asker,
        today: date,
        answer: str | None = None,
        *,
        answering: bool = False,
        continuing: bool = False,
    ) -> date:
        """The day that an action is for. The plan that moved there has then had what it moved for.

        Args:
            asker: whose action.
            today: where a conversation is that went nowhere.
            answer: the entry that is named, which may be one of those that ``ask`` noted.
            answering: whether the host says that the call answers a question.
            continuing: whether the words continue those before ("and buy milk"): it is for the same day then.
        """
        with self._lock:
            place = self._place(asker)
            answers = self._answers(place, answer, answering)
            day = self._day(place, asker, today, answers)
            moved = asker.plan is not None and place.plan == asker.plan
            if continuing and not moved and not answers and place.acted is not None and self._lasts(place.acted_until):
                day = place.acted
            if answers:
                place.asked = None
            if moved:
                place.day, place.until = place.before
            elif self._lasts(place.until):
                place.until = self._clock() + HELD_SECONDS
            place.acted, place.acted_until = day, self._clock() + HELD_SECONDS
            return day

    def note(self, asker: Asker, name: str, day: date) -> None:
        """Remember of which day the entry called *name* is that an action was about."""
        with self._lock:
            named = self._place(asker).named
            named.pop(folded(name), None)
            named[folded(name)] = day
            while len(named) > MAX_NAMED:
                del named[next(iter(named))]

    def noted(self, asker: Asker, name: str) -> date | None:
        """The day of the entry called just that, where an action was about it a moment ago: "delete it"."""
        with self._lock:
            place = self._place(asker)
            return place.named.get(folded(name)) if self._lasts(place.acted_until) else None

    def _place(self, asker: Asker) -> _Place:
        place = self._places.setdefault((asker.owner, asker.conversation), _Place())
        self._places.move_to_end((asker.owner, asker.conversation))
        while len(self._places) > MAX_CONVERSATIONS:
            self._places.popitem(last=False)
        return place

    def _lasts(self, until: float) -> bool:
        return self._clock() < until

    def _answers(self, place: _Place, answer: str | None, answering: bool) -> bool:
        if place.asked is None or not self._lasts(place.asked_until):
            return False
        # A call that waited for a yes after the question was answered no longer says that it answers one.
        return answering or (answer is not None and folded(answer) in place.choices)

    def _day(self, place: _Place | None, asker: Asker, today: date, answers: bool = False) -> date:
        if place is None:
            return today
        if asker.plan is not None and place.plan == asker.plan and place.plan_day is not None:
            return place.plan_day
        if answers and place.asked is not None:
            return place.asked
        return place.day if place.day is not None and self._lasts(place.until) else today
