"""Turns written by the chat template that a model brings along."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from jinja2 import TemplateError

from ovos_phal_plugin_jarvis.foreign_text import text_of, type_name
from ovos_phal_plugin_jarvis.llm.call_format import BARE_JSON, CallFormat
from ovos_phal_plugin_jarvis.llm.prompts.sandbox import ChatTemplateSandbox
from ovos_phal_plugin_jarvis.llm.turns import (
    PromptFormatError,
    Segment,
    Turn,
    call_segments,
    tool_text,
    user_text,
)


class ChatTemplateError(PromptFormatError):
    """The template cannot be compiled, raises, runs away, or loses what was said."""


class ChatTemplateFormat:
    """Renders the template with a placeholder for each turn's words and puts the words in afterwards as data.

    So the template's own text is all that can act as control tokens, whatever it does with the words.
    """

    name = "chat_template"

    def __init__(
        self,
        template: str,
        *,
        call_format: CallFormat = BARE_JSON,
        eos_token: str = "",
        stop: tuple[str, ...] = (),
        today: Callable[[], date] = date.today,
    ) -> None:
        """
        Args:
            template: Jinja source, as ``tokenizer.chat_template`` holds it.
            call_format: how calls in the history are written.
            eos_token: text of the model's end token, for templates that write it.
            stop: text that ends a turn where the model's own end tokens do not.
            today: the date, for templates that write it.

        Raises:
            ChatTemplateError: it is not valid Jinja.
        """
        self.stop = stop
        self._call_format = call_format
        self._eos_token = eos_token
        self._sandbox = ChatTemplateSandbox(today)
        self._has_system = True
        try:
            self._template = self._sandbox.from_string(template)
        except (TemplateError, ValueError, RecursionError) as error:
            raise ChatTemplateError(f"the model's chat template is not valid: {_line(error)}") from error

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.llm.turns.PromptFormat`.

        Raises:
            ChatTemplateError: as the class says.
        """
        if self._has_system:
            try:
                return self._render(_grouped(turns), open_reply)
            except ChatTemplateError:
                if len(turns) < 2 or turns[0].role != "system":
                    raise
        # Templates of families without a system role raise on one: it goes into the first user turn.
        folded = self._render(_grouped(turns, fold_system=True), open_reply)
        self._has_system = False
        return folded

    def _render(self, groups: Sequence[_Group], open_reply: bool) -> tuple[Segment, ...]:
        messages = [{"role": group.role, "content": _placeholder(index)} for index, group in enumerate(groups)]
        variables = {
            "messages": messages,
            "add_generation_prompt": open_reply,
            "bos_token": "",
            "eos_token": self._eos_token,
            "tools": None,
        }
        try:
            text = self._sandbox.render(self._template, variables)
        except Exception as error:  # a template can make Python raise anything
            raise ChatTemplateError(f"the model's chat template failed: {_line(error)}") from error
        return self._filled(text, groups)

    def _filled(self, text: str, groups: Sequence[_Group]) -> tuple[Segment, ...]:
        segments: list[Segment] = []
        seen: set[int] = set()
        for index, piece in enumerate(_PLACEHOLDER.split(text)):
            if index % 2 == 0:
                segments.append(Segment(piece, special=True))
            elif int(piece) < len(groups):
                seen.add(int(piece))
                segments += self._words(groups[int(piece)])
        lost = [group.role for index, group in enumerate(groups) if index not in seen]
        if lost:
            raise ChatTemplateError(f"the model's chat template leaves out what the {lost[0]} said")
        return tuple(segment for segment in segments if segment.text)

    def _words(self, group: _Group) -> tuple[Segment, ...]:
        segments: list[Segment] = []
        for index, turn in enumerate(group.turns):
            if index:
                segments.append(Segment("\n\n"))
            if turn.calls:
                segments += call_segments(self._call_format, turn.calls)
            else:
                words = {"user": user_text, "tool": tool_text}.get(turn.role)
                segments.append(Segment(words(turn) if words else turn.text))
        return tuple(segments)


@dataclass(frozen=True)
class _Group:
    """Turns that a template is given as one message."""

    role: str
    turns: tuple[Turn, ...]


_PLACEHOLDER = re.compile(r"JARVISTURN(\d{1,6})END")


def _placeholder(index: int) -> str:
    return f"JARVISTURN{index}END"


def _grouped(turns: Sequence[Turn], *, fold_system: bool = False) -> list[_Group]:
    """*turns* as templates want them: tool results said by the user, and no role twice in a row.

    Args:
        fold_system: have the user say the system prompt as well.
    """
    said_by_user = ("user", "tool", "system") if fold_system else ("user", "tool")
    groups: list[_Group] = []
    for turn in turns:
        role = "user" if turn.role in said_by_user else turn.role
        if groups and groups[-1].role == role:
            groups[-1] = _Group(role, (*groups[-1].turns, turn))
        else:
            groups.append(_Group(role, (turn,)))
    return groups


def _line(error: BaseException) -> str:
    """An error as one line."""
    text = " ".join(text_of(error).split())
    return f"{type_name(error)}: {text:.200}" if text else type_name(error)
