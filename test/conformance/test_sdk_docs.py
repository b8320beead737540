"""docs/writing-a-command.md: its package is written to disk as it stands there, and its test is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.commands.loading.stand_ins import FOREIGN_MODULES
from ovos_phal_plugin_jarvis.sdk import StorageBackend, storage

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-command.md"


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def coffee(tmp_path, monkeypatch):
    *_short, machine, command, test = blocks("python")
    (manifest,) = blocks("yaml")
    files = {
        "jarvis_package.yaml": manifest,
        "coffee_shared/machine.py": machine,
        "commands/brew_coffee/command.py": command,
    }
    for name, text in files.items():
        file = tmp_path / "coffee" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(storage, "_backend", None)
    return test


def test_the_short_forms_hold_what_they_assert():
    namespace = {}
    for text in blocks("python")[:2]:
        exec(compile(text, str(PAGE), "exec"), namespace)
    assert namespace["make_coffee"].command_name == "make_coffee"


def test_the_example_passes_its_own_test(coffee):
    namespace = {}
    exec(compile(coffee, str(PAGE), "exec"), namespace)
    namespace["test_coffee"]()


def test_the_example_keeps_what_it_brewed(coffee, monkeypatch):
    class Kept(StorageBackend):
        get_all = delete = delete_all = get_secret = set_secret = delete_secret = None

        def __init__(self):
            self.records = {}

        def save(self, command_name, data_key, data, expires_at=None):
            self.records[command_name, data_key] = data

        def get(self, command_name, data_key):
            return self.records.get((command_name, data_key))

    backend = Kept()
    monkeypatch.setattr(storage, "_backend", backend)
    namespace = {}
    exec(compile(coffee, str(PAGE), "exec"), namespace)
    namespace["test_coffee"]()
    assert backend.records == {("brew_coffee", "total"): {"cups": 2, "last_size": "large"}}


def test_every_import_name_on_the_page_is_one_we_stand_in_for():
    section = PAGE.read_text(encoding="utf-8").partition("## What a package may import")[2]
    named = re.findall(r"`((?:core|services|jarvis_\w+)[\w.]*)`", section)
    assert len(named) >= 11
    assert set(named) <= set(FOREIGN_MODULES)
