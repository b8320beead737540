from datetime import date, timedelta
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class MediaType(str, Enum):
    AUDIOBOOK = "audiobook"
    PODCAST = "podcast"
    SHOW = "show"


class PlayMediaArgs(ToolArguments):
    title: str = Field(..., description="Title of the audiobook, podcast or show")
    media_type: Optional[MediaType] = Field(None, description="Restrict the lookup to one library type")
    season: Optional[int] = Field(None, ge=0, description="Season number (shows only)")
    episode: Optional[int] = Field(None, ge=1, description="Episode number")
    client: Optional[str] = Field(None, description="Friendly name of the player to cast to")
    start_position: Optional[timedelta] = Field(None, description="Position to start from, ISO 8601 duration, e.g. PT1H5M")
    speed: Optional[float] = Field(None, ge=0.5, le=3.0, description="Playback rate")
    from_beginning: bool = Field(False, description="Ignore saved progress and start over")


class MoveToShelfArgs(ToolArguments):
    title: str = Field(..., description="Book title")
    shelf: Literal["to-read", "currently-reading", "read", "dnf"] = Field(
        ..., description="Exclusive shelf; dnf = did not finish")
    author: Optional[str] = Field(None, description="Author, to tell editions apart")
    date_finished: Optional[date] = Field(None, description="Day the book was finished (YYYY-MM-DD)")
    private: bool = Field(False, description="Hide the update from the friends feed")


class RateTitleArgs(ToolArguments):
    title: str = Field(..., description="Name of the book, show or game")
    stars: int = Field(..., ge=1, le=5, description="Rating from 1 to 5")
    review: Optional[str] = Field(None, description="Review text to publish with the rating")
    contains_spoilers: bool = Field(False, description="Hide the review behind a spoiler warning")


class UpcomingEpisodesArgs(ToolArguments):
    show: Optional[str] = Field(None, description="Limit to one show")
    air_date: Optional[date] = Field(None, description="Limit to episodes airing on this day")
    days: int = Field(7, ge=1, le=60, description="Number of days to look ahead")
    premieres_only: bool = Field(False, description="Only series and season premieres")
    page: int = Field(1, ge=1)
    limit: int = Field(20, ge=1, le=100)


class PlaytimeArgs(ToolArguments):
    game: str = Field(..., description="Name of the game")
    window: Literal["2weeks", "forever"] = Field(
        "forever", description="playtime_2weeks or playtime_forever of the owned-games endpoint")
    platform: Optional[Literal["windows", "mac", "linux", "deck"]] = Field(
        None, description="Count only the time on this platform")
    response_format: Literal["json", "markdown"] = "markdown"


class OnDeckArgs(ToolArguments):
    pass


class MediaOut(ToolOutput):
    result: str = ""


class MediaHubToolBox(ToolBox):
    """One server over Audiobookshelf, Plex, Sonarr, Goodreads and Steam."""

    def __init__(self, config=None, bus=None):
        super().__init__("media_hub", config, bus)

    def discover_tools(self):
        def run(args):
            return MediaOut(result="ok")

        return [
            AgentTool(
                name="play_media",
                description=(
                    "Start or resume an audiobook, a podcast or a TV show from the media server on one of its players.\n\n"
                    "Use this tool when the user wants to listen to or watch an item of the library. Without further "
                    "arguments playback resumes at the saved progress.\n\n"
                    "Args:\n"
                    "    title: title of the item\n"
                    "    media_type: library type, if the title alone is not unique\n"
                    "    season, episode: for a specific episode\n"
                    "    client: player to cast to; default player if omitted\n"
                    "    start_position: where in the recording to start\n"
                    "    speed: playback rate, e.g. 1.25\n"
                    "    from_beginning: discard the saved progress"),
                argument_schema=PlayMediaArgs, output_schema=MediaOut, tool_call=run),
            AgentTool(
                name="move_to_shelf",
                description="Put a book on one of the user's reading shelves, or move it from one shelf to another.",
                argument_schema=MoveToShelfArgs, output_schema=MediaOut, tool_call=run),
            AgentTool(
                name="rate_title",
                description="Submit or change the user's own star rating of a book, show or game, optionally with a review.",
                argument_schema=RateTitleArgs, output_schema=MediaOut, tool_call=run),
            AgentTool(
                name="get_upcoming_episodes",
                description=(
                    "Get the calendar of upcoming TV episodes of the monitored series. Use this tool when the user asks "
                    "what will air and when, or for the next episode of a particular show."),
                argument_schema=UpcomingEpisodesArgs, output_schema=MediaOut, tool_call=run),
            AgentTool(
                name="get_playtime",
                description="Retrieve the user's Steam playtime for a game.",
                argument_schema=PlaytimeArgs, output_schema=MediaOut, tool_call=run),
            AgentTool(
                name="get_on_deck",
                description="Returns the On Deck list: items in progress across all libraries, most recent first.",
                argument_schema=OnDeckArgs, output_schema=MediaOut, tool_call=run),
        ]
