"""Names that a tool gives while the service runs, found in words: a lamp, a contact, a list, a player.

Nothing is learned of them: what stands here compares words, and works in any language. There are three answers. Words
*say* a name where they are the same, up to case, accents, endings, articles, how a number is written and where a word
is parted, or where they are a part of this one name only. They *almost say* it where one letter or the spelling of a
sound differs and no other name is near. What is merely alike is evidence and no permission: it is asked about.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from ovos_phal_plugin_jarvis.nlu.entities import NUMBER
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear
from ovos_phal_plugin_jarvis.nlu.text import Token, tokenize
from ovos_phal_plugin_jarvis.sdk.options import Option

_MOST_WORDS = 10
"""Words that a name is looked for in."""
_ALIKE = 70.0
"""How alike, of 100, a name must be to be asked about."""
_BESIDE = 15.0
"""How much less alike than the best one may be and be asked about as well."""
_APART = 8.0
"""How much less alike the next name must be, that a misspelled one is taken."""
_MOST_ASKED = 4
_LOOKED_AT = 24
"""Names that are compared word by word."""
_STEMMED = 300
"""Names up to which endings are left out of account: of more, too many would be the same, and it takes long."""
_SHORTEST_SOUND, _SHORTEST_SLIP, _LONG = 5, 6, 10
"""Letters that a word must have: to be told by its sound, with one letter wrong, with two letters wrong. In shorter
words one letter makes another name ("Anna", "Hanna")."""

SAID, ALMOST, SEVERAL, ALIKE, UNKNOWN, UNSAID = "said", "almost", "several", "alike", "unknown", "unsaid"


@dataclass(frozen=True)
class Resolution:
    """What words say of a set of names."""

    kind: str
    """``SAID`` and ``ALMOST``: one option is meant. ``SEVERAL``: each of these is called so. ``ALIKE``: these may be
    meant. ``UNKNOWN``: none is near. ``UNSAID``: the words name the kind of thing and nothing else ("the lamp")."""
    options: tuple[Option, ...] = ()

    @property
    def one(self) -> Option | None:
        """The option that is meant; None where that has to be asked."""
        return self.options[0] if self.kind in (SAID, ALMOST) else None


@dataclass(frozen=True)
class Match:
    """Words of an utterance that are a name."""

    start: int
    end: int
    options: tuple[Option, ...]
    """Those that are called so; mostly one."""
    weak: bool
    """Whether the words may mean something else: words of grammar, or the verb that asks."""
    whole: bool = True
    """Whether they are a whole name rather than a part of it."""


@dataclass(frozen=True)
class _Name:
    option: Option
    words: tuple[str, ...]
    """Without articles and signs, accents and case; numbers as digits."""
    stems: frozenset[str]

    @property
    def joined(self) -> str:
        return "".join(self.words)


class Names:
    """The options of one argument. Immutable; any thread may ask."""

    def __init__(self, options: Sequence[Option], lang: Language) -> None:
        self.options = tuple(options)
        self._lang = lang
        self._stemmed = len(self.options) <= _STEMMED
        self._exact: dict[str, dict[Option, None]] = {}
        self._joined: dict[str, dict[Option, None]] = {}
        self._names: list[_Name] = []
        for option in self.options:
            for called in dict.fromkeys((*option.names, option.value)):
                words = _plain_words(tokenize(called, lang.code), lang)
                if not words:
                    continue
                self._names.append(_Name(option, words, frozenset(map(self._form, words))))
                self._exact.setdefault(_line(called), {})[option] = None
                for key in self._keys(words):
                    self._joined.setdefault(key, {})[option] = None
        self._holding: dict[str, dict[Option, None]] = {}
        for name in self._names:
            for stem in name.stems:
                self._holding.setdefault(stem, {})[name.option] = None
        self._spelled = [name.joined for name in self._names]
        self._sounds = ["".join(map(sound, name.words)) for name in self._names]
        longest = max((len(name.words) for name in self._names), default=0)
        self._longest = min(_MOST_WORDS, longest + 2)

    def spoken(self, heard: Heard) -> list[Match]:
        """The names that *heard* says, from left to right, none inside another; each as long as it can be. Parts of
        names are found as well, where they are no words of grammar; whole names go first."""
        count = len(heard.words)
        words = _numbered(heard, self._lang)
        found: list[Match] = []
        for start in range(count):
            for end in range(min(count, start + self._longest), start, -1):
                said = heard.words[start:end]
                if said[0] in self._lang.articles or said[-1] in self._lang.articles and end - start > 1:
                    continue
                if _inside_a_date(heard, start, end):
                    continue
                options = self._called(_line(heard.said(start, end)), words[start:end])
                weak = self._is_weak(heard, start, end)
                if options:
                    found.append(Match(start, end, options, weak))
                elif not weak and (options := self._held_by(words[start:end])):
                    found.append(Match(start, end, options, weak, whole=False))
        found.sort(key=lambda match: (not match.whole, match.start - match.end, match.start))
        kept: list[Match] = []
        for match in found:
            if all(match.end <= other.start or match.start >= other.end for other in kept):
                kept.append(match)
        return sorted(kept, key=lambda match: match.start)

    def resolve(self, text: str, own: Iterable[str] = ()) -> Resolution:
        """Which option *text* is.

        Args:
            text: the words that are to be a name, or a value as the tool knows it.
            own: what the tool calls such a thing: "the kitchen lamp" is "kitchen" where these are lamps.
        """
        exact = tuple(self._exact.get(_line(text), ()))
        by_value = [option for option in exact if option.value == text]
        if len(by_value) == 1 or len(exact) == 1:
            return Resolution(SAID, tuple(by_value) or exact)
        heard = hear(text, self._lang.code, EPOCH, strip=False)
        words = self._trimmed([word for word in _numbered(heard, self._lang) if word])
        if not words or not self._names:
            return Resolution(UNKNOWN)
        same = exact or self._called("", words)
        if same:
            return Resolution(SAID if len(same) == 1 else SEVERAL, same)
        kind = frozenset(map(self._form, own))
        held = self._partly(words, kind)
        if {self._form(word) for word in words} <= kind:
            # "the lamp": which one is not said, unless there is no other.
            return Resolution(SAID if len(self.options) == len(held) == 1 else UNSAID, held)
        if held:
            return Resolution(SAID if len(held) == 1 else SEVERAL, held)
        return self._near(words)

    def _form(self, word: str) -> str:
        return _stem(word, self._lang) if self._stemmed else word

    def _keys(self, words: Sequence[str]) -> tuple[str, ...]:
        """What two spellings of a name have in common: its words as one word, with and without their endings."""
        joined = "".join(words)
        return tuple(dict.fromkeys(key for key in (joined, "".join(map(self._form, words))) if key))

    def _called(self, line: str, words: Sequence[str]) -> tuple[Option, ...]:
        exact = self._exact.get(line)
        if exact is not None and len(exact) == 1:
            return tuple(exact)
        found: dict[Option, None] = {}
        for key in self._keys([word for word in words if word]):
            found.update(self._joined.get(key, {}))
        return tuple(found)

    def _held_by(self, words: Sequence[str]) -> tuple[Option, ...]:
        """The options whose name holds all of *words*, none of which is a word of grammar or a number."""
        common = self._lang.function_words | self._lang.light_words
        if any(not word or word in common or word.isdigit() or len(word) < 2 for word in words):
            return ()
        holding = [self._holding.get(self._form(word), {}) for word in words]
        return tuple(option for option in holding[0] if all(option in others for others in holding[1:]))

    def _partly(self, words: Sequence[str], own: frozenset[str]) -> tuple[Option, ...]:
        """The options whose name holds all of *words*; else those whose whole name stands in them beside nothing but
        what the tool calls such a thing."""
        said = {self._form(word) for word in words}
        around = own | {self._form(word) for word in words if word in _empty_words(self._lang)}
        holding = {name.option: None for name in self._names if said <= name.stems}
        if holding:
            return tuple(holding)
        held = [name for name in self._names if name.stems <= said and said - name.stems <= around]
        most = max((len(name.stems) for name in held), default=0)
        return tuple({name.option: None for name in held if len(name.stems) == most})

    def _near(self, words: Sequence[str]) -> Resolution:
        joined, heard = "".join(words), "".join(map(sound, words))
        looked_at: dict[int, None] = {}
        for text, names in ((joined, self._spelled), (heard, self._sounds)):
            for scorer in (fuzz.ratio, fuzz.partial_ratio):
                looked_at.update(
                    (at, None) for _, _, at in process.extract(text, names, scorer=scorer, limit=_LOOKED_AT)
                )
        scores: dict[Option, float] = {}
        slips: dict[Option, None] = {}
        for name in (self._names[at] for at in looked_at):
            score = max(_likeness(joined, name.joined), self._part_alike(words, name))
            scores[name.option] = max(scores.get(name.option, 0.0), score)
            if len(words) == len(name.words) and all(map(self._is_slip, words, name.words)):
                slips[name.option] = None
        ranked = sorted(scores.items(), key=lambda pair: -pair[1])
        best = ranked[0][1]
        near = tuple(option for option, score in ranked if score >= max(_ALIKE, best - _BESIDE))[:_MOST_ASKED]
        if len(slips) == 1:
            (meant,) = slips
            if all(option is meant or score <= scores[meant] - _APART for option, score in ranked):
                return Resolution(ALMOST, (meant,))
        return Resolution(ALIKE, near) if near else Resolution(UNKNOWN)

    def _part_alike(self, words: Sequence[str], name: _Name) -> float:
        """How alike *words* are to a part of *name*, or *name* to a part of them."""
        fewer, more = (words, name.words) if len(words) <= len(name.words) else (name.words, words)
        if len(fewer) == len(more) or max(map(len, fewer)) < 4:
            return 0.0
        return 0.97 * min(max(_likeness(one, other) for other in more) for one in fewer)

    def _is_slip(self, said: str, word: str) -> bool:
        """Whether *said* is *word* misspelled or misheard, and no other word."""
        if said == word or self._form(said) == self._form(word):
            return True
        if not (said + word).isalpha() or said[0] != word[0] and sound(said)[:1] != sound(word)[:1]:
            return False
        if min(len(said), len(word)) >= _SHORTEST_SOUND and sound(said) == sound(word):
            return True
        shorter, longer = sorted((len(said), len(word)))
        # An ending is another gender, case or number, or another name: Daniel and Daniela.
        if longer < _SHORTEST_SLIP or said[-1] != word[-1]:
            return False
        distance = OSA.distance(said, word, score_cutoff=2)
        return distance <= (2 if shorter >= _LONG else 1) and not self._is_a_word(said)

    def _is_a_word(self, said: str) -> bool:
        """Whether *said* is a word by itself, which may be meant: "inside" for "outside". Known of English only."""
        net = english_wordnet() if self._lang.code == ENGLISH else None
        return net is not None and bool(net.lemmas(said))

    def _trimmed(self, words: Sequence[str]) -> tuple[str, ...]:
        """*words* without those of grammar around them ("in the kitchen"), unless they are a name."""
        if any(key in self._joined for key in self._keys(words)):
            return tuple(words)
        start, end = 0, len(words)
        while start < end and words[start] in _empty_words(self._lang):
            start += 1
        while end > start and words[end - 1] in _empty_words(self._lang):
            end -= 1
        return tuple(words[start:end]) or tuple(words)

    def _is_weak(self, heard: Heard, start: int, end: int) -> bool:
        said = heard.words[start:end]
        common = self._lang.function_words | self._lang.light_words
        return all(word in common for word in said) or (start == 0 and end == 1 and said[0] in self._lang.verbs)


@lru_cache(maxsize=64)
def names_of(options: tuple[Option, ...], lang: Language) -> Names:
    """The names of *options*, made once: the same options come with every utterance."""
    return Names(options, lang)


@lru_cache(maxsize=32)
def _empty_words(lang: Language) -> frozenset[str]:
    """Words of grammar that may be dropped beside a name: not those that take back or turn round ("not", "off")."""
    telling = {word for phrase in (*lang.negations, *lang.exceptions) for word in phrase.split()}
    telling |= {word for pair in lang.opposites for side in pair for phrase in side for word in phrase.split()}
    return frozenset(map(_bare, (lang.function_words | lang.light_words) - telling))


def _line(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


@lru_cache(maxsize=16384)
def _bare(word: str) -> str:
    """*word* without case and accents."""
    parted = unicodedata.normalize("NFKD", word.casefold().translate(_LETTERS))
    # Only accents: in other scripts the marks are vowels.
    return unicodedata.normalize("NFC", "".join(c for c in parted if not "\u0300" <= c <= "\u036f"))


@lru_cache(maxsize=16384)
def _stem(word: str, lang: Language) -> str:
    return _bare(lang.stem(word))


@lru_cache(maxsize=16)
def _digits(lang: Language) -> dict[str, str]:
    """Words for numbers → digits, for those that are one word."""
    numbers = (lang.entities.get("numbers") or {}).get("words") or {}
    return {
        _bare(phrase.strip()): str(number)
        for number, phrases in numbers.items()
        if isinstance(number, int)
        for phrase in str(phrases).split("|")
        if phrase.strip().isalpha()
    }


def _plain_words(tokens: Sequence[Token], lang: Language) -> tuple[str, ...]:
    """The words of a name: without articles, signs and possessive endings."""
    found = [t.norm for t in tokens if t.norm.isalnum() or "'" in t.norm[1:]]
    kept = [word for word in found if word not in lang.articles] or found
    return tuple(_digits(lang).get(bare, bare) for word in kept if (bare := _bare(word).replace("'", "")))


def _numbered(heard: Heard, lang: Language) -> list[str]:
    """For each word of *heard* what it is in a name, a number that takes several words in the place of the first of
    them; empty for what is no part of a name."""
    words = [(_plain_words((token,), lang) or ("",))[0] for token in heard.tokens]
    for at, word in enumerate(heard.words):
        if word in lang.articles:
            words[at] = ""
    for mention in heard.mentions:
        if mention.kind == NUMBER and mention.end - mention.start > 1 and mention.value == int(mention.value):
            words[mention.start : mention.end] = [str(int(mention.value)), *[""] * (mention.end - mention.start - 1)]
    return words


def _inside_a_date(heard: Heard, start: int, end: int) -> bool:
    """Whether the words are a part of something that was said of time or number: the "may" of "the fifth of may"."""
    return any(
        x.start < end and start < x.end and not (start <= x.start and x.end <= end) and x.end - x.start > 1
        for x in heard.mentions
        if x.kind != "place"
    )


def _likeness(one: str, other: str) -> float:
    return max(fuzz.ratio(one, other), 0.97 * fuzz.ratio(sound(one), sound(other)))


_SOUNDS = (
    ("sch", "s"), ("sh", "s"), ("ph", "f"), ("th", "t"), ("dt", "t"), ("ck", "k"), ("ch", "k"), ("gh", "g"),
    ("qu", "k"), ("q", "k"), ("x", "ks"), ("ce", "se"), ("ci", "si"), ("cy", "si"), ("c", "k"), ("z", "s"),
    ("w", "v"), ("f", "v"), ("y", "i"), ("j", "i"), ("ie", "i"), ("ee", "i"), ("ea", "i"), ("ei", "i"), ("ai", "i"),
    ("ou", "u"), ("oo", "u"), ("oe", "u"), ("h", ""),
)  # fmt: skip


@lru_cache(maxsize=16384)
def sound(word: str) -> str:
    """*word* roughly as it sounds, in no language in particular: spellings of one sound are one letter. Words in
    another script than ours stay as they are."""
    for spelled, heard in _SOUNDS:
        word = word.replace(spelled, heard)
    return "".join(c for at, c in enumerate(word) if not at or c != word[at - 1])
