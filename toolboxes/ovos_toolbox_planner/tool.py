"""What the tools of the planner share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, ClassVar

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    CommandResponse,
    FastPathPattern,
    NotMeant,
    PreRouteResult,
    RequestInformation,
    Tool,
    ToolRefused,
    examples_in,
)
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, full_date, listed, together
from ovos_toolbox_planner.days import ExecutionDays
from ovos_toolbox_planner.matching import clamped
from ovos_toolbox_planner.planner import Planner
from ovos_toolbox_planner.reading import read_request
from ovos_toolbox_planner.scope import SENTENCES, say, scope
from ovos_toolbox_planner.storage import StorageFailed

_SPOKEN = Path(__file__).with_name("spoken.yaml")
READS = {"readOnlyHint": True, "openWorldHint": False}
WRITES = {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}
"""Changes that are told at once and can be undone; nobody is asked before them."""
DESTROYS = {"readOnlyHint": False, "destructiveHint": True, "openWorldHint": False}
"""Changes that are confirmed."""
SPOKEN = 10
"""Tasks or habits that one answer names; it says how many more there are."""
TOLD = 200
"""Tasks or habits that the data of one answer holds."""

_OF = re.compile(r"of (?!course\b|all\b|late\b)", re.IGNORECASE)
_BESIDE = re.compile(r"^(?:by|in|at|before|after) ", re.IGNORECASE)
_DONE_BESIDE = r"\b(?:done|finished|completed)(?: the task)? (?:by|in|at|before|after) (?:the )?"
"""Before what is no title: "that task is done by robots"."""
_TITLE_OF = re.compile(r"^(?:of|with|about|called|named|titled) (?:(?:the|my|our) )?", re.IGNORECASE)
_INTO_PLANNER = re.compile(
    r"(?:(?:al|nel|sul|im|au|ao|no|na|en) |(?:in|aan|op) (?:de|den|die|mijn|meinen) |(?:en|a) (?:el|la|mi) "
    r"|(?:dans|sur) (?:le|mon) |(?:à|dans) l['’]|(?:all|nell|sull)['’]|à )(?:planner|planer|planning|agenda|plan) ",
    re.IGNORECASE,
)
"""Where a task goes, before its title, in the other languages: "al planner", "in de agenda"."""
_LED = re.compile(
    r"^(?:nope|nah|yep|yup|yeah|oops|oh|hey|okay|alright|phew)[, ]+(?:(?:the|my|our) )?(?=\w)", re.IGNORECASE
)
"""What somebody begins with who has just looked: "nope the washing isn't done"."""
_COURTESY = re.compile(r" please$", re.IGNORECASE)
_IN_ENGLISH = re.compile(r"\b(?:tasks?|habits?|to[- ]?dos?)\b", re.IGNORECASE)
_UNDONE = re.compile(
    r"n['’]t\b|\b(?:not|no|nope|never|again|back|open|without|incomplete|un\w+|re-?open\w*|miss\w*|skip\w*|fail\w*|forgot\w*)\b",
    re.IGNORECASE,
)
"""Without any of these nobody says in English that something is not done."""
_NOT_DONE = re.compile(
    r"\b(?:forgot(?! to (?:say|mention|tell|tick|mark|check|log))|missed|skipped|never"
    r"|didn['’]?t|did not|haven['’]?t|have not|couldn['’]?t"
    r"|un[ -]?(?:do|tick|check|mark|complete|finish)\w*|re-?open\w*|nearly|almost|half[ -](?:done|finished|way)"
    r"|(?:i|we|he|she|they|it)(?:['’]ll| will) (?:soon )?(?:be|have|finish|get)"
    r"|(?:hope|hoping|going|about) to (?:be|finish|do)"
    r"|(?:^(?:please )?get|(?:i|we) (?:need|want|have to|must|should|ought)"
    r"|(?:must|supposed to|needs? to|has to|ought to) be)(?!.*\b(?:mark|tick|check|cross|count)))\b",
    re.IGNORECASE,
)
"""With any of these beside its title nobody says that something is done."""
_NO_TITLE = re.compile(
    r"(?:all|any|both|each|every|first|second|third|last|next|same|other|again|things?|stuff)$|(?:in|out|on|off|up|down|away|needs|wants)\b",
    re.IGNORECASE,
)
"""What is no title: several are meant, or it begins with what belongs to the word before it ("put [down] …")."""
_TAKES_AWAY = re.compile(
    r"(?:(?:please|can|could|would|will|you|just) )*(?:clear|empty|wipe|delete|erase|remove|reset|bin|scrap|drop)\b"
    r"(?!.*\b(?:last|back|undo|change|just|again)\b)",
    re.IGNORECASE,
)
"""What no tool does that only tells or takes a change back: "clear the planner"."""


@dataclass(frozen=True)
class Desk:
    """What the tools of one toolbox work with."""

    planner: Planner
    days: ExecutionDays
    now: Callable[[Mapping[str, Any] | None], datetime]
    """The user's time, from the session of a request."""


class PlannerTool(Tool, declared=False):
    """A tool of the planner."""

    annotations: ClassVar[Mapping[str, bool]] = WRITES
    """Its effects, in the words of the Model Context Protocol."""
    examples_by_language: ClassVar[Mapping[str, Any] | Path] = Path(__file__).parent / "examples"
    """How it is asked for beside English."""

    def __init__(self, desk: Desk) -> None:
        """
        Args:
            desk: what it works with.
        """
        self.desk = desk

    def generate_adapter_examples(self) -> list[CommandExample]:
        """Its own, and those of ``spoken.yaml``."""
        return [*super().generate_adapter_examples(), *examples_in(_SPOKEN, self.command_name)]

    @property
    def fast_path_patterns(self) -> list[FastPathPattern]:
        """Whole requests that it reads itself."""
        description = "A whole request, whatever stands first in it"
        return [FastPathPattern(f"{self.command_name}.request", description, "the laundry task is done")]

    def pre_route(
        self, voice_command: str, *, disabled_pattern_ids: AbstractSet[str] = frozenset()
    ) -> PreRouteResult | None:
        """What it reads in *voice_command* to the last word, after the call that goes to the day of it."""
        asked = None if f"{self.command_name}.request" in disabled_pattern_ids else read_request(voice_command)
        if asked is None or asked.tool != self.command_name:
            return None
        moves = [asked.day] if asked.day is not None and self._has_to_move(asked.day[1]) else []
        return PreRouteResult(dict(asked.arguments), before=moves, sure=False)

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """What it reads itself, where it reads the whole, else *args* with titles as they are called: the "task of the
        boats" is called boats. The "diary of" somebody is another's."""
        asked = read_request(voice_command)
        if asked is not None and asked.tool == self.command_name:
            return dict(asked.arguments)
        if _OF.match(str(args.get("text") or "")) or (not self.parameters and _TAKES_AWAY.match(voice_command)):
            raise NotMeant(voice_command)
        titles = {key: value for key, value in args.items() if key in ("title", "name") and isinstance(value, str)}
        bare = [_BESIDE.sub("", value) for value in titles.values()]
        if any(re.search(_DONE_BESIDE + re.escape(value), voice_command, re.IGNORECASE) for value in bare):
            raise NotMeant(voice_command)
        if any(_NO_TITLE.match(value) for value in titles.values()):
            raise NotMeant(voice_command)
        mended = {
            key: _TITLE_OF.sub("", _without_planner(_LED.sub("", _COURTESY.sub("", value)), voice_command))
            for key, value in titles.items()
        }
        if args.get("completed") is False and _IN_ENGLISH.search(voice_command) and not _UNDONE.search(voice_command):
            args = {key: value for key, value in args.items() if key != "completed"}
        if args.get("completed") is True and _NOT_DONE.search(_without(titles.values(), voice_command)):
            args = {key: value for key, value in args.items() if key != "completed"}
        return {**args, **{key: value for key, value in mended.items() if value}}

    def _has_to_move(self, arguments: Mapping[str, Any]) -> bool:
        """Whether a move to a day changes anything: where nobody has been on another day, it is today."""
        return arguments.get("days") != 0 or self.desk.days.may_be_away(self.desk.now(None).date())

    @property
    def spoken_names(self) -> dict[str, str]:
        """What it does, by language."""
        return SENTENCES.phrases(f"{self.command_name}_name")

    @property
    def confirmation_phrases(self) -> dict[str, list[str]]:
        """How a question names a call of it, by language."""
        plain, full = (SENTENCES.phrases(f"{self.command_name}_ask{more}") for more in ("", "_all"))
        return {tag: [text, full[tag]] if tag in full else [text] for tag, text in plain.items()}

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """Call it; what the file can't do is told."""
        try:
            return super().run(request_info, **kwargs)
        except StorageFailed as error:
            LOG.error(f"{self.command_name} did nothing: {error}")
            message = say(error.dialog, path=str(error.path))
            return CommandResponse.error_response(message, {"message": message})

    @property
    def owner(self) -> str:
        """Whose planner is asked."""
        return scope().asker.owner

    @property
    def today(self) -> date:
        """The user's day."""
        return self.desk.now(scope().session).date()

    def acting_day(self, named: str | None = None) -> date:
        """The day that this call is for; *named* is the entry that it names."""
        asked = scope()
        return self.desk.days.acting(
            asked.asker, self.today, named, answering=asked.answering, continuing=asked.continuing
        )

    def day_name(self, day: date) -> Spoken:
        """ "today", "tomorrow", "yesterday", or the date."""
        near = {0: "day_today", 1: "day_tomorrow", -1: "day_yesterday"}.get((day - self.today).days)
        return SENTENCES.say(near, scope().lang) if near else full_date(day, scope().lang)

    def which(self, param: str, sentence: str, day: date, choices: Sequence[str]) -> ToolRefused:
        """The question which of *choices* is meant; the answer is for *day*."""
        self.desk.days.ask(scope().asker, day, choices)
        said = SENTENCES.say(sentence, scope().lang, names=listed(choices, scope().lang, "or"))
        return ToolRefused(said, param=param, valid_values=choices)


def _without_planner(title: str, voice_command: str) -> str:
    """*title* without the planner that *voice_command* says the task goes into, right before it."""
    for found in _INTO_PLANNER.finditer(voice_command):
        bare = voice_command[found.end() :]
        behind = next((title[at:] for at in range(1, len(title)) if bare.lower().startswith(title[at:].lower())), "")
        if behind and found.group().lower().endswith(title[: -len(behind)].lower()):
            return behind
    return title


def _without(values: Iterable[str], voice_command: str) -> str:
    """*voice_command* without *values*."""
    for value in values:
        voice_command = re.sub(re.escape(value), " ", voice_command, flags=re.IGNORECASE)
    return voice_command


def filled(text: str, limit: int, param: str, sentence: str) -> str:
    """*text* as it is kept; asked for with *sentence* where it says nothing."""
    kept = clamped(text, limit)
    if not kept:
        raise ToolRefused(SENTENCES.say(sentence, scope().lang), param=param)
    return kept


def with_cut(said: Spoken, given: str, limit: int) -> Spoken:
    """*said*, and that *given* was shortened where it was."""
    return together([said, say("shortened", limit=limit)], scope().lang) if len(given.strip()) > limit else said


def named_some(titles: Sequence[str]) -> Spoken:
    """Titles in a row; of many the first, and how many more."""
    if len(titles) <= SPOKEN:
        return listed(titles, scope().lang)
    return together([*titles[:SPOKEN], say("and_more", count=len(titles) - SPOKEN)], scope().lang, ", ")


def done(message: str, **data: Any) -> CommandResponse:
    """What was done or found, and the words for it."""
    return CommandResponse.final_response({**data, "message": message})
