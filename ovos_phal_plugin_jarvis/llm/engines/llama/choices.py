"""Choices between tokens: between literal texts as a tree, where nothing is decoded that leaves no choice, and the draw
by the model's scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any


@dataclass
class TokenTree:
    """The texts that begin with the tokens on the way here."""

    branches: dict[int, TokenTree] = field(default_factory=dict)
    leaf: str | None = None
    """What is chosen here."""

    @classmethod
    def build(cls, options: Iterable[tuple[str, Sequence[int]]]) -> TokenTree:
        """A tree of ``(what is chosen, its tokens)``. Where one option's tokens begin another's, the longer is
        left out; the texts that calls are made of end in a mark that rules this out."""
        root = cls()
        for name, tokens in options:
            node = root
            for token in tokens:
                if node.leaf is not None:
                    break
                node = node.branches.setdefault(token, cls())
            else:
                if not node.branches:
                    node.leaf = name
        return root


def draw(candidates: Any, logits: Any, temperature: float, random: Random) -> int:
    """One of *candidates* by the model's scores.

    Args:
        candidates: token numbers, at least one; a sequence or an array.
        logits: an array, indexed by token.
        temperature: 0 takes the best.
    """
    import numpy as np

    tokens = np.asarray(candidates)
    scores = logits[tokens]
    best = scores.max()
    if not np.isfinite(best):  # of broken weights
        scores = np.nan_to_num(scores, nan=-1e30, posinf=1e30, neginf=-1e30)
        best = scores.max()
    if temperature <= 0:
        return int(tokens[scores.argmax()])
    sums = np.exp((scores - best) / temperature, dtype=np.float64).cumsum()
    return int(tokens[min(int(sums.searchsorted(random.random() * sums[-1], side="right")), len(tokens) - 1)])
