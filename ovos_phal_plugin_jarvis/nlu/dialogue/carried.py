"""What is said of a day, a time or a length by pointing to the last request: "the same day", "the day after"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.dialogue.state import State
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, phrases_pattern, trimmed

_KINDS = (m.DATE, m.TIME, m.DURATION)
"""Keys of ``Language.carried`` for what is the same; the others are days away."""


class Carried(Interpreter):
    """Puts the words of the last request in place of those that point to them."""

    def spelt_out(self, text: str, state: State) -> str:
        """*text* with the day, the time or the length that it points to in the words of the last request: "put another
        one on for six the same day". As it is where that names none."""
        said = state.call.said if state.call is not None else ""
        return self.of_that_hour(self.spelt_out_of(text, self._said_before(state)), said)

    def spelt_out_of(self, text: str, before: Sequence[str]) -> str:
        """*text* with the day, the time or the length that it points to in the words of what was said *before*, the
        nearest first: "ring the bank [that day]" behind "skip the alarm on friday"."""
        for key, phrases in self.language.carried.items():
            pattern = phrases_pattern(phrases)
            found = pattern.search(text) if pattern is not None else None
            if found is None or self._is_named(text, found.start(), found.end()):
                continue
            said = self._same(key, found.group(), before) if key in _KINDS else self._away(int(key), before)
            if said:
                text = f"{text[: found.start()]}{said}{text[found.end() :]}"
        return text

    def asked_then(self, text: str, before: str) -> str:
        """The question *text* with the day that *before* names in place of a "then" in it: "and what time does the sun
        rise [then]"; as it is where it says a day of its own."""
        then = phrase_pattern(self.language, "thens")
        days = [x for x in self._reader.hear_raw(text).mentions if x.kind == m.DATE]
        found = [x for x in then.finditer(text) if x.start()] if then is not None and not days else []
        said = self._same(m.DATE, found[-1].group(), (before,)) if found else ""
        if found or days:
            return f"{text[: found[-1].start()]}{said}{text[found[-1].end() :]}" if said else text
        return self._of_that_day(text, before)

    def asked_of_that_day(self, text: str, before: str) -> str:
        """The question *text* behind another utterance, with the day that *before* names in place of a "that" or "then"
        in it where it asks about that: "how many days are there until [then]", and not "what time is it [then]"."""
        said = self.asked_then(text, before)
        return said if said == text or self._tells_more(said, text) else text

    def _of_that_day(self, text: str, before: str) -> str:
        """The question *text*, which ends in a word that points, with the day that *before* names in its place, where a
        tool that tells something has a place for that: "what date is [that]"."""
        tokens = self._reader.raw_tokens(text)
        points = self.language.demonstratives & self.language.points
        if len(tokens) < 3 or tokens[-1].norm not in points:
            return text
        day = self._same(m.DATE, tokens[-1].text, (before,))
        said = f"{text[: tokens[-1].start]}{day}{text[tokens[-1].end :]}"
        return said if day and self._tells_more(said, text) else text

    def _tells_more(self, said: str, text: str) -> bool:
        """Whether the tool that *text* is for tells something more of *said*, and leaves none of its words."""
        read = self._reader.best(trimmed(said))
        open_ = self._reader.likeliest(trimmed(text)) if read is not None else None
        if read is None or open_ is None or read.definition is not open_.definition:
            return False
        tells = read.definition.annotations.get("readOnlyHint") and not read.explained.left
        return bool(tells) and len(read.filled.arguments) > len(open_.filled.arguments)

    def of_that_hour(self, text: str, said_before: str) -> str:
        """*text* with the hour of the time *said before* where it says only the minutes: "make it half past"."""
        ending = phrase_pattern(self.language, "beside", "politeness")
        ends = [x.start() for x in ending.finditer(text) if x.start() and x.end() == len(text)] if ending else []
        bare = text[: ends[0]].rstrip() if ends else text
        heard = self._reader.hear_raw(bare)
        before = self._reader.hear(said_before)
        clocks = [x.value for x in before.mentions if x.kind == m.TIME and self._is_whole(x, before.mentions)]
        said_already = any(x.end == len(heard.words) for x in valued(heard))
        if not heard.words or len({clock.hour for clock in clocks}) != 1 or said_already:
            return text
        said = f"{bare} {clocks[0].hour % 12 or 12}"
        after = self._reader.hear_raw(said)
        told = [x for x in after.mentions if x.kind == m.TIME and x.end == len(after.words) and x.end - x.start > 1]
        whole = max(told, key=lambda x: x.end - x.start, default=None)
        if whole is None or whole.value.hour % 12 != clocks[0].hour % 12 or not whole.value.minute:
            return text
        return f"{said}{text[len(bare) :]}"

    def _is_named(self, text: str, start: int, end: int) -> bool:
        """Whether the words are a part of a day that is said: "the day after" of "the day after tomorrow"."""
        heard = self._reader.hear_raw(text)
        return any(
            heard.tokens[x.start].start < end
            and start < heard.tokens[x.end - 1].end
            and not (start <= heard.tokens[x.start].start and heard.tokens[x.end - 1].end <= end)
            for x in heard.mentions
            if x.kind in (m.DATE, m.TIME)
        )

    def _same(self, kind: str, phrase: str, said_before: Sequence[str]) -> str:
        """The words of what was *said before* for its one value of *kind*, and what introduces them; "" where it has
        none."""
        for said in said_before:
            before = self._reader.hear(said)
            places = [x for x in before.mentions if x.kind == kind and self._is_whole(x, before.mentions)]
            if len(places) != 1:
                continue
            start, end = places[0].start, places[0].end
            part = self._reader.raw_words(phrase)[-1]
            if kind == m.DATE:
                while end - 1 > start and self._is_part(before.words[end - 1]) and before.words[end - 1] != part:
                    end -= 1
                while end - 1 > start and before.words[end - 1] in self.language.function_words:
                    end -= 1  # "tomorrow in the [morning]"
            if start and before.words[start - 1] in self.language.function_words - self.language.articles:
                start -= 1
            added = f" {part}" if kind == m.DATE and self._is_part(part) and part not in before.words[start:end] else ""
            return f"{before.said(start, end)}{added}"
        return ""

    def _is_part(self, word: str) -> bool:
        """Whether *word* is a part of a day: "morning"."""
        return word in grammar(self.language).part_words if self.language.installed else False

    def _away(self, days: int, said_before: Sequence[str]) -> str:
        """The day that is so many *days* from the one that was named, as a date; "" where none was."""
        for said in said_before:
            before = self._reader.hear(said)
            said_days = [x.value for x in before.mentions if x.kind == m.DATE and not x.value.moment]
            spans = [day.span(before.now.date()) for day in said_days]
            if len(spans) == 1 and spans[0] is not None:
                first, last = spans[0]
                return ((last if days > 0 else first) + timedelta(days=days)).isoformat()
        return ""

    def _said_before(self, state: State) -> tuple[str, ...]:
        """The last request, and all that was said with it."""
        said = state.call.said if state.call is not None else ""
        return tuple(dict.fromkeys(text for text in (said, *state.turns[-1:]) if text))


def days_away(text: str, language: Language) -> int | None:
    """By how many days *text* points away from the day before, where it says nothing else: 1 for "the day after"."""
    for key, phrases in language.carried.items():
        pattern = phrases_pattern(phrases) if key not in _KINDS else None
        if pattern is not None and pattern.fullmatch(trimmed(text)):
            return int(key)
    return None
