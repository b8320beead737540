"""A device with Jarvis packages, as its owner has it: a home, the real command line, the service, a web service."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from processes import FEWER, LEARNED, BusCaller, Home, free_port

PACKAGES = Path(__file__).parent / "fixtures" / "packages"
PROGRAM = ("-c", "from ovos_phal_plugin_jarvis.cli import main; main()")
LISTS = ["add_to_list", "remove_from_list", "read_list", "clear_list"]
KEY = "sk-recognisable-0451"
"""The value of every secret: it must turn up nowhere but at the web service."""
LISBON = {
    "city": {"name": "Porto"},
    "coordinate": {"latitude": 41.15, "longitude": -8.61},
    "timezone": {"code": "Europe/Lisbon", "name": "Lisbon"},
}


class WeatherServer:
    """The web service of the package city_weather, on loopback. Knows a few cities and one key."""

    CITIES = {"oslo": -3, "porto": 17, "bergen": 8}

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                query = {k: v[0] for k, v in parse_qs(urlsplit(self.path).query).items()}
                outer.asked.append(query)
                temperature = outer.CITIES.get(query.get("q", "").lower())
                status = 401 if query.get("key") != KEY else 404 if temperature is None else 200
                body = json.dumps({"city": query.get("q", "").title(), "temp": temperature, "conditions": "clear"})
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class Device:
    """A home with the command line and the service."""

    def __init__(self, folder: Path, **section: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.home = Home(folder, free_port())
        self.said = ""
        """Everything that the command line printed."""
        self.configure(**section)

    def configure(self, **section: Any) -> None:
        """Write mycroft.conf with this section of the plugin's. The packages bring a shopping list of their own."""
        section = {"toolboxes": {"ovos-toolbox-everyday": {"without": LISTS}, **FEWER}, **section}
        self.home.configure({"ovos-phal-plugin-tools": {"enabled": False}, "ovos-phal-plugin-jarvis": section})
        path = self.home.folder / "config" / "mycroft" / "mycroft.conf"
        path.write_text(json.dumps({**json.loads(path.read_text()), "location": LISBON}))

    @property
    def installed(self) -> Path:
        """Where packages are installed to."""
        return self.home.folder / ".local" / "share" / "ovos-jarvis" / "commands"

    def run(self, *words: str, status: int = 0, **environment: str) -> str:
        """What ``ovos-jarvis`` prints, on both streams."""
        done = subprocess.run(
            [sys.executable, *PROGRAM, *words],
            cwd=self.home.folder,
            text=True,
            timeout=300,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env={**self.home.environment, "NO_PROXY": "127.0.0.1", "COLUMNS": "200", **environment},
        )
        self.said += done.stdout + done.stderr
        assert done.returncode == status, (words, done.stdout, done.stderr)
        return done.stdout if "--json" in words else done.stdout + done.stderr

    def json(self, *words: str, status: int = 0) -> Any:
        """The JSON document that ``ovos-jarvis … --json`` prints."""
        return json.loads(self.run(*words, "--json", status=status))

    @contextmanager
    def serving(self) -> Iterator[BusCaller]:
        """``ovos-jarvis up``, and a client on its bus."""
        before = self.home.log.stat().st_size if self.home.log.exists() else 0
        with self.home.run(*PROGRAM, "-v", "up", "--no-prompt", "--bus", f"127.0.0.1:{self.home.port}") as process:
            self.home.wait_until(lambda: "Ctrl-C ends" in self.home.log.read_text()[before:], process, "the service")
            caller = BusCaller(self.home.port)
            try:
                yield caller
            finally:
                caller.close()

    def holds(self, text: str) -> list[str]:
        """The files of this home, logs included, and the output of the command line, where they hold *text*."""
        files = (path for folder in (self.home.folder, LEARNED) for path in folder.rglob("*") if path.is_file())
        found = [str(path) for path in files if text.encode() in path.read_bytes()]
        return [*found, "the command line"] if text in self.said else found
