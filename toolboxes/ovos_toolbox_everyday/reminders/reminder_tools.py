"""The tools about reminders: set, list, cancel."""

from __future__ import annotations

import datetime as dt
import re
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
from ovos_toolbox_everyday.announce import context_to_keep
from ovos_toolbox_everyday.appointments import TooManyError
from ovos_toolbox_everyday.cancelling import silenced, taken_away
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.heard.counted_days import day_ahead, mend_from_day
from ovos_toolbox_everyday.heard.everything import says_all
from ovos_toolbox_everyday.heard.hours import (
    day_of_part,
    mend_hour,
    mend_night,
    mend_part,
    mend_part_alone,
    mend_today,
    mend_written,
)
from ovos_toolbox_everyday.heard.month_days import mend_day_of_month, mend_month_day, mend_no_day
from ovos_toolbox_everyday.heard.names import without_address, without_lead
from ovos_toolbox_everyday.heard.repeats import OTHERWISE, mend_repeat, repeat_said
from ovos_toolbox_everyday.heard.weekdays import mend_day
from ovos_toolbox_everyday.recurrence import When, first_day
from ovos_toolbox_everyday.reminders.reminder import Reminder
from ovos_toolbox_everyday.reminders.reminder_examples import CANCEL_REMINDER, LIST_REMINDERS, SET_REMINDER
from ovos_toolbox_everyday.reminders.reminder_service import ReminderService, matching
from ovos_toolbox_everyday.request_scope import current_scope
from ovos_toolbox_everyday.ringing import Ringing
from ovos_toolbox_everyday.saying_when import say_day, say_moment, say_repeat
from ovos_toolbox_everyday.settings import EverydaySettings
from ovos_toolbox_everyday.speech import lang, say, say_list
from ovos_toolbox_everyday.spoken_numbers import parse_duration
from ovos_toolbox_everyday.word_tables import Wording

Repeat = Literal[
    "daily",
    "weekdays",
    "weekends",
    "weekly",
    "monthly",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "otherwise",
]
MAX_TEXT_CHARS = 300
MAX_DAYS_AHEAD = 366 * 5
_MORNING = dt.time(9)
"""Where nobody says when in the day."""
_WORDS = Wording(Path(__file__).with_name("words.yaml"))
_SPOKEN = 5
"""Reminders that are read out; the rest are counted."""
_SECONDS = _WORDS.pattern("short")
"""A number alone is no time: "multiply the dose by two" is not two seconds from now."""
_INTRODUCING = _WORDS.english("introducing")
_OVER = _WORDS.english("over")
"""What stands behind the thing that nobody has to be reminded of any more."""
_OTHERS, _ALIKE = _WORDS.pattern("others"), _WORDS.pattern("alike")
_POLITE = _WORDS.english("polite")
"""What is said to whoever listens, behind what the reminder is about: "the lease would you it's signed"."""
_ABOUT = _WORDS.english("about")
"""What a reminder is about, behind its name."""
_NAMED = _WORDS.english("named")
"""The same before its name: "that boiler reminder"."""
_NAMELESS = _WORDS.english("nameless")
_THREAT = _WORDS.english("threat")
"""What happens if it is forgotten."""
_ARTICLE = re.compile(rf"^(?:{_WORDS.pattern('articles').pattern})\s+(?=\S)", re.IGNORECASE)
_BEFORE = _WORDS.english("before")
_IN = _WORDS.english("in_before")
"""How long before something else, which is no length of time from now."""
_DAY = 86_400
_HOURS = _WORDS.pattern("hours")
"""Words of a length of time that is not counted in days."""
_IN_A_PART = f"(?i){_WORDS.expression('in_a_part')}"
_MORE_TOLD = _WORDS.english("more_told")
"""Words of a time, a day, another request or a remark, which whoever reads all of it has to weigh."""
_PART_FIRST = _WORDS.english("part_first")
_IN_ANOTHER = _WORDS.english("in_another")
_WHEN_ONLY = _WORDS.english("when_only")
_NO_TEXT = frozenset({"", *_WORDS.listed("no_text")})


def _bare_text(text: str, voice_command: str) -> str:
    """*text* without what is said around it, or in it, where *voice_command* has a word of reminding of another
    language, and where anything is left: "[dass ich noch] die hecke schneiden [muss]"."""
    for tag, told in _WORDS.abroad.items():
        if "reminding" not in told or not re.search(told["reminding"], voice_command, re.IGNORECASE):
            continue
        for part in ("begins", "middle", "ends"):
            form = _WORDS.expression(part, tag) if part in told else ""
            text = (re.sub(form, "", text, flags=re.IGNORECASE).strip() if form else "") or text
    return text


class ReminderTool(EverydayTool):
    """A tool about reminders."""

    def __init__(self, reminders: ReminderService, settings: EverydaySettings | None = None) -> None:
        """
        Args:
            reminders: the service that all tools of a toolbox share.
            settings: the toolbox's configuration.
        """
        self.reminders = reminders
        self.settings = settings or EverydaySettings()

    def now(self) -> dt.datetime:
        """The present moment where the user is."""
        return self.reminders.now(self.settings.other_zone(current_scope().session))

    def when_of(self, reminder: Reminder) -> Spoken:
        """ "tomorrow at 9:00 AM", "every Monday at 9:00 AM"."""
        full = self.settings.full_clock(current_scope().session, lang())
        if reminder.recurring:
            return say_repeat(reminder.when, full=full)
        due = self.reminders.due(reminder)
        assert due is not None
        return say_moment(due, self.reminders.now(reminder.zone), full=full)

    def data_of(self, reminder: Reminder) -> dict[str, Any]:
        """The reminder as data."""
        due = self.reminders.due(reminder)
        return {**reminder.data(), "due_at": None if due is None else due.isoformat()}


class SetReminder(ReminderTool):
    """Remind the user of something: at a time, tomorrow, in a while, or again and again. Use it for "remind me to …".
    Not for being woken (set_alarm), not for a length of time without anything to be told (set_timer)."""

    keywords = ["remind me", "reminder", "set a reminder", "don't let me forget"]
    examples = SET_REMINDER
    rules = [
        "text is what the user is reminded of, in their own words, without 'remind me to' and without the time.",
        "'in ten minutes' is in_seconds, 'at ten' is time; never both.",
        "repeat is for 'every monday' and 'daily'; 'on monday' is a day. 'every other day' is otherwise.",
    ]
    critical_rules = ["time is HH:MM in 24 hours; in_seconds is in seconds."]
    antipatterns = {
        "set_timer": "A length of time with nothing to be told: 'a timer for ten minutes'. Use set_timer.",
        "set_alarm": "To be woken: 'wake me at seven'. Use set_alarm.",
        "add_to_list": "Something to buy: 'put milk on the shopping list'. Use add_to_list.",
    }

    @fast_path(
        f"(?i){_WORDS.expression('again')}",
        example="remind me every two hours to stretch",
    )
    def claim_otherwise(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """What shall come again and again in a way that can't be kept, so that this is told"""
        if repeat_said(voice_command) != OTHERWISE:
            return None
        return {"text": match["rest"].strip()[:MAX_TEXT_CHARS], "repeat": OTHERWISE}

    @fast_path(
        f"(?i){_WORDS.expression('after')}",
        example="after ten minutes remind me to check the oven",
    )
    def claim_after(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A length of time, and what shall be told after it"""
        seconds = parse_duration(match["while"])
        return (
            None if seconds is None else {"in_seconds": seconds, "text": match["text"].strip(" .!?")[:MAX_TEXT_CHARS]}
        )

    @fast_path(_IN_A_PART, example="remind me in the morning to open the windows")
    def claim_part(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A part of the day and what shall be told in it, and nothing else of days and times"""
        text = (match["text"] or match["text2"] or match["text3"]).strip(" .!?")
        if _MORE_TOLD.search(text):
            return None
        part = (match["part"] or match["part2"] or match["part3"]).lower()
        return {"text": text[:MAX_TEXT_CHARS], "day": day_of_part(part, self.now())}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Leave out of the text what only introduces it, and tell "every Friday" from "on Friday"."""
        args = mend_part(
            mend_day(mend_hour(mend_repeat(mend_written(args), voice_command, get_args(Repeat)), voice_command)),
            voice_command,
        )
        today = self.now().date()
        args = mend_month_day(
            mend_night(mend_day_of_month(args, "text", today), voice_command, today), voice_command, today
        )
        args = mend_today(mend_no_day(mend_from_day(args, voice_command, today), voice_command), voice_command)
        args = mend_part_alone(args, voice_command)
        if "in_seconds" in args and _BEFORE.search(voice_command) and not _IN.search(voice_command):
            args = {name: value for name, value in args.items() if name != "in_seconds"}
        if (args.get("in_seconds") or 60) < 60 and not _SECONDS.search(voice_command):
            args = {name: value for name, value in args.items() if name != "in_seconds"}
        seconds = args.get("in_seconds")
        if isinstance(seconds, int) and seconds >= _DAY and seconds % _DAY == 0 and not _HOURS.search(voice_command):
            # "In three days" is a day: it comes in the morning, not at this minute.
            args = {name: value for name, value in args.items() if name != "in_seconds"}
            args.setdefault("day", day_ahead(seconds, voice_command, today).isoformat())
        if not isinstance(args.get("text"), str):
            return args
        timeless = not any(args.get(name) for name in ("day", "time", "in_seconds", "repeat"))
        if _OTHERS.search(voice_command) or (timeless and _ALIKE.search(voice_command)):
            raise NotMeant(voice_command)
        if _WHEN_ONLY.fullmatch(args["text"].strip()):
            raise NotMeant(voice_command)  # "in the morning [remind me …]" says when, and not of what
        args = self._without_part(_text_behind(args, voice_command), voice_command)
        text = without_lead(_INTRODUCING.sub("", args["text"].strip()).strip(" ,"), voice_command)
        return {**args, "text": _bare_text(without_address(_THREAT.sub("", text)), voice_command)}

    def _without_part(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """*args* with the part of the day that a translator took for the beginning of the text as its day: "in the
        morning to feed the fish".

        Raises:
            NotMeant: more is told behind it for another part of the day.
        """
        led = _PART_FIRST.match(args["text"].strip())
        if led is None:
            return args
        text = args["text"].strip()[led.end() :]
        if _IN_ANOTHER.search(text):
            raise NotMeant(voice_command)
        dated = any(args.get(name) for name in ("day", "repeat", "in_seconds"))
        return {**args, "text": text} | ({} if dated else {"day": day_of_part(led["part"].lower(), self.now())})

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also ask when, and what of, where that was not said, and refuse what can't be."""
        results = super().validate_call(**kwargs)
        text, seconds = kwargs.get("text"), kwargs.get("in_seconds")
        if results:
            return results
        if isinstance(text, str) and text.strip(" .,").casefold() in _NO_TEXT:
            results.append(self.refuse("text", say("remind_of_what")))
        elif isinstance(text, str) and len(text) > MAX_TEXT_CHARS:
            results.append(self.refuse("text", say("reminder_too_long", count=MAX_TEXT_CHARS)))
        elif seconds is not None and not 1 <= seconds <= MAX_DAYS_AHEAD * 86_400:
            results.append(self.refuse("in_seconds", say("reminder_bounds")))
        elif all(kwargs.get(name) is None for name in ("day", "time", "in_seconds", "repeat")):
            results.append(self.refuse("time", say("remind_when")))
        return results

    def __call__(
        self,
        request_info: RequestInformation,
        text: Annotated[str, "What to be reminded of, as the user says it"],
        day: Annotated[dt.datetime | None, "The day, as a date key or YYYY-MM-DD"] = None,
        time: Annotated[dt.time | None, Param("When, HH:MM in 24 hours", refinable=True)] = None,
        in_seconds: Annotated[int | None, Param("In how many seconds from now", refinable=True)] = None,
        repeat: Annotated[Repeat | None, "Where it comes again and again: when"] = None,
    ) -> CommandResponse:
        if repeat == OTHERWISE:
            raise ToolRefused(say("no_such_repeat"))
        when = self._when(day, _later(time, day, repeat, request_info.voice_command, self.now()), in_seconds, repeat)
        scope = current_scope()
        try:
            reminder = self.reminders.add(
                when,
                " ".join(text.split()),
                context=context_to_keep(scope.message_context, request_info.conversation_id),
                lang=scope.lang,
                zone=self.settings.other_zone(scope.session),
            )
        except TooManyError as error:
            raise ToolRefused(say("too_many_reminders", count=error.most)) from None
        message = say("reminder_set", when=self.when_of(reminder), text=reminder.text)
        data = {**self.data_of(reminder), "announced_here": self.reminders.serving}
        return CommandResponse.success_response({**data, "message": message}, wait_for_input=False)

    def _when(self, day: dt.datetime | None, time: dt.time | None, in_seconds: int | None, repeat: str | None) -> When:
        """When the reminder is due.

        Raises:
            ToolRefused: that is over, or too far away.
        """
        now = self.now()
        if in_seconds is not None:
            if day is not None or time is not None or repeat is not None:
                raise ToolRefused(say("remind_when"), param="time")  # which of them counts?
            return When(at=now.timestamp() + in_seconds)
        if day is not None and day.tzinfo is not None:  # "tonight" comes with its hour
            time, day = time or day.time(), day.replace(tzinfo=None)
        at = (time or _MORNING).replace(microsecond=0, tzinfo=None)
        if day is None:
            return When(time=at, day=_anchor(first_day(at, now, repeat), repeat, now), repeat=repeat)
        if (day.date() - now.date()).days > MAX_DAYS_AHEAD:
            raise ToolRefused(say("too_far_ahead"), param="day")
        assert now.tzinfo is not None
        when = When(time=at, day=day.date(), repeat=repeat)
        if repeat is None and when.moment(day.date(), now.tzinfo) <= now.timestamp():
            if time is not None or day.date() < now.date():
                raise ToolRefused(say("is_over"), param="day" if day.date() < now.date() else "time")
            raise ToolRefused(say("remind_when"), param="time")  # "today", and nine o'clock is over
        return when


class ListReminders(ReminderTool):
    """Tell what the user will be reminded of, and when. Not for alarms, timers or lists."""

    annotations = {"readOnlyHint": True}
    keywords = ["my reminders", "list reminders", "which reminders", "next reminder"]
    examples = LIST_REMINDERS
    rules = ["day is for 'my reminders for tomorrow'; leave it out otherwise."]
    antipatterns = {
        "list_alarms": "When the user is woken. Use list_alarms.",
        "set_reminder": "A new reminder: 'remind me to call mum'. Use set_reminder.",
        "read_list": "What is on the shopping list. Use read_list.",
    }

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """A weekday is the next one of its name."""
        return mend_day(args)

    def __call__(self, day: Annotated[dt.date | None, "Reminders of this day only"] = None) -> CommandResponse:
        found = [it for it in self.reminders.all() if day is None or self._is_on(it, day)]
        data = {"reminders": [self.data_of(reminder) for reminder in found], "count": len(found)}
        if not found:
            today = self.now().date()
            message = say("no_reminders") if day is None else say("no_reminders_on", day=say_day(day, today))
            return CommandResponse.final_response({**data, "message": message})
        parts = [say("reminder_item", text=it.text, when=self.when_of(it)) for it in found[:_SPOKEN]]
        if len(found) == 1:
            message = say("one_reminder", reminder=parts[0])
        elif len(found) > _SPOKEN:
            more = len(found) - _SPOKEN
            message = say("reminders_more", count=len(found), reminders=together(parts, lang(), "; "), more=more)
        else:
            message = say("reminders", count=len(found), reminders=together(parts, lang(), "; "))
        return CommandResponse.final_response({**data, "message": message})

    def _is_on(self, reminder: Reminder, day: dt.date) -> bool:
        due = self.reminders.due(reminder)
        if due is not None and due.date() == day:
            return True
        return reminder.recurring and due is not None and day > due.date() and reminder.when.is_on(day)


class CancelReminder(ReminderTool):
    """Forget a reminder, or all of them; or stop the one that rings. Not for alarms, timers or things on a list."""

    keywords = ["cancel reminder", "delete the reminder", "stop reminding me", "forget the reminder"]
    examples = CANCEL_REMINDER
    rules = [
        "text is what the reminder is about, without 'reminder to'.",
        "all_reminders is true only where the user says all or every.",
    ]
    antipatterns = {
        "cancel_alarm": "An alarm. Use cancel_alarm.",
        "cancel_timer": "A timer. Use cancel_timer.",
        "snooze_alarm": "Later instead: 'remind me again in ten minutes'. Use snooze_alarm.",
        "remove_from_list": "Something on a list. Use remove_from_list.",
    }

    def __init__(
        self, reminders: ReminderService, settings: EverydaySettings | None = None, ringing: Ringing | None = None
    ) -> None:
        """
        Args:
            reminders: the service that all tools of a toolbox share.
            settings: the toolbox's configuration.
            ringing: what rings; None where nothing can.
        """
        super().__init__(reminders, settings)
        self.ringing = ringing

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Drop a text that is none, and hear "all" where a translator missed it."""
        mended = {name: value for name, value in args.items() if name != "text" and (name != "all_reminders" or value)}
        text = _OVER.sub("", _INTRODUCING.sub("", str(args.get("text") or "").strip()))
        about = None if text or "all_reminders" in mended else _ABOUT.search(voice_command)
        if about is not None:
            text = without_address(about["text"])
        named = _NAMED.search(voice_command) if "all_reminders" not in mended else None
        if named is not None and text and _NAMELESS.search(named["text"]) is None:
            text = named["text"].strip()
        text = _POLITE.sub("", text)
        if text.casefold() not in _NO_TEXT:
            mended["text"] = text
        every = says_all(voice_command, "reminders") or _EVERY_ONE.search(voice_command) is not None
        if every and "text" in mended and not _is_about(mended["text"], voice_command):
            mended = {"all_reminders": True}  # "delete all my reminders i want to start over"
        if mended.get("all_reminders") and "text" in mended and not every:
            del mended["all_reminders"]
        if not mended and every:
            mended["all_reminders"] = True
        return mended

    def __call__(
        self,
        text: Annotated[str | None, "What the reminder is about, or part of it"] = None,
        all_reminders: Annotated[bool, "True to forget every reminder"] = False,
    ) -> CommandResponse:
        rang = silenced(self.ringing, bool(text))
        if rang is not None and not all_reminders:
            return rang
        there = self.reminders.all()
        found = there if all_reminders or not text else self._about(there, text)
        if not found:
            if rang is not None:
                return rang
            raise self.none_such()
        if len(found) > 1 and not all_reminders:
            raise ToolRefused(
                say("which_reminder", reminders=self._named(found)), param="text", valid_values=_texts(found)
            )
        told = [(it, self.data_of(it)) for it in found]
        gone = taken_away(told, self.reminders.cancel, self.none_such)
        if len(gone) == 1:
            message = say("reminder_cancelled", text=gone[0][0].text)
        else:
            message = say("reminders_cancelled", count=len(gone))
        return CommandResponse.final_response(
            {"cancelled": [each[1] for each in gone], "count": len(gone), "message": message}
        )

    def none_such(self) -> ToolRefused:
        """What is raised where no reminder is meant."""
        there = self.reminders.all()
        if not there:
            return ToolRefused(say("no_reminders"))
        return ToolRefused(
            say("no_such_reminder", reminders=self._named(there)), param="text", valid_values=_texts(there)
        )

    def _about(self, there: list[Reminder], text: str) -> list[Reminder]:
        found = matching(there, text)
        if found:
            return found
        bare = _ARTICLE.sub("", text.strip())
        found = matching(there, bare)
        if found:
            return found
        words = set(bare.casefold().split())
        found = [it for it in there if words <= set(it.text.casefold().split())]
        if found:
            return found
        from rapidfuzz import fuzz  # only a text that was misheard pays for it

        return [it for it in there if fuzz.ratio(text.casefold(), it.text.casefold()) >= _NEARLY]

    def _named(self, reminders: list[Reminder]) -> Spoken:
        told = reminders[:_SPOKEN]
        if len({it.text for it in told}) == len(told):
            return say_list([it.text for it in told], "or")
        return say_list([say("reminder_item", text=it.text, when=self.when_of(it)) for it in told], "or")


_EVERY_ONE = _WORDS.english("every_one")


def _is_about(text: str, words: str) -> bool:
    """Whether *words* say that reminders are about *text*."""
    named = _WORDS.expression("is_about").replace("{text}", re.escape(text))
    return re.search(named, words, re.IGNORECASE) is not None


_NEARLY = 80
"""Likeness of 100 from which a misheard text counts as the text."""


_HALF_TOLD = _WORDS.english("half_told")
_AT_HOUR = _WORDS.english("at_hour")


def _later(
    at: dt.time | None, day: dt.datetime | None, repeat: str | None, words: str, now: dt.datetime
) -> dt.time | None:
    """*at*, twelve hours later where "at six" was said with nothing of morning or evening, six in the morning is over
    and six in the evening is not."""
    if at is None or repeat is not None or (day is not None and day.date() != now.date()):
        return at
    if not 1 <= at.hour <= 11 or _HALF_TOLD.search(words) or not _AT_HOUR.search(words):
        return at
    later = at.replace(hour=at.hour + 12, tzinfo=None)
    return later if at.replace(tzinfo=None) <= now.time() < later else at


_TOLD_BEHIND = _WORDS.english("told_behind")
_WHEN_BEHIND = _WORDS.english("when_behind")


def _text_behind(args: dict[str, Any], words: str) -> dict[str, Any]:
    """*args* with what *words* say behind "remind me … to" as the text, where a translator took what is told before:
    "on friday i have the dentist remind me at eight to leave"."""
    told = _TOLD_BEHIND.search(words)
    before = "" if told is None else words[: told.start()].lower()
    if told is None or args["text"].strip().lower() not in before:
        return args
    text = _WHEN_BEHIND.sub("", told["text"]) if args.get("time") or args.get("day") else told["text"]
    return {**args, "text": text.strip(" .!?") or told["text"]}


def _texts(reminders: list[Reminder]) -> list[str]:
    return list(dict.fromkeys(it.text for it in reminders))


def _anchor(first: dt.date, repeat: str | None, now: dt.datetime) -> dt.date:
    """The day that a repeat goes by: a month begins today, also where its first time is a month away."""
    return now.date() if repeat in ("weekly", "monthly") else first
