"""Where lists are kept: one SQLite file, which several processes may use at once."""

from __future__ import annotations

import sqlite3
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from ovos_utils.log import LOG
from ovos_utils.xdg_utils import xdg_data_home

MAX_ITEMS = 2_000
"""Things on one list."""
MAX_LISTS = 500
_BUSY_SECONDS = 5.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS item (
    list TEXT NOT NULL, folded TEXT NOT NULL, text TEXT NOT NULL, place INTEGER PRIMARY KEY AUTOINCREMENT,
    UNIQUE (list, folded)
);
CREATE TABLE IF NOT EXISTS list (folded TEXT PRIMARY KEY, name TEXT NOT NULL);
PRAGMA user_version = 1;
"""


class ListStoreError(Exception):
    """The lists can't be read or written: a full disk, a folder that may not be written, a broken file."""


class ListFullError(ValueError):
    """So many things, or lists, are not kept."""


@dataclass(frozen=True)
class Added:
    """What became of things that were to be put on a list."""

    new: tuple[str, ...]
    there: tuple[str, ...]
    """Those that were on it before."""


def fold(text: str) -> str:
    """*text* as it is compared: without case, accents of width, and spaces around."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


class ListStore:
    """Named lists of texts. Calls may come from any thread and any process; each is done whole or not at all.

    Args:
        path: the file; ``ovos-toolbox-everyday/lists.sqlite`` in the user's data folder where None.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._given = path
        self._lock = threading.Lock()
        self._made: set[Path] = set()

    @property
    def path(self) -> Path:
        """The file."""
        return self._given or Path(xdg_data_home()) / "ovos-toolbox-everyday" / "lists.sqlite"

    def names(self) -> list[str]:
        """The lists with something on them."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT name FROM list WHERE folded IN (SELECT DISTINCT list FROM item) ORDER BY name COLLATE NOCASE"
            )
            return [name for (name,) in rows]

    def items(self, name: str) -> list[str]:
        """What is on a list, in the order in which it was put there; nothing where there is no such list."""
        with self._reading() as db:
            rows = db.execute("SELECT text FROM item WHERE list = ? ORDER BY place", (fold(name),))
            return [text for (text,) in rows]

    def add(self, name: str, texts: Sequence[str]) -> Added:
        """Put *texts* on a list, which is made where there is none. What is on it already stays as it is.

        Raises:
            ListFullError: the list or the number of lists would become too long; nothing was added.
        """
        key = fold(name)
        new: list[str] = []
        there: list[str] = []
        with self._writing() as db:
            db.execute("INSERT OR IGNORE INTO list VALUES (?, ?)", (key, name))
            for text in texts:
                done = db.execute(
                    "INSERT OR IGNORE INTO item (list, folded, text) VALUES (?, ?, ?)", (key, fold(text), text)
                )
                (new if done.rowcount else there).append(text)
            (count,) = db.execute("SELECT COUNT(*) FROM item WHERE list = ?", (key,)).fetchone()
            (lists,) = db.execute("SELECT COUNT(DISTINCT list) FROM item").fetchone()
            if count > MAX_ITEMS or lists > MAX_LISTS:
                raise ListFullError
        return Added(tuple(new), tuple(there))

    def remove(self, name: str, texts: Sequence[str]) -> tuple[str, ...]:
        """Take exactly *texts* from a list; those that this call took."""
        key = fold(name)
        with self._writing() as db:
            return tuple(
                text
                for text in texts
                if db.execute("DELETE FROM item WHERE list = ? AND folded = ?", (key, fold(text))).rowcount
            )

    def clear(self, name: str) -> int:
        """Empty a list; how many things were on it."""
        with self._writing() as db:
            return db.execute("DELETE FROM item WHERE list = ?", (fold(name),)).rowcount

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        path = self.path
        try:
            if not path.exists():
                empty = sqlite3.connect(":memory:")
                with closing(empty):
                    empty.executescript(_SCHEMA)
                    yield empty
                return
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)) as db:
                yield db
        except (sqlite3.Error, OSError) as error:
            raise self._failed("read", error) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        path = self.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # One writer of this process at a time; others wait at the file's own lock.
            with self._lock, closing(sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)) as db:
                if path not in self._made or not path.stat().st_size:
                    db.executescript(_SCHEMA)
                    self._made.add(path)
                db.execute("BEGIN IMMEDIATE")
                try:
                    yield db
                    db.execute("COMMIT")
                except BaseException:
                    if db.in_transaction:
                        db.execute("ROLLBACK")
                    raise
        except (sqlite3.Error, OSError) as error:
            raise self._failed("written", error) from error

    def _failed(self, what: str, error: Exception) -> ListStoreError:
        LOG.error(f"lists can't be {what} in {self.path}: {error}")
        return ListStoreError(str(error))
