from datetime import date, datetime
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class CreateEventArgs(ToolArguments):
    summary: str = Field(..., description="Event title.")
    start_time: datetime = Field(..., description="Start time (RFC3339, e.g. '2023-10-27T10:00:00').")
    duration_minutes: int = Field(60, ge=5, le=1440, description="Length of the event in minutes.")
    attendees: Optional[List[str]] = Field(None, description="Attendees, as contact names or email addresses.")
    location: Optional[str] = Field(None, description="Event location.")
    add_google_meet: bool = Field(False, description="Whether to add a Google Meet video conference to the event.")
    timezone: Optional[str] = Field(None, description="Timezone (e.g. \"America/New_York\").")


class GetEventsArgs(ToolArguments):
    calendar_id: str = Field("primary", description="The ID or name of the calendar to query. Defaults to 'primary'.")
    start_date: Optional[date] = Field(None, description="First day of the range (YYYY-MM-DD). If omitted, all upcoming events are considered.")
    end_date: Optional[date] = Field(None, description="Last day of the range, inclusive. If omitted, only start_date is covered.")
    query: Optional[str] = Field(None, description="A keyword to search for within event fields (summary, description, location).")
    max_results: int = Field(25, ge=1, le=2500, description="The maximum number of events to return.")
    detailed: bool = Field(False, description="Whether to return description, attendees and attachments as well.")


class RespondArgs(ToolArguments):
    event: str = Field(..., description="Title of the event")
    responseStatus: Literal["accepted", "declined", "tentative"] = Field(..., description="The attendee's response status")
    eventDate: Optional[date] = Field(None, description="Day of the event, to tell recurring instances apart")
    comment: Optional[str] = Field(None, description="Additional comment sent along with the response")
    sendUpdates: bool = Field(True, description="Whether the organizer is notified about the response")


class SendMessageArgs(ToolArguments):
    to: List[str] = Field(..., description="Recipients (contact names or email addresses).")
    body: str = Field(..., description="Email body content.")
    subject: Optional[str] = Field(None, description="Email subject.")
    cc: Optional[List[str]] = Field(None, description="CC recipients.")
    importance: Literal["low", "normal", "high"] = Field("normal", description="Importance of the message.")
    body_format: Literal["plain", "html"] = Field("plain", description="Use 'plain' for plaintext or 'html' for HTML content.")


class SearchMessagesArgs(ToolArguments):
    query: Optional[str] = Field(None, description="Text to look for in subject and body")
    sender: Optional[str] = Field(None, description="Name or address of the sender")
    folder: Optional[Literal["inbox", "sentitems", "drafts", "archive", "junkemail", "deleteditems"]] = Field(
        None, description="Well-known folder name; all folders if not given")
    receivedAfter: Optional[date] = Field(None, description="Only messages received on or after this date")
    unreadOnly: bool = Field(False, description="Only messages that have not been read")
    hasAttachments: bool = Field(False, description="Only messages with attachments")
    top: int = Field(10, ge=1, le=100, description="Page size")
    skip: int = Field(0, ge=0, description="Number of messages to skip")


class NoArgs(ToolArguments):
    pass


class TextOut(ToolOutput):
    text: str


class StatusOut(ToolOutput):
    ok: bool


class UnreadOut(ToolOutput):
    unread: int


class WorkspaceToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("workspace_mcp", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="create_event",
                description=(
                    "Creates a new event in the user's Google Calendar.\n\n"
                    "Args:\n"
                    "    summary (str): Event title.\n"
                    "    start_time (datetime): Start time.\n"
                    "    duration_minutes (int): Length of the event. Defaults to 60.\n"
                    "    attendees (Optional[List[str]]): People to invite.\n"
                    "    location (Optional[str]): Event location.\n"
                    "    add_google_meet (bool): Whether to add a Google Meet video conference.\n\n"
                    "Returns:\n"
                    "    str: Confirmation message of the successful event creation with event link."),
                argument_schema=CreateEventArgs, output_schema=TextOut,
                tool_call=lambda a: TextOut(text="")),
            AgentTool(
                name="get_events",
                description=(
                    "Retrieves events from a specified Google Calendar. Can retrieve all events within a date range "
                    "or search for events by keyword. Use this tool when the user asks about their schedule, "
                    "appointments or availability."),
                argument_schema=GetEventsArgs, output_schema=TextOut,
                tool_call=lambda a: TextOut(text="")),
            AgentTool(
                name="respondToEvent",
                description="Respond to a calendar event invitation (accept, decline or tentatively accept).",
                argument_schema=RespondArgs, output_schema=StatusOut,
                tool_call=lambda a: StatusOut(ok=True)),
            AgentTool(
                name="send_gmail_message",
                description=(
                    "Sends an email using the user's Gmail account. Supports plain text and HTML bodies. "
                    "The message is sent immediately, no draft is kept."),
                argument_schema=SendMessageArgs, output_schema=StatusOut,
                tool_call=lambda a: StatusOut(ok=True)),
            AgentTool(
                name="search_messages",
                description=(
                    "Searches messages in the user's mailbox by text, sender, folder or date. Results are paged; "
                    "use `skip` and `top` to fetch further pages."),
                argument_schema=SearchMessagesArgs, output_schema=TextOut,
                tool_call=lambda a: TextOut(text="")),
            AgentTool(
                name="get_unread_count",
                description="Number of unread messages in the mailbox. Use this tool to tell whether there is new mail at all.",
                argument_schema=NoArgs, output_schema=UnreadOut,
                tool_call=lambda a: UnreadOut(unread=0)),
        ]
