"""How a model family writes a tool call, as literal text round a name and its arguments.

One value serves three readers, so that they cannot disagree: the engine builds the decoding grammar from it,
the prompt shows the model the same shape, and fine-tuning records and history are rendered with it. Whatever
:meth:`CallFormat.render` writes, :func:`~ovos_phal_plugin_jarvis.llm.prompts.parser.parse_reply` reads back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ovos_phal_plugin_jarvis.llm.escaped_values import ESCAPE, read, write


@dataclass(frozen=True)
class Call:
    """A call as a model makes it. Whether the tool exists and the arguments fit is not checked yet."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    failure_message: str = ""
    """What the model wants said if the call fails; may be empty."""


def compact_json(value: Any) -> str:
    """JSON without free white space, text outside ASCII as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class CallFormat:
    """A reply that calls is ``open call (separator call)* close``; a call is
    ``before_name NAME between ARGUMENTS after_arguments``, with the arguments as compact JSON unless ``escape`` is set.

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
    escape: str = ""
    """The mark on either side of a text in the arguments, where these are no JSON; see :mod:`.escaped_values`."""

    def write_arguments(self, arguments: Mapping[str, Any]) -> str:
        """*arguments* as a call has them."""
        return write(arguments, self.escape) if self.escape else compact_json(dict(arguments))

    def read_arguments(self, text: str) -> dict[str, Any]:
        """What :meth:`write_arguments` wrote.

        Raises:
            ValueError: it wrote something else.
        """
        if not self.escape:
            value = json.loads(text)
        else:
            value, end = read(text, 0, self.escape)
            if end != len(text):
                raise ValueError("something follows the arguments")
        if not isinstance(value, dict):
            raise ValueError("the arguments are no object")
        return value

    def render(self, calls: Iterable[Call]) -> str:
        """The reply that makes *calls*, at least one, in this order."""
        return self.open + self.separator.join(self.render_call(call) for call in calls) + self.close

    def render_call(self, call: Call) -> str:
        """One call without ``open`` and ``close``."""
        return (
            f"{self.before_name}{call.name}{self.between}{self.write_arguments(call.arguments)}{self.after_arguments}"
        )

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

FUNCTION_CALL_MARKS = CallFormat(
    before_name="<start_function_call>call:",
    between="",
    after_arguments="<end_function_call>",
    separator="",
    close="<start_function_response>",
    stop=("<start_function_response>", "<end_of_turn>", "<eos>"),
    notation=(
        *("<start_function_declaration>", "<end_function_declaration>", "<start_function_call>", "<end_function_call>"),
        *("<start_function_response>", "<end_function_response>", ESCAPE),
    ),
    escape=ESCAPE,
)
"""FunctionGemma, which goes on with the mark of a result where it has made its calls."""
