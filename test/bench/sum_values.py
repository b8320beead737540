"""Sums compared by what they come to, said in words, written in signs, or as two numbers and what to do with them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ovos_phal_plugin_jarvis.sdk import ToolRefused
from ovos_toolbox_everyday.sums.calculate import Calculate
from ovos_toolbox_everyday.sums.expression import ArithmeticRefusedError, evaluate, plain
from ovos_toolbox_everyday.sums.reading import read_sum, read_written


def same_sum(expected: str, arguments: Mapping[str, Any], last_result: Mapping[str, Any] | None = None) -> bool:
    """Whether the *arguments* of a call of ``calculate`` come to what *expected*, in signs, comes to.

    "and that times eight" goes on with *last_result*, as the command itself makes it do. Where *expected* is no
    sum, none comes to it.
    """
    got = _value(arguments, last_result)
    try:
        return got is not None and got == evaluate(read_written(expected))
    except ArithmeticRefusedError:
        return False


def result_of(name: str, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a call comes to where it is a sum; the other tools give nothing that a follow-up goes on with."""
    value = _value(arguments, None) if name == "calculate" else None
    return None if value is None else {"result": plain(value)}


def _value(arguments: Mapping[str, Any], last_result: Mapping[str, Any] | None) -> Fraction | None:
    text = str(arguments.get("expression") or "")
    try:
        said = read_sum(text) if text else None
        if said is not None:
            return evaluate(said.node)
        if text and last_result:
            goes_on = Calculate().follow_up(text, {}, dict(last_result))
            return None if goes_on is None else evaluate(read_written(str(goes_on.arguments["expression"])))
        made = Calculate()(**arguments).context_data
        return Fraction(repr(made["result"]))
    except (ArithmeticRefusedError, ToolRefused, ValueError, TypeError, KeyError):
        return None
