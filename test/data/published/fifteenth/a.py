"""Lichess toolbox: challenges, puzzles, arenas and game export."""
from datetime import date, datetime
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class VariantKey(str, Enum):
    STANDARD = "standard"
    CHESS960 = "chess960"
    CRAZYHOUSE = "crazyhouse"
    ANTICHESS = "antichess"
    ATOMIC = "atomic"
    HORDE = "horde"
    KING_OF_THE_HILL = "kingOfTheHill"
    THREE_CHECK = "threeCheck"


class PuzzleAngle(str, Enum):
    MIX = "mix"
    OPENING = "opening"
    MIDDLEGAME = "middlegame"
    ENDGAME = "endgame"
    ROOK_ENDGAME = "rookEndgame"
    PAWN_ENDGAME = "pawnEndgame"
    MATE_IN_1 = "mateIn1"
    MATE_IN_2 = "mateIn2"
    MATE_IN_3 = "mateIn3"
    BACK_RANK_MATE = "backRankMate"
    FORK = "fork"
    PIN = "pin"
    SKEWER = "skewer"
    SACRIFICE = "sacrifice"


class ChallengeUserArgs(ToolArguments):
    username: str = Field(..., description="Lichess username of the opponent")
    rated: bool = Field(False, description="Game is rated and impacts players ratings")
    clockLimit: Optional[int] = Field(None, ge=0, le=10800, description="Clock initial time in seconds. If empty, a correspondence game is created.")
    clockIncrement: Optional[int] = Field(None, ge=0, le=60, description="Clock increment in seconds")
    color: Literal["random", "white", "black"] = Field("random", description="Which color you get to play")
    variant: VariantKey = Field(VariantKey.STANDARD, description="The variant of the game")


class ChallengeAiArgs(ToolArguments):
    level: int = Field(..., ge=1, le=8, description="AI strength")
    clockLimit: Optional[int] = Field(None, ge=0, le=10800, description="Clock initial time in seconds")
    clockIncrement: Optional[int] = Field(None, ge=0, le=60, description="Clock increment in seconds")
    color: Literal["random", "white", "black"] = Field("random", description="Which color you get to play")
    variant: VariantKey = VariantKey.STANDARD


class DailyPuzzleArgs(ToolArguments):
    pass


class NextPuzzleArgs(ToolArguments):
    angle: PuzzleAngle = Field(PuzzleAngle.MIX, description="The theme or opening to filter puzzles with")
    difficulty: Literal["easiest", "easier", "normal", "harder", "hardest"] = Field("normal", description="The desired puzzle difficulty, relative to the authenticated user puzzle rating")
    color: Optional[Literal["white", "black"]] = Field(None, description="The color to play")


class ExportGamesArgs(ToolArguments):
    vs: Optional[str] = Field(None, description="[Filter] Only games played against this opponent")
    perfType: Optional[Literal["ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"]] = Field(None, description="[Filter] Only games in this speed")
    color: Optional[Literal["white", "black"]] = Field(None, description="[Filter] Only games played as this color")
    rated: Optional[bool] = Field(None, description="[Filter] Only rated (true) or casual (false) games")
    since: Optional[date] = Field(None, description="Games played since this day")
    until: Optional[date] = Field(None, description="Games played until this day")
    max: Optional[int] = Field(None, ge=1, description="How many games to download. Leave empty to download all games.")
    sort: Literal["dateAsc", "dateDesc"] = Field("dateDesc", description="Sort order of the games")
    pgnInJson: bool = Field(False, description="Include the full PGN within the JSON response")
    clocks: bool = Field(False, description="Include clock comments in the PGN moves")


class CreateArenaArgs(ToolArguments):
    clockTime: int = Field(..., ge=0, le=60, description="Clock initial time in minutes")
    clockIncrement: int = Field(0, ge=0, le=60, description="Clock increment in seconds")
    minutes: int = Field(45, ge=20, le=720, description="How long the tournament lasts, in minutes")
    name: Optional[str] = Field(None, description="The tournament name. Leave empty to get a random Grandmaster name")
    startDate: Optional[datetime] = Field(None, description="Date and time at which the tournament starts, ISO 8601")
    variant: VariantKey = Field(VariantKey.STANDARD, description="The variant to use in tournament games")
    rated: bool = Field(True, description="Games are rated and impact players ratings")
    password: Optional[str] = Field(None, description="Make the tournament private, and restrict access with a password")
    berserkable: bool = Field(True, description="Whether the players can use berserk")


class LichessOut(ToolOutput):
    status: int = 200
    body: dict = Field(default_factory=dict)


def _ok(args) -> LichessOut:
    return LichessOut()


class LichessToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("lichess", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="challengeUser",
                      description="Challenge another Lichess user to play a game. The targeted player can choose to accept or decline.",
                      argument_schema=ChallengeUserArgs, output_schema=LichessOut, tool_call=_ok),
            AgentTool(name="challengeAi",
                      description="Start a game with the Lichess AI (Stockfish).",
                      argument_schema=ChallengeAiArgs, output_schema=LichessOut, tool_call=_ok),
            AgentTool(name="getDailyPuzzle",
                      description="Get the daily puzzle.",
                      argument_schema=DailyPuzzleArgs, output_schema=LichessOut, tool_call=_ok),
            AgentTool(name="getNextPuzzle",
                      description="Get a random puzzle for training. Use this tool when the user wants to train tactics, optionally on a certain theme (e.g. forks, endgames) or at a certain difficulty. For the puzzle of the day use getDailyPuzzle instead.",
                      argument_schema=NextPuzzleArgs, output_schema=LichessOut, tool_call=_ok),
            AgentTool(name="exportUserGames",
                      description="Download past games of the authenticated user, in PGN or ndjson format.\n\nArgs:\n    vs: opponent\n    perfType: speed of the games\n    since, until: period\n    max: number of games\n    sort: order\n",
                      argument_schema=ExportGamesArgs, output_schema=LichessOut, tool_call=_ok),
            AgentTool(name="createArenaTournament",
                      description="Create a public or private Arena tournament.",
                      argument_schema=CreateArenaArgs, output_schema=LichessOut, tool_call=_ok),
        ]
