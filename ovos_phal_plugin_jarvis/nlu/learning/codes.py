"""Texts that are codes: plates, phone numbers, tags, said figure by figure or letter by letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.entities import DURATION, NUMBER
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile
from ovos_phal_plugin_jarvis.nlu.learning.measures import unit_behind
from ovos_phal_plugin_jarvis.nlu.learning.spelt import FIGURE, LETTER, shape, signs
from ovos_phal_plugin_jarvis.nlu.learning.values import is_free_text
from ovos_phal_plugin_jarvis.nlu.reading import Heard

_SHOWN = 2
"""Examples of a text from which on they tell that it is a code."""
_LONG = 3
"""Words from which on what is spelt is a code, whatever stands before it; "a three" is none."""
_SEEN, _WITHIN, _UNSEEN = range(3)
"""How surely words are a code: of a shape that examples have, as a part of what is spelt, of another shape."""


@dataclass(frozen=True)
class _Code:
    """One text that is a code in each example."""

    shapes: frozenset[str]
    leads: frozenset[str]
    """Words that stand right before it in more than one example."""
    written: bool
    """Whether its signs are written together, "4711"; else it is the words that were said."""
    capitals: bool

    @property
    def is_short(self) -> bool:
        """Whether it is mostly too short to be told by itself: the "f" of "row f"."""
        return min(map(len, self.shapes)) < _LONG

    def fits(self, said: str) -> bool:
        """Whether the shape *said*, of which no example is, has letters and figures where all examples have."""
        return all(any(sign in own for own in self.shapes) == (sign in said) for sign in (LETTER, FIGURE))


class Codes:
    """The texts of one tool that are codes."""

    def __init__(self, profiles: Mapping[str, Profile], aligned: Sequence[AlignedExample], lang: Language) -> None:
        """
        Args:
            profiles: how its arguments are made from words.
            aligned: its examples.
            lang: what is spoken.
        """
        self._lang = lang
        texts = [name for name, p in profiles.items() if is_free_text(p.parameter) and not p.parameter.is_list]
        found = {name: self._shown(name, aligned) for name in texts}
        self._codes = {name: code for name, code in found.items() if code is not None}

    def _shown(self, name: str, aligned: Sequence[AlignedExample]) -> _Code | None:
        """What *aligned* show of the text *name*; None where it is no code in one of them."""
        said = [(e, s) for e in aligned for s in e.spans if s.parameter == name]
        spelt = [signs(e.words, self._lang)[s.start : s.end] for e, s in said]
        if len(said) < _SHOWN or not all(all(row) for row in spelt):
            return None
        if any(len(row) < _LONG and shape(row).isdigit() for row in spelt):
            return None  # the "6" of "five of 6" is a number
        values = [str(e.arguments[name]) for e, _ in said]
        written = {value.casefold() == "".join(row).casefold() for value, row in zip(values, spelt, strict=True)}
        several = [len(row) > 1 for row in spelt]
        if len(written) > 1 and any(several):
            return None
        leads = Counter(e.before(s) for e, s in said)
        return _Code(
            frozenset(map(shape, spelt)),
            frozenset(word for word, times in leads.items() if times >= _SHOWN),
            written == {True} and any(several),
            any(map(str.isupper, values)),
        )

    def said(self, heard: Heard) -> Iterator[tuple[str, int, int, str]]:
        """Each code in *heard*: the argument, first word, one past the last, the value."""
        spelt = signs(heard.words, heard.lang) if self._codes else []
        for name, code in self._codes.items():
            found = list(self._behind_lead(heard, code, spelt) if code.is_short else self._runs(heard, code, spelt))
            best = [place for place in found if place[0] == min(found)[0]]
            led = [place for place in best if heard.words[max(place[1] - 1, 0)] in code.leads]
            if len(best) == 1 or len(led) == 1:
                _, start, end = (best if len(best) == 1 else led)[0]
                yield name, start, end, self._value(heard, code, spelt, start, end)

    @staticmethod
    def _value(heard: Heard, code: _Code, spelt: Sequence[str], start: int, end: int) -> str:
        if not code.written:
            return heard.said(start, end)
        return "".join(spelt[start:end]).upper() if code.capitals else "".join(spelt[start:end])

    def _behind_lead(self, heard: Heard, code: _Code, spelt: Sequence[str]) -> Iterator[tuple[int, int, int]]:
        """The places of a short *code*, each right behind a word that examples have before it."""
        for start in range(1, len(spelt)):
            if heard.words[start - 1] in code.leads:
                ends = [end for end in range(start + 1, len(spelt) + 1) if all(spelt[start:end])]
                ends = [end for end in ends if shape(spelt[start:end]) in code.shapes]
                yield from ((_SEEN, start, end) for end in ends[-1:])

    def _runs(self, heard: Heard, code: _Code, spelt: Sequence[str]) -> Iterator[tuple[int, int, int]]:
        """The places of *code* in each row of words that spell something, with how surely they are."""
        start = 0
        for end in range(1, len(spelt) + 1):
            if end == len(spelt) or not spelt[end] or not spelt[end - 1] or heard.breaks_before(end):
                if all(spelt[start:end]) and end - start >= _LONG:
                    place = self._in_run(heard, code, spelt, start, end)
                    if place is not None and not _cuts(heard, *place[1:]):
                        yield place
                start = end

    def _in_run(
        self, heard: Heard, code: _Code, spelt: Sequence[str], start: int, end: int
    ) -> tuple[int, int, int] | None:
        """The place of *code* in the row of words from *start* up to *end*, less an article or a pronoun at either end,
        where no example is so. None where the last figure may count what is behind it: "tag five five two [one] kilo".
        """
        firsts = [start, *([start + 1] if self._is_small(heard, spelt, start) else [])]
        lasts = [end, *([end - 1] if self._is_small(heard, spelt, end - 1) else [])]
        if _counts(heard, end):
            lasts.remove(end)  # "tag five five two [a] kilo"
        if not lasts:
            return None
        end = lasts[0]
        for first, last in ((a, b) for a in firsts for b in lasts if b - a >= _LONG):
            if shape(spelt[first:last]) in code.shapes:
                return _SEEN, first, last
        parts = [(b - a, a, b) for a in range(start, end) for b in range(a + _LONG, end + 1)]
        parts = [x for x in parts if shape(spelt[x[1] : x[2]]) in code.shapes]
        longest = [x for x in parts if x[0] == max(parts)[0] and code.fits(LETTER + FIGURE)]
        if len(longest) == 1:
            return _WITHIN, *longest[0][1:]
        first = firsts[-1] if spelt[firsts[-1]][:1].isdigit() else start
        is_long = lasts[-1] - first >= _LONG
        return (_UNSEEN, first, lasts[-1]) if is_long and code.fits(shape(spelt[first : lasts[-1]])) else None

    def _is_small(self, heard: Heard, spelt: Sequence[str], at: int) -> bool:
        """Whether the word at *at* spells a letter and is a word of grammar as well: "a", "i"."""
        return heard.words[at] in heard.lang.function_words and not spelt[at].isdigit()


def _counts(heard: Heard, end: int) -> bool:
    """Whether the figure that ends at *end* counts what stands behind it: "one kilo", "two hours"."""
    lasting = any(x.kind == DURATION and x.start < end < x.end for x in heard.mentions)
    return end < len(heard.words) and (lasting or unit_behind(heard, end) is not None)


def _cuts(heard: Heard, start: int, end: int) -> bool:
    """Whether a number goes on behind the words from *start* up to *end*, or begins before them."""
    numbers = [x for x in heard.mentions if x.kind == NUMBER]
    return any(x.start < start < x.end or x.start < end < x.end for x in numbers)
