"""How every subcommand speaks: one JSON document on stdout with ``--json``, words for people without, logs on stderr.

Exit status: 0 done, 1 the request failed (the output says why), 2 wrong usage.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from typing import Any, NoReturn, TextIO

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

EXIT_FAILED = 1
# Escape sequences can move the cursor, change the title, paste; bidirectional marks show a text as another.
_HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

# Some readers of lines take these for the end of one.
_LINE_ENDS = re.compile(f"{_HARMFUL.pattern}|[\u2028\u2029]")


def harmless(text: str) -> str:
    """*text* with what would steer a terminal written out: an escape character becomes ``\\x1b``."""
    return _HARMFUL.sub(lambda found: repr(found[0])[1:-1], text)


class _HarmlessConsole(Console):
    """Whatever is printed comes from strangers: tools, packages, other clients of the bus."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            # What rich itself tells the terminal comes in segments of its own.
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)


out = _HarmlessConsole(highlight=False, soft_wrap=True)
"""For results."""
err = _HarmlessConsole(stderr=True, highlight=False, soft_wrap=True)
"""For progress, warnings and errors."""

_owns_process = False
_results: TextIO | None = None
_one_line = False


def own_process() -> None:
    """Say that this process is ours alone, so that its file descriptors may be turned round."""
    global _owns_process
    _owns_process = True
    for stream in (sys.stdout, sys.stderr):
        # A terminal that has no arrow shows its escape instead of a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def json_lines() -> None:
    """From here on each JSON document is one line, whoever prints it."""
    global _one_line
    _one_line = True


def keep_stdout_for_results() -> None:
    """From here on only results reach stdout; what toolboxes print, and the programs they start, goes to stderr.

    Does nothing where the process is not ours alone: there others may have a use for its stdout.
    """
    global _results
    if not _owns_process or _results is not None:
        return
    try:
        sys.stdout.flush()
        # A lone surrogate in a text becomes its JSON escape, and no locale has a say in what JSON is.
        _results = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
        os.dup2(2, 1)
    except OSError:
        return  # there is no stdout or no stderr, so nothing to keep apart
    out.file = _results


def print_json(value: Any) -> None:
    """Write *value* as the one JSON document of this run, or as a line of many."""
    stream = _results or sys.stdout
    document = json.dumps(value, indent=None if _one_line else 2, ensure_ascii=False, default=str)
    # JSON escapes most of it by itself; the rest becomes the same in JSON's own way.
    harmful = _LINE_ENDS if _one_line else _HARMFUL
    stream.write(harmful.sub(lambda found: f"\\u{ord(found[0]):04x}", document) + "\n")
    stream.flush()


def fail(message: str, *, as_json: bool = False, **fields: Any) -> NoReturn:
    """End with exit status 1 and one line that says what is wrong and what would mend it.

    Args:
        message: the line.
        as_json: write ``{"error": message, **fields}`` to stdout instead of the line to stderr.
        fields: further members of the JSON document.
    """
    if as_json:
        print_json({"error": message, **fields})
    else:
        err.print(f"ovos-jarvis: {message}", markup=False)
    raise typer.Exit(EXIT_FAILED)
