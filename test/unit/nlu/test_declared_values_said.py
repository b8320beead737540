"""How people say what the schemas of published toolboxes take: whether a thing is on, so many days, both ends of a
stretch, points out of the most, and texts where no example tells where they stand."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any, Literal

import pytest
from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.entities import TIME
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.cache import ModelCache
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.inquiry import answers, only_tells
from ovos_phal_plugin_jarvis.nlu.learning.placing import DECLARED_FOREST, SIGNS_DECLARED
from ovos_phal_plugin_jarvis.nlu.learning.switches import is_switch, turned
from ovos_phal_plugin_jarvis.nlu.learning.training import train
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

NOW = dt.datetime(2026, 11, 30, 10, tzinfo=dt.timezone.utc)


class Power(ToolArguments):
    name: str = Field(..., description="Name of the fan or room")
    on: bool = Field(..., description="true switches on, false switches off")


class Filtering(ToolArguments):
    filtering: bool = Field(..., description="Whether the water is filtered")
    minutes: int | None = Field(None, description="Go back to normal after so many minutes")


class Totals(ToolArguments):
    days: int = Field(7, ge=1, le=365, description="how many days to look back")
    period: Literal["LAST_WEEK", "LAST_MONTH"] | None = Field(None, description="A period instead")
    statistic: Literal["min", "max", "mean"] | None = Field(None, description="Which value")
    group_by: Literal["day", "month"] | None = Field(None, description="How to group them")


class Session(ToolArguments):
    start: dt.datetime = Field(..., description="When the session began")
    end: dt.datetime | None = Field(None, description="When the session ended")


class Visits(ToolArguments):
    from_date: dt.date | None = Field(None, description="First day")
    to_date: dt.date | None = Field(None, description="Last day")


class Contact(ToolArguments):
    name: str = Field(..., description="Name of the contact")
    company: str | None = Field(None, description="Company they work for")
    phone: str | None = Field(None, description="Phone number")


class Heat(ToolArguments):
    programme: Literal["gentle", "strong"] = Field(..., description="Programme to run")
    stage: Literal["6", "8", "10"] | None = Field(None, description="Target stage")
    start_at: dt.datetime | None = Field(None, description="Delayed start. Starts immediately if omitted.")


class Rating(ToolArguments):
    title: str = Field(..., description="Title of the book")
    stars: int = Field(..., ge=1, le=5, description="Stars to give")


class Join(ToolArguments):
    number: int = Field(..., description="Number of the piece")
    join_method: Literal["glue", "join", "sew"] = Field("join", description="How the piece is joined")


class Fans(ToolArguments):
    state: Literal["on", "off"] | None = Field(None, description="Only fans in this state")
    room: str | None = Field(None, description="Only fans in this room")


class Pump(ToolArguments):
    pump: str = Field(..., description="Name of the pump")
    state: Literal["ON", "OFF"] = Field(..., description="What it shall be")


class Nothing(ToolArguments):
    pass


class Out(ToolOutput):
    ok: bool = True


_TOOLS: dict[str, tuple[str, type[ToolArguments]]] = {
    "set_fan_power": ("Switch a ceiling fan on or off.", Power),
    "breeze_list_fans": ("List the ceiling fans and whether they run. Read-only.", Fans),
    "pump_set_state": ("Set the state of a pump.", Pump),
    "pond_set_filtering": ("Set the filtering of the pond's water.", Filtering),
    "trapStats": ("Catch statistics of the moth traps.", Totals),
    "log_session": ("Record a practice session in the diary.", Session),
    "list_visits": ("List the visits to the museum.", Visits),
    "create_contact": ("Create a contact in the address book.", Contact),
    "start_steaming": ("Start steaming the wood.", Heat),
    "rate_book": ("Rate a book in the reading diary.", Rating),
    "join_piece": ("Join a piece of leather to the bag.", Join),
    "delete_last_entry": ("Deletes the most recent entry of the diary.", Nothing),
}


class HouseToolBox(ToolBox):
    def __init__(self, config: dict[str, Any] | None = None, bus: Any = None) -> None:
        super().__init__("house", config, bus)

    def discover_tools(self) -> list[AgentTool]:
        return [
            AgentTool(name=name, description=told, argument_schema=schema, output_schema=Out, tool_call=lambda _: Out())
            for name, (told, schema) in _TOOLS.items()
        ]


@pytest.fixture(scope="module")
def house() -> dict[str, ToolDefinition]:
    return {tool.definition.name: tool.definition for tool in load_toolbox("house", HouseToolBox()).tools}


def _heard(house: dict[str, ToolDefinition], said: str) -> Translation:
    return having_learned(tuple(house.values())).translate(said, TranslationContext(NOW, lang="en-us"))


def _filled(house: dict[str, ToolDefinition], name: str, said: str) -> dict[str, Any]:
    """What the declaration of the tool *name* makes of *said*, whether it is meant or not."""
    learned = train([house[name]], "en-us", ModelCache(None))
    return learned.fillers[name].fill(hear(said, "en-us", NOW), Filled()).arguments


def test_trees_that_place_texts_know_their_signs() -> None:
    assert 0 < forests()[DECLARED_FOREST].probability([0.0] * len(SIGNS_DECLARED)) < 1


@pytest.mark.parametrize(
    ("said", "on"),
    [
        ("put the fan in the study on", True),
        ("turn off the study fan", False),
        ("study fan on please", True),
        ("put the fan on the landing off", False),
        ("switch the study fan on for a bit", True),
        ("disable the study fan", False),
        ("i can't sleep turn the study fan on", True),
    ],
)
def test_a_thing_is_switched_by_its_yes_or_no(house: dict[str, ToolDefinition], said: str, on: bool) -> None:
    assert _filled(house, "set_fan_power", said)["on"] is on


@pytest.mark.parametrize(
    "said",
    [
        "the fan on the landing",
        "is it on the landing",
        "the study fan is on",
        "don't turn the study fan on",
        "the on air fan",
        "set the study fan",
        "turn the study fan on and the hall fan off",
    ],
)
def test_a_word_that_leads_on_switches_nothing(house: dict[str, ToolDefinition], said: str) -> None:
    assert "on" not in _filled(house, "set_fan_power", said)


@pytest.mark.parametrize(
    ("said", "filtering"),
    [
        ("stop filtering the pond for twenty minutes", False),
        ("pause the pond filter", False),
        ("turn the pond filter back on", True),
        ("resume filtering the pond", True),
    ],
)
def test_a_tool_that_sets_what_it_is_called_after(house: dict[str, ToolDefinition], said: str, filtering: bool) -> None:
    assert _filled(house, "pond_set_filtering", said)["filtering"] is filtering


@pytest.mark.parametrize(
    ("tool", "said", "arguments", "told"),
    [
        ("set_fan_power", "study fan off", {"on"}, 1.0),
        ("set_fan_power", "the study fan", {"name"}, 0.0),
        ("pump_set_state", "the cellar pump", {"pump", "state"}, 0.0),
        ("pump_set_state", "put the cellar pump on", {"pump", "state"}, 1.0),
        ("breeze_list_fans", "turn the study fan on", {"state", "room"}, -1.0),
        ("breeze_list_fans", "are the fans in the study on", {"state", "room"}, 0.0),
        ("breeze_list_fans", "which fans are on", {"state"}, 0.0),
        ("breeze_list_fans", "list the fans", set(), 0.0),
    ],
)
def test_what_shall_be_on_is_for_the_tool_that_turns_it_on(
    house: dict[str, ToolDefinition], tool: str, said: str, arguments: set[str], told: float
) -> None:
    assert turned(hear(said, "en-us", NOW), house[tool], arguments) == told


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("turn the study fans on", "study"),
        ("kitchen fans off please", "kitchen"),
    ],
)
def test_an_order_to_turn_something_is_for_no_tool_that_only_lists_it(
    house: dict[str, ToolDefinition], said: str, name: str
) -> None:
    heard = _heard(house, said)
    assert [(call.name, call.arguments["name"]) for call in heard.calls] == [("set_fan_power", name)]
    assert min(heard.confidence, heard.certain) < 0.75  # what it changes is asked about first


@pytest.mark.parametrize("said", ["are the study fans on", "which fans are on"])
def test_what_is_asked_is_for_the_tool_that_lists_it(house: dict[str, ToolDefinition], said: str) -> None:
    assert [call.name for call in _heard(house, said).calls] == ["breeze_list_fans"]


@pytest.mark.parametrize(
    "said",
    [
        "the study fan is off again",
        "keep the fans on",
        "dave turned fans off",
        "my fans keep turning off",
        "dinner with the fans off",
        "take the fans off the list",
    ],
)
def test_what_is_put_as_no_order_to_turn_it_turns_nothing(house: dict[str, ToolDefinition], said: str) -> None:
    assert not any(call.name == "set_fan_power" for call in _heard(house, said).calls)


def test_a_tool_that_tells_may_have_its_product_in_front(house: dict[str, ToolDefinition]) -> None:
    assert only_tells(house["breeze_list_fans"])
    show = replace(house["breeze_list_fans"], name="light_show_start", description="Start a light show.")
    assert not only_tells(show)
    check = replace(show, name="hotel_check_in", description="Check in at the hotel.")
    assert not only_tells(check)


def test_what_examples_show_is_no_switch(house: dict[str, ToolDefinition]) -> None:
    plain = house["set_fan_power"]
    (on,) = (p for p in plain.parameters if p.name == "on")
    assert is_switch(on, plain)
    shown = replace(plain, examples=(ToolExample("fan on in the hall", {"name": "hall", "on": True}),))
    assert not is_switch(on, shown)


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("what did the traps catch in the past three weeks", {"days": 21}),
        ("how many moths were there over the last ten days", {"days": 10}),
        ("what did the traps catch last month", {"period": "LAST_MONTH"}),
        ("what was the highest catch in the last fourteen days", {"days": 14, "statistic": "max"}),
    ],
)
def test_so_many_days_and_periods(house: dict[str, ToolDefinition], said: str, arguments: dict[str, Any]) -> None:
    assert _filled(house, "trapStats", said) == arguments


def test_a_tool_named_for_what_it_tells_may_be_asked(house: dict[str, ToolDefinition]) -> None:
    assert answers(house["trapStats"], (), language("en"))
    made = _heard(house, "how many moths did the traps catch over the last ten days")
    assert [(call.name, call.arguments["days"]) for call in made.calls] == [("trapStats", 10)]


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("i practised from nine last night until five this morning", "2026-11-29T21:00", "2026-11-30T05:00"),
        ("log a session from seven to half past eight this morning", "2026-11-30T07:00", "2026-11-30T08:30"),
        ("log a session from eleven last night to seven this morning", "2026-11-29T23:00", "2026-11-30T07:00"),
        ("plan a session tomorrow from nine to five", "2026-12-01T09:00", "2026-12-01T17:00"),
        ("plan a session tomorrow from 06:00 to 10:00", "2026-12-01T06:00", "2026-12-01T10:00"),
        ("plan a session tomorrow from 20 to 22", "2026-12-01T20:00", "2026-12-01T22:00"),
    ],
)
def test_both_ends_of_a_stretch_have_their_days(
    house: dict[str, ToolDefinition], said: str, start: str, end: str
) -> None:
    found = _filled(house, "log_session", said)
    assert (found["start"][:16], found["end"][:16]) == (start, end)


@pytest.mark.parametrize("said", ["log a session from 24 to 6", "log a session between 0 and 24", "from 22 to 24"])
@pytest.mark.parametrize("year", [1, 2026, 9999])
def test_hours_at_midnight_and_days_at_the_ends_of_the_calendar(
    house: dict[str, ToolDefinition], said: str, year: int
) -> None:
    now = NOW.replace(year=year, month=12 if year > 1 else 1, day=31 if year > 1 else 1)
    filler = train([house["log_session"]], "en-us", ModelCache(None)).fillers["log_session"]
    found = filler.fill(hear(said, "en-us", now), Filled()).arguments
    assert set(found) <= {"start", "end"} and "12:00" not in str(found.get("start"))


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("who came between the tenth and the twentieth of november", ("2026-11-10", "2026-11-20")),
        ("list the visits between november second and november ninth", ("2026-11-02", "2026-11-09")),
        ("what visits are there on saturday", ("2026-12-05", None)),
        ("what visits are there until saturday", (None, "2026-12-05")),
        ("list the visits that end on saturday", (None, "2026-12-05")),
        ("list the visits to us on saturday", ("2026-12-05", None)),
    ],
)
def test_days_that_begin_and_end(
    house: dict[str, ToolDefinition], said: str, arguments: tuple[str | None, str | None]
) -> None:
    found = _filled(house, "list_visits", said)
    assert (found.get("from_date"), found.get("to_date")) == arguments


def test_what_has_to_be_said_goes_before_what_may_be_left_out(house: dict[str, ToolDefinition]) -> None:
    made = _heard(house, "put petra in the address book under 555 0177")
    assert [dict(call.arguments) for call in made.calls] == [{"name": "petra", "phone": "555 0177"}]


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("start a gentle steaming tonight at ten", {"programme": "gentle", "start_at": "2026-11-30T22:00"}),
        ("start strong steaming by six tomorrow morning", {"programme": "strong", "start_at": "2026-12-01T06:00"}),
        ("start strong steaming tomorrow at half past three", {"programme": "strong", "start_at": "2026-12-01T15:30"}),
        ("start gentle steaming at three", {"programme": "gentle", "start_at": "2026-11-30T15:00"}),
        ("start gentle steaming at stage eight", {"programme": "gentle", "stage": "8"}),
    ],
)
def test_a_time_is_no_size_and_is_in_the_likelier_half_of_the_day(
    house: dict[str, ToolDefinition], said: str, arguments: dict[str, Any]
) -> None:
    found = _filled(house, "start_steaming", said)
    assert {name: value[:16] for name, value in found.items()} == arguments


@pytest.mark.parametrize(
    ("said", "hour"),
    [
        ("by nine on friday morning", 9),
        ("since six yesterday evening", 18),
        ("from nine last night", 21),
        ("divide ten by five tomorrow morning", None),
        ("reduce the dose by two tomorrow morning", None),
        ("i took two last night", None),
        ("a table for seven tomorrow evening", None),
        ("i have been here since four", None),
    ],
)
def test_an_hour_behind_a_weak_word_needs_a_part_of_the_day(said: str, hour: int | None) -> None:
    times = [x.value.hour for x in hear(said, "en-us", NOW).mentions if x.kind == TIME]
    assert times == ([hour] if hour is not None else [])


def test_points_out_of_the_most(house: dict[str, ToolDefinition]) -> None:
    made = _heard(house, "rate the book middlemarch four out of five stars")
    assert [dict(call.arguments) for call in made.calls] == [{"title": "middlemarch", "stars": 4}]


def test_what_a_tool_does_is_none_of_the_ways_to_do_it(house: dict[str, ToolDefinition]) -> None:
    assert _filled(house, "join_piece", "join piece nine") == {"number": 9}
    assert _filled(house, "join_piece", "sew piece nine on") == {"number": 9, "join_method": "sew"}


def test_a_thing_is_no_opposite(house: dict[str, ToolDefinition]) -> None:
    made = _heard(house, "erase the latest record of the diary")
    assert [call.name for call in made.calls] == ["delete_last_entry"]
