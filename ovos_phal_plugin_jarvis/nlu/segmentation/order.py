"""Words that say in which order requests are to be done, or where what they are about stands."""

from __future__ import annotations

import re
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.acts.words import is_inflected, opposed_words
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Dialogue, Request, State, request_of
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, base
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.leftovers import Leftovers
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Budget, Plan, Reads
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Part, Words
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    strip_request,
    trimmed,
    trimmed_left,
    trimmed_right,
    words_of,
)


class Order(Words):
    """Reads what is said of order and place."""

    _cuts = Part(Cuts)
    _leftovers = Part(Leftovers)

    def __init__(self, reader: Reader, dialogue: Dialogue, read: Reads) -> None:
        super().__init__(reader, dialogue)
        self._read = read

    def without_first(self, text: str) -> str:
        pattern = phrase_pattern(self._language, "first", "after")
        found = pattern.match(text) if pattern else None
        if found is None:
            return text
        rest = trimmed_left(text[found.end() :])
        return rest if rest and (self._cuts.joints(rest) or self._opens(rest)) else text

    def without_order(self, text: str) -> str:
        """*text* without an "after that" at its end, where it says of the last part only when it is to be done."""
        pattern = phrase_pattern(self._language, "after")
        for found in pattern.finditer(text) if pattern else ():
            rest = trimmed_right(text[: found.start()])
            if not trimmed(text[found.end() :]) and self._cuts.joints(rest):
                return rest
        return text

    def ordered(self, text: str, state: State, budget: Budget) -> Plan | None:
        """ "before you lock the door turn off the light": what is said first is done last, or told."""
        pattern = phrase_pattern(self._language, "before")
        found = pattern.match(text) if pattern else None
        if found is None:
            return None
        rest = trimmed_left(text[found.end() :])
        heard = self._reader.hear_raw(rest)
        partly: Plan | None = None
        for token in heard.tokens[1:]:
            later, sooner = trimmed(rest[: token.start]), rest[token.start :]
            if not self._opens(sooner) or not budget.spend(sooner):
                continue
            first = self._read(sooner, state, budget, 1)
            if not first.requests or first.left or first.unclear is not None:
                continue
            second = self._whole_request(later)
            before = self._reader.hear_raw(later)
            closing = opposed_words(self._language) | set(self._language.pronouns)  # "turn it on"
            valued = any(x.end == len(before.words) for x in before.mentions)  # "at six am"
            if not valued and not {*before.words[-1:]}.isdisjoint(self._language.function_words - closing):
                continue
            if second is not None and not any(self._leftovers.leaves(r) for r in first.requests):
                return replace(first, requests=(*first.requests, request_of(second, later)))
            if partly is None and (self._opens(later) or " " in found.group().strip()):
                partly = replace(first, left=(later,))
        return partly

    def done_first(self, text: str, state: State, budget: Budget) -> Plan | None:
        """ "once you've locked the door turn off the light": what is to have been done before, then the rest; where no
        tool does the first, or no dictionary tells what it is ordered by, that is told.

        Args:
            text: an utterance.
            state: what was done before.
            budget: how much may still be read.
        """
        pattern = phrase_pattern(self._language, "done_first")
        if pattern is None or pattern.search(text) is None:
            return None
        text = strip_request(text, self._language.code)  # "once you've got a minute"
        found = pattern.match(text)
        if found is None:
            return self._done_before(text, pattern, state, budget)
        rest = trimmed_left(text[found.end() :])
        heard = self._reader.hear_raw(rest)
        for token in heard.tokens[2:]:
            sooner, later = trimmed(rest[: token.start]), rest[token.start :]
            if not self._opens(later) or not budget.spend(later):
                continue
            what = self._reader.hear_raw(sooner).words[1:]
            if not what or what[-1] in self._language.articles:
                continue
            if not any(is_content(word, self._language) for word in what):
                return None  # "once you've finished that": nothing by a name
            second = self._read(later, state, budget, 1)
            if not second.understood or any(self._leftovers.leaves(r) for r in second.requests):
                continue
            first = self._to_have_done(sooner)
            if first is None:
                return replace(second, left=(sooner,))
            return replace(second, requests=(first, *second.requests))
        return None

    def _done_before(self, text: str, pattern: re.Pattern[str], state: State, budget: Budget) -> Plan | None:
        """The same said behind what follows it: "turn off the light as soon as you've locked the door"."""
        for found in pattern.finditer(text):
            order, sooner = trimmed(text[: found.start()]), trimmed_left(text[found.end() :])
            done, *what = self._reader.hear_raw(sooner).words or [""]
            says = any(is_content(word, self._language) or word in self._language.pronouns for word in what)
            if done in self._language.accomplished or not (order and says and budget.spend(sooner)):
                continue
            first = self._to_have_done(sooner)
            second = self._read(order, state, budget, 1)
            if not second.understood or any(self._leftovers.leaves(r) or _writes(r) for r in second.requests):
                continue
            if first is not None:
                return replace(second, requests=(first, *second.requests))
            if is_content(done, self._language) and is_inflected(done, self._language):
                return replace(second, left=(sooner,))
        return None

    def _to_have_done(self, sooner: str) -> Request | None:
        """The request that *sooner* orders, which begins with a verb as what has been done: "locked the door"."""
        done = next(iter(self._reader.hear_raw(sooner).words), "")
        if not done or self._language.code != ENGLISH:
            return None
        ordered = f"{base(done, self._language)} {trimmed_left(sooner[len(done) :])}"
        read = self._whole_request(ordered)
        return request_of(read, ordered) if read is not None else None

    def without_also(self, text: str) -> str:
        """*text* without the "too" behind the last of several things."""
        pattern = phrase_pattern(self._language, "also")
        for found in pattern.finditer(text) if pattern else ():
            rest = trimmed_right(text[: found.start()])
            if found.end() == len(trimmed_right(text)) and self._cuts.joints(rest):
                return rest
        return text

    def also_last(self, text: str) -> str:
        """*text*, an order about what it points to, with an "also" at its end: "put it [also] on the shopping list",
        "setz es [auch] auf die einkaufsliste"."""
        pattern = phrase_pattern(self._language, "also")
        found = pattern.search(text) if pattern is not None else None
        if found is None or found.end() == len(trimmed_right(text)):
            return text
        rest = " ".join(f"{text[: found.start()]} {text[found.end() :]}".split())
        words = self._reader.raw_words(rest)
        ordered = bool(words) and self._begins(words[0]) and words[0] not in self._language.question_words
        if not ordered or set(self._language.pronouns).isdisjoint(words[1:3]):
            return text
        return f"{rest} {found.group()}"

    def gathered(self, text: str) -> str:
        """ "two herons and a kingfisher, log both": the verb put before what it is said of."""
        tokens, words = self._reader.raw_tokens(text), self._reader.raw_words(text)
        pointing = {*self._language.several, *self._language.pronouns, *self._language.function_words}
        at = len(words) - 1
        while at > 0 and words[at] in pointing:
            at -= 1
        said = set(words[at + 1 :])
        if at < 2 or not said & {*self._language.several, *self._language.pronouns} or self._opens(text):
            return text
        rest = trimmed_right(text[: tokens[at].start])
        if not self._begins(words[at]) or not self._cuts.joints(rest):
            return text
        # "turn both off" is "turn off" what was said.
        verb = [tokens[at].text]
        verb += [w for w in words[at + 1 :] if w not in self._language.several and w not in self._language.pronouns]
        return f"{' '.join(verb)} {rest}"

    def without_instead(self, text: str) -> str:
        """*text* without the thing that is not wanted: "play jazz instead of rock" asks for jazz."""
        pattern = phrase_pattern(self._language, "instead_of")
        found = pattern.search(text) if pattern else None
        if found is None:
            return text
        before = trimmed_right(text[: found.start()])
        whole = self._reader.best(text)
        if whole is not None and self._does(whole, text, found.start()):
            return text
        return before if before and self._reader.best(before) is not None else text

    def _does(self, whole: Candidate, text: str, at: int) -> bool:
        """Whether the word at character *at* is in a text that says what somebody does: "walking instead of driving"
        may be what is to be kept."""
        heard = self._reader.hear(text)
        offset = max(0, text.find(heard.text))
        place = next((i for i, token in enumerate(heard.tokens) if token.start + offset >= at), None)
        return place is not None and any(
            start < place < end - 1 and self._begins(heard.words[start]) for start, end, _ in whole.filled.spans
        )


def _writes(request: Request) -> bool:
    """Whether *request* takes a sentence down, to which what stands behind it may belong."""
    return any(SENTENCES & set(words_of(name)) for name in request.call.arguments)
