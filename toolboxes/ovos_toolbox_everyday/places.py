"""From a place as it is said ("tokyo", "london england", "nueva york", "America/New_York") to its time zone.

Zones and countries come from the IANA tables in ``tzdata``; cities from ``cities.tsv``; what other languages call them
from the SDK; see ``place_names`` for the rest. Everything is read once, at the first question.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from importlib import resources
from zoneinfo import ZoneInfo, available_timezones

from ovos_phal_plugin_jarvis.sdk.place_names import countries, place_languages, place_names
from ovos_toolbox_everyday.place_names import (
    CITY_NAMES,
    COUNTRY_NAMES,
    MAIN_ZONES,
    NAMESAKES,
    PLACES,
    STATES,
    WIDE_COUNTRIES,
)

_NOT_DECOMPOSED = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th"})
_MAX_CHARS = 100
_MAX_WORDS = 5
"""Of a place's name with its region."""
# A namesake counts when it has this share of the largest one's people: Valencia in Spain beside the one in
# Venezuela, not London in Ontario beside London.
_NAMESAKE_SHARE = 0.3


class UnknownPlaceError(ValueError):
    """There is no place called ``name``."""

    def __init__(self, name: str) -> None:
        super().__init__(f"I don't know where {name} is.")
        self.name = name

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Places whose names are much like it, the most alike first. Looked for when asked for."""
        return _similar(fold(self.name))


class AmbiguousPlaceError(ValueError):
    """The name stands for several times of day. ``choices`` are names that each stand for one."""

    def __init__(self, name: str, choices: tuple[str, ...]) -> None:
        super().__init__(f"{name} has more than one time. Which place do you mean: {'; '.join(choices)}?")
        self.choices = choices


@dataclass(frozen=True)
class Place:
    """A place that has one time of day."""

    name: str
    """As it is spoken."""
    zone: str
    """IANA name."""
    latitude: float | None = None
    """Degrees north; None for what is no town."""
    longitude: float | None = None
    """Degrees east."""

    @property
    def coordinates(self) -> tuple[float, float] | None:
        """Latitude and longitude: the town's, else those of its zone's principal town."""
        if self.latitude is None or self.longitude is None:
            return zone_coordinates(self.zone)
        return self.latitude, self.longitude

    @property
    def tz(self) -> ZoneInfo:
        """The zone, to make datetimes with."""
        return ZoneInfo(self.zone)


@dataclass(frozen=True)
class _City:
    name: str
    country: str
    state: str
    thousands: int
    capital: bool
    zone: str
    latitude: float
    longitude: float

    def place(self, name: str) -> Place:
        """It, spoken of as *name*."""
        return Place(name, self.zone, self.latitude, self.longitude)


@dataclass
class _Atlas:
    cities: dict[str, list[_City]] = field(default_factory=lambda: defaultdict(list))
    """Folded name → cities of that name, largest first."""
    zones: dict[str, str] = field(default_factory=dict)
    """Folded IANA name and folded last part → IANA name."""
    countries: dict[str, str] = field(default_factory=dict)
    """Folded name → ISO code."""
    country_names: dict[str, str] = field(default_factory=dict)
    country_zones: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    coordinates: dict[str, tuple[float, float]] = field(default_factory=dict)
    """IANA name → where its principal town is."""


def fold(text: str) -> str:
    """*text* in the form places are looked up by: lower case, no accents, words parted by one space."""
    text = text.lower().translate(_NOT_DECOMPOSED)
    if not text.isascii():
        # Lower case again: what NFKD makes of a mathematical capital is a plain one.
        text = unicodedata.normalize("NFKD", text).lower().translate(_NOT_DECOMPOSED)
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    text = re.sub(r"['’.`]", "", text.replace(". ", " "))
    words = re.sub(r"[^\w]+|_", " ", text).split()
    return " ".join("saint" if word == "st" else word for word in words)


def find_place(name: str, lang: str = "") -> Place:
    """The place called *name*: an IANA zone, a city, a state, a country with one time, or city and region.

    Args:
        name: as it was said; what no place is called in *lang* or in English may be a name in another language.
        lang: BCP-47 tag of the language it was said in, where that is known.

    Raises:
        AmbiguousPlaceError: a country with many zones, or several large cities of that name.
        UnknownPlaceError: nothing is called so; the error knows what is called much like it.
    """
    said = " ".join(name.split())[:_MAX_CHARS]
    if "/" in said and said in _zone_names():
        return _zone_place(said)
    key = fold(said)
    own, others = _names_in(lang), _names_abroad()
    for attempt in _shorter(key):
        place = _lookup(own.get(attempt, attempt), own)
        if place is None and attempt in others:
            place = _lookup(others[attempt], own)
        if place is not None:
            return place
    raise UnknownPlaceError(said)


@lru_cache(maxsize=32)
def _names_in(lang: str) -> Mapping[str, str]:
    """What places are called in *lang* → what they are called in English, both folded."""
    return {fold(name): fold(english) for name, english in place_names(lang).items()}


@lru_cache(maxsize=1)
def _names_abroad() -> Mapping[str, str]:
    """The same of all languages; of two places with one name the first language's."""
    found: dict[str, str] = {}
    for lang in place_languages():
        for name, english in _names_in(lang).items():
            found.setdefault(name, english)
    return found


def is_place(name: str) -> bool:
    """Whether a place is called *name*, or several are."""
    try:
        find_place(name)
    except AmbiguousPlaceError:
        return True
    except UnknownPlaceError:
        return False
    return True


def place_in(text: str) -> str | None:
    """The first place that *text* names, in its words, as much of them as one place is called; None where it names
    none: "tokyo" of "tokyo i lost my watch"."""
    words = text[:_MAX_CHARS].split()
    for start in range(len(words)):
        for end in range(min(len(words), start + _MAX_WORDS), start, -1):
            said = " ".join(words[start:end]).strip(".,?!")
            if is_place(said):
                return said
    return None


def place_around(part: str, text: str) -> str | None:
    """The place that *text* names and that *part* is a part of: "são paulo" for "paulo"; None where there is none."""
    words, inside = text[: 5 * _MAX_CHARS].split(), part.lower().split()
    if not inside:
        return None
    for length in range(_MAX_WORDS, len(inside), -1):
        for start in range(len(words) - length + 1):
            some = [word.strip(".,?!") for word in words[start : start + length]]
            said = [word.lower() for word in some]
            # Of "the time in new zealand" what stands before the "in" is no place there.
            begins = said.index(_IN) if _IN in said else length
            held = any(said[at : at + len(inside)] == inside for at in range(begins))
            if held and is_place(" ".join(some)):
                return " ".join(some)
    return None


_IN = "in"
"""Behind a place, what it lies in follows."""


def _shorter(key: str) -> Iterator[str]:
    """*key*, then without the words around a name: "the city of", "time zone"."""
    yield key
    bare = re.sub(r"^(the )?(city of )?", "", key)
    yield bare
    for tail in (" standard time", " time zone", " timezone", " time", " city"):
        if bare.endswith(tail):
            yield bare[: -len(tail)]


def _lookup(key: str, own: Mapping[str, str]) -> Place | None:
    """The place with exactly this folded name, the more particular kinds first; a region behind it may have its name
    of *own*."""
    atlas = _atlas()
    if key in _PLACES:
        return Place(*_PLACES[key])
    if key in NAMESAKES:
        raise AmbiguousPlaceError(key.title(), NAMESAKES[key])
    if key in _CITY_NAMES:
        name = _CITY_NAMES[key]
        return _pick([city for city in atlas.cities[fold(name)] if city.name == name])
    if key in atlas.countries:
        return _country(atlas.countries[key])
    if key in _STATES:
        return Place(*_STATES[key][2:])
    if key in atlas.cities:
        return _pick(atlas.cities[key])
    if key in atlas.zones:
        return _zone_place(atlas.zones[key])
    return _qualified(key, own)


def _pick(cities: list[_City]) -> Place:
    """The city that is meant by a name that all *cities* have."""
    capital = next((city for city in cities if city.capital), None)
    first = capital or cities[0]
    least = first.thousands * (1 if capital else _NAMESAKE_SHARE)
    rivals = [city for city in cities if city is first or city.thousands >= least]
    if len({_offsets(city.zone) for city in rivals}) > 1:
        raise AmbiguousPlaceError(first.name, tuple(dict.fromkeys(_full_name(city) for city in rivals)))
    return first.place(first.name)


def _country(code: str) -> Place:
    atlas = _atlas()
    name = atlas.country_names.get(code, code)
    if code in WIDE_COUNTRIES:
        raise AmbiguousPlaceError(name, WIDE_COUNTRIES[code])
    return Place(name, MAIN_ZONES.get(code, atlas.country_zones[code][0]))


def _qualified(key: str, own: Mapping[str, str]) -> Place | None:
    """City and region, either with its name of *own*: "london england", "paris in texas", "valencia españa"."""
    atlas = _atlas()
    words = key.split()
    for cut in range(1, len(words)):
        city, region = " ".join(words[:cut]), " ".join(words[cut:])
        city, region = own.get(city.removesuffix(" in"), city.removesuffix(" in")), own.get(region, region)
        city = fold(_CITY_NAMES.get(city, city))
        state = _STATES.get(region) or _STATE_CODES.get(region)
        country = atlas.countries.get(region)
        rows = atlas.cities.get(city, [])
        for row in rows:
            if (state and (row.country, row.state) == state[:2]) or row.country == country:
                return row.place(row.name if row is rows[0] else _full_name(row))
        # A town that is not in the table still has its region's time, where the region has but one.
        if region in _STATES:
            return Place(f"{city.title()}, {_STATES[region][2]}", _STATES[region][3])
        if country and country not in WIDE_COUNTRIES:
            place = _country(country)
            return Place(f"{city.title()}, {place.name}", place.zone)
    return None


def _zone_place(zone: str) -> Place:
    return Place(zone.rsplit("/", 1)[-1].replace("_", " "), zone)


def _full_name(city: _City) -> str:
    if city.state:
        for country, code, spoken, _zone in _STATES.values():
            if (country, code) == (city.country, city.state):
                return f"{city.name}, {spoken}"
    return f"{city.name}, {_atlas().country_names.get(city.country, city.country)}"


def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """The zone's winter and summer offsets this year: equal for zones that always show one time."""
    year = datetime.now(timezone.utc).year
    return tuple(datetime(year, month, 1, tzinfo=ZoneInfo(zone)).utcoffset() for month in (1, 7))


def _similar(key: str) -> tuple[str, ...]:
    from rapidfuzz import fuzz, process  # only an unknown name pays for it

    names = _spoken_names()
    found = process.extract(key, names.keys(), scorer=fuzz.ratio, limit=3, score_cutoff=75)
    return tuple(dict.fromkeys(names[match] for match, _score, _index in found))


@lru_cache(maxsize=1)
def _spoken_names() -> dict[str, str]:
    """Every folded name that can be suggested → how it is spoken."""
    atlas = _atlas()
    places = [_zone_place(zone) for zones in atlas.country_zones.values() for zone in zones]
    names = {fold(place.name): place.name for place in places}
    names.update(_CITY_NAMES)
    names.update((key, atlas.country_names[code]) for key, code in atlas.countries.items())
    names.update((key, rows[0].name) for key, rows in atlas.cities.items())
    return names


def read_places() -> None:
    """Read now what the first question about a place would wait for: 50 ms on a PC, ten times that on a small device,
    which is more than a command has to claim an utterance."""
    _atlas()


@lru_cache(maxsize=1)
def _zone_names() -> frozenset[str]:
    return frozenset(available_timezones())


@lru_cache(maxsize=1)
def _atlas() -> _Atlas:
    atlas = _Atlas()
    for line in _lines("ovos_toolbox_everyday", "cities.tsv"):
        name, country, state, thousands, capital, zone, north, east = line.split("\t")
        city = _City(name, country, state, int(thousands), bool(capital), zone, float(north), float(east))
        atlas.cities[fold(name)].append(city)
    atlas.country_names.update(countries())
    atlas.countries.update((fold(name), code) for code, name in countries().items())
    for line in _lines("tzdata.zoneinfo", "zone.tab"):
        code, coordinates, zone = line.split("\t")[:3]
        atlas.country_zones[code].append(zone)
        atlas.coordinates[zone] = _degrees(coordinates)
    for alias, code in COUNTRY_NAMES.items():
        atlas.countries[fold(alias)] = code
    for name, code in list(atlas.countries.items()):
        if code not in atlas.country_zones:  # where nobody lives
            del atlas.countries[name]
    atlas.country_names.update(
        US="the United States",
        GB="the United Kingdom",
        NL="the Netherlands",
        AE="the United Arab Emirates",
        PH="the Philippines",
        KR="South Korea",
    )
    for zone in sorted(_zone_names()):
        # The old link names (US/Pacific, GB) come after the places of the same name.
        atlas.zones.setdefault(fold(zone), zone)
        if "/" in zone and not zone.startswith("Etc/"):
            atlas.zones.setdefault(fold(zone.rsplit("/", 1)[-1]), zone)
    return atlas


def zone_coordinates(zone: str) -> tuple[float, float] | None:
    """Latitude and longitude of the principal town of an IANA zone; None for a zone without one, such as UTC."""
    return _atlas().coordinates.get(zone)


def _degrees(coordinates: str) -> tuple[float, float]:
    """ "+4043-07400" and "-690022+0393524", as ``zone.tab`` writes them."""
    parts = re.fullmatch(r"([+-])(\d\d)(\d\d)(\d\d)?([+-])(\d{3})(\d\d)(\d\d)?", coordinates)
    if parts is None:
        raise ValueError(f"zone.tab: no coordinates: {coordinates!r}")
    found = []
    for sign, degrees, minutes, seconds in (parts.groups()[:4], parts.groups()[4:]):
        size = int(degrees) + int(minutes) / 60 + int(seconds or 0) / 3600
        found.append(-size if sign == "-" else size)
    return found[0], found[1]


def _lines(package: str, file_name: str) -> Iterator[str]:
    text = resources.files(package).joinpath(file_name).read_text(encoding="utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))


_PLACES = {fold(name): value for name, value in PLACES.items()}
_CITY_NAMES = {fold(name): value for name, value in CITY_NAMES.items()}
_STATES = {fold(name): value for name, value in STATES.items()} | {
    # Said without "state" these are the city, and stay the city.
    alias: STATES[name]
    for alias, name in (
        ("new york state", "new york state"),
        ("washington state", "washington state"),
        ("dc", "district of columbia"),
    )
}
_STATE_CODES = {fold(value[1]): value for value in STATES.values() if value[0] != "AU"}
