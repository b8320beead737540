"""Spotify for OVOS agents, after the Spotify MCP servers. Needs a Premium account."""
from typing import Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class PlayMusicArgs(ToolArguments):
    query: str = Field(..., description="Free text search for what should be played")
    type: Optional[Literal["track", "album", "artist", "playlist", "show"]] = Field(
        None, description="Restrict the search to one Spotify item type. Podcasts are of type show.")
    deviceName: Optional[str] = Field(
        None, description="Spotify Connect device to play on. The active device is used if omitted.")
    shuffle: bool = Field(False, description="Play the album or playlist in random order")
    market: Optional[str] = Field(None, description="ISO 3166-1 alpha-2 country code", min_length=2, max_length=2)


class PlaybackControlArgs(ToolArguments):
    action: Literal["pause", "resume", "next", "previous"] = Field(
        ..., description="Action to perform on the current playback")
    numSkips: int = Field(1, ge=1, le=20, description="Number of tracks to skip for the next action")


class NoArgs(ToolArguments):
    pass


class AddToQueueArgs(ToolArguments):
    track: str = Field(..., description="Title of the track")
    artist: Optional[str] = Field(None, description="Artist of the track, to narrow the search")
    market: Optional[str] = Field(None, description="ISO 3166-1 alpha-2 country code")


class AddTracksToPlaylistArgs(ToolArguments):
    playlist: str = Field(..., description="Name of one of the user's playlists")
    tracks: Optional[list[str]] = Field(
        None, description="Titles of the tracks to add. If omitted, the currently playing track is added.")
    position: Optional[int] = Field(None, ge=0, description="Zero-based position to insert the tracks at")


class StatusOut(ToolOutput):
    success: bool
    message: str = ""


class NowPlayingOut(ToolOutput):
    track: Optional[str] = None
    artists: list[str] = []
    album: Optional[str] = None
    progressMs: int = 0


class SpotifyToolBox(ToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("spotify", config, bus)

    def discover_tools(self):
        return [
            AgentTool(name="playMusic",
                      description="Start playing a Spotify track, album, artist, playlist or podcast right away. "
                                  "Use this tool when the user wants to hear something now. It replaces whatever is "
                                  "playing. Do not use it to continue paused playback.",
                      argument_schema=PlayMusicArgs, output_schema=StatusOut,
                      tool_call=lambda a: StatusOut(success=True)),
            AgentTool(name="playbackControl",
                      description="Control the current Spotify playback: pause it, resume it, or go to the next or "
                                  "previous track.",
                      argument_schema=PlaybackControlArgs, output_schema=StatusOut,
                      tool_call=lambda a: StatusOut(success=True)),
            AgentTool(name="getNowPlaying",
                      description="Get information about the currently playing track on Spotify",
                      argument_schema=NoArgs, output_schema=NowPlayingOut,
                      tool_call=lambda a: NowPlayingOut()),
            AgentTool(name="addToQueue",
                      description="Add a track to the playback queue. Use this tool when the user wants to hear a "
                                  "track after the current one without interrupting it.",
                      argument_schema=AddToQueueArgs, output_schema=StatusOut,
                      tool_call=lambda a: StatusOut(success=True)),
            AgentTool(name="addTracksToPlaylist",
                      description="Add tracks to a Spotify playlist of the user",
                      argument_schema=AddTracksToPlaylistArgs, output_schema=StatusOut,
                      tool_call=lambda a: StatusOut(success=True)),
        ]
