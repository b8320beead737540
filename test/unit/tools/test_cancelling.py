"""A cancelled call is answered at once, exactly once, and the tool hears of it."""

from __future__ import annotations

import threading
import time

import pytest

from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import cancellation, cancelled
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import Cancelled, DeadlinePassed
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from toolboxes_for_tests import Sum, put_in_place, tool, toolbox_class

MINE = InvocationContext(message_context={"source": "me", "request_id": "r1"}, call_id="c1")


@pytest.fixture
def start(monkeypatch):
    """Start a call of a tool that does *work*; gives the invoker and the list of its outcomes."""
    invokers = []

    def begin(work, context=MINE, timeout=20.0, **limits):
        put_in_place(monkeypatch, box=toolbox_class("box", [tool(call=work)]))
        registry = Registry([EntryPointSource(load_config({}))])
        registry.reload()
        invoker = Invoker(**{"workers": 2, "queue": 2, "timeout": 60.0, **limits})
        invokers.append(invoker)
        outcomes = []

        def again():
            invoker.validate_and_submit(registry.snapshot.find("add"), {"a": 1}, context, outcomes.append, timeout)

        again()
        return invoker, outcomes, again

    yield begin
    for invoker in invokers:
        invoker.shutdown()


def until(condition, seconds=60.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize("call_id", ["c1", "r1"])
def test_known_by_the_callers_id_and_by_the_request_id(start, call_id):
    running, heard = threading.Event(), []

    def listens(args):
        running.set()
        heard.append(cancellation().wait(60))
        heard.append(cancelled())
        return Sum(result=1)

    invoker, outcomes, _ = start(listens)
    assert running.wait(60)
    assert invoker.cancel(call_id, MINE) is True
    assert [type(o.error) for o in outcomes] == [Cancelled]
    assert str(outcomes[0].error) == "Tool 'add' was cancelled. What it had done by then stays done"
    assert outcomes[0].error.code == "cancelled"
    until(lambda: len(heard) == 2)
    assert heard == [True, True]
    time.sleep(0.05)
    assert len(outcomes) == 1
    assert invoker.counters()["cancelled"] == 1 and invoker.counters()["failed"] == 0
    assert invoker.cancel(call_id, MINE) is False


@pytest.mark.parametrize(
    "other",
    [
        InvocationContext(message_context={"source": "other"}),
        InvocationContext(conversation_id="other", message_context={"source": "me"}),
        InvocationContext(),
    ],
)
def test_only_the_session_and_source_that_started_it_may(start, other):
    release = threading.Event()
    invoker, outcomes, _ = start(lambda args: release.wait(60) and Sum(result=1))
    assert invoker.cancel("c1", other) is False
    release.set()
    until(lambda: outcomes)
    assert outcomes[0].result == {"result": 1}
    assert invoker.cancel("c1", MINE) is False


def test_a_session_cancels_what_another_of_its_conversations_started():
    session = {"source": "me", "session": {"session_id": "page"}}
    started = InvocationContext(conversation_id="page#one", message_context=session)
    assert started.owner == InvocationContext(conversation_id="page", message_context=session).owner
    other = {**session, "session": {"session_id": "pager"}}
    assert started.owner != InvocationContext(conversation_id="page#one", message_context=other).owner


def test_a_call_that_waits_for_a_thread_never_runs(start):
    release, ran = threading.Event(), []

    def work(args):
        ran.append(1)
        release.wait(60)
        return Sum(result=1)

    invoker, outcomes, again = start(work, workers=1)
    until(lambda: ran)
    again()
    assert invoker.cancel("c1", MINE) is True
    assert [type(o.error) for o in outcomes] == [Cancelled, Cancelled]
    release.set()
    time.sleep(0.1)
    assert len(ran) == 1 and len(outcomes) == 2


def test_a_tool_hears_that_its_deadline_has_passed(start):
    heard = []
    _, outcomes, _ = start(lambda args: heard.append(cancellation().wait(60)) or {}, timeout=0.1)
    until(lambda: heard)
    assert heard == [True] and [type(o.error) for o in outcomes] == [DeadlinePassed]


def test_a_tool_knows_its_deadline_and_is_not_cancelled_outside(start):
    seen = []
    start(lambda args: seen.append((cancellation().deadline - time.monotonic(), cancelled())) or Sum(result=1))
    until(lambda: seen)
    assert 0 < seen[0][0] <= 20 and seen[0][1] is False
    assert cancelled() is False and cancellation().wait(0) is False


@pytest.mark.parametrize("odd", [None, [], {}, "", "x" * 300, True, 1.5])
def test_odd_ids_are_none(start, odd):
    context = InvocationContext(message_context={"request_id": odd, "source": odd}, call_id=odd)
    assert context.call_ids == ()
    _, outcomes, _ = start(lambda args: Sum(result=1), context=context)
    until(lambda: outcomes)
    assert outcomes[0].result == {"result": 1}


def test_a_number_is_an_id():
    assert InvocationContext(message_context={"request_id": 7}).call_ids == ("7",)


def test_nothing_is_kept_of_calls_that_ended(start):
    invoker, outcomes, again = start(lambda args: Sum(result=1))
    for ended in range(1, 20):
        until(lambda ended=ended: len(outcomes) == ended)
        again()
    until(lambda: len(outcomes) == 20)
    assert not invoker._flights._flights
