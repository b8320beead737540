"""The values of secrets as functions, for commands written before :class:`JarvisStorage`."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.sdk.storage import get_backend, user_of


def get_secret_value(key: str, scope: str) -> str | None:
    """The value of a secret, or None where none is set or no host keeps any."""
    backend = get_backend()
    return None if backend is None else backend.get_secret(key, scope, user_id=user_of(scope))


def set_secret(key: str, value: str, scope: str, value_type: str = "string") -> None:
    """Keep the value of a secret; nothing happens where no host keeps any."""
    backend = get_backend()
    if backend is not None:
        backend.set_secret(key, value, scope, value_type, user_id=user_of(scope))


def delete_secret(key: str, scope: str) -> None:
    """Forget the value of a secret."""
    backend = get_backend()
    if backend is not None:
        backend.delete_secret(key, scope, user_id=user_of(scope))


def get_all_secrets(scope: str) -> dict[str, str]:
    """Key → value of every secret of *scope* that is set."""
    backend = get_backend()
    return {} if backend is None else backend.get_all_secrets(scope, user_id=user_of(scope))
