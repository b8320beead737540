"""Dialogue state: what only makes sense after something else was said or done.

A follow-up is read by saying the earlier request again with the new words in their place: "and in Paris?" after "the
time in London" is "the time in Paris". So it works for each tool that understood the earlier request, in its language,
keeps what was said about it ("make it 15" after ten minutes are minutes), and goes no further than the tool's own
examples and definition. Where two readings are as good, nothing is done and the user is asked.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.remarks import stands_before_order
from ovos_phal_plugin_jarvis.nlu.acts.statements import is_open, stated
from ovos_phal_plugin_jarvis.nlu.acts.words import describes
from ovos_phal_plugin_jarvis.nlu.bounds import bound_end
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue.accomplished import Accomplished
from ovos_phal_plugin_jarvis.nlu.dialogue.again import Again
from ovos_phal_plugin_jarvis.nlu.dialogue.anaphora import Anaphora
from ovos_phal_plugin_jarvis.nlu.dialogue.answers import Answers
from ovos_phal_plugin_jarvis.nlu.dialogue.carried import Carried
from ovos_phal_plugin_jarvis.nlu.dialogue.claims import Claims
from ovos_phal_plugin_jarvis.nlu.dialogue.complaints import Complaints
from ovos_phal_plugin_jarvis.nlu.dialogue.counterpart import Counterpart
from ovos_phal_plugin_jarvis.nlu.dialogue.ellipsis import Ellipsis
from ovos_phal_plugin_jarvis.nlu.dialogue.exchange import Exchange
from ovos_phal_plugin_jarvis.nlu.dialogue.extras import Extras
from ovos_phal_plugin_jarvis.nlu.dialogue.half_days import HalfDays
from ovos_phal_plugin_jarvis.nlu.dialogue.inside import Inside
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, Part, plain
from ovos_phal_plugin_jarvis.nlu.dialogue.lacked import Lacked
from ovos_phal_plugin_jarvis.nlu.dialogue.lead import Lead
from ovos_phal_plugin_jarvis.nlu.dialogue.leaving import Leaving
from ovos_phal_plugin_jarvis.nlu.dialogue.made import still_there
from ovos_phal_plugin_jarvis.nlu.dialogue.markers import Marked
from ovos_phal_plugin_jarvis.nlu.dialogue.misnamed import Misnamed
from ovos_phal_plugin_jarvis.nlu.dialogue.naming import Naming
from ovos_phal_plugin_jarvis.nlu.dialogue.placed import Placed
from ovos_phal_plugin_jarvis.nlu.dialogue.recurrence import Recurrence
from ovos_phal_plugin_jarvis.nlu.dialogue.results import Results
from ovos_phal_plugin_jarvis.nlu.dialogue.revision import extended, revised, taken_back
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import object_nouns, related
from ovos_phal_plugin_jarvis.nlu.dialogue.same_month import SameMonth
from ovos_phal_plugin_jarvis.nlu.dialogue.shared_verb import SharedVerb
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED, Followed, Request, State, Unclear, differing, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.steps import Steps
from ovos_phal_plugin_jarvis.nlu.dialogue.strict import Strict
from ovos_phal_plugin_jarvis.nlu.dialogue.substitution import MAX_FRAGMENT, Substitution
from ovos_phal_plugin_jarvis.nlu.dialogue.unit_before import UnitBefore
from ovos_phal_plugin_jarvis.nlu.dialogue.which import Which
from ovos_phal_plugin_jarvis.nlu.dialogue.withheld import Withheld
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import valued, valued_places
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    phrases_meaning,
    pointing_words,
    single_words,
    starts_of,
    trimmed,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.tool_verbs import TAKING
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_MAX_BARE = 4
"""Words of a follow-up that nothing introduces ("in Paris")."""
_MOST_REMARKED = 12
"""Words of a remark and what is wanted behind it."""
_LEAST_ORDERED = 2
"""Words of what is wanted there."""
_MOST_AT_THE_END = 3
"""Words of a request at the end of what refuses something."""


class Dialogue(Interpreter):
    """Reads follow-ups with the tools of one reader."""

    ellipsis = Part(Ellipsis)
    shared_verb = Part(SharedVerb)
    substitution = Part(Substitution)
    _unit = Part(UnitBefore)
    _steps = Part(Steps)
    lead = Part(Lead)
    _strict = Part(Strict)
    _extras = Part(Extras)
    _claims = Part(Claims)
    _accomplished = Part(Accomplished)
    _complaints = Part(Complaints)
    _counterpart = Part(Counterpart)
    _which = Part(Which)
    _recurrence = Part(Recurrence)
    _half_days = Part(HalfDays)
    _same_month = Part(SameMonth)
    _anaphora = Part(Anaphora)
    placed = Part(Placed)
    _results = Part(Results)
    _lacked = Part(Lacked)
    _naming = Part(Naming)
    answers = Part(Answers)
    _again = Part(Again)
    leaving = Part(Leaving)
    _exchange = Part(Exchange)
    misnamed = Part(Misnamed)
    inside = Part(Inside)
    carried = Part(Carried)
    withheld = Part(Withheld)

    def __init__(self, reader: Reader, lang: str) -> None:
        super().__init__(reader, lang)
        self.parts: dict[type[Any], Any] = {}
        """What else reads the words of this dialogue, by its kind; each is made when it is first asked."""

    def follow(self, text: str, state: State) -> Followed:
        """What *text* is after the state's last call; None where it is a request of its own or nothing at all."""
        text = self._which.numbered(text, state)
        text = self._markers.without_else(self.lead.behind_remark(self.lead.behind_praise(text)))
        if state.call is None or state.call.name not in self._reader.trained.definitions:
            return self._results.chained(self._preferred(self._markers.marked(text), text).rest, state)
        strictly = self.strictly(text, state)
        if strictly is not None:
            return strictly
        alone = self._is_only_value(self._markers.marked(text).rest)
        text, marked, other = self._taken_apart(self._same_month.spelt_out(text, state.call) if alone else text)
        text, marked, sure = self._without_perhaps(text, marked)
        found = self._read(text, self._hesitant(marked, text, state.call), other, state)
        if sure or not isinstance(found, Request):
            return found
        return replace(found, confidence=min(found.confidence, GUESSED))

    def _without_perhaps(self, text: str, marked: Marked) -> tuple[str, Marked, bool]:
        """*text* and *marked*, what goes on with more, without the "maybe" before that; whether there was none."""
        tokens = self._reader.raw_tokens(marked.rest)
        if marked.kind != "ellipsis" or len(tokens) < 2 or tokens[0].norm not in self.language.perhaps:
            return text, marked, True
        rest, perhaps = marked.rest[tokens[1].start :], marked.rest[: tokens[1].start]
        return text.replace(perhaps, ""), replace(marked, rest=rest, whole=marked.whole.replace(perhaps, "")), False

    def _read(self, text: str, marked: Marked, other: str, state: State) -> Followed:
        """What *text*, taken apart, is after the state's last call."""
        assert state.call is not None
        exchanged = self._exchange.exchanged(marked.rest, state.call, other)
        if exchanged is not None and self._is_of_another(exchanged.call, state):
            return Unclear(text)
        if exchanged is not None:
            return revised(exchanged, state.call, state.result, self._reader.trained.definitions)
        denied = not self.is_small(words_of(other)) and not self._denies_unsaid_day(other, state.call)
        if marked.kind == "correction" and (self._exchange.denies(marked.rest) or denied):
            return Unclear(text)  # it was no such thing
        if self._leaves_open(text, marked):
            return Unclear(text)
        asks = marked.kind == "ellipsis" and self._asks_by_itself(marked.whole)
        corrects = marked.kind in ("change", "correction")
        turned = self._half_days.turned(marked.rest, state.call) if corrects else None
        parts = self.substitution.in_parts(marked.rest, state.call) if not asks else None
        found = turned or parts or self._followed(text, marked, state)
        if not isinstance(found, Request):
            return found
        if self.misnamed.strange(found.call, text, state.call):
            return None
        same = found.call.name == state.call.name
        if same and self.withheld.holds_clause(text, found.call, state.call):
            return None
        if same and marked.kind == "ellipsis" and self._asks_of_it(marked.rest, state.call):
            return Unclear(text)  # "and how far is the rice" names no timer
        if same and self._exchange.leaves_out(found.call, text, marked.kind, state.call):
            return Unclear(text)
        if same and self._recurrence.contradicts(found.call, state.call):
            return Unclear(text)
        if same and marked.kind == "change" and self.substitution.counts_for_things(found.call, state.call):
            return Unclear(text)  # "make it two" is no thing to buy
        if same and self._markers.may_deny(text):
            found = replace(found, confidence=min(found.confidence, GUESSED))
        corrects = marked.kind in ("change", "correction") or marked.instead or self._says_more(found.call, text, state)
        corrects = corrects or (same and not marked.kind and self._half_days.only_turned(found.call, state.call))
        if (
            same
            and corrects
            and (found.call.arguments == state.call.arguments or self._is_of_another(found.call, state))
        ):
            return Unclear(text)
        if same:
            found = self._unit.plausible(self._half_days.as_before(found, text, state.call), text, state.call)
        if corrects and not found.heard and self._is_only_value(marked.rest):
            found = replace(found, heard=text)  # "[spostalo] alle nove"
        if same and corrects and not self.adds(text):
            return revised(found, state.call, state.result, self._reader.trained.definitions)
        return self._extras.only_new(found, state.call) if same else self.counted(found, text, state)

    def _asks_of_it(self, text: str, last: ToolCall) -> bool:
        """Whether *text* begins with a question where the *last* call did something."""
        tells = self._reader.trained.definitions[last.name].annotations.get("readOnlyHint")
        asking = self.language.question_words - self.language.auxiliaries - self.language.states
        return not tells and not asking.isdisjoint(self._reader.raw_words(text)[:1])

    def _denies_unsaid_day(self, text: str, last: ToolCall) -> bool:
        """Whether *text* denies nothing but a day where the *last* request was told none: "not today [i meant
        tomorrow]"."""
        denied = phrase_pattern(self.language, "denials", "negations")
        heard = self._reader.hear_raw(denied.sub(" ", text) if denied is not None else text)
        days = [x for x in heard.mentions if x.kind == m.DATE and (x.start, x.end) == (0, len(heard.words))]
        return bool(days) and all(x.kind != m.DATE for x in self._reader.hear(last.said).mentions)

    def _leaves_open(self, text: str, marked: Marked) -> bool:
        """Whether *text* says no one value: "no five or six", "at least twelve", "and a quarter"."""
        heard = self._reader.hear_raw(marked.rest)
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER and self._is_whole(x, heard.mentions)]
        parts = (heard.words[one.end : other.start] for one, other in itertools.pairwise(numbers))
        either = any(part and self.language.alternatives.issuperset(part) for part in parts)
        least = not marked.kind and bound_end(text, 0, self._lang) > 0
        part = [(x.start, x.end) for x in numbers if 0 < x.value < 1] == [(0, len(heard.words))]
        return either or least or (part and marked.kind == "ellipsis")

    def _is_of_another(self, call: ToolCall, state: State) -> bool:
        """Whether *call*, the state's last one corrected, has the name of another thing that was made before: "i meant
        the pasta" after a timer for that and one for the eggs, of which nobody knows what is to become."""
        last, definitions = state.call, self._reader.trained.definitions
        assert last is not None
        definition = definitions[last.name]
        others = [one for one in still_there(state.done, last.name, definitions) if one.arguments != last.arguments]
        for name in differing(last, call):
            parameter, value = definition.parameter(name), call.arguments.get(name)
            named = parameter is not None and isinstance(value, str) and self._is_text(definition, parameter)
            if named and any(plain(one.arguments.get(name)) == plain(value) for one in others):
                return True
        return False

    def _asks_by_itself(self, text: str) -> bool:
        """Whether *text* is a question behind an "and", and no list of values: "e che ora è"."""
        asked = without_opening(text, self.language, "joints")
        return self.inquires(asked) and self._alone(asked) is not None

    def strictly(self, text: str, state: State) -> Followed:
        """What *text* is after the state's last call, where each of its words says what becomes of that; else None."""
        if state.call is None or state.call.name not in self._reader.trained.definitions:
            return None
        there = self.placed.there(self._markers.marked(text).whole, state.call)
        if there is not None:
            return there
        named = self._naming.named(text, state)
        if named is not None:
            return named
        text, marked, _ = self._taken_apart(text)
        if marked.kind == "ellipsis" and self._asks_by_itself(marked.whole):
            return None
        found = self._strict.read(text, marked, state)
        if isinstance(found, Request) and found.call.name != state.call.name and found.read is not None:
            found = self.counted(found, text, state)
        if found is None and not marked.kind and not self._is_example(text):
            found = self._lacked.told(text, state)
        if found is None:
            return self.called_off(text, state) or self._complained(text, state) or self._behind_remark(text, state)
        return replace(found, heard=text) if isinstance(found, Request) else found

    def called_off(self, text: str, state: State) -> Request | None:
        """What takes back the state's last call, where *text* calls it off and tells why: "lass mal sein ich mach's
        gleich". It may be said of something else, so it asks first."""
        spoken, last = self.language, state.call
        if last is None or last.name not in self._reader.trained.definitions:
            return None
        off = phrase_pattern(spoken, "cancel")
        rest = without_opening(text, spoken, "noes", "particles", "fillers", "sounds")
        found = off.match(rest) if off is not None else None
        if found is None or found.group().lower() in {*spoken.corrections, *spoken.fillers, *spoken.particles}:
            return None
        why = trimmed(rest[found.end() :])
        joined = phrase_pattern(spoken, "reasons", "explaining")
        led = joined.match(why) if joined is not None else None
        words = self._reader.raw_words(why)
        told = led is not None or stated(words, spoken, alone=True) is not None
        if len(words) < _LEAST_ORDERED or not told or self._commands(why) or self._reader.best(text) is not None:
            return None
        call = taken_back(last, self._reader.trained.definitions)
        return Request(replace(call, takes_back=False, said=last.said), confidence=GUESSED) if call else None

    def _complained(self, text: str, state: State) -> Followed:
        """What is wanted where *text* says that what came of the last call is too much or not enough: what is asked
        for behind that, else a step the other way."""
        complaint, last = self._complaints.complaint(text), state.call
        if complaint is None or last is None or self._reader.best(text) is not None:
            return None
        definition = self._reader.trained.definitions[last.name]
        if complaint.rest:
            found = self.strictly(complaint.rest, state) or self._instead(complaint.rest, state)
        elif complaint.turns and not complaint.wanted:
            found = self._steps.turned(last)
        else:
            found = self._steps.compared(complaint.wanted, last)
        if not isinstance(found, Request) or not self._is_near(found, definition):
            return None
        return replace(found, heard=text)

    def _behind_remark(self, text: str, state: State) -> Followed:
        """What *text* is behind a remark, where each word of the rest says what becomes of the last call ("can't hear a
        thing [double it]"), or it says what to do with that behind whether it is done: "done it already [mark it
        off]"."""
        text = without_opening(text, self.language, "sounds", "fillers")
        tokens = self._reader.raw_tokens(text)
        words = [token.norm for token in tokens]
        if not words or words[0] in single_words(self.language, "refuse") - single_words(self.language, "noes"):
            return None  # "don't touch it"
        for at in range(2, len(tokens) if len(tokens) <= _MOST_REMARKED else 0):
            before, rest = text[: tokens[at].start], text[tokens[at].start :]
            if len(words) - at < _LEAST_ORDERED:
                break  # "later" belongs to the remark
            if is_open(words[:at], self.language):
                continue  # "you can't [stop it]"
            found: Followed = None
            if self._points_back(words[at:]) and self._accomplished.tells(before):
                found = self._read(*self._taken_apart(rest), state)
            elif self.lead.is_remark(before, words[:at]):
                meant, marked, _ = self._taken_apart(rest)
                if self._goes_on_with_time(words[:at], words[at:], marked):
                    continue  # "i do that [every day]"
                found = self._strict.read(meant, marked, state)
            if isinstance(found, Request):
                return replace(found, heard=text)
        return None

    def _goes_on_with_time(self, before: Sequence[str], words: Sequence[str], marked: Marked) -> bool:
        """Whether *words* behind a clause *before* may say when that is, as nothing marks them as wanted."""
        told = stated(before, self.language, alone=True)
        begins = valued(self._reader.hear_raw(" ".join(words)))
        timed = not is_content(words[0], self.language) or any(not x.start for x in begins)
        return not marked.kind and timed and told is not None and told.speaking

    def _points_back(self, words: Sequence[str]) -> bool:
        """Whether *words* are a short order that points to what was spoken of: "tick it off"."""
        language = self.language
        pointing = {word for word in language.pronouns if " " not in word} & language.persons
        opens = words[0] in language.verbs or words[0] in self._reader.trained.first_words
        telling = language.articles | language.subjects
        return len(words) <= _MAX_BARE and opens and words[1] in pointing and telling.isdisjoint(words)

    def _instead(self, text: str, state: State) -> Followed:
        """What *text* is after the last call, whose value it replaces where it is one."""
        text, marked, other = self._taken_apart(text)
        if not marked.kind and self._is_only_value(marked.rest):
            marked = replace(marked, kind="correction")
        return self._read(text, marked, other, state)

    def _is_near(self, found: Request, definition: ToolDefinition) -> bool:
        """Whether *found* does something with what the tool *definition* is for."""
        other = self._reader.trained.definitions[found.call.name]
        return other is definition or related(other, definition)

    def _hesitant(self, marked: Marked, text: str, last: ToolCall) -> Marked:
        """*marked*, a correction where it is nothing but a value behind a sound: "hm seventy" after what was set."""
        told = self._reader.trained.definitions[last.name].annotations.get("readOnlyHint")
        hesitates = without_opening(text, self.language, "sounds") != text
        if marked.kind or told or not hesitates or not self._is_only_value(marked.rest):
            return marked
        return replace(marked, kind="correction")

    def _is_only_value(self, text: str) -> bool:
        """Whether *text* is a number, a time, a day or a length, and nothing else."""
        heard = self._reader.hear_raw(text)
        core = self._core(heard)
        return bool(core) and any(x.start <= core.start and x.end >= core.stop for x in valued(heard))

    def _taken_apart(self, text: str) -> tuple[str, Marked, str]:
        """What *text* means, with what marks it, and what it says is not meant; "" where it does not say that."""
        claimed = self._claims.claimed(text)
        meant, other = claimed or (text, "")
        marked = self._preferred(self._markers.marked(meant), meant)
        marked = self._set_to(marked) if not marked.kind or marked.kind == "correction" else marked
        marked = self._before_remark(marked) if marked.kind == "correction" else marked
        return meant, replace(marked, kind="correction") if claimed is not None else marked, other

    def _set_to(self, marked: Marked) -> Marked:
        """*marked*, a correction where a verb of setting has nothing but a value behind it: "mach zwölf draus"."""
        before, behind = (phrase_pattern(self.language, name) for name in ("settings", "settings_behind"))
        found = before.match(marked.rest) if before is not None else None
        rest = trimmed(marked.rest[found.end() :]) if found is not None else ""
        ends = [x.start() for x in behind.finditer(rest) if x.end() == len(rest)] if behind is not None else []
        rest = trimmed(rest[: ends[0]]) if ends else rest
        if self._is_by_how_much(rest):
            return marked  # "anticipalo di dieci minuti" is no timer of ten minutes
        return replace(marked, kind="correction", rest=rest) if rest and self._is_only_value(rest) else marked

    def _is_by_how_much(self, text: str) -> bool:
        """Whether *text* says by how much, rather than what it is to be: "by ten minutes"."""
        heard = self._reader.hear_raw(text)
        counts = any(x.kind in (m.DURATION, m.NUMBER, m.PERCENT) and x.start == 1 for x in heard.mentions)
        timed = any(x.kind == m.TIME and x.start <= 1 for x in heard.mentions)
        return bool(heard.words) and heard.words[0] in self.language.amounts and counts and not timed

    def _before_remark(self, marked: Marked) -> Marked:
        """*marked*, a correction, without a clause behind the value that it begins with: "plutôt vingt heures trente
        [on mange tard]"."""
        heard = self._reader.hear_raw(marked.rest)
        start = self._core(heard).start
        end = max((x.end for x in valued(heard) if x.start <= start < x.end), default=0)
        if not 0 < end < len(heard.words) - 1 or not self._is_only_value(heard.said(0, end)):
            return marked
        behind = heard.said(end, len(heard.words))
        told = stated(heard.words[end:], self.language, alone=True)
        only = told is not None and not told.describes and not valued(self._reader.hear_raw(behind))
        return replace(marked, rest=heard.said(0, end)) if only else marked

    def implied(self, text: str, state: State) -> Request | None:
        """*text*, which asks for something by itself, as it is meant of the things that the last call was about."""
        last = state.call
        if last is None or last.name not in self._reader.trained.definitions:
            return None
        return self._anaphora.implied(text, last, self._alone(text))

    def concerns(self, found: Request, last: ToolCall) -> bool:
        """Whether *found* does something with the kind of thing that the *last* call was for."""
        return self._is_near(found, self._reader.trained.definitions[last.name])

    def ends_another(self, text: str, found: Request, last: ToolCall) -> bool:
        """Whether *found* ends something else than what *text* points to, which the *last* call has made."""
        return self._anaphora.ends_another(text, found.call, last)

    def valued(self, text: str, state: State) -> Request | None:
        """The state's last call with the value that *text* is in place of its own; instead of what it made."""
        last = state.call
        if last is None or last.name not in self._reader.trained.definitions:
            return None
        found = self.substitution.changed(text, last, told=True, thing=False, strict=True)
        if not isinstance(found, Request) or found.call.name != last.name:
            return None
        found = self._unit.plausible(self._half_days.as_before(found, text, last), text, last)
        return revised(found, last, state.result, self._reader.trained.definitions)

    def with_its_kind(self, text: str, state: State) -> list[str]:
        """*text* with the kinds of thing that the last request was about in place of its pronoun, or behind it."""
        last = state.call
        if last is None or last.name not in self._reader.trained.definitions:
            return []
        named = self._with_noun(text, last) or self._permitted(text, last)
        if named:
            return named
        tokens = self._reader.raw_tokens(text)
        pointing = pointing_words(self.language) & self.language.persons | self.language.demonstratives
        at = next((at for at, token in enumerate(tokens) if at and token.norm in pointing), len(tokens))
        head = text[: tokens[at].start].rstrip() if at < len(tokens) else text
        tail = text[tokens[at].end :] if at < len(tokens) else ""
        return [f"{head} {said}{tail}" for said in self._anaphora.named_kinds(last)]

    def _permitted(self, text: str, last: ToolCall) -> list[str]:
        """What *text* allows to be done, with the kind of thing of the *last* call in place of what points to it, which
        may stand before that or on the verb: "[den] kannst du wieder löschen", "tu peux [l']enlever", "puoi
        toglier[lo]".
        """
        spoken, allows = self.language, phrase_pattern(self.language, "permissions")
        found = allows.search(text) if allows is not None else None
        before = self._reader.raw_words(text[: found.start()]) if found is not None else []
        if found is None or not set(before) <= pointing_words(spoken) or len(before) > 1:
            return []
        rest = trimmed(text[found.end() :])
        tokens = self._reader.raw_tokens(rest)
        pointing = pointing_words(spoken) | spoken.enclitics
        at = next((at for at, token in enumerate(tokens) if token.norm in pointing), None)
        if at is not None:
            rest = trimmed(f"{rest[: tokens[at].start].rstrip(' -')} {rest[tokens[at].end :].lstrip()}")
        ending = next((e for e in spoken.enclitics if len(e) > 1 and rest.endswith(e)), "") if at is None else ""
        if at is None and not before and not ending:
            return []
        verbs = [rest.removesuffix(ending), f"{rest.removesuffix(ending)}e"] if ending else [rest]
        kinds = self._anaphora.named_kinds(last)
        behind = [f"{found.group()} {verb} {kind}" for verb in verbs for kind in kinds]
        return behind if spoken.enclitics else [f"{kind} {found.group()} {rest}" for kind in kinds]

    def allows(self, text: str) -> bool:
        """Whether *text* says that something may be done now: "[you can] switch it off"."""
        allows = phrase_pattern(self.language, "permissions")
        return allows is not None and allows.search(text) is not None

    def _with_noun(self, text: str, last: ToolCall) -> list[str]:
        """*text* with the kind of thing behind the name of the one that the *last* call was about: "how's the rice
        [timer] getting on"."""
        heard = self._reader.hear_raw(text)
        nouns = self._anaphora.nouns(last)[:2]
        for value in last.arguments.values():
            words = words_of(value) if isinstance(value, str) else []
            at = next(iter(starts_of(words, heard.words)), None) if words else None
            if at is not None and not set(heard.words) & set(nouns):
                end = heard.tokens[at + len(words) - 1].end
                return [f"{heard.text[:end]} {noun}{heard.text[end:]}" for noun in nouns]
        return []

    def nouns(self, last: ToolCall) -> list[str]:
        """The kinds of thing that the *last* call was about."""
        return object_nouns(self._reader.trained.definitions[last.name], self.language)

    def adds(self, text: str) -> bool:
        """Whether *text* says that something is wanted beside what was asked for; see ``Markers.adds``."""
        return self._markers.adds(text)

    def marks(self, text: str) -> str:
        """How *text* is marked as a follow-up; see ``Markers.marks``."""
        return self._markers.marks(text)

    def claims(self, text: str) -> bool:
        """Whether *text* only says what was meant by the last request, and perhaps what was not."""
        return self._claims.claimed(text) is not None

    def unmarked(self, text: str) -> str:
        """*text* without what marks it as a follow-up, and what stands beside it: "actually …", "… again", "you can
        …"."""
        rest = self._markers.without_beside(self._markers.marked(text).rest)
        return without_opening(rest, self.language, "permissions")

    def with_kind(self, text: str, state: State) -> list[str]:
        """*text* with the kinds of thing that the last request was about in place of its "one": "the blue lamp"."""
        tokens, last = self._reader.raw_tokens(text), state.call
        known = last is not None and last.name in self._reader.trained.definitions
        at = next((at for at, token in enumerate(tokens) if at and token.norm in self.language.ones), 0)
        if not known or last is None or not at or not is_content(tokens[at - 1].norm, self.language):
            return []
        if self.misnamed.only_points([tokens[at - 1].norm]):
            return []  # "the next one"
        head, tail = text[: tokens[at].start], text[tokens[at].end :]
        return [f"{head}{noun}{tail}" for noun in self._anaphora.nouns(last)]

    def again(self, text: str, state: State) -> Request | None:
        """The state's last request once more with what *text* changes in it: "do that again but with three dice"."""
        if state.call is None or state.call.name not in self._reader.trained.definitions:
            return None
        said = " ".join(self._reader.hear_raw(text).words)
        if self._once_more(text, said, state.call):
            return _same_again(state.call, text)
        return self._again.differing(text, state.call)

    def surely_again(self, text: str, denied: bool, state: State) -> bool:
        """Whether *text*, before a remark, asks for the same again and is no part of that: "again" alone may be ("again
        they left the light on"), unless the remark says what is not so (*denied*: "that one didn't count") and nothing
        would be done but telling."""
        if state.call is None or len(self._reader.raw_words(text)) > 1:
            return True
        return denied and bool(self._reader.trained.definitions[state.call.name].annotations.get("readOnlyHint"))

    def dismissing(self, text: str, state: State) -> dict[str, str]:
        """ "the blue one can go", "that isn't needed any more": the tools that take back such a thing as the last call
        was about, each with the words that ask for that; empty where *text* says nothing of the kind."""
        pattern, text, last = phrase_pattern(self.language, "dismissals"), trimmed(text), state.call
        ends = [x.start() for x in pattern.finditer(text) if x.end() == len(text)] if pattern is not None else []
        thing = trimmed(text[: ends[0]]) if ends else ""
        if not thing or last is None or last.name not in self._reader.trained.definitions or self._is_example(text):
            return {}
        telling = self.language.subjects | set(self.language.negations) | self.language.question_words
        if set(self._reader.raw_words(thing)[:1]) & telling:
            return {}  # "we can go"
        return {name: f"{verb} {thing}" for name, verb in self._taking(last).items()}

    def _taking(self, last: ToolCall) -> dict[str, str]:
        """The tools that take back such a thing as the *last* call's, each with the verb that its examples ask for that
        with."""
        definitions, aligned = self._reader.trained.definitions, self._reader.trained.aligned
        known = phrases_meaning(self.language, *TAKING)
        found = {}
        for name, definition in definitions.items():
            opening = Counter(example.words[0] for example in aligned.get(name, ()) if example.words)
            verbs = [verb for verb, _ in opening.most_common() if verb in known]
            if verbs and related(definition, definitions[last.name]):
                found[name] = verbs[0]
        return found

    def _once_more(self, text: str, said: str, last: ToolCall) -> bool:
        """Whether *said* asks for the same again by a verb of the *last* request: "pick again", "one more roll", "best
        of three so toss it once more", "not fair choose again"."""
        asks = phrase_pattern(self.language, "repeats")
        found = asks.search(said) if asks is not None else None
        if found is None or self._is_example(text):
            return False
        small = phrase_pattern(self.language, "urgings", "joints", "fillers", "particles", "politeness", "beside")
        pointing = {word for word in self.language.pronouns if " " not in word}
        rest = words_of(small.sub(" ", f"{said[: found.start()]} {said[found.end() :]}") if small is not None else said)
        while len(rest) > 1 and rest[-1] in pointing:
            rest.pop()
        verbs = self._again.verbs(last)
        return bool(rest) and self.language.stem(rest[-1]) in verbs and self._complains(rest[:-1], last)

    def _complains(self, words: Sequence[str], last: ToolCall) -> bool:
        """Whether *words* are none, or say only that nobody likes what came of the *last* call: "not fair", and neither
        "don't [roll again]" nor "not ivo [pick again]"."""
        heard, named = self._reader.hear_raw(" ".join(words)), set(words_of(last.said))
        if not words:
            return True
        denied = words[0] in self.language.negations and words[0] not in self.language.auxiliaries
        # Any other word may be what is negated of the verb behind it: "not necessarily", "non dovresti".
        described = len(words) > 1 and all(describes(word, self.language) for word in words[1:])
        told = denied and described and not valued(heard) and named.isdisjoint(words[1:])
        return told or (not valued(heard) and stands_before_order(heard.text, self._lang))

    def _ordered_at_the_end(self, text: str, last: ToolCall) -> Request | None:
        """ "oh no wrong one undo": a request that needs nothing else, behind words that only refuse."""
        tokens = self._reader.raw_tokens(text)
        pattern = phrase_pattern(self.language, "refuse", "cancel", "particles", "fillers", "ones")
        if pattern is None:
            return None
        for token in tokens[1:][-_MOST_AT_THE_END:]:
            order, before = text[token.start :], text[: token.start]
            if re.search(r"\w", pattern.sub("", before)) or not self._in_its_words(order, last):
                continue
            best = self._reader.best(order)
            return request_of(best, order) if best is not None else None
        return None

    def _says_more(self, call: ToolCall, text: str, state: State) -> bool:
        """Whether *call* is the last one with something more, of what *text* points to: "must win that one"."""
        pattern = phrase_pattern(self.language, "pronouns")
        known = dict(state.call.arguments) if state.call is not None else {}
        more = set(call.arguments) - set(known)
        kept = all(call.arguments.get(name) == value for name, value in known.items())
        return bool(more) and kept and pattern is not None and pattern.search(text) is not None

    def counted(self, found: Request, text: str, state: State) -> Request:
        """*found*, which a bare number in *text* tells how long, in the unit of what was said of the last call: "give
        it five more" after a timer of ten minutes; and which is about the same thing where *text* points to it."""
        definitions = self._reader.trained.definitions
        last, definition = state.call, definitions[found.call.name]
        if last is None or last.name not in definitions or not related(definition, definitions[last.name]):
            return found
        found = self._anaphora.meant(found, text, last)
        return self._unit.told(found, text, last, definition)

    def in_unit(self, found: Request, text: str, last: ToolCall) -> Request:
        """*found*, whose tool is shown the unit in which a bare number in *text* counts after the *last* call."""
        return self._unit.shown(found, text, last)

    def _preferred(self, marked: Marked, text: str) -> Marked:
        """*marked*, where it says that something would be better a correction if that is a value."""
        if marked.kind != "preference":
            return marked
        heard = self._reader.hear_raw(marked.rest)
        counted = valued_places(heard)
        beside = (word for at, word in enumerate(heard.words) if at not in counted)
        short = len(heard.words) <= _MAX_BARE or self._is_only_value(marked.rest)
        if short and counted and not any(is_content(word, self.language) for word in beside):
            return replace(marked, kind="correction")
        return Marked("", marked.whole, marked.whole)

    def _followed(self, text: str, marked: Marked, state: State) -> Followed:
        assert state.call is not None
        if self._in_its_words(text, state.call):
            return None
        # "E a que horas …" asks for the hour, though "e a" is what a value may be introduced with.
        asked = without_opening(marked.whole, self.language, "joints") if marked.kind == "ellipsis" else ""
        carried = self._anaphora.carried(asked, state.call, goes_on=True) if asked and self.inquires(asked) else None
        if carried is not None:
            return carried
        if set(self._reader.hear_raw(marked.rest).words[:1]) & self.language.subjects - self.language.speakers:
            return None  # "no he hates them" tells of somebody
        said = " ".join(self._reader.hear_raw(text).words)
        if self._markers.repeats(said) and not self._is_example(text):
            further = self._steps.by_so_much(text, state.call)
            return further or _same_again(state.call, text)
        undone = self._ordered_at_the_end(text, state.call)
        if undone is not None:
            return undone
        further = self._steps.further(text, state.call)
        if further is not None:
            return further
        likewise = self._counterpart.likewise(marked.rest, state.call) if marked.kind == "ellipsis" else None
        if likewise is not None:
            return likewise
        bare = marked.rest if marked.kind in ("ellipsis", "correction") else self._markers.without_fillers(marked.whole)
        valued_so = marked.kind == "ellipsis" and self._is_value_of(bare, state.call)
        alone = None if marked.likewise or valued_so else self._alone(bare)
        stated = self._anaphora.stated(bare, state.call) if alone is None else None
        if stated is not None:
            return stated
        if self._remarks(marked.rest, marked.kind) or self._forbids(text, marked):
            return None
        if self._says_all(alone, bare, state.call) or (marked.trailing and not valued_so and self._orders(bare)):
            return self._own(alone, bare, text)
        chained = self._results.chained(bare, state)
        if chained is not None:
            return chained
        pattern = phrase_pattern(self.language, "reversals")
        if alone is None and pattern is not None and pattern.fullmatch(self._markers.without_beside(text)):
            return self.substitution.turned(state.call) or Unclear(text)
        near = self._nearer(bare, state.call)
        if near is not None:
            return near
        carried = self._anaphora.carried(bare, state.call) if self.inquires(bare) else None
        if carried is not None:
            return carried
        if marked.kind == "ellipsis" and self._names_one(bare):
            named = self.ellipsis.framed(marked.rest, state.call)
            if named is not None:
                return self.substitution.heeded(named, marked.rest, state.call)
            of_kind = self._asked_of_another(bare, state)
            if of_kind is not None:
                return of_kind
        # "Make it 15" changes what was done; "turn it off" does something else with it.
        value = marked.kind == "change" and bool(valued(self._reader.hear_raw(marked.rest)))
        pointed = None if value else self._anaphora.pointed(bare, state, alone)
        if marked.kind == "ellipsis" and self._names_one(bare) and self._does_another(pointed, state.call):
            return Unclear(marked.whole)  # "and the christmas one" empties no list where one was read
        if marked.kind == "change" and isinstance(pointed, Request) and self._renames(pointed.call, marked, state.call):
            pointed = self.inside.put(marked.rest, state.call, like=True) or pointed
        if pointed is not None:
            return pointed
        if marked.kind in ("change", "correction"):
            if self.inside.names_kind(marked.rest, state.call):
                return Unclear(marked.whole)
            inside = self.inside.put(marked.rest, state.call, like=marked.kind == "change")
            if inside is not None:
                return inside
        if marked.kind in ("", "ellipsis") and not marked.likewise:
            acted = self._anaphora.acted(bare, state.call) or self._anaphora.implied(bare, state.call, alone)
            if acted is not None:
                return acted
        added = self.substitution.added(marked.rest, state.call)
        if added is not None:
            return added
        definition = self._reader.trained.definitions[state.call.name]
        if alone is None or alone.definition is definition:
            compared = self.substitution.compared(bare, state.call, definition)
            if compared is not None:
                return compared
        if alone is not None and not (
            marked.kind and alone.definition.name == state.call.name and not self._opens(bare)
        ):
            return self._own(alone, bare, text)
        stepped = self._steps.stepped(bare, state.call) if not self._markers.announces(text) else None
        if stepped is not None:
            return extended(stepped, state.call, self._reader.trained.definitions)
        if said in self.language.cancel or said in self.language.refuse:
            return None
        if not marked.rest or len(marked.rest.split()) > MAX_FRAGMENT:
            return None
        opening = self._reader.hear_raw(marked.rest).words[:1]
        if marked.kind == "ellipsis" and set(opening) & set(self.language.subjects):
            return None  # "and i need a holiday"
        if marked.kind != "change" and (self._asks_whole(marked.rest) or self._commands(marked.rest)):
            return Unclear(marked.whole) if marked.kind and self._reader.best(bare) is None else None
        negation = phrase_pattern(self.language, "negations")
        if marked.kind and negation is not None and negation.match(marked.rest):
            return Unclear(marked.whole)  # "no, not bread, butter"
        if marked.kind:
            several = marked.kind == "ellipsis" or self._counts_things(marked.rest)
            found: Followed = self.ellipsis.framed(marked.rest, state.call) if several else None
            found = found or self.substitution.changed(
                marked.rest, state.call, told=True, thing=marked.kind != "change", strict=marked.kind == "correction"
            )
            if isinstance(found, Request):
                found = self.substitution.heeded(found, marked.rest, state.call) or Unclear(marked.whole)
            return replace(found, said=marked.whole) if isinstance(found, Unclear) else found
        # Nothing marks it: only what no tool takes for itself and what has its place in the last request.
        chosen = any(said.split() == words_of(v) for p in definition.parameters for v in p.enum_values or ())
        counted = definition.annotations.get("readOnlyHint") and self._is_number(bare, state.call)
        itself = self._reader.best(bare)
        # A number alone is no sum: "two hundred and ten" after so many degrees are degrees.
        nothing_else = itself is None or itself.definition is definition or self._is_number(bare)
        short = len(bare.split()) <= _MAX_BARE and nothing_else
        if short and (chosen or counted or self._introduced(bare)):
            found = self.ellipsis.framed(bare, state.call) or self.substitution.changed(bare, state.call, worst=1)
            return self.substitution.heeded(found, bare, state.call) if isinstance(found, Request) else None
        return None

    @staticmethod
    def _does_another(found: Followed, last: ToolCall) -> bool:
        """Whether *found* is a call of another tool than the *last* one."""
        return isinstance(found, Request) and found.call.name != last.name

    def _asked_of_another(self, text: str, state: State) -> Request | None:
        """The state's last request of another thing of its kind: "[and] the christmas one" after the shopping list was
        read."""
        last = state.call
        assert last is not None
        for said in self.with_kind(text, state):
            asked = self.lead.asked_of(last, said)
            read = self._same_tool(asked, last.name) if asked else None
            if read is None or read.explained.left or read.filled.missing:
                continue
            if read.filled.spans and read.filled.arguments != dict(last.arguments):
                return request_of(read, asked)
        return None

    def _renames(self, call: ToolCall, marked: Marked, last: ToolCall) -> bool:
        """Whether *call* has nothing but the new words of a change where the *last* one named its thing: "make it
        urgent" makes no thing that is called so."""
        new = set(self._reader.hear_raw(marked.rest).words)
        for name, value in call.arguments.items():
            before = last.arguments.get(name)
            if isinstance(value, str) and isinstance(before, str) and value != before and set(words_of(value)) <= new:
                return True
        return False

    def _is_value_of(self, text: str, last: ToolCall) -> bool:
        """Whether *text* is nothing but a day or a time, and the *last* call was told one: "and next friday"."""
        heard = self._reader.hear_raw(text)
        kinds = {x.kind for x in heard.mentions if (x.start, x.end) == (0, len(heard.words))} & {m.DATE, m.TIME}
        definition = self._reader.trained.definitions[last.name]
        for parameter in definition.parameters:
            formats = self._reader.trained.profile(last.name, parameter.name).formats[:1]
            taken = {values.kind_of(name) for name in formats}
            taken |= {m.DATE} if parameter.param_type.lower() in values.TEMPORAL_LISTS else set()
            if taken & kinds and last.arguments.get(parameter.name) is not None:
                return True
        return False

    def _counts_things(self, text: str) -> bool:
        """Whether *text* says how many of what, which stand for two values of a request: "twelve stones"."""
        heard = self._reader.hear_raw(text)
        counted = {at for x in valued(heard) for at in range(x.start, x.end) if x.kind in (m.NUMBER, m.MONEY)}
        return bool(counted) and any(is_content(word, self.language) for word in heard.words[max(counted) :])

    def _is_number(self, text: str, last: ToolCall | None = None) -> bool:
        """Whether *text* is a number and nothing else but what the *last* request counted ("half a cup" after two
        cups), which changes nothing where the last call only told."""
        heard = self._reader.hear_raw(text)
        before = self._reader.hear_raw(last.said) if last else None
        ends = [x.end for x in before.mentions if x.kind == m.NUMBER] if before is not None else []
        counted = {self.language.stem(word) for at in ends if before for word in before.words[at : at + 1]}
        rest = counted | self.language.articles
        numbers = (x for x in heard.mentions if x.kind == m.NUMBER and not x.start)
        return any({self.language.stem(word) for word in heard.words[x.end :]} <= rest for x in numbers)

    def _is_example(self, text: str) -> bool:
        """Whether the tool that *text* is for has an example that says just that."""
        best, words = self._reader.best(text), self._reader.hear(text).words
        examples = self._reader.trained.aligned.get(best.definition.name, ()) if best is not None else ()
        return any(example.words == words for example in examples)

    def _own(self, alone: Candidate | None, bare: str, text: str) -> Request | None:
        """A request of its own that is understood only without the words beside it: "roll three this time"."""
        if alone is None or alone.filled.missing or self._reader.best(text) is not None:
            return None
        language = self.language
        small = {word for phrase in language.beside for word in phrase.split()} | {*language.fillers, *language.joints}
        around = Counter(self._reader.hear(text).words) - Counter(self._reader.hear(bare).words)
        # "Don't turn on the fan" is not "turn on the fan" with something beside it.
        return request_of(alone, bare) if small >= set(around) else None

    def _remarks(self, text: str, kind: str) -> bool:
        """Whether *text* says something of what was done, and asks for nothing: "that was a good idea"."""
        words = self._reader.hear_raw(text).words
        pointing = {*self.language.pronouns, *self.language.persons, *self.language.subjects}
        if len(words) < 2 or words[0] in self.language.question_words or self._reader.best(text) is not None:
            return False
        if words[0] in pointing:
            return words[1] in self.language.states
        if kind == "" and not self._opens(text) and self._tells_past(words):
            return True
        return kind in ("", "ellipsis") and any(word in self.language.states for word in words[1:])

    def _tells_past(self, words: Sequence[str]) -> bool:
        """Whether a clause in *words* tells what somebody or something did: "last time it took half of that"."""
        telling = self.language.subjects | self.language.points
        told = (stated(words[at:], self.language) for at, word in enumerate(words) if word in telling)
        return any(clause is not None and clause.past for clause in told)

    def _forbids(self, text: str, marked: Marked) -> bool:
        """Whether *text* says what is not to be done: "don't lower the blinds" is no correction."""
        before = self._reader.hear_raw(text[: text.find(marked.rest)]).words if marked.rest in text else []
        denied = bool(before) and before[-1] in self.language.negations and before[-1] not in self.language.noes
        if not denied or any(not x.start for x in valued(self._reader.hear_raw(marked.rest))):
            return False  # "no half an hour"
        return self._opens(marked.rest) or self._commands(marked.rest)

    def _names_one(self, text: str) -> bool:
        """Whether *text* names a thing and nothing to do with it: "the blue one"."""
        words = self._reader.hear_raw(text).words
        verbal = bool(words) and words[0] in self.language.verbs | self._reader.trained.openers
        ends = bool(words) and words[-1] in self.language.ones
        return len(words) > 1 and ends and not verbal and self._ordinal(text) is None

    def _says_all(self, alone: Candidate | None, text: str, last: ToolCall) -> bool:
        """Whether *alone* says again all that *last* was told: "and 18 times 24" takes nothing from a sum."""
        return (
            alone is not None
            and alone.definition.name == last.name
            and not alone.filled.missing
            and set(last.arguments) <= set(alone.filled.arguments)
            and len(last.arguments) > 1
            and not self.ellipsis.lacks_unit(text, last)
        )

    def _nearer(self, text: str, last: ToolCall) -> Request | None:
        """What *text* asks of one of two tools that are as likely, where only that one has to do with what the *last*
        call was for: "add two more minutes" after a timer was set."""
        found = self._reader.candidates(text)[:2]
        if len(found) < 2 or found[0].rival is None or found[0].account.refused:
            return None
        definition = self._reader.trained.definitions[last.name]
        near = [c for c in found if c.definition is definition or related(c.definition, definition)]
        if (
            len(near) != 1
            or near[0].filled.missing
            or near[0].explained.left
            or not near[0].explained.wording
            or near[0].confidence < near[0].accept
        ):
            return None
        return request_of(near[0], text)

    def _in_its_words(self, text: str, last: ToolCall) -> bool:
        """Whether *text* is what an example of a tool beside the last one's says, which needs nothing else: "that" in
        "undo that" is then a word of its own."""
        definitions = self._reader.trained.definitions
        best = self._reader.best(text)
        if best is None or best.definition.parameters:
            return False
        if best.definition.toolbox_id != definitions[last.name].toolbox_id:
            return False
        heard = self._reader.hear(text)
        return any(e.words == heard.words for e in self._reader.trained.aligned.get(best.definition.name, ()))


def _same_again(call: ToolCall, text: str) -> Request:
    """*call* once more, as *text* asks for: its tool looks at the words that asked for it, as "again" says no unit."""
    return Request(replace(call, spelt_out=True), heard=text)
