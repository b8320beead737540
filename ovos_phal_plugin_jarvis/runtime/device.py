"""What commands get from this device: stored data, secrets, the user's time zone."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.dates import DateKeyError, resolve_arguments
from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.sdk import get_backend, set_backend
from ovos_phal_plugin_jarvis.sdk.clock import home_now
from ovos_phal_plugin_jarvis.sdk.secret_service import get_secret_value
from ovos_phal_plugin_jarvis.stores import StoreError, Stores, open_stores
from ovos_phal_plugin_jarvis.tools.command_host import CommandHost
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments


class Device:
    """Owns the stores and puts them behind the SDK for as long as it is open."""

    def __init__(self, config: JarvisConfig) -> None:
        """Open the stores. Where they can't be used, commands run without: nothing is kept and the log says why."""
        self.stores: Stores | None = None
        try:
            self.stores = open_stores()
        except StoreError as error:
            LOG.error(f"commands can keep neither data nor secrets: {error}")
        if self.stores is not None:
            set_backend(self.stores.backend())
        self.host = CommandHost(
            secrets=_secrets if self.stores is not None else lambda command: None,
            prepare_arguments=_resolve_dates)

    def close(self) -> None:
        """Let go of the stores."""
        if self.stores is None:
            return
        # Another runtime of this process may have put its own in place.
        if get_backend() is self.stores.backend():
            set_backend(None)
        self.stores.close()


def _secrets(command: Any) -> Mapping[str, str]:
    """The values of every secret that a command may need; one without a value is left out."""
    wanted = [*command.required_secrets, *(getattr(command, "all_possible_secrets", None) or ())]
    values = {secret.key: get_secret_value(secret.key, secret.scope) for secret in wanted}
    return {key: value for key, value in values.items() if value}


def _resolve_dates(command: Any, arguments: dict[str, Any], context: InvocationContext) -> dict[str, Any]:
    try:
        return resolve_arguments(command, arguments, home_now(context.session))
    except DateKeyError as error:
        raise InvalidArguments(f"'{command.command_name}': {error}") from error
