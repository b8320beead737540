"""What is spoken and listened for is in the locale folders, in every language, and nowhere else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from ovos_spec_tools.expansion import OUTPUT_DIRECTION, expand
from ovos_spec_tools.resources import read_resource_file

from ovos_phal_plugin_jarvis.consent.wording import spoken_plan
from ovos_phal_plugin_jarvis.sdk.date_keys import KNOWN_DATE_KEYS
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_toolbox_everyday import EverydayToolBox
from ovos_toolbox_planner import PlannerToolBox

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "ovos_phal_plugin_jarvis"
TOOLBOXES = sorted(folder.parent for folder in (ROOT / "toolboxes").glob("*/locale"))
LANGUAGES = ("en-us", "de-de", "fr-fr", "es-es", "it-it", "nl-nl", "pt-pt")
LOCALES = {"assistant": PACKAGE / "locale", **{toolbox.name: toolbox / "locale" for toolbox in TOOLBOXES}}
FILES = [(folder, file.name) for folder in LOCALES.values() for file in sorted((folder / "en-us").iterdir())]
SLOT = re.compile(r"\{(\w+)\}")


def slots(file):
    return {frozenset(SLOT.findall(line)) for line in read_resource_file(file)}


@pytest.mark.parametrize(("folder", "name"), FILES, ids=lambda value: str(getattr(value, "parent", value))[-40:])
def test_every_language_has_every_file_with_the_same_slots(folder, name):
    english = folder / "en-us" / name
    for lang in LANGUAGES:
        file = folder / lang / name
        assert file.is_file(), f"{file.relative_to(ROOT)} is missing"
        lines = read_resource_file(file)
        assert lines, f"{file.relative_to(ROOT)} is empty"
        if name.endswith(".dialog"):
            assert slots(file) == slots(english), file.relative_to(ROOT)
            assert len(slots(file)) == 1
            assert all(expand(line, {}, direction=OUTPUT_DIRECTION) for line in lines)
        elif name.endswith(".entity"):
            assert len(lines) == len(read_resource_file(english)), file.relative_to(ROOT)
        else:
            assert name.endswith(".voc")
            assert all(expand(line, {}) for line in lines)


@pytest.mark.parametrize("folder", LOCALES.values(), ids=LOCALES)
def test_no_language_has_what_english_has_not(folder):
    assert {entry.name for entry in folder.iterdir()} == set(LANGUAGES)
    for lang in LANGUAGES:
        assert {f.name for f in (folder / lang).iterdir()} == {f.name for f in (folder / "en-us").iterdir()}


def sources(*folders):
    return [file for folder in folders for file in sorted(folder.rglob("*.py")) if "recipe" not in file.parts]


def calls_of(tree, *names):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in names:
                yield node


def first_names(node):
    """The names that a first argument may be: a text, or one of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return [*first_names(node.body), *first_names(node.orelse)] if isinstance(node, ast.IfExp) else []


@pytest.mark.parametrize("file", sources(PACKAGE, *TOOLBOXES), ids=lambda f: str(f.relative_to(ROOT)))
def test_what_the_code_says_is_there_with_its_slots(file):
    folders = [*(toolbox / "locale" for toolbox in TOOLBOXES if toolbox in file.parents), LOCALES["assistant"]]
    for call in calls_of(ast.parse(file.read_text()), "say"):
        for name in first_names(call.args[0]):
            found = [f / "en-us" / f"{name}.dialog" for f in folders if (f / "en-us" / f"{name}.dialog").is_file()]
            assert found, f"{file.name} says '{name}', which is no dialog"
            given = {k.arg for k in call.keywords if k.arg}
            spread = any(k.arg is None for k in call.keywords)
            assert spread or all(wanted <= given for wanted in slots(found[0])), f"{file.name}: the slots of '{name}'"


# What looks like a sentence: it begins with a capital letter and ends as one, or with its first slot.
SENTENCE = re.compile(r"^[A-Z][a-z'’]*,? .*[.?!:]$", re.S)
PROGRAMMERS = {
    "description",
    "rules",
    "critical_rules",
    "antipatterns",
    "keywords",
    "parameters",
    "fast_path_patterns",
    "which_parameters",
    "examples",
    "generate_prompt_examples",
    "generate_adapter_examples",
}
"""Members of a command that models and translators read."""
NOT_SPOKEN = {"lint.py", "evaluation.py", "evaluation_cases.py"}
"""Of the rooms below: what ``ovos-jarvis tools --check`` and ``eval`` print for authors."""
SPOKEN_ROOMS = [PACKAGE / room for room in ("assistant", "consent", "nlu", "translation")]


def is_for_programmers(node):
    """A member of a command, however it is given, or a description beside a type."""
    if isinstance(node, ast.FunctionDef):
        return node.name in PROGRAMMERS
    if isinstance(node, ast.Assign):
        return all(getattr(target, "id", "") in PROGRAMMERS for target in node.targets)
    if isinstance(node, ast.keyword):
        return node.arg in PROGRAMMERS
    return isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Annotated"


def literals(tree):
    """Texts of the code that may be spoken: no docstrings, nothing raised or logged, nothing for a model."""
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) or is_for_programmers(node):
            skipped |= {id(inner) for inner in ast.walk(node)}
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called.startswith(("LOG.", "super().__init__", "log_error", "warnings.")) or called.endswith(
                ("Refusal", "Error", "Parameter", "Declared", "ArgumentParser", "Decision", "_denied")
            ):
                skipped |= {id(inner) for inner in ast.walk(node)}
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
            skipped |= {id(value) for value in node.values}
            yield node.lineno, text
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("file", sources(*SPOKEN_ROOMS, *TOOLBOXES), ids=lambda f: str(f.relative_to(ROOT)))
def test_no_sentence_is_spoken_from_the_code(file):
    if file.name in NOT_SPOKEN or file.name.endswith("_examples.py"):
        return
    found = [f"{line}: {text[:80]}" for line, text in literals(ast.parse(file.read_text())) if SENTENCE.match(text)]
    assert not found, f"{file.relative_to(ROOT)}: these belong into locale/: {found}"


def test_the_rule_finds_a_sentence():
    for code in ('x = "Sorry, that did not work."', 'y = f"Shall I {what}?"', 'say(g, "I have no tool for that.")'):
        assert [text for _, text in literals(ast.parse(code)) if SENTENCE.match(text)], code
    assert not [t for _, t in literals(ast.parse('raise X("It is too long.")')) if SENTENCE.match(t)]


DEFINITIONS = [
    tool.definition for box in (EverydayToolBox, PlannerToolBox) for tool in load_toolbox("ours", box()).tools
]


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_no_question_for_a_yes_falls_to_english(lang):
    """Every call that an example asks for is named in the language, with its days and its values of a few."""
    fallen = []
    for definition in DEFINITIONS:
        told = [example.arguments for example in definition.in_language(lang).examples]
        keys = {value for parameter in definition.parameters for value in parameter.enum_values or ()} | KNOWN_DATE_KEYS
        for arguments in {tuple(sorted(given)): given for given in told}.values():
            (said,), spoken = spoken_plan([(definition, arguments)], lang)
            values = [v for value in arguments.values() for v in (value if isinstance(value, list) else [value])]
            raw = [v for v in values if isinstance(v, str) and v in keys and v.replace("_", " ") in said.split(", ")]
            if spoken != lang or raw:
                fallen.append((definition.name, arguments, said))
    assert fallen == []
