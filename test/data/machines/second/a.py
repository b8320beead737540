"""tado smart heating: rooms, presence and hot water of a tado home."""
from datetime import time, timedelta
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class ZoneStateArgs(ToolArguments):
    zone: Optional[str] = Field(None, description="Zone name as shown in the tado app. All zones are returned if omitted.")
    home_id: Optional[int] = Field(None, description="tado home ID, defaults to the first home of the account")
    include_raw: bool = Field(False, description="Include the raw API response")


class ZoneStateOut(ToolOutput):
    zones: List[dict]


class SetTemperatureArgs(ToolArguments):
    zone: str = Field(..., description="Zone name as shown in the tado app")
    temperature: float = Field(..., ge=5, le=25, description="Target temperature in degrees Celsius")
    duration: Optional[timedelta] = Field(None, description="Length of the manual control after which the schedule takes over (ISO 8601 duration)")
    termination: Literal["MANUAL", "NEXT_TIME_BLOCK"] = Field(
        "NEXT_TIME_BLOCK",
        description="When the overlay ends. MANUAL: stays until the user changes it. NEXT_TIME_BLOCK: until the next change in the Smart Schedule. Ignored when duration is given.")
    home_id: Optional[int] = Field(None, description="tado home ID, defaults to the first home of the account")


class TurnOffArgs(ToolArguments):
    zone: str = Field(..., description="Zone name as shown in the tado app")
    until: Optional[time] = Field(None, description="Local time at which the zone goes back to its schedule")
    home_id: Optional[int] = Field(None, description="tado home ID, defaults to the first home of the account")


class ResumeArgs(ToolArguments):
    zones: Optional[List[str]] = Field(None, description="Zones to hand back to the schedule, all of them if omitted")
    home_id: Optional[int] = Field(None, description="tado home ID, defaults to the first home of the account")


class PresenceArgs(ToolArguments):
    presence: Literal["HOME", "AWAY", "AUTO"] = Field(
        ..., description="HOME or AWAY lock the presence of the home; AUTO removes the lock and leaves it to geofencing of the mobile devices")


class HotWaterArgs(ToolArguments):
    power: Literal["ON", "OFF"]
    minutes: Optional[int] = Field(None, ge=10, le=180, description="For ON: length of the boost in minutes")


class DoneOut(ToolOutput):
    success: bool
    message: Optional[str] = None


class TadoToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("tado", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="get_zone_state",
                      description="Get the current state of a tado zone: inside temperature, humidity, target temperature and heating power. "
                                  "Use this tool when the user wants to know the climate in a room or whether it is being heated.",
                      argument_schema=ZoneStateArgs, output_schema=ZoneStateOut,
                      tool_call=lambda a: ZoneStateOut(zones=[])),
            AgentTool(name="set_zone_temperature",
                      description="Set a manual target temperature (overlay) for a heating zone, optionally for a limited time.",
                      argument_schema=SetTemperatureArgs, output_schema=DoneOut,
                      tool_call=lambda a: DoneOut(success=True)),
            AgentTool(name="turn_off_zone",
                      description="Turn heating off in a zone. Frost protection remains active.",
                      argument_schema=TurnOffArgs, output_schema=DoneOut,
                      tool_call=lambda a: DoneOut(success=True)),
            AgentTool(name="resume_schedule",
                      description="Remove manual overlays so that zones follow their Smart Schedule again.",
                      argument_schema=ResumeArgs, output_schema=DoneOut,
                      tool_call=lambda a: DoneOut(success=True)),
            AgentTool(name="set_presence",
                      description="Set the presence lock of the home. While the home is AWAY all zones heat to their away temperature.",
                      argument_schema=PresenceArgs, output_schema=DoneOut,
                      tool_call=lambda a: DoneOut(success=True)),
            AgentTool(name="set_hot_water",
                      description="Switch domestic hot water heating on or off.",
                      argument_schema=HotWaterArgs, output_schema=DoneOut,
                      tool_call=lambda a: DoneOut(success=True)),
        ]
