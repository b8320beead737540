"""What a node offers its commands, served by this device: reminders, timers, routines, proposals, prompts."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.assistant.assistant import Request
from ovos_phal_plugin_jarvis.assistant.routines import routine_named
from ovos_phal_plugin_jarvis.commands.node import secrets
from ovos_phal_plugin_jarvis.commands.node.alert_queue import get_alert_queue_service
from ovos_phal_plugin_jarvis.commands.node.llm_client import JarvisCommandCenterClient, ask_llm
from ovos_phal_plugin_jarvis.commands.node.node import ServiceMissing
from ovos_phal_plugin_jarvis.commands.node.reminders import get_reminder_service
from ovos_phal_plugin_jarvis.commands.node.rest_client import RestClient
from ovos_phal_plugin_jarvis.commands.node.timers import get_timer_service
from ovos_phal_plugin_jarvis.commands.routines import BrokenRoutine, routine_of
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.runtime.node import memories
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.sdk import JarvisStorage
from ovos_phal_plugin_jarvis.sdk.agent import Alert
from ovos_phal_plugin_jarvis.sdk.clock import home_now
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_toolbox_everyday import EverydayToolBox
from toolboxes_for_tests import put_in_place

CONFIG = {"invoke": {"workers": 2}, "agents": {"enabled": False}}


@pytest.fixture
def start(monkeypatch, packages):
    put_in_place(monkeypatch)
    started = []

    def start(**config):
        config = load_config({**CONFIG, "commands": {"paths": [str(packages / "storm_watch")]}, **config})
        started.append(Runtime(config, limit_rate=False))
        return started[-1]

    yield start
    for runtime in started:
        runtime.shutdown()


@pytest.fixture
def device(start, monkeypatch):
    put_in_place(monkeypatch, ovos_toolbox_everyday=EverydayToolBox)
    return start()


def say(runtime, words, session="here", **more):
    context = InvocationContext(conversation_id=session)
    return runtime.assistant.handle(Request(words, context, home_now()), **more)


def test_timers_and_reminders_are_those_of_the_everyday_toolbox(device):
    timers, reminders = get_timer_service(), get_reminder_service()
    first = timers.set_timer(300, "Pasta")
    timers.set_timer(600)
    (pasta, other) = timers.get_active_timers()
    assert pasta["timer_id"] == first and pasta["label"] == "Pasta"
    assert 298 <= pasta["remaining_seconds"] <= 300 and pasta["started_at"] < pasta["ends_at"]
    assert timers.find_timer_by_label("past") == first and timers.find_timer_by_label("") is None
    assert timers.get_timer(first) == pasta and timers.get_timer("") is None
    assert timers.restore_timers() == 2 and timers.cancel_timer(first) and not timers.cancel_timer(first)
    assert timers.clear_all() == 1 and timers.get_active_timers() == []
    due = reminders.resolve_due_at(relative_minutes=30)
    record = reminders.create_reminder("call the harbour", due.isoformat())
    assert record.reminder_id.startswith("rem_") and not record.is_recurring
    assert reminders.find_by_text("harbour").reminder_id == record.reminder_id
    assert reminders.delete_reminder(record.reminder_id) and reminders.get_all_reminders() == []
    assert isinstance(type(reminders).format_due_at_human(due.isoformat()), str)


def test_what_nothing_serves_is_told_by_its_name(start):
    start()
    for call in (lambda: get_timer_service().set_timer(5), lambda: get_reminder_service().get_due_reminders()):
        with pytest.raises(ServiceMissing, match="ovos-toolbox-everyday"):
            call()
    assert ask_llm("Who are you?") is None and JarvisCommandCenterClient("http://x").chat_text("hello") is None


def test_the_queue_the_memories_and_the_push_of_a_node(start):
    runtime = start()
    queue, counts = get_alert_queue_service(), []
    queue.on_change(counts.append)
    assert queue.add_alert(Alert("me", "One", "First")) and not queue.add_alert(Alert("me", "One", "First"))
    assert queue.count() == 1 and [a.title for a in queue.get_pending()] == ["One"]
    assert [a.title for a in queue.flush()] == ["One"] and queue.count() == 0 and counts == [1, 0]
    told = [{"content": "Likes\nherring", "key": "fish", "ttl_hours": 2}, {"content": ""}, {"content": "Sails"}]
    assert RestClient.inject_memories(told) == {"injected": 2, "updated": 0}
    assert RestClient.inject_memories([{"content": "Likes cod", "key": "fish"}]) == {"injected": 0, "updated": 1}
    assert memories(runtime.device.stores.data) == "- Sails\n- Likes cod"
    assert runtime.translators._node_context()["user_memories"] == "- Sails\n- Likes cod"
    assert RestClient.get("http://127.0.0.1:9/x", timeout=1) is None and RestClient.post("/api/x", {}) is None
    runtime.shutdown()
    with pytest.raises(ServiceMissing):
        queue.count()


def test_a_routine_runs_its_steps_and_names_those_it_can_not(start):
    runtime = start()
    done = say(runtime, "batten down the hatches")
    assert done.translator == "routine" and [c.name for c in done.commands] == ["report_storm"]
    assert done.say == "I left out the harbour and a thing that is not installed. A breeze in Bergen."
    assert JarvisStorage("storms").get("Bergen") == {"place": "Bergen", "level": "breeze"}
    # The user has said which harbour it is, and put a step more into a copy.
    JarvisStorage("routine").save("bindings:storm_round", {"harbour": "Bryggen"})
    assert [
        c.arguments["place"] for c in say(runtime, "hey jarvis, start the storm round routine please").commands
    ] == [
        "Bryggen",
        "Bergen",
    ]
    steps = [{"command": "report_storm", "args": {"place": f"P{i}"}} for i in range(7)]
    JarvisStorage("routine").save("storm_round", {"trigger_phrases": ["good night"], "steps": steps})
    assert len(say(runtime, "good night").commands) == 7
    assert say(runtime, "storm round", dry_run=True).translator == "routine"
    JarvisStorage("routine").save("storm_round", {"trigger_phrases": "good night", "steps": []})
    JarvisStorage("routine").save("other", {"steps": 5})
    assert say(runtime, "good night").translator == "talk"


def test_the_words_that_name_a_routine():
    steps = [{"command": "x"}]
    night = routine_of("good_night", {"trigger_phrases": ["good night", "turn on the night lights"], "steps": steps})
    twin = routine_of("evening", {"trigger_phrases": ["Good night!"], "steps": steps})
    for lang, words in (
        ("en-us", "um, good night please"),
        ("en-us", "Good Night!"),
        ("en-us", "run my good night routine"),
        ("en-us", "turn on the night lights"),
        ("de-de", "starte good night"),
        ("fr-fr", "lance la routine good night"),
    ):
        assert routine_named(words, lang, [night]) is night, words
    for words in ("don't say good night", "good night kitchen", "night", "turn off the night lights", "routine", ""):
        assert routine_named(words, "en-us", [night]) is None, words
    assert routine_named("good night", "en-us", [night, twin]) is None


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (5, "must be an object"),
        ({}, "'trigger_phrases' must be a list of texts"),
        ({"trigger_phrases": ["a"], "steps": []}, "1 to 20 steps"),
        ({"trigger_phrases": ["a"], "steps": [{"command": "x"}] * 21}, "1 to 20 steps"),
        ({"trigger_phrases": ["a"], "steps": ["x"]}, "step 1 has no 'command'"),
        ({"trigger_phrases": ["a"], "steps": [{"command": "x", "args": [1]}]}, "'args' of step 1"),
    ],
)
def test_a_routine_that_can_not_be_used_says_why(content, why):
    with pytest.raises(BrokenRoutine, match=why):
        routine_of("it", content)


def test_a_routine_asks_as_its_steps_would(start):
    runtime = start(policy={"tools": {"report_storm": "ask"}})
    asked = say(runtime, "storm round")
    assert asked.confirmation_required and JarvisStorage("storms").get_all() == []
    assert say(runtime, "yes").results and JarvisStorage("storms").get("Bergen") is not None


def test_what_may_follow_an_answer_is_offered_and_done_once(device):
    call = "report a gale in Bergen"
    offered = say(device, call)
    assert offered.say == ('A gale in Bergen. Set a reminder to bring the chairs in? Say "Remind me" or "Not now".'), (
        offered
    )
    assert offered.expect_response and [a["button_text"] for a in offered.actions] == ["Remind me", "Not now"]
    assert say(device, "remind me").say == "You will be reminded."
    reminders = get_reminder_service()
    assert [r.text for r in reminders.get_all_reminders()] == ["bring in the chairs in Bergen"]
    say(device, call, "there")
    assert say(device, "yes", "there").say == "You will be reminded."
    say(device, call, "elsewhere")
    say(device, "not now", "elsewhere")
    assert len(reminders.get_all_reminders()) == 2


def test_secrets_are_rows_of_all_users_for_an_agent(start):
    start()
    secrets.set_secret("CITY", "Faro", "integration")
    secrets.set_secret("PORT", "80", "node", "int")
    for user, token in ((7, "a"), (8, "b")):
        secrets.set_secret("TOKEN", token, "user", user_id=user)
    assert [(row.key, row.value, row.user_id) for row in secrets.get_all_secrets("user")] == [
        ("TOKEN", "a", 7),
        ("TOKEN", "b", 8),
    ]
    assert [row.value for row in secrets.get_all_secrets("user", 8)] == ["b"]
    assert secrets.get_secret("PORT", "integration").value_type == "int"
    assert secrets.get_secret_value_int("PORT", "integration") == 80
    assert secrets.get_secret_value("TOKEN", "user") is None and secrets.get_secret_value("TOKEN", "user", 7) == "a"
    for wrong in (("K", "v", "user"), ("K", "v", "planet"), ("K", "v", "integration", "int"), ("K", "v", "node", "x")):
        with pytest.raises(ValueError, match=r"K|planet"):
            secrets.set_secret(*wrong)
    with pytest.raises(ValueError, match="invalid literal"):
        secrets.get_secret_value_int("CITY", "integration")
    secrets.delete_secret("TOKEN", "user", 7)
    assert secrets.get_secret("TOKEN", "user", 7) is None
