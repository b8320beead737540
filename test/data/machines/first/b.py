from typing import List, Literal, Optional

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class PlayMusicArgs(ToolArguments):
    query: str = Field(..., description="What to search for on Spotify and play")
    type: Optional[Literal["track", "album", "artist", "playlist", "podcast"]] = Field(
        None, description="The type of item to play. If not given, the best match of any type is used")
    deviceName: Optional[str] = Field(None, description="The Spotify Connect device to play on")
    shuffle: bool = Field(False, description="Start in shuffle mode")
    market: str = Field("from_token", description="ISO 3166-1 alpha-2 country code")


class ControlPlaybackArgs(ToolArguments):
    action: Literal["pause", "resume", "next", "previous", "shuffle_on", "shuffle_off",
                    "repeat_track", "repeat_off"] = Field(..., description="Action to perform on the current playback")
    deviceName: Optional[str] = Field(None, description="The Spotify Connect device to control (active device by default)")


class NoArgs(ToolArguments):
    pass


class AddToQueueArgs(ToolArguments):
    query: str = Field(..., description="Track, album or artist to add to the queue")
    deviceName: Optional[str] = Field(None, description="The Spotify Connect device whose queue is used")


class AddToPlaylistArgs(ToolArguments):
    playlistName: str = Field(..., description="The name of the user's playlist")
    tracks: Optional[List[str]] = Field(None, description="Titles of the tracks to add. Omit to add the currently playing track")
    position: Optional[int] = Field(None, ge=0, description="Position to insert the tracks (0-based index)")


class TransferArgs(ToolArguments):
    deviceName: str = Field(..., description="The Spotify Connect device to transfer playback to")
    play: bool = Field(True, description="Ensure playback happens on the new device")


class SpotifyResult(ToolOutput):
    content: str = ""
    isError: bool = False


class NowPlaying(ToolOutput):
    track: Optional[str] = None
    artists: List[str] = Field(default_factory=list)
    album: Optional[str] = None
    progressMs: int = 0


class SpotifyToolBox(ToolBox):
    """Spotify Web API tools (a Premium account is required for playback control)."""

    def __init__(self, config=None, bus=None):
        super().__init__("spotify", config, bus)

    def discover_tools(self):
        done = lambda args: SpotifyResult(content="ok")
        return [
            AgentTool(name="playMusic", description="Start playing a Spotify track, album, artist, playlist or podcast",
                      argument_schema=PlayMusicArgs, output_schema=SpotifyResult, tool_call=done),
            AgentTool(name="controlPlayback",
                      description="Control the current Spotify playback: pause, resume, skip, shuffle and repeat modes",
                      argument_schema=ControlPlaybackArgs, output_schema=SpotifyResult, tool_call=done),
            AgentTool(name="getNowPlaying", description="Get information about the currently playing track on Spotify",
                      argument_schema=NoArgs, output_schema=NowPlaying, tool_call=lambda args: NowPlaying()),
            AgentTool(name="addToQueue",
                      description="Adds a track, album or artist to the playback queue, without interrupting what is playing",
                      argument_schema=AddToQueueArgs, output_schema=SpotifyResult, tool_call=done),
            AgentTool(name="addTracksToPlaylist", description="Add tracks to one of the user's Spotify playlists",
                      argument_schema=AddToPlaylistArgs, output_schema=SpotifyResult, tool_call=done),
            AgentTool(name="transferPlayback", description="Transfer the ongoing playback to another Spotify Connect device",
                      argument_schema=TransferArgs, output_schema=SpotifyResult, tool_call=done),
        ]
