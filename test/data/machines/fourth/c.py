"""pi-coop: my chicken coop controller (Raspberry Pi + MQTT) and egg book, as tools."""
from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Motor(Enum):
    UP = "UP"
    DOWN = "DOWN"
    HALT = "HALT"


class CoopDoor(ToolArguments):
    action: Motor = Field(description="UP opens, DOWN closes, HALT stops the motor where it is")
    coop: Optional[str] = Field(default=None, description="coop name from coops.yaml, default is the first one")


class DoorTimes(ToolArguments):
    openAt: Optional[time] = Field(default=None, description="opening time, unchanged if missing")
    closeAt: Optional[time] = Field(default=None, description="closing time, unchanged if missing")
    coop: Optional[str] = Field(default=None, description="coop name from coops.yaml, default is the first one")


class LogEggs(ToolArguments):
    count: int = Field(ge=0, description="eggs in total, cracked ones included")
    cracked: Optional[int] = Field(default=None, ge=0, description="how many of them are cracked")
    flock: Optional[str] = Field(default=None, description="which birds laid them")
    day: Optional[date] = Field(default=None, description="default today")


class EggStats(ToolArguments):
    days: int = Field(default=7, ge=1, le=365, description="how many days to look back")
    flock: Optional[str] = Field(default=None, description="only these birds")


class Nothing(ToolArguments):
    pass


class HeatLamp(ToolArguments):
    on: bool = Field(description="true = on, false = off")
    duration: Optional[timedelta] = Field(default=None, description="switch off again after this long (ISO 8601 duration)")
    until: Optional[datetime] = Field(default=None, description="switch off again at this moment")
    coop: Optional[str] = Field(default=None, description="coop name from coops.yaml, default is the first one")


class Ack(ToolOutput):
    ok: bool = True


class Stats(ToolOutput):
    total: int = 0
    perDay: float = 0.0


class Status(ToolOutput):
    door: str = "closed"
    lamp: bool = False
    feedPercent: int = 0
    waterPercent: int = 0
    batteryVolts: float = 0.0


class PiCoopToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("pi-coop", config, bus)

    def discover_tools(self):
        ack = lambda a: Ack()
        return [
            AgentTool("coopDoor", "Drives the pop hole door of a chicken coop now.", CoopDoor, Ack, ack),
            AgentTool("setDoorTimes", "Changes the daily schedule of the automatic coop door.", DoorTimes, Ack, ack),
            AgentTool("logEggs", "Writes collected eggs into the egg book.", LogEggs, Ack, ack),
            AgentTool("eggStats", "Laying statistics from the egg book.", EggStats, Stats, lambda a: Stats()),
            AgentTool("coopStatus", "Current state of the coops: door position, heat lamp, feed hopper, drinker, battery voltage.",
                      Nothing, Status, lambda a: Status()),
            AgentTool("heatLamp", "Switches the infrared lamp for chicks in a coop.", HeatLamp, Ack, ack),
        ]
