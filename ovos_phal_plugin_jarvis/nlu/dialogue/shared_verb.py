"""The verb that a second text leaves out: "remind me to [ring] the plumber at ten and the school at three"."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.acts.words import fields_of, knows_words, verb_share
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request
from ovos_phal_plugin_jarvis.nlu.entities import TIMED
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.lang import is_content, language
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, words_of

_OFTEN = 0.25
"""Share of a word's use as a verb from which on it may be one, behind what leads to a deed: "to [text] anna"."""
_NEVER = 0.05
"""The same up to which a word without an article names something or somebody: "and [dad] at ten"."""
_SOMEBODY = "noun.person"
_KINDS = (
    frozenset({_SOMEBODY, "noun.group", "noun.animal"}),
    frozenset({"noun.artifact", "noun.food", "noun.plant", "noun.substance", "noun.object", "noun.possession"}),
)
"""What one verb is said of: who is rung is somebody, what is bought is some thing."""
_EVENTS = frozenset({"noun.event", "noun.act", "noun.time"})
"""What nothing of the kind is done to: the meeting at five is the meeting."""
_HAPPENS = 0.1
"""Share of a noun's meanings from which on it may be that."""
_KIND = 0.2
"""Share of a noun's meanings from which on it is of a kind."""
_MEANT = 0.9
"""Weight from which on a word of another language may mean that in English."""
_LEAST_STEM = 2
"""Letters of a verb before its ending, or around what stands in it ("an|zu|rufen")."""


class SharedVerb(Interpreter):
    """Puts the verb into a text that leaves it out."""

    def with_verb(self, request: Request, before: Candidate, own: str) -> Request:
        """*request*, which shares the words around its text with the one *before* it, with the verb of that one's text
        where its own text names only a thing, and the whole text where it is no more than "again".

        Args:
            request: the later one, of which no word says what is to be done.
            before: what was read of the earlier one.
            own: the words of the later one by itself.
        """
        name = next((name for name in before.filled.arguments if SENTENCES & set(words_of(name))), "")
        said, known = request.call.arguments.get(name), before.filled.arguments.get(name)
        if request.call.name != before.definition.name or not isinstance(said, str) or not isinstance(known, str):
            return request
        article = self._lead(request.read, name) if request.read is not None else ""
        if self._has_its_own(own, said, known):
            return request
        named = f"{article} {said}" if article in self.language.articles else said
        text = self._with_verb(named, known, self._lead(before, name))
        if not text:
            return request
        said = named if named in request.call.said else said
        words = request.call.said.replace(said, text, 1)
        call = replace(request.call, arguments={**request.call.arguments, name: text}, said=words)
        return replace(request, call=call, read=self._same_tool(words, call.name) or request.read)

    def _has_its_own(self, text: str, said: str, known: str) -> bool:
        """Whether *text* says by the words around its text *said* what is to be done with it, or where: "and [to] the
        shops", "and the shopping [in]", "und um neun [zu] baden". What stands so in *known* as well is the verb's."""
        before, _, behind = text.rpartition(said)
        lead = next((w for w in reversed(self._reader.raw_words(before)) if w not in self.language.articles), "")
        if lead in self.language.to_do:
            return True
        heard = self._reader.hear_raw(behind)
        dates = any(x.kind in TIMED and x.start <= 1 for x in heard.mentions)  # "the table [on friday]"
        if heard.words and heard.words[0] in single_words(self.language, "ways") and not dates:
            return True
        leads = self.language.function_words - self.language.owners - single_words(self.language, "joints")
        return lead in leads and lead not in words_of(known)

    def _lead(self, before: Candidate, name: str) -> str:
        """The word before the text *name* of *before*; "" where none is."""
        start = next((start for start, _, told in before.filled.spans if told == name), 0)
        return before.heard.words[start - 1] if start else ""

    def _with_verb(self, said: str, known: str, lead: str) -> str:
        """The text *said* with the verb of the text *known*, which stands behind the word *lead*; "" where that has
        none or *said* one of its own."""
        repeats = phrase_pattern(self.language, "repeats")
        if repeats is not None and repeats.fullmatch(said.strip()):
            return known
        words, told, names = known.split(), known.lower().split(), self._reader.raw_words(said)
        if len(words) < 2 or not names:
            return ""
        last = self._deed_at_end(told)
        if last:
            fits = not self._deed_at_end(names) and self._is_alike(names, told[:last])
            return f"{said} {' '.join(words[last:])}" if fits else ""
        if not self._is_deed(told[0], lead) or not self._names(names, told):
            return ""
        first = 1
        while first < len(told) - 1 and self._leads_on(told[first]):
            first += 1
        first = 1 if self._leads_on(names[0]) else first
        if not self._is_alike(names, told[first:]):
            return ""
        ways = single_words(self.language, "ways")
        behind = words[-1:] if len(words) - first > 1 and told[-1] in ways and names[-1] not in ways else []
        return " ".join((*words[:first], said, *behind))

    def _is_alike(self, names: Sequence[str], others: Sequence[str]) -> bool:
        """Whether the same may be done to what *names* name as to the *others*: "the school" is rung as "the plumber"
        is, no dentist is bought as milk is, and without an article only somebody is named."""
        own, known = (self._kinds(words) for words in (names, others))
        if any(map(_happens, own)):
            return False
        named = names[0] in self.language.articles | self.language.owners
        if not named and not any(_SOMEBODY in each for each in own):
            return False
        return any(_are(own, kind) and _are(known, kind) for kind in _KINDS)

    def _kinds(self, words: Sequence[str]) -> list[dict[str, float]]:
        """The lexical fields of the noun that *words* begin with, of each that it may mean; a name that no dictionary
        has is somebody's."""
        small = self.language.function_words
        behind = itertools.dropwhile(lambda word: word in small, words)
        *_, noun = ("", *itertools.takewhile(lambda word: word not in small, behind))
        meant = [noun]
        if self.language.code != ENGLISH:
            known = lexicon(self.language)
            meant = [said for said, weight in known.english(noun) if weight >= _MEANT] if known is not None else []
        return [*filter(None, map(_nouns, meant))] or [{_SOMEBODY: 1.0}]

    def _leads_on(self, word: str) -> bool:
        """Whether *word* stands between a verb and what it is done to: "talk [to] the bank"."""
        return word in self.language.function_words - self.language.articles - self.language.owners

    def _is_deed(self, word: str, lead: str) -> bool:
        """Whether *word*, behind the word *lead*, is what is to be done."""
        if not self.language.to_do:
            return self._is_infinitive(word)
        often = verb_share(word, self.language) >= _OFTEN
        return lead in self.language.to_do and (word in self.language.verbs or often)

    def _is_infinitive(self, word: str) -> bool:
        return any(word.endswith(e) and len(word) - len(e) >= _LEAST_STEM for e in self.language.to_do_endings)

    def _deed_at_end(self, words: Sequence[str]) -> int:
        """Where the verb at the end of *words* begins: "die blumen [zu gießen]", "den arzt [anzurufen]"; 0 where none
        is there."""
        if len(words) < 2 or not self.language.to_do or not self._is_infinitive(words[-1]):
            return 0
        if words[-2] in self.language.to_do:
            return len(words) - 2 if len(words) > 2 else 0
        within = (words[-1].find(each, _LEAST_STEM) for each in self.language.to_do)
        return len(words) - 1 if any(0 < at < len(words[-1]) - _LEAST_STEM - 1 for at in within) else 0

    def _names(self, names: Sequence[str], told: Sequence[str]) -> bool:
        """Whether *names* begin with a thing or somebody, as what is behind the verb of *told* does, and not with what
        is to be done."""
        spoken, first = self.language, names[0]
        if first in spoken.articles | spoken.owners:
            return len(names) > 1
        if not is_content(first, spoken):
            return first in told and len(names) > 1  # "[talk] to the bank and to the school"
        return knows_words(spoken) and first not in spoken.verbs and verb_share(first, spoken) <= _NEVER


def _nouns(word: str) -> dict[str, float]:
    """The lexical fields of an English *word* where it is a noun, with their share of these."""
    found = {name: s for name, s in fields_of(word, language(ENGLISH)).items() if name.startswith("noun.")}
    return {name: s / sum(found.values()) for name, s in found.items()}


def _happens(nouns: Mapping[str, float]) -> bool:
    """Whether a noun of these fields is what happens, and nobody: a meeting, and no doctor."""
    return sum(nouns.get(name, 0.0) for name in _EVENTS) >= _HAPPENS and nouns.get(_SOMEBODY, 0.0) < _KIND


def _are(nouns: Sequence[Mapping[str, float]], kind: frozenset[str]) -> bool:
    """Whether one of *nouns* is of that kind."""
    return any(each.get(name, 0.0) >= _KIND for each in nouns for name in kind)
