"""A toolbox package that pip installs, upgrades and removes while the service runs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from ovos_phal_plugin_jarvis.cli.app import app
from processes import FEWER, BusCaller, Home, free_port
from wheels import environment_beside, write_wheel

SOURCE = """
    from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
    from hot_package.words import WORD


    class NoArgs(ToolArguments):
        pass


    class Word(ToolOutput):
        word: str


    class HotToolBox(ToolBox):
        def __init__(self, config=None, bus=None):
            super().__init__("hot-tools", config, bus)

        def discover_tools(self):
            return [AgentTool("say_word", "Says a word.", NoArgs, Word, lambda a: {"word": WORD})]
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hot")
    return folder, environment_beside(folder / "env")


def pip(python, *arguments):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


def wheel(folder, version, word):
    return write_wheel(
        folder / "wheels",
        "hot_package",
        version,
        {"hot_package/__init__.py": SOURCE, "hot_package/words.py": f"WORD = {word!r}\n"},
        {"opm.agents.toolbox": {"hot-tools": "hot_package:HotToolBox"}},
    )


@pytest.fixture(scope="module")
def caller(place):
    folder, python = place
    phal = {"ovos-phal-plugin-tools": {"enabled": False}, "ovos-phal-plugin-jarvis": {"toolboxes": FEWER}}
    home = Home(folder / "home", free_port(), phal)
    with home.messagebus(), home.phal(python=str(python)) as service:
        caller = BusCaller(home.port)
        try:
            yield caller
            assert service.poll() is None
        finally:
            caller.close()


def test_a_package_comes_changes_and_goes_while_the_service_runs(place, caller):
    folder, python = place
    install = ("install", "--no-index", "--no-deps")
    assert caller.ask("ovos.tools.get", {"name": "say_word"}).data == {"error": "Unknown tool: 'say_word'"}
    start = caller.count()

    pip(python, *install, str(wheel(folder, "1.0", "first")))
    assert "hot-tools" in caller.ask("ovos.tools.reload", timeout=60).data["loaded"]
    assert caller.ask("ovos.tools.invoke", {"name": "say_word"}).data["result"] == {"word": "first"}

    pip(python, *install, str(wheel(folder, "2.0", "second")))
    caller.ask("ovos.tools.reload", timeout=60)
    assert caller.ask("ovos.tools.invoke", {"name": "say_word"}).data["result"] == {"word": "second"}

    pip(python, "uninstall", "-y", "hot-package")
    assert "hot-tools" not in caller.ask("ovos.tools.reload", timeout=60).data["loaded"]
    assert "error" in caller.ask("ovos.tools.invoke", {"name": "say_word"}).data
    assert caller.collect("ovos.persona.tools.hot-tools.call", {"name": "say_word"}, 0.5) == []

    changes = [m.data for m in caller.arrived("ovos.tools.changed", start, 2, until=2)]
    assert [c["added"] for c in changes] == [["say_word"], []]
    assert [c["removed"] for c in changes] == [[], ["say_word"]]


@pytest.fixture(scope="module")
def written(place):
    """A toolbox and a command as ``ovos-jarvis new`` writes them."""
    folders = {kind: place[0] / f"hot-{kind}" for kind in ("toolbox", "command")}
    for kind, folder in folders.items():
        done = CliRunner().invoke(app, ["new", kind, f"hot-{kind}", "--into", str(folder)])
        assert done.exit_code == 0, done.output
    return folders


@pytest.mark.parametrize("kind", ["toolbox", "command"])
def test_what_new_writes_passes_its_own_test(written, kind):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=written[kind],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0 and "3 passed" in done.stdout, done.stdout


def test_what_new_writes_is_installed_changed_and_removed_while_the_service_runs(place, caller, written):
    python = place[1]
    install = ("install", "--no-index", "--no-deps", "--no-build-isolation", *map(str, written.values()))

    def said(kind):
        answer = caller.ask("ovos.tools.invoke", {"name": f"hello_hot_{kind}", "args": {"who": "Anna"}}).data
        return answer.get("error") or answer["result"]["message"]

    pip(python, *install)
    loaded = caller.ask("ovos.tools.reload", timeout=60).data["loaded"]
    assert {"hot-toolbox", "jarvis-commands"} <= set(loaded)
    assert [said(kind) for kind in written] == ["Hello Anna.", "Hello Anna."]
    told = caller.ask("ovos.tools.get", {"name": "hello_hot_command", "details": True}).data
    assert told["examples"][0] == {"utterance": "say hello from hot command", "arguments": {}}

    for kind, folder in written.items():
        module = folder / f"hot_{kind}" / "__init__.py"
        module.write_text(module.read_text().replace("Hello", "Good day"))
        project = folder / "pyproject.toml"
        project.write_text(project.read_text().replace("0.1.0", "0.2.0", 1))
    pip(python, *install)
    caller.ask("ovos.tools.reload", timeout=60)
    assert [said(kind) for kind in written] == ["Good day Anna.", "Good day Anna."]

    pip(python, "uninstall", "-y", "hot-toolbox", "hot-command")
    assert not {"hot-toolbox", "jarvis-commands"} & set(caller.ask("ovos.tools.reload", timeout=60).data["loaded"])
    assert [said(kind) for kind in written] == [f"Unknown tool: 'hello_hot_{kind}'" for kind in written]


@pytest.mark.parametrize(
    ("name", "said"),
    [("json", "is a module of Python's"), ("a/b", "can't name a package"), ("yaml", "or of an installed package")],
)
def test_new_refuses_a_name_that_would_not_work(tmp_path, name, said):
    done = CliRunner().invoke(app, ["new", "command", name, "--into", str(tmp_path / "x")])
    assert done.exit_code == 1 and said in done.stderr and not (tmp_path / "x").exists()


def test_new_overwrites_nothing(tmp_path):
    (tmp_path / "mine").write_text("mine")
    done = CliRunner().invoke(app, ["new", "toolbox", "hot-new", "--into", str(tmp_path)])
    assert done.exit_code == 1 and "not empty" in done.stderr


GREETING = """
from ovos_phal_plugin_jarvis import FunctionToolBox
from ovos_phal_plugin_jarvis.sdk import tool

class GreetingToolBox(FunctionToolBox):
    @tool(examples={"greet me": {}})
    def greet_me(self) -> str:
        "Greet somebody."
        return "Hello."
"""


def test_a_file_is_served_and_read_again_when_it_is_saved(tmp_path):
    file = tmp_path / "greeting.py"
    file.write_text(GREETING)
    home = Home(tmp_path / "home", free_port(), {"ovos-phal-plugin-tools": {"enabled": False}})
    command = [sys.executable, "-c", "from ovos_phal_plugin_jarvis.cli import main; main()"]
    with subprocess.Popen(
        [*command, "run", str(file), "--json-lines"],
        env=home.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=home.folder,
    ) as running:

        def answer():
            running.stdin.write('{"utterance": "greet me"}\n')
            running.stdin.flush()
            return json.loads(running.stdout.readline())

        def told(words):
            while words not in (line := running.stderr.readline()):
                assert line, words

        try:
            assert answer()["say"] == "Hello."
            file.write_text(GREETING.replace("Hello.", "Good day."))
            told("Read greeting.py again")
            assert answer()["say"] == "Good day."
            file.write_text(GREETING + "(")
            told("was never closed")
            told("Read greeting.py again: removed greet_me")
            assert answer()["commands"] == []
            file.write_text(GREETING)
            told("Read greeting.py again: added greet_me")
            assert answer()["say"] == "Hello."
        finally:
            running.stdin.close()
            running.wait(20)
        assert running.returncode == 0


def test_run_needs_a_file(tmp_path):
    done = CliRunner().invoke(app, ["run", str(tmp_path / "nothing.py")])
    assert done.exit_code == 1 and "is no Python file" in done.stderr
