"""What something is called or about, without what only stands around its name."""

from __future__ import annotations

import re
from typing import Any

from ovos_toolbox_everyday.heard.words import WORDS
from ovos_toolbox_everyday.spoken_numbers import parse_duration

_NAMED = WORDS.english("named")
_SPEAKS = WORDS.english("speaks")
"""Before a clause behind a name that says why: "called gym [i'm ill]"."""
_TOLD = WORDS.english("told")
"""A word by which what stands behind a name is a clause."""
_ADDRESS = WORDS.english("address")
_LEADS = frozenset(WORDS.listed("leads"))
"""Words that belong to what follows a name."""
_BOUND = WORDS.english("bound")
_LEAD = re.compile(rf"(?P<text>.+?)\s+(?:{WORDS.pattern('at').pattern})", re.IGNORECASE)
"""A text that ends with what a time of day begins with."""
_HOUR = WORDS.expression("hour")


def whole_name(label: Any, words: str) -> Any:
    """*label*, or all of the name that *words* tell of which a translator took a part: "early shift" for "shift"."""
    named = name_said(words)
    known = str(label or "").lower()
    if named and known and _TOLD.search(named.lower().partition(known)[2]):
        named = None  # "gym the club is closed": what a translator left out only tells why
    if named and (known in named.lower() or known.endswith(f" {named.lower()}")):
        return named  # "with the name gym" is no "name gym"
    before, _, last = known.rpartition(" ")
    if named and (_SPEAKS.split(known)[0] == named.lower() or (before == named.lower() and last in _LEADS)):
        return named  # "gym [the pool's closed]", "gym [for] six"
    return without_address(label) if isinstance(label, str) else label


def name_said(words: str) -> str | None:
    """What *words* say that something is to be called: "label it bus"; None where they say nothing of a name."""
    found = _NAMED.search(words.strip())
    if found is None:
        return None
    said = _SPEAKS.split(found["name"])[0].split()
    # "Called stew forty minutes" tells for how long as well.
    ends = next((at for at in range(1, len(said)) if parse_duration(" ".join(said[at:])) is not None), len(said))
    return without_address(" ".join(said[:ends]))


def without_address(name: str) -> str:
    """*name* without a word behind it for whoever is spoken to, or for haste: "roast" of "roast love"; one that belongs
    to the words before it stays ("call my love")."""
    found = _ADDRESS.match(name.strip())
    return name if found is None or _BOUND.search(found["name"]) else found["name"]


def without_lead(text: str, words: str) -> str:
    """*text* without the "at" that belongs to the number behind it in *words*: "call mum at 6" is "call mum"."""
    found = _LEAD.fullmatch(text)
    if found is None:
        return text
    behind = re.search(rf"(?i){re.escape(text)}\s+{_HOUR}", words)
    return found["text"] if behind else text
