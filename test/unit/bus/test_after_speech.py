from __future__ import annotations

import threading

import pytest
from ovos_bus_client import Message
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis.bus.after_speech import SPEECH_ENDED, AfterSpeech


@pytest.fixture
def made():
    bus = FakeBus()
    after = AfterSpeech(bus, lambda work: work(), timeout=60)
    yield bus, after
    after.close()


def heard_by(bus):
    return len(bus.ee._events.get(SPEECH_ENDED) or ())


def waiting():
    return [t for t in threading.enumerate() if t.name == "jarvis-after-speech"]


def test_callbacks_run_when_the_speech_has_ended_each_once_and_one_that_fails_holds_up_none(made):
    bus, after = made
    ran = []
    after.wait([lambda: 1 // 0, lambda: ran.append(1)])
    after.wait([lambda: ran.append(2)])
    assert ran == [] and heard_by(bus) == 1
    for _ in range(2):
        bus.emit(Message(SPEECH_ENDED))
    assert sorted(ran) == [1, 2] and heard_by(bus) == 0


def test_a_speech_whose_end_nobody_reports():
    bus, ended = FakeBus(), threading.Event()
    after = AfterSpeech(bus, lambda work: work(), timeout=0.01)
    after.wait([ended.set])
    assert ended.wait(5) and heard_by(bus) == 0


def test_nothing_is_left_once_it_is_closed(made):
    bus, after = made
    ran = []
    after.wait([lambda: ran.append(1)])
    assert heard_by(bus) == 1
    after.close()
    assert heard_by(bus) == 0 and not waiting()
    after.wait([lambda: ran.append(2)])
    bus.emit(Message(SPEECH_ENDED))
    assert ran == [] and not waiting()
