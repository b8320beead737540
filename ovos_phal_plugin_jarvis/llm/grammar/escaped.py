"""JSON Schema as a Lark grammar of :mod:`~ovos_phal_plugin_jarvis.llm.escaped_values`, which llguidance takes.

What is read is what :func:`~ovos_phal_plugin_jarvis.llm.grammar.schema.express` writes. Numbers are left to what
llguidance reads of a schema itself (``%json``); texts become regular expressions that have to hold together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ovos_phal_plugin_jarvis.llm.escaped_values import UnreadableValue, read, sort_key, write, write_key
from ovos_phal_plugin_jarvis.llm.grammar.schema import GrammarError, target

_MAX_RULES = 6000
_NUMERIC = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_ALL_TYPES = ("object", "array", "string", "number", "boolean", "null")
_KEY = r"[^\s:,{}\[\]<>\x22](?:[^:,{}\[\]<>\x22]*[^\s:,{}\[\]<>\x22])?"
_TEXT = r"/[^\x00-\x08\x0B-\x1F\x7F-\x9F]*/"
"""What can be said and written; lines may break."""
_IGNORED = frozenset({"$defs", "definitions", "additionalProperties"})


def escaped_grammar(schema: Mapping[str, Any], mark: str) -> tuple[str, tuple[str, ...]]:
    """The Lark source for the values of *schema*, and the keywords that it does not hold to.

    Raises:
        GrammarError: no value is allowed, or the schema refers to itself without end.
    """
    writer = _Writer(schema, mark)
    writer.rules["start"] = writer.value(schema)
    return "\n".join(f"{name}: {body}" for name, body in writer.rules.items()) + "\n", tuple(writer.unexpressed)


class _Writer:
    def __init__(self, root: Mapping[str, Any], mark: str):
        self._root = root
        self._mark = mark
        self._references: dict[str, str] = {}
        self._made: dict[str, str] = {}
        self.rules: dict[str, str] = {}
        self.unexpressed: dict[str, None] = {}

    def value(self, schema: Any) -> str:
        """What a value of *schema* is, as the body of a rule."""
        if schema is False:
            raise GrammarError("nothing is allowed here")
        if not isinstance(schema, Mapping):
            raise GrammarError(f"{schema!r} is no schema")
        if schema.keys() - _IGNORED == {"$ref"}:
            return self._reference(schema["$ref"])
        if "allOf" in schema or "$ref" in schema:
            parts = [self._resolved(part) for part in schema.get("allOf", ())]
            if "$ref" in schema:
                parts.append(self._resolved({"$ref": schema["$ref"]}))
            rest = {key: part for key, part in schema.items() if key not in ("allOf", "$ref")}
            for part in parts:
                rest = self._both(rest, part)
            return self.value(rest)
        if "const" in schema:
            return self._literal(schema["const"])
        if "enum" in schema:
            return self._terminal(" | ".join(dict.fromkeys(self._literals(schema["enum"]))))
        if "anyOf" in schema:
            rest = {key: part for key, part in schema.items() if key not in ("anyOf", *_IGNORED)}
            return self._any_of(rest, schema["anyOf"])
        kinds = schema.get("type", list(_ALL_TYPES))
        return _either([self._of_type(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)])

    def _any_of(self, rest: Mapping[str, Any], parts: Sequence[Any]) -> str:
        written = []
        for part in parts:
            try:
                written.append(self.value(self._both(rest, self._resolved(part)) if rest else part))
            except GrammarError:
                continue  # what can't be is no choice
        if not written:
            raise GrammarError("none of the alternatives is allowed")
        return _either(written)

    def _of_type(self, kind: str, schema: Mapping[str, Any]) -> str:
        if kind == "string":
            return self._text(schema)
        if kind in ("integer", "number"):
            held = {"type": kind, **{key: schema[key] for key in _NUMERIC if key in schema}}
            return self._rule(f"%json {json.dumps({**held, 'x-guidance': {'lenient': True}})}")
        if kind == "boolean":
            return '"true" | "false"'
        if kind == "null":
            return '"null"'
        return self._rule(self._array(schema) if kind == "array" else self._object(schema))

    def _text(self, schema: Mapping[str, Any]) -> str:
        low, high = int(schema.get("minLength", 0)), schema.get("maxLength")
        if high is not None and high < low:
            raise GrammarError("a text that is longer than it may be")
        held = [f"/{self._whole(pattern)}/" for pattern in _patterns(schema)]
        if low or high is not None:
            held.append(f"/(?s:.{{{low},{'' if high is None else int(high)}}})/")
        held += [_TEXT, f"~/(?s:.*{re.escape(self._mark)}.*)/"]
        inside = self._terminal(" & ".join(held))
        quoted = json.dumps(self._mark)
        return self._terminal(f"{quoted} {inside} {quoted}")

    def _array(self, schema: Mapping[str, Any]) -> str:
        fixed, rest = schema.get("prefixItems", ()), schema.get("items", {})
        low, high = int(schema.get("minItems", 0)), schema.get("maxItems")
        parts = [self._rule(self.value(part)) for part in fixed]
        if high is not None and high < low:
            raise GrammarError("a list that is longer than it may be")
        if rest is False or (high is not None and high <= len(parts)):
            high = len(parts) if high is None else min(high, len(parts))
            if low > high:
                raise GrammarError("a list that is longer than it may be")
            parts, rest = parts[:high], None
        inside = ""
        if rest is not None:
            item, most = None, None if high is None else int(high) - len(parts)
            least = max(0, low - len(parts))
            try:
                item = self._rule(self.value(rest))
            except GrammarError:
                if least:
                    raise
            if item is not None and parts:
                inside = f'("," {item}){_times(least, most)}'
            elif item is not None:
                more = f'{item} ("," {item}){_times(max(0, least - 1), None if most is None else most - 1)}'
                inside = more if least else f"({more})?"
        for at in reversed(range(len(parts))):
            comma = '"," ' if at else ""
            inside = f"{comma}{parts[at]} {inside}".strip()
            inside = inside if at < low else f"({inside})?"
        return f'"[" {inside} "]"'

    def _object(self, schema: Mapping[str, Any]) -> str:
        properties, required = dict(schema.get("properties", {})), set(schema.get("required", ()))
        if not properties and schema.get("patternProperties"):
            return self._mapping(schema)
        for keyword in ("patternProperties", "minProperties", "maxProperties"):
            if keyword in schema:
                self.unexpressed[f"$: {keyword}"] = None
        pairs: list[tuple[str, bool]] = []
        for name in sorted(properties, key=sort_key):
            try:
                if self._mark in name:
                    raise GrammarError(f"no text can hold {self._mark}")
                written = self._rule(self.value(properties[name]))
            except GrammarError:
                if name in required:
                    raise
                continue  # an argument that can't be given is left out
            pairs.append((f"{json.dumps(write_key(name, self._mark))} {written}", name in required))
        first, later = '""', '""'
        for pair, is_required in reversed(pairs):
            after = self._rule(later)
            then_first, then_later = f"{pair} {after}", f'"," {pair} {after}'
            first = then_first if is_required else f"{then_first} | {self._rule(first)}"
            later = then_later if is_required else f"{then_later} | {after}"
        return f'"{{" {self._rule(first)} "}}"' if pairs else '"{}"'

    def _mapping(self, schema: Mapping[str, Any]) -> str:
        pairs = []
        for pattern, part in schema["patternProperties"].items():
            key = self._terminal(f"/{self._whole(pattern)}/ & /{_KEY}/")
            pairs.append(f'{key} ":" {self._rule(self.value(part))}')
        pair = self._rule(_either(pairs))
        low, high = int(schema.get("minProperties", 0)), schema.get("maxProperties")
        if high is not None and high < max(low, 1):
            if low:
                raise GrammarError("minProperties is more than maxProperties")
            return '"{}"'
        more = f'{pair} ("," {pair}){_times(max(0, low - 1), None if high is None else int(high) - 1)}'
        return f'"{{" {more if low else f"({more})?"} "}}"'

    def _literal(self, value: Any) -> str:
        written = write(value, self._mark)
        try:
            if read(f"{written},", 0, self._mark) != (value, len(written)):
                raise GrammarError(f"no text can hold {self._mark}")
        except UnreadableValue:
            raise GrammarError(f"{written[:80]} can't be read back") from None
        return json.dumps(written)

    def _literals(self, values: Sequence[Any]) -> list[str]:
        written = []
        for value in values:
            try:
                written.append(self._literal(value))
            except GrammarError:
                self.unexpressed[f"$: a value of the enumeration that holds {self._mark}"] = None
        if not written:
            raise GrammarError(f"no text can hold {self._mark}")
        return written

    def _reference(self, pointer: str) -> str:
        if pointer not in self._references:
            name = self._references[pointer] = f"ref{len(self._references)}"
            self.rules[name] = '""'  # its place, for what refers to it meanwhile
            self.rules[name] = self.value(target(self._root, pointer))
        return self._references[pointer]

    def _resolved(self, part: Any) -> Any:
        seen = set()
        while isinstance(part, Mapping) and part.keys() == {"$ref"}:
            if part["$ref"] in seen:
                raise GrammarError("it refers to itself")
            seen.add(part["$ref"])
            part = target(self._root, part["$ref"])
        return part

    def _rule(self, body: str) -> str:
        return self._named(body, "r")

    def _terminal(self, body: str) -> str:
        return self._named(body, "T")

    def _named(self, body: str, kind: str) -> str:
        name = self._made.get(body)
        if name is None:
            if len(self.rules) >= _MAX_RULES:
                raise GrammarError(f"its grammar has more than {_MAX_RULES} rules")
            name = self._made[body] = f"{kind}{len(self.rules)}"
            self.rules[name] = body
        return name

    def _whole(self, pattern: str) -> str:
        """*pattern*, which may match anywhere in a text, as one for the whole of it."""
        body, ways = _branches(pattern)
        if any(way.startswith("^") or way.endswith("$") for way in ways) and len(ways) > 1:
            ways = [_anchored(way) for way in ways]
            return f"(?s:{'|'.join(ways)})"
        return f"(?s:{_anchored(body)})"

    def _both(self, one: Any, other: Any) -> dict[str, Any]:
        """What has to fit two schemas."""
        if one is False or other is False:
            raise GrammarError("nothing is allowed here")
        one, other = self._resolved(one), self._resolved(other)
        out = dict(one)
        for key, value in other.items():
            out[key] = self._together(key, out[key], value) if key in out else value
        if "enum" in out and "type" in out and not out["enum"]:
            raise GrammarError("no value of the enumeration is allowed")
        return out

    def _together(self, key: str, mine: Any, theirs: Any) -> Any:
        join: Callable[[Any, Any], Any] | None = _JOINED.get(key)
        if join is not None:
            return join(mine, theirs)
        if key == "properties":
            return {
                name: self._both(mine[name], theirs[name]) if name in mine and name in theirs else part
                for name, part in {**mine, **theirs}.items()
            }
        if key in ("items", "additionalProperties"):
            return False if mine is False or theirs is False else self._both(mine, theirs)
        if key == "enum":
            return [value for value in mine if any(json.dumps(value) == json.dumps(v) for v in theirs)]
        if key == "type":
            return _common_types(mine, theirs)
        if mine != theirs and key not in _IGNORED:
            self.unexpressed[f"$: {key} of allOf"] = None
        return mine


_JOINED: Mapping[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min),
    "required": lambda mine, theirs: [*mine, *(name for name in theirs if name not in mine)],
    "allOf": lambda mine, theirs: [*mine, *theirs],
    "pattern": lambda mine, theirs: [*_patterns({"pattern": mine}), *_patterns({"pattern": theirs})],
}


def _patterns(schema: Mapping[str, Any]) -> list[str]:
    found = schema.get("pattern", ())
    return [found] if isinstance(found, str) else list(found)


def _common_types(mine: Any, theirs: Any) -> list[str]:
    ours = [mine] if isinstance(mine, str) else list(mine)
    others = [theirs] if isinstance(theirs, str) else list(theirs)
    common = [kind for kind in ours if kind in others or (kind == "integer" and "number" in others)]
    common += [kind for kind in others if kind == "integer" and "number" in ours and kind not in common]
    if not common:
        raise GrammarError("no value has both types")
    return common


def _either(ways: Any) -> str:
    found = list(ways)
    return found[0] if len(found) == 1 else "(" + " | ".join(found) + ")"


def _times(low: int, high: int | None) -> str:
    return f"{{{low},{'' if high is None else high}}}"


def _anchored(pattern: str) -> str:
    start, end = pattern.startswith("^"), pattern.endswith("$") and not pattern.endswith("\\$")
    inner = pattern[1 if start else 0 : len(pattern) - 1 if end else len(pattern)]
    return f"{'' if start else '.*'}(?:{inner}){'' if end else '.*'}"


def _branches(pattern: str) -> tuple[str, list[str]]:
    """*pattern* as llguidance's Lark has it, and what stands between the ``|`` that are in no group."""
    out: list[str] = []
    cuts = [0]
    depth, in_class, at = 0, False, 0
    while at < len(pattern):
        char = pattern[at]
        written = char
        if char == "\\" and at + 1 < len(pattern):
            at += 1
            # A digit is one of ten, as in ECMAScript; Rust's has those of all scripts.
            written = {"d": "0-9" if in_class else "[0-9]", "/": "/"}.get(pattern[at], char + pattern[at])
            written = r"\/" if written == "/" else written
        elif char == "/":
            written = r"\/"
        elif not char.isascii() or not char.isprintable():
            written = f"\\x{{{ord(char):X}}}"
        elif in_class:
            in_class = char != "]"
        elif char == "[":
            in_class = True
        elif char in "()":
            depth += 1 if char == "(" else -1
        elif char == "|" and depth == 0:
            cuts.append(len(out) + 1)
        out.append(written)
        at += 1
    body = "".join(out)
    ways = ["".join(out[a : b - 1]) for a, b in zip(cuts, [*cuts[1:], len(out) + 1], strict=True)]
    return body, ways
