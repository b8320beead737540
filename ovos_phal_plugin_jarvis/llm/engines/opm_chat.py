"""Any OPM chat plugin as an engine: a remote server, or whatever else implements ``ChatEngine``."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from time import monotonic, perf_counter
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text, text_of, type_name
from ovos_phal_plugin_jarvis.llm.call_format import Call, CallFormat, compact_json
from ovos_phal_plugin_jarvis.llm.engines.base import CancelToken, EngineUsage, Generation, GenerationRequest, ModelInfo
from ovos_phal_plugin_jarvis.llm.engines.errors import (
    EngineCancelled,
    EngineError,
    EngineQueueFull,
    EngineReplyError,
    EngineTimeout,
    EngineUnavailable,
)
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat, Turn, tool_text, user_text
from ovos_phal_plugin_jarvis.sdk.base import accepts_keyword
from ovos_phal_plugin_jarvis.tools.execution.deadline import ForeignCalls, ForeignFailure
from ovos_phal_plugin_jarvis.tools.execution.pool import JobTimeout, PoolClosed, PoolFull, WorkerPool

BUILD_SECONDS = 20.0
"""Seconds that a plugin's constructor may take."""
REPORT_GRACE = 5.0
"""Seconds beyond its deadline that the end of a request is waited for."""
MAX_REPLY_CHARS = 100_000
"""A longer reply is none."""


class _Exchange:
    """One call of the plugin, which can't be stopped, only no longer waited for."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.reply: Any = None
        self.error: BaseException | None = None

    def end(self, reply: Any, error: BaseException | None) -> None:
        self.reply, self.error = reply, error
        self.done.set()


class OpmChatEngine:
    """The chat plugin with a given id."""

    constrains = False

    def __init__(self, plugin_id: str, config: Mapping[str, Any] | None = None, *, limit: int = 4):
        """The plugin is made at :meth:`start` or the first request.

        Args:
            plugin_id: an entry point of ``opm.agents.chat``.
            config: handed to the plugin.
            limit: requests under way at one time, those that nobody waits for any more included; one more is refused.
        """
        self.name = plugin_id
        self._config = dict(config or {})
        self._lock = threading.Lock()
        self._pool = WorkerPool("jarvis-chat", workers=limit, queue=0, max_stuck=0)
        self._foreign = ForeignCalls(BUILD_SECONDS)
        self._plugin: Any = None
        self._load_error: EngineError | None = None
        self._closed = False
        self._served = self._failed = 0
        self._last = EngineUsage()

    @property
    def supports_tools(self) -> bool:
        """Whether the plugin takes tools beside the messages and answers with calls.

        Raises:
            EngineUnavailable: there is no such plugin.
        """
        return bool(getattr(self._loaded(), "supports_tools", False))

    def start(self) -> None:
        """Make the plugin; a failure is kept for the first request."""
        try:
            self._loaded()
        except EngineError as error:
            LOG.error(f"the chat plugin is not used: {error}")

    def info(self, timeout: float | None = None) -> ModelInfo:
        """Nothing is known of a model behind a plugin but the name in its configuration."""
        self._loaded()
        return ModelInfo(name=str(self._config.get("model") or ""))

    def generate(self, request: GenerationRequest, cancel: CancelToken | None = None) -> Generation:
        """The reply; see :meth:`Engine.generate`."""
        started, deadline = perf_counter(), monotonic() + request.timeout
        plugin = self._loaded()
        native = bool(request.tools) and bool(getattr(plugin, "supports_tools", False))
        messages = _messages(request, native)
        exchange = _Exchange()
        if cancel is not None:
            cancel.on_cancel(exchange.done.set)

        def ask() -> Any:
            options: dict[str, Any] = {"session_id": request.session_id, "lang": request.lang}
            if native:
                options["tools"] = [dict(tool) for tool in request.tools]
            if request.response_format is not None and accepts_keyword(plugin.continue_chat, "response_format"):
                options["response_format"] = dict(request.response_format)
            try:
                return plugin.continue_chat(messages, **options)
            except BaseException as error:  # noqa: BLE001 - a plugin may raise anything
                raise EngineUnavailable(f"{self.name} failed: {error_text(error)}") from None

        try:
            self._pool.submit(ask, request.timeout, exchange.end)
        except PoolClosed:
            raise EngineUnavailable("the engine was closed") from None
        except PoolFull:
            raise EngineQueueFull(f"{self._pool.running} requests wait for {self.name} already") from None
        try:
            # The pool tells of the deadline; should it ever fail to, this thread is not the one to pay.
            if not exchange.done.wait(deadline - monotonic() + REPORT_GRACE) or isinstance(exchange.error, JobTimeout):
                raise EngineTimeout(f"{self.name} did not reply within {round(request.timeout, 2):g} s")
            if cancel is not None and cancel.cancelled:
                raise EngineCancelled("the request was withdrawn")
            if isinstance(exchange.error, EngineError):
                raise exchange.error
            if exchange.error is not None:
                raise EngineUnavailable("the engine was closed")
            generation = _generation(exchange.reply, self.name, perf_counter() - started)
        except EngineError:
            self._failed += 1
            raise
        self._served += 1
        self._last = generation.usage
        return generation

    def prepare(self, turns: Sequence[Turn], format: PromptFormat) -> None:
        """Nothing: what a server keeps is its own business."""

    def status(self) -> dict[str, Any]:
        """State and counts."""
        state = "closed" if self._closed else "failed" if self._load_error else "ready" if self._plugin else "idle"
        return {
            "engine": self.name,
            "state": state,
            "model": str(self._config.get("model") or ""),
            "error": str(self._load_error) if self._load_error else None,
            "waiting": self._pool.running,
            "served": self._served,
            "failed": self._failed,
            "last": self._last.to_dict(),
        }

    def close(self) -> None:
        """Refuse new requests; those under way end when the plugin lets them, which is waited for shortly."""
        with self._lock:
            self._closed = True
        self._pool.shutdown(1.0)

    def _loaded(self) -> Any:
        with self._lock:
            if self._closed:
                raise EngineUnavailable("the engine was closed")
            if self._plugin is None and self._load_error is None:
                made = self._build()
                if isinstance(made, EngineError):
                    self._load_error = made
                else:
                    self._plugin = made
            if self._load_error is not None:
                raise self._load_error
            return self._plugin

    def _build(self) -> Any:
        """The plugin, or the error that says why there is none."""

        def build() -> Any:
            try:
                return _make(self.name, self._config)
            except EngineError as error:
                return error

        try:
            return self._foreign.run(f"chat plugin {self.name}", build)
        except ForeignFailure as failure:
            return EngineUnavailable(f"{self.name} could not be made: it {text_of(failure)}")


def _make(plugin_id: str, config: dict[str, Any]) -> Any:
    from ovos_plugin_manager.agents import find_chat_plugins

    plugins = find_chat_plugins()
    if plugin_id not in plugins:
        known = ", ".join(sorted(plugins)) or "none"
        raise EngineUnavailable(
            f"llm.engine names {plugin_id!r}, which is no installed chat plugin (there are: {known}; "
            "'llama.cpp' runs a model here)"
        )
    try:
        return plugins[plugin_id](config)
    except Exception as error:  # noqa: BLE001 - a plugin may raise anything
        raise EngineUnavailable(f"{plugin_id} could not be made: {error_text(error)}") from None


def _messages(request: GenerationRequest, native: bool) -> list[Any]:
    from ovos_plugin_manager.templates.agents import AgentMessage, MessageRole, ToolCall

    shape = request.grammar.shape if request.grammar is not None else None
    messages: list[Any] = []
    call_ids: list[str] = []
    for turn in request.turns:
        if turn.role == "assistant" and turn.calls:
            if native:
                call_ids = [f"call_{len(messages)}_{i}" for i in range(len(turn.calls))]
                made = [ToolCall(i, c.name, dict(c.arguments)) for i, c in zip(call_ids, turn.calls, strict=True)]
                messages.append(AgentMessage(MessageRole.ASSISTANT, "", tool_calls=made))
            else:
                messages.append(AgentMessage(MessageRole.ASSISTANT, _calls_text(turn.calls, shape)))
        elif turn.role == "tool":
            text = tool_text(turn)
            if native and call_ids:
                messages.append(
                    AgentMessage(MessageRole.TOOL, text, tool_call_id=call_ids.pop(0), name=turn.name or None)
                )
            else:
                messages.append(AgentMessage(MessageRole.USER, text))
        else:
            text = user_text(turn)
            messages.append(AgentMessage(MessageRole(turn.role), text))
    return messages


def _calls_text(calls: Sequence[Call], shape: CallFormat | None) -> str:
    if shape is None:
        return "\n".join(f"{call.name} {compact_json(dict(call.arguments))}" for call in calls)
    return shape.render(calls)


def _generation(reply: Any, name: str, seconds: float) -> Generation:
    content = getattr(reply, "content", None)
    calls = getattr(reply, "tool_calls", None) or ()
    if content is None and calls:
        content = ""
    if not isinstance(content, str):
        raise EngineReplyError(f"{name} replied with {type_name(reply)} instead of a message")
    if len(content) > MAX_REPLY_CHARS:
        raise EngineReplyError(f"{name} replied with {len(content)} characters")
    made = []
    for call in calls:
        arguments = getattr(call, "arguments", None)
        if isinstance(getattr(call, "name", None), str) and isinstance(arguments, Mapping):
            made.append(Call(call.name, dict(arguments)))
        else:
            raise EngineReplyError(f"{name} replied with a tool call that cannot be read")
    return Generation(tuple(made), content, content, False, False, EngineUsage(seconds=seconds))
