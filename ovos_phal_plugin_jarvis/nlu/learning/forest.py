"""Boosted trees as data: what each tells is added up. Fitted elsewhere (``test/bench/calibrate.py``)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

_Node = float | tuple[int, float, "_Node", "_Node"]
"""What is told, or which number is looked at, what it must be above, and the nodes for no and yes."""


@dataclass(frozen=True)
class _Table:
    """The nodes of all trees, one after the other. A leaf is followed by itself."""

    roots: npt.NDArray[np.intp]
    feature: npt.NDArray[np.intp]
    least: npt.NDArray[np.float64]
    no: npt.NDArray[np.intp]
    yes: npt.NDArray[np.intp]
    value: npt.NDArray[np.float64]
    depth: int
    """Steps after which every tree has come to a leaf."""

    @classmethod
    def of(cls, trees: Sequence[Sequence[Sequence[float]]]) -> _Table:
        starts = np.cumsum([0, *map(len, trees)])
        rows = [
            (0, 0.0, start + at, start + at, node[0])
            if len(node) == 1
            else (int(node[0]), node[1], start + int(node[2]), start + int(node[3]), 0.0)
            for start, tree in zip(starts.tolist(), trees, strict=False)
            for at, node in enumerate(tree)
        ]
        feature, least, no, yes, value = zip(*rows, strict=True)
        return cls(
            starts[:-1],
            np.array(feature, np.intp),
            np.array(least, np.float64),
            np.array(no, np.intp),
            np.array(yes, np.intp),
            np.array(value, np.float64),
            max(_depth(tree, 0) for tree in trees),
        )


class Forest:
    """Trees of yes and no questions about numbers. Immutable; any thread may ask it."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        """
        Args:
            told: ``baseline``, and ``trees``: for each its nodes, the root first. A node that asks is ``[at, least, no,
                yes]``: whether the number *at* is above *least*, and which nodes follow; a leaf is ``[value]``.
        """
        self._baseline = float(told["baseline"])
        self._told: Sequence[Sequence[Sequence[float]]] = told["trees"]
        self._roots = tuple(_node(tree, 0) for tree in self._told)

    def odds(self, numbers: Sequence[float]) -> float:
        """What all trees together tell of *numbers*: log odds."""
        told = self._baseline
        # Hundreds of steps for each tool that an utterance may be for: plain tuples are the fastest that Python has.
        for node in self._roots:
            while type(node) is tuple:
                node = node[3] if numbers[node[0]] > node[1] else node[2]
            told += node  # type: ignore[operator]
        return told

    def most(self, numbers: Sequence[float | None]) -> float:
        """The most that :meth:`probability` can be where not all *numbers* are known."""
        return _probability(self._baseline + sum(_most(node, numbers) for node in self._roots))

    def probability(self, numbers: Sequence[float]) -> float:
        """The same as a probability."""
        return _probability(self.odds(numbers))

    def probabilities(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """The same of each of *rows*, of which there may be hundreds: all trees go one step at a time."""
        table = self._table
        at = np.broadcast_to(table.roots, (len(rows), len(table.roots)))
        every = np.arange(len(rows))[:, None]
        for _ in range(table.depth):
            at = np.where(rows[every, table.feature[at]] > table.least[at], table.yes[at], table.no[at])
        odds = self._baseline + table.value[at].sum(axis=1)
        told: npt.NDArray[np.float64] = 1 / (1 + np.exp(-odds))
        return told

    @cached_property
    def _table(self) -> _Table:
        return _Table.of(self._told)


@lru_cache(maxsize=1)
def forests() -> Mapping[str, Forest]:
    """Those that are shipped, by what they weigh."""
    text = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / "forests.json").read_text(encoding="utf-8")
    return {name: Forest(told) for name, told in json.loads(text).items()}


def _probability(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def _most(node: _Node, numbers: Sequence[float | None]) -> float:
    """The most that the tree below *node* can tell."""
    while isinstance(node, tuple):
        number = numbers[node[0]]
        if number is None:
            return max(_most(node[2], numbers), _most(node[3], numbers))
        node = node[3] if number > node[1] else node[2]
    return node


def _depth(tree: Sequence[Sequence[float]], at: int) -> int:
    told = tree[at]
    return 0 if len(told) == 1 else 1 + max(_depth(tree, int(told[2])), _depth(tree, int(told[3])))


def _node(tree: Sequence[Sequence[float]], at: int) -> _Node:
    told = tree[at]
    if len(told) == 1:
        return float(told[0])
    feature, least, no, yes = told
    return (int(feature), float(least), _node(tree, int(no)), _node(tree, int(yes)))
