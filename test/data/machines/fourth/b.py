"""Ecowitt gateway (GW1100/GW2000) and its cloud: live data, history, forecast, alerts."""
from datetime import date
from enum import Enum
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Sensor(str, Enum):
    OUTDOOR_TEMP = "outdoor_temp"
    HUMIDITY = "humidity"
    WIND_SPEED = "wind_speed"
    WIND_GUST = "wind_gust"
    RAIN = "rain"
    PRESSURE = "pressure"
    SOIL_MOISTURE = "soil_moisture"


class CurrentArgs(ToolArguments):
    sensor: Optional[Sensor] = Field(None, description="Single sensor to read. All sensors if not given.")
    units: Literal["metric", "imperial"] = "metric"


class ForecastArgs(ToolArguments):
    start_date: Optional[date] = Field(None, description="First day of the forecast, YYYY-MM-DD. Defaults to today.")
    days: int = Field(1, ge=1, le=14, description="Number of days")
    location: Optional[str] = Field(None, description="Town to get the forecast for. Defaults to the station's own coordinates.")
    hourly: bool = Field(False, description="Return hourly steps instead of daily summaries")
    units: Literal["metric", "imperial"] = "metric"


class HistoryArgs(ToolArguments):
    sensor: Sensor = Field(..., description="Sensor to query")
    day: date = Field(..., description="Day to query, YYYY-MM-DD")
    statistic: Literal["min", "max", "mean", "total"] = Field("mean", description="How the day's samples are aggregated (total: rain only)")


class AlertArgs(ToolArguments):
    sensor: Sensor = Field(..., description="Sensor to watch")
    condition: Literal["gt", "lt"] = Field(..., description="gt = above threshold, lt = below threshold")
    threshold: float = Field(..., description="In station units (°C, %, mph, mm/h, hPa)")
    also_notify: Optional[List[str]] = Field(None, description="Names of further people to notify besides the account owner")
    cooldown_minutes: int = Field(60, ge=5, le=1440, description="Minimum time between two notifications")


class ReadingsOut(ToolOutput):
    readings: dict = {}


class ForecastOut(ToolOutput):
    steps: list = []


class AlertOut(ToolOutput):
    alert_id: int


class EcowittToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("ecowitt", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="get_current_conditions",
                      description="Get live readings from the local Ecowitt weather station.",
                      argument_schema=CurrentArgs, output_schema=ReadingsOut, tool_call=lambda a: ReadingsOut()),
            AgentTool(name="get_forecast",
                      description="Get the weather forecast.\n\nArgs:\n    start_date: first day\n    days: how many days\n"
                                  "    location: town, station coordinates by default\n    hourly: hourly resolution\n"
                                  "    units: metric or imperial\n",
                      argument_schema=ForecastArgs, output_schema=ForecastOut, tool_call=lambda a: ForecastOut()),
            AgentTool(name="get_station_history",
                      description="Query what the station recorded on a past day.",
                      argument_schema=HistoryArgs, output_schema=ReadingsOut, tool_call=lambda a: ReadingsOut()),
            AgentTool(name="create_sensor_alert",
                      description="Create an alert rule: a notification is pushed whenever a sensor value crosses a threshold.",
                      argument_schema=AlertArgs, output_schema=AlertOut, tool_call=lambda a: AlertOut(alert_id=1)),
        ]
