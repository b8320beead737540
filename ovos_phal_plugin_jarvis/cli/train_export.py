"""``ovos-jarvis train-export``: fine-tuning data from what the installed commands give as examples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ovos_phal_plugin_jarvis.cli.output import err, fail, out, print_json
from ovos_phal_plugin_jarvis.cli.setup import load_definitions, read_config

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.llm.prompts.training import TrainingSet

DEFAULT_PROVIDER = "Qwen25MediumUntrained"
"""Used where neither the option nor the configuration names one: the reference implementation."""


def train_export(
    to: Annotated[Path, typer.Option("--out", metavar="FILE.jsonl", help="Where the records go.")],
    provider: Annotated[
        str | None, typer.Option("--provider", metavar="NAME", help="The prompt provider of the model to be trained.")
    ] = None,
    held_out: Annotated[
        float,
        typer.Option("--held-out", min=0.0, max=1.0, help="The fraction kept from training, in FILE.heldout.jsonl."),
    ] = 0.1,
    commands: Annotated[
        list[Path] | None,
        typer.Option(
            "--commands",
            metavar="PATH",
            help="Take the commands of this folder or file instead of the installed ones; may be given more than once.",
        ),
    ] = None,
    with_installed: Annotated[
        bool, typer.Option("--with-installed", help="With --commands: the installed ones too.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Write what the commands' examples teach a model, for a fine-tuning run elsewhere."""
    from ovos_phal_plugin_jarvis.llm.prompts.factory import UnknownProviderError
    from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import ProviderError
    from ovos_phal_plugin_jarvis.llm.prompts.training import TrainingCommand, build_training_set, to_jsonl
    from ovos_phal_plugin_jarvis.runtime.prompt_providers import PublishedProviderLoader, prompt_provider_factory

    for path in commands or ():
        if not path.exists():
            fail(f"--commands {path}: no such file or folder", as_json=as_json)
    config = read_config(as_json)
    configured = config.llm.prompt_provider
    name = provider or (configured if configured.casefold() != "auto" else DEFAULT_PROVIDER)
    definitions = load_definitions(config, tuple(commands or ()), with_installed or not commands)
    sources = [
        TrainingCommand(
            definition.name,
            definition.argument_schema,
            tuple((example.utterance, example.arguments) for example in definition.examples),
        )
        for definition in definitions
        if definition.examples
    ]
    loader = PublishedProviderLoader()
    try:
        made = build_training_set(sources, prompt_provider_factory(config, loader).create_provider(name), held_out)
    except (UnknownProviderError, ProviderError) as error:
        fail(str(error), as_json=as_json)
    finally:
        loader.close()
    if not made.records and not made.held_out:
        fail(
            "no command gives an example that could be written; see: ovos-jarvis tools",
            as_json=as_json,
            refused=_refused(made),
        )
    beside = to.with_name(f"{to.stem}.heldout{to.suffix or '.jsonl'}")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(to_jsonl(made.records), encoding="utf-8")
        beside.write_text(to_jsonl(made.held_out), encoding="utf-8")
    except OSError as error:
        fail(f"cannot write {error.filename or to}: {error.strerror}", as_json=as_json)
    _report(made, name, to, beside, as_json)


def _report(made: TrainingSet, provider: str, to: Path, beside: Path, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "out": str(to),
                "records": len(made.records),
                "held_out_file": str(beside),
                "held_out": len(made.held_out),
                "duplicates": made.duplicates,
                "provider": provider,
                "refused": _refused(made),
            }
        )
        return
    out.print(
        f"{len(made.records)} records in {to}, {len(made.held_out)} held out in {beside}, "
        f"{made.duplicates} duplicates left out",
        markup=False,
    )
    for refused in made.refused:
        err.print(f"not written: {refused.command}: {refused.utterance!r}: {refused.reason}", markup=False)


def _refused(made: TrainingSet) -> list[dict[str, Any]]:
    return [dict(vars(refused)) for refused in made.refused]
