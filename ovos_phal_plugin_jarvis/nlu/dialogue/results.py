"""A sum that goes on with the last result: "multiply that by 2"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import SAME_TOOL, Interpreter, is_article
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import is_operand
from ovos_phal_plugin_jarvis.nlu.dialogue.state import CONFIDENCE, Request, State, request_of
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_RESULTS = ("result", "value", "answer", "total")
"""Names of the member that holds what a tool worked out."""


class Results(Interpreter):
    """Reads requests that take the last result."""

    def chained(self, text: str, state: State) -> Request | None:
        """A sum that goes on with the last result: "multiply that by 2", "plus five"."""
        number = last_number(state.result)
        if number is None:
            return None
        plain = self._reader.hear(text).text
        alone = self._reader.best(plain)
        pattern = phrase_pattern(self.language, "pronouns")
        pointed = pattern is not None and pattern.search(plain) is not None
        if not pointed and not _is_told(state.result):
            return None  # "set a timer" after one of 50 minutes: whoever says no number means none of the last answer
        if not _is_told(state.result) and state.call is not None and self._echoes(float(number), state.call):
            return None  # "set it" after that is no timer of the number of its seconds
        for said in self._with_number(plain, number, alone):
            best = self._reader.likeliest(said)
            if (
                best is None
                or best.account.refused
                or best.filled.missing
                or best.confidence < (alone.confidence if alone is not None and not pointed else SAME_TOOL)
            ):
                continue
            operands = {p.name for p in best.definition.parameters if is_operand(p)}
            if (
                any(_is(best.filled.arguments.get(name), float(number)) for name in operands)
                and not best.explained.left
                and not any(self._is_number(value) for value in best.filled.arguments.values())
            ):
                return replace(request_of(best, said), confidence=CONFIDENCE)
        return None

    @staticmethod
    def _echoes(number: float, last: ToolCall) -> bool:
        """Whether *number*, of the result, is what the *last* call was given."""
        return any(_is(value, number) for value in last.arguments.values())

    def _is_number(self, value: Any) -> bool:
        """Whether *value* is a text that is nothing but a number: "and nine pounds" is no result in nines."""
        heard = self._reader.hear_raw(value) if isinstance(value, str) else None
        return heard is not None and any(
            x.kind == m.NUMBER and (x.start, x.end) == (0, len(heard.words)) for x in heard.mentions
        )

    def _with_number(self, text: str, number: str, alone: Candidate | None) -> Iterator[str]:
        pattern = phrase_pattern(self.language, "pronouns")
        found = (
            # "that times eight": what a sum begins with is no article of the word behind it.
            [
                x
                for x in pattern.finditer(text)
                if not x.start() or not is_article(x.end(), text, x.group(), self.language)
            ]
            if pattern
            else []
        )
        for at in found[-1:]:
            yield f"{text[: at.start()]}{number}{text[at.end() :]}"
        if found or not text:
            return
        lacking = alone is None or any(
            is_operand(p) and p.name not in alone.filled.arguments for p in alone.definition.parameters
        )
        if lacking:
            yield f"{number} {text}"
            yield f"{text} {number}"


def last_number(result: Mapping[str, Any] | None) -> str | None:
    """The number of the last result, in digits: the member that is called so, or the only number."""
    numbers = {
        key: value
        for key, value in (result or {}).items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    for key in _RESULTS:
        if key in numbers:
            return _digits(numbers[key])
    return _digits(next(iter(numbers.values()))) if len(numbers) == 1 else None


def _is_told(result: Mapping[str, Any] | None) -> bool:
    """Whether the number of *result* is what was asked for, and no detail of what was done."""
    return any(key in _RESULTS for key in result or {})


def _digits(number: float) -> str:
    if number != number or number in (float("inf"), float("-inf")):
        return str(number)
    return str(int(number)) if float(number).is_integer() else repr(float(number))


def _is(value: Any, number: float) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and float(value) == number
