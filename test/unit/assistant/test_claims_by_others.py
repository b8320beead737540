"""What a fast path may not claim: a question, what is for somebody else, what the user's own tool shows; and what is
corrected runs in the place of what was made."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import datetime, timezone

import pytest
from ovos_utils.log import LOG
from test_assistant import Told

from learned_tools import having_learned
from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.assistant import understanding
from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import NotMeant, Tool, fast_path
from ovos_phal_plugin_jarvis.sdk.locale import say
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.execution.pool import make_pool
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation
from toolboxes_for_tests import put_in_place

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=timezone.utc)
DONE: list[tuple[str, str]] = []


class Put(Tool):
    """Put a thing into the basket that came along."""

    examples = {
        "put apples in the basket": {"thing": "apples"},
        "put a rope in the basket": {"thing": "rope"},
        "throw pears into the basket": {"thing": "pears"},
        "basket some plums": {"thing": "plums"},
        "stick nails in the basket": {"thing": "nails"},
        "drop a hammer in the basket": {"thing": "hammer"},
        "leave bread in the basket": {"thing": "bread"},
    }

    @fast_path(r"(?:.* )?(?:put|have) (?P<thing>.+) in the basket$", example="put pears in the basket")
    def claim(self, match, voice_command):
        """Whatever is put in the basket"""
        return {"thing": match["thing"]}

    def post_process_tool_call(self, args, voice_command):
        if args.get("thing") == "ghosts":
            raise NotMeant("a ghost is no thing")
        return args

    def __call__(self, thing: str) -> dict:
        DONE.append(("put", thing))
        return {"message": f"{thing} is in."}


class Hang(Tool):
    """Hang a thing on a hook."""

    examples = {"hang the coat on the hook": {"thing": "coat"}, "hang my hat on a hook": {"thing": "hat"}}

    @fast_path(r"(?:hang )?(?P<thing>.+?) (?:goes )?on the hook$", example="hang the hat on the hook", sure=False)
    def claim(self, match, voice_command):
        """Whatever goes on the hook"""
        return {"thing": match["thing"]}

    def __call__(self, thing: str) -> dict:
        DONE.append(("hang", thing))
        return {"message": f"{thing} hangs."}


class Take(Tool):
    """Take a thing out of the basket again."""

    is_risky = True
    examples = {"take the apples out of the basket": {"thing": "apples"}}

    def __call__(self, thing: str) -> dict:
        DONE.append(("take", thing))
        return {"message": f"{thing} is out."}


class Laundry(Tool):
    """Count what is put in the laundry basket."""

    examples = {
        "put the towels in the basket": {"what": "towels"},
        "put my shirts in the basket": {"what": "shirts"},
        "put the red socks in the basket": {"what": "red socks"},
    }

    def __call__(self, what: str) -> dict:
        DONE.append(("laundry", what))
        return {"message": f"{what} counted."}


class Basket(CommandToolBox):
    is_fallback = True

    def __init__(self, config=None, bus=None):
        super().__init__("basket", [Put(), Hang(), Take()], config=config, bus=bus)


class House(CommandToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("house", [Laundry()], config=config, bus=bus)


def assistant_of(monkeypatch, make_translator, thinking=None, **boxes):
    DONE.clear()
    put_in_place(monkeypatch, **boxes)
    config = load_config({"assistant": {"requests_per_minute": 1000}})
    registry = Registry([EntryPointSource(config)])
    registry.reload()
    invoker = Invoker(workers=2, queue=9, timeout=30)
    guard = Guard(config.assistant)
    return Assistant(registry, invoker, guard, config.assistant, make_translator, thinking=thinking), invoker


def ask(assistant, words):
    return assistant.handle(Request(words, InvocationContext(conversation_id="one"), NOW))


@pytest.fixture
def told(monkeypatch):
    translator = Told()
    assistant, invoker = assistant_of(monkeypatch, lambda snapshot: translator, basket=Basket)
    assistant.translator = translator
    yield assistant
    invoker.shutdown()


def test_a_fast_path_claims_what_is_asked_of_it(told):
    ask(told, "put pears in the basket")
    assert DONE == [("put", "pears")]


def test_a_fast_path_need_not_know_what_people_say_around_a_request(told):
    ask(told, "put pears in the basket if you please")
    assert DONE == [("put", "pears")]


@pytest.mark.parametrize(
    "remark", ["it's lighter than it looks", "my hands are full", "i think they're ripe", "and i hope they're ripe"]
)
def test_a_fast_path_need_not_know_a_remark_behind_a_request(told, remark):
    ask(told, f"put pears in the basket {remark}")
    assert DONE == [("put", "pears")]


@pytest.mark.parametrize(
    "words",
    [
        "put pears in the basket i want two of them",
        "put pears in the basket and my hat goes there too",
        "put pears in the basket i changed my mind",
        "put pears in the basket not the rope",
        "put pears in the basket if they're ripe",
        "have we pears in the basket",
        "did you put pears in the basket",
        "tell my brother to put pears in the basket",
        "i might put pears in the basket",
    ],
)
def test_a_fast_path_does_nothing_that_nobody_wants(told, words):
    ask(told, words)
    assert DONE == []


@pytest.mark.parametrize(
    ("words", "read", "waits"),
    [
        ("hang the lamp on the hook", "lamp", False),
        ("well the lamp goes on the hook", "lamp", True),
        ("hang the lamp on the hook", "hook", True),
    ],
)
def test_a_claim_that_may_be_read_otherwise_is_asked_about_where_it_is(told, words, read, waits):
    """The article is none of a text, whoever takes it."""
    told.translator.answers[words] = Translation((ToolCall("hang", {"thing": f"the {read}"}),), confidence=1)
    reply = ask(told, words)
    assert reply.confirmation_required is waits
    assert [call.name for call in reply.commands] == ["hang"]
    assert bool(DONE) is not waits


@pytest.mark.parametrize(("certain", "waits"), [(0.9, False), (0.6, False), (0.4, True)])
def test_who_reads_the_same_may_not_be_sure_of_it(told, certain, waits):
    found = Translation((ToolCall("hang", {"thing": "the lamp"}),), confidence=1, certain=certain)
    told.translator.answers["hang the lamp on the hook"] = found
    assert ask(told, "hang the lamp on the hook").confirmation_required is waits


def test_who_takes_too_long_to_weigh_a_claim_is_no_fault(monkeypatch):
    """A translator that still learns, or a slow machine: the claim stands, and the log says so in one line."""
    told, errors, free = [], [], threading.Event()
    monkeypatch.setattr(understanding, "_WEIGHING_SECONDS", 0.05)
    monkeypatch.setattr(LOG, "info", told.append)
    monkeypatch.setattr(LOG, "error", errors.append)
    translator, thinking = Told(), make_pool("thinking", 1, 9)
    translator.translate = lambda utterance, context: free.wait(20) and Translation()
    assistant, invoker = assistant_of(monkeypatch, lambda snapshot: translator, thinking, basket=Basket)
    try:
        reply = ask(assistant, "hang the lamp on the hook")
    finally:
        free.set()
        thinking.shutdown()
        invoker.shutdown()
    assert (DONE, reply.confirmation_required, errors) == ([("hang", "the lamp")], False, [])
    (line,) = (line for line in told if "weighed" in line)
    assert "hang" in line and "0.05 s" in line


@pytest.mark.parametrize(
    "read",
    [
        Translation(),
        Translation((ToolCall("put", {"thing": "lamp"}),), confidence=1),
        Translation((ToolCall("hang", {"thing": "hook"}),), confidence=1, unsure=True),
    ],
)
def test_who_reads_nothing_of_it_says_nothing_of_a_claim(told, read):
    told.translator.answers["hang the lamp on the hook"] = read
    ask(told, "hang the lamp on the hook")
    assert DONE == [("hang", "the lamp")]


def test_a_translator_that_fails_costs_a_claim_nothing(told):
    def fail(utterance, context):
        raise RuntimeError("no")

    told.translator.translate = fail
    ask(told, "hang the lamp on the hook")
    assert DONE == [("hang", "the lamp")]


@pytest.mark.parametrize(
    ("words", "waits"), [("put pears in the basket", False), ("we never put pears in the basket", True)]
)
def test_what_came_along_asks_where_words_are_put_as_what_nobody_wants(told, words, waits):
    reply = ask(told, words)
    assert [call.name for call in reply.commands] == ["put"]
    assert (reply.confirmation_required, bool(DONE)) == (waits, not waits)


def test_a_command_that_the_user_installed_knows_what_is_its_own(monkeypatch):
    class Own(Basket):
        is_fallback = False

    assistant, invoker = assistant_of(monkeypatch, lambda snapshot: Told(), basket=Own)
    try:
        assert not ask(assistant, "we never put pears in the basket").confirmation_required
        assert [name for name, _ in DONE] == ["put"]
    finally:
        invoker.shutdown()


def test_a_claim_that_is_sure_is_not_weighed(told):
    found = Translation((ToolCall("put", {"thing": "basket"}),), confidence=1)
    told.translator.answers["put pears in the basket"] = found
    ask(told, "put pears in the basket")
    assert DONE == [("put", "pears")]


def test_what_the_user_installed_goes_before_the_fast_path_of_what_came_along(monkeypatch):
    assistant, invoker = assistant_of(
        monkeypatch, lambda snapshot: having_learned(snapshot.definitions), basket=Basket, house=House
    )
    try:
        ask(assistant, "put the towels in the basket")
        assert DONE == [("laundry", "towels")]
        ask(assistant, "throw stones and put the vests in the basket")
        assert not DONE[1:], "it is asked first"
        ask(assistant, "yes")
        assert DONE[1:] == [("put", "stones"), ("laundry", "vests")]
    finally:
        invoker.shutdown()


def test_what_a_fast_path_fills_in_stays_behind_what_comes_before_it(told):
    words = "put pears in the basket as the rope is"
    calls = (
        ToolCall("put", {"thing": "rope"}, said="as the rope is"),
        ToolCall("put", {}, said="put pears in the basket"),
    )
    told.translator.answers[words] = Translation(calls, confidence=1)
    ask(told, words)
    assert DONE == [("put", "rope"), ("put", "pears")]


def test_what_is_corrected_is_taken_back_without_a_question(told):
    ask(told, "put pears in the basket")
    told.translator.tell("no plums", ("put", {"thing": "plums"}))
    made = told.translator.translate

    def with_taking_back(utterance, context):
        found = made(utterance, context)
        before = ToolCall("take", {"thing": "pears"}, takes_back=True)
        return replace(found, calls=(before, *found.calls)) if found.calls else Translation()

    told.translator.translate = with_taking_back
    reply = ask(told, "no plums")
    assert DONE == [("put", "pears"), ("take", "pears"), ("put", "plums")]
    assert [call.name for call in reply.commands] == ["take", "put"]
    assert not reply.confirmation_required


def test_nothing_is_taken_back_for_what_does_not_come(told):
    """The tool itself says that the new one is not meant, or the new one lacks what it needs."""
    ask(told, "put pears in the basket")
    before = ToolCall("take", {"thing": "pears"}, takes_back=True)
    for words, new in (("no ghosts", {"thing": "ghosts"}), ("no well", {})):
        told.translator.answers[words] = Translation((before, ToolCall("put", new)), confidence=1)
        reply = ask(told, words)
        assert reply.commands == ()
    assert DONE == [("put", "pears")]


def test_nothing_is_taken_back_for_what_comes_after_the_most_that_may(told):
    before = ToolCall("take", {"thing": "pears"}, takes_back=True)
    rest = [ToolCall("put", {"thing": thing}) for thing in ("rope", "bread", "nails", "plums")]
    told.translator.answers["all of it"] = Translation(
        (*rest, before, ToolCall("put", {"thing": "figs"})), confidence=1
    )
    ask(told, "all of it")
    assert ("take", "pears") not in DONE


MANY = " ".join(["the ropes that we left beside the boats last summer"] * 20)


def test_a_claim_of_a_text_that_is_too_long_stands_where_its_values_hold_it(told):
    ask(told, f"put {MANY} in the basket")
    assert DONE == [("put", MANY)]


def test_a_claim_of_a_part_of_a_text_that_is_too_long_is_none(told):
    ask(told, f"{MANY} put a rope in the basket")
    assert DONE == []


def test_parts_that_are_claimed_by_themselves_are_no_more_than_may_be_called(told):
    things = ["rope", "tar", "nails", "paint", "oil", "string", "glue"]
    parts = [f"put {thing} in the basket" for thing in things]
    said = say("left_out", "en-us", said="; ".join(parts[1:]))
    first = ToolCall("put", {"thing": "rope"}, said=parts[0])
    told.translator.answers[" and ".join(parts)] = Translation((first,), 0.9, said, left=tuple(parts[1:]))
    reply = ask(told, " and ".join(parts))
    assert [call.arguments["thing"] for call in reply.commands] == things[:5]
    assert all(part in reply.say for part in parts[5:]) and parts[4] not in reply.say
