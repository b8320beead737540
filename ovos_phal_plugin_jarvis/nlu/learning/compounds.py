"""Compounds that name another thing than those of a tool: a "gartentor" is no "garagentor", though both are gates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, alike
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_LEAST, _LEAST_PART = 6, 3
"""Letters of a compound, and of a part of one."""
_LIKELY = 0.5
"""Weight from which a part may mean something in English."""
_NEAR = 0.3
"""How near what is said for that is to it."""
_Part = tuple[str, str]
"""What a compound is put together of."""


class Compounds:
    """What one tool that is described in a language which puts words together says of things."""

    def __init__(self, definition: ToolDefinition, aligned: Sequence[AlignedExample], lang: Language) -> None:
        """
        Args:
            definition: the tool.
            aligned: its examples.
            lang: what is spoken.
        """
        self._definition, self._aligned, self._lang = definition, aligned, lang

    def another(self, heard: Heard, filled: Filled) -> list[str]:
        """The words of *heard* that name another thing than the tool's by a compound that shares one part with one of
        its own.

        Args:
            heard: the request, in the words that were said.
            filled: the tool's arguments in it: what says one is none.
        """
        if not self._lang.linkings or lexicon(self._lang) is None:
            return []
        lang, words = self._lang, heard.words
        naming = lang.articles | lang.owners | lang.demonstratives
        named = [at for at in range(len(words)) if at not in filled.covered and (not at or words[at - 1] in naming)]
        things = [at for at, word in enumerate(words) if is_content(word, lang) and word not in lang.verbs]
        return [words[at] for at in named if self._is_another(words[at], alone=len(things) == 1)]

    def _is_another(self, word: str, *, alone: bool) -> bool:
        if len(word) < _LEAST or self._says(word):
            return False
        parts = list(self._parts(word))
        if any(self._says(first) and self._says(second) for first, second in parts):
            return False  # the kitchen's lamp, where there are lamps and a kitchen
        return not self._is_part(word) and any(self._differs(one, alone=alone) for one in parts)

    def _is_part(self, word: str) -> bool:
        """Whether *word* is a part of one of the tool's own compounds: "tor"."""
        rests = [own.removesuffix(word) for own in self._own if own.endswith(word)]
        rests += [own.removeprefix(word) for own in self._own if own.startswith(word)]
        return any(self._meant(rest) for rest in rests)

    def _differs(self, one: _Part, *, alone: bool) -> bool:
        """Whether a compound of the two parts is another thing of the kind of some of the tool's own, or, where nothing
        else is named, another thing of what these belong to."""
        heads = [own for own in self._own if own.endswith(one[1]) and len(own) - len(one[1]) >= _LEAST_PART]
        if heads:
            return all(self._are_apart(one[0], own.removesuffix(one[1])) for own in heads)
        seconds = [second for own in self._own for first, second in self._parts(own) if alone and first == one[0]]
        return bool(seconds) and all(self._are_apart(one[1], second) for second in seconds)

    def _are_apart(self, one: str, other: str) -> bool:
        """Whether two parts mean nothing in common."""
        stems = self._lang.stem(one), self._lang.stem(other)
        return not (stems[0].startswith(stems[1]) or stems[1].startswith(stems[0])) and self._meant(one).isdisjoint(
            self._meant(other)
        )

    def _meant(self, word: str) -> frozenset[str]:
        """What *word* may mean in English, with what that is a kind of: a gate and a door are barriers."""
        known = lexicon(self._lang)
        english = [said for said, sure in known.english(word) if sure >= _LIKELY] if known is not None else []
        return frozenset(other for said in english for other, near in alike(said, language(ENGLISH)) if near >= _NEAR)

    def _parts(self, word: str) -> Iterator[_Part]:
        known = lexicon(self._lang)
        return known.parts(word) if known is not None else iter(())

    def _says(self, word: str) -> bool:
        return self._lang.stem(word) in self._stems

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(self._lang.stem, self._words))

    @cached_property
    def _own(self) -> tuple[str, ...]:
        """Its own compounds."""
        return tuple(sorted(word for word in self._words if len(word) >= _LEAST))

    @cached_property
    def _words(self) -> frozenset[str]:
        """All words that it says of itself and that its examples say."""
        own = self._definition
        known = lexicon(self._lang)
        told = [own.description, *(p.description for p in own.parameters)]
        told += [value for p in own.parameters for value in p.enum_values or ()]
        named = [known.respelt(word) if known is not None else word for word in split_name(own.named)]
        words = {word for text in told for word in words_of(text.replace("_", " "))}
        return frozenset(words | {*named} | {word for example in self._aligned for word in example.words})
