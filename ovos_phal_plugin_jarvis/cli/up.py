"""``ovos-jarvis up``: a bus if none answers, a service if none runs, and a conversation with it."""

from __future__ import annotations

import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Annotated, Any

import typer
from ovos_utils.log import LOG
from rich.text import Text

from ovos_phal_plugin_jarvis.bus.topics import DEVICE_SESSION, JARVIS_STATUS
from ovos_phal_plugin_jarvis.cli import output
from ovos_phal_plugin_jarvis.cli.busclient import (
    answers,
    configured_address,
    connect,
    exchange,
    parse_address,
    who_serves,
)
from ovos_phal_plugin_jarvis.cli.dialogue import new_conversation
from ovos_phal_plugin_jarvis.cli.json_lines import JsonLines
from ovos_phal_plugin_jarvis.cli.output import err, fail, keep_stdout_for_results, out
from ovos_phal_plugin_jarvis.cli.prompt import Announcements, Prompt, print_announced
from ovos_phal_plugin_jarvis.cli.setup import read_config
from ovos_phal_plugin_jarvis.config import ConfigError, JarvisConfig, device_language

STATUS_SECONDS = 5.0
"""For a service to say what may be said to it."""

NoPrompt = Annotated[bool, typer.Option("--no-prompt", help="Serve only, until Ctrl-C.")]
AsJsonLines = Annotated[
    bool, typer.Option("--json-lines", help="Take one JSON object a line, answer each with one, and nothing else.")
]
OfBus = Annotated[
    str | None,
    typer.Option("--bus", metavar="HOST:PORT", help="The messagebus to use or to start; default: mycroft.conf's."),
]


def up(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]…", help="Said first; then the conversation goes on.")
    ] = None,
    no_prompt: NoPrompt = False,
    json_lines: AsJsonLines = False,
    bus: OfBus = None,
    http: Annotated[
        str | None,
        typer.Option("--http", metavar="[HOST:]PORT", help="Serve HTTP too: the page, the API for programs."),
    ] = None,
) -> None:
    """Serve the tools of this machine and talk to them; where a service runs already, talk to that one."""
    from ovos_phal_plugin_jarvis.runtime.service import Service

    place = None if http is None else _http_place(http, json_lines)

    def make(config: JarvisConfig, link: Any, claim: Any) -> Service:
        if place is not None:
            config = config.model_copy(update={"http": config.http.model_copy(update=place)})
        return Service(link, claim, config)

    first = " ".join(words or ())
    serve_and_talk(make, "ovos-jarvis up", bus, no_prompt=no_prompt, json_lines=json_lines, first=first)


def serve_and_talk(
    make: Callable[[JarvisConfig, Any, Any], Any],
    program: str,
    bus: str | None,
    *,
    no_prompt: bool = False,
    json_lines: bool = False,
    first: str = "",
    beside: Callable[[Any], AbstractContextManager[None]] = nullcontext,
) -> None:
    """A messagebus if none answers, a service if none runs, and a conversation with it, until its end.

    Args:
        make: configuration, end of the bus and claim → the service.
        program: what this process is, for people.
        bus: ``HOST:PORT``; None is mycroft.conf's.
        no_prompt: serve only.
        json_lines: talk with a program.
        first: what is said before anything is typed.
        beside: entered with the ``Serving`` once it serves or stands by, left before it is shut down.
    """
    if no_prompt and json_lines:
        raise typer.BadParameter("--no-prompt and --json-lines exclude each other")
    if first and (no_prompt or json_lines):
        raise typer.BadParameter("WORDS are for a conversation; say them with: ovos-jarvis say WORDS")
    if json_lines:
        output.json_lines()
        keep_stdout_for_results()
    config = read_config(json_lines)
    host, port = parse_address(bus, json_lines) if bus else configured_address(json_lines)
    from ovos_phal_plugin_jarvis.runtime.service import Service
    from ovos_phal_plugin_jarvis.runtime.serving import Serving
    from ovos_phal_plugin_jarvis.sdk.locale import say as locale_say

    def changed(service: Service | None) -> None:
        if service is None:
            err.print("Another service of this messagebus is older; this one steps aside.")
        else:
            err.print(f"The service that ran has gone; this one serves {len(service.runtime.registry.snapshot)} tools.")

    with (
        Bus(host, port, json_lines) as own,
        connect(host, port, json_lines) as client,
        # On a messagebus of ours there is nobody else to tell it.
        Announcements(
            client, lambda session: own.is_ours or (not no_prompt and session == DEVICE_SESSION)
        ) as announcements,
    ):
        serving = Serving(
            client,
            lambda link, claim: make(config, link, claim),
            program,
            on_change=changed,
            before_look=own.ensure,
        )
        with err.status("Loading tools…"):
            try:
                serving.start()
            except ConfigError as error:
                fail(f"mycroft.conf: {error}", as_json=json_lines)
        prompt: Prompt | None = None
        try:
            place = f"{host}:{port}"
            check_folder(serving, client, place, json_lines)
            _tell_http(serving, json_lines)
            with beside(serving):
                if json_lines:
                    _end_on_sigterm()
                    lines = JsonLines(client, announcements, new_conversation())
                    tell, talk = lines.announce, lines.run
                elif no_prompt:
                    _show_state(serving, place, prompt=False)
                    tell, talk = print_announced, _wait_for_signal
                    announcements.tell(print_announced)
                else:
                    _end_on_sigterm()
                    _show_state(serving, place, prompt=True)
                    if not first:
                        _show_examples(serving, client)
                    prompt = Prompt(client, announcements, new_conversation(), first)
                    tell, talk = print_announced, prompt.run
                talk()
        finally:
            served = serving.service is not None
            with err.status("Stopping…"):
                serving.shutdown()
        announcements.rest(tell)
        if served and prompt is not None and prompt.awaits_something:
            out.print(locale_say("nobody_announces", device_language()))


class Bus:
    """A messagebus at an address: the one that answers there, else one of our own until the end of the block."""

    def __init__(self, host: str, port: int, as_json: bool) -> None:
        self._host, self._port, self._as_json = host, port, as_json
        self._server: Any = None

    @property
    def is_ours(self) -> bool:
        """Whether this process runs it."""
        return self._server is not None

    def __enter__(self) -> Bus:
        from ovos_phal_plugin_jarvis.runtime.busserver import BusServerError

        try:
            self._start()
        except BusServerError as error:
            fail(str(error), as_json=self._as_json)
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


def check_folder(serving: Any, client: Any, place: str, as_json: bool) -> None:
    """End the process with one line where this data folder is served on another messagebus."""
    if serving.service is not None:
        return
    rival = serving.claim.rival
    # One on this bus may be about to serve, and not answer yet.
    if serving.claim.by_folder and rival.bus != serving.claim.me.bus and who_serves(client) is None:
        fail(
            f"this data folder is served by {rival} on another messagebus than {place}. "
            "End that one first, or give this one a data folder of its own: XDG_DATA_HOME=DIR ovos-jarvis up",
            as_json=as_json,
        )


def _http_place(text: str, as_json: bool) -> dict[str, Any]:
    """``[HOST:]PORT`` as settings. Ends the process with one line where it is neither."""
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        fail(f"--http {text}: expected [HOST:]PORT, such as 8765 or 127.0.0.1:8765", as_json=as_json)
    return {"enabled": True, "port": int(port), **({"host": host.strip("[]")} if host else {})}


def _tell_http(serving: Any, as_json: bool) -> None:
    """Say where HTTP is served. Ends the process with one line where it can't be."""
    service = serving.service
    if service is None:
        return
    if service.http_problem is not None:
        fail(service.http_problem, as_json=as_json)
    if service.http is not None:
        from ovos_phal_plugin_jarvis.gateways.http.gateway import HOW_TO_COME_IN

        told = f"HTTP: {service.http.address}"
        (err if as_json else out).print(told, markup=False)
        if service.http.nobody_yet:
            (err if as_json else out).print(f"HTTP: {HOW_TO_COME_IN}", markup=False)


def _show_state(serving: Any, place: str, prompt: bool) -> None:
    ends = "Ctrl-D ends." if prompt else "Ctrl-C ends."
    if serving.service is not None:
        snapshot = serving.service.runtime.registry.snapshot
        for name, reason in snapshot.failed.items():
            err.print(f"left out: {name}: {reason}", markup=False)
        out.print(
            f"{len(snapshot)} tool{'' if len(snapshot) == 1 else 's'} on the messagebus at {place}. {ends}",
            markup=False,
        )
        return
    here = f"{serving.claim.rival} serves the messagebus at {place} already"
    if prompt:
        out.print(f"{here}; this is a prompt on it. {ends}", markup=False)
    else:
        out.print(f"{here}. This one stands by, and serves when that one goes away. {ends}", markup=False)


def _show_examples(serving: Any, client: Any) -> None:
    """What may be said, from the tools that are served."""
    phrases: Any
    if serving.service is not None:
        from ovos_phal_plugin_jarvis.assistant.talk import to_try

        phrases = to_try(serving.service.runtime.registry.snapshot, device_language())
    else:
        phrases = (exchange(client, JARVIS_STATUS, {}, STATUS_SECONDS) or {}).get("examples")
    if not isinstance(phrases, list) or not phrases:
        return
    out.print("\nYou can say, for example:")
    for phrase in phrases:
        out.print(Text(f"  {phrase}", style="cyan"))
    out.print(Text('\nOr ask for "help".', style="dim"))


def _end_on_sigterm() -> None:
    """So that what runs is shut down, as it is after Ctrl-C.

    The system may hand the signal to any thread, and then the one that waits for input reads on: it is passed on.
    """
    main, ending = threading.get_ident(), threading.Event()
    told, tell = socket.socketpair()
    tell.setblocking(False)

    def end(*_: object) -> None:
        if not ending.is_set():
            ending.set()
            sys.exit(128 + signal.SIGTERM)

    def pass_on() -> None:
        while told.recv(1) != bytes([signal.SIGTERM]):
            pass
        signal.pthread_kill(main, signal.SIGTERM)

    signal.signal(signal.SIGTERM, end)
    signal.set_wakeup_fd(tell.detach(), warn_on_full_buffer=False)
    threading.Thread(target=pass_on, name="jarvis-sigterm", daemon=True).start()


def _wait_for_signal() -> None:
    done = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    sys.stdout.flush()
    # In steps: a wait without a timeout does not let the signal's handler run on every platform.
    while not done.wait(1):
        pass
