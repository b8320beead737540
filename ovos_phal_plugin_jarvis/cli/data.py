"""``ovos-jarvis data``: what commands keep, to look at, to add to, to change and to take away."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.text import Text

from ovos_phal_plugin_jarvis.cli.busclient import request, running_service
from ovos_phal_plugin_jarvis.cli.output import err, fail, out, print_json
from ovos_phal_plugin_jarvis.cli.say import Bus, Json, Local
from ovos_phal_plugin_jarvis.cli.setup import local_runtime
from ovos_phal_plugin_jarvis.cli.tables import table

TIMEOUT = 30.0
SHOWN_KEY = 8
"""Characters of a key that a list shows; the beginning of a key will do where it is one record's alone."""
ACTIONS = ("list", "show", "add", "edit", "remove")


def data(
    command: Annotated[
        str | None, typer.Argument(metavar="COMMAND", help="Whose records; default: which have any.")
    ] = None,
    action: Annotated[str, typer.Argument(metavar="[list|show|add|edit|remove]")] = "list",
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY] [FIELD=VALUE ...]", help="The record, and values; what lacks is asked for."),
    ] = None,
    as_json: Json = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before a record is removed.")] = False,
    user: Annotated[int | None, typer.Option("--user", min=0, help="Whose record is added, by number.")] = None,
    bus: Bus = None,
    local: Local = False,
) -> None:
    """The records of a command: list, show, add, edit, remove."""
    if action not in ACTIONS:
        raise typer.BadParameter(f"expected one of {', '.join(ACTIONS)}, got {action!r}")
    given = list(arguments or ())
    with running_service(bus, local, as_json) as service:
        if service is not None:
            _Terminal(_Asked(service, user), as_json, yes).do(command, action, given)
            return
    from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest

    with local_runtime(as_json) as runtime:

        def control(wanted: Mapping[str, Any]) -> dict[str, Any]:
            try:
                return runtime.records.control(
                    wanted["action"], wanted.get("command"), wanted.get("key"), wanted.get("fields"), user
                )
            except InvalidRequest as error:
                return {"error": str(error), "code": error.code}

        _Terminal(control, as_json, yes).do(command, action, given)


class _Asked:
    """The service's answers."""

    def __init__(self, service: Any, user: int | None) -> None:
        self._service = service
        self._context = {} if user is None else {"user_id": user}

    def __call__(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        return request(self._service, "ovos.jarvis.data", {**wanted, **self._context}, TIMEOUT)


class _Terminal:
    """One request of a person, with what they are asked for."""

    def __init__(self, control: Any, as_json: bool, yes: bool) -> None:
        self._control = control
        self._as_json = as_json
        self._yes = yes

    def do(self, command: str | None, action: str, given: list[str]) -> None:
        if command is None:
            answer = self._ask("list", None)
            self._print(answer, lambda: _show_overview(answer))
            return
        key = None
        if action in ("show", "edit", "remove"):
            if not given or "=" in given[0]:
                fail(f"say which record: ovos-jarvis data {command} {action} KEY", as_json=self._as_json)
            key = self._key(command, given.pop(0))
        fields = self._fields(given) if action in ("add", "edit") else {}
        if given and not fields:
            fail(f"{action} takes no values, got {given[0]!r}", as_json=self._as_json)
        if action in ("add", "edit") and not self._as_json:
            fields = self._completed(command, action, key, fields)
        if action == "remove" and not (self._yes or self._as_json) and not typer.confirm(f"Remove {key}?", err=True):
            fail("nothing was removed")
        answer = self._ask(action, command, key, fields)
        self._print(answer, lambda: _show(action, answer))

    def _ask(
        self, action: str, command: str | None, key: str | None = None, fields: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        wanted = {"action": action, "command": command, "key": key, "fields": fields or None}
        answer: dict[str, Any] = self._control({k: value for k, value in wanted.items() if value is not None})
        if "error" in answer:
            fail(str(answer["error"]), as_json=self._as_json, **({"code": answer["code"]} if "code" in answer else {}))
        return answer

    def _print(self, answer: Mapping[str, Any], show: Any) -> None:
        print_json(answer) if self._as_json else show()

    def _key(self, command: str, beginning: str) -> str:
        """The key that begins so."""
        keys = [record["key"] for record in self._ask("list", command)["records"]]
        if beginning in keys:
            return beginning
        found = [key for key in keys if key.startswith(beginning)]
        if len(found) > 1:
            fail(f"{len(found)} records of {command} have a key that begins so: {beginning}", as_json=self._as_json)
        return found[0] if found else beginning

    def _fields(self, given: Sequence[str]) -> dict[str, str]:
        fields = {}
        for pair in given:
            name, equals, value = pair.partition("=")
            if not equals or not name:
                fail(f"expected FIELD=VALUE, got {pair!r}", as_json=self._as_json)
            fields[name] = value
        return fields

    def _completed(self, command: str, action: str, key: str | None, given: dict[str, str]) -> dict[str, Any]:
        """*given* with what a person is asked for: each field that is not named, of a new record; all of them where
        none is, of an old one."""
        from ovos_phal_plugin_jarvis.sdk.field_spec import FieldSpec

        told = self._ask("list", command)
        specs = [FieldSpec.from_dict(field) for field in told["fields"]]
        if action == "edit":
            if given:
                return dict(given)
            before = self._ask("show", command, key)["record"]
            asked = [spec for spec in specs if spec.editable]
            answers = {spec.name: self._value(spec, before.get(spec.name)) for spec in asked}
            return {name: value for name, value in answers.items() if value != before.get(name)}
        if not told["create"] or told["mode"] != "enabled":
            return dict(given)  # which is refused, with the reason
        asked = [spec for spec in specs if (spec.editable or spec.create_only) and spec.name not in given]
        answers = {spec.name: self._value(spec, None) for spec in asked}
        return {**{name: value for name, value in answers.items() if value is not None}, **given}

    def _value(self, spec: Any, before: Any) -> Any:
        """What is typed for a field; *before* where nothing is."""
        from ovos_phal_plugin_jarvis.commands.records import RecordError, typed

        hint = ", ".join(filter(None, (_kind(spec), "" if spec.required else "may be empty")))
        while True:
            try:
                text = typer.prompt(
                    f"{spec.label or spec.name} ({hint})",
                    default=_written(before),
                    show_default=before is not None,
                    err=True,
                )
            except typer.Abort:
                return before  # the input has ended; what is required and lacks is told
            try:
                value = before if text == _written(before) else typed(spec, text)
            except RecordError as error:
                err.print(str(error), markup=False)
                continue
            if value in (None, "") and spec.required:
                err.print(f"{spec.name} is required", markup=False)
                continue
            return value


def _kind(spec: Any) -> str:
    if spec.enum_values:
        return "/".join(spec.enum_values)
    if spec.type in ("array", "list"):
        return f"{spec.item_type or 'values'}, with commas"
    return spec.placeholder or {"date": "YYYY-MM-DD", "time": "HH:MM", "bool": "yes/no"}.get(spec.type, spec.type)


def _written(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _show_overview(answer: Mapping[str, Any]) -> None:
    rows = [
        ([row["command"], str(row["records"]), row["mode"], "yes" if row["create"] else "no"], None)
        for row in answer["commands"]
    ]
    if rows:
        out.print(table(("COMMAND", "RECORDS", "MODE", "ADD BY HAND"), rows))
    else:
        out.print("No command keeps records.", markup=False)


def _show(action: str, answer: Mapping[str, Any]) -> None:
    if action == "list":
        rows = [([r["key"][:SHOWN_KEY], r["title"], r["subtitle"] or ""], None) for r in answer["records"]]
        if rows:
            out.print(table(("KEY", "WHAT IT IS", ""), rows))
        else:
            more = f" Add one: ovos-jarvis data {answer['command']} add" if answer["create"] else ""
            out.print(f"{answer['command']} has no records.{more}", markup=False)
        return
    if action == "remove":
        out.print(f"Removed {answer['key']}.", markup=False)
        return
    if action == "add":
        out.print(f"Added {answer['key']}.", markup=False)
    for name, value in answer["record"].items():
        out.print(Text(f"{name}: {_written(value)}"))
