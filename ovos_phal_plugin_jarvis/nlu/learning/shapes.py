"""What the texts of each argument look like, in a language without general knowledge of its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.reading import Heard

_SHOWN = 3
"""Values from which on it tells something that none of them has a word of grammar."""
_UNSEEN = 0.5
"""How sure a text is that only the word before it tells."""
_ALIKE = 0.8
"""Share of an argument's values that are days, or times, from which on it holds nothing else."""


class Shapes:
    """What the texts of each argument look like in a tool's examples, to mend what a tagger that has seen ten of them
    takes for one: days, numbers and words of grammar around and inside names.

    English has general knowledge for this, and is read without.
    """

    def __init__(self, aligned: Sequence[AlignedExample], lang: Language) -> None:
        """
        Args:
            aligned: the tool's examples.
            lang: what is spoken.
        """
        self._lang = lang
        self._count: Counter[str] = Counter()
        self._longest: dict[str, int] = {}
        self._kinds: dict[str, Counter[str]] = {}
        self._grammar: dict[str, set[str]] = {}
        """Argument → where its values have words of grammar: ``first``, ``last``, ``inside``."""
        self._before: dict[str, set[str]] = {}
        """Argument → words of grammar that stand before its values."""
        self._outside = {lang.stem(word) for e in aligned for at, word in enumerate(e.words) if e.outside(at)}
        for example in aligned:
            for span in example.spans:
                self._count[span.parameter] += 1
                self._longest[span.parameter] = max(self._longest.get(span.parameter, 0), span.end - span.start)
                over = {x.kind for x in example.heard.mentions if x.start < span.end and x.end > span.start}
                self._kinds.setdefault(span.parameter, Counter()).update(over)
                words = example.words[span.start : span.end]
                self._grammar.setdefault(span.parameter, set()).update(_places_of_grammar(words, lang))
                before = example.before(span)
                if before in lang.function_words:
                    self._before.setdefault(span.parameter, set()).add(before)

    def mend(self, heard: Heard, filled: Filled, typed: frozenset[str]) -> None:
        """Let each text of *filled* that is not in *typed* end where its kind of text ends, and go where it is none."""
        for span in list(filled.spans):
            start, end, name = span
            if span not in filled.spans or name in typed or not self._count[name]:
                continue
            if not isinstance(filled.arguments.get(name), str) or name in filled.settled:
                continue
            others = filled.covered - set(range(start, end))
            place = self._place(heard, start, end, name, others)
            if place is not None:
                place = (place[0], self._with_genitive(heard, place[1], name, others, typed))
            filled.put(name, (start, end), place, heard)

    def _place(self, heard: Heard, start: int, end: int, name: str, others: set[int]) -> tuple[int, int] | None:
        """Where the text at *start* to *end* really stands; None where there is none."""
        kinds = self._kinds[name]
        for kind in (m.DATE, m.TIME):
            if kinds[kind] >= _ALIKE * self._count[name]:
                days = [x for x in heard.mentions if x.kind == kind and others.isdisjoint(range(x.start, x.end))]
                over = [x for x in days if x.start < end and x.end > start] or days
                if not over:
                    return None
                first = over[0].start
                while "first" not in self._grammar[name] and self._is_grammar(heard.words[first]):
                    first += 1
                return first, over[0].end
        strange = {
            at
            for x in heard.mentions
            if x.kind in (m.DATE, m.TIME, m.DURATION, m.MONEY, m.NUMBER) and not kinds[x.kind]
            # "media" and "uno" are halves and ones, and names.
            if x.kind != m.NUMBER or (x.value > 1 and x.value == int(x.value))
            for at in range(x.start, x.end)
        }
        grammar = self._grammar[name]
        if self._count[name] >= _SHOWN:
            if "inside" not in grammar:
                first = next((at for at in range(start, end) if not self._is_grammar(heard.words[at])), end)
                end = next((at for at in range(first, end) if self._is_grammar(heard.words[at])), end)
            while start < end and "first" not in grammar and self._is_grammar(heard.words[start]):
                start += 1
            while start < end and "last" not in grammar and self._is_grammar(heard.words[end - 1]):
                end -= 1
        while start < end and start in strange:
            start += 1
        while start < end and end - 1 in strange:
            end -= 1
        return (start, end) if start < end else None

    def _with_genitive(self, heard: Heard, end: int, name: str, others: set[int], typed: frozenset[str]) -> int:
        """Where the text *name* that ends at *end* ends with what is said of it: "sopa [de verduras]" is one thing, as
        far as the words behind are strange to the tool, say none of *others*, and no other text begins so."""
        words, spoken = heard.words, self._lang
        taken = others | {at for x in heard.mentions if x.kind != m.PLACE for at in range(x.start, x.end)}
        leads = set().union(*(b for other, b in self._before.items() if other != name and other not in typed))
        at = end
        while at < len(words) and words[at] in (spoken.genitives - leads if at == end else spoken.articles):
            at += 1
        last = at
        while at > end and last < len(words) and last not in taken and self._is_strange(words[last]):
            last += 1
        return last if last > at else end

    def _is_strange(self, word: str) -> bool:
        """Whether *word* has a meaning, and no example says it beside its values."""
        known = self._is_grammar(word) or word in self._lang.light_words or self._lang.stem(word) in self._outside
        return not known

    def find(self, heard: Heard, filled: Filled, name: str) -> None:
        """Let *filled* have the text *name*, which is required and that no tagger saw: the only strange words of the
        request, where they stand behind a word of grammar that examples have before such a text."""
        if self._count[name] < _SHOWN or any(self._kinds[name][kind] for kind in (m.DATE, m.TIME)):
            return
        mentioned = {at for x in heard.mentions if x.kind != m.PLACE for at in range(x.start, x.end)}
        strange = [
            at for at, word in enumerate(heard.words) if at not in filled.covered | mentioned and self._is_strange(word)
        ]
        runs = [at for at in strange if at - 1 not in strange]
        led = [at for at in runs if at and heard.words[at - 1] in self._before.get(name, ())]
        if len(led) != 1 or len(runs) > 2:
            return
        start = end = led[0]
        while end in strange and end - start < self._longest[name]:
            end += 1
        filled.arguments[name] = heard.said(start, end)
        filled.take(start, end, name)
        filled.probability = min(filled.probability, _UNSEEN)

    def _is_grammar(self, word: str) -> bool:
        return word in self._lang.function_words


def _places_of_grammar(words: Sequence[str], lang: Language) -> set[str]:
    places = ["first", *["inside"] * (len(words) - 2), "last"] if len(words) > 1 else ["first"]
    return {place for word, place in zip(words, places, strict=True) if word in lang.function_words}
