"""``ovos-jarvis log``: what ran on this device, for whom, and by what rule."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from ovos_phal_plugin_jarvis.cli.output import fail, out, print_json
from ovos_phal_plugin_jarvis.cli.say import Json


def log(
    last: Annotated[int, typer.Option("--last", "-n", min=1, help="How many calls.")] = 30,
    as_json: Json = False,
) -> None:
    """Show the calls that were made: the audit log."""
    from ovos_phal_plugin_jarvis.stores.audit import default_path, read_audit

    path = default_path()
    try:
        entries = list(read_audit(path, last))
    except OSError as error:
        fail(f"{path}: can't be read: {error.strerror or error}", as_json=as_json)
    if as_json:
        print_json({"path": str(path), "entries": entries})
        return
    if not entries:
        out.print(f"No calls are recorded in {path}.", markup=False)
        return
    table = Table(box=None, pad_edge=False)
    for column in ("when", "tool", "outcome", "rule", "asked by", "ms"):
        table.add_column(column, overflow="fold")
    for entry in entries:
        table.add_row(*_row(entry))
    out.print(table)


def _row(entry: dict[str, Any]) -> list[str]:
    asked = " ".join(str(entry.get(key)) for key in ("source", "session", "user") if entry.get(key) not in (None, ""))
    at = str(entry.get("at", ""))[:19].replace("T", " ")
    # Plain text, never markup: names come from strangers.
    return [
        part.replace("[", "\\[")
        for part in (
            at,
            f"{entry.get('toolbox_id', '')}:{entry.get('tool', '')}",
            str(entry.get("outcome", "")),
            str(entry.get("rule", "")),
            asked,
            f"{entry.get('elapsed_ms', 0)}",
        )
    ]
