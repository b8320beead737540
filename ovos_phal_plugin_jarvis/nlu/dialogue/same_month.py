"""The month of a day that only its number names: "and the ninth" after the second of march."""

from __future__ import annotations

from collections.abc import Iterator

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter, put
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.translation.values import ToolCall


class SameMonth(Interpreter):
    """Puts the month of before to the number of a day."""

    def spelt_out(self, text: str, last: ToolCall) -> str:
        """*text*, which says nothing but a day, with the month of the only day that the *last* request named: "and the
        ninth [of march]"."""
        heard, before = self._reader.hear_raw(text), self._reader.hear(last.said)
        known = [x for x in before.mentions if x.kind == m.DATE and self._is_whole(x, before.mentions)]
        numbers = [x for x in heard.mentions if x.kind == m.ORDINAL]
        others = [x for x in valued(heard) if x.kind not in (m.DATE, m.ORDINAL)]
        then = known[0].value.day if len(known) == 1 else None
        if then is None or len(numbers) != 1 or others or self._names_month(heard, numbers[0]):
            return text
        for spelt in self._beside_month(heard, numbers[0], before, known[0]):
            days = [x.value.day for x in self._reader.hear_raw(spelt).mentions if x.kind == m.DATE]
            if any(day is not None and (day.month, day.day) == (then.month, numbers[0].value) for day in days):
                return spelt
        return text

    def _names_month(self, heard: Heard, number: m.Mention) -> bool:
        """Whether the day that *number* is of in *heard* has a month, or another word of its own."""
        days = [x for x in heard.mentions if x.kind == m.DATE]
        named = {at for x in days for at in range(x.start, x.end)} - set(range(number.start, number.end))
        return any(heard.words[at] not in self.language.function_words for at in named)

    @staticmethod
    def _beside_month(heard: Heard, number: m.Mention, before: Heard, day: m.Mention) -> Iterator[str]:
        """*heard* with parts of what names the *day* of *before* behind or before its *number*."""
        said = heard.said(number.start, number.end)
        for at in range(day.start + 1, day.end):
            yield put(heard, number.start, number.end, f"{said} {before.said(at, day.end)}")
            yield put(heard, number.start, number.end, f"{before.said(day.start, at)} {said}")
