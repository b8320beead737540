"""A messagebus of our own, for a machine that runs none: ovos-messagebus's handler on a server that sets TCP_NODELAY.

The stock server does not, which costs every request and response a delayed acknowledgement: 44 ms a round trip on
loopback instead of 1 ms.
"""

from __future__ import annotations

import asyncio
import errno
import threading
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text

START_TIMEOUT = 10.0


class BusServerError(Exception):
    """The server can't run. The message says why and what would mend it."""


class BusServer:
    """Owns one thread with one event loop. Serves loopback only."""

    def __init__(self, host: str, port: int, route: str = "/core") -> None:
        """
        Raises:
            BusServerError: ovos-messagebus is not installed.
        """
        try:
            import ovos_messagebus.event_handler  # noqa: F401 - asked for here, so that the answer comes early
        except ImportError:
            raise BusServerError(
                f"no messagebus answers at {host}:{port}, and none is installed. "
                "Install one with: pip install 'ovos-phal-plugin-jarvis[standalone]'"
            ) from None
        self._host, self._port, self._route = host, port, route
        self._ready = threading.Event()
        self._error: BaseException | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, name="jarvis-messagebus", daemon=True)

    def start(self) -> None:
        """Serve.

        Raises:
            BusServerError: the port is taken, or the server did not come up.
        """
        self._thread.start()
        if not self._ready.wait(START_TIMEOUT):
            raise BusServerError(
                f"the messagebus did not start on {self._host}:{self._port} within {START_TIMEOUT:g} s"
            )
        if self._error is not None:
            if getattr(self._error, "errno", None) == errno.EADDRINUSE:
                raise BusServerError(
                    f"port {self._port} is in use by something that is no messagebus. "
                    "Choose another with: --bus 127.0.0.1:PORT"
                )
            raise BusServerError(f"the messagebus did not start on {self._host}:{self._port}: {self._error}")

    def stop(self) -> None:
        """Close every connection and end the thread."""
        loop, stop = self._loop, self._stop
        if loop is not None and stop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(stop.set)
        self._thread.join(5)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as error:  # noqa: BLE001 - start() tells the caller
            self._error = error
            LOG.debug(f"messagebus server ended: {error_text(error)}")
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        from ovos_messagebus.event_handler import MessageBusEventHandler, client_connections
        from tornado.web import Application

        class Handler(MessageBusEventHandler):
            """The stock handler without Nagle's algorithm."""

            def open(self, *args: Any, **kwargs: Any) -> None:
                self.set_nodelay(True)
                super().open(*args, **kwargs)

        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = Application([(self._route, Handler)]).listen(self._port, self._host)
        self._ready.set()
        await self._stop.wait()
        server.stop()
        for connection in list(client_connections):
            connection.close()
        await server.close_all_connections()
