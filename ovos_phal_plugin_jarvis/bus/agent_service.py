"""``ovos.jarvis.agents``: how the agents stand, and telling them to run, to pause and to go on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.bus.requests import data_of
from ovos_phal_plugin_jarvis.bus.responder import Responder
from ovos_phal_plugin_jarvis.foreign_text import type_name
from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest


class AgentControl(Protocol):
    """What the agents can be told."""

    def control(self, action: str, name: str | None, answer: Callable[[dict[str, Any]], Any]) -> None: ...


class AgentService:
    """Answers for the agents."""

    def __init__(self, link: BusLink, agents: AgentControl) -> None:
        """
        Args:
            link: the service's end of the messagebus.
            agents: what is told.
        """
        self._agents = agents
        self._responder = Responder(link)

    def bind(self) -> None:
        """Subscribe."""
        self._responder.on(topics.JARVIS_AGENTS, self._told)

    def shutdown(self) -> None:
        """Remove the handler."""
        self._responder.close()

    def _told(self, message: Message) -> None:
        data = data_of(message)
        action, name = data.get("action", "list"), data.get("name")
        for key, value in (("action", action), ("name", name)):
            if value is not None and not isinstance(value, str):
                raise InvalidRequest(f"'{key}' must be a text, got {type_name(value)}")
        self._agents.control(action or "list", name or None, partial(self._responder.respond, message))
