"""The toolbox's own configuration, and what it takes from OVOS where that says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ovos_config import Configuration
from ovos_utils.log import LOG
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from ovos_phal_plugin_jarvis.sdk.clock import home_zone
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, closest


class EverydaySettings(BaseModel):
    """``toolboxes → ovos-toolbox-everyday``; every key may be absent."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    time_format: Literal["half", "full"] | None = None
    """12-hour or 24-hour clock; by default ``time_format`` of mycroft.conf."""
    timezone: str | None = None
    """IANA name; by default ``location → timezone → code`` of mycroft.conf."""
    timer_sound: str | None = None
    """A sound file that is played before a timer is announced and while it rings; by default none before, and the
    device's ``sounds → acknowledge`` to ring. Empty: no sound at all."""
    timer_ring_minutes: float = Field(default=5.0, ge=0, le=60)
    """For how long a timer rings that nobody stops; 0 for the announcement alone."""
    alarm_ring_minutes: float = Field(default=10.0, ge=0, le=60)
    """The same of an alarm."""
    reminder_ring_minutes: float = Field(default=1.0, ge=0, le=60)
    """The same of a reminder."""
    snooze_minutes: float = Field(default=10.0, gt=0, le=120)
    """For how long an alarm or a reminder is put off where nobody says."""

    def ring_minutes(self, kind: str) -> float:
        """For how long what is a *kind* (``timer``, ``alarm`` or ``reminder``) rings that nobody stops."""
        minutes: float = getattr(self, f"{kind}_ring_minutes")
        return minutes

    @property
    def ring_sound(self) -> str:
        """What is played while a timer rings."""
        if self.timer_sound is not None:
            return self.timer_sound
        sounds = Configuration().get("sounds")
        chosen = sounds.get("acknowledge") if isinstance(sounds, Mapping) else None
        return chosen if isinstance(chosen, str) and chosen else "snd/acknowledge.mp3"

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str | None) -> str | None:
        if value is not None:
            try:
                ZoneInfo(value)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                raise ValueError(f"no IANA time zone {value!r}; an example is 'Europe/Lisbon'") from None
        return value

    def full_clock(self, session: Mapping[str, Any] | None = None, lang: str = ENGLISH) -> bool:
        """Whether times are said in 24 hours: by this setting, else by the request's session, else by OVOS, whose own
        "half" is taken for English only: it is what OVOS has where nobody chose."""
        if self.time_format is None and not closest(lang, [ENGLISH]):
            return True
        chosen = self.time_format or (session or {}).get("time_format") or Configuration().get("time_format")
        return chosen == "full"

    def home_zone(self, session: Mapping[str, Any] | None = None) -> tzinfo:
        """The time zone of the user.

        Where the session says the user is, else this setting, else the location that OVOS was given, else the
        operating system's zone.

        Args:
            session: the session of the request, as its message carries it.
        """
        return home_zone(session, self.timezone)

    def other_zone(self, session: Mapping[str, Any] | None) -> str | None:
        """IANA name of the zone of the user of *session*, where it is not the device's."""
        there = self.home_zone(session)
        return there.key if isinstance(there, ZoneInfo) and there != self.home_zone() else None


def load_settings(config: Mapping[str, Any] | None) -> EverydaySettings:
    """The configuration as a value; unknown keys are logged and passed over.

    Raises:
        ValueError: a value of the wrong kind; the message names the key and what was expected.
    """
    config = config or {}
    unknown = sorted(set(config) - set(EverydaySettings.model_fields) - {"enabled"})
    if unknown:
        LOG.warning(f"ovos-toolbox-everyday: no such setting: {', '.join(unknown)}")
    try:
        return EverydaySettings.model_validate(config)
    except ValidationError as error:
        said = "; ".join(f"{e['loc'][0]}: {e['msg']}, got {e['input']!r:.60}" for e in error.errors())
        raise ValueError(f"ovos-toolbox-everyday: {said}") from None
