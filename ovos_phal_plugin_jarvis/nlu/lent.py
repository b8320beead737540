"""Values that an author's example has lent to a call, and that nobody has said: "Running late", the subject of the
author's mail, is not the subject of the user's.

A translator that has seen few examples, a model above all, fills an argument with what the example has there. Whatever
it thinks, such a value has to be among the words: as it is, as a number or a time that they say, by another word for
it, by a word that another example of the author's has for it, or in what was said and shown before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any

from rapidfuzz import fuzz

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.entities.temporal import Day
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.values import renderings
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, alike
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.sdk.date_keys import ALL_DATE_KEYS
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext

_FUZZY = 84.0
"""How alike, of 100, a misheard word must be to one of the value."""
_FUZZY_LETTERS = 5
_NEAR = 0.4
"""From which nearness, 0 to 1, a word stands for another."""
_FACTORS = (1.0, 60.0, 100.0, 1000.0)
"""What lies between a number as it is said and as a tool wants it: minutes and seconds, parts and percent."""
_ISO_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]|$)|[T]?\d\d:\d\d(?::\d\d)?|P(?=\d|T\d)")
_CODE = re.compile(r"[^\W_]{1,3}|[^\W_]{2,3}-[^\W_]{2,4}|\S*[\d_./:]\S*")
"""What is written for programs: a language's or a currency's code, an id."""
_YES = frozenset(["true", "yes", "on", "enable", "enabled"])
_NO = frozenset(["false", "no", "off", "disable", "disabled"])
_MOSTLY = 4
"""How many times more often a word stands in the examples of one side than in the others to be of that side."""
_MAX_LEAVES = 500
_MAX_DESCRIPTION = 400


def lent(call: ToolCall, definition: ToolDefinition, utterance: str, context: TranslationContext) -> dict[str, Any]:
    """The arguments of *call* that only an example of the tool gives a value: name → what is left of the value, None
    for nothing.

    Args:
        call: as a translator made it of the utterance.
        definition: of its tool.
        utterance: what was said.
        context: what was known.
    """
    definition = definition.in_language(context.lang)
    shown = _shown(definition)
    suspects = {
        name: value
        for name, value in call.arguments.items()
        if name not in call.implied
        and any(_same(part, example) for part in _parts(value) for example in shown.get(name, ()))
        and not _is_known(name, value, call, definition, context)
    }
    if not suspects:
        return {}
    words = _Words.of([utterance, call.said], context)
    examples = [example for example in definition.examples if _said_again(example, words)]
    found: dict[str, Any] = {}
    for name, value in suspects.items():
        if any(_same(value, example.arguments.get(name)) for example in examples):
            continue  # the author's own sentence means what the author says that it does
        parameter = definition.parameter(name) or ToolParameter(name)
        judge = _Judge(definition, parameter, call, words, context)
        kept = [part for part in _parts(value) if not _in(part, shown[name]) or judge.supports(part)]
        if len(kept) < len(_parts(value)):
            found[name] = kept if isinstance(value, list) and kept else None
    return found


def without_lent(
    call: ToolCall, definition: ToolDefinition, utterance: str, context: TranslationContext
) -> tuple[ToolCall, tuple[str, ...]]:
    """*call* without the values that only an example lends it, and the names of the arguments that had them."""
    found = lent(call, definition, utterance, context)
    if not found:
        return call, ()
    arguments = {name: found.get(name, value) for name, value in call.arguments.items()}
    return replace(call, arguments={n: v for n, v in arguments.items() if found.get(n, v) is not None}), tuple(found)


@dataclass(frozen=True)
class _Words:
    """What was said, and what it may mean."""

    heard: tuple[Heard, ...]
    lang: Language
    words: frozenset[str]
    stems: frozenset[str]
    meanings: Mapping[str, float]
    """Another word for one of them → how near it is."""

    @classmethod
    def of(cls, texts: Iterable[str], context: TranslationContext) -> _Words:
        spoken = language(context.lang)
        now = context.now or EPOCH
        heard = tuple(
            hear(text, context.lang, now, strip=strip)
            for text in dict.fromkeys(texts)
            for strip in (True, False)
            if text
        )
        words = frozenset(word for said in heard for word in said.words)
        meanings: dict[str, float] = {}
        for word in words:
            if len(word) > 1 and is_content(word, spoken):
                for other, near in alike(word, spoken):
                    meanings[other] = max(near, meanings.get(other, 0.0))
        return cls(heard, spoken, words, frozenset(map(spoken.stem, words)), meanings)

    def say(self, word: str) -> bool:
        """Whether *word* is among them, in another form or misheard as well."""
        if word in self.words or self.lang.stem(word) in self.stems:
            return True
        return len(word) >= _FUZZY_LETTERS and any(
            len(said) >= _FUZZY_LETTERS and fuzz.ratio(said, word) >= _FUZZY for said in self.words
        )

    def mean(self, word: str) -> bool:
        """Whether one of them is another word for *word*."""
        forms = (form for form, near in alike(word, _english(), wider=False) if near >= 0.9)
        return self.say(word) or max((self.meanings.get(form, 0.0) for form in forms), default=0.0) >= _NEAR

    @property
    def mentions(self) -> Iterator[m.Mention]:
        return (mention for said in self.heard for mention in said.mentions)


class _Judge:
    """Whether the words support a value of one argument."""

    def __init__(
        self,
        definition: ToolDefinition,
        parameter: ToolParameter,
        call: ToolCall,
        words: _Words,
        context: TranslationContext,
    ) -> None:
        self._definition = definition
        self._parameter = parameter
        self._call = call
        self._words = words
        self._context = context
        # What the tool is called by and told of, which says nothing of a value.
        named = (*split_name(definition.name), *(w for k in definition.keywords for w in words_of(k)))
        self._own = frozenset(_stem(word) for word in named)
        told = words_of(definition.description[:_MAX_DESCRIPTION])
        choices = {word for choice in parameter.enum_values or () for word in words_of(choice)}
        self._told = self._own | {_stem(word) for word in told if word not in choices}

    def supports(self, value: Any) -> bool:
        """Whether *value*, no list, is said in some way."""
        if isinstance(value, Mapping):
            return all(self.supports(leaf) for leaf in _leaves(value))
        if value is None or value == "":
            return True
        if isinstance(value, bool) or self._is_truth(value):
            return self._supports_truth(value)
        number = _number(value)
        if number is not None:
            return self._says_number(number) or (not self._numbers() and self._is_taught(value))
        if self._is_temporal(value):
            return self._says_time(str(value))
        return self._supports_text(str(value))

    def _is_truth(self, value: Any) -> bool:
        return self._parameter.param_type in ("bool", "boolean") and str(value).lower() in _YES | _NO

    def _supports_truth(self, value: Any) -> bool:
        """Yes is said by the argument's own name as well, no by a negation."""
        true = value is True or str(value).lower() in _YES
        lang = self._words.lang
        if any(self._words.mean(word) for word in (("on", "yes", "enable") if true else ("off", "no", "disable"))):
            return True
        named = any(self._words.mean(word) for word in split_name(self._parameter.name))
        negated = any(_negates(said, lang) for said in self._words.heard)
        return (named and (true or negated)) or self._is_taught(value) or self._leans(true is not negated)

    def _leans(self, true: bool) -> bool:
        """Whether words are said that stand in the author's examples where it is *true*, or not *true* and negated, and
        hardly in the others; or none that tell it, where the author takes it to be so then ("i did my reading"). Only
        where both are shown, so that what both have in common is known."""
        name, lang = self._parameter.name, self._words.lang
        leaning: dict[bool | None, Counter[str]] = {True: Counter(), False: Counter(), None: Counter()}
        bare: set[bool | None] = set()
        own = frozenset(map(_stem, split_name(self._definition.name)))  # keywords may well say which it is
        for example in self._definition.examples:
            value = example.arguments.get(name)
            said = value if isinstance(value, bool) else None if value is None else str(value).lower() in _YES
            side = None if said is None else said is not _negates(_heard(example.utterance, lang.code), lang)
            words = self._telling(example, own, light=True)
            leaning[side].update(words)
            if not words:
                bare.add(side)
        if not leaning[True] or not leaning[False]:
            return False

        def tells(side: bool) -> bool:
            # Of many examples one or another says a word of the other side: "i never got it done".
            others = leaning[not side] + leaning[None]
            return any(n >= _MOSTLY * others[w] and self._words.mean(w) for w, n in leaning[side].items())

        return tells(true) or (true in bare and not (bare - {true}) and not tells(not true))

    def _says_number(self, number: float) -> bool:
        if number == 1 and self._words.words & self._words.lang.articles:
            return True
        now = self._context.now or EPOCH
        for mention in self._words.mentions:
            if mention.kind == m.TIME:
                said: list[Any] = [mention.value.hour, mention.value.hour % 12, mention.value.minute]
            else:
                said = [mention.value, *renderings(mention, now).values()]
            factors = (1.0,) if mention.kind in (m.DURATION, m.TIME) else _FACTORS
            if any(_times(number, float(value), factors) for value in said if _is_number(value)):
                return True
        return False

    def _is_temporal(self, value: Any) -> bool:
        kind = self._parameter.param_type
        return (
            any(word in kind for word in ("date", "time"))
            or str(value) in ALL_DATE_KEYS
            or _ISO_TIME.match(str(value)) is not None
        )

    def _says_time(self, value: str) -> bool:
        """Whether words say that day or that time of day. Words that say none mean what the author shows such words to
        mean ("what's the weather": today)."""
        wanted, said = _Moments.of(value, self._context), _Moments()
        for heard in self._words.heard:
            said = said.and_those_of(heard.mentions, self._context.now or EPOCH)
        day = any(a[0] <= b[1] and b[0] <= a[1] for a in wanted.days for b in said.days)
        clock = any(a % 720 == b % 720 for a in wanted.clocks for b in said.clocks)
        # Of a day and a time one is often not said; what is said of either must not be another.
        against = (wanted.days and said.days and not day) or (wanted.clocks and said.clocks and not clock)
        if (day or clock) and not against:
            return True
        vague = not wanted or not (said.days or said.clocks)
        if vague and any(self._words.say(word) for word in words_of(value) if len(word) > 3):
            return True
        if any(wanted.is_in(length, self._context.now or EPOCH) for length in said.lengths):
            return True
        if wanted.days and said.days or wanted.clocks and said.clocks:
            return False
        if wanted.clocks and any(_times(wanted.clocks[0] // 60 % 12, x.value, (1.0,)) for x in self._numbers()):
            return True
        return any(
            _in(value, _parts(example.arguments.get(self._parameter.name)))
            and not any(x.kind in m.TIMED for x in _heard(example.utterance, self._words.lang.code).mentions)
            for example in self._definition.examples
        )

    def _numbers(self) -> list[m.Mention]:
        return [mention for mention in self._words.mentions if mention.kind == m.NUMBER]

    def _supports_text(self, value: str) -> bool:
        options = self._context.options.get(self._call.name, {}).get(self._parameter.name, ())
        called = [value, *(name for option in options if option.value == value for name in option.names)]
        if any(self._is_said(text) for text in called):
            return True
        if any(self._is_said(text) for text in self._others(value)):
            return False  # another of its values is said
        if any(self._says_text(text) for text in called):
            return True
        if not self._parameter.enum_values:
            return _CODE.fullmatch(value) is not None and self._is_taught(value)
        others = self._others(value)
        return self._is_taught(value) or (
            not any(self._says_text(text) or self._is_taught(text) for text in others) and self._means_choice(value)
        )

    def _others(self, value: str) -> set[str]:
        """The other values that the tool is known to take there."""
        known = {*(self._parameter.enum_values or ())}
        for example in self._definition.examples:
            known.update(x for x in _parts(example.arguments.get(self._parameter.name)) if isinstance(x, str))
        return {text for text in known if not _same(text, value)}

    def _is_said(self, value: str) -> bool:
        """Whether all words of *value* are said, and not only to name the tool."""
        words = _telling_words(value)
        return all(self._words.say(word) for word in words) and any(_stem(word) not in self._own for word in words)

    def _says_text(self, value: str) -> bool:
        """Whether words of *value* are said that are not the tool's own."""
        words = _telling_words(value)
        if not words:
            return True
        plain = "".join(words)
        if len(plain) > 2 and any(plain in "".join(said.words) for said in self._words.heard):
            return True
        lang = self._words.lang
        telling = [w for w in words if is_content(w, _english()) and is_content(w, lang) and _stem(w) not in self._own]
        if any(self._words.say(word) for word in telling if len(word) > 1):
            return True
        # A short name or code: "eur" for "euros".
        code = _CODE.fullmatch(value) is not None and len(plain) > 1
        if code and any(word.startswith(plain) for word in self._words.words):
            return True
        if self._parameter.enum_values or code:
            return bool(telling) and all(self._words.mean(word) for word in telling)
        # Texts are copied rather than meant; a model may put them in other words.
        return any(self._words.meanings.get(word, 0.0) >= 0.75 for word in telling)

    def _is_taught(self, value: Any) -> bool:
        """Whether words are said that, in the author's examples, stand for this value and for no other of it."""
        name, free = self._parameter.name, self._parameter.enum_values is None
        having = [e for e in self._definition.examples if _in(value, _parts(e.arguments.get(name)))]
        others = [e for e in self._definition.examples if not _in(value, _parts(e.arguments.get(name)))]
        elsewhere = {word for example in others for word in self._telling(example)}
        code = free and isinstance(value, str) and _CODE.fullmatch(value) is not None
        for example in having:
            words = self._telling(example) - elsewhere
            said = {word for word in words if self._words.mean(word)}
            if said and (code or not free or len(said) == len(words)):
                return True
            if not words and not free and not self._says_itself(example, value):
                return True  # what the author takes it to be where nothing is said
        return False

    def _telling(self, example: ToolExample, told: frozenset[str] | None = None, light: bool = False) -> set[str]:
        """The words of *example* that say neither which tool is meant, by a word that is *told* of it, nor another
        value; with *light*, such as "done" and "again" as well."""
        told = self._told if told is None else told
        lang = self._words.lang
        small = (lang.light_words | _particles(lang)) - set(lang.negations) if light else frozenset[str]()
        heard = _heard(example.utterance, lang.code)
        numbers = {at for x in heard.mentions if x.kind in (m.NUMBER, *m.TIMED) for at in range(x.start, x.end)}
        values = {
            word
            for name, value in example.arguments.items()
            if name != self._parameter.name
            for leaf in _leaves(value)
            for word in words_of(str(leaf))
        }
        return {
            word
            for at, word in enumerate(heard.words)
            if at not in numbers
            and word not in values
            and (word in small or (is_content(word, lang) and is_content(word, _english())))
            and _stem(word) not in told
        }

    def _says_itself(self, example: ToolExample, value: Any) -> bool:
        words = words_of(str(value))
        return bool(set(words) & set(words_of(example.utterance)))

    def _means_choice(self, value: str) -> bool:
        """Whether words of another language are left that may mean *value*: there is no dictionary for all of them."""
        lang = self._words.lang
        if lang.code == ENGLISH:
            return False
        other = [str(leaf) for n, v in self._call.arguments.items() if n != self._parameter.name for leaf in _leaves(v)]
        unsaid = sum(not all(self._words.say(word) for word in words_of(text)) for text in other)
        said = {word for text in other for word in words_of(text)}
        left = 0
        for heard in self._words.heard[:1]:
            inside = {at for x in heard.mentions if x.kind != m.PLACE for at in range(x.start, x.end)}
            left = sum(
                at not in inside
                and is_content(word, lang)
                and word not in lang.verbs
                and word not in said
                and not any(_stem(form) in self._own for form, near in alike(word, lang) if near >= 0.6)
                for at, word in enumerate(heard.words)
            )
        return left > unsaid


def _negates(heard: Heard, lang: Language) -> bool:
    said = f" {' '.join(heard.words)} "
    return any(f" {phrase} " in said for phrase in lang.negations)


@lru_cache(maxsize=32)
def _particles(lang: Language) -> frozenset[str]:
    """Words of grammar that say what is done: the "off" and the "out" of "take it out of night mode"."""
    said = {phrase for _, phrases in lang.meanings for phrase in phrases if " " not in phrase}
    return frozenset(said & lang.function_words) - set(lang.joints)


def _english() -> Language:
    return language(ENGLISH)


def _stem(word: str) -> str:
    return _english().stem(word)


def _telling_words(value: str) -> list[str]:
    """The words of *value*; of a file's name or an address those before the ending."""
    bare = re.sub(r"@.*$|\.\w{1,4}$", "", value.strip()) or value
    return [word for word in words_of(bare) if any(map(str.isalnum, word))]


@dataclass(frozen=True)
class _Moments:
    """Days, times of day (in minutes) and lengths of time that something says."""

    days: tuple[tuple[date, date], ...] = ()
    clocks: tuple[int, ...] = ()
    lengths: tuple[float, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.days or self.clocks or self.lengths)

    def is_in(self, seconds: float, now: datetime) -> bool:
        """Whether that is *seconds* from *now*, or no moment at all but a length of time."""
        if not (self.days or self.clocks):
            return True
        try:
            then = now + timedelta(seconds=seconds)
        except OverflowError:
            return False
        minutes = then.hour * 60 + then.minute
        on_day = any(first <= then.date() <= last for first, last in self.days)
        return on_day or (not self.days and any(abs(clock - minutes) <= 5 for clock in self.clocks))

    @classmethod
    def of(cls, value: str, context: TranslationContext) -> _Moments:
        """Those that a value says, as a date key, in ISO 8601 or in words."""
        now = context.now or EPOCH
        if value in ALL_DATE_KEYS:
            span = Day((value,)).span(now.date())
            return cls((span,) if span else ())
        try:
            moment = datetime.fromisoformat(value)
            day = (moment.date(), moment.date())
            return cls((day,), () if len(value) <= 10 else (moment.hour * 60 + moment.minute,))
        except ValueError:
            pass  # it is none, or a time of day
        found = re.fullmatch(r"T?(\d\d?):(\d\d)(?::\d\d)?", value)
        if found:
            return cls(clocks=(int(found[1]) * 60 + int(found[2]),))
        moments = cls()
        for lang in dict.fromkeys((context.lang, ENGLISH)):
            moments = moments or cls().and_those_of(hear(value, lang, now, strip=False).mentions, now)
        return moments

    def and_those_of(self, mentions: Iterable[m.Mention], now: datetime) -> _Moments:
        """These and what *mentions* say."""
        days, clocks, lengths = list(self.days), list(self.clocks), list(self.lengths)
        for mention in mentions:
            if mention.kind in (m.DATE, m.DATE_RANGE):
                span = mention.value.span(now.date())
                days += [span] if span else []
            elif mention.kind == m.TIME:
                clocks.append(mention.value.hour * 60 + mention.value.minute)
            elif mention.kind == m.DURATION:
                lengths.append(mention.value)
        return _Moments(tuple(days), tuple(clocks), tuple(lengths))


def _is_known(name: str, value: Any, call: ToolCall, definition: ToolDefinition, context: TranslationContext) -> bool:
    """Whether the value is no reading of these words at all: a default, an answer, something from before."""
    parameter = definition.parameter(name)
    if parameter is not None and parameter.default is not None and _same(value, parameter.default):
        return True
    asked, last = context.question, context.last_call
    if asked is not None and any(
        one.name == call.name and (name == asked.parameter or _same(value, one.arguments.get(name)))
        for one in (asked.call, *asked.calls)
    ):
        return True
    if last is not None:
        if any(_same(value, before) for done in (last, *context.done) for before in done.arguments.values()):
            return True
        steps = parameter is not None and (parameter.refinable or parameter.role == "level")
        if steps and last.name == call.name and name in last.arguments and _number(value) is not None:
            return True
    shown = [*_leaves(context.last_result or {}), *(leaf for item in context.shown for leaf in _leaves(item))]
    return isinstance(value, str | int | float) and not isinstance(value, bool) and _in(value, shown)


def _said_again(example: ToolExample, words: _Words) -> bool:
    """Whether one of the things said is *example*, article by article aside."""

    def bare(said: Iterable[str]) -> list[str]:
        return [word for word in said if any(map(str.isalnum, word)) and word not in words.lang.articles]

    wanted = bare(_heard(example.utterance, words.lang.code).words)
    return bool(wanted) and any(bare(heard.words) == wanted for heard in words.heard)


@lru_cache(maxsize=4096)
def _heard(utterance: str, lang: str) -> Heard:
    """An example, which has no time of its own."""
    return hear(utterance, lang, EPOCH)


def _shown(definition: ToolDefinition) -> dict[str, list[Any]]:
    """Argument → what it is in the tool's examples."""
    shown: dict[str, list[Any]] = {}
    for example in definition.examples:
        for name, value in example.arguments.items():
            shown.setdefault(name, []).extend(_parts(value))
    return shown


def _parts(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else () if value is None else (value,)


def _in(value: Any, others: Iterable[Any]) -> bool:
    return any(_same(value, other) for other in others)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return type(one) is type(other) and one == other
    if isinstance(one, str) and isinstance(other, str):
        return " ".join(one.lower().split()).strip(".!? ") == " ".join(other.lower().split()).strip(".!? ")
    numbers = _number(one), _number(other)
    if None not in numbers:
        return numbers[0] == numbers[1]
    return type(one) is type(other) and bool(one == other)


def _leaves(value: Any, most: int = _MAX_LEAVES) -> Iterator[Any]:
    """The plain values in a JSON value, the first *most* of them."""
    waiting, seen = [value], 0
    while waiting and seen < most:
        inner = waiting.pop(0)
        seen += 1
        if isinstance(inner, Mapping):
            waiting.extend(inner.values())
        elif isinstance(inner, list | tuple):
            waiting.extend(inner)
        else:
            yield inner


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: Any) -> float | None:
    if _is_number(value) and abs(value) < 1e300:
        return float(value)
    if isinstance(value, str) and re.fullmatch(r"[+-]?\d{1,15}(?:\.\d{1,15})?", value.strip()):
        return float(value)
    return None


def _times(one: float, other: float, factors: Sequence[float]) -> bool:
    return any(
        abs(abs(one) - abs(other) * factor) < 1e-6 or abs(abs(one) * factor - abs(other)) < 1e-6 for factor in factors
    )
