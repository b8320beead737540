from datetime import date, datetime, timedelta
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Edibility(str, Enum):
    edible = "edible"
    inedible = "inedible"
    poisonous = "poisonous"
    unknown = "unknown"


class LogFindArgs(ToolArguments):
    species: str = Field(..., description="Common or scientific name of the fungus")
    spot: Optional[str] = Field(None, description="Name of the place")
    count: Optional[int] = Field(None, ge=1, description="Number of fruiting bodies")
    found_on: Optional[date] = Field(None, description="Date of the find (YYYY-MM-DD), today if not given")
    edibility: Optional[Edibility] = None


class SearchFindsArgs(ToolArguments):
    species: Optional[str] = Field(None, description="Only finds of this fungus")
    spot: Optional[str] = Field(None, description="Only finds from this place")
    fromDate: Optional[date] = Field(None, description="Earliest date, inclusive")
    toDate: Optional[date] = Field(None, description="Latest date, inclusive")
    edibleOnly: bool = Field(False, description="Leave out anything that is not marked edible")
    limit: int = Field(20, ge=1, le=100, description="Maximum number of results")
    page: int = Field(1, ge=1)
    format: Literal["json", "markdown"] = "json"


class AddSpotArgs(ToolArguments):
    name: str = Field(..., description="Name of the spot")
    habitat: Optional[Literal["deciduous", "coniferous", "mixed", "grassland", "wetland"]] = Field(
        None, description="Kind of habitat")
    trees: Optional[list[str]] = Field(None, description="Host trees that grow there")
    private: bool = Field(True, description="Keep the spot hidden from other members")


class LarderArgs(ToolArguments):
    species: str = Field(..., description="What was preserved")
    method: Literal["dried", "frozen", "pickled", "powdered"] = Field(..., description="How it was preserved")
    grams: Optional[int] = Field(None, ge=1, description="Weight in grams")
    containers: Optional[int] = Field(None, ge=1, description="Number of jars, bags or boxes")
    preserved_on: Optional[date] = Field(None, description="Date of preservation")


class PlanForayArgs(ToolArguments):
    start: datetime = Field(..., description="Start of the outing, local time, ISO 8601")
    spot: Optional[str] = Field(None, description="Destination")
    companions: Optional[list[str]] = Field(None, description="Names of the people coming along")
    duration: Optional[timedelta] = Field(None, description="Planned length as an ISO 8601 duration, e.g. PT3H")


class NoArgs(ToolArguments):
    pass


class Stored(ToolOutput):
    id: str


class Text(ToolOutput):
    text: str


class FungiNotebookToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("fungi-notebook", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="log_find",
                description="Add a mushroom find to the foraging notebook.",
                argument_schema=LogFindArgs, output_schema=Stored, tool_call=lambda a: Stored(id="1")),
            AgentTool(
                name="searchFinds",
                description="Search the finds recorded in the notebook. Use this tool when the user asks what was "
                            "found, where or when. All filters are optional and are combined with AND. "
                            "Results are paged, newest first.",
                argument_schema=SearchFindsArgs, output_schema=Text, tool_call=lambda a: Text(text="")),
            AgentTool(
                name="add_spot",
                description="Register a new foraging spot.",
                argument_schema=AddSpotArgs, output_schema=Stored, tool_call=lambda a: Stored(id="1")),
            AgentTool(
                name="larder_add_entry",
                description="Adds preserved mushrooms to the larder inventory.\n\n"
                            "Args:\n"
                            "    species: what was preserved\n"
                            "    method: one of dried, frozen, pickled, powdered\n"
                            "    grams: weight, if known\n"
                            "    containers: how many jars, bags or boxes\n"
                            "    preserved_on: date, defaults to today",
                argument_schema=LarderArgs, output_schema=Stored, tool_call=lambda a: Stored(id="1")),
            AgentTool(
                name="planForay",
                description="Schedule a mushroom foray (a foraging outing), optionally with a destination and company.",
                argument_schema=PlanForayArgs, output_schema=Stored, tool_call=lambda a: Stored(id="1")),
            AgentTool(
                name="get_fruiting_outlook",
                description="Estimates from the soil moisture and temperature sensors in the woods how likely it is "
                            "that fungi are fruiting at present. Takes no parameters.",
                argument_schema=NoArgs, output_schema=Text, tool_call=lambda a: Text(text="")),
        ]
