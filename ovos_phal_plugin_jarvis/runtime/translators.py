"""Which translator serves a snapshot: the model where one is configured, and always the examples behind it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ovos_utils.log import LOG
from ovos_utils.xdg_utils import xdg_cache_home

from ovos_phal_plugin_jarvis.config import JarvisConfig, device_language
from ovos_phal_plugin_jarvis.sdk.clock import home_now
from ovos_phal_plugin_jarvis.sdk.date_keys import KNOWN_DATE_KEYS
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot
from ovos_phal_plugin_jarvis.translation.translator import Translator
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

if TYPE_CHECKING:
    from ovos_phal_plugin_jarvis.llm.engines.base import Engine, ModelInfo
    from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import GuardedProvider
    from ovos_phal_plugin_jarvis.llm.translator import ModelTranslator
    from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
    from ovos_phal_plugin_jarvis.nlu.apart import ApartTraining
    from ovos_phal_plugin_jarvis.runtime.prompt_providers import PublishedProviderLoader


class TranslatorFactory:
    """Builds a translator for each snapshot; owns the engine and the prompt providers, which all of them share."""

    def __init__(
        self,
        config: JarvisConfig,
        train_apart: bool = False,
        node_context: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        """Cheap: no model is loaded before the first utterance or ``prepare``.

        Args:
            config: the plugin's section.
            train_apart: learn in a process of its own, for one that goes on to serve.
            node_context: what a prompt may tell of this device: ``agents``, ``user_memories``.
        """
        self._node_context = node_context
        self._config = config
        self._cache = Path(xdg_cache_home()) / "ovos-jarvis"
        self._train_apart = train_apart
        self._training: ApartTraining | None = None
        self._closed = False
        self._learning: list[threading.Thread] = []
        """Those that learn languages which somebody has begun to speak."""
        self._engine = self._make_engine()
        self._loader: PublishedProviderLoader | None = None
        self._examples: ExampleTranslator | None = None
        self._model: ModelTranslator | None = None
        self._choice = ""
        self._capabilities: dict[str, Any] = {}

    def make(self, snapshot: Snapshot) -> Translator:
        """The translator of *snapshot*'s tools. Cheap: what takes time is done at its first use."""
        from ovos_phal_plugin_jarvis.nlu import ExampleTranslator

        if self._train_apart and self._training is None and not self._closed:
            from ovos_phal_plugin_jarvis.nlu.apart import ApartTraining

            self._training = ApartTraining(self._cache)
        examples = self._examples = ExampleTranslator(
            # Where nothing says in which language a tool's examples are, its author has written in that of the device.
            snapshot.understood,
            cache_dir=self._cache,
            lang=device_language(),
            learn_elsewhere=self._training.learn if self._training is not None else None,
            goes_on=self._go_on,
            # The service trains in the background; nobody waits for it.
            waits=not self._train_apart,
            before=self._examples,
            begin=self._begin,
        )
        if self._engine is None:
            return examples
        from ovos_phal_plugin_jarvis.llm.retrieval import RANKED
        from ovos_phal_plugin_jarvis.llm.translator import ModelTranslator

        def hints(utterance: str) -> list[str]:
            ranked = examples.rank(utterance, TranslationContext(now=home_now(), lang=device_language()), RANKED)
            return [name for name, _ in ranked]

        self._model = ModelTranslator(
            snapshot.understood,
            self._choose_provider,
            self._engine,
            fallback=examples,
            config=self._config.llm,
            ranker=hints,
            node_context=self._surroundings,
        )
        return self._model

    def _surroundings(self, context: TranslationContext) -> dict[str, Any]:
        """What a prompt provider is told of a request, under the names that published ones read."""
        known: dict[str, Any] = {
            "room": context.room,
            "user": str(context.user_id) if context.user_id is not None else "",
            "voice_mode": "brief",
            "date_keys": sorted(KNOWN_DATE_KEYS),
            **self._node_context(),
        }
        return {name: value for name, value in known.items() if value}

    def prepare(self) -> None:
        """Train, load the model and read the stable prompt ahead of the first utterance. Takes as long as that
        takes."""
        if self._examples is not None:
            self._examples.train()
        if self._model is not None:
            self._model.prepare()

    def status(self) -> dict[str, Any]:
        """Whether the examples are learned, the engine and the prompt provider, for ``ovos.jarvis.status``."""
        learned = self._examples is not None and self._examples.is_trained
        if self._engine is None:
            return {"learned": learned, "engine": None, "prompt_provider": None, "provider_capabilities": None}
        engine = self._engine.status() if self._model is None else self._model.status()
        return {
            "learned": learned,
            "engine": engine,
            "prompt_provider": self._choice or None,
            "provider_capabilities": self._capabilities or None,
        }

    def examine(self, timeout: float) -> str | None:
        """Load the model and choose its prompt provider, so that ``status`` can tell of both.

        Args:
            timeout: seconds that loading may take.

        Returns:
            Why the model can't serve; None where it can, or none is configured.
        """
        if self._engine is None:
            return None
        from ovos_phal_plugin_jarvis.llm.engines.errors import EngineError
        from ovos_phal_plugin_jarvis.llm.prompts.factory import UnknownProviderError
        from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import ProviderError

        try:
            self._engine.start()
            self._choose_provider(self._engine.info(timeout))
        except (EngineError, ProviderError, UnknownProviderError, ValueError) as error:
            return str(error)
        return None

    def ask(self, prompt: str, system: str | None = None) -> str | None:
        """What the model says to *prompt*; None where none is configured, or it gives nothing. Waits as long as
        ``llm.timeout``."""
        if self._engine is None:
            return None
        from ovos_phal_plugin_jarvis.llm.engines.base import GenerationRequest
        from ovos_phal_plugin_jarvis.llm.engines.errors import EngineError
        from ovos_phal_plugin_jarvis.llm.prompts.factory import UnknownProviderError
        from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import ProviderError
        from ovos_phal_plugin_jarvis.llm.turns import PromptFormatError, conversation

        llm = self._config.llm
        try:
            written = self._choose_provider(self._engine.info(llm.timeout)).prompt_format
            request = GenerationRequest(
                turns=conversation(system or "", prompt),
                format=written,
                answer="only",
                max_tokens=llm.max_tokens,
                max_answer_tokens=llm.max_tokens,
                temperature=llm.temperature,
                stop=tuple(written.stop),
                timeout=llm.timeout,
            )
            return self._engine.generate(request).text or None
        except (EngineError, ProviderError, UnknownProviderError, PromptFormatError, ValueError) as error:
            LOG.info(f"a package asked the model, which gave nothing: {error}")
            return None

    def _begin(self, learn: Callable[[], None]) -> None:
        """Have another language learned, while requests in it are answered as far as they can be."""
        from ovos_phal_plugin_jarvis.nlu.apart import TrainingStopped

        def learned() -> None:
            try:
                learn()
            except TrainingStopped:
                LOG.debug("the service ends, and what it was about to learn is not learned")

        self._learning = [thread for thread in self._learning if thread.is_alive()]
        thread = threading.Thread(target=learned, name="jarvis-learning", daemon=True)
        self._learning.append(thread)
        thread.start()

    def _go_on(self) -> None:
        from ovos_phal_plugin_jarvis.nlu.apart import TrainingStopped

        if self._closed:
            raise TrainingStopped

    def stop_training(self) -> None:
        """End what is being learned, for whoever waits for it."""
        self._closed = True
        if self._training is not None:
            self._training.close()

    def shutdown(self) -> None:
        """Stop training and decoding, free the model, let go of the providers' modules."""
        self.stop_training()
        for thread in self._learning:
            thread.join(5)
        if self._engine is not None:
            self._engine.close()
        if self._loader is not None:
            self._loader.close()

    def _make_engine(self) -> Engine | None:
        if self._config.llm.model is None and self._config.llm.engine == "llama.cpp":
            return None
        from ovos_phal_plugin_jarvis.llm.engines.factory import make_engine

        return make_engine(self._config.llm, cache_folder=self._cache, plugin_config=self._config.llm.config)

    def _choose_provider(self, info: ModelInfo) -> GuardedProvider:
        from ovos_phal_plugin_jarvis.llm.prompts.choice import choose_provider
        from ovos_phal_plugin_jarvis.runtime.prompt_providers import PublishedProviderLoader, prompt_provider_factory

        if self._loader is None:
            self._loader = PublishedProviderLoader()
        choice = choose_provider(
            info.metadata,
            configured=self._config.llm.prompt_provider,
            factory=prompt_provider_factory(self._config, self._loader),
        )
        self._choice = f"{choice.name}: {choice.why}"
        self._capabilities = choice.provider.capabilities()
        LOG.info(f"prompt provider {self._choice}")
        return choice.provider
