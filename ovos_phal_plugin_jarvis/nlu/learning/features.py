"""What a tagger sees of each word of an utterance: the word, its shape, what stands around it, and what a tool's
examples say about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TypeVar

from ovos_phal_plugin_jarvis.nlu.entities import NUMBER
from ovos_phal_plugin_jarvis.nlu.entities.places import kinds_of_places
from ovos_phal_plugin_jarvis.nlu.knowledge import english_word_classes, english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import FEW, AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.linear import named
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import Heard

_CLEAR = 0.5
"""Share of a word's use from which on it is of a lexical field."""
_VAGUE = frozenset(["noun.Tops", "noun.attribute", "noun.cognition", "noun.act", "noun.relation", "noun.state"])
"""Fields that tell nothing of an argument."""
_OWN_CARRIER = 3
"""Where in the row of a word stands how much it belongs to the carrier phrase itself."""
_REMEMBERED = 16
"""Texts of which what is seen of their words is kept: one request is read in parts, each by several tools."""
_Kind = tuple[int, int, str]
"""First word of a mention, one past the last, its kind."""
_Feature = TypeVar("_Feature")


@dataclass
class Vocabulary:
    """What the examples say about single words: how often each stands outside every value, and in values of what."""

    carrier: Counter[str] = field(default_factory=Counter)
    inside: dict[str, Counter[str]] = field(default_factory=dict)
    """Word → parameter name → number of different values that hold it."""
    rich: bool = False
    """Whether there are examples enough to learn what kinds of things an argument's values are."""


def vocabulary_of(examples: Sequence[AlignedExample]) -> Vocabulary:
    """What *examples* say about single words."""
    total = Vocabulary(rich=len(examples) >= FEW)
    seen: set[tuple[str, str]] = set()
    for example in examples:
        words = example.words
        covered: set[int] = set()
        for span in example.spans:
            covered.update(range(span.start, span.end))
            value = " ".join(words[span.start : span.end])
            if (span.parameter, value) in seen:
                continue
            seen.add((span.parameter, value))
            for word in set(words[span.start : span.end]):
                total.inside.setdefault(word, Counter())[span.parameter] += 1
        total.carrier.update({word for at, word in enumerate(words) if at not in covered})
    return total


def vocabulary_of_one(example: AlignedExample) -> Vocabulary:
    """What one example adds to what all say."""
    words = example.words
    own = Vocabulary()
    covered: set[int] = set()
    for span in example.spans:
        covered.update(range(span.start, span.end))
        for word in set(words[span.start : span.end]):
            own.inside.setdefault(word, Counter())[span.parameter] += 1
    own.carrier.update({word for at, word in enumerate(words) if at not in covered})
    return own


def _shape(text: str) -> str:
    if text.isdigit():
        return f"9{min(len(text), 4)}"
    if text[:1].isdigit():
        return "9x"
    if text.isupper():
        return "A" if len(text) == 1 else "AA"
    return "Aa" if text[:1].isupper() else "a"


@dataclass(frozen=True, eq=False)
class _Seen:
    """What is seen of the words of an utterance whatever the examples say: the same for the taggers of all tools."""

    forms: Sequence[str]
    """The words, with one sign for those of numbers."""
    rows: Sequence[Sequence[str]]
    """The features of each, with room for those at :attr:`carriers`."""
    carriers: Sequence[Sequence[int]]
    """Where in the row of each stand how much it, the word before and the one behind belong to the carrier phrase."""

    @cached_property
    def numbers(self) -> Sequence[Sequence[int]]:
        """The same features as models are asked about them."""
        return [[*map(named, row)] for row in self.rows]


def sentence_features(
    heard: Heard, vocabulary: Vocabulary, *, lower: bool, own: Vocabulary | None = None
) -> list[list[str]]:
    """One list of features for each word.

    Args:
        heard: the utterance.
        vocabulary: what all examples say about words.
        lower: whether capitals are not looked at.
        own: what this very sentence added to *vocabulary*, to be taken away again; without it, a tagger that is
            trained learns to trust a dictionary that will not know the next sentence.
    """
    seen = _seen_in(heard, vocabulary, lower)
    return _completed(seen, seen.rows, heard, vocabulary, own, str)


def hashed_features(heard: Heard, vocabulary: Vocabulary, *, lower: bool) -> list[list[int]]:
    """The same as models are asked about them."""
    seen = _seen_in(heard, vocabulary, lower)
    return _completed(seen, seen.numbers, heard, vocabulary, None, named)


def _seen_in(heard: Heard, vocabulary: Vocabulary, lower: bool) -> _Seen:
    texts = tuple(token.text.lower() if lower else token.text for token in heard.tokens)
    kinds = tuple((mention.start, mention.end, mention.kind) for mention in heard.mentions)
    return _seen(tuple(heard.words), texts, kinds, heard.lang, lower, vocabulary.rich)


@lru_cache(maxsize=_REMEMBERED)
def _seen(
    words: Sequence[str], texts: Sequence[str], kinds: Sequence[_Kind], lang: Language, lower: bool, rich: bool
) -> _Seen:
    """What is seen of *words*, which are written as *texts* and say mentions of *kinds*."""
    count = len(words)
    numbers = {at for start, end, kind in kinds if kind == NUMBER for at in range(start, end)}
    shapes = [_shape(text) for text in texts]
    forms = ["#" if at in numbers else word for at, word in enumerate(words)]
    classes = _classes_in(words, kinds, lang, rich)
    known = _known_of(words, lang, texts, lower) if rich else [()] * count
    nowhere = ["^$"]
    around = [*nowhere * 2, *forms, *nowhere * 2]
    rows: list[list[str]] = []
    carriers: list[tuple[int, int, int]] = []
    for at, (word, form) in enumerate(zip(words, forms, strict=True)):
        before = behind = 0
        row = ["bias", f"w={form}", f"s={shapes[at]}", ""]
        if len(word) > 3:
            row.append(f"x3={word[-3:]}")
        row.append(f"w-2={around[at]}")
        row.append(f"w-1={around[at + 1]}")
        if at:
            row += (f"s-1={shapes[at - 1]}", "")
            before = len(row) - 1
        row.append(f"w1={around[at + 3]}")
        if at + 1 < count:
            row += (f"s1={shapes[at + 1]}", "")
            behind = len(row) - 1
        row.append(f"w2={around[at + 4]}")
        if at:
            row.append(f"w-1w={forms[at - 1]}|{form}")
        if at + 1 < count:
            row.append(f"ww+1={form}|{forms[at + 1]}")
        if at > 1:
            row.append(f"w-2w-1={forms[at - 2]}|{forms[at - 1]}")
        row += [f"k={kind}" for kind in classes[at]]
        if at:
            row += [f"k-1={kind}" for kind in classes[at - 1]]
        if at + 1 < count:
            row += [f"k+1={kind}" for kind in classes[at + 1]]
        if not classes[at]:
            row.append("k=none")
        row += known[at]
        rows.append(row)
        carriers.append((_OWN_CARRIER, before, behind))
    return _Seen(forms, rows, carriers)


def _classes_in(words: Sequence[str], kinds: Sequence[_Kind], lang: Language, rich: bool) -> list[list[str]]:
    """For each word the mentions that it is in, and the lexical field that it is of."""
    classes: list[list[str]] = [[] for _ in words]
    for start, end, kind in kinds:
        for at in range(start, min(end, len(words))):
            classes[at].append(("B" if at == start else "I") + "~" + kind)
    for at, word in enumerate(words) if rich else ():
        lexical = _kind_of(word, lang)
        if lexical:
            classes[at].append(lexical)
    return classes


def _completed(
    seen: _Seen,
    common: Sequence[Sequence[_Feature]],
    heard: Heard,
    vocabulary: Vocabulary,
    own: Vocabulary | None,
    written: Callable[[str], _Feature],
) -> list[list[_Feature]]:
    """The features of each word of *heard*, of which the *common* ones are known, as *written* has them."""
    words = heard.words
    carriers = [_carrier(word, vocabulary, own, heard.lang) for word in words]
    rows: list[list[_Feature]] = []
    for at, (word, (place, before, behind)) in enumerate(zip(words, seen.carriers, strict=True)):
        row = [*common[at]]
        row[place] = written(f"c={carriers[at]}")
        if before:
            row[before] = written(f"c-1={carriers[at - 1]}")
        if behind:
            row[behind] = written(f"c1={carriers[at + 1]}")
        row += map(written, _dictionary(word, vocabulary, own))
        rows.append(row)
    _add_anchors(rows, seen.forms, carriers, written)
    return rows


@lru_cache(maxsize=20_000)
def _kind_of(word: str, lang: Language) -> str | None:
    """The lexical field of the nouns that an English *word* mostly stands for; None where it is many things."""
    net = english_wordnet() if lang.code == ENGLISH and word not in lang.function_words else None
    name, share = next(iter(net.fields(word)), ("", 0.0)) if net else ("", 0.0)
    return name if share >= _CLEAR and name.startswith("noun.") and name not in _VAGUE else None


def _known_of(words: Sequence[str], lang: Language, texts: Sequence[str], lower: bool) -> list[list[str]]:
    """What is known of each word in general: the classes that it is of, and the kind of place that it names; *texts*
    are the words as they are written, or all *lower*."""
    found = [[*_classes_of(word, lang)] for word in words]
    for start, end, kind in kinds_of_places(words, lang.code):
        for at in range(start, end):
            found[at].append(f"g={'B' if at == start else 'I'}~{kind}")
    for at, text in enumerate(texts):
        if _is_code(text, lang, lower):
            found[at].append("g=code")
    return found


def _is_code(text: str, lang: Language, lower: bool) -> bool:
    """Whether *text* may be the code of a part of a country: "OR", and without capitals "ny", but not "or"."""
    return text.upper() in lang.land_codes and text not in lang.function_words if lower else text in lang.land_codes


@lru_cache(maxsize=20_000)
def _classes_of(word: str, lang: Language) -> tuple[str, ...]:
    """The classes that an English *word* is of, or that it is of none."""
    known = english_word_classes() if lang.code == ENGLISH else None
    if known is None:
        return ()
    classes = known.of(word)
    return (f"f={classes[0]}", f"t={classes[1]}") if classes is not None else ("f=none", "t=none")


def _carrier(word: str, vocabulary: Vocabulary, own: Vocabulary | None, lang: Language) -> str:
    """How much *word* belongs to the phrases around values: 2 often, 1 once, f a function word, 0 never."""
    seen = vocabulary.carrier[word] - (own.carrier[word] if own else 0)
    if seen > 1:
        return "2"
    if seen == 1:
        return "1"
    return "f" if word in lang.function_words else "0"


def _dictionary(word: str, vocabulary: Vocabulary, own: Vocabulary | None) -> list[str]:
    found: list[str] = []
    inside = vocabulary.inside.get(word)
    taken = own.inside.get(word) if own and inside else None
    for name, seen in inside.items() if inside else ():
        others = seen - (taken[name] if taken else 0)
        if others > 0:
            found.append(f"d={name}")
            if others > 2:
                found.append(f"d2={name}")
    return found


def _add_anchors(
    rows: Sequence[list[_Feature]], forms: Sequence[str], carriers: Sequence[str], written: Callable[[str], _Feature]
) -> None:
    """The nearest word of the carrier phrase on each side: what a long title stands between."""
    count = len(forms)
    left, distance = "^", 0
    lefts = []
    for at in range(count):
        lefts.append(left)
        rows[at].append(written(f"L={left}"))
        if distance < 1:
            rows[at].append(written(f"L0={left}"))
        left, distance = (forms[at], 0) if carriers[at] == "2" else (left, distance + 1)
    right, distance = "$", 0
    for at in range(count - 1, -1, -1):
        rows[at].append(written(f"R={right}"))
        rows[at].append(written(f"L={lefts[at]}|R={right}"))
        right, distance = (forms[at], 0) if carriers[at] == "2" else (right, distance + 1)
