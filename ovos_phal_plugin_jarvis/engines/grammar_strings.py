"""Text inside JSON quotation marks: its characters, lengths, and the formats JSON Schema names."""

from __future__ import annotations

import json
from collections.abc import Callable

from ovos_phal_plugin_jarvis.engines.grammar_nodes import (
    Chars,
    GrammarError,
    Literal,
    Node,
    Repeat,
    choice,
    sequence,
    words,
)

QUOTE = Literal('"')

PLAIN = Chars(((0x20, 0x21), (0x23, 0x5B), (0x5D, 0x7E), (0xA0, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF)))
"""Characters that stand for themselves. Escapes of the form ``\\u0041`` are left out: they make text longer and
let half a surrogate pair through, and every character they could name may stand as it is."""

CHARACTER = choice([PLAIN, *(Literal(escape) for escape in ('\\"', "\\\\", "\\n", "\\t"))])
"""One character of a JSON string, escaped where it has to be."""

MAX_REPEAT = 1000
"""llama.cpp unrolls counted repetitions and refuses those over 2,000; longer ones are nested."""


def json_text(value: object) -> Literal:
    """*value* as compact JSON and nothing else."""
    return Literal(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def repeat(item: Node, low: int, high: int | None) -> Node:
    """*item* between *low* and *high* times, split where llama.cpp would refuse the count."""
    if high is not None and low > high:
        raise GrammarError(f"at least {low} and at most {high} cannot both hold")
    if low > MAX_REPEAT:
        block = repeat(item, MAX_REPEAT, MAX_REPEAT)
        count, rest = divmod(low, MAX_REPEAT)
        more = None if high is None else high - low
        return sequence([Repeat(block, count, count), repeat(item, rest, rest), repeat(item, 0, more)])
    if high is not None and high > MAX_REPEAT:
        high = max(MAX_REPEAT, low)  # nothing spoken is longer; a shorter limit is still within the schema's
    if (low, high) == (1, 1):
        return item
    return Repeat(item, low, high) if high != 0 else Literal("")


def string(low: int, high: int | None) -> Node:
    """A JSON string of *low* to *high* characters."""
    return sequence([QUOTE, repeat(CHARACTER, low, high), QUOTE])


def _digits(low: int, high: int | None = None) -> Node:
    return Repeat(Chars(((0x30, 0x39),)), low, low if high is None else high)


def _numbers(first: int, last: int, width: int = 2) -> Node:
    return words(f"{n:0{width}d}" for n in range(first, last + 1))


def _of(characters: str) -> Chars:
    """One character of a set written as in ``a-z0-9_``; a hyphen stands last."""
    ranges, i = [], 0
    while i < len(characters):
        if i + 2 < len(characters) and characters[i + 1] == "-":
            ranges.append((ord(characters[i]), ord(characters[i + 2])))
            i += 3
        else:
            ranges.append((ord(characters[i]), ord(characters[i])))
            i += 1
    return Chars(tuple(ranges))


def _date() -> Node:
    """Days that exist, from 1901 to 2099, where every fourth year is a leap year."""
    leap = words(str(year) for year in range(1904, 2100, 4))
    year = choice([sequence([Literal("19"), _numbers(1, 99)]), sequence([Literal("20"), _digits(2)])])
    long_months = sequence([words(["01", "03", "05", "07", "08", "10", "12"]), Literal("-"), _numbers(1, 31)])
    short_months = sequence([words(["04", "06", "09", "11"]), Literal("-"), _numbers(1, 30)])
    february = sequence([Literal("02-"), _numbers(1, 28)])
    return choice(
        [
            sequence([year, Literal("-"), choice([long_months, short_months, february])]),
            sequence([leap, Literal("-02-29")]),
        ]
    )


def _time() -> Node:
    return sequence([_numbers(0, 23), Literal(":"), _numbers(0, 59), Literal(":"), _numbers(0, 59)])


def _date_time() -> Node:
    """RFC 3339, which asks for an offset: without one, readers disagree about whose clock is meant."""
    offset = sequence([_of("+-"), _numbers(0, 14), Literal(":"), words(["00", "15", "30", "45"])])
    return sequence([_date(), Literal("T"), _time(), choice([Literal("Z"), offset])])


def _duration() -> Node:
    """ISO 8601, with at least one part, to the second."""

    def part(unit: str) -> Node:
        return sequence([choice([Literal("0"), sequence([_of("1-9"), _digits(0, 4)])]), Literal(unit)])

    hours, minutes, seconds = part("H"), part("M"), part("S")

    def maybe(node: Node) -> Node:
        return Repeat(node, 0, 1)

    clock = sequence(
        [
            Literal("T"),
            choice(
                [
                    sequence([hours, maybe(minutes), maybe(seconds)]),
                    sequence([minutes, maybe(seconds)]),
                    seconds,
                ]
            ),
        ]
    )
    return sequence([Literal("P"), choice([sequence([part("D"), maybe(clock)]), clock])])


def _email() -> Node:
    name = _of("a-z0-9")
    return sequence(
        [
            name,
            Repeat(_of("a-z0-9_+-"), 0, 30),
            Repeat(sequence([Literal("."), Repeat(name, 1, 20)]), 0, 2),
            Literal("@"),
            _host(),
        ]
    )


def _host() -> Node:
    label = sequence([_of("a-z"), Repeat(_of("a-z0-9"), 0, 30)])
    return sequence([label, Repeat(sequence([Literal("."), label]), 0, 2), Literal("."), Repeat(_of("a-z"), 2, 6)])


def _uri() -> Node:
    return sequence(
        [
            words(["http://", "https://"]),
            _host(),
            Repeat(sequence([Literal("/"), Repeat(_of("A-Za-z0-9._~-"), 0, 60)]), 0, 6),
        ]
    )


def _ipv4() -> Node:
    octet = choice(
        [
            _digits(1),
            sequence([_of("1-9"), _digits(1)]),
            sequence([Literal("1"), _digits(2)]),
            sequence([Literal("2"), _of("0-4"), _digits(1)]),
            sequence([Literal("25"), _of("0-5")]),
        ]
    )
    return sequence([octet, *[Literal("."), octet] * 3])


def _uuid() -> Node:
    hexadecimal = _of("0-9a-f")
    return sequence(
        [
            Repeat(hexadecimal, 8, 8),
            Literal("-"),
            Repeat(hexadecimal, 4, 4),
            Literal("-4"),
            Repeat(hexadecimal, 3, 3),
            Literal("-"),
            _of("89ab"),
            Repeat(hexadecimal, 3, 3),
            Literal("-"),
            Repeat(hexadecimal, 12, 12),
        ]
    )


FORMATS: dict[str, Callable[[], Node]] = {
    "date": _date,
    "time": _time,
    "date-time": _date_time,
    "duration": _duration,
    "email": _email,
    "uri": _uri,
    "url": _uri,
    "hostname": _host,
    "ipv4": _ipv4,
    "uuid": _uuid,
}
"""Format → the characters between the quotation marks. A time has no offset, as people say it."""
