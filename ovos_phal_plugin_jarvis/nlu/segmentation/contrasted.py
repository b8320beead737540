"""What an order names beside its thing and is not for: "forget the reminder about mum but not the one about dad".

Where the order by itself says which thing it is for, and the other one is none of that, saying so changes nothing: the
order is read without it. What may be a part of what it is for ("the alarms but not the one on friday") is left to
whoever holds such an order back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ovos_phal_plugin_jarvis.nlu.acts.words import is_plural, is_thing, orders
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Request
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.inquiry import takes_what_is_there
from ovos_phal_plugin_jarvis.nlu.learning.values import is_free_text
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.segmentation.words import TITLES, Words
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    phrases_pattern,
    single_words,
    trimmed_left,
    trimmed_right,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING, MAKING
from ovos_phal_plugin_jarvis.translation.values import things_of

_MOST_NAMED = 4
"""Words that name the other thing, or what it is about."""
_MOST_SO = 3
"""Words that say how it is to be left: "as it is"."""


class Contrasted(Words):
    """Finds what an order is not for and would not be done to."""

    def apart(self, text: str) -> Iterator[tuple[str, str, str]]:
        """Ways to read *text* as an order with another thing that it is not for: what stands before and behind that,
        and the words that name it."""
        for start, end in self._marks(text):
            before, behind = trimmed_right(text[:start]), trimmed_left(text[end:])
            kept = self._named(behind, self._reader.raw_words(before))
            if before and kept and not self._language.all_words & set(self._reader.raw_words(before)):
                after, rest = behind[kept:].strip(), behind[:kept].strip()
                yield before, after, rest

    def _marks(self, text: str) -> Iterator[tuple[int, int]]:
        """The characters of what says in *text* that something is not meant, or is to be left: "but not", "not", "but
        leave"."""
        spoken = self._language
        contrasts = single_words(spoken, "contrasts")
        but_not = [phrase for phrase in spoken.exceptions if phrase.split()[0] in contrasts]
        for pattern in (phrases_pattern(frozenset(but_not)), phrase_pattern(spoken, "denials")):
            for found in pattern.finditer(text) if pattern is not None else ():
                last = words_of(text[: found.start()])[-1:]
                if last and last[0] not in contrasts | spoken.states | spoken.auxiliaries | spoken.subjects:
                    yield found.span()
        sparing = phrase_pattern(spoken, "sparing")
        for found in sparing.finditer(text) if sparing is not None else ():
            contrast = next((x for x in re.finditer(r"\S+\s+$", text[: found.start()])), None)
            if contrast is not None and contrast.group().strip() in contrasts:
                yield contrast.start(), found.end()

    def _named(self, text: str, before: Sequence[str]) -> int:
        """Where the name of the thing ends that *text* begins with: "the plums", "the one about the electrician"; with
        how it is to be left, where that ends it ("the brightness as it is"). 0 where it names none.

        Args:
            text: what stands behind the words that say it is not meant.
            before: the words before those.
        """
        spoken, tokens = self._language, self._reader.raw_tokens(text)
        determined = spoken.articles | spoken.owners | spoken.demonstratives
        words = [token.norm for token in tokens]
        first = int(bool(words) and words[0] in determined)
        at = self._run(words, first, before)
        if at == first:
            return 0
        leads = spoken.function_words - determined - spoken.persons - spoken.states
        if words[at - 1] in {*spoken.ones, *before} and at < len(words) and words[at] in leads:
            begin = at + 1 + (words[at + 1 : at + 2] != [] and words[at + 1] in determined)
            end = self._run(words, begin, before)
            at = end if end > begin else at
        so = spoken.function_words | single_words(spoken, "alone") | single_words(spoken, "staying")
        return tokens[(len(words) if so.issuperset(words[at:]) and len(words) - at <= _MOST_SO else at) - 1].end

    def _run(self, words: Sequence[str], start: int, before: Sequence[str]) -> int:
        """One past the last of *words* from *start* on that name something together; a verb only where it names a kind
        of thing *before* as well: "the shopping [list]"."""
        spoken, at = self._language, start
        while at < len(words) and at < start + _MOST_NAMED and words[at] not in single_words(spoken, "joints"):
            begins = at > start and orders(words[at], spoken) and words[at] not in before
            if begins or not (is_content(words[at], spoken) or words[at] in spoken.ones):
                break
            at += 1
        return at

    def is_untouched(self, other: str, before: str, request: Request) -> bool:
        """Whether *request*, of an order that begins with *before*, does nothing to the *other* thing that it is said
        not to be for."""
        if self._may_tell(request):
            return False
        spoken, words, kinds_of = self._language, self._reader.raw_words(other), self._reader.raw_words(before)
        definition, given = self._reader.trained.definitions[request.call.name], request.call.arguments
        held = {spoken.stem(w) for v in given.values() for thing in things_of(v) for w in words_of(str(thing))}
        kinds = {word for word in kinds_of if is_content(word, spoken) and spoken.stem(word) not in held} | spoken.ones
        kinds &= {*words}
        own = {spoken.stem(word) for word in words if is_content(word, spoken) and word not in kinds}
        heard = self._reader.hear_raw(other)
        counted = {word for x in valued(heard) for word in heard.words[x.start : x.end]} - spoken.ones
        pointing = spoken.last_ones | single_words(spoken, "other_ones")
        if not own or own & held or counted or not pointing.isdisjoint(words):
            return False
        acts = set(words_of(definition.name))
        listed = any(p.is_list and p.name in given and is_free_text(p) for p in definition.parameters)
        if listed and not acts.isdisjoint(MAKING):
            return words[-1] not in spoken.ones
        if acts.isdisjoint(ENDING) and self._is_of_another(own, kinds_of, request):
            return True
        named = not listed and any(p.name in given and is_free_text(p) for p in definition.parameters)
        several = any(is_plural(word, spoken) and spoken.stem(word) not in held for word in kinds_of)
        determined = words[0] in spoken.articles | spoken.owners | spoken.demonstratives  # "one in mull" is any
        named = named and determined
        return named and bool(kinds) and not several and not any(word.endswith("s") for word in kinds & spoken.ones)

    def _may_tell(self, request: Request) -> bool:
        """Whether *request* writes down a text that what is not meant may be a part of: "remind me to feed the grey cat
        not the black one"."""
        definition = self._reader.trained.definitions[request.call.name]
        texts = (name for name in request.call.arguments if set(words_of(name)) & (SENTENCES | TITLES - {"name"}))
        return any(texts) and not takes_what_is_there(definition)

    def _is_of_another(self, own: set[str], before: Sequence[str], request: Request) -> bool:
        """Whether the words *own* name what only other tools know, and those *before* what the tool of *request* is
        about: "turn the volume up but leave [the brightness]"."""
        wordings, spoken = self._reader.trained.wordings, self._language
        tool = wordings[request.call.name]
        others = [each for name, each in wordings.items() if name != request.call.name]
        about = any(tool.says(word) and is_thing(word, spoken) and not orders(word, spoken) for word in before)
        known = all(any(each.says(word) for each in others) for word in own)
        return about and known and not any(tool.says(word) for word in own)
