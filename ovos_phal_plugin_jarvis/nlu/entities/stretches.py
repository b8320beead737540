"""Where two numbers, times or days are the ends of one stretch: "from seven to ten", "between two and five"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ovos_phal_plugin_jarvis.nlu.entities.grammar import Grammar


class Stretches:
    """The words in one utterance by which a stretch is told."""

    def __init__(self, grammar: Grammar, pieces: Sequence[str]) -> None:
        """
        Args:
            grammar: the tables of what is spoken.
            pieces: the words, as ``Grammar.pieces`` has them.
        """
        self._stretches = grammar.stretches
        self._articles = grammar.said_before
        self._joints = grammar.joints
        self._p = pieces

    def joins(self, end: int, start: int) -> bool:
        """Whether what ends at *end* and what starts at *start* are joined to a stretch by themselves, as by no "and":
        "seven [to] ten", "de las siete [a las] diez"."""
        return any(join not in self._joints for join in self._joins(end, start))

    def opened(self, at: int, end: int, start: int) -> int | None:
        """Where what opens a stretch begins, whose first end is from *at* up to *end*, and whose second starts at
        *start*: "[from] seven to ten". None where nothing does."""
        for join in self._joins(end, start):
            for first in self._back_over_articles(at):
                for lead in self._stretches[join]:
                    begin = first - len(lead)
                    if begin >= 0 and tuple(self._p[begin:first]) == lead:
                        return begin
        return None

    def _joins(self, end: int, start: int) -> Iterator[tuple[str, ...]]:
        """The words from *end* up to *start*, articles aside, that may join the ends of a stretch."""
        for first in self._back_over_articles(start):
            join = tuple(self._p[end:first]) if first > end else ()
            if join in self._stretches:
                yield join

    def _back_over_articles(self, at: int) -> Iterator[int]:
        """*at*, and each place before it from which on there are only articles."""
        yield at
        while at and self._p[at - 1] in self._articles:
            at -= 1
            yield at
