"""Where texts of tools with examples are said."""

from __future__ import annotations

import random
from datetime import datetime, timezone
from typing import Any

import numpy as np
import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.learning import placing
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.forest import Forest, forests
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


def _tool(articles: bool) -> ToolDefinition:
    the = "the " if articles else ""
    return tool(
        "report_damage",
        "Tell the caretaker what is broken in the house.",
        [
            ToolParameter("thing", required=True, description="What is broken"),
            ToolParameter("place", description="Where in the house, if said"),
            ToolParameter("urgency", enum_values=("low", "high"), description="How urgent it is"),
        ],
        {
            "report the broken lift": {"thing": f"{the}broken lift"},
            "tell the caretaker about the door bell in the hall": {"thing": f"{the}door bell", "place": "hall"},
            "the mailbox in the entrance is broken": {"thing": f"{the}mailbox", "place": "entrance"},
            "report the washing machine in the cellar": {"thing": f"{the}washing machine", "place": "cellar"},
            "tell him the lamp is broken urgency low": {"thing": f"{the}lamp", "urgency": "low"},
            "report the roof window with high urgency": {"thing": f"{the}roof window", "urgency": "high"},
            "the caretaker should know about the fence": {"thing": f"{the}fence"},
            "report the garage gate": {"thing": f"{the}garage gate"},
            "tell the caretaker the heating in the attic is out": {"thing": f"{the}heating", "place": "attic"},
            "the tap in the laundry is broken high urgency": {"thing": f"{the}tap", "place": "laundry"},
        },
    )


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    made = having_learned([_tool(False)], lang="en-us")
    made.train()
    return made


def _arguments(translator: ExampleTranslator, said: str) -> dict[str, Any]:
    return dict(translator.candidates(said, TranslationContext(NOW))[0].filled.arguments)


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("could you please let the caretaker know about the radiator", {"thing": "radiator"}),
        ("report the stair rail in the cellar with low urgency", {"thing": "stair rail", "urgency": "low"}),
        ("high urgency report the smoke detector", {"thing": "smoke detector", "urgency": "high"}),
        ("the letter flap in the entrance is broken", {"thing": "letter flap", "place": "entrance"}),
    ],
)
def test_what_no_example_says(translator: ExampleTranslator, said: str, arguments: dict[str, str]) -> None:
    found = _arguments(translator, said)
    assert arguments.items() <= found.items(), found


@pytest.mark.parametrize("thing", ["walk-in cupboard", "built-in wardrobe", "letter drop-off", "plug-in heater"])
def test_no_word_is_cut(translator: ExampleTranslator, thing: str) -> None:
    said = f"report the {thing} in the cellar with low urgency"
    assert set(_arguments(translator, said)["thing"].split()) <= set(said.split())


def test_what_an_example_says_stays(translator: ExampleTranslator) -> None:
    for example in _tool(False).examples:
        assert dict(example.arguments).items() <= _arguments(translator, example.utterance).items()


def test_an_article_is_kept_where_the_examples_keep_it(translator: ExampleTranslator) -> None:
    said = "report the smoke detector with high urgency"
    keeping = having_learned([_tool(True)], lang="en-us")
    keeping.train()
    assert _arguments(keeping, said)["thing"] == "the smoke detector"
    assert _arguments(translator, said)["thing"] == "smoke detector"


def test_no_place_takes_what_says_something_else(translator: ExampleTranslator) -> None:
    trained = translator._model()
    heard = hear("report the lamp with high urgency in the hall", "en-us", NOW)
    reading = trained.second.read(heard.words, ["report_damage"])["report_damage"]
    filled = Filled({"urgency": "high"}, covered={4, 5})
    for places in trained.placers["report_damage"].weigh(heard, filled, reading):
        assert places.rows.shape == (len(places.spans), len(placing.SIGNS))
        assert np.isfinite(places.rows).all()
        for start, end in places.spans:
            assert filled.covered.isdisjoint(range(start, end))
            assert not {heard.words[start], heard.words[end - 1]} & heard.lang.articles


def test_a_text_that_is_known_otherwise_stays(translator: ExampleTranslator) -> None:
    trained = translator._model()
    heard = hear("report the lamp in the hall", "en-us", NOW)
    reading = trained.second.read(heard.words, ["report_damage"])["report_damage"]
    filled = Filled()
    filled.arguments["place"] = "the north hall"
    filled.take(5, 6, "place")
    trained.placers["report_damage"].place(heard, filled, reading, {"thing": {"lamp": "ceiling lamp"}}, {"place"})
    assert filled.arguments == {"place": "the north hall", "thing": "ceiling lamp"}


@pytest.mark.parametrize("said", ["", "the the the", "report " * 70, "a", "🙂 🙂", "report " + "x" * 300])
def test_nothing_is_too_odd(translator: ExampleTranslator, said: str) -> None:
    translator.candidates(said, TranslationContext(NOW))


def test_all_trees_at_once_tell_what_each_tells() -> None:
    forest: Forest = forests()[placing.FOREST]
    chance = random.Random(3)
    rows = np.array([[chance.uniform(-4, 4) for _ in placing.SIGNS] for _ in range(40)], np.float32)
    one_by_one = [forest.probability([float(x) for x in row]) for row in rows]
    assert forest.probabilities(rows) == pytest.approx(one_by_one)


@pytest.mark.parametrize("count", [1, 64, 65, 300])
def test_many_places_are_told_as_a_few_are(count: int) -> None:
    forest: Forest = forests()[placing.FOREST]
    chance = random.Random(count)
    rows = np.array([[chance.uniform(-4, 4) for _ in placing.SIGNS] for _ in range(count)], np.float32)
    assert forest.probabilities(rows).tolist() == [p for row in rows for p in forest.probabilities(row[None]).tolist()]


def test_what_is_just_above_is_above_for_all_trees_at_once() -> None:
    """The numbers are of a shorter kind there: 0.1 is more than 0.1 in it, and none of them may be rounded up."""
    told = {"baseline": 0.0, "trees": [[[0, least, 1, 2], [-1.0], [1.0]] for least in (0.1, 0.3, 1e-9, -0.7)]}
    near = [np.nextafter(np.float32(x), np.float32(to)) for x in (0.1, 0.3, 1e-9, -0.7) for to in (-1, x, 1)]
    rows = np.array([[x] for x in near], np.float32)
    forest = Forest(told)
    assert forest.probabilities(rows) == pytest.approx([forest.probability([float(x)]) for x in near])


_HEDGES = tool(
    "plan_hedge",
    "Plan when a hedge is cut.",
    [
        ToolParameter("hedge", required=True, description="Which hedge"),
        ToolParameter("minutes", "int", description="How long it takes"),
    ],
    {
        f"{lead} the {hedge} hedge{more}": {"hedge": hedge, **values}
        for lead in ("plan to cut", "plan cutting", "put down", "we want to trim", "it's time for", "schedule")
        for hedge in ("front", "north", "laurel", "boundary", "yew", "back road", "kitchen garden", "holly", "beech")
        for more, values in (("", {}), (" for forty minutes", {"minutes": 40}))
    },
)


@pytest.fixture(scope="module")
def hedges() -> ExampleTranslator:
    """A tool with more than a hundred examples."""
    made = having_learned([_HEDGES], lang="en-us")
    made.train()
    return made


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("could you plan the old orchard hedge", {"hedge": "old orchard"}),
        ("which means the car park hedge has to be put down", {"hedge": "car park"}),
        ("plan to cut the hawthorn hedge for twenty five minutes", {"hedge": "hawthorn", "minutes": 25}),
    ],
)
def test_many_examples_do_not_cut_what_they_do_not_say(
    hedges: ExampleTranslator, said: str, wanted: dict[str, Any]
) -> None:
    assert _arguments(hedges, said) == wanted


@pytest.mark.parametrize(
    "said", ["plan to cut hedges for thirty minutes", "put down the laurel hedge and the yew hedge"]
)
def test_a_number_a_tools_own_name_and_two_of_them_are_no_text(hedges: ExampleTranslator, said: str) -> None:
    assert _arguments(hedges, said).get("hedge") in (None, "laurel", "yew")


def test_places_are_kept_with_what_was_found(hedges: ExampleTranslator) -> None:
    candidate = hedges.candidates("could you plan the old orchard hedge", TranslationContext(NOW))[0]
    places = candidate.filled.places["hedge"]
    start, end = max(places, key=places.__getitem__)
    assert candidate.heard.words[start:end] == ["old", "orchard"]
    assert candidate.filled.copy().places == candidate.filled.places


_CINEMA = tool(
    "plan_screening",
    "Put a film on the programme of the village cinema.",
    [
        ToolParameter("film_title", required=True, description="Title of the film"),
        ToolParameter("screening_date", "date", description="Day of the screening"),
        ToolParameter("seats", "int", description="How many seats are kept"),
    ],
    {
        "plan casablanca for monday": {"film_title": "casablanca", "screening_date": "next_monday"},
        "put metropolis on the programme": {"film_title": "metropolis"},
        "screen the general on friday with forty seats": {
            "film_title": "general",
            "screening_date": "next_friday",
            "seats": 40,
        },
        "we want to show rear window on tuesday": {"film_title": "rear window", "screening_date": "next_tuesday"},
        "plan a screening of city lights": {"film_title": "city lights"},
        "show nosferatu tomorrow and keep ten seats": {
            "film_title": "nosferatu",
            "screening_date": "tomorrow",
            "seats": 10,
        },
        "programme for december fourth is the third man": {"film_title": "third man", "screening_date": "2026-12-04"},
        "can you put on singing in the rain on saturday": {
            "film_title": "singing in the rain",
            "screening_date": "next_saturday",
        },
        "schedule modern times": {"film_title": "modern times"},
        "i would like twenty seats for vertigo on sunday": {
            "film_title": "vertigo",
            "screening_date": "next_sunday",
            "seats": 20,
        },
    },
)


@pytest.fixture(scope="module")
def cinema() -> ExampleTranslator:
    made = having_learned([_CINEMA], lang="en-us")
    made.train()
    return made


@pytest.mark.parametrize(
    ("said", "title"),
    [
        (
            "keep a dozen seats for the old people's home who want to see the gold rush on the ninth of january",
            "gold rush",
        ),
        ("let us find room to show the lady vanishes on the third of february", "lady vanishes"),
        ("we are bringing everybody to stage fright on january eighteenth", "stage fright"),
        ("show duck soup by the fourth of january", "duck soup"),
    ],
)
def test_what_leads_to_a_day_ends_no_name(cinema: ExampleTranslator, said: str, title: str) -> None:
    assert _arguments(cinema, said)["film_title"] == title


def test_a_task_may_end_in_what_leads_to_a_day() -> None:
    own = tool(
        "add_chore",
        "Note a chore for somebody in the house.",
        [
            ToolParameter("text", required=True, description="What is to be done"),
            ToolParameter("day", "date", description="When"),
        ],
        {
            "note that somebody has to sweep the stairs on monday": {"text": "sweep the stairs", "day": "next_monday"},
            "chore for tomorrow clean the oven": {"text": "clean the oven", "day": "tomorrow"},
            "note a chore water the ferns": {"text": "water the ferns"},
            "put down that we must wash the curtains on friday": {"text": "wash the curtains", "day": "next_friday"},
            "add take out the rubbish tomorrow": {"text": "take out the rubbish", "day": "tomorrow"},
            "note a chore turn the pump off on sunday": {"text": "turn the pump off", "day": "next_sunday"},
        },
    )
    made = having_learned([own], lang="en-us")
    made.train()
    assert _arguments(made, "note a chore switch the freezer on tomorrow")["text"] == "switch the freezer on"


def test_no_text_ends_in_a_denial(translator: ExampleTranslator) -> None:
    for denial in ("never", "not"):
        assert _arguments(translator, f"report the radiator {denial}")["thing"] == "radiator"
