"""The AI-commands guide's acceptance list, over real HTTP: a service on a real messagebus, its planner, no model."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from ovos_utils.log import LOG

from http_gateway import gateway
from ovos_phal_plugin_jarvis.gateways.http import guide

BASE = "2026-01-05"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    config = {
        "toolboxes": {name: {"enabled": False} for name in ("ovos-toolbox-skills", "ovos-toolbox-everyday")},
        "http": {"enabled": True, "port": 0, "rpm": 10_000, "allowed_origins": ["https://app.example"]},
    }
    with gateway(tmp_path_factory.mktemp("guide"), config) as made:
        yield made


def say(served, transcript, base=BASE, **more):
    return served.post(
        f"/api/assistant{more.pop('query', '')}", {"transcript": transcript, "baseDateYmd": base}, **more
    )


def commands(served, transcript, **more):
    answer = say(served, transcript, **more)
    assert answer.status == 200, answer.body
    assert set(answer.json) == {"say", "commands"} and 0 < len(answer.json["say"]) <= 240
    return answer.json["commands"]


# API contract


@pytest.mark.parametrize("body", [{"baseDateYmd": BASE}, {"transcript": "", "baseDateYmd": BASE}])
def test_400_when_the_transcript_is_missing_or_empty(served, body):
    answer = served.post("/api/assistant", body)
    assert (answer.status, answer.json["code"]) == (400, "invalid") and "transcript" in answer.json["error"]


@pytest.mark.parametrize("body", [{"transcript": "add task x"}, {"transcript": "add task x", "baseDateYmd": ""}])
def test_400_when_the_base_date_is_missing_or_empty(served, body):
    answer = served.post("/api/assistant", body)
    assert (answer.status, answer.json["code"]) == (400, "invalid") and "baseDateYmd" in answer.json["error"]


@pytest.mark.parametrize(
    "base", ["2026-02-30", "tomorrow", "2026-1-5", "2026-01-05T00:00:00", "2026-01-05" * 1000, 20260105, None, ["2026"]]
)
def test_400_for_what_is_no_date(served, base):
    assert say(served, "add task x", base).status == 400


@pytest.mark.parametrize("transcript", [7, True, ["add task x"], {"a": 1}, "   ", "\u200b\u0000"])
def test_400_for_what_is_no_words(served, transcript):
    assert say(served, transcript).status == 400


def test_403_when_the_origin_is_not_allowed(served):
    assert say(served, "add task x", headers={"Origin": "https://elsewhere.example"}).status == 403
    allowed = say(served, "add task x", headers={"Origin": "https://app.example"})
    assert allowed.status == 200 and allowed.headers["access-control-allow-origin"] == "https://app.example"
    own = f"http://127.0.0.1:{served.port}"
    assert say(served, "add task x", headers={"Origin": own}).status == 200
    before = served.ask("OPTIONS", "/api/assistant", token=None, headers={"Origin": "https://app.example"})
    assert before.status == 204 and "Authorization" in before.headers["access-control-allow-headers"]


def test_429_when_the_rate_limit_is_exceeded_and_when_to_come_back(served):
    with served.beside(rpm=3) as limited:
        statuses = [say(limited, "add task x").status for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        refused = say(limited, "add task x")
        assert 1 <= int(refused.headers["retry-after"]) <= 60 and refused.json["code"] == "rate_limited"
        assert say(limited, "add task x", token=limited.token("another")).status == 200  # the limit is each user's


def test_401_without_a_user(served):
    assert say(served, "add task x", token=None).status == 401
    assert say(served, "add task x", token="jarvis_guess").headers["www-authenticate"] == "Bearer"


def test_413_for_more_than_is_read_and_415_for_what_is_no_json(served):
    assert say(served, "add task " + "x" * 2000).status == 413
    assert say(served, "add task " + "x" * 1900).status == 200
    assert served.post("/api/assistant", b"x" * 100_000, headers={"Content-Type": "application/json"}).status == 413
    body = json.dumps({"transcript": "add task x", "baseDateYmd": BASE}).encode()
    assert served.post("/api/assistant", body, headers={"Content-Type": "text/plain"}).status == 415
    assert (
        served.post("/api/assistant", body, headers={"Content-Type": "application/json; charset=utf-8"}).status == 200
    )
    for broken in (b"", b"{", b"[]", b"null", b'{"transcript": NaN}', b"\xff\xfe"):
        assert served.post("/api/assistant", broken).status == 400


# The heuristics that the guide asks for


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("add task call mom", [{"kind": "task.create", "title": "call mom"}]),
        ("add must win task finish the report", [("task.create", "finish the report", "must-win")]),
        ("add nice to do task bake a cake", [("task.create", "bake a cake", "nice-to-do")]),
        ("complete task call mom", [{"kind": "task.setCompleted", "title": "call mom", "completed": True}]),
        ("delete task call mom", [{"kind": "task.delete", "title": "call mom"}]),
        ("note: shipped v1", [{"kind": "reflection.append", "text": "shipped v1"}]),
        ("reflection: a good day", [{"kind": "reflection.append", "text": "a good day"}]),
        ("add habit stretching", [{"kind": "habit.create", "name": "stretching"}]),
        ("track reading", [{"kind": "habit.create", "name": "reading"}]),
        ("stretch every day", [{"kind": "habit.create", "name": "stretch"}]),
        ("mark reading done", None),
        (
            "tomorrow add must win task: renew passport",
            [{"kind": "date.shift", "days": 1}, ("task.create", "renew passport", "must-win")],
        ),
        ("yesterday", [{"kind": "date.shift", "days": -1}]),
        ("today", [{"kind": "date.shift", "days": 0}]),
    ],
)
def test_what_is_understood_without_a_model(served, said, wanted):
    found = commands(served, said)
    if wanted is None:
        assert all(command["kind"] in ("habit.setCompleted", "task.setCompleted") for command in found)
        return
    shaped = [w if isinstance(w, dict) else dict(zip(("kind", "title", "taskType"), w, strict=True)) for w in wanted]
    assert found == shaped


def test_the_example_of_the_page(served):
    page = (Path(__file__).parents[2] / "docs" / "http.md").read_text()
    (shown,) = re.findall(r"^```json-answer\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (asked,) = re.findall(r"-d '(\{\"transcript\".*?\})'", page)
    assert served.post("/api/assistant", json.loads(asked)).json == json.loads(shown)


# Validation


def test_dates_stand_before_what_they_are_for(served):
    kinds = [command["kind"] for command in commands(served, "tomorrow add task call mom and note: shipped v1")]
    assert kinds == ["date.shift", "task.create", "reflection.append"]


def test_a_weekday_is_counted_from_the_clients_day(served):
    found = commands(served, "on friday add task call mom")
    friday = next(d for n in range(1, 8) if (d := date.fromisoformat(BASE) + timedelta(n)).weekday() == 4)
    assert found[0] == {"kind": "date.set", "ymd": friday.isoformat()} and found[1]["kind"] == "task.create"


def test_what_is_too_long_is_clamped_and_valid(served):
    found = commands(served, "note: " + "It was a good day, and we walked along the river. " * 35)
    assert found[0]["kind"] == "reflection.append" and 1490 <= len(found[0]["text"]) <= 1500


def test_every_field_of_what_a_translator_says_is_checked():
    """A model may say anything."""
    asked = guide.Asked("x", date.fromisoformat(BASE), "en-us", "guide")
    calls = [
        {"name": "date_shift", "arguments": {"days": 366}},
        {"name": "date_shift", "arguments": {"days": 1.5}},
        {"name": "erase_disk", "arguments": {}},
        {"name": "task_create", "arguments": {"title": "very " * 100, "task_type": "someday"}},
        {"name": "task_create", "arguments": {"title": "very " * 100}},
        {"name": "date_set", "arguments": {"ymd": "2026-02-30"}},
        *[{"name": "habit_create", "arguments": {"name": f"habit {n}"}} for n in range(9)],
    ]
    answer = guide.told({"say": "word " * 100, "commands": calls, "translator": "llm"}, asked, debug=True).answer
    kinds = [command["kind"] for command in answer["commands"]]
    assert kinds == ["task.create", *["habit.create"] * 4] and len(answer["commands"][0]["title"]) <= 140
    assert len(answer["say"]) <= 240 and answer["debug"]["dropped"] == len(calls) - 5


def test_no_more_than_five_commands(served):
    said = " and ".join(f"add task number {word}" for word in ("one", "two", "three", "four", "five", "six", "seven"))
    assert len(commands(served, said)) <= 5


def test_kinds_that_the_guide_does_not_know_are_dropped_and_told(served):
    assert commands(served, "read my note") == []
    answer = say(served, "read my note", query="?dialect=tools").json
    assert [command["name"] for command in answer["commands"]] == ["read_reflection"]


def test_words_that_mean_nothing_are_answered_and_harm_nobody(served):
    answer = say(served, "colourless green ideas sleep furiously")
    assert answer.status == 200 and answer.json["commands"] == [] and answer.json["say"]


def test_translating_never_acts(served):
    planner = served.post("/api/tools/list_tasks", {"args": {}}).json
    for _ in range(3):
        assert commands(served, "add task polish the unwritten spoon")
    assert served.post("/api/tools/list_tasks", {"args": {}}).json == planner
    assert "unwritten spoon" not in json.dumps(planner)


# Debug, logs, environment


def test_debug_tells_how_only_where_it_is_enabled(served):
    token = served.token("everybody", "translate", "act", "admin")
    assert "debug" not in say(served, "add task x").json
    with served.beside(debug=True) as told:
        answer = say(told, "add task x", headers={"Cookie": "jarvis_session=sesame"})
        assert answer.json["debug"]["translator"] and answer.json["debug"]["dialect"] == "guide"
        assert token.encode() not in answer.body and b"sesame" not in answer.body and b"Bearer" not in answer.body


def test_a_request_is_one_line_of_the_log_without_words_or_tokens(served, monkeypatch):
    lines = []
    monkeypatch.setattr(LOG, "info", lambda text, *_args, **_more: lines.append(str(text)))
    answer = say(served, "add task meet the blue rabbit")
    say(served, "add task x", token="jarvis_wrong")
    noted = [json.loads(line.removeprefix("http ")) for line in lines if line.startswith("http {")]
    assert [line["status"] for line in noted] == [200, 401]
    line = noted[0]
    assert line["request_id"] == answer.headers["x-request-id"] and line["commands"] == 1 and line["chars"] == 29
    assert line["translator"] in ("pre_route", "examples") and line["latency_ms"] > 0
    assert re.fullmatch(r"[0-9a-f]{16}", line["user"]) and noted[1]["user"] is None
    everything = "\n".join(lines)
    for secret in ("rabbit", "everybody", "jarvis_wrong", *served.tokens.values()):
        assert secret not in everything
    say(served, "add task y")
    assert (
        json.loads(lines[-1].removeprefix("http "))["user"] == line["user"] if lines[-1].startswith("http {") else True
    )


def test_it_is_counted(served):
    before = served.get("/api/metrics").json["http"]["assistant"]
    say(served, "add task x")
    say(served, "add task x", token=None)
    after = served.get("/api/metrics").json["http"]["assistant"]
    assert after["requests"] == before["requests"] + 2 and after["unauthorized"] == before.get("unauthorized", 0) + 1
    assert after["average_ms"] > 0
