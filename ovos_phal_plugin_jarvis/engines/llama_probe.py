"""Tries a model file in a process of its own before it is loaded into this one.

A damaged file can make native code end the process, which nothing in Python can catch, and the process is shared
with every PHAL plugin of the device. So a new file is loaded and asked for one token elsewhere first; the verdict is
remembered by the file's content, and the second load finds the file in the page cache.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.engines.errors import EngineCrashed, EngineError, ModelLoadError
from ovos_phal_plugin_jarvis.engines.llama_model import LlamaModel, check_file, file_identity, is_installed

_REFUSED = 3
_TIMEOUT = 600.0
"""Seconds; a file that takes longer to load and answer is of no use to a voice assistant."""


class ModelProbe:
    """Remembers which files were tried."""

    def __init__(self, verdicts: Path):
        """
        Args:
            verdicts: a JSON file; made where it is missing.
        """
        self._verdicts = verdicts

    def __call__(self, path: Path) -> None:
        """
        Raises:
            EngineCrashed: the process that tried *path* was ended by native code.
            ModelLoadError: llama.cpp refused the file; the message has its reason.
        """
        check_file(path)
        if not is_installed():
            return  # the load itself says so, and how to install it
        key = f"{file_identity(path)} {_library_version()}"
        known = self._read()
        if known.get(key) == "good":
            return
        probe_model(path)
        known[key] = "good"
        self._write(known)

    def _read(self) -> dict[str, str]:
        try:
            known = json.loads(self._verdicts.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}

    def _write(self, known: dict[str, str]) -> None:
        try:
            self._verdicts.parent.mkdir(parents=True, exist_ok=True)
            self._verdicts.write_text(json.dumps(dict(list(known.items())[-32:])), encoding="utf-8")
        except OSError as error:
            LOG.warning(f"{self._verdicts} cannot be written, so the model is tried again next time: {error}")


def probe_model(path: Path) -> None:
    """Load *path* in another process and have it read one token; see :class:`ModelProbe`."""
    command = [sys.executable, "-m", "ovos_phal_plugin_jarvis.engines.llama_probe", str(path)]
    try:
        # Without a backtrace: ggml would start a debugger for it.
        quiet = {**os.environ, "GGML_NO_BACKTRACE": "1"}
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT, check=False, env=quiet)
    except subprocess.TimeoutExpired:
        raise ModelLoadError(f"{path} was not loaded within {_TIMEOUT:g} s") from None
    if done.returncode == 0:
        return
    if done.returncode == _REFUSED:
        raise ModelLoadError(done.stdout.strip() or f"{path} cannot be loaded")
    last = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "")
    raise EngineCrashed(
        f"{path} makes llama.cpp crash ({_ending(done.returncode)}), so it is not loaded here: download it again or "
        f"use another{f' [{last[:200]}]' if last else ''}"
    )


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit status {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _library_version() -> str:
    try:
        return version("llama-cpp-python")
    except PackageNotFoundError:
        return "unknown"


def _main(path: str) -> int:
    try:
        model = LlamaModel(Path(path), n_ctx=64, n_gpu_layers=0)
    except EngineError as error:
        print(error)
        return _REFUSED
    model.evaluate([model.end_tokens[0] if model.end_tokens else 0])
    model.logits()[0]
    model.close()
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1]))
