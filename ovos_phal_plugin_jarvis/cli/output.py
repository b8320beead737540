"""How every subcommand speaks: one JSON document on stdout with ``--json``, words for people without, logs on stderr.

Exit status: 0 done, 1 the request failed (the output says why), 2 wrong usage.
"""
from __future__ import annotations

import json
import sys
from typing import Any, NoReturn

import typer
from rich.console import Console

EXIT_FAILED = 1

out = Console(highlight=False, soft_wrap=True)
"""For results."""
err = Console(stderr=True, highlight=False, soft_wrap=True)
"""For progress, warnings and errors."""


def print_json(value: Any) -> None:
    """Write *value* as the one JSON document of this run."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n")


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
