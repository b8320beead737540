"""ovos-core in this process: an utterance that is for our tools reaches them, and one that is not reaches its skill."""

from __future__ import annotations

import itertools
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ovos_bus_client.message import Message
from ovos_bus_client.session import Session

pytest.importorskip("ovos_core", reason="ovos-core is in the test extra")
from ovoscope import get_minicroft
from ovoscope.e2e import E2EPipelineHarness

from ovos_phal_plugin_jarvis import JarvisPHALPlugin
from ovos_phal_plugin_jarvis.pipeline.plugin import ASK, PIPELINE_ID
from processes import share_learned

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
COMMAND = """
import time
from jarvis_command_sdk import CommandExample, CommandResponse, IJarvisCommand, JarvisParameter, cancelled

class Brew(IJarvisCommand):
    command_name = "brew_coffee"
    description = "Brew a pot of coffee."
    keywords = ["coffee", "brew"]
    required_secrets = []
    parameters = []

    def generate_prompt_examples(self):
        return [CommandExample("brew a pot of coffee", {}, True), CommandExample("make some coffee", {})]

    generate_adapter_examples = generate_prompt_examples

    def run(self, request_info, **kwargs):
        for _ in range(1000):
            if cancelled():
                return CommandResponse.error_response("cancelled")
            time.sleep(0.05)
        return CommandResponse.success_response({"message": "Coffee is ready."})

class Order(Brew):
    command_name = "order_pizza"
    description = "Order a pizza."
    keywords = ["order", "pizza"]
    parameters = [JarvisParameter("size", "string", required=True, enum_values=["small", "large"])]

    def generate_prompt_examples(self):
        return [
            CommandExample("order a large pizza", {"size": "large"}, True),
            CommandExample("order a small pizza", {"size": "small"}),
            CommandExample("get me a large pizza", {"size": "large"}),
        ]

    generate_adapter_examples = generate_prompt_examples

    def run(self, request_info, size=None, **kwargs):
        return CommandResponse.success_response({"message": f"A {size} pizza is on its way."})

class Wipe(Brew):
    command_name = "wipe_disk"
    description = "Delete everything from the disk for good."
    keywords = ["wipe", "disk"]

    def generate_prompt_examples(self):
        return [CommandExample("wipe the disk", {}, True), CommandExample("delete everything from the disk", {})]

    generate_adapter_examples = generate_prompt_examples

    def run(self, request_info, **kwargs):
        return CommandResponse.success_response({"message": "The disk is empty."})
"""
PATIENT = {"high": 5.0, "medium": 5.0, "low": 8.0}
"""Budgets of a machine where other tests run beside these: what is matched is looked at here, not how fast."""


@pytest.fixture(scope="module", autouse=True)
def own_home(tmp_path_factory):
    """One home for the device that all tests of this module speak to, with what it has learned."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("device")
        patch.setenv("HOME", str(folder))
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
        share_learned(folder / "cache")
        (folder / "kitchen").mkdir()
        (folder / "kitchen" / "command.py").write_text(COMMAND)
        yield folder


def phal_config():
    return {
        "invoke": {"workers": 4},
        "assistant": {"requests_per_minute": 10_000},
        "commands": {"paths": [str(Path.home() / "kitchen")]},
    }


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

    def start_service(self, learned=True):
        self.phal = JarvisPHALPlugin(bus=self.bus, config=phal_config())
        if learned:
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

    def say(
        self, utterance, session="here", source="mic", wait=20.0, session_data=None, until="ovos.utterance.handled"
    ):
        """Speak; everything on the bus until ovos-core has done with it."""
        start = len(self.seen)
        context = {
            "session": session_data or self.session(session),
            "source": source,
            "destination": ["skills"],
        }
        heard = {"utterances": [utterance], "lang": "en-US"}
        self.bus.emit(Message("recognizer_loop:utterance", heard, context))
        return self.until("ovos.utterance.handled", start)

    def until(self, topic, start, wait=60.0):
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


def session_after(messages):
    """What a client keeps of its session for the next utterance."""
    return of(messages, "ovos.utterance.handled")[-1].context["session"]


def spoken(messages):
    return [m.data["utterance"] for m in messages if m.msg_type in ("speak", "ovos.utterance.speak")]


@pytest.fixture(scope="module")
def others(own_home):
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
        cls.phal = JarvisPHALPlugin(bus=cls.mc.bus, config=phal_config())
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


# Our tools know reminders as well as the skill does: whoever stands first in the pipeline may set it.
BOTH_HAVE_IT = {"create a reminder to water the plants tomorrow", "create a reminder to add milk to the list"}


def test_what_is_said_to_other_skills_reaches_them(device):
    """With our plugin first; every other one in a session where we were spoken to just before."""
    answers = {"media": ["playing", "controlling"], "alarm": ["alarm set", "I will remind you", "alarm cancelled"]}
    wrong = []
    for number, (utterance, skill) in enumerate(CASES):
        session = device.session(f"others {number}")
        if number % 2:
            before = device.say("what time is it in berlin", session_data=session)
            assert of(before, ASK)
            session = session_after(before)
        messages = device.say(utterance, session_data=session)
        assert len(of(messages, "ovos.utterance.handled")) == 1
        if utterance in BOTH_HAVE_IT and spoken(messages)[0].startswith("I'll remind you"):
            continue
        if of(messages, ASK) or not spoken(messages) or spoken(messages)[0] not in answers.get(skill, ["a fact"]):
            wrong.append((utterance, skill, of(messages, ASK), spoken(messages)))

    assert len(CASES) == 60
    assert not wrong


# A conversation


def test_questions_open_the_microphone_and_the_last_answer_closes_it(device):
    asked = device.say("order a pizza", session="q1")
    confirmed = device.say("large", session_data=session_after(asked))
    answered = device.say("yes please", session_data=session_after(confirmed))

    for messages, words in ((asked, "Which size"), (confirmed, "Shall I order a pizza")):
        (speech,) = of(messages, "speak")
        assert words in speech.data["utterance"]
        assert speech.data["expect_response"]
        assert speech.context["session"]["response_mode"]["skill_id"] == PIPELINE_ID
        assert session_after(messages)["response_mode"]["skill_id"] == PIPELINE_ID
    assert spoken(answered) == ["A large pizza is on its way."]
    assert not of(answered, "speak")[0].data["expect_response"]
    assert not session_after(answered).get("response_mode")
    for messages in (asked, confirmed, answered):
        assert len(of(messages, "ovos.utterance.handled")) == 1


def test_an_answer_reaches_us_by_the_converse_stage_as_well(device):
    """Where our plugin stands behind it."""
    asked = device.say("order a pizza", session="q2")
    session = {**session_after(asked), "pipeline": ["ovos-converse-pipeline-plugin", *FIRST[3:]]}

    answered = device.say("large", session_data=session)

    assert of(answered, f"{PIPELINE_ID}.converse.get_response")
    assert "Shall I order a pizza" in spoken(answered)[0]
    assert session_after(answered)["response_mode"]["skill_id"] == PIPELINE_ID


def test_a_yes_runs_what_was_asked_about_and_a_never_mind_does_not(device):
    for answer, told in (("yes", "empty"), ("never mind", None)):
        asked = device.say("wipe the disk", session=f"wipe {answer}")
        assert of(asked, "speak")[0].data["expect_response"]
        assert not any("empty" in words for words in spoken(asked))
        answered = device.say(answer, session_data=session_after(asked))
        assert (told is None) == (not any("empty" in words for words in spoken(answered)))
        assert len(spoken(answered)) == 1
        assert not session_after(answered).get("response_mode")


def test_what_another_skill_asks_is_answered_to_that_skill(device):
    start = len(device.seen)
    context = {"session": device.session("alarm"), "source": "mic", "destination": ["skills"]}
    asking = Message("recognizer_loop:utterance", {"utterances": ["set an alarm"], "lang": "en-US"}, context)
    thread = threading.Thread(target=device.bus.emit, args=(asking,), daemon=True)  # the bus waits for the answer, too
    thread.start()
    waiting = device.until("others-alarm.test.get_response.waiting", start)
    time.sleep(0.2)
    session = of(waiting, "others-alarm.test.get_response.waiting")[0].context["session"]
    session["response_mode"] = {"skill_id": "others-alarm.test", "expires_at": time.time() + 60}

    start = len(device.seen)
    device.bus.emit(Message("recognizer_loop:utterance", {"utterances": ["make some coffee"]}, {"session": session}))
    thread.join(60)

    answered = device.seen[start:]
    assert not of(answered, ASK)
    assert not of(answered, "ovos.jarvis.match")
    assert "alarm set for make some coffee" in spoken(answered)


def test_another_skill_pays_nothing_for_a_session_in_which_we_were_spoken_to(device):
    before = device.say("what time is it in berlin", session="polled")
    messages = device.say("play some jazz", session_data=session_after(before))

    assert of(messages, "ovos.converse.ping")
    assert [m.data for m in of(messages, "ovos.converse.pong") if m.data["skill_id"] == PIPELINE_ID] == [
        {"skill_id": PIPELINE_ID, "result": False}
    ]
    assert spoken(messages) == ["playing"]


WORDS = st.sampled_from(
    ["order a pizza", "large", "small", "yes please", "never mind", "what is 2 plus 2", "wipe the disk"]
)
rounds = itertools.count()


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(turns=st.lists(st.tuples(st.sampled_from(["a", "b"]), WORDS), min_size=3, max_size=7))
def test_sessions_never_see_each_other(device, turns):
    """However two sessions take turns, each hears what it would hear alone."""

    def heard(said, name):
        session, answers = device.session(f"{name} {next(rounds)}"), {}
        sessions = {who: {**session, "session_id": f"{session['session_id']} {who}"} for who, _ in said}
        for who, words in said:
            messages = device.say(words, session_data=sessions[who])
            sessions[who] = session_after(messages)
            assert all(m.context["session"]["session_id"] == sessions[who]["session_id"] for m in of(messages, "speak"))
            answers.setdefault(who, []).append((words, spoken(messages), "response_mode" in sessions[who]))
        return answers

    together = heard(turns, "together")
    for who in together:
        assert together[who] == heard([turn for turn in turns if turn[0] == who], "alone")[who]


# Stop


def test_stop_ends_a_question(device):
    asked = device.say("order a pizza", session="s-q")
    stopped = device.say("stop", session_data=session_after(asked))

    assert not session_after(stopped).get("response_mode")
    assert len(of(stopped, "ovos.utterance.handled")) == 1
    later = device.say("large", session_data=session_after(stopped))
    assert not of(later, ASK), "nobody waits for that any more"


@pytest.mark.parametrize("how", ["said", "mycroft.stop", "ovos.stop"])
def test_stop_ends_what_runs(device, how):
    name = f"brew {how}"
    start = len(device.seen)
    context = {"session": device.session(name), "source": "mic", "destination": ["skills"]}
    device.bus.emit(Message("recognizer_loop:utterance", {"utterances": ["brew a pot of coffee"]}, context))
    device.until("ovos.jarvis.ask", start)
    time.sleep(0.3)
    begun = time.monotonic()
    if how == "said":
        handlers = [{"skill_id": PIPELINE_ID, "activated_at": time.time()}]
        device.say("stop", session_data={**device.session(name), "active_handlers": handlers})
    else:
        device.bus.emit(Message(how, {}, context))

    ended = device.until("ovos.jarvis.ask.response", start)
    assert time.monotonic() - begun < 45
    assert not any("ready" in words for words in spoken(ended))
    done = device.until("mycroft.skill.handler.complete", start)
    assert not of(done, "mycroft.skill.handler.error")


@pytest.mark.parametrize("how", ["targeted", "global"])
def test_stop_ends_what_rings(device, how):
    start = len(device.seen)
    set_ = device.say("set a timer for one second", session=f"ring {how}")
    device.until("ovos.jarvis.ringing", start)

    session = session_after(set_)
    if how == "global":
        session["active_handlers"] = []
    # Ours is behind the stop stage here, as it may be.
    stopped = device.say("stop", session_data={**session, "pipeline": [*FIRST[1:3], FIRST[0]]})

    over = device.until("ovos.jarvis.ringing", len(device.seen) - len(stopped))
    assert of(over, "ovos.jarvis.ringing")[-1].data["ringing"] is False
    assert len(of(stopped, "ovos.utterance.handled")) == 1
    if how == "targeted":
        assert of(stopped, f"{PIPELINE_ID}.stop.response")[0].data["result"] is True


def test_what_rings_is_found_by_a_stop_in_its_session_and_in_the_device_s_own(device):
    def found(session, **data):
        context = {"session": device.session(session)}
        return device.bus.wait_for_response(Message("ovos.jarvis.stop", data, context)).data["found"]

    def rings(session, timer, ringing):
        data = {"ringing": ringing, "timer_id": timer}
        device.bus.emit(Message("ovos.jarvis.ringing", data, {"session": device.session(session)}))

    assert not found("ring", look=True)
    rings("ring", "a", True)
    rings("ring", "b", True)
    rings("ring", "a", False)
    assert not found("elsewhere", look=True)
    assert found("ring", look=True)
    assert found("default", look=True)
    assert found("ring")
    assert not found("ring", look=True)


# What is sent wrongly


@pytest.mark.parametrize("utterances", [[], [""], ["x" * 10_000], [{"text": "x"}], [7], "text", None, [["2 plus 2"]]])
def test_utterances_of_any_form_cost_nobody_else_anything(device, utterances):
    context = {"session": device.session("bad")}
    device.bus.emit(Message("recognizer_loop:utterance", {"utterances": utterances, "lang": "en-US"}, context))
    time.sleep(0.1)

    answered = device.say("what is 2 plus 3", session="good")
    assert any("5" in words for words in spoken(answered))


def test_a_message_without_a_session_is_the_device_s_own(device):
    start = len(device.seen)
    device.bus.emit(Message("recognizer_loop:utterance", {"utterances": ["what is 2 plus 2"], "session_id": "kitchen"}))

    messages = device.until("ovos.utterance.handled", start)
    (speech,) = of(messages, "speak")
    assert speech.context["session"]["session_id"] == "default"


# The service goes and comes


def test_core_goes_on_where_the_service_is_away(device):
    device.stop_service()
    try:
        assert spoken(device.say("play some jazz")) == ["playing"]
        started = len(device.seen)
        messages = device.say("set a timer for five minutes")
        assert of(messages, "ovos.intent.unmatched")
        assert not of(device.seen[started:], "ovos.jarvis.match"), "it said that it goes"
    finally:
        device.start_service(learned=False)
    # This takes no learning: a command's own pattern claims it, once all are loaded.
    until = time.monotonic() + 90
    while not of(device.say("set a timer for five minutes"), ASK):
        assert time.monotonic() < until
