"""``services.timer_service``: the timers of the everyday toolbox, which has every method that packages call."""

from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis.commands.node.node import get_node, wanted


class TimerService:
    """Hands every method on: ``set_timer``, ``cancel_timer``, ``get_active_timers`` and the rest.

    They raise ``ServiceMissing`` where no everyday toolbox is loaded.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(wanted(get_node().timers(), "timers"), name)


_timers = TimerService()


def get_timer_service() -> TimerService:
    """The one of this device."""
    return _timers
