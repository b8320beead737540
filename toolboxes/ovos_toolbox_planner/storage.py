"""The planner's file: SQLite, written by one or several processes, with a journal of what changed.

What was acknowledged survives ``kill -9`` and a pulled plug: write-ahead logging with ``synchronous = FULL``. A change
is one transaction, and writes beside itself what its rows were before, so that it can be taken back.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ovos_utils.xdg_utils import xdg_data_home

BUSY_SECONDS = 5.0
"""How long a call waits for another process that writes."""
KEPT_CHANGES = 200
"""Changes of one user that can be taken back."""
MIGRATIONS = (
    """
    CREATE TABLE tasks (
        owner TEXT NOT NULL, uid TEXT NOT NULL, day TEXT NOT NULL, title TEXT NOT NULL, type TEXT,
        completed INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (owner, uid)
    ) WITHOUT ROWID;
    CREATE INDEX tasks_of_a_day ON tasks (owner, day, place);
    CREATE TABLE habits (
        owner TEXT NOT NULL, uid TEXT NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (owner, uid)
    ) WITHOUT ROWID;
    CREATE TABLE habit_days (
        owner TEXT NOT NULL, habit TEXT NOT NULL, day TEXT NOT NULL, PRIMARY KEY (owner, habit, day)
    ) WITHOUT ROWID;
    CREATE TABLE reflections (
        owner TEXT NOT NULL, day TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (owner, day)
    ) WITHOUT ROWID;
    CREATE TABLE changes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,
        about TEXT NOT NULL, rows TEXT NOT NULL
    );
    CREATE INDEX changes_of_a_user ON changes (owner, id);
    """,
)
"""Script *n* takes the file from version *n* to *n + 1*. One that was released is never edited."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "tasks": ("owner", "uid"),
    "habits": ("owner", "uid"),
    "habit_days": ("owner", "habit", "day"),
    "reflections": ("owner", "day"),
}
"""Table → the columns that tell its rows apart; each belongs to one owner."""
Row = dict[str, Any]
DISK_FULL, READ_ONLY, BUSY, DAMAGED, TOO_NEW, UNUSABLE = (
    "disk_full",
    "read_only",
    "file_busy",
    "file_damaged",
    "file_too_new",
    "file_unusable",
)


class StorageFailed(Exception):
    """The file can't be used as things stand; nothing of the call was done.

    Attributes:
        dialog: the sentence that says why.
        path: the file.
    """

    def __init__(self, dialog: str, path: Path, reason: object) -> None:
        super().__init__(f"{path}: {reason}")
        self.dialog = dialog
        self.path = path


class ChangedSince(Exception):
    """What is to be taken back has been changed by something that is in no journal."""


class Change:
    """One change while it is made: every row it writes or drops, as it was and as it is."""

    def __init__(self, connection: sqlite3.Connection, owner: str) -> None:
        self._connection = connection
        self._owner = owner
        self.rows: list[Row] = []

    def put(self, table: str, **values: Any) -> None:
        """Write a row of the owner's, in place of the one that has its key."""
        row = {"owner": self._owner, **values}
        key = {name: row[name] for name in KEYS[table]}
        before = _one(self._connection, table, key)
        _write(self._connection, table, row)
        self.rows.append({"table": table, "key": key, "before": before, "after": row})

    def drop(self, table: str, **key: Any) -> None:
        """Remove a row of the owner's."""
        whole = {"owner": self._owner, **key}
        before = _one(self._connection, table, whole)
        if before is not None:
            _remove(self._connection, table, whole)
            self.rows.append({"table": table, "key": whole, "before": before, "after": None})

    def select(self, sql: str, *values: Any) -> list[Row]:
        """Rows as they are within this change."""
        return _rows(self._connection, sql, values)

    def next_place(self, table: str) -> int:
        """A place behind all rows of the owner's."""
        found = self.select(f"SELECT MAX(place) AS last FROM {table} WHERE owner = ?", self._owner)
        return int(found[0]["last"] or 0) + 1


class Storage:
    """The file, opened at its first use. Calls may come from any thread.

    A file that was removed or replaced is opened anew; one that is damaged is left as it is, and told.
    """

    def __init__(self, path: Path | None = None, *, busy_seconds: float = BUSY_SECONDS) -> None:
        """
        Args:
            path: the file; ``ovos-jarvis/planner.db`` under the XDG data directory where None.
            busy_seconds: how long a call waits for another process.
        """
        self._given = path
        self._busy_seconds = busy_seconds
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[Path, int, int] | None = None

    @property
    def path(self) -> Path:
        """The file."""
        return self._given or Path(xdg_data_home()) / "ovos-jarvis" / "planner.db"

    def select(self, sql: str, *values: Any) -> list[Row]:
        """The rows that a SELECT finds.

        Raises:
            StorageFailed: the file can't be read.
        """
        with self._lock, self._told():
            return _rows(self._current(), sql, values)

    @contextlib.contextmanager
    def change(self, owner: str, kind: str, about: Mapping[str, Any]) -> Iterator[Change]:
        """A change of *owner*'s rows: on the disk when the block has ended, undone where it raised.

        Args:
            owner: whose rows.
            kind: what is done, for whoever tells that it was taken back.
            about: JSON, likewise.

        Raises:
            StorageFailed: the file can't be written.
        """
        with self._writing() as connection:
            change = Change(connection, owner)
            yield change
            if change.rows:
                connection.execute(
                    "INSERT INTO changes (owner, at, kind, about, rows) VALUES (?, ?, ?, ?, ?)",
                    (owner, datetime.now(timezone.utc).isoformat(), kind, json.dumps(about), json.dumps(change.rows)),
                )
                connection.execute(
                    "DELETE FROM changes WHERE owner = ? AND id <= (SELECT id FROM changes WHERE owner = ? "
                    "ORDER BY id DESC LIMIT 1 OFFSET ?)",
                    (owner, owner, KEPT_CHANGES),
                )

    def take_back(self, owner: str) -> tuple[str, Row] | None:
        """Undo the last change of *owner*'s that stands.

        Returns:
            Its kind and what it was about; None where there is none.

        Raises:
            ChangedSince: the rows are not as the change left them; nothing was done.
            StorageFailed: the file can't be written.
        """
        with self._writing() as connection:
            found = _rows(connection, "SELECT * FROM changes WHERE owner = ? ORDER BY id DESC LIMIT 1", (owner,))
            if not found:
                return None
            for row in reversed(json.loads(found[0]["rows"])):
                table, key, before = row["table"], row["key"], row["before"]
                if _one(connection, table, key) != row["after"]:
                    raise ChangedSince(f"{table} {key}")
                if before is None:
                    _remove(connection, table, key)
                else:
                    _write(connection, table, before)
            connection.execute("DELETE FROM changes WHERE id = ?", (found[0]["id"],))
            return found[0]["kind"], json.loads(found[0]["about"])

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            connection, self._connection, self._identity = self._connection, None, None
            if connection is not None:
                connection.close()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._told():
            connection = self._current()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _current(self) -> sqlite3.Connection:
        path = self.path
        if self._connection is None or self._identity != _identity(path):
            self.close()
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._connection = self._open(path)
            self._identity = _identity(path)
        return self._connection

    def _open(self, path: Path) -> sqlite3.Connection:
        with contextlib.suppress(PermissionError, FileNotFoundError):  # read-only: SQLite says what can't be done
            # Made here rather than by SQLite, so that nobody else may read it for a moment.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        connection = sqlite3.connect(path, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False)
        try:
            connection.row_factory = sqlite3.Row
            if connection.execute("PRAGMA user_version").fetchone()[0] != len(MIGRATIONS):
                self._migrate(connection, path)
            connection.execute("PRAGMA synchronous = FULL")
        except BaseException:
            connection.close()
            raise
        return connection

    def _migrate(self, connection: sqlite3.Connection, path: Path) -> None:
        self._write_ahead(connection)
        connection.execute("BEGIN IMMEDIATE")  # before the version is read: another process may be at it
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > len(MIGRATIONS):
                raise StorageFailed(
                    TOO_NEW, path, f"has version {version}, this toolbox knows {len(MIGRATIONS)}; upgrade it"
                )
            for script in MIGRATIONS[version:]:
                for statement in filter(str.strip, script.split(";")):
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _write_ahead(self, connection: sqlite3.Connection) -> None:
        # SQLite does not wait here for another process that opens the file just now, whatever its timeout is.
        until = time.monotonic() + self._busy_seconds
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            text = str(error)
            dialog = next((dialog for sign, dialog in _SIGNS if sign in text), UNUSABLE)
            if dialog == DAMAGED:
                self.close()
            raise StorageFailed(dialog, self.path, error) from error
        except OSError as error:
            self.close()
            dialog = {28: DISK_FULL, 122: DISK_FULL, 13: READ_ONLY, 30: READ_ONLY}.get(error.errno or 0, UNUSABLE)
            raise StorageFailed(dialog, self.path, error.strerror or error) from error


_SIGNS = (
    ("full", DISK_FULL),
    ("readonly", READ_ONLY),
    ("unable to open", READ_ONLY),
    ("locked", BUSY),
    ("busy", BUSY),
    ("malformed", DAMAGED),
    ("not a database", DAMAGED),
    ("unsupported file format", DAMAGED),
)
"""What SQLite's messages hold, and the sentence for it."""


def _rows(connection: sqlite3.Connection, sql: str, values: Sequence[Any]) -> list[Row]:
    return [dict(row) for row in connection.execute(sql, tuple(values))]


def _where(key: Mapping[str, Any]) -> str:
    return " AND ".join(f"{name} = ?" for name in key)


def _one(connection: sqlite3.Connection, table: str, key: Mapping[str, Any]) -> Row | None:
    found = _rows(connection, f"SELECT * FROM {table} WHERE {_where(key)}", tuple(key.values()))
    return found[0] if found else None


def _write(connection: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    columns, places = ", ".join(row), ", ".join("?" * len(row))
    connection.execute(f"INSERT OR REPLACE INTO {table} ({columns}) VALUES ({places})", tuple(row.values()))


def _remove(connection: sqlite3.Connection, table: str, key: Mapping[str, Any]) -> None:
    connection.execute(f"DELETE FROM {table} WHERE {_where(key)}", tuple(key.values()))


def _identity(path: Path) -> tuple[Path, int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return path, status.st_dev, status.st_ino
