"""Finds the requests in an utterance: each way to cut it is read by the tools."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu import enumerated
from ovos_phal_plugin_jarvis.nlu.acts import Kind, remark_of
from ovos_phal_plugin_jarvis.nlu.acts.statements import thought
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Dialogue, Request, State, Unclear, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import acts
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED, differing
from ovos_phal_plugin_jarvis.nlu.lang import EACH, is_content
from ovos_phal_plugin_jarvis.nlu.pointing import Pointing
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.segmentation.asides import Asides
from ovos_phal_plugin_jarvis.nlu.segmentation.beside import Beside
from ovos_phal_plugin_jarvis.nlu.segmentation.completed import Completed
from ovos_phal_plugin_jarvis.nlu.segmentation.cores import Cores
from ovos_phal_plugin_jarvis.nlu.segmentation.counted import Counted
from ovos_phal_plugin_jarvis.nlu.segmentation.covering import Covering
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.each_day import EachDay
from ovos_phal_plugin_jarvis.nlu.segmentation.fronted import unfronted
from ovos_phal_plugin_jarvis.nlu.segmentation.held import Held
from ovos_phal_plugin_jarvis.nlu.segmentation.in_context import InContext
from ovos_phal_plugin_jarvis.nlu.segmentation.leaning import Leaning
from ovos_phal_plugin_jarvis.nlu.segmentation.left_alone import LeftAlone
from ovos_phal_plugin_jarvis.nlu.segmentation.leftovers import Leftovers
from ovos_phal_plugin_jarvis.nlu.segmentation.of_both import OfBoth
from ovos_phal_plugin_jarvis.nlu.segmentation.order import Order
from ovos_phal_plugin_jarvis.nlu.segmentation.passed_over import PassedOver
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Budget, Corrected, Joint, Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.put_off import PutOff
from ovos_phal_plugin_jarvis.nlu.segmentation.same_day import is_for, on_the_same_day
from ovos_phal_plugin_jarvis.nlu.segmentation.sentences import Sentences
from ovos_phal_plugin_jarvis.nlu.segmentation.sharing import Sharing
from ovos_phal_plugin_jarvis.nlu.segmentation.spoken_of import SpokenOf
from ovos_phal_plugin_jarvis.nlu.segmentation.swapped import Swapped
from ovos_phal_plugin_jarvis.nlu.segmentation.taken_back import TakenBack
from ovos_phal_plugin_jarvis.nlu.segmentation.units import Units
from ovos_phal_plugin_jarvis.nlu.segmentation.unjoined import Unjoined
from ovos_phal_plugin_jarvis.nlu.segmentation.unsaid_verb import UnsaidVerb
from ovos_phal_plugin_jarvis.nlu.segmentation.whole import Whole
from ovos_phal_plugin_jarvis.nlu.segmentation.words import MAX_JOINTS, SURELY_ANOTHER, Part, Words
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    phrases_pattern,
    trimmed,
    trimmed_left,
    trimmed_right,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.tool_verbs import TAKING
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_MAX_ASKED = 2
"""Joints for whose parts the encoder is asked: it takes milliseconds for each."""
_MAX_REMARKS = 3
"""Clauses of one utterance that are tried as remarks: what is left is read without them."""
_LEAST_REMARK = 3
"""Words from which on a clause beside a follow-up is no part of it: "once more" holds none."""

_MOST_CORES = 8
"""Ways to take words off what goes on with the last request."""


class Segmenter(Words):
    """Finds the requests in utterances, with the tools of one reader."""

    _pointing_parts = Part(Pointing)
    _asides = Part(Asides)
    _beside = Part(Beside)
    _completed = Part(Completed)
    _counted = Part(Counted)
    _covering = Part(Covering)
    _cuts = Part(Cuts)
    _each_day = Part(EachDay)
    _left_alone = Part(LeftAlone)
    _leftovers = Part(Leftovers)
    _passed_over = Part(PassedOver)
    _put_off = Part(PutOff)
    _sentences = Part(Sentences)
    _sharing = Part(Sharing)
    _spoken_of = Part(SpokenOf)
    _swapped = Part(Swapped)
    _units = Part(Units)
    _unjoined = Part(Unjoined)
    _whole = Part(Whole)

    def __init__(self, reader: Reader, dialogue: Dialogue) -> None:
        super().__init__(reader, dialogue)
        self._held = Held(reader, dialogue, self._plan, self._read)
        self._order = Order(reader, dialogue, self._read)
        self._unsaid_verb = UnsaidVerb(reader, dialogue, self._read, self._cut)
        self._cores = Cores(reader, dialogue, self._ordinary)
        self._in_context = InContext(reader, dialogue, self._understood)
        self._of_both = OfBoth(reader, dialogue, self.plan)
        self._leaning = Leaning(reader, dialogue, self.plan, self._ordinary)
        self._taken_back = TakenBack(reader, dialogue, self._read)

    def corrected(self, text: str, state: State | None) -> Corrected:
        """*text* with what the user took back in it replaced, as far as that is settled. What only says that something
        else was meant by the last request takes back nothing of itself.

        Args:
            text: an utterance.
            state: what was done before.
        """
        if state is not None and state.call is not None and self._dialogue.claims(text):
            return Corrected(text.strip())
        return self._taken_back.corrected(text)

    def cores(self, text: str, last: ToolCall) -> Iterator[str]:
        """*text*, said behind the *last* call, without words that ask for nothing, those first that lack the fewest."""
        cores = self._in_context.cores.of(text, last)
        yield from (core.text for core in itertools.islice(cores, _MOST_CORES) if core.taken)

    def plan(self, text: str, state: State | None = None) -> Plan:
        """What *text* asks for.

        Args:
            text: an utterance, as it was said.
            state: what its parts may refer to beside each other.
        """
        bare = self._leaning.as_it_was(text) if state is not None and state.call is not None else text
        found = self._as_said(bare, state) if bare != text else Plan()
        return found if found.understood else self._as_said(text, state)

    def _as_said(self, text: str, state: State | None) -> Plan:
        corrected = self.corrected(text, state)
        if corrected.unclear is not None or corrected.cancelled:
            return Plan(unclear=corrected.unclear, cancelled=corrected.cancelled)
        waits = phrase_pattern(self._language, "waitings")
        if state is not None and state.call is not None and waits is not None and waits.fullmatch(text.strip()):
            return Plan()  # "hold on" holds nothing
        behind = without_opening(corrected.text, self._language, "now_and_then")
        text = unfronted(corrected.text if self._opens(behind) else behind, self._reader, self._language)
        text = self._asides.without_another(text, before=state is None or state.call is None)
        order, kept, more = self._left_alone.beside_kept(text)
        if order:
            taken = self.plan(order, state)
            if self._left_alone.touches(kept, taken):
                return Plan(unclear=Unclear(text))
            if more and not taken.requests:
                return Plan(left=(text,))
            return self._with_more(taken, more) if more else taken
        days = self._each_day.but_some(text)
        if days:
            return Plan(days)
        both = self._swapped.plan(text) or self._of_both.plan(text, state)
        if both is not None:
            return both
        told = self._held.told(text, state)
        plan = self._behind_agreement(text, self._plan(text, state), state) if told is None else told
        planned = self._left_alone.meant(text, plan)
        at_once, depending = self._held.beside_condition(text, planned)
        now = self.plan(at_once, state) if depending else Plan()
        if now.understood:
            return replace(now, left=(depending,))
        done = self._held.without_told(text, planned)
        if self._held.only_spoken_of(text, planned) or (planned.requests and not done.requests):
            return Plan()
        planned = done
        last = state.call if state is not None else None
        if last is not None and any(self._says_less(request, last) for request in planned.requests):
            return Plan()
        found = self._wanted(text, planned, last) if last is not None else planned
        if last is not None and len(found.requests) == 1:
            found = replace(found, requests=(self._dialogue.in_unit(found.requests[0], text, last),))
        if told is not None or (planned.requests and not found.requests):
            return found
        if self._left_alone.untouched(text, found):
            return Plan()
        if self._held.is_open(text, found) or self._held.is_cut_short(found):
            return Plan(unclear=Unclear(text))
        held = (
            self._held.depends(text, found, state)
            or self._left_alone.lost(text, found, last)
            or self._put_off.lost(found)
        )
        if held:
            return Plan((), (held,), held=True)
        return self._passed_over.told(text, self._leftovers.told(found))

    def _with_more(self, done: Plan, more: str) -> Plan:
        """*done* with the request *more* behind what is to be kept, which is told where it is not understood or points
        to something: nobody knows to which of the two."""
        points = self._left_alone.points(more)
        found = Plan() if points else self.plan(more, State(call=done.requests[-1].call))
        if not found.understood:
            return replace(done, left=(*done.left, more))
        return replace(done, requests=(*done.requests, *found.requests))

    def _behind_agreement(self, text: str, found: Plan, state: State | None) -> Plan:
        """The plan of *text* without the praise or the agreement before it, where an order, a question or an "and"
        follows that, and *found*, that of all of it, is not understood or takes that for a name: "fine [add leeks and
        clear the other list]", "great [and what's that in miles]", and no timer called "lovely"."""
        rest = without_opening(text.strip(), self._language, "particles", "agree", "fillers", "sounds")
        joined = without_opening(rest, self._language, "joints")
        words = self._reader.raw_words(rest)
        orders = bool(words) and (words[0] in self._language.verbs or words[0] in self._language.question_words)
        if rest == text.strip() or not (orders or joined != rest):
            return found
        opening = set(self._reader.raw_words(text)) - set(words)
        named = (v for request in found.requests for value in request.call.arguments.values() for v in things_of(value))
        if found.understood and not any(isinstance(v, str) and set(words_of(v)) <= opening for v in named):
            return found
        plans = (self._plan(said, state) for said in dict.fromkeys((rest, joined)))
        return next((plan for plan in plans if plan.understood), found)

    def _wanted(self, text: str, found: Plan, last: ToolCall) -> Plan:
        """*found*, where *text* wants that done with what the *last* call was about: what is no request by itself may
        name it and not want it, or want it of another thing, which asks first."""
        tools = [self._reader.trained.definitions[request.call.name] for request in found.requests]
        if not tools or all(tool.annotations.get("readOnlyHint") for tool in tools):
            return found
        others = phrase_pattern(self._language, "remainders")
        if others is not None and others.search(text) and any(TAKING & set(acts(tool)) for tool in tools):
            return Plan(unclear=Unclear(text))  # neither this one nor all of them
        withheld = self._dialogue.withheld
        if withheld.tells_a_deed(text, [*tools]):
            return Plan()
        if any(self._dialogue.ends_another(text, request, last) for request in found.requests):
            return Plan(unclear=Unclear(text))
        if self._whole_request(text) is not None:
            return found
        if withheld.withholds(text, [request.call for request in found.requests], last):
            return Plan()
        takes = any(TAKING & set(acts(tool)) for tool in tools)
        if takes and withheld.may_be_of_another(text, last):
            requests = (replace(request, confidence=min(request.confidence, GUESSED)) for request in found.requests)
            return replace(found, requests=tuple(requests))
        return found

    def _plan(self, text: str, state: State | None, part: bool = False) -> Plan:
        """What *text*, which may be a *part* of what is planned, asks for, in which nothing is taken back and nobody
        else speaks."""
        text = self._pointing_parts.carried(text, self._cuts.joints(text))
        found = self._spoken_of.instead(text, self._understood(text, state))
        found = self._whole.instead(text, self._covering.instead(text, found))
        found = self._completed.instead(text, found)
        found = (self._spoken_of_and_more(text, state) if not part else None) or found
        if found.requests or found.held:
            return found
        if found.unclear is not None:
            return (self._in_context.plan(text, state, unclear=True) if state is not None else None) or found
        in_spite = self._reader.in_spite(text)
        if in_spite is not None:
            return Plan((request_of(in_spite, text),))
        return (self._in_context.plan(text, state) if state is not None else None) or found

    def _spoken_of_and_more(self, text: str, state: State | None) -> Plan | None:
        """The plan of *text* where it orders something about what it tells, and something else behind that, all of
        which is understood; None where it is not."""
        for first, behind in self._spoken_of.before_another(text):
            one = self._plan(first, state, part=True)
            if len(one.requests) != 1 or not one.understood or _leaves_words(one.requests[0]):
                continue
            more = self._plan(behind, State(call=one.requests[0].call), part=True)
            if more.understood and not any(map(_leaves_words, more.requests)):
                return Plan((*one.requests, *more.requests))
        return None

    def _understood(self, text: str, state: State | None) -> Plan:
        """The same, as its joints and remarks part it."""
        known = state is not None and state.call is not None
        off = self._dialogue.called_off(text, state) if state is not None else None
        if off is not None:
            return Plan((off,))
        first = self._order.done_first(text, state or State(), Budget())
        if first is not None:
            return first
        text = self._asides.without_other_one(text)
        bare = self._asides.without_aside(self._asides.without_reason(text, pointing=known))
        text = text if bare != text and self._only_when(bare) else bare
        if state is not None and state.call is not None:
            text = self._order.also_last(self._in_context.cores.without_sounds(text))
            text = self._dialogue.lead.behind_correction(self._dialogue.lead.behind_refusal(text))
            text = (
                text
                if self._whole_request(text) is not None
                else self._asides.without_why_behind(self._without_why(text))
            )
            text = self._dialogue.carried.spelt_out(text, state)
            asked = without_opening(text.strip(), self._language, "joints", "particles")
            if self._dialogue.inquires(trimmed(asked)):
                spelt = self._dialogue.carried.asked_of_that_day(asked, state.call.said)
                text = spelt if spelt != asked else text
            again = self._dialogue.again(text, state)
            if again is not None:
                return Plan((again,))
            strictly = self._dialogue.strictly(text, state)
            if strictly is not None:
                return Plan((strictly,)) if isinstance(strictly, Request) else Plan(unclear=strictly)
            parted = self._dialogue.placed.parted(text) if self._whole_request(text) is None else ""
            plan = self._understood(parted, state) if parted else Plan()
            if plan.understood:
                return plan
            dismissing = self._dialogue.dismissing(text, state)
            if dismissing:
                return self._leaning.dismissed(dismissing, state) or self._ordinary(text, None)
        found = self._ordinary(text, state)
        if state is not None and state.call is not None:
            found = self._leaning.with_kind(text, found, state) or found
        found = self._behind_reason(text, found, state) or found
        # What only makes sense after the last request is no more sure with a remark in it than without.
        leans = state is not None and state.call is not None and self._whole_request(text) is None
        remarks = self._asides.remarked(text, explaining=found.understood and not leans)
        for said, remark in itertools.islice(remarks, _MAX_REMARKS):
            told = remark.kind is Kind.REASON or (leans and len(remark.text.split()) >= _LEAST_REMARK)
            if (found.understood and not told) or (leans and self._only_when(said)):
                continue
            rest = self._ordinary(said, state)
            tools = [self._reader.trained.definitions[request.call.name] for request in rest.requests]
            if rest.understood and not any(self._asides.concerns(remark, said, tool) for tool in tools):
                return rest
        return (self._cores.plan(text, found, state) if leans and state is not None else None) or found

    def _behind_reason(self, text: str, found: Plan, state: State | None) -> Plan | None:
        """The plan of the several requests behind what says why, where *found*, that of all of *text*, leaves words:
        "we're going to bed so [mute yourself] dim the screen and wake me at six"."""
        if found.understood and not any(_leaves_words(request) for request in found.requests):
            return None
        for _, rest in self._asides.reasons(text):
            plan = self._ordinary(rest, state)
            sure = all(r.confidence >= SURELY_ANOTHER and not _leaves_words(r) for r in plan.requests)
            if sure and plan.understood and len(plan.requests) >= max(2, len(found.requests)):
                return plan
        return None

    def _ordinary(self, text: str, state: State | None) -> Plan:
        """What *text* asks for, in which nothing is a remark."""
        budget = Budget()
        counted = self._counted.requests(text)
        if counted:
            return Plan(counted)
        text = self._order.without_order(self._order.without_instead(self._order.without_first(text)))
        said = self._order.gathered(self._order.without_also(text))
        text = self._units.listed(said)
        excepted = self._leftovers.excepted(text)
        if excepted is not None:
            return excepted
        other = self._leaning.other(text, state) if state is not None and state.call is not None else None
        if other is not None:
            return Plan((other,))
        several = enumerated.requests(self._reader, text) or self._each_day.requests(text)
        if several:
            return Plan(several)
        later = next(filter(None, (self._later(text, joint) for joint in self._cuts.joints(text))), None)
        if later is not None:
            return later
        ordered = self._order.ordered(text, state or State(), budget)
        found = self._leftovers.accounted(ordered or self._read(text, state or State(), budget, 0), text)
        if self._units.named_after_lengths(said, text, found.requests):
            return Plan(unclear=Unclear(said))
        return (self._unsaid_verb.plan(text, found, budget) if ordered is None else None) or found

    def _read(self, text: str, state: State, budget: Budget, depth: int) -> Plan:
        joints = self._cuts.joints(text) if depth < MAX_JOINTS else []
        self._reader.expect(1 + min(len(joints), _MAX_ASKED))
        whole = self._cuts.sane(text)
        if not joints:
            unjoined = self._unjoined.plan(text, whole, budget, depth) or self._sharing.dated(text, whole, budget)
            return unjoined if unjoined is not None else self._single(text, whole, state)
        each = self._asked_of_each(text, state) if state.call is not None else None
        if each is not None:
            return each
        if state.call is not None and self._dialogue.marks(text):
            followed = self._dialogue.follow(text, state)
            if isinstance(followed, Request):
                return Plan((followed,))
        if whole is not None and state.call is not None and self._cuts.points_outside(whole, text):
            followed = self._dialogue.follow(text, state)
            if isinstance(followed, Request):
                return Plan((followed,))
        if whole is not None:
            joints = self._sentences.beside_no_flag(whole, text, joints)
            joints = self._sentences.outside_stretches(whole, text, joints)
            if not joints:
                return Plan((request_of(whole, text),))
        if whole is not None and self._sentences.may_be_two_titles(whole, text):
            return Plan(unclear=Unclear(text))
        another = self._another(text, joints)
        if another is not None:
            return another
        twice = self._sentences.twice(whole, text, joints) if whole is not None else None
        if twice is not None:
            return twice
        turns = self._cuts.reverses(text, joints[-1])
        thinking = self._beside_thought(whole, text, joints[-1], state, budget, depth)
        if thinking is not None:
            return thinking
        if whole is not None and not turns and self._sentences.is_one(whole, text, joints):
            return Plan((self._dialogue.implied(text, state) or request_of(whole, text),))
        stretched = self._sentences.stretched(whole, text, joints) if whole is not None else None
        if stretched is not None:
            return Plan((stretched,))
        limit = next((joint for joint in joints if joint.limits), None)
        sentence = self._sentences.one_sentence(text, joints) if limit is not None else None
        if sentence is not None:
            return Plan((sentence,))
        if limit is not None:
            return self._limited(text, limit, state, budget, depth)
        turned = self._turned(text, joints[-1], state, budget, depth)
        if turned is not None:
            return turned
        title = self._sentences.one_title(text, joints) or self._sentences.one_sentence(text, joints)
        if title is not None:
            return Plan((title,))
        text, joints = self._units.with_units_before(*self._units.with_units(text, joints))
        closed = self._sharing.closed_alike(text, joints, budget)
        if closed is not None:
            return closed
        asked = self._sharing.asked_on(text, joints, budget)
        if asked is not None:
            return asked
        sided = self._sharing.sided(text, joints, budget, self._leftovers.left_words(whole, text))
        if sided is not None:
            return sided
        first, *others = self._cuts.chunks(text, joints)
        opens = (self._opens(part) and not self._is_more_of(first, part) for part in others)
        if not (any(opens) or any(map(self._orders_then, others))):
            # Nothing after the first part begins like a request: they share what begins the first.
            shared = self._sharing.shared(text, joints, budget, self._leftovers.left_words(whole, text))
            if shared is not None:
                return shared
        partly: Plan | None = None
        # Where a request begins is a likelier place to cut than where a thing does.
        for joint in sorted(joints, key=lambda joint: not self._opens(text[joint.end :])):
            left, right = trimmed(text[: joint.start]), trimmed(text[joint.end :])
            if not left or not right or not budget.spend(left) or not budget.spend(right):
                continue
            cut = self._cut(left, right, joint, state, budget, depth)
            if cut is None or (whole is not None and self._sentences.loses_flag(whole, cut.requests)):
                continue
            if not cut.left and cut.unclear is None and not cut.held:
                return cut
            partly = partly if partly is not None and len(partly.requests) >= len(cut.requests) else cut
        shared = self._sharing.shared(text, joints, budget, self._leftovers.left_words(whole, text))
        if shared is not None:
            return shared
        swallowed = whole is not None and self._sentences.swallows(whole, text, joints)
        if swallowed and partly is None:
            return Plan(unclear=Unclear(text))  # one of two is no answer to both
        complete = whole is not None and not whole.explained.left and not swallowed
        nothing = partly is None or not partly.requests
        if whole is not None and nothing and self._sentences.says_twice(whole, text, joints):
            return partly or Plan(unclear=Unclear(text))
        if whole is not None and (complete or partly is None) and not self._leftovers.lost(whole, text, joints):
            return Plan((request_of(whole, text),))
        if partly is not None:
            deed = self._sentences.one_deed(text, joints) if len(partly.requests) == 1 and partly.left else None
            return Plan((deed,)) if deed is not None else partly
        if whole is not None:
            return Plan((request_of(whole, text),), tuple(self._leftovers.lost(whole, text, joints)))
        return self._single(text, None, state)

    def _beside_thought(
        self, whole: Candidate | None, text: str, joint: Joint, state: State, budget: Budget, depth: int
    ) -> Plan | None:
        """The plan of what stands before what somebody thinks or hopes: "wake me at six [and i hope it rains]". What is
        written down may hold that."""
        left, right = trimmed(text[: joint.start]), trimmed(text[joint.end :])
        opinions = phrase_pattern(self._language, "opinions", "well_wishes")
        supposed = opinions is not None and opinions.match(right) and remark_of(right, self._reader.lang) is not None
        words = self._reader.raw_words(right)
        if joint.limits or not (supposed or thought(right, words, self._language) is not None):
            return None
        heard = self._reader.hear_raw(right)
        arguments = whole.filled.arguments.items() if whole is not None else ()
        written = {word for n, v in arguments if SENTENCES & set(words_of(n)) for word in words_of(str(v))}
        if valued(heard) or heard.words[-1] in written:
            return None
        found = self._read(left, state, budget, depth + 1) if budget.spend(left) else Plan()
        return replace(found, remarks=(*found.remarks, right)) if found.requests else None

    def _another(self, text: str, joints: Sequence[Joint]) -> Plan | None:
        """ "start a habit for flossing and one for early nights": a request, and one more of its kind."""
        for joint in joints:
            left, right = trimmed(text[: joint.start]), trimmed(text[joint.end :])
            if self._language.ones.isdisjoint(self._reader.raw_words(right)):
                there = self._there(left, right)
                if there is not None:
                    return there
                continue
            first = self._unjoined.asked_first(left)
            more = self._pointing_parts.another(right, left) if first is not None else None
            if first is not None and more is not None:
                known = request_of(first, left)
                return Plan((known, on_the_same_day(more, known, self._dialogue)))
        return None

    def _later(self, text: str, joint: Joint) -> Plan | None:
        """ "wake me at six and again ten minutes later": a request, and one more so much later or earlier. Where there
        is none, past midnight or again and again, nobody knows what else is meant."""
        left, right = trimmed(text[: joint.start]), trimmed(text[joint.end :])
        again = phrase_pattern(self._language, "repeats")
        said = again.match(right) if again is not None else None
        first = self._whole_request(left) if said is not None and said.end() < len(right) else None
        if said is None or first is None:
            return None
        known, rest = request_of(first, left), trimmed_left(right[said.end() :])
        each = phrases_pattern(self._language.frequencies.get(EACH, ()))
        if each is not None and each.search(rest) is not None:
            return Plan(unclear=Unclear(text))
        found = self._dialogue.strictly(rest, State(known.call))
        if not isinstance(found, Request) or found.call.name != known.call.name or found.missing:
            once_more = self._dialogue.ellipsis.framed(rest, known.call) if self._only_says_when(rest) else None
            if once_more is not None and not once_more.missing and self._is_as_before(once_more.call, known.call):
                return Plan((known, replace(once_more, heard=right)))
            shifted = isinstance(found, Unclear) or self._says_how_much_later(rest)
            return Plan(unclear=Unclear(text)) if shifted else None
        return Plan((known, replace(found, instead_of=None, heard=right)))

    def _only_says_when(self, text: str) -> bool:
        """Whether *text* says when something is to be done once more, and nothing else: "in ten minutes"."""
        heard = self._reader.hear_raw(text)
        when = {at for x in heard.mentions if x.kind in (m.DATE, m.TIME, m.DURATION) for at in range(x.start, x.end)}
        rest = (word for at, word in enumerate(heard.words) if at not in when)
        return bool(when) and not any(is_content(word, self._language) for word in rest)

    def _is_as_before(self, call: ToolCall, known: ToolCall) -> bool:
        """Whether *call* is *known* at another time, and no text of it is another one."""
        free = (p for p in self._reader.trained.definitions[known.name].parameters if p.name in known.arguments)
        texts = [p.name for p in free if SENTENCES & set(words_of(p.name))]
        return call.name == known.name and all(call.arguments.get(n) == known.arguments[n] for n in texts)

    def _says_how_much_later(self, text: str) -> bool:
        """Whether *text* is a length of time and a word for later or earlier."""
        heard, shifts = self._reader.hear_raw(text), self._language.shifts
        way = phrases_pattern((*shifts.get("later", ()), *shifts.get("earlier", ())))
        lengths = (x for x in heard.mentions if x.kind == m.DURATION and x.start == 0 and x.end < len(heard.words))
        return way is not None and any(way.fullmatch(heard.said(x.end, len(heard.words))) for x in lengths)

    def _there(self, left: str, right: str) -> Plan | None:
        """ "what's the date in sydney and the time there": what names no verb of its own, of the place before it."""
        places = phrase_pattern(self._language, "places_before")
        if places is None or places.search(right) is None or self._opens(right):
            return None
        first = self._whole_request(left)
        named = self._about_place(left, right, request_of(first, left)) if first is not None else None
        return Plan((request_of(first, left), named)) if first is not None and named is not None else None

    def _turned(self, text: str, joint: Joint, state: State, budget: Budget, depth: int) -> Plan | None:
        """ "trains from bath to london and back": the request, and the same the other way round."""
        if not self._cuts.reverses(text, joint):
            return None
        first = self._read(trimmed(text[: joint.start]), state, budget, depth + 1)
        if not first.requests:
            return None
        back = self._dialogue.follow(trimmed(text[joint.end :]), State(first.requests[-1].call))
        if isinstance(back, Request):
            return replace(first, requests=(*first.requests, back))
        return replace(first, unclear=back) if isinstance(back, Unclear) else None

    def _limited(self, text: str, joint: Joint, state: State, budget: Budget, depth: int) -> Plan:
        """ "delete old.txt but keep draft.md": both parts are understood, or nothing is done."""
        left, right = trimmed(text[: joint.start]), trimmed(text[joint.end :])
        cut = self._cut(left, right, joint, state, budget, depth)
        if cut is not None and not cut.left:
            return cut
        return Plan((), (right,), held=True) if self._part(left, state, budget, depth).requests else Plan()

    def _asked_of_each(self, text: str, state: State) -> Plan | None:
        """The plan of "and athens and cairo" after what only tells of one: the same of each."""
        last, marks = state.call, phrase_pattern(self._language, "ellipses", "likewise")
        marked = marks.match(text) if marks is not None else None
        rest = trimmed(text[marked.end() :]) if marked is not None else ""
        chunks = self._cuts.chunks(rest, self._cuts.joints(rest))
        if last is None or marked is None or not 1 < len(chunks) <= MAX_JOINTS:
            return None
        definition = self._reader.trained.definitions[last.name]
        if not definition.annotations.get("readOnlyHint"):
            return None
        found = [self._dialogue.follow(f"{marked[0]} {chunk}", state) for chunk in chunks]
        asked = [each for each in found if isinstance(each, Request) and each.call.name == last.name]
        calls = [last, *(each.call for each in asked)]
        if any(isinstance(v, list) and len(v) > 1 for call in calls for v in call.arguments.values()):
            return None  # "and between leeks and sprouts" names two for one
        others = [differing(last, each.call) for each in asked]
        alike = len(asked) == len(chunks) and all(each == others[0] and len(each) == 1 for each in others)
        values = {repr(each.call.arguments) for each in asked}
        return Plan(tuple(asked)) if alike and len(values) == len(asked) else None

    def _single(self, text: str, whole: Candidate | None, state: State) -> Plan:
        is_anew = True
        if whole is not None and state.call is not None and self._is_bare(whole):
            if whole.definition.name != state.call.name:
                followed_up = self._single(text, None, state)
                if followed_up.understood:
                    return followed_up
            else:
                whole, is_anew = None, is_for(state.call, self._reader.hear_raw(text).now.date())
        if state.call is not None and whole is None and state.call.said and is_anew:
            another = self._pointing_parts.another(text, state.call.said)
            if another is not None:
                # After "tonight at ten", "one for seven" may be in the morning.
                today = self._reader.hear_raw(text).now.date()
                known = Request(state.call)
                shared = another if is_for(state.call, today) else on_the_same_day(another, known, self._dialogue)
                return Plan((shared,))
        pointed = self._leaning.at_the_last(text, whole, state)
        if pointed is not None:
            return Plan((pointed,))
        followed = self._dialogue.follow(text, state) if state.call is not None or state.result else None
        if isinstance(followed, Unclear):
            return Plan(unclear=followed)
        if followed is not None:
            return Plan((followed,))
        if whole is None:
            taken = self._leaning.of_the_last(text, state) or self._leaning.near_the_last(text, state)
            if taken is None and state.call is not None:
                taken = self._dialogue.placed.left_out(text, state.call)
            strange = (
                taken is None or state.call is None or self._dialogue.misnamed.strange(taken.call, text, state.call)
            )
            return Plan() if taken is None or strange else Plan((taken,))
        if state.call is not None and self._dialogue.misnamed.strange(request_of(whole, text).call, text, state.call):
            return Plan()
        numbers = self._leftovers.left_numbers(whole, text)
        # "2 plus 2 times 2": a number that has no place changes what the others mean.
        if numbers:
            return Plan((), (text,), held=True)
        return Plan((self._dialogue.counted(request_of(whole, text), text, state),))

    @staticmethod
    def _is_bare(whole: Candidate) -> bool:
        """Whether *whole* says nothing but values: behind a request "at ten" is about that, not anew."""
        heard, said = whole.heard, whole.filled.covered
        others = (word for at, word in enumerate(heard.words) if at not in said)
        return not any(is_content(word, heard.lang) for word in others)

    def _says_less(self, request: Request, last: ToolCall) -> bool:
        """Whether *request* says nothing but a part of the *last* call: "at ten" behind "ring the bell on friday at
        ten" asks for no other day."""
        bare = request.read is not None and self._is_bare(request.read)
        return bare and request.call.name == last.name and request.call.arguments.items() < last.arguments.items()

    def _cut(self, left: str, right: str, joint: Joint, state: State, budget: Budget, depth: int) -> Plan | None:
        """The plan of two parts that are requests by themselves; None where this is no place to cut."""
        sooner = self._pointing_parts.without_first(right)
        if sooner != right and self._is_done_first(sooner):
            right, joint = sooner, replace(joint, first=True, limits=False)
        first = self._part(left, state, budget, depth)
        after = State(first.requests[-1].call) if first.requests else state
        right = self._pointing_parts.without_beside(right) if first.requests else right
        if first.requests and self._denies_value(right):
            return Plan((), (*first.left, right), held=True)
        tells = self._only_tells(right)  # that is nothing which the request before could be about as well
        told: Request | None = None
        named = self._about_place(left, right, first.requests[-1]) if first.requests else None
        if named is None and first.requests:
            named = self._beside.in_its_unit(right, first)
        if named is None and first.requests:
            named = self._dialogue.placed.there(right, first.requests[-1].call)
        if named is None and first.requests and not self._asks_alone(right, first.requests[-1]):
            named = self._pointing_parts.named(right, left)
            told = self._asides.pointing_beside(right, lambda said: self._pointing_parts.named(said, left), named)
            named = told or named
        if named is None and first.requests:
            whole = self._whole_request(right)
            named = self._pointing_parts.beside(right, first.requests[-1]) if whole is None else None
            named = named or self._of_its_place(right, whole, first.requests[-1])
        if named is not None:
            remarks = (right,) if told is not None else ()
            second = Plan(
                (self._beside.by_its_name(right, first, self._beside.as_before(left, first, named)),), remarks=remarks
            )
        elif first.requests or self._opens(right) or joint.strong:
            second = self._part(right, State() if tells else after, budget, depth)
        else:
            second = Plan()
        if first.requests and not second.requests and self._opens(right):
            second = self._beside_remark(right, first) or self._beside.in_its_box(right, first) or second
        if first.requests and not first.left and not self._opens(right) and not tells:
            framed = self._beside.framed(right, first, second)
            if framed is not None:
                second = framed
        if first.requests and second.requests and self._beside.only_adds(right, first, second):
            call = second.requests[0].call
            both = replace(second.requests[0], call=replace(call, said=f"{left} {right}"))
            requests = (both, *second.requests[1:])
            return Plan(requests, (*first.left, *second.left), first.unclear or second.unclear)
        if first.requests and second.requests:
            first = self._beside.with_tail(left, first, second.requests[0]) or first
            parts = (second, first) if joint.first else (first, second)
            return Plan(
                tuple(itertools.chain(*(part.requests for part in parts))),
                (*first.left, *second.left),
                first.unclear or second.unclear,
                first.held or second.held,
                remarks=(*first.remarks, *second.remarks),
            )
        told_more = tells and not joint.limits and not valued(self._reader.hear_raw(right))
        if first.requests and first.remarks and not second.requests and told_more:
            # "Wake me at six i've a train to catch [and it won't wait]"
            return replace(first, remarks=(*first.remarks, right))
        if first.requests and (second.unclear or second.held):
            return Plan(first.requests, (*first.left, *second.left), second.unclear, second.held)
        if first.requests and (joint.limits or self._negated(right)):
            return Plan((), (*first.left, right), held=True)
        # One part is understood. The other is told where it is a request too, and is only talk where it is none.
        if first.requests and self._opens(right):
            return replace(first, left=(*first.left, right))
        if second.requests and not first.requests:
            there = self._dialogue_place(left, right)
            if there is not None:
                return Plan((there,), second.left)
            # A length or a number that nobody took is no talk: "[so thirty minutes on the timer] and mute yourself".
            counts = bool(valued(self._reader.hear_raw(left))) and not self._only_tells(left)
            if (self._opens(left) or counts) and not self._is_talk(left):
                return replace(second, left=(left, *second.left))
            return second if joint.strong or self._opens(right) else None
        if first.requests and not joint.strong and self._beside.names_more(right):
            # Another thing of the same kind, it seems, that could not be read: all of it or nothing.
            return Plan((), (right,), held=True)
        return None

    def _of_its_place(self, text: str, whole: Candidate | None, before: Request) -> Request | None:
        """What *text* asks for, an order that leaves out the place of the request *before* it; where it is a *whole*
        one by itself, only if that is for the same tool, and less sure without: "clear the list and add tea"."""
        found = self._dialogue.placed.left_out(text, before.call)
        if found is None or whole is None:
            return found
        surer = found.read is not None and found.read.confidence > whole.confidence
        return found if surer and found.call.name == whole.definition.name else None

    def _is_done_first(self, text: str) -> bool:
        """Whether *text*, behind which a "first" stood, is an order by itself: "wake me at five but [put the light on]
        first", and not "throw a die for [who goes] first"."""
        who = self._language.question_words | self._language.subjects
        if not self._opens(text) or not who.isdisjoint(self._reader.raw_words(text)[-2:]):
            return False
        return self._whole_request(text) is not None or self._pointing(text)

    def _part(self, text: str, state: State, budget: Budget, depth: int) -> Plan:
        """The plan of one part; empty where it is no request by itself: a value alone is none."""
        excepted = self._leftovers.excepted(text)
        if excepted is not None:
            return excepted
        told = self._held.told(text, state)
        if told is not None:
            return told
        found = self._read(text, state, budget, depth + 1)
        if not found.understood or any(self._leftovers.leaves(request) for request in found.requests):
            found = self._without_remark(text, state, budget, depth) or found
        if len(found.requests) != 1 or found.left or not self._beside.bare_value(text, found.requests[0], state):
            return found
        return Plan()

    def _beside_remark(self, right: str, first: Plan) -> Plan | None:
        """ "and take the ham off [we've a fridge full]": what says too little by itself, with a remark behind it."""
        remarks = self._asides.remarked(right, explaining=False, valued=True)
        for said, remark in itertools.islice(remarks, _MAX_REMARKS):
            found = self._pointing_parts.beside(said, first.requests[-1])
            if found is not None and self._asides.is_beside(remark, found):
                return Plan((found,), remarks=(right,))
        return None

    def _without_remark(self, text: str, state: State, budget: Budget, depth: int) -> Plan | None:
        """The plan of a part that is understood whole without a remark of its own: "turn it up a bit i'm half deaf and
        what day is it"."""
        remarks = dict(itertools.islice(self._asides.remarked(text, explaining=False, valued=True), _MAX_REMARKS))
        said = (self._asides.without_aside(text), self._without_why(text), *remarks)
        for rest in dict.fromkeys(said):
            if rest == text or not budget.spend(rest):
                continue
            found = self._read(rest, state, budget, depth + 1)
            remark = remarks.get(rest)
            known = [remark] if remark is not None and self._asides.counts(remark) else []
            if not all(self._asides.is_beside(each, request) for each in known for request in found.requests):
                continue
            if found.understood and not any(self._leftovers.leaves(request) for request in found.requests):
                return replace(found, remarks=(*found.remarks, text))
        return None

    def _without_why(self, text: str) -> str:
        """*text* without a "just in case" at its end: the words for a reason and nothing else."""
        pattern = phrase_pattern(self._language, "reasons")
        ends = [x.start() for x in pattern.finditer(text) if x.start() and x.end() == len(text)] if pattern else []
        return trimmed_right(text[: ends[0]]) if ends else text


def _leaves_words(request: Request) -> bool:
    """Whether words of *request* mean nothing to its tool, verbs as well."""
    return request.read is not None and bool(request.read.explained.left)
