"""Home Assistant: exposes the Assist intents of a Home Assistant instance as agent tools."""
from datetime import timedelta
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field

Domain = Literal["light", "switch", "fan", "cover", "media_player", "input_boolean", "script", "vacuum"]


class OnOffArgs(ToolArguments):
    name: Optional[str] = Field(None, description="Name of the entity")
    area: Optional[str] = Field(None, description="Name of the area")
    floor: Optional[str] = Field(None, description="Name of the floor")
    domain: Optional[list[Domain]] = Field(
        None, description="Domains of the entities, to target all of a kind in an area or on a floor instead of a named one")


class LightSetArgs(ToolArguments):
    name: Optional[str] = Field(None, description="Name of the light; omit to set every light of the area")
    area: Optional[str] = Field(None, description="Name of the area")
    color: Optional[str] = Field(None, description="Color name")
    temperature: Optional[int] = Field(None, ge=1000, le=10000, description="Color temperature in Kelvin")
    brightness: Optional[int] = Field(None, ge=0, le=100, description="Brightness percentage, 100 is the maximum")


class SetTemperatureArgs(ToolArguments):
    temperature: float = Field(..., ge=5, le=30, description="Target temperature in °C")
    area: Optional[str] = Field(None, description="Name of the area; omit for the whole house")
    floor: Optional[str] = Field(None, description="Name of the floor")
    hold: Optional[timedelta] = Field(
        None, description="ISO 8601 duration after which the thermostat goes back to its schedule")


class GetTemperatureArgs(ToolArguments):
    area: Optional[str] = Field(None, description="Name of the area; omit for the whole house")


class SetPositionArgs(ToolArguments):
    name: str = Field(..., description="Name of the cover or valve")
    area: Optional[str] = Field(None, description="Name of the area")
    position: int = Field(..., ge=0, le=100, description="Position in percent: 0 is closed, 100 is open")


class IntentResponse(ToolOutput):
    response_type: str
    success: list[str] = []
    failed: list[str] = []


def _done(_):
    return IntentResponse(response_type="action_done")


class HomeAssistantToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("home_assistant", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="HassTurnOn", description="Turns on/opens a device or entity",
                      argument_schema=OnOffArgs, output_schema=IntentResponse, tool_call=_done),
            AgentTool(name="HassTurnOff", description="Turns off/closes a device or entity",
                      argument_schema=OnOffArgs, output_schema=IntentResponse, tool_call=_done),
            AgentTool(name="HassLightSet", description="Sets the brightness percentage or color of a light",
                      argument_schema=LightSetArgs, output_schema=IntentResponse, tool_call=_done),
            AgentTool(name="HassClimateSetTemperature",
                      description="Sets the target temperature of a climate device or entity",
                      argument_schema=SetTemperatureArgs, output_schema=IntentResponse, tool_call=_done),
            AgentTool(name="HassClimateGetTemperature",
                      description="Gets the current indoor temperature measured by a climate device or entity",
                      argument_schema=GetTemperatureArgs, output_schema=IntentResponse, tool_call=_done),
            AgentTool(name="HassSetPosition", description="Sets the position of a blind, curtain, awning, shutter or window",
                      argument_schema=SetPositionArgs, output_schema=IntentResponse, tool_call=_done),
        ]
