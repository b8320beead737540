from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class FiringProgram(str, Enum):
    BISQUE = "BISQUE"
    GLAZE = "GLAZE"
    LUSTER = "LUSTER"
    CANDLE = "CANDLE"


class StartFiringArgs(ToolArguments):
    program: FiringProgram = Field(..., description="Firing program. CANDLE is a low preheat to dry the ware.")
    cone: Optional[Literal["06", "04", "6", "10"]] = Field(None, description="Target cone (Orton). Mind the leading zero: 06 is not 6.")
    speed: Literal["slow", "medium", "fast"] = Field("medium", description="Ramp speed")
    start_at: Optional[datetime] = Field(None, description="Delayed start (ISO 8601)")
    hold_minutes: int = Field(0, ge=0, le=120, description="Soak at peak temperature, in minutes")


class NoArgs(ToolArguments):
    pass


class LogPieceArgs(ToolArguments):
    form: str = Field(..., description="What was made, e.g. 'lidded jar'")
    quantity: int = Field(1, ge=1, le=100, description="Number of identical pieces")
    clay: Optional[str] = Field(None, description="Clay body")
    weight_grams: Optional[int] = Field(None, gt=0, description="Weight in grams")
    technique: Optional[Literal["wheel", "slab", "coil", "pinch"]] = Field(None, description="How it was built")
    made_on: Optional[date] = Field(None, description="Date of making, today if not given")


class UpdatePieceStageArgs(ToolArguments):
    piece: str = Field(..., description="Name of the piece as logged")
    stage: Literal["leather_hard", "bone_dry", "bisqued", "glazed", "finished", "discarded"] = Field(..., description="New stage of the piece")
    notes: Optional[str] = Field(None, description="Free-text note")


class SearchGlazesArgs(ToolArguments):
    color: Optional[str] = Field(None, description="Colour of the fired glaze")
    surface: Optional[Literal["matte", "satin", "gloss"]] = None
    cone: Optional[Literal["06", "04", "6", "10"]] = Field(None, description="Firing cone of the recipe")
    foodSafeOnly: bool = Field(False, description="Only recipes suitable for tableware")
    limit: int = Field(10, ge=1, le=50)
    page: int = Field(1, ge=1)


class BookWheelArgs(ToolArguments):
    day: date = Field(..., description="YYYY-MM-DD")
    start: time = Field(..., description="Start of the slot, HH:MM:SS")
    duration: Optional[timedelta] = Field(None, description="ISO 8601 duration, e.g. PT2H")
    wheel: Optional[int] = Field(None, ge=1, le=8, description="Wheel number. Any free wheel if omitted.")


class Done(ToolOutput):
    ok: bool


class KilnStatus(ToolOutput):
    temperature_c: float
    state: str
    minutes_left: Optional[int] = None
    error: Optional[str] = None


class GlazeList(ToolOutput):
    glazes: list[str]


class PotteryToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("pottery_studio", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="kiln_start_firing",
                description="Start (or schedule) a firing program on the kiln controller.",
                argument_schema=StartFiringArgs, output_schema=Done,
                tool_call=lambda a: Done(ok=True)),
            AgentTool(
                name="kiln_get_status",
                description="Get the current kiln status: temperature, state (idle, heating, holding, cooling), time remaining and error codes.",
                argument_schema=NoArgs, output_schema=KilnStatus,
                tool_call=lambda a: KilnStatus(temperature_c=20.0, state="idle")),
            AgentTool(
                name="log_piece",
                description="""Create a new entry in the pottery journal.

Use this tool when the user has made one or several new pieces and wants to keep track of them. To change a piece that is already in the journal use updatePieceStage instead.""",
                argument_schema=LogPieceArgs, output_schema=Done,
                tool_call=lambda a: Done(ok=True)),
            AgentTool(
                name="updatePieceStage",
                description="Move an existing journal piece to another stage of the process.",
                argument_schema=UpdatePieceStageArgs, output_schema=Done,
                tool_call=lambda a: Done(ok=True)),
            AgentTool(
                name="searchGlazes",
                description="Search the glaze recipe collection by colour, surface, cone and food safety.",
                argument_schema=SearchGlazesArgs, output_schema=GlazeList,
                tool_call=lambda a: GlazeList(glazes=[])),
            AgentTool(
                name="book_wheel",
                description="Reserve a throwing wheel at the shared studio.\n\nArgs:\n    day: date of the session\n    start: start time\n    duration: length of the session (studio default otherwise)\n    wheel: number of the wheel",
                argument_schema=BookWheelArgs, output_schema=Done,
                tool_call=lambda a: Done(ok=True)),
        ]
