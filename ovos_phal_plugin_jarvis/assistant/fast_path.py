"""Pre-route: any command may claim the words by itself, with no model and at no cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ovos_phal_plugin_jarvis.config import AssistantConfig
from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.tools.command_schema import CommandArguments
from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments
from ovos_phal_plugin_jarvis.tools.execution.hooks import Hooks
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool, Snapshot
from ovos_phal_plugin_jarvis.tools.validation import ValidCall, validate_call
from ovos_phal_plugin_jarvis.translation.values import ToolCall

PRE_ROUTE = "pre_route"


@dataclass(frozen=True)
class Claimed:
    """A call that a command claims words with."""

    call: ToolCall
    """As it is shown."""
    valid: ValidCall
    """As it runs."""
    before: tuple[tuple[ToolCall, ValidCall], ...] = ()
    """Calls of the same toolbox that come before it: the day that a task is for."""
    sure: bool = True
    """Whether its command does not say that the words may be read in another way."""


async def claim(
    utterance: str,
    snapshot: Snapshot,
    hooks: Hooks,
    config: AssistantConfig,
    disabled_patterns: frozenset[str] = frozenset(),
    user_id: int | None = None,
) -> Claimed | None:
    """The call of the first command that claims *utterance*, in the snapshot's order and fallbacks last; None where
    none does. Commands that look up what belongs to a user find what belongs to *user_id*.

    A command whose ``pre_route`` raises, takes too long, or claims with arguments of the wrong form, is passed over
    with a log line.
    """

    def ask(tool: LoadedTool) -> Claimed | None:
        return _asked(tool, utterance, snapshot, disabled_patterns, user_id)

    claiming = [tool for tool in snapshot if tool.pre_route is not None]
    claiming.sort(key=lambda tool: tool.definition.is_fallback)  # what the user installed is asked first
    return await hooks.first(claiming, PRE_ROUTE, ask, config.pre_route_timeout, config.pre_route_budget)


async def claim_any(
    utterances: Sequence[str],
    tool: LoadedTool,
    snapshot: Snapshot,
    hooks: Hooks,
    config: AssistantConfig,
    disabled_patterns: frozenset[str] = frozenset(),
    user_id: int | None = None,
) -> Claimed | None:
    """The call of *tool* for the first of *utterances* that it claims; None where it claims none, or is too late."""

    def ask(tool: LoadedTool) -> Claimed | None:
        claims = (_asked(tool, utterance, snapshot, disabled_patterns, user_id) for utterance in utterances)
        return next((claimed for claimed in claims if claimed is not None), None)

    claiming = [tool] if tool.pre_route is not None else []
    return await hooks.first(claiming, PRE_ROUTE, ask, config.pre_route_timeout, config.pre_route_budget)


async def claim_follow_up(
    utterance: str,
    tool: LoadedTool,
    snapshot: Snapshot,
    last_call: ToolCall,
    last_result: Mapping[str, Any] | None,
    hooks: Hooks,
    config: AssistantConfig,
) -> Claimed | None:
    """The call of *tool*, whose call was the last, where it takes *utterance* to go on with that; else None."""

    def ask(tool: LoadedTool) -> Claimed | None:
        assert tool.follow_up is not None
        found = tool.follow_up(utterance, dict(last_call.arguments), dict(last_result or {}))
        return _checked(tool, found, snapshot)

    asked = [tool] if tool.follow_up is not None else []
    return await hooks.first(asked, PRE_ROUTE, ask, config.pre_route_timeout, config.pre_route_budget)


def _asked(
    tool: LoadedTool, utterance: str, snapshot: Snapshot, disabled_patterns: frozenset[str], user_id: int | None
) -> Claimed | None:
    assert tool.pre_route is not None
    return _checked(tool, tool.pre_route(utterance, disabled_patterns, user_id), snapshot)


def _checked(tool: LoadedTool, result: Any, snapshot: Snapshot) -> Claimed | None:
    """What a command claims words with, as it runs."""
    if result is None:
        return None
    before = []
    for name, arguments in getattr(result, "before", None) or ():
        found = next((t for t in snapshot.by_name.get(name, ()) if t.toolbox_id == tool.toolbox_id), None)
        if found is None:
            raise InvalidArguments(f"it claimed with '{name}' before it, which its toolbox does not have")
        before.append(_call(found, arguments))
    spoken = getattr(result, "spoken_response", None)
    words = None if spoken is None else text_of(spoken)
    call, valid = _call(tool, getattr(result, "arguments", None), words)
    return Claimed(call, valid, tuple(before), getattr(result, "sure", True) is not False)


def _call(tool: LoadedTool, arguments: Any, spoken: str | None = None) -> tuple[ToolCall, ValidCall]:
    try:
        valid = validate_call(tool, arguments)
    except InvalidArguments as error:
        raise InvalidArguments(f"it claimed with unusable arguments: {error}") from None
    if arguments and isinstance(valid.arguments, CommandArguments):
        # What a command passes to itself it need not declare: parameters are what others may fill in.
        declared = tool.definition.argument_schema.get("properties", {})
        valid.arguments.put_beside({name: arguments[name] for name in arguments if name not in declared})
    return ToolCall(tool.name, dict(arguments or {}), tool.toolbox_id, spoken_response=spoken), valid
