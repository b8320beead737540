"""Days with a name, and when they come next."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path

from ovos_phal_plugin_jarvis.sdk.locale import closest
from ovos_toolbox_everyday.word_tables import word_table

_FILE = Path(__file__).parent / "occasions.yaml"
_MOST_WORDS = 6
"""Of a day's name."""
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def _fold(text: str) -> str:
    text = unicodedata.normalize("NFKD", text.lower())
    text = "".join(c for c in text if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w]+", " ", re.sub(r"['’]", "", text)).split())


@lru_cache(maxsize=1)
def tables() -> dict[str, dict[str, str]]:
    """Language → folded name → rule."""
    return {
        tag: {_fold(name): str(rule) for rule, names in rules.items() for name in names.split(" | ")}
        for tag, rules in word_table(_FILE).items()
    }


def next_occasion(name: str, today: date, lang: str) -> date | None:
    """The next day called *name*, today where it is that; None where no day is called so in any language."""
    known = tables()
    tag = closest(lang, known) or "en-us"
    said = _fold(name)[:80]
    for table in (known[tag], *known.values()):
        rule = table.get(said) or table.get(
            re.sub(r"^(the|next|this|der|die|das|el|la|le|les|il|lo|o|a|de|het) ", "", said)
        )
        if rule is not None:
            this_year = day_of(rule, today.year)
            return this_year if this_year >= today else day_of(rule, today.year + 1)
    return None


def last_occasion(name: str, today: date, lang: str) -> date | None:
    """The last day called *name* before *today*, or today; None as for the next one."""
    # A feast that moves may come twice within a year and a month.
    days = (next_occasion(name, today - timedelta(days=back), lang) for back in range(0, 400, 20))
    return next((day for day in days if day is None or day <= today), None)


def occasion_in(text: str, lang: str) -> str | None:
    """The longest name of a day in *text*, in its words; None where it names none."""
    known = tables()
    names = known[closest(lang, known) or "en-us"]
    words = text[:300].split()
    for size in range(_MOST_WORDS, 0, -1):
        for start in range(len(words) - size + 1):
            said = " ".join(words[start : start + size])
            if _fold(said) in names:
                return said.strip(".,?!")
    return None


def day_of(rule: str, year: int) -> date:
    """The day of *year* that a rule of ``occasions.yaml`` means."""
    rule, _, later = rule.partition("+")
    moved = timedelta(days=int(later or 0))
    if rule.startswith("easter"):
        return easter(year) + timedelta(days=int(rule.removeprefix("easter") or 0)) + moved
    month, _, rest = rule.partition("-")
    if rest[0].isdigit():
        return date(year, int(month), int(rest)) + moved
    weekday, _, place = rest.partition("-")
    wanted = _WEEKDAYS.index(weekday)
    if int(place) < 0:
        last = date(year + int(month) // 12, int(month) % 12 + 1, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - wanted) % 7) + moved
    first = date(year, int(month), 1)
    return first + timedelta(days=(wanted - first.weekday()) % 7 + 7 * (int(place) - 1)) + moved


def easter(year: int) -> date:
    """Easter Sunday by the Gregorian calendar, as the churches of the West count it."""
    golden, century, rest = year % 19, year // 100, year % 100
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * late + 114, 31)
    return date(year, month, day + 1)
