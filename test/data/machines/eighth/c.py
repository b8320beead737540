"""
OVOS agent toolbox for the Cal.com API v2.

Configuration keys: ``api_key``, ``username`` and, optionally, ``base_url``.
"""
import json
from datetime import date, datetime, time
from typing import Any, Dict, List, Literal, Optional
from urllib import parse, request

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field

API_VERSION = "2024-08-13"


class GetBookingsRequest(ToolArguments):
    """Query parameters of GET /v2/bookings."""
    day: Optional[date] = Field(default=None, description="Only bookings that start on this date.")
    attendee_name: Optional[str] = Field(default=None, description="Only bookings of the attendee with this name.")
    status: Literal["upcoming", "past", "cancelled", "unconfirmed"] = Field(
        default="upcoming", description="Booking status to filter by.")
    take: int = Field(default=100, ge=1, le=250, description="Page size.")
    skip: int = Field(default=0, ge=0, description="Number of items to skip.")
    sort: Literal["asc", "desc"] = Field(default="asc", description="Sort order by start time.")


class GetSlotsRequest(ToolArguments):
    """Query parameters of GET /v2/slots."""
    event_type: str = Field(..., description="Title of the event type, i.e. what is to be booked.")
    date_from: Optional[date] = Field(default=None, description="First date to search. Defaults to the current date.")
    date_to: Optional[date] = Field(default=None, description="Last date to search. Omit when a single date is searched.")
    not_before: Optional[time] = Field(default=None, description="Earliest acceptable time of day.")
    time_zone: str = Field(default="UTC", description="IANA time zone of the returned slots.")
    format: Literal["time", "range"] = Field(default="time", description="Response format.")


class CreateBookingRequest(ToolArguments):
    """Body of POST /v2/bookings."""
    event_type: str = Field(..., description="Title of the event type to book.")
    start: datetime = Field(..., description="Start of the booking.")
    attendee_name: str = Field(..., description="Name of the person the booking is for.")
    guests: List[str] = Field(default_factory=list, description="Names of further persons who attend.")
    attendee_email: Optional[str] = Field(default=None, description="E-mail address of the attendee.")
    language: str = Field(default="en", description="Language of the confirmation message.")
    metadata: Optional[Dict[str, str]] = Field(default=None, description="Arbitrary key-value metadata.")


class RescheduleBookingRequest(ToolArguments):
    """Body of POST /v2/bookings/{uid}/reschedule."""
    attendee_name: str = Field(..., description="Name of the person whose booking is changed.")
    new_start: datetime = Field(..., description="New start of the booking.")
    rescheduled_by: Optional[str] = Field(default=None, description="E-mail address of the user who reschedules.")


class CancelBookingRequest(ToolArguments):
    """Body of POST /v2/bookings/{uid}/cancel."""
    attendee_name: str = Field(..., description="Name of the person whose booking is cancelled.")
    day: Optional[date] = Field(default=None, description="Date of the booking, if the person has several.")
    reason: Optional[str] = Field(default=None, description="Cancellation reason that is sent to the attendee.")
    cancel_subsequent: bool = Field(default=False, description="Also cancel later bookings of a recurring series.")


class ApiResponse(ToolOutput):
    status: Literal["success", "error"] = "success"
    data: Any = None


class CalComToolBox(ToolBox):
    """Exposes bookings and slots of one Cal.com account as agent tools."""

    def __init__(self, bus=None, config=None, *args, **kwargs):
        self._settings: Dict[str, Any] = config or {}
        super().__init__(toolbox_id="ovos-calcom-toolbox", bus=bus, *args, **kwargs)

    def discover_tools(self) -> List[AgentTool]:
        return [
            AgentTool(
                name="calcom_get_bookings",
                description="Retrieves the bookings of the account, optionally filtered by date, attendee or status.",
                argument_schema=GetBookingsRequest,
                output_schema=ApiResponse,
                tool_call=self.get_bookings,
            ),
            AgentTool(
                name="calcom_get_slots",
                description="Retrieves the available time slots in which an event type can still be booked.",
                argument_schema=GetSlotsRequest,
                output_schema=ApiResponse,
                tool_call=self.get_slots,
            ),
            AgentTool(
                name="calcom_create_booking",
                description="Creates a booking of an event type for a person.",
                argument_schema=CreateBookingRequest,
                output_schema=ApiResponse,
                tool_call=self.create_booking,
            ),
            AgentTool(
                name="calcom_reschedule_booking",
                description="Moves an existing booking of a person to another date and time.",
                argument_schema=RescheduleBookingRequest,
                output_schema=ApiResponse,
                tool_call=self.reschedule_booking,
            ),
            AgentTool(
                name="calcom_cancel_booking",
                description="Cancels an existing booking of a person.",
                argument_schema=CancelBookingRequest,
                output_schema=ApiResponse,
                tool_call=self.cancel_booking,
            ),
        ]

    # -- HTTP ---------------------------------------------------------------

    def _call(self, method: str, path: str, query: Optional[dict] = None, body: Optional[dict] = None) -> dict:
        url = self._settings.get("base_url", "https://api.cal.com/v2") + path
        if query:
            url += "?" + parse.urlencode({k: v for k, v in query.items() if v is not None})
        req = request.Request(url, method=method, data=json.dumps(body).encode() if body is not None else None)
        req.add_header("Authorization", f"Bearer {self._settings['api_key']}")
        req.add_header("cal-api-version", API_VERSION)
        req.add_header("Content-Type", "application/json")
        with request.urlopen(req, timeout=15) as response:
            return json.load(response)

    def _uid(self, name: str, day: Optional[date] = None) -> str:
        found = self._call("GET", "/bookings", {"attendeeName": name, "status": "upcoming",
                                                "afterStart": day.isoformat() if day else None})
        return found["data"][0]["uid"]

    # -- Tools --------------------------------------------------------------

    def get_bookings(self, args: GetBookingsRequest) -> dict:
        day = args.day.isoformat() if args.day else None
        return self._call("GET", "/bookings", {
            "attendeeName": args.attendee_name, "status": args.status, "take": args.take, "skip": args.skip,
            "sortStart": args.sort, "afterStart": day and day + "T00:00:00Z", "beforeEnd": day and day + "T23:59:59Z"})

    def get_slots(self, args: GetSlotsRequest) -> dict:
        first = args.date_from or date.today()
        result = self._call("GET", "/slots", {
            "eventTypeSlug": args.event_type.replace(" ", "-"), "username": self._settings.get("username"),
            "start": first.isoformat(), "end": (args.date_to or first).isoformat(),
            "timeZone": args.time_zone, "format": args.format})
        if args.not_before:
            floor = args.not_before.strftime("%H:%M")
            result["data"] = {d: [s for s in slots if s["start"][11:16] >= floor]
                              for d, slots in result["data"].items()}
        return result

    def create_booking(self, args: CreateBookingRequest) -> dict:
        return self._call("POST", "/bookings", body={
            "eventTypeSlug": args.event_type.replace(" ", "-"), "username": self._settings.get("username"),
            "start": args.start.isoformat(), "guests": args.guests, "metadata": args.metadata or {},
            "attendee": {"name": args.attendee_name, "email": args.attendee_email, "language": args.language}})

    def reschedule_booking(self, args: RescheduleBookingRequest) -> dict:
        return self._call("POST", f"/bookings/{self._uid(args.attendee_name)}/reschedule", body={
            "start": args.new_start.isoformat(), "rescheduledBy": args.rescheduled_by})

    def cancel_booking(self, args: CancelBookingRequest) -> dict:
        return self._call("POST", f"/bookings/{self._uid(args.attendee_name, args.day)}/cancel", body={
            "cancellationReason": args.reason, "cancelSubsequentBookings": args.cancel_subsequent})
