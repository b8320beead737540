from datetime import date, datetime, timedelta
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class FuelType(str, Enum):
    E5 = "E5"
    E10 = "E10"
    DIESEL = "DSL"
    LPG = "LPG"


class FuelEntry(ToolArguments):
    litres: float = Field(..., gt=0, le=200, description="Amount of fuel")
    total_price: Optional[float] = Field(None, ge=0, description="Total amount paid in EUR")
    odometer: Optional[int] = Field(None, ge=0, le=999999, description="Mileage shown by the instrument cluster, km")
    fuel_type: Optional[FuelType] = Field(None, description="Kind of fuel (DSL = diesel, LPG = autogas)")
    full_tank: bool = Field(True, description="False for a partial refuelling; consumption is only computed between full tanks")
    fuel_date: Optional[date] = Field(None, description="Day of refuelling, defaults to today")


class TripEntry(ToolArguments):
    destination: str = Field(..., description="Place driven to")
    distance_km: float = Field(..., gt=0, description="Length of the trip in km")
    purpose: Literal["business", "private", "commute"] = Field("private", description="Tax category of the trip")
    trip_date: Optional[date] = Field(None, description="Day of the trip, defaults to today")
    passengers: list[str] = Field(default_factory=list, description="Names of people who came along")


class DueDate(ToolArguments):
    item: Literal["inspection", "insurance", "road_tax", "oil_change", "tyre_swap"]
    due: date = Field(..., description="ISO date")


class ExpenseQuery(ToolArguments):
    period: Optional[Literal["this_month", "last_month", "this_year", "last_year"]] = None
    category: Optional[Literal["fuel", "repairs", "insurance", "tax", "parking"]] = None
    group_by: Optional[Literal["month", "category"]] = None
    output_format: Literal["json", "csv", "markdown"] = "json"
    page: int = Field(1, ge=1)


class ParkingSpot(ToolArguments):
    location: str = Field(..., description="Street or place, e.g. Harbour Square")
    level: Optional[int] = Field(None, ge=-9, le=30, description="Storey of a multi-storey car park, negative below ground")
    ticket_duration: Optional[timedelta] = Field(None, description="Parking time bought, as ISO 8601 duration")
    ticket_until: Optional[datetime] = Field(None, description="Moment at which the parking ticket expires")


class Nothing(ToolArguments):
    pass


class Saved(ToolOutput):
    saved: bool
    entry_id: Optional[int] = None


class Report(ToolOutput):
    text: str = ""


class CarLogToolBox(ToolBox):
    """Logbook of my one and only car."""

    def __init__(self, config=None, bus=None):
        super().__init__("carlog", config, bus)

    def discover_tools(self):
        def save(_):
            return Saved(saved=True)

        def report(_):
            return Report()

        return [
            AgentTool(
                name="add_fuel_entry",
                description="""Add a refuelling stop to the logbook.

Args:
    litres: amount of fuel
    total_price: what was paid in total, not per litre
    odometer: mileage at the pump
    fuel_type: one of E5, E10, DSL, LPG
    full_tank: whether the tank is full afterwards
    fuel_date: day of refuelling
""",
                argument_schema=FuelEntry, output_schema=Saved, tool_call=save),
            AgentTool(
                name="log_trip",
                description="Record a journey made by car (driver's log for the tax office).",
                argument_schema=TripEntry, output_schema=Saved, tool_call=save),
            AgentTool(
                name="set_due_date",
                description="Store the date on which a recurring obligation of the vehicle falls due.",
                argument_schema=DueDate, output_schema=Saved, tool_call=save),
            AgentTool(
                name="get_expenses",
                description=(
                    "Summarise the running costs of the vehicle. Use this tool when the user asks about money "
                    "already spent. Without a period all entries are summed, without a category all categories."
                ),
                argument_schema=ExpenseQuery, output_schema=Report, tool_call=report),
            AgentTool(
                name="save_parking_spot",
                description="Save the vehicle's current parking position and, optionally, the validity of the ticket.",
                argument_schema=ParkingSpot, output_schema=Saved, tool_call=save),
            AgentTool(
                name="get_parking_spot",
                description="Returns the stored parking position and the remaining ticket time.",
                argument_schema=Nothing, output_schema=Report, tool_call=report),
        ]
