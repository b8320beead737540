"""A connection to a messagebus for one request or one session of the command line."""

from __future__ import annotations

import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import typer

from ovos_phal_plugin_jarvis.bus.topics import JARVIS_PROGRESS
from ovos_phal_plugin_jarvis.cli.output import fail

DEFAULT_PORT = 8181
HANDSHAKE_SECONDS = 10.0
"""That a messagebus has to let a client in; a small device may be busy with its start."""
PRESENCE_SECONDS = 3.0
"""That a service has to say that it is there, which it does from memory."""
LOADING_SECONDS = 5.0
LOOK_SECONDS = 3.0
"""Between looks, during a long wait, at whether the service is still there."""
_MARK = "ovos_jarvis_request"
"""Context key: a response keeps the context of its request."""


def parse_address(address: str, as_json: bool = False) -> tuple[str, int]:
    """``HOST:PORT`` or ``HOST`` as a pair. Ends the process with one line where it is neither."""
    host, colon, port = address.rpartition(":")
    if not colon:
        return address, DEFAULT_PORT
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        fail(f"--bus {address}: expected HOST:PORT, such as 127.0.0.1:{DEFAULT_PORT}", as_json=as_json)
    return host, int(port)


def configured_address(as_json: bool = False) -> tuple[str, int]:
    """Where mycroft.conf says that the messagebus is. Ends the process with one line where it says nothing usable."""
    from ovos_config import Configuration

    websocket = Configuration().get("websocket")
    if not isinstance(websocket, Mapping):
        websocket = {}
    host, port = websocket.get("host") or "127.0.0.1", websocket.get("port") or DEFAULT_PORT
    if not isinstance(host, str) or isinstance(port, bool) or not str(port).isdigit() or not 0 < int(port) < 65536:
        fail(f"mycroft.conf: websocket: expected a host and a port, got {host!r} and {port!r}", as_json=as_json)
    return "127.0.0.1" if host == "0.0.0.0" else host, int(port)


def answers(host: str, port: int, timeout: float = 2.0) -> bool:
    """Whether something listens there."""
    try:
        with socket.create_connection((host, port), timeout=timeout):
            return True
    except (OSError, UnicodeError):  # the second: it can be the name of no host at all
        return False


def _speaks(url: str, timeout: float = HANDSHAKE_SECONDS) -> bool:
    """Whether a messagebus is there. The bus client would log a traceback and try again for as long as it lives."""
    from websocket import WebSocketException, create_connection

    try:
        create_connection(url, timeout=timeout).close()
        return True
    except (OSError, WebSocketException):
        return False


@contextmanager
def connect(host: str, port: int, as_json: bool = False) -> Iterator[Any]:
    """A connected bus client, closed at the end. Ends the process with one line where there is no bus."""
    if not answers(host, port):
        fail(f"no messagebus answers at {host}:{port}. Start one with: ovos-jarvis up", as_json=as_json)
    from ovos_bus_client import MessageBusClient

    from ovos_phal_plugin_jarvis.bus.link import BusLink

    client = MessageBusClient(host=host, port=port)
    link = BusLink(client)  # so that no message of somebody else's can end the connection
    if not _speaks(client.create_client().url):
        fail(
            f"{host}:{port} accepts connections but does not speak as a messagebus. "
            "Choose another with: --bus 127.0.0.1:PORT",
            as_json=as_json,
        )
    client.run_in_thread()
    if not client.connected_event.wait(HANDSHAKE_SECONDS):
        client.close()
        fail(f"the messagebus at {host}:{port} let nobody in within {HANDSHAKE_SECONDS:g} s", as_json=as_json)
    try:
        yield client
    finally:
        link.close()
        _close(client)


def _close(client: Any) -> None:
    """Close a client whose requests are all answered.

    Its reader may sleep on a socket that ``close`` has closed already, which wakes nobody: ``close`` then waits 2 s in
    vain, one time in three. So the reader is woken first, and takes the socket away as it ends.
    """
    connection, until = client.client, time.monotonic() + 0.5
    connection.keep_running = False  # so that the reader ends, and does not connect again
    if connection.sock is not None:
        connection.sock.abort()
    while connection.sock is not None and time.monotonic() < until:
        time.sleep(0.001)
    client.close()


def exchange(
    client: Any,
    topic: str,
    data: Mapping[str, Any],
    timeout: float,
    session: str | None = None,
    still_there: Callable[[], bool] | None = None,
    progress: Callable[[Mapping[str, Any]], None] | None = None,
) -> dict[str, Any] | None:
    """Send a request and wait for its own response; None where none comes.

    Args:
        client: a connected bus client.
        topic: what is asked.
        data: the payload.
        timeout: seconds to wait.
        session: id of the session that asks; None is the client's own.
        still_there: asked now and then during a long wait; False ends it.
        progress: told, on this thread, of what goes on before the response.
    """
    from ovos_bus_client import Message

    # Answers are broadcast: the mark tells ours from those of whoever else asks at this moment.
    mark = uuid4().hex
    heard: queue.SimpleQueue[tuple[bool, dict[str, Any]]] = queue.SimpleQueue()

    def take(message: Any) -> None:
        if message.context.get(_MARK) == mark:
            heard.put((message.msg_type != JARVIS_PROGRESS, dict(message.data)))

    client.on(f"{topic}.response", take)
    if progress is not None:
        client.on(JARVIS_PROGRESS, take)
    try:
        context: dict[str, Any] = {_MARK: mark}
        if session is not None:
            context["session"] = {"session_id": session}
        client.emit(Message(topic, dict(data), context))
        until = time.monotonic() + timeout
        while True:
            try:
                last, data = heard.get(timeout=min(LOOK_SECONDS, max(0.001, until - time.monotonic())))
            except queue.Empty:
                if time.monotonic() >= until or (still_there is not None and not still_there()):
                    return None
                continue
            if last:
                return data
            if progress is not None:
                progress(data)
    finally:
        client.remove(f"{topic}.response", take)
        if progress is not None:
            client.remove(JARVIS_PROGRESS, take)


def who_serves(client: Any, timeout: float = PRESENCE_SECONDS) -> dict[str, Any] | None:
    """The claim of the service on this bus, once it has loaded; None where nobody has one."""
    from ovos_phal_plugin_jarvis.bus.topics import JARVIS_CLAIM

    until = time.monotonic() + LOADING_SECONDS
    while True:
        claim = exchange(client, JARVIS_CLAIM, {}, timeout)
        if claim is None or claim.get("ready") is True or time.monotonic() > until:
            return claim
        time.sleep(0.1)


def gather(client: Any, topic: str, data: Mapping[str, Any], seconds: float, more: float) -> list[dict[str, Any]]:
    """Every response to a request: those within *seconds*, and *more* seconds after the first."""
    from ovos_bus_client import Message

    mark, answered = uuid4().hex, threading.Event()
    answers: list[dict[str, Any]] = []

    def take(message: Any) -> None:
        if message.context.get(_MARK) == mark:
            answers.append(dict(message.data))
            answered.set()

    client.on(f"{topic}.response", take)
    try:
        client.emit(Message(topic, dict(data), {_MARK: mark}))
        if answered.wait(seconds):
            time.sleep(more)
    finally:
        client.remove(f"{topic}.response", take)
    return answers


@contextmanager
def running_service(bus: str | None, local: bool, as_json: bool = False) -> Iterator[Any]:
    """A client of the bus that a service serves; None where this process has to do the work itself.

    Args:
        bus: ``HOST:PORT`` where one was asked for: nobody there ends the process with one line.
        local: ask nobody.
        as_json: how to end it.
    """
    if bus is not None and local:
        raise typer.BadParameter("--bus and --local exclude each other")
    if bus is not None:
        host, port = parse_address(bus, as_json)
        with connect(host, port, as_json) as client:
            if not is_served(client, "ovos.tools.get"):
                fail(nobody_serves(host, port), as_json=as_json)
            yield client
        return
    host, port = ("", 0) if local else configured_address(as_json)
    if local or not answers(host, port, timeout=0.5) or not _speaks(f"ws://{host}:{port}{_route()}"):
        yield None
        return
    with connect(host, port, as_json) as client:
        yield client if who_serves(client) is not None else None


def _route() -> str:
    from ovos_bus_client.conf import load_message_bus_config

    return str(load_message_bus_config().route)


def is_served(client: Any, topic: str) -> bool:
    """Whether somebody answers *topic*."""
    if who_serves(client) is not None:
        return True
    # Another tool service knows no claim, but answers this at once.
    tools = topic.startswith("ovos.tools.")
    return tools and exchange(client, "ovos.tools.get", {"name": "-"}, PRESENCE_SECONDS) is not None


def nobody_serves(host: str, port: int) -> str:
    """What to say where a bus is there and no service."""
    return f"the messagebus at {host}:{port} is up, but nobody serves tools on it: restart PHAL, or run: ovos-jarvis up"


def request(
    client: Any, topic: str, data: Mapping[str, Any], timeout: float, as_json: bool = False, session: str | None = None
) -> dict[str, Any]:
    """As ``exchange``; ends the process with one line where no response comes, and soon where the service goes away."""
    answer = exchange(client, topic, data, timeout, session, still_there=lambda: is_served(client, topic))
    if answer is None:
        fail(
            f"nothing answered {topic}: the service went away, or took longer than {timeout:g} s. "
            "See its log, and: ovos-jarvis doctor",
            as_json=as_json,
        )
    return answer
