"""Shopify Admin toolbox: orders, stock, discounts and reports of one store."""
from datetime import date
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class GetOrdersArgs(ToolArguments):
    status: Literal["open", "closed", "cancelled", "any"] = Field("any", description="Order status")
    fulfillmentStatus: Optional[Literal["unfulfilled", "partial", "shipped"]] = Field(
        None, description="Filter by fulfillment status. unfulfilled: nothing shipped; partial: some line items shipped; shipped: everything shipped")
    financialStatus: Optional[Literal["pending", "paid", "refunded"]] = Field(
        None, description="Filter by payment status. pending: payment not received")
    customer: Optional[str] = Field(None, description="Customer name to filter by")
    createdAfter: Optional[date] = Field(None, description="Only orders placed on or after this date (ISO 8601)")
    fields: Optional[List[str]] = Field(None, description="Order fields to return; all if omitted")
    limit: int = Field(50, ge=1, le=250, description="Maximum number of orders to return")
    cursor: Optional[str] = Field(None, description="Pagination cursor from a previous response")


class FulfillOrderArgs(ToolArguments):
    orderNumber: int = Field(..., ge=1, description="Order number as shown in the admin, without the leading #")
    carrier: Optional[Literal["royal_mail", "dpd", "evri", "parcelforce", "local_delivery"]] = Field(
        None, description="Shipping carrier")
    trackingNumber: Optional[str] = Field(None, description="Tracking number of the shipment")
    notifyCustomer: bool = Field(True, description="Whether to send the shipping confirmation email to the customer")


class CancelOrderArgs(ToolArguments):
    orderNumber: int = Field(..., ge=1, description="Order number as shown in the admin, without the leading #")
    reason: Optional[Literal["CUSTOMER", "INVENTORY", "FRAUD", "DECLINED"]] = Field(
        None,
        description="OrderCancelReason. CUSTOMER: the customer wanted to cancel; INVENTORY: insufficient inventory; "
                    "FRAUD: the order was fraudulent; DECLINED: payment was declined")
    refund: bool = Field(False, description="Whether to refund the amount paid by the customer")
    restock: bool = Field(True, description="Whether to return the items to inventory")


class AdjustInventoryArgs(ToolArguments):
    product: str = Field(..., description="Product title")
    operation: Literal["increase", "decrease", "set"] = Field(
        ..., description="increase/decrease the available quantity by `quantity`, or set it to `quantity`")
    quantity: int = Field(..., ge=0, description="Number of units")


class DiscountArgs(ToolArguments):
    code: str = Field(..., description="The code that customers enter at checkout")
    percentage: int = Field(..., ge=1, le=100, description="Percentage off the order subtotal")
    startsAt: Optional[date] = Field(None, description="First day the code is valid; immediately if omitted")
    endsAt: Optional[date] = Field(None, description="Last day the code is valid; no expiry if omitted")
    usageLimit: Optional[int] = Field(None, ge=1, description="Maximum number of times the code can be used in total")
    oncePerCustomer: bool = Field(False, description="Limit the code to one use per customer")


class SalesReportArgs(ToolArguments):
    period: Literal["TODAY", "YESTERDAY", "LAST_7_DAYS", "LAST_30_DAYS", "MONTH_TO_DATE", "LAST_MONTH", "YEAR_TO_DATE"] = Field(
        ..., description="Reporting period")
    product: Optional[str] = Field(None, description="Restrict the report to one product title")
    compareToPrevious: bool = Field(False, description="Include the change against the preceding period of the same length")
    format: Literal["json", "csv"] = Field("json", description="Output format")


class OrdersOut(ToolOutput):
    orders: list = []
    nextCursor: Optional[str] = None


class MutationOut(ToolOutput):
    success: bool
    userErrors: List[str] = []


class ReportOut(ToolOutput):
    rows: list = []


class ShopifyToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("ovos-shopify-admin-toolbox", config, bus)

    def discover_tools(self):
        def done(_):
            return MutationOut(success=True)

        return [
            AgentTool(
                name="get_orders",
                description="Get orders from the Shopify store with optional filtering. Use this tool when the merchant "
                            "wants to see which orders exist, by status, payment, customer or date. Does not return revenue "
                            "totals; use sales_report for those.",
                argument_schema=GetOrdersArgs, output_schema=OrdersOut, tool_call=lambda a: OrdersOut()),
            AgentTool(
                name="fulfill_order",
                description="Create a fulfillment for an order, i.e. mark all of its items as shipped. Optionally attaches "
                            "carrier and tracking information and notifies the customer.",
                argument_schema=FulfillOrderArgs, output_schema=MutationOut, tool_call=done),
            AgentTool(
                name="cancel_order",
                description="Cancel an order. Optionally refund the customer and restock the items. This cannot be undone.",
                argument_schema=CancelOrderArgs, output_schema=MutationOut, tool_call=done),
            AgentTool(
                name="adjust_inventory",
                description="Adjust the available inventory of a product. Use this tool when stock has been counted, "
                            "produced, received or written off.",
                argument_schema=AdjustInventoryArgs, output_schema=MutationOut, tool_call=done),
            AgentTool(
                name="create_discount_code",
                description="Create a percentage discount code for the online store.",
                argument_schema=DiscountArgs, output_schema=MutationOut, tool_call=done),
            AgentTool(
                name="sales_report",
                description="Sales analytics of the store: net sales, units sold and number of orders over a period, "
                            "for the whole store or a single product.",
                argument_schema=SalesReportArgs, output_schema=ReportOut, tool_call=lambda a: ReportOut()),
        ]
