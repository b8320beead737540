"""Secrets, authentication state and the records of commands, on disk."""

from ovos_phal_plugin_jarvis.stores.errors import KeyFileError, StoreError
from ovos_phal_plugin_jarvis.stores.opening import Stores, data_directory, open_stores

__all__ = ["KeyFileError", "StoreError", "Stores", "data_directory", "open_stores"]
