"""Why foreign code could not be loaded, in one line for its author."""

from __future__ import annotations

import traceback
from pathlib import Path

from ovos_phal_plugin_jarvis.commands.loading.inspection import BrokenCommand
from ovos_phal_plugin_jarvis.commands.loading.manifest import ManifestError
from ovos_phal_plugin_jarvis.commands.loading.stand_ins import NODE_ROOTS, ForeignNameError
from ovos_phal_plugin_jarvis.foreign_text import MAX_NAME, repr_of, text_of, type_name


def explain(error: BaseException, folder: Path | None) -> str:
    """One line on what foreign code raised, where in *folder*, and what would mend it."""
    if isinstance(error, (BrokenCommand, ForeignNameError, ManifestError)):
        return str(error)
    if type(error) is ModuleNotFoundError and error.name:
        name = text_of(error.name, MAX_NAME)
        missing = name.partition(".")[0]
        if missing in NODE_ROOTS or missing.startswith("jarvis"):
            # A real SDK that is installed was asked for it. Whoever owned that name on an index would be let in.
            return f"imports '{name}' of Jarvis, which is not offered here; there is no package to install for it"
        return (
            f"imports '{name}', which is not installed; declare '{missing}' under packages in the "
            f"manifest and run: ovos-jarvis commands install {folder or 'NAME'}"
        )
    message = " ".join(text_of(error).split())
    if isinstance(error, SystemExit):
        message = f"exited with {repr_of(error.code)} while it was loaded"
    return f"{type_name(error)}: {message}"[:500] + _place(error, folder)


def _place(error: BaseException, folder: Path | None) -> str:
    if folder is None or isinstance(error, SyntaxError):
        return ""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if folder in path.parents or folder.resolve() in path.parents:
            inside = path.relative_to(folder if folder in path.parents else folder.resolve())
            return f" ({inside}, line {frame.lineno})"
    return ""
