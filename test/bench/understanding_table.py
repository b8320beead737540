"""How well the translator understands: ``python test/bench/understanding_table.py [NAME …]``; without a name, all.

A line for each set: the right tool, everything right, a wrong tool, silent though a tool was meant (shares of the cases
for a tool), the macro-F1 of the arguments, how often something was called though nothing fits, and how often the
assistant would not ask before that.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timezone

import understanding_sets as sets
from sum_values import same_sum
from understanding_unseen import runs

from ovos_phal_plugin_jarvis.assistant.evaluation import Result, evaluate
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, tzinfo=timezone.utc)
SUITES: dict[str, Callable[[], sets.Suite]] = {
    "sgd0": lambda: sets.sgd("dev", 0),
    "sgd5": lambda: sets.sgd("dev", 5),
    "toolboxes0": lambda: sets.toolboxes(False),
    "toolboxes": lambda: sets.toolboxes(True),
    "hwu": lambda: sets.hwu(10),
    "house": sets.house,
    "everyday": sets.everyday,
    "snips": sets.snips_dev,
    "snips-heard": lambda: sets.snips_dev(heard=True),
    "everyday-oos": lambda: sets.Suite("everyday, CLINC oos", sets.everyday_tools(), tuple(sets.out_of_scope())),
    "everyday-slurp": lambda: sets.Suite(
        "everyday, SLURP", sets.everyday_tools(), tuple(sets.slurp_without_everyday(700))
    ),
    "toolboxes-oos": lambda: sets.Suite("toolboxes, CLINC oos", sets.toolboxes(True).tools, tuple(sets.out_of_scope())),
    "toolboxes0-oos": lambda: sets.Suite(
        "toolboxes, no examples, CLINC oos", sets.toolboxes(False).tools, tuple(sets.out_of_scope())
    ),
}


def _is_same_sum(result: Result) -> bool:
    """Whether a sum is said in other words than the case has it."""
    wanted = result.case.parameters.get("expression")
    return result.command == result.case.command == "calculate" and bool(wanted) and same_sum(wanted, result.parameters)


def measure(suite: sets.Suite) -> None:
    """Train, ask, and print a line. Times are of the processor, not of the clock."""
    translator = ExampleTranslator(suite.tools, lang=suite.lang)
    started = time.process_time()
    translator.train()
    context = TranslationContext(NOW, lang=suite.lang)
    found = evaluate(
        translator, suite.cases, context, train_seconds=time.process_time() - started, clock=time.process_time
    )
    results = [replace(r, passed=True) if _is_same_sum(r) else r for r in found.results]
    some = [r for r in results if r.case.command]
    none = [r for r in results if not r.case.command]
    count = max(1, len(some))
    right = sum(r.command == r.case.command for r in some) / count
    wrong = sum(r.command is not None and r.command != r.case.command for r in some) / count
    false = [r.case.utterance for r in none if r.command is not None]
    ran = sum(runs(translator, suite.tools, said, context) for said in false)
    times = found.as_json()["latency_ms"]
    print(
        f"{suite.name:34} tool {right:6.1%}  all {sum(r.passed for r in some) / count:6.1%}  wrong {wrong:5.1%}  "
        f"silent {1 - right - wrong:5.1%}  macro-F1 {found.slots.macro_f1:.3f}  "
        f"nothing fits: {len(false)} (runs unasked: {ran}) of {len(none)}  "
        f"({len(suite.tools)} tools, trained in {found.train_seconds:.1f} s, p50 {times['p50']:.1f} ms, "
        f"p95 {times['p95']:.1f} ms)",
        flush=True,
    )


if __name__ == "__main__":
    for name in sys.argv[1:] or SUITES:
        measure(SUITES[name]())
