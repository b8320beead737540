"""Requests read from strangers: ``data`` may be missing or hold anything, and each mistake gets clear words."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis.bus.link import TooDeepMessage
from ovos_phal_plugin_jarvis.config import device_language
from ovos_phal_plugin_jarvis.tools.context import MAX_CALL_ID, InvocationContext, id_of
from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest
from ovos_phal_plugin_jarvis.tools.nesting import MAX_DEPTH

MAX_ID = 128
"""Characters of a session's or a source's id that are kept."""
MAX_LANG = 35
"""Characters of a language tag (RFC 5646 asks for room for 35)."""


@dataclass(frozen=True)
class ToolRequest:
    """Which tool a request means."""

    name: str
    toolbox_id: str | None = None


@dataclass(frozen=True)
class GetRequest(ToolRequest):
    """A tool, and whether all that its author declares is wanted."""

    details: bool = False


@dataclass(frozen=True)
class InvokeRequest(ToolRequest):
    """A tool and what to call it with."""

    arguments: Any = None
    """As it came; the tool's schema decides."""
    timeout: float | None = None
    """Seconds."""
    call_id: str | None = None
    """What the caller calls this invocation by."""


def data_of(message: Message) -> Mapping[str, Any]:
    """The payload; a missing one is empty.

    Raises:
        InvalidRequest: it is no object, or nested too deep to be read.
    """
    if isinstance(message, TooDeepMessage):
        raise InvalidRequest(f"The request is nested deeper than {MAX_DEPTH} levels")
    data = message.data
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise InvalidRequest(f"The request's data must be an object, got {type(data).__name__}")
    return data


def tool_request(message: Message) -> GetRequest:
    """The payload of ``ovos.tools.get``.

    Raises:
        InvalidRequest: ``name`` is missing, empty or no text, or ``toolbox_id`` is no text.
    """
    data = data_of(message)
    return GetRequest(_name(data), _toolbox_id(data), data.get("details") is True)


@dataclass(frozen=True)
class ListRequest:
    """Which tools to list; a request that says nothing means all."""

    names: tuple[str, ...] | None = None
    toolbox_id: str | None = None
    offset: int = 0
    limit: int | None = None

    @property
    def means_all(self) -> bool:
        """Whether nothing was said."""
        return self == ListRequest()


def list_request(message: Message) -> ListRequest:
    """The payload of ``ovos.tools.list``; anything but an object says nothing, as it always did.

    Raises:
        InvalidRequest: one of its members is of the wrong type, or it is nested too deep.
    """
    data = data_of(message) if isinstance(message.data, Mapping) else {}
    names = data.get("names")
    if names is not None and not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
        raise InvalidRequest("'names' must be a list of texts")
    offset, limit = _count(data, "offset"), _count(data, "limit")
    return ListRequest(None if names is None else tuple(names), _toolbox_id(data), offset or 0, limit)


def _count(data: Mapping[str, Any], key: str) -> int | None:
    value = data.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise InvalidRequest(f"'{key}' must be a whole number of 0 or more")
    return value


def invoke_request(message: Message, arguments_key: str = "args") -> InvokeRequest:
    """The payload of ``ovos.tools.invoke``, or of a host call with its arguments under *arguments_key*.

    Raises:
        InvalidRequest: a field is missing or of the wrong type.
    """
    data = data_of(message)
    return InvokeRequest(_name(data), _toolbox_id(data), data.get(arguments_key), _timeout(data), id_of(data.get("id")))


def cancel_request(message: Message) -> str:
    """The payload of ``ovos.tools.cancel``: the id of an invocation.

    Raises:
        InvalidRequest: it is missing, or no id.
    """
    data = data_of(message)
    if data.get("id") is None:
        raise InvalidRequest("Missing required field: 'id'")
    call_id = id_of(data["id"])
    if call_id is None:
        raise InvalidRequest(f"'id' must be a text of at most {MAX_CALL_ID} characters or a number")
    return call_id


def echoed_name(message: Message) -> str:
    """The name to echo in a response, also to a request that can't be read."""
    data = message.data
    name = data.get("name") if isinstance(data, Mapping) else None
    return name if isinstance(name, str) else ""


def invocation_context(message: Message, **fields: Any) -> InvocationContext:
    """Who asks, read from a message's context.

    Args:
        message: the request.
        fields: further fields of the context, in place of what the message says.
    """
    context = message.context if isinstance(message.context, Mapping) else {}
    read = {
        "conversation_id": session_id(message),
        "lang": language(message),
        "user_id": user_id(message),
        "message_context": dict(context),
    }
    return InvocationContext(**{**read, **fields})


def user_id(message: Message) -> int | None:
    """Who speaks, where the message's context or its session says so under ``user_id``: a number."""
    context = message.context if isinstance(message.context, Mapping) else {}
    for value in (context.get("user_id"), _session(message).get("user_id")):
        if isinstance(value, str) and value.isascii() and value.isdigit():
            value = int(value[:18])
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
    return None


def session_id(message: Message) -> str:
    """The session that a message belongs to; ``default`` is the device itself (OVOS-MSG-1 §4.1)."""
    session = _session(message)
    value = session.get("session_id")
    return _short_id(value) if isinstance(value, str) and value else "default"


def source(message: Message) -> str:
    """Which client of the bus sent a message, as far as it says: its ``context.source``, else its session."""
    context = message.context if isinstance(message.context, Mapping) else {}
    value = context.get("source")
    return _short_id(value) if isinstance(value, str) and value else session_id(message)


def language(message: Message) -> str:
    """The language of a request: its data, then its context, its session, and the device's own."""
    data = message.data if isinstance(message.data, Mapping) else {}
    context = message.context if isinstance(message.context, Mapping) else {}
    for candidate in (data.get("lang"), context.get("lang"), _session(message).get("lang")):
        if isinstance(candidate, str) and 0 < len(candidate) <= MAX_LANG:
            return candidate.lower()
    return device_language()


def _short_id(value: str) -> str:
    """An id as it is; one that is longer than any needs to be, by its digest: it is kept for as long as what it
    names, and still names nothing else."""
    if len(value) <= MAX_ID:
        return value
    return f"{value[:16]}…{sha256(value.encode('utf-8', 'replace')).hexdigest()}"


def _session(message: Message) -> Mapping[str, Any]:
    context = message.context if isinstance(message.context, Mapping) else {}
    session = context.get("session")
    return session if isinstance(session, Mapping) else {}


def _name(data: Mapping[str, Any]) -> str:
    name = data.get("name")
    if not isinstance(name, str) or not name:
        raise InvalidRequest("Missing required field: 'name'")
    return name


def _toolbox_id(data: Mapping[str, Any]) -> str | None:
    value = data.get("toolbox_id")
    if value is not None and not isinstance(value, str):
        raise InvalidRequest(f"'toolbox_id' must be a text, got {type(value).__name__}")
    return value or None


def _timeout(data: Mapping[str, Any]) -> float | None:
    value = data.get("timeout")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise InvalidRequest("'timeout' must be a number of seconds above 0")
    return float(min(value, sys.float_info.max))  # JSON knows integers that no float holds
