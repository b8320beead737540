"""The state of stable prompt beginnings on disk, named by content, so that a restart need not read them again."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.llm.engines.llama.model import LlamaModel

DEFAULT_LIMIT = 2 * 1024**3
"""Bytes that all states together may take on disk."""
_ABANDONED = 3600.0
"""Seconds since it was last written to, after which an unfinished state is nobody's."""
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

    def has(self, model: LlamaModel, tokens: Sequence[int]) -> bool:
        """Whether the state of *tokens* was kept, and may be read."""
        return os.access(self._path(model, tokens), os.R_OK)

    def load(self, model: LlamaModel, tokens: Sequence[int]) -> bool:
        """Put the state of *tokens* into the model's context, or nothing; a file that does not fit is removed."""
        path = self._path(model, tokens)
        # A damaged one may end llama.cpp, and with it this process: the next does not find it in its place.
        tried = path.with_suffix(f".{os.getpid()}.part")
        try:
            path.replace(tried)
            tried.touch()
        except OSError as error:
            LOG.warning(f"the prompt's state in {self._folder} can't be used: {error}")
            model.forget(0)
            return False
        fits = model.load_state(tried, tokens)
        try:
            if fits:
                tried.replace(path)
            else:
                LOG.warning(f"{path.name} is no state of this model, so the prompt is read again")
                tried.unlink(missing_ok=True)
        except OSError as error:
            LOG.warning(f"{tried} stays where it is: {error}")
        return fits

    def save(self, model: LlamaModel, tokens: Sequence[int]) -> bool:
        """Keep the state of *tokens*, which is all the context holds. A failure costs only the next start's time."""
        size = model.state_size()
        if len(tokens) < MIN_TOKENS or size > self._limit:
            return False
        path = self._path(model, tokens)
        partial = path.with_suffix(f".{os.getpid()}.part")  # another process may be writing the same
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._make_room(size)
            partial.touch(mode=0o600)
            if not model.save_state(partial, tokens):
                raise OSError("llama.cpp did not write it")
            partial.replace(path)
        except OSError as error:
            LOG.warning(f"the prompt's state could not be kept in {self._folder}: {error}")
            with suppress(OSError):  # what hinders writing may hinder this as well; it is cleared away later
                partial.unlink()
            return False
        return True

    def _make_room(self, size: int) -> None:
        for left in self._folder.glob("*.part"):  # of a process that was ended in the middle
            if time.time() - left.stat().st_mtime > _ABANDONED:
                left.unlink(missing_ok=True)
        states = sorted(self._folder.glob("*.state"), key=lambda path: path.stat().st_mtime, reverse=True)
        used = size
        for path in states:
            used += path.stat().st_size
            if used > self._limit:
                path.unlink(missing_ok=True)

    def _path(self, model: LlamaModel, tokens: Sequence[int]) -> Path:
        parts = (model.identity, version("llama-cpp-python"), str(model.n_ctx), repr(tuple(tokens)))
        return self._folder / f"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}.state"
