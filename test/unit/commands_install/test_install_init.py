"""``init_data``: whatever an author's method does, the user gets an answer."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from ovos_phal_plugin_jarvis.commands.install.init import run_init
from ovos_phal_plugin_jarvis.commands.install.installer import InstallError
from ovos_phal_plugin_jarvis.config import CommandsConfig

STORES = """
def init_data(self):
    from jarvis_command_sdk import JarvisStorage
    storage = JarvisStorage("get_thing")
    storage.save("device", {"name": "lamp"})
    storage.set_secret("FOUND", "lamp-1")
    print("looking for devices")
    return {"status": "success", "devices_found": 1}
"""


@pytest.fixture
def init(tmp_path, command_source, stores):
    def run(more: str, **options):
        (tmp_path / "thing.py").write_text(command_source(more=more))
        return run_init("get_thing", CommandsConfig(paths=(str(tmp_path / "thing.py"),)), stores.directory, **options)

    return run


def test_its_answer_and_what_it_kept(init, stores):
    assert init(STORES) == {"status": "success", "devices_found": 1}
    assert stores.data.get("get_thing", "device") == {"name": "lamp"}
    assert stores.secrets.get("FOUND", "integration") == "lamp-1"


def test_a_command_without_one(init):
    assert init("") == {"status": "no_init_required"}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            "def init_data(self):\n    raise RuntimeError('no device')",
            "init_data of 'get_thing' raised RuntimeError: no",
        ),
        ("def init_data(self):\n    return 5", "'get_thing' must return a dict, it returned int"),
        ("def init_data(self):\n    import os; os._exit(3)", r"ended its process \(exit status 3\)"),
        ("def description(self):\n    return 'x'", "'get_thing' cannot be used: .*description"),
    ],
)
def test_one_that_does_wrong_is_one_clear_line(init, more, said):
    with pytest.raises(InstallError, match=said):
        init(more)


def test_an_unknown_command_names_the_known(init, stores, tmp_path):
    init("")
    with pytest.raises(InstallError, match="no command 'other'; there are: get_thing"):
        run_init("other", CommandsConfig(paths=(str(tmp_path / "thing.py"),)), stores.directory)


@pytest.mark.parametrize("stubborn", [False, True])
def test_an_endless_one_is_ended(init, monkeypatch, stubborn):
    from ovos_phal_plugin_jarvis.commands.install import init as install_init

    monkeypatch.setattr(install_init, "_GRACE", 0.2)
    first = "    import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" if stubborn else ""
    with pytest.raises(InstallError, match=r"'get_thing' was still running after 1\.5 s.*--timeout"):
        init(f"def init_data(self):\n{first}    while True: pass", timeout=1.5)


ASKING = """
def init_data(self):
    return {"status": "success", "url": input("Service URL: ")}
"""
PROGRAM = """
import json, sys
from pathlib import Path
from ovos_phal_plugin_jarvis.commands.install.init import run_init
from ovos_phal_plugin_jarvis.config import CommandsConfig
print("answer:", run_init("get_thing", CommandsConfig(paths=(sys.argv[1],)), Path(sys.argv[2])))
"""


def test_it_may_ask_its_user(tmp_path, command_source, stores):
    """On a real terminal: a pseudo-terminal that types the answer."""
    (tmp_path / "thing.py").write_text(command_source(more=ASKING))
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "thing.py"), str(stores.directory)],
        stdin=theirs, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    typed = False
    while True:
        try:
            chunk = os.read(ours, 4096)
        except OSError:
            break
        if not chunk:
            break
        seen += chunk
        if b"Service URL: " in seen and not typed:
            typed = True
            os.write(ours, b"http://lamp.local\n")
    os.close(ours)
    assert process.wait() == 0, seen
    assert b"'url': 'http://lamp.local'" in seen


def test_without_a_terminal_it_is_told_to_use_one(tmp_path, command_source, stores):
    (tmp_path / "thing.py").write_text(command_source(more=ASKING))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "thing.py"), str(stores.directory)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert "init_data of 'get_thing' asks its user: run it in a terminal" in done.stderr
