"""Consent over a real messagebus: a stranger's shell runs after a yes of the same session and user, and never else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from processes import BusCaller, Home, free_port

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
FIXTURES = Path(__file__).parents[1] / "fixtures" / "somebody"
TRAINING = 180.0
"""Seconds for an answer: the first waits for the translator to learn the tools."""
pytestmark = pytest.mark.timeout(400)
SAID = "execute shell command id"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    phal = {"ovos-phal-plugin-tools": {"enabled": False}, "ovos-phal-plugin-jarvis": {}}
    home = Home(tmp_path_factory.mktemp("consent"), free_port(), phal, import_paths=(FIXTURES,))
    with home.run(PROGRAM, "up", "--no-prompt") as service:
        home.wait_until(lambda: "tools on the messagebus" in home.log.read_text(), service, "up")
        yield home
        assert service.poll() is None


@pytest.fixture
def caller(home):
    caller = BusCaller(home.port)
    yield caller
    caller.close()


def say(caller, utterance, session, user=None, topic="ovos.jarvis.ask", **data):
    context = {"session": {"session_id": session}, **({"user_id": user} if user is not None else {})}
    return caller.ask(topic, {"utterance": utterance, **data}, context, timeout=TRAINING).data


def policy(home, *words):
    done = subprocess.run(
        [PROGRAM, "policy", *words, "--json"], env=home.environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_only_a_yes_of_the_same_session_and_user_runs_it(caller):
    reply = say(caller, SAID, "mine", 1)
    assert reply["confirmation_required"] and reply["results"] == [] and "id" in reply["say"]
    for session, user in (("another", 1), ("mine", 2), ("mine", None)):
        assert say(caller, "yes", session, user)["results"] == []
    reply = say(caller, "yes", "mine", 1)
    assert reply["results"][0]["result"]["stdout"].startswith("uid=")
    assert say(caller, "yes", "mine", 1)["results"] == []


def test_reading_is_not_asked_about(caller):
    assert say(caller, "how many documents wait at the printer", "reader")["results"][0]["result"] == {"documents": 3}


def test_three_hundred_other_sessions_leave_it_waiting(caller):
    say(caller, SAID, "patient")
    for number in range(300):
        say(caller, SAID, f"flood-{number}")
    assert say(caller, "yes", "patient")["results"][0]["result"]


def test_confirm_by_id(caller):
    plan = say(caller, SAID, "screen")["confirmation"]["id"]
    stranger = say(caller, "", "another", topic="ovos.jarvis.confirm", id=plan, yes=True)
    assert stranger["code"] == "invalid" and "results" not in stranger
    answer = say(caller, "", "screen", topic="ovos.jarvis.confirm", id=plan, yes=True)
    assert answer["results"][0]["result"]["stdout"].startswith("uid=")
    for data in ({}, {"id": 3, "yes": True}, {"id": plan}, {"id": plan, "yes": "yes"}, {"id": plan, "yes": True}):
        assert say(caller, "", "screen", topic="ovos.jarvis.confirm", **data)["code"] == "invalid"


def test_a_rule_is_written_and_holds_for_a_service_that_runs(home, caller):
    assert policy(home, "execute_shell_command")["policy"][0]["decision"] == "ask"
    told = policy(home, "execute_shell_command", "deny")
    assert told["service"] and told["written"].endswith("mycroft.conf") and told["policy"][0]["decision"] == "deny"
    reply = say(caller, SAID, "denied")
    assert not reply["confirmation_required"] and "policy.tools" in reply["results"][0]["error"]
    refused = caller.ask("ovos.tools.invoke", {"name": "execute_shell_command", "args": {"command": "id"}}).data
    assert refused["code"] == "forbidden" and refused["rule"] == "config.tool" and "result" not in refused
    assert caller.ask("ovos.tools.invoke", {"name": "get_printer_queue"}).data["result"]
    policy(home, "execute_shell_command", "default")
    assert say(caller, SAID, "asked again")["confirmation_required"]
    assert caller.ask("ovos.tools.invoke", {"name": "execute_shell_command", "args": {"command": "id"}}).data["result"]


def test_the_status_tells_decisions_and_rules_for_tools_that_are_not_there(home, caller):
    policy(home, "exec*", "ask")
    path = home.folder / "config" / "mycroft" / "mycroft.conf"
    config = json.loads(path.read_text())
    config["PHAL"]["ovos-phal-plugin-jarvis"]["policy"]["tools"]["no_such_tool"] = "deny"
    path.write_text(json.dumps(config))
    caller.ask("ovos.tools.reload", timeout=60)
    status = caller.ask("ovos.jarvis.status").data
    found = {entry["name"]: entry for entry in status["policy"]}
    assert found["execute_shell_command"]["rule"] == "config.tool" and found["set_timer"]["decision"] == "allow"
    assert any("no_such_tool" in problem for problem in status["config_problems"])


@pytest.mark.parametrize(("typed", "ran"), [("yes\n", True), ("no\n", False), ("\x04", False)])
def test_at_a_terminal_the_question_is_answered_there(home, typed, ran):
    ours, theirs = os.openpty()
    os.write(ours, typed.encode())
    done = subprocess.run(
        [PROGRAM, "say", "--local", SAID],
        env=home.environment,
        stdin=theirs,
        capture_output=True,
        text=True,
        timeout=180,
    )
    os.close(ours)
    os.close(theirs)
    assert "Shall I execute a shell command" in done.stdout
    assert ("gid=" in done.stdout) is ran and "Traceback" not in done.stderr
