"""Whether the arguments of a call are what was said: texts may be a word too long or too short."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.assistant.allow import AllowedCalls
from ovos_phal_plugin_jarvis.assistant.understanding import Understood
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.translator import EXAMPLES
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

LABEL = tool(
    "print_label",
    "Print a label for a box or a jar.",
    [
        ToolParameter("text", "string", True, "What the label says"),
        ToolParameter("copies", "int", False, "How many of them"),
    ],
    {
        "print a label that says flour": {"text": "flour"},
        "make me a label for cinnamon": {"text": "cinnamon"},
        "i need a label saying winter clothes": {"text": "winter clothes"},
        "print the label screws": {"text": "screws"},
        "label please rice": {"text": "rice"},
        "print three labels for plum jam": {"text": "plum jam", "copies": 3},
        "two labels that say tax papers": {"text": "tax papers", "copies": 2},
        "can you print a label with the word tools": {"text": "tools"},
        "a label for the christmas lights please": {"text": "christmas lights"},
        "print a label spare keys": {"text": "spare keys"},
        "label this as brown sugar": {"text": "brown sugar"},
    },
)
FEED = tool(
    "feed_fish",
    "Feed the fish.",
    [ToolParameter("portions", "int", True, "How many portions")],
    {"feed the fish two portions": {"portions": 2}},
)


HERD = tool(
    "mark_fed",
    "Mark an animal as fed.",
    [ToolParameter("animal", "string", True, "Which animal")],
    {
        "tick the box next to grey mare": {"animal": "grey mare"},
        "tick the box next to old pony": {"animal": "old pony"},
        "the brown foal is fed": {"animal": "brown foal"},
        "mark the goat as fed": {"animal": "goat"},
        "i fed the hens": {"animal": "hens"},
        "i have fed the ducks": {"animal": "ducks"},
        "the two lambs are fed": {"animal": "two lambs"},
        "note that the donkey is fed": {"animal": "donkey"},
        "tick the ram": {"animal": "ram"},
        "the barn cat has been fed": {"animal": "barn cat"},
        "put a tick for the geese": {"animal": "geese"},
    },
)


@pytest.fixture(scope="module")
def printer() -> ExampleTranslator:
    translator = having_learned((LABEL, FEED))
    translator.train()
    return translator


def certain(translator: ExampleTranslator, said: str, context: TranslationContext) -> float:
    found = translator.translate(said, context)
    assert found.calls, said
    return found.certain


def test_a_text_with_the_words_around_it_is_less_certain(
    printer: ExampleTranslator, context: TranslationContext
) -> None:
    plain = certain(printer, "print a label for green lentils", context)
    odd = certain(printer, "i would like a label for the pots there are old lentils in printed please", context)
    assert odd < 0.75 < plain <= 1


def test_a_text_that_may_go_on_in_a_word_known_from_elsewhere_is_doubted(context: TranslationContext) -> None:
    herd = having_learned((HERD, FEED))
    herd.train()
    found = herd.translate("i've fed the dairy goat pen", context)
    assert found.calls and found.calls[0].arguments == {"animal": "dairy goat"}, "a case in which it is cut"
    assert found.certain < 0.75
    assert herd.translate("mark the black sheep as fed", context).certain >= 0.75


def test_a_text_of_an_example_with_another_value_is_not_cut(context: TranslationContext) -> None:
    herd = having_learned((HERD, FEED))
    herd.train()
    for said, animal in (
        ("put a tick for the milk cow calf", "milk cow calf"),
        ("tick off the barn owl chick", "barn owl chick"),
    ):
        assert herd.translate(said, context).calls[0].arguments == {"animal": animal}


@pytest.mark.parametrize("said", ["print a label that says flour", "feed the fish three portions"])
def test_nothing_is_doubted_of_the_authors_own_words_and_of_numbers(
    printer: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert certain(printer, said, context) == 1


def test_the_least_certain_of_several_calls_counts(printer: ExampleTranslator, context: TranslationContext) -> None:
    alone = certain(printer, "print a label for green lentils", context)
    assert certain(printer, "feed the fish three portions and then print a label for green lentils", context) <= alone


def test_where_nobody_else_reads_the_language_nothing_is_told(context: TranslationContext) -> None:
    swedish = having_learned((LABEL, FEED), lang="sv-se")
    assert certain(swedish, "print a label for linser", replace(context, lang="sv-se")) == 1


def test_what_is_uncertain_is_not_surely_meant_and_a_model_is_not_weighed() -> None:
    found = Understood(AllowedCalls(), EXAMPLES, confidence=0.95, certain=0.3)
    assert found.meant == 0.3
    assert replace(found, confidence=0.2).meant == 0.2
    assert replace(found, translator="llm").meant == 1


def test_it_is_told_why(printer: ExampleTranslator, context: TranslationContext) -> None:
    why = printer.explain("print a label for green lentils", context)
    assert 0 < why["candidates"][0]["certain"] <= 1
