"""A package written only against the published interface and import names loads unmodified and serves."""

import importlib
import json
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.prompts.choice import choose_provider
from ovos_phal_plugin_jarvis.prompts.published_names import PUBLISHED_MODULES
from ovos_phal_plugin_jarvis.prompts.turns import conversation, plain_text
from ovos_phal_plugin_jarvis.runtime.prompt_providers import PublishedProviderLoader, prompt_provider_factory

PROVIDERS = Path(__file__).parents[1] / "fixtures" / "providers"
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "light",
            "description": "Switches lights.",
            "parameters": {"type": "object", "properties": {"on": {"type": "boolean"}}, "required": ["on"]},
        },
    }
]
CONTEXT = {"room": "hall", "agents": {}, "user_memories": "- likes it dark"}


@pytest.fixture
def loader():
    loader = PublishedProviderLoader()
    yield loader
    loader.close()


@pytest.fixture
def factory(loader):
    config = load_config({"commands": {"paths": [str(PROVIDERS)]}})
    return prompt_provider_factory(config, loader)


def chosen(factory, name):
    return choose_provider({"general.architecture": "qwen2"}, configured=name, environ={}, factory=factory).provider


def test_the_package_loads(factory):
    assert [failure.source for failure in factory.failures] == []
    info = {entry.name: entry for entry in factory.provider_info()}
    assert info["AcmeMediumUntrained"].capabilities["model_family"] == "acme"
    assert info["AcmeLargeTrained"].capabilities["use_tool_classifier"] is False


def test_it_writes_its_prompt_with_our_builders(factory):
    prompt = (
        chosen(factory, "acmemediumuntrained")
        .system_prompt(TOOLS, [{"command_name": "light", "allow_direct_answer": False}], CONTEXT, "Europe/Vienna")
        .stable
    )
    for expected in (
        "room=hall",
        "likes it dark",
        "Europe/Vienna",
        '"name": "light"',
        "Always call: light",
        "Rules:",
        "<tool_call>",
    ):
        assert expected in prompt
    assert "{terminology}" not in prompt


def test_one_with_tags_is_served_from_words_to_call(factory):
    provider = chosen(factory, "AcmeMediumUntrained")
    turns = conversation("S", "light on", suffix=provider.user_message_suffix)
    assert "light on /nothink<|im_end|>" in plain_text(provider.prompt_format.segments(turns))
    written = provider.call_format.render([("light", {"on": True})])
    assert written.startswith("<tool_call>")
    assert [(call.name, call.arguments) for call in provider.read_reply(written).calls] == [("light", {"on": True})]
    assert provider.read_reply("Good night.").message == "Good night."


def test_one_with_a_notation_of_its_own_is_served_too(factory):
    provider = chosen(factory, "AcmeLargeTrained")
    assert provider.use_tool_classifier is False
    written = provider.call_format.render([("light", {"on": True})])
    assert written == 'ACME[light|{"on":true}]ACME'
    assert [(call.name, call.arguments) for call in provider.read_reply(written).calls] == [("light", {"on": True})]


def test_nothing_of_it_stays_behind(factory, loader):
    before = set(sys.modules)
    factory.list_providers()
    loader.close()
    assert {name for name in set(sys.modules) - before if not name.startswith("ovos_phal_plugin_jarvis")} == set()
    for name in ("app", "acme_shared", "jarvis_command_sdk"):
        assert name not in sys.modules


def test_an_installed_distribution_loads_by_its_entry_point(tmp_path, monkeypatch, loader):
    (tmp_path / "acme_dist").mkdir()
    (tmp_path / "acme_dist" / "__init__.py").write_text("")
    (tmp_path / "acme_dist" / "provider.py").write_text(
        "from app.core.interfaces.ijarvis_prompt_provider import IJarvisPromptProvider\n"
        "class P(IJarvisPromptProvider):\n    name = 'Dist'\n"
        "    def build_system_prompt(self, *args):\n"
        "        from app.core.tool_builder import ToolBuilder\n"
        "        return str(ToolBuilder.build(args[2]))\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("dist", "acme_dist.provider:P", "jarvis.prompt_provider")
    made = loader.load_entry_point(entry)()
    assert "light" in made.build_system_prompt({}, None, TOOLS)


@pytest.mark.parametrize("name", PUBLISHED_MODULES)
def test_each_published_module_is_there(name):
    assert importlib.import_module(PUBLISHED_MODULES[name])


@pytest.mark.parametrize(
    ("module", "names"),
    [
        (
            "app.core.prompt_providers.shared.core_rules",
            [
                "RULE_ONE_AT_A_TIME",
                "RULE_BEST_MATCH_INTENT",
                "RULE_EXTRACT_PARAMS",
                "RULE_STT_AWARENESS",
                "RULE_POPULATE_REQUIRED",
                "ANTI_HALLUCINATION_MANDATE",
                "build_identity_header",
                "build_rules_block",
                "build_fallback_line",
            ],
        ),
        (
            "app.core.prompt_providers.shared.context_builders",
            [
                "build_agent_context_summary",
                "build_agent_context_by_room",
                "build_direct_answer_section",
                "build_room_hierarchy_section",
            ],
        ),
        ("app.core.prompt_providers.shared.tool_formatters", ["format_tools_for_prompt"]),
        ("app.core.tool_builder", ["ToolBuilder"]),
        ("app.core.interfaces.ijarvis_prompt_provider", ["IJarvisPromptProvider"]),
        ("app.core.prompt_providers.medium.untrained.qwen25_medium_untrained", ["Qwen25MediumUntrained"]),
        ("app.core.prompt_provider_factory", ["PromptProviderFactory"]),
        ("app.core.tool_call_parser", ["ToolCallParser"]),
    ],
)
def test_with_the_names_that_published_providers_import(module, names):
    ours = importlib.import_module(PUBLISHED_MODULES[module])
    assert [name for name in names if not hasattr(ours, name)] == []


def test_tools_reach_it_as_plain_json(factory):
    prompt = chosen(factory, "AcmeLargeTrained").system_prompt(tuple(TOOLS)).stable
    assert json.loads(prompt.split("Tools: ", 1)[1]) == TOOLS
