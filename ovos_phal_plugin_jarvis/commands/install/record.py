"""What was installed from where, so that it can be listed, installed again and removed."""

from __future__ import annotations

import json
import os
from contextlib import AbstractContextManager
from datetime import datetime, timezone
from pathlib import Path
from typing import Literal

from ovos_utils.log import LOG
from pydantic import BaseModel, ConfigDict, ValidationError

from ovos_phal_plugin_jarvis.commands.install.pip import write_requirements
from ovos_phal_plugin_jarvis.stores.database import exclusive_lock


class Installed(BaseModel):
    """One package or command that was installed."""

    model_config = ConfigDict(frozen=True)

    name: str
    kind: Literal["copy", "in_place", "pip"]
    """``in_place``: it already lay in a folder of ``commands.paths``, and removing it leaves it there."""
    source: str
    """The path, address or pip requirement it came from."""
    path: str | None = None
    """Where it lies; None for ``pip``."""
    version: str | None = None
    commit: str | None = None
    """Of a repository: what was taken."""
    commands: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    """pip packages it needs."""
    added: tuple[str, ...] = ()
    """Those that were not there before."""
    secrets: tuple[tuple[str, str], ...] = ()
    """(scope, key) of each secret it declares."""
    installed_at: str = ""


class InstallRecord:
    """``installed.json`` in the data directory, and ``custom-requirements.txt`` beside it."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / "installed.json"
        self.requirements_path = directory / "custom-requirements.txt"

    def all(self) -> dict[str, Installed]:
        """Everything, by name. A damaged file is set aside with an error in the log and counts as empty."""
        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        try:
            rows = [Installed.model_validate(row) for row in json.loads(text)]
        except (ValueError, TypeError, ValidationError):
            kept = self._path.with_name(
                f"{self._path.name}.corrupt-{datetime.now(timezone.utc).strftime('%Y%m%dT%H%M%S%fZ')}"
            )
            self._path.rename(kept)
            LOG.error(
                f"{self._path} is damaged; it was kept as {kept}. What is installed still runs; "
                "install it again to be able to remove it"
            )
            return {}
        return {row.name: row for row in rows}

    def find(self, name: str) -> Installed | None:
        """By the package's name, or by that of one of its commands."""
        rows = self.all()
        return rows.get(name) or next((row for row in rows.values() if name in row.commands), None)

    def put(self, row: Installed) -> None:
        """Add *row*, in place of one of the same name."""
        with self._alone():
            self._write({**self.all(), row.name: row})

    def drop(self, name: str) -> None:
        """Forget a row."""
        with self._alone():
            rows = self.all()
            rows.pop(name, None)
            self._write(rows)

    def _alone(self) -> AbstractContextManager[None]:
        # Two installations at once must not lose each other's row.
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return exclusive_lock(self._path.with_name(self._path.name + ".lock"))

    def _write(self, rows: dict[str, Installed]) -> None:
        staged = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        content = [rows[name].model_dump() for name in sorted(rows)]
        staged.write_text(json.dumps(content, indent=2), encoding="utf-8")
        staged.replace(self._path)
        write_requirements(self.requirements_path, [spec for row in rows.values() for spec in row.requirements])
