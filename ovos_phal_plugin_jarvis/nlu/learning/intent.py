"""Which tool an utterance is for: one multinomial logistic regression over all tools and "none of them"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.linear import Hashed, Linear, Prepared, Row, hashed, train_maxent
from ovos_phal_plugin_jarvis.nlu.learning.wording import alike, meanings_of
from ovos_phal_plugin_jarvis.nlu.reading import Heard, number_places
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

NONE = "-"
"""The label of utterances that no tool is for."""


_C2 = 0.3
_ITERATIONS = 80
_AT_ONCE = 64
"""Utterances that are ranked together while learning."""


@dataclass(frozen=True)
class Item:
    """One utterance and the tool that it is for."""

    heard: Heard
    label: str
    weight: float = 1.0

    @cached_property
    def forms(self) -> list[str]:
        """Its words with one ``#`` for each number."""
        return numbers_as_one(self.heard)

    def described(self) -> dict[str, float]:
        """See :func:`described`. As text it is too large to be kept for each utterance that is learned from; as numbers
        it is kept from here on."""
        found = described(self.heard, self.forms)
        self.__dict__.setdefault("hashed", hashed(found))
        return found

    @cached_property
    def hashed(self) -> Hashed:
        """The same as models are asked about it: four of them are, while learning."""
        return hashed(described(self.heard, self.forms))


def numbers_as_one(heard: Heard) -> list[str]:
    """The words of *heard* with one ``#`` for each number: "three and a half" is as much a number as "12"."""
    places = number_places(heard.mentions)
    starts = {x.start for x in heard.mentions if x.start in places}
    forms: list[str] = []
    for at, word in enumerate(heard.words):
        if at not in places:
            forms.append(word)
        elif at in starts or at - 1 not in places:
            forms.append("#")
    return forms


def features(heard: Heard, forms: Sequence[str], known: Counter[str], own: frozenset[str]) -> dict[str, float]:
    """Feature → weight.

    Args:
        heard: the utterance.
        forms: see :func:`numbers_as_one`.
        known: how many training utterances hold each word.
        own: words of this very utterance where it is one of them, to be taken off again.
    """
    return described(heard, forms) | _strange(heard.lang, forms, known, own)


def _strange(lang: Language, forms: Sequence[str], known: Counter[str], own: frozenset[str]) -> dict[str, float]:
    """How many of *forms* nobody has said, and how many there are."""
    found: dict[str, float] = {}
    unknown = sum(known[form] - (form in own) <= 0 for form in forms if _is_content(form, lang))
    if unknown:
        found["unknown"] = min(unknown, 4) * 0.5
        found[f"unknown{min(unknown, 4)}"] = 0.5
    found[f"length{min(len(forms), 12) // 3}"] = 0.3
    return found


def _is_content(form: str, lang: Language) -> bool:
    return form not in lang.function_words and form != "#"


def described(heard: Heard, forms: Sequence[str]) -> dict[str, float]:
    """Feature → weight, as far as it is a matter of *heard* alone, whose forms are *forms*."""
    lang = heard.lang
    found: dict[str, float] = {"bias": 1.0}
    for at, form in enumerate(forms):
        content = _is_content(form, lang)
        found[f"w={form}"] = 1.0 if content else 0.5
        if content:
            found[f"t={lang.stem(form)}"] = 0.7
            for other, near in alike(form, lang):
                name = f"s={other}"
                found[name] = max(found.get(name, 0.0), 0.5 * near)
        if len(form) > 4:
            for start in range(len(form) - 3):
                found[f"c={form[start : start + 4]}"] = 0.25
        following = forms[at + 1] if at + 1 < len(forms) else "$"
        found[f"b={form}|{following}"] = 0.7
        if at + 2 < len(forms):
            found[f"g={form}|{forms[at + 2]}"] = 0.4
    if forms:
        found[f"first={forms[0]}"] = 0.8
        found[f"last={forms[-1]}"] = 0.4
        if len(forms) > 1:
            found[f"first2={forms[0]}|{forms[1]}"] = 0.6
    for word in heard.words:
        for meaning in meanings_of(word, lang):
            found[f"y={meaning}"] = 0.5
    for mention in heard.mentions:
        found[f"m={mention.kind}"] = 0.6
        if mention.start:
            found[f"bm={heard.words[mention.start - 1]}|{mention.kind}"] = 0.4
    return found


def vocabulary_of(items: Iterable[Item]) -> Counter[str]:
    """How many of the tools' utterances hold each word."""
    known: Counter[str] = Counter()
    for item in items:
        if item.label != NONE:
            known.update(set(item.forms))
    return known


def rows_of(items: Iterable[Item], known: Counter[str]) -> Iterator[Row]:
    """The features of each of *items*, whose words are counted in *known*."""
    for item in items:
        own = frozenset(item.forms) if item.label != NONE else frozenset[str]()
        row = item.described() | _strange(item.heard.lang, item.forms, known, own)
        yield {name: value * item.weight for name, value in row.items()} if item.weight != 1.0 else row


class Intent:
    """Which tool an utterance is for. Immutable."""

    def __init__(self, model: Linear, known: Counter[str]) -> None:
        self.model = model
        self.known = known

    @classmethod
    def trained(cls, items: Sequence[Item], rows: Sequence[Prepared], known: Counter[str]) -> Intent:
        """Learned from *items*, which *rows* describe (:func:`rows_of`) and whose words are counted in *known*."""
        return cls(train_maxent(rows, [item.label for item in items], c2=_C2, iterations=_ITERATIONS), known)

    def rank(self, heard: Heard) -> list[tuple[str, float]]:
        """Every tool, and ``NONE``, with its probability, the likeliest first."""
        row = features(heard, numbers_as_one(heard), self.known, frozenset())
        return next(self._ranked([[hashed(row)]]))

    def rank_all(self, items: Sequence[Item]) -> Iterator[list[tuple[str, float]]]:
        """The same for each of *items*, as if nobody had said it before."""
        for start in range(0, len(items), _AT_ONCE):
            some = items[start : start + _AT_ONCE]
            yield from self._ranked(
                [(item.hashed, hashed(_strange(item.heard.lang, item.forms, self.known, frozenset()))) for item in some]
            )

    def _ranked(self, rows: Sequence[Sequence[Hashed]]) -> Iterator[list[tuple[str, float]]]:
        for scored in self.model.probabilities_of(rows):
            yield sorted(scored.items(), key=itemgetter(1), reverse=True)


_SHARE = 0.15
"""A tool is about a subject when this share of its examples says one of the subject's words."""


def subject_words(definition: ToolDefinition) -> frozenset[str]:
    """The words that say what a tool is about: its name, keywords and description, what many examples share."""
    words = set(re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", definition.named).lower()))
    for keyword in definition.keywords:
        words.update(token.norm for token in tokenize(keyword))
    for sentence in re.split(r"[.;!?]", definition.description):
        if not re.search(r"\b(?:not|never|don't|no|except|instead)\b", sentence, re.IGNORECASE):
            words.update(token.norm for token in tokenize(sentence))
    counts: dict[str, int] = {}
    for example in definition.examples:
        for word in {token.norm for token in tokenize(example.utterance)}:
            counts[word] = counts.get(word, 0) + 1
    least = max(2.0, _SHARE * len(definition.examples))
    words.update(word for word, count in counts.items() if count >= least)
    return frozenset(words - {""})


def background_for(definitions: Iterable[ToolDefinition], lang: Language) -> list[str]:
    """Everyday talk in *lang* on every subject that none of *definitions* is about."""
    about: set[str] = set()
    for definition in definitions:
        about |= subject_words(definition)
    return [said for words, utterances in lang.background if not words & about for said in utterances]
