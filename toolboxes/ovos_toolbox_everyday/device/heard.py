"""What words say of the device's sound and screen: "too bright", "mute off", "make the tv quieter"."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

from ovos_toolbox_everyday.device.steps import Thing
from ovos_toolbox_everyday.spoken_numbers import parse_number
from ovos_toolbox_everyday.word_tables import Wording

_WORDS = Wording(Path(__file__).with_name("heard.yaml"))
_MAX_REQUEST = 200
"""Characters of a request."""
_DOWN = _WORDS.english("wanted_down")
_UP = _WORDS.english("wanted_up")
_ORDERED_DOWN = _WORDS.english("ordered_down")
_ORDERED_UP = _WORDS.english("ordered_up")
_NOT_ORDERED = _WORDS.english("not_ordered")
_SOUND_BACK = _WORDS.english("sound_back")
_SILENT = _WORDS.english("silent")
_ENDED = _WORDS.english("ended")
_ENGLISH = _WORDS.english("english")
"""Words that only English says, of those that nobody speaks of a night mode without."""
SOUNDS = _WORDS.english("sounds")
SCREENS = _WORDS.english("screens")
_OBJECT = _WORDS.english("object")
_MADE = _WORDS.english("made")
_CLAUSE = _WORDS.english("clause")
"""What is told rather than named: "mute [the phone's ringing]"."""
_RINGS = _WORDS.english("rings")
"""What of the device is heard as well."""
_ELSEWHERE = _WORDS.english("elsewhere")
_ENDS = _WORDS.english("end")
_MOST = frozenset(_WORDS.listed("most"))
_WHOLE_END = {thing: _WORDS.english(f"{thing}_end") for thing in get_args(Thing)}
_TIMED = _WORDS.english("timed")


def direction_said(words: str) -> Literal["up", "down"] | None:
    """``up`` or ``down``, where *words* say one of them by what is to be more or less, or is too much: "more low", "too
    bright"; None where they don't, or say both. What is ordered counts more than how something is: "the sun's so bright
    turn the screen up"."""
    ordered = None if _NOT_ORDERED.search(words) is not None else _one_of(words, _ORDERED_DOWN, _ORDERED_UP)
    return ordered or _one_of(words, _DOWN, _UP)


def _one_of(words: str, saying_down: re.Pattern[str], saying_up: re.Pattern[str]) -> Literal["up", "down"] | None:
    down, up = saying_down.search(words) is not None, saying_up.search(words) is not None
    if down == up:
        return None
    return "down" if down else "up"


def sound_back(words: str) -> bool:
    """Whether *words* want the sound back, in whatever language: "mute off"."""
    return _SOUND_BACK.search(words) is not None or any(said.search(words) for said in _sound_back_abroad())


@lru_cache(maxsize=1)
def _sound_back_abroad() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"\b(?:{told['sound_back']})\b", re.IGNORECASE) for told in _WORDS.abroad.values())


def says_silent(words: str) -> bool:
    """Whether *words* can only mean that nothing shall be heard: "kill the sound"."""
    return _SILENT.search(words) is not None


def says_no_end(words: str) -> bool:
    """Whether *words* are English and speak of no end of anything, as "night mode off" does; of words of another
    language nothing is known."""
    return _ENGLISH.search(words) is not None and _ENDED.search(words) is None


def of_another_thing(words: str, own: re.Pattern[str]) -> bool:
    """Whether *words* turn something else than the device's *own*: "turn the oven up", "make the tv quieter", "the
    music in the other room"."""
    things = [found["thing"] for found in _OBJECT.finditer(words) if _CLAUSE.search(found["thing"]) is None]
    made = [found["thing"] for found in _MADE.finditer(words) if _RINGS.search(found["thing"]) is None]
    named = [*things, *made]
    return bool(named) and not any(own.search(thing) and not _ELSEWHERE.search(thing) for thing in named)


def end_said(words: str) -> int | None:
    """The level that *words* say as an end of all levels: "all the way up"; None where they don't."""
    found = _ENDS.search(words)
    if found is None:
        return None
    return 100 if (found["way"] or found["way2"] or found["far"]).lower() in _MOST else 0


def end_asked(words: str, thing: Thing) -> int | None:
    """The level of a whole request for an end of all levels of *thing*; None where *words* are none."""
    return end_said(words) if _WHOLE_END[thing].fullmatch(words.strip()[:_MAX_REQUEST]) else None


def counts(words: str, number: int) -> bool:
    """Whether *number* is in *words* of seconds, days or times, and no level."""
    return any(parse_number(found[1]) == number for found in _TIMED.finditer(words))
