"""``reflection_append``, ``reflection_set``, ``read_reflection`` and, for all of the planner, ``planner_undo``."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any

from ovos_phal_plugin_jarvis.sdk import CommandResponse, NotMeant, Param, ToolRefused
from ovos_toolbox_planner import examples
from ovos_toolbox_planner.allowlist import MAX_APPENDED, MAX_REFLECTION
from ovos_toolbox_planner.matching import clamped
from ovos_toolbox_planner.planner import MAX_NOTE, NoteFull
from ovos_toolbox_planner.scope import SENTENCES, say, scope
from ovos_toolbox_planner.storage import ChangedSince
from ovos_toolbox_planner.tool import DESTROYS, READS, PlannerTool, done, filled, with_cut

_OF_A_DAY = re.compile(r"(?:for|of|from) (?:today|tomorrow|yesterday|(?:next |last )?\w+day)\b", re.IGNORECASE)
"""With what no text begins: it tells the day that it is for."""


class ReflectionAppend(PlannerTool):
    """Add to the note of the day, its reflection or journal: what happened, how it went, what the user thinks."""

    keywords = ["note", "reflection", "journal", "write down"]
    examples = examples.REFLECTION_APPEND
    antipatterns = {"reflection_set": "The whole note is to be replaced: 'replace my note with …'."}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """See ``PlannerTool``; a day that the text is for is none of its words, and nobody guesses where it begins."""
        args = super().post_process_tool_call(args, voice_command)
        if _OF_A_DAY.match(str(args.get("text") or "")):
            raise NotMeant(voice_command)
        return args

    def __call__(self, text: Annotated[str, Param("The words to add, as they were said")]) -> CommandResponse:
        kept, day = filled(text, MAX_APPENDED, "text", "empty_text"), self.acting_day()
        try:
            note = self.desk.planner.append_reflection(self.owner, day, kept)
        except NoteFull:
            raise ToolRefused(say("note_full", day=self.day_name(day), limit=MAX_NOTE)) from None
        said = say("note_added", day=self.day_name(day))
        return done(with_cut(said, text, MAX_APPENDED), day=day.isoformat(), reflection=note)


_IN_ENGLISH = re.compile(r"\b(?:my|the|today)\b", re.IGNORECASE)
_EMPTIES = re.compile(
    r"\b(?:empt(?:y|ied)|clear\w*|wip\w+|eras\w+|delet\w+|remov\w+|blank\w*|scrub\w*|scrap\w*|scratch|bin|rub\w*|rid|"
    r"throw|toss|chuck|ditch|clean|no|nothing)\b",
    re.IGNORECASE,
)
"""Without any of these nobody asks in English for a note without words."""


class ReflectionSet(PlannerTool):
    """Replace the whole note of the day, its reflection or journal, by another text, or empty it."""

    keywords = ["replace note", "overwrite", "clear note", "rewrite reflection"]
    examples = examples.REFLECTION_SET
    antipatterns = {"reflection_append": "Something is added: 'note: slept well'."}
    annotations = DESTROYS

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """See ``PlannerTool``; where nothing is to be emptied, what is to be written is asked for."""
        args = super().post_process_tool_call(args, voice_command)
        written = args.get("text") == "" and _IN_ENGLISH.search(voice_command) and not _EMPTIES.search(voice_command)
        return {key: value for key, value in args.items() if key != "text"} if written else args

    def __call__(self, text: Annotated[str, Param("The new note; empty to have none")]) -> CommandResponse:
        kept, day = clamped(text, MAX_REFLECTION), self.acting_day()
        self.desk.planner.set_reflection(self.owner, day, kept)
        said = say("note_replaced" if kept else "note_emptied", day=self.day_name(day))
        return done(with_cut(said, text, MAX_REFLECTION), day=day.isoformat(), reflection=kept)


class ReadReflection(PlannerTool):
    """Read the note of the day aloud: the reflection or journal."""

    keywords = ["read note", "reflection", "journal"]
    examples = examples.READ_REFLECTION
    antipatterns = {"reflection_append": "Something is added: 'note: slept well'."}
    annotations = READS

    def __call__(self) -> CommandResponse:
        day = self.acting_day()
        note, name = self.desk.planner.reflection(self.owner, day), self.day_name(day)
        said = say("note_is", day=name, text=note) if note else say("no_note", day=name)
        return done(said, day=day.isoformat(), reflection=note)


class PlannerUndo(PlannerTool):
    """Undo the last change in the planner: of a task, a habit or a note."""

    keywords = ["undo", "take that back", "revert"]
    examples = examples.PLANNER_UNDO

    def __call__(self) -> CommandResponse:
        try:
            found = self.desk.planner.take_back(self.owner)
        except ChangedSince:
            raise ToolRefused(say("undo_changed_since")) from None
        if found is None:
            return done(say("nothing_to_undo"), undone=None)
        kind, about = found
        sentence = f"undo_{kind}"
        if "completed" in about:
            sentence += "_true" if about["completed"] else "_false"
        slots = {key: value for key, value in about.items() if key in ("title", "name")}
        if "day" in about:
            slots["day"] = self.day_name(date.fromisoformat(about["day"]))
        return done(SENTENCES.say(sentence, scope().lang, **slots), undone=kind, about=about)
