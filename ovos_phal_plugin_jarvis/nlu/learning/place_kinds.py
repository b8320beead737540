"""Towns, parts of countries and countries, each in the argument that is named after its kind: "in ghent belgium" of a
tool with a city and a country. None of them holds the day or the time behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from zoneinfo import available_timezones

from ovos_phal_plugin_jarvis.nlu.entities import DATE, DATE_RANGE, TIME, Mention
from ovos_phal_plugin_jarvis.nlu.entities.places import COUNTRY, PART, TOWN, kinds_of_places
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.sdk.place_names import countries
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_LARGEST_FIRST = (COUNTRY, PART, TOWN)
_TEXTS = frozenset(["str", "string"])
_CONTINENTS = frozenset(["Africa", "America", "Asia", "Australia", "Europe"])
_MOMENTS = frozenset([DATE, DATE_RANGE, TIME])


class PlaceKinds:
    """Which arguments of one tool are for which kind of place."""

    def __init__(self, definition: ToolDefinition, lang: Language) -> None:
        """
        Args:
            definition: the tool.
            lang: what is spoken; it says what the kinds are called in names.
        """
        called = {COUNTRY: lang.called_countries, PART: lang.called_parts, TOWN: lang.called_towns}
        found: dict[str, list[str]] = {kind: [] for kind in _LARGEST_FIRST}
        self._places: set[str] = set()
        """All that are places by their name."""
        roles: set[tuple[str, ...]] = set()
        for parameter in definition.parameters:
            if parameter.param_type.lower() in _TEXTS and not parameter.enum_values:
                *role, word = split_name(parameter.named) or [""]
                kinds = [kind for kind, names in called.items() if word in names]
                for kind in kinds:
                    found[kind].append(parameter.name)
                    roles.add(tuple(role))
                if kinds or word in lang.called_places:
                    self._places.add(parameter.name)
        # "From city" and "to country" are no town and its land.
        own = {kind: names[0] for kind, names in found.items() if len(names) == 1}
        alone = len(roles) == 1 and not any(len(names) > 1 for names in found.values())
        self._names = own if alone and len(own) > 1 else {}
        self._kinds = {name: kind for kind, name in self._names.items()}

    def __bool__(self) -> bool:
        return bool(self._places)

    def mend(self, heard: Heard, filled: Filled) -> None:
        """Let each place of *filled* end where it does, and be where it belongs."""
        self._without_moments(heard, filled)
        if not self._names:
            return
        named: dict[tuple[int, int], set[str]] = {}
        for start, end, kind in kinds_of_places(heard.words, heard.lang.code):
            named.setdefault((start, end), set()).add(kind)
        for place, kinds in named.items():
            inside = [x for x in filled.spans if place[0] <= x[0] and x[1] <= place[1]]
            if inside and all(name in self._kinds and (s, e) != place for s, e, name in inside):
                self._give(place, kinds, {name for _, _, name in inside}, heard, filled)
        for start, end, name in list(filled.spans):
            if name not in self._kinds or filled.arguments.get(name) != heard.said(start, end):
                continue
            kinds = named.get((start, end), set())
            if kinds and not self._is_in_place(name, kinds, heard.words[start:end]):
                self._give((start, end), kinds, {name}, heard, filled)
            elif not kinds:
                self._part(start, end, name, named, heard, filled)

    def _without_moments(self, heard: Heard, filled: Filled) -> None:
        """Let no place hold the day or the time behind it ("berlin [on monday]"), unless another day or time is said:
        "ruby tuesday on friday" is a place."""
        moments = [x for x in heard.mentions if x.kind in _MOMENTS]
        for start, end, name in list(filled.spans):
            if name not in self._places or filled.arguments.get(name) != heard.said(start, end):
                continue
            if any(x.end <= start or end <= x.start for x in moments):
                continue
            last = self._begins_behind(heard, start, end, moments)
            if last < end:
                filled.move(name, start, last, heard)

    @staticmethod
    def _begins_behind(heard: Heard, start: int, end: int, moments: Sequence[Mention]) -> int:
        """Where the *moments* begin that the words from *start* up to *end* end in, with what leads to them; *end*
        where they end in none."""
        last = end
        while behind := [x.start for x in moments if start < x.start < last <= x.end]:
            last = min(behind)
            while last > start + 1 and heard.words[last - 1] in heard.lang.function_words:
                last -= 1
        return last

    def _is_in_place(self, name: str, kinds: set[str], words: Sequence[str]) -> bool:
        """Whether a place of *kinds* stays in the argument *name*: in that of one of its kinds. What is a land is none
        of the towns that are called as it, but for a town that everybody knows ("new york")."""
        if self._kinds[name] == TOWN and kinds - {TOWN}:
            return TOWN in kinds and "_".join(words) in _towns_of_clocks()
        return self._kinds[name] in kinds

    def _give(self, place: tuple[int, int], kinds: set[str], instead: set[str], heard: Heard, filled: Filled) -> None:
        """Let *place* be the argument for the one of its *kinds* that has none, in place of those of *instead*."""
        if kinds - {TOWN}:
            kinds = kinds - {TOWN}
        free = [self._names[kind] for kind in _LARGEST_FIRST if kind in kinds and kind in self._names]
        free = [name for name in free if name in instead or name not in filled.arguments]
        if free:
            for name in instead - {free[0]}:
                filled.drop(name)
            filled.move(free[0], *place, heard)

    def _part(
        self, start: int, end: int, name: str, named: dict[tuple[int, int], set[str]], heard: Heard, filled: Filled
    ) -> None:
        """Let the land at the end of the text *name* be its own argument."""
        for at, land in self._lands_behind(start, end, named):
            if land not in filled.arguments:
                filled.move(name, start, at, heard)
                filled.move(land, at, end, heard)
                return
            town = self._names.get(TOWN)
            if land == name and town is not None and town not in filled.arguments:
                filled.move(name, at, end, heard)
                filled.move(town, start, at, heard)
                return

    def _lands_behind(self, start: int, end: int, named: dict[tuple[int, int], set[str]]) -> Iterator[tuple[int, str]]:
        """Where a land begins that ends at *end* behind something else, and whose argument it is; the longest first.
        One that may be a country or a part of one ("georgia") is none."""
        for at in range(start + 1, end):
            kinds = named.get((at, end), set()) - {TOWN}
            names = [self._names[kind] for kind in _LARGEST_FIRST if kind in kinds and kind in self._names]
            if len(names) == 1:
                yield at, names[0]


@lru_cache(maxsize=1)
def _towns_of_clocks() -> frozenset[str]:
    """The towns after which time zones are named, in lower case, with ``_`` between their words; no island, and no
    country that is called as its town."""
    lands = {name.lower().replace(" ", "_") for name in countries().values()}
    towns = (zone.split("/") for zone in available_timezones())
    return frozenset(z[-1].lower() for z in towns if len(z) > 1 and z[0] in _CONTINENTS) - lands
