"""What authors get wrong: told in one line that names the package and what to change, and it stops nothing else."""

from __future__ import annotations

import json
import os
import shutil
import textwrap
import threading
from types import SimpleNamespace

import pytest
from ovos_utils.log import LOG
from typer.testing import CliRunner

from ovos_phal_plugin_jarvis.cli import installed
from ovos_phal_plugin_jarvis.cli.app import app
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.runtime.status import status
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import AmbiguousTool
from ovos_phal_plugin_jarvis.tools.validation import validate_call

COMMAND = """
import time
from jarvis_command_sdk import (
    CommandExample, CommandResponse, IJarvisCommand, JarvisPackage, JarvisParameter, JarvisSecret)


class Command(IJarvisCommand):
    command_name = "%s"
    description = "Does it"
    keywords = ["it"]
    parameters = []
    required_secrets = []

    def generate_prompt_examples(self):
        return [CommandExample("do it", {}, True)]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def run(self, request_info, **kwargs):
        return CommandResponse.final_response({"message": "ok"})

    %s
"""
MANIFEST = {"name": "pack", "description": "d", "version": "1"}
OUTSIDE = [{"type": "command", "name": "x", "path": "../other/command.py"}]


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("COLUMNS", "300")
    for name in ("base_path", "level", "diagnostic_mode"):  # the command line changes them for its process
        monkeypatch.setattr(LOG, name, getattr(LOG, name))
    section = {"commands": {"paths": [str(tmp_path / "installed")]}}
    monkeypatch.setattr(installed, "read_config", lambda _as_json: load_config(section))
    return tmp_path


def package(home, manifest=None, member="", name="do_it", text=None):
    folder = home / "source" / "pack"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "jarvis_package.yaml").write_text(
        text if text is not None else json.dumps({**MANIFEST, **(manifest or {})})
    )
    (folder / "command.py").write_text(COMMAND % (name, textwrap.indent(textwrap.dedent(member), "    ").strip()))
    return folder


def cli(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"text": "name: pack"}, ["pack/jarvis_package.yaml", "'description' is missing"]),
        ({"text": "- a list"}, ["pack/jarvis_package.yaml", "must hold fields"]),
        ({"text": "{broken"}, ["pack/jarvis_package.yaml", "no valid YAML"]),
        ({"manifest": {"name": ["x"]}}, ["pack/jarvis_package.yaml", "'name': must be a text"]),
        ({"manifest": {"platforms": {"a": 1}}}, ["pack/jarvis_package.yaml", "'platforms': must be a list"]),
        ({"manifest": {"name": "../../out"}}, ["'name'", "../../out"]),
        (
            {"manifest": {"components": OUTSIDE}},
            ["pack/jarvis_package.yaml", "components[0].path", "inside the package"],
        ),
        (
            {"manifest": {"secrets": [{"scope": "user"}]}},
            ["pack/jarvis_package.yaml", "the field 'secrets[0].key' is missing"],
        ),
        (
            {"manifest": {"packages": [{"name": "no-such-package-qq"}]}},
            ["pack: pip finds no package called no-such-pack"],
        ),
        (
            {"member": 'required_packages = [JarvisPackage("no-such-package-qq")]'},
            ["pack: pip finds no package called no-such-pack"],
        ),
        (
            {"member": 'required_secrets = [JarvisSecret("K", "d", "planet", "string")]'},
            ["package 'pack'", "Scope must be integration or user for K, got 'planet'"],
        ),
        (
            {"member": "def description(self): return 'x'"},
            ["package 'pack'", "description is a method; write @property above it"],
        ),
        (
            {"member": "def generate_prompt_examples(self): return 'do it'"},
            ["package 'pack'", "generate_prompt_examples returned a str; return a list of CommandExample"],
        ),
        ({"member": "generate_adapter_examples = None"}, ["package 'pack'"]),
        ({"member": "parameters = [JarvisParameter('x', 'colour')]"}, ["package 'pack'", "colour", "string"]),
        (
            {"member": "from jarvis_command_sdk import Nonsense"},
            ["package 'pack': pack imports 'Nonsense'", "this SDK does not have"],
        ),
        ({"name": "no good name"}, ["package 'pack'", "command_name is 'no good name'"]),
    ],
)
def test_a_package_that_can_not_be_installed(home, changes, words):
    done = cli("commands", "install", package(home, **changes), "--yes")
    told = done.stderr.splitlines()[-1]
    assert done.exit_code == 1 and told.startswith("ovos-jarvis: ")
    for word in words:
        assert word in told
    assert ".staging" not in told and "Traceback" not in done.stderr
    assert not list((home / "installed").glob("*")), "nothing is left of it"


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("no-such-pip-name-qq", "pip finds no package called no-such-pip-name-qq"),
        ("./nowhere", "there is no file or folder ./nowhere"),
        ("no name!", "neither a file"),
    ],
)
def test_what_is_not_there_to_install(home, target, words):
    done = cli("commands", "install", target, "--yes")
    assert done.exit_code == 1 and words in done.stderr


def test_a_setup_that_never_ends(home):
    folder = package(home, member="def init_data(self): time.sleep(1000)")
    (home / "installed").mkdir()
    shutil.copytree(folder, home / "installed" / "pack")
    done = cli("commands", "init", "do_it", "--timeout", "1")
    assert done.exit_code == 1 and "init_data of 'do_it' was still running after 1 s" in done.stderr


class Bad:
    """A runtime over packages, bad ones among them."""

    def __init__(self, folder):
        self.runtime = Runtime(load_config({"commands": {"paths": [str(folder)]}, "invoke": {"workers": 2}}))

    def call(self, name, toolbox_id=None):
        runtime = self.runtime
        return runtime.invoker.run(
            validate_call(runtime.registry.snapshot.find(name, toolbox_id), {}), InvocationContext()
        ).error


@pytest.fixture
def bad(home):
    folder = home / "installed"
    shutil.copytree(package(home, name="good"), folder / "good")
    for number, (name, member) in enumerate(
        [
            ("gives_none", "def run(self, request_info, **kwargs): return None"),
            ("raises", "def run(self, request_info, **kwargs): raise RuntimeError('the bulb')"),
            ("calculate", ""),
            ("method", "def description(self): return 'x'"),
        ]
    ):
        shutil.copytree(package(home, {"name": f"pack{number}"}, member, name), folder / f"p{number}")
    bad = Bad(folder)
    yield bad
    bad.runtime.shutdown()
    assert not [t for t in threading.enumerate() if t.name.startswith("jarvis")]


def test_what_is_wrong_in_one_takes_no_other_down(bad):
    state = status(bad.runtime, SimpleNamespace(describe=dict))
    assert {"good", "gives_none", "raises"} <= set(state["commands"]) and "method" not in state["commands"]
    assert "package 'pack3'" in state["failed"]["method"] == state["settings"]["failed"]["method"]
    assert "must return a CommandResponse" in str(bad.call("gives_none"))
    assert str(bad.call("raises")) == "RuntimeError: the bulb"
    assert bad.call("good") is None


def test_a_command_called_like_a_tool_leaves_both_addressable(bad):
    with pytest.raises(AmbiguousTool, match="ovos-toolbox-everyday, jarvis-commands"):
        bad.call("calculate")
    assert bad.call("calculate", "jarvis-commands") is None
    assert "work out" in str(bad.call("calculate", "ovos-toolbox-everyday"))
