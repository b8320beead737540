"""A definition that is too large costs its own tool only: what is beyond a bound is not read, and told."""

from __future__ import annotations

import sys
from datetime import datetime
from itertools import islice
from typing import Literal

import pytest
from ovos_plugin_manager.templates.agent_tools import ToolArguments
from ovos_utils.log import LOG
from pydantic import create_model

from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.nlu.lint import check_tool
from ovos_phal_plugin_jarvis.nlu.translator import ExampleTranslator
from ovos_phal_plugin_jarvis.runtime.status import unread
from ovos_phal_plugin_jarvis.tools import bounds
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.tools.describe import BrokenToolBox, load_toolbox
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import TranslationContext
from toolboxes_for_tests import Sum, put_in_place, tool, toolbox_class

NOW = datetime(2026, 11, 22, 9)
ENDINGS = [f"{c}{v}{d}" for c in "bdfgklmnprstvz" for v in "aeiou" for d in "bdklmnrst"]


def values(count):
    """That many names of two words."""
    return tuple(islice((f"{a} {b}" for a in ENDINGS for b in ENDINGS), count))


def find_product(count, name="find_product"):
    """A tool one of whose arguments is one of so many values."""
    parameter = ToolParameter("product", "string", True, "The product", enum_values=values(count))
    schema = {"type": "object", "properties": {"product": {"enum": list(values(count))}}, "required": ["product"]}
    return ToolDefinition(name, "Find a product in the catalogue.", "shop", schema, {}, parameters=(parameter,))


def fill_form(count):
    """A tool with so many arguments, of which it needs the last one."""
    names = [f"field_{a}" for a in values(count)]
    parameters = tuple(ToolParameter(n.replace(" ", "_"), "string", n == names[-1], "A field.") for n in names)
    return ToolDefinition("fill_form", "Fill the form.", "office", {"type": "object"}, {}, parameters=parameters)


def others():
    minutes = ToolParameter("minutes", "integer", True, "How long")
    city = ToolParameter("city", "string", True, "The city")
    return (
        ToolDefinition("set_timer", "Set a timer for a duration.", "x", {}, {}, parameters=(minutes,)),
        ToolDefinition("get_weather", "Get the weather for a city.", "x", {}, {}, parameters=(city,)),
    )


def work(definition):
    """Calls that Python makes for two requests for other tools, and what they are understood as."""
    translator = ExampleTranslator([*others(), *bounds.bounded([definition])], lang="en")
    context, said = TranslationContext(NOW, "en"), ("set a timer for five minutes", "what is the weather in Paris")
    for utterance in said:
        translator.translate(utterance, context)
    counted = 0

    def count(frame, event, arg):
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        found = [translator.translate(utterance, context) for utterance in said]
    finally:
        sys.setprofile(None)
    return counted, [[(c.name, dict(c.arguments)) for c in translation.calls] for translation in found]


ORDINARY = find_product(12)


@pytest.mark.parametrize(
    "hostile", [find_product(40_000), fill_form(20_000), find_product(5_000)], ids=["values", "arguments", "many"]
)
def test_a_gigantic_definition_costs_the_requests_for_others_little(hostile):
    calls, found = work(hostile)
    usual, expected = work(ORDINARY)
    assert found == expected == [[("set_timer", {"minutes": 5})], [("get_weather", {"city": "Paris"})]]
    assert calls < 8 * usual


def test_five_thousand_values_are_all_understood():
    (shop,) = bounds.bounded([find_product(5_000)])
    assert not shop.unread
    translator = ExampleTranslator([*others(), shop], lang="en")
    for value in (values(5_000)[0], values(5_000)[2_500], values(5_000)[-1]):
        found = translator.translate(f"find the product {value}", TranslationContext(NOW, "en"))
        assert [(c.name, c.arguments) for c in found.calls] == [("find_product", {"product": value})]


def test_too_many_values_are_read_as_text():
    (shop,) = bounds.bounded([find_product(40_000)])
    assert shop.parameters[0].enum_values is None and shop.parameters[0].required
    assert "'product' allows 40000 values" in shop.unread[0]
    assert len(shop.argument_schema["properties"]["product"]["enum"]) == 40_000, "it is served as it is"
    found = ExampleTranslator([*others(), shop], lang="en").translate(
        f"find the product {values(40_000)[-1]}", TranslationContext(NOW, "en")
    )
    assert found.calls == () or found.calls[0].arguments == {"product": values(40_000)[-1]}


def test_of_too_many_arguments_those_that_are_needed_are_read():
    (form,) = bounds.bounded([fill_form(20_000)])
    assert len(form.parameters) == bounds.MAX_PARAMETERS and form.parameters[-1].required
    assert "20000 arguments" in form.unread[0]


def test_a_toolbox_has_a_bound_of_its_own():
    read = bounds.bounded([find_product(5_000, f"find_{n}") for n in range(50)])
    assert sum(len(p.enum_values or ()) for d in read for p in d.parameters) <= bounds.BOX_VALUES
    assert [bool(d.unread) for d in read] == [False] * 4 + [True] * 46


def test_values_that_are_texts_are_not_read():
    parameter = ToolParameter("text", enum_values=tuple(str(n) + "x" * 100_000 for n in range(5)))
    (read,) = bounds.bounded([ToolDefinition("t", "", "x", {}, {}, parameters=(parameter,))])
    assert read.parameters[0].enum_values is None and len(read.unread[0]) < 400


def test_examples_and_hints_are_bounded():
    examples = (ToolExample("y" * 10_000), *(ToolExample(f"say {n}") for n in range(10_000)))
    (read,) = bounds.bounded([ToolDefinition("t", "", "x", {}, {}, examples=examples, keywords=("a",) * 10_000)])
    assert len(read.examples) == bounds.MAX_EXAMPLES and read.examples[0].utterance == "say 0"
    assert len(read.keywords) == bounds.MAX_HINTS and len(read.unread) == 2


def test_an_ordinary_definition_is_left_as_it_is():
    made = [*others(), ORDINARY]
    assert all(a is b for a, b in zip(made, bounds.bounded(made), strict=True))


def shop_model():
    return create_model("Shop", __base__=ToolArguments, product=(Literal[values(10_000)], ...))


def test_it_is_told_once_in_the_log_and_by_the_status_and_the_check(monkeypatch):
    told = []
    monkeypatch.setattr(LOG, "warning", told.append)
    model = shop_model()
    put_in_place(
        monkeypatch, shop=toolbox_class("shop", [tool("find_product", lambda a: Sum(result=1), arguments=model)])
    )
    registry = Registry([EntryPointSource(load_config({}))], None)
    registry.reload()
    registry.reload()
    lines = [line for line in told if "10000 values" in line]
    assert len(lines) == 1 and "find_product" in lines[0]
    assert list(unread(registry.snapshot)) == ["shop/find_product"]
    report = check_tool(registry.snapshot.definitions[0], registry.snapshot.definitions, NOW)
    assert [f.text for f in report.findings if f.code == "bounds"] == list(
        unread(registry.snapshot)["shop/find_product"]
    )
    registry.shutdown()


def test_a_toolbox_whose_schemas_would_make_the_list_too_large_is_left_out():
    wide = create_model(
        "Wide", __base__=ToolArguments, product=(Literal[tuple(f"{n:0900d}" for n in range(1_000))], ...)
    )
    box = toolbox_class("wide", [tool(f"t{n}", arguments=wide) for n in range(4)])
    with pytest.raises(BrokenToolBox, match=r"its tools' schemas have 3\.\d MB together"):
        load_toolbox("wide", box())
