"""What a set of tools and a model come to: provider, grammar, stable prompt."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.llm.engines.base import Engine, Generation
from ovos_phal_plugin_jarvis.llm.grammar.calls import CallGrammar
from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import GuardedProvider
from ovos_phal_plugin_jarvis.llm.schema import (
    command_flags,
    grammar_schema,
    native_system_prompt,
    openai_tool,
    tools_section,
)
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

ValueErrors = Sequence[Mapping[str, Any]]
"""What is wrong with a call: ``{"param", "message", "valid_values"}`` of each problem; empty: nothing."""


@dataclass(frozen=True)
class Ready:
    """What a set of tools and a model come to, worked out once."""

    provider: GuardedProvider
    grammar: CallGrammar
    stable: str
    tools: tuple[dict[str, Any], ...]
    """For engines that take tools beside the messages; empty for those that read them in the prompt."""
    offered: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], [])
    """The tools and the flags of their commands, as the provider is given them."""
    is_own_prompt: bool = False
    """Whether the provider wrote the whole prompt, and is to be told of each request's surroundings."""
    response_format: Mapping[str, Any] | None = None
    """What a server is to hold its replies to."""
    names: str = ""
    """What the prompt begins with where it does not describe all tools."""
    model: str = ""
    """What :attr:`~ovos_phal_plugin_jarvis.llm.engines.base.ModelInfo.identity` it was made for."""
    described: frozenset[str] | None = None
    """The tools that the prompt describes; None: all."""

    @cached_property
    def beside(self) -> int:
        """Characters of the tools that an engine is given beside the prompt."""
        return sum(len(json.dumps(tool, ensure_ascii=False, default=str)) for tool in self.tools)

    @property
    def length(self) -> int:
        """Characters of the stable prompt and of what goes beside it."""
        return len(self.stable) + self.beside

    def prompt(self, node_context: Mapping[str, Any] | None, timezone: str | None) -> str:
        """The system prompt of one request; the same text as long as nothing of what goes into it changes.

        Raises:
            ProviderError: the provider has no prompt.
        """
        if not self.is_own_prompt:
            return self.stable
        tools, flags = self.offered
        written = self.provider.system_prompt(tools, flags, node_context, timezone).stable
        return _begun(self.names, _with_tools(written, self.provider, tools) if not self.tools else written)


def make_ready(definitions: Collection[ToolDefinition], provider: GuardedProvider, engine: Engine) -> Ready:
    """The grammar and the prompt of *definitions*, whose names are unlike, for the model behind *engine*.

    Raises:
        EngineError: the engine cannot be used.
        ProviderError: the provider has no prompt.
    """
    grammar = CallGrammar(((d.name, grammar_schema(d)) for d in definitions), provider.call_format)
    for name, reason in grammar.left_out.items():
        LOG.warning(f"tool {name!r} is not offered to the model: {reason}")
    return _written(definitions, provider, engine, grammar)


def describing(ready: Ready, definitions: Collection[ToolDefinition], names: str, engine: Engine) -> Ready:
    """*ready* with a prompt that describes only *definitions* and begins with *names*; what may be called is the same.

    Raises:
        ProviderError: the provider has no prompt.
    """
    made = _written(definitions, ready.provider, engine, ready.grammar)
    described = frozenset(definition.name for definition in definitions)
    return replace(made, stable=_begun(names, made.stable), names=names, described=described, model=ready.model)


def _begun(names: str, prompt: str) -> str:
    return f"{names}\n\n{prompt}" if names else prompt


def _written(
    definitions: Collection[ToolDefinition], provider: GuardedProvider, engine: Engine, grammar: CallGrammar
) -> Ready:
    offered = [d for d in definitions if d.name in grammar.arguments]
    tools = [openai_tool(d) for d in offered]
    flags = [command_flags(d) for d in offered]
    own = provider.is_published
    if engine.supports_tools and (provider.supports_native_tools or not provider.named):
        if provider.supports_native_tools:
            stable = provider.system_prompt(tools, flags).stable
        else:
            stable, own = native_system_prompt(flags), False
        return Ready(provider, grammar, stable, tuple(provider.native_tools(tools)), (tools, flags), own)
    if engine.supports_tools:
        # Its user wants this provider, which writes tools into the prompt and reads calls out of the text.
        LOG.info(f"{provider.name} gets the tools in its prompt, though the engine would take them beside it")
    stable = _with_tools(provider.system_prompt(tools, flags).stable, provider, tools)
    return Ready(provider, grammar, stable, (), (tools, flags), own, provider.response_format)


def _with_tools(prompt: str, provider: GuardedProvider, tools: list[dict[str, Any]]) -> str:
    if not provider.supports_native_tools:
        return prompt
    # Its prompt counts on a server that shows the model its tools; here there is none.
    return f"{prompt}\n\n{tools_section(provider.native_tools(tools))}"


def as_provider_reads(
    ready: Ready, generation: Generation, made: list[tuple[str, dict[str, Any]]]
) -> list[tuple[str, dict[str, Any]]]:
    """The calls as a published provider's own parser gives them back, as far as they are valid that way too."""
    read = ready.provider.read_reply(generation.raw).calls
    if [call.name for call in read] != [name for name, _ in made]:
        return made
    return [
        (name, dict(theirs.arguments) if ready.grammar.arguments[name].accepts(theirs.arguments) else ours)
        for (name, ours), theirs in zip(made, read, strict=True)
    ]


def narrowed(schema: Mapping[str, Any], errors: ValueErrors) -> Mapping[str, Any]:
    """*schema* with the arguments that were refused held to the values that are valid."""
    properties = dict(schema.get("properties", {}))
    for error in errors:
        name, values = error.get("param"), error.get("valid_values")
        if name in properties and isinstance(values, (list, tuple)) and values:
            held: dict[str, Any] = {"enum": list(values)}
            if properties[name].get("type") == "array":
                held = {"type": "array", "items": held, "minItems": 1, "maxItems": len(values)}
            properties[name] = held
    return {**schema, "properties": properties}
