"""Which entry a title means: people say part of it, in any case."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import regex

T = TypeVar("T")


def folded(text: str) -> str:
    """*text* as titles are compared: without case, in one Unicode form, with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).split())


def matching(entries: Iterable[T], wanted: str, title: Callable[[T], str]) -> list[T]:
    """The entries that *wanted* may mean: those of that title, else those whose title holds it, the shortest first.

    Args:
        entries: to choose from.
        wanted: what was said.
        title: of an entry.
    """
    said = folded(wanted)
    if not said:
        return []
    all_of_them = list(entries)
    exact = [entry for entry in all_of_them if folded(title(entry)) == said]
    holding = [entry for entry in all_of_them if said in folded(title(entry))]
    return exact or sorted(holding, key=lambda entry: (len(title(entry)), folded(title(entry))))


def clamped(text: str, limit: int) -> str:
    """*text* without spaces around it, cut to *limit* characters; never through a letter or an emoji that is made of
    several."""
    text = text.strip()
    if len(text) <= limit:
        return text
    kept = 0
    for cluster in regex.finditer(r"\X", text[: limit + 64]):
        if cluster.end() > limit:
            break
        kept = cluster.end()
    return text[: kept or limit].rstrip()


def unlike(entries: Sequence[T], same: Callable[[T], object]) -> list[T]:
    """The first of each kind of entry, in their order."""
    found: dict[object, T] = {}
    for entry in entries:
        found.setdefault(same(entry), entry)
    return list(found.values())
