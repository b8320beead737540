"""Writes a GGUF file that llama.cpp loads: the Llama architecture, random weights, a byte-level or a SentencePiece
vocabulary.

What such a model says is noise, which is the point: whatever a test then finds to be well-formed is so by
construction and not because a good model behaved. About half a megabyte, written in a fraction of a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random
from typing import Literal

import gguf
import numpy as np
import pytest

WAITS = "waits for the extra [llama]"
"""Why a test is left out on a machine without llama.cpp: ``conftest.py`` counts them."""

WAITS_FOR_TEMPLATES = "waits for the chat templates that are not kept here"
"""Why a test of a published template is left out: ``fixtures/chat_templates/README.md``."""

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
    "</s>",
    "[SYSTEM_PROMPT]",
    "[/SYSTEM_PROMPT]",
    "[TOOL_RESULTS]",
    "[/TOOL_RESULTS]",
)
"""Each is one token of the type CONTROL: it acts only where the engine puts it, never out of a user's words."""

CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)

Tokenizer = Literal["bpe", "gpt-2", "llama-bpe", "qwen2", "tekken", "spm", "spm without prefix"]
"""``spm`` is SentencePiece; the others are byte-level BPE, by llama.cpp's name for how a text is split first."""

_PRE_TOKENIZERS = {"bpe": "default"}

# Two-letter merges, so that a test meets tokens that are longer than one byte and end in the middle of a word.
_MERGES = ("t h", "i n", "e r", "o n", "a t", "r e", "Ġ t", '" :')

# Texts that become a token each where a vocabulary is to be larger than its least: marks of JSON that hang together or
# with what stands beside them, numbers, and characters of more than one byte, whole.
SPANNING = (
    *(
        '{"',
        '":',
        '","',
        '"}',
        '"}}',
        '":{"',
        '":["',
        '"],"',
        "[]",
        "{}",
        "]}",
        '":"',
        "},{",
        ' {"',
        ' "',
        '\\"',
        "\\n",
        '="',
    ),
    *(
        '"name',
        '"name":',
        '"arguments',
        '":true',
        "null",
        "false,",
        "10",
        "100",
        "123",
        "2026",
        "-0",
        ".5",
        ":0",
        "\n\n",
        "  ",
    ),
    *("é", "ü", "ß", "日本", "日", "語", "😀", "🦊", " é", 'é"', "�"),
)
# Tokens that end or begin inside a character, alone and with a mark of JSON after it.
_BROKEN = (
    b"\xc3",
    b"\xa9",
    b"\xe6\x97",
    b"\xa5",
    b"\xf0\x9f",
    b"\x98\x80",
    b'\xa9"',
    b'\xa5":',
    b"\x80,",
    b" \xf0\x9f\x98",
    b"a\xc3",
)

_MERGED = 3000
"""Tokens of a large vocabulary that a text is split into; the others a model may choose all the same."""

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
    control: Sequence[str] = (),
    epsilon: float = 1e-5,
    tokenizer: Tokenizer = "bpe",
    vocabulary: int = 0,
    without: str = "",
) -> Path:
    """Write the model to *path* and return it; a test that wants one is left out where no llama.cpp is installed.

    Args:
        seed: of the weights; the same seed writes the same bytes.
        architecture: as ``general.architecture``; one that llama.cpp has never heard of makes a file it refuses.
        extra_tokens: unused tokens to append, to see what a vocabulary of a real model's size costs.
        embedding: width of the model, a multiple of 32.
        epsilon: of the norms; a negative one makes llama.cpp abort the process when it computes.
        without: characters that no token of the vocabulary has.
        control: more control tokens.
        words: whole words that get a token of their own (as USER_DEFINED tokens, which match anywhere).
        tokenizer: the kind of its vocabulary. SentencePiece's puts a space before a text (Llama 2, Mistral 7B) unless
            it is told not to (Gemma).
        vocabulary: how many tokens to have at least: texts that span marks of JSON or end inside a character first,
            then words that are made up.
    """
    pytest.importorskip("llama_cpp", reason=WAITS)
    random = np.random.default_rng(seed)
    is_spm, merges = tokenizer.startswith("spm"), list(_MERGES)
    more = max(
        0, vocabulary - (257 + len(_PIECES) if is_spm else 256 + len(_MERGES)) - len(CONTROL_TOKENS) - len(words)
    )
    if is_spm:
        pieces = list(dict.fromkeys((*_PIECES, *_spm_pieces(more))))[: len(_PIECES) + more]
        plain = ["<unk>", *(f"<0x{b:02X}>" for b in range(256)), *pieces]
        plain_types = [gguf.TokenType.UNKNOWN] + [gguf.TokenType.BYTE] * 256 + [gguf.TokenType.NORMAL] * len(pieces)
        if without:
            pieces = [piece for piece in pieces if not {*without} & {*piece}]
            plain = ["<unk>", *pieces]
            plain_types = [gguf.TokenType.UNKNOWN] + [gguf.TokenType.NORMAL] * len(pieces)
    else:
        merges += _bpe_merges(min(more, _MERGED))
        plain = [*(gguf_byte(b) for b in range(256)), *(merge.replace(" ", "") for merge in merges)]
        plain += _unmerged(more - _MERGED)
        left_out = {gguf_byte(b) for b in without.encode()}
        plain = [token for token in plain if not left_out.intersection(token)]
        merges = [merge for merge in merges if not left_out.intersection(merge.replace(" ", ""))]
        plain_types = [gguf.TokenType.NORMAL] * len(plain)
    tokens = [*plain, *CONTROL_TOKENS, *control, *words, *(f"<unused{i}>" for i in range(extra_tokens))]
    types = (
        plain_types
        + [gguf.TokenType.CONTROL] * (len(CONTROL_TOKENS) + len(control))
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
    if not is_spm:
        writer.add_tokenizer_model("gpt2")
        writer.add_tokenizer_pre(_PRE_TOKENIZERS.get(tokenizer, tokenizer))
        writer.add_token_merges(merges)
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
        values = random.standard_normal(shape, dtype=np.float32) * np.float32(0.2)
        writer.add_tensor(label, values.astype(np.float16) if values.size > 1_000_000 else values)

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


@cache
def gguf_byte(byte: int) -> str:
    """The printable character that stands for *byte* in a GPT-2 vocabulary."""
    printable = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    if byte in printable:
        return chr(byte)
    return chr(256 + [b for b in range(256) if b not in printable].index(byte))


def _made_up_words(count: int) -> Iterator[str]:
    """Pronounceable, with and without a space before them, each once; the same ones each time."""
    random, seen = Random(7), set()
    while len(seen) < count:
        word = "".join(random.choice("bcdfghklmnprstvwz") + random.choice("aeiou") for _ in range(random.randint(1, 4)))
        word = random.choice((word, " " + word, " " + word.capitalize(), word.upper()))
        if word not in seen:
            seen.add(word)
            yield word


def _spm_pieces(count: int) -> list[str]:
    """Pieces of what spans marks, then of words; a piece can't hold part of a character, which the byte tokens do."""
    if not count:
        return []
    spanning = (text for text in SPANNING if "\n" not in text)
    words = chain(_made_up_words(min(count, _MERGED)), (f" word{at}" for at in range(count - _MERGED)))
    return [text.replace(" ", "▁") for text in chain(spanning, words)]


def _unmerged(count: int) -> list[str]:
    """*count* words with a number behind each, so that no two are alike."""
    return [
        f"{gguf_byte(0x20)}{word.strip()}{at}"
        for at, word in enumerate(islice(cycle(_made_up_words(500)), max(0, count)))
    ]


def _bpe_merges(count: int) -> list[str]:
    """*count* merges: each text is built up from its first byte on, so that every beginning of it is a token, too."""
    found, tokens = [], {merge.replace(" ", "") for merge in _MERGES}
    texts = chain(_BROKEN, (text.encode() for text in (*SPANNING, *_made_up_words(count))))
    for text in texts:
        symbols = [gguf_byte(byte) for byte in text]
        for end in range(1, len(symbols)):
            merged = "".join(symbols[: end + 1])
            if merged not in tokens:
                tokens.add(merged)
                found.append(f"{merged[: -len(symbols[end])]} {symbols[end]}")
        if len(found) >= count:
            break
    return found[:count]
