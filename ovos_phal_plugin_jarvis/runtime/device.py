"""What commands get from this device: stored data, secrets, logins, packages, the user's time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ovos_config import Configuration
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.auth.login import AuthService, BackgroundRefresher
from ovos_phal_plugin_jarvis.commands.dates import DateKeyError, resolve_arguments
from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.foreign_text import MAX_NAME, text_of
from ovos_phal_plugin_jarvis.runtime.inbox import BusInbox
from ovos_phal_plugin_jarvis.sdk import get_backend, get_inbox_backend, set_backend, set_inbox_backend
from ovos_phal_plugin_jarvis.sdk.clock import chosen_city, chosen_zone, home_now
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, say
from ovos_phal_plugin_jarvis.sdk.secret_service import get_secret_value
from ovos_phal_plugin_jarvis.stores import StoreError, Stores, open_stores
from ovos_phal_plugin_jarvis.tools.command_host import CommandHost
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments, ToolFailed
from ovos_phal_plugin_jarvis.tools.redaction import LogRedaction


class Device:
    """Owns the stores, the inbox and the renewal of logins; stores and inbox are behind the SDK while it is open."""

    def __init__(self, config: JarvisConfig, commands: Callable[[], Iterable[Any]], bus: Any = None) -> None:
        """Open the stores. Where they can't be used, commands run without: nothing is kept and the log says why.

        Args:
            config: the plugin's section.
            commands: gives the commands that are loaded now.
            bus: where inbox items go; None where there is no bus, and commands are told ``no_backend``.
        """
        self._install_missing = config.commands.install_missing_packages
        self.stores: Stores | None = None
        self.logins: AuthService | None = None
        self._renewal: BackgroundRefresher | None = None
        self._renewing = threading.Lock()
        self._commands = commands
        self._log_redaction = LogRedaction()
        self._log_redaction.install()
        self._closed = False
        try:
            self.stores = open_stores()
        except StoreError as error:
            LOG.error(f"commands can keep neither data nor secrets: {error}")
        if self.stores is not None:
            set_backend(self.stores.backend())
            self.logins = AuthService(self.stores, commands)
        self._inbox = BusInbox(bus) if bus is not None else None
        if self._inbox is not None:
            set_inbox_backend(self._inbox)
        self.host = CommandHost(
            secrets=_secrets if self.stores is not None else lambda command: None,
            sensitive=self._sensitive,
            prepare_arguments=_resolve_dates,
            make_ready=self._make_ready,
            home_context=home_context,
        )

    def renew_logins(self) -> None:
        """Keep logins alive in the background, where a loaded command asks for that. Call it after each load."""
        with self._renewing:
            # A reload that was under way when the service stopped ends after it.
            if self._closed or self.logins is None:
                return
            if self._renewal is None:
                self._renewal = BackgroundRefresher(self.logins.refresher)
            self._renewal.start()

    def close(self) -> None:
        """End the renewal and let go of the stores."""
        with self._renewing:
            self._closed = True
        self._log_redaction.remove()
        if self._renewal is not None:
            self._renewal.stop()
        if self._inbox is not None and get_inbox_backend() is self._inbox:
            set_inbox_backend(None)
        if self.stores is None:
            return
        # Another runtime of this process may have put its own in place.
        if get_backend() is self.stores.backend():
            set_backend(None)
        self.stores.close()

    def secret(self, key: str) -> str | None:
        """The value of a secret of the household; None where none is set. It is kept out of the log from then on."""
        value = self.stores.secrets.get(key, "integration") if self.stores is not None else None
        if value:
            self._log_redaction.learn([value])
        return value

    def keep_secret(self, key: str, value: str) -> None:
        """Keep a secret of the household; an empty value forgets it."""
        if self.stores is not None:
            self.stores.secrets.set(key, value, "integration")
        if value:
            self._log_redaction.learn([value])

    def _sensitive(self, command: Any) -> frozenset[str]:
        """Every secret on this device that *command* could read, save those that commands declare to be no secret:
        the name of a city may be said."""
        if self.stores is None:
            return frozenset()
        open_keys = {
            secret.key
            for loaded in self._commands()
            for secret in (*loaded.required_secrets, *(getattr(loaded, "all_possible_secrets", None) or ()))
            if getattr(secret, "is_sensitive", True) is False
        }
        tokens = filter(None, (self.stores.auth.refresh_token(state.provider) for state in self.stores.auth.all()))
        values = frozenset(self.stores.secrets.every_value(open_keys)).union(tokens)
        self._log_redaction.learn(values)
        return values

    def _make_ready(self, command: Any) -> None:
        # Imported here: a service that runs no command need not load what reads requirements.
        from ovos_phal_plugin_jarvis.commands.install.pip import MissingPackagesError, PipError, ensure_packages

        try:
            ensure_packages(command, self._install_missing)
        except (MissingPackagesError, PipError) as error:
            raise ToolFailed(str(error)) from error
        if self.logins is not None:
            self.logins.refresher.refresh_if_needed(command)


def _secrets(command: Any) -> Mapping[str, str]:
    """The values of every secret that a command may need; one without a value is left out."""
    wanted = [*command.required_secrets, *(getattr(command, "all_possible_secrets", None) or ())]
    values = {secret.key: get_secret_value(secret.key, secret.scope) for secret in wanted}
    return {key: value for key, value in values.items() if value}


def home_context() -> dict[str, Any] | None:
    """What mycroft.conf tells of the household's place: ``location`` (the city's name) and ``timezone`` (IANA).

    None where nobody chose a place: a device does not stand where OVOS was packaged.
    """
    location = Configuration().get("location")
    home = {"location": chosen_city(location), "timezone": chosen_zone(location)}
    return {key: value for key, value in home.items() if value} or None


def _resolve_dates(command: Any, arguments: dict[str, Any], context: InvocationContext) -> dict[str, Any]:
    try:
        return resolve_arguments(command, arguments, home_now(context.session))
    except DateKeyError as error:
        said = say("no_such_day", context.lang, day=Spoken(text_of(error.value, MAX_NAME)))
        raise InvalidArguments(
            f"'{command.command_name}': {error}", [{"param": error.parameter, "message": said}]
        ) from error
