"""Home machines: Roborock vacuum, Home Connect washer, evcc wallbox."""
import datetime as dt
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class RoborockCommand(str, Enum):
    APP_START = "app_start"
    APP_PAUSE = "app_pause"
    APP_CHARGE = "app_charge"
    FIND_ME = "find_me"
    APP_START_COLLECT_DUST = "app_start_collect_dust"


class WasherProgram(str, Enum):
    COTTON = "LaundryCare.Washer.Program.Cotton"
    EASY_CARE = "LaundryCare.Washer.Program.EasyCare"
    MIX = "LaundryCare.Washer.Program.Mix"
    DELICATES_SILK = "LaundryCare.Washer.Program.DelicatesSilk"
    WOOL = "LaundryCare.Washer.Program.Wool"
    DARK_WASH = "LaundryCare.Washer.Program.DarkWash"
    SUPER_QUICK = "LaundryCare.Washer.Program.Super153045.Super15"
    DRUM_CLEAN = "LaundryCare.Washer.Program.DrumClean"


class WasherTemperature(str, Enum):
    COLD = "Cold"
    GC20 = "GC20"
    GC30 = "GC30"
    GC40 = "GC40"
    GC60 = "GC60"
    GC90 = "GC90"


class WasherSpinSpeed(str, Enum):
    OFF = "Off"
    RPM400 = "RPM400"
    RPM800 = "RPM800"
    RPM1000 = "RPM1000"
    RPM1200 = "RPM1200"
    RPM1400 = "RPM1400"


class CleanSegmentsArgs(ToolArguments):
    rooms: list[str] = Field(..., description="Names of the rooms (map segments) to clean", min_length=1)
    fan_speed: Optional[Literal["quiet", "balanced", "turbo", "max"]] = Field(None, description="Suction level; the last used level if omitted")
    repeats: int = Field(1, ge=1, le=3, description="Number of passes over each room")
    mop: bool = Field(False, description="Lower the mop pad and wet-clean")
    device_id: Optional[str] = Field(None, description="Entity id of the vacuum, e.g. 'vacuum.roborock_s8'. Defaults to the only vacuum")


class VacuumCommandArgs(ToolArguments):
    command: RoborockCommand = Field(..., description="Raw command: app_start = start or resume a full clean, app_pause = pause, app_charge = return to dock, find_me = play the locating sound, app_start_collect_dust = empty the dustbin into the dock")
    device_id: Optional[str] = None


class StartProgramArgs(ToolArguments):
    program: WasherProgram = Field(..., description="Program key as returned by the Home Connect API")
    temperature: Optional[WasherTemperature] = Field(None, description="LaundryCare.Washer.Option.Temperature, GC = degrees Celsius")
    spinSpeed: Optional[WasherSpinSpeed] = Field(None, description="LaundryCare.Washer.Option.SpinSpeed")
    prewash: bool = Field(False, description="LaundryCare.Washer.Option.Prewash")
    finishInRelative: Optional[int] = Field(None, ge=0, le=86400, description="BSH.Common.Option.FinishInRelative: seconds from now until the program shall be finished")
    haId: Optional[str] = Field(None, description="Home appliance ID")


class LoadpointModeArgs(ToolArguments):
    mode: Literal["off", "pv", "minpv", "now"] = Field(..., description="off: no charging; pv: solar surplus only; minpv: minimum current plus solar surplus; now: fast charging")
    maxCurrent: Optional[int] = Field(None, ge=6, le=32, description="Upper current limit in A")
    loadpointId: int = Field(1, ge=1, description="Loadpoint index starting at 1")


class VehiclePlanArgs(ToolArguments):
    soc: int = Field(..., ge=5, le=100, description="Target state of charge in percent")
    time: dt.datetime = Field(..., description="Time at which the target must be reached, RFC3339")
    vehicle: Optional[str] = Field(None, description="Vehicle name as configured, e.g. 'ioniq'. Uses the connected vehicle if not given")
    precondition: bool = Field(False, description="Pre-heat the battery before departure")


class NoArgs(ToolArguments):
    pass


class Result(ToolOutput):
    success: bool
    message: str = ""


class HomeMachinesToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("home_machines", config, bus)

    def _ok(self, args):
        return Result(success=True)

    def discover_tools(self):
        return [
            AgentTool(
                name="vacuum_clean_segments",
                description=(
                    "Clean one or more specific rooms with the robot vacuum.\n\n"
                    "Use this tool when only certain rooms of the current map shall be cleaned. For a complete clean use "
                    "vacuum_send_command instead.\n\n"
                    "Args:\n"
                    "    rooms: Room names, matched against the map segments.\n"
                    "    fan_speed: Suction level.\n"
                    "    repeats: How often each room is cleaned (1-3).\n"
                    "    mop: Whether to mop as well."),
                argument_schema=CleanSegmentsArgs, output_schema=Result, tool_call=self._ok),
            AgentTool(
                name="vacuum_send_command",
                description="Send a basic command to the Roborock vacuum (start, pause, dock, locate, empty dustbin).",
                argument_schema=VacuumCommandArgs, output_schema=Result, tool_call=self._ok),
            AgentTool(
                name="home_connect_start_program",
                description=(
                    "Start a program on a Home Connect washer. The appliance must be switched on and remote start must be "
                    "allowed. Options that are not given keep the defaults of the program."),
                argument_schema=StartProgramArgs, output_schema=Result, tool_call=self._ok),
            AgentTool(
                name="setLoadpointMode",
                description="Change the charging mode of an evcc loadpoint (EV wallbox).",
                argument_schema=LoadpointModeArgs, output_schema=Result, tool_call=self._ok),
            AgentTool(
                name="setVehiclePlan",
                description=(
                    "Create a charging plan for an electric vehicle. Use this tool when the battery must have reached a "
                    "certain level at a certain point in time; evcc then picks the cheapest hours before it."),
                argument_schema=VehiclePlanArgs, output_schema=Result, tool_call=self._ok),
            AgentTool(
                name="evcc_get_state",
                description=(
                    "Returns the live evcc state: vehicle connected/charging, vehicle soc, charge power, energy charged in "
                    "this session, PV production, surplus and charging mode. Takes no arguments."),
                argument_schema=NoArgs, output_schema=Result, tool_call=self._ok),
        ]
