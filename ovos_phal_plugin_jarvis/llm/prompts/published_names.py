"""The module names that published prompt providers import from, and what of ours stands behind each.

Who imports foreign code redirects these while it does so (the factory is given a context manager for that).
"""

from __future__ import annotations

_PROMPTS = "ovos_phal_plugin_jarvis.llm.prompts"
_APP = "app.core"

PUBLISHED_MODULES: dict[str, str] = {
    f"{_APP}.interfaces.ijarvis_prompt_provider": "ovos_phal_plugin_jarvis.sdk.prompt_provider",
    f"{_APP}.prompt_providers.shared.core_rules": f"{_PROMPTS}.shared.core_rules",
    f"{_APP}.prompt_providers.shared.context_builders": f"{_PROMPTS}.shared.context_builders",
    f"{_APP}.prompt_providers.shared.tool_formatters": f"{_PROMPTS}.shared.tool_formatters",
    f"{_APP}.prompt_providers.medium.untrained.qwen25_medium_untrained": f"{_PROMPTS}.providers.qwen25",
    f"{_APP}.prompt_provider_factory": f"{_PROMPTS}.factory",
    f"{_APP}.tool_builder": f"{_PROMPTS}.tool_builder",
    f"{_APP}.tool_call_parser": f"{_PROMPTS}.parser",
}
"""Name that is imported → module of ours that it gives."""
