"""The calls that a set of tools allows: an enumeration of names, each with the grammar of its arguments."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.llm.call_format import CallFormat
from ovos_phal_plugin_jarvis.llm.grammar import matching
from ovos_phal_plugin_jarvis.llm.grammar.escaped import escaped_grammar
from ovos_phal_plugin_jarvis.llm.grammar.schema import GrammarError, express

_SAFE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:-]*\Z")
_MAX_SCHEMA = 256 * 1024
"""Characters of a schema as JSON; no prompt has room for more, and compiling 14,000 properties takes ten seconds."""


@dataclass(frozen=True)
class ArgumentGrammar:
    """The arguments of one tool."""

    schema_json: str
    """The schema that they are held to; see :func:`~.schema.express`."""
    source: str = ""
    """The grammar, for :meth:`~.matching.Vocabulary.matcher`; empty where llguidance is not installed."""
    forced: str = ""
    """How every text begins, so that it need not be decoded; all of it where there is no choice at all."""
    is_constant: bool = False
    escape: str = ""
    """See :attr:`~ovos_phal_plugin_jarvis.llm.call_format.CallFormat.escape`."""
    unexpressed: tuple[str, ...] = ()

    def closing(self, text: str) -> str:
        """A short text that makes valid arguments of *text*, which is the beginning of some.

        Raises:
            GrammarError: no arguments begin like this.
        """
        return matching.closing(self.source, text, self.escape)

    def accepts(self, arguments: Mapping[str, Any]) -> bool:
        """Whether the grammar can write *arguments*, in whatever order."""
        return bool(_validator(self.schema_json).is_valid(arguments))


@lru_cache(maxsize=256)
def _validator(schema_json: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema_json))


@lru_cache(maxsize=2048)
def _compile(schema_json: str, escape: str) -> ArgumentGrammar:
    if not matching.is_installed():  # an engine that decodes under no grammar is all there can be
        written = express(json.loads(schema_json))
        return ArgumentGrammar(json.dumps(written.schema), unexpressed=written.unexpressed)
    written = express(json.loads(schema_json), matching.pattern_problem)
    unexpressed = written.unexpressed
    if escape:
        matching.warnings(matching.json_grammar(written.schema))  # which says at once where no value fits
        lark, more = escaped_grammar(written.schema, escape)
        source, unexpressed = matching.lark_grammar(lark), (*unexpressed, *more)
    else:
        source = matching.json_grammar(written.schema)
    unexpressed = (*unexpressed, *(f"$: {warning}" for warning in matching.warnings(source)))
    forced, is_constant = matching.beginning(source)
    return ArgumentGrammar(json.dumps(written.schema), source, forced, is_constant, escape, unexpressed)


def compile_arguments(schema: Mapping[str, Any], escape: str = "") -> ArgumentGrammar:
    """The grammar of a tool's arguments; the same schema is compiled once.

    Args:
        escape: the mark round a text, where they are no JSON.

    Raises:
        GrammarError: no arguments can satisfy it.
    """
    if schema.get("type", "object") != "object":
        raise GrammarError("the arguments of a tool have to be an object")
    try:
        text = json.dumps({"type": "object", **schema}, ensure_ascii=False)
        if len(text) > _MAX_SCHEMA:
            raise GrammarError(f"its schema has {len(text)} characters; at most {_MAX_SCHEMA} can be used")
        return _compile(text, escape)
    except (TypeError, ValueError, AttributeError, KeyError, RecursionError) as error:
        if isinstance(error, GrammarError):
            raise
        raise GrammarError(f"the argument schema cannot be read: {error}") from error
    except BaseException as error:
        if type(error).__module__ != "pyo3_runtime":  # a panic of Rust is no Exception
            raise
        raise GrammarError(f"llguidance failed on the argument schema: {error_text(error)}") from None


class CallGrammar:
    """Every call that a set of tools allows, in one notation. Immutable; build it once for a snapshot."""

    def __init__(self, tools: Iterable[tuple[str, Mapping[str, Any]]], shape: CallFormat):
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
                arguments[name] = compile_arguments(schema, shape.escape)
            except GrammarError as error:
                left_out[name] = str(error)
        self.arguments: Mapping[str, ArgumentGrammar] = arguments
        self.left_out: Mapping[str, str] = left_out
        """Tools that cannot be offered, with the reason."""
        self.unexpressed: tuple[str, ...] = tuple(
            f"{name} {item}" for name, grammar in arguments.items() for item in grammar.unexpressed
        )
        """What the decoder does not enforce, so that it has to be validated: ``tool $.path: keyword``."""
        digest = hashlib.sha256(
            repr((sorted((n, g.schema_json) for n, g in arguments.items()), _literals(shape))).encode()
        )
        self.digest = digest.hexdigest()
        """Names the content: equal tools and an equal notation have an equal digest."""

    def __len__(self) -> int:
        return len(self.arguments)


def _literals(shape: CallFormat) -> tuple[str, ...]:
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
        shape.escape,
    )


def answer_expression(forbidden: str = "", ending: str = "") -> str:
    """A regular expression for words: printable characters and line breaks that are not *forbidden*, then *ending*."""
    barred = "".join(f"\\x{{{ord(char):X}}}" for char in sorted(set(forbidden)))
    return f"[^\\x00-\\x09\\x0B-\\x1F\\x7F-\\x9F{barred}]+{re.escape(ending)}"
