"""What foreign code hands over is made plain where it runs: nothing of it can hang or change when it is read later."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolOutput

from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import CommandResponse
from ovos_phal_plugin_jarvis.tools.command_schema import CommandOutput
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from toolboxes_for_tests import put_in_place, tool, toolbox_class


class NotHere(Exception):
    """Foreign code ran where it should not."""


class Armed(str):
    """A text that can't be compared or hashed any more once the toolbox is loaded."""

    on = False

    def __eq__(self, other):
        if Armed.on:
            raise NotHere
        return str.__eq__(self, other)

    def __hash__(self):
        if Armed.on:
            raise NotHere
        return str.__hash__(self)


class Once(dict):
    """A mapping that can be read once."""

    def items(self):
        if self.pop("read", None) is None:
            raise NotHere
        return super().items()


class Number(float):
    def __repr__(self):
        raise NotHere

    def __eq__(self, other):
        raise NotHere

    __hash__ = None


class NoArguments(ToolArguments):
    pass


class Anything(ToolOutput):
    value: Any = None


class Mapped(Anything):
    def model_dump(self, **options):
        return Once(value=Armed("a"), read=1)


class Numbers(Anything):
    def model_dump(self, **options):
        return {"value": Number(1.5), "more": [Number(2)]}


class Classless(Anything):
    """Says its class to nobody but Python itself."""

    def __getattribute__(self, name):
        if name == "__class__":
            raise NotHere
        return super().__getattribute__(name)


SCHEMA: dict[str, Any] = {}


class Schema(NoArguments):
    @classmethod
    def model_json_schema(cls, *arguments, **options):
        SCHEMA.update(type="object", properties={"place": {"type": "string"}})
        return SCHEMA


@pytest.fixture(autouse=True)
def disarmed():
    Armed.on = False
    yield
    Armed.on = False


def loaded(monkeypatch, *tools, toolbox_id="box"):
    put_in_place(monkeypatch, box=toolbox_class(toolbox_id, tools))
    registry = Registry([EntryPointSource(load_config({}))], None)
    registry.reload()
    Armed.on = True
    return registry.snapshot


def test_names_that_can_not_be_compared(monkeypatch):
    snapshot = loaded(monkeypatch, tool(Armed("add"), description=Armed("Adds.")), toolbox_id=Armed("box"))
    found = snapshot.find("add", "box")
    assert {type(text) for text in (found.name, found.toolbox_id, found.definition.description)} == {str}
    assert type(found.definition.wire()["name"]) is str


def test_a_name_that_is_another_one_each_time(monkeypatch):
    class Changing(AgentTool):
        reads = 0

        def __getattribute__(self, name):
            if name != "name":
                return super().__getattribute__(name)
            Changing.reads += 1
            return f"tool_{Changing.reads}"

    changing = tool()
    changing.__class__ = Changing
    (found,) = loaded(monkeypatch, changing)
    assert found.definition.wire()["name"] == found.name == found.definition.name


def test_a_schema_that_is_changed_after_it_was_read(monkeypatch):
    snapshot = loaded(monkeypatch, tool(arguments=Schema))
    SCHEMA["properties"]["itself"] = SCHEMA
    schema = snapshot.find("add").definition.argument_schema
    assert schema == {"type": "object", "properties": {"place": {"type": "string"}}}


@pytest.mark.parametrize(
    "model, result",
    [(Mapped, {"value": "a"}), (Numbers, {"value": 1.5, "more": [2.0]}), (Classless, {"value": 1})],
)
def test_results_are_plain(monkeypatch, model, result):
    found = loaded(
        monkeypatch, tool("get", lambda arguments: model(value=1), arguments=NoArguments, output=model)
    ).find("get")
    invoker = Invoker(workers=2, queue=2, timeout=60)
    done, outcomes = threading.Event(), []
    try:
        invoker.validate_and_submit(found, {}, InvocationContext(), lambda o: (outcomes.append(o), done.set()))
        assert done.wait(60)
    finally:
        invoker.shutdown()
    (outcome,) = outcomes
    assert outcome.error is None, outcome.error
    assert type(outcome.result) is dict and outcome.result == result
    assert {type(value) for value in outcome.result.values()} <= {str, float, int, list}


def test_a_response_is_read_where_the_command_runs():
    class Response(CommandResponse):
        reads = 0

        @property
        def on_response_complete(self):
            Response.reads += 1
            return lambda: None

        @on_response_complete.setter
        def on_response_complete(self, value):
            pass

    output = CommandOutput.from_response(Response(success=True, context_data={"message": "Done."}))
    assert (Response.reads, callable(output.follow_up), callable(output.follow_up)) == (1, True, True)
    assert Response.reads == 1
