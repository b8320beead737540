"""The request that is being served: whose it is, in which language, and where it stands in its plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.sdk.locale import Locale, Spoken
from ovos_toolbox_planner.days import Asker

SENTENCES = Locale(Path(__file__).parent / "locale")


@dataclass(frozen=True)
class Scope:
    """Who asks, as far as the host knows."""

    asker: Asker = Asker("household", "default")
    lang: str = "en-us"
    session: Mapping[str, Any] = field(default_factory=dict)
    answering: bool = False
    """Whether the words answer a question of this toolbox's."""
    utterance: str = ""

    @property
    def continuing(self) -> bool:
        """Whether the words continue those before: "and buy milk"."""
        words = self.utterance.casefold().split()
        return any(words[: len(said.split())] == said.split() for said in SENTENCES.words("and_also", self.lang))


_NOBODY = Scope()
_scope: ContextVar[Scope | None] = ContextVar("planner_scope", default=None)


def scope() -> Scope:
    """The request being served on this thread; an empty one outside of any."""
    return _scope.get() or _NOBODY


@contextmanager
def serving(request: Scope) -> Iterator[None]:
    """*request* is ``scope()`` inside the ``with``."""
    token = _scope.set(request)
    try:
        yield
    finally:
        _scope.reset(token)


def owner_of(user_id: int | None) -> str:
    """Whose rows are a user's; the household's where nobody is known."""
    return "household" if user_id is None else f"user {user_id}"


def scope_of(context: Any) -> Scope:
    """The scope of an invocation, as the host tells of it."""
    session = getattr(context, "session", None)
    user = getattr(context, "user_id", None)
    return Scope(
        asker=Asker(
            owner_of(user),
            str(getattr(context, "conversation_id", "") or "default"),
            getattr(context, "plan_id", None),
        ),
        lang=str(getattr(context, "lang", "") or "en-us"),
        session=session if isinstance(session, Mapping) else {},
        answering=bool(getattr(context, "is_validation_response", False)),
        utterance=str(getattr(context, "utterance", "") or ""),
    )


def say(name: str, /, **slots: Any) -> Spoken:
    """A sentence of this toolbox in the language of the request."""
    return SENTENCES.say(name, scope().lang, **slots)
