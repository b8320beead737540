"""The plugin against a service that answers, is late, is away, and comes back. ovos-core is not needed for that."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest
from ovos_bus_client.message import Message
from ovos_bus_client.session import Session
from ovos_utils.fakebus import FakeBus

from leftovers import eventually
from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.cli import doctor
from ovos_phal_plugin_jarvis.pipeline import plugin as pipeline
from ovos_phal_plugin_jarvis.pipeline import service_end
from ovos_phal_plugin_jarvis.pipeline.plugin import ASK, PIPELINE_ID, JarvisPipeline

BUDGETS = {"high": 0.2, "medium": 0.6, "low": 1.0}
LONG = dict.fromkeys(pipeline.LEVELS, pipeline.MAX_BUDGET)
"""For a service that answers: it is in time on any machine."""


class PretendService:
    """Answers on the bus as the service does, after ``delay`` seconds; not at all where that is None."""

    def __init__(self, bus):
        self.bus, self.delay, self.alive = bus, 0.0, True
        self.answers = {"confidence": "high", "id": "m1", "tools": ["set_timer"], "model": False}
        self.ask_answer = {"say": "Done.", "expect_response": False}
        self.stop_answer = {"found": True}
        self.threads = []
        bus.on(topics.JARVIS_MATCH, lambda m: self._later(m, self.matched(m)))
        bus.on(topics.JARVIS_ASK, lambda m: self._later(m, self.ask_answer))
        bus.on(topics.JARVIS_STOP, lambda m: self._later(m, self.stop_answer))
        bus.on(topics.JARVIS_CLAIM, self._claimed)

    def matched(self, message):
        return self.answers

    def _later(self, message, data):
        if not self.alive or self.delay is None:
            return
        timer = threading.Timer(self.delay, lambda: self.bus.emit(message.response(data)))
        timer.daemon = True
        self.threads.append(timer)
        timer.start()

    def _claimed(self, message):
        if self.alive and "id" not in message.data:
            self.bus.emit(message.response({"id": "x", "held": True}))


class Core:
    """What ovos-core does with the plugin."""

    def __init__(self, **config):
        self.bus = FakeBus()
        self.seen = []
        self.bus.on("message", lambda m: self.seen.append(Message.deserialize(m) if isinstance(m, str) else m))
        self.service = PretendService(self.bus)
        self.plugin = JarvisPipeline(self.bus, {**LONG, **config})
        self.number = 0

    def message(self, session=None, **data):
        self.number += 1
        context = {
            "session": (session or Session("s1")).serialize(),
            "utterance_id": str(self.number),
            "source": "skills",
            "destination": "mic",
        }
        return Message(ASK, data, context)

    def round(self, utterances=("set a timer",), lang="en-US", session=None, levels=pipeline.LEVELS):
        """The levels in turn, as they stand in a pipeline; the first that matched, and the seconds that all took."""
        message, started = self.message(session), time.monotonic()
        for level in levels:
            match = getattr(self.plugin, f"match_{level}")(list(utterances), lang, message)
            if match is not None:
                return level, match, time.monotonic() - started
        return None, None, time.monotonic() - started

    def budgets(self, **seconds):
        self.plugin._budgets = seconds

    def of(self, topic):
        return [m for m in self.seen if m.msg_type == topic]

    def wait_for(self, topic, seconds=60.0, count=1):
        until = time.monotonic() + seconds
        while len(self.of(topic)) < count:
            assert time.monotonic() < until, f"no {topic}: {[m.msg_type for m in self.seen]}"
            time.sleep(0.005)
        return self.of(topic)[-1]


@pytest.fixture
def core(request):
    core = Core(**getattr(request, "param", {}))
    yield core
    core.plugin.shutdown()
    for thread in core.service.threads:
        thread.join(60)
    assert not [t for t in threading.enumerate() if t.name.startswith("jarvis-pipeline")]


@pytest.mark.parametrize("confidence", ["high", "medium", "low"])
def test_each_level_takes_what_is_as_sure_as_that_and_asks_once(core, confidence):
    core.service.answers["confidence"] = confidence

    level, match, _ = core.round()

    assert level == confidence
    assert (match.match_type, match.skill_id, match.utterance) == (ASK, PIPELINE_ID, "set a timer")
    assert match.match_data["jarvis_match"] == "m1"
    assert len(core.of(topics.JARVIS_MATCH)) == 1


def test_a_sure_match_is_taken_on_a_less_sure_level_as_well(core):
    assert core.round(levels=["medium"])[0] == "medium"
    assert core.round(levels=["low"])[0] == "low"


def test_what_is_not_ours_is_left(core):
    core.service.answers = {"confidence": None, "id": None, "model": False}

    assert core.round()[0] is None
    assert len(core.of(topics.JARVIS_MATCH)) == 1


def test_a_model_is_asked_on_the_last_level_only(core):
    core.service.matched = lambda message: (
        {"confidence": "low", "id": "m2", "model": False}
        if message.data.get("model")
        else {"confidence": None, "id": None, "model": True}
    )

    level, match, _ = core.round()

    assert (level, match.match_data["jarvis_match"]) == ("low", "m2")
    assert [m.data.get("model") for m in core.of(topics.JARVIS_MATCH)] == [None, True]


def test_another_utterance_is_another_question_and_so_is_another_language(core):
    core.round()
    core.round()
    message = core.message()
    for lang in ("en-US", "de-DE"):
        core.plugin.match_high(["set a timer"], lang, message)

    assert [m.data["lang"] for m in core.of(topics.JARVIS_MATCH)] == ["en-US", "en-US", "en-US", "de-DE"]


@pytest.mark.parametrize(
    "utterances", [[], None, [""], ["   "], [None], [7], {"a": 1}, "", ["x" * 10_000], [[]], [{"text": "x"}]]
)
def test_what_is_no_utterance_is_not_asked_about(core, utterances):
    assert core.plugin.match(utterances, "en-US", core.message()) is None
    assert not core.of(topics.JARVIS_MATCH)


@pytest.mark.parametrize("lang", [None, "", 7, "xx-YY", "tlh"])
def test_any_language_is_passed_on_or_left_out(core, lang):
    assert core.plugin.match_high(["set a timer"], lang, core.message()) is not None


@pytest.mark.parametrize("context", [{}, {"session": None}, {"session": {"response_mode": 3}}])
def test_a_message_without_a_session_is_matched_in_that_of_the_device(core, context):
    assert core.plugin.match_high(["set a timer"], "en-US", Message("x", {}, context)) is not None


@pytest.mark.parametrize("answer", [{}, {"error": "no"}, {"confidence": 7}, {"confidence": "certain"}])
def test_an_answer_that_says_nothing_is_no_match(core, answer):
    core.service.answers = answer
    assert core.round()[0] is None


def test_words_that_another_skill_waits_for_are_not_asked_about(core):
    session = Session("s1")
    session.enable_response_mode("other.skill")

    assert core.round(session=session)[0] is None
    assert not core.of(topics.JARVIS_MATCH)

    session.response_mode["expires_at"] = time.time() - 1
    assert core.round(session=session)[0] == "high"


def test_words_that_we_wait_for_are_taken_however_unsure_they_are(core):
    core.service.answers["confidence"] = "low"
    session = Session("s1")
    session.enable_response_mode(PIPELINE_ID)

    assert core.round(session=session)[0] == "high"


def test_a_thousand_sessions_at_once_are_kept_apart_and_forgotten(core):
    core.service.matched = lambda message: {
        "confidence": "high",
        "id": message.context["session"]["session_id"],
        "model": False,
    }
    wrong = []

    def speak(first):
        for number in range(first, 1200, 8):
            session = Session(f"s{number}")
            message = core.message(session)
            message.context["utterance_id"] = f"u{number}"
            match = core.plugin.match_high(["set a timer"], "en-US", message)
            if match is None or match.match_data["jarvis_match"] != session.session_id:
                wrong.append((number, match))

    threads = [threading.Thread(target=speak, args=(first,)) for first in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert not wrong
    assert len(core.plugin._rounds) <= pipeline.MAX_ROUNDS
    assert not core.plugin._service._waiting


# A service that is late, away, or back


@pytest.mark.parametrize("levels", [pipeline.LEVELS, ["high"], ["medium", "low"], ["low"]])
def test_an_absent_service_costs_its_budget_once(core, levels):
    core.service.alive = False
    core.budgets(**BUDGETS)

    first = core.round(levels=levels)
    others = sorted(core.round(levels=levels)[2] for _ in range(20))

    assert first[0] is None
    assert BUDGETS["high"] * 0.9 <= first[2]
    assert others[10] < BUDGETS["high"] / 2
    assert len(core.of(topics.JARVIS_MATCH)) == 1


def test_a_service_that_is_slow_to_give_a_sign_is_still_waited_for_on_the_next_level(core):
    """A small device that was busy for a moment."""
    core.service._claimed = None
    core.bus.remove_all_listeners(topics.JARVIS_CLAIM)
    core.service.delay = BUDGETS["high"] * 1.5
    core.budgets(**{**LONG, "high": BUDGETS["high"]})

    assert core.round()[0] == "medium"


@pytest.mark.parametrize("sign", [topics.JARVIS_READY, f"{topics.JARVIS_CLAIM}.response", topics.JARVIS_CLAIM])
def test_a_service_that_is_heard_of_is_asked_again(core, sign):
    core.service.alive = False
    core.budgets(**BUDGETS)
    core.round()
    core.service.alive = True
    core.budgets(**LONG)

    core.bus.emit(Message(sign, {"id": "x", "held": True}))

    assert core.round()[0] == "high"


def test_a_service_that_came_back_in_silence_is_found_by_asking(core, monkeypatch):
    monkeypatch.setattr(service_end, "PROBE_SECONDS", 0.0)
    core.service.alive = False
    core.budgets(**BUDGETS)
    core.round()
    core.round()
    core.service.alive = True
    core.budgets(**LONG)

    core.round()  # which asks whether it lives

    assert core.round()[0] == "high"


def test_a_service_that_goes_is_not_waited_for(core):
    core.service.alive = False
    core.bus.emit(Message(topics.JARVIS_CLAIM_RELEASED, {"id": "x"}))

    assert core.round()[2] < LONG["high"]
    assert not core.of(topics.JARVIS_MATCH)


def test_a_late_service_serves_the_level_that_it_is_in_time_for(core):
    core.service.delay = 0.6
    core.service.answers["confidence"] = "high"
    core.budgets(**{**LONG, "high": 0.3})

    assert core.round()[0] == "medium"
    took = []
    for _ in range(2):
        message, started = core.message(), time.monotonic()
        assert core.plugin.match_high(["set a timer"], "en-US", message) is None
        took.append(time.monotonic() - started)
        assert core.plugin.match_medium(["set a timer"], "en-US", message) is not None
    assert min(took) < 0.25, "the high level waits no more"
    core.service.delay = 0.0
    assert core.round()[0] in ("high", "medium")
    assert eventually(lambda: core.round()[0] == "high"), "once it was in time, it is waited for again"


# What a match leads to


def handled(core, session=None, topic=ASK, **data):
    message = core.message(session, utterance="set a timer", jarvis_match="m1", **data)
    message.msg_type = topic
    core.bus.emit(message)
    return message


def test_the_service_is_asked_to_run_what_was_matched_and_core_is_told(core):
    handled(core, lang="en-US")

    done = core.wait_for("mycroft.skill.handler.complete")
    (asked,) = core.of(topics.JARVIS_ASK)
    assert {k: asked.data[k] for k in ("utterance", "match", "speak", "lang")} == {
        "utterance": "set a timer",
        "match": "m1",
        "speak": True,
        "lang": "en-US",
    }
    assert (asked.context["source"], asked.context["destination"]) == ("skills", "mic")
    assert len(core.of("mycroft.skill.handler.start")) == 1
    for told in (done, core.of("mycroft.skill.handler.start")[0]):
        assert told.context["skill_id"] == PIPELINE_ID
        assert told.context["session"]["session_id"] == "s1"
    assert not done.context["session"].get("response_mode")


def test_a_question_keeps_the_next_utterance_for_us_and_an_answer_lets_go(core):
    core.service.ask_answer = {"say": "For how long?", "expect_response": True}
    handled(core)
    asked = core.wait_for("mycroft.skill.handler.complete").context["session"]
    assert asked["response_mode"]["skill_id"] == PIPELINE_ID
    assert asked["response_mode"]["expires_at"] > time.time()

    core.service.ask_answer = {"say": "Done.", "expect_response": False}
    for count, topic in enumerate((f"{PIPELINE_ID}:response", f"{PIPELINE_ID}.converse.get_response"), 2):
        handled(core, Session.deserialize(asked), topic)
        done = core.wait_for("mycroft.skill.handler.complete", count=count)
        assert not done.context["session"].get("response_mode")


@pytest.mark.parametrize("error", [{"error": "busy", "code": "unavailable"}, {"error": "x" * 5}])
def test_a_refusal_ends_in_the_sound_that_core_makes(core, error):
    core.service.ask_answer = error
    handled(core)

    assert error["error"] in core.wait_for("mycroft.skill.handler.error").data["exception"]
    assert len(core.of("mycroft.audio.play_sound")) == 1
    assert not core.of("mycroft.skill.handler.complete")


def test_a_service_that_dies_with_our_answer_is_noticed_in_seconds(core, monkeypatch):
    monkeypatch.setattr(service_end, "LOOK_SECONDS", 0.1)
    core.service.delay = None
    handled(core)
    time.sleep(0.5)
    assert not core.of("mycroft.skill.handler.error"), "it is only slow: it says that it lives"

    core.service.alive = False

    core.wait_for("mycroft.skill.handler.error")


def test_a_shutdown_tells_core_what_will_not_be_answered():
    core = Core()
    core.service.delay = None
    handled(core)

    core.plugin.shutdown()

    core.wait_for("mycroft.skill.handler.error", 1)
    handled(core)
    assert len(core.of("mycroft.skill.handler.start")) == 1


@pytest.mark.parametrize("topic", ["ovos.converse.ping", f"{PIPELINE_ID}.converse.ping"])
def test_a_poll_who_wants_to_converse_is_declined_at_once(core, topic):
    session = Session("s1")
    session.add_converse_handler(PIPELINE_ID)
    message = core.message(session)
    message.msg_type = topic
    core.bus.emit(message)

    (pong,) = core.of("ovos.converse.pong") or core.of("skill.converse.pong")
    assert pong.data["skill_id"] == PIPELINE_ID
    assert pong.data.get("result", pong.data.get("can_handle")) is False


def test_a_poll_of_others_is_left_to_them(core):
    message = core.message()
    message.msg_type = "ovos.converse.ping"
    core.bus.emit(message)

    assert not core.of("ovos.converse.pong")


@pytest.mark.parametrize("found", [True, False])
def test_a_poll_who_can_stop_is_answered_once_by_what_goes_on(core, found):
    core.service.stop_answer = {"found": found}
    message = core.message()
    for topic in ("ovos.stop.ping", f"{PIPELINE_ID}.stop.ping"):
        core.bus.emit(message.forward(topic, {}))

    pong = core.wait_for("ovos.stop.pong")
    time.sleep(0.05)
    assert len(core.of("ovos.stop.pong")) == 1
    assert (pong.data["skill_id"], pong.data["can_handle"]) == (PIPELINE_ID, found)
    assert core.of(topics.JARVIS_STOP)[0].data == {"look": True}


def test_a_stop_ends_what_goes_on_once(core):
    session = Session("s1")
    session.enable_response_mode(PIPELINE_ID)
    message = core.message(session)
    core.bus.emit(message.forward(f"{PIPELINE_ID}:stop", {}))

    done = core.wait_for("mycroft.skill.handler.complete")
    assert core.of(f"{PIPELINE_ID}.stop.response")[0].data == {"skill_id": PIPELINE_ID, "result": True}
    assert [m.data for m in core.of(topics.JARVIS_STOP)] == [{}]
    assert not done.context["session"].get("response_mode")


def test_a_stop_where_nobody_serves_ends_at_once(core):
    core.service.alive = False
    core.bus.emit(Message(topics.JARVIS_CLAIM_RELEASED, {"id": "x"}))
    core.bus.emit(core.message().forward(f"{PIPELINE_ID}:stop", {}))
    core.bus.emit(core.message().forward("ovos.stop.ping", {}))

    assert core.of(f"{PIPELINE_ID}.stop.response")[0].data["result"] is False
    assert core.of("ovos.stop.pong")[0].data["can_handle"] is False


@pytest.mark.parametrize("value", [0, -1, "fast", None, True, 60, float("nan")])
def test_a_budget_that_can_be_none_is_told_and_left_out(log_lines, value):
    plugin = JarvisPipeline(FakeBus(), {"high": value})
    plugin.shutdown()

    assert plugin._budgets == pipeline.BUDGETS
    assert f"intents.{PIPELINE_ID}.high" in log_lines[0]


def test_it_costs_core_little_to_import():
    """Beside what core has loaded: nothing of ours but the topics, and a small part of the time."""
    code = (
        "import sys, time\n"
        "begun = time.process_time()\n"
        "import ovos_plugin_manager.templates.pipeline, ovos_bus_client.session\n"
        "before = set(sys.modules); started = time.process_time()\n"
        "import ovos_phal_plugin_jarvis.pipeline.plugin\n"
        "print((time.process_time() - started) / (started - begun))\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)]
    share = min(float(run.stdout.splitlines()[0]) for run in runs)
    loaded = runs[0].stdout.splitlines()[1].split()

    assert {m for m in loaded if m.startswith("ovos_phal_plugin_jarvis")} == {
        "ovos_phal_plugin_jarvis",
        "ovos_phal_plugin_jarvis.bus",
        "ovos_phal_plugin_jarvis.bus.acknowledging",
        "ovos_phal_plugin_jarvis.bus.topics",
        "ovos_phal_plugin_jarvis.pipeline",
        "ovos_phal_plugin_jarvis.pipeline.plugin",
        "ovos_phal_plugin_jarvis.pipeline.service_end",
        "ovos_phal_plugin_jarvis.version",
    }
    assert share < 0.15


@pytest.mark.parametrize(
    ("installed", "intents", "told"),
    [
        (False, {}, None),
        (True, None, "does not name"),
        (True, {"pipeline": ["ovos-adapt-pipeline-plugin-high"]}, "does not name"),
        (True, {"pipeline": [f"{PIPELINE_ID}-high"]}, None),
        (True, {"pipeline": [PIPELINE_ID]}, None),
        (True, {"pipeline": [f"{PIPELINE_ID}-low"], "blacklisted_pipelines": [PIPELINE_ID]}, "blacklisted_pipelines"),
    ],
)
def test_doctor_tells_what_keeps_words_from_the_tools(monkeypatch, installed, intents, told):
    monkeypatch.setattr(doctor, "find_spec", lambda name: object() if installed else None)
    monkeypatch.setattr("ovos_config.Configuration", lambda: {"intents": intents})

    advice = doctor._unheard()

    assert len(advice) == (told is not None)
    assert told is None or told in advice[0]


def test_a_session_that_can_not_be_read_costs_the_others_no_end(core, monkeypatch):
    core.service.alive = False
    monkeypatch.setattr(service_end, "LOOK_SECONDS", 0.1)
    forged = core.message(utterance="set a timer")
    forged.context["session"] = "x"
    core.plugin._handle(forged)
    core.plugin._handle(core.message(utterance="set a timer"))
    core.wait_for("mycroft.skill.handler.error")
    core.plugin._service._heard()
    core.plugin._handle(core.message(utterance="set a timer"))
    core.wait_for("mycroft.skill.handler.error", count=2)
