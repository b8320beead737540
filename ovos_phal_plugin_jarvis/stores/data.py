"""What commands remember: JSON records by command and key, each with an optional end of life."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.stores.database import Database

_ALIVE = "(expires_at IS NULL OR expires_at > ?)"


class DataStore:
    """Records of commands.

    Args:
        database: a file with the schema :data:`~ovos_phal_plugin_jarvis.stores.schema.DATA`.
        clock: seconds since 1970, what expiry is compared with.

    Every method raises ``StoreError`` where the file cannot be used.
    """

    def __init__(self, database: Database, *, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def save(self, command: str, key: str, data: dict[str, Any], expires_at: datetime | None = None) -> None:
        """Keep *data* under *key*, in place of what was there. It is on the disk when this returns.

        Args:
            command: the owner; commands do not see each other's records.
            key: unique within the command.
            data: a dict that JSON can express.
            expires_at: from then on the record is gone; one without a time zone is local time. None keeps it.

        Raises:
            ValueError: *data* is no dict, or holds something that JSON cannot express.
        """
        if not isinstance(data, dict):
            raise ValueError(f"{command}: record {key!r} must be a dict, got {type(data).__name__}")
        try:
            text = json.dumps(data)
        except (TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"{command}: record {key!r} cannot be stored as JSON: {error}") from None
        end = None if expires_at is None else expires_at.timestamp()
        with self._database.write() as connection:
            connection.execute("DELETE FROM record WHERE expires_at <= ?", (self._clock(),))
            connection.execute(
                "INSERT INTO record (command, key, data, expires_at) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (command, key) "
                "DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at",
                (command, key, text, end),
            )

    def update(self, command: str, key: str, data: dict[str, Any]) -> bool:
        """Put *data* in place of a living record, whose end of life stays as it is; whether there was one.

        Raises:
            ValueError: *data* holds something that JSON cannot express.
        """
        try:
            text = json.dumps(data)
        except (TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"{command}: record {key!r} cannot be stored as JSON: {error}") from None
        with self._database.write() as connection:
            changed = connection.execute(
                f"UPDATE record SET data = ? WHERE command = ? AND key = ? AND {_ALIVE}",
                (text, command, key, self._clock()),
            )
        return changed.rowcount > 0

    def get(self, command: str, key: str) -> dict[str, Any] | None:
        """The record, or None where there is none or its time is over."""
        with self._database.read() as connection:
            row = connection.execute(
                f"SELECT data FROM record WHERE command = ? AND key = ? AND {_ALIVE}",
                (command, key, self._clock()),
            ).fetchone()
        return None if row is None else _parse(command, key, row[0])

    def get_all(self, command: str) -> list[dict[str, Any]]:
        """Every living record of the command, in the order in which they were first saved."""
        return list(self.items(command).values())

    def items(self, command: str) -> dict[str, dict[str, Any]]:
        """As :meth:`get_all`, with the key of each record."""
        return {key: record for key, record, _ in self.rows(command)}

    def rows(self, command: str) -> list[tuple[str, dict[str, Any], datetime | None]]:
        """As :meth:`get_all`: the key of each record, the record, and when its time is over (in UTC)."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT key, data, expires_at FROM record WHERE command = ? AND {_ALIVE} ORDER BY id",
                (command, self._clock()),
            ).fetchall()
        found = ((key, _parse(command, key, text), expires_at) for key, text, expires_at in rows)
        return [
            (key, record, None if expires_at is None else datetime.fromtimestamp(expires_at, timezone.utc))
            for key, record, expires_at in found
            if record is not None
        ]

    def delete(self, command: str, key: str) -> bool:
        """Whether a living record was there to delete."""
        with self._database.write() as connection:
            alive = connection.execute(
                f"SELECT 1 FROM record WHERE command = ? AND key = ? AND {_ALIVE}",
                (command, key, self._clock()),
            ).fetchone()
            connection.execute("DELETE FROM record WHERE command = ? AND key = ?", (command, key))
        return alive is not None

    def delete_all(self, command: str) -> int:
        """How many living records were deleted."""
        with self._database.write() as connection:
            count = connection.execute(
                f"SELECT COUNT(*) FROM record WHERE command = ? AND {_ALIVE}", (command, self._clock())
            ).fetchone()[0]
            connection.execute("DELETE FROM record WHERE command = ?", (command,))
        return int(count)

    def purge(self) -> int:
        """Delete what has expired, of every command; how many records that were. Saving does so by itself."""
        with self._database.write() as connection:
            return connection.execute("DELETE FROM record WHERE expires_at <= ?", (self._clock(),)).rowcount


def _parse(command: str, key: str, text: str) -> dict[str, Any] | None:
    try:
        record = json.loads(text)
    except ValueError:
        LOG.error(f"{command}: the record {key!r} is damaged and was left out; saving it again replaces it")
        return None
    return record if isinstance(record, dict) else None
