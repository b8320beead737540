"""``ovos-jarvis auth``: logging in for commands."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from collections.abc import Callable
from typing import Annotated, Any

import typer

from ovos_phal_plugin_jarvis.cli.output import err, fail, out, print_json
from ovos_phal_plugin_jarvis.foreign_text import text_of

app = typer.Typer(no_args_is_help=True, help="Log in for commands that need it.")

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]


def _complete_provider(incomplete: str) -> list[str]:
    from ovos_phal_plugin_jarvis.cli.installed import workplace
    from ovos_phal_plugin_jarvis.commands.auth.providers import providers_of

    with workplace(False) as place, place.commands() as found:
        return [name for name in providers_of(c.command for c in found.commands) if name.startswith(incomplete)]


@app.command()
def login(
    provider: Annotated[str, typer.Argument(metavar="PROVIDER", autocompletion=_complete_provider)],
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    paste: Annotated[
        bool, typer.Option("--paste", help="The browser runs elsewhere: paste the address it ends at.")
    ] = False,
    base_url: Annotated[str | None, typer.Option(help="Of a service at home: http://HOST:PORT.")] = None,
    host: Annotated[
        list[str] | None, typer.Option(help="Where to look for a service at home; may be repeated.")
    ] = None,
    redirect_port: Annotated[int, typer.Option(min=0, max=65535, help="For the redirect; 0 takes a free one.")] = 0,
    redirect_uri: Annotated[str | None, typer.Option(help="Registered with the provider; implies --paste.")] = None,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds you have to log in.")] = 300.0,
    user: Annotated[int | None, typer.Option(help="Whose login it is, where commands keep one for each.")] = None,
    json: AsJson = False,
) -> None:
    """Log in at PROVIDER, for every command that uses it."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace
    from ovos_phal_plugin_jarvis.commands.auth.login import AuthError, AuthService

    def show_url(url: str) -> None:
        err.print(f"Open this address and log in:\n\n{url}\n", markup=False, soft_wrap=True)
        if not no_browser and not json and _has_display():
            webbrowser.open(url)

    if provider.startswith("mcp:"):
        _log_in_at_server(provider.removeprefix("mcp:"), show_url, redirect_port, timeout, json)
        return
    refused: AuthError | None = None
    with workplace(json) as place, place.commands() as found:
        service = AuthService(place.stores, lambda: [loaded.command for loaded in found.commands])
        try:
            result = service.login(
                provider,
                show_url=show_url,
                base_url=base_url,
                hosts=host or (),
                redirect_port=redirect_port,
                redirect_uri=redirect_uri,
                ask_redirected=_ask_redirected if paste or redirect_uri else None,
                timeout=timeout,
                user_id=user,
            )
        except AuthError as error:
            refused = error
    if refused is not None:
        fail(str(refused), as_json=json)
    if json:
        print_json({
            "provider": result.provider, "commands": list(result.stored), "failed": result.failed,
            "expires_at": result.expires_at.isoformat() if result.expires_at else None,
        })  # fmt: skip
        return
    out.print(f"Logged in at {provider} for {', '.join(result.stored)}.", markup=False)
    for name, why in result.failed.items():
        err.print(f"{name}: {why}", markup=False)


def _log_in_at_server(name: str, show_url: Callable[[str], None], port: int, timeout: float, as_json: bool) -> None:
    """Log in at an MCP server of ``toolboxes.mcp.servers``."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace
    from ovos_phal_plugin_jarvis.commands.auth.loopback import LoopbackReceiver
    from ovos_phal_plugin_jarvis.gateways.mcp.client.settings import TOOLBOX, SettingsError, read_servers

    try:
        from ovos_phal_plugin_jarvis.gateways.mcp.client.login import log_in
    except ImportError as error:
        fail(f"{error.name} is not installed: pip install 'ovos-phal-plugin-jarvis[mcp]'", as_json=as_json)
    with workplace(as_json) as place:
        servers, wrong = read_servers(place.config.toolboxes.get(TOOLBOX, {}))
        settings = servers.get(name)
        if settings is None or settings.url is None:
            known = ", ".join(n for n, s in servers.items() if s.url) or "none"
            fail(wrong.get(name) or f"there is no MCP server {name!r} with a url; there is: {known}", as_json=as_json)
        secrets = place.stores.secrets
        try:
            with LoopbackReceiver(port) as receiver:
                tools = asyncio.run(
                    log_in(
                        name,
                        settings.url,
                        lambda key: secrets.get(key, "integration"),
                        lambda key, value: secrets.set(key, value, "integration"),
                        show_url,
                        receiver.redirect_uri,
                        lambda: receiver.wait(timeout),
                    )
                )
        except Exception as error:  # noqa: BLE001 - of whichever kind a server leads to, in groups of them
            inner: BaseException = error
            while several := getattr(inner, "exceptions", None):
                inner = next((e for e in several if isinstance(e, SettingsError)), several[0])
            fail(f"mcp:{name}: {text_of(inner)}", as_json=as_json)
    if as_json:
        print_json({"provider": f"mcp:{name}", "tools": tools})
        return
    out.print(f"Logged in at mcp:{name}, which has {tools} tools. The service takes it over by itself.", markup=False)


@app.command()
def status(
    provider: Annotated[str | None, typer.Argument(metavar="[PROVIDER]", autocompletion=_complete_provider)] = None,
    json: AsJson = False,
) -> None:
    """How logins stand, of one provider or of all."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace
    from ovos_phal_plugin_jarvis.commands.auth.providers import providers_of

    with workplace(json) as place, place.commands() as found:
        known = providers_of(loaded.command for loaded in found.commands)
        stranger = provider is not None and provider not in known and place.stores.auth.get(provider) is None
        names = [provider] if provider else sorted({*known, *(s.provider for s in place.stores.auth.all())})
        rows = [_row(name, known.get(name), place.stores.auth.get(name)) for name in names]
    if stranger:
        fail(f"no installed command logs in at {provider!r}; known: {', '.join(known) or 'none'}", as_json=json)
    if json:
        print_json({"providers": rows})
    elif rows:
        _show(rows)
    else:
        out.print("No installed command needs a login.", markup=False)


def _row(name: str, provider: Any, state: Any) -> dict[str, Any]:
    return {
        "provider": name,
        "friendly_name": provider.config.friendly_name if provider else name,
        "commands": [command.command_name for command in provider.commands] if provider else [],
        "logged_in": state is not None and state.authed_at is not None and not state.needs_reauth,
        "needs_auth": state is None or state.needs_reauth or state.authed_at is None,
        "reason": state.reason if state else None,
        "expires_at": state.expires_at.isoformat() if state and state.expires_at else None,
        "last_login": state.authed_at.isoformat() if state and state.authed_at else None,
        "base_url": state.base_url if state else None,
    }


def _show(rows: list[dict[str, Any]]) -> None:
    from ovos_phal_plugin_jarvis.cli.tables import table

    shown: list[tuple[list[str], str | None]] = []
    for row in rows:
        state, style = "logged in", None
        if not row["logged_in"]:
            state, style = row["reason"] or f"log in: ovos-jarvis auth login {row['provider']}", "yellow"
        shown.append(([row["provider"], state, row["expires_at"] or "", ", ".join(row["commands"])], style))
    out.print(table(("PROVIDER", "STATE", "TOKEN ENDS", "COMMANDS"), shown))


def _ask_redirected() -> str:
    err.print("Then paste the address that the browser ends at (it may show an error there):", markup=False)
    return sys.stdin.readline().strip()


def _has_display() -> bool:
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
