"""Turns written by the chat template that a model brings along."""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from jinja2 import TemplateError

from ovos_phal_plugin_jarvis.prompts.call_format import BARE_JSON, CallFormat
from ovos_phal_plugin_jarvis.prompts.sandbox import ChatTemplateSandbox
from ovos_phal_plugin_jarvis.prompts.turns import (
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
    ) -> None:
        """
        Args:
            template: Jinja source, as ``tokenizer.chat_template`` holds it.
            call_format: how calls in the history are written.
            eos_token: text of the model's end token, for templates that write it.
            stop: text that ends a turn where the model's own end tokens do not.

        Raises:
            ChatTemplateError: it is not valid Jinja.
        """
        self.stop = stop
        self._template = template
        self._call_format = call_format
        self._eos_token = eos_token
        self._sandbox = ChatTemplateSandbox()
        self._has_system = True
        try:
            self._sandbox.from_string(template)
        except (TemplateError, ValueError, RecursionError) as error:
            raise ChatTemplateError(f"the model's chat template is not valid: {_line(error)}") from error

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.prompts.turns.PromptFormat`.

        Raises:
            ChatTemplateError: as the class says.
        """
        if self._has_system:
            try:
                return self._render(_merged(turns), open_reply)
            except ChatTemplateError:
                if not turns or turns[0].role != "system":
                    raise
        # Templates of families without a system role raise on one: it goes into the first user turn.
        folded = self._render(_merged(_without_system(turns)), open_reply)
        self._has_system = False
        return folded

    def _render(self, turns: Sequence[Turn], open_reply: bool) -> tuple[Segment, ...]:
        messages = [{"role": turn.role, "content": _placeholder(index)} for index, turn in enumerate(turns)]
        variables = {
            "messages": messages,
            "add_generation_prompt": open_reply,
            "bos_token": "",
            "eos_token": self._eos_token,
            "tools": None,
        }
        try:
            text = self._sandbox.render_template(self._template, variables)
        except Exception as error:  # noqa: BLE001 - a template can make Python raise anything
            raise ChatTemplateError(f"the model's chat template failed: {_line(error)}") from error
        return self._filled(text, turns)

    def _filled(self, text: str, turns: Sequence[Turn]) -> tuple[Segment, ...]:
        segments: list[Segment] = []
        seen: set[int] = set()
        for index, piece in enumerate(_PLACEHOLDER.split(text)):
            if index % 2 == 0:
                segments.append(Segment(piece, special=True))
            elif int(piece) < len(turns):
                seen.add(int(piece))
                segments += self._words(turns[int(piece)])
        lost = [turn.role for index, turn in enumerate(turns) if index not in seen]
        if lost:
            raise ChatTemplateError(f"the model's chat template leaves out what the {lost[0]} said")
        return tuple(segment for segment in segments if segment.text)

    def _words(self, turn: Turn) -> tuple[Segment, ...]:
        return call_segments(self._call_format, turn.calls) if turn.calls else (Segment(turn.text),)


_PLACEHOLDER = re.compile(r"JARVISTURN(\d{1,6})END")


def _placeholder(index: int) -> str:
    return f"JARVISTURN{index}END"


def _merged(turns: Sequence[Turn]) -> list[Turn]:
    """*turns* as templates want them: tool results said by the user, and no role twice in a row."""
    merged: list[Turn] = []
    for turn in turns:
        if turn.role == "tool":
            turn = Turn("user", tool_text(turn))
        elif turn.role == "user":
            turn = Turn("user", user_text(turn))
        last = merged[-1] if merged else None
        if last and last.role == turn.role and not last.calls and not turn.calls:
            merged[-1] = replace(last, text=f"{last.text}\n\n{turn.text}")
        else:
            merged.append(turn)
    return merged


def _without_system(turns: Sequence[Turn]) -> list[Turn]:
    """The leading system turn as a user turn of its own, which merging joins with the next."""
    return [Turn("user", turns[0].text), *turns[1:]] if turns and turns[0].role == "system" else list(turns)


def _line(error: BaseException) -> str:
    """An error as one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text:.200}" if text else type(error).__name__
