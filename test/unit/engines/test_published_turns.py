"""Each family's turns are those that llama.cpp itself writes for the family: its own templates, as they are installed.

What is compared is what the model reads: the bytes of the tokens, on a vocabulary of the family's kind. A SentencePiece
vocabulary adds a space where a control token ends, which a template as text has to write.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

import pytest

from ovos_phal_plugin_jarvis.llm.engines.llama.model import LlamaModel
from ovos_phal_plugin_jarvis.llm.engines.llama.prompt import PromptReader
from ovos_phal_plugin_jarvis.llm.prompts.choice import choose_provider
from ovos_phal_plugin_jarvis.llm.turns import Turn
from tiny_gguf import Tokenizer, write_tiny_gguf

llama_cpp = pytest.importorskip("llama_cpp")

TURNS = (
    Turn("system", "You call tools. {"),
    Turn("user", "What is it?\nTell me"),
    Turn("assistant", "It is 日本 😀."),
    Turn("user", "and [now] {then}?"),
)
CHATML = "{{ '<|im_start|>' }} {{ '<|im_end|>' }}"
HEADERS = "{{ '<|start_header_id|>' }}"
MISTRAL_3 = "{{ '[AVAILABLE_TOOLS]' }}{{ '[INST] ' }}{{ '[TOOL_CALLS]' }}"

FAMILIES = {
    # llama.cpp's name: (the vocabulary, what the file says of the model)
    "chatml": ("qwen2", {"general.architecture": "qwen2", "tokenizer.chat_template": CHATML}),
    "llama3": ("llama-bpe", {"general.architecture": "llama", "tokenizer.chat_template": HEADERS}),
    "mistral-v1": ("spm without prefix", {"general.name": "mistral", "tokenizer.chat_template": "{{ ' [INST] ' }}"}),
    "mistral-v3": ("spm", {"general.name": "Mistral-7B-Instruct-v0.3", "tokenizer.chat_template": MISTRAL_3}),
    "mistral-v3-tekken": ("tekken", {"general.name": "Mistral Nemo", "tokenizer.chat_template": MISTRAL_3}),
    "mistral-v7-tekken": (
        "tekken",
        {"general.name": "Mistral Small", "tokenizer.chat_template": MISTRAL_3 + "{{ '[SYSTEM_PROMPT]' }}"},
    ),
    "gemma": (
        "spm without prefix",
        {"general.architecture": "gemma3", "tokenizer.chat_template": "{{ '<start_of_turn>' }}"},
    ),
}


def written_by_llama_cpp(template: str, turns: Sequence[Turn]) -> str:
    messages = [llama_cpp.llama_chat_message(turn.role.encode(), turn.text.encode()) for turn in turns]
    buffer = ctypes.create_string_buffer(10_000)
    array = (llama_cpp.llama_chat_message * len(messages))(*messages)
    size = llama_cpp.llama_chat_apply_template(template.encode(), array, len(messages), True, buffer, len(buffer))
    assert size > 0, f"llama.cpp knows no template {template}"
    return buffer.raw[:size].decode()


@pytest.fixture(scope="module")
def read_by(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., bytes]:
    """The bytes of the tokens that a model of a tokenizer reads for turns in a format."""

    def read(tokenizer: Tokenizer, turns_format: object, turns: Sequence[Turn]) -> bytes:
        path = tmp_path_factory.mktemp("turns") / "tiny.gguf"
        model = LlamaModel(write_tiny_gguf(path, tokenizer=tokenizer, embedding=32, layers=1), n_ctx=512, threads=1)
        try:
            reader = PromptReader(model, None, lambda: None)
            reader.read(turns_format.segments(turns), 0, 0)  # type: ignore[attr-defined]
            return b"".join(model.pieces[token] for chunk in reader._held for token in chunk)
        finally:
            model.close()

    return read


@pytest.mark.parametrize("template", FAMILIES)
@pytest.mark.parametrize("count", [2, 4])
def test_turns_are_those_of_the_family(template: str, count: int, read_by: Callable[..., bytes]) -> None:
    tokenizer, metadata = FAMILIES[template]
    provider = choose_provider(metadata, environ={}).provider
    read = read_by(tokenizer, provider.prompt_format, TURNS[:count])
    assert read.decode() == written_by_llama_cpp(template, TURNS[:count])
