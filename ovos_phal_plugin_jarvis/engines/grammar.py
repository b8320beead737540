"""The calls that a set of tools allows, as grammar: an enumeration of names, each with its own arguments."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from ovos_phal_plugin_jarvis.engines.grammar_nodes import (
    Chars,
    GrammarError,
    Literal,
    Node,
    Repeat,
    Rules,
    render_gbnf,
    sequence,
)
from ovos_phal_plugin_jarvis.engines.grammar_schema import compile_schema
from ovos_phal_plugin_jarvis.engines.grammar_walk import GrammarWalk, matches

_SAFE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:-]*\Z")


class CallShape(Protocol):
    """The literal text round names and arguments
    (:class:`ovos_phal_plugin_jarvis.prompts.call_format.CallFormat` says what each is)."""

    @property
    def open(self) -> str: ...
    @property
    def before_name(self) -> str: ...
    @property
    def between(self) -> str: ...
    @property
    def after_arguments(self) -> str: ...
    @property
    def separator(self) -> str: ...
    @property
    def close(self) -> str: ...
    @property
    def answer_open(self) -> str: ...
    @property
    def answer_close(self) -> str: ...
    @property
    def answer_forbidden(self) -> str: ...


@dataclass(frozen=True)
class ArgumentGrammar:
    """The arguments of one tool."""

    gbnf: str
    forced: str
    """How every text begins, so that it need not be decoded; all of it where there is no choice at all."""
    is_constant: bool
    unexpressed: tuple[str, ...]
    rules: Rules
    shortest: Mapping[Node, str]

    def closing(self, text: str) -> str:
        """The shortest text that makes valid arguments of *text*, which is the beginning of some.

        Raises:
            GrammarError: no arguments begin like this.
        """
        walk = GrammarWalk(self.rules, self.shortest)
        if not walk.feed(text):
            raise GrammarError(f"no arguments begin with {text!r}")
        return walk.closing()

    def accepts(self, arguments: Mapping[str, Any]) -> bool:
        """Whether the grammar can write *arguments*, their properties in the schema's order."""
        text = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))
        return matches(self.rules, text, self.shortest)


@lru_cache(maxsize=2048)
def _compile(schema_json: str) -> ArgumentGrammar:
    compiled = compile_schema(json.loads(schema_json))
    walk = GrammarWalk(compiled.rules, compiled.shortest)
    forced = walk.forced()
    return ArgumentGrammar(
        render_gbnf(compiled.rules), forced, walk.is_whole, compiled.unexpressed, compiled.rules, compiled.shortest
    )


def compile_arguments(schema: Mapping[str, Any]) -> ArgumentGrammar:
    """The grammar of a tool's arguments; the same schema is compiled once.

    Raises:
        GrammarError: no arguments can satisfy it.
    """
    if schema.get("type", "object") != "object":
        raise GrammarError("the arguments of a tool have to be an object")
    try:
        return _compile(json.dumps({"type": "object", **schema}, ensure_ascii=False))
    except (TypeError, ValueError, AttributeError, KeyError, RecursionError) as error:
        if isinstance(error, GrammarError):
            raise
        raise GrammarError(f"the argument schema cannot be read: {error}") from error


class CallGrammar:
    """Every call that a set of tools allows, in one notation. Immutable; build it once for a snapshot."""

    def __init__(self, tools: Iterable[tuple[str, Mapping[str, Any]]], shape: CallShape):
        """
        Args:
            tools: name and argument schema of each; of two with one name, the first counts.
            shape: the text round names and arguments.
        """
        self.shape = shape
        arguments: dict[str, ArgumentGrammar] = {}
        left_out: dict[str, str] = {}
        for name, schema in tools:
            if name in arguments:
                continue
            if not _SAFE_NAME.match(name):
                left_out[name] = "a model cannot be given this name: use letters, digits, '_', '-', '.' and ':'"
                continue
            try:
                arguments[name] = compile_arguments(schema)
            except GrammarError as error:
                left_out[name] = str(error)
        self.arguments: Mapping[str, ArgumentGrammar] = arguments
        self.left_out: Mapping[str, str] = left_out
        """Tools that cannot be offered, with the reason."""
        self.unexpressed: tuple[str, ...] = tuple(
            f"{name} {item}" for name, grammar in arguments.items() for item in grammar.unexpressed
        )
        """What the decoder does not enforce, so that it has to be validated: ``tool $.path: keyword``."""
        self.answer_gbnf = _answer_gbnf(shape)
        digest = hashlib.sha256(repr((sorted((n, g.gbnf) for n, g in arguments.items()), _literals(shape))).encode())
        self.digest = digest.hexdigest()
        """Names the content: equal tools and an equal notation have an equal digest."""

    def __len__(self) -> int:
        return len(self.arguments)


def _literals(shape: CallShape) -> tuple[str, ...]:
    return (
        shape.open,
        shape.before_name,
        shape.between,
        shape.after_arguments,
        shape.separator,
        shape.close,
        shape.answer_open,
        shape.answer_close,
        shape.answer_forbidden,
    )


def answer_chars(forbidden: str) -> Chars:
    """A printable character or a line break that is not *forbidden*."""
    ranges: list[tuple[int, int]] = []
    for low, high in ((0x0A, 0x0A), (0x20, 0x7E), (0xA0, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF)):
        for point in sorted(set(map(ord, forbidden))):
            if low <= point <= high:
                if point > low:
                    ranges.append((low, point - 1))
                low = point + 1
        if low <= high:
            ranges.append((low, high))
    return Chars(tuple(ranges))


def _answer_gbnf(shape: CallShape) -> str:
    text = Repeat(answer_chars(shape.answer_forbidden), 1, None)
    return render_gbnf(Rules(sequence([text, Literal(shape.answer_close)])))
