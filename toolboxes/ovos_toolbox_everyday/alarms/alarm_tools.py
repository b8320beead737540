"""The tools about alarms: set, list, cancel, skip, snooze."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from ovos_phal_plugin_jarvis.sdk import (
    CommandResponse,
    NotMeant,
    Param,
    RequestInformation,
    ToolRefused,
    ValidationResult,
    fast_path,
)
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, together
from ovos_toolbox_everyday.alarms.alarm import Alarm
from ovos_toolbox_everyday.alarms.alarm_examples import CANCEL_ALARM, LIST_ALARMS, SET_ALARM, SKIP_ALARM, SNOOZE_ALARM
from ovos_toolbox_everyday.alarms.alarm_service import AlarmService
from ovos_toolbox_everyday.announce import context_to_keep
from ovos_toolbox_everyday.appointments import Appointment, TooManyError
from ovos_toolbox_everyday.cancelling import silenced, taken_away
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.heard.alarms import says_alarm_abroad, says_on
from ovos_toolbox_everyday.heard.everything import says_all
from ovos_toolbox_everyday.heard.hours import mend_night, mend_part, mend_today, mend_written
from ovos_toolbox_everyday.heard.month_days import mend_day_of_month, mend_no_day, mend_ordinal
from ovos_toolbox_everyday.heard.names import whole_name
from ovos_toolbox_everyday.heard.repeats import OTHERWISE, mend_repeat
from ovos_toolbox_everyday.heard.timers import in_minutes
from ovos_toolbox_everyday.heard.weekdays import day_said, mend_day
from ovos_toolbox_everyday.recurrence import When, first_day
from ovos_toolbox_everyday.reminders import ReminderService
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.ringing import Ringing, session_of
from ovos_toolbox_everyday.saying_when import say_day, say_moment, say_repeat
from ovos_toolbox_everyday.settings import EverydaySettings
from ovos_toolbox_everyday.speech import lang, say, say_duration, say_list
from ovos_toolbox_everyday.timers import TimerService
from ovos_toolbox_everyday.timers.timer import Timer
from ovos_toolbox_everyday.word_tables import Wording

Repeat = Literal[
    "daily",
    "weekdays",
    "weekends",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "otherwise",
]
MAX_LABEL_CHARS = 60
MAX_DAYS_AHEAD = 366 * 5
MAX_SNOOZE_SECONDS = 86_400
_SPOKEN = 5
"""Alarms that are read out; the rest are counted."""
_SNOOZED_WITHIN = 1_800.0
"""Seconds after which what rang can't be put off any more."""
_WORDS = Wording(Path(__file__).with_name("words.yaml"))
_NO_LABEL = frozenset({"", *_WORDS.listed("no_label")})


_ALL = frozenset(_WORDS.listed("all_of_them"))
_PARTS_OF_DAY = frozenset(_WORDS.listed("parts_of_day"))
_CALLED = _WORDS.english("called")
"""What names an alarm that is set, and removes none."""
_SET_GOING = _WORDS.english("set_going")
_LENGTH = _WORDS.english("length")
_OVER = re.compile(r"(?:last|yesterday)(?:_|$)")
"""Keys of days that are over: whoever says "i changed it last night" tells of one."""


_SKIPPED_ONCE = f"(?i){_WORDS.expression('skipped_once')}"
"""A day that is left out, and that nothing else is."""


_SKIPPED_ALONE = _WORDS.english("skipped_alone")
"""A day or a time that is left out, and no thing: "skip tomorrow", "leave it out on friday"."""
_OF_ALARMS = _WORDS.english("of_alarms")


class AlarmTool(EverydayTool):
    """A tool about alarms."""

    def __init__(self, alarms: AlarmService, settings: EverydaySettings | None = None) -> None:
        """
        Args:
            alarms: the service that all tools of a toolbox share.
            settings: the toolbox's configuration.
        """
        self.alarms = alarms
        self.settings = settings or EverydaySettings()

    @property
    def full_clock(self) -> bool:
        """Whether this request is answered in 24 hours."""
        return self.settings.full_clock(current_scope().session, lang())

    def now(self) -> dt.datetime:
        """The present moment where the user is."""
        return self.alarms.now(self.settings.other_zone(current_scope().session))

    def name_of(self, alarm: Alarm) -> Spoken:
        """ "7:00 AM alarm", "gym alarm at 7:00 AM"."""
        return alarm.name_in(lang(), self.full_clock)

    def when_of(self, alarm: Alarm) -> Spoken:
        """ "tomorrow at 7:00 AM", "every weekday at 7:00 AM"."""
        if alarm.recurring:
            return say_repeat(alarm.when, full=self.full_clock)
        due = self.alarms.due(alarm)
        assert due is not None
        return say_moment(due, self.alarms.now(alarm.zone), full=self.full_clock)

    def item_of(self, alarm: Alarm) -> Spoken:
        """ "gym, every weekday at 6:30 AM", "tomorrow at 7:00 AM"."""
        when = self.when_of(alarm)
        return say("alarm_labelled_item", label=alarm.text, when=when) if alarm.text else when

    def data_of(self, alarm: Alarm) -> dict[str, Any]:
        """The alarm as data."""
        due = self.alarms.due(alarm)
        snoozed = alarm.snooze_until is not None
        return {**alarm.data(), "next": None if due is None else due.isoformat(), "snoozed": snoozed}

    def chosen(self, at: dt.time | None, day: dt.date | None, label: str | None) -> list[Alarm]:
        """The alarms that are meant, the next one first; all of them where nothing is said."""
        found = self.alarms.all()
        if day is not None:
            found = [alarm for alarm in found if self._rings_on(alarm, day)]
        if at is not None:
            exact = [alarm for alarm in found if alarm.when.time == at]
            # "Seven o'clock" may be seven in the evening, where no alarm is at seven in the morning.
            other = at.replace(hour=(at.hour + 12) % 24)
            found = exact or [alarm for alarm in found if alarm.when.time == other]
        wanted = set((label or "").casefold().replace("alarm", " ").split())
        if wanted:
            found = [alarm for alarm in found if wanted <= set(alarm.text.casefold().split())]
        return found

    def _rings_on(self, alarm: Alarm, day: dt.date) -> bool:
        due = self.alarms.due(alarm)
        if due is not None and due.date() == day:
            return True
        return (
            alarm.recurring
            and alarm.when.is_on(day)
            and day.isoformat() not in alarm.skipped
            and (day > self.alarms.now(alarm.zone).date())
        )

    def ask_which(self, alarms: Sequence[Alarm], param: str = "time") -> ToolRefused:
        """What is raised where several alarms are meant."""
        names = [self.name_of(alarm) for alarm in alarms]
        if len(set(names)) < len(names):
            names = [self.item_of(alarm) for alarm in alarms]
        times = sorted({f"{alarm.when.time:%H:%M}" for alarm in alarms})
        return ToolRefused(say("which_alarm", alarms=say_list(names[:_SPOKEN], "or")), param=param, valid_values=times)

    def none_such(self) -> ToolRefused:
        """What is raised where no alarm is meant."""
        there = self.alarms.all()
        if not there:
            return ToolRefused(say("no_alarms"))
        names = [self.item_of(alarm) for alarm in there]
        return ToolRefused(say("no_such_alarm", alarms=say_list(names[:_SPOKEN])))


class SetAlarm(AlarmTool):
    """Set an alarm for a time of the clock: to be woken, once or again and again. Use it for "wake me at seven" and
    "alarm at 6:30 on weekdays". Not for a length of time such as "in ten minutes" (set_timer), not for being told
    something (set_reminder)."""

    keywords = ["alarm", "set an alarm", "wake me up", "wake me at", "alarm clock"]
    examples = SET_ALARM
    rules = [
        "Leave day out unless the user names one.",
        "repeat is for 'every day', 'on weekdays', 'every monday'; 'on monday' is a day, not a repeat.",
        "repeat is otherwise for 'every other day' and 'every two weeks'.",
        "Leave label out unless the user names the alarm.",
    ]
    critical_rules = ["time is HH:MM in 24 hours: 'half past six in the evening' is 18:30."]
    antipatterns = {
        "set_timer": "A length of time: 'in ten minutes', 'a timer for an hour'. Use set_timer.",
        "set_reminder": "Something to be told: 'remind me to call mum at six'. Use set_reminder.",
        "get_time": "'What time is it?'. Use get_time.",
    }

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Drop a label that is none, and tell "every Friday" from "on Friday"."""
        if _LENGTH.fullmatch(str(args.get("label") or "").strip()):
            raise NotMeant(voice_command)  # "an alarm for six and a half [hours]"
        if isinstance(args.get("label"), str) and args["label"].strip().lower() in _NO_LABEL:
            args = {name: value for name, value in args.items() if name != "label"}
        args = mend_day_of_month(
            mend_part(mend_day(mend_repeat(mend_written(args), voice_command, get_args(Repeat))), voice_command),
            "label",
            self.now().date(),
        )
        args = mend_ordinal(args, "label", voice_command, self.now().date())
        label = whole_name(args.get("label"), voice_command)
        day = None if args.get("day") or args.get("repeat") else day_said(voice_command)
        if day is not None and day not in str(label or "").lower():
            args = mend_day({**args, "day": day})
        args = mend_no_day(mend_night(args, voice_command, self.now().date()), voice_command)
        args = mend_today(args, voice_command)
        return {
            **{name: value for name, value in args.items() if name != "label"},
            **({"label": label} if label else {}),
        }

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also refuse a name that is none."""
        results = super().validate_call(**kwargs)
        if not results and len(kwargs.get("label") or "") > MAX_LABEL_CHARS:
            results.append(self.refuse("label", say("alarm_label_too_long", count=MAX_LABEL_CHARS)))
        return results

    def __call__(
        self,
        request_info: RequestInformation,
        time: Annotated[dt.time, Param("When it rings, HH:MM in 24 hours", refinable=True)],
        day: Annotated[
            dt.date | None, "The day, as a date key or YYYY-MM-DD; left out for the next time it is so late"
        ] = None,
        repeat: Annotated[Repeat | None, "Where it rings again and again: on which days"] = None,
        label: Annotated[str | None, "What it is called; left out unless the user says it"] = None,
    ) -> CommandResponse:
        if repeat == OTHERWISE:
            raise ToolRefused(say("no_such_repeat"))
        now, at = self.now(), time.replace(microsecond=0, tzinfo=None)
        when = When(time=at, day=_first(at, day, repeat, now), repeat=repeat)
        text = " ".join((label or "").split())
        alarm = next((it for it in self.alarms.all() if (it.when, it.text) == (when, text)), None)
        if alarm is None:
            scope = current_scope()
            try:
                alarm = self.alarms.add(
                    when,
                    text,
                    context=context_to_keep(scope.message_context, request_info.conversation_id),
                    lang=scope.lang,
                    zone=self.settings.other_zone(scope.session),
                )
            except TooManyError as error:
                raise ToolRefused(say("too_many_alarms", count=error.most)) from None
        said = {"when": self.when_of(alarm)}
        message = say("labelled_alarm_set", label=text, **said) if text else say("alarm_set", **said)
        data = {**self.data_of(alarm), "announced_here": self.alarms.serving}
        return CommandResponse.success_response({**data, "message": message}, wait_for_input=False)


class ListAlarms(AlarmTool):
    """Tell which alarms there are and when the next one rings. Not for timers, reminders or what time it is."""

    annotations = {"readOnlyHint": True}
    keywords = ["my alarms", "list alarms", "next alarm", "which alarms", "when do i wake up"]
    examples = LIST_ALARMS
    rules = ["day is for 'tomorrow's alarms'; leave it out otherwise."]
    antipatterns = {
        "list_timers": "What is left on a timer. Use list_timers.",
        "list_reminders": "What the user is reminded of. Use list_reminders.",
        "set_alarm": "A new alarm: 'wake me at seven'. Use set_alarm.",
    }

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """A weekday is the next one of its name, and no alarm is one of a day that is over."""
        return mend_day({name: value for name, value in args.items() if not _OVER.match(str(value))})

    def __call__(self, day: Annotated[dt.date | None, "Alarms of this day only"] = None) -> CommandResponse:
        found = self.chosen(None, day, None)
        data = {"alarms": [self.data_of(alarm) for alarm in found], "count": len(found)}
        if not found:
            message = say("no_alarms") if day is None else say("no_alarms_on", day=say_day(day, self.now().date()))
            return CommandResponse.final_response({**data, "message": message})
        parts = [self.item_of(alarm) for alarm in found[:_SPOKEN]]
        if len(found) == 1:
            message = say("one_alarm", alarm=parts[0])
        elif len(found) > _SPOKEN:
            more = len(found) - _SPOKEN
            message = say("alarms_more", count=len(found), alarms=together(parts, lang(), "; "), more=more)
        else:
            message = say("alarms", count=len(found), alarms=together(parts, lang(), "; "))
        return CommandResponse.final_response({**data, "message": message})


class CancelAlarm(AlarmTool):
    """Remove an alarm so that it never rings again, all alarms, or stop the one that rings. Not for leaving out one day
    of it (skip_alarm), not for timers or reminders."""

    keywords = ["cancel alarm", "delete the alarm", "remove my alarm", "turn off the alarm", "no alarm"]
    examples = CANCEL_ALARM
    rules = ["all_alarms is true only where the user says all or every.", "Leave out what the user does not say."]
    antipatterns = {
        "skip_alarm": "Only the next time or one day: 'skip tomorrow's alarm'. Use skip_alarm.",
        "snooze_alarm": "A little later: 'snooze', 'five more minutes'. Use snooze_alarm.",
        "cancel_timer": "A timer. Use cancel_timer.",
        "cancel_reminder": "A reminder. Use cancel_reminder.",
    }

    def __init__(
        self, alarms: AlarmService, settings: EverydaySettings | None = None, ringing: Ringing | None = None
    ) -> None:
        """
        Args:
            alarms: the service that all tools of a toolbox share.
            settings: the toolbox's configuration.
            ringing: what rings; None where nothing can.
        """
        super().__init__(alarms, settings)
        self.ringing = ringing

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Hear "all" where a translator missed it, and drop an ``all_alarms`` that says nothing; "turn on" removes
        nothing."""
        if any(said.search(voice_command) for said in (_CALLED, _SET_GOING)) or says_on(voice_command):
            raise NotMeant(voice_command)
        mended = {name: value for name, value in args.items() if name != "all_alarms" or value}
        label = whole_name(mended.get("label"), voice_command)
        if label:
            mended["label"] = label
        told = str(mended.get("label", "")).lower()
        if told in _ALL or (mended.get("time") and told in _PARTS_OF_DAY):
            mended.pop("label")
        if mended.get("all_alarms") and len(mended) > 1 and not says_all(voice_command, "alarms"):
            del mended["all_alarms"]  # "that gym alarm" is one
        if not mended and says_all(voice_command, "alarms"):
            mended["all_alarms"] = True
        return mend_part(mend_day(mended), voice_command)

    def __call__(
        self,
        time: Annotated[dt.time | None, "Of the alarm, HH:MM in 24 hours"] = None,
        day: Annotated[dt.date | None, "On which it rings"] = None,
        label: Annotated[str | None, "What the alarm is called"] = None,
        all_alarms: Annotated[bool, "True to remove every alarm"] = False,
    ) -> CommandResponse:
        rang = silenced(self.ringing, time is not None or day is not None or bool(label))
        if rang is not None and not all_alarms:
            return rang
        found = self.chosen(time, day, label)
        if not found:
            if rang is not None:
                return rang
            raise self.none_such()
        if len(found) > 1 and not all_alarms:
            raise self.ask_which(found, "label" if time is not None else "time")
        told = [(alarm, self.name_of(alarm), self.when_of(alarm), self.data_of(alarm)) for alarm in found]
        gone = taken_away(told, self.alarms.cancel, self.none_such)
        if len(gone) == 1:
            message = say("alarm_cancelled", name=gone[0][1], when=gone[0][2])
        else:
            message = say("alarms_cancelled", count=len(gone))
        return CommandResponse.final_response(
            {"cancelled": [each[3] for each in gone], "count": len(gone), "message": message}
        )


class SkipAlarm(AlarmTool):
    """Leave out an alarm once: the next one, or the one of a day; afterwards it rings again as before. Not for removing
    it for good (cancel_alarm), not for a few minutes more (snooze_alarm)."""

    keywords = ["skip alarm", "skip tomorrow's alarm", "not tomorrow", "skip the next alarm", "no alarm tomorrow"]
    examples = SKIP_ALARM
    rules = ["Leave both arguments out for 'skip the next alarm'."]
    antipatterns = {
        "cancel_alarm": "For good: 'delete the alarm'. Use cancel_alarm.",
        "snooze_alarm": "It rings now and shall ring a little later. Use snooze_alarm.",
    }

    @fast_path(_SKIPPED_ONCE, example="skip tomorrow's alarm but keep it for the other days")
    def claim_once(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """One day's alarm left out and kept after that, as it is anyway"""
        if _OF_ALARMS.search(voice_command) is None and _SKIPPED_ALONE.search(voice_command) is None:
            return None
        return mend_day({"day": match["day"].lower()})

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """A weekday is the next one of its name; "tomorrow" counts wherever it stands. What is skipped may be another
        thing: "skip to the next chapter", "skip lunch on friday"."""
        named = _OF_ALARMS.search(voice_command) is not None or says_alarm_abroad(voice_command)
        if not named and _SKIPPED_ALONE.search(voice_command) is None:
            raise NotMeant(voice_command)
        day = None if args.get("day") or "next" in voice_command.lower() else day_said(voice_command)
        return mend_part(mend_day(args if day is None else {**args, "day": day}), voice_command)

    def __call__(
        self,
        day: Annotated[dt.date | None, "On which it is left out"] = None,
        time: Annotated[dt.time | None, "Of the alarm, HH:MM in 24 hours"] = None,
    ) -> CommandResponse:
        found = self.chosen(time, day, None)
        if not found:
            raise self.none_such()
        if day is not None and len(found) > 1:
            raise self.ask_which(found)
        alarm = found[0]
        due = self.alarms.due(alarm)
        assert due is not None
        left_out = day if day is not None and alarm.recurring else due.date()
        name, when = self.name_of(alarm), say_day(left_out, self.alarms.now(alarm.zone).date())
        if alarm.recurring:
            kept = self.alarms.skip(alarm, left_out.isoformat())
        else:
            kept = alarm if self.alarms.cancel(alarm) else None
        if kept is None:
            raise self.none_such()
        following = self.alarms.due(kept) if alarm.recurring else None
        if following is None:
            message = say("alarm_skipped", name=name, day=when)
        else:
            then = say_moment(following, self.alarms.now(alarm.zone), full=self.full_clock)
            message = say("alarm_skipped_until", name=name, day=when, when=then)
        data = {**self.data_of(kept), "skipped": left_out.isoformat()}
        return CommandResponse.final_response({**data, "message": message})


class SnoozeAlarm(EverydayTool):
    """Put off what rings now or rang just now, an alarm, a reminder or a timer: "snooze", "five more minutes". Not for
    a new alarm or timer."""

    keywords = ["snooze", "snooze the alarm", "more minutes", "let me sleep"]
    examples = SNOOZE_ALARM
    rules = ["Leave duration_seconds out unless the user says how long."]
    antipatterns = {
        "set_alarm": "A new alarm for a time of day. Use set_alarm.",
        "change_timer": "More time on a timer that still runs: 'add five minutes to the timer'. Use change_timer.",
    }

    def __init__(
        self,
        alarms: AlarmService,
        reminders: ReminderService,
        timers: TimerService,
        ringing: Ringing,
        settings: EverydaySettings | None = None,
    ) -> None:
        """
        Args:
            alarms: the alarms of the toolbox.
            reminders: its reminders.
            timers: its timers.
            ringing: what rings.
            settings: its configuration.
        """
        self.alarms = alarms
        self.reminders = reminders
        self.timers = timers
        self.ringing = ringing
        self.settings = settings or EverydaySettings()

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """ "Snooze ten" are ten minutes."""
        if "duration_seconds" in args:
            args = {**args, "duration_seconds": in_minutes(args["duration_seconds"], voice_command)}
        return args

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also refuse a length of time that is none."""
        results = super().validate_call(**kwargs)
        seconds = kwargs.get("duration_seconds")
        if not results and seconds is not None and not 1 <= seconds <= MAX_SNOOZE_SECONDS:
            results.append(self.refuse("duration_seconds", say("snooze_bounds")))
        return results

    def __call__(
        self,
        duration_seconds: Annotated[
            int | None, Param("For how long, in seconds: five minutes is 300", refinable=True)
        ] = None,
    ) -> CommandResponse:
        seconds = duration_seconds or round(self.settings.snooze_minutes * 60)
        session = session_of(current_scope().message_context)
        found: list[Any] = self.ringing.ringing(session)
        if not found:
            rang = [*self.alarms.ended(_SNOOZED_WITHIN), *self.reminders.ended(_SNOOZED_WITHIN)]
            mine = [it for it in rang if session in ("default", session_of(it.context))]
            found = [it for it in mine if it.snooze_until is None or it.over][:1]
        if not found:
            raise ToolRefused(say("nothing_rings"))
        self.ringing.stop(session)
        put_off = [each.id for each in found if self._put_off(each, seconds)]
        if not put_off:
            raise ToolRefused(say("nothing_rings"))
        message = say("snoozed", duration=say_duration(seconds))
        return CommandResponse.final_response({"snoozed": put_off, "duration_seconds": seconds, "message": message})

    def _put_off(self, item: Timer | Appointment, seconds: int) -> bool:
        if isinstance(item, Timer):
            self.timers.add(seconds, item.label, context=item.context, lang=item.lang)
            return True
        service: Any = self.alarms if isinstance(item, Alarm) else self.reminders
        return service.snooze(item, seconds) is not None


def _first(at: dt.time, day: dt.date | None, repeat: str | None, now: dt.datetime) -> dt.date:
    """The first day of an alarm at *at*.

    Raises:
        ToolRefused: that is over, or too far away.
    """
    if day is None:
        return first_day(at, now, repeat)
    if (day - now.date()).days > MAX_DAYS_AHEAD:
        raise ToolRefused(say("too_far_ahead"), param="day")
    assert now.tzinfo is not None
    if repeat is None and When(time=at, day=day).moment(day, now.tzinfo) <= now.timestamp():
        raise ToolRefused(say("is_over"), param="day" if day < now.date() else "time")
    return max(day, now.date())
