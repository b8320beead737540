"""The process of a model: reads what the engine asks, and ends with it. The service never imports this."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.llm.engines.llama.model import LlamaModel
from ovos_phal_plugin_jarvis.llm.engines.llama.runner import Runner
from ovos_phal_plugin_jarvis.llm.engines.llama.state import StateStore
from ovos_phal_plugin_jarvis.tools.execution.isolation.frames import BadFrame, encode
from ovos_phal_plugin_jarvis.tools.execution.isolation.inside import connected, frames_from, limit

_CLOSING = 1.0
"""Seconds that a computation has to end where the process is to."""


def main(fd: int, parent: int) -> None:
    """Serve until the engine says that it is over, or is gone.

    Args:
        fd: number of the connected socket.
        parent: process id of the service.
    """
    connection = connected(fd, parent)
    frames = frames_from(connection)
    build = next(frames)
    limit(build["limits"])
    sending = threading.Lock()

    def send(message: Mapping[str, Any]) -> None:
        try:
            frame = encode(message)
        except BadFrame as error:
            told = {"kind": "EngineReplyError", "message": f"the reply can't be sent: {error}"}
            frame = encode({"id": message.get("id"), "error": told})
        with sending:
            connection.sendall(frame)

    def open_model(progress: Callable[[float], bool]) -> LlamaModel:
        return LlamaModel(
            Path(build["model"]),
            n_ctx=build["n_ctx"],
            n_gpu_layers=build["n_gpu_layers"],
            threads=build["threads"],
            progress=progress,
        )

    folder = build["state_folder"]
    runner = Runner(open_model, StateStore(Path(folder)) if folder is not None else None, send)
    runner.start()
    for frame in frames:
        if frame["op"] == "shutdown":
            break
        runner.take(frame)
    runner.close(_CLOSING)
    # The system frees a model faster than its destructors do, and nothing else is left to be done.
    os._exit(0)
