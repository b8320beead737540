"""How well several requests in a sentence and follow-ups are understood.

Run it as ``python test/bench/understanding_dialogue.py [SET …] [--show]``.
Arguments name the sets to print: ``unseen`` (the cases of ``test/data/unseen_2026_11``), ``dev`` and ``away``
(``test/data/dialogue_dev``, see its README). With ``--show`` each case that is not right is printed.

A case is right where exactly the calls that it lists are made, with exactly these arguments, and, where it says
``told``, the answer also says what was not done. It is *wrong* where a call is made that it does not list, and *silent*
where some are made, one is missing and the answer says nothing of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sum_values import result_of, same_sum

from ovos_phal_plugin_jarvis.assistant.evaluation_values import same_value
from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.specs import load_specs
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext

DATA = Path(__file__).parents[1] / "data"
NOW = datetime.now().astimezone()
SETS = {
    "unseen": ("unseen_2026_11/two_requests.jsonl", "unseen_2026_11/follow_ups.jsonl"),
    "dev": ("dialogue_dev/two_requests_dev.jsonl", "dialogue_dev/follow_ups_dev.jsonl"),
    "away": ("dialogue_dev/two_requests_away.jsonl", "dialogue_dev/follow_ups_away.jsonl"),
}


def toolsets() -> dict[str, tuple[ToolDefinition, ...]]:
    """The tools that a case may name, each beside the installed ones."""
    runtime = Runtime(JarvisConfig(), limit_rate=False)
    try:
        installed = tuple(runtime.registry.snapshot.definitions)
    finally:
        runtime.shutdown()
    toolboxes = load_specs(DATA / "toolboxes_dev.json")
    more = {
        "everyday": (),
        "house": load_specs(DATA / "house_commands.json"),
        "fresh": load_specs(DATA / "unseen_2026_11" / "fresh_specs.json"),
        "toolboxes": toolboxes,
        "toolboxes_plain": [replace(tool, examples=()) for tool in toolboxes],
    }
    return {name: (*installed, *tools) for name, tools in more.items()}


@dataclass
class Score:
    """What became of a set of cases."""

    cases: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def matches(
    call: ToolCall, wanted: Mapping[str, Any], may: Collection[str], before: Mapping[str, Any] | None = None
) -> bool:
    """Whether *call* is the one *wanted*, all its arguments too; those that *may* be there are not looked at. A sum,
    which may go on with the result *before*, is compared by what it comes to."""
    if call.name == wanted["command"] == "calculate":
        return same_sum(wanted["parameters"]["expression"], call.arguments, before)
    got = {n: v for n, v in call.arguments.items() if v is not None and v is not False}
    need = {n: v for n, v in wanted["parameters"].items() if v is not False}
    extra = set(got) - set(need) - set(may)
    return (
        call.name == wanted["command"]
        and not extra
        and all(n in got and same_value(v, got[n], NOW) for n, v in need.items())
    )


def turns_of(
    translator: ExampleTranslator, case: Mapping[str, Any]
) -> Iterator[tuple[Mapping[str, Any], Translation, Mapping[str, Any] | None]]:
    """Each turn of *case* with what became of it, after the turns before, and the result before it."""
    last: ToolCall | None = None
    result: dict[str, Any] | None = None
    question: Question | None = None
    said: tuple[tuple[str, str], ...] = ()
    for turn in case.get("turns") or [case]:
        context = TranslationContext(NOW, last_call=last, last_result=result, question=question, turns=said)
        found = translator.translate(turn["utterance"], context)
        yield turn, found, result
        said = (*said, ("user", turn["utterance"]))
        question = found.question
        if found.calls:
            last = found.calls[-1]
            result = result_of(last.name, last.arguments)


def scored(translators: Mapping[str, ExampleTranslator], cases: Sequence[Mapping[str, Any]]) -> Score:
    """What became of *cases*."""
    score = Score()
    for case in cases:
        score.cases += 1
        worst = 0
        lines = []
        known: dict[str, Any] = {}
        for turn, found, before in turns_of(translators[case.get("tools", "fresh")], case):
            # "cancel it" may name what it cancels by all that was said of it.
            wanted, may = turn["calls"], {n for c in found.calls for n, v in c.arguments.items() if known.get(n) == v}
            # Where nothing is done at all, the assistant says that it did not understand.
            told = bool(not found.calls or found.say or found.question or found.left or found.dropped)
            inorder = len(found.calls) == len(wanted) and all(
                matches(call, want, may, before) for call, want in zip(found.calls, wanted, strict=True)
            )
            known = {n: v for c in found.calls[-1:] for n, v in c.arguments.items()} or known
            stray = [call for call in found.calls if not any(matches(call, want, may, before) for want in wanted)]
            if inorder and (found.say or found.question or not turn.get("told")):
                lines.append(f"   {turn['utterance']}")
                continue
            kind = 3 if stray or (found.calls and not wanted) else 2 if not told else 1
            worst = max(worst, kind)
            got = ", ".join(f"{call.name}{dict(call.arguments)}" for call in found.calls)
            asked = found.question.text if found.question else ""
            lines.append(f" ! {turn['utterance']}\n      {got or 'nothing'} | {found.say} | {asked}")
        score.right += not worst
        if worst:
            (score.refused, score.silent, score.wrong)[worst - 1].append("\n".join(lines))
    return score


def main() -> None:
    show = "--show" in sys.argv
    chosen = [name for name in sys.argv[1:] if not name.startswith("-")] or list(SETS)
    read = {
        (name, kind): [json.loads(line) for line in (DATA / file).read_text(encoding="utf-8").splitlines()]
        for name in chosen
        for kind, file in zip(("several requests", "follow-ups"), SETS[name], strict=True)
    }
    used = {case.get("tools", "fresh") for cases in read.values() for case in cases}
    translators = {name: ExampleTranslator(tools) for name, tools in toolsets().items() if name in used}
    for (name, kind), cases in read.items():
        score = scored(translators, cases)
        print(
            f"{name:<8}{kind:<18} right {score.right:>2} of {score.cases}, acted wrongly {len(score.wrong)}, "
            f"dropped in silence {len(score.silent)}, refused and told {len(score.refused)}",
            flush=True,
        )
        for what, found in (("wrong", score.wrong), ("silent", score.silent), ("told", score.refused)) if show else ():
            for lines in found:
                print(f"  {what}\n{lines}")


if __name__ == "__main__":
    main()
