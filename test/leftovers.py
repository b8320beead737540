"""What a test has left running or open in this process, told from what others of the same worker leave or end."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path


def eventually(condition: Callable[[], object], seconds: float = 90.0) -> bool:
    """Poll *condition*; whether it came true within *seconds*, in which a loaded machine does anything that it will."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def open_files() -> Counter[str]:
    """What this process holds open: paths, sockets and pipes by their number, and how often each."""
    found: Counter[str] = Counter()
    for entry in Path("/proc/self/fd").iterdir():
        try:
            found[str(entry.readlink())] += 1
        except OSError:
            continue  # closed meanwhile, as the folder that was just listed
    return found


class Since:
    """Threads and files that have come since this was made. What others end meanwhile is none of them."""

    def __init__(self) -> None:
        self._threads = set(threading.enumerate())
        self._files = open_files()

    def threads(self, prefix: str = "") -> list[str]:
        """Names of the threads, where they begin with *prefix*."""
        new = (thread for thread in threading.enumerate() if thread not in self._threads)
        return sorted(thread.name for thread in new if thread.name.startswith(prefix))

    def files(self) -> Counter[str]:
        """What is open, and how often."""
        return open_files() - self._files

    def nothing(self) -> bool:
        """Whether all of them have ended by now, or soon."""
        return eventually(lambda: not self.threads() and not self.files())
