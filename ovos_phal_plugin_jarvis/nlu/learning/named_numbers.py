"""Numbers that are said with the name of what they are: "three nights and four bunks", "boiler two at fifty degrees".

Where several numbers are said, a few examples tell their places by what stands beside them. The noun that a number
counts, or that it is the number of, tells more: it is the name of the argument, or what its description says it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.entities import DATE, NUMBER, PERCENT, TIME, Mention
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.measures import is_price, named_unit, unit_behind
from ovos_phal_plugin_jarvis.nlu.reading import Heard, found_words
from ovos_phal_plugin_jarvis.nlu.text import phrases_pattern, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

_COUNTS = re.compile(r"\b(?:number of|how many) +(?P<the>the |a |an )?", re.IGNORECASE)
"""What stands before what is counted in a description: "number of beds"; with an article, before what has the number:
"number of the tank"."""
_MEASURED = re.compile(r"\bin +(?:relative +)?(percent|degrees?|\w+)", re.IGNORECASE)
"""What stands before a unit in a description."""
_UNITS = frozenset(["percent", "degree", "degrees"])
"""Units beside those of ``measures``."""
_LABELS = frozenset(["number", "no", "nr", "num", "id"])
"""Words of a name by which it is the number of something, and counts nothing."""
_EMPTY = _LABELS | frozenset(["count", "max", "min", "maximum", "minimum", "total", "amount"])
"""Words of a name that tell nothing of what is counted."""
_BETWEEN = 2
"""Words that may describe what is counted: "eight [small brood] frames"."""


@dataclass(frozen=True)
class _Names:
    """How one number is called; all words as their stems."""

    counted: frozenset[str]
    """What it counts, or its unit: "beds", "percent"."""
    numbered: frozenset[str]
    """What it is the number of: "tank"."""


class NamedNumbers:
    """The arguments of one tool that are numbers, by what they are called."""

    def __init__(self, parameters: Sequence[ToolParameter], lang: Language, kinds: Collection[str] = ()) -> None:
        """
        Args:
            parameters: those that are plain numbers; no lengths of time.
            lang: what is spoken.
            kinds: words of the tool's values of a few, which count nothing: a "single room" is one of its kind.
        """
        self._lang, self._kinds = lang, frozenset(kinds)
        names = {p.name: _names_of(p, lang) for p in parameters if not is_price(p, lang)}
        shared = Counter(word for each in names.values() for word in each.counted | each.numbered)
        apart = frozenset(word for word, count in shared.items() if count == 1)
        self._names: Mapping[str, _Names] = {
            name: _Names(each.counted & apart, each.numbered & apart) for name, each in names.items()
        }

    def said(self, heard: Heard, taken: set[int]) -> Iterator[tuple[str, Mention]]:
        """Each argument of which exactly one number in *heard* is said with its name, and that number.

        Args:
            heard: the request.
            taken: words that say something else.
        """
        if not self._names:
            return
        plain = _numbers(heard)
        counts = (x for x in _counts(heard, plain) if self._kinds.isdisjoint(heard.words[x.start : x.end]))
        numbers = [x for x in (*plain, *counts) if taken.isdisjoint(range(x.start, x.end))]
        owners: dict[str, list[Mention]] = {}
        for number in numbers:
            before, counted = self._around(number, heard)
            own = [n for n, called in self._names.items() if before in called.numbered or counted & called.counted]
            if len(own) == 1:
                owners.setdefault(own[0], []).append(number)
        yield from ((name, found[0]) for name, found in owners.items() if len(found) == 1)

    def _around(self, number: Mention, heard: Heard) -> tuple[str, set[str]]:
        """The stem of the word before *number*, and those of the words that may be what it counts."""
        words, stem = heard.words, self._lang.stem
        before = stem(words[number.start - 1]) if number.start else ""
        return before, {stem(words[at]) for at in self._behind(number, heard)}

    def _behind(self, number: Mention, heard: Heard) -> Iterator[int]:
        """The places where what *number* counts may stand: behind it, or behind what describes that."""
        others = {at for x in heard.mentions if x.kind == NUMBER and x != number for at in range(x.start, x.end)}
        for at in range(number.end, min(number.end + _BETWEEN + 1, len(heard.words))):
            word = heard.words[at]
            if at in others or heard.breaks_before(at) or not is_content(word, heard.lang):
                return
            yield at
            if unit_behind(heard, at) is not None:
                return  # "three kilos pots"


def _numbers(heard: Heard) -> list[Mention]:
    """The numbers of *heard*, but for those of a day or a time that is said with more than the number."""
    wide = [x for x in heard.mentions if x.kind in (DATE, TIME)]

    def is_of_wide(number: Mention) -> bool:
        around = [x for x in wide if x.start <= number.start and number.end <= x.end]
        return any(x.end - x.start > number.end - number.start for x in around)

    found = [x for x in heard.mentions if x.kind in (NUMBER, PERCENT) and not is_of_wide(x)]
    percents = [x for x in found if x.kind == PERCENT]
    return [x for x in found if x.kind == NUMBER and not any(p.start == x.start for p in percents)] + [
        Mention(x.start, x.end - 1, NUMBER, x.value) for x in percents if x.end - x.start > 1
    ]


def _counts(heard: Heard, numbers: Sequence[Mention]) -> Iterator[Mention]:
    """What says in other words how many there are of what is named behind it: "[a pair of] seats". What stands behind
    one of *numbers* says of which kind these are: "two [single] rooms"."""
    for number, phrases in heard.lang.counts.items():
        for start, end in found_words(heard, phrases_pattern(phrases)):
            if not any(x.end == start for x in numbers):
                yield Mention(start, end, NUMBER, float(number))


def _names_of(parameter: ToolParameter, lang: Language) -> _Names:
    name = split_name(parameter.named)
    own = [word for word in name if word not in _EMPTY]
    described = parameter.description.lower()
    counted, numbered = {*own[-1:]} if _LABELS.isdisjoint(name) else set[str](), {*own}
    for found in _COUNTS.finditer(described):
        said = _first_words(described[found.end() :], lang)
        (numbered if found["the"] else counted).update(said)
    units = (found[1] for found in _MEASURED.finditer(described))
    counted.update(word for word in units if word in _UNITS or named_unit(word, lang) is not None)
    is_whole = parameter.param_type.lower() in ("int", "integer")
    return _Names(frozenset(map(lang.stem, counted)), frozenset(map(lang.stem, numbered)) if is_whole else frozenset())


def _first_words(text: str, lang: Language) -> list[str]:
    """The word that *text* begins with, if it has a meaning. Descriptions are read in English."""
    return [word for word in words_of(text)[:1] if is_content(word, lang)]
