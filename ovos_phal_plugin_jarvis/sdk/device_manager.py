"""Device managers: code of a package that lists the devices some other system knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from ovos_phal_plugin_jarvis.sdk.authentication import AuthenticationConfig
from ovos_phal_plugin_jarvis.sdk.secret import IJarvisSecret


@dataclass
class DeviceManagerDevice:
    """A device that a manager knows."""

    name: str
    domain: str
    entity_id: str
    """``<domain>.<slug>``, unique on a device."""
    is_controllable: bool = True
    manufacturer: str | None = None
    model: str | None = None
    protocol: str | None = None
    local_ip: str | None = None
    mac_address: str | None = None
    cloud_id: str | None = None
    device_class: str | None = None
    source: str = "direct"
    area: str | None = None
    """The room it stands in."""
    state: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)


class IJarvisDeviceManager(ABC):
    """Lists devices."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Unique on a device."""

    @property
    @abstractmethod
    def friendly_name(self) -> str:
        """How a person calls it."""

    @property
    @abstractmethod
    def can_edit_devices(self) -> bool:
        """Whether the host may rename, move and remove what it lists."""

    @abstractmethod
    async def collect_devices(self) -> list[DeviceManagerDevice]:
        """The devices, as things stand."""

    @property
    def description(self) -> str:
        """What it lists."""
        return ""

    @property
    def required_secrets(self) -> list[IJarvisSecret]:
        """The secrets it needs."""
        return []

    @property
    def authentication(self) -> AuthenticationConfig | None:
        """How its user logs in."""
        return None
