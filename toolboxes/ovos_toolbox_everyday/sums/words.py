"""How a language says numbers and sums: ``lang/<tag>.yaml`` as tables, each read at its first use.

In a phrase ``a | b`` are two, ``(a|b)`` alternatives, ``[a]`` may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product
from pathlib import Path
from typing import Any

from ovos_spec_tools.expansion import expand

from ovos_toolbox_everyday.word_tables import word_table

FOLDER = Path(__file__).parent / "lang"
Phrases = Mapping[str, tuple[tuple[tuple[str, ...], Any], ...]]
"""First word → the phrases that begin with it, each with what it stands for; the longest first."""
Frames = Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]
"""First word that is no number → what a sum is, and its words with <a> and <b> among them; the longest first."""
SIGNS: dict[str, str] = {
    "+": "+",
    "-": "-",
    "−": "-",
    "–": "-",
    "*": "*",
    "×": "*",
    "·": "*",
    "x": "*",
    "/": "/",
    "÷": "/",
    ":": "/",
    "^": "^",
}
_BRACKETS, _REFERENCE = re.compile(r"(?<!\S)(?:\[\([^()\[\]]*\)\]|[(\[][^()\[\]]*[)\]])(?!\S)"), re.compile(r"[{}<>]")
_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*['’]?|\S")


@dataclass(frozen=True, eq=False)
class SumWords:
    """The tables of one language."""

    lang: str
    decimal_comma: bool
    small: Phrases
    """Words of numbers that are added: "twenty", "soixante dix"."""
    articles: Phrases
    hundred: Phrases
    scales: Phrases
    conjunction: frozenset[str]
    """What stands between the parts of a number ("and"), and, where tens come behind, inside ("und")."""
    conjunction_after: int
    """Of what it may stand behind: 100 for "one hundred and five", 10 for "treinta y dos" as well."""
    inverted: bool
    hundreds_unsaid: bool
    """Whether a figure before tens counts hundreds: "one eighty"."""
    compounds: tuple[tuple[str, str, int], ...]
    """Parts that numbers in one word are made of: part, role, value; the longest first. Empty where there are none."""
    point: Phrases
    fractions: Phrases
    """Denominators: "third", "thirds"."""
    and_fractions: Phrases
    """What is added behind a number: "and a half"."""
    wholes: Phrases
    """Whole numbers with a name: "a dozen"."""
    plurals: Phrases
    """Numbers of things that are counted: "six eights"."""
    ordinals: Phrases
    infix: Phrases
    minus: Phrases
    postfix: Phrases
    prefix: Phrases
    """What multiplies, divides or roots what follows: "double", "half of", "square root of"."""
    lists: Phrases
    """What takes several: "average of"."""
    list_and: Phrases
    power: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """What stands around an ordinal that is an exponent."""
    root: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """What stands around an ordinal that is the degree of a root."""
    of: Phrases
    off: Phrases
    more: Phrases
    opens: Phrases
    closes: Phrases
    skipped: Phrases
    """Words that say nothing before a number or behind one: currencies."""
    money: Phrases
    """Currencies behind which the hundredths may follow: "eight euros fifty"."""
    cents: Phrases
    """Hundredths of them."""
    cents_and: Phrases
    """What may join these to the rest of a price."""
    asks: Phrases
    asks_sum: Phrases
    """What asks for a sum and for nothing else: "calculate"."""
    unsure: frozenset[str]
    """Words that make two numbers a sum and something else as well: "120 over 80"."""
    remainder: Phrases
    """What says that of a division the remainder is asked for."""
    saved: Phrases
    """What says that of a price the percentage that goes off is asked for, rather than what is left of it."""
    elsewhere: Phrases
    """What a request begins with that is for something else, whatever numbers are in it: "play"."""
    ends: Phrases
    then: Phrases
    last: Phrases
    goes_on: Phrases
    """What a sum that goes on begins with: "and", "now"."""
    instead: Phrases
    """What changes a number of the last sum: "and", "what about", "make that"."""
    instead_of: Phrases
    """What stands before the number that is changed: "of", "for"."""
    frames: Frames
    """Sums that are said around their numbers; ``<w>`` are a few words of a story, ``<m>``, ``<n>``, ``<k>`` and
    ``<j>`` prices in the places of ``<a>``, ``<b>`` and of two more, ``<c>`` and ``<d>``, ``<s>`` a number of things
    counted; where ``<notword>`` stands, that word must not."""
    follow_frames: Frames
    """The same of sums whose first number is the last result."""
    leading: Mapping[tuple[str, ...], frozenset[str]]
    """What sums begin with that have no more than some words between their numbers, by these: "add" by "to"."""
    number_words: frozenset[str] = field(default_factory=frozenset)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages that sums are read in, English first."""
    found = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    return ("en-us", *(tag for tag in found if tag != "en-us"))


def pieces_of(text: str) -> list[str]:
    """The words of a phrase."""
    return [piece.replace("’", "'") for piece in _LETTERS.findall(text.lower())]


@lru_cache(maxsize=16)
def sum_words(tag: str) -> SumWords:
    """The tables of the language whose folder is called *tag*."""
    raw = word_table(FOLDER / f"{tag}.yaml")
    numbers = raw["numbers"]
    small = phrases({text: int(value) for value, text in numbers["words"].items()})
    hundred, scales = (phrases({text: int(v) for v, text in numbers.get(n, {}).items()}) for n in ("hundred", "scales"))
    fractions = phrases({text: Fraction(str(v)) for v, text in numbers.get("fractions", {}).items()})
    words = {piece for table in (small, hundred, scales) for piece in table}
    frames = _frames(raw["frames"])
    return SumWords(
        lang=tag,
        decimal_comma=bool(raw.get("decimal_comma")),
        small=small,
        articles=phrases({numbers.get("articles", ""): 1}),
        hundred=hundred,
        scales=scales,
        conjunction=frozenset(_expanded(numbers.get("and", ""))),
        conjunction_after=int(numbers.get("and_after", 100)),
        inverted=bool(numbers.get("inverted")),
        hundreds_unsaid=bool(numbers.get("hundreds_unsaid")),
        compounds=_compounds(numbers, small, hundred, scales),
        point=phrases({numbers["point"]: True}),
        fractions=fractions,
        and_fractions=phrases({text: Fraction(str(v)) for v, text in numbers.get("and_fractions", {}).items()}),
        wholes=phrases({text: int(v) for v, text in numbers.get("wholes", {}).items()}),
        plurals=phrases({text: int(v) for v, text in numbers.get("plurals", {}).items()}),
        ordinals=phrases({text: int(v) for v, text in raw.get("ordinals", {}).items()}),
        infix=phrases({**{text: sign for sign, text in raw["infix"].items()}, **SIGNS, "**": "^"}),
        minus=phrases({f"{raw['minus']} | - | − | –": True}),
        postfix=phrases({**{text: what for what, text in raw["postfix"].items()}, "%": "%"}),
        prefix=phrases({text: what for what, text in raw["prefix"].items()} | {"√": "sqrt"}),
        lists=phrases({text: what for what, text in raw["lists"].items()}),
        list_and=phrases({f"{raw['list_and']} | ,": True}),
        power=_around(raw["power"]),
        root=_around(raw["root"]),
        of=phrases({raw["percent_of"]: True}),
        off=phrases({raw["percent_off"]: True}),
        more=phrases({raw.get("percent_more", ""): True}),
        opens=phrases({f"{raw['opens']} | ( | [": True}),
        closes=phrases({f"{raw['closes']} | ) | ]": True}),
        skipped=phrases({f"{raw['skipped']} | $ | € | £": True}),
        money=phrases({raw.get("money", ""): True}),
        cents=phrases({raw.get("cents", ""): True}),
        cents_and=phrases({raw.get("cents_and", ""): True}),
        asks=phrases({raw["asks"]: True}),
        asks_sum=phrases({raw["asks_sum"]: True}),
        unsure=frozenset(_expanded(raw.get("unsure", ""))),
        remainder=phrases({raw.get("remainder", ""): True}),
        saved=phrases({raw.get("saved", ""): True}),
        elsewhere=phrases({raw.get("elsewhere", ""): True}),
        ends=phrases({f"{raw['ends']} | = | ? | ! | . | = ? | ,": True}),
        then=phrases({raw["then"]: True}),
        last=phrases({f"{raw['last']} | last": True}),
        goes_on=phrases({raw["goes_on"]: True}),
        instead=phrases({raw["instead"]: True}),
        instead_of=phrases({raw["instead_of"]: True}),
        frames=frames,
        follow_frames=_frames(raw["follow_frames"]),
        leading=_leading(frames),
        number_words=frozenset(words),
    )


def _expanded(text: str) -> list[str]:
    return [" ".join(form) for form in _forms_in_words(text)]


def _forms_in_words(text: str) -> list[tuple[str, ...]]:
    """The words of each form of *text*."""
    return [form for one in _alternatives(text) for form in _words_of_forms(one)]


def _words_of_forms(template: str) -> Collection[tuple[str, ...]]:
    """What :func:`expand` makes of *template*, in its order, as words. A language has tens of thousands of forms, which
    every process that starts would wait for: choosing among words takes a tenth of the time of choosing among texts.
    Brackets in brackets or in a word, and what is malformed, are left to :func:`expand`."""
    literals, brackets = _BRACKETS.split(template), _BRACKETS.findall(template)
    choices = [[tuple(literals[0].split())]]
    for bracket, literal in zip(brackets, literals[1:], strict=True):
        branches = [tuple(branch.split()) for branch in bracket.strip("()[]").split("|")]
        if bracket[0] == "[":
            # In "[(a|b)]" each word may be left out for itself, the first one first.
            branches.insert(1 if bracket[1] == "(" else len(branches), ())
        choices += [branches, [tuple(literal.split())]]
    plain = not any(sign in literal for literal in literals for sign in "()[]|") and not _REFERENCE.search(template)
    if not plain or any(len(branches) == 1 for branches in choices[1::2]) or not any(map(all, choices)):
        return [tuple(form.split()) for form in expand(template)]
    # The brackets furthest to the right vary slowest.
    chosen = product(*reversed(choices))
    return dict.fromkeys(tuple(chain.from_iterable(reversed(form))) for form in chosen)


def _alternatives(text: str) -> list[str]:
    """Parted at each ``|`` that stands in no brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign == "|" and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def _forms(text: str) -> list[str]:
    # "(" and "[" alone are signs here, not brackets of a pattern.
    signs = [part.strip() for part in text.split(" | ") if re.fullmatch(r"\W+", part.strip())]
    rest = " | ".join(part for part in text.split(" | ") if not re.fullmatch(r"\s*\W+\s*", part))
    return [*_expanded(rest), *signs]


def phrases(meanings: Mapping[str, Any]) -> Phrases:
    """Texts of phrases → what they mean, as a table."""
    found: dict[str, list[tuple[tuple[str, ...], Any]]] = {}
    for text, meaning in meanings.items():
        for form in _forms(text):
            words = tuple(pieces_of(form))
            if words:
                found.setdefault(words[0], []).append((words, meaning))
    return {first: tuple(sorted(rows, key=lambda row: -len(row[0]))) for first, rows in found.items()}


def _around(text: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    found = []
    for form in _expanded(text):
        before, _, behind = form.partition("#")
        found.append((tuple(pieces_of(before)), tuple(pieces_of(behind))))
    return tuple(found)


def _frames(raw: Mapping[str, str]) -> Frames:
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for what, text in raw.items():
        for form in _forms_in_words(re.sub(r"<(\w+)>", r"slot\1slot", text)):
            pieces = tuple(chain.from_iterable(map(_frame_pieces, form)))
            key = next(piece for piece in pieces if piece[0] != "<")
            found.setdefault(key, []).append((str(what).strip(), pieces))
    return {key: tuple(sorted(rows, key=lambda row: -len(row[1]))) for key, rows in found.items()}


def _leading(frames: Frames) -> dict[tuple[str, ...], frozenset[str]]:
    found: dict[tuple[str, ...], set[str]] = {}
    for first, rows in frames.items():
        for _, form in rows:
            if form[0] == first and form[1:2] == ("<a>",) and form[-1] == "<b>" and "<" not in "".join(form[2:-1]):
                found.setdefault(form[2:-1], set()).add(first)
    return {between: frozenset(heads) for between, heads in found.items()}


@lru_cache(maxsize=2048)
def _frame_pieces(word: str) -> tuple[str, ...]:
    """The pieces of one word of a frame. A language has some hundred such words, in tens of thousands of forms, and
    every process that starts reads them all."""
    return tuple(re.sub(r"^slot(\w+?)slot$", r"<\1>", piece) for piece in pieces_of(word))


def _compounds(numbers: Mapping[str, Any], *tables: Phrases) -> tuple[tuple[str, str, int], ...]:
    if not numbers.get("compounds"):
        return ()
    roles = ("add", "hundred", "scale")
    parts = [
        (words[0], role, value)
        for role, table in zip(roles, tables, strict=True)
        for rows in table.values()
        for words, value in rows
        if len(words) == 1
    ]
    parts += [(form, "add", int(value)) for value, text in numbers.get("parts", {}).items() for form in _expanded(text)]
    parts += [(form, "hundred", 100) for form in _expanded(numbers.get("part_hundred", ""))]
    parts += [(form, "and", 0) for form in _expanded(numbers.get("part_and", ""))]
    return tuple(sorted(parts, key=lambda part: -len(part[0])))
