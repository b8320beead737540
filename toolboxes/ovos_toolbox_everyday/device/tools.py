"""Volume, brightness and night mode of the device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from ovos_phal_plugin_jarvis.sdk import Param, ToolRefused
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.device.control import DeviceControl, NoDeviceError
from ovos_toolbox_everyday.speech import say

STEP = 10
"""Percent that "louder" and "brighter" are."""

Level = Annotated[int, Param("Percent: 0 is nothing, 100 all there is", ge=0, le=100, step=STEP, refinable=True)]
Direction = Annotated[Literal["up", "down"], "up for louder or brighter, down for quieter or darker"]


class DeviceTool(EverydayTool):
    """Shared by the tools of the device.

    Args:
        device: what they control.
    """

    annotations = {"destructiveHint": False, "idempotentHint": True}

    def __init__(self, device: DeviceControl) -> None:
        self.device = device

    def __call__(self) -> Any:
        """Each tool has its own."""
        raise NotImplementedError


class SetVolume(DeviceTool):
    """Set how loud the device is, to a level. Not for a bit louder or quieter, nor for silence."""

    keywords = ["set the volume", "volume to", "volume", "volume level"]
    examples = {
        "set the volume to 40": {"level": 40},
        "volume 70 percent": {"level": 70},
        "turn the volume to fifty": {"level": 50},
        "put the sound at 25 percent": {"level": 25},
        "make the volume 80 please": {"level": 80},
        "can you change the volume to thirty five percent": {"level": 35},
        "turn it down to volume 15": {"level": 15},
        "i want the volume at 60": {"level": 60},
        "speaker volume to ten percent": {"level": 10},
        "turn the volume up to 90": {"level": 90},
        "set your volume at 55 percent": {"level": 55},
        "volume to one hundred": {"level": 100},
    }
    antipatterns = {
        "change_volume": "Louder or quieter without a level. Use change_volume.",
        "set_brightness": "The screen. Use set_brightness.",
    }

    def __call__(self, level: Level) -> dict[str, Any]:  # type: ignore[override]
        _needed(self.device.volume, "no_volume_control")
        self.device.set_volume(level)
        return {"level": level, "message": say("volume_set", level=level)}


class ChangeVolume(DeviceTool):
    """Make the device louder or quieter by a step. Not for a certain level, nor for muting."""

    keywords = ["louder", "quieter", "volume up", "volume down", "turn it up", "turn it down"]
    examples = {
        "turn up the volume": {"direction": "up"},
        "turn the volume down": {"direction": "down"},
        "louder please": {"direction": "up"},
        "a bit quieter": {"direction": "down"},
        "speak up i can't hear you": {"direction": "up"},
        "you're too loud": {"direction": "down"},
        "volume up": {"direction": "up"},
        "lower the volume a little": {"direction": "down"},
        "can you be less loud": {"direction": "down"},
        "make it louder": {"direction": "up"},
        "raise the sound": {"direction": "up"},
        "keep it down a bit will you": {"direction": "down"},
        "decrease the volume": {"direction": "down"},
        "crank it up": {"direction": "up"},
        "softer": {"direction": "down"},
        "quieter please": {"direction": "down"},
        "lower your voice a bit": {"direction": "down"},
    }
    antipatterns = {
        "set_volume": "A certain level. Use set_volume.",
        "mute_volume": "Silence. Use mute_volume.",
        "change_brightness": "The screen. Use change_brightness.",
    }
    annotations = {"destructiveHint": False}

    def __call__(self, direction: Direction) -> dict[str, Any]:  # type: ignore[override]
        before = _needed(self.device.volume, "no_volume_control")
        level = _stepped(before, direction)
        self.device.set_volume(level)
        return {"level": level, "message": say("volume_set", level=level)}


class MuteVolume(DeviceTool):
    """Mute the device, or give it its sound back. Not for louder or quieter."""

    keywords = ["mute", "unmute", "silence", "sound off", "sound on"]
    examples = {
        "mute": {"mute": True},
        "unmute": {"mute": False},
        "mute the sound": {"mute": True},
        "unmute yourself": {"mute": False},
        "turn the sound off": {"mute": True},
        "turn the sound back on": {"mute": False},
        "be silent": {"mute": True},
        "mute the speaker please": {"mute": True},
        "you can unmute the sound now": {"mute": False},
        "switch off the audio": {"mute": True},
        "sound on again": {"mute": False},
        "unmute the volume": {"mute": False},
        "mute the volume": {"mute": True},
    }
    antipatterns = {"change_volume": "Louder or quieter. Use change_volume."}

    def __call__(  # type: ignore[override]
        self, mute: Annotated[bool, "True to make it silent, false to give the sound back"]
    ) -> dict[str, Any]:
        _needed(self.device.volume, "no_volume_control")
        self.device.mute(mute)
        return {"muted": mute, "message": say("volume_muted" if mute else "volume_unmuted")}


class SetBrightness(DeviceTool):
    """Set how bright the device's screen is, to a level. Not for lamps, nor for a bit brighter or darker."""

    keywords = ["screen brightness", "brightness to", "set brightness", "display brightness"]
    examples = {
        "set the brightness to 60": {"level": 60},
        "screen brightness 30 percent": {"level": 30},
        "put the display at full 100 percent brightness": {"level": 100},
        "make the screen brightness forty": {"level": 40},
        "dim the screen to 20 percent": {"level": 20},
        "change the brightness of the display to 75": {"level": 75},
        "brightness at fifty percent please": {"level": 50},
        "can you set display brightness to 85": {"level": 85},
        "turn the screen down to ten percent": {"level": 10},
        "i'd like the brightness at 65": {"level": 65},
        "brightness 45": {"level": 45},
        "set your screen to 90 percent brightness": {"level": 90},
    }
    antipatterns = {
        "change_brightness": "Brighter or darker without a level. Use change_brightness.",
        "set_volume": "How loud it is. Use set_volume.",
    }

    def __call__(self, level: Level) -> dict[str, Any]:  # type: ignore[override]
        _needed(self.device.brightness, "no_screen_control")
        self.device.set_brightness(level)
        return {"level": level, "message": say("brightness_set", level=level)}


class ChangeBrightness(DeviceTool):
    """Make the device's screen brighter or darker by a step. Not for lamps, nor for a certain level."""

    keywords = ["brighter", "darker", "dim the screen", "brightness up", "brightness down"]
    examples = {
        "make the screen brighter": {"direction": "up"},
        "dim the display": {"direction": "down"},
        "brightness up": {"direction": "up"},
        "the screen is too bright": {"direction": "down"},
        "increase the brightness": {"direction": "up"},
        "turn the screen brightness down": {"direction": "down"},
        "i can hardly see the screen make it brighter": {"direction": "up"},
        "a little darker on the display please": {"direction": "down"},
        "lower the brightness a bit": {"direction": "down"},
        "brighten the screen": {"direction": "up"},
        "can you dim your screen some": {"direction": "down"},
        "raise the screen brightness": {"direction": "up"},
        "the screen is too dark": {"direction": "up"},
        "i find the display too dark": {"direction": "up"},
        "it's too bright on the display": {"direction": "down"},
    }
    antipatterns = {
        "set_brightness": "A certain level. Use set_brightness.",
        "change_volume": "Louder or quieter. Use change_volume.",
    }
    annotations = {"destructiveHint": False}

    def __call__(self, direction: Direction) -> dict[str, Any]:  # type: ignore[override]
        before = _needed(self.device.brightness, "no_screen_control")
        level = _stepped(before, direction)
        self.device.set_brightness(level)
        return {"level": level, "message": say("brightness_set", level=level)}


class NightMode(DeviceTool):
    """Switch the night mode of the device's screen on or off: a dark clock that does not disturb sleep."""

    keywords = ["night mode", "nightmode", "dark mode", "night screen"]
    examples = {
        "turn on night mode": {"enabled": True},
        "night mode off": {"enabled": False},
        "switch to night mode": {"enabled": True},
        "disable the night mode": {"enabled": False},
        "put the screen into night mode please": {"enabled": True},
        "leave night mode": {"enabled": False},
        "activate night mode": {"enabled": True},
        "stop night mode": {"enabled": False},
        "i'm going to bed night mode on": {"enabled": True},
        "end the night mode i'm awake": {"enabled": False},
        "enable the night screen": {"enabled": True},
        "get out of night mode": {"enabled": False},
    }
    antipatterns = {"set_brightness": "A certain brightness. Use set_brightness."}

    def __call__(  # type: ignore[override]
        self, enabled: Annotated[bool, "True to switch it on, false to switch it off"]
    ) -> dict[str, Any]:
        _needed(self.device.brightness, "no_screen_control")
        self.device.night_mode(enabled)
        return {"enabled": enabled, "message": say("night_mode_on" if enabled else "night_mode_off")}


def device_tools(bus: Callable[[], Any]) -> list[DeviceTool]:
    """All of them; *bus* gives the messagebus client, or None."""
    device = DeviceControl(bus)
    return [
        SetVolume(device),
        ChangeVolume(device),
        MuteVolume(device),
        SetBrightness(device),
        ChangeBrightness(device),
        NightMode(device),
    ]


def _needed(read: Callable[[], int], otherwise: str) -> int:
    """What *read* tells; a device without it is told of, so that nobody believes it was done."""
    try:
        return read()
    except NoDeviceError:
        raise ToolRefused(say(otherwise)) from None


def _stepped(level: int, direction: str) -> int:
    return max(0, min(100, level + (STEP if direction == "up" else -STEP)))
