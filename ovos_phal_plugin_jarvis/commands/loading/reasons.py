"""Why foreign code could not be loaded, in one line for its author."""

from __future__ import annotations

import traceback
from pathlib import Path

from ovos_phal_plugin_jarvis.commands.loading.inspection import BrokenCommand
from ovos_phal_plugin_jarvis.commands.loading.manifest import ManifestError
from ovos_phal_plugin_jarvis.commands.loading.stand_ins import ForeignNameError


def explain(error: BaseException, folder: Path | None) -> str:
    """One line on what foreign code raised, where in *folder*, and what would mend it."""
    if isinstance(error, (BrokenCommand, ForeignNameError, ManifestError)):
        return str(error)
    if isinstance(error, ModuleNotFoundError) and error.name:
        missing = error.name.partition(".")[0]
        return (
            f"imports '{error.name}', which is not installed; declare '{missing}' under packages in the "
            f"manifest and run: ovos-jarvis commands install {folder or 'NAME'}"
        )
    message = " ".join(str(error).split())
    if isinstance(error, SystemExit):
        message = f"exited with {error.code!r} while it was loaded"
    return f"{type(error).__name__}: {message}"[:500] + _place(error, folder)


def _place(error: BaseException, folder: Path | None) -> str:
    if folder is None or isinstance(error, SyntaxError):
        return ""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if folder in path.parents or folder.resolve() in path.parents:
            inside = path.relative_to(folder if folder in path.parents else folder.resolve())
            return f" ({inside}, line {frame.lineno})"
    return ""
