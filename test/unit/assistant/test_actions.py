"""Buttons and callbacks: whose they are, and what the command is handed."""

from __future__ import annotations

import pytest
from test_assistant import NOW, House, Light

from ovos_phal_plugin_jarvis.assistant.guard import Refusal
from ovos_phal_plugin_jarvis.assistant.phrases import refusal
from ovos_phal_plugin_jarvis.assistant.understanding import Request
from ovos_phal_plugin_jarvis.sdk import CommandResponse, IJarvisButton, callback, get_current_user_id
from ovos_phal_plugin_jarvis.tools.context import InvocationContext


class Lamp(Light):
    """Offers the button that the light offers, and callbacks."""

    command_name = "lamp"

    def pre_route(self, voice_command):
        return None

    def run(self, request_info, **kwargs):
        response = super().run(request_info, **kwargs)
        response.actions.append(IJarvisButton("Blink", "blink_click", "primary", completion_message="It blinked."))
        return response

    def handle_action(self, action_name, context):
        if action_name == "blink_click":
            return CommandResponse.final_response()
        if action_name == "undo_click":
            return CommandResponse.final_response({"message": f"Lamp undone in the {context['room']}."})
        return super().handle_action(action_name, context)

    @callback("off")
    def off(self, data, request_info):
        return CommandResponse.final_response(
            {
                "message": "Off.",
                "data": data,
                "conversation": request_info.conversation_id,
                "user": request_info.user_id,
                "current": get_current_user_id(),
            }
        )

    @callback("nothing")
    def nothing(self, data, request_info):
        return None


class Both(House):
    """A house with a lamp in place of what is risky."""

    def __init__(self, monkeypatch, *others):
        import test_assistant

        monkeypatch.setattr(test_assistant, "Wipe", Lamp)
        super().__init__(monkeypatch)

    def press(self, action, session="s", context=None, user=None, **options):
        return self.assistant.act(action, InvocationContext(conversation_id=session, user_id=user), context, **options)


@pytest.fixture
def house(monkeypatch):
    house = Both(monkeypatch)
    house.translator.tell("both", ("light", {"room": "kitchen"}), ("lamp", {"room": "hall"}))
    house.translator.tell("light", ("light", {"room": "kitchen"}))
    house.translator.tell("sum", ("add", {"a": 1}))
    return house


def result(reply):
    return reply.results[0].result["context_data"]


def test_each_of_two_commands_keeps_its_buttons(house):
    house.ask("both")
    assert house.press("undo_click", command="light").say == "Undone in the kitchen."
    assert house.press("undo_click", command="lamp").say == "Lamp undone in the hall."
    house.ask("both")
    assert house.press("undo_click").say == "Lamp undone in the hall.", "the last that was shown"


def test_an_answer_without_buttons_leaves_those_on_the_screen(house):
    house.ask("light")
    house.ask("sum")
    assert house.press("undo_click").say == "Undone in the kitchen."


def test_a_press_is_handed_the_answers_context_under_its_own(house):
    house.ask("light")
    assert house.press("undo_click", context={"other": 1}).say == "Undone in the kitchen."
    assert house.press("undo_click", context={"room": "hall"}).say == "Undone in the hall."


def test_a_button_says_what_it_did_where_the_command_does_not(house):
    house.ask("both")
    assert house.press("blink_click").say == "It blinked."


def test_a_callback_by_name(house):
    reply = house.press("off", context={"x": 1}, user=3)
    assert reply.say == "Off." and reply.results[0].name == "lamp"
    assert result(reply) == {"message": "Off.", "data": {"x": 1}, "conversation": "s", "user": 3, "current": 3}
    assert get_current_user_id() is None, "nothing is left on the thread"
    assert house.press("off", command="lamp", toolbox_id="house").say == "Off."


def test_a_callback_that_answers_nothing(house):
    assert "'nothing' returned None" in str(house.press("nothing").results[0].error)


def test_a_callback_of_two_commands_needs_the_command(house, monkeypatch):
    monkeypatch.setattr(type(house.light), "get_callbacks", lambda self: {"off": lambda data, request: None})
    monkeypatch.setattr(Lamp, "get_callbacks", lambda self: {"off": self.off})
    house.registry.reload()  # which callbacks there are is read once
    with pytest.raises(Refusal, match="light, lamp. Send 'command'"):
        house.press("off")
    assert house.press("off", command="lamp").say == "Off."
    house.ask("both")
    assert house.press("off").say == "Off.", "the command that spoke last is meant"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"command": "lamp"}, "'lamp' knows no action 'nope'. Its callbacks: nothing, off"),
        ({"command": "nope"}, "Unknown tool"),
        ({"command": "add"}, "no Jarvis command"),
        ({"command": "lamp", "toolbox_id": "nope"}, "Unknown toolbox"),
        ({}, "No such action"),
    ],
)
def test_refused(house, options, words):
    with pytest.raises(Refusal, match=words) as caught:
        house.press("nope", **options)
    assert caught.value.code == "invalid"


def test_cancelling_takes_the_last_answer_back(house):
    with pytest.raises(Refusal):
        house.press("cancel_click")
    house.ask("light")
    assert result(house.press("cancel_click"))["cancelled"] is True


def test_the_answer_to_a_refusal_is_told_to_the_command(house):
    house.translator.tell("attic", ("light", {"room": "attic"}))
    house.translator.tell("hall", ("light", {"room": "hall"}))
    house.ask("attic")
    house.ask("hall")
    request = house.light.calls[-1][1]
    assert request.is_validation_response
    assert request.validation_context == {
        "param": "room",
        "message": "No such room",
        "valid_values": ["kitchen", "hall"],
    }
    house.ask("hall")
    assert not house.light.calls[-1][1].is_validation_response


@pytest.mark.parametrize(
    ("message", "values", "said"),
    [
        ("No such room", ["hall"], "No such room. Which room? Hall."),
        ("At most four cups.", None, "At most four cups."),
        ("Which items?", None, "Which items?"),
        ("Invalid value 'x' for 'room'. Must be one of: hall", ["hall"], "Which room? Hall."),
        ("Field required", None, "Which room?"),
        ("", None, "Which room?"),
    ],
)
def test_what_is_said_of_a_refused_value(message, values, said):
    assert refusal("room", message, "en-us", values) == said


def test_a_fast_path_knows_who_spoke(house, monkeypatch):
    asked = []
    monkeypatch.setattr(Lamp, "pre_route", lambda self, words: asked.append(get_current_user_id()))
    house.registry.reload()
    house.assistant.handle(Request("hello", InvocationContext(user_id=9), NOW))
    assert asked == [9] and get_current_user_id() is None
