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

_ADD: dict[str, tuple[float, float]] = {
    "how much is twenty one plus four": (21, 4),
    "add 120 and 45": (120, 45),
    "what do you get if you add 6 to 19": (6, 19),
    "what's the sum of 14 and 28": (14, 28),
    "calculate 3.5 plus 1.25": (3.5, 1.25),
    "work out 250 + 175": (250, 175),
    "can you add up thirty six and fifty eight": (36, 58),
    "total of 19 and 81": (19, 81),
    "one thousand two hundred plus three hundred and fifty equals what": (1200, 350),
}
_SUBTRACT: dict[str, tuple[float, float]] = {
    "one hundred minus thirty seven": (100, 37),
    "what is 81 minus 9": (81, 9),
    "take 12 away from 40": (40, 12),
    "what's the difference between 90 and 65": (90, 65),
    "how much is 1000 less 250": (1000, 250),
    "75 take away 18": (75, 18),
    "deduct 15 from 200": (200, 15),
    "what's left if i subtract twenty from ninety five": (95, 20),
    "what do you get when you take 6 from 31": (31, 6),
    "500 - 125": (500, 125),
    "could you subtract 2.5 from 10": (10, 2.5),
    "how many is fifty less eleven": (50, 11),
    "take seven off thirty three": (33, 7),
}
_MULTIPLY: dict[str, tuple[float, float]] = {
    "multiply 8 by 7": (8, 7),
    "what's six times nine": (6, 9),
    "what is 2.5 multiplied by 4": (2.5, 4),
    "what's the product of 11 and 13": (11, 13),
    "double 45": (45, 2),
    "what's twice 36": (36, 2),
    "how much is 23 times 17": (23, 17),
    "work out 9 * 31": (9, 31),
    "what do i get multiplying thirty by twelve": (30, 12),
    "can you times 18 by 5": (18, 5),
    "what's the double of 64": (64, 2),
    "tell me what double 19 is": (19, 2),
    "what does twice seventeen make": (17, 2),
    "triple 25": (25, 3),
    "how much is three times as much as 40": (40, 3),
    "7 times 8 equals": (7, 8),
}
_DIVIDE: dict[str, tuple[float, float]] = {
    "divide 144 by 12": (144, 12),
    "what is 100 divided by 8": (100, 8),
    "ninety over six": (90, 6),
    "half of 50": (50, 2),
    "what's half of 90": (90, 2),
    "what's a third of 60": (60, 3),
    "what do you get when you divide 63 by 9": (63, 9),
    "split 120 by five": (120, 5),
    "how many times does 7 go into 91": (91, 7),
    "divide 4 into 52": (52, 4),
    "84 / 6": (84, 6),
    "what is 45 ÷ 9": (45, 9),
    "share 72 between 8": (72, 8),
    "tell me half of thirty eight": (38, 2),
    "what would half of 7.5 be": (7.5, 2),
    "halve 46": (46, 2),
    "how much is one third of 210": (210, 3),
    "can you work out 1000 divided by 16": (1000, 16),
}
_POWER: dict[str, tuple[float, float]] = {
    "two to the power of ten": (2, 10),
    "what is 3 to the power of 4": (3, 4),
    "raise 5 to the power of 3": (5, 3),
    "what's 4 cubed": (4, 3),
    "12 squared": (12, 2),
    "how much is fifteen squared": (15, 2),
    "tell me six cubed": (6, 3),
    "the square of 21": (21, 2),
    "what is the cube of 8": (8, 3),
    "how much is the cube of eleven": (11, 3),
    "what would the square of nineteen be": (19, 2),
    "what do you get if you square 14": (14, 2),
    "work out 1.5 to the power 6": (1.5, 6),
    "ten to the power of minus 2": (10, -2),
    "calculate nine raised to the power of four": (9, 4),
}
_PERCENT: dict[str, tuple[float, float]] = {
    "20 percent of 250": (20, 250),
    "how much is 18 percent of 45": (18, 45),
    "what's ten percent of 59.90": (10, 59.9),
    "what is 5% of 640": (5, 640),
    "30% of 90": (30, 90),
    "calculate twelve and a half percent of 200": (12.5, 200),
    "give me seventy five percent of 36": (75, 36),
    "how much would 15% of 84 be": (15, 84),
    "i want 8 percent of 1200": (8, 1200),
    "work out a forty percent share of 55": (40, 55),
    "if i tip 20 percent on 62 how much is that": (20, 62),
    "two percent on 3000": (2, 3000),
}
_MODULO: dict[str, tuple[float, float]] = {
    "what's the remainder of 17 divided by 5": (17, 5),
    "29 modulo 4": (29, 4),
    "dividing 200 by 30 leaves what remainder": (200, 30),
    "what is 100 mod 7": (100, 7),
    "the remainder when you divide 50 by 8": (50, 8),
    "what remains when 23 is divided by 6": (23, 6),
    "how much is left over if i divide 47 by 9": (47, 9),
    "what's the remainder if thirty one is divided by four": (31, 4),
    "give me the modulo of 85 and 12": (85, 12),
    "find the remainder of 66 over 7": (66, 7),
}
_SQUARE_ROOT: dict[str, float] = {
    "what's the square root of 144": 144,
    "give me the square root of two": 2,
    "root of 196": 196,
    "find the square root of sixty four": 64,
    "can you take the square root of 30": 30,
    "square root 400 please": 400,
    "how much is the root of 12.25": 12.25,
    "square root of one hundred and twenty one": 121,
}
_TWO_NUMBERS = {
    "add": _ADD,
    "subtract": _SUBTRACT,
    "multiply": _MULTIPLY,
    "divide": _DIVIDE,
    "power": _POWER,
    "percent": _PERCENT,
    "modulo": _MODULO,
}

ADAPTER_EXAMPLES: dict[str, dict[str, Any]] = {
    **{
        said: _sum(num1, operation, num2)
        for operation, sums in _TWO_NUMBERS.items()
        for said, (num1, num2) in sums.items()
    },
    **{said: _sum(number, "square_root") for said, number in _SQUARE_ROOT.items()},
}
