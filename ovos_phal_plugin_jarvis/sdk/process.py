"""Whether a program that a package started still runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_LINUX_NAME_LENGTH = 15
_PS_SECONDS = 5


def process_alive(pid: int, expected_comm: str | None = None) -> bool:
    """Whether the process runs.

    Args:
        pid: its number.
        expected_comm: the name it must have, so that a number that was given anew is not taken for it; Linux
            keeps 15 characters of a name.

    Returns:
        False for a number that none has, and for a process that ended and whose parent has not asked for its
        result yet.
    """
    if pid <= 0:
        return False  # for kill(2) these mean groups
    try:
        os.kill(pid, 0)
    except PermissionError:
        pass  # another user's, and so it is there
    except (OSError, OverflowError):
        return False
    if sys.platform.startswith("linux"):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return False
        comm, _, rest = stat.partition("(")[2].rpartition(")")
        if rest.split()[:1] == ["Z"]:
            return False
        return expected_comm is None or comm == expected_comm[:_LINUX_NAME_LENGTH]
    if expected_comm is None:
        return True
    try:
        listed = subprocess.run(
            ["ps", "-p", str(pid), "-o", "comm="], capture_output=True, text=True, timeout=_PS_SECONDS, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return Path(listed.stdout.strip()).name == expected_comm
