"""``ovos-jarvis eval``: how well utterances become the right calls."""
from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ovos_phal_plugin_jarvis.cli.eval_report import print_report
from ovos_phal_plugin_jarvis.cli.output import fail, print_json

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition


def eval_command(
    cases: Annotated[Path, typer.Argument(help="JSON Lines: utterance, command or null, parameters.")],
    commands: Annotated[list[Path] | None, typer.Option("--commands", help="Load the commands in this folder.")] = None,
    specs: Annotated[Path | None, typer.Option("--specs", help="Read commands from a JSON file instead.")] = None,
    with_installed: Annotated[bool, typer.Option("--with-installed", help="Beside them, what is installed.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    lang: Annotated[str, typer.Option("--lang", help="Language of the cases.")] = "en-us",
) -> None:
    """Measure how well utterances become the right calls, without a model."""
    from ovos_phal_plugin_jarvis.assistant.evaluation import evaluate
    from ovos_phal_plugin_jarvis.assistant.evaluation_cases import CasesError, load_cases
    from ovos_phal_plugin_jarvis.assistant.plan import TranslationContext
    from ovos_phal_plugin_jarvis.assistant.translators.examples import ExampleTranslator

    try:
        loaded = load_cases(cases)
    except CasesError as error:
        fail(str(error), as_json=as_json)
    definitions = _definitions(commands or [], specs, with_installed, as_json)
    if not definitions:
        fail("no tools to evaluate: give --specs FILE.json or --commands PATH, or install some", as_json=as_json)
    translator = ExampleTranslator(definitions, lang=lang)
    started = time.perf_counter()
    translator.train()
    trained = time.perf_counter() - started
    context = TranslationContext(now=datetime.now().astimezone(), lang=lang)
    evaluation = evaluate(translator, loaded, context, train_seconds=trained)
    if as_json:
        print_json(evaluation.as_json())
    else:
        print_report(evaluation, definitions)


def _definitions(commands: list[Path], specs: Path | None, with_installed: bool,
                 as_json: bool) -> tuple[ToolDefinition, ...]:
    from ovos_phal_plugin_jarvis.tools.specs import SpecsError, load_specs

    found: tuple[ToolDefinition, ...] = ()
    if specs is not None:
        try:
            found = load_specs(specs)
        except SpecsError as error:
            fail(str(error), as_json=as_json)
    for path in commands:
        if not path.exists():
            fail(f"--commands {path}: no such file or folder", as_json=as_json)
    installed = with_installed or (specs is None and not commands)
    if commands or installed:
        # Loading code is slow and has effects; data alone needs none of it.
        from ovos_phal_plugin_jarvis.cli.setup import load_definitions, read_config

        found += load_definitions(read_config(as_json), commands, installed)
    return found


if __name__ == "__main__":
    typer.run(eval_command)
