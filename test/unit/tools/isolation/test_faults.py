"""What an isolated toolbox may do, and what it costs: that toolbox's calls in flight, and nothing else.

Each fault is a row of docs/reliability.md.
"""

from __future__ import annotations

import os
import time

import pytest

from isolated_toolboxes import lives
from leftovers import Since, eventually
from ovos_phal_plugin_jarvis.sdk.cancelling import Cancellation
from ovos_phal_plugin_jarvis.sdk.progress import MAX_SAY, Progress, telling
from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments, InvalidOutput, ToolBoxProcessDown, ToolRaised
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignFailure

ENDS = {
    "exit": "ended with exit status 3",
    "segfault": "was killed by SIGSEGV",
    "abort": "was killed by SIGABRT",
    "killed": "was killed by SIGKILL (out of memory?)",
    "close_all": "was ended: it closed its connection",
    "close_every_file": "was ended: it closed its connection",
    "rubbish": "was ended: it announced a frame of 4294967295 bytes",
    "no_json": "was ended: it sent something that is no JSON",
    "list": "was ended: it sent a list where an object was due",
    "deep": "was ended: it sent something nested more than 256 deep",
    "deep_value": "was ended: it sent something nested more than 256 deep",
    "gigantic": "was ended: it announced a frame of 4294967295 bytes",
    "wrong_id": "was ended: it answered what nobody had asked",
    "odd_id": "was ended: it answered what nobody had asked",
    "ready_again": "was ended: it answered what nobody had asked",
    "twice": "was ended: it answered what nobody had asked",
}


@pytest.mark.parametrize("fault", ENDS)
def test_what_ends_the_process_is_answered_for_and_it_is_started_again(faulty, fault):
    served = faulty
    before, restarts = served.status["pid"], served.status["restarts"]
    beside = served.later("nap", seconds=60.0, number=60)
    served.until(lambda: served.status["calls"] == 1)
    started = time.monotonic()
    try:
        served.call(fault, seconds=60.0, **({"number": 3} if fault == "exit" else {}))
    except ToolBoxProcessDown as error:
        assert f"Tool '{fault}' was not answered: the process of toolbox 'faulty' {ENDS[fault]}" in str(error)
        assert "It is started again in" in str(error)
    else:
        assert fault == "twice"  # the first of the two answers was one
    assert time.monotonic() - started < 50, "it is noticed when it happens, not when the time of the call is up"
    other = beside()
    assert isinstance(other, ToolBoxProcessDown) or fault == "twice"
    served.back(restarts + 1)
    assert served.call("fine", number=4) == 4
    assert served.status["last_reason"].startswith(ENDS[fault])
    assert served.status["pid"] != before and not lives(before)


@pytest.mark.parametrize("fault", ["endless_regex", "half_a_frame", "burn"])
def test_a_call_that_does_not_end_ends_with_its_process(faulty, fault):
    served = faulty
    before, restarts = served.status["pid"], served.status["restarts"]
    started = time.monotonic()
    with pytest.raises(ToolBoxProcessDown) as raised:
        served.call(fault, seconds=0.5)
    assert f"was ended: a call of '{fault}' took too long and did not end by itself" in str(raised.value)
    assert time.monotonic() - started < 60
    served.back(restarts + 1)
    assert served.call("fine", number=1) == 1 and not lives(before)


def test_a_validator_that_does_not_end_ends_with_its_process(faulty):
    served, restarts = faulty, faulty.status["restarts"]
    with pytest.raises(ToolBoxProcessDown) as raised:
        served.call("checks", seconds=0.5, text="a" * 40 + "b")
    assert "was ended: validate checks took too long" in str(raised.value)
    served.back(restarts + 1)
    assert served.call("checks", text="aaa") == "aaa"


def test_processor_time(serve):
    served = serve(cpu_seconds=4)
    with pytest.raises(ToolBoxProcessDown) as raised:
        served.call("burn")
    assert "had used the 4 s of processor time that it may use" in str(raised.value)
    served.back(1)


def test_memory(serve):
    served = serve(memory_mb=250)
    with pytest.raises(ToolRaised) as raised:
        served.call("allocate", number=1e9)
    assert str(raised.value).startswith("MemoryError")
    assert served.call("allocate", number=1e6) == 1_000_000
    try:
        served.call("hog")
    except (ToolRaised, ToolBoxProcessDown):
        pass  # out of memory, a process either still knows to say so or not

    def well():
        try:
            return served.call("fine", number=1) == 1
        except (ToolRaised, ToolBoxProcessDown):
            return False

    served.until(well)


def test_what_it_starts_ends_with_it(serve):
    served = serve()
    started = [*served.call("grandchildren"), served.call("forks")]
    assert all(lives(pid) for pid in started)
    with pytest.raises(ToolBoxProcessDown):
        served.call("exit", number=0)
    served.back(1)
    # A process that was killed has its files to close before it is gone.
    assert eventually(lambda: not any(lives(pid) for pid in started))
    started = [*served.call("grandchildren"), served.call("forks")]
    served.box.shutdown()
    assert eventually(lambda: not any(lives(pid) for pid in started))


def test_a_flood_of_output_is_read_slowly_and_logged_within_bounds(serve, monkeypatch):
    lines = []
    monkeypatch.setattr("ovos_phal_plugin_jarvis.tools.execution.isolation.process.LOG.info", lines.append)
    served = serve()
    flood = served.later("flood", number=2)
    served.until(lambda: lines)
    used = os.times()
    time.sleep(1.5)
    mine = os.times()
    assert served.call("fine", number=2) == 2
    assert flood() == "printed"
    assert len(lines) <= 201 and max(map(len, lines)) < 1200
    assert mine.user + mine.system - used.user - used.system < 1.0


def test_a_large_result_is_refused_and_the_process_goes_on(faulty):
    served, restarts = faulty, faulty.status["restarts"]
    assert len(served.call("large", number=1_000_000)) == 1_000_000
    with pytest.raises(InvalidOutput, match="the result can't be sent: it has 11.0 MB; at most 10 MB"):
        served.call("large", number=11_000_000)
    assert served.status["restarts"] == restarts


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("x" * 11_000_000, "it has 11.0 MB; at most 10 MB can be sent"),
        (float("nan"), "JSON has no form for it"),
        (object(), "JSON has no form for it: Object of type object is not JSON serializable"),
        (b"bytes", "JSON has no form for it: Object of type bytes is not JSON serializable"),
    ],
)
def test_arguments_that_cant_be_sent(faulty, value, why):
    served = faulty
    with pytest.raises(InvalidArguments, match="the arguments can't be sent to its process") as raised:
        served.call("echo", text=value)
    assert why in str(raised.value)


def test_deep_arguments(faulty):
    served = faulty
    value = []
    for _ in range(300):
        value = [value]
    with pytest.raises(InvalidArguments, match="nested more than 256 deep"):
        served.call("echo", text=value)


def test_a_constructor_that_leaves_is_one_that_failed(serve):
    for config, why in [
        ({"built": "exit"}, "ended with exit status 7"),
        ({"built": "raise"}, "RuntimeError: no licence"),
    ]:
        with pytest.raises(ForeignFailure, match=why):
            serve(config)


def test_one_that_cant_be_built_again_is_tried_with_growing_breaks(serve, tmp_path):
    flag = tmp_path / "flag"
    served = serve({"built": "flag", "flag": str(flag)})
    flag.touch()
    with pytest.raises(ToolBoxProcessDown):
        served.call("exit", number=1)
    served.until(lambda: served.status["restarts"] == 3)
    served.until(lambda: served.status["state"] == "waiting")
    assert served.status["last_reason"] == "ended with exit status 8"
    with pytest.raises(ToolBoxProcessDown, match=r"Tool 'fine' was not started: .* It is started again in 0\.\d s"):
        served.call("fine")
    flag.unlink()
    served.until(lambda: served.status["state"] == "running")
    assert served.call("fine", number=5) == 5


def test_a_call_hears_that_its_time_is_up(faulty, tmp_path):
    served, restarts = faulty, faulty.status["restarts"]
    told = tmp_path / "told"
    assert served.call("listens", seconds=2.0, number=20, text=str(told)) is True
    assert told.read_text() == "heard" and served.status["restarts"] == restarts


def test_a_cancelled_call_hears_of_it(faulty, tmp_path):
    served = faulty
    told = tmp_path / "told"
    cancellation = Cancellation(time.monotonic() + 20)
    call = served.later("listens", cancellation=cancellation, number=20, text=str(told))
    served.until(lambda: served.status["calls"] == 1)
    time.sleep(0.5)  # checking its arguments is a call of its own
    cancellation.set()
    assert call() is True and told.read_text() == "heard"


def test_a_call_tells_how_far_it_is_and_what_is_no_progress_is_passed_over(faulty):
    heard = []
    restarts = faulty.status["restarts"]
    with telling(heard.append):
        assert faulty.call("tells") == "told"
    assert heard[-1] == Progress("Half of it.", 0.5)
    assert all(progress.done is None and len(progress.say) == MAX_SAY for progress in heard[:-1])
    assert faulty.status["restarts"] == restarts


def test_a_cancelled_call_that_does_not_listen_ends_with_its_process_where_it_is_alone(faulty):
    served, restarts = faulty, faulty.status["restarts"]
    cancellation = Cancellation(time.monotonic() + 20)
    call = served.later("nap", cancellation=cancellation, number=20)
    served.until(lambda: served.status["calls"] == 1)
    time.sleep(0.5)  # checking its arguments is a call of its own
    cancellation.set()
    assert "was ended: a call of 'nap' was cancelled and did not end by itself" in str(call())
    served.back(restarts + 1)


def test_a_cancelled_call_costs_no_other(faulty):
    served, restarts = faulty, faulty.status["restarts"]
    cancellation = Cancellation(time.monotonic() + 8)
    call = served.later("nap", cancellation=cancellation, number=20)
    other = served.later("nap", number=3)
    served.until(lambda: served.status["calls"] == 2)
    time.sleep(0.5)  # checking its arguments is a call of its own
    cancellation.set()
    assert other() == "rested"
    assert isinstance(call(), ToolBoxProcessDown)
    served.back(restarts + 1)


def test_nothing_is_left_after_many_ends_and_the_shutdown(serve):
    since = Since()
    served = serve()
    pids = []
    for ended in range(1, 9):
        pids.append(served.status["pid"])
        with pytest.raises(ToolBoxProcessDown):
            served.call("exit", number=1)
        served.back(ended)
    assert len(since.threads()) == 1
    pids.append(served.status["pid"])
    served.box.shutdown()
    assert served.status["state"] == "stopped" and served.status["pid"] is None
    assert eventually(lambda: not any(lives(pid) for pid in pids))
    assert since.nothing(), (since.threads(), since.files())


def test_the_toolbox_is_shut_down_and_one_that_does_not_is_ended(serve, tmp_path):
    served = serve({"closed": str(tmp_path / "closed")})
    served.box.shutdown()
    assert (tmp_path / "closed").read_text() == "closed"
    hangs = serve({"closing": "hang"})
    pid, started = hangs.status["pid"], time.monotonic()
    hangs.box.shutdown()
    assert time.monotonic() - started < 60  # it would hang for an hour
    assert eventually(lambda: not lives(pid))
