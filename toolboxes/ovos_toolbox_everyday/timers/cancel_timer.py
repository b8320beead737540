"""``cancel_timer``: stop one timer, or all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import CommandResponse, ValidationResult, fast_path
from ovos_toolbox_everyday.heard.everything import says_all_abroad
from ovos_toolbox_everyday.heard.names import without_address
from ovos_toolbox_everyday.heard.timers import timer_said, with_bare_label
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.ringing import Ringing, session_of
from ovos_toolbox_everyday.speech import lang, say
from ovos_toolbox_everyday.timers.cancel_timer_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.timers.reading import read_request
from ovos_toolbox_everyday.timers.timer import Timer, choose
from ovos_toolbox_everyday.timers.timer_service import TimerService
from ovos_toolbox_everyday.timers.timer_tool import Label, SetFor, TimerTool
from ovos_toolbox_everyday.timers.words import WORDS

_ALL = frozenset(WORDS.listed("all_of_them"))
_EVERY = WORDS.english("every_timer")
_SAYS_ALL = frozenset(WORDS.listed("says_all"))
"""Words for "all" that a translator may take for a name."""


class CancelTimer(TimerTool):
    """Stop a running timer before it ends: the only one, one by its name or its duration, or all of them. Not for
    starting a timer or asking what is left."""

    keywords = [
        "cancel timer",
        "stop the timer",
        "delete timer",
        "clear timers",
        "remove timer",
        "end the timer",
        "turn off the timer",
    ]
    examples = PROMPT_EXAMPLES | ADAPTER_EXAMPLES
    rules = [
        "Leave every parameter out for 'cancel the timer'.",
        "all_timers is true only where the user says all or every.",
    ]
    antipatterns = {
        "set_timer": "A new timer: 'Set a timer for five minutes'. Use set_timer.",
        "list_timers": "'How long is left?', 'which timers run?'. Use list_timers.",
        "pause_timer": "It shall go on later: 'pause the timer'. Use pause_timer.",
        "cancel_alarm": "An alarm. Use cancel_alarm.",
        "cancel_reminder": "A reminder. Use cancel_reminder.",
    }

    def __init__(self, timers: TimerService, ringing: Ringing | None = None) -> None:
        """
        Args:
            timers: the service that all timer tools of a toolbox share.
            ringing: what rings; None where nothing can.
        """
        super().__init__(timers)
        self.ringing = ringing

    @fast_path(r"^.{8,}$", id="timer.cancel", example="cancel all timers")
    def claim_request(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """Stopping the timer, one by its name or its length, or all of them, and nothing else"""
        if read_request(voice_command, "cancel_all") is not None:
            return {"all_timers": True}
        return read_request(voice_command, "cancel")

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Hear "all" where a translator missed it, and drop an ``all_timers`` that says nothing."""
        mended = {name: value for name, value in with_bare_label(args).items() if name != "all_timers" or value}
        every = _EVERY.search(voice_command) is not None or says_all_abroad(voice_command, "timers")
        if isinstance(mended.get("label"), str):
            mended["label"] = without_address(mended["label"])
        if every and str(mended.get("label", "")).lower() in _SAYS_ALL:
            mended.pop("label")
        if not mended and every:
            mended["all_timers"] = True
        named = None if mended else timer_said(voice_command)
        if named is not None:
            mended["label"] = named
        one_is_named = mended.get("duration_seconds") or mended.get("label")
        if mended.get("all_timers") and one_is_named and not every:
            del mended["all_timers"]  # "cancel it" must not stop the others
        return mended

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also ask back where no timer or more than one is meant, with the names to choose from."""
        results = super().validate_call(**kwargs)
        if results or _means_all(kwargs):
            return results
        running = self.timers.running()
        if not running or self._rings(kwargs):
            return results
        refused = self.refuse_choice(
            choose(running, kwargs.get("label"), kwargs.get("duration_seconds"), lang()), running
        )
        return results if refused is None else [refused]

    def __call__(
        self,
        label: Label = None,
        duration_seconds: SetFor = None,
        all_timers: Annotated[bool, "True to stop every timer"] = False,
    ) -> CommandResponse:
        kwargs: dict[str, Any] = {"label": label, "duration_seconds": duration_seconds, "all_timers": all_timers}
        session = session_of(current_scope().message_context)
        rang = self.ringing is not None and self.ringing.rings(session)
        if self.ringing is not None and rang:
            alone = self._rings(kwargs)
            self.ringing.stop(session)
            if alone:
                data = {"cancelled": [], "count": 0, "stopped_ringing": True}
                return CommandResponse.final_response({**data, "message": say("ringing_stopped")})
        running = self.timers.running()
        names = self.names()
        chosen = running
        if not _means_all(kwargs):
            chosen = choose(running, kwargs.get("label"), kwargs.get("duration_seconds"), lang())
        # One that another process stopped, or that ended just now, is not ours to report.
        cancelled: list[Timer] = [timer for timer in chosen if self.timers.cancel(timer)]
        data = {"cancelled": [self.timers.described(timer) for timer in cancelled], "count": len(cancelled)}
        if not cancelled:
            message = say("ringing_stopped" if rang else "no_timers")
        elif len(cancelled) == 1:
            message = say("timer_cancelled", name=names[cancelled[0].id])
        else:
            message = say("timers_cancelled", count=len(cancelled))
        return CommandResponse.final_response({**data, "message": message})

    def _rings(self, arguments: Mapping[str, Any]) -> bool:
        """Whether the timer that rings is meant: something rings, and nothing says which timer."""
        session = session_of(current_scope().message_context)
        named = _means_all(arguments) or arguments.get("label") or arguments.get("duration_seconds") is not None
        return self.ringing is not None and not named and self.ringing.rings(session)


def _means_all(arguments: Mapping[str, Any]) -> bool:
    return bool(arguments.get("all_timers")) or str(arguments.get("label") or "").strip().lower() in _ALL
