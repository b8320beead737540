"""A part of an utterance that leans on the part before it: "clear the party list then add balloons to it".

A pronoun is read as the thing that the part before names, "a new one" as one of its kind. A part that says too little
by itself ("take the ham off the list and put cheese on") is believed where it can only be about the same things.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.accounting import vocabulary
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Dialogue, Request, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.carried import days_away
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Joint
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, trimmed, trimmed_right, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_MOST_THINGS = 4
"""Things of the part before that a pronoun may stand for, the nearest first."""
_MOST_WORDS = 10
"""Words of a part that is looked at: a longer one says what it is about."""
_BESIDE = 0.12
"""How sure a reading must be of a part that says little, where the part before tells what it is about."""
_MOST_CHOICES = 100
"""Values of an argument that are looked through."""
_MOST_OF_A_TIME = 4
"""Words of a part that says how many minutes past the hour of the part before: "at a quarter past"."""
_NAMED_BEFORE = 0.3
"""Share of the usual threshold from which an order is believed that is to what the part before names."""
_SHORT = 3
"""Letters of a word that may be a part of any longer one."""
_RIVAL = 0.5
"""Share of its confidence that another reading may reach."""


class Pointing:
    """Reads parts that lean on the part before them."""

    def __init__(self, reader: Reader, dialogue: Dialogue) -> None:
        self._reader = reader
        self._dialogue = dialogue
        self._language = dialogue.language
        self.pronouns = single_words(dialogue.language, "pronouns") - dialogue.language.articles
        """Words that are read as what the part before names."""

    def carried(self, text: str, joints: Sequence[Joint]) -> str:
        """*text* with the day or the time that an order behind one of its *joints* points to in the words of what is
        said before it: "skip the alarm on friday and remind me [that day] to ring the bank"; or all that stands behind
        a joint does: "wake me at six tomorrow and [the day after]", "at six and at [half past]"."""
        end = len(text)
        for joint in reversed(joints):
            before, behind = text[: joint.start], text[joint.end :]
            alone, rest = text[joint.end : end], text[end:]
            end = joint.start
            spelt = self._alone_spelt_out(alone, before)
            if spelt != alone:
                text = f"{text[: joint.end]}{spelt}{rest}"
                continue
            first = next(iter(self._reader.bare_words(behind)), "")
            if first in self._language.verbs | self._reader.trained.openers:
                behind = self._dialogue.carried.spelt_out_of(behind, (before,))
            if self._dialogue.inquires(trimmed(behind)):
                behind = self._dialogue.carried.asked_then(behind, before)
            text = text[: joint.end] + behind
        return text

    def _alone_spelt_out(self, alone: str, before: str) -> str:
        """*alone*, a part that says no more than how many days after that of the part *before*, or how many minutes
        past its hour, with the day or the hour."""
        carried = self._dialogue.carried
        beside = phrase_pattern(self._language, "repeats", "also", "beside")
        bare = trimmed(beside.sub(" ", alone)) if beside is not None else trimmed(alone)
        if days_away(bare, self._language) is not None:
            return carried.spelt_out_of(bare, (before,))
        if len(bare.split()) > _MOST_OF_A_TIME or any(is_content(word, self._language) for word in bare.split()[:1]):
            return alone
        spelt = carried.of_that_hour(bare, before)
        return spelt if spelt != bare else alone

    def named(self, text: str, before: str) -> Request | None:
        """*text* with what it points to in its place, where that is a request all of which is understood.

        Args:
            text: a part of an utterance.
            before: the part before it.
        """
        heard = self._reader.hear_raw(text)
        before = self.without_first(before)
        changes = phrase_pattern(self._language, "changes")
        if not heard.words or len(heard.words) > _MOST_WORDS or (changes is not None and changes.match(text)):
            return None
        at = next((at for at, word in enumerate(heard.words) if word in self.pronouns), None)
        if at is not None and not self.determines(heard, at):
            read = self._inside_sentence(text, at)
            if read is not None:
                return request_of(read, text) if self._whole(read, text) else None
            made = self._put(heard, at, at, self._things(before))
            if made is not None and any(SENTENCES & set(words_of(name)) for name in made.call.arguments):
                # What is to be thought of is what was put on the list, and not the list.
                return self._put(heard, at, at, self._listed(before)) or made
            return made
        another = self.another(text, before)
        if another is not None:
            return another
        inside = self._inside(heard, before)
        if inside is not None:
            return inside
        at = next((at for at in range(1, len(heard.words)) if heard.words[at] in self._language.ones), None)
        if at is None or self._counts(heard, at):
            return None
        return self._put(heard, at, at, self._kinds(before))

    def with_its_thing(self, text: str, before: str, alone: Candidate) -> Request | None:
        """*text*, an order about "it", with what *before* names in its place, where that is a thing of another tool's
        than the one that *text* is read for *alone*, and nothing but the verb means nothing to that tool: "turn [the
        screen] up" is not for the loudness.

        Args:
            text: an order, a pronoun behind it.
            before: what was asked before.
            alone: the tool that it is for by itself.
        """
        heard, stem = self._reader.hear_raw(text), self._language.stem
        asked = words_of(before)
        for thing in itertools.islice(self._things(before), _MOST_THINGS):
            if asked[1 : 1 + len(words_of(thing))] != words_of(thing):
                continue  # "load coal into [the hold]": that is where, and not what
            noun = stem(words_of(thing)[-1])
            if noun in vocabulary(alone.definition, self._language).wording:
                return None
            read = self._reader.best(next(self._with(heard, 1, 1, thing)), _NAMED_BEFORE)
            if read is None or read.definition.name == alone.definition.name or read.filled.missing:
                continue
            if noun in vocabulary(read.definition, self._language).wording and {*read.explained.left} <= {0}:
                return request_of(read, read.heard.text)
        return None

    def _inside(self, heard: Heard, before: str) -> Request | None:
        """What *heard* asks for where it wants to hear what is in something that *before* names: "read me
        [everything]", "tell me what is [there]". Nothing is done to all of something that nobody named."""
        spoken = self._language
        asks = heard.words[0] in spoken.verbs or heard.words[0] in spoken.question_words
        whole, there = (phrase_pattern(spoken, table) for table in ("contents", "places_before"))
        found = whole.search(heard.text) if asks and whole is not None else None
        if found is not None:
            made = self._put(heard, *_words_at(heard, *found.span()), self._things(before, texts=False))
            return made if made is not None and self._only_tells(made) else None
        found = there.search(heard.text) if asks and there is not None else None
        if found is None or trimmed(heard.text[found.end() :]):
            return None
        made = self._put(heard, *_words_at(heard, *found.span()), self._introduced(before))
        return made if made is not None and self._only_tells(made) else None

    def _only_tells(self, request: Request) -> bool:
        return bool(self._reader.trained.definitions[request.call.name].annotations.get("readOnlyHint"))

    def _introduced(self, before: str) -> Iterator[str]:
        """The names of things in *before* that a word introduces, with that word: "on the list"."""
        for heard, start, end in self._runs(before):
            first = start - self._article(heard, start)
            introducing = heard.words[first - 1] if first else ""
            if introducing in self._language.function_words - self._language.articles - self._language.persons:
                yield heard.said(first - 1, end)

    def another(self, text: str, before: str) -> Request | None:
        """ "another one of ten minutes", "and a second one for the eggs": one more of what *before* asks for, with what
        *text* says of it."""
        heard = self._reader.hear_raw(text)
        at = next((at for at in range(len(heard.words) - 1) if heard.words[at] in self._language.ones), None)
        if at is None or (self._counts(heard, at) and not self._one_more(heard, at)):
            return None
        ordinals = {place for x in heard.mentions if x.kind == m.ORDINAL for place in range(x.start, x.end)}
        if any(
            is_content(word, self._language) for place, word in enumerate(heard.words[:at]) if place not in ordinals
        ):
            return None
        language, rest = self._language, heard.words[at + 1 :]
        telling = language.subjects | language.persons | language.states | language.question_words | set(language.noes)
        if telling & set(heard.words[:at]) or not any(is_content(word, language) for word in rest):
            return None  # "it was another one of those"
        known = phrase_pattern(self._language, "pronouns")
        shown = known.finditer(text) if known is not None else ()
        if any(found.start() <= heard.tokens[at].start < found.end() for found in shown):
            return None  # "the second one", "that one" are known
        return self._like(heard.said(at + 1, len(heard.words)), before)

    def _like(self, rest: str, before: str) -> Request | None:
        """One more of what *before* asks for, with what *rest* says of it."""
        heard, asked = self._reader.hear(before), self._reader.best(before)
        if asked is None:
            return None
        # "New task oil the gate" asks for a task, whatever stands behind it without a word between.
        introducing = (self._language.function_words - self._language.articles) & set(self._reader.raw_words(rest))
        runs = [
            (start, end)
            for _, start, end in self._runs(before)
            if not (start and heard.words[start - 1] in introducing)  # the "on weekdays" beside "on weekends"
        ]
        inside = (until for start, end in runs for until in range(end - 1, start, -1))
        for end in (*(end for _, end in runs), *inside):
            if end - 1 not in asked.explained.wording:
                continue
            for words in dict.fromkeys((heard.said(0, end), heard.said(end - 1, end))):
                if self._values_again(words, rest):
                    continue  # "an alarm at six on weekdays" is no beginning of "… for eight on weekends"
                for said in dict.fromkeys((rest, self._dialogue.ellipsis.with_unit(rest, before) or rest)):
                    text = f"{words} {said}"
                    read = self._reader.best(text)
                    same = read is not None and read.definition.name == asked.definition.name
                    same = same and read is not None and read.filled.arguments != asked.filled.arguments
                    if read is not None and same and self._whole(read, text, known=asked):
                        return request_of(read, text)
        return None

    def _values_again(self, words: str, rest: str) -> bool:
        """Whether *rest* says a value of a kind that *words* say already."""
        kinds = [{x.kind for x in valued(self._reader.hear_raw(each))} for each in (words, rest)]
        return not kinds[0].isdisjoint(kinds[1])

    def beside(self, text: str, before: Request, *, known: bool = False) -> Request | None:
        """*text*, which says too little by itself, as a request about the same things as *before*; where what it names
        is *known* from there, tools for other things are no rivals."""
        text = self._cut_beside(text)
        heard = self._reader.hear(text)
        first = self._reader.trained.definitions.get(before.call.name)
        found_all = self._reader.candidates(text)
        if first is None or not found_all or not heard.words or heard.words[0] not in self._language.verbs:
            return None
        akin = (each for each in found_all if _akin(first, each.definition) and each.definition.name != first.name)
        read = next(akin, found_all[0]) if known else found_all[0]
        if read.account.refused or read.account.left or read.confidence < _BESIDE:
            return None
        others = [other for other in found_all[1:] if not _akin(first, other.definition)]
        rivals = not known and any(other.confidence > _RIVAL * read.confidence for other in others)
        if not _akin(first, read.definition) or rivals:
            return None
        arguments = dict(read.filled.arguments)
        if not self._language.ones & set(heard.words):
            for name in _common(first, read.definition) - set(arguments):
                if name in before.call.arguments and arguments:
                    arguments[name] = before.call.arguments[name]
        if any(name not in arguments for name in read.filled.missing):
            return None
        made = request_of(read, text)
        return replace(made, call=replace(made.call, arguments=arguments), missing=())

    def without_beside(self, text: str) -> str:
        """*text* without an "instead" or "too" at its end that a value would take for a part of itself: behind another
        request it says only that there is one."""
        bare, heard = self._cut_beside(text), self._reader.hear(text)
        read = self._reader.best(text) if bare != text else None
        swallowed = read is not None and any(end == len(heard.words) for _, end, _ in read.filled.spans)
        return bare if swallowed else text

    def _cut_beside(self, text: str) -> str:
        pattern = phrase_pattern(self._language, "beside")
        text = trimmed(text)
        for found in list(pattern.finditer(text)) if pattern else ():
            if found.end() == len(text) and found.start():
                return trimmed_right(text[: found.start()])
        return text

    def without_first(self, text: str) -> str:
        """*text* without a "first" at its end, which names nothing: "clear the list first".

        Args:
            text: a part of an utterance.
        """
        pattern = phrase_pattern(self._language, "first")
        text = trimmed_right(text)
        ends = [x.start() for x in pattern.finditer(text) if x.start() and x.end() == len(text)] if pattern else []
        return trimmed_right(text[: ends[0]]) if ends else text

    def _put(self, heard: Heard, start: int, end: int, things: Iterator[str]) -> Request | None:
        put = (self.with_thing(heard, start, end, thing) for thing in itertools.islice(things, _MOST_THINGS))
        return next((request for request in put if request is not None), None)

    def with_thing(self, heard: Heard, start: int, end: int, thing: str) -> Request | None:
        """What *heard* asks for with *thing* in place of its words from *start* to *end*, the last one included, where
        all of that is understood.

        Args:
            heard: an order that points to something.
            start: the first word of what points.
            end: the last one.
            thing: what is meant, with its article.
        """
        for text in self._with(heard, start, end, thing):
            read = self._reader.best(text)
            if read is not None and self._whole(read, text):
                return request_of(read, text)
        return None

    def _with(self, heard: Heard, start: int, end: int, thing: str) -> Iterator[str]:
        """The words of *heard* with *thing* in place of those from *start* to *end*; where more is said behind a word
        that introduces them, as most people order it: "put socks on the list" for "put on it socks"."""
        opening, behind = heard.text[: heard.tokens[start].start], heard.text[heard.tokens[end].end :]
        introducing = heard.words[start - 1] if start > 1 else ""
        spoken = self._language
        small = spoken.function_words - spoken.articles - spoken.auxiliaries - spoken.states
        if behind.strip() and introducing in small:
            before = heard.text[: heard.tokens[start - 1].start].rstrip()
            yield f"{before} {trimmed(behind)} {heard.tokens[start - 1].text} {thing}"
        yield f"{opening}{thing}{behind}"

    def _whole(self, read: Candidate, text: str, known: Candidate | None = None) -> bool:
        """Whether all of *text* is understood as *read*, but for words that *known*, what it is more of, leaves too."""
        accounted = read.explained
        left = {read.heard.words[at] for at in accounted.left}
        left -= {known.heard.words[at] for at in known.explained.left} if known is not None else set()
        numbers = valued(self._reader.hear(text))
        covered = accounted.values | accounted.wording
        return (
            not read.filled.missing
            and not left
            and bool(accounted.wording)
            and all(covered & set(range(x.start, x.end)) for x in numbers)
        )

    def determines(self, heard: Heard, at: int) -> bool:
        """Whether the word at *at* stands before the name of a thing, "that lamp", or begins a clause: "note that my
        knee aches"."""
        spoken, word = self._language, heard.words[at]
        following = heard.words[at + 1] if at + 1 < len(heard.words) else ""
        clause = word in spoken.relatives and following in spoken.articles | spoken.owners | spoken.subjects
        return (word in spoken.demonstratives and is_content(following, spoken)) or (clause and at > 0)

    def _counts(self, heard: Heard, at: int) -> bool:
        """Whether the word at *at* counts what follows it: "one minute"."""
        inside = any(x.start <= at < x.end and x.end - x.start > 1 for x in valued(heard))
        return inside or (at + 1 < len(heard.words) and is_content(heard.words[at + 1], self._language))

    def _one_more(self, heard: Heard, at: int) -> bool:
        """Whether the word at *at* is the one of "another one", whatever follows: "another one call the plumber"."""
        known = self._language.light_words - self._language.function_words
        timed = any(x.start <= at < x.end and x.end - x.start > 1 for x in heard.mentions)
        return at > 0 and heard.words[at - 1] in known and not timed

    def _inside_sentence(self, text: str, at: int) -> Candidate | None:
        """What *text* asks for where the word at *at* is a part of what shall be said or written, and points to
        something else."""
        read = self._reader.best(text)
        heard = self._reader.hear(text)
        word = self._reader.hear_raw(text).words[at]
        if read is None:
            return None
        spans = [(s, e) for s, e, name in read.filled.spans if set(words_of(name)) & SENTENCES]
        return read if any(word in heard.words[s:e] and e - s > 1 for s, e in spans) else None

    def _runs(self, before: str) -> Iterator[tuple[Heard, int, int]]:
        """The words that stand together in *before* and name something, the nearest first."""
        heard, asked = self._reader.hear(before), self._reader.best(before)
        wording = asked.explained.wording if asked is not None else ()
        named: list[bool] = []
        for at, word in enumerate(heard.words):
            # "List" orders nothing behind a noun: "clear the camping list".
            noun = self._article(heard, at) or (bool(named) and named[-1] and at in wording)
            small = not is_content(word, self._language) and asked is not None and at in asked.explained.values
            named.append(small or (is_content(word, self._language) and (word not in self._language.verbs or noun)))
        named = [each or any(x.start <= at < x.end for x in valued(heard)) for at, each in enumerate(named)]
        end = len(heard.words)
        while end > 0:
            if not named[end - 1]:
                end -= 1
                continue
            start = end - 1
            while start > 0 and named[start - 1]:
                start -= 1
            yield heard, start, end
            end = start

    def _article(self, heard: Heard, at: int) -> bool:
        return at > 0 and heard.words[at - 1] in self._language.articles

    def _things(self, before: str, *, texts: bool = True) -> Iterator[str]:
        """The names of things in *before*, with their articles, the nearest first; those in what is to be written down
        or said where *texts* may be meant."""
        asked = self._reader.best(before)
        spans = [(s, e) for s, e, name in asked.filled.spans if set(words_of(name)) & SENTENCES] if asked else []
        own = asked.definition.parameters if asked is not None else ()
        choices = [str(value).lower() for parameter in own for value in (parameter.enum_values or ())[:_MOST_CHOICES]]
        for heard, start, end in self._runs(before):
            if any(x.start <= start and end <= x.end for x in heard.mentions if x.kind in (m.DATE, m.TIME)):
                continue  # a day is no thing that is pointed to
            if not texts:
                end = min((s for s, e in spans if s < end and start < e), default=end)
                if end <= start:
                    continue
            first = start - self._article(heard, start)
            # Nor is what was asked of the thing: "the sun" of "when does the sun rise".
            days = {at for x in heard.mentions if x.kind in (m.DATE, m.TIME) for at in range(x.start, x.end)}
            while end - 1 > start and (end - 1 in days or _chooses(heard.words[end - 1], choices)):
                end -= 1
            for until in range(end, start, -1):
                yield heard.said(first, until)

    def _listed(self, before: str) -> Iterator[str]:
        """The things that *before* lists, together."""
        asked = self._reader.best(before)
        if asked is None:
            return
        for name in (p.name for p in asked.definition.parameters if p.is_list):
            spans = [(start, end) for start, end, other in asked.filled.spans if other == name]
            if spans:
                first = min(start for start, _ in spans)
                first -= self._article(asked.heard, first)
                yield asked.heard.said(first, max(end for _, end in spans))

    def _kinds(self, before: str) -> Iterator[str]:
        """The kinds of things that *before* names, the nearest first: one of several as well ("all my alarms")."""
        net = english_wordnet() if self._language.code == "en" else None
        for heard, _, end in self._runs(before):
            if not any(x.start <= end - 1 < x.end for x in valued(heard)):
                kind = heard.said(end - 1, end)
                yield from dict.fromkeys((kind, net.lemma(kind.lower()) if net is not None else kind))


def _words_at(heard: Heard, start: int, end: int) -> tuple[int, int]:
    """The first and the last word of *heard* from one character up to another."""
    inside = [at for at, token in enumerate(heard.tokens) if start <= token.start and token.end <= end]
    return (inside[0], inside[-1]) if inside else (0, 0)


def _chooses(word: str, choices: Iterable[str]) -> bool:
    """Whether *word* is a part of one of *choices*: "rise" of "sunrise"."""
    return len(word) > _SHORT and any(word in choice for choice in choices)


def _akin(one: ToolDefinition, other: ToolDefinition) -> bool:
    """Whether two tools are of one box, and about the same things."""
    return one.toolbox_id == other.toolbox_id and bool(_common(one, other))


def _common(one: ToolDefinition, other: ToolDefinition) -> set[str]:
    return {p.name for p in one.parameters} & {p.name for p in other.parameters}
