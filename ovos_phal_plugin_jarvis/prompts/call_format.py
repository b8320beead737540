"""How a model family writes a tool call, as literal text round a name and its arguments.

One value serves three readers, so that they cannot disagree: the engine builds the decoding grammar from it,
the prompt shows the model the same shape, and fine-tuning records and history are rendered with it. Whatever
:meth:`CallFormat.render` writes, :func:`~ovos_phal_plugin_jarvis.prompts.parser.parse_reply` reads back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Call = tuple[str, Mapping[str, Any]]
"""A tool's name and its arguments."""


def compact_json(value: Any) -> str:
    """JSON without free white space, text outside ASCII as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class CallFormat:
    """A reply that calls is ``open call (separator call)* close``; a call is
    ``before_name NAME between ARGUMENTS after_arguments``, with the arguments as compact JSON.

    A reply that only speaks is ``answer_open TEXT answer_close``. All fields are literal text. Those of a call
    may hold control tokens of the family (``[TOOL_CALLS]``), so they are tokenized with special tokens on.
    """

    before_name: str
    between: str
    after_arguments: str
    open: str = ""
    separator: str = "\n"
    close: str = ""
    answer_open: str = ""
    answer_close: str = ""
    answer_forbidden: str = "<>{}[]`"
    """Characters that an answer may not hold: with them it could be read as a call."""
    stop: tuple[str, ...] = ()
    """Text that ends a reply, beside the model's own end-of-generation tokens."""
    notation: tuple[str, ...] = ()
    """Words of the notation that the family's vocabulary may hold as one token."""
    several: bool = True
    """Whether a reply may hold more than one call."""

    def render(self, calls: Iterable[Call]) -> str:
        """The reply that makes *calls*, at least one, in this order."""
        return self.open + self.separator.join(self.render_call(*call) for call in calls) + self.close

    def render_call(self, name: str, arguments: Mapping[str, Any]) -> str:
        """One call without ``open`` and ``close``."""
        return f"{self.before_name}{name}{self.between}{compact_json(dict(arguments))}{self.after_arguments}"

    def render_answer(self, text: str) -> str:
        """The reply that only says *text*."""
        forbidden = str.maketrans(dict.fromkeys(self.answer_forbidden, " "))
        return f"{self.answer_open}{text.translate(forbidden).strip()}{self.answer_close}"


TOOL_CALL_TAGS = CallFormat(
    before_name='<tool_call>\n{"name": "',
    between='", "arguments": ',
    after_arguments="}\n</tool_call>",
    stop=("<|im_end|>", "<|endoftext|>"),
    notation=("<tool_call>", "</tool_call>", "<tools>", "</tools>"),
)
"""Qwen 2.5, Qwen 3 and Hermes 3."""

FUNCTION_TAGS = CallFormat(
    before_name="<function=",
    between=">",
    after_arguments="</function>",
    stop=("<|eot_id|>", "<|eom_id|>", "<|end_of_text|>"),
)
"""Llama 3.1 and 3.2."""

TOOL_CALLS_LIST = CallFormat(
    open="[TOOL_CALLS][",
    before_name='{"name": "',
    between='", "arguments": ',
    after_arguments="}",
    separator=", ",
    close="]",
    stop=("</s>",),
    notation=("[TOOL_CALLS]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
)
"""Mistral and Mixtral."""

BARE_JSON = CallFormat(
    before_name='{"name": "',
    between='", "arguments": ',
    after_arguments="}",
)
"""Models that were taught no notation of their own."""
