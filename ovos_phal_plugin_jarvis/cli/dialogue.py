"""A conversation with the service that runs, over the messagebus."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.cli.busclient import exchange, is_served

TIMEOUT = 180.0
"""Seconds to wait for an answer."""
REMEMBERED = 600.0
"""Seconds for which ``say -c`` finds the conversation before it: a service forgets it then."""

Progress = Callable[[Mapping[str, Any]], None]


class NoAnswer(Exception):
    """Nobody answered; the text says what may be done."""


class Dialogue:
    """One conversation. A call returns when its answer is there."""

    def __init__(
        self,
        client: Any,
        *,
        conversation: str | None = None,
        session: str | None = None,
        lang: str | None = None,
        progress: Progress | None = None,
    ) -> None:
        """
        Args:
            client: a connected bus client.
            conversation: which conversation of the session it is; None is the one that the session has with whoever
                names none.
            session: id of the session; None is the client's own, which is the device's.
            lang: BCP-47 tag of what is said; None leaves it to the device.
            progress: told of what goes on before an answer.
        """
        self._client = client
        self._conversation = conversation
        self._session = session
        self._lang = lang
        self._progress = progress

    def say(self, utterance: str, lang: str | None = None) -> dict[str, Any]:
        """The answer to what is said: the document of ``say --json``, or ``error`` and ``code``.

        Raises:
            NoAnswer: nobody answered.
        """
        return self._ask(topics.JARVIS_ASK, {"utterance": utterance}, lang)

    def plan(self, utterance: str) -> dict[str, Any]:
        """As ``say``, of what would be done; nothing runs."""
        started = time.monotonic()
        answer = self._ask(topics.JARVIS_TRANSLATE, {"transcript": utterance})
        # A plan without a call that was understood all the same is a question back.
        asks = answer.get("translator") is not None and not answer.get("commands")
        return {
            "utterance": utterance,
            "results": [],
            "expect_response": asks,
            "confirmation_required": False,
            "elapsed_ms": round((time.monotonic() - started) * 1000, 2),
            **answer,
        }

    def press(self, action: str, command: str | None = None, context: Any = None) -> dict[str, Any]:
        """As ``say``, for a button."""
        fields = {"action": action, "command": command, "context": context}
        return self._ask(topics.JARVIS_ACTION, {key: value for key, value in fields.items() if value is not None})

    def confirm(self, plan_id: str, yes: bool) -> dict[str, Any]:
        """As ``say``, for a yes or a no to exactly what was asked with *plan_id*."""
        return self._ask(topics.JARVIS_CONFIRM, {"id": plan_id, "yes": yes})

    def call_off(self) -> None:
        """End what runs; its own answer says so. Waits for nothing."""
        from ovos_bus_client import Message

        context = {} if self._session is None else {"session": {"session_id": self._session}}
        # In a language that is known, whatever the device's is.
        data = {"utterance": "never mind", "lang": "en-us", **self._where()}
        self._client.emit(Message(topics.JARVIS_ASK, data, context))

    def _ask(self, topic: str, data: Mapping[str, Any], lang: str | None = None) -> dict[str, Any]:
        spoken = lang or self._lang
        answer = exchange(
            self._client,
            topic,
            {**data, **({"lang": spoken} if spoken else {}), **self._where()},
            TIMEOUT,
            self._session,
            still_there=lambda: is_served(self._client, topic),
            progress=self._progress,
        )
        if answer is None:
            raise NoAnswer(
                f"nothing answered {topic}: the service went away, or took longer than {TIMEOUT:g} s. "
                "See its log, and: ovos-jarvis doctor"
            )
        return answer

    def _where(self) -> dict[str, str]:
        return {} if self._conversation is None else {"conversation": self._conversation}


def new_conversation() -> str:
    """A name for a conversation that nobody has had."""
    return f"cli-{uuid4().hex[:16]}"


def last_conversation() -> str | None:
    """The conversation of the ``say`` before, where that was not long ago."""
    try:
        kept = json.loads(_path().read_text(encoding="utf-8"))
        conversation, age = kept["conversation"], time.time() - kept["at"]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError) as error:
        LOG.warning(f"{_path()} can't be read, so a new conversation begins: {error}")
        return None
    return conversation if isinstance(conversation, str) and 0 <= age <= REMEMBERED else None


def remember_conversation(conversation: str) -> None:
    """Let the next ``say -c`` find it."""
    path = _path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.write_text(json.dumps({"conversation": conversation, "at": time.time()}), encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        LOG.warning(f"{path} can't be written, so that --continue won't find this conversation: {error}")


def _path() -> Path:
    from ovos_utils.xdg_utils import xdg_state_home

    return Path(xdg_state_home()) / "ovos-jarvis" / "conversation.json"
