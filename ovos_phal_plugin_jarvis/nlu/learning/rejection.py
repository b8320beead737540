"""Whether an utterance really asks for the tool that it looks like: a second look, at its form and its strange words.

"what time is <movie_name> playing" is a familiar form whatever film is named; "what time is the party on saturday" is
not, though its words are. And "pause the timer" holds one word that no example of a timer's tool says, and it is the
word that matters. How much a strange word tells differs: where every example says something new, little; where they
all say the same, a lot. So the examples are asked, each as if it were not there, and so are misread utterances.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ovos_phal_plugin_jarvis.nlu.entities.places import find_places
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile
from ovos_phal_plugin_jarvis.nlu.learning.intent import NONE, Intent, Item, subject_words
from ovos_phal_plugin_jarvis.nlu.learning.linear import Linear, train_maxent
from ovos_phal_plugin_jarvis.nlu.learning.slots import ToolModel
from ovos_phal_plugin_jarvis.nlu.learning.wording import meanings_of
from ovos_phal_plugin_jarvis.nlu.reading import Heard, number_places
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

YES, NO = "yes", "no"
_RIVAL = 0.01
"""Probability from which a wrong tool is learned from: nobody mistakes a request for the others."""
_MISREADINGS = 2
"""How many tools read each background utterance."""
_DOUBT = 2.0
"""Utterances that each rate is mixed with: half of them with the sign."""
_BOUND = 3.0
"""The most that one sign may weigh, on the scale of log odds."""
_NEARER = 1.4
"""Requests that a tool is nearly for are nearer to it than those it is trained to refuse; the signs tell more there."""
_USUAL_KIND = 0.2
"""Share of an argument's values from which on it is about places where they are."""
_SIGNS = ("word", "words", "first", "place", "kind")
"""One unexplained word, two or more, the first one of the request, a value where no example has it, and a value that is
no known place where places are usual."""


@dataclass(frozen=True)
class Form:
    """An utterance as one tool reads it."""

    tool: str
    words: tuple[str, ...]
    """Normalised, with ``#`` for each word of a number."""
    spans: tuple[tuple[int, int, str], ...]
    """First word, one past the last, argument; in order, apart."""
    lang: Language
    genuine: bool = True
    """Whether the utterance is for this tool."""


def form_of(tool: str, heard: Heard, spans: Iterable[tuple[int, int, str]], *, genuine: bool = True) -> Form:
    """*heard* as *tool* reads it, with its arguments at *spans*."""
    numbers = number_places(heard.mentions)
    words = tuple("#" if at in numbers else word for at, word in enumerate(heard.words))
    return Form(tool, words, tuple(sorted(spans)), heard.lang, genuine)


def abstract(form: Form) -> list[str]:
    """The words of *form* with ``<argument>`` for each value."""
    found: list[str] = []
    at = 0
    for start, end, name in form.spans:
        found.extend(form.words[at:start])
        found.append(f"<{name}>")
        at = end
    found.extend(form.words[at:])
    return found


def carriers(forms: Sequence[Form]) -> dict[str, Counter[str]]:
    """Tool → how many of its utterances hold each word, and each meaning (``~cancel``), outside their values."""
    seen: dict[str, Counter[str]] = {}
    for form in forms:
        if form.genuine:
            words = set(abstract(form))
            meanings = {f"~{meaning}" for word in words for meaning in meanings_of(word, form.lang)}
            seen.setdefault(form.tool, Counter()).update(words | meanings)
    return seen


def features(form: Form, carrier: Counter[str], *, own: bool) -> dict[str, float]:
    """Feature → weight.

    Args:
        form: the utterance as the tool reads it.
        carrier: how many of the tool's utterances hold each word outside values.
        own: whether *form* is one of those, to be taken off again.
    """
    words = abstract(form)
    taken = 1 if own else 0
    found: dict[str, float] = {"bias": 1.0}
    strange = strange_content = values = 0
    for word in words:
        if word.startswith("<"):
            values += 1
        elif carrier[word] - taken <= 0 and all(carrier[f"~{c}"] - taken <= 0 for c in meanings_of(word, form.lang)):
            strange += 1
            strange_content += word not in form.lang.function_words and word != "#"
    found[f"strange{min(strange, 4)}"] = 1.0
    found[f"strange-content{min(strange_content, 3)}"] = 1.0
    found["strange-share"] = strange_content / max(1, len(words))
    found[f"values{min(values, 3)}"] = 0.5
    found[f"words{min(len(words) - values, 6)}"] = 0.5
    padded = ["^", *words, "$"]
    for at, word in enumerate(padded[:-1]):
        if at:
            found[f"u={form.tool}|{word}"] = 0.5
        found[f"b={form.tool}|{word}|{padded[at + 1]}"] = 0.7
        found[f"b={word}|{padded[at + 1]}"] = 0.4
        if at + 2 < len(padded):
            found[f"t={form.tool}|{word}|{padded[at + 1]}|{padded[at + 2]}"] = 0.7
    return found


class Verifier:
    """Tells genuine requests by their form. Immutable."""

    def __init__(self, model: Linear, carrier: Mapping[str, Counter[str]]) -> None:
        """
        Args:
            model: what was learned.
            carrier: see :func:`carriers`.
        """
        self.model = model
        self._carrier = carrier

    @classmethod
    def trained(cls, forms: Sequence[Form]) -> Verifier:
        """Learned from *forms*, genuine and not."""
        carrier = carriers(forms)
        rows = [features(form, carrier.get(form.tool, Counter()), own=form.genuine) for form in forms]
        return cls(train_maxent(rows, [YES if form.genuine else NO for form in forms]), carrier)

    def probability(self, form: Form) -> float:
        """How likely *form* is a genuine request to its tool, 0 to 1."""
        row = features(form, self._carrier.get(form.tool) or Counter(), own=False)
        return self.model.probabilities(row).get(YES, 0.0)


class Unexplained:
    """What one tool's examples explain, and what a word beyond that tells."""

    def __init__(
        self,
        definition: ToolDefinition,
        forms: Sequence[Form],
        typed: frozenset[str],
        lang: Language,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        """
        Args:
            definition: the tool.
            forms: its examples, genuine, and what it misread.
            typed: arguments whose words speak for themselves, such as numbers and dates.
            lang: what is spoken.
            weights: what each sign weighs, where that was learned before.
        """
        self._typed = typed
        self._lang = lang
        self._declared = frozenset(map(lang.stem, subject_words(definition) - lang.function_words))
        self._genuine = [form for form in forms if form.genuine]
        self._words: Counter[str] = Counter()
        self._places: Counter[tuple[str, str]] = Counter()
        for form in self._genuine:
            self._words.update(self._known(_outside(form)))
            self._places.update(self._placed(form))
        self.weights = dict(weights) if weights is not None else self._learned(forms)
        """Sign → what it weighs, in log odds."""

    @cached_property
    def _towns(self) -> frozenset[str]:
        """Arguments whose values are mostly places."""
        texts = [(form.words[s:e], name) for form in self._genuine for s, e, name in self._texts(form)]
        said = Counter(name for _, name in texts)
        towns = Counter(name for words, name in texts if find_places(words, self._lang.code))
        return frozenset(name for name, count in towns.items() if count >= _USUAL_KIND * said[name])

    def _learned(self, forms: Sequence[Form]) -> dict[str, float]:
        own = [self._signs(form, own=True) for form in self._genuine]
        others = [self._signs(form, own=False) for form in forms if not form.genuine]
        scale = _NEARER * _closed(self._genuine, self._typed)
        return {
            sign: scale * min(_BOUND, max(0.0, math.log(_rate(others, sign) / _rate(own, sign)))) for sign in _SIGNS
        }

    def weight(self, form: Form) -> float:
        """How much *form* speaks against the tool: log odds, 0 or more."""
        signs = self._signs(form, own=False)
        return max((self.weights[sign] for sign in ("word", "words") if sign in signs), default=0.0) + sum(
            self.weights[sign] for sign in signs - {"word", "words"}
        )

    def _texts(self, form: Form) -> list[tuple[int, int, str]]:
        return [span for span in form.spans if span[2] not in self._typed]

    def _placed(self, form: Form) -> set[tuple[str, str]]:
        return {(name, _before(form, start)) for start, _, name in self._texts(form)}

    def _signs(self, form: Form, *, own: bool) -> set[str]:
        """The signs that *form* shows; with *own*, as if it were none of the examples."""
        words, places = (self._known(_outside(form)), self._placed(form)) if own else (set(), set())
        strange = [word for word in _outside(form) if self._has_content(word) and not self._explains(word, words)]
        found = {"word"} if strange else set()
        if len(strange) > 1:
            found.add("words")
        if form.words and form.words[0] in strange:
            found.add("first")
        for start, end, name in self._texts(form):
            place = (name, _before(form, start))
            if self._places[place] - (place in places) <= 0:
                found.add("place")
            if name in self._towns and not self._is_place(form.words[start:end]):
                found.add("kind")
        return found

    def _is_place(self, words: Sequence[str]) -> bool:
        known = {at for start, end in find_places(words, self._lang.code) for at in range(start, end)}
        return all(at in known or not self._has_content(word) for at, word in enumerate(words))

    def _explains(self, word: str, own: set[str]) -> bool:
        return self._lang.stem(word) in self._declared or any(
            self._words[known] - (known in own) > 0 for known in self._known([word])
        )

    def _has_content(self, word: str) -> bool:
        lang = self._lang
        return word not in lang.function_words and word not in lang.light_words and any(map(str.isalnum, word))

    def _known(self, words: Iterable[str]) -> set[str]:
        found: set[str] = set()
        for word in words:
            found.add(self._lang.stem(word))
            found.update(f"~{meaning}" for meaning in meanings_of(word, self._lang))
        return found


def _outside(form: Form) -> list[str]:
    inside = {at for start, end, _ in form.spans for at in range(start, end)}
    return [word for at, word in enumerate(form.words) if at not in inside]


def _closed(genuine: Sequence[Form], typed: frozenset[str]) -> float:
    """How much the signs count, 0 to 1: where half of all that is said is free text, any word may come."""
    words = sum(len(form.words) for form in genuine)
    free = sum(end - start for form in genuine for start, end, name in form.spans if name not in typed)
    return max(0.0, 1 - 2 * free / words) if words else 0.0


def _before(form: Form, at: int) -> str:
    return form.words[at - 1] if at else "^"


def _rate(found: Sequence[set[str]], sign: str) -> float:
    return (sum(sign in signs for signs in found) + _DOUBT / 2) / (len(found) + _DOUBT)


def forms_of(
    intent: Intent,
    models: Mapping[str, ToolModel],
    items: Sequence[Item],
    examples: Sequence[AlignedExample | None],
) -> list[Form]:
    """Examples as their authors and as the likeliest wrong tool read them, and how tools misread the background.

    Args:
        intent: what was learned from *items*.
        models: by tool.
        items: what was said.
        examples: which example each of them is; None where it is background.
    """
    found: list[Form] = []
    for item, example, ranked in zip(items, examples, intent.rank_all(items), strict=True):
        heard, name = item.heard, item.label
        if example is None:
            wrong = [label for label, _ in ranked if label != NONE][:_MISREADINGS]
        else:
            found.append(form_of(name, heard, ((s.start, s.end, s.parameter) for s in example.spans)))
            wrong = [label for label, p in ranked if label not in (NONE, name) and p >= _RIVAL][:1]
        found.extend(form_of(label, heard, models[label].spans(heard), genuine=False) for label in wrong)
    return found


def openness(aligned: Mapping[str, Sequence[AlignedExample]], profiles: Mapping[str, Mapping[str, Profile]]) -> float:
    """How much of the examples is free text: 0 for nothing, 1 for half of all words or more."""
    words = free = 0
    for name, examples in aligned.items():
        for example in examples:
            words += len(example.words)
            free += sum(span.end - span.start for span in example.spans if not profiles[name][span.parameter].typed)
    return min(1.0, 2 * free / words) if words else 0.0
