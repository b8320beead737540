"""What a server says of the risk of its tools, held against what it has said before."""

from __future__ import annotations

import threading
from collections.abc import Mapping

MAX_NAMES = 10_000
"""Tools of one server that are remembered."""
_CALM = {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": False}
"""Hint of the Model Context Protocol → what it is where it takes a question away."""


class LastingHints:
    """A hint that takes a question away counts where it has been there from the first listing on, and one that has a
    question asked counts from then on. Else a server could say that a tool only reads once people have looked away.

    Calls may come from any thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[str, dict[str, bool]] = {}

    def of(self, tool: str, said: Mapping[str, object]) -> dict[str, bool]:
        """The hints of *tool* that count.

        Args:
            tool: the name that it is served by.
            said: by the server, now.
        """
        now = {hint: value for hint, value in said.items() if isinstance(value, bool)}
        with self._lock:
            known = self._known.get(tool)
            if known is None and len(self._known) < MAX_NAMES:
                self._known[tool] = now
                return dict(now)
            # Beyond the bound nobody can tell what was said before.
            before = known or {}
            found = {hint: value for hint, value in now.items() if hint not in _CALM}
            for hint, calm in _CALM.items():
                if (not calm) in (now.get(hint), before.get(hint)):
                    found[hint] = not calm
                elif hint in now and hint in before:
                    found[hint] = calm
            if known is not None:
                self._known[tool] = found
            return dict(found)
