"""Copying a package into place: complete or not at all, and nothing from outside it."""

from __future__ import annotations

import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

MAX_BYTES = 200_000_000
"""A package is code; one larger than this is taken for a mistake."""
IGNORED = frozenset({
    ".git", ".hg", ".svn", ".venv", "venv", "__pycache__", "node_modules", ".mypy_cache", ".pytest_cache",
    ".ruff_cache", ".tox", ".DS_Store",
})  # fmt: skip


class PackageFilesError(ValueError):
    """A package that may not be copied as it is; the message names the file and what to change."""


def package_files(source: Path) -> list[Path]:
    """Every file of the package, checked.

    Args:
        source: a folder, or a single file.

    Raises:
        PackageFilesError: a link leads out of the package or to a folder that it stands in, a file is of a special
            kind, or it is all too large.
    """
    if source.is_file():
        return [source]
    root = source.resolve()
    found: list[Path] = []
    total = 0
    for path in _walk(source, root):
        shown = path.relative_to(source)
        if path.is_symlink():
            target = path.resolve()
            if not target.is_relative_to(root):
                raise PackageFilesError(f"{shown} is a link that leads out of the package; put the file itself there")
            if target.is_dir():
                raise PackageFilesError(f"{shown} is a link to a folder that it stands in; remove it")
            if not target.is_file():
                raise PackageFilesError(f"{shown} is a link to no file; put the file or folder itself there")
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise PackageFilesError(f"{shown} is no ordinary file; remove it from the package")
        total += status.st_size
        if total > MAX_BYTES:
            raise PackageFilesError(f"{source} holds more than {MAX_BYTES // 1_000_000} MB; is it the right folder?")
        found.append(path)
    return found


class StagedPackage:
    """A copy beside its destination, to be looked at before it takes its place. A context manager: what was not
    committed by its end is gone.

    Args:
        source: see :func:`package_files`.
        destination: where it goes; its folder is made where it is missing.

    Raises:
        PackageFilesError: see :func:`package_files`; nothing was changed.
        OSError: the disk is full or the folder is not writable; nothing was changed.
    """

    def __init__(self, source: Path, destination: Path) -> None:
        files = package_files(source)
        self._destination = destination
        destination.parent.mkdir(parents=True, exist_ok=True)
        # Hidden and on the same file system: not found as a package, and renamed in one step.
        self._folder = Path(tempfile.mkdtemp(prefix=".staging-", dir=destination.parent))
        self.path = self._folder / destination.name
        """The copy, until :meth:`commit`."""
        try:
            self._copy(source, files)
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def commit(self) -> None:
        """Put the copy at the destination, in place of what is there, in one step. Where the block then ends in an
        error, :meth:`rollback` can take it back."""
        old = self._folder / "replaced"
        if self._destination.exists():
            self._destination.rename(old)
        try:
            self.path.rename(self._destination)
        except OSError:
            if old.exists():
                old.rename(self._destination)
            raise

    def rollback(self) -> None:
        """Put back what :meth:`commit` replaced; nothing happens where it did not."""
        if self.path.exists():
            return  # not committed
        if self._destination.exists():
            self._destination.rename(self.path)
        old = self._folder / "replaced"
        if old.exists():
            old.rename(self._destination)

    def __enter__(self) -> StagedPackage:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _copy(self, source: Path, files: list[Path]) -> None:
        if source.is_file():
            shutil.copyfile(source, self.path)
            return
        self.path.mkdir()
        for file in files:
            target = self.path / file.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            shutil.copymode(file, target)


def remove_package(path: Path) -> None:
    """Take a copied package away, in one step as far as others see it; one that is gone already is fine."""
    if not path.exists() and not path.is_symlink():
        return
    trash = Path(tempfile.mkdtemp(prefix=".removed-", dir=path.parent))
    try:
        path.rename(trash / path.name)
    finally:
        shutil.rmtree(trash, ignore_errors=True)


def _walk(folder: Path, root: Path) -> Iterator[Path]:
    """Every file below *folder*, through links to folders that lie in *root*; other links as they are."""
    above = {folder.resolve(), *folder.resolve().parents}
    for entry in sorted(folder.iterdir()):
        if entry.name in IGNORED or entry.name.endswith(".pyc"):
            continue
        if not entry.is_dir():
            yield entry
        elif not entry.is_symlink() or (entry.resolve().is_relative_to(root) and entry.resolve() not in above):
            yield from _walk(entry, root)
        else:
            yield entry
