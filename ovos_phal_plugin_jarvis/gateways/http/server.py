"""The HTTP server: uvicorn on one thread with one event loop, and deadlines for whoever is slow."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import socket
import ssl
import threading
from pathlib import Path
from typing import Any

import uvicorn
from ovos_utils.log import LOG
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from ovos_phal_plugin_jarvis.config import HttpConfig
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.gateways.http.origins import MAX_HEAD

HEADER_SECONDS = 10.0
"""That a request's head may take to arrive."""
WRITE_SECONDS = 20.0
"""That a client may read nothing of what it is sent."""
MAX_CONNECTIONS = 400
"""Beyond this the connection goes that has been the longest without a whole request."""
START_SECONDS = 20.0
STOP_SECONDS = 3.0
"""That requests under way have to be answered."""
END_SECONDS = 20.0
"""That the thread has to end after that: what is mounted may wait for clients that it has asked something."""
BACKLOG = 1024


class CannotServe(Exception):
    """The server can't run. The message says why and what would mend it."""


class _Connection(H11Protocol):
    """One connection: its head and what it reads have deadlines, which uvicorn leaves to a proxy."""

    _since = 0.0
    """When what it waits for began, on the loop's clock."""
    _head_timer: asyncio.TimerHandle | None = None
    _write_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            self._make_room()
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._write_timer is not None:
            self._write_timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.is_idle and self._head_timer is None:
            self._await_head()  # a further request of this connection
        super().data_received(data)
        if not self.is_idle and self._head_timer is not None:
            self._stop_waiting()
            self._since = self.loop.time()

    @property
    def is_idle(self) -> bool:
        """Whether no request of this connection is being worked on."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def is_waiting(self) -> bool:
        """Whether it has yet to send a whole request."""
        return self.is_idle or self.cycle.more_body

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._write_timer is None:
            self._write_timer = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        body = json.dumps({"error": msg, "code": "invalid"}).encode()
        head = f"HTTP/1.1 400 \r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close"
        self.transport.write(head.encode() + b"\r\n\r\n" + body)
        self.transport.close()

    def _await_head(self) -> None:
        self._since = self.loop.time()
        self._head_timer = self.loop.call_later(HEADER_SECONDS, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _too_slow(self) -> None:
        self._head_timer = None
        if self.is_idle:
            self.transport.abort()

    def _make_room(self) -> None:
        """Close the connection that has been the longest without a whole request; else this one."""
        others = [each for each in self.connections if isinstance(each, _Connection) and each is not self]
        oldest = min((each for each in others if each.is_waiting), key=lambda each: each._since, default=self)
        oldest._stop_waiting()
        oldest.transport.abort()


class HttpServer:
    """Owns one thread with one event loop, from ``start`` to ``stop``."""

    def __init__(self, app: ASGIApp, config: HttpConfig) -> None:
        """
        Args:
            app: what is served; told of start and end by ASGI's lifespan.
            config: where, and with which certificate.
        """
        self._app = app
        self._config = config
        self._thread = threading.Thread(target=self._run, name="jarvis-http", daemon=True)
        self._server: uvicorn.Server | None = None
        self._socket: socket.socket | None = None
        self._error: BaseException | None = None
        self._started = threading.Event()
        self.address = ""
        """Where it is, as an URL; once it has started."""

    def start(self) -> None:
        """Serve.

        Raises:
            CannotServe: the port is taken, the address is none of this machine's, or the certificate can't be used.
        """
        config, tls = self._config, self._config.tls
        options: dict[str, Any] = {}
        if tls.cert or tls.key:
            self._check_certificate()
            options = {"ssl_certfile": tls.cert, "ssl_keyfile": tls.key or None}
        self._socket = self._listen()
        port = self._socket.getsockname()[1]
        host = f"[{config.host}]" if ":" in config.host else config.host
        self.address = f"{'https' if tls.cert else 'http'}://{host}:{port}"
        made = uvicorn.Config(
            self._app,
            http=_Connection,
            ws="none",
            loop="asyncio",
            lifespan="on",
            interface="asgi3",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=int(STOP_SECONDS),
            h11_max_incomplete_event_size=MAX_HEAD,
            backlog=BACKLOG,
            **options,
        )
        # It would write each invalid request of a stranger to the log, and that it has started.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        logging.getLogger("uvicorn.access").setLevel(logging.CRITICAL)
        self._server = uvicorn.Server(made)
        self._thread.start()
        self._started.wait(START_SECONDS)
        if self._error is not None or not self._server.started:
            self.stop()
            why = error_text(self._error) if self._error is not None else f"not up within {START_SECONDS:g} s"
            raise CannotServe(f"the HTTP server did not start at {self.address}: {why}")

    def stop(self) -> None:
        """Answer what is under way, for a moment, and end the thread."""
        server = self._server
        if server is not None:
            server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS + END_SECONDS)
        if self._socket is not None:
            self._socket.close()

    def _run(self) -> None:
        assert self._server is not None and self._socket is not None
        server, sockets = self._server, [self._socket]

        async def serve() -> None:
            told = asyncio.get_running_loop().create_task(tell())
            try:
                await server.serve(sockets=sockets)
            finally:
                told.cancel()

        async def tell() -> None:
            while not server.started:
                await asyncio.sleep(0.01)
            self._started.set()

        try:
            asyncio.run(serve())
        except BaseException as error:  # noqa: BLE001 - uvicorn ends with SystemExit where the app does not come up
            self._error = error
            LOG.debug(f"the HTTP server has ended: {error_text(error)}")
        finally:
            self._started.set()

    def _listen(self) -> socket.socket:
        host, port = self._config.host, self._config.port
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            made = socket.socket(family, kind, protocol)
        except OSError as error:
            raise CannotServe(f"http.host: {host} is no address that can be served: {error.strerror}") from None
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            made.bind(address)
        except OSError as error:
            made.close()
            if error.errno == errno.EADDRINUSE:
                raise CannotServe(
                    f"http.port: {port} of {host} is in use by another program; choose another: "
                    "ovos-jarvis up --http PORT"
                ) from None
            raise CannotServe(f"http: {host}:{port} can't be served: {error.strerror}") from None
        made.setblocking(False)
        return made

    def _check_certificate(self) -> None:
        tls = self._config.tls
        for name, path in (("cert", tls.cert), ("key", tls.key)):
            if (name == "cert" or path) and not Path(path).is_file():
                raise CannotServe(f"http.tls.{name}: there is no file {path!r}")
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(tls.cert, tls.key or None)
        except (OSError, ValueError) as error:
            raise CannotServe(f"http.tls: {tls.cert} and its key can't be used: {error_text(error)}") from None
