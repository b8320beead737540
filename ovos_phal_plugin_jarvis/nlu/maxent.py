"""Multinomial logistic regression by crfsuite: a sequence of one item is just that.

It is there already for the taggers, its models are sparse, and it trains in milliseconds.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pycrfsuite

Row = Mapping[str, float]


class QuietTrainer(pycrfsuite.Trainer):
    """A trainer that says nothing: the usual one parses its own log, a tenth of a small model's training."""

    def message(self, message: str) -> None:
        """Nothing is done with *message*, a line of the log."""


def train_maxent(
    rows: Sequence[Row], labels: Sequence[str], *, c1: float = 0.0, c2: float = 0.3, iterations: int = 60
) -> bytes:
    """A trained model.

    Args:
        rows: feature → weight, one for each item.
        labels: what each item is.
        c1: strength of the L1 penalty.
        c2: strength of the L2 penalty.
        iterations: at most so many steps of L-BFGS.
    """
    trainer = QuietTrainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": c1, "c2": c2, "max_iterations": iterations, "epsilon": 1e-3, "period": 8, "delta": 1e-3})
    for row, label in zip(rows, labels, strict=True):
        trainer.append([dict(row)], [label])
    return trained_bytes(trainer)


def trained_bytes(trainer: pycrfsuite.Trainer) -> bytes:
    """The model of *trainer*, which only writes to files."""
    with tempfile.TemporaryDirectory(prefix="ovos-jarvis-") as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()


class Maxent:
    """A trained model at work. Not thread-safe: one at a time may ask it."""

    def __init__(self, model: bytes) -> None:
        self._model = model  # crfsuite reads it where it lies and holds no reference of its own
        self._opened: pycrfsuite.Tagger | None = None
        self._labels: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type[Maxent], tuple[bytes]]:
        return Maxent, (self._model,)

    @property
    def labels(self) -> tuple[str, ...]:
        """What items may be."""
        self._open()
        return self._labels

    def _open(self) -> pycrfsuite.Tagger:
        if self._opened is None:
            self._opened = open_model(self._model)
            self._labels = tuple(self._opened.labels())
        return self._opened

    def probabilities(self, row: Row) -> dict[str, float]:
        """Label → probability."""
        tagger = self._open()
        tagger.set([dict(row)])
        return {label: tagger.marginal(label, 0) for label in self._labels}


def open_model(model: bytes) -> pycrfsuite.Tagger:
    """*model* ready to be asked. The caller keeps *model*: crfsuite reads it where it lies."""
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(model)
    return tagger
