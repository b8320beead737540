"""Runs a chat template that came with a downloaded model: code of a stranger, in a language that can loop.

Jinja's immutable sandbox keeps it from Python and from changing what it is given. It does not keep it from
taking forever or all the memory, so here each loop turn and each macro call is counted, and what can make a text
or a list grow (multiplying, joining, padding) is held to a size.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time
from typing import Any

from jinja2 import Template, TemplateError, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment, SecurityError

MAX_STEPS = 20_000
"""Loop turns and macro calls in one rendering; a template takes a handful for each message."""
MAX_CHARS = 500_000
"""Characters and list items that one rendering may produce, on the way and as the result. The words of the turns
are not among them: they are put in afterwards."""
_MAX_INTEGER = 2**63

_FILTERS = (
    "abs",
    "capitalize",
    "count",
    "d",
    "default",
    "dictsort",
    "e",
    "escape",
    "first",
    "float",
    "int",
    "items",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "reverse",
    "round",
    "safe",
    "select",
    "selectattr",
    "sort",
    "string",
    "title",
    "trim",
    "unique",
    "upper",
)
"""Those that can neither pad nor multiply; the others that templates use are our own, held to a size."""
_GROWING_METHODS = frozenset(
    {
        "center",
        "ljust",
        "rjust",
        "zfill",
        "expandtabs",
        "format",
        "format_map",
        "join",
        "replace",
        "translate",
        "encode",
    }
)


_PADDED_DIRECTIVE = re.compile(r"%[^A-Za-z%-]|%-[^A-Za-z]")


class TemplateRefused(SecurityError):
    """The template asked for something that no chat template needs."""


class _GenerationBlock(Extension):
    """``{% generation %}…{% endgeneration %}``, which trainers put round what the model says; it changes nothing."""

    tags = {"generation"}

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The statements inside."""
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class ChatTemplateSandbox(ImmutableSandboxedEnvironment):
    """An environment in which one template is compiled and then rendered, by one thread at a time."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})

    def __init__(self, today: Callable[[], date]) -> None:
        """
        Args:
            today: the date for templates that write it, as those of some models do.
        """
        super().__init__(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols", _GenerationBlock])
        self._today = today
        self.filters = {name: self.filters[name] for name in _FILTERS}
        self.filters["tojson"] = _to_json
        self.filters["replace"] = self._replace
        self.filters["indent"] = self._indent
        self.filters["join"] = self._join
        self.globals = {
            "range": self.globals["range"],
            "namespace": self.globals["namespace"],
            "dict": self.globals["dict"],
            "raise_exception": _raise_exception,
            "strftime_now": self._strftime_now,
        }
        self._steps = 0
        self._size = 0

    def render(self, template: Template, variables: dict[str, Any]) -> str:
        """*template*, which this environment has compiled, rendered.

        Raises:
            jinja2.TemplateError: it gave up itself, or was refused.
            Exception: whatever a wrong template makes Python raise.
        """
        self._steps = 0
        self._size = 0
        pieces: list[str] = []
        for piece in template.generate(**variables):
            self._spend(len(piece))
            pieces.append(piece)
        return "".join(pieces)

    def step(self) -> str:
        """Called by compiled templates at each loop turn and macro call."""
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise TemplateRefused(f"the chat template loops more than {MAX_STEPS} times")
        return ""

    def concat_texts(self, *parts: Any) -> str:
        """Called by compiled templates in place of ``~``."""
        texts = [str(part) for part in parts]
        self._spend(sum(map(len, texts)))
        return "".join(texts)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic, held to a size."""
        if operator == "*":
            self._spend(_length(left) * _count(right) + _length(right) * _count(left))
            if abs(_count(left) * _count(right)) > _MAX_INTEGER:
                raise TemplateRefused("the chat template multiplies to a huge number")
        elif operator == "+":
            self._spend(_length(left) + _length(right))
        elif operator == "%" and isinstance(left, str):
            raise TemplateRefused("the chat template formats with %")
        elif operator == "**" and (_large(left) or _large(right)):
            raise TemplateRefused("the chat template raises to a large power")
        return super().call_binop(context, operator, left, right)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """As the sandbox has it, without the text methods that can pad."""
        if isinstance(obj, str) and attribute in _GROWING_METHODS:
            return self.unsafe_undefined(obj, attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """See :meth:`getattr`: ``text['center']`` finds the method as well."""
        if isinstance(obj, str) and argument in _GROWING_METHODS:
            return self.unsafe_undefined(obj, argument)
        return super().getitem(obj, argument)

    def _strftime_now(self, form: Any) -> str:
        """The date in *form*. There is no time of day: it would make the start of every prompt a new one."""
        if not isinstance(form, str) or len(form) > 100 or _PADDED_DIRECTIVE.search(form):
            raise TemplateRefused("the chat template asks for a date in an unusual form")
        return datetime.combine(self._today(), time()).strftime(form)

    def _spend(self, size: int) -> None:
        self._size += size
        if self._size > MAX_CHARS:
            raise TemplateRefused(f"the chat template makes more than {MAX_CHARS} characters")

    def _replace(self, text: Any, old: Any, new: Any, count: int | None = None) -> str:
        text, old, new = str(text), str(old), str(new)
        self._spend(len(text) + text.count(old) * len(new))
        return text.replace(old, new, -1 if count is None else count)

    def _indent(self, text: Any, width: int = 4, first: bool = False, blank: bool = False) -> str:
        pad = " " * min(max(int(width), 0), 32)
        lines = str(text).splitlines()
        self._spend(len(str(text)) + len(lines) * len(pad))
        return "\n".join(
            pad + line if (index or first) and (line or blank) else line for index, line in enumerate(lines)
        )

    def _join(self, values: Iterable[Any], separator: Any = "", attribute: Any = None) -> str:
        items = [value if attribute is None else self.getitem(value, attribute) for value in values]
        texts = [str(item) for item in items]
        self._spend(sum(map(len, texts)) + len(texts) * len(str(separator)))
        return str(separator).join(texts)

    def _generate(self, source: nodes.Template, *args: Any, **kwargs: Any) -> str:
        _instrument(source)
        return super()._generate(source, *args, **kwargs)


def _instrument(template: nodes.Template) -> None:
    """Count loops and macros, and hold ``~`` to a size, in the tree of a parsed template."""
    for node in list(_walk(template)):
        if isinstance(node, nodes.For | nodes.Macro | nodes.CallBlock):
            node.body.insert(0, _statement("step", node.lineno))
    for parent in list(_walk(template)):
        for field, value in parent.iter_fields():
            if isinstance(value, nodes.Concat):
                setattr(parent, field, _call("concat_texts", value.nodes, value.lineno))
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, nodes.Concat):
                        value[index] = _call("concat_texts", item.nodes, item.lineno)


def _walk(node: nodes.Node) -> Iterator[nodes.Node]:
    yield node
    for child in node.iter_child_nodes():
        yield from _walk(child)


def _call(method: str, arguments: list[nodes.Expr], lineno: int) -> nodes.Call:
    callee = nodes.EnvironmentAttribute(method, lineno=lineno)
    return nodes.Call(callee, arguments, [], None, None, lineno=lineno)


def _statement(method: str, lineno: int) -> nodes.ExprStmt:
    return nodes.ExprStmt(_call(method, [], lineno), lineno=lineno)


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str | list | tuple) else 0


def _count(value: Any) -> int:
    return value if isinstance(value, int) else 1


def _large(value: Any) -> bool:
    return not isinstance(value, int | float) or abs(value) > 64


def _raise_exception(message: Any) -> None:
    raise TemplateError(str(message))


def _to_json(value: Any, indent: int | None = None, **_: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=min(indent, 8) if isinstance(indent, int) else None)
