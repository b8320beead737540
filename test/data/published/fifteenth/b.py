"""Knitting basket: row counter, knitting time, projects and yarn stash."""
from datetime import date, timedelta
from enum import Enum
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class YarnWeight(str, Enum):
    lace = "lace"
    fingering = "fingering"
    sport = "sport"
    dk = "dk"
    worsted = "worsted"
    bulky = "bulky"
    super_bulky = "super_bulky"


class ProjectStatus(str, Enum):
    WIP = "WIP"
    HIB = "HIB"
    FO = "FO"
    FROG = "FROG"
    GIFT = "GIFT"


class CountRowsArgs(ToolArguments):
    rows: int = Field(..., ge=1, le=500, description="Number of rows (rounds) completed")
    project: Optional[str] = Field(None, description="Project name; the active one if omitted")
    part: Optional[Literal["front", "back", "left_sleeve", "right_sleeve", "collar", "border"]] = Field(None, description="Piece of the garment")


class UndoArgs(ToolArguments):
    """No arguments."""


class StashAddArgs(ToolArguments):
    yarn: str = Field(..., description="Yarn name or fibre, e.g. 'Malabrigo Rios' or 'silk'")
    skeins: int = Field(1, ge=1, description="Number of skeins/balls")
    colour: Optional[str] = None
    weight: Optional[YarnWeight] = Field(None, description="Yarn weight class")
    acquired_on: Optional[date] = Field(None, description="Date of purchase (YYYY-MM-DD)")
    dye_lot: Optional[str] = Field(None, description="Dye lot printed on the ball band")


class StashSearchArgs(ToolArguments):
    colours: Optional[List[str]] = Field(None, description="Match any of these colours")
    fibre: Optional[str] = Field(None, description="Fibre, e.g. silk")
    weight: Optional[YarnWeight] = Field(None, description="Yarn weight class")
    min_skeins: Optional[int] = Field(None, ge=1, description="Only yarns with this many skeins or more")
    include_leftovers: bool = Field(False, description="Also list partial balls")
    limit: int = Field(25, ge=1, le=100)
    page: int = 1


class LogTimeArgs(ToolArguments):
    duration: timedelta = Field(..., description="Time spent knitting")
    project: Optional[str] = Field(None, description="Project name")
    day: Optional[date] = Field(None, description="Day of the session, default today")
    at_group: bool = Field(False, description="True if the session took place at the knitting group")


class SetStatusArgs(ToolArguments):
    project: str = Field(..., description="Project name")
    status: ProjectStatus = Field(..., description="WIP = work in progress, HIB = hibernating (put aside), FO = finished object, FROG = unravelled, GIFT = given away")
    recipient: Optional[str] = Field(None, description="Who received it, only with GIFT")


class BasketOut(ToolOutput):
    message: str = "ok"


class KnittingBasketToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("knitting_basket", config, bus)

    def _noop(self, args):
        return BasketOut()

    def discover_tools(self):
        return [
            AgentTool(name="count_rows",
                      description="Increase the row counter of a knitting project.",
                      argument_schema=CountRowsArgs, output_schema=BasketOut, tool_call=self._noop),
            AgentTool(name="undo_last_count",
                      description="Undo the most recent row counter entry.",
                      argument_schema=UndoArgs, output_schema=BasketOut, tool_call=self._noop),
            AgentTool(name="stash_add",
                      description="Adds yarn to the stash inventory. Use this tool when the user has acquired new yarn.\n\nArgs:\n    yarn: name or fibre\n    skeins: how many\n    colour: colourway\n    weight: weight class\n    acquired_on: date\n",
                      argument_schema=StashAddArgs, output_schema=BasketOut, tool_call=self._noop),
            AgentTool(name="stash_search",
                      description="Search the yarn stash by colour, fibre, weight or amount. Returns a paged list; all filters are optional.",
                      argument_schema=StashSearchArgs, output_schema=BasketOut, tool_call=self._noop),
            AgentTool(name="log_knitting_time",
                      description="Log a knitting session.",
                      argument_schema=LogTimeArgs, output_schema=BasketOut, tool_call=self._noop),
            AgentTool(name="set_project_status",
                      description="Change the status of a project.",
                      argument_schema=SetStatusArgs, output_schema=BasketOut, tool_call=self._noop),
        ]
