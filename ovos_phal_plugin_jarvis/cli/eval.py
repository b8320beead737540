"""``ovos-jarvis eval``: how well utterances become the right calls."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ovos_phal_plugin_jarvis.cli.output import fail, print_json

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
    from ovos_phal_plugin_jarvis.translation.translator import Translator


def eval_command(
    cases: Annotated[Path, typer.Argument(help="JSON Lines: utterance, command or null, parameters.")],
    commands: Annotated[list[Path] | None, typer.Option("--commands", help="Load the commands in this folder.")] = None,
    specs: Annotated[Path | None, typer.Option("--specs", help="Read commands from a JSON file instead.")] = None,
    with_installed: Annotated[bool, typer.Option("--with-installed", help="Beside them, what is installed.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    lang: Annotated[str, typer.Option("--lang", help="Language of the cases.")] = "en-us",
    model: Annotated[Path | None, typer.Option("--model", help="Translate with this GGUF file.")] = None,
) -> None:
    """Measure how well utterances become the right calls."""
    from ovos_phal_plugin_jarvis.assistant.evaluation import evaluate
    from ovos_phal_plugin_jarvis.assistant.evaluation_cases import CasesError, load_cases
    from ovos_phal_plugin_jarvis.translation.values import TranslationContext

    try:
        loaded = load_cases(cases)
    except CasesError as error:
        fail(str(error), as_json=as_json)
    context = TranslationContext(now=datetime.now().astimezone(), lang=lang)
    installed = with_installed or (specs is None and not commands)
    with _translator(commands or [], specs, installed, lang, model, as_json) as (translator, definitions, trained):
        evaluation = evaluate(translator, loaded, context, train_seconds=trained)
    if as_json:
        print_json(evaluation.as_json())
    else:
        from ovos_phal_plugin_jarvis.cli.eval_report import print_report

        print_report(evaluation, definitions)


@contextmanager
def _translator(
    commands: list[Path], specs: Path | None, installed: bool, lang: str, model: Path | None, as_json: bool
) -> Iterator[tuple[Translator, tuple[ToolDefinition, ...], float]]:
    """What is measured, the tools it is for, and the seconds that it took to train.

    Commands that come as code are measured as a user meets them, with their fast paths and post-processing. Where
    there are some that come as data, there is no code to run, and the translator alone is measured.
    """
    from ovos_phal_plugin_jarvis.assistant.whole import WholeUnderstanding
    from ovos_phal_plugin_jarvis.cli.doctor import with_model
    from ovos_phal_plugin_jarvis.cli.setup import local_runtime, read_config
    from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
    from ovos_phal_plugin_jarvis.tools.specs import SpecsError, load_specs

    try:
        definitions = load_specs(specs) if specs is not None else ()
    except SpecsError as error:
        fail(str(error), as_json=as_json)
    if model is not None and specs is not None:
        fail("--model needs the tools' code: give --commands PATH, or measure what is installed", as_json=as_json)
    for path in commands:
        if not path.exists():
            fail(f"--commands {path}: no such file or folder", as_json=as_json)
    with ExitStack() as stack:
        runtime = None
        if commands or installed:
            # Loading code is slow and has effects; data alone needs none of it.
            config = with_model(read_config(as_json), model)
            runtime = stack.enter_context(
                local_runtime(as_json, config, command_paths=commands, with_installed=installed)
            )
            definitions += runtime.registry.snapshot.definitions
        if not definitions:
            fail("no tools to evaluate: give --specs FILE.json or --commands PATH, or install some", as_json=as_json)
        started = time.perf_counter()
        if runtime is not None and specs is None:
            runtime.warm_up()
            yield WholeUnderstanding(runtime.assistant), definitions, time.perf_counter() - started
        else:
            examples = ExampleTranslator(definitions, lang=lang)
            examples.train()
            yield examples, definitions, time.perf_counter() - started
