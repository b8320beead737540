"""The grammar of sums: what may begin at each place of a text, and where it ends.

Every reading of a part is kept. The work is bounded: by the number of words, of readings that end at one place, and of
levels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from ovos_toolbox_everyday.sums.expression import (
    ARGUMENTS,
    FUNCTIONS,
    MAX_DEPTH,
    Binary,
    Call,
    Last,
    Negative,
    Node,
    Number,
    Parsed,
    Percent,
    TooLongError,
)
from ovos_toolbox_everyday.sums.forms import JOINED, OF_ALL, filled, listed, prefixed
from ovos_toolbox_everyday.sums.numerals import found, numbers_at
from ovos_toolbox_everyday.sums.parts import is_finite, number, value_of
from ovos_toolbox_everyday.sums.prices import bare_price, bill, with_cents
from ovos_toolbox_everyday.sums.words import Frames, SumWords

MAX_PIECES = 150
_MAX_BETWEEN = 6
"""Words that may stand between the numbers of a story."""
_MAX_READINGS = 4
"""Readings of a part that end at the same place."""
_MAX_STEPS = 60_000
"""Of one text in one language; a long one has some hundreds."""
_MAX_BESIDE = 4
"""Words of a number beside which another stands."""
_PRICES = {"<m>": "<a>", "<n>": "<b>", "<k>": "<c>", "<j>": "<d>"}
"""Places of a frame that hold a price, and whose they are."""
_NOT = "<not"
"""Begins a place of a frame where a word must not stand."""


class Grammar:
    """Reads parts of one text in one language."""

    def __init__(self, words: SumWords, pieces: Sequence[str]) -> None:
        """
        Args:
            words: of the language.
            pieces: the words, numbers and signs of the text.
        """
        self.words, self.pieces = words, pieces
        self.end = len(pieces)
        self.following = False
        """Whether what is read goes on from the last result."""
        self._said = frozenset(pieces)
        self._priced = any(True for at in range(self.end) for _ in found(words.money, pieces, at))
        self._memo: dict[tuple[str, int], list[Parsed]] = {}
        self._steps = 0
        self._depth = 0

    def additive(self, at: int) -> list[Parsed]:
        """What begins at *at*, and may be added to."""
        return self._remembered("additive", at, self._read_additive)

    def continued(self, node: Node, at: int, level: int) -> list[Parsed]:
        """*node* with what follows at *at*: signs of *level* and, behind the last result, tighter ones."""
        done: list[Parsed] = []
        queue = [(node, at)]
        while queue and len(done) < 4 * MAX_PIECES:
            left, end = queue.pop(0)
            grown: list[Parsed] = []
            # "veinte por ciento" is not twenty times a hundred.
            marked = max((stop for _, stop in found(self.words.postfix, self.pieces, end)), default=0)
            for sign, behind in found(self.words.infix, self.pieces, end):
                if behind < marked:
                    continue
                if sign in ("+", "-"):
                    if level == 1:
                        grown += [(Binary(sign, left, right), stop) for right, stop in self._multiplicative(behind)]
                elif sign == "^":
                    if left == Last():
                        grown += [(Binary(sign, left, right), stop) for right, stop in self._unary(behind)]
                elif level == 2 or left == Last():
                    grown += [(Binary(sign, left, right), stop) for right, stop in self._unary(behind)]
            if left == Last():
                grown += self._raised(left, end)
            if isinstance(left, Percent) and level == 2:
                for table, sign in ((self.words.of, "*"), (self.words.off, "-"), (self.words.more, "+")):
                    for _, behind in found(table, self.pieces, end):
                        for right, stop in [*self._unary(behind), *bill(self.words, self.pieces, behind)]:
                            made = Binary("*", left, right) if sign == "*" else Binary(sign, right, left)
                            grown.append((made, stop))
            for one in _few(grown):
                done.append(one)
                queue.append(one)
        return done

    def postfix(self, at: int) -> list[Parsed]:
        """A number or what takes its place, with what stands behind it ("percent")."""
        return self._remembered("postfix", at, self._read_postfix)

    def frames(self, at: int, frames: Frames, only: str = "") -> Iterator[Parsed]:
        """The sums that *frames* make of what begins at *at*; those that are called *only*, or all but the joined."""
        there = [frame for piece in dict.fromkeys(self.pieces) for frame in frames.get(piece, ())]
        for what, form in there:
            if (what == JOINED) != bool(only):
                continue
            if not self._said.issuperset(piece for piece in form if piece[0] != "<"):
                continue
            for bound, end in self._framed(form, 0, at, {}):
                made = filled(what, bound)
                if made is not None:
                    yield made, end

    def _remembered(self, name: str, at: int, read: Callable[[int], Iterable[Parsed]]) -> list[Parsed]:
        key = (f"{name}{self.following}", at)
        if key not in self._memo:
            self._steps += 1
            if self._steps > _MAX_STEPS or self._depth > 5 * MAX_DEPTH:
                raise TooLongError("sum_too_long")
            self._memo[key] = []  # what begins with itself is nothing
            self._depth += 1
            self._memo[key] = _few(read(at))
            self._depth -= 1
        return self._memo[key]

    def _read_additive(self, at: int) -> Iterator[Parsed]:
        for node, end in self._multiplicative(at):
            yield node, end
            yield from self.continued(node, end, 1)

    def _multiplicative(self, at: int) -> list[Parsed]:
        return self._remembered("multiplicative", at, self._read_multiplicative)

    def _read_multiplicative(self, at: int) -> Iterator[Parsed]:
        for node, end in self._unary(at):
            yield node, end
            yield from self.continued(node, end, 2)

    def _unary(self, at: int) -> list[Parsed]:
        return self._remembered("unary", at, self._read_unary)

    def _read_unary(self, at: int) -> Iterator[Parsed]:
        for _, end in found(self.words.minus, self.pieces, at):
            for node, stop in self._unary(end):
                yield Negative(node), stop
        for node, end in self.postfix(at):
            yield node, end
            for sign, behind in found(self.words.infix, self.pieces, end):
                if sign == "^":
                    for exponent, stop in self._unary(behind):
                        yield Binary("^", node, exponent), stop

    def _read_postfix(self, at: int) -> Iterator[Parsed]:
        for node, end in self._atom(at):
            yield node, end
            yield from self._raised(node, end)

    def _raised(self, node: Node, at: int) -> list[Parsed]:
        """*node* with what stands behind it: "percent", "squared", "to the fifth"."""
        done: list[Parsed] = []
        queue = [(node, at)]
        while queue and len(done) < 20:
            left, end = queue.pop(0)
            grown = []
            for what, stop in found(self.words.postfix, self.pieces, end):
                grown.append((Percent(left) if what == "%" else Binary("^", left, number(int(what))), stop))
            for before, behind in self._powers(end):
                for exponent, stop in self._ordinal(end, before, behind):
                    grown.append((Binary("^", left, exponent), stop))
            done += grown
            queue += grown
        return done

    def _powers(self, at: int) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """The forms of a power that may stand at *at*. What a frame leads to another number with is none where that
        frame begins before it: "add it to the ten", and neither "it to the tenth" nor "add it to the power of ten"."""
        for before, behind in self.words.power if at < self.end else ():
            ordinal = any(True for _ in found(self.words.ordinals, self.pieces, at + len(before)))
            heads = self.words.leading.get(before, frozenset())
            if behind or ordinal or heads.isdisjoint(self.pieces[:at]):
                yield before, behind

    def _ordinal(self, at: int, before: tuple[str, ...], behind: tuple[str, ...]) -> Iterator[Parsed]:
        start = at + len(before)
        if start >= self.end or tuple(self.pieces[at:start]) != before:
            return
        ordinals = [(Fraction(value), end) for value, end in found(self.words.ordinals, self.pieces, start)]
        for value, end in [*ordinals, *numbers_at(self.words, self.pieces, start)]:
            stop = end + len(behind)
            if tuple(self.pieces[end:stop]) == behind:
                yield Number(value), stop

    def _atom(self, at: int) -> list[Parsed]:
        return self._remembered("atom", at, self._read_atom)

    def _read_atom(self, at: int) -> Iterator[Parsed]:
        if at >= self.end:
            return
        words, pieces = self.words, self.pieces
        for value, end in numbers_at(words, pieces, at):
            yield Number(value), end
            # "three quarters", "two thirds"
            for part, stop in found(words.fractions, pieces, end):
                if value.denominator == 1 and value < 1000:
                    yield from self._part(number(int(value)), part, stop)
            for _, named in found(words.money, pieces, end):
                yield Number(value), named
                yield from with_cents(words, pieces, value, named)
            cents = [stop for _, stop in found(words.cents, pieces, end)] if self._priced else []
            for stop in cents:
                yield Number(value / 100), stop
            for _, stop in found(words.skipped, pieces, end):
                if stop not in cents:
                    yield Number(value), stop
        for price, end in bare_price(self.words, self.pieces, at):  # "four ninety nine times three"
            if self._priced or any(sign == "*" for sign, _ in found(words.infix, pieces, end)):
                yield price, end
        for part, end in found(words.fractions, pieces, at):
            yield from self._part(number(1), part, end)
        for _, end in found(words.skipped, pieces, at):
            yield from self._atom(end)
        for _, end in found(words.opens, pieces, at):
            for node, inside in self.additive(end):
                for _, stop in found(words.closes, pieces, inside):
                    yield node, stop
        for what, end in found(words.prefix, pieces, at):
            led = [(prefixed(str(what), node), stop) for node, stop in self._unary(end)]
            yield from led
            if led:
                break  # "cube root of" is not the cube of a root
        for before, behind in words.root:
            for degree, end in self._ordinal(at, before, behind):
                for node, stop in self._unary(end):
                    yield Call("root", (node, degree)), stop
        for what, end in found(words.lists, pieces, at):
            for nodes, stop in self._list(end, spoken=what in OF_ALL and not self._priced):
                made = listed(str(what), nodes)
                if made is not None:
                    yield made, stop
        if pieces[at] in FUNCTIONS and at + 1 < self.end and pieces[at + 1] == "(":
            yield from self._called(pieces[at], at + 2)
        if self.following or words.lang == "en-us" and pieces[at] == "last":
            for _, end in found(words.last, pieces, at):
                yield Last(), end

    def _part(self, count: Node, part: Fraction, at: int) -> Iterator[Parsed]:
        """ "two thirds", and "two thirds of sixty"."""
        value = value_of(count)
        fraction: Node = Binary("/", count, number(part.denominator))
        if isinstance(value, Fraction) and is_finite(value * part):
            fraction = Number(value * part)
        yield fraction, at
        for _, end in found(self.words.of, self.pieces, at):
            for node, stop in self._unary(end):
                if value == 1:
                    yield Binary("/", node, number(part.denominator)), stop
                else:
                    yield Binary("/", Binary("*", count, node), number(part.denominator)), stop

    def _list(self, at: int, *, spoken: bool = False) -> Iterator[tuple[tuple[Node, ...], int]]:
        """Several, parted by commas and "and", and such as only stand side by side: figures, and, where *spoken*, whole
        numbers in words."""
        queue: list[tuple[tuple[Node, ...], int]] = [((node,), end) for node, end in self._multiplicative(at)]
        steps = 0
        while queue and steps < 500:
            nodes, end = queue.pop(0)
            steps += 1
            if len(nodes) > 1:
                yield nodes, end
            # "4 8 and 12": figures side by side are two numbers.
            starts = {end} if end < self.end and self.pieces[end][0].isdigit() and self._is_figure(end - 1) else set()
            if spoken and isinstance(nodes[-1], Number):
                starts |= self._beside(end)
            for _, stop in found(self.words.list_and, self.pieces, end):
                starts.add(stop)
                starts.update(more for _, more in found(self.words.list_and, self.pieces, stop))
            for start in starts:
                queue.extend(((*nodes, node), stop) for node, stop in self._multiplicative(start))

    def _beside(self, at: int) -> set[int]:
        """*at*, where a number of words begins there and no longer one runs across: "fifty two [sixty one]"."""
        crossed = any(
            end > at
            for start in range(max(at - _MAX_BESIDE, 0), at)
            for _, end in numbers_at(self.words, self.pieces, start)
        )
        return set() if crossed or not numbers_at(self.words, self.pieces, at) else {at}

    def _is_figure(self, at: int) -> bool:
        return self.pieces[at][0].isdigit()

    def _called(self, name: str, at: int) -> Iterator[Parsed]:
        queue: list[tuple[tuple[Node, ...], int]] = [((), at)]
        while queue:
            nodes, start = queue.pop(0)
            for node, end in self.additive(start):
                given = (*nodes, node)
                for _, stop in found(self.words.closes, self.pieces, end):
                    if ARGUMENTS.get(name, len(given)) == len(given):
                        yield Call(name, given), stop
                if end < self.end and self.pieces[end] in (",", ";") and len(given) < MAX_PIECES:
                    queue.append((given, end + 1))

    def _framed(
        self, form: tuple[str, ...], place: int, at: int, bound: dict[str, Node | tuple[Node, ...]]
    ) -> Iterator[tuple[dict[str, Node | tuple[Node, ...]], int]]:
        while place < len(form) and not form[place].startswith("<"):
            if at >= self.end or self.pieces[at] != form[place]:
                return
            place, at = place + 1, at + 1
        if place == len(form):
            yield bound, at
            return
        name = form[place]
        if name.startswith(_NOT):  # that word does not follow
            if at >= self.end or self.pieces[at] != name.removeprefix(_NOT).rstrip(">"):
                yield from self._framed(form, place + 1, at, bound)
            return
        if name == "<w>":
            for end in range(at, min(self.end, at + _MAX_BETWEEN) + 1):
                yield from self._framed(form, place + 1, end, bound)
                if end < self.end and any(value != 1 for value, _ in numbers_at(self.words, self.pieces, end)):
                    return  # but "each one" and "a bill" are no numbers
            return
        if name == "<s>":
            for value, end in found(self.words.plurals, self.pieces, at):
                yield from self._framed(form, place + 1, end, {**bound, "<b>": number(value)})
            return
        if name in _PRICES:
            for node, end in self._price(at):
                yield from self._framed(form, place + 1, end, {**bound, _PRICES[name]: node})
            return
        if name == "<list>":
            for nodes, end in self._list(at):
                yield from self._framed(form, place + 1, end, {**bound, name: nodes})
            return
        for node, end in self.additive(at):
            if name != "<p>" or isinstance(node, Percent):
                yield from self._framed(form, place + 1, end, {**bound, name: node})
        for part, end in found(self.words.fractions, self.pieces, at) if name == "<p>" else ():
            if is_finite(part):  # "a quarter off"
                yield from self._framed(form, place + 1, end, {**bound, name: Percent(Number(part * 100))})

    def _price(self, at: int) -> Iterator[Parsed]:
        """A number, or a price as it is said: "ninety six fifty" is 96.50."""
        yield from self.additive(at)
        yield from bare_price(self.words, self.pieces, at)


def _few(parsed: Iterable[Parsed]) -> list[Parsed]:
    """Without doubles, and with a few at most that end at one place."""
    kept: dict[int, list[Node]] = {}
    for node, end in parsed:
        there = kept.setdefault(end, [])
        if len(there) < _MAX_READINGS and node not in there:
            there.append(node)
    return [(node, end) for end in sorted(kept, reverse=True) for node in kept[end]]
