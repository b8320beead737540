"""``services.node_llm_client`` and ``clients.jarvis_command_center_client``: the model that is configured here."""

from __future__ import annotations

import json
import re
from typing import Any

from ovos_utils.log import LOG
from pydantic import ValidationError

from ovos_phal_plugin_jarvis.commands.node.node import get_node


def ask_llm(prompt: str, system: str | None = None, **_: Any) -> str | None:
    """What the model says to *prompt*; None where none is configured, or it does not answer in time."""
    return get_node().ask_model(str(prompt), None if system is None else str(system)) or None


class JarvisCommandCenterClient:
    """The model, as the older client asks it; there is no server behind it."""

    def __init__(self, base_url: str = "", *_: Any, **__: Any) -> None:
        self.base_url = base_url

    def chat_text(self, message: str) -> str | None:
        """As ``ask_llm``."""
        return ask_llm(message)

    def chat(self, message: str, model: Any) -> Any:
        """The answer as an instance of the pydantic *model*; None where there is none that fits."""
        schema = json.dumps(model.model_json_schema())
        said = ask_llm(message, f"Answer with one JSON object and nothing else. It must fit this schema: {schema}")
        found = re.search(r"\{.*\}", said or "", re.DOTALL)
        try:
            return None if found is None else model.model_validate_json(found.group())
        except ValidationError as error:
            LOG.info(f"the model's answer does not fit {model.__name__}: {error.error_count()} problems")
            return None
