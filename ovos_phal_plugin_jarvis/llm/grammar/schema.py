"""JSON Schema as llguidance takes it: the same values or fewer, and what it leaves to validation listed.

llguidance holds a text to most of JSON Schema. What is written anew here is what it lets pass (``uniqueItems``,
``propertyNames``), what a tool does not mean though its schema allows it (arguments that it never declared), and
formats that a tool's own parser reads more narrowly than their standard has them (a time without an offset).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any


class GrammarError(ValueError):
    """No arguments can be written under a schema; the message says why."""


@dataclass(frozen=True)
class Expressed:
    """A schema as llguidance takes it."""

    schema: Mapping[str, Any]
    unexpressed: tuple[str, ...]
    """Keywords that do not hold the text, each with the place where it stands: ``$.path: keyword``."""


_ANNOTATIONS = frozenset(
    {
        *("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "options_source"),
        *("$schema", "$id", "$comment", "discriminator", "contentMediaType", "contentEncoding"),
    }
)
"""Keywords that allow and forbid nothing."""
_HANDLED = frozenset(
    {
        *("type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "$defs", "definitions", "nullable"),
        *("properties", "patternProperties", "required", "additionalProperties", "minProperties", "maxProperties"),
        *("propertyNames", "items", "prefixItems", "minItems", "maxItems", "uniqueItems"),
        *("minLength", "maxLength", "pattern", "format"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    }
)
_TYPES = (
    ("object", frozenset({"properties", "required", "additionalProperties"})),
    ("array", frozenset({"items", "prefixItems", "minItems", "maxItems", "uniqueItems"})),
    ("string", frozenset({"minLength", "maxLength", "pattern", "format"})),
    ("number", frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})),
)
_COMPOSED = frozenset({"anyOf", "oneOf", "allOf", "$ref"})
_MAX_DEPTH = 60
"""llguidance reads JSON up to 128 levels; a level of a schema takes two."""
_MAX_LEAST = 10_000
"""Characters of the shortest arguments; more is of no use to anyone who speaks."""
_MAX_PARTS = 2000
"""Of a schema: what allOf refers to is written where it stands, and 25 levels of two are millions. llguidance takes no
object of half as many properties, and half a minute to say so of more."""
_MAX_STEPS = 100_000
"""Of looking for the shortest arguments; references can make a schema of 2,000 characters one of millions."""
_MAX_UNLIKE = 4
"""Values of an enumeration of which every set is written out, so that none comes twice."""

_DATE = (
    r"(?:(?:19(?:0[1-9]|[1-9]\d)|20\d\d)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])"
    r"|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))"
    r"|(?:19(?:0[48]|[2468][048]|[13579][26])|20(?:[02468][048]|[13579][26]))-02-29)"
)
_TIME = r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d"
_COUNT = r"(?:0|[1-9]\d{0,4})"
_CLOCK = rf"T(?:{_COUNT}H(?:{_COUNT}M)?(?:{_COUNT}S)?|{_COUNT}M(?:{_COUNT}S)?|{_COUNT}S)"
_HOST = r"[a-z][a-z0-9]{0,30}(?:\.[a-z][a-z0-9]{0,30}){0,2}\.[a-z]{2,6}"
_URL = rf"https?://{_HOST}(?:/[A-Za-z0-9._~-]{{0,60}}){{0,6}}"
_OCTET = r"(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])"
_FORMATS: Mapping[str, str] = {
    "date": _DATE,
    "time": _TIME,
    "date-time": rf"{_DATE}T{_TIME}(?:Z|[+-](?:0\d|1[0-4]):(?:00|15|30|45))",
    "duration": rf"P(?:{_COUNT}D(?:{_CLOCK})?|{_CLOCK})",
    "email": rf"[a-z0-9][a-z0-9_+-]{{0,30}}(?:\.[a-z0-9]{{1,20}}){{0,2}}@{_HOST}",
    "uri": _URL,
    "url": _URL,
    "hostname": _HOST,
    "ipv4": rf"{_OCTET}(?:\.{_OCTET}){{3}}",
    "uuid": "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
}
"""Days that exist, from 1901 to 2099; a time of day has no offset, as people say it, and a moment has one, as readers
disagree otherwise about whose clock is meant."""
_OTHER_FORMATS = frozenset({"ipv6"})
"""What llguidance itself knows beside these."""
_PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f]*$"
_NAME = r"^[^\x00-\x1f\x7f-\x9f]{1,40}$"
"""Of a property that a mapping may name freely."""

_LARGEST = 2**53 - 1
"""Of a number that has no bound: what any reader of JSON can hold, so that none becomes infinite."""
_ANY = "any-value"
_ANY_VALUE: Mapping[str, Any] = {
    "anyOf": [
        {"type": "string"},
        {"type": "number", "minimum": -_LARGEST, "maximum": _LARGEST},
        {"type": ["boolean", "null"]},
        {"type": "array", "items": {"$ref": f"#/$defs/{_ANY}"}},
        {
            "type": "object",
            "patternProperties": {_NAME: {"$ref": f"#/$defs/{_ANY}"}},
            "additionalProperties": False,
        },
    ]
}

PatternCheck = Callable[[str], "str | None"]


def express(schema: Mapping[str, Any], pattern_problem: PatternCheck = lambda pattern: None) -> Expressed:
    """*schema*, of a tool's arguments, as llguidance takes it.

    Args:
        pattern_problem: says why a regular expression can't be held to; such a one is left to validation.

    Raises:
        GrammarError: it is no schema, or refers to what is not there.
    """
    writer = _Writer(schema, pattern_problem)
    written = writer.write({"properties": {}, **schema} if "additionalProperties" not in schema else schema, "$")
    least = _Least(written).of(written)
    if least > _MAX_LEAST:
        size = "without end" if math.isinf(least) else f"at least {least:.0f} characters long"
        raise GrammarError(f"any arguments are {size}")
    if writer.is_any_used:
        written["$defs"] = {**written.get("$defs", {}), _ANY: _ANY_VALUE}
    return Expressed(written, tuple(dict.fromkeys(writer.unexpressed)))


class _Writer:
    def __init__(self, root: Mapping[str, Any], pattern_problem: PatternCheck):
        self._root = root
        self._pattern_problem = pattern_problem
        self._depth = 0
        self._parts = 0
        self.unexpressed: list[str] = []
        self.is_any_used = False

    def _any(self) -> dict[str, Any]:
        self.is_any_used = True
        return {"$ref": f"#/$defs/{_ANY}"}

    def _note(self, keyword: str, where: str) -> None:
        self.unexpressed.append(f"{where}: {keyword}")

    def write(self, schema: Any, where: str, is_closed: bool = True) -> Any:
        """One (sub)schema.

        Args:
            is_closed: whether its objects may hold what it declares and nothing else; not so where the rest is
                declared beside it.
        """
        if schema is True or schema == {}:
            return self._any()
        if schema is False:
            return False
        if not isinstance(schema, Mapping):
            raise GrammarError(f"{where}: {schema!r} is no schema")
        self._parts += 1
        if self._parts > _MAX_PARTS:
            raise GrammarError(f"it has more than {_MAX_PARTS} parts, those that it refers to included")
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise GrammarError(f"{where}: nested more than {_MAX_DEPTH} deep")
        try:
            written = self._write(schema, where, is_closed)
        finally:
            self._depth -= 1
        return {"anyOf": [written, {"type": "null"}]} if schema.get("nullable") is True else written

    def _write(self, schema: Mapping[str, Any], where: str, is_closed: bool) -> dict[str, Any]:
        for keyword in schema:
            if keyword not in _HANDLED and keyword not in _ANNOTATIONS and not keyword.startswith(("x-", "_")):
                self._note(keyword, where)
        left_out = {"nullable", "format", "uniqueItems", "propertyNames"}
        out = {k: v for k, v in schema.items() if k in _HANDLED and k not in left_out}
        for keyword in ("$defs", "definitions"):
            if keyword in out:
                out[keyword] = {name: self.write(part, f"{where}.{name}") for name, part in out[keyword].items()}
        if "$ref" in out:
            self._resolve(out["$ref"], where)
        if "type" not in out and not _COMPOSED & out.keys() and not {"enum", "const"} & out.keys():
            kind = next((kind for kind, words in _TYPES if words & schema.keys()), None)
            if kind is None:
                return {**out, **self._any()}
            out["type"] = kind
        if "enum" in out:
            out["enum"] = _fitting(out["enum"], out.get("type"), where)
        self._write_number(out)
        self._write_array(schema, out, where)
        self._write_parts(out, where, is_closed)
        self._write_object(schema, out, where, is_closed)
        self._write_string(schema, out, where)
        return out

    def _write_string(self, schema: Mapping[str, Any], out: dict[str, Any], where: str) -> None:
        patterns = [out.pop("pattern")] if "pattern" in out else []
        for pattern in list(patterns):
            problem = self._pattern_problem(pattern) if isinstance(pattern, str) else "no text"
            if problem is not None:
                self._note(f"pattern ({problem})", where)
                patterns.remove(pattern)
        if patterns:
            patterns.append(_PRINTABLE)
        name = schema.get("format")
        if isinstance(name, str) and name in _FORMATS:
            patterns.append(f"^{_FORMATS[name]}$")
        elif name in _OTHER_FORMATS:
            out["format"] = name
        elif name is not None:
            self._note(f"format {name}", where)
        if len(patterns) == 1:
            out["pattern"] = patterns[0]
        elif patterns:
            out["allOf"] = [*out.get("allOf", ()), *({"type": "string", "pattern": pattern} for pattern in patterns)]

    @staticmethod
    def _write_number(out: dict[str, Any]) -> None:
        for opened, closed in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            # Draft 4 wrote whether the bound beside it is open.
            if isinstance(out.get(opened), bool) and out.pop(opened) and closed in out:
                out[opened] = out.pop(closed)
        for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
            if out.get(keyword) is None:
                out.pop(keyword, None)
        kinds = out.get("type")
        if {"number", "integer"} & ({kinds} if isinstance(kinds, str) else set(kinds or ())):
            if not {"minimum", "exclusiveMinimum"} & out.keys():
                out["minimum"] = -_LARGEST
            if not {"maximum", "exclusiveMaximum"} & out.keys():
                out["maximum"] = _LARGEST
        if kinds == "number":
            _close_bounds(out)

    def _write_array(self, schema: Mapping[str, Any], out: dict[str, Any], where: str) -> None:
        if isinstance(out.get("items"), Sequence):  # how draft 4 wrote it
            out["prefixItems"] = out.pop("items")
        if "prefixItems" in out:
            out["prefixItems"] = [self.write(p, f"{where}[{i}]") for i, p in enumerate(out["prefixItems"])]
            out.setdefault("items", False)
        if "items" in out:
            out["items"] = self.write(out["items"], f"{where}[]")
        if schema.get("uniqueItems") is True and out.get("maxItems", 2) > 1:
            values = _values(out.get("items"))
            if values is None or len(values) > _MAX_UNLIKE or "prefixItems" in out:
                self._note("uniqueItems", where)
                return
            low, high = int(out.get("minItems", 0)), int(out.get("maxItems", len(values)))
            sets = [list(some) for n in range(low, min(high, len(values)) + 1) for some in combinations(values, n)]
            if not sets:
                raise GrammarError(f"{where}: {low} unlike items are more than there are")
            out.clear()
            out["enum"] = sets

    def _write_parts(self, out: dict[str, Any], where: str, is_closed: bool) -> None:
        for keyword in ("anyOf", "oneOf"):
            if keyword in out:
                alone = is_closed and not {"properties", "allOf", "$ref"} & out.keys()
                out[keyword] = [self.write(part, where, alone) for part in _list(out[keyword], keyword, where)]
        if "oneOf" in out and "anyOf" not in out:
            parts = out.pop("oneOf")
            out["anyOf"] = parts
            if not _are_disjoint([self._flat(part, where) for part in parts]):
                self._note("oneOf (as anyOf)", where)
        if "allOf" in out:
            parts = _list(out["allOf"], "allOf", where)
            alone = is_closed and len(parts) == 1 and not {"properties", "anyOf", "oneOf", "$ref"} & out.keys()
            out["allOf"] = [self._opened(part, where, alone) for part in parts]

    def _flat(self, part: Any, where: str) -> Mapping[str, Any]:
        """*part* with what its ``$ref`` points to in its place."""
        target = self._resolve(part["$ref"], where) if isinstance(part, Mapping) and "$ref" in part else part
        return target if isinstance(target, Mapping) else {}

    def _opened(self, part: Any, where: str, is_closed: bool) -> Any:
        """A part of ``allOf``; what it refers to is closed where it stands, and the other parts add to it here."""
        if not is_closed and isinstance(part, Mapping) and part.keys() == {"$ref"}:
            part = self._resolve(part["$ref"], where)
        return self.write(part, where, is_closed)

    def _write_object(self, schema: Mapping[str, Any], out: dict[str, Any], where: str, is_closed: bool) -> None:
        if "properties" in out:
            out["properties"] = {n: self.write(p, f"{where}.{n}") for n, p in dict(out["properties"]).items()}
        extra = self.write(out["additionalProperties"], f"{where}.*") if "additionalProperties" in out else None
        kinds = out.get("type")
        if kinds != "object" and not (isinstance(kinds, Sequence) and "object" in kinds):
            return
        required = list(out.get("required", ()))
        if not is_closed or _COMPOSED & out.keys():
            if "additionalProperties" in out:
                out["additionalProperties"] = extra
            return
        if extra is None:
            extra = False if "properties" in out and not out["properties"] and not required else self._any()
        undeclared = [name for name in required if name not in out.get("properties", {})]
        if undeclared and extra is False and "patternProperties" not in out:
            raise GrammarError(f"{where}: {undeclared[0]!r} is required and not allowed")
        if out.get("properties") or undeclared:
            properties = {**out.get("properties", {}), **dict.fromkeys(undeclared, extra)}
            out["properties"], out["required"] = _counted(properties, required, out, where)
            out["additionalProperties"] = False
        elif "patternProperties" in out:
            out["patternProperties"] = {p: self.write(s, f"{where}.*") for p, s in out["patternProperties"].items()}
        elif extra is not False:
            self._write_mapping(schema, out, extra, where)
        else:
            out["additionalProperties"] = False

    def _write_mapping(self, schema: Mapping[str, Any], out: dict[str, Any], extra: Any, where: str) -> None:
        """An object whose property names are free: a dictionary."""
        pattern, names = _NAME, schema.get("propertyNames")
        if isinstance(names, Mapping):
            values = _values(names)
            if values is not None and all(isinstance(value, str) for value in values):
                out["properties"], out["required"] = _counted(dict.fromkeys(values, extra), [], out, where)
                out["additionalProperties"] = False
                return
            if isinstance(names.get("pattern"), str) and self._pattern_problem(names["pattern"]) is None:
                pattern = names["pattern"]
                names = {k: v for k, v in names.items() if k != "pattern"}
            if names.keys() - _ANNOTATIONS - {"type"}:
                self._note("propertyNames", where)
        elif names is not None and names is not True:
            self._note("propertyNames", where)
        if out.get("minProperties", 0) > 1:
            self._note("minProperties (two names may be the same)", where)
        out["patternProperties"], out["additionalProperties"] = {pattern: extra}, False

    def _resolve(self, pointer: Any, where: str) -> Any:
        if not isinstance(pointer, str) or not pointer.startswith("#"):
            raise GrammarError(f"{where}: $ref {pointer!r} points outside the schema")
        try:
            return target(self._root, pointer)
        except (LookupError, TypeError):
            raise GrammarError(f"{where}: $ref {pointer!r} points nowhere") from None


class _Least:
    """About how many characters the shortest values of schemas, which :func:`express` wrote, have."""

    def __init__(self, root: Mapping[str, Any]):
        self._root = root
        self._steps = 0

    def of(self, schema: Any, inside: frozenset[str] = frozenset()) -> float:
        """
        Args:
            inside: what is referred to on the way here; a value that can't do without itself is infinite.

        Raises:
            GrammarError: references that branch at each of many levels: llguidance would take for ever as well.
        """
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise GrammarError("its references lead to too many places")
        if not isinstance(schema, Mapping) or {"enum", "const"} & schema.keys():
            return 1
        parts = [self.of(part, inside) for part in schema.get("allOf", ())]
        if "anyOf" in schema:
            parts.append(min(self.of(part, inside) for part in schema["anyOf"]))
        if "$ref" in schema and not schema["$ref"].endswith(f"/{_ANY}"):
            pointer = schema["$ref"]
            known = inside | {pointer}
            parts.append(math.inf if pointer in inside else self.of(target(self._root, pointer), known))
        properties = schema.get("properties", {})
        parts.append(sum(len(name) + self.of(properties.get(name), inside) for name in schema.get("required", ())))
        count, fixed = schema.get("minItems", 0), schema.get("prefixItems", ())
        if count:
            sizes = [self.of(part, inside) for part in fixed[:count]]
            rest = count - len(sizes)
            parts.append(sum(sizes) + (rest * (1 + self.of(schema.get("items"), inside)) if rest > 0 else 0))
        if schema.get("minProperties", 0) and schema.get("patternProperties"):
            parts.append(min(self.of(part, inside) for part in schema["patternProperties"].values()))
        return max([1, schema.get("minLength", 0), *parts])


def target(root: Any, pointer: str) -> Any:
    """What *pointer* points to.

    Raises:
        LookupError: nothing.
    """
    for part in pointer[1:].split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        root = root[int(key)] if isinstance(root, list) and key.isdigit() else root[key]
    return root


def _close_bounds(out: dict[str, Any]) -> None:
    """Open bounds of a number as closed ones just inside: llguidance 1.9 takes 0 for one over 0 and under 0.001."""
    for opened, closed, way, stricter in (
        ("exclusiveMinimum", "minimum", 1, max),
        ("exclusiveMaximum", "maximum", -1, min),
    ):
        if isinstance(out.get(opened), (int, float)):
            bound = out[opened]
            inside = bound + way * max(abs(bound) * 1e-9, 1e-9)
            other = out.get("maximum" if way > 0 else "minimum")
            if other is not None and (other - inside) * way < 0:
                continue
            del out[opened]
            out[closed] = stricter(inside, out.get(closed, inside))


def _are_disjoint(parts: Sequence[Mapping[str, Any]]) -> bool:
    """Whether no value fits two of *parts*: by their types, or by a required property that is a different constant."""
    kinds = [part.get("type") for part in parts]
    if (
        all(isinstance(k, str) for k in kinds)
        and len(set(kinds)) == len(kinds)
        and not {"integer", "number"} <= {*kinds}
    ):
        return True
    marks: list[dict[str, set[str]]] = []
    for part in parts:
        needed = {
            name: sub for name, sub in dict(part.get("properties", {})).items() if name in part.get("required", ())
        }
        constants = {name: _constants(sub) for name, sub in {"": part, **needed}.items()}
        marks.append({name: found for name, found in constants.items() if found})
    shared = set.intersection(*(set(mark) for mark in marks)) if marks else set()
    return any(sum(len(mark[n]) for mark in marks) == len(set().union(*(mark[n] for mark in marks))) for n in shared)


def _constants(schema: Any) -> set[str]:
    if not isinstance(schema, Mapping):
        return set()
    values = [schema["const"]] if "const" in schema else schema.get("enum", ())
    return {json.dumps(value) for value in values}


def _list(parts: Any, keyword: str, where: str) -> Sequence[Any]:
    if not isinstance(parts, Sequence) or isinstance(parts, str) or not parts:
        raise GrammarError(f"{where}: {keyword} is no list of schemas")
    return parts


def _counted(
    properties: Mapping[str, Any], required: Sequence[str], out: dict[str, Any], where: str
) -> tuple[dict[str, Any], list[str]]:
    """The properties to write, so that their number is within bounds: the first optional ones are required as far as
    needed, the last are left out."""
    low, high = out.pop("minProperties", None), out.pop("maxProperties", None)
    needed = [name for name in properties if name in required]
    optional = [name for name in properties if name not in required]
    if high is not None and len(needed) > high:
        raise GrammarError(f"{where}: maxProperties is less than what is required")
    if low is not None and low > len(properties):
        raise GrammarError(f"{where}: minProperties is more than there are")
    optional = optional if high is None else optional[: high - len(needed)]
    needed += optional[: max(0, (low or 0) - len(needed))]
    kept = {name: part for name, part in properties.items() if name in needed or name in optional}
    return kept, [name for name in kept if name in needed]


def _values(schema: Any) -> list[Any] | None:
    """What *schema* enumerates, each once; None where it does not."""
    if not isinstance(schema, Mapping):
        return None
    values = schema.get("enum", [True, False] if schema.get("type") == "boolean" else None)
    if not isinstance(values, Sequence):
        return None
    return list({json.dumps(value): value for value in values}.values())


def _fitting(values: Any, kinds: Any, where: str) -> list[Any]:
    """The values of an enumeration that have its type; Jarvis commands list numbers as text, too."""
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise GrammarError(f"{where}: enum is no list")
    allowed = None if kinds is None else {kinds} if isinstance(kinds, str) else set(kinds)
    fitting = [value for value in values if allowed is None or _types(value) & allowed]
    if not fitting and allowed and allowed & {"integer", "number", "boolean"}:
        read = (_scalar(str(value).lower()) for value in values)
        fitting = [value for value in read if value is not None and _types(value) & allowed]
    if not fitting:
        raise GrammarError(f"{where}: no value of the enumeration is allowed")
    return fitting


def _scalar(text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _types(value: Any) -> set[str]:
    """The JSON types that *value* has; a whole number has two."""
    if value is None:
        return {"null"}
    if isinstance(value, bool):
        return {"boolean"}
    if isinstance(value, (int, float)):
        return {"number", "integer"} if float(value).is_integer() else {"number"}
    if isinstance(value, str):
        return {"string"}
    return {"array"} if isinstance(value, (list, tuple)) else {"object"}
