"""``calculate``: any sum, as it is said or written."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal

from ovos_phal_plugin_jarvis.sdk import (
    CommandResponse,
    NotMeant,
    PreRouteResult,
    ToolRefused,
    ValidationResult,
    fast_path,
)
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.speech import device_lang, lang, say
from ovos_toolbox_everyday.sums.expression import (
    ArithmeticRefusedError,
    Binary,
    Call,
    Negative,
    Node,
    Number,
    Percent,
    evaluate,
    plain,
    written,
)
from ovos_toolbox_everyday.sums.parts import has_last, parts_of, with_last
from ovos_toolbox_everyday.sums.reading import meant_elsewhere, read_follow_up, read_sum, read_within, read_written
from ovos_toolbox_everyday.sums.speaking import sentence
from ovos_toolbox_everyday.sums.sum_examples import CALCULATE

_ONLY_SIGNS = re.compile(r"[\d\s.,()+\-*/^%×÷√=?]{3,}")
_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "power": "^", "modulo": "mod"}


class Calculate(EverydayTool):
    """Work out a sum of numbers: add, subtract, multiply, divide, powers, roots, percentages, discounts, fractions,
    averages and remainders, several steps as well. Not for times, dates, timers or units of measure."""

    annotations = {"readOnlyHint": True}
    keywords = [
        "calculate",
        "plus",
        "minus",
        "times",
        "multiply",
        "divided by",
        "percent of",
        "percent off",
        "square root",
        "squared",
        "average of",
        "sum of",
        "half of",
        "remainder",
    ]
    examples = CALCULATE
    rules = [
        "expression is the sum as it was said or in signs: '7 * 8 + 2', '59.99 - 20%', 'avg(4, 8)', 'root(27, 3)'.",
        "Words that stand for the last result (that, it, the result) become its value.",
    ]
    antipatterns = {
        "set_timer": "Seconds, minutes or hours to wait for. Use set_timer.",
        "get_time": "'What time is it' asks for the clock. Use get_time.",
        "get_date": "Days and dates. Use get_date.",
        "convert_units": "A measure in another unit, '5 miles in kilometers'. Use convert_units.",
    }

    @fast_path(r"(?s)^.{3,}$", id="calculate.sum", example="what is 12 times 12")
    def claim_sum(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """A sum, and nothing else, in any language that sums are read in"""
        try:
            said = read_sum(voice_command, device_lang())
        except ArithmeticRefusedError:
            # Digits without end: told at once, where it can be nothing else.
            if _ONLY_SIGNS.fullmatch(voice_command[:2_000]):
                return PreRouteResult({"expression": voice_command[:2_000]})
            return None
        return PreRouteResult({"expression": written(said.node)}) if said is not None and said.sure else None

    def follow_up(self, voice_command: str, arguments: dict[str, Any], result: dict[str, Any]) -> PreRouteResult | None:
        """Claim "plus ten", "half of that", "and of 200" behind a sum."""
        try:
            last = read_written(str(arguments.get("expression") or ""))
            before = evaluate(last)
        except ArithmeticRefusedError:
            last, before = None, None
        if before is None and isinstance(result.get("result"), int | float):
            before = Fraction(repr(result["result"]))
        try:
            said = read_follow_up(voice_command, last, device_lang())
        except ArithmeticRefusedError:
            return None
        if said is None or (before is None and has_last(said.node)):
            return None
        return PreRouteResult({"expression": written(said.node if before is None else with_last(said.node, before))})

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Read the sum that was said, whatever a translator made of it, and write it in signs."""
        given = str(args.get("expression") or "")
        said = _read(voice_command)
        if said is None and meant_elsewhere(voice_command, device_lang()):
            raise NotMeant(voice_command)
        if said is None:
            chosen = _read(given) if given else None
            whole = _read_within(voice_command)
            # A translator that cut "eight plus two" out of "seven times eight plus two" has lost a number, and one that
            # has "divide ten by four" out of "what is left when you divide ten by four" what is asked of both.
            said = whole if whole is not None and (chosen is None or _numbers(chosen) <= _numbers(whole)) else chosen
        if said is not None:
            return {"expression": written(said)}
        kept = {name: value for name, value in args.items() if value is not None}
        if given:
            raise NotMeant(voice_command)  # "the sum of my life"
        return kept

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also ask for the sum where there is none, and for the second number of the earlier form."""
        results = super().validate_call(**kwargs)
        if results or kwargs.get("expression"):
            return results
        if kwargs.get("num1") is None or kwargs.get("operation") is None:
            results.append(self.refuse("expression", say("which_sum")))
        elif kwargs.get("num2") is None and kwargs["operation"] != "square_root":
            results.append(self.refuse("num2", say("second_number")))
        return results

    def __call__(
        self,
        expression: Annotated[str | None, "The whole sum, in words or in signs: '7 * 8 + 2'"] = None,
        num1: Annotated[float | None, "The first number, where there is no expression; leave it out"] = None,
        num2: Annotated[float | None, "The second number, where there is no expression; leave it out"] = None,
        operation: Annotated[
            Literal["add", "subtract", "multiply", "divide", "percent", "power", "modulo", "square_root"] | None,
            "What to do with the two numbers, where there is no expression; leave it out",
        ] = None,
    ) -> CommandResponse:
        try:
            node = _sum_of(expression) if expression else _of_two(num1, num2, operation)
            result = plain(evaluate(node))
        except ArithmeticRefusedError as error:
            raise ToolRefused(say(str(error))) from None
        # The conversation stays open: "now multiply that by 2".
        return CommandResponse.follow_up_response(
            {"result": result, "expression": written(node), "message": sentence(node, result)}
        )


def _sum_of(expression: str) -> Node:
    """The sum that an argument is: in signs, else in words of the request's language.

    Raises:
        ArithmeticRefusedError: it is none, or too long.
    """
    try:
        return read_written(expression)
    except ArithmeticRefusedError as error:
        said = read_sum(expression, lang()) if str(error) == "no_sum" else None
        if said is None:
            raise
        return said.node


def _read(text: str) -> Node | None:
    try:
        said = read_sum(text, device_lang())
    except ArithmeticRefusedError:
        return None
    return None if said is None else said.node


def _read_within(text: str) -> Node | None:
    try:
        said = read_within(text, device_lang())
    except ArithmeticRefusedError:
        return None
    return None if said is None else said.node


def _numbers(node: Node) -> set[Fraction]:
    return {part.value for part in parts_of(node) if isinstance(part, Number)}


def _of_two(num1: float | None, num2: float | None, operation: str | None) -> Node:
    first, second = _number(num1), _number(num2 if num2 is not None else 0)
    if operation == "square_root":
        return Call("sqrt", (first,))
    if operation == "percent":
        return Binary("*", Percent(first), second)
    return Binary(_SIGNS[str(operation)], first, second)


def _number(value: float | None) -> Node:
    try:
        if isinstance(value, int) and abs(value) >= 10**300:
            raise OverflowError
        exact = Fraction(repr(value) if isinstance(value, float) else value or 0)
        if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
            exact = Fraction(int(value))
    except (ValueError, OverflowError):
        raise ArithmeticRefusedError("too_large") from None
    return Negative(Number(-exact)) if exact < 0 else Number(exact)
