"""How lists and what is on them are told apart in what people say."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from ovos_phal_plugin_jarvis.sdk.locale import closest
from ovos_toolbox_everyday.lists.store import fold

SHOPPING = "shopping"
"""The list that is meant where none is named, as it is kept; answers call it by the user's language."""
MAX_LETTERS = 200
"""Of one thing, and of a list's name."""
_FILE = Path(__file__).parent / "words.yaml"


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, frozenset[str]]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with _FILE.open(encoding="utf-8") as file:
        raw: dict[str, Any] = yaml.load(file, loader)
    return {
        tag: {name: frozenset(fold(form) for form in text.split(" | ")) for name, text in words.items()}
        for tag, words in raw.items()
    }


def list_called(name: str | None, lang: str) -> str:
    """The list that *name* means, as it is kept: without "my" and "list"."""
    tables = _tables()
    said = fold(name or "").strip(" .,!?")
    if not said or any(said in words["shopping"] for words in tables.values()):
        return SHOPPING
    words = tables[closest(lang, tables) or "en-us"]["words"]
    pieces = said.split()
    while len(pieces) > 1 and pieces[0] in words:
        pieces = pieces[1:]
    while len(pieces) > 1 and pieces[-1] in words:
        pieces = pieces[:-1]
    bare = " ".join(pieces)[:MAX_LETTERS]
    general = bare in words or any(bare in words["shopping"] for words in tables.values())
    return SHOPPING if general else bare


def things(items: list[str], lang: str) -> list[str]:
    """Each thing by itself: "milk, eggs and bread" are three."""
    tables = _tables()
    joints = sorted(tables[closest(lang, tables) or "en-us"]["and"], key=len, reverse=True)
    parting = re.compile(rf"\s*[,;\n]\s*|\s+(?:{'|'.join(map(re.escape, joints))})\s+", re.IGNORECASE)
    found: dict[str, str] = {}
    for item in items:
        for part in parting.split(str(item)):
            text = " ".join(part.split()).strip(" .,;!?")
            lead = re.match(rf"(?:{'|'.join(map(re.escape, joints))})\s+", text, re.IGNORECASE)
            text = text[lead.end() :] if lead else text
            if text:
                found.setdefault(fold(text), text)
    return list(found.values())


def matching(wanted: str, there: list[str]) -> str | None:
    """What *wanted* is on a list: the same, else the shortest that has it as words of its own, or one of its forms."""
    key = fold(wanted)
    by_key = {fold(text): text for text in there}
    if key in by_key:
        return by_key[key]
    singular = {_stem(other): text for other, text in reversed(by_key.items())}
    if _stem(key) in singular:
        return singular[_stem(key)]
    inside = [text for other, text in by_key.items() if re.search(rf"(?<!\w){re.escape(key)}(?!\w)", other)]
    return min(inside, key=len) if inside else None


def _stem(word: str) -> str:
    return re.sub(r"(?:es|s|n|en)$", "", word) if len(word) > 3 else word
