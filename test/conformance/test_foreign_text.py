"""Nothing but ``foreign_text.py`` turns what is not ours into text: held by looking at the code itself.

An exception that is caught by a clause as broad as ``Exception``, or handed on as one, may come from anybody.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "ovos_phal_plugin_jarvis"
BROAD = {"Exception", "BaseException"}
FORMATTING = {"str", "repr", "format", "ascii"}
# sdk/ is what the foreign code itself imports; the parsers of nlu/ are libraries that this project has chosen.
FILES = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if path.name != "foreign_text.py" and path.relative_to(PACKAGE).parts[0] not in ("sdk", "nlu")
)


def names(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} if node is not None else set()


def foreign_errors(tree):
    """``(name, body)`` of each place where a name stands for an exception of anybody's."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.name and names(node.type) & BROAD:
            yield node.name, node.body
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for argument in node.args.args + node.args.kwonlyargs:
                if names(argument.annotation) & BROAD:
                    yield argument.arg, node.body


def known_type(body, name):
    """Lines where an ``isinstance`` test has said which of ours it is."""
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.If | ast.IfExp) and any(
                isinstance(call, ast.Call)
                and getattr(call.func, "id", "") == "isinstance"
                and names(call.args[0]) == {name}
                for call in ast.walk(node.test)
            ):
                inner = node.body if isinstance(node.body, list) else [node.body]
                yield from (line for part in inner for line in range(part.lineno, part.end_lineno + 1))


def formats(node, name):
    if isinstance(node, ast.FormattedValue):
        value = node.value
        return isinstance(value, ast.Name) and value.id == name
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in FORMATTING:
        return any(isinstance(a, ast.Name) and a.id == name for a in node.args)
    if isinstance(node, ast.Call) and getattr(getattr(node.func, "value", None), "id", "") == "LOG":
        given = [*node.args[1:], *(k.value for k in node.keywords)]
        return any(isinstance(a, ast.Name) and a.id == name for a in given)
    return False


def mistakes(tree):
    for name, body in foreign_errors(tree):
        known = set(known_type(body, name))
        for statement in body:
            for node in ast.walk(statement):
                if formats(node, name) and node.lineno not in known:
                    yield node.lineno, f"formats '{name}'; use error_text() or text_of()"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "exception" and getattr(node.value, "id", "") == "LOG":
            yield node.lineno, "LOG.exception() asks the exception for its text; use log_error()"
        if isinstance(node, ast.keyword) and node.arg == "exc_info":
            yield node.value.lineno, "exc_info asks the exception for its text; use log_error()"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_foreign_errors_become_text_in_one_place(path):
    assert list(mistakes(ast.parse(path.read_text()))) == []


@pytest.mark.parametrize(
    "code",
    [
        "try: f()\nexcept Exception as e: g(f'it: {e}')",
        "try: f()\nexcept (OSError, BaseException) as e: g(str(e))",
        "try: f()\nexcept Exception as e: LOG.warning('it: %s', e)",
        "try: f()\nexcept Exception: LOG.exception('it')",
        "def g(e: BaseException | None): return f'{e!r}'",
        "LOG.error('it', exc_info=True)",
    ],
)
def test_the_check_sees(code):
    assert list(mistakes(ast.parse(code)))
