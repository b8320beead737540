"""One SQLite file that several processes and threads may use at once.

What makes an acknowledged write survive ``kill -9`` and a pulled plug: write-ahead logging with
``synchronous = FULL``, so that a transaction is on the disk before :meth:`Database.write` returns.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.stores.errors import StoreError

BUSY_TIMEOUT = 15.0
"""Seconds a write waits for another process before it is given up."""

_DAMAGE = ("malformed", "not a database", "unsupported file format")


class Database:
    """A file, its schema and the one connection of this process.

    Args:
        path: the file; it and its folder are made where they are missing, readable by the user alone.
        migrations: SQL scripts; script *n* takes the file from schema version *n* to *n + 1*. Released
            scripts are never edited, only followed by new ones.
        busy_timeout: seconds to wait for a lock that another process holds.
        on_damage: told of a damaged file, as what it was kept.

    Raises:
        StoreError: the file cannot be opened (permissions, disk) or was written by a newer version of the
            plugin. A damaged file raises nothing: it is set aside, with an error in the log.
    """

    def __init__(
        self,
        path: Path,
        migrations: Sequence[str],
        *,
        busy_timeout: float = BUSY_TIMEOUT,
        on_damage: Callable[[Path], None] | None = None,
    ) -> None:
        self.path = path
        self._on_damage = on_damage
        self._migrations = tuple(migrations)
        self._busy_timeout = busy_timeout
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._closed = False
        with self._lock, self._explained():
            self._connect()

    @contextlib.contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A connection to SELECT with.

        Raises:
            StoreError: the file cannot be read; where it is damaged it was set aside first.
        """
        with self._lock, self._explained():
            yield self._current()

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A connection inside a transaction: on the disk when the block has ended, undone where it raised.

        Raises:
            StoreError: the file cannot be written (locked for longer than the busy timeout, full disk,
                permissions).
        """
        with self._lock, self._explained():
            connection = self._current()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Let go of the file. Closing twice is fine; using the store afterwards raises StoreError."""
        with self._lock:
            self._closed = True
            self._disconnect()

    def _current(self) -> sqlite3.Connection:
        if self._closed:
            raise StoreError(f"{self.path.name} is closed: the service that owned it has shut down")
        # Another process may have set a damaged file aside; writing on into the renamed one would lose data.
        if self._connection is None or self._identity != _identity(self.path):
            self._disconnect()
            self._connect()
        assert self._connection is not None
        return self._connection

    def _connect(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Switching to WAL, migrating and setting a file aside must happen in one process at a time.
        with exclusive_lock(self.path.with_name(self.path.name + ".lock")):
            try:
                connection = self._open()
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
                self._set_aside(error)
                connection = self._open()
            self._connection = connection
            self._identity = _identity(self.path)

    def _open(self) -> sqlite3.Connection:
        # Made here rather than by SQLite, so that it is never readable by others, not even for a moment.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        connection = sqlite3.connect(
            self.path, timeout=self._busy_timeout, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            problems = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
            if problems != ["ok"]:
                raise sqlite3.DatabaseError(f"database disk image is malformed: {problems[0]}")
            self._migrate(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        newest = len(self._migrations)
        if version > newest:
            raise StoreError(
                f"{self.path} has schema version {version}, this version of the plugin knows {newest}: "
                "upgrade ovos-phal-plugin-jarvis, or move the file away to start empty"
            )
        for target in range(version + 1, newest + 1):
            script = self._migrations[target - 1]
            connection.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {target}; COMMIT;")

    def _set_aside(self, error: sqlite3.DatabaseError) -> None:
        stamp = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%S%fZ")
        kept = self.path.with_name(f"{self.path.name}.corrupt-{stamp}")
        for suffix in ("", "-wal", "-shm"):
            source = self.path.with_name(self.path.name + suffix)
            if source.exists():
                source.rename(kept.with_name(kept.name + suffix))
        if self._on_damage is not None:
            self._on_damage(kept)
        LOG.error(
            f"{self.path} is damaged ({error}); it was kept as {kept} and an empty one was started. "
            f"To get data back, stop the service and try: sqlite3 {kept} .recover"
        )

    def _disconnect(self) -> None:
        connection, self._connection, self._identity = self._connection, None, None
        if connection is not None:
            connection.close()

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if _is_damage(error):
                # Dropping the connection makes the next use look at the file again and set it aside.
                self._disconnect()
                raise StoreError(f"{self.path} is damaged ({error}); the next use starts an empty one") from error
            if "locked" in str(error) or "busy" in str(error):
                raise StoreError(
                    f"{self.path} was locked by another process for more than {self._busy_timeout:g} s; try again"
                ) from error
            raise StoreError(
                f"{self.path} cannot be used ({error}): check its permissions and the free disk space"
            ) from error
        except OSError as error:
            raise StoreError(
                f"{self.path} cannot be used ({error.strerror or error}): check its permissions"
            ) from error


@contextlib.contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Hold *path* against every other process (and every other holder in this one) until the block ends.

    The kernel lets go of it when a process dies, so a killed one leaves nothing to clean up.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return any(sign in str(error) for sign in _DAMAGE)
