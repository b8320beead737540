"""``ovos-jarvis commands``: list, install, set up and remove Jarvis commands."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ovos_phal_plugin_jarvis.cli.output import err, fail, out, print_json

app = typer.Typer(no_args_is_help=True, help="Jarvis commands and packages: list, install, set up, remove.")

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]


def _complete_command(incomplete: str) -> list[str]:
    return [name for name in _installed_names() if name.startswith(incomplete)]


def _installed_names() -> list[str]:
    from ovos_phal_plugin_jarvis.commands.install.record import InstallRecord
    from ovos_phal_plugin_jarvis.stores import data_directory

    rows = InstallRecord(data_directory()).all().values()
    return sorted({name for row in rows for name in (row.name, *row.commands)})


@app.command("list")
def list_commands(json: AsJson = False) -> None:
    """Every command, with what it still needs; and what failed, is disabled or skipped."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace
    from ovos_phal_plugin_jarvis.commands.settings_view import settings_view

    with workplace(json) as place, place.commands() as found:
        view = settings_view(found, place.stores, place.config.commands.disabled)
    if json:
        print_json(view)
    else:
        _show_list(view)


@app.command()
def install(
    target: Annotated[
        str,
        typer.Argument(
            metavar="PATH|PIP_NAME",
            help="A package's folder, a .py file, a pip package, or something installed, to mend it.",
            autocompletion=_complete_command,
        ),
    ],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be done, and stop.")] = False,
    json: AsJson = False,
) -> None:
    """Install a command or a package: its files, its pip packages, and room for its secrets."""
    from ovos_phal_plugin_jarvis.cli.installed import foreign_output, workplace
    from ovos_phal_plugin_jarvis.commands.install.installer import InstallError, plan_install
    from ovos_phal_plugin_jarvis.commands.install.installer import install as carry_out

    with workplace(json) as place:
        try:
            plan = plan_install(target, place.config.commands, place.stores)
            if dry_run:
                if json:
                    print_json(plan.to_dict())
                else:
                    _show_plan(plan)
                return
            if not yes:
                _agree(plan, json)
            if plan.missing_packages and not json:
                err.print(f"pip installs {', '.join(plan.missing_packages)} …", markup=False)
            with foreign_output():
                result = carry_out(plan, place.stores)
        except InstallError as error:
            fail(str(error), as_json=json)
    if json:
        print_json({"plan": plan.to_dict(), **result.to_dict()})
        return
    _show_result(result)


@app.command()
def init(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A command.", autocompletion=_complete_command)],
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds it may take.")] = 300.0,
    json: AsJson = False,
) -> None:
    """Run a command's first-time setup (init_data), which may ask you questions."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace
    from ovos_phal_plugin_jarvis.commands.install.init import run_init
    from ovos_phal_plugin_jarvis.commands.install.installer import InstallError

    with workplace(json) as place:
        try:
            result = run_init(name, place.config.commands, place.stores.directory, timeout=timeout, quiet_stdout=json)
        except InstallError as error:
            fail(str(error), as_json=json)
    if json:
        print_json({"command": name, "result": result})
    elif result.get("status") == "no_init_required":
        out.print(f"{name} needs no setup.", markup=False)
    else:
        out.print(f"{name}: " + ", ".join(f"{key}: {value}" for key, value in result.items()), markup=False)


@app.command()
def remove(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A package or command.", autocompletion=_complete_command)
    ],
    purge: Annotated[bool, typer.Option("--purge", help="Delete its secrets too.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    json: AsJson = False,
) -> None:
    """Undo an installation. Secrets and stored data stay unless --purge says otherwise."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace
    from ovos_phal_plugin_jarvis.commands.install.installer import InstallError
    from ovos_phal_plugin_jarvis.commands.install.installer import remove as carry_out

    with workplace(json) as place:
        try:
            if not yes and not json and not typer.confirm(f"Remove {name}?", err=True):
                fail("nothing was removed")
            result = carry_out(name, place.stores, purge=purge)
        except InstallError as error:
            fail(str(error), as_json=json)
    if json:
        print_json(result.to_dict())
        return
    out.print(f"Removed {result.name}.", markup=False)
    if result.packages:
        out.print(f"pip packages removed: {', '.join(result.packages)}", markup=False)
    if result.purged:
        out.print(f"Secrets deleted: {', '.join(result.purged)}", markup=False)
    if result.left:
        out.print(f"Its files were not copied here and stay in {result.left}; delete them yourself.", markup=False)


def _agree(plan: Any, as_json: bool) -> None:
    if as_json:
        fail("--json asks nothing: add --yes, or --dry-run to see the plan", as_json=True, plan=plan.to_dict())
    _show_plan(plan)
    if not typer.confirm("Install?", err=True):
        fail("nothing was installed")


def _show_plan(plan: Any) -> None:
    title = plan.display_name or plan.name
    out.print(f"{title} {plan.version or ''}".rstrip(), style="bold", markup=False)
    if plan.kind == "pip":
        out.print(f"  pip installs {plan.source}", markup=False)
    elif plan.kind == "copy":
        out.print(f"  copied from {plan.source}\n  to {plan.destination}", markup=False)
    else:
        out.print(f"  stays in {plan.destination}", markup=False)
    if plan.replaces:
        out.print(f"  replaces version {plan.replaces}", markup=False)
    if plan.commands:
        out.print(f"  commands: {', '.join(plan.commands)}", markup=False)
    for component in plan.components:
        if not component.runs:
            out.print(f"  left out: {component.type} {component.name} ({component.reason})", markup=False)
    for spec in plan.packages if plan.kind != "pip" else ():
        state = "to be installed" if spec in plan.missing_packages else "there already"
        out.print(f"  pip package: {spec} ({state})", markup=False)
    for secret in plan.secrets:
        need = "required" if secret.required else "optional"
        state = "" if secret.is_new else ", known already"
        out.print(f"  secret: {secret.key} ({need}{state}) {secret.description}".rstrip(), markup=False)
    for note in plan.notes:
        out.print(f"  note: {note}", markup=False)


def _show_result(result: Any) -> None:
    out.print(f"Installed {result.name}: {', '.join(result.commands) or 'no commands'}", markup=False)
    for what, why in result.failed.items():
        err.print(f"left out: {what}: {why}", markup=False)
    for what, why in result.skipped.items():
        err.print(f"skipped: {what}: {why}", markup=False)
    for key in sorted(result.secrets, key=lambda key: key in result.optional):
        kind = "optional secret" if key in result.optional else "secret"
        out.print(f"Set its {kind} with: ovos-jarvis secrets set {key}", markup=False)


def _show_list(view: dict[str, Any]) -> None:
    from ovos_phal_plugin_jarvis.cli.tables import table

    rows: list[tuple[list[str], str | None]] = []
    for group in view["services"]:
        for command in group["commands"]:
            cells = [command["name"], group["service"] or "", _secrets_cell(command), _state_cell(command)]
            rows.append(([*cells, _origin_cell(command)], None))
    rows += [([name, "", "", "disabled by commands.disabled", ""], "dim") for name in view["disabled"]]
    if rows:
        out.print(table(("COMMAND", "SERVICE", "SECRETS", "STATE", "PACKAGE"), rows))
    for state, style in (("failed", "red"), ("skipped", "yellow")):
        for name, reason in view[state].items():
            out.print(f"{state}: {name}: {reason}", style=style, markup=False)
    if not (rows or view["failed"] or view["skipped"]):
        out.print("No commands are installed. Add one: ovos-jarvis commands install PATH|PIP_NAME", markup=False)


def _origin_cell(command: dict[str, Any]) -> str:
    """The package and its version; the file or the entry point where it is in none."""
    return " ".join(filter(None, (command.get("package"), command.get("version")))) or command["source"]


def _secrets_cell(command: dict[str, Any]) -> str:
    secrets = command["secrets"]
    if not secrets:
        return "none"
    count = sum(secret["state"] == "set" for secret in secrets)
    if command["missing_secrets"]:
        return f"{count} of {len(secrets)} set, missing: {', '.join(command['missing_secrets'])}"
    return f"{count} of {len(secrets)} set"


def _state_cell(command: dict[str, Any]) -> str:
    if "error" in command:
        return f"broken: {command['error']}"
    login = command.get("authentication")
    if login and login["needs_auth"]:
        return f"log in: ovos-jarvis auth login {login['provider']}"
    return "ready" if command["ready"] else "needs secrets"
