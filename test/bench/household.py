"""How a household's sentences are understood by the installed toolboxes.

    python test/bench/household.py FILE.jsonl … [--failures] [--confusion]

Unlike ``ovos-jarvis eval`` it goes through the whole assistant, so that fast paths, several calls and follow-ups count.
A case is ``{"utterance", "command": NAME|null, "parameters"}``, or has ``"commands": [{"command", "parameters"}, …]``;
with ``"before": [utterance, …]`` those are said first, and act. A day may be written ``+14d``; ``result`` of a sum is
what its ``expression`` has to come to, and an ``expression`` is right that comes to the same; ``lang`` is the language
of the session, English where none is given. A call whose question is still open, or that waits for a yes, is
understood.
A correction's call that takes back what the request before has made belongs to the call that stands in its place.

Told for each file: right (all calls, in their order, with all values), how many of those wait for a yes, and what
became of the rest: acted on nothing, asked on nothing (for a value or a yes), wrong tool, wrong values (and both where
a yes is waited for), asked, refused. A case that wants a tool for programs alone, of which no utterance is understood
as a call (play, speak, ask a skill), is counted by itself and is in none of these.
Each conversation of several turns has tools of its own, which remember nothing of the others.

With ``--confusion`` a Markdown table follows, as the toolboxes' pages hold it: the calls that were wanted, and those
that were made instead, of all files together; what is not in it was never taken for something else.
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
_WEEKDAYS = frozenset({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"})
_PART_OF_DAY = re.compile(r"_(?:morning|afternoon|evening|night)$")


def expected(case: dict[str, Any], now: datetime) -> list[tuple[str, dict[str, Any]]]:
    """The calls that *case* wants, days written out."""
    calls = case.get("commands") or ([case] if case.get("command") else [])

    def value(said: Any) -> Any:
        ahead = _DAYS.fullmatch(said) if isinstance(said, str) else None
        if ahead:
            return (now + timedelta(days=int(ahead.group(1)))).date().isoformat()
        return [value(item) for item in said] if isinstance(said, list) else said

    return [(call["command"], {k: value(v) for k, v in (call.get("parameters") or {}).items()}) for call in calls]


def plainly(name: str, values: dict[str, Any], lang: str = "en-us") -> dict[str, Any]:
    """*values* of a call of *name*, those alike that mean the same by what the tools document: the shopping list is the
    one where none is named, and a list is called as the tools call it in *lang*; a weekday is the next one, degrees
    celsius are celsius, a part of a day beside a time is its day, no day is today's date, and the difference of two
    places is one, whichever is named first."""
    from ovos_toolbox_everyday.lists.naming import SHOPPING, list_called

    if "list_name" in values:
        called = list_called(values["list_name"], lang)
        values = {key: called if key == "list_name" else value for key, value in values.items()}
        if called == SHOPPING:
            del values["list_name"]
    if name == "convert_units":
        values = {
            key: value.removeprefix("degrees ") if isinstance(value, str) else value for key, value in values.items()
        }
    if name == "get_date" and values.get("resolved_datetimes") == ["today"]:
        values = {key: value for key, value in values.items() if key != "resolved_datetimes"}
    if "time" in values and isinstance(values.get("day"), str):
        day = _PART_OF_DAY.sub("", values["day"])
        values = {**values, "day": {"this": "today", "tonight": "today"}.get(day, day)}
    for key in ("day", "ymd"):
        if isinstance(values.get(key), str) and values[key] in _WEEKDAYS:
            values = {**values, key: f"next_{values[key]}"}
    days = values.get("resolved_datetimes")
    if isinstance(days, list):
        values = {**values, "resolved_datetimes": [f"next_{day}" if day in _WEEKDAYS else day for day in days]}
    if name == "time_difference" and values.get("location") and values.get("from_location"):
        first, second = sorted((str(values["location"]).lower(), str(values["from_location"]).lower()))
        values = {**values, "location": first, "from_location": second}
    return values


def same(name: str, wanted: dict[str, Any], call: Any, outcome: Any, now: datetime, lang: str = "en-us") -> bool:
    """Whether *call* is *name* with at least the values *wanted*."""
    from sum_values import same_sum

    from ovos_phal_plugin_jarvis.assistant.evaluation_values import same_value

    if call.name != name:
        return False
    wanted, got = plainly(name, wanted, lang), plainly(name, dict(call.arguments), lang)
    if name == "calculate" and "result" in wanted:
        data = (outcome or {}).get("context_data") or {}
        return same_value(wanted["result"], data.get("result"), now, lang)
    if name == "calculate" and isinstance(wanted.get("expression"), str) and same_sum(wanted["expression"], got):
        return True

    def equal(key: str, value: Any) -> bool:
        if key not in got:
            return False
        if isinstance(value, list) and isinstance(got[key], list) and all(isinstance(v, str) for v in value):
            bare = [[_ARTICLES.sub("", str(v).lower()) for v in values] for values in (value, got[key])]
            if bare[0] == bare[1]:
                return True
        return same_value(value, got[key], now, lang)

    return all(equal(key, value) for key, value in wanted.items())


def house(home: Path) -> Any:
    """A runtime with the installed toolboxes, whose data are in *home*; what was learned is shared."""
    from ovos_phal_plugin_jarvis.config import load_config
    from ovos_phal_plugin_jarvis.runtime.runtime import Runtime

    os.environ["XDG_DATA_HOME"] = str(home)
    runtime = Runtime(load_config({"invoke": {"workers": 0}}), limit_rate=False)
    runtime.warm_up()
    return runtime


def measure(path: Path, home: Path, failures: bool) -> Counter[tuple[str, str]]:
    """Print one line for the cases in *path*; which calls were taken for which, and how often."""
    from ovos_phal_plugin_jarvis.assistant.assistant import Request
    from ovos_phal_plugin_jarvis.tools.context import InvocationContext

    now = datetime.now().astimezone()
    first = runtime = house(home / path.stem)
    counts: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = {}
    confusion: Counter[tuple[str, str]] = Counter()
    waiting = for_programs = 0
    not_said = {tool.definition.name for tool in first.registry.snapshot if tool.definition.for_programs}
    try:
        for number, line in enumerate(line for line in path.open(encoding="utf-8") if line.strip()):
            case = json.loads(line)
            if any(name in not_said for name, _ in expected(case, now)):
                for_programs += 1
                continue
            context = InvocationContext(conversation_id=f"case-{number}", lang=case.get("lang", "en-us"))
            if case.get("before"):
                runtime = house(home / f"{path.stem}-{number}")
                for before in case["before"]:
                    if runtime.assistant.handle(Request(before, context, now)).confirmation_required:
                        runtime.assistant.handle(Request("yes", context, now))
            # What a sum comes to is known only once it is done; nothing else of it is undone.
            sums = any(name == "calculate" for name, _ in expected(case, now))
            reply = runtime.assistant.handle(Request(case["utterance"], context, now), dry_run=not sums)
            calls = [call for call in reply.commands if not call.takes_back]
            calls = calls or ([reply.question.call] if reply.question else [])
            wanted = expected(case, now)
            if runtime is not first:
                runtime.shutdown()
                runtime = first
            outcomes = [r.result for r in reply.results if r.result is not None] or [None] * len(calls)
            outcomes += [None] * (len(calls) - len(outcomes))
            good = len(calls) == len(wanted) and all(
                same(name, values, call, outcome, now, context.lang)
                for (name, values), call, outcome in zip(wanted, calls, outcomes, strict=False)
            )
            waits = reply.confirmation_required
            asked = reply.question is not None or (reply.expect_response and not waits)
            if good:
                became = "right"
            elif not wanted:
                became = "asked on nothing" if asked or waits else "acted on nothing"
            elif not calls:
                became = "refused"
            elif asked or not (reply.say and not reply.commands):
                names = {name for name, _ in wanted}
                other = [call.name for call in calls if call.name not in names]
                became = "wrong tool" if other else "wrong values"
                became = "asked, not whole" if asked else f"{became}, asks first" if waits else became
            else:
                became = "refused"
            if not good:
                got = [call.name for call in calls] or ["(none)"]
                want = [name for name, _ in wanted] or ["(none)"]
                if got != want:
                    confusion[" + ".join(want), " + ".join(got)] += 1
                if failures:
                    told = {"want": wanted, "got": [(c.name, dict(c.arguments)) for c in calls], "say": str(reply.say)}
                    before = f"{case['before']} " if case.get("before") else ""
                    print(f"  {became:<18} {before}{case['utterance']}\n      {json.dumps(told, default=str)}")
            counts[became] += 1
            waiting += good and waits
            several = "several" if len(wanted) > 1 else "follow-up" if "before" in case else "one"
            kind = several if wanted else "nothing fits"
            kinds.setdefault(kind, Counter())[became] += 1
    finally:
        runtime.shutdown()
    total = sum(counts.values())
    print(
        f"{path.name}: {counts['right']} of {total} right, {waiting} of them after a yes; "
        + ", ".join(f"{k} {n}" for k, n in counts.most_common())
        + (f"; {for_programs} more that want a tool for programs" if for_programs else "")
    )
    for kind, found in kinds.items():
        print(f"   {kind:<13} {found['right']} of {sum(found.values())}: {dict(found)}")
    return confusion


def confusion_table(confusion: Counter[tuple[str, str]]) -> str:
    """A line for each calls that were taken for others: wanted, then what was made of it, the most frequent first."""
    rows: dict[str, list[str]] = {}
    for (want, got), times in sorted(confusion.items(), key=lambda pair: (-pair[1], pair[0])):
        rows.setdefault(want, []).append(f"{got} ({times})" if times > 1 else got)
    lines = [f"| {want} | {', '.join(got)} |" for want, got in rows.items()]
    return "\n".join(["| wanted | taken for |", "|---|---|", *lines])


def main() -> None:
    """See the module."""
    LOG.set_level("ERROR")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--confusion", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"HOME": home} | {f"XDG_{n}_HOME": f"{home}/{n.lower()}" for n in ("CONFIG", "STATE")}
        confusion: Counter[tuple[str, str]] = Counter()
        for path in args.files:
            confusion.update(measure(path, Path(home), args.failures))
        if args.confusion:
            print(confusion_table(confusion))


if __name__ == "__main__":
    main()
