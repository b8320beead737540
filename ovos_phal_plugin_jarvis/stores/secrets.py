"""API keys, passwords and addresses that commands need, encrypted at rest.

A value leaves this module only as the return value of :meth:`SecretStore.get` and :meth:`SecretStore.values`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.sdk.secret import SCOPES, VALUE_TYPES, as_scope
from ovos_phal_plugin_jarvis.stores.cipher import Cipher, UnreadableError
from ovos_phal_plugin_jarvis.stores.database import Database

State = Literal["set", "missing", "unreadable"]


class Declared(Protocol):
    """What a command or a manifest says about a secret it needs."""

    @property
    def key(self) -> str: ...
    @property
    def scope(self) -> str: ...
    @property
    def value_type(self) -> str: ...


@dataclass(frozen=True)
class StoredSecret:
    """One row, without the value."""

    key: str
    scope: str
    user_id: str | None
    """None for the household and for a device with one user."""
    value_type: str
    state: State
    """``missing``: seeded and never set. ``unreadable``: the key file that encrypted it is gone."""


class SecretStore:
    """Secrets by scope (``integration``: the household's, ``user``: one person's), user and key.

    Every method raises ``StoreError`` where the file cannot be used and ``ValueError`` for an unknown
    scope or value type.
    """

    def __init__(self, database: Database, cipher: Cipher) -> None:
        self._database = database
        self._cipher = cipher
        self._reported: set[tuple[str, str, str]] = set()

    def get(self, key: str, scope: str, user_id: object = None) -> str | None:
        """The value, or None where none is set.

        One that cannot be decrypted counts as not set, with an error in the log that says what to do.
        """
        scope, owner = _place(key, scope, user_id)
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT value FROM secret WHERE scope = ? AND user_id = ? AND key = ?", (scope, owner, key)
            ).fetchone()
        return None if row is None else self._decrypt(key, scope, owner, row[0])[1]

    def values(self, scope: str, user_id: object = None) -> dict[str, str]:
        """Key → value of every secret of a scope (of one user, where the scope is ``user``) that is set."""
        scope, owner = _place("*", scope, user_id)
        found = {}
        for key, _type, token in self._rows(scope, owner):
            value = self._decrypt(key, scope, owner, token)[1]
            if value is not None:
                found[key] = value
        return found

    def rows(self, scope: str, user_id: object = None) -> list[tuple[str, str, str, str, int | str | None]]:
        """Every secret of a scope that is set: key, value, scope, value type and user. Of the scope ``user`` those of
        all users, where *user_id* is None."""
        scope, owner = _place("*", scope, user_id)
        with self._database.read() as connection:
            found = connection.execute(
                "SELECT key, user_id, value_type, value FROM secret WHERE scope = ? ORDER BY user_id, key", (scope,)
            ).fetchall()
        rows = []
        for key, whose, value_type, token in found:
            value = self._decrypt(key, scope, whose, token)[1] if user_id is None or whose == owner else None
            if value is not None:
                rows.append((key, value, scope, value_type, int(whose) if whose.isdigit() else whose or None))
        return rows

    def every_value(self, but: Collection[str] = ()) -> list[str]:
        """The values of all scopes and users, so that they can be kept out of what is said and logged.

        Args:
            but: keys that are left out; yes and no are, too.
        """
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT scope, user_id, key, value FROM secret WHERE value_type != 'bool'"
            ).fetchall()
        values = (self._decrypt(key, scope, owner, token)[1] for scope, owner, key, token in rows if key not in but)
        return [value for value in values if value]

    def all(self, scope: str, user_id: object = None) -> list[StoredSecret]:
        """Every secret of a scope (of one user, where the scope is ``user``), by key."""
        scope, owner = _place("*", scope, user_id)
        return [
            StoredSecret(key, scope, owner or None, value_type, self._decrypt(key, scope, owner, token)[0])
            for key, value_type, token in self._rows(scope, owner)
        ]

    def state(self, key: str, scope: str, user_id: object = None) -> State:
        """Whether there is a value to use."""
        scope, owner = _place(key, scope, user_id)
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT value FROM secret WHERE scope = ? AND user_id = ? AND key = ?", (scope, owner, key)
            ).fetchone()
        return "missing" if row is None else self._decrypt(key, scope, owner, row[0])[0]

    def set(self, key: str, value: object, scope: str, value_type: str | None = None, user_id: object = None) -> None:
        """Keep *value*, in place of what was there.

        Args:
            value: kept as text; "" makes the secret known but not set.
            value_type: None keeps the type the secret was seeded with, ``string`` where it is new.

        Raises:
            ValueError: *value* does not fit the type (an ``int`` or ``bool`` that is none). The message
                does not repeat it.
            KeyFileError: the key file is damaged, so that nothing can be encrypted.
        """
        scope, owner = _place(key, scope, user_id)
        if value_type is None:
            with self._database.read() as connection:
                row = connection.execute(
                    "SELECT value_type FROM secret WHERE scope = ? AND user_id = ? AND key = ?",
                    (scope, owner, key),
                ).fetchone()
            value_type = row[0] if row else "string"
        text = _as_text(key, value, _checked_type(key, value_type))
        token = self._cipher.encrypt(text) if text else None
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO secret (scope, user_id, key, value_type, value) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (scope, user_id, key) "
                "DO UPDATE SET value = excluded.value, value_type = excluded.value_type",
                (scope, owner, key, value_type, token),
            )
        self._reported.discard((scope, owner, key))

    def seed(self, secrets: Iterable[Declared]) -> list[str]:
        """Make an empty row for each secret that has none; never changes one that is there.

        Returns:
            The keys that are new.
        """
        rows = []
        for secret in secrets:
            scope, owner = _place(secret.key, secret.scope, None)
            rows.append((scope, owner, secret.key, _checked_type(secret.key, secret.value_type)))
        with self._database.write() as connection:
            return [
                row[2]
                for row in rows
                if connection.execute(
                    "INSERT OR IGNORE INTO secret (scope, user_id, key, value_type) VALUES (?, ?, ?, ?)", row
                ).rowcount
            ]

    def unset(self, key: str, scope: str, user_id: object = None) -> bool:
        """Forget the value and keep the row, so that it is still listed. Whether there was a value."""
        scope, owner = _place(key, scope, user_id)
        with self._database.write() as connection:
            return bool(
                connection.execute(
                    "UPDATE secret SET value = NULL WHERE scope = ? AND user_id = ? AND key = ? AND value IS NOT NULL",
                    (scope, owner, key),
                ).rowcount
            )

    def delete(self, key: str, scope: str, user_id: object = None) -> bool:
        """Forget the row too. Whether there was one."""
        scope, owner = _place(key, scope, user_id)
        with self._database.write() as connection:
            return bool(
                connection.execute(
                    "DELETE FROM secret WHERE scope = ? AND user_id = ? AND key = ?", (scope, owner, key)
                ).rowcount
            )

    def unreadable(self) -> list[str]:
        """Keys whose value no key in the key file decrypts."""
        with self._database.read() as connection:
            rows = connection.execute("SELECT key, value FROM secret WHERE value IS NOT NULL ORDER BY key").fetchall()
        return [key for key, token in rows if not self._fits(token)]

    def _rows(self, scope: str, owner: str) -> list[tuple[str, str, bytes | None]]:
        with self._database.read() as connection:
            return connection.execute(
                "SELECT key, value_type, value FROM secret WHERE scope = ? AND user_id = ? ORDER BY key",
                (scope, owner),
            ).fetchall()

    def _fits(self, token: bytes) -> bool:
        try:
            self._cipher.decrypt(token)
        except UnreadableError:
            return False
        return True

    def _decrypt(self, key: str, scope: str, owner: str, token: bytes | None) -> tuple[State, str | None]:
        if token is None:
            return "missing", None
        try:
            return "set", self._cipher.decrypt(token)
        except UnreadableError as error:
            if (scope, owner, key) not in self._reported:
                self._reported.add((scope, owner, key))
                LOG.error(
                    f"secret {key} ({scope}) cannot be read: {error}. Its data is kept: put the old key back "
                    f"as a further line of {self._cipher.path}, or set it: ovos-jarvis secrets set {key}"
                )
            return "unreadable", None


def _place(key: object, scope: str, user_id: object) -> tuple[str, str]:
    """The scope and the owner's column; a household secret has no owner whoever asks."""
    if not isinstance(key, str) or not key:
        raise ValueError(f"a secret's key must be a non-empty string, got {type(key).__name__}")
    scope = as_scope(scope)
    if scope not in SCOPES:
        raise ValueError(f"secret {key}: unknown scope {scope!r}, use one of: {', '.join(SCOPES)}")
    return scope, "" if user_id is None or scope == "integration" else str(user_id)


def _checked_type(key: str, value_type: str) -> str:
    if value_type not in VALUE_TYPES:
        allowed = ", ".join(VALUE_TYPES)
        raise ValueError(f"secret {key}: unknown value type {value_type!r}, use one of: {allowed}")
    return value_type


def _as_text(key: str, value: object, value_type: str) -> str:
    if value is None or value == "":
        return ""
    text = str(value)
    if value_type == "int":
        try:
            return str(int(text))
        except ValueError:
            raise ValueError(f"secret {key} must be a whole number") from None
    if value_type == "bool":
        text = text.strip().lower()
        if text not in ("true", "false"):
            raise ValueError(f"secret {key} must be true or false")
    return text
