"""``POST /api/assistant``, as the AI-commands guide has it: words in, a few checked commands out. Nothing runs."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.config import HttpConfig, device_language
from ovos_phal_plugin_jarvis.gateways.http.answers import Problem
from ovos_phal_plugin_jarvis.gateways.http.auth import Caller
from ovos_phal_plugin_jarvis.sdk.locale import say

PLANNER = "ovos-toolbox-planner"
"""The toolbox whose tools the guide's own kinds of commands stand for."""
DIALECTS = ("guide", "tools")
MAX_SAY = 240
MAX_COMMANDS = 5
MAX_DATE = 10
"""Characters of ``baseDateYmd``."""
_YMD = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True)
class Asked:
    """A request of the guide, read."""

    transcript: str
    base_date: date
    lang: str
    dialect: str


@dataclass(frozen=True)
class Told:
    """What is answered, and what a log is told of it."""

    answer: Mapping[str, Any]
    translator: str | None


def read(body: Mapping[str, Any], dialect: str, config: HttpConfig, has_planner: bool) -> Asked:
    """The request, checked.

    Args:
        body: the JSON object.
        dialect: of the query; empty for the guide's own where the planner is there, else the tools'.
        config: how long a transcript may be.
        has_planner: whether the guide's kinds can be carried out.

    Raises:
        Problem: 400, or 413 for a transcript that is too long: half of what was said may mean something else.
    """
    transcript, base = body.get("transcript"), body.get("baseDateYmd")
    if transcript is not None and not isinstance(transcript, str):
        raise Problem(400, "'transcript' must be a text")
    if transcript is None or not transcript.strip():
        raise Problem(400, "Missing required field: 'transcript'")
    if len(transcript.strip()) > config.max_transcript_chars:
        raise Problem(
            413,
            f"'transcript' has {len(transcript.strip())} characters; at most {config.max_transcript_chars} are read",
        )
    if base is None or base == "":
        raise Problem(400, "Missing required field: 'baseDateYmd'")
    try:
        if not isinstance(base, str) or len(base) > MAX_DATE or not _YMD.fullmatch(base):
            raise ValueError
        day = date.fromisoformat(base)
    except ValueError:
        raise Problem(400, "'baseDateYmd' must be a date in the form YYYY-MM-DD") from None
    lang = body.get("lang")
    if lang is not None and (not isinstance(lang, str) or not 0 < len(lang) <= 35):
        raise Problem(400, "'lang' must be a language tag, such as en-us")
    if dialect and dialect not in DIALECTS:
        raise Problem(400, f"'dialect' must be one of {', '.join(DIALECTS)}")
    if dialect == "guide" and not has_planner:
        raise Problem(400, f"the guide's commands are carried out by {PLANNER}, which is not loaded; use dialect=tools")
    chosen = dialect or ("guide" if has_planner else "tools")
    return Asked(transcript.strip(), day, (lang or device_language()).lower(), chosen)


def told(found: Mapping[str, Any], asked: Asked, debug: bool) -> Told:
    """The answer to a request.

    Args:
        found: what the service translated the words to.
        asked: the request.
        debug: tell how.
    """
    calls = found.get("commands")
    calls = calls if isinstance(calls, list) else []
    commands, foreign = _commands(calls, asked)
    words = str(found.get("say") or "")
    if foreign and not commands:
        words = say("device_only", asked.lang)
    elif foreign:
        words = " ".join(filter(None, (words, say("device_only_part", asked.lang))))
    elif commands and not words:
        words = say("got_it", asked.lang)
    answer: dict[str, Any] = {"say": shortened(words), "commands": commands}
    translator = found.get("translator")
    if debug:
        left = {"dropped": found.get("dropped", 0) + foreign} if found.get("dropped") or foreign else {}
        answer["debug"] = {"translator": translator, "dialect": asked.dialect, **left, **(found.get("debug") or {})}
    return Told(answer, translator if isinstance(translator, str) else None)


def _commands(calls: Sequence[Any], asked: Asked) -> tuple[list[dict[str, Any]], int]:
    """The commands in the dialect, and how many calls are none of it."""
    if asked.dialect == "tools":
        kept = [{"name": call["name"], "arguments": call["arguments"]} for call in calls[:MAX_COMMANDS]]
        return kept, 0
    from ovos_toolbox_planner.allowlist import commands_of

    commands, dropped = commands_of([(call["name"], call["arguments"]) for call in calls], asked.base_date)
    for line in dropped:
        LOG.debug(f"http: a command is dropped: {line}")
    return commands, len(dropped)


def shortened(text: str) -> str:
    """*text* in at most ``MAX_SAY`` characters, cut between words."""
    if len(text) <= MAX_SAY:
        return text
    kept = text[: MAX_SAY - 1]
    return (kept.rsplit(" ", 1)[0] if " " in kept[MAX_SAY // 2 :] else kept).rstrip(" ,.;:") + "…"


class Record:
    """One line for each request, and what they come to. Never what was said, nor by which token."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._milliseconds = 0.0

    async def of(
        self, request_id: str, work: Callable[[dict[str, Any]], Awaitable[Any]], caller: Callable[[], Caller | None]
    ) -> Any:
        """What *work* gives, noted. It puts what it knows into the dictionary that it is handed.

        Args:
            request_id: as the answer's header tells it.
            work: answers the request.
            caller: who asks, where that is known by then.
        """
        started, known = time.monotonic(), {"chars": 0, "translator": None, "commands": 0}
        status, code = 200, ""
        try:
            return await work(known)
        except Problem as problem:
            status, code = problem.status, str(problem.fields["code"])
            raise
        except BaseException:
            status, code = 500, "internal"
            raise
        finally:
            elapsed = (time.monotonic() - started) * 1000
            self._counts["requests"] += 1
            self._counts[code or "answered"] += 1
            self._counts["not_understood"] += status == 200 and known["translator"] is None
            self._milliseconds += elapsed
            who = caller()
            line = {
                "event": "assistant",
                "request_id": request_id,
                "user": who.anonymous if who is not None else None,
                "status": status,
                **({"code": code} if code else {}),
                **known,
                "latency_ms": round(elapsed, 1),
            }
            LOG.info(f"http {json.dumps(line)}")

    def numbers(self) -> dict[str, Any]:
        """How many requests, by what became of them, and how long one takes on average."""
        asked = self._counts["requests"]
        return {**self._counts, "average_ms": round(self._milliseconds / asked, 2) if asked else 0.0}
