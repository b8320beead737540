"""Encryption at rest: Fernet with a key file that only the user can read."""

from __future__ import annotations

import os
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.stores.errors import KeyFileError

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet


class UnreadableError(ValueError):
    """A value was encrypted with a key that the key file does not hold, or its bytes were damaged."""


class Cipher:
    """Encrypts with the first key of the key file, decrypts with any of them.

    The file holds one Fernet key a line, so that after a loss the old key can be put back under a newer
    one. It is made at the first encryption and never overwritten.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._fernet: MultiFernet | None = None
        self._seen: tuple[int, int, int] | None = None

    def encrypt(self, text: str) -> bytes:
        """*text*, encrypted.

        Raises:
            KeyFileError: the key file holds no valid key or cannot be read.
        """
        fernet = self._load()
        if fernet is None:
            self._create()
            fernet = self._load()
            assert fernet is not None
        return fernet.encrypt(text.encode())

    def decrypt(self, token: bytes) -> str:
        """What :meth:`encrypt` was given.

        Raises:
            UnreadableError: no key in the file fits, there is no file, or the bytes were damaged.
        """
        from cryptography.fernet import InvalidToken

        try:
            fernet = self._load()
        except KeyFileError as error:
            raise UnreadableError(str(error)) from None
        if fernet is None:
            raise UnreadableError(f"the key file {self.path} is missing")
        try:
            return fernet.decrypt(token).decode()
        except (InvalidToken, UnicodeDecodeError):
            raise UnreadableError(f"the key file {self.path} does not fit, or the stored bytes were damaged") from None

    def _load(self) -> MultiFernet | None:
        """The keys as they are on the disk now, or None where there is no file."""
        from cryptography.fernet import Fernet, MultiFernet

        with self._lock:
            try:
                status = self.path.stat()
                seen = (status.st_ino, status.st_mtime_ns, status.st_size)
                if self._fernet is not None and seen == self._seen:
                    return self._fernet
                if status.st_mode & 0o077:
                    LOG.warning(f"{self.path} could be read by other users; its mode is set to 0600")
                    self.path.chmod(0o600)
                lines = self.path.read_bytes().split()
            except FileNotFoundError:
                self._fernet = None
                return None
            except OSError as error:
                raise KeyFileError(f"the key file {self.path} cannot be read ({error.strerror})") from None
            try:
                self._fernet = MultiFernet([Fernet(line) for line in lines])
            except ValueError:
                self._fernet = None
                raise KeyFileError(
                    f"the key file {self.path} holds no valid key: put it back from a backup, or move it "
                    "away to start with a new one (the secrets then have to be set again)"
                ) from None
            self._seen = seen
            return self._fernet

    def _create(self) -> None:
        from cryptography.fernet import Fernet

        # A link either appears with its whole content or fails because another process was first; both then
        # read the same file.
        handle, name = tempfile.mkstemp(prefix=".key-", dir=self.path.parent)  # mode 0600
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(Fernet.generate_key() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(name, self.path)
            except FileExistsError:
                return
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            raise KeyFileError(f"the key file {self.path} cannot be made ({error.strerror})") from None
        finally:
            Path(name).unlink(missing_ok=True)
