"""Linear models at work: multinomial logistic regression and linear-chain conditional random fields, as arrays.

crfsuite trains both (a sequence of one item is a logistic regression); what it learned is taken out as numbers. The
arrays are all that is kept: a model file is data, and every array is checked before it is used.
"""

from __future__ import annotations

import os
import struct
import tempfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pycrfsuite

Row = Mapping[str, float]
Arrays = dict[str, npt.NDArray[Any]]
_MAX_LABELS = 60_000


class ModelError(ValueError):
    """Arrays that are no model. The message names what is wrong."""


class _QuietTrainer(pycrfsuite.Trainer):
    """A trainer that says nothing: the usual one parses its own log, a tenth of a small model's training."""

    def message(self, message: str) -> None:
        """Nothing is done with *message*, a line of the log."""


class Linear:
    """Weights of features for labels, and of labels that follow each other. Immutable; any thread may ask it."""

    def __init__(self, labels: Sequence[str], arrays: Arrays) -> None:
        """
        Args:
            labels: what there is to choose from.
            arrays: see :attr:`arrays`.

        Raises:
            ModelError: they don't fit together.
        """
        self.labels = tuple(labels)
        self.arrays = {name: _checked(name, arrays, dtype) for name, dtype in _TYPES.items()}
        """``keys``: hashes of features, in order; ``starts``: where the weights of each begin; ``places`` and
        ``weights``: the label and its weight; ``follows``: one row for each label before, or nothing."""
        keys, starts, places = self.arrays["keys"], self.arrays["starts"], self.arrays["places"]
        count = len(self.labels)
        if not count or count > _MAX_LABELS or not all(isinstance(label, str) for label in self.labels):
            raise ModelError("labels: none, or too many")
        if len(starts) != len(keys) + 1 or int(starts[0]) != 0 or int(starts[-1]) != len(places):
            raise ModelError("starts: don't fit keys and places")
        if (np.diff(starts.astype(np.int64)) < 0).any() or (np.diff(keys) <= 0).any() if len(keys) > 1 else False:
            raise ModelError("keys, starts: not in order")
        if len(places) != len(self.arrays["weights"]) or (len(places) and int(places.max()) >= count):
            raise ModelError("places: outside the labels")
        if len(self.arrays["follows"]) not in (0, count * count):
            raise ModelError("follows: not one row for each label")
        self._lengths = np.diff(starts)
        # Added to and multiplied with doubles, word for word.
        self._raw = self.arrays["follows"].reshape(-1, count).astype(np.float64)
        self._follows = np.exp(np.clip(self.arrays["follows"].reshape(-1, count), -30, 30)).astype(np.float64)

    def scores(self, rows: Sequence[Sequence[Hashed]]) -> npt.NDArray[np.float64]:
        """One row of scores over the labels for each of *rows*, which come in parts."""
        parts = [part for row in rows for part in row]
        if not parts:
            return np.zeros((len(rows), len(self.labels)))
        names, values = parts[0] if len(parts) == 1 else map(np.concatenate, zip(*parts, strict=True))
        return self._gathered(names, values, [sum(len(part.names) for part in row) for row in rows])

    def scores_of_names(self, rows: Sequence[Sequence[int]]) -> npt.NDArray[np.float64]:
        """The same for rows of features, each as :func:`named` has it, that all weigh 1."""
        lengths = [len(row) for row in rows]
        names = np.fromiter(chain.from_iterable(rows), np.uint64, sum(lengths))
        return self._gathered(names, None, lengths)

    def probabilities(self, row: Row) -> dict[str, float]:
        """Label → probability, of an item that stands alone."""
        return self.probabilities_of([[hashed(row)]])[0]

    def probabilities_of(self, rows: Sequence[Sequence[Hashed]]) -> list[dict[str, float]]:
        """The same for each of *rows*."""
        found = []
        for scores in self.scores(rows):
            odds = np.exp(scores - _largest(scores))
            found.append(dict(zip(self.labels, (odds / _sum(odds)).tolist(), strict=True)))
        return found

    def tag(self, rows: Sequence[Sequence[int]]) -> tuple[list[str], npt.NDArray[np.float64]]:
        """The likeliest labels of a sequence, and for each place the probability of every label.

        Args:
            rows: the features of each place, as :func:`named` has them.
        """
        scores = self.scores_of_names(rows)
        follows, raw = self._follows, self._raw
        best = []
        total = scores[0]
        for row in scores[1:]:
            paths = total[:, None] + raw
            best.append(paths.argmax(axis=0))
            total = _largest(paths, axis=0) + row
        path = [int(total.argmax())]
        for before in reversed(best):
            path.append(int(before[path[-1]]))
        path.reverse()
        first, *others = np.exp(scores - _largest(scores, axis=1, keepdims=True))
        state = first / _sum(first)
        forward = [state]
        for local in others:
            state = state.dot(follows)
            state *= local
            state /= _sum(state)
            forward.append(state)
        state = np.ones_like(first)
        backward = [state]
        for local in reversed(others):
            state = follows.dot(local * state)
            state /= _sum(state)
            backward.append(state)
        marginal = np.array(forward) * np.array(backward[::-1])
        marginal /= _sum(marginal, axis=1, keepdims=True)
        return [self.labels[at] for at in path], marginal

    def _gathered(
        self, names: npt.NDArray[np.uint64], values: npt.NDArray[Any] | None, features: Sequence[int]
    ) -> npt.NDArray[np.float64]:
        """One row of scores for each of *features*, which tell how many of *names* belong to it; each name weighs 1
        where there are no *values*."""
        size, count = len(self.labels), len(features)
        keys, starts = self.arrays["keys"], self.arrays["starts"]
        if not len(keys) or not len(names):
            return np.zeros((count, size))
        at = keys.searchsorted(names)
        at[at == len(keys)] = 0
        known = (keys[at] == names).nonzero()[0]
        at = at[known]
        first, lengths = starts[at], self._lengths[at]
        ends = lengths.cumsum()
        where = (first - ends + lengths).repeat(lengths)
        where += np.arange(len(where))
        cells = self.arrays["places"][where]
        if count > 1:
            cells = cells + np.arange(0, count * size, size).repeat(features)[known].repeat(lengths)
        weights = self.arrays["weights"][where]
        if values is not None:
            weights = values[known].repeat(lengths) * weights
        return np.bincount(cells, weights, minlength=count * size).astype(np.float64, copy=False).reshape(count, size)


# As methods of an array they cost as much again as what they do here.
_sum, _largest = np.add.reduce, np.maximum.reduce


class Hashed(NamedTuple):
    """A row, or a part of one, made ready: worth doing once where several models are asked about it."""

    names: npt.NDArray[np.uint64]
    values: npt.NDArray[np.float64]


def hashed(row: Row) -> Hashed:
    """*row* made ready for :meth:`Linear.scores`."""
    names = np.fromiter(map(named, row), np.uint64, len(row))
    return Hashed(names, np.fromiter(row.values(), np.float64, len(row)))


_TYPES: dict[str, Any] = {
    "keys": np.uint64,
    "starts": np.int64,
    "places": np.uint16,
    "weights": np.float32,
    "follows": np.float32,
}


def _checked(name: str, arrays: Arrays, dtype: Any) -> npt.NDArray[Any]:
    array = arrays.get(name)
    if array is None or array.ndim != 1 or array.dtype != dtype:
        raise ModelError(f"{name}: not a list of {np.dtype(dtype).name}")
    if dtype == np.float32 and not np.isfinite(array).all():
        raise ModelError(f"{name}: not finite")
    return array


@lru_cache(maxsize=8192)  # the taggers of several tools look at the same words
def named(name: str) -> int:
    """The number that stands for the feature *name*."""
    return _hash_of(name.encode("utf-8", "replace"))


def _hash_of(name: bytes) -> int:
    return zlib.crc32(name) << 32 | zlib.adler32(name)


class Prepared(pycrfsuite.ItemSequence):
    """A row as crfsuite reads it: worth making once where several models learn from it."""


def prepared(rows: Iterable[Row]) -> list[Prepared]:
    """*rows* for :func:`train_maxent`."""
    return [Prepared([dict(row)]) for row in rows]


def train_maxent(
    rows: Sequence[Row | Prepared], labels: Sequence[str], *, c1: float = 0.0, c2: float = 0.3, iterations: int = 60
) -> Linear:
    """A logistic regression.

    Args:
        rows: feature → weight, one for each item.
        labels: what each item is.
        c1: strength of the L1 penalty.
        c2: strength of the L2 penalty.
        iterations: at most so many steps of L-BFGS.
    """
    trainer = _QuietTrainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": c1, "c2": c2, "max_iterations": iterations, "epsilon": 1e-3, "period": 8, "delta": 1e-3})
    # By number: a label may be any text of an author's.
    names = sorted(set(labels))
    numbers = {name: str(at) for at, name in enumerate(names)}
    for row, label in zip(rows, labels, strict=True):
        trainer.append(row if isinstance(row, Prepared) else [dict(row)], [numbers[label]])
    return Linear(names, _learned(trainer, list(numbers.values()), chained=False).arrays)


def train_chain(
    sequences: Iterable[tuple[Sequence[Sequence[str]], Sequence[str]]],
    *,
    c1: float,
    c2: float,
    iterations: int,
) -> Linear:
    """A conditional random field.

    Args:
        sequences: rows of features and the label of each.
        c1: strength of the L1 penalty.
        c2: strength of the L2 penalty.
        iterations: at most so many steps of L-BFGS.
    """
    trainer = _QuietTrainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(
        {
            "c1": c1,
            "c2": c2,
            "max_iterations": iterations,
            "feature.possible_transitions": True,
            "epsilon": 1e-3,
            "period": 8,
            "delta": 1e-3,
        }
    )
    found: set[str] = set()
    for rows, labels in sequences:
        found.update(labels)
        trainer.append(pycrfsuite.ItemSequence(rows), labels)
    return _learned(trainer, sorted(found), chained=True)


def _learned(trainer: pycrfsuite.Trainer, labels: Sequence[str], *, chained: bool) -> Linear:
    """What *trainer* learns, which only writes to files."""
    handle, name = tempfile.mkstemp(prefix="ovos-jarvis-")
    os.close(handle)
    try:
        trainer.train(name)
        written = Path(name).read_bytes()
    finally:
        Path(name).unlink()
    features, names, attributes = _read(written)
    place = {label: at for at, label in enumerate(labels)}
    places = np.array([place[name.decode()] for name in names], np.uint16)
    weights = features["weight"].round(_DECIMALS)
    state = features["kind"] == _STATE
    keys = np.array([_hash_of(name) for name in attributes], np.uint64)[features["source"][state]]
    told, weighs = places[features["label"][state]], weights[state]
    order = np.lexsort((weighs, told, keys))
    unique, first = np.unique(keys[order], return_index=True)
    follows = np.zeros((len(labels), len(labels)) if chained else (0, len(labels)), np.float32)
    if chained:
        follows[places[features["source"][~state]], places[features["label"][~state]]] = weights[~state]
    return Linear(
        labels,
        {
            "keys": unique,
            "starts": np.append(first, len(keys)).astype(np.int64),
            "places": told[order],
            "weights": weighs[order].astype(np.float32),
            "follows": follows.reshape(-1),
        },
    )


# How crfsuite writes a model: a header, its features, and two tables with the names of labels and of attributes. To
# have it told as text and to read that took four times as long.
_HEADER = struct.Struct("<4sI4s9I")
_FEATURES = np.dtype([("kind", "<u4"), ("source", "<u4"), ("label", "<u4"), ("weight", "<f8")])
"""A weight: of an attribute for a label, or of a label behind a label."""
_STATE = 0
_DECIMALS = 6
"""Of a weight that are kept: those that its text has."""


def _read(written: bytes) -> tuple[npt.NDArray[Any], list[bytes], list[bytes]]:
    """The features of a model as crfsuite has *written* it, and the names of its labels and attributes."""
    _, _, _, _, _, labels, attributes, features_at, labels_at, attributes_at, _, _ = _HEADER.unpack_from(written)
    _, _, count = struct.unpack_from("<4sII", written, features_at)
    features = np.frombuffer(written, _FEATURES, count, features_at + struct.calcsize("<4sII"))
    return features, _names(written, labels_at, labels), _names(written, attributes_at, attributes)


def _names(written: bytes, at: int, count: int) -> list[bytes]:
    """The *count* names of the table at *at*, by number."""
    entry = struct.Struct("<II")
    *_, places_at = struct.unpack_from("<4s5I", written, at)
    found = []
    for place in struct.unpack_from(f"<{count}I", written, at + places_at):
        _, size = entry.unpack_from(written, at + place)
        start = at + place + entry.size
        found.append(written[start : start + size - 1])
    return found
