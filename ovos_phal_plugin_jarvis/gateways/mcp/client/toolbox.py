"""An MCP server as the rest of the house sees it: a ToolBox like any other, whose tools run elsewhere."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from mcp.types import CallToolResult, TextContent, Tool
from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput

from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.gateways.mcp.client.connection import (
    MAX_DESCRIPTION,
    MAX_LISTED,
    MAX_TOOLS,
    Connection,
    Listing,
)
from ovos_phal_plugin_jarvis.gateways.mcp.client.schemas import Checker, UnusableSchema
from ovos_phal_plugin_jarvis.sdk.cancelling import cancellation
from ovos_phal_plugin_jarvis.tools.annotations import HINTS
from ovos_phal_plugin_jarvis.tools.describe import MAX_SCHEMA, parameters_of
from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments, InvalidOutput, ToolFailed
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignFailure
from ovos_phal_plugin_jarvis.tools.schema_models import ForeignArguments, ForeignOutput, holding

CALL_SECONDS = 30.0
"""That a call may take where nobody says."""
MAX_NAME = 128
MAX_FAILED = 50
"""Tools that are left out, each told of with its reason."""
_AUTHORS_WORDS = frozenset(
    {*HINTS, "annotations", "confirmation_phrase", "confirmation_phrases", "spoken_names", "is_risky"}
)
"""Members of a schema by which the authors of toolboxes, who are trusted with the process, say what a tool does and
what is asked about it. A server says it by annotations, and what is asked is what would run."""
_NOT_IN_NAMES = re.compile(r"[^\w-]+")
_TEXT_RESULT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "What the server answered, in words."},
        "content": {"type": "array", "items": {"type": "object"}, "description": "What is no text: images, links."},
    },
}


class McpToolBox(ToolBox):
    """Stands for one MCP server. Its tools are those that the server listed last."""

    def __init__(self, toolbox_id: str, connection: Connection, let_go: Callable[[], None]) -> None:
        """
        Args:
            toolbox_id: what it is called on the bus.
            connection: to the server.
            let_go: called once, when the toolbox is closed.
        """
        # Not ToolBox.__init__: it asks for the tools at once, and binds itself to the bus.
        self.toolbox_id = toolbox_id
        self.bus = None
        self.tools: dict[str, AgentTool] = {}
        self.failed: dict[str, str] = {}
        """Tool → why it is left out."""
        self.name_prefix = re.sub(r"[^\w]+", "_", connection.name).strip("_")
        """Put before the name of a tool that another toolbox has too."""
        self.connection = connection
        self.listing: Listing | None = None
        self._let_go = let_go
        self._read()

    @property
    def config(self) -> dict[str, str]:
        """What it was given under the name of a secret, which is kept out of all that it says."""
        return {f"{number}_secret": value for number, value in enumerate(self.connection.secrets)}

    @config.setter
    def config(self, value: Any) -> None:
        """OPM's attribute; a server is configured elsewhere."""

    def discover_tools(self) -> list[AgentTool]:
        """The tools that can be served."""
        return list(self.tools.values())

    def refresh_tools(self) -> None:
        """Take over what the server has listed since."""
        if self.connection.listing is None:
            raise ForeignFailure(f"it is not connected: {self.connection.why_down}")
        self._read()

    def shutdown(self) -> None:
        """Let go of the server."""
        let_go, self._let_go = self._let_go, lambda: None
        let_go()

    def run(self, tool: str, shown: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """What the server answers.

        Args:
            tool: as the server calls it.
            shown: as it is called here.
            arguments: JSON values that fit its schema.

        Raises:
            ToolError: it failed, or did not answer.
        """
        stopped = cancellation()
        until = time.monotonic() + CALL_SECONDS if stopped.deadline is None else stopped.deadline
        result: CallToolResult = self.connection.call(tool, shown, arguments, until, stopped)
        if result.is_error:
            raise ToolFailed(_words(result) or f"'{shown}' failed without saying why")
        return result

    def _read(self) -> None:
        listing = self.connection.listing
        if listing is None or listing is self.listing:
            return
        tools: dict[str, AgentTool] = {}
        failed: dict[str, str] = {}
        for told in listing.tools:
            name = _NOT_IN_NAMES.sub("_", told.name[:MAX_NAME]).strip("_")
            try:
                if not name or name in tools:
                    raise UnusableSchema("its name has neither letters nor digits" if not name else "there are two")
                tools[name] = self._tool(name, told)
            except UnusableSchema as error:
                if len(failed) < MAX_FAILED:
                    failed[text_of(told.name, 80)] = text_of(error)
        if listing.more:
            failed[f"beyond {MAX_TOOLS}"] = (
                f"the server lists more than {MAX_TOOLS} tools, more than {MAX_LISTED // 1_000_000} MB of them, or "
                "never ends its list"
            )
        self.tools, self.failed, self.listing = tools, failed, listing

    def _tool(self, name: str, told: Tool) -> AgentTool:
        shown_in = _object_schema(told.input_schema)
        members: dict[str, Any] = {"toolbox_id": self.toolbox_id, "tool": name, "__module__": __name__}
        arguments = type(
            "McpArguments",
            (_McpArguments,),
            {**members, "foreign_schema": shown_in, "checker": Checker(told.input_schema)},
        )
        promised = told.output_schema
        wrapped = promised is not None and promised.get("type") != "object"
        output: type[ForeignOutput] = _TextOutput
        if promised is not None:
            shown_out = _wrapped(promised) if wrapped else _object_schema(promised)
            output = type("McpOutput", (ForeignOutput,), {"foreign_schema": shown_out, "__module__": __name__})
        check_result = Checker(promised) if promised is not None else None

        def call(given: Any) -> ToolOutput:
            sent = given.model_dump(mode="json") if isinstance(given, ToolArguments) else given
            result = self.run(told.name, name, sent)
            return output.model_validate(_result(result, check_result, wrapped, name, self.toolbox_id))

        tool = AgentTool(name, text_of(told.description or told.title or "", MAX_DESCRIPTION), arguments, output, call)
        said = told.annotations.model_dump(by_alias=True, exclude_none=True) if told.annotations is not None else {}
        hints = self.connection.hints.of(name, said)
        setattr(tool, "annotations", hints)  # noqa: B010 - AgentTool has no field for it
        return tool


class _McpArguments(ForeignArguments):
    """Arguments of a server's tool."""

    checker: ClassVar[Checker]
    toolbox_id: ClassVar[str]
    tool: ClassVar[str]

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Any:
        if not isinstance(obj, cls):
            mistakes = cls.checker.mistakes(obj)
            if mistakes:
                first = "; ".join(f"{m['param']}: {m['message']}" if m["param"] else m["message"] for m in mistakes[:3])
                raise InvalidArguments(
                    f"ValueError: Tool input validation failed for '{cls.tool}' in ToolBox '{cls.toolbox_id}': {first}",
                    mistakes,
                )
        return holding(cls, obj)


class _TextOutput(ForeignOutput):
    """The result of a tool that promises no form."""

    foreign_schema: ClassVar[dict[str, Any]] = _TEXT_RESULT


def _result(result: CallToolResult, checker: Checker | None, wrapped: bool, tool: str, box: str) -> Mapping[str, Any]:
    value = result.structured_content
    if checker is not None:
        if value is None:
            raise InvalidOutput(tool, box, "it answered nothing of the form that it promises")
        mistakes = checker.mistakes(value)
        if mistakes:
            raise InvalidOutput(tool, box, f"{mistakes[0]['param']}: {mistakes[0]['message']}")
        if wrapped:
            return {"result": value}
    if isinstance(value, Mapping):
        return value
    others = [block.model_dump(mode="json", by_alias=True) for block in result.content if not _is_text(block)]
    told: dict[str, Any] = {"text": _words(result)}
    if value is not None:
        told["result"] = value
    if others:
        told["content"] = others
    return told


def _words(result: CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, TextContent)).strip()


def _is_text(block: Any) -> bool:
    return isinstance(block, TextContent)


def _object_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """*schema* as it is shown: of the type ``object``, with an object for each member.

    Raises:
        UnusableSchema: it is of another type, too large, or can't be read.
    """
    if schema.get("type", "object") != "object":
        raise UnusableSchema(f"its schema describes {text_of(schema.get('type'), 80)}; it must describe an object")
    members = schema.get("properties", {})
    if not isinstance(members, Mapping):
        raise UnusableSchema("its schema has 'properties' that are no object")
    plain = {name: member if isinstance(member, Mapping) else {} for name, member in members.items()}
    kept = {key: member for key, member in schema.items() if key not in _AUTHORS_WORDS}
    shown = {**kept, "type": "object", "properties": plain}
    try:
        if len(json.dumps(shown, allow_nan=False)) > MAX_SCHEMA // 2:
            raise UnusableSchema(f"its schema is larger than {MAX_SCHEMA // 2_000} kB")
        parameters_of(shown)
    except UnusableSchema:
        raise
    except Exception as error:  # noqa: BLE001 - what a stranger sent may break anything that reads it
        raise UnusableSchema(f"its schema can't be read: {text_of(error)}") from None
    return shown


def _wrapped(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a result that is no object, as the member ``result`` of one."""
    definitions = {key: schema[key] for key in ("$defs", "definitions") if key in schema}
    inner = {key: member for key, member in schema.items() if key not in definitions}
    return _object_schema({"type": "object", "properties": {"result": inner}, "required": ["result"], **definitions})
