"""Who serves: one service a messagebus, and one owner a data folder.

A data folder is held by a lock that the kernel lets go of when its process dies. A bus knows no locks; there whoever
wants to serve says so to everyone, and who serves already, or said so first, objects. Two that find out late settle it
the same way: the younger steps aside.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from ovos_bus_client.message import Message
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.bus.topics import JARVIS_CLAIM, JARVIS_CLAIM_RELEASED
from ovos_phal_plugin_jarvis.stores import data_directory

LOCK_NAME = "service.lock"
OBJECTION_SECONDS = 0.15
"""How long a service that starts waits for one that serves to object, or ten times as long as the bus took to give its
question back: where that is slow, so is the other one. A later objection counts too."""
BUSY_SECONDS = 20.0
"""How long a service whose process is there may say nothing before it counts as hung. A loaded device keeps it busy for
seconds, and two that serve at once would be worse than one that is late."""
CONNECT_SECONDS = 1.0
ECHO_SECONDS = 2.0


@dataclass(frozen=True)
class Holder:
    """A process that serves, or wants to."""

    id: str
    pid: int
    host: str
    program: str
    since: float
    """When it asked for the claim: seconds since 1970, by its own clock."""
    bus: str = ""
    """``HOST:PORT`` of its messagebus; empty where that is no network's."""

    @property
    def is_there(self) -> bool:
        """Whether its process is seen to be there; never so for one on another machine."""
        if self.host != socket.gethostname() or self.pid <= 0:
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except OSError:  # another user's
            return True
        return True

    def __str__(self) -> str:
        elsewhere = f" on {self.host}" if self.host != socket.gethostname() else ""
        return f"{self.program} (process {self.pid}{elsewhere})"


def read_holder(data: Any) -> Holder | None:
    """A holder from a message or a lock file; None where it is none."""
    if not isinstance(data, Mapping):
        return None
    kinds = {"id": str, "pid": int, "host": str, "program": str, "since": int | float}
    if any(not isinstance(data.get(key), kind) for key, kind in kinds.items()):
        return None
    texts = {key: "".join(c for c in data[key] if c.isprintable())[:80] for key in ("id", "host", "program")}
    bus = data.get("bus")
    return Holder(pid=data["pid"], since=float(data["since"]), bus=bus[:80] if isinstance(bus, str) else "", **texts)


class FolderLock:
    """The lock on a data folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK_NAME
        self._handle: int | None = None

    def acquire(self, me: Holder) -> Holder | None:
        """Take the lock, or find out who has it.

        Returns:
            None where it is ours now, or where the folder can't be locked at all: a device with a full or read-only
            disk still gets its tools, and the stores say what is wrong.
        """
        if self._handle is not None:
            return None
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            LOG.warning(f"{self._path} can't be used ({error.strerror}), so nothing tells who owns the folder")
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            try:
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    LOG.warning(f"{self._path} can't be locked here ({error.strerror})")
                    return None
                return _read_owner(handle) or replace(me, id="", pid=0, program="another service")
            finally:
                os.close(handle)
        self._handle = handle
        try:
            os.ftruncate(handle, 0)
            os.pwrite(handle, json.dumps(asdict(me)).encode(), 0)
        except OSError as error:
            LOG.warning(f"{self._path} can't be written ({error.strerror})")
        return None

    def release(self) -> None:
        """Let go of it."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def _address(bus: Any) -> str:
    config = getattr(bus, "config", None)
    host, port = getattr(config, "host", None), getattr(config, "port", None)
    if host is None or port is None:
        return ""
    # One machine's bus has several names for itself.
    return f"{'127.0.0.1' if host in ('0.0.0.0', 'localhost', '::1') else host}:{port}"


def _read_owner(handle: int) -> Holder | None:
    try:
        return read_holder(json.loads(os.pread(handle, 4096, 0)))
    except (OSError, ValueError):
        return None


class Claim:
    """This process's claim on a bus and on a data folder. ``take`` and ``release`` belong to one thread at a time."""

    def __init__(self, link: BusLink, program: str, on_lost: Callable[[], None], folder: Path | None = None) -> None:
        """
        Args:
            link: the service's end of the messagebus.
            program: what this process is, for people.
            on_lost: called where an older holder of the bus turns up; on a thread of the bus client.
            folder: the data folder; None is the device's.
        """
        self.me = Holder(uuid4().hex, os.getpid(), socket.gethostname(), program, time.time(), _address(link.bus))
        self.rival: Holder | None = None
        """Who served when the claim was last refused or lost."""
        self.by_folder = False
        """Whether that one has the data folder, else the bus."""
        self.ready = False
        """Whether what serves has loaded; set by its owner."""
        self.released = threading.Event()
        """Set when a holder says that it goes away."""
        self._link = link
        self._on_lost = on_lost
        self._folder = FolderLock(folder or data_directory())
        self._lock = threading.Lock()
        self._state = "none"  # none, asking, held
        self._echoed = threading.Event()
        self._objected = threading.Event()
        self._connected_at = time.monotonic()
        self._handlers = {
            JARVIS_CLAIM: self._asked,
            f"{JARVIS_CLAIM}.response": self._answered,
            JARVIS_CLAIM_RELEASED: lambda message: self.released.set(),
            "open": self._opened,
        }
        for topic, handler in self._handlers.items():
            link.bus.on(topic, handler)

    @property
    def held(self) -> bool:
        """Whether it is ours."""
        return self._state == "held"

    @property
    def connected_for(self) -> float:
        """Seconds that the bus has been there; 0 where it is away."""
        return time.monotonic() - self._connected_at if self._link.connected else 0.0

    def describe(self) -> dict[str, Any]:
        """The claim as a response carries it."""
        return {**asdict(self.me), "held": self.held, "ready": self.ready}

    def take(self, patience: float = OBJECTION_SECONDS) -> bool:
        """Claim the data folder and the bus; True where both are ours.

        A bus that is away is claimed when it is back.

        Args:
            patience: seconds that a holder has to object; one that was the rival before and whose process is there has
                ``BUSY_SECONDS``.
        """
        before = None if self.by_folder else self.rival
        self.me = replace(self.me, since=time.time())
        owner = self._folder.acquire(self.me)
        if owner is not None:
            self.rival, self.by_folder = owner, True
            return False
        with self._lock:
            self._state, self.rival, self.by_folder = "asking", None, False
            for event in (self._echoed, self._objected, self.released):
                event.clear()
        until = time.monotonic() + CONNECT_SECONDS
        while not self._link.connected and time.monotonic() < until:
            time.sleep(0.01)
        if self._link.connected:
            asked = time.monotonic()
            self._say()
            # A bus that is no client's gives everything back before ``emit`` returns, objections too.
            if not self._echoed.is_set() and self._echoed.wait(ECHO_SECONDS):
                self._wait_for_objection(max(patience, 10 * (time.monotonic() - asked)), before)
        with self._lock:
            won = self.rival is None
            self._state = "held" if won else "none"
        if not won:
            self._folder.release()
        return won

    def _wait_for_objection(self, patience: float, before: Holder | None) -> None:
        start = time.monotonic()
        while not self._objected.wait(min(patience, 0.1)) and not self.released.is_set():
            waited = time.monotonic() - start
            if waited >= (max(patience, BUSY_SECONDS) if before is not None and before.is_there else patience):
                return

    def release(self) -> None:
        """Let another one serve."""
        with self._lock:
            held, self._state = self._state == "held", "none"
        self.ready = False
        self._folder.release()
        if held and self._link.connected:
            self._link.bus.emit(Message(JARVIS_CLAIM_RELEASED, {"id": self.me.id}))

    def close(self) -> None:
        """Release it, and listen no more."""
        self.release()
        for topic, handler in self._handlers.items():
            self._link.bus.remove(topic, handler)

    def _say(self) -> None:
        self._link.bus.emit(Message(JARVIS_CLAIM, self.describe()))

    def _asked(self, message: Message) -> None:
        """Somebody wants to serve, serves, or only asks who does."""
        data = message.data if isinstance(message.data, Mapping) else {}
        if data.get("id") == self.me.id:
            self._echoed.set()
            return
        other = read_holder(data)
        if other is not None and self._yields_to(other, data.get("held") is True):
            return
        if self.held or (other is not None and self._state == "asking"):
            self._link.bus.emit(message.response(self.describe()))

    def _answered(self, message: Message) -> None:
        """Somebody serves, or wants to and was first."""
        data = message.data if isinstance(message.data, Mapping) else {}
        other = read_holder(data)
        if other is None or other.id == self.me.id:
            return
        holds = data.get("held") is True
        if not self._yields_to(other, holds) and holds and self.held:
            self._say()  # so that the other one learns of us

    def _yields_to(self, other: Holder, holds: bool) -> bool:
        """Whether *other* goes before us; our claim is lost then."""
        with self._lock:
            before = self._state
            if before == "none" or (not holds, other.since, other.id) > (before != "held", self.me.since, self.me.id):
                return False
            self.rival, self.by_folder = other, False
            if before == "held":
                self._state = "none"
        self._objected.set()
        if before == "held":
            self._on_lost()
        return True

    def _opened(self, *_: Any) -> None:
        self._connected_at = time.monotonic()
        if self.held:
            self._say()
