"""Who stands by takes over from one that is gone, not from one that is busy."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time

import pytest
from ovos_bus_client import Message
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.runtime import claim as claims
from ovos_phal_plugin_jarvis.runtime.claim import Claim


class LateBus(FakeBus):
    """Gives each message back a moment later and on another thread, as a bus in another process does."""

    def emit(self, message):
        threading.Timer(0.01, super().emit, [message]).start()


class Holder:
    """A service in process *pid* that says that it serves, *late* seconds after it is asked."""

    def __init__(self, bus, pid):
        self.bus, self.pid, self.late = bus, pid, 0.0
        bus.on("ovos.jarvis.claim", self.asked)

    def asked(self, message):
        here = {"id": "first", "pid": self.pid, "host": socket.gethostname(), "program": "first", "since": 1.0}
        answer = message.response({**here, "held": True})
        if message.data.get("id") != "first":
            threading.Timer(self.late, self.bus.emit, [answer]).start()


@pytest.fixture
def ended():
    """The number of a process that was there."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.fixture
def claim(tmp_path):
    bus = LateBus()
    link = BusLink(bus)
    claim = Claim(link, "second", lambda: None, tmp_path)
    yield claim
    claim.close()
    link.close()


def standing_by(claim, pid):
    holder = Holder(claim._link.bus, pid)
    assert not claim.take(30.0) and claim.rival.pid == pid
    return holder


def test_a_service_that_is_late_and_there_keeps_its_claim(claim):
    holder = standing_by(claim, os.getpid())
    holder.late = 1.0
    assert not claim.take(0.05)


def test_one_whose_process_has_ended_is_not_waited_for(claim, ended):
    standing_by(claim, ended).late = 30.0
    start = time.monotonic()
    assert claim.take(0.05)
    assert time.monotonic() - start < claims.BUSY_SECONDS


def test_one_that_hangs_is_replaced(claim, monkeypatch):
    monkeypatch.setattr(claims, "BUSY_SECONDS", 0.3)
    standing_by(claim, os.getpid()).late = 30.0
    assert claim.take(0.05)


def test_one_that_says_that_it_goes_is_replaced_at_once(claim):
    holder = standing_by(claim, os.getpid())
    holder.late = 30.0
    threading.Timer(0.3, holder.bus.emit, [Message("ovos.jarvis.claim.released", {"id": "first"})]).start()
    start = time.monotonic()
    assert claim.take(0.05)
    assert time.monotonic() - start < claims.BUSY_SECONDS
