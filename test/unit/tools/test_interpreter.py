"""What a tool does to the interpreter that all threads share is undone after its call."""

import builtins
import gc
import json
import logging
import os
import sys
import threading
import time

import pytest

from leftovers import Since
from ovos_phal_plugin_jarvis.tools.execution.interpreter import Interpreter


def low_limit():
    sys.setrecursionlimit(150)


def raising(*_):
    raise RuntimeError("no thread shall run")


CHANGES = {
    "recursion": low_limit,
    "threads' trace": lambda: threading.settrace(raising),
    "threads' profile": lambda: threading.setprofile(raising),
    "own trace": lambda: sys.settrace(lambda *a: None),
    "own profile": lambda: sys.setprofile(lambda *a: None),
    "switch interval": lambda: sys.setswitchinterval(5),
}


def state():
    return (
        sys.getrecursionlimit(),
        threading.gettrace(),
        threading.getprofile(),
        sys.gettrace(),
        sys.getprofile(),
        sys.getswitchinterval(),
    )


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("raises", [False, True])
def test_it_is_put_back(change, raises):
    before, interpreter = state(), Interpreter()

    def call():
        with interpreter.kept("hostile"):
            change()
            if raises:
                raise KeyError

    if raises:
        with pytest.raises(KeyError):
            call()
    else:
        call()
    assert state() == before
    ran = []
    thread = threading.Thread(target=lambda: ran.append(1))
    thread.start()
    thread.join()
    assert ran == [1]


@pytest.mark.parametrize(
    ("owner", "name"),
    [(json, "dumps"), (logging.Logger, "handle"), (threading.Thread, "start"), (time, "monotonic"), (builtins, "open")],
)
def test_functions_that_every_thread_calls_are_put_back(monkeypatch, owner, name):
    interpreter, before = Interpreter(), getattr(owner, name)
    with interpreter.kept("hostile"):
        monkeypatch.setattr(owner, name, raising)
    assert getattr(owner, name) is before
    interpreter.close()


def test_what_the_process_has_is_put_back(monkeypatch):
    interpreter = Interpreter()
    environment, modules, output = dict(os.environ), dict(sys.modules), os.dup(1)
    try:
        with interpreter.kept("hostile"):
            os.environ.clear()
            sys.modules.clear()
            os.close(1)
        assert dict(os.environ) == environment and sys.modules == modules
        assert os.fstat(1).st_ino == os.fstat(output).st_ino
    finally:
        sys.modules.update(modules)
        os.dup2(output, 1)
        os.close(output)
        interpreter.close()


def test_what_a_call_that_never_ends_has_changed_is_put_back(monkeypatch):
    interpreter, before = Interpreter(), json.dumps
    monkeypatch.setattr(json, "dumps", raising)
    interpreter.put_back("hostile")
    assert json.dumps is before
    interpreter.close()


def test_an_ordinary_change_of_the_environment_stays(monkeypatch):
    interpreter = Interpreter()
    monkeypatch.delenv("HOME", raising=False)
    with interpreter.kept("friendly"):
        monkeypatch.setenv("LEFTOVER", "1")
    assert os.environ["LEFTOVER"] == "1" and "HOME" not in os.environ
    interpreter.close()


def test_one_that_nobody_closed_gives_its_files_back():
    since = Since()
    interpreter = Interpreter()
    assert since.files()
    del interpreter
    gc.collect()
    assert since.nothing(), since.files()
