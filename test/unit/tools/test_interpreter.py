"""What a tool does to the interpreter that all threads share is undone after its call."""

import sys
import threading

import pytest

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
