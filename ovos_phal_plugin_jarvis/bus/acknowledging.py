"""Answers without the 40 ms that two economies of TCP cost together.

The stock messagebus leaves Nagle's algorithm on: it holds a small message back until the one before it is acknowledged.
A client's kernel acknowledges late, after 40 ms, in the hope of something to send along. So the second of two messages
that a client gets in a row comes 40 ms late, unless the client's kernel is told not to wait.
"""

from __future__ import annotations

import socket
from typing import Any

_QUICKACK = getattr(socket, "TCP_QUICKACK", None)  # Linux


def acknowledge(bus: Any) -> None:
    """Acknowledge what has arrived at once; the kernel forgets it, so it has to be said each time.

    Args:
        bus: a messagebus client; one without a socket of its own is left alone.
    """
    connection = getattr(getattr(getattr(bus, "client", None), "sock", None), "sock", None)
    if _QUICKACK is None or connection is None:
        return
    try:
        connection.setsockopt(socket.IPPROTO_TCP, _QUICKACK, 1)
    except (OSError, AttributeError):
        pass  # it is being closed, or is no TCP socket
