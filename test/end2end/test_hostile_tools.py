"""No tool and no caller, slow, broken or hostile, makes the assistant stop answering: on a bus that ``up`` serves."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from ovos_bus_client import Message

from processes import FEWER, BusCaller, Home, free_port

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
FIXTURES = Path(__file__).parents[1] / "fixtures" / "hostile"
CONFIG = {
    "ovos-phal-plugin-tools": {"enabled": False},
    "ovos-phal-plugin-jarvis": {"toolboxes": FEWER, "invoke": {"workers": 4, "queue": 256, "timeout": 3}},
}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = Home(tmp_path_factory.mktemp("hostile"), free_port(), CONFIG, import_paths=(FIXTURES,))
    with home.run(PROGRAM, "up", "--no-prompt") as service:
        home.wait_until(lambda: "tools on the messagebus" in home.log.read_text(), service, "up")
        yield home
        assert service.poll() is None


@pytest.fixture(scope="module")
def caller(home):
    caller = BusCaller(home.port)
    yield caller
    caller.close()


@pytest.fixture(autouse=True)
def answers_afterwards(caller):
    """Whatever a test did, the next request is served, and the bus connection was never lost."""
    yield
    assert invoke(caller, "fine", number=7)["result"] == {"value": 7}
    assert (
        "144"
        in caller.ask(
            "ovos.jarvis.ask",
            {"utterance": "what is 12 times 12"},
            {"session": {"session_id": f"after-{caller.count()}"}},
        ).data["say"]
    )


def invoke(caller, tool, **args):
    return caller.ask("ovos.tools.invoke", {"name": tool, "args": args}).data


def test_those_that_can_be_served_are(caller):
    answer = caller.ask("ovos.tools.reload", timeout=60).data
    assert {"hostile-tools", "hostile-discovery", "ovos-toolbox-everyday"} <= set(answer["loaded"])
    assert "SystemExit: 4" in answer["failed"]["hostile-exit"]
    assert "not good enough" in answer["failed"]["hostile-import"]
    assert answer["failed"]["hostile-built"] == "building it failed: RaisesWhenShown: <unprintable RaisesWhenShown>"


UNPRINTABLE = ("raises", "exits", "long", "half", "odd_text", "no_text", "hangs", "nameless", "borrowed")


@pytest.mark.parametrize("kind", UNPRINTABLE)
def test_an_exception_that_cannot_be_shown_gets_one_short_error(caller, kind):
    start = caller.count()
    for _ in range(3):
        caller.client.emit(Message("ovos.tools.invoke", {"name": f"raise_{kind}", "timeout": 1}))
    answers = caller.arrived("ovos.tools.invoke.response", start, 60, until=3)
    assert len(answers) == 3
    for answer in answers:
        error = answer.data["error"]
        assert 0 < len(error) < 5000 and "\x1b" not in error and error.encode()


@pytest.mark.parametrize("number", [1, 2])
def test_a_refusal_that_cannot_be_shown(caller, number):
    assert "refuses" in invoke(caller, "refuses", number=number)["error"]


@pytest.mark.parametrize("kind", UNPRINTABLE)
def test_an_utterance_that_leads_to_one(caller, kind):
    session = {"session": {"session_id": f"unprintable-{kind}"}}
    answer = caller.ask("ovos.jarvis.ask", {"utterance": f"raise {kind}", "speak": False}, session).data
    assert "utterance" in answer or "error" in answer


def test_an_end_that_cannot_be_shown_does_not_break_a_reload(caller):
    for _ in range(2):
        answer = caller.ask("ovos.tools.reload", timeout=60).data
        assert "hostile-end" in answer["loaded"]
    assert invoke(caller, "ends_badly")["result"] == {"value": 1}


def test_the_stock_phal_service_loads_us_whatever_a_constructor_raises(tmp_path):
    home = Home(tmp_path, free_port(), CONFIG, import_paths=(FIXTURES,))
    with home.messagebus(), home.phal():
        caller = BusCaller(home.port)
        try:
            assert invoke(caller, "fine", number=3)["result"] == {"value": 3}
        finally:
            caller.close()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("raise_base", "Odd: odd"),
        ("raise_interrupt", "KeyboardInterrupt"),
        ("raise_exit", "SystemExit: 3"),
        ("raise_generator_exit", "GeneratorExit"),
        ("return_object", "'return_object'"),
    ],
)
def test_a_tool_that_breaks_every_rule_gets_one_error(caller, name, words):
    for _ in range(6):  # more often than there are workers
        answer = invoke(caller, name)
        assert words in answer["error"] and "result" not in answer


def test_a_result_that_is_no_number_is_null_as_json_has_no_word_for_it(caller):
    assert invoke(caller, "return_nan") == {"name": "return_nan", "result": {"value": None}}


@pytest.mark.parametrize("depth", [100, 300, 2000, 20_000])
def test_results_nested_deep(caller, depth):
    answer = invoke(caller, "nested", number=depth)
    assert ("result" in answer) != ("error" in answer)
    assert depth > 100 or "result" in answer


def test_a_result_that_the_bus_would_not_carry(caller):
    assert "MB" in invoke(caller, "large", number=25_000_000)["error"]
    assert len(invoke(caller, "large", number=1_000_000)["result"]["value"]) == 1_000_000


def test_arguments_that_a_tool_changed_are_changed_for_this_call_only(caller):
    assert [invoke(caller, "mutates")["result"]["value"] for _ in range(3)] == [[0]] * 3


@pytest.mark.parametrize("name", ["prints", "threads"])
def test_noise(caller, name):
    assert "result" in invoke(caller, name)


def test_a_tool_that_hangs_costs_the_others_nothing(caller):
    start = caller.count()
    for _ in range(12):
        caller.client.emit(Message("ovos.tools.invoke", {"name": "hang", "timeout": 0.3}))
    assert len(caller.arrived("ovos.tools.invoke.response", start, 60, until=12)) == 12
    for _ in range(20):
        answer = invoke(caller, "hang")
        if "not started" in answer["error"]:
            break
    assert answer["error"].startswith("Tool 'hang' was not started: ")


def test_arguments_that_take_for_ever_to_check_cost_the_others_nothing(caller):
    start = caller.count()
    for _ in range(20):
        caller.client.emit(Message("ovos.tools.invoke", {"name": "thinks", "args": {"number": 1}, "timeout": 0.3}))
    assert len(caller.arrived("ovos.tools.invoke.response", start, 60, until=20)) == 20


def test_a_toolbox_that_hangs_when_it_is_asked_again_keeps_its_tools(caller):
    start, until, mine = caller.count(), time.monotonic() + 20, []
    for _ in range(5):
        caller.client.emit(Message("ovos.persona.tools.discover"))
    assert invoke(caller, "steady")["result"] == {"value": "steady"}
    while len(mine) < 5 and time.monotonic() < until:
        found = caller.arrived("ovos.persona.tools.discover.response", start, 0.2)
        mine = [m.data for m in found if m.data["toolbox_id"] == "hostile-discovery"]
    assert len(mine) == 5 and all(t["name"] == "steady" for m in mine for t in m["tools"])


def test_a_thousand_calls_at_once_get_a_thousand_answers(caller):
    start = caller.count()
    for number in range(1000):
        caller.client.emit(
            Message("ovos.tools.invoke", {"name": "fine", "args": {"number": number}}, {"number": number})
        )
    answers = caller.arrived("ovos.tools.invoke.response", start, 60, until=1000)
    assert sorted(a.context["number"] for a in answers) == list(range(1000))
    assert caller.arrived("ovos.tools.invoke.response", caller.count(), 0.3) == []
    for answer in answers:
        assert answer.data.get("result") == {"value": answer.context["number"]} or "waiting" in answer.data["error"]


def test_calls_while_reloads_run(caller):
    start, stop = caller.count(), threading.Event()

    def reload():
        while not stop.is_set():
            caller.ask("ovos.tools.reload", timeout=60)

    reloads = threading.Thread(target=reload)
    reloads.start()
    try:
        for number in range(100):
            caller.client.emit(Message("ovos.tools.invoke", {"name": "fine", "args": {"number": number}}))
        answers = caller.arrived("ovos.tools.invoke.response", start, 60, until=100)
    finally:
        stop.set()
        reloads.join(60)
    assert sorted(a.data["result"]["value"] for a in answers) == list(range(100))


RAW = {
    "data missing": '{"type": "ovos.tools.invoke"}',
    "data null": '{"type": "ovos.tools.invoke", "data": null}',
    "name a number": '{"type": "ovos.tools.invoke", "data": {"name": 7}}',
    "name empty": '{"type": "ovos.tools.invoke", "data": {"name": ""}}',
    "name long": '{"type": "ovos.tools.invoke", "data": {"name": "%s"}}' % ("x" * 10_000),
    "name with control characters": r'{"type": "ovos.tools.invoke", "data": {"name": "a\u0000\n\u001b[2J"}}',
    "name half a character": r'{"type": "ovos.tools.invoke", "data": {"name": "\ud800"}}',
    "name of megabytes": '{"type": "ovos.tools.invoke", "data": {"name": "%s"}}' % ("é" * 6_000_000),
    "args a list": '{"type": "ovos.tools.invoke", "data": {"name": "fine", "args": []}}',
    "args nested": '{"type": "ovos.tools.invoke", "data": {"name": "fine", "args": %s}}'
    % ('{"number":' * 1000 + "1" + "}" * 1000),
    "a million mistakes": '{"type": "ovos.tools.invoke", "data": {"name": "mutates", "args": {"numbers": [%s]}}}'
    % ('"x",' * 999_999 + '"x"'),
    "timeout beyond any float": '{"type": "ovos.tools.invoke", "data": {"name": "fine", "timeout": -1%s}}'
    % ("0" * 400),
    "unknown toolbox": '{"type": "ovos.tools.invoke", "data": {"name": "fine", "toolbox_id": "nobody"}}',
    "context nested": '{"type": "ovos.tools.invoke", "data": {"name": "nope"}, "context": {"a": %s}}'
    % ('{"a":' * 1000 + "1" + "}" * 1000),
    "context nested deeper": '{"type": "ovos.tools.invoke", "data": {"name": "nope"}, "context": {"a": %s}}'
    % ('{"a":' * 2400 + "1" + "}" * 2400),
}


@pytest.mark.parametrize("case", RAW)
def test_bad_input_gets_one_error_and_no_traceback(home, caller, case):
    logged = home.log.stat().st_size
    start = caller.count()
    caller.send_raw(RAW[case])
    answers = caller.arrived("ovos.tools.invoke.response", start, 60, until=1)
    answers += caller.arrived("ovos.tools.invoke.response", caller.count(), 0.2)
    assert len(answers) == 1 and "result" not in answers[0].data
    assert answers[0].data["error"].isprintable() and len(answers[0].data["error"]) < 20_000
    assert "Traceback" not in home.log.read_text()[logged:]


def test_a_timeout_beyond_any_float_is_no_error(caller):
    start = caller.count()
    caller.send_raw('{"type": "ovos.tools.invoke", "data": {"name": "fine", "timeout": 1%s}}' % ("0" * 400))
    assert caller.arrived("ovos.tools.invoke.response", start, 60, until=1)[0].data["result"] == {"value": 0}


# The command line


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


@pytest.mark.parametrize(
    "arguments",
    [
        ("tools", "--local"),
        ("invoke", "prints", "--local"),
        ("invoke", "threads", "--local"),
        ("invoke", "raise_interrupt", "--local"),
        ("invoke", "nope", "--local"),
        ("say", "what is 3 times 4", "--local"),
        ("reload", "--local"),
        ("doctor",),
    ],
)
def test_stdout_is_one_json_document_whatever_a_toolbox_prints(home, arguments):
    done = run(home, *arguments, "--json")
    json.loads(done.stdout)
    assert "noise at import" in done.stderr or "--local" not in arguments  # the service has made it
    assert "Traceback" not in done.stderr


def test_without_json_stdout_holds_the_answer_alone(home):
    done = run(home, "say", "what is 3 times 4")
    assert done.returncode == 0 and "12" in done.stdout and "noise" not in done.stdout


@pytest.mark.parametrize("data", ["9" * 6000, "[1, 2", "-" + "1" * 5000])
def test_a_frame_that_can_not_be_read_does_not_cost_the_connection(home, caller, data):
    before = home.log.read_text().count("will reconnect")
    caller.send_raw(f'{{"type": "ovos.tools.list", "data": {{"offset": {data}}}, "context": {{}}}}')
    assert invoke(caller, "fine", number=1)["result"] == {"value": 1}
    assert home.log.read_text().count("will reconnect") == before
