"""Finds prompt providers and makes them by name."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text, type_name

ENTRY_POINT_GROUP = "jarvis.prompt_provider"
_BUILT_IN = ("qwen3", "qwen25", "hermes3", "llama31", "mistral", "functiongemma", "gemma2", "generic")
_PROVIDER_FILE = "provider.py"
_BUILT_IN_PACKAGE = "ovos_phal_plugin_jarvis.llm.prompts.providers"

FileLoader = Callable[[Path, Path], ModuleType]
"""Given a package's folder and a file in it: the file as a module."""
EntryPointLoader = Callable[[EntryPoint], Any]
"""Given an entry point: what it names."""


class UnknownProviderError(LookupError):
    """No provider of that name could be made. The message names those there are, and why it failed if it did."""


@dataclass(frozen=True)
class ProviderFailure:
    """A provider that was found and could not be used."""

    source: str
    """The entry point or file."""
    reason: str


@dataclass(frozen=True)
class ProviderInfo:
    """A provider that can be created."""

    name: str
    source: str
    """``built-in``, the entry point, or the file it comes from."""
    capabilities: dict[str, Any]


@dataclass(frozen=True)
class _Found:
    info: ProviderInfo
    make: Callable[[], Any]


class PromptProviderFactory:
    """Every prompt provider on the machine: entry points, folders, installed packages, then the built-in ones.

    Names are compared without case and the first match wins, so that an installed provider replaces a built-in
    one of its name. Looking happens at the first question and again after :meth:`reload`.
    """

    def __init__(
        self,
        folders: Iterable[str | Path] = (),
        packages: Iterable[str | Path] = (),
        *,
        files: Callable[[], Iterable[tuple[Path, Path]]] | None = None,
        load_file: FileLoader | None = None,
        load_entry_point: EntryPointLoader | None = None,
        group: str = ENTRY_POINT_GROUP,
    ) -> None:
        """
        Args:
            folders: each a folder of providers: ``*.py``, ``*/provider.py``.
            packages: each a package (``prompt_providers/*/provider.py``) or a folder of packages. Nothing else in
                them is touched: they hold commands too.
            files: more of them, asked for at each look: a package's folder and the file in it.
            load_file: imports a provider's file; the default is a plain import. Whoever wants published
                providers to load passes one that redirects
                :data:`~ovos_phal_plugin_jarvis.llm.prompts.published_names.PUBLISHED_MODULES` and lets a package
                find its helpers.
            load_entry_point: the same for installed distributions.
            group: the entry point group.
        """
        self._folders = tuple(Path(folder).expanduser() for folder in folders)
        self._packages = tuple(Path(folder).expanduser() for folder in packages)
        self._files = files or (lambda: ())
        self._load_file = load_file or _import_file
        self._load_entry_point = load_entry_point or _load_entry_point
        self._group = group
        self._found: dict[str, _Found] | None = None
        self._failures: list[ProviderFailure] = []

    def create_provider(self, name: str) -> Any:
        """A new provider.

        Raises:
            UnknownProviderError: there is none of that name, or making it failed.
        """
        found = self._all().get(str(name).strip().casefold())
        if found is None:
            known = ", ".join(self.list_providers())
            failed = "; ".join(f"{failure.source}: {failure.reason}" for failure in self._failures)
            message = f"no prompt provider is called {name!r}; there are: {known}"
            raise UnknownProviderError(f"{message}; left out: {failed}" if failed else message)
        try:
            return found.make()
        except Exception as error:  # an author's constructor may raise anything
            raise UnknownProviderError(
                f"prompt provider {found.info.name!r} from {found.info.source} could not be made: {_reason(error)}"
            ) from error

    def list_providers(self) -> list[str]:
        """The names of all providers, in the order they are found."""
        return [found.info.name for found in self._all().values()]

    def provider_info(self) -> list[ProviderInfo]:
        """What is known of each provider, in the order they are found."""
        return [found.info for found in self._all().values()]

    @property
    def failures(self) -> tuple[ProviderFailure, ...]:
        """What was found and left out, with the reason."""
        self._all()
        return tuple(self._failures)

    def reload(self) -> None:
        """Forget what was found; files are read anew at the next question."""
        self._found = None

    def _all(self) -> dict[str, _Found]:
        if self._found is None:
            failures: list[ProviderFailure] = []
            found: dict[str, _Found] = {}
            for source, load in self._sources():
                try:
                    loaded = load()
                    for candidate in _candidates(loaded, source, needed=not _has_siblings(source)):
                        found.setdefault(candidate.info.name.casefold(), candidate)
                except Exception as error:  # noqa: BLE001 - importing runs an author's code
                    LOG.warning(f"prompt provider {source} is left out: {_reason(error)}")
                    failures.append(ProviderFailure(source, _reason(error)))
            self._failures, self._found = failures, found
        return self._found

    def _sources(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        for entry in entry_points(group=self._group):
            yield f"entry point {entry.name}", partial(self._load_entry_point, entry)
        places = [(file.parent, file) for folder in self._folders for file in provider_files(folder)]
        for folder in self._packages:
            places += [(file.parent.parent.parent, file) for file in package_provider_files(folder)]
        known = {file.resolve() for _, file in places}
        places += [(folder, file) for folder, file in self._files() if file.resolve() not in known]
        for folder, file in places:
            yield from self._of_file(folder, file)
        for module in _BUILT_IN:
            yield "built-in", partial(importlib.import_module, f"{_BUILT_IN_PACKAGE}.{module}")

    def _of_file(self, folder: Path, file: Path) -> Iterator[tuple[str, Callable[[], Any]]]:
        """The module in *file* and those beside it, one source each: a provider may stand in any of them."""
        loaded: list[ModuleType] = []

        def load() -> ModuleType:
            loaded.append(self._load_file(folder, file))
            return loaded[0]

        def load_beside(sibling: Path) -> ModuleType:
            first = loaded[0] if loaded else None
            if first is not None and first.__name__ == f"{first.__package__}.{file.stem}":
                # Of one package with it, so that what it imports from it is the same.
                return importlib.import_module(f"{first.__package__}.{sibling.stem}")
            return self._load_file(folder, sibling)

        yield str(file), load
        for sibling in _siblings(file):
            yield str(sibling), partial(load_beside, sibling)


def provider_files(folder: Path) -> list[Path]:
    """The files of a folder of providers, sorted; none where it does not exist."""
    files = [file for file in folder.glob("*.py") if not file.name.startswith("_")]
    return sorted([*files, *folder.glob("*/provider.py")])


def package_provider_files(folder: Path) -> list[Path]:
    """The provider files of the package in *folder*, or of the packages in its subfolders, sorted."""
    pattern = "prompt_providers/*/provider.py"
    return sorted([*folder.glob(pattern), *folder.glob(f"*/{pattern}")])


def _siblings(file: Path) -> list[Path]:
    """The modules beside a ``provider.py`` that are no tests, sorted."""
    if file.name != _PROVIDER_FILE:
        return []
    beside = sorted(file.parent.glob("*.py"))
    return [
        p for p in beside if p != file and not p.name.startswith(("_", "test_", "conftest")) and p.stem.isidentifier()
    ]


def _has_siblings(source: str) -> bool:
    """Whether the module in *source* need not hold a provider itself, because others belong to it."""
    path = Path(source)
    return path.name != _PROVIDER_FILE and (path.parent / _PROVIDER_FILE).is_file() or bool(_siblings(path))


def _import_file(folder: Path, file: Path) -> ModuleType:
    """*file* as a module of a package of its own, so that it can import its neighbours with ``from .x``."""
    digest = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:12]
    package_name = f"_jarvis_prompt_provider_{digest}"
    for name in [n for n in sys.modules if n == package_name or n.startswith(package_name + ".")]:
        del sys.modules[name]
    package = ModuleType(package_name)
    package.__path__ = [str(file.parent)]
    sys.modules[package_name] = package
    importlib.invalidate_caches()
    return importlib.import_module(f"{package_name}.{file.stem}")


def _load_entry_point(entry: EntryPoint) -> Any:
    return entry.load()


def _candidates(loaded: Any, source: str, needed: bool = True) -> Iterator[_Found]:
    """The providers that *loaded* stands for: a module's classes, a class, a function that makes one, or one. A module
    without any is an error where one is *needed*."""
    makers: list[Callable[[], Any]]
    if isinstance(loaded, ModuleType):
        classes = [c for c in vars(loaded).values() if _is_provider_class(c) and c.__module__ == loaded.__name__]
        if not classes and needed:
            raise TypeError("no class in it has both name and build_system_prompt")
        makers = list(classes)
    elif callable(loaded) and not hasattr(loaded, "build_system_prompt") or inspect.isclass(loaded):
        makers = [loaded]
    else:
        makers = [lambda: loaded]
    for make in makers:
        provider = make()
        name = getattr(provider, "name", None)
        if (
            not isinstance(name, str)
            or not name.strip()
            or not callable(getattr(provider, "build_system_prompt", None))
        ):
            raise TypeError(f"{type_name(provider)} has no name or no build_system_prompt")
        yield _Found(ProviderInfo(name.strip(), source, _capabilities(provider, name)), make)


def _is_provider_class(value: Any) -> bool:
    return (
        inspect.isclass(value)
        and not inspect.isabstract(value)
        and hasattr(value, "name")
        and callable(getattr(value, "build_system_prompt", None))
    )


def _capabilities(provider: Any, name: str) -> dict[str, Any]:
    try:
        return dict(provider.get_capabilities())
    except Exception as error:  # noqa: BLE001 - an author's code; the provider may serve all the same
        LOG.warning(f"prompt provider {name!r}: get_capabilities failed: {_reason(error)}")
        return {"provider_name": name}


def _reason(error: BaseException) -> str:
    return " ".join(error_text(error).split())
