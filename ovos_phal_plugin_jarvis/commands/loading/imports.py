"""Imports of foreign packages: a package's helpers are its own, and what it imports from Jarvis is ours.

Every module of a package carries its own ``__import__`` in its ``__builtins__``, so that an import inside one
of its functions, run much later and on any thread, is resolved as one at the top of its file. Nothing is put
on ``sys.path``; modules are kept in ``sys.modules`` while the package is open, and closing takes them away.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import itertools
import os
import re
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from ovos_phal_plugin_jarvis.commands.loading.module_finder import FINDER, PackageLoader
from ovos_phal_plugin_jarvis.commands.loading.stand_ins import FOREIGN_MODULES, ForeignModules

_PREFIX = "_jarvis_package"
_counter = itertools.count(1)
_builtin_import = builtins.__import__


class _Imports:
    """What import statements in one package run, from opening to :meth:`close`."""

    def __init__(self, root: str, owner: str, foreign: Mapping[str, str]) -> None:
        self.owner = owner
        self._root = root
        self._foreign = ForeignModules(owner, foreign)
        self._importlib = _Importlib(self._import_module)
        self._builtins = {**vars(builtins), "__import__": self._import}
        self._closed: dict[str, ModuleType] | None = None
        FINDER.add(root, self._builtins)

    def owns(self, module_name: str) -> bool:
        """Whether *module_name* is the ``__name__`` of one of this package's modules."""
        return module_name == self._root or module_name.startswith(f"{self._root}.")

    def close(self) -> None:
        """Take the package's modules out of ``sys.modules``. Its functions still run, and still find the
        helpers that had been imported by now; a second call does nothing."""
        if self._closed is not None:
            return
        FINDER.remove(self._root)
        self._closed = {name: module for name, module in sys.modules.items() if self.owns(name)}
        for name in self._closed:
            sys.modules.pop(name, None)

    def _own_name(self, name: str) -> str | None:
        """The full name of the module of the package that an absolute import of *name* means; None: not its
        own."""
        raise NotImplementedError

    def _import(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        wanted = tuple(fromlist or ())
        if level:
            package = str((globals or {}).get("__package__") or self._root)
            full: str | None = importlib.util.resolve_name("." * level + name, package)
        else:
            full = self._own_name(name)
        if full is not None and self._closed is not None:
            return self._recall(full, name, wanted)
        if level:
            return _builtin_import(name, globals, locals, wanted, level)
        if full is not None:
            module = _builtin_import(full, globals, locals, wanted or ("__name__",), 0)
            return module if wanted else sys.modules[_top(full, name)]
        if self._foreign.knows(name):
            module = self._foreign.find(name)
            self._foreign.check_names(name, module, wanted)
            return module if wanted else self._foreign.find(name.partition(".")[0])
        module = _builtin_import(name, globals, locals, wanted, 0)
        return self._importlib if module is importlib else module

    def _import_module(self, name: str, package: str | None = None) -> ModuleType:
        full = self._own_name(name) if not name.startswith(".") else None
        if full is not None:
            if self._closed is not None:
                return self._recall(full, name, ("*",))
            return importlib.import_module(full)
        if not name.startswith(".") and self._foreign.knows(name):
            return self._foreign.find(name)
        return importlib.import_module(name, package)

    def _recall(self, full: str, name: str, wanted: tuple[str, ...]) -> ModuleType:
        found = (self._closed or {}).get(full if wanted else _top(full, name))
        if found is None:
            raise ImportError(f"{self.owner} was unloaded before it first imported '{name}'", name=name)
        return found


def _top(full: str, name: str) -> str:
    # "root.a.b" imported as "a.b" binds "a", which is "root.a".
    return full[: len(full) - len(name)] + name.partition(".")[0]


class PackageImports(_Imports):
    """The modules of one folder. They are called apart from those of every other folder, whatever their
    names.

    Args:
        folder: what the package's absolute imports are looked for in first.
        owner: how messages call the package.
        foreign: foreign module name → our module name.
    """

    def __init__(self, folder: Path, owner: str, foreign: Mapping[str, str] = FOREIGN_MODULES) -> None:
        slug = re.sub(r"\W+", "_", owner).strip("_") or "unnamed"
        # The counter keeps apart what is loaded beside its own replacement during a reload.
        super().__init__(f"{_PREFIX}{next(_counter)}_{slug}", owner, foreign)
        self.folder = folder.resolve()
        self._known: dict[str, bool] = {}
        spec = ModuleSpec(self._root, None, is_package=True)
        spec.submodule_search_locations = [str(self.folder)]
        root = importlib.util.module_from_spec(spec)
        root.__dict__["__builtins__"] = self._builtins
        sys.modules[self._root] = root

    def load(self, path: Path) -> ModuleType:
        """Import the module in *path*; once, however often it is asked for.

        Raises:
            ValueError: where *path* is not below the folder.
            BaseException: whatever the module's own code raises.
        """
        relative = path.resolve().relative_to(self.folder).with_suffix("")
        parts = relative.parts[:-1] if relative.name == "__init__" else relative.parts
        if all(part.isidentifier() for part in parts):
            return importlib.import_module(".".join((self._root, *parts)))
        # A file such as "my-command.py": no import statement can name it, but it may hold a command.
        return self._load_unnameable(".".join((self._root, re.sub(r"\W", "_", "_".join(parts)))), path)

    def _load_unnameable(self, name: str, path: Path) -> ModuleType:
        if name in sys.modules:
            return sys.modules[name]
        loader = PackageLoader(name, str(path), self._builtins)
        spec = ModuleSpec(name, loader, origin=str(path))
        spec.has_location = True
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            loader.exec_module(module)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        return module

    def close(self) -> None:
        super().close()
        below = str(self.folder) + os.sep
        for entry in [e for e in sys.path_importer_cache if f"{e}{os.sep}".startswith(below)]:
            sys.path_importer_cache.pop(entry, None)

    def _own_name(self, name: str) -> str | None:
        if name.partition(".")[0] in sys.stdlib_module_names:
            return None  # a helper called "json" must not take the place of Python's
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = self._is_own(name)
        return f"{self._root}.{name}" if known else None

    def _is_own(self, name: str) -> bool:
        search = [str(self.folder)]
        spec: ModuleSpec | None = None
        for part in name.split("."):
            spec = PathFinder.find_spec(part, search)
            if spec is None:
                return False
            search = list(spec.submodule_search_locations or ())
        if spec is None or spec.origin is not None:
            return spec is not None
        # A folder without __init__.py gives way to a real module of that name, as it does on sys.path.
        if self._foreign.serves(name):
            return False
        try:
            elsewhere = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            return True
        return elsewhere is None or elsewhere.origin is None


class InstalledImports(_Imports):
    """The modules of an installed distribution that was written for Jarvis; they keep their names.

    Args:
        top_level: the first part of its modules' names; not imported yet.
        owner: how messages call it.
        foreign: foreign module name → our module name.
    """

    _open: ClassVar[dict[str, InstalledImports]] = {}
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, top_level: str, owner: str, foreign: Mapping[str, str] = FOREIGN_MODULES) -> None:
        super().__init__(top_level, owner, foreign)
        self._users = 0

    @classmethod
    def share(
        cls, top_level: str, owner: str, foreign: Mapping[str, str] = FOREIGN_MODULES
    ) -> Callable[[], None] | None:
        """Open the modules of *top_level* for one more search: a reload finds them before the search before it is
        closed. Returns what closes them for this search; None where others have imported them already."""
        with cls._lock:
            found = cls._open.get(top_level)
            if found is None:
                if top_level in sys.modules:
                    return None
                found = cls._open[top_level] = cls(top_level, owner, foreign)
            found._users += 1
        return partial(found._leave, [])

    @classmethod
    def forget(cls, top_level: str) -> None:
        """Close the modules of *top_level* for everyone: what is installed now is another version."""
        with cls._lock:
            found = cls._open.pop(top_level, None)
        if found is not None:
            found.close()

    def _leave(self, left: list[bool]) -> None:
        with self._lock:
            if left:
                return  # this search has been closed before
            left.append(True)
            self._users -= 1
            if self._users:
                return
            if self._open.get(self._root) is self:
                del self._open[self._root]
        self.close()

    def _own_name(self, name: str) -> str | None:
        # While it is open, Python finds its modules by their own names.
        return name if self._closed is not None and self.owns(name) else None


class _Importlib(ModuleType):
    """``importlib`` as a package sees it: ``import_module`` finds what its import statements find."""

    def __init__(self, import_module: Any) -> None:
        super().__init__("importlib", importlib.__doc__)
        self.import_module = import_module

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib, name)
