"""``roll_dice``, ``flip_coin`` and ``pick_one``."""

from __future__ import annotations

import random
import re
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import NotMeant, Param, ToolRefused, fast_path
from ovos_toolbox_everyday.chance.words import pattern, picking
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.lists.naming import joints, things
from ovos_toolbox_everyday.speech import SENTENCES, device_lang, lang, say, say_list
from ovos_toolbox_everyday.sums.numerals import numbers_at
from ovos_toolbox_everyday.sums.reading import pieces_in
from ovos_toolbox_everyday.sums.words import languages, sum_words

MAX_DICE = 100
_TOLD = 10
"""Dice that are told one by one."""


class ChanceTool(EverydayTool):
    """Shared by the tools of chance.

    Args:
        chance: where it comes from; the operating system where None.
    """

    annotations = {"readOnlyHint": True}

    def __init__(self, chance: random.Random | None = None) -> None:
        self.chance = chance or random.SystemRandom()

    def __call__(self) -> Any:
        """Each tool has its own."""
        raise NotImplementedError


class RollDice(ChanceTool):
    """Roll one die or several, of six or any number of sides; also a random number from one to a number."""

    keywords = ["roll a die", "roll the dice", "roll dice", "d20", "throw a die"]
    examples = {
        "roll a die": {},
        "roll two dice": {"count": 2},
        "roll a twenty sided die": {"sides": 20},
        "throw the dice for me": {},
        "roll 3 dice with 8 sides": {"count": 3, "sides": 8},
        "can you roll a d 12": {"sides": 12},
        "give me a dice roll": {},
        "roll five dice please": {"count": 5},
        "i need a roll of a ten sided die": {"sides": 10},
        "let's roll four six sided dice": {"count": 4, "sides": 6},
        "throw a die": {},
        "dice": {},
        "roll me 2 d 20": {"count": 2, "sides": 20},
    }
    antipatterns = {"flip_coin": "A coin. Use flip_coin.", "pick_one": "One of several named things. Use pick_one."}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Keep apart how many dice and how many sides: "two twelve sided dice"."""
        said = _dice(voice_command)
        return args if said is None else {**args, **said}

    def __call__(
        self,
        count: Annotated[int, Param("How many dice", ge=1, le=MAX_DICE)] = 1,
        sides: Annotated[int, Param("How many sides each has", ge=2, le=1_000_000)] = 6,
    ) -> dict[str, Any]:
        rolls = [self.chance.randint(1, sides) for _ in range(count)]
        total = sum(rolls)
        if count == 1:
            message = say("rolled_one", number=total)
        elif count <= _TOLD:
            message = say("rolled_several", numbers=say_list(rolls), total=total)
        else:
            message = say("rolled_total", count=count, total=total)
        return {"rolls": rolls, "total": total, "message": message}


class FlipCoin(ChanceTool):
    """Flip a coin: heads or tails."""

    keywords = ["flip a coin", "toss a coin", "heads or tails", "coin flip"]
    examples = {
        "flip a coin": {},
        "heads or tails": {},
        "toss a coin for us": {},
        "can you throw a coin": {},
        "coin flip please": {},
        "let a coin decide": {},
        "do a coin toss": {},
        "flip a quarter": {},
        "hey could you flip a coin real quick": {},
        "i need a coin flipped": {},
        "let's toss for it": {},
        "spin a coin": {},
    }
    antipatterns = {"roll_dice": "Dice. Use roll_dice."}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Leave alone what speaks of no coin: "heads will roll"."""
        if not pattern("coin").search(voice_command):
            raise NotMeant(voice_command)
        return args

    def __call__(self) -> dict[str, Any]:
        side = self.chance.choice(("heads", "tails"))
        return {"side": side, "message": say(f"coin_{side}")}


class PickOne(ChanceTool):
    """Choose one of several things or people that are named, by chance."""

    keywords = ["pick one", "choose between", "decide between", "pick a", "which one", "random"]
    examples = {
        "pick one of pizza pasta or salad": {"options": ["pizza", "pasta", "salad"]},
        "choose between tea and coffee": {"options": ["tea", "coffee"]},
        "should i wear the red shirt or the blue shirt you decide": {"options": ["the red shirt", "the blue shirt"]},
        "pick someone anna ben or carla": {"options": ["anna", "ben", "carla"]},
        "help me decide cinema or theatre": {"options": ["cinema", "theatre"]},
        "randomly select one beach mountains or city": {"options": ["beach", "mountains", "city"]},
        "who does the dishes tom or lisa": {"options": ["tom", "lisa"]},
        "choose for me chess checkers or cards": {"options": ["chess", "checkers", "cards"]},
        "make a choice between stairs and elevator": {"options": ["stairs", "elevator"]},
        "pick a color out of green yellow and purple": {"options": ["green", "yellow", "purple"]},
        "decide for us sushi or burgers": {"options": ["sushi", "burgers"]},
        "draw one name from max julia and peter": {"options": ["max", "julia", "peter"]},
    }
    antipatterns = {"roll_dice": "A number by dice. Use roll_dice.", "flip_coin": "Heads or tails. Use flip_coin."}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Part what a translator took for one ("tea or coffee"); a choice of one thing is none."""
        options = args.get("options")
        given = [options] if isinstance(options, str) else options
        if not isinstance(given, list):
            return args
        chosen = _parted([str(option) for option in given])
        for joint in (str(SENTENCES.say("or_word", device_lang())), *joints(device_lang())):
            before, found, behind = voice_command.partition(f" {joint} ")
            # "red green or blue": of single words, the one behind the joint is one more.
            if found and chosen and behind.split() and before.lower().endswith(chosen[-1].lower()):
                last = behind.split()[0].strip(".,!?")
                chosen = [*(chosen[:-1]), *_words(chosen[-1]), last]
        if len(chosen) < 2:
            raise NotMeant(voice_command)  # "pick me up at the station"
        return {**args, "options": chosen}

    @fast_path(r"^.{8,}$", example="choose between tea and coffee")
    def claim_choice(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A choice between things that are named, and nothing else"""
        for tag, form in picking():
            asked = form.fullmatch(voice_command[:300])
            if asked is None:
                continue
            either = asked.groupdict().get("either")
            options = _listed(either if either is not None else asked["options"], either is None, tag)
            if len(options) > 1:
                return {"options": options}
        return None

    def __call__(  # type: ignore[override]
        self, options: Annotated[list[str], "What to choose from, each by itself"]
    ) -> dict[str, Any]:
        given = _parted(options)
        if len(given) < 2:
            raise ToolRefused(say("which_options"), param="options")
        chosen = self.chance.choice(given)
        return {"picked": chosen, "options": given, "message": say("picked", option=chosen)}


def _parted(options: list[str]) -> list[str]:
    """Also at "or"."""
    words = {str(SENTENCES.say("or_word", tongue)) for tongue in (lang(), device_lang())}
    parting = re.compile(rf"\s+(?:{'|'.join(words)})\s+", re.IGNORECASE)
    return things([part for option in options for part in parting.split(option)], lang())


def _listed(text: str, with_and: bool, tag: str) -> list[str]:
    """The options in *text*, which ends in "or" and the last one: "red green or blue" are three."""
    betweens = [str(SENTENCES.say("or_word", tag)), *(joints(tag) if with_and else ())]
    parting = re.compile(rf"(?:,\s*|\s+)(?:{'|'.join(map(re.escape, betweens))})\s+", re.IGNORECASE)
    parts = parting.split(text.strip())
    if len(parts) < 2:
        return []
    if all(len(part.split()) == 1 for part in parts[1:]):
        parts = [*_words(parts[0].replace(",", "")), *parts[1:]]
    return things(parts, tag)


def _words(text: str) -> list[str]:
    pieces = text.split()
    return pieces if len(pieces) > 1 and all(piece.isalpha() for piece in pieces) else [text]


def _dice(text: str) -> dict[str, int] | None:
    """``count`` and ``sides`` where *text* tells of sides; None where it tells of none."""
    pieces = pieces_in(text[:200])
    words = sum_words(next((tag for tag in languages() if tag[:2] == device_lang()[:2].lower()), "en-us"))
    at = next((place for place, piece in enumerate(pieces) if pattern("sided").fullmatch(piece)), None)
    if at is None:
        return None
    found = {end: (start, value) for start in range(at, -1, -1) for value, end in numbers_at(words, pieces, start)}
    if at not in found or found[at][1].denominator != 1:
        return None
    start, sides = found[at]
    said = {"sides": int(sides)}
    counted = [found[end] for end in found if end <= start and (end == start or pattern("die").fullmatch(pieces[end]))]
    if counted and counted[0][1].denominator == 1:
        said["count"] = int(counted[0][1])
    return said


def chance_tools() -> list[ChanceTool]:
    """The three."""
    return [RollDice(), FlipCoin(), PickOne()]
