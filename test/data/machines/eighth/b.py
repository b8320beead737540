# kilnbuddy - talks to the ESP32 boxes i built for our kilns. works for me, no warranty, mind your eyebrows
from datetime import datetime, timedelta
from enum import Enum
from typing import Optional
import json
import urllib.request

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Kiln(str, Enum):
    FURNACE = "furnace"
    ANNEALER_1 = "annealer_1"
    ANNEALER_2 = "annealer_2"
    GARAGE = "garage"            # the colour pickup box
    FUSING = "fusing_kiln"


class Program(str, Enum):
    ANNEAL = "anneal"
    SLUMP = "slump"
    FULL_FUSE = "full_fuse"
    TACK_FUSE = "tack_fuse"
    PREHEAT = "preheat"


class StatusIn(ToolArguments):
    kiln: Optional[Kiln] = Field(None, description="which kiln, all of them if empty")
    fahrenheit: bool = False
    raw: bool = Field(False, description="dump the whole json from the box, for debugging")


class StartIn(ToolArguments):
    kiln: Kiln
    program: Program = Field(description="the stored firing schedule")
    thickness_mm: Optional[float] = Field(None, gt=0, le=150, description="thickest part of the glass in mm, stretches the cooling accordingly")
    begin_at: Optional[datetime] = Field(None, description="delayed start, straight away if empty")
    dry_run: bool = False


class TargetIn(ToolArguments):
    kiln: Kiln
    celsius: int = Field(ge=20, le=1250, description="new setpoint")
    ramp: Optional[int] = Field(None, description="degrees per hour, full power if empty")


class HoldIn(ToolArguments):
    kiln: Kiln
    extra: timedelta = Field(description="how much longer it stays at the present temperature")


class AbortIn(ToolArguments):
    kiln: Kiln


class Out(ToolOutput):
    msg: str = ""
    data: dict = {}


class KilnBuddy(ToolBox):
    def __init__(self, bus=None, config=None, *args, **kwargs):
        self.hosts = (config or {}).get("hosts", {})
        super().__init__(toolbox_id="kilnbuddy", bus=bus, *args, **kwargs)

    def discover_tools(self):
        def t(name, desc, schema, fn):
            return AgentTool(name=name, description=desc, argument_schema=schema, output_schema=Out, tool_call=fn)
        return [
            t("kiln_status", "Says how hot a kiln or the furnace is right now, what program it is in, which segment, and when it will be done. Does not change anything.",
              StatusIn, self.status),
            t("kiln_start", "Starts one of the stored firing programs in a kiln, now or later.", StartIn, self.start),
            t("kiln_set_target", "Sets a kiln or the furnace by hand to a temperature and leaves it there, no program.", TargetIn, self.target),
            t("kiln_hold", "Makes the running program soak longer at the temperature it is at before it goes on to the next segment.", HoldIn, self.hold),
            t("kiln_abort", "Aborts the program that is running in a kiln. Elements off, it cools by itself.", AbortIn, self.abort),
        ]

    def _go(self, kiln, path, body=None):
        req = urllib.request.Request("http://%s/%s" % (self.hosts[kiln.value], path),
                                     data=None if body is None else json.dumps(body).encode())
        return json.loads(urllib.request.urlopen(req, timeout=10).read())

    def status(self, a) -> dict:
        which = [a.kiln] if a.kiln else [k for k in Kiln if k.value in self.hosts]
        data = {}
        for k in which:
            st = self._go(k, "status")
            if not a.raw:
                st = {x: st.get(x) for x in ("temp", "program", "segment", "done_at")}
            if a.fahrenheit and st.get("temp") is not None:
                st["temp"] = st["temp"] * 9 / 5 + 32
            data[k.value] = st
        return {"data": data}

    def start(self, a) -> dict:
        body = {"program": a.program.value, "mm": a.thickness_mm, "dry": a.dry_run,
                "at": a.begin_at.isoformat() if a.begin_at else None}
        return {"msg": "firing", "data": self._go(a.kiln, "start", body)}

    def target(self, a) -> dict:
        return {"msg": "set", "data": self._go(a.kiln, "target", {"c": a.celsius, "ramp": a.ramp})}

    def hold(self, a) -> dict:
        return {"msg": "holding", "data": self._go(a.kiln, "hold", {"s": int(a.extra.total_seconds())})}

    def abort(self, a) -> dict:
        return {"msg": "aborted", "data": self._go(a.kiln, "abort", {})}
