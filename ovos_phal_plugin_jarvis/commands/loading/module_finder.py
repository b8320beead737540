"""The part of importing that Python calls: finds the modules of open packages and runs them with their own
builtins."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Any

_FRESH_SECONDS = 2.0


class PackageLoader(SourceFileLoader):
    """Runs a module with the builtins, and so the import function, of its package."""

    def __init__(self, fullname: str, path: str, package_builtins: dict[str, Any]) -> None:
        super().__init__(fullname, path)
        self._package_builtins = package_builtins

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = self._package_builtins
        super().exec_module(module)

    def path_stats(self, path: Any) -> Mapping[str, Any]:
        stats = super().path_stats(path)
        if time.time() - stats["mtime"] < _FRESH_SECONDS:
            # Compiled files are told apart by whole seconds: one written now could hide the next edit.
            raise OSError("too fresh for a compiled copy")
        return stats


class PackageFinder(MetaPathFinder):
    """Finds modules whose first name is that of an open package. On ``sys.meta_path`` while there is one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._roots: Mapping[str, dict[str, Any]] = {}

    def add(self, root: str, package_builtins: dict[str, Any]) -> None:
        """Answer for *root* and all below it."""
        with self._lock:
            # Replaced, not changed: imports on other threads read it without the lock.
            self._roots = {**self._roots, root: package_builtins}
            if self not in sys.meta_path:
                sys.meta_path.insert(0, self)

    def remove(self, root: str) -> None:
        """Answer no more for *root*."""
        with self._lock:
            self._roots = {name: kept for name, kept in self._roots.items() if name != root}
            if not self._roots and self in sys.meta_path:
                sys.meta_path.remove(self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package_builtins = self._roots.get(fullname.partition(".")[0])
        if package_builtins is None:
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = find(fullname, path, target) if find is not None and finder is not self else None
            if spec is not None:
                if isinstance(spec.loader, SourceFileLoader):
                    spec.loader = PackageLoader(fullname, spec.loader.path, package_builtins)
                return spec
        return None


FINDER = PackageFinder()
"""The one finder of this process: Python has one list of them."""
