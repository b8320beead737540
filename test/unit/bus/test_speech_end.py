"""What waits for the end of a spoken answer runs once, after it, and never after the service's end."""

from __future__ import annotations

import threading
import time

import pytest
from ovos_bus_client.message import Message
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis.bus.speech import SPEECH_ENDED, SpeechEnd


@pytest.fixture
def speech():
    bus, ran, done = FakeBus(), [], threading.Event()

    def run(callbacks):
        ran.extend(callback() for callback in callbacks)
        done.set()

    speech = SpeechEnd(bus, run)
    speech.ran, speech.done, speech.bus = ran, done, bus
    speech.bind()
    yield speech
    speech.close()
    # A timer that was cancelled takes a moment to end.
    until = time.monotonic() + 60
    while [t for t in threading.enumerate() if t.name == "jarvis-speech"]:
        assert time.monotonic() < until
        time.sleep(0.01)


def ended(speech, session):
    speech.bus.emit(Message(SPEECH_ENDED, context={"session": {"session_id": session}}))


def test_a_satellites_end_releases_its_own(speech):
    speech.expect("one", [lambda: 1, lambda: 2])
    speech.expect("two", [lambda: 3])
    assert speech.ran == []
    ended(speech, "two")
    assert speech.ran == [3]
    ended(speech, "one")
    ended(speech, "one")
    assert speech.ran == [3, 1, 2]


def test_the_devices_end_releases_all(speech):
    speech.expect("one", [lambda: 1])
    speech.expect("default", [lambda: 2])
    speech.bus.emit(Message(SPEECH_ENDED))
    assert speech.ran == [1, 2]


def test_an_end_that_nobody_reports_comes_anyway():
    done = threading.Event()
    speech = SpeechEnd(FakeBus(), lambda callbacks: done.set(), timeout=0.01)
    speech.bind()
    speech.expect("one", [lambda: 1])
    assert done.wait(60)
    speech.close()


def test_nothing_runs_after_the_end_of_the_service():
    bus, ran = FakeBus(), []
    speech = SpeechEnd(bus, ran.append)
    speech.bind()
    speech.expect("one", [lambda: 1])
    speech.close()
    speech.expect("two", [lambda: 1])
    bus.emit(Message(SPEECH_ENDED))
    assert ran == [] and not [t for t in threading.enumerate() if t.name == "jarvis-speech"]
