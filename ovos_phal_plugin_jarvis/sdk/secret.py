"""Secrets: the settings a command needs from its user, be they confidential or not."""

from __future__ import annotations

from abc import ABC, abstractmethod

SCOPES: tuple[str, ...] = ("integration", "user")
"""``integration`` holds for the household, ``user`` for one person of it."""
VALUE_TYPES: tuple[str, ...] = ("string", "int", "bool", "user")
"""How a value is entered; it is stored as a string whatever its type. ``user`` names a member of the
household."""


def as_scope(scope: str) -> str:
    """*scope* as it is kept: the older ``node``, a value of this device, is the household's ``integration``."""
    return "integration" if scope == "node" else scope


class IJarvisSecret(ABC):
    """What every secret answers. Authors use :class:`JarvisSecret`."""

    @property
    @abstractmethod
    def key(self) -> str:
        """Unique in its scope, in capitals by custom: ``OPENWEATHER_API_KEY``."""

    @property
    @abstractmethod
    def scope(self) -> str:
        """One of :data:`SCOPES`."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What it is and where to get it, for the person who enters it."""

    @property
    @abstractmethod
    def value_type(self) -> str:
        """One of :data:`VALUE_TYPES`."""

    @property
    @abstractmethod
    def required(self) -> bool:
        """Whether the command refuses to run without it."""

    @property
    def is_sensitive(self) -> bool:
        """Whether the value must never leave the device in a settings snapshot. True unless overridden."""
        return True

    @property
    def friendly_name(self) -> str | None:
        """A short name for a settings screen; the key is shown where there is none."""
        return None

    @property
    def enum_values(self) -> list[str] | None:
        """The values that may be chosen, or None for free text."""
        return None

    @property
    def presets(self) -> dict[str, dict[str, str]] | None:
        """Value of :attr:`enum_values` → the other secrets it fills in, by key."""
        return None


class JarvisSecret(IJarvisSecret):
    """A secret that is fully described when it is made.

    Args:
        key: unique in its scope.
        description: what it is and where to get it.
        scope: ``integration`` (the household) or ``user``; the older ``node`` is taken for the first.
        value_type: ``string``, ``int``, ``bool`` or ``user``.
        required: whether the command refuses to run without it.
        is_sensitive: whether the value is kept out of every settings snapshot.
        friendly_name: a short name for a settings screen.
        enum_values: the values that may be chosen; for ``string`` only.
        presets: one of *enum_values* → the other secrets it fills in.

    Raises:
        ValueError: for another scope or value type, and for *enum_values* or *presets* that do not fit.
    """

    def __init__(
        self,
        key: str,
        description: str,
        scope: str,
        value_type: str,
        required: bool = True,
        is_sensitive: bool = True,
        friendly_name: str | None = None,
        enum_values: list[str] | None = None,
        presets: dict[str, dict[str, str]] | None = None,
    ) -> None:
        scope = as_scope(scope)
        if scope not in SCOPES:
            raise ValueError(f"Scope must be integration or user for {key}, got '{scope}'")
        if value_type not in VALUE_TYPES:
            raise ValueError(f"Value Type must be string, int, bool or user for {key}, got '{value_type}'")
        if enum_values is not None and value_type != "string":
            raise ValueError(f"enum_values requires value_type='string' for {key}")
        if presets is not None:
            if enum_values is None:
                raise ValueError(f"presets requires enum_values for {key}")
            strangers = sorted(set(presets) - set(enum_values))
            if strangers:
                raise ValueError(f"presets of {key} are not in its enum_values: {', '.join(strangers)}")
        self._key = key
        self._description = description
        self._scope = scope
        self._value_type = value_type
        self._required = required
        self._is_sensitive = is_sensitive
        self._friendly_name = friendly_name
        self._enum_values = enum_values
        self._presets = presets

    def __repr__(self) -> str:
        return f"JarvisSecret({self._key!r}, scope={self._scope!r}, required={self._required!r})"

    @property
    def key(self) -> str:
        return self._key

    @property
    def description(self) -> str:
        return self._description

    @property
    def scope(self) -> str:
        return self._scope

    @property
    def value_type(self) -> str:
        return self._value_type

    @property
    def required(self) -> bool:
        return self._required

    @property
    def is_sensitive(self) -> bool:
        return self._is_sensitive

    @property
    def friendly_name(self) -> str | None:
        return self._friendly_name

    @property
    def enum_values(self) -> list[str] | None:
        return self._enum_values

    @property
    def presets(self) -> dict[str, dict[str, str]] | None:
        return self._presets
