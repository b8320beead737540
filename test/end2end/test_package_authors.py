"""Who writes a package tries it first: its own tests find our SDK, and ``commands test`` runs all of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ovos_phal_plugin_jarvis.cli.app import app

COMMAND = """
from jarvis_command_sdk import CommandExample, CommandResponse, IJarvisCommand, JarvisParameter, JarvisStorage

from tea_shared.words import STRONG


class Tea(IJarvisCommand):
    command_name = "make_tea"
    description = "Makes a cup of tea"
    keywords = "tea"
    required_secrets = []
    parameters = [JarvisParameter("strength", "string", enum_values=["weak", STRONG])]

    def generate_prompt_examples(self):
        return [CommandExample("make me a strong tea", {"strength": "strong"}, is_primary=True),
                CommandExample("make a weak tea please", {"strength": "weak"})]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def run(self, request_info, **kwargs):
        JarvisStorage("make_tea").save("last", kwargs)
        return CommandResponse.final_response({"message": f"One {kwargs['strength']} tea."})
"""
TEST = """
import pytest

import jarvis_command_sdk
from core.command_response import CommandResponse
from jarvis_command_sdk.storage import StorageBackend, set_backend
from services.secret_service import get_secret_value

from commands.make_tea.command import Tea


def test_it_makes_tea():
    set_backend(None)
    response = Tea().execute(jarvis_command_sdk.RequestInformation("tea", "c"), strength="strong")
    assert isinstance(response, CommandResponse)
    assert response.context_data["message"] == "One strong tea."
    assert get_secret_value("K", "integration") is None


def test_what_is_not_there_is_missing_as_anything_is():
    with pytest.raises(ImportError):
        import jarvis_command_sdk.telepathy
    with pytest.raises(ModuleNotFoundError):
        import services.mind_reading
"""


@pytest.fixture
def tea(tmp_path):
    files = {
        "jarvis_package.yaml": "name: tea\ndescription: Tea\nsecrets: [{key: KETTLE, scope: node}]\n",
        "commands/make_tea/command.py": COMMAND,
        "tea_shared/__init__.py": "",
        "tea_shared/words.py": "STRONG = 'strong'\n",
        "tests/test_tea.py": TEST,
    }
    for name, text in files.items():
        file = tmp_path / "tea" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "tea"


def try_it(folder, status):
    result = CliRunner().invoke(app, ["commands", "test", str(folder), "--json"])
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


def test_a_package_is_tried_as_a_whole(tea):
    told = try_it(tea, 0)
    assert told["passed"] and told["commands"] == ["make_tea"] and told["failed"] == {}
    assert told["tests"]["status"] == 0 and "2 passed" in told["tests"]["output"]
    assert told["examples"]["total"] >= 2
    assert told["examples"]["passed"] == told["examples"]["total"]
    assert not list(tea.rglob("__pycache__/../.pytest_cache"))


def test_a_test_that_fails_and_a_command_that_does_not_load(tea):
    (tea / "tests" / "test_tea.py").write_text("def test_tea():\n    assert 1 == 2\n")
    (tea / "commands" / "make_tea" / "command.py").write_text("import not_there\n")
    told = try_it(tea, 1)
    assert not told["passed"] and told["tests"]["status"] == 1 and told["examples"] is None
    assert "not_there" in str(told["failed"])
    gone = CliRunner().invoke(app, ["commands", "test", str(tea / "gone"), "--json"])
    assert gone.exit_code == 1 and "there is no folder" in gone.stdout


def test_the_plugin_is_declared_and_a_real_sdk_is_found_before_it(tea, tmp_path):
    declared = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert '"ovos_phal_plugin_jarvis.pytest_plugin" = "ovos_phal_plugin_jarvis.pytest_plugin"' in declared
    real = tmp_path / "site" / "jarvis_command_sdk"
    real.mkdir(parents=True)
    (real / "__init__.py").write_text("REAL = True\n")
    code = (
        "import ovos_phal_plugin_jarvis.pytest_plugin, sys\n"
        "import core.alert, jarvis_command_sdk.storage, ovos_phal_plugin_jarvis.sdk.storage as ours\n"
        "assert jarvis_command_sdk.storage is ours and ours.__spec__.name.startswith('ovos_phal')\n"
        "from ovos_phal_plugin_jarvis.commands.loading.stand_ins import ForeignModules\n"
        "assert ForeignModules('x').knows('jarvis_command_sdk') and ForeignModules('x').knows('core.alert')\n"
        "for name in [n for n in sys.modules if n.startswith('jarvis_command_sdk')]: del sys.modules[name]\n"
        f"sys.path.insert(0, {str(real.parent)!r})\n"
        "import jarvis_command_sdk\n"
        "assert jarvis_command_sdk.REAL\n"
        "try:\n    import jarvis_command_sdk.storage\nexcept ModuleNotFoundError: pass\n"
        "else: raise AssertionError('a real SDK is taken whole')\n"
        "assert not ForeignModules('x').knows('jarvis_command_sdk')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
