"""``ovos-jarvis say``: one utterance, planned, run and answered."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.text import Text

from ovos_phal_plugin_jarvis.cli.answers import refusal, show
from ovos_phal_plugin_jarvis.cli.busclient import running_service
from ovos_phal_plugin_jarvis.cli.dialogue import (
    Dialogue,
    NoAnswer,
    last_conversation,
    new_conversation,
    remember_conversation,
)
from ovos_phal_plugin_jarvis.cli.output import EXIT_FAILED, err, fail, out, print_json
from ovos_phal_plugin_jarvis.cli.prompt import PROMPT
from ovos_phal_plugin_jarvis.cli.setup import local_runtime, read_config
from ovos_phal_plugin_jarvis.config import device_language

PATIENCE = 10.0
"""Seconds that a process of its own waits for the names that tools give."""
MAX_STDIN = 100_000
"""Bytes that are read of stdin; an utterance is much shorter."""
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Bus = Annotated[
    str | None,
    typer.Option("--bus", metavar="HOST:PORT", help="Ask the service on this messagebus; default: mycroft.conf's."),
]
Local = Annotated[bool, typer.Option("--local", help="Do it in this process, also where a service runs.")]
Say = Callable[[str], dict[str, Any]]


def say(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORDS...", help="What you would say to the assistant, quoted or not; - reads it from stdin."
        ),
    ] = None,
    as_json: Json = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Plan only; run nothing.")] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Run nothing: tell why the words are understood as they are, without a model.")
    ] = False,
    go_on: Annotated[
        bool, typer.Option("--continue", "-c", help="Go on with the conversation of the say before this one.")
    ] = False,
    bus: Bus = None,
    local: Local = False,
    lang: Annotated[str | None, typer.Option(help="Language of the utterance; default: the device's.")] = None,
    session: Annotated[
        str | None,
        typer.Option(
            "--session",
            help="Where a service runs: the session whose conversation to take part in, such as default for the "
            "device's own; without it each say begins a conversation.",
        ),
    ] = None,
) -> None:
    """Say something and get it done."""
    if go_on and session is not None:
        raise typer.BadParameter("--continue and --session exclude each other")
    utterance = _heard(words)
    if why:
        _tell_why(utterance, lang, as_json)
        return
    conversation = (last_conversation() if go_on else None) or new_conversation()
    with running_service(bus, local, as_json) as service:
        if service is not None:
            dialogue = Dialogue(
                service,
                conversation=conversation if session is None else None,
                session=session,
                lang=lang,
                progress=_progress,
            )
            reply = _talk(utterance, lambda words: _over_bus(words, dialogue, dry_run), dry_run, as_json)
    if service is None:
        with _here(conversation, lang, dry_run, as_json) as answer:
            reply = _talk(utterance, answer, dry_run, as_json)
    if session is None and not dry_run:
        remember_conversation(conversation)
    if "error" in reply:
        fail(reply["error"], as_json=as_json, **{key: reply[key] for key in reply if key != "error"})
    if as_json:
        print_json(reply)
    failed = any("error" in result for result in reply["results"])
    if reply["translator"] is None or failed:
        raise typer.Exit(EXIT_FAILED)


def _heard(words: list[str] | None) -> str:
    """The utterance: what stands on the command line, else what comes on stdin, on one line or several."""
    if words and words != ["-"]:
        return " ".join(words)
    if not words and sys.stdin.isatty():
        raise typer.BadParameter("what shall be said? Such as: ovos-jarvis say what time is it")
    try:
        heard = " ".join(sys.stdin.buffer.read(MAX_STDIN).decode("utf-8").split())
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"stdin is no UTF-8 text: {error}") from None
    if not words and not heard:
        raise typer.BadParameter("nothing to say: neither words nor anything on stdin")
    return heard


def _talk(utterance: str, say: Say, dry_run: bool, as_json: bool) -> dict[str, Any]:
    """The last answer. Whoever sits at a terminal is shown each, and answers what is asked there."""
    reply = say(utterance)
    while True:
        if "commands" not in reply:
            return refusal(utterance, reply)
        if as_json:
            return reply
        show(reply, planned=dry_run)
        if dry_run or not reply["expect_response"]:
            return reply
        if not sys.stdin.isatty():
            err.print(Text("To answer: ovos-jarvis say -c …", style="dim"))
            return reply
        try:
            reply = say(input(PROMPT))
        except EOFError:
            err.print()
            return reply


def _over_bus(utterance: str, dialogue: Dialogue, dry_run: bool) -> dict[str, Any]:
    try:
        return dialogue.plan(utterance) if dry_run else dialogue.say(utterance)
    except NoAnswer as problem:
        return {"error": str(problem)}
    except KeyboardInterrupt:
        dialogue.call_off()
        raise


def _progress(told: Mapping[str, Any]) -> None:
    """What is said before the answer; stdout holds the answer alone."""
    if isinstance(told.get("say"), str) and told["say"]:
        err.print(Text(told["say"], style="dim"))


def _tell_why(utterance: str, lang: str | None, as_json: bool) -> None:
    from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
    from ovos_phal_plugin_jarvis.sdk.clock import home_now
    from ovos_phal_plugin_jarvis.tools.execution.flow import run_here
    from ovos_phal_plugin_jarvis.tools.execution.options import OptionsOfTools
    from ovos_phal_plugin_jarvis.translation.values import TranslationContext

    device = device_language()
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


@contextmanager
def _here(conversation: str, lang: str | None, dry_run: bool, as_json: bool) -> Iterator[Say]:
    """The tools in this process, with what the conversation before it has left on the disk."""
    from ovos_phal_plugin_jarvis.assistant.assistant import Request
    from ovos_phal_plugin_jarvis.assistant.guard import Refusal
    from ovos_phal_plugin_jarvis.sdk.clock import home_now
    from ovos_phal_plugin_jarvis.sdk.locale import say as locale_say
    from ovos_phal_plugin_jarvis.sdk.locale import together
    from ovos_phal_plugin_jarvis.tools.context import InvocationContext

    spoken = (lang or device_language()).lower()
    config = read_config(as_json)
    # This process ends with the utterance: what "-c" goes on with has to be kept somewhere.
    keeping = config.assistant.model_copy(update={"keep_conversations": True})
    with local_runtime(as_json, config.model_copy(update={"assistant": keeping})) as runtime:
        if not runtime.registry.snapshot.understood:
            fail(
                "no tools are installed. Install a toolbox or a command package, then see: ovos-jarvis doctor",
                as_json=as_json,
            )

        def answer(utterance: str) -> dict[str, Any]:
            context = InvocationContext(conversation_id=f"default#{conversation}", lang=spoken)
            request = Request(utterance, context, home_now(), tell=lambda said, *_: _progress({"say": said}))
            try:
                reply = runtime.assistant.handle(request, dry_run=dry_run)
            except Refusal as refused:
                return refused.fields()
            for over in [begin() for begin in reply.after_speech]:
                over.wait(runtime.invoker.timeout)
            fields = reply.to_dict()
            if any(_is_announced_by_nobody(outcome) for outcome in reply.results):
                told = together([reply.say, locale_say("nobody_announces", spoken)], spoken)
                fields |= {"say": told, "lang": told.lang}
            return fields

        yield answer


def _is_announced_by_nobody(outcome: Any) -> bool:
    """Whether something was started that ends later, while no service runs that would tell so."""
    result = outcome.result if isinstance(outcome.result, Mapping) else {}
    data = result.get("context_data")
    return isinstance(data, Mapping) and data.get("announced_here") is False
