"""What the assistant remembers of conversations, over a restart: one record for each session and user."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from ovos_phal_plugin_jarvis.stores import schema
from ovos_phal_plugin_jarvis.stores.database import Database
from ovos_phal_plugin_jarvis.stores.folder import data_directory

FILE = "conversations.db"
BUSY_TIMEOUT = 1.0
"""Seconds that an answer waits at most for another process that holds the file."""
_KEPT = "SELECT session, user FROM conversation ORDER BY seen DESC LIMIT ?"


class ConversationStore:
    """Records of conversations in a file of their own. Calls may come from any thread."""

    def __init__(
        self,
        directory: Path | None = None,
        *,
        forget_after: float,
        most: int = 10_000,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """
        Args:
            directory: where the file is; :func:`data_directory` where None.
            forget_after: seconds after which a record is gone.
            most: records that are kept; the oldest go.
            clock: seconds since 1970.

        Raises:
            StoreError: the file can't be used. A damaged one is set aside instead.
        """
        self._forget_after = forget_after
        self._most = most
        self.clock = clock
        self._database = Database(
            (directory or data_directory()) / FILE, schema.CONVERSATIONS, busy_timeout=BUSY_TIMEOUT
        )

    def load(self, session: str, user: int | None) -> tuple[str, float] | None:
        """The record of that user in that session and how many seconds old it is; None where there is none that is
        young enough.

        Raises:
            StoreError: the file can't be read.
        """
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT data, seen FROM conversation WHERE session = ? AND user = ?", (session, _key(user))
            ).fetchone()
        if row is None:
            return None
        # A clock that was set back makes nothing younger than it is.
        age = max(0.0, self.clock() - row[1])
        return (row[0], age) if age <= self._forget_after else None

    def save(self, session: str, user: int | None, data: str) -> None:
        """Keep *data* as the record of that user in that session.

        Raises:
            StoreError: the file can't be written.
        """
        now = self.clock()
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO conversation (session, user, data, seen) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (session, user) DO UPDATE SET data = excluded.data, seen = excluded.seen",
                (session, _key(user), data, now),
            )
            connection.execute("DELETE FROM conversation WHERE seen < ?", (now - self._forget_after,))
            number = connection.execute("SELECT COUNT(*) FROM conversation").fetchone()[0]
            if number > self._most:
                connection.execute(f"DELETE FROM conversation WHERE (session, user) NOT IN ({_KEPT})", (self._most,))

    def delete(self, session: str, *users: int | None) -> None:
        """Forget the records of a session; where *users* are given, theirs alone.

        Raises:
            StoreError: the file can't be written.
        """
        with self._database.write() as connection:
            for user in users:
                connection.execute("DELETE FROM conversation WHERE session = ? AND user = ?", (session, _key(user)))
            if not users:
                connection.execute("DELETE FROM conversation WHERE session = ?", (session,))

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()


def _key(user: int | None) -> str:
    return "" if user is None else str(user)
