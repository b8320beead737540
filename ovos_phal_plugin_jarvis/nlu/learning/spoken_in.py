"""In which language each tool is spoken to where people speak another than English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, closest
from ovos_phal_plugin_jarvis.tools.bounds import in_language
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_RIVALS = 8
"""Examples of a tool that others are weighed against: all of them would take as long to learn as another language."""
Definitions = tuple[ToolDefinition, ...]


@dataclass(frozen=True)
class InEnglish:
    """The tools where English words stand for what is said."""

    definitions: Definitions
    """All of them, with what they say in English; those of ``described`` are put into it when they are learned."""
    only: frozenset[str]
    """The names of those that are understood in English alone, as they show no example in the language."""
    described: frozenset[str]
    """The names of those that are described in the language, and are put into English. One that is described in English
    and shows examples in the language is understood by these: most of what comes along is so, and would take twice as
    long."""


def understood(definitions: Sequence[ToolDefinition], lang: str) -> tuple[Definitions, InEnglish | None]:
    """The tools as they are understood in *lang*, and, where some are understood in English as well, as they are in
    that.

    Whoever publishes a tool mostly describes it in English, and says of no example which language it is in. Such a
    tool is spoken to in English words that stand for those of *lang*; its own examples are none in *lang*.
    """
    own = in_language(definitions, lang)
    if lexicon(language(lang)) is None:
        return own, None
    said = {d.name for d, spoken in zip(definitions, own, strict=True) if _is_said(d, spoken, lang)}
    only = frozenset(d.name for d in own if d.name not in said or not d.examples)
    described = frozenset(d.name for d in own if d.name in said and not _is_described_in_english(d, lang))
    if not only and not described:
        return own, None
    english = (_as_rival(d, lang) if d.name in said else d for d in in_language(definitions, ENGLISH))
    return (
        tuple(d if d.name in said else replace(d, examples=()) for d in own),
        InEnglish(tuple(english), only, described),
    )


def _as_rival(definition: ToolDefinition, lang: str) -> ToolDefinition:
    """*definition* with a few of its English examples, from all over them: enough to tell that something is not for
    another."""
    step = max(1, len(definition.examples) // _RIVALS)
    few = definition.examples[::step][:_RIVALS]
    return replace(definition, examples=tuple(e for e in few if is_english(e.utterance, lang, unless_told=True)))


def _is_said(definition: ToolDefinition, spoken: ToolDefinition, lang: str) -> bool:
    """Whether the author speaks *lang* to it: in an example, else in the description. Examples of which nothing tells
    that they are English are taken for ones in *lang*; a description mostly is in English."""
    if closest(lang, definition.examples_by_language):
        return True
    if spoken.examples:
        return not is_english(" . ".join(example.utterance for example in spoken.examples), lang)
    return not _is_described_in_english(spoken, lang)


def _is_described_in_english(definition: ToolDefinition, lang: str) -> bool:
    return is_english(definition.description or definition.name.replace("_", " "), lang, unless_told=True)


def is_english(text: str, lang: str, *, unless_told: bool = False) -> bool:
    """Whether more words of *text* are English alone than are of *lang* alone.

    Args:
        text: what somebody wrote or said.
        lang: BCP-47 tag of the other language.
        unless_told: what is true where as many are.
    """
    own, english = language(lang), language(ENGLISH)
    known, net = lexicon(own), english_wordnet()
    told = 0
    for word in {token.norm for token in tokenize(text, lang)}:
        here = word in own.function_words or (known is not None and known.knows(word))
        there = word in english.function_words or (net is not None and bool(net.lemmas(word)))
        told += int(there and not here) - int(here and not there)
    return told > 0 or (told == 0 and unless_told)
