"""Examples as they are easiest read: the utterance, with the words of its argument in brackets."""

from __future__ import annotations

import re
from typing import Any

Examples = dict[str, dict[str, Any]]
_SAID = re.compile(r"\[([^\]]*)\]")


def marked(name: str, lines: str, **others: Any) -> Examples:
    """One example a line of *lines*, such as "add task [call mom]".

    Args:
        name: of the argument in brackets.
        lines: the utterances.
        others: arguments that all of them have, and that no words say.
    """
    found: Examples = {}
    for line in filter(None, map(str.strip, lines.splitlines())):
        said = _SAID.search(line)
        found[_SAID.sub(r"\1", line)] = {name: said.group(1), **others} if said else dict(others)
    return found


def plain(lines: str) -> Examples:
    """One example without arguments a line."""
    return {line: {} for line in filter(None, map(str.strip, lines.splitlines()))}
