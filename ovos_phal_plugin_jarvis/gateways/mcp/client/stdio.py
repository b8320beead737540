"""A program that speaks MCP over its stdin and stdout, with a bound on all that it may send.

The SDK's own transport reads a line until it ends, however long that takes, and logs each one that is no message. Here
a server that prints without end costs itself only.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
from anyio.abc import Process
from mcp.client.stdio import get_default_environment
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse, jsonrpc_message_adapter
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.tools.nesting import too_deep

MAX_MESSAGE = 32_000_000
"""Bytes of one message. No answer that large goes over a messagebus anyway."""
MAX_DEPTH = 128
MAX_LINE = 300
"""Characters of a line that is told of."""
MESSAGES_A_SECOND = 2000
"""Read from one server; one that sends more waits, and the others don't."""
MAX_ASKED = 100
"""What a server may have asked us without taking our answers."""
ENDED_SECONDS = 1.0
"""That what a program has printed may take to arrive once it has ended, and what it ended with once it is silent."""
WATCH_SECONDS = 0.5
"""Between two looks at whether a program still runs."""
END_SECONDS = 2.0
"""That a program has to end once its stdin is closed, and again once it is told to."""


class Ended(Exception):
    """There is nobody to speak to (any more). The message says why."""


class Program:
    """One run of a program."""

    def __init__(
        self,
        name: str,
        argv: Sequence[str],
        env: Mapping[str, str],
        cwd: str | None,
        redact: Callable[[str], str] = str,
    ) -> None:
        """
        Args:
            name: of the server, for the log.
            argv: the program and its arguments.
            env: added to the variables that every program needs.
            cwd: where it runs; None for here.
            redact: takes the secrets out of what it prints.
        """
        self._name, self._argv, self._env, self._cwd, self._redact = name, list(argv), dict(env), cwd, redact
        self._process: Process | None = None
        self._fault = ""
        self._printed = ""
        self._junk = 0
        self._asked = 0
        self._said = ""
        self._last_words: str | None = None
        self.ended = anyio.Event()
        """Set when it says nothing more."""

    @property
    def pid(self) -> int | None:
        """Of the process; None before there is one."""
        return self._process.pid if self._process is not None else None

    def why_ended(self) -> str:
        """What is known of why it does not answer; empty where it would, and is ended by us."""
        return self._why() if self._last_words is None else self._last_words

    def _why(self) -> str:
        if self._fault:
            return self._fault
        code = self._process.returncode if self._process is not None else None
        last = f": {self._said.rstrip('.')}" if self._said else ""
        if code is None:
            return f"it printed to its stdout what is no MCP message: {self._printed!r}" if self._printed else ""
        if code < 0:
            with suppress(ValueError):
                return f"it was ended by {signal.Signals(-code).name}"  # what it said last says nothing of that
        return f"it ended with exit code {code}{last}"

    @asynccontextmanager
    async def transport(self) -> AsyncIterator[tuple[Any, Any]]:
        """Start it; the streams of its messages.

        Raises:
            Ended: it can't be started.
        """
        program = self._argv[0]
        env = {**get_default_environment(), **self._env}
        if shutil.which(program, path=env.get("PATH")) is None:
            raise Ended(f"there is no program '{text_of(program, 200)}' (on PATH, or as a file that may be run)")
        try:
            process = self._process = await anyio.open_process(
                self._argv, env=env, cwd=self._cwd, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise Ended(f"'{text_of(program, 200)}' can't be started: {text_of(error)}") from None
        received, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        outgoing, to_send = anyio.create_memory_object_stream[SessionMessage](0)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._read, process, received)
            tasks.start_soon(self._write, process, to_send)
            tasks.start_soon(self._listen, process)
            tasks.start_soon(self._watch, process)
            try:
                yield incoming, outgoing
            finally:
                self._last_words = self._why()
                with anyio.CancelScope(shield=True):
                    incoming.close()
                    outgoing.close()
                    await _end(process)
                tasks.cancel_scope.cancel()

    async def _read(self, process: Process, received: Any) -> None:
        assert process.stdout is not None
        buffer, looked, lines, began = bytearray(), 0, 0, anyio.current_time()
        async with received:
            with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
                async for chunk in process.stdout:
                    buffer += chunk
                    while (end := buffer.find(b"\n", looked)) >= 0 and not self._fault:
                        line = bytes(buffer[:end]).strip()
                        del buffer[: end + 1]
                        looked, lines = 0, lines + 1
                        message = self._message(line) if line else None
                        if message is not None and isinstance(message.message, JSONRPCRequest):
                            self._asked += 1
                            if self._asked > MAX_ASKED:
                                self._fault = f"it asked {MAX_ASKED} things and took no answer"
                                break
                        if message is not None:
                            await received.send(message)
                        if lines == MESSAGES_A_SECOND // 20:
                            await anyio.sleep(max(0.0, began + 1 / 20 - anyio.current_time()))
                            lines, began = 0, anyio.current_time()
                    looked = len(buffer)
                    if looked > MAX_MESSAGE:
                        self._fault = f"it sent a message of more than {MAX_MESSAGE // 1_000_000} MB"
                    if self._fault:
                        break
            if not self._fault:
                await self._know_end(process)
            self.ended.set()
        # Whoever prints on must not be blocked by a full pipe when it is to end.
        with suppress(anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
            while True:
                await process.stdout.receive()

    def _message(self, line: bytes) -> SessionMessage | None:
        if too_deep(line, MAX_DEPTH):
            self._fault = f"it sent JSON that is nested deeper than {MAX_DEPTH} levels"
            return None
        try:
            return SessionMessage(_read_message(line))
        except ValueError:
            self._junk += 1
            self._printed = self._redact(text_of(line[:MAX_LINE].decode("utf-8", "replace"), MAX_LINE))
            if self._junk == 1:
                LOG.warning(f"MCP server '{self._name}' prints to its stdout what is no message: {self._printed!r}")
            return None

    async def _write(self, process: Process, to_send: Any) -> None:
        assert process.stdin is not None
        async with to_send:
            async for sent in to_send:
                text = sent.message.model_dump_json(by_alias=True, exclude_unset=True)
                try:
                    await process.stdin.send(f"{text}\n".encode())
                except (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
                    break
                if isinstance(sent.message, JSONRPCResponse | JSONRPCError):
                    self._asked -= 1
            else:
                return
        await self._know_end(process)
        if process.returncode is None and not self.ended.is_set():
            self._fault = self._fault or "it closed its stdin"
        self.ended.set()

    async def _watch(self, process: Process) -> None:
        """It has ended when its program has, whoever it has left its pipes to."""
        while process.returncode is None:
            await anyio.sleep(WATCH_SECONDS)
        with anyio.move_on_after(ENDED_SECONDS):
            await self.ended.wait()
        self.ended.set()

    async def _know_end(self, process: Process) -> None:
        """What it died of is known a moment after it has gone silent."""
        with anyio.move_on_after(ENDED_SECONDS):
            while process.returncode is None:
                await anyio.sleep(0.01)

    async def _listen(self, process: Process) -> None:
        """Log what it says on stderr, and keep the last line of it."""
        assert process.stderr is not None
        buffer = b""
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
            async for chunk in process.stderr:
                *lines, buffer = (buffer + chunk).split(b"\n")
                for line in lines[-20:]:
                    said = self._redact(text_of(line[: MAX_LINE * 4].decode("utf-8", "replace").strip(), MAX_LINE))
                    if said:
                        self._said = said
                        LOG.debug(f"MCP server '{self._name}': {said}")
                buffer = buffer[: MAX_LINE * 4]


def _read_message(line: bytes) -> JSONRPCMessage:
    """The message that *line* is.

    Raises:
        ValueError: it is none.
    """
    try:
        return jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        if b"\\ud" not in line and b"\\uD" not in line:
            raise
        # Half a character: whoever cuts a text where it stands in UTF-16 leaves one.
        whole = json.dumps(json.loads(line), ensure_ascii=False).encode("utf-8", "replace")
        return jsonrpc_message_adapter.validate_json(whole, by_name=False)


async def _end(process: Process) -> None:
    """End the program and all that it has started."""
    assert process.stdin is not None
    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
        await process.stdin.aclose()
    for number in (None, signal.SIGTERM, signal.SIGKILL):
        if number is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, number)
        with anyio.move_on_after(END_SECONDS):
            while process.returncode is None:
                await anyio.sleep(0.01)
        if process.returncode is not None and not _group_lives(process.pid):
            break
    with anyio.move_on_after(1.0):
        # It waits for the pipes as well, which somebody that has left the group may hold.
        await process.aclose()


def _group_lives(pid: int) -> bool:
    """Whether anything that the program has started is still there."""
    try:
        os.killpg(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True
