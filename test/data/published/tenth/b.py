"""Hobby pottery kiln: controller, vent and the potter's log."""
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Schedule(str, Enum):
    BISQUE = "BISQUE"
    GLAZE = "GLAZE"
    LUSTER = "LUSTER"
    CANDLE = "CANDLE"


class StartFiringArgs(ToolArguments):
    schedule: Schedule = Field(..., description="Firing schedule. CANDLE is a very low heat that dries damp ware.")
    cone: Optional[Literal["06", "04", "5", "6", "10"]] = Field(None, description="Target cone")
    speed: Literal["slow", "medium", "fast"] = Field("medium", description="Ramp speed")
    hold_minutes: int = Field(0, ge=0, le=120, description="Minutes to hold at the peak")
    start_at: Optional[datetime] = Field(None, description="Delayed start. Starts immediately if omitted.")


class StopFiringArgs(ToolArguments):
    pass


class ReadingArgs(ToolArguments):
    metric: Literal["temperature", "setpoint", "current"] = Field(
        ..., description="temperature = measured heat, setpoint = temperature the controller is aiming for, "
                         "current = electric load in amperes")
    zone: Optional[Literal["Z1", "Z2", "Z3"]] = Field(
        None, description="Z1 top, Z2 middle, Z3 bottom. Whole kiln if omitted.")
    units: Literal["C", "F"] = "C"
    precision: int = Field(0, ge=0, le=3, description="Decimals in the answer")


class LogPieceArgs(ToolArguments):
    title: str = Field(..., description="What the piece is")
    clayBody: Optional[str] = Field(None, description="Clay it is made of")
    glazes: list[str] = Field(default_factory=list, description="Names of the glazes on it")
    stage: Optional[Literal["leather_hard", "bone_dry", "bisqued", "finished"]] = Field(
        None, description="How far along the piece is")
    madeOn: Optional[date] = Field(None, description="Day it was thrown or built")
    weightGrams: Optional[int] = Field(None, ge=1, description="Weight in grams")


class VentArgs(ToolArguments):
    enabled: bool = Field(..., description="true to run, false to stop")
    duration: Optional[timedelta] = Field(
        None, description="How long to run, as an ISO 8601 duration (e.g. PT10M). Indefinitely if omitted.")
    fan_speed: Optional[int] = Field(None, ge=1, le=5, description="Fan speed from 1 to 5")


class ListFiringsArgs(ToolArguments):
    since: Optional[date] = Field(None, description="First day to include")
    until: Optional[date] = Field(None, description="Last day to include")
    schedule: Optional[Schedule] = Field(None, description="Restrict to one schedule")
    failed_only: bool = Field(False, description="Only firings that ended in an error")
    limit: int = Field(20, ge=1, le=200)
    page: int = 1


class KilnOut(ToolOutput):
    ok: bool = True
    message: str = ""


class KilnToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("kiln", config, bus)

    def _tool(self, name, schema, description):
        return AgentTool(name=name, description=description, argument_schema=schema,
                         output_schema=KilnOut, tool_call=lambda a: KilnOut())

    def discover_tools(self):
        return [
            self._tool("start_firing", StartFiringArgs,
                       "Start (or delay-start) a firing program on the kiln."),
            self._tool("stop_firing", StopFiringArgs,
                       "Emergency stop. Aborts the running program, opens the relays and lets the kiln cool."),
            self._tool("get_kiln_reading", ReadingArgs,
                       "Read one live value from the kiln controller. Use this tool when the user asks about the "
                       "present state of the kiln; for earlier firings use list_firings instead."),
            self._tool("logPiece", LogPieceArgs, "Create a record of a pottery piece in the studio journal."),
            self._tool("set_kiln_vent", VentArgs, "Control the downdraft vent fan under the kiln."),
            self._tool("list_firings", ListFiringsArgs,
                       "List completed firings, newest first.\n\n"
                       "Args:\n"
                       "    since: optional start date\n"
                       "    until: optional end date (inclusive)\n"
                       "    schedule: optional schedule filter\n"
                       "    failed_only: hide the successful ones\n"
                       "    limit: page length\n"
                       "    page: page number"),
        ]
