"""A text as the words, numbers and signs that sums are read from."""

from __future__ import annotations

import re

from ovos_toolbox_everyday.sums.words import pieces_of

_PIECES = re.compile(r"\d+(?:[.,'’]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*['’]?|\*\*|\S")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:[   ]\d{3})+(?![\d])")
_SIDE_BY_SIDE = re.compile(r"(?<![\d.,])(\d{3})[ \u00a0\u202f](?=[1-9]\d\d(?![\d.,]))")
"""Between numbers of three figures, which are two or one: "the average of 120 135 and 126", "120 135 divided by 5"."""
_TIGHT = re.compile(r"[\w)][-/:–][\w(]")


def pieces_in(text: str) -> list[str]:
    """The words, numbers and signs of *text*."""
    found_in = _PIECES.findall(_parted(text))
    return [part for piece in found_in for part in ([piece] if piece[0].isdigit() else pieces_of(piece))]


def is_tight(text: str) -> bool:
    """Whether *text* has a dash or a stroke without spaces: "2026-03-04", "10/12"."""
    return bool(_TIGHT.search(_parted(text)))


def parted_figures(text: str) -> str:
    """*text* with numbers of three figures that stand side by side as two, where there are such."""
    return _SIDE_BY_SIDE.sub(r"\1, ", text)


def _parted(text: str) -> str:
    """*text* in lower case, without the spaces in "1 000 000" and the hyphens in words."""
    text = _THOUSANDS.sub(lambda match: re.sub(r"\D", "", match[0]), text.strip().lower().replace("’", "'"))
    return re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text)
