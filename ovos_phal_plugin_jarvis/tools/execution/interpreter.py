"""What a tool may change of the interpreter and the process that all share, and that is put back after each call."""

from __future__ import annotations

import builtins
import json
import logging
import os
import socket
import sys
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from ovos_utils.log import LOG

_SHARED: tuple[tuple[Any, str], ...] = (
    *((json, name) for name in ("dumps", "loads", "JSONEncoder", "JSONDecoder")),
    *((json.JSONEncoder, name) for name in ("encode", "iterencode", "default")),
    *((logging.Logger, name) for name in ("handle", "callHandlers", "makeRecord", "isEnabledFor", "_log")),
    *((logging.Handler, name) for name in ("handle", "acquire", "release")),
    *((threading, name) for name in ("Thread", "Lock", "RLock", "Event", "Condition", "Timer", "current_thread")),
    *((threading.Thread, name) for name in ("start", "run", "join", "_bootstrap", "_bootstrap_inner")),
    *((time, name) for name in ("monotonic", "time", "sleep", "perf_counter")),
    *((socket.socket, name) for name in ("send", "sendall", "recv")),
    *((builtins, name) for name in ("open", "print", "len", "isinstance", "getattr", "str", "dict", "__import__")),
)
"""Functions of the standard library on which every thread depends: who, and the name."""
_STANDARD = (0, 1, 2)


class Interpreter:
    """What would keep other threads from running, as it was when this was made."""

    _open: ClassVar[list[weakref.ref[Interpreter]]] = []

    def __init__(self) -> None:
        self._recursion = sys.getrecursionlimit()
        self._switching = sys.getswitchinterval()
        self._trace, self._profile = threading.gettrace(), threading.getprofile()
        self._functions = [(owner, name, getattr(owner, name)) for owner, name in _SHARED]
        self._environment = dict(os.environ)
        self._modules = dict(sys.modules)
        self._files = {number: os.dup(number) for number in _STANDARD if _is_open(number)}
        self._open.append(weakref.ref(self, self._open.remove))
        self._end = weakref.finalize(self, _close, self._files)
        self._end.atexit = False  # the process closes them

    def close(self) -> None:
        """Free what it holds, as happens where nobody holds this any more."""
        if (mine := weakref.ref(self)) in self._open:
            self._open.remove(mine)
        self._files = {}
        self._end()

    @contextmanager
    def kept(self, tool: str) -> Iterator[None]:
        """Around a call of *tool*: what it has changed is put back, with a log line."""
        trace, profile = sys.gettrace(), sys.getprofile()
        if len(sys.modules) != len(self._modules):
            self._modules = dict(sys.modules)
        try:
            yield
        finally:
            if sys.gettrace() is not trace:
                sys.settrace(trace)
            if sys.getprofile() is not profile:
                sys.setprofile(profile)
            self.put_back(tool)

    @classmethod
    def put_functions_back(cls) -> None:
        """For a thread that must not hang, ahead of what it needs: a tool that replaces one may still be at it."""
        latest = next((one for ref in reversed(cls._open) if (one := ref()) is not None), None)
        for owner, name, function in latest._functions if latest is not None else ():
            if getattr(owner, name, None) is not function:
                setattr(owner, name, function)

    def put_back(self, tool: str) -> None:
        """Undo what *tool*, which has ended or is waited for no more, has changed for every thread."""
        changed = []
        # First: nothing below works without them.
        for owner, name, function in self._functions:
            if getattr(owner, name, None) is not function:
                setattr(owner, name, function)
                changed.append(f"{getattr(owner, '__name__', owner)}.{name}")
        if len(sys.modules) < len(self._modules) // 2:
            sys.modules.update({name: module for name, module in self._modules.items() if name not in sys.modules})
            changed.append("sys.modules")
        # Each new thread would run these, and end where they raise.
        if threading.gettrace() is not self._trace:
            threading.settrace(self._trace)
            changed.append("threading.settrace")
        if threading.getprofile() is not self._profile:
            threading.setprofile(self._profile)
            changed.append("threading.setprofile")
        if sys.getrecursionlimit() < self._recursion:
            sys.setrecursionlimit(self._recursion)
            changed.append("the recursion limit")
        if sys.getswitchinterval() > self._switching:
            sys.setswitchinterval(self._switching)
            changed.append("the switch interval")
        if len(os.environ) < len(self._environment) // 2:
            os.environ.update({name: value for name, value in self._environment.items() if name not in os.environ})
            changed.append("the environment")
        for number, copy in self._files.items():
            if not _is_open(number):
                # Whatever is opened next would get that number, and all that is printed.
                os.dup2(copy, number)
                changed.append(f"file {number}")
        if changed:
            LOG.warning(f"tool '{tool}' changed {', '.join(changed)} for every thread of the process; it is put back")


def _close(files: Mapping[int, int]) -> None:
    for copy in files.values():
        os.close(copy)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
