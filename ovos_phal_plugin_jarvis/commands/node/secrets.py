"""``services.secret_service``: secrets as packages of the older kind read and write them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ovos_phal_plugin_jarvis.sdk.storage import get_backend, user_of


@dataclass(frozen=True)
class SecretRow:
    """One secret that is set."""

    key: str
    value: str
    scope: str
    value_type: str = "string"
    user_id: int | str | None = None
    created_at: str | None = None
    updated_at: str | None = None
    """Both unknown here."""


def get_secret_value(key: str, scope: str, user_id: Any = None) -> str | None:
    """The value of a secret, or None where none is set or no host keeps any.

    Args:
        key: of the secret.
        scope: ``integration``, ``node`` or ``user``.
        user_id: whose; where it is not given and the scope is ``user``, of the user who is served.
    """
    backend = get_backend()
    return None if backend is None else backend.get_secret(key, _place(scope), user_id=_user(scope, user_id))


def get_secret(key: str, scope: str, user_id: Any = None) -> SecretRow | None:
    """The same, with what is known of it."""
    found = _user(scope, user_id)
    return next((row for row in _rows(scope, found) if row.key == key), None)


def get_secret_value_int(key: str, scope: str, user_id: Any = None) -> int | None:
    """The value as a whole number.

    Raises:
        ValueError: it is none.
    """
    value = get_secret_value(key, scope, user_id)
    return None if value is None else int(value)


def set_secret(key: str, value: str, scope: str, value_type: str = "string", user_id: Any = None) -> None:
    """Keep the value of a secret; nothing happens where no host keeps any.

    Raises:
        ValueError: no such scope or type, a value that does not fit the type, or the scope is ``user`` and there is
            none.
    """
    owner = _user(scope, user_id)
    if scope == "user" and owner is None:
        raise ValueError(f"secret {key}: the scope is user, and nobody is served whose it could be; give user_id")
    backend = get_backend()
    if backend is not None:
        backend.set_secret(key, value, _place(scope), value_type, user_id=owner)


def delete_secret(key: str, scope: str, user_id: Any = None) -> None:
    """Forget the value of a secret."""
    backend = get_backend()
    if backend is not None:
        backend.delete_secret(key, _place(scope), user_id=_user(scope, user_id))


def get_all_secrets(scope: str, user_id: Any = None) -> list[SecretRow]:
    """Every secret of *scope* that is set; of ``user`` without a *user_id* those of all users."""
    return _rows(scope, user_id)


def _place(scope: str) -> str:
    # What an older node kept for itself is the household's: it has one device of that kind.
    return "integration" if scope == "node" else scope


def _rows(scope: str, user_id: Any) -> list[SecretRow]:
    backend, scope = get_backend(), _place(scope)
    if backend is None:
        return []
    rows: Callable[..., Any] | None = getattr(backend, "secret_rows", None)
    if rows is None:  # a host of another make
        values = backend.get_all_secrets(scope, user_id=_user(scope, user_id))
        return [SecretRow(key, value, scope, user_id=user_id) for key, value in values.items()]
    return [SecretRow(*row) for row in rows(scope, user_id)]


def _user(scope: str, user_id: Any) -> Any:
    return user_of(scope) if user_id is None else user_id
