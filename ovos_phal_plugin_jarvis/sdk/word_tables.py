"""Reads tables of words in YAML, and refuses a word that YAML takes for a yes or a no."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

_BOOLEAN = "tag:yaml.org,2002:bool"
_SWITCHES = frozenset(["true", "false"])
"""How a table says yes and no; whatever else YAML reads so ("off", "no") is a word that lacks its quotes."""


class WordTableError(ValueError):
    """A table of words that can't be read; says which file, and what is wrong with it."""


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # libyaml's is five times as fast
    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        for key, value in node.value:
            inner = value.value if isinstance(value, yaml.SequenceNode) else [value]
            for each in (key, *inner):
                if each.tag == _BOOLEAN and each.value.lower() not in _SWITCHES:
                    raise WordTableError(
                        f"line {each.start_mark.line + 1}, '{key.value}': {each.value} is a yes or a no to YAML and no "
                        f'word; write "{each.value}", or true or false'
                    )
        made: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return made


def read_word_table(file: Path) -> Any:
    """What *file* holds.

    Raises:
        WordTableError: it is no YAML, or holds a word that YAML takes for a yes or a no; names the file and the key.
    """
    try:
        return yaml.load(file.read_text(encoding="utf-8"), Loader=_Loader)
    except (yaml.YAMLError, UnicodeDecodeError, WordTableError) as error:
        raise WordTableError(f"{file}: {' '.join(str(error).split())}") from None
