"""What the model has read: finds how much of a prompt is there already and has it read the rest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from ovos_phal_plugin_jarvis.llm.engines.llama.model import LlamaModel
from ovos_phal_plugin_jarvis.llm.engines.llama.state import StateStore
from ovos_phal_plugin_jarvis.llm.turns import Segment

Chunk = tuple[int, ...]


@dataclass(frozen=True)
class PromptCost:
    """Tokens of a prompt: all, those that were there, those that were read."""

    total: int
    cached: int
    evaluated: int


class PromptTooLong(Exception):
    """The context has no room for a prompt and its reply."""

    def __init__(self, total: int) -> None:
        super().__init__(f"a prompt of {total} tokens")
        self.total = total


class PromptReader:
    """Keeps the context's content in step with the prompts. Used by the engine's own thread only."""

    def __init__(self, model: LlamaModel, store: StateStore | None, check: Callable[[], None]):
        """
        Args:
            store: where the state of stable beginnings is kept between runs; None keeps none.
            check: called between batches; raises where the request is to end.
        """
        self._model = model
        self._store = store
        self._check = check
        self._held: list[Chunk] = []
        self._texts: OrderedDict[tuple[str, bool, bool], Chunk] = OrderedDict()
        self._unsaved: tuple[Chunk, ...] | None = None

    def read(self, segments: Sequence[Segment], stable_segments: int, reserve: int) -> PromptCost:
        """Have the model read *segments*.

        Args:
            stable_segments: how many at the beginning later prompts begin with as well.
            reserve: tokens that have to stay free for the reply.

        Raises:
            PromptTooLong: they leave no room for it.
        """
        chunks = self._tokens(segments)
        total = sum(map(len, chunks))
        if total + reserve > self._model.n_ctx:
            raise PromptTooLong(total)
        stable = tuple(chunks[: len(chunks) - len(segments) + stable_segments]) if stable_segments else ()
        kept = self._keep_common(chunks)
        if stable and kept < sum(map(len, stable)) and self._store is not None:
            kept = max(kept, self._restore(stable))
        # The last token has to be read for the model to say what follows.
        kept = self._trim(min(kept, total - 1))
        rest = _after(chunks, kept)
        self._evaluate(rest, chunks, kept)
        if stable and kept < sum(map(len, stable)):
            self._unsaved = stable
        return PromptCost(total, kept, len(rest))

    def note_reply(self, tokens: Sequence[int]) -> None:
        """The model has read *tokens* of its own after the prompt."""
        if tokens:
            self._held.append(tuple(tokens))

    def broken_off(self) -> None:
        """A computation was broken off: what the context holds beyond the last whole prompt is not known."""
        kept = sum(map(len, self._held))
        if self._trim(kept) < kept:
            self._held = []

    def save_unsaved(self) -> None:
        """Keep the state of a beginning that had to be read, for the next start. Takes time: call it when idle."""
        stable, self._unsaved = self._unsaved, None
        if stable is None or self._store is None:
            return
        tokens = tuple(chain.from_iterable(stable))
        if self._keep_common(list(stable)) < len(tokens) or self._trim(len(tokens)) < len(tokens):
            return
        self._held = list(stable)
        self._store.save(self._model, tokens)

    def _tokens(self, segments: Sequence[Segment]) -> list[Chunk]:
        chunks: list[Chunk] = [(self._model.bos,)] if self._model.bos is not None else []
        goes_on = False
        for segment in segments:
            key = (segment.text, segment.special, goes_on)
            chunk = self._texts.get(key)
            if chunk is None:
                # A SentencePiece vocabulary puts a space before a text and behind a control token, not inside a text.
                tokenize = self._model.continuing if goes_on else self._model.tokenize
                chunk = self._texts[key] = tokenize(segment.text, segment.special)
                if len(self._texts) > 256:
                    self._texts.popitem(last=False)
            else:
                self._texts.move_to_end(key)
            chunks.append(chunk)
            goes_on = not self._model.marks(chunk[-1]) if chunk else goes_on
        return chunks

    def _keep_common(self, chunks: list[Chunk]) -> int:
        """How many tokens at the beginning of *chunks* the context holds."""
        common = at = 0
        for held, wanted in zip(self._held, chunks, strict=False):
            if held is not wanted and held != wanted:
                break
            common += len(held)
            at += 1
        held_rest = chain.from_iterable(self._held[at:])
        for one, other in zip(held_rest, chain.from_iterable(chunks[at:]), strict=False):
            if one != other:
                break
            common += 1
        return common

    def _trim(self, keep: int) -> int:
        """Have the context hold its first *keep* tokens; answers how many it holds then."""
        if self._model.forget(keep):
            return keep
        self._model.forget(0)  # a model with a running state cannot go back: it has to read everything again
        return 0

    def _restore(self, stable: tuple[Chunk, ...]) -> int:
        tokens = tuple(chain.from_iterable(stable))
        assert self._store is not None
        if not self._store.has(self._model, tokens):
            return 0
        if not self._store.load(self._model, tokens):
            self._held = []
            return 0
        self._held = list(stable)
        return len(tokens)

    def _evaluate(self, rest: list[int], chunks: list[Chunk], kept: int) -> None:
        try:
            for at in range(0, len(rest), 512):
                self._check()
                part = rest[at : at + 512]
                self._model.evaluate(part)
                kept += len(part)
        finally:
            # What was read before a deadline passed is there for the next request.
            self._held = _cut(chunks, kept)


def _cut(chunks: list[Chunk], length: int) -> list[Chunk]:
    held: list[Chunk] = []
    for chunk in chunks:
        if length <= 0:
            break
        held.append(chunk if len(chunk) <= length else chunk[:length])
        length -= len(chunk)
    return held


def _after(chunks: list[Chunk], kept: int) -> list[int]:
    rest: list[int] = []
    for chunk in chunks:
        if kept >= len(chunk):
            kept -= len(chunk)
            continue
        rest += chunk[kept:]
        kept = 0
    return rest
