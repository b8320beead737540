"""One service a messagebus, one owner a data folder: whoever comes second says who serves, and helps."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from ovos_bus_client import Message

from processes import BusCaller, Home, free_port

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
OFF = {"ovos-phal-plugin-tools": {"enabled": False}}


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "one", free_port(), OFF)


@pytest.fixture
def neighbour(tmp_path, home):
    """Another user of the same messagebus."""
    return Home(tmp_path / "two", home.port, OFF)


def run(home, *arguments, timeout=300, **more):
    return subprocess.run(
        [PROGRAM, *arguments],
        env={**home.environment, **more},
        capture_output=True,
        text=True,
        timeout=timeout,
        stdin=subprocess.DEVNULL,
        cwd=home.folder,
    )


@contextmanager
def up(home, *, until="on the messagebus"):
    before = home.log.read_text() if home.log.exists() else ""
    with home.run(PROGRAM, "up", "--no-prompt") as process:
        if until:
            home.wait_until(lambda: until in home.log.read_text()[len(before) :], process, "up")
        yield process


@contextmanager
def caller_on(home):
    caller = BusCaller(home.port)
    try:
        yield caller
    finally:
        caller.close()


def answers(caller, topic, data=None, seconds=60.0):
    """The first that comes within *seconds*, and any that comes soon after it."""
    return caller.collect(topic, data or {}, seconds=seconds, until=1, settle=0.7)


def eventually(condition, seconds=60.0):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.1)
    return False


def holder(caller):
    found = answers(caller, "ovos.jarvis.claim", seconds=5)
    assert len(found) <= 1
    return found[0].data["pid"] if found else None


def test_up_beside_phal_is_a_prompt_on_it(home):
    with home.messagebus(), home.phal() as phal, up(home, until="stands by") as second, caller_on(home) as caller:
        assert f"ovos-PHAL (process {phal.pid})" in home.log.read_text()
        assert len(answers(caller, "ovos.tools.invoke", {"name": "get_time"})) == 1
        assert len(answers(caller, "ovos.jarvis.ask", {"utterance": "set a timer for 7 minutes"})) == 1
        assert answers(caller, "ovos.jarvis.status")[0].data["claim"]["pid"] == phal.pid
        assert second.poll() is None
        done = run(home, "say", "which timers are running", "--json")
        assert json.loads(done.stdout)["say"].count("7 minute") == 1


def test_phal_beside_up_answers_nothing_and_takes_over(home):
    with home.messagebus(), ExitStack() as first:
        served = first.enter_context(up(home))
        with home.phal() as phal, caller_on(home) as caller:
            assert "answers nothing" in home.log.read_text()
            assert holder(caller) == served.pid
            served.send_signal(signal.SIGKILL)
            assert eventually(lambda: holder(caller) == phal.pid)
            # It holds the claim before its tools are built.
            assert eventually(lambda: answers(caller, "ovos.tools.invoke", {"name": "get_time"}, 5))


def test_two_that_start_at_the_same_instant(home):
    with ExitStack() as stack:
        both = [stack.enter_context(up(home, until=None)) for _ in range(2)]
        assert eventually(lambda: "on the messagebus" in home.log.read_text() and "stands by" in home.log.read_text())
        assert all(process.poll() is None for process in both)
        with caller_on(home) as caller:
            assert len(answers(caller, "ovos.tools.get", {"name": "get_time"})) == 1
            first = next(process for process in both if process.pid == holder(caller))
        # The first one ran the messagebus as well, and takes it along.
        first.send_signal(signal.SIGKILL)
        second = next(process for process in both if process is not first)
        assert eventually(lambda: "this one serves" in home.log.read_text())
        with caller_on(home) as caller:
            assert eventually(lambda: holder(caller) == second.pid)
            assert len(answers(caller, "ovos.tools.get", {"name": "get_time"})) == 1


def test_two_users_of_one_messagebus(home, neighbour):
    with home.messagebus(), ExitStack() as first:
        served = first.enter_context(up(home))
        with up(neighbour, until=None) as other, caller_on(home) as caller:
            # On a busy machine the first one's objection may come when the second has begun to serve.
            assert eventually(lambda: any(told in neighbour.log.read_text() for told in ("stands by", "steps aside")))
            assert len(answers(caller, "ovos.tools.get", {"name": "get_time"})) == 1
            assert holder(caller) == served.pid
            first.close()  # ends in order, and says so
            assert eventually(lambda: holder(caller) == other.pid)


def test_one_data_folder_and_two_messagebuses(home):
    with up(home):
        done = run(home, "up", "--no-prompt", "--bus", f"127.0.0.1:{free_port()}")
        assert done.returncode == 1 and "another messagebus" in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def test_a_lock_file_of_a_process_that_died_is_no_obstacle(home):
    for _ in range(2):
        with up(home) as process:
            process.send_signal(signal.SIGKILL)
            process.wait(60)
    lock = home.folder / "data" / "ovos-jarvis" / "service.lock"
    lock.write_text('{"pid": 1, "id": 7}')
    with up(home), caller_on(home) as caller:
        assert len(answers(caller, "ovos.tools.get", {"name": "get_time"})) == 1


def test_say_and_tools_use_the_service_that_runs(home):
    with up(home) as process:
        with caller_on(home) as caller:
            caller.until_learned()
        said = json.loads(run(home, "say", "set a timer for 9 minutes", "--json").stdout)
        assert said["results"][0]["result"]["success"]
        with caller_on(home) as caller:
            counted = caller.ask("ovos.jarvis.status").data["counters"]["invoke"]["calls"]
            assert counted == 1
            run(home, "say", "set a timer for 8 minutes", "--local")
            run(home, "invoke", "get_time", "{}", "--local")
            assert caller.ask("ovos.jarvis.status").data["counters"]["invoke"]["calls"] == 1
            assert run(home, "invoke", "get_time", "{}").returncode == 0
            assert caller.ask("ovos.jarvis.status").data["counters"]["invoke"]["calls"] == 2
        assert json.loads(run(home, "tools", "--json").stdout)["tools"]
        report = json.loads(run(home, "doctor", "--json").stdout)
        assert report["claim"]["pid"] == process.pid and report["bus"]["services"] == 1


def test_a_bus_that_nobody_serves(home):
    with home.messagebus():
        for arguments in (("say", "what time is it"), ("tools",), ("invoke", "get_time"), ("reload",)):
            start = time.monotonic()
            done = run(home, *arguments, "--bus", f"127.0.0.1:{home.port}")
            assert time.monotonic() - start < 60  # of which the process takes some to start
            assert done.returncode == 1 and "restart PHAL" in done.stderr
        assert "12" in run(home, "say", "what is 3 times 4").stdout  # this process does it then
        report = json.loads(run(home, "doctor", "--json").stdout)
        assert report["bus"] == {"address": f"127.0.0.1:{home.port}", "answers": True, "services": 0}
        assert any("nobody serves tools" in line and "restart PHAL" in line for line in report["advice"])


def test_a_service_that_dies_during_a_call_is_not_waited_for(home):
    with up(home) as process, ExitStack() as stack:
        slow = subprocess.Popen(
            [PROGRAM, "say", "what time is it", "--bus", f"127.0.0.1:{home.port}"],
            env=home.environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        stack.callback(slow.kill)
        process.send_signal(signal.SIGSTOP)
        stack.callback(process.send_signal, signal.SIGCONT)
        assert slow.wait(60) == 1


@pytest.mark.parametrize("kind", ["a file in its place", "a file in the place of data.db's folder"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("say", "set a timer for 5 minutes"),
        ("tools",),
        ("invoke", "get_time"),
        ("up", "--no-prompt"),
        ("doctor",),
        ("commands", "list"),
        ("secrets", "list"),
        ("auth", "status"),
        ("reload",),
    ],
)
def test_a_data_folder_that_can_not_be_written(home, arguments, kind):
    folder = home.folder / "data" / "ovos-jarvis"
    if kind == "a file in its place":
        folder.parent.mkdir(parents=True)
        folder.write_text("")
    else:
        (folder / "data.db").mkdir(parents=True)
    done = run(home, *arguments)
    assert done.returncode == 1 and str(folder) in done.stderr and "cannot be written" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and done.stdout == ""


def test_nothing_is_asked_of_a_strange_claim(home):
    with home.messagebus(), up(home) as process, caller_on(home) as caller:
        for data in ({"id": 7}, {"id": "x", "pid": "y"}, {"held": True}, {"since": 0, "held": True}):
            caller.client.emit(Message("ovos.jarvis.claim", data))
            caller.client.emit(Message("ovos.jarvis.claim.response", data))
            caller.client.emit(Message("ovos.jarvis.claim.released", data))
        time.sleep(0.5)
        assert holder(caller) == process.pid


def test_top_shows_what_the_service_does(home):
    assert run(home, "top").returncode == 1
    with up(home):
        run(home, "invoke", "get_time", "{}")
        told = json.loads(run(home, "top", "--json").stdout)
        assert [(tool["name"], tool["calls"]) for tool in told["tools"]] == [("get_time", 1)]
        shown = run(home, "top", "--once")
        assert shown.returncode == 0 and "get_time" in shown.stdout and "memory" in shown.stdout
