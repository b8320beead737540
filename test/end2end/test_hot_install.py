"""A toolbox package that pip installs, upgrades and removes while the service runs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from processes import BusCaller, Home, free_port
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


def test_a_package_comes_changes_and_goes_while_the_service_runs(place):
    folder, python = place
    home = Home(folder / "home", free_port(), {"ovos-phal-plugin-tools": {"enabled": False}})
    install = ("install", "--no-index", "--no-deps")
    with home.messagebus(), home.phal(python=str(python)) as service:
        caller = BusCaller(home.port)
        try:
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
            assert service.poll() is None
        finally:
            caller.close()
