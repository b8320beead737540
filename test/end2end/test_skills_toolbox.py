"""The skills of a device as tools: ovos-core and skills as others write them, in this process."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("ovos_core", reason="ovos-core is in the test extra")

from ovos_bus_client.message import Message
from ovos_utils.ocp import MediaType, PlaybackType
from ovos_workshop.decorators import ocp_search, skill_api_method
from ovos_workshop.skills.common_play import OVOSCommonPlaybackSkill
from ovos_workshop.skills.ovos import OVOSSkill
from ovoscope import get_minicroft

from ovos_phal_plugin_jarvis.sdk import RequestInformation
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import ToolFailed
from ovos_toolbox_skills import SkillsToolBox, discovery

SKILLS = Path(__file__).parents[1] / "fixtures" / "ovos_skills"
REQUEST = RequestInformation("", "test")


class Records(OVOSCommonPlaybackSkill):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, supported_media=[MediaType.GENERIC, MediaType.MUSIC], **kwargs)

    @ocp_search()
    def search(self, phrase, media_type):
        for title, sure in (("Blue", 90), ("Green", 70), ("Grey", 10)):
            yield {
                "title": title,
                "uri": f"file:///{title}.mp3",
                "match_confidence": sure,
                "media_type": MediaType.MUSIC,
                "playback": PlaybackType.AUDIO,
            }


class Shelf(OVOSSkill):
    @skill_api_method
    def put_on(self, thing):
        """Put something on the shelf.

        Args:
            thing (str): What.
        """
        if thing == "piano":
            raise ValueError("too heavy")
        return f"{thing} is on the shelf"


@pytest.fixture(scope="module")
def device(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("device")
        patch.setenv("HOME", str(folder))
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
        patch.syspath_prepend(str(SKILLS))
        patch.setattr(discovery, "QUIET_SECONDS", 0.1)
        patch.setattr(discovery, "ANSWER_SECONDS", 0.3)
        import skills_of_others

        croft = get_minicroft([], extra_skills={**skills_of_others.SKILLS, "ovos-skill-records.test": Records})
        box = SkillsToolBox({"timeout": 2}, croft.bus)
        # As whoever hosts it does.
        croft.bus.on("ovos.persona.tools.discover", lambda message: box.refresh_tools())
        yield croft, box
        box.shutdown()
        croft.stop()
        sys.modules.pop("skills_of_others", None)


def until(condition, seconds=60.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def call(box, name, context=None, **arguments):
    tool = box.tools[name]
    return box.run_tool(name, tool.argument_schema.model_validate(arguments), context or InvocationContext())


def test_what_the_skills_offer_are_tools(device):
    croft, box = device
    until(lambda: "others_alarm_set_alarm" in box.tools)
    assert {"others_facts_count_facts", "others_alarm_cancel", "others_media_play"} <= set(box.tools)
    told = box.loaded_tool(box.tools["others_facts_count_facts"]).definition
    assert told.argument_schema["required"] == ["about"]
    assert told.argument_schema["properties"]["at_least"]["type"] == "integer"
    alarm = box.loaded_tool(box.tools["others_alarm_set_alarm"]).definition
    assert "set an alarm" in [example.utterance for example in alarm.examples]
    assert box.loaded_tool(box.tools["others_media_play"]).definition.argument_schema["required"] == ["query"]


def test_a_method_of_a_skill_is_called(device):
    _, box = device
    assert call(box, "others_facts_count_facts", about="cats", at_least=7).context_data == {"result": 7}


def test_an_intent_runs_as_if_it_had_been_said(device):
    croft, box = device
    heard = []
    croft.bus.on("others-alarm.test:remind", lambda message: heard.append(message))
    said = call(box, "others_alarm_remind", what="buy milk")
    assert (said.message, said.context_data["skill_id"]) == ("I will remind you", "others-alarm.test")
    assert heard[0].data["utterance"] == "remind me to buy milk" and heard[0].data["what"] == "buy milk"
    assert call(box, "others_alarm_cancel").message == "alarm cancelled"


def test_the_whole_assistant_is_asked(device):
    _, box = device
    assert call(box, "ask_assistant", utterance="remind me to sing").message == "I will remind you"
    with pytest.raises(ToolFailed, match="No skill understood that"):
        call(box, "ask_assistant", utterance="qwert zuiop")


def test_a_question_is_answered_by_the_surest(device):
    _, box = device
    answer = call(box, "answer_question", question="who was ada lovelace")
    assert (answer.message, answer.context_data["skill_id"]) == ("a fact", "others-facts.test")
    with pytest.raises(ToolFailed, match="Keiner|Niemand"):
        call(box, "answer_question", InvocationContext(lang="de-de"), question="zzz")


def test_media_is_found_and_played_through_ocp(device):
    croft, box = device
    found = call(box, "find_media", query="colours", kind="music").context_data["results"]
    assert [result["title"] for result in found] == ["Blue", "Green"]
    played = []
    croft.bus.on("ovos.common_play.play", lambda message: played.append(message))
    context = InvocationContext(message_context={"session": {"session_id": "kitchen"}})
    assert call(box, "play_media", context, query="colours").message == "Playing Blue."
    assert played[0].data["media"]["uri"] == "file:///Blue.mp3"
    assert played[0].context["session"]["session_id"] == "kitchen"


def test_a_text_is_spoken_where_it_was_asked_for(device):
    croft, box = device
    spoken = []
    croft.bus.on("speak", lambda message: spoken.append(message))
    call(box, "speak_text", InvocationContext(message_context={"session": {"session_id": "kitchen"}}), text="Dinner!")
    assert spoken[0].data["utterance"] == "Dinner!" and spoken[0].context["session"]["session_id"] == "kitchen"


def test_a_skill_that_comes_and_goes(device):
    croft, box = device
    shelf = Shelf(bus=croft.bus, skill_id="ovos-skill-shelf.test")
    croft.bus.emit(Message("ovos.skill.loaded", {"skill_id": "ovos-skill-shelf.test"}))
    until(lambda: "shelf_put_on" in box.tools)
    assert call(box, "shelf_put_on", thing="a vase").message == "a vase is on the shelf"
    with pytest.raises(ToolFailed, match=r"The skill ovos-skill-shelf.test did not answer"):
        call(box, "shelf_put_on", thing="piano")
    shelf.default_shutdown()
    croft.bus.emit(Message("ovos.skill.deregister", {"skill_id": "ovos-skill-shelf.test"}))
    until(lambda: "shelf_put_on" not in box.tools)
