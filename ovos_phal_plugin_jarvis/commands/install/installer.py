"""Installing, mending and removing other people's commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path
from typing import Any

from ovos_utils.log import LOG
from packaging.utils import canonicalize_name

from ovos_phal_plugin_jarvis.commands.auth.providers import authentication_of
from ovos_phal_plugin_jarvis.commands.install.files import PackageFilesError, StagedPackage, remove_package
from ovos_phal_plugin_jarvis.commands.install.pip import (
    MissingPackagesError,
    PipError,
    RunPip,
    ensure_packages,
    install_packages,
    merge,
    missing,
    packages_of,
    parse_requirement,
    run_pip,
    uninstall_packages,
    version_of,
)
from ovos_phal_plugin_jarvis.commands.install.plan import InstallError, InstallPlan, plan_install
from ovos_phal_plugin_jarvis.commands.install.purge import Traces, own_traces
from ovos_phal_plugin_jarvis.commands.install.purge import purge as purge_traces
from ovos_phal_plugin_jarvis.commands.install.record import Installed, InstallRecord
from ovos_phal_plugin_jarvis.commands.loading.finder import ENTRY_POINT_GROUP, find_commands
from ovos_phal_plugin_jarvis.commands.loading.found import FoundCommands
from ovos_phal_plugin_jarvis.config import CommandsConfig
from ovos_phal_plugin_jarvis.foreign_text import error_text, type_name
from ovos_phal_plugin_jarvis.sdk.command import IJarvisCommand
from ovos_phal_plugin_jarvis.sdk.secret import VALUE_TYPES, as_scope
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
    prompt_providers: tuple[str, ...] = ()
    """Names of the prompt providers that it brings."""
    agents: tuple[str, ...] = ()
    protocols: tuple[str, ...] = ()
    """Names of its device protocols."""
    routines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What of its commands was read otherwise than it is written."""
    steps: tuple[str, ...] = ()
    """What is to be done before it can be used, as command lines."""

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
    records: int = 0
    """Records that were deleted."""

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
    """What one installation has gathered and changed so far."""

    specs: list[str]
    run: RunPip
    secrets: dict[tuple[str, str], _Seed] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)
    before: dict[str, str] = field(default_factory=dict)
    """pip packages that were changed → the version that was there."""
    required: set[str] = field(default_factory=set)
    """Keys of secrets that a command can't do without."""
    logins: dict[str, None] = field(default_factory=dict)
    """Providers that its user has to log in to."""
    setups: list[str] = field(default_factory=list)
    """Commands with a first-time setup of their own."""
    prompt_providers: tuple[str, ...] = ()

    def pip(self, specs: Sequence[str]) -> None:
        """Install what is missing of *specs*, and remember what has to be put back."""
        needed = missing(specs)
        had = {name: version_of(name) for name in (_name_of(spec) for spec in needed)}
        self.before.update({name: version for name, version in had.items() if version})
        self.added += install_packages(specs, run=self.run)

    def take_back(self) -> None:
        """Put the pip packages back as they were."""
        try:
            uninstall_packages(self.added, run=self.run)
            changed = [f"{name}=={version}" for name, version in self.before.items() if version_of(name) != version]
            if changed:
                install_packages(changed, run=self.run)
        except PipError as error:
            LOG.error(f"pip packages could not be put back as they were: {error}")


CheckProviders = Callable[[Path], "tuple[tuple[str, ...], Mapping[str, str]]"]
"""Loads the prompt providers of the package in a folder: their names, and file → why it is left out."""


def install(
    plan: InstallPlan, stores: Stores, *, run: RunPip = run_pip, providers: CheckProviders | None = None
) -> InstallResult:
    """Do what *plan* says: pip packages first, then the files, then room for the secrets.

    The package's code runs here for the first time, beside its place; where nothing of it can be used, or anything
    else fails, all is as it was before: files, pip packages, the record. Nothing that has a value is overwritten.

    Args:
        plan: what to do.
        stores: where secrets and the record of what is installed are kept.
        run: runs pip.
        providers: loads the package's prompt providers; without it they are not looked at.

    Raises:
        InstallError: one line that names the package and what to change.
    """
    work = _Work(list(plan.packages), run)
    for secret in plan.manifest.secrets if plan.manifest else ():
        work.secrets[secret.scope, secret.key] = _Seed(secret.key, secret.scope, secret.value_type)
        work.required |= {secret.key} if secret.required else set()
    try:
        return _install(plan, stores, work, providers)
    except BaseException as error:
        work.take_back()
        if isinstance(error, (PipError, PackageFilesError)):
            raise InstallError(f"{plan.name}: {error}") from None
        if isinstance(error, OSError):
            raise InstallError(f"{plan.name} cannot be installed: {error.strerror or error}") from None
        raise


def _install(plan: InstallPlan, stores: Stores, work: _Work, providers: CheckProviders | None) -> InstallResult:
    work.pip(plan.packages)
    if plan.kind == "pip":
        return _settle(plan, stores, work, _inspect_distribution(plan, work))
    if plan.kind == "copy" and plan.destination:
        with StagedPackage(Path(plan.files or plan.source), Path(plan.destination)) as staged:
            found = _inspect_staged(plan, staged.path, work, providers)
            staged.commit()
            try:
                return _settle(plan, stores, work, found)
            except BaseException:
                staged.rollback()
                raise
    return _settle(plan, stores, work, _inspect_path(plan, Path(plan.source), work, providers))


def _settle(plan: InstallPlan, stores: Stores, work: _Work, found: FoundCommands) -> InstallResult:
    """Write down what was installed, and make room for its secrets."""
    record = InstallRecord(stores.directory)
    before = record.all().get(plan.name)
    # To mend what is installed leaves where it came from as it is.
    keeps_source = before is not None and (plan.kind == "in_place" or plan.source == before.path)
    record.put(
        Installed(
            name=plan.name,
            kind=before.kind if before and before.path == plan.destination else plan.kind,
            source=before.source if before and keeps_source else plan.source,
            path=plan.destination,
            version=plan.version,
            commit=before.commit if before and keeps_source else plan.commit,
            commands=tuple(command.name for command in found.commands),
            requirements=tuple(merge(work.specs)),
            added=tuple(sorted({*work.added, *(before.added if before else ())})),
            secrets=tuple(work.secrets),
            installed_at=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        )
    )
    try:
        seeded = stores.secrets.seed(work.secrets.values())
    except BaseException:
        if before is None:
            record.drop(plan.name)
        else:
            record.put(before)
        raise
    unset = [key for (scope, key) in work.secrets if stores.secrets.state(key, scope) != "set"]
    return InstallResult(
        plan.name,
        tuple(command.name for command in found.commands),
        dict(found.failed),
        dict(found.skipped),
        tuple(work.added),
        tuple(dict.fromkeys(seeded)),
        tuple(key for key in dict.fromkeys(seeded) if key not in work.required),
        prompt_providers=work.prompt_providers,
        agents=tuple(part.name for part in found.agents),
        protocols=tuple(part.name for part in found.protocols),
        routines=tuple(routine.name for routine in found.routines),
        notes=tuple(f"{command.name}: {note}" for command in found.commands for note in command.notes),
        steps=(
            *(f"ovos-jarvis secrets set {key}" for key in dict.fromkeys(unset) if key in work.required),
            *(f"ovos-jarvis auth login {provider}" for provider in work.logins if stores.auth.get(provider) is None),
            *(f"ovos-jarvis commands init {name}" for name in work.setups),
        ),
    )


def remove(name: str, stores: Stores, *, purge: bool = False, run: RunPip = run_pip) -> RemoveResult:
    """Undo what installing did. Its secrets, its records and its logins stay unless *purge*.

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
    kept = own_traces(row, others) if purge else Traces()  # as its files tell, which go now
    try:
        if row.kind == "copy" and row.path:
            remove_package(Path(row.path))
        removed = uninstall_packages(going, run=run)
    except PipError as error:
        raise InstallError(f"{row.name}: {error}") from None
    except OSError as error:
        raise InstallError(f"{row.path} cannot be removed: {error.strerror or error}") from None
    record.drop(row.name)
    purged, records = [], 0
    if purge:
        shared = {place for other in others for place in other.secrets}
        for scope, key in row.secrets:
            if (scope, key) not in shared and stores.secrets.delete(key, scope):
                purged.append(key)
        records = purge_traces(kept, stores)
    left = row.path if row.kind == "in_place" else None
    return RemoveResult(row.name, row.commands, tuple(removed), tuple(purged), left, records)


def _inspect_path(plan: InstallPlan, path: Path, work: _Work, providers: CheckProviders | None) -> FoundCommands:
    found = find_commands(CommandsConfig(paths=(str(path),)), points=())
    try:
        brought = [file for package in found.packages for file in package.prompt_providers]
        if brought and providers is not None:
            work.prompt_providers, failed = providers(path)
            found = replace(found, failed={**found.failed, **failed})
        return _check(plan, found, work, bool(brought) and (providers is None or bool(work.prompt_providers)))
    finally:
        found.close()


def _inspect_staged(plan: InstallPlan, path: Path, work: _Work, providers: CheckProviders | None) -> FoundCommands:
    """As ``_inspect_path``, with reasons that name the package's own files instead of the copy's."""

    def own(text: str) -> str:
        return text.replace(str(path), plan.source)

    try:
        found = _inspect_path(plan, path, work, providers)
    except InstallError as error:
        raise InstallError(own(str(error))) from None
    return replace(
        found,
        failed={own(what): own(why) for what, why in found.failed.items()},
        skipped={own(what): own(why) for what, why in found.skipped.items()},
    )


def _inspect_distribution(plan: InstallPlan, work: _Work) -> FoundCommands:
    try:
        points = [point for point in metadata.distribution(plan.name).entry_points if point.group == ENTRY_POINT_GROUP]
    except metadata.PackageNotFoundError:
        points = []
    if not points:
        raise InstallError(
            f"{plan.name} has no Jarvis command: its entry points hold none of the group {ENTRY_POINT_GROUP}"
        )
    found = find_commands(CommandsConfig(paths=()), points=points)
    try:
        return _check(plan, found, work, False)
    finally:
        found.close()


def _check(plan: InstallPlan, found: FoundCommands, work: _Work, has_providers: bool) -> FoundCommands:
    """Take in what the loaded commands declare, or refuse the package where nothing of it can be used."""
    if not (found.commands or found.agents or found.protocols or found.routines or has_providers):
        reasons = found.failed or found.skipped or {plan.name: "it holds no command"}
        raise InstallError("; ".join(f"{what}: {why}" for what, why in reasons.items()))
    for loaded in found.commands:
        for secret in [*loaded.command.all_possible_secrets, *loaded.command.required_secrets]:
            work.secrets.setdefault((as_scope(secret.scope), secret.key), _seed_of(secret, loaded.name))
            work.required |= {secret.key} if secret.required else set()
        specs = packages_of(loaded.command)
        work.pip(specs)
        work.specs += specs
        authentication = authentication_of(loaded.command)
        if authentication is not None:
            work.logins[authentication.provider] = None
        if getattr(type(getattr(loaded.command, "wrapped", loaded.command)), "init_data", None) not in (
            None,
            IJarvisCommand.init_data,
        ):
            work.setups.append(loaded.name)
    for part in (*found.agents, *found.protocols):
        for secret in _secrets_of(part.part):
            work.secrets.setdefault((as_scope(secret.scope), secret.key), _seed_of(secret, part.name))
            work.required |= {secret.key} if secret.required else set()
        authentication = authentication_of(part.part) if hasattr(type(part.part), "authentication") else None
        if authentication is not None:
            work.logins[authentication.provider] = None
    return found


def _secrets_of(part: Any) -> list[Any]:
    """What an agent or a device protocol declares; none where it raises, which is logged."""
    try:
        return [
            s for s in part.required_secrets if hasattr(s, "key") and hasattr(s, "scope") and hasattr(s, "required")
        ]
    except Exception as error:  # noqa: BLE001 -- an author's property
        LOG.warning(f"required_secrets of {type_name(part)} can't be read: {error_text(error)}")
        return []


def _seed_of(secret: Any, command: str) -> _Seed:
    value_type = getattr(secret, "value_type", "string")
    if value_type not in VALUE_TYPES:
        raise InstallError(
            f"{command}: the secret '{secret.key}' has the value type {value_type!r}; "
            f"use one of {', '.join(VALUE_TYPES)}"
        )
    return _Seed(secret.key, as_scope(secret.scope), value_type)


def _name_of(spec: str) -> str:
    return parse_requirement(spec).name
