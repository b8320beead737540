"""What can go wrong with a store, as types. No message ever holds a secret's value."""

from __future__ import annotations


class StoreError(RuntimeError):
    """A store cannot be read or written now; the message names the file and what would mend it."""


class KeyFileError(StoreError):
    """The key file is there but cannot be used, so nothing may be encrypted with a new one."""
