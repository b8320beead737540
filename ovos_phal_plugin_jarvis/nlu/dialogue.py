"""Dialogue state: what only makes sense after something else was said or done.

A follow-up is read by saying the earlier request again with the new words in their place: "and in Paris?" after "the
time in London" is "the time in Paris". So it works for each tool that understood the earlier request, in its language,
keeps what was said about it ("make it 15" after ten minutes are minutes), and goes no further than the tool's own
examples and definition. Where two readings are as good, nothing is done and the user is asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.accounting import vocabulary
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate, Reader
from ovos_phal_plugin_jarvis.nlu.entities.places import find_places
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language, yes_or_no
from ovos_phal_plugin_jarvis.nlu.lang.guess import called
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import Profile
from ovos_phal_plugin_jarvis.nlu.learning.choices import Choice
from ovos_phal_plugin_jarvis.nlu.learning.declared_slots import roles_of
from ovos_phal_plugin_jarvis.nlu.learning.wording import base
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, words_of
from ovos_phal_plugin_jarvis.sdk.locale import listed, say
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, TranslationContext

_CONFIDENCE = 0.8
"""Of what a follow-up is read as: the words say less than a whole request, the dialogue says the rest."""
_SAME_TOOL = 0.2
"""Confidence from which the earlier request with new words in it is still believed to be for its tool."""
_MAX_FRAGMENT = 8
"""Words that a changed value may have."""
_MAX_BARE = 4
"""Words of a follow-up that nothing introduces ("in Paris")."""
_MAX_VARIANTS = 14
"""Readings of one follow-up that are tried: each is read by the tools."""
_ON_TOP = 6
"""Rank of a reading that adds something which was not said before."""
_MAX_SPANS = 5
"""Values of a request that others are tried in place of."""
_EDGE = " \t\n.,;:!?…-"


@dataclass(frozen=True)
class Request:
    """One call that somebody asked for, with what it lacks."""

    call: ToolCall
    missing: tuple[str, ...] = ()
    confidence: float = _CONFIDENCE


@dataclass(frozen=True)
class Unclear:
    """A follow-up that may mean several things, or nothing that is known. Nothing is done; the user is told."""

    said: str
    """The words that are not clear."""
    choices: tuple[str, ...] = ()


Followed = Request | Unclear | None
"""What a follow-up is; None where *nothing* speaks for it being one."""


def request_of(candidate: Candidate, said: str) -> Request:
    """What *candidate* makes of the words *said*."""
    definition, filled = candidate.definition, candidate.filled
    call = ToolCall(definition.name, filled.arguments, definition.toolbox_id, said=said)
    return Request(call, tuple(filled.missing), candidate.confidence)


@dataclass(frozen=True)
class State:
    """What a follow-up may refer to."""

    call: ToolCall | None = None
    """The last call; its ``said`` are the words that ask for it."""
    result: Mapping[str, Any] | None = None
    shown: tuple[Mapping[str, Any], ...] = ()
    """Things that the last answer showed, in order."""
    turns: tuple[str, ...] = ()
    """What the user said before, oldest first."""

    @classmethod
    def of(cls, context: TranslationContext) -> State:
        """The state at the beginning of an utterance."""
        call = context.last_call
        if call is not None and not call.said:
            last = next((text for role, text in reversed(context.turns) if role == "user"), "")
            call = replace(call, said=last)
        items = tuple(_items(context.last_result))
        shown = tuple(context.shown)
        if shown and len(items) == len(shown):
            # The same things, once as they are called and once as the tool knows them.
            shown = tuple({**named, **item} for named, item in zip(shown, items, strict=True))
        said = tuple(text for role, text in context.turns if role == "user")
        return cls(call, context.last_result, shown or items, said)


def _items(result: Mapping[str, Any] | None) -> Iterator[Mapping[str, Any]]:
    """The things in the first list of *result*, at its top or one level below."""
    lists = [value for value in (result or {}).values() if isinstance(value, list) and value]
    for inner in (result or {}).values():
        if isinstance(inner, Mapping):
            lists += [value for value in inner.values() if isinstance(value, list) and value]
    for value in lists[:1]:
        for item in value[:100]:
            if isinstance(item, Mapping):
                yield item
            elif isinstance(item, str | int | float):
                yield {"name": str(item)}


@dataclass(frozen=True)
class _Marked:
    """A follow-up without the words that mark it as one."""

    kind: str
    """``change`` ("make it"), ``correction`` ("no", "I meant"), ``ellipsis`` ("what about"), or nothing."""
    rest: str
    whole: str
    """With what marks it, without what only stands beside it ("again", "too")."""
    trailing: bool = False
    """Whether nothing marks it but an "as well" at its end: it may be a request of its own."""


class Dialogue:
    """Reads follow-ups with the tools of one reader."""

    def __init__(self, reader: Reader, lang: str) -> None:
        """
        Args:
            reader: reads whole requests.
            lang: BCP-47 tag of what is said.
        """
        self._reader = reader
        self._lang = lang
        self.language: Language = language(lang)

    # Follow-ups

    def follow(self, text: str, state: State) -> Followed:
        """What *text* is after the state's last call; None where it is a request of its own or nothing at all."""
        marked = self._marked(text)
        if state.call is None or state.call.name not in self._reader.trained.definitions:
            return self._chained(marked.rest, state)
        if self._in_its_words(text, state.call):
            return None
        said = " ".join(self._reader.hear_raw(text).words)
        if said in self.language.repeats and self._reader.best(text) is None:
            return Request(state.call)
        bare = marked.rest if marked.kind in ("ellipsis", "correction") else self._without_fillers(marked.whole)
        alone = self._alone(bare)
        if self._says_all(alone, bare, state.call) or (marked.trailing and self._orders(bare)):
            return None
        chained = self._chained(bare, state)
        if chained is not None:
            return chained
        pattern = phrase_pattern(self.language, "reversals")
        if alone is None and pattern is not None and pattern.fullmatch(self._without_beside(text)):
            return self._turned(state.call) or Unclear(text)
        near = self._nearer(bare, state.call)
        if near is not None:
            return near
        carried = self._carried(bare, state.call) if self._asks(bare) else None
        if carried is not None:
            return carried
        # "Make it 15" changes what was done; "turn it off" does something else with it.
        value = marked.kind == "change" and bool(valued(self._reader.hear_raw(marked.rest)))
        pointed = None if value else self._pointed(bare, state, alone)
        if pointed is not None:
            return pointed
        added = self._added(marked.rest, state.call)
        if added is not None:
            return added
        if alone is not None and not (
            marked.kind and alone.definition.name == state.call.name and not self._opens(bare)
        ):
            return None
        stepped = self._stepped(bare, state.call)
        if stepped is not None:
            return stepped
        if said in self.language.cancel or said in self.language.refuse:
            return None
        if not marked.rest or len(marked.rest.split()) > _MAX_FRAGMENT:
            return None
        if marked.kind != "change" and (self._asks_whole(marked.rest) or self._commands(marked.rest)):
            return Unclear(marked.whole) if marked.kind and self._reader.best(bare) is None else None
        negation = phrase_pattern(self.language, "negations")
        if marked.kind and negation is not None and negation.match(marked.rest):
            return Unclear(marked.whole)  # "no, not bread, butter"
        if marked.kind:
            found: Followed = self.framed(marked.rest, state.call) if marked.kind == "ellipsis" else None
            found = found or self.changed(
                marked.rest, state.call, told=True, thing=marked.kind != "change", strict=marked.kind == "correction"
            )
            if isinstance(found, Request):
                found = self._heeded(found, marked.rest, state.call) or Unclear(marked.whole)
            return replace(found, said=marked.whole) if isinstance(found, Unclear) else found
        # Nothing marks it: only what no tool takes for itself and what has its place in the last request.
        definition = self._reader.trained.definitions[state.call.name]
        chosen = any(said.split() == words_of(v) for p in definition.parameters for v in p.enum_values or ())
        compared = self._compared(bare, state.call, definition)
        if compared is not None:
            return compared
        itself = self._reader.best(bare)
        short = len(bare.split()) <= _MAX_BARE and (itself is None or itself.definition is definition)
        if short and (chosen or self._introduced(bare)):
            found = self.framed(bare, state.call) or self.changed(bare, state.call, worst=1)
            return self._heeded(found, bare, state.call) if isinstance(found, Request) else None
        return None

    def _says_all(self, alone: Candidate | None, text: str, last: ToolCall) -> bool:
        """Whether *alone* says again all that *last* was told: "and 18 times 24" takes nothing from a sum."""
        return (
            alone is not None
            and alone.definition.name == last.name
            and not alone.filled.missing
            and set(last.arguments) <= set(alone.filled.arguments)
            and len(last.arguments) > 1
            and not self.lacks_unit(text, last)
        )

    def _carried(self, text: str, last: ToolCall) -> Request | None:
        """ "how much light does it need": a question that lacks just what its pronoun stands for, said in *last*."""
        best = self._reader.best(text) or self._same_tool(text, last.name)
        if best is None or len(best.filled.missing) != 1:
            return None
        name, heard = best.filled.missing[0], self._reader.hear(text)
        value = last.arguments.get(name)
        parameter = best.definition.parameter(name)
        points = [at for at, word in enumerate(heard.words) if word in self.language.persons]
        if not isinstance(value, str) or parameter is None or parameter.enum_values or len(points) != 1:
            return None
        if points[0] in best.filled.covered or best.explained.left:
            return None
        arguments = {**best.filled.arguments, name: value}
        if best.definition.name == last.name and arguments == dict(last.arguments):
            return None
        said = _put(heard, points[0], points[0] + 1, value)
        return Request(ToolCall(best.definition.name, arguments, best.definition.toolbox_id, said=said))

    def _nearer(self, text: str, last: ToolCall) -> Request | None:
        """What *text* asks of one of two tools that are as likely, where only that one has to do with what the *last*
        call was for: "add two more minutes" after a timer was set."""
        found = self._reader.candidates(text)[:2]
        if len(found) < 2 or not found[0].rivalled or found[0].account.refused:
            return None
        definition = self._reader.trained.definitions[last.name]
        near = [c for c in found if c.definition is definition or related(c.definition, definition)]
        if (
            len(near) != 1
            or near[0].filled.missing
            or near[0].explained.left
            or not near[0].explained.wording
            or near[0].confidence < near[0].accept
        ):
            return None
        return request_of(near[0], text)

    def _asks_whole(self, text: str) -> bool:
        """Whether *text* is a question with a subject, rather than a value: "how big is it"."""
        words = self._reader.hear_raw(text).words
        return bool(words) and words[0] in self.language.question_words and not self.language.persons.isdisjoint(words)

    def _commands(self, text: str) -> bool:
        """Whether *text* begins with a verb for what shall be done: "cancel the ham sandwich" is no sandwich."""
        words = self._reader.hear_raw(text).words
        return len(words) > 1 and words[0] in self.language.verbs and is_content(words[0], self.language)

    def _orders(self, text: str) -> bool:
        """Whether *text* is a whole request with a verb of its own, and points to nothing."""
        best = self._reader.best(text)
        words = self._reader.hear_raw(text).words
        return (
            best is not None
            and not best.filled.missing
            and bool(words)
            and (words[0] in self.language.verbs or words[0] in self._reader.trained.openers)
            and is_content(words[0], self.language)
            and not {*self.language.pronouns, *self.language.ones} & set(words)
        )

    def _without_fillers(self, text: str) -> str:
        """*text* without what it only begins with: "now the hallway"."""
        pattern = phrase_pattern(self.language, "fillers", "beside")
        for _ in range(3):
            found = pattern.match(text) if pattern else None
            if found is None or found.end() == len(text):
                break
            text = text[found.end() :].lstrip(_EDGE)
        return text

    def _in_its_words(self, text: str, last: ToolCall) -> bool:
        """Whether *text* is what an example of a tool beside the last one's says, which needs nothing else: "that" in
        "undo that" is then a word of its own."""
        definitions = self._reader.trained.definitions
        best = self._reader.best(text)
        if best is None or best.definition.parameters:
            return False
        if best.definition.toolbox_id != definitions[last.name].toolbox_id:
            return False
        heard = self._reader.hear(text)
        return any(e.words == heard.words for e in self._reader.trained.aligned.get(best.definition.name, ()))

    def _heeded(self, found: Request, fragment: str, last: ToolCall) -> Request | None:
        """*found*, with a value that *fragment* names by another form of it; None where a word of it is in nothing.

        "and a walk of two" after a run is a walk; "two coots there" after a heron is not two herons.
        """
        definition = self._reader.trained.definitions[last.name]
        heard = self._reader.hear(fragment)
        # "on friday" is a day, and no "every friday" for another argument.
        days = {at for x in heard.mentions if x.kind in (m.DATE, m.TIME) for at in range(x.start, x.end)}
        stems = {self.language.stem(word) for at, word in enumerate(heard.words) if at not in days}
        arguments = dict(found.call.arguments)
        named: set[str] = set()
        for parameter in definition.parameters:
            forms = {v: {self.language.stem(w) for w in words_of(v)} for v in parameter.enum_values or ()}
            said = [value for value, form in forms.items() if form and form <= stems]
            if len(said) == 1 and arguments.get(parameter.name) != said[0]:
                if arguments.get(parameter.name) != last.arguments.get(parameter.name):
                    return None  # it has been taken for yet another
                arguments[parameter.name] = said[0]
            named.update(*(forms[value] for value in said))
        changed = [v for n, v in arguments.items() if last.arguments.get(n) != v or n not in last.arguments]
        named |= {self.language.stem(word) for value in changed for word in words_of(str(value))}
        named |= vocabulary(definition, self.language).wording | vocabulary(definition, self.language).choices
        counted = {at for x in valued(heard) for at in range(x.start, x.end)}
        pointing = {word for phrase in self.language.places_before for word in phrase.split()}
        for at, word in enumerate(heard.words):
            stray = is_content(word, self.language) and at not in counted and word not in pointing
            if stray and self.language.stem(word) not in named:
                return None
        return replace(found, call=replace(found.call, arguments=arguments))

    def _opens(self, text: str) -> bool:
        first = self._reader.hear_raw(text).words[:1]
        return bool(first) and first[0] in self._reader.trained.openers

    def _introduced(self, text: str) -> bool:
        heard = self._reader.hear_raw(text)
        core = self._core(heard)
        if not heard.words or not core or heard.words[0] in self.language.question_words | self.language.subjects:
            return False
        dates = [x for x in heard.mentions if x.kind == m.DATE]
        return 0 < core.start <= 2 or any(x.start <= core.start and x.end >= core.stop for x in dates)

    def _compared(self, text: str, last: ToolCall, definition: ToolDefinition) -> Request | None:
        """The *last* request with one of the few values of an argument that *text* says a form of: "quieter"."""
        words = [base(w, self.language) for w in self._reader.hear(text).words if is_content(w, self.language)]
        found = [
            (p.name, value)
            for p in definition.parameters
            for value in p.enum_values or ()
            if len(words) == 1 and [base(w, self.language) for w in words_of(value)] == words
        ]
        if len(found) != 1 or last.arguments.get(found[0][0]) == found[0][1]:
            return None
        return self._completed(last, dict(found), f"{last.said} {text}".strip(), definition)

    def _turned(self, last: ToolCall) -> Request | None:
        """ "and back": the last request between the same two places, the other way round."""
        pairs = []
        for one in last.arguments:
            for other in last.arguments:
                ends = set(words_of(one)) & _FROM, set(words_of(other)) & _TO
                if all(ends) and set(words_of(one)) - _FROM == set(words_of(other)) - _TO:
                    pairs.append((one, other))
        if len(pairs) != 1 or not all(isinstance(last.arguments[name], str) for name in pairs[0]):
            return None
        one, other = pairs[0]
        swapped = {one: last.arguments[other], other: last.arguments[one]}
        read, heard = self._same_tool(last.said, last.name), self._reader.hear(last.said)
        places = {name: (start, end) for start, end, name in read.filled.spans} if read else {}
        said = last.said
        if one in places and other in places:
            (first, second) = sorted((places[one], places[other]))
            said = (
                f"{heard.text[: heard.tokens[first[0]].start]}{heard.said(*second)}"
                f"{heard.text[heard.tokens[first[1] - 1].end : heard.tokens[second[0]].start]}{heard.said(*first)}"
                f"{heard.text[heard.tokens[second[1] - 1].end :]}"
            )
        return Request(replace(last, arguments={**last.arguments, **swapped}, said=said))

    def _added(self, text: str, last: ToolCall) -> Request | None:
        """ "on the left arm", "with max suction": the last request with one thing more, named in the tool's words."""
        heard = self._reader.hear_raw(text)
        words, language = heard.words, self.language
        if not words or len(words) > _MAX_FRAGMENT or words[0] in language.question_words:
            return None
        # "i need a towel" asks for one more thing, "i saw a towel" for nothing.
        wished = words[0] in language.subjects and len(words) > 1 and words[1] in language.light_words
        if words[0] in language.subjects and not wished:
            return None
        if self._opens(text) or any(word in language.verbs and is_content(word, language) for word in words):
            return None
        best = self._reader.best(text)
        # Where no tool is believed, what has just been asked for is the likeliest, though it may not look so alone.
        read = best if best is not None else self._read_as(text, last.name)
        if read is None or read.definition.name != last.name or read.account.refused:
            return None
        there = self._reader.hear(text)
        accounted = read.explained
        content = [at for at, word in enumerate(there.words) if is_content(word, language)]
        if accounted.left or not content:
            return None
        lacks = bool(read.filled.missing) and all(name in last.arguments for name in read.filled.missing)
        introduced = words[0] in language.function_words - language.articles - set(language.pronouns)
        if not introduced and not (lacks and accounted.wording):
            return None
        # What nobody said again stays: "and we need rackets" says nothing of the sport.
        stems = {language.stem(word) for word in there.words}
        unsaid = {
            p.name
            for p in read.definition.parameters
            if p.enum_values
            and p.name in last.arguments
            and not stems & {language.stem(w) for w in words_of(str(read.filled.arguments.get(p.name)))}
        }
        new = {n: v for n, v in read.filled.arguments.items() if last.arguments.get(n) != v and n not in unsaid}
        if not new or len(new) > 2 or set(new) & set(last.arguments):
            return None
        return self._completed(last, new, f"{last.said} {text}".strip(), read.definition)

    def _read_as(self, text: str, name: str) -> Candidate | None:
        return next((read for read in self._reader.candidates(text) if read.definition.name == name), None)

    def marks(self, text: str) -> str:
        """What kind of follow-up *text* says it is: ``change``, ``correction``, ``ellipsis`` or nothing."""
        return self._marked(text).kind

    def _marked(self, text: str) -> _Marked:
        """*text* taken apart: what kind of follow-up it says it is, and the rest."""
        kind, rest = "", self._without_beside(text)
        whole = rest
        for _ in range(4):
            before = rest
            for table, marks in (
                ("changes", "change"),
                ("corrections", "correction"),
                ("refuse", "correction"),
                ("ellipses", "ellipsis"),
                ("joints", "ellipsis"),
                ("fillers", ""),
                ("beside", ""),
            ):
                pattern = phrase_pattern(self.language, table)
                found = pattern.match(rest) if pattern else None
                if found is None or found.end() == len(rest):
                    continue
                cut = found.end()
                said = re.findall(r"[\w']+", _fold(found.group()))
                last = re.search(r"[\w']+$", found.group())
                if table == "ellipses" and last and last.start() and said[-1] in self.language.function_words:
                    cut = found.start() + last.start()
                if marks == "change" and not set(said) & set(self.language.pronouns):
                    marks = "correction"
                rest, kind = rest[cut:].lstrip(_EDGE), kind if kind and marks != "change" else marks or kind
                break
            if rest == before:
                break
        for table in ("changes", "corrections", "afterthoughts"):
            pattern = phrase_pattern(self.language, table)
            for found in list(pattern.finditer(rest)) if pattern else []:
                short = " " not in found.group().strip() or table == "afterthoughts"
                if found.end() == len(rest) and found.start() and short:
                    rest, kind = rest[: found.start()].rstrip(_EDGE), kind or "correction"
        trailing = not kind and self._ends_with(text, "also")
        return _Marked("ellipsis" if trailing else kind, rest, whole, trailing)

    def _ends_with(self, text: str, table: str) -> bool:
        pattern = phrase_pattern(self.language, table, "politeness")
        own = phrase_pattern(self.language, table)
        rest = text.strip(_EDGE)
        for _ in range(3):
            ending = [x for x in pattern.finditer(rest) if x.end() == len(rest) and x.start()] if pattern else []
            if not ending:
                return False
            if own is not None and own.fullmatch(ending[0].group()):
                return True
            rest = rest[: ending[0].start()].rstrip(_EDGE)
        return False

    def _without_beside(self, text: str) -> str:
        rest = text.strip(_EDGE)
        pattern = phrase_pattern(self.language, "beside", "politeness")
        for _ in range(3):
            ends = [x for x in pattern.finditer(rest) if x.end() == len(rest) and x.start()] if pattern else []
            if not ends or _fold(ends[0].group()) in self.language.changes:
                break
            rest = rest[: ends[0].start()].rstrip(_EDGE)
        return rest

    def _alone(self, text: str) -> Candidate | None:
        """The tool that *text* asks for by words of its own, not by values alone."""
        best = self._reader.best(text)
        if best is None:
            return None
        accounted = best.explained
        return best if accounted.wording and not accounted.left else None

    # Another value

    def changed(
        self,
        fragment: str,
        last: ToolCall,
        *,
        told: bool = False,
        thing: bool = True,
        worst: int = 99,
        strict: bool = False,
    ) -> Followed:
        """The *last* call with what *fragment* says in place of what it said of that.

        Args:
            fragment: a value, perhaps with the word that introduces it.
            last: the call, with the words that asked for it.
            told: the user said that something shall change: where it is not clear what, say so.
            thing: it may be the thing itself that changes. "Make it purple" leaves the thing what it is.
            worst: how far-fetched a reading may be.
            strict: a second reading that is nearly as good makes it unclear: what is corrected can't be guessed.
        """
        definition = self._reader.trained.definitions.get(last.name)
        if definition is None:
            return None
        heard = self._reader.hear_raw(fragment)
        found = self._substituted(heard, last, definition) if last.said else []
        if not found:
            found = self._filled(heard, last, definition, told)
        if not found:
            return Unclear(fragment) if told and self._is_value(heard) else None
        if not thing:
            free = {p.name for p in definition.parameters if not p.refinable and self._is_text(definition, p)}
            known = {n for n in free if self._known(definition, n, heard)}
            found = [(rank, r) for rank, r in found if not _differing(last, r.call) & free - known]
            if not found:
                return Unclear(fragment) if told else None
        best = min(rank for rank, _ in found)
        leads = any(heard.words[at] not in self.language.articles for at in range(self._core(heard).start))
        if best > worst and not ((valued(heard) or leads) and best <= _ON_TOP):
            return None
        near = best + strict
        calls = _distinct(request for rank, request in found if rank <= near)
        if len(calls) > 1:
            refinable = {p.name for p in definition.parameters if p.refinable}
            calls = [c for c in calls if _differing(last, c.call) <= refinable] or calls
        return calls[0] if len(calls) == 1 else Unclear(fragment)

    def framed(self, fragment: str, last: ToolCall) -> Request | None:
        """The *last* request said again with *fragment* in place of one or more of its values that stand together.

        "and twenty to mike" after "send ten dollars to anna" is "send twenty dollars to mike". Each word of *fragment*
        must mean something to the tool, and what is not said again must be read as before.
        """
        before, base = self._reader.hear(last.said), self._same_tool(last.said, last.name)
        if base is None or not before.words:
            return None
        spans = sorted({(s, e) for s, e, _ in (*base.filled.spans, *self._literal(before, base))})
        if not spans or len(spans) > _MAX_SPANS:
            return None
        found: list[tuple[int, Request]] = []
        for said in self._as_frame_says(fragment, before, base, last):
            heard = self._reader.hear_raw(said)
            for first in range(len(spans)):
                for until in range(first, len(spans)):
                    starts = self._frame_starts(before, spans[first][0], heard)
                    read = (self._read_framed(before, base, (at, spans[until][1]), said, last) for at in starts)
                    found += [(until - first, request) for request in read if request is not None][:1]
            if found:
                break
        least = min((size for size, _ in found), default=0)
        calls = _distinct(request for size, request in found if size == least)
        return calls[0] if len(calls) == 1 else None

    def lacks_unit(self, fragment: str, last: ToolCall) -> bool:
        """Whether *fragment* says a bare number where the *last* request said how many minutes, euros or percent."""
        before = self._reader.hear(last.said)
        heard = self._reader.hear_raw(fragment)
        return bool(self._with_unit(heard, before))

    def _as_frame_says(self, fragment: str, before: Heard, base: Candidate, last: ToolCall) -> Iterator[str]:
        """*fragment* in the ways in which it may stand in the words of the request before."""
        text = self._without_beside(fragment)
        places = phrase_pattern(self.language, "places_before")
        pointed = places.search(text) if places else None
        if pointed is not None:
            named = [(s, e) for s, e, name in base.filled.spans if isinstance(last.arguments.get(name), str)]
            for start, end in named[-1:]:
                leading = start
                while leading and before.words[leading - 1] in self.language.function_words:
                    leading -= 1
                text = f"{text[: pointed.start()]}{before.said(leading, end)}{text[pointed.end() :]}"
        heard = self._reader.hear_raw(text)
        unit = self._with_unit(heard, before)
        if unit:
            yield unit
        yield text
        at = 0
        while at < len(heard.words) - 1 and heard.words[at] in self.language.ones | self.language.other_ones:
            at += 1
        if at:
            yield heard.said(at, len(heard.words))

    def _with_unit(self, heard: Heard, before: Heard) -> str:
        """The text of *heard* with the unit of *before* behind its only bare number; "" where that is not so."""
        kinds = (m.DURATION, m.MONEY, m.PERCENT)
        if any(x.kind in (*kinds, m.TIME) for x in heard.mentions):
            return ""
        bare = [x for x in heard.mentions if x.kind == m.NUMBER]
        units = [x for x in before.mentions if x.kind in kinds]
        if len(bare) != 1 or len(units) != 1:
            return ""
        number = next((x for x in before.mentions if x.kind == m.NUMBER and x.start == units[0].start), None)
        if number is None or number.end >= units[0].end:
            return ""
        said = before.said(number.end, units[0].end)
        end = heard.tokens[bare[0].end - 1].end
        return f"{heard.text[:end]} {said}{heard.text[end:]}"

    def _frame_starts(self, before: Heard, start: int, heard: Heard) -> list[int]:
        """Where in *before* the words begin that *heard* may stand for: with what introduces them, or without."""
        leading = start
        while leading and before.words[leading - 1] in self.language.function_words:
            leading -= 1
        bare = start
        while bare and before.words[bare - 1] in self.language.articles:
            bare -= 1
        if not heard.words:
            return []
        if heard.words[0] in self.language.function_words - self.language.articles:
            return [leading]
        counted = heard.words[0] in self.language.articles or any(not x.start for x in valued(heard))
        if counted and any(x.kind == m.NUMBER and x.end == bare for x in before.mentions):
            return []  # "log two [a kingfisher]"
        return [bare] if counted else list(dict.fromkeys((start, bare)))

    def _read_framed(
        self, before: Heard, base: Candidate, place: tuple[int, int], said: str, last: ToolCall
    ) -> Request | None:
        start, end = place
        head, tail = before.text[: before.tokens[start].start], before.text[before.tokens[end - 1].end :]
        text = f"{head}{said}{tail}"
        read = self._same_tool(text, last.name)
        if read is None or read.filled.missing:
            return None
        after = self._reader.hear(text)
        offset = max(0, text.find(after.text))
        inner = {
            at
            for at, token in enumerate(after.tokens)
            if len(head) <= token.start + offset and token.end + offset <= len(head) + len(said)
        }
        accounted = read.explained
        spans = [set(range(s, e)) for s, e, _ in read.filled.spans]
        if set(accounted.left) & inner or not any(span & inner for span in spans):
            return None
        if any(span & inner and span - inner for span in spans):
            return None
        leading = min(inner)
        articles = self.language.articles
        if after.words[leading] in self.language.function_words - articles and any(leading in span for span in spans):
            return None  # "about good night": what introduces a value is no part of it
        numbers = [set(range(x.start, x.end)) for x in valued(after) if x.kind != m.ORDINAL]
        if any(number <= inner and not number & accounted.values for number in numbers):
            return None
        words = {after.words[at] for at in inner}
        for parameter in read.definition.parameters:
            for value in parameter.enum_values or ():
                if set(words_of(value)) <= words and read.filled.arguments.get(parameter.name) != value:
                    return None  # "in the fridge" is not the freezer of before
        replaced = {name for s, e, name in base.filled.spans if start <= s and e <= end}
        new = {name for (_, _, name), span in zip(read.filled.spans, spans, strict=True) if span & inner}
        known, told = base.filled.arguments, read.filled.arguments
        if not new & replaced:
            return None  # it comes on top and replaces nothing
        kept = set(known) - replaced
        apart = {name for _, _, name in base.filled.spans} - replaced
        if apart & new or any(name not in told or (told[name] != known[name] and name not in new) for name in kept):
            return None
        if set(told) - kept - new - replaced or all(known.get(name) == told.get(name) for name in new | replaced):
            return None
        carried = {n: v for n, v in last.arguments.items() if n not in known and n not in told}
        definition = read.definition
        arguments = {**carried, **told}
        call = ToolCall(last.name, arguments, last.toolbox_id, said=text.strip())
        return Request(call, _missing(definition, arguments))

    def _is_text(self, definition: ToolDefinition, parameter: ToolParameter) -> bool:
        return not parameter.enum_values and not self.typed(definition, parameter)

    def _known(self, definition: ToolDefinition, name: str, heard: Heard) -> bool:
        """Whether *heard* says a value that an example has for the argument *name*, or a place where it had one."""
        core = [heard.words[at] for at in self._core(heard)]
        return " ".join(core) in self._reader.trained.profile(definition.name, name).known or self.is_place(core)

    @staticmethod
    def is_place(words: Sequence[str]) -> bool:
        """Whether *words* are the name of a place that is known."""
        return bool(words) and (0, len(words)) in find_places(words)

    def _is_value(self, heard: Heard) -> bool:
        """Whether *heard* is a few words that name something, rather than talk."""
        content = [word for word in heard.words if is_content(word, self.language)]
        return bool(valued(heard)) or 0 < len(content) <= 3

    def _substituted(self, heard: Heard, last: ToolCall, definition: ToolDefinition) -> list[tuple[int, Request]]:
        before = self._reader.hear(last.said)
        base = self._same_tool(last.said, definition.name)
        core = self._core(heard)
        if not core or not before.words:
            return []
        found = []
        tried: set[str] = set()
        for rank, text in self._variants(before, base, heard, core):
            if text in tried or len(tried) >= _MAX_VARIANTS:
                continue
            tried.add(text)
            read = self._same_tool(text, definition.name)
            if read is None or not self._heeds(read, text, heard, core):
                continue
            known = base.filled.arguments if base else last.arguments
            lost = set(known) - set(read.filled.arguments)
            changes = {n: v for n, v in read.filled.arguments.items() if n not in known or known[n] != v}
            if lost or not changes or len(changes) > 2 or any(_grown(known.get(n), v) for n, v in changes.items()):
                continue
            if any(not self._counted(x, heard, changes) for x in heard.mentions if x.kind == m.NUMBER):
                continue
            found.append((rank + 10 * (len(changes) - 1), self._completed(last, changes, text, definition)))
        return found

    def _counted(self, number: m.Mention, heard: Heard, changes: Mapping[str, Any]) -> bool:
        """Whether *number* went into one of *changes*: into a number, a time or a text that holds it."""
        within = any(x is not number and x.start <= number.start and number.end <= x.end for x in heard.mentions)
        words = set(heard.words[number.start : number.end])
        return (
            within
            or any(not isinstance(v, str) or words <= set(words_of(v)) for v in changes.values())
            or any(any(map(str.isdigit, v)) for v in changes.values() if isinstance(v, str))
        )

    def _completed(self, last: ToolCall, changes: Mapping[str, Any], said: str, definition: ToolDefinition) -> Request:
        arguments = {**last.arguments, **changes}
        return Request(ToolCall(last.name, arguments, last.toolbox_id, said=said), _missing(definition, arguments))

    def _same_tool(self, text: str, name: str) -> Candidate | None:
        found = self._reader.candidates(text)
        if (
            not found
            or found[0].definition.name != name
            or found[0].account.refused
            or found[0].confidence < _SAME_TOOL
        ):
            return None
        return found[0]

    def _heeds(self, read: Candidate, text: str, heard: Heard, core: range) -> bool:
        """Whether each word of the new value says something to the tool."""
        after = self._reader.hear(text)
        new = [heard.words[at] for at in core]
        for at in range(len(after.words) - len(new) + 1):
            if after.words[at : at + len(new)] == new:
                content = [i for i in range(at, at + len(new)) if is_content(after.words[i], self.language)]
                accounted = read.explained
                if not set(content) & set(accounted.left) and not set(content) <= accounted.wording:
                    return True
        return False

    def _allowed(self, base: Candidate | None, name: str, heard: Heard, core: range) -> bool:
        """Whether the new words are one of the values that the argument *name* is known to take."""
        parameter = base.definition.parameter(name) if base else None
        if base is None or parameter is None:
            return False
        said = [heard.words[at] for at in core]
        profile = self._reader.trained.profile(base.definition.name, name)
        taken = (*(parameter.enum_values or ()), *profile.known, *profile.implied)
        return any(words_of(str(value)) == said for value in taken)

    def _literal(self, before: Heard, base: Candidate | None) -> Iterator[tuple[int, int, str]]:
        """Places of values that stand in the words although no span says so: those of a choice."""
        known = {name for _, _, name in base.filled.spans} if base else set()
        for name, value in base.filled.arguments.items() if base else ():
            words = words_of(value) if isinstance(value, str) and name not in known else []
            for at in range(len(before.words) - len(words) + 1 if words else 0):
                if before.words[at : at + len(words)] == words:
                    yield at, at + len(words), name
                    break

    def _core(self, heard: Heard) -> range:
        """The words of a fragment that are the value: without what introduces it."""
        starts = {x.start for x in heard.mentions}
        start = 0
        while start < len(heard.words) and start not in starts and heard.words[start] in self.language.function_words:
            start += 1
        ends = {x.end for x in heard.mentions}
        end = len(heard.words)
        while end > start + 1 and end not in ends and heard.words[end - 1] in self.language.function_words:
            end -= 1
        return range(start, end)

    def _variants(self, before: Heard, base: Candidate | None, heard: Heard, core: range) -> Iterator[tuple[int, str]]:
        """The earlier words with the new ones in place of a part, and how far-fetched that is."""
        new = heard.said(core.start, core.stop)
        lead = heard.words[: core.start]
        kinds = {x.kind for x in valued(heard) if x.start <= core.start and x.end >= core.stop}
        spans = [*(base.filled.spans if base else ()), *self._literal(before, base)]
        places: list[tuple[int, int, int]] = []
        # "at seven" is the time that was said, not a number in it.
        exact = kinds - {m.NUMBER, m.ORDINAL}
        kinds = exact if any(x.kind in exact for x in valued(before)) else kinds
        for mention in valued(before):
            if mention.kind in kinds:
                places.append(
                    (
                        0 if self._is_whole(mention, valued(before)) or m.NUMBER in kinds else 1,
                        mention.start,
                        mention.end,
                    )
                )
        if not places or kinds <= {m.NUMBER, m.ORDINAL}:
            typed = {(x.start, x.end) for x in valued(before)}
            texts = [(s, e) for s, e, _ in spans if (s, e) not in typed and not kinds]
            alike = {place: _likeness(before.words[place[1] - 1], heard.words[core.stop - 1]) for place in texts}
            likest = [p for p in texts if alike[p] > 0.5 and all(alike[o] < 0.2 for o in texts if o != p)]
            # "spanish" is a value of the target language, whatever else it might be.
            likest = [(s, e) for s, e, name in spans if self._allowed(base, name, heard, core)] or likest
            for start, end in texts:
                apart = 0 if (start, end) in (likest or texts) else 3
                places.append((1 + apart, start, end))
        for rank, start, end in places:
            leading = start
            while leading and before.words[leading - 1] in self.language.function_words:
                leading -= 1
            introduced = before.words[leading:start]
            articles = self.language.articles | self.language.demonstratives
            telling = [word for word in lead if word not in articles]
            if set(telling) & set(introduced):
                yield rank, _put(before, start, end, new)
            elif telling and set(introduced) - articles:
                yield rank + 2, _put(before, start, end, new)
                yield rank + 3, _put(before, leading, end, heard.text)
            elif telling:
                yield rank + 7, _put(before, start, end, new)
            else:
                # "and eggs" after "add milk to the shopping list" is what is added, not the list.
                yield rank + bool(set(introduced) - articles), _put(before, start, end, new)
        # Nothing of that kind was said before: it comes on top.
        yield 5, f"{before.text.rstrip(_EDGE)} {heard.text.strip(_EDGE)}"
        if valued(heard) and lead:
            yield 6, f"{before.text.rstrip(_EDGE)} {new}"

    @staticmethod
    def _is_whole(mention: m.Mention, others: Sequence[m.Mention]) -> bool:
        return not any(
            x.start <= mention.start and x.end >= mention.end and (x.end - x.start) > (mention.end - mention.start)
            for x in others
        )

    def _filled(
        self, heard: Heard, last: ToolCall, definition: ToolDefinition, told: bool
    ) -> list[tuple[int, Request]]:
        """The last call with one argument made from *heard* by itself, where its words are not known any more."""
        found = []
        core = self._core(heard)
        rest = heard.said(core.start, core.stop) if core else heard.text
        texts = [
            p.name
            for p in definition.parameters
            if isinstance(last.arguments.get(p.name), str) and not p.enum_values and not self.typed(definition, p)
        ]
        meant = {at for x in valued(heard) for at in range(x.start, x.end)}
        beside = [w for at, w in enumerate(heard.words) if at not in meant and is_content(w, self.language)]
        for parameter in definition.parameters:
            own = {*words_of(f"{parameter.name} {parameter.description}")}
            if self.typed(definition, parameter) and set(beside) - own:
                continue  # "the living room 21" says more than a number
            if values.is_time(parameter) and not values.says_time(parameter, heard.mentions):
                continue
            if parameter.enum_values and valued(heard):
                continue  # "three yoghurts in the fridge" says more than where
            if self.typed(definition, parameter) or parameter.enum_values:
                value = self._value(definition, parameter, heard, rest)
                value = self._in_unit(definition, parameter, heard, last, value)
            elif told and texts == [parameter.name] and not valued(heard) and core and not self._explains_itself(heard):
                value = rest.strip(_EDGE) or None
            else:
                continue
            if value is not None and value != last.arguments.get(parameter.name):
                rank = (0 if parameter.refinable else 2) + (0 if parameter.name in last.arguments else 1)
                said = f"{last.said} {heard.text}".strip()
                found.append((rank, self._completed(last, {parameter.name: value}, said, definition)))
        return found

    def _explains_itself(self, heard: Heard) -> bool:
        return self._reader.best(heard.text) is not None

    def typed(self, definition: ToolDefinition, parameter: ToolParameter) -> bool:
        """Whether *parameter* takes numbers, lengths, times or dates."""
        return (
            self._reader.trained.profile(definition.name, parameter.name).typed
            or parameter.param_type.lower() in values.NUMERIC
            or parameter.param_type.lower() in values.TEMPORAL_LISTS
        )

    def _in_unit(
        self, definition: ToolDefinition, parameter: ToolParameter, heard: Heard, last: ToolCall, value: Any
    ) -> Any:
        """*value*, in the unit that was said before where *heard* is a bare number and the argument a duration."""
        kinds = [values.kind_of(name) for name in self._reader.trained.profile(definition.name, parameter.name).formats]
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER]
        if m.DURATION not in kinds or len(numbers) != 1 or any(x.kind == m.DURATION for x in heard.mentions):
            return value
        before = self._reader.hear(last.said)
        lengths = [x for x in before.mentions if x.kind == m.DURATION]
        counted = [
            x
            for x in before.mentions
            if x.kind == m.NUMBER and any(y.start <= x.start and x.end <= y.end for y in lengths)
        ]
        if len(lengths) == 1 and len(counted) == 1:
            new = self._reader.hear(
                _put(before, counted[0].start, counted[0].end, heard.said(numbers[0].start, numbers[0].end))
            )
            profile = self._reader.trained.profile(definition.name, parameter.name)
            return values.convert(profile.formats, new.text, new.mentions, parameter, new.now)
        now = last.arguments.get(parameter.name)
        if isinstance(now, bool) or not isinstance(now, int | float):
            return None
        # The words are gone: in the unit that the last value is a whole number of.
        seconds = "seconds" in self._reader.trained.profile(definition.name, parameter.name).formats[:1]
        unit = next((u for u in (3600, 60, 1) if now and now % u == 0), 1) if seconds else 1
        return values.cast(numbers[0].value * unit, parameter)

    def _value(self, definition: ToolDefinition, parameter: ToolParameter, heard: Heard, text: str) -> Any:
        kind = parameter.param_type.lower()
        if values.is_time(parameter) and not values.says_time(parameter, heard.mentions):
            return None
        if kind in ("bool", "boolean"):
            answered = yes_or_no(text, self._lang)
            return answered if answered is not None else Choice(parameter, (), (), heard.lang).pick(heard, set())[0]
        if parameter.enum_values:
            return self._chosen(definition, parameter, heard)
        if kind in values.TEMPORAL_LISTS:
            return [key for x in heard.mentions if x.kind == m.DATE for key in x.value.values()] or None
        profile = self._reader.trained.profile(definition.name, parameter.name)
        if profile.typed or kind in values.NUMERIC:
            return values.convert(profile.formats, heard.text, heard.mentions, parameter, heard.now)
        return values.convert(profile.formats, text, (), parameter, heard.now) if text else None

    def _chosen(self, definition: ToolDefinition, parameter: ToolParameter, heard: Heard) -> Any:
        """The value of an enumeration that *heard* names."""
        said = {self.language.stem(word) for word in heard.words}
        named = [
            value
            for value in parameter.enum_values or ()
            if (words := words_of(value)) and all(self.language.stem(word) in said for word in words)
        ]
        if named:
            return max(named, key=len)
        return Choice(parameter, (), (*definition.rules, parameter.description), heard.lang).pick(heard, set())[0]

    # A step

    def _stepped(self, text: str, last: ToolCall) -> Request | None:
        """ "louder", "a bit warmer", "two more minutes": the last call with one quantity changed by a step."""
        definition = self._reader.trained.definitions[last.name]
        heard = self._reader.hear_raw(text)
        mentioned = {at for x in valued(heard) for at in range(x.start, x.end)}
        more = {at for at, word in enumerate(heard.words) if word in self.language.more}
        less = {at for at, word in enumerate(heard.words) if word in self.language.less}
        if bool(more) == bool(less):
            return None
        own = {
            word
            for p in definition.parameters
            if p.refinable or bounds(p)
            for word in words_of(f"{p.name} {p.description}")
        }
        for at, word in enumerate(heard.words):
            if at in more | less | mentioned or word in self.language.degree_words or word in own:
                continue
            if is_content(word, self.language):
                return None
        steps = []
        said = {heard.words[at] for at in more | less}
        for parameter in definition.parameters:
            now = last.arguments.get(parameter.name)
            if (
                isinstance(now, bool)
                or not isinstance(now, int | float)
                or not (parameter.refinable or bounds(parameter) or self._dimension(parameter, said))
            ):
                continue
            amount = self._value(definition, parameter, heard, text) if valued(heard) else step_of(parameter)
            if amount is None or not self._measures(parameter, said):
                continue
            low, high = bounds(parameter) or (None, None)
            value = now + (amount if more else -amount)
            value = value if low is None else max(low, value)
            value = value if high is None else min(high, value)
            steps.append((parameter.name, values.cast(value, parameter)))
        if len(steps) != 1 or steps[0][1] is None:
            return None
        return self._completed(last, dict(steps), last.said, definition)

    def _dimension(self, parameter: ToolParameter, said: set[str]) -> bool:
        """Whether words that are of one quantity only name the one that *parameter* is."""
        own = set(words_of(parameter.name))
        return any(said & words and own & names for names, words in self.language.dimensions)

    def _measures(self, parameter: ToolParameter, said: set[str]) -> bool:
        """Whether the words of comparison *said* may be about *parameter*: "louder" is of no brightness."""
        own = set(words_of(f"{parameter.name} {parameter.description}"))
        return all(own & names for names, words in self.language.dimensions if said & words)

    # What is pointed to

    def _pointed(self, text: str, state: State, alone: Candidate | None) -> Followed:
        """A request whose pronoun stands for what the last call was about."""
        last = state.call
        assert last is not None
        heard = self._reader.hear_raw(text)
        definition = self._reader.trained.definitions[last.name]
        place = self._pronoun(text, heard, definition)
        if place is None:
            return None
        if place.kind == "place":
            return self._there(text, place, last)
        picked = self._picked(place, heard, state)
        if (picked is None and place.ordinal is not None) or set(heard.words) & self.language.several:
            return Unclear(text)
        siblings = {d.name for d in self._reader.trained.definitions.values() if related(d, definition)}
        found: list[Request] = []
        for said in self._referring(text, place, last, definition, picked):
            best = self._reader.best(said)
            if best is None:
                continue
            accounted = best.explained
            if accounted.left or not accounted.wording:
                continue
            # What was said of one tool is a value of another where that asks for it with words of its own.
            passed = picked is not None or (len(accounted.wording) > 1 and self._passed_on(best, last))
            if best.definition.name not in siblings and not passed and not self._same_thing(best, last):
                continue
            arguments = (
                dict(best.filled.arguments)
                if place.named and best.filled.spans
                else self._identified(best, last, state, picked, definition)
            )
            if arguments is None or (best.definition.name == last.name and arguments == dict(last.arguments)):
                continue  # what was just done is not asked for with other words
            call = ToolCall(best.definition.name, arguments, best.definition.toolbox_id, said=said)
            found.append(Request(call, _missing(best.definition, arguments), best.confidence))
        if found:
            calls = _distinct(found)
            names = {request.call.name for request in calls}
            return calls[0] if len(names) == 1 else Unclear(text, tuple(sorted(names)))
        if alone is None:
            return None
        whole = alone.explained
        bare = len(whole.wording) <= 1 and not whole.values
        asked = self._asks(text)
        # "turn it off" after a timer was set, with lamps beside it: what is meant is not known.
        return Unclear(text) if bare and not asked and alone.definition.name not in siblings else None

    def _pronoun(self, text: str, heard: Heard, definition: ToolDefinition) -> _Pronoun | None:
        if not heard.words:
            return None
        pattern = phrase_pattern(self.language, "places_before")
        places = list(pattern.finditer(text)) if pattern else []
        if (
            places
            and len(heard.words) > 1
            and not _is_article(places[-1].end(), text, places[-1].group(), self.language)
        ):
            return _Pronoun("place", places[-1].start(), places[-1].end(), places[-1].group())
        pattern = phrase_pattern(self.language, "pronouns")
        if pattern is None:
            return None
        question = self._asks(text)
        nouns = set(object_nouns(definition, self.language))
        if heard.words[-1] in self.language.ones and not any(x.end() == len(text) for x in pattern.finditer(text)):
            last = heard.tokens[-1]
            named = len(heard.words) > 2 and is_content(heard.words[-2], self.language)
            return _Pronoun("thing", last.start, last.end, last.text, named=named)
        for found in pattern.finditer(text):
            said = found.group()
            many = " " in said.strip()
            following = re.match(r"\s+([^\W\d_][\w']*)", text[found.end() :])
            if (
                following
                and _fold(said) in self.language.demonstratives
                and _singular(_fold(following.group(1))) in nouns
            ):
                if found.start():
                    return _Pronoun("thing", found.start(), found.end() + following.end(), said)
                continue
            if not many and (question or _is_article(found.end(), text, said, self.language)):
                continue
            if not text[: found.start()].strip(_EDGE) and not many:
                continue  # "that is all": what stands first points to nothing that is done
            return _Pronoun("thing", found.start(), found.end(), said, self._ordinal(said))
        return self._enclitic(text)

    def _asks(self, text: str) -> bool:
        """Whether *text* is a question, by itself or behind "tell me"."""
        firsts = [heard.words[0] for heard in (self._reader.hear_raw(text), self._reader.hear(text)) if heard.words]
        return any(first in self.language.question_words for first in firsts)

    def _enclitic(self, text: str) -> _Pronoun | None:
        """A pronoun written behind the verb that the request begins with: "cancélalo", "annule-le"."""
        found = re.match(r"[^\W\d_]+(?:-[^\W\d_]+)*", text)
        for ending in sorted(self.language.enclitics, key=len, reverse=True) if found else ():
            verb = found.group()[: -len(ending)] if found and _fold(found.group()).endswith(ending) else ""
            if verb.endswith("-") or len(verb) > 4:
                return _Pronoun("thing", len(verb), found.end() if found else 0, ending, joined=True)
        return None

    def _ordinal(self, said: str) -> int | None:
        """Which one: 1 for the first, -1 for the last, 0 for the other; None where it does not say."""
        heard = self._reader.hear_raw(said)
        for mention in heard.mentions:
            if mention.kind == m.ORDINAL:
                return int(mention.value)
        words = set(heard.words)
        if words & self.language.last_ones:
            return -1
        return 0 if words & self.language.other_ones else None

    def _picked(self, place: _Pronoun, heard: Heard, state: State) -> Mapping[str, Any] | None:
        """The shown thing that is pointed to."""
        shown, which = state.shown, place.ordinal
        if not shown:
            return None
        if which is None:
            return shown[0] if len(shown) == 1 else None
        if which == 0:
            said = {_plain(v) for v in (state.call.arguments.values() if state.call else ())}
            others = [item for item in shown if not said & {_plain(v) for v in item.values()}]
            return others[0] if len(others) == 1 and len(shown) == 2 else None
        at = which - 1 if which > 0 else len(shown) + which
        return shown[at] if 0 <= at < len(shown) else None

    def _referring(
        self, text: str, place: _Pronoun, last: ToolCall, definition: ToolDefinition, picked: Mapping[str, Any] | None
    ) -> Iterator[str]:
        """*text* with what the last call was about in place of the pronoun."""
        head, tail = text[: place.start].rstrip(" -"), text[place.end :].lstrip()
        if place.joined:
            plain = unicodedata.normalize("NFD", head)
            head = "".join(letter for letter in plain if not unicodedata.combining(letter))

        def put(words: str) -> str:
            return " ".join(part for part in (head, words, tail) if part)

        heard = self._reader.hear(last.said)
        base = self._same_tool(last.said, last.name)
        for value in (picked or {}).values():
            if isinstance(value, str) and len(value) <= 80 and any(map(str.isalpha, value)):
                yield put(value)
        # "the pizza one" is named by its own words, not by those of the last.
        spans = base.filled.spans if base and picked is None and not place.named else []
        for start, end, _ in spans:
            yield put(heard.said(start, end))
        nouns = dict.fromkeys(object_nouns(definition, self.language))
        if base is not None:
            accounted = base.explained
            verbs = self.language.verbs | self.language.question_words
            nouns |= dict.fromkeys(heard.words[at] for at in sorted(accounted.wording) if heard.words[at] not in verbs)
        # The article that the noun had: "lösche den timer".
        said = [w for w in heard.words if w in self.language.articles][:1]
        base_articles = dict.fromkeys(said)
        for noun in list(nouns)[:4]:
            yield put(noun)
            for article in base_articles:
                yield put(f"{article} {noun}")
        if not place.joined:
            yield text

    def _passed_on(self, best: Candidate, last: ToolCall) -> bool:
        """Whether a text of the last call is now a text of another."""
        texts = {_plain(value) for value in last.arguments.values() if isinstance(value, str) and value}
        return any(isinstance(value, str) and _plain(value) in texts for value in best.filled.arguments.values())

    def _same_thing(self, best: Candidate, last: ToolCall) -> bool:
        """Whether *best* took a value of the last call for an argument of the same name."""
        return any(
            isinstance(value, str) and _plain(last.arguments.get(name)) == _plain(value) and value
            for name, value in best.filled.arguments.items()
        )

    def _identified(
        self,
        best: Candidate,
        last: ToolCall,
        state: State,
        picked: Mapping[str, Any] | None,
        definition: ToolDefinition,
    ) -> dict[str, Any] | None:
        """The arguments of *best* with those that say which thing is meant; None where they can't be known."""
        arguments = dict(best.filled.arguments)
        source: dict[str, Any] = {}
        if picked is not None:
            source = dict(picked)
        else:
            source = {k: v for k, v in (state.result or {}).items() if not isinstance(v, list | dict)}
            source |= {k: v for k, v in last.arguments.items() if v is not None}
        own = {p.name: p for p in best.definition.parameters}
        nouns = set(object_nouns(definition, self.language))
        for name, parameter in own.items():
            value = source.get(name)
            if value is None and picked is not None:
                value = _named(picked, parameter)
            if value is None or isinstance(value, bool) or value == "":
                continue
            if best.definition.name == last.name and not isinstance(value, str):
                continue  # the numbers of a new sum are not those of the last
            if name not in arguments and not parameter.required and not _goes_with(best.definition, name, arguments):
                continue  # "send it home" after "clean the hall": what is sent home is no room
            said = arguments.get(name)
            if said is None or (isinstance(said, str) and set(words_of(said)) <= nouns):
                arguments[name] = value
        shared = set(own) & set(source)
        if not shared and picked is None and own and best.filled.missing:
            return None
        known = {_plain(value) for value in (picked or {}).values()}
        if picked is not None and not any(_plain(arguments.get(n)) in known for n in own if n in arguments):
            return None
        return arguments

    def _there(self, text: str, place: _Pronoun, last: ToolCall) -> Request | None:
        """ "what's the weather there": the place of the last request, in its own words."""
        before = self._reader.hear(last.said)
        base = self._same_tool(last.said, last.name)
        if base is None:
            return None
        found = []
        for start, end, name in base.filled.spans:
            if not isinstance(last.arguments.get(name), str):
                continue
            leading = start
            while leading and before.words[leading - 1] in self.language.function_words:
                leading -= 1
            for first in dict.fromkeys((max(leading, start - 1), start)):
                said = f"{text[: place.start]}{before.said(first, end)}{text[place.end :]}"
                best = self._reader.best(said)
                if best is None or best.filled.missing or best.explained.left:
                    continue
                if _plain(last.arguments[name]) in {_plain(v) for v in best.filled.arguments.values()}:
                    found.append(request_of(best, said))
                    break
        calls = _distinct(found)
        return calls[0] if len(calls) == 1 else None

    # The last result

    def _chained(self, text: str, state: State) -> Request | None:
        """A sum that goes on with the last result: "multiply that by 2", "plus five"."""
        number = last_number(state.result)
        if number is None:
            return None
        plain = self._reader.hear(text).text
        alone = self._reader.best(plain)
        pattern = phrase_pattern(self.language, "pronouns")
        pointed = pattern is not None and pattern.search(plain) is not None
        for said in self._with_number(plain, number, alone):
            best = next(iter(self._reader.candidates(said)), None)
            if (
                best is None
                or best.account.refused
                or best.filled.missing
                or best.confidence < (alone.confidence if alone is not None and not pointed else _SAME_TOOL)
            ):
                continue
            operands = {p.name for p in best.definition.parameters if _is_operand(p)}
            if (
                any(_is(best.filled.arguments.get(name), float(number)) for name in operands)
                and not best.explained.left
            ):
                return replace(request_of(best, said), confidence=_CONFIDENCE)
        return None

    def _with_number(self, text: str, number: str, alone: Candidate | None) -> Iterator[str]:
        pattern = phrase_pattern(self.language, "pronouns")
        found = (
            # "that times eight": what a sum begins with is no article of the word behind it.
            [
                x
                for x in pattern.finditer(text)
                if not x.start() or not _is_article(x.end(), text, x.group(), self.language)
            ]
            if pattern
            else []
        )
        for at in found[-1:]:
            yield f"{text[: at.start()]}{number}{text[at.end() :]}"
        if found or not text:
            return
        lacking = alone is None or any(
            _is_operand(p) and p.name not in alone.filled.arguments for p in alone.definition.parameters
        )
        if lacking:
            yield f"{number} {text}"
            yield f"{text} {number}"

    # An answer

    def answer(self, question: Question, text: str) -> Request | None:
        """The call that *question* was about with all that *text* tells; None where it tells nothing of it."""
        opening = phrase_pattern(self.language, "answers", "fillers")
        found = opening.match(text.strip()) if opening else None
        if found and found.end() < len(text.strip()):
            text = text.strip()[found.end() :].lstrip(_EDGE)
        marked = self._marked(text)
        text = marked.rest if marked.kind == "ellipsis" else text
        definition = self._reader.trained.definitions.get(question.call.name)
        parameter = definition.parameter(question.parameter) if definition else None
        if definition is None or parameter is None:
            return None
        heard = self._reader.hear(text)
        given: dict[str, Any] = {}
        taken: set[int] = set()
        if not self.typed(definition, parameter):
            given, taken = self._beside(question, definition, heard)
        rest = self._rest(definition, heard, taken)
        value = self._picked_answer(question, heard)
        if value is None:
            inner = self._reader.hear_raw(rest) if taken else heard
            if self._is_text(definition, parameter) and self._is_talk(parameter, inner):
                return None
            value = self._value(definition, parameter, inner, self._without_lead(inner, definition, parameter))
        if value is None and not given:
            more, _ = self._beside(question, definition, heard)
            given = more
        if value is None and not given:
            return None
        if value is not None:
            given[parameter.name] = value
            if self.typed(definition, parameter):
                extra, _ = self._beside(question, definition, heard, skip=parameter.name)
                given = {**extra, **given}
                counted = [x for x in valued(heard) if self._is_whole(x, valued(heard))]
                if not isinstance(value, list) and len(counted) > len(given):
                    return None  # "what's 360 divided by 8" is no answer to "for how long?"
        arguments = {**question.call.arguments, **given}
        said = f"{question.call.said} {text}".strip()
        call = replace(question.call, arguments=arguments, said=said)
        return Request(call, _missing(definition, arguments))

    def _is_talk(self, parameter: ToolParameter, heard: Heard) -> bool:
        """Whether *heard* is a remark ("that was nice") rather than the name of something."""
        if set(words_of(parameter.name)) & SENTENCES:
            return False
        lead = [word for word in heard.words[: self._core(heard).start] if word not in self.language.articles]
        return len(lead) > 1

    def _picked_answer(self, question: Question, heard: Heard) -> Any:
        """The choice that the question offered and that *heard* points to by its place."""
        ordinal = self._ordinal(heard.text)
        if ordinal is None or not question.choices:
            return None
        at = ordinal - 1 if ordinal > 0 else len(question.choices) + ordinal
        return question.choices[at] if ordinal and 0 <= at < len(question.choices) else None

    def _beside(
        self, question: Question, definition: ToolDefinition, heard: Heard, skip: str = ""
    ) -> tuple[dict[str, Any], set[int]]:
        """Arguments other than the asked one that *heard* tells, and the words that tell them."""
        given: dict[str, Any] = {}
        taken: set[int] = set()
        for parameter in definition.parameters:
            if parameter.name in (question.parameter, skip) or parameter.name in question.call.arguments:
                continue
            profile = self._reader.trained.profile(definition.name, parameter.name)
            kinds = {values.kind_of(name) for name in profile.formats} - {None}
            if parameter.enum_values or not kinds:
                continue
            places = [x for x in heard.mentions if x.kind in kinds and taken.isdisjoint(range(x.start, x.end))]
            places = [x for x in places if x.kind != m.NUMBER or parameter.required]
            if len(places) != 1 or (places[0].start == 0 and places[0].end == len(heard.words)):
                continue
            value = self._value(definition, parameter, replace(heard, mentions=places), heard.text)
            if value is not None:
                given[parameter.name] = value
                taken.update(range(places[0].start, places[0].end))
        if not given and question.call.said:
            # "call it tea": what says how a text is introduced are the tool's own examples.
            read = self._same_tool(f"{question.call.said} {heard.text}", definition.name)
            if read is not None and len(heard.words) > 1:
                told = {
                    n: v
                    for n, v in read.filled.arguments.items()
                    if n not in question.call.arguments
                    and n not in (question.parameter, skip)
                    and not isinstance(v, bool)
                }
                said = self._reader.hear(f"{question.call.said} {heard.text}")
                offset = len(said.words) - len(heard.words)
                spans = [(s, e) for s, e, n in read.filled.spans if n in told and s >= offset]
                if told and len(spans) == len(told):
                    return told, {at - offset for s, e in spans for at in range(s, e)}
        return given, taken

    def _rest(self, definition: ToolDefinition, heard: Heard, taken: set[int]) -> str:
        """The words of *heard* that are not *taken*, without what only introduced those."""
        drop = set(taken)
        for at in sorted(taken):
            before = at - 1
            while before >= 0 and before not in drop and heard.words[before] in self.language.function_words:
                drop.add(before)
                before -= 1
        runs: list[list[int]] = []
        for at in (at for at in range(len(heard.words)) if at not in drop):
            if runs and runs[-1][-1] == at - 1:
                runs[-1].append(at)
            else:
                runs.append([at])
        # "Noma, for four people": "people" is the tool's own word for what was just taken out.
        own = vocabulary(definition, self.language).wording
        telling = [run for run in runs if not {self.language.stem(heard.words[at]) for at in run} <= own] or runs
        return heard.said(telling[0][0], telling[0][-1] + 1) if telling else ""

    def _without_lead(self, heard: Heard, definition: ToolDefinition, parameter: ToolParameter) -> str:
        """An answer without "it's", "for", "near the": the value by itself. A sentence keeps its first words ("his
        shoes are in the hall") but for what introduces one ("that")."""
        sentence = bool(set(words_of(parameter.name)) & SENTENCES)
        inner = self._reader.hear_raw(heard.text if sentence else self._marked(heard.text).rest)
        roles = roles_of(self.language.code)
        if sentence:
            leads = roles.get("content", frozenset()) | self._leads(definition, parameter)
        else:
            leads = frozenset().union(*roles.values())
        at = 0
        while at < len(inner.words) - 1 and (
            inner.words[at] in leads or not (sentence or is_content(inner.words[at], self.language))
        ):
            at += 1
        return (inner.said(at, len(inner.words)) if inner.words else heard.text).strip(_EDGE)

    def _leads(self, definition: ToolDefinition, parameter: ToolParameter) -> frozenset[str]:
        """Words of grammar that examples have before a value of *parameter*."""
        before = {
            example.words[span.start - 1]
            for example in self._reader.trained.aligned.get(definition.name, ())
            for span in example.spans
            if span.parameter == parameter.name and span.start
        }
        return frozenset(before & self.language.function_words) - self.language.articles - self.language.subjects

    def declines(self, text: str) -> bool:
        """Whether *text*, said in answer to a question, takes the request back."""
        return yes_or_no(text, self._lang) is False


_FROM = frozenset(["from", "origin", "source", "start", "departure"])
_TO = frozenset(["to", "destination", "target", "end", "arrival"])
"""Words in names of arguments that say where something goes from and to."""
_UNIT_STEPS = {"degrees": 1.0, "celsius": 1.0, "fahrenheit": 1.0, "temperature": 1.0}
"""By how much a quantity in this unit is changed where its range is not told."""
_BY_KIND = {
    m.DURATION: "ask_duration",
    m.TIME: "ask_time",
    m.DATE: "ask_date",
    m.PERCENT: "ask_percent",
    m.MONEY: "ask_money",
}
_PLACES = frozenset(["location", "city", "place", "where", "town"])
_MAX_CHOICES = 6


def question_for(profile: Profile, lang: str) -> str:
    """A question for one argument, to be spoken as it is."""
    parameter = profile.parameter
    spoken = " ".join(words_of(parameter.name))
    name = called(spoken, parameter.description, lang)
    if parameter.enum_values and len(parameter.enum_values) <= _MAX_CHOICES:
        return say("ask_choice", lang, name=name, choices=_choices(parameter.enum_values, lang))
    kind = values.kind_of(profile.formats[0]) if profile.formats else None
    if kind in _BY_KIND:
        return say(_BY_KIND[kind], lang)
    if kind == m.NUMBER:
        if re.fullmatch(r"(?:num(?:ber)?|n|x|y|a|b|value|operand)\s?(\d*)", spoken):
            return say("ask_bare_number", lang)
        return say("ask_number", lang, name=name)
    if _PLACES & set(spoken.split()):
        return say("ask_place", lang)
    return say("ask_text", lang, name=name)


def unclear_text(unclear: Unclear, lang: str) -> str:
    """What is said about a follow-up that is not clear."""
    if len(unclear.choices) > 1:
        return say("unclear_choices", lang, choices=_choices(unclear.choices, lang))
    return say("unclear", lang, said=unclear.said)


def _choices(values: Sequence[str], lang: str) -> str:
    return listed([value.replace("_", " ") for value in values], lang, "or")


SENTENCES = frozenset(
    ["message", "text", "content", "body", "note", "notes", "sentence", "reminder", "query", "task", "memo", "subject"]
)
"""Names of arguments that hold whole sentences: "remind me to buy milk and call mom" is one reminder."""
OPERAND = "operand"
"""Role of an argument that the last result may stand for where nothing else is said."""
LEVEL = "level"
"""Role of an argument that is changed in steps: "louder"."""


@dataclass(frozen=True)
class _Pronoun:
    kind: str
    """``thing`` or ``place``."""
    start: int
    end: int
    said: str
    ordinal: int | None = field(default=None)
    joined: bool = False
    """Whether it is written in one word with the verb."""
    named: bool = False
    """Whether words before it say which one: "the pizza one"."""


def related(one: ToolDefinition, other: ToolDefinition) -> bool:
    """Whether two tools do something with the same kind of thing: their names share a noun."""
    if one.name == other.name:
        return True
    return bool(_nouns(one.name) & _nouns(other.name))


def object_nouns(definition: ToolDefinition, language: Language) -> list[str]:
    """What the name of a tool says that it is for: ``timer`` of ``set_timer``."""
    names = words_of(definition.name)
    return [_singular(word) for word in names if word not in _English.verbs() and len(word) > 2] or names[-1:]


def _nouns(name: str) -> set[str]:
    return {_singular(word) for word in words_of(name) if word not in _English.verbs() and len(word) > 2}


class _English:
    """Names of tools are English in every language."""

    @staticmethod
    def verbs() -> frozenset[str]:
        return language("en").verbs | language("en").light_words | language("en").function_words


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def bounds(parameter: ToolParameter) -> tuple[float, float] | None:
    """The least and the greatest value of *parameter*, where its schema or its description tells them."""
    if parameter.minimum is not None and parameter.maximum is not None:
        return parameter.minimum, parameter.maximum
    if parameter.param_type.lower() not in values.NUMERIC:
        return None
    told = re.search(r"(?<![\d.])(\d{1,4})\s*(?:-|–|to|and|\.\.)\s*(\d{1,4})(?![\d.])", parameter.description)
    if told and float(told.group(1)) < float(told.group(2)):
        return float(told.group(1)), float(told.group(2))
    if parameter.role == LEVEL or re.search(r"\bpercent\b|%", parameter.description, re.IGNORECASE):
        return 0.0, 100.0
    return None


def step_of(parameter: ToolParameter) -> float | None:
    """By how much "more" changes *parameter* where no amount is said: about a tenth of its range; None: unknown."""
    if parameter.step is not None:
        return parameter.step
    named = set(words_of(f"{parameter.name} {parameter.description}"))
    for unit, step in _UNIT_STEPS.items():
        if unit in named:
            return step
    limits = bounds(parameter)
    if limits is None:
        return None
    tenth = (limits[1] - limits[0]) / 10
    return next((float(step) for step in (1000, 100, 50, 20, 10, 5, 2, 1) if step <= tenth), tenth)


def _is_operand(parameter: ToolParameter) -> bool:
    return parameter.role == OPERAND or (parameter.required and parameter.param_type.lower() in values.NUMERIC)


def last_number(result: Mapping[str, Any] | None) -> str | None:
    """The number of the last result, in digits: the member that is called so, or the only number."""
    numbers = {
        key: value
        for key, value in (result or {}).items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    for key in ("result", "value", "answer", "total"):
        if key in numbers:
            return _digits(numbers[key])
    return _digits(next(iter(numbers.values()))) if len(numbers) == 1 else None


def _digits(number: float) -> str:
    if number != number or number in (float("inf"), float("-inf")):
        return str(number)
    return str(int(number)) if float(number).is_integer() else repr(float(number))


def _goes_with(definition: ToolDefinition, name: str, arguments: Mapping[str, Any]) -> bool:
    """Whether examples show the argument *name* beside the choices in *arguments*; so where they don't show these."""
    chosen = {
        p.name: arguments[p.name] for p in definition.parameters if p.enum_values and p.name in arguments and p.required
    }
    alike = [e for e in definition.examples if all(e.arguments.get(n) == v for n, v in chosen.items())]
    return not chosen or not alike or any(name in e.arguments for e in alike)


def _is(value: Any, number: float) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and float(value) == number


def _missing(definition: ToolDefinition, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(p.name for p in definition.parameters if p.required and p.default is None and p.name not in arguments)


def _put(before: Heard, start: int, end: int, new: str) -> str:
    """The words of *before* with *new* in place of those from *start* up to *end*."""
    return f"{before.text[: before.tokens[start].start]}{new}{before.text[before.tokens[end - 1].end :]}"


def _distinct(requests: Iterable[Request]) -> list[Request]:
    found: list[Request] = []
    for request in requests:
        if all((r.call.name, r.call.arguments) != (request.call.name, request.call.arguments) for r in found):
            found.append(request)
    return found


def _grown(old: Any, new: Any) -> bool:
    """Whether a text was only added to: "anna hannah" for "anna" is no other value."""
    if not (isinstance(old, str) and isinstance(new, str)) or old == new:
        return False
    words, more = words_of(old), words_of(new)
    return bool(words) and len(more) > len(words) and words in (more[: len(words)], more[-len(words) :])


def _likeness(one: str, other: str) -> float:
    """How much of what two words stand for is of one kind, 0 to 1: "french" and "italian"."""
    net = english_wordnet()
    if net is None:
        return 0.0
    fields = dict(net.fields(other))
    return sum(min(share, fields.get(name, 0.0)) for name, share in net.fields(one))


def _differing(one: ToolCall, other: ToolCall) -> set[str]:
    names = set(one.arguments) | set(other.arguments)
    return {name for name in names if one.arguments.get(name) != other.arguments.get(name)}


def _is_article(end: int, text: str, said: str, language: Language) -> bool:
    """Whether a pronoun that is also an article or a demonstrative ("la", "that") stands before its noun."""
    following = re.match(r"\s+([^\W\d_][\w']*)", text[end:])
    if " " in said.strip() or following is None or not is_content(_fold(following.group(1)), language):
        return False
    return _fold(said) in language.demonstratives or _fold(said) in language.articles


def _named(item: Mapping[str, Any], parameter: ToolParameter) -> Any:
    """What *item* holds for *parameter*: the member whose name is a part of the argument's, or that names it."""
    if parameter.param_type.lower() not in ("string", "str"):
        return None
    own = words_of(parameter.name)
    for key, value in item.items():
        if isinstance(value, str) and value and (set(words_of(key)) & set(own)):
            return value
    return None


def _plain(value: Any) -> str:
    return " ".join(words_of(str(value))) if value is not None else ""


def _fold(text: str) -> str:
    return text.replace("’", "'").lower().strip()
