"""What is to be left as it is, and what would be done to it all the same: "clear every shelf. not the top one".

A part of an order that is said behind it is easily lost: the order by itself is understood, and so may be the thing
that it is not for. Nothing is done where no tool takes what is left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.sparing import Spared, leaves_alone, only_denies, spared
from ovos_phal_plugin_jarvis.nlu.dialogue import Request
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.pointing import Pointing
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Part, Words, fold
from ovos_phal_plugin_jarvis.nlu.text import (
    denying_words,
    phrases_meaning,
    pointing_words,
    single_words,
    starts_of,
    strip_request,
    trimmed,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING, HALTING, TAKING
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_LEAVING_OUT = frozenset(
    ["except", "exception", "exceptions", "excluded", "excludes", "exclude", "excluding", "keep", "kept", "skip"]
    + ["without", "ignore", "ignored", "spare", "omit"]
)
"""Words by which an author says that an argument is what a tool leaves out; English, as most names are."""


class LeftAlone(Words):
    """Tells what may not be done as some of what it would be done to is to be left alone."""

    _cuts = Part(Cuts)
    _pointing_parts = Part(Pointing)

    def lost(self, text: str, plan: Plan, last: ToolCall | None = None) -> str:
        """What *text* says is to be left as it is and no request of *plan* takes; empty where there is nothing.

        What only tells may be told in any case.

        Args:
            text: an utterance.
            plan: what is understood of it.
            last: what was done before.
        """
        tools = [self._reader.trained.definitions[request.call.name] for request in plan.requests]
        if not tools or all(tool.annotations.get("readOnlyHint") for tool in tools):
            return ""
        ends = any(ENDING & set(words_of(tool.name)) for tool in tools)
        if ends and only_denies(text, self._reader.lang):
            return text  # whatever it is that is not meant, nothing is to be done to it
        for each in spared(text, self._reader.lang):
            if each.clause and not (each.of_all or ends):
                continue  # "water the fern and keep the receipt" are two things
            if any(self._takes(request, each, text) for request in plan.requests):
                continue
            if not (each.of_all or each.clause) and self._is_other_value(each, plan):
                continue  # "dünge das beet nicht den rasen"
            if last is not None and self._is_corrected(each, plan, last):
                continue  # "no bread not milk"
            if not each.of_all and all(request.confidence <= GUESSED for request in plan.requests):
                continue  # it is told before it is done; and "no cocino" may be why
            if not (each.of_all or each.clause) and self._is_same(each.order, plan):
                continue  # "stop the oak one not the ash one"
            return each.said
        return next(filter(None, (self._turned(text, request, last) for request in plan.requests)), "")

    def meant(self, text: str, plan: Plan) -> Plan:
        """*plan* of *text* without what one of several requests would do with a value that is only denied: "water the
        fern [not meant for the lawn]" is one request."""
        denied = [self._is_denied(request, text) for request in plan.requests]
        kept = tuple(request for request, no in zip(plan.requests, denied, strict=True) if not no)
        if not kept or not any(denied):
            return plan
        out = (request.call.said for request, no in zip(plan.requests, denied, strict=True) if no)
        return replace(plan, requests=kept, left=(*plan.left, *out))

    def _is_denied(self, request: Request, text: str) -> bool:
        """Whether *request* has no value but one that stands in its words, or in *text*, behind a negation, as no
        example of its tool has it."""
        definition = self._reader.trained.definitions[request.call.name]
        negations = single_words(self._language, "negations")
        if negations.isdisjoint((*words_of(text), *words_of(request.call.said))):
            return False
        shown = {word for example in definition.examples for word in words_of(example.utterance)}
        denying = negations - shown
        for parameter in definition.parameters:
            for value in parameter.enum_values or ():
                own = words_of(value.replace("_", " "))
                has = request.call.arguments.get(parameter.name)
                # One that has another value wants that: "not to hot but to warm".
                denied = has in (None, value) and self._denies_all(own, request.call.said, denying)
                if own and (denied or (has == value and self._denies_all(own, text, denying))):
                    return True
        return False

    def _denies_all(self, own: Sequence[str], text: str, denying: frozenset[str]) -> bool:
        """Whether a negation stands before each place in *text* of the words *own*, with grammar between."""
        words, spoken = words_of(text), self._language
        small = spoken.function_words | spoken.states | denying
        leads = [
            list(itertools.takewhile(lambda word: word in small, reversed(words[:at]))) for at in starts_of(own, words)
        ]
        return bool(leads) and all(not denying.isdisjoint(lead) for lead in leads)

    def untouched(self, text: str, plan: Plan) -> bool:
        """Whether *text* wants that something be left as it is, or told once more, which *plan* would end or halt:
        "leave it on", "never turn it off", "say that again". A tool may be asked for in such words, as its examples
        show."""
        tools = [self._reader.trained.definitions[request.call.name] for request in plan.requests]
        if not any(HALTING & set(words_of(tool.name)) for tool in tools):
            return False
        lang = self._reader.lang
        examples = [example for tool in tools for example in tool.examples]
        leaving = fold(leaves_alone(text, lang))
        if leaving:
            return all(fold(leaves_alone(example.utterance, lang)) != leaving for example in examples)
        first = self._not_ending(text)
        return bool(first) and not any(words_of(example.utterance)[:1] == [first] for example in examples)

    def beside_kept(self, text: str) -> tuple[str, str, str]:
        """What *text* orders to be taken away, what it says right beside that is to be kept, and what it orders behind
        that: "remove the milk keep the eggs [and mute yourself]", "keep the eggs remove the milk"; empty where it says
        no such two things."""
        tokens, lang = self._reader.raw_tokens(text), self._reader.lang
        taking = phrases_meaning(self._language, *TAKING)
        for at in range(2, len(tokens) - 1):
            if not is_content(tokens[at - 1].norm, self._language):
                continue
            before, behind = trimmed(text[: tokens[at].start]), text[tokens[at].start :]
            if tokens[0].norm in taking and leaves_alone(behind, lang):
                joints = (joint for joint in self._cuts.joints(behind) if self._opens(behind[joint.end :]))
                joint = next(joints, None)
                if joint is None:
                    return before, behind, ""
                return before, trimmed(behind[: joint.start]), behind[joint.end :]
            if tokens[at].norm in taking and leaves_alone(before, lang):
                return behind, before, ""
        return "", "", ""

    def points(self, text: str) -> bool:
        """Whether *text*, behind what is to be kept, points to something, which may be that or what is taken away."""
        return not self._pointing_parts.pronouns.isdisjoint(self._reader.raw_words(text))

    def touches(self, kept: str, plan: Plan) -> bool:
        """Whether *plan* does something to what is to be *kept*, or to all there is."""
        own = {self._language.stem(word) for word in words_of(kept) if is_content(word, self._language)}
        return any(own & self._named(request.call) or not self._named(request.call) for request in plan.requests)

    def _not_ending(self, text: str) -> str:
        """The word that *text* begins with where it denies the order behind it, asks to be told, or tells when somebody
        is there again: "never [turn it off]", "say [that again]"; "" where it does none of these."""
        spoken, words = self._language, self._reader.raw_words(strip_request(text, self._reader.lang))
        if len(words) < 2:
            return ""
        denies = words[0] in denying_words(spoken) - spoken.auxiliaries and words[1] in spoken.verbs
        again = phrases_meaning(spoken, "repeat")
        if words[0] in single_words(spoken, "reversals"):
            return words[0]  # "back in five minutes"
        tells = words[0] in spoken.telling | again and not pointing_words(spoken).isdisjoint(words[1:])
        return words[0] if denies or tells else ""

    def _turned(self, text: str, request: Request, last: ToolCall | None) -> str:
        """What *text* says is not wanted and *request* has in a text all the same: "a large one [no ham]". A "no" that
        a follow-up begins with may correct what was said before."""
        definition, spoken = self._reader.trained.definitions[request.call.name], self._language
        if not ENDING.isdisjoint(words_of(definition.name)):
            return ""  # what is not wanted is taken away
        before = last.arguments if last is not None and last.name == request.call.name else {}
        tokens = self._reader.raw_tokens(text)
        negations = _negations(spoken)
        noted = any(value is False for value in request.call.arguments.values())
        mentions = self._reader.hear_raw(text).mentions if noted else ()
        days = {at for x in mentions if x.kind == m.DATE for at in range(x.start, x.end)}
        for at, token in enumerate(tokens[:-1]):
            thing = tokens[at + 1]
            if noted and days.issuperset(range(at)):
                continue  # "oggi niente chitarra", which is to be noted
            if token.norm not in negations or not is_content(thing.norm, spoken):
                continue
            for parameter in definition.parameters:
                value = request.call.arguments.get(parameter.name)
                if self._dialogue.typed(definition, parameter) or parameter.enum_values:
                    continue
                if value == before.get(parameter.name):
                    continue
                if not at and token.norm in spoken.noes and parameter.name in before and not isinstance(value, list):
                    continue
                own = words_of(f"{parameter.name.replace('_', ' ')} {parameter.description}")
                for each in map(words_of, filter(_is_text, things_of(value))):
                    if each[:1] == [thing.norm] and token.norm not in each and _LEAVING_OUT.isdisjoint(own):
                        return text[token.start : thing.end]
        return ""

    def _takes(self, request: Request, left: Spared, text: str) -> bool:
        """Whether *request* has what is *left* out as its tool leaves things out, or in a text."""
        definition = self._reader.trained.definitions[request.call.name]
        if any(fold(each.word) == fold(left.word) for each in _in_examples(definition, self._reader.lang)):
            return True
        if left.is_in(request.call.arguments.values()):
            return True
        start = text.find(left.said)
        if left.said in request.call.said and self._denies(text, start, start + len(left.word)):
            return True
        named = {self._language.stem(word) for word in words_of(left.said) if is_content(word, self._language)}
        for parameter in definition.parameters:
            value = request.call.arguments.get(parameter.name)
            own = words_of(f"{parameter.name.replace('_', ' ')} {parameter.description}")
            if value is False and named & set(map(self._language.stem, own)):
                return True
            held = {self._language.stem(word) for thing in things_of(value) for word in words_of(str(thing))}
            if named & held and not _LEAVING_OUT.isdisjoint(own):
                return True
        return False

    def _is_other_value(self, left: Spared, plan: Plan) -> bool:
        """Whether what is *left* out is no more than another value of an argument that each request of *plan* has."""
        behind = words_of(left.said)[len(words_of(left.word)) :]
        said = [word for word in behind if is_content(word, self._language)]
        for request in plan.requests:
            own = self._reader.trained.definitions[request.call.name].parameters
            given = ((p, request.call.arguments.get(p.name)) for p in own if p.enum_values)
            values = [v for p, value in given if value is not None for v in p.enum_values or () if v != value]
            if all(said != [w for w in words_of(v.replace("_", " ")) if is_content(w, self._language)] for v in values):
                return False
        return bool(said)

    def _is_corrected(self, left: Spared, plan: Plan, last: ToolCall) -> bool:
        """Whether what is *left* out is what the *last* call had and *plan*, of its tool, has no more."""
        named = {self._language.stem(word) for word in words_of(left.said) if is_content(word, self._language)}
        named -= {self._language.stem(word) for word in words_of(left.word)}
        before = self._named(last)
        now = [self._named(request.call) for request in plan.requests if request.call.name == last.name]
        return bool(named & before) and bool(now) and all(named.isdisjoint(each) for each in now) and not left.of_all

    def _named(self, call: ToolCall) -> set[str]:
        """The stems of the words in the texts of *call*."""
        things = (thing for value in call.arguments.values() for thing in things_of(value))
        return {self._language.stem(word) for thing in things if _is_text(thing) for word in words_of(thing)}

    def _is_same(self, order: str, plan: Plan) -> bool:
        """Whether *plan* does what *order* asks for by itself, with a thing that it names, and nothing else."""
        alone = self._reader.best(order)
        if alone is None or alone.filled.missing or len(plan.requests) != 1 or not alone.filled.arguments:
            return False
        call = plan.requests[0].call
        return (alone.definition.name, alone.filled.arguments) == (call.name, call.arguments)


@lru_cache(maxsize=32)
def _negations(spoken: Language) -> frozenset[str]:
    """Words that deny the thing behind them: "I haven't swept the yard" wants no other one."""
    return single_words(spoken, "negations") - spoken.negations_behind - spoken.auxiliaries - spoken.states


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _in_examples(definition: ToolDefinition, lang: str) -> Iterator[Spared]:
    """What examples of a tool name to be left as it is."""
    for example in definition.examples:
        yield from spared(example.utterance, lang)
