"""What there is to ask, as OpenAPI 3.1: every address, and every tool with its own schemas."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ovos_phal_plugin_jarvis.version import __version__

MAX_DEPTH = 64
"""Levels of a tool's schema that are told; what is deeper may be anything."""

_TEXT = {"type": "string"}
_ERROR = {
    "type": "object",
    "properties": {"error": _TEXT, "code": _TEXT, "retry_after": {"type": "integer"}},
    "required": ["error", "code"],
}
_KIND = {"type": "object", "properties": {"kind": _TEXT}, "required": ["kind"]}
_CALL = {
    "type": "object",
    "properties": {"name": _TEXT, "arguments": {"type": "object"}},
    "required": ["name", "arguments"],
}
_CONFIRMATION = {
    "type": "object",
    "properties": {
        "id": _TEXT,
        "question": _TEXT,
        "number": {"type": "integer"},
        "total": {"type": "integer"},
        "expires_in": {"type": "number"},
    },
    "required": ["id", "question"],
}
_REPLY = {
    "type": "object",
    "properties": {
        "utterance": _TEXT,
        "say": _TEXT,
        "lang": _TEXT,
        "commands": {"type": "array", "items": _CALL},
        "results": {"type": "array", "items": {"type": "object"}},
        "translator": {"type": ["string", "null"]},
        "understood": {"type": "boolean"},
        "expect_response": {"type": "boolean"},
        "confirmation_required": {"type": "boolean"},
        "confirmation": {"$ref": "#/components/schemas/Confirmation"},
        "elapsed_ms": {"type": "number"},
    },
    "required": ["utterance", "say", "commands", "results", "translator", "confirmation_required"],
}
_ASSISTANT_REQUEST = {
    "type": "object",
    "properties": {
        "transcript": {"type": "string", "minLength": 1},
        "baseDateYmd": {"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        "lang": {"type": "string", "minLength": 1, "maxLength": 35},
    },
    "required": ["transcript", "baseDateYmd"],
}
_ASSISTANT_ANSWER = {
    "type": "object",
    "properties": {
        "say": {"type": "string", "maxLength": 240},
        "commands": {"type": "array", "maxItems": 5, "items": {"anyOf": [_KIND, _CALL]}},
        "debug": {"type": "object"},
    },
    "required": ["say", "commands"],
}
_OBJECT = {"type": "object"}
_CONVERSATION = {"conversation": {"type": "string", "maxLength": 64}}


def _body(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    wanted = {"required": list(required)} if required else {}
    return {"type": "object", "properties": dict(properties), **wanted}


_ASK = _body(
    {"utterance": _TEXT, "lang": _TEXT, "speak": {"type": "boolean"}, "dry_run": {"type": "boolean"}, **_CONVERSATION},
    "utterance",
)
_ACTION = _body({"action": _TEXT, "command": _TEXT, "toolbox_id": _TEXT, "context": _OBJECT, **_CONVERSATION}, "action")
_CONFIRM = _body({"yes": {"type": "boolean"}, "speak": {"type": "boolean"}, **_CONVERSATION}, "yes")
_CALL_BODY = {
    "toolbox_id": _TEXT,
    "timeout": {"type": "number", "exclusiveMinimum": 0},
    "id": {"type": ["string", "number"]},
    **_CONVERSATION,
}


def document(tools: Sequence[Mapping[str, Any]], address: str) -> dict[str, Any]:
    """The whole document.

    Args:
        tools: definitions, as ``ovos.tools.list`` gives them.
        address: the server's own URL, as the client reached it.
    """
    schemas: dict[str, Any] = {
        "Error": _ERROR,
        "Confirmation": _CONFIRMATION,
        "Reply": _REPLY,
        "AssistantRequest": _ASSISTANT_REQUEST,
        "AssistantAnswer": _ASSISTANT_ANSWER,
    }
    paths: dict[str, Any] = {
        "/api/assistant": {
            "post": _operation(
                "assistant", "Translate words to commands; nothing runs", "translate", "AssistantAnswer",
                body="AssistantRequest", query={"dialect": {"type": "string", "enum": ["guide", "tools"]}},
            )
        },
        "/api/tools": {
            "get": _operation(
                "listTools", "The tools, with what the policy says of each", "translate", _OBJECT,
                query={"q": _TEXT, "toolbox": _TEXT, "offset": _count(), "limit": _count()},
            )
        },
        "/api/ask": {
            "post": _operation(
                "ask", "Have words understood and done", "act", "Reply", body=_ASK,
                query={"why": {"type": "string", "enum": ["1"]}},
            )
        },
        "/api/confirm/{id}": {
            "post": _operation("confirm", "Say yes or no to what waits", "act", "Reply", body=_CONFIRM, path=["id"])
        },
        "/api/action": {"post": _operation("press", "Press a button of an answer", "act", "Reply", body=_ACTION)},
        "/api/cancel": {
            "post": _operation(
                "cancel", "Cancel a call by its id", "act",
                _body({"cancelled": {"type": "boolean"}}, "cancelled"),
                body=_body({"id": {"type": ["string", "number"]}}, "id"),
            )
        },
        "/api/stop": {
            "post": _operation(
                "stop", "End what runs and what waits", "act", _body({"found": {"type": "boolean"}}, "found")
            )
        },
        "/api/status": {"get": _operation("status", "How the service stands", "translate", _OBJECT)},
        "/api/metrics": {"get": _operation("metrics", "Calls, latencies, queues, memory", "translate", _OBJECT)},
        "/api/tools/{name}": {
            "get": _operation(
                "getTool", "One tool with all that its author declares", "translate", _OBJECT,
                path=["name"], query={"toolbox": _TEXT},
            )
        },
    }  # fmt: skip
    taken: set[str] = set()
    for tool in tools:
        key = _key(f"{tool['toolbox_id']}.{tool['name']}", taken)
        for part, member in (("arguments", "argument_schema"), ("result", "output_schema")):
            schema = tool.get(member)
            schemas[f"{key}.{part}"] = _told(schema if isinstance(schema, Mapping) else {}, f"{key}.{part}")
        own = {
            **_CALL_BODY,
            "args": {"$ref": f"#/components/schemas/{key}.arguments"},
            "toolbox_id": {"type": "string", "const": tool["toolbox_id"]},
        }
        done = _body({"name": _TEXT, "result": {"$ref": f"#/components/schemas/{key}.result"}}, "name", "result")
        operation = _operation(
            f"call.{key}", str(tool.get("description") or tool["name"])[:2000], "act", done, body=_body(own)
        )
        asked = {"allOf": [_named("Error"), _body({"confirmation": _named("Confirmation")}, "confirmation")]}
        operation["responses"]["409"] = {"description": "It needs a yes; nothing has run", "content": _json(asked)}
        paths.setdefault(f"/api/tools/{_segment(tool['name'])}", {})["post"] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "ovos-phal-plugin-jarvis", "version": __version__},
        "servers": [{"url": address}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(
    name: str,
    summary: str,
    scope: str,
    answer: str | Mapping[str, Any],
    *,
    body: str | Mapping[str, Any] | None = None,
    path: Sequence[str] = (),
    query: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    parameters = [{"name": each, "in": "path", "required": True, "schema": _TEXT} for each in path]
    parameters += [{"name": each, "in": "query", "schema": schema} for each, schema in (query or {}).items()]
    error = {"description": "Why not", "content": _json({"$ref": "#/components/schemas/Error"})}
    made: dict[str, Any] = {
        "operationId": name,
        "summary": summary,
        "description": f"Takes a token of the scope '{scope}'.",
        "responses": {"200": {"description": "Done", "content": _json(_named(answer))}, "default": error},
    }
    if parameters:
        made["parameters"] = parameters
    if body is not None:
        made["requestBody"] = {"required": True, "content": _json(_named(body))}
    return made


def _named(schema: str | Mapping[str, Any]) -> Mapping[str, Any]:
    return {"$ref": f"#/components/schemas/{schema}"} if isinstance(schema, str) else schema


def _json(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _count() -> dict[str, Any]:
    return {"type": "integer", "minimum": 0}


def _key(text: str, taken: set[str]) -> str:
    """A name of a component that no other has."""
    key = base = re.sub(r"[^A-Za-z0-9._-]", "_", text)
    number = 1
    while key in taken:
        number += 1
        key = f"{base}_{number}"
    taken.add(key)
    return key


def _segment(name: str) -> str:
    """A tool's name as a part of a path: braces would be parameters."""
    return re.sub(r"[^A-Za-z0-9._~-]", lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), name)


def _told(schema: Any, key: str, depth: int = 0, names: bool = False) -> Any:
    """A tool's schema as a component: what refers to its own parts refers to them where they are now."""
    if isinstance(schema, Mapping):
        if depth > MAX_DEPTH and not names:
            return {}
        told = {}
        for name, value in schema.items():
            if name == "$ref" and not names and isinstance(value, str) and value.startswith("#"):
                told[name] = f"#/components/schemas/{key}{value[1:]}"
            elif name in ("$id", "$schema", "$anchor") and not names:
                continue  # they would make it a document of its own
            elif name in ("const", "default", "enum", "examples") and not names:
                told[name] = value
            else:
                told[name] = _told(value, key, depth + 1, names=name in _NAMED and not names)
        return told
    if isinstance(schema, list):
        return [_told(each, key, depth + 1) for each in schema]
    return schema


_NAMED = frozenset({"properties", "$defs", "definitions", "patternProperties", "dependentSchemas"})
"""Members whose own members are named by an author, so that "$ref" there is a name."""
