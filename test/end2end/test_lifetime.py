"""The plugin from its construction to its end, on a FakeBus and on a real one: what it took it gives back."""

from __future__ import annotations

import gc
import logging
import re
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from ovos_bus_client import Message, MessageBusClient
from ovos_utils.fakebus import FakeBus
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis import JarvisPHALPlugin
from ovos_phal_plugin_jarvis.nlu.learning import second_opinion
from ovos_phal_plugin_jarvis.runtime.busserver import BusServer
from ovos_phal_plugin_jarvis.sdk import get_backend
from processes import free_port

PACKAGES = Path(__file__).parents[1] / "fixtures" / "packages"
CONFIG = {
    "invoke": {"workers": 4, "timeout": 5},
    "tool_service": "on",
    "commands": {"paths": [str(PACKAGES / "shopping_list"), str(PACKAGES / "room_lights")]},
}


@pytest.fixture(params=["fake", "real"])
def bus(request):
    if request.param == "fake":
        yield FakeBus()
        return
    port = free_port()
    server = BusServer("127.0.0.1", port)
    server.start()
    client = MessageBusClient(host="127.0.0.1", port=port)
    client.run_in_thread()
    assert client.connected_event.wait(60)
    # The emitter's own threads are made at need: have them all before anything is counted.
    answered = threading.Semaphore(0)
    client.on("warm.up", lambda _: (time.sleep(0.05), answered.release()))
    for _ in range(16):
        client.emit(Message("warm.up"))
    for _ in range(16):
        assert answered.acquire(timeout=60)
    yield client
    client.close()
    server.stop()


def listeners(bus):
    events = (bus.ee if isinstance(bus, FakeBus) else bus.emitter)._events
    return {topic: len(handlers) for topic, handlers in events.items() if handlers}


def our_threads():
    return {t for t in threading.enumerate() if t.is_alive()} - BEFORE


def open_files():
    """What the process holds open, but what the interpreter, pytest and OVOS's log hold.

    ``LOG`` opens its file anew for each line of code that logs, and keeps it: which of them have logged depends on
    what ran before in this process.
    """
    handlers = [handler for logger in LOG._loggers.values() for handler in logger.handlers]
    logs = {handler.baseFilename for handler in handlers if isinstance(handler, logging.FileHandler)}
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        try:
            found.append(str(entry.readlink()))
        except OSError:
            continue
    ours = (file for file in found if file not in logs)
    return sorted(file for file in ours if file.startswith("/") and not file.startswith(("/dev", "/proc", "/tmp/tmp")))


def eventually(condition, seconds=60.0):
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def ask(bus, topic, data=None):
    response = bus.wait_for_response(Message(topic, data or {}), timeout=60)
    assert response is not None, topic
    return response.data


BEFORE: set[threading.Thread] = set()


def test_a_plugin_that_was_shut_down_leaves_nothing_behind(bus):
    second_opinion._encoder()  # its tables stay mapped from their file, as long as the process lives
    BEFORE.clear()
    BEFORE.update(threading.enumerate())
    handlers, files = listeners(bus), open_files()
    plugin = JarvisPHALPlugin(bus=bus, config=CONFIG)
    assert get_backend() is not None
    answer = ask(bus, "ovos.tools.invoke", {"name": "set_timer", "args": {"duration_seconds": 600}})
    assert answer["result"]["success"]
    assert "144" in ask(bus, "ovos.jarvis.ask", {"utterance": "what is 12 times 12"})["say"]
    ask(bus, "ovos.persona.tools.discover")
    ask(bus, "ovos.tools.reload")
    ask(bus, "ovos.jarvis.status")
    assert listeners(bus) != handlers and our_threads()

    plugin.shutdown()
    assert eventually(lambda: not our_threads()), [t.name for t in our_threads()]
    assert listeners(bus) == handlers
    gc.collect()
    assert open_files() == files
    assert get_backend() is None
    plugin.shutdown()


def test_twenty_reloads_grow_nothing(bus):
    plugin = JarvisPHALPlugin(bus=bus, config=CONFIG)
    try:
        for _ in range(3):
            ask(bus, "ovos.tools.reload")
        ask(bus, "ovos.persona.tools.discover")
        # Training imports modules when it is first needed, and goes on beside the reloads.
        plugin.service.runtime.warm_up()

        def state():
            gc.collect()
            names = (t.name.rpartition("-")[0] for t in threading.enumerate())
            return (
                Counter(("thread", name) for name in names)
                + Counter(("file", name) for name in open_files())
                # A package that is loaded anew has a new number in the names of its modules.
                + Counter(("module", re.sub(r"\d+", "#", name)) for name in sys.modules)
            )

        eventually(lambda: not [t for t in threading.enumerate() if "load" in t.name])
        before, handlers = state(), listeners(bus)
        for _ in range(20):
            assert ask(bus, "ovos.tools.reload")["total_tools"] > 5
        # What tests before this one have left in the process may end meanwhile; nothing may come.
        assert eventually(lambda: not state() - before), state() - before
        # Who asks the skills what they offer listens for that long.
        more = Counter(handlers)
        assert eventually(lambda: not Counter(listeners(bus)) - more), Counter(listeners(bus)) - more
    finally:
        plugin.shutdown()
