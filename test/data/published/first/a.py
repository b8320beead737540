"""Smart-home hub: the Assist intents of a home automation server as an OPM toolbox."""
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class IntentOutput(ToolOutput):
    success: bool
    speech: Optional[str] = None


class StateOutput(ToolOutput):
    success: bool
    result: str = ""


class TurnOnArgs(ToolArguments):
    name: str = Field(..., description="Name of a device, entity or scene")
    area: Optional[str] = Field(None, description="Name of an area (room) of the home")
    floor: Optional[str] = Field(None, description="Name of a floor, e.g. first floor, downstairs")
    preferred_area_id: Optional[str] = Field(None, description="Area ID of the satellite the request came from")


class TurnOffArgs(ToolArguments):
    name: str = Field(..., description="Name of a device, entity or scene")
    area: Optional[str] = Field(None, description="Name of an area (room) of the home")
    floor: Optional[str] = Field(None, description="Name of a floor, e.g. first floor, downstairs")
    preferred_area_id: Optional[str] = Field(None, description="Area ID of the satellite the request came from")


class LightSetArgs(ToolArguments):
    name: str = Field(..., description="Name of a light or light group")
    area: Optional[str] = Field(None, description="Name of an area (room) of the home")
    color: Optional[Literal["white", "warm_white", "red", "orange", "yellow", "green", "blue", "purple", "pink"]] = Field(
        None, description="Name of a color")
    brightness: Optional[int] = Field(None, ge=0, le=100, description="Brightness percentage between 0 and 100")
    transition: Optional[int] = Field(None, ge=0, le=300, description="Seconds the change may take")


class SetTemperatureArgs(ToolArguments):
    temperature: float = Field(..., description="Target temperature in degrees")
    area: Optional[str] = Field(None, description="Name of the area whose climate device is to be set")
    preset_mode: Optional[Literal["eco", "boost", "sleep", "away"]] = Field(None, description="Preset mode of the climate device")
    hold_minutes: Optional[int] = Field(
        None, ge=5, le=1440, description="Number of minutes after which the schedule takes over again")
    unit: Literal["C", "F"] = Field("C", description="Temperature unit")


class BroadcastArgs(ToolArguments):
    message: str = Field(..., description="Text that is spoken on the satellites")
    areas: Optional[List[str]] = Field(None, description="Areas whose satellites are used. Defaults to all of them.")
    chime: bool = Field(True, description="Play a chime before the message")
    language: Optional[str] = Field(None, description="BCP 47 language tag for text to speech")


class NoArgs(ToolArguments):
    pass


class HassToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("hass_assist", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="HassTurnOn",
                description="Turns on/opens/presses a device or entity. For locks, this performs a 'lock' action. "
                            "Use for requests to turn on, activate, enable, or lock.",
                argument_schema=TurnOnArgs, output_schema=IntentOutput,
                tool_call=lambda a: IntentOutput(success=True)),
            AgentTool(
                name="HassTurnOff",
                description="Turns off/closes a device or entity. For locks, this performs an 'unlock' action. "
                            "Use for requests to turn off, deactivate, disable, or unlock.",
                argument_schema=TurnOffArgs, output_schema=IntentOutput,
                tool_call=lambda a: IntentOutput(success=True)),
            AgentTool(
                name="HassLightSet",
                description="Sets the brightness percentage or color of a light",
                argument_schema=LightSetArgs, output_schema=IntentOutput,
                tool_call=lambda a: IntentOutput(success=True)),
            AgentTool(
                name="HassClimateSetTemperature",
                description="Sets the target temperature of a climate device or entity",
                argument_schema=SetTemperatureArgs, output_schema=IntentOutput,
                tool_call=lambda a: IntentOutput(success=True)),
            AgentTool(
                name="HassBroadcast",
                description="Broadcast a message through the home",
                argument_schema=BroadcastArgs, output_schema=IntentOutput,
                tool_call=lambda a: IntentOutput(success=True)),
            AgentTool(
                name="GetLiveContext",
                description="Provides real-time information about the CURRENT state, value, or mode of devices, sensors, "
                            "entities, or areas. Use this tool for: 1. Answering questions about current conditions. "
                            "2. As the first step in conditional actions.",
                argument_schema=NoArgs, output_schema=StateOutput,
                tool_call=lambda a: StateOutput(success=True)),
        ]
