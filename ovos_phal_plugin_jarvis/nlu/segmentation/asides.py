"""Remarks around a request, which are left out where the rest is surely one by itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.accounting import vocabulary
from ovos_phal_plugin_jarvis.nlu.acts import Kind, Remark, acts_of, remark_of
from ovos_phal_plugin_jarvis.nlu.acts.remarks import led_in, may_be_remark, stands_before_order
from ovos_phal_plugin_jarvis.nlu.acts.statements import is_told, stated
from ovos_phal_plugin_jarvis.nlu.acts.topics import topics
from ovos_phal_plugin_jarvis.nlu.acts.words import fields_of, is_inflected, is_thing, leading_on, only_names, orders
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Request
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.inquiry import takes_what_is_there, writes_down
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.words import MOSTLY, SURELY_ANOTHER, TITLES, Part, Words, is_choice
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    single_words,
    starts_of,
    trimmed,
    trimmed_left,
    trimmed_right,
    words_of,
)
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import things_of

_MAX_ASIDES = 3
"""Places in one utterance where a remark may begin that are tried: each is read."""
_SURELY = 0.9
"""Confidence of a request that stands behind a reason and begins with no order, or says nothing but a value."""
_BEGUN = 3
"""Words that a request shares with the beginning of an example."""
_BEING = ("'m", "'re", "'s")
"""Endings of what says of somebody how they are."""
_HALF = 0.5
"""Share of a word's use as a noun from which on it may be what is spoken of."""
_MOST_OTHER = 5
"""Words by which the one is named that is not meant: "the half past six one"."""
_SHORT = 3
"""Letters of a word that is too short for a longer one to be of it."""


class Asides(Words):
    """Leaves remarks out."""

    _cuts = Part(Cuts)

    @cached_property
    def _conditions(self) -> frozenset[str]:
        return frozenset(single_words(self._language, "conditions"))

    def without_apology(self, text: str) -> str:
        """*text* without "sorry for my english", which takes nothing back."""
        pattern = phrase_pattern(self._language, "apologies")
        for found in pattern.finditer(text) if pattern else ():
            said = trimmed(text[: found.start()])
            remark = remark_of(text[found.start() :], self._reader.lang) if said else None
            if remark is not None and self._stands_alone(said, remark, ends=True) and self._only_remarks(remark, said):
                return said
        return text

    def without_other_one(self, text: str) -> str:
        """*text* without the one of its kind at the end that is not meant: "stop the egg timer [not the rice one]".
        What is said before it is an order by itself and names which one is."""
        ends = self._language.ones | single_words(self._language, "other_ones")
        for said, words in self._denied_behind(text):
            named = (
                len(words) in range(2, _MOST_OTHER + 1) and words[0] in self._language.articles and words[-1] in ends
            )
            if named and self._opens(said) and self._names_surely(said):
                return said
        return text

    def without_another(self, text: str, *, before: bool) -> str:
        """*text* without another thing of its kind that it names and does not mean: "clear the party list [not the
        travel list]", and where it may stand *before* what is asked for "[not the party list] put plates on the travel
        list". What a text tells is a part of it."""
        for said, words in (*self._denied_behind(text), *(self._denied_before(text) if before else ())):
            another = self._is_another(words, self._reader.raw_words(said))
            if another and self._names_surely(said) and not self._tells(text, words):
                return said
        return text

    def _tells(self, text: str, words: Sequence[str]) -> bool:
        """Whether *text* has *words* in a text that is not there yet: "remind me to feed the grey cat not [the black
        cat]"."""
        best = self._reader.best(text)
        if best is None or takes_what_is_there(best.definition):
            return False
        names = SENTENCES | TITLES - {"name"}
        texts = (value for name, value in best.filled.arguments.items() if set(words_of(name)) & names)
        things = itertools.chain.from_iterable(map(things_of, texts))
        return any(isinstance(thing, str) and starts_of(words, self._reader.raw_words(thing)) for thing in things)

    def _denied_behind(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """What *text* says before something that is not meant, and the words of that; "but not" leaves out."""
        pattern = phrase_pattern(self._language, "denials")
        for found in pattern.finditer(text) if pattern else ():
            said = trimmed(text[: found.start()])
            if said and not self._leads_on(said):
                yield said, self._reader.raw_words(text[found.end() :])

    def _denied_before(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """What *text* orders behind something that is not meant, and the words of that."""
        pattern = phrase_pattern(self._language, "denials")
        found = pattern.match(text) if pattern is not None else None
        tokens = self._reader.raw_tokens(text[found.end() :]) if found is not None else []
        for at in range(2, min(_MOST_OTHER + 1, len(tokens))):
            said = text[(found.end() if found is not None else 0) + tokens[at].start :]
            if self._opens(said):
                yield said, [token.norm for token in tokens[:at]]

    def _is_another(self, other: Sequence[str], words: Sequence[str]) -> bool:
        """Whether *other*, "the rice timer", names another thing of a kind of which *words* name one, "the egg timer";
        one of all there are ("all the timers") is none."""
        spoken = self._language
        determined = spoken.articles | spoken.owners
        if len(other) not in range(3, _MOST_OTHER + 1) or other[0] not in determined:
            return False
        kind, own = other[-1], list(other[1:-1])
        if not is_content(kind, spoken) or not any(is_content(word, spoken) for word in own):
            return False
        for at, word in enumerate(words):
            begin = next((n for n in range(at - 1, max(-1, at - _MOST_OTHER), -1) if words[n] in determined), at)
            if word == kind and begin + 1 < at and list(words[begin + 1 : at]) != own:
                return True
        return False

    def _names_surely(self, said: str) -> bool:
        """Whether *said* is surely a request by itself, all of which is understood, with what it is for."""
        alone = self._whole_request(said)
        if alone is None or alone.confidence < SURELY_ANOTHER or alone.explained.left:
            return False
        return bool(alone.filled.arguments) and not alone.filled.missing

    def without_reason(self, text: str, *, pointing: bool = False) -> str:
        """*text* without the clause that only says why: "the piano is sold so remove the tuner task".

        Args:
            text: an utterance.
            pointing: whether both may point to what was spoken of before: "we bought all of that so empty it".
        """
        for reason, rest in self.reasons(text):
            if pointing and self._points(reason) and self._points(rest) and self.ends(reason):
                return rest
            alone = self._reader.best(rest) if not self._pointing(rest) else None
            if alone is None or not self._is_surely_whole(text, alone):
                continue
            if not self._is_told_more(text, reason, rest, alone):
                return rest
        return text

    def without_why_behind(self, text: str) -> str:
        """*text*, which leans on what was done, without the clause at its end that says why: "and one at eight [in case
        i don't hear it]". What names a time or a number there may be wanted."""
        pattern = phrase_pattern(self._language, "reasons")
        for found in pattern.finditer(text) if pattern else ():
            remark = remark_of(text[found.start() :], self._reader.lang) if found.start() else None
            reason = remark is not None and remark.kind is Kind.REASON
            if reason and not valued(self._reader.hear_raw(text[found.start() :])):
                return trimmed_right(text[: found.start()])
        return text

    def reasons(self, text: str) -> Iterator[tuple[str, str]]:
        """What says why in *text*, with what is asked for behind it: "the baby's asleep", "mute yourself". That begins
        with an order or a question, or stands behind a clause, and is surely a request that leaves no word."""
        pattern, opening = (phrase_pattern(self._language, table) for table in ("consequences", "openings"))
        for found in pattern.finditer(text) if pattern else ():
            reason, rest = trimmed(text[: found.start()]), trimmed(text[found.end() :])
            if not reason or not rest or self._asks_something(reason):
                continue
            if self._reader.raw_words(reason)[-1] in self._language.states:
                continue  # "the film was so loud …"
            if self._opens(rest) or (opening is not None and opening.match(rest)):
                yield reason, rest
            elif stated(self._reader.raw_words(reason), self._language, alone=True) is not None:
                alone = self._whole_request(rest)
                if alone is not None and alone.confidence >= self._least_behind(alone, rest):
                    yield reason, rest

    def _least_behind(self, read: Candidate, rest: str) -> float:
        """The confidence that *rest* needs behind a reason, which begins with no order: less where it begins with the
        words of an example of the tool that it is *read* for, "you needn't remind me …"."""
        begun = self._reader.raw_words(rest)[:_BEGUN]
        examples = self._reader.trained.aligned.get(read.definition.name, ())
        taught = any(
            list(example.words[:_BEGUN]) == list(begun) and example.outside(_BEGUN - 1) for example in examples
        )
        return SURELY_ANOTHER if taught and len(begun) == _BEGUN else _SURELY

    def _asks_something(self, text: str) -> bool:
        """Whether *text* begins with an order or a question, as "what with the rain" and "what i said" do not."""
        words = self._reader.bare_words(text)
        if words and words[0] in self._language.question_words:
            return acts_of(text, self._reader.lang).question
        return self._opens(text)

    def _points(self, text: str) -> bool:
        """Whether *text* points to something that was spoken of, and names nothing: "all of that"."""
        spoken, words = self._language, self._reader.raw_words(text)
        named = any(word in spoken.articles | spoken.owners for word in words)
        return not named and not (set(spoken.pronouns) - spoken.articles).isdisjoint(words)

    def _is_surely_whole(self, text: str, read: Candidate) -> bool:
        """Whether a request needs no word that is said before it: nothing is missing or left; or it is sure, what is
        left introduces no value ("between the third and …"), and *text*, with what is said before, is not understood.
        """
        accounted = read.explained
        left = {*accounted.left}
        asks = read.heard.words[0] in self._language.question_words and read.confidence >= _SURELY
        if read.filled.missing or not (accounted.wording or asks):
            return False
        introducing = {x.start - 1 for x in valued(read.heard)}
        sure = read.confidence >= SURELY_ANOTHER and left.isdisjoint(introducing)
        return not left or (sure and self._reader.best(text) is None)

    def _is_told_more(self, text: str, reason: str, said: str, read: Candidate) -> bool:
        """Whether what is said before a request tells what that leaves open: a value, or what a pronoun stands for.

        Args:
            text: both of them.
            reason: what is said before.
            said: the request by itself.
            read: as what that is understood.
        """
        given = read.filled.arguments
        free = [p for p in read.definition.parameters if p.name not in given and not is_choice(p)]
        texts = any(not self._dialogue.typed(read.definition, p) for p in free)
        points = (self._language.persons - self._language.addressing) & set(self._reader.raw_words(said)[1:])
        if points and (texts or valued(self._reader.hear_raw(reason))):
            return True
        whole = self._reader.best(text)
        more = whole.filled.arguments if whole is not None and whole.definition is read.definition else {}
        return len(more) > len(given) and all(more.get(name) == value for name, value in given.items())

    def without_aside(self, text: str) -> str:
        """*text* without a remark that a recogniser wrote no comma before or behind: "close the blinds the baby's
        asleep". Only what is surely a request by itself is done without it."""
        text = text.strip()
        whole = self._cuts.sane(text)
        understood = whole is not None and not whole.explained.left
        tried = 0
        for before, behind, asking, sides in self._halves(text):
            for said, beside in sides:
                # Before it is told whether that is a remark, which takes longer.
                if (
                    understood
                    and whole is not None
                    and not self._threatens(beside, whole)
                    and not self._taken_for_value(whole, beside, behind=beside == behind)
                ):
                    continue
                remark = remark_of(beside, self._reader.lang, before=beside == before)
                if remark is None and beside == behind and whole is not None and takes_what_is_there(whole.definition):
                    # "I'm not going" is why something is taken away, and leaves nothing of that out.
                    remark = remark_of(beside, self._reader.lang, negated=True)
                if remark is None or (beside == before and not self._follows(beside, said)):
                    continue
                if beside == behind and not self._begins_clause(said, beside):
                    continue
                tried += 1
                if tried > _MAX_ASIDES:
                    return text
                if (
                    self._leaves_nothing_open(remark, said)
                    and self._stands_alone(said, remark, ends=beside == behind)
                    and self._only_remarks(remark, said)
                ):
                    return said
            placed = self._placed(before, behind) if asking and not understood else None
            if placed is not None:
                return placed
        return text

    def _halves(self, text: str) -> Iterator[tuple[str, str, bool, list[tuple[str, str]]]]:
        """Where *text* may be cut between two words, as far as the words behind and the first ones tell: what stands
        before and behind, whether that asks, and which of them may be a request with the other as a remark beside
        it."""
        lang, tokens = self._reader.lang, self._reader.raw_tokens(text)
        told = acts_of(text.strip(), lang).statement
        past = told is not None and told.past
        words = [token.norm for token in tokens]
        skipped = len(text) - len(trimmed_left(text))
        skipped += led_in(text[skipped:], lang)
        first = sum(token.start < skipped for token in tokens)
        leads = may_be_remark(words[first : first + 3], lang)
        heard = self._reader.hear_raw(text)
        inside = {heard.tokens[at].start for x in valued(heard) for at in range(x.start + 1, x.end)}
        for at, token in enumerate(tokens[1:], start=1):
            if token.start in inside:
                continue  # "he is eight [hours ahead]"
            if told is not None and is_told(words, at, told.verb, self._language):
                continue
            follows, asks = may_be_remark(words[at : at + 3], lang), token.norm in self._language.question_words
            precedes = leads or at <= first
            # No part of a word stands beside another: "s'[il te plaît]".
            if not (follows or precedes or asks) or not text[token.start - 1].isspace():
                continue
            before, behind = trimmed(text[: token.start]), text[token.start :]
            if past and not self._orders_behind(before, words[at:]):
                continue  # neither "the boats in that [harbour were painted]" nor "[we had to] paint the boats"
            sides = [(before, behind)] if follows and not past else []
            if precedes:
                sides.append((behind, before))
            yield before, behind, asks, sides

    def _orders_behind(self, before: str, words: Sequence[str]) -> bool:
        """Whether *words*, behind the clause *before*, begin as an order does, with whom or what it is done to: "i
        didn't hear that [turn it up]"."""
        spoken = self._language
        whom = spoken.articles | spoken.persons | spoken.owners | spoken.demonstratives | spoken.points
        begins = len(words) > 1 and orders(words[0], spoken) and is_content(words[0], spoken) and words[1] in whom
        return begins and stands_before_order(before, self._reader.lang)

    def _taken_for_value(self, whole: Candidate, remark: str, *, behind: bool) -> bool:
        """Whether a value of *whole* holds words of *remark* at its end or its beginning: "timer i lost count" has no
        label "lost count". What is written down, said or a title may hold any words, but for that by which something is
        named which is there: "delete the hedge task we sold the house"."""
        heard, size = self._reader.hear(whole.heard.text), len(self._reader.raw_tokens(remark))
        first, last = (len(heard.words) - size, len(heard.words)) if behind else (0, size)
        spans = [name for start, end, name in whole.filled.spans if start < last and end > first]
        # A verb alone begins a remark where it says who ("sono", "I am"), as it may go on: "che ore | sono a madrid".
        joined = heard.words[first - 1 : first + 1] if behind and first and self._language.code != ENGLISH else ()
        if joined and self._says_together(whole.definition.name, joined):
            return False
        own = {parameter.name: parameter for parameter in whole.definition.parameters}
        if any(name in own and self._dialogue.typed(whole.definition, own[name]) for name in spans):
            return False  # one of a few values, a number and the like are no chance
        if not any(set(words_of(name)) & (SENTENCES | TITLES - {"name"}) for name in spans):
            return bool(spans)
        return behind and takes_what_is_there(whole.definition) and self._goes_on_with(heard, whole, first)

    def _goes_on_with(self, heard: Heard, whole: Candidate, first: int) -> bool:
        """Whether the texts of *whole* say something before the word at *first*, and nothing that somebody is told:
        neither "the reminder that [the bus leaves]" nor "the task tell tom [it's off]"."""
        telling = single_words(self._language, "reports") | single_words(self._language, "relays")
        for start, end, _ in whole.filled.spans:
            if start < first < end and not telling.isdisjoint(heard.words[start:first]):
                return False
            if start == first or (start > first and not any(s < first for s, _, _ in whole.filled.spans)):
                return False
        return True

    def _says_together(self, tool: str, words: Sequence[str]) -> bool:
        """Whether an example of *tool* says these *words* one after another, outside values."""
        return any(
            example.words[at : at + len(words)] == list(words)
            and all(example.outside(place) for place in range(at, at + len(words)))
            for example in self._reader.trained.aligned.get(tool, ())
            for at in range(len(example.words))
        )

    def _begins_clause(self, said: str, beside: str) -> bool:
        """Whether *beside* is no part of what *said* begins: behind one word the clause has to say by a word of grammar
        whom it speaks of, "quieter [the baby's asleep]", and not "brighter [days are coming]"; behind a verb by one
        that nothing is done to, "snooze [i'm tired]" and not "undo [your coat you'll boil]"."""
        words, spoken = self._reader.raw_words(said), self._language
        first = self._reader.raw_words(beside)[0]
        asks = words[0] in spoken.question_words and "'" not in words[0]
        if asks and (spoken.auxiliaries | spoken.states).isdisjoint(words) and is_content(first, spoken):
            return False  # "which planner [app is good]" has its verb there
        if len(words) != 1:
            return True
        fields = fields_of(words[0], spoken)
        does = words[0] in spoken.verbs or any(name.startswith("verb.") for name in fields)
        names = sum(share for name, share in fields.items() if name.startswith("noun.")) > _HALF
        somebody = spoken.subjects | spoken.points
        if not does:
            somebody |= spoken.articles | spoken.owners | spoken.demonstratives
        return (words[0] in spoken.verbs or not names) and first in somebody

    def _follows(self, remark: str, said: str) -> bool:
        """Whether the request *said* may follow *remark* and points to nothing in it."""
        pointing = self._language.persons - self._language.addressing
        there = phrase_pattern(self._language, "places_before")
        points = bool(pointing & set(self._reader.raw_words(said)[1:])) or (there is not None and there.search(said))
        return not points and self._begins_anew(remark, said)

    def _begins_anew(self, remark: str, said: str) -> bool:
        """Whether *said* is an order behind *remark*, and no part of it: neither "her guest [list]" nor "it was hard
        [closing the door]"."""
        words = self._reader.hear(said).words
        orders = len(words) > 1 and self._opens(said) and not is_inflected(words[0], self._language)
        return orders and self.ends(remark)

    def _asks(self, said: str) -> bool:
        """Whether *said*, beside a remark, may ask for something: neither "the mug cracked [i nearly cried]" nor
        "yesterday [my alarm rang]"."""
        words = self._reader.raw_words(said)
        return acts_of(said, self._reader.lang).statement is None and (
            len(words) > 1 or words[0] in self._language.verbs or tuple(words) in self._reader.trained.shown
        )

    def ends(self, remark: str) -> bool:
        """Whether *remark*, before an order, ends as a clause does, and the order is no part of it: "my phone can [set
        an alarm]", "i watched her [set an alarm]"."""
        spoken, words = self._language, self._reader.hear_raw(remark).words
        if words[-1] in _never_last(spoken):
            return False
        watching = next((at for at, word in enumerate(words) if word in spoken.perceiving), None)
        if watching is None:
            return True
        seen = words[watching + 1 :]
        if len(seen) == 1 and seen[0] in spoken.demonstratives:
            return True  # "i didn't hear that"
        return not any(word in spoken.persons for word in seen) and is_thing(words[-1], spoken)

    def _stands_alone(self, text: str, remark: Remark, *, ends: bool) -> bool:
        """Whether *text* is surely a request by itself, and, where *remark* was cut off behind it, ends like one."""
        if self._cuts.joints(text) or not self._asks(text):
            return False
        if ends and self._leads_on(text):
            return False
        # Only now: the tools read it, which takes longest.
        best = self._whole_request(text)
        if best is None or best.confidence < SURELY_ANOTHER:
            return False
        words = self._reader.raw_words(remark.text)
        wants = not self._language.wishes.isdisjoint(words) and not self._language.speakers.isdisjoint(words)
        if wants and any(parameter.is_list for parameter in best.definition.parameters):
            return False  # "and i need some eggs" may be one more thing of the list
        # Else the remark may be what is to be written down or said.
        may_hold = any(set(words_of(parameter.name)) & SENTENCES for parameter in best.definition.parameters)
        return not may_hold or takes_what_is_there(best.definition) or self._threatens(remark.text, best)

    def _threatens(self, remark: str, request: Candidate) -> bool:
        """Whether *remark* says what comes of it where the *request* is not done, no part of a text unless that
        is written down: "remind me of the tax or else i forget it"."""
        threat = phrase_pattern(self._language, "otherwise")
        begins = threat is not None and threat.match(remark) is not None
        return begins and not writes_down(request.definition, self._language)

    def _leads_on(self, text: str) -> bool:
        """Whether *text* ends with a word that something has to follow: "put the bread on the"."""
        grammar = leading_on(self._language) - self._language.persons - set(self._language.pronouns)
        words = self._reader.raw_words(text)
        return bool(words) and (words[-1] in grammar or self._wants_subject(text))

    def _wants_subject(self, text: str) -> bool:
        """Whether *text* ends with a verb of being or helping whose subject has to follow: "what time does [the bus
        leave]". Where one stands before it ("what time it is"), or an example ends so ("qué hora es"), nothing is
        missing."""
        spoken, words = self._language, self._reader.raw_words(text)
        if words[-1] not in spoken.auxiliaries | spoken.states:
            return False
        if not (spoken.subjects | spoken.articles | spoken.owners).isdisjoint(words[:-1]):
            return False
        endings = (example.words[-2:] for examples in self._reader.trained.aligned.values() for example in examples)
        return list(words[-2:]) not in endings

    def _leaves_nothing_open(self, remark: Remark, said: str) -> bool:
        """Whether *remark* orders nothing and belongs to no noun of the request *said* ("the file i'm editing")."""
        if remark.kind in (Kind.REASON, Kind.ADDRESS):
            return True
        rest = self._reader.raw_words(remark.rest) if trimmed(remark.rest) else []
        orders = self._language.verbs | self._reader.trained.openers
        for at, word in enumerate(rest):
            known = len(word) > 1 and word in orders and is_content(word, self._language)  # "five k"
            ordered = known and self._begins(word)
            if ordered and at and is_content(rest[at - 1], self._language):
                return False  # "the baby's asleep turn off the lamp"; "to turn off" and "the turn" order nothing
        begun = self._reader.raw_words(remark.evidence)[-1:]
        if begun and begun[0] in self._language.past_alone and len(self._reader.raw_words(remark.evidence)) == 1:
            return True  # "got it in early" is said of no thing before it
        if begun and begun[0] in self._language.question_words - self._language.auxiliaries | self._conditions:
            return True  # "i can't remember what i set" has what it is about
        return not (self._lacks_object(said, begun, rest) or self._belongs(remark, said))

    def _only_remarks(self, remark: Remark, said: str) -> bool:
        """Whether *remark* names nothing that the tool of the request *said* takes."""
        best = self._reader.best(said)
        if best is None:
            return False
        if remark.kind is Kind.REASON:
            return not self.counts(remark)
        heard, light = self._reader.hear_raw(remark.text), self._language.light_words
        counted = any(word not in light for x in valued(heard) for word in heard.words[x.start : x.end])
        called = remark.kind is Kind.ADDRESS
        if not called and (
            (counted and self.takes_values(best.definition)) or self._reader.best(remark.text) is not None
        ):
            return False
        stem = self._language.stem
        about = [word for word in heard.words if is_content(word, self._language)]
        own = vocabulary(best.definition, self._language)
        known = set(own.choices)
        # What says a text already says no more of it.
        known.update(
            stem(word)
            for example in best.definition.examples
            for name, value in example.arguments.items()
            if isinstance(value, str) and name not in best.filled.arguments and not set(words_of(name)) & SENTENCES
            for word in words_of(value)
        )
        if any(stem(word) in known for word in about):
            return False
        # "slowly" says "slow"
        return not any(word.startswith(choice) for word in about for choice in own.choices if len(choice) > _SHORT)

    def takes_values(self, definition: ToolDefinition) -> bool:
        """Whether a tool takes numbers, lengths or times: one in a remark may be for it."""
        return any(self._dialogue.typed(definition, parameter) for parameter in definition.parameters)

    def _lacks_object(self, said: str, begun: Sequence[str], rest: Sequence[str]) -> bool:
        """Whether the verb of a clause behind the noun that *said* ends with has nothing behind it that something is
        done to: English says "the timer i set for the eggs" without a word between.

        Args:
            said: the request.
            begun: the word that says what somebody does.
            rest: the words behind it.
        """
        spoken, heard = self._language, self._reader.hear_raw(said)
        last = len(heard.words) - 1
        named = self._may_be_noun(heard.words[last]) and not any(x.start <= last < x.end for x in valued(heard))
        verb = begun[0] if begun else ""
        if spoken.code != "en" or not named or not verb or verb in spoken.states | spoken.articles | spoken.doings:
            return False
        if spoken.points & spoken.persons & set(rest):
            return False  # "i've hung it up" has what it is about
        following = [word for word in rest if word not in spoken.adverbs]
        if verb in spoken.auxiliaries or "'" in verb:
            if verb.endswith(_BEING):
                return False
            if verb in spoken.negations and verb not in spoken.preterites:
                return False  # what somebody does not do any more tells of no other thing of its name
            following = following[1:]
        introducing = spoken.function_words - spoken.articles - spoken.persons - spoken.demonstratives
        return not following or following[0] in introducing

    def _may_be_noun(self, word: str) -> bool:
        """Whether *word* may be a noun, of which a clause behind it could tell more: neither the "up" of "turn it up"
        nor "louder"."""
        fields = fields_of(word, self._language)
        grammar = word in self._language.function_words
        known = bool(fields) and not any(name.startswith("noun.") for name in fields)
        return is_content(word, self._language) and not grammar and not known

    def _orders(self, remark: Remark) -> bool:
        """Whether a word that requests begin with is said in the rest of *remark*, other than what somebody did not do:
        "i didn't [hear] that"."""
        spoken, rest = self._language, trimmed(remark.rest)
        heard = self._reader.hear_raw(rest) if rest else None
        words = heard.words if heard is not None else []
        told = self._reader.raw_words(remark.evidence)[-1:]
        own = bool(told) and told[0] in spoken.auxiliaries | single_words(spoken, "negations")
        days = {at for x in (heard.mentions if heard else ()) if x.kind == m.DATE for at in range(x.start, x.end)}
        named = {at for at, word in enumerate(words) if at and self._is_named(words[at - 1], word)}
        return any(self._is_order(word) for at, word in enumerate(words) if at >= own and at not in days | named)

    def _is_named(self, before: str, word: str) -> bool:
        """Whether *word* is a noun behind the article *before* it, though examples have it as an order: "ich hab keinen
        [würfel]"."""
        return before in self._language.articles and word not in self._language.verbs

    def _is_order(self, word: str) -> bool:
        """Whether requests begin with *word*, and it is no noun."""
        taught = word in self._reader.trained.openers and not only_names(word, self._language)
        return is_content(word, self._language) and (taught or word in self._language.verbs)

    def _belongs(self, remark: Remark, said: str) -> bool:
        """Whether *remark* may be said of the noun that *said* ends with: "the file [i'm] editing"."""
        rest = self._reader.hear_raw(remark.rest).words if trimmed(remark.rest) else []
        heard, subject = self._reader.hear_raw(said), self._reader.raw_words(remark.evidence)[:1]
        last = len(heard.words) - 1
        if not self._may_be_noun(heard.words[last]) or any(x.start <= last < x.end for x in valued(heard)):
            return False  # there is no noun that the remark could belong to
        if self._language.points & self._language.persons & set(rest):
            return False  # "i've hung it up" has what it is about
        if len(rest) > 1 and rest[-2] in self._language.persons and rest[-1] in self._language.function_words:
            return False  # "they can't fit me in"
        if len(rest) == 1 and subject and is_content(subject[0], self._language):
            return False  # "summer's over"
        # English says "the song the band is playing" and "the shelf it's on" without a word between.
        if rest and rest[-1] in self._language.function_words - self._language.persons - self._language.doings:
            return self._language.articles.isdisjoint(rest)  # "i've got the day off" has it as well
        net = english_wordnet() if self._language.code == "en" else None
        doing = net.fields(rest[-1]) if net is not None and rest else ()
        return sum(share for name, share in doing if name.startswith("verb.")) > MOSTLY

    def remarked(self, text: str, *, explaining: bool, valued: bool = False) -> Iterator[tuple[str, Remark]]:
        """*text* without a clause at its end, or at its beginning, that says only why or how somebody feels, and that
        clause: "stop it again [I've turned the stove off]". Whoever asks has to make sure that the rest is understood,
        and to look at :meth:`concerns`.

        Args:
            text: an utterance.
            explaining: whether only the clauses are wanted that say why.
            valued: whether also those are wanted that say a day or a number, "i got that today": whoever asks has to
                make sure that no tool takes it.
        """
        reasons = phrase_pattern(self._language, "reasons")
        if explaining and (reasons is None or reasons.search(text) is None):
            return
        for before, behind, _, sides in self._halves(text):
            for said, beside in sides:
                remark = remark_of(beside, self._reader.lang, negated=True) if self._opens(said) else None
                if remark is None or (explaining and remark.kind is not Kind.REASON) or not self._asks(said):
                    continue
                if (self.counts(remark) and not valued) or (beside == before and not self._begins_anew(before, said)):
                    continue
                if beside == behind and not self._begins_clause(said, beside):
                    continue
                # A clause behind "if" or "when" may be of the remark; a thing behind "to" and "the" is of the request.
                naming = leading_on(self._language) - self._language.persons - self._language.question_words
                naming -= single_words(self._language, "conditions")
                if beside != before and (self._reader.raw_words(said)[-1] in naming or self._wants_subject(said)):
                    continue
                if remark.kind is not Kind.REASON and (
                    self._orders(remark)
                    or (beside != before and self._belongs(remark, said))
                    or self._reader.best(beside) is not None
                ):
                    continue
                yield said, remark

    def pointing_beside(
        self, text: str, named: Callable[[str], Request | None], whole: Request | None
    ) -> Request | None:
        """What *text* asks for of something said before it, without a remark at its end which the reading of all of it
        would take for a value: "take the nails off it [i've got plenty]".

        Args:
            text: a part of an utterance.
            named: reads one with what it points to in its place.
            whole: what that reads *text* as.
        """
        for said, remark in itertools.islice(self.remarked(text, explaining=False, valued=True), _MAX_ASIDES):
            found = named(said) if text.startswith(said) else None
            if found is None or not self.is_beside(remark, found):
                continue
            if whole is None or whole.call.name == found.call.name:
                return found
        return None

    def is_beside(self, remark: Remark, request: Request) -> bool:
        """Whether *remark* is no part of what *request* writes down, and says no value that its tool takes."""
        definition = self._reader.trained.definitions[request.call.name]
        writes = any(set(words_of(parameter.name)) & SENTENCES for parameter in definition.parameters)
        return not writes and not (self.counts(remark) and self.takes_values(definition))

    def concerns(self, remark: Remark, said: str, definition: ToolDefinition) -> bool:
        """Whether *remark* names one of the few values that the tool takes, or may be a part of what it writes down, or
        names what the request *said* points to and the tool knows nothing of: "i don't like this song [skip it]"."""
        if remark.kind is Kind.REASON:
            return any(set(words_of(parameter.name)) & SENTENCES for parameter in definition.parameters)
        own, words = vocabulary(definition, self._language), self._reader.raw_words(remark.text)
        about = {self._language.stem(word) for word in words if is_content(word, self._language)}
        if about & own.choices:
            return True
        pointing = (self._language.persons - self._language.addressing) & set(self._reader.raw_words(said)[1:])
        return bool(pointing and topics(words, self._language)) and not about & own.wording

    def counts(self, remark: Remark) -> bool:
        """Whether what a tool could take is said in *remark*: a number, a time or a day, other than "at first" and
        "another"; behind "because" only a time could be meant for the request."""
        heard, light = self._reader.hear_raw(remark.text), self._language.light_words
        meant = [x for x in valued(heard) if x.kind != m.ORDINAL]
        if remark.kind is Kind.REASON:
            meant = [x for x in meant if x.kind in (m.TIME, m.DURATION)]
        return any(word not in light for x in meant for word in heard.words[x.start : x.end])

    def _placed(self, before: str, behind: str) -> str | None:
        """*behind*, a question, with the place that the clause *before* it names: "my son moved to Quito what time is
        it there"."""
        if self._opens(before):
            return None
        found = self._dialogue_place(before, behind)
        return found.call.said if found is not None else None


@lru_cache(maxsize=32)
def _never_last(spoken: Language) -> frozenset[str]:
    """Words that no clause ends with that stands before an order."""
    helping = spoken.auxiliaries | spoken.adverbs | spoken.wishes | single_words(spoken, "negations")
    return (leading_on(spoken) - spoken.persons - spoken.points) | helping
