"""Agents by their schedules: when they run, what becomes of those that raise, hang, or are removed while they run."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.commands.agents.alerts import AlertQueue
from ovos_phal_plugin_jarvis.commands.agents.runner import (
    FIRST_RETRY,
    LONGEST_RETRY,
    AgentBusy,
    AgentRunner,
    UnknownAgent,
)
from ovos_phal_plugin_jarvis.commands.loading.found import LoadedPackage, LoadedPart
from ovos_phal_plugin_jarvis.sdk.agent import Alert
from ovos_phal_plugin_jarvis.sdk.context import get_current_user_id, get_home_context
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarms
from ovos_phal_plugin_jarvis.tools.execution.pool import InlinePool, WorkerPool

PACKAGE = LoadedPackage("pack", Path("pack"))


class Agent:
    def __init__(self, work=None, alerts=(), context=None):
        self.work, self.alerts, self.context, self.ran = work, list(alerts), context or {"seen": 1}, 0

    async def run(self):
        self.ran += 1
        if self.work is not None:
            await self.work(self) if asyncio.iscoroutinefunction(self.work) else self.work(self)

    def get_context_data(self):
        return self.context

    def get_alerts(self):
        return self.alerts


def loaded(agent, name="watch", interval=60.0, written=1, on_startup=True):
    return LoadedPart(name, agent, f"{name}/agent.py", PACKAGE, written, "Watches", interval, on_startup)


class Records(dict):
    def get(self, command, key):
        return super().get((command, key))

    def save(self, command, key, data):
        self[command, key] = data


class NoAlarms:
    """The test is the clock."""

    def after(self, seconds, work):
        self.wanted = seconds
        self.work = work
        return self

    def cancel(self):
        self.work = None


@pytest.fixture
def inline():
    """A runner whose agents run where they are due, and a clock to turn."""
    now, alarms, queue = [1000.0], NoAlarms(), AlertQueue()
    runner = AgentRunner(
        InlinePool("test"), alarms, queue, Records(), timeout=5, home=lambda: {"location": "Graz"}, clock=lambda: now[0]
    )

    def turn(seconds):
        now[0] += seconds
        runner._look()

    runner.turn, runner.alarms, runner.queue = turn, alarms, queue
    yield runner
    runner.shutdown()


def state(runner, name="watch"):
    return next(entry for entry in runner.status() if entry["name"] == name)


def test_an_agent_runs_by_its_schedule(inline):
    early, later = Agent(), Agent()
    inline.follow([loaded(early), loaded(later, "later", on_startup=False)])
    assert early.ran == 0  # nothing runs before the service does
    inline.start()
    assert (early.ran, later.ran) == (1, 0) and inline.alarms.wanted == 60
    inline.turn(59)
    assert early.ran == 1
    inline.turn(1)
    assert (early.ran, later.ran) == (2, 1)
    new = Agent()
    inline.follow([loaded(early), loaded(new, "new", on_startup=False)])
    assert new.ran == 1  # what is installed now runs at once
    inline.turn(60)
    assert later.ran == 1 and [e["name"] for e in inline.status()] == ["watch", "new"]


def test_a_reload_keeps_the_schedule_and_a_new_version_runs_at_once(inline):
    inline.start()
    inline.follow([loaded(Agent())])
    inline.turn(30)
    same, changed = Agent(), Agent()
    inline.follow([loaded(same)])
    assert same.ran == 0 and state(inline)["runs"] == 1 and inline.contexts() == {"watch": {"seen": 1}}
    inline.turn(30)
    assert same.ran == 1
    inline.follow([loaded(changed, written=2)])
    assert changed.ran == 1


def test_how_it_stands_can_be_written_as_json_at_any_time():
    """Also between the end of a run on its thread and the word that it has ended."""

    class Tells(InlinePool):
        def submit(self, work, timeout, on_done, key=None):
            work()
            stood.extend(runner.status())

    stood = []
    runner = AgentRunner(Tells("test"), NoAlarms(), AlertQueue(), Records(), timeout=5)
    runner.start()
    runner.follow([loaded(Agent())])
    json.dumps(stood, allow_nan=False)
    assert [entry["next_run_in"] for entry in stood] == [None]
    runner.shutdown()


def test_what_it_gathers_and_raises_is_kept(inline):
    def look(agent):
        agent.context = {"user": get_current_user_id(), "home": get_home_context(), "at": time}

    inline.start()
    inline.follow([loaded(Agent(look, [Alert("watch", "Storm", "Tonight.", 3)]))])
    assert inline.contexts()["watch"]["home"] == {"location": "Graz"}
    assert [a.title for a in inline.queue.pending()] == ["Storm"]
    assert get_home_context() is None


def test_an_agent_that_raises_each_time_is_tried_less_and_less(inline):
    def fail(agent):
        raise SystemExit("no" * 10_000)

    agent = Agent(fail, [Alert("watch", "Never", "told")])
    inline.start()
    inline.follow([loaded(agent, interval=1)])
    wanted = FIRST_RETRY
    for run in range(1, 14):
        assert agent.ran == run and state(inline)["failures"] == run and state(inline)["state"] == "failing"
        assert inline.alarms.wanted == pytest.approx(min(wanted, LONGEST_RETRY))
        inline.turn(inline.alarms.wanted)
        wanted *= 2
    assert len(state(inline)["error"]) < 3000 and inline.queue.pending() == []
    assert set(inline.contexts()["watch"]) == {"last_error", "error_time"}
    agent.work = None
    inline.run("watch")
    assert state(inline)["failures"] == 0 and inline.contexts() == {"watch": {"seen": 1}}


def test_an_agent_that_lacks_settings_says_which(inline):
    agent = Agent()
    agent.validate_secrets = lambda: ["STORM_KEY"]
    inline.start()
    inline.follow([loaded(agent)])
    assert agent.ran == 0 and "STORM_KEY" in state(inline)["error"]
    agent.validate_secrets = list
    inline.turn(FIRST_RETRY)
    assert agent.ran == 1 and state(inline)["error"] is None


def test_paused_agents_stay_paused_after_a_restart(inline):
    agent = Agent()
    inline.start()
    inline.follow([loaded(agent)])
    inline.pause("watch")
    inline.turn(500)
    assert agent.ran == 1 and state(inline)["state"] == "paused"
    inline.run("watch")
    assert agent.ran == 2
    again = AgentRunner(InlinePool("t"), NoAlarms(), AlertQueue(), inline._records, timeout=5)
    again.follow([loaded(agent)])
    again.start()
    assert agent.ran == 2
    again.resume("watch")
    assert agent.ran == 3
    with pytest.raises(UnknownAgent, match="'wotch'; there are: watch"):
        again.pause("wotch")


def test_context_that_can_go_into_no_prompt_is_told_or_left_out(inline):
    inline.start()
    inline.follow([loaded(Agent(context=[1]), "list"), loaded(Agent(context={"x": "y" * 50_000}), "long")])
    assert "return a dict" in state(inline, "list")["error"]
    assert state(inline, "long")["error"] is None and "long" not in inline.contexts()


@pytest.fixture
def threaded():
    pool, alarms, queue = WorkerPool("jarvis-agent-test", 2, 8), Alarms("jarvis-agents-test"), AlertQueue()
    runner = AgentRunner(pool, alarms, queue, timeout=0.6)
    runner.queue = queue
    yield runner
    runner.shutdown()
    alarms.shutdown()
    pool.shutdown()
    names = [thread.name for thread in threading.enumerate()]
    assert not any(name.startswith("jarvis-agents-test") for name in names)


def until(condition, seconds=60.0):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    assert condition()


def test_one_that_waits_for_ever_is_called_off(threaded):
    closed = threading.Event()

    async def wait(agent):
        try:
            await asyncio.Event().wait()
        finally:
            closed.set()

    ended = threading.Event()
    threaded.start()
    threaded.follow([loaded(Agent(wait), "waits"), loaded(Agent(), "other")])
    assert closed.wait(60)
    until(lambda: state(threaded, "waits")["state"] == "failing")
    assert "longer than 0.6 s" in state(threaded, "waits")["error"] and state(threaded, "other")["runs"] == 1
    threaded.run("other", ended.set)
    assert ended.wait(60)


def test_one_that_never_returns_costs_nobody_else_and_is_not_called_again(threaded):
    let_go = threading.Event()
    hung = Agent(lambda agent: let_go.wait(90))
    threaded.start()
    threaded.follow([loaded(hung, "hung"), loaded(Agent(), "other")])
    until(lambda: state(threaded, "hung")["state"] == "hangs" and state(threaded, "other")["runs"] == 1)
    with pytest.raises(AgentBusy, match="not come back"):
        threaded.run("hung")
    threaded.run("other")
    until(lambda: state(threaded, "other")["runs"] == 2)
    let_go.set()
    until(lambda: state(threaded, "hung")["state"] == "failing")
    assert hung.ran == 1


def test_of_one_that_is_removed_while_it_runs_nothing_is_heard(threaded):
    inside, let_go = threading.Event(), threading.Event()

    def work(agent):
        inside.set()
        let_go.wait(60)

    agent = Agent(work, [Alert("watch", "Too late", "x")])
    threaded._timeout = 60
    threaded.start()
    threaded.follow([loaded(agent)])
    assert inside.wait(60)
    entry = threaded._entries["watch"]
    threaded.follow([])
    assert threaded.status() == []
    let_go.set()
    until(lambda: not entry.busy)
    until(lambda: entry.loop is None)
    assert threaded.queue.pending() == [] and threaded.contexts() == {}


def test_what_an_agent_opens_in_one_run_is_there_in_the_next(threaded):
    async def keep(agent):
        if agent.ran == 1:
            agent.lock = asyncio.Lock()
            agent.loop = asyncio.get_running_loop()
        async with agent.lock:
            assert asyncio.get_running_loop() is agent.loop

    agent, ended = Agent(keep), threading.Event()
    threaded.start()
    threaded.follow([loaded(agent)])
    until(lambda: state(threaded)["runs"] == 1)
    threaded.run("watch", ended.set)
    assert ended.wait(60) and state(threaded)["error"] is None


@pytest.mark.parametrize("hostile", ["blocks", "exits"])
def test_what_an_agent_leaves_behind_can_not_hold_up_or_end_who_removes_it(threaded, hostile):
    let_go = threading.Event()

    async def leave(agent):
        async def left_behind():
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if hostile == "exits":
                    raise SystemExit(4) from None
                let_go.wait(90)

        agent.left = asyncio.create_task(left_behind())
        await asyncio.sleep(0)

    threaded.start()
    threaded.follow([loaded(Agent(leave), "leaves"), loaded(Agent(), "other")])
    until(lambda: state(threaded, "leaves")["runs"] == 1)
    removing = threading.Thread(target=threaded.follow, args=([],), daemon=True)
    removing.start()
    removing.join(60)
    try:
        assert not removing.is_alive() and threaded.status() == []
    finally:
        let_go.set()


@pytest.mark.parametrize("seconds", [1e12, 1e300])
def test_one_that_is_due_in_a_thousand_years_costs_no_other_its_schedule(seconds):
    alarms, rang = Alarms("jarvis-far-test"), threading.Event()
    try:
        alarms.after(seconds, lambda: None)
        time.sleep(0.05)  # it waits for that one now
        alarms.after(0.01, rang.set)
        assert rang.wait(60)
    finally:
        alarms.shutdown()
