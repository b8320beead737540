"""``ovos-jarvis policy``: what may run without asking, why, and how to change it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any, Literal

import typer
from rich.table import Table

from ovos_phal_plugin_jarvis.cli.busclient import exchange, running_service
from ovos_phal_plugin_jarvis.cli.output import err, fail, out, print_json
from ovos_phal_plugin_jarvis.cli.say import Json
from ovos_phal_plugin_jarvis.cli.setup import local_runtime

RELOAD_SECONDS = 30.0


def policy(
    name: Annotated[str | None, typer.Argument(help="A tool, or a pattern with *; default: every tool.")] = None,
    decision: Annotated[
        Literal["ask", "allow", "deny", "default"] | None,
        typer.Argument(help="What becomes of its calls; 'default' takes the rule away.", show_default=False),
    ] = None,
    toolbox: Annotated[bool, typer.Option("--toolbox", help="NAME is a toolbox.")] = False,
    as_json: Json = False,
) -> None:
    """What may run without asking, and why; with a decision: set it in mycroft.conf."""
    from ovos_phal_plugin_jarvis.consent.policy import matches
    from ovos_phal_plugin_jarvis.runtime.policy import decisions, policy_problems, write_rule

    with local_runtime(as_json) as runtime:
        snapshot = runtime.registry.snapshot
        boxed = [(tool.toolbox_id if toolbox else tool.name, f"{tool.toolbox_id}/{tool.name}") for tool in snapshot]
        chosen = [i for i, names in enumerate(boxed) if name is None or any(matches(name, n) for n in names)]
        if name is not None and not chosen and decision != "default":
            _unknown(name, [n for names in boxed for n in names], "toolbox" if toolbox else "tool", as_json)
        written: dict[str, Any] = {}
        if decision is not None and name is not None:
            try:
                file, copy = write_rule(
                    "toolboxes" if toolbox else "tools", name, None if decision == "default" else decision
                )
            except OSError as error:
                fail(f"mycroft.conf can't be written: {error}", as_json=as_json)
            written = {"written": str(file), **({"copy": str(copy)} if copy else {}), "service": _tell_service(as_json)}
            runtime.registry.reload()
            snapshot = runtime.registry.snapshot
        listed = decisions(runtime.policy, snapshot)
        wrong = policy_problems(runtime.policy, snapshot)
    if name is not None:
        listed = [d for d in listed if any(matches(name, n) for n in _names(d, toolbox))]
    if as_json:
        print_json({"policy": listed, "problems": wrong, **written})
        return
    out.print(policy_table(listed))
    if written:
        out.print(f"Written to {written['written']}.", markup=False)
        if "copy" in written:
            out.print(f"The comments in it are lost; as it was: {written['copy']}", markup=False)
        told = (
            "The running service has taken it up."
            if written["service"]
            else "No service runs; the next one takes it up."
        )
        out.print(told)
    for problem in wrong:
        err.print(f"mycroft.conf: {problem}", markup=False)


def policy_table(listed: list[dict[str, Any]]) -> Table:
    """The decisions for reading."""
    table = Table(box=None, pad_edge=False)
    for column in ("toolbox", "tool", "decision", "because"):
        table.add_column(column, overflow="fold")
    for found in listed:
        table.add_row(found["toolbox_id"], found["name"], found["decision"], found["reason"])
    return table


def _names(decision: dict[str, Any], toolbox: bool) -> tuple[str, str]:
    own = decision["toolbox_id"] if toolbox else decision["name"]
    return own, f"{decision['toolbox_id']}/{decision['name']}"


def _unknown(name: str, known: list[str], what: str, as_json: bool) -> None:
    near = get_close_matches(name, known, 1)
    hint = f"; did you mean '{near[0]}'?" if near else "; ovos-jarvis tools lists them"
    fail(f"there is no {what} '{name}'{hint}", as_json=as_json)


def _tell_service(as_json: bool) -> bool:
    """Whether a service that runs on the configured bus has read the policy anew."""
    from ovos_phal_plugin_jarvis.bus.topics import TOOLS_RELOAD

    with running_service(None, False, as_json) as service:
        return service is not None and exchange(service, TOOLS_RELOAD, {}, RELOAD_SECONDS) is not None
