"""Information lookups: markets, news, recipes, movies, dictionary, parcels."""
from datetime import date
from enum import Enum
from typing import Any, Dict, List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class CurrencyCode(str, Enum):
    USD = "USD"
    EUR = "EUR"
    GBP = "GBP"
    JPY = "JPY"
    CHF = "CHF"


class Carrier(str, Enum):
    UPS = "ups"
    USPS = "usps"
    FEDEX = "fedex"
    DHL = "dhl"
    GLS = "gls"
    ROYAL_MAIL = "royal-mail"


class MarketQuoteArgs(ToolArguments):
    symbol: str = Field(..., description="Company name, ticker symbol, commodity, crypto coin or base currency to look up, e.g. NVDA")
    currency: Optional[CurrencyCode] = Field(None, description="ISO 4217 code of the currency the price is quoted in: USD (US dollar), EUR (euro), GBP (pound sterling), JPY (Japanese yen), CHF (Swiss franc)")
    trading_day: Optional[date] = Field(None, description="Trading day for a historical closing price (YYYY-MM-DD). Omit for the latest price.")
    interval: Literal["1min", "5min", "1h", "1d"] = Field("1d", description="Sampling interval")


class NewsArgs(ToolArguments):
    q: Optional[str] = Field(None, description="Keywords or phrase to search for in the article title and body.")
    category: Optional[Literal["business", "entertainment", "health", "science", "sports", "technology"]] = Field(None, description="Restrict to a news category")
    fromDate: Optional[date] = Field(None, description="Date of the oldest article allowed, ISO 8601")
    toDate: Optional[date] = Field(None, description="Date of the newest article allowed, ISO 8601")
    language: Optional[Literal["en", "de", "fr", "es", "it"]] = Field(None, description="2-letter ISO-639-1 code of the language the articles are written in")
    sortBy: Literal["relevancy", "popularity", "publishedAt"] = Field("relevancy", description="Order of the results. relevancy: closest to q first; popularity: most popular first; publishedAt: newest first.")
    pageSize: int = Field(20, ge=1, le=100, description="Results per page")
    page: int = Field(1, ge=1, description="Page through the results")


class RecipeSearchArgs(ToolArguments):
    query: Optional[str] = Field(None, description="The (natural language) name of the dish")
    cuisine: Optional[Literal["chinese", "french", "indian", "italian", "mexican", "thai"]] = Field(None, description="The cuisine of the recipes")
    diet: Optional[Literal["gluten_free", "ketogenic", "pescetarian", "vegan", "vegetarian"]] = Field(None, description="Diet for which the recipes must be suitable")
    type: Optional[Literal["main_course", "dessert", "breakfast", "snack"]] = Field(None, description="The type of meal")
    includeIngredients: List[str] = Field(default_factory=list, description="Ingredients that must be used in the recipes")
    excludeIngredients: List[str] = Field(default_factory=list, description="Ingredients that the recipes must not contain")
    maxReadyTime: Optional[int] = Field(None, ge=1, description="Maximum preparation and cooking time in minutes")
    number: int = Field(10, ge=1, le=100, description="The number of expected results")
    offset: int = Field(0, ge=0, le=900, description="The number of results to skip")


class MovieArgs(ToolArguments):
    title: str = Field(..., description="Movie title to search for.")
    year: Optional[int] = Field(None, ge=1888, le=2100, description="Year of release.")
    info: Literal["all", "plot", "cast", "director", "rating", "runtime", "release_date"] = Field("all", description="Which detail to return.")
    plot_length: Literal["short", "full"] = Field("short", description="Return short or full plot.")
    r: Literal["json", "xml"] = Field("json", description="The data type to return.")


class DefineArgs(ToolArguments):
    word: str = Field(..., description="The headword")
    part_of_speech: Optional[Literal["noun", "verb", "adjective", "adverb"]] = Field(None, description="Only return senses of this word class")
    language: Literal["en", "de", "fr", "es"] = Field("en", description="Language the word belongs to")
    include_synonyms: bool = Field(False, description="Also return words of similar meaning")
    include_examples: bool = Field(False, description="Also return example sentences")
    include_pronunciation: bool = Field(True, description="Return the phonetic transcription")


class TrackArgs(ToolArguments):
    tracking_number: str = Field(..., description="The tracking number of the package")
    carrier: Optional[Carrier] = Field(None, description="Carrier slug. Detected automatically when left out.")
    postal_code: Optional[str] = Field(None, description="Postal code of the recipient, required by some carriers for full details")
    full_history: bool = Field(False, description="Return all checkpoints instead of just the latest status")


class LookupOutput(ToolOutput):
    result: Dict[str, Any] = Field(default_factory=dict)


def _empty(args):
    return LookupOutput(result={})


class InfoLookupToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("info_lookup", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="get_market_quote",
                description=(
                    "Retrieve the price of a stock, commodity or cryptocurrency, or the exchange rate of a currency. "
                    "Use this tool when the user asks what a share, coin or currency is worth, now or on a past trading day. "
                    "It provides data only and cannot place orders.\n\n"
                    "Args:\n"
                    "    symbol: what to look up\n"
                    "    currency: currency of the quotation, ISO 4217\n"
                    "    trading_day: past day, defaults to now\n"
                    "    interval: sampling interval"
                ),
                argument_schema=MarketQuoteArgs, output_schema=LookupOutput, tool_call=_empty),
            AgentTool(
                name="searchNews",
                description="Search through articles from over 150,000 news sources and blogs.",
                argument_schema=NewsArgs, output_schema=LookupOutput, tool_call=_empty),
            AgentTool(
                name="recipes_complex_search",
                description="Search through thousands of recipes using advanced filtering by dish name, ingredients, cuisine, diet, meal type and cooking time.",
                argument_schema=RecipeSearchArgs, output_schema=LookupOutput, tool_call=_empty),
            AgentTool(
                name="get_movie_details",
                description="Get information about a specific movie, e.g. its plot, cast or rating.",
                argument_schema=MovieArgs, output_schema=LookupOutput, tool_call=_empty),
            AgentTool(
                name="define_word",
                description="Dictionary lookup. Returns the definitions of a single word.",
                argument_schema=DefineArgs, output_schema=LookupOutput, tool_call=_empty),
            AgentTool(
                name="track_package",
                description=(
                    "Get the current delivery status and estimated arrival of a shipment. "
                    "Use this tool when the user gives a tracking number. Supports UPS, USPS, FedEx, DHL, GLS and Royal Mail."
                ),
                argument_schema=TrackArgs, output_schema=LookupOutput, tool_call=_empty),
        ]
