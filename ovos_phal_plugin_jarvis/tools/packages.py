"""Which installed package a toolbox comes from, and how to forget its modules when pip has changed it."""

from __future__ import annotations

import importlib
import os
import site
import sys
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path

from ovos_utils.log import LOG

_DESCRIBES = (".dist-info", ".egg-info", ".egg-link", ".pth")
TOOLBOX_GROUP = "opm.agents.toolbox"
_OURSELVES = __name__.partition(".")[0]


State = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Origin:
    """The installed package behind an entry point, as it was at some moment."""

    distribution: str
    fingerprint: str
    """Changes when pip installs another version, or the same one anew."""
    files: frozenset[str]
    """Absolute paths of what pip installed."""


def toolbox_entry_points() -> dict[str, EntryPoint]:
    """Every entry point of the toolbox group, by name; the last of a name counts, as it does for OPM.

    The same object as before where nothing was installed, upgraded or removed meanwhile.
    """
    global _toolboxes
    points = installed_entry_points(TOOLBOX_GROUP)
    if _toolboxes is None or _toolboxes[0] is not points:
        _toolboxes = (points, {point.name: point for point in points})
    return _toolboxes[1]


def installed_entry_points(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of *group*; the same object as before where no package has changed."""
    state = installed_state()
    known = _points.get(group)
    if known is None or known[0] != state:
        known = _points[group] = (state, tuple(entry_points(group=group)))
    return known[1]


def installed_state() -> State:
    """What changes with every package that is installed, upgraded or removed: the times of what describes packages.

    Reading it takes a millisecond, where reading the packages' entry points takes tens.
    """
    state: list[tuple[str, int]] = []
    for folder in map(Path, sys.path):
        try:
            state.append((str(folder), folder.stat().st_mtime_ns))
            with os.scandir(folder) as entries:
                described = [e.path for e in entries if e.name.endswith(_DESCRIBES)]
        except OSError:
            continue  # no folder: an archive, or not there
        for path in described:
            for name in (path, f"{path}/entry_points.txt", f"{path}/RECORD"):
                try:
                    state.append((name, os.stat(name).st_mtime_ns))  # noqa: PTH116 - hundreds of them at each reload
                except OSError:
                    pass  # not every package has each of them
    return tuple(state)


_points: dict[str, tuple[State, tuple[EntryPoint, ...]]] = {}
_toolboxes: tuple[tuple[EntryPoint, ...], dict[str, EntryPoint]] | None = None


def origins(points: dict[str, EntryPoint]) -> dict[str, Origin]:
    """Entry-point name → the package it comes from, for those that come from one."""
    found: dict[str, Origin] = {}
    by_distribution: dict[str, Origin] = {}
    for name, point in points.items():
        dist = point.dist
        if dist is None:
            continue
        key = dist.metadata["Name"]
        if key not in by_distribution:
            by_distribution[key] = _origin(dist)
        found[name] = by_distribution[key]
    return found


def forget_changed(before: dict[str, Origin], after: dict[str, Origin]) -> None:
    """Drop the modules of packages that were upgraded or removed, so that the next import reads the new files.

    Modules of this project are kept: a running service can't replace itself.
    """
    now = {origin.distribution: origin.fingerprint for origin in after.values()}
    gone: set[str] = set()
    for origin in before.values():
        if now.get(origin.distribution) == origin.fingerprint:
            continue
        if any(Path(path).parent.name == _OURSELVES for path in origin.files):
            LOG.warning(f"{origin.distribution} was upgraded; restart the service to run the new version")
            continue
        gone |= origin.files
    if not gone:
        return
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if path and str(Path(path).resolve()) in gone:
            del sys.modules[name]


def see_new_packages() -> None:
    """Make packages that pip has installed since the process started importable, editable ones included.

    pip and the build backends name the path file of an editable install with a leading underscore.
    """
    importlib.invalidate_caches()
    known = {str(Path(p).resolve()) for p in sys.path if p}
    for folder in {*site.getsitepackages(), site.getusersitepackages()}:
        directory = Path(folder)
        if str(directory.resolve()) not in known:
            continue
        for pth in sorted(directory.glob("_*.pth")):
            if (str(pth), pth.stat().st_mtime_ns) not in _seen_pth:
                _seen_pth.add((str(pth), pth.stat().st_mtime_ns))
                site.addpackage(str(directory), pth.name, None)


def _installed_pth() -> set[tuple[str, int]]:
    folders = {Path(f) for f in (*site.getsitepackages(), site.getusersitepackages())}
    return {(str(p), p.stat().st_mtime_ns) for f in folders if f.is_dir() for p in f.glob("_*.pth")}


# What the interpreter has processed at its start need not be processed again.
_seen_pth = _installed_pth()


def _origin(dist: Distribution) -> Origin:
    record = dist.read_text("RECORD") or dist.read_text("SOURCES.txt") or ""
    # Resolved once for all of them: a package has hundreds, and this is done at every start.
    folder = Path(str(dist.locate_file(""))).resolve()
    files = frozenset(os.path.normpath(folder / f) for f in dist.files or () if f.suffix in (".py", ".so", ".pyd"))
    return Origin(dist.metadata["Name"], sha256(f"{dist.version}\n{record}".encode()).hexdigest(), files)
