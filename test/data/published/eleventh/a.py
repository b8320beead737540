from datetime import date
from enum import Enum
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class PlaidCategory(str, Enum):
    INCOME = "INCOME"
    FOOD_AND_DRINK = "FOOD_AND_DRINK"
    ENTERTAINMENT = "ENTERTAINMENT"
    MEDICAL = "MEDICAL"
    RENT_AND_UTILITIES = "RENT_AND_UTILITIES"
    TRANSPORTATION = "TRANSPORTATION"
    TRAVEL = "TRAVEL"


class Coin(str, Enum):
    BTC = "BTC"
    ETH = "ETH"
    SOL = "SOL"
    XRP = "XRP"
    ADA = "ADA"
    DOGE = "DOGE"
    LTC = "LTC"


class GetAccountBalanceArgs(ToolArguments):
    account: Optional[Literal["checking", "savings", "credit_card", "joint", "investment"]] = Field(
        None, description="Which linked account to query. All accounts if omitted.")
    as_of: Optional[date] = Field(None, description="Return the end-of-day balance of this date (YYYY-MM-DD) instead of the current one")
    include_pending: bool = Field(False, description="Also count pending transactions that have not been posted")


class GetAccountBalanceOut(ToolOutput):
    balance: float
    currency: str


class SearchTransactionsArgs(ToolArguments):
    merchant: Optional[str] = Field(None, description="Merchant or counterparty name to match")
    category: Optional[PlaidCategory] = Field(None, description="Primary personal finance category")
    start_date: Optional[date] = Field(None, description="The earliest date for which data should be returned, YYYY-MM-DD")
    end_date: Optional[date] = Field(None, description="The latest date for which data should be returned, YYYY-MM-DD")
    min_amount: Optional[float] = Field(None, ge=0, description="Only transactions of at least this amount")
    limit: int = Field(25, ge=1, le=500, description="Number of transactions per page")
    page: int = Field(1, ge=1, description="Page number")


class SearchTransactionsOut(ToolOutput):
    transactions: List[str]


class YnabUpdateCategoryBudgetArgs(ToolArguments):
    category_name: str = Field(..., description="Name of the budget category")
    budgeted: float = Field(..., ge=0, description="The new assigned amount in currency units (not milliunits)")
    month: Optional[date] = Field(None, description="The budget month as the ISO date of its first day, e.g. 2016-12-01. Defaults to the current month.")


class YnabUpdateCategoryBudgetOut(ToolOutput):
    success: bool


class CreateInvoiceArgs(ToolArguments):
    customer: str = Field(..., description="Customer name")
    amount: float = Field(..., gt=0, description="Total amount of the invoice")
    currency: Literal["eur", "usd", "gbp"] = Field("eur", description="Three-letter ISO currency code, in lowercase")
    description: Optional[str] = Field(None, description="What the invoice is for; displayed on the line item")
    daysUntilDue: int = Field(30, ge=1, le=120, description="Number of days the customer has to pay")
    draft: bool = Field(False, description="If true the invoice is not finalized and not emailed")


class CreateInvoiceOut(ToolOutput):
    invoiceId: str


class GetCryptoPriceArgs(ToolArguments):
    coins: List[Coin] = Field(..., min_length=1, description=(
        "Ticker symbols: BTC (Bitcoin), ETH (Ethereum), SOL (Solana), XRP (Ripple), "
        "ADA (Cardano), DOGE (Dogecoin), LTC (Litecoin)"))
    vs_currency: Literal["usd", "eur", "gbp", "chf"] = Field("usd", description="Target currency of the quote")
    include_24hr_change: bool = Field(False, description="Include the change over the last 24 hours")
    precision: Optional[int] = Field(None, ge=0, le=18, description="Decimal places")


class GetCryptoPriceOut(ToolOutput):
    prices: List[float]


class RefreshTransactionsArgs(ToolArguments):
    pass


class RefreshTransactionsOut(ToolOutput):
    request_id: str


class MoneyToolBox(ToolBox):
    """Bank accounts, budget, invoices and crypto quotes."""

    def __init__(self, config=None, bus=None):
        super().__init__("money", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="get_account_balance",
                description="Retrieves the balance of a linked bank account. Use this tool when the user wants to know how much money is available or owed on an account.",
                argument_schema=GetAccountBalanceArgs,
                output_schema=GetAccountBalanceOut,
                tool_call=lambda a: GetAccountBalanceOut(balance=0.0, currency="eur")),
            AgentTool(
                name="search_transactions",
                description=(
                    "Search posted transactions across all linked accounts. All filters are optional and are combined with AND.\n\n"
                    "Args:\n"
                    "    merchant: counterparty to match\n"
                    "    category: Plaid personal finance category\n"
                    "    start_date / end_date: inclusive date range\n"
                    "    min_amount: lower bound\n"
                    "    limit, page: pagination"),
                argument_schema=SearchTransactionsArgs,
                output_schema=SearchTransactionsOut,
                tool_call=lambda a: SearchTransactionsOut(transactions=[])),
            AgentTool(
                name="ynab_update_category_budget",
                description="Update the budgeted amount of a category for a month.",
                argument_schema=YnabUpdateCategoryBudgetArgs,
                output_schema=YnabUpdateCategoryBudgetOut,
                tool_call=lambda a: YnabUpdateCategoryBudgetOut(success=True)),
            AgentTool(
                name="createInvoice",
                description="This tool will create an invoice in Stripe. Takes the customer, the amount and optionally the currency, a description and the payment term. The invoice is finalized and emailed unless draft is set.",
                argument_schema=CreateInvoiceArgs,
                output_schema=CreateInvoiceOut,
                tool_call=lambda a: CreateInvoiceOut(invoiceId="in_0")),
            AgentTool(
                name="get_crypto_price",
                description="Current spot price of one or more cryptocurrencies (CoinGecko simple/price).",
                argument_schema=GetCryptoPriceArgs,
                output_schema=GetCryptoPriceOut,
                tool_call=lambda a: GetCryptoPriceOut(prices=[])),
            AgentTool(
                name="refresh_transactions",
                description="Trigger an on-demand refresh that fetches the newest transactions of all linked institutions.",
                argument_schema=RefreshTransactionsArgs,
                output_schema=RefreshTransactionsOut,
                tool_call=lambda a: RefreshTransactionsOut(request_id="0")),
        ]
