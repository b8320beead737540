"""``control_device`` and ``get_device_state``: devices as tools, their names as values of the moment."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from ovos_config import Configuration

from ovos_phal_plugin_jarvis.commands.devices.house import ACTIONS, DeviceGone, House
from ovos_phal_plugin_jarvis.commands.devices.loop import DeviceTimeout, LoopBlocked
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    CommandResponse,
    IJarvisCommand,
    IJarvisParameter,
    IJarvisSecret,
    JarvisParameter,
    RequestInformation,
    ValidationResult,
)
from ovos_phal_plugin_jarvis.sdk.color import resolve_color
from ovos_phal_plugin_jarvis.sdk.device_protocol import DeviceControlResult, DiscoveredDevice, InputRequest
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, OURS, Spoken, say

TOOLBOX_ID = "jarvis-devices"
FIRST_LOOK_SECONDS = 0.4
"""That the question which devices there are waits, where none was ever found."""
PAIRING_SECONDS = 300.0
"""For which an answer is taken to what a device has asked."""
MAX_PAIRINGS = 20
_ALIASES = {
    "open": "open_cover",
    "close": "close_cover",
    "stop": "stop_cover",
    "set_temp": "set_temperature",
    "set_hvac_mode": "set_mode",
    "generate_stream": "get_stream",
}
_VALUES = {"set_brightness": "brightness", "set_color": "rgb", "set_temperature": "temperature", "set_mode": "mode"}
"""Action → what its value is called where the device is told."""


_SHOWN: Mapping[str, tuple[int, str]] = {
    "turn_on": (0, ""),
    "turn_off": (0, ""),
    "toggle": (0, ""),
    "set_brightness": (0, "30"),
    "set_color": (0, ""),
    "lock": (1, ""),
    "unlock": (1, ""),
    "open_cover": (2, ""),
    "close_cover": (2, ""),
    "stop_cover": (2, ""),
    "set_temperature": (3, "21"),
    "set_mode": (3, "eco"),
}
"""Action → what an example of it is about: a line of ``device_kind.entity``, and its value."""
_COLORS = 8
"""Lines of ``device_color.entity``."""


@dataclass(frozen=True)
class _Pairing:
    """What a device has asked, and until when an answer is taken."""

    request: InputRequest
    action: str
    until: float


class _DeviceCommand(IJarvisCommand):
    """What the two share: they speak of devices."""

    def __init__(self, house: House) -> None:
        """
        Args:
            house: the devices.
        """
        self._house = house

    @property
    def required_secrets(self) -> list[IJarvisSecret]:
        """None."""
        return []

    @property
    def spoken_names(self) -> dict[str, str]:
        """What it does, by language."""
        return OURS.phrases(f"{self.command_name}_name")

    def parameter_options(self, name: str) -> dict[str, list[str]] | None:
        """The devices of the moment: id → name."""
        if name != "device_name":
            return None
        return {device.entity_id: [device.name] for device in self._devices(FIRST_LOOK_SECONDS)}

    def generate_adapter_examples(self) -> list[CommandExample]:
        """The same as in a prompt."""
        return self.generate_prompt_examples()

    def _devices(self, wait: float) -> list[DiscoveredDevice]:
        return self._house.devices(wait)

    def _find(self, name: str) -> DiscoveredDevice | CommandResponse:
        device = self._house.find(name)
        if device is not None:
            return device
        said = self._say("device_unknown", name=name) if self._house.devices() else self._say("device_none")
        return CommandResponse.error_response(said)

    def _refuse(self, parameter: str, message: str) -> CommandResponse:
        refused = ValidationResult(
            success=False, param_name=parameter, command_name=self.command_name, message=message, valid_values=None
        )
        return CommandResponse.validation_error([refused])

    def _attempt(self, device: DiscoveredDevice, work: Any) -> Any:
        """What *work* returns, or the response that says why it did not."""
        try:
            return work()
        except DeviceGone:
            said = self._say("device_gone", device=device.name)
        except (DeviceTimeout, LoopBlocked):
            said = self._say("device_silent", device=device.name)
        except Exception as error:  # noqa: BLE001 - foreign code
            # What it raised is for the log.
            self._log_failure(device, error)
            said = self._say("device_silent", device=device.name)
        return CommandResponse.error_response(said)

    @staticmethod
    def _log_failure(device: DiscoveredDevice, error: Exception) -> None:
        from ovos_utils.log import LOG

        LOG.warning(f"device '{device.entity_id}' of '{device.protocol}': {error_text(error)}")

    @staticmethod
    def _say(dialog: str, /, **slots: Any) -> Spoken:
        # Whoever answers says it again in the language of the request.
        told = {slot: Spoken(value) if isinstance(value, str) else value for slot, value in slots.items()}
        return say(dialog, _lang(), **told)


class ControlDevice(_DeviceCommand):
    """Switches and sets devices, and asks for what they want to know before that."""

    def __init__(self, house: House) -> None:
        """
        Args:
            house: the devices.
        """
        super().__init__(house)
        self._actions = house.actions()
        self._lock = threading.Lock()
        self._pairings: dict[str, _Pairing] = {}

    @property
    def command_name(self) -> str:
        """``control_device``."""
        return "control_device"

    @property
    def description(self) -> str:
        """What a model decides by."""
        return "Control a device of the house: switch it on or off, set it, open or close it, lock or unlock it."

    @property
    def keywords(self) -> list[str]:
        """Words that point to it."""
        return ["light", "lamp", "device", "dim", "blinds", "thermostat"]

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """``device_name``, ``action``, ``value``."""
        return [
            JarvisParameter(
                "device_name", "string", required=True, description="Which device", options_source="devices"
            ),
            JarvisParameter(
                "action", "string", required=True, description="What it shall do", enum_values=self._actions
            ),
            JarvisParameter(
                "value",
                "string",
                description="What it is set to: percent of brightness, degrees, a colour, a mode",
            ),
        ]

    def generate_prompt_examples(self) -> list[CommandExample]:
        """Of those actions that there are devices for, in the language of the device."""
        lang = _lang()
        shown: list[CommandExample] = []
        for action, (kind, value) in _SHOWN.items():
            lines = OURS.lines(f"device_example_{action}", lang) if action in self._actions else ()
            for place, line in enumerate(lines):
                given = str(OURS.named("device_color", place, lang)) if action == "set_color" else value
                device = str(OURS.named("device_kind", kind, lang))
                arguments = {"device_name": device, "action": action, **({"value": given} if given else {})}
                said = line.format(device=device, value=given)
                shown.append(CommandExample(said, arguments, is_primary=not shown))
        return shown

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """Tell the device, and what came of it."""
        device_name, action, value = kwargs["device_name"], kwargs["action"], kwargs.get("value")
        device = self._find(device_name)
        if isinstance(device, CommandResponse):
            return device
        pairing = self._pairing(device, action)
        if pairing is not None and value:
            return self._go_on(device, pairing, value)
        action = _ALIASES.get(action, action)
        if not device.is_controllable or action not in (*ACTIONS.get(device.domain, (action,)), *self._own(device)):
            return CommandResponse.error_response(self._say("device_cannot", device=device.name))
        data: dict[str, Any] = {}
        if action in _VALUES:
            if not value:
                return self._refuse("value", self._say("device_ask_value", device=device.name))
            data = {_VALUES[action]: _value(action, value)}
            if data[_VALUES[action]] is None:
                return self._refuse("value", self._say("device_ask_value", device=device.name))
        return self._told(device, action, data, value)

    def _own(self, device: DiscoveredDevice) -> list[str]:
        """What the protocol of *device* says that its devices do, beside what their domain does."""
        known = {action for actions in ACTIONS.values() for action in actions}
        return [action for action in self._actions if action not in known]

    def _told(
        self, device: DiscoveredDevice, action: str, data: Mapping[str, Any], value: str | None
    ) -> CommandResponse:
        result = self._attempt(device, lambda: self._house.control(device, action, data))
        if isinstance(result, CommandResponse):
            return result
        assert isinstance(result, DeviceControlResult)
        if result.input_required is not None:
            return self._ask(device, action, result.input_required)
        if not result.success:
            if not result.error:
                return CommandResponse.error_response(self._say("device_silent", device=device.name))
            return CommandResponse.error_response(self._say("device_failed", device=device.name, why=result.error))
        name = f"device_{action}" if OURS.languages(f"device_{action}") else "device_done"
        slots = {"value": value} if action in _VALUES and name != "device_done" else {}
        message = self._say(name, device=device.name, **slots)
        return CommandResponse.final_response(
            {"message": message, "entity_id": device.entity_id, "device": device.name, "action": action}
        )

    # What a device asks before it goes on

    def _ask(self, device: DiscoveredDevice, action: str, request: InputRequest) -> CommandResponse:
        with self._lock:
            now = monotonic()
            self._pairings = {key: pairing for key, pairing in self._pairings.items() if pairing.until > now}
            while len(self._pairings) >= MAX_PAIRINGS:
                del self._pairings[next(iter(self._pairings))]
            self._pairings[device.entity_id] = _Pairing(request, action, now + PAIRING_SECONDS)
        return self._refuse("value", request.prompt or self._say("device_ask_value", device=device.name))

    def _pairing(self, device: DiscoveredDevice, action: str) -> _Pairing | None:
        with self._lock:
            pairing = self._pairings.get(device.entity_id)
        if pairing is None or pairing.until <= monotonic() or pairing.action != _ALIASES.get(action, action):
            return None
        return pairing

    def _go_on(self, device: DiscoveredDevice, pairing: _Pairing, value: str) -> CommandResponse:
        """Hand the answer to the protocol. What was wanted first is for the user to say again: it may be done."""
        with self._lock:
            self._pairings.pop(device.entity_id, None)
        request = pairing.request
        answer = "".join(c for c in value if c.isalnum()) if request.type == "pin" else value
        data = {"session_id": request.session_id, "value": answer, request.type: answer}
        done = self._told(device, request.follow_up_action, data, None)
        if done.success and not (done.context_data or {}).get("_validation_error"):
            done.context_data = {**(done.context_data or {}), "message": self._say("device_paired", device=device.name)}
        return done


class GetDeviceState(_DeviceCommand):
    """Tells how a device is."""

    @property
    def command_name(self) -> str:
        """``get_device_state``."""
        return "get_device_state"

    @property
    def description(self) -> str:
        """What a model decides by."""
        return "Tell how a device of the house is: whether it is on, open, locked, how warm it is."

    @property
    def keywords(self) -> list[str]:
        """Words that point to it."""
        return ["is the light on", "state of the device", "status of the device"]

    @property
    def annotations(self) -> dict[str, bool]:
        """It only reads."""
        return {"readOnlyHint": True}

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """``device_name``."""
        return [
            JarvisParameter(
                "device_name", "string", required=True, description="Which device", options_source="devices"
            )
        ]

    def generate_prompt_examples(self) -> list[CommandExample]:
        """Questions, in the language of the device."""
        lang = _lang()
        device = str(OURS.named("device_kind", 0, lang))
        lines = OURS.lines("device_example_state", lang)
        said = [line.format(device=device) for line in lines]
        return [CommandExample(text, {"device_name": device}, is_primary=text == said[0]) for text in said]

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """Ask the device."""
        device = self._find(kwargs["device_name"])
        if isinstance(device, CommandResponse):
            return device
        state = self._attempt(device, lambda: self._house.state(device))
        if isinstance(state, CommandResponse):
            return state
        if state is None or state.get("error") or state.get("state") is None:
            return CommandResponse.error_response(self._say("device_state_unknown", device=device.name))
        word = str(state["state"])
        known = {"on": "device_turn_on", "off": "device_turn_off", "locked": "device_lock", "unlocked": "device_unlock"}
        name = known.get(word.lower())
        message = (
            self._say(name, device=device.name)
            if name is not None
            else self._say("device_state", device=device.name, state=word)
        )
        return CommandResponse.final_response({"message": message, "entity_id": device.entity_id, **state})


def _lang() -> str:
    """The language of the device."""
    return str(Configuration().get("lang") or "en-us")


def _color(text: str) -> Any:
    """A colour by its English name or code, or by its name in the language of the device."""
    names = (str(OURS.named("device_color", place, _lang())).casefold() for place in range(_COLORS))
    english = [str(OURS.named("device_color", place, ENGLISH)) for place in range(_COLORS)]
    known = dict(zip(names, english, strict=True))
    return resolve_color(known.get(text.strip().casefold(), text))


def _value(action: str, text: str) -> Any:
    """A value as a device is told it; None where it is none."""
    if action == "set_color":
        rgb = _color(text)
        return list(rgb) if rgb is not None else None
    if action == "set_mode":
        return text.strip().lower().replace(" ", "_")
    digits = "".join(c for c in text.replace(",", ".") if c.isdigit() or c in ".-")
    try:
        number = float(digits)
    except ValueError:
        return None
    if action == "set_brightness":
        return round(min(max(number, 0), 100))
    return int(number) if number == int(number) else number
