"""The built-in providers: two parts, the stable one stable; the notation shown is the one that is read."""

import json
import random
from datetime import datetime, timezone

import pytest

from ovos_phal_plugin_jarvis.llm.call_format import Call
from ovos_phal_plugin_jarvis.llm.prompts.factory import PromptProviderFactory
from ovos_phal_plugin_jarvis.llm.prompts.family import FamilyProvider
from ovos_phal_plugin_jarvis.llm.prompts.parser import parse_reply
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen3 import Qwen3MediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen25 import Qwen25MediumUntrained

FACTORY = PromptProviderFactory()
NAMES = [info.name for info in FACTORY.provider_info() if info.source == "built-in"]


def tool(name, **extra):
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": f"Does {name}.",
            "parameters": {
                "type": "object",
                "properties": {
                    "level": {"type": "integer", "_refinable": True, "description": "How much."},
                    "mode": {"type": "string", "enum": ["slow", "fast"]},
                },
                "required": ["level"],
            },
        },
        "allow_direct_answer": False,
        **extra,
    }


TOOLS = [
    tool(
        "zoom",
        keywords=["closer"],
        examples=[
            {"voice_command": "go closer", "expected_parameters": {"level": 2}, "is_primary": True},
            {"voice_command": "a bit closer", "expected_parameters": {"level": 1}, "is_primary": False},
        ],
    ),
    tool("brew", antipatterns=[{"command_name": "zoom", "description": "That is about cameras."}]),
    tool("ask", allow_direct_answer=True),
]
CONTEXT = {
    "room": "kitchen",
    "user": "default",
    "speaker_name": "Ann",
    "voice_mode": "brief",
    "user_memories": "- likes tea",
    "agents": {
        "home_assistant": {
            "device_controls": {"light": [{"entity_id": "light.hob", "name": "Hob", "area": "Kitchen", "state": "off"}]}
        }
    },
    "room_hierarchy": [{"id": 1, "name": "Ground floor"}, {"id": 2, "name": "Kitchen", "parent_room_id": 1}],
}
NOW = datetime(2026, 3, 6, 17, 4, tzinfo=timezone.utc)


@pytest.fixture(params=NAMES)
def provider(request):
    return FACTORY.create_provider(request.param)


def test_all_families_are_there():
    assert set(NAMES) == {
        "Qwen25MediumUntrained",
        "Qwen3MediumUntrained",
        "HermesMediumUntrained",
        "Llama31MediumUntrained",
        "Mistral7bMediumUntrained",
        "FunctionGemmaSmallUntrained",
        "Gemma2MediumUntrained",
        "GenericMediumUntrained",
    }


def test_the_stable_part_depends_on_the_tools_alone(provider):
    first = provider.system_prompt(TOOLS, None, CONTEXT, "Europe/Vienna", NOW).stable
    shuffled = random.Random(4).sample(TOOLS, len(TOOLS))
    assert provider.system_prompt(shuffled).stable == first
    assert provider.system_prompt(shuffled, (), {"room": "attic"}, "UTC", NOW.replace(year=2031)).stable == first
    assert provider.system_prompt(TOOLS[:2]).stable != first
    assert all(word not in first for word in ("kitchen", "Ann", "tea", "2026", "Vienna", "light.hob"))


def test_the_late_part_has_the_day_and_the_surroundings_but_no_time_of_day(provider):
    late = provider.system_prompt(TOOLS, None, CONTEXT, "Europe/Vienna", NOW).late
    for word in (
        "room=kitchen",
        "user=Ann",
        "style=brief",
        "likes tea",
        "Friday, 2026-03-06",
        "Europe/Vienna",
        "light.hob",
        "Ground floor: Kitchen",
    ):
        assert word in late
    assert "17" not in late
    assert provider.system_prompt(TOOLS).late == ""


def test_the_stable_part_has_every_tool_its_hints_and_the_rules(provider):
    stable = provider.system_prompt(TOOLS).stable
    for word in (
        "zoom",
        "brew",
        "ask",
        "Does zoom.",
        "slow",
        "closer",
        '"go closer" -> {"level":2}',
        "not for what zoom does: That is about cameras.",
        "Rules:",
        "Always call: brew, zoom",
        "May be answered without a call: ask",
    ):
        assert word in stable
    assert "a bit closer" not in stable, "one example a tool"
    assert "_refinable" not in stable and "{terminology}" not in stable


def test_the_published_method_gives_both_parts_in_one(provider):
    whole = provider.build_system_prompt(CONTEXT, "Europe/Vienna", TOOLS, [])
    parts = provider.system_prompt(TOOLS, [], CONTEXT, "Europe/Vienna")
    assert whole == f"{parts.stable}\n\n{parts.late}"
    assert provider.build_system_prompt({}, None, []).strip()
    assert provider.build_system_prompt(None, None, TOOLS, None)


def test_what_the_instructions_show_is_what_is_read(provider):
    shown = provider.call_format.render([Call("function_name", {})])
    opening = shown[: shown.index("function_name")].split("\n")[0]
    assert opening in provider.call_instructions()
    calls = [Call("zoom", {"level": 2}), Call("brew", {"level": 1, "mode": "slow"})]
    read = json.loads(provider.parse_response(provider.call_format.render(calls)))
    assert [Call(call["name"], call["arguments"]) for call in read["tool_calls"]] == calls


def test_reads_replies_as_published(provider):
    assert provider.get_response_format() == {"type": "text"}
    assert provider.parse_response('{"message": "", "tool_calls": [], "error": null}') is None
    assert provider.parse_response("") is None
    assert provider.parse_response(None) is None
    assert json.loads(provider.parse_response("Good evening.")) == {
        "message": "Good evening.",
        "tool_calls": [],
        "error": None,
    }
    wrapped = provider.parse_response('{"name": "w", "arguments": {"resolved_datetimes": "today", "city": "Rome"}}')
    assert json.loads(wrapped)["tool_calls"][0]["arguments"] == {"resolved_datetimes": ["today"], "city": "Rome"}


def test_training_text_is_what_decoding_is_held_to(provider):
    assert isinstance(provider, FamilyProvider)
    completion = provider.build_training_completion({"name": "zoom", "arguments": {"level": 2}})
    assert [(call.name, call.arguments) for call in parse_reply(completion).calls] == [("zoom", {"level": 2})]
    system = provider.build_training_system_prompt()
    assert provider.system_prompt(TOOLS).stable.startswith(system)


def test_says_what_it_is(provider):
    capabilities = provider.get_capabilities()
    assert capabilities["provider_name"] == provider.name
    assert capabilities["training_tier"] == "untrained"
    assert capabilities["size_tier"] == ("small" if "Small" in provider.name else "medium")
    assert capabilities["use_tool_classifier"] is True
    assert capabilities["supports_native_tools"] is False


def test_native_tools_are_plain(provider):
    assert provider.build_tools(TOOLS)[0]["function"]["parameters"]["properties"]["level"] == {
        "type": "integer",
        "description": "How much.",
    }


def test_qwen_25_writes_training_completions_as_the_reference_does():
    call = {"name": "zoom", "arguments": {"level": 2}, "failure_message": "Sorry."}
    assert Qwen25MediumUntrained().build_training_completion(call) == (
        ' <tool_call>\n{"name": "zoom", "arguments": {"level": 2}, "failure_message": "Sorry."}\n</tool_call>'
    )


def test_qwen_3_is_told_not_to_think():
    assert Qwen3MediumUntrained().user_message_suffix == " /no_think"
    assert Qwen25MediumUntrained().user_message_suffix == ""
