"""Arguments of a tool that no example shows: by type, form, what introduces them, and what is left of the words."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from rapidfuzz import fuzz, process

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.booleans import Booleans, is_yes_or_no
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.listed import parted
from ovos_phal_plugin_jarvis.nlu.learning.measures import in_unit
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, Wording, base, lemma, split_name
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

_NAMES_ROLE = {
    "origin": "from source origin departure pickup sender leaving",
    "target": "to destination target recipient receiver into output arrival addressee",
    "place": "location place city area address room country town where region street venue state",
    "person": "artist author user contact person who people actor singer director player doctor",
    "topic": "topic subject about query question term keyword search phrase",
    "content": "message content text body note sentence words speech reminder",
    "name": "name title label album song movie film book event item product device track show",
    "time": "time hour clock",
    "date": "date day when deadline",
}
"""What words in the name of an argument say about it. Names of arguments are English in every language."""
_ROLE_WORDS = {word: role for role, words in _NAMES_ROLE.items() for word in words.split()}
_COUNTED = re.compile(r"\b(?:number of|how many|count|amount|quantity|num|size|rating|price|total|seats|people)\b")
_OF_THINGS = re.compile(r"(?:the )?(?:number|count|amount|quantity) of |how many ")
_FUZZY = 90.0
_ARTICLES = frozenset(["the", "a", "an", "my", "some", "your", "our"])
_OTHER_HALF = {m.DATE: m.TIME, m.TIME: m.DATE}
"""What makes one moment together."""
_READ, _CHOSEN, _AGREED = 0.4, 0.8, 0.4
"""Probability from which the encoder's place of a text is looked at, and its choice taken that nobody named: by itself,
and where the request looks like the examples with it."""
_UNSAID_FROM = 0.7
"""Probability from which the encoder is believed that nothing says an argument."""
_SETTLED, _SURELY_UNSAID = 0.6, 0.9
"""Probability from which the encoder's place of a text goes before that of a few examples, and its absence."""
_SAID, _UNSAID = 1.2, 0.5
"""What it counts that the encoder reads an argument there, and that it reads it nowhere."""
_SURE_FIT = 1.4
"""The same where examples show the tool's arguments."""
_LEAST_FIT = 0.65
"""What speaks at the least for a text being an argument: that it is required and alone, or what introduces it."""


@lru_cache(maxsize=1)
def _all_roles() -> dict[str, dict[str, frozenset[str]]]:
    text = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / "roles.json").read_text(encoding="utf-8")
    return {lang: {role: frozenset(words) for role, words in roles.items()} for lang, roles in json.loads(text).items()}


def roles_of(lang: str) -> dict[str, frozenset[str]]:
    """Role → words that introduce a value of that role in *lang*; empty for a language that is not known."""
    return _all_roles().get(lang.split("-")[0].lower(), {})


@dataclass(frozen=True)
class DeclaredParameter:
    """How an argument is found without an example."""

    parameter: ToolParameter
    kinds: tuple[str, ...]
    """Kinds of mention that it is made from, or that it holds the words of."""
    said: bool
    """Whether it holds the words themselves rather than their value."""
    formats: tuple[str, ...]
    roles: frozenset[str]
    names: frozenset[str]
    """Lemmas that name it."""
    pattern: str | None
    counts: frozenset[str] = frozenset()
    """Lemmas of the things that it is the number of."""
    choices: tuple[tuple[tuple[str, ...], str, float], ...] = ()
    """Words, the value that they say, and how surely."""

    def likely_choices(
        self, words: Sequence[str], forms: Sequence[str], lang: Language
    ) -> list[tuple[tuple[str, ...], str, float]]:
        """Those of the choices whose first word is among *words*, as it is, in another form or misheard."""
        first, first_forms, alone = self._index(lang)
        found = {at for word in words for at in first.get(word, ())}
        found.update(at for form in forms for at in first_forms.get(form, ()))
        for word in words:
            alike = process.extract(word, alone, scorer=fuzz.ratio, score_cutoff=_FUZZY, limit=None)
            found.update(at for name, _, _ in alike for at in first[name])
        return [self.choices[at] for at in sorted(found)]

    def _index(self, lang: Language) -> tuple[dict[str, list[int]], dict[str, list[int]], list[str]]:
        """Where choices begin with a word and with a form of it, and the single words that may be misheard."""
        known: dict[str, Any] = self.__dict__.setdefault("_indices", {})
        if lang.code not in known:
            first: dict[str, list[int]] = {}
            forms: dict[str, list[int]] = {}
            for at, (words, _, _) in enumerate(self.choices):
                first.setdefault(words[0], []).append(at)
                forms.setdefault(base(words[0], lang), []).append(at)
            alone = sorted({words[0] for words, _, _ in self.choices if len(words) == 1 and len(words[0]) > 4})
            known[lang.code] = (first, forms, alone)
        found: tuple[dict[str, list[int]], dict[str, list[int]], list[str]] = known[lang.code]
        return found

    @property
    def is_text(self) -> bool:
        texts = self.parameter.param_type in ("string", "str") or self.parameter.lists_names
        return texts and not self.kinds and not self.choices and not is_yes_or_no(self.parameter)

    def value(self, heard: Heard, start: int, end: int) -> str | list[str]:
        """What the words from *start* up to *end* are as a text, or as each thing of a list."""
        if self.parameter.lists_names:
            return [heard.said(*place) for place in parted(heard, start, end)]
        return heard.said(start, end)


@dataclass
class _Segment:
    start: int
    end: int
    lead: str | None
    """The word that introduces it."""
    before: frozenset[str] = field(default_factory=frozenset)
    """Lemmas of what stands right around it and is explained."""
    kinds: frozenset[str] = field(default_factory=frozenset)
    """Lemmas of what its last word is a kind of."""


def declared_parameter(parameter: ToolParameter, lang: Language, schema_format: str = "") -> DeclaredParameter:
    """What name, type, description and format say about *parameter*."""
    own = split_name(parameter.name)
    described = f"{' '.join(own)} {parameter.description}".lower()
    english = language(ENGLISH).function_words
    said_of = parameter.description.lower().strip()
    kind = parameter.param_type.lower()
    roles = {_ROLE_WORDS[word] for word in own if word in _ROLE_WORDS} or _told_roles(parameter.description)
    if roles & {"origin", "target"}:
        roles -= {"place"}
    formats = list(values.guess_formats(parameter))
    by_format = {
        "date-time": ["date_time", "date_iso"],
        "date": ["date_iso"],
        "time": ["clock"],
        "duration": ["iso_duration"],
    }.get(schema_format)
    if by_format and kind in ("string", "str"):
        formats = by_format
    kinds = [k for f in formats if (k := values.kind_of(f))]
    said = False
    pattern = None
    if kind in ("string", "str") and not kinds:
        if re.search(r"\be-?mail\b", described) and schema_format in ("", "email"):
            pattern = m.EMAIL
        elif re.search(r"\b(?:url|uri|link|website|web ?site|domain|host)\b", described) or schema_format == "uri":
            pattern = m.URL
        elif re.search(r"\b(?:file|filename|path|directory|folder)\b", described):
            pattern = m.PATH
        if "date" in roles and "time" in roles:
            kinds, said = [m.DATE, m.TIME], True
        elif "date" in roles:
            kinds, said = [m.DATE], True
        elif "time" in roles:
            kinds, said = [m.TIME], True
        elif re.search(r"\bduration\b|\bhow long\b", described):
            kinds, said = [m.DURATION], True
        elif _COUNTED.search(" ".join(own)) or re.match(
            r"(?:the )?(?:number|count|amount) of|how many|how much", said_of
        ):
            kinds, said = [m.MONEY, m.NUMBER] if re.search(r"money|price|amount|cost", described) else [m.NUMBER], True
        if said and re.search(r"iso|yyyy|hh:mm", described):
            said = False
            formats = ["date_iso"] if m.DATE in kinds else ["clock"]
    return DeclaredParameter(
        parameter,
        tuple(dict.fromkeys(kinds)),
        said,
        tuple(formats),
        frozenset(roles),
        frozenset(lemma(word) for word in own if word not in english),
        pattern,
        _counted(parameter),
        tuple(_choices(parameter, lang) if not is_yes_or_no(parameter) else ()),
    )


def _counted(parameter: ToolParameter) -> frozenset[str]:
    """What "Number of dice" and "How many copies to print" count."""
    told = _OF_THINGS.match(parameter.description.lower().strip())
    if told is None:
        return frozenset()
    words = [token.norm for token in tokenize(parameter.description[told.end() :])[:3]]
    return frozenset(lemma(word) for word in words if word not in language(ENGLISH).function_words)


def _told_roles(description: str) -> set[str]:
    """What a description begins with: "Date of travel" is a date, "Client the time is booked on" is no time."""
    words = [token.norm for token in tokenize(description[:80])[:6]]
    found = [_ROLE_WORDS[word] for word in words if word in _ROLE_WORDS]
    if found and found[0] not in ("time", "date"):
        return {role for role in found if role not in ("time", "date")}
    told = next((word for word in words if word not in language(ENGLISH).function_words), "")
    return set(found) if _ROLE_WORDS.get(told) in ("time", "date") else set()


def _choices(parameter: ToolParameter, lang: Language) -> Iterable[tuple[tuple[str, ...], str, float]]:
    """Words that say one of the argument's values."""
    for value in parameter.enum_values or ():
        words = tuple(token.norm for token in tokenize(re.sub(r"[_-]+", " ", value)))
        if not words:
            continue
        yield words, value, 1.0
        if len(words) == 1:
            net = english_wordnet() if lang.code == ENGLISH else None
            others = dict(net.synonyms(words[0])) if net else {}
            for other, weight in others.items():
                if weight >= 0.5 and " " not in other:
                    yield (other,), value, 0.6
        for names, phrases in lang.meanings:
            if value.lower() in names:
                for phrase in phrases:
                    yield tuple(phrase.split()), value, 0.7


def _is_before_request(words: Sequence[str], lang: Language) -> bool:
    """Whether nothing but asking stands in *words*."""
    return all(word in lang.function_words or word in lang.light_words for word in words)


class DeclaredFiller:
    """Fills one tool's arguments from what it declares."""

    def __init__(self, definition: ToolDefinition, wording: Wording) -> None:
        self.definition = definition
        self._wording = wording
        lang = wording.lang
        self._roles = roles_of(lang.code)
        self._leads = frozenset(word for words in self._roles.values() for word in words)
        self._booleans = Booleans(definition, (), lang)
        properties: Any = definition.argument_schema.get("properties") or {}
        self._parameters = [
            declared_parameter(p, lang, str((properties.get(p.name) or {}).get("format") or ""))
            for p in definition.parameters
        ]

    def takes(self, kind: str) -> bool:
        """Whether an argument is made from mentions of *kind*, or holds the words of one."""
        return any(kind in parameter.kinds for parameter in self._parameters)

    def explains(self, word: str) -> float:
        """How well the tool's wording explains *word*, 0 to 1."""
        return 1.0 if self._wording.says(word) else self._wording.nearness(word)

    def fill(self, heard: Heard, filled: Filled, reading: Reading | None = None) -> Filled:
        """The arguments that *heard* gives.

        Args:
            heard: the request.
            filled: what is known already, which is changed.
            reading: how the encoder reads it, where there is one: it proposes places and values.
        """
        return self._fill(heard, filled, self._parameters, _LEAST_FIT, reading)

    def complete(
        self,
        heard: Heard,
        filled: Filled,
        learned: Collection[str],
        reading: Reading | None = None,
        known: Mapping[str, Collection[str]] | None = None,
    ) -> Filled:
        """*filled*, with what else the words say beyond doubt.

        Args:
            heard: the request.
            filled: what was found by what examples show.
            learned: arguments of which examples show more than the definition tells: choices that are not said.
            reading: how the encoder reads it, where there is one.
            known: argument → words that examples have for it.
        """
        self._free_values(heard, filled, known or {})
        for parameter in self._parameters:
            if parameter.said and parameter.kinds and parameter.parameter.name in filled.arguments:
                self._snap(parameter, heard, filled)
        if reading is not None:
            for parameter in self._parameters:
                if parameter.is_text and not parameter.pattern:
                    self._settle(parameter, reading, heard, filled)
        self._with_particles(heard, filled)
        return self._fill(
            heard, filled, [p for p in self._parameters if p.parameter.name not in learned], _SURE_FIT, reading
        )

    def _snap(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> None:
        """The words of an argument that is a number, a date or a time end where that ends."""
        name = parameter.parameter.name
        spans = [span for span in filled.spans if span[2] == name]
        if len(spans) != 1 or not isinstance(filled.arguments[name], str):
            return
        start, end, _ = spans[0]
        over = [x for x in heard.mentions if x.kind in parameter.kinds and x.start < end and x.end > start]
        if not over:
            return
        first, last = min(x.start for x in over), max(x.end for x in over)
        others = {at for s, e, other in filled.spans if other != name for at in range(s, e)}
        if (first, last) != (start, end) and others.isdisjoint(range(first, last)):
            filled.move(name, first, last, heard)

    def _free_values(self, heard: Heard, filled: Filled, known: Mapping[str, Collection[str]]) -> None:
        """What a few examples take for a value and what none can be: a day, a time or a number for a name where the
        tool has an argument for it, a name for a day ("the isle of man"), an article for anything."""
        own = {p.parameter.name: p for p in self._parameters}
        open_kinds = {k for p in self._parameters if p.parameter.name not in filled.arguments for k in p.kinds}
        counted = [x for x in heard.mentions if x.kind in (m.DATE, m.TIME, m.NUMBER) and x.kind in open_kinds]
        for start, end, name in list(filled.spans):
            said = heard.words[start:end]
            if name not in own or " ".join(said) in known.get(name, ()):
                continue
            parameter = own[name]
            if values.is_time(parameter.parameter):
                wrong = not values.says_time(
                    parameter.parameter, [x for x in heard.mentions if x.start < end and start < x.end]
                )
            else:
                wrong = parameter.is_text and (
                    any(x.start <= start and end <= x.end for x in counted) or heard.lang.articles.issuperset(said)
                )
            if wrong and isinstance(filled.arguments.get(name), str):
                filled.drop(name)

    def _with_particles(self, heard: Heard, filled: Filled) -> None:
        """A text ends with what belongs to its verb: "take the bins out", not "take the bins"."""
        net = english_wordnet() if heard.lang.code == ENGLISH else None
        texts = {p.parameter.name for p in self._parameters if p.is_text}
        for start, end, name in list(filled.spans) if net is not None else ():
            if name not in texts or end >= len(heard.words) or end in filled.covered:
                continue
            word, value = heard.words[end], filled.arguments.get(name)
            after = end + 1 == len(heard.words) or any(x.start == end + 1 for x in heard.mentions)
            verb = lemma(heard.words[start])
            if (
                after
                and end - start > 1
                and heard.words[end - 1] not in heard.lang.function_words
                and isinstance(value, str)
                and word in heard.lang.function_words
                and net is not None
                and f"{verb} {word}" in net
            ):
                filled.move(name, start, end + 1, heard)

    def _is_time(self, heard: Heard, start: int, end: int) -> bool:
        """Whether the words from *start* up to *end* are a day or a time that the tool has an argument for: no name."""
        kinds = {kind for parameter in self._parameters for kind in parameter.kinds} & {m.DATE, m.TIME}
        return any(x.kind in kinds and x.start <= start and end <= x.end for x in heard.mentions)

    def _settle(self, parameter: DeclaredParameter, reading: Reading, heard: Heard, filled: Filled) -> None:
        """A text that a few examples place elsewhere than the encoder, which is sure, is where the encoder reads it."""
        name = parameter.parameter.name
        spans = [span for span in filled.spans if span[2] == name]
        places = reading.spans.get(name, ())
        if len(spans) != 1 or not places or not isinstance(filled.arguments.get(name), str):
            return
        start, end, _ = spans[0]
        first, last, probability = places[0]
        last = min(last, len(heard.words))
        own = max((p for a, b, p in places if (a, b) == (start, end)), default=0.0)
        if probability < _SETTLED or own * 3 > probability:
            return
        others = {at for s, e, other in filled.spans if other != name for at in range(s, e)}
        if last <= first:
            if parameter.parameter.required or probability < _SURELY_UNSAID:
                return
            filled.drop(name)
        elif others.isdisjoint(range(first, last)):
            filled.move(name, first, last, heard)

    def _fill(
        self,
        heard: Heard,
        filled: Filled,
        parameters: Sequence[DeclaredParameter],
        least: float,
        reading: Reading | None,
    ) -> Filled:
        open_ = [p for p in parameters if p.parameter.name not in filled.arguments]
        for parameter in open_:
            if parameter.pattern:
                self._fill_pattern(parameter, heard, filled)
        self._fill_between(open_, heard, filled)
        for parameter in open_:
            if parameter.choices and parameter.parameter.name not in filled.arguments:
                self._fill_choice(parameter, heard, filled)
        self._booleans.fill(heard, filled, [p.parameter.name for p in open_])
        typed = [p for p in open_ if p.kinds and p.parameter.name not in filled.arguments]
        if reading is not None:
            typed = [p for p in typed if not _is_unsaid(p, reading)]
        self._fill_typed(typed, heard, filled, reading)
        if reading is not None:
            self._fill_chosen(open_, reading, filled)
        texts = [p for p in open_ if p.is_text and p.parameter.name not in filled.arguments]
        if texts and reading is not None:
            self._fill_read(texts, reading, heard, filled)
            texts = [p for p in texts if p.parameter.name not in filled.arguments and not _is_unsaid(p, reading)]
        if texts:
            self._fill_texts(texts, heard, filled, least, reading)
        filled.missing = [
            p.name
            for p in self.definition.parameters
            if p.required and p.default is None and p.name not in filled.arguments
        ]
        return filled

    def _fill_read(self, wanted: Sequence[DeclaredParameter], reading: Reading, heard: Heard, filled: Filled) -> None:
        """Texts where the encoder reads them, the surest first; no word says two."""
        count = len(heard.words)
        forms = [lemma(word) for word in heard.words]
        # "where does it nest" names no bird: a "nest" is what is asked about.
        named = {words for p in self._parameters for words, _, sure in p.choices if sure == 1.0}
        places = sorted(
            (-probability, parameter.parameter.name, start, min(end, count))
            for parameter in wanted
            for start, end, probability in reading.spans.get(parameter.parameter.name, ())
            if start < min(end, count)
            and probability >= _READ
            # "the lamp" says that a lamp is meant, not which.
            and not parameter.names.union(_ARTICLES).issuperset(forms[start : min(end, count)])
            and not self._is_time(heard, start, min(end, count))
            and tuple(heard.words[start : min(end, count)]) not in named
        )
        own = {parameter.parameter.name: parameter for parameter in wanted}
        for _, name, start, end in places:
            while start < end - 1 and heard.words[start] in _ARTICLES:
                start += 1
            value = own[name].value(heard, start, end)
            if value and name not in filled.arguments and filled.covered.isdisjoint(range(start, end)):
                filled.arguments[name] = value
                filled.take(start, end, name)

    def _fill_chosen(self, wanted: Sequence[DeclaredParameter], reading: Reading, filled: Filled) -> None:
        """Choices that nobody named, where the encoder is sure, or takes what the examples suppose."""
        for parameter in wanted:
            name = parameter.parameter.name
            value, probability = (reading.choices.get(name) or [("", 0.0)])[0]
            # Yes or no is never guessed: its "no" would be said by almost anything.
            if (
                value
                and probability >= (_AGREED if filled.supposed.get(name) == value else _CHOSEN)
                and name not in filled.arguments
                and not is_yes_or_no(parameter.parameter)
            ):
                filled.arguments[name] = value

    def _fill_pattern(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> None:
        for mention in heard.mentions:
            if mention.kind == parameter.pattern and filled.covered.isdisjoint(_range(mention)):
                filled.arguments[parameter.parameter.name] = str(mention.value)
                filled.take(mention.start, mention.end, parameter.parameter.name)
                return

    def _fill_between(self, wanted: Sequence[DeclaredParameter], heard: Heard, filled: Filled) -> None:
        """Two choices of the same values, from one to another: "12 metres to feet", "how many feet are 12 metres"."""
        ends = [[p for p in wanted if role in p.roles and p.choices] for role in ("origin", "target")]
        if len(ends[0]) != 1 or len(ends[1]) != 1 or ends[0][0] is ends[1][0]:
            return
        origin, target = ends[0][0], ends[1][0]
        if origin.parameter.enum_values != target.parameter.enum_values or origin.parameter.name in filled.arguments:
            return
        if target.parameter.name in filled.arguments:
            return
        places: list[tuple[int, int, str]] = []
        taken = Filled()
        while len(places) < 2 and (found := self._named_choice(origin, heard, taken)) is not None:
            places.append(found)
            taken.take(found[0], found[1], "")
        told: dict[str, tuple[int, int, str]] = {}
        for start, end, value in places:
            lead = heard.words[start - 1] if start else ""
            counted = any(x.kind == m.NUMBER and x.end == start for x in heard.mentions)
            if counted or lead in self._roles.get("origin", ()):
                told.setdefault("origin", (start, end, value))
            elif lead in self._roles.get("target", ()) or lead in self._roles.get("place", ()):
                told.setdefault("target", (start, end, value))
        if len(places) == 2 and len(told) == 1:
            other = next(place for place in places if place not in told.values())
            told["target" if "origin" in told else "origin"] = other
        for role, parameter in (("origin", origin), ("target", target)):
            if role in told and filled.covered.isdisjoint(range(*told[role][:2])):
                start, end, value = told[role]
                filled.arguments[parameter.parameter.name] = value
                filled.take(start, end, parameter.parameter.name)

    def _fill_choice(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> None:
        best = self._named_choice(parameter, heard, filled) or self._numbered(parameter, heard, filled)
        if best is None:
            return
        at, end, value = best
        name = parameter.parameter.name
        filled.arguments[name] = value
        filled.take(at, end, name)

    def _named_choice(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> tuple[int, int, str] | None:
        """Where one of the values of *parameter* is said best, first word and one past the last, and the value."""
        best: tuple[float, int, int, str] | None = None
        forms = [base(word, heard.lang) for word in heard.words]
        for words, value, sure in parameter.likely_choices(heard.words, forms, heard.lang):
            size = len(words)
            wanted = [base(word, heard.lang) for word in words]
            for at in range(len(forms) - size + 1):
                if not filled.covered.isdisjoint(range(at, at + size)):
                    continue
                said = heard.words[at : at + size]
                if tuple(said) == words:
                    score = sure * (1 + 0.2 * size)
                elif forms[at : at + size] == wanted:
                    score = 0.95 * sure * (1 + 0.2 * size)
                elif size == 1 and len(words[0]) > 4 and fuzz.ratio(said[0], words[0]) >= _FUZZY:
                    score = 0.8 * sure
                else:
                    continue
                if best is None or score > best[0]:
                    best = (score, at, at + size, value)
        return best[1:] if best is not None else None

    def _numbered(self, parameter: DeclaredParameter, heard: Heard, filled: Filled) -> tuple[int, int, str] | None:
        """A value that is a number, said in words: "two" for ``2``."""
        numbers = {value: value for value in parameter.parameter.enum_values or () if value.isdigit()}
        for mention in heard.mentions if numbers else ():
            if mention.kind == m.NUMBER and filled.covered.isdisjoint(range(mention.start, mention.end)):
                value = numbers.get(str(int(mention.value))) if mention.value == int(mention.value) else None
                if value:
                    return mention.start, mention.end, value
        return None

    def _fill_typed(
        self, wanted: list[DeclaredParameter], heard: Heard, filled: Filled, reading: Reading | None
    ) -> None:
        """Numbers, dates and times: each to the argument whose kind, lead or name fits best, in order."""
        pairs = []
        for order, parameter in enumerate(wanted):
            name = parameter.parameter.name
            if parameter.parameter.param_type.lower() in values.TEMPORAL_LISTS:
                days = [x for x in heard.mentions if x.kind == m.DATE and filled.covered.isdisjoint(_range(x))]
                keys = [key for x in days for key in x.value.values()]
                if keys:
                    filled.arguments[name] = list(dict.fromkeys(keys))
                    for x in days:
                        filled.take(x.start, x.end, name)
                continue
            for mention in heard.mentions:
                if not in_unit([mention], heard, parameter.parameter):
                    continue
                if mention.kind in parameter.kinds and (heard.counts(mention) or m.TIME in parameter.kinds):
                    rank = parameter.kinds.index(mention.kind)
                    score = (
                        2.0 - rank + 0.1 * (mention.end - mention.start) + self._lead_score(parameter, heard, mention)
                    )
                    if reading is not None:
                        # In halves: where it hesitates, the order in which they are said decides.
                        score += _SAID * round(2 * _read_share(parameter, mention.start, mention.end, reading)) / 2
                    pairs.append((-score, mention.start, order, mention, parameter))
        for _, _, _, mention, parameter in sorted(pairs, key=lambda pair: pair[:3]):
            name = parameter.parameter.name
            if name in filled.arguments or not filled.covered.isdisjoint(_range(mention)):
                continue
            inside = [mention]
            other = _OTHER_HALF.get(mention.kind)
            elsewhere = any(other in p.kinds for p in wanted if p is not parameter)
            if "date_time" in parameter.formats or (parameter.said and not elsewhere):
                inside += _beside(mention, heard, filled)
            start, end = min(x.start for x in inside), max(x.end for x in inside)
            text = heard.said(start, end)
            value: Any = (
                text
                if parameter.said
                else values.convert(
                    parameter.formats,
                    text,
                    in_unit(inside, heard, parameter.parameter),
                    parameter.parameter,
                    heard.now,
                )
            )
            if value is not None:
                filled.arguments[name] = value
                filled.take(start, end, name)

    def _lead_score(self, parameter: DeclaredParameter, heard: Heard, mention: m.Mention) -> float:
        near = {lemma(w) for w in heard.words[max(0, mention.start - 2) : mention.start]}
        near |= {lemma(w) for w in heard.words[mention.end : mention.end + 1]}
        score = 1.0 if near & parameter.names else 0.0
        following = heard.words[mention.end : mention.end + 1]
        if mention.kind == m.NUMBER and parameter.counts & {lemma(word) for word in following}:
            score += 1.0  # "roll two dice" says how many dice, not how many sides they have
        lead = heard.words[mention.start - 1] if mention.start else ""
        return score + (0.5 if any(lead in self._roles.get(role, ()) for role in parameter.roles) else 0.0)

    def _fill_texts(
        self,
        wanted: list[DeclaredParameter],
        heard: Heard,
        filled: Filled,
        least: float,
        reading: Reading | None,
    ) -> None:
        segments = self._segments(wanted, heard, filled)
        cities = {at for x in heard.mentions if x.kind == m.PLACE for at in _range(x)}
        pairs = []
        for at, segment in enumerate(segments):
            for order, parameter in enumerate(wanted):
                score = self._fit(parameter, segment, cities, len(wanted))
                if reading is not None:
                    score += _read_score(parameter, segment, reading)
                if score >= least:
                    pairs.append((-score, at, order))
        used: set[int] = set()
        for _, at, order in sorted(pairs):
            name = wanted[order].parameter.name
            segment = segments[at]
            if at in used or name in filled.arguments:
                continue
            used.add(at)
            start, end = self._bounds(wanted[order], segment, heard, filled)
            if self._is_time(heard, start, end):
                continue
            value = wanted[order].value(heard, start, end)
            if not value or not filled.covered.isdisjoint(range(start, end)):
                continue
            filled.arguments[name] = value
            filled.take(start, end, name)

    def _bounds(self, parameter: DeclaredParameter, segment: _Segment, heard: Heard, filled: Filled) -> tuple[int, int]:
        """Where the text begins and ends: whole sentences where it is one, without what only names the argument."""
        words, start, end = heard.words, segment.start, segment.end
        if "content" in parameter.roles:
            if segment.lead in self._roles.get("content", ()):
                while end < len(words) and end not in filled.covered:
                    end += 1
            while (
                start
                and start - 1 not in filled.covered
                and words[start - 1] != segment.lead
                and words[start - 1] in heard.lang.function_words | heard.lang.light_words
                and self.explains(words[start - 1]) < 0.3
                and not _is_before_request(words[: start - 1], heard.lang)
            ):
                start -= 1
        while start < end - 1 and (
            lemma(words[start]) in parameter.names or _ROLE_WORDS.get(lemma(words[start])) in parameter.roles
        ):
            start += 1
        return start, end

    def _fit(self, parameter: DeclaredParameter, segment: _Segment, cities: set[int], rivals: int) -> float:
        score = 0.4 if parameter.parameter.required else 0.1
        if rivals == 1:
            score += 0.3
        if segment.before & parameter.names:
            score += 1.5
        roles = parameter.roles or frozenset(["thing"])
        if segment.lead:
            if self._is_led(parameter, segment.lead):
                score += 1.0
            elif rivals > 1 or not parameter.parameter.required:
                score -= 0.6
        elif roles & {"content", "topic", "name", "thing"}:
            score += 0.3
        named = cities.issuperset(range(segment.start, segment.end))
        if segment.kinds & parameter.names:
            score += 0.7
        if roles & {"place", "origin", "target"} and named:
            score += 0.7
        elif "place" in roles and not segment.lead and not named:
            score -= 0.3
        return score

    def _segments(self, wanted: list[DeclaredParameter], heard: Heard, filled: Filled) -> list[_Segment]:
        """The runs of words that nothing explains, cut where a word may introduce another argument."""
        words = heard.words
        count = len(words)
        heads = heard.request_verbs
        net = english_wordnet() if heard.lang.code == ENGLISH else None
        explained = [at in filled.covered or self.explains(word) >= 0.3 for at, word in enumerate(words)]
        content = [
            not explained[at]
            and at not in heads
            and word not in heard.lang.function_words
            and word not in heard.lang.light_words
            and word not in self._leads
            for at, word in enumerate(words)
        ]
        found: list[_Segment] = []
        at = 0
        while at < count:
            if not content[at]:
                at += 1
                continue
            start = at
            end = at + 1
            while (
                end < count
                and end not in filled.covered
                and not heard.breaks_before(end)
                and not (explained[end] and not self._inside(end, content))
            ):
                if (
                    words[end] in self._leads
                    and any(content[end + 1 : end + 3])
                    and (
                        len(wanted) > 1
                        or not self._is_led(wanted[0], words[start - 1] if start else "")
                        and self._is_led(wanted[0], words[end])
                    )
                ):
                    break
                end += 1
            while end > start + 1 and not content[end - 1]:
                end -= 1
            lead_at = start - 1
            while lead_at >= 0 and (
                words[lead_at] in _ARTICLES or (explained[lead_at] and lead_at not in filled.covered)
            ):
                lead_at -= 1
            if lead_at < start - 1 and not (lead_at >= 0 and words[lead_at] in self._leads):
                lead_at = start - 1
            names = frozenset[str]().union(*(p.names for p in wanted))
            while end < count and end not in filled.covered and lemma(words[end]) in names:
                end += 1
            around = {
                lemma(words[i])
                for i in (start - 1, lead_at, lead_at - 1, end)
                if 0 <= i < count and i not in filled.covered
            }
            lead = words[lead_at] if lead_at >= 0 and words[lead_at] in self._leads else None
            kinds = frozenset(other for other, _ in net.wider(words[end - 1], "n", 3)) if net else frozenset[str]()
            found.append(_Segment(start, end, lead, frozenset(around), kinds))
            at = end
        return found

    def _is_led(self, parameter: DeclaredParameter, lead: str) -> bool:
        return any(lead in self._roles.get(role, ()) for role in parameter.roles or ("thing",))

    def _inside(self, at: int, content: Sequence[bool]) -> bool:
        """Whether an explained word stands inside a name rather than beside it."""
        return bool(at and content[at - 1] and at + 1 < len(content) and content[at + 1])


def _range(mention: m.Mention) -> range:
    return range(mention.start, mention.end)


def _beside(mention: m.Mention, heard: Heard, filled: Filled) -> list[m.Mention]:
    """The time of day that is said beside a day, or the day beside a time: "thursday at eight" is one moment."""
    other = _OTHER_HALF.get(mention.kind)
    small = heard.lang.function_words
    for found in heard.mentions:
        if found.kind != other or not filled.covered.isdisjoint(_range(found)):
            continue
        first, second = sorted((mention, found), key=lambda x: x.start)
        if first.end <= second.start and all(word in small for word in heard.words[first.end : second.start]):
            return [found]
    return []


def _is_unsaid(parameter: DeclaredParameter, reading: Reading) -> bool:
    """Whether the encoder is sure that nothing says an argument that may be left out."""
    return not parameter.parameter.required and _unsaid(parameter, reading) >= _UNSAID_FROM


def _read_score(parameter: DeclaredParameter, segment: _Segment, reading: Reading) -> float:
    """What the encoder's reading says for *segment* being the argument."""
    said = _read_share(parameter, segment.start, segment.end, reading)
    return _SAID * said - _UNSAID * _unsaid(parameter, reading)


def _read_share(parameter: DeclaredParameter, start: int, end: int, reading: Reading) -> float:
    """How likely the encoder reads the argument in the words from *start* up to *end*, or beside them."""
    places = reading.spans.get(parameter.parameter.name, ())
    return sum(p for first, last, p in places if last > first and first < end and last > start)


def _unsaid(parameter: DeclaredParameter, reading: Reading) -> float:
    """How likely the encoder reads it nowhere."""
    return next((p for _, last, p in reading.spans.get(parameter.parameter.name, ()) if not last), 0.0)
