"""The policy as mycroft.conf has it: read again where the file has changed, and written rule by rule."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ovos_config import Configuration
from ovos_config.locations import USER_CONFIG
from ovos_config.models import UserConfig
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.config import PLUGIN_ID, JarvisConfig, load_usable_config
from ovos_phal_plugin_jarvis.consent.policy import Policy, level_needed, problems
from ovos_phal_plugin_jarvis.tools.registry import Reload
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot


class ConfiguredPolicy(Policy):
    """A policy that follows mycroft.conf: at each load of the tools, where a file has changed since."""

    def __init__(self, config: JarvisConfig) -> None:
        """
        Args:
            config: the plugin's section; it holds until mycroft.conf changes.
        """
        super().__init__(config.policy)
        self._seen = _state_of_files()

    def follow(self, reload: Reload) -> None:
        """Told to the registry: see ``read_again``."""
        self.read_again()

    def read_again(self) -> None:
        """Read the section again where a file has changed."""
        now = _state_of_files()
        if now == self._seen:
            return
        self._seen = now
        Configuration.reload()
        section = _section()
        if section is None:
            return
        config, wrong = load_usable_config(section)
        for problem in [p for p in wrong if ".policy." in p]:
            LOG.error(f"{problem}; the setting is ignored")
        if config.policy != self.config:
            LOG.info("the policy of mycroft.conf has changed and holds from now on")
            self.configure(config.policy)


def decisions(policy: Policy, snapshot: Snapshot) -> list[dict[str, Any]]:
    """What is decided about each tool, and why: ``toolbox_id``, ``name``, ``decision``, ``reason``, ``rule``; and
    ``level`` where a session must have one."""
    listed = []
    for tool in snapshot:
        found = policy.decide(tool)
        needed = level_needed(policy.config, tool)
        reason = found.reason if needed is None else f"{found.reason}; from level {needed} on"
        listed.append(
            {
                "toolbox_id": tool.toolbox_id,
                "name": tool.name,
                "decision": found.decision,
                "reason": reason,
                "rule": found.rule,
                **({} if needed is None else {"level": needed}),
            }
        )
    return listed


def policy_problems(policy: Policy, snapshot: Snapshot) -> list[str]:
    """What the configured policy names and nobody has, as the other problems of the section are told."""
    return [f"PHAL.{PLUGIN_ID}.{problem}" for problem in problems(policy.config, snapshot)]


def write_rule(kind: str, name: str, decides: str | None) -> tuple[Path, Path | None]:
    """Set a rule in the user's mycroft.conf, or take it away.

    Args:
        kind: ``tools`` or ``toolboxes``.
        name: of a tool or toolbox, or a pattern.
        decides: ``ask``, ``allow`` or ``deny``; None takes the rule away.

    Returns:
        The file, and a copy of it as it was where it held comments, which ovos_config does not keep.

    Raises:
        OSError: it can't be written.
    """
    file = Path(USER_CONFIG)
    file.parent.mkdir(parents=True, exist_ok=True)
    copy = None
    if file.is_file() and _has_comments(file.read_text(encoding="utf-8")):
        copy = file.with_name(file.name + ".before-policy")
        shutil.copy2(file, copy)
    user = UserConfig()
    rules = user.setdefault("PHAL", {}).setdefault(PLUGIN_ID, {}).setdefault("policy", {}).setdefault(kind, {})
    if decides is None:
        rules.pop(name, None)
    else:
        rules[name] = decides
    user.store()
    return file, copy


def _has_comments(text: str) -> bool:
    return any(line.lstrip().startswith(("//", "#")) for line in text.splitlines())


def _section() -> Mapping[str, Any] | None:
    phal = Configuration().get("PHAL")
    section = phal.get(PLUGIN_ID) if isinstance(phal, Mapping) else None
    return section if isinstance(section, Mapping) else None


def _state_of_files() -> tuple[tuple[str, int], ...]:
    """The files that mycroft.conf is made of, and when each was written."""
    layers = [Configuration.distribution, Configuration.system, Configuration.assistant, *Configuration.xdg_configs]
    state = []
    for path in [layer.path for layer in layers]:
        try:
            state.append((str(path), Path(path).stat().st_mtime_ns))
        except (OSError, TypeError):
            state.append((str(path), 0))
    return tuple(state)
