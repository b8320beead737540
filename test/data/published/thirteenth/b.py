"""Little helper for the board of an amateur choir."""
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Voice(str, Enum):
    SOPRANO = "S"
    ALTO = "A"
    TENOR = "T"
    BASS = "B"


class RehearsalArgs(ToolArguments):
    starts_at: datetime = Field(..., description="Start, local time")
    duration: timedelta = Field(timedelta(hours=2), description="Length as ISO 8601 duration, e.g. PT2H")
    venue: Optional[str] = Field(None, description="Where, if not in the usual room")
    section: Optional[Voice] = Field(None, description="S, A, T or B for a sectional rehearsal; null for the whole choir")


class AbsenceArgs(ToolArguments):
    memberName: str = Field(..., description="Who will be absent")
    fromDate: date = Field(..., description="Day of the absence, or its first day")
    toDate: Optional[date] = Field(None, description="Last day, if it is more than one")
    reason: Optional[str] = Field(None, description="Reason, e.g. 'flu'")


class LendArgs(ToolArguments):
    title: str = Field(..., description="Title of the piece")
    borrower: str = Field(..., description="Person or group who takes the music")
    copies: int = Field(1, ge=1, le=80, description="Number of copies")
    due: Optional[date] = Field(None, description="Date by which it has to be returned")


class DuesArgs(ToolArguments):
    member: str = Field(..., description="Name of the member who paid")
    amount: float = Field(..., gt=0, description="Amount paid")
    method: Optional[Literal["cash", "bank_transfer", "card"]] = Field(None, description="How it was paid")
    year: Optional[int] = Field(None, ge=2000, le=2100, description="Membership year the payment is for; defaults to the current one")
    currency: str = Field("EUR", description="ISO 4217 code")


class MessageArgs(ToolArguments):
    sections: list[Voice] = Field(..., min_length=1, description="Sections to write to (S, A, T, B)")
    text: str = Field(..., description="Body of the message")
    urgent: bool = Field(False, description="Send as SMS at once instead of in the daily mail")


class NoArgs(ToolArguments):
    pass


class SavedOut(ToolOutput):
    id: int


class SentOut(ToolOutput):
    recipients: int


class ConcertOut(ToolOutput):
    title: str
    starts_at: Optional[datetime] = None
    venue: Optional[str] = None
    dress_code: Optional[str] = None
    programme: list[str] = []


class ChoirToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("choir", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="schedule_rehearsal",
                      description="Add a rehearsal to the choir calendar, for everybody or for a single section.",
                      argument_schema=RehearsalArgs, output_schema=SavedOut, tool_call=lambda a: SavedOut(id=1)),
            AgentTool(name="markAbsent",
                      description="Mark a choir member as absent from rehearsal on a day or over a period.",
                      argument_schema=AbsenceArgs, output_schema=SavedOut, tool_call=lambda a: SavedOut(id=1)),
            AgentTool(name="lend_sheet_music",
                      description="Record that sheet music from the choir library has been lent out.\n\n"
                                  "Args:\n    title: the piece\n    borrower: who gets it\n"
                                  "    copies: how many (default 1)\n    due: return date (optional)",
                      argument_schema=LendArgs, output_schema=SavedOut, tool_call=lambda a: SavedOut(id=1)),
            AgentTool(name="record_dues",
                      description="Enter a payment of membership dues into the treasurer's book. Use this tool when money "
                                  "from a member has come in.",
                      argument_schema=DuesArgs, output_schema=SavedOut, tool_call=lambda a: SavedOut(id=1)),
            AgentTool(name="message_section",
                      description="Send a message to all singers of one or more sections.",
                      argument_schema=MessageArgs, output_schema=SentOut, tool_call=lambda a: SentOut(recipients=0)),
            AgentTool(name="next_concert",
                      description="Details of the choir's next concert: date, start, venue, dress code and programme.",
                      argument_schema=NoArgs, output_schema=ConcertOut, tool_call=lambda a: ConcertOut(title="")),
        ]
