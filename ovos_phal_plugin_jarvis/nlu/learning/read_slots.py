"""Arguments as the encoder reads them in a request: it proposes places and values."""

from __future__ import annotations

from collections.abc import Sequence, Set

from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.booleans import is_yes_or_no
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import DeclaredParameter, is_moment, leads_of
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import lemma, names_deed
from ovos_phal_plugin_jarvis.nlu.reading import Heard

_READ, _CHOSEN, _AGREED = 0.4, 0.8, 0.4
"""Probability from which the encoder's place of a text is looked at, and its choice taken that nobody named: by itself,
and where the request looks like the examples with it."""
_UNSAID_FROM = 0.7
"""Probability from which the encoder is believed that nothing says an argument."""
SAID, _UNSAID = 1.2, 0.5
"""What it counts that the encoder reads an argument there, and that it reads it nowhere."""
_SETTLED, _SURELY_UNSAID = 0.6, 0.9
"""Probability from which the encoder's place of a text goes before that of a few examples, and its absence."""


class ReadSlots:
    """Fills the arguments of one tool as the encoder reads them."""

    def __init__(self, parameters: Sequence[DeclaredParameter], lang: Language) -> None:
        """
        Args:
            parameters: all arguments of the tool.
            lang: what is spoken.
        """
        self._parameters, self._lang = parameters, lang
        self._content = leads_of(lang.code, frozenset(["content"]))

    def settle(self, parameter: DeclaredParameter, reading: Reading, heard: Heard, filled: Filled) -> None:
        """A text that a few examples place elsewhere than the encoder, which is sure, is where the encoder reads it."""
        name = parameter.parameter.name
        spans = [span for span in filled.spans if span[2] == name]
        places = reading.spans.get(name, ())
        if len(spans) != 1 or not places or not isinstance(filled.arguments.get(name), str):
            return
        start, end, _ = spans[0]
        first, last, probability = places[0]
        last = min(last, len(heard.words))
        own = max((p for a, b, p in places if (a, b) == (start, end)), default=0.0)
        if probability < _SETTLED or own * 3 > probability:
            return
        others = {at for s, e, other in filled.spans if other != name for at in range(s, e)}
        if last <= first:
            if parameter.parameter.required or probability < _SURELY_UNSAID:
                return
            filled.drop(name)
        elif others.isdisjoint(range(first, last)):
            filled.move(name, first, last, heard)

    def fill_texts(self, wanted: Sequence[DeclaredParameter], reading: Reading, heard: Heard, filled: Filled) -> None:
        """Texts where the encoder reads them, the surest first; no word says two."""
        count = len(heard.words)
        forms = [lemma(word) for word in heard.words]
        # "where does it nest" names no bird: a "nest" is what is asked about.
        named = {words for p in self._parameters for words, _, sure in p.choices if sure == 1.0}
        places = sorted(
            (-probability, parameter.parameter.name, start, min(end, count))
            for parameter in wanted
            for start, end, probability in reading.spans.get(parameter.parameter.name, ())
            if start < min(end, count)
            and probability >= _READ
            # "the lamp" says that a lamp is meant, not which.
            and not parameter.names.union(heard.lang.articles).issuperset(forms[start : min(end, count)])
            and not is_moment(self._parameters, heard, start, min(end, count))
            and tuple(heard.words[start : min(end, count)]) not in named
            and self._may_be(parameter, start, min(end, count), forms)
        )
        own = {parameter.parameter.name: parameter for parameter in wanted}
        leads = leads_of(heard.lang.code)
        for _, name, start, end in places:
            if "content" in own[name].roles:
                others = {first for _, other, first, _ in places if other != name}
                others |= {first - 1 for first in others if first and heard.words[first - 1] in leads}
                start, end = self._dictated(heard, filled.covered | others, start, end)
                led = start > 0 and heard.words[start - 1] in self._content
            else:
                led = False
            while start < end - 1 and heard.words[start] in heard.lang.articles and not led:
                start += 1
            value = own[name].value(heard, start, end)
            if value and name not in filled.arguments and filled.covered.isdisjoint(range(start, end)):
                filled.arguments[name] = value
                filled.take(start, end, name)

    def _dictated(self, heard: Heard, others: Set[int], start: int, end: int) -> tuple[int, int]:
        """Where a message is said that the encoder reads from *start* up to *end*: all that stands behind what leads to
        it, "saying [the ferry is late]", up to what is said of *others*."""
        words = heard.words
        while start < end - 1 and words[start] in self._content:
            start += 1
        first = start - 1 if start > 1 and words[start - 1] in heard.lang.articles else start
        if not first or words[first - 1] not in self._content:
            return start, end
        while end < len(words) and end not in others:
            end += 1
        return first, end

    def _may_be(self, parameter: DeclaredParameter, start: int, end: int, forms: Sequence[str]) -> bool:
        """Whether the words from *start* up to *end* may be *parameter*, as far as they stand beside what the value of
        an argument is: "the kayaks folder" is no page, and "the map" no folder where that one is said."""
        beside = {*forms[end - 1 : end + 1]}
        others = [p for p in self._parameters if p is not parameter and p.is_text]
        if any(beside & p.kinds_of_thing for p in others) and not beside & parameter.names:
            return False
        said = [at for at, form in enumerate(forms) if form in parameter.kinds_of_thing]
        named = any(start <= at <= end or start == at + 1 for at in said)  # in it, behind it or before it
        return named or not any(at and is_content(forms[at - 1], self._lang) for at in said)

    def fill_choices(self, wanted: Sequence[DeclaredParameter], reading: Reading, filled: Filled, deed: str) -> None:
        """Choices that nobody named, where the encoder is sure, or takes what the examples suppose: none that may be
        left out and is the *deed* of the tool, which is what orders it."""
        for parameter in wanted:
            name = parameter.parameter.name
            value, probability = (reading.choices.get(name) or [("", 0.0)])[0]
            # Yes or no is never guessed: its "no" would be said by almost anything.
            if (
                value
                and probability >= (_AGREED if filled.supposed.get(name) == value else _CHOSEN)
                and name not in filled.arguments
                and not is_yes_or_no(parameter.parameter)
                and (parameter.parameter.required or not names_deed(value, deed, self._lang))
                and len(value) > 1  # what one letter stands for is known where its author tells
            ):
                filled.arguments[name] = [value] if parameter.parameter.is_list else value


def is_unsaid(parameter: DeclaredParameter, reading: Reading) -> bool:
    """Whether the encoder is sure that nothing says an argument that may be left out."""
    return not parameter.parameter.required and unsaid(parameter, reading) >= _UNSAID_FROM


def read_score(parameter: DeclaredParameter, start: int, end: int, reading: Reading) -> float:
    """What the encoder's reading says for the words from *start* up to *end* being the argument."""
    return SAID * read_share(parameter, start, end, reading) - _UNSAID * unsaid(parameter, reading)


def read_share(parameter: DeclaredParameter, start: int, end: int, reading: Reading) -> float:
    """How likely the encoder reads the argument in the words from *start* up to *end*, or beside them."""
    places = reading.spans.get(parameter.parameter.name, ())
    return sum(p for first, last, p in places if last > first and first < end and last > start)


def unsaid(parameter: DeclaredParameter, reading: Reading) -> float:
    """How likely the encoder reads it nowhere."""
    return next((p for _, last, p in reading.spans.get(parameter.parameter.name, ()) if not last), 0.0)
