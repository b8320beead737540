"""Loads the commands of one place: a file, a folder, an entry point. Whatever is wrong there stays there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.loading.adapter import complete
from ovos_phal_plugin_jarvis.commands.loading.found import LoadedCommand, LoadedPackage, LoadedPart, LoadedRoutine
from ovos_phal_plugin_jarvis.commands.loading.imports import InstalledImports, PackageImports
from ovos_phal_plugin_jarvis.commands.loading.inspection import (
    build,
    check_agent,
    check_command,
    check_protocol,
    component_classes,
    looks_like_command,
    toolbox_classes,
)
from ovos_phal_plugin_jarvis.commands.loading.manifest import (
    COMPONENT_TYPES,
    Component,
    ManifestError,
    find_manifest,
    load_manifest,
    resolve_component,
)
from ovos_phal_plugin_jarvis.commands.loading.mending import mend
from ovos_phal_plugin_jarvis.commands.loading.reasons import explain
from ovos_phal_plugin_jarvis.commands.loading.stand_ins import FOREIGN_MODULES
from ovos_phal_plugin_jarvis.foreign_text import text_of


@dataclass
class Harvest:
    """What loading came to, so far."""

    commands: list[LoadedCommand] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    packages: list[LoadedPackage] = field(default_factory=list)
    parts: dict[str, dict[str, LoadedPart]] = field(default_factory=lambda: {"agent": {}, "device_protocol": {}})
    """Type of component → name → what was loaded."""
    routines: dict[str, LoadedRoutine] = field(default_factory=dict)
    toolboxes: dict[str, type] = field(default_factory=dict)
    closers: list[Callable[[], None]] = field(default_factory=list)

    def fail(self, what: str, reason: str, source: str = "") -> None:
        """Note that *what* can't be used; under *source* where *what* is taken."""
        taken = what in self.failed or any(loaded.name == what for loaded in self.commands)
        key = source if taken and source else what
        if key in self.failed:
            key = f"{key} ({len(self.failed) + 1})"
        self.failed[key] = reason
        # Whoever asked for the commands tells the user; the registry logs it as an error.
        LOG.warning(f"command '{key}' is left out: {reason}")

    def skip(self, what: str, reason: str) -> None:
        """Note that *what* is not for this device."""
        self.skipped[what] = reason
        LOG.info(f"'{what}' is skipped: {reason}")


_CONVENTIONS = (
    ("command", "command.py"),
    ("command", "commands/*/command.py"),
    ("prompt_provider", "prompt_providers/*/provider.py"),
    ("agent", "agents/*/agent.py"),
    ("device_protocol", "device_families/*/protocol.py"),
    ("device_manager", "device_managers/*/manager.py"),
    ("routine", "routine.json"),
    ("routine", "routines/*/routine.json"),
)
_INTERFACE = {"agent": "IJarvisAgent", "device_protocol": "IJarvisDeviceProtocol"}
_CHECKS = {"agent": check_agent, "device_protocol": check_protocol}
"""Type of component → where a package without a list of components has it."""


def is_package(folder: Path) -> bool:
    """Whether *folder* holds a manifest, or files where a package without one has them."""
    return find_manifest(folder) is not None or bool(_conventional(folder))


def load_package(
    folder: Path, harvest: Harvest, disabled: frozenset[str], foreign: Mapping[str, str] = FOREIGN_MODULES
) -> None:
    """Load the package in *folder* into *harvest*.

    Args:
        folder: see :func:`is_package`.
        harvest: gets its commands, its package and what is wrong with either.
        disabled: names of commands, or of the package, that are not to be loaded.
        foreign: foreign module name → our module name.
    """
    manifest = None
    path = find_manifest(folder)
    try:
        manifest = load_manifest(path) if path else None
    except ManifestError as error:
        harvest.fail(folder.name, str(error), str(folder))
        return
    name = manifest.name if manifest else folder.name
    if manifest and not manifest.fits_here:
        harvest.skip(name, f"is for {', '.join(manifest.platforms)}, and this is {sys.platform}")
        return
    files: list[tuple[str, Path]] = []
    providers: list[Path] = []
    routines: list[tuple[str, Path]] = []
    for component in manifest.components if manifest and manifest.components else _conventional(folder):
        if component.type not in COMPONENT_TYPES:
            reason = f"components of type '{component.type}' are not run here"
            harvest.skip(f"{name}/{component.name}", reason)
            continue
        try:
            found = resolve_component(folder, component)
        except ManifestError as error:
            harvest.fail(f"{name}/{component.name}", f"package '{name}': {error}")
            continue
        if component.type == "prompt_provider":
            providers.append(found)
        elif component.type == "routine":
            routines.append((found.parent.name if found.parent != folder else name, found))
        else:
            files.append((component.type, found))
    package = LoadedPackage(name, folder, manifest, tuple(providers))
    harvest.packages.append(package)
    for routine, found in routines:
        _adopt_routine(LoadedRoutine(routine, found, package), harvest, disabled)
    if not files:
        if not providers and not routines:
            harvest.skip(name, "has no component that is run here")
        return
    imports = PackageImports(folder, name, foreign)
    harvest.closers.append(imports.close)
    # Commands first: an agent imports its package's command.
    for kind, file in sorted(files, key=lambda entry: entry[0] != "command"):
        if kind == "command":
            _load_module(imports, file, package, harvest, disabled, silent=False)
        else:
            _load_parts(kind, imports, file, package, harvest, disabled)


def load_file(
    path: Path, harvest: Harvest, disabled: frozenset[str], foreign: Mapping[str, str] = FOREIGN_MODULES
) -> None:
    """Load the commands in a single file, whose helpers stand beside it; a file without any is skipped.

    A file that defines OPM toolboxes is those toolboxes: its commands are for them to offer.
    """
    # The file of a module that is a folder is imported by that folder's name, so that its own imports find it.
    name, folder = (path.parent.name, path.parent.parent) if path.stem == "__init__" else (path.stem, path.parent)
    imports = PackageImports(folder, name, foreign)
    harvest.closers.append(imports.close)
    package = LoadedPackage(name, path.parent)
    _load_module(imports, path, package, harvest, disabled, silent=True)


def load_entry_point(
    point: EntryPoint,
    harvest: Harvest,
    disabled: frozenset[str],
    foreign: Mapping[str, str] = FOREIGN_MODULES,
) -> None:
    """Load the command, the list of commands, or the module of commands, that an installed distribution declares."""
    source = f"{point.group}:{point.name}"
    top_level = point.value.partition(":")[0].partition(".")[0].strip()
    # Written for Jarvis, so its imports need ours; what others have imported was not.
    close = InstalledImports.share(top_level, point.name, foreign)
    if close is not None:
        harvest.closers.append(close)
    try:
        loaded = point.load()
    except KeyboardInterrupt as error:
        _reraise_if_real(error)
        harvest.fail(point.name, explain(error, None), source)
        return
    except BaseException as error:  # noqa: BLE001 - foreign code may raise anything, SystemExit included
        harvest.fail(point.name, explain(error, None), source)
        return
    if isinstance(loaded, ModuleType):
        classes = component_classes("command", loaded, lambda module: module.partition(".")[0] == top_level)
        if not classes:
            harvest.fail(point.name, f"the module '{loaded.__name__}' holds no command", source)
    else:
        classes = list(loaded) if isinstance(loaded, (list, tuple)) else [loaded]
    for command_class in classes:
        if looks_like_command(command_class):
            _adopt(command_class, source, None, harvest, disabled)
        else:
            reason = f"the entry point is {command_class!r:.80}; it must be a command, a list or a module of them"
            harvest.fail(point.name, reason, source)


def _conventional(folder: Path) -> tuple[Component, ...]:
    """The components of a package whose manifest lists none."""
    found = [
        Component(type=kind, name=path.parent.name, path=path.relative_to(folder).as_posix())
        for kind, pattern in _CONVENTIONS
        for path in sorted(folder.glob(pattern))
        if not path.parent.name.startswith((".", "_")) or path.parent == folder
    ]
    return tuple(found)


def _load_module(
    imports: PackageImports,
    path: Path,
    package: LoadedPackage,
    harvest: Harvest,
    disabled: frozenset[str],
    silent: bool,
) -> None:
    module = _attempt(lambda: imports.load(path), str(path), str(path), package, harvest)
    if not isinstance(module, ModuleType):
        return
    boxes = toolbox_classes(module) if silent else []
    if boxes:
        alone = len(boxes) == 1
        name = package.name
        harvest.toolboxes.update({name if alone else f"{name}.{box.__name__}": box for box in boxes})
        return
    classes = component_classes("command", module, imports.owns)
    if not classes:
        if silent:
            harvest.skip(str(path), "holds no command class")
        else:
            harvest.fail(
                str(path), "holds no command class; derive one from IJarvisCommand, or put @tool above a function"
            )
    for command_class in classes:
        _adopt(command_class, str(path), package, harvest, disabled)


def _load_parts(
    kind: str, imports: PackageImports, path: Path, package: LoadedPackage, harvest: Harvest, disabled: frozenset[str]
) -> None:
    """Load the agents or the device protocols of one file."""
    module = _attempt(lambda: imports.load(path), str(path), str(path), package, harvest)
    if not isinstance(module, ModuleType):
        return
    classes = component_classes(kind, module, imports.owns)
    called = kind.replace("_", " ")
    if not classes:
        harvest.fail(str(path), f"holds no {called}; derive a class from {_INTERFACE[kind]}")
    known = harvest.parts[kind]
    for part_class in classes:
        what = part_class.__name__
        part = _attempt(partial(build, part_class), what, str(path), package, harvest)
        name = _attempt(partial(_CHECKS[kind], part), what, str(path), package, harvest) if part is not None else None
        if name is None:
            continue
        if name in disabled or package.name in disabled:
            harvest.skip(name, "is disabled by commands.disabled")
        elif name in known:
            harvest.fail(
                f"{path} ({name})",
                f"the {called} '{name}' of {path} is there already, from {known[name].source}; rename this one, or "
                "remove the other",
            )
        else:
            described = _attempt(partial(_described, kind, part), what, str(path), package, harvest)
            if described is not None:
                known[name] = LoadedPart(name, part, str(path), package, path.stat().st_mtime_ns, **described)


def _described(kind: str, part: Any) -> dict[str, Any]:
    """What is told of an agent or a device protocol, read once."""
    told: dict[str, Any] = {"description": text_of(getattr(part, "description", ""))}
    if kind == "agent":
        schedule = part.schedule
        told["interval"] = float(schedule.interval_seconds)
        told["on_startup"] = getattr(schedule, "run_on_startup", True) is not False
    return told


def _adopt_routine(routine: LoadedRoutine, harvest: Harvest, disabled: frozenset[str]) -> None:
    first = harvest.routines.setdefault(routine.name, routine)
    if first is not routine:
        harvest.fail(str(routine.file), f"the routine '{routine.name}' is there already, from {first.file}; rename one")
    elif routine.name in disabled or routine.package.name in disabled:
        del harvest.routines[routine.name]
        harvest.skip(routine.name, "is disabled by commands.disabled")


def _adopt(
    command_class: Any,
    source: str,
    package: LoadedPackage | None,
    harvest: Harvest,
    disabled: frozenset[str],
) -> None:
    what = command_class.__name__
    made = _attempt(lambda: build(command_class), what, source, package, harvest)
    notes = _attempt(lambda: mend(made), what, source, package, harvest) if made is not None else None
    if notes is None:
        return
    command = _attempt(lambda: complete(made), what, source, package, harvest)
    if command is None:
        return
    named = _attempt(lambda: _text(command.command_name), what, source, package, harvest)
    if named is None:
        return
    what = named or what
    if what in disabled or (package is not None and package.name in disabled):
        harvest.skip(what, "is disabled by commands.disabled")
        return
    platforms = _attempt(lambda: command.supported_platforms, what, source, package, harvest)
    if platforms is None:
        return
    if isinstance(platforms, (list, tuple)) and platforms and sys.platform not in platforms:
        harvest.skip(what, f"is for {', '.join(map(str, platforms))}, and this is {sys.platform}")
        return
    name = _attempt(lambda: check_command(command), what, source, package, harvest)
    if name is None:
        return
    first = next((loaded for loaded in harvest.commands if loaded.name == name), None)
    if first is not None:
        harvest.fail(
            f"{source} ({name})",
            f"the name '{name}' of {source} is taken by {first.source}; rename this one, or remove the other",
        )
        return
    for note in notes:
        LOG.warning(f"command '{name}': {note}")
    harvest.commands.append(LoadedCommand(name, command, source, package, notes))


def _attempt(step: Callable[[], Any], what: str, source: str, package: LoadedPackage | None, harvest: Harvest) -> Any:
    """What *step* returns; None where it failed, which is noted."""
    try:
        return step()
    except KeyboardInterrupt as error:
        _reraise_if_real(error)
        reason = explain(error, package.folder if package else None)
    except BaseException as error:  # noqa: BLE001 - foreign code may raise anything, SystemExit included
        reason = explain(error, package.folder if package else None)
    about = f"package '{package.name}'" if package else source
    harvest.fail(what, f"{about}: {reason}", source)
    return None


def _reraise_if_real(error: KeyboardInterrupt) -> None:
    if type(error) is KeyboardInterrupt:
        raise error


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
