"""Which of two arguments is where something comes from, and which is where it goes, in a language whose words for that
no definition has: "von ulm nach wien", whichever of the two is said first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import ROLE_WORDS, roles_of
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import starts_of, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

_ORIGIN, _TARGET = "origin", "target"
_OTHER = {_ORIGIN: _TARGET, _TARGET: _ORIGIN}
_LIKELY = 0.5
"""Weight from which a word may mean something in English."""


class Directions:
    """The two arguments of one tool between which something goes; none in English, where templates and the encoder
    tell them apart."""

    def __init__(self, definition: ToolDefinition, aligned: Sequence[AlignedExample], lang: Language) -> None:
        """
        Args:
            definition: the tool.
            aligned: its examples.
            lang: what is spoken.
        """
        self._lang = lang
        self._lacking = definition.lacking
        roles = roles_of(lang.code)
        self._leads = {role: roles.get(role, frozenset()) for role in _OTHER}
        own = definition.parameters if lang.code != ENGLISH else ()
        texts = [p for p in own if p.param_type in ("string", "str") and not p.lists_names]
        named = {p.name: self._named(p) for p in texts}
        known = {p.name: self._shown(p, aligned) or named[p.name] for p in texts}
        self._pair = next(self._pairs(texts, known, named), None)

    def put_right(self, heard: Heard, filled: Filled) -> None:
        """Let the two arguments of *filled* be what the words of *heard* before them say.

        Args:
            heard: the request, in the words that were said.
            filled: what was found, which is changed.
        """
        if self._pair is None:
            return
        origin, target = self._pair
        if origin.enum_values:
            self._choose(origin, target, heard, filled)
            return
        places = {name: start for start, _, name in filled.spans if name in (origin.name, target.name)}
        roles = {name: self._role(heard, start) for name, start in places.items()}
        if len(places) == 1:
            (name, role), other = next(iter(roles.items())), target.name if origin.name in places else origin.name
            if role == (_TARGET if name == origin.name else _ORIGIN) and other not in filled.arguments:
                start, end = next((start, end) for start, end, own in filled.spans if own == name)
                filled.move(other, start, end, heard)
                filled.drop(name)
                filled.missing = [*self._lacking(filled.arguments)]
        elif len(places) == 2 and places.keys() <= filled.arguments.keys():
            leads = (roles[origin.name], roles[target.name])
            if (leads[0] == _TARGET and leads[1] != _TARGET) or (leads[1] == _ORIGIN and leads[0] != _ORIGIN):
                filled.swap(origin.name, target.name)

    def _choose(self, origin: ToolParameter, target: ToolParameter, heard: Heard, filled: Filled) -> None:
        """Two values of the same few, where the one that is said with each word is the only one."""
        said: dict[str, list[tuple[int, int, str]]] = {_ORIGIN: [], _TARGET: []}
        every = 0
        for value in origin.enum_values or ():
            for start, end in self._places(value, heard):
                role = self._role(heard, start)
                every += 1
                if role is not None:
                    said[role].append((start, end, value))
        told = [(p, role) for p, role in ((origin, _ORIGIN), (target, _TARGET)) if len(said[role]) == 1]
        if len(told) < every or not told:
            return
        for parameter, role in told:
            start, end, value = said[role][0]
            if filled.arguments.get(parameter.name) != value:
                filled.drop(parameter.name)
                filled.arguments[parameter.name] = value
            filled.supposed.pop(parameter.name, None)
            filled.take(start, end, parameter.name)
        if every == 1:
            filled.drop(target.name if told[0][0] is origin else origin.name)
        filled.missing = [*self._lacking(filled.arguments)]

    def _places(self, value: str, heard: Heard) -> Iterator[tuple[int, int]]:
        stem = self._lang.stem
        own = [stem(word) for word in words_of(value.replace("_", " "))]
        for at in starts_of(own, [stem(word) for word in heard.words]):
            yield at, at + len(own)

    def _role(self, heard: Heard, at: int) -> str | None:
        """What the words before the one at *at* say of it; None where they say nothing."""
        skipped = self._lang.articles | self._lang.owners
        before = next((i for i in range(at - 1, -1, -1) if heard.words[i] not in skipped), -1)
        said = heard.words[before] if before >= 0 else ""
        roles = [role for role, words in self._leads.items() if said in words]
        return roles[0] if len(roles) == 1 else None

    def _shown(self, parameter: ToolParameter, aligned: Sequence[AlignedExample]) -> str | None:
        """What examples say before *parameter*, where it is always the same of the two."""
        found = set()
        for example in aligned:
            value = example.arguments.get(parameter.name)
            places = [span.start for span in example.spans if span.parameter == parameter.name]
            if parameter.enum_values and isinstance(value, str):
                places = [start for start, _ in self._places(value, example.heard)]
            found |= {self._role(example.heard, at) for at in places if len(places) == 1}
        told = found - {None}
        return told.pop() if len(told) == 1 else None

    def _named(self, parameter: ToolParameter) -> str | None:
        """What the name of *parameter* says that it is."""
        words, known = split_name(parameter.named), lexicon(self._lang)
        if words and len(words) > 1:
            role = next((role for role, leads in self._leads.items() if words[0] in leads), None)
            if role is not None:
                return role
        told: set[str] = set()
        for word in words if known is not None else ():
            meant = [part for said, sure in self._meant(word) if sure >= _LIKELY for part in said.split()]
            told |= {ROLE_WORDS[each] for each in meant if ROLE_WORDS.get(each) in _OTHER}
        return told.pop() if len(told) == 1 else None

    def _meant(self, word: str) -> Sequence[tuple[str, float]]:
        known = lexicon(self._lang)
        return known.english(known.respelt(word)) if known is not None else ()

    @staticmethod
    def _pairs(
        texts: Sequence[ToolParameter], known: Mapping[str, str | None], named: Mapping[str, str | None]
    ) -> Iterator[tuple[ToolParameter, ToolParameter]]:
        """The two, origin first: both are known, or one is by its name and the other is the only one of its kind. That
        examples say "for" before something does not make it a place to go."""
        for one, other in permutations(texts, 2):
            if (one.enum_values or ()) != (other.enum_values or ()):
                continue
            if known[one.name] == _ORIGIN and known[other.name] == _TARGET:
                yield one, other
        for one, other in permutations(texts, 2):
            alike = [p for p in texts if (p.enum_values or ()) == (one.enum_values or ())]
            if (one.enum_values or ()) != (other.enum_values or ()) or len(alike) != 2:
                continue
            if (named[one.name], known[other.name]) == (_ORIGIN, None):
                yield one, other
            if (known[one.name], named[other.name]) == (None, _TARGET):
                yield one, other
