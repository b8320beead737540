"""Revision: "make that fifteen" changes what was just set, where a tool does that, and else sets it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu.dialogue.roles import acts, related
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, differing, missing
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.nlu.tool_verbs import CHANGING, TAKING, UNDOING
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_ANEW = frozenset(["set", "replace", "exact", "absolute"])
"""Names of the choice that a value is put in place of the one before, rather than added to it."""
MORE = frozenset(["extend", "increase", "add", "more", "longer", "up", "later"])
LESS = frozenset(["shorten", "decrease", "reduce", "subtract", "less", "shorter", "down", "earlier"])
"""Names of the choices that it is added, or taken off."""


def revised(
    found: Request, last: ToolCall, result: Mapping[str, Any] | None, definitions: Mapping[str, ToolDefinition]
) -> Request:
    """*found*, the *last* call with other values, as a call of the tool that changes what the last one has made; else
    instead of what that made, where a tool takes such a thing back.

    Args:
        found: the same tool's call.
        last: the call before.
        result: of the last call; what it made may be named there.
        definitions: tools by name.
    """
    if found.missing:
        return found
    changed = {name: found.call.arguments.get(name) for name in differing(last, found.call)}
    calls = [
        call
        for definition in _changers(definitions[last.name], definitions)
        if (call := _call(definition, found.call, last, result or {}, changed, _ANEW)) is not None
    ]
    if len(calls) == 1:
        return Request(calls[0], (), found.confidence)
    return replace(found, instead_of=taken_back(last, definitions)) if result is not None else found


def taken_back(last: ToolCall, definitions: Mapping[str, ToolDefinition]) -> ToolCall | None:
    """The call that takes back what *last* has made; None where no tool does, or several do, or it makes nothing. What
    is not told all that had to be said of that one thing may take others with it ("all of a category"), and is none."""
    maker = definitions[last.name]
    if maker.annotations.get("idempotentHint") or maker.annotations.get("readOnlyHint"):
        return None
    if (CHANGING | TAKING | UNDOING) & set(words_of(maker.name)):
        return None
    beside = [d for d in definitions.values() if d.toolbox_id == maker.toolbox_id and d.name != maker.name]
    undoing = [d for d in beside if UNDOING & set(words_of(d.name)) and not any(p.required for p in d.parameters)]
    if len(undoing) == 1:
        return ToolCall(undoing[0].name, {}, undoing[0].toolbox_id, takes_back=True)
    found = []
    for definition in beside:
        own = {p.name for p in definition.parameters}
        arguments = {n: v for n, v in last.arguments.items() if n in own and v is not None and not isinstance(v, bool)}
        takes = related(definition, maker) and TAKING & set(acts(definition))
        told = all(p.name in arguments for p in maker.parameters if p.required)
        if takes and told and arguments and not missing(definition, arguments):
            found.append(ToolCall(definition.name, arguments, definition.toolbox_id, takes_back=True))
    return found[0] if len(found) == 1 else None


def extended(found: Request, last: ToolCall, definitions: Mapping[str, ToolDefinition]) -> Request:
    """*found*, the *last* call with a quantity changed by a step, as a call of the tool that adds so much to it.

    Args:
        found: the same tool's call.
        last: the call before.
        definitions: tools by name.
    """
    changed = {name: found.call.arguments.get(name) for name in differing(last, found.call)}
    name, value = next(iter(changed.items()), ("", None))
    before = last.arguments.get(name)
    if len(changed) != 1 or not isinstance(value, int | float) or not isinstance(before, int | float):
        return found
    step = abs(value - before)
    calls = [
        call
        for definition in _changers(definitions[last.name], definitions)
        if (call := _call(definition, found.call, last, {}, {name: step}, MORE if value > before else LESS))
    ]
    return Request(calls[0], (), found.confidence) if len(calls) == 1 else found


def lengthened(last: ToolCall, way: int, definitions: Mapping[str, ToolDefinition]) -> Request | None:
    """The call of the tool that adds to a length of the *last* call, or takes off it, which lacks how much; None where
    no tool does that, or several do.

    Args:
        last: the call before.
        way: 1 for more, -1 for less.
        definitions: tools by name.
    """
    found = []
    for definition in _changers(definitions[last.name], definitions):
        amounts = [p for p in definition.parameters if p.required and values.is_length(p)]
        if len(amounts) == 1 and last.arguments.get(amounts[0].name) is not None:
            known = {name: value for name, value in last.arguments.items() if name != amounts[0].name}
            before = ToolCall(last.name, known, last.toolbox_id, said=last.said)
            call = _call(definition, before, before, {}, {amounts[0].name: 0}, MORE if way > 0 else LESS)
            if call is not None:
                arguments = {name: value for name, value in call.arguments.items() if name != amounts[0].name}
                found.append(Request(replace(call, arguments=arguments), (amounts[0].name,)))
    return found[0] if len(found) == 1 else None


def _changers(maker: ToolDefinition, definitions: Mapping[str, ToolDefinition]) -> list[ToolDefinition]:
    """The tools that change what *maker* makes; none for one that makes nothing when it is called again."""
    again = maker.annotations.get("idempotentHint") or maker.annotations.get("readOnlyHint")
    if again or CHANGING & set(acts(maker)):
        return []
    return [
        definition
        for definition in definitions.values()
        if definition.name != maker.name
        and definition.toolbox_id == maker.toolbox_id
        and related(definition, maker)
        and CHANGING & set(acts(definition))
    ]


def _call(
    definition: ToolDefinition,
    found: ToolCall,
    last: ToolCall,
    result: Mapping[str, Any],
    changed: Mapping[str, Any],
    how: frozenset[str],
) -> ToolCall | None:
    """The call of a tool that changes things, with what is *changed* and *how*; None where it does not take that."""
    own = {p.name: p for p in definition.parameters}
    if not changed or not set(changed) <= set(own) or None in changed.values():
        return None
    arguments: dict[str, Any] = {}
    implied = set()
    for name, parameter in own.items():
        choices = [value for value in parameter.enum_values or () if value in how]
        if name in changed:
            arguments[name] = changed[name]
        elif last.arguments.get(name) is not None:
            arguments[name] = last.arguments[name]
        elif parameter.required and len(choices) == 1:
            arguments[name] = choices[0]
            implied.add(name)
        elif parameter.required and isinstance(result.get(name), str | int):
            arguments[name] = result[name]
    if missing(definition, arguments):
        return None
    call = ToolCall(definition.name, arguments, definition.toolbox_id, said=found.said, spelt_out=found.spelt_out)
    return replace(call, implied=frozenset(implied))
