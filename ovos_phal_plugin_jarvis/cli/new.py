"""``ovos-jarvis new``: a package to begin with, that installs, is served and passes its test as it is."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from ovos_phal_plugin_jarvis.cli.output import fail, out

TEMPLATES = Path(__file__).parent / "templates"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_ ][A-Za-z0-9]+)*")

app = typer.Typer(no_args_is_help=True, help="Write a package of your own to begin with.")

Name = Annotated[str, typer.Argument(metavar="NAME", help="Of the package, such as coffee-machine.")]
Into = Annotated[
    Path | None,
    typer.Option("--into", metavar="FOLDER", help="Where to write it; by default ./NAME.", show_default=False),
]


@app.command()
def toolbox(name: Name, into: Into = None) -> None:
    """An OPM toolbox: a class whose methods are tools, with settings and the messagebus."""
    names = _names(name)
    group, entry = "opm.agents.toolbox", f'{names["distribution"]} = "{names["module"]}:{names["class_"]}"'
    _write("toolbox", {**names, "group": group, "entry": entry}, into)


@app.command()
def command(name: Name, into: Into = None) -> None:
    """A Jarvis command: a typed function."""
    names = _names(name)
    _write("command", {**names, "group": "jarvis.command", "entry": f'{names["module"]} = "{names["module"]}"'}, into)


def _names(name: str) -> dict[str, str]:
    """The name in each of the forms that a package needs it in."""
    if len(name) > 60 or not _NAME.fullmatch(name):
        fail(f"'{name}' can't name a package: use letters and digits, in words joined by '-', such as coffee-machine")
    words = re.split(r"[-_ ]", name.lower())
    module = "_".join(words)
    found = find_spec(module)  # a folder of that name in the way has no origin, and is told of later
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or (found is not None and found.origin):
        fail(f"'{module}' is a module of Python's, or of an installed package; take another name")
    return {
        "distribution": "-".join(words),
        "module": module,
        "class_": "".join(word.capitalize() for word in words) + "ToolBox",
        "spoken": " ".join(words),
        "title": " ".join(words).capitalize(),
    }


def _write(kind: str, names: dict[str, str], into: Path | None) -> None:
    folder = into if into is not None else Path(names["distribution"])
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        fail(f"{folder} is there already and not empty; take another name, or --into FOLDER")
    files = {
        "pyproject.toml": "pyproject.toml.in",
        "README.md": "README.md.in",
        f"{names['module']}/__init__.py": f"{kind}.py.in",
        f"test/test_{names['module']}.py": f"test_{kind}.py.in",
    }
    try:
        for name, template in files.items():
            text = Template((TEMPLATES / template).read_text(encoding="utf-8")).substitute(names)
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"{folder} can't be written: {error.strerror or error}")
    out.print(f"Wrote {', '.join(str(folder / name) for name in files)}.", markup=False)
    out.print(f"Try it:      ovos-jarvis run {folder / names['module']}", markup=False)
    out.print(f"Test it:     python -m pytest {folder}", markup=False)
    out.print(f"Install it:  pip install {_pip_path(folder)} && ovos-jarvis reload", markup=False)


def _pip_path(folder: Path) -> str:
    return str(folder) if folder.is_absolute() else f"./{folder}"
