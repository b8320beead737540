"""A model on this machine, from the configuration to the answer. Its weights are random: what is valid is so by
construction, and what it says is noise."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema
import pytest

from processes import BusCaller, Home, free_port
from tiny_gguf import write_tiny_gguf

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
# No fast path claims it, so it takes a translator.
UTTERANCE = "i need a minute and a half on a timer"
"""What no fast path claims."""


def home_with(folder, model, **settings):
    return Home(
        folder,
        free_port(),
        {
            "ovos-phal-plugin-tools": {"enabled": False},
            "ovos-phal-plugin-jarvis": {
                "llm": {"model": str(model), "temperature": 1, "timeout": 60, "n_ctx": 16384, **settings}
            },
        },
    )


def say(home, *options):
    done = subprocess.run(
        [PROGRAM, "say", UTTERANCE, "--json", *options],
        env=home.environment,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=home.folder,
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    write_tiny_gguf(path)
    return path


@pytest.mark.timeout(300)  # 30,000 tokens are read first, which a machine with other work takes its time over
def test_every_call_of_the_model_is_one_that_the_registry_takes(tmp_path, model):
    home = home_with(tmp_path, model)
    before = home.log.stat().st_size if home.log.exists() else 0
    with home.run(PROGRAM, "up", "--no-prompt") as service:
        home.wait_until(lambda: "tools on the messagebus" in home.log.read_text()[before:], service, "up")
        caller = BusCaller(home.port)
        try:
            schemas = {t["name"]: t["argument_schema"] for t in caller.ask("ovos.tools.list").data["tools"]}
            served = []
            for number in range(10):
                session = {"session": {"session_id": f"s{number}"}}
                reply = caller.ask("ovos.jarvis.translate", {"transcript": f"{UTTERANCE} {number}"}, session, 170).data
                assert "error" not in reply, reply
                served.append(reply["translator"])
                for command in reply["commands"]:
                    jsonschema.validate(command["arguments"], schemas[command["name"]])
            # Random weights mostly choose to call nothing, and what they begin may never end: then the examples serve.
            assert {"llm", None} & set(served)
            assert set(served) <= {"llm", "examples", None}
            status = caller.ask("ovos.jarvis.status").data
            assert status["engine"]["served"] >= 10 and status["engine"]["failed"] == 0
            assert status["prompt_provider"].startswith("Generic")
            assert status["provider_capabilities"]["provider_name"] == "GenericMediumUntrained"
            assert status["engine"]["describes_all"] is False, "nearly fifty tools, a token for each of their letters"
            caller.until_learned()
            _kill_the_model_in_the_middle(caller)
            left = caller.ask("ovos.jarvis.status").data["engine"]["pid"]
        finally:
            caller.close()
    assert not Path(f"/proc/{left}").exists(), "the model's process ends with the service"


def _kill_the_model_in_the_middle(caller):
    """Its request is answered by the examples, the status says so, and the next is the model's again."""
    session = {"session": {"session_id": "killing"}}
    before = caller.ask("ovos.jarvis.status").data["engine"]
    os.kill(before["pid"], signal.SIGSTOP)  # so that there is a middle
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(caller.ask, "ovos.jarvis.translate", {"transcript": UTTERANCE}, session, 90)
        while not caller.ask("ovos.jarvis.status").data["engine"]["running"]:
            pass
        os.kill(before["pid"], signal.SIGKILL)
        reply = asked.result().data
    assert reply["translator"] == "examples"
    assert reply["commands"] == [{"name": "set_timer", "arguments": {"duration_seconds": 90}}]
    status = caller.ask("ovos.jarvis.status").data["engine"]
    assert "SIGKILL" in status["last_reason"]
    again = caller.ask("ovos.jarvis.translate", {"transcript": f"{UTTERANCE} again"}, session, 90).data
    after = caller.ask("ovos.jarvis.status").data["engine"]
    assert again["translator"] in ("llm", "examples", None)
    assert (after["state"], after["restarts"]) == ("ready", 1) and after["served"] > before["served"]
    assert after["pid"] != before["pid"]


@pytest.mark.parametrize("damage", ["missing", "folder", "truncated", "not a model"])
def test_without_a_usable_model_the_examples_serve(tmp_path, model, damage):
    broken = tmp_path / "broken.gguf"
    if damage == "folder":
        broken.mkdir()
    elif damage == "truncated":
        broken.write_bytes(model.read_bytes()[:20_000])
    elif damage == "not a model":
        broken.write_text("hello")
    reply = say(home_with(tmp_path / "home", broken))
    assert reply["translator"] == "examples"
    assert reply["commands"] == [{"name": "set_timer", "arguments": {"duration_seconds": 90}}]


def test_with_a_prompt_provider_that_there_is_not_the_examples_serve(tmp_path, model):
    home = home_with(tmp_path, model, prompt_provider="Nobody")
    assert say(home)["translator"] == "examples"
    told = _doctor(home)
    assert any("'Nobody'" in line for line in told["advice"])


def test_doctor_tells_of_the_model(tmp_path, model):
    fine = _doctor(home_with(tmp_path / "fine", model))
    assert fine["engine"]["model"] == "tiny.gguf" and fine["prompt_provider"].startswith("Generic")
    assert not any("model" in line for line in fine["advice"])
    missing = _doctor(home_with(tmp_path / "missing", tmp_path / "nowhere.gguf"))
    assert any("nowhere.gguf does not exist" in line for line in missing["advice"])


def _doctor(home):
    done = subprocess.run(
        [PROGRAM, "doctor", "--json"],
        env=home.environment,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=home.folder,
    )
    return json.loads(done.stdout)


def test_doctor_tries_a_model(tmp_path, model):
    home = Home(tmp_path, free_port(), {"ovos-phal-plugin-jarvis": {"llm": {"n_ctx": 16384}}})
    done = subprocess.run(
        [PROGRAM, "doctor", "--model", str(model), "--json"], env=home.environment, capture_output=True, text=True
    )
    report = json.loads(done.stdout)
    assert report["error"] is None and len(report["requests"]) == 3
    # Noise may begin a call whose text it never ends; that is told, and nothing of it is taken.
    told = [request["error"] for request in report["requests"] if request["error"] is not None]
    assert all(request["valid"] for request in report["requests"]), report["requests"]
    assert all("was not ended within llm.max_tokens" in error for error in told), told
    assert report["written_per_second"] > 0
    called = any(request["calls"] for request in report["requests"])
    assert (report["made_to_call"] is None) == (called or bool(told)), (
        "it is seen to write a call, or said why it can't"
    )

    done = subprocess.run(
        [PROGRAM, "doctor", "--model", str(tmp_path / "nowhere.gguf")],
        env=home.environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and "nowhere.gguf does not exist" in done.stderr
