"""What the model has read: finds how much of a prompt is there already and has it read the rest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from ovos_phal_plugin_jarvis.engines.base import Segment, Turn, TurnFormat
from ovos_phal_plugin_jarvis.engines.errors import ContextTooSmall, EngineReplyError
from ovos_phal_plugin_jarvis.engines.llama_model import LlamaModel
from ovos_phal_plugin_jarvis.engines.llama_state import StateStore

Chunk = tuple[int, ...]


@dataclass(frozen=True)
class PromptCost:
    """Tokens of a prompt: all, those that were there, those that were read; and turns that had no room."""

    total: int
    cached: int
    evaluated: int
    dropped_turns: int


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
        self._texts: OrderedDict[tuple[str, bool], Chunk] = OrderedDict()
        self._unsaved: tuple[Chunk, ...] | None = None

    def read(self, turns: Sequence[Turn], turn_format: TurnFormat, reserve: int) -> PromptCost:
        """Have the model read *turns* up to the point where it is to answer.

        Args:
            reserve: tokens that have to stay free for the reply.

        Raises:
            ContextTooSmall: the first and the last turn alone leave no room.
        """
        dropped = 0
        room = self._model.n_ctx - reserve
        while True:
            chunks = self._tokens(_segments(turn_format, turns))
            total = sum(map(len, chunks))
            if total <= room:
                break
            if len(turns) <= 2:
                raise ContextTooSmall(total + reserve, self._model.n_ctx)
            # The oldest exchange goes; what remains begins with a user's turn, as chat formats want it.
            cut = 2
            while cut < len(turns) - 1 and turns[cut].role != "user":
                cut += 1
            dropped += cut - 1
            turns = [turns[0], *turns[cut:]]
        stable = self._stable(turns[0], turn_format, chunks)
        kept = self._keep_common(chunks)
        if stable and kept < sum(map(len, stable)) and self._store is not None:
            kept = max(kept, self._restore(stable))
        # The last token has to be read for the model to say what follows.
        kept = self._trim(min(kept, total - 1))
        rest = _after(chunks, kept)
        self._evaluate(rest, chunks, kept)
        if stable and kept < sum(map(len, stable)):
            self._unsaved = stable
        return PromptCost(total, kept, len(rest), dropped)

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
        for segment in segments:
            key = (segment.text, segment.special)
            chunk = self._texts.get(key)
            if chunk is None:
                chunk = self._model.tokenize(*key)
                self._texts[key] = chunk
                if len(self._texts) > 256:
                    self._texts.popitem(last=False)
            else:
                self._texts.move_to_end(key)
            chunks.append(chunk)
        return chunks

    def _stable(self, first: Turn, turn_format: TurnFormat, chunks: list[Chunk]) -> tuple[Chunk, ...]:
        """The chunks of the system turn, as far as they are the beginning of every prompt."""
        if first.role != "system":
            return ()
        try:
            alone = self._tokens(turn_format.segments([first], open_reply=False))
        except ValueError:  # a family that has no system turn of its own cannot write it alone
            return ()
        if len(alone) > len(chunks) or any(a is not b and a != b for a, b in zip(alone, chunks, strict=False)):
            return ()
        return tuple(alone)

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


def _segments(turn_format: TurnFormat, turns: Sequence[Turn]) -> Sequence[Segment]:
    try:
        return turn_format.segments(turns)
    except ValueError as error:
        raise EngineReplyError(f"the conversation cannot be written for this model: {error}") from error


def _after(chunks: list[Chunk], kept: int) -> list[int]:
    rest: list[int] = []
    for chunk in chunks:
        if kept >= len(chunk):
            kept -= len(chunk)
            continue
        rest += chunk[kept:]
        kept = 0
    return rest
