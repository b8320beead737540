"""Recipes, meal plan, restaurant ordering and grocery delivery."""
import datetime as dt
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class SearchRecipesArgs(ToolArguments):
    query: str = Field(..., description="The recipe search query: a dish or a main ingredient, e.g. 'pasta'")
    cuisine: Optional[Literal["italian", "mexican", "indian", "thai", "greek", "french", "chinese", "japanese"]] = Field(
        None, description="The cuisine of the recipes")
    diet: Optional[Literal["vegetarian", "vegan", "gluten free", "ketogenic", "pescetarian"]] = Field(
        None, description="The diet for which the recipes must be suitable")
    excludeIngredients: Optional[List[str]] = Field(
        None, description="Ingredients that the recipes must not contain")
    maxReadyTime: Optional[int] = Field(
        None, ge=1, description="The maximum time in minutes it should take to prepare and cook the recipe")
    number: int = Field(10, ge=1, le=100, description="The number of expected results (between 1 and 100)")
    offset: int = Field(0, ge=0, le=900, description="The number of results to skip")


class MealPlanEntryArgs(ToolArguments):
    plan_date: dt.date = Field(..., description="Date of the entry in ISO format (YYYY-MM-DD)")
    title: str = Field(..., description="Name of the meal or dish")
    entry_type: Literal["breakfast", "lunch", "dinner", "side"] = Field("dinner", description="Type of meal")
    servings: Optional[int] = Field(None, ge=1, le=40, description="Number of people the meal is for")


class FindRestaurantsArgs(ToolArguments):
    search_term: str = Field(..., description="Cuisine or food to look for")
    min_rating: Optional[float] = Field(None, ge=1, le=5, description="Only stores rated at least this many stars")
    max_eta_minutes: Optional[int] = Field(None, ge=5, description="Longest acceptable delivery time, in minutes")
    free_delivery: bool = Field(False, description="Only stores that charge no delivery fee")
    pickup_only: bool = Field(False, description="Only stores where the customer can collect the order")
    sort_by: Optional[Literal["RATING", "DISTANCE", "DELIVERY_FEE", "ETA"]] = Field(
        None, description="Ordering of the results")
    page: int = Field(1, ge=1)
    page_size: int = Field(20, ge=1, le=50)


class AddToCartArgs(ToolArguments):
    item: str = Field(..., description="Menu item to add")
    quantity: int = Field(1, ge=1, le=50, description="How many of the item")
    restaurant: Optional[str] = Field(
        None, description="Restaurant to order from. Defaults to the one whose cart is open.")
    special_instructions: Optional[str] = Field(
        None, description="Preparation wishes for this item, e.g. 'no onions'")


class GroceryDeliveryArgs(ToolArguments):
    retailer: str = Field(..., description="Name of the grocery store")
    window_start: dt.datetime = Field(..., description="Start of the delivery window, ISO 8601")
    replacement_policy: Literal["FIND_BEST_MATCH", "DO_NOT_REPLACE", "CONTACT_ME"] = Field(
        "FIND_BEST_MATCH",
        description="What the shopper does when something is out of stock: FIND_BEST_MATCH picks a similar "
                    "product, DO_NOT_REPLACE leaves it out, CONTACT_ME asks the customer first")
    leave_at_door: bool = Field(False, description="Whether the bags are left at the door")
    shopper_note: Optional[str] = Field(None, description="Free text note for the shopper")


class NoArgs(ToolArguments):
    pass


class JsonOut(ToolOutput):
    result: str = ""


def _call(_args):
    return JsonOut(result="{}")


class FoodToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("food", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="searchRecipes",
                      description="Search through hundreds of thousands of recipes using advanced filtering.",
                      argument_schema=SearchRecipesArgs, output_schema=JsonOut, tool_call=_call),
            AgentTool(name="create_mealplan_entry",
                      description="Create a new entry in the household meal plan.\n\n"
                                  "Args:\n"
                                  "    plan_date: Day on which the meal is eaten.\n"
                                  "    title: What is eaten.\n"
                                  "    entry_type: One of breakfast, lunch, dinner, side.\n"
                                  "    servings: For how many people.\n\n"
                                  "Returns:\n"
                                  "    The created entry as JSON.",
                      argument_schema=MealPlanEntryArgs, output_schema=JsonOut, tool_call=_call),
            AgentTool(name="find_restaurants",
                      description="Use this tool when the user wants to know which restaurants near the saved "
                                  "address offer a certain kind of food. Does not place an order.",
                      argument_schema=FindRestaurantsArgs, output_schema=JsonOut, tool_call=_call),
            AgentTool(name="add_to_cart",
                      description="Add a dish or drink from a restaurant's menu to the current order.",
                      argument_schema=AddToCartArgs, output_schema=JsonOut, tool_call=_call),
            AgentTool(name="schedule_grocery_delivery",
                      description="Reserve a delivery slot for the groceries waiting at a given store.",
                      argument_schema=GroceryDeliveryArgs, output_schema=JsonOut, tool_call=_call),
            AgentTool(name="get_active_order_status",
                      description="Get the status, courier position and estimated arrival of the order that is "
                                  "under way. Takes no parameters.",
                      argument_schema=NoArgs, output_schema=JsonOut, tool_call=_call),
        ]
