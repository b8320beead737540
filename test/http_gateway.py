"""A service with HTTP in the process of the test, on a real messagebus, and how a test asks it."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from ovos_bus_client import MessageBusClient
from ovos_plugin_manager.templates.agent_tools import ToolArguments

from ovos_phal_plugin_jarvis import JarvisPHALPlugin
from ovos_phal_plugin_jarvis.config import HttpConfig
from ovos_phal_plugin_jarvis.gateways.http.gateway import HttpGateway
from ovos_phal_plugin_jarvis.runtime.busserver import BusServer
from ovos_phal_plugin_jarvis.stores.tokens import TokenStore
from processes import free_port, share_learned
from toolboxes_for_tests import Sum, put_in_place, tool, toolbox_class

SECONDS = 90.0


class Answer:
    """What came back."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def json(self) -> Any:
        """Its body."""
        return json.loads(self.body)


class Gateway:
    """A running gateway."""

    def __init__(self, plugin: JarvisPHALPlugin, folder: Path, http_gateway: HttpGateway | None = None) -> None:
        self.plugin = plugin
        self.folder = folder
        self.http = http_gateway or plugin.service.http
        self.port = urlsplit(self.http.address).port
        self.tokens: dict[str, str] = {}

    def token(self, name: str, *scopes: str) -> str:
        """A token of that name, made once."""
        if name not in self.tokens:
            store = TokenStore(self.folder)
            self.tokens[name] = store.new(name, scopes or ("translate", "act"))
            store.close()
        return self.tokens[name]

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = "",
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request on a connection of its own.

        Args:
            method: of HTTP.
            path: with its query.
            body: bytes as they are, anything else as JSON.
            token: sent as the bearer's; ``""`` is one that may do everything, None sends none.
            headers: further ones, or others.
        """
        sent = {"Content-Type": "application/json"} if body is not None else {}
        if token is not None:
            sent["Authorization"] = f"Bearer {token or self.token('everybody', 'translate', 'act', 'admin')}"
        sent |= dict(headers or {})
        written = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, written, sent)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path: str, **more: Any) -> Answer:
        """As ``ask``."""
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Any, **more: Any) -> Answer:
        """As ``ask``."""
        return self.ask("POST", path, body, **more)

    @contextmanager
    def beside(self, **config: Any) -> Iterator[Gateway]:
        """Another gateway to the same service, with other settings."""
        made = HttpGateway(
            self.plugin._serving._link, HttpConfig(enabled=True, port=0, **config), 60.0, folder=self.folder
        )
        try:
            beside = Gateway(self.plugin, self.folder, made)
            beside.tokens = self.tokens
            yield beside
        finally:
            made.shutdown()


def house_with_a_disk(erased: list[Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """Puts a tool that adds and one that erases the disk in place; *erased* gets each call of that one."""

    def erase_disk(arguments: Any) -> Sum:
        erased.append(arguments)
        return Sum(result=len(erased))

    def prepare(patch: pytest.MonkeyPatch) -> None:
        erase = tool("erase_disk", erase_disk, "Erase the whole disk of this house.", ToolArguments)
        put_in_place(patch, math=toolbox_class("math"), house=toolbox_class("house", [erase]))

    return prepare


@contextmanager
def gateway(
    home: Path,
    config: Mapping[str, Any] | None = None,
    prepare: Callable[[pytest.MonkeyPatch], None] | None = None,
    *,
    learned: bool = True,
) -> Iterator[Gateway]:
    """A plugin with HTTP on a free port.

    Args:
        home: what is kept, is kept there.
        config: of the plugin.
        prepare: called before it starts.
        learned: wait until the tools are learned.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CONFIG", "DATA", "STATE", "CACHE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        patch.setenv("HOME", str(home))
        share_learned(home / "cache")
        if prepare is not None:
            prepare(patch)
        port = free_port()
        server = BusServer("127.0.0.1", port)
        server.start()
        client = MessageBusClient(host="127.0.0.1", port=port)
        client.run_in_thread()
        assert client.connected_event.wait(SECONDS)
        settings = {"tool_service": "on", "http": {"enabled": True, "port": 0}, **(config or {})}
        plugin = JarvisPHALPlugin(bus=client, config=settings)
        try:
            assert plugin.service is not None and plugin.service.http is not None, plugin.service.http_problem
            made = Gateway(plugin, home / "data" / "ovos-jarvis")
            until = time.monotonic() + 4 * SECONDS
            while learned and not plugin.service.runtime.translators.status()["learned"]:
                assert time.monotonic() < until, "the tools were not learned"
                time.sleep(0.1)
            yield made
        finally:
            plugin.shutdown()
            client.close()
            server.stop()
