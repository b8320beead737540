"""What a page shows and changes of the house: timers, why, the log, secrets, the policy."""

from __future__ import annotations

import time

import pytest

from http_gateway import gateway

COMMAND = """
from jarvis_command_sdk import CommandExample, CommandResponse, IJarvisCommand, JarvisSecret

class Forecast(IJarvisCommand):
    command_name = "forecast"
    description = "Tell the weather of tomorrow."
    keywords = ["weather"]
    parameters = []
    associated_service = "Weather"
    required_secrets = [
        JarvisSecret("WEATHER_KEY", "Key of the weather service", "integration", "string"),
        JarvisSecret("WEATHER_UNITS", "Units", "integration", "string", required=False, is_sensitive=False),
    ]

    def generate_prompt_examples(self):
        return [CommandExample("what will the weather be", {}, True)]

    generate_adapter_examples = generate_prompt_examples

    def run(self, request_info, **kwargs):
        return CommandResponse.final_response({"message": "It will rain."})
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    home = tmp_path_factory.mktemp("house")
    (home / "weather").mkdir()
    (home / "weather" / "command.py").write_text(COMMAND)

    def no_file(patch):
        # ovos_config reads where mycroft.conf is when it is imported: not in the home of this test.
        patch.setattr("ovos_phal_plugin_jarvis.runtime.policy.USER_CONFIG", str(home / "mycroft.conf"))
        patch.setattr("ovos_config.models.USER_CONFIG", str(home / "mycroft.conf"), raising=False)

    config = {"commands": {"paths": [str(home / "weather")]}}
    with gateway(home, config, no_file, learned=False) as made:
        yield made


def test_what_is_due_in_one_form(served):
    call = served.post("/api/tools/set_timer", {"args": {"duration_seconds": 900, "label": "tea"}})
    assert call.status == 200, call.json
    assert served.post("/api/tools/set_alarm", {"args": {"time": "06:45", "repeat": "weekdays"}}).status == 200
    reminded = {"args": {"text": "call mum", "in_seconds": 7200}}
    assert served.post("/api/tools/set_reminder", reminded).status == 200
    listed = served.get("/api/timers")
    assert listed.status == 200, listed.json
    timer, alarm, reminder = listed.json["timers"]
    assert (timer["kind"], timer["label"], timer["duration_seconds"]) == ("timer", "tea", 900)
    assert 0 < timer["remaining_seconds"] <= 900 and timer["paused"] is False and timer["due"]
    assert (alarm["kind"], alarm["time"], alarm["repeat"]) == ("alarm", "06:45", "weekdays")
    assert alarm["remaining_seconds"] > 0
    assert (reminder["kind"], reminder["label"]) == ("reminder", "call mum") and reminder["remaining_seconds"] > 6000


def test_why_is_told_of_words_alone_and_to_who_may_know(served):
    assert served.get("/api/why?utterance=").json["code"] == "invalid"
    assert served.get("/api/why?utterance=" + "x" * 9000).status == 400
    assert served.get("/api/why?utterance=hello", token=None).status == 401


def test_secrets_go_in_and_never_come_out(served):
    reader = served.token("reader", "translate", "act")
    path = "/api/secrets/forecast/WEATHER_KEY"
    for method, body in (("PUT", {"value": "x"}), ("DELETE", None)):
        assert served.ask(method, path, body, token=reader).status == 403
    assert served.get("/api/settings", token=reader).status == 403

    def shown():
        answer = served.get("/api/settings")
        assert b"hunter2" not in answer.body and b"metric" not in answer.body
        (service,) = [s for s in answer.json["services"] if s["service"] == "Weather"]
        assert all(secret["value"] is None for secret in service["commands"][0]["secrets"])
        return {secret["key"]: secret["state"] for secret in service["commands"][0]["secrets"]}

    assert shown()["WEATHER_KEY"] == "missing"
    assert served.ask("PUT", path, {"value": "hunter2"}).json == {"key": "WEATHER_KEY", "state": "set"}
    assert served.ask("PUT", "/api/secrets/forecast/WEATHER_UNITS", {"value": "metric"}).status == 200
    assert shown() == {"WEATHER_KEY": "set", "WEATHER_UNITS": "set"}
    assert b"hunter2" not in served.get("/api/status").body
    assert served.ask("DELETE", path).json == {"key": "WEATHER_KEY", "state": "missing"}
    for wrong in ({}, {"value": ""}, {"value": 7}, {"value": "x", "scope": 3}, {"value": "x", "scope": "nobody's"}):
        answer = served.ask("PUT", path, wrong)
        assert answer.status == 400 and answer.json["error"], wrong
    assert served.ask("PUT", "/api/secrets/forecast/OTHER", {"value": "x"}).status == 400
    assert served.ask("PUT", "/api/secrets/nobody/WEATHER_KEY", {"value": "x"}).status == 400


def test_the_log_says_whether_anything_is_kept(served):
    assert served.post("/api/tools/flip_coin", {}).status == 200
    until = time.monotonic() + 60
    while not (log := served.get("/api/log?limit=5").json)["calls"]:
        assert time.monotonic() < until
    assert log["kept"] is False and log["exchanges"] == [] and len(log["calls"]) <= 5
    assert log["calls"][-1]["session"] == "http:everybody"
    assert served.get("/api/log?limit=-1").status == 400
    assert served.get("/api/log", token=served.token("reader", "translate", "act")).status == 403


def test_the_policy_of_one_tool_is_changed_and_taken_back(served):
    def of(answer):
        assert answer.status == 200, answer.json
        return {tool["name"]: tool["decision"] for tool in answer.json["tools"]}

    before = of(served.get("/api/policy"))
    assert before["flip_coin"] == "allow" and before["clear_list"] == "ask"
    for wrong in ({}, {"name": "flip_coin", "decision": "perhaps"}, {"name": "*", "decision": "allow"}):
        assert served.ask("PUT", "/api/policy", wrong).status == 400, wrong
    reader = served.token("reader", "translate", "act")
    assert served.ask("PUT", "/api/policy", {"name": "flip_coin", "decision": "deny"}, token=reader).status == 403
    assert of(served.get("/api/policy")) == before
