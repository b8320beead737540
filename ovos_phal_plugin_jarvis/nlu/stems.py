"""Words without their endings."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """*word* without the commonest English endings; rough, and the same for every form of most words."""
    for ending in ("ing", "ies", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: len(word) - len(ending)]
    return word
