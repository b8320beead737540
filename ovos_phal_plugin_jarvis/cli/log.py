"""``ovos-jarvis log``: what ran on this device, for whom and by what rule; what was said, where that is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ovos_phal_plugin_jarvis.cli.output import err, fail, out, print_json
from ovos_phal_plugin_jarvis.cli.prompt import PROMPT
from ovos_phal_plugin_jarvis.cli.say import Json
from ovos_phal_plugin_jarvis.cli.setup import read_config
from ovos_phal_plugin_jarvis.cli.tables import table

_KEPT = 'Of what is said nothing is kept. To keep it from now on: "audit": {"exchanges": true} in mycroft.conf'


def log(
    last: Annotated[int, typer.Option("--last", "-n", min=1, help="How many exchanges or calls.")] = 30,
    calls: Annotated[bool, typer.Option("--calls", help="The calls, also where exchanges are kept.")] = False,
    as_json: Json = False,
) -> None:
    """Show what was said and answered, where that is kept, else the calls that were made: the audit log."""
    from ovos_phal_plugin_jarvis.stores.audit import default_path, exchanges_path

    kept = read_config(as_json).audit.exchanges
    path, said_path = default_path(), exchanges_path()
    if as_json:
        exchanges = {"path": str(said_path), "kept": kept, "entries": _read(said_path, last, as_json)}
        print_json({"path": str(path), "entries": _read(path, last, as_json), "exchanges": exchanges})
        return
    exchanges_read = [] if calls else _read(said_path, last, as_json)
    if exchanges_read:
        for exchange in exchanges_read:
            _show(exchange)
        return
    entries = _read(path, last, as_json)
    if entries:
        headings = ("when", "tool", "outcome", "rule", "asked by", "ms")
        out.print(table(headings, ((_row(entry), None) for entry in entries)))
    else:
        out.print(f"No calls are recorded in {path}.", markup=False)
    if not kept and not calls:
        err.print(Text(_KEPT, style="dim"))


def _read(path: Path, last: int, as_json: bool) -> list[dict[str, Any]]:
    from ovos_phal_plugin_jarvis.stores.audit import read_audit

    try:
        return list(read_audit(path, last))
    except OSError as error:
        fail(f"{path}: can't be read: {error.strerror or error}", as_json=as_json)


def _when(entry: dict[str, Any]) -> str:
    return str(entry.get("at", ""))[:19].replace("T", " ")


def _asked_by(entry: dict[str, Any]) -> str:
    return " ".join(str(entry.get(key)) for key in ("source", "session", "user") if entry.get(key) not in (None, ""))


def _show(exchange: dict[str, Any]) -> None:
    out.print(Text(f"{_when(exchange)}  {_asked_by(exchange)}", style="dim"))
    out.print(Text(f"{PROMPT}{exchange.get('heard', '')}", style="cyan"))
    calls = exchange.get("calls")
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict):
            mark = "→" if call.get("outcome") == "done" else "✗"
            out.print(Text(f"{mark} {call.get('tool', '')}: {call.get('outcome', '')}", style="dim"))
    out.print(Text(f"{exchange.get('said', '')}\n"))


def _row(entry: dict[str, Any]) -> list[str]:
    return [
        _when(entry),
        f"{entry.get('toolbox_id', '')}:{entry.get('tool', '')}",
        str(entry.get("outcome", "")),
        str(entry.get("rule", "")),
        _asked_by(entry),
        f"{entry.get('elapsed_ms', 0)}",
    ]
