"""Checking values by a JSON Schema that a stranger wrote, without giving this process to him.

``jsonschema`` looks for a ``pattern`` with ``re``, which holds the interpreter for as long as it takes, and follows a
``$ref`` over the network. Here a pattern has a deadline, a check has a bound on its steps, and what would need another
document is refused when the tool is read. What can't be checked like this is left to the server, which checks it too.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import regex
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend, validator_for
from referencing import Registry

from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.tools.nesting import too_deep

PATTERN_SECONDS = 0.05
MAX_STEPS = 20_000
"""Rules of a schema that are applied in one check."""
MAX_DEPTH = 100
MAX_DETAILS = 20
MAX_TEXT = 500
MAX_VALUES = 100
_LEFT_TO_SERVER = ("patternProperties", "unevaluatedProperties", "unevaluatedItems", "uniqueItems")
"""They are looked through with ``re``, or take time that grows with the square of what they look at."""
_NAMED = ("properties", "$defs", "definitions", "dependentSchemas")


class UnusableSchema(ValueError):
    """A schema that nothing can be checked by. The message says why."""


class Checker:
    """Checks values by one schema. Calls may come from any thread."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        """
        Args:
            schema: as a server sent it.

        Raises:
            UnusableSchema: it is none, is nested too deeply, or needs another document.
        """
        try:
            written = json.dumps(schema)
            if too_deep(written, MAX_DEPTH):
                raise UnusableSchema(f"it is nested deeper than {MAX_DEPTH} levels")
            kind = validator_for(schema, default=Draft202012Validator)
            kind.check_schema(schema)
            checked = _for_checking(json.loads(written))
        except UnusableSchema:
            raise
        except Exception as error:  # noqa: BLE001 - what a stranger sent may break anything that reads it
            raise UnusableSchema(text_of(getattr(error, "message", error), MAX_TEXT)) from None
        self._validator = _bounded(kind)(checked, registry=Registry())

    def mistakes(self, value: Any) -> list[dict[str, Any]]:
        """What in *value* does not fit, as the bus tells it: ``param``, ``message`` and, where they are known,
        ``valid_values``; the first ``MAX_DETAILS``."""
        _steps.left = MAX_STEPS
        found = []
        try:
            for error in self._validator.iter_errors(value):
                found.append(_detail(error))
                if len(found) == MAX_DETAILS:
                    break
        except _TooManySteps:
            found.append({"param": "", "message": "its schema takes too many steps to check"})
        except RecursionError:
            found.append({"param": "", "message": "its schema, or the value, is nested too deeply"})
        except Exception as error:  # noqa: BLE001 - a reference that leads nowhere, in the stranger's schema
            found.append({"param": "", "message": f"its schema can't be used: {text_of(error, MAX_TEXT)}"})
        return found


class _TooManySteps(Exception):
    pass


class _Steps(threading.local):
    left = MAX_STEPS


_steps = _Steps()


@cache
def _bounded(kind: Any) -> Any:
    rules = {name: _counted(rule) for name, rule in kind.VALIDATORS.items()}
    return extend(kind, {**rules, "pattern": _counted(_pattern), "required": _counted(_required)})


def _counted(rule: Any) -> Any:
    def check(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        _steps.left -= 1
        if _steps.left < 0:
            raise _TooManySteps
        yield from rule(validator, value, instance, schema) or ()

    return check


def _pattern(validator: Any, pattern: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "string"):
        return
    try:
        if regex.search(pattern, instance, timeout=PATTERN_SECONDS) is None:
            yield ValidationError(f"it does not match {text_of(pattern, 100)}")
    except TimeoutError:
        yield ValidationError(f"it can't be looked at by {text_of(pattern, 100)} in time")
    except regex.error:
        return  # another dialect's; the server knows it


def _required(validator: Any, names: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "object"):
        for name in names:
            if name not in instance:
                yield ValidationError("Field required", path=[name])


def _for_checking(schema: Any, are_names: bool = False) -> Any:
    """*schema* without what is left to the server.

    Args:
        schema: of a stranger.
        are_names: what stands in it are names, each with a schema, and no keywords.

    Raises:
        UnusableSchema: it needs another document.
    """
    if isinstance(schema, list):
        return [_for_checking(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    if are_names:
        return {name: _for_checking(member) for name, member in schema.items()}
    for key in ("$ref", "$dynamicRef", "$recursiveRef"):
        reference = schema.get(key)
        if isinstance(reference, str) and not reference.startswith("#"):
            raise UnusableSchema(f"it refers to another document, {text_of(reference, 100)}")
    left_out = {"$id", "id", *_LEFT_TO_SERVER}
    if "patternProperties" in schema:
        left_out.add("additionalProperties")
    return {
        key: member if key in ("enum", "const", "default", "examples") else _for_checking(member, key in _NAMED)
        for key, member in schema.items()
        if key not in left_out
    }


def _detail(error: ValidationError) -> dict[str, Any]:
    detail: dict[str, Any] = {
        "param": text_of(".".join(str(part) for part in error.absolute_path), MAX_TEXT),
        "message": text_of(error.message, MAX_TEXT),
    }
    allowed = error.validator_value
    if error.validator == "enum" and isinstance(allowed, list):
        detail["valid_values"] = [text_of(value, MAX_TEXT) for value in allowed[:MAX_VALUES]]
    return detail
