r"""Which published toolbox packages load, list and are invoked, under the OPM of this environment.

    pip install --pre ovos-agentic-loop ovos-ddg-plugin ovos-wikipedia-plugin ovos-wolfram-alpha-plugin \
        ovos-tool-adapters
    python test/bench/toolbox_matrix.py [--json]

Prints a row for each entry point of ``opm.agents.toolbox`` that is not ours: whether it loaded, how many tools it
lists, and how a call of one of them ended. Tools that need the network are called all the same: an error that says so
counts as an answer, silence does not. What may not be installed beside this OPM is told as missing.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
from importlib.metadata import PackageNotFoundError, entry_points, version

PACKAGES = [
    "ovos-agentic-loop",
    "ovos-ddg-plugin",
    "ovos-wikipedia-plugin",
    "ovos-wolfram-alpha-plugin",
    "ovos-tool-adapters",
]
ARGUMENTS = {
    "string": "hello",
    "integer": 1,
    "number": 1.0,
    "boolean": False,
    "array": [],
    "object": {},
    "expression": "2 + 3",
}
"""What an argument of that type or name is given."""
HARMLESS = ("time", "date", "now", "calc", "eval", "list", "search", "read", "exists", "summary", "ask", "get")
"""Parts of the names of tools that are called first: what changes something is called for last."""


def arguments_of(schema: dict) -> dict:
    """Something for each argument that has to be there."""
    wanted = {name: schema["properties"][name] for name in schema.get("required", [])}
    return {
        name: spec.get("default", ARGUMENTS.get(name, ARGUMENTS.get(spec.get("type"), "hello")))
        for name, spec in wanted.items()
    }


def rows() -> list[dict]:
    """One for each toolbox."""
    from ovos_phal_plugin_jarvis.config import load_config
    from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
    from ovos_phal_plugin_jarvis.tools.context import InvocationContext
    from ovos_phal_plugin_jarvis.tools.errors import ToolError
    from ovos_phal_plugin_jarvis.tools.validation import validate_call

    runtime = Runtime(load_config({"invoke": {"timeout": 20}}), limit_rate=False)
    found = []
    try:
        snapshot = runtime.registry.snapshot
        for point in entry_points(group="opm.agents.toolbox"):
            package = point.dist.name if point.dist else "?"
            if package.replace("_", "-") == "ovos-phal-plugin-jarvis":
                continue
            row = {"package": f"{package} {point.dist.version if point.dist else ''}".strip(), "toolbox": point.name}
            found.append(row)
            box = next((b for b in snapshot.toolboxes.values() if b.entry_point == point.name), None)
            if box is None:
                reason = next((why for key, why in snapshot.failed.items() if point.name in key), "not loaded")
                row.update(loaded="no", tools=0, invoked=str(reason)[:160])
                continue
            row.update(loaded="yes", tools=len(box.tools))
            tools = sorted(box.tools, key=lambda t: not any(part in t.name.lower() for part in HARMLESS))
            if not tools:
                row["invoked"] = "it lists no tools without configuration"
                continue
            tool = tools[0]
            try:
                call = validate_call(tool, arguments_of(dict(tool.definition.argument_schema)))
                outcome = runtime.invoker.run(call, InvocationContext())
                ended = "a result" if outcome.error is None else f"an error: {outcome.error}"
            except ToolError as error:
                ended = f"refused: {error}"
            row["invoked"] = f"{tool.name}: {' '.join(ended.split())[:110]}"
    finally:
        runtime.shutdown()
    return found


def main() -> None:
    """Look and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOME"] = home
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            os.environ[f"XDG_{name}_HOME"] = f"{home}/{name.lower()}"
        made = rows()
    missing = []
    for package in PACKAGES:
        try:
            version(package)
        except PackageNotFoundError:
            missing.append(package)
    opm = version("ovos-plugin-manager")
    if options.json:
        print(json.dumps({"opm": opm, "python": platform.python_version(), "toolboxes": made, "missing": missing}))
        return
    print(f"OPM {opm}, Python {platform.python_version()}; not installed here: {', '.join(missing) or 'none'}\n")
    print("| package | toolbox | loaded | tools | a call |\n|---|---|---|---:|---|")
    for row in made:
        print("| {package} | {toolbox} | {loaded} | {tools} | {invoked} |".format(**row))


if __name__ == "__main__":
    main()
