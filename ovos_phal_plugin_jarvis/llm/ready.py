"""What a set of tools and a model come to: provider, grammar, stable prompt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.engines.base import Engine, Generation
from ovos_phal_plugin_jarvis.engines.grammar import CallGrammar
from ovos_phal_plugin_jarvis.llm.schema import (
    command_flags,
    grammar_schema,
    native_system_prompt,
    openai_tool,
    tools_section,
)
from ovos_phal_plugin_jarvis.prompts.provider_guard import GuardedProvider
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


def make_ready(definitions: Collection[ToolDefinition], provider: GuardedProvider, engine: Engine) -> Ready:
    """The grammar and the prompt of *definitions*, whose names are unlike, for the model behind *engine*.

    Raises:
        EngineError: the engine cannot be used.
        ProviderError: the provider has no prompt.
    """
    grammar = CallGrammar(((d.name, grammar_schema(d)) for d in definitions), provider.call_format)
    for name, reason in grammar.left_out.items():
        LOG.warning(f"tool {name!r} is not offered to the model: {reason}")
    offered = [d for d in definitions if d.name in grammar.arguments]
    tools = [openai_tool(d) for d in offered]
    flags = [command_flags(d) for d in offered]
    if engine.supports_tools:
        if provider.supports_native_tools:
            stable = provider.system_prompt(tools, flags).stable
        else:
            stable = native_system_prompt(flags)
        return Ready(provider, grammar, stable, tuple(provider.native_tools(tools)))
    stable = provider.system_prompt(tools, flags).stable
    if provider.supports_native_tools:
        # Its prompt counts on a server that shows the model its tools; here there is none.
        stable = f"{stable}\n\n{tools_section(provider.native_tools(tools))}"
    return Ready(provider, grammar, stable, ())


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
