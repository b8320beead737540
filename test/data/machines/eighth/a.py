"""ovos-shelly-toolbox: local control of Shelly Gen2/Gen3 devices over HTTP RPC."""
import json
from typing import Literal, Optional
from urllib.parse import urlencode
from urllib.request import urlopen

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class ListDevicesArgs(ToolArguments):
    kind: Optional[Literal["switch", "light", "cover", "sensor"]] = Field(
        None, description="Restrict to one kind: relays, lights, motorised covers (blinds, shutters, doors) or sensors")
    only_on: bool = Field(False, description="Only devices that are switched on at the moment")
    limit: int = Field(50, ge=1, le=200, description="Maximum number of devices returned")
    verbose: bool = Field(False, description="Include firmware, MAC and RSSI")


class SetSwitchArgs(ToolArguments):
    device: str = Field(..., description="Name of the relay or of the appliance behind it")
    on: bool = Field(..., description="true closes the relay, false opens it")
    auto_revert: Optional[int] = Field(None, ge=1, description="Flip back after this many seconds (toggle_after)")


class DimLightArgs(ToolArguments):
    device: str = Field(..., description="Name of the dimmable light")
    brightness: int = Field(..., ge=0, le=100, description="Brightness in percent")
    transition: Optional[float] = Field(None, ge=0, description="Fade time in seconds")


class MoveCoverArgs(ToolArguments):
    device: str = Field(..., description="Name of the blind, shutter, roof window or door")
    position: int = Field(..., ge=0, le=100, description="Target position, 0 is closed, 100 is fully open")


class ReadSensorArgs(ToolArguments):
    device: str = Field(..., description="Room of the sensor, or the metered appliance")
    quantity: Literal["temperature", "humidity", "power", "energy"] = Field(
        ..., description="power is the present draw in watts, energy the total in kWh")


class DeviceList(ToolOutput):
    devices: list[dict]


class Ack(ToolOutput):
    ok: bool


class Reading(ToolOutput):
    value: float
    unit: str


class ShellyToolBox(ToolBox):
    UNITS = {"temperature": "C", "humidity": "%", "power": "W", "energy": "kWh"}

    def __init__(self, bus=None, config=None, *args, **kwargs):
        self._cfg = config or {}
        super().__init__(toolbox_id="shelly", bus=bus, *args, **kwargs)

    def discover_tools(self):
        return [
            AgentTool(name="shelly_list_devices", description="List the Shelly devices in the building and whether they are on.",
                      argument_schema=ListDevicesArgs, output_schema=DeviceList, tool_call=self.list_devices),
            AgentTool(name="shelly_set_switch", description="Switch a relay or plug on or off.",
                      argument_schema=SetSwitchArgs, output_schema=Ack, tool_call=self.set_switch),
            AgentTool(name="shelly_dim_light", description="Set the brightness of a light.",
                      argument_schema=DimLightArgs, output_schema=Ack, tool_call=self.dim_light),
            AgentTool(name="shelly_move_cover", description="Open, close or position a motorised cover.",
                      argument_schema=MoveCoverArgs, output_schema=Ack, tool_call=self.move_cover),
            AgentTool(name="shelly_read_sensor", description="Read a temperature, humidity, power or energy value.",
                      argument_schema=ReadSensorArgs, output_schema=Reading, tool_call=self.read_sensor),
        ]

    def _rpc(self, device, method, **params):
        entry = self._cfg.get("devices", {})[device.lower()]
        query = urlencode({"id": entry.get("channel", 0), **params})
        with urlopen(f"http://{entry['host']}/rpc/{method}?{query}", timeout=5) as r:
            return json.load(r)

    def list_devices(self, args) -> dict:
        out = []
        for name, entry in self._cfg.get("devices", {}).items():
            kind = entry.get("kind", "switch")
            if args.kind and kind != args.kind:
                continue
            row = {"name": name, "kind": kind}
            if kind in ("switch", "light"):
                row["on"] = self._rpc(name, f"{kind.title()}.GetStatus")["output"]
            if args.only_on and not row.get("on"):
                continue
            if args.verbose:
                row["info"] = self._rpc(name, "Shelly.GetDeviceInfo")
            out.append(row)
        return {"devices": out[:args.limit]}

    def set_switch(self, args) -> dict:
        extra = {"toggle_after": args.auto_revert} if args.auto_revert else {}
        self._rpc(args.device, "Switch.Set", on=str(args.on).lower(), **extra)
        return {"ok": True}

    def dim_light(self, args) -> dict:
        extra = {} if args.transition is None else {"transition_duration": args.transition}
        self._rpc(args.device, "Light.Set", on=str(args.brightness > 0).lower(), brightness=args.brightness, **extra)
        return {"ok": True}

    def move_cover(self, args) -> dict:
        self._rpc(args.device, "Cover.GoToPosition", pos=args.position)
        return {"ok": True}

    def read_sensor(self, args) -> dict:
        if args.quantity == "temperature":
            value = self._rpc(args.device, "Temperature.GetStatus")["tC"]
        elif args.quantity == "humidity":
            value = self._rpc(args.device, "Humidity.GetStatus")["rh"]
        else:
            st = self._rpc(args.device, "Switch.GetStatus")
            value = st["apower"] if args.quantity == "power" else st["aenergy"]["total"] / 1000
        return {"value": value, "unit": self.UNITS[args.quantity]}
