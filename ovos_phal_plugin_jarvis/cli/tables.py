"""Plain tables for people: no lines round cells, and no cell is ever read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text


def table(headings: Sequence[str], rows: Iterable[tuple[Sequence[str], str | None]]) -> Table:
    """A table of *rows*: the cells of each, and its style."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        made.add_column(heading, overflow="fold")
    for cells, style in rows:
        made.add_row(*(Text(cell) for cell in cells), style=style)
    return made
