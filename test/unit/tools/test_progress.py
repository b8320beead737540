"""How far a call is: what a tool tells, who hears it, and what is done at a time to come."""

from __future__ import annotations

import threading
import time

import pytest

from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import tell_progress
from ovos_phal_plugin_jarvis.sdk.progress import MAX_SAY, Progress, telling
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarms
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.tools.validation import validate_call
from toolboxes_for_tests import Sum, put_in_place, tool, toolbox_class


@pytest.fixture
def calling(monkeypatch):
    """An invoker, and a call of a tool that does *work*."""
    invoker = Invoker(workers=2, queue=4, timeout=60)

    def call(work):
        put_in_place(monkeypatch, box=toolbox_class("box", [tool(call=work)]))
        registry = Registry([EntryPointSource(load_config({}))])
        registry.reload()
        return invoker, validate_call(registry.snapshot.find("add"), {"a": 1})

    yield call
    invoker.shutdown()


def test_what_a_tool_tells_reaches_who_listens_and_nobody_else(calling):
    def work(args):
        tell_progress("Half.", 0.5)
        return Sum(result=1)

    heard = []
    invoker, call = calling(work)
    assert invoker.run(call, InvocationContext(on_progress=heard.append)).error is None
    assert invoker.run(call, InvocationContext()).error is None
    assert heard == [Progress("Half.", 0.5)]


def test_nobody_hears_of_a_call_that_was_cancelled(calling):
    heard, begun, goes_on, ended = [], threading.Event(), threading.Event(), threading.Event()

    def work(args):
        begun.set()
        goes_on.wait(60)
        tell_progress("Still here.")
        ended.set()
        return Sum(result=1)

    invoker, call = calling(work)
    context = InvocationContext(on_progress=heard.append, call_id="c")
    invoker.submit(call, context, lambda outcome: None)
    assert begun.wait(60)
    assert invoker.cancel("c", context)
    goes_on.set()
    assert ended.wait(60)
    assert heard == []


@pytest.mark.parametrize(
    ("arguments", "error"),
    [((3,), TypeError), (("", "half"), TypeError), (("", True), TypeError), (("", 2), ValueError)]
    + [(("", float("nan")), ValueError)],
)
def test_what_is_no_progress_is_an_error_that_says_so(arguments, error):
    with pytest.raises(error, match=r"say must be|from 0 to 1"):
        tell_progress(*arguments)


def test_outside_of_a_call_it_does_nothing_and_a_long_one_is_cut():
    tell_progress("Nobody hears this.")
    heard = []
    with telling(heard.append):
        tell_progress("x" * 10_000)
        tell_progress()
    assert [len(progress.say) for progress in heard] == [MAX_SAY]


@pytest.fixture
def alarms():
    made = Alarms("test-alarms")
    yield made
    made.shutdown()
    assert "test-alarms" not in [thread.name for thread in threading.enumerate()]


def test_alarms_go_off_in_their_order_and_not_where_they_were_taken_back(alarms):
    rung, done = [], threading.Event()
    alarms.after(0.9, done.set)
    alarms.after(0.6, lambda: rung.append("second"))
    alarms.after(0.1, lambda: rung.append("first"))
    alarms.after(0.5, lambda: rung.append("never")).cancel()
    assert done.wait(60)
    assert rung == ["first", "second"]


def test_one_that_fails_costs_the_others_nothing(alarms, log_lines):
    done = threading.Event()
    alarms.after(0, lambda: 1 / 0)
    alarms.after(0.05, done.set)
    assert done.wait(60)
    assert any("ZeroDivisionError" in line for line in log_lines)


def test_after_the_shutdown_none_goes_off():
    alarms, rung = Alarms("test-alarms"), []
    alarms.after(0.05, lambda: rung.append(1))
    alarms.shutdown()
    alarms.after(0, lambda: rung.append(2))
    time.sleep(0.1)
    assert rung == []
