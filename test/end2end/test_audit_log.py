"""What ran is recorded: by speech and by programs, allowed, confirmed and denied; arguments only if asked for."""

import json

import pytest

from ovos_phal_plugin_jarvis.assistant.assistant import Request
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.sdk.clock import home_now
from ovos_phal_plugin_jarvis.stores.audit import default_path, read_audit
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from processes import share_learned


@pytest.fixture
def run(tmp_path, monkeypatch):
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    share_learned(tmp_path / "cache")

    def run(config, *said):
        runtime = Runtime(load_config(config), limit_rate=False)
        try:
            context = InvocationContext(
                conversation_id="kitchen",
                user_id=4,
                message_context={"source": "mic", "session": {"session_id": "kitchen"}},
            )
            return [runtime.assistant.handle(Request(words, context, home_now())) for words in said]
        finally:
            runtime.shutdown()

    return run


def entries():
    return list(read_audit(default_path()))


def test_what_speech_leads_to_is_recorded_with_who_and_by_what_rule(run):
    run({}, "what is 12 times 12", "good morning to you my dear")
    (entry,) = entries()
    assert (entry["tool"], entry["outcome"], entry["source"], entry["session"], entry["user"]) == (
        "calculate",
        "done",
        "mic",
        "kitchen",
        4,
    )
    assert entry["rule"] and entry["elapsed_ms"] > 0
    assert "12" not in json.dumps({k: v for k, v in entry.items() if k not in ("at", "elapsed_ms")})


def test_a_confirmed_call_says_so_and_a_denied_one_too(run):
    asked = run({"policy": {"tools": {"calculate": "ask"}}}, "what is 12 times 12")[0]
    assert asked.confirmation_required and not entries()
    run({"policy": {"tools": {"calculate": "ask"}}}, "what is 12 times 12", "yes")
    run({"policy": {"tools": {"calculate": "deny"}}}, "what is 12 times 12")
    assert [(e["outcome"], e["rule"]) for e in entries()][0] == ("done", "confirmed")
    assert entries()[1]["outcome"] == "denied"


def test_arguments_only_where_asked_for(run):
    run({"audit": {"arguments": True}}, "what is 12 times 12")
    assert entries()[0]["arguments"]["expression"] == "12 * 12"
    default_path().unlink()
    run({"audit": {"enabled": False}}, "what is 12 times 12")
    assert not entries()
