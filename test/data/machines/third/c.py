# spliit-toolbox: talk to a self-hosted Spliit group (shared expenses). Hobby project, PRs welcome.
from datetime import date
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class CreateExpense(ToolArguments):
    title: str = Field(description="what the expense was for")
    amount: float = Field(gt=0, description="amount in the group currency")
    paidBy: Optional[str] = Field(None, description="participant who paid, defaults to active user")
    paidFor: Optional[list[str]] = Field(None, description="participants the expense is for, defaults to everyone")
    splitMode: Optional[Literal["EVENLY", "BY_SHARES", "BY_PERCENTAGE", "BY_AMOUNT"]] = Field(None, description="split mode")
    expenseDate: Optional[date] = Field(None, description="defaults to today")
    recurrenceRule: Optional[Literal["NONE", "DAILY", "WEEKLY", "MONTHLY"]] = Field(None, description="recurring expense")
    categoryId: Optional[int] = Field(None, ge=0, le=43, description="numeric spliit category id")
    notes: str = Field("", description="notes")


class GetBalances(ToolArguments):
    pass


class ListExpenses(ToolArguments):
    filter: Optional[str] = Field(None, description="only expenses with this text in the title")
    paidBy: Optional[str] = Field(None, description="only expenses paid by this participant")
    fromDate: Optional[date] = Field(None, description="on or after")
    toDate: Optional[date] = Field(None, description="on or before")
    limit: int = Field(10, ge=1, le=200)
    cursor: int = Field(0, ge=0)


class RecordReimbursement(ToolArguments):
    fromParticipant: str = Field(description="who gave the money")
    toParticipant: Optional[str] = Field(None, description="who received it, can be omitted in a group of two")
    amount: float = Field(gt=0, description="amount in the group currency")
    reimbursementDate: Optional[date] = Field(None, description="defaults to today")


class Out(ToolOutput):
    ok: bool = True
    data: Optional[str] = None


class SpliitToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("spliit", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="createExpense", description="add an expense to the group", argument_schema=CreateExpense, output_schema=Out, tool_call=lambda a: Out()),
            AgentTool(name="getBalances", description="balances of the group and suggested reimbursements (who owes whom)", argument_schema=GetBalances, output_schema=Out, tool_call=lambda a: Out()),
            AgentTool(name="listExpenses", description="list expenses of the group, newest first", argument_schema=ListExpenses, output_schema=Out, tool_call=lambda a: Out()),
            AgentTool(name="recordReimbursement", description="mark a reimbursement between two participants as paid. does not move any money!", argument_schema=RecordReimbursement, output_schema=Out, tool_call=lambda a: Out()),
        ]
