"""``set_timer``: be told when some time has passed."""

from __future__ import annotations

import re
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import (
    CommandResponse,
    NotMeant,
    Param,
    RequestInformation,
    ToolRefused,
    ValidationResult,
    fast_path,
)
from ovos_phal_plugin_jarvis.sdk.locale import changed
from ovos_toolbox_everyday.announce import context_to_keep
from ovos_toolbox_everyday.heard.names import name_said, whole_name
from ovos_toolbox_everyday.heard.timers import in_minutes, timer_said, with_bare_label
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.speech import say, say_duration
from ovos_toolbox_everyday.timers.reading import read_request
from ovos_toolbox_everyday.timers.set_timer_examples import ADAPTER_EXAMPLES, PROMPT_EXAMPLES
from ovos_toolbox_everyday.timers.timer_service import MAX_SECONDS, TooManyTimersError
from ovos_toolbox_everyday.timers.timer_tool import TimerTool
from ovos_toolbox_everyday.timers.words import WORDS

_MAX_LABEL_CHARS = 60
# "Make it ten minutes" after "set a timer for five minutes" corrects that timer; it does not ask for another.
_CORRECTING = WORDS.english("correcting")

_INTRODUCING = WORDS.english("introducing")
_NAMING = WORDS.english("naming")
_SPEAKER = frozenset(WORDS.listed("speaker"))
"""Words of a sentence, and of no timer's name."""
_NO_LABEL = frozenset({"", *WORDS.listed("no_label")})
"""Words around a duration that a translator may take for the timer's name."""


_OFF = WORDS.english("unheard_of")
"""A length of time that nothing can run for, that a story tells of, or after which something else is wanted."""


class SetTimer(TimerTool):
    """Start a countdown timer that is announced when it ends, from one second to seven days. Use it for 'timer',
    'countdown' and 'tell me when N minutes have passed'. Not for what is left on a timer, not for stopping one, not for
    a clock time."""

    keywords = ["timer", "set a timer", "start a timer", "countdown", "count down"]
    examples = PROMPT_EXAMPLES | ADAPTER_EXAMPLES
    rules = ["Leave label out unless the user names the timer or says what it is for."]
    critical_rules = [
        "duration_seconds is always in seconds: '5 minutes' is 300, 'an hour and a half' is 5400, "
        "'half an hour' is 1800."
    ]
    antipatterns = {
        "list_timers": "'How long is left on my timer?' Use list_timers.",
        "cancel_timer": "'Stop the timer'. Use cancel_timer.",
        "change_timer": "'Add five minutes to the timer'. Use change_timer.",
        "set_alarm": "A time of day: 'wake me at seven'. Use set_alarm.",
        "set_reminder": "Something to be told: 'remind me in ten minutes to check the oven'. Use set_reminder.",
        "get_time": "'What time is it?' Use get_time.",
    }

    @fast_path(r"^.{8,}$", id="timer.set", example="set a timer for five minutes")
    def claim_request(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A new timer with how long and what for, and nothing else"""
        return None if _OFF.search(voice_command) else read_request(voice_command, "set")

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Leave out of the label what only introduces it, and a label that is none."""
        if _OFF.search(voice_command):
            raise NotMeant(voice_command)  # so much earlier, less than none, or over
        if "duration_seconds" in args:
            args = {**args, "duration_seconds": in_minutes(args["duration_seconds"], voice_command)}
        args = with_bare_label(args)
        if not isinstance(args.get("label"), str):
            named = name_said(voice_command) or timer_said(voice_command)
            return args if named is None else {**args, "label": named}
        if not _SPEAKER.isdisjoint(args["label"].lower().split()):
            raise NotMeant(voice_command)  # what somebody says that they don't say
        label = str(whole_name(_INTRODUCING.sub("", args["label"]).strip(), voice_command))
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

    def __call__(
        self,
        request_info: RequestInformation,
        duration_seconds: Annotated[int, Param("How long it runs, in seconds: five minutes is 300", refinable=True)],
        label: Annotated[str | None, "What it is for, such as pasta; left out unless the user says it"] = None,
    ) -> CommandResponse:
        seconds, label = duration_seconds, _clean(label)
        scope = current_scope()
        context = context_to_keep(scope.message_context, request_info.conversation_id)
        replaced = self._corrected(request_info)
        try:
            timer = self.timers.add(seconds, label, context=context, lang=scope.lang)
        except TooManyTimersError as error:
            raise ToolRefused(say("too_many_timers", count=error.most)) from None
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


def _clean(label: str | None) -> str | None:
    """The label without control characters and without the word timer, which its name adds."""
    words = " ".join("".join(c if c.isprintable() else " " for c in label or "").split())
    words = re.sub(r"^(the|my) | timer$", "", words, flags=re.IGNORECASE).strip()
    return None if words.lower() in ("", "timer") else words
