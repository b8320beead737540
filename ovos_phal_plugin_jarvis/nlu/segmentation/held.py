"""What is said about requests: by whom, to whom, and on which condition."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.acts import Acts, acts_of
from ovos_phal_plugin_jarvis.nlu.acts.conditions import conditions
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated, tells_of_the_past
from ovos_phal_plugin_jarvis.nlu.acts.wavering import retracts
from ovos_phal_plugin_jarvis.nlu.acts.words import orders
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, Request, State, Unclear
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.wording import Wording
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Budget, Plan, Plans, Reads
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Part, Words, fold
from ovos_phal_plugin_jarvis.nlu.text import denying_words, phrase_pattern, single_words, trimmed, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import things_of


class Held(Words):
    """Tells what may not be done, or not at once."""

    _cuts = Part(Cuts)

    def __init__(self, reader: Reader, dialogue: Dialogue, plan: Plans, read: Reads) -> None:
        super().__init__(reader, dialogue)
        self._plan = plan
        self._read = read

    def told(self, text: str, state: State | None) -> Plan | None:
        """The plan of what somebody else is told to have said, or is to be told: what only tells may be told, nothing
        else is done but by a tool that tells somebody."""
        said = acts_of(text, self._reader.lang)
        if said.musing and not any(
            self._knows(tool, said.musing) for tool in self._reader.trained.definitions.values()
        ):
            return Plan()
        if said.asked_then:
            return Plan()
        if said.doubt:
            plan = self._plan(text, state)
            return plan if all(self._takes(request, said.doubt) for request in plan.requests) else Plan()
        if not (said.hearsay or said.others):
            return self._passed_on(text, state)
        found = self._plan(text, state)
        if not found.requests:
            return None
        planned = [self._reader.trained.definitions[request.call.name] for request in found.requests]
        if all(tool.annotations.get("readOnlyHint") or self._recounts(tool, said) for tool in planned):
            return found
        return Plan(unclear=Unclear(text))

    def _recounts(self, tool: ToolDefinition, said: Acts) -> bool:
        """Whether examples of *tool* tell of others what *said* does."""
        if said.hearsay:
            return self._knows(tool, said.hearsay)
        return any(acts_of(example.utterance, self._reader.lang).others == said.others for example in tool.examples)

    def _takes(self, request: Request, doubt: str) -> bool:
        """Whether *request* may be done in spite of a *doubt*: it only tells, or the doubt is a part of its text."""
        tool = self._reader.trained.definitions[request.call.name]
        if tool.annotations.get("readOnlyHint"):
            return True
        if retracts(request.call.said, self._reader.lang) == doubt:
            # "no more timer" says nothing of a "no" at the end, and a note that has one ends with it.
            texts = [value for value in request.call.arguments.values() if isinstance(value, str)]
            said = [*texts, *(example.utterance for example in tool.examples)]
            return any(words_of(text)[-len(words_of(doubt)) :] == words_of(doubt) for text in said)
        return self._knows(tool, doubt) or self._value_holds(request, doubt)

    def without_told(self, text: str, plan: Plan) -> Plan:
        """*plan* of *text* without what is only told to have been done: "i [emptied] the list so put milk on it", and
        not "once you've [emptied] it put milk on it"."""
        first = phrase_pattern(self._language, "done_first")
        if first is not None and first.search(text) is not None:
            return plan
        wordings = self._reader.trained.wordings
        told = [self._tells_own_deed(request.call.said, wordings[request.call.name]) for request in plan.requests]
        kept = (request for request, tells in zip(plan.requests, told, strict=True) if not tells)
        return replace(plan, requests=tuple(kept)) if any(told) else plan

    def only_spoken_of(self, text: str, plan: Plan) -> bool:
        """Whether *plan* does what *text* only tells, asks about or does not want, though it points to what it is done
        to: "i turned it off", or what a part of a story would do by itself: "the alarm rang at six [and at seven]"."""
        said, wordings = acts_of(text, self._reader.lang), self._reader.trained.wordings
        named = {request.call.name for request in plan.requests}
        if said.deed is not None and not all(wordings[name].is_spoken_to_by(said.deed) for name in named):
            return True
        story = said.statement
        parts = [
            each for each in plan.requests if fold(each.call.said) != fold(text) and not self._opens(each.call.said)
        ]
        if story is None or not story.past or not parts:
            return False
        words = self._reader.raw_words(text)
        return any(self._is_none_told(wordings[each.call.name], words, story.verb) for each in parts)

    def _is_none_told(self, tool: Wording, words: Sequence[str], verb: int) -> bool:
        """Whether *tool* does something, and no example tells it what once was: "the alarm rang at six and again at
        seven" sets none."""
        known = tool.stated_past if tool.stated is not None else frozenset[str]()
        told = tool.reads or tool.takes_told(words[verb : verb + 1]) or bool(tool.recounted)
        return not told and known.isdisjoint(words)

    def _tells_own_deed(self, said: str, tool: Wording) -> bool:
        """Whether *said* only tells that somebody did what *tool* does, and nobody tells it such things: "i [cleared]
        the shopping list", "cancelled every alarm"."""
        spoken, words = self._language, self._reader.raw_words(said)
        verb = self._past_verb(words)
        if verb is None or tool.reads or not tool.does_itself(words[verb : verb + 1]):
            return False
        if tool.takes_told(words[verb : verb + 1]) or spoken.stem(words[verb]) in (tool.recounted or ()):
            return False
        begins = (at for at, word in enumerate(words) if at > verb and orders(word, spoken) and tool.is_deed(word))
        return all(self._is_named(words, at) for at in begins)

    def _is_named(self, words: Sequence[str], at: int) -> bool:
        """Whether the word at *at* is of the name of a thing behind an article: "the shopping [list]"."""
        before = itertools.dropwhile(lambda word: is_content(word, self._language), reversed(words[:at]))
        return next(before, "") in self._language.articles | self._language.owners

    def _past_verb(self, words: Sequence[str]) -> int | None:
        """The place of the verb by which *words* tell what whoever speaks, or nobody by a name, did; None where they
        don't."""
        spoken = self._language
        if tells_of_the_past(words, spoken):
            return 0
        who = spoken.speakers & spoken.subjects
        start = next((at for at, word in enumerate(words) if word in who), None)
        if start and (orders(words[0], spoken) or words[start - 1] in spoken.relatives):
            return None  # "carry on with the timer that i paused"
        told = stated(words[start:], spoken, alone=True) if start is not None else None
        if start is None or told is None or not told.past:
            return None
        helping = spoken.auxiliaries | spoken.states | spoken.perfects | spoken.having | spoken.adverbs
        behind = range(start + told.verb, len(words))
        return next((at for at in behind if words[at] not in helping), None)

    def _passed_on(self, text: str, state: State | None) -> Plan | None:
        """The plan of "tell my wife to turn it down", which is for her: only what takes her name and what she is to
        do, or says that it tells others, is done."""
        found = acts_of(text, self._reader.lang).relay
        if found is None:
            return None
        plan = self._plan(text, state)
        for request in plan.requests:
            tool = self._reader.trained.definitions[request.call.name]
            taken = found.is_taken(request.call.arguments.values(), self._reader.lang)
            if not taken and not self._tells_others(tool, found.word):
                return Plan(unclear=Unclear(text))
        return plan

    def _tells_others(self, tool: ToolDefinition, word: str) -> bool:
        """Whether examples of *tool* say *word*, by which somebody is told something, and whom: "tell mum", and neither
        "tell me" nor "tell when"."""
        own, named = self._language.addressing, self._language.articles | self._language.owners | self._language.persons
        for example in tool.examples:
            words = words_of(example.utterance)
            said = {each for value in example.arguments.values() if isinstance(value, str) for each in words_of(value)}
            for at, one in enumerate(words):
                if (
                    one == fold(word)
                    and own.isdisjoint(words[at + 1 : at + 3])
                    and (said | named) & {*words[at + 1 : at + 2]}
                ):
                    return True
        return False

    def is_cut_short(self, plan: Plan) -> bool:
        """Whether a text of a request of *plan* breaks off behind what joins more to it: no habit is called "task and
        the"."""
        joints, articles = single_words(self._language, "joints"), self._language.articles
        texts = (words_of(thing) for r in plan.requests for v in r.call.arguments.values() for thing in _texts(v))
        return any(len(words) > 2 and words[-1] in articles and words[-2] in joints for words in texts)

    def is_open(self, text: str, plan: Plan) -> bool:
        """Whether *text* leaves open which of two requests of *plan* is wanted: "lock the door or open it".

        What only tells may be told in any case.

        Args:
            text: an utterance.
            plan: what is understood of it.
        """
        tools = (self._reader.trained.definitions[request.call.name] for request in plan.requests)
        if not plan.requests or all(tool.annotations.get("readOnlyHint") for tool in tools):
            return False
        for token in self._reader.raw_tokens(text)[1:-1]:
            first, second = text[: token.start].strip(), text[token.end :].strip()
            if token.norm not in self._language.alternatives or not self._opens(second):
                continue
            both = self._whole_request(first) is not None and self._whole_request(second) is not None
            if len(plan.requests) > 1 or (both and not self._value_holds(plan.requests[0], text[token.start :])):
                return True
        return False

    def depends(self, text: str, plan: Plan, state: State | None) -> str:
        """The condition in *text* that the requests of *plan* depend on and no tool takes; empty where there is none.

        What only tells may be told in any case.
        """
        if not plan.requests:
            return ""
        tools = [self._reader.trained.definitions[request.call.name] for request in plan.requests]
        if all(tool.annotations.get("readOnlyHint") for tool in tools):
            return ""
        waiting = self._waits(text)
        if waiting:
            return waiting
        manners = phrase_pattern(self._language, "manners", "done_first")
        for start, end in conditions(text, self._reader.lang):
            word, before = text[start:end], trimmed(text[:start])
            manner = manners.match(text, start) if manners is not None else None
            if manner is not None and manner.end() > end:
                continue  # "till i say otherwise"; "once" alone begins a condition
            if any(self._conditional(tool, word) for tool in tools):
                continue
            if any(self._value_holds(request, text[start:]) for request in plan.requests):
                continue
            if self._is_to_do(before, text[end:]):
                return trimmed(text[start:])
            if self._asked(before):
                continue
            if len(plan.requests) == 1 and self._states_value(plan.requests[0], text, start):
                continue
            if not before:
                if self._orders_behind(text[end:]):
                    return text
            elif self._reader.best(before) is not None or self._read(before, state or State(), Budget(), 0).requests:
                return trimmed(text[start:])
        return ""

    def beside_condition(self, text: str, plan: Plan) -> tuple[str, str]:
        """What *text* wants by itself, and what it joins to that which depends on something: "set a timer", "if it
        rains mute yourself"; empty where *plan* has both in one text, its tool takes such a condition, or what depends
        is to be left as it is."""
        tools = [self._reader.trained.definitions[request.call.name] for request in plan.requests]
        joints = {joint.end: joint for joint in self._cuts.joints(text) if not joint.limits}
        for start, end in conditions(text, self._reader.lang):
            joint = next((joints[at] for at in joints if at <= start and not text[at:start].strip()), None)
            rest = text[start:]
            if joint is None or not self._orders_behind(text[end:]) or self._spares(text[end:]):
                continue
            if any(self._conditional(tool, text[start:end]) for tool in tools):
                continue
            if not any(self._value_holds(request, rest) for request in plan.requests if request.call.said != rest):
                return trimmed(text[: joint.start]), trimmed(rest)
        return "", ""

    def _spares(self, text: str) -> bool:
        """Whether an order in *text* is denied or wants that something be left as it is: "(if it rains) don't"."""
        words = self._reader.raw_words(text)
        denied = not {*words[-1:]}.isdisjoint(single_words(self._language, "refuse"))
        sparing = single_words(self._language, "sparing") | denying_words(self._language) - self._language.states
        return denied or any(
            word in sparing and (word not in self._language.auxiliaries or words[at - 1] not in self._language.subjects)
            for at, word in enumerate(words)
            if at
        )

    def _is_to_do(self, before: str, behind: str) -> bool:
        """Whether a condition stands in the middle of an order to tell whoever speaks what they are to do: "[remind me]
        if it rains [to close …]"."""
        spoken, words = self._language, self._reader.raw_words(behind)
        ends = self._reader.raw_words(before)[-1:]
        held = spoken.auxiliaries | spoken.wishes | spoken.speakers
        return (
            bool(ends)
            and ends[0] in spoken.addressing
            and any(
                words[at - 1] in spoken.relayed and orders(word, spoken) and words[at - 2] not in held
                for at, word in enumerate(words)
                if at > 1
            )
        )

    def _waits(self, text: str) -> str:
        """What *text* wants to be done before the assistant does something, where nothing is to be done that it
        understands: "[warn me] before you lock the door"."""
        pattern = phrase_pattern(self._language, "before")
        for found in pattern.finditer(text) if pattern is not None else ():
            first = trimmed(text[: found.start()])
            yours = not self._language.addressed.isdisjoint(words_of(found.group()))
            if yours and first and self._reader.best(first) is None:
                plan = self._read(first, State(), Budget(), 0)
                if not plan.requests and plan.unclear is None:
                    return first
        return ""

    def _states_value(self, request: Request, text: str, start: int) -> bool:
        """Whether the condition that begins at character *start* only says what whoever speaks wants, by a value that
        *request* takes: "what does the hall cost if i want it for ninety minutes"."""
        read, heard, spoken = self._reader.best(text), self._reader.hear(text), self._language
        if read is None or read.definition.name != request.call.name or read.filled.arguments != request.call.arguments:
            return False
        offset = max(0, text.find(heard.text))
        places = [at for at, token in enumerate(heard.tokens) if token.start + offset >= start]
        texts = {p.name for p in read.definition.parameters if not self._dialogue.typed(read.definition, p)}
        if not places or any(name in texts and end > places[0] for _, end, name in read.filled.spans):
            return False  # "a timer for ten minutes if i want tea"
        rest = [heard.words[at] for at in places if at not in read.filled.covered]
        wanting = not spoken.speakers.isdisjoint(rest) and not spoken.wishes.isdisjoint(rest)
        small = spoken.wishes | spoken.adverbs | spoken.degree_words
        return wanting and len(rest) < len(places) and all(w in small or not is_content(w, spoken) for w in rest)

    def _asked(self, before: str) -> bool:
        """Whether *before* ends with words behind which a question follows: "tell me [when the shop opens]"."""
        pattern = phrase_pattern(self._language, "asking")
        return any(found.end() == len(before) for found in pattern.finditer(before)) if pattern is not None else False

    def _orders_behind(self, text: str) -> bool:
        """Whether an order, which no question is, stands behind the clause that *text* begins with."""
        words = self._reader.hear_raw(text).words
        speaking = self._language.subjects | self._language.speakers
        return any(
            self._begins(word) and word not in self._language.question_words and words[at - 1] not in speaking
            for at, word in enumerate(words)
            if at
        )

    def _conditional(self, tool: ToolDefinition, word: str) -> bool:
        """Whether examples of *tool* say the condition *word*, other than out of politeness."""
        said = (example.utterance for example in tool.examples)
        return any(fold(text[s:e]) == fold(word) for text in said for s, e in conditions(text, self._reader.lang))

    def _value_holds(self, request: Request, text: str) -> bool:
        """Whether a value of *request* holds the beginning of *text*: "remind me to ask if she comes"."""
        words = " ".join(words_of(text)[:2])
        values = [value for value in request.call.arguments.values() if isinstance(value, str)]
        return any(words in " ".join(words_of(value)) for value in values)


def _texts(value: object) -> Iterator[str]:
    """The texts that *value* of an argument is, or holds."""
    return (thing for thing in things_of(value) if isinstance(thing, str))
