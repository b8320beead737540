"""How tools are understood in six other languages than English:

    python test/bench/understanding_foreign.py [SET …] [--plain] [--failures]

A set is a folder of ``test/data/foreign`` (tools that are described in English alone, the same for each language) or of
``test/data/native`` (tools of each language's own speakers, described in it, with ten examples; without them by
``--plain``), such as ``foreign/fifth``; all of them by default. Told for each language: how many requests got their
tool, and how many all their values; how many wrong values or the wrong tool; what acted though nothing fits. "Unasked"
is what would run without a question before it.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import understanding_sets as sets

from ovos_phal_plugin_jarvis.assistant.evaluation import evaluate
from ovos_phal_plugin_jarvis.assistant.evaluation_cases import load_cases
from ovos_phal_plugin_jarvis.consent.policy import asks as asks_first
from ovos_phal_plugin_jarvis.consent.risk import risk
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.specs import load_specs
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

DATA = Path(__file__).parents[1] / "data"
FOREIGN_WRITTEN = datetime(2026, 11, 26, 12).astimezone()
"""The day on which those that are described in English were written: they name days by it."""
_MOMENT = re.compile(r"(T\d\d:\d\d)(?::\d\d)?(?:[+-]\d\d:\d\d)?$")


def as_written(value: Any) -> Any:
    """*value* as the sets have it: a moment without seconds and zone."""
    return _MOMENT.sub(r"\1", value) if isinstance(value, str) else value


def measure(folder: Path, lang: str, *, plain: bool, failures: bool) -> Counter[str]:
    """What became of the lines in *lang* of the set in *folder*, counted; *plain* takes its tools without examples."""
    own = folder / f"{lang}_specs.json"
    tools = load_specs(own if own.exists() else folder / "specs.json")
    if plain:
        tools = tuple(replace(tool, examples=()) for tool in tools)
    named = {tool.name: tool for tool in tools}
    translator = ExampleTranslator(tools, lang=f"{lang}-{lang}")
    written = sets.native_written_on(folder.name) if folder.parent.name == "native" else FOREIGN_WRITTEN
    context = TranslationContext(written, f"{lang}-{lang}")
    translator.train()

    def runs(said: str) -> bool:
        found = translator.translate(said, context)
        sure = min(found.confidence, found.certain)
        return bool(found.calls) and not any(asks_first(risk(named[c.name], c.arguments), sure) for c in found.calls)

    told: Counter[str] = Counter()
    results = evaluate(translator, load_cases(folder / f"{lang}_cases.jsonl"), context).as_json()["results"]
    for result in results:
        wanted, got = result["expected"], result["got"] or {}
        told["lines" if wanted["command"] else "for nothing"] += 1
        if not wanted["command"]:
            outcome = "acted" if got.get("command") else ""
        elif got.get("command") != wanted["command"]:
            outcome = "wrong tool" if got.get("command") else "refused"
        else:
            told["right"] += 1
            values = {name: as_written(value) for name, value in (got.get("parameters") or {}).items()}
            whole = values == {name: as_written(value) for name, value in wanted["parameters"].items()}
            outcome = "whole" if whole else "wrong values"
        if outcome:
            told[outcome] += 1
        if outcome in ("acted", "wrong tool", "wrong values"):
            told[f"{outcome}, unasked"] += runs(result["utterance"])
        if failures and outcome not in ("", "whole"):
            print(f"   {outcome:<13}{result['utterance']}\n      {json.dumps([wanted, got], ensure_ascii=False)}")
    return told


def line(name: str, told: Counter[str]) -> str:
    """The counts as one line."""
    return (
        f"{name:<8} right tool {told['right']:>3}, everything {told['whole']:>3} of {told['lines']}; wrong values "
        f"{told['wrong values']} ({told['wrong values, unasked']} unasked), wrong tool {told['wrong tool']} "
        f"({told['wrong tool, unasked']} unasked); acted though nothing fits {told['acted']} "
        f"({told['acted, unasked']} unasked) of {told['for nothing']}"
    )


def main() -> None:
    """Measure the sets that are named, else all."""
    names = [name for name in sys.argv[1:] if not name.startswith("-")] or [
        f"{kind}/{folder.name}"
        for kind in ("foreign", "native")
        for folder in sorted((DATA / kind).iterdir())
        if folder.is_dir()
    ]
    for name in names:
        print(name)
        total: Counter[str] = Counter()
        for lang in sets.LANGUAGES:
            told = measure(DATA / name, lang, plain="--plain" in sys.argv, failures="--failures" in sys.argv)
            print(line(lang, told), flush=True)
            total.update(told)
        print(line("all", total), flush=True)


if __name__ == "__main__":
    main()
