"""How a tool that takes long tells the user how far it is, and says what it has so far.

    from ovos_phal_plugin_jarvis.sdk import tell_progress

    def read_pages(args):
        for number, page in enumerate(pages):
            tell_progress(f"Page {number + 1} of {len(pages)}.", number / len(pages))
            ...

Where somebody listens, ``say`` is spoken at once, before the answer, and ``done`` moves whatever shows how far it is.
Where nobody does, as for a program that calls the tool, it costs nothing and does nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

MAX_SAY = 500
"""Characters of one message; a longer one is cut there."""


@dataclass(frozen=True)
class Progress:
    """How far a call is."""

    say: str = ""
    """To be spoken; empty where there is nothing to say."""
    done: float | None = None
    """The part that is done, 0 to 1; None where that is not known."""


Listener = Callable[[Progress], None]

_listener: ContextVar[Listener | None] = ContextVar("jarvis_progress", default=None)


def tell_progress(say: str = "", done: float | None = None) -> None:
    """Tell whoever waits for the call that runs here how far it is.

    Args:
        say: spoken at once; keep it short.
        done: the part that is done, 0 to 1.

    Raises:
        TypeError: *say* is no text, or *done* is no number.
        ValueError: *done* is not between 0 and 1.
    """
    if not isinstance(say, str):
        raise TypeError(f"say must be a text, got {type(say).__name__}")
    if done is not None:
        if isinstance(done, bool) or not isinstance(done, int | float):
            raise TypeError(f"done must be a number from 0 to 1, got {type(done).__name__}")
        if math.isnan(done) or not 0 <= done <= 1:
            raise ValueError(f"done must be a number from 0 to 1, got {done}")
    listener = _listener.get()
    if listener is not None and (say or done is not None):
        listener(Progress(say[:MAX_SAY], None if done is None else float(done)))


@contextmanager
def telling(listener: Listener | None) -> Iterator[None]:
    """Make *listener* the one that the code of the block tells. For the host."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
