"""Tools that write something down: "i planted twelve bulbs" asks for an entry where examples say such things."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts.statements import tells_of_the_past
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
SHOWN = (
    ("sold twelve candles", {"pieces": 12, "ware": "candles"}),
    ("i sold three bowls at the fair", {"pieces": 3, "ware": "bowls", "place": "fair"}),
    ("note four plates", {"pieces": 4, "ware": "plates"}),
    ("two vases sold on the market", {"pieces": 2, "ware": "vases", "place": "market"}),
    ("put down six spoons", {"pieces": 6, "ware": "spoons"}),
    ("add a sale of five scarves", {"pieces": 5, "ware": "scarves"}),
    ("sold eight baskets in the yard", {"pieces": 8, "ware": "baskets", "place": "yard"}),
    ("new sale seven cushions", {"pieces": 7, "ware": "cushions"}),
    ("enter nine brooms sold at the gate", {"pieces": 9, "ware": "brooms", "place": "gate"}),
    ("i sold eleven lanterns", {"pieces": 11, "ware": "lanterns"}),
)


def _tool(shown: tuple[tuple[str, dict[str, object]], ...]) -> ToolDefinition:
    return ToolDefinition(
        "note_sale",
        "Write down what was sold at the stall, and how many pieces.",
        "box",
        {"type": "object"},
        {},
        parameters=(
            ToolParameter("ware", description="What was sold", required=True),
            ToolParameter("pieces", "int", description="How many", required=True),
            ToolParameter("place", description="Where, if said"),
        ),
        examples=tuple(ToolExample(said, arguments) for said, arguments in shown),
    )


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    made = having_learned([_tool(SHOWN)], lang="en-us")
    made.train()
    return made


@pytest.mark.parametrize(
    ("said", "ware", "pieces"),
    [
        ("we had four stools sold at the gate", "stools", 4),
        ("that was another ten candles sold", "candles", 10),
    ],
)
def test_what_was_done_is_an_entry(translator: ExampleTranslator, said: str, ware: str, pieces: int) -> None:
    found = translator.explain(said, TranslationContext(NOW))["candidates"][0]
    assert found["refused"] != "stated"
    assert found["arguments"]["pieces"] == pieces


@pytest.mark.parametrize(
    "said", ["my cousin sold twelve candles", "she sold three bowls at the fair", "the candles were sold"]
)
def test_what_somebody_else_did_and_what_lacks_something_is_none(translator: ExampleTranslator, said: str) -> None:
    assert not translator.translate(said, TranslationContext(NOW)).calls


def test_who_writes_down_may_be_told_though_every_example_orders() -> None:
    ordered = ("note", "write down", "put down", "note")
    shown = tuple(
        (f"{ordered[at % 4]} {said}", arguments)
        for at, (said, arguments) in enumerate(
            (
                ("twelve candles", {"pieces": 12, "ware": "candles"}),
                ("three bowls at the fair", {"pieces": 3, "ware": "bowls", "place": "fair"}),
                ("four plates", {"pieces": 4, "ware": "plates"}),
                ("two vases on the market", {"pieces": 2, "ware": "vases", "place": "market"}),
                ("six spoons", {"pieces": 6, "ware": "spoons"}),
                ("five scarves", {"pieces": 5, "ware": "scarves"}),
                ("eight baskets in the yard", {"pieces": 8, "ware": "baskets", "place": "yard"}),
                ("seven cushions", {"pieces": 7, "ware": "cushions"}),
            )
        )
    )
    translator = having_learned([_tool(shown)], lang="en-us")
    (call,) = translator.translate("i just sold twelve candles", TranslationContext(NOW)).calls
    assert call.arguments == {"pieces": 12, "ware": "candles"}
    for said in ("my cousin sold twelve candles", "i noted twelve candles", "i have just noted twelve candles"):
        assert not translator.translate(said, TranslationContext(NOW)).calls, said


@pytest.mark.parametrize(
    ("said", "wanted"),
    [("planted two rows of beans", True), ("saw the ferry", True), ("plant two rows", False), ("did you sell", False)],
)
def test_which_words_begin_with_what_was_done(said: str, wanted: bool) -> None:
    assert tells_of_the_past(said.split(), language("en")) is wanted
