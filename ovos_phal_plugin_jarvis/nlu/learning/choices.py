"""Arguments that are one of a few values, by what is meant rather than by what is said: "plus" → ``add``."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from rapidfuzz import fuzz

from ovos_phal_plugin_jarvis.nlu.entities import DATE, NUMBER
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import FEW, AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.booleans import BOOLEAN, is_yes_or_no, truth
from ovos_phal_plugin_jarvis.nlu.learning.denied import denied
from ovos_phal_plugin_jarvis.nlu.learning.figured import figure_of
from ovos_phal_plugin_jarvis.nlu.learning.linear import Linear, train_maxent
from ovos_phal_plugin_jarvis.nlu.learning.sides import Sides
from ovos_phal_plugin_jarvis.nlu.learning.spelt_out import spelt_out
from ovos_phal_plugin_jarvis.nlu.learning.support import Pairs, Support, beginnings
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import single_words, starts_of, tokenize, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

_MAX_LEARNED = 24
_MAX_VALUES = 300
_MEANT_BY = 0.6
"""Strength of a value of which a word is said that is near it."""
_FUZZY = 88.0
"""How alike, of 100, a misheard value must be."""


class _Stemmed(NamedTuple):
    """A phrase that means a value."""

    phrase: str
    strength: float
    stems: tuple[str, ...]
    """Of its words."""
    text: str
    """The same as one text."""


class Choice:
    """Picks one argument's value, or none, from the words of an utterance."""

    def __init__(
        self,
        parameter: ToolParameter,
        aligned: Sequence[AlignedExample],
        rules: Iterable[str],
        lang: Language,
        typed: frozenset[str] = frozenset(),
        *,
        others: Iterable[str] = (),
        models: Mapping[str, Linear | None] | None = None,
    ) -> None:
        """
        Args:
            parameter: the argument.
            aligned: the tool's examples.
            rules: sentences that may say which words mean which value.
            lang: what is spoken.
            typed: arguments made from mentions, whose words may mean something here as well ("percent").
            others: values of the tool's other arguments of a few: their names say nothing of this one.
            models: what was learned before, by argument; it is learned now where that is None.
        """
        self.parameter = parameter
        own = {tuple(map(lang.stem, words_of(value.replace("_", " ")))) for value in parameter.enum_values or ()}
        named = {tuple(map(lang.stem, words_of(value.replace("_", " ")))) for value in others}
        self._others = frozenset(filter(None, named - own)) if lang.code != ENGLISH else frozenset()
        self._aligned = aligned
        self._lang = lang
        self._values: dict[str, Any] = {}
        rows: list[dict[str, float]] = []
        keys: list[str] = []
        is_bool = parameter.param_type in BOOLEAN
        for example in aligned:
            value = example.arguments.get(parameter.name)
            if isinstance(value, list | dict):
                continue
            if is_bool and value is not None:
                value = truth(value)
                if value is None:
                    continue
            said = any(span.parameter == parameter.name for span in example.spans)
            key = _ABSENT if value is None or said else str(value)
            if key is not _ABSENT:
                self._values[key] = value
            keys.append(key)
            if models is None:
                taken = {
                    x for span in example.spans if span.parameter not in typed for x in range(span.start, span.end)
                }
                taken |= self._of_others(example.heard)
                rows.append(_row(_free(example.heard, taken), lang))
        for value in parameter.enum_values or ():
            self._values.setdefault(str(value), value)
        if is_bool:
            self._values = {"True": True, "False": False}
        self._rules = tuple(rules)
        self.model: Linear | None
        """What tells the values apart; None where there is only one."""
        if models is not None:
            self.model = models.get(parameter.name)
        else:
            self.model = train_maxent(rows, keys, c2=0.1, iterations=40) if len(set(keys)) > 1 else None
        self._only = keys[0] if keys and self.model is None else None
        self._cues = self._learned_cues(typed) if parameter.enum_values else {}
        shown = [(e.heard, self._of_others(e.heard), str(e.arguments.get(parameter.name))) for e in aligned]
        self._sides = Sides(parameter.enum_values or () if not is_bool else (), lang, shown)

    def _learned_cues(self, typed: frozenset[str]) -> dict[str, tuple[str, float]]:
        """Stems and beginnings of the words that examples of one value alone say, with that value and how surely they
        tell it. Empty for English, where the regression has the words' meanings too.

        Ten examples are too few for a regression to see that "azul" chose the colour, and not "lamp" or "please".
        """
        lang = self._lang
        if lang.code == ENGLISH:
            return {}
        seen: dict[str, Counter[str]] = {}
        verbs = {form for verb in lang.verbs for form in beginnings(verb, lang)}
        for example in self._aligned:
            value = example.arguments.get(self.parameter.name)
            taken = {at for span in example.spans if span.parameter not in typed for at in range(span.start, span.end)}
            words = _free(example.heard, taken | self._of_others(example.heard))
            words = [word for word in words if word not in lang.function_words and word.isalpha()]
            for form in {form for word in words for form in beginnings(word, lang)}:
                seen.setdefault(form, Counter())[_ABSENT if value is None else str(value)] += 1
        return {
            form: (key, _OFTEN if values[key] > 1 else _VERB if form in verbs else _ONCE)
            for form, values in seen.items()
            for key in values
            if len(values) == 1 and key != _ABSENT
        }

    @cached_property
    def _names(self) -> dict[str, list[tuple[str, float]]]:
        """Value → phrases that mean it, with their strength."""
        found = {key: _names(key, self._rules, self._lang) for key in self._values}
        for key, phrases in spelt_out(self.parameter.enum_values or (), self._lang).items():
            # "Translate it" says no Italian.
            own = [named for named in found[key] if named[0] not in self._lang.function_words]
            found[key] = own + [(phrase, 1.0) for phrase in phrases]
        if self.parameter.param_type in BOOLEAN:
            for key, names in found.items():
                names.append((key.lower(), 1.0))
            found["True"].extend(_named_after(self.parameter, self._aligned, self._lang))
        return found

    @cached_property
    def _stemmed(self) -> Mapping[str, Sequence[_Stemmed]]:
        """The same with the stems of their words."""

        def stemmed(phrase: str, strength: float) -> _Stemmed:
            stems = tuple(map(self._lang.stem, phrase.split()))
            return _Stemmed(phrase, strength, stems, " ".join(stems))

        return {key: [stemmed(*named) for named in names] for key, names in self._names.items()}

    @cached_property
    def _shown(self) -> frozenset[str]:
        """The stems of all words that examples say."""
        return frozenset(self._lang.stem(word) for example in self._aligned for word in example.words)

    @cached_property
    def _denied(self) -> bool:
        """Whether it is a yes or a no, and examples say no by a negation, and never yes."""
        if self.parameter.param_type not in BOOLEAN:
            return False
        given = [
            e.arguments.get(self.parameter.name)
            for e in self._aligned
            if not single_words(self._lang, "negations").isdisjoint(e.words)
        ]
        denied = [truth(value) for value in given if value is not None]
        return len(denied) >= _SHOWN_NO and denied.count(False) >= _ALL_BUT_ONE * len(denied)

    @property
    def useful(self) -> bool:
        """Whether there is something to choose between."""
        return 0 < len(self._values) <= (_MAX_VALUES if self.parameter.enum_values else _MAX_LEARNED)

    def pick(self, heard: Heard, taken: set[int]) -> tuple[Any, float]:
        """The value that is meant and how sure that is, 0 to 1; None where none is.

        Args:
            heard: the utterance.
            taken: words that say other arguments.
        """
        others = self._of_others(heard)
        said = self._sides.of(heard, taken | others)
        if said is not None and said.value in self._values:
            return self._values[said.value], 1.0
        if self._sides.is_open(heard, taken | others):
            return None, 1.0
        free = _free(heard, taken | others)
        named = self._named(free) or dict.fromkeys(self._near(heard, taken), _MEANT_BY)
        # "On friday" is a day, and no repetition on fridays.
        days = {at for x in heard.mentions if x.kind == DATE for at in range(x.start, x.end)}
        alone = self._named(_free(heard, taken | days | others)) if days else named
        by_name = [key for key, strength in alone.items() if strength >= 1.0]
        called = by_name[0] if len(by_name) == 1 and self.parameter.enum_values else None
        unheard = self._unheard(free, named)
        cues: dict[str, float] = {}
        for key, strength in (cue for word in free for cue in _told(word, self._cues, self._lang)):
            cues[key] = max(cues.get(key, 0.0), strength)
        told = self._told_apart(free)
        if told is not None:
            cues = {told: cues.get(told, 0.0)}  # what a word means tells more than that one example says another
        only = {self._only: 1.0} if self._only else {}
        seen = self.model.probabilities(_row(free, self._lang)) if self.model else only

        def weight(key: str) -> float:
            if key in (called, unheard):
                return _CALLED if key == called else _UNHEARD
            return _weight(named.get(key, 0.0), key in seen)

        scores = {
            key: (seen.get(key, 0.0) + _FLOOR) * math.exp(weight(key) + _CUE * cues.get(key, 0.0))
            for key in {_ABSENT, *seen, *named}
        }
        if told is not None and told in scores:
            scores[told] *= math.exp(_UNHEARD)
        if self._denied and "True" in scores and not single_words(self._lang, "negations").isdisjoint(free):
            scores["True"] *= _FLOOR
        best = max(sorted(scores), key=lambda key: scores[key])
        return (None if best == _ABSENT else self._values[best]), scores[best] / sum(scores.values())

    def _of_others(self, heard: Heard) -> set[int]:
        """The words that name a value of another argument: that a few examples say "garden" with "on" alone says
        nothing of whether something there is to be on."""
        if not self._others:
            return set()
        stems = tuple(map(self._lang.stem, heard.words))
        return {
            place for phrase in self._others for at in starts_of(phrase, stems) for place in range(at, at + len(phrase))
        }

    def not_meant(self, heard: Heard) -> set[int]:
        """The words of *heard* by which one of its values is not meant, where another one is named."""
        if not self.parameter.enum_values or self.parameter.param_type in BOOLEAN:
            return set()
        stems = tuple(map(self._lang.stem, heard.words))
        places = [
            (at, at + len(name.stems), key)
            for key, names in self._stemmed.items()
            for name in names
            for at in starts_of(name.stems, stems)
        ]
        return denied(heard, places)

    @cached_property
    def _support(self) -> Support | None:
        """What says each of its values, as far as a few examples tell; None where they tell enough by themselves."""
        if not self.parameter.enum_values or self.parameter.param_type in BOOLEAN or len(self._aligned) >= FEW:
            return None
        names = {key: [phrase for phrase, _ in own] for key, own in self._names.items()}
        told = {word for rule in (*self._rules, self.parameter.named) for word in words_of(rule)}
        return Support(self.parameter.name, self._aligned, names, told, self._lang, self._of_others, self._pairs)

    def _near(self, heard: Heard, taken: set[int]) -> frozenset[str]:
        return self._support.near(heard, taken) if self._support is not None else frozenset()

    def is_of_another(self, heard: Heard, taken: set[int]) -> bool:
        """Whether a value is said of somebody whom no example says one of, where they do of others: "she won"."""
        return self._support is not None and self._support.of_another(heard, taken)

    def is_said(self, value: Any, heard: Heard, taken: set[int]) -> bool:
        """Whether a word of meaning says *value*, rather than that it only looks like it: where numbers are said, of a
        value with figures its own."""
        key = str(value)
        number = figure_of(key, self._lang)
        numbers = [x.value for x in heard.mentions if x.kind == NUMBER]
        if number is not None and numbers and number.number not in numbers:
            return False
        taken = taken | self._of_others(heard)
        side = self._sides.of(heard, taken)
        if side is not None:
            return side.value == key
        if self._sides and self._is_strange(heard, taken):
            return False
        return self._support is None or self._support.of(key, heard, taken) or key in self._alike(_free(heard, taken))

    def opposes(self, value: Any, heard: Heard) -> bool:
        """Whether *heard* says the opposite of *value*, or begins as no example does and may."""
        others = self._of_others(heard)
        side = self._sides.of(heard, others)
        if side is not None:
            return self._sides.opposite(str(value), side.value)
        return bool(self._sides) and self._is_strange(heard, others)

    def _is_strange(self, heard: Heard, taken: set[int]) -> bool:
        """Whether a request begins with a word that no example says, denies something as none does, or says of what
        they don't know that there is too much of it: of two opposites these mostly say which."""
        lang, words = self._lang, heard.words
        idle = lang.function_words | lang.light_words
        strange = [lang.stem(word) not in self._shown for word in words]
        first = next((at for at, word in enumerate(words) if word not in idle), None)
        denying = single_words(lang, "negations") - lang.further - lang.fewer
        return (
            (first is not None and first not in taken and strange[first])
            or any(strange[at] for at, word in enumerate(words) if word in denying)
            or any(strange[at] for at in range(1, len(words)) if words[at - 1] in lang.excess)
        )

    def _named(self, words: Sequence[str]) -> dict[str, float]:
        """Values whose own name or meaning is said, and how strongly: the name more than a word of that meaning."""
        joined = f" {' '.join(words)} "
        stem = self._lang.stem
        stems = f" {' '.join(stem(word) for word in words)} "
        by_two = self._pairs.told(words, self._lang)
        found: dict[str, float] = {by_two: 1.0} if by_two is not None else {}
        halves = {a + b for a, b in pairwise(words) if len(a + b) >= _JOINED}
        said: list[tuple[str, str, float]] = []
        for key, names in self._stemmed.items():
            for phrase, strength, _, stemmed in names:
                if (
                    f" {phrase} " in joined
                    or f" {stemmed} " in stems
                    or (phrase in halves and strength >= _OF_ITS_NAME)
                ):
                    said.append((key, stemmed, strength))
        for key, phrase, strength in said:
            if not any(_is_inside(phrase, longer, stems) for other, longer, _ in said if other != key):
                length = 1 + 0.25 * phrase.count(" ")
                most = math.inf if strength >= 1.0 else _NOT_ITS_NAME
                found[key] = max(found.get(key, 0.0), min(strength * length, most))
        return (found or self._alike(words)) if self._may_be_meant(words) else {}

    @cached_property
    def _pairs(self) -> Pairs:
        """Two words that tell a value together."""
        chosen = bool(self.parameter.enum_values) and self.parameter.param_type not in BOOLEAN
        return Pairs.of(self.parameter.name, self._aligned if chosen else (), self._lang)

    def _told_apart(self, words: Sequence[str]) -> str | None:
        """The one value that a word means which examples say for it, and hardly for another: the "off" of "turn off
        night mode", although they say "turn on" more often than "turn off". Where there is no dictionary of meanings
        this holds of any values: "a bit" tells no direction, though the only example with it may have one."""
        if self.parameter.param_type not in BOOLEAN:
            return None if self._lang.code == ENGLISH else self._meant(words)
        if not single_words(self._lang, "negations").isdisjoint(words):
            return None
        told_of = self._lang.subjects | self._lang.states  # "i'm off to bed" says nothing of the night mode
        said = {word for at, word in enumerate(words) if not at or words[at - 1] not in told_of}
        found = {key for key, own in self._telling.items() if not own.isdisjoint(said)}
        return next(iter(found)) if len(found) == 1 else None

    def _meant(self, words: Sequence[str]) -> str | None:
        """The one value that words mean which no example says for another: of "more dark" the two, not the "more"."""
        forms = self._forms(words)
        found: dict[str, set[frozenset[int]]] = {}
        for key, phrases in self._meaning.items():
            for phrase in phrases:
                size, said = len(phrase), words if len(phrase) == 1 else forms
                starts = (at for at in range(len(said) - size + 1) if tuple(said[at : at + size]) == phrase)
                found.setdefault(key, set()).update(frozenset(range(at, at + size)) for at in starts)
        places = [place for own in found.values() for place in own]
        told = {key for key, own in found.items() if any(not any(place < other for other in places) for place in own)}
        negations = single_words(self._lang, "negations")  # "plus" is one in French, and not in "plus sombre"
        beside = (word for at, word in enumerate(words) if not any(at in place for place in places))
        return next(iter(told)) if len(told) == 1 and negations.isdisjoint(beside) else None

    def _forms(self, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(self._lang.stem, words))

    @cached_property
    def _meaning(self) -> dict[str, list[tuple[str, ...]]]:
        """Value → each word that means it and that examples say for it alone, and the stems of each phrase that does
        and that none says for another. A word counts as it is: "darker" is another way than "too dark"."""
        idle = self._lang.function_words | self._lang.light_words
        given = [
            (e, str(e.arguments[self.parameter.name])) for e in self._aligned if self.parameter.name in e.arguments
        ]
        told: dict[str, list[tuple[str, ...]]] = {}
        for key, names in self._names.items():
            for phrase, strength in names:
                words = tuple(phrase.split())
                single = len(words) == 1
                form = words if single else self._forms(words)
                saying = {
                    value
                    for example, value in given
                    if f" {' '.join(form)} " in f" {' '.join(example.words if single else self._forms(example.words))} "
                }
                if strength < _OF_ITS_NAME and phrase not in idle and saying <= {key} and (saying or not single):
                    told.setdefault(key, []).append(form)
        return told

    @cached_property
    def _telling(self) -> dict[str, frozenset[str]]:
        """Value → the single words that mean it and that examples say for it."""
        told: dict[str, frozenset[str]] = {}
        for key, names in self._names.items():
            words = [phrase for phrase, strength in names if " " not in phrase and strength < _OF_ITS_NAME]
            told[key] = frozenset(word for word in words if self._is_said_for(word, key))
        return told

    def _is_said_for(self, word: str, key: str) -> bool:
        given = [
            str(truth(e.arguments.get(self.parameter.name)))
            for e in self._aligned
            if word in e.words
            and self.parameter.name in e.arguments
            and single_words(self._lang, "negations").isdisjoint(e.words)
        ]
        return len(given) >= _SHOWN_NO and given.count(key) > _MOSTLY * len(given)

    def _unheard(self, words: Sequence[str], named: Mapping[str, float]) -> str | None:
        """The only value that is named, where by words that no example says, of which examples can't know better: the
        "dimmer" of "make it dimmer", where they say "make it darker"."""
        if len(named) != 1 or not self._shown:
            return None
        key = next(iter(named))
        stems = {self._lang.stem(word) for word in words}
        said = [(own, strength) for own, strength in self._stems_of(key) if own <= stems]
        by_name = any(strength >= _OF_ITS_NAME for _, strength in said)
        return None if by_name or any(own & self._shown for own, _ in said) else key

    def _may_be_meant(self, words: Sequence[str]) -> bool:
        """Whether *words* may name a value: an optional yes or no has to be named itself. The "off" of "take the lid
        off" says nothing of what it does not name, nor does "on monday"."""
        if self.parameter.required or not is_yes_or_no(self.parameter):
            return True
        stems = {self._lang.stem(word) for word in words}
        return any(self._lang.stem(word) in stems for word in words_of(self.parameter.named))

    def _stems_of(self, key: str) -> list[tuple[frozenset[str], float]]:
        return [(frozenset(name.stems), name.strength) for name in self._stemmed[key]]

    def _alike(self, words: Sequence[str]) -> dict[str, float]:
        """Values whose name was almost said: "kitchin" for ``kitchen``."""
        found: dict[str, float] = {}
        for key, names in self._names.items():
            for phrase, strength in names:
                if strength < 1.0 or len(phrase) < 5:
                    continue
                size = phrase.count(" ") + 1
                for start in range(len(words) - size + 1):
                    said = " ".join(words[start : start + size])
                    if said[0] == phrase[0] and fuzz.ratio(said, phrase) >= _FUZZY:
                        found[key] = 0.8
        return found


_MOSTLY = 0.7
"""Share of the examples with a word of which it has to mean one value."""
_SHOWN_NO, _ALL_BUT_ONE = 3, 0.9
"""Examples with a negation from which on, and share of them that mean no from which on a negation means no."""
_ABSENT = "(absent)"
_JOINED = 6
"""Letters from which on two words may be one: "luke warm"."""


_FLOOR = 0.02
"""Probability of a value that no example shows."""
_CUE = 2.5
"""The same that a word is said which only examples of the value say."""
_OFTEN, _ONCE, _VERB = 1.0, 0.6, 0.25
"""How surely such a word tells the value: said in several examples, in one, and where it orders something."""
_NAMED = 3.0
"""How much it counts, as the logarithm of odds, that a value's own name is said."""


_NOT_ITS_NAME = 0.99
"""The most that counts, however long it is, what only means a value or is told by a rule."""
_CALLED = 6.0
"""The same where no other value's is."""
_OF_ITS_NAME = 0.9
"""Strength of a value's own name and of what a rule calls it; what only means it has less."""
_UNHEARD = 4.0
"""The same where it is the only one that is named, and no example says the word for it."""


def _weight(strength: float, shown: bool) -> float:
    """What a value's own name (1), what a rule calls it (0.9) or a word of its meaning counts; examples know better
    than a rule or a meaning."""
    return _NAMED * strength * (1.0 if not shown or strength >= 1.0 else 0.5 if strength >= _OF_ITS_NAME else 0.3)


def _is_inside(phrase: str, longer: str, text: str) -> bool:
    """Whether *phrase* is only said in *text* as a part of the *longer* one: the "large" of "extra large"."""
    if len(longer) <= len(phrase) or f" {phrase} " not in f" {longer} ":
        return False
    return f" {phrase} " not in text.replace(f" {longer} ", " | ")


def _free(heard: Heard, taken: set[int]) -> list[str]:
    """The words that say no other argument, with one ``#`` for each number."""
    numbers = {at: x.start for x in heard.mentions if x.kind == NUMBER for at in range(x.start, x.end)}
    return [
        "#" if at in numbers else word
        for at, word in enumerate(heard.words)
        if at not in taken and numbers.get(at, at) == at
    ]


def _row(words: Sequence[str], lang: Language) -> dict[str, float]:
    forms = ["#" if word == "#" else lang.stem(word) for word in words]
    row = {f"b={a} {b}": 0.7 for a, b in zip(["^", *forms], [*forms, "$"], strict=True)}
    # Particles and quantities are words of grammar that tell something here: "on", "all".
    row.update({form: 1.0 if word not in lang.function_words else 0.6 for form, word in zip(forms, words, strict=True)})
    row["bias"] = 1.0
    if not single_words(lang, "negations").isdisjoint(words):
        row["negated"] = 1.0  # "i haven't" says what "it isn't" says
    return row


def _told(word: str, cues: Mapping[str, tuple[str, float]], lang: Language) -> list[tuple[str, float]]:
    return [cues[form] for form in beginnings(word, lang) if form in cues]


def _names(key: str, rules: Iterable[str], lang: Language) -> list[tuple[str, float]]:
    """Phrases that mean the value *key*, with their strength."""
    plain = " ".join(re.split(r"[\W_]+", key.lower())).strip()
    found: dict[str, float] = {plain: 1.0} if plain and key not in ("True", "False") else {}
    if " " in plain:
        found[plain.replace(" ", "")] = 1.0  # "paperback" for ``paper-back``
    for names, words in lang.meanings:
        if key.lower() in names or plain.replace(" ", "_") in names:
            for word in words:
                found.setdefault(word, 0.7)
    for rule in rules:
        for phrase in _said_by_rule(rule, key):
            found.setdefault(phrase, 0.9)
    return list(found.items())


def _named_after(
    parameter: ToolParameter, aligned: Sequence[AlignedExample], lang: Language
) -> list[tuple[str, float]]:
    """The words of a yes-or-no argument's own name that tell something: the "all" of ``all_timers``."""
    common = {
        word
        for word in parameter.named.split("_")
        if sum(lang.stem(word) in map(lang.stem, e.words) for e in aligned) > 0.4 * len(aligned)
    }
    return [
        (word, 0.7) for word in parameter.named.lower().split("_") if len(word) > 2 and word not in common | {"the"}
    ]


def _said_by_rule(rule: str, key: str) -> list[str]:
    """Words that a rule maps to *key*: "plus/sum -> 'add', minus → subtract"."""
    found: list[str] = []
    pattern = rf"([\w/ ,'\"|-]+?)\s*(?:->|→|=>|means|=)\s*['\"`]?{re.escape(key)}\b"
    for match in re.finditer(pattern, rule, re.IGNORECASE):
        left = re.split(r"[:;.]|->|→", match.group(1))[-1]
        for phrase in re.split(r"[/,|]|\bor\b", left):
            words = [token.norm for token in tokenize(phrase)]
            if 0 < len(words) <= 3:
                found.append(" ".join(words))
    return found
