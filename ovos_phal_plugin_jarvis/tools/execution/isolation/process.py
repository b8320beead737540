"""A process of our own: started, listened to, ended, and started again with back-off. One thread does all of it.

A toolbox (``toolbox.py``) and a model (``llm/engines/llama``) are kept in one.
"""

from __future__ import annotations

import itertools
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.config import IsolationConfig
from ovos_phal_plugin_jarvis.foreign_text import error_text, log_error, text_of
from ovos_phal_plugin_jarvis.tools.execution.isolation.frames import MAX_FRAME, BadFrame, FrameReader, encode

STOP_GRACE = 2.0
"""Seconds that what is in the process has to shut down, and the process to end by itself."""
MAX_UNSENT = 32_000_000
"""Bytes that may wait for a process that does not read."""
MAX_CALLS = 64
"""Calls in flight in one process."""
MAX_PROGRESS = 16
"""Tellings of one call that wait to be read; the latest count."""
MAX_OUTPUT = 256_000
"""Bytes a second that are read of what the toolbox prints; one that prints more waits."""
MAX_LINES = 200
"""Lines a minute of it that are logged."""

MAX_LINE = 1000
"""Bytes of a line."""

_CHUNK = 65536
_PASSES = 20
_POLL = 0.1
"""Seconds between two looks at whether the process has ended, where the system can't tell."""
_CLOSED_GRACE = 0.5
_MARK = "OVOS_JARVIS_ISOLATED"
"""Environment variable by which what the process has started is known."""
# A fresh interpreter, never a fork; it finds modules where this one does. What it is to build comes over the socket:
# a command line is for everyone to read.
_BOOT = (
    "import sys, json, importlib; sys.path[:] = json.loads(sys.argv[3]); "
    "importlib.import_module(sys.argv[4]).main(int(sys.argv[1]), int(sys.argv[2]))"
)


@dataclass(frozen=True)
class BackOff:
    """How long a process that ended is waited with, in seconds."""

    first: float = 1.0
    """Until it is started again; doubles each time."""
    most: float = 60.0
    well: float = 60.0
    """That it has to serve until its next end counts as the first again."""


@dataclass(eq=False)
class Pending:
    """A request that was sent and not answered yet."""

    about: str
    """What it is about, for errors."""
    ended: threading.Event = field(default_factory=threading.Event)
    changed: threading.Event = field(default_factory=threading.Event)
    """Set when it has ended, and by whoever wants its waiter to look up."""
    reply: Mapping[str, Any] | None = None
    error: Exception | None = None
    progress: deque[Any] = field(default_factory=lambda: deque(maxlen=MAX_PROGRESS))
    """What it told of itself meanwhile, for the waiter to read."""
    was_first: bool = False
    """Whether it had waited for longest when its process ended, so that it may have been the cause."""
    until: float | None = None
    """Of the monotonic clock: without an answer by then, the process is ended."""

    def tell(self, progress: Any) -> None:
        """Have the waiter read how far the call is."""
        self.progress.append(progress)
        self.changed.set()

    def finish(self, reply: Mapping[str, Any] | None, error: Exception | None = None) -> None:
        """Hand the answer to the waiter."""
        self.reply, self.error = reply, error
        self.ended.set()
        self.changed.set()


class SupervisedProcess:
    """Keeps one process, from ``start`` to ``stop``; afterwards nothing of it is left.

    What the process sends is only read as values: frames of a bounded size, each the answer to a request that waits.
    Whatever else it does ends it, and costs nobody but those who asked it. Subclasses say what their errors are.
    """

    def __init__(
        self,
        name: str,
        module: str,
        build: Mapping[str, Any],
        limits: IsolationConfig,
        start_timeout: float,
        back_off: BackOff,
        *,
        thread: str,
        max_calls: int = MAX_CALLS,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """
        Args:
            name: what lives in it (``toolbox 'x'``), for logs and errors.
            module: the module whose ``main`` it runs.
            build: tells the process what to build.
            limits: what it may use.
            start_timeout: seconds it has to be ready.
            back_off: how long it is waited with once it has ended.
            thread: the name of the thread that looks after it.
            max_calls: requests that may be in flight.
            environment: variables that it gets beside this process's own.

        Raises:
            BadFrame: what to build can't be sent.
        """
        self._name = name
        self._module = module
        self._build = encode({**build, "limits": limits.model_dump(), "recursion_limit": sys.getrecursionlimit()})
        self._limits = limits
        self._start_timeout = start_timeout
        self._back_off = back_off
        self._max_calls = max_calls
        self._environment = dict(environment or {})
        self._printed_last = ""
        self._refusal: Mapping[str, Any] | None = None
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._state = "starting"
        self._described: Mapping[str, Any] | None = None
        self._failure: str | None = None
        self._pending: dict[int, Pending] = {}
        self._serial = itertools.count(1)
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._end_reason: str | None = None
        self._stopping = False
        self._pid: int | None = None
        self._ready_at: float | None = None
        self._restart_at = 0.0
        self._restarts = 0
        self._last_reason: str | None = None
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        # The kernel ends the process with the thread that has started it, which is why it is one thread.
        self._thread = threading.Thread(target=self._supervise, daemon=True, name=thread)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def wait_ready(self, seconds: float) -> Mapping[str, Any]:
        """What the process told when it was ready.

        Raises:
            Exception: it could not be built, or not in time. The message is the reason alone.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._described is not None or self._failure is not None, seconds)
            if self._described is None:
                raise self._down(self._failure or f"did not finish within {seconds:g} s")
            return self._described

    @property
    def described(self) -> Mapping[str, Any]:
        """What the process told when it was last ready."""
        with self._lock:
            return self._described or {}

    def status(self) -> dict[str, Any]:
        """``state`` (starting, running, waiting, stopped), ``pid``, ``restarts``, ``last_reason``, ``calls`` in flight,
        ``restart_in`` (seconds, while it waits) and the configured ``limits``."""
        with self._lock:
            waits = round(max(0.0, self._restart_at - time.monotonic()), 1) if self._state == "waiting" else None
            return {
                "state": self._state,
                "pid": self._pid,
                "restarts": self._restarts,
                "last_reason": self._last_reason,
                "calls": len(self._pending),
                "restart_in": waits,
                "limits": self._limits.model_dump(exclude={"mode"}, exclude_none=True),
            }

    def send(self, operation: str, about: str, data: Mapping[str, Any], wait: float) -> tuple[int, Pending]:
        """Send a request; the answer comes through the ``Pending``.

        Args:
            operation: what is asked.
            about: what it is about, for errors.
            data: the rest of the request.
            wait: seconds to wait for a process that is just being started.

        Raises:
            BadFrame: *data* can't be sent.
            Exception: there is no process, or too much is waiting for it already.
        """
        serial = next(self._serial)
        frame = encode({"op": operation, "id": serial, **data})
        until = time.monotonic() + wait
        with self._changed:
            self._changed.wait_for(lambda: self._is_settled(until), max(0.0, wait))
            if self._state != "running":
                raise self._not_sent(about)
            if len(self._pending) >= self._max_calls or self._unsent_bytes + len(frame) > MAX_UNSENT:
                raise self._full(about, len(self._pending))
            pending = self._pending[serial] = Pending(about)
            self._queue(frame)
        return serial, pending

    def cancel(self, serial: int) -> None:
        """Tell the process that the answer to request *serial* is no longer wanted."""
        with self._lock:
            if serial in self._pending:
                self._queue(encode({"op": "cancel", "id": serial}))

    def is_alone(self, pending: Pending) -> bool:
        """Whether no other request is in flight."""
        with self._lock:
            return all(other is pending for other in self._pending.values())

    def end(self, pending: Pending, reason: str) -> None:
        """End the process, unless *pending* has been answered meanwhile; it is started again.

        Args:
            pending: the request that is the cause.
            reason: completes "the process of … was ended: …".
        """
        with self._lock:
            if not pending.ended.is_set() and self._end_reason is None:
                self._end_reason = reason
                self._wake()

    def stop(self) -> None:
        """Let what is in it shut down, end the process and this thread. Returns within ``STOP_GRACE`` and a bit."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
            self._wake()
        if self._thread.ident is None:
            self._close_wake()
        else:
            self._thread.join(STOP_GRACE + 2.0)
            if self._thread.is_alive():
                LOG.warning(f"{self._name}: its process does not end")

    def settle(self, pending: Pending, seconds: float) -> None:
        """End the process unless *pending* is answered within *seconds* from now."""
        with self._lock:
            pending.until = time.monotonic() + seconds
            self._wake()

    # What differs by what lives in the process. All under the lock.

    def _down(self, why: str) -> Exception:
        """The error of who waits for a process that is not there."""
        return RuntimeError(why)

    def _not_sent(self, about: str) -> Exception:
        return self._down(f"{about}: {self._why_down()}")

    def _not_answered(self, about: str, why: str) -> Exception:
        return self._down(f"{about}: {why}")

    def _full(self, about: str, waiting: int) -> Exception:
        return self._down(f"{about}: {waiting} requests wait for {self._name} already")

    def _is_settled(self, until: float) -> bool:
        """Whether it is clear that a request is sent or isn't, for one that may wait until then."""
        return self._state != "starting"

    def _is_hopeless(self) -> bool:
        """Whether a process that ended before it was ready is not started again."""
        return self._described is None

    def _take_early(self, message: dict[str, Any]) -> None:
        """Take what is sent before the process is ready.

        Raises:
            BadFrame: always, where the process has nothing to tell by then.
        """
        raise BadFrame("it sent something else where it had to say that it is ready")

    def _became_ready(self) -> None:
        """Called whenever a process is ready."""

    # The rest runs on the thread.

    def _supervise(self) -> None:
        wait = self._back_off.first
        try:
            while True:
                try:
                    reason = self._live()
                except Exception as error:  # noqa: BLE001 - whatever it is, those who wait get their answer
                    log_error(f"serving {self._name} in a process of its own failed", error)
                    reason = f"could not be served: {error_text(error)}"
                with self._changed:
                    ready_at, self._ready_at, self._pid = self._ready_at, None, None
                    orphans, self._pending = list(self._pending.values()), {}
                    self._unsent.clear()
                    self._unsent_bytes, self._end_reason = 0, None
                    if not self._stopping:
                        self._last_reason = reason
                    given_up = self._stopping or (ready_at is None and self._is_hopeless())
                    if ready_at is not None and time.monotonic() - ready_at >= self._back_off.well:
                        wait = self._back_off.first
                    self._restart_at = time.monotonic() + wait
                    self._state = "stopped" if given_up else "waiting"
                    if given_up:
                        self._failure = self._failure or reason
                    why = self._why_down()
                    self._changed.notify_all()
                for at, pending in enumerate(orphans):
                    pending.was_first = at == 0
                    pending.finish(None, self._not_answered(pending.about, why))
                if given_up:
                    return
                LOG.warning(why)
                with self._changed:
                    if self._changed.wait_for(lambda: self._stopping, wait):
                        self._state = "stopped"
                        return
                    self._state = "starting"
                    self._restarts += 1
                wait = min(self._back_off.most, wait * 2)
        finally:
            self._close_wake()

    def _live(self) -> str:
        """Start a process and serve it until it has ended; why it did."""
        connection, theirs = socket.socketpair()
        output, outlet = os.pipe()
        mark = uuid4().hex
        try:
            try:
                process = self._spawn(theirs, outlet, mark)
            except OSError as error:
                return f"could not be started: {error.strerror}"
            finally:
                theirs.close()
                os.close(outlet)
            try:
                with _Life(self._name, process.pid, connection, output) as life:
                    try:
                        return self._serve(life)
                    finally:
                        self._printed_last = life.printed_last
            finally:
                _end_all(process, mark, self._name)
        finally:
            connection.close()
            os.close(output)

    def _spawn(self, theirs: socket.socket, outlet: int, mark: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, **self._environment, _MARK: mark}
        folder = None
        if self._limits.folder is not None:
            folder = Path(self._limits.folder).expanduser()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            environment["TMPDIR"] = str(folder)
        fd = theirs.fileno()
        return subprocess.Popen(
            [sys.executable, "-c", _BOOT, str(fd), str(os.getpid()), json.dumps(sys.path), self._module, self._name],
            stdin=subprocess.DEVNULL,
            stdout=outlet,
            stderr=outlet,
            pass_fds=(fd,),
            cwd=folder,
            env=environment,
            start_new_session=True,  # so that what it starts ends with it
        )

    def _serve(self, life: _Life) -> str:
        """Carry frames to and fro until there is a reason to end."""
        started, stop_by = time.monotonic(), None
        with self._lock:
            self._pid = life.pid
            self._queue(self._build)
        life.watch("wake", self._wake_read, selectors.EVENT_READ)
        while True:
            now = time.monotonic()
            with self._lock:
                if self._end_reason is not None:
                    return f"was ended: {self._end_reason}"
                if self._stopping and stop_by is None:
                    stop_by = now + STOP_GRACE
                    self._queue(encode({"op": "shutdown", "id": 0}))
                ready = self._ready_at is not None
                overdue = min((p.until for p in self._pending.values() if p.until is not None), default=None)
                unsent = bool(self._unsent)
            if not ready and now > started + self._start_timeout:
                return f"was ended: it was not ready within {self._start_timeout:g} s"
            if stop_by is not None and now > stop_by:
                return "was ended: it did not shut down"
            if overdue is not None and now > overdue:
                return "was ended: it did not stop what nobody waited for any more"
            deadlines = [stop_by, overdue, None if ready else started + self._start_timeout]
            try:
                happened = life.wait(now, min((d for d in deadlines if d is not None), default=None), unsent)
                if "wake" in happened:
                    _drain(self._wake_read)
                if "writable" in happened:
                    self._send_unsent(life)
                for message in life.received:
                    self._take(message)
                life.received.clear()
                if "ended" in happened:
                    # What it answered before it ended still counts.
                    life.read_all()
                    for message in life.received:
                        self._take(message)
            except BadFrame as error:
                return f"was ended: {text_of(error)}"
            if "ended" in happened:
                return _how_it_ended(life.pid, self._limits)
            if "closed" in happened:
                return "was ended: it closed its connection"

    def _send_unsent(self, life: _Life) -> None:
        while True:
            with self._lock:
                if not self._unsent:
                    return
                first = self._unsent[0]
            sent = life.send(first)
            with self._lock:
                self._unsent_bytes -= sent
                if sent < len(first):
                    self._unsent[0] = first[sent:]
                    return
                self._unsent.popleft()

    def _take(self, message: dict[str, Any]) -> None:
        with self._changed:
            if self._ready_at is None:
                if isinstance(message.get("failed"), str):
                    self._failure, self._refusal = text_of(message["failed"]), message
                    raise BadFrame(f"building it failed: {self._failure}")
                if not isinstance(message.get("ready"), dict):
                    self._take_early(message)
                    return
                self._described = message["ready"]
                self._ready_at, self._state = time.monotonic(), "running"
                self._became_ready()
                self._changed.notify_all()
                return
            serial = message.get("id")
            if type(serial) is int and "progress" in message:
                waited_for = self._pending.get(serial)
                if waited_for is not None:  # else it was answered meanwhile
                    waited_for.tell(message["progress"])
                return
            pending = self._pending.pop(serial, None) if type(serial) is int else None
            if pending is None and not (self._stopping and serial == 0):
                raise BadFrame("it answered what nobody had asked")
        if pending is not None:
            pending.finish(message)

    def _why_down(self) -> str:
        # Under the lock.
        why = f"the process of {self._name} "
        if self._state == "starting":
            return f"{why}is being started"
        if self._stopping:
            return f"{why}is being shut down"
        why += str(self._last_reason or self._failure)
        if self._state == "waiting":
            why += f". It is started again in {max(0.0, self._restart_at - time.monotonic()):.1f} s"
        return why

    def _queue(self, frame: bytes) -> None:
        # Under the lock.
        self._unsent.append(frame)
        self._unsent_bytes += len(frame)
        self._wake()

    def _wake(self) -> None:
        # Under the lock.
        if self._wake_write >= 0:
            try:
                os.write(self._wake_write, b".")
            except BlockingIOError:
                pass  # enough is in there to wake it

    def _close_wake(self) -> None:
        with self._lock:
            if self._wake_write >= 0:
                os.close(self._wake_read)
                os.close(self._wake_write)
                self._wake_read = self._wake_write = -1


class _Life:
    """One process while it lives: its connection, what it prints, and whether it has ended."""

    def __init__(self, name: str, pid: int, connection: socket.socket, output: int) -> None:
        self.pid = pid
        self.received: list[dict[str, Any]] = []
        self._connection = connection
        self._connection.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._pidfd: int | None = None
        self._watched: dict[str, tuple[Any, int]] = {}
        self._reader = FrameReader()
        self._lines = _Printed(name)
        self._printed: _Printed | None = self._lines
        self._output = output
        os.set_blocking(output, False)  # what outlives the process may still hold the other end
        self._closed_at: float | None = None
        try:
            self._pidfd = os.pidfd_open(pid)
        except (AttributeError, OSError):
            pass  # a system without: it is looked at now and then
        else:
            self.watch("process", self._pidfd, selectors.EVENT_READ)

    @property
    def printed_last(self) -> str:
        """The last line that it printed."""
        return self._lines.last

    def __enter__(self) -> _Life:
        return self

    def __exit__(self, *error: object) -> None:
        self._selector.close()
        if self._pidfd is not None:
            os.close(self._pidfd)

    def watch(self, name: str, file: Any, events: int) -> None:
        """Wait for *events* of *file* from now on; for none where they are 0."""
        before = self._watched.get(name, (file, 0))
        if before[1] and events:
            self._selector.modify(file, events, name)
        elif before[1]:
            self._selector.unregister(file)
        elif events:
            self._selector.register(file, events, name)
        self._watched[name] = (file, events)

    def wait(self, now: float, until: float | None, unsent: bool) -> set[str]:
        """Wait for something to happen, and read what arrived into ``received``.

        Returns:
            Any of ``wake``, ``writable``, ``ended`` (the process has) and ``closed`` (the connection, for longer than
            a process takes to end).

        Raises:
            BadFrame: what arrived is not how the protocol goes.
        """
        moments = [until]
        if self._pidfd is None or self._closed_at is not None:
            moments.append(now + _POLL)
        if self._printed is not None:
            may_read, again = self._printed.may_read(now)
            self.watch("output", self._output, selectors.EVENT_READ if may_read else 0)
            moments.append(again)
        if self._closed_at is None:
            self.watch("connection", self._connection, selectors.EVENT_READ | (selectors.EVENT_WRITE if unsent else 0))
        first = min((m for m in moments if m is not None), default=None)
        timeout = None if first is None else max(0.0, first - now)
        happened = set()
        for key, events in self._selector.select(timeout):
            if key.data == "wake":
                happened.add("wake")
            elif key.data == "output":
                self._read_output()
            elif key.data == "connection":
                if events & selectors.EVENT_READ:
                    self._read()
                if events & selectors.EVENT_WRITE:
                    happened.add("writable")
        if _has_ended(self.pid):
            happened.add("ended")
        elif self._closed_at is not None and time.monotonic() > self._closed_at + _CLOSED_GRACE:
            happened.add("closed")
        return happened

    def send(self, data: bytes) -> int:
        """Send as much of *data* as goes without waiting; how much that was."""
        try:
            return self._connection.send(data)
        except (BlockingIOError, InterruptedError):
            return 0
        except OSError:
            return len(data)  # it is ending, which is seen at the other end

    def read_all(self) -> None:
        """Read what is still there of a process that has ended. Raises as ``wait``."""
        for _ in range(2 * MAX_FRAME // _CHUNK):
            if self._closed_at is not None or not self._read():
                break
        if self._printed is not None:
            self._read_output()

    def _read(self) -> bool:
        try:
            data = self._connection.recv(_CHUNK)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError:
            data = b""
        if not data:
            self._closed_at = time.monotonic()
            self.watch("connection", self._connection, 0)
            return False
        self.received.extend(self._reader.feed(data))
        return True

    def _read_output(self) -> None:
        assert self._printed is not None
        try:
            data = os.read(self._output, _CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        self._printed.feed(data)
        if not data:
            self.watch("output", self._output, 0)
            self._printed = None


class _Printed:
    """What a process prints, line by line into the log, as far as it stays within bounds."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rest = b""
        self._second = self._minute = 0.0
        self._bytes = self._lines = self._dropped = 0
        self.last = ""

    def may_read(self, now: float) -> tuple[bool, float | None]:
        """Whether more is to be read now, and else from when on."""
        if now - self._second >= 1.0:
            self._second, self._bytes = now, 0
        return (True, None) if self._bytes < MAX_OUTPUT else (False, self._second + 1.0)

    def feed(self, data: bytes) -> None:
        """Take what was printed; nothing means that nothing more comes."""
        self._bytes += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        if not data or len(self._rest) > MAX_LINE:
            lines, self._rest = [*lines, self._rest], b""
        for line in lines:
            if line.strip():
                self._log(text_of(line[:MAX_LINE].decode("utf-8", "replace")))

    def _log(self, line: str) -> None:
        now = time.monotonic()
        if now - self._minute >= 60.0:
            if self._dropped:
                LOG.warning(f"{self._name} printed {self._dropped} lines more than are logged")
            self._minute, self._lines, self._dropped = now, 0, 0
        self._lines += 1
        self.last = line
        if self._lines <= MAX_LINES:
            LOG.info(f"{self._name} prints: {line}")
        else:
            self._dropped += 1


def _has_ended(pid: int) -> bool:
    """Whether it has; its number stays taken until it is waited for."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True  # somebody else in this process has waited for it


def _how_it_ended(pid: int, limits: IsolationConfig) -> str:
    try:
        result = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        result = None
    if result is None:
        return "ended"
    if result.si_code == os.CLD_EXITED:
        return f"ended with exit status {result.si_status}"
    if result.si_status == signal.SIGXCPU:
        return f"had used the {limits.cpu_seconds} s of processor time that it may use"
    try:
        name = signal.Signals(result.si_status).name
    except ValueError:
        name = f"signal {result.si_status}"
    return f"was killed by {name}" + (" (out of memory?)" if name == "SIGKILL" else "")


def _end_all(process: subprocess.Popen[bytes], mark: str, name: str) -> None:
    """Kill the process and whatever it has started, and wait for it."""
    try:
        # Its number, and with it the group's, is taken until it is waited for: this hits nobody else.
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        LOG.error(f"{name}: process {process.pid} can't be ended")
    for _ in range(_PASSES):
        left = _marked(mark)
        if not left:
            return
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass  # it has ended meanwhile, or has become somebody else's
        time.sleep(0.01)
    LOG.error(f"{name}: what its process has started can't be ended: {left}")


def _marked(mark: str) -> list[int]:
    """Processes that it has started and that have left its group."""
    found = []
    wanted = f"{_MARK}={mark}".encode()
    for entry in Path("/proc").iterdir() if Path("/proc/self").exists() else ():
        if entry.name.isdigit():
            try:
                # What has ended already has no environment any more.
                if wanted in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue  # ended, or another user's
    return found


def _drain(fd: int) -> None:
    try:
        while len(os.read(fd, _CHUNK)) == _CHUNK:
            pass
    except BlockingIOError:
        pass
