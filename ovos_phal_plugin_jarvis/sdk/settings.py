"""A command's settings, read by their short names."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.sdk.storage import JarvisStorage

_TRUE = frozenset({"true", "1", "yes", "on"})


class UserSettings:
    """Reads the secrets ``PREFIX_NAME``; an empty value counts as none.

    Args:
        prefix: what the keys start with, in any case.
        scope: the scope of the secrets.
    """

    def __init__(self, prefix: str, scope: str = "integration") -> None:
        self._prefix = prefix.upper()
        self._storage = JarvisStorage(prefix, secret_scope=scope)

    def _key(self, name: str) -> str:
        return f"{self._prefix}_{name.upper()}"

    def get(self, name: str, default: str | None = None) -> str | None:
        """The value as it was entered."""
        return self._storage.get_secret(self._key(name)) or default

    def is_enabled(self, name: str, default: bool = False) -> bool:
        """Whether the value is ``true``, ``1``, ``yes`` or ``on``, in any case; *default* where there is
        none."""
        value = self.get(name)
        return default if value is None else value.strip().lower() in _TRUE

    def get_int(self, name: str, default: int = 0) -> int:
        """The value as a whole number; *default* where there is none or it is no number."""
        try:
            return int(self.get(name) or "")
        except ValueError:
            return default
