"""Every row of the bus contract that concerns tools, over a real bus. docs/bus-api.md is this in words."""

from __future__ import annotations

import json
import time

import jsonschema
import pytest
from ovos_bus_client import Message

SESSION = {"session": {"session_id": "contract", "lang": "en-US"}, "source": "a", "destination": "b", "mine": 7}


def tools_of(caller):
    return {(t["toolbox_id"], t["name"]): t for t in caller.ask("ovos.tools.list").data["tools"]}


# Rules for every topic


@pytest.mark.parametrize(
    ("topic", "data"),
    [
        ("ovos.tools.list", {}),
        ("ovos.tools.get", {"name": "add"}),
        ("ovos.tools.get", {"name": "nope"}),
        ("ovos.tools.invoke", {"name": "add", "args": {"a": 1, "b": 2}}),
        ("ovos.tools.invoke", {"name": "nope"}),
        ("ovos.persona.tools.call", {"toolbox_id": "math-tools", "name": "add", "kwargs": {"a": 1, "b": 2}}),
    ],
)
def test_context_and_session_are_preserved_and_routing_is_swapped(caller, topic, data):
    context = caller.ask(topic, data, SESSION).context
    assert context["session"]["session_id"] == "contract"
    assert context["mine"] == 7
    assert (context["source"], context["destination"]) == ("b", "a")


@pytest.mark.parametrize(
    ("topic", "data", "expected"),
    [
        ("ovos.tools.list", {}, 1),
        ("ovos.tools.get", {"name": "add"}, 1),
        ("ovos.tools.get", {}, 1),
        ("ovos.tools.invoke", {"name": "add", "args": {"a": 1, "b": 2}}, 1),
        ("ovos.tools.reload", {}, 1),
        ("ovos.persona.tools.call", {"toolbox_id": "math-tools", "name": "add", "kwargs": {"a": 1, "b": 2}}, 1),
        ("ovos.persona.tools.math-tools.call", {"name": "add", "kwargs": {"a": 1, "b": 2}}, 1),
        ("ovos.persona.tools.call", {"toolbox_id": "nobody", "name": "add", "kwargs": {}}, 0),
        ("ovos.persona.tools.call", {"name": "add", "kwargs": {}}, 0),
    ],
)
def test_exactly_one_response_for_a_request_that_is_ours_and_none_for_one_that_is_not(caller, topic, data, expected):
    seconds = 60.0 if expected else 0.7
    assert len(caller.collect(topic, data, seconds, until=expected or None, settle=0.7)) == expected


def test_null_data_counts_as_empty(caller):
    start = caller.count()
    caller.send_raw(json.dumps({"type": "ovos.tools.get", "data": None, "context": {}}))
    answers = caller.arrived("ovos.tools.get.response", start, 60, until=1)
    assert [a.data for a in answers] == [{"error": "Missing required field: 'name'"}]


def test_missing_data_counts_as_empty(caller):
    start = caller.count()
    caller.send_raw(json.dumps({"type": "ovos.tools.invoke"}))
    answers = caller.arrived("ovos.tools.invoke.response", start, 60, until=1)
    assert [a.data["error"] for a in answers] == ["Missing required field: 'name'"]


@pytest.mark.parametrize("data", [[], ["add"], "add", 7, True])
def test_data_that_is_no_object_is_never_fatal(caller, data):
    """OVOS-MSG-1 has such a message dropped by the bus client before anyone sees it; the service must go on."""
    start = caller.count()
    caller.send_raw(json.dumps({"type": "ovos.tools.invoke", "data": data, "context": {}}))
    for answer in caller.arrived("ovos.tools.invoke.response", start, 0.3):
        assert "error" in answer.data
    assert caller.ask("ovos.tools.invoke", {"name": "add", "args": {"a": 1, "b": 1}}).data["result"] == {"result": 2}


# ovos.tools.list and .get


def test_list_holds_every_definition_of_every_toolbox(caller):
    tools = tools_of(caller)
    assert {("math-tools", "add"), ("math-tools", "who"), ("other-tools", "who"), ("slow-tools", "wait")} <= set(tools)
    for tool in tools.values():
        assert set(tool) == {"name", "description", "argument_schema", "output_schema", "toolbox_id"}
        assert ":" not in tool["toolbox_id"] and "." not in tool["toolbox_id"]
        for schema in (tool["argument_schema"], tool["output_schema"]):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"


def test_broken_and_disabled_toolboxes_are_left_out_and_the_others_serve(caller):
    ids = {toolbox for toolbox, _ in tools_of(caller)}
    assert not {i for i in ids if i.startswith("broken")}
    assert "disabled-tools" not in ids


def test_get_answers_the_definition_of_the_list(caller):
    assert caller.ask("ovos.tools.get", {"name": "add"}).data == tools_of(caller)["math-tools", "add"]


@pytest.mark.parametrize("name", [None, "", 7, ["add"], {"name": "add"}, True])
def test_get_without_a_usable_name(caller, name):
    assert caller.ask("ovos.tools.get", {"name": name}).data == {"error": "Missing required field: 'name'"}


def test_get_of_an_unknown_tool(caller):
    assert caller.ask("ovos.tools.get", {"name": "x"}).data == {"error": "Unknown tool: 'x'"}


def test_get_of_a_name_that_two_toolboxes_own(caller):
    error = caller.ask("ovos.tools.get", {"name": "who"}).data["error"]
    assert "math-tools" in error and "other-tools" in error
    for owner in ("math-tools", "other-tools"):
        assert caller.ask("ovos.tools.get", {"name": "who", "toolbox_id": owner}).data["toolbox_id"] == owner


# ovos.tools.invoke


def test_invoke_answers_name_and_result(caller):
    answer = caller.ask("ovos.tools.invoke", {"name": "add", "args": {"a": 3, "b": 4}}).data
    assert answer == {"name": "add", "result": {"result": 7}}


@pytest.mark.parametrize("data", [{"name": "echo"}, {"name": "echo", "args": None}, {"name": "echo", "args": {}}])
def test_absent_or_null_args_count_as_empty(caller, data):
    assert caller.ask("ovos.tools.invoke", data).data == {"name": "echo", "result": {"value": None}}


@pytest.mark.parametrize("name", [None, "", 7, ["add"], {}, False])
def test_invoke_without_a_usable_name(caller, name):
    answer = caller.ask("ovos.tools.invoke", {"name": name, "args": {}}).data
    assert answer["error"] == "Missing required field: 'name'"
    assert answer["name"] == ""


@pytest.mark.parametrize("name", ["x", "x" * 10_000, "a\x00b\nc", "añadir", "'; drop table tools"])
def test_invoke_of_an_unknown_tool_echoes_its_name(caller, name):
    answer = caller.ask("ovos.tools.invoke", {"name": name}).data
    assert answer["name"] == name
    assert answer["error"].startswith("Unknown tool: '")
    assert answer["error"].isprintable() and len(answer["error"]) < 300


@pytest.mark.parametrize("args", [[], "a=1", 7, {"a": "x", "b": 1}, {"a": 1}, {"a": None, "b": 1}])
def test_arguments_that_fail_the_schema(caller, args):
    answer = caller.ask("ovos.tools.invoke", {"name": "add", "args": args}).data
    assert set(answer) == {"name", "error", "details"}
    assert "'add'" in answer["error"]
    # What callers of ovos-phal-plugin-tools know it by.
    assert answer["error"].startswith("ValueError: Tool input validation failed for 'add'")
    for detail in answer["details"]:
        assert detail["param"] in ("a", "b") and detail["message"]
    assert bool(answer["details"]) == isinstance(args, dict)


def test_arguments_of_five_megabytes(caller):
    value = "x" * 5_000_000
    answer = caller.ask("ovos.tools.invoke", {"name": "echo", "args": {"value": value}}, timeout=60).data
    assert answer["result"] == {"value": value}


@pytest.mark.parametrize("depth", [100, 1000])
def test_arguments_nested_deep(service, caller, depth):
    start = caller.count()
    nested = '{"v":' * depth + "1" + "}" * depth
    caller.send_raw('{"type": "ovos.tools.invoke", "data": {"name": "echo", "args": {"value": ' + nested + "}}}")
    answers = caller.arrived("ovos.tools.invoke.response", start, 60, until=1)
    assert len(answers) == 1
    assert ("result" in answers[0].data) != ("error" in answers[0].data)
    assert caller.ask("ovos.tools.invoke", {"name": "add", "args": {"a": 1, "b": 1}}).data["result"] == {"result": 2}


def test_a_tool_that_raises(caller):
    answer = caller.ask("ovos.tools.invoke", {"name": "divide_by_zero"}).data
    assert answer["name"] == "divide_by_zero"
    assert answer["error"].startswith("ZeroDivisionError: ")


def test_a_tool_that_exits_does_not_take_the_service_along(caller):
    assert "SystemExit" in caller.ask("ovos.tools.invoke", {"name": "leave"}).data["error"]
    assert "result" in caller.ask("ovos.tools.invoke", {"name": "echo"}).data


@pytest.mark.parametrize("name", ["wrong_output", "not_even_a_dict"])
def test_an_output_that_fails_its_schema(caller, name):
    answer = caller.ask("ovos.tools.invoke", {"name": name}).data
    assert set(answer) == {"name", "error"}
    assert f"'{name}'" in answer["error"]


def test_one_name_owned_by_two_toolboxes(caller):
    answer = caller.ask("ovos.tools.invoke", {"name": "who"}).data
    assert "math-tools" in answer["error"] and "other-tools" in answer["error"] and "result" not in answer
    for owner in ("math-tools", "other-tools"):
        answer = caller.ask("ovos.tools.invoke", {"name": "who", "toolbox_id": owner}).data
        assert answer["result"]["who"] == owner


@pytest.mark.parametrize("toolbox_id", ["nobody", 7, [], "x" * 10_000])
def test_a_toolbox_that_is_not_there(caller, toolbox_id):
    answer = caller.ask("ovos.tools.invoke", {"name": "add", "args": {"a": 1, "b": 1}, "toolbox_id": toolbox_id}).data
    assert ("error" in answer) != ("result" in answer)
    if toolbox_id != []:
        assert "oolbox" in answer["error"]


def test_a_toolbox_gets_its_configuration_by_id(caller):
    answer = caller.ask("ovos.tools.invoke", {"name": "who", "toolbox_id": "math-tools"}).data
    assert answer["result"]["greeting"] == "hello"


def test_a_deadline_that_passes(caller):
    answer = caller.ask("ovos.tools.invoke", {"name": "wait", "args": {"seconds": 2}, "timeout": 0.2}).data
    assert answer["name"] == "wait" and "'wait'" in answer["error"] and "result" not in answer


@pytest.mark.parametrize("timeout", [0, -1, "soon", True, []])
def test_a_timeout_that_is_none(caller, timeout):
    assert "'timeout'" in caller.ask("ovos.tools.invoke", {"name": "echo", "timeout": timeout}).data["error"]


def test_slow_tools_do_not_hold_up_the_others(caller):
    for _ in range(3):
        caller.client.emit(Message("ovos.tools.invoke", {"name": "wait", "args": {"seconds": 4}}))
    start = time.monotonic()
    caller.ask("ovos.tools.list")
    assert caller.ask("ovos.tools.get", {"name": "add"}).data["name"] == "add"
    # Far from a limit on speed: the sleeping tools alone would take longer.
    assert time.monotonic() - start < 4


# ovos.tools.reload


def test_reload_reports_what_is_loaded_and_what_failed(caller):
    answer = caller.ask("ovos.tools.reload", timeout=60).data
    assert {"math-tools", "other-tools", "slow-tools"} <= set(answer["loaded"])
    assert answer["total_tools"] == len(answer["tools"]) == len(tools_of(caller))
    assert {"broken-import", "broken-constructor", "broken-discovery", "broken-rubbish", "broken-schema"} <= set(
        answer["failed"]
    )
    assert "no such device" in answer["failed"]["broken-constructor"]
    assert "does not answer" in answer["failed"]["broken-discovery"]


def test_a_reload_that_changes_nothing_broadcasts_nothing(caller):
    start = caller.count()
    caller.ask("ovos.tools.reload", timeout=60)
    assert caller.arrived("ovos.tools.changed", start, 0.5) == []


def test_requests_while_a_reload_runs(caller):
    start = caller.count()
    for _ in range(3):
        caller.client.emit(Message("ovos.tools.reload"))
    for number in range(20):
        caller.client.emit(Message("ovos.tools.invoke", {"name": "add", "args": {"a": number, "b": 0}}))
    sums = caller.arrived("ovos.tools.invoke.response", start, 60, until=20)
    assert sorted(a.data["result"]["result"] for a in sums) == list(range(20))
    assert len(caller.arrived("ovos.tools.reload.response", start, 60, until=3)) == 3


# ovos.persona.tools.*


def test_discover_is_answered_once_by_each_toolbox(caller):
    expected = {toolbox for toolbox, _ in tools_of(caller)}
    answers = caller.collect("ovos.persona.tools.discover", {}, seconds=60, until=len(expected), settle=0.5)
    assert sorted(a.data["toolbox_id"] for a in answers) == sorted(expected)
    for answer in answers:
        for tool in answer.data["tools"]:
            assert tool["toolbox_id"] == answer.data["toolbox_id"]


def test_discover_after_a_reload_is_still_answered_once(caller):
    caller.ask("ovos.tools.reload", timeout=60)
    expected = len({toolbox for toolbox, _ in tools_of(caller)})
    answers = caller.collect("ovos.persona.tools.discover", {}, seconds=60, until=expected, settle=0.5)
    assert len(answers) == expected


@pytest.mark.parametrize(
    ("name", "kwargs", "member"),
    [
        ("add", {"a": 1, "b": 2}, "result"),
        ("add", {"a": "x"}, "error"),
        ("nope", {}, "error"),
        ("divide_by_zero", {}, "error"),
        ("", {}, "error"),
    ],
)
def test_call_is_answered_by_the_owner(caller, name, kwargs, member):
    answer = caller.ask("ovos.persona.tools.call", {"toolbox_id": "math-tools", "name": name, "kwargs": kwargs}).data
    assert answer["toolbox_id"] == "math-tools"
    assert ("result" in answer, "error" in answer) == (member == "result", member == "error")


def test_the_predecessor_topic_of_a_toolbox(caller):
    answer = caller.ask("ovos.persona.tools.math-tools.call", {"name": "add", "kwargs": {"a": 1, "b": 2}}).data
    assert answer == {"toolbox_id": "math-tools", "result": {"result": 3}}


def test_two_requests_get_two_responses(caller):
    data = {"name": "add", "args": {"a": 1, "b": 2}}
    assert len(caller.collect("ovos.tools.invoke", data, seconds=60, until=2, settle=0.5, times=2)) == 2


def test_nothing_that_callers_did_is_logged_as_a_traceback(service, caller):
    for data in ({}, {"name": 7}, {"name": "add", "args": []}, {"name": "add", "args": {"a": "x"}}, {"name": "nope"}):
        caller.ask("ovos.tools.invoke", data)
    log = service.log.read_text()
    assert "Traceback" not in log.partition("PHAL is ready")[2]


def test_the_bus_clients_own_wait_for_response_gets_the_answer(caller):
    answer = caller.client.wait_for_response(
        Message("ovos.tools.invoke", {"name": "add", "args": {"a": 20, "b": 3}}), timeout=10
    )
    assert answer.data == {"name": "add", "result": {"result": 23}}
