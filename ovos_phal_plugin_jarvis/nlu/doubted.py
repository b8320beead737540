"""Whether what is to be done may only be told of: by how the words are put that it is made of."""

from __future__ import annotations

from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts import seems_unwanted
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.text import denying_words, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall


def is_doubted(definition: ToolDefinition, said: str, code: str, last: ToolCall | None) -> bool:
    """Whether nobody may want what *definition* makes of the words *said*: by how they are put
    (:func:`seems_unwanted`), or as they end with a denial ("she'd like a berth but she can't"). The former never where
    examples of the tool are put so themselves: who shows "i skipped the gym" means to be told. And never of a
    call of the same tool as the last: what corrects that is what was wanted before.

    Args:
        definition: the tool.
        said: the words.
        code: their language, such as ``en``.
        last: what was done before.
    """
    if last is not None and last.name == definition.name:
        return False
    if not seems_unwanted(said, code):
        return code == ENGLISH and not denying_words(language(code)).isdisjoint(words_of(said)[-1:])
    told = sum(_is_told(example.utterance, code) for example in definition.examples[:_READ])
    return told < _SEVERAL


_READ, _SEVERAL = 200, 2
"""Examples that are looked at, and how many of them show that something may be told: one may be put oddly."""


@lru_cache(maxsize=4096)
def _is_told(utterance: str, code: str) -> bool:
    return seems_unwanted(utterance, code)
