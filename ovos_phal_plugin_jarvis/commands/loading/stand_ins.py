"""The modules that packages import from elsewhere and that we stand in for."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.sdk.others import adopt

_OURS = "ovos_phal_plugin_jarvis."
_SDK = f"{_OURS}sdk"
_PUBLISHED = "jarvis_command_sdk"

_SUBMODULES = (
    "agent",
    "auth",
    "authentication",
    "bluetooth_audio",
    "button",
    "color",
    "command",
    "context",
    "context_provider",
    "date_keys",
    "device_manager",
    "device_protocol",
    "field_spec",
    "forge",
    "geocoding",
    "inbox",
    "interactive",
    "package",
    "parameter",
    "process",
    "prompt_provider",
    "proposable",
    "record_summary",
    "request",
    "response",
    "secret",
    "settings",
    "signals",
    "storage",
    "validation",
)

_NODE = "ovos_phal_plugin_jarvis.commands.node"

NODE_ROOTS = frozenset(
    {
        "agents",
        "app",
        "clients",
        "commands",
        "constants",
        "core",
        "db",
        "device_families",
        "device_managers",
        "exceptions",
        "jarvis_services",
        "repositories",
        "routines",
        "services",
        "utils",
    }
)
"""First parts of the names of a node's own modules. What we lack of them is on no package index either: a stranger
could register the name there."""

FOREIGN_MODULES: Mapping[str, str] = MappingProxyType(
    {
        "jarvis_command_sdk": _SDK,
        **{f"jarvis_command_sdk.{name}": f"{_SDK}.{name}" for name in _SUBMODULES},
        # Commands of the older, built-in kind.
        "core.alert": f"{_NODE}.alert",
        "core.command_response": f"{_SDK}.response",
        "core.ijarvis_agent": f"{_SDK}.agent",
        "core.ijarvis_authentication": f"{_SDK}.authentication",
        "core.ijarvis_button": f"{_SDK}.button",
        "core.ijarvis_command": f"{_SDK}.command",
        "core.ijarvis_package": f"{_SDK}.package",
        "core.ijarvis_parameter": f"{_SDK}.parameter",
        "core.ijarvis_secret": f"{_SDK}.secret",
        "core.request_information": f"{_SDK}.request",
        "core.validation_result": f"{_SDK}.validation",
        "constants.relative_date_keys": f"{_SDK}.date_keys",
        "exceptions.missing_secrets_error": f"{_SDK}.auth",
        "services.command_auth_service": "ovos_phal_plugin_jarvis.commands.auth.service",
        "services.secret_service": f"{_NODE}.secrets",
        "jarvis_log_client": f"{_SDK}.log_client",
        # What a node offers its commands.
        "clients.jarvis_command_center_client": f"{_NODE}.llm_client",
        "clients.rest_client": f"{_NODE}.rest_client",
        "core.ijarvis_device_manager": f"{_SDK}.device_manager",
        "core.ijarvis_device_protocol": f"{_SDK}.device_protocol",
        "device_families.base": f"{_SDK}.device_protocol",
        "services.alert_queue_service": f"{_NODE}.alert_queue",
        "services.node_llm_client": f"{_NODE}.llm_client",
        "services.reminder_service": f"{_NODE}.reminders",
        "services.storage_backend": f"{_NODE}.helpers",
        "services.timer_service": f"{_NODE}.timers",
        "utils.date_util": f"{_NODE}.helpers",
        "utils.service_discovery": f"{_NODE}.helpers",
    }
)
"""Module name as packages write it → our module of the same meaning."""


class ForeignNameError(ImportError):
    """A package imports something of the SDK that ours does not have. The message names all three."""


class ForeignModuleError(ForeignNameError, ModuleNotFoundError):
    """The same of a whole module."""


class ForeignModules:
    """Looks up foreign modules: an installed one where there is one, else ours.

    Args:
        owner: how messages call the package that imports.
        modules: foreign module name → our module name.
    """

    def __init__(self, owner: str, modules: Mapping[str, str] = FOREIGN_MODULES) -> None:
        self._owner = owner
        self._modules = modules
        self._roots = NODE_ROOTS.union(name.partition(".")[0] for name in modules)
        self._installed: dict[str, bool] = {}

    def knows(self, name: str) -> bool:
        """Whether *name* is ours to answer, be it with a module or with an error: its first part is one of
        the foreign names, and no such module is installed."""
        root = name.partition(".")[0]
        if root not in self._roots:
            return False
        # A real SDK is taken whole. "core" may be installed and be something else: there the module counts.
        return not self._is_installed(root if root in self._modules else name)

    def serves(self, name: str) -> bool:
        """Whether ``find`` gives something for *name*, which is ours to answer."""
        return self.knows(name) and any(known == name or known.startswith(f"{name}.") for known in self._modules)

    def find(self, name: str) -> ModuleType:
        """Our module for *name*, or what stands for a parent of one.

        Raises:
            ForeignModuleError: where there is none.
        """
        target = self._modules.get(name)
        if target is not None:
            return importlib.import_module(target)
        if any(known.startswith(f"{name}.") for known in self._modules):
            return _ForeignPackage(name, self)
        raise ForeignModuleError(f"{self._owner} imports the module '{name}', which {_where(name)}", name=name)

    def check_names(self, name: str, module: ModuleType, wanted: tuple[str, ...]) -> None:
        """Raise ForeignNameError where *module*, which stands for *name*, lacks one of *wanted*."""
        for item in wanted:
            if item != "*" and not hasattr(module, item):
                raise ForeignNameError(f"{self._owner} imports '{item}' from '{name}', which {_where(name)}", name=name)

    def _is_installed(self, name: str) -> bool:
        known = self._installed.get(name)
        if known is None:
            known = self._installed[name] = _is_importable(name)
        return known


def _where(name: str) -> str:
    if name.partition(".")[0] in NODE_ROOTS:
        return "is a part of the Jarvis node that is not offered here; there is no package to install for it"
    return "this SDK does not have"


def is_ours(module: ModuleType) -> bool:
    """Whether *module* is one of ours, whatever name it was found under."""
    return isinstance(module, _ForeignPackage) or module.__name__.startswith(_OURS)


def _is_importable(name: str) -> bool:
    loaded = sys.modules.get(name)
    if loaded is not None:
        return not is_ours(loaded)
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return False
    # In a test, our own stands there under the foreign name.
    return found is not None and not getattr(found.loader, "is_stand_in", False)


def adopt_installed_sdk() -> None:
    """Where the real SDK is installed, have what packages keep with it land where ours keeps it."""
    if not _is_importable(_PUBLISHED):
        return
    try:
        adopt(importlib.import_module(_PUBLISHED))
    except Exception as error:  # noqa: BLE001 - not our code; packages that import it fail the same way, and are told
        LOG.warning(f"the installed {_PUBLISHED} can't be imported: {error_text(error)}")


class _ForeignPackage(ModuleType):
    """What ``import core.command_response`` binds: a name whose members are found when they are asked for."""

    def __init__(self, name: str, modules: ForeignModules) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self._modules = modules

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self._modules.find(f"{self.__name__}.{name}")
        except ForeignNameError as error:
            raise AttributeError(str(error)) from None
