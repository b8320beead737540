"""``convert_units``: a measure in another unit."""

from __future__ import annotations

import math
import re
import threading
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import NotMeant, ToolRefused, fast_path
from ovos_phal_plugin_jarvis.sdk.locale import Spoken
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.speech import device_lang, lang, say
from ovos_toolbox_everyday.sums.expression import plain
from ovos_toolbox_everyday.units.names import spoken_unit, unit_called
from ovos_toolbox_everyday.units.reading import (
    adds_to_a_unit,
    asked_behind,
    is_money,
    leads_to,
    only_conversion,
    read_conversion,
)
from ovos_toolbox_everyday.units.unit_examples import CONVERT_UNITS

_LOCK = threading.Lock()
_MAX = 1e100
_COMPOUND = {
    "kilometer_per_hour": "kilometer / hour",
    "mile_per_hour": "mile / hour",
    "meter_per_second": "meter / second",
    "square_meter": "meter ** 2",
    "square_kilometer": "kilometer ** 2",
    "square_foot": "foot ** 2",
    "square_mile": "mile ** 2",
    "cubic_meter": "meter ** 3",
    "cubic_centimeter": "centimeter ** 3",
    "cubic_foot": "foot ** 3",
    "kilowatt_hour": "kilowatt * hour",
}


_OF_FEET = {"international_fathom": 6, "international_furlong": 660, "international_league": 15_840}
"""Feet in what pint counts in feet of the old US survey: ten fathoms would be 60.00012 feet."""


class UnitsDifferError(ValueError):
    """The two units measure different things."""


class BelowZeroError(ValueError):
    """Less than nothing: a length, or a temperature below the absolute zero."""


@lru_cache(maxsize=1)
def _registry() -> Any:
    # 0.7 s on a PC: only a conversion pays for it. Fractions: an inch is 2.54 cm, and nothing near it.
    import pint

    registry: Any = pint.UnitRegistry(non_int_type=Fraction)
    for name, feet in _OF_FEET.items():
        registry.define(f"{name} = {feet} * foot")
    return registry


def convert(amount: Fraction, from_unit: str, to_unit: str) -> Fraction:
    """*amount* in another unit.

    Args:
        amount: so many of *from_unit*.
        from_unit: pint's name.
        to_unit: pint's name.

    Raises:
        UnitsDifferError: one is a length and the other a weight, or the like.
        BelowZeroError: colder than anything can be.
    """
    from pint.errors import DimensionalityError

    with _LOCK:
        registry = _registry()
        source = registry.Quantity(amount, registry.parse_units(_COMPOUND.get(from_unit, from_unit)))
        try:
            result = source.to(registry.parse_units(_COMPOUND.get(to_unit, to_unit)))
            if source.check("[temperature]") and source.to("kelvin").magnitude < 0:
                raise BelowZeroError
        except DimensionalityError:
            raise UnitsDifferError from None
    magnitude = result.magnitude
    return magnitude if isinstance(magnitude, Fraction) else Fraction(magnitude)


class ConvertUnits(EverydayTool):
    """Convert a measure from one unit to another: length, weight, volume, temperature, area, speed, data, time, energy
    and kitchen measures. Not for sums of plain numbers, currencies or time zones."""

    annotations = {"readOnlyHint": True}
    keywords = [
        "convert",
        "in kilometers",
        "in miles",
        "in celsius",
        "in fahrenheit",
        "how many",
        "in grams",
        "in cups",
    ]
    examples = CONVERT_UNITS
    rules = ["Where no number is said, as in 'how many ounces in a pound', amount is 1."]
    antipatterns = {
        "calculate": "Numbers without units. Use calculate.",
        "set_timer": "Being told when some time has passed. Use set_timer.",
        "time_difference": "The time zones of two places. Use time_difference.",
        "days_until": "How many days it is to a day. Use days_until.",
    }

    @fast_path(r"^.{6,}$", example="5 miles in kilometers")
    def claim_conversion(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A measure and another unit, and nothing else, in any language that units have names in"""
        said = voice_command[:300]
        return read_conversion(said, device_lang()) or asked_behind(said, device_lang())

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Take the conversion that is said; "ounces in a pound" are those of one."""
        said = voice_command[:300]
        read = read_conversion(said, device_lang(), within=True) or only_conversion(said, device_lang())
        if read is not None:
            return read
        if adds_to_a_unit(said, device_lang()):
            raise NotMeant(voice_command)  # the amount would be a part of what is said
        units = [args.get("from_unit"), args.get("to_unit")]
        unknown = [isinstance(unit, str) and unit_called(unit, device_lang()) is None for unit in units]
        if all(unknown):
            raise NotMeant(voice_command)  # "convert the heathen"
        named = (*units, voice_command.rstrip(" .?!").rpartition(" ")[2])
        if any(is_money(str(name), device_lang()) and unit_called(str(name), device_lang()) is None for name in named):
            raise NotMeant(voice_command)  # pounds in euros are no weight
        mended = {"amount": 1, **{name: value for name, value in args.items() if value is not None}}
        mended |= {name: _unit_in(mended[name]) for name in ("from_unit", "to_unit") if name in mended}
        if "to_unit" in mended and unit_called(str(mended["to_unit"]), device_lang()) is None:
            mended["to_unit"] = _last_unit(voice_command, mended.get("from_unit")) or mended["to_unit"]
        return mended

    def __call__(
        self,
        amount: Annotated[float, "How many of the first unit"],
        from_unit: Annotated[str, "The unit that the amount is in, as it was said"],
        to_unit: Annotated[str, "The unit that is asked for, as it was said"],
    ) -> dict[str, Any]:
        if not math.isfinite(amount) or abs(amount) > _MAX:
            raise ToolRefused(say("too_large"))
        units = []
        for argument, name in (("from_unit", from_unit), ("to_unit", to_unit)):
            unit = unit_called(name, lang())
            if unit is None:
                raise ToolRefused(say("unknown_unit", unit=name[:60]), param=argument)
            units.append(unit)
        source, target = _as_meant(units[0], units[1])
        exact = Fraction(repr(amount)) if isinstance(amount, float) else Fraction(amount)
        try:
            result = plain(convert(exact, source, target))
        except UnitsDifferError:
            raise ToolRefused(say("units_differ", first=_several(source), second=_several(target))) from None
        except BelowZeroError:
            raise ToolRefused(say("below_absolute_zero")) from None
        number = plain(exact)
        return {
            "result": result,
            "unit": target,
            "message": say("converted", first=_measure(number, source), second=_measure(result, target)),
        }


def _unit_in(said: Any) -> Any:
    """The unit among the words that a translator took for one: "centimeters tall"."""
    words = str(said).split()
    if not words or unit_called(str(said), device_lang()) is not None:
        return said
    spans = [words[start:end] for start in range(len(words)) for end in range(start + 1, len(words) + 1)]
    known = [span for span in map(" ".join, spans) if unit_called(span, device_lang()) is not None]
    return max(known, key=len) if known else said


def _last_unit(words: str, other: Any) -> str | None:
    """The last unit that *words* name, where it is not the *other*."""
    source = unit_called(str(other or ""), device_lang())
    for word in reversed(words.split()):
        if leads_to(word, device_lang()):
            continue  # "in" is no inch here
        unit = unit_called(word.strip(".,?!"), device_lang())
        if unit is not None:
            inside = word.strip(".,?!").lower() in str(other or "").lower().split()  # "kilowatt hours"
            return None if unit == source or inside else word.strip(".,?!")
    return None


def _as_meant(source: str, target: str) -> tuple[str, str]:
    """ "Ounces" of a volume are fluid ounces."""
    liquids = {
        "liter",
        "deciliter",
        "centiliter",
        "milliliter",
        "cup",
        "pint",
        "quart",
        "gallon",
        "tablespoon",
        "teaspoon",
    }
    if source == "ounce" and target in liquids:
        return "fluid_ounce", target
    if target == "ounce" and source in liquids:
        return source, "fluid_ounce"
    return source, target


def _measure(count: float, unit: str) -> Spoken:
    return say("measure", number=count, unit=_named(unit, count))


def _several(unit: str) -> Spoken:
    return _named(unit, 2)


def _named(unit: str, count: float) -> Spoken:
    def said(tongue: str) -> Spoken:
        text, spoken_in = spoken_unit(unit, count, tongue)
        return Spoken(text, spoken_in, frozenset(_LANGUAGES) if spoken_in else None, said if spoken_in else None)

    return said(lang())


_LANGUAGES = ("en-US", "de-de", "es-es", "fr-fr", "it-it", "nl-nl", "pt-pt")
