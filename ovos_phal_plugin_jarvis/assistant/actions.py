"""Buttons and callbacks: whose an action is, and what it is handed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from ovos_phal_plugin_jarvis.assistant.conversation import Button, Conversation
from ovos_phal_plugin_jarvis.assistant.guard import Refusal
from ovos_phal_plugin_jarvis.tools.command_schema import CommandOutput
from ovos_phal_plugin_jarvis.tools.errors import AmbiguousTool, UnknownTool, UnknownToolbox
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool, Proposal, Snapshot
from ovos_phal_plugin_jarvis.translation.values import ToolCall

ACTION = "action"
"""What stands for the translator in the reply to an action."""
CANCEL = "cancel_click"
"""The action that every command answers (interface, handle_action)."""


@dataclass(frozen=True)
class ActionTarget:
    """The command that an action goes to."""

    tool: LoadedTool
    call: ToolCall
    """The call whose response offered it; the bare command where none did."""
    context: Mapping[str, Any] = field(default_factory=dict)
    """``context_data`` of that response."""
    completion_message: str = ""
    shown: bool = False
    """Whether the conversation was shown it as a button, so that pressing it is the user's consent."""
    button: Button | None = None
    """The button, where it was shown."""


def offered_buttons(call: ToolCall, output: CommandOutput, once: bool) -> list[Button]:
    """The buttons of one response, as a conversation remembers them; with *once*, each does what it does once."""
    return [
        Button(
            str(action.get("button_action")),
            call,
            output.context_data,
            str(action.get("completion_message") or ""),
            str(action.get("button_text") or ""),
            once=once or action.get("button_type") == "destructive",
        )
        for action in output.actions
    ]


def proposed_buttons(call: ToolCall, output: CommandOutput, tool: LoadedTool) -> list[tuple[Proposal, list[Button]]]:
    """What the author of *tool* wants to be offered after this response: each proposal that the response or the call
    has all it needs for, with the button that does it and the one that does not. None of what the response offers
    itself."""
    known = {**call.arguments, **output.context_data}
    offered = {str(action.get("button_action")) for action in output.actions}
    found = []
    for proposal in tool.actions.proposals if tool.actions is not None else ():
        if proposal.callback in offered or any(known.get(name) in (None, "") for name in proposal.required):
            continue
        data = {n: known[n] for n in (*proposal.required, *proposal.optional) if known.get(n) is not None}
        if proposal.key is not None:
            data[proposal.key] = uuid4().hex
        buttons = [
            Button(proposal.callback, call, data, text=proposal.confirm, once=True),
            Button(CANCEL, call, data, text=proposal.dismiss),
        ]
        found.append((proposal, buttons))
    return found


def find_action(
    action: str, command: str | None, toolbox_id: str | None, conversation: Conversation, snapshot: Snapshot
) -> ActionTarget:
    """Whose *action* is: the command that *command* names, else the one whose button this conversation was shown
    last, else the one that has a callback of that name.

    Raises:
        Refusal: there is none, or *action* alone does not tell which.
    """
    for button in reversed(conversation.buttons):
        if (
            button.action == action
            and command in (None, button.call.name)
            and toolbox_id in (None, button.call.toolbox_id)
        ):
            tool = _find(snapshot, button.call.name, button.call.toolbox_id)
            return ActionTarget(tool, button.call, button.context, button.completion_message, shown=True, button=button)
    if command is not None:
        return _bare(_find(snapshot, command, toolbox_id))
    last = conversation.last_call
    having = [tool for tool in _commands(snapshot) if action in _callbacks(tool)]
    spoke = [tool for tool in having if last is not None and tool.name == last.name]
    if len(having) == 1 or len(spoke) == 1:
        return _bare((spoke or having)[0])
    if having:
        raise Refusal(
            "invalid",
            f"More than one command has the callback '{action:.80}': "
            f"{', '.join(tool.name for tool in having)}. Send 'command' to say which is meant",
        )
    if action == CANCEL and last is not None:
        tool = _find(snapshot, last.name, last.toolbox_id)
        return ActionTarget(tool, last, conversation.last_result or {})
    offered = ", ".join(dict.fromkeys(button.action for button in conversation.buttons)) or "none"
    raise Refusal(
        "invalid",
        f"No such action: '{action:.80}'. Offered in this conversation: {offered}. "
        "Send 'command' for a callback or a button of another one",
    )


def _find(snapshot: Snapshot, name: str, toolbox_id: str | None) -> LoadedTool:
    try:
        tool = snapshot.find(name, toolbox_id)
    except AmbiguousTool:
        # A toolbox may have a tool of that name; only a command has actions.
        named = [tool for tool in _commands(snapshot) if tool.name == name]
        if len(named) == 1 and toolbox_id is None:
            return named[0]
        raise Refusal(
            "invalid", f"More than one toolbox has a command '{name:.80}'. Send 'toolbox_id' to say which is meant"
        ) from None
    except (UnknownTool, UnknownToolbox) as error:
        raise Refusal("invalid", str(error)) from None
    if tool.actions is None:
        raise Refusal("invalid", f"'{tool.name}' is no Jarvis command and has no actions")
    return tool


def _bare(tool: LoadedTool) -> ActionTarget:
    return ActionTarget(tool, ToolCall(tool.name, {}, tool.toolbox_id))


def _commands(snapshot: Snapshot) -> Iterator[LoadedTool]:
    return (tool for tool in snapshot if tool.actions is not None)


def _callbacks(tool: LoadedTool) -> frozenset[str]:
    return tool.actions.callbacks if tool.actions is not None else frozenset()
