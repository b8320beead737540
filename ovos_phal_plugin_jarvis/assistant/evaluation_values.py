"""When two argument values are the same: the rule of ``ovos-jarvis eval``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.commands.dates import DateKeyError, resolve_date_keys
from ovos_phal_plugin_jarvis.nlu.entities import DATE, TIME
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.values import convert
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

_ISO = re.compile(r"\d{4}-\d\d-\d\d|\d\d:\d\d(?::\d\d)?")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)\S*")
_ENGLISH = ("the", "a", "an")


@lru_cache(maxsize=32)
def _articles(spoken: Language) -> re.Pattern[str]:
    words = sorted({*_ENGLISH, *(spoken.articles if spoken.code != ENGLISH else ())})
    before = "|".join(re.escape(word) + ("" if word.endswith("'") else r"\s+") for word in words)
    return re.compile(rf"^(?:{before})+|(?:\s+(?:{'|'.join(map(re.escape, words))}))+$")


def normalised(value: Any, lang: str = "en-us") -> str:
    """*value* as text without case, surrounding articles and punctuation, with single spaces.

    Args:
        value: what is compared.
        lang: of its words, a BCP-47 tag.
    """
    text = " ".join(unicodedata.normalize("NFKC", str(value)).replace("’", "'").casefold().split())
    while True:
        before = text
        text = re.sub(r"^[^\w]+|[^\w]+$", "", text)
        text = _articles(language(lang)).sub("", text).strip()
        if text == before:
            return text


def same_value(expected: Any, got: Any, now: datetime, lang: str = "en-us") -> bool:
    """Whether *got* is the value that *expected* means.

    Numbers are compared as numbers, also where one side writes them as text; date keys as the dates they stand for;
    lists of dates without their order; a day, a time or both in words as the ISO 8601 that they say ("four" says 04:00
    and 16:00); everything else as text without case, surrounding articles and punctuation.

    Args:
        expected: from the case.
        got: from the translator.
        now: what date keys are counted from.
        lang: of the words, a BCP-47 tag.
    """
    if isinstance(expected, bool) or isinstance(got, bool):
        return _truth(expected) is not None and _truth(expected) == _truth(got)
    if isinstance(expected, Mapping) or isinstance(got, Mapping):
        return (
            isinstance(expected, Mapping)
            and isinstance(got, Mapping)
            and expected.keys() == got.keys()
            and all(same_value(expected[key], got[key], now, lang) for key in expected)
        )
    if isinstance(expected, list | tuple) or isinstance(got, list | tuple):
        return _same_lists(_listed(expected), _listed(got), now, lang)
    first, second = _number(expected), _number(got)
    if first is not None and second is not None:
        return abs(first - second) <= 1e-6 * max(1.0, abs(first))
    if normalised(expected, lang) == normalised(got, lang):
        return True
    dates = _dates([expected], now)
    if dates is not None:
        return dates == _dates([got], now)
    if not isinstance(expected, str) or not isinstance(got, str):
        return False
    keyed = _dates([got], now) or set()  # "friday" is what "next_friday" stands for
    return all(_says(expected, iso, now, lang) for iso in keyed or {got.strip()})


def _says(words: str, iso: str, now: datetime, lang: str) -> bool:
    """Whether *words* say the day, the time of day, or both, of *iso*."""
    moment = _MOMENT.fullmatch(iso)
    if moment:
        heard = hear(words, lang, now)
        spans = [(x.kind, heard.said(x.start, x.end)) for x in heard.mentions]
        return any(kind == DATE and _says(said, moment[1], now, lang) for kind, said in spans) and any(
            kind == TIME and _says(said, moment[2], now, lang) for kind, said in spans
        )
    if not _ISO.fullmatch(iso):
        return False
    heard = hear(words, lang, now)
    said = [x for x in heard.mentions if x.end - x.start == len(heard.words)]
    if ":" not in iso:
        days = [x for x in said if x.kind == DATE]
        return convert(["date_iso"], words, days, ToolParameter("day", "date"), now) == iso
    clock = str(
        convert(["clock"], words, [x for x in said if x.kind != DATE], ToolParameter("time", "time"), now) or ""
    )
    told = [x for x in said if x.kind == TIME]
    hour, _, rest = iso[:5].partition(":")
    other = f"{(int(hour) + 12) % 24:02}:{rest}"
    return clock == iso[:5] or (clock == other and not any(x.value.exact for x in told))


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _same_lists(expected: list[Any], got: list[Any], now: datetime, lang: str) -> bool:
    first, second = _dates(expected, now), _dates(got, now)
    if first is not None and second is not None:
        return first == second
    return len(expected) == len(got) and all(same_value(a, b, now, lang) for a, b in zip(expected, got, strict=True))


def _dates(items: list[Any], now: datetime) -> set[str] | None:
    """The dates that *items* stand for, or None where one of them stands for none."""
    try:
        return {text for item in items for text in resolve_date_keys(item, now)}
    except DateKeyError:
        return None


def _truth(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}.get(str(value).strip().lower())


def _number(value: Any) -> float | None:
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d+(?:\.\d+)?\s*", value):
        return float(value)
    return None
