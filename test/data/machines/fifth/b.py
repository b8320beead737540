# belfry - three hammers, three motors and a raspberry pi in our tower
# MIT, no warranty, do not stand under the bells
import socket
from datetime import date, datetime, time, timedelta
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field

Bell = Literal["maria", "gabriel", "little"]
Pattern = Literal["strike", "toll", "call", "peal", "angelus"]
Office = Literal["lauds", "terce", "sext", "nones", "vespers", "compline"]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

PATTERN = ("strike: plain hammer strokes; toll: slow, for the dead; call: quick, to gather people; "
           "peal: full swing; angelus: the angelus")


class RingArgs(ToolArguments):
    pattern: Pattern = Field(description=PATTERN)
    bell: Optional[Bell] = Field(None, description="which bell, else what the pattern has by default")
    strokes: Optional[int] = Field(None, ge=1, le=120, description="number of strokes (strike and toll)")


class ScheduleRingArgs(ToolArguments):
    at: datetime = Field(description="when, local time")
    pattern: Pattern = Field(description=PATTERN)
    bell: Optional[Bell] = None
    strokes: Optional[int] = Field(None, ge=1, le=120)


class HushArgs(ToolArguments):
    length: timedelta = Field(description="how long, ISO 8601 duration")
    bells: Optional[list[Bell]] = Field(None, description="only these bells; all if left out")


class NoArgs(ToolArguments):
    pass


class SkipOfficeArgs(ToolArguments):
    office: Office
    day: Optional[date] = Field(None, description="default: next time it would ring")


class SetOfficeTimeArgs(ToolArguments):
    office: Office
    at: time = Field(description="time of day, 24h")
    days: Optional[list[Weekday]] = Field(None, description="only on these weekdays; every day if left out")


class Done(ToolOutput):
    ok: bool
    msg: str = ""


class BelfryToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("belfry", config, bus)

    def _send(self, verb, args):
        addr = (self.config.get("host", "belfry.local"), self.config.get("port", 4711))
        with socket.create_connection(addr, timeout=5) as s:
            s.sendall(f"{verb} {args.model_dump_json(exclude_none=True)}\n".encode())
            reply = s.recv(1024).decode().strip()
        return Done(ok=reply.startswith("OK"), msg=reply)

    def _tool(self, name, description, schema):
        return AgentTool(name=name, description=description, argument_schema=schema, output_schema=Done,
                         tool_call=lambda a: self._send(name, a))

    def discover_tools(self):
        return [
            self._tool("ring", "Ring now.", RingArgs),
            self._tool("schedule_ring", "Ring once, later, outside of the daily offices.", ScheduleRingArgs),
            self._tool("hush", "Keep the bells from ringing for a while, whatever is scheduled.", HushArgs),
            self._tool("stop_ringing", "Stop what is ringing.", NoArgs),
            self._tool("skip_office", "Do not ring for an office, once.", SkipOfficeArgs),
            self._tool("set_office_time", "Change when an office is rung, permanently.", SetOfficeTimeArgs),
        ]
