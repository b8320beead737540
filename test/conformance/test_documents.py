"""Every example of the README and of docs/ is run, and every link leads somewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.config import JarvisConfig, load_config
from processes import Home, free_port

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# These have their own test, beside the code that they document.
TESTED_ELSEWHERE = {
    "writing-a-command.md",
    "commands.md",
    "fine-tuning.md",
    "choosing-a-model.md",
    "understanding.md",
    "understanding-record.md",
    "performance.md",
}
# A client waits 3 s for an answer: less than the first one takes where several processes share the machine.
PATIENT = """
from ovos_bus_client import MessageBusClient
MessageBusClient.wait_for_response.__defaults__ = (None, 60)
del MessageBusClient
"""
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def blocks(*languages):
    found = []
    for page in PAGES:
        if page.name in TESTED_ELSEWHERE:
            continue
        for number, (language, text) in enumerate(FENCE.findall(page.read_text())):
            if language in languages:
                found.append(pytest.param(text, id=f"{page.name}-{number}"))
    return found


@pytest.fixture(scope="module")
def serving(tmp_path_factory):
    """A home in which the service runs, as on a device."""
    home = Home(tmp_path_factory.mktemp("docs"), free_port(), {"ovos-phal-plugin-tools": {"enabled": False}})
    with home.messagebus(), home.phal():
        yield home


@pytest.mark.parametrize("text", blocks("python"))
def test_python_examples_run(serving, text):
    done = subprocess.run(
        [sys.executable, "-c", PATIENT + text],
        env=serving.environment,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=serving.folder,
    )
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("text", blocks("sh"))
def test_shell_examples_run(serving, text):
    lines = [line for line in text.splitlines() if "-m venv" not in line]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for line in lines:
        done = subprocess.run(
            ["bash", "-c", line],
            env={**serving.environment, "PATH": path},
            capture_output=True,
            text=True,
            timeout=300,
            cwd=serving.folder,
        )
        assert done.returncode == 0, (line, done.stderr[-2000:])


def test_the_set_up_commands_are_one_line_each_and_install_what_exists():
    lines = [line for line in (ROOT / "README.md").read_text().splitlines() if "-m venv" in line]
    assert len(lines) == 2
    extras = set(re.findall(r"\.\[([\w,]+)\]", " ".join(lines)))
    assert extras == {"standalone", "test"}


@pytest.mark.parametrize("text", blocks("json"))
def test_configuration_examples_are_valid(text):
    load_config(json.loads(text)["PHAL"]["ovos-phal-plugin-jarvis"])


def test_the_configuration_page_shows_every_key_with_its_default():
    text = FENCE.findall((ROOT / "docs" / "configuration.md").read_text())[0][1]
    shown = json.loads(text)["PHAL"]["ovos-phal-plugin-jarvis"]
    assert shown == json.loads(JarvisConfig().model_dump_json())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target
