"""What learning has freed goes back to the system."""

from __future__ import annotations

import ctypes
import resource
import sys
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.nlu.learning import freed

_BLOCK, _BLOCKS = 4096, 8192


def resident() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="only glibc keeps what is freed below what is in use"
)
def test_what_is_freed_below_what_is_in_use_goes_back() -> None:
    libc = ctypes.CDLL(None)
    libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    libc.free.argtypes = [ctypes.c_void_p]
    blocks = [libc.malloc(_BLOCK) for _ in range(_BLOCKS)]
    for block in blocks:
        ctypes.memset(block, 1, _BLOCK)
    for block in blocks[:-1]:
        libc.free(block)
    before = resident()
    freed.give_back()
    gone = before - resident()
    libc.free(blocks[-1])
    assert gone > _BLOCK * _BLOCKS // 2


def test_elsewhere_nothing_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(ctypes, "CDLL", None)  # asking for it would fail
    freed.give_back()
