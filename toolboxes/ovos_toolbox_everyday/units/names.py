"""From what people call a unit to pint's name of it, and back."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, closest
from ovos_toolbox_everyday.word_tables import word_table

_FILE = Path(__file__).parent / "units.yaml"
_LEADS = re.compile(r"^(?:the |a |an |us |u\.s\. |degrees? (?=(?:celsius|fahrenheit|kelvin)$))+")


@lru_cache(maxsize=1)
def tables() -> dict[str, dict[str, list[str]]]:
    """Language → pint's name → what people call it."""
    return {
        tag: {unit: forms.split(" | ") for unit, forms in units.items()} for tag, units in word_table(_FILE).items()
    }


def fold(text: str) -> str:
    """*text* in the form that units are looked up by."""
    text = unicodedata.normalize("NFKD", text.lower().strip().rstrip(".?!,"))
    text = "".join(c for c in text if not unicodedata.combining(c)).replace("-", " ")
    return " ".join(re.sub(r"\s*/\s*", "/", text).split())


@lru_cache(maxsize=1)
def _by_name() -> dict[str, dict[str, str]]:
    return {
        tag: {fold(form): unit for unit, forms in units.items() for form in forms} for tag, units in tables().items()
    }


def unit_called(name: str, lang: str) -> str | None:
    """pint's name of the unit that is called *name*, in *lang* first, then in any language; None where none is."""
    names = _by_name()
    tag = closest(lang, names) or "en-us"
    folded = fold(name)[:60]
    for spoken in (folded, _LEADS.sub("", folded)):
        for table in (names[tag], *names.values()):
            if spoken in table:
                return table[spoken]
    return None


def spoken_unit(unit: str, count: float, lang: str) -> tuple[str, str]:
    """How *count* of *unit* is said, and the language that it is said in; pint's name where there is no other."""
    known = tables()
    tag = closest(lang, [tag for tag, units in known.items() if unit in units]) or "en-us"
    forms = known[tag].get(unit)
    if forms is None:
        return unit.replace("_", " "), ""
    return forms[0 if abs(count) == 1 else 1], ENGLISH if tag == "en-us" else tag
