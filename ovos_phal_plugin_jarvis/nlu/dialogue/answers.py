"""Answers: questions for an argument, and what their answers tell of it and of others."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.accounting import vocabulary
from ovos_phal_plugin_jarvis.nlu.acts.finite import tells_by_verb
from ovos_phal_plugin_jarvis.nlu.acts.questions import inquires, seeks_agreement
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.acts.words import knows_words, orders
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, Unclear, missing
from ovos_phal_plugin_jarvis.nlu.entities.places import find_places
from ovos_phal_plugin_jarvis.nlu.lang import is_content, yes_or_no
from ovos_phal_plugin_jarvis.nlu.lang.guess import called
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import Profile
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import roles_of
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued, valued_places
from ovos_phal_plugin_jarvis.nlu.text import (
    denying_words,
    is_too_long,
    phrase_pattern,
    single_words,
    starts_of,
    trimmed,
    trimmed_left,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, listed, named, say
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Question

_BY_KIND = {
    m.DURATION: "ask_duration",
    m.TIME: "ask_time",
    m.DATE: "ask_date",
    m.PERCENT: "ask_percent",
    m.MONEY: "ask_money",
}
_NAMED = 2
"""Words up to which what begins like an order may be a place's name: "turn hall"."""
_MOST_SOUNDS = 2
"""Words before a clause that may be sounds."""
_PLACES = frozenset(["location", "city", "place", "where", "town"])
_MAX_CHOICES = 6
_ASKED = (
    ("title",),
    ("name",),
    ("label",),
    ("text", "content"),
    ("message",),
    ("note",),
    ("item", "items"),
    ("list", "list name"),
    ("person", "contact", "recipient", "member"),
    ("device",),
    ("room", "area"),
    ("query", "search"),
    ("subject", "topic"),
    ("to unit", "target unit", "unit"),
    ("from unit", "source unit"),
)
"""How authors call what many tools ask for, one for each line of ``argument.entity``."""


class Answers(Interpreter):
    """Reads answers to a question."""

    def answer(self, question: Question, text: str) -> Request | None:
        """The call that *question* was about with all that *text* tells; None where it tells nothing of it."""
        text = self._behind_report(self._behind_opening(text))
        if self._asks_another(question, text):
            return None
        marked = self._markers.marked(text)
        text = marked.rest if marked.kind == "ellipsis" else text
        definition = self._reader.trained.definitions.get(question.call.name)
        parameter = definition.parameter(question.parameter) if definition else None
        if definition is None or parameter is None or seeks_agreement(text, self.language):
            return None
        meant = self._of_denied(parameter, text)
        if meant is not None and not meant:
            return None
        text = meant or text
        heard = self._reader.hear(text)
        if self._tells_nothing(definition, parameter, text):
            return None
        other = self._other_choice(question, definition, heard)
        if other:
            arguments = {**question.call.arguments, **other}
            said = f"{question.call.said} {text}".strip()
            return Request(replace(question.call, arguments=arguments, said=said), missing(definition, arguments))
        if self._is_text(definition, parameter) and self._is_day(heard):
            return self._on_day(question, definition, parameter, heard)
        given: dict[str, Any] = {}
        taken: set[int] = set()
        if not self.typed(definition, parameter):
            given, taken = self._beside(question, definition, heard)
        rest = self._rest(definition, heard, taken)
        value = self._picked_answer(question, heard)
        if value is None:
            inner = self._reader.hear_raw(rest) if taken else heard
            if self._is_text(definition, parameter) and (
                self._is_talk(parameter, inner) or self._is_order(parameter, text, inner)
            ):
                return None
            if not self._says_how_long(parameter, inner):
                value = self._value(definition, parameter, inner, self._without_lead(inner, definition, parameter))
        if value is None and not given:
            given, _ = self._beside(question, definition, heard, whole=True)  # "tomorrow", asked for the time
        if value is None and not given:
            return None
        if value is not None:
            given[parameter.name] = value
            if self.typed(definition, parameter):
                extra, _ = self._beside(question, definition, heard, skip=parameter.name)
                given = {**extra, **given}
                counted = [x for x in valued(heard) if self._is_whole(x, valued(heard))]
                if values.is_time(parameter):  # the "ten" of "tomorrow at ten" is a number as well as a time
                    counted = [*{(x.start, x.end): x for x in counted}.values()]
                if not isinstance(value, list) and len(counted) > len(given):
                    return None  # "what's 360 divided by 8" is no answer to "for how long?"
        arguments = {**question.call.arguments, **given}
        said = f"{question.call.said} {text}".strip()
        call = replace(question.call, arguments=arguments, said=said)
        return Request(call, missing(definition, arguments))

    @staticmethod
    def _says_how_long(parameter: ToolParameter, heard: Heard) -> bool:
        """Whether *heard*, asked for a time of the clock, says how long it is until then: "in ten minutes"."""
        lengths = [x for x in heard.mentions if x.kind == m.DURATION]
        clocks = (x for x in heard.mentions if x.kind == m.TIME)
        clock = parameter.param_type.lower() == "time"
        within = all(any(y.start <= x.start and x.end <= y.end for y in lengths) for x in clocks)
        return clock and bool(lengths) and within and not any(word in heard.lang.times for word in heard.words)

    def only_denies(self, question: Question, text: str) -> bool:
        """Whether *text* says which of a few values that *question* asks for is not meant, and not which one is."""
        definition = self._reader.trained.definitions.get(question.call.name)
        parameter = definition.parameter(question.parameter) if definition else None
        return parameter is not None and self._of_denied(parameter, text) == ""

    def _of_denied(self, parameter: ToolParameter, text: str) -> str | None:
        """The value of a few that *text* names beside one that it denies ("weak not strong"); empty where
        it names none that is surely meant ("rather not strong", "anything but strong"), None where it denies nothing.
        """
        spoken, heard = self.language, self._reader.hear_raw(text)
        stem = spoken.stem
        stems = [stem(word) for word in heard.words]
        named = [
            (at, at + len(own))
            for value in parameter.enum_values or ()
            for own in [[stem(word) for word in words_of(value.replace("_", " "))]]
            for at in starts_of(own, stems)
        ]
        if not named:
            return None
        said = {at for place in named for at in range(*place)}
        denying = self._denials(heard, said)
        if not denying:
            return None
        small = spoken.function_words | spoken.light_words | spoken.adverbs | spoken.excess | spoken.states
        passed = denying | {at for at, word in enumerate(heard.words) if word in small}
        free = []
        for start, end in named:
            lead = list(itertools.takewhile(passed.__contains__, range(start - 1, -1, -1)))
            if denying.isdisjoint(lead) and not denying.issuperset(range(end, max(end + 1, len(heard.words)))):
                free.append(heard.said(start, end))
        denied = len({*named}) > len(free)
        return free[0] if denied and len(set(free)) == 1 else ""

    def _denials(self, heard: Heard, said: Collection[int]) -> set[int]:
        """The places of the words of *heard* that deny something or take it out, but for those *said* in values and a
        "no" that only answers."""
        spoken, lead = self.language, heard.words[:1]
        single = single_words(spoken, "negations") - spoken.further - spoken.fewer
        found = {at for at, word in enumerate(heard.words) if word in single}
        for kind in ("exceptions", "barring", "refuse"):
            for phrase in map(words_of, getattr(spoken, kind)):
                found |= {place for at in starts_of(phrase, heard.words) for place in range(at, at + len(phrase))}
        only_answers = single_words(spoken, "noes") - spoken.negations_before
        return found - {*said} - ({0} if not only_answers.isdisjoint(lead) else set())

    def _tells_nothing(self, definition: ToolDefinition, parameter: ToolParameter, text: str) -> bool:
        """Whether *text* is none of an answer: a doubt, an exclamation or a yes where something has to be named, what
        is not meant ("not seven"), or what somebody says of a value ("seven is too early")."""
        bare = phrase_pattern(self.language, "doubts", "exclamations", "waitings", "agree")
        if (
            bare is not None
            and bare.fullmatch(text.strip()) is not None
            and parameter.param_type.lower() not in ("bool", "boolean")
        ):
            return not any(words_of(text) == words_of(value) for value in parameter.enum_values or ())
        heard = self._reader.hear_raw(text)
        if self._ponders(text):
            return True
        if not heard.words or set(words_of(parameter.name)) & SENTENCES:
            return False
        if heard.words[0] in denying_words(self.language) and len(heard.words) > 1:
            return True
        if not self.typed(definition, parameter):
            return self._names_no_thing(text, heard)
        if not valued(heard):
            return False
        if self._limits(definition, parameter, heard):
            return True
        end = min(x.end for x in valued(heard) if self._is_whole(x, valued(heard)))
        behind = heard.text[heard.tokens[end].start :] if end < len(heard.words) else ""
        wanted = phrase_pattern(self.language, "preferences", "agree")
        if wanted is not None and wanted.search(behind) is not None:
            return False  # "seven would be better"
        said = valued_places(heard)  # the "am" of "8 am" is no verb
        rest = {word for at, word in enumerate(heard.words) if at >= end and at not in said}
        return not rest.isdisjoint(self.language.states | self.language.auxiliaries)

    def _ponders(self, text: str) -> bool:
        """Whether *text* says that the answer is not known yet ("let me think"), or ends with a "hold on"."""
        spoken, said = self.language, text.strip()
        waits, ponders = phrase_pattern(spoken, "waitings"), phrase_pattern(spoken, "ponderings")
        ends = any(x.end() == len(said) for x in waits.finditer(said)) if waits is not None else False
        return ends or (ponders is not None and ponders.fullmatch(said) is not None)

    def _names_no_thing(self, text: str, heard: Heard) -> bool:
        """Whether *text*, asked for the name of something, says what is not wanted ("no milk"), asks something ("is
        milk on it"), or orders something to be done with what was spoken of ("read it first")."""
        spoken = self.language
        denies = heard.words[0] in single_words(spoken, "noes") and len(heard.words) > 1
        things = {word for word in spoken.pronouns if " " not in word} & spoken.persons
        points = not things.isdisjoint(heard.words[1:3])
        return denies or inquires(text, spoken) or (points and self._commands(text))

    def _limits(self, definition: ToolDefinition, parameter: ToolParameter, heard: Heard) -> bool:
        """Whether *heard* takes something out of the value that it says ("seven except sunday"), says until when that
        goes on, or counts something by it ("ten eggs")."""
        spoken = self.language
        taken = phrase_pattern(spoken, "exceptions")
        if taken is not None and taken.search(heard.text) is not None:
            return True
        kinds = self.kinds(definition.name, parameter.name)
        if m.DURATION not in kinds or not kinds.isdisjoint((m.TIME, m.DATE)) or values.is_time(parameter):
            return False
        bare = [x for x in valued(heard) if x.kind in (m.NUMBER, m.TIME)]
        bare = bare if not any(x.kind == m.DURATION for x in heard.mentions) else []
        counts = (heard.words[x.end : x.end + 1] for x in bare)
        own = vocabulary(definition, spoken).wording
        thing = any(word and is_content(word[0], spoken) and spoken.stem(word[0]) not in own for word in counts)
        return thing or any(
            x.kind == m.TIME and heard.words[x.start - 1] in single_words(spoken, "times") for x in bare if x.start
        )

    def written(self, question: Question, text: str) -> Request | None:
        """The call that *question* was about with all of *text*, of which not all can be read, where it asks for
        sentences; None where it asks for anything else."""
        definition = self._reader.trained.definitions.get(question.call.name)
        parameter = definition.parameter(question.parameter) if definition else None
        if definition is None or parameter is None or not self._is_text(definition, parameter):
            return None
        if SENTENCES.isdisjoint(words_of(parameter.name)):
            return None
        text = self._behind_opening(text).strip()
        heard = self._reader.hear_raw(text)
        value = trimmed(text[heard.tokens[self._lead(heard, definition, parameter)].start :])
        arguments = {**question.call.arguments, parameter.name: value}
        call = replace(question.call, arguments=arguments, said=f"{question.call.said} {text}".strip())
        return Request(call, missing(definition, arguments))

    def _behind_opening(self, text: str) -> str:
        """*text* without what only begins an answer, unless that is all of it."""
        opening = phrase_pattern(self.language, "answers", "fillers")
        found = opening.match(text.strip()) if opening else None
        return trimmed_left(text.strip()[found.end() :]) if found and found.end() < len(text.strip()) else text

    def _behind_report(self, text: str) -> str:
        """*text* without who says it: "[i said] seven"."""
        tokens = self._reader.raw_tokens(text)
        words = [token.norm for token in tokens]
        told = len(words) > 2 and words[0] in self.language.speakers and words[1] in self.language.reports
        rest = text[tokens[2].start :] if told else text
        return rest if told and valued(self._reader.hear_raw(rest)) else text

    def _asks_another(self, question: Question, text: str) -> bool:
        """Whether *text* asks for something else than *question* was about, behind a no or praise: "no an alarm for
        seven", "great set an alarm"."""
        rest = without_opening(text, self.language, "noes", "particles", "fillers", "agree")
        best = self._reader.best(rest) if rest != text else None
        return best is not None and best.definition.name != question.call.name and bool(best.explained.wording)

    def _other_choice(self, question: Question, definition: ToolDefinition, heard: Heard) -> dict[str, Any]:
        """What *heard*, asked for a place, says in place of a value of a few that the call has, with a day beside it:
        "and sunrise tomorrow" asks for something else, whichever town is called so."""
        given = question.call.arguments
        if not _PLACES & set(words_of(question.parameter)):
            return {}
        other = {
            p.name: value
            for p in definition.parameters
            if p.name != question.parameter and given.get(p.name)
            for value in p.enum_values or ()
            if value != given[p.name] and starts_of(words_of(value.replace("_", " ")), heard.words)
        }
        for parameter in definition.parameters if other and any(x.kind == m.DATE for x in heard.mentions) else ():
            if m.DATE in self.kinds(definition.name, parameter.name):
                value = self._value(definition, parameter, heard, heard.text)
                other.update({parameter.name: value} if value is not None else {})
        return other

    def _is_day(self, heard: Heard) -> bool:
        """Whether *heard* names nothing but a day: "what about tomorrow" is no place."""
        core = self._core(heard)
        return bool(core) and any(
            x.kind == m.DATE and x.start <= core.start and x.end >= core.stop for x in heard.mentions
        )

    def _on_day(
        self, question: Question, definition: ToolDefinition, asked: ToolParameter, heard: Heard
    ) -> Request | None:
        """The call that *question* was about for the day of *heard*, still without what is *asked* for; that
        argument, where no other is a day and it is no place."""
        for parameter in definition.parameters:
            profile = self._reader.trained.profile(definition.name, parameter.name)
            if m.DATE in {values.kind_of(name) for name in profile.formats}:
                value = self._value(definition, parameter, heard, heard.text)
                if value is not None:
                    arguments = {**question.call.arguments, parameter.name: value}
                    call = replace(question.call, arguments=arguments)
                    return Request(call, missing(definition, arguments))
        if _PLACES & set(words_of(asked.name)):
            return None
        arguments = {**question.call.arguments, asked.name: self._without_lead(heard, definition, asked)}
        call = replace(question.call, arguments=arguments, said=f"{question.call.said} {heard.text}".strip())
        return Request(call, missing(definition, arguments))

    def _is_talk(self, parameter: ToolParameter, heard: Heard) -> bool:
        """Whether *heard* is a remark ("that was nice") rather than the name of something."""
        if set(words_of(parameter.name)) & SENTENCES:
            return False
        lead = [word for word in heard.words[: self._core(heard).start] if word not in self.language.articles]
        told = stated(heard.words, self.language)
        unplaced = bool(_PLACES & set(words_of(parameter.name))) and not self._names_place(heard)
        if told is not None and told.speaking and told.past:
            return heard.words[told.verb] not in single_words(self.language, "reports")  # "i said lisbon"
        if told is not None and not (told.speaking or told.describes):
            # "it gets late", never "it's late bloomers"; but "the days are short" is no town
            named = heard.words[told.verb] in self.language.states and not unplaced
            return not named or self.tells_of_somebody(heard.words)
        if not knows_words(self.language) and tells_by_verb(heard.words, 0, len(heard.words), self.language):
            return True
        if unplaced:
            if self.language.adverbs & set(heard.words):
                return True  # "nearly dark"
            # No place is "aye the nights are drawing in".
            for at in range(1, min(_MOST_SOUNDS, len(heard.words) - 2) + 1):
                if stated(heard.words[at:], self.language, alone=True) is not None:
                    return True
        return len(lead) > 1 or self.tells_of_somebody(heard.words)

    def _names_place(self, heard: Heard) -> bool:
        """Whether *heard* has the name of a place that is no word of grammar: there is a town called Than."""
        small = self.language.function_words
        return any(not small.issuperset(heard.words[a:b]) for a, b in find_places(heard.words, self._lang))

    def _is_order(self, parameter: ToolParameter, text: str, heard: Heard) -> bool:
        """Whether *text* asks politely for something else ("can you take a picture of it") rather than names something,
        as *heard* without its politeness begins with a verb. "Can you say lisbon" names a place where one is asked
        for."""
        if set(words_of(parameter.name)) & SENTENCES:
            return False
        if heard.text == text.strip():
            ordered = _PLACES & set(words_of(parameter.name)) and orders(heard.words[0], self.language)
            return bool(ordered) and len(heard.words) > _NAMED and not self._names_place(heard)
        behind = heard.words[1:]
        if _PLACES & set(words_of(parameter.name)) and (0, len(behind)) in find_places(behind, self._lang):
            return False
        return len(heard.words) > 1 and heard.words[0] in self.language.verbs - self.language.states

    def _picked_answer(self, question: Question, heard: Heard) -> Any:
        """The choice that the question offered and that *heard* points to by its place."""
        ordinal = self._ordinal(heard.text)
        if ordinal is None or not question.choices:
            return None
        at = ordinal - 1 if ordinal > 0 else len(question.choices) + ordinal
        return question.choices[at] if ordinal and 0 <= at < len(question.choices) else None

    def _beside(
        self, question: Question, definition: ToolDefinition, heard: Heard, skip: str = "", *, whole: bool = False
    ) -> tuple[dict[str, Any], set[int]]:
        """Arguments other than the asked one that *heard* tells, and the words that tell them; one that is all of
        *heard* only where *whole* is true."""
        given: dict[str, Any] = {}
        taken: set[int] = set()
        for parameter in definition.parameters:
            if parameter.name in (question.parameter, skip) or parameter.name in question.call.arguments:
                continue
            profile = self._reader.trained.profile(definition.name, parameter.name)
            kinds = {values.kind_of(name) for name in profile.formats} - {None}
            if parameter.enum_values or not kinds:
                continue
            places = [x for x in heard.mentions if x.kind in kinds and taken.isdisjoint(range(x.start, x.end))]
            places = [x for x in places if x.kind != m.NUMBER or parameter.required]
            clocks = [y for y in heard.mentions if y.kind == m.TIME]  # the "ten minutes" of "ten minutes to six"
            places = [
                x
                for x in places
                if x.kind != m.DURATION or not any(y.start <= x.start and x.end < y.end for y in clocks)
            ]
            alone = len(places) == 1 and places[0].start == 0 and places[0].end == len(heard.words)
            if len(places) != 1 or (alone and not whole):
                continue
            value = self._value(definition, parameter, heard.mentioning(places), heard.text)
            if value is not None:
                given[parameter.name] = value
                taken.update(range(places[0].start, places[0].end))
        both = f"{question.call.said} {heard.text}"
        if not given and question.call.said and not is_too_long(both, self._lang):
            # "call it tea": what says how a text is introduced are the tool's own examples.
            read = self._same_tool(both, definition.name)
            if read is not None and len(heard.words) > 1:
                told = {
                    n: v
                    for n, v in read.filled.arguments.items()
                    if n not in question.call.arguments
                    and n not in (question.parameter, skip)
                    and not isinstance(v, bool)
                }
                said = self._reader.hear(both)
                offset = len(said.words) - len(heard.words)
                spans = [(s, e) for s, e, n in read.filled.spans if n in told and s >= offset]
                asked = set(valued_places(heard)) if self._is_asked_value(question, definition) else set()
                own = {p.name: p for p in definition.parameters}
                texts = [
                    (s - offset, e - offset)
                    for s, e, n in read.filled.spans
                    if n in told and s >= offset and n in own and not self.typed(definition, own[n])
                ]
                if any(not asked.isdisjoint(range(s, e)) for s, e in texts):
                    return given, taken  # "ten i think" has no name in it
                if told and len(spans) == len(told):
                    return told, {at - offset for s, e in spans for at in range(s, e)}
        return given, taken

    def _is_asked_value(self, question: Question, definition: ToolDefinition) -> bool:
        """Whether *question* is for a number, a length, a time or a day."""
        parameter = definition.parameter(question.parameter)
        return parameter is not None and self.typed(definition, parameter)

    def _rest(self, definition: ToolDefinition, heard: Heard, taken: set[int]) -> str:
        """The words of *heard* that are not *taken*, without what only introduced those."""
        drop = set(taken)
        for at in sorted(taken):
            before = at - 1
            while before >= 0 and before not in drop and heard.words[before] in self.language.function_words:
                drop.add(before)
                before -= 1
        runs: list[list[int]] = []
        for at in (at for at in range(len(heard.words)) if at not in drop):
            if runs and runs[-1][-1] == at - 1:
                runs[-1].append(at)
            else:
                runs.append([at])
        # "Noma, for four people": "people" is the tool's own word for what was just taken out.
        own = vocabulary(definition, self.language).wording
        telling = [run for run in runs if not {self.language.stem(heard.words[at]) for at in run} <= own] or runs
        return heard.said(telling[0][0], telling[0][-1] + 1) if telling else ""

    def _without_lead(self, heard: Heard, definition: ToolDefinition, parameter: ToolParameter) -> str:
        """An answer without "it's", "for", "near the": the value by itself. A sentence keeps its first words ("his
        shoes are in the hall") but for what introduces one ("that")."""
        sentence = bool(set(words_of(parameter.name)) & SENTENCES)
        inner = self._reader.hear_raw(heard.text if sentence else self._markers.marked(heard.text).rest)
        at = self._lead(inner, definition, parameter)
        return trimmed(inner.said(at, len(inner.words)) if inner.words else heard.text)

    def _lead(self, inner: Heard, definition: ToolDefinition, parameter: ToolParameter) -> int:
        """How many words of *inner* only introduce the value that it is."""
        sentence = bool(set(words_of(parameter.name)) & SENTENCES)
        roles = roles_of(self.language.code)
        if sentence:
            leads = roles.get("content", frozenset()) | self._leads(definition, parameter)
        else:
            leads = frozenset().union(*roles.values())
        at = 0
        while at < len(inner.words) - 1 and (
            inner.words[at] in leads or not (sentence or is_content(inner.words[at], self.language))
        ):
            at += 1
        return at

    def _leads(self, definition: ToolDefinition, parameter: ToolParameter) -> frozenset[str]:
        """Words of grammar that examples have before a value of *parameter*."""
        before = {
            example.words[span.start - 1]
            for example in self._reader.trained.aligned.get(definition.name, ())
            for span in example.spans
            if span.parameter == parameter.name and span.start
        }
        return frozenset(before & self.language.function_words) - self.language.articles - self.language.subjects

    def declines(self, text: str) -> bool:
        """Whether *text*, said in answer to a question, takes the request back."""
        return yes_or_no(text, self._lang) is False


def question_for(profile: Profile, lang: str) -> str:
    """A question for one argument, to be spoken as it is."""
    parameter = profile.parameter
    spoken = " ".join(words_of(parameter.name))
    name = _called(spoken, parameter.description, lang)
    if parameter.enum_values and len(parameter.enum_values) <= _MAX_CHOICES:
        choices = _choices(parameter.enum_values, lang)
        return _naming("ask_choice", "ask_choice_unnamed", lang, name, choices=choices)
    kind = values.kind_of(profile.formats[0]) if profile.formats else None
    if kind in _BY_KIND:
        return say(_BY_KIND[kind], lang)
    if kind == m.NUMBER:
        if re.fullmatch(r"(?:num(?:ber)?|n|x|y|a|b|value|operand)\s?(\d*)", spoken):
            return say("ask_bare_number", lang)
        return _naming("ask_number", "ask_bare_number", lang, name)
    if _PLACES & set(spoken.split()):
        return say("ask_place", lang)
    return _naming("ask_text", "ask_text_unnamed", lang, name)


def _called(spoken: str, description: str, lang: str) -> Spoken:
    """The name of an argument: its author's, where that is in *lang*; else what *lang* calls such a thing, if it is one
    that many tools ask for."""
    name = called(spoken, description, lang)
    place = next((at for at, names in enumerate(_ASKED) if spoken in names), None)
    return name if place is None or name.sayable(lang) else named("argument", place, lang)


def _naming(key: str, unnamed: str, lang: str, name: Spoken, **slots: str) -> str:
    """The sentence *key* with *name*; the one that needs none where the name is of another language."""
    return say(key, lang, name=name, **slots) if name.sayable(lang) else say(unnamed, lang, **slots)


def unclear_text(unclear: Unclear, lang: str) -> str:
    """What is said about a follow-up that is not clear."""
    if len(unclear.choices) > 1:
        return say("unclear_choices", lang, choices=_choices(unclear.choices, lang))
    return say("unclear", lang, said=unclear.said)


def _choices(values: Sequence[str], lang: str) -> str:
    return listed([value.replace("_", " ") for value in values], lang, "or")
