"""Whether words ask what a tool answers: what speaks of the sun, of counting days, of clocks."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from ovos_toolbox_everyday.word_tables import word_table

_FILE = Path(__file__).parent / "words.yaml"


@lru_cache(maxsize=1)
def between() -> tuple[re.Pattern[str], ...]:
    """Requests for the difference of the two places ``a`` and ``b``, or of ``a`` and here."""
    return tuple(re.compile(form, re.IGNORECASE) for words in word_table(_FILE).values() for form in words["between"])


@lru_cache(maxsize=1)
def _events() -> re.Pattern[str]:
    forms = (words["event"] for words in word_table(_FILE).values() if "event" in words)
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})", re.IGNORECASE)


def asks_when(words: str) -> bool:
    """Whether *words*, of any language, ask when something is or happens ("what time does the bus leave"), rather than
    what time it is."""
    return _events().search(words[:500]) is not None


@lru_cache(maxsize=1)
def _whether() -> re.Pattern[str]:
    forms = (words["whether"] for words in word_table(_FILE).values() if "whether" in words)
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE)


def asks_whether(words: str) -> bool:
    """Whether *words*, of any language, ask whether today, or another day that they know, is a certain weekday: "is it
    tuesday or wednesday", "is tomorrow friday"."""
    found = _whether().search(words[:500])
    return found is not None and _patterns()["which"].search(words[: found.start()]) is None


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    forms: dict[str, list[str]] = {}
    for words in word_table(_FILE).values():
        for name, text in words.items():
            if isinstance(text, str) and name not in ("event", "whether"):
                forms.setdefault(name, []).extend(text.split(" | "))
    return {
        name: re.compile(rf"(?<!\w)(?:{'|'.join(_pattern(form) for form in phrases)})(?!\w)", re.IGNORECASE)
        for name, phrases in forms.items()
    }


def _pattern(form: str) -> str:
    # Up to two words may stand between those of a phrase: "the sun in Oslo sets".
    return r"(?:\s+\w+){0,3}?\s+".join(re.escape(word).replace(r"\*", r"\w*") for word in form.split())


def speaks_of(what: str, words: str) -> bool:
    """Whether *words* speak of ``sunrise``, ``sunset``, ``until``, ``since`` or ``clock``, in any language."""
    return _patterns()[what].search(words[:500]) is not None


def goes_on(words: str) -> bool:
    """Whether *words* go on with a request before: "and in Paris", or so few that they are no request alone."""
    match = _patterns()["follow"].match(words.strip())
    return match is not None or len(words.split()) < 4


def asks_where(words: str) -> bool:
    """Whether *words* ask for a place ("in which country does the sun rise first"), rather than for a time."""
    return _patterns()["asks_where"].search(words[:500]) is not None


def asks_why(words: str) -> bool:
    """Whether *words* ask for a reason, rather than for a time."""
    return _patterns()["reasons"].match(words.strip()) is not None
