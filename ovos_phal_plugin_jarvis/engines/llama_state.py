"""The state of stable prompt beginnings on disk, named by content, so that a restart need not read them again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.engines.llama_model import LlamaModel, file_identity

DEFAULT_LIMIT = 2 * 1024**3
"""Bytes that all states together may take on disk."""
MIN_TOKENS = 64
"""A shorter beginning is read again as fast as it is loaded."""


class StateStore:
    """A folder of states. Used by one engine's thread; two processes may share the folder."""

    def __init__(self, folder: Path, limit: int = DEFAULT_LIMIT):
        """
        Args:
            folder: made where it is missing, for the user alone: a state holds what the prompt said.
            limit: bytes; the states unused for longest go first.
        """
        self._folder = folder
        self._limit = limit
        self._identities: dict[Path, str] = {}

    def has(self, model: LlamaModel, tokens: Sequence[int]) -> bool:
        """Whether the state of *tokens* was kept."""
        return self._path(model, tokens).is_file()

    def load(self, model: LlamaModel, tokens: Sequence[int]) -> bool:
        """Put the state of *tokens* into the model's context; a file that does not fit is removed."""
        path = self._path(model, tokens)
        if model.load_state(path, tokens):
            try:
                path.touch()
            except OSError as error:
                LOG.debug(f"{path} could not be marked as used: {error}")
            return True
        LOG.warning(f"{path.name} is no state of this model, so the prompt is read again")
        path.unlink(missing_ok=True)
        return False

    def save(self, model: LlamaModel, tokens: Sequence[int]) -> bool:
        """Keep the state of *tokens*, which is all the context holds. A failure costs only the next start's time."""
        size = model.state_size()
        if len(tokens) < MIN_TOKENS or size > self._limit:
            return False
        path = self._path(model, tokens)
        partial = path.with_suffix(".part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._make_room(size)
            partial.touch(mode=0o600)
            if not model.save_state(partial, tokens):
                raise OSError("llama.cpp did not write it")
            partial.replace(path)
        except OSError as error:
            LOG.warning(f"the prompt's state could not be kept in {self._folder}: {error}")
            partial.unlink(missing_ok=True)
            return False
        return True

    def _make_room(self, size: int) -> None:
        states = sorted(self._folder.glob("*.state"), key=lambda path: path.stat().st_mtime, reverse=True)
        used = size
        for path in states:
            used += path.stat().st_size
            if used > self._limit:
                path.unlink(missing_ok=True)

    def _path(self, model: LlamaModel, tokens: Sequence[int]) -> Path:
        if model.path not in self._identities:
            self._identities[model.path] = file_identity(model.path)
        parts = (self._identities[model.path], version("llama-cpp-python"), str(model.n_ctx), repr(tuple(tokens)))
        return self._folder / f"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}.state"
