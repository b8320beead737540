"""The arguments that were found in an utterance, and where they are said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats
from ovos_phal_plugin_jarvis.nlu.entities import Mention
from ovos_phal_plugin_jarvis.nlu.reading import Heard


class Marks:
    """How likely each word of a request says an argument, as a tool's examples show it. Most are asked nothing."""

    def __init__(self, labels: Sequence[str], likely: npt.NDArray[np.float64]) -> None:
        """
        Args:
            labels: ``B-name`` for the first word of an argument, ``I-name`` for the others, ``O`` for none.
            likely: for each word a row with how likely each of them is.
        """
        self._labels, self._likely = labels, likely

    @cached_property
    def _columns(self) -> Mapping[str, Floats]:
        return {label: self._likely[:, at].astype(np.float32) for at, label in enumerate(self._labels)}

    @cached_property
    def _nowhere(self) -> Floats:
        return np.zeros(len(self._likely), np.float32)

    @cached_property
    def begins(self) -> Mapping[str, Floats]:
        """Argument → for each word, that it is the first of it."""
        names = dict.fromkeys(label[2:] for label in self._labels if label != "O")
        return {name: self._columns.get(f"B-{name}", self._nowhere) for name in names}

    @cached_property
    def says(self) -> Mapping[str, Floats]:
        """The same, that it is one of it."""
        return {name: begun + self._columns.get(f"I-{name}", self._nowhere) for name, begun in self.begins.items()}

    @cached_property
    def nothing(self) -> Floats:
        """For each word, that it says none."""
        return self._columns.get("O", self._nowhere)


@dataclass
class Filled:
    """The arguments that were found in an utterance."""

    arguments: dict[str, Any] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    """Required arguments that nobody said."""
    covered: set[int] = field(default_factory=set)
    """Words that say an argument."""
    probability: float = 1.0
    """Of the least sure argument."""
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    """First word, one past the last, argument."""
    supposed: dict[str, str] = field(default_factory=dict)
    """Values of a few that no word says, and that the request as a whole looks like."""
    flags: set[int] = field(default_factory=set)
    """Words that say a yes or no, and whether it is one."""
    unclear: set[int] = field(default_factory=set)
    """Words that name a yes or no of which nobody can tell which is meant."""
    denied: set[int] = field(default_factory=set)
    """Words that say which of a few values is not meant, where another one is named."""
    settled: set[str] = field(default_factory=set)
    """What is where it is said, whatever else is known: texts that are codes, values of a few that are numbers."""
    marks: Marks | None = field(default=None, compare=False)
    """What a tagger says of each word; None where there is none."""
    places: Mapping[str, Mapping[tuple[int, int], float]] = field(default_factory=dict, compare=False)
    """Text → each place where it may be said, and how likely it is; of those that were weighed."""

    def copy(self) -> Filled:
        """The same, to be changed."""
        arguments = {name: list(value) if isinstance(value, list) else value for name, value in self.arguments.items()}
        return Filled(
            arguments,
            list(self.missing),
            set(self.covered),
            self.probability,
            list(self.spans),
            dict(self.supposed),
            set(self.flags),
            set(self.unclear),
            set(self.denied),
            set(self.settled),
            self.marks,
            self.places,
        )

    def take(self, start: int, end: int, parameter: str) -> None:
        """Note that the words from *start* up to *end* say *parameter*."""
        if self.covered.isdisjoint(range(start, end)):
            self.spans.append((start, end, parameter))
        self.covered.update(range(start, end))

    def deny(self, places: set[int]) -> None:
        """Note that the words at *places* say which value is not meant, as long as they say nothing else."""
        self.denied |= places - self.covered
        self.covered |= places

    def join(self, ends: Sequence[Mention]) -> None:
        """Note that the words between the *ends* of a stretch only join them, where arguments are both: "start at row
        four [and stop at row] nine"."""
        if all(end.start in self.covered for end in ends):
            self.covered.update(range(min(end.end for end in ends), max(end.start for end in ends)))

    def run_of(self, parameter: str) -> tuple[int, int] | None:
        """First word of *parameter* and one past the last, with what is between its things; None where none says it."""
        spans = [(start, end) for start, end, name in self.spans if name == parameter]
        return (min(start for start, _ in spans), max(end for _, end in spans)) if spans else None

    def take_of(self, other: Filled, parameter: str) -> None:
        """Let *parameter* be what it is in *other*."""
        self.arguments[parameter] = other.arguments[parameter]
        for start, end, name in other.spans:
            if name == parameter:
                self.take(start, end, name)

    def drop(self, parameter: str) -> None:
        """Forget *parameter*, and that words say it which say nothing else."""
        self.arguments.pop(parameter, None)
        gone = {at for start, end, name in self.spans if name == parameter for at in range(start, end)}
        self.spans = [span for span in self.spans if span[2] != parameter]
        self.covered -= gone - {at for start, end, _ in self.spans for at in range(start, end)}

    def swap(self, one: str, other: str) -> None:
        """Let each of the two arguments have the value and the words of the other."""
        self.arguments[one], self.arguments[other] = self.arguments[other], self.arguments[one]
        names = {one: other, other: one}
        self.spans = [(start, end, names.get(name, name)) for start, end, name in self.spans]

    def rename(self, parameter: str, other: str) -> None:
        """Let the value and the words of *parameter* be those of *other*, which has none."""
        self.arguments[other] = self.arguments.pop(parameter)
        self.spans = [(start, end, other if name == parameter else name) for start, end, name in self.spans]

    def move(self, parameter: str, start: int, end: int, heard: Heard) -> None:
        """Let *parameter* be the text of *heard* from word *start* up to *end*, in place of where it was said to be."""
        self.drop(parameter)
        self.arguments[parameter] = heard.said(start, end)
        self.take(start, end, parameter)

    def put(self, parameter: str, before: tuple[int, int], place: tuple[int, int] | None, heard: Heard) -> None:
        """Let the text *parameter*, which was said to be at *before*, stand at *place*; None: it is said nowhere."""
        if place is None:
            self.drop(parameter)
        elif place != before:
            self.move(parameter, *place, heard)
