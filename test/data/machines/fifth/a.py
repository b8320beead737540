"""Lodgify toolbox: guest rooms of one property through the Lodgify public API v2.

Needs `api_key` and `property_id` in the plugin's config.
"""
import json
import urllib.parse
import urllib.request
from datetime import date
from enum import Enum
from typing import Any, Dict, List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field

API = "https://api.lodgify.com"


class RoomType(str, Enum):
    SGL = "SGL"
    DBL = "DBL"
    TWN = "TWN"
    DORM = "DORM"
    HERM = "HERM"


class CancelReason(str, Enum):
    GUEST_REQUEST = "GUEST_REQUEST"
    ILLNESS = "ILLNESS"
    NO_SHOW = "NO_SHOW"
    OVERBOOKED = "OVERBOOKED"


ROOM_TYPE = "Room type code: SGL = single, DBL = double, TWN = twin, DORM = dormitory, HERM = hermitage (garden house)"


class CheckAvailabilityArgs(ToolArguments):
    arrival: date = Field(..., description="Arrival date (YYYY-MM-DD)")
    departure: date = Field(..., description="Departure date (YYYY-MM-DD), exclusive")
    roomType: Optional[RoomType] = Field(None, description=ROOM_TYPE + ". All room types if omitted.")
    people: Optional[int] = Field(None, ge=1, le=24, description="Number of people")
    includeDetails: bool = Field(False, description="Include the channel calendar details in the response")


class CreateBookingArgs(ToolArguments):
    guestName: str = Field(..., min_length=1, description="Full name of the guest")
    arrival: date = Field(..., description="Arrival date (YYYY-MM-DD)")
    nights: int = Field(..., ge=1, le=60, description="Length of stay in nights")
    roomType: Optional[RoomType] = Field(None, description=ROOM_TYPE)
    people: Optional[int] = Field(None, ge=1, le=24, description="Number of people")
    mealPlan: Optional[Literal["RO", "BB", "HB", "FB"]] = Field(
        None, description="RO = room only, BB = bed and breakfast, HB = half board (breakfast and supper), FB = full board (all meals)")


class ListBookingsArgs(ToolArguments):
    stayFilter: Literal["Upcoming", "Current", "Historic", "ArrivalDate", "DepartureDate"] = Field(
        ..., description="Which bookings to return. ArrivalDate and DepartureDate need stayFilterDate.")
    stayFilterDate: Optional[date] = Field(None, description="Day to filter on, only with ArrivalDate or DepartureDate")
    includeCount: bool = Field(False, description="Return the total number of records")
    page: int = Field(1, ge=1, description="Page number to retrieve")
    size: int = Field(50, ge=1, le=50, description="Number of items per page")


class CancelBookingArgs(ToolArguments):
    guestName: str = Field(..., description="Name the booking was made under")
    reason: Optional[CancelReason] = Field(None, description="Why the booking is cancelled")
    notifyGuest: bool = Field(False, description="Send the cancellation email to the guest")


class ClosePeriodArgs(ToolArguments):
    roomType: RoomType = Field(..., description=ROOM_TYPE)
    startDate: date = Field(..., description="First closed day")
    endDate: date = Field(..., description="Last closed day")
    overrideExisting: bool = Field(False, description="Replace closed periods that overlap")


class UpdateRateArgs(ToolArguments):
    roomType: RoomType = Field(..., description=ROOM_TYPE)
    pricePerNight: float = Field(..., gt=0, description="New nightly price in the property's currency")
    startDate: Optional[date] = Field(None, description="First day of the new price, today if omitted")
    endDate: Optional[date] = Field(None, description="Last day of the new price, open ended if omitted")


class LodgifyOut(ToolOutput):
    success: bool = True
    data: Optional[Any] = None
    error: Optional[str] = None


class BookingsOut(ToolOutput):
    count: Optional[int] = None
    items: List[Dict[str, Any]] = Field(default_factory=list)


class LodgifyToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("ovos-toolbox-lodgify", config, bus)

    def _request(self, method: str, path: str, params: Optional[dict] = None, body: Optional[dict] = None):
        url = API + path
        if params:
            url += "?" + urllib.parse.urlencode({k: v for k, v in params.items() if v is not None})
        req = urllib.request.Request(
            url, method=method, data=json.dumps(body, default=str).encode() if body else None,
            headers={"X-ApiKey": self.config.get("api_key", ""), "Content-Type": "application/json"})
        with urllib.request.urlopen(req, timeout=15) as r:
            return json.loads(r.read() or b"null")

    @property
    def prop(self):
        return self.config.get("property_id", 0)

    def _availability(self, a: CheckAvailabilityArgs):
        return LodgifyOut(data=self._request("GET", f"/v2/availability/{self.prop}", {
            "start": a.arrival, "end": a.departure, "includeDetails": str(a.includeDetails).lower()}))

    def _create(self, a: CreateBookingArgs):
        return LodgifyOut(data=self._request("POST", "/v1/reservation/booking", body=a.model_dump(mode="json")))

    def _list(self, a: ListBookingsArgs):
        r = self._request("GET", "/v2/reservations/bookings", a.model_dump(mode="json")) or {}
        return BookingsOut(count=r.get("count"), items=r.get("items", []))

    def _cancel(self, a: CancelBookingArgs):
        return LodgifyOut(data=self._request("PUT", "/v1/reservation/booking/decline", body=a.model_dump(mode="json")))

    def _close(self, a: ClosePeriodArgs):
        return LodgifyOut(data=self._request("POST", f"/v2/closedperiods/{self.prop}", body=a.model_dump(mode="json")))

    def _rate(self, a: UpdateRateArgs):
        return LodgifyOut(data=self._request("POST", "/v1/rates/savewithoutavailability", body=a.model_dump(mode="json")))

    def discover_tools(self):
        return [
            AgentTool(
                name="checkAvailability",
                description=(
                    "Check whether rooms are available in a date range.\n\n"
                    "Use this tool when somebody asks for free rooms before a booking is made. It does not reserve anything.\n\n"
                    "Args:\n"
                    "    arrival: first night\n"
                    "    departure: day of leaving (not charged)\n"
                    "    roomType: limit the check to one room type\n"
                    "    people: size of the party"),
                argument_schema=CheckAvailabilityArgs, output_schema=LodgifyOut, tool_call=self._availability),
            AgentTool(
                name="createBooking",
                description=(
                    "Create a confirmed booking for a guest.\n\n"
                    "Use this tool when a named guest is to be entered in the calendar. Availability is verified by Lodgify."),
                argument_schema=CreateBookingArgs, output_schema=LodgifyOut, tool_call=self._create),
            AgentTool(
                name="listBookings",
                description=(
                    "List bookings of the property with their guests.\n\n"
                    "Upcoming: not arrived yet. Current: in house. Historic: departed. "
                    "ArrivalDate / DepartureDate: bookings that check in / check out on stayFilterDate. Results are paged."),
                argument_schema=ListBookingsArgs, output_schema=BookingsOut, tool_call=self._list),
            AgentTool(
                name="cancelBooking",
                description="Cancel the booking of a guest and release the room. Cannot be undone.",
                argument_schema=CancelBookingArgs, output_schema=LodgifyOut, tool_call=self._cancel),
            AgentTool(
                name="closePeriod",
                description=(
                    "Create a closed period: the room type cannot be booked on any channel from startDate to endDate, both included. "
                    "Use this tool for maintenance and own use, not for guests."),
                argument_schema=ClosePeriodArgs, output_schema=LodgifyOut, tool_call=self._close),
            AgentTool(
                name="updateRate",
                description="Update the nightly rate of a room type, for good or for a range of dates.",
                argument_schema=UpdateRateArgs, output_schema=LodgifyOut, tool_call=self._rate),
        ]
