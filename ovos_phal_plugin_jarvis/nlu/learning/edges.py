"""Where texts really begin and end that a tagger has taken too far, or cut: it has seen ten of them, and knows few
words beside them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.words import is_thing, leading_on, may_order, orders, orders_that, particles
from ovos_phal_plugin_jarvis.nlu.lang import EACH, Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile, Span
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.tagger import Tagged, TaggedSpan
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import Heard, found_words
from ovos_phal_plugin_jarvis.nlu.text import frequency_pattern, single_words, starts_of, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

_LEAST_DEED = 3
"""Words of a deed with a thing that it is done to: "bring the washing"."""
_ADVERBIAL = frozenset({"today", "tonight", "tomorrow", "day_after_tomorrow"})
"""Days that no word of grammar stands before."""


class Edges:
    """What a tool's examples show of the ends of its texts."""

    def __init__(self, profiles: Mapping[str, Profile], aligned: Sequence[AlignedExample], lang: Language) -> None:
        """
        Args:
            profiles: its arguments.
            aligned: its examples.
            lang: what is spoken.
        """
        self._profiles = profiles
        self._lang = lang
        self._leading = single_words(lang, "times") | single_words(lang, "joints") | lang.articles
        self._outside = {lang.stem(word) for e in aligned for at, word in enumerate(e.words) if e.outside(at)}
        texts = {name for name, profile in profiles.items() if not profile.typed}
        spans = [(example, span) for example in aligned for span in example.spans if span.parameter in texts]
        self._towns = {name for name in texts if self._are_places(name, spans)}
        """Texts that are mostly places in the examples."""
        self._dated = {name for name in texts if self._are(name, spans, (m.DATE, m.TIME))}
        """Texts that are days or times in all examples."""
        self.days = frozenset(name for name in texts if self._are(name, spans, (m.DATE,)))
        """Texts that hold a day in all examples."""
        self._with_days = {
            span.parameter
            for example, span in spans
            if any(x.start < span.end and span.start < x.end for x in example.heard.mentions if x.kind == m.DATE)
        }
        self._leads = {
            (example.words[at - 1], name)
            for example in aligned
            for name, value in example.arguments.items()
            if name in profiles and profiles[name].parameter.enum_values and isinstance(value, str)
            for at in starts_of(words_of(value), example.words)
            if at and example.outside(at)
        }
        """Words of grammar before a value of a few, and whose it is: the "for" of "for maths"."""

    def _are(self, name: str, spans: Sequence[tuple[AlignedExample, Span]], kinds: Collection[str]) -> bool:
        own = [(example, span) for example, span in spans if span.parameter == name]
        return bool(own) and all(
            any(x.kind in kinds and x.start < s.end and s.start < x.end for x in e.heard.mentions) for e, s in own
        )

    def _are_places(self, name: str, spans: Sequence[tuple[AlignedExample, Span]]) -> bool:
        own = [(example, span) for example, span in spans if span.parameter == name]
        named = [
            any(x.kind == m.PLACE and x.start < s.end and s.start < x.end for x in e.heard.mentions) for e, s in own
        ]
        return sum(named) > len(own) / 2

    def whole_places(self, heard: Heard, filled: Filled) -> None:
        """Let what is a part of a place's name be all of it: "nueva york" of which "york" was taken, or each word for
        another argument."""
        for place in (x for x in heard.mentions if x.kind == m.PLACE and x.end - x.start > 1):
            inside = [x for x in filled.spans if x[0] < place.end and place.start < x[1]]
            if not inside or any(name not in self._towns for _, _, name in inside):
                continue
            (start, end, first), *others = sorted(inside)
            if start < place.start or end > place.end or (start, end) == (place.start, place.end):
                continue
            for _, _, name in others:
                filled.drop(name)
            filled.move(first, place.start, place.end, heard)

    def mend(self, heard: Heard, filled: Filled) -> None:
        """Let each text of *filled* end where it does, and go where it is none."""
        self.whole_places(heard, filled)
        for start, end, name in list(filled.spans):
            profile, value = self._profiles.get(name), filled.arguments.get(name)
            if profile is None or profile.typed or not isinstance(value, str) or name in filled.settled:
                continue
            if " ".join(heard.words[start:end]) in profile.known:
                continue
            others = {at for s, e, n in filled.spans if n != name for at in range(s, e)}
            place = self._place(heard, start, end, name, filled, others)
            filled.put(name, (start, end), place, heard)

    def finish(self, heard: Heard, filled: Filled) -> None:
        """Let each text of *filled* begin with a whole word, go on to the end of what is to be done where it says that,
        and the only one that is a place be the whole place, however many examples the tool has."""
        if len(self._towns) == 1:  # of several, one is the town and one the land
            self.whole_places(heard, filled)
        for start, end, name in list(filled.spans):
            profile, value = self._profiles.get(name), filled.arguments.get(name)
            if profile is None or profile.typed or not isinstance(value, str) or name in filled.settled:
                continue
            others = {at for s, e, n in filled.spans if n != name for at in range(s, e)}
            first, last = self._whole_word(heard, start, others), end
            if not values.SENTENCES.isdisjoint(words_of(name)):
                if orders(heard.words[start], self._lang):
                    last = self._behind_deed(heard, end, others)
                last = self._behind_way(heard, start, last, others)
            filled.put(name, (start, end), (first, last), heard)

    def _place(
        self, heard: Heard, start: int, end: int, name: str, filled: Filled, others: Collection[int]
    ) -> tuple[int, int] | None:
        if values.is_time(self._profiles[name].parameter):
            # Elsewhere ``Shapes`` finds them, which also knows their words of grammar.
            return self._day(heard, start, end, name, others) if self._lang.code == ENGLISH else (start, end)
        if name not in self._with_days and self._wants_day(filled):
            days = [x for x in heard.mentions if x.kind == m.DATE and x.start == start and x.end < end]
            start = max([x.end for x in days], default=start)
        start = self._behind_name(heard, start, end, name)
        start = self._behind_frequency(heard, self._behind_of(heard, start, end, name), end)
        sentence = not values.SENTENCES.isdisjoint(words_of(name))
        if end - start > 1 and not sentence and self._drags_a_verb(heard, end):
            end -= 1
        if not sentence:
            end = self._before_leading(heard, start, self._before_order(heard, start, end))
        end = self._before_choice(heard, start, end, filled)
        known = self._profiles[name].known
        letters = any(len(said) == 1 for said in known)
        return (start, end) if letters or not _is_letter(heard, start, end) else None

    def _behind_name(self, heard: Heard, start: int, end: int, name: str) -> int:
        """Where the text at *start* to *end* begins behind a word of its argument's own name, with which none of the
        examples has it begin: the "j" of "row j"."""
        profile = self._profiles[name]
        called = {self._lang.stem(word) for word in split_name(profile.parameter.named)}
        shown = {self._lang.stem(said.partition(" ")[0]) for said in profile.known}
        while end - start > 1 and self._lang.stem(heard.words[start]) in called - shown:
            start += 1
        return start

    def _day(self, heard: Heard, start: int, end: int, name: str, others: Collection[int]) -> tuple[int, int] | None:
        """The day or time that is said at *start* to *end*, whole; None where none is."""
        kinds = {m.DATE, m.TIME} - self._of_others(name)
        said = [x for x in heard.mentions if x.kind in kinds and x.start < end and start < x.end]
        if not said:
            return None if name in self._dated else (start, end)
        first, last = min(x.start for x in said), max(x.end for x in said)
        return (first, last) if not {*range(first, last)} & {*others} else (start, end)

    def _of_others(self, name: str) -> set[str]:
        """The kinds, day or time of day, that another argument than *name* is for, and it is not."""
        wanted = {n: values.moments(p.parameter) for n, p in self._profiles.items() if values.is_time(p.parameter)}
        return {kind for other, kinds in wanted.items() if other != name for kind in kinds} - {*wanted[name]}

    def _wants_day(self, filled: Filled) -> bool:
        return any(
            values.is_time(profile.parameter) and name not in filled.arguments
            for name, profile in self._profiles.items()
        )

    def _behind_of(self, heard: Heard, start: int, end: int, name: str) -> int:
        """*start*, or the first word behind what joins a name to the tool's own word for the thing: "la tarea [del]
        gimnasio"."""
        begun = {known.partition(" ")[0] for known in self._profiles[name].known}
        own = start > 0 and self._lang.stem(heard.words[start - 1]) in self._outside
        first = start
        while own and first < end - 1 and heard.words[first] in self._lang.genitives - begun:
            first += 1
        articled = first > start and first < end - 1 and heard.words[first] in self._lang.articles
        return first + articled

    def _behind_frequency(self, heard: Heard, start: int, end: int) -> int:
        """*start*, or the first word behind what says how often, of which the text took the end: "jeden [abend]
        zeichnen"."""
        for first, behind in found_words(heard, frequency_pattern(self._lang, EACH)):
            if first < start < behind < end:
                return behind
        return start

    def _behind_way(self, heard: Heard, start: int, end: int, others: Collection[int]) -> int:
        """*end*, or one past the word that goes with the verb at *start* and leads no moment: "bring the washing [in]
        at five", "[in] tomorrow", never the "in" of "in june"."""
        words, lang = heard.words, self._lang
        way = end < len(words) and words[end] in single_words(lang, "ways")
        if not way or end - start < _LEAST_DEED or not may_order(words[start], lang):
            return end
        if any(x.start <= end < x.end for x in heard.mentions):
            return end
        following = words[end + 1] if end + 1 < len(words) else ""
        own = lang.articles | lang.owners | lang.demonstratives
        leads = following in (leading_on(lang) | single_words(lang, "ways")) - own
        named = any(
            x.kind == m.DATE and x.start == end + 1 and _ADVERBIAL.issuperset(getattr(x.value, "keys", ("",)))
            for x in heard.mentions
        )
        moment = {*range(end + 2, len(words))} & ({*others} | {x.start for x in heard.mentions})
        return end + 1 if named or (leads and moment) else end

    def _whole_word(self, heard: Heard, start: int, others: Collection[int]) -> int:
        """*start*, or the word of which the text has only the end: "[mum] 's birthday"."""
        cut = (
            start > 0
            and heard.words[start].startswith("'")
            and heard.tokens[start - 1].end == heard.tokens[start].start
        )
        return (
            start - 1 if cut and start - 1 not in others and is_content(heard.words[start - 1], self._lang) else start
        )

    def _drags_a_verb(self, heard: Heard, end: int) -> bool:
        """Whether the last word before *end* orders something with what stands behind it: "at the pond [put] it in the
        book"."""
        following = heard.words[end] if end < len(heard.words) else ""
        points = self._lang.points | self._lang.persons | self._lang.demonstratives | self._lang.articles
        return heard.words[end - 1] in self._lang.verbs - self._lang.function_words and following in points

    def _before_order(self, heard: Heard, start: int, end: int) -> int:
        """*end*, or where an order begins that points back to the text: "llamar al médico [anótalo]"."""
        for at in range(start + 1, end):
            goes_on = at + 1 < len(heard.words) and heard.words[at + 1] in self._lang.enclitics
            joined = goes_on and heard.text[heard.tokens[at].end : heard.tokens[at + 1].start] == "-"
            if orders_that(heard.words[at], self._lang) or (joined and orders(heard.words[at], self._lang)):
                return at
        return end

    def _behind_deed(self, heard: Heard, end: int, others: Collection[int]) -> int:
        """*end*, or one past what a text goes on with that says what is to be done: "turn the volume [down] at nine",
        "turn on night [mode]"."""
        taken = {at for x in heard.mentions for at in range(x.start, x.end)} | {*others}
        while end < len(heard.words) and end not in taken:
            word, *behind = heard.words[end : end + 2]
            closes = not behind or (behind[0] in self._lang.function_words and end + 1 not in taken)  # no "on friday"
            thing = is_thing(word, self._lang) and is_content(word, self._lang) and not orders(word, self._lang)
            if not (word in particles(self._lang) and closes) and not (
                thing and self._lang.stem(word) not in self._outside
            ):
                break
            end += 1
        return end

    def _before_leading(self, heard: Heard, start: int, end: int) -> int:
        """*end*, or where the words of grammar begin that lead on to what stands behind it: "petra [after] noon"."""
        while end < len(heard.words) and end - start > 1 and heard.words[end - 1] in self._leading:
            end -= 1
        return end

    def _before_choice(self, heard: Heard, start: int, end: int, filled: Filled) -> int:
        """*end*, or where one of a few values begins that the text took in: "read it twice [for latin]"."""
        for name, value in filled.arguments.items():
            profile = self._profiles.get(name)
            if profile is None or not profile.parameter.enum_values or not isinstance(value, str):
                continue
            words = words_of(value)
            at = end - len(words)
            if at - 1 > start and heard.words[at:end] == words and (heard.words[at - 1], name) in self._leads:
                return at - 1
        return end


def _is_letter(heard: Heard, start: int, end: int) -> bool:
    """Whether nothing but a letter is there, which names nothing: the "k" of "nine k"."""
    return end - start == 1 and len(heard.words[start]) == 1 and heard.words[start].isalpha()


def widened(
    heard: Heard, tagged: Tagged, typed: frozenset[str], times: Mapping[str, ToolParameter]
) -> list[TaggedSpan]:
    """The spans, each text with the loose words beside it: "roast" of "the roast chicken timer"; those of *times* with
    all of the moment that they are a part of."""
    free = tagged.loose - {at for x in heard.mentions for at in range(x.start, x.end)}
    found = []
    for span in tagged.spans:
        start, end = span.start, span.end
        if span.parameter in times:
            start, end = _whole_moment(heard, start, end, times[span.parameter])
        elif span.parameter not in typed:
            while start - 1 in free:
                start -= 1
            while end in free:
                end += 1
            start, end = within_quotes(heard, *_outside_moments(heard, start, end))
        same = (start, end) == (span.start, span.end)
        found.append(span if same else replace(span, start=start, end=end))
    return found


def _whole_moment(heard: Heard, start: int, end: int, parameter: ToolParameter) -> tuple[int, int]:
    """*start* and *end* with all of the day or time for *parameter* that they are most of, and nothing of another one:
    "ten past one" whole."""
    for kind in values.moments(parameter):
        cut = [x for x in heard.mentions if x.kind == kind and x.start < end and start < x.end]
        most = max(cut, key=lambda x: min(x.end, end) - max(x.start, start), default=None)
        if most is not None:
            start, end = min(start, most.start), max(end, most.end)
    return _outside_moments(heard, start, end)


def _outside_moments(heard: Heard, start: int, end: int) -> tuple[int, int]:
    """The text at *start* to *end* without the half of a day, a time or a number that it cuts: in "at two pm pick up
    grandma" it begins behind "pm", and in "against dennis forty seven moves" it ends before "forty"."""
    for mention in heard.mentions:
        if mention.kind not in (m.DATE, m.TIME, m.DURATION, m.NUMBER):
            continue
        if mention.start < start < mention.end < end:
            start = mention.end
        elif start < mention.start < end < mention.end:
            end = mention.start
    return start, end


def within_quotes(heard: Heard, start: int, end: int) -> tuple[int, int]:
    """The text at *start* to *end* without words of grammar beside what stands in quotes: those are all of it. Beside a
    word with meaning the quotes are a part: "“Dune” was great"."""
    for mention in heard.mentions:
        if mention.kind == m.QUOTED and start <= mention.start and mention.end <= end:
            beside = (*heard.words[start : mention.start], *heard.words[mention.end : end])
            if not any(is_content(word, heard.lang) for word in beside):
                return mention.start, mention.end
    return start, end
