"""The agents of this device and the alerts that they raise: what runs them, keeps them and says them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from datetime import datetime, time, timedelta
from typing import Any

from ovos_bus_client.message import Message
from ovos_config import Configuration
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.assistant.news import in_words
from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.commands.agents.alerts import AlertQueue, Records
from ovos_phal_plugin_jarvis.commands.agents.runner import AgentBusy, AgentRunner, UnknownAgent
from ovos_phal_plugin_jarvis.commands.loading.found import FoundCommands
from ovos_phal_plugin_jarvis.config import AgentsConfig
from ovos_phal_plugin_jarvis.sdk.agent import Alert
from ovos_phal_plugin_jarvis.sdk.clock import home_now
from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarm, Alarms
from ovos_phal_plugin_jarvis.tools.execution.pool import make_pool

WORKERS, QUEUE = 4, 256
SETTLE_SECONDS = 1.0
"""From an alert to its announcement: what one run raises is said in one go."""
BUSY_SECONDS = 5.0
"""Until the next look, where somebody talks to the device."""
IMPORTANT = 3
"""The priority of an important alert."""


class Agents:
    """Owns the runner, its threads, the queue, and the saying of what waits."""

    def __init__(
        self,
        config: AgentsConfig,
        records: Records | None,
        home: Callable[[], Mapping[str, Any] | None],
        bus: Any = None,
        *,
        inline: bool = False,
        now: Callable[[], datetime] = home_now,
    ) -> None:
        """
        Args:
            config: the ``agents`` section.
            records: where alerts and pauses are kept; None keeps them in memory.
            home: gives what the household shares.
            bus: where alerts are shown and announced; None where there is no bus.
            inline: run each on the caller's thread, for tests.
            now: the user's time.
        """
        self._config, self._bus, self._now = config, bus, now
        self._alarms = Alarms("jarvis-agents")
        self._pool = make_pool("jarvis-agent", 0 if inline else WORKERS, QUEUE)
        self._quiet = _quiet_hours(config.quiet_hours)
        self._lock = threading.Lock()
        self._announcing: Alarm | None = None
        self._started = False
        self.is_busy: Callable[[], bool] = lambda: False
        """Whether somebody talks to the device just now; put in by whoever knows."""
        self.alerts = AlertQueue(records, self._queued)
        self.runner = AgentRunner(
            self._pool,
            self._alarms,
            self.alerts,
            records,
            timeout=config.timeout,
            home=home,
            disabled=config.disabled,
        )

    def follow(self, found: FoundCommands | None) -> None:
        """These are the packages now."""
        self.runner.follow(found.agents if found is not None and self._config.enabled else ())

    def start(self) -> None:
        """Run agents by their schedules, and announce what waited. Once is enough."""
        if self._config.enabled and not self._started:
            self._started = True
            self.runner.start()
            self._announce_after(SETTLE_SECONDS)

    def control(self, action: str, name: str | None, answer: Callable[[dict[str, Any]], Any]) -> None:
        """Do what ``ovos-jarvis agents`` asks for.

        Args:
            action: ``list``, ``run``, ``pause`` or ``resume``.
            name: of the agent; not needed for ``list``.
            answer: called once with how the agents stand; after ``run`` when that run has ended.

        Raises:
            InvalidRequest: no such action, no such agent, or it runs already.
        """
        if action != "list" and not name:
            raise InvalidRequest(f"'name' is missing: which agent is to be told '{action:.20}'?")
        try:
            if action == "run":
                self.runner.run(name or "", lambda: answer(self.status()))
                return
            if action == "pause":
                self.runner.pause(name or "")
            elif action == "resume":
                self.runner.resume(name or "")
            elif action != "list":
                raise InvalidRequest(f"there is no action '{action:.20}'; use list, run, pause or resume")
        except (UnknownAgent, AgentBusy) as error:
            raise InvalidRequest(str(error)) from None
        answer(self.status())

    def status(self) -> dict[str, Any]:
        """How the agents stand, and what waits to be told."""
        waiting = self.alerts.pending()
        return {
            "agents": self.runner.status(),
            "enabled": self._config.enabled,
            "alerts": {"waiting": len(waiting), "dropped": self.alerts.dropped},
        }

    def stop(self) -> None:
        """End the schedule and what runs by it; what has hung stays behind as a daemon."""
        with self._lock:
            self._started = False
            if self._announcing is not None:
                self._announcing.cancel()
        self.runner.shutdown()
        self._alarms.shutdown()
        self._pool.shutdown()

    # Telling

    def _queued(self, alert: Alert) -> None:
        LOG.info(f"alert: agent '{alert.source_agent}' raised {alert.id} (priority {alert.priority})")
        if self._bus is not None:
            self._bus.emit(Message(topics.JARVIS_ALERT, alert.to_dict()))
        self._announce_after(SETTLE_SECONDS)

    def _announce_after(self, seconds: float) -> None:
        if self._config.announce == "never" or self._bus is None:
            return
        with self._lock:
            if self._started:
                if self._announcing is not None:
                    self._announcing.cancel()
                self._announcing = self._alarms.after(seconds, self.announce)

    def announce(self) -> None:
        """Say what waits, unless the hour is quiet or somebody talks; then later. Does nothing where announcing is
        not configured."""
        least = {"important": IMPORTANT, "always": 0}.get(self._config.announce)
        if least is None or self._bus is None:
            return
        # What is for one user is not said to a room.
        due = [a for a in self.alerts.pending() if a.priority >= least and a.target_user_id is None]
        if not due:
            return
        quiet = self._quiet_for(self._now())
        if quiet or self.is_busy():
            self._announce_after(quiet or BUSY_SECONDS)
            return
        lang = str(Configuration().get("lang") or "en-us")
        told = self.alerts.take(only=[alert.id for alert in due])
        for said in (in_words([alert], lang) for alert in told):
            data = {"utterance": said, "lang": said.lang or lang, "expect_response": False, "listen": False}
            self._bus.emit(Message("speak", data, {"session": {"session_id": topics.DEVICE_SESSION}}))

    def _quiet_for(self, now: datetime) -> float:
        """Seconds until it is quiet no more; 0 where it is not."""
        if self._quiet is None:
            return 0.0
        begin, end = self._quiet
        at = now.time().replace(tzinfo=None)
        inside = begin <= at < end if begin <= end else at >= begin or at < end
        if not inside:
            return 0.0
        ends = datetime.combine(now.date(), end, now.tzinfo)
        return (ends + timedelta(days=at >= end) - now).total_seconds() + 1


def _quiet_hours(text: str) -> tuple[time, time] | None:
    if not text:
        return None
    begin, _, end = text.partition("-")
    return time.fromisoformat(begin), time.fromisoformat(end)
