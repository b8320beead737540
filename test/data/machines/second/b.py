"""pillbook - a little medicine book for my parents. Keeps everything in one SQLite file."""
import datetime as dt
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Slot(str, Enum):
    morning = "morning"
    noon = "noon"
    evening = "evening"
    bedtime = "bedtime"


class Frequency(str, Enum):
    OD = "OD"
    BD = "BD"
    TDS = "TDS"
    QDS = "QDS"
    PRN = "PRN"


class LogIntake(ToolArguments):
    medication: str = Field(description="name of the medication")
    amount: Optional[float] = Field(None, gt=0, description="number of tablets/puffs/spoons, default: the prescribed dose")
    taken_at: Optional[dt.datetime] = Field(None, description="when it was taken, default: now")
    person: Optional[str] = Field(None, description="who took it, default: the speaker")


class ListDoses(ToolArguments):
    person: Optional[str] = Field(None, description="whose doses, default: the speaker")
    day: Optional[dt.date] = Field(None, description="default: today")
    slot: Optional[Slot] = Field(None, description="part of the day")
    only_open: bool = Field(False, description="leave out doses that were already logged as taken")
    limit: int = Field(50, ge=1, le=200)
    output_format: Literal["text", "json", "markdown"] = "text"


class CheckIntake(ToolArguments):
    medication: Optional[str] = Field(None, description="name of the medication, default: everything of that slot or day")
    person: Optional[str] = Field(None, description="who, default: the speaker")
    day: Optional[dt.date] = Field(None, description="default: today")
    slot: Optional[Slot] = Field(None, description="part of the day")


class AddMedication(ToolArguments):
    name: str = Field(description="name of the medication")
    frequency: Frequency = Field(description="OD = once a day, BD = twice a day, TDS = three times a day, QDS = four times a day, PRN = as needed")
    strength: Optional[str] = Field(None, description="dose per unit, with its unit")
    with_food: bool = Field(False, description="has to be taken with food")
    until: Optional[dt.date] = Field(None, description="last day of the course")
    person: Optional[str] = Field(None, description="for whom, default: the speaker")


class RefillStock(ToolArguments):
    medication: str = Field(description="name of the medication")
    quantity: int = Field(ge=1, description="how many came in")
    expires: Optional[dt.date] = Field(None, description="best before date on the pack")


class CheckStock(ToolArguments):
    medication: Optional[str] = Field(None, description="name of the medication, default: all")
    days: Optional[int] = Field(None, ge=1, description="only what runs out within this many days")


class Text(ToolOutput):
    text: str


class PillbookToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("pillbook", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="log_intake", argument_schema=LogIntake, output_schema=Text,
                      description="""Write into the medicine book that a dose was taken.

Args:
    medication: name of the medication
    amount: how many units
    taken_at: when
    person: who took it""",
                      tool_call=lambda a: Text(text="ok")),
            AgentTool(name="list_doses", argument_schema=ListDoses, output_schema=Text,
                      description="""List the doses that are planned for a person on a day.

Args:
    person: whose doses
    day: which day
    slot: morning, noon, evening or bedtime
    only_open: leave out what was taken""",
                      tool_call=lambda a: Text(text="ok")),
            AgentTool(name="check_intake", argument_schema=CheckIntake, output_schema=Text,
                      description="Look up in the medicine book whether a medication was taken or missed.",
                      tool_call=lambda a: Text(text="ok")),
            AgentTool(name="add_medication", argument_schema=AddMedication, output_schema=Text,
                      description="Add a newly prescribed medication to a person's plan.",
                      tool_call=lambda a: Text(text="ok")),
            AgentTool(name="refill_stock", argument_schema=RefillStock, output_schema=Text,
                      description="Add a delivered pack to the stock of a medication.",
                      tool_call=lambda a: Text(text="ok")),
            AgentTool(name="check_stock", argument_schema=CheckStock, output_schema=Text,
                      description="How many units are left of a medication and for how many days they last.",
                      tool_call=lambda a: Text(text="ok")),
        ]
