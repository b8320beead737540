"""What was learned, as JSON and arrays, and checked when it is read back."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ovos_phal_plugin_jarvis.nlu.learning.linear import Arrays, Linear, ModelError
from ovos_phal_plugin_jarvis.nlu.learning.trained import Usual

Told = tuple[dict[str, float], Usual]
"""What was kept of one tool beside the models: what its signs weigh, and what is usual for it."""


def as_arrays(models: Mapping[str, Linear]) -> tuple[dict[str, Any], Arrays]:
    """Models as JSON and arrays."""
    meta = {"labels": {name: list(model.labels) for name, model in models.items()}}
    return meta, {f"{name}/{part}": array for name, model in models.items() for part, array in model.arrays.items()}


def from_arrays(meta: dict[str, Any], arrays: Arrays) -> dict[str, Linear]:
    """Models from JSON and arrays. Raises ``ModelError`` where they are none."""
    labels = meta.get("labels")
    if not isinstance(labels, dict):
        raise ModelError("labels: missing")
    return {
        name: Linear(
            own if isinstance(own, list) else (),
            {part.rpartition("/")[2]: array for part, array in arrays.items() if part.rpartition("/")[0] == name},
        )
        for name, own in labels.items()
    }


def counts_from(meta: dict[str, Any]) -> Counter[str]:
    """In how many utterances each word is. Raises ``ModelError`` where that is something else."""
    found = meta.get("known")
    if not isinstance(found, dict) or not all(isinstance(n, int) and n > 0 for n in found.values()):
        raise ModelError("known: no counts")
    return Counter(found)


def told_from(meta: dict[str, Any], names: Sequence[str]) -> dict[str, Told]:
    """What was kept of each tool beside the models. Raises ``ModelError`` where it is something else."""
    try:
        found = {}
        for name in names:
            weights, usual = meta["tools"][name]
            numbers = [*weights.values(), *usual]
            if not all(isinstance(n, float | int) and math.isfinite(n) for n in numbers):
                raise ModelError("tools: not numbers")
            found[name] = ({str(sign): float(n) for sign, n in weights.items()}, Usual(*map(float, usual)))
        return found
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"tools: {error}") from None
