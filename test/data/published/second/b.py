import datetime as dt
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class EntryKind(str, Enum):
    FEEDING = "feeding"
    DIAPER = "diaper"
    SLEEP = "sleep"
    TEMPERATURE = "temperature"


class ChildArgs(ToolArguments):
    child: Optional[str] = Field(None, description="First name of the child. If omitted, the default child is used.")


class AddFeedingArgs(ChildArgs):
    food: Literal["breast_milk", "formula", "solid_food"] = Field(..., description="What was fed")
    method: Optional[Literal["bottle", "left_breast", "right_breast", "both_breasts", "spoon"]] = Field(
        None, description="Feeding method")
    amount_ml: Optional[int] = Field(None, ge=1, le=500, description="Amount in ml")
    duration: Optional[dt.timedelta] = Field(None, description="How long the feeding took (ISO 8601 duration)")
    start: Optional[dt.datetime] = Field(None, description="Start of the feeding, defaults to now")


class AddDiaperChangeArgs(ChildArgs):
    wet: bool = Field(False, description="Diaper was wet (urine)")
    solid: bool = Field(False, description="Diaper contained stool")
    color: Optional[Literal["black", "brown", "green", "yellow"]] = Field(None, description="Stool color")
    changed_at: Optional[dt.time] = Field(None, description="Time of the change today (HH:MM:SS), defaults to now")


class AddSleepArgs(ChildArgs):
    start: dt.datetime = Field(..., description="When the child fell asleep")
    end: Optional[dt.datetime] = Field(None, description="When the child woke up. Leave empty if still asleep.")
    nap: bool = Field(False, description="Mark the entry as a nap")


class AddTemperatureArgs(ChildArgs):
    value: float = Field(..., ge=30, le=115, description="Reading of the thermometer")
    site: Optional[Literal["ear", "forehead", "armpit", "mouth", "rectal"]] = Field(None, description="Where it was measured")
    taken_at: Optional[dt.datetime] = Field(None, description="Date and time of the measurement, defaults to now")
    unit: Literal["C", "F"] = "C"


class GetEntriesArgs(ChildArgs):
    kind: EntryKind = Field(..., description="Kind of entry to look up")
    day: Optional[dt.date] = Field(None, description="Restrict to this day")
    latest_only: bool = Field(False, description="Return only the most recent entry")
    limit: int = Field(20, ge=1, le=100, description="Page size")
    page: int = Field(1, ge=1)


class NoArgs(ToolArguments):
    pass


class EntryOut(ToolOutput):
    id: int
    ok: bool = True


class EntriesOut(ToolOutput):
    count: int
    results: list[dict]


class BabyLogToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("baby_log", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="add_feeding",
                      description="Add a feeding entry.",
                      argument_schema=AddFeedingArgs, output_schema=EntryOut,
                      tool_call=lambda a: EntryOut(id=1)),
            AgentTool(name="add_diaper_change",
                      description="Add a diaper change entry. Use this tool when a diaper has been changed or soiled.\n\n"
                                  "Args:\n"
                                  "    child: first name\n"
                                  "    wet: urine\n"
                                  "    solid: stool\n"
                                  "    color: stool color\n"
                                  "    changed_at: time of the change",
                      argument_schema=AddDiaperChangeArgs, output_schema=EntryOut,
                      tool_call=lambda a: EntryOut(id=2)),
            AgentTool(name="add_sleep",
                      description="Add a sleep entry with its start and, if the child is awake again, its end.",
                      argument_schema=AddSleepArgs, output_schema=EntryOut,
                      tool_call=lambda a: EntryOut(id=3)),
            AgentTool(name="add_temperature",
                      description="Add a body temperature reading of the child.",
                      argument_schema=AddTemperatureArgs, output_schema=EntryOut,
                      tool_call=lambda a: EntryOut(id=4)),
            AgentTool(name="get_entries",
                      description="Query the log. Use this tool when the user asks about something recorded earlier, "
                                  "e.g. the feedings of one day or the latest diaper change. Returns a paginated list, "
                                  "newest first.",
                      argument_schema=GetEntriesArgs, output_schema=EntriesOut,
                      tool_call=lambda a: EntriesOut(count=0, results=[])),
            AgentTool(name="delete_last_entry",
                      description="Delete the entry that was added last, whatever its kind.",
                      argument_schema=NoArgs, output_schema=EntryOut,
                      tool_call=lambda a: EntryOut(id=5)),
        ]
