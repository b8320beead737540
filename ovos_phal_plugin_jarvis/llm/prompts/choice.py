"""Which prompt provider serves the model that is loaded, and why."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.llm.prompts.factory import PromptProviderFactory
from ovos_phal_plugin_jarvis.llm.prompts.family import FamilyProvider, ModelFacts
from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import GuardedProvider
from ovos_phal_plugin_jarvis.llm.prompts.providers.functiongemma import FunctionGemmaSmallUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.gemma2 import Gemma2MediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.generic import GenericMediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.hermes3 import HermesMediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.llama31 import Llama31MediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.mistral import Mistral7bMediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen3 import Qwen3MediumUntrained
from ovos_phal_plugin_jarvis.llm.prompts.providers.qwen25 import Qwen25MediumUntrained
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat

AUTO = "auto"
ENVIRONMENT_VARIABLE = "JARVIS_MODEL_INTERFACE"

# Hermes first: it is trained on other families' architectures; FunctionGemma before Gemma. The generic one takes all.
_FAMILIES: tuple[type[FamilyProvider], ...] = (
    HermesMediumUntrained,
    Qwen3MediumUntrained,
    Qwen25MediumUntrained,
    Llama31MediumUntrained,
    Mistral7bMediumUntrained,
    FunctionGemmaSmallUntrained,
    Gemma2MediumUntrained,
    GenericMediumUntrained,
)


@dataclass(frozen=True)
class Choice:
    """The provider that serves, ready for the engine."""

    provider: GuardedProvider
    why: str
    """For logs, ``doctor`` and status, such as ``architecture qwen2``."""

    @property
    def name(self) -> str:
        """The provider's name."""
        return self.provider.name


def choose_provider(
    metadata: Mapping[str, Any],
    *,
    configured: str = AUTO,
    environ: Mapping[str, str] | None = None,
    factory: PromptProviderFactory | None = None,
    eos_token: str = "",
) -> Choice:
    """The provider for a model: the configured one, else the environment variable's, else the family's.

    Args:
        metadata: the GGUF file's key–value pairs, ``{}`` where there is no file.
        configured: ``llm.prompt_provider``; ``auto`` and empty leave the choice to the rest.
        environ: where ``JARVIS_MODEL_INTERFACE`` is looked up; the process's own by default.
        factory: where named providers come from; only the built-in ones and entry points by default.
        eos_token: text of the model's end token, where the engine knows it.

    Raises:
        UnknownProviderError: a name was asked for that no provider has.
        ChatTemplateError: the model's own chat template has to be used and is not valid.
    """
    model = ModelFacts.from_metadata(metadata, eos_token)
    family, why = _family(model)
    name, named_by = _named(configured, os.environ if environ is None else environ)
    if name:
        provider = (factory or PromptProviderFactory()).create_provider(name)
        why = f"named by {named_by}; the turns are those of {family.name} ({why})"
        if isinstance(provider, FamilyProvider):
            why = f"named by {named_by}"
    else:
        provider = family
    choice = Choice(GuardedProvider(provider, _turns(provider, family, model), named=bool(name)), why)
    LOG.info(f"prompt provider {choice.name}: {choice.why}")
    return choice


def _named(configured: str, environ: Mapping[str, str]) -> tuple[str, str]:
    for name, source in (
        (configured, "the configuration"),
        (environ.get(ENVIRONMENT_VARIABLE, ""), f"the environment variable {ENVIRONMENT_VARIABLE}"),
    ):
        if name and name.strip() and name.strip().casefold() != AUTO:
            return name.strip(), source
    return "", ""


def _family(model: ModelFacts) -> tuple[FamilyProvider, str]:
    for family in _FAMILIES:
        why = family.recognise(model)
        if why is not None:
            return family(), why
    raise AssertionError("the generic provider takes every model")


def _turns(provider: Any, family: FamilyProvider, model: ModelFacts) -> PromptFormat:
    """A built-in provider writes its own turns; any other is served with those of the model's family."""
    return (provider if isinstance(provider, FamilyProvider) else family).prompt_format(model)
