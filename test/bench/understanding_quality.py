"""How well the example translator understands: ``python test/bench/understanding_quality.py [few] [ablation] [full]``.

Without a word: the Snips commands with 70 examples each on the cases of ``dev.jsonl``, as written and as a recogniser
writes them; the made-up house; the everyday toolbox on its spoken cases, and on the SLURP utterances that it has no
tool for. ``few`` adds 5, 10, 20 and 40 examples a command, ``ablation`` leaves parts out, ``full``
trains on all of Snips.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timezone

from understanding_sets import everyday_tools as everyday
from understanding_tools import OWN, heard_case, shared_data, snips, snips_full

from ovos_phal_plugin_jarvis.assistant.evaluation import Evaluation, evaluate
from ovos_phal_plugin_jarvis.assistant.evaluation_cases import Case, load_cases
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acceptance import AcceptanceOptions
from ovos_phal_plugin_jarvis.nlu.classifier import ClassifierOptions
from ovos_phal_plugin_jarvis.nlu.features import FeatureOptions
from ovos_phal_plugin_jarvis.nlu.tagger import TaggerOptions
from ovos_phal_plugin_jarvis.nlu.training import TrainingOptions
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.specs import load_specs
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, tzinfo=timezone.utc))
DEFAULT = TrainingOptions()


def measure(tools: Sequence[ToolDefinition], cases: Iterable[Case], options: TrainingOptions = DEFAULT) -> Evaluation:
    """One training and one pass over *cases*."""
    translator = ExampleTranslator(tools, options=options)
    started = time.perf_counter()
    translator.train()
    return evaluate(translator, cases, CONTEXT, train_seconds=time.perf_counter() - started)


def row(name: str, found: Evaluation) -> None:
    none = sum(r.case.command is None for r in found.results)
    false = f" false activations {found.false_activations / none:6.2%} of {none}" if none else ""
    print(
        f"{name:34} exact {found.passed / len(found.results):6.1%}  command {found.command_accuracy:6.2%}  "
        f"slot F1 {found.slots.f1:.3f}  macro F1 {found.slots.macro_f1:.3f}{false}  (trained in "
        f"{found.train_seconds:.1f} s)",
        flush=True,
    )


def slurp_without_everyday() -> list[Case]:
    """SLURP utterances that the everyday toolbox has no tool for: all but those of time, sums and timers."""
    lines = (shared_data() / "slurp" / "devel.jsonl").read_text(encoding="utf-8").strip().split("\n")
    items = [json.loads(line) for line in lines]
    return [
        Case(item["utterance"], None)
        for item in items
        if item["scenario"] != "datetime" and item["action"] != "maths" and "timer" not in item["utterance"]
    ]


def ablations() -> dict[str, TrainingOptions]:
    tagger, classifier = TaggerOptions(), ClassifierOptions()

    def features(**left_out: bool) -> TrainingOptions:
        return replace(DEFAULT, tagger=replace(tagger, features=FeatureOptions(**left_out)))

    return {
        "everything": DEFAULT,
        "tagger: no lists of knowledge": features(gazetteers=False),
        "tagger: no typed mentions": features(mentions=False),
        "tagger: no anchors": features(anchors=False),
        "tagger: no dictionary of values": features(dictionary=False),
        "tagger: no swapped values": replace(DEFAULT, tagger=replace(tagger, copies=0)),
        "tagger: one model for all text": replace(DEFAULT, tagger=replace(tagger, cased=False)),
        "classifier: no characters": replace(DEFAULT, classifier=replace(classifier, characters=False)),
        "classifier: no word classes": replace(DEFAULT, classifier=replace(classifier, classes=False)),
        "classifier: no count of unknown": replace(DEFAULT, classifier=replace(classifier, unknown=False)),
        "classifier: no background": replace(DEFAULT, classifier=replace(classifier, background=False)),
        "form: no unexplained words": replace(DEFAULT, acceptance=replace(AcceptanceOptions(), unexplained=False)),
        "form: no rivals": replace(DEFAULT, acceptance=replace(AcceptanceOptions(), rivals=False)),
    }


def main(wanted: Sequence[str]) -> None:
    dev = load_cases(shared_data() / "snips" / "dev.jsonl")
    heard = [heard_case(case) for case in dev]
    slurp = slurp_without_everyday()
    spoken = load_cases(OWN / "everyday_spoken.jsonl")
    row("snips, 70 examples, dev", measure(snips(), dev))
    row("the same, as a recogniser writes", measure(snips(), heard))
    row("made-up house", measure(load_specs(OWN / "house_commands.json"), load_cases(OWN / "house_cases.jsonl")))
    row("everyday, spoken cases", measure(everyday(), spoken))
    row("the same, as a recogniser writes", measure(everyday(), [heard_case(case) for case in spoken]))
    row("everyday, SLURP it is not for", measure(everyday(), slurp))
    if "few" in wanted:
        for count in (5, 10, 20, 40):
            row(f"snips, {count} examples", measure(snips(count), dev))
    if "ablation" in wanted:
        for name, options in ablations().items():
            row(name, measure(snips(), dev, options))
            row("    as a recogniser writes", measure(snips(), heard, options))
            row("    everyday, SLURP it is not for", measure(everyday(), slurp, options))
            row("    everyday, spoken cases", measure(everyday(), spoken, options))
    if "full" in wanted:
        row("snips, full training", measure(snips_full(), dev))


if __name__ == "__main__":
    main(sys.argv[1:])
