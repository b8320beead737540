"""What goes out on the bus when a timer ends, and when an alarm or a reminder is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis.sdk.locale import Spoken

_SESSION_FIELDS = ("session_id", "site_id", "lang")


class Due(Protocol):
    """What can be announced: a timer, an alarm, a reminder."""

    kind: str
    """What it is called in topics: ``timer``, ``alarm``, ``reminder``."""
    topic: str
    """What is emitted with ``data`` when it is due."""
    late_seconds: float
    """From here on an announcement says how long ago it was due, and nothing rings."""

    @property
    def id(self) -> str:
        """Unlike that of any other."""

    @property
    def context(self) -> Mapping[str, Any]:
        """Of the bus message that set it: session and routing."""

    @property
    def lang(self) -> str:
        """Of whoever set it."""

    @property
    def name(self) -> str:
        """How the log calls it."""

    def announcement(self, late: float, full_clock: bool = False) -> Spoken:
        """What is said when it has been due for *late* seconds."""

    def data(self) -> dict[str, Any]:
        """It as data for programs."""


def announcement_messages(item: Due, late: float, sound: str | None = None, full_clock: bool = False) -> list[Message]:
    """The messages for what has been due for *late* seconds, addressed to whoever set it.

    Args:
        item: what is due.
        late: seconds.
        sound: a sound file to play first, as ``mycroft.audio.play_sound`` takes it.
        full_clock: whether times are said in 24 hours.
    """
    # A reply swaps source and destination: the announcement goes back the way the request came.
    request = Message(f"ovos.jarvis.{item.kind}", {}, dict(item.context))
    spoken = item.announcement(late, full_clock)
    data = {**item.data(), "late_seconds": max(0, round(late)), "utterance": spoken}
    messages = [request.reply(item.topic, data)]
    if sound:
        messages.append(request.reply("mycroft.audio.play_sound", {"uri": sound}))
    messages.append(
        request.reply(
            "speak",
            {
                "utterance": spoken,
                "lang": spoken.lang,
                "expect_response": False,
                "meta": {"skill": "ovos-toolbox-everyday"},
            },
        )
    )
    return messages


def context_to_keep(message_context: Mapping[str, Any] | None, conversation_id: str) -> dict[str, Any]:
    """The part of a request's message context that an announcement needs: routing, and whose session it is.

    A whole session is kilobytes of pipeline state that will be out of date when the timer ends.
    """
    given = message_context or {}
    kept = {key: given[key] for key in ("source", "destination") if given.get(key)}
    session = given.get("session")
    if isinstance(session, Mapping):
        kept["session"] = {key: session[key] for key in _SESSION_FIELDS if session.get(key)}
    elif conversation_id and conversation_id != "default":
        kept["session"] = {"session_id": conversation_id}
    return kept
