"""What the declaration of an argument tells of how it is said: by its name, type, description and values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

from rapidfuzz import fuzz, process

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.knowledge.people import GIVEN, names_of_people
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.booleans import is_yes_or_no
from ovos_phal_plugin_jarvis.nlu.learning.declarations import meanings, parted_value, short_names, split_name
from ovos_phal_plugin_jarvis.nlu.learning.listed import parted
from ovos_phal_plugin_jarvis.nlu.learning.spelt_out import spelt_out
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, base, lemma
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

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
ROLES = ("origin", "target", "place", "person", "topic", "content", "name", "time", "date")
"""The roles in the order in which trees know them (``placing.SIGNS_DECLARED``): a new one goes behind them."""
ROLE_WORDS = {word: role for role, words in _NAMES_ROLE.items() for word in words.split()}
_ANY_ROLE = frozenset(["thing"])
_COUNTED = re.compile(r"\b(?:number of|how many|count|amount|quantity|num|size|rating|price|total|seats|people)\b")
_OF_THINGS = re.compile(r"(?:the )?(?:number|count|amount|quantity) of |how many ")
FUZZY = 90.0
"""How alike, of 100, a misheard value must be."""
_BEGINNING = frozenset(["since", "from", "after", "start", "begin", "first"])
_ENDING = frozenset(["until", "till", "to", "before", "end", "last"])
_IN_NAMES = frozenset(
    ["street", "road", "avenue", "square", "lake", "river", "bridge", "hotel", "hospital", "school", "church", "park"]
)
"""Other things that have their kind in their name."""
_NAMING = frozenset(["name", "title", "key", "id", "identifier", "slug"])
"""Words in the name of an argument that say that it names something."""
_OWN_NAME = 1.0
"""How surely a value's own name says it."""


@lru_cache(maxsize=1)
def _all_roles() -> dict[str, dict[str, frozenset[str]]]:
    text = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / "roles.json").read_text(encoding="utf-8")
    return {lang: {role: frozenset(words) for role, words in roles.items()} for lang, roles in json.loads(text).items()}


def roles_of(lang: str) -> dict[str, frozenset[str]]:
    """Role → words that introduce a value of that role in *lang*; empty for a language that is not known."""
    return _all_roles().get(lang.split("-")[0].lower(), {})


@lru_cache(maxsize=256)
def leads_of(lang: str, roles: frozenset[str] | None = None) -> frozenset[str]:
    """Words that introduce a value of one of *roles* in *lang*; of any role by default."""
    known = roles_of(lang)
    return frozenset(word for role in (known if roles is None else roles) for word in known.get(role, ()))


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

    @cached_property
    def begins(self) -> bool:
        """Whether it is the beginning of something, as far as its name tells: ``from_date``, ``since``."""
        return not _BEGINNING.isdisjoint(split_name(self.parameter.named))

    @cached_property
    def ends(self) -> bool:
        """The same of an end."""
        return not _ENDING.isdisjoint(split_name(self.parameter.named))

    @cached_property
    def kinds_of_thing(self) -> frozenset[str]:
        """Lemmas of what its value is, where it is a name of such: "folder" of ``folderName``."""
        own = {lemma(word) for word in split_name(self.parameter.named)}
        if not own & _NAMING or self.roles & {"place", "origin", "target", "person"}:
            return frozenset()
        # "The late show", "home team" and "baker street" are whole names.
        return frozenset(word for word in own - _NAMING if word not in ROLE_WORDS and not _is_part_of_names(word))

    @cached_property
    def names_of_values(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        """The words of each value's own name, and the value."""
        return tuple((words, value) for words, value, sure in self.choices if sure == _OWN_NAME)

    def likely_choices(
        self, words: Sequence[str], forms: Sequence[str], lang: Language
    ) -> list[tuple[tuple[str, ...], str, float]]:
        """Those of the choices whose first word is among *words*, as it is, in another form or misheard."""
        first, first_forms, alone = self._index(lang)
        words = [part for word in words for part in word.split()]
        found = {at for word in words for at in first.get(word, ())}
        found.update(at for form in forms for at in first_forms.get(form, ()))
        for word in words:
            alike = process.extract(word, alone, scorer=fuzz.ratio, score_cutoff=FUZZY, limit=None)
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
    def likely_roles(self) -> frozenset[str]:
        """Its roles; that of any thing where nothing tells them."""
        return self.roles or _ANY_ROLE

    @property
    def is_text(self) -> bool:
        texts = self.parameter.param_type in ("string", "str") or self.parameter.lists_texts
        return texts and not self.kinds and not self.choices and not is_yes_or_no(self.parameter)

    def value(self, heard: Heard, start: int, end: int) -> str | list[str]:
        """What the words from *start* up to *end* are as a text, or as each thing of a list."""
        if self.parameter.lists_names:
            places = parted(heard, start, end)
            if len(places) > 1 and places[-1][1] - places[-1][0] == 1:  # "jonas mia and felix"
                places = [each for place in places for each in _one_by_one(heard, *place)]
            return [heard.said(*place) for place in places]
        return heard.said(start, end)


@lru_cache(maxsize=500)
def _is_part_of_names(word: str) -> bool:
    """Whether things of the kind *word* have it in their names: groups and places do."""
    net = english_wordnet()
    fields = net.fields(word) if net is not None else ()
    return word in _IN_NAMES or any(field in ("noun.group", "noun.location") for field, _ in list(fields)[:1])


def _one_by_one(heard: Heard, start: int, end: int) -> Iterable[tuple[int, int]]:
    """The people from *start* up to *end*, where nothing but given names is said: "jonas mia"."""
    people = names_of_people()
    if end - start < 2 or people is None or any(not people.kind(word) & GIVEN for word in heard.words[start:end]):
        return [(start, end)]
    return [(at, at + 1) for at in range(start, end)]


def declared_parameter(parameter: ToolParameter, lang: Language, schema_format: str = "") -> DeclaredParameter:
    """What name, type, description and format say about *parameter*."""
    own = split_name(parameter.named)
    described = f"{' '.join(own)} {parameter.description}".lower()
    english = language(ENGLISH).function_words
    said_of = parameter.description.lower().strip()
    kind = parameter.param_type.lower()
    roles = {ROLE_WORDS[word] for word in own if word in ROLE_WORDS} or _told_roles(parameter.description)
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
    if parameter.thing_format in ("date", "date-time"):
        formats = ["date_time", "date_iso"] if parameter.thing_format == "date-time" else ["date_iso"]
    kinds = [k for f in formats if (k := values.kind_of(f))]
    if parameter.thing_type in values.NUMERIC:
        kinds = [m.NUMBER]
    said = False
    pattern = None
    if kind in ("string", "str") and not kinds and not parameter.enum_values:
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
    found = [ROLE_WORDS[word] for word in words if word in ROLE_WORDS]
    if found and found[0] not in ("time", "date"):
        return {role for role in found if role not in ("time", "date")}
    told = next((word for word in words if word not in language(ENGLISH).function_words), "")
    return set(found) if ROLE_WORDS.get(told) in ("time", "date") else set()


def _choices(parameter: ToolParameter, lang: Language) -> Iterable[tuple[tuple[str, ...], str, float]]:
    """Words that say one of the argument's values."""
    for value, phrases in spelt_out(parameter.enum_values or (), lang).items():
        for phrase in phrases:
            yield tuple(phrase.split()), value, _OWN_NAME
    told = meanings(parameter)
    for value, ways in told.items():
        for way in ways:
            yield tuple(token.norm for token in tokenize(way)), value, _OWN_NAME
    shorter = short_names(parameter.enum_values or ())
    for value in parameter.enum_values or ():
        if any(is_content(word, lang) and not word.isdigit() for word in shorter.get(value, ())):
            yield shorter[value], value, _OWN_NAME
        words = tuple(token.norm for token in tokenize(parted_value(value)))
        if not words or lang.articles.issuperset(words):
            continue  # the "a" of "a rehearsal" is no alto
        yield words, value, _OWN_NAME
        if len(words) > 1 and all(word.isalpha() for word in words):
            yield ("".join(words),), value, _OWN_NAME  # "paperback" for ``paper-back``
        if len(words) == 1:
            net = english_wordnet() if lang.code == ENGLISH and len(words[0]) > 1 else None
            others = dict(net.synonyms(words[0])) if net else {}
            for other, weight in others.items():
                if weight >= 0.5 and " " not in other:
                    yield (other,), value, 0.6
        for names, phrases in lang.meanings:
            if value.lower() in names:
                for phrase in phrases:
                    yield tuple(phrase.split()), value, 0.7


def only_leads(at: int, heard: Heard) -> bool:
    """Whether the word at *at* only leads on to a thing or a day, as the "on" of "the lamp on the landing" does, and
    that of "turn on the lamp" does not."""
    lang, words = heard.lang, heard.words
    if words[at] not in leads_of(lang.code) or at + 1 == len(words) or is_ordered(at - 1, heard):
        return False
    days = {x.start for x in heard.mentions if x.kind in (m.DATE, m.PLACE)}
    return words[at + 1] in lang.articles | lang.owners or at + 1 in days


def is_ordered(at: int, heard: Heard) -> bool:
    """Whether the word at *at* is a verb that orders: "the fan on the landing" orders no fanning."""
    named = at > 0 and heard.words[at - 1] in heard.lang.articles | heard.lang.owners
    return at in heard.request_verbs and not named


def is_moment(parameters: Iterable[DeclaredParameter], heard: Heard, start: int, end: int) -> bool:
    """Whether the words from *start* up to *end* are a day or a time that one of *parameters* is for: no name."""
    kinds = {kind for parameter in parameters for kind in parameter.kinds} & {m.DATE, m.TIME}
    return any(x.kind in kinds and x.start <= start and end <= x.end for x in heard.mentions)
