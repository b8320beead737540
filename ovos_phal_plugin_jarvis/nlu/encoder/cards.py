"""What the encoder is told about a tool, and what it tells about an utterance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TYPES = ("string", "int", "float", "bool", "date", "time", "datetime", "duration", "list")
"""Kinds of parameter that are told apart; any other counts as a string."""


@dataclass(frozen=True)
class CardParameter:
    """One parameter of a tool, as its author declared it.

    ``values`` is the enumeration, empty where the value is open. A ``bool`` without values has "true" and "false".
    """

    name: str
    description: str = ""
    type: str = "string"
    required: bool = False
    values: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    """How each of ``values`` is said, in their order, where that is not what they are."""
    key: str = ""
    """By what a reading knows it, where its name says it in another language."""

    @property
    def known_by(self) -> str:
        """By what a reading knows it."""
        return self.key or self.name

    @property
    def choices(self) -> tuple[str, ...]:
        """What there is to choose from; empty where the value is read out of the words."""
        return self.values or (("true", "false") if self.type == "bool" else ())

    @property
    def said(self) -> tuple[str, ...]:
        """How each of ``values`` is said."""
        return self.called or self.values


@dataclass(frozen=True)
class ToolCard:
    """A tool as its author declared it."""

    name: str
    description: str = ""
    parameters: tuple[CardParameter, ...] = ()


@dataclass(frozen=True)
class Reading:
    """One tool's reading of an utterance.

    ``tool`` is its position in the index. ``score`` is a logit, ``probability`` how likely this tool is meant; both are
    low for all tools where nothing fits. ``spans`` holds for every open parameter its best places as (first word, one
    past the last, probability), best first; the entry (0, 0, p) is the probability that no word says it. ``choices``
    holds for every parameter with an enumeration its values with their probability, best first; "" is "not said".
    """

    tool: int
    score: float
    probability: float
    spans: Mapping[str, list[tuple[int, int, float]]] = field(default_factory=dict)
    choices: Mapping[str, list[tuple[str, float]]] = field(default_factory=dict)

    def places(self) -> dict[str, tuple[int, int]]:
        """Where open parameters are said (first word, one past the last); no word is for two of them."""
        absent = {name: next((p for _, last, p in spans if not last), 0.0) for name, spans in self.spans.items()}
        found = [(p, name, first, last) for name, spans in self.spans.items() for first, last, p in spans if last]
        out: dict[str, tuple[int, int]] = {}
        for p, name, first, last in sorted(found, reverse=True):
            free = all(last <= a or b <= first for a, b in out.values())
            if name not in out and free and p > absent[name]:
                out[name] = (first, last)
        return out
