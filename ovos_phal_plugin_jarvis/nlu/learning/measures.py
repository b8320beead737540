"""Units of measure: "seven hundred and fifty grams" where a tool counts kilograms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.entities import DURATION, MONEY, NUMBER, PLACE, Mention
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.entities.numbers import find_phrase
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Span
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

_DIMENSIONS: dict[str, dict[str, float]] = {
    "mass": {"mg": 1e-6, "g": 1e-3, "kg": 1.0, "tonne": 1e3, "ounce": 0.028349523125, "pound": 0.45359237},
    "length": {
        "mm": 1e-3,
        "cm": 1e-2,
        "dm": 0.1,
        "m": 1.0,
        "km": 1e3,
        "inch": 0.0254,
        "foot": 0.3048,
        "yard": 0.9144,
        "mile": 1609.344,
    },
    "volume": {"ml": 1e-3, "cl": 1e-2, "dl": 0.1, "l": 1.0, "m3": 1e3},
    "power": {"watt": 1.0, "kilowatt": 1e3},
    "energy": {"watt_hour": 1.0, "kilowatt_hour": 1e3},
    "speed": {"kmh": 1.0, "mph": 1.609344},
}
"""Dimension → unit → what it is worth in one unit of it. Pints and gallons are not the same everywhere."""
_WORTH = {unit: (dimension, worth) for dimension, units in _DIMENSIONS.items() for unit, worth in units.items()}
_MONEY_TOO = "pound"
"""The unit whose name a currency has as well."""
_VAGUE = {"mil": ("mm", "ml")}
"""What is said for several units, of which what is counted tells the one."""
_TEMPERATURES = {"celsius": (1.0, 0.0), "fahrenheit": (5 / 9, -32 * 5 / 9)}
"""What a degree is worth in degrees Celsius, and where it begins."""
UNITS = frozenset([*_WORTH, *_VAGUE, *_TEMPERATURES])
"""What a language may have words for."""
_NUMERIC = ("int", "integer", "float", "number")
_TOLD = re.compile(r"\b(?:in|number of|degrees) +|\(")
"""What stands before the unit in a description."""
_LONGEST = 4
"""Words of the longest name of a unit."""
_PRICES = frozenset(["price", "cost", "fee", "fare", "budget", "rent", "money"])
"""Words without an s at the end by which the name of an argument, or its description, says that it is money."""
_PARTS = {"m": (10, 99, 0.01), "kg": (100, 999, 0.001), "km": (100, 999, 0.001)}
"""Unit → the least and the greatest number that is said behind it for parts of it, and what one of these is worth: "one
metre forty", "two kilos three hundred"."""
_MOST_WITH_CENTS = 1000
"""Sums from which on nobody says cents."""
_SHOWN = 3
"""Examples from which on they show that what a number counts is said with it."""
_LETTERS, _SHORT = 2, 3
"""Letters at the least of what is a unit in the name of an argument, and at the most of a short one."""


@dataclass(frozen=True)
class Measured:
    """A number behind which each of a tool's examples says what it counts: "75 millimetres", "in 52 moves"."""

    behind: frozenset[str]
    """Stems of the words behind it."""
    before: frozenset[str]
    """Words of grammar before it."""
    named: frozenset[str]
    """Stems of the words of its name and description."""
    chosen: frozenset[str]
    """Stems of the tool's values of a few, which may stand between a number and what it counts."""

    @classmethod
    def of(cls, name: str, aligned: Sequence[AlignedExample], definition: ToolDefinition) -> Measured | None:
        """What *aligned* show of the argument *name* of *definition*; None where it is in no unit, or they show little
        or leave the unit out."""
        said = [(e.heard, span) for e in aligned for span in e.spans if span.parameter == name]
        parameter = definition.parameter(name)
        if len(said) < _SHOWN or parameter is None or unit_of(parameter, said[0][0].lang) is None:
            return None
        places = [(heard, x) for heard, s in said for x in heard.mentions if x.kind == NUMBER and _is_in(x, s)]
        behind = frozenset(_stem_at(heard, x.end) for heard, x in places)
        if len(places) < _SHOWN or "" in behind or len(behind) * 2 > len(places):
            return None
        before = {heard.words[x.start - 1] for heard, x in places if x.start}
        lang = places[0][0].lang
        named = words_of(f"{name} {parameter.description}")
        chosen = [word for p in definition.parameters for value in p.enum_values or () for word in words_of(value)]
        return cls(
            behind,
            frozenset(before & lang.function_words),
            frozenset(map(lang.stem, named)),
            frozenset(map(lang.stem, chosen)),
        )

    def may_be(self, heard: Heard, mention: Mention) -> bool:
        """Whether the number *mention* may be it: what it counts is said, or nothing else that it may count."""
        before = heard.words[mention.start - 1] if mention.start else ""
        if before in self.before or unit_behind(heard, mention.end) is not None:
            return True
        at = mention.end
        while (said := _stem_at(heard, at)) in self.chosen:
            at += 1
        return not said or said in self.behind | self.named


def _is_in(mention: Mention, span: Span) -> bool:
    return span.start <= mention.start < span.end


def _stem_at(heard: Heard, at: int) -> str:
    """The stem of the word of meaning at *at*; empty where there is none."""
    word = heard.words[at] if at < len(heard.words) else ""
    counted = any(x.start <= at < x.end for x in heard.mentions if x.kind != PLACE)
    return heard.lang.stem(word) if not counted and is_content(word, heard.lang) else ""


def unit_behind(heard: Heard, at: int) -> str | None:
    """The unit that stands at word *at*, behind a number, as it was said, or behind the article of a part of one ("half
    [a] metre"); None where none does."""
    said = heard.as_said
    if said.lang.installed and at < len(said.words) and said.words[at] in grammar(said.lang).articles:
        at += any(x.kind == NUMBER and x.end == at and 0 < x.value < 1 for x in said.mentions)  # behind the article
    return _unit_at(said.words, at, said.lang)


def named_unit(word: str, lang: Language) -> str | None:
    """The unit that *word* is a name of in *lang*; None where it is none."""
    return _unit_at([word], 0, lang) if word else None


def in_unit(mentions: Iterable[Mention], heard: Heard, parameter: ToolParameter) -> list[Mention]:
    """*mentions* with each number as *parameter* counts it, and without those that are of another dimension.

    Nothing changes where the parameter names no unit, or where none is said.
    """
    wanted = unit_of(parameter, heard.lang)
    found = []
    parts: set[int] = set()
    for mention in _with_cents(mentions, heard) if is_price(parameter, heard.lang) else mentions:
        if mention.start in parts:
            continue
        said = unit_behind(heard, mention.end) if wanted and mention.kind == NUMBER else None
        if wanted is None or said is None:
            if wanted in (None, _MONEY_TOO) or not _is_money(mention, heard):
                found.append(mention)
            continue
        part = _part_behind(mention, heard)
        whole, end = mention.value, mention.end
        if part is not None:
            parts.add(part[0].start)
            whole, end = whole + part[1], part[0].end
        value = converted(whole, said, wanted)
        if value is not None:
            found.append(replace(mention, value=value, end=end))
    return found


def is_of_length(mention: Mention, heard: Heard, parameter: ToolParameter) -> bool:
    """Whether *mention* is the number of a length of time in a unit of which *parameter* tells nothing: the "45" of
    "forty five minutes" is no strength. Who asks has to know that something else of the tool is a length."""
    told = {*map(heard.lang.stem, words_of(f"{parameter.named.replace('_', ' ')} {parameter.description}"))}
    return mention.kind == NUMBER and any(
        x.kind == DURATION
        and x.start <= mention.start
        and mention.end < x.end
        and told.isdisjoint(map(heard.lang.stem, heard.words[mention.end : x.end]))
        for x in heard.mentions
    )


def _with_cents(mentions: Iterable[Mention], heard: Heard) -> Iterator[Mention]:
    """*mentions* with the cents that stand right behind a number: "thirty two fifty" is 32.5."""
    worded = [x for x in heard.mentions if x.kind == NUMBER and not heard.said(x.start, x.end)[:1].isdigit()]
    for mention in mentions:
        cents = next((x for x in worded if x.start == mention.end and not heard.breaks_before(x.start)), None)
        whole = mention in worded and float(mention.value).is_integer() and mention.value < _MOST_WITH_CENTS
        if whole and cents is not None and float(cents.value).is_integer() and 10 <= cents.value < 100:
            yield replace(mention, value=mention.value + cents.value / 100, end=cents.end)
        else:
            yield mention


def _part_behind(number: Mention, heard: Heard) -> tuple[Mention, float] | None:
    """The number that stands right behind the unit of *number* and says parts of it, with what they are worth in that
    unit: "one metre [forty]" is 1.4 m. None where none does, or it counts something else ("two metres forty planks").
    """
    least, most, worth = _PARTS.get(unit_behind(heard, number.end) or "", (0, 0, 0.0))
    at = number.end + 1
    part = next((x for x in heard.mentions if x.kind == NUMBER and x.start == at), None) if most else None
    if part is None or not least <= part.value <= most or number.value % 1 or heard.breaks_before(at):
        return None
    behind = heard.words[part.end : part.end + 1]
    counts = bool(behind) and (is_content(behind[0], heard.lang) or behind[0] in heard.lang.genitives)
    if counts or unit_behind(heard, part.end) is not None:
        return None
    return part, part.value * worth


def is_price(parameter: ToolParameter, lang: Language) -> bool:
    """Whether *parameter* is money, by its name or description, and may have cents."""
    return parameter.param_type.lower() in ("float", "number") and _tells_of_money(
        parameter.name, parameter.description, lang
    )


@lru_cache(maxsize=4096)
def _tells_of_money(name: str, description: str, lang: Language) -> bool:
    said = words_of(f"{name.replace('_', ' ')} {description}")
    sums = {word for spoken in (language(ENGLISH), lang) if spoken.installed for word in grammar(spoken).currencies}
    return any(word in sums or word.removesuffix("s") in _PRICES for word in said)


def _is_money(mention: Mention, heard: Heard) -> bool:
    """Whether *mention* is a sum of money or a part of one: "20 dollars" are no metres."""
    return any(x.kind == MONEY and x.start <= mention.start and mention.end <= x.end for x in heard.mentions)


def unit_of(parameter: ToolParameter, lang: Language) -> str | None:
    """The unit that a number is told to be in by name or description: ``weight_kg``, "Length in millimetres"."""
    if parameter.param_type.lower() not in _NUMERIC:
        return None
    return _told_unit(parameter.named, parameter.description, lang)


@lru_cache(maxsize=4096)
def _told_unit(name: str, description: str, lang: Language) -> str | None:
    english, own = language(ENGLISH), words_of(name.replace("_", " "))
    places = [words_of(description[match.end() :]) for match in _TOLD.finditer(description.lower())]
    places += [own[at:] for at in range(len(own)) if _may_name_unit(own, at, english)]
    for spoken in (english, lang):
        for words in places:
            unit = _unit_at(words, 0, spoken)
            if unit is not None:
                return unit
    return None


def _may_name_unit(words: list[str], at: int, spoken: Language) -> bool:
    """Whether the name of an argument, *words*, may have a unit at *at*: before another noun it is short or in the
    plural, as in "km_run" and "miles_run". A "meter_reading" is no length."""
    word = words[at]
    bare = len(word) <= _SHORT or spoken.stem(word) != word or at == len(words) - 1
    return bare and len(word) >= _LETTERS


def _unit_at(words: list[str], at: int, lang: Language) -> str | None:
    if not lang.installed:
        return None
    pieces, _ = grammar(lang).pieces(words[at : at + _LONGEST])
    found = find_phrase(grammar(lang).measures, pieces, 0)
    return str(found[1]) if found else None


def converted(value: float, said: str, wanted: str) -> float | None:
    """*value* of the unit *said* in the unit *wanted*, both by their names here; None where they do not measure the
    same."""
    if said == wanted or wanted in _VAGUE.get(said, ()):
        return value
    if said in _TEMPERATURES and wanted in _TEMPERATURES:
        degree, start = _TEMPERATURES[said]
        other, begins = _TEMPERATURES[wanted]
        return round((value * degree + start - begins) / other, 6)
    one, two = _WORTH.get(said), _WORTH.get(wanted)
    if one is None or two is None or one[0] != two[0]:
        return None
    return round(value * one[1] / two[1], 6)
