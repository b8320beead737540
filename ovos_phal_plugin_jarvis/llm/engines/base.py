"""The interface of an engine, and the values that go in and come out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any, Literal, Protocol

from ovos_phal_plugin_jarvis.llm.call_format import Call
from ovos_phal_plugin_jarvis.llm.grammar.calls import CallGrammar
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat, Turn

Answer = Literal["allowed", "refused", "only"]
"""Whether words may come instead of calls: they may; a call has to be made; only words may come."""


@dataclass(frozen=True)
class GenerationRequest:
    """One reply to ask for."""

    turns: Sequence[Turn]
    """The system turn, earlier turns from the oldest on, and the turn to answer. The earlier ones are dropped,
    oldest first, where the context window is too small for all."""
    format: PromptFormat | None = None
    """Needed by engines that are given text; those that are given messages do without."""
    grammar: CallGrammar | None = None
    """The tools that may be called; None asks for words only."""
    names: frozenset[str] | None = None
    """Narrows the choice to these tools without changing the prompt; None is all."""
    answer: Answer = "allowed"
    keep_answer: bool = True
    """False: that no tool is called is all one wants to know, and the words are not decoded."""
    stop: tuple[str, ...] = ()
    """Texts that end the words, beside the model's own end tokens; what follows them is not part of the reply."""
    max_calls: int = 1
    max_tokens: int = 350
    """Tokens to decide on. A call that is open by then is closed in the shortest valid way."""
    max_answer_tokens: int = 120
    temperature: float = 0.0
    seed: int | None = None
    """Of the draws, where the temperature is over 0; None draws anew each time."""
    timeout: float = 12.0
    """Seconds from now until decoding stops, waiting for others included."""
    tools: Sequence[Mapping[str, Any]] = ()
    """OpenAI function definitions, for engines that take tools beside the messages."""
    response_format: Mapping[str, Any] | None = None
    """OpenAI's ``response_format``, for engines that pass one on; those that decode under the grammar need none."""
    model: str = ""
    """The :attr:`ModelInfo.identity` that the turns were written for; empty asks any."""
    lang: str = "en-us"
    session_id: str = "default"


@dataclass(frozen=True)
class EngineUsage:
    """What a reply cost."""

    prompt_tokens: int = 0
    """Tokens of the whole prompt."""
    cached_tokens: int = 0
    """Of these, the ones whose state was there already."""
    evaluated_tokens: int = 0
    """Of these, the ones that the model had to read."""
    forced_tokens: int = 0
    """Tokens of the reply that left no choice; they are read in batches."""
    decoded_tokens: int = 0
    """Tokens of the reply that the model chose."""
    dropped_turns: int = 0
    """Earlier turns that the context window had no room for."""
    seconds: float = 0.0
    """From the request to the reply."""
    native_seconds: float = 0.0
    """Of these, inside llama.cpp."""

    def __add__(self, other: EngineUsage) -> EngineUsage:
        """What two replies cost together, asked one after the other."""
        return EngineUsage(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    def to_dict(self) -> dict[str, Any]:
        """For status and debug output."""
        return {key: round(value, 6) for key, value in self.__dict__.items()}


@dataclass(frozen=True)
class Generation:
    """A reply."""

    calls: tuple[Call, ...] = ()
    text: str = ""
    """Words, where no tool is called."""
    raw: str = ""
    """The reply as the model wrote it."""
    constrained: bool = False
    """The calls can only be valid: a grammar chose them."""
    cut: bool = False
    """``max_tokens`` ran out, and the shortest valid ending was added."""
    usage: EngineUsage = field(default_factory=EngineUsage)


@dataclass(frozen=True)
class ModelInfo:
    """What a model says of itself."""

    architecture: str = ""
    name: str = ""
    chat_template: str = ""
    context_length: int = 0
    vocabulary: int = 0
    path: str = ""
    identity: str = ""
    """Changes when another file is put in this one's place; empty where there is no file."""
    metadata: Mapping[str, str] = field(default_factory=dict)


class CancelToken:
    """Withdraws a request from another thread. One token serves one request."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wake: Callable[[], None] | None = None
        self.cancelled = False

    def cancel(self) -> None:
        """Stop the request if it runs or waits; nothing happens if it is done."""
        with self._lock:
            self.cancelled = True
            wake = self._wake
        if wake is not None:
            wake()

    def on_cancel(self, wake: Callable[[], None]) -> None:
        """Have *wake* called on :meth:`cancel`, at once if that was before; for engines."""
        with self._lock:
            self._wake = wake
            cancelled = self.cancelled
        if cancelled:
            wake()


class Engine(Protocol):
    """Runs a model."""

    name: str
    constrains: bool
    """Whether it decodes under a grammar, so that calls are valid by construction."""

    @property
    def supports_tools(self) -> bool:
        """Whether it wants tools beside the messages instead of in the prompt."""

    def start(self) -> None:
        """Begin to load in the background; returns at once. A request does it too."""

    def info(self, timeout: float | None = None) -> ModelInfo:
        """What the model says of itself, once it is loaded.

        Raises:
            EngineError: it cannot be loaded, or not within *timeout* seconds.
        """

    def generate(self, request: GenerationRequest, cancel: CancelToken | None = None) -> Generation:
        """The reply; blocks until it is there or the request's deadline passes.

        Raises:
            EngineError: of the type that says why.
        """

    def prepare(self, turns: Sequence[Turn], format: PromptFormat) -> None:
        """Read the stable beginning of later prompts ahead of them, in the background."""

    def status(self) -> dict[str, Any]:
        """State, model and counts, for ``ovos.jarvis.status``."""

    def close(self) -> None:
        """Stop what runs, refuse what waits, free the model, end the threads."""
