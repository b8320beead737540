"""Everything that is needed to serve tools and utterances, with or without a bus, and its one end."""
from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis.assistant.assistant import Assistant
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.runtime.translators import TranslatorFactory
from ovos_phal_plugin_jarvis.tools.command_host import CommandHost
from ovos_phal_plugin_jarvis.tools.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.lifetime import Lifetimes
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource, ToolBoxSource


class Runtime:
    """Owns the registry, the invoker and the assistant."""

    def __init__(self, config: JarvisConfig, bus: Any = None, *, limit_rate: bool = True) -> None:
        """Load every tool.

        Args:
            config: the plugin's section.
            bus: given to the toolboxes; None where there is no bus.
            limit_rate: False for a process that serves the one who started it.

        Raises:
            ConfigError: a setting can't be used.
        """
        self.config = config
        guard = Guard(config.assistant, limit_rate=limit_rate)
        lifetimes = Lifetimes()
        host = CommandHost()
        sources: list[ToolBoxSource] = [EntryPointSource(config, host)]
        self.registry = Registry(sources, bus, lifetimes)
        self.invoker = Invoker(workers=config.invoke.workers, queue=config.invoke.queue,
                               timeout=config.invoke.timeout, lifetimes=lifetimes)
        self.translators = TranslatorFactory(config)
        self.assistant = Assistant(self.registry, self.invoker, guard, config.assistant, self.translators.make,
                                   frozenset(config.commands.disabled_patterns))
        self.registry.reload()

    @property
    def ask_timeout(self) -> float:
        """Seconds that a request may take at most: a model's answer, then every call of a full plan."""
        return self.config.llm.timeout + self.config.assistant.max_commands * self.config.invoke.timeout

    def shutdown(self) -> None:
        """Stop running tools, close every toolbox."""
        self.invoker.shutdown()
        self.registry.shutdown()
        self.translators.shutdown()
