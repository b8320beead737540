from datetime import date, datetime, time
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class HousekeepingStatus(str, Enum):
    CLEAN = "CLEAN"
    DIRTY = "DIRTY"
    INSPECTED = "INSPECTED"
    OUT_OF_ORDER = "OOO"


class CreateReservationArgs(ToolArguments):
    guestName: str = Field(..., description="Name the reservation is held under")
    arrival: date = Field(..., description="Arrival date")
    nights: int = Field(..., ge=1, le=28, description="Length of stay in nights")
    roomType: Optional[Literal["SGL", "DBL", "TWN", "FAM", "STE"]] = Field(
        None, description="Room type code: SGL single, DBL double, TWN twin, FAM family, STE suite")
    adults: Optional[int] = Field(None, ge=1, le=6)
    breakfast: bool = Field(True, description="Whether breakfast is part of the rate")
    ratePlan: str = Field("BAR", description="Rate plan code")


class SetRoomStatusArgs(ToolArguments):
    room: int = Field(..., ge=1, le=399, description="Room number")
    status: HousekeepingStatus = Field(..., description="New housekeeping status; OOO = out of order")
    reason: Optional[str] = Field(None, description="Why the room is out of order")


class PostChargeArgs(ToolArguments):
    room: int = Field(..., ge=1, le=399, description="Room number whose folio is charged")
    description: str = Field(..., description="Text of the line on the bill")
    amount: float = Field(..., gt=0, description="Gross amount in euros")
    paidCash: bool = Field(False, description="True if the guest has settled the item in cash")


class OpenMaintenanceTicketArgs(ToolArguments):
    problem: str = Field(..., description="What is defective")
    room: Optional[int] = Field(None, ge=1, le=399, description="Room number, if in a guest room")
    area: Optional[str] = Field(None, description="Part of the building, if not in a guest room, e.g. lobby")
    urgent: bool = False
    dueBy: Optional[datetime] = Field(None, description="Deadline, local time")
    assignee: Optional[str] = Field(None, description="Name of the colleague who gets the ticket")


class DeliverToRoomArgs(ToolArguments):
    room: int = Field(..., ge=1, le=399, description="Room number")
    items: list[str] = Field(..., min_length=1, description="Things to bring, each with its quantity if there is one")
    at: Optional[time] = Field(None, description="Delivery time today")
    leaveAtDoor: bool = Field(False, description="Do not knock, put it down in front of the door")


class GetArrivalsTodayArgs(ToolArguments):
    pass


class FrontDeskOut(ToolOutput):
    ok: bool
    detail: Optional[str] = None


class FrontDeskToolBox(ToolBox):
    """Front desk of a small family-run hotel."""

    def __init__(self, config=None, bus=None):
        super().__init__("front_desk", config, bus)

    def discover_tools(self):
        def done(args):
            return FrontDeskOut(ok=True)

        def tool(name, description, schema):
            return AgentTool(name=name, description=description, argument_schema=schema,
                             output_schema=FrontDeskOut, tool_call=done)

        return [
            tool("createReservation",
                 "Create a new room reservation in the property management system.",
                 CreateReservationArgs),
            tool("setRoomStatus",
                 "Sets the housekeeping status of a room (CLEAN, DIRTY, INSPECTED, OOO).",
                 SetRoomStatusArgs),
            tool("postCharge",
                 "Post a charge to the folio of the guest staying in a room. Use this tool when something consumed or "
                 "used by the guest, e.g. minibar, has to go on the bill. The charge is settled at check-out unless "
                 "it was paid in cash.",
                 PostChargeArgs),
            tool("openMaintenanceTicket",
                 "Open a ticket for the maintenance team about a defect in a guest room or a public area.",
                 OpenMaintenanceTicketArgs),
            tool("deliverToRoom",
                 "Have staff bring one or more items to a guest room.",
                 DeliverToRoomArgs),
            tool("getArrivalsToday",
                 "List of all guests with an arrival date of today who are expected or in house.",
                 GetArrivalsTodayArgs),
        ]
