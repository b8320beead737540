"""Where the browser comes back to after a login on this machine (RFC 8252, section 7.3)."""

from __future__ import annotations

import queue
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import parse_qs, urlsplit

PATH = "/callback"

_PAGE = (
    "<!doctype html><meta charset=utf-8><title>ovos-jarvis</title>"
    "<p>You can close this window and go back to the terminal.</p>"
)


class LoopbackReceiver:
    """An HTTP server on 127.0.0.1 for one redirect; a context manager, closed with all its threads at the
    end.

    Args:
        port: 0 takes a free one. A provider that knows its redirect addresses exactly needs a fixed one.

    Raises:
        OSError: the port is taken.
    """

    def __init__(self, port: int = 0) -> None:
        received: queue.Queue[str] = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            timeout = 5  # a browser opens connections it never uses

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                query = parse_qs(parts.query)
                if parts.path != PATH or not ({"code", "error", "state"} & set(query)):
                    self.send_error(404)
                    return
                body = _PAGE.encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(body)
                received.put(self.path)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing: the request line holds the code."""

        self._received = received
        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        # Closing waits for the threads of requests, so that none outlives this object.
        self._server.daemon_threads = False
        self._server.timeout = 0.1
        self.redirect_uri = f"http://127.0.0.1:{self._server.server_address[1]}{PATH}"

    def wait(self, timeout: float) -> str | None:
        """The address the browser was sent back to, or None where *timeout* seconds have passed."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            self._server.handle_request()
            try:
                return self._received.get_nowait()
            except queue.Empty:
                continue
        return None

    def __enter__(self) -> LoopbackReceiver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.server_close()
