"""Who is told of each call: the seam between those who run tools and whoever keeps a record of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool

DENIED = "denied"
"""The outcome of a call that the policy forbids."""


class Audit(Protocol):
    """Takes note of a call. Never raises and never waits for anybody."""

    def __call__(
        self,
        tool: LoadedTool,
        context: InvocationContext,
        outcome: str,
        rule: str,
        *,
        arguments: Any = None,
        elapsed_ms: float = 0.0,
    ) -> None:
        """
        Args:
            tool: what was to be called.
            context: who asked.
            outcome: ``done``, ``denied``, or the code of the error.
            rule: what allowed or forbade it.
            arguments: what it was called with, as it came.
            elapsed_ms: milliseconds that it took.
        """


def no_audit(
    tool: LoadedTool,
    context: InvocationContext,
    outcome: str,
    rule: str,
    *,
    arguments: Any = None,
    elapsed_ms: float = 0.0,
) -> None:
    """Keeps no record."""


def named(arguments: Any) -> Mapping[str, Any]:
    """Arguments as a mapping, whatever a stranger sent."""
    return arguments if isinstance(arguments, Mapping) else {} if arguments is None else {"": arguments}
