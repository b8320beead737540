"""What goes out on the bus when a timer ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis.sdk.locale import Spoken, duration
from ovos_toolbox_everyday.speech import SENTENCES
from ovos_toolbox_everyday.timer import Timer

EXPIRED_TOPIC = "ovos.jarvis.timer.expired"
LATE_SECONDS = 60
"""From here on an announcement says how long ago the timer ended."""
_SESSION_FIELDS = ("session_id", "site_id", "lang")


def announcement(timer: Timer, late: float) -> Spoken:
    """ "Your pasta timer is done.", or "Your pasta timer ended 12 minutes ago."."""
    name = timer.name_in(timer.lang)
    if late < LATE_SECONDS:
        return SENTENCES.say("timer_done", timer.lang, name=name)
    about = duration(max(1, int(late)), timer.lang, "largest")
    return SENTENCES.say("timer_ended_ago", timer.lang, name=name, duration=about)


def announcement_messages(timer: Timer, late: float, sound: str | None = None) -> list[Message]:
    """The messages for a timer that ended *late* seconds ago, addressed to whoever set it.

    Args:
        timer: the timer.
        late: seconds since it ended.
        sound: a sound file to play first, as ``mycroft.audio.play_sound`` takes it.
    """
    # A reply swaps source and destination: the announcement goes back the way the request came.
    request = Message("ovos.jarvis.timer", {}, dict(timer.context))
    spoken = announcement(timer, late)
    expired = {
        "timer_id": timer.id,
        "label": timer.label,
        "duration_seconds": timer.duration_seconds,
        "late_seconds": max(0, round(late)),
        "utterance": spoken,
    }
    messages = [request.reply(EXPIRED_TOPIC, expired)]
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
