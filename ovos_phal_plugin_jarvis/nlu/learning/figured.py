"""One of a few values that is a number: "a thirty litre keg" is ``30_litre``, "an hour and a half" ``90_min``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.nlu.entities import DURATION, NUMBER, PERCENT, PLACE, Mention
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.measures import converted, named_unit, unit_behind
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

_PARTS = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)?")
_FORM = re.compile(r"(?:[^\W\d_]+[\s_-]*){0,2}\d+(?:[.,]\d+)?(?:[\s_-]*[^\W\d_]+){0,3}\%?")
"""Words, one number, words: a date, a version or an address is no number."""
_THOUSANDS = re.compile(r"(?<=[1-9]),(?=\d{3}$)|(?<=\d\d),(?=\d{3}$)")
_SHORT = 3
"""Letters that a short form has at most."""
_SHOWN = 2
"""Examples from which on a word beside a number belongs to it."""


@dataclass(frozen=True)
class Figure:
    """A value that is a number."""

    value: Any
    number: float
    before: str
    """The word before the number: the "size" of ``size_42``; empty where there is none."""
    behind: str
    """The word behind it: "litre" of ``10_litre``, "m" of ``40m``."""
    unit: str | None
    """What of that is a unit of measure, as ``measures`` calls it."""
    seconds: float | None
    """How long it is, of a length of time."""


@dataclass(frozen=True)
class Figures:
    """The values of one argument that are numbers."""

    figures: tuple[Figure, ...]
    beside: frozenset[str]
    """Stems of the words that stand beside the number of a value in several examples."""

    @classmethod
    def of(cls, parameter: ToolParameter, aligned: Sequence[AlignedExample], lang: Language) -> Figures | None:
        """Those of *parameter*, and what *aligned* show of them; None where none of its values is a number."""
        found = tuple(figure for value in parameter.enum_values or () if (figure := figure_of(value, lang)))
        if not found:
            return None
        beside: dict[str, int] = {}
        for example in aligned:
            own = {x.number for x in found if str(x.value) == str(example.arguments.get(parameter.name))}
            said = [x for x in example.heard.mentions if x.kind == NUMBER and x.value in own]
            for stem in {stem for x in said for stem in _stems_beside(example.heard, x)}:
                beside[stem] = beside.get(stem, 0) + 1
        return cls(found, frozenset(stem for stem, times in beside.items() if times >= _SHOWN))

    def said(self, heard: Heard, taken: Set[int]) -> tuple[int, int, Any] | None:
        """The one value that is said with its unit, or with a word that stands beside such numbers in examples, and
        where: first word, one past the last; None where none is, or several are."""
        return _only(self._in_full(heard, taken))

    def bare(self, heard: Heard, taken: Set[int]) -> tuple[int, int, Any] | None:
        """The same of the only number that is not among the words *taken*, where nothing tells what it counts."""
        free = [x for x in heard.mentions if x.kind == NUMBER and taken.isdisjoint(range(x.start, x.end))]
        if len(free) != 1 or not heard.counts(free[0]) or unit_behind(heard, free[0].end) is not None:
            return None
        if _counts_something(heard, free[0].start) and self.beside.isdisjoint(_stems_beside(heard, free[0])):
            return None
        named = [x for x in self.figures if x.number == free[0].value]
        return (free[0].start, free[0].end, named[0].value) if len(named) == 1 else None

    def alone(self, heard: Heard, taken: Set[int]) -> tuple[int, int, Any] | None:
        """The first value without a unit whose number is said outside the words *taken*: the "two" of ``2``."""
        plain = {x.number: x.value for x in self.figures if not x.before and not x.behind}
        for mention in heard.mentions if plain else ():
            free = mention.kind == NUMBER and taken.isdisjoint(range(mention.start, mention.end))
            if free and mention.value in plain:
                return mention.start, mention.end, plain[mention.value]
        return None

    def _in_full(self, heard: Heard, taken: Set[int]) -> Iterator[tuple[int, int, Any]]:
        for mention in (*heard.mentions, *_single(heard)):
            if not taken.isdisjoint(range(mention.start, mention.end)):
                continue
            for figure in self.figures:
                start, end = mention.start, mention.end
                if mention.kind == DURATION and figure.seconds is not None:
                    if abs(mention.value - figure.seconds) < 0.5:
                        yield start, end, figure.value
                elif mention.kind in (NUMBER, PERCENT):
                    before = self._before(figure, heard, start)
                    if before is not None and mention.value == figure.number:
                        yield before, end, figure.value
                    elif self._counts(figure, heard, mention):
                        behind = _behind(heard, mention)
                        yield start, behind + 1 if figure.behind and behind < len(heard.words) else end, figure.value

    def _before(self, figure: Figure, heard: Heard, start: int) -> int | None:
        """Where what stands before the number begins, of a value that has nothing behind its number: "on [a] four",
        "[freezer] two" or "[f z] two" for ``FZ2``; None where it is not said."""
        before, words = figure.before, heard.words
        if not before or figure.behind or not start:
            return None
        if heard.lang.stem(words[start - 1]) == heard.lang.stem(before):
            # "On [a four]", and no "[a four] player game".
            counts = words[start - 1] in heard.lang.articles and _counts_something(heard, start)
            return None if counts else start - 1
        spelt = max(0, start - len(before))
        if "".join(words[spelt:start]) == before and len(before) > 1:
            return spelt
        return start - 1 if 1 < len(before) <= _SHORT and _is_short_for(before, words[start - 1]) else None

    def _counts(self, figure: Figure, heard: Heard, mention: Mention) -> bool:
        """Whether the number *mention* is *figure*, as what stands beside it tells."""
        said = unit_behind(heard, _behind(heard, mention))
        if figure.unit is not None and said is not None:
            value = converted(mention.value, said, figure.unit)
            return value is not None and abs(value - figure.number) < 1e-6
        if mention.value != figure.number:
            return False
        word = heard.words[mention.end] if mention.end < len(heard.words) else ""
        if figure.behind:
            # "m" and "kg" are units, and no mugs or kangaroos.
            short = len(figure.behind) >= _SHORT or said is not None or _is_length(word, heard.lang)
            same = heard.lang.stem(word) == heard.lang.stem(figure.behind)
            return same or (short and _is_short_for(figure.behind, word))
        return not figure.before and not self.beside.isdisjoint(_stems_beside(heard, mention))


def _is_length(word: str, lang: Language) -> bool:
    return lang.installed and word in grammar(lang).units


def _counts_something(heard: Heard, start: int) -> bool:
    """Whether a word of meaning stands behind the number at *start*."""
    end = next((x.end for x in heard.mentions if x.kind == NUMBER and x.start == start), start + 1)
    return any(is_content(word, heard.lang) for word in heard.words[end : end + 1])


def _is_short_for(unit: str, word: str) -> bool:
    """Whether *unit* is *word* or what one writes for it: "m" for "metres", "kg" for "kilograms"."""
    letters = iter(word)
    return bool(unit) and word[:1] == unit[:1] and all(letter in letters for letter in unit)


@lru_cache(maxsize=4096)
def figure_of(value: Any, lang: Language) -> Figure | None:
    """*value* as a number; None where it is another thing."""
    text = str(value).strip().lower()
    if not _FORM.fullmatch(text):
        return None
    parts = _PARTS.findall(text)
    at = next(at for at, part in enumerate(parts) if part[0].isdecimal())
    before, behind = parts[at - 1] if at else "", parts[at + 1] if at + 1 < len(parts) else ""
    if before and not before.isalpha():
        return None
    number = float(_THOUSANDS.sub("", parts[at]).replace(",", "."))
    unit = next((unit for each in (lang, language(ENGLISH)) if (unit := named_unit(behind, each))), None)
    return Figure(value, number, before, behind, unit, _seconds(parts[at:], lang) if behind and not unit else None)


def _seconds(parts: Sequence[str], lang: Language) -> float | None:
    """How long it is what *parts* say, in a language that is installed."""
    for each in (lang, language(ENGLISH)):
        heard = hear(" ".join(parts), each.code, EPOCH, strip=False)
        for mention in heard.mentions if each.installed else ():
            if mention.kind == DURATION and mention.start == 0 and mention.end == len(heard.words):
                return float(mention.value)
    return None


def _behind(heard: Heard, mention: Mention) -> int:
    """Where the unit of the number *mention* stands: "half [a litre]" has an article before it."""
    articles = grammar(heard.lang).articles if heard.lang.installed else ()
    part = mention.value < 1 and heard.words[mention.end : mention.end + 1]
    return mention.end + bool(part and part[0] in articles)


def _single(heard: Heard) -> Iterator[Mention]:
    """A one for each article before a unit: "a litre"."""
    articles = grammar(heard.lang).articles if heard.lang.installed else ()
    counted = {at for x in heard.mentions if x.kind != PLACE for at in range(x.start, x.end + 1)}
    for at, word in enumerate(heard.words):
        if word in articles and at not in counted and unit_behind(heard, at + 1) is not None:
            yield Mention(at, at + 1, NUMBER, 1.0)


def _stems_beside(heard: Heard, mention: Mention) -> set[str]:
    """The stems of the words right before and behind *mention*."""
    places = (mention.start - 1, mention.end)
    return {heard.lang.stem(heard.words[at]) for at in places if 0 <= at < len(heard.words)}


def _only(found: Iterator[tuple[int, int, Any]]) -> tuple[int, int, Any] | None:
    """The one value of *found*, where it is said first and at the most length; None where there are several."""
    places = sorted(found, key=lambda place: (place[0], -place[1]))
    return places[0] if len({str(value) for _, _, value in places}) == 1 else None
