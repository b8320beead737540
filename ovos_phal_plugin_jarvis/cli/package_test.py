"""``ovos-jarvis commands test``: a package before it is published."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer

from ovos_phal_plugin_jarvis.cli.output import err, fail, out, print_json
from ovos_phal_plugin_jarvis.commands.install.files import IGNORED

_PLUGIN = "ovos_phal_plugin_jarvis.pytest_plugin"
_PYTEST_NO_TESTS = 5


def try_package(folder: Path, as_json: bool) -> None:
    """Load *folder*, run its tests on our SDK, and its examples through ``eval``; exits 1 where it does not load or a
    test fails."""
    if not folder.is_dir():
        fail(f"there is no folder {folder}", as_json=as_json)
    folder = folder.resolve()
    loaded = _load(folder)
    tests = _run_tests(folder, as_json)
    examples = _run_examples(folder, as_json) if loaded["commands"] else None
    passed = not loaded["failed"] and tests["status"] in (0, None)
    if as_json:
        print_json({"folder": str(folder), "passed": passed, **loaded, "tests": tests, "examples": examples})
    else:
        _show(loaded, tests, examples)
    if not passed:
        raise typer.Exit(1)


def _load(folder: Path) -> dict[str, Any]:
    from ovos_phal_plugin_jarvis.cli.installed import foreign_output
    from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands
    from ovos_phal_plugin_jarvis.config import CommandsConfig

    with foreign_output():
        found = find_commands(CommandsConfig(paths=(str(folder),)), points=())
        try:
            return {
                "commands": [command.name for command in found.commands],
                "failed": dict(found.failed),
                "skipped": dict(found.skipped),
            }
        finally:
            found.close()


def _run_tests(folder: Path, as_json: bool) -> dict[str, Any]:
    """pytest's exit status and what it wrote; the status is None where there are no tests."""
    if not _has_tests(folder):
        return {"status": None, "output": ""}
    if find_spec("pytest") is None:
        fail("the package has tests, and pytest is not installed: pip install pytest", as_json=as_json)
    with tempfile.TemporaryDirectory(prefix="ovos-jarvis-test-") as basetemp:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", _PLUGIN, "-p", "no:cacheprovider"]
            + ["--rootdir", str(folder), "--basetemp", f"{basetemp}/pytest", str(folder)],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if as_json else None,
            stderr=subprocess.STDOUT if as_json else None,
            text=True,
            errors="replace",
            check=False,
        )
    status = None if done.returncode == _PYTEST_NO_TESTS else done.returncode
    return {"status": status, "output": done.stdout or ""}


def _has_tests(folder: Path) -> bool:
    for pattern in ("test_*.py", "*_test.py"):
        for file in folder.rglob(pattern):
            if not IGNORED.intersection(file.relative_to(folder).parts):
                return True
    return False


def _run_examples(folder: Path, as_json: bool) -> dict[str, Any]:
    """The commands' own examples as cases: what each is understood as by the words alone, without a model."""
    from ovos_phal_plugin_jarvis.assistant.evaluation import evaluate
    from ovos_phal_plugin_jarvis.assistant.evaluation_cases import Case
    from ovos_phal_plugin_jarvis.assistant.whole import WholeUnderstanding
    from ovos_phal_plugin_jarvis.cli.setup import local_runtime
    from ovos_phal_plugin_jarvis.config import JarvisConfig, device_language
    from ovos_phal_plugin_jarvis.translation.values import TranslationContext

    with local_runtime(as_json, JarvisConfig(), command_paths=[folder], with_installed=False) as runtime:
        cases = [
            Case(example.utterance, definition.name, dict(example.arguments))
            for definition in runtime.registry.snapshot.definitions
            for example in definition.examples
        ]
        runtime.warm_up()
        context = TranslationContext(now=datetime.now().astimezone(), lang=device_language())
        evaluation = evaluate(WholeUnderstanding(runtime.assistant), cases, context)
    document: dict[str, Any] = evaluation.as_json()
    return document


def _show(loaded: dict[str, Any], tests: dict[str, Any], examples: dict[str, Any] | None) -> None:
    out.print(f"loads: {', '.join(loaded['commands']) or 'no command'}", markup=False)
    for state in ("failed", "skipped"):
        for name, reason in loaded[state].items():
            err.print(f"{state}: {name}: {reason}", markup=False)
    ended = {None: "it has none", 0: "passed"}.get(tests["status"], "failed")
    out.print(f"tests: {ended}", markup=False)
    if examples is None:
        return
    out.print(f"examples: {examples['passed']} of {examples['total']} are understood as they say", markup=False)
    for failure in (result for result in examples["results"] if not result["passed"]):
        out.print(
            f"  '{failure['utterance']}': {failure['failure']}: expected {failure['expected']}, got {failure['got']}",
            markup=False,
        )
