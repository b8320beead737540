"""``ovos-jarvis commands``: list, install, set up and remove Jarvis commands."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ovos_phal_plugin_jarvis.cli.output import err, fail, out, print_json

app = typer.Typer(no_args_is_help=True, help="Jarvis commands and packages: list, install, set up, remove.")

WithSystem = Annotated[
    bool | None,
    typer.Option("--system/--no-system", help="Change the system too: its packages and services, with sudo."),
]
WithReload = Annotated[bool | None, typer.Option("--reload/--no-reload", help="Reload the running service.")]
WithoutAsking = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
PlanOnly = Annotated[bool, typer.Option("--dry-run", help="Show what would be done, and stop.")]
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
            metavar="PATH|URL|PIP_NAME",
            help="A package's folder, a .py file, an archive, a git repository (https://…@TAG), a pip package, or "
            "something installed, to mend it.",
            autocompletion=_complete_command,
        ),
    ],
    yes: WithoutAsking = False,
    dry_run: PlanOnly = False,
    system: WithSystem = None,
    reload: WithReload = None,
    json: AsJson = False,
) -> None:
    """Install a command or a package: its files, its pip packages, and room for its secrets."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace

    with workplace(json) as place:
        _install(place, target, Wishes(yes, dry_run, system, reload, json))


@app.command()
def update(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A package; all without one.", autocompletion=_complete_command)
    ] = "",
    yes: WithoutAsking = False,
    dry_run: PlanOnly = False,
    system: WithSystem = None,
    reload: WithReload = None,
    json: AsJson = False,
) -> None:
    """Install what is newer where packages came from."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace

    with workplace(json) as place:
        rows = _rows(place, name, json)
        newer = [update for update in _updates(rows) if update.target]
        unknown = [update for update in _updates(rows) if update.reason] if name and not newer else []
        if unknown:
            fail(f"{name} can't be updated: {unknown[0].reason}", as_json=json)
        if not newer and json:
            print_json({"updated": []})
        elif not newer:
            out.print(f"{name or 'Everything'} is up to date.", markup=False)
        done = []
        for found in newer:
            done.append(_install(place, str(found.target), Wishes(yes, dry_run, system, None, json), quiet=json))
        if newer and json:
            print_json({"updated": done})
        if newer and not dry_run:
            _offer_reload(reload, json)


@app.command()
def outdated(json: AsJson = False) -> None:
    """What is newer where packages came from; nothing is changed."""
    from ovos_phal_plugin_jarvis.cli.installed import workplace
    from ovos_phal_plugin_jarvis.cli.tables import table

    with workplace(json) as place:
        found = _updates(_rows(place, "", json))
    if json:
        print_json({"packages": [update.to_dict() for update in found]})
        return
    newer = [
        ([u.name, u.installed, u.latest or "", f"ovos-jarvis commands update {u.name}"], None)
        for u in found
        if u.target
    ]
    if newer:
        out.print(table(("PACKAGE", "INSTALLED", "NEWEST", "UPDATE WITH"), newer))
    else:
        out.print("Everything is up to date." if found else "Nothing is installed.", markup=False)
    for update in found:
        if update.reason:
            err.print(f"{update.name}: can't be compared: {update.reason}", markup=False)


@app.command()
def search(
    words: Annotated[list[str] | None, typer.Argument(metavar="[WORD]...", help="What it should be for.")] = None,
    json: AsJson = False,
) -> None:
    """Packages that others publish, from the indexes of the configuration (commands.indexes)."""
    from ovos_phal_plugin_jarvis.cli.setup import read_config
    from ovos_phal_plugin_jarvis.cli.tables import table
    from ovos_phal_plugin_jarvis.commands.install.updates import SearchError
    from ovos_phal_plugin_jarvis.commands.install.updates import search as look

    asked = " ".join(words or ())
    try:
        found = look(asked, read_config(json).commands.indexes)
    except SearchError as error:
        fail(str(error), as_json=json)
    if json:
        print_json({"packages": [offered.to_dict() for offered in found]})
    elif found:
        rows: list[tuple[list[str], str | None]] = [([p.name, p.version, p.description, p.source], None) for p in found]
        out.print(table(("PACKAGE", "VERSION", "DESCRIPTION", "INSTALL WITH: commands install …"), rows))
        out.print("Anybody may publish there: read what a package does before you install it.", markup=False)
    else:
        out.print(f"Nothing is found for '{asked}'." if asked else "Nothing is found.", markup=False)


@app.command()
def test(
    folder: Annotated[Path, typer.Argument(help="A package's folder.")],
    json: AsJson = False,
) -> None:
    """Try a package before it is published: does it load, its own tests, and what its examples are understood as."""
    from ovos_phal_plugin_jarvis.cli.package_test import try_package

    try_package(folder, json)


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
        if _went_wrong(result):
            raise typer.Exit(1)
    elif _went_wrong(result):
        fail(f"{name} could not be set up: {result.get('message') or result.get('error') or 'it did not say why'}")
    elif result.get("status") == "no_init_required":
        out.print(f"{name} needs no setup.", markup=False)
    else:
        out.print(f"{name}: " + ", ".join(f"{key}: {value}" for key, value in result.items()), markup=False)


def _went_wrong(result: dict[str, Any]) -> bool:
    return str(result.get("status") or "").casefold() in ("error", "failed", "failure") or (
        "status" not in result and bool(result.get("error"))
    )


@app.command()
def remove(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A package or command.", autocompletion=_complete_command)
    ],
    purge: Annotated[bool, typer.Option("--purge", help="Delete its secrets, records and logins too.")] = False,
    yes: WithoutAsking = False,
    reload: WithReload = None,
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
        _offer_reload(reload, json)
        return
    out.print(f"Removed {result.name}.", markup=False)
    if result.packages:
        out.print(f"pip packages removed: {', '.join(result.packages)}", markup=False)
    if result.purged:
        out.print(f"Secrets deleted: {', '.join(result.purged)}", markup=False)
    if result.records:
        out.print(f"Records deleted: {result.records}", markup=False)
    if result.left:
        out.print(f"Its files were not copied here and stay in {result.left}; delete them yourself.", markup=False)
    _offer_reload(reload, json)


@dataclass(frozen=True)
class Wishes:
    """How the user wants to be asked."""

    yes: bool
    dry_run: bool
    system: bool | None
    reload: bool | None
    as_json: bool


def _install(place: Any, target: str, wishes: Wishes, quiet: bool = False) -> dict[str, Any]:
    """Plan, ask, carry out and tell; what it came to, as JSON has it."""
    from ovos_phal_plugin_jarvis.cli.installed import foreign_output, prompt_providers_in
    from ovos_phal_plugin_jarvis.commands.install.installer import InstallError, plan_install
    from ovos_phal_plugin_jarvis.commands.install.installer import install as carry_out
    from ovos_phal_plugin_jarvis.commands.install.sources import SourceError, fetched, is_fetched

    try:
        if is_fetched(target) and not wishes.as_json:
            err.print("fetching it …", markup=False)
        with fetched(target) as brought:
            plan = plan_install(target, place.config.commands, place.stores, brought)
            if wishes.dry_run:
                if wishes.as_json and not quiet:
                    print_json(plan.to_dict())
                elif not wishes.as_json:
                    _show_plan(plan)
                return plan.to_dict()
            if not wishes.yes:
                _agree(plan, wishes.as_json)
            if plan.missing_packages and not wishes.as_json:
                err.print(f"pip installs {', '.join(plan.missing_packages)} …", markup=False)
            with foreign_output():
                result = carry_out(plan, place.stores, providers=prompt_providers_in(place.config))
    except (InstallError, SourceError) as error:
        fail(str(error), as_json=wishes.as_json)
    did = _change_system(plan, wishes)
    told = {"plan": plan.to_dict(), **result.to_dict(), "system": did}
    if not wishes.as_json:
        _show_result(result)
        for about, why in did.items():
            err.print(f"{'done' if why is None else 'not done'}: {about}{f': {why}' if why else ''}", markup=False)
    elif not quiet:
        print_json(told)
    if not quiet:
        _offer_reload(wishes.reload, wishes.as_json)
    return told


def _change_system(plan: Any, wishes: Wishes) -> dict[str, str | None]:
    """Step → why it was not done; None where it was."""
    from ovos_phal_plugin_jarvis.commands.install.system import as_root, run_step

    did: dict[str, str | None] = {}
    for step in plan.system:
        agreed = wishes.system
        if step.lines and agreed is None and not wishes.yes and not wishes.as_json:
            for line in step.lines:
                err.print(f"  {' '.join([*as_root(), *line])}", markup=False)
            agreed = typer.confirm(f"Change the system: {step.about}?", err=True)
        if step.lines and not agreed:
            lines = "; ".join(" ".join([*as_root(), *line]) for line in step.lines)
            did[step.about] = f"it needs a yes of its own (--system), or do it yourself: {lines}"
        else:
            did[step.about] = run_step(step)
    return did


def _offer_reload(wish: bool | None, as_json: bool) -> None:
    """Have the running service take up what was installed, where there is one and the user wants it."""
    from ovos_phal_plugin_jarvis.cli.busclient import exchange, running_service

    if wish is False or (wish is None and as_json):
        return
    with running_service(None, local=False, as_json=as_json) as service:
        if service is None:
            if wish:
                err.print("no service runs, so there is nothing to reload", markup=False)
            return
        if wish is None and not (sys.stdin.isatty() and typer.confirm("Reload the running service?", err=True)):
            err.print("The running service has it after: ovos-jarvis reload", markup=False)
            return
        answer = exchange(service, "ovos.tools.reload", {}, 60)
        told = "The running service has it now." if answer else "the service did not answer: ovos-jarvis reload"
        err.print(told, markup=False)


def _rows(place: Any, name: str, as_json: bool) -> list[Any]:
    from ovos_phal_plugin_jarvis.commands.install.record import InstallRecord

    record = InstallRecord(place.stores.directory)
    if not name:
        return list(record.all().values())
    row = record.find(name)
    if row is None:
        fail(f"{name!r} was not installed by ovos-jarvis", as_json=as_json)
    return [row]


def _updates(rows: list[Any]) -> list[Any]:
    from ovos_phal_plugin_jarvis.commands.install.updates import look_for_update

    return [look_for_update(row) for row in rows]


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
    for step in plan.system:
        out.print(f"  system: {step.shown()}", markup=False)
    for note in plan.notes:
        out.print(f"  note: {note}", markup=False)


def _show_result(result: Any) -> None:
    kinds = {
        "agent": result.agents,
        "device protocol": result.protocols,
        "routine": result.routines,
        "prompt provider": result.prompt_providers,
    }
    brought = [*result.commands, *(f"{kind} {name}" for kind, names in kinds.items() for name in names)]
    out.print(f"Installed {result.name}: {', '.join(brought) or 'no commands'}", markup=False)
    for note in result.notes:
        err.print(f"note: {note}", markup=False)
    for what, why in result.failed.items():
        err.print(f"left out: {what}: {why}", markup=False)
    for what, why in result.skipped.items():
        err.print(f"skipped: {what}: {why}", markup=False)
    for key in sorted(result.optional):
        out.print(f"Set its optional secret with: ovos-jarvis secrets set {key}", markup=False)
    if result.steps:
        out.print("Next:", markup=False)
    for step in result.steps:
        out.print(f"  {step}", markup=False)


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
        out.print("No commands are installed. Add one: ovos-jarvis commands install PATH|URL|PIP_NAME", markup=False)


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
