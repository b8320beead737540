"""The tools of the service that runs on the messagebus, as one toolbox for an agent in another process.

An agent that loads the installed toolboxes by itself runs their tools by itself, without the user's policy and consent.
This one calls them where the service is: what needs a yes is not run, and the agent is told to ask for it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar
from uuid import uuid4

from ovos_bus_client.client import MessageBusClient
from ovos_bus_client.message import Message
from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from ovos_utils.log import LOG

TOOLBOX_ID = "ovos-jarvis-tools"
CONNECT_SECONDS = 10.0
LIST_SECONDS = 10.0
CALL_SECONDS = 120.0
ASK_THE_USER = (
    "Nothing has run: this needs the user's consent. Put exactly this question to the user as your final answer; "
    "their yes runs it, without you."
)
_MARK = "ovos_jarvis_tools_request"


class Unreachable(RuntimeError):
    """No service answers on the messagebus."""


class JarvisToolBox(ToolBox):
    """Every tool that the service serves.

    Configuration: ``session`` (whose requests they are, and whose yes counts; default: the device's own), ``host`` and
    ``port`` of the messagebus (default: mycroft.conf's), ``names`` (a list: these tools alone).
    """

    def __init__(self, config: dict[str, Any] | None = None, bus: Any = None) -> None:
        """
        Args:
            config: see above.
            bus: a messagebus client that runs; None makes one of its own.
        """
        self._bus = bus
        self._own: MessageBusClient | None = None
        self._lock = threading.Lock()
        # Not handed on: it would bind itself to the topics that the service answers.
        super().__init__(TOOLBOX_ID, config, None)

    def discover_tools(self) -> list[AgentTool]:
        """The service's tools at the moment.

        Raises:
            Unreachable: there is none.
        """
        wanted = self.config.get("names")
        listed = self._ask("ovos.tools.list", {"names": wanted} if wanted else {}, LIST_SECONDS).get("tools") or ()
        names = [tool["name"] for tool in listed]
        # Two toolboxes may have a tool of one name; the service would ask which is meant.
        return [self._tool(tool) for tool in listed if names.count(tool["name"]) == 1]

    def shutdown(self) -> None:
        """Close the connection, where it is one of our own."""
        with self._lock:
            own, self._own = self._own, None
        if own is not None:
            own.close()

    def _tool(self, told: Mapping[str, Any]) -> AgentTool:
        members = {"__module__": __name__}
        arguments = type("Arguments", (_Arguments,), {**members, "schema_of_service": told["argument_schema"]})
        output = type("Output", (_Output,), {**members, "schema_of_service": {"type": "object"}})
        return AgentTool(
            told["name"], told["description"], arguments, output, partial(self._call, told["name"], told["toolbox_id"])
        )

    def _call(self, name: str, toolbox_id: str, arguments: ToolArguments) -> dict[str, Any]:
        call = {"name": name, "toolbox_id": toolbox_id, "args": arguments.model_dump(mode="json")}
        answer = self._ask("ovos.jarvis.call", call, CALL_SECONDS)
        if answer.get("confirmation_required"):
            return {"done": False, "why": ASK_THE_USER, "question": answer.get("say")}
        if "error" in answer:
            # Not raised: OPM would put its own words in the place of these.
            return {"done": False, "error": answer["error"]}
        return dict(answer.get("result") or {})

    def _ask(self, topic: str, data: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
        bus, mark = self._connected(), uuid4().hex
        came, answers = threading.Event(), []

        def heard(message: Message) -> None:
            if message.context.get(_MARK) == mark:
                answers.append(message.data)
                came.set()

        session = self.config.get("session") or "default"
        context = {"source": TOOLBOX_ID, "session": {"session_id": session}, _MARK: mark}
        bus.on(f"{topic}.response", heard)
        try:
            bus.emit(Message(topic, dict(data), context))
            if not came.wait(seconds):
                raise Unreachable(f"no service answers {topic}; start PHAL or: ovos-jarvis up")
        finally:
            bus.remove(f"{topic}.response", heard)
        return answers[0]

    def _connected(self) -> Any:
        if self._bus is not None:
            return self._bus
        with self._lock:
            if self._own is None:
                place = {key: self.config[key] for key in ("host", "port") if key in self.config}
                client = MessageBusClient(**place)
                client.run_in_thread()
                if not client.connected_event.wait(CONNECT_SECONDS):
                    client.close()
                    raise Unreachable("there is no messagebus; start OVOS or: ovos-jarvis up")
                LOG.debug(f"{TOOLBOX_ID} is connected to the messagebus")
                self._own = client
            return self._own


class _Shown:
    schema_of_service: ClassVar[dict[str, Any]] = {"type": "object"}

    @classmethod
    def model_json_schema(cls, *arguments: Any, **options: Any) -> dict[str, Any]:
        """As the service tells it; the service checks by it, too."""
        return cls.schema_of_service


class _Arguments(_Shown, ToolArguments):
    model_config: ClassVar[Any] = {"extra": "allow"}


class _Output(_Shown, ToolOutput):
    model_config: ClassVar[Any] = {"extra": "allow"}
