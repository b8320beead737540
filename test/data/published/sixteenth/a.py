"""Internet radio and podcasts: Radio Browser directory, podcast feeds, stream recorder."""
from datetime import date, datetime
from enum import Enum
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class StreamQuality(str, Enum):
    LOW = "low"
    STANDARD = "standard"
    HIGH = "high"


class PlayStationArgs(ToolArguments):
    station: str = Field(..., description="Name of the radio station")
    room: Optional[str] = Field(default=None, description="Room whose player should be used. Defaults to the room of the microphone.")
    quality: StreamQuality = Field(default=StreamQuality.STANDARD, description="Preferred stream quality")


class FindStationsArgs(ToolArguments):
    tags: list[str] = Field(default_factory=list, description="Genres or topics the station is tagged with, e.g. 'ambient' or 'talk'")
    country: Optional[str] = Field(default=None, description="Country the station broadcasts from")
    language: Optional[str] = Field(default=None, description="Language spoken on the station")
    order: Literal["name", "votes", "clickcount", "bitrate"] = Field(default="clickcount", description="Sort key of the result list")
    limit: int = Field(default=10, ge=1, le=100, description="Max number of stations to return")
    offset: int = Field(default=0, ge=0, description="Starting value of the result list, for paging")
    hidebroken: bool = Field(default=True, description="Leave out stations whose last check failed")


class PlayPodcastArgs(ToolArguments):
    show: str = Field(..., description="Title of the podcast")
    pick: Literal["latest", "first", "random", "resume"] = Field(
        default="latest",
        description="Which episode to choose if neither number nor date is given; 'resume' continues at the last listening position")
    episode_number: Optional[int] = Field(default=None, ge=1, description="Episode number as listed in the feed")
    published: Optional[date] = Field(default=None, description="Publication date of the episode (YYYY-MM-DD)")
    room: Optional[str] = Field(default=None, description="Room whose player should be used")


class SubscriptionAction(str, Enum):
    FOLLOW = "follow"
    UNFOLLOW = "unfollow"


class ManageSubscriptionArgs(ToolArguments):
    show: str = Field(..., description="Title of the podcast")
    action: SubscriptionAction = Field(..., description="follow = add the feed to the library, unfollow = remove it")
    auto_download: bool = Field(default=False, description="Whether new episodes are downloaded to the local disk without asking")


class ScheduleRecordingArgs(ToolArguments):
    station: str = Field(..., description="Name of the radio station to record")
    start: datetime = Field(..., description="Start of the (first) recording, ISO 8601, local time")
    duration_minutes: int = Field(default=60, ge=1, le=720, description="Length of the recording in minutes")
    repeat: Literal["once", "daily", "weekly"] = Field(default="once", description="How often the recording is repeated")


class NowPlayingArgs(ToolArguments):
    pass


class StatusOut(ToolOutput):
    ok: bool
    message: str = ""


class StationsOut(ToolOutput):
    stations: list[dict] = []


class NowPlayingOut(ToolOutput):
    source: Optional[str] = None
    artist: Optional[str] = None
    title: Optional[str] = None


class RadioPodcastToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("radio_podcast", config, bus)

    def discover_tools(self):
        return [
            AgentTool(
                name="play_station",
                description="Start the live stream of an internet radio station by name.",
                argument_schema=PlayStationArgs,
                output_schema=StatusOut,
                tool_call=lambda a: StatusOut(ok=True)),
            AgentTool(
                name="find_stations",
                description=(
                    "Search the Radio Browser directory (45,000+ stations). Use this tool when the user wants to know "
                    "which stations exist for a genre, country or language. Does NOT start playback.\n\n"
                    "Args:\n"
                    "    tags: genres or topics\n"
                    "    country: country of the broadcaster\n"
                    "    language: broadcast language\n"
                    "    order: sort key\n"
                    "    limit: page size\n"
                    "    offset: first row"),
                argument_schema=FindStationsArgs,
                output_schema=StationsOut,
                tool_call=lambda a: StationsOut()),
            AgentTool(
                name="play_podcast",
                description="Play an episode of a podcast: the latest one, a given number or date, or continue an unfinished one.",
                argument_schema=PlayPodcastArgs,
                output_schema=StatusOut,
                tool_call=lambda a: StatusOut(ok=True)),
            AgentTool(
                name="manage_subscription",
                description="Subscribe to a podcast feed or unsubscribe from it.",
                argument_schema=ManageSubscriptionArgs,
                output_schema=StatusOut,
                tool_call=lambda a: StatusOut(ok=True)),
            AgentTool(
                name="schedule_recording",
                description=(
                    "Schedule the recording of a radio station to disk. The recorder must be running (see README). "
                    "Use this tool when the user wants to listen to a broadcast later on. "
                    "Overlapping recordings are allowed."),
                argument_schema=ScheduleRecordingArgs,
                output_schema=StatusOut,
                tool_call=lambda a: StatusOut(ok=True)),
            AgentTool(
                name="now_playing",
                description="Get the station or podcast, the artist and the title that are currently being played.",
                argument_schema=NowPlayingArgs,
                output_schema=NowPlayingOut,
                tool_call=lambda a: NowPlayingOut()),
        ]
