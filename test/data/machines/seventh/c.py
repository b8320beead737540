"""
Google Calendar ToolBox
=======================

Lets an OVOS persona read and change the events of a Google Calendar using the v3 REST API.

Configuration keys: ``access_token`` (OAuth 2.0 bearer token).
"""

import json
import urllib.parse
import urllib.request
from datetime import date, datetime, time, timedelta
from typing import Any, Dict, List, Optional

from pydantic import BaseModel, Field

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput

API_ROOT = "https://www.googleapis.com/calendar/v3"


# --------------------------------------------------------------------------- #
# Input schemas
# --------------------------------------------------------------------------- #
class ListEventsInput(ToolArguments):
    """Input of google_calendar_list_events."""
    start_date: Optional[date] = Field(default=None, description="First day to list. Defaults to today.")
    end_date: Optional[date] = Field(default=None, description="Last day to list, inclusive. Defaults to start_date.")
    calendar_id: str = Field(default="primary", description="Calendar identifier.")
    max_results: int = Field(default=25, ge=1, le=250, description="Maximum number of events to return.")


class CreateEventInput(ToolArguments):
    """Input of google_calendar_create_event."""
    summary: str = Field(description="Title of the event.")
    start: datetime = Field(description="Date and time at which the event begins.")
    duration: Optional[timedelta] = Field(default=None, description="Length of the event. Defaults to one hour.")
    location: Optional[str] = Field(default=None, description="Where the event takes place.")
    attendees: Optional[List[str]] = Field(default=None, description="Names of the people to invite.")
    calendar_id: str = Field(default="primary", description="Calendar identifier.")


class MoveEventInput(ToolArguments):
    """Input of google_calendar_move_event."""
    summary: str = Field(description="Title of the existing event.")
    new_start: datetime = Field(description="New date and time at which the event begins.")
    calendar_id: str = Field(default="primary", description="Calendar identifier.")


class DeleteEventInput(ToolArguments):
    """Input of google_calendar_delete_event."""
    summary: str = Field(description="Title of the existing event.")
    day: Optional[date] = Field(default=None, description="Day of the event, to tell apart events of the same title.")
    calendar_id: str = Field(default="primary", description="Calendar identifier.")
    send_updates: bool = Field(default=True, description="Whether the attendees are notified by e-mail.")


class FindFreeTimeInput(ToolArguments):
    """Input of google_calendar_find_free_time."""
    duration: timedelta = Field(description="Length of the free slot that is needed.")
    start_date: Optional[date] = Field(default=None, description="First day to search. Defaults to today.")
    end_date: Optional[date] = Field(default=None, description="Last day to search, inclusive. Defaults to start_date.")
    earliest: Optional[time] = Field(default=None, description="Earliest time of day at which the slot may begin.")
    latest: Optional[time] = Field(default=None, description="Latest time of day at which the slot may end.")


# --------------------------------------------------------------------------- #
# Output schemas
# --------------------------------------------------------------------------- #
class Event(BaseModel):
    id: str
    summary: str
    start: str


class EventsOutput(ToolOutput):
    events: List[Event] = Field(description="Matching events, ordered by start.")


class EventOutput(ToolOutput):
    event: Event


class DeletedOutput(ToolOutput):
    deleted: bool


class SlotOutput(ToolOutput):
    start: Optional[str] = None
    end: Optional[str] = None


class GoogleCalendarToolBox(ToolBox):
    """ToolBox for Google Calendar."""

    def __init__(self, bus=None, config: Optional[Dict[str, Any]] = None, *args, **kwargs):
        super().__init__(toolbox_id="ovos-toolbox-google-calendar", bus=bus, config=config, *args, **kwargs)

    def discover_tools(self) -> List[AgentTool]:
        """Return the tools of this box."""
        return [
            AgentTool(
                name="google_calendar_list_events",
                description="Lists the events (appointments, meetings, parties) in the user's Google Calendar "
                            "for a day or a range of days, ordered by start time.",
                argument_schema=ListEventsInput,
                output_schema=EventsOutput,
                tool_call=self._list_events,
            ),
            AgentTool(
                name="google_calendar_create_event",
                description="Creates a new event in the user's Google Calendar at a given date and time, "
                            "optionally with a duration, a location and attendees.",
                argument_schema=CreateEventInput,
                output_schema=EventOutput,
                tool_call=self._create_event,
            ),
            AgentTool(
                name="google_calendar_move_event",
                description="Reschedules an existing event of the user's Google Calendar to a new date and time. "
                            "The duration of the event is kept.",
                argument_schema=MoveEventInput,
                output_schema=EventOutput,
                tool_call=self._move_event,
            ),
            AgentTool(
                name="google_calendar_delete_event",
                description="Deletes (cancels) an existing event from the user's Google Calendar.",
                argument_schema=DeleteEventInput,
                output_schema=DeletedOutput,
                tool_call=self._delete_event,
            ),
            AgentTool(
                name="google_calendar_find_free_time",
                description="Finds the first free slot of a given length in the user's Google Calendar, "
                            "within a day or a range of days.",
                argument_schema=FindFreeTimeInput,
                output_schema=SlotOutput,
                tool_call=self._find_free_time,
            ),
        ]

    # ----------------------------------------------------------------------- #
    # HTTP
    # ----------------------------------------------------------------------- #
    def _call(self, method: str, path: str, query: Optional[dict] = None, body: Optional[dict] = None) -> dict:
        url = f"{API_ROOT}{path}"
        if query:
            url += "?" + urllib.parse.urlencode(query)
        req = urllib.request.Request(
            url,
            method=method,
            data=json.dumps(body).encode("utf-8") if body is not None else None,
            headers={"Authorization": f"Bearer {self.config.get('access_token', '')}",
                     "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(req, timeout=15) as resp:
            raw = resp.read()
        return json.loads(raw) if raw else {}

    @staticmethod
    def _to_event(item: dict) -> dict:
        start = item.get("start", {})
        return {"id": item["id"], "summary": item.get("summary", ""),
                "start": start.get("dateTime") or start.get("date", "")}

    def _items(self, calendar_id: str, first: date, last: date, limit: int = 250, q: str = "") -> List[dict]:
        query = {"timeMin": f"{first}T00:00:00Z", "timeMax": f"{last + timedelta(days=1)}T00:00:00Z",
                 "singleEvents": "true", "orderBy": "startTime", "maxResults": limit}
        if q:
            query["q"] = q
        return self._call("GET", f"/calendars/{calendar_id}/events", query).get("items", [])

    # ----------------------------------------------------------------------- #
    # Tools
    # ----------------------------------------------------------------------- #
    def _list_events(self, args: ListEventsInput) -> dict:
        first = args.start_date or date.today()
        items = self._items(args.calendar_id, first, args.end_date or first, args.max_results)
        return {"events": [self._to_event(i) for i in items]}

    def _create_event(self, args: CreateEventInput) -> dict:
        end = args.start + (args.duration or timedelta(hours=1))
        body = {"summary": args.summary, "location": args.location,
                "start": {"dateTime": args.start.isoformat(), "timeZone": "UTC"},
                "end": {"dateTime": end.isoformat(), "timeZone": "UTC"},
                "attendees": [{"displayName": a} for a in args.attendees or []]}
        return {"event": self._to_event(self._call("POST", f"/calendars/{args.calendar_id}/events", body=body))}

    def _move_event(self, args: MoveEventInput) -> dict:
        today = date.today()
        item = self._items(args.calendar_id, today, today + timedelta(days=365), q=args.summary)[0]
        length = (datetime.fromisoformat(item["end"]["dateTime"]) - datetime.fromisoformat(item["start"]["dateTime"]))
        body = {"start": {"dateTime": args.new_start.isoformat(), "timeZone": "UTC"},
                "end": {"dateTime": (args.new_start + length).isoformat(), "timeZone": "UTC"}}
        return {"event": self._to_event(
            self._call("PATCH", f"/calendars/{args.calendar_id}/events/{item['id']}", body=body))}

    def _delete_event(self, args: DeleteEventInput) -> dict:
        first = args.day or date.today()
        last = args.day or first + timedelta(days=365)
        item = self._items(args.calendar_id, first, last, q=args.summary)[0]
        self._call("DELETE", f"/calendars/{args.calendar_id}/events/{item['id']}",
                   {"sendUpdates": "all" if args.send_updates else "none"})
        return {"deleted": True}

    def _find_free_time(self, args: FindFreeTimeInput) -> dict:
        day = args.start_date or date.today()
        last = args.end_date or day
        while day <= last:
            cursor = datetime.combine(day, args.earliest or time(8))
            stop = datetime.combine(day, args.latest or time(20))
            for item in self._items("primary", day, day):
                if "dateTime" not in item["start"]:
                    continue
                begin = datetime.fromisoformat(item["start"]["dateTime"]).replace(tzinfo=None)
                if begin - cursor >= args.duration:
                    break
                cursor = max(cursor, datetime.fromisoformat(item["end"]["dateTime"]).replace(tzinfo=None))
            if cursor + args.duration <= stop:
                return {"start": cursor.isoformat(), "end": (cursor + args.duration).isoformat()}
            day += timedelta(days=1)
        return {"start": None, "end": None}
