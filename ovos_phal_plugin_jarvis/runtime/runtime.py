"""Everything that is needed to serve tools and utterances, with or without a bus, and its one end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.assistant.assistant import Assistant
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.assistant.talk import read_phrases
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.bus.topics import DEVICE_SESSION
from ovos_phal_plugin_jarvis.commands.node.node import get_node, set_node
from ovos_phal_plugin_jarvis.commands.routines import read_routines
from ovos_phal_plugin_jarvis.config import JarvisConfig, device_language
from ovos_phal_plugin_jarvis.gateways.mcp.client.settings import TOOLBOX as MCP_SERVERS
from ovos_phal_plugin_jarvis.gateways.mcp.client.source import SERVICE_PATIENCE, McpSource
from ovos_phal_plugin_jarvis.runtime.agents import Agents
from ovos_phal_plugin_jarvis.runtime.auditing import Auditor
from ovos_phal_plugin_jarvis.runtime.commands import CommandSource
from ovos_phal_plugin_jarvis.runtime.device import Device, home_context
from ovos_phal_plugin_jarvis.runtime.node import memories, put_node
from ovos_phal_plugin_jarvis.runtime.policy import ConfiguredPolicy
from ovos_phal_plugin_jarvis.runtime.records import Records
from ovos_phal_plugin_jarvis.runtime.translators import TranslatorFactory
from ovos_phal_plugin_jarvis.stores import StoreError
from ovos_phal_plugin_jarvis.stores.conversations import ConversationStore
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarms
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignCalls
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.execution.lifetime import Lifetimes
from ovos_phal_plugin_jarvis.tools.execution.pool import make_pool
from ovos_phal_plugin_jarvis.tools.registry import LOAD_TIMEOUT, Registry, Reload
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource, ToolBoxSource

THINKING_WORKERS = 8
THINKING_QUEUE = 256
STATUS_TIMEOUT = 2.0
"""Seconds that commands may take to say what a status tells of them."""


class Runtime:
    """Owns the registry, the invoker, the assistant and the device's stores."""

    def __init__(
        self,
        config: JarvisConfig,
        bus: Any = None,
        *,
        outgoing: BusLink | None = None,
        limit_rate: bool = True,
        command_paths: Sequence[Path] = (),
        with_installed: bool = True,
    ) -> None:
        """Load every tool.

        Args:
            config: the plugin's section.
            bus: given to the toolboxes; None where there is no bus.
            outgoing: keeps what the service tells on its own account while the bus is away.
            limit_rate: False for a process that serves the one who started it.
            command_paths: folders or files to load commands from, instead of the configured ones.
            with_installed: False loads the commands of *command_paths* alone.

        Raises:
            ConfigError: a setting can't be used.
        """
        self.config = config
        guard = Guard(config.assistant, limit_rate=limit_rate)
        lifetimes = Lifetimes()
        self.device = Device(config, lambda: self.commands.loaded, outgoing or bus)
        commands = config.commands
        if command_paths:
            commands = commands.model_copy(update={"paths": tuple(str(path) for path in command_paths)})
        records = self.device.stores.data if self.device.stores is not None else None
        self.commands = CommandSource(commands, self.device.host, with_installed, config.toolboxes, records)
        sources: list[ToolBoxSource] = [self.commands]
        self.mcp: McpSource | None = None
        """The MCP servers that are toolboxes; None where there are none."""
        if with_installed:
            sources.insert(0, EntryPointSource(config, self.device.host))
            if MCP_SERVERS in config.toolboxes:
                # Nobody is there to see what comes later, where no service runs.
                patience = LOAD_TIMEOUT if bus is None else SERVICE_PATIENCE
                self.mcp = McpSource(
                    config.toolboxes[MCP_SERVERS],
                    self.device.secret,
                    self.device.keep_secret,
                    lambda toolbox_id: self.registry.refresh(toolbox_id),
                    patience,
                )
                sources.append(self.mcp)
        self.registry = Registry(sources, bus, lifetimes, without=config.without)
        self.invoker = Invoker(
            workers=config.invoke.workers, queue=config.invoke.queue, timeout=config.invoke.timeout, lifetimes=lifetimes
        )
        self.policy = ConfiguredPolicy(config)
        self.audit = Auditor(config.audit)
        self.registry.on_change(self.policy.follow)
        if self.mcp is not None:
            self.registry.on_change(partial(_follow, self.mcp))
        self.registry.on_change(lambda reload: self.agents.follow(self.commands.found))
        self.translators = TranslatorFactory(
            config,
            train_apart=bus is not None and config.invoke.workers > 0,
            node_context=lambda: {"agents": self.agents.runner.contexts(), "user_memories": memories(records)},
        )
        # A model serves five requests at most, one and those in its queue: the others find a thread.
        self._thinking = make_pool("jarvis-thinking", THINKING_WORKERS if config.invoke.workers else 0, THINKING_QUEUE)
        self.foreign = ForeignCalls(STATUS_TIMEOUT)
        """Asks commands for what a status tells of them."""
        self._alarms = Alarms("jarvis-alarms")
        inline = config.invoke.workers == 0
        self.agents = Agents(config.agents, records, home_context, outgoing or bus, inline=inline)
        self._node = put_node(self, records)
        self.records = Records(lambda: self.registry.snapshot, self.device)
        self._kept = _conversation_store(config)
        self.assistant = Assistant(
            self.registry,
            self.invoker,
            guard,
            config.assistant,
            self.translators.make,
            frozenset(config.commands.disabled_patterns),
            self.policy,
            self._thinking,
            self.ask_timeout,
            self.audit,
            alarms=self._alarms,
            exchanged=self.audit.exchange,
            kept=self._kept,
            alerts=self.agents.alerts,
            routines=lambda: read_routines(self.commands.found.routines if self.commands.found else (), records),
            damaged=lambda: [] if self.device.stores is None else self.device.stores.newly_damaged(),
        )
        self.agents.is_busy = lambda: self.assistant.stop(DEVICE_SESSION, look_only=True)
        self.registry.reload()

    @property
    def ask_timeout(self) -> float:
        """Seconds that a request may take at most: the fast paths, a plan from a model, and for each of its calls two
        checks, the call, a second try, and the words for its result."""
        assistant, calls = self.config.assistant, self.config.assistant.max_commands
        return (
            assistant.pre_route_budget
            + self.config.llm.timeout * (1 + 2 * calls)
            + 2 * calls * (self.config.invoke.timeout + 2 * assistant.hook_timeout)
        )

    def warm_up(self) -> None:
        """Do now what the first utterance would otherwise wait for: phrases, training, the model and its prompt."""
        read_phrases(device_language())
        self.assistant.warm_up()
        self.translators.prepare()

    def shutdown(self) -> None:
        """Stop running tools, close every toolbox, let go of the stores."""
        self.agents.stop()
        if get_node() is self._node:
            set_node(None)
        self._alarms.shutdown()
        self._thinking.shutdown()
        self.invoker.shutdown()
        if self.mcp is not None:
            self.mcp.close()  # all servers at a time, which the registry would close one by one
        self.registry.shutdown()
        self.commands.close()
        self.translators.shutdown()
        self.device.close()
        self.audit.close()
        if self._kept is not None:
            self._kept.close()


def _follow(source: McpSource, reload: Reload) -> None:
    source.follow(reload.snapshot.toolboxes)


def _conversation_store(config: JarvisConfig) -> ConversationStore | None:
    """Where conversations are kept over a restart; None where they are not, or can't be."""
    if not config.assistant.keep_conversations:
        return None
    try:
        return ConversationStore(forget_after=config.assistant.forget_after)
    except StoreError as error:
        LOG.error(f"conversations are not kept over a restart: {error}")
        return None
