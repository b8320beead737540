"""What the author of a tool gives as the values of an argument at the moment, and what is taken of it.

``AgentTool`` has no field for values that change. A toolbox may have a method ``argument_options(tool, argument)``, a
Jarvis command ``parameter_options(parameter)``; either returns None (nothing changes here: the schema says it all), a
list of names, or a mapping of value → name, or names. Both are foreign code: whoever calls what stands here does so
under a deadline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ovos_phal_plugin_jarvis.foreign_text import a_type_name, plain_text, text_of
from ovos_phal_plugin_jarvis.sdk.options import Option
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

HOOK = "argument_options"
"""How logs name the asking, and the method of a toolbox."""
MAX_OPTIONS = 2000
"""Values of one argument."""
MAX_NAMES = 8
"""Names of one value."""
MAX_CHARS = 100
"""Characters of a value or a name: nobody says more."""


class UnusableOptions(ValueError):
    """What the author's method returned is no set of values. The message says what it should be."""


@dataclass(frozen=True)
class Offered:
    """The values of one argument at the moment."""

    options: tuple[Option, ...]
    left_out: str = ""
    """What was left out of what the author gave, and why; empty where nothing was."""


def may_have_options(parameter: ToolParameter) -> bool:
    """Whether the values of *parameter* can be asked for: texts, and lists of texts, that the schema leaves open."""
    kind = parameter.param_type.lower()
    return not parameter.enum_values and (kind in ("string", "str") or parameter.lists_texts)


def ask(hook: Callable[[str], Any], parameter: ToolParameter) -> Offered | None:
    """What *hook* gives for *parameter*, as plain values; None where it says that nothing changes there.

    Raises:
        UnusableOptions: it returned something else.
    """
    return read_options(hook(parameter.name))


def read_options(given: Any) -> Offered | None:
    """What an author's method returned, as plain values: at most ``MAX_OPTIONS``, each a short text.

    Raises:
        UnusableOptions: it is neither None nor a list of names nor a mapping of value → name or names.
    """
    if given is None:
        return None
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise UnusableOptions(
            f"it returned {a_type_name(given)}; return a list of names, a mapping of value to name or names, or None"
        )
    pairs = given.items() if isinstance(given, Mapping) else ((name, name) for name in given)
    found: dict[str, tuple[str, ...]] = {}
    unusable = 0
    example = ""
    more = False
    # One more is looked at, to know that there are more; an endless iterator ends here.
    for at, (value, names) in enumerate(islice(pairs, MAX_OPTIONS + 1)):
        if at == MAX_OPTIONS:
            more = True
            break
        text, called = _text(value), _names(names)
        if text is None or not called:
            unusable += 1
            example = example or text_of(value, 30)
            continue
        found[text] = tuple(dict.fromkeys((*found.get(text, ()), *called)))
    left_out = [f"more than {MAX_OPTIONS} values"] if more else []
    if unusable:
        left_out.append(f"{unusable} that are no names of at most {MAX_CHARS} characters, such as {example!r}")
    return Offered(tuple(Option(value, names) for value, names in found.items()), " and ".join(left_out))


def _names(given: Any) -> list[str]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        given = (given,)
    return [name for one in islice(given, MAX_NAMES) if (name := _text(one)) and any(map(str.isalnum, name))]


def _text(given: Any) -> str | None:
    """*given* as one line of plain text; None where it is none."""
    if not isinstance(given, str):
        return None
    # Measured by str's own method: the class may be a stranger's.
    if str.__len__(given) > MAX_CHARS:
        return None
    text = " ".join(plain_text(given).split())
    return text if text and text.isprintable() else None
