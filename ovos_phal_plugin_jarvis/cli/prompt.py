"""The conversation at a terminal, or with a file on stdin: a prompt, answers, what is announced meanwhile."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from uuid import uuid4

from ovos_utils.log import LOG
from rich.control import Control, ControlType
from rich.status import Status
from rich.text import Text

from ovos_phal_plugin_jarvis.cli.answers import Shown, buttons, follow, show
from ovos_phal_plugin_jarvis.cli.dialogue import Dialogue, NoAnswer
from ovos_phal_plugin_jarvis.cli.output import err, out

HISTORY_LENGTH = 1000
PROMPT = "» "
MAX_HELD = 100
"""Announcements that wait for somebody to show them to; the oldest go."""
LAST_SECONDS = 0.5
"""To wait for an announcement that is on its way when the conversation ends."""
PLAY_SOUND = "mycroft.audio.play_sound"
"""Emitted where something rings."""
_LAST = "ovos.jarvis.prompt.ends"
_YES_OR_NO = {"y": True, "n": False}

Speak = Callable[[Mapping[str, Any]], None]


class Announcements:
    """What the device says on its own account, such as that a timer is done.

    Held from the start, so that what is said while tools load is heard as well, and told once somebody listens.
    """

    def __init__(self, client: Any, hears: Callable[[str], bool]) -> None:
        """
        Args:
            client: a connected bus client.
            hears: whether what is said in the session of that id is for us.
        """
        self._client = client
        self._hears = hears
        self._lock = threading.RLock()
        self._held: list[dict[str, Any]] = []
        self._tell: Speak | None = None

    def __enter__(self) -> Announcements:
        self._client.on("speak", self._heard)
        self._client.on(PLAY_SOUND, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.remove("speak", self._heard)
        self._client.remove(PLAY_SOUND, self._heard)

    def tell(self, tell: Speak | None) -> None:
        """Hand over what is held and what comes, in turn, on whichever thread it comes; None holds it again."""
        with self._lock:
            self._tell = tell
            while tell is not None and self._held:
                tell(self._held.pop(0))

    def rest(self, tell: Speak) -> None:
        """Hand over what is still on its way from this process, and no more: the end is near."""
        from ovos_bus_client import Message

        # The bus gives everything back in order, so what was sent before this has arrived with it.
        mark, arrived = uuid4().hex, threading.Event()

        def came(message: Any) -> None:
            if message.data.get("mark") == mark:
                arrived.set()

        self._client.on(_LAST, came)
        try:
            self._client.emit(Message(_LAST, {"mark": mark}))
            arrived.wait(LAST_SECONDS)
        finally:
            self._client.remove(_LAST, came)
        self.tell(tell)

    def _heard(self, message: Any) -> None:
        from ovos_phal_plugin_jarvis.bus.requests import session_id

        key, event = ("say", "spoken") if message.msg_type == "speak" else ("uri", "sound")
        told, session = message.data.get("utterance" if event == "spoken" else key), session_id(message)
        if not isinstance(told, str) or not told or not self._hears(session):
            return
        announced = {"event": event, key: told, "session": session}
        with self._lock:
            if self._tell is not None:
                self._tell(announced)
            elif event == "spoken":  # a sound that is late means nothing; what rings goes on ringing
                self._held = [*self._held[1 - MAX_HELD :], announced]


class Prompt:
    """Reads utterances until the input ends. Used by one thread."""

    def __init__(
        self, client: Any, announcements: Announcements, conversation: str | None = None, first: str = ""
    ) -> None:
        """
        Args:
            client: a connected bus client.
            announcements: what is told between two answers.
            conversation: as for ``Dialogue``.
            first: what is said before anything is typed.
        """
        self._first = first
        self._awaited: dict[str, datetime | None] = {}
        self._dialogue = Dialogue(client, conversation=conversation, progress=self._progress)
        self._announcements = announcements
        self._terminal = sys.stdin.isatty()
        self._status: Status | None = None
        self._buttons: tuple[Shown, ...] = ()
        self._confirmation: str | None = None

    def run(self) -> None:
        """Until the input ends or Ctrl-C is typed."""
        with _history():
            if self._first:
                out.print(Text(f"\n{PROMPT}{self._first}"))
                self._answer(self._first)
            while True:
                try:
                    typed = self._read()
                except (EOFError, KeyboardInterrupt):
                    if self._terminal:
                        out.print()
                    return
                if typed:
                    with suppress(KeyboardInterrupt):  # in the moment before the answer is waited for, or after
                        self._answer(typed)

    @property
    def awaits_something(self) -> bool:
        """Whether something was set here that the service is to tell of, and its time has not come."""
        now = datetime.now(timezone.utc)
        return any(due is None or due > now for due in self._awaited.values())

    def _read(self) -> str:
        self._announcements.tell(print_announced)  # what was held, above a prompt that is not there yet
        if self._terminal:
            self._announcements.tell(self._announce)
        try:
            # Without a terminal nothing echoes what was typed.
            typed = input(f"\n{_prompt()}" if self._terminal else "").strip()
        finally:
            self._announcements.tell(None)
        if typed and not self._terminal:
            out.print(Text(f"\n{PROMPT}{typed}"))
        return typed

    def _answer(self, typed: str) -> None:
        try:
            with err.status("…") as self._status:
                answer = self._ask(typed)
        except NoAnswer as problem:
            err.print(Text(f"No answer: {problem}", style="red"))
            return
        except KeyboardInterrupt:
            self._dialogue.call_off()
            err.print(Text("Called off.", style="yellow"))
            return
        finally:
            self._status = None
        self._buttons, self._confirmation = (), None
        if "commands" not in answer:  # a refusal
            err.print(Text(str(answer.get("error")), style="red"))
            return
        show(answer)
        follow(answer, self._awaited)
        self._buttons = buttons(answer)
        self._confirmation = (answer.get("confirmation") or {}).get("id") if answer["confirmation_required"] else None

    def _ask(self, typed: str) -> dict[str, Any]:
        number = re.fullmatch(r"#?([0-9]{1,3})", typed)
        if number is not None and 0 < int(number[1]) <= len(self._buttons):
            button = self._buttons[int(number[1]) - 1]
            return self._dialogue.press(button.action, button.command)
        if self._confirmation is not None and typed.lower() in _YES_OR_NO:
            return self._dialogue.confirm(self._confirmation, _YES_OR_NO[typed.lower()])
        return self._dialogue.say(typed)

    def _progress(self, told: Mapping[str, Any]) -> None:
        """What goes on before an answer: words as a line, how far it is beside the sign that somebody works."""
        status, done = self._status, told.get("done")
        if status is None:
            return
        if isinstance(done, int | float):
            status.update(f"… {max(0.0, min(1.0, done)):.0%}")
        if isinstance(told.get("say"), str) and told["say"]:
            status.stop()  # else both would write on one line
            out.print(Text(told["say"]))
            status.start()

    def _announce(self, announced: Mapping[str, Any]) -> None:
        """Above the prompt, with what stands at it already below; what rings, by the bell of the terminal."""
        if announced["event"] == "sound":
            out.bell()
            return
        out.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))
        out.print(Text(announced["say"], style="bold"))
        out.print(Text(f"\n{PROMPT}", style="cyan") + Text(_typed()), end="")
        out.file.flush()


def print_announced(announced: Mapping[str, Any]) -> None:
    """What the device says on its own account, as a line."""
    if announced["event"] == "spoken":
        out.print(Text(announced["say"]))


def _prompt() -> str:
    """The prompt in colour where there is any; readline has to be told what takes no room."""
    if out.color_system is None or out.no_color or not out.is_terminal:
        return PROMPT
    return f"\001\x1b[36m\002{PROMPT}\001\x1b[0m\002"


def _typed() -> str:
    """What stands at the prompt already."""
    try:
        import readline
    except ImportError:
        return ""
    return readline.get_line_buffer()


@contextmanager
def _history() -> Iterator[None]:
    """Line editing with the history of earlier sessions, where this Python has readline and there is a terminal."""
    try:
        import readline
    except ImportError:
        yield
        return
    if not sys.stdin.isatty():
        yield
        return
    from ovos_utils.xdg_utils import xdg_state_home

    path = Path(xdg_state_home()) / "ovos-jarvis" / "history"
    readline.set_history_length(HISTORY_LENGTH)
    try:
        if path.is_file():
            readline.read_history_file(path)
    except OSError as error:
        LOG.warning(f"the history of the prompt can't be read: {error}")
    try:
        yield
    finally:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(path)
        except OSError as error:
            LOG.warning(f"the history of the prompt can't be kept: {error}")
