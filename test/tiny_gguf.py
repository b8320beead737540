"""Writes a GGUF file that llama.cpp loads: the Llama architecture, random weights, a byte-level or a SentencePiece
vocabulary.

What such a model says is noise, which is the point: whatever a test then finds to be well-formed is so by
construction and not because a good model behaved. About half a megabyte, written in a fraction of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import gguf
import numpy as np

CONTROL_TOKENS = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<tool_call>",
    "</tool_call>",
    "<tool_response>",
    "</tool_response>",
    "<|begin_of_text|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|eot_id|>",
    "[INST]",
    "[/INST]",
    "[TOOL_CALLS]",
    "[AVAILABLE_TOOLS]",
    "[/AVAILABLE_TOOLS]",
    "<start_of_turn>",
    "<end_of_turn>",
)
"""Each is one token of the type CONTROL: it acts only where the engine puts it, never out of a user's words."""

CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)

# Two-letter merges, so that a test meets tokens that are longer than one byte and end in the middle of a word.
_MERGES = ("t h", "i n", "e r", "o n", "a t", "r e", "Ġ t", '" :')

# Pieces of a SentencePiece vocabulary, the ones that are preferred last; "▁" is its space.
_PIECES = (
    *(chr(c) for c in range(33, 127)),
    *("▁", "é", "ü", "th", "in", "er", '":', "▁t", "▁{", '{"', '▁{"', "▁the", "na", "me", "name"),
)


def write_tiny_gguf(
    path: Path,
    *,
    seed: int = 0,
    architecture: str = "llama",
    name: str = "tiny-random",
    chat_template: str | None = CHATML,
    context_length: int = 131072,
    extra_tokens: int = 0,
    embedding: int = 64,
    layers: int = 2,
    words: Sequence[str] = (),
    epsilon: float = 1e-5,
    tokenizer: Literal["bpe", "spm", "spm without prefix"] = "bpe",
) -> Path:
    """Write the model to *path* and return it.

    Args:
        seed: of the weights; the same seed writes the same bytes.
        architecture: as ``general.architecture``; one that llama.cpp has never heard of makes a file it refuses.
        extra_tokens: unused tokens to append, to see what a vocabulary of a real model's size costs.
        embedding: width of the model, a multiple of 32.
        epsilon: of the norms; a negative one makes llama.cpp abort the process when it computes.
        words: whole words that get a token of their own (as USER_DEFINED tokens, which match anywhere).
        tokenizer: the kind of its vocabulary. SentencePiece's puts a space before a text (Llama 2, Mistral 7B) unless
            it is told not to (Gemma).
    """
    random = np.random.default_rng(seed)
    if tokenizer == "bpe":
        plain = [*(gguf_byte(b) for b in range(256)), *(merge.replace(" ", "") for merge in _MERGES)]
        plain_types = [gguf.TokenType.NORMAL] * len(plain)
    else:
        plain = ["<unk>", *(f"<0x{b:02X}>" for b in range(256)), *_PIECES]
        plain_types = [gguf.TokenType.UNKNOWN] + [gguf.TokenType.BYTE] * 256 + [gguf.TokenType.NORMAL] * len(_PIECES)
    tokens = [*plain, *CONTROL_TOKENS, *words, *(f"<unused{i}>" for i in range(extra_tokens))]
    types = (
        plain_types
        + [gguf.TokenType.CONTROL] * len(CONTROL_TOKENS)
        + [gguf.TokenType.USER_DEFINED] * len(words)
        + [gguf.TokenType.UNUSED] * extra_tokens
    )
    heads, kv_heads, feed_forward = embedding // 32 * 2, embedding // 32, 2 * embedding

    writer = gguf.GGUFWriter(path, architecture)
    writer.add_name(name)
    writer.add_context_length(context_length)
    writer.add_embedding_length(embedding)
    writer.add_block_count(layers)
    writer.add_feed_forward_length(feed_forward)
    writer.add_head_count(heads)
    writer.add_head_count_kv(kv_heads)
    writer.add_rope_dimension_count(embedding // heads)
    writer.add_layer_norm_rms_eps(epsilon)
    writer.add_vocab_size(len(tokens))
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    if tokenizer == "bpe":
        writer.add_tokenizer_model("gpt2")
        writer.add_tokenizer_pre("default")
        writer.add_token_merges(list(_MERGES))
    else:
        writer.add_tokenizer_model("llama")
        writer.add_token_scores([float(place) for place in range(len(tokens))])
        writer.add_add_space_prefix(tokenizer == "spm")
    writer.add_bos_token_id(tokens.index("<|endoftext|>"))
    writer.add_eos_token_id(tokens.index("<|im_end|>"))
    writer.add_add_bos_token(False)
    if chat_template is not None:
        writer.add_chat_template(chat_template)

    def weight(label: str, *shape: int) -> None:
        writer.add_tensor(label, (random.standard_normal(shape) * 0.2).astype(np.float32))

    def norm(label: str) -> None:
        writer.add_tensor(label, np.ones(embedding, dtype=np.float32))

    head = embedding // heads
    weight("token_embd.weight", len(tokens), embedding)
    norm("output_norm.weight")
    weight("output.weight", len(tokens), embedding)
    for i in range(layers):
        norm(f"blk.{i}.attn_norm.weight")
        weight(f"blk.{i}.attn_q.weight", embedding, embedding)
        weight(f"blk.{i}.attn_k.weight", kv_heads * head, embedding)
        weight(f"blk.{i}.attn_v.weight", kv_heads * head, embedding)
        weight(f"blk.{i}.attn_output.weight", embedding, embedding)
        norm(f"blk.{i}.ffn_norm.weight")
        weight(f"blk.{i}.ffn_gate.weight", feed_forward, embedding)
        weight(f"blk.{i}.ffn_up.weight", feed_forward, embedding)
        weight(f"blk.{i}.ffn_down.weight", embedding, feed_forward)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def gguf_byte(byte: int) -> str:
    """The printable character that stands for *byte* in a GPT-2 vocabulary."""
    printable = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    if byte in printable:
        return chr(byte)
    return chr(256 + [b for b in range(256) if b not in printable].index(byte))
