"""What a follow-up may refer to, and what it turns out to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.text import is_too_long
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext

CONFIDENCE = 0.8
"""Of what a follow-up is read as: the words say less than a whole request, the dialogue says the rest."""

GUESSED = 0.6
"""Confidence at most of what the words may as well deny, or of what nothing but the dialogue makes sense of: what
changes something asks first."""


@dataclass(frozen=True)
class Request:
    """One call that somebody asked for, with what it lacks."""

    call: ToolCall
    missing: tuple[str, ...] = ()
    confidence: float = CONFIDENCE
    instead_of: ToolCall | None = None
    """The call that takes back what the last one made, in whose place this stands."""
    heard: str = field(default="", compare=False)
    """The words that all of it was read from, where none of them is left over and the call's ``said`` are others."""
    read: Candidate | None = field(default=None, compare=False)
    """What it was read from; what came to it besides, a follow-up or a correction, is not in there."""
    certain: float = field(default=1.0, compare=False)
    """How certain its values are at the most: less where some were chosen that no rule finds."""


@dataclass(frozen=True)
class Unclear:
    """A follow-up that may mean several things, or nothing that is known. Nothing is done; the user is told."""

    said: str
    """The words that are not clear."""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """What a follow-up may refer to."""

    call: ToolCall | None = None
    """The last call; its ``said`` are the words that ask for it, none where they are too long to be read again."""
    result: Mapping[str, Any] | None = None
    shown: tuple[Mapping[str, Any], ...] = ()
    """Things that the last answer showed, in order."""
    turns: tuple[str, ...] = ()
    """What the user said before, oldest first."""
    done: tuple[ToolCall, ...] = ()
    """The last things that were done, oldest first."""

    @classmethod
    def of(cls, context: TranslationContext) -> State:
        """The state at the beginning of an utterance."""
        call = context.last_call
        if call is not None and not call.said:
            last = next((text for role, text in reversed(context.turns) if role == "user"), "")
            call = replace(call, said=last)
        call = _readable(call, context.lang) if call is not None else None
        items = tuple(_items(context.last_result)) or tuple(_named(call))
        shown = tuple(context.shown)
        if shown and len(items) == len(shown):
            # The same things, once as they are called and once as the tool knows them.
            shown = tuple({**named, **item} for named, item in zip(shown, items, strict=True))
        said = tuple(text for role, text in context.turns if role == "user")
        return cls(
            call,
            context.last_result,
            shown or items,
            said,
            tuple(_readable(each, context.lang) for each in context.done),
        )

    def back_at(self, call: ToolCall) -> State:
        """This state as if *call*, which was done before, had been the last."""
        return State(call, None if self.result is None else {}, tuple(_named(call)), self.turns, self.done)


Followed = Request | Unclear | None
"""What a follow-up is; None where *nothing* speaks for it being one."""


def request_of(candidate: Candidate, said: str) -> Request:
    """What *candidate* makes of the words *said*."""
    definition, filled = candidate.definition, candidate.filled
    call = ToolCall(definition.name, filled.arguments, definition.toolbox_id, said=said)
    return Request(call, tuple(filled.missing), candidate.confidence, read=candidate)


def _readable(call: ToolCall, lang: str) -> ToolCall:
    """*call* without the words that ask for it, where only a half of them would be read and put in place of all."""
    return replace(call, said="") if is_too_long(call.said, lang) else call


def _items(result: Mapping[str, Any] | None) -> Iterator[Mapping[str, Any]]:
    """The things in the first list of *result*, at its top or one level below."""
    lists = [value for value in (result or {}).values() if isinstance(value, list) and value]
    for inner in (result or {}).values():
        if isinstance(inner, Mapping):
            lists += [value for value in inner.values() if isinstance(value, list) and value]
    for value in lists[:1]:
        for item in value[:100]:
            if isinstance(item, Mapping):
                yield item
            elif isinstance(item, str | int | float):
                yield {"name": str(item)}


def _named(call: ToolCall | None) -> Iterator[dict[str, Any]]:
    """The things that *call* names in its only list, where there are several."""
    lists = {
        n: v for n, v in (call.arguments if call is not None else {}).items() if isinstance(v, list) and len(v) > 1
    }
    for name, things in lists.items() if len(lists) == 1 else ():
        yield from ({name: thing} for thing in things if isinstance(thing, str))


def missing(definition: ToolDefinition, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """The required arguments of a call that *arguments* lack."""
    return definition.lacking(arguments)


def distinct(requests: Iterable[Request]) -> list[Request]:
    found: list[Request] = []
    for request in requests:
        if all((r.call.name, r.call.arguments) != (request.call.name, request.call.arguments) for r in found):
            found.append(request)
    return found


def differing(one: ToolCall, other: ToolCall) -> set[str]:
    names = set(one.arguments) | set(other.arguments)
    return {name for name in names if one.arguments.get(name) != other.arguments.get(name)}
