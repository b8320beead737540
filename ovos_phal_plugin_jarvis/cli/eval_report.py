"""The report of ``ovos-jarvis eval`` for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from ovos_phal_plugin_jarvis.assistant.evaluation import NO_CALL
from ovos_phal_plugin_jarvis.cli.output import out

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.assistant.evaluation import Evaluation, Result
    from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

HINTS = {
    "wrong_command": "another command was taken: add antipatterns that tell the two apart, or examples like this",
    "not_understood": "no command was taken: add examples or keywords with these words",
    "false_activation": "a command was taken and none should be: narrow its examples and keywords, or say in "
    "antipatterns what it is not for",
    "missing_parameter": "a parameter was not found: describe it, give it a type or enum values, and add examples "
    "that say it in other places",
    "wrong_value": "a parameter has another value: add examples with values like these, or a rule that maps the words "
    "to the value",
}
"""What to do about each kind of failure."""
_SHOWN = 40


def print_report(evaluation: Evaluation, definitions: Sequence[ToolDefinition]) -> None:
    """Totals, a table of the commands, the confusion matrix, and each failure with what was expected."""
    document = evaluation.as_json()
    slots, latency = document["slots"], document["latency_ms"]
    out.print(
        f"[bold]{document['passed']} of {document['total']} cases passed[/] ({document['success_rate']:.1%}), "
        f"{len(definitions)} commands"
    )
    out.print(f"command right  {document['command_accuracy']:.1%}   false activations  {document['false_activations']}")
    out.print(
        f"parameters     precision {slots['precision']:.3f}   recall {slots['recall']:.3f}   F1 {slots['f1']:.3f}   "
        f"macro F1 {slots['macro_f1']:.3f}"
    )
    out.print(
        f"latency        p50 {latency['p50']:.1f} ms   p95 {latency['p95']:.1f} ms   max {latency['max']:.1f} ms   "
        f"(training {document['train_seconds']:.1f} s)"
    )
    if document["served_by"]:
        who = ", ".join(f"{name} {count}" for name, count in sorted(document["served_by"].items()))
        out.print(f"translated by  {who}")
    out.print(_commands_table(evaluation))
    if evaluation.confusion():
        out.print(_confusion_table(evaluation))
    failures = [result for result in evaluation.results if not result.passed]
    if failures:
        _print_failures(failures)


def _commands_table(evaluation: Evaluation) -> Table:
    table = Table(title="Commands", title_justify="left")
    for heading in ("command", "cases", "passed", "rate"):
        table.add_column(heading, justify="left" if heading == "command" else "right")
    for name, row in evaluation.by_command().items():
        table.add_row(escape(name), str(row["total"]), str(row["passed"]), f"{row['rate']:.0%}")
    return table


def _confusion_table(evaluation: Evaluation) -> Table:
    """Expected commands as rows, called ones as columns; only those that were mistaken or taken by mistake."""
    pairs = Counter((r.case.command or NO_CALL, r.command or NO_CALL) for r in evaluation.results)
    mistaken = {pair for pair in pairs if pair[0] != pair[1]}
    rows = sorted({expected for expected, _ in mistaken})
    columns = sorted({called for _, called in mistaken} | set(rows))
    table = Table(title="Confusion: expected (down), called (across)", title_justify="left")
    table.add_column("")
    for name in columns:
        table.add_column(escape(name), justify="right", overflow="fold")
    for expected in rows:
        table.add_row(escape(expected), *(str(pairs[expected, called] or "·") for called in columns))
    return table


def _print_failures(failures: Sequence[Result]) -> None:
    out.print(f"[bold]{len(failures)} failures[/]" + (f", the first {_SHOWN}" if len(failures) > _SHOWN else ""))
    for result in failures[:_SHOWN]:
        out.print(f"  “{result.case.utterance:.200}”", markup=False)
        out.print(f"      expected {_call(result.case.command, result.case.parameters)}", markup=False)
        out.print(
            f"      got      {_call(result.command, result.parameters)}"
            + (f"   [{', '.join(result.wrong)}]" if result.wrong else ""),
            markup=False,
        )
    out.print("[bold]What to do[/]")
    for kind, count in Counter(result.failure or "" for result in failures).most_common():
        out.print(f"  {count} × {kind.replace('_', ' ')}: {HINTS.get(kind, '')}", markup=False)


def _call(command: str | None, parameters: object) -> str:
    return "no call" if command is None else f"{command} {parameters}"
