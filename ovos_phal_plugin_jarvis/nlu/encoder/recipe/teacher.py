"""A larger encoder of sentences as a teacher: which words and which texts are near each other.

Only with ``--teacher FOLDER``: a BERT of sentence-transformers' form (``config.json``, ``model.safetensors``,
``tokenizer.json``; all-MiniLM-L6-v2 is one) whose sentence vector is the mean of its tokens'. It is asked once for each
text, before the run; neither the run-time nor the weights need it.
"""

from __future__ import annotations

import json
import random
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor
from torch.nn import functional as F

from ovos_phal_plugin_jarvis.nlu.encoder.cards import ToolCard
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.corpora import Tool
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.sampling import Sampler
from ovos_phal_plugin_jarvis.nlu.encoder.texts import tool_words, utterance_words
from ovos_phal_plugin_jarvis.nlu.encoder.words import split_words

LONGEST = 64  # tokens of a text
UTTERANCES = 6  # of each tool, that it is asked for
MEANINGS = 12_000  # of the dictionary, that it is asked for
NEARNESS = 0.1  # temperature: how sharply the nearest texts stand out
_PIECES = re.compile(r"\w+|[^\w\s]")


class Teacher:
    """Sentence vectors of a folder's model."""

    def __init__(self, folder: Path):
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        tokens = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
        self._vocabulary: dict[str, int] = tokens["model"]["vocab"]
        self._heads, self._layers = int(config["num_attention_heads"]), int(config["num_hidden_layers"])
        self._epsilon = float(config["layer_norm_eps"])
        self._tensors = load_file(folder / "model.safetensors")
        self.size = int(config["hidden_size"])

    def tokens(self, text: str) -> list[int]:
        """The ids of a text's pieces, between the marks of its beginning and its end."""
        plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c) != "Mn")
        ids = [self._vocabulary["[CLS]"]]
        for word in _PIECES.findall(plain.replace("_", " ")):
            ids += self._word(word)
        return [*ids[: LONGEST - 1], self._vocabulary["[SEP]"]]

    def _word(self, word: str) -> list[int]:
        out: list[int] = []
        at = 0
        while at < len(word):
            end = len(word)
            while end > at and ("##" if at else "") + word[at:end] not in self._vocabulary:
                end -= 1
            if end == at:
                return [self._vocabulary["[UNK]"]]
            out.append(self._vocabulary[("##" if at else "") + word[at:end]])
            at = end
        return out

    @torch.no_grad()
    def vectors(self, texts: Sequence[str], batch: int = 128) -> Tensor:
        """Unit vectors (texts × size)."""
        ids = [self.tokens(text) for text in texts]
        out = torch.zeros(len(texts), self.size)
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        for first in range(0, len(order), batch):
            part = order[first : first + batch]
            longest = max(len(ids[i]) for i in part)
            rows = torch.tensor([ids[i] + [0] * (longest - len(ids[i])) for i in part])
            mask = torch.tensor([[1.0] * len(ids[i]) + [0.0] * (longest - len(ids[i])) for i in part])
            states = self._states(rows, mask)
            out[part] = F.normalize((states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=-1)
        return out

    def _states(self, rows: Tensor, mask: Tensor) -> Tensor:
        t = self._tensors
        x = t["embeddings.word_embeddings.weight"][rows] + t["embeddings.token_type_embeddings.weight"][0]
        x = self._norm(x + t["embeddings.position_embeddings.weight"][: rows.shape[1]], "embeddings")
        b, n, d = x.shape
        for layer in range(self._layers):
            own = f"encoder.layer.{layer}"
            q, k, v = (
                self._linear(x, f"{own}.attention.self.{name}").view(b, n, self._heads, -1).transpose(1, 2)
                for name in ("query", "key", "value")
            )
            mixed = F.scaled_dot_product_attention(q, k, v, mask[:, None, None, :].bool())
            mixed = self._linear(mixed.transpose(1, 2).reshape(b, n, d), f"{own}.attention.output.dense")
            x = self._norm(x + mixed, f"{own}.attention.output")
            inner = self._linear(F.gelu(self._linear(x, f"{own}.intermediate.dense")), f"{own}.output.dense")
            x = self._norm(x + inner, f"{own}.output")
        return x

    def _linear(self, x: Tensor, name: str) -> Tensor:
        return F.linear(x, self._tensors[f"{name}.weight"], self._tensors[f"{name}.bias"])

    def _norm(self, x: Tensor, name: str) -> Tensor:
        weight, bias = self._tensors[f"{name}.LayerNorm.weight"], self._tensors[f"{name}.LayerNorm.bias"]
        return F.layer_norm(x, (self.size,), weight, bias, self._epsilon)


def informed(vectors: Tensor, words: Sequence[str], teacher: Teacher, share: float, seed: int) -> Tensor:
    """Unit vectors as large as ``vectors``, in which words are as near as both these and the teacher's say."""
    torch.manual_seed(seed)
    taught = teacher.vectors(list(words))
    taught = F.normalize(taught - taught.mean(0, keepdim=True), dim=1)
    both = torch.cat([vectors * (1 - share) ** 0.5, taught * share**0.5], 1)
    u, s, _ = torch.svd_lowrank(both, q=vectors.shape[1] + 16, niter=4)
    out = u[:, : vectors.shape[1]] * s[: vectors.shape[1]]
    return F.normalize(out - out.mean(0, keepdim=True), dim=1)


@dataclass
class Text:
    """One text that the teacher was asked for: its words as ours reads them, its kind (0: said, 1: a tool's)."""

    words: list[str]
    kind: int


class Lessons:
    """What the teacher says of the texts of tools and of meanings, drawn so that some of them are near each other."""

    def __init__(self, about: list[list[Text]], near: list[list[int]], vectors: Tensor):
        """``about``: for each tool or meaning its texts; ``near``: for each of the tools, which come first, those like
        it; ``vectors``: a row for each of the texts, in their order."""
        self._about, self._near, self._vectors = about, near, vectors
        self._first = list(accumulate(map(len, about), initial=0))

    def __len__(self) -> int:
        return self._first[-1]

    @classmethod
    def asked(cls, teacher: Teacher, sampler: Sampler, each: int, meanings: int, seed: int) -> Lessons:
        """Of every tool ``each`` utterances and two descriptions; of so many meanings their examples and the gloss."""
        rnd = random.Random(seed)
        about, texts = [], []
        for tool in [*sampler.tools, *rnd.sample(sampler.meanings, min(meanings, len(sampler.meanings)))]:
            own = list(_texts(tool, sampler, each, rnd))
            about.append([text for text, _ in own])
            texts += [plain for _, plain in own]
        return cls(about, sampler.near, teacher.vectors(texts).half())

    def save(self, path: Path) -> None:
        """Write them, in one move."""
        about = [[(text.words, text.kind) for text in own] for own in self._about]
        torch.save((about, self._near, self._vectors), path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)

    @classmethod
    def load(cls, path: Path) -> Lessons:
        """What ``save`` wrote."""
        about, near, vectors = torch.load(path, weights_only=True)
        return cls([[Text(words, kind) for words, kind in own] for own in about], near, vectors)

    def draw(self, rnd: random.Random, count: int) -> tuple[list[Text], Tensor]:
        """``count`` texts or a few more, with their vectors: of clusters of tools that are near, and of meanings."""
        tools, everything = len(self._near), len(self._about)
        chosen: dict[int, Text] = {}
        while len(chosen) < min(count, len(self)):
            if rnd.random() < 0.75 or tools == everything:
                seed = rnd.randrange(tools)
                cluster = [seed, *rnd.sample(self._near[seed], min(3, len(self._near[seed])))]
            else:
                cluster = [rnd.randrange(tools, everything) for _ in range(4)]
            for i in cluster:
                for at in rnd.sample(range(len(self._about[i])), min(3, len(self._about[i]))):
                    chosen[self._first[i] + at] = self._about[i][at]
        return list(chosen.values()), self._vectors[list(chosen)].float()


def lessons(folder: Path, path: Path, sampler: Sampler, seed: int) -> Lessons:
    """What the teacher in ``folder`` says of the texts of the sampler's tools: asked once, kept at ``path``."""
    if not path.is_file():
        Lessons.asked(Teacher(folder), sampler, UTTERANCES, MEANINGS, seed).save(path)
    return Lessons.load(path)


def _texts(tool: Tool, sampler: Sampler, each: int, rnd: random.Random) -> Iterator[tuple[Text, str]]:
    for description in tool.descriptions[:2]:
        name = rnd.choice(tool.names)
        plain = f"{' '.join(split_words(name))}: {description}"
        yield Text(list(tool_words(ToolCard(name, description, ()))), 1), plain
    for said in rnd.sample(tool.said, min(each, len(tool.said))):
        words, *_ = sampler.fill(tool, said)
        if words:
            yield Text(list(utterance_words(words)), 0), " ".join(words)


def relation_loss(ours: Tensor, theirs: Tensor) -> Tensor:
    """How far unit vectors of texts stand otherwise to each other than the teacher's do."""
    own = torch.eye(len(ours), dtype=torch.bool, device=ours.device)
    told = (theirs @ theirs.T / NEARNESS).masked_fill(own, -1e4).softmax(-1)
    found = (ours @ ours.T / NEARNESS).masked_fill(own, -1e4).log_softmax(-1)
    return F.kl_div(found, told, reduction="batchmean")
