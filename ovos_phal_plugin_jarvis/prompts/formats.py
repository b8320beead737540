"""The turn markers of the families that have a provider of their own, and plain ones for a model without any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ovos_phal_plugin_jarvis.prompts.call_format import (
    BARE_JSON,
    FUNCTION_TAGS,
    TOOL_CALL_TAGS,
    TOOL_CALLS_LIST,
    CallFormat,
)
from ovos_phal_plugin_jarvis.prompts.turns import (
    Segment,
    Turn,
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
        """See :class:`~ovos_phal_plugin_jarvis.prompts.turns.PromptFormat`."""
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
        """See :class:`~ovos_phal_plugin_jarvis.prompts.turns.PromptFormat`."""
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
    """``[INST] … [/INST]``: Mistral and Mixtral. There is no system role: the first user turn opens with it.

    A system turn alone, with no reply to open, is written as that opening: the stable beginning of every prompt.
    """

    call_format: CallFormat = TOOL_CALLS_LIST
    name: str = "mistral"
    stop: tuple[str, ...] = ("</s>",)

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.prompts.turns.PromptFormat`."""
        return tuple(self._segments(turns, open_reply))

    def _segments(self, turns: Sequence[Turn], open_reply: bool) -> Iterator[Segment]:
        system, rest = _folded(turns)
        pending = _system_opening(system, self.call_format)
        for turn in rest:
            if turn.role == "assistant":
                yield from _body(turn, self.call_format)
                yield Segment("</s>", special=True)
                continue
            is_tool = turn.role == "tool" and not pending
            yield Segment("[TOOL_RESULTS] " if is_tool else "[INST] ", special=True)
            yield from pending
            pending = ()
            yield from _body(turn, self.call_format)
            yield Segment("[/TOOL_RESULTS]" if is_tool else "[/INST]", special=True)
        if pending and not open_reply:
            yield Segment("[INST] ", special=True)
            yield from pending


@dataclass(frozen=True)
class GemmaFormat:
    """``<start_of_turn>role … <end_of_turn>``: Gemma. There is no system role: the first user turn opens with
    it, and what a tool gave back is said by the user. A system turn alone is written as for Mistral."""

    call_format: CallFormat = BARE_JSON
    name: str = "gemma"
    stop: tuple[str, ...] = ("<end_of_turn>", "<eos>")

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.prompts.turns.PromptFormat`."""
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
class PlainFormat:
    """``User: …`` lines, for a model that comes without a chat template."""

    call_format: CallFormat = BARE_JSON
    name: str = "plain"
    stop: tuple[str, ...] = ("\nUser:",)

    def segments(self, turns: Sequence[Turn], *, open_reply: bool = True) -> tuple[Segment, ...]:
        """See :class:`~ovos_phal_plugin_jarvis.prompts.turns.PromptFormat`."""
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
