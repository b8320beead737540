"""ovos-core in this process: an utterance that is for our tools reaches them, and one that is not reaches its skill."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest
from ovos_bus_client.message import Message
from ovos_bus_client.session import Session

pytest.importorskip("ovos_core", reason="ovos-core is in the test extra")
from ovoscope import get_minicroft
from ovoscope.e2e import E2EPipelineHarness

from ovos_phal_plugin_jarvis import JarvisPHALPlugin
from ovos_phal_plugin_jarvis.pipeline.plugin import ASK, PIPELINE_ID

SKILLS = Path(__file__).parents[1] / "fixtures" / "ovos_skills"
FIRST = [
    f"{PIPELINE_ID}-high",
    "ovos-stop-pipeline-plugin-high",
    "ovos-converse-pipeline-plugin",
    "ovos-padacioso-pipeline-plugin-high",
    "ovos-adapt-pipeline-plugin-high",
    f"{PIPELINE_ID}-medium",
    "ovos-padacioso-pipeline-plugin-medium",
    "ovos-adapt-pipeline-plugin-medium",
    "ovos-common-query-pipeline-plugin",
    f"{PIPELINE_ID}-low",
    "ovos-padacioso-pipeline-plugin-low",
    "ovos-adapt-pipeline-plugin-low",
    "ovos-stop-pipeline-plugin-medium",
]
PHAL = {"invoke": {"workers": 4}, "assistant": {"requests_per_minute": 10_000}}
PATIENT = {"high": 5.0, "medium": 5.0, "low": 8.0}
"""Budgets of a machine where other tests run beside these: what is matched is looked at here, not how fast."""


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory):
    """One home for the device that all tests of this module speak to."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("device")
        patch.setenv("HOME", str(folder))
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
        yield folder


class Device:
    """ovos-core, the service and the speech side of a device, on one bus."""

    def __init__(self, pipeline=FIRST, budgets=PATIENT, skills=None):
        self.core = get_minicroft(
            [], extra_skills=skills, default_pipeline=pipeline, pipeline_config={PIPELINE_ID: budgets}, lang="en-US"
        )
        self.bus = self.core.bus
        self.plugin = self.core.intents.pipeline_plugins[PIPELINE_ID]
        self.phal = None
        self.seen = []
        self._lock = threading.Condition()
        self.bus.on("message", self._keep)

    def start_service(self):
        self.phal = JarvisPHALPlugin(bus=self.bus, config=PHAL)
        self.phal.service.runtime.warm_up()  # what it learned from examples is what it matches by
        return self

    def stop_service(self):
        phal, self.phal = self.phal, None
        if phal is not None:
            phal.shutdown()

    def close(self):
        self.stop_service()
        self.bus.remove("message", self._keep)
        self.core.stop()

    def _keep(self, message):
        with self._lock:
            self.seen.append(Message.deserialize(message) if isinstance(message, str) else message)
            self._lock.notify_all()

    def session(self, session_id, **fields):
        return Session(session_id=session_id, lang="en-US", pipeline=FIRST, **fields).serialize()

    def say(self, utterance, session="here", source="mic", wait=20.0, session_data=None, **data):
        """Speak; everything on the bus until ovos-core has done with it."""
        start = len(self.seen)
        context = {
            "session": session_data or self.session(session),
            "source": source,
            "destination": ["skills"],
        }
        heard = {"utterances": [utterance], "lang": "en-US", **data}
        self.bus.emit(Message("recognizer_loop:utterance", heard, context))
        return self.until("ovos.utterance.handled", start, wait)

    def until(self, topic, start, wait=20.0):
        end = time.monotonic() + wait
        with self._lock:
            while not any(m.msg_type == topic for m in self.seen[start:]):
                assert self._lock.wait(end - time.monotonic()) or time.monotonic() < end, (
                    f"no {topic}: {[m.msg_type for m in self.seen[start:]]}"
                )
        time.sleep(0.02)  # a second one would come at once
        return self.seen[start:]


def of(messages, topic):
    return [m for m in messages if m.msg_type == topic]


def spoken(messages):
    return [m.data["utterance"] for m in messages if m.msg_type in ("speak", "ovos.utterance.speak")]


@pytest.fixture(scope="module")
def others(home):
    sys.path.insert(0, str(SKILLS))
    import skills_of_others

    yield skills_of_others.SKILLS
    sys.path.remove(str(SKILLS))
    sys.modules.pop("skills_of_others", None)


@pytest.fixture(scope="module")
def device(others):
    device = Device(skills=others)
    yield device.start_service()
    device.close()


class TestByTheHarness(E2EPipelineHarness):
    """The plugin alone in the pipeline, as ovoscope tests any plugin."""

    PIPELINE_ID = PIPELINE_ID
    CONFIG_KEY = PIPELINE_ID
    PLUGIN_CONFIG = PATIENT

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phal = JarvisPHALPlugin(bus=cls.mc.bus, config=PHAL)
        cls.phal.service.runtime.warm_up()

    @classmethod
    def tearDownClass(cls):
        cls.phal.shutdown()
        super().tearDownClass()

    def test_an_utterance_for_a_tool_is_matched(self):
        match = self.send_and_capture("set a timer for five minutes", [ASK])
        assert match is not None
        assert match.context["skill_id"] == PIPELINE_ID
        assert match.data["jarvis_tools"] == ["set_timer"]

    def test_any_other_is_not(self):
        self.expect_no_match("feed the dragon on the roof")
        self.expect_no_match("")


def test_an_utterance_is_spoken_to_once_where_it_was_said(device):
    messages = device.say("what is 12 times 12", session="kitchen", source="kitchen-mic")

    assert len(spoken(messages)) == 1
    assert "144" in spoken(messages)[0]
    (speech,) = of(messages, "speak")
    assert speech.context["session"]["session_id"] == "kitchen"
    assert speech.context["destination"] == "kitchen-mic"
    assert len(of(messages, "ovos.utterance.handled")) == 1
    assert [m.msg_type for m in messages if m.msg_type.startswith("mycroft.skill.handler")] == [
        "mycroft.skill.handler.start",
        "mycroft.skill.handler.complete",
    ]
    assert len(of(messages, "ovos.jarvis.match")) == 1, "one utterance is understood once"


CASES = [
    tuple(part.strip() for part in line.split("|"))
    for line in (SKILLS / "utterances_of_others.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("before", [None, "what time is it in berlin"])
def test_what_is_said_to_other_skills_reaches_them(device, before):
    """With our plugin first, in a session of its own and in one where we were spoken to before."""
    answers = {"media": ["playing", "controlling"], "alarm": ["alarm set", "I will remind you", "alarm cancelled"]}
    wrong = []
    for number, (utterance, skill) in enumerate(CASES):
        session = f"{before} {number}"
        if before is not None:
            assert of(device.say(before, session), ASK)
        messages = device.say(utterance, session)
        assert len(of(messages, "ovos.utterance.handled")) == 1
        if of(messages, ASK) or not spoken(messages) or spoken(messages)[0] not in answers.get(skill, ["a fact"]):
            wrong.append((utterance, skill, [m.msg_type for m in of(messages, ASK)], spoken(messages)))

    assert len(CASES) == 60
    assert not wrong
