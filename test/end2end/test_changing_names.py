"""Names that change while the service runs, on a bus that ``up`` serves: no reload, no training, and no tool that gives
names badly keeps an answer back. One toolbox is in the service's process, one in its own."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from processes import BusCaller, Home, free_port

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
FIXTURES = Path(__file__).parents[1] / "fixtures" / "changing"
TRAINING = 180.0
FRESH = 2.5
"""Seconds after which the service asks again."""
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    folder = tmp_path_factory.mktemp("names")

    def are(lamps, gates=("North gate",)):
        (folder / "lamps.json").write_text(json.dumps(lamps))
        (folder / "gates.json").write_text(json.dumps(gates))
        time.sleep(FRESH)

    are.folder = folder
    are(["Porch"])
    return are


@pytest.fixture(scope="module")
def home(tmp_path_factory, names):
    toolboxes = {
        "changing": {"file": str(names.folder / "lamps.json")},
        "changing-apart": {"file": str(names.folder / "gates.json"), "isolation": "process"},
    }
    phal = {"ovos-phal-plugin-tools": {"enabled": False}, "ovos-phal-plugin-jarvis": {"toolboxes": toolboxes}}
    home = Home(tmp_path_factory.mktemp("changing"), free_port(), phal, import_paths=(FIXTURES,), own_models=True)
    with home.run(PROGRAM, "up", "--no-prompt") as service:
        home.wait_until(lambda: "tools on the messagebus" in home.log.read_text(), service, "up")
        yield home
        assert service.poll() is None


@pytest.fixture(scope="module")
def caller(home):
    caller = BusCaller(home.port)
    yield caller
    caller.close()


@pytest.fixture(scope="module")
def say(caller):
    def said(utterance, session=None):
        context = {"session": {"session_id": session or f"s{caller.count()}"}}
        return caller.ask("ovos.jarvis.ask", {"utterance": utterance}, context, timeout=TRAINING).data

    said("what is 12 times 12")
    return said


def results(reply):
    return [result.get("result") for result in reply["results"]]


def models(home):
    """Every model that was kept, and when."""
    return {path: path.stat().st_mtime_ns for path in home.folder.rglob("*.safetensors")}


def test_names_come_and_go_between_two_requests_and_nothing_is_trained(home, caller, say, names):
    names(["Porch", "Greenhouse"])
    caller.until_learned()
    before = models(home)
    assert before
    assert results(say("turn on the porch lamp")) == [{"done": "Porch on"}]
    assert results(say("turn off the green house lamp")) == [{"done": "Greenhouse off"}]
    names(["Veranda", "Bedroom lamp", "Bedroom light"])
    gone = say("turn on the porch lamp")
    assert results(gone) == [] and "Veranda" in gone["say"] and gone["expect_response"]
    assert results(say("turn on the veranda lamp")) == [{"done": "Veranda on"}]
    assert models(home) == before


def test_what_is_ambiguous_is_asked_and_the_answer_is_taken(say, names):
    names(["Veranda", "Bedroom lamp", "Bedroom light"])
    asked = say("switch on the bedroom", "asks")
    assert results(asked) == [] and "Bedroom lamp or Bedroom light" in asked["say"]
    assert results(say("the light", "asks")) == [{"done": "Bedroom light on"}]


def test_a_confirmation_says_the_name_that_was_found_and_a_process_of_its_own_is_asked_too(say, names):
    names(["Porch"], {"gate.7": ["Northgate"], "gate.8": ["South gate"]})
    asked = say("unlock the north gate", "gates")
    assert asked["confirmation_required"] and results(asked) == []
    assert "Northgate" in asked["say"] and "gate.7" not in asked["say"]
    assert results(say("yes", "gates")) == [{"done": "gate.7"}]


@pytest.mark.parametrize("lamps", ["raise", "many", "hang", "hang"])
def test_a_tool_that_gives_names_badly_keeps_nobody_waiting(say, names, lamps):
    names(lamps, lamps)
    start = time.monotonic()
    assert "144" in say("what is 12 times 12")["say"]
    assert time.monotonic() - start < 30
    names(["Attic"])
    say("what is 12 times 12")  # where it hung, it comes back in a while


def test_odd_names_are_left_out_and_the_others_serve(say, names):
    names(["Porch"])
    deadline = time.monotonic() + 60
    while results(say("turn on the porch lamp")) != [{"done": "Porch on"}]:
        assert time.monotonic() < deadline
    names("odd")
    assert results(say("turn off the porch lamp")) == [{"done": "Porch off"}]
