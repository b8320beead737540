"""Trained models on disk: arrays and JSON, each file under the fingerprint of what it was trained from.

Nothing in a file is run: it is a safetensors file whose header holds the JSON, and whoever loads it checks every array.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from ovos_utils.log import LOG
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from ovos_phal_plugin_jarvis.nlu.learning.linear import Arrays
from ovos_phal_plugin_jarvis.sdk.place_names import place_languages, place_names

_MOST_FILES = 2000
"""Of some 70 kB each: all tools of a service that has a thousand, and as many that it had before."""
_META = "model"


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
    digest = hashlib.sha256(repr([dict(place_names(lang)) for lang in place_languages()]).encode())
    room = Path(__file__).parents[1]
    for path in sorted(room.rglob("*")):
        if path.suffix in (".py", ".txt", ".json", ".yaml"):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
        elif path.is_file() and path.suffix != ".pyc":
            digest.update(f"{path.name} {path.stat().st_size}".encode())
    return digest.hexdigest()


class ModelCache:
    """A folder of trained models. What can't be read is trained again; what can't be written is not kept."""

    def __init__(self, folder: Path | None) -> None:
        """
        Args:
            folder: made when the first model is kept; None keeps nothing.
        """
        self._folder = folder / "examples" if folder is not None else None

    def load(self, key: str) -> tuple[dict[str, Any], Arrays] | None:
        """The JSON and the arrays that were kept under *key*; None where there are none that can be read."""
        if self._folder is None:
            return None
        path = self._folder / f"{key}.safetensors"
        if not path.exists():
            return None
        try:
            with safe_open(path, framework="numpy") as file:
                meta = json.loads((file.metadata() or {}).get(_META, "null"))
                arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - it is no mapping
        except (OSError, SafetensorError, ValueError, TypeError, RecursionError) as error:
            self.refuse(key, error)
            return None
        return (meta, arrays) if isinstance(meta, dict) else None

    def refuse(self, key: str, error: Exception) -> None:
        """Say that what was kept under *key* is of no use."""
        LOG.warning(f"{self._folder}/{key}.safetensors can't be used ({error}); it is trained again")

    def store(self, key: str, meta: dict[str, Any], arrays: Arrays) -> None:
        """Keep *meta*, which must be JSON, and *arrays* under *key*."""
        if self._folder is None:
            return
        try:
            content = save(arrays, metadata={_META: json.dumps(meta)})
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(self._folder / f"{key}.safetensors")
            self._prune()
        except (OSError, TypeError, ValueError) as error:
            LOG.warning(f"a trained model can't be kept in {self._folder}: {error}")

    def _prune(self) -> None:
        """Drop the oldest files over the limit, and what earlier versions left."""
        assert self._folder is not None
        for old in self._folder.glob("*.model"):
            old.unlink(missing_ok=True)
        files = list(self._folder.glob("*.safetensors"))
        if len(files) > _MOST_FILES:
            files.sort(key=lambda path: path.stat().st_mtime)
            for path in files[: len(files) - _MOST_FILES]:
                path.unlink(missing_ok=True)
