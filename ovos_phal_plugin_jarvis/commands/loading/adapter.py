"""Commands written to an SDK that has less than ours: what they lack is added, what they have is theirs."""

from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis.sdk import IJarvisCommand
from ovos_phal_plugin_jarvis.sdk.examples import callbacks_of

_MEMBERS = [name for name in dir(IJarvisCommand) if not name.startswith("_")]


class _Completed(IJarvisCommand):
    """Answers with the wrapped command's members, and with our defaults for those it lacks."""

    def __init__(self, wrapped: Any) -> None:
        self.wrapped = wrapped

    def __getattribute__(self, name: str) -> Any:
        if name == "wrapped" or name.startswith("_"):
            return object.__getattribute__(self, name)
        wrapped = object.__getattribute__(self, "wrapped")
        try:
            return getattr(wrapped, name)
        except AttributeError:
            if hasattr(type(wrapped), name):
                raise  # its own property failed; our default must not hide that
            return object.__getattribute__(self, name)

    def get_callbacks(self) -> dict[str, Any]:
        return callbacks_of(self.wrapped)

    def __repr__(self) -> str:
        return repr(self.wrapped)


# What is abstract is answered by the wrapped command.
_Completed.__abstractmethods__ = frozenset()
_complete: Any = _Completed


def complete(command: Any) -> Any:
    """*command* itself where it has all that a host calls, else the same with our defaults for the rest."""
    if isinstance(command, IJarvisCommand) or all(hasattr(type(command), name) for name in _MEMBERS):
        return command
    return _complete(command)
