"""The stores and the commands of one run of the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.cli.output import fail, keep_stdout_for_results
from ovos_phal_plugin_jarvis.cli.setup import read_config
from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands
from ovos_phal_plugin_jarvis.commands.loading.found import FoundCommands
from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.sdk.storage import get_backend, set_backend
from ovos_phal_plugin_jarvis.stores import StoreError, Stores, open_stores


@dataclass(frozen=True)
class Workplace:
    """What a subcommand works with."""

    config: JarvisConfig
    stores: Stores

    @contextmanager
    def commands(self) -> Iterator[FoundCommands]:
        """The commands of the configuration, loaded until the block ends. Print results after it."""
        keep_stdout_for_results()
        with foreign_output():
            found = find_commands(self.config.commands)
            try:
                yield found
            finally:
                found.close()


def foreign_output() -> redirect_stdout[Any]:
    """While foreign code runs, what it prints or logs goes to stderr: stdout holds the result only."""
    return redirect_stdout(sys.stderr)


@contextmanager
def workplace(as_json: bool) -> Iterator[Workplace]:
    """The stores, open and behind the SDK. Ends the run with one line where they cannot be used."""
    config = read_config(as_json)
    try:
        with foreign_output():
            stores = open_stores()
    except StoreError as error:
        fail(str(error), as_json=as_json)
    before = get_backend()
    set_backend(stores.backend())
    try:
        yield Workplace(config, stores)
    except StoreError as error:
        fail(str(error), as_json=as_json)
    finally:
        set_backend(before)
        stores.close()


def prompt_providers_in(config: JarvisConfig) -> Callable[[Path], tuple[tuple[str, ...], Mapping[str, str]]]:
    """Loads the prompt providers of the package in a folder, as they will be loaded when it is installed."""

    def look(folder: Path) -> tuple[tuple[str, ...], Mapping[str, str]]:
        from ovos_phal_plugin_jarvis.runtime.prompt_providers import PublishedProviderLoader, prompt_provider_factory

        commands = config.commands.model_copy(update={"paths": (str(folder),)})
        loader = PublishedProviderLoader()
        try:
            factory = prompt_provider_factory(config.model_copy(update={"commands": commands}), loader)
            below = str(folder)
            names = [info.name for info in factory.provider_info() if info.source.startswith(below)]
            failed = {f.source: f.reason for f in factory.failures if f.source.startswith(below)}
        finally:
            loader.close()
        return tuple(names), failed

    return look
