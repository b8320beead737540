"""What was made of late and is still there: what was taken back since can't be pointed to any more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import plain
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import related
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING, UNDOING
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of


def makes(definition: ToolDefinition) -> bool:
    """Whether a tool does something that is there afterwards, and neither only tells nor takes something back."""
    return not definition.annotations.get("readOnlyHint") and not (ENDING | UNDOING) & set(words_of(definition.name))


def still_there(done: Sequence[ToolCall], name: str, definitions: Mapping[str, ToolDefinition]) -> list[ToolCall]:
    """The calls of one tool that nothing behind them took back, oldest first.

    Args:
        done: what was done, oldest first.
        name: of the tool.
        definitions: tools by name.
    """
    left: list[ToolCall] = []
    for call in _not_undone([call for call in done if call.name in definitions], definitions):
        definition = definitions[call.name]
        if call.name == name:
            left.append(call)
        elif ENDING & set(words_of(call.name)) and related(definition, definitions[name]):
            left = _without(left, call)
    return left


def _not_undone(done: Sequence[ToolCall], definitions: Mapping[str, ToolDefinition]) -> list[ToolCall]:
    kept: list[ToolCall] = []
    for call in done:
        if not UNDOING & set(words_of(call.name)):
            kept.append(call)
            continue
        changes = [
            at
            for at, one in enumerate(kept)
            if one.toolbox_id == call.toolbox_id and not definitions[one.name].annotations.get("readOnlyHint")
        ]
        if changes:
            del kept[changes[-1]]
    return kept


def _without(made: list[ToolCall], taking: ToolCall) -> list[ToolCall]:
    """*made* without what *taking* took back; nothing of it where that can't be known."""
    left = []
    for call in made:
        shared = [n for n, v in taking.arguments.items() if not isinstance(v, bool) and n in call.arguments]
        pairs = [(_things(call.arguments[n]), _things(taking.arguments[n])) for n in shared]
        if any(not own & gone for own, gone in pairs):
            left.append(call)
        elif not pairs or not all(own <= gone for own, gone in pairs):
            return []  # "cancel them all", or a part of what was said at once: places are not known any more
    return left


def _things(value: Any) -> set[str]:
    return {plain(each) for each in things_of(value)}
