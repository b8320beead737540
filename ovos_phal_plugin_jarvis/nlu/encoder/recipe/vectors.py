"""Word vectors from text that is at hand: co-occurrence counts, PPMI, SVD; and n-grams that guess them by spelling."""

from __future__ import annotations

import csv
import gzip
import logging
import re
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch

from ovos_phal_plugin_jarvis.nlu.encoder.words import ngram_buckets, normal_form, split_words

LOG = logging.getLogger(__name__)
WINDOW = 5
Sentences = list[list[str]]


def wordnet_entries(folder: Path) -> Iterator[list[str]]:
    """One list of words for each synset: its lemmas, what it is a kind of, its definition, its examples."""
    csv.field_size_limit(sys.maxsize)
    with gzip.open(folder / "synsets.tsv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    lemmas = {row["id"]: row["lemmas"].replace("|", " ") for row in rows}
    for row in rows:
        above = " ".join(lemmas.get(i, "") for i in (row["hypernyms"] or "").replace("|", " ").split())
        near = " ".join(lemmas.get(i, "") for i in (row["similar"] or "").replace("|", " ").split())
        head = split_words(f"{row['lemmas'].replace('|', ' ')} {above} {near}")
        yield head + head + split_words(f"{row['definition']} {(row['examples'] or '').replace('|', ' ')}")


def documentation(words: int) -> Iterator[list[str]]:
    """About ``words`` words of prose, by paragraphs, from the docstrings and read-me files of what is installed."""
    places = dict.fromkeys([sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"), "/usr/share/doc"])
    files = sorted(
        path
        for place in places
        for pattern in ("*.py", "*.md", "*.rst", "*.txt")
        for path in Path(place).rglob(pattern)
    )
    left = words
    seen: set[int] = set()
    for path in files[:: max(1, len(files) // 8_000)]:
        try:
            text = path.read_text(encoding="utf-8")
            texts = _docstrings(text) if path.suffix == ".py" else [text]
        except (OSError, UnicodeDecodeError, SyntaxError, ValueError, RecursionError):
            continue  # not text that can be read: there is enough of it
        for paragraph in (p for text in texts for p in text.split("\n\n")):
            found = split_words(paragraph)
            plain = sum(w.isalpha() for w in found)
            if (
                len(found) < 8
                or plain < 0.9 * len(found)
                or hash(tuple(found)) in seen
                or sum(map(len, found)) < 0.7 * len(paragraph.strip())
            ):
                continue
            seen.add(hash(tuple(found)))
            yield found
            left -= len(found)
            if left < 0:
                return


def _docstrings(source: str) -> list[str]:
    return [text for _, text in re.findall(r'("""|\'\'\')(.*?)\1', source, re.DOTALL)]


def train_vectors(
    glosses: Sentences,
    running: Sentences,
    domain: Sentences,
    associations: Sequence[tuple[str, Sequence[str]]],
    *,
    size: int,
    vocabulary: int,
    contexts: int,
    seed: int,
) -> tuple[list[str], torch.Tensor]:
    """Vocabulary and unit vectors (words × ``size``).

    From dictionary entries, running text, utterances, and words with what comes to mind with them. Each of the four is
    made PPMI by itself and then added: a word that documentation knows as a folder stays a thing in the kitchen.
    """
    began = time.monotonic()
    torch.manual_seed(seed)
    groups = [[[normal_form(w) for w in words] for words in group] for group in (glosses, running, domain)]
    minds = [
        ([normal_form(w) for w in split_words(cue)], [normal_form(w) for w in split_words(" ".join(others))])
        for cue, others in associations
    ]
    counts: Counter[str] = Counter()
    for group, times in zip((*groups, [[*cue, *others] for cue, others in minds]), (1, 1, 3, 4), strict=True):
        for words in group:
            for word in words:
                counts[word] += times
    kept = [w for w, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if n >= 4][:vocabulary]
    ids = {w: i for i, w in enumerate(kept)}
    contexts = min(contexts, len(kept))
    matrix = torch.zeros(len(kept), contexts)
    for group, window, weight in zip(groups, (24, WINDOW, WINDOW), (1.0, 0.5, 1.0), strict=True):
        # One long line of ids, with gaps between the texts so that no window crosses them.
        line: list[int] = []
        for words in group:
            line.extend(ids.get(w, -1) for w in words)
            line.extend([-1] * window)
        at = torch.tensor(line)
        table = torch.zeros(len(kept) * contexts)
        for distance in range(1, window + 1):
            _count(table, contexts, at[:-distance], at[distance:], 1 / distance if window == WINDOW else 0.25)
        matrix.add_(_ppmi(table.view(len(kept), contexts)), alpha=weight)
    table = torch.zeros(len(kept) * contexts)
    pairs = [(ids[a], ids[b]) for cue, others in minds for a in cue for b in others if a in ids and b in ids]
    beside = [
        (ids[a], ids[b])
        for _, others in minds
        for i, a in enumerate(others)
        for b in others[i + 1 : i + 9]
        if a in ids and b in ids
    ]
    for found, share in ((pairs, 1.0), (beside, 0.3)):
        if found:
            both = torch.tensor(found)
            _count(table, contexts, both[:, 0], both[:, 1], share)
    matrix.add_(_ppmi(table.view(len(kept), contexts)), alpha=1.5)
    LOG.info("counted %d words in %.0f s", len(kept), time.monotonic() - began)
    u, s, _ = torch.svd_lowrank(matrix, q=size + 16, niter=4)
    vectors = u[:, :size] * s[:size].sqrt()
    vectors = vectors - vectors.mean(0, keepdim=True)
    LOG.info("vectors after %.0f s", time.monotonic() - began)
    return kept, torch.nn.functional.normalize(vectors, dim=1)


def _count(table: torch.Tensor, contexts: int, left: torch.Tensor, right: torch.Tensor, share: float) -> None:
    """Add ``share`` for each pair of words that stand together, in both directions."""
    for first, second in ((left, right), (right, left)):
        good = (first >= 0) & (second >= 0) & (second < contexts)
        where = first[good] * contexts + second[good]
        table.scatter_add_(0, where, torch.full((len(where),), share))


def _ppmi(matrix: torch.Tensor) -> torch.Tensor:
    """Positive pointwise mutual information of counts, contexts smoothed; in the place of the counts."""
    total = matrix.sum().clamp(min=1e-6)
    row = matrix.sum(1, keepdim=True).clamp(min=1e-6)
    column = matrix.sum(0, keepdim=True).clamp(min=1e-6) ** 0.75
    column = column / column.sum()
    return matrix.mul_(1 / total).div_(row / total).div_(column).clamp_(min=1.0).log_()


def train_ngrams(words: Sequence[str], vectors: torch.Tensor, buckets: int, *, steps: int, seed: int) -> torch.Tensor:
    """n-gram vectors (buckets × size) whose mean over a word's spelling comes near the word's vector."""
    torch.manual_seed(seed)
    spelled = [ngram_buckets(w, buckets) for w in words]
    alpha = [i for i, w in enumerate(words) if w[0].isalpha()]
    table = torch.nn.Parameter(torch.zeros(buckets, vectors.shape[1]))
    optimiser = torch.optim.Adam([table], lr=0.02)
    generator = torch.Generator().manual_seed(seed)
    for step in range(steps):
        # Rarer words are what is guessed by spelling later: all count alike.
        at = torch.randint(len(alpha), (1024,), generator=generator).tolist()
        chosen = [alpha[i] for i in at]
        flat = torch.tensor([b for i in chosen for b in spelled[i]])
        starts = torch.tensor(np.cumsum([0] + [len(spelled[i]) for i in chosen])[:-1])
        guess = torch.nn.functional.embedding_bag(flat, table, starts, mode="mean")
        loss = (guess - vectors[torch.tensor(chosen)]).pow(2).sum(1).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 200 == 0:
            LOG.info("n-grams: step %d, loss %.3f", step, loss.item())
    return table.detach()
