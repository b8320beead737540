"""Choices between literal texts, as a tree of tokens: where only one token can follow, nothing is decoded."""

from __future__ import annotations

import math
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


def choose_token(candidates: Sequence[int], logits: Any, temperature: float, random: Random) -> int:
    """One of *candidates* by the model's scores.

    Args:
        logits: indexed by token.
        temperature: 0 takes the best.
    """
    scores = [logits[token] for token in candidates]
    best = max(scores)
    if temperature <= 0:
        return candidates[scores.index(best)]
    weights = [math.exp((score - best) / temperature) for score in scores]
    return random.choices(candidates, weights)[0]
