"""Plain OpenAI definitions, from each shape that hosts pass."""

import copy

import pytest

from ovos_phal_plugin_jarvis.llm.prompts.tool_builder import ToolBuilder

SCHEMA = {
    "type": "object",
    "properties": {
        "description": {"type": "string", "description": "A parameter that is called description."},
        "format": {"type": "string", "format": "date-time", "_refinable": True},
        "level": {"type": "integer", "_refinable": True},
        "nested": {"type": "object", "properties": {"_x": {"type": "string", "description": "Kept by name."}}},
        "kind": {"anyOf": [{"type": "string", "description": "d"}, {"type": "null"}], "default": {"description": 1}},
    },
    "required": ["format"],
    "_jarvis": True,
}
TOOL = {
    "type": "function",
    "function": {"name": "t", "description": "Long description.", "parameters": SCHEMA, "strict": True},
    "keywords": ["k"],
    "is_risky": True,
    "allow_direct_answer": False,
    "examples": [],
    "command_name": "t",
}


def properties(**options):
    return ToolBuilder.build([TOOL], **options)[0]["function"]["parameters"]["properties"]


def test_strips_what_only_jarvis_knows_and_nothing_else():
    before = copy.deepcopy(TOOL)
    (built,) = ToolBuilder.build([TOOL])
    assert set(built) == {"type", "function"} and set(built["function"]) == {"name", "description", "parameters"}
    parameters = built["function"]["parameters"]
    assert "_jarvis" not in parameters and parameters["required"] == ["format"]
    assert parameters["properties"]["level"] == {"type": "integer"}
    assert parameters["properties"]["nested"]["properties"]["_x"] == {"type": "string", "description": "Kept by name."}
    assert parameters["properties"]["kind"]["default"] == {"description": 1}
    assert before == TOOL, "what goes in is not changed"


def test_leaves_out_on_demand():
    assert "description" in properties(include_param_descriptions=False), "the parameter of that name stays"
    assert properties(include_param_descriptions=False)["description"] == {"type": "string"}
    assert properties(include_param_descriptions=False)["kind"]["anyOf"] == [{"type": "string"}, {"type": "null"}]
    assert properties(include_format_hints=False)["format"] == {"type": "string"}
    assert "level" not in properties(exclude_refinable=True)
    assert "format" in properties(exclude_refinable=True), "a required parameter stays"
    assert "description" not in ToolBuilder.build([TOOL], include_descriptions=False)[0]["function"]
    assert ToolBuilder.build([TOOL], max_description_length=4)[0]["function"]["description"] == "Long"


@pytest.mark.parametrize(
    "tool",
    [
        {"name": "t", "parameters": SCHEMA},
        {"name": "t", "argument_schema": SCHEMA, "output_schema": {}, "toolbox_id": "box"},
        {"command_name": "t", "parameters": SCHEMA},
    ],
)
def test_takes_other_shapes(tool):
    (built,) = ToolBuilder.build([tool])
    assert built["function"]["name"] == "t" and "level" in built["function"]["parameters"]["properties"]


@pytest.mark.parametrize("tool", [{}, {"name": ""}, {"name": 5}, {"function": {}}, "text", None])
def test_what_has_no_name_is_left_out(tool):
    assert ToolBuilder.build([tool]) == []


@pytest.mark.parametrize("parameters", [None, {}, "text", []])
def test_no_parameters_are_an_empty_object(parameters):
    (built,) = ToolBuilder.build([{"name": "t", "parameters": parameters}])
    assert built["function"]["parameters"] == {"type": "object", "properties": {}}


def test_no_tools():
    assert ToolBuilder.build([]) == []
    assert ToolBuilder.build(None) == []
