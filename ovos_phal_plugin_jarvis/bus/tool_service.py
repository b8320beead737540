"""``ovos.tools.*`` and ``ovos.persona.tools.*``: every row of the bus contract that concerns tools."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ovos_bus_client.message import Message
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.bus.requests import (
    InvokeRequest,
    cancel_request,
    echoed_name,
    invocation_context,
    invoke_request,
    list_request,
    source,
    tool_request,
)
from ovos_phal_plugin_jarvis.bus.responder import Responder, error_fields
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.tools.audit import DENIED, Audit, no_audit
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import ToolError, UnknownToolbox
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker, Outcome
from ovos_phal_plugin_jarvis.tools.execution.pool import JobTimeout, Pool, PoolClosed, PoolFull
from ovos_phal_plugin_jarvis.tools.rate import CallRate
from ovos_phal_plugin_jarvis.tools.registry import Registry, Reload
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool, LoadedToolBox, Snapshot

Refuses = Callable[[LoadedTool, InvocationContext, Any], ToolError | None]
PROGRAM = "program"
"""The rule by which a program calls a tool directly: it knows what it does, unless the policy forbids it."""
RELOAD_TIMEOUT = 120.0
"""Seconds that a reload may take before the request is told that it is still going on."""


class ToolService:
    """Answers for the registry. Handlers only read and hand over; foreign code runs in the pools."""

    def __init__(
        self,
        link: BusLink,
        registry: Registry,
        invoker: Invoker,
        pool: Pool,
        *,
        serve_tools: bool = True,
        hosts: Callable[[LoadedToolBox], bool] = lambda box: True,
        refuses: Refuses = lambda tool, context, arguments: None,
        audit: Audit = no_audit,
        rate: CallRate | None = None,
    ) -> None:
        """
        Args:
            link: the service's end of the messagebus.
            registry: what is loaded.
            invoker: what runs it.
            pool: where reloads and refreshes run; shut down by its owner.
            serve_tools: answer ``ovos.tools.*``; False stands aside for another tool service.
            hosts: whether a toolbox is answered for under ``ovos.persona.tools.*``.
            refuses: why a program may not make a call; None where it may.
            audit: told of each call.
            rate: how many calls a source may make; None for any number.
        """
        self._registry = registry
        self._invoker = invoker
        self._pool = pool
        self._serve_tools = serve_tools
        self._hosts = hosts
        self._refuses = refuses
        self._audit = audit
        self._rate = rate or CallRate(0)
        self._responder = Responder(link)
        self._reload_lock = threading.Lock()
        self._reload_waiters: list[Message] = []
        registry.on_change(self._after_load)

    def bind(self) -> None:
        """Subscribe to every topic."""
        if self._serve_tools:
            self._responder.on(topics.TOOLS_LIST, self._list)
            self._responder.on(topics.TOOLS_GET, self._get)
            self._responder.on(topics.TOOLS_INVOKE, self._invoke)
            self._responder.on(topics.TOOLS_CANCEL, self._cancel)
            self._responder.on(topics.TOOLS_RELOAD, self._reload)
        self._responder.on(topics.HOST_DISCOVER, self._discover)
        self._responder.on(topics.HOST_CALL, self._host_call)
        self._bind_toolboxes(self._registry.snapshot)

    def shutdown(self) -> None:
        """Remove every handler."""
        self._responder.close()

    # ovos.tools.*

    def _list(self, message: Message) -> None:
        snapshot, request = self._registry.snapshot, list_request(message)
        if request.means_all:
            written = f'{{"tools": {snapshot.written_tools}}}'
            self._responder.respond(message, {"tools": snapshot.wire_tools}, written)
            return
        only = None if request.toolbox_id is None else snapshot.toolbox(request.toolbox_id).toolbox_id
        wanted = None if request.names is None else set(request.names)
        found = [
            tool
            for tool in snapshot.wire_tools
            if (only is None or tool["toolbox_id"] == only) and (wanted is None or tool["name"] in wanted)
        ]
        end = None if request.limit is None else request.offset + request.limit
        answer: dict[str, Any] = {"tools": found[request.offset : end], "total": len(found)}
        if wanted is not None:
            answer["unknown"] = sorted(wanted - {tool["name"] for tool in found})
        self._responder.respond(message, answer)

    def _get(self, message: Message) -> None:
        request = tool_request(message)
        tool = self._registry.snapshot.find(request.name, request.toolbox_id)
        definition = tool.definition
        self._responder.respond(message, {**definition.wire(), **(definition.details() if request.details else {})})

    def _invoke(self, message: Message) -> None:
        name = echoed_name(message)
        self._call(message, lambda: invoke_request(message), {"name": name})

    def _cancel(self, message: Message) -> None:
        cancelled = self._invoker.cancel(cancel_request(message), invocation_context(message))
        self._responder.respond(message, {"cancelled": cancelled})

    def _reload(self, message: Message) -> None:
        with self._reload_lock:
            self._reload_waiters.append(message)
            if len(self._reload_waiters) > 1:
                return  # the reload that has not begun yet answers this request too
        batch: list[Message] = []

        def take_waiters() -> None:
            with self._reload_lock:
                batch.extend(self._reload_waiters)
                self._reload_waiters.clear()

        def work() -> tuple[dict[str, Any], str | None]:
            take_waiters()
            return _reload_answer(self._registry.reload().snapshot)

        def ended(answer: Any, error: BaseException | None) -> None:
            if not batch:
                take_waiters()
            if error is not None:
                LOG.error(f"reloading failed: {error_text(error)}")
                answer = {"error": _reload_error(error)}, None
            for waiter in batch:
                self._responder.respond(waiter, *answer)

        try:
            self._pool.submit(work, RELOAD_TIMEOUT, ended)
        except (PoolFull, PoolClosed) as refusal:
            ended(None, refusal)

    # ovos.persona.tools.*

    def _discover(self, message: Message) -> None:
        for box in self._registry.snapshot.toolboxes.values():
            if self._hosts(box):
                self._refresh(message, box)

    def _refresh(self, message: Message, box: LoadedToolBox) -> None:
        def answer(fresh: LoadedToolBox | None, error: BaseException | None) -> None:
            if error is not None:
                LOG.warning(f"toolbox '{box.toolbox_id}' did not refresh its tools: {error_text(error)}")
            now = self._registry.snapshot.toolboxes.get(box.toolbox_id, fresh or box)
            self._responder.respond(message, {"toolbox_id": now.toolbox_id, "tools": now.wire_tools})

        try:
            self._pool.submit(lambda: self._registry.refresh(box.toolbox_id), self._invoker.timeout, answer)
        except (PoolFull, PoolClosed) as error:
            answer(None, error)

    def _host_call(self, message: Message, toolbox_id: str | None = None) -> None:
        """A call for a toolbox that nobody here hosts gets no answer: its host, if any, gives it."""
        data = message.data if isinstance(message.data, Mapping) else {}
        wanted = toolbox_id if toolbox_id is not None else data.get("toolbox_id")
        if not isinstance(wanted, str):
            return
        try:
            box = self._registry.snapshot.toolbox(wanted)
        except UnknownToolbox:
            return
        if not self._hosts(box):
            return

        def read() -> InvokeRequest:
            request = invoke_request(message, "kwargs")
            return replace(request, toolbox_id=box.toolbox_id)

        self._call(message, read, {"toolbox_id": box.toolbox_id})

    # Both

    def _call(self, message: Message, read: Callable[[], InvokeRequest], echoed: Mapping[str, Any]) -> None:
        """Read a call and have it validated and run; every response carries the members *echoed*."""

        def answer(outcome: Outcome) -> None:
            if outcome.error is not None:
                self._responder.respond(message, {**echoed, **error_fields(outcome.error)})
            else:
                self._responder.respond(message, {**echoed, "result": outcome.result})
            # After the answer, which need not wait for the disk.
            self._audit(
                outcome.tool, context, outcome.code, PROGRAM, arguments=request.arguments, elapsed_ms=outcome.elapsed_ms
            )

        try:
            request = read()
            tool = self._registry.snapshot.find(request.name, request.toolbox_id)
            context = invocation_context(message, call_id=request.call_id)
            self._rate.count(source(message))
            refusal = self._refuses(tool, context, request.arguments)
            if refusal is not None:
                self._audit(tool, context, DENIED, PROGRAM, arguments=request.arguments)
                raise refusal
            self._invoker.validate_and_submit(tool, request.arguments, context, answer, request.timeout)
        except ToolError as error:
            self._responder.respond(message, {**echoed, **error_fields(error)})

    def _after_load(self, result: Reload) -> None:
        self._bind_toolboxes(result.snapshot)
        changed = result.difference
        if changed and self._serve_tools:
            self._responder.broadcast(
                topics.TOOLS_CHANGED,
                {"added": list(changed.added), "removed": list(changed.removed), "changed": list(changed.changed)},
            )

    def _bind_toolboxes(self, snapshot: Snapshot) -> None:
        """Listen to the older call topic of each toolbox that is hosted, and of no other."""
        wanted = {
            topics.host_call(box.toolbox_id): box.toolbox_id for box in snapshot.toolboxes.values() if self._hosts(box)
        }
        for topic in self._responder.topics - wanted.keys():
            if topic.startswith("ovos.persona.tools.") and topic not in (topics.HOST_DISCOVER, topics.HOST_CALL):
                self._responder.remove(topic)
        for topic, toolbox_id in wanted.items():
            if topic not in self._responder.topics:
                self._responder.on(topic, partial(self._host_call, toolbox_id=toolbox_id))


def _reload_answer(snapshot: Snapshot) -> tuple[dict[str, Any], str]:
    """The answer, and the same as JSON."""
    # The shipped service counts, the specification lists: a caller of either finds what it knows.
    counted = {"loaded": list(snapshot.toolboxes), "total_tools": len(snapshot), "failed": dict(snapshot.failed)}
    written = f'{json.dumps(counted)[:-1]}, "tools": {snapshot.written_tools}}}'
    return {**counted, "tools": snapshot.wire_tools}, written


def _reload_error(error: BaseException) -> str:
    if isinstance(error, JobTimeout):
        return f"The reload is still going on after {RELOAD_TIMEOUT:g} s; what was loaded before is served meanwhile"
    if isinstance(error, PoolFull | PoolClosed):
        return "The reload could not be started: the service is busy or stopping. Try again later"
    return f"Reloading failed and what was loaded stays: {error_text(error)}"
