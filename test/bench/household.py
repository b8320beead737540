"""How a household's sentences are understood by the installed toolboxes.

    python test/bench/household.py FILE.jsonl … [--failures]

Unlike ``ovos-jarvis eval`` it goes through the whole assistant, so that fast paths, several calls and follow-ups count.
A case is ``{"utterance", "command": NAME|null, "parameters"}``, or has ``"commands": [{"command", "parameters"}, …]``;
with ``"before": [utterance, …]`` those are said first, and act. A day may be written ``+14d``; ``result`` of a sum is
what its ``expression`` has to come to. A call whose question is still open, or that waits for a yes, is understood.

Told for each file: right (all calls, in their order, with all values) and, of the rest, what became of them: acted on
nothing, wrong tool, wrong values, asked, refused. Each conversation of several turns has tools of its own, which
remember nothing of the others.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from ovos_utils.log import LOG

_DAYS = re.compile(r"\+(\d+)d")
_ARTICLES = re.compile(r"^(?:the|a|an|some|my)\s+")


def expected(case: dict[str, Any], now: datetime) -> list[tuple[str, dict[str, Any]]]:
    """The calls that *case* wants, days written out."""
    calls = case.get("commands") or ([case] if case.get("command") else [])

    def value(said: Any) -> Any:
        ahead = _DAYS.fullmatch(said) if isinstance(said, str) else None
        if ahead:
            return (now + timedelta(days=int(ahead.group(1)))).date().isoformat()
        return [value(item) for item in said] if isinstance(said, list) else said

    return [(call["command"], {k: value(v) for k, v in (call.get("parameters") or {}).items()}) for call in calls]


def same(name: str, wanted: dict[str, Any], call: Any, outcome: Any, now: datetime) -> bool:
    """Whether *call* is *name* with at least the values *wanted*."""
    from ovos_phal_plugin_jarvis.assistant.evaluation_values import same_value

    if call.name != name:
        return False
    got = dict(call.arguments)
    if name == "calculate" and "result" in wanted:
        data = (outcome or {}).get("context_data") or {}
        return same_value(wanted["result"], data.get("result"), now)

    def equal(key: str, value: Any) -> bool:
        if key not in got:
            return False
        if isinstance(value, list) and isinstance(got[key], list) and all(isinstance(v, str) for v in value):
            bare = [[_ARTICLES.sub("", str(v).lower()) for v in values] for values in (value, got[key])]
            if bare[0] == bare[1]:
                return True
        return same_value(value, got[key], now)

    return all(equal(key, value) for key, value in wanted.items())


def house(home: Path) -> Any:
    """A runtime with the installed toolboxes, whose data are in *home*; what was learned is shared."""
    from ovos_phal_plugin_jarvis.config import load_config
    from ovos_phal_plugin_jarvis.runtime.runtime import Runtime

    os.environ["XDG_DATA_HOME"] = str(home)
    runtime = Runtime(load_config({"invoke": {"workers": 0}}), limit_rate=False)
    runtime.warm_up()
    return runtime


def measure(path: Path, home: Path, failures: bool) -> None:
    """Print one line for the cases in *path*."""
    from ovos_phal_plugin_jarvis.assistant.assistant import Request
    from ovos_phal_plugin_jarvis.tools.context import InvocationContext

    now = datetime.now().astimezone()
    first = runtime = house(home / path.stem)
    counts: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = {}
    confusion: Counter[str] = Counter()
    try:
        for number, line in enumerate(line for line in path.open(encoding="utf-8") if line.strip()):
            case = json.loads(line)
            context = InvocationContext(conversation_id=f"case-{number}", lang="en-us")
            if case.get("before"):
                runtime = house(home / f"{path.stem}-{number}")
                for before in case["before"]:
                    if runtime.assistant.handle(Request(before, context, now)).confirmation_required:
                        runtime.assistant.handle(Request("yes", context, now))
            # What a sum comes to is known only once it is done; nothing else of it is undone.
            sums = any(name == "calculate" for name, _ in expected(case, now))
            reply = runtime.assistant.handle(Request(case["utterance"], context, now), dry_run=not sums)
            calls = list(reply.commands) or ([reply.question.call] if reply.question else [])
            wanted = expected(case, now)
            if runtime is not first:
                runtime.shutdown()
                runtime = first
            outcomes = [r.result for r in reply.results if r.result is not None] or [None] * len(calls)
            outcomes += [None] * (len(calls) - len(outcomes))
            good = len(calls) == len(wanted) and all(
                same(name, values, call, outcome, now)
                for (name, values), call, outcome in zip(wanted, calls, outcomes, strict=False)
            )
            asked = reply.question is not None or (reply.expect_response and not reply.confirmation_required)
            if good:
                became = "right"
            elif not wanted:
                became = "asked on nothing" if asked else "acted on nothing"
            elif not calls:
                became = "refused"
            elif asked or not (reply.say and not reply.commands):
                names = {name for name, _ in wanted}
                other = [call.name for call in calls if call.name not in names]
                became = "asked, not whole" if asked else "wrong tool" if other else "wrong values"
            else:
                became = "refused"
            if not good:
                got = [call.name for call in calls] or ["(none)"]
                want = [name for name, _ in wanted] or ["(none)"]
                if got != want:
                    confusion[f"{'+'.join(want)} -> {'+'.join(got)}"] += 1
                if failures:
                    told = {"want": wanted, "got": [(c.name, dict(c.arguments)) for c in calls], "say": str(reply.say)}
                    before = f"{case['before']} " if case.get("before") else ""
                    print(f"  {became:<18} {before}{case['utterance']}\n      {json.dumps(told, default=str)}")
            counts[became] += 1
            several = "several" if len(wanted) > 1 else "follow-up" if "before" in case else "one"
            kind = several if wanted else "nothing fits"
            kinds.setdefault(kind, Counter())[became] += 1
    finally:
        runtime.shutdown()
    total = sum(counts.values())
    print(f"{path.name}: {counts['right']} of {total} right; " + ", ".join(f"{k} {n}" for k, n in counts.most_common()))
    for kind, found in kinds.items():
        print(f"   {kind:<13} {found['right']} of {sum(found.values())}: {dict(found)}")
    if failures:
        for pair, times in confusion.most_common(25):
            print(f"   {times} x {pair}")


def main() -> None:
    """See the module."""
    LOG.set_level("ERROR")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--failures", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"HOME": home} | {f"XDG_{n}_HOME": f"{home}/{n.lower()}" for n in ("CONFIG", "STATE")}
        for path in args.files:
            measure(path, Path(home), args.failures)


if __name__ == "__main__":
    main()
