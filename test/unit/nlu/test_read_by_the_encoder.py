"""What the encoder is believed about where its reading and the tool's own words differ."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.encoder import Encoder
from ovos_phal_plugin_jarvis.nlu.learning.second_opinion import second_opinion
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 22, 10, tzinfo=timezone.utc))


def tool(name: str, description: str, *parameters: ToolParameter, examples: tuple[ToolExample, ...] = ()) -> Any:
    return ToolDefinition(name, description, "box", {"type": "object"}, {}, parameters, examples)


BOILER = tool(
    "set_boiler",
    "Start the boiler, stop it, or ask for its state.",
    ToolParameter("action", "string", True, "What the boiler shall do", enum_values=("start", "stop", "state")),
)
LOG = tool(
    "log_hours",
    "Note the hours worked for a client.",
    ToolParameter("client", "string", True, "Client the time is booked on"),
    ToolParameter("hours", "float", True, "Number of hours worked"),
)
PULSE = tool("log_pulse", "Note the heart rate.", ToolParameter("pulse", "int", True, "Heart rate in beats per minute"))


def first(definition: ToolDefinition, said: str) -> Any:
    return ExampleTranslator((definition,)).candidates(said, CONTEXT)[0]


def test_what_starts_and_stops_is_not_stopped_from_running() -> None:
    assert first(BOILER, "run the boiler").account.refused is None


def test_a_text_whose_description_speaks_of_time_is_a_text() -> None:
    assert first(LOG, "log two hours for the harbour office").filled.arguments == {
        "client": "harbour office",
        "hours": 2.0,
    }


def test_beats_per_minute_are_no_minutes() -> None:
    assert first(PULSE, "log a pulse of seventy").filled.arguments == {"pulse": 70}


def test_for_a_minute_is_no_number_that_is_dropped() -> None:
    assert first(BOILER, "stop the boiler for a minute").account.refused is None
    assert first(BOILER, "stop the boiler for twenty minutes").account.refused == "number_left"


def test_the_reason_around_a_request_weighs_and_does_not_refuse() -> None:
    said = "my sister arrives tonight with the twins and they hate cold water so start the boiler"
    found = first(BOILER, said)
    assert found.account.refused is None and found.account.left


def test_how_like_a_request_is_to_each_tool_s_own_examples() -> None:
    tea = tool("tea", "Make tea", examples=(ToolExample("make a cup of tea"), ToolExample("brew some tea")))
    bins = tool("bins", "Bins", examples=(ToolExample("which bin goes out tonight"),))
    opinion = second_opinion((tea, bins, PULSE))
    assert opinion is not None
    like = opinion.likeness(["could", "you", "brew", "a", "pot", "of", "tea"])
    assert set(like) == {"tea", "bins"} and like["tea"] > like["bins"]


RACE = tool(
    "race_time",
    "Tell the time of a swimmer in a race.",
    ToolParameter("swimmer", "string", True, "Name of the swimmer"),
    ToolParameter("heat", "int", False, "Number of the heat"),
)


def test_what_an_argument_is_called_is_numbered_by_an_ordinal() -> None:
    assert first(RACE, "second heat time of agnes please").filled.arguments == {"swimmer": "agnes", "heat": 2}
    assert "heat" not in first(RACE, "the second time of agnes please").filled.arguments


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The words that the encoder has read."""
    seen: list[tuple[str, ...]] = []
    own = Encoder.read

    def remember(encoder: Encoder, words: Any, *rest: Any) -> Any:
        seen.append(tuple(words))
        return own(encoder, words, *rest)

    monkeypatch.setattr(Encoder, "read", remember)
    return seen


MENDING = tool(
    "book_mending",
    "Bring a garment to the tailor.",
    ToolParameter("garment", "string", True, "What is torn"),
    examples=tuple(
        ToolExample(f"{verb} {garment} {rest}", {"garment": garment})
        for verb, garment, rest in (
            ("bring the", "winter coat", "to the tailor"),
            ("have the", "grey skirt", "mended"),
            ("bring my", "shirt", "to the tailor"),
            ("send the", "long curtains", "to be mended"),
            ("get the", "trousers", "mended"),
            ("bring the", "pillow case", "to the tailor"),
        )
    ),
)


def test_a_courtesy_before_a_request_is_read_once(read: list[tuple[str, ...]]) -> None:
    translator = ExampleTranslator((MENDING, PULSE))
    translator.train()
    read.clear()
    found = translator.translate("hello could you please take my torn wedding dress along to the tailor", CONTEXT)
    assert found.calls[0].arguments["garment"].endswith("wedding dress")
    assert len(read) == len(set(read)) and not any("could" in words for words in read)
