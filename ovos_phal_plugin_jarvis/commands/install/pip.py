"""pip packages of commands: what is missing, installing it into the running environment, and the record of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import invalidate_caches, metadata
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import NormalizedName, canonicalize_name

from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.sdk.command import IJarvisCommand

PIP_TIMEOUT = 900.0
"""Seconds a run of pip may take: a package may have to be compiled on a small device."""

RunPip = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]
"""Runs pip with the arguments after ``python -m pip``."""


class PipError(RuntimeError):
    """pip did not do it; one line that says why and what to do."""


class MissingPackagesError(RuntimeError):
    """A command lacks pip packages; the message holds the command line that installs them."""


def run_pip(arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run pip in the environment of this Python.

    Raises:
        PipError: it took longer than :data:`PIP_TIMEOUT`.
    """
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
    try:
        return subprocess.run(
            [sys.executable, "-m", "pip", *arguments],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PIP_TIMEOUT, env=environment,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise PipError(f"pip {arguments[0]} took more than {PIP_TIMEOUT:g} s and was ended") from None


def parse_requirement(spec: str) -> Requirement:
    """*spec* as a value.

    Raises:
        PipError: it is no requirement by name, such as ``httpx>=0.25``. Addresses are refused, because what they
            name may change.
    """
    try:
        requirement = Requirement(spec)
    except InvalidRequirement:
        raise PipError(f"{spec!r} is no pip requirement; write it as NAME or NAME>=VERSION") from None
    if requirement.url:
        raise PipError(f"{spec!r}: a pip package is named, not addressed; write NAME or NAME>=VERSION")
    return requirement


def missing(specs: Iterable[str]) -> list[str]:
    """Those of *specs* that the running environment does not satisfy, each once, in their order.

    Raises:
        PipError: one is no requirement.
    """
    wanted = [requirement for requirement in map(parse_requirement, specs) if _applies(requirement)]
    return list(dict.fromkeys(str(requirement) for requirement in wanted if not _is_satisfied(requirement)))


def install_packages(specs: Sequence[str], *, run: RunPip = run_pip) -> list[str]:
    """Install what is missing of *specs*, in one run, so that pip sees all of them together.

    Returns:
        The names of the packages that were not there before, in any version.

    Raises:
        PipError: a name that does not exist, versions that exclude each other, no network.
    """
    needed = missing(specs)
    if not needed:
        return []
    absent = [name for name in (parse_requirement(spec).name for spec in needed) if not version_of(name)]
    result = run(["install", *needed])
    invalidate_caches()
    if result.returncode:
        raise PipError(_explain(needed, result.stdout + "\n" + result.stderr))
    return [canonicalize_name(name) for name in absent]


def uninstall_packages(names: Sequence[str], *, run: RunPip = run_pip) -> list[str]:
    """Take away those of *names* that are installed and that no other installed package requires.

    Returns:
        The names that were taken away.

    Raises:
        PipError: pip refused.
    """
    going = {canonicalize_name(name) for name in names if version_of(name)}
    going -= _required_by_others(going)
    if not going:
        return []
    result = run(["uninstall", "-y", *sorted(going)])
    invalidate_caches()
    if result.returncode:
        raise PipError(f"pip could not uninstall {', '.join(sorted(going))}: {_last_line(result.stderr)}")
    return sorted(going)


def merge(specs: Iterable[str]) -> list[str]:
    """One line a package, with everything that any of *specs* asks of it, by name."""
    merged: dict[str, Requirement] = {}
    for spec in specs:
        requirement = parse_requirement(spec)
        key = f"{canonicalize_name(requirement.name)};{requirement.marker or ''}"
        known = merged.setdefault(key, requirement)
        if known is not requirement:
            known.specifier &= requirement.specifier
            known.extras |= requirement.extras
    return [str(merged[key]) for key in sorted(merged)]


def write_requirements(path: Path, specs: Iterable[str]) -> None:
    """Write *specs*, merged, as a requirements file; ``pip install -r`` then rebuilds the environment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["# pip packages of installed Jarvis commands; ovos-jarvis writes this file", *merge(specs)]
    staged = path.with_name(f".{path.name}.{os.getpid()}")
    staged.write_text("\n".join(lines) + "\n", encoding="utf-8")
    staged.replace(path)


def packages_of(command: IJarvisCommand) -> list[str]:
    """What *command* declares in ``required_packages``, as pip specs.

    Raises:
        PipError: it declares something else.
    """
    try:
        specs = [package.to_pip_spec() for package in command.required_packages]
    except Exception as error:
        raise PipError(f"required_packages raised {error_text(error)}; return JarvisPackage values") from error
    for spec in specs:
        if not isinstance(spec, str):
            raise PipError(f"required_packages holds {spec!r}; a JarvisPackage is made of texts")
    return specs


def ensure_packages(command: IJarvisCommand, allow: bool, *, run: RunPip = run_pip) -> list[str]:
    """Make sure that *command*'s packages are there, before it first runs.

    Args:
        allow: whether missing ones may be installed now (``commands.install_missing_packages``).

    Returns:
        What was installed; nothing in the common case, which costs well under a millisecond a package.

    Raises:
        MissingPackagesError: something is missing and may not be installed, or installing it failed.
    """
    try:
        specs = packages_of(command)
        needed = missing(specs) if specs else []
        if needed and allow:
            install_packages(needed, run=run)
            return needed
    except PipError as error:
        raise MissingPackagesError(f"{command.command_name}: {error}") from error
    if needed:
        raise MissingPackagesError(
            f"{command.command_name} needs pip packages that are not installed ({', '.join(needed)}); "
            f"install them with: ovos-jarvis commands install {command.command_name}"
        )
    return []


def _applies(requirement: Requirement) -> bool:
    return requirement.marker is None or requirement.marker.evaluate()


def version_of(name: str) -> str | None:
    """The version of a pip package that is installed; None where it is not."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _is_satisfied(requirement: Requirement) -> bool:
    version = version_of(requirement.name)
    return version is not None and requirement.specifier.contains(version, prereleases=True)


def _required_by_others(names: set[NormalizedName]) -> set[NormalizedName]:
    needed: set[NormalizedName] = set()
    for distribution in metadata.distributions():
        name = distribution.metadata["Name"]
        if name is None or canonicalize_name(name) in names:
            continue
        for line in distribution.requires or ():
            needed.add(canonicalize_name(re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0]))
    return needed & names


def _explain(specs: Sequence[str], output: str) -> str:
    unknown = re.search(r"No matching distribution found for ([^\s(;]+)", output)
    if unknown:
        offered = re.search(r"from versions: ([^)]+)\)", output)
        versions = offered[1].strip() if offered else "none"
        if versions == "none":
            return f"pip finds no package called {unknown[1]}: check the spelling, or give a path instead"
        return f"pip finds no version that fits {unknown[1]}; there are: {versions[-120:]}"
    if "ResolutionImpossible" in output or "conflicting dependencies" in output:
        return f"pip cannot install {', '.join(specs)} together: their versions exclude each other"
    if "externally-managed-environment" in output:
        return "this Python is managed by the system and takes no pip packages: install into a virtual environment"
    if re.search(r"Temporary failure in name resolution|NewConnectionError|Max retries exceeded", output):
        return f"pip cannot reach the package index to install {', '.join(specs)}: check the network"
    return f"pip could not install {', '.join(specs)}: {_last_line(output)}"


def _last_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.upper().startswith("ERROR")]
    return (errors or lines or ["it gave no reason"])[-1][:300]
