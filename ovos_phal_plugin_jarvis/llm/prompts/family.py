"""What the built-in providers have in common, and what our own engine asks of them beyond the Jarvis interface."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from ovos_phal_plugin_jarvis.llm.call_format import Call, CallFormat
from ovos_phal_plugin_jarvis.llm.prompts.parser import parse_reply
from ovos_phal_plugin_jarvis.llm.prompts.reply import ParsedReply
from ovos_phal_plugin_jarvis.llm.prompts.shared.context_builders import (
    build_direct_answer_section,
    build_request_context,
    build_tool_guidance_section,
)
from ovos_phal_plugin_jarvis.llm.prompts.shared.core_rules import (
    ANTI_HALLUCINATION_MANDATE,
    build_fallback_line,
    build_identity_header,
    build_rules_block,
)
from ovos_phal_plugin_jarvis.llm.prompts.shared.tool_formatters import format_tool_hints
from ovos_phal_plugin_jarvis.llm.prompts.tool_builder import ToolBuilder, tool_name
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat
from ovos_phal_plugin_jarvis.sdk.prompt_provider import IJarvisPromptProvider

Tools = Sequence[Mapping[str, Any]]
Commands = Sequence[Mapping[str, Any]]

_DATE_LISTS = ("resolved_datetimes",)
"""Parameters that commands declare as lists of date keys and models like to write as one text."""

_BRIEF_DESCRIPTION = 80
"""Characters of a tool's description in a brief prompt."""


@dataclass(frozen=True)
class SystemPrompt:
    """A system prompt in the two parts that an engine caches differently."""

    stable: str
    """The same bytes for the same tools, whoever asks and whenever."""
    late: str = ""
    """What this request adds; belongs behind everything that is stable, best into the user's turn."""


@dataclass(frozen=True)
class ModelFacts:
    """What a GGUF file says about its model, as far as it tells families apart."""

    architecture: str = ""
    """``general.architecture``, lower case: ``qwen2``, ``llama`` …"""
    name: str = ""
    """``general.name`` and ``general.basename``, lower case."""
    template: str = ""
    """``tokenizer.chat_template``."""
    eos_token: str = ""
    """Text of the end-of-sequence token where the engine knows it; some chat templates write it."""

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, Any], eos_token: str = "") -> ModelFacts:
        """The facts in a GGUF file's key–value pairs; what is missing or no text counts as empty."""

        def text(key: str) -> str:
            value = metadata.get(key)
            return value if isinstance(value, str) else ""

        name = " ".join(text(key) for key in ("general.name", "general.basename", "general.finetune"))
        return cls(
            text("general.architecture").strip().lower(),
            name.strip().lower(),
            text("tokenizer.chat_template"),
            eos_token,
        )

    def uses(self, marker: str) -> bool:
        """Whether the model's turns are marked with *marker*; a model without a template may use any."""
        return not self.template or marker in self.template


class FamilyProvider(IJarvisPromptProvider):
    """A provider for one family of models.

    Beside the published interface it splits the system prompt into a stable and a late part, and names the
    family's turn markers and call notation, from which the engine builds tokens and grammar.
    """

    family: ClassVar[str]
    size_tier: ClassVar[str] = "medium"
    terminology: ClassVar[str] = "function"
    call_format: ClassVar[CallFormat]

    @classmethod
    @abstractmethod
    def recognise(cls, model: ModelFacts) -> str | None:
        """Why this provider suits *model*, in a few words for the log; None where it does not."""

    @abstractmethod
    def prompt_format(self, model: ModelFacts) -> PromptFormat:
        """How the turns of *model* are written."""

    @abstractmethod
    def call_instructions(self) -> str:
        """How the model is to write a call, shown in the family's notation."""

    @abstractmethod
    def tools_block(self, tools: list[dict[str, Any]]) -> str:
        """*tools*, plain OpenAI definitions, as the family was taught to read them."""

    def system_prompt(
        self,
        tools: Tools,
        available_commands: Commands | None = None,
        node_context: Mapping[str, Any] | None = None,
        timezone: str | None = None,
        now: datetime | None = None,
    ) -> SystemPrompt:
        """The system prompt in its two parts.

        Args:
            tools: OpenAI definitions, in any order: the stable part has them by name.
            available_commands: what the commands declare beside their schema.
            node_context, timezone: as for ``build_system_prompt``; they touch the late part only.
            now: the user's time; only its day is used.
        """
        return SystemPrompt(
            self.stable_prompt(tools, available_commands or ()), build_request_context(node_context, timezone, now)
        )

    def stable_prompt(self, tools: Tools, available_commands: Commands = (), *, brief: bool = False) -> str:
        """The part of the system prompt that the tools alone decide; *tools* may come in any order.

        Args:
            brief: leave out hints, parameter descriptions and the ends of long descriptions, for a context window
                that has no room for all of it.
        """
        ordered = sorted((tool for tool in tools if tool_name(tool)), key=tool_name)
        sections = self._preamble()
        if ordered:
            options: dict[str, Any] = (
                {
                    "max_description_length": _BRIEF_DESCRIPTION,
                    "include_param_descriptions": False,
                }
                if brief
                else {}
            )
            sections.append(self.tools_block(ToolBuilder.build(ordered, **options)))
        hints = "" if brief else format_tool_hints(ordered, available_commands)
        if hints:
            sections.append(f"More about them:\n{hints}")
        if not brief:
            sections.append(build_tool_guidance_section(ordered))
        sections.append(build_direct_answer_section(available_commands or _flags(ordered)))
        return "\n\n".join(section.strip() for section in sections if section.strip())

    def build_system_prompt(
        self,
        node_context: dict[str, Any],
        timezone: str | None,
        tools: list[dict[str, Any]],
        available_commands: list[dict[str, Any]] | None = None,
    ) -> str:
        """See :meth:`IJarvisPromptProvider.build_system_prompt`; what changes between requests comes last."""
        prompt = self.system_prompt(tools, available_commands, node_context, timezone)
        return f"{prompt.stable}\n\n{prompt.late}" if prompt.late else prompt.stable

    def get_response_format(self) -> dict[str, Any] | None:
        """Free text: the notation is the family's own, and :meth:`parse_response` reads it."""
        return {"type": "text"}

    def parse_response(self, raw_content: str) -> str | None:
        """*raw_content* as Jarvis JSON; None where it is that already, or empty."""
        if not isinstance(raw_content, str) or _is_jarvis_json(raw_content):
            return None
        reply = parse_reply(raw_content)
        if not reply.message and not reply.calls and not reply.error:
            return None
        return ParsedReply(reply.message, tuple(map(_with_lists, reply.calls)), reply.error).to_jarvis_json()

    def build_tools(self, tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The tools without what only Jarvis knows."""
        return ToolBuilder.build(tools)

    def build_training_system_prompt(self) -> str:
        """The stable prompt as it is with no tool installed: the cues of a real request without its tools."""
        return "\n\n".join(self._preamble())

    def build_training_completion(self, tool_call: dict[str, Any]) -> str:
        """*tool_call* in the family's notation, exactly as decoding is held to it."""
        return self.call_format.render([Call(tool_call["name"], tool_call.get("arguments") or {})])

    def get_capabilities(self) -> dict[str, Any]:
        """See :meth:`IJarvisPromptProvider.get_capabilities`."""
        return {
            "provider_name": self.name,
            "model_family": self.family,
            "size_tier": self.size_tier,
            "training_tier": "untrained",
            "use_tool_classifier": self.use_tool_classifier,
            "supports_native_tools": self.supports_native_tools,
        }

    def _preamble(self) -> list[str]:
        return [
            f"{build_identity_header('', '', '')} {ANTI_HALLUCINATION_MANDATE}",
            self.call_instructions(),
            build_rules_block(terminology=self.terminology),
            build_fallback_line(),
        ]


def json_lines(tools: list[dict[str, Any]]) -> str:
    """One tool a line, compact, as most families were taught."""
    return "\n".join(json.dumps(tool, ensure_ascii=False, separators=(",", ":")) for tool in tools)


def _flags(tools: Tools) -> list[dict[str, Any]]:
    """The direct-answer flags that tools carry themselves, for hosts that pass no commands."""
    return [
        {"command_name": tool_name(tool), "allow_direct_answer": tool["allow_direct_answer"]}
        for tool in tools
        if "allow_direct_answer" in tool
    ]


def _is_jarvis_json(text: str) -> bool:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "tool_calls" in value


def _with_lists(call: Call) -> Call:
    """*call* with a single date key as the list that commands declare."""
    fixed = {
        key: [value] if key in _DATE_LISTS and isinstance(value, str) else value
        for key, value in call.arguments.items()
    }
    return Call(call.name, fixed, call.failure_message)
