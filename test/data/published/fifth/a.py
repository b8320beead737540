from datetime import date, datetime
from enum import Enum
from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class TravelClass(str, Enum):
    ECONOMY = "ECONOMY"
    PREMIUM_ECONOMY = "PREMIUM_ECONOMY"
    BUSINESS = "BUSINESS"
    FIRST = "FIRST"


class Amenity(str, Enum):
    WIFI = "WIFI"
    PARKING = "PARKING"
    SWIMMING_POOL = "SWIMMING_POOL"
    RESTAURANT = "RESTAURANT"
    PETS_ALLOWED = "PETS_ALLOWED"
    SPA = "SPA"
    FITNESS_CENTER = "FITNESS_CENTER"
    AIR_CONDITIONING = "AIR_CONDITIONING"


class Product(str, Enum):
    BUS = "BUS"
    TRAM = "TRAM"
    SUBWAY = "SUBWAY"
    SUBURBAN = "SUBURBAN"
    REGIONAL = "REGIONAL"
    FERRY = "FERRY"


class DirectionsArgs(ToolArguments):
    origin: Optional[str] = Field(None, description="Starting point address or place name. Defaults to the current location.")
    destination: str = Field(..., description="Ending point address or place name")
    mode: Literal["driving", "walking", "bicycling", "transit"] = Field("driving", description="Travel mode")
    departure_time: Optional[datetime] = Field(None, description="Desired time of departure (ISO 8601)")
    arrival_time: Optional[datetime] = Field(None, description="Desired time of arrival (ISO 8601). Mutually exclusive with departure_time.")
    avoid: Optional[List[Literal["tolls", "highways", "ferries"]]] = Field(None, description="Features the route should avoid")
    alternatives: bool = Field(False, description="Whether more than one route may be returned")
    units: Literal["metric", "imperial"] = Field("metric", description="Unit system of the response")
    language: Optional[str] = Field(None, description="BCP 47 language of the instructions")


class PlacesArgs(ToolArguments):
    query: str = Field(..., description="What to look for, e.g. a kind of business, a cuisine or a name")
    near: Optional[str] = Field(None, description="Area, address or landmark to search around")
    radius: int = Field(1500, ge=50, le=50000, description="Search radius in meters")
    open_now: bool = Field(False, description="Only return places that are currently open")
    min_rating: Optional[float] = Field(None, ge=0, le=5, description="Minimum average user rating")
    price_level: Optional[Literal["inexpensive", "moderate", "expensive"]] = None
    page_token: Optional[str] = Field(None, description="Token of the next result page")


class FlightArgs(ToolArguments):
    originCity: str = Field(..., description="City or airport the traveler departs from")
    destinationCity: str = Field(..., description="City or airport the traveler is going to")
    departureDate: date = Field(..., description="Departure date, YYYY-MM-DD")
    returnDate: Optional[date] = Field(None, description="Return date, YYYY-MM-DD. If absent, one-way offers are returned.")
    adults: int = Field(1, ge=1, le=9, description="Number of adult travelers (12 or older)")
    children: int = Field(0, ge=0, le=8, description="Number of child travelers (2 to 11)")
    travelClass: Optional[TravelClass] = Field(None, description="Cabin")
    nonStop: bool = Field(False, description="If true, only flights without connections")
    maxPrice: Optional[int] = Field(None, gt=0, description="Maximum price per traveler")
    currencyCode: str = Field("EUR", description="ISO 4217 currency of the offers")
    max: int = Field(10, ge=1, le=250, description="Maximum number of offers")


class HotelArgs(ToolArguments):
    destination: str
    check_in: date
    nights: int = Field(1, ge=1, le=30)
    guests: int = Field(2, ge=1, le=16)
    rooms: int = Field(1, ge=1, le=8)
    stars: Optional[int] = Field(None, ge=1, le=5)
    amenities: Optional[List[Amenity]] = None
    breakfast_included: bool = False
    max_price_per_night: Optional[float] = None
    sort_by: Literal["price", "review_score", "distance", "popularity"] = "popularity"
    page: int = Field(1, ge=1)


class DeparturesArgs(ToolArguments):
    stop: str = Field(..., description="Name of the stop or station")
    line: Optional[str] = Field(None, description="Filter by line name or number")
    direction: Optional[str] = Field(None, description="Filter by terminus or heading")
    product: Optional[Product] = Field(None, description="Filter by means of transport")
    when: Optional[datetime] = Field(None, description="Date and time to get departures for, default: now")
    results: int = Field(5, ge=1, le=50, description="Max. number of departures")
    remarks: bool = Field(True, description="Parse and expose hints and warnings?")


class NoArgs(ToolArguments):
    pass


class JsonOut(ToolOutput):
    result: str = ""


class TravelToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("travel-mcp", config, bus)

    def discover_tools(self):
        def call(_):
            return JsonOut()

        return [
            AgentTool(
                name="maps_directions",
                description="Get directions, distance and travel time between two points.",
                argument_schema=DirectionsArgs, output_schema=JsonOut, tool_call=call),
            AgentTool(
                name="maps_search_places",
                description="Search for places (shops, restaurants, sights, services) using the Places API. "
                            "Use this tool when the user wants to find a business or point of interest rather "
                            "than a route to a known address.",
                argument_schema=PlacesArgs, output_schema=JsonOut, tool_call=call),
            AgentTool(
                name="searchFlights",
                description="Return a list of bookable flight offers.\n\n"
                            "Args:\n"
                            "    originCity: city or airport of departure\n"
                            "    destinationCity: city or airport of arrival\n"
                            "    departureDate: day of the outbound flight\n"
                            "    returnDate: day of the inbound flight, leave empty for one-way\n"
                            "    adults: adult travelers\n"
                            "    children: child travelers\n"
                            "    travelClass: cabin\n"
                            "    nonStop: only direct flights\n"
                            "    maxPrice: upper price limit\n"
                            "    currencyCode: preferred currency\n"
                            "    max: number of offers\n",
                argument_schema=FlightArgs, output_schema=JsonOut, tool_call=call),
            AgentTool(
                name="search_hotels",
                description="Search accommodation availability for a destination and dates.",
                argument_schema=HotelArgs, output_schema=JsonOut, tool_call=call),
            AgentTool(
                name="get_departures",
                description="Real-time public transit departures at a stop.",
                argument_schema=DeparturesArgs, output_schema=JsonOut, tool_call=call),
            AgentTool(
                name="list_upcoming_trips",
                description="Retrieve the signed-in user's upcoming trips and reservations. Takes no arguments.",
                argument_schema=NoArgs, output_schema=JsonOut, tool_call=call),
        ]
