"""How often a model is told of the right tool, where it can't be told of all: ``python test/bench/model_retrieval.py``.

The cases of ``test/data/unseen_2026_11*`` (other people's tools) and ``test/data/household`` (ours), among all of these
tools, the services of the Schema-Guided Dialogue set and CLINC's intents: is the tool that was meant among those that
the prompt describes, first and on the second look, and what do the descriptions take?
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import understanding_sets as sets

from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.llm.retrieval import RANKED, Retrieval
from ovos_phal_plugin_jarvis.llm.schema import openai_tool
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.specs import load_specs
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

DATA = Path(__file__).parents[1] / "data"


def cases(path: Path) -> list[tuple[str, str]]:
    """What is said, and the tool that is meant."""
    rows = [json.loads(line) for line in path.open(encoding="utf-8")]
    return [(row["utterance"], row["command"]) for row in rows if row.get("command") and not row.get("before")]


def main() -> None:
    runtime = Runtime(JarvisConfig(), limit_rate=False)
    try:
        installed = runtime.registry.snapshot.definitions
    finally:
        runtime.shutdown()
    said = {"household": cases(DATA / "household" / "everyday_fresh.jsonl")}
    tools: dict[str, ToolDefinition] = {tool.name: tool for tool in installed}
    for name in ("second", "third"):
        folder = DATA / f"unseen_2026_11_{name}"
        for group in "ab":
            own = load_specs(folder / f"{group}_specs.json")
            tools |= {tool.name: replace(tool, examples=()) for tool in own}
        said[f"{name} set, no examples"] = [case for group in "ab" for case in cases(folder / f"{group}_cases.jsonl")]
    for suite in (sets.sgd("train", 0, 1), sets.sgd("dev", 0, 1), sets.clinc(5, 150)):
        for tool in suite.tools:
            tools.setdefault(tool.name, tool)
    translator = ExampleTranslator(tuple(tools.values()))
    translator.train()
    retrieval = Retrieval(list(tools.values()), tokens=4096)
    length = {name: len(json.dumps(openai_tool(tool), ensure_ascii=False)) for name, tool in tools.items()}
    print(f"{len(tools)} tools, {sum(length.values())} characters; the line of names {len(retrieval.names())}")
    now = datetime.now().astimezone()
    for name, lines in said.items():
        first = second = described = 0
        for utterance, meant in lines:
            ranked = [found for found, _ in translator.rank(utterance, TranslationContext(now), RANKED)]
            shown = retrieval.likely(ranked)
            described += sum(length[tool] for tool in shown)
            first += meant in shown
            second += meant in shown or meant in retrieval.likely(ranked, without=shown, again=True)
        count = len(lines)
        print(
            f"{name:<24} described first {first / count:.1%}, on the second look {second / count:.1%} of {count}; "
            f"{described / count:.0f} characters of descriptions"
        )


if __name__ == "__main__":
    main()
