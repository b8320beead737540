"""How often something comes again, by what authors call that, and days of the week that do: "every monday"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.lang import EACH, ONCE
from ovos_phal_plugin_jarvis.nlu.reading import Heard, found_words
from ovos_phal_plugin_jarvis.nlu.text import frequency_pattern, phrases_pattern, words_of
from ovos_phal_plugin_jarvis.sdk import date_keys
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

WEEKDAYS, WEEKENDS = "weekdays", "weekends"
"""Keys of ``Language.frequencies`` for what comes on several days of each week; authors call it so as well."""
_SHORTEST = 6
"""Letters of the name of a day without the "s" for several of them: "tues" is one."""
_NAMES = {
    "hourly": ("hourly", "every hour"),
    "daily": ("daily", "every day", "everyday"),
    "weekdays": ("weekdays", "weekday", "workdays", "working days", "every weekday"),
    "weekends": ("weekends", "weekend", "every weekend"),
    "weekly": ("weekly", "every week"),
    "monthly": ("monthly", "every month"),
    "yearly": ("yearly", "annually", "every year"),
    **{day: (day, f"every {day}", f"{day}s") for day in date_keys.WEEKDAYS},
}
"""What authors call how often something comes again."""


def is_recurrence(parameter: ToolParameter) -> bool:
    """Whether *parameter* is how often something comes again: at least two of its few values are."""
    return sum(bool(meaning_of(value)) for value in parameter.enum_values or ()) > 1


def meaning_of(value: Any) -> str:
    """How often something comes again by what an author calls that; "" for anything else."""
    words = " ".join(words_of(value)) if isinstance(value, str) else ""
    return next((name for name, said in _NAMES.items() if words in said), "")


def value_of(parameter: ToolParameter, meaning: str) -> Any:
    """The value of *parameter* that means *meaning*; None where it has none."""
    return next((value for value in parameter.enum_values or () if meaning_of(value) == meaning), None)


def frequencies(heard: Heard) -> Iterator[tuple[int, int, str]]:
    """What says in *heard* how often something comes again: its first word, one past its last, and how often, as
    ``Language.frequencies`` calls it."""
    heard = heard.as_said
    every = frequency_pattern(heard.lang, ONCE, EACH)
    if every is None or every.search(heard.text) is None:
        return  # mostly; each of the fifteen ways is looked for by itself
    for name, phrases in heard.lang.frequencies.items():
        for start, end in found_words(heard, phrases_pattern(phrases)) if name not in (ONCE, EACH) else ():
            yield start, end, name


def comes_again(heard: Heard) -> Iterator[tuple[int, m.Mention]]:
    """The days of the week in *heard* that come again, each with the word where that begins to be said: behind a word
    for it, "every monday", or by the form of their names, "mondays"."""
    heard = heard.as_said
    pattern = phrases_pattern(heard.lang.frequencies.get(EACH, ()))
    for mention in heard.mentions:
        if not m.weekday_of(mention):
            continue
        before = heard.text[: heard.tokens[mention.start].start]
        leads = list(pattern.finditer(before)) if pattern is not None else []
        begins = next((each.start() for each in leads if not before[each.end() :].strip()), None)
        if begins is not None:
            yield next(at for at, token in enumerate(heard.tokens) if token.end > begins), mention
        elif _in_plural(heard, mention):
            yield mention.start, mention


def _in_plural(heard: Heard, mention: m.Mention) -> bool:
    """Whether *mention*, a day of the week, has another name without the "s" that it ends in; where the form of a name
    tells nothing ("lunes"), it has none."""
    name = heard.words[mention.end - 1]
    short = name.removesuffix("s")
    if mention.end - mention.start > 1 or short == name or len(short) < _SHORTEST:
        return False
    return any(m.weekday_of(x) == m.weekday_of(mention) for x in m.find_mentions([short], heard.lang.code, heard.now))
