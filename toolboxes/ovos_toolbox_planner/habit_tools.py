"""``habit_create``, ``habit_set_completed`` and ``habit_progress``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from datetime import date
from functools import lru_cache
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import CommandResponse, NotMeant, Param, PreRouteResult, ToolRefused
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, full_date, together
from ovos_toolbox_planner import examples
from ovos_toolbox_planner.allowlist import MAX_TITLE
from ovos_toolbox_planner.matching import clamped, folded
from ovos_toolbox_planner.planner import Gone, Habit, Progress
from ovos_toolbox_planner.scope import SENTENCES, say, scope
from ovos_toolbox_planner.tool import READS, SPOKEN, TOLD, PlannerTool, done, filled, with_cut

_OF_HABITS = re.compile(r"\b(?:habits?|every|each|daily|everyday)\b", re.IGNORECASE)

_WHETHER = re.compile(
    r"(?:whether|if|how often|how much|when(?:ever)?|ob|wie oft|si|se(?! \w+re?\b)|cuántas veces|combien de fois"
    r"|quante volte|hoe vaak|quantas vezes|of(?= ik\b))(?!\w)(?:\s+(?:i|we|ich|wir|je|nous|yo|ik|wij|io|eu)(?!\w))?\s*",
    re.IGNORECASE,
)
"""What a name begins with that tells what of the habit is kept track of: "whether i floss". "Se laver les dents" is the
name itself."""


@lru_cache(maxsize=1)
def _advised() -> re.Pattern[str]:
    """Whose advice a name begins with, in any language: "my doctor told me to …"."""
    told = []
    for lang in sorted(SENTENCES.languages("advice", ".voc")):
        whose, advice = _any(SENTENCES.words("whose", lang)), _any(SENTENCES.words("advice", lang))
        told.append(rf"(?:{whose} )?\w+ {advice}(?: |(?<='))")
    return re.compile("|".join(told), re.IGNORECASE)


@lru_cache(maxsize=1)
def _daily_end() -> re.Pattern[str]:
    """What only says at the end of a name that it is done each day, or at a time of each day, in any language."""
    return re.compile(rf"(?:,? {_any([*_said_of('every_day'), *_said_of('every_morning')])})+$", re.IGNORECASE)


@lru_cache(maxsize=1)
def _every_day_end() -> re.Pattern[str]:
    """The same, with no time of the day behind all of it: "every morning" says more than any habit does."""
    return re.compile(rf" {_any(_said_of('every_day'))}$", re.IGNORECASE)


def _said_of(kind: str) -> list[str]:
    return [said for lang in SENTENCES.languages(kind, ".voc") for said in SENTENCES.words(kind, lang)]


def _any(phrases: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, sorted(phrases, key=lambda said: (-len(said), said))))})"


class HabitCreate(PlannerTool):
    """Begin to track a habit: something that is done daily, every day, again and again. Not for a task that is done
    once."""

    keywords = ["habit", "track", "every day", "daily"]
    examples = examples.HABIT_CREATE
    antipatterns = {
        "task_create": "Something that is done once: 'add task call mom'.",
        "habit_set_completed": "It was done: 'i did my reading'.",
    }

    def pre_route(
        self, voice_command: str, *, disabled_pattern_ids: AbstractSet[str] = frozenset()
    ) -> PreRouteResult | None:
        """See ``PlannerTool``; what holds more than the name is left to a translator."""
        found = super().pre_route(voice_command, disabled_pattern_ids=disabled_pattern_ids)
        if found is None:
            return None
        name = found.arguments["name"]
        return found if _bare(_without_tracking(name, voice_command)) == name else None

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """See ``PlannerTool``; "track my parcel" is about a thing, where nobody speaks of a habit."""
        if str(args.get("name") or "").lower().startswith("my ") and not _OF_HABITS.search(voice_command):
            raise NotMeant(voice_command)
        args = super().post_process_tool_call(args, voice_command)
        if not isinstance(args.get("name"), str):
            return args
        name = _bare(_without_tracking(args["name"], voice_command))
        if not name:
            raise NotMeant(voice_command)  # "track how often"
        return {**args, "name": name}

    def __call__(self, name: Annotated[str, Param("What is done again and again")]) -> CommandResponse:
        kept = filled(name, MAX_TITLE, "name", "empty_name")
        self.acting_day()
        habit, created = self.desk.planner.create_habit(self.owner, kept)
        said = say("habit_added" if created else "habit_known", name=habit.name)
        return done(with_cut(said, name, MAX_TITLE), name=habit.name, created=created)


_IN_THE_HABIT = re.compile(r"\b(?:in|into|out of) (?:the|a|an old|this|that|my) (?:\w+ )?habit of\b", re.IGNORECASE)
_TRYING = re.compile(r"(?:trying|hoping|planning|meaning|learning|aiming) to (?=\w)", re.IGNORECASE)
"""What somebody says who has not begun yet, before the name of a habit."""
_TRACKS = r"(?:track|keep track of) (?:my |the )?(?=\w)"
_WISHES_TO_TRACK = re.compile(
    rf"(?:^|\b(?:(?:want|like|love|need|going) to|wanna|gonna|let's|let us) ){_TRACKS}", re.IGNORECASE
)
_HOW_OFTEN = re.compile(
    r"\bhow (?:often|many (?:times|days)) (?:did|have) i (?:do|done|managed?|kept up|keep up) (?:the |my )?"
    r"(?P<name>(?!it\b|that\b|this\b|them\b)[\w'-]+(?: [\w'-]+){0,4}?)(?: habit)?"
    r"(?= (?:this|last|so far|lately|recently|in the)\b|[?.! ]*$)",
    re.IGNORECASE,
)
"""All of what was done so often: "do the evening reading" is no "evening"."""


def _without_tracking(name: str, words: str) -> str:
    """*name* without what is wished of it in *words*: "i want to [track reading] make it a habit" is about reading;
    somebody who says "new habit track my spending" may call it so."""
    bare = re.sub(rf"^{_TRACKS}", "", name, flags=re.IGNORECASE)
    return _daily_end().sub("", bare) if bare != name and _WISHES_TO_TRACK.search(words) else name


def _bare(name: str) -> str:
    """*name* without whose advice it is, what of it is kept track of, and that it is done each day."""
    name = _TRYING.sub("", name, count=1) if _TRYING.match(name) else name
    advised = _advised().match(name)
    if advised is not None:
        name = _daily_end().sub("", name[advised.end() :])
    whether = _WHETHER.match(name)
    name = name[whether.end() :].strip() if whether is not None else name
    without = _daily_end().sub("", f" {name}").strip()
    return without if not without or _every_day_end().search(name) else name


class OneHabitTool(PlannerTool, declared=False):
    """A tool that needs one habit."""

    def one_habit(self, name: str, day: date) -> Habit:
        """The habit that *name* means.

        Raises:
            ToolRefused: there is none, or several may be meant.
        """
        wanted = filled(name, MAX_TITLE, "name", "empty_name")
        found = self.desk.planner.find_habits(self.owner, wanted)
        if not found:
            raise self.not_found(wanted, day)
        if len({folded(habit.name) for habit in found}) > 1:
            raise self.which("name", "which_habit", day, [habit.name for habit in found])
        return found[0]

    def not_found(self, name: str, day: date) -> ToolRefused:
        """That there is no such habit."""
        return ToolRefused(say("no_habit", name=clamped(name, MAX_TITLE), date=full_date(day, scope().lang)))


class HabitSetCompleted(OneHabitTool):
    """Mark a habit as done on the day, or as not done."""

    keywords = ["habit", "did my", "workout", "done today"]
    examples = examples.HABIT_SET_COMPLETED
    antipatterns = {
        "task_set_completed": "A task, done once: 'complete task call mom'.",
        "habit_create": "A new habit: 'track reading'.",
        "habit_progress": "A question how it goes.",
    }

    def __call__(
        self,
        name: Annotated[str, Param("What the habit is called, or a part of it")],
        completed: Annotated[bool, Param("True: done that day; false: not done")],
    ) -> CommandResponse:
        day = self.acting_day(name)
        habit = self.one_habit(name, day)
        try:
            changed = self.desk.planner.set_habit_completed(self.owner, habit, day, completed)
        except Gone:
            raise self.not_found(name, day) from None
        if not completed:
            said = say("habit_not_done", name=habit.name, day=self.day_name(day))
        else:
            said = say("habit_done" if changed else "habit_was_done", name=habit.name, day=self.day_name(day))
        return done(said, name=habit.name, day=day.isoformat(), completed=completed, changed=changed)


class HabitProgress(OneHabitTool):
    """Tell how a habit is going, or all of them: the streak, and how often it was done this week."""

    keywords = ["streak", "habit going", "habits", "progress"]
    examples = examples.HABIT_PROGRESS
    antipatterns = {"habit_set_completed": "It was done: 'i did my reading'."}
    annotations = READS

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """See ``PlannerTool``; who is in the habit of something, or out of it, asks for nothing."""
        if _IN_THE_HABIT.search(voice_command):
            raise NotMeant(voice_command)
        args = super().post_process_tool_call(args, voice_command)
        counted = _HOW_OFTEN.search(voice_command)
        return args if counted is None else {**args, "name": counted["name"]}

    def __call__(self, name: Annotated[str | None, Param("Which habit; left out for all")] = None) -> CommandResponse:
        day = self.acting_day(name)
        habits = self.desk.planner.habits(self.owner) if name is None else [self.one_habit(name, day)]
        told = [self.desk.planner.progress(self.owner, habit, day) for habit in habits[:TOLD]]
        parts = [_said(progress) for progress in told[:SPOKEN]] or [say("no_habits")]
        if len(habits) > SPOKEN:
            parts.append(say("and_more", count=len(habits) - SPOKEN))
        data = [_data(progress) for progress in told]
        return done(together(parts, scope().lang), day=day.isoformat(), habits=data, count=len(habits))


def _said(progress: Progress) -> Spoken:
    name = progress.habit.name
    if progress.last is None:
        return say("habit_never", name=name)
    week = {"done": progress.this_week, "days": progress.days_of_week}
    if progress.streak > 1:
        return say("habit_streak", name=name, count=progress.streak, **week)
    return say("habit_streak_one" if progress.streak else "habit_streak_none", name=name, **week)


def _data(progress: Progress) -> dict[str, Any]:
    return {
        "name": progress.habit.name,
        "streak": progress.streak,
        "longest_streak": progress.longest,
        "this_week": progress.this_week,
        "days_of_week": progress.days_of_week,
        "last": progress.last.isoformat() if progress.last else None,
    }
