"""The assistant's steps, with real commands and real toolboxes and a translator that says what a test tells it to."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Guard, Refusal
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    CommandResponse,
    IJarvisButton,
    IJarvisCommand,
    JarvisParameter,
    NotMeant,
    PreRouteResult,
    ValidationResult,
)
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.translator import EXAMPLES
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation
from toolboxes_for_tests import Sum, put_in_place, tool, toolbox_class

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=timezone.utc)


class Light(IJarvisCommand):
    """A light with rooms that it learns at run time, a fast path, a button, and a risky sibling."""

    command_name = "light"
    description = "Switch a light."
    keywords = ["light"]
    required_secrets = []
    parameters = [JarvisParameter("room", "string", required=True), JarvisParameter("level", "int")]

    def __init__(self):
        self.calls = []

    def generate_prompt_examples(self):
        return [CommandExample("light in the cellar", {"room": "cellar"}, True)]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def pre_route(self, voice_command):
        if voice_command.startswith("lights out"):
            return PreRouteResult({"room": "kitchen", "level": 0}, spoken_response="Good night.")
        if voice_command == "bad claim":
            return PreRouteResult({"level": "much"})
        if voice_command == "raise":
            raise RuntimeError("no")
        return None

    def post_process_tool_call(self, args, voice_command):
        return {**args, "room": args["room"].lower()} if "room" in args else args

    def validate_call(self, **kwargs):
        results = super().validate_call(**kwargs)
        if kwargs.get("room") not in ("kitchen", "hall"):
            results.append(ValidationResult(False, "room", "light", "No such room", valid_values=["kitchen", "hall"]))
        return results

    def run(self, request_info, **kwargs):
        self.calls.append((kwargs, request_info))
        if kwargs.get("level") == 99:
            return CommandResponse.error_response("the bulb is broken")
        response = CommandResponse.follow_up_response({"message": f"Light in the {kwargs['room']}.", **kwargs})
        response.actions = [IJarvisButton("Undo", "undo_click", "secondary")]
        response.metadata = {"secret": "for the host"}
        return response

    def handle_action(self, action_name, context):
        if action_name == "undo_click":
            return CommandResponse.final_response({"message": f"Undone in the {context['room']}."})
        return super().handle_action(action_name, context)


class Wipe(Light):
    command_name = "wipe"
    is_risky = True

    def pre_route(self, voice_command):
        return None


class Told:
    """A translator that answers what it was told to."""

    name = "examples"

    def __init__(self):
        self.answers = {}
        self.contexts = []

    def translate(self, utterance, context):
        self.contexts.append(context)
        answer = self.answers.get(utterance, Translation())
        if isinstance(answer, Exception):
            raise answer
        return answer

    def tell(self, utterance, *calls, **fields):
        self.answers[utterance] = Translation(tuple(ToolCall(n, a) for n, a in calls), confidence=1, **fields)


class House:
    """An assistant with its tools."""

    def __init__(self, monkeypatch, **settings):
        self.lost = []
        self.light, self.wipe, self.translator = Light(), Wipe(), Told()

        class Box(CommandToolBox):
            def __init__(box, config=None, bus=None):
                super().__init__("house", [self.light, self.wipe], config, bus)

        put_in_place(
            monkeypatch,
            house=Box,
            math=toolbox_class(
                "math", [tool(), tool("boom", call=lambda args: 1 // 0), tool("quiet", call=lambda a: Sum(result=4))]
            ),
        )
        config = load_config({"invoke": {"workers": 0}, "assistant": settings})
        self.registry = Registry([EntryPointSource(config)])
        self.registry.reload()
        self.assistant = Assistant(
            self.registry,
            Invoker(workers=0, queue=1, timeout=5),
            Guard(config.assistant),
            config.assistant,
            lambda snapshot: self.translator,
            damaged=lambda: [self.lost.pop()] if self.lost else [],
        )

    def ask(self, utterance, session="s", **options):
        return self.assistant.handle(Request(utterance, InvocationContext(conversation_id=session), NOW), **options)

    def translate(self, utterance):
        return self.assistant.translate(Request(utterance, InvocationContext(), NOW))

    def press(self, action, session="s", context=None):
        return self.assistant.act(action, InvocationContext(conversation_id=session), context)


@pytest.fixture
def house(monkeypatch):
    return House(monkeypatch)


def test_a_plan_is_run_and_answered(house):
    house.translator.tell("kitchen on", ("light", {"room": "Kitchen", "level": 5}))
    reply = house.ask("kitchen on")
    assert reply.say == "Light in the kitchen."
    assert reply.commands == (ToolCall("light", {"room": "kitchen", "level": 5}, "house"),), "post-processed"
    assert (reply.translator, reply.expect_response, reply.confirmation_required) == ("examples", False, False)
    assert "metadata" not in reply.to_dict()["results"][0]["result"]
    assert house.light.calls[0][1].voice_command == "kitchen on"
    assert set(reply.to_dict()) >= {
        "utterance",
        "say",
        "commands",
        "results",
        "translator",
        "expect_response",
        "confirmation_required",
        "elapsed_ms",
    }


def test_a_store_that_was_damaged_is_told_of_once(house):
    house.translator.tell("kitchen on", ("light", {"room": "Kitchen", "level": 5}))
    house.lost.append("data.db.corrupt-1")
    assert house.ask("kitchen on", dry_run=True).say == "", "nobody hears that"
    told = house.ask("kitchen on").say
    assert told.startswith("What I had kept") and told.endswith(" Light in the kitchen.")
    assert house.ask("kitchen on").say == "Light in the kitchen."


def test_a_fast_path_comes_before_any_translator(house):
    reply = house.ask("lights out")
    assert (reply.translator, reply.say) == ("pre_route", "Good night.")
    assert house.translator.contexts == []
    assert house.light.calls[0][1].is_pre_routed


def test_a_fast_path_takes_no_second_order_for_a_part_of_the_first(house):
    both = "lights out and then read the whole thing"
    house.translator.tell(both, ("light", {"room": "hall"}), left=("read the whole thing",))
    assert house.ask(both).translator == "examples"
    house.translator.tell("lights out and then read", ("light", {"room": "hall"}))
    assert house.ask("lights out and then read").translator == "pre_route"


@pytest.mark.parametrize("utterance", ["bad claim", "raise"])
def test_a_fast_path_that_fails_is_passed_over(house, utterance):
    house.translator.tell(utterance, ("add", {"a": 1}))
    assert house.ask(utterance).translator == "examples"


def test_nothing_understood(house):
    reply = house.ask("what is love")
    assert (reply.commands, reply.translator, reply.results) == ((), None, ())
    assert reply.say


def test_only_installed_tools_with_valid_arguments_run_and_the_rest_is_counted(house):
    house.translator.tell("mixed", ("nope", {}), ("add", {"a": "x"}), ("add", {"a": 1}))
    reply = house.ask("mixed")
    assert [c.name for c in reply.commands] == ["add"]
    assert reply.dropped == 2


def test_no_more_than_max_commands(monkeypatch):
    house = House(monkeypatch, max_commands=2)
    house.translator.tell("many", *[("add", {"a": n}) for n in range(5)])
    reply = house.ask("many")
    assert (len(reply.commands), reply.dropped) == (2, 3)


def test_one_that_fails_does_not_stop_the_next(house):
    house.translator.tell("both", ("boom", {"a": 1}), ("add", {"a": 1}))
    reply = house.ask("both")
    assert [r.error is None for r in reply.results] == [False, True]
    assert "ZeroDivisionError" in str(reply.results[0].error) and "ZeroDivisionError" not in reply.say


def test_a_command_that_reports_failure(house):
    house.translator.tell("too bright", ("light", {"room": "hall", "level": 99}))
    reply = house.ask("too bright")
    assert str(reply.results[0].error) == "the bulb is broken"
    assert "the bulb is broken" in reply.say


def test_a_missing_argument_is_asked_for_and_the_answer_reaches_the_translator(house):
    question = Question(ToolCall("light", {}), "room", "Which room?")
    house.translator.tell("light", question=question)
    reply = house.ask("light")
    assert (reply.say, reply.expect_response, reply.commands) == ("Which room?", True, ())
    house.translator.tell("hall", ("light", {"room": "hall"}))
    assert house.ask("hall").say == "Light in the hall."
    assert house.translator.contexts[-1].question == question
    house.ask("what now")
    assert house.translator.contexts[-1].question is None


def test_valid_values_of_a_refusal_are_asked_with(house):
    house.translator.tell("attic", ("light", {"room": "attic", "level": 2}))
    reply = house.ask("attic")
    assert reply.expect_response and "Kitchen or hall" in reply.say
    house.ask("what about it")
    question = house.translator.contexts[-1].question
    assert (question.parameter, dict(question.call.arguments)) == ("room", {"level": 2})
    house.ask("the hall then")
    assert house.light.calls[-1][0] == {"room": "hall", "level": 2}, "an option, however it is said"


def test_a_risky_plan_asks_first(house):
    house.translator.tell("wipe it", ("wipe", {"room": "hall"}))
    reply = house.ask("wipe it")
    assert reply.confirmation_required and reply.expect_response and not house.wipe.calls
    assert [c.name for c in reply.commands] == ["wipe"] and reply.results == ()
    assert house.ask("yes please").results[0].error is None
    assert len(house.wipe.calls) == 1
    assert house.ask("yes").translator is None, "a yes counts once"


def test_what_a_command_claimed_is_spoken_of_in_its_own_words_behind_a_yes(monkeypatch):
    house = House(monkeypatch, confirm="always")
    assert house.ask("lights out and then read").confirmation_required
    house.ask("yes")
    house.ask("and the hall")
    assert house.translator.contexts[-1].last_call.said == "lights out and then read"


@pytest.mark.parametrize("answer", ["the second one", "wipe", "the wipe please"])
def test_an_answer_says_which_of_two_tools_is_meant(house, answer):
    calls = (ToolCall("light", {"room": "hall", "level": 2}), ToolCall("wipe", {"room": "hall"}))
    question = Question(calls[0], "", "Which do you mean: light or wipe?", ("light", "wipe"), ("light", "wipe"), calls)
    house.translator.answers["do the hall"] = Translation(confidence=0.8, question=question)
    reply = house.ask("do the hall")
    assert (str(reply.say), reply.expect_response, reply.commands) == (question.text, True, ())
    asked = house.ask(answer)
    assert asked.confirmation_required and [dict(c.arguments) for c in asked.commands] == [{"room": "hall"}]
    assert house.ask("yes").results[0].error is None and len(house.wipe.calls) == 1


def test_which_of_two_tools_is_meant_is_not_asked_where_one_says_that_it_is_not(house, monkeypatch):
    def not_meant(args, said):
        raise NotMeant(said)

    calls = (ToolCall("light", {"room": "hall", "level": 2}), ToolCall("wipe", {"room": "hall"}))
    question = Question(calls[0], "", "Which do you mean: light or wipe?", ("light", "wipe"), ("light", "wipe"), calls)
    house.translator.answers["do the hall"] = Translation(confidence=0.8, question=question)
    monkeypatch.setattr(house.wipe, "post_process_tool_call", not_meant)
    house.registry.reload()
    reply = house.ask("do the hall")
    assert [(c.name, dict(c.arguments)) for c in reply.commands] == [("light", {"room": "hall", "level": 2})]


@pytest.mark.parametrize(("confidence", "asks"), [(0.6, True), (0.9, False)])
def test_what_may_not_have_been_meant_asks_before_it_changes_something(house, monkeypatch, confidence, asks):
    monkeypatch.setattr(type(house.translator), "name", EXAMPLES)
    calls = (ToolCall("light", {"room": "hall", "level": 2}),)
    house.translator.answers["light enough in the hall"] = Translation(calls, confidence=confidence)
    reply = house.ask("light enough in the hall")
    assert reply.confirmation_required is asks and len(house.light.calls) == (not asks)
    assert not asks or house.ask("yes").results[0].error is None


@pytest.mark.parametrize("said", ["no", "never mind", "cancel that", "what time is it"])
def test_anything_but_a_yes_drops_a_risky_plan(house, said):
    house.translator.tell("wipe it", ("wipe", {"room": "hall"}))
    house.ask("wipe it")
    house.ask(said)
    house.ask("yes")
    assert not house.wipe.calls


def test_a_yes_of_another_session_confirms_nothing(house):
    house.translator.tell("wipe it", ("wipe", {"room": "hall"}))
    house.ask("wipe it", session="one")
    house.ask("yes", session="two")
    assert not house.wipe.calls


@pytest.mark.parametrize(
    ("policy", "utterance", "asks"),
    [
        ("never", "wipe", False),
        ("risky", "one", False),
        ("risky", "two", False),
        ("plural", "two", True),
        ("plural", "one", False),
        ("always", "one", True),
    ],
)
def test_confirmation_policies(monkeypatch, policy, utterance, asks):
    house = House(monkeypatch, confirm=policy)
    house.translator.tell("wipe", ("wipe", {"room": "hall"}))
    house.translator.tell("one", ("add", {"a": 1}))
    house.translator.tell("two", ("add", {"a": 1}), ("add", {"a": 2}))
    assert house.ask(utterance).confirmation_required is asks


def test_a_dry_run_runs_and_remembers_nothing(house):
    house.translator.tell("kitchen on", ("light", {"room": "kitchen"}))
    house.translator.tell("wipe it", ("wipe", {"room": "hall"}))
    assert [c.name for c in house.ask("kitchen on", dry_run=True).commands] == ["light"]
    house.ask("wipe it", dry_run=True)
    house.ask("yes")
    assert not house.light.calls and not house.wipe.calls


def test_translate_runs_nothing(house):
    house.translator.tell("wipe it", ("wipe", {"room": "hall"}))
    reply = house.translate("wipe it")
    assert [c.name for c in reply.commands] == ["wipe"] and not house.wipe.calls


def test_the_last_call_and_result_are_there_for_follow_ups(house):
    house.translator.tell("kitchen on", ("light", {"room": "kitchen"}))
    house.ask("kitchen on")
    house.ask("louder")
    context = house.translator.contexts[-1]
    assert context.last_call.name == "light" and context.last_result["room"] == "kitchen"
    assert house.ask("louder", session="other") and house.translator.contexts[-1].last_call is None


def test_a_translator_that_raises_is_no_end(house):
    house.translator.answers["boom"] = RuntimeError("bug")
    assert house.ask("boom").translator is None
    assert house.assistant.counters()["translator_failed"] == 1


def test_buttons_go_back_to_their_command(house):
    house.translator.tell("kitchen on", ("light", {"room": "kitchen"}))
    assert house.ask("kitchen on").actions[0]["button_action"] == "undo_click"
    assert house.press("undo_click").say == "Undone in the kitchen."
    assert house.press("undo_click", context={"room": "hall"}).say == "Undone in the hall."
    with pytest.raises(Refusal, match="undo_click"):
        house.press("other_click")
    with pytest.raises(Refusal, match="none"):
        house.press("undo_click", session="stranger")


@pytest.mark.parametrize("utterance", [None, 7, [], "", "   ", "\x00\x01", "x" * 2001])
def test_the_guard_refuses(house, utterance):
    with pytest.raises(Refusal) as caught:
        house.ask(utterance)
    assert caught.value.code == "invalid"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("what’s the kids’ light", "what's the kids' light"),
        ("light ‘it’s late’ please", "light ‘it's late’ please"),
    ],
)
def test_the_guard_makes_apostrophes_plain(written, read):
    assert Guard(load_config({}).assistant).checked(written) == read


def test_too_many_requests_of_one_session(monkeypatch):
    house = House(monkeypatch, requests_per_minute=3)
    for _ in range(3):
        house.ask("hello")
    with pytest.raises(Refusal) as caught:
        house.ask("hello")
    assert caught.value.code == "rate_limited" and 1 <= caught.value.retry_after <= 60
    house.ask("hello", session="other")


def test_say_is_bounded(monkeypatch):
    house = House(monkeypatch, max_say_chars=20)
    house.translator.tell("talk", ("add", {"a": 1}), say="word " * 50)
    assert len(house.ask("talk").say) <= 20


def test_transcripts_are_logged_in_debug_only(monkeypatch):
    lines = []
    monkeypatch.setattr("ovos_phal_plugin_jarvis.assistant.assistant.LOG.info", lines.append)
    House(monkeypatch).ask("my secret words")
    House(monkeypatch, debug=True).ask("my secret words")
    assert ["my secret words" in line for line in lines] == [False, True]
    assert "latency_ms=" in lines[0] and "chars=15" in lines[0]


def test_debug_tells_how_it_was_understood_and_only_where_it_is_set(monkeypatch):
    for debug in (False, True):
        house = House(monkeypatch, debug=debug)
        house.translator.tell("one", ("add", {"a": 1}), dropped=2)
        told = house.ask("one").to_dict()
        assert ("debug" in told) is debug
        if debug:
            assert told["debug"] == {"confidence": 1, "dropped": 2}
        assert ("debug" in house.translate("one").to_dict()) is debug


def test_a_planners_own_words_for_a_failure_are_said(house):
    house.translator.answers["go"] = Translation((ToolCall("boom", {"a": 1}, failure_message="It would not go."),), 1)
    reply = house.ask("go")
    assert reply.say == "It would not go." and "ZeroDivisionError" in str(reply.results[0].error)


def test_what_was_confirmed_is_what_runs(house, monkeypatch):
    processed = []

    def post_process(args, voice_command):
        processed.append(voice_command)
        return {**args, "level": len(processed)}

    monkeypatch.setattr(house.wipe, "post_process_tool_call", post_process)
    house.registry.reload()
    house.translator.tell("wipe it", ("wipe", {"room": "hall"}))
    shown = house.ask("wipe it").commands
    reply = house.ask("yes")
    assert processed == ["wipe it"]
    assert reply.commands == shown and house.wipe.calls[0][0] == {"room": "hall", "level": 1}


def _shown_to_wipe(house, monkeypatch):
    """The words that the own code of ``wipe`` is shown from now on."""
    processed = []

    def post_process(args, voice_command):
        processed.append(voice_command)
        return args

    monkeypatch.setattr(house.wipe, "post_process_tool_call", post_process)
    house.registry.reload()
    return processed


def test_a_tool_sees_the_words_that_it_is_shown_in_place_of_what_was_said(house, monkeypatch):
    processed = _shown_to_wipe(house, monkeypatch)
    shown = ToolCall("wipe", {"room": "hall"}, said="wipe it thirty seconds", shown="make it thirty seconds")
    house.translator.answers["make it thirty"] = Translation((shown,), 1)
    house.ask("make it thirty")
    assert processed == ["make it thirty seconds"]


def test_every_call_that_is_left_out_is_counted_also_behind_a_question(house):
    house.translator.tell("two", ("light", {}), ("add", {"a": "x"}), ("light", {}))
    reply = house.ask("two")
    assert reply.expect_response and reply.commands == ()
    assert reply.dropped == 2, "one is asked about, two are dropped"


def test_a_call_beside_another_request_is_judged_by_its_own_words(house, monkeypatch):
    processed = _shown_to_wipe(house, monkeypatch)
    call = ToolCall("wipe", {"room": "hall"}, said="wipe the hall")
    left = "I did not do this: lights out."
    house.translator.answers["wipe the hall and lights out"] = Translation((call,), 1, say=left, left=("lights out",))
    house.translator.answers["wipe the hall and sing"] = Translation((call,), 1, left=("sing",))
    reply = house.ask("wipe the hall and lights out", dry_run=True)
    assert [each.name for each in reply.commands] == ["wipe", "light"] and processed[-1] == "wipe the hall"
    house.ask("wipe the hall and sing", dry_run=True)
    assert processed[-1] == "wipe the hall and sing", "what nobody does may be a part of what is said of the hall"
