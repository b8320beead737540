"""``services.timer_service``: the timers of the everyday toolbox as packages call them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.node.node import get_node, wanted
from ovos_phal_plugin_jarvis.foreign_text import error_text

_ID = 8
"""Characters of a timer's id as packages know it."""


class TimerService:
    """Timers that outlive the command that sets them. Ids are texts of 8 characters, times seconds.

    Every method raises ``ServiceMissing`` where no everyday toolbox is loaded.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told: Callable[[str, str | None], Any] | None = None
        self._heard: Any = None

    def set_timer(self, duration_seconds: int, label: str | None = None) -> str:
        """Start a timer; its id."""
        service = self._service()
        self._listen(service)
        return str(service.add(int(duration_seconds), label).id)[:_ID]

    def cancel_timer(self, timer_id: str) -> bool:
        """Stop it; whether it ran."""
        found = self._find(timer_id)
        return found is not None and bool(self._service().cancel(found))

    def get_timer(self, timer_id: str) -> dict[str, Any] | None:
        """A running timer; None where it is none."""
        found = self._find(timer_id)
        return None if found is None else self._record(found)

    def get_active_timers(self) -> list[dict[str, Any]]:
        """Those that run, the next one first."""
        return [self._record(timer) for timer in self._service().running()]

    def find_timer_by_label(self, text: str) -> str | None:
        """The id of the first whose label has *text* in it, in any case."""
        wanted_text = str(text).strip().casefold()
        for timer in self._service().running():
            if wanted_text and wanted_text in (timer.label or "").casefold():
                return str(timer.id)[:_ID]
        return None

    def clear_all(self) -> int:
        """Stop every timer; how many ran."""
        service = self._service()
        return sum(bool(service.cancel(timer)) for timer in service.running())

    def restore_timers(self) -> int:
        """How many run on after a restart. They do so by themselves."""
        return len(self._service().running())

    def set_on_complete_callback(self, callback: Callable[[str, str | None], Any]) -> None:
        """Have *callback* called with ``(id, label)`` of each timer that ends in this process, beside what the device
        itself does then."""
        with self._lock:
            self._told = callback
        self._listen(self._service())

    def _listen(self, service: Any) -> None:
        """Hear of the timers that end, where a callback wants to know."""
        with self._lock:
            announce = service.announce
            if self._told is None or announce is None or announce is self._heard:
                return

            def heard(timer: Any, late: float) -> Any:
                taken = announce(timer, late)
                if taken is not False and self._told is not None:
                    try:
                        self._told(str(timer.id)[:_ID], timer.label)
                    except Exception as error:  # noqa: BLE001 - a package's callback must not cost the announcement
                        LOG.warning(f"what a package does at the end of a timer failed: {error_text(error)}")
                return taken

            service.announce = self._heard = heard

    def _find(self, timer_id: str) -> Any:
        # An empty id is no timer's.
        begins = str(timer_id)
        return next((t for t in self._service().running() if begins and str(t.id)[:_ID] == begins[:_ID]), None)

    def _record(self, timer: Any) -> dict[str, Any]:
        ends = datetime.fromtimestamp(timer.deadline, timezone.utc)
        return {
            "timer_id": str(timer.id)[:_ID],
            "label": timer.label,
            "duration_seconds": timer.duration_seconds,
            "remaining_seconds": max(0, round(self._service().remaining(timer))),
            "started_at": datetime.fromtimestamp(timer.deadline - timer.duration_seconds, timezone.utc).isoformat(),
            "ends_at": ends.isoformat(),
        }

    @staticmethod
    def _service() -> Any:
        return wanted(get_node().timers(), "timers")


_timers = TimerService()


def get_timer_service() -> TimerService:
    """The one of this device."""
    return _timers
