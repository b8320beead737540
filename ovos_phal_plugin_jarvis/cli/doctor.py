"""``ovos-jarvis doctor``: what is installed, what is missing, and what would fix it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any

from ovos_phal_plugin_jarvis.cli.busclient import answers, configured_address
from ovos_phal_plugin_jarvis.cli.output import keep_stdout_for_results, out, print_json
from ovos_phal_plugin_jarvis.cli.say import Json
from ovos_phal_plugin_jarvis.config import PLUGIN_ID, JarvisConfig, load_usable_config

MODEL_SECONDS = 120.0
"""That loading a model may take: a large file on a slow card."""


def doctor(as_json: Json = False) -> None:
    """Check this installation."""
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
    if report["engine"] is not None:
        out.print("[bold]Model[/bold]")
        out.print(f"  {report['engine'].get('model') or report['engine']['engine']}", markup=False)
        out.print(f"  prompt provider {report['prompt_provider'] or '— none'}", markup=False)
    out.print("[bold]Advice[/bold]" if report["advice"] else "Nothing is missing.")
    for line in report["advice"]:
        out.print(f"  • {line}", markup=False)


def examine(as_json: bool = False) -> dict[str, Any]:
    """The findings: ``versions``, ``toolboxes``, ``failed``, ``engine``, ``prompt_provider``, ``bus``,
    ``config_problems`` and ``advice``."""
    keep_stdout_for_results()
    from ovos_config import Configuration

    from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
    from ovos_phal_plugin_jarvis.runtime.service import OTHER_SERVICE
    from ovos_phal_plugin_jarvis.runtime.status import versions

    settings = Configuration().get("PHAL")
    config, problems = load_usable_config(settings.get(PLUGIN_ID) if isinstance(settings, Mapping) else None)
    host, port = configured_address(as_json)
    bus_answers = answers(host, port, timeout=1)
    runtime = Runtime(config, limit_rate=False)
    try:
        snapshot = runtime.registry.snapshot
        advice = [f"mycroft.conf: {problem}" for problem in problems]
        advice += [f"'{name}' is left out: {reason}" for name, reason in snapshot.failed.items()]
        if not len(snapshot):
            advice.append("No tools are installed. Install a package that has an opm.agents.toolbox entry point")
        advice += _missing(config, bus_answers, f"{host}:{port}")
        wrong = runtime.translators.examine(MODEL_SECONDS)
        if wrong is not None:
            advice.append(f"The model can't serve, the examples do: {wrong}")
        if entry_points(group="opm.phal", name=OTHER_SERVICE) and config.tool_service == "auto":
            advice.append(f"{OTHER_SERVICE} is installed too; ovos.tools.* is left to it while it is enabled")
        return {
            "versions": versions(),
            "toolboxes": {box.toolbox_id: [t.name for t in box.tools] for box in snapshot.toolboxes.values()},
            "failed": dict(snapshot.failed),
            **runtime.translators.status(),
            "bus": {"address": f"{host}:{port}", "answers": bus_answers},
            "config_problems": problems,
            "advice": advice,
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
    return advice
