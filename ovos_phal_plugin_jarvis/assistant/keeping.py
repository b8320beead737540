"""A conversation as JSON and back, so that it goes on after a restart where that is configured."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from hashlib import sha256
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.assistant.allow import AllowedCalls
from ovos_phal_plugin_jarvis.assistant.conversation import Button, Conversation, Page
from ovos_phal_plugin_jarvis.assistant.pointing import Item, Items
from ovos_phal_plugin_jarvis.assistant.understanding import Understood
from ovos_phal_plugin_jarvis.consent.confirmation import Waiting
from ovos_phal_plugin_jarvis.stores import StoreError
from ovos_phal_plugin_jarvis.stores.conversations import ConversationStore
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall

VERSION = 3
"""Of the form; a record of another one is not read."""


class Keeper:
    """Saves conversations and finds them again. A store that fails costs the memory and no answer."""

    def __init__(self, store: ConversationStore) -> None:
        """
        Args:
            store: where they are; closed by its owner.
        """
        self._store = store

    def save(self, context: InvocationContext, conversation: Conversation, waiting: Waiting | None, now: float) -> None:
        """Keep a conversation and the plan that waits in it.

        Args:
            context: whose it is.
            conversation: what is remembered.
            waiting: the plan that waits for a yes.
            now: on the clock of the conversations and of consent.
        """
        try:
            data = json.dumps(_written(conversation, waiting, now), allow_nan=False)
            self._store.save(context.conversation_id, context.user_id, data)
        except (StoreError, TypeError, ValueError, RecursionError) as error:
            LOG.warning(f"a conversation is not kept over a restart: {error}")

    def forget(self, session: str, *user: int | None) -> None:
        """Forget what is kept of a session; of that user alone where one is given."""
        try:
            self._store.delete(session, *user)
        except (StoreError, ValueError) as error:
            LOG.warning(f"a conversation that was kept can't be forgotten: {error}")

    def find(
        self, context: InvocationContext, snapshot: Snapshot, now: float
    ) -> tuple[Conversation, Waiting | None] | None:
        """The conversation of *context* as it was before the restart, and the plan that waited in it."""
        try:
            found = self._store.load(context.conversation_id, context.user_id)
            return None if found is None else _read(json.loads(found[0]), found[1], context, snapshot, now)
        except (StoreError, TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
            LOG.warning(f"a conversation that was kept can't be read, and starts anew: {error}")
            return None


def _written(conversation: Conversation, waiting: Waiting | None, now: float) -> dict[str, Any]:
    question = conversation.question
    return {
        "version": VERSION,
        "last_call": _call(conversation.last_call),
        "last_result": conversation.last_result,
        "done": [_call(call) for call in conversation.done],
        "shown": list(conversation.shown),
        # Which of two tools was meant is asked anew after a restart.
        "question": None if question is None or question.calls else {
            "call": _call(question.call),
            "parameter": question.parameter,
            "text": str(question.text),
            "choices": list(question.choices),
            "names": list(question.names),
        },
        "asked": conversation.asked,
        "asked_ago": now - conversation.asked_at,
        "buttons": [
            {
                "action": button.action,
                "call": _call(button.call),
                "context": button.context,
                "completion_message": button.completion_message,
                "text": button.text,
                "pressed": [[now - at, data] for at, data in button.pressed],
                "once": button.once,
            }
            for button in conversation.buttons
        ],
        "items": conversation.items
        and {
            "call": _call(conversation.items.call),
            "items": [{**asdict(item), "actions": list(item.actions)} for item in conversation.items.items],
        },
        "offers": conversation.offers,
        "asks": conversation.asks,
        "refusal": conversation.refusal,
        "turns": [[role, str(text)] for role, text in conversation.turns],
        "rest": str(conversation.rest),
        "page": conversation.page and {**asdict(conversation.page), "call": _call(conversation.page.call)},
        # What an action would do is known to the response that showed it, which is gone after a restart.
        "waiting": _plan(waiting, now) if waiting is not None and waiting.press is None else None,
    }  # fmt: skip


def _call(call: ToolCall | None) -> dict[str, Any] | None:
    if call is None:
        return None
    return {
        "name": call.name,
        "arguments": dict(call.arguments),
        "toolbox_id": call.toolbox_id,
        "said": call.said,
        "called": {name: list(pair) for name, pair in call.called.items()},
    }


def _plan(waiting: Waiting, now: float) -> dict[str, Any]:
    return {
        "id": waiting.id,
        "plan": [_call(call) for call in waiting.plan],
        "tools": [_digest(tool) for tool in waiting.tools],
        "questions": [str(question) for question in waiting.questions],
        "translator": waiting.translator,
        "utterance": waiting.utterance,
        "left": waiting.until - now,
        "asked": waiting.asked,
    }


def _digest(definition: ToolDefinition) -> str:
    """What a tool is, so that a yes after the restart counts for the same one only."""
    return sha256(repr(definition).encode("utf-8", "replace")).hexdigest()


def _read(
    data: Mapping[str, Any], age: float, context: InvocationContext, snapshot: Snapshot, now: float
) -> tuple[Conversation, Waiting | None]:
    if data["version"] != VERSION:
        raise ValueError(f"it has the form {data['version']!r:.20}")
    asked, page, plan, items = data["question"], data["page"], data["waiting"], data["items"]
    conversation = Conversation(
        last_call=_read_call(data["last_call"]),
        last_result=data["last_result"],
        done=tuple(_known(call) for call in data["done"]),
        shown=tuple(data["shown"]),
        question=asked
        and Question(
            _known(asked["call"]), asked["parameter"], asked["text"], tuple(asked["choices"]), tuple(asked["names"])
        ),
        items=items
        and Items(
            _known(items["call"]), tuple(Item(**{**item, "actions": tuple(item["actions"])}) for item in items["items"])
        ),
        asked=data["asked"],
        asked_at=now - age - data["asked_ago"],
        buttons=tuple(
            Button(
                **{
                    **button,
                    "call": _known(button["call"]),
                    "pressed": tuple((now - age - ago, handed) for ago, handed in button["pressed"]),
                }
            )
            for button in data["buttons"]
        ),
        offers=data["offers"],
        asks=data["asks"],
        refusal=data["refusal"],
        turns=[(role, text) for role, text in data["turns"]],
        rest=data["rest"],
        page=page and Page(_known(page["call"]), page["session"], page["text"]),
    )
    return conversation, plan and _read_plan(plan, age, context, snapshot, now)


def _read_plan(
    data: Mapping[str, Any], age: float, context: InvocationContext, snapshot: Snapshot, now: float
) -> Waiting | None:
    """The plan; None where a tool of it is gone or another one now: a yes was asked for what was shown."""
    plan = tuple(_known(call) for call in data["plan"])
    found = [snapshot.by_name.get(call.name, ()) for call in plan]
    tools = [
        tool.definition
        for call, tools, digest in zip(plan, found, data["tools"], strict=True)
        for tool in tools
        if call.toolbox_id in (None, tool.toolbox_id) and _digest(tool.definition) == digest
    ]
    if len(tools) != len(plan):
        return None
    return Waiting(
        id=data["id"],
        plan=plan,
        tools=tuple(tools),
        questions=tuple(data["questions"]),
        session=context.conversation_id,
        user_id=context.user_id,
        translator=data["translator"],
        utterance=data["utterance"],
        until=now - age + data["left"],
        asked=data["asked"],
        carried=Understood(AllowedCalls(), data["translator"]),
    )


def _read_call(data: Mapping[str, Any] | None) -> ToolCall | None:
    return None if data is None else _known(data)


def _known(data: Mapping[str, Any]) -> ToolCall:
    call = ToolCall(data["name"], data["arguments"], data["toolbox_id"], said=data["said"])
    return replace(call, called={name: (pair[0], pair[1]) for name, pair in data["called"].items()})
