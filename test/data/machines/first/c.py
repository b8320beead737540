# schoolgate - unofficial client for our school's parent portal.
# Not affiliated with the vendor, breaks whenever they change the login page. PRs welcome.
from datetime import date, datetime, time
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class AbsenceCode(str, Enum):
    """DfE register codes (the ones a parent can send)."""
    ILLNESS = "I"
    MEDICAL = "M"
    LEAVE = "C"
    RELIGIOUS = "R"
    LATE = "L"


class MealChoice(str, Enum):
    MAIN = "MAIN"
    VEG = "VEG"
    JACKET = "JACKET"
    PASTA = "PASTA"
    PACKED = "PACKED"


class HomeworkArgs(ToolArguments):
    pupil: Optional[str] = Field(None, description="first name, all children if empty")
    subject: Optional[str] = Field(None, description="subject")
    due: Optional[date] = Field(None, description="only what is due up to and including this day")
    include_done: bool = Field(False, description="also return homework that is already handed in")
    limit: int = Field(20, ge=1, le=100)
    offset: int = Field(0, ge=0)
    output: Literal["text", "html"] = "text"


class MenuArgs(ToolArguments):
    day: Optional[date] = Field(None, description="a single day")
    week: Optional[Literal["this", "next"]] = Field(None, description="a whole week instead of a single day")
    diet: Optional[Literal["vegetarian", "vegan", "halal", "gluten_free"]] = Field(None, description="only dishes for this diet")


class OrderMealArgs(ToolArguments):
    pupil: str = Field(..., description="first name")
    choice: MealChoice = Field(..., description="MAIN = hot main dish, VEG = vegetarian dish, JACKET = jacket potato, "
                                                "PASTA = pasta pot, PACKED = packed lunch made by the kitchen")
    on: date = Field(..., description="school day")


class TopUpArgs(ToolArguments):
    pupil: str = Field(..., description="first name")
    amount: float = Field(..., gt=0, le=200, description="GBP")
    card_id: Optional[str] = Field(None, description="id of a saved card, default card if empty")


class AbsenceArgs(ToolArguments):
    pupil: str = Field(..., description="first name")
    code: AbsenceCode = Field(..., description="I = illness, M = medical or dental appointment, C = leave of absence "
                                               "(family event, holiday), R = religious observance, L = arrives late")
    first_day: date = Field(..., description="first (or only) day")
    last_day: Optional[date] = Field(None, description="last day, if more than one")
    arrive_at: Optional[time] = Field(None, description="for code L: expected time of arrival")


class PickupArgs(ToolArguments):
    pupil: str = Field(..., description="first name of the child who is collected")
    collector: str = Field(..., description="who collects the child")
    when: datetime = Field(..., description="day and time of collection")


class Reply(ToolOutput):
    ok: bool = True
    text: str = ""


class SchoolGateToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("schoolgate", config, bus)

    def _todo(self, args):
        return Reply()

    def discover_tools(self):
        return [
            AgentTool(
                name="get_homework",
                description="""Fetch homework from the school portal.

                Args:
                    pupil: first name of the child
                    subject: restrict to one subject
                    due: restrict to homework due by this day
                    include_done: include submitted work
                    limit, offset: paging
                    output: text or html
                """,
                argument_schema=HomeworkArgs, output_schema=Reply, tool_call=self._todo),
            AgentTool(name="get_school_menu", description="school canteen menu",
                      argument_schema=MenuArgs, output_schema=Reply, tool_call=self._todo),
            AgentTool(name="order_meal", description="pre-order a school meal for a child",
                      argument_schema=OrderMealArgs, output_schema=Reply, tool_call=self._todo),
            AgentTool(name="top_up_dinner_money", description="pay money into a child's dinner account",
                      argument_schema=TopUpArgs, output_schema=Reply, tool_call=self._todo),
            AgentTool(name="report_absence",
                      description="Report to the school office that a child will be absent or late. "
                                  "Use this tool when a child is ill, has an appointment or is away with the family.",
                      argument_schema=AbsenceArgs, output_schema=Reply, tool_call=self._todo),
            AgentTool(name="change_pickup",
                      description="notify the school office who will collect a child, and when",
                      argument_schema=PickupArgs, output_schema=Reply, tool_call=self._todo),
        ]
