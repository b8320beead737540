"""Words by language, as the YAML files beside the code hold them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.sdk.word_tables import read_word_table

_OTHER = re.compile(r"(?<!\?P)<(\w+)>")


@lru_cache(maxsize=32)
def word_table(file: Path) -> dict[str, Any]:
    """Language → what *file* holds of it; not to be changed, as it is read once."""
    table: dict[str, Any] = read_word_table(file)
    return table


ENGLISH = "en-us"
"""The language that has all words; in others some may lack."""


class Wording:
    """Regular expressions by language: name → expression, or a list of such that each stand for themselves.

    In an expression ``<name>`` stands for the one of that name in the same language, or for any of its list.
    """

    def __init__(self, file: Path) -> None:
        """
        Args:
            file: that holds them.
        """
        self.languages: Mapping[str, Mapping[str, Any]] = word_table(file)
        self.abroad = {tag: told for tag, told in self.languages.items() if tag != ENGLISH}
        """The languages beside English."""

    def expression(self, name: str, tag: str = ENGLISH) -> str:
        """The expression *name* of the language *tag*, with those that it is made of."""
        told = self.languages[tag][name]
        form = told if isinstance(told, str) else "|".join(told)
        return _OTHER.sub(lambda match: f"(?:{self.expression(match[1], tag)})", form)

    def listed(self, name: str, tag: str = ENGLISH) -> tuple[str, ...]:
        """The list *name* of the language *tag*."""
        return tuple(self.languages[tag][name])

    def english(self, name: str) -> re.Pattern[str]:
        """The expression *name* of English."""
        return re.compile(self.expression(name), re.IGNORECASE)

    def pattern(self, name: str) -> re.Pattern[str]:
        """The expression *name* of any language that has it; no two of them name the same group."""
        forms = [self.expression(name, tag) for tag, told in self.languages.items() if name in told]
        return re.compile("|".join(forms), re.IGNORECASE)
