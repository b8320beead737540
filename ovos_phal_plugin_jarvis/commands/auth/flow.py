"""The OAuth 2 conversation with one provider: authorization code with PKCE, and the refresh grant.

RFC 6749 (code and refresh grants), RFC 7636 (PKCE) and RFC 8252 (loopback redirect). Nothing here stores
anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

from ovos_phal_plugin_jarvis.sdk.auth import TokenBundle
from ovos_phal_plugin_jarvis.sdk.authentication import AuthenticationConfig

if TYPE_CHECKING:
    from authlib.integrations.requests_client import OAuth2Session

REQUEST_TIMEOUT = 15.0
"""Seconds a request to a provider may take."""


class AuthError(RuntimeError):
    """Logging in or refreshing did not work. No message holds a code or a token."""


class LoginRefused(AuthError):
    """The provider or the user said no."""


class WrongState(LoginRefused):
    """The redirect does not belong to this login: it may have been forged."""


class RefreshRefused(AuthError):
    """The provider no longer accepts the refresh token: the user has to log in again."""


class ProviderUnavailable(AuthError):
    """The provider could not be reached or did not answer sensibly; trying again later may help."""


@dataclass(frozen=True)
class Endpoints:
    """Where a provider answers."""

    authorize: str | None
    exchange: str
    base_url: str | None = None
    """Where a local service was found."""


@dataclass(frozen=True)
class Attempt:
    """One login under way."""

    url: str
    """For the user's browser."""
    state: str = field(repr=False)
    verifier: str | None = field(repr=False)
    redirect_uri: str


def endpoints_of(config: AuthenticationConfig, base_url: str | None) -> Endpoints:
    """The full addresses of a provider.

    Args:
        base_url: of a local service, such as ``http://192.168.1.4:8123``; not read where the config has
            full URLs.

    Raises:
        AuthError: the config names no address to exchange a code at, or a local service was not found yet.
    """
    if config.exchange_url:
        return Endpoints(config.authorize_url, config.exchange_url)
    if not config.exchange_path:
        raise AuthError(f"{config.provider}: its command declares neither exchange_url nor exchange_path")
    if not base_url:
        raise AuthError(
            f"{config.provider} is a service in your network and its address is not known: give it with "
            f"--base-url http://HOST:{config.discovery_port or 'PORT'}"
        )
    root = base_url.rstrip("/") + "/"
    authorize = urljoin(root, config.authorize_path.lstrip("/")) if config.authorize_path else None
    return Endpoints(authorize, urljoin(root, config.exchange_path.lstrip("/")), base_url.rstrip("/"))


def begin_login(config: AuthenticationConfig, endpoints: Endpoints, redirect_uri: str) -> Attempt:
    """The address to send the user's browser to.

    Raises:
        AuthError: the config is for no OAuth provider or names no address to log in at.
    """
    from authlib.common.security import generate_token
    from authlib.common.urls import add_params_to_uri

    if config.type != "oauth":
        raise AuthError(f"{config.provider} logs in by {config.type!r}, only 'oauth' is supported")
    if not endpoints.authorize:
        raise AuthError(f"{config.provider}: its command declares neither authorize_url nor authorize_path")
    verifier = generate_token(64) if config.supports_pkce else None
    address = add_params_to_uri(endpoints.authorize, list(config.extra_authorize_params.items()))
    with _session(config, redirect_uri) as session:
        url, state = session.create_authorization_url(address, state=generate_token(32), code_verifier=verifier)
    return Attempt(url, state, verifier, redirect_uri)


def finish_login(
    config: AuthenticationConfig, endpoints: Endpoints, attempt: Attempt, redirected: str
) -> dict[str, Any]:
    """Exchange what came back from the browser for tokens.

    Args:
        redirected: the address the browser was sent back to, with its query.

    Returns:
        The provider's answer.

    Raises:
        WrongState: the redirect belongs to another login.
        LoginRefused: the provider or the user refused; the message says why in the provider's words.
        ProviderUnavailable: no sensible answer.
    """
    query = {name: values[0] for name, values in parse_qs(urlsplit(redirected).query).items()}
    if query.get("state") != attempt.state:
        raise WrongState(
            f"{config.provider}: the answer does not belong to this login (wrong state); nothing was stored, "
            "log in again"
        )
    if "error" in query:
        raise LoginRefused(_refusal(config.provider, query["error"], query.get("error_description")))
    if not query.get("code"):
        raise LoginRefused(f"{config.provider} sent no code back; log in again")
    try:
        return _exchange(
            config,
            endpoints,
            "authorization_code",
            body=urlencode(config.extra_exchange_params),
            code=query["code"],
            code_verifier=attempt.verifier,
            redirect_uri=attempt.redirect_uri if config.send_redirect_uri_in_exchange else None,
        )
    except RefreshRefused as error:
        raise LoginRefused(str(error)) from None


def refresh_grant(config: AuthenticationConfig, endpoints: Endpoints, refresh_token: str) -> TokenBundle:
    """Renew the tokens by the standard grant.

    Unlike ``IJarvisCommand.refresh_token`` it works for local services too, and tells a refusal from an
    outage.

    Raises:
        RefreshRefused: the provider no longer accepts the token.
        ProviderUnavailable: no sensible answer; the token may still be good.
    """
    answer = _exchange(config, endpoints, "refresh_token", refresh_token=refresh_token)
    return TokenBundle(
        access_token=answer.get("access_token"),
        refresh_token=answer.get("refresh_token") or refresh_token,
        expires_in=seconds_of(answer.get("expires_in")),
        raw=answer,
    )


def seconds_of(expires_in: Any) -> int | None:
    """What a provider wrote as ``expires_in``; None where it is no number."""
    try:
        return int(float(expires_in))
    except (TypeError, ValueError, OverflowError):
        return None


def _exchange(config: AuthenticationConfig, endpoints: Endpoints, grant: str, **form: str | None) -> dict[str, Any]:
    import requests
    from authlib.common.errors import AuthlibBaseError

    with _session(config, None) as session:
        try:
            answer = session.fetch_token(
                endpoints.exchange, grant_type=grant, timeout=REQUEST_TIMEOUT, allow_redirects=False, **form
            )
        except AuthlibBaseError as error:
            if error.error in ("server_error", "temporarily_unavailable", "slow_down"):
                raise ProviderUnavailable(f"{config.provider} is not available: {error.error}") from None
            raise RefreshRefused(_refusal(config.provider, error.error, error.description)) from None
        except requests.RequestException as error:
            # Its own words may hold the request's body or address; its kind is enough.
            raise ProviderUnavailable(f"{config.provider} cannot be reached ({type(error).__name__})") from None
        except ValueError:
            raise ProviderUnavailable(f"{config.provider} did not answer as OAuth asks") from None
    if not isinstance(answer, dict) or not answer.get("access_token"):
        raise ProviderUnavailable(f"{config.provider} answered without an access token")
    return dict(answer)


def _session(config: AuthenticationConfig, redirect_uri: str | None) -> OAuth2Session:
    from authlib.integrations.requests_client import OAuth2Session

    return OAuth2Session(
        config.client_id,
        config.client_secret,
        token_endpoint_auth_method="client_secret_post" if config.client_secret else "none",
        scope=list(config.scopes) or None,
        redirect_uri=redirect_uri,
        code_challenge_method="S256",
    )


def _refusal(provider: str, error: str | None, description: str | None) -> str:
    why = f"{error}: {description}" if description else f"{error}"
    return f"{provider} refused: {why[:300]}"
