"""The most that something may be is said by a negation that negates nothing: "no more than two euros"."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.bounds import bound_end
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
BOATS = tool(
    "find_boat",
    "Finds boats for sale.",
    [
        ToolParameter("harbour", "string", True, "Where the boat lies"),
        ToolParameter("max_price", "float", False, "The most that it may cost"),
        ToolParameter("min_length", "float", False, "The least length in metres"),
    ],
    {
        "find a boat in oban": {"harbour": "oban"},
        "look for boats in mull below 900 euros": {"harbour": "mull", "max_price": 900.0},
        "find boats in iona up to 400 euros": {"harbour": "iona", "max_price": 400.0},
        "search boats in skye from six metres": {"harbour": "skye", "min_length": 6.0},
        "show me boats in harris of at least eight metres": {"harbour": "harris", "min_length": 8.0},
    },
)


@pytest.fixture(scope="module")
def boats() -> ExampleTranslator:
    return having_learned([BOATS], lang="en-us")


@pytest.mark.parametrize(
    ("text", "lang", "is_bound"),
    [
        ("no more than two euros", "en", True),
        ("not past eight", "en", True),
        ("no more than an hour", "en", True),
        ("not past the church", "en", False),
        ("no more lamps", "en", False),
        ("not before monday", "en", False),
        ("no later than may", "en", True),
        ("no later than next friday", "en", True),
        ("no later than the others", "en", False),
        ("nicht später als freitag", "de", True),
        ("pas plus tard que vendredi", "fr", True),
        ("nicht mehr als zwanzig euro", "de", True),
        ("nicht mehr das licht", "de", False),
        ("no más de veinte euros", "es", True),
        ("pas plus d'une heure", "fr", True),
        ("non più di venti euro", "it", True),
        ("niet later dan acht uur", "nl", True),
        ("não mais de vinte euros", "pt", True),
        ("doesn't go over thirty", "en", True),
        ("won't go a penny past ninety", "en", True),
        ("nothing above forty", "en", True),
        ("at the most ten", "en", True),
        ("no fewer than three", "en", True),
        ("not before eight", "en", True),
        ("nothing above the door", "en", False),
        ("nichts über vierzig", "de", True),
        ("nicht weniger als drei", "de", True),
        ("no supere los treinta", "es", True),
        ("no antes de las ocho", "es", True),
        ("dépasse pas trente", "fr", True),
        ("pas moins de trois", "fr", True),
        ("non superi i trenta", "it", True),
        ("non prima delle otto", "it", True),
        ("niets boven de veertig", "nl", True),
        ("niet minder dan drie", "nl", True),
        ("não ultrapasse os trinta", "pt", True),
        ("não menos de três", "pt", True),
    ],
)
def test_what_stands_before_the_most(text: str, lang: str, is_bound: bool) -> None:
    assert bool(bound_end(text, 0, lang)) is is_bound


@pytest.mark.parametrize(
    "said",
    [
        "find a boat in skye for no more than 500 euros",
        "find a boat in skye but not over 500 euros",
        "find a boat in skye that doesn't go over 500 euros",
        "find a boat in skye nothing above 500",
    ],
)
def test_the_most_is_no_negation(boats: ExampleTranslator, said: str) -> None:
    (call,) = boats.translate(said, CONTEXT).calls
    assert call.arguments == {"harbour": "skye", "max_price": 500}


@pytest.mark.parametrize(
    "said",
    ["search boats in skye of no less than six metres", "search boats in skye but nothing under six metres"],
)
def test_the_least_is_no_negation(boats: ExampleTranslator, said: str) -> None:
    (call,) = boats.translate(said, CONTEXT).calls
    assert call.arguments == {"harbour": "skye", "min_length": 6}


@pytest.mark.parametrize(
    "said",
    [
        "find a boat in skye for over 500 euros",
        "find a boat in skye for at least 500 euros",
        "find a boat in skye for no less than 500 euros",
    ],
)
def test_the_least_is_not_the_most(boats: ExampleTranslator, said: str) -> None:
    assert not any("max_price" in call.arguments for call in boats.translate(said, CONTEXT).calls)


def test_what_is_not_wanted_stays_refused(boats: ExampleTranslator) -> None:
    assert not boats.translate("find a boat in skye but not one in mull", CONTEXT).calls
    assert not boats.translate("don't find a boat in skye", CONTEXT).calls


def test_the_most_is_not_the_least(boats: ExampleTranslator) -> None:
    found = boats.translate("search boats in skye from no more than six metres", CONTEXT)
    assert not any("min_length" in call.arguments for call in found.calls)
