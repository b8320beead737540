"""How toolboxes are understood that declare no example, as their authors publish them: ``python
test/bench/understanding_published.py [NAME …] [--beside] [--out FILE]``; names are folders of ``test/data/published``.

A request is whole where the one call has the arguments that the schema makes of what the case says: "PT30M" and 1,800
seconds are one length of time, and what is the default as well is no other call. ``--beside``: next to all first-party
tools. ``--out`` keeps a line of JSON for each case.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import understanding_sets as sets
from pydantic import BaseModel, ValidationError
from understanding_unseen import would_run

from ovos_phal_plugin_jarvis.assistant.evaluation import judge
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext


def measured(published: sets.Published, beside: sets.Suite | None = None) -> tuple[Counter[str], list[dict[str, Any]]]:
    """How many cases there are of each kind, and what became of each."""
    suite = published.suite
    tools = (*suite.tools, *(beside.tools if beside is not None else ()))
    translator, context = ExampleTranslator(tools), TranslationContext(suite.now, lang=suite.lang)
    translator.train()
    counts: Counter[str] = Counter()
    told = []
    for case in suite.cases:
        made = translator.translate(case.utterance, context)
        command = judge(case, made, context).command
        runs = made.question is None and would_run(made, tools)
        whole = command == case.command and (case.command is None or _is_as_said(case, made, published))
        counts["requests" if case.command else "nothing"] += 1
        if case.command:
            counts["right"] += command == case.command
            counts["whole"] += whole
            counts["wrong tool"] += command not in (None, case.command)
        else:
            counts["acted or asked"] += command is not None
        counts["unasked"] += runs and not whole
        calls = [[call.name, dict(call.arguments)] for call in made.calls]
        told.append(
            {
                "said": case.utterance,
                "wanted": [case.command, dict(case.parameters or {})],
                "calls": calls,
                "tool": command,
                "asks_for": made.question.parameter if made.question else None,
                "whole": whole,
                "runs": runs,
                "confidence": made.confidence,
                "certain": made.certain,
            }
        )
    return counts, told


def _is_as_said(case: Any, made: Translation, published: sets.Published) -> bool:
    """Whether the one call that is *made* has the arguments of *case*, as the tool's schema reads both."""
    if made.question is not None or len(made.calls) != 1:
        return False
    return same_arguments(published.schemas[case.command], made.calls[0].arguments, case.parameters or {})


def same_arguments(schema: type[BaseModel], said: Mapping[str, Any], meant: Mapping[str, Any]) -> bool:
    """Whether *said* and *meant* are the same to *schema*, which takes both."""
    try:
        found, wanted = (schema.model_validate(dict(values)).model_dump(mode="json") for values in (said, meant))
    except ValidationError:
        return False
    return {n: _plain(v) for n, v in found.items()} == {n: _plain(v) for n, v in wanted.items()}


def _plain(value: Any) -> Any:
    """*value* without capitals, and without the distance from UTC of a moment, which nobody says."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value.casefold().removesuffix("z").removesuffix("+00:00") if isinstance(value, str) else value


def main() -> None:
    arguments = sys.argv[1:]
    beside = sets.household() if "--beside" in arguments else None
    out = arguments[arguments.index("--out") + 1] if "--out" in arguments else None
    names = [each for each in arguments if not each.startswith("--") and each != out] or sets.PUBLISHED
    total: Counter[str] = Counter()
    lines = []
    for published in sets.published(names):
        counts, told = measured(published, beside)
        print(published.suite.name, dict(counts), flush=True)
        total += counts
        lines += [{"set": published.suite.name, **each} for each in told]
    print("together", dict(total))
    if out is not None:
        with Path(out).open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(line, default=str) + "\n" for line in lines)


if __name__ == "__main__":
    main()
