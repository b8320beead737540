"""What is due rings until it is stopped: a timer that has ended, an alarm, a reminder."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ovos_bus_client.message import Message
from ovos_utils.log import LOG

from ovos_toolbox_everyday.announce import Due

RING_TOPIC = "ovos.jarvis.ringing"
"""Emitted in the session of what rings when it begins and when it ends to: ``{"ringing": bool, "timer_id", "kind"}``.
``timer_id`` is the id of whatever rings."""
STOP_TOPICS = ("mycroft.stop", "ovos.jarvis.ringing.stop")
"""What ends the ringing of a session; of the device's own session, all ringing."""
SOUND_TOPIC = "mycroft.audio.play_sound"
RING_SECONDS = 4.0
"""From the announcement to the first sound, and from one to the next."""
_DEVICE = "default"


@dataclass
class _Ring:
    item: Due
    until: float
    next: float


class Ringing:
    """Plays a sound over and over for what is due. Its thread lives while something rings.

    Calls may come from any thread.
    """

    def __init__(
        self,
        emit: Callable[[Message], Any],
        sound: str,
        minutes: float,
        *,
        every: float = RING_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """
        Args:
            emit: sends a message on the bus; may raise.
            sound: as ``mycroft.audio.play_sound`` takes it; empty to ring without a sound, which is not at all.
            minutes: after which it ends by itself; 0 for no ringing.
            every: seconds from one sound to the next.
            clock: seconds that only grow.
        """
        self._emit = emit
        self._sound = sound
        self._seconds = minutes * 60
        self._every = every
        self._clock = clock
        self._wake = threading.Condition(threading.RLock())
        self._rings: dict[str, _Ring] = {}
        self._thread: threading.Thread | None = None

    def begin(self, item: Due, minutes: float | None = None) -> None:
        """Let *item* ring, for so many *minutes* at most; by default as many as the ringing was made with."""
        seconds = self._seconds if minutes is None else minutes * 60
        if not self._sound or seconds <= 0:
            return
        now = self._clock()
        self._tell(item, RING_TOPIC, {"ringing": True, **_of(item)})
        with self._wake:
            self._rings[item.id] = _Ring(item, now + seconds, now + self._every)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="everyday-ringing", daemon=True)
                self._thread.start()
            self._wake.notify_all()

    def stop(self, session: str = _DEVICE) -> int:
        """End what rings in *session*, in the device's own what rings anywhere. Returns how much that was."""
        with self._wake:
            ended = self.ringing(session)
            for item in ended:
                del self._rings[item.id]
            self._wake.notify_all()
        for item in ended:
            self._tell(item, RING_TOPIC, {"ringing": False, **_of(item)})
        return len(ended)

    def rings(self, session: str) -> bool:
        """Whether something rings that ``stop`` would end."""
        return bool(self.ringing(session))

    def ringing(self, session: str) -> list[Due]:
        """What rings that ``stop`` would end."""
        with self._wake:
            found = [ring.item for ring in self._rings.values()]
        return [item for item in found if session in (_DEVICE, session_of(item.context))]

    def close(self) -> None:
        """End all ringing, and the thread. Returns when it has ended."""
        self.stop()
        with self._wake:
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(5)

    def _run(self) -> None:
        while True:
            with self._wake:
                now = self._clock()
                over = [ring for ring in self._rings.values() if ring.until <= now]
                for ring in over:
                    del self._rings[ring.item.id]
                if not self._rings and not over:
                    self._thread = None
                    return
                due = [ring for ring in self._rings.values() if ring.next <= now]
                for ring in due:
                    ring.next = now + self._every
                if not due and not over:
                    self._wake.wait(max(0.0, min(min(r.next, r.until) for r in self._rings.values()) - now))
                    continue
            for ring in over:
                self._tell(ring.item, RING_TOPIC, {"ringing": False, **_of(ring.item)})
            for ring in due[:1]:  # one sound, however many ring
                self._tell(ring.item, SOUND_TOPIC, {"uri": self._sound})

    def _tell(self, item: Due, topic: str, data: Mapping[str, Any]) -> None:
        """Emit where the announcement went."""
        request = Message(f"ovos.jarvis.{item.kind}", {}, dict(item.context))
        try:
            self._emit(request.reply(topic, dict(data)))
        except Exception:  # noqa: BLE001 - a bus may fail in any way; the next sound is another try
            LOG.warning(f"'{topic}' of the {item.name} could not be sent", exc_info=True)


def _of(item: Due) -> dict[str, str]:
    return {"timer_id": item.id, "kind": item.kind}


def session_of(context: Mapping[str, Any] | None) -> str:
    """The session that a message's context names; the device's own where it names none."""
    session = (context or {}).get("session")
    found = session.get("session_id") if isinstance(session, Mapping) else None
    return found if isinstance(found, str) and found else _DEVICE
