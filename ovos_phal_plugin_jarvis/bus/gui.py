"""Buttons and lists of a spoken answer as a page on the device's screen, where one is connected."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis.assistant.reply import Reply
from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.bus.requests import invocation_context, session_id
from ovos_phal_plugin_jarvis.foreign_text import log_error, text_of
from ovos_phal_plugin_jarvis.sdk.locale import say

NAMESPACE = "ovos-phal-plugin-jarvis"
PAGE = "Choices"
STATUS_REQUEST, STATUS = "gui.status.request", "gui.status.request.response"
PRESSED = f"{NAMESPACE}.pressed"
"""What the page sends: which button of which page."""
ANSWER_SECONDS = 3.0
"""Within which the GUI service has to say that a screen is connected; a page that comes later is not wanted."""
SHOWN_SECONDS = 60
"""For how long a page stays that nobody presses."""
MAX_LABEL = 200
MAX_BUTTONS, MAX_ITEMS = 20, 100
_FOLDER = Path(__file__).parents[1] / "gui"


@dataclass(frozen=True)
class _Page:
    id: str
    message: Message
    """The request that it answers."""
    title: str
    items: tuple[str, ...]
    buttons: tuple[tuple[str, str, Mapping[str, Any]], ...]
    """Label, and the topic and the data of what pressing it sends."""
    at: float


class GuiPages:
    """Shows a page for an answer that has something to press or to read. Owns its handlers and what it showed.

    Whether a screen is connected is asked on the bus for each page; where no GUI service answers or none is connected,
    nothing else is sent.
    """

    def __init__(self, link: BusLink, clock: Callable[[], float] = time.monotonic) -> None:
        """
        Args:
            link: the service's end of the messagebus.
            clock: seconds that only grow.
        """
        self._link = link
        self._clock = clock
        self._lock = threading.Lock()
        self._asked: _Page | None = None
        """The page that waits to hear whether there is a screen."""
        self._shown: _Page | None = None
        self._gui: Any = None

    def bind(self) -> None:
        """Listen for the GUI service and for presses."""
        self._link.bus.on(STATUS, self._connected)
        self._link.bus.on(PRESSED, self._pressed)

    def close(self) -> None:
        """Stop listening, and take a page away that is shown."""
        self._link.bus.remove(STATUS, self._connected)
        self._link.bus.remove(PRESSED, self._pressed)
        self._leave()
        gui, self._gui = self._gui, None
        if gui is not None and self._link.connected:
            gui.shutdown()

    def answer(self, message: Message, reply: Reply) -> None:
        """Show what there is to press or to read in *reply*; another page gives way. The screen is the device's own:
        other sessions get no page.

        Args:
            message: the request.
            reply: its answer.
        """
        if session_id(message) != topics.DEVICE_SESSION:
            return
        page = self._page(message, reply)
        if page is None:
            self._leave()
            return
        with self._lock:
            self._asked = page
        self._link.emit(message.forward(STATUS_REQUEST, {}))

    def _page(self, message: Message, reply: Reply) -> _Page | None:
        buttons: list[tuple[str, str, Mapping[str, Any]]] = []
        if reply.confirmation_required and reply.confirmation:
            lang = invocation_context(message).lang
            for name, yes in (("value_yes", True), ("value_no", False)):
                sent = {"id": reply.confirmation["id"], "yes": yes, "speak": True}
                buttons.append((say(name, lang).capitalize(), topics.JARVIS_CONFIRM, sent))
        for action in reply.actions[:MAX_BUTTONS]:
            pressed = action.get("button_action")
            if isinstance(pressed, str) and pressed:
                label = text_of(action.get("button_text") or pressed, MAX_LABEL)
                buttons.append((label, topics.JARVIS_ACTION, {"action": pressed, "speak": True}))
        items = _labels(reply.items) if len(reply.items) > 1 else ()
        if not buttons and not items:
            return None
        return _Page(uuid.uuid4().hex, message, str(reply.say), items, tuple(buttons), self._clock())

    def _connected(self, message: Message) -> None:
        with self._lock:
            page, self._asked = self._asked, None
            there = isinstance(message.data, Mapping) and message.data.get("connected") is True
            if page is None or not there or self._clock() - page.at > ANSWER_SECONDS:
                return
            self._shown = page
        try:
            self._show(page)
        except Exception as error:  # noqa: BLE001 - a screen is an extra; the answer has been given
            log_error("a page could not be shown", error)

    def _show(self, page: _Page) -> None:
        if self._gui is None:
            from ovos_bus_client.apis.gui import GUIInterface

            self._gui = GUIInterface(NAMESPACE, self._link.bus, ui_directories={"qt5": str(_FOLDER / "qt5")})
        self._gui["page"] = page.id
        self._gui["title"] = page.title
        self._gui["items"] = [{"label": label} for label in page.items]
        self._gui["buttons"] = [{"label": label} for label, _, _ in page.buttons]
        self._gui.show_page(PAGE, override_idle=SHOWN_SECONDS)

    def _pressed(self, message: Message) -> None:
        data = message.data if isinstance(message.data, Mapping) else {}
        number = data.get("number")
        with self._lock:
            page = self._shown
            if page is None or data.get("page") != page.id:
                return  # pressed twice, or a page of long ago
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(page.buttons):
                return
            self._shown = None
        _, topic, sent = page.buttons[number]
        self._link.emit(page.message.forward(topic, dict(sent)))
        self._release()

    def _leave(self) -> None:
        """Take the page away: the conversation went on without it."""
        with self._lock:
            shown, self._shown, self._asked = self._shown, None, None
        if shown is not None:
            self._release()

    def _release(self) -> None:
        if self._gui is not None and self._link.connected:
            self._gui.release()


def _labels(items: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    found = [text_of(item.get("label") or item.get("ref_id") or "", MAX_LABEL) for item in items[:MAX_ITEMS]]
    return tuple(label for label in found if label)
