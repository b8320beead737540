"""What skills tell of themselves becomes tools, whatever a stranger tells."""

from __future__ import annotations

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ovos_bus_client.message import Message
from ovos_utils.fakebus import FakeBus

from leftovers import eventually
from ovos_phal_plugin_jarvis.commands.loading.inspection import check_command
from ovos_toolbox_skills import SkillsToolBox, discovery
from ovos_toolbox_skills.asking import ask
from ovos_toolbox_skills.discovery import Intent, Method, Offers, Slot, Watch, look
from ovos_toolbox_skills.skill_tools import SkillIntent, SkillMethod, names_for, tool_name, utterance_of


@pytest.mark.parametrize(
    ("skill", "what", "name"),
    [
        ("ovos-skill-date-time.openvoiceos", "get_year", "date_time_get_year"),
        ("skill-weather.mycroftai", "CurrentWeather", "weather_current_weather"),
        ("mycroft-volume.author", "set.volume", "mycroft_volume_set_volume"),
        ("plain", "do it!", "plain_do_it"),
    ],
)
def test_a_tool_is_called_by_its_skill_and_what_it_does(skill, what, name):
    assert tool_name(Method(skill, what, "t", "")) == name


def test_two_of_one_name_are_told_apart():
    offers = [Method("a.one", "do", "t", ""), Method("a.two", "do", "t", ""), Intent("a.one", "do", "en", (), ())]
    assert [name for name, _ in names_for(offers, {"a_do"}.__contains__)] == ["a_one_do", "a_two_do", "a_one_do_2"]


@given(st.lists(st.tuples(st.text(max_size=90), st.text(max_size=90)), max_size=8))
def test_names_are_names_whatever_a_skill_is_called(pairs):
    named = names_for([Method(skill, what, "t", "") for skill, what in pairs], lambda name: not name)
    assert len(named) == len(pairs) == len({name for name, _ in named})
    assert all(0 < len(name) <= 64 and name.isascii() for name, _ in named)


DOC = """Get the weather.

    @param city: where
    @param days: (int, optional) how many
    """
GOOGLE = """Get the weather.

    Args:
        city (str): Where.
        days (int, optional): How many.
        wind (Optional[bool]): Tell of wind.
    """


def test_a_docstring_tells_the_arguments():
    command = SkillMethod("w", Method("s.a", "get", "s.a.get", GOOGLE), None)
    assert check_command(command) == "w"
    assert [(p.name, p.param_type, p.required, p.description) for p in command.parameters] == [
        ("city", "string", True, "Where."),
        ("days", "int", False, "How many."),
        ("wind", "bool", False, "Tell of wind."),
    ]
    assert command.description == "Get the weather. (Method 'get' of the skill s.a.)"
    older = SkillMethod("w", Method("s.a", "get", "s.a.get", DOC), None)
    assert [(p.name, p.required) for p in older.parameters] == [("city", True), ("days", False)]
    silent = SkillMethod("w", Method("s.a", "get_it", "s.a.get", ""), None)
    assert silent.description.startswith("Get it. (")
    assert [p.name for p in silent.parameters] == ["args", "kwargs"]


def test_an_intent_says_what_a_user_would():
    samples = ("(set|make) an alarm", "set an alarm for {when}", "wake me at {time:when} [please]")
    assert utterance_of(samples, {}) == "set an alarm"
    assert utterance_of(samples, {"when": "seven"}) == "set an alarm for seven"
    assert utterance_of(("{a} and {b}",), {"a": "x"}) == "x"
    intent = Intent("s.a", "alarm", "en-US", samples, (Slot("when"),))
    assert check_command(SkillIntent("alarm", intent, None)) == "alarm"


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["skill_id", "intent_name", "lang", "definition", "samples", "required", "name", "type", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=40)
@given(ODD, ODD, ODD)
def test_what_a_stranger_answers_amiss_is_left_out(skills, definitions, api):
    bus = FakeBus()

    def answer(topic, data):
        bus.on(topic, lambda message: bus.emit(message.response(data)))

    answer("ovos.skills.list", {"skills": [{"skill_id": "odd.skill"}, *(skills if isinstance(skills, list) else [])]})
    answer("ovos.intent.list", {"intents": [{"skill_id": "odd.skill", "intent_name": "i", "lang": "en-US"}]})
    answer("ovos.intent.describe", {"definitions": definitions})
    answer("odd.skill.public_api", api if isinstance(api, dict) else {"m": api})
    offers = look(bus, "en-US", seconds=0.0)
    box = SkillsToolBox()
    box._offers = offers
    box.refresh_tools()
    assert set(box.failed) == set()


def test_who_is_slow_to_answer_is_asked_again(monkeypatch):
    for name, value in (("QUIET_SECONDS", 0.01), ("ANSWER_SECONDS", 0.05), ("AGAIN_SECONDS", (0.05, 0.1, 90.0))):
        monkeypatch.setattr(discovery, name, value)
    bus, asked, told = FakeBus(), [], []

    def answer(topic, data, first):
        def reply(message):
            asked.append(topic)
            if asked.count(topic) >= first:  # before, it has more to do
                bus.emit(message.response(data))

        bus.on(topic, reply)

    answer("ovos.skills.list", {"skills": [{"skill_id": "slow.skill"}]}, 1)
    answer("ovos.intent.list", {"intents": [{"skill_id": "slow.skill", "intent_name": "i", "lang": "en-US"}]}, 2)
    row = {"skill_id": "slow.skill", "intent_name": "i", "lang": "en-US", "definition": {"samples": ["do it"]}}
    answer("ovos.intent.describe", {"definitions": [row]}, 1)
    answer("slow.skill.public_api", {"do": {"type": "slow.do"}}, 3)
    watch = Watch(bus, "en-US", told.append)
    try:
        assert eventually(lambda: told and told[-1].methods and told[-1].intents)
        assert told[-1].complete and asked.count("ovos.intent.list") == 3
    finally:
        watch.close()


def test_who_follows_no_more_does_not_wait_for_who_is_silent(monkeypatch):
    monkeypatch.setattr(discovery, "QUIET_SECONDS", 0.0)
    monkeypatch.setattr(discovery, "ANSWER_SECONDS", 90.0)
    bus, asked = FakeBus(), threading.Event()
    bus.on("ovos.intent.list", lambda message: asked.set())
    watch = Watch(bus, "en-US", lambda offers: None)
    assert asked.wait(60)
    watch.close()
    assert not watch._thread.is_alive()


def test_ask_waits_no_longer_than_it_must():
    bus = FakeBus()
    bus.on("q", lambda message: bus.emit(message.response({"n": 1})))
    bus.on("q", lambda message: bus.emit(Message("q.response", {"n": 2})))  # to somebody else
    begun = time.monotonic()
    assert [m.data["n"] for m in ask(bus, [Message("q")], ["q.response"], 60, bool)] == [1]
    assert ask(bus, [Message("nobody")], ["nobody.response"], 60, bool, first=0.05) == []
    assert time.monotonic() - begun < 50
    topics = ["speak", "ovos.utterance.speak", "mycroft.skill.handler.complete", "q.response"]
    before = [len(bus.ee.listeners(topic)) for topic in topics]
    ask(bus, [Message("q")], topics, 5, bool)
    assert [len(bus.ee.listeners(topic)) for topic in topics] == before


def test_offers_that_come_and_go_are_tools_at_once():
    box = SkillsToolBox({"exclude": ["b.skill"]})
    fixed = set(box.tools)
    assert {"speak_text", "ask_assistant", "answer_question", "play_media"} <= fixed
    box._offers = Offers((Method("a.skill", "do", "a.do", ""), Method("b.skill", "do", "b.do", "")), ())
    box.refresh_tools()
    assert set(box.tools) - fixed == {"a_do"}
    assert all(box.loaded_tool(tool).definition.for_programs for tool in box.tools.values())
    box._offers = Offers()
    box.refresh_tools()
    assert set(box.tools) == fixed


def test_without_a_bus_it_says_so():
    answer = SkillsToolBox().command("media_status").execute(None)
    assert not answer.success and answer.error_details == "There is no messagebus here."
