"""The network itself, in numpy. ``recipe/model.py`` is the same in torch, for training; a test holds them together.

Shapes: ``b`` texts or candidates in a batch, ``n`` words, ``p`` parameters, ``m`` words of a tool, ``d`` width,
``s`` the width where texts are compared. Masks are true where there is something.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ovos_phal_plugin_jarvis.nlu.encoder.weights import Shape, Tensors
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

UTTERANCE, TOOL, PARAMETER, VALUE = range(4)
"""Kinds of text."""

NOTHING = np.float32(-1e9)


def softmax(x: Floats) -> Floats:
    """Over the last axis."""
    x = np.exp(x - x.max(axis=-1, keepdims=True))
    return x / x.sum(axis=-1, keepdims=True)


def unit(x: Floats) -> Floats:
    """``x`` with vectors of length one."""
    return x / np.maximum(np.sqrt((x * x).sum(axis=-1, keepdims=True)), np.float32(1e-6))


@lru_cache(maxsize=32)
def relations(n: int, p: int, m: int, reach: int) -> Ints:
    """Which learned bias stands between each two of the tool, the words, the parameters; and those and the text."""
    base = 2 * reach + 1
    out = np.empty((1 + n + p, 1 + n + p + m), np.int64)
    words, parameters, text = slice(1, 1 + n), slice(1 + n, 1 + n + p), slice(1 + n + p, None)
    out[0, 0], out[0, words], out[0, parameters], out[0, text] = base, base + 1, base + 2, base + 3
    out[words, 0], out[words, parameters], out[words, text] = base + 4, base + 5, base + 6
    out[words, words] = distances(n, reach)
    out[parameters, 0], out[parameters, words] = base + 7, base + 8
    out[parameters, parameters] = np.where(np.eye(p, dtype=bool), base + 9, base + 10)
    out[parameters, text] = base + 11
    return out


@lru_cache(maxsize=32)
def distances(n: int, reach: int) -> Ints:
    """How far each two of ``n`` words are apart, from 0 to 2 × ``reach``."""
    at = np.arange(n)
    out: Ints = np.clip(at[None] - at[:, None], -reach, reach) + reach
    return out


@dataclass(frozen=True)
class Read:
    """What the reader found: the tool's logit, and for each parameter the logits of its spans and of absence."""

    fit: Floats  # b
    start: Floats  # b, p, n
    end: Floats  # b, p, n
    inside: Floats  # b, p, n
    absent: Floats  # b, p
    parameters: Floats  # b, p, d
    words: Floats  # b, n, d


class Network:
    """The forward pass. Holds nothing but its tensors: any number of threads may use it."""

    def __init__(self, shape: Shape, tensors: Tensors):
        self.shape = shape
        self._t = {name: np.ascontiguousarray(t) for name, t in tensors.items() if t.dtype == np.float32}

    def encode(self, vectors: Floats, mask: Bools, kind: int) -> tuple[Floats, Floats]:
        """States of the words (b, n, d), and one vector (b, d) for each text, from word vectors (b, n, word)."""
        t, shape = self._t, self.shape
        vectors = vectors * mask[..., None]
        near = np.zeros((*vectors.shape[:2], 3 * shape.word), np.float32)
        near[:, 1:, : shape.word] = vectors[:, :-1]
        near[..., shape.word : 2 * shape.word] = vectors
        near[:, :-1, 2 * shape.word :] = vectors[:, 1:]
        x = near @ t["embed.weight"].T + (t["embed.bias"] + t["kind.weight"][kind])
        blocked = np.where(mask, np.float32(0), NOTHING)[:, None, None, :]
        which = distances(x.shape[1], shape.reach)
        for i in range(shape.encoder_layers):
            bias = t[f"encoder.{i}.relative.weight"][which].transpose(2, 0, 1)[None] + blocked
            x = self._layer(f"encoder.{i}", x, None, bias)
        x = self._norm(x, "encoder.norm.weight")
        weight = softmax((x @ t["pool.weight"][0]) + blocked[:, 0, 0])
        return x, (weight[:, None, :] @ x)[:, 0]

    def parameter(self, pooled: Floats, types: Ints, required: Ints) -> Floats:
        """Vectors of parameters from those of their texts."""
        out: Floats = pooled + self._t["types.weight"][types] + self._t["required.weight"][required]
        return out

    def pooled(self, pooled: Floats) -> Floats:
        """Where a whole text stands when texts are compared."""
        return unit(pooled @ self._t["pooled.weight"].T)

    def tokens(self, states: Floats) -> Floats:
        """Where words stand when they are compared."""
        return unit(states @ self._t["token.weight"].T)

    def importance(self, states: Floats) -> Floats:
        """Which share of the comparison each word (n, d) of one utterance has."""
        return softmax(states @ self._t["importance.weight"][0])

    @property
    def similarity(self) -> Floats:
        """Weights of the whole texts' and the words' comparison in the shortlist's score."""
        return self._t["similarity.scale"]

    def memory(self, text: Floats) -> Floats:
        """What the reader's layers attend to of a tool's text (m, d): layers, m, 2 × d, the same for any utterance."""
        layers = []
        for i in range(self.shape.reader_layers):
            name = f"reader.{i}"
            layers.append(self._norm(text, f"{name}.norm1.weight") @ self._t[f"{name}.qkv.weight"][text.shape[-1] :].T)
        return np.stack(layers)

    def read(
        self,
        words: Floats,
        flags: Floats,
        tool: Floats,
        parameters: Floats,
        parameter_mask: Bools,
        memory: Floats,
        text_mask: Bools,
        similarity: Floats,
    ) -> Read:
        """Read one utterance's ``words`` (n, d) with each candidate.

        ``flags`` b, n, f; ``tool`` b, d; ``parameters`` b, p, d; ``memory`` b, layers, m, 2 × d: of the tools' texts;
        ``similarity`` b, 2: the two comparisons.
        """
        t, shape = self._t, self.shape
        b, n, p, m = len(tool), len(words), parameters.shape[1], text_mask.shape[1]
        segment = t["segment.weight"]
        x = np.concatenate(
            [
                (tool + segment[0])[:, None],
                words[None] + segment[1] + flags @ t["flag.weight"],
                parameters + segment[2],
            ],
            axis=1,
        )
        mask = np.concatenate([np.ones((b, 1 + n), bool), parameter_mask, text_mask], axis=1)
        blocked = np.where(mask, np.float32(0), NOTHING)[:, None, None, :]
        which = relations(n, p, m, shape.reach)
        for i in range(shape.reader_layers):
            bias = t[f"reader.{i}.relative.weight"][which].transpose(2, 0, 1)[None] + blocked
            x = self._layer(f"reader.{i}", x, memory[:, i], bias)
        x = self._norm(x, "reader.norm.weight")
        head, words_out, parameters_out = x[:, 0], x[:, 1 : 1 + n], x[:, 1 + n :]
        hidden = np.maximum(head @ t["fit.0.weight"].T + t["fit.0.bias"], 0)
        fit = hidden @ t["fit.2.weight"][0] + t["fit.2.bias"] + similarity @ t["fit.similarity"]
        root = np.float32(np.sqrt(shape.similarity))
        ps = (parameters_out @ t["span.parameter.weight"].T).reshape(b, p, 3, shape.similarity).transpose(2, 0, 1, 3)
        us = (words_out @ t["span.word.weight"].T).reshape(b, n, 3, shape.similarity).transpose(2, 0, 3, 1)
        start, end, inside = (ps @ us) / root
        absent = parameters_out @ t["span.absent.weight"][0] + t["span.absent.bias"]
        return Read(fit, start, end, inside, absent, parameters_out, words_out)

    def value(self, pooled: Floats) -> Floats:
        """What of the values (v, d) of an enumeration is kept for choosing: (v, 2 × s)."""
        out: Floats = pooled @ np.concatenate([self._t["choice.value.weight"], self._t["choice.said.weight"]]).T
        return out

    def choose(self, parameter: Floats, words: Floats, values: Floats, match: Floats) -> Floats:
        """Logits of the values (v) and, last, of "not said", for one parameter (d) and the words (n, d) as read."""
        t, s = self._t, self.shape.similarity
        root = np.float32(np.sqrt(s))
        meant = values[:, :s] @ (t["choice.parameter.weight"] @ parameter)
        said = (values[:, s:] @ (words @ t["choice.word.weight"].T).T).max(axis=1)
        absent = parameter @ t["choice.absent.weight"][0] + t["choice.absent.bias"]
        return np.append((meant + said) / root + match @ t["choice.match"], absent)

    def probability(self, fit: Floats) -> Floats:
        """The calibrated probability of a logit."""
        scale, bias = self._t["calibration"]
        return 1 / (1 + np.exp(-np.clip(fit * scale + bias, -60, 60)))

    def _norm(self, x: Floats, name: str) -> Floats:
        square = np.einsum("...i,...i->...", x, x)[..., None] * np.float32(1 / x.shape[-1])
        return x * (self._t[name] / np.sqrt(square + np.float32(1e-5)))

    def _layer(self, name: str, x: Floats, memory: Floats | None, bias: Floats) -> Floats:
        t, heads = self._t, self.shape.heads
        b, n, d = x.shape
        x = x.reshape(b * n, d)  # one product for the whole batch: of small ones the call is what takes time
        y = self._norm(x, f"{name}.norm1.weight") @ t[f"{name}.qkv.weight"].T
        size = d // heads
        q = (y[:, :d] * np.float32(1 / np.sqrt(size))).reshape(b, n, heads, size).transpose(0, 2, 1, 3)
        own = y[:, d:].reshape(b, n, 2 * d)
        both = own if memory is None else np.concatenate([own, memory], axis=1)
        both = both.reshape(b, -1, 2, heads, size)
        k, v = both[:, :, 0].transpose(0, 2, 3, 1), both[:, :, 1].transpose(0, 2, 1, 3)
        mixed = (softmax(q @ k + bias) @ v).transpose(0, 2, 1, 3).reshape(b * n, d)
        x = x + mixed @ t[f"{name}.out.weight"].T
        y = self._norm(x, f"{name}.norm2.weight")
        inner = np.maximum(y @ t[f"{name}.ff1.weight"].T + t[f"{name}.ff1.bias"], 0)
        out: Floats = x + inner @ t[f"{name}.ff2.weight"].T
        return out.reshape(b, n, d)
