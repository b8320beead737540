"""Sums that are said in full, for the fast paths of ``calculate``: pure functions from words to arguments.

Every number must be one throughout (:mod:`ovos_toolbox_everyday.spoken_numbers`), so that nothing but a sum is claimed.
"""

from __future__ import annotations

import re
from typing import Any

from ovos_toolbox_everyday.spoken_numbers import parse_number

_SIGNS = {
    "plus": "add",
    "+": "add",
    "minus": "subtract",
    "-": "subtract",
    "times": "multiply",
    "multiplied by": "multiply",
    "x": "multiply",
    "*": "multiply",
    "×": "multiply",
    "divided by": "divide",
    "/": "divide",
    "÷": "divide",
    "to the power of": "power",
    "^": "power",
    "percent of": "percent",
    "% of": "percent",
    "modulo": "modulo",
    "mod": "modulo",
}
_ASKING = (
    r"^(?:hey |okay |please )?"
    r"(?:what(?:'s| is|s) |how much is |calculate |compute |work out )?(?:the )?"
)
_END = r" *[?.!]*$"
_NUMBER = r"(?:minus |negative )?[\w.,-]{1,20}(?: [\w.,-]{1,20}){0,9}?"
# A dash or a slash without spaces is a date, a fraction or a telephone number.
_SIGN = "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True) if sign not in "-/")
_ANY_SIGN = rf"(?: *(?P<sign>{_SIGN}) *| (?P<dash>[-/]) )"

TWO_NUMBERS = rf"{_ASKING}(?P<a>{_NUMBER}){_ANY_SIGN}(?P<b>{_NUMBER}){_END}"
"""A number, a sign, a number."""

_PHRASES: tuple[tuple[str, str, str | int | None], ...] = (
    # words, operation, second number: the place it has in the words, the number that they imply, or none
    (r"add <a> (?:and|to|plus) <b>", "add", "b"),
    (r"sum of <a> and <b>", "add", "b"),
    (r"subtract <b> from <a>", "subtract", "b"),
    (r"take <b> (?:away )?from <a>", "subtract", "b"),
    (r"difference between <a> and <b>", "subtract", "b"),
    (r"multiply <a> (?:by|with|and) <b>", "multiply", "b"),
    (r"product of <a> and <b>", "multiply", "b"),
    (r"(?:double|twice) <a>", "multiply", 2),
    (r"triple <a>", "multiply", 3),
    (r"divide <a> by <b>", "divide", "b"),
    (r"half (?:of )?<a>", "divide", 2),
    (r"a third of <a>", "divide", 3),
    (r"a quarter of <a>", "divide", 4),
    (r"remainder of <a> divided by <b>", "modulo", "b"),
    (r"<a> squared", "power", 2),
    (r"<a> cubed", "power", 3),
    (r"(?:square )?root of <a>", "square_root", None),
)


def _phrase(words: str, first: str, second: str) -> str:
    return _ASKING + words.replace("<a>", f"({first}{_NUMBER})").replace("<b>", f"({second}{_NUMBER})") + _END


_COMPILED = tuple(
    (re.compile(_phrase(words, "?P<a>", "?P<b>"), re.IGNORECASE), operation, second)
    for words, operation, second in _PHRASES
)

PHRASE = "|".join(_phrase(words, "?:", "?:") for words, _operation, _second in _PHRASES)
"""Any of the sums that are said without a sign between two numbers."""

_TURNED = tuple(
    re.compile(
        words.replace("<a>", rf"(?P<a>{_NUMBER})").replace("<b>", rf"(?P<b>{_NUMBER})") + r"(?= *[?.!]*$| please\b)",
        re.IGNORECASE,
    )
    for words in (
        r"\b(?:subtract|deduct|remove|take) <b> (?:away |off )?(?:from|of) <a>",
        r"\btake <b> (?:away|off) <a>",
        r"\bdivide <b> into <a>",
        r"\bdoes <b> (?:go|fit) into <a>",
    )
)
"""Sums whose second number is said first, at the end of any words."""
_REMAINDER = re.compile(r"\b(?:remainder|modulo|mod|left over|leftover)\b", re.IGNORECASE)
_IMPLIED = (
    (r"\b(squared|square(?! root)|half|halve|double|doubled|twice)\b", 2),
    (r"\b(cubed?|third|triple|tripled)\b", 3),
    (r"\bquarter\b", 4),
)
_OPERATION_WORDS = {
    **_SIGNS,
    "root": "square_root",
    "square root": "square_root",
    "sqrt": "square_root",
    "sum": "add",
    "subtraction": "subtract",
    "difference": "subtract",
    "product": "multiply",
    "multiplication": "multiply",
    "division": "divide",
    "over": "divide",
    "percentage": "percent",
    "percent": "percent",
    "remainder": "modulo",
    "exponent": "power",
    "squared": "power",
    "cubed": "power",
    "double": "multiply",
    "half": "divide",
}


def read_signed(match: re.Match[str]) -> dict[str, Any] | None:
    """The arguments of a match of :data:`TWO_NUMBERS`, or None where one of its numbers is none."""
    num1, num2 = parse_number(match["a"]), parse_number(match["b"])
    if num1 is None or num2 is None:
        return None
    return {"num1": num1, "num2": num2, "operation": _SIGNS[(match["sign"] or match["dash"]).lower()]}


def read_phrase(text: str) -> dict[str, Any] | None:
    """The arguments of a sum such as "subtract 5 from 20" or "half of 90", or None where *text* is none."""
    for pattern, operation, second in _COMPILED:
        match = pattern.search(text)
        num1 = parse_number(match["a"]) if match else None
        if match is None or num1 is None:
            continue
        if second is None:
            return {"num1": num1, "operation": operation}
        num2 = parse_number(match[second]) if isinstance(second, str) else second
        if num2 is not None:
            return {"num1": num1, "num2": num2, "operation": operation}
    return None


def turned_numbers(text: str) -> tuple[int | float, int | float] | None:
    """First and second number of a sum that says them the other way round ("take 12 away from 40"), or None."""
    for pattern in _TURNED:
        match = pattern.search(text)
        first, second = (parse_number(match["a"]), parse_number(match["b"])) if match else (None, None)
        if first is not None and second is not None:
            return first, second
    return None


def asks_remainder(text: str) -> bool:
    """Whether *text* asks for what a division leaves rather than for its result."""
    return bool(_REMAINDER.search(text))


def implied_number(text: str) -> int | None:
    """The second number that is in the words though nobody said it: 2 in "nine squared"."""
    return next((number for words, number in _IMPLIED if re.search(words, text.lower())), None)


def operation_called(word: str) -> str | None:
    """The operation that *word* is another name of, or None."""
    return _OPERATION_WORDS.get(word.strip().lower())
