"""How a language says numbers, times and dates: the tables of its ``entities.yaml``, made ready to be read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ovos_phal_plugin_jarvis.nlu.lang import Language, LanguageError, templates
from ovos_phal_plugin_jarvis.sdk.date_keys import KNOWN_DATE_KEYS, WEEKDAYS

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 2592000, "year": 31536000}
"""Length of each unit; a month is 30 days and a year 365, as a length of time."""
PARTS = ("morning", "afternoon", "evening", "night")

Phrases = dict[str, list[tuple[tuple[str, ...], Any]]]
"""First word → the phrases that begin with it and what they stand for, the longest first."""


@lru_cache(maxsize=16384)
def fold(word: str, elides: bool = False) -> tuple[str, ...]:
    """*word* in lower case without accents, in the parts that an apostrophe makes of it where the language elides."""
    plain = word.casefold().replace("’", "'")
    # Without its accent, "à" is another word in the languages that have it.
    if not plain.isascii() and plain not in ("à", "às"):
        plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    if "'" not in plain or len(plain) == 1:
        return (plain,)
    if elides:
        return tuple(part for part in plain.split("'") if part) or ("'",)
    return (plain.replace("'", "") or "'",)


def fold_all(words: Iterable[str], elides: bool) -> Iterator[str]:
    """The parts of each of *words*, folded."""
    for word in words:
        yield from fold(word, elides)


@dataclass(frozen=True)
class Slot:
    """A place in a pattern that a value fills."""

    kind: str


Pattern = tuple["str | Slot", ...]
_PIECE = re.compile(r"\{(\w+)\}|([^\s{}]+)")
_SLOTS = frozenset(
    ["n", "h", "m", "mm", "d", "d2", "dth", "unit", "weekday", "short", "month", "year", "part", "fixed"]
)
_BETWEEN = re.compile(r"\{m\}.*?(\w+) \{h\}")
_CLOCK = re.compile(r"(h|\d{1,2})([+-]\d+)?:(?:(\d{1,2})([+-]m)?|([+-]?)m)")


@dataclass(frozen=True)
class ClockRule:
    """A way to say a time: minutes after ``hour`` o'clock, from what the pattern's slots hold."""

    hour: int | None
    """A fixed hour; None where the slot ``h`` has it."""
    hours: int
    """Hours more than that."""
    minutes: int
    minute_sign: int
    """What the slot ``m`` counts: 1, -1, or 0 where there is none."""
    sure: bool
    """Whether it is a time without a word like "at" before it."""


class Grammar:
    """The tables of one language, compiled."""

    def __init__(self, language: Language) -> None:
        """
        Raises:
            LanguageError: naming the entry of the language's ``entities.yaml`` that can't be used.
        """
        self.language = language
        data = language.entities
        known = set(_ENTRIES)
        for name in data:
            if name not in known:
                raise LanguageError(f"{language.code}/entities.yaml: unknown entry '{name}'")
        try:
            self._read(data)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise LanguageError(f"{language.code}/entities.yaml: {type(error).__name__}: {error}") from None

    def _read(self, data: Mapping[str, Any]) -> None:
        self.elides = bool(data.get("elides"))
        self.decimal_comma = bool(data.get("decimal_comma"))
        number: Mapping[str, Any] = data.get("numbers") or {}
        # Each lexeme of a number: ("add" | "hundred" | "scale" | "article", value).
        lexemes: Phrases = {}
        for value, said in (number.get("words") or {}).items():
            self._put(lexemes, said, ("add", float(value)))
        self._put(lexemes, number.get("hundred"), ("hundred", 100.0))
        for value, said in (number.get("scales") or {}).items():
            self._put(lexemes, said, ("scale", float(value)))
        self._put(lexemes, number.get("articles"), ("article", 1.0))
        self.lexemes = _longest_first(lexemes)
        self.articles = {first for first, found in lexemes.items() for words, (role, _) in found if role == "article"}
        self.number_words = frozenset(
            words[0]
            for found in lexemes.values()
            for words, (role, _) in found
            if len(words) == 1 and role != "article"
        )
        self.homophones = self._homophones()
        self.parts = {word: float(v) for v, said in (number.get("parts") or {}).items() for word in self._words(said)}
        self.compounds = bool(number.get("compounds"))
        self.compound_and = tuple(self._words(number.get("compound_and")))
        self.compound_hundreds = tuple(self._words(number.get("compound_hundred")))
        self.compound_halves = {
            w: float(v) for v, said in (number.get("compound_halves") or {}).items() for w in self._words(said)
        }
        self.article_adds = bool(number.get("article_adds"))
        self.inverted = bool(number.get("inverted"))
        self.pairs = bool(number.get("pairs"))
        self.joins = frozenset(self._words(number.get("and")))
        self.joins_after = float(number.get("and_after", 10))
        self.joins_only = frozenset(float(v) for v in number.get("and_only") or ())
        self.figures = {w: int(v) for v, said in (number.get("figures") or {}).items() for w in self._words(said)}
        """Words for figures that are none of a number's beside."""
        self.point = frozenset(self._words(number.get("point")))
        self.minus = frozenset(self._words(number.get("minus")))
        self.below_zero = self._valued({-1: number.get("below_zero")})
        """What makes the number before it one below zero: "six degrees [below zero]"."""
        self.degrees = frozenset(self._words(number.get("degrees")))
        self.fractions = self._valued(number.get("fractions"))
        self.more_fractions = self._valued(number.get("and_fractions"))
        self.fraction_not_before = frozenset(self._words(number.get("fraction_not_before")))
        self.wholes = self._valued(number.get("wholes"))
        self.ordinals = {w: int(v) for v, said in (number.get("ordinals") or {}).items() for w in self._words(said)}
        self.ordinal_suffixes = tuple(sorted(self._words(number.get("ordinal_suffixes")), key=len, reverse=True))
        self.ordinal_marks = frozenset(self._words(number.get("ordinal_marks")))
        self.exponent_leads = frozenset(self._phrases(number.get("exponent_after")))

        self.units: dict[str, float] = {}
        for unit, said in (data.get("units") or {}).items():
            for word in self._words(said):
                self.units[word] = float(SECONDS.get(unit, 0) or unit)
        self.short_units = {word for word in self.units if len(word) == 1}
        self.amounts = self._valued(data.get("amounts"))
        self.after_unit = self._valued(data.get("after_unit"))
        self.duration_joins = frozenset(self._words(data.get("duration_and")))
        self.unit_adjectives = frozenset(self._words(data.get("unit_adjectives")))
        self.rates_after = frozenset(self._words(data.get("rate_after")))
        self.bare_minutes = bool(data.get("bare_minutes"))
        self.plural_ends = tuple(self._words(data.get("plural_ends")))
        """How words for several things end, where nearly all do: "fifty cash" is no fifty of them."""

        time: Mapping[str, Any] = data.get("times") or {}
        self.time_leads = frozenset(self._phrases(time.get("leads")))
        self.either_leads = frozenset(self._phrases(time.get("either_leads")))
        self.weak_leads = frozenset(self._phrases(time.get("weak_leads")))
        self.part_leads = frozenset(self._phrases(time.get("part_leads")))
        """What announces an hour where a part of a day is named behind it: "by nine tomorrow evening"."""
        self.between_numbers = frozenset(self._phrases(time.get("between_numbers")))
        """Those of them that stand between two numbers as well: "two by four"."""
        self.time_trails = frozenset(self._phrases(time.get("trails")))
        """What tells that a time to the minute stood before it: "seven thirty alarm"."""
        self.not_after_hour = frozenset(self._words(time.get("not_before")))
        self.no_hours = frozenset(self._words(time.get("no_hours")))
        """Articles that count something else, and never an hour."""
        self.times = _Index()
        for name, sure in (("sure", True), ("weak", False)):
            for rule, said in (time.get(name) or {}).items():
                self._add_patterns(self.times, said, _clock_rule(str(rule), sure))
        said_of_minutes = [each for said in (time.get("sure") or {}).values() for each in templates(said)]
        self.minute_words = frozenset(word for said in said_of_minutes for word in _BETWEEN.findall(said))
        """What stands between minutes and the hour that they are before or past."""
        self.halves: Phrases = {}
        for half in ("am", "pm", "morning", "night", "tonight"):
            self._put(self.halves, time.get(half), half)
        self.halves = _longest_first(self.halves)

        dates: Mapping[str, Any] = data.get("dates") or {}
        self.weekdays = self._named(dates.get("weekdays"), WEEKDAYS)
        self.glued_parts: dict[str, str] = {}
        """A day of the week in one word with a part of it → that part: "donnerstagabend"."""
        named = dict(self.weekdays)
        for part, said in (dates.get("glued") or {}).items():
            if part not in PARTS:
                raise ValueError(f"no part of a day '{part}': use one of {', '.join(PARTS)}")
            words = {f"{name}{end}": day for name, day in named.items() for end in self._words(said)}
            self.weekdays |= words
            self.glued_parts |= dict.fromkeys(words, str(part))
        self.short_weekdays = self._named(dates.get("short_weekdays"), WEEKDAYS)
        self.weekday_leads = frozenset(self._words(dates.get("short_weekday_leads")))
        self.day_leads = frozenset(self._words(dates.get("day_leads")))
        self.months = self._named(dates.get("months"), tuple(range(1, 13)))
        self.part_words = self._valued_text(dates.get("parts"))
        self.each_part = self._valued_text(dates.get("each"))
        self.fixed: Phrases = {}
        for key, said in (dates.get("fixed") or {}).items():
            self._put(self.fixed, said, _fixed_day(str(key)))
        self._put(self.fixed, dates.get("now"), ("now", "today"))
        self._put(self.fixed, dates.get("not_dates"), ("nothing", ""))
        self.fixed = _longest_first(self.fixed)
        self.dates = _Index()
        for rule, said in (dates.get("patterns") or {}).items():
            if rule not in _DATE_RULES:
                raise ValueError(f"no date rule '{rule}': use one of {', '.join(_DATE_RULES)}")
            self._add_patterns(self.dates, said, rule)
        self.away = self._frames(dates.get("patterns") or {})
        """What stands before and behind a length of time that says how far away something is, the most words first, and
        whether that is behind us (-1) or before us."""
        self.year_joins = frozenset(self._words(dates.get("year")))
        """What may stand between a day and its year: "5 maggio del 2029"."""
        self.range_joins = frozenset(self._phrases(dates.get("range")))
        self.month_first = bool(dates.get("month_first"))
        before: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
        for led, joined in (data.get("stretches") or {}).items():
            for join in self._phrases(joined):
                before.setdefault(join, set()).update(self._phrases(led))
        self.stretches = {join: sorted(led, key=lambda words: (-len(words), words)) for join, led in before.items()}
        """What joins the second of two numbers or times ("to"), and what stands before the first then ("from"), the
        longest first."""
        self.joints = frozenset(tuple(fold_all(phrase.split(), self.elides)) for phrase in self.language.joints)

        self.percent: Phrases = {}
        self._put(self.percent, data.get("percent"), 1.0)
        self._put(self.percent, "percent | %", 1.0)
        self.percent = _longest_first(self.percent)
        self.measures: Phrases = {}
        """What stands behind a number that measures something → the unit."""
        for unit, said in (data.get("measures") or {}).items():
            self._put(self.measures, said, str(unit))
        self.measures = _longest_first(self.measures)
        self.money_joins = frozenset(self._words((data.get("money") or {}).get("and")))
        self.currencies: dict[str, float] = {}
        for part, said in (data.get("money") or {}).items():
            for word in self._words(said) if part != "and" else ():
                self.currencies[word] = {"units": 1.0, "cents": 0.01}[part]
        lang = self.language
        # Words of the language as :meth:`pieces` has them.
        self.function_words = self._folded(lang.function_words)
        self.light_words = self._folded(lang.light_words)
        self.verbs = self._folded(lang.verbs)
        self.ones = self._folded(lang.ones)
        self.said_before = self._folded(lang.articles)
        """Articles, as :meth:`pieces` has them."""
        self.genitives = self._folded(lang.genitives)
        self.pronouns = self._folded(word for phrase in lang.pronouns for word in phrase.split())
        self.changes = tuple(tuple(fold_all(phrase.split(), self.elides)) for phrase in lang.changes)
        spoken = data.get("spoken_addresses") or {}
        self.at_words = frozenset(self._words(spoken.get("at")))
        self.dot_words = frozenset(self._words(spoken.get("dot")))
        numeric = (self.lexemes, self.fractions, self.wholes, self.minus, self.point, self.ordinals)
        self.numeric = frozenset[str]().union(*numeric)
        """Words that numbers and ordinals begin with, but for those in figures and in one word."""
        tables: tuple[Iterable[str], ...] = (
            *(self.numeric, self.homophones, self.amounts, self.units, self.times.by_word),
            *(self.fixed, self.weekdays, self.short_weekdays, self.months, self.dates.by_word),
        )
        self.beginning = frozenset[str]().union(*tables)
        """Words that numbers, lengths, times and dates begin with, but for numbers in figures and in one word."""
        leads = {lead[0] for lead in self.time_leads if lead}
        self.behind_half = ((self.function_words | self.light_words) - self.articles) | leads
        """Words behind the half of a number that stands behind its unit."""

    def pieces(self, words: Sequence[str]) -> tuple[list[str], list[int]]:
        """*words* folded and taken apart at elisions, and the word that each piece stands in."""
        pieces: list[str] = []
        places: list[int] = []
        for at, word in enumerate(words):
            for piece in fold(word, self.elides):
                pieces.append(piece)
                places.append(at)
        return pieces, places

    def _folded(self, words: Iterable[str]) -> frozenset[str]:
        return frozenset(fold_all(words, self.elides))

    def _homophones(self) -> dict[str, float]:
        """Word that a recogniser writes for a number → the number ("for", 4)."""
        found: dict[str, float] = {}
        for group in self.language.sounds_alike:
            folded = {"".join(fold(word, self.elides)) for word in group}
            numbers = {
                word: value
                for word in folded
                for words, (role, value) in self.lexemes.get(word, ())
                if len(words) == 1 and role == "add"
            }
            if len(numbers) == 1:
                found |= dict.fromkeys(folded - set(numbers), next(iter(numbers.values())))
        return found

    def _phrases(self, text: Any) -> list[tuple[str, ...]]:
        return [self._split(phrase) for phrase in templates(text)]

    def _split(self, phrase: str) -> tuple[str, ...]:
        return tuple(
            piece for word in re.sub(r"(?<=\w)-(?=\w)", " ", phrase).split() for piece in fold(word, self.elides)
        )

    def _words(self, text: Any) -> list[str]:
        """The single words of *text*."""
        found = self._phrases(text)
        for phrase in found:
            if len(phrase) != 1:
                raise ValueError(f"'{' '.join(phrase)}' should be one word")
        return [phrase[0] for phrase in found]

    def _put(self, into: Phrases, text: Any, value: Any) -> None:
        for phrase in self._phrases(text):
            into.setdefault(phrase[0], []).append((phrase, value))

    def _valued(self, table: Mapping[Any, Any] | None) -> Phrases:
        found: Phrases = {}
        for value, said in (table or {}).items():
            self._put(found, said, float(_ratio(value)))
        return _longest_first(found)

    def _valued_text(self, table: Mapping[Any, Any] | None) -> Phrases:
        found: Phrases = {}
        for value, said in (table or {}).items():
            if value not in PARTS:
                raise ValueError(f"no part of a day '{value}': use one of {', '.join(PARTS)}")
            self._put(found, said, str(value))
        return _longest_first(found)

    def _named(self, listed: Any, values: Iterable[Any]) -> dict[str, Any]:
        """Word → value, for a list whose entries stand for *values* in their order."""
        rows = list(listed or ())
        names = list(values)
        if rows and len(rows) != len(names):
            raise ValueError(f"{len(names)} entries are expected where there are {len(rows)}")
        return {word: name for row, name in zip(rows, names, strict=False) for word in self._words(row)}

    def _frames(self, told: Mapping[str, Any]) -> tuple[tuple[tuple[str, ...], tuple[str, ...], int], ...]:
        found = set()
        for rule, side in (("ahead", 1), ("ago", -1)):
            for pattern in self._patterns(told.get(rule)):
                slots = [at for at, element in enumerate(pattern) if isinstance(element, Slot)]
                around = (pattern[: slots[0]], pattern[slots[-1] + 1 :]) if slots else ((), ())
                before, behind = (tuple(map(str, words)) for words in around)
                if before or behind:
                    found.add((before, behind, side))
        return tuple(sorted(found, key=lambda frame: -len(frame[0]) - len(frame[1])))

    def _add_patterns(self, index: _Index, text: Any, rule: Any) -> None:
        for pattern in self._patterns(text):
            index.add(pattern, rule)

    def _patterns(self, text: Any) -> Iterator[Pattern]:
        for sentence in templates(text):
            pattern: list[str | Slot] = []
            for slot, literal in _PIECE.findall(sentence):
                if slot:
                    if slot not in _SLOTS:
                        raise ValueError(f"no slot {{{slot}}} in '{sentence}': use one of {', '.join(sorted(_SLOTS))}")
                    pattern.append(Slot(slot))
                else:
                    pattern.extend(self._split(literal))
            yield tuple(pattern)


class Row(NamedTuple):
    """A pattern in a table."""

    pattern: Pattern
    rule: Any
    """What it stands for."""
    slot: str
    """The kind of the slot that it goes on with; "" where it goes on with a word, or not at all."""
    words: frozenset[str]
    """Those behind what it begins with."""


class Beginning:
    """Patterns that begin alike, by what they go on with: of hundreds an utterance can go on with a few."""

    def __init__(self) -> None:
        self.patterns: list[Row] = []
        """All of them, in the order of the table."""
        self._by_next: dict[str | None, list[Row]] = {None: []}
        """Their second word → those with it and those that go on with no word; None → only the latter."""

    def add(self, pattern: Pattern, rule: Any) -> None:
        """Another one."""
        then = _then(pattern)
        words = frozenset(element for element in pattern[1:] if isinstance(element, str))
        row = Row(pattern, rule, then.kind if isinstance(then, Slot) else "", words)
        self.patterns.append(row)
        if not isinstance(then, str):
            for found in self._by_next.values():
                found.append(row)
        else:
            self._by_next.setdefault(then, [*self._by_next[None]]).append(row)

    def before(self, words: Sequence[str]) -> list[Row]:
        """Those that one of *words* may go on with, in the order of the table."""
        known = [word for word in words if word in self._by_next]
        if len(known) > 1:
            return [row for row in self.patterns if row.slot or len(row.pattern) == 1 or row.pattern[1] in known]
        return self._by_next[known[0] if known else None]


def _then(pattern: Pattern) -> str | Slot | None:
    """What *pattern* goes on with; None where it is no longer than what it begins with."""
    return pattern[1] if len(pattern) > 1 else None


class _Index:
    """Patterns by how they begin."""

    def __init__(self) -> None:
        self.by_word: dict[str, Beginning] = {}
        self.by_slot: dict[str, Beginning] = {}

    def add(self, pattern: Pattern, rule: Any) -> None:
        if not pattern:
            return
        first = pattern[0]
        if isinstance(first, Slot):
            self.by_slot.setdefault(first.kind, Beginning()).add(pattern, rule)
        else:
            self.by_word.setdefault(first, Beginning()).add(pattern, rule)


_ENTRIES = [
    "elides",
    "decimal_comma",
    "numbers",
    "units",
    "amounts",
    "after_unit",
    "duration_and",
    "unit_adjectives",
    "rate_after",
    "bare_minutes",
    "plural_ends",
    "times",
    "dates",
    "stretches",
    "percent",
    "money",
    "measures",
    "spoken_addresses",
]
_DATE_RULES = (
    *("coming", "week_after", "last", "ahead", "ago", "on_day", "weekday_and_day"),
    *("day_of_month", "day_of_this_month", "day_of_next_month"),
    *("weekday_in_month", "weekday_in_next_month", "next_days", "past_days", "in_month", "before_day", "after_day"),
    *("weeks_on", "weekday_in_weeks"),
)


def _longest_first(phrases: Phrases) -> Phrases:
    for found in phrases.values():
        found.sort(key=lambda pair: -len(pair[0]))
    return phrases


def _ratio(value: Any) -> float:
    text = str(value)
    if "/" in text:
        over, _, under = text.partition("/")
        return float(over) / float(under)
    return float(text)


def _clock_rule(text: str, sure: bool) -> ClockRule:
    match = _CLOCK.fullmatch(text)
    if not match:
        raise ValueError(f"'{text}' is no clock rule: write it like h:30, h-1:45, h:m, h:-m, h-1:30+m or 12:00")
    hour, more, minutes, signed, sign = match.groups()
    counted = (-1 if signed[0] == "-" else 1) if signed else 0 if minutes is not None else -1 if sign == "-" else 1
    return ClockRule(None if hour == "h" else int(hour), int(more or 0), int(minutes or 0), counted, sure)


def _fixed_day(text: str) -> tuple[str, Any]:
    """What an entry of ``dates: fixed`` stands for: a date key, days from today or Easter, or a month and day."""
    if re.fullmatch(r"[+-]\d+", text):
        return "offset", int(text)
    if re.fullmatch(r"\d{2}/\d{2}", text):
        month, _, day = text.partition("/")
        return "holiday", (int(month), int(day))
    if re.fullmatch(r"easter[+-]\d+", text):
        return "easter", int(text.removeprefix("easter"))
    if text not in KNOWN_DATE_KEYS:
        raise ValueError(f"'{text}' is no date key, no +2, no 12/24 and no easter+1")
    return "key", text


@lru_cache(maxsize=32)
def grammar(language: Language) -> Grammar:
    """The compiled tables of *language*."""
    return Grammar(language)
