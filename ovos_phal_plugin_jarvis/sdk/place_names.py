"""What languages call places of the world where English calls them otherwise: "londres", "nueva york", "den haag".

``place_names.tsv`` has a line a place: its English name, then what it is called in the languages that the first line
names, several names parted by ``|``. Names of time zones' cities and of countries are from Unicode CLDR (``NOTICE`` has
its licence), the others were written for this project.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from types import MappingProxyType

_NONE: Mapping[str, str] = MappingProxyType({})


def place_names(lang: str) -> Mapping[str, str]:
    """What places are called in a language and in English, both in lower case; empty for English and for a language
    of which nothing is known.

    Args:
        lang: BCP-47 tag.
    """
    return _table().get(lang.replace("_", "-").partition("-")[0].lower(), _NONE)


def english_place_names() -> tuple[str, ...]:
    """What English calls the places that have a name of their own in another language, in lower case."""
    return tuple(sorted({english for names in _table().values() for english in names.values()}))


def place_languages() -> tuple[str, ...]:
    """The codes of the languages that have names of their own for places."""
    return tuple(_table())


@lru_cache(maxsize=1)
def countries() -> Mapping[str, str]:
    """The code of each country and territory of ISO 3166 → what English calls it, as tzdata has them, without what
    tells two of a name apart: "KR" → "Korea"."""
    table = (resources.files("tzdata") / "zoneinfo" / "iso3166.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return MappingProxyType({code: name.partition(" (")[0] for code, name in rows})


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Mapping[str, str]]:
    package = resources.files("ovos_phal_plugin_jarvis.sdk")
    head, *rows = package.joinpath("place_names.tsv").read_text(encoding="utf-8").splitlines()
    codes = head.split("\t")[1:]
    found: dict[str, dict[str, str]] = {code: {} for code in codes}
    for row in rows:
        english, *called = row.split("\t")
        for code, names in zip(codes, called, strict=True):
            found[code].update((name.strip(), english) for name in names.split("|") if name.strip())
    return MappingProxyType({code: MappingProxyType(names) for code, names in found.items()})
