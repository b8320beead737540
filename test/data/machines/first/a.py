"""Philips Hue for OVOS: talks to the bridge over the local CLIP v2 API."""
from datetime import time, timedelta
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class HueEffect(str, Enum):
    CANDLE = "candle"
    FIRE = "fire"
    PRISM = "prism"
    SPARKLE = "sparkle"
    OPAL = "opal"
    GLISTEN = "glisten"
    UNDERWATER = "underwater"
    COSMOS = "cosmos"
    NO_EFFECT = "no_effect"


class PowerArgs(ToolArguments):
    name: Optional[str] = Field(None, description="Name of the light, room or zone. Leave empty to address every light in the home.")
    on: bool = Field(..., description="true switches on, false switches off")
    transition_ms: int = Field(400, ge=0, le=60000, description="Transition time in milliseconds")


class AdjustArgs(ToolArguments):
    name: str = Field(..., description="Name of the light, room or zone to adjust")
    brightness: Optional[int] = Field(None, ge=0, le=100, description="Target brightness in percent")
    color: Optional[Literal["red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink",
                            "warm_white", "cool_white", "daylight"]] = Field(None, description="Target color")


class SceneArgs(ToolArguments):
    scene: str = Field(..., description="Scene name as shown in the Hue app")
    room: Optional[str] = Field(None, description="Room or zone the scene belongs to")
    dynamic: bool = Field(False, description="Whether to play the scene dynamically")


class EffectArgs(ToolArguments):
    name: str = Field(..., description="Name of the light or room")
    effect: HueEffect = Field(..., description="Effect to run; no_effect ends a running effect")


class FadeArgs(ToolArguments):
    room: str = Field(..., description="Room or zone")
    mode: Literal["wake", "sleep"] = Field(..., description="wake: from dark to bright like a sunrise; sleep: from bright to dark")
    duration: timedelta = Field(..., description="How long the whole fade takes")
    start: Optional[time] = Field(None, description="Time of day at which the fade begins; begins immediately if omitted")


class ListLightsArgs(ToolArguments):
    state: Optional[Literal["on", "off", "unreachable"]] = Field(None, description="Only return lights in this state")
    room: Optional[str] = Field(None, description="Only return lights in this room or zone")
    page: int = Field(1, ge=1, description="Page number")
    per_page: int = Field(50, ge=1, le=100, description="Results per page")
    response_format: Literal["json", "markdown"] = Field("json", description="Output format")


class HueResult(ToolOutput):
    success: bool
    message: Optional[str] = None


class LightList(ToolOutput):
    lights: list[dict] = Field(default_factory=list)
    total: int = 0


class PhilipsHueToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("philips_hue", config, bus)

    def discover_tools(self):
        ok = lambda args: HueResult(success=True)
        return [
            AgentTool(name="hue_set_power",
                      description="Turn a Philips Hue light, room or zone on or off.",
                      argument_schema=PowerArgs, output_schema=HueResult, tool_call=ok),
            AgentTool(name="hue_adjust_light",
                      description="Set the brightness and/or color of a Philips Hue light, room or zone. "
                                  "Turns the light on if it is off. Use this tool when a specific brightness level "
                                  "or color is wanted. For predefined moods use hue_activate_scene instead.",
                      argument_schema=AdjustArgs, output_schema=HueResult, tool_call=ok),
            AgentTool(name="hue_activate_scene",
                      description="Recall a Hue scene (built-in or user defined), optionally limited to one room.",
                      argument_schema=SceneArgs, output_schema=HueResult, tool_call=ok),
            AgentTool(name="hue_set_effect",
                      description="Start or end an animated light effect on a compatible bulb or room.",
                      argument_schema=EffectArgs, output_schema=HueResult, tool_call=ok),
            AgentTool(name="hue_start_fade",
                      description="Run a gradual wake-up or go-to-sleep fade in a room. Use this tool when the light "
                                  "should change slowly over a period of time, right away or at a given time of day.",
                      argument_schema=FadeArgs, output_schema=HueResult, tool_call=ok),
            AgentTool(name="hue_list_lights",
                      description="List the lights paired with the Hue Bridge together with their current state. Read-only.",
                      argument_schema=ListLightsArgs, output_schema=LightList, tool_call=lambda args: LightList()),
        ]
