"""Arguments whose values the tool gives at run time: read from utterances, settled, asked about; nothing is trained."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.options import picked, settled
from ovos_phal_plugin_jarvis.sdk.options import Option
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext

NOW = datetime(2026, 3, 4, 12, tzinfo=timezone.utc)


def definition(name, description, *parameters, examples=()):
    kinds = {"int": "integer", "list": "array"}
    schema = {
        "type": "object",
        "properties": {
            p.name: {"type": kinds.get(p.param_type, p.param_type), "description": p.description} for p in parameters
        },
        "required": [p.name for p in parameters if p.required],
    }
    shown = tuple(ToolExample(words, arguments) for words, arguments in examples)
    return ToolDefinition(name, description, "home", schema, {}, tuple(parameters), shown)


LAMP = ToolParameter("lamp", "string", True, "Name of the lamp")
STATE = ToolParameter("state", "string", True, "On or off", enum_values=("on", "off"))
SWITCH = definition("switch_lamp", "Switch a lamp on or off.", LAMP, STATE)
SEND = definition(
    "send_message",
    "Send a message to a contact.",
    ToolParameter("contact", "string", True, "Who gets it"),
    ToolParameter("message", "string", True, "What to tell them"),
)
MOVE = definition(
    "move_music",
    "Move the music from one player to another.",
    ToolParameter("source", "string", True, "Player that plays now"),
    ToolParameter("target", "string", True, "Player that shall play"),
)
ADD = definition(
    "add_to_list",
    "Add an item to a list.",
    ToolParameter("item", "string", True, "What to add"),
    ToolParameter("list", "string", True, "Name of the list", free_text=True),
)
SHOWN = definition(
    "dim_light",
    "Dim a light.",
    ToolParameter("light", "string", True, "The light"),
    ToolParameter("level", "int", False, "Percent"),
    examples=[
        ("dim the kitchen light to 20 percent", {"light": "light.kitchen", "level": 20}),
        ("dim the hall", {"light": "light.hall"}),
        ("dim the porch light", {"light": "light.porch"}),
        ("set the garage light to 50 percent", {"light": "light.garage", "level": 50}),
        ("make the attic light darker", {"light": "light.attic"}),
        ("can you dim the stairs", {"light": "light.stairs"}),
        ("set the hall light to 70 percent", {"light": "light.hall", "level": 70}),
    ],
)


def options(**names):
    return tuple(Option(value, (name,)) for value, name in names.items())


def called(*names):
    return tuple(Option(name, (name,)) for name in names)


PLAYERS = called("Kitchen", "Bose", "Living room")
AT_HOME = {
    "switch_lamp": {"lamp": options(a="Bedroom lamp", b="Bedroom light", c="Kitchen", e="Desk 2")},
    "send_message": {"contact": called("Anna Kowalska", "Bob", "Hanna Schmidt", "Daniela")},
    "move_music": {"source": PLAYERS, "target": PLAYERS},
    "add_to_list": {"list": called("Shopping", "Hardware store")},
    "dim_light": {"light": options(l1="Veranda", l2="Cellar", l3="Cellar stairs")},
}
TOOLS = {d.name: d for d in (SWITCH, SEND, MOVE, ADD, SHOWN)}


def definition_of(call):
    return TOOLS.get(call.name)


@pytest.fixture(scope="module")
def plain():
    return having_learned((SWITCH, SEND, MOVE, ADD))


@pytest.fixture(scope="module")
def shown():
    return having_learned((SHOWN,))


def ask(translator, words, known=AT_HOME, lang="en-us", question=None, last=None):
    context = TranslationContext(NOW, lang, options=known, question=question, last_call=last)
    said = picked(question, words, lang)
    return settled(translator.translate(said, context), context, said, definition_of)


def one(translation):
    assert translation.question is None, translation.question
    (call,) = translation.calls
    return dict(call.arguments)


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ("turn on the bedroom lamp", {"lamp": "a", "state": "on"}),
        ("turn off desk two", {"lamp": "e", "state": "off"}),
        ("turn on the bedrom lamp", {"lamp": "a", "state": "on"}),
        ("send anna a message that dinner is ready", {"contact": "Anna Kowalska", "message": "dinner is ready"}),
        ("move the music to the livingroom from the bose", {"source": "Bose", "target": "Living room"}),
        ("add milk to the shopping list", {"item": "milk", "list": "Shopping"}),
        ("add nails to the hardware list", {"item": "nails", "list": "Hardware store"}),
    ],
)
def test_a_plain_tool_gets_the_value_of_the_name_that_was_said(plain, words, arguments):
    assert one(ask(plain, words)) == arguments


def test_a_question_says_the_name_and_not_the_id(plain):
    (call,) = ask(plain, "turn on the bedroom lamp").calls
    assert call.said_arguments == {"lamp": "Bedroom lamp", "state": "on"}
    assert replace(call, arguments={**call.arguments, "lamp": "x"}).said_arguments["lamp"] == "x", "it was changed"


@pytest.mark.parametrize(
    ("words", "choices"),
    [
        ("turn on the bedroom", {"Bedroom lamp", "Bedroom light"}),
        ("turn on the kitchen ceiling lamp", {"Kitchen"}),
        ("send a message to daniel saying hello", {"Daniela"}),
        ("switch on the attic lamp", {"Bedroom lamp", "Bedroom light", "Kitchen", "Desk 2"}),
        ("turn on the lamp", {"Bedroom lamp", "Bedroom light", "Kitchen", "Desk 2"}),
    ],
)
def test_what_is_not_clearly_a_name_is_asked_about(plain, words, choices):
    asked = ask(plain, words)
    assert not asked.calls and set(asked.question.choices) == choices
    assert all(choice in asked.question.text for choice in choices)


def test_an_answer_picks_one_of_the_choices(plain):
    asked = ask(plain, "turn on the bedroom").question
    for words in ("the light", "bedroom light", "the second one", "the bedrom light"):
        assert one(ask(plain, words, question=asked)) == {"lamp": "b", "state": "on"}
    asked = ask(plain, "send a message to daniel saying hello").question
    assert one(ask(plain, "yes", question=asked)) == {"contact": "Daniela", "message": "hello"}
    again = ask(plain, "turn on the bedroom").question
    assert ask(plain, "the attic lamp", question=again).question is not None


def test_new_names_are_known_at_once_and_old_ones_are_gone(plain):
    model = plain._trained
    changed = {**AT_HOME, "switch_lamp": {"lamp": options(n="Greenhouse")}}
    assert one(ask(plain, "turn on the greenhouse", changed)) == {"lamp": "n", "state": "on"}
    gone = ask(plain, "turn on the bedroom lamp", changed)
    assert not gone.calls and gone.question.choices == ("Greenhouse",)
    assert plain._trained is model


def test_no_names_now_is_said(plain):
    nothing = ask(plain, "turn on the bedroom lamp", {"switch_lamp": {"lamp": ()}})
    assert not nothing.calls and nothing.question is None and nothing.say == "There is no lamp at the moment."


def test_a_tool_that_takes_other_words_gets_them_as_they_were_said():
    added = Translation((ToolCall("add_to_list", {"item": "milk", "list": "party"}),))
    context = TranslationContext(NOW, options=AT_HOME)
    assert one(settled(added, context, "add milk to the party list", definition_of))["list"] == "party"
    near = Translation((ToolCall("add_to_list", {"item": "milk", "list": "shoping"}),))
    assert one(settled(near, context, "", definition_of))["list"] == "Shopping"


def test_examples_teach_the_form_and_no_name_of_theirs_is_taken_unsaid(shown):
    assert one(ask(shown, "dim the veranda to 30 percent")) == {"light": "l1", "level": 30}
    assert one(ask(shown, "dim the cellar stairs")) == {"light": "l3"}
    asked = ask(shown, "dim the light")
    assert not asked.calls
    gone = ask(shown, "dim the kitchen light to 20 percent")
    assert not gone.calls, "the kitchen of the example is no light of this house"


def test_whoever_planned_it_only_what_the_tool_gives_runs():
    """A model invents names; the calls before the doubtful one stay, the one behind it is told."""
    on = {"state": "on"}
    planned = Translation(
        (
            ToolCall("switch_lamp", {"lamp": "Kitchen", **on}),
            ToolCall("switch_lamp", {"lamp": "the moon", **on}),
            ToolCall("switch_lamp", {"lamp": "a", **on}, said="turn on the bedroom lamp"),
        )
    )
    found = settled(planned, TranslationContext(NOW, options=AT_HOME), "", definition_of)
    assert [dict(c.arguments) for c in found.calls] == [{"lamp": "c", "state": "on"}]
    assert found.question.parameter == "lamp" and "the moon" in found.question.text
    assert (
        found.left == ("turn on the bedroom lamp",) and "turn on the bedroom lamp" in found.say and found.dropped == 1
    )


def test_each_of_a_list_is_settled():
    tool = definition("group", "Group players.", ToolParameter("players", "list", True, "Players"))
    TOOLS["group"] = tool
    context = TranslationContext(NOW, options={"group": {"players": PLAYERS}})
    good = settled(Translation((ToolCall("group", {"players": ["bose", "livingroom"]}),)), context, "", definition_of)
    assert one(good) == {"players": ["Bose", "Living room"]}
    bad = settled(Translation((ToolCall("group", {"players": ["bose", "garage"]}),)), context, "", definition_of)
    assert not bad.calls and "garage" in bad.question.text


def test_two_of_one_name_are_told_apart_by_their_value():
    two = {"switch_lamp": {"lamp": options(a1="Lamp", a2="Lamp", a3="Other")}}
    call = Translation((ToolCall("switch_lamp", {"lamp": "Lamp", "state": "on"}),))
    found = settled(call, TranslationContext(NOW, options=two), "", definition_of)
    assert found.question.choices == ("a1", "a2")


@pytest.mark.parametrize(
    "words", ["the kitchen is dirty", "bob is my friend", "what is in the living room", "anna kowalska won the race"]
)
def test_talk_about_what_has_a_name_calls_nothing(plain, words):
    found = ask(plain, words)
    assert not found.calls and found.question is None


def test_a_question_without_choices_and_other_answers_stay_as_they_are():
    call = ToolCall("switch_lamp")
    assert picked(None, "yes", "en") == picked(Question(call, "lamp", "?"), "yes", "en") == "yes"
    asked = Question(call, "lamp", "?", ("Bedroom lamp", "Bedroom light"))
    for words in (
        "yes",
        "the bedroom",
        "bedroom lamp off",
        "not the lamp",
        "what time is it in the bedroom light house today",
        "never mind",
    ):
        assert picked(asked, words, "en") == words


def test_german():
    tool = definition("switch_light", "Schaltet eine Lampe ein oder aus.", LAMP, STATE)
    TOOLS["switch_light"] = tool
    known = {"switch_light": {"lamp": called("Wohnzimmerlampe", "Küchenlicht", "Büro")}}
    context = TranslationContext(NOW, "de-de", options=known)
    said = Translation((ToolCall("switch_light", {"lamp": "wohnzimmer lampe", "state": "on"}),))
    assert one(settled(said, context, "", definition_of))["lamp"] == "Wohnzimmerlampe"
    unknown = Translation((ToolCall("switch_light", {"lamp": "dachboden", "state": "on"}),))
    asked = settled(unknown, context, "", definition_of).question
    assert asked.text == "„dachboden“ kenne ich nicht. Was davon: Wohnzimmerlampe, Küchenlicht oder Büro?"
