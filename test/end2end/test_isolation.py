"""An isolated toolbox in the real PHAL, on a real bus: what it does to itself, and what callers see."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from isolated_toolboxes import FAULTY, lives
from leftovers import eventually
from processes import BusCaller, Home, free_port

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
PLUGIN = "ovos-phal-plugin-jarvis"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = Home(
        tmp_path_factory.mktemp("isolation"),
        free_port(),
        {
            PLUGIN: {
                "enabled": True,
                "toolboxes": {"faulty": {"isolation": {"mode": "process", "memory_mb": 400}, "closed": "closed.txt"}},
            },
            "ovos-phal-plugin-tools": {"enabled": False},
        },
        import_paths=(FAULTY,),
    )
    with home.messagebus(), home.phal():
        yield home


@pytest.fixture(scope="module")
def caller(home):
    caller = BusCaller(home.port)
    yield caller
    caller.close()


def invoke(caller, name, **data):
    return caller.ask("ovos.tools.invoke", {"name": name, **data}).data


def process(caller):
    return caller.ask("ovos.jarvis.status").data["isolated"]["faulty"]


def running(caller):
    end = time.monotonic() + 60
    while (status := process(caller))["state"] != "running":
        assert time.monotonic() < end, status
        time.sleep(0.1)
    return status


def test_it_is_served_and_has_a_bus_of_its_own(caller):
    assert process(caller)["state"] == "running" and lives(process(caller)["pid"])
    assert invoke(caller, "fine", args={"number": 3}) == {"name": "fine", "result": {"value": 3}}
    told = invoke(caller, "configured")["result"]["value"]
    assert told == {"config": {"closed": "closed.txt"}, "bus": True}
    refused = invoke(caller, "choose", args={"colour": "blue", "count": 1})
    assert refused["details"][0]["valid_values"] == ["red", "green"]


def test_the_host_topics_answer_for_it(caller):
    running(caller)
    told = {a.data["toolbox_id"]: a.data for a in caller.collect("ovos.persona.tools.discover", seconds=60, until=4)}
    assert "fine" in [tool["name"] for tool in told["faulty"]["tools"]]
    answer = caller.ask("ovos.persona.tools.call", {"toolbox_id": "faulty", "name": "fine", "kwargs": {"number": 1}})
    assert answer.data == {"toolbox_id": "faulty", "result": {"value": 1}}


def test_a_crash_is_answered_for_and_told(caller):
    before = running(caller)
    answer = invoke(caller, "segfault")
    assert "was not answered: the process of toolbox 'faulty' was killed by SIGSEGV. It is started" in answer["error"]
    after = running(caller)
    assert after["restarts"] == before["restarts"] + 1 and after["last_reason"] == "was killed by SIGSEGV"
    assert invoke(caller, "fine", args={"number": 4})["result"] == {"value": 4}


def test_others_are_answered_while_it_holds_its_interpreter(caller):
    running(caller)
    start = caller.count()
    from ovos_bus_client import Message

    caller.client.emit(Message("ovos.tools.invoke", {"name": "endless_regex", "timeout": 4}))
    for _ in range(4):
        assert "result" in invoke(caller, "calculate", args={"num1": 2, "num2": 3, "operation": "add"})
    early = caller.arrived("ovos.tools.invoke.response", start, 0)
    assert [a.data["name"] for a in early] == ["calculate"] * 4
    answers = caller.arrived("ovos.tools.invoke.response", start, 60, until=5)
    hung = [a.data for a in answers if a.data["name"] == "endless_regex"]
    assert [a["error"] for a in hung] == ["Tool 'endless_regex' did not answer within 4 s"]
    end = time.monotonic() + 60
    while "result" not in (told := invoke(caller, "fine", args={"number": 1})):  # it is ended and started again
        assert time.monotonic() < end, told
        time.sleep(0.2)


def test_cancel(caller):
    running(caller)
    from ovos_bus_client import Message

    start = caller.count()
    context = {"session": {"session_id": "one"}, "source": "me"}
    caller.client.emit(Message("ovos.tools.invoke", {"name": "listens", "args": {"number": 20}, "id": "mine"}, context))
    time.sleep(0.3)
    assert caller.ask("ovos.tools.cancel", {"id": "mine"}, {**context, "source": "other"}).data == {"cancelled": False}
    assert caller.ask("ovos.tools.cancel", {"id": "mine"}, context).data == {"cancelled": True}
    answers = caller.arrived("ovos.tools.invoke.response", start, 60, until=1)
    assert [a.data["error"] for a in answers] == ["Tool 'listens' was cancelled. What it had done by then stays done"]
    assert caller.ask("ovos.tools.cancel", {"id": "mine"}, context).data == {"cancelled": False}
    assert caller.arrived("ovos.tools.invoke.response", caller.count(), 0.5) == []


@pytest.mark.parametrize("data", [{}, {"id": []}, {"id": ""}, {"id": "x" * 1000}, {"id": None}])
def test_a_cancel_without_an_id(caller, data):
    assert "'id'" in caller.ask("ovos.tools.cancel", data).data["error"]


def test_an_interrupt_of_the_command_line_cancels(home, caller):
    running(caller)
    began = subprocess.Popen(
        [PROGRAM, "invoke", "listens", '{"number": 25}', "--json", "--bus", f"127.0.0.1:{home.port}"],
        env=home.environment,
        stdout=subprocess.PIPE,
        text=True,
        cwd=home.folder,
        # Whoever runs the tests in the background has it ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        end = time.monotonic() + 90
        while process(caller)["calls"] == 0:
            assert time.monotonic() < end
            time.sleep(0.1)
        began.send_signal(signal.SIGINT)
        told, _ = began.communicate(timeout=60)
    finally:
        began.kill()
        began.wait(60)
    assert began.returncode == 1 and "was cancelled" in told


def test_it_ends_with_the_service(home, caller):
    """Last: a second service, so that this one goes on for the others where the order is another."""
    port = free_port()
    second = Home(home.folder / "second", port, {}, import_paths=(FAULTY,))
    second.configure(
        {
            PLUGIN: {
                "enabled": True,
                "toolboxes": {"faulty": {"isolation": "process"}},
            }
        }
    )
    with second.messagebus():
        with second.phal():
            other = BusCaller(port)
            pid = running(other)["pid"]
            other.close()
        assert eventually(lambda: not lives(pid))
