"""What can go wrong with an engine. Each says what may be done next: use another translator, now or for good."""

from __future__ import annotations


class EngineError(RuntimeError):
    """The engine gave no reply. The message is one line that names the cause and, where there is one, the fix."""


class EngineUnavailable(EngineError):
    """There is nothing that could answer: not installed, not loaded, or closed."""


class ModelLoadError(EngineUnavailable):
    """The model file cannot be used; it will not get better by asking again."""


class EngineCrashed(EngineUnavailable):
    """Native code ended the process that tried the model file."""


class EngineQueueFull(EngineError):
    """Too many requests wait already."""


class EngineTimeout(EngineError):
    """The deadline passed; decoding has stopped."""


class EngineCancelled(EngineError):
    """The request was withdrawn; decoding has stopped."""


class ContextTooSmall(EngineError):
    """The instructions and tools alone exceed the context window."""

    def __init__(self, needed: int, available: int):
        super().__init__(
            f"the prompt needs {needed} tokens and the context has {available}: raise llm.n_ctx or install fewer tools"
        )
        self.needed = needed
        self.available = available


class EngineReplyError(EngineError):
    """The engine answered with something that is no reply (a plugin returned None, a far too long text, …)."""
