"""One MCP server: connected, listed and called, and connected again where it is lost."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import anyio
import httpx2
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost
from mcp.types import (
    CONNECTION_CLOSED,
    REQUEST_TIMEOUT,
    CallToolRequest,
    CallToolRequestParams,
    CallToolResult,
    Implementation,
    InputRequiredResult,
    Tool,
    ToolListChangedNotification,
)
from ovos_utils.log import LOG
from pydantic import TypeAdapter, ValidationError

from ovos_phal_plugin_jarvis.foreign_text import text_of, type_name
from ovos_phal_plugin_jarvis.gateways.mcp.client.hints import LastingHints
from ovos_phal_plugin_jarvis.gateways.mcp.client.login import Keep, Secret, signed_in
from ovos_phal_plugin_jarvis.gateways.mcp.client.loop import Loop, LoopClosed
from ovos_phal_plugin_jarvis.gateways.mcp.client.settings import ServerSettings, SettingsError, expanded
from ovos_phal_plugin_jarvis.gateways.mcp.client.stdio import MAX_MESSAGE, Ended, Program
from ovos_phal_plugin_jarvis.sdk.cancelling import Cancellation
from ovos_phal_plugin_jarvis.sdk.progress import tell_progress
from ovos_phal_plugin_jarvis.tools.errors import Cancelled, DeadlinePassed, ToolBoxProcessDown, ToolFailed
from ovos_phal_plugin_jarvis.tools.execution.isolation.process import BackOff
from ovos_phal_plugin_jarvis.tools.redaction import Redactor
from ovos_phal_plugin_jarvis.version import __version__

START_SECONDS = 30.0
"""That a server has to start, to answer the handshake and to list its tools."""
MAX_TOOLS = 1000
MAX_PAGES = 100
MAX_LISTED = 16_000_000
"""Characters of all tools of a server together, without what their descriptions have beyond ``MAX_DESCRIPTION``."""
MAX_READ = 64_000_000
"""Characters of descriptions and titles that are read of a list, however little of them is kept."""
MAX_DESCRIPTION = 10_000
RELIST_SECONDS = (1.0, 60.0)
"""Between two looks at the tools of a server that says that they have changed: doubled each time, and back to the first
after a quiet hour. Each look may make the assistant learn anew."""
QUIET_SECONDS = 3600.0
MAX_TEXT = 300

_CALL_RESULT: TypeAdapter[CallToolResult | InputRequiredResult] = TypeAdapter(CallToolResult | InputRequiredResult)


@dataclass(frozen=True)
class Listing:
    """What a server offered when it was asked last."""

    tools: tuple[Tool, ...]
    more: bool = False
    """There were more than are read."""


class Connection:
    """Keeps one server at hand. Its methods may be called from any thread but the loop's."""

    def __init__(
        self,
        name: str,
        settings: ServerSettings,
        loop: Loop,
        secret: Secret,
        keep: Keep,
        changed: Callable[[], Any],
        back_off: BackOff | None = None,
    ) -> None:
        """
        Args:
            name: of the server in the configuration.
            settings: what is configured.
            loop: what it runs on.
            secret: the value of a secret of this device; None where none is set.
            keep: keeps one.
            changed: called on a thread of its own when the tools are others than before.
            back_off: how long a server that is lost is waited with before it is connected again.
        """
        self.name, self.settings = name, settings
        self.users = 0
        """Toolboxes that stand for it; whoever has it counts them."""
        self.hints = LastingHints()
        """What its tools have been said to do, over all its listings."""
        self._loop, self._secret, self._keep, self._changed = loop, secret, keep, changed
        self._back_off = back_off or BackOff()
        self._client: Client | None = None
        self._listing: Listing | None = None
        self._why = "it is being connected"
        self._first = threading.Event()
        self._known_secrets: tuple[str, ...] = ()
        self._restarts = 0
        self._next: float | None = None
        self._program: Program | None = None
        self._http_status = 0
        self._scope: anyio.CancelScope | None = None
        self._lost: asyncio.Event | None = None
        self._list_changed: asyncio.Event | None = None
        self._again: asyncio.Event | None = None
        self._closing = False
        self._running = loop.submit(self._run())

    @property
    def listing(self) -> Listing | None:
        """What it offers, or did before it was lost; None where it was never connected."""
        return self._listing

    @property
    def is_up(self) -> bool:
        """Whether it is connected."""
        return self._client is not None

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets that it was given."""
        return self._known_secrets

    @property
    def why_down(self) -> str:
        """Why it is not connected, in plain words."""
        return self._why

    def wait(self, seconds: float) -> bool:
        """Wait until it was connected or has failed once; whether that has happened."""
        return self._first.wait(seconds)

    def connect_now(self) -> None:
        """Wait no longer before it is connected again."""

        async def wake() -> None:
            if self._again is not None:
                self._again.set()

        with suppress(LoopClosed):
            self._loop.submit(wake())

    def status(self) -> dict[str, Any]:
        """How it is: ``state`` (``up`` or ``down``), ``tools``, ``restarts``, and where they are known ``pid``,
        ``protocol``, ``last_reason``, ``restart_in``."""
        client, program, due = self._client, self._program, self._next
        told: dict[str, Any] = {
            "state": "up" if client is not None else "down",
            "tools": len(self._listing.tools) if self._listing is not None else 0,
            "restarts": self._restarts,
        }
        if client is not None:
            with suppress(RuntimeError):
                told["protocol"] = client.protocol_version
            if program is not None:
                told["pid"] = program.pid
        else:
            told["last_reason"] = self._why
            if due is not None:
                told["restart_in"] = round(max(0.0, due - time.monotonic()), 1)
        return told

    def call(self, tool: str, shown: str, arguments: Mapping[str, Any], until: float, stopped: Cancellation) -> Any:
        """Call a tool and wait for its ``CallToolResult``. What it tells of its progress is told on this thread.

        Args:
            tool: as the server calls it.
            shown: as it is called here, for errors.
            arguments: JSON values.
            until: when it has to be answered, as ``time.monotonic()`` counts.
            stopped: set when nobody waits any more; the server is told.

        Raises:
            ToolError: the server is not there, refused or did not answer in time.
        """
        wake, told = threading.Event(), deque[tuple[float, float | None, str | None]](maxlen=20)

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            told.append((progress, total, message))
            wake.set()

        seconds = until - time.monotonic()
        try:
            asked = self._loop.submit(self._call(tool, shown, dict(arguments), seconds, on_progress))
        except LoopClosed as error:
            raise ToolBoxProcessDown(f"Tool '{shown}' was not run: {error}") from None
        asked.add_done_callback(lambda _: wake.set())
        stopped.on_set(wake.set)
        while wake.wait(max(0.0, until - time.monotonic())):
            wake.clear()
            _tell(told)
            if asked.done() or stopped.is_set():
                break
        _tell(told)
        if asked.done():
            return asked.result()
        asked.cancel()  # which sends notifications/cancelled
        raise Cancelled(shown) if time.monotonic() < until else DeadlinePassed(shown, round(max(seconds, 0.0), 1))

    def end_soon(self) -> None:
        """Begin to end the connection; ``close`` waits until that is done."""

        async def end() -> None:
            self._closing = True
            if self._scope is not None:
                self._scope.cancel()
            if self._again is not None:
                self._again.set()

        with suppress(LoopClosed):
            self._loop.submit(end())

    def close(self) -> None:
        """End the connection, and the program where there is one."""
        self.end_soon()
        with suppress(Exception):  # what it ended with was told of
            self._running.result(10.0)

    async def _run(self) -> None:
        failures = 0
        self._again = asyncio.Event()
        while not self._closing:
            began = time.monotonic()
            try:
                await self._serve()
                why = self._why
            except Exception as error:  # noqa: BLE001 - whatever a stranger leads to ends its own connection only
                why = Redactor(self._known_secrets).text(self._reason(error))
            was_up = self._first.is_set() and self._listing is not None
            self._client, self._program, self._scope = None, None, None
            if self._closing:
                break
            failures = 0 if time.monotonic() - began > self._back_off.well else failures + 1
            pause = min(self._back_off.first * 2 ** max(0, failures - 1), self._back_off.most)
            if why != self._why or failures <= 1:
                LOG.warning(f"MCP server '{self.name}' {'was lost' if was_up else 'is not there'}: {why}")
            self._why, self._next = why, time.monotonic() + pause
            self._restarts += was_up
            self._first.set()
            self._again.clear()
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._again.wait(), pause)
            self._next = None

    async def _serve(self) -> None:
        """Connect, list, and stay until it is lost."""
        self._lost, self._list_changed = asyncio.Event(), asyncio.Event()
        self._http_status = 0
        with anyio.CancelScope() as scope:
            self._scope = scope
            scope.deadline = anyio.current_time() + START_SECONDS
            async with (
                self._transport() as streams,
                Client(
                    _Open(streams),
                    cache=None,
                    read_timeout_seconds=START_SECONDS,
                    message_handler=self._heard,
                    client_info=Implementation(name="ovos-jarvis", version=__version__),
                ) as client,
            ):
                listing = await self._list(client)
                scope.deadline = math.inf
                before, self._listing, self._client, self._why = self._listing, listing, client, "it has ended"
                self._first.set()
                if before != listing:
                    self._loop.tell(self._changed)
                await self._stay(client)
                self._client = None
                if self._program is not None:
                    self._why = self._program.why_ended() or self._why
        if scope.cancelled_caught and self._client is None and not self._lost.is_set() and not self._closing:
            raise Ended(self._not_in_time())

    def _not_in_time(self) -> str:
        printed = self._program.why_ended() if self._program is not None else ""
        return f"it did not list its tools within {START_SECONDS:g} s" + (f"; {printed}" if printed else "")

    @asynccontextmanager
    async def _transport(self) -> AsyncIterator[tuple[Any, Any]]:
        used: list[str] = []
        settings = self.settings
        headers = expanded(settings.headers, self._secret, used)
        env = expanded(settings.env, self._secret, used)
        login = None
        if settings.url is not None and settings.oauth:
            login = signed_in(self.name, settings.url, self._secret, self._keep, used)
        self._known_secrets = tuple(used)
        if settings.url is None:
            redact = Redactor(used).text
            self._program = Program(self.name, settings.argv, env, settings.cwd, redact)
            async with self._program.transport() as streams:
                yield streams
            return
        timeout = httpx2.Timeout(10.0, read=300.0)
        hooks: Any = {"response": [self._look_at]}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=timeout, event_hooks=hooks, auth=login) as http,
            streamable_http_client(settings.url, http_client=http, max_sse_event_size=MAX_MESSAGE) as streams,
        ):
            yield streams

    async def _look_at(self, response: httpx2.Response) -> None:
        """Keep what a refusal says, and put a bound on what is read at once."""
        if response.status_code >= 400:
            self._http_status = response.status_code
        if not response.headers.get("content-type", "").lower().startswith("text/event-stream"):
            response.stream = _Bounded(response.stream)

    async def _list(self, client: Client) -> Listing:
        tools: list[Tool] = []
        cursor: str | None = None
        seen: set[str] = set()
        size = read = 0
        for _ in range(MAX_PAGES):
            page = await client.list_tools(cursor=cursor)
            read += sum(len(told.description or "") + len(told.title or "") for told in page.tools)
            for told in page.tools[: MAX_TOOLS + 1 - len(tools)]:
                tool = _short(told)
                size += len(tool.model_dump_json())
                if size > MAX_LISTED or read > MAX_READ:
                    return Listing(tuple(tools), more=True)
                tools.append(tool)
            cursor = page.next_cursor
            if cursor is None or cursor in seen or len(tools) > MAX_TOOLS:
                break
            seen.add(cursor)
        return Listing(tuple(tools[:MAX_TOOLS]), more=cursor is not None or len(tools) > MAX_TOOLS)

    async def _stay(self, client: Client) -> None:
        """Until it is lost, look at its tools again when it says that they have changed."""
        assert self._lost is not None
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._look_again, client)
            tasks.start_soon(self._subscribe, client)
            if self._program is not None:
                tasks.start_soon(self._watch, self._program)
            await self._lost.wait()
            tasks.cancel_scope.cancel()

    async def _watch(self, program: Program) -> None:
        assert self._lost is not None
        await program.ended.wait()
        self._lost.set()

    async def _heard(self, message: Any) -> None:
        if isinstance(message, ToolListChangedNotification) and self._list_changed is not None:
            self._list_changed.set()

    async def _subscribe(self, client: Client) -> None:
        """Hear of changes, where the protocol wants that asked for: from 2026 on."""
        assert self._list_changed is not None
        offered = client.server_capabilities.tools
        if offered is None or not offered.list_changed:
            return
        pause = 1.0
        while True:
            try:
                async with client.listen(tools_list_changed=True) as events:
                    async for _ in events:
                        self._list_changed.set()
            except ListenNotSupportedError:
                return  # an older one tells without being asked
            except (SubscriptionLost, MCPError, TimeoutError) as error:
                said = Redactor(self._known_secrets).text(text_of(error, MAX_TEXT))
                LOG.debug(f"MCP server '{self.name}' tells of no changes: {said}")
            await anyio.sleep(pause)
            pause = min(pause * 2, 300.0)
            self._list_changed.set()  # nobody has told what happened meanwhile

    async def _look_again(self, client: Client) -> None:
        assert self._lost is not None and self._list_changed is not None
        pause, last = RELIST_SECONDS[0], 0.0
        while True:
            await self._list_changed.wait()
            if time.monotonic() - last > QUIET_SECONDS:
                pause = RELIST_SECONDS[0]
            self._list_changed.clear()
            last = time.monotonic()
            try:
                with anyio.fail_after(START_SECONDS):
                    listing = await self._list(client)
            except (MCPError, TimeoutError, ValueError) as error:
                # It keeps those that it had.
                said = Redactor(self._known_secrets).text(text_of(error, MAX_TEXT))
                LOG.warning(f"MCP server '{self.name}' did not list its tools again: {said}")
            else:
                if listing != self._listing:
                    self._listing = listing
                    self._loop.tell(self._changed)
            await anyio.sleep(pause)
            pause = min(pause * 2, RELIST_SECONDS[1])

    async def _call(self, tool: str, shown: str, arguments: dict[str, Any], seconds: float, on_progress: Any) -> Any:
        client = self._client
        if client is None:
            raise ToolBoxProcessDown(f"Tool '{shown}' was not run: {self._down()}")
        # Not client.call_tool(): it checks the result by the server's own schema, on this thread.
        request = CallToolRequest(params=CallToolRequestParams(name=tool, arguments=arguments))
        try:
            result = await client.session.send_request(
                request, _CALL_RESULT, request_read_timeout_seconds=seconds + 1.0, progress_callback=on_progress
            )
        except MCPError as error:
            raise await self._refused(error, shown, seconds) from None
        except ValueError as error:
            raise ToolFailed(f"MCP server '{self.name}' sent no usable answer: {text_of(error, MAX_TEXT)}") from None
        except anyio.ClosedResourceError:
            raise ToolBoxProcessDown(f"Tool '{shown}' was not answered: {await self._lost_why()}") from None
        if isinstance(result, InputRequiredResult):
            raise ToolFailed(
                f"MCP server '{self.name}' asks something before it runs '{shown}', which is not supported"
            )
        return result

    async def _refused(self, error: MCPError, shown: str, seconds: float) -> Exception:
        if error.code == CONNECTION_CLOSED:
            return ToolBoxProcessDown(f"Tool '{shown}' was not answered: {await self._lost_why()}")
        if error.code == REQUEST_TIMEOUT:
            return DeadlinePassed(shown, round(seconds, 1))
        if self.settings.url is not None and self._http_status:
            status, self._http_status = self._http_status, 0
            if status in (401, 403, 404) or status >= 500:
                # A session that the server has forgotten, or a server that is not there: begin anew.
                self._why = _http_words(status)
                if self._lost is not None:
                    self._lost.set()
                return ToolBoxProcessDown(f"Tool '{shown}' was not answered: MCP server '{self.name}': {self._why}")
        return ToolFailed(text_of(error, MAX_TEXT * 10))

    async def _lost_why(self) -> str:
        """Why there was no answer, once that is known."""
        with anyio.move_on_after(3.0):
            while self._client is not None:
                await anyio.sleep(0.02)
        return self._down()

    def _down(self) -> str:
        due = self._next
        again = f". It is connected again in {max(0.1, due - time.monotonic()):.1f} s" if due is not None else ""
        return f"MCP server '{self.name}' is not connected: {self._why}{again}"

    def _reason(self, error: BaseException) -> str:
        """What went wrong, in one line."""
        while several := getattr(error, "exceptions", None):  # of a group, which Python 3.10 has no name for
            error = next((e for e in several if isinstance(e, Ended | SettingsError)), several[0])
        if isinstance(error, Ended | SettingsError):
            return text_of(error)
        ended = self._program.why_ended() if self._program is not None else ""
        if ended and not isinstance(error, ValidationError):
            return ended
        if self._http_status:
            return _http_words(self._http_status)
        if isinstance(error, ValidationError):
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            return f"it sent what MCP does not allow: {text_of(where, 100)}: {text_of(first['msg'], MAX_TEXT)}"
        if isinstance(error, httpx2.TransportError):
            return f"nobody answers at {_shown_url(self.settings.url)}: {text_of(error, MAX_TEXT) or type_name(error)}"
        if isinstance(error, MCPError):
            return f"it refused: {text_of(error, MAX_TEXT)}"
        return f"it does not speak MCP as expected: {type_name(error)}: {text_of(error, MAX_TEXT)}"


def _tell(told: deque[tuple[float, float | None, str | None]]) -> None:
    while told:
        progress, total, message = told.popleft()
        part = progress / total if total else None
        known = part is not None and math.isfinite(part)
        tell_progress(
            text_of(message or "", MAX_TEXT), min(1.0, max(0.0, part)) if known and part is not None else None
        )


def _short(tool: Tool) -> Tool:
    """*tool* without what is too long to be shown of it."""
    cut = {
        field: text[: MAX_DESCRIPTION + 1]
        for field in ("description", "title")
        if (text := getattr(tool, field)) is not None and len(text) > MAX_DESCRIPTION
    }
    return tool.model_copy(update={**cut, "icons": None, "meta": None})


def _http_words(status: int) -> str:
    if status in (401, 403):
        how = "put a token that it takes into 'headers', as Authorization, or set 'oauth' to true and log in"
        return f"the server refuses us (HTTP {status}): {how}"
    if status == 404:
        return "the server knows no such address or session (HTTP 404)"
    return f"the server answered HTTP {status}"


def _shown_url(url: str | None) -> str:
    try:
        return str(httpx2.URL(url or "").copy_with(userinfo=b"", query=None, fragment=None))
    except (httpx2.InvalidURL, TypeError):
        return "its address"


class _Open:
    """Streams that are open already, as a transport: whoever opened them closes them."""

    def __init__(self, streams: tuple[Any, Any]) -> None:
        self._streams = streams

    async def __aenter__(self) -> tuple[Any, Any]:
        return self._streams

    async def __aexit__(self, *error: object) -> None:
        return None


class _Bounded(httpx2.AsyncByteStream):
    """The body of a response, up to ``MAX_MESSAGE``."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for chunk in self._stream:
            read += len(chunk)
            if read > MAX_MESSAGE:
                raise httpx2.ReadError(f"it sent a message of more than {MAX_MESSAGE // 1_000_000} MB")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
