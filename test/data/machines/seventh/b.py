# plex toolbox, works with my server, maybe with yours. token + url go in the config
import datetime
import json
from typing import Literal, Optional
from urllib import parse, request

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from pydantic import Field


class Search(ToolArguments):
    query: Optional[str] = Field(None, description="title or topic")
    kind: Optional[Literal["movie", "show"]] = Field(None, description="only movies or only shows")
    genre: Optional[str] = Field(None, description="genre")
    actor: Optional[str] = Field(None, description="who is in it")
    max_minutes: Optional[int] = Field(None, ge=1, description="longest running time in minutes")
    unwatched: bool = Field(False, description="only what was not watched yet")
    limit: int = Field(10, ge=1, le=50)


class Play(ToolArguments):
    title: str = Field(..., description="movie or show")
    season: Optional[int] = Field(None, ge=1)
    episode: Optional[int] = Field(None, ge=1)
    player: Optional[str] = Field(None, description="plex client to play on")
    from_start: bool = Field(False, description="don't resume, play from the beginning")


class Seek(ToolArguments):
    direction: Literal["forward", "back"]
    offset: datetime.timedelta = Field(..., description="how far")


class WatchlistAdd(ToolArguments):
    title: str = Field(..., description="movie or show")
    kind: Optional[Literal["movie", "show"]] = None


class Rate(ToolArguments):
    title: str = Field(..., description="movie or show")
    stars: float = Field(..., ge=0.5, le=5, description="0.5 to 5")


class Titles(ToolOutput):
    titles: list[str]


class Ok(ToolOutput):
    ok: bool = True


class PlexTools(ToolBox):
    def __init__(self, bus=None, config=None, *args, **kwargs):
        super().__init__(toolbox_id="plex", bus=bus, config=config, *args, **kwargs)

    def discover_tools(self):
        def t(name, desc, schema, out, fn):
            return AgentTool(name=name, description=desc, argument_schema=schema, output_schema=out, tool_call=fn)
        return [
            t("plex_search", "search the plex library for movies and shows", Search, Titles, self.search),
            t("plex_play", "play a movie or an episode from plex on a tv or other player", Play, Ok, self.play),
            t("plex_seek", "skip forward or rewind in what plex is playing", Seek, Ok, self.seek),
            t("plex_watchlist_add", "put a movie or show on the plex watchlist", WatchlistAdd, Ok, self.watchlist_add),
            t("plex_rate", "give a movie or show a star rating", Rate, Ok, self.rate),
        ]

    def api(self, path, method="GET", **params):
        params["X-Plex-Token"] = self.config.get("token", "")
        url = self.config.get("url", "http://localhost:32400") + path + "?" + parse.urlencode(params)
        r = request.Request(url, method=method, headers={"Accept": "application/json"})
        with request.urlopen(r, timeout=8) as f:
            raw = f.read()
        return json.loads(raw) if raw else {}

    def find(self, title):
        hubs = self.api("/hubs/search", query=title)["MediaContainer"]["Hub"]
        return next(m for h in hubs for m in h.get("Metadata", []))

    def search(self, args):
        p = {k: v for k, v in args.model_dump().items() if v not in (None, False)}
        c = self.api("/library/all", **p)["MediaContainer"]
        return {"titles": [m["title"] for m in c.get("Metadata", [])][:args.limit]}

    def play(self, args):
        m = self.find(args.title)
        self.api("/player/playback/playMedia", key=m["key"], offset=0 if args.from_start else m.get("viewOffset", 0),
                 target=args.player or "")
        return {"ok": True}

    def seek(self, args):
        ms = int(args.offset.total_seconds() * 1000)
        self.api("/player/playback/seekTo", delta=ms if args.direction == "forward" else -ms)
        return {"ok": True}

    def watchlist_add(self, args):
        self.api("/actions/addToWatchlist", "PUT", ratingKey=self.find(args.title)["ratingKey"])
        return {"ok": True}

    def rate(self, args):
        self.api("/:/rate", "PUT", key=self.find(args.title)["ratingKey"], rating=args.stars * 2)
        return {"ok": True}
