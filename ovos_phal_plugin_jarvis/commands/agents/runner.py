"""Runs agents when they are due, each under a deadline, and keeps what they gathered."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import partial
from math import inf
from time import monotonic
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.agents.alerts import AlertQueue, Records, read_alerts
from ovos_phal_plugin_jarvis.commands.loading.found import LoadedPart
from ovos_phal_plugin_jarvis.foreign_text import error_text, log_error, text_of
from ovos_phal_plugin_jarvis.sdk import set_current_user_id, set_home_context
from ovos_phal_plugin_jarvis.sdk.agent import Alert
from ovos_phal_plugin_jarvis.tools.command_schema import plain_json
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarm, Alarms
from ovos_phal_plugin_jarvis.tools.execution.pool import JobTimeout, Pool, PoolClosed, PoolFull

OWNER, RECORD = "ovos-jarvis-agents", "paused"
"""Where it is kept which agents are paused."""
FIRST_RETRY = 10.0
"""Seconds after the first run that failed; doubled with each that follows."""
LONGEST_RETRY = 3600.0
BUSY_RETRY = 5.0
"""Seconds until the next look, where the pool had no room."""
SOONEST = 1.0
"""Seconds between two runs of an agent, whatever it asks for."""
END_SECONDS = 1.0
"""That what agents have left behind is given to end, when all of it ends."""
MAX_CONTEXT = 20_000
"""Characters of the JSON that an agent may put into prompts."""


class UnknownAgent(ValueError):
    """There is no such agent. The message names those that there are."""


class AgentBusy(RuntimeError):
    """It runs already, or the run that hung has not come back."""


class SecretsMissing(RuntimeError):
    """The agent says that it can't run without some settings."""


@dataclass
class Gathered:
    """What one run came to, as plain values."""

    context: dict[str, Any] | None
    """None where the agent keeps it from prompts."""
    alerts: list[Alert]


@dataclass(eq=False)
class _Entry:
    """One agent and how it stands."""

    loaded: LoadedPart
    due: float
    paused: bool = False
    busy: bool = False
    """A thread is in it; also after the deadline, until it has come back."""
    begun: bool = False
    """The thread has come to it."""
    late: bool = False
    """Its deadline has passed and it has not come back."""
    gone: bool = False
    """Removed or replaced: what it still brings is not wanted."""
    failures: int = 0
    runs: int = 0
    last_run: datetime | None = None
    last_success: datetime | None = None
    error: str = ""
    context: dict[str, Any] = field(default_factory=dict)
    loop: asyncio.AbstractEventLoop | None = None
    """Its own, kept from run to run: what it opened in one is there in the next."""
    task: asyncio.Task[Any] | None = None

    @property
    def name(self) -> str:
        return self.loaded.name

    @property
    def state(self) -> str:
        if self.late:
            return "hangs"
        if self.busy:
            return "running"
        return "paused" if self.paused else "failing" if self.failures else "waiting"


class AgentRunner:
    """Runs what ``follow`` was told of, once ``start`` was called. Calls may come from any thread."""

    def __init__(
        self,
        pool: Pool,
        alarms: Alarms,
        alerts: AlertQueue,
        records: Records | None = None,
        *,
        timeout: float,
        home: Callable[[], Mapping[str, Any] | None] = lambda: None,
        disabled: Sequence[str] = (),
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """
        Args:
            pool: where they run. Shut down by its owner, after this.
            alarms: wakes when one is due. Shut down by its owner.
            alerts: gets what they raise.
            records: where it is kept which are paused.
            timeout: seconds that one run may take.
            home: gives what the household shares.
            disabled: names of agents that are never run.
            clock: seconds that only grow.
        """
        self._pool, self._alarms, self._alerts, self._records = pool, alarms, alerts, records
        self._timeout, self._home, self._clock = timeout, home, clock
        self._disabled = frozenset(disabled)
        self._lock = threading.RLock()
        self._entries: dict[str, _Entry] = {}
        self._started = self._closed = False
        self._wake: Alarm | None = None

    def start(self) -> None:
        """Run those that are due, from now on."""
        with self._lock:
            self._started = True
        self._look()

    def follow(self, agents: Sequence[LoadedPart]) -> None:
        """These are the agents now. One that was there goes on where it stood; one that is new, or was changed, runs at
        once; of one that is gone nothing is heard any more."""
        now, paused = self._clock(), self._paused()
        with self._lock:
            if self._closed:
                return
            old = self._entries
            self._entries = {}
            for loaded in agents:
                if loaded.name in self._disabled:
                    continue
                before = old.get(loaded.name)
                entry = _Entry(loaded, now, paused=loaded.name in paused)
                self._entries[loaded.name] = entry
                if before is None or _version(before.loaded) != _version(loaded):
                    # At the service's start its own wish counts; one that was installed just now runs at once.
                    entry.due = now if self._started or loaded.on_startup else now + loaded.interval
                    continue
                for name in ("failures", "runs", "last_run", "last_success", "error", "context"):
                    setattr(entry, name, getattr(before, name))
                entry.due = now if before.busy or before.due == inf else before.due
            for entry in old.values():
                self._let_go(entry)
        self._look()

    def run(self, name: str, ended: Callable[[], Any] = lambda: None) -> None:
        """Run an agent now, whether it is due, paused or not.

        Args:
            name: which.
            ended: called once, from any thread, when the run has ended, was given up or put off.

        Raises:
            UnknownAgent: there is none of that name.
            AgentBusy: it runs, or hangs.
        """
        with self._lock:
            entry = self._entry(name)
            if entry.busy:
                raise AgentBusy(
                    f"the agent '{name}' has not come back from its last run"
                    if entry.late
                    else f"'{name}' runs already"
                )
            self._begin(entry, ended)

    def pause(self, name: str) -> None:
        """Run it no more until ``resume``, also after a restart. A run that goes on goes on.

        Raises:
            UnknownAgent: there is none of that name.
        """
        self._set_paused(name, True)

    def resume(self, name: str) -> None:
        """Run it again by its schedule.

        Raises:
            UnknownAgent: there is none of that name.
        """
        self._set_paused(name, False)
        self._look()

    def contexts(self) -> dict[str, dict[str, Any]]:
        """Agent → what it gathered last, for prompts and commands."""
        with self._lock:
            return {entry.name: dict(entry.context) for entry in self._entries.values() if entry.context}

    def status(self) -> list[dict[str, Any]]:
        """How each stands, for people: times in ISO 8601, durations in seconds."""
        now = self._clock()
        with self._lock:
            return [
                {
                    "name": entry.name,
                    "package": entry.loaded.package.name,
                    "description": entry.loaded.description,
                    "every": entry.loaded.interval,
                    "state": entry.state,
                    "paused": entry.paused,
                    "runs": entry.runs,
                    "failures": entry.failures,
                    "last_run": entry.last_run.isoformat() if entry.last_run else None,
                    "last_success": entry.last_success.isoformat() if entry.last_success else None,
                    "next_run_in": (
                        None
                        if entry.paused or entry.busy or not self._started or entry.due == inf
                        else round(max(0.0, entry.due - now), 1)
                    ),
                    "error": entry.error or None,
                }
                for entry in self._entries.values()
            ]

    def shutdown(self) -> None:
        """Run no more, call off what runs, let go of the loops of all that have come back."""
        with self._lock:
            self._closed = True
            if self._wake is not None:
                self._wake.cancel()
            entries, self._entries = list(self._entries.values()), {}
            ending = [self._let_go(entry) for entry in entries]
        until = monotonic() + END_SECONDS
        for ended in ending:
            ended.wait(max(0.0, until - monotonic()))

    # The schedule

    def _look(self) -> None:
        """Begin what is due, and wake again when the next is."""
        now = self._clock()
        with self._lock:
            if self._closed or not self._started:
                return
            for entry in self._entries.values():
                if entry.due <= now and not entry.busy and not entry.paused:
                    self._begin(entry)
            waiting = [e.due for e in self._entries.values() if not e.busy and not e.paused and e.due < inf]
            if self._wake is not None:
                self._wake.cancel()
            self._wake = self._alarms.after(max(0.0, min(waiting) - now), self._look) if waiting else None

    def _begin(self, entry: _Entry, ended: Callable[[], Any] = lambda: None) -> None:
        entry.busy, entry.begun, entry.late = True, False, False
        entry.due = inf  # until it is known how it ended
        entry.last_run = datetime.now(timezone.utc)
        try:
            done = partial(self._ended, entry, ended)
            self._pool.submit(partial(self._work, entry), self._timeout, done, key=f"agent {entry.name}")
        except (PoolFull, PoolClosed) as refusal:
            entry.busy = False
            entry.due = self._clock() + BUSY_RETRY
            entry.error = "no thread was free for it"
            LOG.warning(f"agent '{entry.name}' is put off: {refusal or type(refusal).__name__}")
            ended()

    def _work(self, entry: _Entry) -> Gathered:
        entry.begun = True
        try:
            # A copy, so that nothing that it sets is left on the thread.
            return copy_context().run(self._gather, entry)
        finally:
            with self._lock:
                was_late, entry.busy, entry.late = entry.late, False, False
                gone, entry.task = entry.gone, None
            if gone:
                _close(entry)
            elif was_late:
                self._look()

    def _gather(self, entry: _Entry) -> Gathered:
        agent = entry.loaded.part
        set_current_user_id(None)
        home = self._home()
        set_home_context(dict(home) if home else None)
        check = getattr(agent, "validate_secrets", None)
        lacking = check() if callable(check) else None
        if lacking:
            raise SecretsMissing(f"it lacks {text_of(lacking, 200)}; set it with: ovos-jarvis secrets set KEY")
        running = agent.run()
        if inspect.isawaitable(running):
            self._await(entry, running)
        context = plain_json(agent.get_context_data()) if getattr(agent, "include_in_context", True) else None
        if context is not None and not isinstance(context, dict):
            raise TypeError(f"get_context_data() returned {type(context).__name__}; return a dict")
        if context is not None and len(text_of(context, MAX_CONTEXT + 1)) > MAX_CONTEXT:
            LOG.warning(
                f"agent '{entry.name}' gathered more than {MAX_CONTEXT} characters, which are left out of prompts"
            )
            context = {}
        raised = getattr(agent, "get_alerts", None)
        return Gathered(context, read_alerts(raised(), entry.name) if callable(raised) else [])

    def _await(self, entry: _Entry, running: Any) -> None:
        async def wait() -> None:
            await running

        with self._lock:
            if entry.gone:
                running.close()
                raise asyncio.CancelledError
            entry.loop = entry.loop or asyncio.new_event_loop()
            entry.task = entry.loop.create_task(wait())
        entry.loop.run_until_complete(entry.task)

    def _ended(
        self, entry: _Entry, ended: Callable[[], Any], gathered: Gathered | None, error: BaseException | None
    ) -> None:
        try:
            self._note(entry, gathered, error)
        finally:
            ended()

    def _note(self, entry: _Entry, gathered: Gathered | None, error: BaseException | None) -> None:
        with self._lock:
            if entry.gone or self._closed:
                return
            entry.runs += 1
            now = datetime.now(timezone.utc)
            if error is None and gathered is not None:
                entry.failures, entry.error, entry.last_success = 0, "", now
                entry.context = gathered.context or {}
                entry.due = self._clock() + max(SOONEST, entry.loaded.interval)
            else:
                entry.failures += 1
                if isinstance(error, JobTimeout):
                    entry.busy = entry.busy and entry.begun  # no thread was free for it
                    entry.late = entry.busy
                    entry.error = f"it took longer than {self._timeout:g} s"
                    _cancel(entry)
                else:
                    entry.error = error_text(error) if error is not None else "it gave nothing"
                entry.context = {"last_error": entry.error, "error_time": now.isoformat()}
                wait = min(FIRST_RETRY * 2 ** min(entry.failures - 1, 16), LONGEST_RETRY)
                entry.due = self._clock() + wait
                LOG.warning(
                    f"agent '{entry.name}' failed ({entry.failures} in a row): {entry.error}; again in {wait:g} s"
                )
        if gathered is not None and gathered.alerts:
            self._alerts.add(gathered.alerts)
        self._look()

    def _let_go(self, entry: _Entry) -> threading.Event:
        """What is done with one that is not wanted any more; under the lock. Set when there is no more to wait for."""
        entry.gone = True
        ended = threading.Event()
        if entry.busy:
            _cancel(entry)  # its thread closes the loop when it has come back
            ended.set()
            return ended

        def done(_nothing: Any, error: BaseException | None) -> None:
            if error is not None:
                LOG.warning(f"agent '{entry.name}' did not end well: {error_text(error)}")
            ended.set()

        try:
            # What its tasks do when they are called off is its author's code: nobody may wait for that here.
            if entry.loop is not None:
                self._pool.submit(partial(_close, entry), self._timeout, done, key=f"end of agent {entry.name}")
                return ended
        except (PoolFull, PoolClosed) as refusal:
            LOG.warning(f"agent '{entry.name}' is not given time to end: {refusal or type(refusal).__name__}")
        ended.set()
        return ended

    # Who is paused

    def _entry(self, name: str) -> _Entry:
        entry = self._entries.get(name)
        if entry is None:
            known = ", ".join(sorted(self._entries)) or "none is installed"
            raise UnknownAgent(f"there is no agent '{text_of(name, 80)}'; there are: {known}")
        return entry

    def _set_paused(self, name: str, paused: bool) -> None:
        with self._lock:
            entry = self._entry(name)
            names = self._paused()
            entry.paused = paused
            names = names | {name} if paused else names - {name}
            if self._records is not None:
                self._records.save(OWNER, RECORD, {"names": sorted(names)})

    def _paused(self) -> frozenset[str]:
        if self._records is None:
            return frozenset(name for name, entry in self._entries.items() if entry.paused)
        try:
            record = self._records.get(OWNER, RECORD)
        except Exception as error:  # noqa: BLE001 - the assistant starts, whatever became of the file
            log_error("which agents are paused can't be read", error)
            return frozenset()
        return frozenset(map(str, (record or {}).get("names") or ()))


def _version(loaded: LoadedPart) -> tuple[str, int]:
    return loaded.source, loaded.written


def _cancel(entry: _Entry) -> None:
    """Call off what an agent waits for; one that computes does not hear of it."""
    loop, task = entry.loop, entry.task
    if loop is not None and task is not None and not loop.is_closed():
        loop.call_soon_threadsafe(task.cancel)


def _close(entry: _Entry) -> None:
    loop, entry.loop = entry.loop, None
    if loop is None or loop.is_closed() or loop.is_running():
        return
    try:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        ending = loop.shutdown_asyncgens()
        try:
            loop.run_until_complete(ending)
        finally:
            ending.close()
    except Exception as error:  # noqa: BLE001 - what an agent leaves behind may raise anything
        log_error(f"agent '{entry.name}' did not end well", error)
    finally:
        loop.close()
