"""The stores of one service or one command-line run, opened and closed together."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.sdk.storage import StorageBackend
from ovos_phal_plugin_jarvis.stores import schema
from ovos_phal_plugin_jarvis.stores.auth import AuthStore
from ovos_phal_plugin_jarvis.stores.backend import SqliteBackend
from ovos_phal_plugin_jarvis.stores.cipher import Cipher
from ovos_phal_plugin_jarvis.stores.data import DataStore
from ovos_phal_plugin_jarvis.stores.database import Database
from ovos_phal_plugin_jarvis.stores.folder import data_directory
from ovos_phal_plugin_jarvis.stores.secrets import SecretStore


class Stores:
    """Use :func:`open_stores`; a context manager that closes at its end."""

    def __init__(self, directory: Path, *, clock: Callable[[], float]) -> None:
        self.directory = directory
        self._damaged: deque[Path] = deque(maxlen=10)
        # Two files, so that damage to what commands write all day never costs the user's keys.
        self._data_file = Database(directory / "data.db", schema.DATA, on_damage=self._damaged.append)
        try:
            self._secrets_file = Database(directory / "secrets.db", schema.SECRETS, on_damage=self._damaged.append)
        except BaseException:
            self._data_file.close()
            raise
        cipher = Cipher(directory / "secrets.key")
        self.data = DataStore(self._data_file, clock=clock)
        """Records of commands."""
        self.secrets = SecretStore(self._secrets_file, cipher)
        """Secrets, encrypted."""
        self.auth = AuthStore(self._secrets_file, cipher, clock=clock)
        """State of authentication providers."""
        self._backend = SqliteBackend(self.data, self.secrets, self.auth)

    def backend(self) -> StorageBackend:
        """What ``ovos_phal_plugin_jarvis.sdk.storage.set_backend`` takes; always the same object."""
        return self._backend

    def newly_damaged(self) -> list[Path]:
        """The damaged files that were set aside since this was last asked, as what they were kept."""
        found = []
        while self._damaged:
            found.append(self._damaged.popleft())
        return found

    def set_aside(self) -> list[str]:
        """Every damaged file that lies in the folder, until somebody takes it away."""
        kept = sorted(path for path in self.directory.glob("*.corrupt-*") if not path.name.endswith(("-wal", "-shm")))
        return [str(path) for path in kept]

    def close(self) -> None:
        """Let go of every file. Closing twice is fine."""
        self._data_file.close()
        self._secrets_file.close()

    def __enter__(self) -> Stores:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_stores(directory: Path | None = None, *, clock: Callable[[], float] = time.time) -> Stores:
    """Open the stores, making what is missing.

    Args:
        directory: where the files are; :func:`data_directory` where None.
        clock: seconds since 1970, what expiry is compared with.

    Raises:
        StoreError: the folder or a file cannot be used. A damaged file is set aside instead, and secrets
            whose key file was lost are reported in the log.
    """
    stores = Stores(directory or data_directory(), clock=clock)
    try:
        lost = stores.secrets.unreadable()
        stores.data.purge()
    except BaseException:
        stores.close()
        raise
    if lost:
        LOG.error(
            f"{len(lost)} secret(s) cannot be read ({', '.join(lost)}): {stores.directory / 'secrets.key'} "
            "is missing or another one. They are kept: put the old key back as a further line of that "
            "file, or set them again with: ovos-jarvis secrets set KEY"
        )
    return stores
