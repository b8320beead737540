from datetime import date, datetime
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Service(str, Enum):
    WHATSAPP = "WA"
    SIGNAL = "SIG"
    SMS = "SMS"


class SendMessageArgs(ToolArguments):
    recipients: list[str] = Field(..., description="Contact names, phone numbers or names of group chats")
    text: str = Field(..., description="The message text to send")
    service: Optional[Service] = Field(None, description="Messaging service: WA (WhatsApp), SIG (Signal) or SMS. Defaults to the contact's preferred service.")
    send_at: Optional[datetime] = Field(None, description="ISO-8601 datetime for scheduled delivery. Sent immediately if omitted.")


class SlackPostMessageArgs(ToolArguments):
    channel: str = Field(..., description="Channel name without the leading #, or a user name for a direct message")
    text: str = Field(..., description="Message text")
    thread_ts: Optional[str] = Field(None, description="Timestamp of the parent message, e.g. '1234567890.123456'")
    notify_all: bool = Field(False, description="Prefix with @channel so that every member gets a notification")
    unfurl_links: bool = Field(True, description="Show link previews")


class ListMessagesArgs(ToolArguments):
    sender: Optional[str] = Field(None, description="Only messages from this contact (name or phone number)")
    chat: Optional[str] = Field(None, description="Only messages in this group chat")
    query: Optional[str] = Field(None, description="Search term to filter messages by content")
    after: Optional[datetime] = Field(None, description="ISO-8601, only return messages after this moment")
    before: Optional[datetime] = Field(None, description="ISO-8601, only return messages before this moment")
    unread_only: bool = Field(False, description="Only messages not read yet")
    limit: int = Field(20, ge=1, le=100, description="Maximum number of messages to return")
    page: int = Field(0, ge=0, description="Page number for pagination")
    include_context: bool = Field(True, description="Whether to include messages before and after matches")


class MakeCallArgs(ToolArguments):
    contact: str = Field(..., description="Name of the contact, or a phone number")
    phoneType: Optional[Literal["mobile", "home", "work"]] = Field(None, description="Which of the contact's numbers to use")
    video: bool = Field(False, description="Video instead of voice")
    speaker: bool = Field(False, description="Turn the loudspeaker on")


class CreateContactArgs(ToolArguments):
    name: str = Field(..., description="Display name")
    phoneNumber: str = Field(..., description="Phone number")
    email: Optional[str] = Field(None, description="Email address")
    company: Optional[str] = Field(None, description="Company or organisation")
    birthday: Optional[date] = Field(None, description="YYYY-MM-DD")
    group: Optional[Literal["family", "friends", "work"]] = Field(None, description="Contact group")
    favorite: bool = Field(False, description="Star the contact")


class NoArgs(ToolArguments):
    pass


class ResultOut(ToolOutput):
    ok: bool
    detail: Optional[str] = None


class MessagesOut(ToolOutput):
    messages: list[str]


class CallsOut(ToolOutput):
    calls: list[str]


class MessagingToolBox(ToolBox):
    """Chats, Slack, phone and address book behind one bridge."""

    def __init__(self, config=None, bus=None):
        super().__init__("messaging", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="send_message",
                description="""Send a message to one or more people or group chats via WhatsApp, Signal or SMS.

Use this tool when the user wants to get a text across to a contact. Not for Slack.

Args:
    recipients: who gets the message
    text: the body of the message
    service: service code, if a specific one is wanted
    send_at: when to deliver it, for scheduled messages""",
                argument_schema=SendMessageArgs, output_schema=ResultOut,
                tool_call=lambda a: ResultOut(ok=True)),
            AgentTool(
                name="slack_post_message",
                description="Post a new message to a Slack channel or direct message to user",
                argument_schema=SlackPostMessageArgs, output_schema=ResultOut,
                tool_call=lambda a: ResultOut(ok=True)),
            AgentTool(
                name="list_messages",
                description="Get received messages from the personal chats (WhatsApp, Signal, SMS) matching specified criteria with optional context. All filters are optional and can be combined.",
                argument_schema=ListMessagesArgs, output_schema=MessagesOut,
                tool_call=lambda a: MessagesOut(messages=[])),
            AgentTool(
                name="makeCall",
                description="Places an outgoing phone or video call.",
                argument_schema=MakeCallArgs, output_schema=ResultOut,
                tool_call=lambda a: ResultOut(ok=True)),
            AgentTool(
                name="createContact",
                description="Creates a new entry in the address book. Requires at least a name and a phone number.",
                argument_schema=CreateContactArgs, output_schema=ResultOut,
                tool_call=lambda a: ResultOut(ok=True)),
            AgentTool(
                name="get_missed_calls",
                description="Returns the list of missed calls from the call log, newest first.",
                argument_schema=NoArgs, output_schema=CallsOut,
                tool_call=lambda a: CallsOut(calls=[])),
        ]
