"""``ovos-jarvis token``: who may come in by HTTP and MCP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated

import typer

from ovos_phal_plugin_jarvis.cli.output import fail, out, print_json
from ovos_phal_plugin_jarvis.cli.tables import table
from ovos_phal_plugin_jarvis.stores.errors import StoreError
from ovos_phal_plugin_jarvis.stores.tokens import DEFAULT_SCOPES, SCOPES, TokenStore

app = typer.Typer(no_args_is_help=True)
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command("new")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose it is: a program, a person, a page.")],
    scope: Annotated[
        list[str] | None,
        typer.Option("--scope", help=f"What it may do: {', '.join(SCOPES)}; may be given again.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a token and show it, once."""
    wanted = tuple(part for given in scope or DEFAULT_SCOPES for part in given.split(","))
    with _tokens(as_json) as tokens:
        token = tokens.new(name, wanted)
    if as_json:
        print_json({"name": name, "scopes": [each for each in SCOPES if each in wanted], "token": token})
    else:
        out.print(token, markup=False)


@app.command("list")
def list_tokens(as_json: AsJson = False) -> None:
    """Show who has a token, and for what. The tokens themselves are kept nowhere."""
    with _tokens(as_json) as tokens:
        found = tokens.list()
    if as_json:
        print_json({"tokens": [{"name": t.name, "scopes": list(t.scopes), "created": t.created} for t in found]})
        return
    if not found:
        out.print("There is no token. Make one with: ovos-jarvis token new NAME")
        return
    rows = [((t.name, " ".join(t.scopes), f"{datetime.fromtimestamp(t.created):%Y-%m-%d %H:%M}"), None) for t in found]
    out.print(table(("NAME", "MAY", "SINCE"), rows))


@app.command("revoke")
def revoke(name: Annotated[str, typer.Argument(metavar="NAME")], as_json: AsJson = False) -> None:
    """Let nobody in by a token any more, at once."""
    with _tokens(as_json) as tokens:
        done = tokens.revoke(name)
    if not done:
        fail(f"there is no token '{name}'; ovos-jarvis token list shows them", as_json=as_json)
    if as_json:
        print_json({"revoked": name})
    else:
        out.print(f"The token '{name}' lets nobody in any more.", markup=False)


@contextmanager
def _tokens(as_json: bool) -> Iterator[TokenStore]:
    try:
        tokens = TokenStore()
        try:
            yield tokens
        finally:
            tokens.close()
    except StoreError as error:
        fail(str(error), as_json=as_json)
