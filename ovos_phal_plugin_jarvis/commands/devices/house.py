"""The devices of the house: what the protocols find, kept for a while, and how they are told what to do."""

from __future__ import annotations

import asyncio
import inspect
import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic
from typing import Any, Protocol

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.commands.devices.loop import DeviceLoop, contained
from ovos_phal_plugin_jarvis.commands.loading.found import LoadedPart
from ovos_phal_plugin_jarvis.foreign_text import error_text, log_error, text_of
from ovos_phal_plugin_jarvis.sdk.device_protocol import DeviceControlResult, DiscoveredDevice, InputRequest

OWNER, RECORD = "ovos-jarvis-devices", "found"
"""Where what was found is kept, so that a service that starts knows the names at once."""
DISCOVER_SECONDS = 10.0
CONTROL_SECONDS = 15.0
FRESH_SECONDS = 60.0
"""After which the protocols are asked anew, the next time that somebody wants to know."""
MAX_DEVICES = 1000
MAX_TEXT = 100
MAX_EXTRA = 20_000
"""Characters of the JSON of what a protocol keeps beside a device."""
_ADDRESSES = frozenset({"ip", "ip_address", "local_ip", "host", "address"})
"""What a protocol of the older shape calls its first argument."""


class Records(Protocol):
    """Where something is kept over a restart, such as ``stores.data.DataStore``."""

    def get(self, command: str, key: str) -> dict[str, Any] | None: ...
    def save(self, command: str, key: str, data: dict[str, Any]) -> None: ...


class DeviceGone(LookupError):
    """No protocol that is installed knows the device."""


class Address(str):
    """A device's address that is the device as well: protocols want the one or the other under the same name."""

    device: DiscoveredDevice

    def __new__(cls, device: DiscoveredDevice) -> Address:
        made = super().__new__(cls, device.local_ip or "")
        made.device = device
        return made

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.device, name)


@dataclass(frozen=True)
class _Protocol:
    name: str
    part: Any


class House:
    """What the protocols of the installed packages find. Calls may come from any thread."""

    def __init__(
        self,
        protocols: Sequence[LoadedPart],
        records: Records | None = None,
        loop: DeviceLoop | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """
        Args:
            protocols: those that are installed.
            records: where devices are kept over a restart.
            loop: where protocols run; closed with this.
            clock: seconds that only grow.
        """
        self._protocols = {loaded.name: _Protocol(loaded.name, loaded.part) for loaded in protocols}
        self._records, self._clock = records, clock
        self._loop = loop or DeviceLoop()
        self._lock = threading.Lock()
        self._looking: threading.Thread | None = None
        self._looked = float("-inf")
        self._closed = False
        self._devices: dict[str, DiscoveredDevice] = self._kept()

    def devices(self, wait: float = 0.0) -> list[DiscoveredDevice]:
        """What was found last. Where that is some time ago, the protocols are asked anew in the background.

        Args:
            wait: seconds to wait for that, where nothing was ever found.
        """
        self.look()
        looking = self._looking
        if wait and not self._devices and looking is not None:
            looking.join(wait)
        return list(self._devices.values())

    def look(self) -> None:
        """Ask the protocols in the background, unless that was done a moment ago."""
        with self._lock:
            busy = self._looking is not None and self._looking.is_alive()
            if self._closed or busy or self._clock() - self._looked < FRESH_SECONDS:
                return
            self._looked = self._clock()
            self._looking = threading.Thread(target=self.discover, name="jarvis-discovery", daemon=True)
            self._looking.start()

    def discover(self) -> None:
        """Ask every protocol at once, and keep what they find. Never raises."""
        try:
            found, silent = self._loop.run(self._ask_all, DISCOVER_SECONDS + 2)
        except Exception as error:  # noqa: BLE001 - a blocked loop; what was found before stays
            if not self._closed:
                log_error("devices can't be looked for", error)
            return
        # One that failed may have lost its way only: what it found before is still there.
        before = [device for device in self._devices.values() if device.protocol in silent]
        devices = unlike([*found, *before])
        if len(devices) > MAX_DEVICES:
            LOG.warning(f"{len(devices) - MAX_DEVICES} devices beyond {MAX_DEVICES} are left out")
        with self._lock:
            if self._closed:
                return
            self._devices = {device.entity_id: device for device in devices[:MAX_DEVICES]}
            self._looked = self._clock()
        if self._records is not None:
            try:
                self._records.save(OWNER, RECORD, {"devices": [_record(d) for d in self._devices.values()]})
            except Exception as error:  # noqa: BLE001 - a full disk must not cost the devices
                log_error("the devices that were found can't be kept", error)

    def find(self, name: str) -> DiscoveredDevice | None:
        """The device that *name* means: its id, its name, a part of the name, a part of the id."""
        wanted = name.strip().casefold()
        devices = list(self._devices.values())
        tests: tuple[Callable[[DiscoveredDevice], bool], ...] = (
            lambda d: d.entity_id.casefold() == wanted,
            lambda d: d.name.casefold() == wanted,
            lambda d: wanted in d.name.casefold(),
            lambda d: wanted in d.entity_id.casefold(),
        )
        for test in tests:
            found = [device for device in devices if wanted and test(device)]
            if found:
                # Of several that a part fits none is meant.
                return found[0] if len(found) == 1 else None
        return None

    def control(self, device: DiscoveredDevice, action: str, data: Mapping[str, Any]) -> DeviceControlResult:
        """Tell *device* to do *action*; blocks until it has.

        Raises:
            DeviceGone: its protocol is not installed any more.
            DeviceTimeout, LoopBlocked: see ``DeviceLoop``.
            Exception: whatever the protocol raises.
        """
        part = self._protocol(device).part
        first, more = _first(part.control, device)
        result = self._loop.run(lambda: part.control(first, action, dict(data), **more), CONTROL_SECONDS)
        return _result(result, device, action)

    def state(self, device: DiscoveredDevice) -> Mapping[str, Any] | None:
        """How *device* is, as its protocol tells it; None where it does not. Raises as ``control``."""
        part = self._protocol(device).part
        first, more = _first(part.get_state, device)
        state = self._loop.run(lambda: part.get_state(first, **more), CONTROL_SECONDS)
        return dict(state) if isinstance(state, Mapping) else None

    def actions(self) -> list[str]:
        """Every action that the devices of the installed protocols may know."""
        domains: set[str] = set()
        own: list[str] = []
        for protocol in self._protocols.values():
            try:
                mine = list(map(str, protocol.part.supported_domains))
                buttons = getattr(protocol.part, "supported_actions", None) or ()
                named = [str(button.button_action) for button in islice(buttons, MAX_TEXT)]
            except Exception as error:  # noqa: BLE001 - foreign code, and one protocol must not cost the others' devices
                LOG.warning(f"device protocol '{protocol.name}' does not say what it does: {error_text(error)}")
                continue
            domains.update(mine)
            own += named
        known = [action for domain in sorted(domains) for action in ACTIONS.get(domain, ())]
        return list(dict.fromkeys([*known, *(action for action in own if action.isidentifier())]))

    def close(self) -> None:
        """End the loop and what is looked for on it. What is found after that is not kept."""
        with self._lock:
            self._closed, looking = True, self._looking
        self._loop.close()
        if looking is not None and looking is not threading.current_thread():
            looking.join(2.0)

    async def _ask_all(self) -> tuple[list[DiscoveredDevice], set[str]]:
        async def ask(protocol: _Protocol) -> list[DiscoveredDevice]:
            given = await contained(lambda: protocol.part.discover(timeout=DISCOVER_SECONDS / 2))
            return _read(given, protocol.name)

        names = list(self._protocols)
        asked = [asyncio.wait_for(ask(protocol), DISCOVER_SECONDS) for protocol in self._protocols.values()]
        found: list[DiscoveredDevice] = []
        silent: set[str] = set()
        for name, answer in zip(names, await asyncio.gather(*asked, return_exceptions=True), strict=True):
            if isinstance(answer, BaseException):
                silent.add(name)
                LOG.warning(f"device protocol '{name}' found nothing: {error_text(answer) or 'it took too long'}")
            else:
                found += answer
        return found, silent

    def _protocol(self, device: DiscoveredDevice) -> _Protocol:
        protocol = self._protocols.get(device.protocol)
        if protocol is None:
            raise DeviceGone(f"the protocol '{device.protocol}' of '{device.name}' is not installed")
        return protocol

    def _kept(self) -> dict[str, DiscoveredDevice]:
        try:
            record = self._records.get(OWNER, RECORD) if self._records is not None else None
            given = (record or {}).get("devices") or ()
            devices = [DiscoveredDevice(**entry) for entry in given]
        except Exception as error:  # noqa: BLE001 - whatever became of the file, devices are found again
            log_error("the devices that were found before can't be read", error)
            return {}
        return {device.entity_id: device for device in devices if device.protocol in self._protocols}


ACTIONS: Mapping[str, tuple[str, ...]] = {
    "light": ("turn_on", "turn_off", "toggle", "set_brightness", "set_color"),
    "switch": ("turn_on", "turn_off", "toggle"),
    "media_player": ("turn_on", "turn_off", "toggle"),
    "lock": ("lock", "unlock"),
    "cover": ("open_cover", "close_cover", "stop_cover"),
    "climate": ("set_temperature", "set_mode", "turn_on", "turn_off"),
    "kettle": ("set_temperature", "set_mode", "turn_on", "turn_off"),
    "camera": ("get_stream",),
}
"""Domain → what its devices do."""


def unlike(devices: Iterable[DiscoveredDevice]) -> list[DiscoveredDevice]:
    """*devices*, each once, with ids that are unlike. Two with one MAC are the same, else two with one IP that
    different protocols found (a hub has many at its own), else two with one cloud id, else with one id."""
    kept: dict[tuple[str, str], DiscoveredDevice] = {}
    for device in devices:
        for kind in ("mac_address", "local_ip", "cloud_id", "entity_id"):
            value = getattr(device, kind)
            if value:
                key = (kind, str(value).casefold())
                first = kept.setdefault(key, device)
                if kind == "local_ip" and first is not device and first.protocol == device.protocol:
                    kept.setdefault((device.protocol, device.entity_id), device)
                break
    named: dict[str, DiscoveredDevice] = {}
    for device in kept.values():
        entity, number = device.entity_id, 1
        while entity in named:
            entity = f"{device.entity_id}_{device.protocol}" + (f"_{number}" if number > 1 else "")
            number += 1
        named[entity] = device if entity == device.entity_id else replace(device, entity_id=entity)
    return list(named.values())


def _read(given: Any, protocol: str) -> list[DiscoveredDevice]:
    """What ``discover`` returned, as devices of our own."""
    found = []
    for device in given or ():
        try:
            own = {
                name: text_of(value, MAX_TEXT) if value is not None else None
                for name in ("name", "domain", "manufacturer", "model", "entity_id")
                for value in (getattr(device, name),)
            }
            own |= {
                name: text_of(value, MAX_TEXT) if value else None
                for name in ("local_ip", "mac_address", "cloud_id", "device_class")
                for value in (getattr(device, name, None),)
            }
            if not own["name"] or not own["entity_id"]:
                raise ValueError("it has no name or no entity_id")
        except Exception as error:  # noqa: BLE001 - foreign code
            LOG.warning(f"device protocol '{protocol}': a device is left out: {error_text(error)}")
            continue
        extra = getattr(device, "extra", None)
        found.append(
            DiscoveredDevice(
                **own,  # type: ignore[arg-type]
                protocol=protocol,
                is_controllable=getattr(device, "is_controllable", True) is not False,
                extra=dict(extra) if isinstance(extra, Mapping) else {},
            )
        )
    return found


def _record(device: DiscoveredDevice) -> dict[str, Any]:
    from ovos_phal_plugin_jarvis.tools.command_schema import plain_json

    plain: dict[str, Any] = {**vars(device), "extra": {}}
    try:
        extra = plain_json(device.extra)
        if len(json.dumps(extra)) > MAX_EXTRA:
            raise ValueError(f"it is larger than {MAX_EXTRA} characters")
        plain["extra"] = extra
    except Exception as error:  # noqa: BLE001 - whatever it holds, the other devices are kept
        LOG.warning(f"what '{device.protocol}' knows of '{device.name}' is not kept: {error_text(error)}")
    return plain


def _first(method: Callable[..., Any], device: DiscoveredDevice) -> tuple[Any, dict[str, Any]]:
    """What a protocol's method is given first: the device, or the address that is the device as well; and what it
    takes by name beside."""
    try:
        parameters = list(inspect.signature(method).parameters.values())
    except (TypeError, ValueError):
        return device, {}
    if not parameters or parameters[0].name not in _ADDRESSES:
        return device, {}
    beside = {
        "entity_id": device.entity_id,
        "cloud_id": device.cloud_id,
        "mac_address": device.mac_address,
        "device": device,
    }
    takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters)
    names = {p.name for p in parameters[1:]}
    return Address(device), {name: value for name, value in beside.items() if takes_any or name in names}


def _result(given: Any, device: DiscoveredDevice, action: str) -> DeviceControlResult:
    if given is None or isinstance(given, bool):
        return DeviceControlResult(given is not False, device.entity_id, action)
    read: Callable[..., Any] = (
        given.get if isinstance(given, Mapping) else lambda name, *default: getattr(given, name, *default)
    )
    error, wanted = read("error", None), read("input_required", None)
    request = None
    if wanted is not None:
        asked: Callable[..., Any] = (
            wanted.get if isinstance(wanted, Mapping) else lambda name, *default: getattr(wanted, name, *default)
        )
        request = InputRequest(
            type=text_of(asked("type", "text"), MAX_TEXT),
            prompt=text_of(asked("prompt", "") or "", 300),
            session_id=text_of(asked("session_id", "") or "", 300),
            follow_up_action=text_of(asked("follow_up_action", "") or "pair_finish", MAX_TEXT),
        )
    success = read("success", error is None) is not False
    return DeviceControlResult(
        success and error is None, device.entity_id, action, text_of(error, 300) if error else None, request
    )
