"""What only what was done before makes sense of, where no other reading takes it: "och make that twelve", "half six
would be better come to think of it", "can you freeze it a sec".

Somebody who goes on speaking of what was just done says little of it and much beside it. So the words beside are taken
off, the rest is put into the words of the last request, or is asked of the tools that are for the same kind of thing,
and what comes of that is a guess: what changes something asks first.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, Request, State
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import acts
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED, missing, request_of
from ovos_phal_plugin_jarvis.nlu.lang import calls_off, is_content
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued, valued_places
from ovos_phal_plugin_jarvis.nlu.segmentation.contextual_cores import BEHIND, MOST_SOUNDS, ContextualCores, Core
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan, Plans
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Part, Words, is_choice
from ovos_phal_plugin_jarvis.nlu.text import (
    OPENING,
    denying_words,
    phrase_pattern,
    pointing_words,
    single_words,
    trimmed,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.tool_verbs import TAKING
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_MOST_WORDS = 20
"""Words of an utterance that is looked at."""
_MOST_CORES = 14
"""Rests of it that are read."""
_LIKELY, _SURELY = 0.25, 0.5
"""Confidence from which a tool for the same kind of thing is asked about; and from which one that takes something away,
or that answers a question."""
_SAID = 0.4
"""Confidence from which what begins with no order is believed to ask for something, as for whole requests."""
_MOST_NAMED = 4
"""Words of what is named in place of what was: "swimming trunks and goggles too"."""


class InContext(Words):
    """Reads what nothing else has understood as said of what was done last."""

    cores = Part(ContextualCores)

    def __init__(self, reader: Reader, dialogue: Dialogue, understood: Plans) -> None:
        """
        Args:
            reader: reads whole requests.
            dialogue: reads follow-ups.
            understood: what an utterance asks for behind what was done.
        """
        super().__init__(reader, dialogue)
        self._understood = understood

    def plan(self, text: str, state: State, *, unclear: bool = False) -> Plan | None:
        """The plan of *text*; None where it is no request about what was done, as far as anybody can tell.

        Args:
            text: an utterance that nobody understood.
            state: what was done before.
            unclear: whether all of it may mean several things.
        """
        last = state.call
        if last is None or last.name not in self._reader.trained.definitions:
            return None
        if len(self._reader.raw_words(text)) > _MOST_WORDS or self.cores.limits(text):
            return None
        if calls_off(text, self._reader.lang):
            return None
        cores = (
            core
            for core in self.cores.of(text, last)
            if not self._tells(core.text)
            and (core.taken or not unclear)
            and not (core.clause and self._only_when(core.text))
        )
        for core in itertools.islice(cores, _MOST_CORES):
            found = self._read(core, state, last)
            if found is not None:
                sure = min(found.confidence, GUESSED)
                return Plan((replace(found, confidence=sure, heard=found.heard or text),))
        return None

    # What it asks for

    def _read(self, core: Core, state: State, last: ToolCall) -> Request | None:
        """What *core* asks for after the *last* call."""
        left_out = self._left_out(core.text, last)
        if left_out is not None:
            return left_out
        for at, text in enumerate(self._forms(core, state, last)):
            named = self._valued(core, text, state, last) or self._more(core, text, last)
            if named is not None:
                return named
            if core.taken or at:
                plan = self._understood(text, state)
                found = plan.requests[0] if plan.understood and len(plan.requests) == 1 else None
                sure = found is not None and (self._begins_order(text) or found.confidence >= _SAID)
                if found is not None and sure and self._is_near(found, last, text):
                    return None if self._makes_up(found.call, text, state, last) else found
            asked = self._of_its_kind(text, state, last)
            if asked is not None:
                return asked
        return None

    def _forms(self, core: Core, state: State, last: ToolCall) -> list[str]:
        """*core* in the ways in which it may be read: as it is, without what allows it ("you can …"), and with what
        was asked for in place of its "one"."""
        asked = self._dialogue.lead.asked_for(last)
        heard = self._reader.hear_raw(core.text)
        ones = self._language.ones | self._language.other_ones
        at = next((at for at, word in enumerate(heard.words) if word in ones), len(heard.words))
        forms = [core.text, self._unmarked(core.text)]
        if not self._begins_order(forms[-1]):  # "the camping one" is of what was asked for
            kinds = self._dialogue.with_kind(forms[-1], state) if self._only_names(forms[-1]) else []
            forms[:0] = [self._dialogue.lead.asked_of(last, said) for said in kinds]
        rest = heard.words[at + 1 :]
        if asked and core.before < MOST_SOUNDS and rest and not ones & set(rest[1:]) and self._counts_one(heard, at):
            end = at + 1 + (rest[0] in ones)
            says_how_much = any(x.start >= end for x in valued(heard))
            forms.append(f"{asked} {heard.said(end, len(heard.words))}" if says_how_much else "")
        return [form for form in dict.fromkeys(forms) if form]

    def _only_names(self, text: str) -> bool:
        """Whether *text* is "the blue one", and says nothing of it."""
        words = self._reader.raw_words(text)
        opening = self._language.articles | self._language.demonstratives
        return 2 < len(words) <= _MOST_NAMED and words[0] in opening and words[-1] in self._language.ones

    def _left_out(self, text: str, last: ToolCall) -> Request | None:
        """ "just not tomorrow": what "no alarm tomorrow" asks for, where *text* says but a day that is not meant."""
        spoken, heard = self._language, self._reader.hear_raw(text)
        days = [x for x in heard.mentions if x.kind == m.DATE]
        denied = denying_words(spoken)
        around = [word for at, word in enumerate(heard.words) if not any(x.start <= at < x.end for x in days)]
        telling = spoken.subjects | spoken.states | (spoken.auxiliaries - denied) | {"'s"}
        if len(days) != 1 or not denied & set(around) or telling & set(around):
            return None
        if not denied | spoken.function_words | spoken.adverbs | single_words(spoken, "beside") >= set(around):
            return None
        day = heard.said(days[0].start, days[0].end)
        for no, noun in itertools.product(sorted(single_words(spoken, "noes")), self._dialogue.nouns(last)):
            said = f"{no} {noun} {day}"
            best = self._reader.best(said)
            found = request_of(best, said) if best is not None and not best.filled.missing else None
            if found is not None and found.call.name != last.name and self._is_near(found, last):
                return found
        return None

    def _unmarked(self, text: str) -> str:
        """*text* without what marks it as said of the last request; all of it where that denies something."""
        bare = self._dialogue.unmarked(text)
        marks = set(self._reader.raw_words(text)) - set(self._reader.raw_words(bare))
        denied = denying_words(self._language)
        return text if denied & marks or denied & set(self._reader.raw_words(bare)[:1]) else bare

    def _counts_one(self, heard: Heard, at: int) -> bool:
        """Whether the "one" at word *at* of *heard* opens it: "a second one", "and another", "now one"."""
        ordinals = {place for x in heard.mentions if x.kind == m.ORDINAL for place in range(x.start, x.end)}
        small = self._language.function_words | self._language.ones | self._language.other_ones
        before = (word for place, word in enumerate(heard.words[:at]) if place not in ordinals)
        return all(word in small and word not in self._language.negations for word in before)

    def _valued(self, core: Core, text: str, state: State, last: ToolCall) -> Request | None:
        """The last call with the one value that *text*, of *core*, says beside small words in place of its own: "only
        thirteen minutes please", "half six would be better"."""
        spoken = self._language
        led = phrase_pattern(spoken, "preferences", "corrections", "changes")
        wanted = led is not None and led.search(text) is not None
        if core.clause and not wanted:
            return None  # "[i was up] till three", "twelve [the kids are hungry]"
        heard = self._reader.hear_raw(trimmed(self._without(text, "preferences", "afterthoughts", *BEHIND)))
        said = [x for x in valued(heard) if x.kind != m.ORDINAL]
        if not said or self._begins_order(text) or (spoken.ones | spoken.other_ones) & set(heard.words):
            return None
        if self._dialogue.adds(text) or self._counts_things(text):
            return None  # "sunday too" takes nothing from saturday
        whole = {(x.kind, x.value) for x in self._reader.hear_raw(text).mentions}
        if any(x.kind == m.NUMBER and (x.kind, x.value) not in whole for x in said):
            return None  # two numbers with words between them, "sixty sorry six", are none together
        first, end = min(x.start for x in said), max(x.end for x in said)
        if any(not any(x.start <= at < x.end for x in said) for at in range(first, end)):
            return None
        small = spoken.articles | spoken.adverbs | spoken.degree_words | self._before_values(last.name)
        small -= single_words(spoken, "negations")
        if not small.issuperset([*heard.words[:first], *heard.words[end:]]):
            return None
        return self._dialogue.valued(heard.said(first, end), state)

    def _before_values(self, name: str) -> frozenset[str]:
        """The small words that stand right before a value in examples of the tool *name*: "at" six, "for" ten
        minutes."""
        return frozenset(
            example.words[start - 1]
            for example in self._reader.trained.aligned.get(name, ())
            for start in range(1, len(example.words))
            if not example.outside(start) and example.words[start - 1] in self._language.function_words
        )

    def _counts_things(self, text: str) -> bool:
        """Whether a number in *text* says how many of what: "still fifty people here"."""
        heard = self._reader.hear_raw(text)
        spoken, said = self._language, valued_places(heard)
        small = spoken.function_words | spoken.adverbs | spoken.degree_words
        beside = phrase_pattern(spoken, "preferences", "afterthoughts", *BEHIND)
        for at in {x.end for x in heard.mentions if x.kind == m.NUMBER and x.end < len(heard.words)} - said:
            fills = beside is not None and beside.match(heard.text[heard.tokens[at].start :]) is not None
            if not fills and heard.words[at] not in small:
                return True
        return False

    def _of_its_kind(self, text: str, state: State, last: ToolCall) -> Request | None:
        """What *text* asks for with the kind of thing that the *last* call was about named in it: "freeze it" is
        "freeze the timer"."""
        words, spoken = self._reader.raw_words(text), self._language
        asks = bool(words) and words[0] in spoken.question_words
        points = pointing_words(spoken) | {word for phrase in spoken.places_before for word in phrase.split()}
        ordered = self._begins_order(text) and (points & set(words[1:]) or len(words) == 1)
        if not asks and not ordered and not self._dialogue.allows(text):
            return None  # "delete facebook" has a thing of its own
        for said in self._dialogue.with_its_kind(text, state):
            found = next(iter(self._reader.candidates(said)), None)
            if found is None or found.account.refused or found.account.left:
                continue  # "what's waiting for me" asks for no date
            takes = bool(TAKING & set(acts(found.definition)))
            if found.confidence < (_SURELY if takes or asks else _LIKELY):
                continue
            request = self._dialogue.counted(request_of(found, said), said, state)
            lacks = missing(found.definition, request.call.arguments)
            if self._is_near(request, last) and not lacks and not self._makes_up(request.call, said, state, last):
                return replace(request, missing=())
        return None

    def _more(self, core: Core, text: str, last: ToolCall) -> Request | None:
        """The *last* request with what *text*, of *core*, names in place of its own, where it says by a small word that
        it goes on: "the cheese too", "oh eggs", "what's ten"."""
        spoken = self._language
        words = self._reader.raw_words(text)
        if not words or core.clause or self._begins_order(text) or single_words(spoken, "negations") & set(words):
            return None
        rest = without_opening(
            self._dialogue.unmarked(text), spoken, "sounds", "fillers", "particles", "joints", "consequences"
        )
        left = self._reader.raw_words(rest)
        asks = len(left) > 2 and left[0] in spoken.question_words and left[1] in spoken.copulas | {"'s"}
        if asks:
            rest = rest[self._reader.raw_tokens(rest)[2].start :]
            left = self._reader.raw_words(rest)
        if rest == text or not left or len(left) > _MOST_NAMED or not self.cores.says_something(rest):
            return None
        if (spoken.ones | spoken.other_ones | set(spoken.reversals) | spoken.question_words) & set(left):
            return None  # "and the next one", "and back"
        if stated(left, spoken, alone=True) is not None or not self._may_go_on(text, rest, last, asks=asks):
            return None
        found = self._dialogue.ellipsis.framed(rest, last)
        if found is None and valued(self._reader.hear_raw(rest)):
            changed = self._dialogue.substitution.changed(rest, last, told=True, thing=False, strict=True)
            found = changed if isinstance(changed, Request) else None
        return found if found is not None and not found.missing else None

    def _may_go_on(self, text: str, rest: str, last: ToolCall, *, asks: bool) -> bool:
        """Whether *rest* of *text* is a value, a place, or what the tool of the *last* call is known to take; where an
        "as well" says so, anything; where it *asks*, only after what told something."""
        heard = self._reader.hear_raw(rest)
        definition = self._reader.trained.definitions[last.name]
        told = bool(definition.annotations.get("readOnlyHint"))
        if asks and not told:
            return False
        if valued(heard) or self._dialogue.is_place(heard.words):
            return told or not valued(heard) or self._dialogue.adds(text)
        known = (self._reader.trained.profile(last.name, p.name).known for p in definition.parameters)
        named = " ".join(word for word in heard.words if word not in self._language.articles)
        return not asks and (self._dialogue.adds(text) or any(named in each for each in known))

    def _is_near(self, found: Request, last: ToolCall, text: str = "") -> bool:
        """Whether *found* does something with what the *last* call was for, and not just that again, unless *text* says
        that there is to be more of it: "five more"."""
        more = not (self._language.more | self._language.further).isdisjoint(self._reader.raw_words(text))
        return self._dialogue.concerns(found, last) and (more or found.call != last)

    def _makes_up(self, call: ToolCall, text: str, state: State, last: ToolCall) -> bool:
        """Whether a text of *call* is nothing that was spoken of before, though *text* orders nothing: it may be any
        words of a remark."""
        definition = self._reader.trained.definitions[call.name]
        free = [p.name for p in definition.parameters if not (is_choice(p) or self._dialogue.typed(definition, p))]
        items = (*last.arguments.values(), *(value for item in state.shown for value in item.values()))
        known = {str(thing).lower() for value in items for thing in things_of(value)}
        named = (thing for name in free for thing in things_of(call.arguments.get(name)))
        new = [thing for thing in named if isinstance(thing, str) and thing.lower() not in known]
        verb = self._reader.raw_words(text)[:1] if self._begins_order(text) else []
        return any(not verb or verb[0] in words_of(thing) for thing in new)

    def _begins_order(self, text: str) -> bool:
        """Whether *text* begins with a verb for what is to be done."""
        first = self._reader.raw_words(text)[:1]
        return bool(first) and first[0] in self._language.verbs and is_content(first[0], self._language)

    def _tells(self, text: str) -> bool:
        """Whether *text* only says something of somebody or something: "i never get a six". What points to what was
        done may say how that is to be: "it's wednesdays now"."""
        words = self._reader.raw_words(without_opening(text, self._language, *OPENING, "joints"))
        told = stated(words, self._language, alone=True)
        points = bool(words) and words[0] in pointing_words(self._language)
        return told is not None and not (told.describes or points)
