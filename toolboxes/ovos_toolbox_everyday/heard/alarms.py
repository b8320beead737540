"""Whether words speak of an alarm, and switch it on."""

from __future__ import annotations

import re
from functools import lru_cache

from ovos_toolbox_everyday.heard.words import WORDS

_BEGUN = WORDS.english("begun")
_OFF = WORDS.english("switched_off")


def says_alarm_abroad(words: str) -> bool:
    """Whether *words* of a language beside English speak of an alarm, or of being woken by one."""
    return any(said.search(words) for said in _woken())


@lru_cache(maxsize=1)
def _woken() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"\b(?:{told['woken']})\b", re.IGNORECASE) for told in WORDS.abroad.values())


def says_on(words: str) -> bool:
    """Whether *words* switch something on, and nothing off."""
    return _BEGUN.search(words) is not None and _OFF.search(words) is None
