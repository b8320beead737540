"""Clauses before a request that say why it is asked for, as a recogniser writes them."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts.statements import only_states, request_behind
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

DRYER = tool(
    "start_dryer",
    "Start the tumble dryer.",
    [
        ToolParameter("programme", "string", True, "What is in it", enum_values=("cotton", "wool", "jeans")),
        ToolParameter("minutes", "int", False, "For how many minutes"),
    ],
    {
        "start the dryer on cotton": {"programme": "cotton"},
        "dry the wool programme for forty minutes": {"programme": "wool", "minutes": 40},
        "run the tumble dryer on jeans": {"programme": "jeans"},
        "put the dryer on wool for half an hour": {"programme": "wool", "minutes": 30},
        "tumble the laundry on cotton for twenty minutes": {"programme": "cotton", "minutes": 20},
        "dryer on jeans for an hour": {"programme": "jeans", "minutes": 60},
    },
)
TABLE = tool(
    "reserve_table",
    "Reserve a table for a guest.",
    [
        ToolParameter("guest", "string", True, "Whose name it is reserved under"),
        ToolParameter("seats", "int", False, "How many seats"),
        ToolParameter("room", "string", False, "Which room", enum_values=("garden", "cellar")),
    ],
    {
        "reserve a table for anna": {"guest": "anna"},
        "keep a table for mister novak with six seats": {"guest": "mister novak", "seats": 6},
        "put a table aside for the baker family": {"guest": "baker family"},
        "a table for two seats for petra": {"guest": "petra", "seats": 2},
        "hold a table for doctor weiss": {"guest": "doctor weiss"},
        "a table in the garden for petra": {"guest": "petra", "room": "garden"},
        "reserve a cellar table for mister novak": {"guest": "mister novak", "room": "cellar"},
        "reserve a table with four seats under the name of lindner": {"guest": "lindner", "seats": 4},
    },
)


@pytest.fixture(scope="module")
def laundry() -> ExampleTranslator:
    return having_learned((DRYER, TABLE))


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("the towels are still wet so dry them on cotton for fifty minutes", {"programme": "cotton", "minutes": 50}),
        ("i've got the basket sorted so please run the tumble dryer on jeans", {"programme": "jeans"}),
        ("our line is broken again so i need to start the dryer on cotton", {"programme": "cotton"}),
    ],
)
def test_the_request_behind_a_reason_is_understood(
    laundry: ExampleTranslator, context: TranslationContext, said: str, arguments: dict[str, Any]
) -> None:
    found = laundry.translate(said, context)
    assert [(call.name, dict(call.arguments)) for call in found.calls] == [("start_dryer", arguments)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("the towels are all wet so cotton on the dryer", ("start_dryer", {"programme": "cotton"})),
        ("what with the rain and the mud so start the dryer on jeans", ("start_dryer", {"programme": "jeans"})),
    ],
)
def test_what_stands_behind_a_reason_needs_no_verb_where_it_is_surely_a_request(
    laundry: ExampleTranslator, context: TranslationContext, said: str, wanted: tuple[str, dict[str, Any]]
) -> None:
    assert [(call.name, dict(call.arguments)) for call in laundry.translate(said, context).calls] == [wanted]


def test_a_number_that_only_the_reason_says_is_asked_about(
    laundry: ExampleTranslator, context: TranslationContext
) -> None:
    found = laundry.translate("the towels need forty minutes so put the dryer on cotton", context)
    assert not found.calls or found.certain < 0.4


def test_what_only_the_reason_chooses_is_not_lost(laundry: ExampleTranslator, context: TranslationContext) -> None:
    found = laundry.translate("the garden is open again so reserve a table for petra", context)
    assert [call.arguments.get("room") for call in found.calls] == ["garden"]


@pytest.mark.parametrize("said", ["hold a table with five seats for her", "olga just rang so hold a table for her"])
def test_somebody_else_has_to_be_named(laundry: ExampleTranslator, context: TranslationContext, said: str) -> None:
    found = laundry.translate(said, context)
    assert all(call.arguments.get("guest") not in ("her", "for her") for call in found.calls)


def test_a_name_ends_before_a_word_that_leads_on(laundry: ExampleTranslator, context: TranslationContext) -> None:
    found = laundry.translate("keep a table for mister novak after six seats", context)
    assert all(call.arguments.get("guest") == "mister novak" for call in found.calls)


@pytest.mark.parametrize(
    "said",
    [
        "the towels were wet so i dried them on cotton",
        "the towels were wet so dad dried them for an hour",
        "the baker family came so we were six",
    ],
)
def test_a_story_with_a_so_asks_for_nothing(laundry: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert not laundry.translate(said, context).calls


@pytest.mark.parametrize(
    ("lang", "said", "asked"),
    [
        ("en", "the boat is wet so dry it with a cloth", "dry it with a cloth"),
        ("en", "my aunt is coming so have the gate opened", "have the gate opened"),
        ("en", "the crew left so are there any seats", "are there any seats"),
        ("en", "the crew left so did they all", ""),
        ("en", "the crew left so dad rowed the boat", ""),
        ("en", "dry the boat so it shines", ""),
        ("de", "das boot ist nass also öffne das tor", "öffne das tor"),
        ("nl", "de boot is nat dus open de poort", "open de poort"),
    ],
)
def test_where_a_request_begins_behind_a_reason(lang: str, said: str, asked: str) -> None:
    tokens = tokenize(said, lang)
    words = [token.norm for token in tokens]
    at = request_behind(words, language(lang))
    assert said[tokens[at].start :] == asked if at else not asked
    assert not at or only_states(words, language(lang)) is None
