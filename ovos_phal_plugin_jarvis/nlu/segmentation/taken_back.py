"""What the user takes back in the same breath, as the tools settle it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Dialogue, Request, State, Unclear, request_of
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import acts
from ovos_phal_plugin_jarvis.nlu.entities.numbers import is_number_word
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.values import is_time
from ovos_phal_plugin_jarvis.nlu.left_out import without_left_out
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.recurring import is_recurrence
from ovos_phal_plugin_jarvis.nlu.repairs import GUESSED, Repair
from ovos_phal_plugin_jarvis.nlu.segmentation.asides import Asides
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Budget, Calls, Corrected, Reads
from ovos_phal_plugin_jarvis.nlu.segmentation.words import TITLES, Part, Words, fold
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    phrases_pattern,
    single_words,
    trimmed,
    trimmed_right,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.thinking import without_thinking
from ovos_phal_plugin_jarvis.nlu.tool_verbs import HALTING
from ovos_phal_plugin_jarvis.translation.values import things_of

_MAX_REPAIRS = 3
"""Corrections that are carried out in one utterance."""
_SURELY = 0.8
"""Confidence in a tool for all that is said from which a "no" that it takes for one of its own takes nothing back."""
_MUCH_LIKELIER = 0.5
"""How much likelier one reading of a correction must be for the other not to be looked at."""

_REPLACED = {
    m.DATE: (m.DATE, m.DATE_RANGE, m.DURATION),
    m.TIME: (m.TIME, m.DURATION),
    m.DURATION: (m.DATE, m.DATE_RANGE, m.TIME, m.DURATION),
}
"""When something is to be → what says that anew."""


class TakenBack(Words):
    """Carries corrections out."""

    _asides = Part(Asides)
    _cuts = Part(Cuts)

    def __init__(self, reader: Reader, dialogue: Dialogue, read: Reads) -> None:
        super().__init__(reader, dialogue)
        self._read = read
        self._done: dict[str, Corrected] = {}

    def corrected(self, text: str) -> Corrected:
        """*text* with what the user took back in it replaced, as far as that is settled."""
        text = text.strip()
        if text not in self._done:  # an utterance is asked about before its parts, of which it may be the only one
            self._done[text] = self._corrected(text)
        return self._done[text]

    def _corrected(self, text: str) -> Corrected:
        budget = Budget()
        lang = self._reader.lang
        text = without_left_out(without_thinking(self._asides.without_apology(text), lang), lang)
        text = self._without_dropped(text)
        denied = self._denied(text)
        if denied is not None:
            return Corrected(text, unclear=Unclear(text)) if denied else Corrected(text)
        for _ in range(_MAX_REPAIRS):
            repair = self._reader.repair(text)
            if repair is not None and repair.cancelled:
                if repair.settled or self._takes_back(text, repair):
                    return Corrected("", cancelled=True)
                break
            if repair is not None and self._denies_flag(text, repair):
                break
            mended = self._chosen(repair, text) if repair is not None else None
            if mended is None:
                mended = next(self._mended(text, budget), None)
            if isinstance(mended, Unclear) or (mended is None and repair is not None and repair.sure):
                return Corrected(text, unclear=Unclear(text))
            if mended is None or mended == text:
                break
            text = self._with_moment(text[: repair.said[0]], mended) if repair is not None else mended
        return Corrected(text)

    def _denies_flag(self, text: str, repair: Repair) -> bool:
        """Whether the "no" of *repair* says a no to what the tool asks, which all of *text* is surely for: "a soup at
        ten [no] onions"."""
        heard = self._reader.hear(text)
        said = {at for at, token in enumerate(heard.tokens) if repair.said[0] <= token.start < repair.said[1]}
        if heard.text != text or not said or any(heard.words[at] not in heard.lang.noes for at in said):
            return False
        whole = self._reader.best(text)
        return whole is not None and whole.confidence >= _SURELY and said <= whole.filled.flags

    def _takes_back(self, text: str, repair: Repair) -> bool:
        """Whether *repair*, what ends *text*, takes back the request before it. Where that is no order by its first
        word, or the words are no plain cancelling, only what ``revoking`` has does; and neither behind a tool that
        takes something away, nor in a text or a title, nor where a value ends in these words."""
        before, said = trimmed(text[: repair.said[0]]), text[slice(*repair.said)].strip()
        first = next(iter(self._reader.hear(before).words), "")
        cancel, revoking = phrase_pattern(self._language, "cancel"), phrase_pattern(self._language, "revoking")
        if first in self._language.question_words:
            return False
        planned = self._read(before, State(), Budget(), 0).requests
        if first in self._language.verbs and cancel is not None and cancel.fullmatch(said):
            return bool(planned)
        if revoking is None or revoking.fullmatch(said) is None or len(planned) != 1:
            return False
        call = planned[0].call
        writes = any(not (SENTENCES | TITLES).isdisjoint(words_of(name)) for name in call.arguments)
        takes = not HALTING.isdisjoint(acts(self._reader.trained.definitions[call.name]))
        return not (writes or takes or self._ends_in(text, said) or self._is_day(text, repair))

    def _is_day(self, text: str, repair: Repair) -> bool:
        """Whether what ends *text* only says which day is not meant, as it names another: "at six tomorrow [not
        today]"."""
        heard = self._reader.hear_raw(text)
        begins = sum(token.start < repair.said[0] for token in heard.tokens)
        days = [x.start for x in heard.mentions if x.kind == m.DATE]
        return any(at < begins for at in days) and any(at >= begins for at in days)

    def _ends_in(self, text: str, taken_back: str) -> bool:
        """Whether *text* by itself has a value that ends in the words that would take it back: "the book [never
        mind]"."""
        read = self._reader.best(text)
        ending = words_of(taken_back)
        values = (thing for value in (read.filled.arguments.values() if read else ()) for thing in things_of(value))
        return any(words_of(value)[-len(ending) :] == ending for value in values if isinstance(value, str))

    def _without_dropped(self, text: str) -> str:
        """*text* without a request that it begins and drops by its name before another one: "set an alarm oh forget the
        alarm just put batteries on the list"."""
        spoken, tokens = self._language, self._reader.raw_tokens(text)
        dropping = _dropping(spoken)
        for found in dropping.finditer(text) if dropping is not None else ():
            first = trimmed_right(text[: found.start()])
            before, behind = self._reader.raw_words(first), [t for t in tokens if t.start >= found.end()]
            named = len(behind) > 2 and behind[0].norm in spoken.articles | spoken.demonstratives
            if not (named and before and self._opens(first)):
                continue
            read = self._reader.best(first)
            kinds = words_of(read.definition.name) if read is not None else []
            writes = read is not None and not SENTENCES.isdisjoint(read.filled.arguments)
            if writes or behind[1].norm not in {*before, *kinds}:
                continue  # "remind me to call anna forget the call" may be all to be reminded of
            rest = without_opening(text[behind[2].start :], spoken, "particles", "openings")
            if before[-1] not in single_words(spoken, "joints") and self._opens(rest):
                return rest
        return text

    def _with_moment(self, before: str, anew: str) -> str:
        """The request *anew* with the day and the time that it said *before* it was taken back and says no more: "wake
        me at seven [tomorrow] no wake me at eight". For another tool, or with another text, it may be another one."""
        old, new = self._reader.best(trimmed(before)), self._reader.best(anew)
        if old is None or new is None or not self._is_same(old, new):
            return anew
        heard = old.heard
        said = {x.kind for x in self._reader.hear(anew).mentions}
        for start, end, name in old.filled.spans:
            kinds = {x.kind for x in heard.mentions if start <= x.start and x.end <= end} & _REPLACED.keys()
            if not kinds or name in new.filled.arguments or not all(said.isdisjoint(_REPLACED[kind]) for kind in kinds):
                continue
            lead = start - 1 if start and heard.words[start - 1] in self._language.function_words else start
            longer = f"{anew} {heard.said(lead, end)}"
            read = self._reader.best(longer)
            kept = {**new.filled.arguments, name: old.filled.arguments.get(name)}
            if read is not None and read.definition.name == new.definition.name and read.filled.arguments == kept:
                anew, new = longer, read
        return anew

    def _is_same(self, old: Candidate, new: Candidate) -> bool:
        """Whether both are for one tool, and say of the same thing what it is to do."""
        if old.definition.name != new.definition.name:
            return False
        if any(is_recurrence(p) and p.name in new.filled.arguments for p in new.definition.parameters):
            return False  # what comes again comes on no day that was said before
        values = old.filled.arguments, new.filled.arguments
        moments = {p.name for p in old.definition.parameters if is_time(p)}
        both = values[0].keys() & values[1].keys() - moments
        return all(values[0][name] == values[1][name] for name in both)

    def _denied(self, text: str) -> bool | None:
        """Whether a "no" inside *text*, which denies as well, may do either: "abona el huerto no el césped" is for the
        one or the other; it only denies in "… no es para el césped". None where there is none such."""
        spoken, tokens = self._language, self._reader.raw_tokens(text)
        denying = single_words(spoken, "noes") & spoken.negations_before
        named = next((at for at, token in enumerate(tokens) if is_content(token.norm, spoken)), len(tokens))
        for at in range(named + 1, len(tokens) - 2):
            paused = text[tokens[at].end : tokens[at + 1].start].strip()
            behind = tokens[at + 1].norm
            if tokens[at].norm not in denying or paused or tokens[at - 1].norm in spoken.function_words:
                continue
            if behind in spoken.states:
                return False
            thing = tokens[at + 2].norm
            if behind in spoken.articles and is_content(thing, spoken) and not is_number_word(thing, spoken.code):
                return True
        return None

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
        plan = self._read(text, State(), Budget(), 0)
        if not plan.requests or plan.left or plan.held or plan.unclear is not None:
            return None
        return tuple((request.call.name, repr(request.call.arguments)) for request in plan.requests)

    def _glued(self, text: str, said: tuple[int, int]) -> bool:
        """Whether a value that is no sentence holds the words from *said* on: "white no brown rice"."""
        plan = self._read(text, State(), Budget(), 0)
        word = trimmed(fold(text[said[0] : said[1]]))
        for request in plan.requests:
            for name, value in request.call.arguments.items():
                if set(words_of(name)) & SENTENCES or not isinstance(value, str | list | tuple):
                    continue
                known = self._reader.trained.profile(request.call.name, name).known
                values = [value] if isinstance(value, str) else [each for each in value if isinstance(each, str)]
                if any(word in words_of(each)[1:] and fold(each) not in known for each in values):
                    return True
        return False

    def _mended(self, text: str, budget: Budget) -> Iterator[str | Unclear]:
        """*text* as the last call with what follows "no" put into it, where only its tool tells what that is for."""
        pattern = phrase_pattern(self._language, "corrections", "refuse")
        doubtful = None
        for found in list(pattern.finditer(text))[:4] if pattern else []:
            # "no" may be a word of the request; between two pauses it takes something back.
            paused = bool(re.search(r"[,.;…-]\s*$", text[: found.start()]))
            sure = fold(found.group()) not in self._language.refuse or (
                paused and text[found.end() :].lstrip(" ")[:1] in (",", ";", ".")
            )
            for head, before in self._last_parts(trimmed_right(text[: found.start()])):
                for after, tail in self._first_parts(self._unmarked(trimmed(text[found.end() :]))):
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
        cuts = [joint.end for joint in self._cuts.joints(text) if self._opens(text[joint.end :])]
        return [(text[:cut], text[cut:]) for cut in (*reversed(cuts), 0)]

    def _first_parts(self, text: str) -> list[tuple[str, str]]:
        """What stands behind a correction as the correction and the requests after it, the shortest first."""
        cuts = [joint.start for joint in self._cuts.joints(text) if self._opens(text[joint.end :])]
        return [(trimmed(text[:cut]), text[cut:]) for cut in (*cuts, len(text))]

    def _corrections(self, before: str, after: str, sure: bool, paused: bool) -> Iterator[str | Unclear]:
        """*before* as *after* corrects it; what may mean several things where nothing else is known."""
        if self._whole_request(after) and (sure or paused) and self._opens(after):
            yield after
            return
        if not sure and not self._alike(before, after):
            return
        read = self._reader.best(before) or self._reader.likeliest(before)
        if read is None:
            return
        changed = self._dialogue.substitution.changed(after, request_of(read, before).call, strict=True)
        if isinstance(changed, Request) and changed.call.said:
            yield changed.call.said
        elif isinstance(changed, Unclear) and sure:
            yield changed

    def _unmarked(self, text: str) -> str:
        return without_opening(text, self._language, "changes", "corrections", "refuse")

    def _alike(self, before: str, after: str) -> bool:
        """Whether *after* begins with a value of a kind that *before* holds."""
        kinds = {x.kind for x in valued(self._reader.hear_raw(before))}
        return any(x.start <= 2 and x.kind in kinds for x in valued(self._reader.hear_raw(self._unmarked(after))))


@lru_cache(maxsize=32)
def _dropping(spoken: Language) -> re.Pattern[str] | None:
    """What drops a request before its name: the "forget" of "forget it"."""
    pointing = {word for phrase in spoken.pronouns for word in phrase.split()}
    dropping = {said for said, _, last in (each.rpartition(" ") for each in spoken.cancel) if last in pointing}
    return phrases_pattern(frozenset(dropping - spoken.verbs - single_words(spoken, "sparing")))
