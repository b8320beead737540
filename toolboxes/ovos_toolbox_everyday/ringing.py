"""A timer that has ended rings until it is stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ovos_bus_client.message import Message
from ovos_utils.log import LOG

from ovos_toolbox_everyday.timer import Timer

RING_TOPIC = "ovos.jarvis.ringing"
"""Emitted in the session of a timer when it begins and when it ends to ring: ``{"ringing": bool}``."""
STOP_TOPICS = ("mycroft.stop", "ovos.jarvis.ringing.stop")
"""What ends the ringing of a session; of the device's own session, all ringing."""
SOUND_TOPIC = "mycroft.audio.play_sound"
RING_SECONDS = 4.0
"""From the announcement to the first sound, and from one to the next."""
_DEVICE = "default"


@dataclass
class _Ring:
    timer: Timer
    until: float
    next: float


class Ringing:
    """Plays a sound over and over for timers that have ended. Its thread lives while something rings.

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
        self._wake = threading.Condition()
        self._rings: dict[str, _Ring] = {}
        self._thread: threading.Thread | None = None

    def begin(self, timer: Timer) -> None:
        """Let *timer* ring."""
        if not self._sound or self._seconds <= 0:
            return
        now = self._clock()
        self._tell(timer, RING_TOPIC, {"ringing": True, "timer_id": timer.id})
        with self._wake:
            self._rings[timer.id] = _Ring(timer, now + self._seconds, now + self._every)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="everyday-ringing", daemon=True)
                self._thread.start()
            self._wake.notify_all()

    def stop(self, session: str = _DEVICE) -> int:
        """End what rings in *session*, in the device's own what rings anywhere. Returns how many timers that were."""
        with self._wake:
            ended = [r.timer for r in self._rings.values() if session in (_DEVICE, session_of(r.timer.context))]
            for timer in ended:
                del self._rings[timer.id]
            self._wake.notify_all()
        for timer in ended:
            self._tell(timer, RING_TOPIC, {"ringing": False, "timer_id": timer.id})
        return len(ended)

    def rings(self, session: str) -> bool:
        """Whether something rings that ``stop`` would end."""
        with self._wake:
            return any(session in (_DEVICE, session_of(r.timer.context)) for r in self._rings.values())

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
                    del self._rings[ring.timer.id]
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
                self._tell(ring.timer, RING_TOPIC, {"ringing": False, "timer_id": ring.timer.id})
            for ring in due[:1]:  # one sound, however many ring
                self._tell(ring.timer, SOUND_TOPIC, {"uri": self._sound})

    def _tell(self, timer: Timer, topic: str, data: Mapping[str, Any]) -> None:
        """Emit where the announcement went."""
        request = Message("ovos.jarvis.timer", {}, dict(timer.context))
        try:
            self._emit(request.reply(topic, dict(data)))
        except Exception:  # noqa: BLE001 - a bus may fail in any way; the next sound is another try
            LOG.warning(f"'{topic}' of the {timer.name} could not be sent", exc_info=True)


def session_of(context: Mapping[str, Any] | None) -> str:
    """The session that a message's context names; the device's own where it names none."""
    session = (context or {}).get("session")
    found = session.get("session_id") if isinstance(session, Mapping) else None
    return found if isinstance(found, str) and found else _DEVICE
