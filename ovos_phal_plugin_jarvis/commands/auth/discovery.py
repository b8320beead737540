"""Finding a service in the home, only at addresses that the user gave or on this machine."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from ovos_phal_plugin_jarvis.commands.auth.flow import AuthError
from ovos_phal_plugin_jarvis.sdk.authentication import AuthenticationConfig

PROBE_TIMEOUT = 3.0
"""Seconds each address has to answer."""


def find_service(config: AuthenticationConfig, hosts: Iterable[str]) -> str:
    """The base URL of the first host that answers like the service.

    Args:
        config: with ``discovery_port`` and, better, ``discovery_probe_path``.
        hosts: names or addresses, each with or without a port, or whole base URLs. 127.0.0.1 is tried last.

    Raises:
        AuthError: none answered; the message names each that was tried.
    """
    import requests

    tried = []
    for base_url in dict.fromkeys([*(_base_url(config, host) for host in hosts), _base_url(config, "127.0.0.1")]):
        tried.append(base_url)
        try:
            answer = requests.get(
                base_url + "/" + (config.discovery_probe_path or "").lstrip("/"),
                timeout=PROBE_TIMEOUT, allow_redirects=False, stream=True,
            )  # fmt: skip
        except requests.RequestException:
            continue
        answer.close()
        # A service that wants a token first is there: Home Assistant's probe path answers 401.
        if answer.status_code < 400 or answer.status_code in (401, 403):
            return base_url
    raise AuthError(
        f"{config.provider} does not answer at {', '.join(tried)}: give its address with --base-url http://HOST:PORT"
    )


def checked_base_url(provider: str, base_url: str) -> str:
    """*base_url* without a trailing slash.

    Raises:
        AuthError: it is no http(s) address.
    """
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise AuthError(f"{provider}: {base_url!r} is no address, write it as http://HOST:PORT")
    return base_url.rstrip("/")


def _base_url(config: AuthenticationConfig, host: str) -> str:
    if "://" in host:
        return checked_base_url(config.provider, host)
    named_port = host.rpartition(":")[2].isdigit() and not host.endswith("]") and host.count(":") == 1
    if named_port or not config.discovery_port:
        return f"http://{host}"
    return f"http://{host}:{config.discovery_port}"
