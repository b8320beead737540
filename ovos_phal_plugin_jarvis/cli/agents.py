"""``ovos-jarvis agents``: what packages do on their own, by a schedule."""

from __future__ import annotations

import threading
from typing import Annotated, Any

import typer

from ovos_phal_plugin_jarvis.cli.busclient import request, running_service
from ovos_phal_plugin_jarvis.cli.output import fail, out, print_json
from ovos_phal_plugin_jarvis.cli.say import Bus, Json, Local
from ovos_phal_plugin_jarvis.cli.setup import local_runtime
from ovos_phal_plugin_jarvis.cli.tables import table

RUN_SECONDS = 600.0
"""That a run may take at most, whatever the service allows."""
app = typer.Typer(no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="The agent.")]


@app.command("list")
def list_agents(as_json: Json = False, bus: Bus = None, local: Local = False) -> None:
    """The agents, when they run, and how that went."""
    answer = _tell("list", None, as_json, bus, local)
    if as_json:
        print_json(answer)
        return
    if not answer["agents"]:
        out.print("No agent is installed." if answer["enabled"] else "Agents are switched off (agents.enabled).")
        return
    rows = [(_row(agent), "red" if agent["error"] else None) for agent in answer["agents"]]
    out.print(table(("agent", "package", "every", "state", "last run", "what went wrong"), rows))
    waiting = answer["alerts"]["waiting"]
    if waiting:
        out.print(f'{waiting} alert{"" if waiting == 1 else "s"} not told yet: ovos-jarvis say "any news"')
    if not answer["service"]:
        out.print("No service runs, so none of them does. Start one with: ovos-jarvis up", markup=False)


@app.command("run")
def run(name: Name, as_json: Json = False, bus: Bus = None, local: Local = False) -> None:
    """Run an agent now, and say what came of it."""
    answer = _tell("run", name, as_json, bus, local)
    agent = next((entry for entry in answer["agents"] if entry["name"] == name), None)
    if agent is None:
        fail(f"the agent '{name}' was removed while it ran", as_json=as_json)
    if as_json:
        print_json(answer)
    elif not agent["error"]:
        out.print(f"{name} ran. Alerts not told yet: {answer['alerts']['waiting']}", markup=False)
    if agent["error"]:
        fail(f"{name}: {agent['error']}") if not as_json else None
        raise typer.Exit(1)


@app.command("pause")
def pause(name: Name, as_json: Json = False, bus: Bus = None, local: Local = False) -> None:
    """Run an agent no more, until it is resumed."""
    _done(_tell("pause", name, as_json, bus, local), f"{name} is paused.", as_json)


@app.command("resume")
def resume(name: Name, as_json: Json = False, bus: Bus = None, local: Local = False) -> None:
    """Run a paused agent again."""
    _done(_tell("resume", name, as_json, bus, local), f"{name} runs by its schedule again.", as_json)


def _done(answer: dict[str, Any], told: str, as_json: bool) -> None:
    if as_json:
        print_json(answer)
    else:
        out.print(told, markup=False)


def _tell(action: str, name: str | None, as_json: bool, bus: str | None, local: bool) -> dict[str, Any]:
    with running_service(bus, local, as_json) as service:
        if service is not None:
            wanted = {"action": action, **({"name": name} if name else {})}
            answer = request(service, "ovos.jarvis.agents", wanted, RUN_SECONDS, as_json)
            if "error" in answer:
                fail(answer["error"], as_json=as_json)
            return {**answer, "service": True}
    from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest

    with local_runtime(as_json) as runtime:
        ended, told = threading.Event(), {}

        def done(status: dict[str, Any]) -> None:
            told.update(status)
            ended.set()

        try:
            runtime.agents.control(action, name, done)
        except InvalidRequest as error:
            fail(str(error), as_json=as_json)
        ended.wait(RUN_SECONDS)
        return {**(told or runtime.agents.status()), "service": False}


def _row(agent: dict[str, Any]) -> list[str]:
    last = (agent["last_run"] or "never")[:16].replace("T", " ")
    return [
        agent["name"],
        agent["package"],
        _seconds(agent["every"]),
        agent["state"],
        last,
        agent["error"] or "",
    ]


def _seconds(seconds: float) -> str:
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length and seconds % length == 0:
            return f"{seconds / length:g} {unit}"
    return f"{seconds:g} s"
