"""OVOS PHAL plugin that finds tools, serves them on the messagebus and turns utterances into tool calls.

The names below are the public ones; each is imported when it is first used, so that a toolbox or a command
that needs one of them does not pay for the rest.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ovos_phal_plugin_jarvis.version import __version__

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.plugin import JarvisPHALPlugin
    from ovos_phal_plugin_jarvis.tools.command_toolbox import CommandToolBox
    from ovos_phal_plugin_jarvis.tools.function_toolbox import FunctionToolBox

__all__ = ["CommandToolBox", "FunctionToolBox", "JarvisPHALPlugin", "__version__"]

_HOMES = {
    "CommandToolBox": "ovos_phal_plugin_jarvis.tools.command_toolbox",
    "FunctionToolBox": "ovos_phal_plugin_jarvis.tools.function_toolbox",
    "JarvisPHALPlugin": "ovos_phal_plugin_jarvis.plugin",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
