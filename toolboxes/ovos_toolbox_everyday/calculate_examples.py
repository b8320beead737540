"""How people ask for sums."""
from __future__ import annotations

from typing import Any


def _sum(num1: float, operation: str, num2: float | None = None) -> dict[str, Any]:
    given = {"num1": num1, "num2": num2, "operation": operation}
    return {name: value for name, value in given.items() if value is not None}


PROMPT_EXAMPLES: dict[str, dict[str, Any]] = {
    "What is 12 times 12?": _sum(12, "multiply", 12),
    "What's 5 plus 3?": _sum(5, "add", 3),
    "Subtract 7 from 50": _sum(50, "subtract", 7),
    "What is 15 percent of 80?": _sum(15, "percent", 80),
    "Square root of 81": _sum(81, "square_root"),
    "What's 9 squared?": _sum(9, "power", 2),
}

ADAPTER_EXAMPLES: dict[str, dict[str, Any]] = {
    **PROMPT_EXAMPLES,
    "how much is twenty one plus four": _sum(21, "add", 4),
    "add 120 and 45": _sum(120, "add", 45),
    "what do you get if you add 6 to 19": _sum(6, "add", 19),
    "what's the sum of 14 and 28": _sum(14, "add", 28),
    "calculate 3.5 plus 1.25": _sum(3.5, "add", 1.25),
    "one hundred minus thirty seven": _sum(100, "subtract", 37),
    "what is 81 minus 9": _sum(81, "subtract", 9),
    "take 12 away from 40": _sum(40, "subtract", 12),
    "what's the difference between 90 and 65": _sum(90, "subtract", 65),
    "how much is 1000 less 250": _sum(1000, "subtract", 250),
    "multiply 8 by 7": _sum(8, "multiply", 7),
    "what's six times nine": _sum(6, "multiply", 9),
    "what is 2.5 multiplied by 4": _sum(2.5, "multiply", 4),
    "what's the product of 11 and 13": _sum(11, "multiply", 13),
    "double 45": _sum(45, "multiply", 2),
    "what's twice 36": _sum(36, "multiply", 2),
    "divide 144 by 12": _sum(144, "divide", 12),
    "what is 100 divided by 8": _sum(100, "divide", 8),
    "ninety over six": _sum(90, "divide", 6),
    "half of 50": _sum(50, "divide", 2),
    "what's half of 90": _sum(90, "divide", 2),
    "what's a third of 60": _sum(60, "divide", 3),
    "two to the power of ten": _sum(2, "power", 10),
    "what is 3 to the power of 4": _sum(3, "power", 4),
    "raise 5 to the power of 3": _sum(5, "power", 3),
    "what's 4 cubed": _sum(4, "power", 3),
    "12 squared": _sum(12, "power", 2),
    "what's the square root of 144": _sum(144, "square_root"),
    "give me the square root of two": _sum(2, "square_root"),
    "20 percent of 250": _sum(20, "percent", 250),
    "how much is 18 percent of 45": _sum(18, "percent", 45),
    "what's ten percent of 59.90": _sum(10, "percent", 59.9),
    "what's the remainder of 17 divided by 5": _sum(17, "modulo", 5),
    "29 modulo 4": _sum(29, "modulo", 4),
}
