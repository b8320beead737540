"""brolly - weather from open-meteo.com and the Met Office warnings feed. No API key needed."""
import datetime as dt
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Hazard(str, Enum):
    RAIN = "rain"
    THUNDERSTORM = "thunderstorm"
    WIND = "wind"
    SNOW = "snow"
    ICE = "ice"
    FOG = "fog"
    HEAT = "extreme_heat"


class NowArgs(ToolArguments):
    place: Optional[str] = Field(None, description="town or city, home if not given")
    temperature_unit: Literal["celsius", "fahrenheit"] = "celsius"
    fmt: Literal["text", "json"] = Field("text", description="output format")


class DayArgs(ToolArguments):
    day: Optional[dt.date] = Field(None, description="first day, today if not given")
    days: int = Field(1, ge=1, le=14, description="how many days")
    place: Optional[str] = Field(None, description="town or city, home if not given")
    fmt: Literal["text", "json"] = Field("text", description="output format")


class HourArgs(ToolArguments):
    when: dt.datetime = Field(..., description="local date and time")
    place: Optional[str] = Field(None, description="town or city, home if not given")


class WarningArgs(ToolArguments):
    area: Optional[str] = Field(None, description="county, region or town, home if not given")
    hazard: Optional[Hazard] = None
    min_level: Literal["yellow", "amber", "red"] = "yellow"
    limit: int = Field(10, ge=1, le=50)
    offset: int = Field(0, ge=0)


class TextOut(ToolOutput):
    text: str


class BrollyToolBox(ToolBox):
    """Weather for people who walk dogs."""

    def __init__(self, config=None, bus=None):
        super().__init__("brolly", config, bus)

    def discover_tools(self):
        out = lambda a: TextOut(text="")
        return [
            AgentTool(name="weather_now",
                      description="Current outdoor conditions: temperature, sky, wind, rain or snow.\n\n"
                                  "Args:\n    place: where\n    temperature_unit: scale of the answer\n    fmt: text or json",
                      argument_schema=NowArgs, output_schema=TextOut, tool_call=out),
            AgentTool(name="weather_day",
                      description="Forecast for a whole day, or for several days in a row: high and low, sky, wind, "
                                  "chance of rain. For a certain hour use weather_at.",
                      argument_schema=DayArgs, output_schema=TextOut, tool_call=out),
            AgentTool(name="weather_at",
                      description="Forecast for one hour of today or a coming day",
                      argument_schema=HourArgs, output_schema=TextOut, tool_call=out),
            AgentTool(name="weather_warnings",
                      description="Severe weather warnings in force, by hazard and by the lowest level wanted",
                      argument_schema=WarningArgs, output_schema=TextOut, tool_call=out),
        ]
