"""What a tool may change of the interpreter that all share, and that is put back after each call."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ovos_utils.log import LOG


class Interpreter:
    """The settings that would keep other threads from running, as they were when this was made."""

    def __init__(self) -> None:
        self._recursion = sys.getrecursionlimit()
        self._switching = sys.getswitchinterval()
        self._trace, self._profile = threading.gettrace(), threading.getprofile()

    @contextmanager
    def kept(self, tool: str) -> Iterator[None]:
        """Around a call of *tool*: what it has changed is put back, with a log line."""
        trace, profile = sys.gettrace(), sys.getprofile()
        try:
            yield
        finally:
            if sys.gettrace() is not trace:
                sys.settrace(trace)
            if sys.getprofile() is not profile:
                sys.setprofile(profile)
            changed = []
            # Each new thread would run these, and end where they raise.
            if threading.gettrace() is not self._trace:
                threading.settrace(self._trace)
                changed.append("threading.settrace")
            if threading.getprofile() is not self._profile:
                threading.setprofile(self._profile)
                changed.append("threading.setprofile")
            if sys.getrecursionlimit() < self._recursion:
                sys.setrecursionlimit(self._recursion)
                changed.append("the recursion limit")
            if sys.getswitchinterval() > self._switching:
                sys.setswitchinterval(self._switching)
                changed.append("the switch interval")
            if changed:
                LOG.warning(
                    f"tool '{tool}' changed {', '.join(changed)} for every thread of the process; it is put back"
                )
