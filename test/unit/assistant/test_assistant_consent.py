"""Consent in the assistant: what asks, whose yes runs what, and that a changed plan asks again."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from ovos_plugin_manager.templates.agent_tools import ToolArguments, ToolOutput

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Guard, Refusal
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.consent.policy import Policy
from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    CommandResponse,
    IJarvisButton,
    IJarvisCommand,
    JarvisParameter,
    ValidationResult,
    callback,
)
from ovos_phal_plugin_jarvis.sdk.locale import say
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation
from toolboxes_for_tests import put_in_place, tool, toolbox_class

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=timezone.utc)


class ShellArguments(ToolArguments):
    command: str


class Printed(ToolOutput):
    printed: str


class Unlock(IJarvisCommand):
    """A risky command that knows two doors, with a button and a callback."""

    command_name = "unlock"
    description = "Unlock a door."
    keywords = ["unlock"]
    required_secrets = []
    is_risky = True
    parameters = [JarvisParameter("door", "string", required=True)]

    def __init__(self):
        self.ran = []

    def generate_prompt_examples(self):
        return [CommandExample("unlock the loft", {"door": "loft"}, True)]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def validate_call(self, **kwargs):
        if kwargs.get("door") in ("shed", "cellar"):
            return []
        return [ValidationResult(False, "door", self.command_name, "No such door", valid_values=["shed", "cellar"])]

    def run(self, request_info, **kwargs):
        self.ran.append((kwargs["door"], request_info.voice_command))
        response = CommandResponse.final_response({"message": f"The {kwargs['door']} is open.", **kwargs})
        response.actions = [IJarvisButton("All", "all_click", "primary")]
        return response

    def handle_action(self, action_name, context):
        self.ran.append((action_name, dict(context)))
        return CommandResponse.final_response({"message": "Done."})

    @callback("open_all")
    def open_all(self, data, request_info):
        self.ran.append(("open_all", data))
        return CommandResponse.final_response({"message": "All are open."})


class Thinker:
    """A translator that answers what it was told to, and tries refused calls again with what it was told to."""

    name = "llm"

    def __init__(self):
        self.answers, self.again = {}, None

    def translate(self, utterance, context):
        return self.answers.get(utterance, Translation())

    def tell(self, utterance, *calls):
        self.answers[utterance] = Translation(tuple(ToolCall(n, a) for n, a in calls), confidence=1)

    def retry(self, utterance, context, failed_call, errors):
        return Translation((self.again,)) if self.again else Translation()

    def phrase(self, context_data, utterance, call, context):
        return None


class House:
    def __init__(self, monkeypatch, policy=None, **settings):
        self.shell, self.unlock, self.translator = [], Unlock(), Thinker()
        self.description = "Execute a shell command."

        class Doors(CommandToolBox):
            def __init__(box, config=None, bus=None):
                super().__init__("doors", [self.unlock], config, bus)

        def execute(arguments):
            self.shell.append(arguments.command)
            return Printed(printed=arguments.command)

        def tools():
            return [
                tool("execute_shell_command", execute, self.description, ShellArguments, Printed),
                tool("add", description="Add two numbers."),
            ]

        put_in_place(monkeypatch, doors=Doors, shell=toolbox_class("shell", tools))
        config = load_config({"invoke": {"workers": 0}, "assistant": settings, "policy": policy or {}})
        self.registry = Registry([EntryPointSource(config)])
        self.registry.reload()
        self.policy = Policy(config.policy)
        self.assistant = Assistant(
            self.registry,
            Invoker(workers=0, queue=1, timeout=5),
            Guard(config.assistant, limit_rate=False),
            config.assistant,
            lambda snapshot: self.translator,
            policy=self.policy,
        )
        self.translator.tell("run id", ("execute_shell_command", {"command": "id"}))
        self.translator.tell("add", ("add", {"a": 1}))

    def ask(self, utterance, session="s", user=None, **options):
        context = InvocationContext(conversation_id=session, user_id=user)
        return self.assistant.handle(Request(utterance, context, NOW), **options)

    def confirm(self, plan_id, yes, session="s", user=None):
        context = InvocationContext(conversation_id=session, user_id=user)
        return self.assistant.confirm(plan_id, yes, Request("", context, NOW))

    def act(self, action, session="s", **fields):
        return self.assistant.act(action, InvocationContext(conversation_id=session), **fields)


@pytest.fixture
def house(monkeypatch):
    return House(monkeypatch)


def test_a_strangers_shell_asks_and_a_sum_does_not(house):
    reply = house.ask("run id")
    assert reply.confirmation_required and not house.shell
    assert reply.say == "Shall I execute a shell command, command id?"
    assert reply.to_dict()["confirmation"]["question"] == reply.say
    assert house.ask("yes").results[0].error is None and house.shell == ["id"]
    assert house.ask("add").results[0].result == {"result": 2}


@pytest.mark.parametrize("dry_run", [False, True])
def test_what_is_left_out_is_told_before_the_yes(house, dry_run):
    call = ToolCall("execute_shell_command", {"command": "id"})
    house.translator.answers["run id and sing"] = Translation((call,), 1.0, "I did not do this: sing.", left=("sing",))
    reply = house.ask("run id and sing", dry_run=dry_run)
    assert reply.say == "I did not do this: sing. Shall I execute a shell command, command id?"


@pytest.mark.parametrize("session,user", [("other", 1), ("s", 2), ("s", None)])
def test_nobody_else_agrees(house, session, user):
    house.ask("run id", user=1)
    house.ask("yes", session=session, user=user)
    assert not house.shell
    house.ask("yes", user=1)
    assert house.shell == ["id"]


def test_hundreds_of_other_sessions_do_not_erase_a_question(house):
    house.ask("run id")
    for number in range(400):
        house.ask("run id", session=f"flood-{number}")
    house.ask("yes")
    assert house.shell == ["id"]


@pytest.mark.parametrize("said", ["add", "what is love", "yes but only the first"])
def test_a_plan_that_is_passed_over_is_dropped_and_named(house, said):
    house.ask("run id")
    assert "I did not execute a shell command." in house.ask(said).say
    house.ask("yes")
    assert not house.shell


def test_the_same_request_again_is_asked_again_and_not_called_dropped(house):
    house.ask("run id")
    assert house.ask("run id").say == "Shall I execute a shell command, command id?"


def test_a_retry_with_other_values_than_agreed_asks_again(house):
    house.translator.tell("open the attic", ("unlock", {"door": "attic"}))
    house.translator.again = ToolCall("unlock", {"door": "cellar"})
    house.ask("open the attic")
    reply = house.ask("yes")
    assert house.unlock.ran == [], "the cellar was not agreed to"
    assert reply.confirmation_required and "cellar" in reply.say and reply.results[0].error
    assert house.ask("yes").say == "The cellar is open."
    assert house.unlock.ran == [("cellar", "yes")] or house.unlock.ran[0][0] == "cellar"


def test_in_no_mode_does_a_yes_cover_another_call(monkeypatch):
    house = House(monkeypatch, confirm="plural", policy={"tools": {"unlock": "allow"}})
    house.translator.tell("two", ("unlock", {"door": "attic"}), ("add", {"a": 1}))
    house.translator.again = ToolCall("unlock", {"door": "cellar"})
    house.ask("two")
    assert house.ask("yes").confirmation_required and house.unlock.ran == []


def test_what_asks_nothing_is_tried_again_unasked(monkeypatch):
    house = House(monkeypatch, policy={"tools": {"unlock": "allow"}})
    house.translator.tell("open the attic", ("unlock", {"door": "attic"}))
    house.translator.again = ToolCall("unlock", {"door": "cellar"})
    assert house.ask("open the attic").say == "The cellar is open."


def test_a_tool_that_changed_meanwhile_is_asked_about_again(house):
    house.ask("run id")
    house.description = "Execute a shell command on another machine."
    house.registry.reload()
    reply = house.ask("yes")
    assert not house.shell and reply.confirmation_required and reply.say.startswith(say("changed", "en-us"))
    house.ask("yes")
    assert house.shell == ["id"]


def test_what_is_denied_meanwhile_does_not_run(house):
    house.ask("run id")
    house.policy.configure(load_config({"policy": {"tools": {"execute*": "deny"}}}).policy)
    reply = house.ask("yes")
    assert not house.shell and "policy.tools.execute*" in str(reply.results[0].error)


def test_the_words_that_led_to_the_plan_are_what_the_command_is_told(house):
    house.translator.tell("open up", ("unlock", {"door": "shed"}))
    house.ask("open up")
    assert house.ask("yes").utterance == "yes"
    assert house.unlock.ran == [("shed", "open up")]


def test_five_long_calls_are_all_named_before_any_runs(house):
    calls = [("execute_shell_command", {"command": f"echo {n} {'word ' * 12}"}) for n in range(5)]
    house.translator.tell("many", *calls)
    reply = house.ask("many")
    asked = [reply.say]
    while reply.confirmation_required:
        assert len(reply.say) <= 240 and not house.shell
        reply = house.ask("yes")
        asked.append(reply.say)
    assert len(house.shell) == 5
    assert all(any(f"echo {n} " in question for question in asked) for n in range(5))


def test_what_is_too_long_to_be_asked_is_refused_aloud(house):
    house.translator.tell("long", ("execute_shell_command", {"command": "word " * 400}))
    reply = house.ask("long")
    assert not reply.confirmation_required and "did nothing" in reply.say and reply.results[0].error
    house.ask("yes")
    assert not house.shell


def test_a_denied_call_is_said_and_the_rest_runs(monkeypatch):
    house = House(monkeypatch, policy={"toolboxes": {"shell": "deny"}, "tools": {"add": "allow"}})
    house.translator.tell("both", ("execute_shell_command", {"command": "id"}), ("add", {"a": 1}))
    reply = house.ask("both")
    assert not house.shell and [r.error is None for r in reply.results] == [False, True]
    assert "not allowed" in reply.say and reply.dropped == 1


def test_never_asks_nothing_but_denies_still(monkeypatch):
    house = House(monkeypatch, confirm="never", policy={"tools": {"unlock": "deny"}})
    house.ask("run id")
    assert house.shell == ["id"]
    house.translator.tell("open", ("unlock", {"door": "shed"}))
    assert house.ask("open").results[0].error and not house.unlock.ran


def test_confirm_by_id(house):
    plan_id = house.ask("run id", user=1).confirmation["id"]
    for session, user in (("other", 1), ("s", 2)):
        with pytest.raises(Refusal):
            house.confirm(plan_id, True, session, user)
    assert house.confirm(plan_id, True, user=1).results[0].result == {"printed": "id"}
    with pytest.raises(Refusal):
        house.confirm(plan_id, True, user=1)
    plan_id = house.ask("run id").confirmation["id"]
    assert house.confirm(plan_id, False).say == say("wont", "en-us") and house.shell == ["id"]


def test_a_dry_run_shows_the_question_and_leaves_what_waits(house):
    assert house.ask("run id", dry_run=True).confirmation_required
    house.ask("yes")
    assert not house.shell
    house.ask("run id")
    house.ask("add", dry_run=True)
    house.ask("yes")
    assert house.shell == ["id"]


def test_a_button_that_was_shown_runs_and_a_callback_of_a_risky_command_asks(house):
    house.translator.tell("open up", ("unlock", {"door": "shed"}))
    house.ask("open up")
    house.ask("yes")
    assert house.act("all_click").say == "Done."
    reply = house.act("open_all", given={"floor": 2})
    assert reply.confirmation_required and "open all" in reply.say and "floor 2" in reply.say
    assert house.unlock.ran[-1][0] == "all_click"
    assert house.ask("yes").say == "All are open."
    assert house.unlock.ran[-1] == ("open_all", {"floor": 2})


def test_an_action_of_a_denied_command_is_refused(monkeypatch):
    house = House(monkeypatch, policy={"tools": {"unlock": "deny"}})
    with pytest.raises(Refusal) as caught:
        house.act("open_all")
    assert caught.value.code == "forbidden" and not house.unlock.ran
