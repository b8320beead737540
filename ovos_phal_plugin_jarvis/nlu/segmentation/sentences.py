"""What is one value although a joint parts it: "salt and vinegar crisps", a sentence to write down."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Request, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import object_nouns
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.booleans import is_yes_or_no
from ovos_phal_plugin_jarvis.nlu.learning.ends import stretches
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.repairs import likeness
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Joint, Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import SURELY_ANOTHER, TITLES, Words
from ovos_phal_plugin_jarvis.nlu.text import single_words, trimmed, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_AGREEING = ("agree", "fillers", "greetings", "politeness", "particles")
"""Tables of words that are no request before one: "okay. i'd like …"."""
_ASKS = 0.7
"""Confidence where a text may go on or not, at the most: what changes something asks first."""
_FEW = 3
"""Words of the things that stand behind a joint in a text."""
_ALIKE = 0.3
"""Share of the meanings of two nouns that are of one kind from which on they may stand in one list."""


class Sentences(Words):
    """Tells what is one value."""

    def one_title(self, text: str, joints: Sequence[Joint]) -> Request | None:
        """ "play simon and garfunkel": one name, where the tool found only its first part."""
        joint = joints[0]
        left, right = trimmed(text[: joint.start]), trimmed(text[joint.end :])
        if len(joints) != 1 or joint.strong or "," in text[joint.start : joint.end]:
            return None
        heard = self._reader.hear_raw(right)
        if not heard.words or len(heard.words) > 3 or valued(heard):
            return None
        bare = [word for word in heard.words if word not in self._language.articles]
        if not bare or not all(is_content(word, self._language) for word in bare):
            return None
        read = self._reader.best(left) if self._whole_request(right) is None else None
        if read is None:
            return None
        before = self._reader.hear(left)
        spans = [s for s in read.filled.spans if s[1] == len(before.words) and set(words_of(s[2])) & TITLES]
        if len(spans) != 1 or read.filled.missing or read.explained.left:
            return None
        start, _, name = spans[0]
        known = self._reader.trained.profile(read.definition.name, name).known
        if self._is_place(heard.words) or (" ".join(before.words[start:]) in known and " ".join(heard.words) in known):
            return None
        value = trimmed(text[max(0, text.find(before.text)) + before.tokens[start].start :])
        arguments = {**read.filled.arguments, name: value}
        return Request(
            ToolCall(read.definition.name, arguments, read.definition.toolbox_id, said=text), (), read.confidence
        )

    def one_sentence(self, text: str, joints: Sequence[Joint]) -> Request | None:
        """ "note that it was a long day but a good one": one text, of which the tool found only the first part."""
        joint = joints[0]
        left, right = trimmed(text[: joint.start]), trimmed(text[joint.end :])
        if any(self._opens(text[each.end :]) or each.first for each in joints):
            return None
        read = self._reader.best(left)
        if read is None or read.filled.missing or read.explained.left:
            return None
        before = self._reader.hear(left)
        spans = [s for s in read.filled.spans if s[1] == len(before.words) and set(words_of(s[2])) & SENTENCES]
        if len(spans) != 1 or valued(self._reader.hear_raw(right)) or not self._is_said(read.definition, spans[0][2]):
            return None
        if self._whole_request(right) is not None:
            return None
        start, _, name = spans[0]
        value = trimmed(text[max(0, text.find(before.text)) + before.tokens[start].start :])
        arguments = {**read.filled.arguments, name: value}
        call = ToolCall(read.definition.name, arguments, read.definition.toolbox_id, said=text)
        return Request(call, (), read.confidence)

    def stretched(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> Request | None:
        """ "remind me to buy milk and eggs at five": one text of something to be done with several things, of which
        the tool found only the first.

        Args:
            whole: the tool that is believed to be meant by all of it.
            text: all of it.
            joints: where it may be cut.
        """
        heard = self._reader.hear(text)
        places = _beside(heard, max(0, text.find(heard.text)), joints[0])
        left = whole.explained.left
        if len(joints) != 1 or joints[0].strong or places is None or not left or whole.filled.missing:
            return None
        before, after = places
        ending = [(start, name) for start, end, name in whole.filled.spans if end == before + 1]
        texts = [(start, name) for start, name in ending if set(words_of(name)) & (SENTENCES | TITLES)]
        if len(texts) != 1 or not self._is_said(whole.definition, texts[0][1]):
            return None
        (start, name), last = texts[0], left[-1]
        things = [at for at in range(after, last + 1) if heard.words[at] not in self._language.articles]
        same = set(things) == set(left) and len(things) <= _FEW and not whole.filled.covered & {*things}
        orders = start < before and self._begins(heard.words[start])
        named = not any(self._begins(heard.words[at], taught=False) for at in things)
        if not (same and orders and named) or self._whole_request(text[joints[0].end :]) is not None:
            return None
        arguments = {**whole.filled.arguments, name: heard.said(start, last + 1)}
        call = ToolCall(whole.definition.name, arguments, whole.definition.toolbox_id, said=text)
        return Request(call, (), whole.confidence)

    def one_deed(self, text: str, joints: Sequence[Joint]) -> Request | None:
        """ "add a task call the garage and ask about the brakes": one text of two things to do, of which the tool found
        only the first, and no tool does the second. It asks first."""
        joint = joints[-1]
        left, right = trimmed(text[: joint.start]), trimmed(text[joint.end :])
        words = self._reader.raw_words(right)
        mine = self._language.persons & self._language.addressing  # "and sing me a song"
        if joint.strong or len(words) < 2 or not self._opens(right) or not mine.isdisjoint(words):
            return None
        if words[0] in self._language.question_words or self._reader.best(right) is not None:
            return None
        read = self._reader.best(left)
        if read is None or read.filled.missing or read.explained.left:
            return None
        before = self._reader.hear(left)
        ending = [(start, name) for start, end, name in read.filled.spans if end == len(before.words)]
        texts = [(start, name) for start, name in ending if set(words_of(name)) & (SENTENCES | TITLES)]
        if len(texts) != 1 or not self._is_said(read.definition, texts[0][1]):
            return None
        start, name = texts[0]
        if not self._begins(before.words[start]):
            return None
        value = trimmed(text[max(0, text.find(before.text)) + before.tokens[start].start :])
        call = ToolCall(
            read.definition.name, {**read.filled.arguments, name: value}, read.definition.toolbox_id, said=text
        )
        return Request(call, (), min(read.confidence, _ASKS))

    def _is_said(self, definition: ToolDefinition, name: str) -> bool:
        """Whether the argument *name* is a text that people say, rather than one of a list or of a few."""
        parameter = definition.parameter(name)
        return parameter is not None and not parameter.is_list and not parameter.enum_values

    def may_be_two_titles(self, whole: Candidate, text: str) -> bool:
        """Whether a title holds an "and" and a name of several words behind it: "frankenstein and treasure island" are
        two books, "jonathan strange and mr norrell" is one, and no tool says which."""
        heard = self._reader.hear(text)
        joints = set(self._language.joints)
        for start, end, name in whole.filled.spans:
            words = heard.words[start:end]
            at = next((at for at, word in enumerate(words) if word in joints), 0)
            known = self._reader.trained.profile(whole.definition.name, name).known
            if not at or not set(words_of(name)) & TITLES or set(words_of(name)) & SENTENCES:
                continue
            if " ".join(words) in known or not all(
                is_content(w, self._language) for w in (*words[:at], *words[at + 1 :])
            ):
                continue
            if len(words) - at > 2 and not any(x.kind == m.QUOTED and x.start <= start for x in heard.mentions):
                return True
        return False

    def is_one(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> bool:
        """Whether values hold every joint, and are such that they may."""
        if self.says_twice(whole, text, joints):
            return False
        heard = self._reader.hear(text)
        offset = max(0, text.find(heard.text))
        held: dict[tuple[int, int, str], list[tuple[int, int, Joint]]] = {}
        for joint in joints:
            before = [i for i, t in enumerate(heard.tokens) if t.end <= joint.start - offset]
            after = [i for i, t in enumerate(heard.tokens) if t.start >= joint.end - offset]
            if not before or not after:
                return False
            span = _across(whole, before[-1], after[0])
            if span is None:
                if self._between_numbers(whole, before[-1], after[0], joint):
                    continue
                return False
            held.setdefault(span, []).append((before[-1] + 1, after[0], joint))
        for (start, end, name), places in held.items():
            parameter = whole.definition.parameter(name)
            starts, ends = [start, *(p[1] for p in places)], [*(p[0] for p in places), end]
            parts = [heard.words[s:e] for s, e in zip(starts, ends, strict=True)]
            if parameter is None or not self._may_hold(whole, parameter, heard.words, (start, end), parts):
                return False
            named = set(words_of(name)) & SENTENCES
            for _, _, joint in places:
                if joint.strong and not (named and not joint.first and not self._after_all(text, joint)):
                    return False
                right = text[joint.end :]
                if self._names_kind(right) and self._whole_request(right):
                    return False
                if named and self.orders_another(right, whole):
                    return False
                # "Bread" of "add milk and bread to the list" is a thing, although an example begins with it.
                opens = self._opens(right) and (not parameter.is_list or self._orders(right))
                if not named and opens and (self._whole_request(right) or self._pointing(right)):
                    return False
            value = whole.filled.arguments.get(name)
            listed = list(value) if parameter.is_list and isinstance(value, list | tuple) else []
            if len(listed) > len(parts) and any(
                isinstance(each, str) and self._digit(each) is not None for each in listed
            ):
                return False  # "six lemons and two melons" are two things
            if self._swallowed(parameter, parts):
                return False
        return not whole.explained.left

    def beside_no_flag(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> list[Joint]:
        """*joints* without those beside a part that only says a yes or no of the whole: "close the hatch and run the
        fan for an hour", "… and no sugar this time" ask for one thing."""
        if not whole.filled.flags:
            return list(joints)
        ends = [0, *(joint.end for joint in joints)]
        starts = [*(joint.start for joint in joints), len(text)]
        flagged = [self._only_says_flag(whole, text, a, b) for a, b in zip(ends, starts, strict=True)]
        return [joint for at, joint in enumerate(joints) if not flagged[at] and not flagged[at + 1]]

    def outside_stretches(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> list[Joint]:
        """*joints* without those between the two ends of a stretch that *whole* takes for two arguments: "begin at row
        four [and] end at row nine"."""
        heard = self._reader.hear(text)
        offset = max(0, text.find(heard.text))
        names = {start: name for start, _, name in whole.filled.spans}
        within = {
            place
            for kind in (m.TIME, m.DATE, m.NUMBER, m.ORDINAL)
            for one, other in stretches(heard, kind)
            if one.start in names and other.start in names and names[one.start] != names[other.start]
            for place in range(one.end, other.start)
        }
        places = [_beside(heard, offset, joint) for joint in joints]
        return [j for j, at in zip(joints, places, strict=True) if at is None or within.isdisjoint(range(*at))]

    def _only_says_flag(self, whole: Candidate, text: str, start: int, end: int) -> bool:
        """Whether the characters from *start* up to *end* say a yes or no of *whole*, and at most a word more."""
        heard = self._reader.hear(text)
        offset = max(0, text.find(heard.text))
        places = [at for at, t in enumerate(heard.tokens) if start <= t.start + offset and t.end + offset <= end]
        content = [at for at in places if is_content(heard.words[at], self._language)]
        others = [at for at in content if at not in whole.filled.flags]
        if not whole.filled.flags.intersection(places) or whole.filled.covered.intersection(others) or len(others) > 1:
            return False
        alone = self._whole_request(trimmed(text[start:end]))
        return alone is None or alone.definition.name == whole.definition.name

    def loses_flag(self, whole: Candidate, requests: Sequence[Request]) -> bool:
        """Whether *requests* are for the tool of *whole*, and a yes or no that its words say is in none of them."""
        if not whole.filled.flags or any(r.call.name != whole.definition.name for r in requests):
            return False
        flags = {p.name for p in whole.definition.parameters if is_yes_or_no(p) and p.name in whole.filled.arguments}
        return any(all(name not in r.call.arguments for r in requests) for name in flags)

    def twice(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> Plan | None:
        """Two values of one tool that the *whole* takes for one: "what's six times two and nine times three"."""
        heard = self._reader.hear(text)
        values = {name for s, e, name in whole.filled.spans if set(heard.words[s:e]) & set(self._language.joints)}
        if len(joints) != 1 or len(values) != 1 or any(set(words_of(name)) & SENTENCES for name in values):
            return None
        parts = [trimmed(text[: joints[0].start]), trimmed(text[joints[0].end :])]
        found = []
        for part in parts:
            read, said = self._reader.best(part), self._reader.hear(part)
            if read is None or read.definition.name != whole.definition.name or read.explained.left:
                return None
            spans = [(s, e) for s, e, name in read.filled.spans if name in values]
            numbers = [x for x in valued(said) if any(s <= x.start and x.end <= e for s, e in spans)]
            if read.filled.missing or len({x.start for x in numbers}) < 2:
                return None
            found.append(request_of(read, part))
        return Plan(tuple(found))

    def says_twice(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> bool:
        """Whether a word that says what something is for stands on both sides of a joint, although *whole* can be for
        one only: "milk on the one list and socks on the other list"."""
        heard = self._reader.hear(text)
        offset = max(0, text.find(heard.text))
        if any(self._sided(whole, heard, offset, joint) for joint in joints):
            return True
        said = {
            heard.words[at]: at
            for at in sorted(whole.explained.wording, reverse=True)
            if is_content(heard.words[at], self._language) and at and heard.words[at - 1] not in self._language.joints
        }
        for word, first in said.items():
            last = max(at for at in whole.explained.wording if heard.words[at] == word)
            begins, ends = heard.tokens[first].end + offset, heard.tokens[last].start + offset
            between = [joint for joint in joints if begins <= joint.start and joint.end <= ends]
            if any(self._listed_at(whole, heard, offset, joint) is None for joint in between):
                return True
        return False

    def _listed_at(self, whole: Candidate, heard: Heard, offset: int, joint: Joint) -> tuple[int, int, str] | None:
        """The things of one list of *whole* that *joint* parts, together."""
        places = _beside(heard, offset, joint)
        return _across_wording(whole, *places) if places is not None else None

    def _sided(self, whole: Candidate, heard: Heard, offset: int, joint: Joint) -> bool:
        """Whether what each of two things of one list is for stands behind it, after the same word: "bread [on] the
        shopping list and socks [on] the travel list"."""
        places, found = _beside(heard, offset, joint), self._listed_at(whole, heard, offset, joint)
        if places is None or found is None:
            return False
        before, (_, last, name) = places[0], found
        end = max(end for _, end, other in whole.filled.spans if other == name and end <= before + 1)
        said = heard.words[end : before + 1]
        introduced = bool(said) and said[0] in self._introducing and is_content(said[-1], self._language)
        return introduced and said[0] in heard.words[last:]

    def swallows(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> bool:
        """Whether *whole* takes what begins like another request for its own: for a thing of a list, or for a value
        beside others."""
        heard = self._reader.hear(text)
        offset = max(0, text.find(heard.text))
        for joint in joints:
            if not self._opens(text[joint.end :]):
                continue
            before = [i for i, t in enumerate(heard.tokens) if t.end <= joint.start - offset]
            after = [i for i, t in enumerate(heard.tokens) if t.start >= joint.end - offset]
            agreeing = frozenset[str]().union(*(single_words(self._language, table) for table in _AGREEING))
            if agreeing.issuperset(heard.words[i] for i in before):
                continue  # "okay. i'd like …"
            if self._wishes(heard, before) and self._names_nothing(heard.words[after[0] :] if after else ()):
                continue  # "i'm in the mood for jazz, can you find me something"
            span = _across(whole, before[-1], after[0]) if after else None
            if span is None:
                return True
            parameter = whole.definition.parameter(span[2])
            if parameter is not None and self._swallowed(parameter, [[], heard.words[after[0] : span[1]]]):
                return True
            if joint.strong and not set(words_of(span[2])) & SENTENCES:
                return True
        return False

    def _wishes(self, heard: Heard, places: Sequence[int]) -> bool:
        """Whether the words at *places* tell of who speaks, perhaps behind a greeting."""
        return not self._language.speakers.isdisjoint(heard.words[at] for at in places[:2])

    def _swallowed(self, parameter: ToolParameter, parts: Sequence[Sequence[str]]) -> bool:
        """Whether one of *parts* of a list but the first is an order: "[milk] and [read the list]"."""
        if not parameter.is_list:
            return False
        orders = self._language.verbs - self._language.question_words
        return any(len(part) > 1 and part[0] in orders and is_content(part[0], self._language) for part in parts[1:])

    def _orders(self, text: str) -> bool:
        """Whether *text* begins with a word that requests begin with, whatever examples begin with."""
        words = self._reader.bare_words(text)
        return bool(words) and self._begins(words[0], taught=False)

    def orders_another(self, text: str, whole: Candidate) -> bool:
        """Whether *text*, the end of a sentence that *whole* takes, orders by itself what another tool does, and names
        what that is about: "… and delete the swimming task"."""
        read = self._whole_request(text) if self._opens(text) else None
        if read is None or read.definition.name == whole.definition.name or read.confidence < SURELY_ANOTHER:
            return False
        nouns = {self._language.stem(noun) for noun in object_nouns(read.definition, self._language)}
        heard = self._reader.hear(text)
        said = {self._language.stem(word) for at, word in enumerate(heard.words) if at and at in read.explained.wording}
        return bool(nouns & said)

    def _between_numbers(self, whole: Candidate, before: int, after: int, joint: Joint) -> bool:
        """Whether a joint stands between two numbers that the tool has places for: "add eight and nineteen"."""
        names = [next((n for s, e, n in whole.filled.spans if s <= at < e), "") for at in (before, after)]
        if joint.strong or not all(names) or names[0] == names[1]:
            return False
        given = [whole.filled.arguments.get(name) for name in names]
        return all(isinstance(value, int | float) and not isinstance(value, bool) for value in given)

    def _after_all(self, text: str, joint: Joint) -> bool:
        return self._opens(text[joint.end :])

    def _may_hold(
        self,
        whole: Candidate,
        parameter: ToolParameter,
        words: Sequence[str],
        span: tuple[int, int],
        parts: Sequence[Sequence[str]],
    ) -> bool:
        """Whether the value of *parameter*, the words of *span*, may be one thing although joints part it."""
        known = self._reader.trained.profile(whole.definition.name, parameter.name).known
        if " ".join(words[span[0] : span[1]]) in known or parameter.enum_values:
            return True
        if parameter.is_list:
            return True
        names = set(words_of(parameter.name))
        if names & SENTENCES:
            return True
        if any(not part for part in parts) or all(self._is_place(part) or " ".join(part) in known for part in parts):
            return False
        if not names & TITLES and self._are_things(parts):
            return False
        function = self._language.function_words
        determined = (span[0] > 0 and words[span[0] - 1] in function) or parts[0][0] in function
        return not (determined and parts[-1][0] in function and not names & TITLES)

    def _are_things(self, parts: Sequence[Sequence[str]]) -> bool:
        """Whether *parts* name things of one kind, and no dictionary knows them together: "rice and lentils", not
        "fish and chips"."""
        net = english_wordnet() if self._language.code == "en" else None
        bare = [[w for w in part if w not in self._language.articles] for part in parts]
        if net is None or any(len(part) != 1 for part in bare):
            return False
        words = [part[0] for part in bare]
        joined = {f"{words[0]} {joint} {words[-1]}" for joint in self._language.joints if " " not in joint}
        alike = all(likeness(net, words[0], word) > _ALIKE for word in words[1:])
        return alike and not any(phrase in net for phrase in joined)


def _beside(heard: Heard, offset: int, joint: Joint) -> tuple[int, int] | None:
    """The words right before and right behind *joint*, which is counted from *offset* characters before *heard*."""
    before = [i for i, t in enumerate(heard.tokens) if t.end <= joint.start - offset]
    after = [i for i, t in enumerate(heard.tokens) if t.start >= joint.end - offset]
    return (before[-1], after[0]) if before and after else None


def _across(whole: Candidate, before: int, after: int) -> tuple[int, int, str] | None:
    """The value that words *before* and *after* are in together, as one text or as two things of one list."""
    for start, end, name in whole.filled.spans:
        if start <= before and after < end:
            return start, end, name
        parameter = whole.definition.parameter(name)
        if start <= before < end and parameter is not None and parameter.is_list:
            following = [e for s, e, other in whole.filled.spans if other == name and s <= after < e]
            if following:
                return start, following[0], name
    return _across_wording(whole, before, after)


def _across_wording(whole: Candidate, before: int, after: int) -> tuple[int, int, str] | None:
    """The same of two things of one list, between which the tool's own words stand: "the left [lamp and the] right
    lamp"."""
    spans = sorted(whole.filled.spans)
    for (start, end, name), (first, last, other) in itertools.pairwise(spans):
        parameter = whole.definition.parameter(name)
        inside = name == other and parameter is not None and parameter.is_list
        if (
            inside
            and start <= before
            and end <= after <= first
            and not set(range(end, first)) & {*whole.explained.left}
        ):
            return start, last, name
    return None
