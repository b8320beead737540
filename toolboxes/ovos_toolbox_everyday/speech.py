"""What this toolbox says, by language: the sentences are in ``locale/``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, time
from pathlib import Path
from typing import Any

from ovos_config import Configuration

from ovos_phal_plugin_jarvis.sdk.locale import Locale, Spoken, duration, listed
from ovos_toolbox_everyday.request_scope import current_scope

SENTENCES = Locale(Path(__file__).parent / "locale")


def lang() -> str:
    """The language of the request that is being served."""
    return current_scope().lang


def device_lang() -> str:
    """The language that the device is set to: what a hook that is told no language reads words in first."""
    return str(Configuration().get("lang") or "en-us")


def say(name: str, /, **slots: Any) -> Spoken:
    """A sentence of this toolbox in the language of the request."""
    return SENTENCES.say(name, lang(), **slots)


def say_list(items: Sequence[Any], last: str = "and") -> Spoken:
    """ "a", "a and b", "a, b and c"; *last* is ``and`` or ``or``."""
    return listed(items, lang(), last)


def say_time(moment: datetime | time, *, full: bool) -> Spoken:
    """ "2:05 PM", or "14:05" where *full* asks for the 24-hour clock."""
    return clock_time(moment, lang(), full=full)


def clock_time(moment: datetime | time, of: str, *, full: bool) -> Spoken:
    """As ``say_time``, in the language *of*."""
    if full:
        return SENTENCES.say("clock_24", of, time=f"{moment:%H:%M}")
    name = "clock_am" if moment.hour < 12 else "clock_pm"
    return SENTENCES.say(name, of, time=f"{moment.hour % 12 or 12}:{moment:%M}")


def say_duration(seconds: float) -> Spoken:
    """ "1 hour and 30 minutes"; whole seconds, rounded up, so that what is left never reads as nothing."""
    return duration(max(0, math.ceil(seconds)), lang())
