"""The exchange as people expect it: when the microphone opens, what is asked again, what ends it, whose it is."""

from __future__ import annotations

import threading
import time
from datetime import datetime, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.assistant import conversation as memory
from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.conversation import ANSWER_WITHIN, Conversation, Conversations
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.assistant.reply import Reply, is_question
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    CommandResponse,
    IJarvisCommand,
    JarvisParameter,
    ReferenceableItem,
    cancelled,
)
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import CalledOff, Cancelled
from ovos_phal_plugin_jarvis.tools.execution.flow import Flows
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.execution.pool import make_pool
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation
from toolboxes_for_tests import put_in_place

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=timezone.utc)


class Note(IJarvisCommand):
    """Answers what it is told to, in the form it is told to."""

    command_name = "note"
    description = "Keep a note."
    keywords = ["note"]
    required_secrets = []
    parameters = [JarvisParameter("text", "string", required=True), JarvisParameter("folder", "string")]
    folders = ("red", "blue")

    def generate_prompt_examples(self):
        return [CommandExample("note that", {"text": "that"}, True)]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def validate_call(self, **kwargs):
        from ovos_phal_plugin_jarvis.sdk import ValidationResult

        if kwargs.get("folder") in (None, *self.folders):
            return []
        return [ValidationResult(False, "folder", "note", "No such folder", valid_values=list(self.folders))]

    def run(self, request_info, text="", folder=None, **kwargs):
        if text == "which":
            return CommandResponse.follow_up_response({"message": "For which city?"})
        response = CommandResponse.follow_up_response({"message": f"Noted {text}.", "text": text, "folder": folder})
        response.referenceable_items = [ReferenceableItem(text, text)]
        return response


class Slow(IJarvisCommand):
    """Takes until it is cancelled, 5 s at most."""

    command_name = "slow"
    description = "Take long."
    keywords = ["slow"]
    required_secrets = []
    parameters = []

    def __init__(self):
        self.begun, self.heard = threading.Event(), threading.Event()

    def generate_prompt_examples(self):
        return [CommandExample("be slow", {}, True)]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def run(self, request_info, **kwargs):
        self.begun.set()
        until = time.monotonic() + 5
        while not cancelled() and time.monotonic() < until:
            time.sleep(0.01)
        if cancelled():
            self.heard.set()
        return CommandResponse.final_response({"message": "At last."})


class Wipe(Note):
    command_name = "wipe"
    is_risky = True


class Words:
    """A translator: "note X" is a note of X, "wipe X" asks first, "ask" lacks the text, and an answer fills it."""

    name = "examples"

    def __init__(self):
        self.contexts = []

    def translate(self, utterance, context):
        self.contexts.append((utterance, context))
        head, _, rest = utterance.partition(" ")
        if head in ("note", "wipe"):
            return Translation((ToolCall(head, {"text": rest}),), 1)
        if head == "folder":
            return Translation((ToolCall("note", {"text": "x", "folder": rest}),), 1)
        if head == "again" and context.last_call is not None:
            return Translation((context.last_call,), 1)
        if utterance == "ask":
            return Translation((), 1, question=Question(ToolCall("note", {}), "text", "What should the text be?"))
        if utterance == "slow twice":
            return Translation((ToolCall("slow", {}), ToolCall("slow", {})), 1)
        if context.question is not None and head == "it":
            call = context.question.call
            return Translation((ToolCall(call.name, {**call.arguments, context.question.parameter: rest}),), 1)
        return Translation()


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


class House:
    """An assistant with these commands, on a clock of its own."""

    def __init__(self, monkeypatch, workers=0, **settings):
        self.slow, self.words, self.clock = Slow(), Words(), Clock()

        class Box(CommandToolBox):
            def __init__(box, config=None, bus=None):
                super().__init__("house", [Note(), self.slow, Wipe()], config, bus)

        put_in_place(monkeypatch, house=Box)
        config = load_config({"invoke": {"workers": workers}, "assistant": settings})
        registry = Registry([EntryPointSource(config)])
        registry.reload()
        self.invoker = Invoker(workers=workers, queue=100, timeout=10)
        self.assistant = Assistant(
            registry, self.invoker, Guard(config.assistant, limit_rate=False), config.assistant, lambda s: self.words,
            clock=self.clock,
        )  # fmt: skip

    def ask(self, utterance, session="s", user=None, **options):
        context = InvocationContext(conversation_id=session, user_id=user)
        return self.assistant.handle(Request(utterance, context, NOW), **options)

    def say(self, utterance, **who):
        return self.ask(utterance, **who).say


@pytest.fixture
def house(monkeypatch):
    return House(monkeypatch)


# When the microphone opens


@pytest.mark.parametrize(
    ("utterance", "listens"),
    [("note milk", False), ("note which", True), ("ask", True), ("wipe a", True), ("?!", False)],
)
def test_the_microphone_opens_only_where_something_is_asked(house, utterance, listens):
    assert house.ask(utterance).expect_response is listens


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("For which city?", True),
        ('Did you say "red?"', True),
        ("Did it? I did.", False),
        ("どの町？", True),
        ("", False),
    ],
)
def test_what_ends_in_a_question_asks(text, asks):
    assert is_question(text) is asks


# Asked twice at most


def test_a_missing_argument_is_asked_for_twice_and_then_left(house):
    first, second, third = house.ask("ask"), house.ask("mumble"), house.ask("mumble")
    assert first.say == second.say == "What should the text be?"
    assert (first.expect_response, second.expect_response, third.expect_response) == (True, True, False)
    assert third.say == "Let's leave it at that."
    assert house.words.contexts[-1][1].question is not None
    house.ask("mumble")
    assert house.words.contexts[-1][1].question is None, "nothing waits any more"


def test_a_value_that_is_refused_is_asked_for_twice_and_then_left(house):
    said = [house.ask(text) for text in ("folder green", "it grey", "it black", "it red")]
    assert [reply.expect_response for reply in said] == [True, True, False, False]
    assert said[2].say == "Let's leave it at that." and said[3].translator is None


def test_another_question_counts_from_the_start(house):
    house.ask("ask")
    house.ask("mumble")
    assert house.ask("folder green").expect_response
    assert house.ask("it grey").expect_response


def test_an_answer_in_the_second_try_is_taken(house):
    house.ask("ask")
    house.ask("mumble")
    assert house.say("it milk") == "Noted milk."


def test_another_request_is_taken_up_instead(house):
    house.ask("ask")
    assert house.say("note bread") == "Noted bread."
    assert house.ask("it milk").translator is None


def test_an_answer_that_comes_two_minutes_late_answers_nothing(house):
    house.ask("ask")
    house.clock.now += ANSWER_WITHIN * 2
    assert house.ask("it milk").translator is None


def test_a_yes_that_comes_two_minutes_late_runs_nothing_and_says_so(house):
    house.ask("wipe a")
    house.clock.now += 120
    assert "too late" in house.say("yes")


@pytest.mark.parametrize("said", ["never mind", "Nevermind.", "forget it please", "um, cancel that", "no, never mind"])
def test_never_mind_ends_a_question(house, said):
    house.ask("ask")
    reply = house.ask(said)
    assert (reply.say, reply.expect_response, reply.understood) == ("All right, never mind.", False, True)
    assert house.ask("it milk").translator is None


# Called off while it runs


@pytest.fixture
def busy(monkeypatch):
    house = House(monkeypatch, workers=4)
    pool = make_pool("test-assistant", 4, 64, per_key=1)
    yield house, Flows(pool, 64)
    pool.shutdown()
    house.invoker.shutdown()


def start(busy, utterance, **fields):
    house, flows = busy
    ended, box = threading.Event(), []

    def keep(reply, error):
        box.append(reply if error is None else error)
        ended.set()

    context = InvocationContext(conversation_id=fields.pop("session", "s"), **fields)
    flows.start(house.assistant.handle_async(Request(utterance, context, NOW)), 20, keep)

    def result():
        assert ended.wait(10)
        return box[0]

    return result


def test_a_call_that_runs_is_called_off_by_voice_and_the_rest_of_the_plan_does_not_start(busy):
    house, _ = busy
    running = start(busy, "slow twice")
    assert house.slow.begun.wait(5)
    house.slow.begun.clear()
    assert house.say("never mind") == "All right, I stopped it."
    reply = running()
    assert isinstance(reply, Reply) and (reply.say, reply.expect_response) == ("", False), "who stopped it was told"
    assert [type(outcome.error) for outcome in reply.results] == [Cancelled, CalledOff]
    assert house.slow.heard.wait(5), "the tool was told"
    assert not house.slow.begun.is_set(), "the second one has not run"


@pytest.mark.parametrize(
    ("said", "who"), [("no", {}), ("never mind", {"session": "other"}), ("never mind", {"user": 7})]
)
def test_neither_another_word_nor_another_session_ends_a_call(busy, said, who):
    house, _ = busy
    running = start(busy, "slow twice")
    assert house.slow.begun.wait(5)
    ended = start(busy, said, session=who.get("session", "s"), user_id=who.get("user"))
    if who:
        ended()
    assert not house.slow.heard.is_set()
    house.ask("never mind")
    assert running().results[0].error is not None


def test_never_mind_while_it_still_thinks_lets_nothing_run(monkeypatch, busy):
    house, _ = busy
    thinking, goes_on = threading.Event(), threading.Event()
    translate = house.words.translate

    def slowly(utterance, context):
        if utterance.startswith(("note", "wipe")):
            thinking.set()
            assert goes_on.wait(5)
        return translate(utterance, context)

    monkeypatch.setattr(house.words, "translate", slowly)
    for utterance in ("note milk", "wipe milk"):
        thinking.clear(), goes_on.clear()
        running = start(busy, utterance)
        assert thinking.wait(5)
        house.ask("never mind")
        goes_on.set()
        assert (running().say, running().results) == ("", ())
        assert house.ask("yes").translator is None, "nothing waits for a yes"


# Whose it is


def test_two_users_of_one_session_have_nothing_in_common(house):
    house.ask("note red", user=1)
    house.ask("note blue", user=2)
    assert house.say("again", user=1) == "Noted red."
    assert house.ask("again").translator is None


WORDS = st.sampled_from(
    [
        "note red",
        "note blue",
        "again",
        "ask",
        "it milk",
        "mumble",
        "wipe a",
        "wipe b",
        "yes",
        "no",
        "never mind",
        "folder x",
    ]
)


@settings(max_examples=30, deadline=None)
@given(turns=st.lists(st.tuples(st.sampled_from("ab"), WORDS), max_size=14))
def test_two_sessions_that_interleave_never_see_each_others_state(turns):
    """What each hears is what it would hear alone."""
    with pytest.MonkeyPatch.context() as patch:
        house, alone = House(patch), {name: House(patch) for name in "ab"}
        for name, said in turns:
            together, apart = house.ask(said, session=name), alone[name].ask(said, session=name)
            assert seen(together) == seen(apart)


@settings(max_examples=25, deadline=None)
@given(turns=st.lists(st.tuples(st.sampled_from([1, 2, None]), WORDS), max_size=14))
def test_users_of_one_session_see_of_each_other_only_that_a_plan_waits(turns):
    with pytest.MonkeyPatch.context() as patch:
        house, alone = House(patch), {user: House(patch) for user in (1, 2, None)}
        for user, said in turns:
            if said in ("yes", "no"):
                continue  # a no of anybody at hand ends a plan, and a yes is answered by whose it is
            assert seen(house.ask(said, user=user)) == seen(alone[user].ask(said, user=user))


def seen(reply):
    fields = reply.to_dict()
    fields.pop("elapsed_ms")
    fields.pop("confirmation", None)
    return fields


def test_a_thousand_sessions_at_once_each_keep_their_question(busy):
    house, _ = busy
    for number in range(1000):
        house.ask("ask", session=f"s{number}")
    said = [start(busy, f"it {number}", session=f"s{number}") for number in range(40)]
    assert [one().say for one in said] == [f"Noted {number}." for number in range(40)]
    assert [house.say(f"it {number}", session=f"s{number}") for number in range(40, 1000)] == [
        f"Noted {number}." for number in range(40, 1000)
    ]


# Bounds


def context(session):
    return InvocationContext(conversation_id=session)


def test_there_is_an_end_to_how_many_conversations_are_kept():
    kept = Conversations(Clock(), most=3)
    first = kept.get(context("0"))
    for number in range(10):
        kept.get(context(str(number)))
    assert len(kept) <= 4 and kept.get(context("0")) is not first


def test_there_is_an_end_to_what_they_hold_together():
    kept = Conversations(Clock(), most_bytes=50_000)
    for number in range(20):
        kept.get(context(str(number))).remember_result(ToolCall("t"), {"text": "x" * 10_000})
        kept.weigh(context(str(number)))
    assert 2 <= len(kept) <= 5
    assert kept.peek(context("19")).last_result, "the last one stays"


def test_old_conversations_are_let_go_by_themselves():
    clock = Clock()
    kept = Conversations(clock)
    old = kept.get(context("old"))
    clock.now += memory.FORGET_AFTER + 1
    assert kept.peek(context("old")) is None
    kept.get(context("new"))
    assert len(kept) == 1 and kept.get(context("old")) is not old


def test_a_conversation_that_is_worked_on_stays_however_many_others_come():
    kept = Conversations(Clock(), most=3)
    mine = kept.get(context("mine"))
    mine.running = memory.Running()
    for number in range(10):
        kept.get(context(str(number)))
    assert kept.get(context("mine")) is mine


def test_turns_and_what_is_shown_are_bounded():
    conversation = Conversation()
    for _ in range(100):
        conversation.remember_turn("user", "x" * 100_000)
    conversation.remember_shown(({"label": "x" * 1_000_000},))
    button = memory.Button("go", ToolCall("t"), {"all": "x" * 1_000_000})
    conversation.remember_buttons((button,))
    assert conversation.shown == () and conversation.buttons[0].context == {}
    assert conversation.size < 100_000
