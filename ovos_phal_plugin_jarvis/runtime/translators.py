"""Which translator serves a snapshot."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from ovos_utils.xdg_utils import xdg_cache_home

from ovos_phal_plugin_jarvis.assistant.translators.base import Translator
from ovos_phal_plugin_jarvis.config import JarvisConfig
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot


class TranslatorFactory:
    """Builds a translator for each snapshot."""

    def __init__(self, config: JarvisConfig) -> None:
        self._config = config

    def make(self, snapshot: Snapshot) -> Translator:
        """The translator of *snapshot*'s tools. Cheap: what takes time is done at its first use."""
        from ovos_phal_plugin_jarvis.assistant.translators.examples import ExampleTranslator
        return ExampleTranslator(snapshot.definitions, cache_dir=Path(xdg_cache_home()) / "ovos-jarvis")

    def status(self) -> dict[str, Any]:
        """The engine and the prompt provider, for ``ovos.jarvis.status``."""
        return {"engine": None, "prompt_provider": None}

    def shutdown(self) -> None:
        """Free what the translators hold."""
