"""The encoder's opinion of a request: which tools it may be for, and how each would be called."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.nlu.encoder import CardParameter, Encoder, EncoderUnavailable, Reading, ToolCard, ToolIndex
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats, split_words
from ovos_phal_plugin_jarvis.nlu.learning.declarations import plain_name, said_for, summary
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

_KINDS = {
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "str": "string",
    "timedelta": "duration",
    "array": "list",
}
_NUMBERED = re.compile(r"(?<=[a-z])_\d+(?=_)")


@dataclass(frozen=True)
class SecondOpinion:
    """The encoder and the installed tools as it knows them. Any thread may ask it."""

    encoder: Encoder
    index: ToolIndex
    names: tuple[str, ...]
    shown: Mapping[str, Floats]
    """For each tool with examples, a row for each, as ``Encoder.embed`` tells it."""

    def likeness(self, words: Sequence[str]) -> dict[str, float]:
        """For each tool with examples, how like the most alike of them *words* are: cosine, -1 to 1."""
        if not self.shown:
            return {}
        rows, starts = self._rows
        most = np.maximum.reduceat(rows @ self.encoder.embed(words), starts)
        return dict(zip(self.shown, most.tolist(), strict=True))

    @cached_property
    def _rows(self) -> tuple[Floats, npt.NDArray[np.intp]]:
        """The examples of all tools, in one piece, and where those of each begin."""
        every = list(self.shown.values())
        return np.concatenate(every), np.cumsum([0, *map(len, every)])[:-1]

    def nearest(self, words: Sequence[str], count: int) -> list[str]:
        """The names of the *count* tools nearest to *words*, the nearest first."""
        return [*islice(self.nearness(words), count)]

    def nearness(self, words: Sequence[str]) -> dict[str, float]:
        """How near each tool is to *words*, the nearest first; no probability."""
        return {self.names[at]: score for at, score in self.encoder.rank(words, self.index, len(self.index))}

    def nearness_to_usual(self, words: Sequence[str]) -> float:
        """How near the nearest of what assistants are usually asked for is to *words*, whether a tool is installed for
        it or not: what is nearer to that than to a tool is rather not for the tool."""
        return self.encoder.rank(words, _usual(self.encoder), 1)[0][1]

    def read(self, words: Sequence[str], names: Iterable[str]) -> dict[str, Reading]:
        """How *words* would be read by each of the tools *names*."""
        wanted = [(name, at) for name in names if (at := self._place(name)) is not None]
        readings = self.encoder.read(words, self.index, [at for _, at in wanted])
        return {name: reading for (name, _), reading in zip(wanted, readings, strict=True)}

    def _place(self, name: str) -> int | None:
        try:
            return self.names.index(name)
        except ValueError:
            return None


@lru_cache(maxsize=1)
def _encoder() -> Encoder | None:
    try:
        return Encoder.load()
    except EncoderUnavailable as error:
        LOG.warning(f"tools without examples are understood less well: {error}")
        return None


@lru_cache(maxsize=1)
def _usual(encoder: Encoder) -> ToolIndex:
    text = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / "usual_tools.json").read_text(encoding="utf-8")
    return encoder.index(
        [
            ToolCard(each["name"], each["description"], tuple(map(CardParameter, each["parameters"])))
            for each in json.loads(text)
        ]
    )


def second_opinion(
    definitions: Sequence[ToolDefinition], shown: Mapping[str, Floats] | None = None
) -> SecondOpinion | None:
    """The encoder's knowledge of *definitions*; None where there are none, or it has no weights.

    Args:
        definitions: the tools.
        shown: the :func:`example_vectors` by tool, of those whose examples count; worked out where it is None.
    """
    encoder = _encoder() if definitions else None
    if encoder is None:
        return None
    if shown is None:
        made = {d.name: example_vectors(d) for d in definitions}
        shown = {name: rows for name, rows in made.items() if rows is not None}
    names = tuple(d.name for d in definitions)
    index = encoder.index([_card(d) for d in definitions])
    return SecondOpinion(encoder, index, names, {name: shown[name] for name in names if name in shown})


def example_vectors(definition: ToolDefinition) -> Floats | None:
    """A row for each example of *definition*, as ``Encoder.embed`` tells it; None where the encoder is not asked."""
    encoder = _encoder() if definition.examples else None
    if encoder is None:
        return None
    return encoder.embed_all([[token.norm for token in tokenize(e.utterance)] for e in definition.examples])


def fits(shown: npt.NDArray[Any], definition: ToolDefinition) -> bool:
    """Whether *shown* may be the :func:`example_vectors` of *definition*."""
    encoder = _encoder()
    shape = (len(definition.examples), encoder.shape.width) if encoder is not None else shown.shape
    return shown.shape == shape and shown.dtype == np.float32 and bool(np.isfinite(shown).all())


def _card(definition: ToolDefinition) -> ToolCard:
    return ToolCard(
        _NUMBERED.sub("", plain_name(definition.named)),
        summary(definition.description),
        tuple(_card_parameter(parameter) for parameter in definition.parameters),
    )


def _card_parameter(parameter: ToolParameter) -> CardParameter:
    kind = parameter.param_type.lower()
    kind = "list" if parameter.is_list else _KINDS.get(kind, kind)
    choices = tuple(parameter.enum_values or ())
    names = said_for(parameter)
    called = tuple(names[value] for value in choices)
    return CardParameter(
        parameter.named,
        parameter.description,
        kind,
        parameter.required,
        choices,
        called if list(map(split_words, called)) != list(map(split_words, choices)) else (),
        key=parameter.name,
    )
