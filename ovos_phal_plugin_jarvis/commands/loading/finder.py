"""Looks for commands: in the folders of the configuration, then among installed distributions."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType

from ovos_phal_plugin_jarvis.commands.loading.found import FoundCommands
from ovos_phal_plugin_jarvis.commands.loading.loader import (
    Harvest,
    is_package,
    load_entry_point,
    load_file,
    load_package,
)
from ovos_phal_plugin_jarvis.commands.loading.stand_ins import FOREIGN_MODULES, adopt_installed_sdk
from ovos_phal_plugin_jarvis.config import CommandsConfig

ENTRY_POINT_GROUP = "jarvis.command"
_DEFAULT_PATHS = frozenset(CommandsConfig().paths)


def find_commands(
    config: CommandsConfig,
    points: Iterable[EntryPoint] | None = None,
    foreign: Mapping[str, str] = FOREIGN_MODULES,
) -> FoundCommands:
    """Every command there is, loaded and checked. Never raises for what a command does.

    Each of ``config.paths`` is a file, a package (a folder with a manifest, a ``command.py`` or
    ``commands/*/command.py``), or a folder of files and packages. Of two commands with one name the first is
    kept; paths come in their order, before entry points.

    Args:
        config: where to look, and which commands are disabled.
        points: the entry points to load; by default, those of the group ``jarvis.command`` that are
        installed. foreign: foreign module name → our module name, for packages that import more than the SDK.
    """
    importlib.invalidate_caches()  # files may have been written since Python last listed their folders
    adopt_installed_sdk()
    harvest = Harvest()
    disabled = frozenset(config.disabled)
    try:
        _harvest(config, harvest, disabled, foreign, points)
    except BaseException:
        for close in harvest.closers:
            close()
        raise
    return FoundCommands(
        commands=tuple(harvest.commands),
        failed=MappingProxyType(harvest.failed),
        skipped=MappingProxyType(harvest.skipped),
        packages=tuple(harvest.packages),
        agents=tuple(harvest.parts["agent"].values()),
        protocols=tuple(harvest.parts["device_protocol"].values()),
        routines=tuple(harvest.routines.values()),
        toolboxes=MappingProxyType(harvest.toolboxes),
        closers=tuple(harvest.closers),
    )


def _harvest(
    config: CommandsConfig,
    harvest: Harvest,
    disabled: frozenset[str],
    foreign: Mapping[str, str],
    points: Iterable[EntryPoint] | None,
) -> None:
    for written in config.paths:
        path = Path(written).expanduser()
        if path.exists():
            try:
                _look_at(path, harvest, disabled, foreign)
            except OSError as error:
                harvest.fail(written, f"can't be read: {error.strerror or error}")
        elif written not in _DEFAULT_PATHS:
            harvest.skip(written, "there is no such file or folder; correct commands.paths")
    for point in entry_points(group=ENTRY_POINT_GROUP) if points is None else points:
        load_entry_point(point, harvest, disabled, foreign)


def _look_at(path: Path, harvest: Harvest, disabled: frozenset[str], foreign: Mapping[str, str]) -> None:
    if path.is_file():
        if path.suffix == ".py":
            load_file(path, harvest, disabled, foreign)
        else:
            harvest.skip(str(path), "is no Python file")
    elif is_package(path):
        load_package(path, harvest, disabled, foreign)
    else:
        for child in sorted(path.iterdir()):
            if child.name.startswith((".", "_")):
                continue
            if child.is_dir():
                if is_package(child):
                    load_package(child, harvest, disabled, foreign)
                else:
                    harvest.skip(str(child), "holds no manifest and no command.py")
            elif child.suffix == ".py":
                load_file(child, harvest, disabled, foreign)
