"""Another SDK of the same interface in this process: what the host tells ours, it is told as well.

Where the real ``jarvis_command_sdk`` is installed, packages import that one, and its ``JarvisStorage`` keeps nothing
as long as nobody gives it somewhere to keep things.
"""

from __future__ import annotations

import logging
from types import ModuleType
from typing import Any

_LOG = logging.getLogger(__name__)
_others: list[ModuleType] = []
_told: dict[str, Any] = {}


def adopt(module: ModuleType) -> None:
    """Tell *module*, an SDK, what ours was told, and from now on whatever ours is told; once."""
    if module in _others:
        return
    _others.append(module)
    for name, value in _told.items():
        _tell(module, name, value)


def tell(setter: str, value: Any, keep: bool = True) -> None:
    """Call *setter* of every other SDK with *value*.

    Args:
        setter: the name of a function at the top of the interface.
        value: its argument.
        keep: one that comes later is told too.
    """
    if keep:
        _told[setter] = value
    for module in _others:
        _tell(module, setter, value)


def _tell(module: ModuleType, setter: str, value: Any) -> None:
    function = getattr(module, setter, None)
    if function is None:
        return  # an older one
    try:
        function(value)
    except Exception as error:  # noqa: BLE001 -- not our code
        _LOG.warning("%s of the installed SDK raised %s: %s", setter, type(error).__name__, error)
