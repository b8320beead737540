from datetime import date, timedelta
from enum import Enum
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Machine(str, Enum):
    TABLE_SAW = "TS"
    BAND_SAW = "BS"
    LATHE = "LA"
    DUST_EXTRACTOR = "DX"
    AIR_COMPRESSOR = "AC"


class Location(str, Enum):
    WORKBENCH = "workbench"
    PEGBOARD = "pegboard"
    DRAWER_1 = "drawer_1"
    DRAWER_2 = "drawer_2"
    DRAWER_3 = "drawer_3"
    SHED = "shed"
    LOFT = "loft"


class LendItemsArgs(ToolArguments):
    items: List[str] = Field(..., description="What is lent out")
    borrower: str = Field(..., description="Who takes it")
    due_back: Optional[date] = Field(None, description="Agreed return date")


class FindItemArgs(ToolArguments):
    item: str = Field(..., description="Name of the tool or material, e.g. 'rubber mallet'")
    exactMatch: bool = Field(False, description="Match the full name instead of parts of it")
    limit: int = Field(5, ge=1, le=50, description="Maximum number of matches")


class StoreItemArgs(ToolArguments):
    item: str = Field(..., description="Name of the tool or material")
    location: Location = Field(..., description="Storage location")
    quantity: Optional[int] = Field(None, ge=1, description="Number of pieces")
    needs_repair: bool = Field(False, description="Flag the item as defective")


class MachinePowerArgs(ToolArguments):
    machine: Machine = Field(..., description="Machine code: TS = table saw, BS = band saw, LA = lathe, "
                                              "DX = dust extractor, AC = air compressor")
    state: Literal["on", "off"] = Field(..., description="Target state of the relay")
    auto_off_minutes: Optional[int] = Field(None, ge=1, le=240, description="Cut the power again after this many minutes")


class LogWorkArgs(ToolArguments):
    project: str = Field(..., description="Project the work belongs to")
    duration: timedelta = Field(..., description="Time spent")
    activity: Optional[Literal["design", "cutting", "assembly", "sanding", "finishing", "repair"]] = Field(
        None, description="Kind of work; 'finishing' covers oiling, painting and varnishing")
    day: Optional[date] = Field(None, description="Day the work was done, today if not given")
    billable: bool = Field(False, description="Whether the time is invoiced to a customer")


class NoArgs(ToolArguments):
    pass


class DoneOut(ToolOutput):
    ok: bool


class ListOut(ToolOutput):
    entries: List[str]


class WorkshopToolBox(ToolBox):
    """Inventory, machine relays and work log of my hobby workshop."""

    def __init__(self, config=None, bus=None):
        super().__init__("my_workshop", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="lend_items",
                description="Record that something from the workshop was lent to somebody.",
                argument_schema=LendItemsArgs, output_schema=DoneOut,
                tool_call=lambda a: DoneOut(ok=True)),
            AgentTool(
                name="findItem",
                description="Look up the storage location of a tool or material in the inventory.",
                argument_schema=FindItemArgs, output_schema=ListOut,
                tool_call=lambda a: ListOut(entries=[])),
            AgentTool(
                name="store_item",
                description=(
                    "Update the inventory: set where an item is kept. Use this tool when the user says that they "
                    "have put, moved or stored something somewhere. An item that is not in the inventory yet is added."),
                argument_schema=StoreItemArgs, output_schema=DoneOut,
                tool_call=lambda a: DoneOut(ok=True)),
            AgentTool(
                name="set_machine_power",
                description="Switches the mains relay of a stationary machine.",
                argument_schema=MachinePowerArgs, output_schema=DoneOut,
                tool_call=lambda a: DoneOut(ok=True)),
            AgentTool(
                name="log_work",
                description=(
                    "Adds an entry to the work log.\n\n"
                    "Args:\n"
                    "    project: name of the project\n"
                    "    duration: ISO 8601 duration\n"
                    "    activity: kind of work\n"
                    "    day: day of the entry\n"
                    "    billable: true if a customer pays for it"),
                argument_schema=LogWorkArgs, output_schema=DoneOut,
                tool_call=lambda a: DoneOut(ok=True)),
            AgentTool(
                name="list_lent_items",
                description="Lists all items currently lent out, with borrower and return date.",
                argument_schema=NoArgs, output_schema=ListOut,
                tool_call=lambda a: ListOut(entries=[])),
        ]
