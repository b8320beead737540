"""Packages that are newer where they came from, and packages that somebody published."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import requests

from ovos_phal_plugin_jarvis.commands.install.pip import PipError, RunPip, parse_requirement, run_pip, version_of
from ovos_phal_plugin_jarvis.commands.install.record import Installed
from ovos_phal_plugin_jarvis.commands.install.sources import (
    GitPlace,
    SourceError,
    git_place,
    is_fetched,
    latest_of,
)
from ovos_phal_plugin_jarvis.commands.loading.manifest import ManifestError, find_manifest, load_manifest

_TIMEOUT = 10
_MAX_BYTES = 5_000_000


@dataclass(frozen=True)
class Update:
    """How an installed package stands against where it came from."""

    name: str
    installed: str
    """Its version, or the commit it was taken at."""
    latest: str | None
    """What is there now; None where that can't be told."""
    target: str | None
    """What to install for it; None where there is nothing newer."""
    reason: str | None = None
    """Why it can't be told."""

    def to_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


def look_for_update(row: Installed, run: RunPip = run_pip) -> Update:
    """Compare *row* with where it came from. Never raises: what can't be told is said in the result."""
    have = row.version or (row.commit or "")[:12] or "unknown"
    try:
        if row.kind == "pip":
            return _of_pip(row, run)
        if row.kind == "in_place":
            return Update(row.name, have, None, None, "it lies where it was written and is not copied")
        place = git_place(row.source)
        if place is not None:
            return _of_repository(row, place, have)
        if is_fetched(row.source):
            return Update(row.name, have, None, None, "an archive does not tell its version before it is fetched")
        return _of_folder(row, have)
    except (SourceError, PipError, ManifestError) as error:
        return Update(row.name, have, None, None, str(error))


def _of_repository(row: Installed, place: GitPlace, have: str) -> Update:
    newest, commit = latest_of(place)
    if commit is None:
        return Update(row.name, have, None, None, f"{place} has nothing of that name any more")
    if commit == row.commit:
        return Update(row.name, have, have, None)
    wanted = GitPlace(place.url, newest or place.ref)
    return Update(row.name, have, newest or commit[:12], str(wanted))


def _of_folder(row: Installed, have: str) -> Update:
    folder = Path(row.source)
    if not folder.exists():
        return Update(row.name, have, None, None, f"{folder} is gone")
    found = find_manifest(folder) if folder.is_dir() else None
    if found is None:
        return Update(row.name, have, None, None, "it has no version")
    version = load_manifest(found).version
    return Update(row.name, have, version, row.source if version != row.version else None)


def _of_pip(row: Installed, run: RunPip) -> Update:
    name = parse_requirement(row.source).name
    have = version_of(name) or "none"
    result = run(["install", "--dry-run", "--quiet", "--upgrade", "--no-deps", "--report", "-", name])
    if result.returncode:
        raise PipError(f"pip can't tell of {name}: {(result.stderr.strip().splitlines() or ['no reason'])[-1][:200]}")
    try:
        report = json.loads(result.stdout)
        newer = [entry["metadata"]["version"] for entry in report["install"]]
    except (ValueError, KeyError, TypeError):
        raise PipError(f"pip can't tell of {name}: its report is not readable") from None
    return Update(row.name, have, newer[0] if newer else have, f"{name}=={newer[0]}" if newer else None)


@dataclass(frozen=True)
class Published:
    """A package that somebody offers."""

    name: str
    description: str
    source: str
    """What ``commands install`` takes."""
    version: str = ""

    def to_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


class SearchError(RuntimeError):
    """An index can't be read; one line that names it."""


def search(words: str, indexes: Iterable[str]) -> list[Published]:
    """Packages whose name or description has all of *words*.

    Args:
        words: may be empty, for everything.
        indexes: addresses and files, as ``commands.indexes`` has them.

    Raises:
        SearchError: one can't be reached or read.
    """
    found: dict[str, Published] = {}
    wanted = words.casefold().split()
    for index in indexes:
        for entry in _read(index, words):
            offered = _published(entry)
            if offered is None:
                continue
            text = f"{offered.name} {offered.description}".casefold().replace("-", " ").replace("_", " ")
            if all(word.replace("-", " ").replace("_", " ") in text for word in wanted):
                found.setdefault(offered.source, offered)
    return sorted(found.values(), key=lambda offered: offered.name.casefold())


def _read(index: str, words: str) -> list[Any]:
    try:
        if "://" in index and not index.startswith("file://"):
            address = index.replace("{query}", quote(words))
            response = requests.get(address, timeout=_TIMEOUT, headers={"Accept": "application/json"})
            if not response.ok:
                raise SearchError(f"{index} answers {response.status_code} {response.reason}".rstrip())
            if len(response.content) > _MAX_BYTES:
                raise SearchError(f"{index} answers with more than {_MAX_BYTES // 1_000_000} MB")
            content = response.json()
        else:
            content = json.loads(Path(index.removeprefix("file://")).expanduser().read_text(encoding="utf-8"))
    except requests.RequestException:
        raise SearchError(f"{index} can't be reached: check the network, or commands.indexes") from None
    except OSError as error:
        raise SearchError(f"{index} can't be read: {error.strerror or error}") from None
    except ValueError:
        raise SearchError(f"{index} holds no JSON") from None
    if isinstance(content, Mapping):
        content = content.get("items", content.get("packages"))
    if not isinstance(content, list):
        raise SearchError(f"{index} holds no list of packages")
    return content


def _published(entry: Any) -> Published | None:
    """An entry of ours, or one of a search for repositories."""
    if not isinstance(entry, Mapping):
        return None
    name, source = entry.get("name"), entry.get("source") or entry.get("clone_url") or entry.get("git")
    if not isinstance(name, str) or not isinstance(source, str) or not name or not source:
        return None
    return Published(name, str(entry.get("description") or ""), source, str(entry.get("version") or ""))
