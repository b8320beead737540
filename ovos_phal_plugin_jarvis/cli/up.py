"""``ovos-jarvis up``: a bus if none answers, the plugin on it, and a prompt to type utterances at."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.control import Control, ControlType

from ovos_phal_plugin_jarvis.cli.busclient import (
    answers,
    configured_address,
    connect,
    exchange,
    parse_address,
)
from ovos_phal_plugin_jarvis.cli.output import err, fail, out
from ovos_phal_plugin_jarvis.cli.say import show
from ovos_phal_plugin_jarvis.cli.setup import read_config
from ovos_phal_plugin_jarvis.cli.tools import tools_table
from ovos_phal_plugin_jarvis.config import ConfigError

HISTORY_LENGTH = 1000
ANSWER_TIMEOUT = 180.0
"""Seconds to wait for an answer at the prompt."""
PROMPT = "» "


def up(
    no_prompt: Annotated[bool, typer.Option("--no-prompt", help="Serve only, until Ctrl-C.")] = False,
    bus: Annotated[
        str | None,
        typer.Option("--bus", metavar="HOST:PORT", help="The messagebus to use or to start; default: mycroft.conf's."),
    ] = None,
) -> None:
    """Serve the tools of this machine and talk to them."""
    config = read_config()
    host, port = parse_address(bus) if bus else configured_address()
    from ovos_phal_plugin_jarvis.runtime.service import Service

    with _bus(host, port), connect(host, port) as client:
        with err.status("Loading tools…"):
            try:
                service = Service(client, config)
            except ConfigError as error:
                fail(f"mycroft.conf: {error}")
        try:
            _show_loaded(service, host, port)
            if no_prompt:
                _wait_for_signal()
            else:
                _prompt(client)
        finally:
            with err.status("Stopping…"):
                service.shutdown()


@contextmanager
def _bus(host: str, port: int) -> Iterator[None]:
    """A messagebus at that address: the one that answers there, else one of our own for the length of the block."""
    if answers(host, port):
        yield
        return
    if host not in ("127.0.0.1", "localhost", "::1"):
        fail(f"no messagebus answers at {host}:{port}, and one can only be started on this machine")
    from ovos_phal_plugin_jarvis.runtime.busserver import BusServer, BusServerError

    try:
        server = BusServer(host, port)
        with err.status(f"Starting a messagebus on {host}:{port}…"):
            server.start()
    except BusServerError as error:
        fail(str(error))
    try:
        yield
    finally:
        server.stop()


def _show_loaded(service: Any, host: str, port: int) -> None:
    snapshot = service.runtime.registry.snapshot
    out.print(tools_table(snapshot.wire_tools))
    for name, reason in snapshot.failed.items():
        err.print(f"left out: {name}: {reason}", markup=False)
    out.print(f"\n{len(snapshot)} tools on the messagebus at {host}:{port}. Ctrl-C ends.")


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
        answer = exchange(client, topic, {"utterance": utterance}, ANSWER_TIMEOUT)
    if answer is None:
        err.print(f"No answer came within {ANSWER_TIMEOUT:g} s.")
    elif "error" in answer:
        err.print(answer["error"], markup=False)
    else:
        show(answer)


@contextmanager
def _announcements(client: Any) -> Iterator[None]:
    """What the device says on its own account, such as that a timer is done, appears above the prompt."""

    def show_spoken(message: Any) -> None:
        spoken = message.data.get("utterance")
        if isinstance(spoken, str) and spoken:
            out.control(Control(ControlType.CARRIAGE_RETURN))
            out.print(f"{spoken}\n\n{PROMPT}{_typed()}", markup=False, end="")

    client.on("speak", show_spoken)
    try:
        yield
    finally:
        client.remove("speak", show_spoken)


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
    if path.is_file():
        readline.read_history_file(path)
    try:
        yield
    finally:
        path.parent.mkdir(parents=True, exist_ok=True)
        readline.write_history_file(path)
