"""``ovos-jarvis say``: one utterance, planned, run and answered."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Annotated, Any, NoReturn

import typer

from ovos_phal_plugin_jarvis.cli.busclient import request, running_service
from ovos_phal_plugin_jarvis.cli.output import EXIT_FAILED, err, fail, out, print_json
from ovos_phal_plugin_jarvis.cli.setup import local_runtime

PROMPT = "» "
PATIENCE = 10.0
"""Seconds that a process of its own waits for the names that tools give."""
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Bus = Annotated[
    str | None,
    typer.Option("--bus", metavar="HOST:PORT", help="Ask the service on this messagebus; default: mycroft.conf's."),
]
Local = Annotated[bool, typer.Option("--local", help="Do it in this process, also where a service runs.")]


def say(
    utterance: Annotated[str, typer.Argument(help="What you would say to the assistant.")],
    as_json: Json = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Plan only; run nothing.")] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Run nothing: tell why the words are understood as they are, without a model.")
    ] = False,
    bus: Bus = None,
    local: Local = False,
    lang: Annotated[str | None, typer.Option(help="Language of the utterance; default: the device's.")] = None,
    session: Annotated[
        str | None,
        typer.Option(
            "--session", help="Where a service runs: the conversation to take part in; default: the device's own."
        ),
    ] = None,
) -> None:
    """Say something and get it done."""
    if why:
        _tell_why(utterance, lang, as_json)
        return
    with running_service(bus, local, as_json) as service:
        if service is not None:
            reply = _over_bus(utterance, service, dry_run, lang, as_json, session)
    if service is None:
        reply = _here(utterance, dry_run, lang, as_json)
    show(reply, as_json)
    failed = any("error" in result for result in reply["results"])
    if reply["translator"] is None or failed:
        raise typer.Exit(EXIT_FAILED)


def _tell_why(utterance: str, lang: str | None, as_json: bool) -> None:
    from ovos_config import Configuration

    from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
    from ovos_phal_plugin_jarvis.sdk.clock import home_now
    from ovos_phal_plugin_jarvis.tools.execution.flow import run_here
    from ovos_phal_plugin_jarvis.tools.execution.options import OptionsOfTools
    from ovos_phal_plugin_jarvis.translation.values import TranslationContext

    device = str(Configuration().get("lang") or "en-us").lower()
    with local_runtime(as_json) as runtime:
        snapshot, limits = runtime.registry.snapshot, runtime.config.assistant
        translator = ExampleTranslator(snapshot.definitions, lang=device)
        asking = OptionsOfTools(runtime.invoker.hooks, limits.pre_route_budget / 2, limits.pre_route_budget)
        options = run_here(asking.now(snapshot), PATIENCE)
        context = TranslationContext(home_now(), lang=(lang or device).lower(), options=options)
        found = translator.explain(utterance, context)
    if as_json:
        print_json(found)
        return
    out.print(f"heard: {found['heard']}", markup=False)
    if found["reason"]:
        out.print(f"nothing is called: {found['reason']}", markup=False)
    for candidate in found["candidates"]:
        arguments = ", ".join(f"{key}={value!r}" for key, value in candidate["arguments"].items())
        refused = f"; {candidate['refused']}" if candidate["refused"] else ""
        about = f" ({' '.join(candidate['about'])})" if candidate["about"] else ""
        out.print(
            f"{candidate['tool']}({arguments}): {candidate['confidence']} of {candidate['accept']}{refused}{about}",
            markup=False,
        )
        out.print("  " + " ".join(f"{word}/{how}" for word, how in candidate["words"]), markup=False)
        out.print("  " + " ".join(f"{name}={value}" for name, value in candidate["evidence"].items()), markup=False)


def show(reply: dict[str, Any], as_json: bool = False) -> None:
    """Print a reply: the JSON document, or the answer with what was called above it."""
    if as_json:
        print_json(reply)
        return
    for command in reply["commands"]:
        arguments = ", ".join(f"{key}={value!r}" for key, value in command["arguments"].items())
        err.print(
            f"[dim]→ {command['name']}({arguments})[/dim]"
            if "[" not in arguments
            else f"→ {command['name']}({arguments})",
            markup="[" not in arguments,
        )
    if reply["say"]:  # a plan that is not run has nothing to say
        out.print(reply["say"], markup=False)


def _here(utterance: str, dry_run: bool, lang: str | None, as_json: bool) -> dict[str, Any]:
    from ovos_config import Configuration

    from ovos_phal_plugin_jarvis.assistant.assistant import Request
    from ovos_phal_plugin_jarvis.assistant.guard import Refusal
    from ovos_phal_plugin_jarvis.sdk.clock import home_now
    from ovos_phal_plugin_jarvis.sdk.locale import say as locale_say
    from ovos_phal_plugin_jarvis.sdk.locale import together
    from ovos_phal_plugin_jarvis.tools.context import InvocationContext

    spoken = (lang or str(Configuration().get("lang") or "en-us")).lower()
    with local_runtime(as_json) as runtime:
        if not len(runtime.registry.snapshot):
            fail(
                "no tools are installed. Install a toolbox or a command package, then see: ovos-jarvis doctor",
                as_json=as_json,
            )
        try:
            reply = runtime.assistant.handle(
                Request(utterance, InvocationContext(lang=spoken), home_now()), dry_run=dry_run
            )
            # This process is the only one that knows what it asks, so the answer is taken here.
            while reply.confirmation_required and not dry_run and not as_json and sys.stdin.isatty():
                show(reply.to_dict())
                said = input(PROMPT)
                reply = runtime.assistant.handle(Request(said, InvocationContext(lang=spoken), home_now()))
        except Refusal as refusal:
            _refused(utterance, refusal.fields(), as_json)
        for over in [begin() for begin in reply.after_speech]:
            over.wait(runtime.invoker.timeout)
        fields = reply.to_dict()
        if any(_is_announced_by_nobody(outcome) for outcome in reply.results):
            told = together([reply.say, locale_say("nobody_announces", spoken)], spoken)
            fields |= {"say": told, "lang": told.lang}
        return fields


def _is_announced_by_nobody(outcome: Any) -> bool:
    """Whether something was started that ends later, while no service runs that would tell so."""
    result = outcome.result if isinstance(outcome.result, Mapping) else {}
    data = result.get("context_data")
    return isinstance(data, Mapping) and data.get("announced_here") is False


def _over_bus(
    utterance: str, client: Any, dry_run: bool, lang: str | None, as_json: bool, session: str | None
) -> dict[str, Any]:
    from ovos_phal_plugin_jarvis.bus import topics

    fields = {"lang": lang} if lang else {}
    if dry_run:
        started = time.monotonic()
        answer = request(client, topics.JARVIS_TRANSLATE, {"transcript": utterance, **fields}, 60, as_json, session)
        # A plan without a call that was understood all the same is a question back.
        asks = answer.get("translator") is not None and not answer.get("commands")
        answer = {
            "utterance": utterance,
            "results": [],
            "expect_response": asks,
            "confirmation_required": False,
            "elapsed_ms": round((time.monotonic() - started) * 1000, 2),
            **answer,
        }
    else:
        answer = request(client, topics.JARVIS_ASK, {"utterance": utterance, **fields}, 180, as_json, session)
    if "error" in answer:
        _refused(utterance, answer, as_json)
    return answer


def _refused(utterance: str, refusal: Mapping[str, Any], as_json: bool) -> NoReturn:
    """End with the refusal, in the form that every other answer has too: who reads one need not tell them apart."""
    nothing = {
        "utterance": utterance[:200],
        "say": refusal["error"],
        "commands": [],
        "results": [],
        "translator": None,
        "expect_response": False,
        "confirmation_required": False,
        "elapsed_ms": 0,
    }
    fields = {**nothing, **refusal}
    fail(fields.pop("error"), as_json=as_json, **fields)
