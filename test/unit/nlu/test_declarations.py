"""What authors write into names and descriptions for programs, and how it is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.nlu.learning.declarations import (
    meanings,
    plain_name,
    said_for,
    short_names,
    split_name,
    summary,
)
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter


def _of(description: str, *values: str) -> ToolParameter:
    return ToolParameter("kind", description=description, enum_values=values)


@pytest.mark.parametrize(
    ("description", "values", "told"),
    [
        ("Reason: FLU = influenza, BRK = fracture.", ("FLU", "BRK"), {"FLU": ["influenza"], "BRK": ["fracture"]}),
        ("SML (small), LRG (large) or XLR (very large)", ("SML", "LRG"), {"SML": ["small"], "LRG": ["large"]}),
        ("off: no watering; eco: only at night", ("off", "eco"), {"off": ["no watering"], "eco": ["only at night"]}),
        ("1a upper deck, 1b lower deck", ("1a", "1b"), {"1a": ["upper deck"], "1b": ["lower deck"]}),
        ("GO = start or resume, NO = pause", ("GO", "NO"), {"GO": ["start", "resume"], "NO": ["pause"]}),
        ("Kind of tea (SEN = sencha)", ("SEN", "green", "black"), {"SEN": ["sencha"]}),
        ("STD = standard (three days), EXP = express", ("STD", "EXP"), {"STD": ["standard"], "EXP": ["express"]}),
        # No list of what values mean:
        ("Return the short or the full text.", ("short", "full"), {}),
        ("slow is the default, fast is for experts", ("slow", "fast"), {}),
        ("eco (3 hours), fast (1 hour)", ("eco", "fast"), {}),
        ("One of red, green, blue", ("red", "green", "blue"), {}),
        ("", ("a", "b"), {}),
    ],
)
def test_what_a_description_says_that_values_mean(description: str, values: tuple[str, ...], told: dict) -> None:
    assert meanings(_of(description, *values)) == {value: tuple(ways) for value, ways in told.items()}


def test_a_code_is_called_by_what_it_means_and_a_word_by_itself_too() -> None:
    assert said_for(_of("FLU = influenza, COLD = common cold", "FLU", "COLD"))["COLD"] == "cold common cold"
    assert said_for(_of("XQ = influenza, COLD = common cold", "XQ", "COLD"))["XQ"] == "influenza"


def test_values_are_called_without_what_all_of_them_begin_with() -> None:
    values = ("Heat.Program.Wool", "Heat.Program.EasyCare")
    assert said_for(_of("", *values)) == {values[0]: "wool", values[1]: "easy care"}
    assert short_names(("LoopOne", "LoopAll")) == {"LoopOne": ("one",), "LoopAll": ("all",)}
    # What denies or says when is no mere beginning.
    assert not short_names(("not_started", "not_finished")) and not short_names(("next_week", "next_month"))
    assert not short_names(("alone",))


def test_a_description_ends_before_its_list_of_arguments() -> None:
    assert summary("Books a room.\n\nArgs:\n    room: which\nReturns: an id") == "Books a room."
    assert summary("Args: none") == "Args: none"
    assert summary("Tell what a word means. Examples of use are told too.").endswith("told too.")


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("HassTurnOn", "turn_on"),
        ("evcc_get_state", "get_state"),
        ("unassign_team_task", "unassign_team_task"),
        ("downvote_post", "downvote_post"),
        ("search_places", "search_places"),
        ("rsvp", "rsvp"),
    ],
)
def test_a_name_without_the_product_before_its_verb(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@given(st.text(max_size=300), st.lists(st.text(max_size=12), max_size=6, unique=True))
def test_nothing_that_authors_write_is_too_much(description: str, values: list[str]) -> None:
    parameter = _of(description, *values)
    assert set(meanings(parameter)) <= set(values)
    assert set(said_for(parameter)) == set(values)
    assert all(isinstance(word, str) for word in split_name(plain_name(description)))
    assert len(summary(description)) <= len(description)


@pytest.mark.parametrize("text", ["\n" * 40_000, "= " * 20_000, "A = b, " * 10_000, "Args\n" * 20_000])
def test_a_description_that_is_a_novel_is_read_to_a_limit(text: str) -> None:
    summary(text)
    assert meanings(_of(text, "A", "B")) in ({}, {"A": ("b",)})
