"""Our modules under the names that packages import, for a whole process: an author's own tests.

A package that is *served* gets them through its own import function and changes nothing for anybody else; a test
imports the package as plain Python does, so here the names are found for all. What anybody else has of a name counts
before ours.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from ovos_phal_plugin_jarvis.commands.loading.stand_ins import (
    FOREIGN_MODULES,
    ForeignModules,
    ForeignNameError,
    is_ours,
)


class StandInLoader(Loader):
    """Gives a module of ours as it is."""

    is_stand_in = True
    """What tells it from an SDK that is installed."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._spec = getattr(module, "__spec__", None)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        # The import system has just put its own there; ours stays what it is under its real name.
        module.__spec__ = self._spec


class StandInFinder(MetaPathFinder):
    """Finds what nobody else finds, and all that is below what it found.

    Args:
        modules: foreign module name → our module name.
    """

    def __init__(self, modules: Mapping[str, str] = FOREIGN_MODULES) -> None:
        self._foreign = ForeignModules("a test", modules)
        self._roots = {name.partition(".")[0] for name in modules}
        self._whole = self._roots.intersection(modules)

    def install(self) -> None:
        """Answer from now on."""
        if not any(isinstance(finder, StandInFinder) for finder in sys.meta_path):
            # Before the others: they would load a second copy of a module below one of ours, from its file.
            sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] not in self._roots:
            return None
        parent = sys.modules.get(fullname.rpartition(".")[0])
        if parent is None or not is_ours(parent):
            for finder in sys.meta_path:
                find = getattr(finder, "find_spec", None)
                spec: ModuleSpec | None = find(fullname, path, target) if find and finder is not self else None
                if spec is not None:
                    return spec
            if parent is not None and fullname.partition(".")[0] in self._whole:
                return None  # a real SDK is taken whole: what it lacks is not there
        try:
            module = self._foreign.find(fullname)
        except ForeignNameError:
            return None  # an import of it ends as that of any module that is not there
        return ModuleSpec(fullname, StandInLoader(module), is_package=hasattr(module, "__path__"))
