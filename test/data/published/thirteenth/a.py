"""Home security toolbox: alarm panel, locks, covers and NVR cameras behind a Home Assistant instance."""
from datetime import datetime
from enum import Enum
from typing import Any, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class AlarmMode(str, Enum):
    DISARM = "DISARM"
    HOME = "ARM_HOME"
    AWAY = "ARM_AWAY"
    NIGHT = "ARM_NIGHT"


class DetectionLabel(str, Enum):
    PERSON = "person"
    CAR = "car"
    BICYCLE = "bicycle"
    DOG = "dog"
    CAT = "cat"
    BIRD = "bird"
    PACKAGE = "package"


class AlarmModeArgs(ToolArguments):
    mode: AlarmMode = Field(..., description="Target state of the panel. ARM_HOME: perimeter only, occupants stay inside. "
                                             "ARM_AWAY: all zones, nobody in the house. ARM_NIGHT: occupants asleep.")
    code: Optional[str] = Field(None, description="PIN, if the panel requires one", min_length=4, max_length=8)
    bypass: Optional[list[str]] = Field(None, description="Names of zones to exclude when arming, e.g. [\"attic window\"]")


class StatusArgs(ToolArguments):
    pass


class DoorLockArgs(ToolArguments):
    door: str = Field(..., description="Friendly name of the door the lock is mounted on, e.g. 'front door'")
    action: Literal["lock", "unlock"]
    relockAfter: Optional[int] = Field(None, ge=1, le=120, description="Relock automatically after this many minutes (unlock only)")


class CoverPositionArgs(ToolArguments):
    position: int = Field(..., ge=0, le=100, description="Target position in percent: 0 = fully closed, 100 = fully open (awnings: fully extended)")
    area: Optional[str] = Field(None, description="Area or room the cover belongs to")
    device_class: Optional[Literal["awning", "blind", "curtain", "garage", "shutter"]] = Field(
        None, description="Kind of cover. 'garage' is the garage door; leave area empty for it.")


class SearchEventsArgs(ToolArguments):
    camera: Optional[str] = Field(None, description="Camera name, e.g. 'front yard'. All cameras if omitted.")
    label: Optional[DetectionLabel] = Field(None, description="Type of detected object")
    after: Optional[datetime] = Field(None, description="Only events starting at or after this moment (ISO 8601, local time)")
    before: Optional[datetime] = Field(None, description="Only events starting before this moment (ISO 8601, local time)")
    limit: int = Field(20, ge=1, le=100, description="Maximum number of events")
    include_thumbnails: bool = Field(False, description="Return base64 thumbnails")


class RecordClipArgs(ToolArguments):
    camera: str = Field(..., description="Camera name, e.g. 'front yard'")
    duration: int = Field(30, ge=5, le=600, description="Clip length in seconds")
    audio: bool = Field(True, description="Record sound along with the picture")
    format: Literal["mp4", "mkv"] = Field("mp4", description="Container format")


class ResultOut(ToolOutput):
    success: bool
    message: str = ""


class StatusOut(ToolOutput):
    state: str
    sensors: list[dict[str, Any]] = []


class EventsOut(ToolOutput):
    events: list[dict[str, Any]] = []


class HomeSecurityToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("home_security", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="alarm_set_mode",
                description="Arm or disarm the burglar alarm.\n\n"
                            "Use this tool when the user wants to change the state of the alarm control panel.\n\n"
                            "Args:\n"
                            "    mode: one of DISARM, ARM_HOME, ARM_AWAY, ARM_NIGHT\n"
                            "    code: PIN of the panel (optional)\n"
                            "    bypass: zones left out while armed (optional)",
                argument_schema=AlarmModeArgs, output_schema=ResultOut,
                tool_call=lambda a: ResultOut(success=True)),
            AgentTool(
                name="getSecurityStatus",
                description="Get a summary of the security system: current arm state, which doors and windows are open "
                            "or closed, the state of every lock, and sensors with a low battery. Takes no arguments.",
                argument_schema=StatusArgs, output_schema=StatusOut,
                tool_call=lambda a: StatusOut(state="disarmed")),
            AgentTool(
                name="setDoorLock",
                description="Lock or unlock a smart lock (Nuki, August, Yale).",
                argument_schema=DoorLockArgs, output_schema=ResultOut,
                tool_call=lambda a: ResultOut(success=True)),
            AgentTool(
                name="hass_set_cover_position",
                description="Opens, closes or moves covers (blinds, curtains, shutters, awnings, garage door) to a position. "
                            "Target them by area and/or device class.",
                argument_schema=CoverPositionArgs, output_schema=ResultOut,
                tool_call=lambda a: ResultOut(success=True)),
            AgentTool(
                name="frigate_search_events",
                description="Search past object detections of the NVR. Use this tool when the user asks what or who a camera has seen. "
                            "Results are sorted newest first and contain links to clip and snapshot.",
                argument_schema=SearchEventsArgs, output_schema=EventsOut,
                tool_call=lambda a: EventsOut()),
            AgentTool(
                name="camera_record_clip",
                description="Start recording a clip from a camera's live stream now.",
                argument_schema=RecordClipArgs, output_schema=ResultOut,
                tool_call=lambda a: ResultOut(success=True)),
        ]
