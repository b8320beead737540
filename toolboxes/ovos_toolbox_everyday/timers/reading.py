"""Whole requests about timers, in the words that people put them in."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from ovos_toolbox_everyday.heard.names import without_address
from ovos_toolbox_everyday.spoken_numbers import parse_duration, parse_number
from ovos_toolbox_everyday.word_tables import word_table

_FILE = Path(__file__).parent / "requests.yaml"
_MAX_REQUEST = 200
_MAX_WORDS = 4
"""Of what a timer is for."""
_MOST = 604_800
"""Seconds that a timer may run."""
_UNIT = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?)"
_OTHERS = (
    r"(?!(?:called|named|labell?ed|titled|call|name|label|with|by|for|of|on)\b|(?:please|thanks?|now|go|starting)\b)"
)
"""What no label begins with."""
_GROUPS = {
    "duration": (
        rf"(?P<duration{{at}}>[\w .'-]{{{{1,40}}}}?\b{_UNIT}(?:(?: and|,)? [\w -]{{{{1,30}}}}?{_UNIT}| and a half)?)"
    ),
    "label": _OTHERS + r"(?P<label{at}>[^\W\d][\w'’ -]{{1,40}}?)",
    "which": r"(?P<which{at}>[\w'’ -]{{2,40}}?)",
}


_TIMER = re.compile(rf"\s*{word_table(_FILE)['en-us']['timer']}\b", re.IGNORECASE)
"""The word for a timer, right behind its name."""
_CALLED = re.compile(r"\b(?:called|named|labell?ed|name(?: of)?|(?:call|name|label) it)\s*$", re.IGNORECASE)
"""What a timer's name stands behind."""
_MORE_BEFORE = re.compile(word_table(_FILE)["en-us"]["more_before"], re.IGNORECASE)


@lru_cache(maxsize=8)
def _patterns(what: str) -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    found = []
    for words in word_table(_FILE).values():
        nameless = frozenset(words["nameless"].split(" | "))
        for form in words.get(what, ()):
            for name in ("named", "verb", "ends", "timer", "size", "alarm", "later"):
                form = form.replace(f"<{name}>", words.get(name, ""))
            parts = re.split(r"<(\w+)>", form)
            groups = [_GROUPS[part].format(at=at) if at % 2 else part for at, part in enumerate(parts)]
            whole = rf"{words['lead']}{''.join(groups)}{words['tail']}[?.! ]*"
            found.append((re.compile(whole, re.IGNORECASE), nameless))
    return tuple(found)


def read_request(text: str, what: str) -> dict[str, Any] | None:
    """The arguments of a whole request about timers; None where *text* is no such request.

    Args:
        text: the words.
        what: ``set``, ``cancel``, ``cancel_all``, ``extend``, ``anew`` or ``list``.
    """
    said = " ".join(text.replace("’", "'").split())
    if len(said) > _MAX_REQUEST:
        return None
    said = _MORE_BEFORE.sub(r"\g<unit> \g<more>", said)  # "ten more minutes"
    for pattern, nameless in _patterns(what):
        match = pattern.fullmatch(said)
        arguments = None if match is None else _arguments(match, nameless)
        if arguments is not None:
            return arguments
    return None


def _arguments(match: re.Match[str], nameless: frozenset[str]) -> dict[str, Any] | None:
    arguments: dict[str, Any] = {}
    # Of two names the timer's own comes last: "scones need an hour set a scone timer", "a ten minute rice timer for the
    # neighbours", "a tea timer for five minutes and call it oolong".
    for group, said in sorted(match.groupdict().items(), key=lambda each: _own_name(match, each[0])):
        if said is None:
            continue
        kind = group.rstrip("0123456789")
        seconds = parse_duration(said) if kind != "label" else None
        if seconds is not None and 1 <= seconds <= _MOST:
            arguments["duration_seconds"] = seconds
        elif kind != "duration" and _is_name(said, nameless):
            arguments["label"] = without_address(said)
        else:
            return None
    return arguments


def _own_name(match: re.Match[str], group: str) -> int:
    """How surely *group* is the timer's own name: 2 behind "call it", 1 right before the word for a timer."""
    if match[group] is None:
        return 0
    if _CALLED.search(match.string[: match.start(group)]) is not None:
        return 2
    return int(_TIMER.match(match.string, match.end(group)) is not None)


def _is_name(said: str, nameless: frozenset[str]) -> bool:
    words = said.lower().replace("-", " ").split()
    counted = parse_duration(said) is not None or parse_number(" ".join(words)) is not None
    return 0 < len(words) <= _MAX_WORDS and nameless.isdisjoint(words) and not counted


def label_said(text: str) -> str | None:
    """The name that *text*, in English, puts before the word timer, or behind it: "study" of "extend my study timer";
    None where it names none."""
    words = word_table(_FILE)["en-us"]
    nameless, timer = frozenset(words["nameless"].split(" | ")), words["timer"]
    for form in (
        rf"\b(?:the|my|that|our) (?:(?:paused|held|stopped|running|current) )?((?:[\w'-]+ ){{1,3}}){timer}\b",
        rf"\b{timer} (?:of|for|called|named) (?:the |my |our )?((?:[\w'-]+ ?){{1,3}})[.!? ]*$",
    ):
        for found in re.finditer(form, text, re.IGNORECASE):
            said = without_address(found[1].strip())
            if _is_name(said, nameless):
                return said
    return None
