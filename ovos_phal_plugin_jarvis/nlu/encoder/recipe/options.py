"""What one run of the recipe is. Needs no torch."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from ovos_phal_plugin_jarvis.nlu.encoder.recipe import corpora
from ovos_phal_plugin_jarvis.nlu.encoder.recipe import spoken as foreign

_FREE = frozenset(["data", "out", "workers", "quick_every"])
"""What may differ when a run goes on: where things lie, and how it is spread and told."""
_OF_VECTORS = ("words", "taught_words")
"""What word vectors are made by, which a run that was started from weights takes from these."""


@dataclass(frozen=True)
class Options:
    """What one run is: where from, where to, how large, how long."""

    data: Path
    out: Path
    tools: Path = corpora.OWN_TOOLS
    words: Path = corpora.OWN_WORDS
    spoken: Path = foreign.SPOKEN_TOOLS  # tools in other languages, which are put into English
    start: Path | None = None  # weights to go on from, with their word vectors; the run's rate should be lower then
    blend: float = 0.0  # share of the network that it was started from in the one that is written
    teacher: Path | None = None  # a folder with a sentence encoder to learn nearness from
    taught_words: float = 0.5  # the teacher's share of the word vectors
    taught: float = 0.5  # the weight of the nearness of texts beside the other losses; 0: none
    lessons: int = 72  # texts of the teacher, in a step
    seed: int = 1
    steps: int = 4000
    minutes: float = 0.0  # of training; 0: as many as the steps take
    utterances: int = 40  # of each worker, in a step
    pool: int = 32
    meanings: int = 6  # of the dictionary, in a batch
    rate: float = 1.5e-3
    width: int = 160
    inner: int = 384
    heads: int = 5
    encoder_layers: int = 2
    reader_layers: int = 2
    similarity: int = 80
    word: int = 128
    vocabulary: int = 36_000
    buckets: int = 16_384
    last: float = 0.15  # after that, this share of the steps or minutes once more, with what was held out of the tools
    workers: int = 2  # processes of one thread each that share every step; a GPU takes one
    quick_every: int = 10  # minutes between reports

    def check(self) -> None:
        """Refuse what would be ignored.

        Raises:
            ValueError: which option, and what to do.
        """
        if not 0 <= self.blend < 1:
            raise ValueError(f"--blend {self.blend} is a share of the network before: from 0 to less than 1")
        if self.blend and not self.start:
            raise ValueError("--blend keeps some of the network that --start names: give that too")
        if self.start:
            default = {option.name: option.default for option in fields(self)}
            ours = [name for name in _OF_VECTORS if getattr(self, name) != default[name]]
            if ours:
                raise ValueError(f"{_as_told(ours)}: the word vectors are those of --start, so leave it out")

    def claim(self) -> None:
        """Note in the folder of output what run it holds, which only the same may go on with.

        Raises:
            ValueError: it holds another; the message names what differs.
        """
        self.out.mkdir(parents=True, exist_ok=True)
        path = self.out / "options.json"
        mine = {name: str(value) for name, value in asdict(self).items() if name not in _FREE}
        if path.is_file():
            theirs = json.loads(path.read_text(encoding="utf-8"))
            other = [name for name in mine if theirs.get(name) != mine[name]]
            if other:
                raise ValueError(f"{self.out} holds a run with another {_as_told(other)}: take another folder")
        path.write_text(json.dumps(mine, indent=1) + "\n", encoding="utf-8")


def _as_told(names: list[str]) -> str:
    return ", ".join(f"--{name.replace('_', '-')}" for name in names)
