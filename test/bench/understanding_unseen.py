"""How well tools are understood that nobody here wrote: ``python test/bench/understanding_unseen.py [SET …]``.

The cases of ``test/data/unseen_2026_11``: ``fresh`` (six tools with about ten examples), ``plain`` (the same without),
``langs``, ``two`` (several requests in a sentence), ``follow`` (follow-ups), ``consent`` (answers to a question);
``second``, ``third`` … ``thirtysecond``, ``kinds``: all of ``test/data/unseen_2026_11_second`` and so on; ``among``:
their first groups among 200 tools.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import understanding_sets as sets
from sum_values import result_of, same_sum

from ovos_phal_plugin_jarvis.assistant.evaluation import evaluate
from ovos_phal_plugin_jarvis.assistant.evaluation_cases import load_cases
from ovos_phal_plugin_jarvis.assistant.evaluation_values import same_value
from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.consent.policy import asks as asks_first
from ovos_phal_plugin_jarvis.consent.risk import risk
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.lang import language, yes_or_no
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.specs import load_specs
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation, TranslationContext

FOLDER = Path(__file__).parents[1] / "data" / "unseen_2026_11"
SETS = (*sets.STRANGERS, *sets.NOT_FITTED)
LATER = {name: FOLDER.with_name(f"unseen_2026_11_{name}") for name in SETS}
NOW = datetime.now().astimezone()
LANGS = ("de", "es", "fr", "it", "nl", "pt")


def trained(tools: Sequence[ToolDefinition], lang: str = "en-us") -> ExampleTranslator:
    translator = ExampleTranslator(tools, lang=lang)
    translator.train()
    return translator


def single(
    name: str, tools: Sequence[ToolDefinition], cases: Path, lang: str = "en-us", *, beside: bool = False
) -> None:
    """Print how many requests got their tool, how many all their values, and what acted though nothing fits.

    Args:
        name: of the line.
        tools: what is learned.
        cases: what is said.
        lang: BCP-47 tag.
        beside: the first-party tools are among *tools*: where one of them does what is asked, it is right as well, and
            a line that one of them is for is no line for nothing.
    """
    fits = sets.installed_fits() if beside else {"tools": {}, "lines": {}}
    written = sets.written_on(cases.parent)
    translator, context = trained(tools, lang), TranslationContext(written, lang=lang)
    results = evaluate(translator, load_cases(cases), context).as_json()
    wanted = [r for r in results["results"] if r["expected"]["command"]]
    others = [r for r in results["results"] if not r["expected"]["command"] and r["utterance"] not in fits["lines"]]
    got = [(r, (r["got"] or {}).get("command")) for r in wanted]
    good = [g in (c := r["expected"]["command"], *fits["tools"].get(c, ())) for r, g in got]
    right = sum(good)
    wrong = sum(not fine and g is not None for fine, (_, g) in zip(good, got, strict=True))
    acted = [r["utterance"] for r in others if (r["got"] or {}).get("command") is not None]
    mistaken = [r["utterance"] for fine, (r, g) in zip(good, got, strict=True) if not fine and g is not None]
    ran, ran_wrongly = (sum(runs(translator, tools, said, context) for said in lines) for lines in (acted, mistaken))
    print(
        f"{name:<28} right tool {right:>3} of {len(wanted)}, everything {sum(r['passed'] for r in wanted):>3}, "
        f"wrong tool {wrong} (runs unasked {ran_wrongly}); acted or asked though nothing fits {len(acted)} "
        f"(runs unasked {ran}) of {len(others)}; "
        f"p50 {results['latency_ms']['p50']:.1f} ms",
        flush=True,
    )


def runs(
    translator: ExampleTranslator, tools: Sequence[ToolDefinition], said: str, context: TranslationContext
) -> bool:
    """Whether the assistant would run something of what *said* is taken for without a question before it."""
    return would_run(translator.translate(said, context), tools)


def would_run(made: Translation, tools: Sequence[ToolDefinition]) -> bool:
    """Whether the assistant would run something of what was *made* without a question before it."""
    named = {tool.name: tool for tool in tools}
    decisions = [risk(named[call.name], call.arguments) for call in made.calls]
    sure = min(made.confidence, made.certain)
    return bool(decisions) and not any(asks_first(decision, sure) for decision in decisions)


def same(
    calls: Sequence[ToolCall], wanted: Sequence[dict[str, Any]], last_result: Mapping[str, Any] | None = None
) -> bool:
    """Whether *calls* are those wanted, in order, with at least the values that are named; sums by what they come to,
    which may go on with *last_result*."""
    return len(calls) == len(wanted) and all(
        call.name == want["command"]
        and (
            same_sum(want["parameters"]["expression"], call.arguments, last_result)
            if want["command"] == "calculate"
            else all(
                k in call.arguments and same_value(v, call.arguments[k], NOW) for k, v in want["parameters"].items()
            )
        )
        for call, want in zip(calls, wanted, strict=True)
    )


def asks(found: Translation, wanted: Sequence[dict[str, Any]], tools: Mapping[str, ToolDefinition]) -> bool:
    """Whether *found* asks for what the one call in *wanted* lacks and its tool requires ("find parking": where)."""
    if found.calls or found.question is None or len(wanted) != 1:
        return False
    tool = tools[wanted[0]["command"]]
    required = {p.name for p in tool.parameters if p.required and p.default is None}
    lacking = found.question.parameter in required - set(wanted[0]["parameters"])
    return lacking and same([found.question.call], wanted)


def several(tools: Sequence[ToolDefinition], folder: Path = FOLDER) -> None:
    """Several requests in one sentence; a wrong part counts as silent where the answer says nothing of it."""
    translator, right, silent = trained(tools), 0, 0
    cases = [json.loads(line) for line in (folder / "two_requests.jsonl").open()]
    for case in cases:
        found = translator.translate(case["utterance"], TranslationContext(NOW))
        good = same(found.calls, case["calls"])
        right += good
        silent += not good and bool(found.calls) and not (found.question or found.say or found.dropped or found.left)
    print(f"{'several requests':<28} right {right} of {len(cases)}, wrong in silence {silent}", flush=True)


def follow_ups(tools: Sequence[ToolDefinition], folder: Path = FOLDER) -> None:
    """Short dialogues, each turn with what the turns before led to."""
    translator, right, wrong = trained(tools), 0, 0
    named = {tool.name: tool for tool in tools}
    cases = [json.loads(line) for line in (folder / "follow_ups.jsonl").open()]
    for case in cases:
        last, result, question, good, acted = None, None, None, True, False
        turns: tuple[tuple[str, str], ...] = ()
        for turn in case["turns"]:
            found = translator.translate(
                turn["utterance"],
                TranslationContext(NOW, last_call=last, last_result=result, question=question, turns=turns),
            )
            if not (same(found.calls, turn["calls"], result) or asks(found, turn["calls"], named)):
                good, acted = False, acted or bool(found.calls)
            turns = (*turns, ("user", turn["utterance"]))
            question = found.question
            if found.calls:
                last = found.calls[-1]
                result = result_of(last.name, last.arguments)
        right, wrong = right + good, wrong + acted
    print(f"{'follow-ups':<28} right {right} of {len(cases)}, acted wrongly {wrong}", flush=True)


def consent() -> None:
    """Answers to a question whether to act."""
    means = {"yes": True, "no": False, "other": None}
    cases = [json.loads(line) for line in (FOLDER / "consent_cases.jsonl").open()]
    told = [{yes_or_no(case["answer"], lang) for lang in ("en-us", *(f"{x}-{x}" for x in LANGS))} for case in cases]
    # The cases don't name their language: a yes or a no counts as heard where one language hears it.
    heard = [True if True in t and False not in t else False if False in t and True not in t else None for t in told]
    right = sum(means[case["means"]] is h for case, h in zip(cases, heard, strict=True))
    taken = sum(h is True and case["means"] != "yes" for case, h in zip(cases, heard, strict=True))
    print(
        f"{'answers to a question':<28} right {right} of {len(cases)}, taken for a yes though none {taken}", flush=True
    )


def main() -> None:
    asked = sys.argv[1:] or ["fresh", "plain", "langs", "two", "follow", "consent"]
    runtime = Runtime(JarvisConfig(), limit_rate=False)
    try:
        installed = runtime.registry.snapshot.understood
    finally:
        runtime.shutdown()
    for name, tools in zip(("fresh", "plain"), kinds(FOLDER, "fresh").values(), strict=True):
        if name in asked:
            single(name, tools, FOLDER / "fresh_cases.jsonl")
            both = (*tools, *installed)
            single(f"{name}, beside the installed", both, FOLDER / "fresh_cases.jsonl", beside=True)
    for lang in LANGS if "langs" in asked else ():
        single(lang, load_specs(FOLDER / f"{lang}_specs.json"), FOLDER / f"{lang}_cases.jsonl", f"{lang}-{lang}")
    both = (*installed, *load_specs(FOLDER / "fresh_specs.json"))
    if "two" in asked:
        several(both)
    if "follow" in asked:
        follow_ups(both)
    if "consent" in asked:
        consent()
    for name, folder in LATER.items():
        if name in asked:
            whole_set(folder, installed)
    if "among" in asked:
        among(installed)


def among(installed: Sequence[ToolDefinition], count: int = 200) -> None:
    """The first groups of the later sets among *count* tools: the first-party ones, and services and intents of other
    sets with five examples each, less those that are about what a tool of the group is about."""
    others = [*sets.sgd("train", 5, 1).tools, *sets.clinc(5, 150).tools]
    for name, folder in LATER.items():
        for kind, own in kinds(folder, "a").items():
            about = {word for tool in (*own, *installed) for word in split_name(tool.name)} - language("en").telling
            apart = [tool for tool in others if about.isdisjoint(split_name(tool.name))]
            tools = (*own, *installed, *apart)[:count]
            label = f"{name} a, {kind} examples, {len(tools)}"
            single(label, tools, folder / "a_cases.jsonl", beside=True)


def kinds(folder: Path, group: str) -> dict[str, Sequence[ToolDefinition]]:
    """The tools of a group, with their ten examples and without."""
    tools = load_specs(folder / f"{group}_specs.json")
    return {"ten": tools, "no": [replace(tool, examples=()) for tool in tools]}


def whole_set(folder: Path, installed: Sequence[ToolDefinition]) -> None:
    """One of the later sets: its groups with and without examples, then the rest."""
    for group in (name for name in "abc" if (folder / f"{name}_specs.json").is_file()):
        for kind, tools in kinds(folder, group).items():
            single(f"{group}, {kind} examples", tools, folder / f"{group}_cases.jsonl")
            both = (*tools, *installed)
            single(f"{group}, {kind} examples, beside", both, folder / f"{group}_cases.jsonl", beside=True)
    if (folder / "two_requests.jsonl").is_file():
        dialogues(folder, installed)
    if not (folder / "lang_specs.json").is_file():
        return
    specs = json.loads((folder / "lang_specs.json").read_text(encoding="utf-8"))
    cases = [json.loads(line) for line in (folder / "lang_cases.jsonl").open(encoding="utf-8")]
    with tempfile.TemporaryDirectory() as kept:
        for lang in LANGS:
            own, said = Path(kept) / f"{lang}.json", Path(kept) / f"{lang}.jsonl"
            own.write_text(json.dumps([_without_lang(spec) for spec in specs if spec["lang"] == lang]))
            said.write_text("\n".join(json.dumps(_without_lang(case)) for case in cases if case["lang"] == lang))
            single(lang, load_specs(own), said, f"{lang}-{lang}")


def dialogues(folder: Path, installed: Sequence[ToolDefinition]) -> None:
    """The several requests and follow-ups of a set, with the groups of tools that they name."""
    said = (folder / "two_requests.jsonl").read_text("utf-8") + (folder / "follow_ups.jsonl").read_text("utf-8")
    groups = [load_specs(folder / f"{group}_specs.json") for group in "ab"]
    named = [tool for group in groups if any(f'"{tool.name}"' in said for tool in group) for tool in group]
    together = (*named, *load_specs(folder / "own_specs.json"), *installed)
    several(together, folder)
    follow_ups(together, folder)


def _without_lang(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != "lang"}


if __name__ == "__main__":
    main()
