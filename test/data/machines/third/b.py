"""Transport for London unified API."""
import datetime as dt
from enum import Enum
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class LineId(str, Enum):
    BAKERLOO = "bakerloo"
    CENTRAL = "central"
    CIRCLE = "circle"
    DISTRICT = "district"
    HAMMERSMITH_CITY = "hammersmith-city"
    JUBILEE = "jubilee"
    METROPOLITAN = "metropolitan"
    NORTHERN = "northern"
    PICCADILLY = "piccadilly"
    VICTORIA = "victoria"
    WATERLOO_CITY = "waterloo-city"
    ELIZABETH = "elizabeth"
    DLR = "dlr"
    TRAM = "tram"
    LIBERTY = "liberty"
    LIONESS = "lioness"
    MILDMAY = "mildmay"
    SUFFRAGETTE = "suffragette"
    WEAVER = "weaver"
    WINDRUSH = "windrush"


class Mode(str, Enum):
    TUBE = "tube"
    BUS = "bus"
    DLR = "dlr"
    OVERGROUND = "overground"
    ELIZABETH_LINE = "elizabeth-line"
    NATIONAL_RAIL = "national-rail"
    TRAM = "tram"
    RIVER_BUS = "river-bus"
    WALKING = "walking"
    CYCLE = "cycle"


class LineStatusArgs(ToolArguments):
    lines: Optional[List[LineId]] = Field(default=None, description="Line ids to report on. All lines when omitted.")
    detail: bool = Field(default=False, description="Include the full text of the disruption and the affected stops")


class ArrivalsArgs(ToolArguments):
    stop: str = Field(..., description="Name of the station or bus stop")
    line: Optional[str] = Field(default=None, description="Line name or bus route number")
    towards: Optional[str] = Field(default=None, description="Destination the service is heading for")
    direction: Optional[Literal["inbound", "outbound"]] = Field(default=None, description="TfL direction code of the service")
    within: Optional[dt.timedelta] = Field(default=None, description="Only arrivals due within this time from now (ISO 8601 duration)")
    max_results: int = Field(default=5, ge=1, le=20, description="Maximum number of arrivals to return")


class JourneyArgs(ToolArguments):
    destination: str = Field(..., description="Where the journey ends: station, stop, postcode or place name")
    origin: Optional[str] = Field(default=None, description="Where the journey starts: station, stop, postcode or place name. The configured home address when omitted.")
    via: Optional[str] = Field(default=None, description="Place to travel through")
    date: Optional[dt.date] = Field(default=None, description="Day of travel, today when omitted")
    time: Optional[dt.time] = Field(default=None, description="Time of travel, now when omitted")
    time_is: Optional[Literal["departing", "arriving"]] = Field(default=None, description="Whether time is the departure or the arrival time")
    modes: Optional[List[Mode]] = Field(default=None, description="Restrict the journey to these modes of transport")
    preference: Optional[Literal["leasttime", "leastinterchange", "leastwalking"]] = Field(default=None, description="What to optimise the journey for")
    step_free: bool = Field(default=False, description="Only routes with step-free access")
    output_format: Literal["text", "json", "markdown"] = Field(default="text", description="Format of the returned itinerary")


class BikePointArgs(ToolArguments):
    query: str = Field(..., description="Area, street or station to search around")
    need: Optional[Literal["BIKES", "EBIKES", "DOCKS"]] = Field(default=None, description="BIKES: available cycles, EBIKES: available electric cycles, DOCKS: empty spaces to return a cycle")
    radius_m: int = Field(default=400, ge=50, le=2000, description="Search radius in metres")


class ClosuresArgs(ToolArguments):
    line: Optional[LineId] = Field(default=None, description="Line id, all lines when omitted")
    start_date: Optional[dt.date] = Field(default=None, description="First day of the period (YYYY-MM-DD)")
    end_date: Optional[dt.date] = Field(default=None, description="Last day of the period (YYYY-MM-DD), omit for a single day")


class TextOut(ToolOutput):
    text: str = ""


class TfLToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("tfl", config, bus)

    def discover_tools(self):
        def call(args):
            return TextOut(text="")
        return [
            AgentTool(name="get_line_status",
                      description="Get the current service status of London Underground, Overground, DLR, Elizabeth line and tram lines. Use this tool when the user asks whether a line is running, delayed, suspended or disrupted at the moment. For closures on later days use get_planned_closures instead.",
                      argument_schema=LineStatusArgs, output_schema=TextOut, tool_call=call),
            AgentTool(name="get_arrivals",
                      description="Live arrival predictions for one station or bus stop.\n\nArgs:\n    stop: name of the station or bus stop\n    line: restrict to one line or bus route\n    towards: restrict to services heading for this destination\n    direction: inbound or outbound\n    within: only what is due within this time\n    max_results: how many to return",
                      argument_schema=ArrivalsArgs, output_schema=TextOut, tool_call=call),
            AgentTool(name="plan_journey",
                      description="Plan a journey across London by public transport from one place to another, now or at a given date and time. Use this tool when the user wants to know how to travel somewhere. Returns up to three alternatives with legs, durations and changes.",
                      argument_schema=JourneyArgs, output_schema=TextOut, tool_call=call),
            AgentTool(name="find_bike_points",
                      description="Find Santander Cycles docking stations around a place and show the number of available bikes, e-bikes and empty docks.",
                      argument_schema=BikePointArgs, output_schema=TextOut, tool_call=call),
            AgentTool(name="get_planned_closures",
                      description="Get planned engineering works and closures on the network for a day or a range of days in the future. Use this tool when the user asks about works or closed lines on a date. Do NOT use it for the current service status.",
                      argument_schema=ClosuresArgs, output_schema=TextOut, tool_call=call),
        ]
