"""How much of a tool's definition is read in order to understand requests for it.

What a definition holds costs every request of every user, whether it is for that tool or not: its values are looked
for in what was said. Nobody says the forty-thousandth value of a list; who wants that many offers a search. What is
beyond a bound is not read, and told. The tool itself is served as it is, and its schema decides what it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter

MAX_PARAMETERS = 100
"""Arguments of one tool that are read: first those that it needs."""
MAX_VALUES = 6_000
"""Values of enumerations of one tool that are read. An enumeration with more is read as any text: a part of it would
lead to the wrong one of the values that are known."""
MAX_VALUE_CHARS = 300_000
"""Characters of the values of one tool."""
MAX_EXAMPLES = 2_000
MAX_EXAMPLE_CHARS = 2_000
"""Characters of one example; a longer one is nothing that somebody says."""
MAX_HINTS = 500
"""Keywords of one tool, and rules, and antipatterns."""
BOX_VALUES = 24_000
"""Values of all enumerations of one toolbox."""
BOX_PARAMETERS = 5_000
BOX_EXAMPLES = 20_000


def bounded(definitions: Sequence[ToolDefinition]) -> tuple[ToolDefinition, ...]:
    """The tools of one toolbox, each with what is read of it, and in ``unread`` what is not."""
    left = {"parameters": BOX_PARAMETERS, "values": BOX_VALUES, "examples": BOX_EXAMPLES}
    return tuple(_bounded(definition, left) for definition in definitions)


def in_language(definitions: Sequence[ToolDefinition], lang: str) -> tuple[ToolDefinition, ...]:
    """The tools as they are understood in *lang*, of each toolbox as many examples as are read of it in any."""
    left: dict[str, dict[str, int]] = {}
    found = []
    for definition in definitions:
        spoken = definition.in_language(lang)
        if spoken.examples is not definition.examples:
            unread = list(spoken.unread)
            room = left.setdefault(definition.toolbox_id, {"examples": BOX_EXAMPLES})
            examples = _examples(spoken.examples, room, unread)
            if len(unread) > len(spoken.unread):
                spoken = replace(spoken, examples=examples, unread=tuple(unread))
        found.append(spoken)
    return tuple(found)


def _bounded(definition: ToolDefinition, left: dict[str, int]) -> ToolDefinition:
    unread: list[str] = []
    parameters = _parameters(definition.parameters, left, unread)
    examples = _examples(definition.examples, left, unread)
    hints = {}
    for what in ("keywords", "rules", "critical_rules", "antipatterns"):
        listed = getattr(definition, what)
        if len(listed) > MAX_HINTS:
            unread.append(f"it has {len(listed)} {what.replace('_', ' ')}; the first {MAX_HINTS} are read")
            hints[what] = listed[:MAX_HINTS]
    if not unread:
        return definition
    return replace(definition, parameters=parameters, examples=examples, unread=tuple(unread), **hints)


def _parameters(
    parameters: tuple[ToolParameter, ...], left: dict[str, int], unread: list[str]
) -> tuple[ToolParameter, ...]:
    room = min(MAX_PARAMETERS, left["parameters"])
    if len(parameters) > room:
        unread.append(
            f"it has {len(parameters)} arguments; {room} are read, those that it needs first, and only programs can "
            "give the others"
        )
        kept = sorted(range(len(parameters)), key=lambda at: (not parameters[at].required, at))[:room]
        parameters = tuple(parameters[at] for at in sorted(kept))
    left["parameters"] -= len(parameters)
    values, chars = min(MAX_VALUES, left["values"]), MAX_VALUE_CHARS
    found = []
    for parameter in parameters:
        listed = parameter.enum_values or ()
        size = sum(map(len, listed)) if len(listed) <= values else 0
        if len(listed) > values or size > chars:
            unread.append(
                f"its argument '{parameter.name:.60}' allows {len(listed)} values, more than are read (at most "
                f"{MAX_VALUES} and {MAX_VALUE_CHARS} characters a tool, {BOX_VALUES} a toolbox): it is read as any "
                "text and checked when the tool is called"
            )
            parameter = replace(parameter, enum_values=None)
        else:
            values, chars, left["values"] = values - len(listed), chars - size, left["values"] - len(listed)
        found.append(parameter)
    return tuple(found)


def _examples(examples: tuple[ToolExample, ...], left: dict[str, int], unread: list[str]) -> tuple[ToolExample, ...]:
    kept = tuple(example for example in examples if len(example.utterance) <= MAX_EXAMPLE_CHARS)
    room = min(MAX_EXAMPLES, left["examples"])
    if len(kept) < len(examples) or len(kept) > room:
        unread.append(
            f"it has {len(examples)} examples; {min(room, len(kept))} are read, with at most "
            f"{MAX_EXAMPLE_CHARS} characters each"
        )
        kept = kept[:room]
    left["examples"] -= len(kept)
    return kept
