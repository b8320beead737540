"""How a process of ours begins, on its own side: its connection, its limits, and its end with who started it."""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.tools.execution.isolation.frames import FrameReader

_PR_SET_PDEATHSIG = 1
_CHUNK = 65536
_LOOK = 1.0
"""Seconds between two looks at whether foreign code has closed the connection."""
_ORPHAN_GRACE = 2.0


def connected(fd: int, parent: int) -> socket.socket:
    """The connection with number *fd* to the process *parent*, with which this one ends."""
    os.set_inheritable(fd, False)  # what is started here has no part in it
    _end_with(parent)
    return socket.socket(fileno=fd)


def frames_from(connection: socket.socket) -> Iterator[dict[str, Any]]:
    """What the service sends. Where it is gone, this process and all that it has started end."""
    reader = FrameReader()
    arrives = select.poll()
    arrives.register(connection, select.POLLIN)
    while True:
        # A file that is closed while somebody reads from it stays open until that read ends: one without end would
        # hide from the service that the connection is gone.
        if not arrives.poll(_LOOK * 1000):
            continue
        try:
            received = connection.recv(_CHUNK)
        except OSError:
            received = b""
        if not received:
            # Where the service is still there, foreign code has closed this itself: the service sees to it.
            time.sleep(_ORPHAN_GRACE)
            os.killpg(0, signal.SIGKILL)
        yield from reader.feed(received)


def _end_with(parent: int) -> None:
    """Have the kernel end this process with the service, also while a native loop holds the interpreter."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)  # it was gone already


def limit(limits: Mapping[str, Any]) -> None:
    """Hold this process to *limits*, the values of an ``IsolationConfig``."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if limits["memory_mb"] is not None:
        # Data, and not the address space: that is mostly reserved and never used.
        amount = limits["memory_mb"] * 1_000_000
        resource.setrlimit(resource.RLIMIT_DATA, (amount, amount))
    if limits["cpu_seconds"] is not None:
        # One second more to the hard limit: at the soft one the signal says why the process ends.
        resource.setrlimit(resource.RLIMIT_CPU, (limits["cpu_seconds"], limits["cpu_seconds"] + 1))
    if limits["nice"]:
        os.nice(limits["nice"])
    try:
        # Where memory runs out, this process goes before the service does.
        Path("/proc/self/oom_score_adj").write_text("500")
    except OSError:
        pass  # not Linux, or not allowed
