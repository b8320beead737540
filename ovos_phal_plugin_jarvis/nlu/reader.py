"""Reads the texts of one request: which tools each may be for, with the arguments that each would get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest
from typing import Any

from ovos_phal_plugin_jarvis.nlu.accounting import Account
from ovos_phal_plugin_jarvis.nlu.acts import acts_of
from ovos_phal_plugin_jarvis.nlu.candidates import ACCEPT, RECALLED, SHOWN_SO, UNLIKELY, Candidate, by_confidence
from ovos_phal_plugin_jarvis.nlu.entities import NUMBER
from ovos_phal_plugin_jarvis.nlu.interpreted import interpreted
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.calibration import ELSEWHERE, Evidence
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.spoken_in import is_english
from ovos_phal_plugin_jarvis.nlu.learning.trained import Trained
from ovos_phal_plugin_jarvis.nlu.learning.translated import is_said
from ovos_phal_plugin_jarvis.nlu.learning.values import is_moment, is_time
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, EXAMPLE, VALUE, is_deed
from ovos_phal_plugin_jarvis.nlu.options import Spoken
from ovos_phal_plugin_jarvis.nlu.reading import Heard, hear, valued_places
from ovos_phal_plugin_jarvis.nlu.reasons import INQUIRY, NEGATED, NOT_FOR, PAST, STATED
from ovos_phal_plugin_jarvis.nlu.repairs import Repair, repaired
from ovos_phal_plugin_jarvis.nlu.rivals import Rivals
from ovos_phal_plugin_jarvis.nlu.text import Token, strip_request, tokenize
from ovos_phal_plugin_jarvis.nlu.weighed import Prospect, Weighed
from ovos_phal_plugin_jarvis.nlu.weighing import SURELY, Weighing, is_sure
from ovos_phal_plugin_jarvis.sdk.options import Options

_OPINIONS = 4
"""Texts of one utterance that the encoder is asked about: each takes milliseconds."""
_MOST_SAID = 8
"""How often each word is said, on average, at the most: "please turn please turn please turn …" asks for nothing."""
_MOST_WORDS = 6000
"""Words of all the texts that one utterance is cut into and read as: four times what the longest of those that people
say in a household takes. Where that is not enough nobody says so much at once, and it would take seconds."""
_SUFFICES = 0.75
"""Confidence of a tool that has examples in the language from which on nothing is read in English."""
_WITHHELD = frozenset({NEGATED, INQUIRY, STATED, PAST, NOT_FOR})
"""Why a tool is not meant, in the language of the request, however much it looks so word for word. Of opposites less is
known there than in English: "enlève" is none of "retirer"."""
_SURE = 0.6
"""Confidence from which an utterance is a request of its own rather than an answer."""


class TooMuchSaid(Exception):
    """There are more ways to cut an utterance than are read; nothing can be told of it."""


class Reader:
    """Reads the texts of one request with one trained model; remembers what it has read.

    Each of its methods raises :class:`TooMuchSaid` where the texts that it was asked about are too many.
    """

    def __init__(self, trained: Trained, lang: str, now: datetime, options: Options | None = None) -> None:
        """
        Args:
            trained: what was learned.
            lang: BCP-47 tag of what is said.
            now: what relative days are counted from.
            options: the names of the moment.
        """
        self.trained = trained
        self._lang = lang
        self._now = now
        self._opinions = 0
        self._words_left = _MOST_WORDS
        self._may_ask = _OPINIONS
        self._heard: dict[tuple[str, bool], Heard] = {}
        self._whole: Heard | None = None
        """The longest of them, of which others may be parts."""
        self._read: dict[str, Weighed] = {}
        self._led: dict[str, list[Candidate]] = {}
        names = Spoken(options or {}, lang)
        self._weighing_english = Weighing(trained.english, names, trained) if trained.english is not None else None
        self._weighing = Weighing(trained, names, english=self._weighing_english)
        learned = {
            name for name in trained.only_english if trained.english is not None and name in trained.english.models
        }
        self._rivals = Rivals(trained, {*trained.models, *learned})
        self._word_for_word: dict[str, Heard | None] = {}

    @property
    def lang(self) -> str:
        """BCP-47 tag of the language that is read."""
        return self._lang

    def expect(self, parts: int) -> None:
        """Ask the encoder about more texts: there may be *parts* requests, each of which is read by itself."""
        self._may_ask = max(self._may_ask, _OPINIONS * parts)

    def hear(self, text: str) -> Heard:
        """*text* without politeness, as words with their mentions."""
        return self._hear(text, True)

    def hear_raw(self, text: str) -> Heard:
        """*text* as it is, as words with their mentions: "no", "actually" and "wait" tell something after a call."""
        heard = self.hear(text)
        return heard if heard.text == text.strip() else self._hear(text, False)

    def raw_tokens(self, text: str) -> tuple[Token, ...]:
        """The words of *text* as it is, without what they mention, which takes longest to find."""
        return tokenize(text.strip(), self._lang)

    def raw_words(self, text: str) -> list[str]:
        """The same, normalised."""
        return [token.norm for token in self.raw_tokens(text)]

    def bare_words(self, text: str) -> list[str]:
        """The words of *text* without politeness, normalised, and without what they mention."""
        known = self._heard.get((text, True))
        if known is not None:
            return known.words
        return [token.norm for token in tokenize(strip_request(text, self._lang), self._lang)]

    def _hear(self, text: str, strip: bool) -> Heard:
        if (text, strip) not in self._heard:
            heard = hear(text, self._lang, self._now, strip=strip).numbering(self.trained.numbered)
            self._spend(heard)
            self._heard[text, strip] = heard
            if self._whole is None or len(heard.text) > len(self._whole.text):
                self._whole = heard
        return self._heard[text, strip]

    def _spend(self, heard: Heard) -> None:
        self._words_left -= len(heard.words)
        if self._words_left < 0:
            raise TooMuchSaid

    def repair(self, text: str) -> Repair | None:
        """What *text* takes back of itself."""
        return repaired(text, self._lang, self._now)

    def candidates(self, text: str) -> list[Candidate]:
        """The tools that the whole of *text* may be for, believed or not, the likeliest first."""
        found = self._found(text)
        names = {candidate.definition.name for candidate in found}
        others = [candidate for candidate in self._weighed(text).every() if candidate.definition.name not in names]
        return [*found[:1], *by_confidence([*found[1:], *others])]

    def likeliest(self, text: str) -> Candidate | None:
        """The first of these."""
        return next(iter(self._found(text)), None)

    def _found(self, text: str, least: float = 0.0) -> list[Candidate]:
        """The first of these and its rivals; none where not one is as likely as *least*."""
        if text not in self._led:
            found = self._weighed(text).found(least)
            if not found:
                return []
            self._led[text] = self._told(found)
        return self._led[text]

    def _weighed(self, text: str) -> Weighed:
        if text not in self._read:
            self._read[text] = self._candidates(self.hear(text))
        return self._read[text]

    def best(self, text: str, leniency: float = 1.0) -> Candidate | None:
        """The likeliest tool, where it is believed: from *leniency* times the usual threshold on."""
        first = next(iter(self._found(text, leniency * UNLIKELY)), None)
        if first is None or first.account.refused or first.rival is not None:
            return None
        least = first.least if first.filled.missing else first.least * leniency
        return first if first.confidence >= least else None

    def in_spite(self, text: str) -> Candidate | None:
        """The likeliest tool, where all that speaks against it is outweighed and no other is as likely."""
        found = [candidate.in_spite or candidate for candidate in self.candidates(text)]
        if not found or found[0].account.reasons or found[0].filled.missing:
            return None
        first = self._rivals.told(found)[0]
        return first if first.refused is None else None

    def rank(self, text: str, limit: int) -> list[tuple[str, float]]:
        """The names of the likeliest tools, each with how likely it is, the likeliest first; at most *limit*."""
        heard = self.hear(text)
        found = {c.definition.name: c.confidence for c in self.candidates(text)}
        if heard.words and len(found) < limit:
            least = min(found.values(), default=1.0)
            for at, name in enumerate(self._next(heard, limit)):
                found.setdefault(name, least / (at + 2))
        return sorted(found.items(), key=lambda pair: -pair[1])[:limit]

    def _next(self, heard: Heard, limit: int) -> list[str]:
        """The tools that were not worth a closer look, the likeliest first: those that the examples find likely and
        those that the encoder does, in turn, as either knows some that the other does not."""
        found = []
        for trained, said in ((self.trained, heard), (self.trained.english, self._as_english(heard))):
            if trained is not None and said is not None:
                by_examples = trained.intent.rank(said) if trained.intent else ()
                near = trained.second.nearest(said.words, limit) if trained.second is not None else []
                names = [near, [name for name, _ in by_examples if name in trained.models]]
                only = self.trained.only_english
                found += [[n for n in each if (n in only) == (trained is not self.trained)] for each in names]
        return list(dict.fromkeys(name for row in zip_longest(*found) for name in row if name is not None))

    def is_new_request(self, text: str) -> bool:
        """Whether *text* is surely a request of its own, rather than an answer: "tomorrow at eight" is none."""
        best = self.best(text)
        tokens = tokenize(text)
        if best is None or best.confidence < _SURE or len(tokens) <= 2 or tokens[0].norm not in self.trained.openers:
            return False
        heard = self.hear(text)
        typed = valued_places(heard)
        return any(at not in typed and is_content(word, heard.lang) for at, word in enumerate(heard.words))

    def _says_something(self, heard: Heard) -> bool:
        """Whether there is more than function words, or an example is made of just these.

        One word alone is too little to act on, however well it fits, unless an example or a tool's name is no more.
        """
        if not heard.words:
            return False
        if not heard.mentions and _only_looks(heard):
            return tuple(heard.words) in self.trained.short or tuple(heard.words) in self.trained.shown
        if len(heard.words) == 1 and all(x.kind == NUMBER for x in heard.mentions):
            return tuple(heard.words) in self.trained.short
        return (
            bool(heard.mentions)
            or any(word not in heard.lang.function_words for word in heard.words)
            or tuple(heard.words) in self.trained.short
        )

    def _recalled(self, heard: Heard) -> Candidate | None:
        """The tool, not learned yet, that *heard* is an example of."""
        templates = self.trained.templates
        found = templates.match(heard) if templates is not None else None
        if found is None:
            return None
        how = tuple(VALUE if at in found.filled.covered else EXAMPLE for at in range(len(heard.words)))
        evidence = Evidence(directed=acts_of(heard.spoken, heard.lang.code).directed)
        return Candidate(found.definition, heard, found.filled, Account(how), evidence, 1.0, RECALLED)

    def _candidates(self, heard: Heard) -> Weighed:
        recalled = self._recalled(heard)
        if recalled is not None:
            return Weighed([Prospect(recalled.definition.name, recalled.confidence, lambda: recalled)])
        if not self._says_something(heard) or len(heard.words) > _MOST_SAID * len(set(heard.words)):
            return Weighed()
        self._spend(heard)
        found = self._weighed_by(self._weighing, self.trained, heard)
        if self._weighing_english is None or self.trained.english is None or self._suffices(found):
            return found
        english = self._as_english(heard)
        if english is None:
            return found
        others = self._weighed_by(self._weighing_english, self.trained.english, english)
        return found.merged(others.only(self.trained.only_english | self.trained.translated.keys()), self._likelier)

    def _likelier(self, own: Candidate | None, english: Candidate) -> Candidate:
        """A tool as it hears the request in its own language, or, where that says more, word for word in English."""
        name = english.definition.name
        filled = self._restored(name, english.filled, english.heard)
        if name in self.trained.translated:
            self._choose_as_said(name, english.heard.as_said, filled)
            self.trained.filling.direct(name, english.heard.as_said, filled)
        placer = self.trained.placers.get(name)
        if own is not None and placer is not None and placer.empty(english.heard.as_said, filled):
            return own  # word for word something was taken for a text that is none
        self._time_as_said(name, filled, own)
        other = replace(english, definition=self.trained.definitions[name], filled=filled)
        if own is None:
            return other
        if own.refused is None and not own.account.left:
            return own
        against = tuple(reason for reason in own.account.reasons if reason.code in _WITHHELD)
        if against:
            other = replace(other, account=other.account.beside(before=against))
        if other.refused is not None and own.group == ELSEWHERE and own.confidence >= own.least:
            return own  # what speaks against it has been weighed
        return max(own, other, key=lambda each: (each.refused is None, each.confidence))

    def _time_as_said(self, tool: str, filled: Filled, own: Candidate | None) -> None:
        """Let a time or a day of *filled* that is mere words be what the tool's own language has for it: word for word
        "kurz vor zwölf" is no time."""
        for parameter in self.trained.definitions[tool].parameters:
            name = parameter.name
            value = own.filled.arguments.get(name) if own is not None else None
            words = filled.arguments.get(name)
            if value and is_time(parameter) and isinstance(words, str) and not is_moment(words):
                filled.arguments[name] = value

    def _choose_as_said(self, tool: str, heard: Heard, filled: Filled) -> None:
        """Let the values of a few be those that are said in the tool's own words: "aus" of "schalte das licht aus" is a
        part of the verb word for word, and "chef" a boss."""
        own = {p.name for p in self.trained.definitions[tool].parameters if p.enum_values}
        filler = self.trained.fillers[tool]
        found = filler.fill(heard, Filled()) if own else Filled()
        for start, end, name in found.spans:
            value = found.arguments.get(name)
            if name not in own or not isinstance(value, str) or value == filled.arguments.get(name):
                continue
            if is_said(value, heard) or filler.says_side(name, heard) == value:
                filled.drop(name)
                filled.arguments[name] = value
                filled.take(start, end, name)
        model = self.trained.models.get(tool)
        for name, choice in model.choices.items() if model is not None else ():
            if name in own and name in filled.arguments and choice.opposes(filled.arguments[name], heard):
                filled.drop(name)
        filled.missing = [*self.trained.definitions[tool].lacking(filled.arguments)]

    def _restored(self, tool: str, filled: Filled, heard: Heard) -> Filled:
        """*filled* of *heard* in English, with the values that *tool* has."""
        known = self.trained.translated.get(tool)
        return known.restored(filled, heard) if known is not None else filled

    def _suffices(self, found: Weighed) -> bool:
        """Whether nothing has to be read in English, which takes as long again: some tool is likely enough, and none is
        described in this language that is read so alone."""
        if not self.trained.only_english.isdisjoint(self.trained.translated):
            return False
        first = next(iter(found.found(_SUFFICES)), None)
        return first is not None and first.refused is None and first.confidence >= _SUFFICES

    def _as_english(self, heard: Heard) -> Heard | None:
        """*heard* as the tools hear it that are understood in English as well, or alone; None where there are none."""
        if heard.text not in self._word_for_word:
            self._word_for_word[heard.text] = self._put_into_english(heard)
        return self._word_for_word[heard.text]

    def _put_into_english(self, heard: Heard) -> Heard | None:
        known = lexicon(heard.lang) if self.trained.english is not None else None
        if known is None or self.trained.english is None:
            return None
        if tuple(heard.words) in self.trained.english.shown or is_english(heard.text, self._lang):
            return hear(heard.spoken or heard.text, ENGLISH, self._now)  # it was said in English
        spoken_of, names = self.trained.english.spoken_of, self.trained.english.names
        return interpreted(heard, known, spoken_of, names, self._whole)

    def meant_by(self, tool: str, heard: Heard) -> Sequence[str]:
        """The words of *heard* as *tool* hears them: in English, where it is understood in that alone."""
        english = self._as_english(heard) if tool in self.trained.only_english else None
        return (english or heard).words

    def chosen_in_english(self, tool: str, parameter: str, heard: Heard) -> Any:
        """The value that *heard* has for an argument of a tool that is understood in English alone; None where it has
        none, and of any other tool."""
        english = self._as_english(heard) if tool in self.trained.only_english else None
        if english is None or self.trained.english is None:
            return None
        found = self.trained.english.fillers[tool].fill(english, Filled())
        return self._restored(tool, found, english).arguments.get(parameter)

    def _weighed_by(self, weighing: Weighing, trained: Trained, heard: Heard) -> Weighed:
        look = weighing.look(heard)
        alone = weighing.alone(heard, look)
        if not weighing.may_ask or self._is_sure(weighing, alone) or self._opinions >= self._may_ask:
            return alone
        self._opinions += 1
        return weighing.asked(heard, look, alone)

    def _is_sure(self, weighing: Weighing, alone: Weighed) -> bool:
        """Whether the encoder need not be asked which tool is meant, but for where the texts of that one are; nor for
        those, where the author's own example has them there."""
        first = next(iter(alone.found(SURELY)), None)
        if first is None or not is_sure(first):
            return False
        if self._is_shown(first):
            return True
        placed = weighing.placed(first)
        alone.put(placed)
        return is_sure(placed)

    def _told(self, found: list[Candidate]) -> list[Candidate]:
        """*found*, led by the tool that is meant if any is; what is recalled is."""
        if found[0].group == RECALLED:
            return found
        first, *others = self._rivals.told(found)
        return [self._as_shown(first), *others]

    def _as_shown(self, first: Candidate) -> Candidate:
        """*first*, as sure as can be where it is believed and is one of its tool's examples but for the values."""
        if first.refused is not None or first.confidence >= SHOWN_SO or not self._is_shown(first):
            return first
        return replace(first, confidence=SHOWN_SO)

    def _is_shown(self, candidate: Candidate) -> bool:
        """Whether *candidate* is one of its tool's examples but for the values."""
        name, trained = candidate.definition.name, self.trained.of(candidate.heard.lang)
        shown = trained.forms.match(candidate.heard) if name in trained.models else None
        if shown is None or shown.definition.name != name:
            return False
        filled = shown.filled
        if candidate.definition is not trained.definitions[name]:
            filled = self._restored(name, filled, candidate.heard)
        return filled.arguments == candidate.filled.arguments

    def rivals(self, text: str) -> tuple[Candidate, ...]:
        """The two tools that *text* may be for, where it surely is for one of them and nobody can tell which."""
        found = self.candidates(text)
        first = found[0] if found else None
        if first is None or first.rival is None or first.account.refused or first.evidence.directed < 0:
            return ()
        return (first, first.rival) if first.confidence >= max(first.least, ACCEPT) else ()


def _only_looks(heard: Heard) -> bool:
    """Whether all that is said is to find out, and not what: "can you check for me"."""
    lang = heard.lang
    content = [at for at, word in enumerate(heard.words) if is_content(word, lang)]
    if len(content) != 1 or heard.words[content[0]] not in lang.telling:
        return False
    at = content[0]
    named = at and heard.words[at - 1] in lang.articles | lang.question_words
    return not named and is_deed(heard.words[at], (), lang)
