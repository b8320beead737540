"""Where timers, alarms and reminders are kept: the host's storage, so that a restart and other processes see them, else
this process."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.sdk import JarvisStorage, get_backend


class Kept(Protocol):
    """What can be kept."""

    @property
    def id(self) -> str:
        """Unlike that of any other."""

    def record(self) -> dict[str, Any]:
        """It as JSON."""


T = TypeVar("T", bound=Kept)


class RecordStore(Generic[T]):
    """The things of one kind on this device. Its methods may be called from any thread.

    With no storage backend registered, they live as long as this object; they move to the storage at the first call
    after one was registered.

    Args:
        name: of the storage.
        kind: whose ``from_record`` reads one, or raises ``ValueError``.
    """

    def __init__(self, name: str, kind: Any) -> None:
        self._storage = JarvisStorage(name)
        self._kind = kind
        self._owner = uuid.uuid4().hex
        self._memory: dict[str, T] = {}
        self._lock = threading.Lock()
        self._refused: set[str] = set()

    def all(self) -> list[T]:
        """Everything that is kept, in no order."""
        with self._lock:
            if not self._stored():
                return list(self._memory.values())
        return self._read(self._storage)

    def get(self, key: str) -> T | None:
        """The one with this id."""
        with self._lock:
            if not self._stored():
                return self._memory.get(key)
        record = self._storage.get(key)
        return None if record is None else self._parsed(record)

    def save(self, item: T) -> None:
        """Keep *item*, in place of one with the same id. It is on the disk when this returns."""
        with self._lock:
            if not self._stored():
                self._memory[item.id] = item
                return
        self._storage.save(item.id, item.record())

    def take(self, key: str) -> bool:
        """Remove one. True for the one caller, of all processes, that removed it."""
        with self._lock:
            if not self._stored():
                return self._memory.pop(key, None) is not None
        return self._storage.delete(key)

    def _read(self, storage: JarvisStorage) -> list[T]:
        return [item for record in storage.get_all() if (item := self._parsed(record)) is not None]

    def _parsed(self, record: Mapping[str, Any]) -> T | None:
        try:
            item: T = self._kind.from_record(record)
        except ValueError as error:
            said = str(record)[:80]
            if said not in self._refused:
                self._refused.add(said)
                LOG.warning(f"a stored record is left out, {error}: {said}")
            return None
        return item

    def _stored(self) -> bool:
        if get_backend() is None:
            return False
        while self._memory:
            item = next(iter(self._memory.values()))
            self._storage.save(item.id, item.record())
            del self._memory[item.id]
        return True
