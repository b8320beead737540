"""``services.alert_queue_service``: the alerts that wait to be told, as packages call them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ovos_phal_plugin_jarvis.commands.agents.alerts import read_alerts
from ovos_phal_plugin_jarvis.commands.node.node import ServiceMissing, get_node
from ovos_phal_plugin_jarvis.sdk.agent import Alert


class AlertQueueService:
    """The queue of this device. Its methods raise ``ServiceMissing`` in a process that keeps none."""

    def add_alert(self, alert: Alert) -> bool:
        """Queue *alert*; False where it is known already, too old, or the queue holds more important ones."""
        return bool(self._queue().add(read_alerts([alert], "a package")))

    def get_pending(self) -> list[Alert]:
        """Those that wait, the most important first."""
        return list(self._queue().pending())

    def flush(self) -> list[Alert]:
        """The same, which then wait no more."""
        return list(self._queue().take())

    def count(self) -> int:
        """How many wait."""
        return len(self._queue().pending())

    def on_change(self, callback: Callable[[int], Any]) -> None:
        """Have *callback* called with the number that wait, whenever that changes."""
        self._queue().on_change(callback)

    @staticmethod
    def _queue() -> Any:
        queue = get_node().alerts()
        if queue is None:
            raise ServiceMissing("no service runs in this process that would tell alerts; start ovos-jarvis up")
        return queue


_alerts = AlertQueueService()


def get_alert_queue_service() -> AlertQueueService:
    """The one of this device."""
    return _alerts


get_alert_queue = get_alert_queue_service
