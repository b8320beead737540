"""``ovos-jarvis up``: a bus if none answers, a service if none runs, and a prompt to type utterances at."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from ovos_utils.log import LOG
from rich.control import Control, ControlType

from ovos_phal_plugin_jarvis.cli.busclient import (
    answers,
    configured_address,
    connect,
    exchange,
    parse_address,
    who_serves,
)
from ovos_phal_plugin_jarvis.cli.output import err, fail, out
from ovos_phal_plugin_jarvis.cli.say import PROMPT, show
from ovos_phal_plugin_jarvis.cli.setup import read_config
from ovos_phal_plugin_jarvis.cli.tools import tools_table
from ovos_phal_plugin_jarvis.config import ConfigError

HISTORY_LENGTH = 1000
ANSWER_TIMEOUT = 180.0
"""Seconds to wait for an answer at the prompt."""


def up(
    no_prompt: Annotated[bool, typer.Option("--no-prompt", help="Serve only, until Ctrl-C.")] = False,
    bus: Annotated[
        str | None,
        typer.Option("--bus", metavar="HOST:PORT", help="The messagebus to use or to start; default: mycroft.conf's."),
    ] = None,
) -> None:
    """Serve the tools of this machine and talk to them; where a service runs already, talk to that one."""
    config = read_config()
    host, port = parse_address(bus) if bus else configured_address()
    from ovos_phal_plugin_jarvis.runtime.service import Service
    from ovos_phal_plugin_jarvis.runtime.serving import Serving

    def changed(service: Service | None) -> None:
        if service is None:
            err.print("Another service of this messagebus is older; this one steps aside.")
        else:
            err.print(f"The service that ran has gone; this one serves {len(service.runtime.registry.snapshot)} tools.")

    with _Bus(host, port) as own, connect(host, port) as client:
        serving = Serving(
            client,
            lambda link, claim: Service(link, claim, config),
            "ovos-jarvis up",
            on_change=changed,
            before_look=own.ensure,
        )
        with err.status("Loading tools…"):
            try:
                serving.start()
            except ConfigError as error:
                fail(f"mycroft.conf: {error}")
        try:
            _show_state(serving, client, host, port, no_prompt)
            if no_prompt:
                _wait_for_signal()
            else:
                _prompt(client)
        finally:
            with err.status("Stopping…"):
                serving.shutdown()


class _Bus:
    """A messagebus at an address: the one that answers there, else one of our own until the end of the block."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._server: Any = None

    def __enter__(self) -> _Bus:
        from ovos_phal_plugin_jarvis.runtime.busserver import BusServerError

        try:
            self._start()
        except BusServerError as error:
            fail(str(error))
        return self

    def __exit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.stop()

    def ensure(self) -> None:
        """Start one where the one that was there has gone with the process that ran it."""
        from ovos_phal_plugin_jarvis.runtime.busserver import BusServerError

        try:
            self._start()
        except BusServerError as error:
            LOG.debug(f"no messagebus, and none could be started: {error}")

    def _start(self) -> None:
        if answers(self._host, self._port):
            return
        from ovos_phal_plugin_jarvis.runtime.busserver import BusServer, BusServerError

        if self._host not in ("127.0.0.1", "localhost", "::1"):
            raise BusServerError(
                f"no messagebus answers at {self._host}:{self._port}, and one can only be started on this machine"
            )
        server = BusServer(self._host, self._port)
        try:
            server.start()
        except BusServerError:
            # Another process may have been faster by a moment.
            if not answers(self._host, self._port):
                raise
            return
        self._server = server


def _show_state(serving: Any, client: Any, host: str, port: int, no_prompt: bool) -> None:
    if serving.service is not None:
        snapshot = serving.service.runtime.registry.snapshot
        out.print(tools_table(snapshot.wire_tools))
        for name, reason in snapshot.failed.items():
            err.print(f"left out: {name}: {reason}", markup=False)
        out.print(f"\n{len(snapshot)} tools on the messagebus at {host}:{port}. Ctrl-C ends.")
        return
    rival = serving.claim.rival
    # One on this bus may be about to serve, and not answer yet.
    if serving.claim.by_folder and rival.bus != serving.claim.me.bus and who_serves(client) is None:
        fail(
            f"this data folder is served by {rival} on another messagebus than {host}:{port}. "
            "End that one first, or give this one a data folder of its own: XDG_DATA_HOME=DIR ovos-jarvis up"
        )
    here = f"{rival} serves the messagebus at {host}:{port} already"
    if no_prompt:
        out.print(f"{here}. This one stands by, and serves when that one goes away. Ctrl-C ends.", markup=False)
    else:
        out.print(f"{here}; this is a prompt on it. Ctrl-C ends.", markup=False)


def _wait_for_signal() -> None:
    done = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    sys.stdout.flush()
    # In steps: a wait without a timeout does not let the signal's handler run on every platform.
    while not done.wait(1):
        pass


def _prompt(client: Any) -> None:
    from ovos_phal_plugin_jarvis.bus import topics

    with _history(), _announcements(client):
        while True:
            try:
                utterance = input(f"\n{PROMPT}").strip()
            except (EOFError, KeyboardInterrupt):
                out.print()
                return
            if utterance:
                _ask(client, topics.JARVIS_ASK, utterance)


def _ask(client: Any, topic: str, utterance: str) -> None:
    with err.status("…"):
        served = who_serves(client) is not None
        answer = None
        if served:
            answer = exchange(
                client,
                topic,
                {"utterance": utterance},
                ANSWER_TIMEOUT,
                still_there=lambda: who_serves(client) is not None,
            )
    if not served:
        err.print("Nobody serves this messagebus at the moment. Say it again in a few seconds.")
    elif answer is None:
        err.print(f"No answer came: the service went away, or took longer than {ANSWER_TIMEOUT:g} s.")
    elif "error" in answer:
        err.print(answer["error"], markup=False)
    else:
        show(answer)


PLAY_SOUND = "mycroft.audio.play_sound"
"""A timer that rings; the terminal has a bell for that."""


@contextmanager
def _announcements(client: Any) -> Iterator[None]:
    """What the device says on its own account, such as that a timer is done, appears above the prompt."""

    def show_spoken(message: Any) -> None:
        spoken = message.data.get("utterance")
        if isinstance(spoken, str) and spoken:
            out.control(Control(ControlType.CARRIAGE_RETURN))
            out.print(f"{spoken}\n\n{PROMPT}{_typed()}", markup=False, end="")

    def ring(_: Any) -> None:
        out.bell()

    client.on("speak", show_spoken)
    client.on(PLAY_SOUND, ring)
    try:
        yield
    finally:
        client.remove("speak", show_spoken)
        client.remove(PLAY_SOUND, ring)


def _typed() -> str:
    """What stands at the prompt already."""
    try:
        import readline
    except ImportError:
        return ""
    return readline.get_line_buffer()


@contextmanager
def _history() -> Iterator[None]:
    """Line editing with the history of earlier sessions, where this Python has readline."""
    try:
        import readline
    except ImportError:
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
