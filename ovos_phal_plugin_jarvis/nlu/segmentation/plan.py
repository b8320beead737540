"""What segmentation makes of an utterance, and what it may spend on that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ovos_phal_plugin_jarvis.nlu.dialogue import Request, State, Unclear

Calls = tuple[tuple[str, str], ...]
"""Names of tools, each with its arguments written out."""

_MAX_READ = 40
"""Readings of parts in one utterance."""
_MAX_ASKED = 200
"""How often a part is looked at in one utterance: what was read is not read again, but planned again, and so is what
stands in it ("set an alarm and set an alarm and …")."""


@dataclass(frozen=True)
class Joint:
    """A place where an utterance may be cut."""

    start: int
    end: int
    strong: bool
    """Whether it joins requests rather than things ("and then", "after that")."""
    first: bool = False
    """Whether what follows is to be done before what was said so far."""
    limits: bool = False
    """Whether what follows limits what was said so far ("but")."""


@dataclass(frozen=True)
class Plan:
    """What an utterance asks for, in the order in which it is to be done."""

    requests: tuple[Request, ...] = ()
    left: tuple[str, ...] = ()
    """Parts, in the words of the user, that nothing is done about."""
    unclear: Unclear | None = None
    """A part that may mean several things."""
    held: bool = False
    """Whether nothing may be done because of what is left ("but not the last one")."""
    cancelled: bool = False
    """Whether the user took all of it back."""
    remarks: tuple[str, ...] = ()
    """Parts with a remark in them, which asks for nothing."""

    @property
    def understood(self) -> bool:
        """Whether all of the utterance is understood and can be done."""
        missing = any(request.missing for request in self.requests)
        return bool(self.requests) and not (self.left or self.unclear or self.held or missing)


@dataclass(frozen=True)
class Corrected:
    """An utterance as its speaker corrected it."""

    text: str
    unclear: Unclear | None = None
    """What of it may mean several things."""
    cancelled: bool = False
    """Whether nothing of it is wanted any more."""


@dataclass
class Budget:
    """How many more texts may be read in one utterance, and which have been."""

    left: int = _MAX_READ
    asked: int = 0
    seen: set[str] = field(default_factory=set)

    def spend(self, text: str) -> bool:
        """Whether *text* may be read; one that was read before costs no reading."""
        self.asked += 1
        if self.asked > _MAX_ASKED:
            return False
        if text in self.seen:
            return True
        if self.left <= 0:
            return False
        self.seen.add(text)
        self.left -= 1
        return True


Reads = Callable[[str, State, Budget, int], Plan]
"""Reads a text that follows a state, within a budget, at a depth."""
Plans = Callable[[str, State | None], Plan]
"""Reads a text in which nothing is taken back and nobody else speaks."""
Cut = Callable[[str, str, Joint, State, Budget, int], Plan | None]
"""Reads two parts at a joint, behind a state, within a budget, at a depth; None where this is no place to cut."""
