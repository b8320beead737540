"""``ovos-jarvis tools``, ``invoke`` and ``reload``: asked of the service that runs, else done in this process."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any
from uuid import uuid4

import typer
from rich.table import Table

from ovos_phal_plugin_jarvis.cli.busclient import exchange, request, running_service
from ovos_phal_plugin_jarvis.cli.output import fail, out, print_json
from ovos_phal_plugin_jarvis.cli.say import Bus, Json, Local
from ovos_phal_plugin_jarvis.cli.setup import local_runtime

SHOWN_EXAMPLES = 10
"""Of a tool, where it is shown to be read."""
CANCEL_SECONDS = 3.0
"""That the service may take to say that it has cancelled a call."""


def list_tools(
    name: Annotated[str | None, typer.Argument(help="One tool: its arguments and examples.")] = None,
    check: Annotated[bool, typer.Option("--check", help="What NAME will understand, and what would help it.")] = False,
    lang: Annotated[str, typer.Option("--lang", help="Language of the examples that --check reads.")] = "en-us",
    as_json: Json = False,
    bus: Bus = None,
    local: Local = False,
) -> None:
    """List every tool; or show what one takes and how it is asked for; or say what it will understand."""
    if check:
        if name is None:
            fail("--check needs the name of a tool: ovos-jarvis tools NAME --check", as_json=as_json)
        _check(name, lang, as_json)
        return
    from ovos_phal_plugin_jarvis.runtime.policy import decisions

    failed: Mapping[str, str] = {}
    decided: Sequence[Mapping[str, Any]] = []
    with running_service(bus, local, as_json) as service:
        if service is not None:
            found: Sequence[Mapping[str, Any]] = request(service, "ovos.tools.list", {}, 30, as_json)["tools"]
            status = exchange(service, "ovos.jarvis.status", {}, 5) or {}
            failed, decided = status.get("failed") or {}, status.get("policy") or []
            if name is not None:
                found = [
                    request(service, "ovos.tools.get", {**_address(tool), "details": True}, 30, as_json)
                    for tool in _called(name, found, as_json)
                ]
    if service is None:
        with local_runtime(as_json) as runtime:
            snapshot = runtime.registry.snapshot
            found, failed = snapshot.wire_tools, snapshot.failed
            if name is not None:
                found = [
                    {**tool, **snapshot.find(name, tool["toolbox_id"]).definition.details()}
                    for tool in _called(name, found, as_json)
                ]
            decided = decisions(runtime.policy, snapshot)
    if name is not None:
        decided = [d for d in decided if d["name"] == name]
        failed = {}
    if as_json:
        print_json({"tools": list(found), "policy": list(decided), **({"failed": dict(failed)} if failed else {})})
        return
    if name is not None:
        for tool in found:
            _show_tool(tool, [d for d in decided if d["toolbox_id"] == tool["toolbox_id"]])
        return
    out.print(tools_table(found, decided))
    for left_out, reason in failed.items():
        out.print(f"left out: {left_out}: {reason}", markup=False)
    if not found:
        out.print("No tools are installed. Install a toolbox or a command package, then see: ovos-jarvis doctor")


def _check(name: str, lang: str, as_json: bool) -> None:
    """Print what the tool *name* will understand in *lang*; exit status 1 where something stands in the way."""
    from datetime import datetime, timezone

    from ovos_phal_plugin_jarvis.nlu.lint import check_tool
    from ovos_phal_plugin_jarvis.tools.errors import ToolError

    with local_runtime(as_json) as runtime:
        snapshot = runtime.registry.snapshot
        try:
            tool = snapshot.find(name)
        except ToolError as error:
            fail(str(error), as_json=as_json, name=name)
        report = check_tool(tool.definition, snapshot.definitions, datetime.now(timezone.utc), lang)
    if as_json:
        print_json(asdict(report))
    else:
        made = "made from the definition" if report.made else "the author's examples"
        out.print(f"{report.tool} ({report.toolbox_id}) expects ({made}):", markup=False)
        for said in report.sentences:
            out.print(f"  {said}", markup=False)
        out.print(f"{report.understood} understood")
        if report.exchanged:
            told = f"{report.exchanged_understood} of {report.exchanged}"
            out.print(f"{told} understood where an example has the values of another")
        for finding in report.findings:
            out.print(f"{finding.code}: {finding.text}", markup=False)
    if report.findings:
        raise typer.Exit(1)


def invoke(
    name: Annotated[str, typer.Argument(help="The tool.")],
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="[KEY=VALUE…]", help="Its arguments; or all of them as a JSON object.")
    ] = None,
    as_json: Json = False,
    bus: Bus = None,
    local: Local = False,
    toolbox_id: Annotated[str | None, typer.Option("--toolbox", help="Whose tool, where two have the name.")] = None,
) -> None:
    """Call one tool."""
    read = _reader(name, arguments or [], as_json)
    with running_service(bus, local, as_json) as service:
        if service is not None:
            answer = _invoke_there(service, name, read, toolbox_id, as_json)
    if service is None:
        answer = _invoke_here(name, read, toolbox_id, as_json)
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


def _called(name: str, tools: Sequence[Mapping[str, Any]], as_json: bool) -> list[Mapping[str, Any]]:
    """The tools of that name; ends the process where there is none."""
    found = [tool for tool in tools if tool["name"] == name]
    if not found:
        fail(f"no tool is called '{name}'; see: ovos-jarvis tools", as_json=as_json, name=name)
    return found


def _address(tool: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": tool["name"], "toolbox_id": tool["toolbox_id"]}


def _show_tool(tool: Mapping[str, Any], decided: Sequence[Mapping[str, Any]]) -> None:
    """One tool for reading: what it is for, what it takes, and what is said to it."""
    from ovos_phal_plugin_jarvis.tools.describe import parameters_of

    out.print(f"{tool['name']} ({tool['toolbox_id']})", style="bold", markup=False)
    out.print(f"  {tool['description']}", markup=False)
    for decision in decided:
        out.print(f"  may it run: {may_run(decision)}", markup=False)
    parameters = parameters_of(tool["argument_schema"])
    if parameters:
        table = Table(box=None, pad_edge=False, show_header=False)
        for parameter in parameters:
            needed = "needed" if parameter.required else ""
            if parameter.default not in (None, [], {}):
                needed = f"else {json.dumps(parameter.default, ensure_ascii=False)}"
            table.add_row(f"  {parameter.name}", _kind(parameter), needed, parameter.description)
        out.print("\narguments")
        out.print(table)
    if tool.get("examples"):
        out.print("\nexamples")
        for example in tool["examples"][:SHOWN_EXAMPLES]:
            given = ", ".join(f"{key}={value!r}" for key, value in example["arguments"].items())
            out.print(f"  {example['utterance']}{f'  → {given}' if given else ''}", markup=False)
        more = len(tool["examples"]) - SHOWN_EXAMPLES
        if more > 0:
            out.print(f"  … and {more} more, which --json shows", style="dim")
    for title in ("rules", "antipatterns"):
        told = tool.get(title) or []
        lines = [f"{key}: {text}" for key, text in told.items()] if isinstance(told, Mapping) else told
        if lines:
            out.print(f"\n{'not for' if title == 'antipatterns' else title}")
            for line in lines:
                out.print(f"  {line}", markup=False)


def _kind(parameter: Any) -> str:
    """The type of an argument and what bounds it, in words."""
    if parameter.enum_values:
        return " | ".join(parameter.enum_values)
    low, high = (None if bound is None else f"{bound:g}" for bound in (parameter.minimum, parameter.maximum))
    bounds = f" {low or '…'} to {high or '…'}" if low is not None or high is not None else ""
    return f"{parameter.param_type}{bounds}"


_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")

Reader = Callable[[Callable[[], Mapping[str, Any]]], Any]
"""What gives the tool's JSON Schema → the arguments that were written."""


def _reader(name: str, written: Sequence[str], as_json: bool) -> Reader:
    """Reads arguments as they stand on the command line; the schema is asked for only where it is needed."""
    if len(written) == 1 and ("=" not in written[0] or written[0].lstrip().startswith(("{", "["))):
        try:
            given = json.loads(written[0])
        except (ValueError, RecursionError) as error:
            fail(
                f"the arguments are no JSON: {error}. Write {name} key=value …, or a JSON object",
                as_json=as_json,
                name=name,
            )
        return lambda schema: given
    if not written:
        return lambda schema: {}
    pairs = [text.partition("=") for text in written]
    wrong = next((text for text, (key, sign, _) in zip(written, pairs, strict=True) if not sign or not key), None)
    if wrong is not None:
        fail(f"'{wrong}' is no argument: write it as key=value", as_json=as_json, name=name)

    def read(schema: Callable[[], Mapping[str, Any]]) -> dict[str, Any]:
        from ovos_phal_plugin_jarvis.tools.describe import parameters_of

        parameters = {parameter.name: parameter for parameter in parameters_of(schema())}
        found: dict[str, Any] = {}
        for key, _, text in pairs:
            if key not in parameters:
                has = f"it has {', '.join(parameters)}" if parameters else "it has none"
                fail(f"'{name}' has no argument '{key}'; {has}", as_json=as_json, name=name)
            if key in found:
                fail(f"'{key}' stands there twice", as_json=as_json, name=name)
            try:
                found[key] = typed_value(text, parameters[key].param_type)
            except ValueError as error:
                fail(f"{key}={text}: {error}", as_json=as_json, name=name)
        return found

    return read


def typed_value(text: str, param_type: str) -> Any:
    """A value as it is written on a command line, as the type of its argument. Lists are separated by commas.

    Raises:
        ValueError: it is none of that type; the message says what is.
    """
    if param_type in ("int", "float"):
        try:
            return int(text) if param_type == "int" else float(text)
        except ValueError:
            raise ValueError(f"it takes {'a whole number' if param_type == 'int' else 'a number'}") from None
    if param_type == "bool":
        if text.lower() not in _TRUE + _FALSE:
            raise ValueError("it takes true or false")
        return text.lower() in _TRUE
    is_list = param_type == "list" or param_type.startswith("array")
    if param_type == "dict" or (is_list and text.lstrip().startswith("[")):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise ValueError(f"it takes {'a JSON array' if is_list else 'a JSON object'}") from None
    if is_list:
        item = param_type.partition("<")[2].rstrip(">") or "string"
        return [typed_value(part.strip(), item) for part in text.split(",") if part.strip()]
    return text


def _invoke_there(service: Any, name: str, read: Reader, toolbox_id: str | None, as_json: bool) -> dict[str, Any]:
    """Have the service call the tool; an interrupt from the keyboard cancels the call."""
    call_id = uuid4().hex
    whose = {"name": name, **({"toolbox_id": toolbox_id} if toolbox_id else {})}

    def schema() -> Mapping[str, Any]:
        tool = request(service, "ovos.tools.get", whose, 30, as_json)
        if "error" in tool:
            fail(tool["error"], as_json=as_json, name=name)
        return tool["argument_schema"]

    wanted = {**whose, "args": read(schema), "id": call_id}
    try:
        return request(service, "ovos.tools.invoke", wanted, 150, as_json)
    except KeyboardInterrupt:
        answer = exchange(service, "ovos.tools.cancel", {"id": call_id}, CANCEL_SECONDS) or {}
        if answer.get("cancelled"):
            told = f"tool '{name}' was cancelled. What it had done by then stays done"
        else:
            told = f"interrupted; the service did not cancel tool '{name}', which may have ended or may still run"
        fail(told, as_json=as_json, name=name)


def _invoke_here(name: str, read: Reader, toolbox_id: str | None, as_json: bool) -> dict[str, Any]:
    from ovos_phal_plugin_jarvis.tools.context import InvocationContext
    from ovos_phal_plugin_jarvis.tools.errors import ToolError
    from ovos_phal_plugin_jarvis.tools.validation import validate_call

    with local_runtime(as_json) as runtime:
        try:
            tool = runtime.registry.snapshot.find(name, toolbox_id)
            args = read(lambda: tool.definition.argument_schema)
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
