"""The place of the last request in the words of the next: "put milk on it", "mettici il latte", "zet er melk op".

Languages point to a place by an adverb ("drauf", "y"), by one in two halves ("er … op") or by a pronoun on the verb
("metti|ci"), and what is done there may be done in another way: what was taken *from* a list is followed by what is put
*on* it. So the name of the place is taken from the last request, and what introduces it from the examples of the tools
for the same kind of thing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.words import ordering_form, orders
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, plain
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import acts, related
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED, Request, request_of
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.text import fold, phrase_pattern, phrases_pattern, trimmed, without_opening
from ovos_phal_plugin_jarvis.nlu.tool_verbs import TAKING
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_GAP = "..."
"""What stands in a phrase between its two halves, as tables of words are written to memory."""
_LEAST_GLUED = 4
"""Letters of what points to a place in one word with a verb, and of that verb."""
_MOST_LEADS = 3
"""Ways to introduce a place that are tried for one tool."""
_MOST_WORDS = 12
"""Words of a request that is looked at."""


class Placed(Interpreter):
    """Reads requests whose place was named before."""

    def there(self, text: str, last: ToolCall) -> Request | None:
        """What *text* asks for, which points to the place that the *last* call was told: "and put pears on it"."""
        also = phrase_pattern(self.language, "also")
        rest = without_opening(text, self.language, "joints", "after", "particles")
        rest = " ".join((also.sub(" ", rest) if also is not None else rest).split())
        away = phrase_pattern(self.language, "therefrom")
        found = self._first(self._pointing(rest), text, last) if self._asks_or_orders(rest) else None
        if found is not None and not self._tells(found) and self._is_vague(rest):
            # "Ponle ganas" and "põe lá a mesa" say it of nothing that was spoken of.
            found = replace(found, confidence=min(found.confidence, GUESSED))
        if found is None or away is None or away.search(rest) is None:
            return found
        # "Nimm sie runter" takes away, whatever the words before and behind that could say of the same place.
        return found if TAKING & set(acts(self._reader.trained.definitions[found.call.name])) else None

    def left_out(self, text: str, last: ToolCall) -> Request | None:
        """What *text* asks for, an order that leaves out the place that the *last* call was told: "and add pears". It
        may be for something else, so it asks first."""
        words = self._reader.raw_words(text)
        if not words or words[0] not in self.language.verbs - self.language.question_words:
            return None
        found = self._first([(text, "")], text, last)
        if found is None or any(map(self._says_when, found.call.arguments.values())):
            return None  # "set the alarm for seven" names nothing for a list
        return replace(found, confidence=min(found.confidence, GUESSED))

    def _says_when(self, value: object) -> bool:
        """Whether a thing of *value* has a time, a day or a length in it."""
        said = (self._reader.hear_raw(each) for each in things_of(value) if isinstance(each, str))
        return any(x.kind in (m.DATE, m.TIME, m.DURATION) for heard in said for x in heard.mentions)

    def _first(self, readings: list[tuple[str, str]], text: str, last: ToolCall) -> Request | None:
        """The first of *readings* that one of the tools for the kind of thing of the *last* call takes whole, with its
        place between their halves."""
        if not readings or len(self._reader.raw_words(text)) > _MOST_WORDS or self._goes_on(text):
            return None
        named = self._place(last)
        if named is None:
            return None
        for before, behind in readings:
            for lead in self._leads(named.split()[0], last):
                said = " ".join(part for part in (before, lead, named, behind) if part)
                read = self._reader.best(said)
                if read is not None and self._is_there(read, named, last):
                    return replace(self._as_called(request_of(read, said), last), heard=text)
        return None

    def _as_called(self, found: Request, last: ToolCall) -> Request:
        """*found* with its place by the name that the *last* call has for it, which its tool may have read otherwise:
        the "hardware shop list" is one called hardware shop."""
        base = self._same_tool(last.said, last.name)
        known = base.filled.arguments if base is not None else {}
        called = {
            name: last.arguments[name]
            for name, value in found.call.arguments.items()
            if isinstance(value, str) and plain(value) == plain(known.get(name)) and last.arguments.get(name)
        }
        return replace(found, call=replace(found.call, arguments={**found.call.arguments, **called}))

    def _tells(self, found: Request) -> bool:
        """Whether *found* only tells something."""
        return bool(self._reader.trained.definitions[found.call.name].annotations.get("readOnlyHint"))

    def _is_vague(self, text: str) -> bool:
        """Whether *text* points to a place by words that may be of anything: "there", a pronoun on the verb."""
        there = phrase_pattern(self.language, "places_before")
        return bool(self.parted(text)) or (there is not None and there.search(text) is not None)

    def _asks_or_orders(self, text: str) -> bool:
        """Whether *text* begins as a question or an order does, and not as what somebody tells: "da kommt was dazu"."""
        words = self._reader.raw_words(text)
        return bool(words) and (orders(words[0], self.language) or self.inquires(text))

    def _goes_on(self, text: str) -> bool:
        """Whether another order stands behind a joint in *text*."""
        joints = phrase_pattern(self.language, "joints", "after")
        found = joints.finditer(text) if joints is not None else ()
        behind = (self._reader.raw_words(text[x.end() :])[:1] for x in found if x.start())
        return any(words and words[0] in self.language.verbs for words in behind)

    def _pointing(self, text: str) -> list[tuple[str, str]]:
        """What *text* says before and behind a place that it points to; and with all of that before it, as an order has
        its place at the end."""
        for one, other in self._phrases:
            found = one.search(text)
            rest = other.search(text, found.end()) if found is not None and other is not None else None
            if found is None or (other is not None and rest is None):
                continue
            between = text[found.end() : rest.start()] if rest is not None else ""
            before = self._markers.without_beside(f"{text[: found.start()].rstrip(' -')} {between}".strip())
            behind = trimmed(text[rest.end() if rest is not None else found.end() :])
            if not self.language.subjects.isdisjoint(self._reader.raw_words(behind)[:1]):
                return []  # "take it off the list [i've got loads]"
            if before:
                return [(before, behind), (f"{before} {behind}", "")] if behind else [(before, "")]
        parted = self._parted(text, self.language.enclitic_places)
        return [(parted, "")] if parted else []

    def parted(self, text: str) -> str:
        """The order *text* without the pronoun for a place, or for some of something, that its verb has behind it:
        "togli|ne tre"; "" where it has none."""
        return self._parted(text, self.language.enclitic_places | self.language.enclitic_ofs)

    def _parted(self, text: str, endings: frozenset[str]) -> str:
        word = re.match(r"[^\W\d_]+(?:['-][^\W\d_]+)*", text)
        verb = ordering_form(fold(word.group()), self.language, endings) if word is not None else ""
        return f"{verb}{text[word.end() :]}" if word is not None and verb else ""

    @cached_property
    def _phrases(self) -> list[tuple[re.Pattern[str], re.Pattern[str] | None]]:
        """What points to a place, the longest first; with what closes it, where it has two halves."""
        found = []
        for phrase in sorted((*self.language.thereabouts, *self.language.therefrom), key=len, reverse=True):
            one, gap, other = (part.strip() for part in phrase.partition(_GAP))
            # "Was drauf|steht" has it in one word with the verb.
            glued = re.compile(rf"(?<!\w){re.escape(one)}(?=\w{{{_LEAST_GLUED},}}\W*$)", re.IGNORECASE)
            opening = phrases_pattern((one,))
            closing = re.compile(rf"(?<!\w){re.escape(other)}(?=\W*$)", re.IGNORECASE) if gap else None
            if opening is not None:
                found.append((opening, closing))
            if len(one) >= _LEAST_GLUED and " " not in one and not gap:
                found.append((glued, None))
        return found

    def _place(self, last: ToolCall) -> str | None:
        """What the *last* request calls its place, without what introduces it: the nearest run of words that means
        something to its tool and is none of the things of a list."""
        base, heard = self._same_tool(last.said, last.name), self._reader.hear(last.said)
        if base is None:
            return None
        listed = {p.name for p in base.definition.parameters if p.is_list}
        things = {at for start, end, name in base.filled.spans if name in listed for at in range(start, end)}
        named = {at for start, end, name in base.filled.spans if name not in listed for at in range(start, end)}
        counted = {at for x in valued(heard) for at in range(x.start, x.end)}
        small = self.language.function_words
        verbs = {0} if heard.words and heard.words[0] in self.language.verbs else set()
        own = (base.explained.wording | named) - things - counted - verbs
        end = len(heard.words)
        while end and (end - 1 not in own or heard.words[end - 1] in small):
            end -= 1
        start = end
        while start and (start - 1 in own or heard.words[start - 1] in small) and start - 1 not in things:
            start -= 1
        while start < end and heard.words[start] in small:
            start += 1
        introduced = 0 < start < end and heard.words[start - 1] in small
        return heard.said(start, end) if introduced else None

    def _leads(self, noun: str, last: ToolCall) -> Iterator[str]:
        """What introduces *noun*, or what it is a kind of, in the examples of the tools for the same kind of thing as
        the *last* call's, the most usual of each tool first."""
        spoken, definitions = self.language, self._reader.trained.definitions
        before = definitions[last.name]
        introducing = spoken.function_words - spoken.articles - spoken.persons - spoken.subjects - spoken.all_words
        introducing -= spoken.states | spoken.auxiliaries | spoken.question_words | set(spoken.pronouns)
        found: dict[str, None] = {}
        for definition in definitions.values():
            if definition.toolbox_id != before.toolbox_id or not related(definition, before):
                continue
            leads: Counter[str] = Counter()
            for example in self._reader.trained.aligned.get(definition.name, ()):
                for at, word in enumerate(example.words):
                    if word != noun and not (len(word) > 3 and noun.endswith(word)):
                        continue
                    start = at
                    while start and example.words[start - 1] in self.language.articles:
                        start -= 1
                    if start > 1 and example.words[start - 1] in introducing:
                        leads[" ".join(example.words[start - 1 : at])] += 1
            found |= dict.fromkeys(lead for lead, _ in leads.most_common(_MOST_LEADS))
        yield from found

    def _is_there(self, read: Candidate, named: str, last: ToolCall) -> bool:
        """Whether *read* is for the kind of thing of the *last* call, all of it, and has the place for the place."""
        definitions = self._reader.trained.definitions
        definition, before = read.definition, definitions[last.name]
        if definition.toolbox_id != before.toolbox_id or not related(definition, before):
            return False
        told, heard = read.explained, read.heard
        small = self.language.all_words | self.language.light_words
        taught = (example.words[:1] for example in self._reader.trained.aligned.get(definition.name, ()))
        begins = not orders(heard.words[0], self.language) or list(heard.words[:1]) in map(list, taught)
        if read.filled.missing or not begins or any(heard.words[at] not in small for at in told.left):
            return False
        if definition.name == last.name and read.filled.arguments == dict(last.arguments):
            return False
        listed = {p.name for p in definition.parameters if p.is_list}
        words = set(self._reader.raw_words(named))
        held = {heard.words[at] for start, end, name in read.filled.spans if name in listed for at in range(start, end)}
        own = {p.name for p in definition.parameters if not p.is_list and not p.enum_values}
        base = self._same_tool(last.said, last.name)  # a tool may keep its place by another name
        known = base.filled.arguments if base is not None else last.arguments
        if held and not any(is_content(word, self.language) for word in held):
            return False  # "zet je erbij"
        same = all(plain(read.filled.arguments.get(name)) == plain(known.get(name)) for name in own)
        return same and not (words - self.language.function_words) & held
