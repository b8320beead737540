"""Finds out how a provider wants calls written, where it does not say so itself.

A published provider knows nothing of :class:`CallFormat`. It does show a call, though: in the completion of a
fine-tuning record, and in the instructions of its system prompt. The grammar that decoding is held to is built
from that, so that a provider of a stranger is served by construction as well as one of ours.
"""

from __future__ import annotations

import json
import re
from typing import Any

from ovos_phal_plugin_jarvis.llm.call_format import (
    FUNCTION_CALL_MARKS,
    FUNCTION_TAGS,
    TOOL_CALL_TAGS,
    TOOL_CALLS_LIST,
    CallFormat,
)

_PROBE_NAME = "probe_the_notation"
_PROBE_ARGUMENTS = {"probe": "value"}
PROBE_CALL: dict[str, Any] = {"name": _PROBE_NAME, "arguments": _PROBE_ARGUMENTS}
"""A call that no tool answers to."""
PROBE_TOOL: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": _PROBE_NAME,
        "description": "",
        "parameters": {"type": "object", "properties": {"probe": {"type": "string"}}, "required": ["probe"]},
    },
}
_SHOWN = (
    ("<tool_call>", TOOL_CALL_TAGS),
    ("<function=", FUNCTION_TAGS),
    ("[TOOL_CALLS]", TOOL_CALLS_LIST),
    ("<start_function_call>", FUNCTION_CALL_MARKS),
)
_NOTATION_WORDS = re.compile(r"</?[a-z_]{3,20}>|\[/?[A-Z_]{3,20}\]")


def notation_of_completion(completion: Any) -> CallFormat | None:
    """The notation in which *completion* shows :data:`PROBE_CALL`; None where it does not show it plainly."""
    if not isinstance(completion, str) or completion.count(_PROBE_NAME) != 1:
        return None
    before, rest = completion.split(_PROBE_NAME)
    for opening in re.finditer(r"\{", rest):
        try:
            arguments, length = json.JSONDecoder().raw_decode(rest[opening.start() :])
        except ValueError:
            continue
        if arguments == _PROBE_ARGUMENTS:
            after = rest[opening.start() + length :].rstrip()
            between = rest[: opening.start()]
            words = tuple(dict.fromkeys(_NOTATION_WORDS.findall(before + between + after)))
            return CallFormat(before.lstrip(), between, after, notation=words, several=False)
    return None


def notation_of_prompt(prompt: str) -> CallFormat | None:
    """The known notation that a system prompt shows first; None where it shows none."""
    shown = sorted((prompt.find(word), index) for index, (word, _) in enumerate(_SHOWN) if word in prompt)
    return _SHOWN[shown[0][1]][1] if shown else None


def is_default_completion(completion: Any) -> bool:
    """Whether a provider left ``build_training_completion`` as the interface has it.

    Then it says nothing about what the model writes: most published providers that read a notation of their own
    never trained one.
    """
    default = {"message": "", "tool_calls": [PROBE_CALL], "error": None}
    return isinstance(completion, str) and completion.strip() == json.dumps(default)
