"""Which yes or no and which of a few values is meant that no rule finds: who "will settle it at the end of the month by
transfer" pays by ``invoice``.

Rules (``choices``, ``booleans``) want a word that says it. Where none does, all that is known of each value is weighed
together: how the encoder reads it, how like the request is to the examples that have it, how near in meaning the words
are that nothing else took, what is denied. The trees were fitted on tools that strangers wrote
(``test/bench/calibrate.py choices``): on numbers, so that no word of theirs is known. What they fill is asked about
first.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ovos_phal_plugin_jarvis.nlu.encoder import Encoder, Reading
from ovos_phal_plugin_jarvis.nlu.encoder.network import unit
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.booleans import is_yes_or_no, truth
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.declared_slots import DeclaredFiller
from ovos_phal_plugin_jarvis.nlu.learning.figured import figure_of
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.wording import alike, base, names_deed
from ovos_phal_plugin_jarvis.nlu.polarity import polarity
from ovos_phal_plugin_jarvis.nlu.reading import Heard, number_places
from ovos_phal_plugin_jarvis.nlu.recurring import is_recurrence
from ovos_phal_plugin_jarvis.nlu.text import denying_words, single_words, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

FOREST = "choices"
"""The trees, in ``nlu/data/forests.json``."""
YES_OR_NO, ONE_OF_A_FEW, REQUIRED = 0.4, 0.5, 0.7
"""Probability from which a yes or no is filled, a value of a few, and one that is required: without it the user is
asked which it is, and hears what there is to choose from."""
_MOST = 12
"""Values up to which they are weighed: of more the encoder tells little."""
_FAR = 12
"""Words from a denial on at which it is as far as any."""

SIGNS = (
    *("read", "read_none", "read_others", "read_rank"),
    *("supposed", "supposed_other"),
    *("shown", "shown_share", "given_share", "examples"),
    *("like", "like_others", "like_without"),
    *("near", "near_others", "near_any", "near_name", "near_described"),
    *("alike", "alike_others", "alike_name"),
    *("told", "told_others", "told_without"),
    *("denied", "denied_near", "denied_before"),
    *("unclear", "yes_or_no", "true", "values", "required", "meant", "words", "open", "open_share", "filled"),
    "polar",
)
"""What is told of a value. ``read…``: by the encoder, for it, for none and for the likeliest other; ``supposed``: that
the request as a whole looks like it; ``shown``: how many examples have it; ``given_share``: how many have any;
``like…``: how like the request is to the examples with it, with another, with none; ``near…``: in meaning, the words
that nothing took to its words, to those of another, all words to its, and to the argument's name and description;
``alike…``: the same by the dictionary; ``told…``: how many words only examples with it have, or with another, or with
none; ``denied…``: denials, and how far the nearest is from the word that is nearest to it, and whether before it;
``polar``: whether what is said of that word says the value (1) or denies it (-1)."""


@dataclass(frozen=True)
class _Value:
    """One value of an argument and what is known of it beforehand."""

    value: Any
    read_as: str
    """What the encoder calls it."""
    words: frozenset[str]
    """The bases of its own words; of a yes or no those of the argument's name."""
    meaning: Floats
    """A row of length 1 for each of them."""
    sign: float
    """1 for a yes, -1 for a no, 0 for one of a few."""


@dataclass(frozen=True)
class _Argument:
    """One argument of a few values."""

    parameter: ToolParameter
    values: Sequence[_Value]
    named: frozenset[str]
    name: Floats
    """Rows for the words of its name, and of its description."""
    described: Floats


@dataclass(frozen=True)
class Options:
    """What may be meant by one argument that nothing fills."""

    name: str
    values: Sequence[Any]
    rows: Floats
    """What is known of each value, in the order of :data:`SIGNS`."""
    least: float
    """Probability from which one is filled."""


class Chooser:
    """Weighs the yes and no and the values of a few of one tool. Any thread may ask it."""

    def __init__(self, filler: DeclaredFiller, examples: Sequence[AlignedExample], encoder: Encoder) -> None:
        """
        Args:
            filler: what the tool declares.
            examples: of it.
            encoder: whose knowledge of words is used.
        """
        self._wording, self._examples, self._encoder = filler.wording, examples, encoder
        self._lang = filler.wording.lang
        self.tool = filler.definition.name
        """The name of the tool."""
        # What a tool does is mostly none of the ways to do it: "merge pull request nine".
        self._parameters = [
            p
            for p in filler.definition.parameters
            if _is_weighed(p, self._lang)
            and (p.required or not any(names_deed(str(value), filler.deed, self._lang) for value in _values(p)))
        ]

    def choose(
        self, heard: Heard, filled: Filled, reading: Reading, unmeant: Collection[str] = ()
    ) -> dict[str, tuple[Any, float]]:
        """What nothing fills and is meant all the same: argument → its value, and how likely that is.

        Args:
            heard: the request.
            filled: its arguments.
            reading: how the encoder reads it.
            unmeant: arguments of which a value is said, and not meant.
        """
        found = [options for options in self.weigh(heard, filled, reading) if options.name not in unmeant]
        chosen: dict[str, tuple[Any, float]] = {}
        if not found:
            return chosen
        told = forests()[FOREST].probabilities(np.concatenate([options.rows for options in found]))
        at = 0
        for options in found:
            own = told[at : at + len(options.values)]
            at += len(options.values)
            best = int(own.argmax())
            if own[best] >= options.least:
                chosen[options.name] = (options.values[best], float(own[best]))
        return chosen

    def weigh(self, heard: Heard, filled: Filled, reading: Reading) -> list[Options]:
        """The arguments of a few values that nothing fills, with what is known of each of these."""
        free = [p for p in self._parameters if p.name not in filled.arguments]
        if not free or not heard.words:
            return []
        view = _View(heard, filled, self._encoder)
        alike_to = self._likeness(heard)
        return [self._weighed(self._arguments[p.name], view, reading, alike_to) for p in free]

    def _weighed(self, argument: _Argument, view: _View, reading: Reading, alike_to: Floats) -> Options:
        name = argument.parameter.name
        shown = self._shown[name]
        read = dict(reading.choices.get(name, ()))
        ranked = [value for value, _ in reading.choices.get(name, ())]
        near = [view.nearness(value.meaning) for value in argument.values]
        alike_ = [view.likeness(value.words) for value in argument.values]
        own_words = [self._only(name, at) for at in range(len(argument.values))]
        told = [len(view.forms & words) for words in own_words]
        without = len(view.forms & self._only(name, -1))
        like = [_most(alike_to[shown == at]) for at in range(len(argument.values))]
        like_without = _most(alike_to[shown < 0])
        near_name, near_described = view.nearness(argument.name)[0], view.nearness(argument.described)[0]
        alike_name = view.likeness(argument.named)
        supposed = view.filled.supposed.get(name)
        rows = np.empty((len(argument.values), len(SIGNS)), np.float32)
        for at, value in enumerate(argument.values):
            others = [i for i in range(len(argument.values)) if i != at]
            denials, far, before = view.denials(near[at][1])
            rows[at] = (
                read.get(value.read_as, 0.0),
                read.get("", 0.0),
                max((read.get(argument.values[i].read_as, 0.0) for i in others), default=0.0),
                ranked.index(value.read_as) if value.read_as in ranked else len(ranked),
                supposed is not None and supposed == value.value,
                supposed is not None and supposed != value.value,
                math.log1p(int((shown == at).sum())),
                (shown == at).sum() / max(1, len(shown)),
                (shown >= 0).sum() / max(1, len(shown)),
                math.log1p(len(shown)),
                like[at],
                max((like[i] for i in others), default=0.0),
                like_without,
                near[at][0],
                max((near[i][0] for i in others), default=0.0),
                view.any_nearness(value.meaning),
                near_name,
                near_described,
                alike_[at],
                max((alike_[i] for i in others), default=0.0),
                alike_name,
                told[at],
                max((told[i] for i in others), default=0),
                without,
                denials,
                far,
                before,
                bool(view.filled.unclear),
                value.sign != 0,
                value.sign,
                len(argument.values),
                argument.parameter.required,
                reading.score,
                len(view.heard.words),
                view.open_count,
                view.open_count / len(view.heard.words),
                len(view.filled.arguments),
                view.polarity(near[at][1]) * (value.sign or 1.0),
            )
        least = YES_OR_NO if is_yes_or_no(argument.parameter) else ONE_OF_A_FEW
        least = REQUIRED if argument.parameter.required else least
        return Options(name, [value.value for value in argument.values], rows, least)

    @cached_property
    def _arguments(self) -> dict[str, _Argument]:
        return {p.name: self._argument(p) for p in self._parameters}

    def _argument(self, parameter: ToolParameter) -> _Argument:
        named = [w for w in split_name(parameter.named) if is_content(w, self._lang)]
        values = []
        for value in _values(parameter):
            spelled = value if isinstance(value, str) else str(value).lower()
            sign = 0.0
            if is_yes_or_no(parameter):
                sign = 1.0 if truth(value) else -1.0
            own = named if sign else [w for w in words_of(spelled.replace("_", " ")) if w]
            words = frozenset(base(word, self._lang) for word in own)
            values.append(_Value(value, spelled, words, self._rows(own), sign))
        described = [w for w in words_of(parameter.description) if is_content(w, self._lang)]
        bases = frozenset(base(word, self._lang) for word in named)
        return _Argument(parameter, values, bases, self._rows(named), self._rows(described))

    def _rows(self, words: Sequence[str]) -> Floats:
        return unit(self._encoder.word_vectors(list(words))) if words else np.zeros((0, 0), np.float32)

    def _likeness(self, heard: Heard) -> Floats:
        """How like *heard* is to each example: cosine."""
        if not len(self._embedded):
            return np.zeros(0, np.float32)
        alike_to: Floats = self._embedded @ self._encoder.embed(heard.words)
        return alike_to

    @cached_property
    def _embedded(self) -> Floats:
        return self._encoder.embed_all([example.words for example in self._examples])

    @cached_property
    def _shown(self) -> dict[str, Any]:
        """For each argument, the place of the value that each example has; -1 for none."""
        found = {}
        for name, argument in self._arguments.items():
            keys = [_key(value.value, argument.parameter) for value in argument.values]
            given = [_key(e.arguments.get(name), argument.parameter) for e in self._examples]
            found[name] = np.array([keys.index(key) if key in keys else -1 for key in given], np.int64)
        return found

    def _only(self, name: str, at: int) -> frozenset[str]:
        """The bases of the words of meaning that only examples have whose value of the argument *name* is at *at*."""
        return self._telling[name].get(at, frozenset())

    @cached_property
    def _telling(self) -> dict[str, dict[int, frozenset[str]]]:
        said = [
            {
                base(word, self._lang)
                for at, word in enumerate(e.words)
                if e.outside(at) and is_content(word, self._lang)
            }
            for e in self._examples
        ]
        found = {}
        for name, shown in self._shown.items():
            whose: dict[str, set[int]] = {}
            for forms, at in zip(said, shown.tolist(), strict=True):
                for form in forms:
                    whose.setdefault(form, set()).add(at)
            counts: dict[int, set[str]] = {}
            for form, places in whose.items():
                if len(places) == 1:
                    counts.setdefault(next(iter(places)), set()).add(form)
            found[name] = {at: frozenset(forms) for at, forms in counts.items()}
        return found


class _View:
    """One request as all arguments of a tool see it."""

    def __init__(self, heard: Heard, filled: Filled, encoder: Encoder) -> None:
        self.heard, self.filled = heard, filled
        lang, counted = heard.lang, number_places(heard.mentions)
        content = [is_content(word, lang) and word not in lang.function_words for word in heard.words]
        self._open = [at for at, is_ in enumerate(content) if is_ and at not in filled.covered and at not in counted]
        self._all = [at for at, is_ in enumerate(content) if is_]
        self.open_count = len(self._open)
        self._vectors = unit(encoder.word_vectors(heard.words))
        self.forms = frozenset(base(heard.words[at], lang) for at in self._open)
        denying = denying_words(lang) | single_words(lang, "exceptions")
        self._polarities: dict[int, float] = {}
        self._denials = [at for at, word in enumerate(heard.words) if word in denying]

    def nearness(self, meaning: Floats) -> tuple[float, int]:
        """How near the nearest word that nothing took is to one of *meaning*: cosine, and its place; 0 and -1 for
        none."""
        if not self._open or not len(meaning):
            return 0.0, -1
        near = (self._vectors[self._open] @ meaning.T).max(axis=1)
        best = int(near.argmax())
        return float(near[best]), self._open[best]

    def any_nearness(self, meaning: Floats) -> float:
        """The same of all words."""
        return float((self._vectors[self._all] @ meaning.T).max()) if self._all and len(meaning) else 0.0

    def likeness(self, words: frozenset[str]) -> float:
        """How alike the most alike of the words that nothing took is to one of *words*, by the dictionary."""
        found = 0.0
        for at in self._open:
            for other, near in alike(self.heard.words[at], self.heard.lang):
                if near > found and other in words:
                    found = near
        return found

    def polarity(self, at: int) -> float:
        """1 where a word says that the thing at *at* shall be, -1 where one denies it, 0 where none says either."""
        if at < 0:
            return 0.0
        if at not in self._polarities:
            around = polarity(self.heard, (at,), self.filled.covered - {at})
            told = around.value if around is not None and around.marked else None
            self._polarities[at] = 0.0 if told is None else 1.0 if told else -1.0
        return self._polarities[at]

    def denials(self, at: int) -> tuple[int, int, float]:
        """How many there are, how far the nearest is from the word *at*, and whether that is before it."""
        if not self._denials or at < 0:
            return len(self._denials), _FAR, 0.0
        nearest = min(self._denials, key=lambda place: abs(place - at))
        return len(self._denials), min(_FAR, abs(nearest - at)), float(nearest < at)


def _is_weighed(parameter: ToolParameter, lang: Language) -> bool:
    """Whether it is one of a few values: none that numbers say, which are read, nor how often something comes again,
    which a day looks like that it does not mean."""
    values = _values(parameter)
    if not 0 < len(values) <= _MOST or is_recurrence(parameter):
        return False
    return is_yes_or_no(parameter) or not any(figure_of(str(value), lang) for value in values)


def _values(parameter: ToolParameter) -> Sequence[Any]:
    """What there is to choose from."""
    if parameter.enum_values:
        return tuple(parameter.enum_values)
    return (True, False) if is_yes_or_no(parameter) else ()


def _key(value: Any, parameter: ToolParameter) -> str | bool | None:
    if value is None or isinstance(value, list | dict):
        return None
    return truth(value) if is_yes_or_no(parameter) else str(value)


def _most(numbers: Floats) -> float:
    return float(numbers.max()) if len(numbers) else 0.0
