"""A request in another language as English says it, word for word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from rapidfuzz import fuzz, process

from ovos_phal_plugin_jarvis.nlu.acts import Acts, acts_of
from ovos_phal_plugin_jarvis.nlu.acts.words import fields_of
from ovos_phal_plugin_jarvis.nlu.entities import NUMBER, PLACE
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import Lexicon
from ovos_phal_plugin_jarvis.nlu.lang import is_content, language
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import roles_of
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, lemma
from ovos_phal_plugin_jarvis.nlu.reading import Heard, timed_places
from ovos_phal_plugin_jarvis.nlu.text import single_words, without_accents

Meant = Sequence[tuple[str, float]]
_SPOKEN_OF = 2.0
"""How much likelier a word means what the tools speak of."""
_STATES = "is"
"""What stands for any word that says what something is, or was."""
_FROM = "from"
"""What stands before a place for a word that may be "of" as well."""
_SAME, _ALIKE = 4, 80.0
"""Letters that a word shares with its like in English at the beginning, and how alike, of 100, both are."""
_FIELDS_OF_TIME, _VAGUE = ("noun.time", "noun.quantity"), ("time",)
_LIKELY = 0.4
"""Weight from which a verb may be meant so."""
_LONGEST = 4
"""Words that are said together for something."""
_SMALL = "there"
"""What stands for a word that says nothing, and for the particle of a verb that is said with it."""


@dataclass(frozen=True, eq=False)
class Interpreted(Heard):
    """An utterance of which each word is an English one, in its place. What was said, and the values in it, are those
    of the *original*; what is done by saying it is told by English, of which more is known."""

    original: Heard = field(kw_only=True)

    @cached_property
    def may_order(self) -> bool:
        """Whether it begins with what may be an order, or asks for something: word for word "mama hat angerufen" and
        "ruf mama an" are made of the same words."""
        first = next((at for at, word in enumerate(self.words) if is_content(word, self.lang)), None)
        if first is None or not self.original.lang.states.isdisjoint(self.original.words[: first + 1]):
            return False
        own, word = self.original.lang, self.original.words[first]
        polite = self.original.spoken.strip() != self.original.text.strip()
        return word in own.verbs or word in own.question_words or mostly_does(self.words[first]) or polite

    @cached_property
    def acts(self) -> Acts:
        """What is done by saying it."""
        return acts_of(self._worded, ENGLISH)

    @property
    def directed(self) -> float:
        """Log odds that it asks an assistant for something."""
        return self.acts.directed

    @cached_property
    def _worded(self) -> str:
        """It as a text of as many words, each of them one."""
        return " ".join(word.partition(" ")[0] for word in self.words)

    @property
    def as_said(self) -> Heard:
        """It in the language that it was said in."""
        return self.original


def interpreted(
    heard: Heard,
    lexicon: Lexicon,
    spoken_of: frozenset[str],
    names: frozenset[str] = frozenset(),
    whole: Heard | None = None,
    *,
    asks: bool = True,
) -> Interpreted:
    """*heard* in English.

    Args:
        heard: what was said.
        lexicon: of its language.
        spoken_of: lemmas of the words that the tools know of themselves: of all that a word may mean, these are
            likeliest.
        names: words that stand for themselves.
        whole: what *heard* may be a part of: "sperr die haustür" of "sperr die haustür und die hintertür [auf]".
        asks: whether it may begin with a verb; else it names something.
    """
    found = _WordForWord(heard, lexicon, spoken_of, names, whole or heard, asks=asks)
    words = found.words()
    tokens = tuple(token._replace(norm=word) for token, word in zip(heard.tokens, words, strict=True))
    return Interpreted(
        heard.text,
        tokens,
        words,
        lambda: heard.mentions,
        heard.now,
        language(ENGLISH),
        heard.text,
        original=heard,
        meanings=found.meanings,
    )


class _WordForWord:
    """Finds an English word for each of one utterance."""

    def __init__(
        self,
        heard: Heard,
        lexicon: Lexicon,
        spoken_of: frozenset[str],
        names: frozenset[str],
        whole: Heard,
        *,
        asks: bool,
    ) -> None:
        self._heard, self._lexicon, self._spoken_of, self._names = heard, lexicon, spoken_of, names
        self._beyond = _words_behind(heard, whole)
        verbs = heard.lang.verbs
        first = (at for at, word in enumerate(heard.words) if is_content(word, heard.lang) or word in verbs)
        self._first = next(first, -1) if asks else -1
        self._timed = timed_places(heard.mentions)
        places = [x for x in heard.mentions if x.kind == PLACE]
        self._placed = {at for x in places for at in range(x.start, x.end)}
        self._numbers = {x.start: f"{x.value:g}" for x in heard.mentions if x.kind == NUMBER and x.end - x.start == 1}
        self._behind: dict[int, str] = {}
        """Place → what stands for a word that is said together with one before it."""
        self.meanings: dict[int, list[str]] = {}
        """Place of a verb → all that it likely means."""

    def words(self) -> list[str]:
        """One for each, in their order."""
        return [
            self._behind.get(at) or self._together(at) or self._with_particle(at) or self._alone(at)
            for at in range(len(self._heard.words))
        ]

    def _together(self, at: int) -> str:
        """The first word for what is said by the word at *at* and others behind it; empty where it is not."""
        size, meant = self._lexicon.phrase(self._heard.words[at : at + _LONGEST])
        parts = _likeliest(meant, self._spoken_of).split(" ", max(size, 1) - 1)
        self._behind |= dict(enumerate([*parts[1:], *[_SMALL] * (size - len(parts))], at + 1)) if size else {}
        return parts[0]

    def _with_particle(self, at: int) -> str:
        """The verb for the one at *at* and its particle, which stands for itself: "schließ die tür [auf]"."""
        words = self._heard.words
        for behind in _clause_ends(self._heard, at) if words[at] not in self._heard.lang.function_words else ():
            meant = self._lexicon.parted(words[at], words[behind])
            if meant:
                verb, _, rest = _likeliest(meant, self._spoken_of).partition(" ")
                self._behind[behind] = rest or _SMALL
                self._note_verb(at, meant)
                return verb
        return self._shared(at) if at == self._first and words[-1] not in self._heard.lang.verb_particles else ""

    def _shared(self, at: int) -> str:
        """The verb for the one at *at* with a particle that stands behind another part of what was said, which has no
        verb of its own: "sperr die haustür" of "sperr die haustür und die hintertür [auf]"."""
        joints = single_words(self._heard.lang, "joints")
        for place, word in enumerate(self._beyond):
            ends = place + 1 == len(self._beyond) or self._beyond[place + 1] in joints
            meant = self._lexicon.parted(self._heard.words[at], word) if ends else ()
            if meant:
                self._note_verb(at, meant)
                return _likeliest(meant, self._spoken_of)
            if self._may_be_verb(word):
                break
        return ""

    def _may_be_verb(self, word: str) -> bool:
        own = self._heard.lang
        if word in own.function_words:
            return False
        return word in own.verbs or any(map(mostly_does, dict(self._lexicon.english(word))))

    def _note_verb(self, at: int, meant: Meant) -> None:
        likely = [english for english, weight in meant if weight >= _LIKELY and mostly_does(english.partition(" ")[0])]
        if likely:
            self.meanings[at] = likely

    def _alone(self, at: int) -> str:
        """What the word at *at* means by itself: one of grammar is none that says anything."""
        word, own = self._heard.words[at], self._heard.lang
        meant: Meant = self._lexicon.english(word)
        known = self._numbers.get(at) or (_of_time(meant) if at in self._timed else "")
        if known:
            return known
        if word in own.states:
            return _STATES
        if word in self._names or (at in self._placed and not self._lexicon.knows(word)):
            return word
        leading = _leading(meant, word, own.code)
        if (is_content(word, own) or word in own.verbs) and not leading:
            if at == self._first:
                meant = _as_verbs(meant, self._lexicon.stemmed(word))
                self._note_verb(at, meant)
            return _likeliest(meant, self._spoken_of) or _cognate(word, self._spoken_of) or word
        if _FROM in dict(meant) and self._is_name(at + 1):
            return _FROM
        said = (each.split() for each, _ in leading or meant)
        return next((parts[0] for parts in said if all(map(_is_small, parts))), _SMALL)

    def _is_name(self, at: int) -> bool:
        """Whether the word at *at* names a place, or is none that is known."""
        words = self._heard.words
        return at in self._placed or (at < len(words) and not self._lexicon.english(words[at]))


def _leading(meant: Meant, word: str, lang: str) -> Meant:
    """Those of *meant* that lead to where something goes, or comes from, as *word* does in *lang* and nothing else."""
    roles = [role for role, words in roles_of(lang).items() if word in words]
    if roles not in (["origin"], ["target"]):
        return ()
    english = roles_of(ENGLISH)[roles[0]]
    return [(said, weight) for said, weight in meant if not english.isdisjoint(said.split())]


def _of_time(meant: Meant) -> str:
    """What a word means in a length of time, a time or a day: "heure" is an "hour" there and no "time"; empty where
    nothing tells."""
    fields = ((english, next(iter(fields_of(english, language(ENGLISH))), "")) for english, _ in meant)
    return next((english for english, name in fields if name in _FIELDS_OF_TIME and english not in _VAGUE), "")


def _as_verbs(meant: Meant, alike: Meant) -> Meant:
    """*meant* of a word in the place where an order has its verb, and what words *alike* mean: "ferme" is one of
    "fermer" there and no "farm"; what is no verb is less likely."""
    likely = dict(meant)
    for english, weight in alike:
        likely[english] = max(likely.get(english, 0.0), weight)
    return [(english, weight if mostly_does(english) else weight / _SPOKEN_OF) for english, weight in likely.items()]


@lru_cache(maxsize=2_000)
def mostly_does(english: str) -> bool:
    """Whether an English word is a verb more than a name for a thing: "connect", and no "league"."""
    net = english_wordnet()
    if net is None or not any(pos == "v" for _, pos in net.lemmas(english)):
        return False
    shares = dict.fromkeys(("verb", "noun"), 0.0)
    for name, share in fields_of(english, language(ENGLISH)).items():
        kind = name.partition(".")[0]
        shares[kind] = shares.get(kind, 0.0) + share
    return shares["verb"] >= shares["noun"]


@lru_cache(maxsize=2_000)
def _is_small(word: str) -> bool:
    """Whether an English *word* is one of grammar: also "without" and "until", which say something, and are in no
    dictionary of meanings."""
    net = english_wordnet()
    says = net is None or any(pos != "r" for _, pos in net.lemmas(word))
    return not says or not is_content(word, language(ENGLISH))


def _cognate(word: str, spoken_of: frozenset[str]) -> str:
    """The word of the tools that *word*, which no lexicon has, is written nearly like: "metronom" → "metronome"; empty
    where there is none."""
    plain = without_accents(word)
    alike = _by_beginning(spoken_of).get(plain[:_SAME], ()) if len(plain) > _SAME else ()
    found = process.extractOne(plain, alike, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return found[0] if found else ""


@lru_cache(maxsize=4)
def _by_beginning(words: frozenset[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in sorted(word for word in words if len(word) > _SAME):
        found.setdefault(word[:_SAME], []).append(word)
    return found


def _likeliest(meant: Meant, spoken_of: frozenset[str]) -> str:
    """What a word means here, of all that it may; empty where it is not known."""
    return max(meant, key=lambda pair: pair[1] * _weight(pair[0].split(), spoken_of), default=("", 0.0))[0]


def _weight(words: Sequence[str], spoken_of: frozenset[str]) -> float:
    known = sum(lemma(word) in spoken_of for word in words)
    return 1.0 + (_SPOKEN_OF - 1.0) * known / len(words)


def _words_behind(part: Heard, whole: Heard) -> Sequence[str]:
    """The words of *whole* behind *part* of it; none where it is all, or no part."""
    size = len(part.words)
    places = (at for at in range(len(whole.words) - size + 1) if whole.words[at : at + size] == part.words)
    at = next(places, None)
    return whole.words[at + size :] if at is not None else ()


def _clause_ends(heard: Heard, at: int) -> Iterator[int]:
    """The places behind *at* where a clause may end."""
    joints = single_words(heard.lang, "joints") | single_words(heard.lang, "contrasts")
    for place in range(at + 1, len(heard.words)):
        last = place + 1 == len(heard.words)
        if last or heard.breaks_before(place + 1) or heard.words[place + 1] in joints:
            yield place
