"""``ovos-jarvis tools``, ``invoke`` and ``reload``: asked of the service that runs, else done in this process."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any
from uuid import uuid4

import typer
from rich.table import Table

from ovos_phal_plugin_jarvis.cli.busclient import exchange, request, running_service
from ovos_phal_plugin_jarvis.cli.output import fail, out, print_json
from ovos_phal_plugin_jarvis.cli.say import Bus, Json, Local
from ovos_phal_plugin_jarvis.cli.setup import local_runtime

CANCEL_SECONDS = 3.0
"""That the service may take to say that it has cancelled a call."""


def list_tools(
    name: Annotated[str | None, typer.Argument(help="One tool only.")] = None,
    check: Annotated[bool, typer.Option("--check", help="What NAME will understand, and what would help it.")] = False,
    as_json: Json = False,
    bus: Bus = None,
    local: Local = False,
) -> None:
    """List every tool, or say what one will understand."""
    if check:
        if name is None:
            fail("--check needs the name of a tool: ovos-jarvis tools NAME --check", as_json=as_json)
        _check(name, as_json)
        return
    from ovos_phal_plugin_jarvis.runtime.policy import decisions

    failed: Mapping[str, str] = {}
    decided: Sequence[Mapping[str, Any]] = []
    with running_service(bus, local, as_json) as service:
        if service is not None:
            found: Sequence[Mapping[str, Any]] = request(service, "ovos.tools.list", {}, 30, as_json)["tools"]
            status = exchange(service, "ovos.jarvis.status", {}, 5) or {}
            failed, decided = status.get("failed") or {}, status.get("policy") or []
    if service is None:
        with local_runtime(as_json) as runtime:
            snapshot = runtime.registry.snapshot
            found, failed = snapshot.wire_tools, snapshot.failed
            decided = decisions(runtime.policy, snapshot)
    if name is not None:
        found = [tool for tool in found if tool["name"] == name]
        decided = [d for d in decided if d["name"] == name]
        if not found:
            fail(f"no tool is called '{name}'; see: ovos-jarvis tools", as_json=as_json, name=name)
    if as_json:
        print_json({"tools": list(found), "policy": list(decided), **({"failed": dict(failed)} if failed else {})})
        return
    out.print(tools_table(found, decided))
    for name, reason in failed.items():
        out.print(f"left out: {name}: {reason}", markup=False)
    if not found:
        out.print("No tools are installed. Install a toolbox or a command package, then see: ovos-jarvis doctor")


def _check(name: str, as_json: bool) -> None:
    """Print what the tool *name* will understand; exit status 1 where something stands in the way."""
    from datetime import datetime, timezone

    from ovos_phal_plugin_jarvis.nlu.lint import check_tool
    from ovos_phal_plugin_jarvis.tools.errors import ToolError

    with local_runtime(as_json) as runtime:
        snapshot = runtime.registry.snapshot
        try:
            tool = snapshot.find(name)
        except ToolError as error:
            fail(str(error), as_json=as_json, name=name)
        report = check_tool(tool.definition, snapshot.definitions, datetime.now(timezone.utc))
    if as_json:
        print_json(asdict(report))
    else:
        made = "made from the definition" if report.made else "the author's examples"
        out.print(f"{report.tool} ({report.toolbox_id}) expects ({made}):", markup=False)
        for said in report.sentences:
            out.print(f"  {said}", markup=False)
        out.print(f"{report.understood} understood")
        for finding in report.findings:
            out.print(f"{finding.code}: {finding.text}", markup=False)
    if report.findings:
        raise typer.Exit(1)


def invoke(
    name: Annotated[str, typer.Argument(help="The tool.")],
    arguments: Annotated[str, typer.Argument(metavar="JSON", help="Its arguments as a JSON object.")] = "{}",
    as_json: Json = False,
    bus: Bus = None,
    local: Local = False,
    toolbox_id: Annotated[str | None, typer.Option("--toolbox", help="Whose tool, where two have the name.")] = None,
) -> None:
    """Call one tool."""
    try:
        args = json.loads(arguments)
    except (ValueError, RecursionError) as error:
        fail(
            f"the arguments are no JSON: {error}. Example: '{{\"duration_seconds\": 300}}'", as_json=as_json, name=name
        )
    with running_service(bus, local, as_json) as service:
        if service is not None:
            answer = _invoke_there(service, name, args, toolbox_id, as_json)
    if service is None:
        answer = _invoke_here(name, args, toolbox_id, as_json)
    if "error" in answer:
        fail(answer.pop("error"), as_json=as_json, **answer)
    if as_json:
        print_json(answer)
    else:
        print_json(answer["result"])


def reload(as_json: Json = False, bus: Bus = None, local: Local = False) -> None:
    """Look for tools again: what was installed, upgraded or removed since the service started."""
    with running_service(bus, local, as_json) as service:
        if service is not None:
            answer = request(service, "ovos.tools.reload", {}, 150, as_json)
    if service is not None and "error" in answer:
        fail(answer["error"], as_json=as_json)
    if service is None:
        with local_runtime(as_json) as runtime:
            snapshot = runtime.registry.reload().snapshot
            answer = {
                "loaded": list(snapshot.toolboxes),
                "total_tools": len(snapshot),
                "tools": snapshot.wire_tools,
                "failed": dict(snapshot.failed),
            }
    if as_json:
        print_json(answer)
        return
    boxes = len(answer["loaded"])
    out.print(f"{answer['total_tools']} tools of {boxes} toolbox{'' if boxes == 1 else 'es'}")
    for failed, reason in answer.get("failed", {}).items():
        out.print(f"left out: {failed}: {reason}", markup=False)


def tools_table(tools: Sequence[Mapping[str, Any]], decided: Sequence[Mapping[str, Any]] = ()) -> Table:
    """The tools for reading; with what the policy decides, where that is known."""
    table = Table(box=None, pad_edge=False)
    for column in ("toolbox", "tool", "arguments", "what it does", *(("may it run",) if decided else ())):
        table.add_column(column, overflow="fold")
    policy = {(d["toolbox_id"], d["name"]): may_run(d) for d in decided}
    for tool in tools:
        schema = tool["argument_schema"]
        required = set(schema.get("required", ()))
        names = [name if name in required else f"({name})" for name in schema.get("properties", {})]
        row = [tool["toolbox_id"], tool["name"], ", ".join(names), _first_sentence(tool["description"])]
        if decided:
            row.append(policy.get((tool["toolbox_id"], tool["name"]), ""))
        table.add_row(*row)
    return table


def may_run(decided: Mapping[str, Any]) -> str:
    """A decision of the policy in words."""
    words = {"allow": "yes", "ask": "asks first", "deny": "no"}
    return f"{words.get(decided['decision'], '?')}: {decided['reason']}"


def _first_sentence(text: str) -> str:
    return text.partition("\n")[0].partition(". ")[0]


def _invoke_there(service: Any, name: str, args: Any, toolbox_id: str | None, as_json: bool) -> dict[str, Any]:
    """Have the service call the tool; an interrupt from the keyboard cancels the call."""
    call_id = uuid4().hex
    wanted = {"name": name, "args": args, "id": call_id, **({"toolbox_id": toolbox_id} if toolbox_id else {})}
    try:
        return request(service, "ovos.tools.invoke", wanted, 150, as_json)
    except KeyboardInterrupt:
        answer = exchange(service, "ovos.tools.cancel", {"id": call_id}, CANCEL_SECONDS) or {}
        if answer.get("cancelled"):
            told = f"tool '{name}' was cancelled. What it had done by then stays done"
        else:
            told = f"interrupted; the service did not cancel tool '{name}', which may have ended or may still run"
        fail(told, as_json=as_json, name=name)


def _invoke_here(name: str, args: Any, toolbox_id: str | None, as_json: bool) -> dict[str, Any]:
    from ovos_phal_plugin_jarvis.tools.context import InvocationContext
    from ovos_phal_plugin_jarvis.tools.errors import ToolError
    from ovos_phal_plugin_jarvis.tools.validation import validate_call

    with local_runtime(as_json) as runtime:
        try:
            tool = runtime.registry.snapshot.find(name, toolbox_id)
            refusal = runtime.policy.refuses_program(tool, InvocationContext(), args)
            if refusal is not None:
                raise refusal
            call = validate_call(tool, args)
            outcome = runtime.invoker.run(call, InvocationContext())
            if outcome.error is not None:
                raise outcome.error
        except ToolError as error:
            return {"name": name, "error": str(error), **error.fields()}
        return {"name": name, "result": outcome.result}
