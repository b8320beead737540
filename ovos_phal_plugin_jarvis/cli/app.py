"""The top of the command line: which subcommands there are."""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
from contextlib import suppress
from typing import Annotated, Any

import typer

from ovos_phal_plugin_jarvis.cli import (
    agents,
    auth,
    commands,
    data,
    doctor,
    eval,
    log,
    mcp,
    new,
    policy,
    run,
    say,
    secrets,
    token,
    tools,
    top,
    train_export,
    up,
)
from ovos_phal_plugin_jarvis.cli.output import own_process
from ovos_phal_plugin_jarvis.cli.setup import check_data_folder, check_mycroft_conf, log_to_stderr
from ovos_phal_plugin_jarvis.version import __version__

app = typer.Typer(
    name="ovos-jarvis",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Tools for OpenVoiceOS: find them, call them, talk to them.",
)

app.command("up")(up.up)
app.command("run")(run.run)
app.command("say")(say.say)
app.command("tools")(tools.list_tools)
app.command("invoke")(tools.invoke)
app.command("reload")(tools.reload)
app.command("top")(top.top)
app.command("policy")(policy.policy)
app.command("data")(data.data)
app.command("log")(log.log)
app.command("mcp")(mcp.mcp)
app.command("doctor")(doctor.doctor)
app.command("eval")(eval.eval_command)
app.command("train-export")(train_export.train_export)
app.add_typer(new.app, name="new", help="Write a package of your own to begin with.")
app.add_typer(commands.app, name="commands", help="Jarvis commands and packages.")
app.add_typer(agents.app, name="agents", help="What packages do on their own, by a schedule.")
app.add_typer(secrets.app, name="secrets", help="Settings and keys of commands.")
app.add_typer(token.app, name="token", help="Who may come in by HTTP and MCP.")
app.add_typer(auth.app, name="auth", help="Logins of commands.")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit()


@app.callback()
def options(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show all logs, on stderr.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    check_mycroft_conf()
    log_to_stderr(verbose)
    check_data_folder()


_MADE_BEFORE_LOOKING = (20_000, 20, 20)
"""Objects, and rounds of them, after which garbage is looked for. What is loaded stays, and at Python's 700 a fifth of
the processor time of "say" went into looking through it."""


def main() -> None:
    """The console script."""
    own_process()
    gc.set_threshold(*_MADE_BEFORE_LOOKING)
    try:
        app()
    except KeyboardInterrupt:
        _leave(130)
    except SystemExit as end:
        _leave(end.code)


def _leave(code: Any) -> None:
    """End the process. A thread that did not end in time, in the middle of native code, would abort it once the
    interpreter has gone."""
    alive = [thread for thread in threading.enumerate() if thread.daemon and thread.name.startswith("jarvis-")]
    if not alive:
        # Memory goes back whole: to look it through for what refers to itself, as the interpreter does thrice at its
        # end, takes an eighth of the time of a short command.
        gc.freeze()
        sys.exit(code)
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))
