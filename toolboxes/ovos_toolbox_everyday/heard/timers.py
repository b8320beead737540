"""Which timer words mean, and what shall become of it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

from ovos_number_parser import extract_number, pronounce_number

from ovos_toolbox_everyday.heard.words import WORDS

_LESS = WORDS.english("less")
_MORE = WORDS.english("more")
_ANEW = WORDS.english("anew")


def change_said(words: str) -> str | None:
    """``extend``, ``shorten`` or ``set``, where *words* say only one of them."""
    less, more = _LESS.search(words) is not None, _MORE.search(words) is not None
    if less != more:
        return "shorten" if less else "extend"
    return "set" if not less and _ANEW.search(words) else None


_UNIT, _WITH_UNIT = WORDS.pattern("unit"), WORDS.pattern("with_unit")
_FORMS = {form: number for told in WORDS.languages.values() for form, number in told.get("said_for", {}).items()}
"""Words for numbers → the usual ones: "zwo", on the telephone."""
_LONGEST = 4
"""Words of a number below sixty: "treinta y un"."""


def in_minutes(seconds: Any, words: str) -> Any:
    """*seconds*, as minutes where *words* say that number and no unit: "set a timer for twenty", and not "the same for
    the rice" after one of twenty seconds."""
    bare = isinstance(seconds, int) and 0 < seconds < 60 and not _UNIT.search(_WITH_UNIT.sub(" ", words))
    return seconds * 60 if bare and _says(seconds, words) else seconds


def _says(number: int, words: str) -> bool:
    """Whether *words* say *number* in any of the languages, in one of its forms ("zwo") or written."""
    written = _written(words)
    if _said(number).search(written):
        return True
    said = written.split()
    runs = (
        " ".join(said[at:end]) for at in range(len(said)) for end in range(at + 1, min(len(said), at + _LONGEST) + 1)
    )
    return any(extract_number(run, lang=tag) == number for run in runs for tag in WORDS.languages)


@lru_cache(maxsize=60)
def _said(number: int) -> re.Pattern[str]:
    """How *number* is said in each of the languages as a rule, and written."""
    said = {_written(pronounce_number(number, lang=tag)) for tag in WORDS.languages}
    return re.compile(rf"\b(?:{number}|{'|'.join(sorted(map(re.escape, said)))})\b")


def _written(words: str) -> str:
    """*words* in lower case, without accents and hyphens, of which a recogniser keeps some."""
    for form, number in _FORMS.items():
        words = re.sub(rf"\b{form}\b", number, words, flags=re.IGNORECASE)
    plain = unicodedata.normalize("NFKD", " ".join(re.split(r"[\s,\-\u2010\u2011]+", words.lower().replace("ß", "ss"))))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


_COMPOUND = re.compile(r"(?i)\b(?P<name>[^\W\d_]{3,20}?)-?timers?\b")
_NO_NAMES = frozenset(name for tag in WORDS.languages for name in WORDS.languages[tag].get("no_compound", ()))


def compound_said(words: str) -> str | None:
    """Which timer *words* name in one word, as German and Dutch do: "den nudeltimer"; None where they name none."""
    found = _COMPOUND.search(words)
    name = found["name"] if found else ""
    return name if name and name.lower() not in _NO_NAMES else None


def with_bare_label(args: dict[str, Any]) -> dict[str, Any]:
    """*args* without the word for a timer in a label that a translator took in one word with it: "soeptimer"."""
    label = args.get("label")
    found = _COMPOUND.fullmatch(label.strip()) if isinstance(label, str) else None
    if found is None:
        return args
    bare = {name: value for name, value in args.items() if name != "label"}
    return bare if found["name"].lower() in _NO_NAMES else {**bare, "label": found["name"]}


def timer_said(words: str) -> str | None:
    """Which timer *words* name beside English, in one word with it or behind it: "den nudeltimer", "il timer del riso";
    None where they name none."""
    behind = (said.search(words) for said in _named_behind())
    return compound_said(words) or next((found["name"] for found in behind if found), None)


_A_UNIT = rf"(?! (?:{WORDS.pattern('unit_behind').pattern}))"
"""Behind a number of these, which is no name: "un timer da dodici minuti"."""


@lru_cache(maxsize=1)
def _named_behind() -> tuple[re.Pattern[str], ...]:
    # What is no name in one language is none: the words before a name are alike in some ("da", "das").
    no_name = "|".join(told["no_name"] for told in WORDS.languages.values())
    name = rf"(?!(?:{no_name})\b)(?P<name>[^\W\d_]{{3,20}})\b{_A_UNIT}"
    return tuple(re.compile(rf"\b(?:{told['timer_of']}){name}", re.IGNORECASE) for told in WORDS.abroad.values())


_HELD = WORDS.english("held")
_TIMERS = WORDS.english("a_timer")
_WAITS = WORDS.english("waits")


def holds_another(words: str) -> bool:
    """Whether *words* want something held or resumed that is no timer, "pause the music", or ask somebody to wait."""
    said = words.strip(" .?!")
    return _WAITS.match(said) is not None or (_HELD.match(said) is not None and not _TIMERS.search(words))
