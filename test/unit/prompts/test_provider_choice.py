"""Which provider a model gets, and what is said about it."""

import pytest

from ovos_phal_plugin_jarvis.llm.prompts.chat_template import ChatTemplateError
from ovos_phal_plugin_jarvis.llm.prompts.choice import ENVIRONMENT_VARIABLE, choose_provider
from ovos_phal_plugin_jarvis.llm.prompts.factory import PromptProviderFactory, UnknownProviderError
from ovos_phal_plugin_jarvis.llm.turns import conversation, plain_text

CHATML = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
HEADERS = "{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>{{ m.content }}{% endfor %}"
INST = "{% for m in messages %}[INST] {{ m.content }} [/INST]{% endfor %}"
GEMMA = "{% for m in messages %}<start_of_turn>{{ m.role }}\n{{ m.content }}<end_of_turn>{% endfor %}"
OTHER = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}"


@pytest.mark.parametrize(
    ("architecture", "name", "template", "provider", "form", "why"),
    [
        ("qwen2", "Qwen2.5 7B Instruct", CHATML, "Qwen25MediumUntrained", "chatml", "architecture qwen2"),
        ("qwen2moe", "", "", "Qwen25MediumUntrained", "chatml", "architecture qwen2moe"),
        ("qwen2", "DeepSeek R1 Distill Qwen 7B", OTHER, "GenericMediumUntrained", "chat_template", "own chat template"),
        ("qwen3", "Qwen3 8B", CHATML + "<think>", "Qwen3MediumUntrained", "chatml", "architecture qwen3"),
        ("qwen3moe", "", CHATML, "Qwen3MediumUntrained", "chatml", "architecture qwen3moe"),
        ("llama", "Hermes 3 Llama 3.1 8B", CHATML, "HermesMediumUntrained", "chatml", "hermes 3"),
        ("llama", "Hermes-3", "", "HermesMediumUntrained", "chatml", "hermes-3"),
        ("llama", "Meta Llama 3.1 8B Instruct", HEADERS, "Llama31MediumUntrained", "llama3", "<|start_header_id|>"),
        ("llama", "Llama-3.2-3B-Instruct", "", "Llama31MediumUntrained", "llama3", "llama-3.2-3b"),
        ("llama", "Mistral 7B Instruct v0.3", INST, "Mistral7bMediumUntrained", "mistral", "mistral 7b"),
        ("llama", "Mixtral 8x7B", INST, "Mistral7bMediumUntrained", "mistral", "mixtral"),
        ("llama", "", INST + "[TOOL_CALLS]", "Mistral7bMediumUntrained", "mistral", "[TOOL_CALLS]"),
        ("llama", "Llama 2 7B Chat", INST, "GenericMediumUntrained", "chat_template", "own chat template"),
        ("gemma2", "gemma-2-9b-it", GEMMA, "Gemma2MediumUntrained", "gemma", "architecture gemma2"),
        ("phi3", "Phi 3.5", OTHER, "GenericMediumUntrained", "chat_template", "no known family"),
        ("llama", "tiny", "", "GenericMediumUntrained", "plain", "no chat template"),
        ("", "", "", "GenericMediumUntrained", "plain", "no chat template"),
    ],
)
def test_the_model_decides(architecture, name, template, provider, form, why):
    metadata = {"general.architecture": architecture, "general.name": name, "tokenizer.chat_template": template}
    choice = choose_provider(metadata, environ={})
    assert (choice.name, choice.provider.prompt_format.name) == (provider, form)
    assert why in choice.why
    assert "hi" in plain_text(choice.provider.prompt_format.segments(conversation("S", "hi")))


@pytest.mark.parametrize("metadata", [{}, {"general.architecture": 5, "tokenizer.chat_template": None}])
def test_a_file_that_says_nothing_gets_the_generic_provider(metadata):
    assert choose_provider(metadata, environ={}).name == "GenericMediumUntrained"


def test_configuration_comes_before_environment_before_the_model():
    metadata = {"general.architecture": "qwen2"}
    environ = {ENVIRONMENT_VARIABLE: "gemma2mediumuntrained"}
    configured = choose_provider(metadata, configured="LLAMA31mediumUntrained", environ=environ)
    assert configured.name == "Llama31MediumUntrained" and "configuration" in configured.why
    for auto in ("auto", "AUTO", "", " "):
        chosen = choose_provider(metadata, configured=auto, environ=environ)
        assert chosen.name == "Gemma2MediumUntrained" and ENVIRONMENT_VARIABLE in chosen.why
    assert choose_provider(metadata, environ={ENVIRONMENT_VARIABLE: "auto"}).name == "Qwen25MediumUntrained"


def test_the_environment_is_the_process_own_by_default(monkeypatch):
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, "Mistral7bMediumUntrained")
    assert choose_provider({}).name == "Mistral7bMediumUntrained"


def test_an_unknown_name_says_which_there_are():
    with pytest.raises(UnknownProviderError, match="'Qwen99'.*Qwen25MediumUntrained"):
        choose_provider({}, configured="Qwen99", environ={})


def test_a_named_stranger_is_served_with_the_turns_of_the_model(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class P:\n    name = 'Mine'\n    def build_system_prompt(self, *args): return 'Use <tool_call>.'\n"
    )
    choice = choose_provider(
        {"general.architecture": "qwen2"}, configured="mine", environ={}, factory=PromptProviderFactory([tmp_path])
    )
    assert choice.name == "Mine" and choice.provider.prompt_format.name == "chatml"
    assert "Qwen25MediumUntrained" in choice.why


def test_a_template_that_has_to_be_used_and_is_broken_is_a_clear_error():
    with pytest.raises(ChatTemplateError, match="not valid"):
        choose_provider({"general.architecture": "phi3", "tokenizer.chat_template": "{% if"}, environ={})
