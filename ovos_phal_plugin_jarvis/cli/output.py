"""How every subcommand speaks: one JSON document on stdout with ``--json``, words for people without, logs on stderr.

Exit status: 0 done, 1 the request failed (the output says why), 2 wrong usage.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NoReturn, TextIO

import typer
from rich.console import Console

EXIT_FAILED = 1

out = Console(highlight=False, soft_wrap=True)
"""For results."""
err = Console(stderr=True, highlight=False, soft_wrap=True)
"""For progress, warnings and errors."""

_owns_process = False
_results: TextIO | None = None


def own_process() -> None:
    """Say that this process is ours alone, so that its file descriptors may be turned round."""
    global _owns_process
    _owns_process = True


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
    """Write *value* as the one JSON document of this run."""
    stream = _results or sys.stdout
    stream.write(json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n")
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
