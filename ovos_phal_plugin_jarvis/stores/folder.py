"""Where everything is kept, and whether it can be."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ovos_utils.xdg_utils import xdg_data_home

from ovos_phal_plugin_jarvis.stores.errors import StoreError

FILES = ("data.db", "secrets.db", "conversations.db", "tokens.db")


def data_directory() -> Path:
    """The folder of everything the plugin keeps: ``ovos-jarvis`` under the XDG data directory."""
    return Path(xdg_data_home()) / "ovos-jarvis"


def check_writable(directory: Path | None = None) -> None:
    """Find out whether the folder can be written, by writing to it.

    Args:
        directory: the folder, made where it is missing; :func:`data_directory` where None.

    Raises:
        StoreError: it can't, or a file that is written all the time can't.
    """
    folder = directory or data_directory()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"probe")
        for name in FILES:
            path = folder / name
            if path.exists():
                os.close(os.open(path, os.O_RDWR | os.O_CLOEXEC))
    except OSError as error:
        where = error.filename if isinstance(error.filename, str) else str(folder)
        raise StoreError(
            f"{where} cannot be written ({error.strerror}), so nothing could be kept. "
            f"Mend its permissions or free disk space, or choose another folder with XDG_DATA_HOME"
        ) from error
