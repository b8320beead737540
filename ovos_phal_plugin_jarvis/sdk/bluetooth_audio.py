"""Where a package that plays sound sends it: to a Bluetooth speaker where one is connected."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass

_PACTL_SECONDS = 5


@dataclass
class BluetoothSinkInfo:
    """A connected Bluetooth speaker."""

    sink_name: str
    """As PulseAudio and PipeWire call it."""
    device_name: str = "Unknown"
    """As a person calls it."""


class BluetoothAudio:
    """Asks ``pactl``, which PulseAudio and PipeWire both have."""

    @staticmethod
    def get_sink() -> BluetoothSinkInfo | None:
        """The first connected Bluetooth speaker; None where there is none, and without ``pactl``."""
        listed = _pactl("list", "sinks")
        name = ""
        for line in listed.splitlines():
            key, _, value = line.strip().partition(":")
            if key == "Name":
                name = value.strip()
            elif key == "Description" and name.startswith("bluez"):
                return BluetoothSinkInfo(name, value.strip() or "Unknown")
        return None

    @staticmethod
    def target_sink(use_node_audio: bool = False) -> str | None:
        """The name of the speaker to play on; None: the device's own, which *use_node_audio* asks for."""
        sink = None if use_node_audio else BluetoothAudio.get_sink()
        return sink.sink_name if sink else None

    @staticmethod
    def playback_env(use_node_audio: bool = False) -> dict[str, str]:
        """The environment to start a player with: a copy of ours, ``PULSE_SINK`` set to the Bluetooth speaker
        where there is one, and taken out for *use_node_audio*."""
        environment = dict(os.environ)
        if use_node_audio:
            environment.pop("PULSE_SINK", None)
            return environment
        sink = BluetoothAudio.target_sink()
        if sink:
            environment["PULSE_SINK"] = sink
        return environment

    @staticmethod
    def is_available() -> bool:
        """Whether a Bluetooth speaker is connected."""
        return BluetoothAudio.get_sink() is not None


def _pactl(*arguments: str) -> str:
    try:
        done = subprocess.run(
            ["pactl", *arguments],
            capture_output=True,
            text=True,
            timeout=_PACTL_SECONDS,
            check=False,
            # What is parsed is English.
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout if done.returncode == 0 else ""
