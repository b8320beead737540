"""Imports point downwards, as docs/architecture.md draws it, toolboxes use public names only, and no two test files of
folders without an ``__init__.py`` have one name."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "ovos_phal_plugin_jarvis"
BOTTOM = {"sdk", "config", "version", "foreign_text"}
BELOW = {
    "sdk": set(),
    "config": set(),
    "version": set(),
    "foreign_text": set(),
    "tools": BOTTOM,
    "stores": BOTTOM,
    "commands": BOTTOM | {"stores", "tools"},
    "translation": BOTTOM,
    "consent": BOTTOM | {"tools", "translation"},
    "llm": BOTTOM | {"tools", "translation"},
    "nlu": BOTTOM | {"tools", "translation"},
    "assistant": BOTTOM | {"tools", "stores", "commands", "translation", "consent", "llm", "nlu"},
    "bus": BOTTOM | {"tools", "translation", "consent", "assistant"},
    "gateways": BOTTOM | {"tools", "stores", "translation", "consent", "bus"},
    "runtime": BOTTOM
    | {"tools", "stores", "commands", "translation", "consent", "llm", "nlu", "assistant", "bus", "gateways"},
}
# It lives in ovos-core's process: of ours it knows the topics, and nothing that they are served by.
BELOW["pipeline"] = {"bus"}
# What an author's tests find our SDK through.
BELOW["pytest_plugin"] = {"commands", "llm"}
# Of the model room's parts, what each may know of the others; the files beside them know all.
BELOW_IN_LLM = {
    "escaped_values": set(),
    "call_format": {"escaped_values"},
    "turns": {"call_format", "escaped_values"},
    "grammar": {"call_format", "escaped_values"},
    "prompts": {"turns", "call_format", "escaped_values", "grammar"},
    "engines": {"turns", "call_format", "escaped_values", "grammar"},
}
TOP = set(BELOW) | {"cli", "plugin"}
BELOW |= {"plugin": TOP, "cli": TOP, "": TOP}
FILES = sorted(PACKAGE.rglob("*.py"))


def imported(path):
    """Modules of ours that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
            if node.module in ("ovos_phal_plugin_jarvis", "ovos_phal_plugin_jarvis.bus"):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from (n for n in names if n.split(".")[0] == "ovos_phal_plugin_jarvis")


def room(module):
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_downwards(path):
    here = room(
        ".".join(["ovos_phal_plugin_jarvis", *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(
            ".__init__"
        )
    )
    for module in imported(path):
        there = room(module)
        assert there == here or there in BELOW[here], f"{here} may not import {module}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "llm").rglob("*.py")), ids=lambda p: p.stem)
def test_the_parts_of_the_model_room_point_downwards_too(path):
    here = path.relative_to(PACKAGE / "llm").with_suffix("").parts[0]
    for module in imported(path):
        if room(module) == "llm" and here in BELOW_IN_LLM:
            there = module.split(".")[2]
            assert there == here or there in BELOW_IN_LLM[here], f"llm/{here} may not import {module}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "pipeline").rglob("*.py")), ids=lambda p: p.stem)
def test_the_pipeline_plugin_knows_the_bus_only(path):
    known = ("ovos_phal_plugin_jarvis.bus.topics", "ovos_phal_plugin_jarvis.bus.acknowledging")
    assert all(m.startswith("ovos_phal_plugin_jarvis.pipeline") or m.startswith(known) for m in imported(path))


def test_no_circle():
    graph = {p: set() for p in FILES}
    by_name = {
        ".".join(["ovos_phal_plugin_jarvis", *p.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(
            ".__init__"
        ): p
        for p in FILES
    }
    for path in FILES:
        for node in ast.parse(path.read_text()).body:  # an import inside a function closes no circle at load
            if isinstance(node, ast.ImportFrom) and node.module in by_name:
                # "from package import module" needs the module, not what the package's __init__ imports.
                targets = {by_name.get(f"{node.module}.{alias.name}", by_name[node.module]) for alias in node.names}
                graph[path] |= targets - {path}
    done, active = set(), []

    def visit(path):
        assert path not in active, " → ".join(str(p.relative_to(PACKAGE)) for p in [*active, path])
        if path in done:
            return
        active.append(path)
        for other in graph[path]:
            visit(other)
        done.add(active.pop())

    for path in FILES:
        visit(path)


@pytest.mark.parametrize("path", sorted((ROOT / "toolboxes").rglob("*.py")), ids=lambda p: p.stem)
def test_toolboxes_use_public_names_only(path):
    for module in imported(path):
        boxes = ("ovos_phal_plugin_jarvis.CommandToolBox", "ovos_phal_plugin_jarvis.FunctionToolBox")
        assert module in boxes or room(module) == "sdk", module


def test_a_command_is_told_from_other_tools_in_two_places_only():
    """What it can do beside them is data on its LoadedTool."""
    asking = {
        str(path.relative_to(PACKAGE))
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in ("isinstance", "issubclass")
        and "CommandToolBox" in ast.dump(node)
    }
    assert asking == {"tools/command_toolbox.py", "tools/describe.py"}


def test_test_files_have_names_of_their_own():
    names = Counter(path.name for path in (ROOT / "test").rglob("test_*.py"))
    assert [name for name, times in names.items() if times > 1] == []
