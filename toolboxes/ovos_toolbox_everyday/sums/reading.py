"""From words to a sum: all of the words, or nothing.

A grammar over the words of a language (``words``). Every reading of a part is kept, so that words that can be read as
two sums of different values ("the sum of three and four times two") are known for what they are, and are read as none.
The work is bounded: by the number of words, of readings that end at one place, and of levels.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from ovos_toolbox_everyday.sums.expression import (
    ARGUMENTS,
    FUNCTIONS,
    MAX_DEPTH,
    ArithmeticRefusedError,
    Binary,
    Call,
    Last,
    Negative,
    Node,
    Number,
    Percent,
    evaluate,
)
from ovos_toolbox_everyday.sums.numerals import MAX_FIGURES, figures, found, numbers_at
from ovos_toolbox_everyday.sums.words import Frames, SumWords, languages, pieces_of, sum_words

MAX_LETTERS = 1_500
MAX_PIECES = 150
_MAX_BETWEEN = 6
"""Words that may stand between the numbers of a story."""
_MAX_READINGS = 4
"""Readings of a part that end at the same place."""
_MAX_STEPS = 60_000
"""Of one text in one language; a long one has some hundreds."""
_OF_ALL = ("avg", "min", "max")
"""Lists of numbers of which it makes no sum."""
_MAX_BESIDE = 4
"""Words of a number beside which another stands."""
_LEAST_BILL = 20
"""Whole part of a price that two numbers side by side are, where nothing else says so."""
_SOME_RESULT = Fraction(1_009, 7)
"""What the last result is taken for where two readings are compared."""
_PIECES = re.compile(r"\d+(?:[.,'’]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*['’]?|\*\*|\S")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:[   ]\d{3})+(?![\d])")
_SIDE_BY_SIDE = re.compile(r"(?<![\d.,])(\d{3})[ \u00a0\u202f](?=[1-9]\d\d(?![\d.,]))")
"""Between numbers of three figures, which are two or one: "the average of 120 135 and 126", "120 135 divided by 5"."""
_TIGHT = re.compile(r"[\w)][-/:–][\w(]")

_PRICES = {"<m>": "<a>", "<n>": "<b>", "<k>": "<c>", "<j>": "<d>"}
"""Places of a frame that hold a price, and whose they are."""

_NOT = "<not"
"""Begins a place of a frame where a word must not stand."""

_JOINED = "joined"
"""Frames of two numbers that only "and" joins, which are read where nothing else is."""

Parsed = tuple[Node, int]


class TooLongError(ArithmeticRefusedError):
    """More than is read."""


@dataclass(frozen=True)
class Said:
    """A sum as it was said."""

    node: Node
    lang: str
    """Folder of the language that it was read in."""
    sure: bool
    """Whether the words can't be something else: a date ("10/12"), a fraction, a telephone number."""


def read_sum(text: str, lang: str = "en-us", others: bool = True) -> Said | None:
    """The sum that *text* is, with its asking words; None where it is none, or more than one.

    Args:
        text: the words.
        lang: BCP-47 tag of the language that is tried first.
        others: try all the languages.

    Raises:
        TooLongError: so many words or figures, which look like a sum.
    """
    return _in_languages(text, lang, others, lambda reading: reading.whole())


def read_follow_up(text: str, last: Node | None, lang: str = "en-us") -> Said | None:
    """The sum that *text* makes of the one before: with :class:`Last` in it ("plus ten", "half of that"), or *last*
    with another number in it ("and of 200"). None where it is neither."""
    return _in_languages(text, lang, True, lambda reading: reading.follow_up(last))


def read_within(text: str, lang: str = "en-us") -> Said | None:
    """The one sum that has all numbers of *text* in it, whatever stands around it."""
    return _in_languages(text, lang, True, lambda reading: reading.within())


def meant_elsewhere(text: str, lang: str = "en-us") -> bool:
    """Whether *text* asks for something else than a sum, whatever is in it: "play two divided by zero"."""
    words, pieces = sum_words(_ordered(lang)[0]), pieces_in(text[:MAX_LETTERS])
    starts = {0}
    for start in range(len(pieces)):
        if start in starts:
            starts.update(end for _, end in found(words.asks, pieces, start))
            if any(True for _ in found(words.elsewhere, pieces, start)):
                return True
    return False


def with_last(node: Node, value: Fraction) -> Node:
    """*node* with *value* in the place of each :class:`Last`."""
    number: Node = Number(abs(value)) if value.denominator == 1 or _finite(value) else _quotient(abs(value))
    return _replaced(node, lambda part: (Negative(number) if value < 0 else number) if part == Last() else None)


def has_last(node: Node) -> bool:
    """Whether the last result is part of it."""
    return any(part == Last() for part in parts_of(node))


def parts_of(node: Node) -> Iterator[Node]:
    """*node* and all that it is made of, from the left."""
    stack = [node]
    while stack:
        at = stack.pop()
        yield at
        stack.extend(reversed(_children(at)))


def _children(node: Node) -> tuple[Node, ...]:
    match node:
        case Binary(_, left, right):
            return left, right
        case Negative(of) | Percent(of):
            return (of,)
        case Call(_, arguments):
            return arguments
    return ()


def _finite(value: Fraction) -> bool:
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


def _quotient(value: Fraction) -> Node:
    return Binary("/", Number(Fraction(value.numerator)), Number(Fraction(value.denominator)))


def _replaced(node: Node, change: Callable[[Node], Node | None]) -> Node:
    changed = change(node)
    if changed is not None:
        return changed
    match node:
        case Binary(sign, left, right):
            return Binary(sign, _replaced(left, change), _replaced(right, change))
        case Negative(of):
            return Negative(_replaced(of, change))
        case Percent(of):
            return Percent(_replaced(of, change))
        case Call(name, arguments):
            return Call(name, tuple(_replaced(argument, change) for argument in arguments))
    return node


def _in_languages(text: str, lang: str, others: bool, read: Callable[[_Reading], Said | None]) -> Said | None:
    if len(text) > MAX_LETTERS:
        if re.fullmatch(r"[\d\s.,()+*/^%x×÷-]+", text[: 4 * MAX_LETTERS]):
            raise TooLongError("sum_too_long")
        return None
    order = _ordered(lang) if others else _ordered(lang)[:1]
    apart = _SIDE_BY_SIDE.sub(r"\1, ", text)
    # Whatever the language: a sum has two numbers, or a word about one.
    for tag in order:
        said = read(_Reading(apart, sum_words(tag))) if apart != text else None
        said = said or read(_Reading(text, sum_words(tag)))
        if said is not None:
            return said
    return None


def _ordered(lang: str) -> list[str]:
    """The languages that sums are read in, that of *lang* first."""
    known = languages()
    first = next((tag for tag in known if tag.split("-")[0] == lang.lower().replace("_", "-").split("-")[0]), "en-us")
    return [first, *(tag for tag in known if tag != first)]


def _parted(text: str) -> str:
    """*text* in lower case, without the spaces in "1 000 000" and the hyphens in words."""
    text = _THOUSANDS.sub(lambda match: re.sub(r"\D", "", match[0]), text.strip().lower().replace("’", "'"))
    return re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text)


def pieces_in(text: str) -> list[str]:
    """The words, numbers and signs of *text*."""
    found_in = _PIECES.findall(_parted(text))
    return [part for piece in found_in for part in ([piece] if piece[0].isdigit() else pieces_of(piece))]


class _Reading:
    """Reads one text in one language."""

    def __init__(self, text: str, words: SumWords) -> None:
        self.tight = bool(_TIGHT.search(_parted(text)))
        self.words = words
        self.pieces = pieces_in(text)
        self.end = len(self.pieces)
        self._said = frozenset(self.pieces)
        self._priced = any(True for at in range(self.end) for _ in found(words.money, self.pieces, at))
        self._memo: dict[tuple[str, int], list[Parsed]] = {}
        self._steps = 0
        self._depth = 0
        self._following = False
        if any(piece[0].isdigit() and len(piece) > MAX_FIGURES for piece in self.pieces):
            raise TooLongError("too_large")

    # -- whole texts --

    def whole(self) -> Said | None:
        """The sum that all the words are."""
        if self.end > MAX_PIECES or not self._may_be_sum():
            return None
        found_at: dict[Node, bool] = {}
        for start, asked in self._starts():
            for node in self._statements(start):
                found_at[node] = found_at.get(node, False) or asked
            if found_at:
                break
        if not found_at:  # "one hundred and two" is a number; only where nothing else is said do two numbers make a sum
            joined = [
                parsed for start, _ in self._starts() for parsed in self._frames(start, self.words.frames, _JOINED)
            ]
            found_at = dict.fromkeys((node for node, end in joined if self._ended(end)), True)
        return self._only(found_at)

    def follow_up(self, last: Node | None) -> Said | None:
        if self.end > MAX_PIECES:
            return None
        self._following = True
        leads = [0, *sorted({end for _, end in found(self.words.goes_on, self.pieces, 0)})]
        for lead in reversed(leads):
            for start, _ in self._starts(lead):
                nodes = dict.fromkeys((node for node in self._follow_statements(start)), True)
                said = self._only(nodes)
                if said is not None:
                    return replace(said, sure=True)
        return self._changed(last) if last is not None else None

    def within(self) -> Said | None:
        """The longest sum somewhere in the words, where no number is outside of it."""
        if self.end > MAX_PIECES:
            return None
        numbers = [at for at in range(self.end) if numbers_at(self.words, self.pieces, at)]
        if not numbers:
            return None
        for length in range(self.end, 1, -1):
            for start in range(self.end - length + 1):
                end = start + length
                if start > numbers[0] or end <= numbers[-1]:
                    continue
                part = _Reading(" ".join(self.pieces[start:end]), self.words)
                nodes = dict.fromkeys(part._statements(0), True)
                said = self._only(nodes)
                if said is not None:
                    return None if self._loses_asked(said.node) else said
        return None

    def _loses_asked(self, node: Node) -> bool:
        """Whether *node* divides, and the words ask for what is left over; or it takes a percentage off, and they ask
        for what is saved."""
        if not isinstance(node, Binary):
            return False
        takes_off = node.sign == "-" and isinstance(node.right, Percent)
        asked = self.words.remainder if node.sign == "/" else self.words.saved if takes_off else {}
        return bool(asked) and any(True for at in range(self.end) for _ in found(asked, self.pieces, at))

    def _only(self, nodes: dict[Node, bool]) -> Said | None:
        """The sum that they all are; None where there is none, or their values differ."""
        if not nodes:
            return None
        if len(nodes) > 1 and len({_value(node) for node in nodes}) > 1:
            return None
        node = next(iter(nodes))
        operations = [part for part in parts_of(node) if isinstance(part, Binary | Call)]
        # "2026-03-04" and "10/12": nothing but a dash or a stroke without spaces makes it a sum.
        telling = nodes[node] or not (self.tight and self._said.isdisjoint(("+", "*", "^", "%", "(", "×", "÷", "x")))
        if len(operations) == 1 and not self._said.isdisjoint(self.words.unsure):
            telling = nodes[node]
        return Said(node, self.words.lang, telling)

    def _may_be_sum(self) -> bool:
        return any(piece[0].isdigit() or piece in self.words.number_words for piece in self.pieces) or any(
            numbers_at(self.words, self.pieces, at) for at in range(self.end)
        )

    def _starts(self, at: int = 0) -> Iterator[tuple[int, bool]]:
        """Where the sum may begin, behind the words that ask, and whether those ask for a sum."""
        seen = {}
        queue = [(at, False)]
        while queue:
            start, asked = queue.pop(0)
            if start in seen:
                continue
            seen[start] = asked
            for table, sure in ((self.words.asks_sum, True), (self.words.asks, False)):
                queue.extend((end, asked or sure) for _, end in found(table, self.pieces, start))
        yield from sorted(seen.items())

    def _statements(self, at: int) -> Iterator[Node]:
        started = [*self._frames(at, self.words.frames), *self._counted(at), *self._additive(at)]
        for node, end in self._chained(started):
            if self._ended(end) and _is_sum(node) and not self._loses_asked(node):
                yield node

    def _counted(self, at: int) -> Iterator[Parsed]:
        """ "Six eights"."""
        for value, middle in numbers_at(self.words, self.pieces, at):
            for each, end in found(self.words.plurals, self.pieces, middle):
                yield Binary("*", Number(value), _number(each)), end

    def _follow_statements(self, at: int) -> Iterator[Node]:
        started = [*self._frames(at, self.words.follow_frames), *self._frames(at, self.words.frames)]
        # "times three": the result stands before it.
        started += self._continued(Last(), at, 1)
        started += self._additive(at)
        for node, end in self._chained(started):
            if self._ended(end) and has_last(node) and _is_sum(node):
                yield node

    def _chained(self, started: Iterable[Parsed]) -> list[Parsed]:
        """Also what goes on behind "then"."""
        done: list[Parsed] = []
        queue = list(started)
        while queue and len(done) < 200:
            node, end = queue.pop(0)
            done.append((node, end))
            for _, then in found(self.words.then, self.pieces, end):
                was, self._following = self._following, True
                following = [*self._frames(then, self.words.follow_frames), *self._continued(Last(), then, 1)]
                self._following = was
                queue.extend((_behind(node, more), stop) for more, stop in following)
        return done

    def _ended(self, at: int) -> bool:
        """Whether nothing follows but "please", "equals" and marks."""
        reached, queue = set(), [at]
        while queue:
            here = queue.pop()
            if here == self.end:
                return True
            if here in reached:
                continue
            reached.add(here)
            queue.extend(end for _, end in found(self.words.ends, self.pieces, here))
        return False

    def _changed(self, last: Node) -> Said | None:
        """*last* with the one number in it that these words change."""
        words, pieces = self.words, self.pieces
        for _, start in found(words.instead, pieces, 0):
            of = [end for _, end in found(words.instead_of, pieces, start)]
            for at, told in [*((end, True) for end in of), (start, False)]:
                for node, end in self._postfix(at):
                    if not self._ended(end) or has_last(node):
                        continue
                    changed = _with_other(last, node, told)
                    if changed is not None:
                        return Said(changed, words.lang, True)
        return None

    # -- the grammar --

    def _remembered(self, name: str, at: int, read: Callable[[int], Iterable[Parsed]]) -> list[Parsed]:
        key = (f"{name}{self._following}", at)
        if key not in self._memo:
            self._steps += 1
            if self._steps > _MAX_STEPS or self._depth > 5 * MAX_DEPTH:
                raise TooLongError("sum_too_long")
            self._memo[key] = []  # what begins with itself is nothing
            self._depth += 1
            self._memo[key] = _few(read(at))
            self._depth -= 1
        return self._memo[key]

    def _additive(self, at: int) -> list[Parsed]:
        return self._remembered("additive", at, self._read_additive)

    def _read_additive(self, at: int) -> Iterator[Parsed]:
        for node, end in self._multiplicative(at):
            yield node, end
            yield from self._continued(node, end, 1)

    def _multiplicative(self, at: int) -> list[Parsed]:
        return self._remembered("multiplicative", at, self._read_multiplicative)

    def _read_multiplicative(self, at: int) -> Iterator[Parsed]:
        for node, end in self._unary(at):
            yield node, end
            yield from self._continued(node, end, 2)

    def _continued(self, node: Node, at: int, level: int) -> list[Parsed]:
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
                        for right, stop in [*self._unary(behind), *self._bill(behind)]:
                            made = Binary("*", left, right) if sign == "*" else Binary(sign, right, left)
                            grown.append((made, stop))
            for one in _few(grown):
                done.append(one)
                queue.append(one)
        return done

    def _unary(self, at: int) -> list[Parsed]:
        return self._remembered("unary", at, self._read_unary)

    def _read_unary(self, at: int) -> Iterator[Parsed]:
        for _, end in found(self.words.minus, self.pieces, at):
            for node, stop in self._unary(end):
                yield Negative(node), stop
        for node, end in self._postfix(at):
            yield node, end
            for sign, behind in found(self.words.infix, self.pieces, end):
                if sign == "^":
                    for exponent, stop in self._unary(behind):
                        yield Binary("^", node, exponent), stop

    def _postfix(self, at: int) -> list[Parsed]:
        return self._remembered("postfix", at, self._read_postfix)

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
                grown.append((Percent(left) if what == "%" else Binary("^", left, _number(int(what))), stop))
            for before, behind in self.words.power if end < self.end else ():
                for exponent, stop in self._ordinal(end, before, behind):
                    grown.append((Binary("^", left, exponent), stop))
            done += grown
            queue += grown
        return done

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
                    yield from self._part(_number(int(value)), part, stop)
            for _, named in found(words.money, pieces, end):
                yield Number(value), named
                yield from self._with_cents(value, named)
            cents = [stop for _, stop in found(words.cents, pieces, end)] if self._priced else []
            for stop in cents:
                yield Number(value / 100), stop
            for _, stop in found(words.skipped, pieces, end):
                if stop not in cents:
                    yield Number(value), stop
        for price, end in self._bare_price(at):  # "four ninety nine times three"
            if self._priced or any(sign == "*" for sign, _ in found(words.infix, pieces, end)):
                yield price, end
        for part, end in found(words.fractions, pieces, at):
            yield from self._part(_number(1), part, end)
        for _, end in found(words.skipped, pieces, at):
            yield from self._atom(end)
        for _, end in found(words.opens, pieces, at):
            for node, inside in self._additive(end):
                for _, stop in found(words.closes, pieces, inside):
                    yield node, stop
        for what, end in found(words.prefix, pieces, at):
            prefixed = [(_prefixed(str(what), node), stop) for node, stop in self._unary(end)]
            yield from prefixed
            if prefixed:
                break  # "cube root of" is not the cube of a root
        for before, behind in words.root:
            for degree, end in self._ordinal(at, before, behind):
                for node, stop in self._unary(end):
                    yield Call("root", (node, degree)), stop
        for what, end in found(words.lists, pieces, at):
            for nodes, stop in self._list(end, spoken=what in _OF_ALL and not self._priced):
                made = _listed(str(what), nodes)
                if made is not None:
                    yield made, stop
        if pieces[at] in FUNCTIONS and at + 1 < self.end and pieces[at + 1] == "(":
            yield from self._called(pieces[at], at + 2)
        if self._following or words.lang == "en-us" and pieces[at] == "last":
            for _, end in found(words.last, pieces, at):
                yield Last(), end

    def _part(self, count: Node, part: Fraction, at: int) -> Iterator[Parsed]:
        """ "two thirds", and "two thirds of sixty"."""
        value = _value(count)
        fraction: Node = Binary("/", count, _number(part.denominator))
        if isinstance(value, Fraction) and _finite(value * part):
            fraction = Number(value * part)
        yield fraction, at
        for _, end in found(self.words.of, self.pieces, at):
            for node, stop in self._unary(end):
                if value == 1:
                    yield Binary("/", node, _number(part.denominator)), stop
                else:
                    yield Binary("/", Binary("*", count, node), _number(part.denominator)), stop

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
            for node, end in self._additive(start):
                given = (*nodes, node)
                for _, stop in found(self.words.closes, self.pieces, end):
                    if ARGUMENTS.get(name, len(given)) == len(given):
                        yield Call(name, given), stop
                if end < self.end and self.pieces[end] in (",", ";") and len(given) < MAX_PIECES:
                    queue.append((given, end + 1))

    def _frames(self, at: int, frames: Frames, only: str = "") -> Iterator[Parsed]:
        there = [frame for piece in dict.fromkeys(self.pieces) for frame in frames.get(piece, ())]
        for what, form in there:
            if (what == _JOINED) != bool(only):
                continue
            if not self._said.issuperset(piece for piece in form if piece[0] != "<"):
                continue
            for bound, end in self._framed(form, 0, at, {}):
                made = _filled(what, bound)
                if made is not None:
                    yield made, end

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
                yield from self._framed(form, place + 1, end, {**bound, "<b>": _number(value)})
            return
        if name in _PRICES:
            for node, end in self._price(at):
                yield from self._framed(form, place + 1, end, {**bound, _PRICES[name]: node})
            return
        if name == "<list>":
            for nodes, end in self._list(at):
                yield from self._framed(form, place + 1, end, {**bound, name: nodes})
            return
        for node, end in self._additive(at):
            if name != "<p>" or isinstance(node, Percent):
                yield from self._framed(form, place + 1, end, {**bound, name: node})
        for part, end in found(self.words.fractions, self.pieces, at) if name == "<p>" else ():
            if _finite(part):  # "a quarter off"
                yield from self._framed(form, place + 1, end, {**bound, name: Percent(Number(part * 100))})

    def _price(self, at: int) -> Iterator[Parsed]:
        """A number, or a price as it is said: "ninety six fifty" is 96.50."""
        yield from self._additive(at)
        yield from self._bare_price(at)

    def _bare_price(self, at: int) -> Iterator[Parsed]:
        numbers = numbers_at(self.words, self.pieces, at)
        for whole, middle in numbers:
            for part, end in numbers_at(self.words, self.pieces, middle):
                one = any(stop == end for _, stop in numbers)  # "seven hundred fifty"
                if not one and whole.denominator == part.denominator == 1 and 10 <= part < 100:
                    yield Number(whole + part / 100), end

    def _bill(self, at: int) -> Iterator[Parsed]:
        """A price that a percentage is of: "fifteen percent of sixty four twenty"; "two fifty" may be 250."""
        for node, end in self._bare_price(at):
            if isinstance(node, Number) and node.value >= _LEAST_BILL:
                yield node, end

    def _with_cents(self, whole: Fraction, at: int) -> Iterator[Parsed]:
        """A price whose *whole* part and currency end at *at*: "eight euros [and fifty cents]", "eight euros
        [fifty]"."""
        if whole.denominator != 1:
            return
        for start in (at, *(end for _, end in found(self.words.cents_and, self.pieces, at))):
            for part, end in numbers_at(self.words, self.pieces, start):
                if part.denominator != 1 or not 0 < part < 100:
                    continue
                price = Number(whole + part / 100)
                called = [stop for _, stop in found(self.words.cents, self.pieces, end)]
                yield from ((price, stop) for stop in called)
                if not called and start == at and part >= 10:
                    yield price, end


def _behind(node: Node, more: Node) -> Node:
    """*more* with *node* for the last result in it."""
    return _replaced(more, lambda part: node if part == Last() else None)


def _few(parsed: Iterable[Parsed]) -> list[Parsed]:
    """Without doubles, and with a few at most that end at one place."""
    kept: dict[int, list[Node]] = {}
    for node, end in parsed:
        there = kept.setdefault(end, [])
        if len(there) < _MAX_READINGS and node not in there:
            there.append(node)
    return [(node, end) for end in sorted(kept, reverse=True) for node in kept[end]]


def _number(value: int) -> Node:
    return Number(Fraction(value))


def _prefixed(what: str, node: Node) -> Node:
    """``*2``, ``/2``, ``^2``, ``sqrt``, ``root 3``."""
    if what == "sqrt":
        return Call("sqrt", (node,))
    if what.startswith("root "):
        return Call("root", (node, _number(int(what[5:]))))
    return Binary(what[0], node, _number(int(what[1:])))


def _listed(what: str, nodes: tuple[Node, ...]) -> Node | None:
    if what in _OF_ALL:
        return Call(what, nodes)
    if what == "-":
        if len(nodes) != 2:
            return None
        one, other = _value(nodes[0]), _value(nodes[1])
        turned = isinstance(one, Fraction) and isinstance(other, Fraction) and one < other
        return Binary("-", *(nodes[::-1] if turned else nodes))
    made = nodes[0]
    for node in nodes[1:]:
        made = Binary(what, made, node)
    return made


def _filled(what: str, bound: dict[str, Node | tuple[Node, ...]]) -> Node | None:
    if "<list>" in bound:
        nodes = bound["<list>"]
        return _listed(what, nodes) if isinstance(nodes, tuple) else None

    def of(name: str) -> Node:
        node = bound.get(f"<{name}>", Last())
        return node if not isinstance(node, tuple) else node[0]

    first = of("a")
    second = of("p") if "<p>" in bound else of("b")
    if what == "of":
        return Binary("*", second, first)
    if what == _JOINED:
        return Binary("+", first, second)
    if what == "*+*":
        return Binary("+", Binary("*", first, second), Binary("*", of("c"), of("d")))
    if what == "*+":
        return Binary("+", Binary("*", first, second), of("c"))
    if what == "+" and isinstance(first, Percent) and not isinstance(second, Percent):
        return Binary("+", second, first)  # "add 15 percent to 240"
    if what == "%":  # which percentage of the first the second is
        return Binary("*", Binary("/", second, first), _number(100))
    if what.startswith("last"):
        return Binary(what[4], Last(), _number(int(what[5:])))
    return Binary(what, first, second)


def _is_sum(node: Node) -> bool:
    """Whether something is worked out: not a number alone, nor a sign before it, nor "fifty percent"."""
    return any(isinstance(part, Binary | Call) for part in parts_of(node))


def _with_other(last: Node, new: Node, of: bool) -> Node | None:
    """*last* with *new* for the percentage or for the number that it has in that place."""
    wanted = [part for part in parts_of(last) if isinstance(part, Percent if isinstance(new, Percent) else Number)]
    inside = {id(percent.of) for percent in parts_of(last) if isinstance(percent, Percent)}
    wanted = [part for part in wanted if id(part) not in inside]
    if not wanted:
        return None
    old = wanted[-1]
    return _replaced(last, lambda part: new if part is old else None)


def _value(node: Node) -> Fraction | str | Node:
    """What two readings are compared by."""
    try:
        # "Add six to it" is six and the result, or the result and six: the same, whatever that is.
        return evaluate(with_last(node, _SOME_RESULT) if has_last(node) else node)
    except ArithmeticRefusedError as error:
        return str(error)


def read_written(text: str) -> Node:
    """A sum as it is written: figures, signs, parentheses and functions, without words.

    Raises:
        ArithmeticRefusedError: too long, or none.
    """
    said = read_sum(text, "en-us", others=False)
    if said is not None:
        return said.node
    value = figures(text.strip().lstrip("-").strip().rstrip("%"), False)
    if value is None:
        raise ArithmeticRefusedError("no_sum")
    number: Node = Percent(Number(value)) if text.strip().endswith("%") else Number(value)
    return Negative(number) if text.strip().startswith("-") else number
