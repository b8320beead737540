"""How words look to whoever cuts an utterance: what begins a request, and what is one by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.accounting import Explained
from ovos_phal_plugin_jarvis.nlu.acts.statements import only_states, stated, thought
from ovos_phal_plugin_jarvis.nlu.acts.words import orders, orders_that
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, Request, request_of
from ovos_phal_plugin_jarvis.nlu.entities.places import find_places
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, valued
from ovos_phal_plugin_jarvis.nlu.text import denying_words, phrase_pattern, single_words, tokenize, trimmed
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

MAX_JOINTS = 8
"""Cuts that are tried in one utterance: it bounds the time that "and and and …" can take."""
SURELY_ANOTHER = 0.75
"""Confidence from which the end of what is to be written down is a request of its own."""
LIKELY_ANOTHER = 0.5
"""Confidence from which a part asks another tool by itself that would have that one's thing for a name else, or a unit
that is none of its tool's: "a timer for five minutes and an alarm for eight"."""
MOSTLY = 0.6
"""Share of a word's use as a verb from which on it begins a request."""
_LEADING = 3
"""Words within which an order follows that says what is to be done at what was named before it."""
_WHEN = (m.DATE, m.TIME, m.DURATION)
"""Kinds of mention by which an order says when, before it says what."""
TITLES = frozenset(
    ["title", "song", "track", "album", "artist", "band", "movie", "film", "book", "show", "name", "query", "topic"]
)
"""Names of arguments whose values often hold an "and the"."""


@lru_cache(maxsize=32)
def _verb_stems(language: Language) -> frozenset[str]:
    return frozenset(map(language.stem, language.verbs))


@lru_cache(maxsize=4096)
def _number(word: str, lang: str, language: Language) -> float | None:
    """The number that *word* says: it is asked of each word that a request may begin with."""
    words = [token.norm for token in tokenize(word, lang)]
    found = [x for x in m.find_mentions(words, lang, EPOCH) if x.kind == m.NUMBER]
    return float(min(found, key=lambda x: (x.start, -x.end)).value) if found else None


class OfDialogue(Protocol):
    """What reads words with the tools of one reader, in one dialogue."""

    def __init__(self, reader: Reader, dialogue: Dialogue) -> None: ...


Shared = TypeVar("Shared", bound=OfDialogue)


class Part(Generic[Shared]):
    """Another reader of words that one asks, made when it is first asked: most utterances need a few of them. It is the
    same for all that ask in one dialogue."""

    def __init__(self, kind: type[Shared]) -> None:
        self._kind = kind

    def __set_name__(self, owner: type[Words], name: str) -> None:
        self._name = name

    def __get__(self, asking: Words, owner: type[Words]) -> Shared:
        shared = asking._dialogue.parts
        found: Shared | None = shared.get(self._kind)
        if found is None:
            found = shared[self._kind] = self._kind(asking._reader, asking._dialogue)
        asking.__dict__[self._name] = found  # which is found before this the next time
        return found


class Words:
    """Reads words with the tools of one reader."""

    def __init__(self, reader: Reader, dialogue: Dialogue) -> None:
        self._reader = reader
        self._dialogue = dialogue
        self._language: Language = dialogue.language

    def _names_nothing(self, words: Sequence[str]) -> bool:
        """Whether *words* order something and leave to the words before what that is: "[can you] find me something"."""
        spoken = self._language
        content = [word for word in words if is_content(word, spoken)]
        ordered = [word for word in content if word not in spoken.placeholders]
        return len(ordered) <= 1 < len(words) and not spoken.placeholders.isdisjoint(words)

    def _whole_request(self, text: str) -> Candidate | None:
        """The tool that *text* by itself asks for, with its own words."""
        best = self._reader.best(text)
        if best is None or best.filled.missing:
            return None
        accounted = best.explained
        return best if accounted.wording and not accounted.left else None

    def _digit(self, word: str) -> float | None:
        number = _number(word, self._reader.lang, self._language)
        return number if word not in self._language.articles else None

    def _knows(self, definition: ToolDefinition, phrase: str) -> bool:
        """Whether examples of the tool say *phrase*."""
        said = re.compile(rf"(?<!\w){re.escape(fold(phrase))}(?!\w)")
        return any(said.search(fold(example.utterance)) for example in definition.examples)

    def _denies(self, text: str, start: int, end: int) -> bool:
        """Whether the words between these characters of *text* begin what says which of a few values is not meant."""
        negations = phrase_pattern(self._language, "negations")
        if negations is None or negations.search(text, start) is None:
            return False
        whole = self._reader.best(text)
        heard = self._reader.hear(text)
        offset = max(0, text.find(heard.text))
        denied = sorted(whole.filled.denied) if whole is not None else []
        return any(start <= heard.tokens[at].start + offset < end for at in denied)

    def _opens(self, text: str) -> bool:
        """Whether *text* begins like a request."""
        words = self._reader.bare_words(text)
        if not words or not self._begins(words[0], alone=len(words) == 1):
            return False
        if words[0] in self._language.verbs:
            return True
        heard = self._reader.hear_raw(text)
        return not m.begins_with_place(heard.text, self._reader.lang, heard.tokens)  # "new york"

    def _orders_then(self, text: str) -> bool:
        """Whether *text* says when, and behind that orders what a tool does: "at noon [remind me to …]"."""
        heard = self._reader.hear_raw(text)
        said = [x for x in heard.mentions if x.kind in _WHEN and x.start <= 1]
        end = max((x.end for x in said), default=0)
        introduced = min((x.start for x in said), default=0)
        if not 0 < end < len(heard.words) or (introduced and heard.words[0] not in self._language.function_words):
            return False
        ordered = heard.words[end] in self._language.verbs - self._language.question_words
        return ordered and self._whole_request(text) is not None

    def _is_noun_alone(self, text: str) -> bool:
        """Whether *text* is a word that examples begin with and nothing is ordered or asked with: "alarms"."""
        words = self._reader.bare_words(text)
        net = english_wordnet() if self._language.code == "en" else None
        doing = sum(s for name, s in net.fields(words[0]) if name.startswith("verb.")) if net and words else 0.0
        known = self._language.verbs | self._language.question_words
        return len(words) == 1 and words[0] not in known and doing <= MOSTLY

    def _is_more_of(self, first: str, part: str) -> bool:
        """Whether *part* only names what is to be done too what the order *first* says: "cancel all timers and
        [alarms]"."""
        words = self._reader.bare_words(first)
        orders = bool(words) and words[0] in self._language.verbs - self._language.question_words
        return orders and self._is_noun_alone(part)

    def _only_tells(self, text: str) -> bool:
        """Whether *text* says something of somebody or something, and asks for nothing: "my fingers hurt"."""
        words = self._reader.raw_words(text)
        if not words or self._opens(text):
            return False
        return only_states(words, self._language) is not None or thought(text, words, self._language) is not None

    def _begins(self, first: str, *, alone: bool = False, taught: bool = True) -> bool:
        """Whether *first* is a word that requests begin with: by the language, or as *taught* by examples."""
        if self._digit(first) is not None:
            return False
        net = english_wordnet() if self._language.code == "en" else None
        if net is not None and not alone and first not in self._language.function_words:
            doing = sum(share for name, share in net.fields(first) if name.startswith("verb."))
            if doing > MOSTLY:
                return True
        return (
            first in self._language.verbs
            or orders_that(first, self._language)
            or (is_content(first, self._language) and self._language.stem(first) in _verb_stems(self._language))
            or first in self._language.question_words
            or (taught and first in self._reader.trained.openers and is_content(first, self._language))
        )

    def _names_kind(self, text: str) -> bool:
        """Whether *text* begins with the name of what its tool takes: "a task buy cream"."""
        heard = self._reader.hear_raw(text)
        first = next((word for word in heard.words if word not in self._language.articles), "")
        return is_content(first, self._language) and first in self._reader.trained.leads.get(
            self._language.stem(first), ()
        )

    def _only_when(self, text: str) -> bool:
        """Whether *text* says nothing but how often something is: "every day"."""
        said = trimmed(text).lower()
        return any(said in phrases for phrases in self._language.frequencies.values())

    def _is_place(self, words: Sequence[str]) -> bool:
        bare = list(words)
        while bare and bare[0] in self._language.function_words:
            bare = bare[1:]
        return self._dialogue.is_place(bare)

    def _pointing(self, text: str) -> bool:
        """Whether *text* begins like a request about something named before ("cancel it")."""
        pattern = phrase_pattern(self._language, "pronouns")
        return bool(pattern and self._opens(text) and len(text.split()) <= 4 and pattern.search(text))

    def _is_its_reason(self, left: str, right: str) -> bool:
        """Whether *left* says how that is to which *right* points, so that they are one request: of "the attic is
        freezing warm it up" the end by itself would be the oven, which nobody spoke of."""
        words = self._reader.bare_words(right)
        if not words or words[0] in self._language.question_words or set(self._language.pronouns).isdisjoint(words):
            return False
        return stated(self._reader.hear_raw(left).words, self._language, alone=True) is not None

    def _only_leads(self, left: str, right: str) -> bool:
        """Whether *left* asks for nothing but says where or for what the order is that follows in *right*: "in my tasks
        of today [add …]"."""
        spoken, words = self._language, self._reader.bare_words(left)
        if not words or not any(orders(word, spoken) for word in self._reader.bare_words(right)[:_LEADING]):
            return False
        others = spoken.articles | spoken.subjects | spoken.persons | spoken.owners | spoken.demonstratives
        others |= (
            spoken.question_words | spoken.auxiliaries | spoken.states | spoken.all_words | spoken.more | spoken.less
        )
        others |= single_words(spoken, "negations") | single_words(spoken, "joints") | single_words(spoken, "particles")
        introduces = words[0] in spoken.function_words - others
        return introduces and not any(orders(word, spoken) for word in words)

    def _negated(self, text: str) -> bool:
        pattern = phrase_pattern(self._language, "negations")
        return bool(pattern and pattern.match(text))

    def _denies_value(self, text: str) -> bool:
        """Whether *text* only says which value is not meant: "wake me at five [and not six]"."""
        words = self._reader.raw_words(text)
        denied = len(words) > 1 and words[0] in denying_words(self._language) - self._language.auxiliaries
        return denied and words[1] not in self._language.verbs and bool(valued(self._reader.hear_raw(text)))

    def _is_talk(self, text: str) -> bool:
        heard = self._reader.hear_raw(text)
        return not any(is_content(word, self._language) for word in heard.words)

    def _dialogue_place(self, left: str, right: str, *, theirs: bool = False) -> Request | None:
        """ "my granddaughter lives in Toronto, what time is it there": the place that the first clause names; where
        *theirs* may be asked for, also of those who live there ("how far ahead are they")."""
        pattern = phrase_pattern(self._language, "places_before")
        found = pattern.search(right) if pattern else None
        others = self._language.subjects - self._language.speakers
        if found is None and not (theirs and others & set(self._reader.raw_words(right))):
            return None
        heard = self._reader.hear_raw(left)
        for start, end in find_places(heard.words, self._reader.lang)[-1:]:
            first = start - 1 if start and heard.words[start - 1] in self._language.function_words else start
            place = heard.said(first, end)
            said = f"{right[: found.start()]}{place}{right[found.end() :]}" if found else f"{right} {place}"
            best = self._reader.best(said)
            if best is None or best.filled.missing:
                continue
            if {best.heard.words[at] for at in best.explained.left} <= (set() if found else others):
                return request_of(best, said)
        return None

    def _asks_alone(self, right: str, before: Request) -> bool:
        """Whether *right* asks another tool than the one before it, as its examples do: in "what time is it in oslo"
        nothing points to anything."""
        words = self._reader.hear(right).words
        at = next((at for at, word in enumerate(words) if word in self._language.pronouns), 0)
        read = self._whole_request(right) if at and words[0] in self._language.question_words else None
        if read is None or read.confidence < SURELY_ANOTHER or read.definition.name == before.call.name:
            return False
        examples = self._reader.trained.aligned.get(read.definition.name, ())
        return any(list(each.words[: at + 1]) == list(words[: at + 1]) for each in examples)

    def _about_place(self, left: str, right: str, before: Request) -> Request | None:
        """*right*, where it asks another tool than *before* about the place that *left* names."""
        found = self._dialogue_place(left, right, theirs=True)
        return found if found is not None and found.call.name != before.call.name else None

    def _without(self, text: str, *tables: str) -> str:
        pattern = phrase_pattern(self._language, *tables)
        return pattern.sub(" ", text) if pattern is not None else text

    @property
    def _introducing(self) -> AbstractSet[str]:
        return self._language.function_words - self._language.articles

    def _names_number(self, best: Candidate, heard: Heard) -> bool:
        """Whether a number is taken for the name of something by a tool that has a place for numbers."""
        own = {p.name: p for p in best.definition.parameters}
        numeric = any(self._dialogue.typed(best.definition, p) for p in own.values())
        numbers = {at for x in heard.mentions if x.kind == m.NUMBER for at in range(x.start, x.end)}
        return numeric and any(
            name in own
            and not self._dialogue.typed(best.definition, own[name])
            and not own[name].enum_values
            and set(range(start, end)) <= numbers
            for start, end, name in best.filled.spans
        )

    def _ends_in_value(self, heard: Heard, at: int) -> bool:
        """Whether the words before word *at* and the last ones are numbers, and a noun begins at *at*: "volume at ten
        [screen] at twenty"."""
        ends = {x.end for x in valued(heard)}
        begins = any(x.start <= at < x.end for x in valued(heard))
        return at in ends and len(heard.words) in ends and not begins and is_content(heard.words[at], self._language)

    def _doubled(self, best: Candidate, mentions: Sequence[m.Mention], accounted: Explained) -> bool:
        """Whether a number, time or date is left that the tool has no place for."""
        covered = accounted.values | accounted.wording
        return any(not covered & set(range(x.start, x.end)) for x in mentions)


def is_choice(parameter: ToolParameter) -> bool:
    return bool(parameter.enum_values) or parameter.param_type.lower() in ("bool", "boolean")


def fold(text: str) -> str:
    return text.replace("’", "'").lower().strip()
