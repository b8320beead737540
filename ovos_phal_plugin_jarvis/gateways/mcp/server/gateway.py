"""What MCP clients ask, as requests to the service: its validation, its policy, its consent, its rate, its audit."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import anyio
from mcp import MCPError
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import NoBackChannelError
from mcp.types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ClientCapabilities,
    ContentBlock,
    ElicitationCapability,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
    ListResourcesResult,
    ListToolsResult,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
)
from ovos_utils.log import LOG
from pydantic import TypeAdapter, ValidationError

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.gateways.calls import BusCalls, NoAnswer
from ovos_phal_plugin_jarvis.gateways.mcp.server.catalogue import QUICK_SECONDS, Catalogue, Listed
from ovos_phal_plugin_jarvis.version import __version__

PAGE = 200
"""Tools of one page of the list."""
MAX_ROUNDS = 3
"""Questions for missing arguments before a call is refused."""
STATUS = "jarvis://status"
INSTRUCTIONS = (
    "The tools of an OpenVoiceOS device. A call that changes something may need the consent of its user, who is asked "
    "through this client where it can ask, and else is told where to allow it."
)
_NOT_FOR_CLIENTS = frozenset({"settings", "claim", "set_aside", "config_problems"})
_SIMPLE = frozenset({"string", "integer", "number", "boolean"})
"""Types that a form may ask for."""
_BLOCK: TypeAdapter[ContentBlock] = TypeAdapter(ContentBlock)
_CONFIRM = {
    "type": "object",
    "properties": {"yes": {"type": "boolean", "title": "Yes, do it", "default": False}},
    "required": ["yes"],
}


@dataclass(frozen=True)
class _Session:
    """Who is at the other end, as the bus sees it."""

    context: dict[str, Any]
    call_id: str = field(default_factory=lambda: uuid4().hex)
    """Of this one request."""


class McpGateway:
    """An MCP server whose every answer is the service's. One for any number of clients, in one event loop."""

    def __init__(self, calls: BusCalls, call_seconds: float, session: str | None = None) -> None:
        """
        Args:
            calls: how the service is asked.
            call_seconds: that a call may take; the service answers by its own deadline before.
            session: of the bus that all requests belong to; None: each request's token says who asks.
        """
        self._calls = calls
        self._call_seconds = call_seconds
        self._session = session
        self._catalogue = Catalogue(calls)
        self._changes = InMemorySubscriptionBus()
        self._listening = ListenHandler(self._changes)
        self._clients: dict[Any, Any] = {}
        self.server: Server[Any] = _Server(
            "ovos-jarvis",
            version=__version__,
            title="OVOS Jarvis",
            instructions=INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_read_resource=self._read_resource,
            on_subscriptions_listen=self._listening,
        )
        self.server.middleware.append(
            RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience="ovos-jarvis")
        )

    async def serve_stdio(self) -> None:
        """Serve the client at stdin and stdout until it closes them."""
        async with self._hearing(), stdio_server() as (read, write):
            await self.server.run(read, write, self.server.create_initialization_options())

    def http(self) -> tuple[Any, Callable[[], Any]]:
        """An ASGI app that speaks streamable HTTP, and the context that it is served in. Whoever mounts it has looked
        at Host, Origin and token, and put who asks into ``scope["state"]["caller"]``."""
        # Fresh for each start: a session manager runs once.
        off = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        manager = StreamableHTTPSessionManager(self.server, security_settings=off, max_sessions=200)
        inner = AuthContextMiddleware(manager.handle_request)

        async def app(scope: Any, receive: Any, send: Any) -> None:
            caller = scope["state"]["caller"]
            token = AccessToken(token="-", client_id=caller.session, scopes=list(caller.scopes))
            await inner({**scope, "user": AuthenticatedUser(token)}, receive, send)

        @asynccontextmanager
        async def lifespan() -> AsyncIterator[None]:
            async with self._hearing(), manager.run():
                try:
                    yield
                finally:
                    self._listening.close()

        return app, lifespan

    @asynccontextmanager
    async def _hearing(self) -> AsyncIterator[None]:
        """Tell clients of changed tools meanwhile."""
        loop = asyncio.get_running_loop()
        telling: set[asyncio.Task[None]] = set()

        def begin() -> None:
            task = loop.create_task(self._tell_changed())
            telling.add(task)
            task.add_done_callback(telling.discard)

        def heard(topic: str, data: Mapping[str, Any], context: Mapping[str, Any]) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(begin)

        unlisten = self._calls.listen([topics.TOOLS_CHANGED, topics.JARVIS_READY], heard)
        try:
            yield
        finally:
            unlisten()
            for task in list(telling):
                task.cancel()

    async def _tell_changed(self) -> None:
        self._catalogue.forget()
        await self._changes.publish(ToolsListChanged())
        for key, session in list(self._clients.items()):
            try:
                with anyio.fail_after(5.0):
                    await session.send_tool_list_changed()
            except Exception as error:  # noqa: BLE001 - of whichever kind a connection that has gone raises
                LOG.debug(f"an MCP client was not told of changed tools: {error_text(error)}")
                self._clients.pop(key, None)

    def _asked_by(self, ctx: Any) -> _Session:
        session = self._session
        if session is None:
            session = ctx.request.scope["state"]["caller"].session
        return _Session({"source": session, "session": {"session_id": session}})

    def _remember(self, ctx: Any) -> None:
        """Know a connection of the generation that is told of changes without asking."""
        if ctx.protocol_version >= "2026":
            return
        connection = ctx.session._connection
        if id(connection) not in self._clients and len(self._clients) < 1000:
            self._clients[id(connection)] = ctx.session
            connection.exit_stack.callback(self._clients.pop, id(connection), None)

    # Lists

    async def _list_tools(self, ctx: Any, params: Any) -> ListToolsResult:
        self._remember(ctx)
        tools = list((await self._tools(self._asked_by(ctx))).values())
        cursor = params.cursor if params is not None else None
        begin = 0
        if cursor is not None:
            if not cursor.isascii() or not cursor.isdigit() or int(cursor[:9]) >= len(tools):
                raise MCPError(INVALID_PARAMS, "the cursor is none of ours, or the list has changed: begin anew")
            begin = int(cursor[:9])
        more = str(begin + PAGE) if begin + PAGE < len(tools) else None
        return ListToolsResult(tools=[each.tool for each in tools[begin : begin + PAGE]], next_cursor=more)

    async def _tools(self, session: _Session) -> dict[str, Listed]:
        try:
            return await self._catalogue.tools(session.context)
        except NoAnswer as silence:
            raise MCPError(INTERNAL_ERROR, f"the service does not answer: {silence}") from None

    async def _list_resources(self, ctx: Any, params: Any) -> ListResourcesResult:
        about = "Which tools there are, what may run without asking, what was left out and why."
        status = Resource(uri=STATUS, name="status", description=about, mime_type="application/json")
        return ListResourcesResult(resources=[status])

    async def _read_resource(self, ctx: Any, params: Any) -> ReadResourceResult:
        if params.uri != STATUS:
            raise MCPError(INVALID_PARAMS, f"there is no resource {params.uri[:200]!r}; there is {STATUS}")
        try:
            found = await self._calls.ask(topics.JARVIS_STATUS, {}, self._asked_by(ctx).context, QUICK_SECONDS)
        except NoAnswer as silence:
            raise MCPError(INTERNAL_ERROR, f"the service does not answer: {silence}") from None
        told = {key: value for key, value in found.items() if key not in _NOT_FOR_CLIENTS}
        text = json.dumps(told, ensure_ascii=False, default=str)
        return ReadResourceResult(contents=[TextResourceContents(uri=STATUS, mime_type="application/json", text=text)])

    # Calls

    async def _call_tool(self, ctx: Any, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        session = self._asked_by(ctx)
        tool = (await self._tools(session)).get(params.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"Unknown tool: {params.name[:80]!r}")
        asking = _Asking(ctx, params)
        arguments = {**(params.arguments or {}), **asking.given_before()}
        if asking.step == "confirm":
            return await self._confirmed(tool, asking.confirmation, asking.said_yes(), session)
        request = {"name": tool.own_name, "toolbox_id": tool.toolbox_id, "id": session.call_id}
        if tool.asks:
            # A question of its own: another call that asks must not take its place.
            request["conversation"] = session.call_id
        for _ in range(MAX_ROUNDS):
            found = await self._ask_service(topics.JARVIS_CALL, {**request, "args": arguments}, session, ctx)
            if found.get("confirmation_required"):
                return await self._confirm(tool, found, asking, session)
            missing = _missing(found, tool, arguments)
            if not missing or not asking.can:
                return _result(found)
            question = f"{tool.name} needs more to go on."
            answer = await asking.ask("arguments", question, missing, {"arguments": arguments})
            if isinstance(answer, InputRequiredResult):
                return answer
            if answer is None or answer.action != "accept":
                return _result(found)
            arguments = {**arguments, **_values(answer)}
        return _result(found)

    async def _confirm(
        self, tool: Listed, found: Mapping[str, Any], asking: _Asking, session: _Session
    ) -> CallToolResult | InputRequiredResult:
        confirmation = found.get("confirmation") or {}
        question = str(confirmation.get("question") or found.get("say"))
        pending = {"id": confirmation.get("id"), **({"conversation": session.call_id} if tool.asks else {})}
        if not asking.can:
            await self._ask_service(topics.JARVIS_CONFIRM, {**pending, "yes": False}, session, None)
            return _refused(
                f"'{tool.name}' needs the consent of its user, and this client can't ask for it (it has no "
                f"elicitation). Nothing has run. The question was: {question} To allow it without a question: "
                f"ovos-jarvis policy {tool.own_name} allow"
            )
        seconds = confirmation.get("expires_in")
        answer = await asking.ask(
            "confirm",
            question,
            _CONFIRM,
            {"confirmation": pending},
            seconds if isinstance(seconds, int | float) else 60.0,
        )
        if isinstance(answer, InputRequiredResult):
            return answer
        return await self._confirmed(tool, pending, _is_yes(answer), session)

    async def _confirmed(
        self, tool: Listed, pending: Mapping[str, Any], yes: bool, session: _Session
    ) -> CallToolResult:
        found = await self._ask_service(topics.JARVIS_CONFIRM, {**pending, "yes": yes}, session, None)
        if not yes:
            return _refused(f"The user did not agree to '{tool.name}'. Nothing has run.")
        results = found.get("results") or ()
        return _result(results[-1]) if results else _refused(str(found.get("error") or found.get("say") or "no result"))

    async def _ask_service(self, topic: str, data: Mapping[str, Any], session: _Session, ctx: Any) -> dict[str, Any]:
        """The service's answer, an error too. Where the client calls it off, so do we."""
        told: asyncio.Queue[Mapping[str, Any] | None] = asyncio.Queue(100)

        def hear(progress: Mapping[str, Any]) -> None:
            if not told.full():
                told.put_nowait(progress)

        telling = asyncio.create_task(_pass_on(told, ctx)) if ctx is not None else None
        try:
            return await self._calls.ask(
                topic, data, session.context, self._call_seconds, progress=hear if ctx is not None else None
            )
        except NoAnswer as silence:
            return {"error": f"the service does not answer: {silence}", "code": "unavailable"}
        except asyncio.CancelledError:
            with anyio.CancelScope(shield=True), suppress(NoAnswer):
                await self._calls.ask(topics.TOOLS_CANCEL, {"id": session.call_id}, session.context, 5.0)
            raise
        finally:
            if telling is not None:
                if told.full():
                    telling.cancel()
                else:
                    told.put_nowait(None)
                with anyio.move_on_after(2.0, shield=True), suppress(asyncio.CancelledError):
                    await telling


class _Asking:
    """Asking the user through the client: in the way of the generation that the client speaks."""

    def __init__(self, ctx: Any, params: CallToolRequestParams) -> None:
        self._ctx = ctx
        self._modern = ctx.protocol_version >= "2026"
        wanted = ClientCapabilities(elicitation=ElicitationCapability())
        self.can = bool(ctx.session.check_client_capability(wanted))
        state = json.loads(params.request_state) if params.request_state else {}
        # Sealed by us, and bound to this very request.
        self._state: Mapping[str, Any] = state if isinstance(state, Mapping) else {}
        self._answer = (params.input_responses or {}).get("answer")
        self.step = self._state.get("step")
        self.confirmation: Mapping[str, Any] = self._state.get("confirmation") or {}

    def given_before(self) -> dict[str, Any]:
        """The arguments that the user was asked for in an earlier round."""
        kept = dict(self._state.get("arguments") or {})
        if self.step == "arguments" and isinstance(self._answer, ElicitResult) and self._answer.action == "accept":
            kept |= _values(self._answer)
        return kept

    def said_yes(self) -> bool:
        """Whether the user agreed in this round."""
        answer = self._answer
        return (
            isinstance(answer, ElicitResult) and answer.action == "accept" and (answer.content or {}).get("yes") is True
        )

    async def ask(
        self, step: str, question: str, schema: dict[str, Any], state: Mapping[str, Any], seconds: float = 120.0
    ) -> ElicitResult | InputRequiredResult | None:
        """What the user answers; None where nobody does. To the newer generation the question is the result."""
        if self._modern:
            if self.step == step:
                return None  # asked once and not answered with what it takes
            request = ElicitRequest(params=ElicitRequestFormParams(message=question, requested_schema=schema))
            kept = json.dumps({"step": step, **state})
            return InputRequiredResult(input_requests={"answer": request}, request_state=kept)
        with anyio.move_on_after(seconds):
            try:
                answer: ElicitResult = await self._ctx.session.elicit_form(question, schema, self._ctx.request_id)
                return answer
            except (MCPError, NoBackChannelError, ValueError) as error:
                LOG.debug(f"an MCP client did not ask its user: {error_text(error)}")
        return None


async def _pass_on(told: asyncio.Queue[Mapping[str, Any] | None], ctx: Any) -> None:
    """Tell the client of progress until there is no more."""
    last = 0.0
    while (progress := await told.get()) is not None:
        done, say = progress.get("done"), progress.get("say")
        known = isinstance(done, int | float)
        # It has to grow, also where a tool only says something.
        last = max(float(done) if isinstance(done, int | float) else 0.0, last + 1e-6)
        try:
            await ctx.session.report_progress(last, 1.0 if known else None, say if isinstance(say, str) else None)
        except Exception as error:  # noqa: BLE001 - whoever has gone; the call's own answer says more
            LOG.debug(f"an MCP client was not told of progress: {error_text(error)}")
            return


def _missing(found: Mapping[str, Any], tool: Listed, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """A form for the arguments that a call lacks; None where it fails at something else, or they are no simple ones."""
    details = found.get("details")
    if not isinstance(details, list) or not details:
        return None
    members = tool.tool.input_schema.get("properties", {})
    form: dict[str, Any] = {}
    for detail in details:
        name, said = detail.get("param"), str(detail.get("message", ""))
        member = members.get(name)
        if name in given or not isinstance(member, Mapping) or member.get("type") not in _SIMPLE:
            return None
        keys = ("type", "title", "description", "enum", "minimum", "maximum", "minLength", "maxLength")
        form[name] = {key: member[key] for key in keys if key in member}
        if said and not said.startswith("Field required"):
            form[name]["description"] = said  # the tool's own question
    return {"type": "object", "properties": form, "required": list(form)}


def _is_yes(answer: Any) -> bool:
    return isinstance(answer, ElicitResult) and answer.action == "accept" and (answer.content or {}).get("yes") is True


def _values(answer: ElicitResult) -> dict[str, Any]:
    return {name: value for name, value in (answer.content or {}).items() if value is not None}


def _result(found: Mapping[str, Any]) -> CallToolResult:
    """An answer of the bus as a result of MCP."""
    if "error" in found:
        lines = [str(found["error"])]
        lines += [
            f"{detail.get('param')}: {detail.get('message')}"
            + (f" (one of: {', '.join(map(str, detail['valid_values'][:20]))})" if detail.get("valid_values") else "")
            for detail in found.get("details") or ()
            if isinstance(detail, Mapping)
        ]
        if isinstance(found.get("retry_after"), int):
            lines.append(f"Try again in {found['retry_after']} s.")
        return _refused("\n".join(lines))
    result = dict(found.get("result") or {})
    said = result.get("message") or result.get("text")
    others = _blocks(result.get("content"))
    text = said if isinstance(said, str) and said else "" if others else json.dumps(result, ensure_ascii=False)
    spoken: list[ContentBlock] = [TextContent(text=text)] if text else []
    return CallToolResult(content=[*spoken, *others], structured_content=result)


def _blocks(content: Any) -> list[ContentBlock]:
    """What another MCP server answered beside its words: images, sounds, documents."""
    blocks = []
    for block in content if isinstance(content, list) else ():
        try:
            blocks.append(_BLOCK.validate_python(block))
        except ValidationError:
            return []  # a member of that name that means something else
    return blocks


def _refused(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)], is_error=True)


class _Server(Server[Any]):
    """The SDK's server, which tells of changed tools also where nobody tells it so."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> Any:
        options = notification_options or NotificationOptions(tools_changed=True)
        return super().create_initialization_options(options, experimental_capabilities, extensions)
