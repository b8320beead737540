"""Our rowing club's boathouse."""
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class BoatClass(str, Enum):
    SINGLE_SCULL = "1x"
    DOUBLE_SCULL = "2x"
    COXLESS_PAIR = "2-"
    QUAD_SCULL = "4x"
    COXED_FOUR = "4+"
    EIGHT = "8+"


class ReserveBoat(ToolArguments):
    boat_class: BoatClass = Field(..., description="Class code: 1x single, 2x double, 2- pair, 4x quad, 4+ coxed four, 8+ eight")
    start: datetime = Field(..., description="Start of the reservation, ISO 8601")
    duration: Optional[timedelta] = Field(None, description="Length of the reservation as ISO 8601 duration; club default is one slot")
    crew: list[str] = Field(default_factory=list, description="Names of the other crew members")


class Rsvp(ToolArguments):
    session_date: date = Field(..., description="Day of the training session (YYYY-MM-DD)")
    attending: bool = Field(..., description="true = will attend, false = absent")
    reason: Optional[str] = Field(None, description="Reason of absence")


class LogOuting(ToolArguments):
    distance_km: float = Field(..., gt=0, le=200, description="Distance in km")
    boat: Optional[str] = Field(None, description="Boat name")
    outing_date: Optional[date] = Field(None, description="Defaults to today")
    crew: list[str] = Field(default_factory=list, description="Fellow rowers")


class DamageReport(ToolArguments):
    boat: str = Field(..., description="Name of the damaged boat")
    problem: str = Field(..., description="Short description of the defect")
    outOfService: bool = Field(False, description="Block the boat for reservations until it is repaired")
    photoUrl: Optional[str] = None


class FindMembers(ToolArguments):
    name: Optional[str] = Field(None, description="Full or partial name")
    role: Optional[Literal["coach", "coxswain", "junior", "safety_officer", "treasurer"]] = Field(None, description="Filter by function in the club")
    page: int = Field(1, ge=1)
    page_size: int = Field(20, ge=1, le=100, description="Results per page")
    response_format: Literal["markdown", "json"] = "markdown"


class Nothing(ToolArguments):
    pass


class Out(ToolOutput):
    ok: bool


def _done(args):
    return Out(ok=True)


class BoathouseToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("boathouse", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="reserve_boat", description="Reserve a club boat of the given class.",
                      argument_schema=ReserveBoat, output_schema=Out, tool_call=_done),
            AgentTool(name="rsvp_training", description="Sign the user up for a training session or sign off from it.",
                      argument_schema=Rsvp, output_schema=Out, tool_call=_done),
            AgentTool(name="log_outing",
                      description="Add a finished outing to the electronic logbook.\n\nArgs:\n    distance_km: kilometres rowed\n"
                                  "    boat: name of the boat, not its class\n    outing_date: day of the outing\n    crew: who else was in the boat",
                      argument_schema=LogOuting, output_schema=Out, tool_call=_done),
            AgentTool(name="reportDamage",
                      description="File a damage report for a boat. Use this tool when something on a boat is broken, missing or worn; "
                                  "the boatman is notified by mail.",
                      argument_schema=DamageReport, output_schema=Out, tool_call=_done),
            AgentTool(name="find_members",
                      description="Search the member directory by name and/or role. Returns contact details (phone, e-mail).",
                      argument_schema=FindMembers, output_schema=Out, tool_call=_done),
            AgentTool(name="get_river_conditions",
                      description="Latest readings at the club's pontoon: water level, flow speed, water temperature, wind, flood warning.",
                      argument_schema=Nothing, output_schema=Out, tool_call=_done),
        ]
