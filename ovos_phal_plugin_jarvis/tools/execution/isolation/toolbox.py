"""An isolated toolbox as the rest of the house sees it: a ToolBox like any other, whose tools run elsewhere."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, ClassVar

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.config import IsolationConfig
from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.sdk.cancelling import cancellation
from ovos_phal_plugin_jarvis.sdk.progress import tell_progress
from ovos_phal_plugin_jarvis.tools.errors import (
    Cancelled,
    DeadlinePassed,
    InvalidArguments,
    InvalidOutput,
    QueueFull,
    ToolBoxProcessDown,
    ToolError,
    ToolRaised,
    UnknownTool,
)
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignFailure
from ovos_phal_plugin_jarvis.tools.execution.isolation.frames import BadFrame
from ovos_phal_plugin_jarvis.tools.execution.isolation.process import BackOff, Pending, SupervisedProcess
from ovos_phal_plugin_jarvis.tools.options import HOOK
from ovos_phal_plugin_jarvis.tools.schema_models import ForeignArguments, ForeignOutput, holding
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot

VALIDATE_TIMEOUT = 3.0
"""Seconds that checking arguments may take."""
CALL_TIMEOUT = 30.0
"""Seconds that a call may take where nobody says."""
GRACE = 1.0
"""Seconds that a call has to end by itself once it was told that its answer is no longer wanted."""
MAX_TOOLS = 1000
MAX_DETAILS = 20
MAX_VALUES = 100
MAX_TEXT = 500

# What the process may say of a call that failed, by the name that it goes by on the wire.
_ERRORS: Mapping[str, type[ToolError]] = {
    kind.__name__: kind for kind in (InvalidArguments, InvalidOutput, ToolRaised, UnknownTool)
}


class _ToolBoxProcess(SupervisedProcess):
    """The process of a toolbox, whose errors are those of a tool."""

    def __init__(
        self, name: str, build: Mapping[str, Any], limits: IsolationConfig, start_timeout: float, back_off: BackOff
    ) -> None:
        super().__init__(
            f"toolbox '{name}'",
            "ovos_phal_plugin_jarvis.tools.execution.isolation.child",
            build,
            limits,
            start_timeout,
            back_off,
            thread=f"jarvis-isolated-{name}",
        )

    def _down(self, why: str) -> Exception:
        return ToolBoxProcessDown(why)

    def _not_sent(self, about: str) -> Exception:
        return ToolBoxProcessDown(f"Tool '{about}' was not started: {self._why_down()}")

    def _not_answered(self, about: str, why: str) -> Exception:
        return ToolBoxProcessDown(f"Tool '{about}' was not answered: {why}")

    def _full(self, about: str, waiting: int) -> Exception:
        return QueueFull(about, waiting)


class IsolatedToolBox(ToolBox):
    """Stands for a toolbox that lives in a process of its own.

    Its package is never imported here, and what its process says is taken as plain values: the schemas are shown, but
    not evaluated, because even a regular expression of a stranger's can hold the interpreter for ever. Arguments and
    results are checked by the real models, over there.
    """

    def __init__(
        self,
        name: str,
        target: str,
        config: Mapping[str, Any],
        limits: IsolationConfig,
        *,
        bus: Mapping[str, Any] | None = None,
        start_timeout: float = 30.0,
        back_off: BackOff | None = None,
    ) -> None:
        """Start the process; ``wait_ready`` tells how that went.

        Args:
            name: entry-point name of the toolbox.
            target: ``module:attribute``, the class.
            config: what it is built with.
            limits: what its process may use.
            bus: host, port, route and ssl of the messagebus, for a toolbox whose constructor takes one.
            start_timeout: seconds it may take to be imported, built and asked for its tools.
            back_off: how long a process that ended is waited with before it is started again.

        Raises:
            ForeignFailure: *config* can't be sent.
        """
        # Not ToolBox.__init__: it asks for the tools, which are not known yet, and binds itself to the bus.
        self.toolbox_id = name
        self.config = dict(config)
        self.bus = None
        self.tools: dict[str, AgentTool] = {}
        self._gives_options: set[str] = set()
        build = {"op": "build", "name": name, "target": target, "config": dict(config), "bus": bus}
        try:
            self._process = _ToolBoxProcess(name, build, limits, start_timeout, back_off or BackOff())
        except BadFrame as error:
            raise ForeignFailure(f"its configuration can't be sent to a process of its own: {error}") from None
        self._start_timeout = start_timeout
        self._process.start()

    def wait_ready(self) -> None:
        """Wait until the process is ready, and take over the toolbox's id and tools.

        Raises:
            ForeignFailure: it could not be built, or not in time.
        """
        try:
            # The process has its own deadline, which says more.
            described = self._process.wait_ready(self._start_timeout + 5.0)
            self.toolbox_id = described.get("toolbox_id", "")  # whoever loads it looks at what it is
            self.tools = {tool.name: tool for tool in self._described_tools(described.get("tools"))}
        except ToolBoxProcessDown as error:
            raise ForeignFailure(text_of(error)) from None

    def discover_tools(self) -> list[AgentTool]:
        """The tools that the process has told of."""
        return list(self.tools.values())

    def refresh_tools(self) -> None:
        """Have the toolbox asked again which tools it has."""
        reply = self._ask("discover", "", {}, time.monotonic() + CALL_TIMEOUT)
        self.tools = {tool.name: tool for tool in self._described_tools(reply.get("result"))}

    def argument_options(self, tool: str, argument: str) -> Any:
        """What the toolbox gives as the values of an argument at the moment; None where it gives none.

        Raises:
            ToolError: it failed, did not answer in time, or there is no process.
        """
        if tool not in self._gives_options:
            return None
        until = time.monotonic() + VALIDATE_TIMEOUT
        return self._ask(HOOK, tool, {"args": {"argument": argument}}, until).get("result")

    def process_status(self) -> dict[str, Any]:
        """How the process is: see ``SupervisedProcess.status``."""
        return self._process.status()

    def shutdown(self) -> None:
        """Let the toolbox shut down and end its process; nothing of it is left."""
        self._process.stop()

    def validate(self, tool: str, arguments: Mapping[str, Any]) -> None:
        """Have the arguments checked by the tool's own model.

        Raises:
            InvalidArguments: they do not fit.
            ToolError: there is no process to ask, or it did not answer in time.
        """
        until = time.monotonic() + VALIDATE_TIMEOUT
        deadline = cancellation().deadline
        self._ask("validate", tool, {"args": dict(arguments)}, until if deadline is None else min(until, deadline))

    def run(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the tool returns, as JSON values that fit its output schema.

        Raises:
            ToolError: it failed, the arguments do not fit, or there is no process.
        """
        deadline = cancellation().deadline
        until = time.monotonic() + CALL_TIMEOUT if deadline is None else deadline
        result = self._ask("call", tool, {"args": dict(arguments)}, until).get("result")
        if not isinstance(result, dict):
            raise InvalidOutput(tool, self.toolbox_id, "its process sent no object")
        return result

    def _ask(self, operation: str, tool: str, data: Mapping[str, Any], deadline: float) -> Mapping[str, Any]:
        stopped = cancellation()
        try:
            serial, pending = self._process.send(operation, tool, {"tool": tool, **data}, deadline - time.monotonic())
        except BadFrame as error:
            raise InvalidArguments(
                f"ValueError: Tool input validation failed for '{tool}' in ToolBox '{self.toolbox_id}': "
                f"the arguments can't be sent to its process: {error}"
            ) from None
        stopped.on_set(pending.changed.set)
        while pending.changed.wait(max(0.0, deadline - time.monotonic())):
            pending.changed.clear()
            if pending.ended.is_set() or stopped.is_set():
                break
            self._pass_on(pending)
        self._pass_on(pending)
        if not pending.ended.is_set():
            self._process.cancel(serial)
            if not pending.ended.wait(GRACE):
                if not self._process.is_alone(pending):
                    # Others' calls are not to suffer from what one has cancelled, as long as it is within its time.
                    pending.ended.wait(max(0.0, deadline - time.monotonic()))
                asked = f"a call of '{tool}'" if operation == "call" else f"{operation} {tool}".strip()
                why = "was cancelled" if time.monotonic() < deadline else "took too long"
                self._process.end(pending, f"{asked} {why} and did not end by itself")
                pending.ended.wait(GRACE + 5.0)
        if pending.error is not None:
            raise pending.error
        if pending.reply is None:
            raise DeadlinePassed(tool, GRACE) if not stopped.is_set() else Cancelled(tool)
        if "error" in pending.reply:
            raise _error(pending.reply["error"], tool, self.toolbox_id)
        return pending.reply

    def _pass_on(self, pending: Pending) -> None:
        while pending.progress:
            told = pending.progress.popleft()
            try:
                tell_progress(told["say"], told["done"])
            except (KeyError, TypeError, ValueError) as error:
                LOG.debug(f"the process of '{self.toolbox_id}' told of no progress: {error}")

    def _described_tools(self, described: Any) -> list[AgentTool]:
        if not isinstance(described, list) or len(described) > MAX_TOOLS:
            raise ForeignFailure(f"its process told of no list of at most {MAX_TOOLS} tools")
        return [self._described_tool(tool) for tool in described]

    def _described_tool(self, told: Any) -> AgentTool:
        from jsonschema import Draft202012Validator

        name = told.get("name") if isinstance(told, dict) else None
        if not isinstance(name, str):
            raise ForeignFailure("its process told of a tool without a name")
        for field in ("argument_schema", "output_schema"):
            try:
                # What reads schemas further on may rely on their being some.
                Draft202012Validator.check_schema(told.get(field))
                usable = isinstance(told[field], dict)
            except Exception:  # noqa: BLE001 - made from what a stranger sent: too deep, of the wrong type
                usable = False
            if not usable:
                raise ForeignFailure(f"its process told of tool '{text_of(name, 80)}' with no usable {field}")
        arguments = type(
            "IsolatedArguments",
            (_IsolatedArguments,),
            {"foreign_schema": told["argument_schema"], "toolbox": self, "tool": name, "__module__": __name__},
        )
        output: type[ForeignOutput] = type(
            "IsolatedOutput",
            (ForeignOutput,),
            {"foreign_schema": told["output_schema"], "__module__": __name__},
        )
        description = told.get("description")
        if told.get("gives_options") is True:
            self._gives_options.add(name)

        def call(given: Any) -> ToolOutput:
            sent = given.model_dump(mode="json") if isinstance(given, ToolArguments) else given
            return output.model_validate(self.run(name, sent))

        tool = AgentTool(name, description if isinstance(description, str) else "", arguments, output, call)
        # What its author says of its effects, which AgentTool has no field for.
        for said in ("is_risky", "annotations", "confirmation_phrase", "confirmation_phrases", "spoken_names"):
            if told.get(said):
                setattr(tool, said, told[said])
        return tool


def isolated(snapshot: Snapshot) -> dict[str, dict[str, Any]]:
    """Toolbox id → how its process is, for each that has one: see ``SupervisedProcess.status``."""
    return {
        box.toolbox_id: box.toolbox.process_status()
        for box in snapshot.toolboxes.values()
        if isinstance(box.toolbox, IsolatedToolBox)
    }


class _IsolatedArguments(ForeignArguments):
    """Arguments of a tool that lives in another process: checked there."""

    toolbox: ClassVar[IsolatedToolBox]
    tool: ClassVar[str]

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Any:
        if not isinstance(obj, cls):
            cls.toolbox.validate(cls.tool, obj)
        return holding(cls, obj)


def _error(told: Any, tool: str, toolbox_id: str) -> ToolError:
    """The error that the process told of."""
    kind, message = (told.get("kind"), told.get("message")) if isinstance(told, dict) else (None, None)
    if not isinstance(message, str):
        return InvalidOutput(tool, toolbox_id, "its process sent an error without words")
    error_type = _ERRORS.get(kind, ToolRaised) if isinstance(kind, str) else ToolRaised
    if error_type is InvalidArguments:
        return InvalidArguments(message, _details(told.get("details")))
    # The words were made there; a constructor would put its own around them.
    error = error_type.__new__(error_type)
    ToolError.__init__(error, message)
    return error


def _details(told: Any) -> list[dict[str, Any]]:
    details: list[dict[str, Any]] = []
    for one in told[:MAX_DETAILS] if isinstance(told, list) else ():
        if isinstance(one, dict) and isinstance(one.get("param"), str) and isinstance(one.get("message"), str):
            detail: dict[str, Any] = {
                "param": text_of(one["param"], MAX_TEXT),
                "message": text_of(one["message"], MAX_TEXT),
            }
            if isinstance(one.get("valid_values"), list):
                detail["valid_values"] = [text_of(value, MAX_TEXT) for value in one["valid_values"][:MAX_VALUES]]
            details.append(detail)
    return details
