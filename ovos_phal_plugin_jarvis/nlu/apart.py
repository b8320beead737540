"""Training in a process of its own: it takes seconds of processor time and leaves tens of megabytes behind, neither of
which a service that answers others has to spare. What was learned comes back through the cache of models."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from ovos_utils.log import LOG
from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

TIMEOUT = 300.0
"""Seconds that it may take before this process trains by itself."""


class TrainingStopped(RuntimeError):
    """The service ends, and what it was about to learn is not learned."""


class ApartTraining:
    """Trains for one service. Its methods may be called from any thread."""

    def __init__(self, cache_dir: Path) -> None:
        """
        Args:
            cache_dir: where trained models are kept, as for ``ExampleTranslator``.
        """
        self._cache_dir = cache_dir
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def learn(
        self, definitions: Sequence[ToolDefinition], lang: str, meanwhile: Callable[[], object] = lambda: None
    ) -> None:
        """Have *definitions* learned and kept in the cache. Where that fails, nothing is kept and the log says why.

        Args:
            definitions: the tools.
            lang: BCP-47 tag of their examples.
            meanwhile: called on this thread while they are learned; must not take longer than that.

        Raises:
            TrainingStopped: ``close`` was called meanwhile.
        """
        sent = _written(definitions)
        if sent is None:
            return
        code = f"from {__name__} import main; main()"
        command = [sys.executable, "-c", code, str(self._cache_dir), lang]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        with self._lock:
            if self._closed:
                raise TrainingStopped
            try:
                with tempfile.TemporaryFile() as told:
                    told.write(sent)
                    told.seek(0)
                    process = subprocess.Popen(
                        command, stdin=told, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
                    )
                self._running.add(process)
            except OSError as error:
                LOG.warning(f"no process for training could be started ({error.strerror}); this one trains")
                return
        try:
            meanwhile()
            process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            LOG.warning(f"the process that trains did not end within {TIMEOUT:g} s; this one trains")
        finally:
            with self._lock:
                self._running.discard(process)
        if self._closed:
            raise TrainingStopped
        if process.returncode:
            LOG.warning(f"the process that trains ended with status {process.returncode}; this one trains")

    def close(self) -> None:
        """End what goes on."""
        with self._lock:
            self._closed = True
            for process in self._running:
                process.kill()


_definitions = TypeAdapter(tuple[ToolDefinition, ...])


def _written(definitions: Sequence[ToolDefinition]) -> bytes | None:
    """The definitions as JSON; None where they would not be the same again, so that nobody would find the model."""
    try:
        written = _definitions.dump_json(tuple(definitions))
        same = repr(_definitions.validate_json(written)) == repr(tuple(definitions))
    except (PydanticSerializationError, ValidationError, ValueError, RecursionError):
        return None
    return written if same else None


def main() -> None:
    """The process that trains: definitions on stdin, the cache's folder and the language as arguments."""
    from ovos_phal_plugin_jarvis.nlu.learning.cache import ModelCache
    from ovos_phal_plugin_jarvis.nlu.learning.training import train

    train(_definitions.validate_json(sys.stdin.buffer.read()), sys.argv[2], ModelCache(Path(sys.argv[1])))
