"""``roll_dice``, ``flip_coin`` and ``pick_one``."""

from __future__ import annotations

import random
import re
from itertools import takewhile
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import NotMeant, Param, ToolRefused, fast_path
from ovos_toolbox_everyday.chance.chance_examples import FLIP_COIN, PICK_ONE, ROLL_DICE
from ovos_toolbox_everyday.chance.options import (
    behind_stops,
    of_another_range,
    of_one_kind,
    options_said,
    range_of,
    whole_range,
    without_deed,
    without_tail,
    without_when,
)
from ovos_toolbox_everyday.chance.words import asking, heading, listed, pattern, picking
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.lists.naming import binding, dishes_as_one, joints, names_a_thing, things
from ovos_toolbox_everyday.speech import SENTENCES, device_lang, lang, say, say_list
from ovos_toolbox_everyday.sums.numerals import numbers_at
from ovos_toolbox_everyday.sums.pieces import pieces_in
from ovos_toolbox_everyday.sums.words import languages, sum_words

MAX_DICE = 100
_COLON = re.compile(r"\s*:\s*")
_UNREAD_DIE = re.compile(r"(?<!\w)d(?:[ -]\w|\d)", re.IGNORECASE)
"""A die that is called by its sides."""
_FIGURE = re.compile(
    r"(?i)\b(?:it|that)(?:'s| is| was| will be|'ll be) (?:\w+ )?(?:a|the) (?:toss|flip) of (?:a|the) coin\b"
)
"""What is only as uncertain as a coin."""
_MORE_WORDS = 2
"""By how many words the first option may be longer than the longest other."""
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
    examples = ROLL_DICE
    antipatterns = {"flip_coin": "A coin. Use flip_coin.", "pick_one": "One of several named things. Use pick_one."}

    @fast_path(r"^.{8,}$", example="pick a number between one and twenty")
    def claim_range(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A number from one to another, and nothing else"""
        sides = whole_range(voice_command)
        return None if sides is None else {"sides": sides}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Keep apart how many dice and how many sides: "two twelve sided dice"."""
        said = _dice(voice_command)
        if range_of(voice_command) is not None:
            return said
        if of_another_range(voice_command):
            raise NotMeant(voice_command)  # no die begins with five
        if "sides" not in said and _UNREAD_DIE.search(voice_command[:200]):
            raise NotMeant(voice_command)  # "three d eights": no dice of six sides
        # "Six dice" has no sides, and "a twenty sided die" is one: a number is one of them.
        args = {n: value for n, value in args.items() if n in said or value not in said.values()}
        return {**args, **said}

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
    examples = FLIP_COIN
    antipatterns = {"roll_dice": "Dice. Use roll_dice."}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Leave alone what speaks of no coin, or compares with one: "heads will roll", "it's a toss of the coin"."""
        if not pattern("coin").search(voice_command) or _FIGURE.search(voice_command):
            raise NotMeant(voice_command)
        return args

    def __call__(self) -> dict[str, Any]:
        side = self.chance.choice(("heads", "tails"))
        return {"side": side, "message": say(f"coin_{side}")}


class PickOne(ChanceTool):
    """Choose one of several things or people that are named, by chance."""

    keywords = ["pick one", "choose between", "decide between", "pick a", "which one", "random"]
    examples = PICK_ONE
    antipatterns = {"roll_dice": "A number by dice. Use roll_dice.", "flip_coin": "Heads or tails. Use flip_coin."}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Part what a translator took for one ("tea or coffee"); a choice of one thing is none."""
        options = args.get("options")
        given = [options] if isinstance(options, str) else options
        if not isinstance(given, list):
            return args
        if range_of(voice_command) is not None or of_another_range(voice_command):
            raise NotMeant(voice_command)  # "a random number from one to fifty" is a die
        voice_command = without_deed(voice_command)
        tag = device_lang()
        read = _whole_choice(voice_command) or options_said(voice_command, tag, str(SENTENCES.say("or_word", tag)))
        if read:
            options = without_when(things(read, tag), tag)
            if _is_led_in(options):
                raise NotMeant(voice_command)
            return {**args, "options": options}
        chosen = [without_tail(option, tag) for option in _parted([str(option) for option in given])]
        # What was said before ("throw in cocoa and pick again") is parted already.
        known = any(option.lower() not in voice_command.lower() for option in chosen)
        for joint in () if known else (str(SENTENCES.say("or_word", device_lang())), *joints(device_lang())):
            before, found, behind = voice_command.partition(f" {joint} ")
            # "red green or blue": of single words, the one behind the joint is one more.
            if found and chosen and behind.split() and before.lower().endswith(chosen[-1].lower()):
                last = behind.split()[0].strip(".,!?")
                chosen = [*(chosen[:-1]), *_words(chosen[-1]), last]
        if len(chosen) < 2:
            raise NotMeant(voice_command)  # "pick me up at the station"
        if len(chosen) == 2 and asking().match(voice_command):
            # "what'll it be for dinner lentils or omelette": an option is about as long as the other.
            chosen[0] = " ".join(chosen[0].split()[-len(chosen[1].split()) :])
        return {**args, "options": without_when(chosen, tag)}

    @fast_path(r"^.{8,}$", example="choose between tea and coffee", sure=False)
    def claim_choice(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A choice between things that are named, and nothing else"""
        ranged = range_of(voice_command) is not None or of_another_range(voice_command)
        voice_command = without_deed(voice_command)
        options = [] if ranged else _whole_choice(voice_command)
        # "between tea and coffee and give me a timer", "and then between him and her": that may be another request,
        # which a translator finds. Two words of their own are a name: "going home".
        stops = listed(device_lang(), "stops") - listed(device_lang(), "articles")
        lead = set(voice_command.lower().partition(options[0].lower())[0].split()) if options else set()
        behind = [option.lower().split() for option in options[2:]]
        strange = any(words[0] in lead or (len(words) > 2 and stops & set(words)) for words in behind)
        strange = strange or any(_joined_behind(voice_command, tag) for tag, _ in picking())
        strange = strange or _is_led_in(options)
        return {"options": options} if options and not strange else None

    def __call__(  # type: ignore[override]
        self, options: Annotated[list[str], "What to choose from, each by itself"]
    ) -> dict[str, Any]:
        given = _parted(options)
        if len(given) < 2:
            raise ToolRefused(say("which_options"), param="options")
        chosen = self.chance.choice(given)
        return {"picked": chosen, "options": given, "message": say("picked", option=chosen)}


def _joined_behind(text: str, tag: str) -> bool:
    """Whether something is joined to what stands behind an "or" of *text*: "red or blue and roll a die", "red or blue
    for me and tea or coffee for her"."""
    behind = text.lower().split(f" {SENTENCES.say('or_word', tag)} ")[1:]
    return any(not set(joints(tag)).isdisjoint(each.split()) for each in behind)


def _is_led_in(options: list[str]) -> bool:
    """Whether the first of *options* is so much longer than the others that it holds what they are for, or is several:
    "tonight's film alien brazil or contact". What binds more to one does not count: "a coat [with a hood]"."""
    binds = binding(device_lang())
    words = [len([*takewhile(lambda word: word not in binds, option.lower().split())]) for option in options]
    return len(words) > 1 and words[0] > max(words[1:]) + _MORE_WORDS


def _whole_choice(words: str) -> list[str]:
    """The options of *words*, where these are a request for a choice and nothing else."""
    for tag, form in picking():
        asked = form.fullmatch(_COLON.sub(" ", words[:300]))
        if asked is None:
            continue
        either = asked.groupdict().get("either")
        if either is not None and asking().match(either):
            options = _asked_for(either, tag)
        else:
            options = _listed(either if either is not None else asked["options"], either is None, tag)
        if len(options) > 1:
            return without_when(options, tag)
    return []


def _parted(options: list[str]) -> list[str]:
    """Also at "or"."""
    words = {str(SENTENCES.say("or_word", tongue)) for tongue in (lang(), device_lang())}
    parting = re.compile(rf"\s+(?:{'|'.join(words)})\s+", re.IGNORECASE)
    return things([part for option in options for part in parting.split(option)], lang())


def _listed(text: str, with_and: bool, tag: str) -> list[str]:
    """The options in *text*, which ends in "or" and the last one: "red green or blue" are three."""
    text = dishes_as_one(text, tag)
    betweens = [str(SENTENCES.say("or_word", tag)), *(joints(tag) if with_and else ())]
    parting = re.compile(rf"(?:,\s*|\s+)(?:{'|'.join(map(re.escape, betweens))})\s+", re.IGNORECASE)
    parts = parting.split(text.strip())
    if len(parts) < 2:
        return things(parts, tag) if text.count(",") > 1 else []  # "tacos, curry, ramen"
    parts[-1] = without_when([*parts[:-1], without_tail(parts[-1], tag)], tag)[-1]
    if len(parts) == 2:
        parts = of_one_kind(parts[0].replace(",", "").split(), parts[1].split()) or parts
    articles = listed(tag, "articles")
    rows = _by_articles(parts[0].split(), articles)
    if len(rows) > 1:
        parts = [*rows, *parts[1:]]
    elif all(len(part.split()) == 1 for part in parts[1:]):
        head = heading(tag)
        first = head.sub("", parts[0], count=1) if head is not None and head.match(parts[0]) else parts[0]
        row = behind_stops(first.replace(",", ""), tag)
        if " " in row and not listed(tag, "loose").isdisjoint(row.lower().split()):
            return []  # a sentence, of which nobody knows where the first option begins
        parts = [*_words(row), *parts[1:]]
    return things(parts, tag)


def _asked_for(text: str, tag: str) -> list[str]:
    """The options that a question ends in, the first of which is about as long as the shortest other: "what shall we
    have tea or coffee"."""
    parts = re.split(rf"\s+{re.escape(str(SENTENCES.say('or_word', tag)))}\s+", dishes_as_one(text, tag).strip())
    if len(parts) < 2:
        return []
    parts[-1] = without_tail(parts[-1], tag)
    others = without_when(parts, tag)[1:]
    articles = listed(tag, "articles") if len(others) > 1 else frozenset()
    size = min(len([word for word in other.split() if word.lower() not in articles]) for other in others)
    first = parts[0].split()
    begin = len(first) - size
    while size == 1 and begin > 1 and names_a_thing(first[begin - 1], tag) and names_a_thing(first[begin], tag):
        begin -= 1  # "what shall we have rice pasta or soup"
    row = first[begin:] if size == 1 else [" ".join(first[begin:])]
    return things([*row, *others], tag) if size else []


def _by_articles(words: list[str], articles: frozenset[str]) -> list[str]:
    """Things side by side that each begin with an article: "the beach the zoo" are two. Nothing where they don't."""
    starts = [at for at, word in enumerate(words[:-1]) if word.lower().strip(",") in articles]
    if not starts or starts[0]:
        return []
    return [" ".join(words[at:end]).strip(", ") for at, end in zip(starts, [*starts[1:], len(words)], strict=True)]


def _words(text: str) -> list[str]:
    pieces = text.split()
    return pieces if len(pieces) > 1 and all(piece.isalpha() for piece in pieces) else [text]


_SEVERAL = re.compile(r"\b(?<=d )(\w+?)(?:(ies)|(?<=x)es|s)\b", re.IGNORECASE)
"""The sides of several dice: "two d twenties", "three d sixes"."""
_GLUED_DIE = re.compile(r"(?<!\w)d(?=\d)", re.IGNORECASE)


def _dice(text: str) -> dict[str, int]:
    """``count`` and ``sides``, those that *text* tells of."""
    pieces = pieces_in(_SEVERAL.sub(lambda each: each[1] + ("y" if each[2] else ""), _GLUED_DIE.sub("d ", text[:200])))
    words = sum_words(next((tag for tag in languages() if tag[:2] == device_lang()[:2].lower()), "en-us"))
    ending = {
        end: (start, int(value))
        for start in reversed(range(len(pieces)))
        for value, end in numbers_at(words, pieces, start)
        if value.denominator == 1
    }
    said: dict[str, int] = {}
    counted = set()  # where a number that counts the dice may end
    for at, piece in enumerate(pieces):
        behind = " ".join(pieces[at : at + 2])
        if pattern("sided").fullmatch(piece) and at in ending:  # "two twelve sided dice", "3 dice with 8 sides"
            said["sides"] = ending[at][1]
            counted.add(ending[at][0])
            del ending[at]
        elif piece == "d" and (die := next((end for end, (start, _) in ending.items() if start == at + 1), None)):
            said["sides"] = ending.pop(die)[1]
            counted.add(at)
        elif any(pattern(name).match(behind) for name in ("die", "times", "of_them")):
            counted.add(at)
    sides = range_of(text)
    if sides is not None:
        return {"sides": sides}
    count = next((ending[at][1] for at in sorted(counted) if at in ending), None)
    if count is None and pattern("twice").search(text):
        count = 2
    return said if count is None else {**said, "count": count}


def chance_tools() -> list[ChanceTool]:
    """The three."""
    return [RollDice(), FlipCoin(), PickOne()]
