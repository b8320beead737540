"""Makes ``knowledge/data/verbs_en.npz`` from the tools that the encoder's recipe was written for.

``python -m ovos_phal_plugin_jarvis.nlu.learning.build_verbs``, in a checkout, counts which verbs begin orders to one
and the same tool, and takes the main directions of how much oftener that is than by chance (PPMI, SVD). A verb with its
particle is another one than without, where two tools are asked with it; one that a single tool is asked with says
nothing. The domains that the recipe holds out are left out here too, as what weighs the verbs is fitted on them, and
so are the tools as they are published, which are newer than what weighs the verbs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ovos_phal_plugin_jarvis.nlu import knowledge
from ovos_phal_plugin_jarvis.nlu.knowledge.verbs import FORMAT
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.verbs import verb_of_order
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.text import strip_request, words_of

OUTPUT = Path(knowledge.__file__).parent / "data" / "verbs_en.npz"
_DIRECTIONS = 32
"""24 to 96 are as good."""
_FREQUENT = 0.75
"""Power of how often a verb is said by which frequent ones count less, as is usual for PPMI."""
_LEAST = 2
"""Tools that are asked with a verb at least."""
_GENERAL = 0.09
"""Share of the tools from which on a verb that they are asked with says little: "put" leads, "take", "set" and "add"
follow."""


def build(output: Path = OUTPUT) -> None:
    """Write *output* from the recipe's tools."""
    orders = [found for found in map(set, _orders()) if len(found) > 1]
    often = Counter(order[0] for found in orders for order in found)
    by_tool = [{order[0] if often[order[0]] >= _LEAST else order[-1] for order in found} for found in orders]
    counts = Counter(verb for found in by_tool for verb in found)
    words = sorted((verb for verb, count in counts.items() if count >= _LEAST), key=str.encode)
    at = {verb: place for place, verb in enumerate(words)}
    together = np.zeros((len(words), len(words)))
    for found in by_tool:
        places = [at[verb] for verb in found if verb in at]
        together[np.ix_(places, places)] += 1
    np.fill_diagonal(together, 0)
    kept = together.sum(axis=1) > 0
    words, together = [verb for verb, has in zip(words, kept, strict=True) if has], together[np.ix_(kept, kept)]
    share = together.sum(axis=1) / together.sum()
    context = share**_FREQUENT / (share**_FREQUENT).sum()
    with np.errstate(divide="ignore"):
        oftener = np.maximum(np.log(together / together.sum() / (share[:, None] * context)), 0)
    main, sizes, _ = np.linalg.svd(oftener)
    rows = main[:, :_DIRECTIONS] * np.sqrt(sizes[:_DIRECTIONS])
    rows /= np.abs(rows).max(axis=1, keepdims=True)
    arrays: dict[str, Any] = {
        "format": np.array([FORMAT], np.int32),
        "words": np.frombuffer("".join(words).encode(), np.uint8),
        "word_starts": np.concatenate([[0], np.cumsum([len(verb.encode()) for verb in words])]).astype(np.int32),
        "directions": np.round(rows * 127).astype(np.int8),
        "general": np.array([counts[verb] >= _GENERAL * len(by_tool) for verb in words]),
    }
    np.savez_compressed(output, **arrays)
    print(f"{output}: {len(words)} verbs of {len(by_tool)} tools, {output.stat().st_size / 1e3:.0f} kB")


def _orders() -> Iterator[list[tuple[str, ...]]]:
    """For each tool of the recipe the verbs that orders to it begin with."""
    from ovos_phal_plugin_jarvis.nlu.encoder import recipe  # which no wheel has
    from ovos_phal_plugin_jarvis.nlu.encoder.recipe.corpora import PUBLISHED, authored, held_out

    lang = language(ENGLISH)
    tools, _ = authored(Path(recipe.__file__).parent / "tools")
    for tool in tools:
        if tool.source != PUBLISHED and not held_out(tool.domain):
            said = (re.sub(r"\{.*?\}", "the thing", each.template) or " ".join(each.words) for each in tool.said)
            found = (verb_of_order(words_of(strip_request(text, ENGLISH)), lang) for text in said)
            yield [order for order in found if order]


if __name__ == "__main__":
    build()
