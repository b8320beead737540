"""The toolbox as a host sees it: its tools, what it says on a bus, and that it ends."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from ovos_bus_client.message import Message
from ovos_utils.fakebus import FakeBus

from learned_tools import having_learned
from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.translation.values import TranslationContext
from ovos_toolbox_everyday import EverydayToolBox
from ovos_toolbox_everyday.announce import announcement_messages, context_to_keep
from ovos_toolbox_everyday.sums.calculate import Calculate
from ovos_toolbox_everyday.sums.words import sum_words
from ovos_toolbox_everyday.timers.timer import Timer

NAMES = [
    *("get_time", "get_date", "calculate", "convert_units", "time_difference", "sun_times", "days_until"),
    *("add_to_list", "remove_from_list", "read_list", "clear_list", "roll_dice", "flip_coin", "pick_one"),
    *("set_volume", "change_volume", "mute_volume", "set_brightness", "change_brightness", "night_mode"),
    *("set_timer", "list_timers", "cancel_timer", "change_timer", "pause_timer", "resume_timer"),
    *("set_alarm", "list_alarms", "cancel_alarm", "skip_alarm", "snooze_alarm"),
    *("set_reminder", "list_reminders", "cancel_reminder"),
]


class Heard:
    """Messages of some topics, in order."""

    def __init__(self, bus: FakeBus, *topics: str) -> None:
        self.messages: list[Message] = []
        self._condition = threading.Condition()
        for topic in topics:
            bus.on(topic, self._keep)

    def _keep(self, message: Message) -> None:
        with self._condition:
            self.messages.append(message)
            self._condition.notify_all()

    def wait_for(self, count: int) -> list[Message]:
        with self._condition:
            assert self._condition.wait_for(lambda: len(self.messages) >= count, timeout=90)
            return list(self.messages)


@pytest.fixture
def bus() -> Iterator[FakeBus]:
    fake = FakeBus()
    yield fake
    fake.close()


@pytest.fixture
def toolbox(bus: FakeBus) -> Iterator[EverydayToolBox]:
    box = EverydayToolBox(bus=bus)
    yield box
    box.unbind()
    box.shutdown()


def call(bus: FakeBus, name: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool the way any host's client does, by the topic that every line of OPM binds."""
    topic = "ovos.persona.tools.ovos-toolbox-everyday.call"
    heard = Heard(bus, f"{topic}.response")
    bus.emit(Message(topic, {"name": name, "kwargs": arguments}))
    return heard.wait_for(1)[0].data


def test_it_offers_its_tools(toolbox: EverydayToolBox) -> None:
    assert isinstance(toolbox, CommandToolBox)
    assert [tool.name for tool in toolbox.discover_tools()] == NAMES
    assert toolbox.failed == {}
    assert toolbox.toolbox_id == "ovos-toolbox-everyday"


def test_the_first_sum_finds_its_words_read() -> None:
    sum_words.cache_clear()
    EverydayToolBox().shutdown()  # on no bus
    read = sum_words.cache_info().misses

    claimed = Calculate().pre_route("what is 12 times 12")

    assert claimed is not None and claimed.arguments == {"expression": "12 * 12"}
    assert sum_words.cache_info().misses == read == 1  # those of the other languages wait for their first use


def test_sums_are_understood_where_no_fast_path_answers_in_time(toolbox: EverydayToolBox) -> None:
    names = ("calculate", "convert_units", "get_time", "set_timer")
    tools = [toolbox.loaded_tool(tool).definition for tool in toolbox.discover_tools() if tool.name in names]
    translator = having_learned(tools)
    translator.train()

    for said, value in (
        ("what is 12 times 12", 144),
        ("what is 3 plus 4", 7),
        ("14 plus 9", 23),
        ("what is 100 divided by 4", 25),
        ("what is 20 percent of 50", 10),
    ):
        (call,) = translator.translate(said, TranslationContext(datetime.now().astimezone())).calls
        assert call.name == "calculate", said
        assert Calculate()(**call.arguments).context_data["result"] == value, said


def test_its_tools_answer_on_a_bus(bus: FakeBus, toolbox: EverydayToolBox) -> None:
    product = call(bus, "calculate", num1=12, num2=12, operation="multiply")["result"]
    assert product["context_data"]["result"] == 144
    assert product["message"] == "12 times 12 is 144."
    assert call(bus, "get_time", location="Tokyo")["result"]["context_data"]["timezone"] == "Asia/Tokyo"
    assert call(bus, "set_timer", duration_seconds=300)["result"]["message"] == "Timer set for 5 minutes."
    assert call(bus, "list_timers")["result"]["context_data"]["count"] == 1
    assert call(bus, "cancel_timer")["result"]["message"] == "Cancelled your 5 minute timer."
    assert "error" in call(bus, "calculate", num1=1, num2=0, operation="divide")


def test_a_timer_that_ends_is_announced_on_the_bus(bus: FakeBus, toolbox: EverydayToolBox) -> None:
    heard = Heard(bus, Timer.topic, "speak")
    call(bus, "set_timer", duration_seconds=1, label="tea")
    expired, spoken = heard.wait_for(2)
    assert expired.msg_type == Timer.topic
    assert (expired.data["label"], expired.data["duration_seconds"]) == ("tea", 1)
    assert spoken.data["utterance"] == "Your tea timer is done."
    assert spoken.data["expect_response"] is False
    assert call(bus, "list_timers")["result"]["context_data"]["count"] == 0


def test_a_reminder_that_is_due_says_what_for_and_rings_until_it_is_put_off(
    bus: FakeBus, toolbox: EverydayToolBox
) -> None:
    heard = Heard(bus, "ovos.jarvis.reminder.due", "speak", "ovos.jarvis.ringing")
    call(bus, "set_reminder", text="check the oven", in_seconds=1)
    due, spoken, ringing = heard.wait_for(3)
    assert (due.data["text"], spoken.data["utterance"]) == ("check the oven", "Reminder: check the oven.")
    assert ringing.data["ringing"] is True and ringing.data["kind"] == "reminder"
    assert call(bus, "snooze_alarm")["result"]["message"] == "All right, again in 10 minutes."
    assert heard.wait_for(4)[3].data["ringing"] is False
    assert call(bus, "list_reminders")["result"]["context_data"]["count"] == 1


def test_a_sound_comes_before_the_words_where_one_is_set(bus: FakeBus) -> None:
    box = EverydayToolBox(config={"timer_sound": "snd/acknowledge.mp3"}, bus=bus)
    heard = Heard(bus, "mycroft.audio.play_sound", "speak")
    call(bus, "set_timer", duration_seconds=1)
    sound, spoken = heard.wait_for(2)
    box.unbind()
    assert sound.data["uri"] == "snd/acknowledge.mp3"
    assert spoken.data["utterance"] == "Your 1 second timer is done."


def test_leaving_the_bus_ends_the_thread(bus: FakeBus) -> None:
    def threads() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name == "everyday-scheduler"]

    box = EverydayToolBox(bus=bus)
    assert len(threads()) == 1
    box.unbind()
    assert threads() == []
    box.shutdown()
    assert box.bus is None


def test_without_a_bus_there_is_no_thread_and_timers_are_kept() -> None:
    box = EverydayToolBox()
    assert not [thread for thread in threading.enumerate() if thread.name == "everyday-scheduler"]
    answer = box.call_tool("set_timer", {"duration_seconds": 60}).model_dump()
    assert answer["context_data"]["announced_here"] is False
    assert box.call_tool("list_timers", {}).model_dump()["context_data"]["count"] == 1
    box.shutdown()


def test_the_announcement_goes_back_to_whoever_asked(bus: FakeBus, toolbox: EverydayToolBox) -> None:
    from ovos_phal_plugin_jarvis.tools.context import InvocationContext

    heard = Heard(bus, "speak")
    tool = toolbox.get_tool("set_timer")
    assert tool is not None
    session = {"session_id": "kitchen-7", "site_id": "kitchen", "lang": "en-GB", "pipeline": ["x"] * 100}
    context = InvocationContext(
        conversation_id="kitchen-7",
        lang="en-gb",
        message_context={"source": "kitchen-mic", "destination": "core", "session": session},
    )
    toolbox.run_tool("set_timer", tool.argument_schema(duration_seconds=1), context)
    [spoken] = heard.wait_for(1)
    assert spoken.context["destination"] == "kitchen-mic"
    assert spoken.context["source"] == "core"
    assert spoken.context["session"]["session_id"] == "kitchen-7"
    assert spoken.data["lang"] == "en-gb"


def test_only_routing_and_session_are_kept_of_a_message_context() -> None:
    given = {"source": "a", "destination": ["b"], "ident": 5, "session": {"session_id": "s", "pipeline": ["x"]}}
    assert context_to_keep(given, "s") == {"source": "a", "destination": ["b"], "session": {"session_id": "s"}}
    assert context_to_keep(None, "default") == {}
    assert context_to_keep(None, "abc") == {"session": {"session_id": "abc"}}
    assert context_to_keep({"session": "rubbish"}, "default") == {}


def test_the_words_are_spoken_in_their_own_language() -> None:
    spoken = [
        announcement_messages(Timer("1", 5, 0, lang=lang), 0)[-1].data["lang"] for lang in ("en-GB", "pt-pt", "sv-se")
    ]
    assert spoken == ["en-GB", "pt-pt", "en-US"]


def test_what_is_said_when_a_timer_ends() -> None:
    plain, named = Timer("1", 5400, 0), Timer("2", 300, 0, "pasta")
    assert plain.announcement(0.2) == "Your 1 hour 30 minute timer is done."
    assert named.announcement(2) == "Your pasta timer is done."
    assert named.announcement(725) == "Your pasta timer ended 12 minutes ago."
    german = Timer("1", 5400, 0, lang="de-de")
    assert german.announcement(0.2) == "Dein Timer über 1 Stunde 30 Minuten ist abgelaufen."
    assert german.announcement(200_000) == "Dein Timer über 1 Stunde 30 Minuten ist abgelaufen, das ist 2 Tage her."


@pytest.mark.parametrize(
    ("config", "named"),
    [
        ({"time_format": "16h"}, "time_format"),
        ({"timezone": "Mars/Olympus"}, "Mars/Olympus"),
        ({"timezone": 5}, "timezone"),
        ({"timer_sound": []}, "timer_sound"),
        ({"timezone": "../etc"}, "timezone"),
    ],
)
def test_a_wrong_setting_is_named(config: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match="ovos-toolbox-everyday") as caught:
        EverydayToolBox(config=config)
    assert named in str(caught.value)


def test_an_unknown_setting_does_not_stop_it() -> None:
    EverydayToolBox(config={"enabled": True, "colour": "red"}).shutdown()
