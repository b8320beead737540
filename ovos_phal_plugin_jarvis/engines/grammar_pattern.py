"""Regular expressions of a schema as grammar: the plain part of them that tool authors write.

The whole text has to match, which is narrower than JSON Schema's search and therefore still valid.
"""

from __future__ import annotations

import json

from ovos_phal_plugin_jarvis.engines.grammar_nodes import (
    EMPTY,
    Chars,
    Choice,
    GrammarError,
    Literal,
    Node,
    Repeat,
    Sequence,
    choice,
    sequence,
)
from ovos_phal_plugin_jarvis.engines.grammar_strings import PLAIN, repeat


class PatternNotExpressed(GrammarError):
    """The expression uses something that a grammar cannot say (look-around, back references, …)."""


_Ranges = tuple[tuple[int, int], ...]
_CLASSES: dict[str, _Ranges] = {
    "d": ((0x30, 0x39),),
    "w": ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)),
    "s": ((0x20, 0x20),),
}
_ESCAPED = {0x22: '\\"', 0x5C: "\\\\", 0x0A: "\\n", 0x09: "\\t"}
_CONTROLS = {"n": 0x0A, "t": 0x09}


def pattern(expression: str, low: int = 0, high: int | None = None) -> Node:
    """What stands between the quotation marks of a string that *expression* matches.

    Args:
        low: characters it must have at least (``minLength``).
        high: characters it may have at most (``maxLength``).

    Raises:
        PatternNotExpressed: the expression, or it together with the lengths, is beyond this.
    """
    return _fit(_Reader(expression).read(), low, high)


class _Reader:
    def __init__(self, expression: str):
        self._text = expression
        self._at = 0

    def read(self) -> Node:
        node = self._alternatives(top=True)
        if self._at < len(self._text):
            raise PatternNotExpressed(f"unexpected {self._text[self._at]!r}")
        return node

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self) -> str:
        char = self._peek()
        if not char:
            raise PatternNotExpressed("the expression ends too early")
        self._at += 1
        return char

    def _alternatives(self, top: bool = False) -> Node:
        branches = [self._branch(top)]
        while self._peek() == "|":
            self._at += 1
            branches.append(self._branch(top))
        return choice(branches)

    def _branch(self, top: bool) -> Node:
        items: list[Node] = []
        if top and self._peek() == "^":
            self._at += 1
        while self._peek() and self._peek() not in "|)":
            if top and self._peek() == "$" and self._text[self._at + 1 : self._at + 2] in ("", "|"):
                self._at += 1
                break
            items.append(self._quantified(self._atom()))
        return sequence(items)

    def _atom(self) -> Node:
        char = self._take()
        if char == "(":
            if self._text.startswith("?:", self._at):
                self._at += 2
            elif self._peek() == "?":
                raise PatternNotExpressed(f"(?{self._text[self._at + 1 : self._at + 2]}…) is not a plain group")
            node = self._alternatives()
            if self._take() != ")":
                raise PatternNotExpressed("a group is not closed")
            return node
        if char == "[":
            return _json_chars(self._set())
        if char == ".":
            return PLAIN
        if char == "\\":
            return _json_chars(self._escape())
        if char in "^$*+?{":
            raise PatternNotExpressed(f"{char!r} at this place")
        return _json_chars(((ord(char), ord(char)),))

    def _escape(self) -> _Ranges:
        char = self._take()
        if char in _CLASSES:
            return _CLASSES[char]
        if char in "DWS":
            return _complement(_CLASSES[char.lower()])
        if char in _CONTROLS:
            return ((_CONTROLS[char], _CONTROLS[char]),)
        if char.isalnum():
            raise PatternNotExpressed(f"\\{char}")
        return ((ord(char), ord(char)),)

    def _set(self) -> _Ranges:
        negated = self._peek() == "^"
        if negated:
            self._at += 1
        ranges: list[tuple[int, int]] = []
        first = True
        while first or self._peek() != "]":
            first = False
            char = self._take()
            if char == "[" and self._peek() in (":", "["):
                raise PatternNotExpressed("a set inside a set")
            part = self._escape() if char == "\\" else ((ord(char), ord(char)),)
            is_range = self._peek() == "-" and self._text[self._at + 1 : self._at + 2] not in ("]", "")
            if is_range and len(part) == 1 and part[0][0] == part[0][1]:
                self._at += 1
                end = self._take()
                last = self._escape()[0][0] if end == "\\" else ord(end)
                if last < part[0][0]:
                    raise PatternNotExpressed("a range that runs backwards")
                part = ((part[0][0], last),)
            ranges.extend(part)
        self._at += 1
        return _complement(tuple(ranges)) if negated else tuple(ranges)

    def _quantified(self, node: Node) -> Node:
        char = self._peek()
        if char and char in "*+?":
            self._at += 1
            low, high = {"*": (0, None), "+": (1, None), "?": (0, 1)}[char]
        elif char == "{":
            end = self._text.find("}", self._at)
            low_text, comma, high_text = self._text[self._at + 1 : end].partition(",")
            if end < 0 or not low_text.isdigit() or not (high_text == "" or high_text.isdigit()):
                raise PatternNotExpressed("a count that is no number")
            self._at = end + 1
            low = int(low_text)
            high = low if not comma else int(high_text) if high_text else None
        else:
            return node
        if self._peek() and self._peek() in "?+":
            if self._peek() == "+":
                raise PatternNotExpressed("possessive quantifiers")
            self._at += 1  # lazy or greedy is the same where the whole text has to match
        return Repeat(node, low, high) if (low, high) != (1, 1) else node


def _complement(ranges: _Ranges) -> _Ranges:
    """The printable characters, quotation mark and backslash among them, that are not in *ranges*."""
    printable = ((0x20, 0x7E), (0xA0, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF))
    left: list[tuple[int, int]] = []
    for low, high in printable:
        for start, end in sorted(ranges):
            if end < low or start > high:
                continue
            if start > low:
                left.append((low, start - 1))
            low = end + 1
        if low <= high:
            left.append((low, high))
    return tuple(left)


def _json_chars(ranges: _Ranges) -> Node:
    """One character out of *ranges* as JSON writes it."""
    items: list[Node] = [
        Literal(escape) for point, escape in _ESCAPED.items() if any(a <= point <= b for a, b in ranges)
    ]
    plain = []
    for low, high in ranges:
        plain += [(max(low, a), min(high, b)) for a, b in PLAIN.ranges if low <= b and a <= high]
    if len(plain) == 1 and plain[0][0] == plain[0][1]:
        items.append(Literal(chr(plain[0][0])))
    elif plain:
        items.append(Chars(tuple(plain)))
    if not items:
        raise PatternNotExpressed("only control characters are allowed")
    return choice(items)


def _lengths(node: Node) -> tuple[int, int | None]:
    """How many characters of the decoded text *node* matches, at least and at most."""
    if isinstance(node, Literal):
        length = len(json.loads(f'"{node.text}"'))
        return length, length
    if isinstance(node, Chars):
        return 1, 1
    if isinstance(node, Repeat):
        low, high = _lengths(node.item)
        return low * node.low, None if high is None or node.high is None else high * node.high
    assert isinstance(node, (Sequence, Choice))
    bounds = [_lengths(item) for item in node.items]
    ends = [high for _, high in bounds]
    if isinstance(node, Sequence):
        return sum(low for low, _ in bounds), None if None in ends else sum(e for e in ends if e is not None)
    return min(low for low, _ in bounds), None if None in ends else max(e for e in ends if e is not None)


def _fit(node: Node, low: int, high: int | None) -> Node:
    """*node* narrowed to *low* … *high* characters, where at most one repetition has to give way."""
    least, most = _lengths(node)
    if least >= low and (high is None or (most is not None and most <= high)):
        return _bounded(node)
    items = list(node.items) if isinstance(node, Sequence) else [node]
    flexible = [i for i, item in enumerate(items) if len(set(_lengths(item))) > 1]
    if len(flexible) == 1:
        at = flexible[0]
        item = items[at]
        others = sum(_lengths(other)[0] for i, other in enumerate(items) if i != at)
        if isinstance(item, Repeat) and _lengths(item.item) == (1, 1):
            fewest = max(item.low, low - others)
            most_items = item.high if high is None else min(item.high or high, high - others)
            if most_items is not None and fewest > most_items:
                raise GrammarError(f"no text of {low} to {high} characters matches the pattern")
            items[at] = Repeat(item.item, fewest, most_items)
            return _bounded(sequence(items))
    raise PatternNotExpressed("together with minLength and maxLength")


def _bounded(node: Node) -> Node:
    """*node* with counts that llama.cpp accepts."""
    if isinstance(node, Repeat):
        return repeat(_bounded(node.item), node.low, node.high) if node.high != 0 else EMPTY
    if isinstance(node, Sequence):
        return sequence(_bounded(item) for item in node.items)
    if isinstance(node, Choice):
        return choice(_bounded(item) for item in node.items)
    return node
