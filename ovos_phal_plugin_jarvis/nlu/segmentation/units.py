"""What is said once of several things, written out: commas between them, a unit behind each of their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue import Request
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.values import is_time
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Joint
from ovos_phal_plugin_jarvis.nlu.segmentation.words import LIKELY_ANOTHER, Part, Words
from ovos_phal_plugin_jarvis.nlu.text import trimmed, trimmed_right


class Units(Words):
    """Writes out what is said once."""

    _cuts = Part(Cuts)

    def listed(self, text: str) -> str:
        """*text* with commas between the things of a list that a recogniser writes none in: "three seven and ten"."""
        joints = self._cuts.joints(text)
        if not joints:
            return text
        text = self._with_unit_before_leads(text, joints[-1])
        joints = self._cuts.joints(text)
        heard = self._reader.hear_raw(text)
        days = {x.end: x for x in heard.mentions if m.weekday_of(x)}
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
                cuts += self._led_alike(heard, after, at)
                while at > 0 and self._apart_numbers(heard.words[at - 1], heard.words[at]):
                    at -= 1
                    cuts.append(at)
            elif at + 1 in days and any(x.start == after for x in days.values()):
                while (day := days.get(days[at + 1].start)) is not None:
                    at = day.end - 1
                    cuts.append(at)
        for at in sorted(set(cuts), reverse=True):
            text = f"{text[: heard.tokens[at].end]},{text[heard.tokens[at].end :]}"
        return text

    def _with_unit_before_leads(self, text: str, joint: Joint) -> str:
        """*text* with the unit of its first number behind each that is led on as that one is: "ten minutes for rice
        and twenty [minutes] for beans"."""
        heard = self._reader.hear_raw(text)
        offset = max(0, text.find(heard.text))
        lengths = [x for x in heard.mentions if x.kind in (m.DURATION, m.PERCENT, m.MONEY)]
        if len(lengths) != 1 or lengths[0].end >= len(heard.words):
            return text
        lead, first = heard.words[lengths[0].end], lengths[0]
        number = next((x for x in heard.mentions if x.kind == m.NUMBER and x.start == first.start), None)
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER and x.start >= first.end]
        led = [x for x in numbers if heard.words[x.end : x.end + 1] == [lead]]
        behind = bool(led) and heard.tokens[led[-1].start].start + offset == joint.end
        if number is None or number.end >= first.end or lead not in self._language.purposes or not behind:
            return text
        unit = heard.said(number.end, first.end)
        for each in reversed(led):
            at = heard.tokens[each.end - 1].end + offset
            text = f"{text[:at]} {unit}{text[at:]}"
        return text

    def named_after_lengths(self, said: str, text: str, requests: Sequence[Request]) -> bool:
        """Whether a text of *requests* holds a unit that was only written into *text*, and was not *said*."""
        if len(text.split()) == len(said.split()):
            return False
        values = (v for request in requests for v in request.call.arguments.values())
        texts = [part for v in values for part in (v if isinstance(v, list) else [v]) if isinstance(part, str)]
        return any(part not in said and part in text for part in texts)

    def _led_alike(self, heard: Heard, last: int, until: int) -> list[int]:
        """The words up to *until* behind which a number is led on as the one at *last* is: "ten minutes for rice |
        twenty for beans and five for peas"."""
        lengths = {x.start: x for x in heard.mentions if x.kind in (m.DURATION, m.PERCENT, m.MONEY)}
        numbers = [lengths.get(x.start, x) for x in heard.mentions if x.kind == m.NUMBER]
        ends = {x.start: x.end for x in numbers if x.end < len(heard.words)}
        lead = heard.words[ends[last]] if last in ends else ""
        if lead not in self._language.purposes:
            return []
        return [
            start - 1
            for start, end in ends.items()
            if 0 < start <= until and heard.words[end] == lead and is_content(heard.words[start - 1], self._language)
        ]

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

    def with_units(self, text: str, joints: list[Joint]) -> tuple[str, list[Joint]]:
        """*text* with a unit that is said once behind each of its numbers: "for ten and for four minutes"."""
        heard = self._reader.hear_raw(text)
        offset = max(0, text.find(heard.text))
        lengths = [x for x in heard.mentions if x.kind in (m.DURATION, m.PERCENT, m.MONEY)]
        # "At six and ten minutes later" are no six minutes; "for five, ten and …" is no clock.
        timed = {(x.start, x.end) for x in heard.mentions if x.kind == m.TIME}
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER and (x.start, x.end) not in timed]
        for joint in reversed(joints):
            ending = [x for x in numbers if heard.tokens[x.end - 1].end + offset == joint.start]
            ending = [x for x in ending if not any(y.start <= x.start and x.end <= y.end for y in lengths)]
            if ending and self._each_asks(text[: joint.start], text[joint.end :]):
                continue
            if ending and any(x.kind == m.PERCENT and x.end <= ending[0].start for x in lengths):
                continue  # "a fifth or twenty percent of ninety then ten minutes": what a share is of has no unit
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

    def _each_asks(self, left: str, right: str) -> bool:
        """Whether each is a request by itself: "what's 14 times 12 and how many yen are 60 dollars". Two questions are
        even where all that is said of the first is its value."""
        if not self._opens(right):
            return False
        first, second = (self._reader.bare_words(text)[:1] for text in (left, right))
        if {*first, *second} <= self._language.question_words:
            read = self._reader.best(left)
            return read is not None and not read.filled.missing
        return self._whole_request(left) is not None

    def _asks_another(self, left: str, right: str) -> bool:
        """Whether *right* likely asks by itself for what another tool than that of *left* does."""
        alone, before = self._whole_request(trimmed(right)), self._reader.best(trimmed(left))
        if alone is None or alone.confidence < LIKELY_ANOTHER:
            return False
        if before is None:  # it is several
            own = {p.name: p for p in alone.definition.parameters}
            return any(name in own and is_time(own[name]) for *_, name in alone.filled.spans)
        return alone.definition.name != before.definition.name

    def with_units_before(self, text: str, joints: list[Joint]) -> tuple[str, list[Joint]]:
        """*text* with a unit that was said before behind a number that ends a part: "for ten minutes and for four"."""
        heard = self._reader.hear_raw(text)
        lengths = [x for x in heard.mentions if x.kind in (m.DURATION, m.PERCENT, m.MONEY)]
        ends = [*(joint.start for joint in joints[1:]), len(trimmed_right(text))]
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
            if self._asks_another(text[: joint.start], text[joint.end : end]):
                continue  # "a timer for two minutes and an alarm for nine"
            numbers = (x.start for x in heard.mentions if x.kind == m.NUMBER)
            if unit[0].kind == m.PERCENT and any(unit[0].end <= at < ending[0].start for at in numbers):
                continue  # "five percent of two hundred and the root of nine": what was said last has none
            number = next((x for x in heard.mentions if x.kind == m.NUMBER and x.start == unit[0].start), None)
            if number is None or number.end >= unit[0].end:
                continue
            said = f" {heard.said(number.end, unit[0].end)}"
            text = text[:end] + said + text[end:]
            joints = [
                replace(j, start=j.start + len(said), end=j.end + len(said)) if j.start >= end else j for j in joints
            ]
        return text, joints
