"""Installing, mending and removing other people's commands."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from ovos_phal_plugin_jarvis.commands.install.files import PackageFilesError, StagedPackage, remove_package
from ovos_phal_plugin_jarvis.commands.install.pip import (
    MissingPackagesError,
    PipError,
    RunPip,
    ensure_packages,
    install_packages,
    merge,
    packages_of,
    parse_requirement,
    run_pip,
    uninstall_packages,
)
from ovos_phal_plugin_jarvis.commands.install.plan import InstallError, InstallPlan, plan_install
from ovos_phal_plugin_jarvis.commands.install.record import Installed, InstallRecord
from ovos_phal_plugin_jarvis.commands.loading.finder import ENTRY_POINT_GROUP, find_commands
from ovos_phal_plugin_jarvis.commands.loading.found import FoundCommands
from ovos_phal_plugin_jarvis.config import CommandsConfig
from ovos_phal_plugin_jarvis.sdk.secret import VALUE_TYPES
from ovos_phal_plugin_jarvis.stores import Stores

__all__ = [
    "InstallError", "InstallPlan", "InstallResult", "MissingPackagesError", "RemoveResult", "ensure_packages",
    "install", "plan_install", "remove",
]  # fmt: skip


@dataclass(frozen=True)
class InstallResult:
    """What installing did."""

    name: str
    commands: tuple[str, ...]
    """Ready to be used."""
    failed: dict[str, str]
    """Command or file → why it is left out."""
    skipped: dict[str, str]
    """Component → why it is not run here."""
    packages: tuple[str, ...]
    """pip packages that were not there before."""
    secrets: tuple[str, ...]
    """Keys that are new and have no value yet."""
    optional: tuple[str, ...] = ()
    """Those of them that no command must have."""

    def to_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


@dataclass(frozen=True)
class RemoveResult:
    """What removing did."""

    name: str
    commands: tuple[str, ...]
    packages: tuple[str, ...]
    """pip packages that were taken away."""
    purged: tuple[str, ...] = ()
    """Keys of secrets that were deleted."""
    left: str | None = None
    """The path of a package that was not copied here and was left where it is."""

    def to_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


@dataclass(frozen=True)
class _Seed:
    """Of a secret, what its row needs."""

    key: str
    scope: str
    value_type: str


@dataclass
class _Work:
    """What one installation has gathered so far."""

    specs: list[str]
    secrets: dict[tuple[str, str], _Seed] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)
    required: set[str] = field(default_factory=set)
    """Keys of secrets that a command can't do without."""


def install(plan: InstallPlan, stores: Stores, *, run: RunPip = run_pip) -> InstallResult:
    """Do what *plan* says: pip packages first, then the files, then room for the secrets.

    The package's code runs here for the first time, beside its place; where none of its commands can be loaded,
    what was there before stays. Nothing that has a value is overwritten.

    Raises:
        InstallError: one line that names the package and what to change.
    """
    work = _Work(list(plan.packages))
    for secret in plan.manifest.secrets if plan.manifest else ():
        work.secrets[secret.scope, secret.key] = _Seed(secret.key, secret.scope, secret.value_type)
        work.required |= {secret.key} if secret.required else set()
    try:
        work.added += install_packages(plan.packages, run=run)
        if plan.kind == "pip":
            found = _inspect_distribution(plan, work, run)
        elif plan.kind == "copy" and plan.destination:
            with StagedPackage(Path(plan.source), Path(plan.destination)) as staged:
                found = _inspect_staged(plan, staged.path, work, run)
                staged.commit()
        else:
            found = _inspect_path(plan, Path(plan.source), work, run)
    except (PipError, PackageFilesError) as error:
        raise InstallError(f"{plan.name}: {error}") from None
    except OSError as error:
        raise InstallError(f"{plan.name} cannot be copied to {plan.destination}: {error.strerror or error}") from None
    seeded = stores.secrets.seed(work.secrets.values())
    record = InstallRecord(stores.directory)
    before = record.all().get(plan.name)
    record.put(
        Installed(
            name=plan.name,
            kind=before.kind if before and before.path == plan.destination else plan.kind,
            source=before.source if before and plan.kind == "in_place" else plan.source,
            path=plan.destination,
            version=plan.version,
            commands=tuple(command.name for command in found.commands),
            requirements=tuple(merge(work.specs)),
            added=tuple(sorted({*work.added, *(before.added if before else ())})),
            secrets=tuple(work.secrets),
            installed_at=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        )
    )
    return InstallResult(
        plan.name,
        tuple(command.name for command in found.commands),
        dict(found.failed),
        dict(found.skipped),
        tuple(work.added),
        tuple(dict.fromkeys(seeded)),
        tuple(key for key in dict.fromkeys(seeded) if key not in work.required),
    )


def remove(name: str, stores: Stores, *, purge: bool = False, run: RunPip = run_pip) -> RemoveResult:
    """Undo what installing did. Stored data stays; secrets stay unless *purge*.

    pip packages that came with it go too, unless something else needs them. A package that was not copied here by
    ``install`` is left where it is, and named in the result.

    Args:
        name: of the package or of one of its commands.

    Raises:
        InstallError: nothing of that name was installed.
    """
    record = InstallRecord(stores.directory)
    row = record.find(name)
    if row is None:
        known = ", ".join(record.all()) or "nothing"
        raise InstallError(f"{name!r} was not installed by ovos-jarvis; installed: {known}")
    others = [other for other in record.all().values() if other.name != row.name]
    needed = {canonicalize_name(_name_of(spec)) for other in others for spec in other.requirements}
    going = [package for package in row.added if canonicalize_name(package) not in needed]
    try:
        if row.kind == "copy" and row.path:
            remove_package(Path(row.path))
        removed = uninstall_packages(going, run=run)
    except PipError as error:
        raise InstallError(f"{row.name}: {error}") from None
    except OSError as error:
        raise InstallError(f"{row.path} cannot be removed: {error.strerror or error}") from None
    record.drop(row.name)
    purged = []
    if purge:
        shared = {place for other in others for place in other.secrets}
        for scope, key in row.secrets:
            if (scope, key) not in shared and stores.secrets.delete(key, scope):
                purged.append(key)
    left = row.path if row.kind == "in_place" else None
    return RemoveResult(row.name, row.commands, tuple(removed), tuple(purged), left)


def _inspect_path(plan: InstallPlan, path: Path, work: _Work, run: RunPip) -> FoundCommands:
    found = find_commands(CommandsConfig(paths=(str(path),)), points=())
    try:
        return _check(plan, found, work, run)
    finally:
        found.close()


def _inspect_staged(plan: InstallPlan, path: Path, work: _Work, run: RunPip) -> FoundCommands:
    """As ``_inspect_path``, with reasons that name the package's own files instead of the copy's."""

    def own(text: str) -> str:
        return text.replace(str(path), plan.source)

    try:
        found = _inspect_path(plan, path, work, run)
    except InstallError as error:
        raise InstallError(own(str(error))) from None
    return replace(
        found,
        failed={own(what): own(why) for what, why in found.failed.items()},
        skipped={own(what): own(why) for what, why in found.skipped.items()},
    )


def _inspect_distribution(plan: InstallPlan, work: _Work, run: RunPip) -> FoundCommands:
    try:
        points = [point for point in metadata.distribution(plan.name).entry_points if point.group == ENTRY_POINT_GROUP]
    except metadata.PackageNotFoundError:
        points = []
    if not points:
        _undo(work, run)
        raise InstallError(
            f"{plan.name} has no Jarvis command: its entry points hold none of the group {ENTRY_POINT_GROUP}"
        )
    found = find_commands(CommandsConfig(paths=()), points=points)
    try:
        return _check(plan, found, work, run)
    finally:
        found.close()


def _check(plan: InstallPlan, found: FoundCommands, work: _Work, run: RunPip) -> FoundCommands:
    """Take in what the loaded commands declare, or refuse the package where none can be used."""
    if not found.commands and not any(package.prompt_providers for package in found.packages):
        _undo(work, run)
        reasons = found.failed or found.skipped or {plan.name: "it holds no command"}
        raise InstallError("; ".join(f"{what}: {why}" for what, why in reasons.items()))
    for loaded in found.commands:
        for secret in [*loaded.command.all_possible_secrets, *loaded.command.required_secrets]:
            work.secrets.setdefault((secret.scope, secret.key), _seed_of(secret, loaded.name))
            work.required |= {secret.key} if secret.required else set()
        specs = packages_of(loaded.command)
        work.added += install_packages(specs, run=run)
        work.specs += specs
    return found


def _seed_of(secret: Any, command: str) -> _Seed:
    value_type = getattr(secret, "value_type", "string")
    if value_type not in VALUE_TYPES:
        raise InstallError(
            f"{command}: the secret '{secret.key}' has the value type {value_type!r}; "
            f"use one of {', '.join(VALUE_TYPES)}"
        )
    return _Seed(secret.key, secret.scope, value_type)


def _undo(work: _Work, run: RunPip) -> None:
    uninstall_packages(work.added, run=run)


def _name_of(spec: str) -> str:
    return parse_requirement(spec).name
