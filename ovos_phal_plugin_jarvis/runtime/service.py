"""A runtime bound to a messagebus: what the PHAL plugin and ``ovos-jarvis up`` run where they hold the claim."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ovos_config import Configuration
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus.agent_service import AgentService
from ovos_phal_plugin_jarvis.bus.jarvis_service import JarvisService
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.bus.record_service import RecordService
from ovos_phal_plugin_jarvis.bus.tool_service import ToolService
from ovos_phal_plugin_jarvis.config import ConfigError, JarvisConfig, with_environment
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.gateways.calls import LocalCalls
from ovos_phal_plugin_jarvis.runtime.claim import Claim
from ovos_phal_plugin_jarvis.runtime.house import House
from ovos_phal_plugin_jarvis.runtime.metrics import Metrics
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.runtime.status import status
from ovos_phal_plugin_jarvis.stores.errors import StoreError
from ovos_phal_plugin_jarvis.tools.execution.flow import Flows
from ovos_phal_plugin_jarvis.tools.execution.pool import PoolClosed, PoolFull, make_pool
from ovos_phal_plugin_jarvis.tools.packages import toolbox_entry_points
from ovos_phal_plugin_jarvis.tools.rate import CallRate

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.gateways.http.app import Mounted
    from ovos_phal_plugin_jarvis.gateways.http.gateway import HttpGateway

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
        self.http: HttpGateway | None = None
        """The HTTP server, where one is configured and could be started."""
        self._mcp_calls: LocalCalls | None = None
        self.http_problem: str | None = None
        """Why there is none, though it is configured."""
        try:
            config = with_environment(config, os.environ)
        except ConfigError as error:
            self.http_problem = str(error)
        self.runtime = Runtime(
            config, link.bus, outgoing=link, command_paths=command_paths, with_installed=with_installed
        )
        inline = config.invoke.workers == 0
        self._upkeep = make_pool("jarvis-upkeep", 0 if inline else 2, 64)
        # Learning takes its time, and a reload does not wait for it. One runs, and one waits for what is loaded last.
        self._warming = make_pool("jarvis-warming", 0 if inline else 1, 1)
        # Not behind a reload or a training: somebody sits before it.
        self._looking = make_pool("jarvis-records", 0 if inline else 1, 32)
        self._asking = make_pool("jarvis-assistant", 0 if inline else ASSISTANT_WORKERS, ASSISTANT_REQUESTS, per_key=1)
        self._flows = Flows(self._asking, ASSISTANT_REQUESTS)
        serve_tools = serves_tools(config)
        rate = CallRate(config.invoke.requests_per_minute)
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
            rate=rate,
        )
        self.jarvis = JarvisService(
            link,
            self.runtime.assistant,
            self._flows,
            self.runtime.ask_timeout,
            lambda: status(self.runtime, claim, self._problems(problems), serve_tools),
            rate,
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
        if config.http.enabled and self.http_problem is None:
            self._serve_http(link, config)
        if self.http_problem is not None:
            LOG.error(f"http: {self.http_problem}")

    def _serve_http(self, link: BusLink, config: JarvisConfig) -> None:
        try:
            from ovos_phal_plugin_jarvis.gateways.http.gateway import HttpGateway
            from ovos_phal_plugin_jarvis.gateways.http.server import CannotServe
        except ImportError as error:
            self.http_problem = (
                f"http.enabled is set, but {error.name} is not installed. "
                "Install it with: pip install 'ovos-phal-plugin-jarvis[http]'"
            )
            return
        try:
            mounted, house = self._mounted(link), House(self.runtime)
            self.http = HttpGateway(link, config.http, self.runtime.ask_timeout, mounted, house=house)
        except (CannotServe, ConfigError, StoreError) as error:
            self.http_problem = str(error)

    def _mounted(self, link: BusLink) -> list[Mounted]:
        """What is served beside the API: MCP, where its SDK is installed."""
        from ovos_phal_plugin_jarvis.gateways.http.app import Mounted

        try:
            from ovos_phal_plugin_jarvis.gateways.mcp.server.gateway import McpGateway
        except ImportError as error:
            LOG.debug(f"no MCP over HTTP: {error.name} is not installed (the extra [mcp] has it)")
            return []
        self._mcp_calls = LocalCalls(link)
        app, lifespan = McpGateway(self._mcp_calls, self.runtime.ask_timeout + 10).http()
        return [Mounted("/mcp", app, lifespan)]

    def _problems(self, problems: Sequence[str]) -> list[str]:
        return [*problems, *filter(None, (self.metrics.problem, self.http_problem))]

    def _after_load(self) -> None:
        self.runtime.device.renew_logins()
        self.runtime.agents.start()
        if not self._warms_up:
            return
        try:
            # Ahead of the first utterance, which would otherwise wait for training, and for a model to load.
            self._warming.submit(self.runtime.warm_up, WARM_UP_TIMEOUT, _log_failure)
        except PoolFull:
            LOG.debug("the warming up that waits is for the tools that are loaded by then")
        except PoolClosed as refusal:
            _log_failure(None, refusal)

    def shutdown(self) -> None:
        """Remove every handler, end every thread, close every toolbox."""
        if self.http is not None:
            self.http.shutdown()
        if self._mcp_calls is not None:
            self._mcp_calls.close()
        self.runtime.translators.stop_training()
        self.metrics.shutdown()
        self.agents.shutdown()
        self.records.shutdown()
        self.jarvis.shutdown()
        self.tools.shutdown()
        self._flows.shutdown()
        self._asking.shutdown()
        self._upkeep.shutdown()
        self._warming.shutdown()
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
