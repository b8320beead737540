"""What a package has kept on this device beside its files and its secrets, so that it can be deleted with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.install.record import Installed
from ovos_phal_plugin_jarvis.commands.routines import OWNER as ROUTINES
from ovos_phal_plugin_jarvis.stores import Stores

MAX_FILES = 500
MAX_BYTES = 1_000_000
_STORAGE = re.compile(r"""JarvisStorage\(\s*(?:command_name\s*=\s*)?["']([^"'\n]{1,200})["']""")
_BROWSED = re.compile(r"""data_browser_storage_name\b[^"'\n]{0,80}(?:\n\s*return\s*)?["']([^"'\n]{1,200})["']""")
_PROVIDER = re.compile(r"""\bprovider\s*=\s*["']([^"'\n]{1,200})["']""")


@dataclass(frozen=True)
class Traces:
    """Names under which a package keeps things."""

    records: frozenset[str] = frozenset()
    """Of :class:`JarvisStorage`."""
    providers: frozenset[str] = frozenset()
    """Where it logs in."""

    def __sub__(self, other: Traces) -> Traces:
        return Traces(self.records - other.records, self.providers - other.providers)

    def __or__(self, other: Traces) -> Traces:
        return Traces(self.records | other.records, self.providers | other.providers)


def traces_of(row: Installed) -> Traces:
    """Those of an installed package, as its commands are called and its sources name them. To be asked while its files
    are there."""
    records, providers = {*row.commands}, set()
    for text in _sources(row):
        records.update(_STORAGE.findall(text))
        records.update(_BROWSED.findall(text))
        providers.update(_PROVIDER.findall(text))
    # A package may read the user's own routines, or what this service keeps; they are not the package's to take along.
    own = frozenset(name for name in records if name != ROUTINES and not name.startswith("ovos-jarvis-"))
    return Traces(own, frozenset(providers))


def own_traces(row: Installed, others: Iterable[Installed]) -> Traces:
    """Those of a package that none of the *others* shares."""
    shared = Traces()
    for other in others:
        shared |= traces_of(other)
    return traces_of(row) - shared


def purge(traces: Traces, stores: Stores) -> int:
    """Delete what is kept under those names: records, and the state of logins. How many records that were."""
    deleted = sum(stores.data.delete_all(name) for name in sorted(traces.records))
    for provider in sorted(traces.providers):
        stores.auth.forget(provider)
    return deleted


def _sources(row: Installed) -> Iterator[str]:
    folder = Path(row.path) if row.path else None
    files = () if folder is None else sorted(folder.rglob("*.py"))[:MAX_FILES] if folder.is_dir() else (folder,)
    for file in files:
        try:
            if file.is_file() and file.stat().st_size <= MAX_BYTES:
                yield file.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            LOG.warning(f"{file} can't be read for what {row.name} keeps: {error}")
