"""``ovos-jarvis mcp``: the tools of this device for an MCP client that starts this program."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any
from uuid import uuid4

import typer

from ovos_phal_plugin_jarvis.cli import up
from ovos_phal_plugin_jarvis.cli.busclient import configured_address, connect, parse_address, running_service
from ovos_phal_plugin_jarvis.cli.output import err, fail
from ovos_phal_plugin_jarvis.cli.setup import read_config
from ovos_phal_plugin_jarvis.config import ConfigError, JarvisConfig

CALL_SECONDS = 640.0
"""That a call may take; the service answers by its own deadline before."""


def mcp(
    bus: Annotated[
        str | None,
        typer.Option("--bus", metavar="HOST:PORT", help="Ask the service on this messagebus; default: mycroft.conf's."),
    ] = None,
    http: Annotated[
        str | None,
        typer.Option("--http", metavar="[HOST:]PORT", help="Serve it at http://HOST:PORT/mcp instead, as up --http."),
    ] = None,
) -> None:
    """Speak MCP over stdin and stdout; where no service runs, serve the tools in this process."""
    if http is not None:
        up.up(no_prompt=True, bus=bus, http=http)
        return
    try:
        from ovos_phal_plugin_jarvis.gateways.calls import OverBus
        from ovos_phal_plugin_jarvis.gateways.mcp.server.gateway import McpGateway
    except ImportError as error:
        fail(f"{error.name} is not installed. Install it with: pip install 'ovos-phal-plugin-jarvis[mcp]'")
    config = read_config()
    with _service(bus, config) as client:
        calls = OverBus(client)
        gateway = McpGateway(calls, CALL_SECONDS, session=f"mcp:{uuid4().hex}")
        try:
            asyncio.run(gateway.serve_stdio())
        finally:
            calls.close()


@contextmanager
def _service(bus: str | None, config: JarvisConfig) -> Iterator[Any]:
    """A client of the messagebus that a service serves: the one that runs, else one in this process."""
    with running_service(bus, local=False) as client:
        if client is not None:
            _end_at_once(lambda: None)
            yield client
            return
    from ovos_phal_plugin_jarvis.runtime.service import Service
    from ovos_phal_plugin_jarvis.runtime.serving import Serving

    host, port = parse_address(bus) if bus else configured_address()
    with up.Bus(host, port, False), connect(host, port) as client:
        serving = Serving(client, lambda link, claim: Service(link, claim, config), "ovos-jarvis mcp")
        try:
            serving.start()
        except ConfigError as error:
            fail(f"mycroft.conf: {error}")
        try:
            up.check_folder(serving, client, f"{host}:{port}", False)
            if serving.service is not None:
                for name, reason in serving.service.runtime.registry.snapshot.failed.items():
                    err.print(f"left out: {name}: {reason}", markup=False)
            _end_at_once(serving.shutdown)
            yield client
        finally:
            serving.shutdown()


def _end_at_once(shutdown: Any) -> None:
    """End the process on a signal: whoever reads stdin can't be woken, and would keep it alive."""

    def end(number: int, *_: object) -> None:
        try:
            shutdown()
        finally:
            sys.stderr.flush()
            os._exit(128 + number)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
