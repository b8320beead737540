from datetime import datetime
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class PowerAction(str, Enum):
    POWEROFF = "poweroff"
    REBOOT = "reboot"
    SUSPEND = "suspend"
    HIBERNATE = "hibernate"
    WAKE = "wake"


class BackupTarget(str, Enum):
    USB_DISK = "usb_disk"
    NAS = "nas"
    CLOUD = "cloud"


class ContainerControlArgs(ToolArguments):
    action: Literal["start", "stop", "restart", "pause", "unpause", "remove"] = Field(
        ..., description="Lifecycle operation to perform on the container")
    container: str = Field(..., description="Name or ID of the container")
    host: Optional[str] = Field(None, description="Docker host the container runs on; defaults to the local daemon")
    timeout: int = Field(10, ge=0, le=300, description="Seconds to wait before the process is killed")


class SystemPowerArgs(ToolArguments):
    host: str = Field(..., description="Machine as named in the inventory")
    action: PowerAction = Field(..., description="Power state change. 'wake' sends a Wake-on-LAN packet.")
    delay_minutes: int = Field(0, ge=0, le=1440, description="Minutes to wait before the action is carried out")
    force: bool = Field(False, description="Do not wait for running programs to exit cleanly")


class CreateBackupArgs(ToolArguments):
    sources: list[str] = Field(..., min_length=1, description="Folders, shares or databases to include")
    target: Optional[BackupTarget] = Field(
        None, description="Where the archive is written: attached USB storage, network storage or an online bucket")
    mode: Literal["full", "incremental", "differential"] = Field("incremental", description="Backup type")
    startAt: Optional[datetime] = Field(None, description="ISO 8601 start time. Starts immediately if omitted.")
    encrypt: bool = Field(True, description="Encrypt the archive")
    verify: bool = Field(False, description="Verify checksums once the archive has been written")


class FlushDnsArgs(ToolArguments):
    pass


class PrintDocumentArgs(ToolArguments):
    document: str = Field(..., description="Title or file name of the document")
    printer: Optional[str] = Field(None, description="CUPS destination, e.g. 'laserjet'. The default queue if omitted.")
    copies: int = Field(1, ge=1, le=99)
    duplex: bool = Field(False, description="Print on two sides")
    print_color_mode: Literal["auto", "color", "monochrome"] = "auto"
    media: Optional[Literal["iso_a3_297x420mm", "iso_a4_210x297mm", "iso_a5_148x210mm", "na_letter_8.5x11in"]] = Field(
        None, description="PWG media size name")


class PiholeBlockingArgs(ToolArguments):
    blocking: bool = Field(..., description="true to enable DNS blocking, false to disable it")
    timer: Optional[int] = Field(
        None, ge=1, description="Seconds after which the previous state is restored. Omit for a permanent change.")


class Result(ToolOutput):
    success: bool
    detail: Optional[str] = None


class HomelabToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("homelab-mcp", config, bus)

    def discover_tools(self):
        def ok(a):
            return Result(success=True)
        return [
            AgentTool(
                name="docker_container_control",
                description="Control the lifecycle of a Docker container.\n\n"
                            "Args:\n"
                            "    action: start, stop, restart, pause, unpause or remove\n"
                            "    container: container name or ID\n"
                            "    host: Docker host (optional)\n"
                            "    timeout: grace period in seconds",
                argument_schema=ContainerControlArgs, output_schema=Result, tool_call=ok),
            AgentTool(
                name="system_power",
                description="Change the power state of a physical or virtual machine over SSH, IPMI or Wake-on-LAN. "
                            "Use this tool when a whole computer is meant rather than a service running on it.",
                argument_schema=SystemPowerArgs, output_schema=Result, tool_call=ok),
            AgentTool(
                name="createBackup",
                description="Creates a backup job for one or more sources and queues it for execution.",
                argument_schema=CreateBackupArgs, output_schema=Result, tool_call=ok),
            AgentTool(
                name="flush_dns_cache",
                description="Flush the cache of the local DNS resolver (dnsmasq/unbound).",
                argument_schema=FlushDnsArgs, output_schema=Result, tool_call=ok),
            AgentTool(
                name="cups_print_document",
                description="Submit a document to a print queue on the CUPS server. Returns the job ID.",
                argument_schema=PrintDocumentArgs, output_schema=Result, tool_call=ok),
            AgentTool(
                name="pihole_set_blocking",
                description="Enable or disable Pi-hole ad blocking for the whole network, optionally for a limited time.",
                argument_schema=PiholeBlockingArgs, output_schema=Result, tool_call=ok),
        ]
