"""The process of an isolated toolbox: builds it, answers what the service asks, and ends with the service.

What the toolbox prints, what it raises and how long it takes is its own affair here; ``process.py`` is at the other
end and trusts nothing that comes from this one.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from importlib.metadata import EntryPoint
from typing import Any

from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.sdk.cancelling import Cancellation, listening_to
from ovos_phal_plugin_jarvis.sdk.progress import Progress, telling
from ovos_phal_plugin_jarvis.tools.building import BuiltToolBox, accepted, build_toolbox
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.tools.errors import InvalidOutput, ToolError, UnknownTool
from ovos_phal_plugin_jarvis.tools.execution.hooks import as_tool_error
from ovos_phal_plugin_jarvis.tools.execution.isolation.frames import BadFrame, encode
from ovos_phal_plugin_jarvis.tools.execution.isolation.inside import connected, frames_from, limit
from ovos_phal_plugin_jarvis.tools.hosted_bus import HostedBus
from ovos_phal_plugin_jarvis.tools.options import HOOK, ask
from ovos_phal_plugin_jarvis.tools.packages import TOOLBOX_GROUP
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool, LoadedToolBox
from ovos_phal_plugin_jarvis.tools.validation import output_json, validate_call, validate_output

BUS_TIMEOUT = 5.0
"""Seconds to wait for the messagebus before the toolbox is built without having connected."""
MAX_REFUSED = 3
"""Calls in a row that no thread can be started for before this process makes way for a fresh one."""


def main(fd: int, parent: int) -> None:
    """Serve until the service says that it is over, or is gone.

    Args:
        fd: number of the connected socket.
        parent: process id of the service.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    connection = connected(fd, parent)
    frames = frames_from(connection)
    build = next(frames)
    limit(build["limits"])
    sys.setrecursionlimit(max(sys.getrecursionlimit(), int(build["recursion_limit"])))
    Child(connection, build).serve(frames)


class Child:
    """The toolbox and the calls on it. Frames are read on the main thread; foreign code runs on others."""

    def __init__(self, connection: socket.socket, build: Mapping[str, Any]) -> None:
        self._connection = connection
        self._sending = threading.Lock()
        self._build = build
        self._built: BuiltToolBox | None = None
        self._bus: Any = None
        self._tools: dict[str, LoadedTool] = {}
        self._calls: dict[int, Cancellation] = {}

    def serve(self, frames: Iterator[dict[str, Any]]) -> None:
        """Answer until ``shutdown`` is asked for."""
        threading.Thread(target=self._begin, daemon=True, name="jarvis-build").start()
        refused = 0
        for message in frames:
            operation, serial = message["op"], message["id"]
            if operation == "shutdown":
                break
            if operation == "cancel":
                call = self._calls.get(serial)
                if call is not None:
                    call.set()
                continue
            self._calls[serial] = Cancellation()
            try:
                threading.Thread(target=self._answer, args=(message,), daemon=True, name="jarvis-call").start()
                refused = 0
            except (RuntimeError, MemoryError) as error:  # no thread to be had
                refused += 1
                if refused == MAX_REFUSED:
                    sys.exit(f"{refused} calls could not be started: {error_text(error)}")
                self._send_error(serial, as_tool_error(error))
        if self._built is not None:
            try:
                self._built.close()
            except BaseException as error:  # noqa: BLE001 - foreign code
                print(f"shutdown() raised {error_text(error)}", file=sys.stderr)
            self._built.release()
        if self._bus is not None:
            self._bus.close()

    def _begin(self) -> None:
        name, target = self._build["name"], self._build["target"]
        try:
            cls = EntryPoint(name, target, TOOLBOX_GROUP).load()
            self._bus = self._connected() if isinstance(cls, type) and accepted(cls, {"bus": None}) else None
            hosted = HostedBus(self._bus) if self._bus is not None else None
            self._built = build_toolbox(name, cls, self._build["config"], self._bus, hosted)
            box = load_toolbox(name, self._built.toolbox)
            if any(tool.actions is not None for tool in box.tools):
                raise CommandsStayAtHome(
                    "it is made of Jarvis commands, which share the stores of the service and can't run in a process "
                    f"of their own. Remove toolboxes.{name}.isolation"
                )
            frame = encode({"ready": self._described(box)})
        except CommandsStayAtHome as error:
            frame = encode({"failed": error.args[0]})
        except BadFrame as error:
            frame = encode({"failed": f"its tools can't be told of: {error}"})
        except BaseException as error:  # noqa: BLE001 - foreign code; even its sys.exit() is only its own error
            frame = encode({"failed": error_text(error)})
        self._send(frame)

    def _connected(self) -> Any:
        """A bus client of this process's own; None where the service has none that can be reached."""
        if self._build["bus"] is None:
            return None
        from ovos_bus_client import MessageBusClient

        client = MessageBusClient(**self._build["bus"])
        client.run_in_thread()
        client.connected_event.wait(BUS_TIMEOUT)
        return client

    def _described(self, box: LoadedToolBox) -> dict[str, Any]:
        self._tools = {tool.name: tool for tool in box.tools}
        return {"toolbox_id": box.toolbox_id, "tools": self._described_tools()}

    def _described_tools(self) -> list[dict[str, Any]]:
        return [
            {
                "name": tool.name,
                "description": tool.definition.description,
                "argument_schema": tool.definition.argument_schema,
                "output_schema": tool.definition.output_schema,
                "gives_options": tool.options is not None,
                **_said_of(tool),
            }
            for tool in self._tools.values()
        ]

    def _answer(self, message: Mapping[str, Any]) -> None:
        serial, name = message["id"], message["tool"]
        failed: BaseException | None = None
        try:
            with listening_to(self._calls[serial]), telling(partial(self._tell, serial)):
                frame = self._told(serial, name, self._do(message["op"], name, message.get("args")))
        except BaseException as error:  # noqa: BLE001 - foreign code
            # Made into words here: they are foreign code as well.
            failed = as_tool_error(error)
        # What the call held is free again before the next one comes.
        if failed is not None:
            self._send_error(serial, failed)
            return
        self._calls.pop(serial, None)
        self._send(frame)

    def _tell(self, serial: int, progress: Progress) -> None:
        self._send(encode({"id": serial, "progress": {"say": progress.say, "done": progress.done}}))

    def _told(self, serial: int, name: str, result: Any) -> bytes:
        try:
            return encode({"id": serial, "result": result})
        except BadFrame as error:
            raise InvalidOutput(name, self._build["name"], f"the result can't be sent: {error}") from None

    def _do(self, operation: str, name: str, arguments: Any) -> Any:
        if operation == "discover":
            assert self._built is not None
            self._built.toolbox.refresh_tools()
            return self._described(load_toolbox(self._build["name"], self._built.toolbox))["tools"]
        tool = self._tools.get(name)
        if tool is None:
            raise UnknownTool(name)
        if operation == HOOK:
            return self._options(tool, arguments["argument"])
        call = validate_call(tool, arguments)
        if operation == "validate":
            return {}
        return output_json(tool, validate_output(tool, tool.run(call.arguments, InvocationContext())))

    def _options(self, tool: LoadedTool, argument: str) -> Any:
        """The values of the moment, as ``read_options`` of the service reads them again; null where there are none."""
        parameter = tool.definition.parameter(argument)
        offered = ask(tool.options, parameter) if tool.options is not None and parameter is not None else None
        if offered is None:
            return None
        if offered.left_out:
            print(f"{HOOK}({tool.name!r}, {argument!r}) left out {offered.left_out}", file=sys.stderr)
        return {option.value: list(option.names) for option in offered.options}

    def _send_error(self, serial: int, error: BaseException) -> None:
        self._calls.pop(serial, None)
        told = {"kind": type(error).__name__, "message": error_text(error)}
        if isinstance(error, ToolError):
            told = {"kind": type(error).__name__, "message": error.args[0], **error.fields()}
        try:
            self._send(encode({"id": serial, "error": told}))
        except BadFrame as failure:
            self._send(encode({"id": serial, "error": {"kind": "ToolRaised", "message": f"an error that {failure}"}}))

    def _send(self, frame: bytes) -> None:
        with self._sending:
            self._connection.sendall(frame)


class CommandsStayAtHome(Exception):
    """A toolbox of Jarvis commands was to be isolated."""


def _said_of(tool: LoadedTool) -> dict[str, Any]:
    """What the author says of the tool's effects."""
    told = tool.definition
    return {
        "is_risky": told.is_risky,
        "annotations": dict(told.annotations),
        "confirmation_phrase": told.confirmation_phrase,
        "confirmation_phrases": {tag: list(phrases) for tag, phrases in told.confirmation_phrases.items()},
        "spoken_names": dict(told.spoken_names),
    }
