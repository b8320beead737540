"""What a page shows and changes of the house: what runs and is due, the log, secrets, policy, and why."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timezone
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.gateways.http.answers import Problem, answer
from ovos_phal_plugin_jarvis.gateways.http.auth import Auth, Caller
from ovos_phal_plugin_jarvis.gateways.http.limits import json_body
from ovos_phal_plugin_jarvis.stores.errors import StoreError
from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest

EVERYDAY = "ovos-toolbox-everyday"
"""Whose timers, alarms and reminders are shown."""
LISTED = (
    ("list_timers", "timers", "timer"),
    ("list_alarms", "alarms", "alarm"),
    ("list_reminders", "reminders", "reminder"),
)
"""Tool, member of what it finds, and what such a thing is called here."""
MAX_LOG = 500
MAX_SECRET_BODY = 65_536
"""Bytes of a request that brings a secret."""
Ask = Callable[[str, Mapping[str, Any], Caller], Awaitable[dict[str, Any]]]
"""Asks the service on a topic for a caller; raises ``Problem``."""


class House(Protocol):
    """What is not asked on the bus, where everyone would read it: secrets; and what is kept on the disk. Each may wait
    for the disk."""

    def set_secret(self, command: str, key: str, value: str | None, scope: str | None) -> str:
        """Give a secret that a command declares a value, or take it away.

        Returns:
            How it stands then: ``set`` or ``missing``.

        Raises:
            InvalidRequest: no such command or secret, or it can't be that value.
            StoreError: it can't be kept.
        """

    def set_policy(self, name: str, decides: str | None) -> list[dict[str, Any]]:
        """Write a rule for a tool, or take it away (None); what is decided about each tool from then on.

        Raises:
            InvalidRequest: no such tool.
            OSError: it can't be written.
        """

    def log(self, last: int) -> dict[str, Any]:
        """``kept`` (whether what is said is), the last ``exchanges`` and ``calls``, oldest first.

        Raises:
            OSError: it can't be read.
        """


def routes(auth: Auth, ask: Ask, house: House | None) -> list[Route]:
    """The addresses.

    Args:
        auth: who asks.
        ask: asks the service.
        house: None where there is none at hand; then what needs it is not served.
    """
    room = _House(auth, ask, house)
    return [
        Route("/api/timers", room.timers, methods=["GET"]),
        Route("/api/why", room.why, methods=["GET"]),
        Route("/api/log", room.log, methods=["GET"]),
        Route("/api/settings", room.settings, methods=["GET"]),
        Route("/api/secrets/{command}/{key}", room.secret, methods=["PUT"]),
        Route("/api/secrets/{command}/{key}", room.forget, methods=["DELETE"]),
        Route("/api/policy", room.policy, methods=["GET"]),
        Route("/api/policy", room.change_policy, methods=["PUT"]),
    ]


class _House:
    def __init__(self, auth: Auth, ask: Ask, house: House | None) -> None:
        self._auth = auth
        self._ask = ask
        self._at_hand = house

    async def timers(self, request: Request) -> Response:
        caller = self._auth.caller(request, "act")
        found = await asyncio.gather(*(self._listed(caller, *each) for each in LISTED))
        return answer({"timers": [one for each in found for one in each]})

    async def _listed(self, caller: Caller, tool: str, member: str, kind: str) -> list[dict[str, Any]]:
        try:
            named = {"name": tool, "toolbox_id": EVERYDAY, "args": {}}
            found = (await self._ask(topics.TOOLS_INVOKE, named, caller))["result"]
        except Problem as problem:
            if problem.status == 503:
                raise
            return []  # it is not installed, or may not be asked
        things = (found.get("context_data") or {}).get(member) or []
        return [_due(kind, thing) for thing in things if isinstance(thing, Mapping)]

    async def why(self, request: Request) -> Response:
        caller = self._auth.caller(request, "translate")
        data = {"utterance": request.query_params.get("utterance", "")}
        if request.query_params.get("lang"):
            data["lang"] = request.query_params["lang"]
        return answer(await self._ask(topics.JARVIS_EXPLAIN, data, caller))

    async def log(self, request: Request) -> Response:
        self._auth.caller(request, "admin")
        text = request.query_params.get("limit", "100")
        if not text.isascii() or not text.isdigit() or len(text) > 6:
            raise Problem(400, "'limit' must be a whole number of 0 or more")
        return answer(await self._done(lambda house: house.log(min(int(text), MAX_LOG))))

    async def settings(self, request: Request) -> Response:
        caller = self._auth.caller(request, "admin")
        found = (await self._ask(topics.JARVIS_STATUS, {}, caller)).get("settings") or {}
        return answer(_without_values(found))

    async def secret(self, request: Request) -> Response:
        self._auth.caller(request, "admin")
        body = await json_body(request, MAX_SECRET_BODY)
        value = body.get("value")
        if not isinstance(value, str) or not value:
            raise Problem(400, "'value' must be a text that is not empty; to take a secret away: DELETE")
        return await self._set_secret(request, value, body.get("scope"))

    async def forget(self, request: Request) -> Response:
        self._auth.caller(request, "admin")
        return await self._set_secret(request, None, request.query_params.get("scope"))

    async def _set_secret(self, request: Request, value: str | None, scope: Any) -> Response:
        command, key = request.path_params["command"], request.path_params["key"]
        if scope is not None and not isinstance(scope, str):
            raise Problem(400, "'scope' must be a text")
        state = await self._done(lambda house: house.set_secret(command, key, value, scope or None))
        return answer({"key": key, "state": state})

    async def policy(self, request: Request) -> Response:
        caller = self._auth.caller(request, "translate")
        return answer({"tools": (await self._ask(topics.JARVIS_STATUS, {}, caller)).get("policy") or []})

    async def change_policy(self, request: Request) -> Response:
        self._auth.caller(request, "admin")
        body = await json_body(request)
        name, decides = body.get("name"), body.get("decision")
        if not isinstance(name, str) or not name:
            raise Problem(400, "'name' must be the name of a tool")
        if decides not in ("allow", "ask", "deny", None):
            raise Problem(400, "'decision' must be allow, ask, deny, or null, which takes the rule away")
        return answer({"tools": await self._done(lambda house: house.set_policy(name, decides))})

    async def _done(self, work: Callable[[House], Any]) -> Any:
        house = self._at_hand
        if house is None:
            raise Problem(503, "this gateway has no house at hand")
        try:
            return await asyncio.to_thread(work, house)
        except InvalidRequest as wrong:
            raise Problem(400, str(wrong)) from None
        except (StoreError, OSError) as error:
            raise Problem(503, f"it can't be read or kept: {error}") from None


def _due(kind: str, thing: Mapping[str, Any]) -> dict[str, Any]:
    """A timer, an alarm or a reminder in one form."""
    due = thing.get("ends_at") or thing.get("next") or thing.get("due_at")
    told: dict[str, Any] = {
        "kind": kind,
        "id": thing.get(f"{kind}_id"),
        "label": thing.get("label") or thing.get("text"),
        "due": due,
        "remaining_seconds": thing.get("remaining_seconds", _seconds_until(due)),
        "repeat": thing.get("repeat") or thing.get("recurrence"),
    }
    told |= {key: thing[key] for key in ("duration_seconds", "paused", "time", "snoozed") if key in thing}
    return {key: value for key, value in told.items() if value is not None}


def _seconds_until(due: Any) -> float | None:
    try:
        at = datetime.fromisoformat(due)
    except (TypeError, ValueError):
        return None
    return round((at - datetime.now(at.tzinfo or timezone.utc)).total_seconds(), 1) if at.tzinfo else None


def _without_values(found: Any) -> Any:
    """A settings screen without any value, sensitive or not: what was set is not read out over the network."""
    if isinstance(found, Mapping):
        return {key: None if key == "value" else _without_values(value) for key, value in found.items()}
    if isinstance(found, list | tuple):
        return [_without_values(each) for each in found]
    return found
