"""What is said of both of two things: "give both of them five more", "take them both off again".

The tools know no "both". So the words are read twice, once as they would be said of either ("give it five more"), each
time as if that one had been done last; what does not tell the two apart, or is understood of one of them only, is not
done at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, Request, State, Unclear
from ovos_phal_plugin_jarvis.nlu.dialogue.made import makes, still_there
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import related, singular
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED, differing
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan, Plans
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Words
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, words_of
from ovos_phal_plugin_jarvis.sdk.locale import listed
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_BOTH = 2


class OfBoth(Words):
    """Reads what is said of both of the last two things."""

    def __init__(self, reader: Reader, dialogue: Dialogue, planned: Plans) -> None:
        """
        Args:
            reader: reads whole requests.
            dialogue: reads follow-ups.
            planned: what an utterance asks for behind what was done.
        """
        super().__init__(reader, dialogue)
        self._planned = planned

    def plan(self, text: str, state: State | None) -> Plan | None:
        """The plan of *text*; None where it says nothing of both of two things.

        Args:
            text: an utterance.
            state: what was done before.
        """
        last = state.call if state is not None else None
        if state is None or last is None or last.name not in self._reader.trained.definitions:
            return None
        place = self._both(text, last)
        both = text[slice(*place)] if place is not None else ""
        if place is None or self._is_written(text, both):
            return None
        plural = self._plural(both)
        if plural and any(isinstance(v, list) and len(v) == _BOTH for v in last.arguments.values()):
            found = self._planned(_put(text, place, plural), state)
            return found if found.understood else None
        made, sure = self._last_two(last, state)
        if not made:
            return None
        for one in (self._language.one_of_both[0], ""):
            said = _put(text, place, one)
            plans = [self._planned(said, state.back_at(call)) for call in made]
            if any(plan.requests or plan.unclear or plan.held for plan in plans):
                requests = self._each(plans, made, text, place)
                if requests and not sure:
                    requests = tuple(replace(r, confidence=min(r.confidence, GUESSED)) for r in requests)
                if requests:
                    return Plan(requests)
                if any(plan.requests for plan in plans):
                    return Plan(unclear=Unclear(text))
        return None

    def _both(self, text: str, last: ToolCall) -> tuple[int, int] | None:
        """From where to where *text* says "both of them", or "both timers" of the kind of thing of the *last* call."""
        pattern = phrase_pattern(self._language, "boths")
        found = pattern.search(text) if pattern is not None and self._language.one_of_both else None
        if found is None:
            return None
        behind = re.match(r"\s+([^\W\d_]+)", text[found.end() :])
        kinds = {singular(noun) for noun in self._dialogue.nouns(last)}
        named = behind is not None and singular(behind.group(1).lower()) in kinds
        return found.start(), found.end() + (behind.end() if behind is not None and named else 0)

    def _is_written(self, text: str, both: str) -> bool:
        """Whether the *both* of *text* is part of what a tool is told: "remind me to call them both"."""
        best, said = self._reader.best(text), words_of(both)
        if best is None or best.filled.missing:
            return False
        things = (each for value in best.filled.arguments.values() for each in things_of(value))
        told = (words_of(each) for each in things if isinstance(each, str))
        return any(len(words) > len(said) and set(said) <= set(words) for words in told)

    def _plural(self, said: str) -> str:
        """The pronoun for several things in *said*: the "them" of "both of them"."""
        words = words_of(said)
        return next((w for w in words if w in self._language.plural_pronouns - self._language.several), "")

    def _last_two(self, last: ToolCall, state: State) -> tuple[list[ToolCall], bool]:
        """The last two things that were done by one tool and that the *last* call has to do with; and whether there
        are no others that may be meant."""
        definitions = self._reader.trained.definitions
        near = [c for c in state.done if c.name in definitions and related(definitions[c.name], definitions[last.name])]
        for name in dict.fromkeys(call.name for call in reversed(near)):
            if definitions[name].annotations.get("readOnlyHint"):
                continue
            left = still_there(state.done, name, definitions) if makes(definitions[name]) else near
            left = [call for call in left if call.name == name]
            if len(left) >= _BOTH and differing(left[-1], left[-2]):
                return left[-_BOTH:], len(left) == _BOTH
        return [], False

    @staticmethod
    def _tells_apart(request: Request, made: Sequence[ToolCall]) -> bool:
        """Whether *request*, or what it stands in place of, is told which of the two that were *made* is meant."""
        calls = [request.call, *([request.instead_of] if request.instead_of is not None else [])]
        telling = differing(made[0], made[1])
        own = [{name: things_of(call.arguments.get(name)) for name in telling} for call in made]
        return any(
            any(thing in each[name] for each in own for thing in things_of(call.arguments.get(name)))
            for call in calls
            for name in telling
            if call.arguments.get(name) is not None
        )

    def _each(
        self, plans: Sequence[Plan], made: Sequence[ToolCall], text: str, place: tuple[int, int]
    ) -> tuple[Request, ...]:
        """The requests of *plans*, each of which asks one thing of one of those *made*; none where they do not tell
        them apart. Those that differ by what is in a list are one."""
        if not all(plan.understood and len(plan.requests) == 1 for plan in plans):
            return ()
        first, second = (plan.requests[0] for plan in plans)
        if first.call.name != second.call.name or not differing(first.call, second.call):
            return ()
        if not all(self._tells_apart(request, made) for request in (first, second)):
            return ()
        names = differing(first.call, second.call)
        lists = [call.arguments.get(name) for call in (first.call, second.call) for name in names]
        if len(names) == 1 and all(isinstance(value, list) for value in lists):
            things = list(dict.fromkeys(thing for value in lists for thing in things_of(value)))
            said = _put(text, place, listed([str(thing) for thing in things], self._reader.lang))
            arguments = {**first.call.arguments, names.pop(): things}
            return (replace(first, call=replace(first.call, arguments=arguments, said=said, spelt_out=True)),)
        meets = second.instead_of is not None and first.call.name == made[1].name and not differing(first.call, made[1])
        return (second, first) if meets else (first, second)  # "both an hour later": the later one first


def _put(text: str, place: tuple[int, int], instead: str) -> str:
    """*text* with *instead* in that *place*."""
    return " ".join(f"{text[: place[0]]} {instead} {text[place[1] :]}".split())
