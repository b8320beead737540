"""Wheels made by hand, so that tests can install packages with the real pip and no network."""

from __future__ import annotations

import sys
import textwrap
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path


def write_wheel(
    folder: Path,
    name: str,
    version: str,
    files: Mapping[str, str],
    entry_points: Mapping[str, Mapping[str, str]] | None = None,
) -> Path:
    """A wheel that pip installs.

    Args:
        folder: where to put it.
        name: of the distribution, with underscores.
        version: of the distribution.
        files: path in the wheel → text.
        entry_points: group → name → target.
    """
    info = f"{name}-{version}.dist-info"
    contents = {path: textwrap.dedent(text) for path, text in files.items()}
    contents[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n"
    contents[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    contents[f"{info}/entry_points.txt"] = "\n".join(
        f"[{group}]\n" + "\n".join(f"{key} = {value}" for key, value in points.items())
        for group, points in (entry_points or {}).items()
    )
    contents[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in (*contents, f"{info}/RECORD"))
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in contents.items():
            archive.writestr(path, text)
    return wheel


def environment_beside(folder: Path) -> Path:
    """A virtual environment with everything that this one has, and room for more.

    Returns:
        Its Python.
    """
    venv.create(folder, with_pip=False)
    packages = next(folder.glob("lib/python*/site-packages"))
    ours = [p for p in sys.path if p.endswith("site-packages")]
    # addsitedir, not the bare path: editable installs of this environment are path files themselves.
    (packages / "zz_parent.pth").write_text("".join(f"import site; site.addsitedir({p!r})\n" for p in ours))
    return folder / "bin" / "python"
