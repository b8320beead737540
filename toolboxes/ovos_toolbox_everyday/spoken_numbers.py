"""Numbers and durations as they are said, for the fast paths.

Strict on purpose: the whole text is a number or the answer is None. Libraries such as ovos-number-parser
find a number somewhere in a sentence, which a fast path must not do.
"""

from __future__ import annotations

import re

_SMALL_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_SMALL = {word: value for value, word in enumerate(_SMALL_WORDS)}
_TENS_WORDS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_TENS = {word: 10 * value for value, word in enumerate(_TENS_WORDS, start=2)}
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_DIGITS = re.compile(r"-?\d{1,15}(\.\d{1,10})?")
_UNIT_SECONDS = {"second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3_600, "day": 86_400}
_PART = re.compile(r"(?P<amount>.+?)[ -]?(?P<unit>seconds?|secs?|minutes?|mins?|hours?|days?)(?P<half> and a half)?")


def parse_number(text: str) -> int | float | None:
    """*text* as a number ("12", "1,500", "twenty one", "three point one four", "minus six"), or None."""
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.strip().rstrip(".,").lower())
    if _DIGITS.fullmatch(text):
        return float(text) if "." in text else int(text)
    sign = 1
    for word in ("minus ", "negative "):
        if text.startswith(word):
            sign, text = -1, text.removeprefix(word)
    whole, point, decimals = text.partition(" point ")
    value = _parse_words(whole.replace("-", " ").split())
    if value is None or not point:
        return None if value is None else sign * value
    digits = [_SMALL.get(word, 10) for word in decimals.split()]
    if not digits or max(digits) > 9:
        return None
    return sign * float(f"{value}.{''.join(map(str, digits))}")


def _parse_words(words: list[str]) -> int | None:
    if not words:
        return None
    total = group = 0
    last = 10**12  # the size of the last word: "twenty one" may follow, "one twenty" may not
    for index, word in enumerate(words):
        if word == "and" and 0 < index < len(words) - 1 and last in (100, *_SCALES.values()):
            continue
        if word == "a" and index == 0 and len(words) > 1 and words[1] in ("hundred", *_SCALES):
            word = "one"
        if word in _SMALL and last >= 20 and not (word == "zero" and len(words) > 1):
            if last in _TENS.values() and _SMALL[word] > 9:
                return None
            group, last = group + _SMALL[word], 1
        elif word in _TENS and last >= 100:
            group, last = group + _TENS[word], _TENS[word]
        elif word == "hundred" and last == 1 and 0 < group < 20:
            group, last = group * 100, 100
        elif word in _SCALES and group and (total == 0 or total % (_SCALES[word] * 1000) == 0):
            total, group, last = total + group * _SCALES[word], 0, _SCALES[word]
        else:
            return None
    return total + group


def parse_duration(text: str) -> int | None:
    """*text* as whole seconds ("five minutes", "1 hour and 30 minutes", "an hour and a half"), or None."""
    text = re.sub(r"\b(half an|(a )?half[ -]) ?hour\b", "30 minutes", text.strip().lower())
    text = re.sub(r"\bthree[ -]quarters of an hour\b", "45 minutes", text)
    text = re.sub(r"\b(a )?quarter of an hour\b", "15 minutes", text)
    seconds = 0.0
    smallest = float("inf")
    while text:
        match = _PART.match(text)
        if match is None:
            return None
        amount = _parse_amount(match["amount"])
        size = _UNIT_SECONDS[match["unit"].rstrip("s")]
        if amount is None or amount < 0 or size >= smallest:
            return None
        seconds += (amount + (0.5 if match["half"] else 0)) * size
        smallest = size
        rest = text[match.end() :]
        text = re.sub(r"^(,? and |, | )", "", rest)
        if text == rest and text:
            return None
    return int(seconds) if seconds and seconds == int(seconds) else None


def _parse_amount(text: str) -> int | float | None:
    text = text.strip()
    if text in ("a", "an"):
        return 1
    if text == "half a":
        return 0.5
    if text.endswith(" and a half"):
        whole = parse_number(text.removesuffix(" and a half"))
        return None if whole is None else whole + 0.5
    return parse_number(text)
