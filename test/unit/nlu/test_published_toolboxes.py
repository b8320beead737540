"""Toolboxes as they are published, that show no example: their names, descriptions and schemas are all there is."""

from __future__ import annotations

import datetime as dt
import math
from enum import Enum
from typing import Any, Literal

import pytest
from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.consent.policy import GUESSED
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator, certainty
from ovos_phal_plugin_jarvis.nlu.learning.calibration import NAMES_DECLARED, WITHOUT_EXAMPLES
from ovos_phal_plugin_jarvis.nlu.learning.forest import Forest, forests
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

NOW = dt.datetime(2026, 11, 30, 10, tzinfo=dt.timezone.utc)


class Glaze(str, Enum):
    TRANSPARENT = "TR"
    WHITE = "WH"
    BLUE = "BL"


class Colour(str, Enum):
    RED = "red"
    AMBER = "amber"
    GREEN = "green"


class LogSwim(ToolArguments):
    swimmer: str = Field(..., description="First name of the swimmer")
    metres: int = Field(..., ge=25, le=20000, description="Distance in metres")
    swum_on: dt.date | None = Field(None, description="Day of the swim, today if omitted")
    started_at: dt.datetime | None = Field(None, description="Start of the swim, defaults to now")


class ListSwims(ToolArguments):
    since: dt.date | None = Field(None, description="Only swims on or after this day")
    until: dt.date | None = Field(None, description="Only swims up to this day")
    limit: int = Field(20, ge=1, le=100, description="Page size")


class BookLane(ToolArguments):
    day: dt.date = Field(..., description="Day of the booking")
    lanes: list[int] | None = Field(None, description="Numbers of the lanes")


class OrderTiles(ToolArguments):
    glaze: Glaze = Field(..., description="Glaze code: TR = clear, WH = snow, BL = cobalt")
    amount: int = Field(..., ge=1, le=500, description="Number of tiles")
    budget: float | None = Field(None, description="The most it may cost")
    currency: Literal["EUR", "GBP", "USD"] = Field("EUR", description="Currency of the budget")


class ShowSignals(ToolArguments):
    colours: list[Colour] = Field(..., description="Colours of the signals to switch on")


class PostNotice(ToolArguments):
    channel_name: str = Field(..., description="Name of the channel")
    message: str = Field(..., description="Text of the notice")


class Nothing(ToolArguments):
    pass


class Out(ToolOutput):
    ok: bool = True


_TOOLS: dict[str, tuple[str, type[ToolArguments]]] = {
    "logSwim": ("Add a completed swim to the training log of a swimmer.", LogSwim),
    "list_swims": ("List the swims in the training log, newest first.", ListSwims),
    "book_lane": ("Book lanes of the swimming pool for a day.", BookLane),
    "zyxx_order_tiles": (
        "Order ceramic tiles from the workshop.\n\nArgs:\n    glaze: code\n    amount: how many",
        OrderTiles,
    ),
    "showSignals": ("Switch on signal lamps of the given colours.", ShowSignals),
    "post_notice": ("Post a notice to one of the club's channels.", PostNotice),
    "get_pool_state": ("Returns the current state of the pool: water temperature, free lanes.", Nothing),
}


class ClubToolBox(ToolBox):
    def __init__(self, config: dict[str, Any] | None = None, bus: Any = None) -> None:
        super().__init__("club", config, bus)

    def discover_tools(self) -> list[AgentTool]:
        return [
            AgentTool(name=name, description=told, argument_schema=schema, output_schema=Out, tool_call=lambda _: Out())
            for name, (told, schema) in _TOOLS.items()
        ]


@pytest.fixture(scope="module")
def club() -> tuple[ToolDefinition, ...]:
    return tuple(tool.definition for tool in load_toolbox("club", ClubToolBox()).tools)


def _heard(club: tuple[ToolDefinition, ...], said: str) -> Translation:
    return having_learned(club).translate(said, TranslationContext(NOW, lang="en-us"))


def _one(club: tuple[ToolDefinition, ...], said: str) -> tuple[str, dict[str, Any]]:
    """The one call that *said* becomes, with the values as the tool's schema reads them."""
    made = _heard(club, said)
    assert len(made.calls) == 1 and made.question is None, made
    name = made.calls[0].name
    return name, _TOOLS[name][1].model_validate(dict(made.calls[0].arguments)).model_dump(exclude_unset=True)


def test_trees_that_weigh_such_tools_know_their_evidence() -> None:
    row = [0.0] * len(NAMES_DECLARED)
    assert 0 < forests()[WITHOUT_EXAMPLES].probability(row) < 1


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        ("order forty tiles in cobalt", "zyxx_order_tiles", {"glaze": Glaze.BLUE, "amount": 40}),
        ("could you order twelve snow tiles please", "zyxx_order_tiles", {"glaze": Glaze.WHITE, "amount": 12}),
        ("switch on the red and the green signal", "showSignals", {"colours": [Colour.RED, Colour.GREEN]}),
        ("book lanes two three and five for friday", "book_lane", {"day": dt.date(2026, 12, 4), "lanes": [2, 3, 5]}),
        ("book a lane for saturday", "book_lane", {"day": dt.date(2026, 12, 5)}),
        ("what's the water temperature of the pool", "get_pool_state", {}),
    ],
)
def test_codes_and_lists_have_what_the_schema_names(
    club: tuple[ToolDefinition, ...], said: str, name: str, arguments: dict[str, Any]
) -> None:
    assert _one(club, said) == (name, arguments)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("nora swam 800 metres on saturday", dt.date(2026, 11, 28)),
        ("log that nora swam 800 metres on the twentieth of november", dt.date(2026, 11, 20)),
        ("log 800 metres for nora on the twentieth of november", dt.date(2026, 11, 20)),
        ("log 800 metres for nora yesterday", dt.date(2026, 11, 29)),
    ],
)
def test_what_was_done_is_over(club: tuple[ToolDefinition, ...], said: str, day: dt.date) -> None:
    name, arguments = _one(club, said)
    assert (name, arguments["swum_on"], arguments["metres"]) == ("logSwim", day, 800)


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("nora swam 800 metres at seven this morning", "2026-11-30T07:00"),
        ("nora swam 800 metres twenty minutes ago", "2026-11-30T09:40"),
        ("nora swam 800 metres an hour and a half ago", "2026-11-30T08:30"),
    ],
)
def test_a_moment_that_is_over(club: tuple[ToolDefinition, ...], said: str, moment: str) -> None:
    name, arguments = _one(club, said)
    assert name == "logSwim" and arguments["started_at"].isoformat().startswith(moment)


def test_since_is_over_and_the_first_day(club: tuple[ToolDefinition, ...]) -> None:
    assert _one(club, "list the swims since the first of october") == ("list_swims", {"since": dt.date(2026, 10, 1)})
    assert _one(club, "show me the swims since friday")[1] == {"since": dt.date(2026, 11, 27)}


@pytest.mark.parametrize("said", ["book lane two for friday", "i've got to book a lane for friday"])
def test_what_is_planned_is_to_come(club: tuple[ToolDefinition, ...], said: str) -> None:
    assert _one(club, said)[1]["day"] == dt.date(2026, 12, 4)


def test_a_currency_is_said_with_its_sum(club: tuple[ToolDefinition, ...]) -> None:
    _, arguments = _one(club, "order thirty cobalt tiles for 200 pounds at most")
    assert arguments["currency"] == "GBP"


def test_a_name_is_said_with_what_it_names_and_a_message_to_its_end(club: tuple[ToolDefinition, ...]) -> None:
    _, arguments = _one(club, "post to the summer channel that the pool is closed")
    assert arguments == {"channel_name": "summer", "message": "the pool is closed"}


def test_a_number_that_an_argument_does_not_take_is_asked_for(club: tuple[ToolDefinition, ...]) -> None:
    made = _heard(club, "order 900 cobalt tiles")
    assert not made.calls and made.question is not None and made.question.parameter == "amount"


@pytest.mark.parametrize(
    "said",
    [
        "good morning how are you",
        "what's the weather like in rome",
        "play some jazz",
        "wake me at seven tomorrow",
        "who invented the swimming pool",
        "i really like these tiles",
        "my sister used to swim every day",
    ],
)
def test_nothing_is_done_on_what_is_for_nothing(club: tuple[ToolDefinition, ...], said: str) -> None:
    assert not _heard(club, said).calls


@pytest.mark.parametrize("probability", [0.5, 0.9])
def test_a_text_that_may_be_longer_asks_first_however_likely_it_is(
    club: tuple[ToolDefinition, ...], monkeypatch: pytest.MonkeyPatch, probability: float
) -> None:
    forest = Forest({"baseline": math.log(probability / (1 - probability)), "trees": [[[0.0]]]})
    monkeypatch.setitem(forests(), certainty.FOREST, forest)
    monkeypatch.setattr(certainty, "_may_be_longer", lambda *_: True)
    made = ExampleTranslator(club)
    made.train()
    heard = made.translate("post to the summer channel that the pool is closed", TranslationContext(NOW, lang="en-us"))
    assert heard.calls and heard.certain < GUESSED
