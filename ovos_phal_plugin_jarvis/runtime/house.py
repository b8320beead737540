"""The house as a gateway's page changes it: secrets, the policy, and what is kept of what was said."""

from __future__ import annotations

import threading
from typing import Any

from ovos_phal_plugin_jarvis.runtime.policy import decisions, write_rule
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.runtime.status import settings
from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest


class House:
    """See ``gateways.http.house.House``. Calls may come from any thread."""

    def __init__(self, runtime: Runtime) -> None:
        """
        Args:
            runtime: whose secrets, policy and log.
        """
        self._runtime = runtime
        self._writing = threading.Lock()

    def set_secret(self, command: str, key: str, value: str | None, scope: str | None) -> str:
        stores = self._runtime.device.stores
        if stores is None:
            raise InvalidRequest("no secret can be kept on this device; ovos-jarvis doctor says why")
        declared = self._declared(command, key, scope)
        choices = declared.get("enum_values")
        if value is not None and choices and value not in choices:
            raise InvalidRequest(f"{key} must be one of: {', '.join(map(str, choices))}")
        if value is None:
            stores.secrets.unset(key, declared["scope"])
        else:
            try:
                stores.secrets.set(key, value, declared["scope"], declared.get("value_type"))
            except ValueError as error:
                raise InvalidRequest(str(error)) from None
        return stores.secrets.state(key, declared["scope"])

    def _declared(self, command: str, key: str, scope: str | None) -> dict[str, Any]:
        shown = [
            one
            for service in settings(self._runtime).get("services", ())
            for one in service["commands"]
            if one["name"] == command
        ]
        if not shown:
            raise InvalidRequest(f"there is no command '{command}' that is set up here")
        for secret in shown[0]["secrets"]:
            if secret["key"] == key and scope in (None, secret["scope"]):
                return dict(secret)
        raise InvalidRequest(f"'{command}' declares no secret '{key}'")

    def set_policy(self, name: str, decides: str | None) -> list[dict[str, Any]]:
        snapshot, policy = self._runtime.registry.snapshot, self._runtime.policy
        if not any(tool.name == name for tool in snapshot):
            raise InvalidRequest(f"there is no tool '{name}'")
        with self._writing:
            write_rule("tools", name, decides)
            policy.read_again()
        return decisions(policy, snapshot)

    def log(self, last: int) -> dict[str, Any]:
        return self._runtime.audit.read(last)
