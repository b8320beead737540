"""How an assistant is understood as somebody has set it up: ``python test/bench/understanding_machine.py [FOLDER …]
[--failures] [--out FILE]``; by default all of ``test/data/machines``.

Each folder holds three toolboxes by other people, which declare no example, and what a household says to them, to what
the assistant comes with, and to nobody. The toolboxes are found by their entry points beside all first-party ones, and
what is said goes through the whole assistant, so that fast paths and questions count. Nothing is run but sums.

A call is whole as ``understanding_published`` and ``household`` judge it. ``--out`` keeps a line of JSON for each case.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import household
import understanding_sets as sets
from ovos_utils.log import LOG
from understanding_published import same_arguments

from ovos_phal_plugin_jarvis.assistant.assistant import Request
from ovos_phal_plugin_jarvis.assistant.evaluation_cases import load_cases
from ovos_phal_plugin_jarvis.tools.context import InvocationContext

_FOLDERS = sets.OWN / "machines"


@contextmanager
def installed(folder: Path, where: Path) -> Iterator[None]:
    """The toolboxes of *folder* as an installed package in *where* that names them by entry points."""
    package = f"machine_{folder.name}"
    made = where / package
    made.mkdir(parents=True)
    points = []
    for file in sorted(folder.glob("?.py")):
        text = file.read_text(encoding="utf-8")
        (made / file.name).write_text(text, encoding="utf-8")
        (name,) = (line.split()[1].split("(")[0] for line in text.splitlines() if "(ToolBox)" in line)
        points.append(f"{package}-{file.stem} = {package}.{file.stem}:{name}")
    info = where / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("\n".join(["[opm.agents.toolbox]", *points, ""]), encoding="utf-8")
    sys.path.insert(0, str(where))
    try:
        yield
    finally:
        sys.path.remove(str(where))


def measured(folder: Path, home: Path) -> tuple[Counter[str], list[dict[str, Any]]]:
    """How many cases of *folder* there are of each kind, and what became of each."""
    counts: Counter[str] = Counter()
    told = []
    with installed(folder, home / "site"):
        runtime = household.house(home / "data")
        try:
            schemas = _schemas(runtime, f"machine_{folder.name}")
            for number, case in enumerate(load_cases(folder / "cases.jsonl")):
                name, wanted = case.command, dict(case.parameters or {})
                context = InvocationContext(conversation_id=f"case-{number}", lang="en-us")
                request = Request(case.utterance, context, sets.PUBLISHED_ON)
                reply = runtime.assistant.handle(request, dry_run=name != "calculate")
                calls = [call for call in reply.commands if not call.takes_back]
                asked = [reply.question.call] if reply.question and not calls else []
                runs = bool(calls) and not reply.confirmation_required and reply.question is None
                kind = "theirs" if name in schemas else "ours" if name else "nothing"
                if kind == "nothing":
                    whole = not calls and not asked
                elif [call.name for call in calls] != [name]:
                    whole = False
                elif kind == "theirs":
                    whole = same_arguments(schemas[name], calls[0].arguments, wanted)
                else:
                    outcome = next((r.result for r in reply.results if r.result is not None), None)
                    whole = household.same(name, wanted, calls[0], outcome, sets.PUBLISHED_ON)
                names = {call.name for call in (*calls, *asked)}
                counts[kind] += 1
                counts[f"{kind} right"] += bool(name) and names == {name}
                counts[f"{kind} whole"] += whole
                counts[f"{kind} other tool"] += bool(names - {name})
                counts[f"{kind} unasked wrong"] += runs and not whole
                told.append(
                    {
                        "said": case.utterance,
                        "wanted": [name, wanted],
                        "calls": [[call.name, dict(call.arguments)] for call in (*calls, *asked)],
                        "kind": kind,
                        "whole": whole,
                        "runs": runs,
                        "asks_for": reply.question.parameter if reply.question else None,
                        "confirms": reply.confirmation_required,
                        "by": reply.translator,
                        "say": str(reply.say),
                    }
                )
        finally:
            runtime.shutdown()
    return counts, told


def _schemas(runtime: Any, package: str) -> Mapping[str, Any]:
    """The argument schema of each tool of *package*."""
    return {
        tool.definition.name: box.toolbox.tools[tool.own_name or tool.definition.name].argument_schema
        for box in runtime.registry.snapshot.toolboxes.values()
        if box.entry_point.startswith(package)
        for tool in box.tools
    }


def main() -> None:
    """See the module."""
    LOG.set_level("CRITICAL")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    together: Counter[str] = Counter()
    lines = []
    for folder in args.folders or sorted(path.parent for path in _FOLDERS.glob("*/cases.jsonl")):
        with tempfile.TemporaryDirectory() as home:
            os.environ |= {"HOME": home} | {f"XDG_{n}_HOME": f"{home}/{n.lower()}" for n in ("CONFIG", "STATE")}
            counts, told = measured(folder, Path(home))
        print(folder.name, dict(counts), flush=True)
        together += counts
        lines += [{"set": folder.name, **each} for each in told]
        if args.failures:
            for each in told:
                if not each["whole"]:
                    print("  ", json.dumps(each, default=str))
    print("together", dict(together))
    if args.out is not None:
        args.out.write_text("".join(json.dumps(line, default=str) + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
