"""Which providers the loaded commands log in at, and handing them what a login gave."""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text, type_name
from ovos_phal_plugin_jarvis.sdk.authentication import AuthenticationConfig
from ovos_phal_plugin_jarvis.sdk.command import IJarvisCommand
from ovos_phal_plugin_jarvis.sdk.context import set_current_user_id


@dataclass(frozen=True)
class Provider:
    """A provider and the commands that share it."""

    config: AuthenticationConfig
    commands: tuple[IJarvisCommand, ...]


def providers_of(commands: Iterable[IJarvisCommand]) -> dict[str, Provider]:
    """Every provider that *commands* declare, by name. The first command's config counts for all."""
    configs: dict[str, AuthenticationConfig] = {}
    sharing: dict[str, list[IJarvisCommand]] = {}
    for command in commands:
        config = authentication_of(command)
        if config is not None:
            configs.setdefault(config.provider, config)
            sharing.setdefault(config.provider, []).append(command)
    return {name: Provider(config, tuple(sharing[name])) for name, config in sorted(configs.items())}


def authentication_of(command: IJarvisCommand) -> AuthenticationConfig | None:
    """What *command* declares; None where it declares nothing or raises, which is logged."""
    try:
        return command.authentication
    except Exception as error:  # noqa: BLE001 -- an author's property
        LOG.error(f"{type_name(command)}.authentication raised {error_text(error)}")
        return None


def hand_over(
    commands: Iterable[IJarvisCommand], values: dict[str, str], user_id: int | None = None
) -> tuple[list[str], dict[str, str]]:
    """Give *values* to ``store_auth_values`` of each command, on behalf of *user_id*.

    Returns:
        The names of those that took them, and name → error of those that raised.
    """
    stored: list[str] = []
    failed: dict[str, str] = {}
    for command in commands:
        try:
            copy_context().run(_store, command, dict(values), user_id)
            stored.append(command.command_name)
        except Exception as error:  # noqa: BLE001 -- an author's method
            # Its message may quote a token, so only its kind is told.
            LOG.error(f"{command.command_name}.store_auth_values raised {type_name(error)}")
            failed[command.command_name] = f"store_auth_values raised {type_name(error)}"
    return stored, failed


def _store(command: IJarvisCommand, values: dict[str, str], user_id: int | None) -> None:
    set_current_user_id(user_id)
    command.store_auth_values(values)


def values_of(config: AuthenticationConfig, answer: dict[str, Any], base_url: str | None) -> dict[str, str]:
    """What ``store_auth_values`` is given: the config's ``keys`` that *answer* holds, as text, and
    ``_base_url`` where the service was found in the home."""
    values = {key: str(answer[key]) for key in config.keys if answer.get(key) is not None}
    if base_url:
        values["_base_url"] = base_url
    return values
