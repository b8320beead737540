"""The network of ``network.py`` in torch, so that it can be trained, and the losses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ovos_phal_plugin_jarvis.nlu.encoder.network import distances, relations
from ovos_phal_plugin_jarvis.nlu.encoder.weights import Shape

NOTHING = -1e9


def _written(name: str) -> str:
    """A parameter's name as ``Shape.tensors`` has it."""
    whole, dot, rest = name.partition(".")
    return whole.replace("_", ".") + dot + rest


class Norm(nn.Module):
    """Root mean square norm with a gain."""

    def __init__(self, width: int):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: Tensor) -> Tensor:
        return x * (self.weight * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5))


class Layer(nn.Module):
    """Attention with learned relations, then two linear maps."""

    def __init__(self, shape: Shape, buckets: int, dropout: float):
        super().__init__()
        d = shape.width
        self.heads = shape.heads
        self.norm1, self.norm2 = Norm(d), Norm(d)
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.out = nn.Linear(d, d, bias=False)
        self.relative = nn.Embedding(buckets, shape.heads)
        self.ff1 = nn.Linear(d, shape.inner)
        self.ff2 = nn.Linear(shape.inner, d, bias=False)
        self.dropout = nn.Dropout(dropout)
        nn.init.zeros_(self.relative.weight)
        nn.init.normal_(self.out.weight, std=0.02)
        nn.init.normal_(self.ff2.weight, std=0.02)

    def keys(self, memory: Tensor) -> Tensor:
        """What of the memory is attended to: keys and values, side by side."""
        d = memory.shape[-1]
        return F.linear(self.norm1(memory), self.qkv.weight[d:])

    def forward(self, x: Tensor, bias: Tensor, memory: Tensor | None = None) -> Tensor:
        b, n, d = x.shape
        size = d // self.heads
        q, k, v = self.qkv(self.norm1(x)).split(d, -1)
        if memory is not None:
            more_k, more_v = memory.split(d, -1)
            k, v = torch.cat([k, more_k], 1), torch.cat([v, more_v], 1)
        q, k, v = (part.view(b, -1, self.heads, size).transpose(1, 2) for part in (q, k, v))
        mixed = torch.softmax(q @ k.transpose(2, 3) * size**-0.5 + bias, -1) @ v
        x = x + self.out(mixed.transpose(1, 2).reshape(b, n, d))
        return x + self.dropout(self.ff2(F.relu(self.ff1(self.norm2(x)))))


@dataclass
class Rows:
    """Candidates to read: which utterance, which tool, and what belongs to them."""

    utterance: Tensor  # r
    tool: Tensor  # r
    flags: Tensor  # r, n, f
    parameters: Tensor  # r, p: rows of all parameters; -1: none


class Model(nn.Module):
    """Names and shapes of parameters are those of ``Shape.tensors``."""

    def __init__(self, shape: Shape, dropout: float = 0.1):
        super().__init__()
        self.shape = shape
        d, s = shape.width, shape.similarity
        self.embed = nn.Linear(3 * shape.word, d)
        self.kind = nn.Embedding(shape.kinds, d)
        self.types = nn.Embedding(shape.types, d)
        self.required = nn.Embedding(2, d)
        self.flag = nn.Embedding(shape.flags, d)
        self.segment = nn.Embedding(3, d)
        near = 2 * shape.reach + 1
        self.encoder: Any = nn.ModuleList(Layer(shape, near, dropout) for _ in range(shape.encoder_layers))
        self.encoder_norm = Norm(d)
        self.reader: Any = nn.ModuleList(Layer(shape, near + 12, dropout) for _ in range(shape.reader_layers))
        self.reader_norm = Norm(d)
        self.pool = nn.Linear(d, 1, bias=False)
        self.pooled = nn.Linear(d, s, bias=False)
        self.token = nn.Linear(d, s, bias=False)
        self.importance = nn.Linear(d, 1, bias=False)
        self.similarity_scale = nn.Parameter(torch.tensor([8.0, 8.0]))
        self.fit = nn.Sequential(nn.Linear(d, d), nn.ReLU(), nn.Linear(d, 1))
        self.fit_similarity = nn.Parameter(torch.tensor([1.0, 1.0]))
        self.span_parameter = nn.Linear(d, 3 * s, bias=False)
        self.span_word = nn.Linear(d, 3 * s, bias=False)
        self.span_absent = nn.Linear(d, 1)
        self.choice_parameter = nn.Linear(d, s, bias=False)
        self.choice_value = nn.Linear(d, s, bias=False)
        self.choice_word = nn.Linear(d, s, bias=False)
        self.choice_said = nn.Linear(d, s, bias=False)
        self.choice_match = nn.Parameter(torch.tensor([1.0, 2.0, 0.5]))
        self.choice_absent = nn.Linear(d, 1)
        self.dropout = nn.Dropout(dropout)
        for table in (self.kind, self.types, self.required, self.segment, self.flag):
            nn.init.normal_(table.weight, std=0.1)
        for linear in (self.pool, self.importance):
            nn.init.zeros_(linear.weight)
        self._start_from_the_vectors()

    @torch.no_grad()
    def _start_from_the_vectors(self) -> None:
        """Untrained, texts are as near as their words' vectors are, and words look at words like them."""
        d, word, s = self.shape.width, self.shape.word, self.shape.similarity
        turned, _ = torch.linalg.qr(torch.randn(max(d, word), min(d, word)))
        turned = turned if d >= word else turned.T  # d × word
        self.embed.weight.mul_(2)
        self.embed.weight[:, word : 2 * word] = 8 * turned
        self.embed.bias.zero_()
        # The first directions of the vectors hold the most.
        self.token.weight[: min(s, word)] = turned[:, :s].T
        self.pooled.weight[: min(s, word)] = turned[:, :s].T
        size = d // self.shape.heads
        for layer in [*self.encoder, *self.reader]:
            half = self.shape.heads // 2 * size
            layer.qkv.weight[d : d + half] = layer.qkv.weight[:half]

    def exported(self, calibration: tuple[float, float]) -> dict[str, np.ndarray[Any, Any]]:
        """Tensors by the names of ``Shape.tensors``."""
        out = {"calibration": np.array(calibration, np.float32)}
        for name, tensor in self.state_dict().items():
            out[_written(name)] = tensor.detach().cpu().float().numpy()
        return out

    @torch.no_grad()
    def take(self, tensors: Mapping[str, np.ndarray[Any, Any]]) -> None:
        """What ``exported`` gave, but for the rounding of a file."""
        for name, tensor in self.state_dict().items():
            tensor.copy_(torch.from_numpy(np.asarray(tensors[_written(name)], np.float32)).view(tensor.shape))

    def encode(self, vectors: Tensor, mask: Tensor, kind: Tensor) -> tuple[Tensor, Tensor]:
        """As ``Network.encode``; ``kind`` has a row for each text."""
        vectors = vectors * mask[..., None]
        before = F.pad(vectors, (0, 0, 1, 0))[:, :-1]
        after = F.pad(vectors, (0, 0, 0, 1))[:, 1:]
        x = self.dropout(self.embed(torch.cat([before, vectors, after], -1)) + self.kind(kind)[:, None])
        blocked = torch.where(mask, 0.0, NOTHING)[:, None, None, :]
        which = torch.from_numpy(distances(x.shape[1], self.shape.reach)).to(x.device)
        for layer in self.encoder:
            x = layer(x, layer.relative(which).permute(2, 0, 1)[None] + blocked)
        x = self.encoder_norm(x)
        weight = torch.softmax(self.pool(x)[..., 0] + blocked[:, 0, 0], -1)
        return x, (weight[:, None] @ x)[:, 0]

    def compare(
        self, states: Tensor, mask: Tensor, pooled: Tensor, tools: Tensor, tokens: Tensor, tokens_mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Comparisons (u, t) of utterances and tools: whole texts, and words with the nearest word of the tool."""
        whole = F.normalize(self.pooled(pooled), dim=-1) @ F.normalize(self.pooled(tools), dim=-1).T
        u, n, _ = states.shape
        t, m, _ = tokens.shape
        mine = F.normalize(self.token(states), dim=-1).view(u * n, -1)
        theirs = F.normalize(self.token(tokens), dim=-1).view(t * m, -1)
        each = (mine @ theirs.T).view(u, n, t, m).masked_fill(~tokens_mask[None, None], -1.0).amax(-1)
        weight = torch.softmax(self.importance(states)[..., 0].masked_fill(~mask, NOTHING), -1)
        return whole, (each * weight[..., None]).sum(1)

    def read(
        self,
        rows: Rows,
        states: Tensor,
        mask: Tensor,
        tools: Tensor,
        text_keys: list[Tensor],
        text_mask: Tensor,
        parameters: Tensor,
        similarity: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of fit (r), states of the parameters (r, p, d) and of the words (r, n, d)."""
        segment = self.segment.weight
        n, p, m = states.shape[1], rows.parameters.shape[1], text_mask.shape[1]
        parameter_mask = rows.parameters >= 0
        x = torch.cat(
            [
                (tools[rows.tool] + segment[0])[:, None],
                states[rows.utterance] + segment[1] + rows.flags @ self.flag.weight,
                parameters[rows.parameters.clamp(min=0)] + segment[2],
            ],
            1,
        )
        seen = torch.cat([mask.new_ones(len(x), 1), mask[rows.utterance], parameter_mask, text_mask[rows.tool]], 1)
        blocked = torch.where(seen, 0.0, NOTHING)[:, None, None, :]
        which = torch.from_numpy(relations(n, p, m, self.shape.reach)).to(x.device)
        for layer, keys in zip(self.reader, text_keys, strict=True):
            x = layer(x, layer.relative(which).permute(2, 0, 1)[None] + blocked, keys[rows.tool])
        x = self.reader_norm(x)
        fit = self.fit(x[:, 0])[:, 0] + similarity @ self.fit_similarity
        return fit, x[:, 1 + n :], x[:, 1 : 1 + n]

    def spans(self, parameters: Tensor, words: Tensor, mask: Tensor) -> Tensor:
        """Logits (k, n × n + 1) of each span of the words (k, n, d) for each parameter (k, d), and of absence."""
        k, n, _ = words.shape
        s = self.shape.similarity
        ps = self.span_parameter(parameters).view(k, 3, s)
        us = self.span_word(words).view(k, n, 3, s)
        start, end, inside = (torch.einsum("kns,ks->kn", us[:, :, i], ps[:, i]) * s**-0.5 for i in range(3))
        before = F.pad((inside * mask).cumsum(1), (1, 0))
        scores = (start - before[:, :-1])[:, :, None] + (end + before[:, 1:])[:, None]
        good = mask[:, :, None] & mask[:, None] & torch.ones(n, n, dtype=torch.bool, device=mask.device).triu()
        return torch.cat([scores.masked_fill(~good, NOTHING).view(k, -1), self.span_absent(parameters)], 1)

    def choices(
        self, parameters: Tensor, words: Tensor, mask: Tensor, values: Tensor, values_mask: Tensor, match: Tensor
    ) -> Tensor:
        """Logits (k, v + 1) of values (k, v, d) and, last, of "not said"."""
        root = self.shape.similarity**-0.5
        meant = torch.einsum("kvs,ks->kv", self.choice_value(values), self.choice_parameter(parameters))
        said = torch.einsum("kvs,kns->kvn", self.choice_said(values), self.choice_word(words))
        said = said.masked_fill(~mask[:, None], NOTHING).amax(-1)
        logits = (meant + said) * root + match @ self.choice_match
        return torch.cat([logits.masked_fill(~values_mask, NOTHING), self.choice_absent(parameters)], 1)
