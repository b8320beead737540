"""The turn markers of the families that have a provider of their own, and plain ones for a model without any."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ovos_phal_plugin_jarvis.llm.call_format import (
    BARE_JSON,
    FUNCTION_CALL_MARKS,
    FUNCTION_TAGS,
    TOOL_CALL_TAGS,
    TOOL_CALLS_LIST,
    CallFormat,
)
from ovos_phal_plugin_jarvis.llm.turns import (
    Segment,
    Turn,
    argument_segments,
    call_segments,
    notation_segments,
    tool_text,
    user_text,
)


def _body(turn: Turn, call_format: CallFormat) -> tuple[Segment, ...]:
    """What a turn says, without markers."""
    if turn.role == "system":
        return notation_segments(turn.text, call_format.notation)
    if turn.role == "assistant" and turn.calls:
        return call_segments(call_format, turn.calls)
    text = {"user": user_text, "tool": tool_text}.get(turn.role, lambda t: t.text)(turn)
    return (Segment(text),) if text else ()


def _folded(turns: Sequence[Turn]) -> tuple[Turn | None, tuple[Turn, ...]]:
    """The leading system turn, if there is one, and the rest."""
    if turns and turns[0].role == "system":
        return turns[0], tuple(turns[1:])
    return None, tuple(turns)


@dataclass(frozen=True)
class ChatMlFormat:
    """``<|im_start|>role … <|im_end|>``: Qwen and Hermes."""

    call_format: CallFormat = TOOL_CALL_TAGS
    tool_role: str = "user"
    """Who says what a tool gave back: Qwen has the user say it, Hermes knows a role ``tool``."""
    reply_prefix: str = ""
    """Written for the model at the start of its turn, such as an empty block of thoughts."""
    name: str = "chatml"
    stop: tuple[str, ...] = ("<|im_end|>", "<|endoftext|>")

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.llm.turns.PromptFormat`."""
        return tuple(self._segments(turns, open_reply))

    def _segments(self, turns: Sequence[Turn], open_reply: bool) -> Iterator[Segment]:
        for turn in turns:
            role = self.tool_role if turn.role == "tool" else turn.role
            tagged = turn.role == "tool"
            yield Segment(f"<|im_start|>{role}\n" + ("<tool_response>\n" if tagged else ""), special=True)
            yield from _body(turn, self.call_format)
            yield Segment(("\n</tool_response>" if tagged else "") + "<|im_end|>\n", special=True)
        if open_reply:
            yield Segment(f"<|im_start|>assistant\n{self.reply_prefix}", special=True)


@dataclass(frozen=True)
class Llama3Format:
    """``<|start_header_id|>role<|end_header_id|>`` … ``<|eot_id|>``: Llama 3, 3.1, 3.2."""

    call_format: CallFormat = FUNCTION_TAGS
    name: str = "llama3"
    stop: tuple[str, ...] = ("<|eot_id|>", "<|eom_id|>", "<|end_of_text|>")

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.llm.turns.PromptFormat`."""
        return tuple(self._segments(turns, open_reply))

    def _segments(self, turns: Sequence[Turn], open_reply: bool) -> Iterator[Segment]:
        for turn in turns:
            role = "ipython" if turn.role == "tool" else turn.role
            yield Segment(f"<|start_header_id|>{role}<|end_header_id|>\n\n", special=True)
            yield from _body(turn, self.call_format)
            yield Segment("<|eot_id|>", special=True)
        if open_reply:
            yield Segment("<|start_header_id|>assistant<|end_header_id|>\n\n", special=True)


@dataclass(frozen=True)
class MistralFormat:
    """``[INST]…[/INST]``: Mistral and Mixtral.

    The marks are control tokens, behind which a SentencePiece vocabulary (7B v0.3) puts a space of its own and Tekken
    (Nemo) none; so there is none here. A system turn alone, with no reply to open, is written as the opening of the
    first user turn: the stable beginning of every prompt.
    """

    call_format: CallFormat = TOOL_CALLS_LIST
    has_system: bool = False
    """Whether there is a system role (from version 7 on); else the first user turn opens with it."""
    has_words: bool = False
    """Whether the marks are words like any other, with spaces round them (before version 2: 7B v0.1, Mixtral 8x7B)."""
    name: str = "mistral"
    stop: tuple[str, ...] = ("</s>",)

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.llm.turns.PromptFormat`."""
        return tuple(self._segments(turns, open_reply))

    def _segments(self, turns: Sequence[Turn], open_reply: bool) -> Iterator[Segment]:
        system, rest = _folded(turns)
        opening, closing = (" [INST] ", " [/INST]") if self.has_words else ("[INST]", "[/INST]")
        pending: tuple[Segment, ...] = ()
        if system is not None and self.has_system:
            yield Segment("[SYSTEM_PROMPT]", special=True)
            yield from _body(system, self.call_format)
            yield Segment("[/SYSTEM_PROMPT]", special=True)
        else:
            pending = _system_opening(system, self.call_format)
        for turn in rest:
            if turn.role == "assistant":
                if self.has_words:
                    yield Segment(" ")
                yield from _body(turn, self.call_format)
                yield Segment("</s>", special=True)
                continue
            is_tool = turn.role == "tool" and not pending and not self.has_words
            yield Segment("[TOOL_RESULTS]" if is_tool else opening, special=True)
            yield from pending
            pending = ()
            yield from _body(turn, self.call_format)
            yield Segment("[/TOOL_RESULTS]" if is_tool else closing, special=True)
        if pending and not open_reply:
            yield Segment(opening, special=True)
            yield from pending


@dataclass(frozen=True)
class GemmaFormat:
    """``<start_of_turn>role … <end_of_turn>``: Gemma. There is no system role: the first user turn opens with
    it, and what a tool gave back is said by the user. A system turn alone is written as for Mistral."""

    call_format: CallFormat = BARE_JSON
    name: str = "gemma"
    stop: tuple[str, ...] = ("<end_of_turn>", "<eos>")

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.llm.turns.PromptFormat`."""
        return tuple(self._segments(turns, open_reply))

    def _segments(self, turns: Sequence[Turn], open_reply: bool) -> Iterator[Segment]:
        system, rest = _folded(turns)
        pending = _system_opening(system, self.call_format)
        for turn in rest:
            role = "model" if turn.role == "assistant" else "user"
            yield Segment(f"<start_of_turn>{role}\n", special=True)
            if role == "user":
                yield from pending
                pending = ()
            yield from _body(turn, self.call_format)
            yield Segment("<end_of_turn>\n", special=True)
        if pending and not open_reply:
            yield Segment("<start_of_turn>user\n", special=True)
            yield from pending
        if open_reply:
            yield Segment("<start_of_turn>model\n", special=True)


@dataclass(frozen=True)
class FunctionGemmaFormat:
    """Gemma's turns with a first one of the ``developer``. A result stands in the turn of the model that made the call,
    which goes on behind it."""

    call_format: CallFormat = FUNCTION_CALL_MARKS
    name: str = "functiongemma"
    stop: tuple[str, ...] = ("<end_of_turn>", "<start_function_response>", "<eos>")

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.llm.turns.PromptFormat`."""
        return tuple(self._segments(turns, open_reply))

    def _segments(self, turns: Sequence[Turn], open_reply: bool) -> Iterator[Segment]:
        roles = {"system": "developer", "assistant": "model", "user": "user"}
        is_open = has_called = False
        """Whether the model's turn goes on, and whether the mark of a result stands there."""
        for turn in turns:
            if turn.role == "tool":
                if not is_open:
                    yield Segment("<start_of_turn>model\n", special=True)
                if not has_called:
                    yield Segment("<start_function_response>", special=True)
                yield from _response(turn, self.call_format)
                is_open, has_called = True, False
                continue
            if is_open and turn.role != "assistant":
                yield Segment("<end_of_turn>\n", special=True)
            if not is_open or turn.role != "assistant":
                yield Segment(f"<start_of_turn>{roles[turn.role]}\n", special=True)
            yield from _body(turn, self.call_format)
            is_open = has_called = bool(turn.calls)
            if not is_open:
                yield Segment("<end_of_turn>\n", special=True)
        if open_reply and not is_open:
            yield Segment("<start_of_turn>model\n", special=True)


def _response(turn: Turn, call_format: CallFormat) -> Iterator[Segment]:
    """What a tool gave back, as the arguments of a call are written: it can't pass for anything but a value."""
    try:
        given = json.loads(turn.text)
    except (ValueError, RecursionError):
        given = turn.text
    yield Segment("response:", special=True)
    yield Segment(turn.name)
    yield from argument_segments(call_format, given if isinstance(given, dict) else {"value": given})
    yield Segment("<end_function_response>", special=True)


@dataclass(frozen=True)
class PlainFormat:
    """``User: …`` lines, for a model that comes without a chat template."""

    call_format: CallFormat = BARE_JSON
    name: str = "plain"
    stop: tuple[str, ...] = ("\nUser:",)

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.llm.turns.PromptFormat`."""
        return tuple(self._segments(turns, open_reply))

    def _segments(self, turns: Sequence[Turn], open_reply: bool) -> Iterator[Segment]:
        labels = {"user": "User: ", "assistant": "Assistant: ", "tool": "Tool: "}
        for turn in turns:
            if turn.role != "system":
                yield Segment(labels[turn.role], special=True)
                # Without control tokens a line break followed by "Assistant:" would start a turn.
                turn = replace(turn, text=" ".join(turn.text.split()))
            yield from _body(turn, self.call_format)
            yield Segment("\n\n" if turn.role == "system" else "\n", special=True)
        if open_reply:
            yield Segment("Assistant:", special=True)


def _system_opening(system: Turn | None, call_format: CallFormat) -> tuple[Segment, ...]:
    """The system prompt as the opening of another turn, ending with an empty line."""
    if system is None:
        return ()
    return (*_body(system, call_format), Segment("\n\n"))
