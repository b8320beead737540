"""Whatever an utterance leads to, and however long that takes: nobody else waits for it."""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

import pytest
from ovos_bus_client import Message

from processes import FEWER, BusCaller, Home, free_port

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
FIXTURES = Path(__file__).parents[1] / "fixtures" / "hostile"
CONFIG = {
    "ovos-phal-plugin-tools": {"enabled": False},
    "ovos-phal-plugin-jarvis": {
        "toolboxes": FEWER,
        "invoke": {"timeout": 4},
        "assistant": {"requests_per_minute": 1000},
    },
}
HANG = "xyzzy"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = Home(tmp_path_factory.mktemp("waiting"), free_port(), CONFIG, import_paths=(FIXTURES,))
    with home.run(PROGRAM, "up", "--no-prompt") as service:
        home.wait_until(lambda: "tools on the messagebus" in home.log.read_text(), service, "up")
        yield home
        assert service.poll() is None


@pytest.fixture(scope="module")
def caller(home):
    caller = BusCaller(home.port)
    # And every thread started, before anything is timed.
    caller.until_learned()
    assert say(caller, "frobnicate the widget", "first")["commands"]
    caller.alone = served(caller, "alone")
    yield caller
    caller.close()


def session(name):
    return {"session": {"session_id": name}}


def say(caller, words, name, timeout=60.0):
    return caller.ask("ovos.jarvis.ask", {"utterance": words}, session(name), timeout).data


def served(caller, name):
    """The median of what some requests take, in seconds."""
    took = []
    for number in range(9):
        started = time.monotonic()
        answer = say(caller, f"what is {number} plus 2", f"{name}-{number}")
        took.append(time.monotonic() - started)
        assert str(number + 2) in answer["say"]
    assert caller.ask("ovos.jarvis.status").data["versions"]
    return statistics.median(took)


def served_quickly(caller, name):
    """Whether others are answered as if nothing was, whatever that is on this machine."""
    return served(caller, name) < max(0.5, 5 * caller.alone)


def test_a_fast_path_that_hangs_costs_its_own_claim_only(caller):
    for number in range(6):
        started = time.monotonic()
        answer = say(caller, f"plugh {HANG}", f"hang-{number}")
        assert answer["commands"][0]["name"] == "claims_afterwards", "those behind it are asked"
        assert number < 2 or time.monotonic() - started < max(1.0, 10 * caller.alone), (
            "it is asked no more while it hangs"
        )
    assert served_quickly(caller, "after-hang")


def test_a_pattern_that_takes_for_ever(caller):
    for number in range(4):
        say(caller, "a" * 60 + "! " + "a" * 60 + "!", f"evil-{number}")
    assert served_quickly(caller, "after-evil")


def test_arguments_that_are_mended_for_ever_stand_as_they_are(caller):
    answer = say(caller, "frobnicate the widget", "mending")
    assert answer["say"] == "hangs_while_mending is done."


def test_a_command_that_checks_for_ever_is_answered_for(caller):
    answer = say(caller, "defenestrate the gizmo", "validating")
    assert "did not answer" in answer["results"][0]["error"]
    assert served_quickly(caller, "after-validating")


def test_what_hangs_after_the_speech_holds_nobody(caller):
    for number in range(6):
        assert say(caller, "hang afterwards", f"afterwards-{number}")["say"] == "Later."
    assert served_quickly(caller, "after-afterwards")


def test_a_session_that_asks_too_much_is_told_so_and_no_other(caller):
    start = caller.count()
    for number in range(8):
        caller.client.emit(
            Message("ovos.jarvis.ask", {"utterance": "take a nap"}, {**session("hasty"), "number": number})
        )
    busy = caller.arrived("ovos.jarvis.ask.response", start, 60, until=3)
    assert len(busy) == 3
    for answer in busy:
        assert answer.data["code"] == "unavailable" and answer.data["error"].startswith("This session is busy: 4 ")
    assert served_quickly(caller, "beside-hasty")
    rest = caller.arrived("ovos.jarvis.ask.response", start, 60, until=8 + 9)
    assert sorted(a.context["number"] for a in rest if "number" in a.context) == list(range(8))


def test_a_hundred_sessions_that_wait_for_a_slow_tool_delay_nobody(caller):
    start = caller.count()
    for number in range(100):
        caller.client.emit(Message("ovos.jarvis.ask", {"utterance": "take a nap"}, session(f"napping-{number}")))
    time.sleep(0.5)
    assert served_quickly(caller, "beside")
    answers = caller.arrived("ovos.jarvis.ask.response", start, 60, until=109)
    napping = [a for a in answers if a.context["session"]["session_id"].startswith("napping-")]
    assert len(napping) == 100, "each is answered once, with a result or a reason"
