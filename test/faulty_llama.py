"""Native faults on demand: a ``llama_cpp`` that is the real one, but for what a file tells its next computation to do.

Only the process of a model finds it (it is put on its path): the fault happens inside, in the middle of a request.
"""

from __future__ import annotations

from pathlib import Path

_SOURCE = """
import ctypes, importlib.util, os, sys, time
from pathlib import Path

_here = str(Path(__file__).parent.parent)
_path = [p for p in sys.path if p != _here]
_spec = importlib.machinery.PathFinder.find_spec("llama_cpp", _path)
_real = importlib.util.module_from_spec(_spec)
sys.modules["llama_cpp"] = _real
_spec.loader.exec_module(_real)
_decode = _real.llama_decode
_order = Path(_here) / "fault"


def llama_decode(context, batch):
    try:
        fault = _order.read_text()
        _order.unlink()
    except FileNotFoundError:
        return _decode(context, batch)
    libc = ctypes.CDLL(None)
    if fault == "abort":
        libc.abort()
    elif fault == "allocate":
        libc.malloc.restype = ctypes.c_void_p
        for _ in range(4):
            at = libc.malloc(ctypes.c_size_t(10**9))
            if not at:
                raise MemoryError("malloc gave nothing")
            ctypes.memset(at, 1, 10**9)
    elif fault == "native sleep":
        libc.sleep(600)
    elif fault == "leave":
        raise SystemExit
    elif fault == "loop":
        while True:
            pass
    return _decode(context, batch)


_real.llama_decode = llama_decode
"""


class Faults:
    """Has the next computation of a model's process go wrong."""

    def __init__(self, folder: Path) -> None:
        """Write the package into *folder*, which then has to be on the path of the process."""
        self._order = folder / "fault"
        (folder / "llama_cpp").mkdir()
        (folder / "llama_cpp" / "__init__.py").write_text(_SOURCE)

    @property
    def has_begun(self) -> bool:
        """Whether the computation that was to go wrong has begun to."""
        return not self._order.exists()

    def next(self, fault: str) -> None:
        """``abort``, ``allocate`` (4 GB), ``native sleep``, ``leave`` (ends the thread) or ``loop``."""
        self._order.write_text(fault)
