"""Finds the requests in an utterance: each way to cut it is read by the tools."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import enumerated
from ovos_phal_plugin_jarvis.nlu.acts import Kind
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Dialogue, Request, State, Unclear, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import things_of
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import TAKING, acts, related
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.pointing import Pointing
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.segmentation.asides import Asides
from ovos_phal_plugin_jarvis.nlu.segmentation.beside import Beside
from ovos_phal_plugin_jarvis.nlu.segmentation.counted import Counted
from ovos_phal_plugin_jarvis.nlu.segmentation.covering import Covering
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.held import Held
from ovos_phal_plugin_jarvis.nlu.segmentation.leftovers import Leftovers
from ovos_phal_plugin_jarvis.nlu.segmentation.order import Order
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Budget, Joint, Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.sentences import Sentences
from ovos_phal_plugin_jarvis.nlu.segmentation.sharing import Sharing
from ovos_phal_plugin_jarvis.nlu.segmentation.taken_back import TakenBack
from ovos_phal_plugin_jarvis.nlu.segmentation.units import Units
from ovos_phal_plugin_jarvis.nlu.segmentation.whole import Whole
from ovos_phal_plugin_jarvis.nlu.segmentation.words import EDGE, MAX_JOINTS, SURELY_ANOTHER, TITLES, Words
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, words_of
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_MIN_UNJOINED = 4
"""Words from which on an utterance may be two requests with nothing between them."""
_MAX_ASKED = 2
"""Joints for whose parts the encoder is asked: it takes milliseconds for each."""
_MAX_REMARKS = 3
"""Clauses of one utterance that are tried as remarks: what is left is read without them."""
_LEAST_REMARK = 3
"""Words from which on a clause beside a follow-up is no part of it: "once more" holds none."""
_MAKING = frozenset({"add", "create", "start"})
"""Names of the meanings of words that something new is asked for with."""
_MOST_VERBS = 4
"""Verbs that are tried where a request leaves out its own."""
_NEARLY = 0.8
"""Share of the usual confidence that is enough for more of what was just asked for."""
_MAX_TURNS = 4
"""Earlier sentences of the user that "the other one" is looked for in."""


class Segmenter(Words):
    """Finds the requests in utterances, with the tools of one reader."""

    def __init__(self, reader: Reader, dialogue: Dialogue) -> None:
        super().__init__(reader, dialogue)
        self._pointing_parts = Pointing(reader, dialogue)
        self._asides = Asides(reader, dialogue)
        self._beside = Beside(reader, dialogue)
        self._counted = Counted(reader, dialogue)
        self._covering = Covering(reader, dialogue)
        self._cuts = Cuts(reader, dialogue)
        self._held = Held(reader, dialogue, self._plan, self._read)
        self._leftovers = Leftovers(reader, dialogue)
        self._order = Order(reader, dialogue, self._read)
        self._sentences = Sentences(reader, dialogue)
        self._sharing = Sharing(reader, dialogue)
        self._units = Units(reader, dialogue)
        self._whole = Whole(reader, dialogue)
        self._taken_back = TakenBack(reader, dialogue, self._read)
        self.corrected = self._taken_back.corrected

    def plan(self, text: str, state: State | None = None) -> Plan:
        """What *text* asks for.

        Args:
            text: an utterance, as it was said.
            state: what its parts may refer to beside each other.
        """
        corrected = self.corrected(text)
        if corrected.unclear is not None or corrected.cancelled:
            return Plan(unclear=corrected.unclear, cancelled=corrected.cancelled)
        text = corrected.text
        told = self._held.told(text, state)
        if told is not None:
            return told
        found = self._plan(text, state)
        condition = self._held.depends(text, found)
        return Plan((), (condition,), held=True) if condition else self._leftovers.told(found)

    def _plan(self, text: str, state: State | None) -> Plan:
        """What *text* asks for, in which nothing is taken back and nobody else speaks."""
        return self._whole.instead(text, self._covering.instead(text, self._understood(text, state)))

    def _understood(self, text: str, state: State | None) -> Plan:
        """The same, as its joints and remarks part it."""
        known = state is not None and state.call is not None
        text = self._asides.without_aside(self._asides.without_reason(text, pointing=known))
        if state is not None and state.call is not None:
            text = self._dialogue.behind_correction(self._dialogue.behind_refusal(text))
            text = self._dialogue.spelt_out(text, state)
            text = text if self._whole_request(text) is not None else self._without_why(text)
            again = self._dialogue.again(text, state)
            if again is not None:
                return Plan((again,))
            dismissing = self._dialogue.dismissing(text, state)
            if dismissing:
                return self._dismissed(dismissing, state) or self._ordinary(text, None)
        found = self._ordinary(text, state)
        if state is not None and state.call is not None:
            found = self._named_kind(text, found, state) or found
        # What only makes sense after the last request is no more sure with a remark in it than without.
        leans = state is not None and state.call is not None and self._whole_request(text) is None
        remarks = self._asides.remarked(text, explaining=_is_whole(found) and not leans)
        for said, remark in itertools.islice(remarks, _MAX_REMARKS):
            told = remark.kind is Kind.REASON or (leans and len(remark.text.split()) >= _LEAST_REMARK)
            if _is_whole(found) and not told:
                continue
            rest = self._ordinary(said, state)
            tools = [self._reader.trained.definitions[request.call.name] for request in rest.requests]
            if _is_whole(rest) and not any(self._asides.concerns(remark, tool) for tool in tools):
                return rest
        return found

    def _dismissed(self, readings: Mapping[str, str], state: State) -> Plan | None:
        """The plan of the first of *readings* that is for its tool."""
        for said in dict.fromkeys(readings.values()):
            plan = self._ordinary(said, state)
            if _is_whole(plan) and all(readings.get(request.call.name) == said for request in plan.requests):
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

    def _named_kind(self, text: str, found: Plan, state: State) -> Plan | None:
        """The plan of *text*, of which nobody understands the "one" of "the blue one" as it stands, with the kind of
        thing that was asked for last in its place."""
        told = [value for request in found.requests for value in request.call.arguments.values()]
        names = [words_of(value) for value in told if isinstance(value, str)]
        if _is_whole(found) and not any(words and words[-1] in self._language.ones for words in names):
            return None
        for said in self._dialogue.with_kind(text, state):
            plan = self._ordinary(said, state)
            if _is_whole(plan):
                return plan
        return None

    def _ordinary(self, text: str, state: State | None) -> Plan:
        """What *text* asks for, in which nothing is a remark."""
        budget = Budget()
        counted = self._counted.requests(text)
        if counted:
            return Plan(counted)
        text = self._order.without_order(self._order.without_instead(self._order.without_first(text)))
        text = self._units.listed(self._order.gathered(self._order.without_also(text)))
        excepted = self._leftovers.excepted(text)
        if excepted is not None:
            return excepted
        other = self._other(text, state) if state is not None and state.call is not None else None
        if other is not None:
            return Plan((other,))
        several = enumerated.requests(self._reader, text)
        if several:
            return Plan(several)
        ordered = self._order.ordered(text, state or State(), budget)
        found = self._leftovers.accounted(self._once(ordered or self._read(text, state or State(), budget, 0)), text)
        return (self._unsaid(text, found, budget) if ordered is None else None) or found

    def _unsaid(self, text: str, found: Plan, budget: Budget) -> Plan | None:
        """The plan of several requests the first of which leaves out its verb, where that makes all of them understood:
        "[add] soap to the bath list and remind me at six to call tom".

        Args:
            text: the requests.
            found: what is understood of them without.
            budget: of readings.
        """
        pattern = phrase_pattern(self._language, "fillers", "particles")
        opening = pattern.match(text) if pattern is not None else None
        text = text[opening.end() :].lstrip(EDGE) if opening is not None else text
        words = self._reader.hear(text).words
        whole = _is_whole(found) and len(found.requests) > 1
        if whole or found.held and not found.left or not words or self._opens(text):
            return None
        joints = self._cuts.joints(text)
        first = self._reader.hear(text[: joints[0].start] if joints else text).words
        spoken = self._language
        telling = spoken.subjects | spoken.states | spoken.question_words | spoken.auxiliaries | set(spoken.negations)
        if not is_content(words[0], spoken) or telling & set(first):
            return None
        verbs = self._making()
        if not joints and verbs and not self._may_go_on(self._reader.hear(f"{verbs[0]} {text}")):
            return None
        likely = {read.definition.name for read in self._reader.candidates(text[: joints[0].start] if joints else text)}
        for verb in verbs:
            for plan in self._opened(verb, text, joints, budget):
                calls = [request.call for request in plan.requests]
                if not _is_whole(plan) or len(calls) < max(2, len(found.requests)) or calls[0].name not in likely:
                    continue
                # The verb is the first one's: "ten minutes for the rice" is nothing that is added.
                others = [call for call in calls[1:] if call.name != calls[0].name]
                if any(call.said.startswith(f"{verb} ") for call in others):
                    continue
                if plan.requests[0].confidence >= SURELY_ANOTHER:
                    return plan
        return None

    def _may_go_on(self, heard: Heard) -> bool:
        """Whether a second request may stand in *heard*, which begins with a verb that was left out, as far as the
        words tell that would be that request: they are the same for each verb, before which all else is read anew."""
        words, lang = heard.words, self._language
        content = [word for word in words if is_content(word, lang)]
        if not (self._pointing_parts.pronouns | lang.ones).isdisjoint(words) or len(set(content)) < len(content):
            return True  # "it" is what the first request names; and of two things the same may be said
        for at in range(1 if tuple(words[:1]) in self._reader.trained.short else 2, len(words)):
            article = words[at] in lang.articles
            if article or words[at] in lang.verbs or self._ends_in_value(heard, at):
                second = self._whole_request(heard.text[heard.tokens[at].start :])
                if second is not None and (not article or second.confidence >= SURELY_ANOTHER):
                    return True
        return False

    def _opened(self, verb: str, text: str, joints: Sequence[Joint], budget: Budget) -> Iterator[Plan]:
        """The plans of *text* with *verb* before it: as it is, and cut where it may be."""
        said = f"{verb} {text}"
        yield self._leftovers.accounted(self._once(self._read(said, State(), budget, 0)), said)
        for joint in reversed(joints):
            left, right = f"{verb} {text[: joint.start].strip(EDGE)}", text[joint.end :].strip(EDGE)
            if self._whole_request(left) is None or not budget.spend(right):
                continue
            cut = self._cut(left, right, joint, State(), budget, 0)
            if cut is not None:
                yield self._leftovers.accounted(self._once(cut), said)

    def _making(self) -> tuple[str, ...]:
        """Verbs that something new is asked for with."""
        phrases = (p for names, said in self._language.meanings if names & _MAKING for p in said)
        return tuple(dict.fromkeys(p for p in phrases if p in self._language.verbs))[:_MOST_VERBS]

    def _other(self, text: str, state: State) -> Request | None:
        """ "the other one": what the last call did, with the other of two things that one sentence asked for."""
        last = state.call
        words = [w for w in self._reader.hear_raw(text).words if w not in self._language.articles]
        beside = {w for phrase in (*self._language.beside, *self._language.joints) for w in phrase.split()}
        pointing = self._language.other_ones | self._language.ones | beside
        if last is None or not set(words) & self._language.other_ones or not set(words) <= pointing:
            return None
        for said in list(reversed(state.turns))[:_MAX_TURNS]:
            if not self._cuts.joints(said):
                continue
            asked = self.plan(said).requests
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
        return None

    def _read(self, text: str, state: State, budget: Budget, depth: int) -> Plan:
        joints = self._cuts.joints(text) if depth < MAX_JOINTS else []
        self._reader.expect(1 + min(len(joints), _MAX_ASKED))
        whole = self._cuts.sane(text)
        if not joints:
            unjoined = self._unjoined(text, whole, budget, depth)
            return unjoined if unjoined is not None else self._single(text, whole, state)
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
        if whole is not None and not turns and self._sentences.is_one(whole, text, joints):
            return Plan((request_of(whole, text),))
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
        sided = self._sharing.sided(text, joints, budget, self._leftovers.left_words(whole, text))
        if sided is not None:
            return sided
        if not any(self._opens(text[joint.end :]) for joint in joints):
            # Nothing after the first part begins like a request: they share what begins the first.
            shared = self._sharing.shared(text, joints, budget, self._leftovers.left_words(whole, text))
            if shared is not None:
                return shared
        partly: Plan | None = None
        # Where a request begins is a likelier place to cut than where a thing does.
        for joint in sorted(joints, key=lambda joint: not self._opens(text[joint.end :])):
            left, right = text[: joint.start].strip(EDGE), text[joint.end :].strip(EDGE)
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
            return partly
        if whole is not None:
            return Plan((request_of(whole, text),), tuple(self._leftovers.lost(whole, text, joints)))
        return self._single(text, None, state)

    def _another(self, text: str, joints: Sequence[Joint]) -> Plan | None:
        """ "start a habit for flossing and one for early nights": a request, and one more of its kind."""
        for joint in joints:
            left, right = text[: joint.start].strip(EDGE), text[joint.end :].strip(EDGE)
            if self._language.ones.isdisjoint(self._reader.raw_words(right)):
                continue
            first = self._whole_request(left)
            more = self._pointing_parts.another(right, left) if first is not None else None
            if first is not None and more is not None:
                return Plan((request_of(first, left), more))
        return None

    def _unjoined(self, text: str, whole: Candidate | None, budget: Budget, depth: int) -> Plan | None:
        """Two requests with nothing between them: "lock the door turn off the lights"."""
        heard = self._reader.hear(text)
        if len(heard.tokens) < _MIN_UNJOINED:
            return None
        if whole is not None and not whole.explained.left:
            return self._named_behind(whole, heard, budget) or self._listed(whole, heard, budget)
        for at, token in enumerate(heard.tokens[1:-1], start=1):
            if heard.words[at - 1] in self._language.articles:
                continue  # a noun, whatever else the word may be: "la [sveglia]"
            left, right = heard.text[: token.start].strip(EDGE), heard.text[token.start :]
            opens = token.norm in self._language.verbs and is_content(token.norm, self._language)
            opens = opens or self._ends_in_value(heard, at)
            # Among several requests one may begin without a verb: "night light off music louder and …".
            # "Make" and "give" say little: only another request, and that surely, begins with them.
            light = not opens and token.norm in self._language.verbs - self._language.question_words
            # "night mode on [an alarm] for six": a thing with its article begins one as well.
            light = light or (token.norm in self._language.articles and is_content(heard.words[at + 1], self._language))
            if not opens and not light and not (depth and is_content(token.norm, self._language)):
                continue
            only = tuple(heard.words[:1])
            if at == 1 and (only not in self._reader.trained.short or only[0] not in self._language.verbs):
                continue
            if not budget.spend(left) or not budget.spend(right):
                break
            first = self._whole_request(left)
            if first is None:
                continue
            named = self._pointing_parts.named(right, left) if opens else None
            alone = named is None and not self._is_its_reason(left, right)
            second = self._whole_request(right) if alone else None
            if light and second is not None and second.confidence < SURELY_ANOTHER:
                continue
            light = light and second is not None and second.definition.name == first.definition.name
            if light or (
                second is not None
                and heard.words[at] not in self._language.verbs
                and second.definition.name == first.definition.name
            ):
                continue
            found = named if named is not None else request_of(second, right) if second is not None else None
            if found is not None:
                return Plan((request_of(first, left), found))
        return None

    def _named_behind(self, whole: Candidate, heard: Heard, budget: Budget) -> Plan | None:
        """Two requests of which *whole* takes the second for a value: "read me the score [the weather]" asks of no
        team that is called weather."""
        for start, end, name in whole.filled.spans:
            at = start if heard.words[start] in self._language.articles else start - 1
            texts = set(words_of(name)) & (SENTENCES | TITLES)
            if at < 1 or end != len(heard.words) or texts or heard.words[at] not in self._language.articles:
                continue
            if not is_content(heard.words[at - 1], self._language):
                continue  # "in the attic"
            left, right = heard.said(0, at), heard.said(at, end)
            if not budget.spend(left) or not budget.spend(right):
                return None
            one, other = self._whole_request(left), self._whole_request(right)
            if one is None or other is None or min(one.confidence, other.confidence) < SURELY_ANOTHER:
                continue
            if one.definition.name == whole.definition.name != other.definition.name and not other.filled.spans:
                return Plan((request_of(one, left), request_of(other, right)))
        return None

    def _listed(self, whole: Candidate, heard: Heard, budget: Budget) -> Plan | None:
        """Two requests that *whole* takes for one with a list: "put soap on the bath list socks on the packing list",
        "add soap to the bath list remind me to call tom"; unclear where they can't be told apart."""
        lists = {p.name for p in whole.definition.parameters if p.is_list}
        inside = {at for start, end, name in whole.filled.spans if name in lists for at in range(start, end)}
        first, last = self._repeated(whole, heard)
        opening = heard.words[0] if self._begins(heard.words[0]) else ""
        for at in range(1, len(heard.words) - 1) if inside else ():
            repeated = first < at <= last and at in inside
            word = heard.words[at]
            orders = at in inside and word in self._language.verbs - self._language.question_words
            left, right = heard.said(0, at), heard.said(at, len(heard.words))
            said = right if orders else f"{opening} {right}".strip()
            if not (orders or repeated) or not budget.spend(left) or not budget.spend(said):
                continue
            one, other = self._whole_request(left), self._whole_request(said)
            if one is None or other is None or other.confidence < SURELY_ANOTHER:
                continue
            same = other.definition.name == one.definition.name
            if one.definition.name == whole.definition.name and orders != same:
                return Plan((request_of(one, left), request_of(other, said)))
        return Plan(unclear=Unclear(heard.text)) if inside & set(range(first + 1, last)) else None

    def _repeated(self, whole: Candidate, heard: Heard) -> tuple[int, int]:
        """The first and the last place of a word that says twice what something is for; twice 0 where none does."""
        told = [at for at in sorted(whole.explained.wording) if is_content(heard.words[at], self._language) and at]
        pairs = [(at, end) for at in told for end in told if at < end and heard.words[at] == heard.words[end]]
        return pairs[0] if pairs else (0, 0)

    def _ends_in_value(self, heard: Heard, at: int) -> bool:
        """Whether the words before word *at* and the last ones are numbers, and a noun begins at *at*: "volume at ten
        [screen] at twenty"."""
        ends = {x.end for x in valued(heard)}
        begins = any(x.start <= at < x.end for x in valued(heard))
        return at in ends and len(heard.words) in ends and not begins and is_content(heard.words[at], self._language)

    def _turned(self, text: str, joint: Joint, state: State, budget: Budget, depth: int) -> Plan | None:
        """ "trains from bath to london and back": the request, and the same the other way round."""
        if not self._cuts.reverses(text, joint):
            return None
        first = self._read(text[: joint.start].strip(EDGE), state, budget, depth + 1)
        if not first.requests:
            return None
        back = self._dialogue.follow(text[joint.end :].strip(EDGE), State(first.requests[-1].call))
        if isinstance(back, Request):
            return replace(first, requests=(*first.requests, back))
        return replace(first, unclear=back) if isinstance(back, Unclear) else None

    def _limited(self, text: str, joint: Joint, state: State, budget: Budget, depth: int) -> Plan:
        """ "delete old.txt but keep draft.md": both parts are understood, or nothing is done."""
        left, right = text[: joint.start].strip(EDGE), text[joint.end :].strip(EDGE)
        cut = self._cut(left, right, joint, state, budget, depth)
        if cut is not None and not cut.left:
            return cut
        return Plan((), (right,), held=True) if self._part(left, state, budget, depth).requests else Plan()

    def _single(self, text: str, whole: Candidate | None, state: State) -> Plan:
        if state.call is not None and whole is None and state.call.said:
            another = self._pointing_parts.another(text, state.call.said)
            if another is not None:
                return Plan((another,))
        followed = self._dialogue.follow(text, state) if state.call is not None or state.result else None
        if isinstance(followed, Unclear):
            return Plan(unclear=followed)
        if followed is not None:
            return Plan((followed,))
        if whole is None:
            taken = self._of_the_last(text, state) or self._near_the_last(text, state)
            return Plan((taken,)) if taken is not None else Plan()
        if state.call is not None and self._dialogue.strange(request_of(whole, text).call, text, state.call):
            return Plan()
        numbers = self._leftovers.left_numbers(whole, text)
        # "2 plus 2 times 2": a number that has no place changes what the others mean.
        if numbers:
            return Plan((), (text,), held=True)
        return Plan((self._dialogue.counted(request_of(whole, text), text, state),))

    def _near_the_last(self, text: str, state: State) -> Request | None:
        """What *text* nearly surely asks for, where that is more of what the last call was about."""
        near = self._reader.best(text, _NEARLY) if state.call is not None else None
        last = self._reader.trained.definitions.get(state.call.name) if state.call is not None else None
        if near is None or last is None or near.definition.toolbox_id != last.toolbox_id:
            return None
        told = near.explained
        whole = bool(told.wording) and not told.left and not near.filled.missing
        return request_of(near, text) if whole and related(near.definition, last) else None

    def _of_the_last(self, text: str, state: State) -> Request | None:
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

    def _cut(self, left: str, right: str, joint: Joint, state: State, budget: Budget, depth: int) -> Plan | None:
        """The plan of two parts that are requests by themselves; None where this is no place to cut."""
        first = self._part(left, state, budget, depth)
        after = State(first.requests[-1].call) if first.requests else state
        right = self._pointing_parts.without_beside(right) if first.requests else right
        named = self._about_place(left, right, first.requests[-1]) if first.requests else None
        if named is None and first.requests:
            named = self._beside.in_its_unit(right, first)
        if named is None and first.requests and not self._asks_alone(right, first.requests[-1]):
            named = self._pointing_parts.named(right, left)
        if named is None and first.requests and self._whole_request(right) is None:
            named = self._pointing_parts.beside(right, first.requests[-1])
        if named is not None:
            second = Plan((self._beside.as_before(left, first, named),))
        elif first.requests or self._opens(right) or joint.strong:
            second = self._part(right, after, budget, depth)
        else:
            second = Plan()
        if first.requests and not second.requests and self._opens(right):
            second = self._beside_remark(right, first) or second
        if first.requests and not first.left and not self._opens(right):
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
            if self._opens(left) and not self._is_talk(left):
                return replace(second, left=(left, *second.left))
            return second if joint.strong or self._opens(right) else None
        if first.requests and not joint.strong and self._beside.names_more(right):
            # Another thing of the same kind, it seems, that could not be read: all of it or nothing.
            return Plan((), (right,), held=True)
        return None

    def _once(self, plan: Plan) -> Plan:
        """*plan* with what other words ask for that is asked for already told: they were not understood. What only
        tells, and tells all that there is, has told them too ("which timers run and how long is left on each")."""
        kept: list[Request] = []
        left = []
        for request in plan.requests:
            call = request.call
            same = [r for r in kept if (r.call.name, r.call.arguments) == (call.name, call.arguments)]
            again = any(r.call.said != call.said for r in same)
            if again and call.arguments:
                left.append(call.said)
            elif not (again and self._reader.trained.definitions[call.name].annotations.get("readOnlyHint")):
                kept.append(request)
        return replace(plan, requests=tuple(kept), left=(*plan.left, *left))

    def _part(self, text: str, state: State, budget: Budget, depth: int) -> Plan:
        """The plan of one part; empty where it is no request by itself: a value alone is none."""
        excepted = self._leftovers.excepted(text)
        if excepted is not None:
            return excepted
        told = self._held.told(text, state)
        if told is not None:
            return told
        found = self._read(text, state, budget, depth + 1)
        if not _is_whole(found) or any(self._leftovers.leaves(request) for request in found.requests):
            found = self._without_remark(text, state, budget, depth) or found
        if len(found.requests) != 1 or found.left or not self._beside.bare_value(text, found.requests[0], state):
            return found
        return Plan()

    def _beside_remark(self, right: str, first: Plan) -> Plan | None:
        """ "and take the ham off [we've a fridge full]": what says too little by itself, with a remark behind it."""
        for said, _ in itertools.islice(self._asides.remarked(right, explaining=False), _MAX_REMARKS):
            found = self._pointing_parts.beside(said, first.requests[-1])
            if found is not None:
                return Plan((found,), remarks=(right,))
        return None

    def _without_remark(self, text: str, state: State, budget: Budget, depth: int) -> Plan | None:
        """The plan of a part that is understood whole without a remark of its own: "turn it up a bit i'm half deaf and
        what day is it"."""
        remarks = itertools.islice(self._asides.remarked(text, explaining=False), _MAX_REMARKS)
        said = (self._asides.without_aside(text), self._without_why(text), *(said for said, _ in remarks))
        for rest in dict.fromkeys(said):
            if rest == text or not budget.spend(rest):
                continue
            found = self._read(rest, state, budget, depth + 1)
            if _is_whole(found) and not any(self._leftovers.leaves(request) for request in found.requests):
                return replace(found, remarks=(*found.remarks, text))
        return None

    def _without_why(self, text: str) -> str:
        """*text* without a "just in case" at its end: the words for a reason and nothing else."""
        pattern = phrase_pattern(self._language, "reasons")
        ends = [x.start() for x in pattern.finditer(text) if x.start() and x.end() == len(text)] if pattern else []
        return text[: ends[0]].rstrip(EDGE) if ends else text


def _is_whole(plan: Plan) -> bool:
    """Whether all of an utterance is understood and can be done."""
    missing = any(request.missing for request in plan.requests)
    return bool(plan.requests) and not (plan.left or plan.unclear or plan.held or missing)


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
