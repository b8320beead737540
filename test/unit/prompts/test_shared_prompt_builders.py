"""The sections under their published names."""

import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.llm.prompts.shared import context_builders, core_rules
from ovos_phal_plugin_jarvis.llm.prompts.shared.tool_formatters import format_tool_hints, format_tools_for_prompt
from ovos_phal_plugin_jarvis.sdk.date_keys import ALL_DATE_KEYS

HOME = {
    "light_controls": {"Office lights": {"entity_id": "light.office", "state": "on"}},
    "device_controls": {
        "light": [
            {"entity_id": "light.office", "name": "again"},
            {"entity_id": "light.desk", "name": "Desk", "area": "Office", "state": "off"},
            {"entity_id": "light.gone", "name": "Gone", "area": "Office", "state": "unavailable"},
        ],
        "lock": [{"entity_id": "lock.door", "name": "Door", "area": "Hall", "state": "locked"}],
    },
    "floors": {"Ground": ["Office", "Hall"]},
}


def test_the_identity_header_leaves_out_what_is_not_known():
    assert core_rules.build_identity_header("unknown", "default", "", "").count("\n") == 0
    header = core_rules.build_identity_header("hall", "Ann", "brief", "- likes tea")
    assert "room=hall, user=Ann, style=brief" in header and header.endswith("- likes tea")


def test_the_rules_block_has_each_rule_with_its_terminology():
    block = core_rules.build_rules_block(
        param_names_rule="NAMES {terminology}", extra_rules=["EXTRA {terminology}"], terminology="function"
    )
    lines = block.splitlines()
    assert lines[0] == "Rules:" and all(line.startswith("- ") for line in lines[1:])
    assert "- NAMES function" in lines and lines[-1] == "- EXTRA function"
    assert "{terminology}" not in block
    for rule in (
        core_rules.RULE_POPULATE_REQUIRED,
        core_rules.RULE_ONE_AT_A_TIME,
        core_rules.RULE_EXTRACT_PARAMS,
        core_rules.RULE_BEST_MATCH_INTENT,
        core_rules.RULE_STT_AWARENESS,
        core_rules.RULE_DATE_PARAMS,
    ):
        assert core_rules.with_terminology(rule, "function") in block
    assert len(core_rules.build_rules_block().splitlines()) == len(lines) - 2


def test_the_date_rule_names_every_key_that_the_sdk_exports():
    assert all(key in core_rules.RULE_DATE_PARAMS for key in ALL_DATE_KEYS)


def test_the_fallback_line_has_two_wordings():
    assert core_rules.build_fallback_line() != core_rules.build_fallback_line(hermes_style=True)
    assert "{terminology}" not in core_rules.build_fallback_line()


def test_direct_answers_are_the_exception():
    section = context_builders.build_direct_answer_section(
        [
            {"command_name": "weather", "allow_direct_answer": False},
            {"command_name": "joke", "allow_direct_answer": True},
            {"command_name": "alarm"},
            {"allow_direct_answer": True},
            {"command_name": "alarm"},
        ]
    )
    assert "- Always call: alarm, weather" in section
    assert "- May be answered without a call: joke" in section
    assert context_builders.build_direct_answer_section([]) == ""


def test_few_devices_are_listed_by_room_each_once():
    section = context_builders.build_agent_context_by_room({"agents": {"home_assistant": HOME}, "room": "Hall"})
    assert section == context_builders.build_agent_context_summary({"agents": {"device_agent": HOME}, "room": "Hall"})
    assert section == context_builders.build_agent_context_section({"agents": {"home_assistant": HOME}, "room": "Hall"})
    assert section.splitlines()[2:] == [
        "Ground: Office, Hall",
        "Hall:",
        "- lock.door: Door (locked)",
        "Office:",
        "- light.desk: Desk (off)",
        "No room:",
        "- light.office: Office lights (on)",
        "Where no room is named, Hall is meant.",
    ]


def test_many_devices_are_counted():
    lights = [{"entity_id": f"light.{number}", "name": str(number)} for number in range(30)]
    home = {"device_controls": {"light": lights, "cover": [{"entity_id": "cover.1"}], "robot": [{"entity_id": "r"}]}}
    section = context_builders.build_agent_context_summary({"agents": {"home_assistant": home}})
    assert "1 covers, 30 lights, 1 robot" in section and "light.7" not in section


def test_rooms_inside_rooms():
    section = context_builders.build_room_hierarchy_section(
        {
            "room_hierarchy": [
                {"id": "a", "name": "Upstairs"},
                {"id": "b", "name": "Bath", "parent_room_id": "a"},
                {"id": "c", "name": "Attic", "parent_room_id": "a"},
                {"id": "d", "name": "Shed", "parent_room_id": "nowhere"},
            ]
        }
    )
    assert "- Upstairs: Bath, Attic" in section and "Shed" not in section


def test_what_tools_want_said_is_said_once():
    section = context_builders.build_tool_guidance_section(
        [{"included_system_prompt_text": " Look it up. "}, {"included_system_prompt_text": "Look it up."}, {}]
    )
    assert section.count("Look it up.") == 1


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "agents",
                    "home_assistant",
                    "device_agent",
                    "light_controls",
                    "device_controls",
                    "light",
                    "floors",
                    "room_hierarchy",
                    "id",
                    "name",
                    "parent_room_id",
                    "entity_id",
                    "area",
                    "room",
                    "user_memories",
                    "command_name",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(ANYTHING)
def test_whatever_a_node_sends_each_section_is_text(context):
    for builder in (
        context_builders.build_agent_context_summary,
        context_builders.build_agent_context_by_room,
        context_builders.build_room_hierarchy_section,
        context_builders.build_direct_answer_section,
        context_builders.build_request_context,
        context_builders.build_tool_guidance_section,
    ):
        section = builder(context)
        assert isinstance(section, str)


TOOL = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "Tells the weather.",
        "parameters": {
            "type": "object",
            "required": ["city"],
            "properties": {
                "city": {"type": "string"},
                "unit": {"type": "string", "enum": ["C", "F"]},
                "days": {"type": "array", "items": {"type": "string", "format": "date-time"}},
                "extra": {"type": ["string", "null"]},
                "any": {},
            },
        },
    },
    "keywords": ["rain"],
    "examples": [
        {"voice_command": "rain in Rome", "expected_parameters": {"city": "Rome"}},
        {"voice_command": "sun in Oslo", "expected_parameters": {"city": "Oslo"}, "is_primary": True},
    ],
}


def test_a_tool_reads_as_its_signature_and_examples():
    assert format_tools_for_prompt([TOOL]).splitlines() == [
        "- weather(city: string, unit?: C|F, days?: array<date-time>, extra?: string|null, any?: any): "
        "Tells the weather.",
        "  keywords: rain",
        '  "rain in Rome" -> {"city":"Rome"}',
        '  "sun in Oslo" -> {"city":"Oslo"}',
    ]
    assert format_tools_for_prompt([TOOL], [], primary_examples_only=True).splitlines()[2:] == [
        '  "sun in Oslo" -> {"city":"Oslo"}'
    ]


def test_what_a_command_declares_comes_before_what_the_tool_carries():
    command = {
        "command_name": "weather",
        "rules": ["Ask for the city."],
        "critical_rules": ["Never guess."],
        "antipatterns": [{"command_name": "news", "description": "That is about events."}],
        "examples": [{"voice_command": "storm in Bonn", "expected_parameters": {"on": datetime.date(2026, 1, 2)}}],
    }
    assert format_tool_hints([TOOL], [command]).splitlines() == [
        "- weather",
        "  keywords: rain",
        "  rule: Ask for the city.",
        "  IMPORTANT: Never guess.",
        "  not for what news does: That is about events.",
        '  "storm in Bonn" -> {"on":"2026-01-02"}',
    ]


@pytest.mark.parametrize("tools", [[], [{}], [{"function": None}], [{"name": 5}]])
def test_no_tools_are_no_text(tools):
    assert format_tools_for_prompt(tools) == "" and format_tool_hints(tools) == ""
