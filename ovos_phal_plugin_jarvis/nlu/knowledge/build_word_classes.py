"""Makes ``data/word_classes_en.npz`` from the vectors of the encoder's words.

``python -m ovos_phal_plugin_jarvis.nlu.knowledge.build_word_classes`` groups the words by the directions of their
vectors (k-means), and the groups by theirs; it needs scikit-learn. Words with digits are left
out: their form tells more.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ovos_phal_plugin_jarvis.nlu.encoder.weights import DEFAULT, read
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats, WordVectors
from ovos_phal_plugin_jarvis.nlu.knowledge.word_classes import FORMAT

OUTPUT = Path(__file__).parent / "data" / "word_classes_en.npz"
_FINE, _COARSE = 1000, 256
_SEED = 1


def build(output: Path = OUTPUT) -> None:
    """Write *output* from the weights in the package."""
    from sklearn.cluster import KMeans

    _, tensors = read(DEFAULT)
    known = tensors["vocabulary"].tolist()
    table = (tensors[name] for name in ("words", "words.scale", "ngrams", "ngrams.scale"))
    words = sorted((word for word in known if not any(map(str.isdigit, word))), key=str.encode)
    vectors = _directions(WordVectors(known, *table).vectors(words))
    fine = KMeans(_FINE, random_state=_SEED, n_init=1, max_iter=40).fit(vectors)
    sizes = np.bincount(fine.labels_, minlength=_FINE)
    middles = _directions(fine.cluster_centers_)
    coarse = KMeans(_COARSE, random_state=_SEED, n_init=3).fit(middles, sample_weight=sizes)
    arrays: dict[str, Any] = {
        "format": np.array([FORMAT], np.int32),
        "words": np.frombuffer("".join(words).encode(), np.uint8),
        "word_starts": np.concatenate([[0], np.cumsum([len(word.encode()) for word in words])]).astype(np.int32),
        "fine": fine.labels_.astype(np.uint16),
        "coarse": coarse.labels_.astype(np.uint8),
    }
    np.savez_compressed(output, **arrays)
    print(f"{output}: {len(words)} words, {output.stat().st_size / 1e3:.0f} kB")


def _directions(vectors: Floats) -> Floats:
    found: Floats = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    return found


if __name__ == "__main__":
    build()
