"""A first request that leaves out its verb: "[add] soap to the bath list and remind me at six to call tom"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, State
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.pointing import Pointing
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.leftovers import Leftovers
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Budget, Cut, Joint, Plan, Reads
from ovos_phal_plugin_jarvis.nlu.segmentation.words import SURELY_ANOTHER, Part, Words
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, trimmed, trimmed_left

_MAKING = frozenset({"add", "create", "start"})
"""Names of the meanings of words that something new is asked for with."""
_MOST_VERBS = 4
"""Verbs that are tried where a request leaves out its own."""


class UnsaidVerb(Words):
    """Puts the verb in that is left out."""

    _cuts = Part(Cuts)
    _leftovers = Part(Leftovers)
    _pointing_parts = Part(Pointing)

    def __init__(self, reader: Reader, dialogue: Dialogue, read: Reads, cut: Cut) -> None:
        """
        Args:
            reader: reads whole requests.
            dialogue: reads follow-ups.
            read: reads a text.
            cut: reads two parts of one.
        """
        super().__init__(reader, dialogue)
        self._read = read
        self._cut = cut

    def plan(self, text: str, found: Plan, budget: Budget) -> Plan | None:
        """The plan of several requests the first of which leaves out its verb, where that makes all of them understood:
        "[add] soap to the bath list and remind me at six to call tom".

        Args:
            text: the requests.
            found: what is understood of them without.
            budget: of readings.
        """
        pattern = phrase_pattern(self._language, "fillers", "particles")
        opening = pattern.match(text) if pattern is not None else None
        text = trimmed_left(text[opening.end() :]) if opening is not None else text
        words = self._reader.hear(text).words
        whole = found.understood and len(found.requests) > 1
        if whole or found.held and not found.left or not words or self._opens(text):
            return None
        single = self._whole_request(text) if len(found.requests) == 1 else None
        if single is not None and not single.explained.left:
            return None  # "jobs list them"
        joints = self._cuts.joints(text)
        first = self._reader.hear(text[: joints[0].start] if joints else text).words
        spoken = self._language
        telling = spoken.subjects | spoken.states | spoken.question_words | spoken.auxiliaries | set(spoken.negations)
        if not is_content(words[0], spoken) or telling & set(first):
            return None
        verbs = self._making()
        if not joints and verbs and not self._may_go_on(self._reader.hear(f"{verbs[0]} {text}")):
            return None
        likely = {read.definition.name for read in self._reader.candidates(text[: joints[0].start] if joints else text)}
        for verb in verbs:
            for plan in self._opened(verb, text, joints, budget):
                calls = [request.call for request in plan.requests]
                if not plan.understood or len(calls) < max(2, len(found.requests)) or calls[0].name not in likely:
                    continue
                # The verb is the first one's: "ten minutes for the rice" is nothing that is added.
                others = [call for call in calls[1:] if call.name != calls[0].name]
                if any(call.said.startswith(f"{verb} ") for call in others):
                    continue
                if plan.requests[0].confidence >= SURELY_ANOTHER:
                    return plan
        return None

    def _may_go_on(self, heard: Heard) -> bool:
        """Whether a second request may stand in *heard*, which begins with a verb that was left out, as far as the
        words tell that would be that request: they are the same for each verb, before which all else is read anew."""
        words, lang = heard.words, self._language
        content = [word for word in words if is_content(word, lang)]
        if not (self._pointing_parts.pronouns | lang.ones).isdisjoint(words) or len(set(content)) < len(content):
            return True  # "it" is what the first request names; and of two things the same may be said
        for at in range(1 if tuple(words[:1]) in self._reader.trained.short else 2, len(words)):
            article = words[at] in lang.articles
            if article or words[at] in lang.verbs or self._ends_in_value(heard, at):
                second = self._whole_request(heard.text[heard.tokens[at].start :])
                if second is not None and (not article or second.confidence >= SURELY_ANOTHER):
                    return True
        return False

    def _opened(self, verb: str, text: str, joints: Sequence[Joint], budget: Budget) -> Iterator[Plan]:
        """The plans of *text* with *verb* before it: as it is, and cut where it may be."""
        said = f"{verb} {text}"
        yield self._leftovers.accounted(self._read(said, State(), budget, 0), said)
        for joint in reversed(joints):
            left, right = f"{verb} {trimmed(text[: joint.start])}", trimmed(text[joint.end :])
            if self._whole_request(left) is None or not budget.spend(right):
                continue
            cut = self._cut(left, right, joint, State(), budget, 0)
            if cut is not None:
                yield self._leftovers.accounted(cut, said)

    def _making(self) -> tuple[str, ...]:
        """Verbs that something new is asked for with."""
        phrases = (p for names, said in self._language.meanings if names & _MAKING for p in said)
        return tuple(dict.fromkeys(p for p in phrases if p in self._language.verbs))[:_MOST_VERBS]
