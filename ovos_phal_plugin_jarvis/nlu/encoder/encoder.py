"""From weights to readings: tools are indexed once, utterances are ranked against the index and read with the best."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from ovos_phal_plugin_jarvis.nlu.encoder.cards import Reading, ToolCard
from ovos_phal_plugin_jarvis.nlu.encoder.network import PARAMETER, TOOL, UTTERANCE, VALUE, Bools, Network, Read, softmax
from ovos_phal_plugin_jarvis.nlu.encoder.texts import (
    GAP,
    UTTERANCE_WORDS,
    Values,
    Vocabulary,
    parameter_words,
    tool_words,
    type_id,
    utterance_words,
)
from ovos_phal_plugin_jarvis.nlu.encoder.threads import compute_on_one_thread
from ovos_phal_plugin_jarvis.nlu.encoder.weights import DEFAULT, EncoderUnavailable, Shape, Tensors, read
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats, WordVectors

SPANS = 30  # that are told for a parameter
CHOICES = 10  # that are told for an enumeration
TOGETHER = 24  # parameters that are read in one pass; a tool with more takes several
REMEMBERED = 64  # tools of which what the reader attends to is kept: some 40 kB each
BATCH_WORDS = 128  # padded words that are encoded at once: more of them are padding, and leave the cache

_Key = tuple[int, tuple[str, ...]]
_Half = npt.NDArray[np.float16]
_T = TypeVar("_T")


@dataclass(eq=False)
class _Indexed:
    """One tool as the network has encoded it. Half precision: there may be thousands."""

    pooled: Floats  # s: the whole text, where it is compared
    tokens: _Half  # words and parameters, where they are compared
    tool: Floats  # d
    text: _Half  # m, d
    parameters: Floats  # p, d
    choices: dict[int, tuple[Values, _Half]]  # by parameter: (v, 2 × s)
    vocabulary: Vocabulary
    __weakref__: object = None


class ToolIndex:
    """Tools that utterances can be ranked against. Made by ``Encoder.index``; immutable."""

    def __init__(self, cards: Sequence[ToolCard], indexed: Sequence[_Indexed]):
        self.cards = tuple(cards)
        self.indexed = tuple(indexed)
        if indexed:
            self.pooled = np.stack([tool.pooled for tool in indexed])
            self.tokens = np.concatenate([tool.tokens for tool in indexed]).astype(np.float32)
            self.starts = np.cumsum([0] + [len(tool.tokens) for tool in indexed])[:-1]

    def __len__(self) -> int:
        return len(self.cards)


class _Later(Mapping[str, _T]):
    """What is worked out once somebody asks for it: of most tools that are read only the probability is wanted."""

    def __init__(self, work: Mapping[str, Callable[[], _T]]):
        self._work = work
        self._done: dict[str, _T] = {}

    def __getitem__(self, name: str) -> _T:
        if name not in self._done:
            self._done[name] = self._work[name]()
        return self._done[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._work)

    def __len__(self) -> int:
        return len(self._work)


class Encoder:
    """Reads requests to tools. Any number of threads may use one encoder."""

    def __init__(self, shape: Shape, tensors: Tensors):
        self.shape = shape
        self._network = Network(shape, tensors)
        self._vectors = WordVectors(
            tensors["vocabulary"].tolist(),
            tensors["words"],
            tensors["words.scale"],
            tensors["ngrams"],
            tensors["ngrams.scale"],
        )
        self._known: WeakValueDictionary[ToolCard, _Indexed] = WeakValueDictionary()
        self._lock = threading.Lock()
        # One request is embedded, ranked and read, and its parts with it.
        self._utterance = lru_cache(maxsize=16)(self._encode_utterance)
        # The parts of one request are read by the same few tools, and so are those of the next.
        self._memory = lru_cache(maxsize=REMEMBERED)(self._remembered)

    @classmethod
    def load(cls, path: Path | None = None) -> Encoder:
        """The encoder of the weights at ``path``, else of those in the package. Raises ``EncoderUnavailable``."""
        path = path or DEFAULT
        shape, tensors = read(path)
        compute_on_one_thread()
        try:
            return cls(shape, tensors)
        except (KeyError, ValueError, IndexError) as error:
            raise EncoderUnavailable(f"{path}: weights that don't fit together: {error}") from error

    def index(self, tools: Sequence[ToolCard]) -> ToolIndex:
        """The tools, encoded. What an index that is still held has encoded already is taken from there."""
        with self._lock:
            found = {card: known for card in tools if (known := self._known.get(card)) is not None}
        fresh = [card for card in dict.fromkeys(tools) if card not in found]
        for card, made in zip(fresh, self._indexed(fresh), strict=True):
            found[card] = made
        with self._lock:
            self._known.update({card: found[card] for card in fresh})
        return ToolIndex(tools, [found[card] for card in tools])

    def embed(self, words: Sequence[str]) -> Floats:
        """One vector of length 1 for an utterance: features for a learner that has few examples."""
        _, pooled = self._utterance(tuple(utterance_words(words)))
        out: Floats = pooled / max(float(np.linalg.norm(pooled)), 1e-6)
        return out

    def let_go(self) -> None:
        """Hold no longer what was read of the words' tables, which stand in a file: learning reads much of them."""
        self._vectors.let_go()

    def word_vectors(self, words: Sequence[str]) -> Floats:
        """A row for each of ``words``, as it is known alone."""
        return self._vectors.vectors(words)

    def embed_all(self, texts: Sequence[Sequence[str]]) -> Floats:
        """One such vector for each of ``texts``, as rows."""
        said = [tuple(utterance_words(words)) for words in texts]
        _, pooled = self._encode_all(list(dict.fromkeys((UTTERANCE, words) for words in said)), set())
        rows = np.stack([pooled[UTTERANCE, words] for words in said]) if said else np.zeros((0, self.shape.width))
        out: Floats = (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)).astype(np.float32)
        return out

    def rank(self, words: Sequence[str], index: ToolIndex, k: int) -> list[tuple[int, float]]:
        """The ``k`` tools nearest to the utterance as (position, score), best first. The score is no probability."""
        if k < 1 or not len(index):
            return []
        states, pooled = self._utterance(tuple(utterance_words(words)))
        whole, each = self._compare(states, pooled, index)
        scale = self._network.similarity
        score = scale[0] * whole + scale[1] * each
        best = np.argsort(-score, kind="stable")[:k]
        return [(int(i), float(score[i])) for i in best]

    def read(self, words: Sequence[str], index: ToolIndex, candidates: Sequence[int]) -> list[Reading]:
        """What the utterance says to each of ``candidates`` (positions in the index), in their order.

        Words beyond the first 64 are not read. Raises ``IndexError`` for a position that the index has not.
        """
        if not candidates:
            return []
        said = tuple(utterance_words(words))
        states, pooled = self._utterance(said)
        chosen = [index.indexed[i] for i in candidates]
        whole, each = self._compare(states, pooled, ToolIndex((), chosen))
        # A tool with many parameters is read in several rows.
        rows = [(c, at) for c, tool in enumerate(chosen) for at in range(0, max(1, len(tool.parameters)), TOGETHER)]
        found = self._read_rows(said, states, chosen, rows, np.stack([whole, each], axis=1))
        first = {c: row for row, (c, at) in enumerate(rows) if not at}
        probability = self._network.probability(found.fit)
        out = []
        for c, position in enumerate(candidates):
            spans: dict[str, Callable[[], list[tuple[int, int, float]]]] = {}
            choices: dict[str, Callable[[], list[tuple[str, float]]]] = {}
            for place, parameter in enumerate(index.cards[position].parameters):
                row, p = first[c] + place // TOGETHER, place % TOGETHER
                choice = chosen[c].choices.get(place)
                if choice is None:
                    spans[parameter.known_by] = partial(_spans, found, row, p, len(words))
                else:
                    choices[parameter.known_by] = partial(self._choices, found, row, p, parameter.choices, choice, said)
            row = first[c]
            out.append(
                Reading(position, float(found.fit[row]), float(probability[row]), _Later(spans), _Later(choices))
            )
        return out

    def _encode_utterance(self, said: tuple[str, ...]) -> tuple[Floats, Floats]:
        states, pooled = self._network.encode(self._of(said)[None], np.ones((1, len(said)), bool), UTTERANCE)
        return states[0], pooled[0]

    def _of(self, words: Iterable[str]) -> Floats:
        words = list(words)
        rows = self._vectors.vectors(words)
        rows[[i for i, word in enumerate(words) if word == GAP]] = 0
        return rows

    def _compare(self, states: Floats, pooled: Floats, index: ToolIndex) -> tuple[Floats, Floats]:
        """How near whole texts are, and how near each word is to its nearest in the tool, for each tool."""
        network = self._network
        whole = index.pooled @ network.pooled(pooled)
        nearest = np.maximum.reduceat(index.tokens @ network.tokens(states).T, index.starts, axis=0)
        return whole, nearest @ network.importance(states)

    def _read_rows(
        self,
        said: Sequence[str],
        states: Floats,
        chosen: Sequence[_Indexed],
        rows: Sequence[tuple[int, int]],
        similarity: Floats,
    ) -> Read:
        width = self.shape.width
        tools = [chosen[c] for c, _ in rows]
        parts = [tool.parameters[at : at + TOGETHER] for tool, (_, at) in zip(tools, rows, strict=True)]
        parameters, parameter_mask = _padded(parts, width)
        text_mask = _mask([tool.text for tool in tools])
        memory = np.zeros((len(tools), self.shape.reader_layers, text_mask.shape[1], 2 * width), np.float32)
        for row, tool in enumerate(tools):
            memory[row, :, : len(tool.text)] = self._memory(tool)
        return self._network.read(
            states,
            np.array([tool.vocabulary.flags(said) for tool in tools], np.float32),
            np.stack([tool.tool for tool in tools]),
            parameters,
            parameter_mask,
            memory,
            text_mask,
            similarity[[c for c, _ in rows]],
        )

    def _remembered(self, tool: _Indexed) -> Floats:
        return self._network.memory(tool.text.astype(np.float32))

    def _choices(
        self, found: Read, row: int, p: int, names: Sequence[str], choice: tuple[Values, _Half], said: Sequence[str]
    ) -> list[tuple[str, float]]:
        values, vectors = choice
        logits = self._network.choose(
            found.parameters[row, p], found.words[row], vectors.astype(np.float32), values.match(said)
        )
        probability = softmax(logits)
        best = np.argsort(-probability[:-1], kind="stable")[:CHOICES]
        out = [(names[i], float(probability[i])) for i in best] + [("", float(probability[-1]))]
        return sorted(out, key=lambda pair: -pair[1])

    def _indexed(self, cards: Sequence[ToolCard]) -> list[_Indexed]:
        vocabularies = [Vocabulary.of(card) for card in cards]
        values = [
            {i: Values(p.said or p.choices) for i, p in enumerate(card.parameters) if p.choices} for card in cards
        ]
        tools: list[_Key] = [(TOOL, tool_words(card)) for card in cards]
        parameters: list[list[_Key]] = [[(PARAMETER, parameter_words(p)) for p in card.parameters] for card in cards]
        keys = dict.fromkeys(tools)
        keys |= dict.fromkeys(key for own in parameters for key in own)
        keys |= dict.fromkeys((VALUE, words) for own in values for choice in own.values() for words in choice.words)
        states, pooled = self._encode_all(list(keys), set(tools))
        out = []
        for card, vocabulary, own, tool, params in zip(cards, vocabularies, values, tools, parameters, strict=True):
            vectors = np.zeros((0, self.shape.width), np.float32)
            if params:
                types = np.array([type_id(p) for p in card.parameters])
                required = np.array([int(p.required) for p in card.parameters])
                vectors = self._network.parameter(np.stack([pooled[key] for key in params]), types, required)
            text = states[tool]
            choices = {
                i: (c, self._network.value(np.stack([pooled[VALUE, w] for w in c.words])).astype(np.float16))
                for i, c in own.items()
            }
            out.append(
                _Indexed(
                    self._network.pooled(pooled[tool]),
                    self._network.tokens(np.concatenate([text, vectors])).astype(np.float16),
                    pooled[tool],
                    text.astype(np.float16),
                    vectors,
                    choices,
                    vocabulary,
                )
            )
        return out

    def _encode_all(self, keys: list[_Key], whole: set[_Key]) -> tuple[dict[_Key, Floats], dict[_Key, Floats]]:
        """States of the texts in ``whole``, and one vector for each of ``keys``."""
        keys = sorted(keys, key=lambda key: (key[0], len(key[1])))
        states: dict[_Key, Floats] = {}
        pooled: dict[_Key, Floats] = {}
        start = 0
        while start < len(keys):
            kind = keys[start][0]
            end = start + 1
            while end < len(keys) and keys[end][0] == kind and (end + 1 - start) * len(keys[end][1]) <= BATCH_WORDS:
                end += 1
            part = keys[start:end]
            vectors, mask = _padded([self._of(words) for _, words in part], self.shape.word)
            each, one = self._network.encode(vectors, mask, kind)
            for i, key in enumerate(part):
                pooled[key] = one[i].copy()
                if key in whole:
                    states[key] = each[i, : len(key[1])].copy()
            start = end
        return states, pooled


def _padded(parts: Sequence[npt.NDArray[np.floating]], width: int) -> tuple[Floats, Bools]:
    mask = _mask(parts)
    out = np.zeros((*mask.shape, width), np.float32)
    for i, part in enumerate(parts):
        out[i, : len(part)] = part
    return out, mask


def _mask(parts: Sequence[npt.NDArray[np.floating]]) -> Bools:
    lengths = np.array([len(part) for part in parts])
    out: Bools = np.arange(lengths.max()) < lengths[:, None]
    return out


@lru_cache(maxsize=UTTERANCE_WORDS + 1)
def _pairs(words: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The first and the last word of each span."""
    return np.triu_indices(words)


def _spans(found: Read, row: int, p: int, words: int) -> list[tuple[int, int, float]]:
    start, end = found.start[row, p], found.end[row, p]
    before = np.concatenate([[0], np.cumsum(found.inside[row, p])])
    # A span's score: its first word begins one, its last ends one, all of its words are inside.
    scores = (start - before[:-1])[:, None] + (end + before[1:])[None]
    first, last = _pairs(len(start))
    probability = softmax(np.append(scores[first, last], found.absent[row, p]).astype(np.float32))
    if not words:
        return [(0, 0, 1.0)]
    best = np.argsort(-probability[:-1], kind="stable")[:SPANS]
    out = [(int(first[i]), int(last[i]) + 1, float(probability[i])) for i in best]
    return sorted([*out, (0, 0, float(probability[-1]))], key=lambda span: -span[2])
