"""The stores as what ``JarvisStorage`` talks to."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from ovos_phal_plugin_jarvis.sdk.storage import StorageBackend
from ovos_phal_plugin_jarvis.stores.auth import AuthStore
from ovos_phal_plugin_jarvis.stores.data import DataStore
from ovos_phal_plugin_jarvis.stores.secrets import SecretStore


class SqliteBackend(StorageBackend):
    """Hands each verb to the store that knows it; see there for errors."""

    def __init__(self, data: DataStore, secrets: SecretStore, auth: AuthStore) -> None:
        self._data = data
        self._secrets = secrets
        self.auth = auth
        """State of logins, for ``services.command_auth_service``; no verb of the published interface."""

    def save(self, command_name: str, data_key: str, data: dict[str, Any], expires_at: datetime | None = None) -> None:
        if expires_at is not None and expires_at.tzinfo is None:
            expires_at = expires_at.replace(tzinfo=timezone.utc)  # as the original reads it
        self._data.save(command_name, data_key, data, expires_at)

    def get(self, command_name: str, data_key: str) -> dict[str, Any] | None:
        return self._data.get(command_name, data_key)

    def get_all(self, command_name: str) -> list[dict[str, Any]]:
        """Every living record, with its key and the end of its time beside what was saved."""
        return [
            {**record, "_data_key": key, "_expires_at": expires_at.isoformat() if expires_at else None}
            for key, record, expires_at in self._data.rows(command_name)
        ]

    def delete(self, command_name: str, data_key: str) -> bool:
        return self._data.delete(command_name, data_key)

    def delete_all(self, command_name: str) -> int:
        return self._data.delete_all(command_name)

    def get_secret(self, key: str, scope: str, user_id: Any = None) -> str | None:
        return self._secrets.get(key, scope, user_id)

    def set_secret(self, key: str, value: str, scope: str, value_type: str = "string", user_id: Any = None) -> None:
        self._secrets.set(key, value, scope, value_type, user_id)

    def delete_secret(self, key: str, scope: str, user_id: Any = None) -> None:
        self._secrets.delete(key, scope, user_id)

    def get_all_secrets(self, scope: str, user_id: Any = None) -> dict[str, str]:
        return self._secrets.values(scope, user_id)

    def secret_rows(self, scope: str, user_id: Any = None) -> list[tuple[str, str, str, str, int | str | None]]:
        """Every secret of a scope that is set: key, value, scope, value type and user; of all users where none is
        given."""
        return self._secrets.rows(scope, user_id)
