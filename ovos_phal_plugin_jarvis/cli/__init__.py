"""``ovos-jarvis``: everything the plugin does, from a terminal."""

from ovos_phal_plugin_jarvis.cli.app import main

__all__ = ["main"]
