"""Makes ``data/wordnet_en.npz`` from the tables of Open English WordNet.

``python -m ovos_phal_plugin_jarvis.nlu.knowledge.build FOLDER`` reads ``synsets.tsv.gz``, ``senses.tsv.gz`` and
``relations.tsv.gz`` in FOLDER. Left out are names (lemmas with capitals), lemmas of more than three words, and
definitions.
"""

from __future__ import annotations

import csv
import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ovos_phal_plugin_jarvis.nlu.knowledge.wordnet import FORMAT, MAX_SENSES, POS

OUTPUT = Path(__file__).parent / "data" / "wordnet_en.npz"
_POS = {"n": 0, "v": 1, "a": 2, "s": 2, "r": 3}


def build(folder: Path, output: Path = OUTPUT) -> None:
    """Write *output* from the tables in *folder*."""
    senses: dict[str, dict[str, list[str]]] = {}
    for row in _rows(folder / "senses.tsv.gz"):
        if _is_wanted(row["lemma"]):
            senses.setdefault(row["lemma"], {})[row["pos"]] = row["synsets"].split("|")[:MAX_SENSES]
    words = sorted(senses, key=str.encode)
    place = {word: at for at, word in enumerate(words)}
    used = {synset for by_pos in senses.values() for ids in by_pos.values() for synset in ids}
    table = {row["id"]: row for row in _rows(folder / "synsets.tsv.gz")}
    # What a kept synset is a kind of is kept as well, all the way up.
    waiting = list(used)
    while waiting:
        for above in filter(None, table[waiting.pop()]["hypernyms"].split("|")):
            if above in table and above not in used:
                used.add(above)
                waiting.append(above)
    ids = sorted(used)
    number = {synset: at for at, synset in enumerate(ids)}
    fields = sorted({table[synset]["lexfile"] for synset in ids})
    members = [[place[w] for w in table[s]["lemmas"].split("|") if w in place] for s in ids]
    wider = [[number[h] for h in table[s]["hypernyms"].split("|") if h in number] for s in ids]
    opposites: list[set[int]] = [set() for _ in words]
    derived: list[set[int]] = [set() for _ in words]
    first = {word: {synset for by in by_pos.values() for synset in by[:3]} for word, by_pos in senses.items()}
    for row in _rows(folder / "relations.tsv.gz"):
        one, other = row["lemma"], row["other lemma"]
        if one not in place or other not in place:
            continue
        if row["relation"] == "derivation":
            derived[place[one]].add(place[other])
        elif row["relation"] == "antonym":
            # Whoever often means the same as one is opposed to whoever often means the same as the other.
            for left in _meaning(table, first, one, row["synset"]):
                for right in _meaning(table, first, other, row["other synset"]):
                    opposites[place[left]].add(place[right])
                    opposites[place[right]].add(place[left])
    rows = {
        "sense": [[number[s] for pos in "nvasr" for s in by_pos.get(pos, ())] for by_pos in map(senses.get, words)],  # type: ignore[union-attr]
        "member": members, "wider": wider,
        "opposite": [sorted(x) for x in opposites], "derived": [sorted(x) for x in derived],
    }  # fmt: skip
    arrays: dict[str, Any] = {
        "format": np.array([FORMAT], np.int32),
        "fields": np.frombuffer("\n".join(fields).encode(), np.uint8),
        "words": np.frombuffer("".join(words).encode(), np.uint8),
        "word_starts": np.concatenate([[0], np.cumsum([len(word.encode()) for word in words])]).astype(np.int32),
        "synset_field": np.array([fields.index(table[s]["lexfile"]) for s in ids], np.uint8),
        "synset_pos": np.array([_POS[s[-1]] for s in ids], np.uint8),
    }
    for name, lists in rows.items():
        plural = {"wider": "wider", "derived": "derived"}.get(name, name + "s")
        arrays[f"{name}_starts"] = np.concatenate([[0], np.cumsum([len(x) for x in lists])]).astype(np.int32)
        arrays[plural] = np.array([at for x in lists for at in x], np.int32)
    output.parent.mkdir(exist_ok=True)
    np.savez_compressed(output, **arrays)
    print(f"{output}: {len(words)} words, {len(ids)} synsets, {output.stat().st_size / 1e6:.1f} MB; {'/'.join(POS)}")


def _meaning(table: dict, first: dict[str, set[str]], word: str, synset: str) -> Iterator[str]:
    yield word
    yield from (w for w in table[synset]["lemmas"].split("|") if w != word and synset in first.get(w, ()))


def _is_wanted(lemma: str) -> bool:
    return lemma == lemma.lower() and lemma.count(" ") < 3 and not lemma.isdigit()


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
