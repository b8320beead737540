"""Makes ``data/people.npz`` from the tables in ``recipe/people``: names with spaces between them, given names of the
English-speaking countries and of others, and family names. A given name of elsewhere that is an English word ("in",
"list") is left out.

``python -m ovos_phal_plugin_jarvis.nlu.knowledge.build_people`` writes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ovos_phal_plugin_jarvis.nlu.knowledge.people import FAMILY, FORMAT, GIVEN
from ovos_phal_plugin_jarvis.nlu.knowledge.wordnet import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import language

TABLES = Path(__file__).parent / "recipe" / "people"
OUTPUT = Path(__file__).parent / "data" / "people.npz"


def build(output: Path = OUTPUT) -> None:
    """Write *output* from the tables."""
    net, spoken = english_wordnet(), language("en")
    assert net is not None
    given, elsewhere, family = map(_names, ("given_english", "given_elsewhere", "family"))
    given |= {name for name in elsewhere if not net.lemmas(name) and name not in spoken.function_words}
    names = sorted(given | family, key=str.encode)
    arrays: dict[str, Any] = {
        "format": np.array([FORMAT], np.int32),
        "words": np.frombuffer("".join(names).encode(), np.uint8),
        "word_starts": np.concatenate([[0], np.cumsum([len(name.encode()) for name in names])]).astype(np.int32),
        "kinds": np.array([GIVEN * (name in given) + FAMILY * (name in family) for name in names], np.uint8),
    }
    np.savez_compressed(output, **arrays)
    print(f"{output}: {len(names)} names, {output.stat().st_size / 1e3:.0f} kB")


def _names(table: str) -> set[str]:
    return set((TABLES / f"{table}.txt").read_text(encoding="utf-8").split())


if __name__ == "__main__":
    build()
