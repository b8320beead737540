"""Remarks around a request, as a recogniser writes them: without a comma."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dialogue_tools import ENGLISH, tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts.remarks import may_be_remark, remark_of
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.nlu.weighing import Weighing
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

DATA = Path(__file__).parents[2] / "data"
SHUTTERS = tool(
    "move_shutters",
    "Move the shutters of a room.",
    [
        ToolParameter("room", "string", False, "Which room"),
        ToolParameter("speed", "string", False, "How fast", enum_values=("slow", "fast")),
    ],
    {
        "close the shutters": {},
        "pull the shutters down": {},
        "close the shutters in the attic": {"room": "attic"},
        "close the shutters at slow speed": {"speed": "slow"},
    },
)
CHORES = tuple(
    tool(
        name,
        description,
        [ToolParameter("title", "string", True, "What is to be done")],
        {said.format(title): {"title": title} for said in forms for title in titles},
    )
    for name, description, forms, titles in (
        (
            "delete_chore",
            "Delete a chore.",
            ("delete the chore {}", "remove the chore about the {}", "get rid of the {} chore"),
            ("gutter", "hedge", "attic", "pond liner"),
        ),
        (
            "add_chore",
            "Add a chore.",
            ("add the chore {}", "add a chore {}", "new chore {}"),
            ("sweep the stairs", "call the plumber", "oil the gate", "empty the attic"),
        ),
    )
)
PACE = tool(
    "change_pace",
    "Walk faster or slower.",
    [ToolParameter("pace", "string", True, "How", enum_values=("faster", "slower"))],
    {
        "walk faster": {"pace": "faster"},
        "walk slower": {"pace": "slower"},
        "faster": {"pace": "faster"},
        "slower": {"pace": "slower"},
        "faster please": {"pace": "faster"},
        "a bit slower": {"pace": "slower"},
        "go faster": {"pace": "faster"},
        "go slower": {"pace": "slower"},
    },
)
MAIL = tool(
    "read_mail", "Read new mail aloud.", [], {"read my mail": {}, "read out the mail": {}, "read my new mail": {}}
)


@pytest.fixture(scope="module")
def house() -> ExampleTranslator:
    used = {"set_timer", "cancel_timer", "get_time", "get_weather", "switch_device"}
    return having_learned((*(tool for tool in ENGLISH if tool.name in used), SHUTTERS, MAIL, PACE, *CHORES))


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        ("read my mail i can't see without my lenses", "read_mail", {}),
        ("cancel the timer i lost count", "cancel_timer", {}),
        ("cancel the timer i've already drained it", "cancel_timer", {}),
        ("cancel the tea timer it's useless now", "cancel_timer", {"label": "tea"}),
        ("close the shutters the baby's asleep", "move_shutters", {}),
        ("set a timer for five minutes hurry the soup boils over", "set_timer", {"duration_seconds": 300}),
        ("what time is it sorry for my english", "get_time", {}),
        ("what's the weather in rome sorry for my english", "get_weather", {"city": "rome"}),
        ("turn off the lamp thank you dear", "switch_device", {"device": "lamp", "state": "off"}),
        ("turn off the fan at the moment", "switch_device", {"device": "fan", "state": "off"}),
        ("quick quick turn off the fan", "switch_device", {"device": "fan", "state": "off"}),
        ("dear computer set a timer for ten minutes", "set_timer", {"duration_seconds": 600}),
        ("remove the chore about the gutter the roofer came", "delete_chore", {"title": "gutter"}),
        ("delete the chore hedge we sold the house", "delete_chore", {"title": "hedge"}),
        ("remove the chore about the attic i'm not going up there", "delete_chore", {"title": "attic"}),
        (
            "add the chore call the sweep the chimney smokes",
            "add_chore",
            {"title": "call the sweep the chimney smokes"},
        ),
        ("remove the chore about the hedge i don't do that any more", "delete_chore", {"title": "hedge"}),
        ("what time is it i forget what the clock said", "get_time", {}),
        ("close the shutters i think the baby woke", "move_shutters", {}),
        ("slower i'm out of breath", "change_pace", {"pace": "slower"}),
        ("faster the gate's closing", "change_pace", {"pace": "faster"}),
        ("slower i honestly can't keep up", "change_pace", {"pace": "slower"}),
        ("walk slower i missed that", "change_pace", {"pace": "slower"}),
        ("my brother moved to Lima what time has he there", "get_time", {"place": "Lima"}),
    ],
)
def test_a_remark_is_left_out(
    house: ExampleTranslator, context: TranslationContext, said: str, name: str, arguments: dict[str, Any]
) -> None:
    assert [(c.name, dict(c.arguments)) for c in house.translate(said, context).calls] == [(name, arguments)]


@pytest.mark.parametrize(
    "said",
    [
        "cancel the tea timer but not the last one",
        "turn off the lamp only if it's dark",
        "turn off the lamp i changed my mind",
        "close the shutters except the attic",
    ],
)
def test_what_limits_or_takes_back_is_no_remark(
    house: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert not house.translate(said, context).calls


@pytest.mark.parametrize(
    "said",
    [
        "what time does the late bus leave from the church by the mill",
        "what time does the old blacksmith feed his donkeys",
        "what time were we supposed to be at the dress rehearsal",
    ],
)
def test_the_subject_of_a_question_is_no_remark(
    house: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert not house.translate(said, context).calls


@pytest.mark.parametrize("said", ["faster trains are coming", "slower people are happier"])
def test_a_word_that_says_more_of_a_thing_is_no_request_with_a_remark(
    house: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    found = house.translate(said, context)
    assert not found.calls or found.certain < 0.75, "it is asked about at the most"


def test_a_second_thing_is_no_remark(house: ExampleTranslator, context: TranslationContext) -> None:
    found = house.translate("turn off the lamp and the dishes", context)
    assert len(found.calls) == 2 or "dishes" in " ".join(found.left)


@pytest.mark.parametrize(
    ("said", "lang", "wanted"),
    [
        ("i can't see without my lenses", "en", True),
        ("the baby's asleep", "en", True),
        ("my hands are wet", "en", True),
        ("thank you dear", "en", True),
        ("i forget if i locked it", "en", True),
        ("i can't remember what i set", "en", True),
        ("i think i locked it", "en", True),
        ("i hope she likes them", "en", True),
        ("i think i need two", "en", False),
        ("i think he wants the red one", "en", False),
        ("i think it's in the hall", "en", False),
        ("i'm not ready", "en", False),
        ("i'm sure but wait", "en", False),
        ("the kids want it", "en", False),
        ("i changed my mind", "en", False),
        ("and the dishes", "en", False),
        ("that's in the hall", "en", False),
        ("because we're not going", "en", True),
        ("so i know what's left", "en", True),
        ("my brother has eaten it", "en", True),
        ("okay the dog's out", "en", True),
        ("garage can't fit us in", "en", True),
        ("my back hurts", "en", True),
        ("did it before breakfast", "en", True),
        ("went for a long walk", "en", True),
        ("did it ring", "en", False),
        ("left on the table", "en", False),
        ("i hope not too many", "en", True),
        ("cause the test is on friday", "en", True),
        ("weil wir nicht fahren", "de", True),
        ("porque ya no vamos", "es", True),
        ("parce qu'il pleut", "fr", True),
        ("perché non serve più", "it", True),
        ("omdat het niet meer hoeft", "nl", True),
        ("porque já não é preciso", "pt", True),
        ("das kind ist müde", "de", True),
        ("ich bin nicht sicher", "de", False),
        ("el niño está cansado", "es", True),
        ("le bébé est fatigué", "fr", True),
        ("la bambina è stanca", "it", True),
        ("de kinderen zijn moe", "nl", True),
        ("o menino está cansado", "pt", True),
        ("y los platos", "es", False),
    ],
)
def test_which_clauses_are_remarks(said: str, lang: str, wanted: bool) -> None:
    assert (remark_of(said, lang) is not None) is wanted


def test_a_remark_begins_with_words_that_tell_so() -> None:
    """What is asked at each word of an utterance before the whole remark is looked at passes none by."""
    lines = (DATA / "household" / "sixth" / "languages.jsonl").read_text(encoding="utf-8").splitlines()
    lines += (DATA / "household" / "sixth" / "two_requests.jsonl").read_text(encoding="utf-8").splitlines()
    found = 0
    for case in map(json.loads, lines):
        text, lang = case["utterance"], case.get("lang", "en-us")
        tokens = tokenize(text, lang)
        words = [token.norm for token in tokens]
        for at, token in enumerate(tokens):
            if remark_of(text[token.start :], lang, negated=True) is not None:
                assert may_be_remark(words[at : at + 3], lang), text[token.start :]
                found += 1
    assert found > 20


def test_the_tools_read_a_plain_request_once(
    house: ExampleTranslator, context: TranslationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    weighed = Weighing.alone

    def counted(self: Weighing, heard: Heard, *args: Any) -> Any:
        read.append(heard.text)
        return weighed(self, heard, *args)

    house.train()
    monkeypatch.setattr(Weighing, "alone", counted)
    assert house.translate("close the shutters in the attic", context).calls
    assert read == ["close the shutters in the attic"]


@pytest.mark.parametrize("code", ["en", "de", "es", "fr", "it", "nl", "pt"])
def test_every_language_has_the_tables(code: str) -> None:
    spoken = language(code)
    assert spoken.asides and spoken.apologies and spoken.callings and spoken.manners


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("cancel the pasta timer not the tea one", "pasta"),
        ("cancel the tea timer and not the other one", "tea"),
        ("stop the tea timer not the five minute one", "tea"),
    ],
)
def test_the_one_that_is_not_meant_is_left_out(
    house: ExampleTranslator, context: TranslationContext, said: str, label: str
) -> None:
    assert [(c.name, c.arguments.get("label")) for c in house.translate(said, context).calls] == [
        ("cancel_timer", label)
    ]


@pytest.mark.parametrize("said", ["cancel the timer not the tea one", "not the tea one"])
def test_where_nothing_is_named_beside_it_nothing_is_done(
    house: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert not house.translate(said, context).calls


@pytest.mark.parametrize(
    "said", ["set a timer for ten minutes till i tell you to stop", "turn off the fan until further notice"]
)
def test_an_end_that_is_none_is_no_condition(house: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert len(house.translate(said, context).calls) == 1


def test_an_end_that_is_one_is(house: ExampleTranslator, context: TranslationContext) -> None:
    assert not house.translate("turn off the fan until i say i'm warm", context).calls
