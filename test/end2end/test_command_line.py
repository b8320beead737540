"""``ovos-jarvis`` as a person or a script runs it: in processes of its own, with a home of its own."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from processes import BusCaller, Home, free_port

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return Home(tmp_path_factory.mktemp("cli"), free_port(), {"ovos-phal-plugin-tools": {"enabled": False}})


def run(home, *arguments):
    return subprocess.run(
        [PROGRAM, *arguments],
        env=home.environment,
        capture_output=True,
        text=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
        cwd=home.folder,
    )


def as_json(done):
    """Stdout as one JSON document; it holds nothing else."""
    return json.loads(done.stdout)


def test_a_timer_of_five_minutes(home):
    done = run(home, "say", "set a timer for five minutes", "--json")
    reply = as_json(done)
    assert done.returncode == 0, done.stderr
    assert reply["commands"] == [{"name": "set_timer", "arguments": {"duration_seconds": 300}}]
    assert reply["results"][0]["name"] == "set_timer" and "result" in reply["results"][0]
    assert set(reply) >= {
        "utterance",
        "say",
        "commands",
        "results",
        "translator",
        "expect_response",
        "confirmation_required",
        "elapsed_ms",
    }


def test_a_timer_that_nobody_would_announce_is_told_of(home):
    said = as_json(run(home, "say", "set a timer for six minutes", "--json"))["say"]
    assert said.startswith("Timer set for 6 minutes. No service runs that would ring")


def test_twelve_times_twelve(home):
    done = run(home, "say", "what is 12 times 12")
    assert done.returncode == 0 and "144" in done.stdout


def test_nothing_understood_is_exit_status_one(home):
    done = run(home, "say", "sing me a song about the sea", "--json")
    reply = as_json(done)
    assert (done.returncode, reply["commands"], reply["translator"]) == (1, [], None)


def test_a_dry_run_runs_nothing(home):
    reply = as_json(run(home, "say", "set a timer for nine minutes", "--json", "--dry-run"))
    assert reply["commands"][0]["arguments"] == {"duration_seconds": 540} and reply["results"] == []
    assert "9 minute" not in run(home, "say", "what timers are running").stdout


def test_tools_and_invoke_and_reload(home):
    tools = as_json(run(home, "tools", "--json"))["tools"]
    assert {t["name"] for t in tools} >= {"get_time", "get_date", "calculate", "set_timer"}
    answer = as_json(run(home, "invoke", "calculate", '{"num1": 2, "num2": 3, "operation": "add"}', "--json"))
    assert answer["name"] == "calculate" and answer["result"]["context_data"]["result"] == 5
    assert as_json(run(home, "reload", "--json"))["total_tools"] == len(tools)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("invoke", "nope"), "Unknown tool: 'nope'"),
        (("invoke", "calculate", "{broken"), "no JSON"),
        (("invoke", "calculate", "[]"), "must be an object"),
        (("invoke", "calculate", '{"num1": "x"}'), "num1"),
        (("say", ""), "empty"),
        (("say", "x" * 3000), "at most 2000"),
        (("invoke", "calculate", '{"num1": ' + "1" * 5000 + "}"), "no JSON"),
        (("tools", "--bus", "..:8181"), "no messagebus answers"),
        (("say", "hello", "--bus", "127.0.0.1:9"), "ovos-jarvis up"),
        (("tools", "--bus", "nonsense:x"), "HOST:PORT"),
    ],
)
def test_what_fails_says_so_in_one_line_and_in_json(home, arguments, words):
    plain = run(home, *arguments)
    assert plain.returncode == 1 and words in plain.stderr and plain.stdout == ""
    assert len(plain.stderr.strip().splitlines()) == 1
    told = run(home, *arguments, "--json")
    assert told.returncode == 1 and words in as_json(told)["error"]


@pytest.mark.parametrize("arguments", [("nonsense",), ("say",), ("tools", "--what")])
def test_wrong_usage_is_exit_status_two(home, arguments):
    assert run(home, *arguments).returncode == 2


def test_a_bad_configuration_is_one_line(home, tmp_path):
    other = Home(tmp_path, free_port(), {"ovos-phal-plugin-jarvis": {"invoke": {"workers": "many"}}})
    done = run(other, "say", "hello")
    assert done.returncode == 1 and "invoke.workers" in done.stderr and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"PHAL": {"ovos-phal-plugin-jarvis": ', "is broken"),
        ("[1]", "is broken"),
        ('{"PHAL": []}', "PHAL"),
        ('{"websocket": {"port": "x"}}', "websocket"),
        ('{"websocket": {"port": 0.5}}', "websocket"),
    ],
)
def test_a_broken_mycroft_conf_is_one_line(tmp_path, text, words):
    broken = Home(tmp_path, free_port())
    (tmp_path / "config" / "mycroft" / "mycroft.conf").write_text(text)
    done = run(broken, "up", "--no-prompt")
    assert done.returncode == 1 and words in done.stderr and len(done.stderr.strip().splitlines()) == 1
    told = run(broken, "doctor", "--json")
    assert isinstance(as_json(told), dict) and "Traceback" not in told.stderr


def test_up_says_its_words_first_and_tells_what_will_not_ring(home):
    done = run(home, "up", "set a timer for", "eleven minutes")
    assert done.returncode == 0, done.stderr
    said = done.stdout.strip().splitlines()
    assert said[-3:] == [
        "» set a timer for eleven minutes",
        "Timer set for 11 minutes.",
        'No service runs that would ring: start one with "ovos-jarvis up".',
    ]


def test_no_tools_at_all(home, tmp_path):
    off = {point.name: {"enabled": False} for point in entry_points(group="opm.agents.toolbox")}
    other = Home(tmp_path, free_port(), {"ovos-phal-plugin-jarvis": {"toolboxes": off}})
    done = run(other, "say", "hello")
    assert done.returncode == 1 and "no tools are installed" in done.stderr


def test_doctor(home):
    report = as_json(run(home, "doctor", "--json"))
    assert report["toolboxes"]["ovos-toolbox-everyday"] and any("ovos-jarvis up" in line for line in report["advice"])


def test_up_serves_a_bus_of_its_own_and_ends_with_everything_it_started(home):
    with _up(home) as service:
        caller = BusCaller(home.port)
        try:
            address = f"127.0.0.1:{home.port}"
            reply = as_json(run(home, "say", "what is 3 plus 4", "--json", "--bus", address))
            assert "7" in reply["say"]
            for said, answer in (("what is 3 plus 4", "7"), ("now multiply that by 2", "14")):
                assert answer in run(home, "say", said, "--bus", address, "--session", "one").stdout
            assert "14" not in run(home, "say", "now multiply that by 2", "--bus", address, "--session", "two").stdout
            assert "set_timer" in run(home, "tools", "--bus", address).stdout
            assert run(home, "reload", "--bus", address).returncode == 0
            timed = []
            for _ in range(30):
                start = time.perf_counter()
                caller.ask("ovos.tools.get", {"name": "calculate"})
                timed.append(time.perf_counter() - start)
            # Without TCP_NODELAY on the server each takes the 40 ms of a delayed acknowledgement.
            assert min(timed) < 0.03
        finally:
            caller.close()
        service.send_signal(signal.SIGINT)
        assert service.wait(60) == 0
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", home.port)) != 0


def test_up_on_a_port_of_something_else(home, tmp_path):
    with socket.socket() as squatter:
        squatter.bind(("127.0.0.1", 0))
        squatter.listen()
        done = run(home, "up", "--no-prompt", "--bus", f"127.0.0.1:{squatter.getsockname()[1]}")
    assert done.returncode == 1 and "does not speak as a messagebus" in done.stderr


def test_a_timer_is_announced_on_the_bus(home):
    with _up(home):
        caller = BusCaller(home.port)
        try:
            start = caller.count()
            context = {"session": {"session_id": "kitchen"}}
            caller.ask("ovos.jarvis.ask", {"utterance": "set a timer for one second"}, context)
            spoken = caller.arrived("speak", start, 60, until=1)
            assert spoken and "timer" in spoken[0].data["utterance"].lower()
            assert spoken[0].context["session"]["session_id"] == "kitchen"
        finally:
            caller.close()


def test_the_prompt_takes_utterances_and_keeps_its_history(home):
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, "up"],
        env={**home.environment, "TERM": "xterm"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=home.folder,
        start_new_session=True,
    )
    os.close(slave)
    seen = bytearray()
    try:
        _read_until(master, "» ", seen)
        os.write(master, b"what is 20 plus 22\n")
        _read_until(master, "42", seen)
        # Typed before the prompt is back, an end of input is lost between two modes of the terminal.
        _read_until(master, "» ", seen, after="42")
        assert b"tools on the messagebus" in seen
        os.write(master, b"set a timer for one second\n")
        _read_until(master, "timer is done.", seen)
        _read_until(master, "» ", seen, after="timer is done.")
        os.write(master, b"\x04")
        assert process.wait(60) == 0
    finally:
        if process.poll() is None:
            process.kill()
        os.close(master)
    assert "what is 20 plus 22" in (home.folder / "state" / "ovos-jarvis" / "history").read_text()


@contextmanager
def _up(home):
    """``ovos-jarvis up --no-prompt``, once it serves."""
    before = home.log.stat().st_size if home.log.exists() else 0
    with home.run(PROGRAM, "up", "--no-prompt") as service:
        home.wait_until(lambda: "tools on the messagebus" in home.log.read_text()[before:], service, "up")
        yield service


def _read_until(master, wanted, seen, after=""):
    until = time.monotonic() + 60
    arrives = select.poll()  # select() takes no number above 1024
    arrives.register(master, select.POLLIN)
    while wanted.encode() not in seen.partition(after.encode())[2] if after else wanted.encode() not in seen:
        assert time.monotonic() < until, seen
        if arrives.poll(1000):
            seen += os.read(master, 4096)


NOISY = """
import os
import sys

from core.command_response import CommandResponse
from core.ijarvis_command import CommandExample, IJarvisCommand

print("hello from an author")
os.write(1, b"straight to the file descriptor\\n")


class Noisy(IJarvisCommand):
    command_name = "make_noise"
    description = "Makes noise."
    keywords = ["noise"]
    parameters = []
    required_secrets = []

    def generate_prompt_examples(self):
        return [CommandExample("make some noise", {}, True), CommandExample("please be noisy", {})]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def run(self, request_info, **kwargs):
        return CommandResponse.final_response({"message": "noise"})
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("eval", "CASES", "--commands", "COMMAND"),
        ("tools",),
        ("reload",),
        ("doctor",),
        ("commands", "list"),
        ("secrets", "list"),
        ("auth", "status"),
        ("train-export", "--out", "OUT", "--commands", "COMMAND"),
    ],
)
def test_stdout_is_one_json_document_whatever_a_command_prints_at_import(tmp_path, arguments):
    command = tmp_path / "noisy.py"
    command.write_text(NOISY)
    cases = tmp_path / "cases.jsonl"
    cases.write_text('{"utterance": "make some noise", "command": "make_noise", "parameters": {}}\n')
    other = Home(tmp_path / "home", free_port(), {"ovos-phal-plugin-jarvis": {"commands": {"paths": [str(command)]}}})
    names = {"CASES": str(cases), "COMMAND": str(command), "OUT": str(tmp_path / "out.jsonl")}
    done = run(other, *(names.get(a, a) for a in arguments), "--json")
    assert done.returncode == 0, done.stderr
    assert isinstance(as_json(done), dict)
    assert "hello from an author" in done.stderr
