"""One of a few values needs a word that says it: what only stands beside it in a handful of examples says nothing."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


def _shown(said: str, **arguments: Any) -> ToolExample:
    return ToolExample(said, arguments)


def _tool(name: str, description: str, parameters: tuple[ToolParameter, ...], *examples: ToolExample) -> ToolDefinition:
    return ToolDefinition(name, description, "box", {"type": "object"}, {}, parameters=parameters, examples=examples)


_BOUT = _tool(
    "note_bout",
    "Write down how a bout of fencing ended.",
    (
        ToolParameter("fencer", required=True, description="Who you fenced with"),
        ToolParameter("outcome", required=True, enum_values=("won", "lost"), description="How it ended for you"),
        ToolParameter("touches", "int", description="How many touches were given"),
    ),
    _shown("note a bout with sabine which i won", fencer="sabine", outcome="won"),
    _shown("i beat marco by 15 touches", fencer="marco", outcome="won", touches=15),
    _shown("write down a bout with elena which i lost", fencer="elena", outcome="lost"),
    _shown("note a bout i won in 12 touches with ruth", fencer="ruth", outcome="won", touches=12),
    _shown("i beat old hugo", fencer="old hugo", outcome="won"),
    _shown("write down that i lost by 9 touches with carla", fencer="carla", outcome="lost", touches=9),
    _shown("enter a bout with bert lost", fencer="bert", outcome="lost"),
    _shown("note that i beat irene by 11 touches", fencer="irene", outcome="won", touches=11),
)
_OFEN = _tool(
    "set_stove",
    "Stellt den Kaminofen ein.",
    (
        ToolParameter(
            "fuel", required=True, enum_values=("birke", "buche", "pellets"), description="Womit geheizt wird"
        ),
        ToolParameter("minutes", "int", description="Wie viele Minuten"),
    ),
    _shown("heize den ofen mit birke", fuel="birke"),
    _shown("heize den ofen 20 minuten mit buche", fuel="buche", minutes=20),
    _shown("mach den ofen mit pellets an", fuel="pellets"),
    _shown("mach den ofen für 40 minuten mit buche an", fuel="buche", minutes=40),
    _shown("den ofen bitte mit birke heizen", fuel="birke"),
    _shown("stell den ofen auf pellets", fuel="pellets"),
    _shown("stell den ofen für 30 minuten auf buche", fuel="buche", minutes=30),
    _shown("ofen an mit birke", fuel="birke"),
)


@pytest.fixture(scope="module")
def english() -> ExampleTranslator:
    return _trained(_BOUT, "en-us")


@pytest.fixture(scope="module")
def german() -> ExampleTranslator:
    return _trained(_OFEN, "de-de")


def _trained(tool: ToolDefinition, lang: str) -> ExampleTranslator:
    made = having_learned([tool], lang=lang)
    made.train()
    return made


def _given(translator: ExampleTranslator, said: str, lang: str) -> dict[str, Any]:
    return translator.explain(said, TranslationContext(NOW, lang=lang))["candidates"][0]["arguments"]


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("note a bout with judith by 14 touches", None),
        ("write down a bout with konrad", None),
        ("note a bout with paula and she won", None),
        ("note a bout with rainer which i won", "won"),
        ("write down that i beat otto", "won"),
        ("enter a defeat by 14 touches with theo", "lost"),
        ("note a victory over edith", "won"),
    ],
)
def test_a_value_is_said_by_a_word_that_means_it(english: ExampleTranslator, said: str, outcome: str | None) -> None:
    assert _given(english, said, "en-us").get("outcome") == outcome


@pytest.mark.parametrize(
    ("said", "fuel"),
    [("heize den ofen 20 minuten", None), ("mach den ofen für 50 minuten an", None), ("ofen mit buche an", "buche")],
)
def test_a_german_value_is_said_by_a_word_that_means_it(german: ExampleTranslator, said: str, fuel: str | None) -> None:
    assert _given(german, said, "de-de").get("fuel") == fuel


_ROPE = _tool(
    "cut_rope",
    "Cut a piece of rope off the drum.",
    (
        ToolParameter("length", required=True, enum_values=("5m", "10m", "25m"), description="How long the piece is"),
        ToolParameter("strength", enum_values=("8mm", "12 mm"), description="How thick the rope is"),
    ),
    _shown("cut 5m of rope", length="5m"),
    _shown("cut 10m of 8mm rope", length="10m", strength="8mm"),
    _shown("cut 25m of rope", length="25m"),
)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("cut ten metres of rope", {"length": "10m"}),
        ("cut twenty five metres of twelve millimetre rope", {"length": "25m", "strength": "12 mm"}),
        ("cut five meters of rope", {"length": "5m"}),
    ],
)
def test_a_value_that_is_a_number_with_its_unit_is_said_in_words(words, wanted):
    translator = having_learned([_ROPE])
    translator.train()

    (call,) = translator.translate(words, TranslationContext(NOW)).calls

    assert call.arguments == wanted


_ROUND = _tool(
    "plan_round",
    "Plan a round of the milk float, again and again.",
    (
        ToolParameter("street", required=True, description="Which street"),
        ToolParameter(
            "weekday",
            required=True,
            enum_values=("monday", "tuesday", "wednesday", "thursday", "friday"),
            description="The weekday on which it is done again and again",
        ),
        ToolParameter("first", "date", description="The first day, if said"),
    ),
    _shown("plan a round in elm street every monday", street="elm street", weekday="monday"),
    _shown("a round in oak lane every friday", street="oak lane", weekday="friday"),
    _shown("send the float to mill road every tuesday", street="mill road", weekday="tuesday"),
    _shown("send the float to high street every thursday", street="high street", weekday="thursday"),
    _shown(
        "a round in church lane every monday from tomorrow", street="church lane", weekday="monday", first="tomorrow"
    ),
    _shown("plan king street every tuesday", street="king street", weekday="tuesday"),
    _shown("put bridge road on the round every friday", street="bridge road", weekday="friday"),
    _shown("put dock street on the round every thursday", street="dock street", weekday="thursday"),
    _shown("a round in long acre every wednesday", street="long acre", weekday="wednesday"),
)


def test_a_required_one_that_only_a_day_looks_like_is_asked_for() -> None:
    translator = having_learned([_ROUND], lang="en-us")
    found = translator.translate("plan a round in rose street on monday", TranslationContext(NOW))
    assert not found.calls
    assert found.question is not None
    assert (found.question.parameter, found.question.call.arguments["street"]) == ("weekday", "rose street")


def test_what_names_nobody_and_asks_whether_it_is_so_is_not_noted_at_once():
    translator = having_learned([_BOUT])
    translator.train()

    found = translator.translate("weighs on sabine by 15 touches lost doesn't it", TranslationContext(NOW))

    assert not found.calls or found.certain < 0.5


_KENNEL_ARGUMENTS = (
    ToolParameter("animal", required=True, enum_values=("dog", "cat", "bird"), description="Which animal it is"),
    ToolParameter("nights", "int", required=True, description="How many nights it stays"),
    ToolParameter("diet", enum_values=("raw", "medical"), description="What it is fed"),
    ToolParameter("run", enum_values=("inside", "garden run"), description="Where it stays"),
)
_KENNEL = _tool(
    "board_pet",
    "Reserve a stay for a pet at the kennel.",
    _KENNEL_ARGUMENTS,
    _shown("reserve a stay for a dog for three nights", animal="dog", nights=3),
    _shown("reserve two nights for a cat", animal="cat", nights=2),
    _shown("a stay for a bird for five nights please", animal="bird", nights=5),
    _shown("can you reserve four nights for a dog on the raw diet", animal="dog", nights=4, diet="raw"),
    _shown("six nights at the kennel for a cat on the medical diet", animal="cat", nights=6, diet="medical"),
    _shown("reserve a stay of one night for a bird", animal="bird", nights=1),
    _shown("i need ten nights for a dog in the garden run", animal="dog", nights=10, run="garden run"),
    _shown("reserve eight nights for a dog inside", animal="dog", nights=8, run="inside"),
)


@pytest.fixture(scope="module")
def kennel() -> ExampleTranslator:
    return _trained(_KENNEL, "en-us")


@pytest.fixture(scope="module")
def unshown_kennel() -> ExampleTranslator:
    return _trained(_tool(_KENNEL.name, _KENNEL.description, _KENNEL_ARGUMENTS), "en-us")


_OTHER_WORDS = [
    ("reserve three nights for a poodle", {"animal": "dog", "nights": 3}),
    ("reserve a stay for our budgerigar for two nights", {"animal": "bird", "nights": 2}),
    ("reserve four nights for a dog that is fed medically", {"animal": "dog", "nights": 4, "diet": "medical"}),
    ("reserve three nights for a rabbit", {"nights": 3}),
    ("reserve three nights for a guest who is no poodle", {"nights": 3}),
    ("reserve three nights for a poodle and a budgerigar", {"nights": 3}),
]


@pytest.mark.parametrize(("said", "wanted"), _OTHER_WORDS)
def test_a_kind_of_it_or_another_form_says_the_value(
    kennel: ExampleTranslator, said: str, wanted: dict[str, Any]
) -> None:
    assert _given(kennel, said, "en-us") == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [*_OTHER_WORDS, ("reserve a run for a dog for two nights", {"animal": "dog", "nights": 2})],
)
def test_without_examples_a_kind_of_it_says_the_value(
    unshown_kennel: ExampleTranslator, said: str, wanted: dict[str, Any]
) -> None:
    assert _given(unshown_kennel, said, "en-us") == wanted
