"""The exchange as people expect it: when the microphone opens, what is asked again, what ends it, whose it is."""

from __future__ import annotations

import json
import re
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
from ovos_phal_plugin_jarvis.assistant.guard import Guard, Refusal
from ovos_phal_plugin_jarvis.assistant.reply import Reply, is_question
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    CommandResponse,
    IJarvisButton,
    IJarvisCommand,
    JarvisParameter,
    ReferenceableItem,
    cancelled,
    tell_progress,
)
from ovos_phal_plugin_jarvis.stores.conversations import ConversationStore
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import CalledOff, Cancelled
from ovos_phal_plugin_jarvis.tools.execution.alarms import Alarms
from ovos_phal_plugin_jarvis.tools.execution.flow import Flows
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.execution.pool import make_pool
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation
from toolboxes_for_tests import put_in_place, tool, toolbox_class

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
        if text == "where" and folder is None:
            return CommandResponse.follow_up_response({"message": "There are two. Which folder?"})
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
        until = time.monotonic() + 60
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
        if utterance == "unclear":
            return Translation((), 1, say="I am not sure which you mean: red or blue?")
        if utterance == "slow":
            return Translation((ToolCall("slow", {}),), 1)
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

    def __init__(self, monkeypatch, workers=0, boxes=("house",), alarms=None, kept=None, **settings):
        self.slow, self.words, self.clock = Slow(), Words(), Clock()

        class Box(CommandToolBox):
            def __init__(box, config=None, bus=None):
                super().__init__("house", [Note(), self.slow, Wipe()], config, bus)

        add = toolbox_class("sums", [tool(name, description=f"Returns a {name}.") for name in ("sum", "half", "root")])
        put_in_place(monkeypatch, **dict.fromkeys(boxes, Box), **({"sums": add} if boxes else {}))
        config = load_config({"invoke": {"workers": workers}, "assistant": settings})
        registry = Registry([EntryPointSource(config)])
        registry.reload()
        self.invoker = Invoker(workers=workers, queue=100, timeout=60)
        self.assistant = Assistant(
            registry, self.invoker, Guard(config.assistant, limit_rate=False), config.assistant, lambda s: self.words,
            clock=self.clock, alarms=alarms, kept=kept,
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
    [
        ("note milk", False),
        ("note which", True),
        ("ask", True),
        ("wipe a", True),
        ("unclear", True),
        ("mumble?", False),
        ("?!", False),
    ],
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


def test_what_a_tool_asks_for_by_itself_is_answered_like_a_question_of_ours(house):
    assert house.ask("note where").expect_response
    question = Question(ToolCall("note", {"text": "where"}), "folder", "")
    house.ask("mumble")
    asked = house.words.contexts[-1][1].question
    assert (asked.call.arguments, asked.parameter) == (question.call.arguments, "folder")
    assert house.say("it red") == "Noted where."
    house.ask("note which")
    house.ask("mumble")
    assert house.words.contexts[-1][1].question is None, "which argument is asked for is not told"


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
        assert ended.wait(60)
        return box[0]

    return result


def test_a_call_that_runs_is_called_off_by_voice_and_the_rest_of_the_plan_does_not_start(busy):
    house, _ = busy
    running = start(busy, "slow twice")
    assert house.slow.begun.wait(60)
    house.slow.begun.clear()
    assert house.say("never mind") == "All right, I stopped it."
    reply = running()
    assert isinstance(reply, Reply) and (reply.say, reply.expect_response) == ("", False), "who stopped it was told"
    assert [type(outcome.error) for outcome in reply.results] == [Cancelled, CalledOff]
    assert house.slow.heard.wait(60), "the tool was told"
    assert not house.slow.begun.is_set(), "the second one has not run"


@pytest.mark.parametrize(
    ("said", "who"), [("no", {}), ("never mind", {"session": "other"}), ("never mind", {"user": 7})]
)
def test_neither_another_word_nor_another_session_ends_a_call(busy, said, who):
    house, _ = busy
    running = start(busy, "slow twice")
    assert house.slow.begun.wait(60)
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
            assert goes_on.wait(60)
        return translate(utterance, context)

    monkeypatch.setattr(house.words, "translate", slowly)
    for utterance in ("note milk", "wipe milk"):
        thinking.clear(), goes_on.clear()
        running = start(busy, utterance)
        assert thinking.wait(60)
        house.ask("never mind")
        goes_on.set()
        assert (running().say, running().results) == ("", ())
        assert house.ask("yes").translator is None, "nothing waits for a yes"


def test_a_yes_that_was_said_before_the_question_agrees_to_nothing(monkeypatch, busy):
    house, _ = busy
    thinking, goes_on = threading.Event(), threading.Event()
    translate = house.words.translate

    def slowly(utterance, context):
        thinking.set()
        assert goes_on.wait(60)
        return translate(utterance, context)

    monkeypatch.setattr(house.words, "translate", slowly)
    asking = start(busy, "wipe milk")
    assert thinking.wait(60)
    early = start(busy, "yes")
    time.sleep(0.05)
    house.clock.now += 1
    goes_on.set()
    question = asking().say
    assert (early().results, early().confirmation_required, early().say) == ((), True, question), "asked once more"
    assert house.ask("yes").results


def test_stop_lets_nothing_follow_that_was_said_before_it(busy):
    house, _ = busy
    running = start(busy, "slow")
    assert house.slow.begun.wait(60)
    behind = start(busy, "note milk")
    time.sleep(0.05)
    assert house.assistant.stop("s")
    running()
    assert (behind().results, behind().say) == ((), "")
    assert house.say("note bread") == "Noted bread."


def test_a_question_that_was_stopped_while_it_was_made_does_not_wait(monkeypatch, busy):
    house, _ = busy
    thinking, goes_on = threading.Event(), threading.Event()
    translate = house.words.translate

    def slowly(utterance, context):
        thinking.set()
        assert goes_on.wait(60)
        return translate(utterance, context)

    monkeypatch.setattr(house.words, "translate", slowly)
    asking = start(busy, "ask")
    assert thinking.wait(60)
    house.assistant.stop("s")
    goes_on.set()
    assert (asking().say, asking().expect_response) == ("", False)
    assert not house.ask("it milk").results


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
            if said in ("yes", "no", "never mind"):
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


# Talk that is no tool


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("thank you", "(You're welcome|Glad to help)."),
        ("um, thanks a lot!", "(You're welcome|Glad to help)."),
        ("Good morning, Jarvis", "Good morning."),
        ("who are you?", r"I am Jarvis. I run the 6 tools .*"),
        ("never mind", "All right, never mind."),
        ("help", r'I can keep a note, return a sum, .*, and more\. Try: "note that" or "be slow"\. With house: .*'),
        ("what can you do for me", "I can keep a note, .*"),
    ],
)
def test_talk_gets_a_short_answer_and_no_microphone(house, said, answered):
    reply = house.ask(said)
    assert re.fullmatch(answered, reply.say), reply.say
    assert (reply.translator, reply.understood, reply.expect_response, reply.commands) == ("talk", True, False, ())


@pytest.mark.parametrize("said", ["thank you for the music", "help me move", "who are you going with"])
def test_what_only_begins_like_talk_is_none(house, said):
    assert house.ask(said).translator is None


def test_words_that_a_tool_is_called_with_are_its_own_however_they_sound(monkeypatch):
    monkeypatch.setattr(Note, "generate_prompt_examples", lambda self: [CommandExample("Good morning!", {"text": "x"})])
    house = House(monkeypatch)
    assert house.ask("good morning").translator is None, "it went to the translator"
    assert house.words.contexts[-1][0] == "good morning"


def test_what_answers_a_question_is_no_talk(house):
    house.ask("ask")
    assert house.ask("thank you").say == "What should the text be?"


def test_without_tools_that_is_said(monkeypatch):
    house = House(monkeypatch, boxes=())
    assert "no tools yet" in house.say("help") and "none yet" in house.say("who are you")
    assert house.say("turn on the light").startswith('I heard "turn on the light", and have no tool for that.')


def test_a_plan_for_talk_is_its_answer(house):
    assert house.assistant.translate(Request("who are you", InvocationContext(), NOW)).say.startswith("I am Jarvis.")
    lost = house.assistant.translate(Request("blorb", InvocationContext(), NOW))
    assert lost.say.startswith('I heard "blorb"') and not lost.understood


def test_what_nobody_understood_is_told_with_what_can_be_done_and_marked_as_no_match(house):
    reply = house.ask("turn on the lights " * 20)
    assert reply.say.startswith('I heard "turn on the lights turn on')
    assert "I can keep a note" in reply.say and len(reply.say) <= 240
    assert (reply.translator, reply.to_dict()["understood"], reply.expect_response) == (None, False, False)


def test_the_nearest_tool_is_named_where_there_is_one(house, monkeypatch):
    monkeypatch.setattr(Words, "rank", lambda self, said, context, limit: [("slow", 0.4)], raising=False)
    assert house.say("be very slow") == (
        'I heard "be very slow", and have no tool for that. The nearest thing I can do: take long. Try: "be slow".'
    )
    monkeypatch.setattr(Words, "rank", lambda self, said, context, limit: [("slow", 0.01)], raising=False)
    assert "nearest" not in house.say("be very slow")


@pytest.mark.parametrize("said", ["yes", "no"])
def test_a_yes_to_nothing_is_told_so(house, said):
    assert "asked nothing" in house.say(said)


def test_help_by_toolbox_comes_with_more(monkeypatch):
    house = House(monkeypatch, max_say_chars=150)
    first, second = house.ask("help"), house.ask("more")
    assert first.say.endswith('There is more: say "more".') and len(first.say) <= 150
    assert "With sums: return a sum, return a half and return a root." in f"{first.say} {second.say}"


def test_tools_of_another_language_are_told_of_in_theirs_and_nothing_is_mixed(house):
    context = InvocationContext(conversation_id="s", lang="de-de")
    reply = house.assistant.handle(Request("help", context, NOW))
    assert reply.translator in (None, "talk")
    assert reply.lang in ("", "en-US", "de-DE")


# A long answer


SENTENCES = [f"This is sentence number {number} of a long answer." for number in range(20)]


def test_a_long_answer_goes_on_with_more_until_all_of_it_was_said(house):
    first = house.ask(f"note {' '.join(SENTENCES)}")
    assert len(first.say) <= 240 and first.say.endswith('There is more: say "more".') and not first.expect_response
    told = [first.say]
    while "There is more" in told[-1]:
        assert len(told) < 20
        told.append(house.say("more please"))
    whole = " ".join(told).replace(' There is more: say "more".', "")
    assert whole == f"Noted {' '.join(SENTENCES)}."
    assert house.ask("more").translator is None


def test_a_long_answer_that_asks_keeps_its_question_whole(house, monkeypatch):
    monkeypatch.setattr(Note, "run", lambda self, info, **given: CommandResponse.follow_up_response(
        {"message": " ".join([*SENTENCES, "Which of them do you mean?"])}
    ))  # fmt: skip
    reply = house.ask("note x")
    assert reply.say.endswith("Which of them do you mean?") and reply.expect_response and len(reply.say) <= 240
    assert house.say("tell me more").startswith("This is sentence number")


def test_more_of_nothing_is_somebody_elses(house):
    house.ask("note short")
    assert house.ask("more").translator is None


def test_another_request_ends_a_long_answer(house):
    house.ask(f"note {' '.join(SENTENCES)}")
    house.ask("note short")
    assert house.ask("more").translator is None


PAGES = {None: ("one", "p1"), "p1": ("two", "p2"), "p2": ("three", None)}


def test_more_of_a_paged_answer_asks_its_command_for_the_next_page(house, monkeypatch):
    def run(self, info, **given):
        text, following = PAGES[info.chunk_session_id]
        if following is None:
            return CommandResponse.final_response({"message": f"Page {text}."})
        return CommandResponse.chunked_response(following, {"message": f"Page {text}."})

    monkeypatch.setattr(Note, "run", run)
    said = [house.say(text) for text in ("note x", "more", "go on", "more")]
    assert said[:3] == ['Page one. There is more: say "more".', 'Page two. There is more: say "more".', "Page three."]
    assert "no tool for that" in said[3]


def test_a_command_that_shows_the_same_page_again_has_no_more(house, monkeypatch):
    monkeypatch.setattr(Note, "run", lambda self, info, **given: CommandResponse.chunked_response(
        "p", {"message": "The only page."}
    ))  # fmt: skip
    assert [house.say(text) for text in ("note x", "more")][1] == "That was all."
    assert house.ask("more").translator is None


# Buttons


@pytest.fixture
def mail(house, monkeypatch):
    """Notes that are drafts: two buttons, and what was pressed."""
    pressed = []

    def run(self, info, text="", **given):
        response = CommandResponse.follow_up_response({"message": "I have a draft.", "text": text})
        response.actions = [
            IJarvisButton("Send", "send_click", "primary"),
            IJarvisButton("Cancel", "cancel_click", "secondary"),
        ]
        return response

    def handle(self, action, context):
        pressed.append((action, context["text"]))
        return CommandResponse.final_response({"message": f"{action} of {context['text']}."})

    monkeypatch.setattr(Note, "run", run)
    monkeypatch.setattr(Note, "handle_action", handle)
    house.pressed = pressed
    return house


def destructive(init):
    return lambda self, text, action, kind, *rest: init(self, text, action, "destructive", *rest)


def press(house, action, **given):
    return house.assistant.act(action, InvocationContext(conversation_id="s"), given or None)


def test_a_button_pressed_twice_does_what_it_does_once(mail):
    mail.ask("note a")
    press(mail, "send_click")
    with pytest.raises(Refusal, match="pressed already"):
        press(mail, "send_click")
    assert mail.pressed == [("send_click", "a")]
    mail.clock.now += 5
    press(mail, "send_click")
    assert len(mail.pressed) == 2, "that is meant"


@pytest.mark.parametrize("name", ["note", "wipe"])
def test_what_is_lost_by_doing_it_is_done_once_however_late_the_second_press_comes(mail, monkeypatch, name):
    if name == "note":
        monkeypatch.setattr(IJarvisButton, "__init__", destructive(IJarvisButton.__init__))
    mail.ask(f"{name} a")
    if name == "wipe":
        mail.ask("yes")
    press(mail, "send_click")
    mail.clock.now += 300
    with pytest.raises(Refusal, match="pressed already"):
        press(mail, "send_click")
    press(mail, "send_click", text="b")
    mail.ask(f"{name} a")
    if name == "wipe":
        mail.ask("yes")
    press(mail, "send_click")
    assert mail.pressed == [("send_click", "a"), ("send_click", "b"), ("send_click", "a")], "it was shown again"


def test_a_button_that_failed_may_be_pressed_again(mail, monkeypatch):
    handle = Note.handle_action
    monkeypatch.setattr(Note, "handle_action", lambda self, action, context: 1 / 0)
    mail.ask("note a")
    assert press(mail, "send_click").results[0].error is not None
    monkeypatch.setattr(Note, "handle_action", handle)
    assert press(mail, "send_click").results[0].error is None


def test_a_button_is_pressed_by_saying_what_stands_on_it(mail):
    mail.ask("note a")
    reply = mail.ask("Send!")
    assert (reply.say, reply.translator, mail.pressed) == ("send_click of a.", "action", [("send_click", "a")])
    assert mail.ask("send").translator is None, "it is done"


@pytest.mark.parametrize("said", ["never mind", "cancel"])
def test_never_mind_presses_cancel_where_that_is_offered(mail, said):
    mail.ask("note a")
    mail.ask(said)
    assert mail.pressed == [("cancel_click", "a")]


@pytest.mark.parametrize("meanwhile", ["mumble", None])
def test_words_on_a_button_press_nothing_once_it_is_old(mail, meanwhile):
    mail.ask("note a")
    if meanwhile:
        mail.ask(meanwhile)
    else:
        mail.clock.now += ANSWER_WITHIN + 1
    assert mail.ask("send").translator is None and not mail.pressed


# Before the answer


def test_what_takes_long_is_said_once_in_the_words_that_are_configured(monkeypatch, alarms):
    house = House(monkeypatch, workers=4, alarms=alarms, slow_after=0.4, slow_words="Bear with me.")
    told = []
    request = Request("slow twice", InvocationContext(conversation_id="s"), NOW, lambda *what: told.append(what))
    monkeypatch.setattr(Slow, "run", lambda self, info, **given: time.sleep(0.6) or CommandResponse.final_response({}))
    house.assistant.handle(request)
    assert told == [("Bear with me.", "slow", None)]
    monkeypatch.setattr(Slow, "run", lambda self, info, **given: CommandResponse.final_response({}))
    house.assistant.handle(request)
    time.sleep(0.5)
    assert len(told) == 1, "a quick one is not said to be slow"
    house.invoker.shutdown()


def test_what_a_tool_tells_meanwhile_is_passed_on_and_needs_no_words_of_ours(monkeypatch, alarms):
    house = House(monkeypatch, workers=4, alarms=alarms, slow_after=0.6)
    told = []

    def run(self, info, **given):
        tell_progress("Looking.", 0.25)
        time.sleep(0.8)
        for _ in range(1000):
            tell_progress(done=1)
        return CommandResponse.final_response({"message": "Found."})

    monkeypatch.setattr(Slow, "run", run)
    house.assistant.handle(
        Request("slow twice", InvocationContext(conversation_id="s"), NOW, lambda *what: told.append(what))
    )
    assert told[0] == ("Looking.", "slow", 0.25)
    assert not [said for said, _, _ in told[1:] if said.startswith("One moment")] and len(told) <= 200
    assert house.ask("slow twice").results[0].error is None, "without anybody who listens as well"
    house.invoker.shutdown()


@pytest.fixture
def alarms():
    made = Alarms("test-alarms")
    yield made
    made.shutdown()


# Over a restart


@pytest.fixture
def restarted(monkeypatch, tmp_path):
    """Gives houses, one after the other, that keep their conversations in one place."""
    wall = Clock()
    stores = []

    def start(**options):
        while stores:
            stores.pop().close()
        stores.append(ConversationStore(tmp_path, forget_after=600, clock=wall))
        house = House(monkeypatch, kept=stores[0], **options)
        house.wall = wall
        return house

    yield start
    for store in stores:
        store.close()


def test_a_conversation_goes_on_after_a_restart(restarted):
    house = restarted()
    house.ask(f"note {' '.join(SENTENCES)}", user=3)
    house = restarted()
    assert house.say("more", user=3).startswith("This is sentence number")
    assert house.ask("more").translator is None, "somebody else's it is not"
    house = restarted()
    assert house.say("again", user=3).startswith("Noted This is")
    house.ask("ask")
    house = restarted()
    assert house.say("it milk") == "Noted milk."


def test_a_yes_after_a_restart_runs_what_was_shown_and_a_late_one_nothing(restarted):
    restarted().ask("wipe a")
    house = restarted()
    house.wall.now += 30
    assert house.say("yes") == "Noted a."
    house.ask("wipe b")
    house = restarted()
    house.wall.now += 70
    assert "too late" in house.say("yes")
    house.ask("wipe c")
    house = restarted()
    assert house.say("no") == "All right, I won't."
    assert "asked nothing" in restarted().say("yes")


def test_a_yes_counts_for_no_tool_that_is_another_one_now(restarted, monkeypatch):
    restarted().ask("wipe a")
    monkeypatch.setattr(Wipe, "description", "Wipe the whole disk.")
    assert "asked nothing" in restarted().say("yes")


def test_a_record_that_is_damaged_costs_the_memory_and_no_answer(restarted, tmp_path, log_lines):
    house = restarted()
    house.ask("note milk")
    store = ConversationStore(tmp_path, forget_after=600, clock=house.wall)
    for data in ("{", "[]", "{}", '{"version": 99}', json.dumps({"version": 1, "question": 7}), "[" * 100_000):
        store.save("s", None, data)
        house = restarted()
        assert house.say("note bread") == "Noted bread."
    store.close()
    assert any("can't be read" in line for line in log_lines)


def test_what_was_stopped_or_refused_does_not_wait_again_after_a_restart(restarted):
    house = restarted()
    house.ask("wipe a")
    house.assistant.stop("s")
    house = restarted()
    assert house.ask("yes").results == ()
    house.ask("wipe b")
    house = restarted()
    house.assistant.stop("s")
    assert house.ask("yes").results == (), "stopped before anything was asked of it again"
    house.ask("wipe c", user=1)
    assert house.say("no", user=2) == "All right, I won't."
    assert restarted().ask("yes", user=1).results == ()


def test_nothing_is_written_where_it_is_not_configured(house, tmp_path):
    house.ask("note milk")
    assert not list(tmp_path.rglob("*.db"))
