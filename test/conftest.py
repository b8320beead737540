"""Nothing that a test does may reach the home of the person who runs it."""

from __future__ import annotations

import gc
import itertools
import os
import sys
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings
from ovos_utils.log import LOG

from browser import WAITS_FOR_BROWSER, there_is_one
from ovos_phal_plugin_jarvis.assistant import understanding
from processes import share_learned
from tiny_gguf import WAITS, WAITS_FOR_TEMPLATES

# Hundreds of processes import the same modules: one compiles them, whatever the machine's habit is.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What is said before the tools are learned waits for that, however long it takes here.
understanding.LEARNING_PATIENCE = 60.0

# Tables are as wide as the terminal, and read when the console is made: the same for every test, in every process.
os.environ["COLUMNS"] = "160"

LONGEST = (
    "test/end2end/test_console.py",
    "test/end2end/test_command_line.py",
    "test/unit/tools/isolation/test_faults.py",
    "test/unit/commands_install/test_install_pip.py",
    "test/unit/commands_install/test_install_init.py",
    "test/end2end/test_one_service.py",
    "test/end2end/test_terminal.py",
    "test/end2end/test_jarvis_packages.py",
    "test/end2end/test_model_end_to_end.py",
    "test/end2end/test_hostile_tools.py",
    "test/end2end/test_hot_install.py",
    "test/end2end/test_consent.py",
    "test/conformance/test_documents.py",
    "test/end2end/test_sabotage.py",
    "test/end2end/test_outage.py",
    "test/end2end/test_lifetime.py",
    "test/end2end/test_ovos_pipeline.py",
    "test/unit/nlu/test_example_cache.py",
    "test/end2end/test_ovos_processes.py",
    "test/end2end/test_dialogues.py",
    "test/end2end/test_changing_names.py",
    "test/end2end/test_isolation.py",
    "test/unit/nlu/test_dialogue.py",
    "test/unit/tools/isolation/test_isolated_toolbox.py",
    "test/unit/nlu/test_several_requests.py",
    "test/end2end/test_store_docs.py",
    "test/unit/everyday/test_everyday_examples.py",
    "test/unit/engines/test_llama_faults.py",
    "test/end2end/test_waiting.py",
    "test/end2end/test_store_cli.py",
    "test/end2end/test_soak.py",
    "test/unit/nlu/test_example_translator.py",
    "test/unit/llm/test_model_translator.py",
    "test/unit/assistant/test_answers_in_one_language.py",
)
"""Files that take longest, nearly from the longest on. They begin first: a worker that begins one when the others are
done keeps all of them waiting. Of the first four only one learns the tools that all others will find learned."""

MADE_BEFORE_LOOKING = (20_000, 20, 20)
"""Objects, and rounds of them, after which garbage is looked for: as many as the command line has it do."""

# How long an example takes says nothing of the code where several processes share the machine.
settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")


def pytest_sessionstart(session):
    """With ``JARVIS_TEST_EVERYTHING``, as in CI, a package that is missing is no reason to test less. And what is
    named above is there."""
    if os.environ.get("JARVIS_TEST_EVERYTHING") and not all(map(find_spec, ("llama_cpp", "ovos_core"))):
        raise pytest.UsageError("JARVIS_TEST_EVERYTHING is set, but llama_cpp or ovos_core is not installed")
    if os.environ.get("JARVIS_TEST_EVERYTHING") and not there_is_one():
        raise pytest.UsageError("JARVIS_TEST_EVERYTHING is set, but chromium or the extra [browser] is not installed")
    gone = [name for name in LONGEST if not (session.config.rootpath / name).exists()]
    if gone:
        raise pytest.UsageError(f"test/conftest.py names files that are not there: {', '.join(gone)}")


def pytest_configure(config):
    """Leave the order to us, where the files are shared out among processes."""
    if config.pluginmanager.hasplugin("xdist"):
        config.option.loadscopereorder = False


def pytest_collection_modifyitems(items):
    """The longest first, the others as they are found."""
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(places)))


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Leave the tests and all modules out of the garbage collections of the process: half a million objects that stay
    as long as it does were looked through again and again, while they came and in each test that makes many more. What
    is learned stays as well, and at Python's own threshold a seventh of the time went into looking through that."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*MADE_BEFORE_LOOKING)
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    """Say last what was left out because no llama.cpp is installed."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", ()) if reporter is not None else ()
    left = sum(WAITS in str(report.longrepr) for report in skipped)
    if left:
        reporter.write_line(f"{left} tests of the engine wait for llama.cpp: .venv/bin/pip install -e '.[llama]'")
    pages = sum(WAITS_FOR_BROWSER in str(report.longrepr) for report in skipped)
    if pages:
        reporter.write_line(
            f"{pages} tests of the console wait for a browser: apt install chromium; "
            ".venv/bin/pip install -e '.[browser]'"
        )
    templates = sum(WAITS_FOR_TEMPLATES in str(report.longrepr) for report in skipped)
    if templates:
        reporter.write_line(f"{templates} tests wait for chat templates: test/fixtures/chat_templates/README.md")


@pytest.fixture(scope="session")
def homes(tmp_path_factory):
    """Where tests have their homes that ask for none."""
    cache = tmp_path_factory.mktemp("cache")
    share_learned(cache)
    return tmp_path_factory.getbasetemp() / "homes", cache, itertools.count()


@pytest.fixture(autouse=True)
def own_home(request, homes, monkeypatch):
    """A home directory for each test, with ``config``, ``data`` and ``state`` in it: its ``tmp_path``, and where it
    asks for none a directory that is made by whoever writes there; thousands of tests look at sentences alone. The
    cache is that of all, and holds what any test of this run has learned of the same tools."""
    folder, cache, numbers = homes
    home = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else folder / str(next(numbers))
    monkeypatch.setenv("HOME", str(home))
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    return home


@pytest.fixture
def log_lines(monkeypatch):
    """What went to the log, warnings and errors."""
    lines: list[str] = []
    monkeypatch.setattr(LOG, "error", lambda text, *_args, **_more: lines.append(str(text)))
    monkeypatch.setattr(LOG, "warning", lambda text, *_args, **_more: lines.append(str(text)))
    return lines
