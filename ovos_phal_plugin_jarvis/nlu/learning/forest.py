"""Boosted trees as data: what each tells is added up. Fitted elsewhere (``test/bench/calibrate.py``)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

_Node = float | tuple[int, float, "_Node", "_Node"]
"""What is told, or which number is looked at, what it must be above, and the nodes for no and yes."""


class Forest:
    """Trees of yes and no questions about numbers. Immutable; any thread may ask it."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        """
        Args:
            told: ``baseline``, and ``trees``: for each its nodes, the root first. A node that asks is ``[at, least, no,
                yes]``: whether the number *at* is above *least*, and which nodes follow; a leaf is ``[value]``.
        """
        self._baseline = float(told["baseline"])
        self._roots = tuple(_node(tree, 0) for tree in told["trees"])

    def odds(self, numbers: Sequence[float]) -> float:
        """What all trees together tell of *numbers*: log odds."""
        told = self._baseline
        # Hundreds of steps for each tool that an utterance may be for: plain tuples are the fastest that Python has.
        for node in self._roots:
            while type(node) is tuple:
                node = node[3] if numbers[node[0]] > node[1] else node[2]
            told += node  # type: ignore[operator]
        return told

    def probability(self, numbers: Sequence[float]) -> float:
        """The same as a probability."""
        return 1 / (1 + math.exp(-self.odds(numbers)))


@lru_cache(maxsize=1)
def forests() -> Mapping[str, Forest]:
    """Those that are shipped, by what they weigh."""
    text = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / "forests.json").read_text(encoding="utf-8")
    return {name: Forest(told) for name, told in json.loads(text).items()}


def _node(tree: Sequence[Sequence[float]], at: int) -> _Node:
    told = tree[at]
    if len(told) == 1:
        return float(told[0])
    feature, least, no, yes = told
    return (int(feature), float(least), _node(tree, int(no)), _node(tree, int(yes)))
