"""What ``toolboxes.mcp.servers`` of mycroft.conf says of each MCP server."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

TOOLBOX = "mcp"
"""The member of ``toolboxes`` that holds the servers."""
_SECRET = re.compile(r"\$\{secret:([^}]+)\}")


class SettingsError(ValueError):
    """A server can't be used as it is configured. One line that names what is wrong and how to mend it."""


class ServerSettings(BaseModel):
    """One server: a program that is started here, or an address."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    command: str | tuple[str, ...] | None = None
    """The program, or the program and its arguments."""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = Field(default_factory=dict)
    """Environment of the program, beside the few variables that every program needs."""
    cwd: str | None = None
    url: str | None = None
    """Of a server that speaks streamable HTTP."""
    headers: Mapping[str, str] = Field(default_factory=dict)
    oauth: bool = False
    """A ``url`` that wants a login: the one that ``ovos-jarvis auth login mcp:NAME`` has made."""
    enabled: bool = True
    type: str | None = None
    """What other programs' files say here follows from ``command`` and ``url``."""

    @model_validator(mode="after")
    def _one_way(self) -> ServerSettings:
        if not self.command and not self.url:
            raise ValueError("it has neither 'command' nor 'url'; give it one of them")
        if self.command and self.url:
            raise ValueError("it has both 'command' and 'url'; keep one of them")
        if self.url and (urlsplit(self.url).scheme not in ("http", "https") or not urlsplit(self.url).hostname):
            raise ValueError("its 'url' is no address that begins with http:// or https://")
        if self.url and (self.env or self.args or self.cwd):
            raise ValueError("'args', 'env' and 'cwd' are for a 'command'; a 'url' has 'headers'")
        if self.oauth and not self.url:
            raise ValueError("'oauth' is for a 'url'")
        if self.command and self.headers:
            raise ValueError("'headers' are for a 'url'; a 'command' has 'env'")
        return self

    @property
    def argv(self) -> list[str]:
        """The program and its arguments."""
        first = [self.command] if isinstance(self.command, str) else list(self.command or ())
        return [*first, *self.args]


def read_servers(section: Mapping[str, Any]) -> tuple[dict[str, ServerSettings], dict[str, str]]:
    """The servers that are to be used, by name, and for each that can't be used why."""
    listed = section.get("servers", {})
    if not isinstance(listed, Mapping):
        why = f"toolboxes.{TOOLBOX}.servers must be an object of names and servers, got {type(listed).__name__}"
        return {}, {TOOLBOX: why}
    if section.get("enabled", True) is False:
        return {}, {}
    servers: dict[str, ServerSettings] = {}
    failed: dict[str, str] = {}
    for name, given in listed.items():
        where = f"toolboxes.{TOOLBOX}.servers.{name}"
        if not isinstance(given, Mapping):
            failed[name] = f"{where} must be an object, got {type(given).__name__}"
            continue
        try:
            settings = ServerSettings.model_validate(dict(given))
        except ValidationError as error:
            failed[name] = "; ".join(_explained(found, where) for found in error.errors(include_url=False))
            continue
        same = next((other for other in servers if toolbox_id(other) == toolbox_id(name)), None)
        if not toolbox_id(name).removeprefix(f"{TOOLBOX}-"):
            failed[name] = f"{where}: a server's name needs a letter or a digit"
        elif same is not None:
            failed[name] = (
                f"{where}: '{same}' has the same name as a toolbox, {toolbox_id(name)}; call one another name"
            )
        elif settings.enabled:
            servers[name] = settings
    return servers, failed


def toolbox_id(name: str) -> str:
    """The id of the toolbox of the server *name*: the bus allows neither ``:`` nor ``.`` in one."""
    return f"{TOOLBOX}-{re.sub(r'[^A-Za-z0-9_-]+', '-', name).strip('-')}"


def expanded(
    values: Mapping[str, str], secret: Callable[[str], str | None], used: list[str] | None = None
) -> dict[str, str]:
    """*values* with the secrets that they name as ``${secret:KEY}``.

    Args:
        values: of ``env`` or ``headers``.
        secret: the value of a secret; None where none is set.
        used: gets the secrets that stand in them.

    Raises:
        SettingsError: one is not set.
    """

    def value_of(found: re.Match[str]) -> str:
        value = secret(found[1])
        if not value:
            raise SettingsError(f"the secret {found[1]} is not set. Set it with: ovos-jarvis secrets set {found[1]}")
        if used is not None:
            used.append(value)
        return value

    return {name: _SECRET.sub(value_of, value) for name, value in values.items()}


def _explained(error: Any, where: str) -> str:
    place = ".".join([where, *(str(part) for part in error["loc"])])
    if error["type"] == "extra_forbidden":
        return f"{place}: no such setting (docs/mcp.md lists them)"
    return f"{place}: {str(error['msg']).removeprefix('Value error, ')}"
