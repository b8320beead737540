"""The data browser of a runtime: the commands that are loaded, the store of the device, deadlines for foreign code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ovos_phal_plugin_jarvis.commands.records import RecordBrowser, RecordError
from ovos_phal_plugin_jarvis.runtime.device import Device
from ovos_phal_plugin_jarvis.stores import StoreError
from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignCalls, ForeignFailure
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot

SECONDS = 10.0
"""That a command may take to tell of its records, or to make one."""


class Records:
    """Does what is asked of the records of commands."""

    def __init__(self, snapshot: Callable[[], Snapshot], device: Device) -> None:
        """
        Args:
            snapshot: what is loaded now.
            device: whose stores hold the records.
        """
        self._foreign = ForeignCalls(SECONDS)
        self._browser = RecordBrowser(
            lambda: commands_of(snapshot()),
            lambda: device.stores.data if device.stores is not None else None,
            self._run,
        )

    def control(
        self,
        action: str,
        command: str | None,
        key: str | None = None,
        fields: Mapping[str, Any] | None = None,
        user_id: int | None = None,
    ) -> dict[str, Any]:
        """What comes of ``list``, ``show``, ``add``, ``edit`` or ``remove``.

        Args:
            action: one of these.
            command: whose records; None lists the commands that have any.
            key: of a record.
            fields: field → value.
            user_id: who asks, where somebody says.

        Raises:
            InvalidRequest: it can't be done; the message says why.
        """
        if action not in ("list", "show", "add", "edit", "remove"):
            raise InvalidRequest(f"'action' must be list, show, add, edit or remove, got '{action:.40}'")
        if command is None and action != "list":
            raise InvalidRequest("Missing required field: 'command'")
        if key is None and action in ("show", "edit", "remove"):
            raise InvalidRequest("Missing required field: 'key'")
        try:
            if command is None:
                return self._browser.overview()
            if action == "list":
                return self._browser.list(command)
            if action == "add":
                return self._browser.add(command, fields or {}, user_id)
            assert key is not None
            if action == "edit":
                return self._browser.edit(command, key, fields or {})
            return self._browser.show(command, key) if action == "show" else self._browser.remove(command, key)
        except (RecordError, StoreError) as error:
            raise InvalidRequest(str(error)) from None

    def _run(self, name: str, work: Callable[[], Any]) -> Any:
        try:
            return self._foreign.run(name, work)
        except ForeignFailure as error:
            raise RecordError(f"{name}: {error}") from None


def commands_of(snapshot: Snapshot) -> dict[str, Any]:
    """Name → command of what is loaded into this process. Of two with one name there is neither."""
    found: dict[str, Any] = {}
    for name, tools in snapshot.by_name.items():
        if len(tools) == 1 and tools[0].actions is not None and tools[0].actions.keeper is not None:
            found[name] = tools[0].actions.keeper
    return found
