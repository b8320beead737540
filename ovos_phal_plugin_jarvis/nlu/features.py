"""What the slot tagger sees of each word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ovos_phal_plugin_jarvis.nlu.gazetteers import find_phrases
from ovos_phal_plugin_jarvis.nlu.mentions import Mention
from ovos_phal_plugin_jarvis.nlu.numerals import is_number_word
from ovos_phal_plugin_jarvis.nlu.words import FUNCTION_WORDS


@dataclass
class Vocabulary:
    """What the examples say about single words: how often each stands outside every value, and in values of what."""

    carrier: Counter[str] = field(default_factory=Counter)
    inside: dict[str, Counter[str]] = field(default_factory=dict)
    """Word → parameter name → number of different values that hold it."""


@dataclass(frozen=True)
class FeatureOptions:
    """Parts that may be left out, for the ablation (docs/understanding.md)."""

    gazetteers: bool = True
    mentions: bool = True
    anchors: bool = True
    dictionary: bool = True


def _shape(text: str) -> str:
    if text.isdigit():
        return f"9{min(len(text), 4)}"
    if text[:1].isdigit():
        return "9x"
    if text.isupper():
        return "A" if len(text) == 1 else "AA"
    return "Aa" if text[:1].isupper() else "a"


def sentence_features(
    texts: Sequence[str],
    words: Sequence[str],
    mentions: Iterable[Mention],
    vocabulary: Vocabulary,
    options: FeatureOptions,
    own: Vocabulary | None = None,
) -> list[list[str]]:
    """One list of features for each word.

    Args:
        texts: the words as written.
        words: the same, normalised.
        mentions: typed mentions in them.
        vocabulary: what all examples say about words.
        options: what to leave out.
        own: what this very sentence added to *vocabulary*, to be taken away again; without it, a tagger that is
            trained learns to trust a dictionary that will not know the next sentence.
    """
    count = len(words)
    shapes = [_shape(text) for text in texts]
    forms = ["#" if is_number_word(word) else word for word in words]
    classes: list[list[str]] = [[] for _ in range(count)]
    if options.gazetteers:
        for phrase in find_phrases(words):
            for at in range(phrase.start, phrase.end):
                classes[at].append(("B" if at == phrase.start else "I") + phrase.kind)
    if options.mentions:
        for mention in mentions:
            for at in range(mention.start, min(mention.end, count)):
                classes[at].append(("B" if at == mention.start else "I") + "~" + mention.kind)
    carriers = [_carrier(word, vocabulary, own) for word in words]
    rows: list[list[str]] = []
    for at in range(count):
        row = ["bias", f"w={forms[at]}", f"s={shapes[at]}", f"c={carriers[at]}"]
        row.extend(f"x3={words[at][-3:]}" for _ in (0,) if len(words[at]) > 3)
        for offset in (-2, -1, 1, 2):
            other = at + offset
            inside = 0 <= other < count
            row.append(f"w{offset}={forms[other] if inside else '^$'}")
            if inside and abs(offset) == 1:
                row.append(f"s{offset}={shapes[other]}")
                row.append(f"c{offset}={carriers[other]}")
        if at:
            row.append(f"w-1w={forms[at - 1]}|{forms[at]}")
        if at + 1 < count:
            row.append(f"ww+1={forms[at]}|{forms[at + 1]}")
        if at > 1:
            row.append(f"w-2w-1={forms[at - 2]}|{forms[at - 1]}")
        row.extend(f"k={kind}" for kind in classes[at])
        if at:
            row.extend(f"k-1={kind}" for kind in classes[at - 1])
        if at + 1 < count:
            row.extend(f"k+1={kind}" for kind in classes[at + 1])
        if not classes[at]:
            row.append("k=none")
        if options.dictionary:
            row.extend(_dictionary(words[at], vocabulary, own))
        rows.append(row)
    if options.anchors:
        _add_anchors(rows, forms, carriers)
    return rows


def _carrier(word: str, vocabulary: Vocabulary, own: Vocabulary | None) -> str:
    """How much *word* belongs to the phrases around values: 2 often, 1 once, f a function word, 0 never."""
    seen = vocabulary.carrier[word] - (own.carrier[word] if own else 0)
    if seen > 1:
        return "2"
    if seen == 1:
        return "1"
    return "f" if word in FUNCTION_WORDS else "0"


def _dictionary(word: str, vocabulary: Vocabulary, own: Vocabulary | None) -> list[str]:
    found = []
    for name, seen in vocabulary.inside.get(word, Counter()).items():
        others = seen - (own.inside.get(word, Counter())[name] if own else 0)
        if others > 0:
            found.append(f"d={name}")
            if others > 2:
                found.append(f"d2={name}")
    return found


def _add_anchors(rows: list[list[str]], forms: list[str], carriers: list[str]) -> None:
    """The nearest word of the carrier phrase on each side: what a long title stands between."""
    count = len(forms)
    left, distance = "^", 0
    lefts = []
    for at in range(count):
        lefts.append(left)
        rows[at].append(f"L={left}")
        if distance < 1:
            rows[at].append(f"L0={left}")
        left, distance = (forms[at], 0) if carriers[at] == "2" else (left, distance + 1)
    right, distance = "$", 0
    for at in range(count - 1, -1, -1):
        rows[at].append(f"R={right}")
        rows[at].append(f"L={lefts[at]}|R={right}")
        right, distance = (forms[at], 0) if carriers[at] == "2" else (right, distance + 1)
