"""A device in its processes: messagebus, ovos-core with skills, PHAL with our plugin, a client that speaks."""

from __future__ import annotations

import signal
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from ovos_bus_client import Message

pytest.importorskip("ovos_core", reason="ovos-core is in the test extra")

from processes import BusCaller, Home, free_port

PIPELINE_ID = "ovos-jarvis-pipeline-plugin"
SKILLS = Path(__file__).parents[1] / "fixtures" / "ovos_skills"
COMMAND = """
import time
from jarvis_command_sdk import (
    CommandExample, CommandResponse, FastPathPattern, IJarvisCommand, PreRouteResult, cancelled
)

class Brew(IJarvisCommand):
    command_name = "brew_coffee"
    description = "Brew a pot of coffee."
    keywords = ["coffee"]
    required_secrets = []
    parameters = []
    fast_path_patterns = [FastPathPattern("brew", "Brew", "brew coffee", r"^brew coffee$", "claim")]

    def claim(self, match, voice_command):
        return PreRouteResult({})

    def generate_prompt_examples(self):
        return [CommandExample("brew a pot of coffee", {}, True)]

    generate_adapter_examples = generate_prompt_examples

    def run(self, request_info, **kwargs):
        while not cancelled():
            time.sleep(0.05)
        return CommandResponse.error_response("cancelled")

class Ask(Brew):
    command_name = "ask_city"
    description = "Ask for a city."
    keywords = ["city"]
    fast_path_patterns = [FastPathPattern("ask", "Ask", "ask me something", r"^ask me something$", "claim")]

    def generate_prompt_examples(self):
        return [CommandExample("ask me something about cities", {}, True)]

    generate_adapter_examples = generate_prompt_examples

    def run(self, request_info, **kwargs):
        return CommandResponse.follow_up_response({"message": "Which city?"})
"""


class Device(Home):
    """Its processes, and the client's end of the bus."""

    def __init__(self, folder):
        (folder / "kitchen").mkdir()
        (folder / "kitchen" / "command.py").write_text(COMMAND)
        pipeline = [
            f"{PIPELINE_ID}-high",
            "ovos-stop-pipeline-plugin-high",
            "ovos-converse-pipeline-plugin",
            "ovos-padacioso-pipeline-plugin-high",
            f"{PIPELINE_ID}-medium",
            f"{PIPELINE_ID}-low",
        ]
        super().__init__(
            folder,
            free_port(),
            {
                "ovos-phal-plugin-tools": {"enabled": False},
                "ovos-phal-plugin-jarvis": {"commands": {"paths": [str(folder / "kitchen")]}},
            },
            (SKILLS,),
            lang="en-US",
            intents={
                "pipeline": pipeline,
                "blacklisted_pipelines": [
                    "ovos-m2v-pipeline",
                    "ovos-m2v-prototype-pipeline",
                    "ovos-persona-pipeline-plugin",
                ],
                # Here one utterance may have to wait for the processes of other tests.
                PIPELINE_ID: {"high": 2.0, "medium": 3.0},
            },
        )

    @contextmanager
    def run_core(self):
        before = self.log.stat().st_size if self.log.exists() else 0
        with self.run("-m", "ovos_core") as process:
            self.wait_until(
                lambda: "Skills service is ready" in self.log.read_text()[before:] or self._ready(), process, "core"
            )
            yield process

    @contextmanager
    def run_service(self):
        with self.phal() as process:
            self.wait_until(self._understands, process, "the tool service")
            yield process

    def _understands(self):
        asked = {"utterance": "what time is it in berlin"}
        return self.caller.ask("ovos.jarvis.match", asked, timeout=60).data.get("confidence") == "high"

    def _ready(self):
        answer = self.caller.client.wait_for_response(Message("mycroft.skills.is_ready"), timeout=0.5)
        return answer is not None and answer.data.get("status") is True

    def say(self, utterance, session="here", seconds=60.0, data=None, source="mic"):
        """Speak; what is on the bus until ovos-core has done with it."""
        start = self.caller.count()
        session = data or session_of(session)
        context = {"session": session, "source": source, "destination": ["skills"]}
        self.caller.client.emit(
            Message("recognizer_loop:utterance", {"utterances": [utterance], "lang": "en-US"}, context)
        )
        return self.until("ovos.utterance.handled", start, seconds)

    def until(self, topic, start, seconds=60.0):
        assert self.caller.arrived(topic, start, seconds, until=1), (
            f"no {topic}: {[m.msg_type for m in self.caller.seen[start:]]}\n{self.log.read_text()[-3000:]}"
        )
        time.sleep(0.1)  # a second one would come at once
        return self.caller.seen[start:]


def session_of(name):
    """A session as a client sends it that leaves the pipeline to the device."""
    return {"session_id": name, "lang": "en-US"}


def of(messages, topic):
    return [m for m in messages if m.msg_type == topic]


def spoken(messages):
    return [m.data["utterance"] for m in messages if m.msg_type in ("speak", "ovos.utterance.speak")]


class Running:
    """A process of the device that tests may end, and that the next one finds running again."""

    def __init__(self, start):
        self._start = start
        self._stack = ExitStack()
        self.process = None

    def up(self):
        if self.process is None or self.process.poll() is not None:
            self.down()
            self.process = self._stack.enter_context(self._start())

    def down(self):
        self._stack.close()
        self.process = None


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    with ExitStack() as stack:
        device = Device(tmp_path_factory.mktemp("device"))
        stack.enter_context(device.messagebus())
        device.caller = BusCaller(device.port)
        stack.callback(device.caller.close)
        device.core, device.service = Running(device.run_core), Running(device.run_service)
        stack.callback(device.core.down)
        stack.callback(device.service.down)
        yield device


@pytest.fixture
def device(processes):
    processes.core.up()
    processes.service.up()
    return processes


def check_ours(device, session="ours"):
    """An utterance, its tool, and its answer in the session and at the device that asked, once."""
    messages = device.say("what time is it in berlin", session, source=f"mic of {session}")
    words = spoken(messages)
    assert len(words) == 1, [m.msg_type for m in messages]
    assert "Berlin" in words[0]
    speech = next(m for m in messages if m.msg_type in ("speak", "ovos.utterance.speak"))
    assert speech.context["session"]["session_id"] == session
    assert speech.context["destination"] == f"mic of {session}"
    assert len(of(messages, "ovos.utterance.handled")) == 1
    assert len(of(messages, "mycroft.skill.handler.complete")) == 1


def check_others(device):
    messages = device.say("play some jazz", "others")
    assert spoken(messages) == ["playing"]
    assert len(of(messages, "ovos.utterance.handled")) == 1


def test_an_utterance_goes_to_its_tool_or_to_its_skill(device):
    check_ours(device)
    check_others(device)


def test_what_its_skills_can_do_are_tools_on_the_bus(device):
    until = time.monotonic() + 240
    wanted = {"others_facts_count_facts", "others_alarm_remind"}
    while not wanted <= {tool["name"] for tool in device.caller.ask("ovos.tools.list").data["tools"]}:
        assert time.monotonic() < until
        time.sleep(0.2)

    def call(name, **arguments):
        answer = device.caller.ask("ovos.tools.invoke", {"name": name, "args": arguments}).data
        return answer["result"] if "result" in answer else answer["error"]

    assert call("others_facts_count_facts", about="cats")["context_data"] == {"result": 4}
    assert "about" in call("others_facts_count_facts")
    assert call("others_alarm_remind", what="buy milk")["message"] == "I will remind you"
    assert call("ask_assistant", utterance="remind me to sing")["message"] == "I will remind you"


def test_stop_ends_what_runs(device):
    start = device.caller.count()
    context = {"session": session_of("brewing")}
    device.caller.client.emit(Message("recognizer_loop:utterance", {"utterances": ["brew coffee"]}, context))
    begun = device.until("ovos.jarvis.ask", start)
    time.sleep(0.3)
    device.say("stop", data=of(begun, "ovos.jarvis.ask")[0].context["session"])

    ended = device.until("ovos.jarvis.ask.response", start, 60)
    assert not [words for words in spoken(ended) if "brew" in words]
    device.until("mycroft.skill.handler.complete", start, 60)


def test_core_may_be_restarted(device):
    check_ours(device, "before")
    device.core.down()
    device.core.up()
    check_ours(device, "after")
    check_others(device)


def test_the_service_may_be_killed_while_it_works_and_while_it_asks(device):
    asked = device.say("ask me something", "asked")
    assert spoken(asked) == ["Which city?"]
    asking = of(asked, "ovos.utterance.handled")[0].context["session"]
    assert asking["response_mode"]["skill_id"] == PIPELINE_ID
    start = device.caller.count()
    context = {"session": session_of("brewing")}
    device.caller.client.emit(Message("recognizer_loop:utterance", {"utterances": ["brew coffee"]}, context))
    device.until("ovos.jarvis.ask", start)
    time.sleep(0.3)
    device.service.process.send_signal(signal.SIGKILL)
    device.service.process.wait(10)

    # What ran is given up, and what was asked is not answered; nobody waits for either.
    died = device.until("ovos.utterance.handled", start, 60)
    assert of(died, "mycroft.skill.handler.error")
    answered = device.say("berlin", data=asking, seconds=60)
    assert not spoken(answered)
    assert not of(answered, "ovos.utterance.handled")[0].context["session"].get("response_mode")
    check_others(device)
    device.service.up()
    check_ours(device, "again")
