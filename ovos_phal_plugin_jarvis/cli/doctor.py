"""``ovos-jarvis doctor``: what is installed, what is missing, and what would fix it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from ovos_phal_plugin_jarvis.cli.busclient import (
    PRESENCE_SECONDS,
    answers,
    configured_address,
    connect,
    gather,
    nobody_serves,
    who_serves,
)
from ovos_phal_plugin_jarvis.cli.output import fail, keep_stdout_for_results, out, print_json
from ovos_phal_plugin_jarvis.cli.say import Json
from ovos_phal_plugin_jarvis.cli.tools import may_run
from ovos_phal_plugin_jarvis.config import PLUGIN_ID, JarvisConfig, load_usable_config

OTHER_SERVICE = "ovos-phal-plugin-tools"
PIPELINE_ID = "ovos-jarvis-pipeline-plugin"
MODEL_SECONDS = 120.0
"""That loading a model may take: a large file on a slow card."""


TRIAL_SECONDS = 600.0
"""That a request of a trial may take: the first has the model read all tools."""


def doctor(
    file: Annotated[Path | None, typer.Argument(help="With --model: this GGUF file, not the configured one.")] = None,
    model: Annotated[bool, typer.Option("--model", help="Try the model: load it, ask it, time it.")] = False,
    as_json: Json = False,
) -> None:
    """Check this installation."""
    if file is not None and not model:
        fail(f"{file}: what is to be done with it? To try a model: ovos-jarvis doctor --model {file}", as_json=as_json)
    if model:
        _try_model(file, as_json)
        return
    report = examine(as_json)
    if as_json:
        print_json(report)
        return
    out.print("[bold]Versions[/bold]")
    for name, version in report["versions"].items():
        out.print(f"  {name} {version or '— not installed'}", markup=False)
    out.print("[bold]Tools[/bold]")
    for toolbox, tools in report["toolboxes"].items():
        out.print(f"  {toolbox}: {', '.join(tools) or 'none'}", markup=False)
        if toolbox in report.get("isolated", {}):
            out.print(f"    {_process(report['isolated'][toolbox])}", markup=False)
    for decided in report["policy"]:
        out.print(f"    {decided['name']} may run: {may_run(decided)}", markup=False)
    if "claim" in report:
        out.print(f"[bold]Service[/bold]\n  {report['claim']['program']}, process {report['claim']['pid']}")
    if report["engine"] is not None:
        out.print("[bold]Model[/bold]")
        out.print(f"  {report['engine'].get('model') or report['engine']['engine']}", markup=False)
        if report["engine"].get("pid") is not None or report["engine"].get("last_reason"):
            out.print(f"  {_process(report['engine'])}", markup=False)
        out.print(f"  prompt provider {report['prompt_provider'] or '— none'}", markup=False)
    out.print("[bold]Advice[/bold]" if report["advice"] else "Nothing is missing.")
    for line in report["advice"]:
        out.print(f"  • {line}", markup=False)


def examine(as_json: bool = False) -> dict[str, Any]:
    """The findings: of the service that runs, else of the tools as this process loads them.

    ``versions``, ``toolboxes``, ``isolated`` (those with a process of their own, and how it is), ``failed``, ``policy``
    (what may run without asking, and why), ``engine``, ``prompt_provider``, ``bus`` (``address``, ``answers``,
    ``services``: how many answered), ``config_problems`` and ``advice``; ``claim`` where a service runs.
    """
    keep_stdout_for_results()
    host, port = configured_address(as_json)
    bus_answers = answers(host, port, timeout=1)
    services = _services(host, port, as_json) if bus_answers else []
    report = services[0] if services else _examine_here()
    settings = _read_settings()
    config, problems = load_usable_config(settings)
    # What a service knows beside it: rules of the policy for tools that nobody has.
    problems += [problem for problem in report.get("config_problems", ()) if problem not in problems]
    advice = [f"mycroft.conf: {problem}" for problem in problems]
    advice += [f"'{name}' is left out: {reason}" for name, reason in report["failed"].items()]
    advice += [f"'{name}': {what}" for name, listed in report.get("unread", {}).items() for what in listed]
    advice += [
        f"{path} was damaged and set aside: try sqlite3 {path} .recover, or delete it"
        for path in report.get("set_aside", ())
    ]
    if not any(report["toolboxes"].values()):
        advice.append("No tools are installed. Install a package that has an opm.agents.toolbox entry point")
    advice += _missing(config, bus_answers, f"{host}:{port}")
    advice += report.pop("advice", [])
    advice += _without_model(report.get("engine"), advice)
    advice += _unheard()
    if bus_answers and not services:
        told = nobody_serves(host, port)
        advice.append(told[0].upper() + told[1:])
    if len(services) > 1:
        who = (
            ", ".join(f"{claim['program']} (process {claim['pid']})" for claim in _claims(services)) or "older versions"
        )
        advice.append(f"{len(services)} services answer on one messagebus, so everything is done twice. End one: {who}")
    if entry_points(group="opm.phal", name=OTHER_SERVICE) and config.tool_service == "auto":
        advice.append(f"{OTHER_SERVICE} is installed too; ovos.tools.* is left to it while it is enabled")
    kept = (
        *("versions", "claim", "toolboxes", "isolated", "failed"),
        *("policy", "engine", "prompt_provider", "provider_capabilities"),
    )
    return {
        "policy": [],
        **{key: report[key] for key in kept if key in report},
        "bus": {"address": f"{host}:{port}", "answers": bus_answers, "services": len(services)},
        "config_problems": problems,
        "advice": advice,
    }


def _try_model(file: Path | None, as_json: bool) -> None:
    """Print what a model does with the installed tools. Ends the process with 1 where it can't serve."""
    from ovos_phal_plugin_jarvis.cli.setup import local_runtime, read_config
    from ovos_phal_plugin_jarvis.runtime.model_trial import try_model

    with local_runtime(as_json, with_model(read_config(as_json), file, TRIAL_SECONDS)) as runtime:
        report = try_model(runtime, MODEL_SECONDS)
    if report["error"] is not None:
        fail(f"the model can't serve: {report['error']}", as_json=as_json)
    if as_json:
        print_json(report)
        return
    out.print(f"Loaded in {report['load_seconds']} s; prompt provider {report['prompt_provider']}", markup=False)
    shown = "all are described in the prompt" if report["describes_all"] else "the likely ones are described"
    out.print(f"{report['tools']} tools, {shown}", markup=False)
    for request in report["requests"]:
        out.print(f"» {request['utterance']}", markup=False)
        for call in request["calls"]:
            out.print(f"  → {call['name']} {call['arguments']}", markup=False)
        told = request["error"] or ("no call" if not request["calls"] else "valid" if request["valid"] else "NOT VALID")
        cost = f"{request['seconds']} s, {request['read_tokens']} tokens read, {request['written_tokens']} written"
        out.print(f"  {told}; {cost}", markup=False)
    made = report["made_to_call"]
    if made is not None:
        does = made["error"] or f"it writes {made['name']} {made['arguments']}"
        out.print(f"It chose to call nothing. Made to call: {does}", markup=False)
    for what, key in (("reads", "read_per_second"), ("writes", "written_per_second")):
        if report[key] is not None:
            out.print(f"It {what} {report[key]:g} tokens a second", markup=False)


def with_model(config: JarvisConfig, file: Path | None, timeout: float | None = None) -> JarvisConfig:
    """*config* with the GGUF file *file* as its model, where one is given, and as long a *timeout* for a request."""
    changes: dict[str, Any] = {} if file is None else {"engine": "llama.cpp", "model": str(file)}
    if timeout is not None:
        changes["timeout"] = timeout
    return config.model_copy(update={"llm": config.llm.model_copy(update=changes)})


def _without_model(engine: Mapping[str, Any] | None, told: list[str]) -> list[str]:
    """Why the examples answer though a model is configured."""
    if engine is None:
        return []
    why = engine.get("error")
    if why is None and engine.get("state") == "restarting":
        why = f"its process {engine['last_reason']}, and is started again in {engine['restart_in']} s"
    if why is None or any(why in line for line in told):
        return []
    return [f"The model does not answer, and the examples do: {why}"]


def _unheard() -> list[str]:
    """What keeps spoken words from the tools, where ovos-core is installed here."""
    from ovos_config import Configuration

    if find_spec("ovos_core") is None:
        return []
    intents = Configuration().get("intents")
    section = intents if isinstance(intents, Mapping) else {}
    stages = [str(stage) for stage in section.get("pipeline") or ()]
    if PIPELINE_ID in (section.get("blacklisted_pipelines") or ()):
        return [f"Nothing that is spoken reaches the tools: intents.blacklisted_pipelines names {PIPELINE_ID}"]
    if not any(stage.startswith(PIPELINE_ID) for stage in stages):
        return [
            "Nothing that is spoken reaches the tools: intents.pipeline of mycroft.conf does not name "
            f"{PIPELINE_ID}-high (docs/ovos.md has the list)"
        ]
    return []


def _process(status: Mapping[str, Any]) -> str:
    """One line on the process of an isolated toolbox, or of a model."""
    line = f"process {status['pid']}" if status["pid"] is not None else f"its process is {status['state']}"
    if status["restarts"] or status["last_reason"]:
        line += f", started again {status['restarts']} times; the last one {status['last_reason']}"
    return line


def _read_settings() -> Any:
    from ovos_config import Configuration

    phal = Configuration().get("PHAL")
    return phal.get(PLUGIN_ID) if isinstance(phal, Mapping) else None


def _services(host: str, port: int, as_json: bool) -> list[dict[str, Any]]:
    """The status of each service that answers on the bus."""
    from ovos_phal_plugin_jarvis.bus.topics import JARVIS_STATUS

    with connect(host, port, as_json) as client:
        who_serves(client)  # one that is still loading gets its time
        return [found for found in gather(client, JARVIS_STATUS, {}, PRESENCE_SECONDS, 0.5) if "toolboxes" in found]


def _claims(services: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [found["claim"] for found in services if isinstance(found.get("claim"), dict)]


def _examine_here() -> dict[str, Any]:
    from ovos_phal_plugin_jarvis.runtime.policy import decisions, policy_problems
    from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
    from ovos_phal_plugin_jarvis.runtime.status import unread, versions
    from ovos_phal_plugin_jarvis.tools.execution.isolation.toolbox import isolated

    config, _ = load_usable_config(_read_settings())
    runtime = Runtime(config, limit_rate=False)
    try:
        snapshot = runtime.registry.snapshot
        wrong = runtime.translators.examine(MODEL_SECONDS)
        return {
            "versions": versions(),
            "toolboxes": {box.toolbox_id: [t.name for t in box.tools] for box in snapshot.toolboxes.values()},
            "isolated": isolated(snapshot),
            "failed": dict(snapshot.failed),
            "unread": unread(snapshot),
            "set_aside": [] if runtime.device.stores is None else runtime.device.stores.set_aside(),
            "policy": decisions(runtime.policy, snapshot),
            "config_problems": policy_problems(runtime.policy, snapshot),
            **runtime.translators.status(),
            "advice": [] if wrong is None else [f"The model can't serve, the examples do: {wrong}"],
        }
    finally:
        runtime.shutdown()


def _missing(config: JarvisConfig, bus_answers: bool, address: str) -> list[str]:
    advice = []
    if not bus_answers:
        if find_spec("ovos_messagebus") is None:
            advice.append(
                f"No messagebus answers at {address}, and none is installed. "
                "Install one with: pip install 'ovos-phal-plugin-jarvis[standalone]'"
            )
        else:
            advice.append(f"No messagebus answers at {address}. Start one with: ovos-jarvis up")
    if config.llm.model is not None and config.llm.engine == "llama.cpp" and find_spec("llama_cpp") is None:
        advice.append(
            "llm.model is set, but llama-cpp-python is not installed. "
            "Install it with: pip install 'ovos-phal-plugin-jarvis[llama]'"
        )
    return advice + _missing_weights()


def _missing_weights() -> list[str]:
    from ovos_phal_plugin_jarvis.nlu.encoder import Encoder, EncoderUnavailable

    try:
        Encoder.load()
    except EncoderUnavailable as error:
        return [
            f"Tools without examples are understood by their words alone: {error}. "
            "Install it anew with: pip install --force-reinstall --no-deps ovos-phal-plugin-jarvis"
        ]
    return []
