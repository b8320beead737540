"""Runs validated calls in a bounded pool, each under a deadline, and reports each exactly once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from ovos_plugin_manager.templates.agent_tools import ToolOutput
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text, type_name
from ovos_phal_plugin_jarvis.sdk.cancelling import listening_to
from ovos_phal_plugin_jarvis.sdk.progress import Progress, telling
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import (
    Cancelled,
    DeadlinePassed,
    InvalidOutput,
    QueueFull,
    ShutDown,
    ToolError,
    ToolRaised,
    UnknownAction,
)
from ovos_phal_plugin_jarvis.tools.execution.cancelling import Flight, Flights
from ovos_phal_plugin_jarvis.tools.execution.flow import Done, Wait
from ovos_phal_plugin_jarvis.tools.execution.hanging import Attempt, HangingCalls
from ovos_phal_plugin_jarvis.tools.execution.hooks import Hooks, as_tool_error, call_safely
from ovos_phal_plugin_jarvis.tools.execution.interpreter import Interpreter
from ovos_phal_plugin_jarvis.tools.execution.latency import Latencies
from ovos_phal_plugin_jarvis.tools.execution.lifetime import Lifetimes
from ovos_phal_plugin_jarvis.tools.execution.pool import JobTimeout, PoolClosed, PoolFull, make_pool
from ovos_phal_plugin_jarvis.tools.redaction import SHAPES_ONLY, Redactor
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool
from ovos_phal_plugin_jarvis.tools.validation import ValidCall, output_json, validate_call, validate_output

REPORT_GRACE = 5.0
"""Seconds beyond its deadline that an outcome is waited for."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """How a call ended: with a result or with an error, never both."""

    tool: LoadedTool
    result: Mapping[str, Any] | None
    """JSON values that fit the tool's output schema."""
    error: ToolError | None
    elapsed_ms: float
    output: ToolOutput | None = None
    """The result before it became JSON."""

    @property
    def name(self) -> str:
        """The tool's."""
        return self.tool.name

    def to_dict(self) -> dict[str, Any]:
        """``name`` with ``result`` or ``error``, and the ``details`` of a refusal."""
        if self.error is None:
            return {"name": self.name, "result": dict(self.result or {})}
        details = [dict(d) for d in getattr(self.error, "details", ())]
        return {"name": self.name, "error": str(self.error), **({"details": details} if details else {})}

    @classmethod
    def refused(cls, tool: LoadedTool, error: ToolError) -> Outcome:
        """Of a call that did not start."""
        return cls(tool, None, error, 0.0)

    @property
    def code(self) -> str:
        """``done``, or the code of the error."""
        return "done" if self.error is None else self.error.code


class Invoker:
    """Owns the pool that tools run in. Calls may come from any thread."""

    def __init__(self, *, workers: int, queue: int, timeout: float, lifetimes: Lifetimes | None = None) -> None:
        """
        Args:
            workers: threads; 0 runs each call on the caller's thread, without a deadline.
            queue: calls that may wait for a thread.
            timeout: seconds a call may take, waiting included.
            lifetimes: told which toolboxes are in use, so that none is closed under a running call.
        """
        self._timeout = timeout
        self._pool = make_pool("jarvis-tool", workers, queue)
        self._lifetimes = lifetimes or Lifetimes()
        self._hanging = HangingCalls()
        self.hooks = Hooks(inline=not workers, hanging=self._hanging, lifetimes=self._lifetimes)
        """Calls what tools have a say in before anything runs."""
        self.latencies = Latencies()
        """How long calls took, by tool."""
        self._flights = Flights()
        self._interpreter = Interpreter()
        self._counts: Counter[str] = Counter()
        self._count_lock = threading.Lock()

    @property
    def timeout(self) -> float:
        """Seconds a call may take where it does not ask for less."""
        return self._timeout

    def counters(self) -> dict[str, int]:
        """Calls by how they ended, and the pool's present state."""
        with self._count_lock:
            counts = dict(self._counts)
        return {
            "calls": counts.get("calls", 0),
            "failed": counts.get("failed", 0),
            "timed_out": counts.get("timeout", 0),
            "cancelled": counts.get("cancelled", 0),
            "refused": counts.get("refused", 0),
            "waiting": self._pool.waiting,
            "stuck": self._pool.stuck + self.hooks.stuck,
        }

    def submit(
        self,
        call: ValidCall,
        context: InvocationContext,
        on_done: Callable[[Outcome], None],
        timeout: float | None = None,
    ) -> None:
        """Run *call* and hand its outcome to *on_done*, once, on a worker's thread.

        Args:
            call: what to run.
            context: who asks.
            on_done: gets the outcome. Must not block.
            timeout: seconds; at most the configured one counts.

        Raises:
            QueueFull: every worker is busy and the queue is full.
            ToolHangs: too many earlier calls of this tool have not come back.
            ShutDown: the invoker was shut down.
        """
        self._submit(call.tool, lambda: _run(call, context), context, on_done, timeout)

    def validate_and_submit(
        self,
        tool: LoadedTool,
        arguments: Any,
        context: InvocationContext,
        on_done: Callable[[Outcome], None],
        timeout: float | None = None,
    ) -> None:
        """As ``submit``, for arguments that nobody has checked yet: a tool's validators are its author's code too.

        An outcome with ``InvalidArguments`` says that they did not fit.
        """
        self._submit(tool, lambda: _run(validate_call(tool, arguments), context), context, on_done, timeout)

    def run(self, call: ValidCall, context: InvocationContext, timeout: float | None = None) -> Outcome:
        """Run *call* and wait for its outcome. Raises what ``submit`` raises."""
        return self._wait(call.tool, lambda: _run(call, context), context, timeout)

    async def call(
        self,
        call: ValidCall,
        context: InvocationContext,
        timeout: float | None = None,
        begun: Callable[[], Any] | None = None,
    ) -> Outcome:
        """Run *call*, waiting without a thread. Where it can't be started, the outcome says so.

        Args:
            call: what to run.
            context: who asks.
            timeout: seconds; at most the configured one counts.
            begun: called once ``cancel`` finds the call.
        """
        return await self._call(call.tool, lambda: _run(call, context), context, timeout, begun)

    async def press(self, tool: LoadedTool, action: str, data: dict[str, Any], context: InvocationContext) -> Outcome:
        """Press a button of a tool, or call its callback, waiting without a thread."""
        actions = tool.actions
        if actions is None:
            return Outcome.refused(tool, UnknownAction(tool.name, action))
        return await self._call(tool, lambda: actions.press(action, data, context), context, None)

    def follow_up(self, tool: LoadedTool, work: Callable[[], Any]) -> threading.Event:
        """Run what *tool* left to be done later, as a call of it; returns at once, with what is set at its end."""

        def checked() -> Any:
            with self._hanging.watch(attempt):
                call_safely(work, f"what should follow the speech of '{tool.name}'")

        def ended(result: Any, error: BaseException | None) -> None:
            if isinstance(error, JobTimeout):
                self._hanging.overdue(attempt)
            if error is not None:
                LOG.warning(f"what should follow the speech of '{tool.name}' did not end: {error_text(error)}")
            self._lifetimes.release(tool.toolbox)
            over.set()

        attempt, over = Attempt(tool, "after speech"), threading.Event()
        self._lifetimes.hold(tool.toolbox)
        try:
            self._pool.submit(checked, self._timeout, ended, (tool.toolbox_id, tool.name))
        except (PoolFull, PoolClosed) as refusal:
            ended(None, refusal)
        return over

    def cancel(self, call_id: str, context: InvocationContext) -> bool:
        """Answer the calls of that id at once, with ``Cancelled``, and tell the tools that nobody waits any more.

        Args:
            call_id: the id that the caller gave, or the ``request_id`` of its message.
            context: who cancels: only the session and source that have started a call may.

        Returns:
            Whether there was one that had not been answered.
        """
        cancelled = self._flights.cancel(call_id, context)
        self._count("cancelled", cancelled)
        return cancelled > 0

    async def _call(
        self,
        tool: LoadedTool,
        work: Callable[[], Any],
        context: InvocationContext,
        timeout: float | None,
        begun: Callable[[], Any] | None = None,
    ) -> Outcome:
        def start(done: Done, left: float) -> None:
            seconds = left if timeout is None else min(timeout, left)
            self._submit(tool, work, context, lambda outcome: done(outcome, None), seconds)
            if begun is not None:
                begun()

        try:
            return await Wait[Outcome](start)
        except ToolError as error:
            return Outcome.refused(tool, error)

    def _wait(
        self, tool: LoadedTool, work: Callable[[], Any], context: InvocationContext, timeout: float | None
    ) -> Outcome:
        done = threading.Event()
        box: list[Outcome] = []

        def keep(outcome: Outcome) -> None:
            box.append(outcome)
            done.set()

        self._submit(tool, work, context, keep, timeout)
        # The pool reports at the deadline; should it ever fail to, this thread is not the one to pay.
        if not done.wait((self._timeout if timeout is None else min(timeout, self._timeout)) + REPORT_GRACE):
            raise DeadlinePassed(tool.name, self._timeout)
        return box[0]

    def _submit(
        self,
        tool: LoadedTool,
        work: Callable[[], Any],
        context: InvocationContext,
        on_done: Callable[[Outcome], None],
        timeout: float | None,
    ) -> None:
        seconds = self._timeout if timeout is None else min(timeout, self._timeout)
        started = monotonic()
        self._count("calls")
        self._hanging.refuse(tool)
        self._lifetimes.hold(tool.toolbox)
        attempt = Attempt(tool)

        def cancelled() -> None:
            on_done(Outcome(tool, None, Cancelled(tool.name), (monotonic() - started) * 1000))

        flight = self._flights.begin(context, started + seconds, cancelled)

        def checked() -> tuple[ToolOutput, dict[str, Any]]:
            if flight.cancellation.is_set():
                raise Cancelled(tool.name)
            with (
                self._hanging.watch(attempt),
                listening_to(flight.cancellation),
                telling(context.on_progress and partial(_tell, flight, context.on_progress)),
                self._interpreter.kept(tool.name),
            ):
                try:
                    # Before it runs as well: it may log what it knows.
                    _redactor(tool)
                    output = validate_output(tool, work())
                    return _redacted(tool, output, output_json(tool, output))
                except BaseException as error:  # noqa: BLE001 - foreign code
                    # Made into words here: they are foreign code as well, which may hang as the tool may.
                    known = as_tool_error(error)
                    if isinstance(known, ToolError):
                        known.redact(_redactor(tool))
                    raise known from None

        def finish(output: Any, error: BaseException | None) -> None:
            if isinstance(error, JobTimeout):
                self._hanging.overdue(attempt)
                self._interpreter.put_back(tool.name)
                flight.cancellation.set()
            self._flights.end(flight)
            try:
                if flight.take():
                    outcome = self._outcome(tool, output, error, seconds, started)
                    self.latencies.add(tool.toolbox_id, tool.name, outcome.elapsed_ms, outcome.error is not None)
                    on_done(outcome)
            finally:
                # Last: it may close a toolbox that was replaced, and that is foreign code.
                self._lifetimes.release(tool.toolbox)

        try:
            self._pool.submit(checked, seconds, finish, (tool.toolbox_id, tool.name))
        except (PoolFull, PoolClosed) as refusal:
            self._flights.end(flight)
            self._lifetimes.release(tool.toolbox)
            self._count("refused")
            if isinstance(refusal, PoolFull):
                raise QueueFull(tool.name, refusal.args[0]) from None
            raise ShutDown(tool.name) from None

    def shutdown(self) -> None:
        """End the pool's threads; calls that wait are reported as not run."""
        self._pool.shutdown()
        self.hooks.shutdown()
        self._interpreter.close()

    def _outcome(
        self, tool: LoadedTool, output: Any, error: BaseException | None, seconds: float, started: float
    ) -> Outcome:
        elapsed = (monotonic() - started) * 1000
        if error is None:
            return Outcome(tool, output[1], None, elapsed, output[0])
        self._count("failed")
        if isinstance(error, JobTimeout):
            self._count("timeout")
            known: ToolError = DeadlinePassed(tool.name, seconds)
        elif isinstance(error, PoolClosed):
            known = ShutDown(tool.name)
        elif isinstance(error, ToolError):
            known = error
        else:
            known = ToolRaised(type_name(error))
        if isinstance(known, ToolRaised | InvalidOutput):
            LOG.warning(f"tool '{tool.name}' of '{tool.toolbox_id}': {known}")
        return Outcome(tool, None, known, elapsed)

    def _count(self, what: str, times: int = 1) -> None:
        with self._count_lock:
            self._counts[what] += times


def _run(call: ValidCall, context: InvocationContext) -> Any:
    return call.tool.run(call.arguments, context)


def _tell(flight: Flight, listener: Callable[[Progress], None], progress: Progress) -> None:
    """Pass on how far a call is, while somebody waits for it."""
    if not flight.cancellation.is_set():
        listener(progress)


def _redactor(tool: LoadedTool, *, shapes: bool = True) -> Redactor:
    return SHAPES_ONLY if tool.secrets is None else Redactor(tool.secrets(), shapes=shapes)


def _redacted(tool: LoadedTool, output: ToolOutput, result: dict[str, Any]) -> tuple[ToolOutput, dict[str, Any]]:
    """A result without the secrets that its tool knows. What merely looks like one stays: it may be what was asked
    for, such as a link to a meeting."""
    if tool.secrets is None:
        return output, result
    told = _redactor(tool, shapes=False).json(result)
    if told != result:
        members = {*type(output).model_fields, *(output.model_extra or {})}
        output = output.model_copy(update={name: told[name] for name in members if name in told})
    return output, told
