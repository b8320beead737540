"""What ``ovos.jarvis.status`` and ``ovos-jarvis doctor`` tell."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from ovos_phal_plugin_jarvis.assistant.talk import to_try
from ovos_phal_plugin_jarvis.commands.settings_view import settings_view
from ovos_phal_plugin_jarvis.config import device_language
from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.runtime.claim import Claim
from ovos_phal_plugin_jarvis.runtime.policy import decisions, policy_problems
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignFailure
from ovos_phal_plugin_jarvis.tools.execution.isolation.toolbox import isolated
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot
from ovos_phal_plugin_jarvis.version import __version__

_PACKAGES = ("ovos-plugin-manager", "ovos-bus-client", "ovos-utils", "ovos-config", "pydantic", "llama-cpp-python")


def status(runtime: Runtime, claim: Claim, problems: Sequence[str] = (), tool_service: bool = True) -> dict[str, Any]:
    """The state of a running service.

    Args:
        runtime: what is served.
        claim: by which it serves.
        problems: settings that were ignored, one message each.
        tool_service: whether ``ovos.tools.*`` is answered here.
    """
    snapshot = runtime.registry.snapshot
    commands = [tool.name for tool in snapshot if tool.actions is not None]
    return {
        "versions": versions(),
        "claim": claim.describe(),
        "tool_service": tool_service,
        "toolboxes": {box.toolbox_id: [tool.name for tool in box.tools] for box in snapshot.toolboxes.values()},
        "isolated": isolated(snapshot),
        "mcp": runtime.mcp.status() if runtime.mcp is not None else {},
        "failed": dict(snapshot.failed),
        "unread": unread(snapshot),
        "commands": commands,
        "examples": to_try(snapshot, device_language()),
        "set_aside": [] if runtime.device.stores is None else runtime.device.stores.set_aside(),
        "agents": runtime.agents.status(),
        "settings": settings(runtime),
        "config_problems": [*problems, *policy_problems(runtime.policy, snapshot)],
        "policy": decisions(runtime.policy, snapshot),
        **runtime.translators.status(),
        "counters": {"assistant": runtime.assistant.counters(), "invoke": runtime.invoker.counters()},
    }


def unread(snapshot: Snapshot) -> dict[str, list[str]]:
    """What is not read of tools' definitions: ``toolbox/tool`` → a sentence each."""
    return {
        f"{tool.toolbox_id}/{tool.name}": list(tool.definition.unread) for tool in snapshot if tool.definition.unread
    }


def settings(runtime: Runtime) -> dict[str, Any]:
    """What a settings screen shows of the Jarvis commands; empty where nothing can be kept."""
    found, stores = runtime.commands.found, runtime.device.stores
    if found is None or stores is None:
        return {}
    try:
        return runtime.foreign.run("settings", lambda: settings_view(found, stores, runtime.config.commands.disabled))
    except ForeignFailure as error:
        return {"error": f"the settings can't be shown: {text_of(error)}"}


def versions() -> dict[str, str | None]:
    """Versions of ourselves, Python and the packages that decide what works; None where one is missing."""
    found: dict[str, str | None] = {"ovos-phal-plugin-jarvis": __version__, "python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found
