"""What a package's source says of itself, read without running any of it.

So a plan can be shown, and refused, before foreign code runs. Only what stands there as plain literals is seen; the
rest is found when the package is loaded, after the user has agreed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.foreign_text import text_of, type_name
from ovos_phal_plugin_jarvis.sdk.package import JarvisPackage
from ovos_phal_plugin_jarvis.sdk.secret import JarvisSecret

_MAX_BYTES = 2_000_000


@dataclass(frozen=True)
class Declared:
    """What was found."""

    commands: tuple[str, ...]
    """Names that ``command_name`` returns."""
    secrets: tuple[JarvisSecret, ...]
    packages: tuple[JarvisPackage, ...]
    problems: tuple[str, ...]
    """One line for each file that cannot be read and each declaration that the SDK would refuse."""


def scan(files: Iterator[Path] | list[Path], root: Path) -> Declared:
    """Read the Python *files*; *root* is what messages show their paths from."""
    commands: list[str] = []
    secrets: dict[tuple[str, str], JarvisSecret] = {}
    packages: dict[JarvisPackage, None] = {}
    problems: list[str] = []
    for file in files:
        where = file.relative_to(root) if file != root else Path(file.name)
        try:
            if file.stat().st_size > _MAX_BYTES:
                continue
            tree = ast.parse(file.read_bytes(), filename=str(where))
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError) as error:
            problems.append(f"{where}: {_one_line(error)}")
            continue
        for node in ast.walk(tree):
            name = _command_name(node)
            if name:
                commands.append(name)
            made = _literal_call(node)
            if made is None:
                continue
            maker, args, kwargs = made
            try:
                _check_texts(maker, args, kwargs)
                if maker == "JarvisSecret":
                    secret = JarvisSecret(*args, **kwargs)
                    secrets.setdefault((secret.scope, secret.key), secret)
                else:
                    packages[JarvisPackage(*args, **kwargs)] = None
            except (TypeError, ValueError) as error:
                problems.append(f"{where}, line {getattr(node, 'lineno', '?')}: {error}")
    return Declared(tuple(dict.fromkeys(commands)), tuple(secrets.values()), tuple(packages), tuple(problems))


def _check_texts(maker: str, args: list[Any], kwargs: dict[str, Any]) -> None:
    named = [kwargs[name] for name in ("key", "description", "scope", "value_type", "name") if name in kwargs]
    first = args[:4] if maker == "JarvisSecret" else args[:1]
    if not all(isinstance(value, str) for value in [*first, *named]):
        raise TypeError(f"{maker} is made of texts")
    version = kwargs.get("version", args[1] if maker == "JarvisPackage" and len(args) > 1 else None)
    if not isinstance(version, (str, type(None))):
        raise TypeError("the version of a JarvisPackage is a text")


def _literal_call(node: ast.AST) -> tuple[str, list[Any], dict[str, Any]] | None:
    if not isinstance(node, ast.Call):
        return None
    maker = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
    if maker not in ("JarvisSecret", "JarvisPackage"):
        return None
    try:
        args = [ast.literal_eval(argument) for argument in node.args]
        kwargs = {word.arg: ast.literal_eval(word.value) for word in node.keywords if word.arg}
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return maker, args, kwargs


def _command_name(node: ast.AST) -> str | None:
    value: ast.expr | None = None
    if isinstance(node, ast.FunctionDef) and node.name == "command_name":
        returns = [inner for inner in ast.walk(node) if isinstance(inner, ast.Return)]
        value = returns[-1].value if returns else None
    elif isinstance(node, ast.Assign) and any(getattr(t, "id", None) == "command_name" for t in node.targets):
        value = node.value
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def _one_line(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    return " ".join(text_of(error).split()) or type_name(error)
