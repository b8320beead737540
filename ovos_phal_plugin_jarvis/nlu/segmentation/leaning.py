"""What an utterance asks for only beside what was done last: what it names, or leaves out, is known from that."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.acts.words import opposed_words
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, Request, State, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import acts, related
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.pointing import Pointing
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import valued_places
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan, Plans
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Part, Words
from ovos_phal_plugin_jarvis.nlu.text import denying_words, phrase_pattern, single_words, words_of
from ovos_phal_plugin_jarvis.nlu.tool_verbs import TAKING
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_NEARLY = 0.8
"""Share of the usual confidence that is enough for more of what was just asked for."""
_TWO = 2
"""Things that were spoken of, one of which is "the other one"."""
_WITH_A_SIDE = 3
"""Words of an order about "it" that says to which side, or how much: "turn it up", never "mute it"."""
_MAX_TURNS = 4
"""Earlier sentences of the user that "the other one" is looked for in."""


class Leaning(Words):
    """Reads what leans on the last call."""

    _cuts = Part(Cuts)
    _pointing_parts = Part(Pointing)

    def __init__(self, reader: Reader, dialogue: Dialogue, plan: Callable[[str], Plan], ordinary: Plans) -> None:
        """
        Args:
            reader: reads whole requests.
            dialogue: reads follow-ups.
            plan: what an utterance asks for by itself.
            ordinary: the same behind what was done, where nothing in it is a remark.
        """
        super().__init__(reader, dialogue)
        self._plan = plan
        self._ordinary = ordinary

    def dismissed(self, readings: Mapping[str, str], state: State) -> Plan | None:
        """The plan of the first of *readings* that is for its tool."""
        for said in dict.fromkeys(readings.values()):
            plan = self._ordinary(said, state)
            if plan.understood and all(readings.get(request.call.name) == said for request in plan.requests):
                return replace(plan, requests=tuple(self._where_it_was(request, state) for request in plan.requests))
        return None

    def _where_it_was(self, request: Request, state: State) -> Request:
        """*request* with the list or the room of the last call, where it names one of the things of that."""
        last, definition = state.call, self._reader.trained.definitions[request.call.name]
        if last is None or not _names_what_was(request, last):
            return request
        own = {p.name for p in definition.parameters} - set(request.call.arguments)
        more = {name: value for name, value in last.arguments.items() if name in own and isinstance(value, str)}
        return replace(request, call=replace(request.call, arguments={**request.call.arguments, **more}))

    def with_kind(self, text: str, found: Plan, state: State) -> Plan | None:
        """The plan of *text*, of which nobody understands the "one" of "the blue one" as it stands, with the kind of
        thing that was asked for last in its place."""
        told = [value for request in found.requests for value in request.call.arguments.values()]
        names = [words_of(value) for value in told if isinstance(value, str)]
        if found.understood and not any(words and words[-1] in self._language.ones for words in names):
            return None
        for said in self._dialogue.with_kind(text, state):
            plan = self._ordinary(said, state)
            if plan.understood:
                return plan
        return None

    def other(self, text: str, state: State) -> Request | None:
        """ "the other one", "and on the other one": what the last call did, with the other of two things that one
        sentence asked for, or of the two that were spoken of."""
        last = state.call
        words = [w for w in self._reader.hear_raw(text).words if w not in self._language.articles]
        beside = {w for phrase in (*self._language.beside, *self._language.joints) for w in phrase.split()}
        small = self._introducing - self._language.persons - single_words(self._language, "negations")
        pointing = self._language.other_ones | self._language.ones | beside | small
        if last is None or not set(words) & self._language.other_ones or not set(words) <= pointing:
            return None
        if not denying_words(self._language).isdisjoint(words) or not single_words(
            self._language, "negations"
        ).isdisjoint(words):
            return None  # "not the other one"
        for said in list(reversed(state.turns))[:_MAX_TURNS]:
            if not self._cuts.joints(said):
                continue
            asked = self._plan(said).requests
            if any(r.call.name == last.name and dict(r.call.arguments) == dict(last.arguments) for r in asked):
                return None  # both of them were asked for, and nothing was done with either since
            for name, value in last.arguments.items():
                same = [r for r in asked if isinstance(value, str) and _like(r.call.arguments.get(name), value)]
                others = [r for r in asked if same and r.call.name == same[0].call.name and r not in same]
                if len(same) != 1 or len(others) != 1 or name not in others[0].call.arguments:
                    continue
                put, known = others[0].call.arguments[name], same[0].call.arguments
                # What told the one from the other goes with it; what was done to it stays.
                kept = {n: v for n, v in last.arguments.items() if n not in known or known[n] != v}
                if not all(n in others[0].call.arguments for n in set(last.arguments) - set(kept)):
                    return None
                call = replace(last, arguments={**kept, name: put}, said=_with(last.said, value, str(put)))
                return Request(call)
        return self._of_two(last, state)

    def _of_two(self, last: ToolCall, state: State) -> Request | None:
        """The *last* call, which says nothing but which of two things it was about, for the other one: the "bread" of
        two timers that were set, behind "how long is left on the soup"."""
        if len(last.arguments) != 1:
            return None
        ((name, value),) = last.arguments.items()
        calls = [call for call in state.done if call.toolbox_id == last.toolbox_id]
        known = {told.lower(): told for call in calls if isinstance(told := call.arguments.get(name), str)}
        if not isinstance(value, str) or len(known) != _TWO or value.lower() not in known:
            return None
        (put,) = (told for key, told in known.items() if key != value.lower())
        return Request(replace(last, arguments={name: put}, said=_with(last.said, value, put)))

    def at_the_last(self, text: str, whole: Candidate | None, state: State) -> Request | None:
        """What *text* orders to be done with "it", and names nothing, where what was asked last names a thing of
        another tool's than *whole*: "turn it up" behind "dim the screen" is for the screen."""
        last, spoken = state.call, self._language
        if last is None or whole is None or not last.said:
            return None
        heard = self._reader.hear(text)
        valued, words = valued_places(heard), heard.words
        # "Up" is of either; "louder" is of one of them.
        ways = (opposed_words(spoken) & spoken.function_words) | spoken.amounts | spoken.steps
        behind = {word for at, word in enumerate(words) if at > 1 and at not in valued and is_content(word, spoken)}
        changes = phrase_pattern(spoken, "changes")
        counted = any(map(str.isdigit, "".join(map(str, last.arguments.values()))))
        if counted and changes is not None and changes.match(text) is not None:
            return None  # "make it fifteen" corrects the last call, which has a number
        ordered = len(words) > 1 and self._begins(words[0]) and words[1] in spoken.persons
        if not ordered or not behind <= ways or len(words) < _WITH_A_SIDE:
            return None
        return self._pointing_parts.with_its_thing(text, last.said, whole)

    def as_it_was(self, text: str) -> str:
        """*text* without the word that only says that it was so before: "turn it [back] off"."""
        returning, sides = self._language.returning, opposed_words(self._language)
        tokens = self._reader.raw_tokens(text)
        for token, following in itertools.pairwise(tokens):
            if token.norm in returning and following.norm in sides:
                return f"{text.strip()[: token.start]}{text.strip()[following.start :]}"
        return text

    def near_the_last(self, text: str, state: State) -> Request | None:
        """What *text* nearly surely asks for, where that is more of what the last call was about."""
        near = self._reader.best(text, _NEARLY) if state.call is not None else None
        last = self._reader.trained.definitions.get(state.call.name) if state.call is not None else None
        if near is None or last is None or near.definition.toolbox_id != last.toolbox_id:
            return None
        told = near.explained
        whole = bool(told.wording) and not told.left and not near.filled.missing
        return request_of(near, text) if whole and related(near.definition, last) else None

    def of_the_last(self, text: str, state: State) -> Request | None:
        """ "take the coffee off": what says too little by itself, and names one of the things of the last call; or of
        what the last call told, and takes that off."""
        if state.call is None or state.call.name not in self._reader.trained.definitions:
            return None
        last = Request(state.call)
        found = self._pointing_parts.beside(self._dialogue.unmarked(text), last, known=True)
        if found is None or found.call.name == state.call.name:
            return None
        if _names_what_was(found, state.call):
            return found
        definitions = self._reader.trained.definitions
        told = definitions[state.call.name].annotations.get("readOnlyHint")
        sure = self._pointing_parts.beside(self._dialogue.unmarked(text), last) if told else None
        return sure if sure is not None and TAKING & set(acts(definitions[sure.call.name])) else None


def _names_what_was(request: Request, last: ToolCall) -> bool:
    """Whether each text of *request* is one of the *last* call's."""
    known = {str(thing).lower() for value in last.arguments.values() for thing in things_of(value)}
    named = [thing for value in request.call.arguments.values() for thing in things_of(value) if isinstance(thing, str)]
    return bool(named) and all(thing.lower() in known for thing in named)


def _like(one: object, other: object) -> bool:
    return isinstance(one, str) and isinstance(other, str) and words_of(one) == words_of(other)


def _with(said: str, old: str, new: str) -> str:
    """*said* with *new* in place of *old*, as far as that stands there."""
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, said, count=1, flags=re.IGNORECASE)
