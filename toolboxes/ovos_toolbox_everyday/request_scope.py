"""The bus message behind the command that is running.

``RequestInformation`` tells a command the words and the conversation; a timer must also know which message
asked, to answer there when it ends. The toolbox knows, and leaves it here while it runs a command.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class RequestScope:
    """Who asked, as far as the bus knows."""

    message_context: Mapping[str, Any] = field(default_factory=dict)
    lang: str = "en-us"

    @property
    def session(self) -> Mapping[str, Any]:
        """The session of the request; empty where there is none. It comes from a stranger."""
        given = self.message_context.get("session")
        return given if isinstance(given, Mapping) else {}


_NOBODY = RequestScope()
_scope: ContextVar[RequestScope | None] = ContextVar("everyday_request_scope", default=None)


def current_scope() -> RequestScope:
    """The request being served on this thread; an empty one outside of any."""
    return _scope.get() or _NOBODY


@contextmanager
def request_scope(scope: RequestScope) -> Iterator[None]:
    """*scope* is :func:`current_scope` inside the ``with``."""
    token = _scope.set(scope)
    try:
        yield
    finally:
        _scope.reset(token)
