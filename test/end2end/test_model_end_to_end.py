"""A model inside the process, from the configuration to the answer. Its weights are random: what is valid is so by
construction, and what it says is noise."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from processes import BusCaller, Home, free_port
from tiny_gguf import write_tiny_gguf

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
# No fast path claims it, so it takes a translator.
UTTERANCE = "could you please start a countdown of ninety seconds"


def home_with(folder, model, **settings):
    return Home(
        folder,
        free_port(),
        {
            "ovos-phal-plugin-tools": {"enabled": False},
            "ovos-phal-plugin-jarvis": {
                "llm": {"model": str(model), "temperature": 1, "timeout": 60, "n_ctx": 65536, **settings}
            },
        },
    )


def say(home, *options):
    done = subprocess.run(
        [PROGRAM, "say", UTTERANCE, "--json", *options],
        env=home.environment,
        capture_output=True,
        text=True,
        timeout=100,
        cwd=home.folder,
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    write_tiny_gguf(path)
    return path


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
                reply = caller.ask("ovos.jarvis.translate", {"transcript": f"{UTTERANCE} {number}"}, session, 90).data
                assert "error" not in reply, reply
                served.append(reply["translator"])
                for command in reply["commands"]:
                    jsonschema.validate(command["arguments"], schemas[command["name"]])
            # Random weights mostly choose to call nothing; that no word of them led to a fallback is what counts.
            assert set(served) <= {"llm", None}
            status = caller.ask("ovos.jarvis.status").data
            assert (status["engine"]["served"], status["engine"]["failed"]) == (10, 0)
            assert status["prompt_provider"].startswith("Generic")
            assert status["provider_capabilities"]["provider_name"] == "GenericMediumUntrained"
            last = status["engine"]["last"]
            assert last["evaluated_tokens"] < 0.1 * last["prompt_tokens"], "the stable prefix is read once"
        finally:
            caller.close()


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
        timeout=100,
        cwd=home.folder,
    )
    return json.loads(done.stdout)
