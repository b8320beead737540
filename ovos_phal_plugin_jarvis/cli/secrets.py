"""``ovos-jarvis secrets``: the settings that commands need. Sensitive values are never shown."""

from __future__ import annotations

import difflib
import sys
from typing import Annotated, Any

import typer

from ovos_phal_plugin_jarvis.cli.output import err, fail, out, print_json

app = typer.Typer(no_args_is_help=True, help="Settings that commands need, encrypted on this device.")

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
User = Annotated[str | None, typer.Option("--user", help="Whose, for scope 'user'; default: the device's one user.")]


def _complete_key(incomplete: str) -> list[str]:
    from ovos_phal_plugin_jarvis.stores import StoreError, open_stores

    try:
        with open_stores() as stores:
            rows = [*stores.secrets.all("integration"), *stores.secrets.all("user")]
    except StoreError:
        return []
    return sorted({row.key for row in rows if row.key.startswith(incomplete)})


def _complete_scope(incomplete: str) -> list[str]:
    return [scope for scope in ("integration", "user") if scope.startswith(incomplete)]


Key = Annotated[str, typer.Argument(metavar="KEY", autocompletion=_complete_key)]
Scope = Annotated[
    str | None,
    typer.Option(
        "--scope", help="integration (the household's) or user; default: as the command declares it.",
        autocompletion=_complete_scope,
    ),
]  # fmt: skip


@app.command("list")
def list_secrets(user: User = None, json: AsJson = False) -> None:
    """Every secret that an installed command declares or that was set, and whether it has a value."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace

    with workplace(json) as place:
        rows = _rows(place, user)
    if json:
        print_json({"secrets": rows})
    elif rows:
        _show(rows)
    else:
        out.print("No secrets are known: no installed command declares any.", markup=False)


@app.command("set")
def set_secret(
    key: Key,
    value: Annotated[str | None, typer.Argument(metavar="[VALUE]", help="Asked for, hidden, if absent.")] = None,
    scope: Scope = None,
    user: User = None,
    json: AsJson = False,
) -> None:
    """Give a secret a value. Leave VALUE out to type it unseen, or pipe it in."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace

    with workplace(json) as place:
        declared = _declared(place)
        place_of, value_type = _place(place, key, scope, user, declared, json)
        if value is None:
            value = (
                typer.prompt(key, hide_input=True, err=True)
                if sys.stdin.isatty()
                else sys.stdin.readline().rstrip("\n")
            )
        if not value:
            fail(
                f"no value was given for {key}; to take a value away: ovos-jarvis secrets unset {key}",
                as_json=json,
            )
        secret = declared.get((place_of, key))
        choices = getattr(secret, "enum_values", None)
        if choices and value not in choices:
            fail(f"{key} must be one of: {', '.join(choices)}", as_json=json)
        try:
            place.stores.secrets.set(key, value, place_of, value_type, user)
            filled = _apply_presets(place, secret, value, place_of, user)
        except ValueError as error:
            fail(str(error), as_json=json)
    if json:
        print_json({"key": key, "scope": place_of, "state": "set", "filled": filled})
        return
    out.print(f"{key} is set ({place_of}).", markup=False)
    if filled:
        out.print(f"Its preset filled in {', '.join(filled)}.", markup=False)


@app.command()
def unset(key: Key, scope: Scope = None, user: User = None, json: AsJson = False) -> None:
    """Take a secret's value away."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace

    with workplace(json) as place:
        place_of, _type = _place(place, key, scope, user, _declared(place), json)
        had = place.stores.secrets.unset(key, place_of, user)
    if not had:
        fail(f"{key} ({place_of}) has no value", as_json=json)
    if json:
        print_json({"key": key, "scope": place_of, "state": "missing"})
    else:
        out.print(f"{key} has no value now ({place_of}).", markup=False)


def _apply_presets(place: Any, secret: Any, value: str, scope: str, user: str | None) -> list[str]:
    """Set what choosing *value* fills in, where it has no value yet; the keys that were."""
    filled = []
    for key, preset in ((getattr(secret, "presets", None) or {}).get(value) or {}).items():
        if place.stores.secrets.state(key, scope, user) == "missing":
            place.stores.secrets.set(key, preset, scope, None, user)
            filled.append(key)
    return filled


def _declared(place: Any) -> dict[tuple[str, str], Any]:
    """(scope, key) → what a loaded command says of it."""
    found: dict[tuple[str, str], Any] = {}
    with place.commands() as commands:
        for loaded in commands.commands:
            for secret in [*loaded.command.required_secrets, *loaded.command.all_possible_secrets]:
                found.setdefault((secret.scope, secret.key), secret)
        for package in commands.packages:
            for secret in package.manifest.secrets if package.manifest else ():
                found.setdefault((secret.scope, secret.key), secret)
    return found


def _place(
    place: Any,
    key: str,
    scope: str | None,
    user: str | None,
    declared: dict[tuple[str, str], Any],
    as_json: bool,
) -> tuple[str, str | None]:
    """Where *key* goes, and its type; says so where nobody knows the key."""
    from ovos_phal_plugin_jarvis.sdk.secret import SCOPES

    if scope is not None and scope not in SCOPES:
        raise typer.BadParameter(f"unknown scope {scope!r}, use one of: {', '.join(SCOPES)}", param_hint="--scope")
    stored = {(row.scope, row.key) for name in SCOPES for row in place.stores.secrets.all(name, user)}
    known = [name for name in SCOPES if (name, key) in declared or (name, key) in stored]
    if scope is None and len(known) > 1:
        fail(f"{key} is known in two scopes: add --scope integration or --scope user", as_json=as_json)
    if not known:
        every = sorted({name for _scope, name in {*declared, *stored}})
        near = difflib.get_close_matches(key.upper(), every, n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        err.print(f"ovos-jarvis: warning: no installed command declares {key}{hint}", markup=False)
    chosen = scope or (known[0] if known else "integration")
    secret = declared.get((chosen, key))
    return chosen, getattr(secret, "value_type", None)


def _rows(place: Any, user: str | None) -> list[dict[str, Any]]:
    declared = _declared(place)
    stored = {
        (row.scope, row.key): row for scope in ("integration", "user") for row in place.stores.secrets.all(scope, user)
    }
    rows = []
    for scope, key in sorted({*declared, *stored}, key=lambda where: (where[1], where[0])):
        secret, row = declared.get((scope, key)), stored.get((scope, key))
        sensitive = bool(getattr(secret, "is_sensitive", True))
        state = row.state if row else "missing"
        value = None
        if state == "set":
            value = "********" if sensitive else place.stores.secrets.get(key, scope, user)
        rows.append({
            "key": key, "scope": scope, "state": state, "value": value, "is_sensitive": sensitive,
            "required": bool(getattr(secret, "required", False)),
            "value_type": getattr(secret, "value_type", None) or (row.value_type if row else "string"),
            "friendly_name": getattr(secret, "friendly_name", None) or key,
            "description": getattr(secret, "description", ""), "declared": secret is not None,
        })  # fmt: skip
    return rows


def _show(rows: list[dict[str, Any]]) -> None:
    from ovos_phal_plugin_jarvis.cli.tables import table

    shown: list[tuple[list[str], str | None]] = []
    for row in rows:
        state = row["state"]
        style = {"missing": "yellow", "unreadable": "red"}.get(state)
        if state == "missing" and not row["required"]:
            state, style = "not set", None
        what = row["description"] or ("" if row["declared"] else "no installed command declares it")
        shown.append(([row["key"], row["scope"], state, row["value"] or "", what], style))
    out.print(table(("KEY", "SCOPE", "STATE", "VALUE", "WHAT IT IS"), shown))
