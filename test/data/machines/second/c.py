"""GARDENA smart system (Husqvarna Group API v2)."""
from datetime import date
from enum import Enum
from typing import Any, Dict, List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class MowerCommand(str, Enum):
    START_SECONDS_TO_OVERRIDE = "START_SECONDS_TO_OVERRIDE"
    START_DONT_OVERRIDE = "START_DONT_OVERRIDE"
    PARK_UNTIL_NEXT_TASK = "PARK_UNTIL_NEXT_TASK"
    PARK_UNTIL_FURTHER_NOTICE = "PARK_UNTIL_FURTHER_NOTICE"


class StartWateringArgs(ToolArguments):
    valveName: str = Field(..., description="Name of the valve, i.e. of the area it waters")
    durationSeconds: int = Field(1200, ge=60, le=10800, description="Watering duration in seconds")


class StopWateringArgs(ToolArguments):
    valveName: Optional[str] = Field(None, description="Name of the valve; omit to close all open valves")


class ReadSensorArgs(ToolArguments):
    measurement: Literal["SOIL_HUMIDITY", "SOIL_TEMPERATURE", "AMBIENT_TEMPERATURE", "LIGHT_INTENSITY"] = Field(
        ..., description="The value to read")
    sensorName: Optional[str] = Field(None, description="Name of the sensor, i.e. of the bed or area it stands in")


class ControlMowerArgs(ToolArguments):
    command: MowerCommand = Field(
        ...,
        description="START_SECONDS_TO_OVERRIDE: mow now for the given seconds regardless of the schedule. "
                    "START_DONT_OVERRIDE: resume automatic operation by schedule. "
                    "PARK_UNTIL_NEXT_TASK: return to the charging station until the next scheduled task. "
                    "PARK_UNTIL_FURTHER_NOTICE: return to the charging station and ignore the schedule.")
    seconds: Optional[int] = Field(None, ge=60, le=21600, description="Required for START_SECONDS_TO_OVERRIDE")


class RainDelayArgs(ToolArguments):
    days: Optional[int] = Field(None, ge=1, le=14, description="Number of days to suspend scheduled watering")
    until: Optional[date] = Field(None, description="Day on which scheduled watering resumes, as an alternative to days")


class NoArgs(ToolArguments):
    pass


class CommandResult(ToolOutput):
    accepted: bool


class SensorResult(ToolOutput):
    values: Dict[str, Any]


class DevicesResult(ToolOutput):
    devices: List[Dict[str, Any]]


class GardenaToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("gardena_smart_system", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="startWatering",
                      description="Opens an irrigation valve for a given duration.",
                      argument_schema=StartWateringArgs, output_schema=CommandResult,
                      tool_call=lambda a: CommandResult(accepted=True)),
            AgentTool(name="stopWatering",
                      description="Closes an irrigation valve that is currently open.",
                      argument_schema=StopWateringArgs, output_schema=CommandResult,
                      tool_call=lambda a: CommandResult(accepted=True)),
            AgentTool(name="readSensor",
                      description="Reads the latest value of a smart Sensor in the garden.",
                      argument_schema=ReadSensorArgs, output_schema=SensorResult,
                      tool_call=lambda a: SensorResult(values={})),
            AgentTool(name="controlMower",
                      description="Sends a command to the SILENO robotic lawnmower.",
                      argument_schema=ControlMowerArgs, output_schema=CommandResult,
                      tool_call=lambda a: CommandResult(accepted=True)),
            AgentTool(name="setRainDelay",
                      description="Suspends all scheduled watering for some days. Provide either days or until. Valves that are open are not affected.",
                      argument_schema=RainDelayArgs, output_schema=CommandResult,
                      tool_call=lambda a: CommandResult(accepted=True)),
            AgentTool(name="deviceStatus",
                      description="Lists all GARDENA devices at the location with battery level, radio link quality and connection state.",
                      argument_schema=NoArgs, output_schema=DevicesResult,
                      tool_call=lambda a: DevicesResult(devices=[])),
        ]
