"""UniFi Network toolbox for OVOS (talks to the controller's local API)."""
from typing import Any, Dict, List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field

# written by `unifi-toolbox-setup` from the controller's device list
DeviceName = Literal["ap-gatehouse", "ap-library", "ap-guesthouse", "ap-refectory", "sw-office"]


class CreateVoucherArgs(ToolArguments):
    """Create hotspot voucher(s)."""
    expire_minutes: int = Field(..., ge=1, le=1000000, description="Minutes the voucher is valid after activation")
    count: int = Field(default=1, ge=1, le=100, description="Number of vouchers to generate")
    multi_use: bool = Field(default=False, description="True if one voucher may be used by several devices")
    note: Optional[str] = Field(default=None, max_length=60, description="Note printed on the voucher")
    down_limit_kbps: Optional[int] = Field(default=None, ge=2, le=100000, description="Download limit in Kbps")
    up_limit_kbps: Optional[int] = Field(default=None, ge=2, le=100000, description="Upload limit in Kbps")


class ListClientsArgs(ToolArguments):
    filter_type: Literal["all", "wireless", "wired", "guest"] = Field(
        default="all", description="Filter by client type; 'guest' are clients of the hotspot")
    include_offline: bool = Field(default=False, description="Include clients that are known but not connected")
    limit: int = Field(default=100, description="Maximum number of clients to return")
    output_format: Literal["json", "table"] = Field(default="json", description="Format of the result")


class BlockClientArgs(ToolArguments):
    client: str = Field(..., description="Name, hostname or MAC address of the client")
    confirm: bool = Field(default=False, description="Must be true to execute; false returns a preview")


class UnblockClientArgs(ToolArguments):
    client: str = Field(..., description="Name, hostname or MAC address of the client")
    confirm: bool = Field(default=False, description="Must be true to execute; false returns a preview")


class RebootDeviceArgs(ToolArguments):
    device: DeviceName = Field(..., description="Access point (ap-*) or switch (sw-*)")
    reboot_type: Literal["soft", "hard"] = Field(default="soft", description="Internal. hard also cycles PoE ports")


class SetWlanArgs(ToolArguments):
    ssid: str = Field(..., description="Name (SSID) of the wireless network")
    enabled: bool = Field(..., description="Whether the network is broadcast")


class UnifiOutput(ToolOutput):
    success: bool
    site: str = "default"
    data: List[Dict[str, Any]] = Field(default_factory=list)
    error: Optional[str] = None


class UnifiNetworkToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("unifi-network", config, bus)

    def _post(self, path: str, payload: Dict[str, Any]) -> UnifiOutput:
        import requests
        site = self.config.get("site", "default")
        r = requests.post(f"{self.config['url']}/proxy/network/api/s/{site}/{path}", json=payload,
                          headers={"X-API-KEY": self.config["api_key"]},
                          verify=self.config.get("verify_ssl", False), timeout=10)
        return UnifiOutput(success=r.ok, site=site, data=r.json().get("data", []), error=None if r.ok else r.text)

    def create_voucher(self, a):
        return self._post("cmd/hotspot", {"cmd": "create-voucher", "expire": a.expire_minutes, "n": a.count,
                                          "quota": 0 if a.multi_use else 1, "note": a.note})

    def list_clients(self, a):
        return self._post("stat/alluser" if a.include_offline else "stat/sta", {"type": a.filter_type})

    def block_client(self, a):
        return self._post("cmd/stamgr", {"cmd": "block-sta", "mac": a.client})

    def unblock_client(self, a):
        return self._post("cmd/stamgr", {"cmd": "unblock-sta", "mac": a.client})

    def reboot_device(self, a):
        return self._post("cmd/devmgr", {"cmd": "restart", "mac": a.device, "reboot_type": a.reboot_type})

    def set_wlan(self, a):
        return self._post("rest/wlanconf", {"name": a.ssid, "enabled": a.enabled})

    def discover_tools(self):
        return [
            AgentTool("unifi_create_voucher", "Create one or more hotspot vouchers (access codes for the guest network)",
                      CreateVoucherArgs, UnifiOutput, self.create_voucher),
            AgentTool("unifi_list_clients", "List clients (devices of users) on the UniFi network",
                      ListClientsArgs, UnifiOutput, self.list_clients),
            AgentTool("unifi_block_client", "Block a client from accessing the network",
                      BlockClientArgs, UnifiOutput, self.block_client),
            AgentTool("unifi_unblock_client", "Unblock a previously blocked client",
                      UnblockClientArgs, UnifiOutput, self.unblock_client),
            AgentTool("unifi_reboot_device", "Reboot a UniFi device (access point or switch). Clients lose the connection for about two minutes.",
                      RebootDeviceArgs, UnifiOutput, self.reboot_device),
            AgentTool("unifi_set_wlan_state", "Enable or disable a wireless network (WLAN/SSID)",
                      SetWlanArgs, UnifiOutput, self.set_wlan),
        ]
