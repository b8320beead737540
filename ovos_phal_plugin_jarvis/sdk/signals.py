"""Signals: what a package noticed in the home, told to whatever listens for its kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from ovos_phal_plugin_jarvis.sdk.others import tell


class SignalsBackend(ABC):
    """What a host implements and registers with :func:`set_signals_backend`."""

    @abstractmethod
    def emit_signal(self, payload: dict[str, Any]) -> str:
        """Pass a signal on. ``ok``, or the tag of what went wrong: ``no_cc_url``, ``http_error``,
        ``invalid``. Never raises.

        Args:
            payload: ``signal`` (its kind, key, source and what else is known of it), ``data`` (its facts or None) and,
                where a command is meant, ``command``.
        """


_backend: SignalsBackend | None = None


def set_signals_backend(backend: SignalsBackend | None) -> None:
    """Register where signals go, for every :class:`JarvisSignals`. None takes it away."""
    global _backend  # one listener a process is what the published interface has
    _backend = backend
    tell("set_signals_backend", backend)


def get_signals_backend() -> SignalsBackend | None:
    """Where signals go, or None where no host has registered."""
    return _backend


class JarvisSignals:
    """Tells in the name of one agent or command."""

    def __init__(self, source_agent: str) -> None:
        self._source_agent = source_agent

    def emit(
        self,
        *,
        kind: str,
        source_key: str,
        summary: str | None = None,
        facts: dict[str, Any] | None = None,
        subject: str | None = None,
        scope: dict[str, Any] | None = None,
        ttl_seconds: int | None = None,
        cacheable: bool = False,
        salience: float | None = None,
        command: str | None = None,
    ) -> str:
        """Tell that something is so.

        Args:
            kind: what sort of thing, such as ``presence.seen``; listeners choose by it.
            source_key: equal for signals of the same thing; a later one takes the place of an earlier.
            summary: one sentence on it.
            facts: the same as data.
            subject: whom or what it is about.
            scope: for whom, where and on which device it is: ``user_id``, ``room``, ``node_id``.
            ttl_seconds: how long it holds.
            cacheable: whether it may be kept and shown again.
            salience: how much it matters.
            command: the command to go on with.

        Returns:
            ``ok``, ``no_backend``, ``invalid`` (no kind or no key), or the tag of what went wrong.
        """
        if not kind or not source_key:
            return "invalid"
        if _backend is None:
            return "no_backend"
        signal: dict[str, Any] = {
            "kind": kind,
            "source_key": source_key,
            "cacheable": cacheable,
            "source_agent": self._source_agent,
        }
        about = {
            "subject": subject,
            "summary": summary,
            "scope": scope,
            "ttl_seconds": ttl_seconds,
            "salience": salience,
        }
        signal.update({name: value for name, value in about.items() if value is not None})
        payload: dict[str, Any] = {"signal": signal, "data": facts}
        if command:
            payload["command"] = command
        return _backend.emit_signal(payload)

    def emit_presence(
        self,
        *,
        user_id: int | str,
        state: str = "home",
        room: str | None = None,
        node_id: str | None = None,
        name: str | None = None,
        ttl_seconds: int = 900,
    ) -> str:
        """Tell where a person is: the kind ``presence.seen`` for *state* ``home``, else ``presence.left``.

        Args:
            user_id: the person.
            state: ``home`` or ``away``.
            room: where in the home.
            node_id: the device that noticed.
            name: how the person is called.
            ttl_seconds: how long it holds.

        Returns:
            As :meth:`emit`.
        """
        at_home = state == "home"
        where = {"user_id": user_id, "node_id": node_id, "room": room}
        return self.emit(
            kind="presence.seen" if at_home else "presence.left",
            source_key=f"presence:{user_id}",
            # Read by models, in the language that the published interface speaks to them.
            summary=f"{name or 'Someone'} is {state}",
            facts={"user": user_id, "state": state, "room": room},
            scope={key: value for key, value in where.items() if value is not None},
            ttl_seconds=ttl_seconds,
        )
