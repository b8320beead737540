"""The optional teacher of the recipe, with a tiny one of random weights; only where torch is installed."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace

import pytest

from ovos_phal_plugin_jarvis.nlu.encoder.recipe import corpora

try:
    import torch
    from safetensors.torch import save_file

    from ovos_phal_plugin_jarvis.nlu.encoder.recipe import teacher
except ModuleNotFoundError:
    torch = None

pytestmark = pytest.mark.skipif(torch is None, reason="torch, for training, is not installed")

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "lamp", "##s", "light", "the", "cafe", ",", "on"]
SIZE = 8


@pytest.fixture
def taught(tmp_path):
    torch.manual_seed(0)
    shapes = {"embeddings.word_embeddings.weight": (len(PIECES), SIZE)}
    shapes |= {"embeddings.token_type_embeddings.weight": (2, SIZE)}
    shapes |= {"embeddings.position_embeddings.weight": (80, SIZE)}
    own = "encoder.layer.0"
    for name in (
        *(f"{own}.attention.self.{part}" for part in ("query", "key", "value")),
        f"{own}.attention.output.dense",
    ):
        shapes |= {f"{name}.weight": (SIZE, SIZE), f"{name}.bias": (SIZE,)}
    shapes |= {f"{own}.intermediate.dense.weight": (12, SIZE), f"{own}.intermediate.dense.bias": (12,)}
    shapes |= {f"{own}.output.dense.weight": (SIZE, 12), f"{own}.output.dense.bias": (SIZE,)}
    for name in ("embeddings", f"{own}.attention.output", f"{own}.output"):
        shapes |= {f"{name}.LayerNorm.weight": (SIZE,), f"{name}.LayerNorm.bias": (SIZE,)}
    save_file({name: torch.randn(shape) for name, shape in shapes.items()}, tmp_path / "model.safetensors")
    config = {"num_attention_heads": 2, "num_hidden_layers": 1, "layer_norm_eps": 1e-12, "hidden_size": SIZE}
    (tmp_path / "config.json").write_text(json.dumps(config))
    vocabulary = {"model": {"vocab": {piece: i for i, piece in enumerate(PIECES)}}}
    (tmp_path / "tokenizer.json").write_text(json.dumps(vocabulary))
    return teacher.Teacher(tmp_path)


def test_words_are_taken_apart_into_the_longest_pieces(taught):
    assert [PIECES[i] for i in taught.tokens("the LAMPS, café_zebra")] == [
        "[CLS]", "the", "lamp", "##s", ",", "cafe", "[UNK]", "[SEP]",
    ]  # fmt: skip
    assert len(taught.tokens("lamp " * 500)) == teacher.LONGEST


def test_a_vector_does_not_depend_on_what_stands_beside_it(taught):
    alone = taught.vectors(["the lamp"])
    beside = taught.vectors(["lamps on the light on the lamp", "the lamp"])
    assert torch.allclose(alone[0], beside[1], atol=1e-5)
    assert torch.allclose(beside.norm(dim=1), torch.ones(2))


def test_words_come_nearer_where_the_teacher_has_them_near(taught):
    words = ["lamp", "lamps", "light", "cafe", "on", "the"]
    apart = torch.eye(len(words))
    said = taught.vectors(words)
    said = torch.nn.functional.normalize(said - said.mean(0), dim=1)
    found = teacher.informed(apart, words, taught, 0.9, seed=1)
    pairs = torch.triu(torch.ones(len(words), len(words)), 1).bool()
    assert torch.corrcoef(torch.stack([(found @ found.T)[pairs], (said @ said.T)[pairs]]))[0, 1] > 0.7


def test_lessons_are_kept_with_their_vectors(taught, tmp_path):
    tools = [
        corpora.Tool(f"own:x:{name}", "own", [name], [f"the {name}"], [], [corpora.Said([name, "on"])], frozenset())
        for name in ("lamp", "light", "cafe")
    ]
    sampler = SimpleNamespace(
        tools=tools[:2], near=[[1], [0]], meanings=tools[2:], fill=lambda tool, said: (said.words, {}, {}, frozenset())
    )
    path = tmp_path / "lessons.pt"
    teacher.Lessons.asked(taught, sampler, 2, 5, seed=1).save(path)
    kept = teacher.Lessons.load(path)
    assert len(kept) == 6
    texts, vectors = kept.draw(random.Random(1), 50)
    assert sorted({text.kind for text in texts}) == [0, 1]
    assert len(texts) == len(vectors) == 6
    said = {" ".join(text.words): vector for text, vector in zip(texts, vectors, strict=True)}
    assert torch.allclose(said["lamp on"], taught.vectors(["lamp on"])[0], atol=2e-3)


def test_the_loss_is_least_where_texts_stand_as_they_do_for_the_teacher():
    theirs = torch.nn.functional.normalize(torch.randn(12, 6, generator=torch.Generator().manual_seed(2)), dim=1)
    turned, _ = torch.linalg.qr(torch.randn(6, 6, generator=torch.Generator().manual_seed(3)))
    other = torch.nn.functional.normalize(torch.randn(12, 6, generator=torch.Generator().manual_seed(4)), dim=1)
    assert teacher.relation_loss(theirs @ turned, theirs) == pytest.approx(0, abs=1e-4)
    assert teacher.relation_loss(other, theirs) > 0.1
