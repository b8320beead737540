"""Schemas compared and joined, before they become grammar."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ovos_phal_plugin_jarvis.engines.grammar_nodes import GrammarError

ANNOTATIONS = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$schema",
        "$id",
        "$comment",
        "$defs",
        "definitions",
        "discriminator",
        "contentMediaType",
        "contentEncoding",
        "nullable",
        "options_source",
    }
)
"""Keywords that allow and forbid nothing."""


def is_json_scalar(text: str, allowed: set[str]) -> bool:
    """Whether *text* is JSON of one of the types *allowed*."""
    try:
        return bool(json_type(json.loads(text)) & allowed)
    except ValueError:
        return False


def json_type(value: Any) -> set[str]:
    """The JSON types that *value* has; a whole number has two."""
    if value is None:
        return {"null"}
    if isinstance(value, bool):
        return {"boolean"}
    if isinstance(value, int):
        return {"integer", "number"}
    if isinstance(value, float):
        return {"number", "integer"} if value.is_integer() else {"number"}
    if isinstance(value, str):
        return {"string"}
    return {"array"} if isinstance(value, (list, tuple)) else {"object"}


def merge(
    first: Mapping[str, Any], second: Mapping[str, Any], note: Callable[[str, str], None], where: str
) -> Mapping[str, Any]:
    """One schema that asks for both; a keyword that both have and that cannot be joined is listed."""
    merged = dict(first)
    for key, value in second.items():
        if key not in merged or merged[key] == value or key in ANNOTATIONS:
            merged[key] = value
        elif key == "properties":
            merged[key] = {**merged[key], **value}
        elif key == "required":
            merged[key] = list(dict.fromkeys([*merged[key], *value]))
        elif key in ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"):
            merged[key] = max(merged[key], value)
        elif key in ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"):
            merged[key] = min(merged[key], value)
        elif key == "enum":
            merged[key] = [v for v in merged[key] if v in value]
        elif key == "type":
            merged[key] = "integer" if {merged[key], value} == {"integer", "number"} else _no_type(where)
        else:
            note(f"{key} of allOf", where)
    return merged


def _no_type(where: str) -> str:
    raise GrammarError(f"{where}: two types at once")


def are_disjoint(parts: list[Mapping[str, Any]]) -> bool:
    """Whether no value fits two of *parts*: by their types, or by a property that is a different constant."""
    kinds = [part.get("type") for part in parts]
    if all(isinstance(k, str) for k in kinds) and len(set(kinds)) == len(kinds) and set(kinds) != {"integer", "number"}:
        return True
    marks = []
    for part in parts:
        constants = {
            (name, json.dumps(value))
            for name, sub in part.get("properties", {}).items()
            if isinstance(sub, Mapping) and name in part.get("required", ())
            for value in ([sub["const"]] if "const" in sub else sub.get("enum", ()))
        }
        own = [part["const"]] if "const" in part else part.get("enum", ())
        marks.append(constants or {("", json.dumps(value)) for value in own})
    names = [{name for name, _ in mark} for mark in marks]
    shared = set.intersection(*names) if names else set()
    for name in shared:
        values = [{v for n, v in mark if n == name} for mark in marks]
        if sum(len(v) for v in values) == len(set().union(*values)):
            return True
    return False
