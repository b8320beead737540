"""From words to a sum: all of the words, or nothing.

A grammar over the words of a language (``words``). Every reading of a part is kept, so that words that can be read as
two sums of different values ("the sum of three and four times two") are known for what they are, and are read as none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ovos_toolbox_everyday.sums.expression import (
    ArithmeticRefusedError,
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
from ovos_toolbox_everyday.sums.forms import JOINED
from ovos_toolbox_everyday.sums.grammar import MAX_PIECES, Grammar
from ovos_toolbox_everyday.sums.numerals import MAX_FIGURES, figures, found, numbers_at
from ovos_toolbox_everyday.sums.parts import behind, has_last, is_sum, number, parts_of, value_of, with_other
from ovos_toolbox_everyday.sums.pieces import is_tight, parted_figures, pieces_in
from ovos_toolbox_everyday.sums.words import SumWords, languages, sum_words

MAX_LETTERS = 1_500


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


def _in_languages(text: str, lang: str, others: bool, read: Callable[[_Reading], Said | None]) -> Said | None:
    if len(text) > MAX_LETTERS:
        if re.fullmatch(r"[\d\s.,()+*/^%x×÷-]+", text[: 4 * MAX_LETTERS]):
            raise TooLongError("sum_too_long")
        return None
    order = _ordered(lang) if others else _ordered(lang)[:1]
    apart = parted_figures(text)
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


def _are_two(node: Node) -> bool:
    """Whether *node* joins sums, two of which have something to be done in them: "what's six times two and nine times
    three" asks for both of them. A fraction is a number: "two thirds and five sevenths"."""
    joined = []
    while isinstance(node, Binary) and node.sign == "+":
        joined.append(node.right)
        node = node.left
    return sum(is_sum(side) and not _is_fraction(side) for side in (node, *joined)) > 1


def _takes_percent_of_sum(node: Node) -> bool:
    return any(isinstance(part, Percent) and is_sum(part.of) for part in parts_of(node))


def _is_fraction(node: Node) -> bool:
    match node:
        case Binary("/", Number(over), Number(under)):
            return over < under
    return False


class _Reading:
    """Reads one text in one language."""

    def __init__(self, text: str, words: SumWords) -> None:
        self.tight = is_tight(text)
        self.words = words
        self.pieces = pieces_in(text)
        self.end = len(self.pieces)
        self.grammar = Grammar(words, self.pieces)
        self._said = frozenset(self.pieces)
        if any(piece[0].isdigit() and len(piece) > MAX_FIGURES for piece in self.pieces):
            raise TooLongError("too_large")

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
                parsed
                for start, _ in self._starts()
                for parsed in self.grammar.frames(start, self.words.frames, JOINED)
            ]
            found_at = dict.fromkeys((node for node, end in joined if self._ended(end) and not _are_two(node)), True)
        return self._only(found_at)

    def follow_up(self, last: Node | None) -> Said | None:
        if self.end > MAX_PIECES:
            return None
        self.grammar.following = True
        leads = [0, *sorted({end for _, end in found(self.words.goes_on, self.pieces, 0)})]
        for lead in reversed(leads):
            for start, _ in self._starts(lead):
                nodes = dict.fromkeys((node for node in self._follow_statements(start)), True)
                said = self._only(nodes)
                if said is not None:
                    return replace(said, sure=True)
        return self._changed(last) if last is not None else None

    def within(self) -> Said | None:
        """The longest sum somewhere in the words, where no number is outside of it; what is counted is left out where
        there is none with it: "twelve [crates] times nine"."""
        said = self._longest()
        if said is not None or self.end > MAX_PIECES:
            return said
        counted = {end for at in range(self.end) for _, end in numbers_at(self.words, self.pieces, at)}
        signs = {at for at in range(self.end) if any(True for _ in found(self.words.infix, self.pieces, at))}
        things = {at for at in counted if at + 1 in signs and self._is_thing(at)}
        if not things:
            return None
        kept = (piece for at, piece in enumerate(self.pieces) if at not in things)
        return _Reading(" ".join(kept), self.words)._longest()

    def _is_thing(self, at: int) -> bool:
        """Whether the word at *at* may name what is counted: it is no number, no sign and no word that sums have."""
        piece = self.pieces[at] if at < self.end else ""
        tables = (self.words.infix, self.words.postfix, self.words.fractions, self.words.money, self.words.skipped)
        named = any(True for table in tables for _ in found(table, self.pieces, at))
        return piece.isalpha() and not named and not numbers_at(self.words, self.pieces, at)

    def _longest(self) -> Said | None:
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
        # Nobody says a sum before "percent": "the sum of ten and [twenty percent of thirty]".
        nodes = {node: asked for node, asked in nodes.items() if not _takes_percent_of_sum(node)} or nodes
        if not nodes:
            return None
        if len(nodes) > 1 and len({value_of(node) for node in nodes}) > 1:
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
        started = [*self.grammar.frames(at, self.words.frames), *self._counted(at), *self.grammar.additive(at)]
        for node, end in self._chained(started):
            if self._ended(end) and is_sum(node) and not self._loses_asked(node):
                yield node

    def _counted(self, at: int) -> Iterator[Parsed]:
        """ "Six eights"."""
        for value, middle in numbers_at(self.words, self.pieces, at):
            for each, end in found(self.words.plurals, self.pieces, middle):
                yield Binary("*", Number(value), number(each)), end

    def _follow_statements(self, at: int) -> Iterator[Node]:
        started = [*self.grammar.frames(at, self.words.follow_frames), *self.grammar.frames(at, self.words.frames)]
        # "times three": the result stands before it.
        started += self.grammar.continued(Last(), at, 1)
        started += self.grammar.additive(at)
        for node, end in self._chained(started):
            if self._ended(end) and has_last(node) and is_sum(node):
                yield node

    def _chained(self, started: Iterable[Parsed]) -> list[Parsed]:
        """Also what goes on behind "then"."""
        done: list[Parsed] = []
        queue = list(started)
        while queue and len(done) < 200:
            node, end = queue.pop(0)
            done.append((node, end))
            for _, then in found(self.words.then, self.pieces, end):
                was, self.grammar.following = self.grammar.following, True
                following = [
                    *self.grammar.frames(then, self.words.follow_frames),
                    *self.grammar.continued(Last(), then, 1),
                ]
                self.grammar.following = was
                queue.extend((behind(node, more), stop) for more, stop in following)
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
                for node, end in self.grammar.postfix(at):
                    if not self._ended(end) or has_last(node):
                        continue
                    changed = with_other(last, node, told)
                    if changed is not None:
                        return Said(changed, words.lang, True)
        return None
