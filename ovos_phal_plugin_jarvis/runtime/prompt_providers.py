"""The prompt providers of this machine, with published ones loaded unmodified."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.loading.imports import InstalledImports, PackageImports
from ovos_phal_plugin_jarvis.commands.loading.manifest import (
    ManifestError,
    find_manifest,
    load_manifest,
    resolve_component,
)
from ovos_phal_plugin_jarvis.commands.loading.stand_ins import FOREIGN_MODULES
from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.llm.prompts.factory import PromptProviderFactory
from ovos_phal_plugin_jarvis.llm.prompts.published_names import PUBLISHED_MODULES

_FOREIGN = {**FOREIGN_MODULES, **PUBLISHED_MODULES}


class PublishedProviderLoader:
    """Imports provider files and entry points with the published module names standing for ours.

    A file that is loaded again is read anew. What was loaded stays importable until :meth:`close`, because a
    provider may import more when it is first asked for a prompt.
    """

    def __init__(self) -> None:
        self._files: dict[Path, PackageImports] = {}
        self._installed: dict[str, InstalledImports] = {}

    def load_file(self, folder: Path, file: Path) -> ModuleType:
        """*file* of the package in *folder* as a module."""
        earlier = self._files.pop(file, None)
        if earlier is not None:
            earlier.close()
        imports = self._files[file] = PackageImports(folder, folder.name, _FOREIGN)
        try:
            return imports.load(file)
        except BaseException:
            self._files.pop(file).close()
            raise

    def load_entry_point(self, entry: EntryPoint) -> Any:
        """What *entry* names."""
        top = entry.module.partition(".")[0]
        if top != "ovos_phal_plugin_jarvis" and top not in self._installed:
            self._installed[top] = InstalledImports(top, entry.name, _FOREIGN)
        return entry.load()

    def close(self) -> None:
        """Take the modules of all files out of the process's table of modules."""
        for imports in (*self._files.values(), *self._installed.values()):
            imports.close()
        self._files.clear()
        self._installed.clear()


def prompt_provider_factory(config: JarvisConfig, loader: PublishedProviderLoader) -> PromptProviderFactory:
    """A factory over entry points, the packages in the configured command folders, and the built-in providers.

    Args:
        config: the plugin's section; ``commands.paths`` is looked through.
        loader: imports what is found; close it when no provider is used any more.
    """

    def declared() -> Iterator[tuple[Path, Path]]:
        for written in config.commands.paths:
            place = Path(written).expanduser()
            for folder in (place, *(sorted(place.iterdir()) if place.is_dir() else ())):
                yield from _declared_providers(folder)

    return PromptProviderFactory(
        packages=config.commands.paths,
        files=declared,
        load_file=loader.load_file,
        load_entry_point=loader.load_entry_point,
    )


def _declared_providers(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Folder and file of each prompt provider that the manifest in *folder* names, wherever it lies in there."""
    path = find_manifest(folder) if folder.is_dir() and not folder.name.startswith((".", "_")) else None
    if path is None:
        return
    try:
        for component in load_manifest(path).components:
            if component.type == "prompt_provider":
                yield folder, resolve_component(folder, component)
    except ManifestError as error:
        # Whoever loads the package's commands tells of it; here it names no provider.
        LOG.debug(str(error))
