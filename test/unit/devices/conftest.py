from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Hub:
    """Lamps and a lock at an address of this machine, as their makers built them."""

    def __init__(self):
        self.lamps = {"desk": {"name": "Desk lamp", "state": "off"}, "bed_left": {"name": "Bed left", "state": "off"}}
        self.told: list[tuple[str, dict]] = []
        self.paired = True
        hub = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                parts = self.path.strip("/").split("/")
                lamps = [{"id": key, "name": lamp["name"]} for key, lamp in hub.lamps.items()]
                self.answer(lamps if len(parts) == 1 else hub.lamps[parts[1]])

            def do_POST(self):
                data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                hub.told.append((self.path, data))
                kind, key, action = self.path.strip("/").split("/")
                if action == "pair_finish":
                    hub.paired = data == {"pin": "4711", "session": "s1"}
                    self.answer({} if hub.paired else {"error": "That is the wrong number."})
                elif not hub.paired:
                    self.answer({"session": "s1"})
                else:
                    if kind == "lamps":
                        hub.lamps[key]["state"] = {"turn_on": "on", "turn_off": "off"}.get(action, action)
                    self.answer({})

            def answer(self, data):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(data).encode())

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def hub():
    hub = Hub()
    yield hub
    hub.close()
