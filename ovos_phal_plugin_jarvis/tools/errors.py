"""What can go wrong with a tool. ``str(error)`` is the ``error`` field of a bus response, as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.sdk.locale import Spoken
from ovos_phal_plugin_jarvis.tools.redaction import Redactor

MAX_MESSAGE = 4000
"""Characters of an error's message."""


class ToolError(Exception):
    """A tool could not be found, called or trusted."""

    code = "failed"
    """One word for programs: what a caller may do next depends on it."""

    def __init__(self, message: str) -> None:
        # Tools have a say in many of these words: how long they may be, and of what, is decided here.
        super().__init__(text_of(message, MAX_MESSAGE))

    def fields(self) -> dict[str, Any]:
        """Members that stand beside ``error`` in a response."""
        return {}

    def redact(self, redactor: Redactor) -> None:
        """Take the secrets out of its words and members."""
        self.args = redactor.json(self.args)
        self.__dict__.update(redactor.json(self.__dict__))


class UnknownTool(ToolError):
    """No toolbox has a tool of this name."""

    code = "unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"Unknown tool: {_quoted(name)}")


class UnknownToolbox(ToolError):
    """The toolbox that a request names is not loaded."""

    code = "unknown"

    def __init__(self, toolbox_id: str, loaded: Iterable[str]) -> None:
        known = ", ".join(sorted(loaded)) or "none"
        super().__init__(f"Unknown toolbox: {_quoted(toolbox_id)}. Loaded toolboxes: {known}")


class AmbiguousTool(ToolError):
    """More than one toolbox has a tool of this name (OVOS-TOOLS-1 asks for an error, not a guess)."""

    code = "ambiguous"

    def __init__(self, name: str, toolbox_ids: Iterable[str]) -> None:
        self.toolbox_ids = tuple(toolbox_ids)
        super().__init__(
            f"Tool {_quoted(name)} is offered by more than one toolbox: "
            f"{', '.join(self.toolbox_ids)}. Send 'toolbox_id' to say which is meant"
        )

    def fields(self) -> dict[str, Any]:
        return {"toolbox_ids": list(self.toolbox_ids)}


class InvalidRequest(ToolError):
    """The request itself is not of the form that the bus contract asks for."""

    code = "invalid"


class InvalidArguments(ToolError):
    """The arguments do not fit the tool's schema, or the tool's own validation refused them."""

    code = "invalid"

    def __init__(self, message: str, details: Iterable[Mapping[str, Any]] = ()) -> None:
        self.details = tuple(dict(d) for d in details)
        """One ``{"param", "message", "valid_values"?}`` for each argument that was refused."""
        super().__init__(message)

    def fields(self) -> dict[str, Any]:
        return {"details": [dict(d) for d in self.details]}


class InvalidOutput(ToolError):
    """The tool ran, and what it returned does not fit its own output schema."""

    code = "bad_output"

    def __init__(self, name: str, toolbox_id: str, why: str) -> None:
        super().__init__(f"RuntimeError: Tool output validation failed for '{name}' in ToolBox '{toolbox_id}': {why}")


class ToolRaised(ToolError):
    """The tool ran and raised. The message is ``ExceptionClass: message``."""

    code = "raised"


class ToolFailed(ToolError):
    """The tool ran and reports, in its own words, that it could not do what was asked."""

    code = "failed"

    def __init__(self, message: str, response: Mapping[str, Any] | None = None) -> None:
        self.response = response
        """What the tool answered beside the message."""
        self.spoken = message if type(message) is Spoken else None
        """The message in the languages that the tool can say it in, where it tells them."""
        super().__init__(message)

    def fields(self) -> dict[str, Any]:
        return {} if self.response is None else {"response": dict(self.response)}


class UnknownAction(ToolError):
    """A command has neither a button nor a callback of that name."""

    code = "invalid"

    def __init__(self, name: str, action: str, callbacks: Iterable[str] = ()) -> None:
        known = ", ".join(sorted(callbacks)) or "none"
        super().__init__(f"'{name}' knows no action {_quoted(action)}. Its callbacks: {known}")


class MissingSecrets(ToolError):
    """A command needs settings that nobody has given yet."""

    code = "missing_secrets"

    def __init__(self, name: str, keys: Iterable[str]) -> None:
        self.keys = tuple(keys)
        listed = ", ".join(self.keys)
        super().__init__(
            f"'{name}' is not configured: missing {listed}. "
            f"Set it with: ovos-jarvis secrets set {self.keys[0] if self.keys else 'KEY'}"
        )

    def fields(self) -> dict[str, Any]:
        return {"missing_secrets": list(self.keys)}


class DeadlinePassed(ToolError):
    """The tool did not finish in time. It may still be running; its result is no longer wanted."""

    code = "timeout"

    def __init__(self, name: str, seconds: float) -> None:
        super().__init__(f"Tool '{name}' did not answer within {seconds:g} s")


class QueueFull(ToolError):
    """Every worker is busy and the queue behind them is full."""

    code = "unavailable"

    def __init__(self, name: str, waiting: int) -> None:
        super().__init__(f"Tool '{name}' was not started: {waiting} calls are waiting already. Try again later")


class ToolHangs(ToolError):
    """Earlier calls of the tool never came back; another would only cost another thread."""

    code = "unavailable"

    def __init__(self, name: str, hanging: int) -> None:
        super().__init__(f"Tool '{name}' was not started: {hanging} earlier calls of it still hang")


class RateLimited(ToolError):
    """A program calls tools faster than it may."""

    code = "rate_limited"

    def __init__(self, limit: int, retry_after: int) -> None:
        self.retry_after = retry_after
        """Seconds until it may call again."""
        super().__init__(f"Too many calls: at most {limit} a minute; try again in {retry_after} s")

    def fields(self) -> dict[str, Any]:
        return {"code": self.code, "retry_after": self.retry_after}


class Cancelled(ToolError):
    """Whoever had called the tool wants no answer any more."""

    code = "cancelled"

    def __init__(self, name: str) -> None:
        super().__init__(f"Tool '{name}' was cancelled. What it had done by then stays done")


class CalledOff(ToolError):
    """The request that asked for it was taken back before its turn came."""

    code = "cancelled"

    def __init__(self, name: str) -> None:
        super().__init__(f"Tool '{name}' was not started: the request was called off")


class ToolBoxProcessDown(ToolError):
    """The toolbox has a process of its own, and that has ended or was ended. It may be back soon."""

    code = "unavailable"


class ShutDown(ToolError):
    """The tool service is stopping."""

    code = "unavailable"

    def __init__(self, name: str) -> None:
        super().__init__(f"Tool '{name}' was not run: the tool service is stopping")


OWN_ERRORS: tuple[type[ToolError], ...] = tuple(
    kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, ToolError)
)
"""Every error of this module; a class that somebody else derives from one is foreign code."""


def _quoted(name: str, limit: int = 80) -> str:
    """*name* in quotes, shortened, with control characters written out: it comes from a stranger."""
    shown = name if len(name) <= limit else name[:limit] + "…"
    return "'" + "".join(c if c.isprintable() else repr(c)[1:-1] for c in shown) + "'"
