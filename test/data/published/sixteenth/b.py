"""Brightwell Energy - customer account tools (API v3)."""
from datetime import date, datetime
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class FuelType(str, Enum):
    ELECTRICITY = "ELECTRICITY"
    GAS = "GAS"


class OutageKind(str, Enum):
    NO_SUPPLY = "NO_SUPPLY"
    PARTIAL = "PARTIAL"
    FLICKERING = "FLICKERING"


class EngineerJob(str, Enum):
    SMART_METER_INSTALL = "SMART_METER_INSTALL"
    METER_FAULT = "METER_FAULT"
    BOILER_SERVICE = "BOILER_SERVICE"
    EV_CHARGER_INSTALL = "EV_CHARGER_INSTALL"


class SubmitMeterReadingInput(ToolArguments):
    fuel: FuelType = Field(..., description="Which meter the reading belongs to")
    value: int = Field(..., ge=0, le=999999, description="The digits before the decimal point on the meter")
    readOn: Optional[date] = Field(None, description="Date the meter was read, format yyyy-MM-dd. Today if omitted.")
    meterRegister: Optional[Literal["day", "night"]] = Field(None, description="Register of a two-rate (Economy 7) meter")


class GetConsumptionInput(ToolArguments):
    period: Literal["yesterday", "this_week", "last_week", "this_month", "last_month", "this_year", "last_year"] = Field(
        ..., description="Reporting period")
    fuel: Optional[FuelType] = Field(None, description="Restrict to one fuel. If not provided, all fuels on the account are summed up.")
    measure: Optional[Literal["kwh", "cost"]] = Field(None, description="Report energy (kwh) or money (cost); both if omitted")
    page: int = Field(1, ge=1, description="Page number of the result")
    pageSize: int = Field(50, ge=1, le=200, description="Number of rows per page")
    format: Literal["json", "csv"] = Field("json", description="Response format")


class ReportOutageInput(ToolArguments):
    kind: OutageKind = Field(
        ..., description="NO_SUPPLY: whole property without power; PARTIAL: some rooms or circuits without power; FLICKERING: unstable supply, lights dim or flicker")
    startedAt: Optional[datetime] = Field(None, description="When the problem began (ISO 8601)")
    neighboursAffected: Optional[bool] = Field(None, description="Whether neighbouring properties have lost supply as well")
    medicalEquipment: bool = Field(False, description="Someone in the household depends on powered medical equipment (priority services)")


class BookEngineerVisitInput(ToolArguments):
    job: EngineerJob = Field(..., description="Type of work")
    day: date = Field(..., description="Requested day of the visit, yyyy-MM-dd")
    slot: Optional[Literal["AM", "PM", "EVE"]] = Field(None, description="AM 08-12, PM 12-17, EVE 17-20")


class UpdateDirectDebitInput(ToolArguments):
    amount: Optional[float] = Field(None, gt=0, description="New monthly amount in GBP")
    dayOfMonth: Optional[int] = Field(None, ge=1, le=28, description="Day of the month on which the payment is collected")
    effectiveFrom: Optional[date] = Field(None, description="First day the change applies. Next collection if omitted.")


class GetCurrentTariffInput(ToolArguments):
    """No parameters."""


class RequestAccepted(ToolOutput):
    reference: str


class ConsumptionReport(ToolOutput):
    kwh: float = 0.0
    cost: float = 0.0


class TariffDetails(ToolOutput):
    name: str
    unitRate: float
    standingCharge: float
    endsOn: Optional[date] = None


class BrightwellEnergyToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("brightwell_energy", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="submitMeterReading",
                description=(
                    "Submits a customer meter reading for the authenticated account. Use this tool when the customer "
                    "provides the figure shown on the gas or electricity meter. Readings are validated against the "
                    "previous one and may be rejected if they are lower.\n"
                    "Args:\n"
                    "  fuel: ELECTRICITY or GAS\n"
                    "  value: whole units only, leading zeros can be dropped\n"
                    "  readOn: must not be in the future\n"
                    "  meterRegister: two-rate meters only"),
                argument_schema=SubmitMeterReadingInput,
                output_schema=RequestAccepted,
                tool_call=lambda a: RequestAccepted(reference="MR-1")),
            AgentTool(
                name="getConsumption",
                description="Returns the energy consumption and cost of the property for a period.",
                argument_schema=GetConsumptionInput,
                output_schema=ConsumptionReport,
                tool_call=lambda a: ConsumptionReport()),
            AgentTool(
                name="reportOutage",
                description=(
                    "Reports a current loss or disturbance of the electricity supply at the customer's address to the "
                    "network operator. Not for gas leaks - customers must call the emergency line."),
                argument_schema=ReportOutageInput,
                output_schema=RequestAccepted,
                tool_call=lambda a: RequestAccepted(reference="OUT-1")),
            AgentTool(
                name="bookEngineerVisit",
                description="Books an appointment with a field engineer, e.g. for a smart meter installation or an annual boiler service.",
                argument_schema=BookEngineerVisitInput,
                output_schema=RequestAccepted,
                tool_call=lambda a: RequestAccepted(reference="ENG-1")),
            AgentTool(
                name="updateDirectDebit",
                description="Changes the monthly Direct Debit: amount and/or collection day.",
                argument_schema=UpdateDirectDebitInput,
                output_schema=RequestAccepted,
                tool_call=lambda a: RequestAccepted(reference="DD-1")),
            AgentTool(
                name="getCurrentTariff",
                description="Retrieves the customer's current tariff: plan name, fixed or variable, unit rates, standing charge, contract end date and exit fees.",
                argument_schema=GetCurrentTariffInput,
                output_schema=TariffDetails,
                tool_call=lambda a: TariffDetails(name="Standard", unitRate=0.25, standingCharge=0.5)),
        ]
