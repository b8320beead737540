"""What installing something will do, found out without running any of it and without changing anything."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from packaging.version import InvalidVersion, Version

from ovos_phal_plugin_jarvis.commands.install.files import PackageFilesError, package_files
from ovos_phal_plugin_jarvis.commands.install.pip import PipError, merge, missing, parse_requirement
from ovos_phal_plugin_jarvis.commands.install.record import Installed, InstallRecord
from ovos_phal_plugin_jarvis.commands.install.scan import scan
from ovos_phal_plugin_jarvis.commands.install.sources import Fetched, local_path, name_of_source
from ovos_phal_plugin_jarvis.commands.install.system import SystemStep, system_steps
from ovos_phal_plugin_jarvis.commands.loading.loader import is_package
from ovos_phal_plugin_jarvis.commands.loading.manifest import (
    COMPONENT_TYPES,
    Manifest,
    ManifestError,
    find_manifest,
    load_manifest,
    resolve_component,
)
from ovos_phal_plugin_jarvis.config import CommandsConfig
from ovos_phal_plugin_jarvis.stores import Stores

SDK_VERSION = "1.0.0"
"""The published interface that ours implements in full; a package's ``min_sdk_version`` may ask for at most this."""


class InstallError(RuntimeError):
    """Something cannot be installed or removed; one line that names it and what to change."""


@dataclass(frozen=True)
class PlannedSecret:
    """A secret that will be known afterwards."""

    key: str
    scope: str
    value_type: str
    description: str
    required: bool
    is_new: bool
    """False: it is known already, and its value stays."""


@dataclass(frozen=True)
class PlannedComponent:
    """A component of the package."""

    type: str
    name: str
    runs: bool
    reason: str | None = None
    """Why it is skipped."""


@dataclass(frozen=True)
class InstallPlan:
    """A value to show and then to hand to ``install``."""

    name: str
    kind: Literal["copy", "in_place", "pip"]
    source: str
    """Where it comes from: a path, a pip requirement, or an address."""
    files: str | None = None
    """Where its files lie now, where that is not the source."""
    commit: str | None = None
    """Of a repository: what is taken."""
    destination: str | None = None
    display_name: str = ""
    version: str | None = None
    replaces: str | None = None
    """The version that is installed now."""
    commands: tuple[str, ...] = ()
    """Those whose names can be read without running the package."""
    components: tuple[PlannedComponent, ...] = ()
    packages: tuple[str, ...] = ()
    """pip packages it needs."""
    missing_packages: tuple[str, ...] = ()
    """Those of them that pip will install."""
    secrets: tuple[PlannedSecret, ...] = ()
    system: tuple[SystemStep, ...] = ()
    """What it wants of the system; run only where the user agrees to it apart."""
    notes: tuple[str, ...] = ()
    manifest: Manifest | None = field(default=None, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        content = asdict(self)
        for name in ("manifest", "files"):
            content.pop(name)
        content["system"] = [step.to_dict() for step in self.system]
        return content


def plan_install(target: str, config: CommandsConfig, stores: Stores, fetched: Fetched | None = None) -> InstallPlan:
    """What installing *target* will do.

    Args:
        target: the name of something installed (to mend it), a folder with a manifest or a ``command.py``, a
            single ``.py`` file, or a pip requirement.
        config: its first path is where packages go.
        fetched: what *target*, which is an address then, was brought here as.

    Raises:
        InstallError: it cannot be installed here.
    """
    record = InstallRecord(stores.directory)
    if fetched is not None:
        return _plan_path(fetched.folder, config, stores, record, fetched)
    path = local_path(target)
    row = record.find(target)
    if row is not None and not path.exists():
        if row.path is None:
            return _plan_pip(row.source, row)
        if not Path(row.path).exists():
            raise InstallError(
                f"{row.name} is gone from {row.path}; install it again: ovos-jarvis commands install {row.source}"
            )
        return _plan_path(Path(row.path), config, stores, record)
    if path.exists():
        return _plan_path(path, config, stores, record)
    if "/" in target or target.startswith((".", "~")) or target.endswith(".py"):
        raise InstallError(f"there is no file or folder {target}")
    return _plan_pip(target, None)


def _plan_pip(target: str, row: Installed | None) -> InstallPlan:
    try:
        requirement = parse_requirement(target)
        needed = missing([target])
    except PipError:
        raise InstallError(f"{target!r} is neither a file or folder nor the name of a pip package") from None
    return InstallPlan(
        name=requirement.name,
        kind="pip",
        source=str(requirement),
        replaces=_installed_version(requirement.name),
        commands=row.commands if row else (),
        packages=(str(requirement),),
        missing_packages=tuple(needed),
        notes=("its commands and secrets are known once pip has installed it",),
    )


def _plan_path(
    path: Path, config: CommandsConfig, stores: Stores, record: InstallRecord, fetched: Fetched | None = None
) -> InstallPlan:
    manifest = _read_manifest(path)
    name = manifest.name if manifest else path.stem if path.is_file() else path.resolve().name
    if fetched is not None and manifest is None:
        name = name_of_source(fetched.source)
    if name.startswith((".", "_")):
        raise InstallError(f"{path}: a name that starts with '{name[0]}' is not looked for; rename it")
    if manifest:
        _check_platform(manifest)
        _check_sdk(manifest)
    try:
        files = package_files(path)
    except PackageFilesError as error:
        raise InstallError(f"package '{name}': {error}") from None
    declared = scan([file for file in files if file.suffix == ".py"], path)
    kind, destination = _destination(path, name, config)
    row = record.all().get(name)
    if kind == "copy" and destination.exists() and row is None:
        raise InstallError(f"{destination} is there already and was not installed by ovos-jarvis: remove it first")
    _check_names(name, declared.commands, record)
    specs = [package.to_pip_spec() for package in declared.packages]
    specs += [package.to_pip_spec() for package in manifest.packages] if manifest else []
    try:
        packages = merge(specs)
        needed = missing(packages)
    except PipError as error:
        raise InstallError(f"package '{name}': {error}") from None
    secrets = {(secret.scope, secret.key): secret for secret in declared.secrets}
    for secret in manifest.secrets if manifest else ():
        secrets.setdefault((secret.scope, secret.key), secret)  # type: ignore[arg-type]
    known = {(scope, row.key) for scope in ("integration", "user") for row in stores.secrets.all(scope)}
    return InstallPlan(
        name=name,
        kind=kind,
        source=fetched.source if fetched else str(path.resolve()),
        files=str(path.resolve()) if fetched else None,
        commit=fetched.commit if fetched else None,
        destination=str(destination),
        display_name=manifest.display_name if manifest else "",
        version=manifest.version if manifest else None,
        replaces=(row.version or "unknown") if row else None,
        commands=declared.commands,
        components=_components(path, manifest),
        packages=tuple(packages),
        missing_packages=tuple(needed),
        secrets=tuple(
            PlannedSecret(
                secret.key,
                secret.scope,
                secret.value_type,
                secret.description,
                secret.required,
                place not in known,
            )
            for place, secret in secrets.items()
        ),
        system=system_steps(manifest),
        notes=(*(manifest.notes if manifest else ()), *declared.problems),
        manifest=manifest,
    )


def _read_manifest(path: Path) -> Manifest | None:
    if path.is_file():
        if path.suffix != ".py":
            raise InstallError(f"{path} is no Python file; give a .py file, a folder or the name of a pip package")
        return None
    found = find_manifest(path)
    if found is None:
        if not is_package(path):
            raise InstallError(f"{path} holds no jarvis_package.yaml and no command.py, so it is no Jarvis package")
        return None
    try:
        return load_manifest(found)
    except ManifestError as error:
        raise InstallError(str(error)) from None


def _components(path: Path, manifest: Manifest | None) -> tuple[PlannedComponent, ...]:
    planned = []
    for component in manifest.components if manifest else ():
        reason = None
        if component.type not in COMPONENT_TYPES:
            reason = f"components of type '{component.type}' are not run here"
        else:
            try:
                resolve_component(path, component)
            except ManifestError as error:
                raise InstallError(f"package '{manifest.name if manifest else path.name}': {error}") from None
        planned.append(PlannedComponent(component.type, component.name, reason is None, reason))
    return tuple(planned)


def _destination(path: Path, name: str, config: CommandsConfig) -> tuple[Literal["copy", "in_place"], Path]:
    if not config.paths:
        raise InstallError("commands.paths is empty: name a folder there for packages to be installed into")
    resolved = path.resolve()
    for written in config.paths:
        place = Path(written).expanduser().resolve()
        if resolved == place or (resolved.parent == place and not is_package(place)):
            return "in_place", resolved
    first = Path(config.paths[0]).expanduser()
    if first.is_file() or (first.is_dir() and is_package(first)):
        raise InstallError(f"the first of commands.paths, {first}, is itself a command: put a folder of packages first")
    return "copy", first / (path.name if path.is_file() else name)


def _check_platform(manifest: Manifest) -> None:
    if not manifest.fits_here:
        raise InstallError(
            f"package '{manifest.name}' is for {', '.join(manifest.platforms)}, and this is {sys.platform}"
        )


def _check_sdk(manifest: Manifest) -> None:
    if manifest.min_sdk_version is None:
        return
    have = _installed_version("jarvis-command-sdk") or SDK_VERSION
    try:
        wanted = Version(manifest.min_sdk_version)
    except InvalidVersion:
        raise InstallError(
            f"package '{manifest.name}': min_sdk_version {manifest.min_sdk_version!r} is no version such as 1.0.0"
        ) from None
    if wanted > Version(have):
        raise InstallError(
            f"package '{manifest.name}' needs version {wanted} of the SDK and this is {have}: "
            "upgrade ovos-phal-plugin-jarvis, or install an older version of the package"
        )


def _check_names(name: str, commands: tuple[str, ...], record: InstallRecord) -> None:
    for other in record.all().values():
        taken = sorted(set(commands) & set(other.commands))
        if taken and other.name != name:
            raise InstallError(
                f"package '{name}' brings the command '{taken[0]}', which '{other.name}' has already: "
                f"rename it, or run: ovos-jarvis commands remove {other.name}"
            )


def _installed_version(name: str, version_of: Callable[[str], str] = metadata.version) -> str | None:
    try:
        return version_of(name)
    except metadata.PackageNotFoundError:
        return None
