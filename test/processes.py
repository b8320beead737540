"""Real services in processes of their own, for tests that look at the project from outside."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from ovos_bus_client import Message, MessageBusClient

from ovos_phal_plugin_jarvis.bus.link import BusLink

START_TIMEOUT = 120.0
MODELS = Path(tempfile.gettempdir()) / f"jarvis-tests-{os.environ.get('PYTEST_XDIST_TESTRUNUID') or os.getpid()}"
"""Where a translator keeps what it learns for all processes of this test run."""
LEARNED = MODELS / "examples"
"""Models that a process of this test run has learned, named by what they were learned from. Every home has them,
whoever runs in it: learning the same tools again takes seconds of both cores each time."""

FEWER = {"ovos-toolbox-planner": {"enabled": False}}
"""The configuration of toolboxes for a service whose tests bring tools with examples of their own. Whatever those are,
all of its tools are learned together once more, which takes half of the time without the planner's."""


def share_learned(cache: Path) -> None:
    """Let the cache directory *cache* hold what any process of this run has learned, and learns."""
    models = cache / "ovos-jarvis" / "examples"
    if not models.exists():
        models.parent.mkdir(parents=True, exist_ok=True)
        models.symlink_to(LEARNED)


def _keep_learned() -> None:
    """Keep what is learned until the last process of the run has ended; a worker may be done long before the others."""
    users = MODELS.with_name(f"{MODELS.name}-users")
    users.mkdir(exist_ok=True)
    LEARNED.mkdir(parents=True, exist_ok=True)
    mine = users / str(os.getpid())
    mine.touch()

    @atexit.register
    def forget() -> None:
        mine.unlink(missing_ok=True)
        with suppress(OSError):  # others are there
            users.rmdir()
            shutil.rmtree(MODELS, ignore_errors=True)


_keep_learned()


def free_port() -> int:
    """A port on loopback that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Home:
    """A home directory of its own for the processes of a test: their configuration, data, cache and logs."""

    def __init__(
        self,
        folder: Path,
        port: int,
        phal: Mapping[str, Any] | None = None,
        import_paths: tuple[Path, ...] = (),
        own_models: bool = False,
        **sections: Any,
    ) -> None:
        """
        Args:
            folder: where it is.
            port: of its messagebus.
            phal: the section of PHAL.
            import_paths: folders that its processes import from.
            own_models: what is learned in it is its own, beside what others have learned before.
            sections: others of its configuration.
        """
        self.folder = folder
        self.port = port
        self.import_paths = import_paths
        self.configure(phal or {}, **sections)
        if own_models:
            models = folder / "cache" / "ovos-jarvis" / "examples"
            shutil.copytree(LEARNED, models, ignore=shutil.ignore_patterns("*.part"))
        share_learned(folder / "cache")

    def configure(self, phal: Mapping[str, Any], **sections: Any) -> None:
        """Write mycroft.conf: the section of PHAL, and others."""
        path = self.folder / "config" / "mycroft" / "mycroft.conf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            json.dumps(
                {
                    "websocket": {"host": "127.0.0.1", "port": self.port, "route": "/core", "ssl": False},
                    "PHAL": phal,
                    "log_level": "INFO",
                    "logs": {"path": "stdout"},
                    **sections,
                }
            )
        )

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its processes."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "XDG_", "COV_"))}
        environment.update(
            {
                "HOME": str(self.folder),
                "XDG_CONFIG_HOME": str(self.folder / "config"),
                "XDG_DATA_HOME": str(self.folder / "data"),
                "XDG_CACHE_HOME": str(self.folder / "cache"),
                "XDG_STATE_HOME": str(self.folder / "state"),
                "PYTHONUNBUFFERED": "1",
                "PYTHONPATH": os.pathsep.join([*map(str, self.import_paths), os.environ.get("PYTHONPATH", "")]).strip(
                    os.pathsep
                ),
            }
        )
        return environment

    @contextmanager
    def run(self, *arguments: str, python: str = sys.executable) -> Iterator[subprocess.Popen[str]]:
        """A Python process with these arguments, for the length of the block. Its output goes to ``log``."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("a") as log:
            process = subprocess.Popen(
                [python, *arguments],
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                text=True,
                cwd=self.folder,
            )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(30)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait(5)

    @property
    def log(self) -> Path:
        """What the processes print."""
        return self.folder / "output.log"

    @contextmanager
    def messagebus(self) -> Iterator[None]:
        """The stock messagebus on this home's port."""
        with self.run("-m", "ovos_messagebus") as process:
            self.wait_until(lambda: _accepts(self.port), process, "the messagebus")
            yield

    @contextmanager
    def phal(self, python: str = sys.executable) -> Iterator[subprocess.Popen[str]]:
        """The stock PHAL service, once its plugins answer or have had the time to."""
        before = self.log.stat().st_size if self.log.exists() else 0
        with self.run("-m", "ovos_PHAL", python=python) as process:
            self.wait_until(lambda: "PHAL is ready" in self.log.read_text()[before:], process, "PHAL")
            yield process

    def wait_until(self, condition: Any, process: subprocess.Popen[str], what: str) -> None:
        """Poll *condition*; fail with the output where it does not come true or the process ends."""
        until = time.monotonic() + START_TIMEOUT
        while not condition():
            if process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"{what} did not start:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)


class BusCaller:
    """A client that also counts: every response that arrives, wanted or not, is kept."""

    def __init__(self, port: int) -> None:
        self.client = MessageBusClient(host="127.0.0.1", port=port)
        # The bus sends every message back to its sender, also those that are nested deep.
        self._link = BusLink(self.client)
        self._lock = threading.Lock()
        self.seen: list[Message] = []
        self.client.on("message", self._keep)
        self.client.on("open", self._count_opening)
        self._opened = 0
        self.client.run_in_thread()
        assert self.client.connected_event.wait(60)
        # The client tells of the connection after it counts as connected; that is no second one.
        until = time.monotonic() + 60
        while not self._opened and time.monotonic() < until:
            time.sleep(0.001)

    def _keep(self, raw: str) -> None:
        message = Message.deserialize(raw)
        with self._lock:
            self.seen.append(message)

    def _count_opening(self, *_: Any) -> None:
        self._opened += 1

    def ask(
        self, topic: str, data: Any = None, context: Mapping[str, Any] | None = None, timeout: float = 60.0
    ) -> Message:
        """The response to a request; fails where none comes.

        Told from other answers on the topic by a mark in the context, which a response preserves. Asked again where the
        stock bus threw this connection off: it does so to whoever sends while another process dies.
        """
        mark = uuid4().hex
        start, opened = self.count(), self._opened
        request = Message(topic, data, {**(context or {}), "asked": mark})
        self.client.emit(request)
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if self._opened != opened and self.client.connected_event.is_set():
                opened = self._opened
                self.client.emit(request)
            with self._lock:
                fresh = self.seen[start:]
            for message in fresh:
                if message.msg_type == f"{topic}.response" and message.context.get("asked") == mark:
                    return message
            time.sleep(0.001)
        raise AssertionError(f"no response to {topic} {data!r:.200}")

    def collect(
        self,
        topic: str,
        data: Any = None,
        seconds: float = 1.0,
        until: int | None = None,
        context: Mapping[str, Any] | None = None,
        settle: float = 0.0,
        times: int = 1,
    ) -> list[Message]:
        """Every response to a request that arrives within *seconds*, or as soon as there are *until*.

        Args:
            topic: of the request.
            data: of the request.
            seconds: to wait at most.
            until: responses to wait for.
            context: of the request.
            settle: seconds in which more than *until* may come, where none should.
            times: how often the request is sent.
        """
        mark, start = uuid4().hex, self.count()
        request = Message(topic, data, {**(context or {}), "asked": mark})
        for _ in range(times):
            self.client.emit(request)
        found = self.arrived(f"{topic}.response", start, seconds, until, mark)
        return self.arrived(f"{topic}.response", start, settle, mark=mark) if settle else found

    def arrived(
        self, topic: str, start: int, seconds: float, until: int | None = None, mark: str | None = None
    ) -> list[Message]:
        """Messages of *topic* that arrived since the *start*-th; with *mark*, only those to that request."""
        end = time.monotonic() + seconds
        while True:
            with self._lock:
                found = [m for m in self.seen[start:] if m.msg_type == topic]
            if mark is not None:
                found = [m for m in found if m.context.get("asked") == mark]
            if time.monotonic() > end or (until is not None and len(found) >= until):
                return found
            time.sleep(0.01)

    def until_learned(self, seconds: float = 300.0) -> None:
        """Wait for the service to have learned its tools: until then each answers by its definition alone."""
        until, learned = time.monotonic() + seconds, False
        while not learned:
            assert time.monotonic() < until, "the tools were not learned"
            time.sleep(0.2)
            # One that takes over from a service that died may not listen yet.
            for answer in self.collect("ovos.jarvis.status", seconds=10, until=1):
                learned = answer.data.get("learned", False)  # an overloaded machine may answer with an error

    def count(self) -> int:
        """How many messages have arrived so far."""
        with self._lock:
            return len(self.seen)

    def send_raw(self, text: str) -> None:
        """Put a frame on the wire as it is, valid or not."""
        self.client.client.send(text)

    def close(self) -> None:
        """Disconnect. Nobody waits: the client's reader sits in a ``select``, which hears of it 2 s late."""
        threading.Thread(target=self.client.close, daemon=True).start()


def _accepts(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False
