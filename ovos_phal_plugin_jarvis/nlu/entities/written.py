"""What has a form of its own however it is worded: e-mail addresses, web addresses, files, quoted text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ovos_phal_plugin_jarvis.nlu.text import MAX_CHARS, Token


class Written(NamedTuple):
    """A piece of text with a form of its own."""

    start: int
    """First character."""
    end: int
    kind: str
    value: str


_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b")
_URL = re.compile(
    r"\bhttps?://[^\s<>\"']{1,500}[^\s<>\"'.,;:!?)]|\bwww\.[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}(?:/[^\s<>\"']{0,300}[^\s<>\"'.,;:!?)])?"
    r"|(?<![\w.@-])[\w-]{2,63}\.(?:com|org|net|edu|gov|io|dev|info|eu|de|es|fr|it|nl|pt|br|uk|co\.uk)\b(?:/[^\s<>\"']{0,300}[^\s<>\"'.,;:!?)])?",
    re.IGNORECASE,
)
_PATH = re.compile(
    r"(?<![\w/.~-])(?:~|\.{1,2})?/(?:[\w.@+-]{1,255}/){0,20}[\w.@+-]{1,255}/?"  # /etc/hosts, ~/notes, ./a/b
    r"|\b[A-Za-z]:\\[\w.\\ -]{1,255}[\w.]"  # C:\notes
    r"|(?<![\w.@/-])(?:[\w-]{1,100}/){0,10}[\w-]{1,100}\.(?:[a-z]{2,4}|[a-z]{1,3}\d|7z|c|h|r)(?:\.(?:gz|bz2|xz|zip))?(?![\w@-]|\.\w)"
)
_QUOTES = re.compile(
    r"\"([^\"]{1,300})\"|“([^”]{1,300})”|„([^“”]{1,300})[“”]|«\s?([^»]{1,300}?)\s?»|(?<!\w)'([^']{2,300})'(?!\w)|(?<!\w)‘([^’]{1,300})’(?!\w)"
)


def written_entities(text: str, tokens: Sequence[Token]) -> list[Written]:
    """The addresses, files and quotations in *text* that hold any of its *tokens*, by place."""
    text = text[:MAX_CHARS]
    found: list[Written] = []
    if any(c in text for c in "\"“„«'‘"):
        found += [
            Written(m.start(), m.end(), "quoted", next(filter(None, m.groups()), "").strip())
            for m in _QUOTES.finditer(text)
        ]
    if "." in text or "/" in text or "\\" in text:
        taken: list[tuple[int, int]] = []
        for kind, pattern in (("email", _EMAIL), ("url", _URL), ("path", _PATH)):
            for match in pattern.finditer(text):
                start, end = match.span()
                if all(end <= first or start >= last for first, last in taken):
                    found.append(Written(start, end, kind, match.group()))
                    taken.append((start, end))
    return sorted(x for x in found if x.value and any(t.end > x.start and t.start < x.end for t in tokens))
