"""An isolated toolbox is a toolbox like any other, and its package never comes into this process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from ovos_plugin_manager import persona

from isolated_toolboxes import FAULTY, lives
from ovos_phal_plugin_jarvis.config import ConfigError, load_config, load_usable_config
from ovos_phal_plugin_jarvis.sdk.cancelling import Cancellation
from ovos_phal_plugin_jarvis.tools import sources
from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments, InvalidOutput, ToolRaised
from ovos_phal_plugin_jarvis.tools.packages import TOOLBOX_GROUP
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from toolboxes_for_tests import toolbox_class

Plain = toolbox_class("plain")


@pytest.fixture
def registry(monkeypatch):
    """Gives a function that loads the toolboxes of these entry points with this configuration."""
    monkeypatch.syspath_prepend(FAULTY)
    monkeypatch.delitem(sys.modules, "faulty_toolboxes", raising=False)
    made = []

    def load(toolboxes, points=None):
        named = points or {"faulty": "faulty_toolboxes:FaultyToolBox", "plain": f"{__name__}:Plain"}
        found = {name: EntryPoint(name, value, TOOLBOX_GROUP) for name, value in named.items()}
        monkeypatch.setattr(sources, "toolbox_entry_points", lambda: found)
        monkeypatch.setattr(persona, "find_toolbox_plugins", lambda: {name: ep.load() for name, ep in found.items()})
        config, _ = load_usable_config({"toolboxes": toolboxes})
        made.append(Registry([EntryPointSource(config)]))
        made[-1].reload()
        return made[-1]

    yield load
    for one in made:
        one.shutdown()


def test_served_beside_others_and_never_imported_here(registry):
    loaded = registry({"faulty": {"isolation": "process"}})
    assert list(loaded.snapshot.toolboxes) == ["faulty", "plain"]
    assert "faulty_toolboxes" not in sys.modules
    old = loaded.snapshot.toolbox("faulty").toolbox.process_status()["pid"]
    loaded.reload()
    new = loaded.snapshot.toolbox("faulty").toolbox.process_status()["pid"]
    assert lives(new) and not lives(old)
    loaded.shutdown()
    assert not lives(new)


def test_without_the_setting_it_runs_here(registry):
    loaded = registry({}, {"plain": f"{__name__}:Plain"})
    assert type(loaded.snapshot.toolbox("plain").toolbox).__name__ == "Box"


def test_definitions_are_the_same_as_of_one_that_runs_here(faulty):
    code = (
        "import json, faulty_toolboxes; from ovos_phal_plugin_jarvis.tools.describe import load_toolbox; "
        "print(json.dumps(load_toolbox('faulty', faulty_toolboxes.FaultyToolBox()).wire_tools))"
    )
    path = os.pathsep.join([str(FAULTY), *sys.path])
    out = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, check=True
    )
    import json

    assert [tool.definition.wire() for tool in faulty.tools.values()] == json.loads(out.stdout.splitlines()[-1])


def test_results_and_errors_are_those_of_a_toolbox_that_runs_here(faulty):
    assert faulty.call("fine", number=2) == 2
    with pytest.raises(ToolRaised, match="^ValueError: no such thing$"):
        faulty.call("raises")
    with pytest.raises(InvalidOutput, match="returned a int, expected a dict or Anything"):
        faulty.call("wrong")
    with pytest.raises(
        InvalidArguments, match="Tool input validation failed for 'choose' in ToolBox 'faulty'"
    ) as raised:
        faulty.call("choose", colour="blue")
    assert raised.value.fields()["details"] == [
        {
            "param": "colour",
            "message": "Input should be 'red' or 'green'",
            "valid_values": ["red", "green"],
        },
        {"param": "count", "message": "Field required"},
    ]


def test_calls_run_beside_each_other(faulty):
    cancellations = [Cancellation(time.monotonic() + 90) for _ in range(4)]
    others = [faulty.later("listens", cancellation=cancellation, number=90) for cancellation in cancellations]
    faulty.until(lambda: faulty.status["calls"] == 4)
    assert faulty.call("fine", seconds=60.0, number=1) == 1
    faulty.until(
        lambda: faulty.status["calls"] == 4
    )  # they end when they are told to, and checking arguments is a call
    for cancellation in cancellations:
        cancellation.set()
    assert [other() for other in others] == [True] * 4


def test_its_own_configuration_and_limits(serve, tmp_path):
    served = serve({"key": "value", "id": "other-id"}, memory_mb=300, nice=5, folder=str(tmp_path / "own"))
    assert served.box.toolbox_id == "other-id"
    assert served.call("configured") == {"config": {"key": "value", "id": "other-id"}, "bus": False}
    about = served.call("about")
    assert (about["nice"], about["data"]) == (os.nice(0) + 5, 300_000_000)
    assert about["cwd"] == about["tmp"] == str(tmp_path / "own")
    assert (tmp_path / "own").stat().st_mode & 0o777 == 0o700
    assert about["fds"] <= 8, "it has no file of the service's"


def test_the_isolation_is_not_part_of_what_it_is_built_with():
    config = load_config({"toolboxes": {"a": {"isolation": "process", "key": 1}}})
    assert config.toolbox("a") == {"key": 1}
    assert config.isolation("a").mode == "process" and config.isolation("b") is None


@pytest.mark.parametrize(
    ("toolboxes", "problem"),
    [
        ({"a": {"isolation": "docker"}}, "toolboxes.a.isolation.mode: Input should be 'process', got 'docker'"),
        ({"a": {"isolation": 7}}, "toolboxes.a.isolation: "),
        ({"a": {"isolation": {"memory": 5}}}, "toolboxes.a.isolation.memory: no such setting"),
        ({"a": {"isolation": {"memory_mb": 5}}}, "toolboxes.a.isolation.memory_mb: Input should be greater"),
        (
            {"a": {"isolation": {"folder": "/tmp/x"}}, "b": {"isolation": {"folder": "/tmp/../tmp/x"}}},
            "toolboxes.a.isolation.folder: 'b' has the same folder /tmp/x; each toolbox needs one of its own",
        ),
        ({"jarvis-commands": {"isolation": "process"}}, "Jarvis commands share the stores of the service"),
    ],
)
def test_what_cant_be_used_is_told(toolboxes, problem):
    _, problems = load_usable_config({"toolboxes": toolboxes})
    assert any(problem in told for told in problems), problems
    with pytest.raises(ConfigError):
        load_config({"toolboxes": toolboxes})


def test_what_cant_be_isolated_as_told_does_not_run_here_instead(registry):
    loaded = registry({"faulty": {"isolation": {"memory_mb": "much"}}})
    assert list(loaded.snapshot.toolboxes) == ["plain"]
    assert "toolboxes.faulty.isolation.memory_mb" in loaded.snapshot.failed["faulty"]
    assert "faulty_toolboxes" not in sys.modules


@pytest.mark.parametrize(
    ("toolboxes", "name", "why"),
    [
        ({"faulty": {"isolation": "process", "bytes": b"x"}}, "faulty", "its configuration can't be sent to a process"),
        (
            {"faulty": {"isolation": "process", "built": "raise"}},
            "faulty",
            "building it failed: RuntimeError: no licence",
        ),
        (
            {"faulty": {"isolation": "process", "built": "exit"}},
            "faulty",
            "building it failed: ended with exit status 7",
        ),
        ({"plain-one": {"isolation": "process"}}, "plain-one", "no installed package has a toolbox of that name"),
    ],
)
def test_what_fails_is_left_out_with_its_reason(registry, toolboxes, name, why):
    assert why in registry(toolboxes).snapshot.failed[name]


def test_settings_under_the_wrong_name_are_no_reason_to_run_it_here(registry):
    loaded = registry({"plain": {"isolation": "process"}}, {"a-plain-one": f"{__name__}:Plain"})
    assert loaded.snapshot.toolboxes == {}
    assert "write toolboxes.a-plain-one.isolation" in loaded.snapshot.failed["a-plain-one"]


def test_a_toolbox_of_commands_is_told_to_stay(registry, monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parent)
    loaded = registry({"c": {"isolation": "process"}}, {"c": "commands_for_isolation:Commands"})
    assert "made of Jarvis commands" in loaded.snapshot.failed["c"]
    assert "Remove toolboxes.c.isolation" in loaded.snapshot.failed["c"]


SERVICE = """
import sys, time
sys.path.insert(0, sys.argv[1])
from ovos_phal_plugin_jarvis.config import IsolationConfig
from ovos_phal_plugin_jarvis.tools.execution.isolation.toolbox import IsolatedToolBox
box = IsolatedToolBox("faulty", "faulty_toolboxes:FaultyToolBox", {}, IsolationConfig())
box.wait_ready()
print("pid", box.process_status()["pid"], flush=True)
if sys.argv[2] == "busy":
    box.run("endless_regex", {})
time.sleep(3600)
"""


@pytest.mark.parametrize("doing", ["nothing", "busy"])
def test_it_does_not_outlive_a_service_that_is_killed(doing):
    service = subprocess.Popen(
        [sys.executable, "-c", SERVICE, str(FAULTY), doing],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        pid = next(int(line.split()[1]) for line in service.stdout if line.startswith("pid "))
        assert lives(pid)
        time.sleep(0.5)
    finally:
        service.send_signal(signal.SIGKILL)
        service.wait(60)
        service.stdout.close()
    end = time.monotonic() + 60
    while lives(pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert not lives(pid)
