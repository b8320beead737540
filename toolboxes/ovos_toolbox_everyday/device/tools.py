"""Volume, brightness and night mode of the device."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

from ovos_phal_plugin_jarvis.sdk import NotMeant, Param, ToolRefused, fast_path
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.device.amounts import amounts_said
from ovos_toolbox_everyday.device.control import DeviceControl, NoDeviceError
from ovos_toolbox_everyday.device.device_examples import (
    CHANGE_BRIGHTNESS,
    CHANGE_VOLUME,
    MUTE_VOLUME,
    NIGHT_MODE,
    SET_BRIGHTNESS,
    SET_VOLUME,
)
from ovos_toolbox_everyday.device.heard import (
    SCREENS,
    SOUNDS,
    counts,
    direction_said,
    end_asked,
    end_said,
    of_another_thing,
    says_no_end,
    says_silent,
    sound_back,
)
from ovos_toolbox_everyday.device.steps import Thing, step_asked
from ovos_toolbox_everyday.speech import say

STEP = 10
"""Percent that "louder" and "brighter" are."""

Level = Annotated[int, Param("Percent: 0 is nothing, 100 all there is", ge=0, le=100, step=STEP, refinable=True)]
Direction = Annotated[Literal["up", "down"], "up for louder or brighter, down for quieter or darker"]
By = Annotated[int | None, Param("By how many percent; left out for a step", ge=1, le=100)]


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
    examples = SET_VOLUME
    antipatterns = {
        "change_volume": "Louder or quieter without a level. Use change_volume.",
        "set_brightness": "The screen. Use set_brightness.",
    }

    @fast_path(r"^.{8,}$", id="volume.end", example="turn the volume all the way up")
    def claim_end(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """The loudest or the quietest, and nothing else"""
        return _claimed_end(voice_command, "volume")

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Another thing than the device is not meant, and a length of time is no level."""
        return _levelled(args, voice_command, SOUNDS)

    def __call__(self, level: Level) -> dict[str, Any]:  # type: ignore[override]
        _needed(self.device.volume, "no_volume_control")
        self.device.set_volume(level)
        return {"level": level, "message": say("volume_set", level=level)}


class ChangeVolume(DeviceTool):
    """Make the device louder or quieter by a step. Not for a certain level, nor for muting."""

    keywords = ["louder", "quieter", "volume up", "volume down", "turn it up", "turn it down"]
    examples = CHANGE_VOLUME
    antipatterns = {
        "set_volume": "A certain level. Use set_volume.",
        "mute_volume": "Silence. Use mute_volume.",
        "change_brightness": "The screen. Use change_brightness.",
    }
    annotations = {"destructiveHint": False}

    @fast_path(r"^.{8,}$", id="volume.step", example="take ten percent off the volume")
    def claim_step(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """So many percent more or less, and nothing else"""
        return step_asked(voice_command, "volume")

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """ "More low" is down; another thing than the device, and an end of all levels, are not meant."""
        return _directed(args, voice_command, SOUNDS)

    def __call__(self, direction: Direction, by: By = None) -> dict[str, Any]:  # type: ignore[override]
        before = _needed(self.device.volume, "no_volume_control")
        level = _stepped(before, direction, by or STEP)
        self.device.set_volume(level)
        return {"level": level, "message": say("volume_set", level=level)}


class MuteVolume(DeviceTool):
    """Mute the device, or give it its sound back. Not for louder or quieter."""

    keywords = ["mute", "unmute", "silence", "sound off", "sound on"]
    examples = MUTE_VOLUME
    antipatterns = {"change_volume": "Louder or quieter. Use change_volume."}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """ "Mute off" gives the sound back."""
        if of_another_thing(voice_command, SOUNDS):
            raise NotMeant(voice_command)
        if sound_back(voice_command):
            return {**args, "mute": False}
        return {**args, "mute": True} if says_silent(voice_command) else args

    def __call__(  # type: ignore[override]
        self, mute: Annotated[bool, "True to make it silent, false to give the sound back"]
    ) -> dict[str, Any]:
        _needed(self.device.volume, "no_volume_control")
        self.device.mute(mute)
        return {"muted": mute, "message": say("volume_muted" if mute else "volume_unmuted")}


class SetBrightness(DeviceTool):
    """Set how bright the device's screen is, to a level. Not for lamps, nor for a bit brighter or darker."""

    keywords = ["screen brightness", "brightness to", "set brightness", "display brightness"]
    examples = SET_BRIGHTNESS
    antipatterns = {
        "change_brightness": "Brighter or darker without a level. Use change_brightness.",
        "set_volume": "How loud it is. Use set_volume.",
    }

    @fast_path(r"^.{8,}$", id="brightness.end", example="screen brightness all the way up")
    def claim_end(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """The brightest or the darkest, and nothing else"""
        return _claimed_end(voice_command, "brightness")

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Another thing than the device is not meant, and a length of time is no level."""
        return _levelled(args, voice_command, SCREENS)

    def __call__(self, level: Level) -> dict[str, Any]:  # type: ignore[override]
        _needed(self.device.brightness, "no_screen_control")
        self.device.set_brightness(level)
        return {"level": level, "message": say("brightness_set", level=level)}


class ChangeBrightness(DeviceTool):
    """Make the device's screen brighter or darker by a step. Not for lamps, nor for a certain level."""

    keywords = ["brighter", "darker", "dim the screen", "brightness up", "brightness down"]
    examples = CHANGE_BRIGHTNESS
    antipatterns = {
        "set_brightness": "A certain level. Use set_brightness.",
        "change_volume": "Louder or quieter. Use change_volume.",
    }
    annotations = {"destructiveHint": False}

    @fast_path(r"^.{8,}$", id="brightness.step", example="make the screen ten percent brighter")
    def claim_step(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """So many percent more or less, and nothing else"""
        return step_asked(voice_command, "brightness")

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """ "More dark" is down; another thing than the device, and an end of all levels, are not meant."""
        return _directed(args, voice_command, SCREENS)

    def __call__(self, direction: Direction, by: By = None) -> dict[str, Any]:  # type: ignore[override]
        before = _needed(self.device.brightness, "no_screen_control")
        level = _stepped(before, direction, by or STEP)
        self.device.set_brightness(level)
        return {"level": level, "message": say("brightness_set", level=level)}


class NightMode(DeviceTool):
    """Switch the night mode of the device's screen on or off: a dark clock that does not disturb sleep."""

    keywords = ["night mode", "nightmode", "dark mode", "night screen"]
    examples = NIGHT_MODE
    antipatterns = {"set_brightness": "A certain brightness. Use set_brightness."}

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """ "So that you don't wake the baby" switches nothing off."""
        return {**args, "enabled": True} if says_no_end(voice_command) else args

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


def _claimed_end(words: str, thing: Thing) -> dict[str, Any] | None:
    level = end_asked(words, thing)
    return None if level is None else {"level": level}


def _levelled(arguments: dict[str, Any], words: str, own: re.Pattern[str]) -> dict[str, Any]:
    if of_another_thing(words, own):
        raise NotMeant(words)
    level = arguments.get("level")
    if level is not None and counts(words, level):
        raise NotMeant(words)  # so many hours at some volume
    # "Down by twenty" is no level, nor is "by half".
    others = [amount.value for amount in amounts_said(words) if amount.kind != "to"]
    if level is not None and any(level in (value, 100 * value) for value in others):
        raise NotMeant(words)
    return arguments


def _directed(arguments: dict[str, Any], words: str, own: re.Pattern[str]) -> dict[str, Any]:
    amounts = amounts_said(words)
    if of_another_thing(words, own) or end_said(words) is not None or any(amount.kind != "by" for amount in amounts):
        raise NotMeant(words)
    steps, said = {amount.value for amount in amounts}, direction_said(words)
    if len(steps) > 1 or not all(step.is_integer() and 1 <= step <= 100 for step in steps):
        raise NotMeant(words)
    kept = {name: value for name, value in arguments.items() if name != "by"}
    by = {"by": int(steps.pop())} if steps else {}
    return {**kept, **({} if said is None else {"direction": said}), **by}


def _stepped(level: int, direction: str, by: int) -> int:
    return max(0, min(100, level + (by if direction == "up" else -by)))
