"""Names of places with inhabitants: GeoNames' in English, what a language calls places of the world, and a place with
the land it lies in ("nairobi kenya")."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import resources

from ovos_phal_plugin_jarvis.nlu.entities.grammar import fold
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.nlu.word_list import WordList
from ovos_phal_plugin_jarvis.sdk.place_names import countries, english_place_names, place_names

_MAX_WORDS = 5
_SHORTEST_TOWN = 4
"""Letters of a name that is taken for a town's wherever it stands."""
COUNTRY, PART, TOWN = "country", "part", "town"


@lru_cache(maxsize=1)
def cities() -> WordList:
    """Names of places with inhabitants, lower case, without accents."""
    packed = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / "cities.txt.gz").read_bytes()
    return WordList.of(gzip.decompress(packed).strip())


@lru_cache(maxsize=4096)
def _longest(first: str) -> int:
    """How many words the longest name has that begins with the word *first*; 0 where none does."""
    return max((min(_MAX_WORDS, 1 + name.count(" ")) for name in cities().beginning(first)), default=0)


@lru_cache(maxsize=1024)
def _is_town(name: str) -> bool:
    """Whether a place with inhabitants has *name*: the parts of a request are asked about the same words."""
    return name in cities() or f"{name} city" in cities()


@lru_cache(maxsize=32)
def _own(lang: str) -> Mapping[str, frozenset[str]]:
    """The first word of what *lang* calls places of the world → the names that begin with it, without accents. What
    English calls them are mostly names of cities as well, but for those that a joint parts: "trinidad and tobago"."""
    found: dict[str, set[str]] = {}
    joints = set(language(lang).joints)
    joined = (name for name in english_place_names() if not joints.isdisjoint(name.split()))
    for name in place_names(lang) or joined:
        plain = _plain([token.norm for token in tokenize(name, lang)])
        found.setdefault(plain[0], set()).add(" ".join(plain))
    return {first: frozenset(names) for first, names in found.items()}


@lru_cache(maxsize=32)
def _countries(lang: str) -> frozenset[str]:
    """What *lang* calls the countries of the world: those of ISO 3166, as tzdata names them in English."""
    english = {name.lower() for name in countries().values()}
    called = place_names(lang)
    return _names(english if not called else {name for name, meant in called.items() if meant in english}, lang)


@lru_cache(maxsize=32)
def _parts(lang: str) -> frozenset[str]:
    """What *lang* calls parts of countries that are named behind a town."""
    return _names(language(lang).lands, lang)


def _names(names: Iterable[str], lang: str) -> frozenset[str]:
    return frozenset(" ".join(_plain([token.norm for token in tokenize(name, lang)])) for name in names)


def _plain(words: Sequence[str]) -> list[str]:
    return ["".join(fold(word)) for word in words]


def find_places(words: Sequence[str], lang: str) -> list[tuple[int, int]]:
    """First token and one past the last of each name of a place in *words* (normalised), the longest first names, with
    the land that it lies in behind it.

    Args:
        words: normalised.
        lang: BCP-47 tag of their language.
    """
    own = _own(lang)
    plain = _plain(words)
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(plain):
        end = _end_of_name(plain, at, own) if plain[at] in own or _longest(plain[at]) else at
        if end > at:
            found.append((at, end))
        at = max(end, at + 1)
    return _with_lands(plain, found, lang) if found else found


def first_place(words: Sequence[str], lang: str) -> int:
    """Where the name ends that *words* begin with, of those of :func:`find_places`; 0 where that is none.

    Args:
        words: normalised.
        lang: BCP-47 tag of their language.
    """
    plain = _plain(words[: 2 * _MAX_WORDS])
    end = _end_of_name(plain, 0, _own(lang)) if plain else 0
    return _end_of_land(plain, 0, end, lang) if end else 0


def _end_of_name(plain: Sequence[str], at: int, own: Mapping[str, frozenset[str]]) -> int:
    """One past the last word of the longest name of a place that begins at *at*; *at* where none does."""
    called = own.get(plain[at], frozenset())
    longest = max(_longest(plain[at]), _MAX_WORDS if called else 0)
    for end in range(min(len(plain), at + longest), at, -1):
        name = " ".join(plain[at:end])
        if name in called or _is_town(name):
            return end
    return at


def kinds_of_places(words: Sequence[str], lang: str) -> list[tuple[int, int, str]]:
    """First token, one past the last and kind of each name in *words* that is one of a place: ``country``, ``part`` of
    one, or ``town``. One name may be of several kinds ("georgia"), and one may stand in another.

    Args:
        words: normalised.
        lang: BCP-47 tag of their language.
    """
    return list(_kinds_of_places(tuple(_plain(words)), lang))


@lru_cache(maxsize=256)
def _kinds_of_places(plain: tuple[str, ...], lang: str) -> tuple[tuple[int, int, str], ...]:
    """The same of *plain* words: each tool that is looked at asks about the same ones."""
    kinds = {COUNTRY: _countries(lang), PART: _parts(lang)}
    found: list[tuple[int, int, str]] = []
    for at, first in enumerate(plain):
        longest = _longest(first)
        for end in range(min(len(plain), at + _MAX_WORDS), at, -1):
            name = " ".join(plain[at:end])
            found += [(at, end, kind) for kind, names in kinds.items() if name in names]
            may_be_town = end - at <= longest and len(name) >= _SHORTEST_TOWN
            if may_be_town and _is_town(name):
                found.append((at, end, TOWN))
    return tuple(found)


def _with_lands(plain: Sequence[str], places: Sequence[tuple[int, int]], lang: str) -> list[tuple[int, int]]:
    """*places*, each with the land behind it in which it lies."""
    found: list[tuple[int, int]] = []
    for start, end in places:
        if found and start < found[-1][1]:
            continue  # it is the land of the one before
        found.append((start, _end_of_land(plain, start, end, lang)))
    return found


def _end_of_land(plain: Sequence[str], start: int, end: int, lang: str) -> int:
    """One past the last word of the land behind the place from *start* up to *end*; *end* where there is none."""
    countries, parts = _countries(lang), _parts(lang)
    town = " ".join(plain[start:end])
    if town in countries:
        return end
    for last in range(min(len(plain), end + _MAX_WORDS), end, -1):
        land = " ".join(plain[end:last])
        if land in countries or (land in parts and town not in parts):
            return last
    return end
