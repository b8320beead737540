"""A timer that has ended rings until it is stopped, and never for ever."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from ovos_bus_client.message import Message
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_toolbox_everyday import EverydayToolBox
from ovos_toolbox_everyday.ringing import RING_TOPIC, SOUND_TOPIC, Ringing
from ovos_toolbox_everyday.timers.timer import Timer

DESK = {"session": {"session_id": "desk"}, "source": "desk", "destination": "skills"}


class Sent:
    """What was emitted, and a way to wait for more of it."""

    def __init__(self, fails: bool = False) -> None:
        self.messages: list[Message] = []
        self.fails = fails
        self._more = threading.Condition()

    def __call__(self, message: Message) -> None:
        with self._more:
            self.messages.append(message)
            self._more.notify_all()
        if self.fails:
            raise ConnectionError("the bus is away")

    def wait_for(self, topic: str, count: int = 1) -> list[Message]:
        def found() -> list[Message]:
            return [m for m in self.messages if m.msg_type == topic]

        with self._more:
            assert self._more.wait_for(lambda: len(found()) >= count, timeout=90), [m.msg_type for m in self.messages]
            return found()


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "everyday-ringing"]


def eventually_no_thread() -> bool:
    for thread in threads():
        thread.join(60)
    return not threads()


@pytest.fixture
def sent() -> Sent:
    return Sent()


@pytest.fixture
def ringing(sent: Sent) -> Iterator[Ringing]:
    made = Ringing(sent, "ding.wav", 5, every=0.01)
    yield made
    made.close()
    assert eventually_no_thread()


def test_it_rings_again_and_again_until_it_is_stopped(sent: Sent, ringing: Ringing) -> None:
    ringing.begin(Timer("1", 5, 0, context=DESK))
    sounds = sent.wait_for(SOUND_TOPIC, 3)
    assert sounds[0].data == {"uri": "ding.wav"}
    assert sounds[0].context["destination"] == "desk"  # it rings where it was asked for
    assert sent.wait_for(RING_TOPIC)[0].data["ringing"] is True
    assert ringing.stop("desk") == 1
    assert sent.wait_for(RING_TOPIC, 2)[1].data["ringing"] is False
    assert eventually_no_thread()
    rung = len(sent.messages)
    assert ringing.stop("desk") == 0
    assert len(sent.messages) == rung


def test_it_ends_by_itself(sent: Sent) -> None:
    short = Ringing(sent, "ding.wav", 0.1 / 60, every=0.01)
    short.begin(Timer("1", 5, 0))
    assert sent.wait_for(RING_TOPIC, 2)[1].data["ringing"] is False
    assert eventually_no_thread()
    assert not short.rings("default")


@pytest.mark.parametrize(("sound", "minutes"), [("", 5), ("ding.wav", 0)])
def test_without_a_sound_or_minutes_it_does_not_ring(sent: Sent, sound: str, minutes: float) -> None:
    silent = Ringing(sent, sound, minutes)
    silent.begin(Timer("1", 5, 0))
    assert not sent.messages
    assert not threads()


def test_another_session_stops_nothing_and_the_device_stops_all(sent: Sent, ringing: Ringing) -> None:
    ringing.begin(Timer("1", 5, 0, context=DESK))
    ringing.begin(Timer("2", 5, 0, context={"session": {"session_id": "kitchen"}}))
    ringing.begin(Timer("3", 5, 0))
    assert ringing.stop("garden") == 0
    assert ringing.rings("desk")
    assert not ringing.rings("garden")
    assert ringing.stop("desk") == 1
    assert ringing.stop() == 2


def test_several_make_one_sound_at_a_time(sent: Sent) -> None:
    now = [0.0]
    many = Ringing(sent, "ding.wav", 5, every=10, clock=lambda: now[0])
    for number in range(20):
        many.begin(Timer(str(number), 5, 0))
    assert len(threads()) == 1
    assert many.stop() == 20
    many.close()


def test_a_bus_that_fails_does_not_end_it() -> None:
    broken = Sent(fails=True)
    ringing = Ringing(broken, "ding.wav", 5, every=0.01)
    ringing.begin(Timer("1", 5, 0))
    broken.wait_for(SOUND_TOPIC, 3)
    ringing.close()
    assert eventually_no_thread()


@pytest.mark.parametrize("context", [{}, {"session": None}, {"session": "x"}, {"session": {"session_id": 7}}])
def test_a_context_of_any_form_is_the_devices(sent: Sent, ringing: Ringing, context: dict[str, Any]) -> None:
    ringing.begin(Timer("1", 5, 0, context=context))
    assert ringing.stop("default") == 1


@pytest.fixture
def bus() -> Iterator[FakeBus]:
    fake = FakeBus()
    yield fake
    fake.close()


def run(box: EverydayToolBox, name: str, lang: str = "en-us", **arguments: Any) -> dict[str, Any]:
    tool = next(tool for tool in box.discover_tools() if tool.name == name)
    context = InvocationContext(lang=lang, message_context=DESK, conversation_id="desk")
    output: Any = box.run_tool(name, tool.argument_schema.model_validate(arguments), context)
    return dict(output.context_data)


@pytest.mark.parametrize("topic", ["mycroft.stop", "ovos.jarvis.ringing.stop"])
def test_stop_on_the_bus_ends_it(bus: FakeBus, topic: str) -> None:
    box = EverydayToolBox(bus=bus)
    try:
        box.ringing.begin(Timer("1", 5, 0, context=DESK))
        bus.emit(Message(topic, {}, {"session": {"session_id": "garden"}}))
        assert box.ringing.rings("desk")
        bus.emit(Message(topic, {}, {"session": {"session_id": "desk"}}))
        assert not box.ringing.rings("desk")
        box.ringing.begin(Timer("1", 5, 0, context=DESK))
        bus.emit(Message(topic))
        assert not box.ringing.rings("desk")
    finally:
        box.unbind()
        box.shutdown()
    assert eventually_no_thread()


def test_a_timer_that_ends_begins_to_ring_and_is_cancelled_by_its_name(bus: FakeBus) -> None:
    box = EverydayToolBox(config={"timer_sound": "ding.wav"}, bus=bus)
    sent = Sent()
    for topic in (RING_TOPIC, SOUND_TOPIC):
        bus.on(topic, sent)
    try:
        run(box, "set_timer", duration_seconds=1)
        assert sent.wait_for(RING_TOPIC)[0].data["ringing"] is True
        run(box, "set_timer", duration_seconds=600, label="tea")
        # "Stop the timer" means the one that rings; the other one goes on.
        assert run(box, "cancel_timer")["message"] == "All right, I stopped the ringing."
        assert not box.ringing.rings("desk")
        assert [t.label for t in box.timers.running()] == ["tea"]
        assert run(box, "cancel_timer", lang="de-de")["message"] == "Dein Timer tea ist abgebrochen."
    finally:
        box.unbind()
        box.shutdown()
    assert eventually_no_thread()


def test_what_ended_long_ago_does_not_ring(bus: FakeBus) -> None:
    box = EverydayToolBox(bus=bus)
    try:
        assert box._announce(Timer("1", 5, 0, context=DESK), 600)
        assert not box.ringing.rings("desk")
    finally:
        box.unbind()
        box.shutdown()
