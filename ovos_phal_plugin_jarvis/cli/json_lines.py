"""``ovos-jarvis up --json-lines``: the conversation for a program, one JSON object a line in, one out.

docs/command-line.md has the form; it is kept stable.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping
from typing import Any

from ovos_phal_plugin_jarvis.cli.answers import refusal
from ovos_phal_plugin_jarvis.cli.dialogue import Dialogue, NoAnswer
from ovos_phal_plugin_jarvis.cli.output import print_json
from ovos_phal_plugin_jarvis.cli.prompt import Announcements

MAX_LINE = 1_000_000
"""Bytes of a line; one that is longer is answered with an error."""
_FIELDS = {
    "utterance": {"utterance", "lang"},
    "action": {"action", "command", "context"},
    "confirm": {"confirm", "yes"},
}
"""What a line asks for → the members that it may have, beside ``id``."""


class WrongLine(ValueError):
    """A line that asks for nothing; the text says what was expected."""


class JsonLines:
    """Answers lines until there are no more."""

    def __init__(self, client: Any, announcements: Announcements, conversation: str | None = None) -> None:
        """
        Args:
            client: a connected bus client.
            announcements: what is told between and beside the answers.
            conversation: as for ``Dialogue``.
        """
        self._dialogue = Dialogue(client, conversation=conversation, progress=self._progress)
        self._announcements = announcements
        self._writing = threading.Lock()
        self._id: dict[str, Any] = {}
        """``id`` of the line that is worked on, where it has one."""

    def run(self) -> None:
        """Until the input ends or the process is interrupted."""
        self._announcements.tell(self.announce)
        try:
            while True:
                line = sys.stdin.buffer.readline(MAX_LINE + 1)
                if not line:
                    return
                if line.strip():
                    self._write(self._answer(line))
        except (KeyboardInterrupt, BrokenPipeError):  # the second: nobody reads the answers any more
            return
        finally:
            self._announcements.tell(None)

    def announce(self, announced: Mapping[str, Any]) -> None:
        """Write what the device says on its own account."""
        self._write(announced)

    def _answer(self, line: bytes) -> dict[str, Any]:
        self._id = {}
        utterance = ""
        try:
            asked = self._read(line)
            utterance = asked.get("utterance", "")
            answer = self._ask(asked)
        except WrongLine as problem:
            answer = {"error": str(problem), "code": "invalid"}
        except NoAnswer as problem:
            answer = {"error": str(problem), "code": "unavailable"}
        if "commands" not in answer:
            answer = refusal(utterance if isinstance(utterance, str) else "", answer)
        return {**self._id, **answer}

    def _read(self, line: bytes) -> dict[str, Any]:
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = sys.stdin.buffer.readline(MAX_LINE)
            raise WrongLine(f"a line may have at most {MAX_LINE} bytes")
        try:
            asked = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise WrongLine(f"a line must be one JSON object: {error}") from None
        if not isinstance(asked, dict):
            raise WrongLine('a line must be one JSON object, such as {"utterance": "what time is it"}')
        if "id" in asked:
            self._id = {"id": asked.pop("id")}
        return asked

    def _ask(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        kinds = [kind for kind in _FIELDS if kind in asked]
        if len(kinds) != 1:
            raise WrongLine("a line needs one of: 'utterance', 'action', 'confirm'")
        unknown = sorted(set(asked) - _FIELDS[kinds[0]])
        if unknown:
            raise WrongLine(f"unknown beside '{kinds[0]}': {', '.join(unknown)[:200]}")
        for key in ("lang", "command", "action", "confirm"):
            if not isinstance(asked.get(key, ""), str):
                raise WrongLine(f"'{key}' must be a text")
        if kinds[0] == "utterance":
            return self._dialogue.say(asked["utterance"], asked.get("lang"))
        if kinds[0] == "action":
            return self._dialogue.press(asked["action"], asked.get("command"), asked.get("context"))
        if not isinstance(asked.get("yes"), bool):
            raise WrongLine("'yes' must be true or false")
        return self._dialogue.confirm(asked["confirm"], asked["yes"])

    def _progress(self, told: Mapping[str, Any]) -> None:
        self._write({"event": "progress", **self._id, **told})

    def _write(self, document: Mapping[str, Any]) -> None:
        with self._writing:
            print_json(document)
