"""Many searches and unloads leave no module, import hook, thread or file handle behind."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path

from leftovers import Since
from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands
from ovos_phal_plugin_jarvis.config import CommandsConfig

PACKAGES = Path(__file__).parents[2] / "fixtures" / "packages"
ROUNDS = 40


def counts():
    gc.collect()
    return {
        "modules": len(sys.modules),
        "path": list(sys.path),
        "finders": list(sys.meta_path),
        "folders": len(sys.path_importer_cache),
    }


def test_many_rounds_over_the_three_packages():
    config = CommandsConfig(paths=(str(PACKAGES),))
    find_commands(config, points=()).close()  # what our own first use imports stays
    before, since = counts(), Since()
    for _ in range(ROUNDS):
        found = find_commands(config, points=())
        assert len(found.commands) == 3
        found.close()
    assert counts() == before and since.nothing(), (since.threads(), since.files())


def test_closed_commands_are_freed(write, command_source, tmp_path):
    write("commands/a/command.py", command_source("a"))
    found = find_commands(CommandsConfig(paths=(str(tmp_path / "commands"),)), points=())
    kept = weakref.ref(type(found.commands[0].command))
    found.close()
    del found
    gc.collect()
    assert kept() is None


def test_two_hundred_commands(write, command_source, tmp_path):
    for number in range(200):
        write(f"commands/p{number}/helper.py", f"VALUE = {number}\n")
        write(f"commands/p{number}/command.py", "import helper\n" + command_source(f"command_{number}"))
    found = find_commands(CommandsConfig(paths=(str(tmp_path / "commands"),)), points=())
    assert len(found.commands) == 200
    assert not found.failed
    assert {loaded.command.__class__.__module__ for loaded in found.commands} <= set(sys.modules)
    found.close()
    assert not [name for name in sys.modules if name.startswith("_jarvis_package")]
