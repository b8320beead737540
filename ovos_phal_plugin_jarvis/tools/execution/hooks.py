"""What tools have a say in before anything runs: claiming an utterance, mending arguments, checking them.

It is their authors' code, and every utterance meets it. It runs on threads of its own, so that tools which nap don't
delay the understanding of what is said, under the rules of the tools: a deadline, and a hook that hangs is called no
more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text, text_of
from ovos_phal_plugin_jarvis.tools.errors import (
    OWN_ERRORS,
    DeadlinePassed,
    QueueFull,
    ShutDown,
    ToolError,
    ToolHangs,
    ToolRaised,
)
from ovos_phal_plugin_jarvis.tools.execution.flow import job
from ovos_phal_plugin_jarvis.tools.execution.hanging import Attempt, HangingCalls
from ovos_phal_plugin_jarvis.tools.execution.lifetime import Lifetimes
from ovos_phal_plugin_jarvis.tools.execution.pool import JobTimeout, PoolClosed, PoolFull, make_pool
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool

Result = TypeVar("Result")

HOOK_WORKERS = 4
HOOK_QUEUE = 256
TURN = 0.05
"""Seconds after which a thread that asks one tool after the other begins a new deadline."""


@dataclass(eq=False)
class _Round:
    """How far asking one tool after the other has come."""

    place: int
    attempt: Attempt | None = None


class Hooks:
    """Calls hooks. Owns the threads that they run on."""

    def __init__(self, *, inline: bool, hanging: HangingCalls, lifetimes: Lifetimes) -> None:
        """
        Args:
            inline: run each on the caller's thread, without a deadline.
            hanging: counts those that hang.
            lifetimes: told which toolboxes are in use.
        """
        self._pool = make_pool("jarvis-hook", 0 if inline else HOOK_WORKERS, HOOK_QUEUE)
        self._hanging = hanging
        self._lifetimes = lifetimes

    @property
    def stuck(self) -> int:
        """How many threads run a hook whose deadline has passed."""
        return self._pool.stuck

    async def call(self, tool: LoadedTool, kind: str, work: Callable[[], Result], seconds: float) -> Result:
        """What *work* returns, which calls the hook *kind* of *tool*.

        Raises:
            ToolHangs: earlier calls of it have not come back, or were late too often.
            DeadlinePassed: it did not end in *seconds*.
            ToolRaised: it raised something.
            ToolError: whatever of these it raised itself; or it could not be started.
        """
        self._hanging.refuse(tool, kind)
        attempt = Attempt(tool, kind)
        try:
            return await job(self._pool, partial(self._attempt, attempt, work), seconds, (tool.toolbox_id, tool.name))
        except JobTimeout:
            self._give_up(attempt)
            raise DeadlinePassed(tool.name, seconds) from None
        except PoolFull as refusal:
            raise QueueFull(tool.name, refusal.args[0]) from None
        except PoolClosed:
            raise ShutDown(tool.name) from None

    async def first(
        self,
        tools: Sequence[LoadedTool],
        kind: str,
        ask: Callable[[LoadedTool], Result | None],
        patience: float,
        budget: float,
    ) -> Result | None:
        """The first answer that is not None, of *tools* in their order.

        One that raises, or takes longer than *patience*, is passed over with a log line, and costs nothing but its own
        answer.

        Args:
            tools: whom to ask.
            kind: names the hook.
            ask: calls it.
            patience: seconds for one tool.
            budget: seconds for all of them; those behind are not asked any more.
        """
        until = monotonic() + budget
        place = 0
        while place < len(tools):
            if monotonic() >= until:
                LOG.warning(f"{kind}: {len(tools) - place} tools are not asked, as others took {budget:g} s")
                break
            asking = _Round(place)
            try:
                # A tool that is asked within the first TURN has had its patience when the deadline passes.
                found, place = await job(self._pool, partial(self._ask, asking, tools, kind, ask), TURN + patience)
                if found is not None:
                    return found
            except JobTimeout:
                late = asking.attempt
                if late is None:
                    LOG.warning(f"{kind}: no thread was free; no tool is asked")
                    break
                self._give_up(late)
                LOG.warning(f"{kind} of '{late.tool.name}' did not end within {patience:g} s and is passed over")
                place = asking.place + 1
            except (PoolFull, PoolClosed):
                LOG.warning(f"{kind}: too many requests wait; no tool is asked")
                break
        return None

    def shutdown(self) -> None:
        """End the threads."""
        self._pool.shutdown()

    def _ask(
        self, asking: _Round, tools: Sequence[LoadedTool], kind: str, ask: Callable[[LoadedTool], Result | None]
    ) -> tuple[Result | None, int]:
        """The first answer, and which tool comes next where there was none yet."""
        started = monotonic()
        for place in range(asking.place, len(tools)):
            tool = tools[place]
            asking.place, asking.attempt = place, Attempt(tool, kind)
            try:
                found = self._attempt(asking.attempt, partial(ask, tool))
                if found is not None:
                    return found, place
            except ToolHangs:
                pass  # told of when it came to hang
            except ToolError as error:
                LOG.warning(f"{kind} of '{tool.name}' failed and is passed over: {error}")
            if asking.attempt.hangs or monotonic() - started > TURN:
                return None, place + 1
        return None, len(tools)

    def _attempt(self, attempt: Attempt, work: Callable[[], Result]) -> Result:
        self._lifetimes.hold(attempt.tool.toolbox)
        try:
            with self._hanging.watch(attempt):
                try:
                    return work()
                except BaseException as error:  # noqa: BLE001 - foreign code
                    raise as_tool_error(error) from None
        finally:
            if not attempt.hangs:
                self._lifetimes.release(attempt.tool.toolbox)

    def _give_up(self, attempt: Attempt) -> None:
        if self._hanging.overdue(attempt):
            self._lifetimes.release(attempt.tool.toolbox)


def as_tool_error(error: BaseException) -> BaseException:
    """What a tool raised as one of our errors; a KeyboardInterrupt as it is, where it may be the user's own."""
    if any(type(error) is known for known in (*OWN_ERRORS, KeyboardInterrupt)):
        return error
    if (
        # ToolBox.call_tool has wrapped what the tool raised in a RuntimeError of its own.
        type(error) is RuntimeError
        and error.__cause__ is not None
        and text_of(error).startswith("Tool execution failed for")
    ):
        error = error.__cause__
    return ToolRaised(error_text(error))


def call_safely(work: Callable[[], Any], what: str) -> None:
    """Run foreign code whose result nobody waits for; what it raises is a line in the log."""
    try:
        work()
    except BaseException as error:  # noqa: BLE001 - foreign code
        LOG.warning(f"{what} failed: {error_text(error)}")
