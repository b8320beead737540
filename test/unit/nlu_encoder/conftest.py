"""A network of the shipped form, small and untrained: what it says means nothing, how it says it must hold."""

from __future__ import annotations

import numpy as np
import pytest

from ovos_phal_plugin_jarvis.nlu.encoder import CardParameter, Encoder, ToolCard
from ovos_phal_plugin_jarvis.nlu.encoder.weights import Shape, write

SHAPE = Shape(
    vocabulary=12,
    buckets=64,
    word=16,
    width=64,
    heads=4,
    encoder_layers=2,
    reader_layers=2,
    inner=96,
    similarity=16,
    reach=4,
)
WORDS = ["turn", "on", "off", "the", "light", "lamp", "set", "timer", "play", "music", "weather", "5"]


@pytest.fixture(scope="session")
def weights(tmp_path_factory):
    """A file of random weights."""
    path = tmp_path_factory.mktemp("encoder") / "tiny.safetensors"
    random = np.random.default_rng(7)
    tensors = {name: random.normal(0, 0.2, dims).astype(np.float32) for name, dims in SHAPE.tensors().items()}
    tensors["words"] = random.normal(0, 1, (SHAPE.vocabulary, SHAPE.word))
    tensors["ngrams"] = random.normal(0, 1, (SHAPE.buckets, SHAPE.word))
    tensors["calibration"] = np.array([0.5, -0.2])
    write(path, SHAPE, tensors, WORDS, "for tests")
    return path


@pytest.fixture(scope="session")
def encoder(weights):
    return Encoder.load(weights)


@pytest.fixture
def cards():
    return [
        ToolCard(
            "light.set_brightness",
            "Set how bright a lamp is",
            (
                CardParameter("lamp", "Which lamp", "string", True),
                CardParameter("level", "Percent", "int", True),
                CardParameter("mode", "", "string", False, ("now", "slowly")),
            ),
        ),
        ToolCard(
            "playMusic", "Play music", (CardParameter("artist", "Who plays"), CardParameter("shuffle", "", "bool"))
        ),
        ToolCard("stop"),
    ]
