"""Beekeeper's hive log."""
from datetime import date, datetime, timedelta
from enum import Enum
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class EntryKind(str, Enum):
    INSPECTION = "INSP"
    HARVEST = "HARV"
    TREATMENT = "TREAT"


class InspectionArgs(ToolArguments):
    hiveNumber: int = Field(..., ge=1, le=20, description="Number painted on the hive")
    queenSeen: Optional[bool] = Field(None, description="Whether the queen was spotted")
    broodFrames: Optional[int] = Field(None, ge=0, le=12, description="Count of frames with brood")
    temper: Optional[Literal["calm", "nervous", "aggressive"]] = Field(None, description="How the colony behaved")
    inspectedOn: Optional[date] = Field(None, description="Day of the inspection. Defaults to the current day.")
    note: Optional[str] = Field(None, description="Free text remark")


class HarvestArgs(ToolArguments):
    kilos: float = Field(..., gt=0, description="Weight in kg")
    hive: Optional[int] = Field(None, ge=1, le=20, description="Hive number")
    variety: Optional[str] = Field(None, description="Honey variety (the plant), e.g. acacia")
    harvested_on: Optional[date] = Field(None, description="Harvest date, YYYY-MM-DD")
    strained: bool = Field(False, description="True if the honey has already been sieved")


class TreatmentArgs(ToolArguments):
    hive: int = Field(..., ge=1, le=20, description="Hive number")
    product: Literal["oxalic_acid", "formic_acid", "thymol"] = Field(..., description="Agent applied")
    start: Optional[date] = Field(None, description="First day of the treatment")
    duration: Optional[timedelta] = Field(None, description="How long the agent stays in the hive (ISO 8601 duration)")


class VisitArgs(ToolArguments):
    when: datetime = Field(..., description="Date and time of the visit")
    hives: List[int] = Field(default_factory=list, description="Numbers of the hives to open; empty means all")
    jobs: List[str] = Field(default_factory=list, description="Jobs to be done on site")
    companion: Optional[str] = Field(None, description="Name of the person coming along")
    remind: bool = Field(True, description="Send a reminder one hour before")


class HistoryArgs(ToolArguments):
    hive: int = Field(..., ge=1, le=20, description="Hive number")
    kind: Optional[EntryKind] = Field(None, description="Only entries of this kind: INSP = inspections, HARV = honey harvests, TREAT = mite treatments")
    since: Optional[date] = Field(None, description="Earliest entry date")
    until: Optional[date] = Field(None, description="Latest entry date")
    newest_first: bool = Field(True, description="Sort order. False returns the oldest entry first.")
    limit: int = Field(25, ge=1, le=200, description="Max number of entries to return")


class OverviewArgs(ToolArguments):
    pass


class Ack(ToolOutput):
    ok: bool


class Entries(ToolOutput):
    entries: List[str] = Field(default_factory=list)


class HiveLogToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("hive_log", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="logInspection",
                      description="Log a hive inspection that was carried out: queen, brood, temperament and remarks.",
                      argument_schema=InspectionArgs, output_schema=Ack, tool_call=lambda a: Ack(ok=True)),
            AgentTool(name="record_harvest",
                      description="Record a honey harvest.",
                      argument_schema=HarvestArgs, output_schema=Ack, tool_call=lambda a: Ack(ok=True)),
            AgentTool(name="start_treatment",
                      description=(
                          "Register a varroa treatment for one hive. Use this tool when the user applies, or is going to apply, "
                          "one of the supported agents against mites.\n\n"
                          "Args:\n"
                          "    hive (int): the hive being treated\n"
                          "    product (str): oxalic_acid, formic_acid or thymol\n"
                          "    start (date, optional): defaults to the current day\n"
                          "    duration (timedelta, optional): defaults to the manufacturer's recommendation"),
                      argument_schema=TreatmentArgs, output_schema=Ack, tool_call=lambda a: Ack(ok=True)),
            AgentTool(name="plan_visit",
                      description="Schedule an upcoming visit to the apiary, optionally with the hives to open, the jobs to do and a companion.",
                      argument_schema=VisitArgs, output_schema=Ack, tool_call=lambda a: Ack(ok=True)),
            AgentTool(name="get_hive_history",
                      description="List past log entries (inspections, harvests, treatments) of a single hive.",
                      argument_schema=HistoryArgs, output_schema=Entries, tool_call=lambda a: Entries()),
            AgentTool(name="apiary_overview",
                      description="Summary of the entire apiary: all colonies with their strength, last inspection and open issues. Takes no arguments.",
                      argument_schema=OverviewArgs, output_schema=Entries, tool_call=lambda a: Entries()),
        ]
