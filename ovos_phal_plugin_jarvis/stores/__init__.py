"""Secrets, authentication state and the records of commands, on disk."""

from ovos_phal_plugin_jarvis.stores.errors import KeyFileError, StoreError
from ovos_phal_plugin_jarvis.stores.folder import check_writable, data_directory
from ovos_phal_plugin_jarvis.stores.opening import Stores, open_stores

__all__ = ["KeyFileError", "StoreError", "Stores", "check_writable", "data_directory", "open_stores"]
