"""Whether words speak of all of their kind: "all of them"."""

from __future__ import annotations

import re
from functools import lru_cache

from ovos_toolbox_everyday.heard.words import WORDS


def says_all(words: str, things: str) -> bool:
    """Whether *words* speak of all *things*, which are ``timers``, ``alarms`` or ``reminders``: "all my alarms"."""
    return _all_of(things).search(words) is not None or says_all_abroad(words, things)


def says_all_abroad(words: str, things: str) -> bool:
    """The same in the languages beside English: "alle meine wecker", "todas las alarmas"."""
    return any(said.search(words) for said in _everything(things))


@lru_cache(maxsize=8)
def _all_of(things: str) -> re.Pattern[str]:
    form = WORDS.expression("all_things").replace("{things}", f"(?:{WORDS.expression(things)})")
    return re.compile(form, re.IGNORECASE)


@lru_cache(maxsize=8)
def _everything(things: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(rf"\b(?:{told['all']})(?: \w+){{0,2}} (?:{told[things]})\b", re.IGNORECASE)
        for told in WORDS.abroad.values()
    )
