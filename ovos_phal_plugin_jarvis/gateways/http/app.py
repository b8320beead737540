"""The ASGI app: addresses, and what each asks of the service."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.config import HttpConfig
from ovos_phal_plugin_jarvis.gateways.calls import BusCalls, NoAnswer
from ovos_phal_plugin_jarvis.gateways.http import guide
from ovos_phal_plugin_jarvis.gateways.http.answers import Problem, answer
from ovos_phal_plugin_jarvis.gateways.http.auth import Auth, Caller, cookie
from ovos_phal_plugin_jarvis.gateways.http.events import Events
from ovos_phal_plugin_jarvis.gateways.http.house import House
from ovos_phal_plugin_jarvis.gateways.http.house import routes as routes_of_the_house
from ovos_phal_plugin_jarvis.gateways.http.limits import Rate, json_body
from ovos_phal_plugin_jarvis.gateways.http.openapi import document
from ovos_phal_plugin_jarvis.gateways.http.origins import Door
from ovos_phal_plugin_jarvis.stores.tokens import TokenStore

CONSOLE = Path(__file__).parent / "console"
QUICK_SECONDS = 30.0
"""For what is answered from memory."""
MAX_ASSISTANT_BODY = 65_536
"""Bytes of a request to translate."""
MAX_ID = 64
"""Characters of what a caller calls a request."""
MAX_PAGE = 200
"""Tools that one list holds."""
STATUS_OF = {
    "invalid": 400,
    "ambiguous": 400,
    "forbidden": 403,
    "unknown": 404,
    "rate_limited": 429,
    "timeout": 504,
    "unavailable": 503,
}
"""Code of an error of the bus → status; what a tool itself failed at is 422."""
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
_SECRET = frozenset({"settings", "claim", "set_aside"})
"""Members of the status that are for who may change settings."""


@dataclass(frozen=True)
class Mounted:
    """Another ASGI app at an address of this one, behind the same door and the same tokens."""

    path: str
    app: ASGIApp
    lifespan: Callable[[], AbstractAsyncContextManager[None]] | None = None
    """Entered before the first request, left after the last."""


@dataclass(frozen=True)
class Parts:
    """What the app is put together from."""

    calls: BusCalls
    config: HttpConfig
    tokens: TokenStore
    ask_seconds: float = 630.0
    """That the assistant may take; it answers by its own deadline before."""
    mounted: Sequence[Mounted] = ()
    console: Path = CONSOLE
    house: House | None = None
    """What the page may change of this device."""


def make_app(parts: Parts) -> ASGIApp:
    """The app, behind its door.

    Raises:
        ConfigError: the Redis of the rate limit can't be used.
    """
    return Door(_App(parts).router, parts.config)


class _App:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._calls = parts.calls
        self._config = parts.config
        self._secure = bool(parts.config.tls.cert)
        self._auth = Auth(parts.tokens)
        self._rate = Rate(parts.config)
        self._events = Events(parts.calls)
        self._pages = _read_pages(parts.console)
        self._decisions: tuple[float, Mapping[str, Any]] = (0.0, {})
        self._record = guide.Record()
        self._planner: tuple[float, bool] = (0.0, False)
        api = [
            Route("/api/assistant", self._assistant, methods=["POST"]),
            Route("/api/tools", self._tools, methods=["GET"]),
            Route("/api/tools/{name}", self._tool, methods=["GET"]),
            Route("/api/tools/{name}", self._call, methods=["POST"]),
            Route("/api/ask", self._ask, methods=["POST"]),
            Route("/api/confirm/{id}", self._confirm, methods=["POST"]),
            Route("/api/action", self._action, methods=["POST"]),
            Route("/api/cancel", self._cancel, methods=["POST"]),
            Route("/api/stop", self._stop, methods=["POST"]),
            Route("/api/events", self._listen, methods=["GET"]),
            Route("/api/status", self._status, methods=["GET"]),
            Route("/api/metrics", self._metrics, methods=["GET"]),
            Route("/api/session", self._session, methods=["GET"]),
            Route("/api/session", self._log_in, methods=["POST"]),
            Route("/api/session", self._log_out, methods=["DELETE"]),
        ]
        api += routes_of_the_house(self._auth, self._asked, parts.house)
        guarded = [(each.path, _Guarded(each.app, self._auth)) for each in parts.mounted]
        mounted = [route for path, app in guarded for route in (Route(path, app), Mount(path, app))]
        pages = [
            Route("/openapi.json", self._openapi, methods=["GET"]),
            Route("/", self._page, methods=["GET"]),
            Route("/console/{path:path}", self._page, methods=["GET"]),
        ]
        routes = [*api, *mounted, *pages]
        self.router = Router(routes, redirect_slashes=False, lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, app: Any) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            self._events.start()
            stack.push_async_callback(self._rate.close)
            for each in self._parts.mounted:
                if each.lifespan is not None:
                    await stack.enter_async_context(each.lifespan())
            yield
            self._events.close()

    # Who asks, and how the service answers

    def _context(self, caller: Caller, request_id: Any = None) -> dict[str, Any]:
        told = {} if request_id is None else {"request_id": request_id}
        return {"source": caller.session, "session": {"session_id": caller.session}, **told}

    async def _asked(
        self,
        topic: str,
        data: Mapping[str, Any],
        caller: Caller,
        seconds: float = QUICK_SECONDS,
        counted: bool = False,
        request_id: Any = None,
    ) -> dict[str, Any]:
        """The service's answer.

        Args:
            topic: what is asked.
            data: the payload.
            caller: who asks.
            seconds: to wait.
            counted: it is within the rate that is counted here.
            request_id: what the caller calls the request: what it is cancelled by, and what its progress is told under.

        Raises:
            Problem: it is an error, or there is none.
        """
        if request_id is not None and not (isinstance(request_id, str) and 0 < len(request_id) <= MAX_ID):
            raise Problem(400, f"'id' must be a text of at most {MAX_ID} characters")
        try:
            found = await self._calls.ask(topic, data, self._context(caller, request_id), seconds, counted=counted)
        except NoAnswer as silence:
            raise Problem(503, f"the service does not answer: {silence}") from None
        if "error" in found:
            raise _problem_of(found)
        return found

    def _conversation(self, request: Request, body: Mapping[str, Any]) -> dict[str, Any]:
        """Which conversation of the session is meant, as the bus takes it."""
        named = body.get("conversation", request.headers.get("x-conversation-id"))
        return {} if named is None else {"conversation": named}

    # Tools

    async def _tools(self, request: Request) -> Response:
        caller, query = self._auth.caller(request, "translate"), request.query_params
        data: dict[str, Any] = {"toolbox_id": query["toolbox"]} if query.get("toolbox") else {}
        tools = listed = list((await self._asked(topics.TOOLS_LIST, data, caller))["tools"])
        words = query.get("q", "").casefold().split()
        if words:
            tools = [tool for tool in tools if _mentions(tool, words)]
        offset, limit = _count(query, "offset", 0), min(_count(query, "limit", 50), MAX_PAGE)
        decisions = await self._decided(caller)
        shown = []
        for tool in tools[offset : offset + limit]:
            named = {"name": tool["name"], "toolbox_id": tool["toolbox_id"], "details": True}
            shown.append(await self._with_decision(named, decisions, caller))
        boxes = sorted({tool["toolbox_id"] for tool in listed})
        return answer({"tools": shown, "total": len(tools), "toolboxes": boxes})

    async def _tool(self, request: Request) -> Response:
        caller = self._auth.caller(request, "translate")
        named: dict[str, Any] = {"name": request.path_params["name"], "details": True}
        if request.query_params.get("toolbox"):
            named["toolbox_id"] = request.query_params["toolbox"]
        return answer(await self._with_decision(named, await self._decided(caller), caller))

    async def _with_decision(
        self, named: Mapping[str, Any], decisions: Mapping[str, Any], caller: Caller
    ) -> dict[str, Any]:
        tool = await self._asked(topics.TOOLS_GET, named, caller)
        decision = decisions.get(f"{tool['toolbox_id']}/{tool['name']}")
        return {**tool, "policy": decision} if decision else tool

    async def _decided(self, caller: Caller) -> Mapping[str, Any]:
        """What the policy says of each tool; not older than two seconds."""
        when, known = self._decisions
        if time.monotonic() - when > 2 or not known:
            found = await self._asked(topics.JARVIS_STATUS, {}, caller)
            listed = found.get("policy") or []
            known = {
                f"{each['toolbox_id']}/{each['name']}": {
                    k: v for k, v in each.items() if k not in ("toolbox_id", "name")
                }
                for each in listed
            }
            self._decisions = (time.monotonic(), known)
        return known

    async def _call(self, request: Request) -> Response:
        caller = self._auth.caller(request, "act")
        body = await json_body(request)
        data = {key: body[key] for key in ("args", "toolbox_id", "timeout", "id") if body.get(key) is not None}
        data |= {"name": request.path_params["name"], **self._conversation(request, body)}
        found = await self._asked(topics.JARVIS_CALL, data, caller, self._parts.ask_seconds)
        if found.get("confirmation_required"):
            asked = {"name": found["name"], "confirmation": found["confirmation"], "say": found["say"]}
            raise Problem(409, 'this needs a yes: POST /api/confirm/ID with {"yes": true}', **asked)
        return answer(found)

    # The assistant

    async def _assistant(self, request: Request) -> Response:
        who: list[Caller] = []

        async def work(known: dict[str, Any]) -> Response:
            caller = self._auth.caller(request, "translate")
            who.append(caller)
            body = await json_body(request, MAX_ASSISTANT_BODY)
            known["chars"] = len(body["transcript"]) if isinstance(body.get("transcript"), str) else 0
            has_planner = await self._has_planner(caller)
            asked = guide.read(body, request.query_params.get("dialect", ""), self._config, has_planner)
            await self._rate.count(caller.name)
            data: dict[str, Any] = {
                "transcript": asked.transcript,
                "baseDateYmd": asked.base_date.isoformat(),
                "lang": asked.lang,
            }
            if self._config.debug:
                data["why"] = True
            found = await self._asked(topics.JARVIS_TRANSLATE, data, caller, self._parts.ask_seconds, counted=True)
            told = guide.told(found, asked, self._config.debug)
            known["translator"], known["commands"] = told.translator, len(told.answer["commands"])
            return answer(told.answer)

        request_id = request.scope["state"]["request_id"]
        made: Response = await self._record.of(request_id, work, lambda: who[0] if who else None)
        return made

    async def _has_planner(self, caller: Caller) -> bool:
        """Whether the guide's commands can be carried out; not older than two seconds."""
        when, found = self._planner
        if time.monotonic() - when > 2:
            try:
                await self._asked(topics.TOOLS_GET, {"name": "task_create", "toolbox_id": guide.PLANNER}, caller)
                found = True
            except Problem as problem:
                if problem.status == 503:
                    raise
                found = False
            self._planner = (time.monotonic(), found)
        return found

    async def _ask(self, request: Request) -> Response:
        caller = self._auth.caller(request, "act")
        body = await json_body(request)
        self._check_length(body.get("utterance"), "utterance")
        await self._rate.count(caller.name)
        data = {key: body[key] for key in ("utterance", "lang", "speak", "dry_run") if body.get(key) is not None}
        data |= self._conversation(request, body)
        if request.query_params.get("why") == "1":
            data["why"] = True
        return await self._answered(topics.JARVIS_ASK, data, caller, body)

    async def _confirm(self, request: Request) -> Response:
        caller = self._auth.caller(request, "act")
        body = await json_body(request)
        await self._rate.count(caller.name)
        data = {"id": request.path_params["id"], "yes": body.get("yes"), **self._conversation(request, body)}
        if body.get("speak") is not None:
            data["speak"] = body["speak"]
        return await self._answered(topics.JARVIS_CONFIRM, data, caller, body)

    async def _action(self, request: Request) -> Response:
        caller = self._auth.caller(request, "act")
        body = await json_body(request)
        await self._rate.count(caller.name)
        keys = ("action", "command", "toolbox_id", "context", "speak")
        data = {key: body[key] for key in keys if body.get(key) is not None} | self._conversation(request, body)
        return await self._answered(topics.JARVIS_ACTION, data, caller, body)

    async def _answered(self, topic: str, data: Mapping[str, Any], caller: Caller, body: Mapping[str, Any]) -> Response:
        seconds = self._parts.ask_seconds
        return answer(await self._asked(topic, data, caller, seconds, counted=True, request_id=body.get("id")))

    async def _cancel(self, request: Request) -> Response:
        caller = self._auth.caller(request, "act")
        body = await json_body(request)
        return answer(await self._asked(topics.TOOLS_CANCEL, {"id": body.get("id")}, caller))

    async def _stop(self, request: Request) -> Response:
        caller = self._auth.caller(request, "act")
        return answer(await self._asked(topics.JARVIS_STOP, {}, caller))

    def _check_length(self, text: Any, field: str) -> None:
        limit = self._config.max_transcript_chars
        if isinstance(text, str) and len(text) > limit:
            raise Problem(413, f"'{field}' has {len(text)} characters; at most {limit} are read")

    # The service

    async def _listen(self, request: Request) -> Response:
        caller = self._auth.caller(request, "act")
        return self._events.stream(caller, partial(self._auth.still_may, request, caller))

    async def _status(self, request: Request) -> Response:
        caller = self._auth.caller(request, "translate")
        found = await self._asked(topics.JARVIS_STATUS, {}, caller)
        if "admin" not in caller.scopes:
            found = {key: value for key, value in found.items() if key not in _SECRET}
        return answer(found)

    async def _metrics(self, request: Request) -> Response:
        caller = self._auth.caller(request, "translate")
        found = await self._asked(topics.JARVIS_METRICS, {}, caller)
        return answer({**found, "http": {"assistant": self._record.numbers(), "event_readers": self._events.readers}})

    async def _openapi(self, request: Request) -> Response:
        caller = self._auth.caller(request, "translate")
        tools = (await self._asked(topics.TOOLS_LIST, {}, caller))["tools"]
        return answer(document(tools, str(request.base_url).rstrip("/")))

    # The page

    async def _session(self, request: Request) -> Response:
        caller = self._auth.known(request)
        return answer({"name": caller.name, "scopes": list(caller.scopes), "csrf": caller.csrf})

    async def _log_in(self, request: Request) -> Response:
        body = await json_body(request, 4096)
        caller, value = self._auth.log_in(body.get("token"))
        made = answer({"name": caller.name, "scopes": list(caller.scopes), "csrf": caller.csrf})
        made.headers["set-cookie"] = cookie(value, secure=self._secure)
        return made

    async def _log_out(self, request: Request) -> Response:
        self._auth.caller(request, "translate")
        self._auth.log_out(request)
        return Response(status_code=204, headers={"set-cookie": cookie("", secure=self._secure, ends=True)})

    async def _page(self, request: Request) -> Response:
        found = self._pages.get(request.path_params.get("path", "index.html"))
        if found is None:
            raise Problem(404, "there is no such page")
        body, kind = found
        return Response(body, media_type=kind, headers={"Cache-Control": "no-cache"})


class _Guarded:
    """Another app, for who has a token that may act."""

    def __init__(self, app: ASGIApp, auth: Auth) -> None:
        self._app = app
        self._auth = auth

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HTTPConnection(scope)
        caller = self._auth.caller(request, "act")
        scope["state"] = {**scope.get("state", {}), "caller": caller}
        ended = False

        async def send_while_let_in(message: Message) -> None:
            nonlocal ended
            if ended:
                return
            if message.get("more_body") and not self._auth.still_may(request, caller):
                ended, message = True, {"type": "http.response.body", "body": b"", "more_body": False}
            await send(message)

        await self._app(scope, receive, send_while_let_in)


def _problem_of(found: Mapping[str, Any]) -> Problem:
    """An error of the bus as one of HTTP."""
    error = str(found["error"])
    code = found.get("code") or ("unknown" if error.startswith("Unknown tool") else "failed")
    wait = found.get("retry_after")
    headers = {"Retry-After": str(wait)} if isinstance(wait, int) else {}
    rest = {key: value for key, value in found.items() if key not in ("error", "code")}
    named = {"unknown": "not_found"}.get(code, code)
    return Problem(STATUS_OF.get(code, 422), error, headers=headers, code=named, **rest)


def _mentions(tool: Mapping[str, Any], words: Sequence[str]) -> bool:
    text = f"{tool['name']} {tool['name'].replace('_', ' ')} {tool.get('description') or ''} {tool['toolbox_id']}"
    folded = text.casefold()
    return all(word in folded for word in words)


def _count(query: Mapping[str, str], name: str, default: int) -> int:
    text = query.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Problem(400, f"'{name}' must be a whole number of 0 or more")
    return int(text)


def _read_pages(folder: Path) -> dict[str, tuple[bytes, str]]:
    """The files of the page, all of them: what is not among these is not served, whatever its address says."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), _TYPES[path.suffix])
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix in _TYPES and not path.is_symlink()
    }
