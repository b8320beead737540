from datetime import date, datetime, timedelta
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Subject(str, Enum):
    MATHS = "MAT"
    ENGLISH = "ENG"
    FRENCH = "FRE"
    BIOLOGY = "BIO"
    HISTORY = "HIS"
    GEOGRAPHY = "GEO"
    MUSIC = "MUS"


class AddHomeworkArgs(ToolArguments):
    subject: Subject = Field(..., description="Subject code: MAT maths, ENG English, FRE French, BIO biology, HIS history, GEO geography, MUS music")
    task: str = Field(..., description="What has to be done")
    due: date = Field(..., description="Day it has to be handed in")
    child: Optional[str] = Field(None, description="First name of the child, if the planner is shared")


class ReportAbsenceArgs(ToolArguments):
    childName: str = Field(..., description="First name of the pupil")
    reason: Optional[Literal["sick", "medical_appointment", "family_event", "travel"]] = Field(None, description="Reason for the absence")
    firstDay: Optional[date] = Field(None, description="First day of absence (ISO date), today by default")
    lastDay: Optional[date] = Field(None, description="Last day of absence (ISO date) if longer than one day")


class LogReadingArgs(ToolArguments):
    child: str = Field(..., description="Who read")
    duration: timedelta = Field(..., description="Time spent reading, ISO 8601 duration (e.g. PT5M)")
    book_title: Optional[str] = Field(None, description="Title of the book")
    day: Optional[date] = None
    aloud: bool = Field(False, description="True if the child read aloud")


class AwardStarsArgs(ToolArguments):
    children: list[str] = Field(..., min_length=1, description="First names")
    stars: int = Field(..., ge=1, le=5, description="Number of stars for each of them")
    reason: Optional[str] = Field(None, description="What they are for")


class BookParentMeetingArgs(ToolArguments):
    teacher: str = Field(..., description="Name or role of the teacher")
    start: datetime = Field(..., description="Local start, ISO 8601 without offset")
    mode: Literal["in_person", "video", "phone"] = Field("in_person", description="How the meeting is held")
    topic: Optional[str] = Field(None, description="Subject of the talk")
    minutes: int = Field(15, ge=5, le=60, description="Slot length")


class GetCanteenMenuArgs(ToolArguments):
    pass


class DoneOut(ToolOutput):
    ok: bool


class MenuOut(ToolOutput):
    days: list[str]


def _done(args):
    return DoneOut(ok=True)


class SchoolKidsToolBox(ToolBox):
    """Homework planner, reading diary, star chart and the school's parent portal."""

    def __init__(self, config=None, bus=None):
        super().__init__("school_kids", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="add_homework", description="Add an entry to the homework planner.",
                      argument_schema=AddHomeworkArgs, output_schema=DoneOut, tool_call=_done),
            AgentTool(name="reportAbsence",
                      description=("Reports a pupil absent through the parent portal. Use this tool when a child cannot attend "
                                   "school on one or several days; the school office receives a notice at once."),
                      argument_schema=ReportAbsenceArgs, output_schema=DoneOut, tool_call=_done),
            AgentTool(name="log_reading",
                      description=("Record a reading session in the reading diary.\n\nArgs:\n    child: who read\n"
                                   "    duration: how long\n    book_title: optional title\n    day: defaults to today\n"
                                   "    aloud: read aloud or silently"),
                      argument_schema=LogReadingArgs, output_schema=DoneOut, tool_call=_done),
            AgentTool(name="award_stars", description="Stick stars on the reward chart.",
                      argument_schema=AwardStarsArgs, output_schema=DoneOut, tool_call=_done),
            AgentTool(name="book_parent_meeting",
                      description="Books a parent-teacher meeting in the school's slot calendar. Fails if the slot is taken.",
                      argument_schema=BookParentMeetingArgs, output_schema=DoneOut, tool_call=_done),
            AgentTool(name="get_canteen_menu", description="Returns the current weekly menu of the school canteen.",
                      argument_schema=GetCanteenMenuArgs, output_schema=MenuOut, tool_call=lambda a: MenuOut(days=[])),
        ]
