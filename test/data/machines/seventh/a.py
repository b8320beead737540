"""Roborock robot vacuums for OpenVoiceOS, through a local bridge's REST API."""
import json
import urllib.request
from datetime import time
from enum import Enum
from typing import Any, Dict, List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Suction(str, Enum):
    QUIET = "quiet"
    BALANCED = "balanced"
    TURBO = "turbo"
    MAX = "max"


class Weekday(str, Enum):
    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"
    SUNDAY = "sunday"


class StatusArgs(ToolArguments):
    device_id: Optional[str] = Field(None, description="Identifier of the robot, the first one if omitted")
    verbose: bool = Field(False, description="Include raw fields of the device")


class StartCleaningArgs(ToolArguments):
    rooms: Optional[List[str]] = Field(None, description="Rooms to clean; the whole home if omitted")
    passes: int = Field(1, ge=1, le=3, description="How many times each room is gone over")
    suction: Optional[Suction] = Field(None, description="Suction power; the last one used if omitted")
    mop: bool = Field(False, description="true to mop the floor as well")
    device_id: Optional[str] = Field(None, description="Identifier of the robot, the first one if omitted")


class ControlArgs(ToolArguments):
    action: Literal["pause", "resume", "dock", "locate"] = Field(
        ..., description="pause the run, resume it, dock to return to the base, locate to let the robot make a sound")
    device_id: Optional[str] = Field(None, description="Identifier of the robot, the first one if omitted")


class AddScheduleArgs(ToolArguments):
    at: time = Field(..., description="Time of day at which cleaning starts")
    days: List[Weekday] = Field(..., min_length=1, description="Days of the week on which it is repeated")
    rooms: Optional[List[str]] = Field(None, description="Rooms to clean; the whole home if omitted")


class ConsumablesArgs(ToolArguments):
    part: Optional[Literal["main_brush", "side_brush", "filter", "sensors", "mop_pad"]] = Field(
        None, description="Part to look up; all parts if omitted")
    unit: Literal["hours", "percent"] = Field("percent", description="Unit of the answer")


class StatusOut(ToolOutput):
    state: str
    battery: int
    error: Optional[str] = None


class Ack(ToolOutput):
    ok: bool
    detail: str = ""


class ConsumablesOut(ToolOutput):
    remaining: Dict[str, float]


class RoborockToolBox(ToolBox):
    """Exposes the robots of a Roborock account."""

    def __init__(self, bus=None, config=None, *args, **kwargs):
        super().__init__(toolbox_id="ovos-roborock-tools", bus=bus, config=config, *args, **kwargs)

    def discover_tools(self) -> List[AgentTool]:
        return [
            AgentTool(name="roborock_get_status",
                      description="Get the state of the robot vacuum: cleaning, charging or stuck, and its battery level.",
                      argument_schema=StatusArgs, output_schema=StatusOut, tool_call=self.get_status),
            AgentTool(name="roborock_start_cleaning",
                      description="Start a cleaning run of the robot vacuum now, in the whole home or in some rooms.",
                      argument_schema=StartCleaningArgs, output_schema=Ack, tool_call=self.start_cleaning),
            AgentTool(name="roborock_control",
                      description="Pause or resume the robot vacuum's cleaning run, send it back to its dock, or locate it.",
                      argument_schema=ControlArgs, output_schema=Ack, tool_call=self.control),
            AgentTool(name="roborock_add_schedule",
                      description="Add a weekly recurring cleaning schedule for the robot vacuum.",
                      argument_schema=AddScheduleArgs, output_schema=Ack, tool_call=self.add_schedule),
            AgentTool(name="roborock_get_consumables",
                      description="Get the remaining life of the robot vacuum's wear parts: brushes, filter, sensors, mop pad.",
                      argument_schema=ConsumablesArgs, output_schema=ConsumablesOut, tool_call=self.get_consumables),
        ]

    def _request(self, method: str, path: str, body: Optional[dict] = None) -> Any:
        base = self.config.get("bridge_url", "http://127.0.0.1:8712")
        req = urllib.request.Request(base + path, method=method,
                                     data=json.dumps(body).encode() if body is not None else None,
                                     headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(req, timeout=10) as resp:
            return json.loads(resp.read() or b"{}")

    def get_status(self, args: StatusArgs) -> dict:
        data = self._request("GET", f"/robots/{args.device_id or 'default'}/status")
        return {"state": data["state"], "battery": data["battery"], "error": data.get("error")}

    def start_cleaning(self, args: StartCleaningArgs) -> dict:
        body = args.model_dump(mode="json", exclude={"device_id"}, exclude_none=True)
        self._request("POST", f"/robots/{args.device_id or 'default'}/clean", body)
        return {"ok": True}

    def control(self, args: ControlArgs) -> dict:
        self._request("POST", f"/robots/{args.device_id or 'default'}/{args.action}", {})
        return {"ok": True}

    def add_schedule(self, args: AddScheduleArgs) -> dict:
        self._request("POST", "/robots/default/schedules", args.model_dump(mode="json", exclude_none=True))
        return {"ok": True}

    def get_consumables(self, args: ConsumablesArgs) -> dict:
        data = self._request("GET", f"/robots/default/consumables?unit={args.unit}")
        return {"remaining": {k: v for k, v in data.items() if args.part in (None, k)}}
