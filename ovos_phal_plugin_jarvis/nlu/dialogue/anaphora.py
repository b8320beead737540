"""Anaphora: what "it", "that one" and "there" stand for, of what was said, done and shown."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, is_article, plain, put
from ovos_phal_plugin_jarvis.nlu.dialogue.made import makes, still_there
from ovos_phal_plugin_jarvis.nlu.dialogue.markers import fold
from ovos_phal_plugin_jarvis.nlu.dialogue.revision import taken_back
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import acts, goes_with, named, object_nouns, related, singular
from ovos_phal_plugin_jarvis.nlu.dialogue.state import (
    GUESSED,
    Followed,
    Request,
    State,
    Unclear,
    distinct,
    missing,
    request_of,
)
from ovos_phal_plugin_jarvis.nlu.lang import calls_off, is_content
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.values import is_time
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued_places
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    pointing_words,
    single_words,
    trimmed,
    without_accents,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.tool_verbs import HALTING, TAKING
from ovos_phal_plugin_jarvis.sdk.locale import listed
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_EVERY = frozenset(["all", "every", "everything"])
"""English words in the names of arguments that stand for all things of the kind."""
_AMOUNTS = (m.NUMBER, m.DURATION, m.PERCENT, m.MONEY)
_MAX_AROUND = 3
"""Ways to name a thing at the end of a request that are tried."""


@dataclass(frozen=True)
class _Pronoun:
    kind: str
    """``thing`` or ``place``."""
    start: int
    end: int
    said: str
    ordinal: int | None = field(default=None)
    joined: bool = False
    """Whether it is written in one word with the verb."""
    named: bool = False
    """Whether words before it say which one: "the pizza one"."""


class Anaphora(Interpreter):
    """Reads requests whose pronoun stands for something of the last exchange."""

    def carried(self, text: str, last: ToolCall, *, goes_on: bool = False) -> Request | None:
        """ "how much light does it need": a question that lacks just what its pronoun stands for, said in *last*.

        Args:
            text: the question.
            last: the last call.
            goes_on: whether an "and" stands before it, so that it may do without the pronoun ("y a qué hora cierra").
        """
        again = self._asked_again(text, last)
        if again is not None:
            return again
        best = self._reader.best(text) or self._same_tool(text, last.name)
        if best is not None and best.definition.name == last.name and not best.filled.missing:
            return self._asked_of_it(text, best, last, goes_on=goes_on)
        if best is None or len(best.filled.missing) != 1:
            return None
        name, heard = best.filled.missing[0], self._reader.hear(text)
        value = last.arguments.get(name)
        parameter = best.definition.parameter(name)
        points = [at for at, word in enumerate(heard.words) if word in self.language.persons]
        if not isinstance(value, str) or parameter is None or parameter.enum_values or len(points) != 1:
            return None
        if points[0] in best.filled.covered or best.explained.left:
            return None
        same = best.definition.name == last.name
        arguments = {**(last.arguments if same else {}), **best.filled.arguments, name: value}
        if same and arguments == dict(last.arguments):
            return None
        said = put(heard, points[0], points[0] + 1, value)
        return Request(ToolCall(best.definition.name, arguments, best.definition.toolbox_id, said=said))

    def _asked_again(self, text: str, last: ToolCall) -> Request | None:
        """ "and when does it close" after "when does the library open": another choice, with the thing that *last* was
        said of in place of the pronoun; or the same choice, where nothing but another day or time is said."""
        heard = self._reader.hear(text)
        points = [at for at, word in enumerate(heard.words) if word in self.language.persons]
        if len(points) != 1 or points[0] == len(heard.words) - 1:
            return None
        # "What is it on friday" says no other choice.
        dated = valued_places(heard)
        says = any(is_content(word, self.language) for at, word in enumerate(heard.words) if at not in dated)
        articles = [word for word in self._reader.hear(last.said).words if word in self.language.articles][:1]
        for noun in self.nouns(last):
            said = put(heard, points[0], points[0] + 1, " ".join((*articles, noun)))
            read = self._same_tool(said, last.name)
            if read is None or read.explained.left or not set(read.filled.missing) <= set(last.arguments):
                continue
            chosen = {p.name for p in read.definition.parameters if p.enum_values}
            spans = {name for *_, name in read.filled.spans}
            spoken = spans | chosen if says else spans - chosen
            changed = {n: v for n, v in read.filled.arguments.items() if n in spoken and last.arguments.get(n) != v}
            wanted = set(changed) & chosen if says else changed
            if wanted and noun not in {plain(value) for value in changed.values()}:
                found = self._completed(last, changed, said, read.definition)
                return replace(found, call=replace(found.call, spelt_out=True))
        return None

    def _asked_of_it(self, text: str, best: Candidate, last: ToolCall, *, goes_on: bool) -> Request | None:
        """ "and when does it set" after "when does the sun rise in rome": another choice, and all that is not said."""
        heard, spoken = self._reader.hear(text), self.language
        before = itertools.pairwise(self._reader.hear(last.said).words)
        named = {word for article, word in before if article in spoken.articles and is_content(word, spoken)}
        chosen = {p.name for p in best.definition.parameters if p.enum_values and p.name in best.filled.arguments}
        changed = {n: v for n, v in best.filled.arguments.items() if last.arguments.get(n) != v}
        others = (spoken.persons | spoken.subjects) - spoken.speakers - spoken.addressed
        points = not others.isdisjoint(heard.words) or (goes_on and named.isdisjoint(heard.words))
        if not points or best.explained.left or not changed or not set(changed) <= chosen:
            return None
        return self._completed(last, changed, text, best.definition)

    def pointed(self, text: str, state: State, alone: Candidate | None) -> Followed:
        """A request whose pronoun stands for what the last call was about."""
        last = state.call
        assert last is not None
        heard = self._reader.hear_raw(text)
        definition = self._reader.trained.definitions[last.name]
        place = self._pronoun(text, heard, definition)
        if place is None or set(heard.words[:1]) & self.language.subjects - self.language.speakers:
            return None  # "he hates them" tells of somebody
        if place.kind == "place":
            return self._there(text, place, last)
        made, before = self._made(text, place, state), state
        if isinstance(made, Unclear):
            return made
        if made is not None:
            state, last, place = State(made, turns=state.turns), made, replace(place, ordinal=None)
            definition = self._reader.trained.definitions[last.name]
        picked = self._picked(place, heard, state)
        if picked is None and place.ordinal is not None:
            return Unclear(text)
        if set(heard.words) & (self.language.several | self.language.all_words):
            return self._all_of(text, place, heard, last) or Unclear(text)
        found = self._referred(text, place, state, picked)
        if picked is not None and place.ordinal is None and all(request.missing for request in found):
            # "Clear it" after a list that holds one thing is about the list.
            found = self._referred(text, place, state, None) or found
        if place.ordinal is None and not any(self._takes_of(request, text, last) for request in found):
            found = self._taking_back(text, place, last) or found
        if made is not None:
            found = [request for request in found if self._tells_which(request, made, before)]
            if not found:
                return Unclear(text)
        if found:
            siblings = self._siblings(last)
            calls = distinct(found)
            # What is done with the same kind of thing goes before what only takes its name, something else before it.
            calls = [request for request in calls if request.call.name in siblings] or calls
            calls = [request for request in calls if request.call.toolbox_id == last.toolbox_id] or calls
            calls = [request for request in calls if request.call.name != last.name] or calls
            names = {request.call.name for request in calls}
            return calls[0] if len(names) == 1 else Unclear(text, tuple(sorted(names)))
        siblings = self._siblings(last)
        if alone is None:
            return None
        whole = alone.explained
        bare = len(whole.wording) <= 1 and not whole.values
        asked = self._asks(text)
        # "turn it off" after a timer was set, with lamps beside it: what is meant is not known.
        return Unclear(text) if bare and not asked and alone.definition.name not in siblings else None

    def _takes_of(self, request: Request, text: str, last: ToolCall) -> bool:
        """Whether *request* is told something of the *last* call, or *text* begins with what its tool is called by:
        "clear it" after something was put on a list."""
        known = {plain(each) for value in last.arguments.values() for each in things_of(value)}
        told = {plain(each) for value in request.call.arguments.values() for each in things_of(value)}
        definition = self._reader.trained.definitions[request.call.name]
        return bool(known & told) or not {*acts(definition)}.isdisjoint(self._reader.raw_words(text)[:1])

    def _taking_back(self, text: str, place: _Pronoun, last: ToolCall) -> list[Request]:
        """The call that takes back what the *last* one made, where *text* has only a verb for that before its pronoun:
        "delete it" after something was put on a list."""
        verb = " ".join(self._reader.raw_words(self._markers.without_fillers(text[: place.start])))
        call = (
            taken_back(last, self._reader.trained.definitions) if TAKING & self._verbs.get(verb, frozenset()) else None
        )
        if call is None or not call.arguments or trimmed(text[place.end :]):
            return []
        several = fold(place.said) in self.language.plural_pronouns
        if several and not any(isinstance(value, list) and len(value) > 1 for value in call.arguments.values()):
            return []  # "drop those" after one thing
        return [Request(replace(call, takes_back=False, said=text), confidence=GUESSED)]

    def _made(self, text: str, place: _Pronoun, state: State) -> ToolCall | Unclear | None:
        """The one of several things made of late that *place* points to by its number: "the second one"."""
        definitions, last = self._reader.trained.definitions, state.call
        if place.ordinal is None or last is None or len(state.shown) > 1:
            return None
        siblings = {name for name in self._siblings(last) if makes(definitions[name])}
        for name in dict.fromkeys(call.name for call in reversed(state.done) if call.name in siblings):
            made = [call for call in state.done if call.name == name]
            if len(made) > 1:
                left = still_there(state.done, name, definitions)
                at = place.ordinal - 1 if place.ordinal > 0 else len(left) + place.ordinal
                return left[at] if place.ordinal and 0 <= at < len(left) else Unclear(text)
        return None

    @staticmethod
    def _tells_which(request: Request, made: ToolCall, state: State) -> bool:
        """Whether *request* has an argument that tells *made* from what else its tool made: what empties all of it is
        not about "the second one"."""
        others = [call for call in state.done if call.name == made.name and call.arguments != made.arguments]
        telling = [v for n, v in made.arguments.items() if not others or any(o.arguments.get(n) != v for o in others)]
        known = {plain(x) for value in telling for x in things_of(value)}
        return any(plain(x) in known for value in request.call.arguments.values() for x in things_of(value))

    def _siblings(self, last: ToolCall) -> set[str]:
        """The tools that do something with the same kind of thing as the *last* call."""
        definitions = self._reader.trained.definitions
        return {d.name for d in definitions.values() if related(d, definitions[last.name])}

    def _referred(self, text: str, place: _Pronoun, state: State, picked: Mapping[str, Any] | None) -> list[Request]:
        """What *text* asks for with what the pronoun may stand for in its place."""
        last = state.call
        assert last is not None
        if picked is None and not trimmed(text[: place.start] + text[place.end :]):
            return []  # "that one" alone says nothing of what is to be done with it
        definition = self._reader.trained.definitions[last.name]
        siblings = self._siblings(last)
        found: list[Request] = []
        for said in self._referring(text, place, last, definition, picked):
            best = self._reader.best(said)
            if best is None:
                continue
            accounted = best.explained
            if accounted.left or not accounted.wording:
                continue
            # What was said of one tool is a value of another where that asks for it with words of its own.
            passed = picked is not None or (len(accounted.wording) > 1 and self._passed_on(best, last))
            if best.definition.name not in siblings and not passed and not self._same_thing(best, last):
                continue
            if self._misplaced(best, last, definition):
                continue
            arguments = (
                dict(best.filled.arguments)
                if place.named and best.filled.spans
                else self._identified(best, last, state, picked, definition, text)
            )
            if arguments is not None and not set(self._reader.hear_raw(text).words) & self.language.all_words:
                # "Get rid of that" is about one of them, whatever "get rid of the alarms" is about.
                arguments = {n: v for n, v in arguments.items() if v is not True or not _EVERY & set(words_of(n))}
            if arguments is None or (best.definition.name == last.name and arguments == dict(last.arguments)):
                continue  # what was just done is not asked for with other words
            if picked is None and not place.named and self._ends_another(best.definition, arguments, last):
                continue
            call = ToolCall(best.definition.name, arguments, best.definition.toolbox_id, said=said)
            if picked is None:
                call = self._with_all(call, text, place, last)
            else:  # "the last one" says nothing to the tool's own code
                named = [*_names(picked)]
                call = replace(call, said=self._naming(text, place, named[0]), spelt_out=True) if named else call
            lacks = missing(best.definition, arguments)
            found.append(Request(call, lacks, best.confidence, heard=text if place.joined else ""))
        whole = [request for request in found if not request.missing]
        return [self._as_sure(request, text) for request in whole or found]

    def _as_sure(self, request: Request, text: str) -> Request:
        """*request*, no surer than a guess where the verb of *text* is none that its tool is asked for with, and takes
        back what was said or means what other tools do: "drop it", "shut it"."""
        definition = self._reader.trained.definitions[request.call.name]
        words = self._reader.raw_words(self._markers.without_fillers(text))
        shown = {example.words[0] for example in self._reader.trained.aligned.get(definition.name, ()) if example.words}
        if not words or words[0] in shown or not HALTING & set(acts(definition)):
            return request
        means = self._verbs.get(words[0], frozenset())
        other = bool(means) and not means & HALTING and single_words(self.language, "ways").isdisjoint(words)
        if not (other or calls_off(text, self._lang)):
            return request
        return replace(request, confidence=min(request.confidence, GUESSED))

    def _with_all(self, call: ToolCall, text: str, place: _Pronoun, last: ToolCall) -> ToolCall:
        """*call* with all the things that the *last* one named where its pronoun stands for several, and it has one of
        them: "put them on the packing list too"."""
        said = set(self._reader.hear_raw(text[place.start : place.end]).words)
        if said.isdisjoint(self.language.plural_pronouns):
            return call
        for name, value in call.arguments.items():
            things = last.arguments.get(name)
            if isinstance(things, list) and isinstance(value, list) and len(value) < len(things) and value[0] in things:
                arguments = {**call.arguments, name: things}
                said_so = self._naming(text, place, listed([str(thing) for thing in things], self._lang))
                return replace(call, arguments=arguments, said=said_so, spelt_out=True)
        return call

    @staticmethod
    def _naming(text: str, place: _Pronoun, thing: str) -> str:
        """*text* with the name of a *thing* in place of what points to it."""
        return " ".join(part for part in (text[: place.start].rstrip(" -"), thing, text[place.end :].lstrip()) if part)

    def ends_another(self, text: str, call: ToolCall, last: ToolCall) -> bool:
        """Whether *call* ends something else than what *text* points to; see ``_ends_another``."""
        definition = self._reader.trained.definitions[call.name]
        before = self._reader.trained.definitions[last.name]
        place = self._pronoun(text, self._reader.hear_raw(text), before)
        points = place is not None and not (place.named or place.ordinal is not None or place.kind == "place")
        return points and related(definition, before) and self._ends_another(definition, call.arguments, last)

    def _ends_another(self, definition: ToolDefinition, arguments: Mapping[str, Any], last: ToolCall) -> bool:
        """Whether the tool *definition* with *arguments* ends what is at another time than what the *last* call made:
        "turn it off at eight" after something was set for seven."""
        typed = [p.name for p in definition.parameters if self.typed(definition, p) or is_time(p)]
        told = (name for name in typed if arguments.get(name) is not None and last.arguments.get(name) is not None)
        ends = not HALTING.isdisjoint(acts(definition))
        return ends and any(arguments[name] != last.arguments[name] for name in told)

    @staticmethod
    def _misplaced(best: Candidate, last: ToolCall, definition: ToolDefinition) -> bool:
        """Whether *best* took what the last call had for one argument for another that the last call had as well: of
        "add bolts to the garage list" and "read it" the list is read, and not one called bolts, whatever list it is."""
        return any(
            definition.parameter(name) is not None
            and plain(value) not in {plain(x) for x in things_of(last.arguments.get(name))}
            and plain(value) in {plain(x) for n, other in last.arguments.items() if n != name for x in things_of(other)}
            for name, told in best.filled.arguments.items()
            for value in things_of(told)
            if isinstance(value, str) and value
        )

    def _all_of(self, text: str, place: _Pronoun, heard: Heard, last: ToolCall) -> Request | None:
        """ "cancel them all": a related tool's request for all things of the kind."""
        language, words = self.language, heard.words
        small = language.function_words | language.degree_words | language.all_words | language.several
        small |= {word for phrase in (*language.pronouns, *language.beside) for word in phrase.split()}
        at = next((at for at, word in enumerate(words) if word in language.all_words), len(words))
        if at == len(words) or any(word not in small for word in words[at:]):
            return None
        said = heard.tokens[at].text
        while at > 1 and words[at - 1] in pointing_words(language):
            at -= 1
        head = without_accents(text[: place.start]) if place.joined else text[: heard.tokens[at].start]
        siblings = self._siblings(last) - {last.name}
        for thing in (*(f"{said} {noun}" for noun in reversed(self.nouns(last))), *self._phrases(last)):
            best = self._reader.best(f"{head.rstrip(' -')} {thing}")
            if best is None or best.definition.name not in siblings or best.explained.left:
                continue
            arguments = {n: v for n, v in best.filled.arguments.items() if last.arguments.get(n) == v or v is True}
            everything = [
                p.name
                for p in best.definition.parameters
                if p.param_type in ("bool", "boolean") and _EVERY & set(words_of(p.name))
            ]
            own = {p.name for p in best.definition.parameters}
            if everything:
                arguments |= dict.fromkeys(everything, True)
            elif not own or (own & set(last.arguments) and not best.filled.missing):
                arguments |= {name: last.arguments[name] for name in own & set(last.arguments)}
            else:
                continue
            call = ToolCall(best.definition.name, arguments, best.definition.toolbox_id, said=best.heard.text)
            if not missing(best.definition, arguments):
                return Request(call, (), best.confidence)
        return None

    def stated(self, text: str, last: ToolCall) -> Request | None:
        """ "that's done now" after a task was added: what a tool beside the *last* one is told in those words, of the
        thing that *last* names."""
        heard = self._reader.hear(self._markers.without_beside(text))
        words, language = heard.words, self.language
        pointing = {word for word in language.pronouns if " " not in word}
        if len(words) < 3 or words[0] not in pointing or words[1] not in language.states | language.auxiliaries:
            return None
        said = [word for word in words[2:] if is_content(word, language) or word in self._verbs]
        said += [word for word in words[2:] if word not in said and word in language.light_words]
        definitions = self._reader.trained.definitions
        before = definitions[last.name]
        switches = {
            name
            for name in self._siblings(last) - {last.name}
            if definitions[name].toolbox_id == before.toolbox_id
            and any(p.required and p.param_type.lower() in ("bool", "boolean") for p in definitions[name].parameters)
        }
        if not switches or not said:
            return None
        found = []
        rest = heard.said(1, len(words))
        for name, value in last.arguments.items():
            if not isinstance(value, str) or not value:
                continue
            for noun in self.nouns(last):
                text = f"the {noun} {value} {rest}" if language.code == "en" else f"{noun} {value} {rest}"
                best = self._reader.best(text)
                if best is None or best.definition.name not in switches or best.filled.missing or best.explained.left:
                    continue
                own = {p.name for p in best.definition.parameters if p.required}
                told = {n: v for n, v in best.filled.arguments.items() if isinstance(v, bool)}
                if name in own and set(told) | {name} >= own:
                    call = ToolCall(best.definition.name, {name: value, **told}, best.definition.toolbox_id, said=text)
                    found.append(Request(call, missing(best.definition, call.arguments), best.confidence))
        calls = distinct(found)
        return calls[0] if len(calls) == 1 else None

    def acted(self, text: str, last: ToolCall) -> Request | None:
        """ "carry on with it", "resume": nothing but a word for what another tool does with the same thing."""
        pattern = phrase_pattern(self.language, "pronouns")
        rest = self._markers.without_fillers(self._markers.without_beside(self._reader.hear(text).text))
        for found in list(pattern.finditer(rest))[-1:] if pattern else []:
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
        words = self._reader.raw_words(rest)
        while len(words) > 1 and words[-1] in self.language.function_words and " ".join(words) not in self._verbs:
            words = words[:-1]
        said = " ".join(words)
        definitions = self._reader.trained.definitions
        before, taken = definitions[last.name], (*self.language.cancel, *self.language.refuse)
        doing = self._verbs.get(said, frozenset()) if said not in taken else frozenset()
        able = [
            definition
            for definition in (definitions[name] for name in sorted(self._siblings(last) - {last.name}))
            if definition.toolbox_id == before.toolbox_id and doing & set(acts(definition))
        ]
        if len(able) != 1 or doing & set(acts(before)):
            return None
        own = {p.name: p for p in able[0].parameters}
        arguments = {n: v for n, v in last.arguments.items() if n in own and isinstance(v, str)}
        call = ToolCall(able[0].name, arguments, able[0].toolbox_id, said=text)
        return None if missing(able[0], arguments) else Request(call)

    @cached_property
    def _verbs(self) -> dict[str, frozenset[str]]:
        """What people say for what tools do → the English names of that."""
        found: dict[str, frozenset[str]] = {}
        for names, phrases in self.language.meanings:
            for phrase in phrases:
                found[phrase] = found.get(phrase, frozenset()) | names
        return found

    def implied(self, text: str, last: ToolCall, alone: Candidate | None) -> Request | None:
        """ "add sandals" after the holiday list was read: a related tool's request that leaves out where."""
        definitions = self._reader.trained.definitions
        heard = self._reader.hear(text)
        if not heard.words or self._asks(text) or not (self._opens(text) or heard.words[0] in self.language.verbs):
            return None
        if alone is not None and set(object_nouns(alone.definition, self.language)) & set(map(singular, heard.words)):
            return None  # "delete the dentist task" leaves out nothing
        found = []
        for name in sorted(self._siblings(last) - {last.name}):
            shared = [
                p.name
                for p in definitions[name].parameters
                if isinstance(last.arguments.get(p.name), str) and not p.enum_values
            ]
            own = alone is not None and alone.definition.name == name
            if len(shared) != 1 or (own and alone is not None and shared[0] in alone.filled.arguments):
                continue
            opening = max((p for p in self._verbs if f"{heard.text.lower()} ".startswith(f"{p} ")), key=len, default="")
            if " " in opening and not self._verbs[opening] & set(acts(definitions[name])):
                continue  # "get rid of the drum" gets nothing
            for lead, tail in self._around(definitions[name], shared[0]):
                said = " ".join(part for part in (heard.text, lead, last.arguments[shared[0]], tail) if part)
                best = self._reader.best(said)
                if best is None or best.definition.name != name or best.filled.missing or best.explained.left:
                    continue
                if plain(best.filled.arguments.get(shared[0])) != plain(last.arguments[shared[0]]):
                    continue
                if alone is None or own or best.confidence > alone.confidence:
                    found.append(request_of(best, said))
                    break
        return found[0] if len(found) == 1 else None

    def _around(self, definition: ToolDefinition, name: str) -> list[tuple[str, str]]:
        """What examples of a tool have before and behind a value of the argument *name* at their end, the most usual
        first."""
        found: Counter[tuple[str, str]] = Counter()
        for example in self._reader.trained.aligned.get(definition.name, ()):
            for span in example.spans:
                start = span.start
                while start and example.words[start - 1] in self.language.function_words:
                    start -= 1
                behind = example.words[span.end :]
                if span.parameter == name and start < span.start and len(behind) <= 1:
                    found[" ".join(example.words[start : span.start]), " ".join(behind)] += 1
        return [around for around, _ in found.most_common(_MAX_AROUND)]

    def meant(self, found: Request, text: str, last: ToolCall) -> Request:
        """*found* with the name of the thing that the *last* call was about, where *text* points to it or says only of
        which kind it is: "how much has it still got", "pause the timer" after one for the pasta."""
        definitions = self._reader.trained.definitions
        definition, before = definitions[found.call.name], definitions[last.name]
        if definition is before or definition.toolbox_id != before.toolbox_id or not related(definition, before):
            return found
        typed = {p.name for p in definition.parameters if self.typed(definition, p)}
        names = [
            p.name
            for p in definition.parameters
            if isinstance(last.arguments.get(p.name), str)
            and not p.enum_values
            and (p.name not in typed or (is_time(p) and p.name not in found.call.arguments))
        ]
        told = [value for name, value in found.call.arguments.items() if name not in typed]
        if not names or any(isinstance(value, str | list) or value is True for value in told):
            return found
        words = self._reader.hear_raw(text).words
        if set(words) & (self.language.several | self.language.all_words | self.language.other_ones):
            return found
        things = {word for word in self.language.pronouns if " " not in word} & self.language.persons
        kinds = {
            noun for noun in object_nouns(definition, self.language) if noun in object_nouns(before, self.language)
        }
        named = any(
            word in kinds and at and words[at - 1] in self.language.articles for at, word in enumerate(words)
        ) and not TAKING & set(acts(before))
        if not named and not things & set(words):
            return found
        arguments = {**found.call.arguments, **{name: last.arguments[name] for name in names}}
        return replace(found, call=replace(found.call, arguments=arguments))

    def named_kinds(self, last: ToolCall) -> list[str]:
        """The kinds of thing that the *last* call was about, each with an article where its tool's examples have one:
        "the timer"."""
        definition = self._reader.trained.definitions[last.name]
        nouns = self.nouns(last)[:2]
        return [" ".join((*self._article(definition, noun), noun)) for noun in nouns]

    def nouns(self, last: ToolCall) -> list[str]:
        """Words for the kind of thing that the *last* call was about: its tool's, and those that were said."""
        definition = self._reader.trained.definitions[last.name]
        nouns = dict.fromkeys(object_nouns(definition, self.language))
        base = self._same_tool(last.said, last.name)
        if base is not None:
            heard = self._reader.hear(last.said)
            verbs = self.language.verbs | self.language.question_words
            said = [heard.words[at] for at in sorted(base.explained.wording)]
            nouns |= dict.fromkeys(word for word in said if word not in verbs or singular(word) in nouns)
        return list(nouns)[:4]

    def _phrases(self, last: ToolCall) -> list[str]:
        """The names of things in the *last* request with what stands around them: "the garage list"."""
        base, heard = self._same_tool(last.said, last.name), self._reader.hear(last.said)
        found: list[str] = []
        for start, end, _ in base.filled.spans if base is not None else ():
            first, until = start, end
            while first and heard.words[first - 1] in self.language.articles:
                first -= 1
            while until < len(heard.words) and until in (base.explained.wording if base is not None else ()):
                until += 1
            if until > end:
                found.append(heard.said(first, until))
        return found

    def _pronoun(self, text: str, heard: Heard, definition: ToolDefinition) -> _Pronoun | None:
        if not heard.words:
            return None
        pattern = phrase_pattern(self.language, "places_before")
        places = list(pattern.finditer(text)) if pattern else []
        if (
            places
            and len(heard.words) > 1
            and not is_article(places[-1].end(), text, places[-1].group(), self.language)
        ):
            return _Pronoun("place", places[-1].start(), places[-1].end(), places[-1].group())
        pattern = phrase_pattern(self.language, "pronouns")
        if pattern is None:
            return None
        question = self._asks(text)
        nouns = set(object_nouns(definition, self.language))
        if heard.words[-1] in self.language.ones and not any(x.end() == len(text) for x in pattern.finditer(text)):
            last = heard.tokens[-1]
            named = len(heard.words) > 2 and is_content(heard.words[-2], self.language)
            return _Pronoun("thing", last.start, last.end, last.text, named=named)
        for found in pattern.finditer(text):
            said = found.group()
            if self._is_of_a_day(found, heard):
                continue
            many = " " in said.strip()
            following = re.match(r"\s+([^\W\d_][\w']*)", text[found.end() :])
            if following and fold(said) in self.language.demonstratives and singular(fold(following.group(1))) in nouns:
                if found.start():
                    return _Pronoun("thing", found.start(), found.end() + following.end(), said)
                continue
            clause = self.language.articles | self.language.subjects
            if following and fold(said) in self.language.demonstratives and fold(following.group(1)) in clause:
                continue  # "add that the roof leaks"
            if not many and (
                (question and not self._behind_preposition(heard, found, text))
                or is_article(found.end(), text, said, self.language)
            ):
                continue
            if following and not question and self._begins_clause(text[: found.start()], fold(following.group(1))):
                continue  # "change the note to it was sunny"
            if not trimmed(text[: found.start()]) and not many:
                continue  # "that is all": what stands first points to nothing that is done
            return _Pronoun("thing", found.start(), found.end(), said, self._ordinal(said))
        return self._enclitic(text)

    def _begins_clause(self, before: str, following: str) -> bool:
        """Whether what points to something between the words *before* and the one *following* tells how it is, behind
        a word that introduces what is said: "to [it] was sunny", and not "stop [it] is late"."""
        words = self._reader.raw_words(before)
        small = self.language.function_words - self.language.articles
        return bool(words) and words[-1] in small and following in self.language.states

    @staticmethod
    def _is_of_a_day(found: re.Match[str], heard: Heard) -> bool:
        """Whether the words *found* begin a longer date: "the first" of "the first of march"."""
        at = [i for i, token in enumerate(heard.tokens) if found.start() <= token.start < found.end()]
        days = [x for x in heard.mentions if x.kind == m.DATE]
        return bool(at) and any(x.start <= at[-1] and at[-1] + 1 < x.end for x in days)

    def _behind_preposition(self, heard: Heard, found: re.Match[str], text: str) -> bool:
        """Whether a pronoun ends a question behind a preposition: "what's on it", never "what is it"."""
        at = next((at for at, token in enumerate(heard.tokens) if token.start >= found.start()), 0)
        before = heard.words[at - 1] if at > 1 else ""
        asking = self.language.states | self.language.question_words | self.language.subjects | self.language.copulas
        return at == len(heard.words) - 1 and before in self.language.function_words - asking - {"'s"}

    def _enclitic(self, text: str) -> _Pronoun | None:
        """A pronoun written behind the verb that the request begins with: "cancélalo", "annule-le"."""
        found = re.match(r"[^\W\d_]+(?:-[^\W\d_]+)*", text)
        for ending in sorted(self.language.enclitics, key=len, reverse=True) if found else ():
            verb = found.group()[: -len(ending)] if found and fold(found.group()).endswith(ending) else ""
            if verb.endswith("-") or len(verb) > 4:
                return _Pronoun("thing", len(verb), found.end() if found else 0, ending, joined=True)
        return None

    def _picked(self, place: _Pronoun, heard: Heard, state: State) -> Mapping[str, Any] | None:
        """The shown thing that is pointed to."""
        shown, which = state.shown, place.ordinal
        if not shown:
            return None
        if which is None:
            return shown[0] if len(shown) == 1 else None
        if which == 0:
            said = {plain(v) for v in (state.call.arguments.values() if state.call else ())}
            others = [item for item in shown if not said & {plain(v) for v in item.values()}]
            return others[0] if len(others) == 1 and len(shown) == 2 else None
        at = which - 1 if which > 0 else len(shown) + which
        return shown[at] if 0 <= at < len(shown) else None

    def _referring(
        self, text: str, place: _Pronoun, last: ToolCall, definition: ToolDefinition, picked: Mapping[str, Any] | None
    ) -> Iterator[str]:
        """*text* with what the last call was about in place of the pronoun."""
        head, tail = text[: place.start].rstrip(" -"), text[place.end :].lstrip()
        turning = phrase_pattern(self.language, "reversals", "beside")
        turned = turning.match(tail) if turning is not None else None
        if turned is not None:
            tail = tail[turned.end() :].lstrip()  # "read it back", "put them back on"
        told = stated(self._reader.raw_words(tail), self.language)
        told = told if fold(place.said) in self.language.persons else None
        if told is not None and told.past and not told.describes:
            tail = ""  # "delete it [my brother paid]"
        if place.joined:
            head = without_accents(head)

        def put(words: str) -> str:
            return " ".join(part for part in (head, words, tail) if part)

        heard = self._reader.hear(last.said)
        base = self._same_tool(last.said, last.name)
        for value in _names(picked or {}):
            if len(value) <= 80 and any(map(str.isalpha, value)):
                yield put(value)
        if picked is None and not place.named:
            for phrase in self._phrases(last):
                yield put(phrase)
        # "the pizza one" is named by its own words, not by those of the last.
        spans = base.filled.spans if base and picked is None and not place.named else []
        for start, end, _ in spans:
            if not any(x.kind in _AMOUNTS and (x.start, x.end) == (start, end) for x in heard.mentions):
                yield put(heard.said(start, end))  # a number is no thing that is pointed to
        # The article that the noun had: "lösche den timer".
        said = [w for w in heard.words if w in self.language.articles][:1]
        for noun in self.nouns(last):
            yield put(noun)
            for article in dict.fromkeys((*said, *self._article(definition, noun))):
                yield put(f"{article} {noun}")
        if not place.joined:
            yield text

    def _article(self, definition: ToolDefinition, noun: str) -> list[str]:
        """The article that examples of a tool and of those related to it have most often before *noun*."""
        found: Counter[str] = Counter()
        # Sorted: of two that are as often, each process takes the same one.
        for name in sorted(self._siblings(ToolCall(definition.name, {}))):
            for example in self._reader.trained.aligned.get(name, ()):
                found.update(
                    one
                    for one, other in itertools.pairwise(example.words)
                    if other == noun and one in self.language.articles
                )
        return [article for article, _ in found.most_common(1)]

    def _passed_on(self, best: Candidate, last: ToolCall) -> bool:
        """Whether a text of the last call is now a text of another."""
        texts = {plain(value) for value in last.arguments.values() if isinstance(value, str) and value}
        return any(isinstance(value, str) and plain(value) in texts for value in best.filled.arguments.values())

    def _same_thing(self, best: Candidate, last: ToolCall) -> bool:
        """Whether *best* took a value of the last call for an argument of the same name."""
        return any(
            isinstance(value, str) and plain(last.arguments.get(name)) == plain(value) and value
            for name, value in best.filled.arguments.items()
        )

    def _identified(
        self,
        best: Candidate,
        last: ToolCall,
        state: State,
        picked: Mapping[str, Any] | None,
        definition: ToolDefinition,
        text: str,
    ) -> dict[str, Any] | None:
        """The arguments of *best* with those that say which thing is meant; None where they can't be known."""
        arguments = dict(best.filled.arguments)
        source: dict[str, Any] = {}
        if picked is not None:
            # What it is in stays: the list that was read.
            source = {k: v for k, v in last.arguments.items() if isinstance(v, str)} | dict(picked)
        else:
            source = {k: v for k, v in (state.result or {}).items() if not isinstance(v, list | dict)}
            source |= {k: v for k, v in last.arguments.items() if v is not None}
        own = {p.name: p for p in best.definition.parameters}
        nouns = set(object_nouns(definition, self.language))
        for name, parameter in own.items():
            value = source.get(name)
            if value is None and picked is not None and definition.parameter(name) is None:
                value = named(picked, parameter)  # and no "name" of a list for what is in it
            if value is None or isinstance(value, bool) or value == "":
                continue
            if best.definition.name == last.name and not isinstance(value, str):
                continue  # the numbers of a new sum are not those of the last
            if name not in arguments and not parameter.required and not goes_with(best.definition, name, arguments):
                continue  # "send it home" after "clean the hall": what is sent home is no room
            if name not in arguments and not parameter.required and self._says_otherwise(best, name, text, last):
                continue  # "put it on the shopping list" after one on the garage list
            said = arguments.get(name)
            if (
                said is None
                or (isinstance(said, str) and set(words_of(said)) <= nouns)
                or picked is None
                and isinstance(said, str)
                and self._only_more(said, value, nouns)
            ):
                arguments[name] = [value] if parameter.is_list and not isinstance(value, list) else value
        shared = set(own) & set(source)
        if not shared and picked is None and own and best.filled.missing:
            return None
        known = {plain(value) for value in (picked or {}).values()}
        if picked is not None and not any(plain(arguments.get(n)) in known for n in own if n in arguments):
            return None
        return arguments

    def _says_otherwise(self, best: Candidate, name: str, text: str, last: ToolCall) -> bool:
        """Whether *text* names something that the *last* request did not, which examples of the tool of *best* name in
        place of a value of the argument *name*: "the shopping list" is no list of another name."""
        heard, before = best.heard, self._reader.hear(last.said).words
        own = set(self._reader.raw_words(text)) - set(before)
        for at in best.explained.wording:
            word = heard.words[at]
            led = at > 1 and heard.words[at - 1] in self.language.function_words
            if word not in own or not led or not is_content(word, self.language):
                continue
            examples = self._reader.trained.aligned.get(best.definition.name, ())
            naming = [example for example in examples if word in example.words]
            if naming and not any(name in example.arguments for example in naming):
                return True
        return False

    def _only_more(self, said: str, value: Any, nouns: set[str] | frozenset[str] = frozenset()) -> bool:
        """Whether *said* is *value* with words of grammar around it, or *nouns* for what it is: "wash the car off" of
        "tick it off", "the pond notebook" of a notebook called pond."""
        words, own = words_of(said), words_of(str(value))
        at = next((at for at in range(len(words) - len(own) + 1) if words[at : at + len(own)] == own), None)
        if at is None or len(words) == len(own):
            return False
        around = (*words[:at], *words[at + len(own) :])
        return all(word in self.language.function_words or singular(word) in nouns for word in around)

    def _there(self, text: str, place: _Pronoun, last: ToolCall) -> Request | None:
        """ "what's the weather there": the place of the last request, in its own words."""
        before = self._reader.hear(last.said)
        base = self._same_tool(last.said, last.name)
        if base is None:
            return None
        found = []
        for start, end, name in base.filled.spans:
            if not isinstance(last.arguments.get(name), str):
                continue
            leading = start
            while leading and before.words[leading - 1] in self.language.function_words:
                leading -= 1
            named = [before.said(first, end) for first in (max(leading, start - 1), start)]
            # "What's in there" is "what's in the pond notebook", with what kind of thing it is.
            for thing in dict.fromkeys((*named, *(x for x in self._phrases(last) if before.said(start, end) in x))):
                said = f"{text[: place.start]}{thing}{text[place.end :]}"
                best = self._reader.best(said)
                if best is None or best.filled.missing or best.explained.left:
                    continue
                value, nouns = last.arguments[name], set(object_nouns(best.definition, self.language))
                more = {
                    n: value
                    for n, v in best.filled.arguments.items()
                    if isinstance(v, str) and (plain(v) == plain(value) or self._only_more(v, value, nouns))
                }
                if more:
                    request = request_of(best, said)
                    arguments = {**request.call.arguments, **more}
                    found.append(replace(request, call=replace(request.call, arguments=arguments)))
                    break
        calls = distinct(found)
        return calls[0] if len(calls) == 1 else None


def _names(shown: Mapping[str, Any]) -> Iterator[str]:
    """The texts that tell of a thing that was *shown*; what only programs know it by is none: "timer_id"."""
    return (value for key, value in shown.items() if isinstance(value, str) and "id" not in split_name(key))
