from datetime import date
from enum import Enum
from typing import Any, Dict, List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class ItemType(str, Enum):
    MOVIE = "Movie"
    SERIES = "Series"
    MUSIC_ALBUM = "MusicAlbum"
    AUDIO = "Audio"
    AUDIO_BOOK = "AudioBook"
    PLAYLIST = "Playlist"


class RepeatMode(str, Enum):
    NONE = "RepeatNone"
    ALL = "RepeatAll"
    ONE = "RepeatOne"


class PlayMediaArgs(ToolArguments):
    title: str = Field(..., description="Name of the movie, series, album, song, audiobook or playlist")
    itemType: Optional[ItemType] = Field(None, description="Restrict the match to one kind of item (Audio = single song)")
    seasonNumber: Optional[int] = Field(None, ge=0, le=99, description="Season, for series")
    episodeNumber: Optional[int] = Field(None, ge=0, le=999, description="Episode within the season, for series")
    deviceName: Optional[str] = Field(None, description="Client to play on. Defaults to the last active session")
    shuffle: bool = Field(False, description="Play the contents in random order")
    startPositionTicks: int = Field(0, ge=0, description="Start offset in ticks (1 tick = 100 ns)")


class SeekArgs(ToolArguments):
    offsetSeconds: int = Field(..., ge=-7200, le=7200,
                               description="Seconds to move relative to the current position; negative values go backwards")
    deviceName: Optional[str] = Field(None, description="Client whose session is to be changed")


class AddToPlaylistArgs(ToolArguments):
    playlistName: str = Field(..., description="Name of an existing playlist")
    items: List[str] = Field(..., min_length=1, description="Titles of the tracks to add")
    position: Literal["start", "end"] = Field("end", description="Where to insert the tracks")


class RepeatArgs(ToolArguments):
    mode: RepeatMode = Field(..., description="RepeatOne: current item, RepeatAll: entire queue, RepeatNone: disabled")
    deviceName: Optional[str] = Field(None, description="Client whose session is to be changed")


class SearchLibraryArgs(ToolArguments):
    searchTerm: Optional[str] = Field(None, description="Text to match against item names")
    includeItemTypes: Optional[List[ItemType]] = Field(None, description="Kinds of items to return; all kinds if omitted")
    genres: Optional[List[str]] = Field(None, description="Genre names, e.g. western")
    year: Optional[int] = Field(None, ge=1880, le=2100, description="Production year")
    addedSince: Optional[date] = Field(None, description="Only items added to the server on or after this date (YYYY-MM-DD)")
    isUnplayed: Optional[bool] = Field(None, description="True to return only items the user has not played")
    sortBy: Literal["SortName", "DateCreated", "CommunityRating", "Random"] = "SortName"
    limit: int = Field(20, ge=1, le=100)
    startIndex: int = Field(0, ge=0)


class NoArgs(ToolArguments):
    pass


class ResultOut(ToolOutput):
    success: bool
    message: str = ""


class ItemsOut(ToolOutput):
    items: List[Dict[str, Any]] = Field(default_factory=list)
    totalRecordCount: int = 0


class NowPlayingOut(ToolOutput):
    name: Optional[str] = None
    artist: Optional[str] = None
    album: Optional[str] = None
    positionSeconds: int = 0


class JellyfinToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("jellyfin", config, bus)

    def discover_tools(self):
        def ok(_):
            return ResultOut(success=True)

        return [
            AgentTool(
                name="playMedia",
                description=(
                    "Start playback of an item from the Jellyfin library on a client. "
                    "Use this tool when the user wants to watch or listen to something specific. "
                    "For an episode give the name of the series together with seasonNumber and episodeNumber."
                ),
                argument_schema=PlayMediaArgs, output_schema=ResultOut, tool_call=ok),
            AgentTool(
                name="seekRelative",
                description="Seek within the currently playing item by a relative offset.",
                argument_schema=SeekArgs, output_schema=ResultOut, tool_call=ok),
            AgentTool(
                name="addToPlaylist",
                description="Append one or more tracks to a playlist of the user.",
                argument_schema=AddToPlaylistArgs, output_schema=ResultOut, tool_call=ok),
            AgentTool(
                name="setRepeatMode",
                description="Set the repeat mode of a playback session.",
                argument_schema=RepeatArgs, output_schema=ResultOut, tool_call=ok),
            AgentTool(
                name="searchLibrary",
                description=(
                    "Query the media library and return matching items. Does not start playback. "
                    "All filters are optional and are combined with AND. Results are paged with startIndex and limit."
                ),
                argument_schema=SearchLibraryArgs, output_schema=ItemsOut, tool_call=lambda a: ItemsOut()),
            AgentTool(
                name="getNowPlaying",
                description="Get metadata (title, artist, album) and progress of the item in the active session.",
                argument_schema=NoArgs, output_schema=NowPlayingOut, tool_call=lambda a: NowPlayingOut()),
        ]
