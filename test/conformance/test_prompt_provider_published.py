"""A package written only against the published interface and import names loads unmodified and serves."""

import importlib
import json
import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.cli.installed import prompt_providers_in
from ovos_phal_plugin_jarvis.commands.install.installer import InstallError, install, plan_install
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.llm.call_format import Call
from ovos_phal_plugin_jarvis.llm.prompts.choice import choose_provider
from ovos_phal_plugin_jarvis.llm.prompts.published_names import PUBLISHED_MODULES
from ovos_phal_plugin_jarvis.llm.turns import conversation, plain_text
from ovos_phal_plugin_jarvis.runtime.prompt_providers import PublishedProviderLoader, prompt_provider_factory
from ovos_phal_plugin_jarvis.stores import open_stores

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
    written = provider.call_format.render([Call("light", {"on": True})])
    assert written.startswith("<tool_call>")
    assert [(call.name, call.arguments) for call in provider.read_reply(written).calls] == [("light", {"on": True})]
    assert provider.read_reply("Good night.").message == "Good night."


def test_one_with_a_notation_of_its_own_is_served_too(factory):
    provider = chosen(factory, "AcmeLargeTrained")
    assert provider.use_tool_classifier is False
    written = provider.call_format.render([Call("light", {"on": True})])
    assert written == 'ACME[light|{"on":true}]ACME'
    assert [(call.name, call.arguments) for call in provider.read_reply(written).calls] == [("light", {"on": True})]


QUARTET = ["QuartetSmallUntrained", "QuartetMediumUntrained", "QuartetMediumTrained", "QuartetLargeTrained"]


def test_a_package_of_four_providers_in_two_files_brings_all_four(factory):
    """Its manifest names one of them; the others stand beside it, and in a module beside that."""
    assert [failure.source for failure in factory.failures] == []
    assert [name for name in factory.list_providers() if name.startswith("Quartet")] == QUARTET
    for name in QUARTET:
        provider = chosen(factory, name)
        assert provider.capabilities()["quantization"] == "Q4_K_M"
        assert provider.response_format == {"type": "text"}
        prompt = provider.system_prompt(TOOLS, [], {**CONTEXT, "date_keys": ["today"]}, "Europe/Vienna").stable
        assert "room=hall" in prompt and "Zone Europe/Vienna. Dates: today." in prompt
        written = provider.call_format.render([Call("light", {"on": True})])
        assert [(call.name, call.arguments) for call in provider.read_reply(written).calls] == [("light", {"on": True})]
    made = [type(factory.create_provider(name)) for name in QUARTET]
    bases = {cls for provider in made for cls in provider.__mro__ if cls.__name__ == "QuartetBase"}
    assert len(bases) == 1  # the module beside imports the very same
    assert chosen(factory, "QuartetLargeTrained").use_tool_classifier is False


def test_a_module_that_fails_costs_its_own_providers_only(tmp_path, loader):
    package = shutil.copytree(PROVIDERS / "quartet-prompts", tmp_path / "quartet-prompts")
    folder = package / "prompt_providers" / "quartet"
    (folder / "broken.py").write_text("import nothing_at_all\n")
    (folder / "test_quartet.py").write_text("raise RuntimeError('a test is not imported')\n")
    factory = prompt_provider_factory(load_config({"commands": {"paths": [str(tmp_path)]}}), loader)
    assert [name for name in factory.list_providers() if name in QUARTET] == QUARTET
    assert [Path(failure.source).name for failure in factory.failures] == ["broken.py"]


def test_a_declared_provider_may_lie_anywhere_in_its_package(tmp_path, loader):
    package = shutil.copytree(PROVIDERS / "quartet-prompts", tmp_path / "quartet-prompts")
    (package / "prompt_providers" / "quartet").rename(package / "prompts")
    (package / "prompt_providers").rmdir()
    manifest = package / "jarvis_package.yaml"
    manifest.write_text(manifest.read_text().replace("prompt_providers/quartet/", "prompts/"))
    factory = prompt_provider_factory(load_config({"commands": {"paths": [str(tmp_path)]}}), loader)
    assert [name for name in factory.list_providers() if name in QUARTET] == QUARTET


def test_installing_names_them_all(tmp_path):
    with open_stores(tmp_path / "data") as stores:
        config = load_config({"commands": {"paths": [str(tmp_path / "installed")]}})
        plan = plan_install(str(PROVIDERS / "quartet-prompts"), config.commands, stores)
        result = install(plan, stores, providers=prompt_providers_in(config))
        assert sorted(result.prompt_providers) == sorted(QUARTET)
        broken = shutil.copytree(PROVIDERS / "quartet-prompts", tmp_path / "broken")
        (broken / "prompt_providers" / "quartet" / "notation.py").write_text("1/0")
        manifest = broken / "jarvis_package.yaml"
        manifest.write_text(manifest.read_text().replace("quartet-prompts", "broken-prompts"))
        with pytest.raises(InstallError, match="ZeroDivisionError"):
            install(plan_install(str(broken), config.commands, stores), stores, providers=prompt_providers_in(config))
        assert [path.name for path in (tmp_path / "installed").iterdir()] == ["quartet-prompts"]


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
