"""Pawlog: a small diary for the animals of one household."""
import datetime as dt
from enum import Enum
from typing import List, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class VisitReason(str, Enum):
    VAX = "VAX"
    CHK = "CHK"
    DEN = "DEN"
    SUR = "SUR"
    NAI = "NAI"


class LogMealArgs(ToolArguments):
    petName: str = Field(..., description="Name of the pet")
    food: str = Field(..., description="What was served")
    grams: Optional[int] = Field(None, ge=1, le=5000, description="Amount in grams")
    servedAt: Optional[dt.time] = Field(None, description="Time of day of the meal, defaults to now")
    leftovers: bool = Field(False, description="Set to true if the bowl was not emptied")


class LogWalkArgs(ToolArguments):
    petName: str = Field(..., description="Name of the pet")
    duration: dt.timedelta = Field(..., description="Length of the walk, ISO 8601 duration")
    distanceKm: Optional[float] = Field(None, gt=0, le=100, description="Distance in km")
    offLeash: bool = Field(False, description="Whether the dog was running free")


class RecordWeightArgs(ToolArguments):
    petName: str
    weightKg: float = Field(..., gt=0, le=120)
    measuredOn: Optional[dt.date] = Field(None, description="YYYY-MM-DD, today if omitted")


class BookVetVisitArgs(ToolArguments):
    petName: str = Field(..., description="The name of the pet.")
    startsAt: dt.datetime = Field(..., description="Date and time of the appointment.")
    reason: Optional[VisitReason] = Field(
        None, description="Reason code: VAX = vaccination, CHK = check-up, DEN = dental, SUR = surgery, NAI = nail trim.")
    clinic: Optional[str] = Field(None, description="The name of the clinic, if it is not the usual one.")
    sendConfirmation: bool = Field(True, description="Whether a confirmation mail is sent.")


class ReportSymptomsArgs(ToolArguments):
    petName: str = Field(..., description="Name of the pet")
    symptoms: List[str] = Field(..., min_length=1, description="Observed symptoms, one entry each, e.g. lethargy")
    since: Optional[dt.date] = Field(None, description="First day on which the symptoms were seen")
    severity: Optional[int] = Field(None, ge=1, le=5, description="1 (mild) to 5 (emergency)")


class ListVisitsArgs(ToolArguments):
    """No arguments."""


class Saved(ToolOutput):
    id: str
    saved: bool = True


class Visits(ToolOutput):
    visits: List[str] = Field(default_factory=list)


class PawlogToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("pawlog", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="logMeal",
                description="Add a feeding entry to the diary of a pet.",
                argument_schema=LogMealArgs, output_schema=Saved,
                tool_call=lambda a: Saved(id="m1")),
            AgentTool(
                name="logWalk",
                description="Add a completed walk to the activity log of a pet.",
                argument_schema=LogWalkArgs, output_schema=Saved,
                tool_call=lambda a: Saved(id="w1")),
            AgentTool(
                name="recordWeight",
                description="Store a body weight measurement.",
                argument_schema=RecordWeightArgs, output_schema=Saved,
                tool_call=lambda a: Saved(id="k1")),
            AgentTool(
                name="bookVetVisit",
                description="Use this tool when the user wants to schedule an appointment at the veterinary clinic.\n\n"
                            "Args:\n"
                            "    petName: The name of the pet.\n"
                            "    startsAt: Date and time of the appointment.\n"
                            "    reason: Reason code.\n"
                            "    clinic: The name of the clinic.\n"
                            "    sendConfirmation: Whether a confirmation mail is sent.\n\n"
                            "Returns the id of the new appointment.",
                argument_schema=BookVetVisitArgs, output_schema=Saved,
                tool_call=lambda a: Saved(id="v1")),
            AgentTool(
                name="reportSymptoms",
                description="Add a health observation for a pet. Use this tool when the user describes signs of illness "
                            "or injury of an animal. It does not give medical advice.",
                argument_schema=ReportSymptomsArgs, output_schema=Saved,
                tool_call=lambda a: Saved(id="s1")),
            AgentTool(
                name="listUpcomingVisits",
                description="List all scheduled veterinary appointments.",
                argument_schema=ListVisitsArgs, output_schema=Visits,
                tool_call=lambda a: Visits()),
        ]
