"""What a command keeps: records of its own, and the values of secrets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import datetime
from typing import Any

from ovos_phal_plugin_jarvis.sdk.context import get_current_user_id
from ovos_phal_plugin_jarvis.sdk.others import tell


class StorageBackend(ABC):
    """What a host implements and registers with :func:`set_backend`. Called from several threads at once."""

    @abstractmethod
    def save(self, command_name: str, data_key: str, data: dict[str, Any], expires_at: datetime | None = None) -> None:
        """Keep *data* under the pair of names, in place of what was there, until *expires_at*."""

    @abstractmethod
    def get(self, command_name: str, data_key: str) -> dict[str, Any] | None:
        """The record, or None where there is none or it has expired."""

    @abstractmethod
    def get_all(self, command_name: str) -> list[dict[str, Any]]:
        """Every record of the command that has not expired."""

    @abstractmethod
    def delete(self, command_name: str, data_key: str) -> bool:
        """Forget one record. True where there was one."""

    @abstractmethod
    def delete_all(self, command_name: str) -> int:
        """Forget every record of the command. How many there were."""

    @abstractmethod
    def get_secret(self, key: str, scope: str, user_id: int | None = None) -> str | None:
        """The value, or None where none is set. *user_id* counts in scope ``user`` only."""

    @abstractmethod
    def set_secret(
        self, key: str, value: str, scope: str, value_type: str = "string", user_id: int | None = None
    ) -> None:
        """Keep the value of a secret."""

    @abstractmethod
    def delete_secret(self, key: str, scope: str, user_id: int | None = None) -> None:
        """Forget the value of a secret; nothing happens where there was none."""

    def get_all_secrets(self, scope: str, user_id: int | None = None) -> dict[str, str]:
        """Key → value of every secret of the scope that is set. Empty in a host that cannot list them."""
        return {}


_backend: StorageBackend | None = None


def set_backend(backend: StorageBackend | None) -> None:
    """Register where data goes, for every :class:`JarvisStorage`. None takes it away."""
    global _backend  # one store a process is what the published interface has
    _backend = backend
    tell("set_backend", backend)


def get_backend() -> StorageBackend | None:
    """Where data goes, or None where no host has registered."""
    return _backend


class JarvisStorage:
    """A command's own corner of the store.

    With no backend registered (a test of the command alone), reads give None, ``[]``, False or 0 and writes
    do nothing.

    Args:
        command_name: whose records these are.
        secret_scope: the scope of secrets where a call names none.
    """

    def __init__(self, command_name: str, secret_scope: str = "integration") -> None:
        self._command_name = command_name
        self._secret_scope = secret_scope

    def save(self, key: str, data: dict[str, Any], expires_at: datetime | None = None) -> None:
        """Keep *data* under *key*, in place of what was there, until *expires_at*."""
        if _backend is not None:
            _backend.save(self._command_name, key, data, expires_at)

    def get(self, key: str) -> dict[str, Any] | None:
        """The record, or None where there is none or it has expired."""
        return None if _backend is None else _backend.get(self._command_name, key)

    def get_all(self) -> list[dict[str, Any]]:
        """Every record that has not expired."""
        return [] if _backend is None else _backend.get_all(self._command_name)

    def delete(self, key: str) -> bool:
        """Forget one record. True where there was one."""
        return False if _backend is None else _backend.delete(self._command_name, key)

    def delete_all(self) -> int:
        """Forget every record. How many there were."""
        return 0 if _backend is None else _backend.delete_all(self._command_name)

    def get_secret(self, key: str, scope: str | None = None) -> str | None:
        """The value of a secret, or None where none is set."""
        if _backend is None:
            return None
        scope = scope or self._secret_scope
        return _backend.get_secret(key, scope, user_id=user_of(scope))

    def set_secret(self, key: str, value: str, scope: str | None = None, value_type: str = "string") -> None:
        """Keep the value of a secret."""
        if _backend is not None:
            scope = scope or self._secret_scope
            _backend.set_secret(key, value, scope, value_type, user_id=user_of(scope))

    def delete_secret(self, key: str, scope: str | None = None) -> None:
        """Forget the value of a secret."""
        if _backend is not None:
            scope = scope or self._secret_scope
            _backend.delete_secret(key, scope, user_id=user_of(scope))


def user_of(scope: str) -> int | None:
    """The user whose secrets *scope* means just now: the one being served for ``user``, else nobody's."""
    return get_current_user_id() if scope == "user" else None
