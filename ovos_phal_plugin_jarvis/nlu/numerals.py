"""English numbers as people say and recognisers write them.

ovos-number-parser gives a number and no place for it, takes milliseconds a call, and reads "one hundred and five and
six" as one number; the places are what the tagger needs. So English is read here, other languages through the
library (``foreign.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_UNITS = {
    "zero": 0,
    "oh": 0,
    "nought": 0,
    "nil": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
}
_TEENS = {
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
}
_TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fourty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_WHOLES = {"dozen": 12}
_ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "eleventh": 11,
    "twelfth": 12,
    "thirteenth": 13,
    "fourteenth": 14,
    "fifteenth": 15,
    "sixteenth": 16,
    "seventeenth": 17,
    "eighteenth": 18,
    "nineteenth": 19,
    "twentieth": 20,
    "thirtieth": 30,
    "fortieth": 40,
    "fiftieth": 50,
    "sixtieth": 60,
    "seventieth": 70,
    "eightieth": 80,
    "ninetieth": 90,
    "hundredth": 100,
}
_FRACTIONS = {
    "half": 0.5,
    "quarter": 0.25,
    "third": 1 / 3,
    "quarters": 0.25,
    "thirds": 1 / 3,
    "fifth": 0.2,
    "fifths": 0.2,
    "tenth": 0.1,
    "tenths": 0.1,
    "eighth": 0.125,
    "eighths": 0.125,
}

NUMBER_WORDS = frozenset({*_UNITS, *_TEENS, *_TENS, *_SCALES} - {"oh", "nil"})

_STARTS = frozenset(
    {*_UNITS, *_TEENS, *_TENS, *_WHOLES, *_ORDINALS, *_FRACTIONS, "a", "minus", "negative", "-", "point"}
)


def may_start(word: str) -> bool:
    """Whether a number may begin with *word*; a quick look that saves a closer one."""
    return word in _STARTS or word[:1].isdigit() or _joined(word) is not None


Span = tuple[int, int, float]
"""First token, one past the last token, value."""


@lru_cache(maxsize=8192)
def is_number_word(word: str) -> bool:
    """Whether *word* alone is a number, in digits or in letters."""
    return word in NUMBER_WORDS or digits(word) is not None or _joined(word) is not None


@lru_cache(maxsize=4096)
def _joined(word: str) -> int | None:
    """ "fiftyfive", as a recogniser may write it that drops hyphens."""
    for tens, value in _TENS.items():
        if word.startswith(tens) and 0 < _UNITS.get(word[len(tens) :], 0) < 10:
            return value + _UNITS[word[len(tens) :]]
    return None


def digits(word: str) -> float | None:
    """The value of a number written in digits (``12``, ``3.5``, ``1,000``), None for anything else."""
    if not word[:1].isdigit():
        return None
    plain = word.replace(",", "")
    try:
        return float(plain) if plain.isascii() and len(plain) <= 18 else None
    except ValueError:
        return None


def cardinal(words: Sequence[str], at: int) -> Span | None:
    """The number that begins at *at*, as long as it goes: "minus three and a half", "two hundred and five", "3.5"."""
    start = at
    sign = 1.0
    if at + 1 < len(words) and words[at] in ("minus", "negative", "-"):
        sign, at = -1.0, at + 1
    if words[at : at + 1] in (["point"], ("point",)):
        end, value = _decimals(words, at, 0.0)
        return (start, end, sign * value) if end > at else None
    read = _whole(words, at)
    if read is None:
        fraction = _fraction(words, at) if sign > 0 else None
        return (start, fraction[0], fraction[1]) if fraction else None
    end, value = read
    end, value = _decimals(words, end, value)
    if end < len(words) and words[end] in ("million", "billion", "thousand", "hundred", "trillion"):
        value, end = value * _SCALES[words[end]], end + 1
    if end + 1 < len(words) and words[end] == "and":
        half = _fraction(words, end + 1)
        if half and not (half[0] < len(words) and words[half[0]] in ("past", "to")):
            end, value = half[0], value + half[1]
    return (start, end, sign * value)


def _whole(words: Sequence[str], at: int) -> tuple[int, float] | None:
    """A whole number in digits or in words: where it ends and its value."""
    if at >= len(words):
        return None
    written = digits(words[at])
    if written is not None:
        return at + 1, written
    if words[at] in ("a", "half") and at + 1 < len(words) and words[at + 1] == "dozen":
        return at + 2, 12.0 if words[at] == "a" else 6.0
    if words[at] in _WHOLES:
        return at + 1, float(_WHOLES[words[at]])
    if words[at] == "a" and at + 1 < len(words) and words[at + 1] in ("hundred", "thousand", "million", "billion"):
        return _scaled(words, at + 1, 1.0)
    group = _below_hundred(words, at)
    if group is None:
        return None
    return _scaled(words, *group)


def _below_hundred(words: Sequence[str], at: int) -> tuple[int, float] | None:
    word = words[at] if at < len(words) else ""
    if word in _TENS:
        following = words[at + 1] if at + 1 < len(words) else ""
        if _UNITS.get(following, 0) > 0:
            return at + 2, float(_TENS[word] + _UNITS[following])
        return at + 1, float(_TENS[word])
    if word in _TEENS:
        return at + 1, float(_TEENS[word])
    if word[-1:].isalpha() and (joined := _joined(word)) is not None:
        return at + 1, float(joined)
    if word in _UNITS and word not in ("oh", "nil"):
        return at + 1, float(_UNITS[word])
    return None


def _scaled(words: Sequence[str], end: int, value: float) -> tuple[int, float]:
    """Carry on a number whose first group is *value*: "two" → "two thousand three hundred and five"."""
    total, group = 0.0, value
    while end < len(words):
        word = words[end]
        if word in _SCALES:
            scale = _SCALES[word]
            if scale == 100:
                group *= 100
            else:
                total, group = total + group * scale, 0.0
            end += 1
            more = end + 1 if end < len(words) and words[end] == "and" else end
            tail = _below_hundred(words, more)
            if tail is None:
                continue
            if tail[0] < len(words) and words[tail[0]] == "hundred" and scale == 100:
                break
            end, group = tail[0], group + tail[1]
            continue
        pair = _below_hundred(words, end) if not total and 10 <= group < 100 and group == int(group) else None
        # "nineteen eighty four", "twenty twenty six": a year, or a clock time said in two groups.
        if pair and pair[1] >= 10:
            return pair[0], group * 100 + pair[1]
        break
    return end, total + group


def _decimals(words: Sequence[str], end: int, value: float) -> tuple[int, float]:
    if end + 1 >= len(words) or words[end] not in ("point", "dot"):
        return end, value
    figures, at = "", end + 1
    while at < len(words) and len(figures) < 9:
        word = words[at]
        if word in _UNITS:
            figures += str(_UNITS[word])
        elif word.isdigit() and word.isascii():
            figures += word
        elif not figures and word in {**_TEENS, **_TENS}:
            pair = _below_hundred(words, at)
            figures, at = (str(int(pair[1])), pair[0] - 1) if pair else ("", at)
        else:
            break
        at += 1
    return (at, float(f"{int(value)}.{figures}")) if figures else (end, value)


def _fraction(words: Sequence[str], at: int) -> tuple[int, float] | None:
    """ "half", "a quarter", "three quarters", "two thirds": where it ends and its value."""
    if at >= len(words):
        return None
    if words[at] in ("half", "quarter"):
        # "half of 68" and "half past six" are no 0.5.
        bare = at + 1 >= len(words) or words[at + 1] not in ("of", "past", "to")
        return (at + 1, _FRACTIONS[words[at]]) if bare else None
    following = words[at + 1] if at + 1 < len(words) else ""
    beyond = words[at + 2] if at + 2 < len(words) else ""
    if (
        words[at] in ("a", "one")
        and beyond != "of"
        and following in ("half", "quarter", "third", "fifth", "tenth", "eighth")
    ):
        return at + 2, _FRACTIONS[following]
    if words[at] in _UNITS and following in ("quarters", "thirds", "fifths", "tenths", "eighths"):
        return at + 2, _UNITS[words[at]] * _FRACTIONS[following]
    return None


def ordinal(words: Sequence[str], at: int) -> Span | None:
    """The ordinal that begins at *at*: "3rd", "third", "twenty first"."""
    word = words[at]
    if word[:-2].isdigit() and word[-2:] in ("st", "nd", "rd", "th"):
        return at, at + 1, float(word[:-2])
    if word in _TENS and at + 1 < len(words) and 0 < _ORDINALS.get(words[at + 1], 99) < 10:
        return at, at + 2, float(_TENS[word] + _ORDINALS[words[at + 1]])
    if word in _ORDINALS:
        return at, at + 1, float(_ORDINALS[word])
    return None
