"""What cancelling an alarm and cancelling a reminder share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ovos_phal_plugin_jarvis.sdk import CommandResponse, ToolRefused
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.ringing import Ringing, session_of
from ovos_toolbox_everyday.speech import say

Told = TypeVar("Told", bound="tuple[Any, ...]")


def silenced(ringing: Ringing | None, named: bool) -> CommandResponse | None:
    """The answer where something rang in this session, and stops; None where nothing did.

    Args:
        ringing: what rings; None where nothing can.
        named: whether one is named, which need not be the one that rings.
    """
    session = session_of(current_scope().message_context)
    if ringing is None or named or not ringing.stop(session):
        return None
    data = {"cancelled": [], "count": 0, "stopped_ringing": True}
    return CommandResponse.final_response({**data, "message": say("ringing_stopped")})


def taken_away(told: Sequence[Told], cancel: Callable[[Any], bool], none_such: Callable[[], ToolRefused]) -> list[Told]:
    """Those of *told* that *cancel* removed.

    Args:
        told: what is to be removed first in each, and what is told of it behind.
        cancel: removes one; False where it is gone already.
        none_such: what is raised where others removed all of them at this moment.
    """
    gone = [each for each in told if cancel(each[0])]
    if not gone:
        raise none_such()
    return gone
