"""What every subcommand starts from: the configuration, the tools in this process, or a bus to ask."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from ovos_phal_plugin_jarvis.cli.output import fail, keep_stdout_for_results
from ovos_phal_plugin_jarvis.config import PLUGIN_ID, ConfigError, JarvisConfig, load_config
from ovos_phal_plugin_jarvis.stores.errors import StoreError

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
    from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition


def log_to_stderr(verbose: bool) -> None:
    """Send the logs of OVOS to stderr, so that stdout holds results only.

    Args:
        verbose: all of them; else errors alone.
    """
    from ovos_utils.log import LOG

    create_logger = LOG.create_logger

    def on_stderr(name: str, tostdout: bool = True) -> logging.Logger:
        # LOG makes its handlers on whatever stdout is at that moment, and takes no other stream.
        with redirect_stdout(sys.stderr):
            return create_logger(name, tostdout)

    LOG.create_logger = on_stderr
    LOG.set_level("DEBUG" if verbose else os.environ.get("OVOS_DEFAULT_LOG_LEVEL", "ERROR"))
    logging.captureWarnings(True)


def _wants_json() -> bool:
    """Before the options are parsed."""
    return "--json" in sys.argv or "--json-lines" in sys.argv


def check_mycroft_conf() -> None:
    """End the process with one line where the user's mycroft.conf can't be read.

    ``ovos_config`` logs a traceback then, at its import, and goes on as if there were no such file.
    """
    from ovos_utils.json_helper import load_commented_json
    from ovos_utils.xdg_utils import xdg_config_home

    path = Path(
        xdg_config_home(),
        os.environ.get("OVOS_CONFIG_BASE_FOLDER", "mycroft"),
        os.environ.get("OVOS_CONFIG_FILENAME", "mycroft.conf"),
    )
    if path.suffix != ".conf" or not path.is_file() or not path.stat().st_size:
        return
    try:
        wrong = None if isinstance(load_commented_json(str(path)), dict) else "it holds no JSON object"
    except (OSError, ValueError, RecursionError) as error:
        wrong = str(error)
    if wrong is not None:
        fail(f"{path} is broken: {wrong}. Mend it or move it away", as_json=_wants_json())


def check_data_folder() -> None:
    """End the process with one line where nothing can be kept: a timer that is set must not be lost without a word."""
    from ovos_phal_plugin_jarvis.stores import check_writable

    if "--help" in sys.argv:
        return
    try:
        check_writable()
    except StoreError as error:
        fail(str(error), as_json=_wants_json())


def read_config(as_json: bool = False) -> JarvisConfig:
    """The plugin's section of mycroft.conf. Ends the process with one line where it can't be used."""
    from ovos_config import Configuration

    settings = Configuration().get("PHAL")
    if settings is not None and not isinstance(settings, Mapping):
        fail(f"mycroft.conf: PHAL: expected an object of plugins, got {type(settings).__name__}", as_json=as_json)
    try:
        return load_config((settings or {}).get(PLUGIN_ID))
    except ConfigError as error:
        fail(f"mycroft.conf: {error}", as_json=as_json)


@contextmanager
def local_runtime(
    as_json: bool = False,
    config: JarvisConfig | None = None,
    *,
    command_paths: Sequence[Path] = (),
    with_installed: bool = True,
) -> Iterator[Runtime]:
    """The tools of this machine, loaded into this process; closed at the end.

    Args:
        as_json: how to fail where the configuration can't be used.
        config: the plugin's section; None reads it from mycroft.conf.
        command_paths: load the commands in these folders or files instead of the configured ones.
        with_installed: False loads the commands of *command_paths* alone.
    """
    keep_stdout_for_results()
    from ovos_phal_plugin_jarvis.runtime.runtime import Runtime

    try:
        runtime = Runtime(
            config or read_config(as_json), limit_rate=False, command_paths=command_paths, with_installed=with_installed
        )
    except ConfigError as error:
        fail(f"mycroft.conf: {error}", as_json=as_json)
    try:
        yield runtime
    finally:
        runtime.shutdown()


def load_definitions(
    config: JarvisConfig, command_paths: Sequence[Path] = (), with_installed: bool = True
) -> tuple[ToolDefinition, ...]:
    """Definitions of tools, without serving them. Arguments as for ``local_runtime``."""
    with local_runtime(config=config, command_paths=command_paths, with_installed=with_installed) as runtime:
        return runtime.registry.snapshot.definitions
