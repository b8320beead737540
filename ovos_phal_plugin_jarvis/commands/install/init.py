"""Running a command's ``init_data`` in a process of its own, so that an endless one can be ended.

The process shares the terminal: a command may ask its user with ``input()``.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.commands.install.plan import InstallError
from ovos_phal_plugin_jarvis.config import CommandsConfig
from ovos_phal_plugin_jarvis.foreign_text import error_text, type_name

INIT_TIMEOUT = 300.0
"""Seconds that ``init_data`` has, with what its user types."""
_GRACE = 5.0
_STDERR = 2


def run_init(
    name: str,
    config: CommandsConfig,
    directory: Path,
    *,
    timeout: float = INIT_TIMEOUT,
    quiet_stdout: bool = False,
) -> dict[str, Any]:
    """What ``init_data`` of the command *name* returned.

    Args:
        config: where the command is looked for.
        directory: of the stores.
        timeout: seconds it may take.
        quiet_stdout: what it prints goes to stderr.

    Raises:
        InstallError: there is no such command, it raised, returned no dict, or took too long.
    """
    with tempfile.TemporaryDirectory(prefix="ovos-jarvis-init-") as folder:
        answer = Path(folder) / "answer.json"
        request = {
            "name": name,
            "config": config.model_dump(),
            "directory": str(directory),
            "answer": str(answer),
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "ovos_phal_plugin_jarvis.commands.install.init", json.dumps(request)],
            stdout=_STDERR if quiet_stdout else None,
            # Its terminal is the user's: logs below errors would stand between a command's questions.
            env={"OVOS_DEFAULT_LOG_LEVEL": "ERROR", **os.environ},
        )
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise InstallError(
                f"init_data of '{name}' was still running after {timeout:g} s and was ended: give it more time with "
                "--timeout, or have its author make it return"
            ) from None
        finally:
            _end(process)
        try:
            told = json.loads(answer.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise InstallError(f"init_data of '{name}' ended its process (exit status {process.returncode})") from None
    if "error" in told:
        raise InstallError(told["error"])
    result: dict[str, Any] = told["result"]
    return result


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands
    from ovos_phal_plugin_jarvis.sdk.storage import set_backend
    from ovos_phal_plugin_jarvis.stores import StoreError, open_stores

    name = request["name"]
    # Whatever logs or prints while commands load must not stand between a command's questions.
    elsewhere = contextlib.redirect_stdout(sys.stderr)
    try:
        with elsewhere:
            stores = open_stores(Path(request["directory"]))
    except StoreError as error:
        return {"error": str(error)}
    with stores:
        set_backend(stores.backend())
        with elsewhere:
            found = find_commands(CommandsConfig(**request["config"]))
        loaded = {command.name: command.command for command in found.commands}
        if name not in loaded:
            why = found.failed.get(name) or found.skipped.get(name)
            if why:
                return {"error": f"'{name}' cannot be used: {why}"}
            return {"error": f"there is no command '{name}'; there are: {', '.join(sorted(loaded)) or 'none'}"}
        try:
            result = loaded[name].init_data()
        except KeyboardInterrupt:
            return {"error": f"init_data of '{name}' was interrupted"}
        except EOFError:
            return {"error": f"init_data of '{name}' asks its user: run it in a terminal"}
        except Exception as error:  # noqa: BLE001 -- an author's method
            return {"error": f"init_data of '{name}' raised {error_text(error)}"}
    if not isinstance(result, dict):
        return {"error": f"init_data of '{name}' must return a dict, it returned {type_name(result)}"}
    return {"result": result}


def main() -> None:
    """The child process: its one argument is the request, its answer goes to the file that the request names."""
    request = json.loads(sys.argv[1])
    with contextlib.suppress(KeyboardInterrupt):
        answer = _answer(request)
        Path(request["answer"]).write_text(json.dumps(answer, default=str), encoding="utf-8")
        sys.stdout.flush()
    # A thread that the command left running must not keep this process alive.
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
