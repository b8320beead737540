"""Device protocols: code of a package that finds devices in the home and switches them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from ovos_phal_plugin_jarvis.sdk.authentication import AuthenticationConfig
from ovos_phal_plugin_jarvis.sdk.button import IJarvisButton
from ovos_phal_plugin_jarvis.sdk.secret import IJarvisSecret


@dataclass
class DiscoveredDevice:
    """A device that a protocol found."""

    name: str
    domain: str
    """``light``, ``switch``, ``lock``, ``cover``, ``climate``, ``kettle``, ``camera``, ``media_player`` …"""
    manufacturer: str
    model: str
    protocol: str
    """The ``protocol_name`` of who found it."""
    entity_id: str
    """``<domain>.<slug>``, unique on a device."""
    local_ip: str | None = None
    mac_address: str | None = None
    cloud_id: str | None = None
    device_class: str | None = None
    is_controllable: bool = True
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass
class InputRequest:
    """What a protocol has to be told before it can go on, such as the number on a screen."""

    type: str
    """``pin``, ``text`` or ``confirm``."""
    prompt: str
    """The question, as it is asked."""
    session_id: str
    follow_up_action: str = "pair_finish"
    """The action that takes the answer, of the same device."""


@dataclass
class DeviceControlResult:
    """What came of an action."""

    success: bool
    entity_id: str
    action: str
    error: str | None = None
    input_required: InputRequest | None = None


class IJarvisDeviceProtocol(ABC):
    """Finds devices of one make and switches them."""

    @property
    @abstractmethod
    def protocol_name(self) -> str:
        """Unique on a device, in ``snake_case``."""

    @property
    @abstractmethod
    def supported_domains(self) -> list[str]:
        """The domains of the devices it finds."""

    @abstractmethod
    async def discover(self, timeout: float = 5.0) -> list[DiscoveredDevice]:
        """Look for devices, for *timeout* seconds at most."""

    @abstractmethod
    async def control(
        self, ip: str, action: str, data: dict[str, Any] | None = None, **kwargs: Any
    ) -> DeviceControlResult:
        """Carry out *action* on the device at *ip*; a host passes the three by position."""

    @abstractmethod
    async def get_state(self, ip: str, **kwargs: Any) -> dict[str, Any] | None:
        """How the device is: ``state`` and more, ``{"error": …}``, or None where that is not known."""

    @property
    def connection_type(self) -> str:
        """``lan``, ``cloud`` or ``hybrid``."""
        return "lan"

    @property
    def required_secrets(self) -> list[IJarvisSecret]:
        """The secrets it needs."""
        return []

    @property
    def friendly_name(self) -> str:
        """How a person calls it."""
        return self.protocol_name.replace("_", " ").title()

    @property
    def description(self) -> str:
        """What it finds."""
        return ""

    @property
    def authentication(self) -> AuthenticationConfig | None:
        """How its user logs in."""
        return None

    @property
    def supported_actions(self) -> list[IJarvisButton]:
        """What its devices do, as buttons."""
        return [
            IJarvisButton("Turn On", "turn_on", "primary", "power"),
            IJarvisButton("Turn Off", "turn_off", "secondary", "power-off"),
        ]

    def store_auth_values(self, values: dict[str, str]) -> None:  # noqa: B027
        """Keep what a login gave. The default keeps nothing."""

    async def on_removed(self, device: DiscoveredDevice, **kwargs: Any) -> None:  # noqa: B027
        """The user has removed *device*. The default does nothing."""

    async def get_stream_source(self, device: DiscoveredDevice) -> str | None:
        """The address of a camera's pictures; None where it has none."""
        return None
