"""What no part explains, which is told and never dropped, and what is taken out of a request."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.words import is_thing
from ovos_phal_plugin_jarvis.nlu.bounds import bound_end
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import Request
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.reading import valued, valued_places
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Joint, Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Part, Words, is_choice
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, starts_of, tokenize, trimmed, trimmed_right

_AROUND = (
    "joints",
    "after",
    "first",
    "last",
    "before",
    "contrasts",
    "corrections",
    "beside",
    "politeness",
    "fillers",
    "sounds",
    "greetings",
    "openings",
    "repeats",
    "urgings",
    "ellipses",
    "likewise",
    "preferences",
    "afterthoughts",
    "reversals",
)
"""Tables of words that stand around requests and ask for nothing."""
_NEAR = 3
"""Words between two that nothing explains, up to which they are told together."""


@lru_cache(maxsize=32)
def _phrases_around(language: Language) -> frozenset[tuple[str, ...]]:
    """The phrases of all those tables as words. A pattern of them takes two to five times as long to make, for which
    the first request of a process would wait."""
    phrases = {phrase for table in _AROUND for phrase in getattr(language, table)}
    return frozenset(tuple(token.norm for token in tokenize(phrase, language.code)) for phrase in phrases)


class Leftovers(Words):
    """Accounts for what is left."""

    _cuts = Part(Cuts)

    def accounted(self, plan: Plan, text: str) -> Plan:
        """*plan* without the parts that are doubtful or asked for already, and with all that none of its parts
        explains."""
        plan = self._once(plan)
        if not plan.requests or plan.held or (len(plan.requests) == 1 and plan.requests[0].call.said == text):
            return plan
        several = len(plan.requests) > 1
        kept = tuple(r for r in plan.requests if not (several and self._doubtful(r)))
        left = [*plan.left, *(r.call.said for r in plan.requests if r not in kept)]
        told = [*(each for r in kept for each in (r.call.said, r.heard)), *left, *plan.remarks]
        told += [plan.unclear.said] if plan.unclear else []
        heard = self._reader.hear_raw(text)
        explained = self._at(heard.words, told) | self._around(heard.words)
        joints = self._cuts.joints(text)
        numbers = valued_places(heard)
        runs: list[list[int]] = []
        for at, word in enumerate(heard.words):
            if at in explained or not (is_content(word, self._language) or at in numbers):
                continue
            before = not runs and not any(joint.end <= heard.tokens[at].start for joint in joints)
            if before and word not in self._language.verbs and (at or not is_content(word, self._language)):
                continue  # a clause before the request says why, not what, unless it begins or holds one
            if runs and at - runs[-1][-1] <= _NEAR:
                runs[-1].append(at)
            else:
                runs.append([at])
        left += [heard.said(run[0], run[-1] + 1) for run in runs]
        return replace(plan, requests=kept, left=tuple(left)) if len(left) > len(plan.left) else plan

    def _at(self, words: list[str], told: Sequence[str]) -> set[int]:
        """The places in *words* of what is *told*: where it stands in a row there; each word of it anywhere, where it
        doesn't, as what shares words with another part was put together ("an egg timer" of "pasta and egg timer")."""
        places: set[int] = set()
        for each in told:
            row = self._reader.raw_words(each)
            rows = [set(range(at, at + len(row))) for at in starts_of(row, words)]
            if rows:
                places |= next((found for found in rows if not found & places), rows[0])
                continue
            stems = {self._language.stem(word) for word in row}
            places |= {at for at, word in enumerate(words) if self._language.stem(word) in stems}
        return places

    def _around(self, words: list[str]) -> set[int]:
        """The places in *words* of those that stand around requests and ask for nothing: of whole phrases, as the
        "time" of "one more time" is no filler elsewhere."""
        phrases = _phrases_around(self._language)
        longest = max(map(len, phrases), default=0)
        places = {at for at, word in enumerate(words) if word in self._language.degree_words or self._is_one(words, at)}
        for start in range(len(words)):
            for end in range(start + 1, min(start + longest, len(words)) + 1):
                if tuple(words[start:end]) in phrases:
                    places |= set(range(start, end))
        return places

    def _is_one(self, words: list[str], at: int) -> bool:
        """Whether the word at *at* is one more of what was asked for: "and [one] for the sauce", "and the hall [one]
        off"."""
        spoken = self._language
        beside = single_words(spoken, "joints") | spoken.other_ones
        following = words[at + 1] if at + 1 < len(words) else ""
        introduced = following in spoken.function_words and at > 0 and words[at - 1] in beside
        named = at > 1 and is_content(words[at - 1], spoken) and words[at - 2] in spoken.articles | spoken.owners
        return words[at] in spoken.ones and (introduced or named)

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
        if len(kept) == len(plan.requests):
            return plan
        return replace(plan, requests=tuple(kept), left=(*plan.left, *left))

    def _doubtful(self, request: Request) -> bool:
        """Whether a name in *request* means nothing to its tool, or more words do than mean something."""
        read = self._reader.likeliest(request.call.said)
        if read is None or read.definition.name != request.call.name:
            return False
        heard = self._reader.hear(request.call.said)
        accounted = read.explained
        places = {at for x in heard.mentions if x.kind == m.PLACE for at in range(x.start, x.end)}
        own = {p.name: p for p in read.definition.parameters}
        texts = [
            (s, e)
            for s, e, n in read.filled.spans
            if n in own
            and not self._dialogue.typed(read.definition, own[n])
            # "to do" is what a list may be called.
            and " ".join(heard.words[s:e]) not in self._reader.trained.profile(read.definition.name, n).known
        ]
        if any(not any(is_content(w, self._language) for w in heard.words[s:e]) for s, e in texts):
            return not any(x.kind != m.NUMBER and x.start >= s and x.end <= e for x in heard.mentions for s, e in texts)
        strange = [at for at in accounted.left if heard.words[at] not in self._language.verbs | self._language.ones]
        # What names one of a few values names the tool as well: "mute the sound".
        chosen = {at for s, e, n in read.filled.spans if n in own and is_choice(own[n]) for at in range(s, e)}
        return bool(set(strange) & places) or len(strange) > len(accounted.wording | chosen)

    def told(self, plan: Plan) -> Plan:
        """*plan* of several requests with what in one of them means nothing to its tool, which may have been one more:
        the "warm water" of "alarm for six warm water and volume to ten". One word alone is more often a stray one,
        unless it names a thing."""
        if len(plan.requests) < 2 or plan.held:
            return plan
        left = [said for request in plan.requests for said in self._meaningless(request)]
        return replace(plan, left=(*plan.left, *left)) if left else plan

    def _meaningless(self, request: Request) -> list[str]:
        """What words of *request* say that mean nothing to its tool, with those behind them that nothing explains."""
        read = self._reader.best(request.call.said)
        if read is None or read.definition.name != request.call.name:
            return []
        heard, ordinary = self._reader.hear(request.call.said), self._language.verbs | self._language.degree_words
        known = read.explained.values | read.explained.wording
        strange = [at for at in read.explained.left if heard.words[at] not in ordinary]
        found, end = [], 0
        for at in strange:
            named = is_thing(heard.words[at], self._language) and not self._begins(heard.words[at])
            if at >= end and (at + 1 in strange or named):
                end = next((place for place in range(at, len(heard.words)) if place in known), len(heard.words))
                found.append(heard.said(at, end))
        return found

    def leaves(self, request: Request) -> bool:
        """Whether words of *request* mean nothing to its tool."""
        read = self._reader.best(request.call.said)
        if read is None:
            return False
        heard = self._reader.hear(request.call.said)
        accounted = read.explained
        left = [at for at in accounted.left if heard.words[at] not in self._language.verbs]
        return bool(left) or self._doubled(read, valued(heard), accounted)

    def excepted(self, text: str) -> Plan | None:
        """The plan where a part of the request is taken out of it by words that its tool has no argument for."""
        pattern = phrase_pattern(self._language, "exceptions")
        for found in pattern.finditer(text) if pattern else ():
            before, part = trimmed_right(text[: found.start()]), trimmed(text[found.start() :])
            after = trimmed(text[found.end() :])
            if not before or not after or self._is_bound(text, found.start(), found.end()):
                continue
            whole = self._reader.best(text)
            held = whole is not None and self._holds(whole, text, found.start())
            if held or self._denies(text, *found.span()):
                continue
            left = self._reader.best(before)
            if left is None or (whole is not None and self._knows(whole.definition, found.group())):
                continue
            return Plan((), (part,), held=True)
        return None

    def _is_bound(self, text: str, start: int, end: int) -> bool:
        """Whether the words between these characters begin what says how much may be: "but no more than five"."""
        words = re.finditer(r"\S+", text[start:end])
        return any(bound_end(text, start + word.start(), self._reader.lang) for word in words)

    def _holds(self, candidate: Candidate, text: str, at: int) -> bool:
        """Whether the word at character *at* is inside a value."""
        heard = self._reader.hear(text)
        offset = text.find(heard.text)
        places = [i for i, t in enumerate(heard.tokens) if t.start + max(0, offset) <= at < t.end + max(0, offset)]
        # A value that ends with "without" is none.
        return any(start < i < end - 1 for i in places for start, end, _ in candidate.filled.spans)

    def left_numbers(self, whole: Candidate, text: str) -> bool:
        """Whether *whole* has no place for a number that *text* says."""
        heard = self._reader.hear(text)
        accounted = whole.explained
        return any(
            x.kind in (m.NUMBER, m.PERCENT, m.DURATION, m.MONEY)
            and (x.value != 1 or heard.words[x.start][0].isdigit())
            and set(range(x.start, x.end)) <= set(accounted.left)
            for x in heard.mentions
        )

    def left_words(self, whole: Candidate | None, text: str) -> frozenset[str]:
        if whole is None:
            return frozenset()
        heard = self._reader.hear(text)
        return frozenset(heard.words[at] for at in whole.explained.left)

    def lost(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> list[str]:
        """The parts between joints of which no word means anything to the tool of *whole*."""
        heard = self._reader.hear(text)
        offset = max(0, text.find(heard.text))
        accounted = whole.explained
        lost = []
        for start, end in zip((0, *(j.end for j in joints)), (*(j.start for j in joints), len(text)), strict=True):
            places = [i for i, t in enumerate(heard.tokens) if start <= t.start + offset and t.end + offset <= end]
            content = [i for i in places if is_content(heard.words[i], self._language)]
            numbers = [i for i in places if any(x.start <= i < x.end for x in valued(heard))]
            unexplained = set(content + numbers) - accounted.values - accounted.wording
            if (
                unexplained
                and unexplained & set(accounted.left)
                and not set(content + numbers) & (accounted.values | accounted.wording)
            ):
                part = trimmed(text[start:end])
                # A clause before the request ("i'm cooking pasta and …") says why, not what.
                if start or self._opens(part) or all(is_content(heard.words[i], self._language) for i in places):
                    lost.append(part)
        return lost
