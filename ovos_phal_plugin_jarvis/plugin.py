"""The PHAL plugin: reads its section of mycroft.conf and runs the service on the bus that PHAL gives it."""

from __future__ import annotations

from typing import Any

from ovos_plugin_manager.templates.phal import PHALPlugin
from ovos_utils import classproperty
from ovos_utils.log import LOG
from ovos_utils.process_utils import RuntimeRequirements

from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.config import PLUGIN_ID, ConfigError, load_usable_config, usable_everywhere
from ovos_phal_plugin_jarvis.runtime.claim import Claim
from ovos_phal_plugin_jarvis.runtime.service import Service
from ovos_phal_plugin_jarvis.runtime.serving import Serving


class JarvisPHALPlugin(PHALPlugin):
    """Tools for OVOS. Loads and works without a network."""

    def __init__(self, bus: Any = None, config: dict[str, Any] | None = None) -> None:
        """
        Args:
            bus: a messagebus client; None connects to the one that the device is configured for.
            config: the plugin's section; None reads it from mycroft.conf.
        """
        super().__init__(bus=bus, name=PLUGIN_ID, config=config)
        settings, problems = load_usable_config(self.config)

        def make(link: BusLink, claim: Claim) -> Service:
            try:
                return Service(link, claim, settings, problems)
            except ConfigError as error:
                # A setting of the right type that can't be used, which only the room that uses it can tell.
                problems.append(f"PHAL.{PLUGIN_ID}.{error}")
                return Service(link, claim, usable_everywhere(settings), problems)

        self._serving = Serving(self.bus, make, "ovos-PHAL")
        self._serving.start()
        for problem in problems:
            LOG.error(f"{problem}; the setting is ignored")

    @property
    def service(self) -> Service | None:
        """What answers; None while another process serves this bus or this data folder."""
        return self._serving.service

    @classproperty
    def runtime_requirements(cls) -> RuntimeRequirements:
        """Neither network nor internet, before loading or after."""
        return RuntimeRequirements(
            internet_before_load=False,
            network_before_load=False,
            requires_internet=False,
            requires_network=False,
            no_internet_fallback=True,
            no_network_fallback=True,
        )

    def shutdown(self) -> None:
        """Stop answering, end every thread, and let PHAL's own handlers go."""
        self._serving.shutdown()
        super().shutdown()
