"""``set_timer``: be told when some time has passed."""

from __future__ import annotations

import re
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
from ovos_phal_plugin_jarvis.sdk.locale import changed
from ovos_toolbox_everyday.announce import context_to_keep
from ovos_toolbox_everyday.command_base import examples
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.speech import say, say_duration
from ovos_toolbox_everyday.spoken_numbers import parse_duration
from ovos_toolbox_everyday.timers.set_timer_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.timers.timer_command import TimerCommand
from ovos_toolbox_everyday.timers.timer_service import MAX_SECONDS, TooManyTimersError

_MAX_LABEL_CHARS = 60
# "Make it ten minutes" after "set a timer for five minutes" corrects that timer; it does not ask for another.
_CORRECTING = re.compile(r"^(no|actually|sorry|make (it|that)|change (it|that)|i meant|rather)\b", re.IGNORECASE)

_INTRODUCING = re.compile(r"^(?:(?:called|named|labell?ed|titled|the|my|a|an)\s+)+(?=\S)", re.IGNORECASE)
_NAMING = re.compile(r"\b(?:called|named|labell?ed|titled|call it|name it)\b", re.IGNORECASE)
_NO_LABEL = frozenset(
    {"", "timer", "countdown", "new", "another", "clock", "long", "passed", "now", "alarm", "up", "over"}
)
"""Words around a duration that a translator may take for the timer's name."""


class SetTimerCommand(TimerCommand):
    """Starts a timer."""

    @property
    def command_name(self) -> str:
        """``set_timer``."""
        return "set_timer"

    @property
    def description(self) -> str:
        """What a model decides by."""
        return (
            "Start a countdown timer that is announced when it ends, from one second to seven days. Use it "
            "for 'timer', 'countdown' and 'tell me when N minutes have passed'. Not for what is left on a "
            "timer, not for stopping one, not for a clock time."
        )

    @property
    def keywords(self) -> list[str]:
        """Words that point to it."""
        return ["timer", "set a timer", "start a timer", "countdown", "count down"]

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """``duration_seconds``, ``label``."""
        return [
            JarvisParameter(
                "duration_seconds",
                "int",
                required=True,
                refinable=True,
                description="How long it runs, in seconds: five minutes is 300",
            ),
            JarvisParameter(
                "label",
                "string",
                required=False,
                description="What it is for, such as pasta; left out unless the user says it",
            ),
        ]

    @property
    def rules(self) -> list[str]:
        """How words become arguments."""
        return ["Leave label out unless the user names the timer or says what it is for."]

    @property
    def critical_rules(self) -> list[str]:
        """Durations."""
        return [
            "duration_seconds is always in seconds: '5 minutes' is 300, 'an hour and a half' is 5400, "
            "'half an hour' is 1800."
        ]

    @property
    def antipatterns(self) -> list[CommandAntipattern]:
        """What is also said of timers."""
        return [
            CommandAntipattern("list_timers", "'How long is left on my timer?' Use list_timers."),
            CommandAntipattern("cancel_timer", "'Stop the timer'. Use cancel_timer."),
            CommandAntipattern("get_time", "'What time is it?' Use get_time."),
        ]

    @property
    def fast_path_patterns(self) -> list[FastPathPattern]:
        """A timer with a duration, and nothing else."""
        asking = (
            r"^(?:please |hey |can you |could you )?(?:set|start)(?: me)?(?: up)? "
            r"(?:a |an |another |the )?"
        )
        return [
            FastPathPattern(
                "timer.set_for",
                "A timer for a duration",
                "set a timer for five minutes",
                rf"{asking}timer (?:for|of) (?P<duration>[\w ,.'-]{{3,80}}?)(?: please)?[?.! ]*$",
                "claim_duration",
            ),
            FastPathPattern(
                "timer.set_named",
                "A duration before the word timer",
                "set a five minute timer",
                rf"{asking}(?P<duration>[\w ,.-]{{3,60}}?) timer(?: please)?[?.! ]*$",
                "claim_duration",
            ),
        ]

    def claim_duration(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim it where all the words of the duration are one."""
        seconds = parse_duration(match["duration"])
        if seconds is None or not 1 <= seconds <= MAX_SECONDS:
            return None
        return PreRouteResult({"duration_seconds": seconds})

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Leave out of the label what only introduces it, and a label that is none."""
        if not isinstance(args.get("label"), str):
            return args
        label = _INTRODUCING.sub("", args["label"]).strip()
        mended = {name: value for name, value in args.items() if name != "label"}
        is_none = label.lower() in _NO_LABEL and not _NAMING.search(voice_command)
        return mended if is_none else {**mended, "label": label}

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also refuse a duration out of bounds and a label that is none."""
        results = super().validate_call(**kwargs)
        if results:
            return results
        seconds, label = kwargs.get("duration_seconds"), kwargs.get("label")
        if seconds is not None and not 1 <= seconds <= MAX_SECONDS:
            results.append(self.refuse("duration_seconds", say("timer_bounds")))
        if label is not None and len(label) > _MAX_LABEL_CHARS:
            results.append(self.refuse("label", say("timer_label_too_long", count=_MAX_LABEL_CHARS)))
        return results

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """Start it and say so."""
        seconds, label = kwargs["duration_seconds"], _clean(kwargs.get("label"))
        scope = current_scope()
        context = context_to_keep(scope.message_context, request_info.conversation_id)
        replaced = self._corrected(request_info)
        try:
            timer = self.timers.add(seconds, label, context=context, lang=scope.lang)
        except TooManyTimersError as error:
            message = say("too_many_timers", count=error.most)
            return CommandResponse.error_response(message, {"message": message})
        if replaced is not None:
            self.timers.cancel(replaced)
            self.remember(request_info, timer)
            message = say("timer_instead", duration=say_duration(seconds))
        else:
            self.remember(request_info, timer)
            if label:
                said = say("labelled_timer_set", label=label, duration=say_duration(seconds))
            else:
                said = say("timer_set", duration=say_duration(seconds))
            message = changed(said, lambda text: text[:1].upper() + text[1:])
        return CommandResponse.success_response(
            {
                "timer_id": timer.id,
                "duration_seconds": seconds,
                "label": label,
                "ends_at": self.timers.described(timer)["ends_at"],
                "announced_here": self.timers.serving,
                "message": message,
            },
            wait_for_input=False,
        )

    def _corrected(self, request_info: RequestInformation) -> Any:
        if not _CORRECTING.search(request_info.voice_command.strip()):
            return None
        return self.last_of(request_info)

    def generate_prompt_examples(self) -> list[CommandExample]:
        """A few, for every prompt."""
        return examples(PROMPT_EXAMPLES, primary="Set a timer for five minutes")

    def generate_adapter_examples(self) -> list[CommandExample]:
        """Many, to learn from."""
        return examples(ADAPTER_EXAMPLES)


def _clean(label: str | None) -> str | None:
    """The label without control characters and without the word timer, which its name adds."""
    words = " ".join("".join(c if c.isprintable() else " " for c in label or "").split())
    words = re.sub(r"^(the|my) | timer$", "", words, flags=re.IGNORECASE).strip()
    return None if words.lower() in ("", "timer") else words
