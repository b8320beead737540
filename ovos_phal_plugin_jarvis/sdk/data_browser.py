"""A command's records on a screen: what may be seen, changed and added there."""

from __future__ import annotations

import uuid
from abc import ABC, abstractmethod
from typing import Any

from ovos_phal_plugin_jarvis.sdk.field_spec import FieldSpec
from ovos_phal_plugin_jarvis.sdk.record_summary import DataBrowserMode, RecordSummary
from ovos_phal_plugin_jarvis.sdk.storage import JarvisStorage

_SET_HERE = frozenset({"user_id", "id", "data_key", "created_at"})


class BrowsableRecords(ABC):
    """The members of a command that a screen with its records uses; all have a default."""

    @property
    @abstractmethod
    def command_name(self) -> str:
        """See ``JarvisCommandBase``."""

    @property
    def data_browser_mode(self) -> DataBrowserMode:
        """``enabled``, ``readonly`` or ``disabled``: what a user may do with its records."""
        return "enabled"

    @property
    def data_browser_storage_name(self) -> str:
        """The name its records are kept under."""
        return self.command_name

    @property
    def data_browser_supports_create(self) -> bool:
        """Whether a user may add records by hand."""
        return False

    def editable_fields(self) -> list[FieldSpec]:
        """The fields of a record; none means that records are shown as they are."""
        return []

    def display_summary(self, record: dict[str, Any]) -> RecordSummary:
        """A record in a list: by default its first text that is not empty, else the command's name."""
        texts = (value for value in record.values() if isinstance(value, str) and value)
        return RecordSummary(title=next(texts, self.command_name))

    def data_browser_create(self, fields: dict[str, Any], requesting_user_id: int | None) -> tuple[str, dict[str, Any]]:
        """Keep a record that a user made by hand; who made it is never taken from *fields*.

        Returns:
            The new key and the record as it was kept.

        Raises:
            ValueError: where it is not known who asks.
        """
        if requesting_user_id is None:
            raise ValueError(f"{self.command_name}: a record needs the user who creates it")
        key = uuid.uuid4().hex
        record = {name: value for name, value in fields.items() if name not in _SET_HERE}
        record.update(id=key, user_id=requesting_user_id)
        JarvisStorage(self.data_browser_storage_name).save(key, record)
        return key, record
