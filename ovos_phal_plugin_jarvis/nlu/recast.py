"""Ways to say something of the last request that are long for something short: "what would that be in yards" is "and
in yards", "that's a seasonal" (of a berth) is "make it seasonal".

Which they are the language says. They are tried where nothing else has understood what was said behind an action, so
what comes of them is a guess; what changes something asks first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.statements import is_open, stated
from ovos_phal_plugin_jarvis.nlu.acts.words import may_order
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, Request, State
from ovos_phal_plugin_jarvis.nlu.dialogue.made import makes
from ovos_phal_plugin_jarvis.nlu.dialogue.revision import taken_back
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import valued, valued_places
from ovos_phal_plugin_jarvis.nlu.segmentation import Plan
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    phrases_meaning,
    single_words,
    starts_of,
    trimmed,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.tool_verbs import TAKING, UNDOING
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_HOLE, _OTHER, _KIND, _ASKED = "{}", "{other}", "{kind}", "{asked}"
"""What stands in a way to say something for what is said, other words, a kind of thing, and how it was asked for."""
_DONE, _TELLS, _FEW, _MOVED = "{done}", "{tells}", "{few}", "{moved}"
"""What stands before it where the last request did something, only told something, takes one of a few values, or moved
a day."""
_WHERE = re.compile("|".join(map(re.escape, (_DONE, _TELLS, _FEW, _MOVED))))
_LAST, _TOLD = "{last}", "{told}"
"""What stands for what was named before, and for how a text was asked to be written down."""
_ACHIEVED = frozenset(["completed", "complete", "done", "finished"])
"""Words of a yes or no that may be denied by itself: "it isn't"."""
_MOST_SHOWN = 20
"""Values in examples that are looked at."""
_LEAST_ASKED = 3
"""Words of what is wanted in place of all that was asked for."""
_MOST_KINDS = 2
"""Kinds of thing that the last request may have been for."""
_BEFORE = ("sounds", "fillers")
"""Tables of what stands before such words and says nothing."""
_BEHIND = ("fillers", "particles", "politeness", "also", "beside", "callings")
"""The same behind them."""
_MOST_BEHIND = 3
"""Phrases that may stand there."""
_MOST_WORDS = 12
"""Words of an utterance that is looked at."""
_MOST_NAMED = 3
"""Words of what is named, behind what introduces it."""


class Recasts:
    """Says again for short what is said of the last request."""

    def __init__(self, reader: Reader, dialogue: Dialogue, state: State) -> None:
        """
        Args:
            reader: reads the words.
            dialogue: reads follow-ups.
            state: what was done.
        """
        self._reader, self._dialogue = reader, dialogue
        known = state.call is not None and state.call.name in reader.trained.definitions
        self._call = state.call if known else None
        self._language, self._shown = dialogue.language, state.shown

    def plan(self, texts: Iterable[str], planned: Callable[[str], Plan]) -> Plan | None:
        """What one of *texts* asks for where it is said again for short; None where that is not about the last call.

        Args:
            texts: what was said, as it is and without words that ask for nothing.
            planned: what a text asks for.
        """
        call = self._call
        if call is None:
            return None
        for at, text in enumerate(texts):
            if is_open(self._reader.raw_words(text), self._language):
                continue  # "drop the lot and let them have [it back]"
            found = self.unneeded(text)
            if not at:  # "and here", not "and here [we have no heating]"
                found = found or self.here(text) or self.denied(text) or self._dialogue.leaving.fewer(text, call)
            if found is not None:
                return Plan((found,))
            for short, said in self.of(text):
                if at and _DONE in short:
                    continue  # "we need [ten not twelve]"
                plan = planned(said)
                if plan.understood and len(plan.requests) == 1 and self._concerns(plan.requests[0], short, said):
                    request = plan.requests[0]
                    return Plan((replace(request, confidence=min(request.confidence, GUESSED)),))
        return None

    def of(self, text: str) -> Iterator[tuple[str, str]]:
        """The ways to say *text* again for short: each as the language has it ("and {}"; "" where only a word for all
        of it gives way to a pronoun), and filled with what was said."""
        text = trimmed(without_opening(text, self._language, *_BEFORE))
        call = self._call
        if call is None or len(self._reader.raw_words(text)) > _MOST_WORDS:
            return
        for short, long in _frames(self._language):
            found = long.fullmatch(text)
            if found is None:
                continue
            named = found.groupdict().get("last") or ""
            if named and not self._was_named(named):
                continue
            said = self._without_beside(trimmed(found.groupdict().get("said") or ""))
            said = self._dialogue.carried.of_that_hour(said, call.said) if said else ""
            if self._may_say(short, said, call):
                yield from ((short, filled.replace(_LAST, named)) for filled in self._filled(short, said, call))
        if self._tells(call) and self._is_of_one(self._reader.hear_raw(text).words):
            yield self._going_on, self._going_on.replace(_HOLE, text)
        pointed = self._pointing(text)
        if pointed:
            yield "", pointed

    def _pointing(self, text: str) -> str:
        """*text*, an order for all of one thing and nothing else, with what points to it: "throw it away" for "throw
        [it all] away"; "" where it is none."""
        pattern, words = phrase_pattern(self._language, "all_of_it"), self._reader.raw_words(text)
        found = pattern.search(text) if pattern is not None and words and may_order(words[0], self._language) else None
        if found is None or len(self._reader.raw_words(text[: found.start()])) > 1:
            return ""
        behind = self._reader.raw_words(text[found.end() :])
        if not set(behind) <= single_words(self._language, "ways"):
            return ""
        return f"{text[: found.start()]}{next(iter(self._language.pronouns), '')}{text[found.end() :]}"

    @property
    def _going_on(self) -> str:
        """How it is said for short that the same is wanted with another value: "and {}"."""
        return next(iter(self._language.recasts), _HOLE)

    def _tells(self, call: ToolCall) -> bool:
        """Whether *call* only told something: what goes on from that can do no harm."""
        return bool(self._reader.trained.definitions[call.name].annotations.get("readOnlyHint"))

    def _may_say(self, short: str, said: str, call: ToolCall) -> bool:
        """Whether what was *said* behind the last *call* may be meant by *short*."""
        if self._tells(call) and (_DONE in short or _FEW in short):
            return False
        if _HOLE not in short:
            return _TELLS not in short or self._tells(call)
        words, heard = self._reader.raw_words(said), self._reader.hear_raw(said)
        if _TOLD in short:
            return len(call.arguments) == 1 and any(SENTENCES & set(words_of(name)) for name in call.arguments)
        if _ASKED in short:
            return not self._tells(call) and bool(valued(heard)) and len(words) >= _LEAST_ASKED
        if _MOVED in short:
            return call.name in self._reader.trained.movers and len(words) <= _MOST_NAMED
        if _FEW in short:
            return self._is_one_of_few(words) and not valued(heard)
        if not said or short == self._going_on:
            return bool(said) and self._tells(call) and self._names_value(said)
        takes = words_of(short)[0] in phrases_meaning(self._language, *TAKING)
        if any(isinstance(value, list) for value in call.arguments.values()) or (_KIND in short and takes):
            return len(words) <= _MOST_NAMED  # one thing more to choose from, one of what was read out
        return self._names_value(said) and self._is_bare_value(said)

    def _is_bare_value(self, said: str) -> bool:
        """Whether *said* is a value, and nobody says anything of it: "twelve", "at noon", not "i have two"."""
        heard = self._reader.hear_raw(said)
        counted = valued_places(heard)
        small = self._language.function_words - self._language.subjects - self._language.auxiliaries
        rest = (word for at, word in enumerate(heard.words) if at not in counted)
        return bool(counted) and all(word in small and word not in self._language.states for word in rest)

    def _was_named(self, said: str) -> bool:
        """Whether *said* is a part of the last request, or of what was shown."""
        assert self._call is not None
        shown = (str(value) for item in self._shown for value in item.values())
        words = words_of(said)
        return any(starts_of(words, words_of(each)) for each in (self._call.said, *shown))

    def _filled(self, short: str, said: str, call: ToolCall) -> Iterator[str]:
        """*short* with what is *said*, and with what the last *call* was for and how it was asked for."""
        asked = ""
        if _ASKED in short or _TOLD in short:
            asked = self._asked(call)
            if not asked or (_ASKED in short and self._is_said_by_itself(said)):
                return
            asked = f"{asked} {self._day_of(call, said)}".strip()
        for kind in self._dialogue.nouns(call)[:_MOST_KINDS] if _KIND in short else [""]:
            yield (
                trimmed(_WHERE.sub("", short))
                .replace(_KIND, kind)
                .replace(_ASKED, asked)
                .replace(_TOLD, asked)
                .replace(_HOLE, said)
            )

    def _is_said_by_itself(self, said: str) -> bool:
        """Whether *said*, behind an "and", asks, orders or tells something, and is no more of the same."""
        words = self._reader.raw_words(said)
        asks = words[0] in self._language.question_words or may_order(words[0], self._language)
        return asks or stated(words, self._language, alone=True) is not None

    def _day_of(self, call: ToolCall, said: str) -> str:
        """The day that was said with the last *call*, where *said* has a time and no day: "and at noon to …" is of the
        same day."""
        kinds = {x.kind for x in self._reader.hear_raw(said).mentions}
        if m.TIME not in kinds or m.DATE in kinds:
            return ""
        heard = self._reader.hear(call.said)
        return next((heard.said(x.start, x.end) for x in heard.mentions if x.kind == m.DATE), "")

    def _asked(self, call: ToolCall) -> str:
        """How the last *call* was asked for: up to the kind of thing that it was for ("set a timer"), else its verb and
        for whom ("in an hour [remind me] to …")."""
        asked = self._dialogue.lead.asked_for(call)
        if not _words_of_values(call).isdisjoint(words_of(asked)):
            return ""  # "[set a pizza timer] …" is of that pizza
        read = self._reader.best(call.said) if call.said and not asked else None
        if read is None:
            return asked
        heard, taken = read.heard, read.filled.covered
        at = next((at for at, word in enumerate(heard.words) if word in self._language.verbs and at not in taken), None)
        if at is None:
            return ""
        whom = heard.words[at + 1 : at + 2]
        return heard.said(at, at + 1 + (bool(whom) and whom[0] in self._language.persons))

    def unneeded(self, text: str) -> Request | None:
        """What takes back what the last call made, where *text* says that nobody wants it, and nothing else: "there's
        no need after all", "i don't want it end it"."""
        call, definitions = self._call, self._reader.trained.definitions
        text = trimmed(without_opening(text, self._language, *_BEFORE, "noes", "exclamations", "waitings", "callings"))
        pattern = phrase_pattern(self._language, "unneeded")
        found = pattern.match(text) if pattern is not None else None
        if call is None or found is None or not makes(definitions[call.name]):
            return None
        beside = phrase_pattern(self._language, *_BEHIND, "cancel", "urgings")
        rest = beside.sub(" ", text[found.end() :]) if beside is not None else text[found.end() :]
        back = taken_back(call, definitions) if not self._reader.raw_words(trimmed(rest)) else None
        if back is None:
            return None
        return Request(replace(back, takes_back=False, said=call.said), confidence=GUESSED)

    def _without_beside(self, said: str) -> str:
        """*said* without what only stands behind it."""
        pattern = phrase_pattern(self._language, *_BEHIND)
        for _ in range(_MOST_BEHIND):
            ends = [x.start() for x in pattern.finditer(said) if x.end() == len(said)] if pattern is not None else []
            if not ends or not ends[0]:
                break
            said = trimmed(said[: ends[0]])
        return said

    def _names_value(self, said: str) -> bool:
        """Whether *said* is a value, a place, what the tool of the last call takes by its examples, or one more of the
        kind that was asked about; behind a word that introduces it, one word as the last value stood there."""
        call = self._call
        assert call is not None
        heard = self._reader.hear_raw(said)
        counted = valued_places(heard)
        content = [at for at, word in enumerate(heard.words) if is_content(word, self._language) and at not in counted]
        if not content:
            return bool(counted)
        led = heard.words[0] in self._language.function_words and heard.words[0] not in self._language.articles
        rest = heard.words[led:]
        if not rest:
            return False
        of_last = {self._language.stem(word) for word in words_of(call.said) if is_content(word, self._language)}
        kind = self._language.stem(rest[-1]) in of_last  # "the camping [list]", "three [cups]"
        of_kind = kind and 1 < len(rest) <= _MOST_NAMED
        like = led and len(rest) == 1 and self._was_led()
        return self._is_known(rest) or self._dialogue.is_place(rest) or of_kind or like

    def _was_led(self) -> bool:
        """Whether a value of the last call that is no place stood right behind a word of grammar: "in feet"."""
        assert self._call is not None
        call, words = self._call, words_of(self._call.said)
        for name, value in call.arguments.items():
            own = words_of(value) if isinstance(value, str) and not self._is_place(call.name, name, value) else []
            if any(
                words[at - 1] in self._language.function_words for at in (starts_of(own, words) if own else ()) if at
            ):
                return True
        return False

    def _is_known(self, words: Sequence[str]) -> bool:
        """Whether *words* are what the tool of the last call takes by its examples, in any form, or one of a few values
        of it."""
        call = self._call
        assert call is not None
        return any(self._known_to(call.name, words)) or self._is_one_of_few(words)

    def _known_to(self, tool: str, words: Sequence[str]) -> list[bool]:
        """Of each argument of *tool*, whether an example has it as *words*, in any form."""
        said = self._stems(self._plain(words))
        return [
            any(said == self._stems(value) for value in self._reader.trained.profile(tool, p.name).known)
            for p in self._reader.trained.definitions[tool].parameters
        ]

    def _stems(self, text: str) -> list[str]:
        return [self._language.stem(word) for word in text.split()]

    def _is_of_one(self, words: Sequence[str]) -> bool:
        """Whether *words* are what just one argument of the last call takes, by its examples or as one of a few."""
        call = self._call
        assert call is not None
        known = sum(self._known_to(call.name, words))
        return known == 1 or (not known and self._is_one_of_few(words))

    def _is_one_of_few(self, words: Sequence[str]) -> bool:
        """Whether *words* are one of a few values that an argument of the last call has."""
        call = self._call
        assert call is not None
        parameters = self._reader.trained.definitions[call.name].parameters
        return any(self._plain(words) == " ".join(words_of(v)) for p in parameters for v in p.enum_values or ())

    def _plain(self, words: Sequence[str]) -> str:
        return " ".join(word for word in words if word not in self._language.articles)

    def here(self, text: str) -> Request | None:
        """The last request of where the speaker is, in place of the place that it named: "and here"."""
        call, heres = self._call, phrase_pattern(self._language, "heres")
        marked = phrase_pattern(self._language, "ellipses", "joints")
        text = trimmed(without_opening(text, self._language, *_BEFORE))
        found = marked.match(text) if marked is not None else None
        rest = trimmed(text[found.end() :]) if found is not None else ""
        if call is None or heres is None or not heres.fullmatch(self._without_beside(rest)):
            return None
        definition = self._reader.trained.definitions[call.name]
        places = {name for name, value in call.arguments.items() if self._is_place(call.name, name, value)}
        required = {p.name for p in definition.parameters if p.required}
        if not places or places & required or not definition.annotations.get("readOnlyHint"):
            return None
        kept = {name: value for name, value in call.arguments.items() if name not in places}
        return Request(replace(call, arguments=kept, said=text), confidence=GUESSED)

    def _is_place(self, tool: str, name: str, value: Any) -> bool:
        """Whether *value* of an argument is a place, or most values of it in examples are."""
        if not isinstance(value, str):
            return False
        shown = [words_of(each) for each in sorted(self._reader.trained.profile(tool, name).known)[:_MOST_SHOWN]]
        places = sum(map(self._dialogue.is_place, shown))
        return self._dialogue.is_place(words_of(value)) or 2 * places > len(shown)

    def denied(self, text: str) -> Request | None:
        """The last request with the other side of its yes or no, where *text* only denies that: "no it isn't"."""
        call, pattern = self._call, phrase_pattern(self._language, "not_so")
        text = trimmed(without_opening(text, self._language, *_BEFORE, "waitings", "noes", "corrections"))
        if call is None or pattern is None or not pattern.fullmatch(text):
            return None
        definition = self._reader.trained.definitions[call.name]
        sides = [p.name for p in definition.parameters if p.param_type.lower() in ("bool", "boolean") and p.required]
        side = sides[0] if len(sides) == 1 and not _ACHIEVED.isdisjoint(words_of(sides[0])) else ""
        if not isinstance(call.arguments.get(side), bool):
            return None
        arguments = {**call.arguments, side: not call.arguments[side]}
        return Request(replace(call, arguments=arguments), confidence=GUESSED)

    def _concerns(self, found: Request, short: str, said: str) -> bool:
        """Whether *found*, what is *said* by *short*, is the last request with something else in it, is for the same
        kind of thing, or tells or undoes something of what the same toolbox does. What only goes on with another value
        asks for the same again; nothing of what was said of it is left behind, nor of what is said now."""
        call, definitions = self._call, self._reader.trained.definitions
        assert call is not None
        same = found.call.name == call.name
        if _is_same(found.call, call):
            return _TELLS in short
        if _ASKED in short or _TOLD in short:
            return same and self._holds_all(found.call, said)
        if short == self._going_on:
            return same
        if same and _HOLE in short and not self._keeps_all(found.call):
            return False
        tells = definitions[found.call.name].annotations.get("readOnlyHint")
        free = tells or _MOVED in short or UNDOING & set(words_of(found.call.name))
        beside = found.call.toolbox_id == call.toolbox_id and free
        return bool(self._dialogue.concerns(found, call) or beside)

    def _keeps_all(self, call: ToolCall) -> bool:
        """Whether *call* has each argument of the last one, and each thing of its lists."""
        assert self._call is not None
        if not self._call.arguments.keys() <= call.arguments.keys():
            return False
        lists = {name: value for name, value in self._call.arguments.items() if isinstance(value, list)}
        return all(set(map(str, things)) <= set(map(str, call.arguments[name])) for name, things in lists.items())

    def _holds_all(self, call: ToolCall, said: str) -> bool:
        """Whether each word of meaning of *said* is in a value of *call*, is one itself, or asks for it."""
        heard = self._reader.hear_raw(said)
        counted = valued_places(heard)
        known = _words_of_values(call).union(words_of(self._asked(self._call)) if self._call is not None else ())
        return all(
            word in known or at in counted or not is_content(word, self._language)
            for at, word in enumerate(heard.words)
        )


def _words_of_values(call: ToolCall) -> set[str]:
    return {word for value in call.arguments.values() for thing in things_of(value) for word in words_of(str(thing))}


def _is_same(one: ToolCall, other: ToolCall) -> bool:
    return (one.name, one.arguments) == (other.name, other.arguments)


@lru_cache(maxsize=8)
def _frames(language: Language) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each way to say something for short, with the ways to say it at length that end alike."""
    alike: dict[tuple[str, str], list[str]] = {}
    for short, long in language.recasts.items():
        for frame in long:
            before, hole, behind = frame.partition(_LAST if _LAST in frame else _HOLE)
            alike.setdefault((short, f"{hole}{behind}"), []).append(before)
    found = []
    for (short, end), begins in sorted(alike.items(), key=lambda each: -len(each[0][1])):  # "… in there", "… there"
        begin = "|".join(map(_spelling, sorted(begins, key=len, reverse=True)))
        found.append((short, re.compile(f"(?:{begin}){_spelling(end)}", re.IGNORECASE)))
    return tuple(found)


def _spelling(frame: str) -> str:
    """A part of a way to say something, as an expression."""
    words = re.escape(frame).replace(re.escape(_OTHER), ".+?")
    for hole, name in ((_HOLE, "said"), (_LAST, "last")):
        words = words.replace(re.escape(hole), f"(?P<{name}>.+?)")
    return words.replace(r"\ ", r"\s+")
