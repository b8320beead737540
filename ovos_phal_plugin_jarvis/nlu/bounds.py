"""The most and the least that something may be: "no more than two euros", "not past eight", "at least three".

Where a negation says it, it negates nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.entities.numbers import is_number_word
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import Wording
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, tokenize, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

_NEAR = 3
"""Words behind a bound of which one is a number: "no more than [about a hundred]", "pas plus [d'une heure]"."""


_BEHIND = 2
"""Words behind a bound within which the value begins that it is said of."""
_MOST = frozenset(["max", "maximum", "most", "highest", "latest", "longest"])
_LEAST = frozenset(["min", "minimum", "least", "lowest", "earliest", "shortest"])
"""Words by which the name of an argument, or its description, says that it is the most, or the least, of something;
English, as most names are."""
_UNTIL, _FROM = frozenset(["until", "before"]), frozenset(["from", "after", "since"])
"""Words by which only the name says so."""
_TELLING = 3
"""Words of a description of which one says it: "The highest price", "Lowest price per night"."""


@dataclass(frozen=True)
class Bound:
    """Words before the most or the least that something may be."""

    start: int
    end: int
    """One past the last word."""
    least: bool

    def takers(self, filled: Filled) -> set[str]:
        """The arguments of *filled* that are said right behind it."""
        near = range(self.end, self.end + _BEHIND)
        return {name for first, last, name in filled.spans if not set(near).isdisjoint(range(first, last))}


def is_least(parameter: ToolParameter) -> bool | None:
    """Whether the value of *parameter* is the least of something, by its name or description; False for the most, None
    for neither."""
    named, told = {*words_of(parameter.named.replace("_", " "))}, {*words_of(parameter.description)[:_TELLING]}
    most, least = (bool(own & (named | told) or in_name & named) for own, in_name in ((_MOST, _UNTIL), (_LEAST, _FROM)))
    return least if most != least else None


def bounds_of(heard: Heard) -> Iterator[Bound]:
    """The words of *heard* that say the most, or the least, that something may be.

    Args:
        heard: the request.
    """
    heard = heard.as_said
    lang = heard.lang.code
    any_end = phrase_pattern(heard.lang, "bounds", "floors")
    for found in any_end.finditer(heard.text) if any_end is not None else ():
        least = _is_floor(found.group(), heard.lang)
        if _stands_before_a_value(heard.text[found.end() :], lang, least):
            places = [at for at, token in enumerate(heard.tokens) if found.start() <= token.start < found.end()]
            if not places:
                continue  # in the middle of a word that an odd apostrophe parts
            yield Bound(places[0], places[-1] + 1, least)


def bound_end(text: str, at: int, lang: str) -> int:
    """The character of *text* at which the words end that begin at *at* and stand before the most or the least that may
    be; 0 where none do, or no number follows.

    Args:
        text: an utterance, or a part of one.
        at: where a word of it begins.
        lang: BCP-47 tag.
    """
    pattern = phrase_pattern(language(lang), "bounds", "floors")
    found = pattern.match(text, at) if pattern is not None else None
    if found is None:
        return 0
    least = _is_floor(found.group(), language(lang))
    return found.end() if _stands_before_a_value(text[found.end() :], lang, least) else 0


def _is_floor(said: str, lang: Language) -> bool:
    """Whether *said* stands before the least that something may be."""
    floors = phrase_pattern(lang, "floors")
    return floors is not None and floors.fullmatch(said) is not None


def _stands_before_a_value(behind: str, lang: str, least: bool) -> bool:
    """Whether what may be the most, or the *least*, is among the first words of *behind*. "Not before monday" says more
    than a day, and is left to who negates."""
    return _stands_before_a_number(behind, lang) or (not least and _stands_before_a_day(behind, lang))


def _stands_before_a_number(behind: str, lang: str) -> bool:
    """Whether a number, or one thing that is counted, is among the first words of *behind*."""
    following = [token.norm for token in tokenize(behind, lang)[:_NEAR]]
    return any(is_number_word(word, lang) for word in following) or _is_unit(following, lang)


def _stands_before_a_day(behind: str, lang: str) -> bool:
    """Whether one of the first words of *behind* names a month or a day of the week: "no later than [december]"."""
    spoken = language(lang)
    known = grammar(spoken) if spoken.installed else None
    following = known.pieces([token.norm for token in tokenize(behind, lang)[:_NEAR]])[0] if known is not None else []
    return known is not None and any(word in known.months or word in known.weekdays for word in following)


def _is_unit(words: Sequence[str], lang: str) -> bool:
    """Whether *words* begin with an article and what is counted: "an hour", "d'une heure"."""
    spoken = language(lang)
    known = grammar(spoken) if spoken.installed else None
    pieces = known.pieces(words)[0] if known is not None else []
    return known is not None and any(
        one in known.articles and (other in known.units or other in known.currencies) for one, other in pairwise(pieces)
    )


def bounded(heard: Heard, tool: Wording, filled: Filled) -> set[int]:
    """The words that say the most or the least that something may be, but for an argument that is the other end."""
    return {at for x in bounds_of(heard) if not _misbound(x, tool, filled) for at in range(x.start, x.end)}


def out_of_bounds(heard: Heard, tool: Wording, filled: Filled) -> Sequence[str]:
    """What says the least of what an argument has the most of, or the most of the least: "over forty euros" is no
    ``max_price``."""
    return next((heard.words[x.start : x.end + 1] for x in bounds_of(heard) if _misbound(x, tool, filled)), ())


def _misbound(bound: Bound, tool: Wording, filled: Filled) -> bool:
    """Whether *bound* is said of an argument that is the other end."""
    return any(tool.ends.get(name) is (not bound.least) for name in bound.takers(filled))
