from __future__ import annotations

import threading

import pytest
from ovos_plugin_manager.templates.agent_tools import ToolArguments, ToolBox
from pydantic import BaseModel, Field

from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import (
    DeadlinePassed,
    InvalidArguments,
    InvalidOutput,
    QueueFull,
    ShutDown,
    ToolRaised,
)
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.execution.lifetime import Lifetimes
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.tools.validation import validate_call
from toolboxes_for_tests import Sum, put_in_place, tool, toolbox_class

NOBODY = InvocationContext()


@pytest.fixture
def serve(monkeypatch):
    """Serve a toolbox class; gives a function that validates calls, and an invoker."""
    open_ones = []

    def start(cls, **limits):
        put_in_place(monkeypatch, box=cls)
        lifetimes = Lifetimes()
        registry = Registry([EntryPointSource(load_config({}))], None, lifetimes)
        registry.reload()
        invoker = Invoker(**{"workers": 2, "queue": 2, "timeout": 60, **limits}, lifetimes=lifetimes)
        open_ones.append(invoker)
        return registry, lambda name, **args: validate_call(registry.snapshot.find(name), args), invoker

    yield start
    for invoker in open_ones:
        invoker.shutdown()


def one(call):
    return toolbox_class("box", [tool(call=call)])


def test_a_result(serve):
    _, call, invoker = serve(toolbox_class())
    outcome = invoker.run(call("add", a=2, b=3), NOBODY)
    assert (outcome.result, outcome.error) == ({"result": 5}, None)


def test_a_dict_is_a_result_too(serve):
    _, call, invoker = serve(one(lambda args: {"result": 9}))
    assert invoker.run(call("add", a=1), NOBODY).result == {"result": 9}


@pytest.mark.parametrize(
    ("behaviour", "error", "words"),
    [
        (lambda args: 1 // 0, ToolRaised, "ZeroDivisionError: integer division or modulo by zero"),
        (lambda args: None, InvalidOutput, "returned None"),
        (lambda args: {"wrong": 1}, InvalidOutput, "result: Field required"),
        (lambda args: args, InvalidOutput, "returned a AddArgs"),
    ],
)
def test_what_goes_wrong_is_a_typed_error(serve, behaviour, error, words):
    _, call, invoker = serve(one(behaviour))
    outcome = invoker.run(call("add", a=1), NOBODY)
    assert isinstance(outcome.error, error) and words in str(outcome.error)
    assert outcome.result is None


def test_a_call_tool_that_an_author_has_put_something_around_is_used(serve):
    class Guarded(toolbox_class("box")):
        def call_tool(self, name, tool_kwargs):
            if tool_kwargs.a == 13:
                raise PermissionError("not that one")
            return super().call_tool(name, tool_kwargs)

    _, call, invoker = serve(Guarded)
    assert invoker.run(call("add", a=1), NOBODY).result == {"result": 2}
    assert str(invoker.run(call("add", a=13), NOBODY).error) == "PermissionError: not that one"


def test_the_tools_own_error_shows_through_opms_wrapping(serve):
    class Wrapping(one(lambda args: 1 // 0)):
        def call_tool(self, name, tool_kwargs):
            return super().call_tool(name, tool_kwargs)

    _, call, invoker = serve(Wrapping)
    assert str(invoker.run(call("add", a=1), NOBODY).error).startswith("ZeroDivisionError: ")


def test_a_deadline(serve):
    release = threading.Event()
    _, call, invoker = serve(one(lambda args: release.wait(30) and {}), timeout=0.1)
    outcome = invoker.run(call("add", a=1), NOBODY)
    release.set()
    assert isinstance(outcome.error, DeadlinePassed)
    assert str(outcome.error) == "Tool 'add' did not answer within 0.1 s"


def test_a_request_may_ask_for_less_time_but_not_for_more(serve):
    release = threading.Event()
    _, call, invoker = serve(one(lambda args: release.wait(30) and {}), timeout=0.1)
    assert "0.05 s" in str(invoker.run(call("add", a=1), NOBODY, timeout=0.05).error)
    assert "0.1 s" in str(invoker.run(call("add", a=1), NOBODY, timeout=60).error)
    release.set()


def test_a_full_queue_and_a_closed_service(serve):
    release = threading.Event()
    _, call, invoker = serve(one(lambda args: release.wait(30) and {}))
    for _ in range(4):
        invoker.submit(call("add", a=1), NOBODY, lambda outcome: None)
    with pytest.raises(QueueFull, match="2 calls are waiting"):
        invoker.submit(call("add", a=1), NOBODY, lambda outcome: None)
    release.set()
    invoker.shutdown()
    with pytest.raises(ShutDown):
        invoker.run(call("add", a=1), NOBODY)


class Closing(ToolBox):
    def __init__(self, config=None, bus=None):
        self.closed = threading.Event()
        self.release = threading.Event()
        super().__init__("box", config, bus)

    def discover_tools(self):
        return [tool(call=self.work)]

    def work(self, args):
        assert self.release.wait(60)
        return Sum(result=int(self.closed.is_set()))

    def shutdown(self):
        self.closed.set()


def test_a_toolbox_is_not_closed_under_a_running_call(serve):
    registry, call, invoker = serve(Closing)
    box = registry.snapshot.find("add").toolbox
    done, outcomes = threading.Event(), []
    invoker.submit(call("add", a=1), NOBODY, lambda outcome: (outcomes.append(outcome), done.set()))
    registry.reload()
    assert not box.closed.is_set()
    box.release.set()
    assert done.wait(60)
    assert outcomes[0].result == {"result": 0}
    assert box.closed.wait(60)


@pytest.mark.parametrize(
    ("arguments", "param"),
    [
        ({}, "a"),
        ({"a": "x"}, "a"),
        ({"a": 1, "b": []}, "b"),
        ({"a": None}, "a"),
    ],
)
def test_bad_arguments_say_which_and_why(serve, arguments, param):
    registry, _, _ = serve(toolbox_class())
    with pytest.raises(InvalidArguments, match="'add'") as caught:
        validate_call(registry.snapshot.find("add"), arguments)
    assert [d["param"] for d in caught.value.details] == [param]


class Address(BaseModel):
    city: str


class Visit(ToolArguments):
    number: int | float
    where: Address | list[Address] = Field(default_factory=list)


@pytest.mark.parametrize(
    ("arguments", "params"),
    [
        ({"number": "x"}, {"number"}),
        ({"number": 1, "where": {"city": 3}}, {"where.city", "where"}),
        ({"number": 1, "where": [{"city": 3}]}, {"where.0.city", "where"}),
        ({"number": 1, "where": [{}]}, {"where.0.city", "where"}),
        ({"where": []}, {"number"}),
    ],
)
def test_the_members_of_a_union_are_no_arguments(serve, arguments, params):
    registry, _, _ = serve(toolbox_class(tools=[tool(arguments=Visit)]))
    with pytest.raises(InvalidArguments) as caught:
        validate_call(registry.snapshot.find("add"), arguments)
    assert {d["param"] for d in caught.value.details} == params


def test_counters_count(serve):
    _, call, invoker = serve(one(lambda args: {"result": 1 // (args.a - 1)}))
    invoker.run(call("add", a=2), NOBODY)
    invoker.run(call("add", a=1), NOBODY)
    counters = invoker.counters()
    assert (counters["calls"], counters["failed"]) == (2, 1)
