"""Commands that are declared by what their author writes anyway: a typed function, or one short class."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import Enum
from textwrap import dedent
from typing import Annotated, Any, Literal, TypedDict

import pytest
from pydantic import BaseModel, Field

from ovos_phal_plugin_jarvis import FunctionToolBox
from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands
from ovos_phal_plugin_jarvis.commands.loading.inspection import check_command
from ovos_phal_plugin_jarvis.config import CommandsConfig
from ovos_phal_plugin_jarvis.sdk import (
    CommandAntipattern,
    CommandExample,
    CommandResponse,
    IJarvisCommand,
    JarvisSecret,
    MissingSecretsError,
    Param,
    RequestInformation,
    Tool,
    ToolRefused,
    fast_path,
    tool,
)
from ovos_phal_plugin_jarvis.sdk.signature import UnreadableSignature, read_docstring
from ovos_phal_plugin_jarvis.tools.command_toolbox import definition_of
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox

REQUEST = RequestInformation("brew it", "c", lang="de-de")


class Milk(Enum):
    OAT = "oat"
    COW = "cow"


class Place(BaseModel):
    room: str
    shelf: int = 1


@dataclass
class Brewed:
    message: str
    cups: int


class Left(TypedDict):
    cups: int


@tool(
    examples={"make me a coffee": {}, "brew two large coffees": {"size": "large", "cups": 2}},
    keywords=["coffee"],
    rules=["One at a time."],
    critical_rules=["Never tea."],
    antipatterns={"make_tea": "Tea."},
    is_risky=True,
    annotations={"destructiveHint": False},
    confirmation_phrase="brew {cups}",
    spoken_names={"de-de": "Kaffee kochen"},
    allow_direct_answer=True,
    fast_paths={"coffee for two": r"^coffee for (?P<cups>\d+)(?: of (?P<milk>\w+))?$"},
)
def brew_coffee(
    size: Literal["small", "large"] = "small",
    cups: Annotated[int, Param("How many", ge=1, le=4, step=2, refinable=True, role="level")] = 1,
    strength: Annotated[float, Field(ge=0, le=1, description="From weak to strong")] = 0.5,
    milk: Milk | None = None,
    at: time | None = None,
    days: list[date] | None = None,
    place: Annotated[Place | None, "Where it stands"] = None,
    *,
    request_info: RequestInformation,
) -> Brewed:
    """Brew coffee.
    Not for buying it.

    Args:
        size: Of the
            cup.
        at (time): When.

    Returns:
        What was brewed.
    """
    return Brewed(f"{cups} {size} {milk} {at} {days} {place} {request_info.lang}", cups)


class BrewTea(Tool):
    """Brew tea."""

    keywords = ["tea"]
    examples = [CommandExample("some tea", {}), CommandExample("green tea", {"kind": "green"}, is_primary=True)]
    antipatterns = [CommandAntipattern("brew_coffee", "Coffee.")]
    required_secrets = [JarvisSecret("KETTLE", "Its key", "integration", "string")]

    @fast_path(r"^tea( please)?$", example="tea")
    def claim(self, match: Any) -> dict[str, Any]:
        """Tea at once

        and for all."""
        return {"kind": "black"}

    @fast_path(r"^my tea$", example="my tea", id="tea.mine")
    def claim_mine(self, match: Any, voice_command: str) -> None:
        return None

    async def __call__(self, kind: Annotated[str, Param(options="kinds", free_text=True)], secrets: dict) -> str:
        """Not read: the class tells it."""
        await asyncio.sleep(0)
        if kind == "none":
            raise ToolRefused("No such tea.", param="kind", valid_values=["black"])
        if kind == "gone":
            raise ToolRefused("The tea is gone.")
        return f"{kind} {secrets['KETTLE']}"

    def kinds(self) -> dict[str, str]:
        return {"green": "Green tea"}


def test_a_function_is_a_command_with_all_that_a_definition_holds():
    assert isinstance(brew_coffee, IJarvisCommand)
    assert check_command(brew_coffee) == "brew_coffee"
    made = definition_of(brew_coffee, "box")
    assert (made.name, made.description) == ("brew_coffee", "Brew coffee. Not for buying it.")
    by_name = {p.name: p for p in made.parameters}
    assert list(by_name) == ["size", "cups", "strength", "milk", "at", "days", "place"]
    assert [p.param_type for p in made.parameters] == [
        "string",
        "int",
        "float",
        "string",
        "time",
        "array<date>",
        "dict",
    ]
    assert not any(p.required for p in made.parameters)
    assert (by_name["size"].enum_values, by_name["milk"].enum_values) == (("small", "large"), ("oat", "cow"))
    assert by_name["size"].description == "Of the cup."
    assert by_name["at"].description == "When."
    assert by_name["place"].description == "Where it stands"
    assert by_name["strength"].description == "From weak to strong"
    cups = by_name["cups"]
    assert (cups.minimum, cups.maximum, cups.step, cups.refinable, cups.role) == (1, 4, 2, True, "level")
    assert [(e.utterance, dict(e.arguments), e.is_primary) for e in made.examples] == [
        ("make me a coffee", {}, True),
        ("brew two large coffees", {"size": "large", "cups": 2}, False),
    ]
    assert (made.keywords, made.rules, made.critical_rules) == (("coffee",), ("One at a time.",), ("Never tea.",))
    assert [(a.tool_name, a.description) for a in made.antipatterns] == [("make_tea", "Tea.")]
    assert made.is_risky and made.allow_direct_answer
    assert dict(made.annotations) == {"destructiveHint": False}
    assert made.confirmation_phrase == "brew {cups}"
    assert made.spoken_names == {"de-de": "Kaffee kochen"}
    properties = made.argument_schema["properties"]
    assert properties["cups"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 4,
        "default": 1,
        "description": "How many",
        "_refinable": True,
        "_role": "level",
    }
    assert properties["place"]["properties"]["room"] == {"type": "string"}
    assert "format" not in properties["at"]
    assert made.output_schema["properties"]["context_data"]["required"] == ["message", "cups"]
    assert brew_coffee.get_command_schema()["antipatterns"] == [{"command_name": "make_tea", "description": "Tea."}]


def test_arguments_arrive_as_they_are_annotated():
    answer = brew_coffee.execute(
        REQUEST, cups=2, milk="oat", at="07:30", days=["2026-01-02"], place={"room": "kitchen"}
    )
    assert answer.context_data == {
        "message": "2 small Milk.OAT 07:30:00 [datetime.date(2026, 1, 2)] room='kitchen' shelf=1 de-de",
        "cups": 2,
    }
    assert not answer.wait_for_input
    assert brew_coffee(cups=3, request_info=REQUEST).cups == 3  # and it is still the function


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"cups": 5}, "Parameter 'cups': Input should be less than or equal to 4"),
        ({"cups": True}, "Parameter 'cups' must be of type int"),
        ({"size": "huge"}, "Invalid value 'huge' for 'size'. Must be one of: small, large"),
        ({"place": {"shelf": 1}}, "Parameter 'place': room: Field required"),
        ({"days": ["someday"]}, "Parameter 'days': 0: Input should be a valid date"),
    ],
)
def test_a_value_that_does_not_fit_never_arrives(given, said):
    answer = brew_coffee.execute(REQUEST, **given)
    assert not answer.success
    assert answer.error_details.startswith(said)


class Shelf(BaseModel):
    room: str
    inner: Shelf | None = None


def test_choices_of_several_types_can_be_chosen_and_a_model_that_holds_itself_can_be_told():
    @tool
    def put_away(shelf: Shelf, level: Literal[1, "all"] = "all") -> str:
        """Put something away."""
        return f"{shelf.room} {level!r}"

    room = {"room": "kitchen"}
    said = [put_away.execute(REQUEST, shelf=room, level=level).context_data["message"] for level in ("1", "all")]
    assert said == ["kitchen 1", "kitchen 'all'"]
    assert not put_away.execute(REQUEST, shelf=room, level="2").success
    assert "$" not in json.dumps([param.json_schema for param in put_away.parameters])


def test_a_date_key_is_a_day_until_the_host_has_resolved_it():
    days = next(p for p in brew_coffee.parameters if p.name == "days")
    assert days.validate(["tomorrow", "2026-01-02"]) == (True, None)
    assert not days.validate(["tomorrow", "never"])[0]


def test_the_groups_of_a_fast_path_are_the_arguments():
    assert brew_coffee.pre_route("Coffee for 3").arguments == {"cups": 3}
    assert brew_coffee.pre_route("coffee for 3 of oat").arguments == {"cups": 3, "milk": "oat"}
    assert brew_coffee.pre_route("coffee for 9") is None
    assert brew_coffee.pre_route("coffee for 2 of beer") is None


def test_a_short_class_is_a_command():
    tea = BrewTea()
    assert check_command(tea) == "brew_tea"
    made = definition_of(tea, "box")
    assert (made.name, made.description) == ("brew_tea", "Brew tea.")
    assert [e.is_primary for e in made.examples] == [False, True]
    assert made.parameters[0].required and made.parameters[0].free_text
    assert [(p.id, p.description, p.example) for p in tea.fast_path_patterns] == [
        ("brew_tea.claim", "Tea at once", "tea"),
        ("tea.mine", "my tea", "my tea"),
    ]
    assert tea.pre_route("Tea please").arguments == {"kind": "black"}
    assert tea.pre_route("my tea") is None
    assert tea.parameter_options("kind") == {"green": "Green tea"}
    assert tea.execute(REQUEST, secrets={"KETTLE": "k"}, kind="green").context_data == {"message": "green k"}
    with pytest.raises(MissingSecretsError):
        tea.execute(REQUEST, secrets={}, kind="green")
    with pytest.raises(ValueError, match="Missing required params: kind"):
        tea.execute(REQUEST, secrets={"KETTLE": "k"})
    assert not hasattr(brew_coffee, "parameter_options")  # it would be asked with each utterance


def test_a_tool_that_can_not_says_so():
    answer = BrewTea().execute(REQUEST, secrets={"KETTLE": "k"}, kind="gone")
    assert (answer.success, answer.error_details, answer.context_data) == (
        False,
        "The tea is gone.",
        {"message": "The tea is gone."},
    )
    refused = BrewTea().execute(REQUEST, secrets={"KETTLE": "k"}, kind="none").context_data
    assert refused["errors"] == [{"param": "kind", "message": "No such tea.", "valid_values": ["black"]}]


def test_what_is_inherited_may_be_told_again():
    class BrewGreenTea(BrewTea):
        """Brew green tea."""

        keywords = ["green"]

        async def __call__(self, cups: int = 1) -> None:
            return None

    class Strong(BrewGreenTea):
        command_name = "strong_tea"
        description = "Strong."

    green = BrewGreenTea()
    assert (green.command_name, green.description, [p.name for p in green.parameters]) == (
        "brew_green_tea",
        "Brew green tea.",
        ["cups"],
    )
    assert green.execute(REQUEST).context_data == {}
    assert (Strong().command_name, Strong().description, len(Strong().fast_path_patterns)) == (
        "strong_tea",
        "Strong.",
        2,
    )
    assert (BrewTea().command_name, BrewTea().keywords) == ("brew_tea", ["tea"])


@pytest.mark.parametrize(
    ("returned", "data"),
    [
        ("Done.", {"message": "Done."}),
        (None, {}),
        (7, {"result": 7}),
        ({"cups": 1}, {"cups": 1}),
        (Place(room="hall"), {"room": "hall", "shelf": 1}),
        (CommandResponse.follow_up_response({"a": 1}), {"a": 1}),
    ],
)
def test_whatever_it_returns_is_a_response(returned, data):
    @tool
    def give() -> object:
        """Give."""
        return returned

    answer = give.execute(REQUEST)
    assert answer.context_data == data
    assert answer.wait_for_input is (returned.wait_for_input if isinstance(returned, CommandResponse) else False)


class KitchenToolBox(FunctionToolBox):
    commands = [brew_coffee, BrewTea]

    @tool(examples={"wipe the table": {"what": "table"}})
    def wipe(self, what: Annotated[str, Param(options="surfaces")]) -> Left:
        """Wipe something."""
        return {"cups": self.config["cups"], "what": what}

    def surfaces(self) -> list[str]:
        return self.config["surfaces"]


def test_a_toolbox_is_made_of_methods_functions_and_classes():
    one, other = KitchenToolBox({"cups": 1, "surfaces": ["table"]}), KitchenToolBox({"cups": 2, "surfaces": []})
    assert one.toolbox_id == "kitchen"
    assert list(one.tools) == ["wipe", "brew_coffee", "brew_tea"]
    assert (one.failed, one.wipe("x")["cups"], other.wipe("x")["cups"]) == ({}, 1, 2)
    assert one.call_tool("wipe", {"what": "table"}).context_data == {"cups": 1, "what": "table"}
    loaded = load_toolbox("kitchen", one)
    assert loaded.tools[0].options("what") == ["table"]
    assert loaded.tools[0].definition.examples[0].utterance == "wipe the table"
    assert loaded.tools[1].options is None

    class BathToolBox(KitchenToolBox):
        toolbox_id = "bath"

        @tool
        def wipe(self) -> None:
            """Wipe it all."""

    assert list(BathToolBox().tools) == ["wipe", "brew_coffee", "brew_tea"]
    assert BathToolBox().tools["wipe"].description == "Wipe it all."


def test_a_file_and_a_module_of_functions_are_found(tmp_path, monkeypatch):
    text = """
        from ovos_phal_plugin_jarvis.sdk import Tool, tool

        @tool(examples={{"greet me": {{}}}})
        def {name}(who: str = "you") -> str:
            "Greet somebody."
            return f"Hello {{who}}."

        class {cls}(Tool):
            "Part."

            def __call__(self) -> str:
                return "Bye."
        """
    (tmp_path / "greeting.py").write_text(dedent(text).format(name="greet", cls="PartNow"))
    found = find_commands(CommandsConfig(paths=(str(tmp_path / "greeting.py"),)), points=())
    try:
        assert (sorted(c.name for c in found.commands), dict(found.failed)) == (["greet", "part_now"], {})
    finally:
        found.close()
    (tmp_path / "installed_greeting.py").write_text(dedent(text).format(name="hail", cls="LeaveNow"))
    monkeypatch.syspath_prepend(str(tmp_path))
    from importlib.metadata import EntryPoint

    found = find_commands(CommandsConfig(paths=()), points=[EntryPoint("g", "installed_greeting", "jarvis.command")])
    try:
        assert (sorted(c.name for c in found.commands), dict(found.failed)) == (["hail", "leave_now"], {})
    finally:
        found.close()
        sys.modules.pop("installed_greeting", None)


def _function(code: str) -> Any:
    names: dict[str, Any] = {"tool": tool, "Any": Any, "datetime": datetime}
    exec(dedent(code), names)
    return names["f"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("@tool\ndef f(a):\n 'D.'", "f: 'a' has no type; write it as 'a: str'"),
        ("@tool\ndef f(*a: int):\n 'D.'", "write each argument with its name"),
        ("@tool\ndef f(a: 'Nowhere'):\n 'D.'", "its annotations can't be read"),
        ("@tool\ndef f(a: type(tool)):\n 'D.'", "the type of 'a' has no form in JSON"),
        ("@tool\ndef f(a: int): pass", "f needs a docstring that says what it is for"),
        ("@tool(risky=True)\ndef f(a: int):\n 'D.'", "'risky' is no member of a command"),
        ("@tool(examples={'do it': None})\ndef f(a: int):\n 'D.'", "the example 'do it' needs its arguments"),
        ("@tool(keywords='coffee')\ndef f(a: int):\n 'D.'", "f: keywords is a list of words: ['coffee']"),
        ("@tool\nclass f: pass", "a class derives from Tool instead"),
    ],
)
def test_what_can_not_be_read_is_told_where_it_is_written(code, said):
    with pytest.raises((TypeError, UnreadableSignature)) as caught:
        _function(code)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_docstrings_in_two_forms():
    google = "Do it.\n\nMore of it.\n\nArgs:\n    a: First\n        of all.\n    b (int): Second.\n\nRaises:\n    X: y"
    assert read_docstring(google) == ("Do it. More of it.", {"a": "First of all.", "b": "Second."})
    fields = "Do it.\n\n:param a: First.\n:param int b: Second\n    of all.\n:returns: nothing"
    assert read_docstring(fields) == ("Do it.", {"a": "First.", "b": "Second of all."})
    assert read_docstring("") == ("", {})
