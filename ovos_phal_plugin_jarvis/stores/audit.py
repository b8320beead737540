"""What ran on this device, and what was said: a JSON line each in files that only their owner can read, rotated."""

from __future__ import annotations

import json
import logging.handlers
import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ovos_utils.log import LOG
from ovos_utils.xdg_utils import xdg_state_home

MAX_TEXT = 200
"""Characters of any one text in an entry: they come from strangers."""
MAX_SAID = 2000
"""Characters of what was said, and of the answer."""
MAX_ARGUMENTS = 2000
"""Characters of the arguments of one call."""


@dataclass(frozen=True)
class AuditEntry:
    """One call that was asked for."""

    tool: str
    toolbox_id: str
    outcome: str
    """``done``, ``denied``, ``declined`` (the user said no), or the code of the error."""
    rule: str = ""
    """What allowed it or forbade it: a rule of the policy, or ``confirmed``."""
    source: str = ""
    """Who asked: ``context.source`` of the message."""
    session: str = ""
    user: int | None = None
    elapsed_ms: float = 0.0
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Written only where the configuration asks for it."""


@dataclass(frozen=True)
class Exchange:
    """What was said to the assistant, and what came of it."""

    heard: str
    said: str
    calls: tuple[Mapping[str, str], ...] = ()
    """``tool`` and ``outcome`` of each, as in an ``AuditEntry``."""
    lang: str = ""
    """BCP-47 tag of what was said."""
    source: str = ""
    session: str = ""
    user: int | None = None
    elapsed_ms: float = 0.0


class AuditLog:
    """Owns the file. Writing never raises and never stops a call: what can't be written is warned of once."""

    def __init__(
        self, path: Path | None = None, *, max_bytes: int = 1_000_000, files: int = 5, arguments: bool = False
    ) -> None:
        """
        Args:
            path: the file; None is ``ovos-jarvis/audit.jsonl`` in the XDG state folder.
            max_bytes: bytes after which a new file is begun.
            files: older files that are kept.
            arguments: write what tools were called with, too.
        """
        self.path = path or default_path()
        self._max_bytes, self._files, self._arguments = max_bytes, files, arguments
        self._lock = threading.Lock()
        self._handler: logging.handlers.RotatingFileHandler | None = None
        self._failed = False
        self._closed = False

    def record(self, entry: AuditEntry | Exchange) -> None:
        """Add a line."""
        with self._lock:
            if self._closed:
                return
            try:
                self._write(self._line(entry))
                self._failed = False
            except (OSError, ValueError, TypeError, RecursionError) as error:
                if not self._failed:
                    LOG.error(f"the audit log {self.path} can't be written: {type(error).__name__}: {error}")
                self._failed = True

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._closed = True
            if self._handler is not None:
                self._handler.close()
                self._handler = None

    def _line(self, entry: AuditEntry | Exchange) -> str:
        most = MAX_SAID if isinstance(entry, Exchange) else MAX_TEXT
        fields = {key: _short(value, most) for key, value in vars(entry).items() if key != "arguments"}
        fields["elapsed_ms"] = round(entry.elapsed_ms, 2)
        line = {"at": datetime.now(timezone.utc).isoformat(timespec="milliseconds"), **fields}
        if self._arguments and isinstance(entry, AuditEntry):
            written = json.dumps(dict(entry.arguments), default=str)
            line["arguments"] = json.loads(written) if len(written) <= MAX_ARGUMENTS else written[:MAX_ARGUMENTS] + "…"
        return json.dumps(line)  # ASCII: half a character or a control character breaks no terminal

    def _write(self, line: str) -> None:
        if self._handler is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
            self._handler = _Rotating(
                self.path, maxBytes=self._max_bytes, backupCount=self._files, encoding="utf-8", delay=True
            )
        record = logging.LogRecord("audit", logging.INFO, "", 0, line, (), None)
        self._handler.emit(record)


class _Rotating(logging.handlers.RotatingFileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        raise  # called while the error is handled: whoever writes the line tells of it

    def _open(self) -> Any:
        # A new file after a rotation is as private as the first.
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()


def default_path(name: str = "audit.jsonl") -> Path:
    """Where the audit log is kept, or another one beside it."""
    return Path(xdg_state_home()) / "ovos-jarvis" / name


def exchanges_path() -> Path:
    """Where exchanges are kept."""
    return default_path("exchanges.jsonl")


def read_audit(path: Path, last: int = 100) -> Iterator[dict[str, Any]]:
    """The last entries of an audit log, oldest first; lines that are none are passed over.

    Raises:
        OSError: it can't be read.
    """
    lines: list[str] = []
    file, number = path, 0
    # Entries that were rotated away still belong to the last ones.
    while len(lines) < last and file.exists():
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()[-(last - len(lines)) :] + lines
        number += 1
        file = path.with_name(f"{path.name}.{number}")
    for line in lines:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, dict):
            yield entry


def _short(value: Any, most: int) -> Any:
    return value[:most] + "…" if isinstance(value, str) and len(value) > most else value
