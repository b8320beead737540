"""The pieces of an utterance of which one may be a request, and what there is to weigh of them."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import tool
from hypothesis import given
from hypothesis import strategies as st

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator, within
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.within import LEAST, LONGEST, MOST, NAMES, pieces, weighed
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
ENGLISH = language("en-us")
FEED = tool(
    "feed_animal",
    "Write down that an animal of the zoo was given its food, or is to get some.",
    [
        ToolParameter("animal", "string", True, "Which animal"),
        ToolParameter("kilos", "int", False, "How many kilograms it gets"),
    ],
    {
        "feed the tapir": {"animal": "tapir"},
        "give the otters five kilos": {"animal": "otters", "kilos": 5},
        "the lynx gets three kilos": {"animal": "lynx", "kilos": 3},
        "food for the zebras please": {"animal": "zebras"},
        "feed the old bear twelve kilos": {"animal": "old bear", "kilos": 12},
        "please give the seals their food": {"animal": "seals"},
        "two kilos for the pelicans": {"animal": "pelicans", "kilos": 2},
        "can you feed the meerkats": {"animal": "meerkats"},
        "put down four kilos for the wolves": {"animal": "wolves", "kilos": 4},
        "the lemurs need feeding": {"animal": "lemurs"},
    },
)


@pytest.fixture(scope="module")
def zoo() -> ExampleTranslator:
    return having_learned([FEED], lang="en")


def test_each_number_has_a_name(zoo: ExampleTranslator) -> None:
    first = zoo.candidates("feed the tapir", CONTEXT)[0]
    piece = within.Piece("feed the tapir", "what a hat", False, 0)
    row = weighed(piece, first, 0.9, None, None, "feed the tapir what a hat")
    assert len(row) == len(NAMES) == len(set(NAMES))
    told = dict(zip(NAMES, row, strict=True))
    assert (told["ends"], told["certain"], told["arguments"], told["rest_words"]) == (0, 0.9, 1, 3)


@pytest.mark.parametrize(
    ("said", "request_first"),
    [
        ("put five kilos down for the lynx what a lovely hat", True),
        ("put down two kilos for the seals who left that gate open", True),
        ("my feet are soaked put three kilos down for the seals", False),
    ],
)
def test_the_likeliest_piece_is_the_side_that_is_put_as_a_request(said: str, request_first: bool) -> None:
    first = pieces(said, ENGLISH)[0]
    assert first.ends is not request_first
    assert first.text.startswith("put ")


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(["feed", "the", "a", "i", "and", "but", "seven", "it's"])).map(" ".join)
)
def test_a_piece_and_its_rest_are_all_that_was_said(text: str) -> None:
    found = pieces(text.strip(), ENGLISH)
    assert len(found) <= MOST and [piece.rank for piece in found] == sorted({piece.rank for piece in found})
    for piece in found:
        first, second = (piece.rest, piece.text) if piece.ends else (piece.text, piece.rest)
        assert text.strip().startswith(first) and text.strip().endswith(second)


@pytest.mark.parametrize("words", [LEAST, 2 * LEAST - 1, LONGEST + 1])
def test_nothing_is_looked_for_in_too_little_or_too_much(words: int) -> None:
    assert pieces(" ".join(["feed"] * words), ENGLISH) == []
