"""The gateway of one service: its tokens, its app, its server, with one end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.config import HttpConfig
from ovos_phal_plugin_jarvis.gateways.calls import LocalCalls
from ovos_phal_plugin_jarvis.gateways.http.app import Mounted, Parts, make_app
from ovos_phal_plugin_jarvis.gateways.http.house import House
from ovos_phal_plugin_jarvis.gateways.http.server import HttpServer
from ovos_phal_plugin_jarvis.stores.tokens import TokenStore

HOW_TO_COME_IN = "nobody can come in yet: make a token with: ovos-jarvis token new NAME"


class HttpGateway:
    """Serves from construction to ``shutdown``."""

    def __init__(
        self,
        link: BusLink,
        config: HttpConfig,
        ask_seconds: float,
        mounted: Sequence[Mounted] = (),
        folder: Path | None = None,
        house: House | None = None,
    ) -> None:
        """
        Args:
            link: the service's end of the messagebus.
            config: where, and who may come.
            ask_seconds: that the assistant may take.
            mounted: other apps beside it.
            folder: where the tokens are; None is the device's data folder.
            house: what the page may change of this device.

        Raises:
            CannotServe: the address or the certificate can't be used.
            ConfigError: the Redis of the rate limit can't be used.
            StoreError: the tokens can't be read.
        """
        self._calls = LocalCalls(link)
        self._tokens = TokenStore(folder)
        try:
            parts = Parts(self._calls, config, self._tokens, ask_seconds + 10, mounted, house=house)
            self._server = HttpServer(make_app(parts), config)
            self._server.start()
            self.nobody_yet = not self._tokens.list()
            """Whether there was no token when it began."""
        except BaseException:
            self._tokens.close()
            raise
        LOG.info(f"http: served at {self.address}")
        if self.nobody_yet:
            LOG.warning(f"http: {HOW_TO_COME_IN}")

    @property
    def address(self) -> str:
        """Where it is, as an URL."""
        return self._server.address

    def shutdown(self) -> None:
        """End the thread and every connection."""
        self._server.stop()
        self._calls.close()
        self._tokens.close()
