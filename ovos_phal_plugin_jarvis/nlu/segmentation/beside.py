"""What a part is beside the one before it: more of the same request, or that again with other values."""

from __future__ import annotations

import itertools
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.sparing import leaves_alone
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import Request, State, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import acts
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import SURELY_ANOTHER, Words, is_choice
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern
from ovos_phal_plugin_jarvis.nlu.tool_verbs import TAKING
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_CLEARLY, _LEAST, _GUESSED = 2.0, 0.05, 0.5
"""How much likelier than the others of its box a tool has to be, and how likely at least, to be taken for the one that
is meant beside another of that box; and confidence in it at most."""
_WHEN_OR_WHERE = (m.DATE, m.TIME, m.PLACE)


class Beside(Words):
    """Reads a part by the one before it."""

    def only_adds(self, right: str, first: Plan, second: Plan) -> bool:
        """Whether *right* says more of the request before it: "create a channel called birds and make it private"."""
        pattern = phrase_pattern(self._language, "changes", "pronouns")
        one, other = first.requests[-1].call, second.requests[0].call
        if pattern is None or pattern.search(right) is None or len(first.requests) != 1 or one.name != other.name:
            return False
        more = len(other.arguments) > len(one.arguments)
        return more and all(other.arguments.get(name) == value for name, value in one.arguments.items())

    def with_tail(self, left: str, first: Plan, second: Request) -> Plan | None:
        """The *first* of two questions about one thing with what only the *second* says behind it: "when does the kiosk
        open and when does it close [on friday]"."""
        call = first.requests[-1].call
        own = self._reader.hear(left)
        read = self._reader.best(second.call.said)
        asks = self._asks(own) or self._only_chooses(left, call)
        if not asks or len(first.requests) != 1 or read is None or read.definition.name != call.name:
            return None
        heard = self._reader.hear(second.call.said)
        spans = sorted(read.filled.spans, reverse=True)
        # What stands behind all that the first says as well: "sunrise and sunset [in oslo tomorrow]".
        more = [*itertools.takewhile(lambda span: span[2] not in call.arguments, spans)]
        added = set(read.filled.arguments) - set(call.arguments)
        if not more or more[0][1] != len(heard.words) or added != {name for *_, name in more}:
            return None
        start = more[-1][0]
        while start and heard.words[start - 1] in self._language.function_words:
            start -= 1
        said = f"{left} {heard.said(start, len(heard.words))}"
        best = self._reader.best(said)
        if best is None or best.definition.name != call.name or not self._adds(best, call):
            return None
        return replace(first, requests=(request_of(best, said),))

    def as_before(self, left: str, first: Plan, second: Request) -> Request:
        """The *second* of two questions about one thing, where it says only what is asked of it, with what the first
        says: "when does the kiosk open on friday and when does it close"."""
        call = first.requests[-1].call
        if not self._asks(self._reader.hear(left)) or second.call.name != call.name or len(first.requests) != 1:
            return second
        chosen = {p.name for p in self._reader.trained.definitions[call.name].parameters if is_choice(p)}
        told = second.call.arguments
        said = {name for name, value in told.items() if call.arguments.get(name) != value}
        if not said or not said <= chosen or set(told) - set(call.arguments):
            return second
        arguments, read = {**call.arguments, **told}, self._reader.best(left)
        heard, words = self._reader.hear(left), second.call.said
        for start, end, name in read.filled.spans if read is not None else ():
            while start and heard.words[start - 1] in self._introducing:
                start -= 1
            words = words if name in told else f"{words} {heard.said(start, end)}"
        return replace(second, call=replace(second.call, arguments=arguments, said=words))

    @staticmethod
    def by_its_name(right: str, first: Plan, second: Request) -> Request:
        """The *second* request, which points back from *right*, with the name that the first has for what both are
        about, where it holds more of its words: "make [doing handstands] a habit and mark it"."""
        known = first.requests[-1].call.arguments
        told = {
            name: known[name]
            for name, value in second.call.arguments.items()
            if isinstance(value, str) and isinstance(known.get(name), str) and value.lower() not in right.lower()
        }
        told = {n: v for n, v in told.items() if f" {v.lower()} " in f" {str(second.call.arguments[n]).lower()} "}
        if not told:
            return second
        return replace(second, call=replace(second.call, arguments={**second.call.arguments, **told}))

    def _asks(self, heard: Heard) -> bool:
        """Whether *heard* begins with a question, or with the day, the time or the place that it is asked for."""
        said = {at for x in heard.mentions if x.kind in _WHEN_OR_WHERE for at in range(x.start, x.end)}
        asking = self._language.question_words
        at = next((at for at, word in enumerate(heard.words) if at not in said and word in asking), len(heard.words))
        before = (word for place, word in enumerate(heard.words[:at]) if place not in said)
        return at < len(heard.words) and not any(is_content(word, self._language) for word in before)

    def _only_chooses(self, text: str, call: ToolCall) -> bool:
        """Whether *text* says nothing but which of a few things it asks for: "high and low tide for monday"."""
        definition = self._reader.trained.definitions[call.name]
        chosen = {str(call.arguments.get(p.name)).lower() for p in definition.parameters if is_choice(p)}
        return " ".join(self._reader.hear(text).words) in chosen

    def _adds(self, read: Candidate, call: ToolCall) -> bool:
        """Whether *read* is *call* with something more."""
        choices = {p.name for p in read.definition.parameters if is_choice(p)}
        known = {name: value for name, value in call.arguments.items() if name not in choices}
        return not read.explained.left and all(read.filled.arguments.get(n) == value for n, value in known.items())

    def in_its_unit(self, right: str, first: Plan) -> Request | None:
        """*right* with the unit of what was said before it behind its bare number, where that makes it a request to the
        same tool: "give the oven five minutes more and take two off the kiln"."""
        call = first.requests[-1].call
        said = self._dialogue.ellipsis.with_unit(right, call.said) if self._opens(right) else ""
        best = self._whole_request(said) if said else None
        if best is None or best.definition.name != call.name or best.confidence < SURELY_ANOTHER:
            return None
        return request_of(best, said)

    def in_its_box(self, right: str, first: Plan) -> Plan | None:
        """*right*, an order that nobody could tell whose it is, for the tool of the same box as the request before it,
        where that is about as likely as any and explains all of it: "go to friday and [add call the plumber]" is for
        the planner. It asks first, and takes nothing away: nobody surely said what."""
        found = self._reader.candidates(right)
        before = self._reader.trained.definitions[first.requests[-1].call.name]
        own = [each for each in found if each.definition.toolbox_id == before.toolbox_id]
        best = own[0] if own else None
        if best is None or best.definition.name == before.name or best.confidence * _CLEARLY < found[0].confidence:
            return None
        if TAKING & set(acts(best.definition)):
            return None
        reasons = {reason.code for reason in best.account.reasons}
        if reasons or best.filled.missing or best.explained.left or not best.explained.wording:
            return None
        if not best.filled.spans:
            return None  # "can you help me", "thank you"
        if any(each.confidence * _CLEARLY > best.confidence for each in own[1:]) or best.confidence < _LEAST:
            return None
        return Plan((replace(request_of(best, right), confidence=min(best.confidence, _GUESSED)),))

    def framed(self, right: str, first: Plan, second: Plan) -> Plan | None:
        """*right* as the request before it with other values: "send ten dollars to anna and [send] twenty to mike"."""
        if leaves_alone(right, self._reader.lang):
            return None  # "turn off the lamp but keep the fan"
        call = first.requests[-1].call
        asked = second.requests[0].call if second.requests else None
        if asked is not None and (asked.name != call.name or second.left):
            return None
        # What is a request by itself stays one, unless a unit is missing: "a salad timer for five".
        if asked is not None and asked.said == right and not self._dialogue.ellipsis.lacks_unit(right, call):
            return None
        found = self._dialogue.ellipsis.framed(right, call)
        if found is None or found.call.arguments == call.arguments:
            return None  # what is said again is not asked for twice
        return Plan((found,))

    def names_more(self, text: str) -> bool:
        words = self._reader.hear_raw(text).words
        return any(is_content(word, self._language) for word in words) and len(words) <= 12

    def bare_value(self, text: str, request: Request, state: State) -> bool:
        best = self._reader.best(text)
        if best is None or request.call.said != text:
            return False
        accounted = best.explained
        return not accounted.wording and not self._opens(text) and state.call is not None
