"""A runtime bound to a messagebus: what the PHAL plugin and ``ovos-jarvis up`` run where they hold the claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from ovos_config import Configuration
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus.agent_service import AgentService
from ovos_phal_plugin_jarvis.bus.jarvis_service import JarvisService
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.bus.record_service import RecordService
from ovos_phal_plugin_jarvis.bus.tool_service import ToolService
from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.runtime.claim import Claim
from ovos_phal_plugin_jarvis.runtime.metrics import Metrics
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.runtime.status import status
from ovos_phal_plugin_jarvis.tools.execution.flow import Flows
from ovos_phal_plugin_jarvis.tools.execution.pool import PoolClosed, PoolFull, make_pool
from ovos_phal_plugin_jarvis.tools.packages import toolbox_entry_points
from ovos_phal_plugin_jarvis.tools.rate import CallRate

OTHER_SERVICE = "ovos-phal-plugin-tools"
ASSISTANT_WORKERS = 4
ASSISTANT_REQUESTS = 256
"""Requests to the assistant that may be under way at one time, those that wait for tools included."""
WARM_UP_TIMEOUT = 600.0


class Service:
    """Answers every topic of the bus contract from construction to ``shutdown``."""

    def __init__(
        self,
        link: BusLink,
        claim: Claim,
        config: JarvisConfig,
        problems: Sequence[str] = (),
        *,
        command_paths: Sequence[Path] = (),
        with_installed: bool = True,
    ) -> None:
        """
        Args:
            link: this process's end of the messagebus; closed by its owner.
            claim: held by this process; told of in the status.
            config: the plugin's section.
            problems: settings that were ignored, for the status.
            command_paths: files or folders to load commands from, instead of the configured ones.
            with_installed: False serves what is in *command_paths* alone.

        Raises:
            ConfigError: a setting can't be used.
        """
        self.runtime = Runtime(
            config, link.bus, outgoing=link, command_paths=command_paths, with_installed=with_installed
        )
        inline = config.invoke.workers == 0
        self._upkeep = make_pool("jarvis-upkeep", 0 if inline else 2, 64)
        # Not behind a reload or a training: somebody sits before it.
        self._looking = make_pool("jarvis-records", 0 if inline else 1, 32)
        self._asking = make_pool("jarvis-assistant", 0 if inline else ASSISTANT_WORKERS, ASSISTANT_REQUESTS, per_key=1)
        self._flows = Flows(self._asking, ASSISTANT_REQUESTS)
        serve_tools = serves_tools(config)
        self.tools = ToolService(
            link,
            self.runtime.registry,
            self.runtime.invoker,
            self._upkeep,
            serve_tools=serve_tools,
            # The other service hosts what it finds, which is every entry point.
            hosts=lambda box: serve_tools or box.entry_point not in toolbox_entry_points(),
            refuses=self.runtime.policy.refuses_program,
            audit=self.runtime.audit,
            rate=CallRate(config.invoke.requests_per_minute),
        )
        self.jarvis = JarvisService(
            link,
            self.runtime.assistant,
            self._flows,
            self.runtime.ask_timeout,
            lambda: status(self.runtime, claim, self._problems(problems), serve_tools),
        )
        self.agents = AgentService(link, self.runtime.agents)
        self.records = RecordService(link, self.runtime.records, self._looking)
        self.metrics = Metrics(self.runtime, link, lambda: self._asking.waiting, config.metrics)
        self.tools.bind()
        self.agents.bind()
        self.records.bind()
        self.jarvis.bind()
        self.metrics.bind()
        self._warms_up = not inline
        self.runtime.registry.on_change(lambda reload: self._after_load())
        self._after_load()

    def _problems(self, problems: Sequence[str]) -> list[str]:
        return [*problems, *([self.metrics.problem] if self.metrics.problem else [])]

    def _after_load(self) -> None:
        self.runtime.device.renew_logins()
        self.runtime.agents.start()
        if not self._warms_up:
            return
        try:
            # Ahead of the first utterance, which would otherwise wait for training, and for a model to load.
            self._upkeep.submit(self.runtime.warm_up, WARM_UP_TIMEOUT, _log_failure)
        except (PoolFull, PoolClosed) as refusal:
            _log_failure(None, refusal)

    def shutdown(self) -> None:
        """Remove every handler, end every thread, close every toolbox."""
        self.runtime.translators.stop_training()
        self.metrics.shutdown()
        self.agents.shutdown()
        self.records.shutdown()
        self.jarvis.shutdown()
        self.tools.shutdown()
        self._flows.shutdown()
        self._asking.shutdown()
        self._upkeep.shutdown()
        self._looking.shutdown()
        self.runtime.shutdown()


def _log_failure(result: Any, error: BaseException | None) -> None:
    if error is not None:
        LOG.warning(f"warming up did not end well: {error_text(error)}")


def serves_tools(config: JarvisConfig) -> bool:
    """Whether ``ovos.tools.*`` is ours to answer: two services on one bus would answer every request twice."""
    if config.tool_service != "auto":
        return config.tool_service == "on"
    if not entry_points(group="opm.phal", name=OTHER_SERVICE):
        return True
    phal = Configuration().get("PHAL")
    other = phal.get(OTHER_SERVICE) if isinstance(phal, Mapping) else None
    # As PHALValidator reads it: anything but true disables a plugin.
    if isinstance(other, Mapping) and other.get("enabled", True) is not True:
        return True
    LOG.warning(
        f"{OTHER_SERVICE} is installed and enabled, so ovos.tools.* is left to it. Uninstall or disable it, "
        "or set tool_service to 'on', to have it answered here"
    )
    return False
