"""The values of the moment: what authors return, bounded; asked for under a deadline, remembered for a moment."""

from __future__ import annotations

import itertools
import threading
import time

import pytest
from ovos_plugin_manager.templates.agent_tools import ToolArguments

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.sdk import CommandExample, CommandResponse, IJarvisCommand, JarvisParameter
from ovos_phal_plugin_jarvis.sdk.parameter import IJarvisParameter
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.tools.execution.flow import run_here
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.execution.options import FRESH, KEPT, OptionsOfTools
from ovos_phal_plugin_jarvis.tools.options import MAX_CHARS, MAX_OPTIONS, UnusableOptions, read_options
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot
from toolboxes_for_tests import tool, toolbox_class


def pairs(given):
    return {option.value: option.names for option in read_options(given).options}


class Loud(str):
    def __hash__(self):
        raise RuntimeError("hash")

    def __eq__(self, other):
        raise RuntimeError("eq")


def test_what_authors_return():
    assert read_options(None) is None
    assert pairs(["Kitchen", "Hall", "Kitchen"]) == {"Kitchen": ("Kitchen",), "Hall": ("Hall",)}
    assert pairs(name for name in ("Kitchen",)) == {"Kitchen": ("Kitchen",)}
    assert pairs({"light.a": "Kitchen", "light.b": ["Hall", "Corridor"]}) == {
        "light.a": ("Kitchen",),
        "light.b": ("Hall", "Corridor"),
    }
    assert pairs([]) == {}


@pytest.mark.parametrize("given", ["Kitchen", b"Kitchen", 5, object()])
def test_what_is_no_set_of_values_is_told_in_one_line(given):
    with pytest.raises(UnusableOptions, match="return a list of names, a mapping") as refusal:
        read_options(given)
    assert "\n" not in str(refusal.value)


def test_what_nobody_says_is_left_out_and_told():
    odd = ["ok", "", "  ", "x" * (MAX_CHARS + 1), None, 3, "a\x1b[2Jb", "\u202egnp", "---", Loud("Loud one")]
    read = read_options(odd)
    assert [option.value for option in read.options] == ["ok", "Loud one"]
    assert all(type(option.value) is str for option in read.options)
    assert read.left_out.startswith("8 that are no names of at most 100 characters")


def test_too_many_and_endless_ones_are_cut_and_told():
    read = read_options(f"name {number}" for number in itertools.count())
    assert len(read.options) == MAX_OPTIONS and read.left_out == f"more than {MAX_OPTIONS} values"


class Where(ToolArguments):
    room: str
    level: int = 0


def box_of(options, name="home"):
    base = toolbox_class(name, [tool(f"{name}_light", arguments=Where)])

    class Box(base):
        def argument_options(self, tool, argument):
            return options(tool, argument)

    return load_toolbox(name, Box())


@pytest.fixture
def ask(request):
    invoker = Invoker(workers=2, queue=9, timeout=60)
    request.addfinalizer(invoker.shutdown)
    clock = [0.0]

    def make(*boxes, patience=0.5, budget=2.0):
        snapshot = Snapshot({box.toolbox_id: box for box in boxes})
        asking = OptionsOfTools(invoker.hooks, patience, budget, lambda: clock[0])
        return lambda: run_here(asking.now(snapshot), 60)

    make.clock = clock
    return make


def values(options, tool="home_light"):
    return [option.value for option in options.get(tool, {}).get("room", ())]


def test_a_tool_is_asked_for_its_texts_and_remembered_for_a_moment(ask):
    asked = []
    rooms = ["Kitchen"]
    now = ask(box_of(lambda tool, argument: asked.append((tool, argument)) or list(rooms)))
    assert values(now()) == ["Kitchen"]
    rooms.append("Hall")
    assert values(now()) == ["Kitchen"]
    ask.clock[0] += FRESH
    assert values(now()) == ["Kitchen", "Hall"]
    assert asked == [("home_light", "room")] * 2


def test_a_toolbox_without_the_method_is_not_asked(ask):
    box = load_toolbox("plain", toolbox_class("plain")())
    assert box.tools[0].options is None and ask(box)() == {}


def test_one_that_raises_or_returns_nonsense_costs_its_own_names_only(ask):
    def exits(tool, argument):
        raise SystemExit(3)

    now = ask(box_of(exits, "exits"), box_of(lambda t, a: "Kitchen", "text"), box_of(lambda t, a: ["Kitchen"]))
    assert list(now()) == ["home_light"]


def test_one_that_hangs_blocks_nobody_longer_than_the_budget_and_the_last_names_stand_in(ask):
    stay = threading.Event()
    slow = [False]

    def rooms(tool, argument):
        if slow[0]:
            stay.wait(90)
        return ["Kitchen"]

    now = ask(box_of(rooms), box_of(lambda t, a: ["Attic"], "other"))
    assert values(now()) == ["Kitchen"]
    slow[0] = True
    try:
        for _ in range(6):
            ask.clock[0] += FRESH
            before = time.monotonic()
            found = now()
            assert time.monotonic() - before < 60
            assert values(found) == ["Kitchen"] and values(found, "other_light") == ["Attic"]
        ask.clock[0] += KEPT
        assert list(now()) == ["other_light"]
    finally:
        stay.set()


class Lamp(IJarvisParameter):
    name = "lamp"
    param_type = "string"
    description = "The lamp"
    options_source = "devices:light"
    known = ("Kitchen",)

    @property
    def enum_values(self):
        return list(Lamp.known)


class Command(IJarvisCommand):
    command_name = "lights"
    description = "Switch a lamp."
    keywords = []
    required_secrets = []

    @property
    def parameters(self):
        return [Lamp(), JarvisParameter("mood", "string", enum_values=["warm", "cold"])]

    def generate_prompt_examples(self):
        return [CommandExample("lamp on", {"lamp": "Kitchen"}, True)]

    def generate_adapter_examples(self):
        return []

    def run(self, request_info, **kwargs):
        return CommandResponse.final_response({"message": "ok"})


class Asked(Command):
    def parameter_options(self, parameter):
        return {"light.1": "Hall"} if parameter == "lamp" else None


def test_commands_say_it_by_an_options_source_or_a_method(ask, monkeypatch):
    def loaded(command):
        class Box(CommandToolBox):
            def __init__(self, config=None, bus=None):
                super().__init__("box", [command], config, bus)

        return load_toolbox("box", Box())

    box = loaded(Command())
    assert box.tools[0].definition.parameter("lamp").enum_values is None, "what changes is not learned"
    assert box.tools[0].definition.parameter("mood").enum_values == ("warm", "cold")
    now = ask(box)
    assert [option.value for option in now()["lights"]["lamp"]] == ["Kitchen"]
    monkeypatch.setattr(Lamp, "known", ("Attic", "Hall"))
    ask.clock[0] += FRESH
    assert [option.value for option in now()["lights"]["lamp"]] == ["Attic", "Hall"]
    assert [option.value for option in ask(loaded(Asked()))()["lights"]["lamp"]] == ["light.1"]
