"""``calculate``: one sum of one or two numbers."""

from __future__ import annotations

import re
from typing import Any

from ovos_phal_plugin_jarvis.sdk import (
    CommandAntipattern,
    CommandExample,
    CommandResponse,
    FastPathPattern,
    IJarvisParameter,
    JarvisParameter,
    PreRouteResult,
    RequestInformation,
    ValidationResult,
)
from ovos_toolbox_everyday.arithmetic import OPERATIONS, UNARY, ArithmeticRefusedError, calculate
from ovos_toolbox_everyday.calculate_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.command_base import EverydayCommand, examples
from ovos_toolbox_everyday.speech import say
from ovos_toolbox_everyday.spoken_sums import (
    PHRASE,
    TWO_NUMBERS,
    asks_remainder,
    implied_number,
    operation_called,
    read_phrase,
    read_signed,
    turned_numbers,
)


class _Operand(JarvisParameter):
    """A number of a sum: the last result may stand for it ("multiply that by two", "plus five")."""

    role = "operand"


class CalculateCommand(EverydayCommand):
    """Arithmetic on one or two numbers."""

    @property
    def command_name(self) -> str:
        """``calculate``."""
        return "calculate"

    @property
    def description(self) -> str:
        """What a model decides by."""
        return (
            "Do arithmetic with numbers: add, subtract, multiply, divide, powers, square roots, percentages "
            "and remainders. Use it for every sum, also for a follow-up on the last result. Not for times, "
            "dates, timers or unit conversion."
        )

    @property
    def keywords(self) -> list[str]:
        """Words that point to it."""
        return [
            "calculate",
            "plus",
            "minus",
            "times",
            "multiply",
            "divided by",
            "divide",
            "add",
            "subtract",
            "percent",
            "square root",
            "squared",
            "cubed",
            "to the power of",
            "remainder",
            "modulo",
            "sum",
            "half of",
            "double",
        ]

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """``num1``, ``num2``, ``operation``."""
        return [
            _Operand(
                "num1",
                "float",
                required=True,
                description="First number, in the order it is said; for percent the percentage",
            ),
            _Operand("num2", "float", required=False, description="Second number; left out for square_root only"),
            JarvisParameter(
                "operation",
                "string",
                required=True,
                enum_values=[*OPERATIONS, *sorted(UNARY)],
                description="What to do with the numbers",
            ),
        ]

    @property
    def rules(self) -> list[str]:
        """How words become arguments."""
        return [
            "Words that stand for the last result (that, it, the result) become num1 with the last result's value.",
            "'half of 90' is divide with num2=2, 'double 45' is multiply with num2=2.",
            "'subtract 5 from 20' is num1=20, num2=5; 'divide 5 into 20' is num1=20, num2=5.",
            "'15 percent of 80' is num1=15, num2=80, operation='percent'.",
        ]

    @property
    def critical_rules(self) -> list[str]:
        """Words → operations."""
        return [
            "Map words: plus/sum/add/and/total -> 'add'; minus/less/take away/difference/subtract -> "
            "'subtract'; times/multiplied by/product/double -> 'multiply'; divided by/over/split/half -> "
            "'divide'; squared/cubed/to the power of -> 'power'; square root/root -> 'square_root'; percent "
            "of -> 'percent'; remainder/modulo/mod -> 'modulo'.",
            "'squared' is num2=2 and 'cubed' is num2=3.",
        ]

    @property
    def antipatterns(self) -> list[CommandAntipattern]:
        """Numbers that are not sums."""
        return [
            CommandAntipattern("set_timer", "Seconds, minutes or hours to wait for. Use set_timer."),
            CommandAntipattern("get_time", "'What time is it' asks for the clock. Use get_time."),
            CommandAntipattern("get_date", "Days and dates. Use get_date."),
        ]

    @property
    def fast_path_patterns(self) -> list[FastPathPattern]:
        """A sum, and nothing else."""
        return [
            FastPathPattern(
                "calculate.two_numbers",
                "Two numbers with a sign between them",
                "what is 12 times 12",
                TWO_NUMBERS,
                "claim_two_numbers",
            ),
            FastPathPattern(
                "calculate.phrase",
                "A sum that is said without a sign, with numbers alone",
                "subtract 5 from 20",
                PHRASE,
                "claim_phrase",
            ),
        ]

    def claim_two_numbers(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim "NUMBER sign NUMBER" where both are numbers throughout."""
        arguments = read_signed(match)
        return None if arguments is None else PreRouteResult(arguments)

    def claim_phrase(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim "subtract NUMBER from NUMBER", "half of NUMBER" and the like."""
        arguments = read_phrase(voice_command)
        return None if arguments is None else PreRouteResult(arguments)

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Mend what translators miss: an operation's other name, the 2 of "squared", the order of "take 5 from 9"."""
        mended = dict(args)
        operation = mended.get("operation")
        if isinstance(operation, str) and operation not in OPERATIONS and operation not in UNARY:
            mended["operation"] = operation_called(operation) or operation
        if mended.get("operation") in OPERATIONS and mended.get("num2") is None:
            implied = implied_number(voice_command)
            if implied is not None:
                mended["num2"] = implied
        if mended.get("operation") == "divide" and asks_remainder(voice_command):
            mended["operation"] = "modulo"
        turned = turned_numbers(voice_command)
        if turned is not None and (mended.get("num2"), mended.get("num1")) == turned:
            mended["num1"], mended["num2"] = turned
        return mended

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also refuse a sum of two numbers that has only one."""
        results = super().validate_call(**kwargs)
        if kwargs.get("num2") is None and kwargs.get("operation") in OPERATIONS:
            results.append(self.refuse("num2", say("second_number")))
        return results

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """The result and its sentence, or why there is none."""
        operation, num1, num2 = kwargs["operation"], kwargs["num1"], kwargs.get("num2")
        try:
            result = calculate(operation, num1, num2)
        except ArithmeticRefusedError as error:
            message = say(str(error))
            return CommandResponse.error_response(message, {"message": message})
        if operation in UNARY:
            message = say(f"sum_{operation}", first=num1, result=result)
        else:
            message = say(f"sum_{operation}", first=num1, second=num2, result=result)
        # The conversation stays open: "now multiply that by 2".
        return CommandResponse.follow_up_response({"result": result, "message": message})

    def generate_prompt_examples(self) -> list[CommandExample]:
        """A few, for every prompt."""
        return examples(PROMPT_EXAMPLES, primary="What is 12 times 12?")

    def generate_adapter_examples(self) -> list[CommandExample]:
        """Many, to learn from."""
        return examples(ADAPTER_EXAMPLES)
