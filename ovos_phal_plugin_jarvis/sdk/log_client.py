"""The logger that packages import as ``jarvis_log_client``."""

from __future__ import annotations

import logging
from typing import Any


class JarvisLogger:
    """Writes messages with fields beside them to the standard ``logging``.

    Args:
        service: whose messages these are; the logger is ``jarvis.SERVICE``.
    """

    def __init__(self, service: str = "command", **_options: Any) -> None:
        self._logger = logging.getLogger(f"jarvis.{service}")

    def debug(self, msg: str, **fields: Any) -> None:
        """Log for whoever looks for a fault."""
        self._write(logging.DEBUG, msg, fields)

    def info(self, msg: str, **fields: Any) -> None:
        """Log what happened."""
        self._write(logging.INFO, msg, fields)

    def warning(self, msg: str, **fields: Any) -> None:
        """Log what should not have happened and did no harm."""
        self._write(logging.WARNING, msg, fields)

    def error(self, msg: str, **fields: Any) -> None:
        """Log what failed."""
        self._write(logging.ERROR, msg, fields)

    def critical(self, msg: str, **fields: Any) -> None:
        """Log what cannot go on."""
        self._write(logging.CRITICAL, msg, fields)

    def exception(self, msg: str, **fields: Any) -> None:
        """Log what failed, with the traceback of the exception that is being handled."""
        self._write(logging.ERROR, msg, {"exc_info": True, **fields})

    def _write(self, level: int, msg: str, fields: dict[str, Any]) -> None:
        exc_info = fields.pop("exc_info", None)
        text = " ".join([str(msg), *(f"{name}={value!r}" for name, value in fields.items())])
        # stacklevel 3: the line in the package, past this method and the one that called it
        self._logger.log(level, "%s", text, exc_info=exc_info, stacklevel=3)
