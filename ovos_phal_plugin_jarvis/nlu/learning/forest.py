"""Boosted trees as data: what each tells is added up. Fitted elsewhere (``test/bench/calibrate.py``)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

_Tree = Sequence[Sequence[float]]
"""Its nodes as they are told (:class:`Forest`)."""
_Node = float | tuple[int, float, "_Node", "_Node"]
"""What is told, or which number is looked at, what it must be above, and the nodes for no and yes."""
_Bound = float | tuple[int, float, "_Bound", "_Bound"] | tuple["_Bound", "_Bound"]
"""The same where not all numbers are known: of a question about one that is not only the nodes for no and yes."""
_NODE = np.dtype([("at", np.int16), ("least", np.float64), ("no", np.int16), ("yes", np.int16)])
"""How a node is kept; a leaf looks at -1, and has what it tells where the others have what is to be above."""
_AT_ONCE = 64
"""Rows that are told at once: what stands between the steps of more of them is larger than a core's own cache."""
_KINDS_OF_KNOWLEDGE = 8
"""Which numbers are known, of which the trees are kept as they are asked then: one each for who asks."""


@dataclass(frozen=True)
class _Table:
    """The nodes of all trees, one after the other. The node for yes stands behind the one for no; a leaf is followed by
    itself, as nothing is above what it asks for."""

    roots: npt.NDArray[np.int32]
    feature: npt.NDArray[np.int32]
    least: npt.NDArray[np.float32]
    """Numbers of the kind that are compared, which takes half the time: rounded down, so that the same are above."""
    no: npt.NDArray[np.int32]
    value: npt.NDArray[np.float64]
    depth: int
    """Steps after which every tree has come to a leaf."""

    @classmethod
    def of(cls, trees: Iterable[_Tree]) -> _Table:
        roots: list[int] = []
        rows: list[tuple[int, float, int, float]] = []
        depth = 0
        for tree in trees:
            roots.append(len(rows))
            rows += _in_pairs(tree, len(rows))
            depth = max(depth, _depth(tree, 0))
        feature, least, no, value = zip(*rows, strict=True)
        return cls(
            np.array(roots, np.int32),
            np.array(feature, np.int32),
            _rounded_down(np.array(least, np.float64)),
            np.array(no, np.int32),
            np.array(value, np.float64),
            depth,
        )

    def told(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """What all trees together tell of each of *rows*."""
        if len(rows) > _AT_ONCE:
            return np.concatenate([self.told(rows[at : at + _AT_ONCE]) for at in range(0, len(rows), _AT_ONCE)])
        numbers = np.ascontiguousarray(rows, np.float32).ravel()
        begins = (np.arange(len(rows), dtype=np.int32) * rows.shape[1])[:, None]
        at = np.repeat(self.roots[None, :], len(rows), axis=0)
        for _ in range(self.depth):
            at = self.no.take(at) + (numbers.take(begins + self.feature.take(at)) > self.least.take(at))
        told: npt.NDArray[np.float64] = self.value.take(at).sum(axis=1)
        return told


def _rounded_down(numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    near = numbers.astype(np.float32)
    return np.where(near > numbers, np.nextafter(near, np.float32(-np.inf)), near)


def _in_pairs(tree: _Tree, first: int) -> list[tuple[int, float, int, float]]:
    """The nodes of *tree*, the root at *first*, and the two that follow a node beside each other: which number each
    looks at, what it must be above, where the node for no is, and what is told."""
    order = [0]
    found: list[tuple[int, float, int, float]] = []
    for at in order:  # which grows
        node = tree[at]
        if len(node) == 1:
            found.append((0, math.inf, first + len(found), node[0]))
        else:
            found.append((int(node[0]), node[1], first + len(order), 0.0))
            order += [int(node[2]), int(node[3])]
    return found


class Forest:
    """Trees of yes and no questions about numbers. Immutable; any thread may ask it."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        """
        Args:
            told: ``baseline``, and ``trees``: for each its nodes, the root first. A node that asks is ``[at, least, no,
                yes]``: whether the number *at* is above *least*, and which nodes follow; a leaf is ``[value]``.
        """
        self._baseline = float(told["baseline"])
        trees: Sequence[_Tree] = told["trees"]
        # As lists they would take twenty times as much for as long as the process lives.
        self._sizes = tuple(len(tree) for tree in trees)
        nodes = ((-1, node[0], 0, 0) if len(node) == 1 else tuple(node) for tree in trees for node in tree)
        self._nodes = np.array(list(nodes), _NODE)
        self._bounds = lru_cache(maxsize=_KINDS_OF_KNOWLEDGE)(self._knowing)

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
        bounds = self._bounds(tuple(number is not None for number in numbers))
        return _probability(self._baseline + sum(_most(bound, numbers) for bound in bounds))

    def _knowing(self, known: Sequence[bool]) -> Sequence[_Bound]:
        """The trees as they are asked by who knows but the numbers at the places *known*."""
        return [_bound(root, known) for root in self._roots]

    def probability(self, numbers: Sequence[float]) -> float:
        """The same as a probability."""
        return _probability(self.odds(numbers))

    def probabilities(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """The same of each of *rows*, of which there may be hundreds: all trees go one step at a time."""
        odds = self._baseline + self._table.told(rows)
        told: npt.NDArray[np.float64] = 1 / (1 + np.exp(-odds))
        return told

    @cached_property
    def _roots(self) -> Sequence[_Node]:
        return [_node(tree, 0) for tree in self._trees()]

    @cached_property
    def _table(self) -> _Table:
        return _Table.of(self._trees())

    def _trees(self) -> Iterator[_Tree]:
        begins = 0
        for size in self._sizes:
            rows = self._nodes[begins : begins + size].tolist()
            yield [row[1:2] if row[0] < 0 else row for row in rows]
            begins += size


@lru_cache(maxsize=1)
def forests() -> Mapping[str, Forest]:
    """Those that are shipped, by what they weigh."""
    text = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / "forests.json").read_text(encoding="utf-8")
    return {name: Forest(told) for name, told in json.loads(text).items()}


def _probability(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def _bound(node: _Node, known: Sequence[bool]) -> _Bound:
    """The tree below *node* with the questions about numbers at the places *known* alone."""
    if not isinstance(node, tuple):
        return node
    feature, least, no, yes = node
    below, above = _bound(no, known), _bound(yes, known)
    if known[feature]:
        return (feature, least, below, above)
    if isinstance(below, tuple) or isinstance(above, tuple):
        return (below, above)
    return max(below, above)


def _most(node: _Bound, numbers: Sequence[float | None]) -> float:
    """The most that the tree below *node* can tell."""
    while type(node) is tuple:
        if len(node) == 2:
            return max(_most(node[0], numbers), _most(node[1], numbers))
        node = node[3] if numbers[node[0]] > node[1] else node[2]  # type: ignore[operator]
    return node  # type: ignore[return-value]


def _depth(tree: _Tree, at: int) -> int:
    told = tree[at]
    return 0 if len(told) == 1 else 1 + max(_depth(tree, int(told[2])), _depth(tree, int(told[3])))


def _node(tree: _Tree, at: int) -> _Node:
    told = tree[at]
    if len(told) == 1:
        return float(told[0])
    feature, least, no, yes = told
    return (int(feature), float(least), _node(tree, int(no)), _node(tree, int(yes)))
