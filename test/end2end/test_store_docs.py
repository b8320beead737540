"""Every example of docs/commands.md, run in its order in a home of its own."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from auth_loopback_server import AuthServer
from test_store_cli import WEATHER

from processes import share_learned

DOC = Path(__file__).parents[2] / "docs" / "commands.md"
PROGRAM = "from ovos_phal_plugin_jarvis.cli import main; main()"
MANIFEST = """
schema_version: 1
name: weather-package
display_name: The weather
description: Weather
version: 1.0.0
secrets:
  - {key: OPENWEATHER_API_KEY, scope: integration, description: Key from openweathermap.org}
"""


def examples() -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", DOC.read_text(), re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif line != "…":
                found[-1][1].append(" ".join(line.split()))
    return found


@pytest.fixture
def home(tmp_path):
    source = WEATHER.replace('"OpenWeather"', '"Weather"').replace(
        '"API key", "integration"', '"Key from openweathermap.org", "integration"'
    )
    source = re.sub(r'\n        JarvisSecret\("OPENWEATHER_WIND".*?\),', "", source)
    source = re.sub(r",\s*presets=\{.*?\}\}", "", source)
    package = tmp_path / "weather-package"
    package.mkdir()
    (package / "command.py").write_text(source)
    (package / "jarvis_package.yaml").write_text(MANIFEST)
    share_learned(tmp_path / "cache")
    (tmp_path / "config" / "mycroft").mkdir(parents=True)
    section = {"commands": {"paths": [str(tmp_path / "installed")]}}
    (tmp_path / "config" / "mycroft" / "mycroft.conf").write_text(
        json.dumps({"PHAL": {"ovos-phal-plugin-jarvis": section}})
    )
    return tmp_path


def test_every_example_does_what_the_page_says(home):
    import requests

    with AuthServer() as server:
        environment = {
            **os.environ, "HOME": str(home), "NO_PROXY": "127.0.0.1", "COLUMNS": "300",
            "TEST_AUTH_SERVER": server.url,
            **{f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "CACHE", "STATE")},
        }  # fmt: skip
        ran = examples()
        assert len(ran) >= 10
        for line, shown in ran:
            program, *words = shlex.split(line)
            assert program == "ovos-jarvis"
            process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, *words], cwd=home, env=environment, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            if words[:2] == ["auth", "login"]:
                assert process.stderr is not None
                url = next(said.strip() for said in process.stderr if said.startswith("http"))
                with requests.Session() as session:
                    session.trust_env = False
                    session.get(url, timeout=10)
            stdout, stderr = process.communicate()
            assert process.returncode == 0, f"{line}: {stderr}"
            said = " ".join(stdout.split())
            for words_shown in shown:
                assert words_shown in said, f"{line} printed {stdout!r}"
