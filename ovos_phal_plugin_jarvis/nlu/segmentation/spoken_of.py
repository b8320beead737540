"""An order that points to what the clause before it speaks of: "we've run out of tape, put it on the list".

The clause asks for nothing, and no tool understands both together, or takes words of the clause for values. What it
speaks of is put in the place of the pronoun, and the order is read by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts import acts_of
from ovos_phal_plugin_jarvis.nlu.acts.topics import topics
from ovos_phal_plugin_jarvis.nlu.dialogue import Request
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.pointing import Pointing
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.segmentation.asides import Asides
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Part, Words
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, trimmed

_ASKS = 0.7
"""Confidence where more than one thing may be meant, at the most: what changes something asks first."""


class SpokenOf(Words):
    """Reads orders about what was just told."""

    _asides = Part(Asides)
    _cuts = Part(Cuts)
    _pointing_parts = Part(Pointing)

    def instead(self, text: str, found: Plan) -> Plan:
        """*found*, or the order behind what *text* begins with.

        Args:
            text: an utterance.
            found: what is understood of it.
        """
        if len(found.requests) > 1 or self._is_sure(found) or acts_of(text, self._reader.lang).is_unwanted:
            return found
        for clause, order in self._halves(text):
            request = self._about(clause, order)
            if request is not None:
                return Plan((request,))
        return found

    def before_another(self, text: str) -> Iterator[tuple[str, str]]:
        """What *text* tells with an order about it, and another order that is joined behind that: "the boot is broken
        so put it on the list [and mute yourself]"."""
        for joint in self._cuts.joints(text):
            first, behind = trimmed(text[: joint.start]), text[joint.end :]
            if self._opens(behind) and next(self._halves(first), None) is not None:
                yield first, behind

    def _is_sure(self, found: Plan) -> bool:
        """Whether all of *found* is in a request that leaves no word."""
        whole = len(found.requests) == 1 and not (found.left or found.requests[0].missing)
        read = found.requests[0].read if whole else None
        return read is not None and not read.explained.left

    def _halves(self, text: str) -> Iterator[tuple[str, str]]:
        """What *text* tells, and the order behind it that points to something: cut before the verb that a pronoun
        stands behind, or behind that and a small word: "cross them off", "cross off those"."""
        spoken, tokens = self._language, self._reader.raw_tokens(text)
        words = [token.norm for token in tokens]
        for at, word in enumerate(words):
            verb = at - 2 if at > 1 and words[at - 1] in spoken.function_words else at - 1
            if word not in self._pointing_parts.pronouns or verb < 2 or words[verb] in spoken.question_words:
                continue
            clause = self._without_lead(trimmed(text[: tokens[verb].start]))
            if clause and is_content(words[verb], spoken) and not self._opens(clause) and self._asides.ends(clause):
                yield clause, trimmed(text[tokens[verb].start :])

    def _without_lead(self, clause: str) -> str:
        """*clause* without what leads to an order at its end: "so can you", "you may"."""
        leads = phrase_pattern(self._language, "openings", "consequences", "politeness")
        last = next((x for x in leads.finditer(clause) if x.end() == len(clause)), None) if leads is not None else None
        if last is not None:
            return trimmed(clause[: last.start()])
        tokens = self._reader.raw_tokens(clause)
        allowing = self._language.auxiliaries | self._language.question_words
        if len(tokens) > 2 and tokens[-1].norm in allowing and tokens[-2].norm in self._language.addressing:
            return trimmed(clause[: tokens[-2].start])
        return clause

    def _about(self, clause: str, order: str) -> Request | None:
        """*order* with what *clause* speaks of in the place of its pronoun, where that is a request and no number or
        day that is told there could be meant for it."""
        spoken, told, pointing = self._language, self._reader.hear_raw(clause), self._reader.hear_raw(order)
        at = next((n for n, word in enumerate(pointing.words) if word in self._pointing_parts.pronouns), None)
        if at is None or self._pointing_parts.determines(pointing, at):
            return None
        several = pointing.words[at] in spoken.plural_pronouns
        end = at + (at + 1 < len(pointing.words) and pointing.words[at + 1] in spoken.several)
        days = {n for x in told.mentions if x.kind in (m.DATE, m.TIME) for n in range(x.start, x.end)}
        named = [t for t in topics(told.words, spoken) if days.isdisjoint(range(t.start, t.end))]
        meant = [topic for topic in named if topic.plural == several]
        if not meant:
            return None
        thing = meant[0]
        determined = thing.start > 0 and told.words[thing.start - 1] in spoken.articles | spoken.demonstratives
        first = thing.start - determined
        request = self._pointing_parts.with_thing(pointing, at, end, told.said(first, thing.end))
        if request is None:
            return None
        others = [x for x in valued(told) if x.end <= thing.start or thing.end <= x.start]
        if self._may_take(request, told, others):
            return None
        return request if len(meant) == 1 else replace(request, confidence=min(request.confidence, _ASKS))

    def _may_take(self, request: Request, told: Heard, mentions: Sequence[m.Mention]) -> bool:
        """Whether one of *mentions*, a number or a time of what is *told*, could be for the tool of *request*."""
        definition = self._reader.trained.definitions[request.call.name]
        takes = any(self._dialogue.typed(definition, parameter) for parameter in definition.parameters)
        light = self._language.light_words
        return takes and any(word not in light for x in mentions for word in told.words[x.start : x.end])
