"""What is said of dice, coins and choices."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from ovos_phal_plugin_jarvis.sdk.locale import closest
from ovos_toolbox_everyday.word_tables import word_table

_FILE = Path(__file__).parent / "words.yaml"


@lru_cache(maxsize=8)
def pattern(name: str) -> re.Pattern[str]:
    """Any of the words *name* of any language."""
    forms = [form for words in word_table(_FILE).values() for form in words.get(name, "").split(" | ") if form]
    return re.compile(
        rf"(?<!\w)(?:{'|'.join(re.escape(form).replace(chr(92) + '*', chr(92) + 'w*') for form in forms)})(?!\w)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=32)
def listed(tag: str, name: str) -> frozenset[str]:
    """The words *name* of the language *tag*; none where it has no such words."""
    known = word_table(_FILE)
    forms = known[closest(tag, known) or "en-us"].get(name, "")
    return frozenset(forms.split(" | ")) - {""}


@lru_cache(maxsize=1)
def ranges() -> tuple[re.Pattern[str], ...]:
    """Requests for a number from one to ``sides``."""
    return tuple(re.compile(words["range"], re.IGNORECASE) for words in word_table(_FILE).values() if "range" in words)


@lru_cache(maxsize=1)
def whole_ranges() -> tuple[re.Pattern[str], ...]:
    """The same as all that is said."""
    forms = (f"{words['ask_number']} {words['range']}" for words in word_table(_FILE).values() if "ask_number" in words)
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


@lru_cache(maxsize=1)
def any_ranges() -> tuple[re.Pattern[str], ...]:
    """A number from one to another, whatever they are."""
    return tuple(
        re.compile(words["any_range"], re.IGNORECASE) for words in word_table(_FILE).values() if "any_range" in words
    )


@lru_cache(maxsize=8)
def heading(tag: str) -> re.Pattern[str] | None:
    """What may stand before the first of several options, and is none: "a number" of "a number seven or eight"."""
    form = word_table(_FILE)[tag].get("heading")
    return None if form is None else re.compile(rf"(?:{form})\s+(?=\w)", re.IGNORECASE)


@lru_cache(maxsize=8)
def when(tag: str) -> re.Pattern[str] | None:
    """What may be said behind all options of when they are for; None where the language has no such words."""
    known = word_table(_FILE)
    form = known[closest(tag, known) or "en-us"].get("when")
    return None if form is None else re.compile(rf"(?<!\w){form}[.!?]*$", re.IGNORECASE)


@lru_cache(maxsize=1)
def deeds() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Language and whom a choice is made of with what that one is to do: "one of us to feed the hens" of "pick one of
    us to feed the hens anna or ben"."""
    forms = ((tag, words["deed"]) for tag, words in word_table(_FILE).items() if "deed" in words)
    return tuple((tag, re.compile(rf"(?<!\w)(?:{form})(?!\w)", re.IGNORECASE)) for tag, form in forms)


@lru_cache(maxsize=8)
def asking() -> re.Pattern[str]:
    """What a question begins with, in any language that has such words."""
    forms = [form for words in word_table(_FILE).values() for form in words.get("asks", "").split(" | ") if form]
    return re.compile(rf"(?:{'|'.join(map(re.escape, forms))})(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=1)
def picking() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Language and whole requests for a choice: its ``options`` are parted by "or" or "and", its ``either`` by "or"."""
    return tuple(
        (
            tag,
            re.compile(
                form.replace("<options>", "(?P<options>.{3,200}?)").replace("<or>", "(?P<either>.{3,200}?)")
                + "[?.! ]*",
                re.IGNORECASE,
            ),
        )
        for tag, words in word_table(_FILE).items()
        for form in words["pick"]
    )
