"""Front desk of a small bicycle workshop with rental."""
from datetime import date, datetime
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class CreateRepairTicketArgs(ToolArguments):
    customerName: str = Field(..., description="Customer the bicycle belongs to")
    problem: str = Field(..., description="What is wrong with the bicycle")
    bike: Optional[str] = Field(None, description="Kind or model of the bicycle")
    promisedDate: Optional[date] = Field(None, description="Day by which the repair has been promised")
    express: bool = Field(False, description="Express repair, goes ahead of the other jobs")


RepairStatus = Literal["RCVD", "IN_WORK", "PARTS", "READY", "OUT"]


class UpdateRepairStatusArgs(ToolArguments):
    customerName: str = Field(..., description="Customer whose repair is updated")
    status: RepairStatus = Field(
        ..., description="New status: RCVD = received, IN_WORK = being worked on, PARTS = waiting for parts, "
                         "READY = finished, ready for pickup, OUT = collected by the customer")


class BikeType(str, Enum):
    CITY = "city"
    MOUNTAIN = "mtb"
    ELECTRIC = "ebike"
    CARGO = "cargo"
    CHILD = "kids"
    TANDEM = "tandem"


class BookRentalArgs(ToolArguments):
    customerName: str = Field(..., description="Who rents the bike")
    bikeType: BikeType = Field(
        ..., description="city, mtb (mountain bike), ebike (electric), cargo, kids (children's bike) or tandem")
    startDate: date = Field(..., description="First day of the rental")
    days: int = Field(1, ge=1, le=30, description="Length of the rental in days")
    helmets: int = Field(0, ge=0, le=6, description="Number of helmets to go with it")


class RecordPaymentArgs(ToolArguments):
    customerName: str = Field(..., description="Name of the paying customer")
    amount: float = Field(..., gt=0, description="Amount in EUR")
    method: Optional[Literal["cash", "card", "transfer", "voucher"]] = Field(None, description="Means of payment")
    isDeposit: bool = Field(False, description="True for a deposit / down payment rather than a final payment")


class SendCustomerMessageArgs(ToolArguments):
    customerName: str = Field(..., description="Recipient, as in the customer file")
    message: str = Field(..., description="Text of the message")
    channel: Optional[Literal["sms", "email", "whatsapp"]] = Field(
        None, description="sms (text message), email or whatsapp. Customer's preferred channel if not given")
    sendAt: Optional[datetime] = Field(None, description="When to send it; immediately if not given")
    locale: str = Field("en", description="Language of the greeting template")


class ListOpenRepairsArgs(ToolArguments):
    pass


class OkOut(ToolOutput):
    ok: bool = True


class TicketOut(ToolOutput):
    ticketId: int = 0


class RepairsOut(ToolOutput):
    repairs: list[str] = []


class BikeShopToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("bikeshop", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="createRepairTicket", description="Opens a repair ticket for a bicycle handed in.",
                      argument_schema=CreateRepairTicketArgs, output_schema=TicketOut,
                      tool_call=lambda a: TicketOut()),
            AgentTool(name="updateRepairStatus",
                      description="Changes the status of a customer's existing repair. Use this tool when a repair "
                                  "has been started, is held up, has been completed or the bicycle has been handed "
                                  "back. Does not inform the customer.",
                      argument_schema=UpdateRepairStatusArgs, output_schema=OkOut, tool_call=lambda a: OkOut()),
            AgentTool(name="bookRental", description="Books a rental bike for a customer.",
                      argument_schema=BookRentalArgs, output_schema=OkOut, tool_call=lambda a: OkOut()),
            AgentTool(name="recordPayment",
                      description="Records money received from a customer in the cash book.",
                      argument_schema=RecordPaymentArgs, output_schema=OkOut, tool_call=lambda a: OkOut()),
            AgentTool(name="sendCustomerMessage",
                      description="Sends a message to a customer, at once or at a given moment.\n\n"
                                  "Args:\n"
                                  "    customerName: recipient\n"
                                  "    message: the text\n"
                                  "    channel: sms, email or whatsapp\n"
                                  "    sendAt: ISO 8601 date and time, e.g. 2025-03-01T08:30:00\n"
                                  "    locale: language code",
                      argument_schema=SendCustomerMessageArgs, output_schema=OkOut, tool_call=lambda a: OkOut()),
            AgentTool(name="listOpenRepairs", description="Lists all repairs that are not finished.",
                      argument_schema=ListOpenRepairsArgs, output_schema=RepairsOut,
                      tool_call=lambda a: RepairsOut()),
        ]
