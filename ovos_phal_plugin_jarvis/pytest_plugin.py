"""For the tests of who writes a package: ``import jarvis_command_sdk`` and the other published names find our SDK.

pytest loads it wherever this distribution is installed. It does nothing but stand last among the finders of modules:
a real SDK, or a module of the package's own, is found before it.
"""

from __future__ import annotations

from ovos_phal_plugin_jarvis.commands.loading.stand_in_finder import StandInFinder
from ovos_phal_plugin_jarvis.commands.loading.stand_ins import FOREIGN_MODULES
from ovos_phal_plugin_jarvis.llm.prompts.published_names import PUBLISHED_MODULES

StandInFinder({**FOREIGN_MODULES, **PUBLISHED_MODULES}).install()
