"""Trained models on disk, each under the fingerprint of what it was trained from."""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from ovos_utils.log import LOG

_MAGIC = b"ovos-jarvis-examples\n"
_DIGEST = 32
_MOST_FILES = 500
_OWN = ("ovos_phal_plugin_jarvis.nlu.", "ovos_phal_plugin_jarvis.tools.definition")
_FOREIGN = {
    ("collections", "Counter"),
    ("datetime", "datetime"),
    ("datetime", "date"),
    ("datetime", "timezone"),
    ("datetime", "timedelta"),
    ("builtins", "frozenset"),
    ("builtins", "set"),
}

T = TypeVar("T")


class _Unpickler(pickle.Unpickler):
    """Builds our own values and a few of Python's; a cache file is no place to run anything else from."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(_OWN) or (module, name) in _FOREIGN:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a model")


def fingerprint(*parts: Any) -> str:
    """The same text for equal *parts*, in every process. Their ``repr`` must tell them apart."""
    digest = hashlib.sha256(_our_own().encode())
    for part in parts:
        digest.update(b"\0")
        digest.update(repr(part).encode("utf-8", "backslashreplace"))
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _our_own() -> str:
    """The fingerprint of the code and the data that train: a model of another version is another model."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


class ModelCache:
    """A folder of trained models. What can't be read is trained again; what can't be written is not kept."""

    def __init__(self, folder: Path | None) -> None:
        """
        Args:
            folder: made when the first model is kept; None keeps nothing.
        """
        self._folder = folder / "examples" if folder is not None else None

    def load(self, key: str, kind: type[T]) -> T | None:
        """What was kept under *key*, where that is a *kind*; else None."""
        if self._folder is None:
            return None
        path = self._folder / f"{key}.model"
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            LOG.warning("%s can't be read (%s); it is trained again", path, error)
            return None
        body = content[len(_MAGIC) + _DIGEST :]
        if not content.startswith(_MAGIC) or hashlib.sha256(body).digest() != content[len(_MAGIC) :][:_DIGEST]:
            LOG.warning("%s is damaged; it is trained again", path)
            return None
        try:
            value = _Unpickler(io.BytesIO(body)).load()
        except Exception as error:  # noqa: BLE001 - another version may have written what this one can't build
            LOG.warning("%s can't be used (%s); it is trained again", path, error)
            return None
        return value if isinstance(value, kind) else None

    def store(self, key: str, value: Any) -> None:
        """Keep *value* under *key*."""
        if self._folder is None:
            return
        body = pickle.dumps(value, protocol=5)
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(_MAGIC + hashlib.sha256(body).digest() + body)
            Path(name).replace(self._folder / f"{key}.model")
            self._prune()
        except OSError as error:
            LOG.warning("a trained model can't be kept in %s: %s", self._folder, error)

    def _prune(self) -> None:
        """Drop the oldest files over the limit."""
        assert self._folder is not None
        files = list(self._folder.glob("*.model"))
        if len(files) > _MOST_FILES:
            files.sort(key=lambda path: path.stat().st_mtime)
            for path in files[: len(files) - _MOST_FILES]:
                path.unlink(missing_ok=True)
