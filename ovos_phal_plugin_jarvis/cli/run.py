"""``ovos-jarvis run FILE.py``: the tools of one file, served and talked to while it is being written."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ovos_phal_plugin_jarvis.cli.output import err, fail
from ovos_phal_plugin_jarvis.cli.up import AsJsonLines, NoPrompt, OfBus, serve_and_talk
from ovos_phal_plugin_jarvis.config import JarvisConfig

LOOK_SECONDS = 0.5
"""Between looks at whether a file has changed."""


def run(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.py", help="Tools, commands or a toolbox; or the folder of a module.")
    ],
    with_installed: Annotated[
        bool, typer.Option("--with-installed", help="Serve what is installed as well, not this file alone.")
    ] = False,
    no_prompt: NoPrompt = False,
    json_lines: AsJsonLines = False,
    bus: OfBus = None,
) -> None:
    """Serve the tools of one file and talk to them; saving the file is enough to try what was changed."""
    path = (file / "__init__.py" if file.is_dir() else file).resolve()
    if path.suffix != ".py" or not path.is_file():
        fail(f"{file} is no Python file; write one with: ovos-jarvis new command NAME", as_json=json_lines)
    from ovos_phal_plugin_jarvis.runtime.service import Service

    def make(config: JarvisConfig, link: Any, claim: Any) -> Service:
        return Service(link, claim, config, command_paths=[path], with_installed=with_installed)

    @contextmanager
    def watching(serving: Any) -> Iterator[None]:
        if serving.service is None:
            fail(
                f"{serving.claim.rival} serves this messagebus already. End it, or give this one a messagebus and a "
                f"data folder of its own: XDG_DATA_HOME=DIR ovos-jarvis run {file} --bus 127.0.0.1:PORT",
                as_json=json_lines,
            )
        watch = _Watch(path, serving)
        try:
            yield
        finally:
            watch.close()

    serve_and_talk(make, "ovos-jarvis run", bus, no_prompt=no_prompt, json_lines=json_lines, beside=watching)


class _Watch:
    """Reloads the tools whenever the file, or a Python file beside it, has changed. Owns a thread until ``close``."""

    def __init__(self, path: Path, serving: Any) -> None:
        self._path = path
        self._serving = serving
        self._seen = self._state()
        self._ending = threading.Event()
        snapshot = serving.service.runtime.registry.snapshot
        if not len(snapshot) and not snapshot.failed:
            err.print(f"{path.name} holds no tool yet: put @tool above a function with types and a docstring.")
        self._thread = threading.Thread(target=self._look, name="jarvis-file-watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread, after the reload that it may be in."""
        self._ending.set()
        self._thread.join(10)

    def _look(self) -> None:
        while not self._ending.wait(LOOK_SECONDS):
            now = self._state()
            if now == self._seen:
                continue
            self._seen = now
            service = self._serving.service
            if service is not None:
                self._tell(service.runtime.registry.reload())

    def _state(self) -> dict[str, tuple[int, int]]:
        """What changes with each saving. A file that is being replaced is looked at the next time."""
        found = {}
        for path in {self._path, *self._path.parent.glob("*.py")}:
            try:
                stat = path.stat()
            except OSError:
                continue
            found[str(path)] = (stat.st_mtime_ns, stat.st_size)
        return found

    def _tell(self, reload: Any) -> None:
        changes = [
            f"{word} {', '.join(names)}"
            for word in ("added", "changed", "removed")
            if (names := getattr(reload.difference, word))
        ]
        err.print(f"Read {self._path.name} again: {'; '.join(changes) or 'the same tools'}.", markup=False)
        for name, reason in reload.snapshot.failed.items():
            err.print(f"left out: {name}: {reason}", markup=False)
