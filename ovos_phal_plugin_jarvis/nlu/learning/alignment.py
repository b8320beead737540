"""Where in an example's words its arguments are said, and so how each argument is made from words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any

from ovos_phal_plugin_jarvis.nlu.entities import DATE, TIME, Clock, Day, Mention
from ovos_phal_plugin_jarvis.nlu.lang import is_content, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.spelt import place_of
from ovos_phal_plugin_jarvis.nlu.learning.written import written_on
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.sdk.date_keys import KNOWN_DATE_KEYS
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter

FEW = 60
"""Examples of a tool below which they show too little to be believed about words that they do not have."""


@dataclass(frozen=True)
class Span:
    """Words of an example that say an argument."""

    start: int
    end: int
    parameter: str


@dataclass(frozen=True)
class AlignedExample:
    """An example with the places of its arguments."""

    heard: Heard
    spans: tuple[Span, ...]
    arguments: dict[str, Any]
    implied: dict[str, Any]
    """Arguments that no words of the example say."""

    @property
    def words(self) -> list[str]:
        """Its normalised words."""
        return self.heard.words

    def outside(self, at: int) -> bool:
        """Whether word *at* says no argument."""
        return not any(span.start <= at < span.end for span in self.spans)

    def before(self, span: Span) -> str:
        """The word before *span*; ``^`` where the example begins with it."""
        return self.words[span.start - 1] if span.start else "^"


_NOW_AND_THEN = 0.1
"""Share of the examples with an argument that may give it without saying it, and it is what is said all the same."""
_DAYS = ("date", "datetime")
_OF_THE_DAY = (DATE, TIME)
_UNSAID = 0.2
"""Share of the examples that may not say an argument, from which on its value goes without saying."""


@dataclass
class Profile:
    """How the words become one argument, as far as the examples show it."""

    parameter: ToolParameter
    formats: list[str]
    """Names of forms (``values.renderings``, ``values.text_forms``), the likeliest first."""
    spoken: int = 0
    """Examples whose words say it."""
    implied: Counter[str] = field(default_factory=Counter)
    """Values that no words of their example say, as JSON-like text, and how often."""
    absent: int = 0
    """Examples that lack it."""
    constant: Any = None
    """What it is where nobody says it: every example without the words carries this value."""
    known: dict[str, Any] = field(default_factory=dict)
    """Words of the examples → the value they stood for."""

    @property
    def typed(self) -> bool:
        """Whether it is made from a mention rather than from the words themselves."""
        return bool(self.formats) and values.kind_of(self.formats[0]) is not None

    @property
    def is_implied(self) -> bool:
        """Whether examples that don't say it give it, more than now and then."""
        implied = self.implied.total()
        return implied > _NOW_AND_THEN * (self.spoken + implied)


@dataclass(frozen=True)
class Alignment:
    """A tool's examples with the places of their arguments, and a profile of each argument."""

    examples: tuple[AlignedExample, ...]
    profiles: dict[str, Profile]
    counts: dict[str, Counter[str]]
    """Argument → forms that give it, and how often."""
    places: tuple[int, ...]
    """Which of the declared examples each is: one without words is none."""

    @classmethod
    def of(
        cls,
        definition: ToolDefinition,
        found: Sequence[tuple[int, AlignedExample]],
        counts: dict[str, Counter[str]],
    ) -> Alignment:
        """What *found* and *counts* show of the arguments of *definition*."""
        aligned = [example for _, example in found]
        profiles = {p.name: _profile(p, aligned, counts[p.name]) for p in definition.parameters}
        return cls(tuple(aligned), profiles, counts, tuple(at for at, _ in found))


def numbered(definition: ToolDefinition) -> frozenset[str]:
    """The words that name a whole number of *definition*: "point" of a parameter ``point_number``."""
    whole = (p for p in definition.parameters if p.param_type.lower() in ("int", "integer"))
    return frozenset(word for parameter in whole for word in split_name(parameter.named))


def align(definition: ToolDefinition, lang: str) -> Alignment:
    """The examples of *definition*, which are in *lang*, aligned."""
    counts: dict[str, Counter[str]] = {p.name: Counter() for p in definition.parameters}
    names = numbered(definition)
    heard = [hear(example.utterance, lang, EPOCH).numbering(names) for example in definition.examples]
    today = written_on([(said, example.arguments) for said, example in zip(heard, definition.examples, strict=True)])
    if today is not None:
        now = datetime.combine(today, EPOCH.timetz())
        heard = [hear(example.utterance, lang, now).numbering(names) for example in definition.examples]
    aligned = [
        (at, _align_one(said, dict(example.arguments), definition, counts))
        for at, (said, example) in enumerate(zip(heard, definition.examples, strict=True))
        if said.words
    ]
    return Alignment.of(definition, aligned, counts)


def packed(alignment: Alignment, definition: ToolDefinition, lang: str) -> dict[str, Any] | None:
    """*alignment* as JSON: to read the examples again takes longer than all else that is read from disk. None where it
    holds what JSON does not."""
    try:
        found = {
            "examples": [
                [
                    at,
                    e.heard.text,
                    e.heard.now.date().isoformat(),
                    [[x.start, x.end, x.kind, _value_as_json(x.value)] for x in e.heard.mentions],
                    [[s.start, s.end, s.parameter] for s in e.spans],
                    list(e.implied),
                ]
                for at, e in zip(alignment.places, alignment.examples, strict=True)
            ],
            "counts": {name: list(forms.items()) for name, forms in alignment.counts.items()},
        }
        return found if unpacked(json.loads(json.dumps(found)), definition, lang) == alignment else None
    except (TypeError, ValueError):
        return None


def unpacked(kept: Any, definition: ToolDefinition, lang: str) -> Alignment:
    """The alignment that ``packed`` made of *definition*. Raises ``ValueError`` where *kept* is none."""
    try:
        counts: dict[str, Counter[str]] = {p.name: Counter() for p in definition.parameters}
        for name, forms in kept["counts"].items():
            counts[name].update({_text(form): _whole(number) for form, number in forms})
        found = [
            (_whole(at), _example(definition.examples[at], text, today, mentions, spans, implied, lang))
            for at, text, today, mentions, spans, implied in kept["examples"]
        ]
        return Alignment.of(definition, found, counts)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise ValueError(f"examples: {error!r}") from None


def _example(
    example: ToolExample, text: str, today: str, mentions: Any, spans: Any, implied: Any, lang: str
) -> AlignedExample:
    tokens = tuple(tokenize(_text(text), lang))
    count = len(tokens)
    arguments = dict(example.arguments)
    found = [Mention(*_place_in(count, s, e), _text(kind), _value_from_json(value)) for s, e, kind, value in mentions]
    return AlignedExample(
        Heard(
            text,
            tokens,
            [token.norm for token in tokens],
            lambda: found,
            datetime.combine(date.fromisoformat(_text(today)), EPOCH.timetz()),
            language(lang),
            example.utterance,
        ),
        tuple(Span(*_place_in(count, start, end), _text(name)) for start, end, name in spans),
        arguments,
        {name: arguments[name] for name in implied},
    )


def _value_as_json(value: Any) -> Any:
    if isinstance(value, Clock):
        return {"clock": [value.hour, value.minute, value.second, value.exact]}
    if isinstance(value, Day):
        days = [day.isoformat() if day is not None else None for day in (value.day, value.last)]
        return {"day": [list(value.keys), value.moment, *days, value.part]}
    return value


def _value_from_json(value: Any) -> Any:
    if not isinstance(value, dict):
        if not isinstance(value, str | float | int):
            raise ValueError("a mention without a value")
        return value
    if "clock" in value:
        hour, minute, second, exact = value["clock"]
        return Clock(_whole(hour), _whole(minute), _whole(second), bool(exact))
    keys, moment, first, last, part = value["day"]
    day, until = (date.fromisoformat(said) if said is not None else None for said in (first, last))
    return Day(tuple(map(_text, keys)), day, bool(moment), until, _text(part))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"no text: {value!r:.40}")
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(f"no number: {value!r:.40}")
    return value


def _place_in(count: int, start: Any, end: Any) -> tuple[int, int]:
    if not _whole(start) < _whole(end) <= count:
        raise ValueError(f"no words at {start} to {end}")
    return start, end


def _align_one(
    heard: Heard,
    arguments: dict[str, Any],
    definition: ToolDefinition,
    counts: dict[str, Counter[str]],
) -> AlignedExample:
    taken: set[int] = set()
    spans: list[Span] = []
    implied: dict[str, Any] = {}
    # Words first, the longest first: a number inside a title is no number argument.
    order = sorted(arguments, key=lambda n: (not isinstance(arguments[n], str), -len(str(arguments[n]))))
    for name in order:
        if name not in counts:
            continue
        wanted = arguments[name]
        if is_closed(definition.parameter(name)):
            implied[name] = wanted
            continue
        items = wanted if isinstance(wanted, list) else [wanted]
        places = [p for item in items if (p := _place(item, heard, taken, definition.parameter(name)))]
        if not places or len(places) < len(items):
            implied[name] = wanted
            continue
        for start, end, formats in places:
            taken.update(range(start, end))
            spans.append(Span(start, end, name))
            counts[name].update(formats)
    return AlignedExample(heard, tuple(sorted(spans, key=lambda s: s.start)), arguments, implied)


def is_closed(parameter: ToolParameter | None) -> bool:
    """Whether the argument is one of a few values: chosen by meaning (``choices``), whatever words say it."""
    return parameter is not None and (bool(parameter.enum_values) or parameter.param_type in ("bool", "boolean"))


def _place(
    wanted: Any, heard: Heard, taken: set[int], parameter: ToolParameter | None
) -> tuple[int, int, list[str]] | None:
    """Where *wanted* is said: first token, one past the last, and the forms that give it."""
    as_text = _place_text(wanted, heard, taken) if isinstance(wanted, str) else None
    # "Tomorrow" is a day before it is a word, where a day is wanted: then "this song" is none.
    if as_text and not (parameter is not None and parameter.param_type in _DAYS and wanted in KNOWN_DATE_KEYS):
        return as_text
    spelt = (
        place_of(wanted, heard.tokens, heard.lang, taken) if as_text is None and _is_text(parameter, wanted) else None
    )
    if spelt is not None:
        return *spelt, ["text"]
    moment = _place_moment(wanted, heard, taken) if as_text is None else None
    if moment is not None:
        return moment
    found = [
        (mention, formats)
        for mention in heard.mentions
        if taken.isdisjoint(range(mention.start, mention.end)) and (formats := _formats(wanted, mention, heard))
    ]
    if any(mention.kind not in _OF_THE_DAY for mention, _ in found) and not isinstance(wanted, str):
        # The weekday that happens to be as many days off as towels are wanted is none of the number.
        found = [(x, formats) for x, formats in found if x.kind not in _OF_THE_DAY]
    best: tuple[int, int, list[str]] | None = None
    for mention, formats in found:
        if best is not None and best[0] < mention.end and mention.start < best[1]:
            # "ten minutes" and "ten" both give 10: the wider one says what it is.
            start, end = min(best[0], mention.start), max(best[1], mention.end)
            best = (start, end, best[2] + formats)
        elif best is None:
            best = (mention.start, mention.end, formats)
    return best or as_text


def _formats(wanted: Any, mention: Mention, heard: Heard) -> list[str]:
    """The forms in which *mention*, which is in *heard*, is *wanted*."""
    return [
        name
        for said in _meant(mention, heard)
        for name, value in said.items()
        if values.equal(value, wanted) and not (name == "days_away" and _comes_again(mention.value))
    ]


def _meant(mention: Mention, heard: Heard) -> list[dict[str, Any]]:
    """All forms of each time that *mention* may be: "at half past two" may be 14:30."""
    found = [values.renderings(mention, heard.now)]
    if mention.kind == TIME and not mention.value.exact:
        later = replace(mention, value=mention.value.in_other_half())
        found.append(values.renderings(later, heard.now))
    return found


def _comes_again(day: Day) -> bool:
    """Whether how far off *day* is depends on when it is said: a weekday."""
    today = EPOCH.date()
    spans = [(now, day.span(now)) for now in (today, today + timedelta(days=1))]
    return bool(day.keys) and len({(span[0] - now).days for now, span in spans if span is not None}) > 1


def _place_moment(wanted: Any, heard: Heard, taken: set[int]) -> tuple[int, int, list[str]] | None:
    """Where a moment is said: a time of day with the day beside it, if one is said there."""
    moment = values.moment(wanted)
    if moment is None or not heard.lang.installed:
        return None
    free = [x for x in heard.mentions if taken.isdisjoint(range(x.start, x.end))]
    days = [x for x in free if x.kind == DATE and (span := x.value.span(heard.now.date())) and span[0] == moment.date()]
    for clock in (x for x in free if x.kind == TIME):
        hours = {clock.value.hour} if clock.value.exact else {clock.value.hour, clock.value.in_other_half().hour}
        if moment.hour not in hours or moment.minute != clock.value.minute:
            continue
        for day in days:
            if are_beside(day, clock, heard):
                return min(day.start, clock.start), max(day.end, clock.end), ["date_time"]
        if not any(x.kind == DATE for x in free):
            return clock.start, clock.end, ["date_time"]
    return None


def are_beside(one: Mention, other: Mention, heard: Heard) -> bool:
    """Whether nothing of meaning stands between *one* and *other* in *heard*."""
    between = heard.words[min(one.end, other.end) : max(one.start, other.start)]
    return not any(is_content(word, heard.lang) for word in between)


def _is_text(parameter: ToolParameter | None, wanted: Any) -> bool:
    return isinstance(wanted, str) and parameter is not None and values.is_free_text(parameter)


def _place_text(wanted: str, heard: Heard, taken: set[int]) -> tuple[int, int, list[str]] | None:
    words = heard.words
    target = [token.norm for token in tokenize(wanted, heard.lang.code)]
    forms = ("text", "lower", "snake", "title", "upper")
    if not target:
        return None
    if "_" in wanted:
        target = [token.norm for token in tokenize(wanted.replace("_", " "), heard.lang.code)]
    best = None
    for start in range(len(words) - len(target) + 1):
        end = start + len(target)
        if words[start:end] == target and not taken.intersection(range(start, end)):
            said = heard.said(start, end)
            found = (start, end, [name for name in forms if values.text_forms(said)[name] == wanted] or ["text"])
            if said == wanted:
                return found
            best = best or found
    return best


def _profile(parameter: ToolParameter, aligned: list[AlignedExample], counts: Counter[str]) -> Profile:
    name = parameter.name
    profile = Profile(parameter, values.order_formats(counts))
    unsaid: list[Any] = []
    for example in aligned:
        spoken = [span for span in example.spans if span.parameter == name]
        if spoken:
            profile.spoken += 1
            for span in spoken:
                profile.known[" ".join(example.words[span.start : span.end])] = example.arguments[name]
        elif name in example.implied:
            profile.implied[repr(example.implied[name])] += 1
            unsaid.append(example.implied[name])
        else:
            profile.absent += 1
    guessed = values.guess_formats(parameter)
    if not profile.formats or profile.formats == ["number"]:
        profile.formats = [*guessed, *(f for f in profile.formats if f not in guessed)]
    else:
        profile.formats += [f for f in guessed if f not in profile.formats]
    if unsaid and not profile.absent and all(value == unsaid[0] for value in unsaid):
        # One example whose words were not found ("a forty percent share") says nothing of what goes without saying;
        # and what is a number or a time in most goes without saying in none.
        often = len(unsaid) >= max(2, _UNSAID * len(aligned)) and not (profile.typed and profile.spoken >= len(unsaid))
        if not profile.spoken or often:
            profile.constant = unsaid[0]
    return profile
