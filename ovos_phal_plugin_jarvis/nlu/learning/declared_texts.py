"""Free texts found without an example: what is left of the words, by what introduces it and what stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import (
    ROLE_WORDS,
    DeclaredParameter,
    is_moment,
    leads_of,
)
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.read_slots import read_score
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, Wording, lemma
from ovos_phal_plugin_jarvis.nlu.reading import Heard


@dataclass
class _Segment:
    start: int
    end: int
    lead: str | None
    """The word that introduces it."""
    before: frozenset[str] = field(default_factory=frozenset)
    """Lemmas of what stands right around it and is explained."""
    kinds: frozenset[str] = field(default_factory=frozenset)
    """Lemmas of what its last word is a kind of."""


class DeclaredTexts:
    """Fills the free texts of one tool."""

    def __init__(self, parameters: Sequence[DeclaredParameter], wording: Wording) -> None:
        """
        Args:
            parameters: all arguments of the tool.
            wording: what explains words to it.
        """
        self._parameters = parameters
        self._wording = wording
        self._leads = leads_of(wording.lang.code)
        self._content = leads_of(wording.lang.code, frozenset(["content"]))

    def fill(
        self,
        wanted: list[DeclaredParameter],
        heard: Heard,
        filled: Filled,
        least: float,
        reading: Reading | None,
    ) -> None:
        """Give each of the *wanted* arguments the words that fit it best.

        Args:
            wanted: the arguments.
            heard: the request.
            filled: what is known already, which is changed.
            least: what has to speak for a text being one of them.
            reading: how the encoder reads it, where there is one.
        """
        segments = self._segments(wanted, heard, filled)
        cities = {at for x in heard.mentions if x.kind == m.PLACE for at in range(x.start, x.end)}
        pairs = []
        for at, segment in enumerate(segments):
            for order, parameter in enumerate(wanted):
                score = self._fit(parameter, segment, cities, len(wanted))
                if reading is not None:
                    score += read_score(parameter, segment.start, segment.end, reading)
                if score >= least:
                    pairs.append((-score, at, order))
        used: set[int] = set()
        for _, at, order in sorted(pairs):
            name = wanted[order].parameter.name
            segment = segments[at]
            if at in used or name in filled.arguments:
                continue
            used.add(at)
            start, end = self._bounds(wanted[order], segment, heard, filled)
            if is_moment(self._parameters, heard, start, end):
                continue
            value = wanted[order].value(heard, start, end)
            if not value or not filled.covered.isdisjoint(range(start, end)):
                continue
            filled.arguments[name] = value
            filled.take(start, end, name)

    def _bounds(self, parameter: DeclaredParameter, segment: _Segment, heard: Heard, filled: Filled) -> tuple[int, int]:
        """Where the text begins and ends: whole sentences where it is one, without what only names the argument."""
        words, start, end = heard.words, segment.start, segment.end
        if "content" in parameter.roles:
            if segment.lead in self._content:
                while end < len(words) and end not in filled.covered:
                    end += 1
            while (
                start
                and start - 1 not in filled.covered
                and words[start - 1] != segment.lead
                and words[start - 1] in heard.lang.function_words | heard.lang.light_words
                and self._wording.explains(words[start - 1]) < 0.3
                and not _is_before_request(words[: start - 1], heard.lang)
            ):
                start -= 1
        while start < end - 1 and (
            lemma(words[start]) in parameter.names or ROLE_WORDS.get(lemma(words[start])) in parameter.roles
        ):
            start += 1
        return start, end

    def _fit(self, parameter: DeclaredParameter, segment: _Segment, cities: set[int], rivals: int) -> float:
        """What speaks for *segment* being *parameter*, one of as many as *rivals*."""
        score = 0.4 if parameter.parameter.required else 0.1
        if rivals == 1:
            score += 0.3
        if segment.before & parameter.names:
            score += 1.5
        roles = parameter.likely_roles
        if segment.lead:
            if self._is_led(parameter, segment.lead):
                score += 1.0
            elif rivals > 1 or not parameter.parameter.required:
                score -= 0.6
        elif roles & {"content", "topic", "name", "thing"}:
            score += 0.3
        named = cities.issuperset(range(segment.start, segment.end))
        if segment.kinds & parameter.names:
            score += 0.7
        if roles & {"place", "origin", "target"} and named:
            score += 0.7
        elif "place" in roles and not segment.lead and not named:
            score -= 0.3
        return score

    def _segments(self, wanted: list[DeclaredParameter], heard: Heard, filled: Filled) -> list[_Segment]:
        """The runs of words that nothing explains, cut where a word may introduce another argument."""
        words = heard.words
        count = len(words)
        heads = heard.request_verbs
        net = english_wordnet() if heard.lang.code == ENGLISH else None
        explained = [at in filled.covered or self._wording.explains(word) >= 0.3 for at, word in enumerate(words)]
        content = [
            not explained[at]
            and at not in heads
            and word not in heard.lang.function_words
            and word not in heard.lang.light_words
            and word not in self._leads
            for at, word in enumerate(words)
        ]
        found: list[_Segment] = []
        at = 0
        while at < count:
            if not content[at]:
                at += 1
                continue
            start = at
            end = at + 1
            while (
                end < count
                and end not in filled.covered
                and not heard.breaks_before(end)
                and not (explained[end] and not self._inside(end, content))
            ):
                if (
                    words[end] in self._leads
                    and any(content[end + 1 : end + 3])
                    and (
                        len(wanted) > 1
                        or not self._is_led(wanted[0], words[start - 1] if start else "")
                        and self._is_led(wanted[0], words[end])
                    )
                ):
                    break
                end += 1
            while end > start + 1 and not content[end - 1]:
                end -= 1
            lead_at = start - 1
            while lead_at >= 0 and (
                words[lead_at] in heard.lang.articles or (explained[lead_at] and lead_at not in filled.covered)
            ):
                lead_at -= 1
            if lead_at < start - 1 and not (lead_at >= 0 and words[lead_at] in self._leads):
                lead_at = start - 1
            names = frozenset[str]().union(*(p.names for p in wanted))
            while end < count and end not in filled.covered and lemma(words[end]) in names:
                end += 1
            around = {
                lemma(words[i])
                for i in (start - 1, lead_at, lead_at - 1, end)
                if 0 <= i < count and i not in filled.covered
            }
            lead = words[lead_at] if lead_at >= 0 and words[lead_at] in self._leads else None
            kinds = frozenset(other for other, _ in net.wider(words[end - 1], "n", 3)) if net else frozenset[str]()
            found.append(_Segment(start, end, lead, frozenset(around), kinds))
            at = end
        return found

    def _is_led(self, parameter: DeclaredParameter, lead: str) -> bool:
        return lead in leads_of(self._wording.lang.code, parameter.likely_roles)

    def _inside(self, at: int, content: Sequence[bool]) -> bool:
        """Whether an explained word stands inside a name rather than beside it."""
        return bool(at and content[at - 1] and at + 1 < len(content) and content[at + 1])


def _is_before_request(words: Sequence[str], lang: Language) -> bool:
    """Whether nothing but asking stands in *words*."""
    return all(word in lang.function_words or word in lang.light_words for word in words)
