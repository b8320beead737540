"""What a package wants of the system round it: programs of the distribution, and settings of services.

All of it needs the rights of the administrator, so each step is shown as the command that it is, and run only where
the user has agreed to it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from ovos_phal_plugin_jarvis.commands.loading.manifest import Manifest

_APT_NAME = re.compile(r"[a-z0-9][a-z0-9+.-]+")
_SERVICE = re.compile(r"[A-Za-z0-9][A-Za-z0-9@._-]*")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_UNIT_WORDS = re.compile(r"[A-Za-z0-9@._ -]*")
_SECONDS = 1800.0

RunSystem = Callable[[Sequence[str], "str | None"], "tuple[int, str]"]
"""Runs a command line with a text on its standard input; its exit status and what it told."""


@dataclass(frozen=True)
class SystemStep:
    """One thing to do outside the package."""

    about: str
    """What it is for."""
    lines: tuple[tuple[str, ...], ...] = ()
    """The command lines, in their order, without ``sudo``."""
    content: str | None = None
    """What the first of them is given to write."""
    reason: str | None = None
    """Why it can't be done here; then it has no lines."""

    def shown(self) -> str:
        """As the user reads it."""
        return f"{self.about}: not done here, {self.reason}" if self.reason else self.about

    def to_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"about": self.about, "commands": [list(line) for line in self.lines], "reason": self.reason}


def system_steps(manifest: Manifest | None, root: Path = Path("/")) -> tuple[SystemStep, ...]:
    """What is still to be done for a package; what is there already is left out.

    Args:
        manifest: of the package.
        root: of the file system that settings are read from.
    """
    if manifest is None:
        return ()
    steps = []
    wanted = [name for name in manifest.apt_packages if _APT_NAME.fullmatch(name)]
    for name in manifest.apt_packages:
        if name not in wanted:
            steps.append(SystemStep(f"system package {name!r}", reason="that is no name of a Debian package"))
    missing = [name for name in wanted if not _has_program_package(name)]
    if missing:
        about = f"system packages: {', '.join(missing)}"
        if shutil.which("apt-get"):
            steps.append(SystemStep(about, (("apt-get", "install", "-y", "--no-install-recommends", *missing),)))
        else:
            steps.append(SystemStep(about, reason="there is no apt-get: install them as your system does it"))
    for operation in manifest.post_install:
        steps.append(_operation(operation, manifest.name, root))
    return tuple(steps)


def run_step(step: SystemStep, run: RunSystem | None = None) -> str | None:
    """Do one step; None where it is done, else why not."""
    carry_out = run or _run
    for number, line in enumerate(step.lines):
        code, told = carry_out(line, step.content if number == 0 else None)
        if code:
            last = [text.strip() for text in told.splitlines() if text.strip()]
            return f"{' '.join(line[:3])} ended with {code}: {(last or ['it gave no reason'])[-1][:300]}"
    return step.reason


def as_root() -> list[str]:
    """What stands before a command line so that the administrator runs it."""
    if os.geteuid() == 0:
        return []
    # Without a terminal nobody can type a password: sudo has to know by itself, or say no.
    return ["sudo"] if sys.stdin.isatty() else ["sudo", "-n"]


def _run(line: Sequence[str], content: str | None) -> tuple[int, str]:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            [*as_root(), *line],
            input=content or "",
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            env=environment,
            check=False,
        )
    except OSError as error:
        return 127, f"{line[0]}: {error.strerror or error}"
    except subprocess.TimeoutExpired:
        return 124, f"it took more than {_SECONDS:g} s and was ended"
    return done.returncode, done.stderr or done.stdout


def _has_program_package(name: str) -> bool:
    try:
        told = subprocess.run(
            ["dpkg-query", "-W", "-f", "${db:Status-Status}", name],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return shutil.which(name) is not None
    return told.stdout.strip() == "installed"


def _operation(operation: Mapping[str, Any], package: str, root: Path) -> SystemStep:
    kind = operation.get("type")
    try:
        if kind == "configure_systemd_service":
            return _service(operation, package)
        if kind == "set_config_file_value":
            return _setting(operation, root)
    except ValueError as error:
        return SystemStep(f"post_install {kind}", reason=str(error))
    return SystemStep(f"post_install {kind!r}", reason="it is not known here")


def _service(operation: Mapping[str, Any], package: str) -> SystemStep:
    service = _text(operation, "service", _SERVICE).removesuffix(".service")
    unit, run = [], []
    for key, name in (("wants", "Wants"), ("after", "After")):
        value = operation.get(key)
        words = " ".join(map(str, value)) if isinstance(value, list) else value
        if words:
            if not isinstance(words, str) or not _UNIT_WORDS.fullmatch(words):
                raise ValueError(f"'{key}' is no list of units")
            unit.append(f"{name}={words}")
    for key, name in (("run_as", "User"), ("group", "Group"), ("restart", "Restart"), ("restart_sec", "RestartSec")):
        if operation.get(key) not in (None, ""):
            run.append(f"{name}={_text({key: str(operation[key])}, key, _SERVICE)}")
    environment = operation.get("environment") or {}
    if not isinstance(environment, (Mapping, list)):
        raise ValueError("'environment' is no list of settings")
    pairs = (
        environment.items() if isinstance(environment, Mapping) else (str(item).split("=", 1) for item in environment)
    )
    for pair in pairs:
        name, value = (*pair, "")[:2]
        if not _WORD.fullmatch(str(name)) or re.search(r"[\x00-\x1f\"\\]", str(value)):
            raise ValueError("'environment' holds a name or value that a unit can't have")
        run.append(f'Environment="{name}={value}"')
    parts = (f"[{title}]\n" + "\n".join(lines) + "\n" for title, lines in (("Unit", unit), ("Service", run)) if lines)
    folder = f"/etc/systemd/system/{service}.service.d"
    path = f"{folder}/ovos-jarvis-{package}.conf"
    start = ["enable", "--now"] if operation.get("enable", True) else ["try-restart"]
    # What is agreed to is what the service will be: whose it is and what it is given, not only that something changes.
    about = f"settings of the service {service}, in {path}: {'; '.join([*unit, *run]) or 'none'}"
    if not shutil.which("systemctl"):
        return SystemStep(about, reason="there is no systemd")
    write = ("install", "-D", "-m", "0644", "/dev/stdin", path)
    restart = (("systemctl", "restart", service),) if start[0] == "enable" else ()
    lines = (write, ("systemctl", "daemon-reload"), ("systemctl", *start, service), *restart)
    return SystemStep(about, lines, "\n".join(parts))


def _setting(operation: Mapping[str, Any], root: Path) -> SystemStep:
    path = PurePosixPath(str(operation.get("file") or ""))
    if not path.is_absolute() or ".." in path.parts or path.parts[:2] != ("/", "etc"):
        raise ValueError(f"'{path}' is no file below /etc")
    key = _text(operation, "key", _WORD)
    value = operation.get("value")
    if not isinstance(value, (str, int, float, bool)) or re.search(r"[\x00-\x1f]", str(value)):
        raise ValueError("'value' is no text or number of one line")
    section = operation.get("section") or None
    if section is not None:
        section = _text(operation, "section", _WORD)
    form = str(operation.get("format") or "ini")
    about = f"{key} = {value} in {path}" + (f" under {section}" if section else "")
    try:
        before = (root / path.relative_to("/")).read_text(encoding="utf-8")
    except OSError:
        before = ""
    if form not in ("ini", "libconfig"):
        return SystemStep(about, reason=f"files of the form '{form}' are not changed here: change it by hand")
    after = _with_setting(before, section, key, value, form)
    return SystemStep(about, (("install", "-D", "-m", "0644", "/dev/stdin", str(path)),), after)


def _with_setting(text: str, section: str | None, key: str, value: Any, form: str) -> str:
    """*text* with the setting in its section, in place of the one that is there."""
    if form == "ini":
        shown = "true" if value is True else "false" if value is False else str(value)
        opening, closing, line = rf"^\[{section}\][ \t]*$", r"(?=^\[)|\Z", f"{key} = {shown}"
        fresh = f"[{section}]\n{line}\n"
    else:
        quoted = '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
        shown = str(value).lower() if isinstance(value, bool) else quoted if isinstance(value, str) else str(value)
        opening, closing, line = rf"^[ \t]*{section}[ \t]*[=:][ \t]*\n?[ \t]*\{{", r"^[ \t]*\}", f"  {key} = {shown};"
        fresh = f"{section} =\n{{\n{line}\n}};\n"
    if section is None:
        head, body, tail, fresh = "", text, "", f"{line.strip()}\n"
    else:
        start = re.search(opening, text, re.MULTILINE)
        if start is None:
            return (text.rstrip("\n") + "\n\n" if text.strip() else "") + fresh
        end = re.compile(closing, re.MULTILINE).search(text, start.end())
        stop = end.start() if end else len(text)
        head, body, tail = text[: start.end()], text[start.end() : stop], text[stop:]
    set_already = re.compile(rf"^[ \t]*{re.escape(key)}[ \t]*=.*$", re.MULTILINE)
    if set_already.search(body):
        return head + set_already.sub(lambda _: line, body, count=1) + tail
    return head + body.rstrip("\n") + ("\n" if head or body.strip() else "") + line + "\n" + tail


def _text(operation: Mapping[str, Any], key: str, form: re.Pattern[str]) -> str:
    value = operation.get(key)
    if not isinstance(value, str) or not form.fullmatch(value):
        raise ValueError(f"'{key}' is {value!r:.60}, which is no such name")
    return value
