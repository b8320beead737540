"""The device's loudness and screen, over the topics of ovos-PHAL's plugins (ovos-phal-plugin-alsa and -pulseaudio) and
of OVOS's shell (ovos-gui-plugin-shell-companion)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ovos_bus_client.message import Message

from ovos_toolbox_everyday.request_scope import current_scope

ANSWER_SECONDS = 1.5
"""Within which a device that has a loudness or a screen tells of it."""
VOLUME_GET, VOLUME_SET = "mycroft.volume.get", "mycroft.volume.set"
MUTE, UNMUTE = "mycroft.volume.mute", "mycroft.volume.unmute"
BRIGHTNESS_GET, BRIGHTNESS_SET = "phal.brightness.control.get", "phal.brightness.control.set"
NIGHT_ON = "phal.brightness.control.auto.night.mode.enabled"
NIGHT_OFF = "phal.brightness.control.auto.night.mode.disabled"


class NoDeviceError(Exception):
    """Nobody on the bus answers for it."""


class DeviceControl:
    """What the tools of the device ask and tell.

    Args:
        bus: gives the messagebus client; None where there is none.
    """

    def __init__(self, bus: Callable[[], Any]) -> None:
        self._bus = bus

    def volume(self) -> int:
        """How loud it is, 0 to 100.

        Raises:
            NoDeviceError: nothing here has a loudness.
        """
        return round(100 * self._asked(VOLUME_GET, "percent"))

    def set_volume(self, level: int) -> None:
        """Make it *level* loud, 0 to 100."""
        self._tell(VOLUME_SET, {"percent": level / 100})

    def mute(self, mute: bool) -> None:
        """Make it silent, or as loud as before."""
        self._tell(MUTE if mute else UNMUTE, {})

    def brightness(self) -> int:
        """How bright the screen is, 0 to 100.

        Raises:
            NoDeviceError: there is none that can be dimmed.
        """
        return round(self._asked(BRIGHTNESS_GET, "brightness"))

    def set_brightness(self, level: int) -> None:
        """Make the screen *level* bright, 0 to 100."""
        self._tell(BRIGHTNESS_SET, {"brightness": level})

    def night_mode(self, enabled: bool) -> None:
        """Show the dark clock of the night, or the screen of the day."""
        self._tell(NIGHT_ON if enabled else NIGHT_OFF, {})

    def _asked(self, topic: str, member: str) -> float:
        bus = self._bus()
        if bus is None:
            raise NoDeviceError(topic)
        answer = bus.wait_for_response(self._message(topic, {}), f"{topic}.response", ANSWER_SECONDS)
        value = None if answer is None else answer.data.get(member)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise NoDeviceError(topic)
        return float(value)

    def _tell(self, topic: str, data: dict[str, Any]) -> None:
        bus = self._bus()
        if bus is None:
            raise NoDeviceError(topic)
        bus.emit(self._message(topic, data))

    @staticmethod
    def _message(topic: str, data: dict[str, Any]) -> Message:
        return Message(topic, data, dict(current_scope().message_context))
