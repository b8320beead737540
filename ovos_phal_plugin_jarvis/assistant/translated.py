"""Translations of a moment ago, for those who say the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable

from ovos_phal_plugin_jarvis.assistant.reply import Reply
from ovos_phal_plugin_jarvis.assistant.understanding import Request
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot


def same_translation(utterance: str, request: Request) -> Hashable:
    """What makes the translations of two requests the same, at one time and with the same tools."""
    return utterance, request.context.lang, request.context.user_id, request.now.date(), request.now.utcoffset()


class Translated:
    """What words were translated to a moment ago: many who say the same at one time cost one translation.

    The clock, names that change and fast paths have a say in a translation, so that it holds for a second. One that
    is older is made anew, one at a time and with a pause between; until it is, the others are good for one second more,
    so that hundreds of requests neither queue behind it nor share the interpreter with ten of its kind.
    """

    MOST = 512
    HOLDS = 1.0
    AT_MOST = 2.0
    PAUSE = 0.06

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._replies: dict[Hashable, tuple[float, Reply]] = {}
        """With when they were made; the oldest first."""
        self._renewing: set[Hashable] = set()
        self._paused_until = 0.0

    def get(self, asked: Hashable, snapshot: Snapshot) -> Reply | None:
        """The reply to what was asked before; None where it has to be understood, and ``renewed`` told afterwards."""
        with self._lock:
            reply = self._good(asked, snapshot)
            if reply is None:
                self._renewing.add(asked)
            return reply

    def known(self, asked: Hashable, snapshot: Snapshot) -> Reply | None:
        """As ``get``, by somebody who does not make it anew."""
        with self._lock:
            return self._good(asked, snapshot)

    def _good(self, asked: Hashable, snapshot: Snapshot) -> Reply | None:
        self._forget(snapshot)
        made, reply = self._replies.get(asked, (0.0, None))
        now = time.monotonic()
        return reply if now - made < self.HOLDS or self._renewing or now < self._paused_until else None

    def keep(self, asked: Hashable, snapshot: Snapshot, reply: Reply) -> None:
        """Keep a reply that was just made."""
        with self._lock:
            self._forget(snapshot)
            self._replies.pop(asked, None)
            if len(self._replies) < self.MOST:
                self._replies[asked] = (time.monotonic(), reply)

    def renewed(self, asked: Hashable) -> None:
        """Nobody is at work on *asked* any more, whether or not a reply came of it."""
        with self._lock:
            self._renewing.discard(asked)
            self._paused_until = time.monotonic() + self.PAUSE

    def _forget(self, snapshot: Snapshot) -> None:
        if self._snapshot is not snapshot:
            self._snapshot, self._replies = snapshot, {}
        until = time.monotonic() - self.AT_MOST
        for asked, (made, _) in list(self._replies.items()):
            if made > until:
                break
            del self._replies[asked]
