"""``cancel_timer``: stop one timer, or all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ovos_phal_plugin_jarvis.sdk import (
    CommandAntipattern,
    CommandExample,
    CommandResponse,
    FastPathPattern,
    IJarvisParameter,
    JarvisParameter,
    PreRouteResult,
    RequestInformation,
    ValidationResult,
)
from ovos_phal_plugin_jarvis.sdk.locale import Spoken
from ovos_toolbox_everyday.command_base import examples
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.ringing import Ringing, session_of
from ovos_toolbox_everyday.speech import lang, say, say_list
from ovos_toolbox_everyday.timers.cancel_timer_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.timers.timer import Timer, choose, distinct_names
from ovos_toolbox_everyday.timers.timer_command import TimerCommand
from ovos_toolbox_everyday.timers.timer_service import TimerService

_ALL = frozenset({"all", "all timers", "all of them", "every timer", "everything", "both"})
_EVERY = re.compile(
    r"\b(all|every|both|any of|the lot of)\b.*\b(timers?|countdowns?)\b|\b(timers?|countdowns?) all\b", re.IGNORECASE
)
_SAYS_ALL = frozenset({"all", "every", "both", "single", "lot", "each", "each and every", "every single", "running"})
"""Words for "all" that a translator may take for a name."""


class CancelTimerCommand(TimerCommand):
    """Stops timers."""

    def __init__(self, timers: TimerService, ringing: Ringing | None = None) -> None:
        """
        Args:
            timers: the service that all timer commands of a toolbox share.
            ringing: what rings; None where nothing can.
        """
        super().__init__(timers)
        self.ringing = ringing

    @property
    def command_name(self) -> str:
        """``cancel_timer``."""
        return "cancel_timer"

    @property
    def description(self) -> str:
        """What a model decides by."""
        return (
            "Stop a running timer before it ends: the only one, one by its name or its duration, or all of "
            "them. Not for starting a timer or asking what is left."
        )

    @property
    def keywords(self) -> list[str]:
        """Words that point to it."""
        return [
            "cancel timer",
            "stop the timer",
            "delete timer",
            "clear timers",
            "remove timer",
            "end the timer",
            "turn off the timer",
        ]

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """``label``, ``duration_seconds``, ``all_timers``."""
        return [
            *self.which_parameters(),
            JarvisParameter("all_timers", "bool", required=False, description="True to stop every timer"),
        ]

    @property
    def rules(self) -> list[str]:
        """How words become arguments."""
        return [
            "Leave every parameter out for 'cancel the timer'.",
            "all_timers is true only where the user says all or every.",
        ]

    @property
    def antipatterns(self) -> list[CommandAntipattern]:
        """What is also said of timers."""
        return [
            CommandAntipattern("set_timer", "A new timer: 'Set a timer for five minutes'. Use set_timer."),
            CommandAntipattern("list_timers", "'How long is left?', 'which timers run?'. Use list_timers."),
        ]

    @property
    def fast_path_patterns(self) -> list[FastPathPattern]:
        """All timers, or the timer."""
        stop = r"^(?:please )?(?:cancel|stop|delete|clear|remove|end)"
        return [
            FastPathPattern(
                "timer.cancel_all",
                "Stopping every timer",
                "cancel all timers",
                rf"{stop} (?:all(?: of)?|every)(?: my| the)? timers?[?.! ]*$",
                "claim_all",
            ),
            FastPathPattern(
                "timer.cancel_one",
                "Stopping the timer",
                "cancel the timer",
                rf"{stop} (?:the|my) timer[?.! ]*$",
                "claim_one",
            ),
        ]

    def claim_all(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim "cancel all timers"."""
        return PreRouteResult({"all_timers": True})

    def claim_one(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim "cancel the timer"."""
        return PreRouteResult({})

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Hear "all" where a translator missed it, and drop an ``all_timers`` that says nothing."""
        mended = {name: value for name, value in args.items() if name != "all_timers" or value}
        if _EVERY.search(voice_command) and str(mended.get("label", "")).lower() in _SAYS_ALL:
            mended.pop("label")
        if not mended and _EVERY.search(voice_command):
            mended["all_timers"] = True
        return mended

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also ask back where no timer or more than one is meant, with the names to choose from."""
        results = super().validate_call(**kwargs)
        if results or _means_all(kwargs):
            return results
        running = self.timers.running()
        if not running or self._rings(kwargs):
            return results
        chosen = choose(running, kwargs.get("label"), kwargs.get("duration_seconds"), lang())
        names = dict(zip((timer.id for timer in running), distinct_names(running, lang()), strict=True))
        if not chosen:
            there = [names[timer.id] for timer in running]
            results.append(self.refuse("label", say("no_such_timer_which", names=_or(there)), there))
        elif len(chosen) > 1:
            fitting = [names[timer.id] for timer in chosen]
            results.append(self.refuse("label", say("which_timer", names=_or(fitting)), fitting))
        return results

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """Stop them and say which; what rings, where something does and no other is named."""
        session = session_of(current_scope().message_context)
        rang = self.ringing is not None and self.ringing.rings(session)
        if self.ringing is not None and rang:
            alone = self._rings(kwargs)
            self.ringing.stop(session)
            if alone:
                data = {"cancelled": [], "count": 0, "stopped_ringing": True}
                return CommandResponse.final_response({**data, "message": say("ringing_stopped")})
        running = self.timers.running()
        names = dict(zip((timer.id for timer in running), distinct_names(running, lang()), strict=True))
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

    def generate_prompt_examples(self) -> list[CommandExample]:
        """A few, for every prompt."""
        return examples(PROMPT_EXAMPLES, primary="Cancel the timer")

    def generate_adapter_examples(self) -> list[CommandExample]:
        """Many, to learn from."""
        return examples(ADAPTER_EXAMPLES)


def _means_all(arguments: Mapping[str, Any]) -> bool:
    return bool(arguments.get("all_timers")) or str(arguments.get("label") or "").strip().lower() in _ALL


def _or(names: Sequence[str]) -> Spoken:
    return say_list([say("the_timer", name=name) for name in names], "or")
