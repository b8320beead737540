"""Several requests in one utterance: where one ends and the next begins, what they share, and what is taken back.

Every way to cut is read by the tools; what counts is how well each word is accounted for. A value may hold an "and"
("salt and vinegar crisps"), and parts may share a head or a tail ("the time in London and in Tokyo", "a pasta timer for
ten and an egg timer for four minutes"). A part that no tool understands is told, never dropped.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu import enumerated
from ovos_phal_plugin_jarvis.nlu.accounting import Explained, vocabulary
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate, Reader
from ovos_phal_plugin_jarvis.nlu.clauses import aside, conditions, muses, passes_on, reports
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Dialogue, Request, State, Unclear, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import object_nouns
from ovos_phal_plugin_jarvis.nlu.entities.places import find_places
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.pointing import Pointing
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.repairs import GUESSED, Repair, likeness
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_MAX_JOINTS = 8
"""Cuts that are tried in one utterance: it bounds the time that "and and and …" can take."""
_MAX_REPAIRS = 3
"""Corrections that are carried out in one utterance."""
_MUCH_LIKELIER = 0.5
"""How much likelier one reading of a correction must be for the other not to be looked at."""
_MAX_READ = 40
"""Readings of parts in one utterance."""
_MAX_SHARED = 14
"""Ways to share a head and a tail that are read for one joint."""
_MIN_UNJOINED = 4
"""Words from which on an utterance may be two requests with nothing between them."""
_ALIKE = 0.3
"""Share of the meanings of two nouns that are of one kind from which on they may stand in one list."""
_MAX_ASKED = 2
"""Joints for whose parts the encoder is asked: it takes milliseconds for each."""
_MAX_ASIDES = 3
"""Places in one utterance where a remark may begin that are tried: each is read."""
_MAX_TURNS = 4
"""Earlier sentences of the user that "the other one" is looked for in."""
_ORDER = ("joints", "after", "first", "last", "before", "contrasts")
"""Tables of words that say in which order requests are to be done."""
_AROUND = (
    *_ORDER,
    "corrections",
    "beside",
    "politeness",
    "fillers",
    "greetings",
    "openings",
    "repeats",
    "ellipses",
    "reversals",
)
"""Tables of words that stand around requests and ask for nothing."""
_SURELY_ANOTHER = 0.75
"""Confidence from which the end of what is to be written down is a request of its own."""
_NEAR = 3
"""Words between two that nothing explains, up to which they are told together."""
_MOSTLY = 0.6
"""Share of a word's use as a verb from which on it begins a request."""
_PAUSE = r"\s*[,.;!?]+(?=\s)\s*"
"""A colon is none: what follows it is what the words before it announce ("add a task: call the plumber")."""
_EDGE = " \t\n.,;:!?"
_TITLES = frozenset(
    ["title", "song", "track", "album", "artist", "band", "movie", "film", "book", "show", "name", "query", "topic"]
)
"""Names of arguments whose values often hold an "and the"."""


Calls = tuple[tuple[str, str], ...]
"""Names of tools, each with its arguments written out."""


@dataclass(frozen=True)
class Joint:
    """A place where an utterance may be cut."""

    start: int
    end: int
    strong: bool
    """Whether it joins requests rather than things ("and then", "after that")."""
    first: bool = False
    """Whether what follows is to be done before what was said so far."""
    limits: bool = False
    """Whether what follows limits what was said so far ("but")."""


@dataclass(frozen=True)
class Plan:
    """What an utterance asks for, in the order in which it is to be done."""

    requests: tuple[Request, ...] = ()
    left: tuple[str, ...] = ()
    """Parts, in the words of the user, that nothing is done about."""
    unclear: Unclear | None = None
    """A part that may mean several things."""
    held: bool = False
    """Whether nothing may be done because of what is left ("but not the last one")."""
    cancelled: bool = False
    """Whether the user took all of it back."""


@dataclass(frozen=True)
class Corrected:
    """An utterance as its speaker corrected it."""

    text: str
    unclear: Unclear | None = None
    """What of it may mean several things."""
    cancelled: bool = False
    """Whether nothing of it is wanted any more."""


@dataclass
class _Budget:
    left: int = _MAX_READ
    seen: set[str] = field(default_factory=set)

    def spend(self, text: str) -> bool:
        if text in self.seen:
            return True
        self.seen.add(text)
        self.left -= 1
        return self.left >= 0


class Segmenter:
    """Finds the requests in utterances, with the tools of one reader."""

    def __init__(self, reader: Reader, dialogue: Dialogue) -> None:
        self._reader = reader
        self._dialogue = dialogue
        self._language: Language = dialogue.language
        self._pointing_parts = Pointing(reader, dialogue.language)

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
        told = self._told(text, state)
        if told is not None:
            return told
        found = self._plan(text, state)
        condition = self._depends(text, found)
        return Plan((), (condition,), held=True) if condition else found

    def _plan(self, text: str, state: State | None) -> Plan:
        """What *text* asks for, in which nothing is taken back and nobody else speaks."""
        budget = _Budget()
        text = self._without_aside(self._without_reason(text))
        text = self._listed(self._gathered(self._without_order(self._without_instead(self._without_first(text)))))
        excepted = self._excepted(text)
        if excepted is not None:
            return excepted
        other = self._other(text, state) if state is not None and state.call is not None else None
        if other is not None:
            return Plan((other,))
        several = enumerated.requests(self._reader, text)
        if several:
            return Plan(several)
        ordered = self._ordered(text, state or State(), budget)
        return self._accounted(ordered or self._read(text, state or State(), budget, 0), text)

    # What is said about requests

    def _told(self, text: str, state: State | None) -> Plan | None:
        """The plan of what somebody else is told to have said, or is to be told: what only tells may be told, nothing
        else is done but by a tool that tells somebody."""
        musing = muses(text, self._reader.lang)
        if musing and not any(self._knows(tool, musing) for tool in self._reader.trained.definitions.values()):
            return Plan()
        word = reports(text, self._reader.lang)
        if not word:
            return self._passed_on(text, state)
        found = self._plan(text, state)
        if not found.requests:
            return None
        tools = [self._reader.trained.definitions[request.call.name] for request in found.requests]
        if all(tool.annotations.get("readOnlyHint") or self._knows(tool, word) for tool in tools):
            return found
        return Plan(unclear=Unclear(text))

    def _passed_on(self, text: str, state: State | None) -> Plan | None:
        """The plan of "tell my wife to turn it down", which is for her: only what takes her name, or says that it
        tells, is done."""
        found = passes_on(text, self._reader.lang)
        if found is None:
            return None
        plan = self._plan(text, state)
        who = {self._language.stem(word) for word in words_of(found[1]) if is_content(word, self._language)}
        for request in plan.requests:
            values = [v for v in request.call.arguments.values() if isinstance(v, str)]
            said = {self._language.stem(word) for value in values for word in words_of(value)}
            tool = self._reader.trained.definitions[request.call.name]
            if not (who and who <= said) and not self._knows(tool, found[0]):
                return Plan(unclear=Unclear(text))
        return plan

    def _depends(self, text: str, plan: Plan) -> str:
        """The condition in *text* that the requests of *plan* depend on and no tool takes; empty where there is none.

        What only tells may be told in any case.
        """
        if not plan.requests:
            return ""
        tools = [self._reader.trained.definitions[request.call.name] for request in plan.requests]
        if all(tool.annotations.get("readOnlyHint") for tool in tools):
            return ""
        for start, end in conditions(text, self._reader.lang):
            word, before = text[start:end], text[:start].strip(_EDGE)
            if any(self._conditional(tool, word) for tool in tools):
                continue
            if any(self._value_holds(request, text[start:]) for request in plan.requests):
                continue
            if not before:
                if self._orders_behind(text[end:]):
                    return text
            elif self._reader.best(before) is not None or self._read(before, State(), _Budget(), 0).requests:
                return text[start:].strip(_EDGE)
        return ""

    def _orders_behind(self, text: str) -> bool:
        """Whether an order, which no question is, stands behind the clause that *text* begins with."""
        words = self._reader.hear_raw(text).words
        speaking = self._language.subjects | self._language.speakers
        return any(
            self._begins(word) and word not in self._language.question_words and words[at - 1] not in speaking
            for at, word in enumerate(words)
            if at
        )

    def _conditional(self, tool: ToolDefinition, word: str) -> bool:
        """Whether examples of *tool* say the condition *word*, other than out of politeness."""
        said = (example.utterance for example in tool.examples)
        return any(_fold(text[s:e]) == _fold(word) for text in said for s, e in conditions(text, self._reader.lang))

    def _value_holds(self, request: Request, text: str) -> bool:
        """Whether a value of *request* holds the beginning of *text*: "remind me to ask if she comes"."""
        words = " ".join(words_of(text)[:2])
        values = [value for value in request.call.arguments.values() if isinstance(value, str)]
        return any(words in " ".join(words_of(value)) for value in values)

    # Nothing is dropped

    def _accounted(self, plan: Plan, text: str) -> Plan:
        """*plan* without the parts that are doubtful, and with all that none of its parts explains."""
        if not plan.requests or plan.held or (len(plan.requests) == 1 and plan.requests[0].call.said == text):
            return plan
        several = len(plan.requests) > 1
        kept = tuple(r for r in plan.requests if not (several and self._doubtful(r)))
        left = [*plan.left, *(r.call.said for r in plan.requests if r not in kept)]
        said = {w for t in (*(r.call.said for r in kept), *left) for w in self._reader.hear_raw(t).words}
        said |= {w for t in (plan.unclear.said,) for w in self._reader.hear_raw(t).words} if plan.unclear else set()
        said |= {word for table in _AROUND for phrase in getattr(self._language, table) for word in phrase.split()}
        said |= self._language.degree_words
        stems = {self._language.stem(word) for word in said}
        heard = self._reader.hear_raw(text)
        joints = self._joints(text)
        numbers = {at for x in valued(heard) for at in range(x.start, x.end)}
        runs: list[list[int]] = []
        for at, word in enumerate(heard.words):
            if self._language.stem(word) in stems or not (is_content(word, self._language) or at in numbers):
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

    def _doubtful(self, request: Request) -> bool:
        """Whether a name in *request* means nothing to its tool, or more words do than mean something."""
        read = next(iter(self._reader.candidates(request.call.said)), None)
        if read is None or read.definition.name != request.call.name:
            return False
        heard = self._reader.hear(request.call.said)
        accounted = read.explained
        places = {at for x in heard.mentions if x.kind == m.PLACE for at in range(x.start, x.end)}
        own = {p.name: p for p in read.definition.parameters}
        texts = [
            (s, e) for s, e, n in read.filled.spans if n in own and not self._dialogue.typed(read.definition, own[n])
        ]
        if any(not any(is_content(w, self._language) for w in heard.words[s:e]) for s, e in texts):
            return not any(x.kind != m.NUMBER and x.start >= s and x.end <= e for x in heard.mentions for s, e in texts)
        strange = [at for at in accounted.left if heard.words[at] not in self._language.verbs | self._language.ones]
        # What names one of a few values names the tool as well: "mute the sound".
        chosen = {at for s, e, n in read.filled.spans if n in own and _is_choice(own[n]) for at in range(s, e)}
        return bool(set(strange) & places) or len(strange) > len(accounted.wording | chosen)

    # What is taken back

    def corrected(self, text: str) -> Corrected:
        """*text* with what the user took back in it replaced, as far as that is settled."""
        text, budget = text.strip(), _Budget()
        text = self._without_apology(text)
        for _ in range(_MAX_REPAIRS):
            repair = self._reader.repair(text)
            if repair is not None and repair.cancelled:
                before = text[: repair.said[0]].strip(_EDGE)
                first = next(iter(self._reader.hear(before).words), "")
                orders = first in self._language.verbs and first not in self._language.question_words
                if repair.settled or (orders and self._read(before, State(), _Budget(), 0).requests):
                    return Corrected("", cancelled=True)
                break
            mended = self._chosen(repair, text) if repair is not None else None
            if mended is None:
                mended = next(self._mended(text, budget), None)
            if isinstance(mended, Unclear) or (mended is None and repair is not None and repair.sure):
                return Corrected(text, unclear=Unclear(text))
            if mended is None or mended == text:
                break
            text = mended
        return Corrected(text)

    def _without_apology(self, text: str) -> str:
        """*text* without "sorry for my english", which takes nothing back."""
        pattern = phrase_pattern(self._language, "apologies")
        for found in pattern.finditer(text) if pattern else ():
            said, remark = text[: found.start()].strip(_EDGE), text[found.start() :]
            end = aside(remark, self._reader.lang) if said else None
            if end is not None and self._stands_alone(said, ends=True) and self._only_remarks(remark, end, said):
                return said
        return text

    def _chosen(self, repair: Repair, text: str) -> str | Unclear | None:
        """Which reading of *repair* is meant, as the tools understand them; None where nothing is taken back."""
        if not repair.readings:
            return None
        first = repair.readings[0]
        if not repair.settled and not repair.sure and first.likelihood < GUESSED:
            # The word negates as well, or nothing is alike: it is a part of the request, unless a value holds it.
            return Unclear(text) if self._glued(text, repair.said) else None
        understood: dict[Calls, str] = {}
        for reading in repair.readings:
            if first.likelihood - reading.likelihood > _MUCH_LIKELIER:
                break
            calls = self._calls(reading.text)
            if calls is not None:
                if repair.settled:
                    return reading.text
                understood.setdefault(calls, reading.text)
        if len(understood) > 1:
            return Unclear(text)
        return next(iter(understood.values()), first.text if repair.settled else None)

    def _calls(self, text: str) -> Calls | None:
        """The calls that *text* asks for, where all of it is understood."""
        plan = self._read(text, State(), _Budget(), 0)
        if not plan.requests or plan.left or plan.held or plan.unclear is not None:
            return None
        return tuple((request.call.name, repr(request.call.arguments)) for request in plan.requests)

    def _glued(self, text: str, said: tuple[int, int]) -> bool:
        """Whether a value that is no sentence holds the words from *said* on: "white no brown rice"."""
        plan = self._read(text, State(), _Budget(), 0)
        word = _fold(text[said[0] : said[1]]).strip(_EDGE)
        for request in plan.requests:
            for name, value in request.call.arguments.items():
                if set(words_of(name)) & SENTENCES or not isinstance(value, str | list | tuple):
                    continue
                known = self._reader.trained.profile(request.call.name, name).known
                values = [value] if isinstance(value, str) else [each for each in value if isinstance(each, str)]
                if any(word in words_of(each)[1:] and _fold(each) not in known for each in values):
                    return True
        return False

    def _mended(self, text: str, budget: _Budget) -> Iterator[str | Unclear]:
        """*text* as the last call with what follows "no" put into it, where only its tool tells what that is for."""
        pattern = phrase_pattern(self._language, "corrections", "refuse")
        doubtful = None
        for found in list(pattern.finditer(text))[:4] if pattern else []:
            # "no" may be a word of the request; between two pauses it takes something back.
            paused = bool(re.search(r"[,.;…-]\s*$", text[: found.start()]))
            sure = _fold(found.group()) not in self._language.refuse or (
                paused and text[found.end() :].lstrip(" ")[:1] in (",", ";", ".")
            )
            for head, before in self._last_parts(text[: found.start()].rstrip(_EDGE)):
                for after, tail in self._first_parts(self._unmarked(text[found.end() :].strip(_EDGE))):
                    if not before or not after or not budget.spend(before):
                        continue
                    for mended in self._corrections(before, after, sure, paused):
                        if isinstance(mended, str):
                            yield f"{head}{mended}{tail}"
                        doubtful = doubtful or mended
        if isinstance(doubtful, Unclear):
            yield doubtful

    def _last_parts(self, text: str) -> list[tuple[str, str]]:
        """What stands before a correction as what is not corrected and the request that is, the shortest first."""
        cuts = [joint.end for joint in self._joints(text) if self._opens(text[joint.end :])]
        return [(text[:cut], text[cut:]) for cut in (*reversed(cuts), 0)]

    def _first_parts(self, text: str) -> list[tuple[str, str]]:
        """What stands behind a correction as the correction and the requests after it, the shortest first."""
        cuts = [joint.start for joint in self._joints(text) if self._opens(text[joint.end :])]
        return [(text[:cut].strip(_EDGE), text[cut:]) for cut in (*cuts, len(text))]

    def _corrections(self, before: str, after: str, sure: bool, paused: bool) -> Iterator[str | Unclear]:
        """*before* as *after* corrects it; what may mean several things where nothing else is known."""
        if self._whole_request(after) and (sure or paused) and self._opens(after):
            yield after
            return
        if not sure and not self._alike(before, after):
            return
        read = self._reader.best(before) or next(iter(self._reader.candidates(before)), None)
        if read is None:
            return
        changed = self._dialogue.changed(after, request_of(read, before).call, strict=True)
        if isinstance(changed, Request) and changed.call.said:
            yield changed.call.said
        elif isinstance(changed, Unclear) and sure:
            yield changed

    def _unmarked(self, text: str) -> str:
        pattern = phrase_pattern(self._language, "changes", "corrections", "refuse")
        for _ in range(3):
            found = pattern.match(text) if pattern else None
            if found is None or found.end() == len(text):
                break
            text = text[found.end() :].lstrip(_EDGE)
        return text

    def _whole_request(self, text: str) -> Candidate | None:
        """The tool that *text* by itself asks for, with its own words."""
        best = self._reader.best(text)
        if best is None or best.filled.missing:
            return None
        accounted = best.explained
        return best if accounted.wording and not accounted.left else None

    def _alike(self, before: str, after: str) -> bool:
        """Whether *after* begins with a value of a kind that *before* holds."""
        kinds = {x.kind for x in valued(self._reader.hear_raw(before))}
        return any(x.start <= 2 and x.kind in kinds for x in valued(self._reader.hear_raw(self._unmarked(after))))

    # Order

    def _without_first(self, text: str) -> str:
        pattern = phrase_pattern(self._language, "first", "after")
        found = pattern.match(text) if pattern else None
        if found is None:
            return text
        rest = text[found.end() :].lstrip(_EDGE)
        return rest if rest and (self._joints(rest) or self._opens(rest)) else text

    def _without_reason(self, text: str) -> str:
        """*text* without the clause that only says why: "the piano is sold so remove the tuner task"."""
        pattern = phrase_pattern(self._language, "consequences")
        for found in pattern.finditer(text) if pattern else ():
            reason, rest = text[: found.start()].strip(_EDGE), text[found.end() :].strip(_EDGE)
            if not reason or not rest or self._opens(reason) or not self._opens(rest) or self._pointing(rest):
                continue
            words = self._reader.hear_raw(rest).words
            if not self._language.persons & set(words[1:]) and self._whole_request(rest) is not None:
                return rest
        return text

    def _without_aside(self, text: str) -> str:
        """*text* without a remark that a recogniser wrote no comma before or behind: "close the blinds the baby's
        asleep". Only what is surely a request by itself is done without it."""
        text = text.strip()
        whole = self._sane(text)
        understood = whole is not None and not whole.explained.left
        tried = 0
        for token in self._reader.raw_tokens(text)[1:]:
            before, behind = text[: token.start].strip(_EDGE), text[token.start :]
            for said, remark in ((before, behind), (behind, before)):
                end = aside(remark, self._reader.lang)
                if end is None or (remark == before and not self._opens(said)):
                    continue
                if (
                    understood
                    and whole is not None
                    and not self._taken_for_value(whole, remark, behind=remark == behind)
                ):
                    continue
                tried += 1
                if tried > _MAX_ASIDES:
                    return text
                if self._stands_alone(said, ends=remark == behind) and self._only_remarks(remark, end, said):
                    return said
            placed = None if understood else self._placed(before, behind)
            if placed is not None:
                return placed
        return text

    def _taken_for_value(self, whole: Candidate, remark: str, *, behind: bool) -> bool:
        """Whether a value of *whole* holds words of *remark* at its end or its beginning: "timer i lost count" has no
        label "lost count". What is written down, said or a title may hold any words."""
        heard, size = self._reader.hear(whole.heard.text), len(self._reader.hear_raw(remark).words)
        first, last = (len(heard.words) - size, len(heard.words)) if behind else (0, size)
        spans = [name for start, end, name in whole.filled.spans if start < last and end > first]
        own = {parameter.name: parameter for parameter in whole.definition.parameters}
        if any(name in own and self._dialogue.typed(whole.definition, own[name]) for name in spans):
            return False  # one of a few values, a number and the like are no chance
        return bool(spans) and not any(set(words_of(name)) & (SENTENCES | _TITLES - {"name"}) for name in spans)

    def _stands_alone(self, text: str, *, ends: bool) -> bool:
        """Whether *text* is surely a request by itself, and, where something was cut off behind it, ends like one."""
        best = self._whole_request(text)
        if best is None or best.confidence < _SURELY_ANOTHER or self._joints(text):
            return False
        if any(set(words_of(parameter.name)) & SENTENCES for parameter in best.definition.parameters):
            return False  # the remark may be what is to be written down or said
        words = self._reader.hear_raw(text).words
        opposed = {word for pair in self._language.opposites for side in pair for word in side}
        grammar = self._language.function_words - opposed - self._language.persons - set(self._language.pronouns)
        return not ends or words[-1] not in grammar

    def _only_remarks(self, remark: str, end: int, said: str) -> bool:
        """Whether *remark*, which goes on at character *end*, names nothing that a tool does or knows, and belongs to
        no noun of the request *said* ("the file i'm editing")."""
        best = self._reader.best(said)
        if best is None:
            return False
        heard, light = self._reader.hear_raw(remark), self._language.light_words
        counted = any(word not in light for x in valued(heard) for word in heard.words[x.start : x.end])
        called = end == len(remark)  # "quick quick"
        if not called and (counted or self._reader.best(remark) is not None):
            return False
        stem = self._language.stem
        about = [word for word in self._reader.hear_raw(remark).words if is_content(word, self._language)]
        own = vocabulary(best.definition, self._language)
        known = set(own.wording | own.choices)
        for definition in () if called else self._reader.trained.definitions.values():
            known.update(stem(word) for word in words_of(definition.name))
            known |= vocabulary(definition, self._language).choices
            known.update(
                stem(word)
                for example in definition.examples
                for name, value in example.arguments.items()
                if isinstance(value, str) and not set(words_of(name)) & SENTENCES
                for word in words_of(value)
            )
        if any(stem(word) in known for word in about):
            return False
        if any(word.startswith(choice) for word in about for choice in own.choices if len(choice) > _NEAR):
            return False  # "slowly" says "slow"
        rest = self._reader.hear_raw(remark[end:]).words if remark[end:].strip(_EDGE) else []
        orders = self._language.verbs | self._reader.trained.openers
        if any(word in orders and is_content(word, self._language) for word in rest):
            return False
        heard = self._reader.hear_raw(said)
        last = len(heard.words) - 1
        if not is_content(heard.words[last], self._language) or any(x.start <= last < x.end for x in valued(heard)):
            return True  # there is no noun that the remark could belong to
        if self._language.points & self._language.persons & set(rest):
            return True  # "i've hung it up" has what it is about
        # English says "the song the band is playing" and "the shelf it's on" without a word between.
        if rest and rest[-1] in self._language.function_words - self._language.persons:
            return False
        net = english_wordnet() if self._language.code == "en" else None
        doing = net.fields(rest[-1]) if net is not None and rest else ()
        return sum(share for name, share in doing if name.startswith("verb.")) <= _MOSTLY

    def _placed(self, before: str, behind: str) -> str | None:
        """*behind*, a question, with the place that the clause *before* it names: "my son moved to Quito what time is
        it there"."""
        first = next(iter(self._reader.raw_words(behind)), "")
        if first not in self._language.question_words or self._opens(before):
            return None
        found = self._dialogue_place(before, behind)
        return found.call.said if found is not None else None

    def _without_order(self, text: str) -> str:
        """*text* without an "after that" at its end, where it says of the last part only when it is to be done."""
        pattern = phrase_pattern(self._language, "after")
        for found in pattern.finditer(text) if pattern else ():
            rest = text[: found.start()].rstrip(_EDGE)
            if not text[found.end() :].strip(_EDGE) and self._joints(rest):
                return rest
        return text

    def _ordered(self, text: str, state: State, budget: _Budget) -> Plan | None:
        """ "before you lock the door turn off the light": what is said first is done last, or told."""
        pattern = phrase_pattern(self._language, "before")
        found = pattern.match(text) if pattern else None
        if found is None:
            return None
        rest = text[found.end() :].lstrip(_EDGE)
        heard = self._reader.hear_raw(rest)
        partly: Plan | None = None
        for token in heard.tokens[1:]:
            later, sooner = rest[: token.start].strip(_EDGE), rest[token.start :]
            if not self._opens(sooner) or not budget.spend(sooner):
                continue
            first = self._read(sooner, state, budget, 1)
            if not first.requests or first.left or first.unclear is not None:
                continue
            second = self._whole_request(later)
            ends = self._reader.hear_raw(later).words[-1:]
            if ends and ends[0] in self._language.function_words - set(self._language.pronouns):
                continue
            if second is not None and not any(self._leaves(r) for r in first.requests):
                return replace(first, requests=(*first.requests, request_of(second, later)))
            if partly is None and (self._opens(later) or " " in found.group().strip()):
                partly = replace(first, left=(later,))
        return partly

    def _leaves(self, request: Request) -> bool:
        """Whether words of *request* mean nothing to its tool."""
        read = self._reader.best(request.call.said)
        if read is None:
            return False
        heard = self._reader.hear(request.call.said)
        accounted = read.explained
        left = [at for at in accounted.left if heard.words[at] not in self._language.verbs]
        return bool(left) or self._doubled(read, valued(heard), accounted)

    def _gathered(self, text: str) -> str:
        """ "two herons and a kingfisher, log both": the verb put before what it is said of."""
        tokens, words = self._reader.raw_tokens(text), self._reader.raw_words(text)
        pointing = {*self._language.several, *self._language.pronouns, *self._language.function_words}
        at = len(words) - 1
        while at > 0 and words[at] in pointing:
            at -= 1
        said = set(words[at + 1 :])
        if at < 2 or not said & {*self._language.several, *self._language.pronouns} or self._opens(text):
            return text
        rest = text[: tokens[at].start].rstrip(_EDGE)
        if not self._begins(words[at]) or not self._joints(rest):
            return text
        # "turn both off" is "turn off" what was said.
        verb = [tokens[at].text]
        verb += [w for w in words[at + 1 :] if w not in self._language.several and w not in self._language.pronouns]
        return f"{' '.join(verb)} {rest}"

    def _listed(self, text: str) -> str:
        """*text* with commas between the things of a list that a recogniser writes none in: "three seven and ten"."""
        joints = self._joints(text)
        if not joints:
            return text
        heard = self._reader.hear_raw(text)
        cuts: list[int] = []
        for joint in joints:
            last = [at for at, token in enumerate(heard.tokens) if token.end <= joint.start]
            following = [at for at, token in enumerate(heard.tokens) if token.start >= joint.end]
            if not last or not following:
                continue
            at, after = last[-1], following[0]
            while after < len(heard.words) - 1 and heard.words[after] in self._language.function_words:
                after += 1
            kinds = {x.kind for x in heard.mentions if x.start == after}
            if m.PLACE in kinds:
                while (before := self._place_before(heard, at)) is not None and before[0] > 0:
                    at = before[0] - 1
                    if self._place_before(heard, at) is None:
                        break
                    cuts.append(at)
            elif m.NUMBER in kinds:
                while at > 0 and self._apart_numbers(heard.words[at - 1], heard.words[at]):
                    at -= 1
                    cuts.append(at)
        for at in sorted(set(cuts), reverse=True):
            text = f"{text[: heard.tokens[at].end]},{text[heard.tokens[at].end :]}"
        return text

    def _place_before(self, heard: Heard, at: int) -> tuple[int, int] | None:
        """The name of a place whose last word is *at*."""
        return next(((x.start, x.end) for x in heard.mentions if x.kind == m.PLACE and x.end == at + 1), None)

    def _apart_numbers(self, one: str, other: str) -> bool:
        """Whether two words that follow each other are two numbers: "five ten", never "twenty five"."""
        values = [self._digit(word) for word in (one, other)]
        first, second = values
        if first is None or second is None:
            return False
        return not (20 <= first < 100 and first % 10 == 0 and second < 10) and first < 100 and second < 100

    def _digit(self, word: str) -> float | None:
        found = [x for x in self._reader.hear_raw(word).mentions if x.kind == m.NUMBER]
        return float(found[0].value) if found and word not in self._language.articles else None

    def _without_instead(self, text: str) -> str:
        """*text* without the thing that is not wanted: "play jazz instead of rock" asks for jazz."""
        pattern = phrase_pattern(self._language, "instead_of")
        found = pattern.search(text) if pattern else None
        if found is None:
            return text
        before = text[: found.start()].rstrip(_EDGE)
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

    # Exceptions

    def _excepted(self, text: str) -> Plan | None:
        """The plan where a part of the request is taken out of it by words that its tool has no argument for."""
        pattern = phrase_pattern(self._language, "exceptions")
        for found in pattern.finditer(text) if pattern else ():
            before, part = text[: found.start()].rstrip(_EDGE), text[found.start() :].strip(_EDGE)
            after = text[found.end() :].strip(_EDGE)
            if not before or not after:
                continue
            whole = self._reader.best(text)
            if whole is not None and self._holds(whole, text, found.start()):
                continue
            left = self._reader.best(before)
            if left is None or (whole is not None and self._knows(whole.definition, found.group())):
                continue
            return Plan((), (part,), held=True)
        return None

    def _holds(self, candidate: Candidate, text: str, at: int) -> bool:
        """Whether the word at character *at* is inside a value."""
        heard = self._reader.hear(text)
        offset = text.find(heard.text)
        places = [i for i, t in enumerate(heard.tokens) if t.start + max(0, offset) <= at < t.end + max(0, offset)]
        # A value that ends with "without" is none.
        return any(start < i < end - 1 for i in places for start, end, _ in candidate.filled.spans)

    def _knows(self, definition: ToolDefinition, phrase: str) -> bool:
        """Whether examples of the tool say *phrase*."""
        said = re.compile(rf"(?<!\w){re.escape(_fold(phrase))}(?!\w)")
        return any(said.search(_fold(example.utterance)) for example in definition.examples)

    def _other(self, text: str, state: State) -> Request | None:
        """ "the other one": what the last call did, with the other of two things that one sentence asked for."""
        last = state.call
        words = [w for w in self._reader.hear_raw(text).words if w not in self._language.articles]
        beside = {w for phrase in (*self._language.beside, *self._language.joints) for w in phrase.split()}
        pointing = self._language.other_ones | self._language.ones | beside
        if last is None or not set(words) & self._language.other_ones or not set(words) <= pointing:
            return None
        for said in list(reversed(state.turns))[:_MAX_TURNS]:
            if not self._joints(said):
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

    # Cuts

    def _joints(self, text: str) -> list[Joint]:
        """Where *text* may be cut: between words that are no value together."""
        pattern = phrase_pattern(self._language, "joints", "last", "contrasts", "before")
        found: list[Joint] = []
        taken = 0
        words = re.compile(rf"(?:{_PAUSE})|(?:\s*,\s*|\s+)(?={pattern.pattern})" if pattern else _PAUSE, re.IGNORECASE)
        for pause in words.finditer(text):
            if pause.start() < taken:
                continue
            end = pause.end()
            joint = pattern.match(text, end) if pattern else None
            strong = first = limits = False
            if joint:
                said = " ".join(re.findall(r"[\w']+", _fold(joint.group())))
                if said in self._language.before and " " not in said:
                    continue  # "before lunch"
                first = said in self._language.last
                limits = said in self._language.contrasts
                strong = first or limits or " " in said or said in self._language.after
                end = joint.end() + len(text[joint.end() :]) - len(text[joint.end() :].lstrip(_EDGE))
            if text[: pause.start()].strip() and text[end:].strip():
                found.append(
                    Joint(pause.start(), end, strong or pause.group().strip() in (".", ";", "!", "?"), first, limits)
                )
                taken = end
        return [joint for joint in found if not self._inside_mention(text, joint)][:_MAX_JOINTS]

    def _inside_mention(self, text: str, joint: Joint) -> bool:
        """Whether *joint* is a part of "two hundred and five" or of "three and a half"."""
        heard = self._reader.hear_raw(text)
        offset = max(0, text.find(heard.text))
        for mention in heard.mentions:
            start = heard.tokens[mention.start].start + offset
            end = heard.tokens[mention.end - 1].end + offset
            if start < joint.start and joint.end < end:
                return True
        return False

    def _opens(self, text: str) -> bool:
        """Whether *text* begins like a request."""
        heard = self._reader.hear(text)
        if not heard.words:
            return False
        return self._begins(heard.words[0], alone=len(heard.words) == 1)

    def _begins(self, first: str, *, alone: bool = False) -> bool:
        """Whether *first* is a word that requests begin with."""
        if self._digit(first) is not None:
            return False
        stems = {self._language.stem(verb) for verb in self._language.verbs}
        net = english_wordnet() if self._language.code == "en" else None
        if net is not None and not alone and first not in self._language.function_words:
            doing = sum(share for name, share in net.fields(first) if name.startswith("verb."))
            if doing > _MOSTLY:
                return True
        return (
            first in self._language.verbs
            or (is_content(first, self._language) and self._language.stem(first) in stems)
            or first in self._language.question_words
            or (first in self._reader.trained.openers and is_content(first, self._language))
        )

    def _sane(self, text: str) -> Candidate | None:
        """The tool that the whole of *text* is believed to be for, none of whose values begins or ends with "and"."""
        whole = self._reader.best(text)
        heard = self._reader.hear(text)
        if whole is not None and self._joints(text) and self._names_number(whole, heard):
            return None
        for start, end, _ in whole.filled.spans if whole else ():
            words = heard.words[start:end]
            if {words[0], words[-1]} & set(self._language.joints):
                return None
        return whole

    def _read(self, text: str, state: State, budget: _Budget, depth: int) -> Plan:
        joints = self._joints(text) if depth < _MAX_JOINTS else []
        self._reader.expect(1 + min(len(joints), _MAX_ASKED))
        whole = self._sane(text)
        if not joints:
            unjoined = self._unjoined(text, whole, budget, depth)
            return unjoined if unjoined is not None else self._single(text, whole, state)
        if state.call is not None and self._dialogue.marks(text):
            followed = self._dialogue.follow(text, state)
            if isinstance(followed, Request):
                return Plan((followed,))
        if whole is not None and state.call is not None and self._points_outside(whole, text):
            followed = self._dialogue.follow(text, state)
            if isinstance(followed, Request):
                return Plan((followed,))
        if whole is not None and self._may_be_two_titles(whole, text):
            return Plan(unclear=Unclear(text))
        twice = self._twice(whole, text, joints) if whole is not None else None
        if twice is not None:
            return twice
        if whole is not None and not self._reverses(text, joints[-1]) and self._is_one(whole, text, joints):
            return Plan((request_of(whole, text),))
        limit = next((joint for joint in joints if joint.limits), None)
        sentence = self._one_sentence(text, joints) if limit is not None else None
        if sentence is not None:
            return Plan((sentence,))
        if limit is not None:
            return self._limited(text, limit, state, budget, depth)
        turned = self._turned(text, joints[-1], state, budget, depth)
        if turned is not None:
            return turned
        title = self._one_title(text, joints) or self._one_sentence(text, joints)
        if title is not None:
            return Plan((title,))
        text, joints = self._with_units_before(*self._with_units(text, joints))
        sided = self._sided(text, joints, budget, self._left_words(whole, text))
        if sided is not None:
            return sided
        if not any(self._opens(text[joint.end :]) for joint in joints):
            # Nothing after the first part begins like a request: they share what begins the first.
            shared = self._shared(text, joints, budget, self._left_words(whole, text))
            if shared is not None:
                return shared
        partly: Plan | None = None
        # Where a request begins is a likelier place to cut than where a thing does.
        for joint in sorted(joints, key=lambda joint: not self._opens(text[joint.end :])):
            left, right = text[: joint.start].strip(_EDGE), text[joint.end :].strip(_EDGE)
            if not left or not right or not budget.spend(left) or not budget.spend(right):
                continue
            cut = self._cut(left, right, joint, state, budget, depth)
            if cut is None:
                continue
            if not cut.left and cut.unclear is None and not cut.held:
                return cut
            partly = partly if partly is not None and len(partly.requests) >= len(cut.requests) else cut
        shared = self._shared(text, joints, budget, self._left_words(whole, text))
        if shared is not None:
            return shared
        complete = whole is not None and not whole.explained.left and not self._swallows(whole, text, joints)
        if whole is not None and (complete or partly is None) and not self._lost(whole, text, joints):
            return Plan((request_of(whole, text),))
        if partly is not None:
            return partly
        if whole is not None:
            return Plan((request_of(whole, text),), tuple(self._lost(whole, text, joints)))
        return self._single(text, None, state)

    def _points_outside(self, whole: Candidate, text: str) -> bool:
        """Whether *text* ends with a pronoun that no value of *whole* holds: "put balloons and plates on it"."""
        heard = self._reader.hear(text)
        last = len(heard.words) - 1
        return last > 0 and heard.words[last] in self._language.persons and last not in whole.filled.covered

    def _unjoined(self, text: str, whole: Candidate | None, budget: _Budget, depth: int) -> Plan | None:
        """Two requests with nothing between them: "lock the door turn off the lights"."""
        if whole is not None and not whole.explained.left:
            return None
        heard = self._reader.hear(text)
        if len(heard.tokens) < _MIN_UNJOINED:
            return None
        for at, token in enumerate(heard.tokens[1:-1], start=1):
            left, right = heard.text[: token.start].strip(_EDGE), heard.text[token.start :]
            opens = token.norm in self._language.verbs and is_content(token.norm, self._language)
            # Among several requests one may begin without a verb: "night light off music louder and …".
            if not opens and not (depth and is_content(token.norm, self._language)):
                continue
            alone = tuple(heard.words[:1])
            if at == 1 and (alone not in self._reader.trained.short or alone[0] not in self._language.verbs):
                continue
            if not budget.spend(left) or not budget.spend(right):
                break
            first = self._whole_request(left)
            if first is None:
                continue
            named = self._pointing_parts.named(right, left) if opens else None
            second = self._whole_request(right) if named is None else None
            if second is not None and not opens and second.definition.name == first.definition.name:
                continue
            found = named if named is not None else request_of(second, right) if second is not None else None
            if found is not None:
                return Plan((request_of(first, left), found))
        return None

    def _reverses(self, text: str, joint: Joint) -> bool:
        pattern = phrase_pattern(self._language, "reversals")
        return bool(pattern and pattern.fullmatch(text[joint.end :].strip(_EDGE)))

    def _turned(self, text: str, joint: Joint, state: State, budget: _Budget, depth: int) -> Plan | None:
        """ "trains from bath to london and back": the request, and the same the other way round."""
        if not self._reverses(text, joint):
            return None
        first = self._read(text[: joint.start].strip(_EDGE), state, budget, depth + 1)
        if not first.requests:
            return None
        back = self._dialogue.follow(text[joint.end :].strip(_EDGE), State(first.requests[-1].call))
        if isinstance(back, Request):
            return replace(first, requests=(*first.requests, back))
        return replace(first, unclear=back) if isinstance(back, Unclear) else None

    def _with_units(self, text: str, joints: list[Joint]) -> tuple[str, list[Joint]]:
        """*text* with a unit that is said once behind each of its numbers: "for ten and for four minutes"."""
        heard = self._reader.hear_raw(text)
        offset = max(0, text.find(heard.text))
        lengths = [x for x in heard.mentions if x.kind in (m.DURATION, m.PERCENT, m.MONEY)]
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER]
        for joint in reversed(joints):
            ending = [x for x in numbers if heard.tokens[x.end - 1].end + offset == joint.start]
            ending = [x for x in ending if not any(y.start <= x.start and x.end <= y.end for y in lengths)]
            if ending and self._opens(text[joint.end :]) and self._whole_request(text[: joint.start]):
                continue  # each is a request by itself: "what's 14 times 12 and how many yen are 60 dollars"
            following = [x for x in lengths if heard.tokens[x.start].start + offset >= joint.end]
            if not ending or not following:
                continue
            unit = following[0]
            number = next((x for x in numbers if x.start == unit.start and x.end < unit.end), None)
            if number is None:
                continue
            said = f" {heard.said(number.end, unit.end)}"
            text = text[: joint.start] + said + text[joint.start :]
            joints = [
                replace(j, start=j.start + len(said), end=j.end + len(said)) if j.start >= joint.start else j
                for j in joints
            ]
        return text, joints

    def _with_units_before(self, text: str, joints: list[Joint]) -> tuple[str, list[Joint]]:
        """*text* with a unit that was said before behind a number that ends a part: "for ten minutes and for four"."""
        heard = self._reader.hear_raw(text)
        lengths = [x for x in heard.mentions if x.kind in (m.DURATION, m.PERCENT, m.MONEY)]
        ends = [*(joint.start for joint in joints[1:]), len(text.rstrip(_EDGE))]
        for joint, end in reversed(list(zip(joints, ends, strict=True))):
            ending = [
                x
                for x in heard.mentions
                if x.kind == m.NUMBER
                and heard.tokens[x.start].start >= joint.end
                and heard.tokens[x.end - 1].end == end
            ]
            unit = [x for x in lengths if heard.tokens[x.end - 1].end <= joint.start][-1:]
            inside = [x for x in heard.mentions if x.kind != m.NUMBER and ending and x.start <= ending[0].start < x.end]
            if not ending or not unit or inside or self._opens(text[joint.end : end]):
                continue
            number = next((x for x in heard.mentions if x.kind == m.NUMBER and x.start == unit[0].start), None)
            if number is None or number.end >= unit[0].end:
                continue
            said = f" {heard.said(number.end, unit[0].end)}"
            text = text[:end] + said + text[end:]
            joints = [
                replace(j, start=j.start + len(said), end=j.end + len(said)) if j.start >= end else j for j in joints
            ]
        return text, joints

    def _one_title(self, text: str, joints: Sequence[Joint]) -> Request | None:
        """ "play simon and garfunkel": one name, where the tool found only its first part."""
        joint = joints[0]
        left, right = text[: joint.start].strip(_EDGE), text[joint.end :].strip(_EDGE)
        if len(joints) != 1 or joint.strong or "," in text[joint.start : joint.end] or self._whole_request(right):
            return None
        read, heard = self._reader.best(left), self._reader.hear_raw(right)
        if read is None or not heard.words or valued(heard) or len(heard.words) > 3:
            return None
        bare = [word for word in heard.words if word not in self._language.articles]
        if not bare or not all(is_content(word, self._language) for word in bare):
            return None
        before = self._reader.hear(left)
        spans = [s for s in read.filled.spans if s[1] == len(before.words) and set(words_of(s[2])) & _TITLES]
        if len(spans) != 1 or read.filled.missing or read.explained.left:
            return None
        start, _, name = spans[0]
        known = self._reader.trained.profile(read.definition.name, name).known
        if self._is_place(heard.words) or (" ".join(before.words[start:]) in known and " ".join(heard.words) in known):
            return None
        value = text[max(0, text.find(before.text)) + before.tokens[start].start :].strip(_EDGE)
        arguments = {**read.filled.arguments, name: value}
        return Request(
            ToolCall(read.definition.name, arguments, read.definition.toolbox_id, said=text), (), read.confidence
        )

    def _one_sentence(self, text: str, joints: Sequence[Joint]) -> Request | None:
        """ "note that it was a long day but a good one": one text, of which the tool found only the first part."""
        joint = joints[0]
        left, right = text[: joint.start].strip(_EDGE), text[joint.end :].strip(_EDGE)
        if any(self._opens(text[each.end :]) or each.first for each in joints) or self._whole_request(right):
            return None
        read = self._reader.best(left)
        if read is None or read.filled.missing or read.explained.left:
            return None
        before = self._reader.hear(left)
        spans = [s for s in read.filled.spans if s[1] == len(before.words) and set(words_of(s[2])) & SENTENCES]
        if len(spans) != 1 or valued(self._reader.hear_raw(right)) or not self._is_said(read.definition, spans[0][2]):
            return None
        start, _, name = spans[0]
        value = text[max(0, text.find(before.text)) + before.tokens[start].start :].strip(_EDGE)
        arguments = {**read.filled.arguments, name: value}
        call = ToolCall(read.definition.name, arguments, read.definition.toolbox_id, said=text)
        return Request(call, (), read.confidence)

    def _is_said(self, definition: ToolDefinition, name: str) -> bool:
        """Whether the argument *name* is a text that people say, rather than one of a list or of a few."""
        parameter = definition.parameter(name)
        return parameter is not None and not _is_list(parameter) and not parameter.enum_values

    def _may_be_two_titles(self, whole: Candidate, text: str) -> bool:
        """Whether a title holds an "and" and a name of several words behind it: "frankenstein and treasure island" are
        two books, "jonathan strange and mr norrell" is one, and no tool says which."""
        heard = self._reader.hear(text)
        joints = set(self._language.joints)
        for start, end, name in whole.filled.spans:
            words = heard.words[start:end]
            at = next((at for at, word in enumerate(words) if word in joints), 0)
            known = self._reader.trained.profile(whole.definition.name, name).known
            if not at or not set(words_of(name)) & _TITLES or set(words_of(name)) & SENTENCES:
                continue
            if " ".join(words) in known or not all(
                is_content(w, self._language) for w in (*words[:at], *words[at + 1 :])
            ):
                continue
            if len(words) - at > 2 and not any(x.kind == m.QUOTED and x.start <= start for x in heard.mentions):
                return True
        return False

    def _limited(self, text: str, joint: Joint, state: State, budget: _Budget, depth: int) -> Plan:
        """ "delete old.txt but keep draft.md": both parts are understood, or nothing is done."""
        left, right = text[: joint.start].strip(_EDGE), text[joint.end :].strip(_EDGE)
        cut = self._cut(left, right, joint, state, budget, depth)
        if cut is not None and not cut.left:
            return cut
        return Plan((), (right,), held=True) if self._part(left, state, budget, depth).requests else Plan()

    def _single(self, text: str, whole: Candidate | None, state: State) -> Plan:
        followed = self._dialogue.follow(text, state) if state.call is not None or state.result else None
        if isinstance(followed, Unclear):
            return Plan(unclear=followed)
        if followed is not None:
            return Plan((followed,))
        if whole is None:
            return Plan()
        numbers = self._left_numbers(whole, text)
        # "2 plus 2 times 2": a number that has no place changes what the others mean.
        if numbers:
            return Plan((), (text,), held=True)
        return Plan((self._dialogue.counted(request_of(whole, text), text, state),))

    def _left_numbers(self, whole: Candidate, text: str) -> bool:
        """Whether *whole* has no place for a number that *text* says."""
        heard = self._reader.hear(text)
        accounted = whole.explained
        return any(
            x.kind in (m.NUMBER, m.PERCENT, m.DURATION, m.MONEY)
            and (x.value != 1 or heard.words[x.start][0].isdigit())
            and set(range(x.start, x.end)) <= set(accounted.left)
            for x in heard.mentions
        )

    def _is_one(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> bool:
        """Whether values hold every joint, and are such that they may."""
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
                if named and self._orders_another(right, whole):
                    return False
                if not named and self._opens(right) and (self._whole_request(right) or self._pointing(right)):
                    return False
            value = whole.filled.arguments.get(name)
            listed = list(value) if _is_list(parameter) and isinstance(value, list | tuple) else []
            if len(listed) > len(parts) and any(
                isinstance(each, str) and self._digit(each) is not None for each in listed
            ):
                return False  # "six lemons and two melons" are two things
            if self._swallowed(parameter, parts):
                return False
        return not whole.explained.left

    def _twice(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> Plan | None:
        """Two values of one tool that the *whole* takes for one: "what's six times two and nine times three"."""
        heard = self._reader.hear(text)
        values = {name for s, e, name in whole.filled.spans if set(heard.words[s:e]) & set(self._language.joints)}
        if len(joints) != 1 or len(values) != 1 or any(set(words_of(name)) & SENTENCES for name in values):
            return None
        parts = [text[: joints[0].start].strip(_EDGE), text[joints[0].end :].strip(_EDGE)]
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

    def _swallows(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> bool:
        """Whether *whole* takes what begins like another request for its own: for a thing of a list, or for a value
        beside others."""
        heard = self._reader.hear(text)
        offset = max(0, text.find(heard.text))
        for joint in joints:
            if not self._opens(text[joint.end :]):
                continue
            before = [i for i, t in enumerate(heard.tokens) if t.end <= joint.start - offset]
            after = [i for i, t in enumerate(heard.tokens) if t.start >= joint.end - offset]
            span = _across(whole, before[-1], after[0]) if before and after else None
            if span is None:
                return True
            parameter = whole.definition.parameter(span[2])
            if parameter is not None and self._swallowed(parameter, [[], heard.words[after[0] : span[1]]]):
                return True
            if joint.strong and not set(words_of(span[2])) & SENTENCES:
                return True
        return False

    def _swallowed(self, parameter: ToolParameter, parts: Sequence[Sequence[str]]) -> bool:
        """Whether one of *parts* of a list but the first is an order: "[milk] and [read the list]"."""
        if not _is_list(parameter):
            return False
        orders = self._language.verbs - self._language.question_words
        return any(len(part) > 1 and part[0] in orders and is_content(part[0], self._language) for part in parts[1:])

    def _orders_another(self, text: str, whole: Candidate) -> bool:
        """Whether *text*, the end of a sentence that *whole* takes, orders by itself what another tool does, and names
        what that is about: "… and delete the swimming task"."""
        read = self._whole_request(text) if self._opens(text) else None
        if read is None or read.definition.name == whole.definition.name or read.confidence < _SURELY_ANOTHER:
            return False
        nouns = {self._language.stem(noun) for noun in object_nouns(read.definition, self._language)}
        heard = self._reader.hear(text)
        said = {self._language.stem(word) for at, word in enumerate(heard.words) if at and at in read.explained.wording}
        return bool(nouns & said)

    def _names_kind(self, text: str) -> bool:
        """Whether *text* begins with the name of what its tool takes: "a task buy cream"."""
        heard = self._reader.hear_raw(text)
        first = next((word for word in heard.words if word not in self._language.articles), "")
        return is_content(first, self._language) and first in self._reader.trained.leads.get(
            self._language.stem(first), ()
        )

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
        if _is_list(parameter):
            return True
        names = set(words_of(parameter.name))
        if names & SENTENCES:
            return True
        if any(not part for part in parts) or all(self._is_place(part) or " ".join(part) in known for part in parts):
            return False
        if not names & _TITLES and self._are_things(parts):
            return False
        function = self._language.function_words
        determined = (span[0] > 0 and words[span[0] - 1] in function) or parts[0][0] in function
        return not (determined and parts[-1][0] in function and not names & _TITLES)

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

    def _is_place(self, words: Sequence[str]) -> bool:
        bare = list(words)
        while bare and bare[0] in self._language.function_words:
            bare = bare[1:]
        return self._dialogue.is_place(bare)

    def _pointing(self, text: str) -> bool:
        """Whether *text* begins like a request about something named before ("cancel it")."""
        pattern = phrase_pattern(self._language, "pronouns")
        return bool(pattern and self._opens(text) and len(text.split()) <= 4 and pattern.search(text))

    def _cut(self, left: str, right: str, joint: Joint, state: State, budget: _Budget, depth: int) -> Plan | None:
        """The plan of two parts that are requests by themselves; None where this is no place to cut."""
        first = self._part(left, state, budget, depth)
        after = State(first.requests[-1].call) if first.requests else state
        right = self._pointing_parts.without_beside(right) if first.requests else right
        named = self._pointing_parts.named(right, left) if first.requests else None
        if named is None and first.requests and self._whole_request(right) is None:
            named = self._pointing_parts.beside(right, first.requests[-1])
        if named is not None:
            first = self._with_tail(left, first, named) or first
            second = Plan((named,))
        elif first.requests or self._opens(right) or joint.strong:
            second = self._part(right, after, budget, depth)
        else:
            second = Plan()
        if first.requests and not first.left and not self._opens(right):
            framed = self._framed(right, first, second)
            if framed is not None:
                second = framed
        if first.requests and second.requests and self._only_adds(right, first, second):
            call = second.requests[0].call
            both = replace(second.requests[0], call=replace(call, said=f"{left} {right}"))
            requests = (both, *second.requests[1:])
            return Plan(requests, (*first.left, *second.left), first.unclear or second.unclear)
        if first.requests and second.requests:
            parts = (second, first) if joint.first else (first, second)
            return Plan(
                tuple(itertools.chain(*(part.requests for part in parts))),
                (*first.left, *second.left),
                first.unclear or second.unclear,
                first.held or second.held,
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
        if first.requests and not joint.strong and self._names_more(right):
            # Another thing of the same kind, it seems, that could not be read: all of it or nothing.
            return Plan((), (right,), held=True)
        return None

    def _only_adds(self, right: str, first: Plan, second: Plan) -> bool:
        """Whether *right* says more of the request before it: "create a channel called birds and make it private"."""
        pattern = phrase_pattern(self._language, "changes", "pronouns")
        one, other = first.requests[-1].call, second.requests[0].call
        if pattern is None or pattern.search(right) is None or len(first.requests) != 1 or one.name != other.name:
            return False
        return all(other.arguments.get(name) == value for name, value in one.arguments.items())

    def _with_tail(self, left: str, first: Plan, second: Request) -> Plan | None:
        """The *first* of two questions about one thing with what only the *second* says behind it: "when does the kiosk
        open and when does it close [on friday]"."""
        call = first.requests[-1].call
        own = self._reader.hear(left)
        read = self._reader.best(second.call.said)
        asks = own.words and own.words[0] in self._language.question_words
        if not asks or len(first.requests) != 1 or read is None or read.definition.name != call.name:
            return None
        heard = self._reader.hear(second.call.said)
        more = [(s, e) for s, e, name in read.filled.spans if name not in call.arguments and e == len(heard.words)]
        added = set(read.filled.arguments) - set(call.arguments)
        if len(more) != 1 or added != {name for *_, name in read.filled.spans[-1:]}:
            return None
        start = more[0][0]
        while start and heard.words[start - 1] in self._language.function_words:
            start -= 1
        said = f"{left} {heard.said(start, more[0][1])}"
        best = self._reader.best(said)
        if best is None or best.definition.name != call.name or not self._adds(best, call):
            return None
        return replace(first, requests=(request_of(best, said),))

    def _adds(self, read: Candidate, call: ToolCall) -> bool:
        """Whether *read* is *call* with something more."""
        choices = {p.name for p in read.definition.parameters if _is_choice(p)}
        known = {name: value for name, value in call.arguments.items() if name not in choices}
        return not read.explained.left and all(read.filled.arguments.get(n) == value for n, value in known.items())

    def _framed(self, right: str, first: Plan, second: Plan) -> Plan | None:
        """*right* as the request before it with other values: "send ten dollars to anna and [send] twenty to mike"."""
        call = first.requests[-1].call
        asked = second.requests[0].call if second.requests else None
        if asked is not None and (asked.name != call.name or second.left):
            return None
        # What is a request by itself stays one, unless a unit is missing: "a salad timer for five".
        if asked is not None and asked.said == right and not self._dialogue.lacks_unit(right, call):
            return None
        found = self._dialogue.framed(right, call)
        if found is None or found.call.arguments == call.arguments:
            return None  # what is said again is not asked for twice
        return Plan((found,))

    def _negated(self, text: str) -> bool:
        pattern = phrase_pattern(self._language, "negations")
        return bool(pattern and pattern.match(text))

    def _names_more(self, text: str) -> bool:
        words = self._reader.hear_raw(text).words
        return any(is_content(word, self._language) for word in words) and len(words) <= 12

    def _part(self, text: str, state: State, budget: _Budget, depth: int) -> Plan:
        """The plan of one part; empty where it is no request by itself: a value alone is none."""
        excepted = self._excepted(text)
        if excepted is not None:
            return excepted
        told = self._told(text, state)
        if told is not None:
            return told
        found = self._read(text, state, budget, depth + 1)
        if len(found.requests) != 1 or found.left or not self._bare_value(text, found.requests[0], state):
            return found
        return Plan()

    def _bare_value(self, text: str, request: Request, state: State) -> bool:
        best = self._reader.best(text)
        if best is None or request.call.said != text:
            return False
        accounted = best.explained
        return not accounted.wording and not self._opens(text) and state.call is not None

    def _is_talk(self, text: str) -> bool:
        heard = self._reader.hear_raw(text)
        return not any(is_content(word, self._language) for word in heard.words)

    def _dialogue_place(self, left: str, right: str) -> Request | None:
        """ "my granddaughter lives in Toronto, what time is it there": the place that the first clause names."""
        pattern = phrase_pattern(self._language, "places_before")
        found = pattern.search(right) if pattern else None
        if found is None:
            return None
        heard = self._reader.hear_raw(left)
        for start, end in find_places(heard.words)[-1:]:
            first = start - 1 if start and heard.words[start - 1] in self._language.function_words else start
            said = f"{right[: found.start()]}{heard.said(first, end)}{right[found.end() :]}"
            best = self._reader.best(said)
            if best is not None and not best.filled.missing and not best.explained.left:
                return request_of(best, said)
        return None

    # What parts share

    def _shared(self, text: str, joints: Sequence[Joint], budget: _Budget, over: AbstractSet[str]) -> Plan | None:
        """The plan of parts that share a head or a tail: "[turn on] the lamp and the fan [in the kitchen]".

        Args:
            text: all of it.
            joints: where it may be cut.
            budget: of readings.
            over: words that mean nothing to the tool which would be believed to be meant by all of it.
        """
        chunks = self._chunks(text, joints)
        for parts in dict.fromkeys((tuple(chunks), *self._merged(chunks, text, joints))):
            found = self._shared_by(parts, budget, over)
            if found is not None:
                return found
        return None

    def _sided(self, text: str, joints: Sequence[Joint], budget: _Budget, over: AbstractSet[str]) -> Plan | None:
        """The plan of "[put] rice and beans on the one list and bags on the other": where each side says what it is
        for, there it is cut."""
        for parts in self._merged(self._chunks(text, joints), text, joints):
            first = next(iter(self._reader.hear(parts[1]).words), "")
            known = self._language.verbs | self._language.question_words | self._reader.trained.openers
            if first not in known and self._introduced_alike(*parts):
                found = self._shared_by(parts, budget, over, sided=True)
                if found is not None:
                    return found
        return None

    def _introduced_alike(self, left: str, right: str) -> bool:
        """Whether two parts say something behind the same word that introduces it: "[on] the shopping list"."""
        said = (self._reader.hear_raw(part).words[1:] for part in (left, right))
        one, other = ([word for word in words if word in self._introducing] for words in said)
        return bool(one) and one[-1] in other and one[-1] not in self._language.joints

    def _left_words(self, whole: Candidate | None, text: str) -> frozenset[str]:
        if whole is None:
            return frozenset()
        heard = self._reader.hear(text)
        return frozenset(heard.words[at] for at in whole.explained.left)

    def _chunks(self, text: str, joints: Sequence[Joint]) -> list[str]:
        starts = [0, *(joint.end for joint in joints)]
        ends = [*(joint.start for joint in joints), len(text)]
        return [text[start:end].strip(_EDGE) for start, end in zip(starts, ends, strict=True)]

    def _merged(self, chunks: Sequence[str], text: str, joints: Sequence[Joint]) -> Iterator[tuple[str, ...]]:
        """The text cut at one of several joints only."""
        if len(chunks) > 2:
            for joint in joints:
                yield text[: joint.start].strip(_EDGE), text[joint.end :].strip(_EDGE)

    def _shared_by(
        self, parts: Sequence[str], budget: _Budget, over: AbstractSet[str], *, sided: bool = False
    ) -> Plan | None:
        """The plan of *parts* with what the first begins with and the last ends with around each of them.

        Args:
            parts: the parts.
            budget: of readings.
            over: as for ``_shared``.
            sided: whether each part says by itself what it ends with, so that only a head is shared.
        """
        heard = [self._reader.hear_raw(part) for part in parts]
        if any(not part.words for part in heard) or len(parts) < 2:
            return None
        first, last = heard[0], heard[-1]
        before = {word for part in heard[:-1] for word in part.words}
        tried: list[tuple[float, int, int]] = []
        # A part with a verb of its own shares what follows, never what precedes: "open and close the garage".
        orders = not sided and any(self._opens(part) for part in parts[1:])
        heads = 1 if orders else len(first.words)
        if sided:
            heads = next((at for at, word in enumerate(first.words) if at and word in last.words), heads)
        for head in range(heads):
            for end in range(len(last.words) if sided else 1, len(last.words) + 1):
                if end < len(last.words) and last.words[end - 1] in self._language.function_words:
                    continue  # "two cartons of [milk]"
                if self._parts_number(first, head, last) or self._counts(last, end, first):
                    continue
                if end < len(last.words) and last.words[end] in self._introducing & before:
                    continue  # "the fan in the garage and the lamp [in the kitchen]": each has its own
                if _cuts(first, head) or _cuts(last, end):
                    continue  # "in lisbon and in new [york]"
                if head < len(first.words) and head and first.words[head] in self._language.persons:
                    continue  # "remind [me]"
                closes = end < len(last.words) and is_content(last.words[end], self._language)
                if closes and last.words[end] in first.words[head:]:
                    continue  # "bread on the shopping list and plates on the party [list]"
                introduced = first.words[head] if head < len(first.words) else ""
                both_introduced = introduced in self._introducing and introduced == last.words[0]
                if both_introduced and end < len(last.words) and is_content(last.words[end], self._language):
                    continue  # each is introduced, and so each is whole
                cost = self._unlike(first.words[head:], last.words[:end], last.words[end:])
                if cost is None and _begins_with_day(first, head) and _begins_with_day(last, 0):
                    cost = 0.5  # "[remind me] tomorrow to phone and on friday to pay"
                if cost is not None and _apart(first, head) and _apart(last, end):
                    tried.append((cost, head, end))
        for _, head, end in sorted(tried)[:_MAX_SHARED]:
            shared_head = first.said(0, head) if head else ""
            tail = last.said(end, len(last.words)) if end < len(last.words) else ""
            values = [first.said(head, len(first.words)), *(part.text for part in heard[1:-1]), last.said(0, end)]
            for opening in self._in_the_singular(shared_head):
                texts = [" ".join(x for x in (opening, value, tail) if x) for value in values]
                if not all(budget.spend(each) for each in texts):
                    return None
                found = self._all_read(texts, opening, values, tail, over)
                if found:
                    return Plan(tuple(found))
        return None

    def _in_the_singular(self, head: str) -> Iterator[str]:
        """*head*, and *head* as each of several things shares it: "alarms for …" is "alarm for …"."""
        yield head
        net = english_wordnet() if self._language.code == "en" else None
        words = head.split()
        if net is not None and words and net.lemma(words[-1].lower()) != words[-1].lower():
            yield " ".join((*words[:-1], net.lemma(words[-1].lower())))

    @property
    def _introducing(self) -> AbstractSet[str]:
        return self._language.function_words - self._language.articles

    def _parts_number(self, first: Heard, head: int, last: Heard) -> bool:
        """Whether what is shared would end with what is of the first thing: "[add three] lemons and a lettuce"."""
        counted = any(x.kind == m.NUMBER and x.end == head for x in first.mentions)
        determined = bool(head) and first.words[head - 1] in self._language.articles
        begins = last.words[0] in self._language.articles or any(
            x.kind == m.NUMBER and not x.start for x in last.mentions
        )
        return counted or (determined and begins)

    def _counts(self, last: Heard, end: int, first: Heard) -> bool:
        """Whether the last thing would end with the number of what is shared: "butter and two [cartons of milk]"."""
        ending = any(x.kind == m.NUMBER and x.end == end for x in last.mentions)
        return ending and end < len(last.words) and not any(x.kind == m.NUMBER for x in first.mentions)

    def _unlike(self, first: Sequence[str], second: Sequence[str], tail: Sequence[str]) -> float | None:
        """How unlike two parts are that shall share what is around them; None where they share nothing sensible."""
        function = self._language.function_words
        content = [sum(is_content(w, self._language) or w.isdigit() for w in part) for part in (first, second)]
        if not content[1] or (not content[0] and len(first) < 1):
            return None
        if first[0] == second[0]:
            cost = 0.0
        elif (first[0] in function) != (second[0] in function):
            return None
        else:
            cost = 0.5
        return cost + abs(len(first) - len(second)) + 0.3 * abs(content[0] - content[1]) - 0.1 * min(3, len(tail))

    def _all_read(
        self, texts: Sequence[str], head: str, values: Sequence[str], tail: str, over: AbstractSet[str]
    ) -> list[Request]:
        """The requests that *texts* are, all understood, whole and different; empty where one is not."""
        found: list[Request] = []
        calls: list[tuple[str, object]] = []
        behind = set(self._reader.hear_raw(tail).words)
        for text, value in zip(texts, values, strict=True):
            best = self._reader.best(text)
            if best is None or best.filled.missing:
                return []
            heard = self._reader.hear(text)
            if self._straddles(best, heard, text, len(head) + 1 if head else 0, len(value), tail):
                return []
            if self._names_number(best, heard):
                return []
            accounted = best.explained
            # A head of words of grammar alone ("how late is it") is as good where they all share it.
            left = {heard.words[at] for at in accounted.left} - (over & behind)
            if left or not (accounted.wording or head) or self._doubled(best, valued(heard), accounted):
                return []
            if (best.definition.name, best.filled.arguments) in calls:
                return []
            if found and best.definition.name == found[0].call.name:
                known, told = found[0].call.arguments, best.filled.arguments
                if all(n in told and told[n] == v for n, v in known.items()):
                    return []  # the same again, with something more: "put bread on the list [and on the candles list]"
            calls.append((best.definition.name, best.filled.arguments))
            found.append(request_of(best, text))
            chosen = {p.name for p in best.definition.parameters if p.enum_values}
            for name in chosen if len(found) > 1 and best.definition.name == found[0].call.name else ():
                one, other = (request.call.arguments.get(name) for request in (found[0], found[-1]))
                own = vocabulary(best.definition, self._language)
                said = {self._language.stem(word) for word in self._reader.hear_raw(value).words}
                if one != other and not said & (own.wording | own.choices):
                    return []  # what parts share means the same for each of them
        return found

    def _names_number(self, best: Candidate, heard: Heard) -> bool:
        """Whether a number is taken for the name of something by a tool that has a place for numbers."""
        own = {p.name: p for p in best.definition.parameters}
        numeric = any(self._dialogue.typed(best.definition, p) for p in own.values())
        numbers = {at for x in heard.mentions if x.kind == m.NUMBER for at in range(x.start, x.end)}
        return numeric and any(
            name in own
            and not self._dialogue.typed(best.definition, own[name])
            and not own[name].enum_values
            and set(range(start, end)) <= numbers
            for start, end, name in best.filled.spans
        )

    def _straddles(self, best: Candidate, heard: Heard, text: str, start: int, length: int, tail: str) -> bool:
        """Whether a value is put together of words that were not said together: "butter of milk"."""
        offset = max(0, text.find(heard.text))
        end = start + length
        behind = self._reader.hear_raw(tail).words[:1]
        # "the kitchen and the hall light": what the tail begins with may end each value.
        closes = bool(behind) and is_content(behind[0], self._language)
        for first, last, _ in best.filled.spans:
            begins, ends = heard.tokens[first].start + offset, heard.tokens[last - 1].end + offset
            if begins < start < ends or (begins < end < ends and not closes):
                return True
        return False

    def _doubled(self, best: Candidate, mentions: Sequence[m.Mention], accounted: Explained) -> bool:
        """Whether a number, time or date is left that the tool has no place for."""
        covered = accounted.values | accounted.wording
        return any(not covered & set(range(x.start, x.end)) for x in mentions)

    # What is left

    def _lost(self, whole: Candidate, text: str, joints: Sequence[Joint]) -> list[str]:
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
                part = text[start:end].strip(_EDGE)
                # A clause before the request ("i'm cooking pasta and …") says why, not what.
                if start or self._opens(part) or all(is_content(heard.words[i], self._language) for i in places):
                    lost.append(part)
        return lost


def _is_list(parameter: ToolParameter) -> bool:
    return parameter.param_type.lower().startswith(("list", "array")) or "[" in parameter.param_type


def _across(whole: Candidate, before: int, after: int) -> tuple[int, int, str] | None:
    """The value that words *before* and *after* are in together, as one text or as two things of one list."""
    for start, end, name in whole.filled.spans:
        if start <= before and after < end:
            return start, end, name
        parameter = whole.definition.parameter(name)
        if start <= before < end and parameter is not None and _is_list(parameter):
            following = [e for s, e, other in whole.filled.spans if other == name and s <= after < e]
            if following:
                return start, following[0], name
    return None


def _is_choice(parameter: ToolParameter) -> bool:
    return bool(parameter.enum_values) or parameter.param_type.lower() in ("bool", "boolean")


def _cuts(heard: Heard, at: int) -> bool:
    """Whether a number, a date or a name would be cut before word *at*."""
    return any(x.start < at < x.end for x in heard.mentions)


def _begins_with_day(heard: Heard, at: int) -> bool:
    """Whether a day or a time is said at word *at*, or behind one word that introduces it."""
    return any(x.kind in (m.DATE, m.TIME) and at <= x.start <= at + 1 for x in heard.mentions)


def _apart(heard: Heard, at: int) -> bool:
    """Whether a space stands before word *at*: "notes.txt" is one word."""
    if not 0 < at < len(heard.words):
        return True
    return any(map(str.isspace, heard.text[heard.tokens[at - 1].end : heard.tokens[at].start]))


def _like(one: object, other: object) -> bool:
    return isinstance(one, str) and isinstance(other, str) and words_of(one) == words_of(other)


def _with(said: str, old: str, new: str) -> str:
    """*said* with *new* in place of *old*, as far as that stands there."""
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, said, count=1, flags=re.IGNORECASE)


def _fold(text: str) -> str:
    return text.replace("’", "'").lower().strip()
