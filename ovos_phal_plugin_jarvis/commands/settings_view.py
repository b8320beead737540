"""What a settings screen shows of commands: what there is, what each needs, and how that stands.

No sensitive value is ever part of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.auth.providers import authentication_of
from ovos_phal_plugin_jarvis.commands.loading.found import FoundCommands, LoadedCommand
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.sdk.auth import AuthStatus
from ovos_phal_plugin_jarvis.sdk.secret import IJarvisSecret
from ovos_phal_plugin_jarvis.stores import Stores


def settings_view(found: FoundCommands, stores: Stores, disabled: Iterable[str] = ()) -> dict[str, Any]:
    """The whole screen, as JSON values.

    Args:
        found: the commands that are loaded, failed and skipped.
        stores: where secrets and logins are looked up.
        disabled: ``commands.disabled`` of the configuration.

    Returns:
        ``services``: a list of ``{"service": name or None, "commands": [...]}``, by name, None last; each command
        with name, description, source, package, version, ``ready``, ``secrets``, ``missing_secrets``,
        ``setup_guide`` and ``authentication``. Besides, ``failed`` and ``skipped`` (name → reason) and ``disabled``
        (names).
    """
    services: dict[str | None, list[dict[str, Any]]] = {}
    for loaded in found.commands:
        try:
            view = command_view(loaded, stores)
            service = view.pop("service")
        except Exception as error:  # noqa: BLE001 -- an author's property
            LOG.error(f"{loaded.name} cannot be shown: {error_text(error)}")
            service, view = None, {
                "name": loaded.name, "source": loaded.source, "ready": False,
                "error": error_text(error), "secrets": [], "missing_secrets": [],
            }  # fmt: skip
        services.setdefault(service, []).append(view)
    names = sorted((name for name in services if name is not None), key=str.casefold)
    order: list[str | None] = [*names, *([None] if None in services else [])]
    off = set(disabled)
    return {
        "services": [{"service": name, "commands": services[name]} for name in order],
        "failed": dict(found.failed),
        "skipped": {name: why for name, why in found.skipped.items() if name not in off},
        "disabled": sorted(off),
    }


def command_view(loaded: LoadedCommand, stores: Stores) -> dict[str, Any]:
    """One command, with the heading it stands under as ``service``."""
    command = loaded.command
    declared = _secrets_of(command)
    secrets = [_secret_view(secret, stores) for secret in declared.values()]
    required = {(secret.scope, secret.key) for secret in command.required_secrets if secret.required}
    missing = [view["key"] for view in secrets if (view["scope"], view["key"]) in required and view["state"] != "set"]
    authentication = _authentication_view(command, stores)
    manifest = loaded.package.manifest if loaded.package else None
    return {
        "service": command.associated_service or None,
        "name": loaded.name,
        "description": command.description,
        "source": loaded.source,
        "package": loaded.package.name if loaded.package else None,
        "version": manifest.version if manifest else None,
        "ready": not missing and not (authentication and authentication["needs_auth"]),
        "secrets": secrets,
        "missing_secrets": missing,
        "setup_guide": command.setup_guide,
        "authentication": authentication,
    }


def _secrets_of(command: Any) -> dict[tuple[str, str], IJarvisSecret]:
    found: dict[tuple[str, str], IJarvisSecret] = {}
    # What is required as things stand says more about a secret than the list of all possible ones.
    for secret in [*command.required_secrets, *command.all_possible_secrets]:
        found.setdefault((secret.scope, secret.key), secret)
    return found


def _secret_view(secret: IJarvisSecret, stores: Stores) -> dict[str, Any]:
    state = stores.secrets.state(secret.key, secret.scope)
    sensitive = bool(getattr(secret, "is_sensitive", True))
    view: dict[str, Any] = {
        "key": secret.key,
        "friendly_name": getattr(secret, "friendly_name", None) or secret.key,
        "description": getattr(secret, "description", ""),
        "scope": secret.scope,
        "value_type": getattr(secret, "value_type", "string"),
        "required": bool(secret.required),
        "is_sensitive": sensitive,
        "state": state,
        "value": None,
    }
    if state == "set":
        view["value"] = "********" if sensitive else stores.secrets.get(secret.key, secret.scope)
    for name in ("enum_values", "presets"):
        given = getattr(secret, name, None)
        if given:
            view[name] = given
    return view


def _authentication_view(command: Any, stores: Stores) -> dict[str, Any] | None:
    config = authentication_of(command)
    if config is None:
        return None
    state = stores.auth.get(config.provider)
    status = AuthStatus(state.needs_reauth, state.reason) if state else AuthStatus(False)
    needs = _needs_auth(command, stores, status)
    if state is None and not command.required_secrets and not _answers_itself(command):
        needs = True  # a login is also missing where the command names no secret that would show it
    return {
        **config.to_dict(),
        "needs_auth": needs,
        "reason": status.reason,
        "expires_at": state.expires_at.isoformat() if state and state.expires_at else None,
        "last_login": state.authed_at.isoformat() if state and state.authed_at else None,
        "base_url": state.base_url if state else None,
    }


def _answers_itself(command: Any) -> bool:
    """Whether its author wrote ``needs_auth``, and so knows."""
    wrapped = type(getattr(command, "wrapped", command))
    written = next((cls for cls in wrapped.__mro__ if "needs_auth" in vars(cls)), None)
    return written is not None and written.__name__ not in ("IJarvisCommand", "JarvisCommandBase")


def _needs_auth(command: Any, stores: Stores, status: AuthStatus) -> bool:
    try:
        return bool(command.needs_auth(secrets=_values(command, stores), auth_status=status))
    except TypeError:
        return bool(command.needs_auth())  # the older form looks the secrets up by itself


def _values(command: Any, stores: Stores) -> Mapping[str, str]:
    values = {secret.key: stores.secrets.get(secret.key, secret.scope) for secret in _secrets_of(command).values()}
    return {key: value for key, value in values.items() if value}
