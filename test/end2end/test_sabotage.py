"""A tool that turns the interpreter, the process or the bus that it shares with PHAL against it: PHAL goes on."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from processes import FEWER, BusCaller, Home, free_port

FIXTURES = Path(__file__).parents[1] / "fixtures" / "sabotage"
SECRET = "sabotage-secret-4711"
CONFIG = {
    "ovos-phal-plugin-tools": {"enabled": False},
    "ovos-phal-plugin-jarvis": {
        "invoke": {"workers": 4, "queue": 64, "timeout": 2},
        "assistant": {"requests_per_minute": 1000},
        "toolboxes": {"sabotage": {"api_key": SECRET}, **FEWER},
    },
}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = Home(tmp_path_factory.mktemp("sabotage"), free_port(), CONFIG, import_paths=(FIXTURES,))
    with home.messagebus(), home.phal() as phal:
        # What is learned in the background has ended then, and logs no more in the middle of a sabotage.
        caller = BusCaller(home.port)
        caller.until_learned()
        caller.close()
        yield home
        assert phal.poll() is None


@pytest.fixture
def caller(home):
    caller = BusCaller(home.port)
    yield caller
    caller.close()


def invoke(caller, name, what, seconds=20):
    return caller.ask("ovos.tools.invoke", {"name": name, "args": {"what": what}}, timeout=seconds).data


NUMBERS = count()


def sabotage(caller, what):
    """The answer of a tool that does *what*."""
    answer = invoke(caller, f"sabotage_{next(NUMBERS)}", what)
    assert {"result", "error"} & set(answer) and "not started" not in answer.get("error", "")
    return answer


def works(caller):
    """Whether every service answers."""
    assert invoke(caller, "fine", "x")["result"] == {"value": "x"}
    session = {"session": {"session_id": f"after-{caller.count()}"}}
    said = caller.ask("ovos.jarvis.ask", {"utterance": "what is 12 times 12"}, session).data
    assert "144" in said.get("say", ""), said
    assert "sabotage" in caller.ask("ovos.jarvis.status").data["toolboxes"]
    assert caller.ask("ovos.tools.reload", timeout=60).data["loaded"]


FUNCTIONS = (
    "json.dumps",
    "json.loads",
    "logging.Logger.handle",
    "threading.Thread.start",
    "time.monotonic",
    "time.time",
)


@pytest.mark.parametrize(
    ("function", "how"),
    [
        *((function, "hangs and stays") for function in FUNCTIONS),
        # What hangs and stays is the hardest; of the other ways one of each is enough.
        ("json.dumps", "raises"),
        ("logging.Logger.handle", "hangs"),
        ("threading.Thread.start", "raises and stays"),
    ],
)
def test_functions_of_the_standard_library_are_put_back(caller, function, how):
    sabotage(caller, f"{function} {how}")
    works(caller)


@pytest.mark.parametrize("what", ["environ", "modules", "signal", "chdir", "close 1", "close 0,1,2"])
def test_what_the_process_has_is_put_back(caller, what):
    sabotage(caller, what)
    works(caller)


def test_its_own_handler_costs_the_list_nothing(caller):
    assert "result" in sabotage(caller, "listens raises")
    found = caller.collect("ovos.tools.list", {}, 3)
    assert any("sabotage" in json.dumps(m.data) for m in found), "the service answers, whatever else answers"
    works(caller)


def test_a_false_answer_is_told_from_the_true_one_by_its_context(caller):
    assert "result" in sabotage(caller, "lies")
    assert invoke(caller, "fine", "true")["result"] == {"value": "true"}


def test_secrets_stay_out_of_what_is_told_of_the_service(caller, home):
    assert SECRET not in json.dumps(invoke(caller, "tells", ""))
    for topic in ("ovos.jarvis.status", "ovos.jarvis.metrics", "ovos.tools.list", "ovos.tools.reload"):
        assert SECRET not in json.dumps(caller.ask(topic, {}, timeout=60).data)
    assert SECRET not in home.log.read_text()


def test_properties_that_answer_when_it_is_loaded_and_hang_afterwards(caller):
    assert "Watered." in json.dumps(invoke_command(caller))
    sabotage(caller, "arm now")
    try:
        assert "did not answer" in invoke_command(caller)["error"]
        session = {"session": {"session_id": "ferns"}}
        said = caller.ask("ovos.jarvis.ask", {"utterance": "water the ferns", "speak": False}, session).data["say"]
        assert "did not answer" in said
        assert invoke(caller, "fine", "x")["result"] == {"value": "x"}
        assert "sabotage" in caller.ask("ovos.jarvis.status").data["toolboxes"]
        failed = caller.ask("ovos.tools.reload", timeout=90).data["failed"]
        assert "did not finish" in failed["sabotage-commands"]
        assert invoke(caller, "fine", "y")["result"] == {"value": "y"}
    finally:
        sabotage(caller, "arm not")


def invoke_command(caller):
    return caller.ask("ovos.tools.invoke", {"name": "water_the_ferns", "args": {"word": "a"}}).data
